"""Designs found by a search, stored as data beside the script that found them."""

import json
from functools import lru_cache
from typing import Any

import assets


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(assets.path("draw", "base_rounds.json").read_text(encoding="utf-8"))
    return data


def shipped_matrix(order: int) -> tuple[tuple[int, ...], Any] | None:
    """Return the moduli of the group and the rows of the difference matrix for this many tables, or None."""
    found = _data()["matrices"].get(str(order))
    if found is None:
        return None
    moduli = tuple(found["moduli"])
    return moduli, tuple(tuple(tuple(element) for element in row) for row in found["rows"])


def shipped_holed(order: int) -> tuple[tuple[tuple[int, ...], Any], ...]:
    """Return the moduli and rows of the matrices for this many tables whose differences avoid a subgroup."""
    return _matrices("holed", order)


def shipped_banded(order: int) -> tuple[tuple[tuple[int, ...], Any], ...]:
    """Return the moduli and rows of the matrices for this many tables whose differences avoid values near 0."""
    return _matrices("banded", order)


def _matrices(kind: str, order: int) -> tuple[tuple[tuple[int, ...], Any], ...]:
    return tuple(
        (tuple(found["moduli"]), tuple(tuple(tuple(element) for element in row) for row in found["rows"]))
        for found in _data()[kind].get(str(order), ())
    )


def shipped_with_few_strangers(order: int, sessions: int) -> tuple[tuple[int, int, int, int], ...] | None:
    """Return the rows of a matrix modulo ``order`` whose design has few strangers, or None if none is shipped.

    Its differences are distinct; constants must still be added to the rows.
    """
    rows = _few_strangers().get(str(order), {}).get(str(sessions))
    return None if rows is None else tuple((0, one, two, three) for one, two, three in rows)


@lru_cache(maxsize=1)
def _few_strangers() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(assets.path("draw", "few_strangers.json").read_text(encoding="utf-8"))
    return data


def shipped_seating(players: int, sessions: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return rounds with few repeats and few returns to a table, as blocks by table; empty if none are shipped."""
    found = _seatings().get(f"{players}x{sessions}", ())
    return tuple(tuple(tuple(places[first : first + 4]) for first in range(0, players, 4)) for places in found)


@lru_cache(maxsize=1)
def _seatings() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(assets.path("draw", "seatings.json").read_text(encoding="utf-8"))
    return data


def shipped_for_clubs(players: int) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]:
    """Return designs made for clubs, in which neighbouring numbers never meet; each as rounds of blocks by table."""
    found = json.loads(assets.path("draw", "club_rounds.json").read_text(encoding="utf-8"))
    return tuple(
        tuple(tuple(tuple(places[first : first + 4]) for first in range(0, players, 4)) for places in rounds)
        for rounds in found.get(str(players), ())
    )


def shipped_starter(players: int) -> tuple[int, tuple[tuple[tuple[int, ...], ...], ...]] | None:
    """Return the modulus and the base rounds for this many players; None if none are known."""
    found = _data()["starters"].get(str(players))
    if found is None:
        return None
    rounds = tuple(tuple(tuple(block) for block in base) for base in found["rounds"])
    return found["modulus"], rounds


def shipped_cover(players: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return rounds in which all players meet one another with the fewest repeats; empty if none are shipped."""
    return tuple(tuple(tuple(block) for block in base) for base in _data()["covers"].get(str(players), ()))
