"""Before a change at a table is made, what it changes in the standings, and which papers are out of date then."""

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.tables.test_end_of_sheet import change_rules
from tournament.event.settings import CountedTotals
from tournament.ledger.facts import PaperNoted
from tournament.use_cases import RecordTotals
from tournament.use_cases.commands import NotePaper
from ui.desktop.controller import EventController
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import Window
from ui.entry.tables_state import SigningQuestion


def test_what_a_correction_changes_is_told_before_it_is_made(
    page: TablesPage, controller: EventController, keyboard: Keyboard
) -> None:
    controller.act(RecordTotals(1, 2, (30, -10, -10, -10)))
    keyboard.type("1 2 12 Enter")
    entries = len(controller.book.view.journal)
    paper = PaperNoted("standings", "Standings after session 1", "print", entries, 1)
    seats = PaperNoted("seating-by-table", "Seating by table", "print", entries, 1)
    for each in (paper, seats):
        controller.act(NotePaper(each))
    notice = page.panel.hand.correction
    keyboard.type("Up")
    assert notice.isHidden(), "nothing is another than recorded"
    written = len(controller.book.view.journal)
    keyboard.type("2 1 20")
    assert not notice.isHidden()
    text = notice.text()
    assert "change rank after session 1" in text
    assert "Ben Beispiel" in text
    assert "→ 1" in text
    assert "Will be out of date: Standings after session 1 (" in text
    assert "Seating" not in text
    assert len(controller.book.view.journal) == written, "nothing is written before"
    keyboard.type("Enter")
    keyboard.words("winner misread")
    keyboard.type("Enter")
    standings = controller.book.view.standings(1)
    assert standings.rows[0].player.name == "Ben Beispiel"


def test_a_first_hand_says_nothing_of_standings(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("1 2 12")
    assert page.panel.hand.correction.isHidden()


def note_standings(controller: EventController) -> None:
    entries = len(controller.book.view.journal)
    paper = PaperNoted("standings", "Standings after session 1", "print", entries, 1)
    controller.act(NotePaper(paper))


def played(controller: EventController, keyboard: Keyboard) -> None:
    """Table 2 is ahead of all; one hand at table 1, and the standings are printed."""
    controller.act(RecordTotals(1, 2, (30, -10, -10, -10)))
    keyboard.type("1 2 12 Enter")
    note_standings(controller)


def test_a_penalty_says_what_it_changes_once_results_are_on_paper(
    page: TablesPage, controller: EventController, keyboard: Keyboard
) -> None:
    controller.act(RecordTotals(1, 2, (30, -10, -10, -10)))
    keyboard.type("1 2 12 Enter")
    form, shown = page.panel.penalty, page.panel.penalty_shown
    keyboard.type("P 1")
    keyboard.words("P10")
    keyboard.type("Enter")
    assert form.change.isHidden(), "nobody was told any result"
    keyboard.type("Esc")
    note_standings(controller)
    keyboard.type("P 1")
    keyboard.words("P10")
    keyboard.type("Enter")
    assert form.change.isVisible()
    announced = form.change.text()
    assert "Will be out of date: Standings after session 1 (" in announced
    before = ranks(controller)
    keyboard.type("Enter")
    after = ranks(controller)
    moved = sum(before[number] != after[number] for number in before)
    assert f"{moved} of 8 players change rank after session 1." in announced
    assert page.state.penalty is None
    keyboard.type("Down")
    assert page.state.penalty_at_cursor is not None
    assert f"{moved} of 8 players change rank after session 1." in shown.change.text(), "back again"
    assert "Will be out of date" in shown.change.text()


def asked(page: TablesPage) -> SigningQuestion:
    return page.state.signing.question


def ranks(controller: EventController) -> dict[int, int]:
    return {row.player.number: row.rank for row in controller.book.view.standings(1).rows}


def test_signing_totals_that_count_and_reopening_say_what_they_change(
    page: TablesPage, controller: EventController, keyboard: Keyboard
) -> None:
    change_rules(controller, counted_totals=CountedTotals.AS_SIGNED)
    played(controller, keyboard)
    change = page.panel.signing.change
    keyboard.type("F6 20 Enter 44 Enter -32 Enter -32 Enter Ctrl+Enter")
    assert asked(page) is SigningQuestion.VOID
    assert change.isHidden(), "void hands change nothing that counts"
    before = ranks(controller)
    keyboard.type("Enter")
    assert asked(page) is SigningQuestion.DIFFERENCE
    announced = change.text()
    assert change.isVisible()
    keyboard.words("as the players signed")
    keyboard.type("Enter")
    after = ranks(controller)
    moved = sum(before[number] != after[number] for number in before)
    assert moved
    assert f"{moved} of 8 players change rank after session 1." in announced
    assert change.isHidden()
    keyboard.type("Ctrl+R")
    assert f"{moved} of 8 players change rank after session 1." in change.text(), "the hands count again"
    keyboard.type("Esc")
    assert change.isHidden()


def test_undo_of_what_is_on_paper_asks_and_says_what_it_changes(
    window: Window, page: TablesPage, controller: EventController, keyboard: Keyboard
) -> None:
    played(controller, keyboard)
    keyboard.type("Ctrl+Z")
    book = controller.book
    assert book.view.sheet(1, 1).played == 1, "asked first"
    text = window.messages.text()
    assert "which is already on paper" in text
    assert "change rank after session 1" in text
    assert "Will be out of date: Standings after session 1 (" in text
    keyboard.type("1 2 20 Enter Ctrl+Z")
    assert book.view.sheet(1, 1).played == 1, "what was typed since is on no paper"


def test_a_repair_lists_the_papers_too(page: TablesPage, controller: EventController, keyboard: Keyboard) -> None:
    played(controller, keyboard)
    keyboard.type("Up R 2")
    change = page.panel.repair.change
    assert "of 8 players change rank after session 1" in change.text()
    assert "Will be out of date: Standings after session 1 (" in change.text()
