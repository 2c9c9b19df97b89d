"""Designs found by search, shipped as data beside the script that found them."""

import json
from functools import lru_cache
from typing import Any

import assets


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(assets.path("draw", "base_rounds.json").read_text(encoding="utf-8"))
    return data


def shipped_matrix(order: int) -> tuple[tuple[int, ...], Any] | None:
    """The group (its moduli) and the rows of the difference matrix found for that many tables, if any."""
    found = _data()["matrices"].get(str(order))
    if found is None:
        return None
    moduli = tuple(found["moduli"])
    return moduli, tuple(tuple(tuple(element) for element in row) for row in found["rows"])


def shipped_holed(order: int) -> tuple[tuple[tuple[int, ...], Any], ...]:
    """The groups and rows of the matrices whose differences avoid a subgroup, found for that many tables."""
    return tuple(
        (tuple(found["moduli"]), tuple(tuple(tuple(element) for element in row) for row in found["rows"]))
        for found in _data()["holed"].get(str(order), ())
    )


def shipped_starter(players: int) -> tuple[int, tuple[tuple[tuple[int, ...], ...], ...]] | None:
    """The modulus and the base rounds found for that many players, if any."""
    found = _data()["starters"].get(str(players))
    if found is None:
        return None
    rounds = tuple(tuple(tuple(block) for block in base) for base in found["rounds"])
    return found["modulus"], rounds


def shipped_cover(players: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Rounds in which that many players all meet, with the fewest repeats; none if not shipped."""
    return tuple(tuple(tuple(block) for block in base) for base in _data()["covers"].get(str(players), ()))
