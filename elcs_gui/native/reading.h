/* What the parts of the reading core share.
 *
 * Unlike the kernel of the tests, a reader owns memory: the dictionaries of its columns, whose size nobody knows
 * before. Codes and numbers go straight into arrays of Python (elcs_gui/data/tables/text_columns.py).
 */
#ifndef ELCS_READING_H
#define ELCS_READING_H

#include "portable.h"

#include <stdint.h>

enum {
    BLANKS = 256,                /* the delimiter that stands for runs of blanks */
    BEYOND = 8,                  /* bytes behind a text that may be read, whatever they are */
    LONGEST_NUMBER = 1100,       /* see elcs_gui/data/columns/cells.py */
    LOWEST_POWER = -342,         /* of ten: numbers below and above are left to Python */
    HIGHEST_POWER = 308,
    NARROW = 256,                /* labels of a column whose codes are bytes */
};

/* decimal.c: is the text, but for blanks around it, a plain number? Then the double nearest to it is in `number`.
 * 0 also for numbers that take more care than this: Python reads those. `powers` has, for every power of ten, the
 * first 128 bits of that power of five; `comma`: a comma is a decimal point, too. */
int parse_number(const char *text, int64_t length, int comma, const uint64_t *powers, double *number);

#endif
