/* Searches a seating with few repeats in which players seldom return to a table. search_seatings.py compiles and runs it.

   search_seatings players sessions fixed seed moves: reads the places of the first rounds, `fixed` of them, table by
   table, from standard input; only the tables of their blocks may change. The other rounds begin at random. Prints the
   repeats counted as m(m - 1)/2 for a pair that meets m times, the visits counted as v(v + 1)/2 for a player v times too
   often at a table, more than sessions / tables (rounded up), and the places of all rounds.

   Simulated annealing: a move exchanges two players of a round (7 of 10) or the blocks of two tables. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLAYERS = 64, MOST_ROUNDS = 16, MOST_TABLES = MOST_PLAYERS / 4, CHANCES = 256, COOLING = 1024 };
static const double WARM = 0.37, COLD = 0.0013; /* e^-1 and e^-6.6: the chance of a step that costs 1 */

static int players, rounds, tables, usual;
static int seats[MOST_ROUNDS][MOST_TABLES][4], best[MOST_ROUNDS][MOST_TABLES][4];
static int met[MOST_PLAYERS][MOST_PLAYERS], visits[MOST_PLAYERS][MOST_TABLES];
static long repeats, frequent;
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

static void meet(int one, int other, int times) {
    int before = met[one][other];
    repeats += times > 0 ? before : 1 - before;
    met[one][other] = met[other][one] = before + times;
}

static void visit(int player, int table, int times) {
    int before = visits[player][table];
    int above = before - usual + (times > 0);
    if (above > 0) frequent += times > 0 ? above : -above;
    visits[player][table] = before + times;
}

static void exchange_players(int round, int table, int seat, int other, int place) {
    int *here = seats[round][table], *there = seats[round][other];
    int leaving = here[seat], coming = there[place];
    for (int k = 0; k < 4; k++) {
        if (k != seat) { meet(leaving, here[k], -1); meet(coming, here[k], 1); }
        if (k != place) { meet(coming, there[k], -1); meet(leaving, there[k], 1); }
    }
    here[seat] = coming;
    there[place] = leaving;
    visit(leaving, table, -1); visit(leaving, other, 1);
    visit(coming, other, -1); visit(coming, table, 1);
}

static void exchange_blocks(int round, int table, int other) {
    for (int k = 0; k < 4; k++) {
        int leaving = seats[round][table][k], coming = seats[round][other][k];
        seats[round][table][k] = coming;
        seats[round][other][k] = leaving;
        visit(leaving, table, -1); visit(leaving, other, 1);
        visit(coming, other, -1); visit(coming, table, 1);
    }
}

static int begin(int fixed) {
    for (int round = 0; round < rounds; round++) {
        int order[MOST_PLAYERS];
        for (int k = 0; k < players; k++) {
            order[k] = k;
            if (round < fixed && scanf("%d", &order[k]) != 1) return 0;
        }
        for (int k = players - 1; round >= fixed && k > 0; k--) {
            int other = below(k + 1), kept = order[k];
            order[k] = order[other];
            order[other] = kept;
        }
        for (int k = 0; k < players; k++) {
            int *block = seats[round][k / 4];
            block[k % 4] = order[k];
            visit(order[k], k / 4, 1);
            for (int before = 0; before < k % 4; before++) meet(block[before], order[k], 1);
        }
    }
    return 1;
}

int main(int count, char **arguments) {
    if (count != 6) return 2;
    players = atoi(arguments[1]);
    rounds = atoi(arguments[2]);
    int fixed = atoi(arguments[3]);
    state = strtoull(arguments[4], NULL, 10);
    long moves = atol(arguments[5]), best_repeats = -1, best_frequent = -1;
    tables = players / 4;
    usual = (rounds + tables - 1) / tables;
    if (players > MOST_PLAYERS || rounds > MOST_ROUNDS || !begin(fixed)) return 2;
    double chances[CHANCES];
    for (long move = 0; move < moves; move++) {
        if (move % COOLING == 0) {
            double base = WARM + (COLD - WARM) * move / moves;
            chances[0] = 1;
            for (int k = 1; k < CHANCES; k++) chances[k] = chances[k - 1] * base;
        }
        int round = below(rounds), table = below(tables), other = below(tables - 1);
        if (other >= table) other++;
        int seat = below(4), place = below(4), one_player = below(10) < 7 && round >= fixed;
        long before = repeats + frequent;
        if (one_player) exchange_players(round, table, seat, other, place);
        else exchange_blocks(round, table, other);
        long change = repeats + frequent - before;
        if (change > 0 && (change >= CHANCES || unit() >= chances[change])) {
            if (one_player) exchange_players(round, table, seat, other, place);
            else exchange_blocks(round, table, other);
        } else if (best_repeats < 0 || repeats < best_repeats || (repeats == best_repeats && frequent < best_frequent)) {
            best_repeats = repeats;
            best_frequent = frequent;
            memcpy(best, seats, sizeof seats);
        }
    }
    printf("%ld %ld", best_repeats, best_frequent);
    for (int round = 0; round < rounds; round++)
        for (int k = 0; k < players; k++) printf(" %d", best[round][k / 4][k % 4]);
    putchar('\n');
    return 0;
}
