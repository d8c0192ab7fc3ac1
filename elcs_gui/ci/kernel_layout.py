"""Sizes that the compiled kernel shares with what prepares its arrays and with numpy's version of G².

Apart, because the kernel's own modules import numba; and named like them, so that another size is another
edition of what is kept on the disk (`elcs_gui.ci.kept_kernel`).
"""

TABLED = 1 << 20
"""Of counts up to this one, n·ln n is tabled: 8 MB."""

MANTISSAS = 1 << 10
"""Of larger ones it is computed from the logarithms of as many numbers, from this one on."""

SHORT_CODES = 1 << 16
"""Up to this many cells, codes of 16 bits do, and are multiplied twice as fast."""

INTERLEAVED = 4
"""So many tables are counted side by side where codes are short: a single one stalls on repeated
increments."""

SETTINGS = 4
"""So many numbers stand before the logarithms."""
