"""A fault in the running program: the code of its functions is exchanged, in a process forked for it.

What a module does while it is imported cannot be exchanged: such a fault is planted in the file, and a
process begun anew.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutation.covering import forgetting, living
from tests.mutation.faults import Fault

_times = count(1)

EXECUTED_BY_IMPORT = """
import coverage, importlib, json, pathlib, sys
measuring = coverage.Coverage(data_file=None, source=["elcs_gui"], config_file=False)
measuring.start()
for path in sorted(pathlib.Path("elcs_gui").rglob("*.py")):
    importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
measuring.stop()
data, root = measuring.get_data(), pathlib.Path.cwd()
lines = {pathlib.Path(f).relative_to(root).as_posix(): sorted(data.lines(f)) for f in data.measured_files()}
print(json.dumps(lines))
"""


@contextmanager
def planted(root: Path, fault: Fault) -> Iterator[None]:
    """Inside, the file has the fault.

    Each time of writing is another one: Python tells by it whether what it has compiled is still true.
    """
    path = root / fault.path
    sound, was = path.read_bytes(), path.stat()
    later = was.st_mtime + 1000 * os.getpid() + next(_times)
    try:
        path.write_bytes(fault.planted(sound.decode()).encode())
        os.utime(path, (later, later))
        yield
    finally:
        path.write_bytes(sound)
        os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))


def exchange(root: Path, fault: Fault, sound: str) -> bool:
    """Give every function of the running program the code that it has with the fault; was there one?

    `sound` is the text of the file without it.
    """
    path = root / fault.path
    module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    if module not in sys.modules:
        return True  # whoever imports it finds the fault in the file
    codes = _functions(compile(sound, str(path), "exec", dont_inherit=True))
    faulty = _functions(compile(fault.planted(sound), str(path), "exec", dont_inherit=True))
    changed = {key: code for key, code in faulty.items() if key in codes and codes[key] != code}
    exchanged = False
    for function in living(FunctionType):
        code = function.__code__
        if (code.co_qualname, code.co_firstlineno) in changed and Path(code.co_filename) == path:
            try:
                function.__code__ = changed[code.co_qualname, code.co_firstlineno]
            except ValueError:  # it closes over another number of names
                return False
            exchanged = True
    for forget in forgetting():
        forget()
    return exchanged


def _functions(code: CodeType) -> dict[tuple[str, int], CodeType]:
    found: dict[tuple[str, int], CodeType] = {}
    for each in code.co_consts:
        if isinstance(each, CodeType):
            found[each.co_qualname, each.co_firstlineno] = each
            found |= _functions(each)
    return found


def executed_by_import(root: Path) -> str:
    """As JSON: the lines of each file that are executed when the program is imported."""
    said = subprocess.run(
        [sys.executable, "-c", EXECUTED_BY_IMPORT], cwd=root, check=True, capture_output=True, text=True
    )
    return said.stdout
