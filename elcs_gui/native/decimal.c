/* From decimal digits to the nearest double, as Python's float does it, wherever the program runs: the C library's
 * own function asks the locale.
 *
 * The digits as a whole number times a power of ten: the first 64 bits of that product, and some more where those
 * do not tell, are computed from a table of powers of five (D. Lemire: Number parsing at a gigabyte per second,
 * Software: Practice and Experience 51, 2021).
 */
#include "reading.h"

#include <string.h>

enum { MOST_DIGITS = 19, MANTISSA = 52, EXPONENT_OF_ONE = 1023, INFINITE = 2047, FAR = 100000 };

/* The sign, the digits as a whole number, the power of ten they are multiplied by. */
struct digits {
    uint64_t whole;
    int64_t power, used;
    int negative, more; /* more: further digits than those were there, and not all were zeros */
};

ALWAYS_INLINE int is_digit(char sign)
{
    return sign >= '0' && sign <= '9';
}

ALWAYS_INLINE void add_digit(struct digits *found, char sign, int behind_point)
{
    if (found->used < MOST_DIGITS) {
        found->whole = found->whole * 10 + (uint64_t)(sign - '0');
        found->used += found->whole != 0;
        found->power -= behind_point;
    } else {
        found->more |= sign != '0';
        found->power += !behind_point;
    }
}

/* Splits a text into its parts; 0 where it is no plain number. */
static int split(const char *at, const char *end, int comma, struct digits *found)
{
    const char point = comma && memchr(at, ',', (size_t)(end - at)) != NULL ? ',' : '.';
    int64_t before = 0, behind = 0;
    if (*at == '+' || *at == '-')
        found->negative = *at++ == '-';
    for (; at < end && is_digit(*at); at++, before++)
        add_digit(found, *at, 0);
    if (at < end && *at == point)
        for (at++; at < end && is_digit(*at); at++, behind++)
            add_digit(found, *at, 1);
    /* "1." is a number, "1," is none. */
    if (before + behind == 0 || (point == ',' && behind == 0))
        return 0;
    if (at < end) {
        int64_t exponent = 0;
        int below = 0;
        if (*at != 'e' && *at != 'E')
            return 0;
        at++;
        if (at < end && (*at == '+' || *at == '-'))
            below = *at++ == '-';
        if (at == end)
            return 0;
        for (; at < end; at++) {
            if (!is_digit(*at))
                return 0;
            if (exponent < FAR)
                exponent = exponent * 10 + (*at - '0');
        }
        found->power += below ? -exponent : exponent;
    }
    return 1;
}

/* whole · 10^power as the bits of the nearest double; 0 where it is out of the range of normal ones. */
static int nearest(uint64_t whole, int64_t power, const uint64_t *powers, uint64_t *bits)
{
    if (power < LOWEST_POWER || power > HIGHEST_POWER)
        return 0;
    const uint64_t *five = powers + 2 * (power - LOWEST_POWER);
    const int zeros = __builtin_clzll(whole);
    whole <<= zeros;
    const unsigned __int128 product = (unsigned __int128)whole * five[0];
    uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
    if ((high & 0x1FF) == 0x1FF) { /* what was left out may carry into the bits that count */
        const uint64_t rest = (uint64_t)(((unsigned __int128)whole * five[1]) >> 64);
        low += rest;
        high += low < rest;
        if (low == UINT64_MAX)
            return 0;
    }
    const int upper = (int)(high >> 63), dropped = upper + 64 - MANTISSA - 3;
    uint64_t mantissa = high >> dropped;
    /* 217706 / 2^16 is the binary logarithm of ten, exact enough for every power here. */
    int64_t exponent = ((217706 * power) >> 16) + 63 + upper - zeros + EXPONENT_OF_ONE;
    if (exponent <= 0)
        return 0;
    /* Half way between two doubles, the even one is the nearest; exact products are those of small powers. */
    if (low <= 1 && power >= -4 && power <= 23 && (mantissa & 3) == 1 && mantissa << dropped == high)
        mantissa &= ~(uint64_t)1;
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    if (mantissa >> (MANTISSA + 1)) {
        mantissa >>= 1;
        exponent++;
    }
    if (exponent >= INFINITE)
        return 0;
    *bits = (mantissa & (((uint64_t)1 << MANTISSA) - 1)) | (uint64_t)exponent << MANTISSA;
    return 1;
}

int parse_number(const char *text, int64_t length, int comma, const uint64_t *powers, double *number)
{
    const char *at = text, *end = text + length;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    while (at < end && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    struct digits found = {0, 0, 0, 0, 0};
    if (at == end || end - at > LONGEST_NUMBER || !split(at, end, comma, &found))
        return 0;
    uint64_t bits = 0, above;
    if (found.whole != 0 && !nearest(found.whole, found.power, powers, &bits))
        return 0;
    /* With more digits than are looked at, the number lies between this one and the next. */
    if (found.more && (!nearest(found.whole + 1, found.power, powers, &above) || above != bits))
        return 0;
    bits |= (uint64_t)found.negative << 63;
    memcpy(number, &bits, sizeof bits);
    return 1;
}
