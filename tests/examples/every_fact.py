"""One event in which everything happens that can happen, done by the use cases as an organiser and referees would.

``python -m tests.examples.every_fact FILE`` writes it into a new event file.
"""

import sys
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

from tests.examples.logos import plain
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState
from tournament.event.role import EventRole
from tournament.event.seating import Seating
from tournament.event.settings import SecondReading, Settings
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import EventRecovered, PaperNoted, PaperReading
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.storage import create
from tournament.use_cases import (
    Book,
    By,
    CancelPenalty,
    ChangeEvening,
    CloseSheet,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    OpenEvening,
    RecordHand,
    RecordTotals,
    RejectSheet,
    ReopenSheet,
    ReseatGame,
    SeatGame,
    Store,
    TakeBackGame,
    TypeTotals,
    add_players,
    carry_out,
    change_logo,
    change_player,
    change_settings,
    change_state,
    close_session,
    create_event,
    draw_lot,
    merge_players,
    note_attendance,
    plan_by_ranking,
    publish_draw,
    publish_session,
    redo,
    redraw_sessions,
    remove_player,
    reopen_session,
    replace_player,
    seat_by_ranking,
    start_session,
    swap_players,
    undo,
)
from tournament.use_cases.papers import note_paper
from tournament.use_cases.pins import remove_pin, set_pin
from tournament.use_cases.publication import publish_results, withdraw_results
from tournament.use_cases.session_clock import add_minutes, pause_clock, resume_clock, start_clock, stop_clock

BY = By("Referee Sample", "desk 1")
TILES = "[234p,1]234m23456s88p7s"
"""13 by discard, whatever the winds."""
TABLES = ((1, 2, 3, 4), (5, 6, 7, 8))
OTHER_TABLES = ((5, 2, 7, 4), (1, 6, 3, 8))


def play_every_fact(store: Store) -> Book:
    """Create the event in an empty ``store`` and do everything once; the clock goes on by a minute an action."""
    minutes = count()
    book = Book(store, clock=lambda: datetime(2026, 6, 13, 8, tzinfo=UTC) + timedelta(minutes=next(minutes)))
    _prepare(book)
    _change_seats(book)
    _hold_a_role(book)
    _say_that_it_was_recovered(book)
    _play(book)
    merge_players(book, 8, 10, reason="registered twice", by=BY)
    return book


def _prepare(book: Book) -> None:
    settings = Settings("Coupe d’Exemple", sessions=3, starts=date(2026, 6, 13), format=EventFormat.LEAGUE)
    create_event(book, settings, by=BY)
    change_settings(book, replace(book.view.settings, place="Exempleville", minutes=110), by=BY)
    change_logo(book, plain(), by=BY)
    change_logo(book, b"", by=BY)
    change_logo(book, plain(80, 20), by=BY)
    names = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gil", "Hana", "Ida")
    add_players(book, [Player(0, name, "Sample", "FR") for name in names], by=BY, source="list.csv")
    change_player(book, replace(book.view.players[2], country="BE"), by=BY)
    remove_player(book, 9, by=BY)
    note_attendance(book, [1, 2, 3], by=BY)
    note_attendance(book, [3], present=False, by=BY)
    _open_games(book)
    draw_lot(book, 1, 5, by=BY)
    draw_lot(book, 1, 0, by=BY)
    publish_draw(book, Seating((TABLES, OTHER_TABLES, TABLES), "by hand", 1), by=BY)


def _open_games(book: Book) -> None:
    """An evening of a league on which nobody played after all: the event becomes a tournament."""
    carry_out(book, OpenEvening(date(2026, 6, 12), "Club"), by=BY)
    carry_out(book, ChangeEvening(1, date(2026, 6, 12), "Salle des fêtes"), by=BY)
    carry_out(book, SeatGame(1, (1, 2, 3, 4), "Table 7"), by=BY)
    carry_out(book, ReseatGame(1, 1, (1, 2, 3, 5), "Table 7", "Dora is late"), by=BY)
    carry_out(book, TakeBackGame(1, 1), by=BY)
    change_settings(book, replace(book.view.settings, format=EventFormat.TOURNAMENT), by=BY)


def _change_seats(book: Book) -> None:
    swap_players(book, 1, 5, sessions=[2], by=BY)
    replace_player(book, 8, Player(0, "Nova", "Newcomer"), first=2, reason="ill", by=BY)
    change_state(book, 8, PlayerState.WITHDRAWN, first=3, reason="went home", by=BY)
    publish_session(book, 2, by=BY)
    drawn = Seating((TABLES, ((1, 6, 3, 10), (5, 2, 7, 4)), ((1, 2, 7, 10), (5, 6, 3, 4))), "redrawn", 1)
    redraw_sessions(book, drawn, 2, by=BY)


def _play(book: Book) -> None:
    start_session(book, 1, by=BY)
    start_clock(book, 1, by=BY)
    carry_out(book, RecordHand(1, 1, 1, Outcome(1, 2, 15), TILES, "two flowers were seen"), by=BY)
    carry_out(book, CorrectHand(1, 1, 1, Outcome(1, 3, 13), "wrong column", TILES), by=BY)
    _repair(book)
    given = carry_out(book, GivePenalty(1, 1, Charge(2, points=10, to=(0, 1, 3), reason="late again")), by=BY)
    carry_out(book, CancelPenalty(given.entries[0].id, "wrong player"), by=BY)
    pause_clock(book, 1, reason="fire drill", by=BY)
    resume_clock(book, 1, by=BY)
    add_minutes(book, 1, 5, tables=[2], reason="wall rebuilt", by=BY)
    stop_clock(book, 1, by=BY)
    carry_out(book, TypeTotals(1, 1, (0, 0, 0, 0)), by=BY)
    carry_out(book, CloseSheet(1, 1, (-8, 37, -8, -21), "a paper lost"), by=BY)
    carry_out(book, ReopenSheet(1, 1, "hand 2 was missing"), by=BY)
    carry_out(book, RecordTotals(1, 2, (60, 20, -20, -50), "10 points nobody finds"), by=BY)
    undo(book, by=BY)
    redo(book, by=BY)
    carry_out(book, CloseSheet(1, 1, (-8, 37, -8, -21)), by=BY)
    _read_again(book)
    close_session(book, 1, by=BY)
    publish_results(book, 1, by=BY)
    withdraw_results(book, 1, by=BY)
    note_paper(book, PaperNoted("standings", "Standings after session 1", "pdf", len(book.view.journal), 1), by=BY)
    reopen_session(book, 1, reason="a paper was found", by=BY)
    seat_by_ranking(book, plan_by_ranking(book.view, 2), by=BY)
    for table in (1, 2):
        carry_out(book, RecordTotals(2, table, (40, 20, -20, -40)), by=BY)
    seat_by_ranking(book, plan_by_ranking(book.view, 3, final=4, carried=False), by=BY)


def _hold_a_role(book: Book) -> None:
    """A PIN that nobody needed after all."""
    set_pin(book, EventRole.ORGANISER, "13062026", by=BY)
    remove_pin(book, EventRole.ORGANISER, by=replace(BY, pin="13062026"))


def _say_that_it_was_recovered(book: Book) -> None:
    draft = book.draft(BY)
    draft.add(EVENT_STREAM, EventRecovered(7, 2))
    book.commit(draft)


def _repair(book: Book) -> None:
    """Every repair, and its opposite."""
    carry_out(book, InsertHand(1, 1, 1, Outcome(0, 1, 8), "row 1 was skipped"), by=BY)
    carry_out(book, DeleteHand(1, 1, 1, "row 1 was typed twice"), by=BY)
    carry_out(book, MoveHand(1, 1, 1, 2, "a row too high"), by=BY)
    carry_out(book, MoveHand(1, 1, 2, 1, "it was right"), by=BY)
    carry_out(book, ExchangeColumns(1, 1, (0, 3), (1, 6), "each other’s seat"), by=BY)
    carry_out(book, ExchangeColumns(1, 1, (0, 3), None, "it was right"), by=BY)
    carry_out(book, MoveSheet(1, 1, 1, 2, "wrong table"), by=BY)
    carry_out(book, MoveSheet(1, 2, 1, 1, "it was right"), by=BY)


def _read_again(book: Book) -> None:
    change_settings(book, replace(book.view.settings, second_reading=SecondReading.BY_ANOTHER), by=BY)
    slip = PaperReading((-8, 37, -8, -12))
    carry_out(book, RejectSheet(1, 1, slip, "Reader Sample", "the paper says 12"), by=BY)
    carry_out(book, CloseSheet(1, 1, (-8, 37, -8, -21)), by=BY)
    points = (13, *[None] * 15)
    carry_out(book, ConfirmSheet(1, 1, PaperReading(points=points), "Reader Sample"), by=BY)
    change_settings(book, replace(book.view.settings, second_reading=SecondReading.NONE), by=BY)


if __name__ == "__main__":
    play_every_fact(create(Path(sys.argv[1]))).close()
