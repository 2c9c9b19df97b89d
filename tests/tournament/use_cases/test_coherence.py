"""Entries that chain correctly and could not be made when they were written: the second count names each of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import pytest
from msgspec import structs

from tests.tournament.use_cases.events import BY, SEATING, A, B, C, D, drawn, players, punish, win
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.rechaining import rechained
from tournament.event.format import EventFormat
from tournament.event.settings import SecondReading, Settings
from tournament.language import ENGLISH
from tournament.ledger.audit import Audit, audit
from tournament.ledger.audit.accounts import SeatedAway
from tournament.ledger.codec import decode, encode
from tournament.ledger.entry import (
    EVENT_STREAM,
    Record,
    table_stream,
)
from tournament.ledger.facts import (
    ClockPaused,
    ColumnsExchanged,
    DrawPublished,
    EventRecovered,
    Fact,
    GameReseated,
    GameSeated,
    HandCorrected,
    HandDeleted,
    HandInserted,
    HandMoved,
    HandRecorded,
    HeadsChained,
    PaperReading,
    PenaltyCancelled,
    PenaltyGiven,
    PlayersSwapped,
    ResultsPublished,
    ResultsWithdrawn,
    SessionClosed,
    SessionReopened,
    SessionsRedrawn,
    SessionStarted,
    SheetClosed,
    SheetConfirmed,
    SheetMoved,
    SheetRejected,
    SheetReopened,
    TotalsRecorded,
    TotalsTyped,
)
from tournament.ledger.journal import Journal
from tournament.use_cases import (
    Book,
    CloseSheet,
    CorrectHand,
    OpenEvening,
    RecordTotals,
    SeatGame,
    View,
    carry_out,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.coherence import contradiction
from tournament.use_cases.commands import (
    AddPlayers,
    ChangeSettings,
    CloseSession,
    ConfirmSheet,
    CreateEvent,
    PublishResults,
)
from tournament.use_cases.recovery import recover

ONE, TWO = table_stream(1, 1), table_stream(1, 2)


def with_fact(records: Sequence[Record], fact: Fact, stream: str, at: int | None = None) -> list[Record]:
    """With ``fact`` as an entry of ``stream``, at the end or at ``at``."""
    place = len(records) if at is None else at
    more = structs.replace(
        records[-1],
        id=str(uuid5(NAMESPACE_OID, f"forged {fact.kind} {len(records)}")),
        stream=stream,
        kind=fact.kind,
        content=encode(fact),
    )
    return rechained([*records[:place], more, *records[place:]])


@pytest.fixture(scope="module")
def event() -> list[Record]:
    """Table 1 of session 1 with three hands, a penalty and a signature; table 2 by its totals; public."""
    store = FakeStore()
    book = drawn(store)
    win(book, 1, A, B, 8)
    win(book, 2, C, None, 20)
    punish(book, D, "false-hu-short", hand=2)
    win(book, 3, None)
    carry_out(book, CloseSheet(1, 1), by=BY)
    carry_out(book, RecordTotals(1, 2, (50, 20, 20, -90)), by=BY)
    carry_out(book, PublishResults(1), by=BY)
    return store.records


def closed(event: Sequence[Record]) -> list[Record]:
    return with_fact(event, SessionClosed(1), EVENT_STREAM)


PAPER = PaperReading((50, 20, 20, -90))
CASES: dict[str, tuple[str, Fact, str]] = {
    "a hand on a signed sheet": (ONE, HandRecorded(4, A, None, 8), "the sheet was verified and not reopened"),
    "the same hand twice": (ONE, HandRecorded(3, None), "hand 3 was already recorded"),
    "a correction of no hand": (ONE, HandCorrected(9, A, None, 8, "x"), "hand 9 was not recorded"),
    "a move of an empty row": (ONE, HandMoved(9, 1, "x"), "hand 9 was not recorded"),
    "an empty row deleted": (ONE, HandDeleted(9, "x"), "hand 9 was not recorded"),
    "a punished row deleted": (ONE, HandDeleted(2, "x"), "hand 2 had a penalty"),
    "a penalty on a signed sheet": (ONE, PenaltyGiven(A, None, "", 10, (), reason="x"), "was verified and not"),
    "a penalty that nobody gave": (ONE, PenaltyCancelled("nothing", "x"), "the penalty was not on the sheet"),
    "totals after closing": (ONE, TotalsTyped((1, 0, 0, -1)), "the sheet was verified and not reopened"),
    "totals in place of hands": (ONE, TotalsRecorded((1, 0, 0, -1)), "the sheet was verified and not reopened"),
    "signed twice": (ONE, SheetClosed(), "the sheet was verified and not reopened"),
    "a signed sheet moved": (ONE, SheetMoved(2, 1, "x"), "the sheet was verified and not reopened"),
    "a second reading that nobody asked for": (ONE, SheetConfirmed("x", PAPER), "did not wait for a second reading"),
    "a hand at a table of totals": (TWO, HandInserted(1, A, None, 8, "x"), "was entered by its totals alone"),
    "columns of a table of totals": (TWO, ColumnsExchanged(0, 1, (1, 2), "x"), "was entered by its totals alone"),
    "an open sheet reopened": (table_stream(2, 1), SheetReopened("x"), "the sheet was not verified"),
    "an open sheet read again": (table_stream(2, 1), SheetRejected("x", PAPER), "the sheet was not verified"),
    "an empty sheet signed": (table_stream(2, 1), SheetClosed(), "the sheet was empty"),
    "an empty sheet moved": (table_stream(2, 1), SheetMoved(2, 2, "x"), "the sheet was empty"),
    "an open session reopened": (EVENT_STREAM, SessionReopened(1, "x"), "session 1 was not closed"),
    "closed without its sheets": (EVENT_STREAM, SessionClosed(2), "with which sheets of session 2 were verified"),
    "the wrong sheets": (EVENT_STREAM, SessionClosed(2, (1,), "x"), "with which sheets of session 2 were verified"),
    "verified without its sheets": (
        EVENT_STREAM,
        HeadsChained(2, "end", ()),
        "which sheets of session 2 were verified",
    ),
    "called after its end": (EVENT_STREAM, SessionStarted(1), "session 1 had begun"),
    "drawn anew": (EVENT_STREAM, DrawPublished(SEATING), "play had begun"),
    "a session drawn anew": (EVENT_STREAM, SessionsRedrawn(1, SEATING.sessions, "x", 1), "session 1 had begun"),
    "swapped on signed sheets": (EVENT_STREAM, PlayersSwapped(1, 5, (1,), "x"), "session 1, table 1 had entries"),
    "a clock that never ran": (EVENT_STREAM, ClockPaused(1), "the clock of session 1 was in another state"),
    "public twice": (EVENT_STREAM, ResultsPublished(1), "the results of session 1 were already public"),
    "nothing to publish": (EVENT_STREAM, ResultsPublished(2), "session 2 had no results"),
    "nothing to withdraw": (EVENT_STREAM, ResultsWithdrawn(2), "the results of session 2 were not public"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_contradiction_is_named_with_its_entry(event: list[Record], name: str) -> None:
    stream, fact, told = CASES[name]
    assert check_records(event).problems == ()
    forged = with_fact(event, fact, stream)
    found = [problem for problem in check_records(forged).problems if problem.code == "entry-untimely"]
    assert len(found) == (2 if name == "swapped on signed sheets" else 1)
    said = ENGLISH.render(found[0].text)
    assert said.startswith(f"Entry {len(forged)} ({stream}, “{fact.kind}”) could not be made when it was written: ")
    assert told in said


@pytest.mark.parametrize(
    ("stream", "fact"),
    [
        (ONE, SheetReopened("x")),
        (TWO, SheetReopened("x")),
        (EVENT_STREAM, SessionClosed(1)),
        (EVENT_STREAM, SessionStarted(1)),
        (EVENT_STREAM, PlayersSwapped(1, 5, (1,), "x")),
    ],
)
def test_an_entry_of_a_closed_session_is_named(event: list[Record], stream: str, fact: Fact) -> None:
    forged = with_fact(closed(event), fact, stream)
    found = [problem for problem in check_records(forged).problems if problem.code == "entered-while-closed"]
    assert [ENGLISH.render(problem.text).partition(": ")[2].partition(".")[0] for problem in found] == [
        "session 1 was closed"
    ]


def test_an_entry_that_is_there_twice_is_named(event: list[Record]) -> None:
    """With another id it is a hand recorded twice; with the same one it is not even an entry of its own."""
    place = next(place for place, record in enumerate(event) if record.kind == "hand-recorded")
    doubled = rechained([*event[: place + 1], event[place], *event[place + 1 :]])
    said = [ENGLISH.render(problem.text) for problem in check_records(doubled).problems]
    assert any(f"Entry {place + 2} " in text and "another entry has its id" in text for text in said)
    assert any(f"Entry {place + 2} " in text and "hand 1 was already recorded" in text for text in said)


def test_a_signed_sheet_whose_correction_differs_may_be_signed_again() -> None:
    """And one that was corrected to what the paper says may not: nothing differs any more."""
    store = FakeStore()
    book = drawn(store)
    win(book, 1, A, B, 8)
    carry_out(book, CloseSheet(1, 1, (32, -16, -8, -8)), by=BY)
    fact = book.view.journal.standing(ONE)[0].fact
    assert isinstance(fact, HandRecorded)
    outcome = replace(fact.outcome, points=9)
    carry_out(book, CorrectHand(1, 1, 1, outcome, "misread"), by=BY)
    carry_out(book, CloseSheet(1, 1, None, "the paper is wrong"), by=BY)
    assert check_records(store.records).problems == ()
    assert len(check_records(with_fact(store.records, SheetClosed(), ONE)).problems) == 1


def test_the_life_of_a_second_reading() -> None:
    store = FakeStore()
    book = drawn(store)
    carry_out(book, ChangeSettings(replace(book.view.settings, second_reading=SecondReading.BY_ANYONE)), by=BY)
    carry_out(book, RecordTotals(1, 2, (50, 20, 20, -90)), by=BY)
    early = with_fact(store.records, SessionClosed(1), EVENT_STREAM)
    assert "entry-untimely" in [problem.code for problem in check_records(early).problems]
    carry_out(book, ConfirmSheet(1, 2, PAPER, "Second Reader"), by=BY)
    carry_out(book, CloseSession(1, "the other table is missing"), by=BY)
    assert check_records(store.records).problems == ()
    again = with_fact(store.records[:-1], SheetConfirmed("Third Reader", PAPER), TWO)
    assert [problem.code for problem in check_records(again).problems] == ["entry-untimely"]


def test_what_a_recovered_event_lacks_is_no_contradiction(event: list[Record]) -> None:
    """The sheet of table 2 is lost: its session was public and verified, which its entries show no more."""
    whole = closed(event)
    kept = rechained([record for record in whole if record.stream != TWO])
    assert "entry-untimely" in [problem.code for problem in check_records(kept).problems]
    assert check_records(kept, incomplete=True).problems == ()
    recovered = with_fact(kept, EventRecovered(len(kept), 1), EVENT_STREAM)
    assert check_records(recovered).problems == ()
    twice = rechained([*kept, structs.replace(kept[-1], id=str(uuid5(NAMESPACE_OID, "another")))])
    assert recover(twice, None, whole=True).missing


def league() -> FakeStore:
    """A league of eight players with two games on its first evening, and one on its second."""
    store = FakeStore()
    book = Book(store)
    carry_out(book, CreateEvent(Settings("Friday", format=EventFormat.LEAGUE, sessions=1)), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    for command in (OpenEvening(), SeatGame(1, (1, 2, 3, 4)), SeatGame(1, (5, 6, 7, 8)), OpenEvening()):
        carry_out(book, command, by=BY)
    carry_out(book, SeatGame(2, (1, 2, 3, 5)), by=BY)
    carry_out(book, RecordTotals(1, 2, (50, 20, 20, -90)), by=BY)
    carry_out(book, RecordTotals(2, 1, (30, 20, 20, -70)), by=BY)
    return store


def found(records: Sequence[Record]) -> list[str]:
    return [ENGLISH.render(problem.text) for problem in check_records(records).problems]


def test_each_game_without_four_players_of_the_list_is_named() -> None:
    records = league().records
    assert found(records) == []
    forged = with_fact(records, GameSeated(2, 2, (6, 7, 8, 9)), EVENT_STREAM)
    told = "Game {} of evening {} does not have four players from the list."
    assert [text for text in found(forged) if text.startswith("Game ")] == [told.format(2, 2)]
    both = with_fact(forged, GameReseated(1, 2, (5, 6, 9, 10), reason="x"), EVENT_STREAM)
    assert [text for text in found(both) if text.startswith("Game ")] == [told.format(2, 1), told.format(2, 2)]
    problem = contradiction(View(Journal(decode(record) for record in both)))
    assert problem is not None
    assert f"Entry {len(records) + 1} (event, “game-seated”)" in ENGLISH.render(problem.text)
    assert "who sits there is not on the list of players" in ENGLISH.render(problem.text)


Change = Callable[[Audit], Audit]


def of_table(session: int, table: int, **changes: object) -> Change:
    """As if the second count found this of one table."""

    def change(counted: Audit) -> Audit:
        other = replace(counted.tables[session, table], **changes)  # type: ignore[arg-type]
        return replace(counted, tables={**counted.tables, (session, table): other})

    return change


def without_table(session: int, table: int) -> Change:
    def change(counted: Audit) -> Audit:
        return replace(
            counted, tables={place: each for place, each in counted.tables.items() if place != (session, table)}
        )

    return change


def _otherwise(counted: Mapping[int, Any], number: int, changes: Mapping[str, object]) -> dict[int, Any]:
    rest = {other: row for other, row in counted.items() if other != number or changes}
    return {other: replace(row, **changes) if other == number else row for other, row in rest.items()}


def of_player(number: int, **changes: object) -> Change:
    """As if the second count found this of one player; without changes, as if it did not know them."""

    def change(counted: Audit) -> Audit:
        return replace(
            counted,
            ranking=_otherwise(counted.ranking, number, changes),
            season=_otherwise(counted.season, number, changes),
        )

    return change


TABLE_ONE, TABLE_TWO = "Session 1, table 1: ", "Session 1, table 2: "
OTHER_PLACE = "The second count gives {} another place in the standings."
COUNTS: dict[str, tuple[Change, list[str]]] = {
    "nothing": (lambda counted: counted, []),
    "closed": (
        lambda counted: replace(counted, closed=frozenset({2})),
        ["Session 2: only one of the two counts finds it closed."],
    ),
    "public": (
        lambda counted: replace(counted, public_session=0),
        ["By the second count the results are public up to session 0, not up to session 1."],
    ),
    "scores": (
        of_table(1, 1, scores=(1, 0, 0, -1)),
        [f"{TABLE_ONE}the second count gives A 1 B 0 C 0 D -1, the program shows A 14 B -34 C 86 D -66."],
    ),
    "table points": (
        of_table(1, 2, table_points=(Fraction(2), Fraction(4), Fraction(1), Fraction(0))),
        [f"{TABLE_TWO}the second count gives 2 4 1 0, the program shows 4 3/2 3/2 0."],
    ),
    "the end of a game": (
        of_table(1, 1, over=True),
        [f"{TABLE_ONE}by the second count the game ends at another hand."],
    ),
    "the end of a game by its totals": (of_table(1, 2, over=True), []),
    "points that nobody has": (
        of_table(1, 2, given_away=20),
        [f"{TABLE_TWO}the four scores add up to 0 instead of −20."],
    ),
    "points that nobody has, signed so": (of_table(1, 2, given_away=20, accepted=True), []),
    "no entry": (
        without_table(1, 2),
        [f"{TABLE_TWO}the second count gives –, the program shows A 50 B 20 C 20 D -90."],
    ),
    "a rank": (of_player(5, rank=8), [OTHER_PLACE.format("First5 Sample5")]),
    "points": (of_player(5, table_points=Fraction(3)), [OTHER_PLACE.format("First5 Sample5")]),
    "a score": (of_player(5, score=49), [OTHER_PLACE.format("First5 Sample5")]),
    "nobody of this number": (of_player(5), [OTHER_PLACE.format("First5 Sample5")]),
}


@pytest.mark.parametrize("name", COUNTS)
def test_whatever_the_second_count_finds_otherwise_is_named(
    event: list[Record], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    change, told = COUNTS[name]
    monkeypatch.setattr("tournament.use_cases.check.audit", lambda records: change(audit(records)))
    assert found(event) == told


@pytest.mark.parametrize(
    "changes", [{}, {"rank": 3}, {"worth": Fraction(1)}, {"games": 1}, {"rank": None}], ids=lambda changes: f"{changes}"
)
def test_whatever_the_second_count_finds_otherwise_in_a_league_is_named(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, object]
) -> None:
    records = league().records
    change = of_player(5, **changes)
    monkeypatch.setattr("tournament.use_cases.check.audit", lambda records: change(audit(records)))
    assert found(records) == [OTHER_PLACE.format("First5 Sample5")]


def test_seats_of_players_who_had_left_are_remarks(event: list[Record], monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the second count found two: only earlier versions gave such seats."""
    away = (SeatedAway(7, 2, 5), SeatedAway(9, 3, 99))
    monkeypatch.setattr("tournament.use_cases.check.audit", lambda records: replace(audit(records), seated_away=away))
    checked = check_records(event)
    assert [ENGLISH.render(remark) for remark in checked.remarks] == [
        "Entry 7 gave First5 Sample5 a seat in session 2, in which they no longer play.",
        "Entry 9 gave 99 a seat in session 3, in which they no longer play.",
    ]
    assert checked.problems == ()


@pytest.mark.parametrize("first", [1, 2, 3, 4, 5, 8, 9, 11, 12])
def test_the_first_entry_that_contradicts_is_found_wherever_it_is(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    """As if from that entry on, nothing could be computed."""

    def fails(view: View) -> None:
        if len(view.journal) >= first:
            raise KeyError("rank")

    monkeypatch.setattr("tournament.use_cases.club.season_courses", fails)
    records = league().records
    assert len(records) == 12
    for count in (first, first + 1, len(records)):
        problem = contradiction(View(Journal(decode(record) for record in records[:count])))
        assert problem is not None
        wrong = records[first - 1]
        assert ENGLISH.render(problem.text).startswith(f"Entry {first} ({wrong.stream}, “{wrong.kind}”) contradicts ")
        assert problem.field == wrong.stream
    assert contradiction(View(Journal(decode(record) for record in records[: first - 1]))) is None


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (KeyError("rank"), "“rank” does not exist"),
        (KeyError((1, 2)), "it refers to something that does not exist"),
        (IndexError("list index"), "it refers to something that does not exist"),
        (ZeroDivisionError("by zero"), "a number cannot be computed"),
        (RecursionError("too deep"), "it is nested too deeply"),
        (TypeError("None"), "a value has no meaning there"),
        (ValueError("x"), "a value has no meaning there"),
    ],
)
def test_a_season_that_cannot_be_computed_is_a_contradiction_of_its_entries(
    monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    """As if from the fourth entry on the courses of the players could not be computed: only a league has them."""

    def fails(view: View) -> None:
        if len(view.journal) >= 4:
            raise error

    monkeypatch.setattr("tournament.use_cases.club.season_courses", fails)
    records = league().records
    problem = contradiction(View(Journal(decode(record) for record in records)))
    assert problem is not None
    assert ENGLISH.render(problem.text).startswith(
        f"Entry 4 (event, “{records[3].kind}”) contradicts the entries before it: {reason}. "
    )
    assert contradiction(drawn().view) is None
