/* Searches a matrix with few strangers. search_strangers.py compiles it for each size, with ORDER (n, at most 128) and
   SESSIONS defined, and runs it.

   search seed evaluations tried: cools over so many evaluations and ends after `tried` of them; prints the cost, 2 / n times the number of strangers, and columns 1 to 3 row by row; column
   0 is 0. Prints -1 if no matrix with distinct differences was found. Ends when the cost reaches its lower bound.

   Simulated annealing that changes one entry at a time. The players at distance x from player 0 of another column are
   bit x of a mask, so that a sum of two sets of differences is a few turns of one mask. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if ORDER <= 64
typedef uint64_t Mask;
#else
typedef unsigned __int128 Mask;
#endif
enum { CHANCES = 64, COOLING = 512, REPEAT = 12 };
static const double WARM = 0.7165, COLD = 0.1353; /* e^(-1/3) and e^-2: the chance of a step that costs 1 */
#define WHOLE ((Mask) ~(Mask)0 >> (8 * sizeof(Mask) - ORDER))

typedef struct {
    uint8_t entry[4][SESSIONS];
    uint8_t apart[4][4][SESSIONS]; /* the differences of two columns */
    Mask met[4][4];                /* their set */
    Mask through[4][4][4];         /* the sums of the sets of a, c and c, b: for a < b, and for a = b if a < c */
} Matrix;

static uint64_t state;

/* SplitMix64. */
static uint64_t next(void) {
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int below(int count) { return (int)(((next() >> 32) * (uint64_t)count) >> 32); }
static double unit(void) { return (double)(next() >> 11) / 9007199254740992.0; }

static int ones(Mask mask) {
    int found = __builtin_popcountll((uint64_t)mask);
#if ORDER > 64
    found += __builtin_popcountll((uint64_t)(mask >> 64));
#endif
    return found;
}

static void set_differences(Matrix *matrix, int one, int other) {
    Mask there = 0, back = 0;
    for (int row = 0; row < SESSIONS; row++) {
        int value = matrix->entry[one][row] - matrix->entry[other][row];
        if (value < 0) value += ORDER;
        int opposite = value ? ORDER - value : 0;
        matrix->apart[one][other][row] = (uint8_t)value;
        matrix->apart[other][one][row] = (uint8_t)opposite;
        there |= (Mask)1 << value;
        back |= (Mask)1 << opposite;
    }
    matrix->met[one][other] = there;
    matrix->met[other][one] = back;
}

static Mask sums(const Matrix *matrix, int one, int between, int other) {
    Mask mask = matrix->met[between][other], found = 0;
    for (int row = 0; row < SESSIONS; row++) {
        int turn = matrix->apart[one][between][row];
        found |= mask << turn;
        if (turn) found |= mask >> (ORDER - turn);
    }
    return found & WHOLE;
}

/* Brings differences and sums up to date after a change of one column (-1: of all). */
static void update(Matrix *matrix, int changed) {
    for (int one = 0; one < 4; one++)
        for (int other = one + 1; other < 4; other++)
            if (changed < 0 || one == changed || other == changed) {
                set_differences(matrix, one, other);
                matrix->through[one][one][other] = sums(matrix, one, other, one);
            }
    for (int one = 0; one < 4; one++)
        for (int other = one + 1; other < 4; other++)
            for (int between = 0; between < 4; between++)
                if (between != one && between != other
                    && (changed < 0 || one == changed || other == changed || between == changed))
                    matrix->through[one][other][between] = sums(matrix, one, between, other);
}

static int cost(const Matrix *matrix, int *repeats) {
    Mask column[4] = {1, 1, 1, 1};
    int unreached = 0;
    *repeats = 0;
    for (int one = 0; one < 4; one++)
        for (int other = one + 1; other < 4; other++) {
            Mask seen = matrix->met[one][other];
            *repeats += SESSIONS - ones(seen);
            for (int between = 0; between < 4; between++)
                if (between != one && between != other) seen |= matrix->through[one][other][between];
            unreached += 2 * (ORDER - ones(seen));
            /* The differences of the differences are the same from either column. */
            column[one] |= matrix->through[one][one][other];
            column[other] |= matrix->through[one][one][other];
        }
    for (int one = 0; one < 4; one++) unreached += ORDER - ones(column[one]);
    return unreached + REPEAT * *repeats;
}

static int at_least_0(int number) { return number > 0 ? number : 0; }

int main(int count, char **arguments) {
    if (count != 4) return 2;
    state = strtoull(arguments[1], NULL, 10);
    long evaluations = atol(arguments[2]), most = atol(arguments[3]);
    int least = 4 * at_least_0(ORDER - 1 - 3 * SESSIONS * (SESSIONS - 1))
        + 12 * at_least_0(ORDER - SESSIONS * (2 * SESSIONS - 1));
    static Matrix now, tried, best;
    for (int column = 1; column < 4; column++)
        for (int row = 0; row < SESSIONS; row++) now.entry[column][row] = (uint8_t)below(ORDER);
    update(&now, -1);
    int repeats, current = cost(&now, &repeats), best_cost = -1;
    double chances[CHANCES];
    for (long turn = 0; turn < most && (best_cost < 0 || best_cost > least); turn++) {
        if (turn % COOLING == 0) {
            double base = WARM + (COLD - WARM) * turn / evaluations;
            chances[0] = 1;
            for (int k = 1; k < CHANCES; k++) chances[k] = chances[k - 1] * base;
        }
        tried = now;
        int column = 1 + below(3);
        tried.entry[column][below(SESSIONS)] = (uint8_t)below(ORDER);
        update(&tried, column);
        int found = cost(&tried, &repeats), change = found - current;
        if (change > 0 && (change >= CHANCES || unit() >= chances[change])) continue;
        now = tried;
        current = found;
        if (!repeats && (best_cost < 0 || current < best_cost)) {
            best = now;
            best_cost = current;
        }
    }
    printf("%d", best_cost);
    for (int row = 0; row < SESSIONS && best_cost >= 0; row++)
        printf(" %d %d %d", best.entry[1][row], best.entry[2][row], best.entry[3][row]);
    putchar('\n');
    return 0;
}
