"""The engines of the other systems against their second counts: ``python -m tests.tournament.rulesets.proof_systems``.

For each system random hands and hands one or two changes away from the gold. It prints how many agreed and every
difference; it ends with 1 when there is one.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, NamedTuple

from tests.second_count import hong_kong, hong_kong_lines, zung_jung, zung_jung_lines
from tests.tournament.rulesets.french_classical import engine as french_engine
from tests.tournament.rulesets.hong_kong import lines as hong_kong_engine
from tests.tournament.rulesets.quebec_classical import engine as quebec_engine
from tests.tournament.rulesets.zung_jung import engine as zung_jung_engine

Line = dict[str, Any]
Answer = Callable[[Line], Line]
Deal = Callable[[int, int], Iterable[Line]]
SHOWN = 20
"""Differences that are printed."""


class System(NamedTuple):
    """What is compared; both sides answer with the same members."""

    engine: Answer
    second: Answer
    random: Deal
    difficult: Deal


SYSTEMS = {
    "french-classical": System(
        french_engine.compared, french_engine.counted_again, french_engine.random_lines, french_engine.difficult_lines
    ),
    "hong-kong": System(
        hong_kong_engine.counted, hong_kong.count, hong_kong_lines.random_lines, hong_kong_lines.difficult_lines
    ),
    "zung-jung": System(
        zung_jung_engine.score, zung_jung.count, zung_jung_lines.random_lines, zung_jung_lines.difficult_lines
    ),
    "quebec-classical": System(
        quebec_engine.compared, quebec_engine.counted_again, quebec_engine.random_lines, quebec_engine.difficult_lines
    ),
}


def main() -> int:
    """Run it and print the account; 0 when nothing differs."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--system", choices=SYSTEMS, action="append", help="one or several; all of them otherwise")
    options.add_argument("--random", type=int, default=5_000)
    options.add_argument("--difficult", type=int, default=1_000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    differences = 0
    for name in chosen.system or SYSTEMS:
        system = SYSTEMS[name]
        start, found = time.perf_counter(), 0
        lines = list(
            chain(
                system.random(chosen.seed, chosen.random),
                system.difficult(chosen.seed, chosen.difficult),
            )
        )
        for line in lines:
            engine, second = system.engine(line), system.second(line)
            if engine != second:
                found += 1
                if found <= SHOWN:
                    print(f"{name}: {line}\n  engine {engine}\n  second {second}")
        print(f"{name}: {len(lines)} hands, {found} differences, {time.perf_counter() - start:.0f} s")
        differences += found
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
