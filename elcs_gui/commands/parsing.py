"""Types for arguments that several commands take; a wrong value is wrong usage (exit code 2)."""

from __future__ import annotations

import argparse
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

EXAMPLES_OWN = -1
"""Stands for --k where it is not given: what the example asks for, 3 for anything else."""


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


def not_negative(text: str) -> float:
    """A number from 0 on."""
    value = _number(text)
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number from 0 on, not {text!r}")
    return value


def largest_set(text: str) -> int | None:
    """A whole number from 0 on, or `unlimited` (None)."""
    if text == "unlimited":
        return None
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number or 'unlimited', not {text!r}")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 on, not {text!r}")
    return int(text)


def whole(text: str) -> int:
    """A whole number from 0 on."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 on, not {text!r}")
    return int(text)


def names(text: str) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number, not {text!r}") from None
