"""The whole proof of the MCR engine: ``python -m tests.proof.proof_engine``.

``guobiao`` against PyMahjongGB 1.4.0 and ``mcr`` against the second counter: on random hands of one
generator, on every multiset of four chows and on every four pungs. It prints what was
covered, how often each fan occurred, and every difference; it ends with 1 when there is one.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, islice

from tests.proof import published
from tests.proof.comparison import Comparison
from tests.proof.multisets import four_chows, four_pungs
from tests.random_hands import hands
from tests.second_counter import counter
from tournament.rulesets.mcr.profiles import PROFILES

Parts = dict[str, Iterable[str]]
"""Hands to compare, by the name of the part."""
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
    options.add_argument("--every", type=int, default=1, help="of the multisets only every one of so many")
    options.add_argument("--seed", default="proof")
    chosen = options.parse_args()
    multisets = {
        "10,626 multisets of four chows": four_chows,
        "46,376 sets of four pungs": four_pungs,
    }
    everything: Parts = {
        name: islice(chain.from_iterable(make()), 0, None, chosen.every) for name, make in multisets.items()
    }
    random_hands: Parts = {"random hands": hands(chosen.seed, chosen.second)}
    ours = _run("mcr, second counter", "mcr", random_hands | everything, counter.points)
    compared = [ours]
    calculate = published.engine()
    if calculate is None:
        print("PyMahjongGB is not installed (pip install --group engines): guobiao is NOT compared with it.")
    else:
        everything = {
            name: islice(chain.from_iterable(make()), 0, None, chosen.every) for name, make in multisets.items()
        }
        random_hands = {"random hands": hands(chosen.seed, chosen.hands)}
        compared.append(
            _run("guobiao, PyMahjongGB", "guobiao", random_hands | everything, partial(published.points, calculate))
        )
    _print_fans(compared)
    print(CONSTANT)
    return 0 if calculate and not any(one.differences for one in compared) else 1


def _run(title: str, profile: str, parts: Parts, other: Callable[[str], int]) -> Comparison:
    comparison = Comparison(profile)
    for name, texts in parts.items():
        before, start = comparison.hands, time.perf_counter()
        comparison.add(texts, other)
        seconds = time.perf_counter() - start
        print(f"{title}: {name}: {comparison.hands - before} hands in {seconds:.0f} s", flush=True)
    print(f"{title}: {len(comparison.differences)} differences in {comparison.hands} hands")
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
