"""Before a correction is made, what it changes in the standings, and which papers are out of date then."""

from tests.ui.desktop.conftest import Keyboard
from tournament.ledger.facts import PaperNoted
from tournament.use_cases import RecordTotals
from tournament.use_cases.papers import note_paper
from ui.desktop.controller import EventController
from ui.desktop.pages.tables.page import TablesPage


def test_what_a_correction_changes_is_told_before_it_is_made(
    page: TablesPage, controller: EventController, keyboard: Keyboard
) -> None:
    controller.carry_out(RecordTotals(1, 2, (30, -10, -10, -10)))
    keyboard.type("1 2 12 Enter")
    entries = len(controller.book.view.journal)
    paper = PaperNoted("standings", "Standings after session 1", "print", entries, 1)
    seats = PaperNoted("seating-by-table", "Seating by table", "print", entries, 1)
    for each in (paper, seats):
        controller.act(lambda book, by, each=each: note_paper(book, each, by=by))  # type: ignore[misc]
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
    assert "Out of date then: Standings after session 1 (" in text
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
