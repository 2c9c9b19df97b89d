"""What it takes in the last session: who may still win, compared with the standings that come of each result."""

from collections.abc import Mapping
from itertools import pairwise
from random import Random

import pytest

from reports.catalogue import ReportOptions, build, report_called
from reports.sheets.prospects import LastSession, last_session, prospect_text
from tests.examples.events import PRINTED, seating
from tests.tournament.use_cases.events import BY
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player, PlayerState
from tournament.event.settings import Settings
from tournament.language import ENGLISH, Text
from tournament.use_cases import Book, RecordTotals, carry_out
from tournament.use_cases.commands import AddPlayers, ChangePlayerState, CreateEvent, PublishDraw

PLAYERS, SESSIONS = 12, 3


def begun(rules: str = "mcr") -> Book:
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Open", rules=rules, sessions=SESSIONS)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, f"P{n}", "Sample") for n in range(1, PLAYERS + 1))), by=BY)
    carry_out(book, PublishDraw(seating(PLAYERS, SESSIONS)), by=BY)
    return book


def play(book: Book, session: int, table: int, scores: tuple[int, int, int, int]) -> None:
    carry_out(book, RecordTotals(session, table, scores), by=BY, confirmed=True)


def play_at_random(book: Book, sessions: range, chance: Random, *, unit: int = 1) -> None:
    for session in sessions:
        for table in range(1, len(book.view.sheets(session)) + 1):
            a, b, c = (unit * chance.randint(-90, 90) for _ in range(3))
            play(book, session, table, (a, b, c, -a - b - c))


def found_in(book: Book) -> LastSession:
    found = last_session(book.view)
    assert isinstance(found, LastSession)
    return found


def places(book: Book) -> Mapping[int, int]:
    return {row.player.number: row.rank for row in book.view.standings().rows}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
def test_the_standings_after_the_last_session_are_among_what_could_happen(seed: int) -> None:
    """Sheet after sheet is verified: nobody comes back who was out, and what is certain becomes true."""
    chance = Random(seed)
    book = begun()
    play_at_random(book, range(1, SESSIONS), chance)
    could = [found_in(book)]
    for table in (3, 1, 2):
        a, b, c = (chance.randint(-90, 90) for _ in range(3))
        play(book, SESSIONS, table, (a, b, c, -a - b - c))
        could.append(found_in(book))
    final = places(book)
    winners = {number for number, place in final.items() if place == 1}
    for before, after in pairwise(could):
        winning = {each.number for each in before.prospects if each.first.possible}
        assert winners <= {each.number for each in after.prospects if each.first.possible} <= winning
        assert {each.number for each in before.prospects if each.first.certain} <= winners
        assert {each.number for each in after.prospects} <= {each.number for each in before.prospects}
    assert {each.number for each in could[-1].prospects if each.first.certain} == winners
    assert {each.number for each in could[-1].prospects} == {n for n, place in final.items() if place <= 3}
    assert {each.table for each in could[-1].prospects} == {None}


def test_who_has_left_reaches_nothing() -> None:
    book = begun()
    play_at_random(book, range(1, SESSIONS), Random(5))
    best = found_in(book).prospects[0].number
    carry_out(book, ChangePlayerState(best, PlayerState.WITHDRAWN, SESSIONS), by=BY, confirmed=True)
    assert best not in {each.number for each in found_in(book).prospects}


def test_scores_that_make_the_points_are_simulated() -> None:
    book = begun("riichi-ema-2025")
    play_at_random(book, range(1, SESSIONS), Random(6), unit=100)
    found = found_in(book)
    assert found.times == 10_000
    assert 1 <= sum(each.first.most for each in found.prospects) < 1.01
    assert found == found_in(book)
    note = build_note(book)
    assert "simulated 10000 times" in note
    assert "off by at most 1.0 percentage points" in note


def build_note(book: Book) -> str:
    report = report_called("prospects")
    assert report is not None
    document = build(report, book.view, ReportOptions(PRINTED))
    return ENGLISH.render(document.note or document.state)


def test_it_waits_for_the_sheets_before_the_last_session() -> None:
    book = begun()
    play_at_random(book, range(1, SESSIONS - 1), Random(7))
    assert isinstance(last_session(book.view), Text)
    assert build_note(book) == "This can be said as soon as every sheet before the last session is verified."


def test_each_line_says_what_the_rivals_must_not_do() -> None:
    book = begun()
    tables = [tuple(sheet.players) for sheet in book.view.sheets(1)]
    for table in range(1, len(tables) + 1):
        play(book, 1, table, (40 - table, 10, -10, -40 + table))
        play(book, 2, table, (40 - table, 10, -10, -40 + table))
    report = report_called("prospects")
    assert report is not None
    document = build(report, book.view, ReportOptions(PRINTED))
    headings = [ENGLISH.render(column.heading) for column in document.sections[0].table.columns]
    rows = [dict(zip(headings, row, strict=True)) for row in document.sections[0].table.rows]
    assert [row["Place"] for row in rows if row["Rank"] == 1] == [1, 2, 3, 4][: sum(row["Rank"] == 1 for row in rows)]
    told = [ENGLISH.render(row["If"]) for row in rows if isinstance(row["If"], Text)]
    assert any("own score at least theirs" in each for each in told)
    assert any("at best place" in each for each in told)


@pytest.mark.parametrize("seed", range(3))
def test_a_player_reads_with_which_places_they_reach_what(seed: int) -> None:
    """The words of each player agree with what is counted for each place at their table."""
    book = begun()
    play_at_random(book, range(1, SESSIONS), Random(seed))
    found = found_in(book)
    told = {number: ENGLISH.render(prospect_text(found, number)) for number in book.view.players}
    known = {each.number: each for each in found.prospects}
    out = {number for number, words in told.items() if words == "cannot reach the podium"}
    assert out == told.keys() - known.keys()
    for number, prospect in known.items():
        for aim, verb, chances in (
            ("win", "wins with", [each.first for each in prospect.results]),
            ("podium", "on the podium with", [each.podium for each in prospect.results]),
        ):
            sure = [place for place, each in enumerate(chances, 1) if each.certain]
            if sure and (aim == "win" or not prospect.first.possible):
                places = "place 1" if sure == [1] else "any place" if len(sure) == 4 else f"place {sure[-1]} or better"
                assert f"{verb} {places}" in told[number]
        assert ("can win" in told[number]) == any(
            each.first.possible and not each.first.certain for each in prospect.results
        )


def test_in_a_simulation_a_player_reads_how_often_they_win() -> None:
    book = begun("riichi-ema-2025")
    play_at_random(book, range(1, SESSIONS), Random(6), unit=100)
    found = found_in(book)
    best = found.prospects[0]
    assert ENGLISH.render(prospect_text(found, best.number)) == (
        f"of 100 simulations: wins {round(best.first.least * 100)}, podium {round(best.podium.least * 100)}"
    )
    left = book.view.players.keys() - {each.number for each in found.prospects}
    assert all(ENGLISH.render(prospect_text(found, number)) == "hardly a chance of the podium" for number in left)
