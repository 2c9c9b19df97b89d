"""Every multiset of four chows and of four pungs as a hand: four claimed sets, the pair on a discard."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from tests.random_hands import ALL, SUITS

CHOWS = [(f"{rank}{suit}", f"{rank + 1}{suit}", f"{rank + 2}{suit}") for suit in SUITS for rank in range(1, 8)]
PAIRS = ["E", "5m", "5s", "5p"]


def written(sets: list[tuple[str, ...]], pair: str) -> str:
    """The hand; East and South are the winds, so that a pair of West or North is worth nothing."""
    return "".join(f"[{''.join(tiles)},1]" for tiles in sets) + pair * 2 + "|ES0000"


def four_chows() -> Iterator[list[str]]:
    """For each of the 10,626 multisets its hands: with a pair of winds and with each pair of 5 that is left."""
    for chows in combinations_with_replacement(CHOWS, 4):
        used = Counter(tile for chow in chows for tile in chow)
        yield [written(list(chows), pair) for pair in PAIRS if used[pair] < 3]


def four_pungs() -> Iterator[list[str]]:
    """For each of the 46,376 sets of four its hand; the pair goes round the other thirty kinds."""
    for number, pungs in enumerate(combinations(ALL, 4)):
        others = [tile for tile in ALL if tile not in pungs]
        yield [written([(pung,) * 3 for pung in pungs], others[number % len(others)])]
