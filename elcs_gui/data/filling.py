"""Files that unpack to far more than they hold: nothing but filling, made to exhaust whoever opens them."""

from elcs_gui.errors import DataError

HARDLY_SMALL = 1 << 28
"""Bytes below which nobody minds."""

STEEPEST = 500
"""Bytes that one byte of a file unpacks to at most, in anything that was not made on purpose."""


def check_filling(unpacked: int, packed: int, where: str, *, small: int | None = None) -> None:
    """A DataError where so many bytes would come of so few; to be asked before they are unpacked."""
    if unpacked > (HARDLY_SMALL if small is None else small) and unpacked > STEEPEST * max(packed, 1):
        raise DataError(
            f"{where} would unpack from {packed:,} to {unpacked:,} bytes: it is refused, as it holds nothing "
            "but filling."
        )
