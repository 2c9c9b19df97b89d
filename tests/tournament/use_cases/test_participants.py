"""A new draw, a session by the standings and a final seat the players who take part in a session, and nobody else."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.use_cases.events import BY, NO_ORDER, codes, created, players, seating_of
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.draw import DrawProblem
from tournament.event.player import Player, PlayerState
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import SessionSeated, SessionsRedrawn
from tournament.ledger.state import participants
from tournament.use_cases import (
    Book,
    RecordTotals,
    Refused,
    carry_out,
    measure_seating,
    plan_by_ranking,
    plan_rest,
    plan_seating,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayerState,
    ChangeSettings,
    Command,
    LeaveToSubstitute,
    PlanSessions,
    PublishDraw,
    RedrawSessions,
    ReplacePlayer,
    SeatSession,
    Undo,
)
from tournament.use_cases.drawing import PART_OF_A_TABLE, rosters_from, seat_to_fill
from tournament.use_cases.seating_quality import quality_measures

PLAYING, WITHDRAWN, DISQUALIFIED = PlayerState.PLAYING, PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED
NOVA = Player(0, "Nova", "Newcomer")


def played(count: int, sessions: int, store: FakeStore | None = None) -> Book:
    """A drawn event whose session 1 was played."""
    book = created(store)
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=sessions)), by=BY)
    carry_out(book, AddPlayers(tuple(players(count))), by=BY)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=1)), by=BY)
    for table in range(1, count // 4 + 1):
        carry_out(book, RecordTotals(1, table, (60 + table, 20, -20, -60 - table)), by=BY)
    return book


def leave(book: Book, *numbers: int, first: int = 2, state: PlayerState = WITHDRAWN) -> None:
    for number in numbers:
        carry_out(book, ChangePlayerState(number, state, first), by=BY)


def redrawn(book: Book, first: int) -> RedrawSessions:
    """The first draw that the search finds."""
    return RedrawSessions(plan_rest(book.view, first, seed=3, progress=lambda _done: False), first)


def seated(book: Book, session: int) -> frozenset[int]:
    """Everybody who has a seat, once."""
    numbers = [number for seats in seating_of(book).tables(session) for number in seats]
    assert len(set(numbers)) == len(numbers)
    return frozenset(numbers)


def ways(session: int, book: Book) -> Sequence[Command]:
    """Every way to seat ``session`` again."""
    by_ranking = [plan_by_ranking(book.view, session, way=way).command for way in ("straight", "swiss")]
    return redrawn(book, session), *by_ranking


@pytest.mark.parametrize("way", range(3))
def test_sixteen_less_four_are_three_tables(way):
    store = FakeStore()
    book = played(16, 4, store)
    leave(book, 13, 14, 15, 16)
    carry_out(book, ways(2, book)[way], by=BY)
    assert seated(book, 2) == frozenset(range(1, 13))
    assert len(seating_of(book).tables(2)) == 3
    assert len(seating_of(book).tables(3)) == (3 if way == 0 else 4)
    carry_out(book, ways(3, book)[way], by=BY)
    assert seated(book, 3) == frozenset(range(1, 13))
    assert measure_seating(book.view, seating_of(book)).faults == ()
    assert check_records(store.records).problems == ()


def test_the_quality_stands_beside_the_bounds_of_those_who_are_there():
    """Session 1 of sixteen, three sessions of twelve: at least 3 + 3 pairs of the twelve meet again, and of the twelve
    only the four who sat at table 4 can play four sessions at four tables."""
    book = played(16, 4)
    leave(book, 13, 14, 15, 16)
    carry_out(book, redrawn(book, 2), by=BY)
    measures = quality_measures(book.view, measure_seating(book.view, seating_of(book)))
    found = {
        ENGLISH.render(each.name): (each.target and ENGLISH.render(each.target), each.reached) for each in measures
    }
    assert found["Meetings repeated"] == ("6", None)
    assert found["Returns to a table"] == ("8", None)
    assert found["Start winds"][0] == "0–1"
    assert set(found) == {"Meetings repeated", "Returns to a table", "Start winds", "Strangers"}


def test_a_final_of_those_who_are_there():
    """The first eight of the standings are 1, 5, 9, 13 and so on: two of them left."""
    book = played(16, 4)
    best = [row.player.number for row in book.view.standings().rows]
    leave(book, best[0], best[2])
    carry_out(book, plan_by_ranking(book.view, 2, final=8).command, by=BY)
    assert seated(book, 2) == {best[1], *best[3:10]}


def test_a_redraw_seats_in_each_session_who_is_there_in_it():
    """Four leave after session 3: they have seats in sessions 2 and 3, and session 4 has a table less."""
    book = played(16, 5)
    leave(book, 1, 2, 3, 4, first=4)
    carry_out(book, redrawn(book, 2), by=BY)
    assert [len(seating_of(book).tables(session)) for session in range(1, 6)] == [4, 4, 4, 3, 3]
    assert seated(book, 3) == frozenset(range(1, 17))
    assert seated(book, 4) == seated(book, 5) == frozenset(range(5, 17))
    assert measure_seating(book.view, seating_of(book)).faults == ()


def test_a_substitute_plays_on_for_a_player_who_left():
    book = played(16, 4)
    carry_out(book, LeaveToSubstitute(3, WITHDRAWN, NOVA, 2), by=BY)
    leave(book, 13, 14, 15, 16)
    everybody = (set(range(1, 13)) - {3}) | {17}
    assert participants(book.view.state, 2) == everybody
    for command in ways(2, book):
        carry_out(book, command, by=BY)
        assert seated(book, 2) == everybody
        assert book.view.state.substitutions[2, 17].player == 3


def test_a_player_who_comes_back_has_a_seat_from_then_on():
    book = played(16, 4)
    leave(book, 13, 14, 15, 16)
    carry_out(book, redrawn(book, 2), by=BY)
    for number in (13, 14, 15, 16):
        carry_out(book, ChangePlayerState(number, PLAYING, 3), by=BY)
    carry_out(book, redrawn(book, 2), by=BY)
    assert [len(seating_of(book).tables(session)) for session in range(1, 5)] == [4, 3, 4, 4]


def of_four_sessions(*, drawn_first: int) -> Book:
    """Four sessions of eight players, drawn for so many of them and then for all; two were played."""
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, sessions=drawn_first)), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    for count in dict.fromkeys((drawn_first, 4)):
        if count > drawn_first:
            carry_out(book, PlanSessions(count), by=BY)
        carry_out(book, PublishDraw(plan_seating(book.view, seed=1)), by=BY)
    for session in (1, 2):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, (60 + table, 20, -20, -60 - table)), by=BY)
    return book


@pytest.mark.parametrize("drawn_first", [2, 4])
def test_sessions_that_a_cut_emptied_wait_until_they_are_drawn_from_the_first_of_them_on(drawn_first: int):
    everybody = frozenset(range(1, 9))
    book = of_four_sessions(drawn_first=drawn_first)
    assert rosters_from(book.view, 3) == {3: everybody, 4: everybody}
    final = plan_by_ranking(book.view, 3, final=4)
    carry_out(book, final.command, by=BY)
    assert rosters_from(book.view, 3) == {3: frozenset(final.tables[0])}
    assert rosters_from(book.view, 4) == {}, "the cut decides who plays"
    carry_out(book, plan_by_ranking(book.view, 3).command, by=BY)
    assert rosters_from(book.view, 3) == {3: everybody}, "session 4 waits for the standings"
    assert rosters_from(book.view, 4) == {4: everybody}
    carry_out(book, PlanSessions(6), by=BY)
    assert rosters_from(book.view, 3) == dict.fromkeys((3, 5, 6), everybody), "sessions added later do not wait"
    assert rosters_from(book.view, 4) == dict.fromkeys((4, 5, 6), everybody)
    assert rosters_from(book.view, 6) == {6: everybody}


def said(error: pytest.ExceptionInfo[Refused]) -> str:
    return ENGLISH.render(error.value.problems[0].text)


def test_a_part_of_a_table_names_the_choices():
    book = played(16, 4)
    leave(book, 13, 14)
    for way in ("straight", "swiss", "redraw"):
        with pytest.raises(Refused) as error:
            plan_rest(book.view, 2) if way == "redraw" else plan_by_ranking(book.view, 2, way=way)
        assert codes(error) == [PART_OF_A_TABLE]
        assert said(error) == (
            "14 players take part in session 2, so 2 seats would be empty. Name a substitute for a player who does "
            "not play any more (First13 Sample13, First14 Sample14), add a player who joins from this session on, or "
            "wait. 2 players could also sit out."
        )
    assert seat_to_fill(book.view, 2) == (2, 13)
    carry_out(book, ReplacePlayer(13, NOVA, 2), by=BY)
    assert seat_to_fill(book.view, 2) == (2, 14)
    carry_out(book, ReplacePlayer(14, replace(NOVA, first_name="Nell"), 2), by=BY)
    assert seat_to_fill(book.view, 2) is None
    carry_out(book, redrawn(book, 2), by=BY)
    assert seated(book, 2) == {*range(1, 13), 15, 16, 17, 18}


def test_only_a_seat_that_is_left_can_be_taken():
    """After the first four left and were drawn out, a substitute can only be named for the fifth."""
    book = played(16, 4)
    leave(book, 13, 14, 15, 16)
    carry_out(book, redrawn(book, 2), by=BY)
    leave(book, 5)
    with pytest.raises(Refused) as error:
        plan_rest(book.view, 2)
    assert said(error).startswith("11 players take part in session 2, so 1 seat would be empty. Name a substitute")
    assert "(First5 Sample5)" in said(error)


def test_the_session_that_has_too_few_is_named_when_a_later_one_has():
    book = played(16, 4)
    leave(book, 7, first=4)
    with pytest.raises(Refused) as error:
        plan_rest(book.view, 2)
    assert said(error).startswith("15 players take part in session 4, so 1 seat would be empty.")
    assert seat_to_fill(book.view, 2) == (4, 7)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (8, "Nobody takes part in session 2: cancel it, or add players."),
        (7, "Only 1 player takes part in session 2, and a table needs four. Name a substitute for a player who "),
        (5, "Only 3 players take part in session 2, and a table needs four. Name a substitute for a player who "),
    ],
)
def test_fewer_than_four(left, words):
    book = played(8, 3)
    leave(book, *range(1, left + 1))
    for plan in (plan_rest, plan_by_ranking):
        with pytest.raises(Refused) as error:
            plan(book.view, 2)
        assert said(error).startswith(words)


@pytest.mark.parametrize("way", range(3))
def test_a_seating_made_before_somebody_left_is_refused(way):
    book = played(16, 4)
    command = ways(2, book)[way]
    leave(book, 13, 14, 15, 16)
    with pytest.raises(Refused) as error:
        carry_out(book, command, by=BY)
    assert codes(error) == ["draw-old"]
    assert said(error) == "The players who take part in session 2 have changed: draw again."


def test_a_final_made_before_a_finalist_left_is_refused():
    book = played(16, 4)
    final = plan_by_ranking(book.view, 2, final=4).command
    assert final.final is not None
    left = final.final.players[0]
    rest = [number for number in range(1, 17) if number not in final.final.players]
    leave(book, rest[0])
    carry_out(book, final, by=BY)
    assert seated(book, 2) == set(final.final.players)
    book = played(16, 4)
    leave(book, left)
    with pytest.raises(Refused) as error:
        carry_out(book, final, by=BY)
    assert codes(error) == ["draw-old"]


def as_before(book: Book, fact: SessionsRedrawn | SessionSeated) -> None:
    """Write what a version wrote that seated players who had left."""
    draft = book.draft(by=BY)
    draft.add(EVENT_STREAM, fact)
    book.commit(draft, NO_ORDER)


@pytest.mark.parametrize("kind", ["redrawn", "seated"])
def test_the_check_names_the_seats_that_an_earlier_version_gave_to_players_who_had_left(kind):
    store = FakeStore()
    book = played(8, 3, store)
    leave(book, 7)
    leave(book, 8, first=3, state=DISQUALIFIED)
    rows = ((1, 2, 3, 7), (4, 5, 6, 8))
    before = book.view.standings(1).rows
    assert check_records(store.records).remarks == ()
    as_before(book, SessionsRedrawn(2, (rows, rows), "redrawn", 1) if kind == "redrawn" else
              SessionSeated(3, rows, "straight"))  # fmt: skip
    checked = check_records(store.records)
    assert checked.problems == ()
    assert book.view.standings(1).rows == before
    number, name = len(book.view.journal), "gave First7 Sample7 a seat in session"
    third = [f"Entry {number} {name} 3, in which they no longer play.",
             f"Entry {number} gave First8 Sample8 a seat in session 3, in which they no longer play."]  # fmt: skip
    second = [f"Entry {number} {name} 2, in which they no longer play."] if kind == "redrawn" else []
    assert [ENGLISH.render(text) for text in checked.remarks] == [*second, *third]
    carry_out(book, ChangePlayerState(7, PLAYING, 2), by=BY)
    assert len(check_records(store.records).remarks) == 1
    carry_out(book, ReplacePlayer(8, NOVA, 3), by=BY)
    assert check_records(store.records).remarks == ()


def test_the_check_says_nothing_of_the_seats_of_a_draw_made_before_they_left():
    store = FakeStore()
    book = played(16, 3, store)
    carry_out(book, redrawn(book, 2), by=BY)
    leave(book, 1, 2, 3, 4)
    assert check_records(store.records).remarks == ()
    carry_out(book, redrawn(book, 2), by=BY)
    carry_out(book, Undo(), by=BY)
    assert check_records(store.records).remarks == ()


@dataclass(frozen=True)
class Leaving:
    """A player who leaves, as somebody would note it."""

    number: int
    first: int
    state: PlayerState
    substitute: bool


@st.composite
def departures(draw: st.DrawFn) -> tuple[int, int, list[Leaving]]:
    """Tables, sessions, and who leaves; mostly as many as leave full tables behind."""
    tables, sessions = draw(st.integers(2, 6)), draw(st.integers(2, 4))
    count = draw(st.one_of(st.sampled_from([4, 8]), st.integers(0, 4 * tables)))
    numbers = draw(st.lists(st.integers(1, 4 * tables), unique=True, min_size=0, max_size=min(count, 4 * tables)))
    together = draw(st.one_of(st.none(), st.integers(2, sessions)))
    leaving = [
        Leaving(
            number,
            together or draw(st.integers(2, sessions)),
            draw(st.sampled_from((WITHDRAWN, WITHDRAWN, DISQUALIFIED))),
            draw(st.integers(0, 4)) == 0,
        )
        for number in numbers
    ]
    return tables, sessions, leaving


def note(book: Book, each: Leaving, plays: dict[int, set[int]]) -> None:
    """Enter that somebody leaves; ``plays`` has the sessions of each player, and follows."""
    gone = {session for session in plays[each.number] if session >= each.first}
    plays[each.number] -= gone
    if each.substitute:
        substitute = Player(0, f"Substitute{each.number}", "Sample")
        carry_out(book, LeaveToSubstitute(each.number, WITHDRAWN, substitute, each.first), by=BY)
        plays[book.view.state.last_number] = gone
    else:
        carry_out(book, ChangePlayerState(each.number, each.state, each.first), by=BY)


def planned(book: Book, way: str, first: int, final: int | None) -> Command:
    if way == "redraw":
        return redrawn(book, first)
    return plan_by_ranking(book.view, first, way="swiss" if way == "swiss" else "straight", final=final).command


@pytest.mark.thorough
@given(departures(), st.sampled_from(("redraw", "straight", "swiss", "final")), st.data())
@settings(max_examples=60)
def test_whoever_leaves_every_way_seats_those_who_are_there(found, way, data):
    tables, sessions, leaving = found
    store = FakeStore()
    book = played(4 * tables, sessions, store)
    plays = {number: set(range(1, sessions + 1)) for number in range(1, 4 * tables + 1)}
    for each in leaving:
        note(book, each, plays)
    first = data.draw(st.integers(2, sessions))
    here = {session: {n for n, own in plays.items() if session in own} for session in range(1, sessions + 1)}
    changed = range(first, sessions + 1) if way == "redraw" else (first,)
    before, standings = len(book.view.journal), book.view.standings(1).rows
    others = {session: seating_of(book).tables(session) for session in here if session not in changed}
    size = data.draw(st.sampled_from((4, 8))) if way == "final" else None
    own = here[first] & set(range(1, 4 * tables + 1))  # a substitute has no place in a final
    if size is not None and len(own) < size:
        with pytest.raises(DrawProblem):
            plan_by_ranking(book.view, first, final=size)
        return
    if size is None and any(not here[session] or len(here[session]) % 4 for session in changed):
        with pytest.raises(Refused) as error:
            planned(book, way, first, None)
        assert codes(error) in ([PART_OF_A_TABLE], ["nobody-present"])
        assert len(book.view.journal) == before
        return
    command = planned(book, way, first, size)
    carry_out(book, command, by=BY)
    if isinstance(command, SeatSession) and command.final is not None:
        assert seated(book, first) == set(command.final.players) <= here[first]
        assert all(not seating_of(book).tables(session) for session in range(first + 1, sessions + 1))
    else:
        for session in changed:
            assert seated(book, session) == here[session]
        assert {session: seating_of(book).tables(session) for session in others} == others
    assert book.view.standings(1).rows == standings
    assert measure_seating(book.view, seating_of(book)).faults == ()
    assert check_records(store.records).problems == ()
