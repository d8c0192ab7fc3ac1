"""Types for arguments that several commands take; a wrong value is wrong usage (exit code 2)."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.errors import ElcsError

if TYPE_CHECKING:
    from elcs_gui.ci.questions import Verdict
    from elcs_gui.data.plan import ImportPlan

DATA = (
    "csv, tsv, text, xlsx, parquet, arff, npz; - for standard input; or an address: "
    "ibis://BACKEND/WHERE?table=NAME"
)
"""What data can be."""

_MOST_DIGITS = 1000
"""Of a whole number: a seed may be long."""


def data_named(text: str) -> Path:
    """A file of data, or a table at an address."""
    if not text.startswith("ibis:"):
        return Path(text)
    from elcs_gui.data.tables.address import data_path
    from elcs_gui.errors import DataError

    try:
        return data_path(text)
    except DataError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def significance(text: str) -> float:
    """A number between 0 and 1."""
    value = _number(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"must lie between 0 and 1, not {text!r}")
    return value


def rate(text: str) -> float:
    """A share from 0 up to, but not, 1."""
    value = _number(text)
    if not 0 <= value < 1:
        raise argparse.ArgumentTypeError(f"must be at least 0 and below 1, not {text!r}")
    return value


def rows_per_cell(text: str) -> float:
    """A number from 0 on that a trace can hold."""
    from elcs_gui.storage.session_limits import MOST_ROWS

    value = _number(text)
    if not 0 <= value <= MOST_ROWS:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to {MOST_ROWS:g}, not {_short(text)}")
    return value


def largest_set(text: str) -> int | None:
    """A whole number from 0 on that a trace can hold, or `unlimited` (None)."""
    from elcs_gui.storage.session_limits import MOST_K

    if text == "unlimited":
        return None
    value = _whole(text)
    if value is None or value > MOST_K:
        raise argparse.ArgumentTypeError(
            f"must be a whole number from 0 to {MOST_K:,} or 'unlimited', not {_short(text)}"
        )
    return value


def positive(text: str) -> int:
    """A whole number from 1 on."""
    value = _whole(text)
    if not value:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 on, not {_short(text)}")
    return value


def whole(text: str) -> int:
    """A whole number from 0 on."""
    value = _whole(text)
    if value is None:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 on, not {_short(text)}")
    return value


def seconds(text: str) -> float:
    """A number above 0."""
    value = _number(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {_short(text)}")
    return value


def names(text: str) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number, not {_short(text)}") from None


def _whole(text: str) -> int | None:
    """None where it is none, or one of more digits than anything here could have."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


def override(text: str) -> tuple[str, str, tuple[str, ...], Verdict]:
    """A verdict that is forced, by names: A,B|C,D=dependent."""
    from elcs_gui.storage.recipe_text import override_of

    try:
        return override_of(text)
    except ElcsError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def import_plan(text: str) -> ImportPlan:
    """How a table is read, as JSON."""
    import json

    from elcs_gui.data.plan import ImportPlan

    try:
        return ImportPlan.from_json(json.loads(text))
    except (ValueError, RecursionError):
        raise argparse.ArgumentTypeError("must be JSON, as in a recipe that elcs run prints") from None
    except ElcsError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def setting(text: str) -> tuple[str, str]:
    """A parameter of an algorithm and what it is set to: lambda1=0.05."""
    name, sign, value = text.partition("=")
    if not (name.strip() and sign and value.strip()):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=VALUE")
    return name.strip(), value.strip()
