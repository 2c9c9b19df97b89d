"""The published engine PyMahjongGB 1.4.0, asked with the same text."""

from collections.abc import Callable
from typing import Any

from tests.second_counter.text import DRAGONS, WINDS, Won, read

SUITS = {"m": "W", "s": "T", "p": "B"}


def engine() -> Callable[..., Any] | None:
    """Its function, or None where it is not installed."""
    try:
        from MahjongGB import MahjongFanCalculator
    except ImportError:
        return None
    return MahjongFanCalculator  # type: ignore[no-any-return, unused-ignore]


def code(tile: str) -> str:
    """A tile in its writing: W characters, T bamboos, B dots, F winds, J dragons."""
    if tile in WINDS:
        return f"F{WINDS.index(tile) + 1}"
    return f"J{DRAGONS.index(tile) + 1}" if tile in DRAGONS else SUITS[tile[1]] + tile[0]


def arguments(won: Won) -> tuple[Any, ...]:
    """The arguments of its function."""
    packs = []
    for declared in won.declared:
        tiles = declared.tiles
        kind = "CHI" if tiles[0] != tiles[1] else "PENG" if len(tiles) == 3 else "GANG"
        packs.append((kind, code(tiles[1]), declared.source % 4))
    return (
        tuple(packs), tuple(map(code, won.before)), code(won.winning), won.flowers, won.self_drawn, won.last_of_kind,
        won.kong, won.last_of_wall, WINDS.index(won.seat), WINDS.index(won.prevalent), True,
    )  # fmt: skip


def points(calculate: Callable[..., Any], text: str) -> int:
    """The points of a hand, flowers included."""
    return sum(fan[0] * fan[1] for fan in calculate(*arguments(read(text))))


def fans(calculate: Callable[..., Any], text: str) -> list[tuple[str, int]]:
    """Its list: English name and count."""
    return [(fan[3], fan[1]) for fan in calculate(*arguments(read(text)))]
