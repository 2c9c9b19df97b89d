"""Which numbers the facts may contain: the least and the most of each field, and what is said of a number beyond."""

import inspect
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec import NODEFAULT, Struct, structs

from tests.cases import all_cases
from tests.reviewed import Reviewed
from tests.tournament.ledger.test_history_golden import everything
from tournament.event.player import Player, PlayerState
from tournament.event.prizes import OVERALL, CategoryKind, Prize, PrizeCategory, PrizeLot, Prizes
from tournament.event.role import EventRole
from tournament.event.seating import Final, Seating, SeatingWishes
from tournament.event.settings import Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import ENGLISH, LANGUAGES, mark
from tournament.ledger import check_in_facts, codec, fact, facts
from tournament.ledger.codec import decode_fact, encode, value_fault
from tournament.ledger.facts import Fact

MILLIONS = 10_000_000
HAND = facts.HandRecorded(1, 0, 1, 8)
PENALTY = facts.PenaltyGiven(0, 1, "late", 10)
Number = int | None


def fault_of(fact: Fact) -> str:
    """What is wrong with ``fact``, in English; empty if nothing is."""
    fault = value_fault(fact)
    return "" if fault is None else ENGLISH.render(fault)


def structs_of(module: Any) -> list[type[Struct]]:
    """The classes of a module whose values are facts, parts of facts, or references."""
    classes = [each for _, each in inspect.getmembers(module, inspect.isclass) if issubclass(each, Struct)]
    return [each for each in classes if each.__module__ == module.__name__]


@all_cases([*structs_of(facts), *structs_of(fact)])
def test_no_fact_nor_part_of_one_can_be_changed(kind: type[Struct]) -> None:
    assert kind.__struct_config__.frozen


def winner(number: int) -> Fact:
    return facts.HandRecorded(1, number, None, 8)


def discarder(number: int) -> Fact:
    return facts.HandRecorded(1, 1 if number != 1 else 2, number, 8)


RANGES: list[tuple[str, Callable[[int], Fact], Number, Number]] = [
    ("winner", winner, 0, 3),
    ("discarder", discarder, 0, 3),
    ("hand", lambda number: structs.replace(HAND, hand=number), 1, 1000),
    ("points", lambda number: structs.replace(HAND, points=number), 0, MILLIONS),
    ("hand", lambda number: facts.HandCorrected(number, None, None, 0, "misread"), 1, 1000),
    ("points", lambda number: facts.HandCorrected(1, 0, None, number, "misread"), 0, MILLIONS),
    ("player", lambda number: structs.replace(PENALTY, player=number), 0, 3),
    ("hand", lambda number: structs.replace(PENALTY, hand=number), 1, 1000),
    ("points", lambda number: structs.replace(PENALTY, points=number), 0, MILLIONS),
    ("to", lambda number: structs.replace(PENALTY, player=0 if number else 1, to=(number,)), 0, 3),
    ("to", lambda number: facts.HandMoved(1 if number != 1 else 2, number, "misread"), 1, 1000),
    ("one", lambda number: facts.ColumnsExchanged(number, 0 if number else 1, None, "misread"), 0, 3),
    ("hands", lambda number: facts.ColumnsExchanged(0, 1, (1, number), "misread"), 1, 1000),
    ("to_session", lambda number: facts.SheetMoved(number, 1, "misread"), 1, 1000),
    ("to_table", lambda number: facts.SheetMoved(1, number, "misread"), 1, 100_000),
    ("session", facts.SessionStarted, 1, 1000),
    ("session", lambda number: facts.ClockStarted(number, 90), 1, 1000),
    ("minutes", lambda number: facts.ClockStarted(1, number), 1, 100_000),
    ("first", lambda number: facts.PlayerStateChanged(1, PlayerState.WITHDRAWN, number), 1, 1000),
    ("returned", lambda number: facts.PlayerStateChanged(1, PlayerState.WITHDRAWN, returned=(number,)), 1, 1000),
    ("number", lambda number: facts.PlayerStateChanged(number, PlayerState.WITHDRAWN), 1, MILLIONS),
    ("number", facts.PlayerRemoved, 1, MILLIONS),
    ("number", lambda number: facts.PlayersAdded((Player(number, "Ada", "Sample"),), ""), 1, MILLIONS),
    ("other", lambda number: facts.PlayersMerged(Player(7, "Ada", "Sample"), number), 1, MILLIONS),
    ("totals", lambda number: facts.TotalsRecorded((number, 0, 0, 0)), -(10**12), 10**12),
    ("totals", lambda number: facts.TotalsRecorded((0, 0, 0, number)), -(10**12), 10**12),
]


@pytest.mark.parametrize(("name", "fact", "least", "most"), RANGES)
def test_each_number_has_a_least_and_a_most(
    name: str, fact: Callable[[int], Fact], least: int | None, most: int | None
) -> None:
    for bound, beyond in ((least, -1), (most, 1)):
        assert bound is not None
        assert value_fault(fact(bound)) is None
        fault = fault_of(fact(bound + beyond))
        assert fault.startswith(f"{name}: ") or name in fault
        assert str(bound + beyond) in fault


@pytest.mark.parametrize(
    ("number", "text"),
    [(10**20 - 1, str(10**20 - 1)), (10**20, "10^20…"), (-(10**20), "-10^20…"), (-1, "-1"), (10**500, "10^20…")],
)
def test_a_number_of_many_digits_is_not_repeated(number: int, text: str) -> None:
    assert fault_of(structs.replace(HAND, points=number)) == f"points: {text}"


FOUR = (1, 2, 3, 4)
ADA = Player(1, "Ada", "Sample")
TWICE = (facts.RowTiles(4, ""), facts.RowTiles(4, ""))


def set_to(**settings: Any) -> Fact:
    return facts.SettingsChanged(replace(Settings("Open", rules="mcr"), **settings))


def drawn_with(**wishes: Any) -> Fact:
    return facts.DrawPublished(Seating(((FOUR,),), "m", 1, SeatingWishes(**wishes)))


@pytest.mark.parametrize(
    ("fact", "fault"),
    [
        (facts.HandRecorded(1, None, 2, 0), "discarder: 2 in a hand that nobody won"),
        (facts.HandRecorded(1, 2, 2, 8), "discarder: 2"),
        (facts.ColumnsExchanged(0, 1, (4, 3), "misread"), "hands: 3 comes before 4"),
        (facts.ColumnsExchanged(1, 1, (3, 3), "misread"), "other: 1"),
        (facts.HandMoved(3, 3, "misread"), "to: 3"),
        (facts.PenaltyGiven(1, 1, "", 10, (0, 1)), "to: 1 would receive their own points"),
        (facts.PenaltyGiven(1, 1, "", 10, (0, 2, 0)), "to: 0 is there twice"),
        (facts.HandCorrected(1, 2, 2, 8, "misread"), "discarder: 2 is on both sides"),
        (facts.HandInserted(1, 2, 2, 8, "misread"), "discarder: 2 is on both sides"),
        (facts.HandInserted(1, 2, 1, 8, "misread", restated=TWICE), "restated: 4 is there twice"),
        (facts.HandDeleted(1, "misread", TWICE), "restated: 4 is there twice"),
        (facts.HandMoved(1, 2, "misread", TWICE), "restated: 4 is there twice"),
        (facts.ColumnsExchanged(0, 1, None, "misread", TWICE), "restated: 4 is there twice"),
        (facts.HandProposed(1, 2, 0, (1, 2, 3, 4), 2), "discarder: 2 is on both sides"),
        (facts.SessionsCancelled((), ""), "sessions: none is named"),
        (facts.SessionsCancelled((2, 3, 2), ""), "sessions: 2 is there twice"),
        (facts.SessionsAdded((), 0, ""), "added: 0"),
        (facts.SessionsAdded((2, 2), 1, ""), "restored: 2 is there twice"),
        (facts.SessionSeated(2, (FOUR,), "lots"), "way: “lots” has no meaning there"),
        (facts.SessionSeated(2, (FOUR,), "swiss", Final(3, FOUR)), "final: it begins with session 3"),
        (facts.SessionSeated(2, (FOUR,), "swiss", Final(2, (1, 2, 3, 5))), "final: its players are not those at the"),
        (
            facts.SessionSeated(2, (FOUR,), "swiss", Final(2, (1, 2, 3, 5), beside=True)),
            "final: one of its players",
        ),
        (facts.SessionSeated(2, (FOUR,), "swiss", Final(2, (1, 2), beside=True)), "final: others sit at one of its"),
        (facts.SessionSeated(2, (FOUR,), "swiss", None, (), "loud"), "beside: “loud” has no meaning there"),
        (facts.SessionSeated(2, (FOUR, (5, 6, 7, 4)), "straight"), "tables: 4 is there twice"),
        (facts.SessionsRedrawn(2, ((FOUR, (5, 6, 7, 4)),), "m", 1), "sessions: 4 is there twice"),
        (facts.PlayersSwapped(1, 1, (2,)), "other: 1 is on both sides"),
        (facts.PlayersSwapped(1, 2, (2, 2)), "sessions: 2 is there twice"),
        (facts.PlayerReplaced(1, ADA, (2,)), "by: 1 is on both sides"),
        (facts.PlayerReplaced(2, ADA, (2, 2)), "sessions: 2 is there twice"),
        (facts.PlayersMerged(ADA, 1), "other: 1 is on both sides"),
        (facts.PlayerChanged(ADA, (ADA,)), "others: 1 is there twice"),
        (facts.PlayersAdded((ADA, ADA), ""), "players: 1 is there twice"),
        (facts.PlayerStateChanged(1, PlayerState.PLAYING, returned=(2, 2)), "returned: 2 is there twice"),
        (facts.SheetConfirmed("Reader", facts.PaperReading()), "reading: points: a reading has either totals or"),
        (facts.SheetConfirmed("Reader", facts.PaperReading((1, 0, 0, -1), (8,))), "reading: points: a reading has"),
        (facts.HeadsChained(1, "noon", ()), "moment: “noon” has no meaning there"),
        (facts.TableEntryAllowed("http://host/", bytes(32)), "address: “http://host/”"),
        (facts.TableEntryAllowed("", bytes(32)), "address: “”"),
        (facts.TableEntryAllowed("no address", bytes(32)), "address: “no address”"),
        (facts.TableEntryAllowed("http://host", bytes(31)), "key: 31 bytes"),
        (check_in_facts.PhoneCheckInSet(False, "", bytes(32)), "address: “”"),
        (check_in_facts.PhoneCheckInSet(False, "http://host", bytes(31)), "key: 31 bytes"),
        (facts.SigningKeySet(bytes(33), "Ada"), "key: 33 bytes"),
        (facts.FingerprintSigned(1, 9, "h", bytes(32), "Ada", bytes(63)), "signature: 63 bytes"),
        (facts.FingerprintSigned(1, 9, "h", bytes(31), "Ada", bytes(64)), "key: 31 bytes"),
        (facts.RolePinSet(EventRole.REFEREE, "", "", 6), "cost: 6 is no power of two"),
        (facts.RolePinSet(EventRole.REFEREE, "", "", 9), "cost: 9 is no power of two"),
        (facts.MinutesAdded(1, 5, (2, 2)), "tables: 2 is there twice"),
        (facts.PaperNoted("r", "", "pdf", 1, None, 2), "table: 2 of no session"),
        (facts.PaperNoted("r", "", "pdf", 1, 1, None, 2), "hand: 2 of no table"),
        (set_to(starts=date(2026, 6, 2), ends=date(2026, 6, 1)), "settings: ends: 2026-06-01 comes before 2026-06-02"),
        (set_to(timetable=Timetable((SessionTime(2), SessionTime(2)))), "settings: timetable: sessions: 2 is there"),
        (set_to(prizes=Prizes((Prize(place=3, last=2),))), "settings: prizes: lines: last: 2 comes before 3"),
        (
            set_to(prizes=Prizes((Prize(place=1, last=2), Prize(place=2, last=4)))),
            "settings: prizes: lines: place 2 of Players has two prizes",
        ),
        (set_to(prizes=Prizes(lots=(PrizeLot(OVERALL, ("1", "1")),))), "settings: prizes: lots: order: 1 is there"),
        (drawn_with(apart=(("club", 1), ("club", 2))), "seating: wishes: apart: club is there twice"),
        (drawn_with(pairs=((3, 4, 1), (3, 3, 1))), "seating: wishes: pairs: 3 is on both sides"),
        (drawn_with(reserves=(9, 9)), "seating: wishes: reserves: 9 is there twice"),
    ],
)
def test_values_that_contradict_one_another_are_named(fact: Fact, fault: str) -> None:
    assert fault_of(fact).startswith(fault)
    found = value_fault(fact)
    assert found is not None
    assert len({language.render(found) for language in LANGUAGES}) == len(LANGUAGES), "in words of each language"


@pytest.mark.parametrize(
    "fact",
    [
        facts.ColumnsExchanged(0, 1, (3, 3), "misread"),
        facts.PenaltyGiven(1, 1, "", 10, (0, 2, 3)),
        facts.HandRecorded(1, None, None, 0),
        facts.HandRecorded(1, 3, 0, 8),
        facts.HandInserted(1, 2, 1, 8, "misread", restated=TWICE[:1]),
        facts.SessionsCancelled((2, 3), ""),
        facts.SessionsAdded((), 1, ""),
        facts.SessionsAdded((2,), 0, ""),
        facts.SessionSeated(2, (FOUR,), "swiss", Final(2, FOUR)),
        facts.SessionSeated(2, (FOUR,), "straight"),
        facts.PlayersSwapped(1, 2, (2, 3)),
        facts.PlayerReplaced(2, ADA, (2, 3)),
        facts.SheetConfirmed("Reader", facts.PaperReading((1, 0, 0, -1))),
        facts.SheetConfirmed("Reader", facts.PaperReading(points=(8,))),
        facts.HeadsChained(1, "start", ()),
        facts.HeadsChained(1, "end", ()),
        facts.TableEntryAllowed("http://host", bytes(32)),
        check_in_facts.PhoneCheckInSet(True, "http://host", bytes(32)),
        facts.SigningKeySet(bytes(32), "Ada"),
        facts.FingerprintSigned(1, 9, "h", bytes(32), "Ada", bytes(64)),
        facts.RolePinSet(EventRole.REFEREE, "", "", 2),
        facts.RolePinSet(EventRole.REFEREE, "", "", 16),
        facts.PaperNoted("r", "", "pdf", 1, 1, 2, 3),
        facts.PaperNoted("r", "", "pdf", 1),
        set_to(starts=date(2026, 6, 2), ends=date(2026, 6, 2)),
        set_to(ends=date(2026, 6, 2)),
        set_to(prizes=Prizes((Prize(place=1, last=2), Prize(place=3, last=3)))),
        set_to(prizes=Prizes((Prize(), Prize(PrizeCategory(CategoryKind.TEAMS))))),
        drawn_with(apart=(("club", 1),), pairs=((3, 4, 1),), reserves=(9, 8)),
    ],
)
def test_values_that_agree_have_no_fault(fact: Fact) -> None:
    assert value_fault(fact) is None


LIMITS = Path(__file__).with_name("ranges.txt")
DEFAULTS = Path(__file__).with_name("defaults.txt")
BOUNDS = (0, 1, 2, 3, 4, 16, 2**15, 1000, 100_000, 10**6, 10**7, 10**12, 10**1000)
NEAR = sorted({sign * bound + step for bound in BOUNDS for sign in (1, -1) for step in (-1, 0, 1)})
"""Every number at which a range may begin or end, and its neighbours."""


def numbers_in(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the place of every whole number in decoded JSON."""
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers_in(inner, (*path, name))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def with_number(content: Any, path: tuple[str | int, ...], number: int) -> str:
    """The JSON of ``content`` with another number at ``path``."""
    changed = json.loads(json.dumps(content))
    inner = changed
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = number
    return json.dumps(changed)


def out_of_range(kind: str, content: str, number: int) -> bool:
    """Whether the number is refused for itself, not for what it contradicts."""
    try:
        found = fault_of(decode_fact(kind, content))
    except ValueError:
        return True
    return found.endswith((f": {number}", "10^20…"))


def shown(number: int) -> str:
    if abs(number) <= 10**13:
        return f"{number:_}"
    beyond = abs(number) - 10**1000
    return f"{'-' if number < 0 else ''}10^1000{f'{beyond:+}' if beyond else ''}"


def ranges() -> dict[str, str]:
    """By field: the least and the most that it may contain."""
    found: dict[str, str] = {}
    for entry in everything().view.journal:
        content = json.loads(encode(entry.fact))
        for path in numbers_in(content):
            name = f"{entry.fact.kind} {'.'.join('*' if isinstance(each, int) else each for each in path)}"
            if name not in found:
                in_range = [n for n in NEAR if not out_of_range(entry.fact.kind, with_number(content, path, n), n)]
                found[name] = f"{shown(in_range[0])} to {shown(in_range[-1])}" if in_range else "nothing else"
    return found


def test_what_every_number_of_every_fact_may_be(reviewed: Reviewed) -> None:
    reviewed(LIMITS, "".join(f"{name}: {limits}\n" for name, limits in sorted(ranges().items())))


def test_what_is_read_where_an_earlier_version_wrote_nothing(reviewed: Reviewed) -> None:
    """The default of each field that has one."""
    made = [
        f"{kind.__name__}.{field.name}: {field.default!r}"
        for kind in (*structs_of(facts), *structs_of(fact))
        for field in structs.fields(kind)
        if field.default is not NODEFAULT
    ]
    reviewed(DEFAULTS, "".join(f"{line}\n" for line in made))


def test_what_each_column_and_each_value_at_its_bound_may_be_takes_no_long_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nearly all facts of an event are such hands, and the derived checks would take most of the time to open it."""
    monkeypatch.setattr(codec, "_of_fields", lambda _kind: lambda _fact: mark("checked at length"))
    columns = (None, 0, 1, 2, 3)
    for one, other in ((one, other) for one in columns for other in columns):
        usual = other is None or one not in (None, other)
        found = value_fault(facts.HandRecorded(1, one, other, 8))
        assert found == (None if usual else mark("checked at length"))
    for hand, points in ((1, 0), (1000, MILLIONS)):
        assert value_fault(facts.HandRecorded(hand, 0, 1, points)) is None
    for hand, points in ((0, 0), (1001, 0), (1, -1), (1, MILLIONS + 1)):
        assert value_fault(facts.HandRecorded(hand, 0, 1, points)) == mark("checked at length")


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (set_to(starts=date(1, 1, 1)), None),
        (set_to(starts=date(9998, 12, 31)), None),
        (set_to(starts=date(9999, 1, 1)), "settings: starts: 9999-01-01"),
        (facts.GameSeated(1, 1, (1, 2, 3, 4)), None),
        (facts.GameSeated(1, 1, (1, 2, 3, 1)), "players: 1, 2, 3, 1 are not four players"),
        (facts.GameReseated(1, 1, (1, 2, 3, 1)), "players: 1, 2, 3, 1 are not four players"),
        (facts.TableAdded(1, 4, (1, 2, 3, 1)), "players: 1, 2, 3, 1 are not four players"),
        (facts.HandProposed(1, None, 0, (1, 2, 2, 4)), "players: 1, 2, 2, 4 are not four players"),
        (facts.SessionSeated(2, ((1, 2, 3, 4), (5, 6, 7, 5)), "swiss"), "tables: 5, 6, 7, 5 are not four players"),
        (facts.SessionsRedrawn(2, (((1, 2, 3, 4), (5, 6, 7, 5)),), "m", 1),
         "sessions: 5, 6, 7, 5 are not four players"),
        (facts.DrawPublished(Seating((((1, 2, 3, 4),), ((5, 5, 7, 8),)), "m", 1)),
         "seating: sessions: 5, 5, 7, 8 are not four players"),
    ],
)  # fmt: skip
def test_days_and_tables(made: Fact, fault: str | None) -> None:
    assert fault_of(made) == (fault or "")
