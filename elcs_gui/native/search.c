/* Questions answered from the tape, or by measuring; in batches, in the three shapes that algorithms ask.
 *
 * Every entry writes the number of each answer on the tape, its flags, and its strength. It returns how it ended.
 * After `FULL` (no room left, or time to look up) it goes on where it stopped when it is called again with the
 * same arguments; so it does after `CLOSE`: a statistic so near its critical value that rounding could decide,
 * or of more degrees of freedom than critical values are tabled for, waits for what only Python can tell.
 */
#define _POSIX_C_SOURCE 199309L
#include "kernel.h"

#include <math.h>
#include <time.h>

#ifndef ELCS_SOURCES
#define ELCS_SOURCES 0u
#endif

enum ending { EXHAUSTED, FOUND, FULL, CLOSE, BAD_QUESTION, BAD_CODE };
enum said { DEPENDENT, INDEPENDENT, NOT_SAID };
enum flag { FRESH = 1, SWAPPED = 2 };
enum ledger { REQUESTED, PERFORMED, UNRELIABLE };

struct tape {
    int64_t room, given_room, slots_used;
    int64_t *used; /* answers; numbers in `given` */
    int32_t *asked; /* x, y, where z begins in `given`, how long it is */
    int32_t *given;
    double *statistic;
    int32_t *df, *last_run, *slots;
};

struct judge {
    int64_t critical_length, forced_length, settled_length;
    double near_below, near_above;
    const double *critical; /* by df */
    const int8_t *forced, *settled; /* by answer: 1 dependent, 0 independent, -1 neither */
};

struct run {
    int64_t serial, weak_marginal, weak_conditional; /* does an unreliable test count as independent? */
    int64_t patience; /* nanoseconds between two endings */
    int64_t room, written;
    int64_t waiting; /* the answer that has to be settled */
    int64_t why; /* `ending` that kept the last question from being answered */
    int64_t *ledger;
    int32_t *answers, *z; /* room; one for each variable */
    uint8_t *flags;
    double *strength;
    struct clock clock;
};

/* ---- The clock ---- */

static const int64_t UNWATCHED = 1 << 20; /* rows of work between two looks at the clock */

static int64_t now(void)
{
    struct timespec time;
#ifdef _WIN32
    timespec_get(&time, TIME_UTC);
#else
    clock_gettime(CLOCK_MONOTONIC, &time);
#endif
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int clock_is_over(struct clock *clock, int64_t work)
{
    clock->work += work;
    if (clock->work < UNWATCHED)
        return 0;
    if (now() < clock->deadline) {
        clock->work = 0;
        return 0;
    }
    return 1; /* the next one to ask hears so too */
}

static void begin(struct run *run)
{
    run->written = 0;
    run->clock.work = 0;
    run->clock.deadline = now() + run->patience;
}

/* ---- One question ---- */

static void sort(int32_t *z, int64_t nz)
{
    for (int64_t i = 1; i < nz; i++) {
        int32_t v = z[i];
        int64_t j = i;
        for (; j > 0 && z[j - 1] > v; j--)
            z[j] = z[j - 1];
        z[j] = v;
    }
}

static int is_asked(const struct tape *tape, int32_t number, const struct question *question)
{
    const int32_t *asked = tape->asked + 4 * (int64_t)number;
    if (asked[0] != question->x || asked[1] != question->y || asked[3] != question->nz)
        return 0;
    for (int32_t i = 0; i < question->nz; i++)
        if (tape->given[asked[2] + i] != question->z[i])
            return 0;
    return 1;
}

/* The number of the answer, measured now if it is new; -1 where it was not, for the reason in `run->why`. */
static int32_t answer_to(struct data *data, struct tape *tape, struct run *run, const struct question *question)
{
    const uint64_t factor = 0x9E3779B97F4A7C15u;
    uint64_t hash = (uint64_t)(question->x + 1) * factor;
    hash = (hash ^ (uint64_t)(question->y + 1)) * factor;
    for (int32_t i = 0; i < question->nz; i++)
        hash = (hash ^ (uint64_t)(question->z[i] + 1)) * factor;
    int64_t wrap = tape->slots_used - 1, slot = (int64_t)((hash ^ (hash >> 32)) & (uint64_t)wrap);
    for (; tape->slots[slot] >= 0; slot = (slot + 1) & wrap)
        if (is_asked(tape, tape->slots[slot], question))
            return tape->slots[slot];
    int64_t number = tape->used[0], start = tape->used[1];
    if (number >= tape->room || start + question->nz > tape->given_room) {
        run->why = FULL;
        return -1;
    }
    enum measured ended = measure(data, question, &run->clock, tape->statistic + number, tape->df + number);
    if (ended != MEASURED) {
        run->why = ended == INTERRUPTED ? FULL : BAD_CODE;
        return -1;
    }
    int32_t *asked = tape->asked + 4 * number;
    asked[0] = question->x;
    asked[1] = question->y;
    asked[2] = (int32_t)start;
    asked[3] = question->nz;
    for (int32_t i = 0; i < question->nz; i++)
        tape->given[start + i] = question->z[i];
    tape->last_run[number] = 0;
    tape->slots[slot] = (int32_t)number;
    tape->used[0]++;
    tape->used[1] += question->nz;
    return (int32_t)number;
}

/* What counts for an answer: a verdict forced or settled before, the policy, or the critical value. */
static enum said verdict_on(
    const struct tape *tape, const struct judge *judge, const struct run *run, int32_t number, int64_t nz)
{
    double statistic = tape->statistic[number];
    if (number < judge->forced_length && judge->forced[number] >= 0)
        return judge->forced[number] == 0 ? INDEPENDENT : DEPENDENT;
    if (isnan(statistic))
        return (nz > 0 ? run->weak_conditional : run->weak_marginal) ? INDEPENDENT : DEPENDENT;
    if (number < judge->settled_length && judge->settled[number] >= 0)
        return judge->settled[number] == 0 ? INDEPENDENT : DEPENDENT;
    int64_t df = tape->df[number];
    if (df < 0 || df >= judge->critical_length)
        return NOT_SAID;
    double limit = judge->critical[df];
    if (limit * judge->near_below < statistic && statistic < limit * judge->near_above)
        return NOT_SAID;
    return statistic < limit ? INDEPENDENT : DEPENDENT;
}

/* Answer (x, y | the first nz of run->z), which gets sorted, at the next place of the output. */
static enum said ask(
    struct data *data, struct tape *tape, const struct judge *judge, struct run *run, int64_t x, int64_t y,
    int64_t nz)
{
    const int64_t variables = data->variables;
    int bad = x < 0 || x >= variables || y < 0 || y >= variables;
    sort(run->z, nz);
    for (int64_t i = 0; i < nz; i++) /* x and y may be among them, some algorithms ask so */
        bad |= run->z[i] < 0 || run->z[i] >= variables;
    if (bad) {
        run->why = BAD_QUESTION;
        return NOT_SAID;
    }
    int64_t swapped = x > y;
    struct question question = {(int32_t)(swapped ? y : x), (int32_t)(swapped ? x : y), (int32_t)nz, run->z};
    int32_t number = answer_to(data, tape, run, &question);
    if (number < 0)
        return NOT_SAID;
    enum said said = verdict_on(tape, judge, run, number, nz);
    if (said == NOT_SAID) {
        run->waiting = number;
        run->why = CLOSE;
        return NOT_SAID;
    }
    double statistic = tape->statistic[number];
    int64_t fresh = tape->last_run[number] != run->serial, unreliable = isnan(statistic), place = run->written++;
    tape->last_run[number] = (int32_t)run->serial;
    run->ledger[REQUESTED]++;
    run->ledger[PERFORMED] += fresh;
    run->ledger[UNRELIABLE] += unreliable;
    run->answers[place] = number;
    run->flags[place] = (uint8_t)((fresh ? FRESH : 0) | (swapped ? SWAPPED : 0));
    run->strength[place] = said == INDEPENDENT ? -1.0 : unreliable ? 0.0 : statistic;
    return said;
}

/* Undo the questions from place `before` on: they are asked again. */
static void take_back(struct tape *tape, struct run *run, int64_t before)
{
    while (run->written > before) {
        int64_t place = --run->written;
        int32_t number = run->answers[place];
        run->ledger[REQUESTED]--;
        run->ledger[UNRELIABLE] -= isnan(tape->statistic[number]) != 0;
        if (run->flags[place] & FRESH) {
            run->ledger[PERFORMED]--;
            tape->last_run[number] = 0;
        }
    }
}

static int must_pause(struct run *run)
{
    return run->written >= run->room || (run->written > 0 && clock_is_over(&run->clock, 0));
}

/* ---- The entries ---- */

/* Questions `x, y, |z|, z...` written one after another. `state` is the place of the next one. */
EXPORTED int64_t elcs_ask_listed(
    struct data *data, struct tape *tape, const struct judge *judge, struct run *run, const int32_t *questions,
    int64_t length, int64_t *state)
{
    begin(run);
    while (*state < length) {
        const int32_t *next = questions + *state;
        if (must_pause(run))
            return FULL;
        if (*state + 3 > length || next[2] < 0 || next[2] > data->variables || *state + 3 + next[2] > length)
            return BAD_QUESTION;
        for (int32_t i = 0; i < next[2]; i++)
            run->z[i] = next[3 + i];
        if (ask(data, tape, judge, run, next[0], next[1], next[2]) == NOT_SAID)
            return run->why;
        *state += 3 + next[2];
    }
    return EXHAUSTED;
}

/* The next subset of `size` among `count`, by its positions; 0 after the last. */
static int next_subset(int64_t *chosen, int64_t size, int64_t count)
{
    int64_t i = size - 1;
    while (i >= 0 && chosen[i] == count - size + i)
        i--;
    if (i < 0)
        return 0;
    chosen[i]++;
    for (i++; i < size; i++)
        chosen[i] = chosen[i - 1] + 1;
    return 1;
}

/* For each x ask (x, y | Z) for subsets Z of the pool without x, until one separates.
 *
 * `containing` is the variable that every set holds besides, or -1. `state` holds the place in xs, the size of
 * the set to ask next, and its positions among the other members of the pool. */
EXPORTED int64_t elcs_ask_subsets(
    struct data *data, struct tape *tape, const struct judge *judge, struct run *run, const int32_t *xs,
    int64_t xs_length, int64_t y, const int32_t *pool, int64_t pool_length, int64_t k, int64_t containing,
    int32_t *others, int64_t *state)
{
    const int64_t always = containing >= 0;
    int64_t *chosen = state + 2;
    begin(run);
    for (; state[0] < xs_length; state[0]++, state[1] = 0) {
        const int64_t x = xs[state[0]];
        int64_t count = 0;
        for (int64_t i = 0; i < pool_length; i++)
            if (pool[i] != x && pool[i] != containing)
                others[count++] = pool[i];
        while (state[1] + always <= k && state[1] <= count) {
            const int64_t size = state[1];
            if (must_pause(run))
                return FULL;
            if (size + always > data->variables)
                return BAD_QUESTION;
            for (int64_t i = 0; i < size; i++)
                run->z[i] = others[chosen[i]];
            if (always)
                run->z[size] = (int32_t)containing;
            enum said said = ask(data, tape, judge, run, x, y, size + always);
            if (said == NOT_SAID)
                return run->why;
            if (said == INDEPENDENT)
                return FOUND;
            if (!next_subset(chosen, size, count)) {
                state[1] = size + 1;
                for (int64_t i = 0; i <= size && i < count; i++)
                    chosen[i] = i;
            }
        }
    }
    return EXHAUSTED;
}

/* For x in xs from xs[*state] on: ask (x, m | nothing) for every member m, then (x, target | those it depends
 * on). Ends after the first x that stays dependent on the target. Answers are written for whole x only. */
EXPORTED int64_t elcs_ask_screen(
    struct data *data, struct tape *tape, const struct judge *judge, struct run *run, const int32_t *xs,
    int64_t xs_length, const int32_t *members, int64_t members_length, int64_t target, int32_t *linked,
    int64_t *state)
{
    begin(run);
    for (; *state < xs_length; ++*state) {
        const int64_t x = xs[*state], before = run->written;
        int64_t nz = 0;
        if (must_pause(run) || before + members_length + 1 > run->room)
            return FULL;
        if (members_length > data->variables)
            return BAD_QUESTION;
        enum said said = DEPENDENT;
        for (int64_t i = 0; i < members_length && said != NOT_SAID; i++) {
            said = ask(data, tape, judge, run, x, members[i], 0);
            if (said == DEPENDENT)
                linked[nz++] = members[i];
        }
        if (said != NOT_SAID) {
            for (int64_t i = 0; i < nz; i++)
                run->z[i] = linked[i];
            said = ask(data, tape, judge, run, x, target, nz);
        }
        if (said == NOT_SAID) {
            take_back(tape, run, before);
            return run->why;
        }
        if (said == DEPENDENT) {
            ++*state;
            return FOUND;
        }
    }
    return EXHAUSTED;
}

/* Fill the bit sets, which are all zeros; EXHAUSTED, or BAD_CODE where a code is none of a variable's levels. */
EXPORTED int64_t elcs_fill_sets(struct data *data)
{
    const int64_t words = data->words;
    for (int64_t variable = 0; variable < data->variables; variable++) {
        const int64_t levels = levels_of(data, variable);
        uint64_t *sets = data->bits + data->first_level[variable] * words;
        uint64_t *known = data->bits + (data->first_level[data->variables] + variable) * words;
        for (int64_t row = 0; row < data->stored; row++) {
            const int64_t level = code_at(data, variable, row);
            const uint64_t bit = (uint64_t)1 << (row & 63);
            if (level < levels) {
                sets[level * words + (row >> 6)] |= bit;
                if (data->gaps)
                    known[row >> 6] |= bit;
            } else if (!data->gaps || level > levels)
                return BAD_CODE;
        }
    }
    for (int64_t row = 0; row < data->stored && !data->gaps; row++)
        data->masks[row >> 6] |= (uint64_t)1 << (row & 63);
    return EXHAUSTED;
}

/* Which sources this kernel was built from. */
EXPORTED uint32_t elcs_checksum(void)
{
    return ELCS_SOURCES;
}

/* The sizes of the structures that Python mirrors, and the limits that decide how long scratch arrays are. */
EXPORTED void elcs_sizes(int64_t *sizes)
{
    const int64_t all[] = {
        sizeof(struct data), sizeof(struct tape), sizeof(struct judge), sizeof(struct run),
        SHORT_CODES, INTERLEAVED, BIT_SET_CELLS, BIT_SET_SETS,
    };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        sizes[i] = all[i];
}
