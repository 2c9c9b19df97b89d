"""The next season of a league has its members, rules and settings, and nothing that was played."""

from dataclasses import replace
from datetime import date

import pytest

from tests.examples.pins import cheap_pin
from tests.tournament.use_cases.events import BY, SEATING, created, drawn, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat, SeasonCount, SeasonRules
from tournament.event.player import Player, PlayerState
from tournament.event.prizes import OVERALL, Prize, PrizeLot, Prizes
from tournament.event.problem import Refused
from tournament.event.role import NEW_PARALLEL, EventRole
from tournament.event.settings import AfterGong, Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.ledger.facts import PlayersAdded
from tournament.use_cases import Book, OpenEvening, RecordTotals, SeatGame, carry_out
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayerState,
    ChangeSettings,
    CreateEvent,
    RemovePlayer,
    SetPin,
)
from tournament.use_cases.new_event import next_name, next_season, players_who_left, rehearsal_of, season_after
from tournament.use_cases.pins import planned_pin
from tournament.use_cases.rights import role_of_pin
from tournament.use_cases.view import View

SETTINGS = Settings(
    "Club 2026/27",
    rules="hong-kong",
    options=(("minimum", 1),),
    format=EventFormat.LEAGUE,
    season=SeasonRules(best=6, count=SeasonCount.AVERAGE, least=3, least_games=5),
    starts=date(2026, 9, 1),
    ends=date(2028, 2, 29),
    timetable=Timetable((SessionTime(1, date(2026, 9, 1)),)),
    prizes=Prizes((Prize(what="a cup"),), currency="EUR", lots=(PrizeLot(OVERALL, ("1", "2")),)),
)


@pytest.fixture
def league() -> Book:
    """An evening was played; player 1 was removed, 3 left, 4 is a substitute, and the organiser has a PIN."""
    book = Book(FakeStore())
    carry_out(book, CreateEvent(SETTINGS), by=BY)
    names = (
        Player(0, name, "Sample", "FR", f"0123456{number}", "Vents", "Red") for number, name in enumerate("ABCDEFGH")
    )
    carry_out(book, AddPlayers(tuple(names)), by=BY)
    carry_out(book, RemovePlayer(1), by=BY)
    carry_out(book, OpenEvening(date(2026, 9, 1)), by=BY)
    carry_out(book, SeatGame(1, (2, 5, 6, 7)), by=BY)
    carry_out(book, RecordTotals(1, 1, (6, 2, -2, -6)), by=BY, confirmed=True)
    carry_out(book, ChangePlayerState(3, PlayerState.WITHDRAWN), by=BY)
    carry_out(book, ChangePlayerState(4, PlayerState.SUBSTITUTE), by=BY)
    carry_out(book, SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "246802")), by=BY)
    return book


def begun(book: Book, settings: Settings | None = None, *, with_left: bool = False) -> View:
    made = Book(FakeStore(), clock=lambda: book.now)
    carry_out(
        made, season_after(book.view, settings or next_season(book.view.settings), with_left=with_left), by=BY
    )  # fmt: skip
    return made.view


def test_it_has_members_and_rules_and_nothing_that_was_played(league: Book) -> None:
    before, view = league.view, begun(league)
    assert view.settings == replace(
        SETTINGS, name="Club 2027/28", starts=date(2027, 9, 1), ends=date(2029, 2, 28), timetable=Timetable(),
        prizes=replace(SETTINGS.prizes, lots=()),
    )  # fmt: skip
    assert view.state.players == {number: before.state.players[number] for number in (2, 4, 5, 6, 7, 8)}
    assert {number: each.state for number, each in view.state.statuses.items()} == {4: PlayerState.SUBSTITUTE}
    assert view.state.pins == before.state.pins
    assert (view.state.evenings, view.last_session, view.begun) == ((), 0, False)
    assert [player.number for player in players_who_left(before)] == [3]
    assert not check_records([entry.record for entry in view.journal]).problems


def test_a_short_pin_of_an_earlier_version_comes_along_as_it_is(league: Book) -> None:
    organiser, short = replace(BY, pin="246802"), cheap_pin("1357")
    carry_out(league, SetPin(EventRole.HEAD_REFEREE, short), by=organiser)
    pins = begun(league).state.pins
    assert pins[EventRole.HEAD_REFEREE] == short
    assert role_of_pin(pins, "1357") is EventRole.HEAD_REFEREE
    assert pins[EventRole.ORGANISER].parallel == NEW_PARALLEL


def test_its_history_names_the_season_before(league: Book) -> None:
    facts = [entry.fact for entry in begun(league).journal]
    (added,) = (fact for fact in facts if isinstance(fact, PlayersAdded))
    assert added.source == f"Club 2026/27 ({league.view.fingerprint})"


def test_who_left_comes_along_only_when_asked(league: Book) -> None:
    view = begun(league, with_left=True)
    assert sorted(view.state.players) == [2, 3, 4, 5, 6, 7, 8]
    assert 3 not in view.state.statuses, "plays again"


def test_wrong_settings_and_other_formats_are_refused(league: Book) -> None:
    with pytest.raises(Refused, match="name-empty"):
        begun(league, replace(SETTINGS, name=" "))
    with pytest.raises(Refused, match="format-no-season"):
        begun(drawn())
    with pytest.raises(Refused, match="event-exists"):
        carry_out(league, season_after(league.view, SETTINGS), by=replace(BY, pin="246802"))
    carry_out(league, ChangeSettings(replace(SETTINGS, starts=None, ends=None)), by=replace(BY, pin="246802"))
    assert begun(league).settings.starts is None


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Club 2026", "Club 2027"),
        ("2026–2027 League", "2027–2028 League"),
        ("1999-00", "2000-01"),
        ("Saison 2099/00", "Saison 2100/01"),
        ("Evenings from 2026-09-01", "Evenings from 2027-09-01"),
        ("Season 3", "Season 4"),
        ("Table 2, season 9", "Table 2, season 10"),
        ("联赛2026", "联赛2027"),
        ("Club", "Club"),
        ("", ""),
    ],
)
def test_the_next_name(name: str, following: str) -> None:
    assert next_name(name) == following


def rehearsed(book: Book, stand_ins: int = 0) -> Book:
    made = Book(FakeStore(), clock=lambda: book.now)
    carry_out(made, rehearsal_of(book.view, stand_ins=players(stand_ins)), by=BY)
    return made


def test_it_begins_as_the_event_was_before_play() -> None:
    event = drawn()
    carry_out(event, ChangeSettings(replace(event.view.settings, minutes=90, after_gong=AfterGong.FINISHED)), by=BY)
    win(event, 1, 0, points=20)
    view = rehearsed(event).view
    assert view.settings == replace(event.view.settings, name="Rehearsal: Cup", rehearsal=True)
    assert view.players == event.view.players
    assert view.seating == SEATING
    assert not view.begun
    assert view.journal[0].id != event.view.journal[0].id, "a file of its own"
    assert not check_records([entry.record for entry in view.journal]).problems


def test_begun_anew_it_is_the_same() -> None:
    first = rehearsed(drawn())
    win(first, 1, 0, points=20)
    again = rehearsed(first).view
    assert again.settings == first.view.settings
    assert (again.players, again.seating, again.begun) == (first.view.players, SEATING, False)


def test_stand_ins_play_where_nobody_is_on_the_list() -> None:
    assert len(rehearsed(created(), stand_ins=16).view.players) == 16
    assert len(rehearsed(drawn(), stand_ins=16).view.players) == 8


@pytest.mark.parametrize(("count", "playing"), [(1, 9), (3, 11), (4, 4), (5, 5)])
def test_four_players_need_no_stand_ins_and_fewer_get_all_of_them(count: int, playing: int) -> None:
    book = created()
    carry_out(book, AddPlayers(tuple(players(count, 20))), by=BY)
    people = rehearsed(book, stand_ins=8).view.players
    assert list(people) == list(range(1, playing + 1)), "stand-ins have the next numbers"
    assert [people[number] for number in range(1, count + 1)] == list(book.view.players.values())
    assert rehearsed(book).view.players == book.view.players, "nobody is there to stand in"


def test_a_name_of_any_length_stays_one() -> None:
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, name="C" * 200, language="fr")), by=BY)
    assert rehearsed(book).view.settings.name == ("Répétition\u00a0: " + "C" * 200)[:200]


def test_what_an_event_is_it_stays() -> None:
    for book in (drawn(), rehearsed(drawn())):
        other = replace(book.view.settings, rehearsal=not book.view.settings.rehearsal)
        with pytest.raises(Refused, match="rehearsal"):
            carry_out(book, ChangeSettings(other), by=BY)


def test_it_is_begun_in_an_empty_file_only() -> None:
    book = drawn()
    with pytest.raises(Refused):
        carry_out(book, rehearsal_of(book.view), by=BY)
