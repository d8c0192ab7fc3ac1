"""Files that are no tables, or hardly: made in code, for whatever reads tables to refuse or to survive."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.readers import write_table
from tests.stress import often

SIMPLE = "a,b\n" + "x,1\ny,2\nx,2\n" * 5

TEXTS: dict[str, bytes] = {
    "nothing.csv": b"",
    "a byte.csv": b"a",
    "a mark only.csv": b"\xef\xbb\xbf",
    "half a mark.csv": b"\xff\xfe",
    "header only.csv": b"a,b,c\n",
    "header without end.csv": b"a,b,c",
    "one column.csv": b"a\n1\n2\n",
    "blank lines.csv": b"\n\n  \n\t\n",
    "only delimiters.csv": b",,,\n,,,\n,,,\n",
    "only quotes.csv": b'"","",""\n"","",""\n',
    "open quote.csv": b'a,b\n"x,1\ny,2\n',
    "quote in the midst.csv": b'a,b\nx"y",1\n"z"w,2\n',
    "truncated.csv": SIMPLE.encode()[:-2],
    "cut in a character.csv": "a,b\nä,1\nö,2\n".encode()[:-4],
    "zeros.csv": b"a,b\n1,\0\n2,3\n",
    "binary.csv": bytes(range(256)) * 40,
    "an archive.csv": b"PK\x03\x04" + bytes(500),
    "latin.csv": "größe,b\nä,1\nö,2\n".encode("cp1252"),
    "not windows.csv": b"a,b\n\x81\x8d,1\n\x90,2\n",
    "said to be utf-8.csv": b"\xef\xbb\xbfa,b\n\xff\xfe,1\n\xc3(,2\n",
    "utf-16 cut.csv": SIMPLE.encode("utf-16")[:-1],
    "utf-16 without a mark.csv": SIMPLE.encode("utf-16-le"),
    "half a surrogate.csv": b"\xff\xfe"
    + "a,b\n".encode("utf-16-le")
    + b"\x00\xd8"
    + ",1\n".encode("utf-16-le"),
    "surrogates in utf-8.csv": b"a,b\n\xed\xa0\x80,1\n\xed\xb0\x80,2\n",
    "mixed delimiters.csv": b"a,b;c\n1,2;3\n1;2,3\n1\t2\t3\n",
    "mixed line ends.csv": b"a,b\r\nx,1\ry,2\nx,2\r\n",
    "ragged.csv": b"a,b\n1,2\n1,2,3\n",
    "names twice.csv": b"a,a\n1,2\n2,1\n",
    "odd names.csv": '"a,b","c""d","e\nf",🦀,1st,<&>\n1,2,1,2,1,2\n2,1,2,1,2,1\n'.encode(),
    "no name.csv": b"a,,c\n1,2,3\n2,3,1\n",
    "not numbers.csv": b"a,b\nnan,inf\n-inf,1e999\n0x1,1_0\n",
    "huge numbers.csv": b"a,b\n" + b"9" * 400 + b",1\n1e99999999999,2\n-" + b"9" * 300 + b",3\n",
    "deep exponents.csv": b"a,b\n1e-400,1e400\n1E+0000000000000000000001,2\n",
    "many blanks.txt": b"a b\n" + b" " * 50_000 + b"1 2\n2 1\n",
    "many quotes.txt": b"a b\n" + b'"' * 20_001 + b" 1\n2 1\n",
    "control characters.csv": b"a,b\n\x01,\x1b\n\x7f,\x0b\n\x0c,\x1f\n",
    "no data.arff": b"@relation x\n@attribute a real\n@attribute b real\n@data\n",
    "open brace.arff": b"@attribute a {x,y\n@data\nx\n",
    "no type.arff": b"@attribute\n@data\n",
    "sparse.arff": b"@attribute a real\n@attribute b real\n@data\n{0 1, 9999999999 2}\n",
    "quotes.arff": b"@attribute a string\n@attribute b string\n@data\n'\\\\',\"\\\n",
    "text.arff": SIMPLE.encode(),
    "text.xlsx": SIMPLE.encode(),
    "text.parquet": SIMPLE.encode(),
    "text.npz": SIMPLE.encode(),
    "magic.parquet": b"PAR1" + bytes(100) + b"PAR1",
    "end only.parquet": b"\xff\xff\xff\x7fPAR1",
    "no entries.xlsx": b"PK\x05\x06" + bytes(18),
    "no entries.npz": b"PK\x05\x06" + bytes(18),
}


def valid_files(folder: Path) -> Iterator[Path]:
    """One small whole file of every format, with text, numbers and gaps."""
    random = np.random.default_rng(1)
    labels = Dataset.coded(
        "d",
        ["a", "b c", "d"],
        [random.integers(0, count, 40) for count in (2, 4, 3)],
        [["x", "y"], ["1", "2", "3.5", None], ["p q", 'r"s', "t,u"]],
    )
    for ending in ("csv", "tsv", "xlsx", "parquet", "arff", "npz"):
        path = folder / f"valid.{ending}"
        write_table(labels, path)
        yield path


def _zipped(
    parts: Mapping[str, Callable[[io.BufferedIOBase], None] | bytes], how: int = zipfile.ZIP_DEFLATED
) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, content in parts.items():
            if isinstance(content, bytes):
                archive.writestr(name, content)
            else:
                with archive.open(name, "w", force_zip64=True) as file:
                    content(file)  # type: ignore[arg-type]
    return out.getvalue()


def _much(
    piece: bytes, times: int, before: bytes = b"", after: bytes = b""
) -> Callable[[io.BufferedIOBase], None]:
    def write(file: io.BufferedIOBase) -> None:
        file.write(before)
        for _ in range(times):
            file.write(piece)
        file.write(after)

    return write


def workbook_parts(folder: Path) -> dict[str, bytes]:
    """The parts of a small workbook, to be spoiled."""
    path = folder / "whole.xlsx"
    write_table(Dataset.discrete("d", ["a", "b"], [["x", "y"], ["p", "q"]]), path)
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


_SHEET = "xl/worksheets/sheet1.xml"
_LAUGH = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">'
    + b"".join(b'<!ENTITY %c "%b">' % (98 + n, b"&%c;" % (97 + n) * 20) for n in range(8))
    + b"]><worksheet>&i;</worksheet>"
)


def huge_files(folder: Path) -> Iterator[Path]:
    """Files that would take much memory or time, if they were let; smaller ones in the suite."""
    parts = workbook_parts(folder)
    blank, megabytes = b" " * (1 << 20), often(600, suite=260)
    row = b'<row><c t="inlineStr"><is><t>x</t></is></c><c><v>1</v></c></row>' * 1000
    head = parts[_SHEET].split(b"<row>", 1)[0]
    far = head + b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'
    makers: dict[str, Callable[[], bytes]] = {
        "filling.xlsx": lambda: _zipped({**parts, _SHEET: _much(blank, often(400, suite=260), head)}),
        "laughs.xlsx": lambda: _zipped({**parts, _SHEET: _LAUGH}),
        "strings.xlsx": lambda: _zipped(
            {**parts, "xl/sharedStrings.xml": _much(np.random.default_rng(1).bytes(1 << 20), 140)},
            zipfile.ZIP_STORED,
        ),
        "no dimension.xlsx": lambda: _zipped(
            {
                **parts,
                _SHEET: _much(
                    row,
                    often(30, suite=5),
                    head.replace(b"dimension", b"imension"),
                    b"</sheetData></worksheet>",
                ),
            }
        ),
        "far corner.xlsx": lambda: _zipped({**parts, _SHEET: far}),
        "many parts.xlsx": lambda: _zipped(parts | {f"x/{n}": b"" for n in range(11_000)}),
        "endless line.csv": lambda: b"a,b," * (12 << 20),
        "endless wide line.csv": lambda: ("a," * (6 << 20)).encode("utf-16"),
        "endless words.txt": lambda: b"a b " * (12 << 20),
        "endless quote.csv": lambda: b'a,b\n"' + b"x,1\n" * (8 << 20),
        "a million columns.csv": lambda: (
            b",".join(b"%d" % n for n in range(10**6)) + b"\n" + b"1," * 999_999 + b"1\n"
        ),
        "a million columns.arff": lambda: b"@attribute a real\n" * 10**6 + b"@data\n",
        "wide rows.csv": lambda: (b"ab," * 90_000 + b"c\n") * 60,
        "many names.csv": lambda: b"".join(
            b"n%d,%d\n" % (n, n % 2) for n in range(often(1_500_000, suite=200_000))
        ),
        "filling.npz": lambda: _zipped(
            {"data.npy": _much(bytes(1 << 20), megabytes, _npy((megabytes << 20, 1)))}
        ),
    }
    for name, make in makers.items():
        path = folder / name
        path.write_bytes(make())
        yield path


def _npy(shape: tuple[int, int]) -> bytes:
    out = io.BytesIO()
    np.lib.format.write_array_header_1_0(out, {"descr": "|u1", "fortran_order": False, "shape": shape})
    return out.getvalue()
