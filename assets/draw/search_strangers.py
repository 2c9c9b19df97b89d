"""Finds the matrices of few_strangers.json.  Run: python assets/draw/search_strangers.py [order ...]

For each number of tables (the order) and of sessions, the file has the rows of a matrix modulo the order whose
differences are distinct and whose design has few strangers: columns 1 to 3 of each row, since column 0 is 0. The search
is the C program beside this file, which this script compiles with ``cc``. Left out are sizes for which the program
itself finds a matrix without avoidable strangers in a moment, and those with so many sessions for their tables that the
known matrices leave no strangers. Ten minutes for all sizes.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

DATA = Path(__file__).with_name("few_strangers.json")
PROGRAM = Path(__file__).with_suffix(".c")
ORDERS, SESSIONS = range(5, 101), range(2, 13)
EVALUATIONS = 2_000_000
FEW, RUNS, RUNS_OF_FEW = 45, 1, 5
"""Up to ``FEW`` tables, the best of more runs is taken."""
LONGER = {(42, 5): 5, (42, 6): 2}
"""The seeds of searches with four times as many evaluations that found fewer strangers, by order and sessions."""
MOMENT, MOMENTS = 300, 5
"""The evaluations in which the program finds an easy matrix, and how many searches must find one."""


def search(program: Path, order: int, sessions: int) -> tuple[int, list[list[int]]] | None:
    """The strangers and the rows of the best matrix; None if the size is left out."""
    least = _least(order, sessions)
    if all(_run(program, seed, EVALUATIONS, MOMENT)[0] == least for seed in range(1, MOMENTS + 1)):
        return None
    found = []
    for seed in range(1, 1 + (RUNS_OF_FEW if order <= FEW else RUNS)):
        cost, rows = _matrix(program, seed, EVALUATIONS)
        if cost >= 0:
            found.append((cost, rows))
        if cost == least:
            break
    if (order, sessions) in LONGER:
        found.append(_matrix(program, LONGER[order, sessions], 4 * EVALUATIONS))
    if not found:
        return None
    cost, rows = min(found)
    return cost * order // 2, rows


def _matrix(program: Path, seed: int, evaluations: int) -> tuple[int, list[list[int]]]:
    """The cost and the rows of the matrix that a search finds; the cost is -1 if it finds none."""
    cost, *entries = _run(program, seed, evaluations, evaluations)
    return cost, [entries[start : start + 3] for start in range(0, len(entries), 3)]


def _run(program: Path, seed: int, evaluations: int, tried: int) -> list[int]:
    command = [str(program), *map(str, (seed, evaluations, tried))]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return [int(number) for number in answer.stdout.split()]


def _least(order: int, sessions: int) -> int:
    """The cost that no matrix can avoid."""
    return 4 * max(0, order - 1 - 3 * sessions * (sessions - 1)) + 12 * max(0, order - sessions * (2 * sessions - 1))


def main() -> None:
    """Search for the orders named on the command line, or for all."""
    orders = [int(argument) for argument in sys.argv[1:]]
    data = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() and orders else {}
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "search")
        for order in orders or ORDERS:
            data[str(order)] = {}
            for sessions in SESSIONS:
                if sessions > order // 3 + 2:
                    break
                size = (f"-DORDER={order}", f"-DSESSIONS={sessions}")
                subprocess.run(["cc", "-O3", *size, "-o", program, PROGRAM], check=True)
                found = search(program, order, sessions)
                if found is not None:
                    strangers, data[str(order)][str(sessions)] = found
                    sys.stdout.write(f"{4 * order} players, {sessions} sessions: {strangers} strangers\n")
                    sys.stdout.flush()
            write(data)


def write(data: dict[str, dict[str, list[list[int]]]]) -> None:
    """Write the file, with one line for each order."""
    orders = sorted((order for order in data if data[order]), key=int)
    lines = ",\n".join(f'"{order}":{json.dumps(data[order], separators=(",", ":"))}' for order in orders)
    DATA.write_text(f"{{{lines}}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
