"""Hands of riichi by chance, as lines of ``settle`` and ``record`` say them, all of them in order."""

import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tests.second_count.riichi import EDITIONS, PLAYERS, game, rules_of

FU = (30, 30, 30, 40, 40, 50, 60, 70, 80, 90, 100, 110)
ABORTIVE = ("nine-terminals", "four-winds", "four-kans")


def options(chance: random.Random) -> dict[str, Any]:
    """Options of an event, most of them other than by EMA."""
    return {
        "kiriage": chance.random() < 0.5,
        "counted_yakuman": chance.random() < 0.5,
        "yakuman_add": chance.random() < 0.5,
        "counters_to": chance.choice(("each", "first")),
        "counter": chance.choice((300, 600, 1500)),
        "noten": chance.choice((0, 3000, 6000)),
        "ties": chance.choice(("shared", "seat")),
        "leftover": chance.choice(("split", "first", "lost")),
        "start": chance.choice((25_000, 30_000)),
        "goal": 30_000,
        "uma_first": chance.choice((15_000, 20_000)),
        "uma_second": chance.choice((5_000, 10_000)),
        "west_round": chance.random() < 0.5,
        "bankruptcy": chance.random() < 0.5,
        "agari_yame": chance.random() < 0.5,
        "rounds": chance.choice(("south", "east")),
        "dealer_stays": chance.random() < 0.6,
        "own_stick_back": chance.random() < 0.5,
        "pao_counters": chance.random() < 0.5,
        "abortive": chance.random() < 0.5,
        "nagashi": chance.random() < 0.5,
        "uma_places": chance.choice((None, None, "30000,0,-10000,-20000", "8000,4000,-4000,-8000")),
        "uma_one_above": chance.choice((None, "12000,-1000,-3000,-8000")),
        "uma_three_above": chance.choice((None, "8000,3000,1000,-12000")),
        "chombo_paid": chance.choice(("after", "table")),
        "yakitori": chance.choice((0, 0, 5000, 10_000)),
        "yakitori_to": chance.choice(("nobody", "each")),
    }


ALONE: tuple[dict[str, Any], ...] = (
    *({name: True} for name in ("kiriage", "counted_yakuman", "yakuman_add", "west_round", "bankruptcy", "agari_yame",
                                "pao_counters", "abortive", "nagashi")),
    *({name: False} for name in ("kiriage", "dealer_stays", "own_stick_back")),
    {"counters_to": "first"}, {"counter": 1500}, {"noten": 0}, {"ties": "seat"}, {"leftover": "first"},
    {"leftover": "lost"}, {"start": 25_000}, {"uma_first": 20_000}, {"uma_second": 10_000}, {"rounds": "east"},
    {"uma_places": "30000,0,-10000,-20000"}, {"uma_one_above": "12000,-1000,-3000,-8000"},
    {"uma_three_above": "8000,3000,1000,-12000"}, {"chombo_paid": "table"}, {"yakitori": 10_000},
    {"yakitori": 5_000, "yakitori_to": "each"},
)  # fmt: skip
"""Each option on its own."""


def hand(chance: random.Random, chosen: Mapping[str, Any], rich: str = PLAYERS, *, bold: float = 0.3) -> dict[str, Any]:
    """One hand; ``rich`` are those with points enough for riichi, which each declares as often as they are ``bold``."""
    bets = [player for player in PLAYERS if player in rich and chance.random() < bold]
    if chance.random() < 0.25:
        return _drawn(chance, chosen, bets)
    discarder = chance.choice(PLAYERS) if chance.random() < 0.65 else None
    others = [player for player in PLAYERS if player != discarder]
    chance.shuffle(others)
    count = chance.choice((1, 1, 1, 1, 2, 3)) if discarder else 1
    winners = [_win(chance, chosen, player, discarder, bets) for player in others[:count]]
    line: dict[str, Any] = {"winners": winners}
    return {**line, **({"discarder": discarder} if discarder else {}), **({"riichi": bets} if bets else {})}


def _drawn(chance: random.Random, chosen: Mapping[str, Any], bets: list[str]) -> dict[str, Any]:
    line: dict[str, Any] = {"winners": [], **({"riichi": bets} if bets else {})}
    if chosen.get("abortive") and chance.random() < 0.3:
        return {**line, "abortive_draw": "four-riichi" if len(bets) == 4 else chance.choice(ABORTIVE)}
    if chosen.get("nagashi") and chance.random() < 0.2:
        line["nagashi_mangan"] = [chance.choice(PLAYERS)]
    tenpai = [player for player in PLAYERS if chance.random() < 0.4]
    return {**line, **({"tenpai": tenpai} if tenpai else {})}


def _win(
    chance: random.Random, chosen: Mapping[str, Any], player: str, discarder: str | None, bets: list[str]
) -> dict[str, Any]:
    if chance.random() < 0.06:
        times = chance.choice((1, 2, 3)) if chosen.get("yakuman_add") else 1
        liable = chance.choice([each for each in PLAYERS if each != player]) if chance.random() < 0.5 else None
        return {"player": player, "yakuman": times, **({"liable": liable} if liable else {})}
    riichi = player in bets
    least = 1 + (riichi and discarder is None)
    han = max(least, chance.choice((1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14)))
    if han > 4:
        return {"player": player, "han": han}
    pairs, pinfu = 2 + riichi + (discarder is None), 2 + riichi
    fu = chance.choice(FU)
    if han >= pairs and chance.random() < 0.15:
        fu = 25
    elif han >= pinfu and discarder is None and chance.random() < 0.2:
        fu = 20
    return {"player": player, "han": han, "fu": min(fu, 100) if han == 1 else fu}


def settle_lines(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Single hands of both editions, every other one under options by chance."""
    chance = random.Random(f"riichi settle/{seed}")
    for number in range(count):
        chosen = options(chance) if number % 2 else {}
        yield {
            "rules": chance.choice(list(EDITIONS)),
            **chosen,
            **hand(chance, chosen),
            "dealer": chance.choice(PLAYERS),
            "counters": chance.choice((0, 0, 1, 2, 5)),
            "sticks": chance.choice((0, 0, 1, 3)),
        }


def hanchan(
    chance: random.Random,
    rules: str,
    chosen: Mapping[str, Any],
    *,
    most: int = 40,
    bold: float = 0.3,
    paid: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> list[dict[str, Any]]:
    """The hands of a game until it is over or ``most`` were played; chombos are ``paid`` at the table by the number of
    their hand."""
    known = rules_of({"rules": rules, **chosen})
    lines: list[dict[str, Any]] = []
    so_far = game(lines, known)
    while not so_far.over and len(lines) < most:
        rich = "".join(player for player in PLAYERS if known["start"] + so_far.unfinished[player] >= 1000)
        lines.append(hand(chance, chosen, rich, bold=bold))
        so_far = game(lines, known, (), paid)
    return lines
