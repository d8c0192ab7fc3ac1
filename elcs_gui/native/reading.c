/* One pass over a text of delimited cells: every column becomes codes and a dictionary of its cells as they stand
 * there, or numbers.
 *
 * Records and cells are those of Python's csv (doublequote, skipinitialspace, strict), or words between runs of
 * blanks. The text comes in pieces; each call takes whole records, and says how many bytes those were. What is
 * wrong with a record ends the reading; what only Python can judge (letters beyond ASCII that may be blanks, very
 * long cells) ends it as UNCLEAR, and Python's own reader takes over.
 */
#include "reading.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEYS = 5,              /* labels of at most 8 bytes that are compared before the dictionary is asked */
    SHORT = 8,
    LONGEST_CELL = 131072, /* bytes; Python's csv counts letters */
    MOST_AT_ONCE = 4096,   /* rows that are coded before they are handed over, column by column */
    FEWEST_AT_ONCE = 32,
    CELLS_AT_ONCE = 1 << 20
};

enum kind { LEVELS, NUMBERS, SKIPPED };

/* How a call ends; elcs_gui/data/tables/text_columns.py has the same numbers. */
enum state { READ, WRONG_WIDTH, SIGN_BEHIND_QUOTE, QUOTE_NOT_CLOSED, UNCLEAR, NO_ROOM, NO_MEMORY };

enum record { COMPLETE, BLANK, CUT_OFF, FAULTY };

/* A place in a dictionary: free where `code1`, the code plus one, is 0. */
struct place {
    uint64_t hash;
    uint32_t code1, label;
};

struct dictionary {
    uint32_t mask, used;
    struct place places[];
};

struct label {
    uint32_t column, code, length;
    uint64_t at;
};

struct column {
    uint64_t keys[KEYS];
    uint16_t codes1[KEYS]; /* the code plus one; 0 where there is no key */
    uint8_t keyed, kind;
    uint32_t size; /* labels so far */
    struct dictionary *dictionary;
};

struct reader {
    int64_t columns, rows, most_rows, line, wrong_line, wrong_width;
    int32_t delimiter, comma, header, state; /* header: a record that is no row comes first */
    uint64_t seed;
    const uint64_t *powers;
    struct column *column;
    uint8_t *const *codes; /* of Python, by column of levels: most_rows bytes */
    double **numbers;   /* of Python, by column; none for levels */
    uint32_t **wide;    /* codes of columns with more labels than a byte counts */
    uint32_t *block;    /* the rows since codes were handed over last, row by row */
    int64_t in_block, block_rows;
    struct label *labels;
    uint64_t labels_used, labels_room;
    char *text;         /* of all labels */
    uint64_t text_used, text_room;
    char *cell;         /* a cell in quotes, as it is without them */
    int64_t cell_room;
    uint32_t *row;      /* the one at hand in the block */
    uint8_t ends_cell[256];
    uint64_t ends[3];   /* the same signs, eight times each */
};

/* ---- Labels ---- */

ALWAYS_INLINE uint64_t mixed(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

static uint64_t hash_of(const struct reader *reader, const char *text, int64_t length)
{
    uint64_t hash = reader->seed ^ (uint64_t)length, part;
    for (; length >= 8; text += 8, length -= 8) {
        memcpy(&part, text, 8);
        hash = mixed(hash ^ part) * 0x9fb21c651e98df25u + reader->seed;
    }
    part = 0;
    memcpy(&part, text, (size_t)length);
    return mixed(mixed(hash ^ part) + reader->seed);
}

/* Room for `wanted` things of a size, at least doubled each time; 0 where there is no memory. */
static int make_room(void **array, uint64_t *room, uint64_t wanted, size_t size)
{
    if (wanted <= *room)
        return 1;
    uint64_t larger = *room * 2 > wanted ? *room * 2 : wanted + 1024;
    void *moved = larger > SIZE_MAX / size ? NULL : realloc(*array, larger * size);
    if (moved == NULL)
        return 0;
    *array = moved;
    *room = larger;
    return 1;
}

/* Keep a new label; its code. On failure the state says so, and any code will do. */
static uint32_t keep_label(struct reader *reader, int64_t column, const char *text, int64_t length)
{
    if (reader->labels_used >= UINT32_MAX - 1 ||
        !make_room((void **)&reader->labels, &reader->labels_room, reader->labels_used + 1, sizeof(struct label)) ||
        !make_room((void **)&reader->text, &reader->text_room, reader->text_used + (uint64_t)length + 1, 1)) {
        reader->state = NO_MEMORY;
        return 0;
    }
    memcpy(reader->text + reader->text_used, text, (size_t)length);
    const uint32_t code = reader->column[column].size++;
    reader->labels[reader->labels_used++] =
        (struct label){(uint32_t)column, code, (uint32_t)length, reader->text_used};
    reader->text_used += (uint64_t)length;
    return code;
}

static void put(struct dictionary *dictionary, uint64_t hash, uint32_t code1, uint32_t label)
{
    uint32_t at = (uint32_t)hash & dictionary->mask;
    while (dictionary->places[at].code1 != 0)
        at = (at + 1) & dictionary->mask;
    dictionary->places[at] = (struct place){hash, code1, label};
    dictionary->used++;
}

/* The same dictionary, or none, with four times the places; NULL where there is no memory. */
static struct dictionary *enlarged(struct dictionary *old)
{
    const uint64_t places = old == NULL ? 16 : ((uint64_t)old->mask + 1) * 4;
    struct dictionary *dictionary = NULL;
    if (places <= (uint64_t)UINT32_MAX + 1)
        dictionary = calloc(1, sizeof *dictionary + places * sizeof(struct place));
    if (dictionary == NULL)
        return NULL;
    dictionary->mask = (uint32_t)(places - 1);
    if (old != NULL) {
        for (uint64_t i = 0; i <= old->mask; i++)
            if (old->places[i].code1 != 0)
                put(dictionary, old->places[i].hash, old->places[i].code1, old->places[i].label);
        free(old);
    }
    return dictionary;
}

/* The code of a label that is not among the keys of its column; `key` is its bytes where they are few. */
static uint32_t look_up(struct reader *reader, int64_t place, const char *text, int64_t length, uint64_t key)
{
    struct column *column = &reader->column[place];
    const uint64_t hash = hash_of(reader, text, length);
    struct dictionary *dictionary = column->dictionary;
    if (dictionary != NULL) {
        for (uint32_t at = (uint32_t)hash & dictionary->mask; dictionary->places[at].code1 != 0;
             at = (at + 1) & dictionary->mask) {
            if (dictionary->places[at].hash != hash)
                continue;
            const struct label *label = &reader->labels[dictionary->places[at].label];
            if (label->length == length && memcmp(reader->text + label->at, text, (size_t)length) == 0)
                return dictionary->places[at].code1 - 1;
        }
    }
    const uint32_t code = keep_label(reader, place, text, length);
    if (reader->state != READ)
        return 0;
    if (length <= SHORT && column->keyed < KEYS && code < UINT16_MAX) {
        column->keys[column->keyed] = key;
        column->codes1[column->keyed++] = (uint16_t)(code + 1);
        return code;
    }
    if (dictionary == NULL || (uint64_t)dictionary->used * 2 > dictionary->mask) {
        dictionary = enlarged(dictionary);
        if (dictionary == NULL) {
            reader->state = NO_MEMORY;
            return 0;
        }
        column->dictionary = dictionary;
    }
    put(dictionary, hash, code + 1, (uint32_t)(reader->labels_used - 1));
    return code;
}

/* The first bytes of a text as a number. No cell holds a zero byte, so equal numbers are equal texts. */
ALWAYS_INLINE uint64_t first_bytes(const char *text, int64_t length)
{
    uint64_t bytes;
    memcpy(&bytes, text, 8); /* see BEYOND */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return length == 0 ? 0 : bytes & (UINT64_MAX >> (64 - 8 * length));
}

ALWAYS_INLINE uint32_t code_of(struct reader *reader, int64_t place, const char *text, int64_t length)
{
    const struct column *column = &reader->column[place];
    if (length > SHORT)
        return look_up(reader, place, text, length, 0);
    const uint64_t key = first_bytes(text, length);
    uint32_t code1 = 0; /* all keys are compared: a branch that nobody can predict takes longer */
    for (int32_t i = 0; i < KEYS; i++)
        code1 |= column->keys[i] == key ? column->codes1[i] : 0;
    return code1 != 0 ? code1 - 1 : look_up(reader, place, text, length, key);
}

/* What stands for a label among numbers: not a number, with the code in its bits. */
ALWAYS_INLINE double boxed(uint32_t code)
{
    const uint64_t bits = 0x7ff8000000000000u | ((uint64_t)code + 1);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Take in a cell of the record at hand. */
ALWAYS_INLINE void take(struct reader *reader, int64_t place, const char *text, int64_t length)
{
    if (place >= reader->columns)
        return;
    const uint8_t kind = reader->column[place].kind;
    if (kind == LEVELS)
        reader->row[place] = code_of(reader, place, text, length);
    else if (kind == NUMBERS) {
        double number;
        if (!parse_number(text, length, reader->comma, reader->powers, &number))
            number = boxed(code_of(reader, place, text, length));
        reader->numbers[place][reader->rows] = number;
    }
}

/* ---- Rows ---- */

/* Hand the codes of the rows since the last time over to their columns. */
static void hand_over(struct reader *reader)
{
    const int64_t rows = reader->in_block, begin = reader->rows - rows, columns = reader->columns;
    for (int64_t j = 0; j < columns && reader->state == READ; j++) {
        if (reader->column[j].kind != LEVELS)
            continue;
        uint8_t *narrow = reader->codes[j];
        if (reader->column[j].size > NARROW && reader->wide[j] == NULL) {
            reader->wide[j] = malloc((size_t)reader->most_rows * sizeof(uint32_t));
            if (reader->wide[j] == NULL) {
                reader->state = NO_MEMORY;
                return;
            }
            for (int64_t i = 0; i < begin; i++)
                reader->wide[j][i] = narrow[i];
        }
        const uint32_t *from = reader->block + j;
        if (reader->wide[j] != NULL)
            for (int64_t i = 0; i < rows; i++)
                reader->wide[j][begin + i] = from[i * columns];
        else
            for (int64_t i = 0; i < rows; i++)
                narrow[begin + i] = (uint8_t)from[i * columns];
    }
    reader->in_block = 0;
    reader->row = reader->block;
}

/* ---- Records ---- */

struct piece {
    const char *at, *end;
    int last; /* nothing follows */
};

ALWAYS_INLINE int is_blank(char sign)
{
    return sign == ' ' || (sign >= '\t' && sign <= '\r');
}

static enum record fault(struct reader *reader, enum state state, int64_t line)
{
    reader->state = state;
    reader->wrong_line = line;
    return FAULTY;
}

/* Pass over the end of a line, if one is there; 0 where the next piece has to tell whether it is complete. */
static int end_line(struct reader *reader, struct piece *piece)
{
    reader->line++;
    if (piece->at == piece->end)
        return piece->last;
    if (*piece->at++ == '\r') {
        if (piece->at == piece->end)
            return piece->last;
        piece->at += *piece->at == '\n';
    }
    return 1;
}

static int keep_sign(struct reader *reader, int64_t length, char sign)
{
    if (length >= reader->cell_room) {
        uint64_t room = (uint64_t)reader->cell_room;
        if (!make_room((void **)&reader->cell, &room, (uint64_t)length + 1 + BEYOND, 1)) {
            reader->state = NO_MEMORY;
            return 0;
        }
        reader->cell_room = (int64_t)room - BEYOND;
    }
    reader->cell[length] = sign;
    return 1;
}

/* A cell in double quotes, from the sign behind the first of them on. */
static enum record quoted_cell(struct reader *reader, struct piece *piece, int64_t line, int64_t *length)
{
    const char *at = piece->at;
    *length = 0;
    for (;; at++) {
        if (at == piece->end)
            return piece->last ? fault(reader, QUOTE_NOT_CLOSED, line) : CUT_OFF;
        if (*at == '"') {
            if (at + 1 == piece->end && !piece->last)
                return CUT_OFF;
            if (at + 1 == piece->end || at[1] != '"')
                break;
            at++;
        } else if (*at == '\r') {
            if (at + 1 == piece->end && !piece->last)
                return CUT_OFF;
            reader->line += at + 1 == piece->end || at[1] != '\n';
        } else if (*at == '\n')
            reader->line++;
        if (*length == LONGEST_CELL)
            return fault(reader, UNCLEAR, line);
        if (!keep_sign(reader, (*length)++, *at))
            return FAULTY;
    }
    piece->at = at + 1;
    if (piece->at < piece->end && !reader->ends_cell[(uint8_t)*piece->at])
        return fault(reader, SIGN_BEHIND_QUOTE, line);
    return COMPLETE;
}

/* Is a text blank? -1 where letters beyond ASCII have to be asked of Python. */
static int blank_text(const char *text, int64_t length)
{
    int beyond = 0;
    for (int64_t i = 0; i < length; i++) {
        if ((uint8_t)text[i] >= 0x80)
            beyond = 1;
        else if (!is_blank(text[i]) && (text[i] < 0x1c || text[i] > 0x1f))
            return 0;
    }
    return beyond ? -1 : 1;
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* The highest bit of each byte that is zero; of bytes above the first of them it may be set, too. */
ALWAYS_INLINE uint64_t zero_bytes(uint64_t word)
{
    return (word - 0x0101010101010101u) & ~word & 0x8080808080808080u;
}

/* Where a cell without quotes ends, eight bytes at a time. */
ALWAYS_INLINE const char *end_of_cell(const struct reader *reader, const char *at, const char *end)
{
    for (; at < end; at += 8) {
        uint64_t bytes;
        memcpy(&bytes, at, 8); /* see BEYOND */
        const uint64_t found = zero_bytes(bytes ^ reader->ends[0]) | zero_bytes(bytes ^ reader->ends[1]) |
                               zero_bytes(bytes ^ reader->ends[2]);
        if (found != 0) {
            at += __builtin_ctzll(found) / 8;
            break;
        }
    }
    return at < end ? at : end;
}

#else

ALWAYS_INLINE const char *end_of_cell(const struct reader *reader, const char *at, const char *end)
{
    while (at < end && !reader->ends_cell[(uint8_t)*at])
        at++;
    return at;
}

#endif

static enum record delimited_record(struct reader *reader, struct piece *piece, int wanted)
{
    const int64_t line = reader->line;
    for (int64_t width = 0;; width++) {
        while (piece->at < piece->end && *piece->at == ' ')
            piece->at++;
        const char *text = piece->at;
        int64_t length;
        if (piece->at < piece->end && *piece->at == '"') {
            piece->at++;
            const enum record found = quoted_cell(reader, piece, line, &length);
            if (found != COMPLETE)
                return found;
            text = reader->cell;
        } else {
            piece->at = end_of_cell(reader, text, piece->end);
            length = piece->at - text;
            if (length > LONGEST_CELL)
                return fault(reader, UNCLEAR, line);
        }
        if (piece->at == piece->end && !piece->last)
            return CUT_OFF;
        const int goes_on = piece->at < piece->end && (uint8_t)*piece->at == reader->delimiter;
        if (width == 0 && !goes_on) { /* a single cell: a blank line, or a record that is too short */
            const int blank = blank_text(text, length);
            if (blank < 0)
                return fault(reader, UNCLEAR, line);
            if (!end_line(reader, piece))
                return CUT_OFF;
            if (blank)
                return BLANK;
        } else {
            if (wanted)
                take(reader, width, text, length);
            if (goes_on) {
                piece->at++;
                continue;
            }
            if (!end_line(reader, piece))
                return CUT_OFF;
        }
        if (width + 1 != reader->columns) {
            reader->wrong_width = width + 1;
            return fault(reader, WRONG_WIDTH, line);
        }
        return COMPLETE;
    }
}

/* A word in double quotes is one only where a blank, or nothing, follows it in the same line. */
static enum record quoted_word(struct reader *reader, struct piece *piece, int64_t *length)
{
    const char *at = piece->at + 1;
    *length = 0;
    for (;; at++) {
        if (at == piece->end)
            return piece->last ? BLANK : CUT_OFF;
        if (*at == '\n' || *at == '\r')
            return BLANK;
        if (*at == '"') {
            if (at + 1 == piece->end && !piece->last)
                return CUT_OFF;
            if (at + 1 == piece->end || at[1] != '"')
                break;
            at++;
        }
        if (!keep_sign(reader, (*length)++, *at))
            return FAULTY;
    }
    if (at + 1 < piece->end && !is_blank(at[1]))
        return BLANK;
    piece->at = at + 1;
    return COMPLETE;
}

static enum record words_of_line(struct reader *reader, struct piece *piece, int wanted)
{
    const int64_t line = reader->line;
    for (int64_t width = 0;;) {
        while (piece->at < piece->end && is_blank(*piece->at) && *piece->at != '\n' && *piece->at != '\r')
            piece->at++;
        if (piece->at == piece->end && !piece->last)
            return CUT_OFF;
        if (piece->at == piece->end || is_blank(*piece->at)) {
            if (!end_line(reader, piece))
                return CUT_OFF;
            if (width == 0)
                return BLANK;
            if (width != reader->columns) {
                reader->wrong_width = width;
                return fault(reader, WRONG_WIDTH, line);
            }
            return COMPLETE;
        }
        const char *text = piece->at;
        int64_t length;
        enum record found = BLANK;
        if (*text == '"')
            found = quoted_word(reader, piece, &length);
        if (found == CUT_OFF || found == FAULTY)
            return found;
        if (found == COMPLETE)
            text = reader->cell;
        else {
            while (piece->at < piece->end && !is_blank(*piece->at))
                piece->at++;
            if (piece->at == piece->end && !piece->last)
                return CUT_OFF;
            length = piece->at - text;
        }
        if (wanted)
            take(reader, width, text, length);
        width++;
    }
}

/* ---- What Python calls ---- */

EXPORTED void elcs_reader_free(struct reader *reader)
{
    if (reader == NULL)
        return;
    for (int64_t j = 0; j < reader->columns; j++) {
        if (reader->column != NULL)
            free(reader->column[j].dictionary);
        if (reader->wide != NULL)
            free(reader->wide[j]);
    }
    free(reader->column);
    free(reader->numbers);
    free(reader->wide);
    free(reader->block);
    free(reader->labels);
    free(reader->text);
    free(reader->cell);
    free(reader);
}

/* A reader of a table of so many columns and at most so many rows, each of a kind; NULL where there is no memory. */
EXPORTED struct reader *elcs_reader_new(
    int64_t columns, int64_t most_rows, int32_t delimiter, int32_t comma, int32_t header, const uint8_t *kinds, uint8_t *const *codes,
    const uint64_t *powers, uint64_t seed)
{
    struct reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return NULL;
    int64_t at_once = CELLS_AT_ONCE / columns;
    at_once = at_once < FEWEST_AT_ONCE ? FEWEST_AT_ONCE : at_once > MOST_AT_ONCE ? MOST_AT_ONCE : at_once;
    *reader = (struct reader){
        .columns = columns, .most_rows = most_rows, .line = 1,
        .delimiter = delimiter, .comma = comma, .header = header, .seed = seed, .powers = powers, .codes = codes, .block_rows = at_once,
        .column = calloc((size_t)columns, sizeof(struct column)),
        .numbers = calloc((size_t)columns, sizeof(double *)),
        .wide = calloc((size_t)columns, sizeof(uint32_t *)),
        .block = calloc((size_t)(columns * at_once), sizeof(uint32_t)),
        .cell = malloc(SHORT + BEYOND), .cell_room = SHORT};
    if (reader->column == NULL || reader->numbers == NULL || reader->wide == NULL || reader->block == NULL ||
        reader->cell == NULL) {
        elcs_reader_free(reader);
        return NULL;
    }
    for (int64_t j = 0; j < columns; j++)
        reader->column[j].kind = kinds[j];
    reader->ends_cell['\n'] = reader->ends_cell['\r'] = 1;
    if (delimiter < BLANKS)
        reader->ends_cell[delimiter] = 1;
    const uint64_t each = 0x0101010101010101u;
    reader->ends[0] = each * '\n', reader->ends[1] = each * '\r', reader->ends[2] = each * (uint8_t)delimiter;
    reader->row = reader->block;
    return reader;
}

/* From the next row on a column of levels has numbers; labels among them are `boxed`. */
EXPORTED void elcs_reader_measure(struct reader *reader, int64_t column, double *numbers)
{
    reader->column[column].kind = NUMBERS;
    reader->numbers[column] = numbers;
    free(reader->wide[column]);
    reader->wide[column] = NULL;
}

/* Read whole records of a piece of text, until there are so many rows; how many bytes they took. `last`: nothing
 * follows the piece. `BEYOND` bytes behind it may be read. */
EXPORTED int64_t elcs_reader_feed(
    struct reader *reader, const char *text, int64_t length, int32_t last, int64_t until)
{
    struct piece piece = {text, text + length, last};
    while (piece.at < piece.end && reader->rows < until) {
        const char *begin = piece.at;
        const int64_t line = reader->line;
        const int wanted = !reader->header && reader->rows < reader->most_rows;
        const enum record found = reader->delimiter == BLANKS ? words_of_line(reader, &piece, wanted)
                                                              : delimited_record(reader, &piece, wanted);
        if (found == CUT_OFF) {
            reader->line = line;
            return begin - text;
        }
        if (found == BLANK)
            continue;
        if (found == COMPLETE && !reader->header && !wanted)
            reader->state = NO_ROOM;
        if (reader->state != READ)
            return begin - text;
        if (reader->header) {
            reader->header = 0;
            continue;
        }
        reader->rows++;
        reader->row += reader->columns;
        if (++reader->in_block == reader->block_rows)
            hand_over(reader);
    }
    if (last || reader->rows == until)
        hand_over(reader);
    return piece.at - text;
}

/* What there is: state, line and width of a faulty record, rows, labels, bytes of their text. */
EXPORTED void elcs_reader_tell(const struct reader *reader, int64_t *told)
{
    told[0] = reader->state;
    told[1] = reader->wrong_line;
    told[2] = reader->wrong_width;
    told[3] = reader->rows;
    told[4] = (int64_t)reader->labels_used;
    told[5] = (int64_t)reader->text_used;
}

/* How many labels each column has. */
EXPORTED void elcs_reader_sizes(const struct reader *reader, uint32_t *sizes)
{
    for (int64_t j = 0; j < reader->columns; j++)
        sizes[j] = reader->column[j].size;
}

/* All labels, column by column in the order of their codes: their lengths and their text; 0 without memory. */
EXPORTED int32_t elcs_reader_labels(const struct reader *reader, uint32_t *lengths, char *text)
{
    uint64_t *first = malloc((size_t)reader->columns * sizeof(uint64_t));
    uint64_t *order = malloc((size_t)(reader->labels_used + 1) * sizeof(uint64_t));
    const int is_there = first != NULL && order != NULL;
    if (is_there) {
        uint64_t before = 0;
        for (int64_t j = 0; j < reader->columns; j++) {
            first[j] = before;
            before += reader->column[j].size;
        }
        for (uint64_t i = 0; i < reader->labels_used; i++)
            order[first[reader->labels[i].column] + reader->labels[i].code] = i;
        for (uint64_t k = 0; k < reader->labels_used; k++) {
            const struct label *label = &reader->labels[order[k]];
            lengths[k] = label->length;
            memcpy(text, reader->text + label->at, label->length);
            text += label->length;
        }
    }
    free(first);
    free(order);
    return is_there;
}

/* The codes of a column of many labels, of 2 or 4 bytes each. */
EXPORTED void elcs_reader_wide(const struct reader *reader, int64_t column, void *codes, int32_t width)
{
    const uint32_t *wide = reader->wide[column];
    if (width == sizeof(uint32_t))
        memcpy(codes, wide, (size_t)reader->rows * sizeof(uint32_t));
    else
        for (int64_t i = 0; i < reader->rows; i++)
            ((uint16_t *)codes)[i] = (uint16_t)wide[i];
}

/* parse_number, for its tests. */
EXPORTED int32_t elcs_number(const char *text, int64_t length, int32_t comma, const uint64_t *powers, double *number)
{
    return parse_number(text, length, comma, powers, number);
}
