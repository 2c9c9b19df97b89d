"""The control with the focus is whole in the forms of events with PINs, second readings and evenings, and undrawn.

Like test_focus_in_view, which visits the pages of an ordinary event.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import BY
from tests.ui.desktop.pressing import press
from tests.ui.desktop.test_every_page_fits import opened, players, settle, write_event
from tests.ui.desktop.test_focus_in_view import SIZE, Form, around, faults, keys
from tournament.event.format import EventFormat
from tournament.event.role import EventRole
from tournament.event.settings import SecondReading, Settings
from tournament.rules.payment import Outcome
from tournament.use_cases import By, OpenEvening, RecordHand, RecordTotals, SeatGame, carry_out
from tournament.use_cases.commands import AddPlayers, ChangeSettings, CreateEvent, SetPin
from tournament.use_cases.pins import planned_pin
from ui.desktop import bootstrap
from ui.desktop.pages.tables.page import TablesPage

TOTALS = (30, -10, -10, -10)


def with_pins(path: Path) -> Path:
    """An event whose organiser has a PIN, opened by somebody who has not signed in."""
    write_event(path, 40)
    book = bootstrap.open_book(path)
    carry_out(book, SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "123456")), by=BY)
    book.close()
    return path


def with_a_sheet_to_read_again(path: Path) -> Path:
    """An event whose last session has a sheet by another person, which waits for its second reading."""
    write_event(path, 40)
    book = bootstrap.open_book(path)
    carry_out(book, ChangeSettings(replace(book.view.settings, second_reading=SecondReading.BY_ANOTHER)), by=BY)
    carry_out(book, RecordTotals(book.view.settings.sessions, 2, TOTALS), by=By("Another", "their desk"))
    book.close()
    return path


def club(path: Path) -> Path:
    """Two evenings of a club: on each a table with four hands."""
    book = bootstrap.new_book(path)
    carry_out(book, CreateEvent(Settings("Fridays", sessions=1, format=EventFormat.LEAGUE)), by=BY)
    carry_out(book, AddPlayers(tuple(players(12))), by=BY)
    for session in (1, 2):
        carry_out(book, OpenEvening(date(2026, 5, session)), by=BY)
        carry_out(book, SeatGame(session, (1, 2, 3, 4)), by=BY)
        for hand in range(1, 5):
            carry_out(book, RecordHand(session, 1, hand, Outcome(hand - 1, None, 24)), by=BY)
    book.close()
    return path


def before_the_draw(path: Path) -> Path:
    """Forty players, no seats."""
    return write_event(path, 40, drawn=False)


WALKS: tuple[tuple[Callable[[Path], Path] | None, tuple[Form, ...]], ...] = (
    (with_pins, (
        Form("event", keys("Ctrl+Shift+K"), "sign in", "PIN"),
        Form("event", keys("F3"), "setup of who has not signed in", "Find a field"),
    )),
    (with_a_sheet_to_read_again, (
        Form("tables", keys("V"), "second reading", "Second reader"),
        Form("tables", keys("V", "9", "Return"), "totals that differ", "Second reader"),
    )),
    (club, (
        Form("games", on="Open the game"),
        Form("games", keys("Ctrl+E"), "evening", "Day"),
        Form("season", on="Find a player"),
        Form("event", keys("F3"), "setup of a club", "Name"),
    )),
    (before_the_draw, (
        Form("event", name="setup before the draw", on="Name"),
        Form("event", keys("F3"), "today before the draw", "Draw the seating"),
        Form("draw", keys("Ctrl+L"), "lots"),
    )),
    (None, (Form("new", keys(":Cup", "Alt+O"), "options of the rules", "Name"),)),
)  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize(("write", "forms"), WALKS)
@pytest.mark.usefixtures("own_preferences")
def test_what_has_the_focus_is_whole(
    write: Callable[[Path], Path] | None, forms: tuple[Form, ...], tmp_path: Path, dressed: QApplication
) -> None:
    window = opened(dressed, None if write is None else write(tmp_path / "Open.qv"))
    try:
        window.resize(*SIZE)
        found = faults(window, forms, dressed)
        assert found == [], "\n".join(found)
    finally:
        window.close_quietly()


@pytest.mark.thorough
@pytest.mark.usefixtures("own_preferences")
def test_tab_goes_from_the_second_reader_through_the_totals(tmp_path: Path, dressed: QApplication) -> None:
    window = opened(dressed, with_a_sheet_to_read_again(tmp_path / "Open.qv"))
    try:
        page = window.page("tables")
        assert isinstance(page, TablesPage)
        window.show_page("tables")
        press("V")
        settle(dressed)
        names, _wrong = around(window)
        totals = [f"Total of {name}" for name in page.state.table.names] if page.state.table else []
        assert names[:5] == ["Second reader", *totals]
        assert "" not in names
    finally:
        window.close_quietly()
