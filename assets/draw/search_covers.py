"""Finds the covers of base_rounds.json.  Run: python assets/draw/search_covers.py

A cover lets everybody meet everybody with the fewest repeats, where no design without repeats is long enough to be
the beginning of one: 20 players need 7 rounds, and their longest design of 5 leaves groups of five who have not met,
whom two rounds in fours cannot bring together. Annealing over exchanges of two players of one round; a pair that
meets m times costs m (m − 1) / 2.
"""

import json
import random
import sys
from itertools import combinations
from pathlib import Path

DATA = Path(__file__).with_name("base_rounds.json")
SIZES = ((20, 7),)
MOVES, WARM, COLD, RESTARTS = 1_500_000, 0.08, 0.03, 40
Rounds = list[list[list[int]]]


def search(players: int, rounds: int, chance: random.Random) -> Rounds | None:
    """Rounds with the fewest repeats possible, or None when it froze above that."""
    seated: Rounds = []
    for _ in range(rounds):
        order = list(range(players))
        chance.shuffle(order)
        seated.append([order[start : start + 4] for start in range(0, players, 4)])
    met = [[0] * players for _ in range(players)]
    for tables in seated:
        for table in tables:
            for player, companion in combinations(table, 2):
                met[player][companion] += 1
                met[companion][player] += 1
    cost = sum(times * (times - 1) for row in met for times in row) // 4
    least = players * (3 * rounds - players + 1) // 2
    following, count = chance.random, players // 4
    for move in range(MOVES):
        tables = seated[int(following() * rounds)]
        one, other = tables[int(following() * count)], tables[int(following() * count)]
        seat, place = int(following() * 4), int(following() * 4)
        if one is other:
            continue
        mine, theirs = met[one[seat]], met[other[place]]
        change = 6 - 2 * mine[other[place]]
        change += sum(theirs[player] - mine[player] for player in one)
        change += sum(mine[player] - theirs[player] for player in other)
        if change > 0 and following() >= (WARM + (COLD - WARM) * move / MOVES) ** change:
            continue
        _exchange(met, one, seat, other, place)
        cost += change
        if cost == least:
            return seated
    return None


def _exchange(met: list[list[int]], one: list[int], seat: int, other: list[int], place: int) -> None:
    leaving, coming = one[seat], other[place]
    for table, player, stranger in ((one, leaving, coming), (other, coming, leaving)):
        for companion in table:
            if companion != player:
                for person, times in ((player, -1), (stranger, 1)):
                    met[person][companion] += times
                    met[companion][person] += times
    one[seat], other[place] = coming, leaving


def main() -> None:
    """Search for all sizes."""
    for players, rounds in SIZES:
        tries = (search(players, rounds, random.Random(f"{players} {number}")) for number in range(RESTARTS))
        found = next((seated for seated in tries if seated), None)
        sys.stdout.write(f"{players} players, {rounds} rounds: {'found' if found else 'not found'}\n")
        if found:
            data = json.loads(DATA.read_text(encoding="utf-8"))
            data.setdefault("covers", {})[str(players)] = found
            DATA.write_text(json.dumps(data), encoding="utf-8")


if __name__ == "__main__":
    main()
