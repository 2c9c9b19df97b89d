"""The whole proof of the MCR engine: ``python -m tests.proof.proof_engine``.

``guobiao`` against PyMahjongGB 1.4.0 on random hands, on every multiset of four chows and on every
four pungs; ``mcr`` against the second counter on hands of the same generator. It prints what was
covered, how often each fan occurred, and every difference; it ends with 1 when there is one.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain

from tests.proof import published
from tests.proof.comparison import Comparison
from tests.proof.generator import hands
from tests.proof.multisets import four_chows, four_pungs
from tests.second_counter import counter
from tournament.rulesets.mcr.profiles import PROFILES

CONSTANT = """\
What these hands hold constant: every hand is legal (bad input has its own tests). The multisets are
claimed hands won on a discard without flowers, East round, South seat. Whom a pung came from varies
but moves nothing. The switches for waits are on, as in both counters. Waits below 14 tiles and the
explanation are proved by properties in the test suite, not here."""


def main() -> int:
    """Run it and print the account; 0 when nothing differs."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--hands", type=int, default=200_000, help="random hands against PyMahjongGB")
    options.add_argument("--second", type=int, default=20_000, help="random hands against the second counter")
    options.add_argument("--seed", default="proof")
    chosen = options.parse_args()
    ours = _run("mcr", {"random hands, second counter": hands(chosen.seed, chosen.second)}, counter.points)
    compared = [ours]
    calculate = published.engine()
    if calculate is None:
        print("PyMahjongGB is not installed (pip install --group engines): guobiao is NOT compared with it.")
    else:
        parts = {
            "random hands, PyMahjongGB": hands(chosen.seed, chosen.hands),
            "10,626 multisets of four chows, PyMahjongGB": chain.from_iterable(four_chows()),
            "46,376 sets of four pungs, PyMahjongGB": chain.from_iterable(four_pungs()),
        }
        compared.append(_run("guobiao", parts, partial(published.points, calculate)))
    _print_fans(compared)
    print(CONSTANT)
    return 0 if calculate and not any(one.differences for one in compared) else 1


def _run(profile: str, parts: dict[str, Iterable[str]], other: Callable[[str], int]) -> Comparison:
    comparison = Comparison(profile)
    for name, texts in parts.items():
        before, start = comparison.hands, time.perf_counter()
        comparison.add(texts, other)
        seconds = time.perf_counter() - start
        print(f"{profile}: {name}: {comparison.hands - before} hands in {seconds:.0f} s", flush=True)
    print(f"{profile}: {len(comparison.differences)} differences in {comparison.hands} hands")
    for text, found, wanted in comparison.differences[:50]:
        print(f"  {text}: {found}, the other counter {wanted}")
    return comparison


def _print_fans(compared: list[Comparison]) -> None:
    print("Hands that held each fan:", ", ".join(one.profile for one in compared))
    for fan in PROFILES["mcr"].fans:
        print(f"  {fan.number or '':>2} {fan.slug:32}", *(f"{one.fans[fan.slug]:8}" for one in compared))
    for one in compared:
        print(f"{one.profile}: never seen: {', '.join(one.never_seen()) or 'none'}")


if __name__ == "__main__":
    sys.exit(main())
