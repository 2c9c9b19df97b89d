"""What the second count pays for each hand of riichi, compared with the printed tables of EMA.

The tables stand in ``tests.second_count.riichi``, which computes nothing.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from tests.second_count.riichi import DEFAULTS, DISCARD, DISCARD_EAST, DRAWN, EDITIONS, PLAYERS, Table, places, play
from tournament.ledger.audit.tariffs import Game, OnTable, TableSticks, Tariff, tariff_of

Line = dict[str, Any]
FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"kiriage": True},
    {"kiriage": False},
    {"counted_yakuman": True},
    {"counter": 600, "counters_to": "first", "noten": 6000},
)


def tariff(id: str) -> tuple[Tariff, OnTable]:
    found = tariff_of(id)
    assert found is not None
    assert found.on_table is not None
    return found, found.on_table


def content(line: Mapping[str, Any]) -> Line:
    """The content of the entry that records a line."""
    said: dict[str, Any] = {
        name: [PLAYERS.index(each) for each in line[name]]
        for name in ("riichi", "tenpai", "nagashi_mangan")
        if line.get(name)
    }
    said |= {name: line[name] for name in ("abortive_draw",) if name in line}
    winner, points, liable = None, 0, None
    for place, win in enumerate(line["winners"]):
        worth = {name: win[name] for name in ("fu", "yakuman") if name in win}
        who = PLAYERS.index(win["player"])
        answers_for = {"liable": PLAYERS.index(win["liable"])} if "liable" in win else {}
        if place == 0:
            winner, points, liable = who, win.get("han", 13), answers_for.get("liable")
            said |= worth
        else:
            name = ("second", "third")[place - 1]
            said |= {name: who, f"{name}_han": win.get("han", 13)}
            said |= {f"{name}_{each}": answer for each, answer in {**worth, **answers_for}.items()}
    discarder = PLAYERS.index(line["discarder"]) if "discarder" in line else None
    details = {"liable": liable, "values": None, "answers": [list(each) for each in said.items()]}
    return {"hand": 1, "winner": winner, "discarder": discarder, "points": points, "details": details}


def worths() -> Iterator[Line]:
    """Every number of han with every number of fu that the tables have, and yakuman."""
    for fu, han in product(FU, (1, 2, 3, 4)):
        yield {"fu": fu, "han": han}
    yield from ({"han": han} for han in range(5, 15))
    yield from ({"yakuman": times} for times in (1, 2, 3))


def printed(win: Line, *, self_draw: bool) -> bool:
    """Whether the tables have such a hand: 20 fu only with a self-draw, 25 fu from two han on."""
    if "fu" not in win:
        return True
    rows: tuple[Mapping[int, Any], ...] = (DRAWN,) if self_draw else (DISCARD, DISCARD_EAST)
    held = [row[win["fu"]] for row in rows if win["fu"] in row]
    place = win["han"] - 1
    return len(held) == len(rows) and all(place >= len(each) or each[place] not in (0, (0, 0)) for each in held)


def won() -> Iterator[Line]:
    for worth in worths():
        for player, discarder in (("A", "C"), ("B", "A"), ("D", "B"), ("A", None), ("C", None)):
            if printed(worth, self_draw=discarder is None):
                win = {"player": player, **worth}
                yield {"winners": [win], **({"discarder": discarder} if discarder else {})}


def liable() -> Iterator[Line]:
    """Yakuman for which another player answers: the discarder pays half, or nobody else pays."""
    for times, player in product((1, 2), ("A", "B")):
        for discarder, other in (("C", "D"), ("D", "C"), (None, "C")):
            win = {"player": player, "yakuman": times, "liable": other}
            yield {"winners": [win], **({"discarder": discarder} if discarder else {})}


def with_several() -> Iterator[Line]:
    """Two and three winners, some of whom declared riichi, beside others who did."""
    first, second, third = ({"player": "B", "fu": 40, "han": 3}, {"player": "D", "han": 8},
                            {"player": "A", "fu": 30, "han": 4})  # fmt: skip
    for bets in ("", "B", "D", "C", "BC", "ACD", "ABCD"):
        for winners in ([first, second], [second, third], [third, first, second], [first]):
            yield {"winners": winners, "discarder": "C", **({"riichi": list(bets)} if bets else {})}
        yield {"winners": [first], **({"riichi": list(bets)} if bets else {})}
    yield {"winners": [first, {"player": "D", "yakuman": 1, "liable": "A"}], "discarder": "C"}
    yield {"winners": [first, second, {"player": "A", "yakuman": 2, "liable": "B"}], "discarder": "C"}


def drawn() -> Iterator[Line]:
    for size in range(5):
        for tenpai in combinations(PLAYERS, size):
            yield {"winners": [], "tenpai": list(tenpai)}
            yield {"winners": [], "tenpai": list(tenpai), "nagashi_mangan": ["B"]}
    yield {"winners": [], "riichi": ["A"]}
    yield {"winners": [], "riichi": ["B", "C"], "tenpai": ["D"]}
    yield {"winners": [], "nagashi_mangan": ["A"]}
    yield {"winners": [], "nagashi_mangan": ["A", "D"], "riichi": ["B"]}
    for kind in ("nine-terminals", "four-riichi"):
        yield {"winners": [], "abortive_draw": kind, "riichi": ["B", "D"]}


LINES = [*won(), *liable(), *with_several(), *drawn()]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("id", EDITIONS)
def test_each_hand_pays_and_leaves_what_the_tables_say(id: str, options: dict[str, Any]) -> None:
    by_tariff, on_table = tariff(id)
    assert by_tariff.keeps is not None
    rules = {**EDITIONS[id], **options}
    for line, east, (counters, sticks) in product(LINES, (0, 1), ((0, 0), (2, 1))):
        hand, before = content(line), TableSticks(counters, sticks)
        net, after = play(line, Table(PLAYERS[east], counters, sticks), rules)
        moved = dict.fromkeys(range(4), 0)
        for payer, receiver, points in on_table.pay(hand, east, before, options):
            if payer is not None:
                moved[payer] -= points
            if receiver is not None:
                moved[receiver] += points
        assert list(moved.values()) == list(net.values()), (line, east, before)
        stayed = by_tariff.keeps(hand, east, options)
        assert stayed == (after.dealer == PLAYERS[east]), (line, east)
        assert on_table.after(hand, stayed, before) == TableSticks(after.counters, after.sticks), (line, east)


def test_a_row_that_was_not_played_adds_a_counter_and_passes_the_deal() -> None:
    by_tariff, on_table = tariff("riichi-ema-2025")
    assert by_tariff.keeps is not None
    assert on_table.after(None, False, TableSticks(2, 3)) == TableSticks(3, 3)
    assert not by_tariff.keeps(None, 0, {})


TOTALS: list[tuple[int, int, int, int]] = [
    (12000, 3000, -5000, -10000),
    (-10000, 12000, 3000, -5000),
    (9000, 9000, -8000, -10000),
    (5000, 5000, 5000, -15000),
    (0, 0, 0, 0),
    (-3000, 9000, -3000, -3000),
    (-100, -100, 100, 100),
]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"start": 25000},
        {"start": 25000, "goal": 25000, "uma_first": 20000, "uma_second": 10000},
        {"ties": "seat"},
        {"ties": "seat", "start": 25000, "uma_first": 20000},
        {"uma_places": "8000,4000,-4000,-8000", "uma_one_above": "12000,-1000,-3000,-8000"},
        {"uma_three_above": "8000,3000,1000,-12000", "start": 25000},
    ],
    ids=str,
)
@pytest.mark.parametrize("totals", TOTALS)
def test_final_scores_have_uma_and_oka(totals: tuple[int, int, int, int], options: dict[str, Any]) -> None:
    _, on_table = tariff("riichi-ema-2025")
    expected = places(dict(zip(PLAYERS, totals, strict=True)), {**DEFAULTS, **options})
    assert on_table.final(totals, totals, options) == tuple(map(Fraction, expected.values()))


@pytest.mark.parametrize(
    ("totals", "sticks", "options", "left"),
    [
        ((9, 3, -4, -8), 2, {}, {0: 2000}),
        ((-8, 3, -4, 9), 1, {}, {3: 1000}),
        ((9, 9, -9, -9), 1, {}, {0: 500, 1: 500}),
        ((5, -15, 5, 5), 1, {}, {0: 300, 2: 300, 3: 300}),
        ((5, -15, 5, 5), 2, {}, {0: 600, 2: 600, 3: 600}),
        ((-9, 9, 9, -9), 3, {"leftover": "first"}, {1: 3000}),
        ((-9, 9, 9, -9), 3, {"leftover": "lost"}, {}),
        ((9, 3, -4, -8), 0, {}, {}),
    ],
)
def test_the_sticks_that_are_left(
    totals: tuple[int, ...], sticks: int, options: dict[str, Any], left: dict[int, int]
) -> None:
    _, on_table = tariff("riichi-ema-2025")
    moves = list(on_table.left(totals, TableSticks(5, sticks), options))
    assert all(payer is None for payer, _, _ in moves)
    assert {receiver: points for _, receiver, points in moves} == left


WON = content({"winners": [{"player": "B", "han": 2, "fu": 30}]})
LEADS, TRAILS = (-3000, 9000, -3000, -3000), (9000, 3000, -6000, -6000)
TIED = (9000, 9000, -9000, -9000)
STOPS, WEST, BROKE = {"agari_yame": True}, {"west_round": True}, {"bankruptcy": True}


@pytest.mark.parametrize(
    ("deals", "totals", "stayed", "options", "over"),
    [
        (7, LEADS, False, {}, False),
        (8, LEADS, False, {}, True),
        (8, LEADS, False, WEST, True),
        (8, LEADS, False, {**WEST, "goal": 39000}, True),
        (8, LEADS, False, {**WEST, "goal": 39001}, False),
        (8, LEADS, False, {**WEST, "start": 20999}, False),
        (8, LEADS, False, {**WEST, "start": 21000}, True),
        (11, LEADS, False, {**WEST, "goal": 99000}, False),
        (12, LEADS, False, {**WEST, "goal": 99000}, True),
        (3, (-30000, 10000, 10000, 10000), False, BROKE, False),
        (3, (-30100, 10100, 10000, 10000), False, BROKE, True),
        (3, (-30100, 10100, 10000, 10000), False, {}, False),
        (3, (-25100, 5100, 10000, 10000), False, {**BROKE, "start": 25000}, True),
        (7, LEADS, True, STOPS, True),
        (7, LEADS, True, {}, False),
        (7, LEADS, False, STOPS, False),
        (6, LEADS, True, STOPS, False),
        (7, TRAILS, True, STOPS, False),
        (7, TIED, True, STOPS, False),
        (7, LEADS, True, {**STOPS, "goal": 39001}, False),
    ],
)
def test_when_a_game_is_over(
    deals: int, totals: tuple[int, int, int, int], stayed: bool, options: dict[str, Any], over: bool
) -> None:
    """Player B was East in the last hand and won it."""
    by_tariff, _ = tariff("riichi-ema-2025")
    assert by_tariff.over is not None
    assert by_tariff.over(Game(deals + 3, deals, totals, 1, stayed, WON), options) is over


def test_east_does_not_stop_after_a_hand_that_was_broken_off_or_not_played() -> None:
    by_tariff, _ = tariff("riichi-ema-2025")
    assert by_tariff.over is not None
    broken_off = content({"winners": [], "abortive_draw": "four-riichi"})
    for hand in (broken_off, None):
        assert not by_tariff.over(Game(9, 7, LEADS, 1, True, hand), STOPS)
