"""Papers mark players who do not only play for themselves, and standings list them apart."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reports.catalogue import ReportOptions, build, report_called, reports_under, write
from reports.document import Document
from tests.reports.plain import plain
from tests.tournament.use_cases.events import BY, created, drawn, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    GivePenalty,
    RecordHand,
    RecordTotals,
    Refused,
    SeatGame,
    carry_out,
    plan_by_ranking,
    plan_seating,
)
from tournament.use_cases.commands import AddPlayers, ChangePlayerState, CreateEvent, PublishDraw, ReplacePlayer
from tournament.use_cases.view import View

OPTIONS = ReportOptions(printed=datetime(2026, 6, 13, tzinfo=UTC))
NOVA = Player(0, "Nova", "Newcomer")
NOVA_AGAIN = Player(0, "Rita", "Reserve")


def totals(book: Book, session: int, table: int) -> None:
    carry_out(book, RecordTotals(session, table, (60, 20, -20, -60)), by=BY)


def played() -> Book:
    """Session 1 with a substitute, session 2 with an empty seat and somebody late."""
    book = drawn()
    carry_out(book, ReplacePlayer(1, NOVA, 1, 1, case=SubstituteCase.ABSENT), by=BY)
    totals(book, 1, 1)
    totals(book, 1, 2)
    carry_out(book, ChangePlayerState(3, PlayerState.WITHDRAWN, 2), by=BY)
    carry_out(book, GivePenalty(2, 1, Charge(0, "late", minutes=12)), by=BY)
    return book


def report(view: View, name: str) -> Document:
    found = report_called(name)
    assert found is not None
    return build(found, view, OPTIONS)


def test_standings_keep_who_is_not_ranked_apart_and_say_in_what_state() -> None:
    view = played().view
    shown = plain(report(view, "standings"), ENGLISH)
    ranked, apart = shown.split("Not ranked")
    assert "Nova Newcomer" not in ranked
    assert "First3 Sample3" not in ranked
    assert "First1 Sample1" in ranked
    assert "Nova Newcomer is a substitute and is not ranked." in apart
    assert "First3 Sample3 withdrew from session 2 on and is not ranked." in apart


@pytest.mark.parametrize("name", ["sessions", "seating-by-table", "seating-by-player"])
def test_papers_say_who_plays_for_whom(name: str) -> None:
    shown = plain(report(played().view, name), ENGLISH)
    foot = shown.split("Substitutes, players who left, joined or were late")[1]
    for words in ("Nova Newcomer", "plays for First1 Sample1: absent"):
        assert words in foot
    assert ("left: someone must play here" in foot) == (name != "sessions")
    if name != "seating-by-player":
        assert "Nova Newcomer *" in shown


def test_schedules_hands_and_score_sheets_say_it_where_a_name_would_mislead() -> None:
    view = played().view
    schedules = report(view, "schedules")
    assert plain(schedules, ENGLISH).count("Nova Newcomer *") == 3, "beside the three who sit with Nova"
    told = ENGLISH.render(schedules.note or "")
    assert "session 1, table 1: Nova Newcomer plays for First1 Sample1: absent" in told
    assert "First3 Sample3 left: someone must play here" in told
    hands = played()
    carry_out(hands, RecordHand(2, 1, 1, Outcome(None)), by=BY)
    assert "Nova Newcomer plays for First1 Sample1: absent" in ENGLISH.render(report(hands.view, "hands").note or "")
    forms = {(form.session, form.table): form for form in report(view, "score-sheets").score_sheets}
    details = [ENGLISH.render(player.detail) for player in forms[1, 1].players]
    assert [text for text in details if "plays for" in text] == ["plays for First1 Sample1"]
    later = [player for form in forms.values() if form.session == 2 for player in form.players]
    empty = [player for player in later if ENGLISH.render(player.detail) == "empty seat"]
    assert [(player.first_name, player.last_name) for player in empty] == [("", "")], "a substitute's name fits there"
    assert not any(player.last_name == "Sample3" for player in later)


def test_there_are_no_notes_if_everybody_plays_for_themselves() -> None:
    view = drawn().view
    assert report(view, "schedules").note is None
    assert " *" not in plain(report(view, "schedules"), ENGLISH)


def test_results_say_who_was_late_and_what_it_cost() -> None:
    book = played()
    carry_out(book, RecordHand(2, 1, 1, Outcome(None)), by=BY)
    shown = plain(report(book.view, "sessions"), ENGLISH)
    assert "2 | 1 | First5 Sample5 | late by 12 minutes: \u221220" in shown


def test_a_paper_without_substitutes_has_no_footnote() -> None:
    book = drawn()
    totals(book, 1, 1)
    for name in ("standings", "sessions", "seating-by-table"):
        assert len(report(book.view, name).sections) == (2 if name == "seating-by-table" else 1)


def test_a_club_evening_keeps_them_apart_too() -> None:
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Evening", format=EventFormat.CLUB, sessions=1)), by=BY)
    carry_out(book, AddPlayers(tuple(players(4))), by=BY)
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    totals(book, 1, 1)
    carry_out(book, ChangePlayerState(1, PlayerState.DISQUALIFIED), by=BY)
    shown = plain(report(book.view, "standings"), ENGLISH)
    assert "First1 Sample1 is disqualified: none of their results count in this event." in shown.split("Not ranked")[1]


STAGES = ("empty", "players only", "drawn", "half played", "people of every state", "final seated")


def stages() -> Iterator[tuple[str, View]]:
    """An event at every stage: empty, players only, drawn, half played with people of every state, a final seated."""
    book = created()
    yield "empty", book.view
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    yield "players only", book.view
    carry_out(book, PublishDraw(plan_seating(book.view, seed=1)), by=BY)
    yield "drawn", book.view
    book = played()
    yield "half played", book.view
    carry_out(book, ReplacePlayer(2, NOVA_AGAIN, 2, 2, case=SubstituteCase.ILL), by=BY)
    carry_out(book, ChangePlayerState(8, PlayerState.DISQUALIFIED), by=BY)
    yield "people of every state", book.view
    book = drawn()
    totals(book, 1, 1)
    totals(book, 1, 2)
    carry_out(book, plan_by_ranking(book.view, 2, final=4).command, by=BY)
    yield "final seated", book.view


@pytest.mark.thorough
@pytest.mark.parametrize(("number", "stage"), list(enumerate(STAGES)))
def test_every_report_is_written_or_refused_in_words_at_every_stage(number: int, stage: str, tmp_path: Path) -> None:
    """In one of its formats, another one at the next stage; the proof writes all."""
    view = next(view for name, view in stages() if name == stage)
    refusals = list[Refused]()
    for place, each in enumerate(reports_under(view.rules)):
        format = each.formats[(number + place) % len(each.formats)]
        try:
            document = build(each, view, OPTIONS)
        except Refused as refused:
            refusals.append(refused)
            continue
        write(document, tmp_path / f"{each.name}.{format.value}", format, ENGLISH)
    assert len(list(tmp_path.iterdir())) > (10 if number < 2 else 30)
    assert all(refused.problems for refused in refusals)


def test_a_seat_without_a_player_is_shown_empty() -> None:
    view = played().view
    by_table = plain(report(view, "seating-by-table"), ENGLISH)
    assert by_table.count("empty seat") == 1
    assert "First3 Sample3 *" not in by_table
    (row,) = [
        line for line in plain(report(view, "seating-by-player"), ENGLISH).splitlines() if "3 | Sample3 |" in line
    ]
    assert row.endswith("| 1 W | –"), "no seat in session 2"
