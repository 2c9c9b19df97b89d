"""Finds the seatings of seatings.json.  Run: python assets/draw/search_seatings.py [size ...], such as 16x7

These are sizes at which players must return to a table, and repeats or the known designs leave a choice of how often.
The search is the C program beside this file, which this script compiles with ``cc``. It begins with the first rounds
of the base rounds, where the size has some, or at random. Fewest repeats come first, counted as m (m − 1) / 2 for a
pair that meets m times, so that no pair meets three times where that can be avoided; then the fewest visits of a player
to a table above the number of sessions divided by that of tables, counted as v (v + 1) / 2. Five minutes for all sizes.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
DATA = HERE / "seatings.json"
PROGRAM = Path(__file__).with_suffix(".c")
BASE_ROUNDS = HERE / "base_rounds.json"
RUNS, MOVES = 16, 8_000_000
SIZES: dict[tuple[int, int], int] = {
    **dict.fromkeys(((16, 6), (16, 7), (16, 8), (20, 8), (20, 9), (20, 10)), 0),
    (16, 10): 5,
    (24, 8): 7,
    (24, 9): 7,
    (24, 10): 7,
    (28, 10): 9,
    (40, 10): 10,
    (56, 13): 13,
    (56, 14): 14,
}
"""For each number of players and sessions, how many of the rounds are those of the base rounds."""


def developed(players: int) -> list[list[int]]:
    """All rounds that the base rounds give, each as its places table by table."""
    found = json.loads(BASE_ROUNDS.read_text(encoding="utf-8"))["starters"][str(players)]
    modulus = found["modulus"]
    turning = players // modulus * modulus
    return [
        [
            place if place >= turning else place - place % modulus + (place % modulus + turn) % modulus
            for block in base
            for place in block
        ]
        for base in found["rounds"]
        for turn in range(modulus)
    ]


def search(program: str, players: int, sessions: int, fixed: int) -> tuple[int, int, list[int]]:
    """The repeats, the frequent visits and the places of the best seating of all runs."""
    known = developed(players) if fixed else []
    found = []
    for run in range(1, RUNS + 1):
        rounds = random.Random(run).sample(known, fixed)
        given = " ".join(str(place) for places in rounds for place in places)
        command = [program, *map(str, (players, sessions, fixed, run, MOVES))]
        answer = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
        repeats, frequent, *places = map(int, answer.stdout.split())
        found.append((repeats, frequent, places))
    return min(found, key=lambda one: one[:2])


def main() -> None:
    """Search for the sizes named on the command line, or for all."""
    named = [(int(players), int(sessions)) for players, sessions in (size.split("x") for size in sys.argv[1:])]
    data = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() and named else {}
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder, "search"))
        subprocess.run(["cc", "-O2", "-o", program, PROGRAM], check=True)
        for players, sessions in named or SIZES:
            repeats, frequent, places = search(program, players, sessions, SIZES[players, sessions])
            sys.stdout.write(f"{players}x{sessions}: cost of repeats {repeats}, frequent visits {frequent}\n")
            sys.stdout.flush()
            starts = range(0, len(places), players)
            data[f"{players}x{sessions}"] = [places[start : start + players] for start in starts]
            lines = ",\n".join(f'"{size}":{json.dumps(data[size], separators=(",", ":"))}' for size in data)
            DATA.write_text(f"{{{lines}}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
