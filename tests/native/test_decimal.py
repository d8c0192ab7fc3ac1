"""Numbers in text become the doubles that Python's float makes of them, or are left to Python."""

from __future__ import annotations

import ctypes
import math
import struct
from decimal import Decimal, localcontext
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from elcs_gui.data.columns.cells import has_decimal_comma, is_number
from elcs_gui.data.tables.text_columns import _powers
from elcs_gui.native.library import library

kernel = library()
pytestmark = pytest.mark.skipif(kernel is None, reason="no kernel on this machine")
POWERS = _powers()


def parsed(text: str, *, comma: bool = False) -> float | None:
    """The number that the core reads; None for what it leaves to Python."""
    assert kernel is not None
    function = ctypes.CDLL(str(kernel.path)).elcs_number
    function.argtypes = [ctypes.c_char_p, ctypes.c_int64, ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p]
    number, cell = np.zeros(1), text.encode()
    known = function(cell + bytes(8), len(cell), comma, POWERS.ctypes.data, number.ctypes.data)
    return float(number[0]) if known else None


def halfway(random: Random) -> str:
    """All digits of what lies half way between two doubles."""
    between = Fraction(2 * random.getrandbits(52) + (1 << 53) + 1, 2) * Fraction(2) ** random.randrange(
        -60, 60
    )
    with localcontext() as context:
        context.prec = 200
        return str(Decimal(between.numerator) / Decimal(between.denominator))


KINDS = (
    lambda random: repr(struct.unpack("d", struct.pack("Q", random.getrandbits(64)))[0]),
    lambda random: repr(random.gauss(0, 1)),
    lambda random: f"{random.randrange(10 ** random.randrange(1, 25))}e{random.randrange(-330, 310)}",
    lambda random: f"{random.randrange(10**6)}.{random.randrange(10 ** random.randrange(1, 30))}",
    halfway,
    lambda random: "".join(random.choice("0123456789.eE+-, ") for _ in range(random.randrange(1, 9))),
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_number_is_the_nearest_double_to_the_last_bit(kind: object) -> None:
    random, known = Random(1), 0
    for _ in range(3000):
        text = kind(random)  # type: ignore[operator]
        number = parsed(text)
        if number is not None:
            known += 1
            assert is_number(text.strip()), text
            assert struct.pack("d", number) == struct.pack("d", float(text)), text
    assert known > 30


@pytest.mark.parametrize(
    "text", ["", " ", "+", ".", "1e", "1e+", "--1", "1_0", "0x1", "inf", "nan", "1 2", "1,5"]
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert parsed(text) is None


@pytest.mark.parametrize("text", ["1,5", ",5", "-2,25e3", "1,", "1,5,2", "1.5", "3", "1,5.2"])
def test_a_comma_is_a_point_where_it_is_the_decimal_sign(text: str) -> None:
    expected = float(text.replace(",", ".")) if has_decimal_comma(text) or is_number(text) else None
    assert parsed(text, comma=True) == expected


@pytest.mark.parametrize(
    "text", ["0", "-0", "0.0e500", "1" + "0" * 30, "0." + "0" * 30 + "1", "1" * 19 + "5"]
)
def test_zeros_and_many_digits(text: str) -> None:
    number = parsed(text)
    assert number == float(text)
    assert math.copysign(1, number) == math.copysign(1, float(text))


@pytest.mark.parametrize("text", ["1e309", "1e-320", "4.9e-324", "1" * 1101])
def test_what_is_out_of_the_range_of_normal_doubles_is_left_to_python(text: str) -> None:
    assert parsed(text) is None
