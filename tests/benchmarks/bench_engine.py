"""How fast the MCR engine is: ``python -m tests.benchmarks.bench_engine``.

Import and first call in fresh interpreters; one hand with its explanation; and batches of points and
fan lists in ``guobiao`` beside PyMahjongGB's Python call, arguments built in both, in the same run.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from tests.proof import published
from tests.random_hands import hands
from tests.second_counter.text import Won, read
from tournament.hand.hand import Hand
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.notation import parse
from tournament.hand.situation import Situation
from tournament.rulesets.mcr.explaining import explain
from tournament.rulesets.mcr.scoring import score
from tournament.tiles.tile import TILES
from tournament.tiles.wind import Wind

COUNT, ROUNDS = 10_000, 3
FIRST = """\
import time, sys
start = time.perf_counter()
from tournament.hand.notation import parse
from tournament.rulesets.mcr.explaining import explain
imported = time.perf_counter()
explanation = explain(parse("[2222s,1][5555p][4444s]777sSS|EE0000"))
print(imported - start, time.perf_counter() - imported, "numpy" in sys.modules)
"""


def main() -> int:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        starts = [_fresh(folder) for _ in range(8)][1:]
    print(f"import: {1000 * statistics.median(start[0] for start in starts):.0f} ms (goal 60), median of 7")
    print(f"first hand explained: {1000 * statistics.median(start[1] for start in starts):.2f} ms (goal 2)")
    texts = hands("bench", COUNT)
    _single(texts)
    _batches([read(text) for text in texts])
    return 0


def _fresh(folder: str) -> tuple[float, float]:
    """Seconds of import and of a first explained hand in a new interpreter, compiled code kept in ``folder``."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", FIRST],
        env=settings | {"PYTHONPYCACHEPREFIX": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    imported, first, numpy = done.stdout.split()
    if numpy == "True":
        raise RuntimeError("the engine imports numpy")
    return float(imported), float(first)


def _single(texts: list[str]) -> None:
    seconds = []
    for text in texts[:2000]:
        start = time.perf_counter()
        explain(parse(text))
        seconds.append(time.perf_counter() - start)
    typical, slow = statistics.median(seconds), statistics.quantiles(seconds, n=100)[98]
    print(f"one hand read and explained: {1000 * typical:.2f} ms (goal 0.3), 99 in 100 under {1000 * slow:.2f} ms")


def _batches(wons: list[Won]) -> None:
    rates = {"engine, caches empty": _rate(wons, _score, rounds=1), "engine": _rate(wons, _score)}
    calculate = published.engine()
    if calculate is not None:
        rates["PyMahjongGB"] = _rate(wons, lambda won: calculate(*published.arguments(won)))
    for name, rate in rates.items():
        print(f"{name}: {rate:,.0f} hands a second")
    if calculate is not None:
        print(f"ratio engine / PyMahjongGB: {rates['engine'] / rates['PyMahjongGB']:.3f} (goal 0.1 or more)")
    else:
        print("PyMahjongGB is not installed: no ratio.")


def _rate(wons: list[Won], work: Callable[[Won], object], rounds: int = ROUNDS) -> float:
    """Hands a second in the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for won in wons:
            work(won)
        best = min(best, time.perf_counter() - start)
    return len(wons) / best


_TILES = {tile.text: tile for tile in TILES}
_WINDS = {wind.letter: wind for wind in Wind}


def _meld(tiles: tuple[str, ...], source: int) -> Meld:
    if tiles[0] != tiles[1]:
        kind = MeldKind.CHOW
    elif len(tiles) == 3:
        kind = MeldKind.PUNG
    else:
        kind = MeldKind.KONG if source else MeldKind.CONCEALED_KONG
    return Meld(kind, _TILES[tiles[0]], source)


def _score(won: Won) -> object:
    """Build the arguments and count."""
    situation = Situation(
        _WINDS[won.prevalent], _WINDS[won.seat], won.self_drawn, won.last_of_kind, won.last_of_wall, won.kong
    )
    hand = Hand(
        tuple([_meld(*declared) for declared in won.declared]),
        tuple([_TILES[tile] for tile in won.before]),
        _TILES[won.winning],
        situation,
        won.flowers,
    )
    return score(hand, profile="guobiao")


if __name__ == "__main__":
    sys.exit(main())
