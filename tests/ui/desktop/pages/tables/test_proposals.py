"""What players proposed on their phones, at the desk: keys pressed in a real window, what is shown and recorded."""

from dataclasses import replace
from secrets import token_bytes

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.conftest import BY, Keyboard, typed_hand
from tests.ui.desktop.pages.tables.conftest import Clock
from tournament.event.role import EventRole
from tournament.language import LANGUAGES
from tournament.ledger.table_phones import ProposalState
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, By, Command, RecordHand, carry_out
from tournament.use_cases.commands import (
    AllowTableEntry,
    CallReferee,
    ConfirmProposal,
    ProposeHand,
    SetPin,
)
from tournament.use_cases.pins import planned_pin
from tournament.use_cases.table_entry import phone_of
from ui.desktop.controller import EventController
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.pages.tables.proposals import ProposalsView
from ui.desktop.translation import translator
from ui.entry.table_sheet import RowKey
from ui.entry.typing_order import HandField


class Phones:
    """The phones at the tables of session 1, whose entries reach the window as the host writes them."""

    def __init__(self, controller: EventController) -> None:
        self._controller = controller
        carry_out(controller.book, AllowTableEntry("http://192.0.2.20:8080", token_bytes(32)), by=BY)

    def propose(self, table: int, hand: int, outcome: Outcome, seat: int, *confirmed: int) -> str:
        """``seat`` proposes, the others confirm; the id of the proposal."""
        id = self._write(ProposeHand(1, table, hand, outcome, seat), table, seat)
        for other in confirmed:
            self._write(ConfirmProposal(1, table, id, other), table, other)
        return id

    def propose_alone(self, table: int, hand: int, outcome: Outcome, seat: int, other: int) -> None:
        """``seat`` proposes, and ``other`` confirms on the same phone."""
        self._write(ProposeHand(1, table, hand, outcome, seat, device="k3m9x2q7"), table, seat)
        id = self._controller.book.view.phones(1, table).open[-1].id
        self._write(ConfirmProposal(1, table, id, other, "k3m9x2q7"), table, other)

    def call(self, table: int, seat: int = 0) -> str:
        """``seat`` calls a referee; the id of the call."""
        return self._write(CallReferee(1, table, seat), table, seat)

    def _write(self, command: Command, table: int, seat: int) -> str:
        book = self._controller.book
        changes = carry_out(book, command, by=phone_of(book.view, 1, table, seat), confirmed=True)
        self._controller.show_received(changes)
        QApplication.processEvents()  # what is made for it is shown then
        return changes.entries[-1].id if changes.entries else ""

    def state(self, table: int, id: str) -> ProposalState:
        found = self._controller.book.view.phones(1, table).of(id)
        assert found is not None
        return found.state


@pytest.fixture
def phones(page: TablesPage, controller: EventController) -> Phones:
    assert page.isVisible()
    return Phones(controller)


def organiser() -> By:
    """Whoever knows the PIN of the organiser."""
    return replace(BY, pin="pin of organiser")


def set_every_pin(book: Book) -> None:
    """From now on nobody does anything without a PIN."""
    for role in (EventRole.ORGANISER, EventRole.HEAD_REFEREE, EventRole.REFEREE):
        pin = planned_pin(book.view.state.pins, role, f"pin of {role.value}")
        carry_out(book, SetPin(role, pin), by=organiser() if book.view.state.pins else BY)


def press(keys: str) -> None:
    """Press a key of the window where the focus is."""
    target = QApplication.focusWidget()
    assert target is not None
    QTest.keySequence(target, QKeySequence(keys))


def view_of(page: TablesPage) -> ProposalsView:
    assert page.proposals.view is not None
    return page.proposals.view


def cards(page: TablesPage) -> list[str]:
    return [f"{each.words.text()}: {each.who.text()}" for each in view_of(page).cards if each.isVisible()]


def hands(page: TablesPage, table: int = 1) -> list[Outcome | None]:
    assert page.view is not None
    sheet = page.view.sheet(1, table)
    return [line.outcome for line in sheet.hands[: sheet.last_played]]


FIRST, SECOND = Outcome(0, 1, 24), Outcome(2, None, 12)


@pytest.mark.usefixtures("new_window")
def test_one_key_records_what_is_proposed_and_the_cursor_goes_on(page: TablesPage, phones: Phones):
    assert page.proposals.view is None, "most events never need it"
    first = phones.propose(1, 1, FIRST, 0, 1)
    assert cards(page) == ["Ada from Ben, 24: proposed by Ada, confirmed by Ben"]
    assert "proposed and confirmed" in view_of(page).notice.text()
    press("F2")
    assert hands(page) == [FIRST]
    assert phones.state(1, first) is ProposalState.ACCEPTED
    assert page.controller.book.view.journal[-1].author == "Referee"
    assert not view_of(page).isVisible()
    assert page.state.row == RowKey(2)
    assert QApplication.focusWidget() is page.panel.hand.winner.line
    phones.propose(1, 2, SECOND, 3)
    assert "confirmed" not in view_of(page).notice.text()
    press("F2")
    assert hands(page) == [FIRST, SECOND], "a referee may accept what only one player says"


def test_all_confirmed_hands_are_recorded_by_one_key_up_to_one_that_is_not(page: TablesPage, phones: Phones):
    for hand in range(1, 5):
        phones.propose(1, hand, Outcome(hand % 4, None, 8 + hand), 0, *(() if hand == 4 else (1,)))
    assert view_of(page).accept_all.label() == "Accept all 3 confirmed hands"
    press("Ctrl+F2")
    assert hands(page) == [Outcome(hand % 4, None, 8 + hand) for hand in range(1, 4)]
    assert page.state.row == RowKey(4)
    press("Ctrl+F2")
    assert len(hands(page)) == 3
    press("F2")
    assert len(hands(page)) == 4


def test_what_one_phone_says_for_two_players_is_recorded_only_by_itself(page: TablesPage, phones: Phones, clock: Clock):
    phones.propose_alone(1, 1, FIRST, 0, 2)
    clock.now += 1
    assert "proposed and confirmed on one phone" in view_of(page).notice.text()
    press("Ctrl+F2")
    assert hands(page) == []
    press("F2")
    assert hands(page) == [FIRST]


def test_a_proposal_that_comes_as_the_key_is_pressed_is_not_recorded_unread(
    page: TablesPage, phones: Phones, clock: Clock
):
    phones.propose(1, 1, FIRST, 0, 1)
    clock.now += 5
    changed = phones.propose(1, 1, Outcome(0, 1, 64), 0)
    phones.propose(1, 1, Outcome(0, 1, 64), 1)
    for key in ("F2", "Ctrl+F2"):
        press(key)
    assert hands(page) == []
    clock.now += 0.5
    press("F2")
    assert hands(page) == [Outcome(0, 1, 64)]
    assert phones.state(1, changed) is ProposalState.ACCEPTED


def test_rows_below_show_what_is_proposed_for_them(page: TablesPage, phones: Phones):
    phones.propose(1, 1, FIRST, 0)
    phones.propose(1, 2, SECOND, 0)
    model = page.score_sheet.model
    row = model.row_of(RowKey(2))
    assert [model.data(model.index(row, column)) for column in (1, 2)] == ["Cleo · self-draw", "12"]
    assert all("12" not in str(model.data(model.index(row, column))) for column in range(3, 7)), "no total moves"
    assert page.controller.book.view.sheet(1, 1).computed == (0, 0, 0, 0)
    phones.propose(1, 2, Outcome(None), 1)
    assert model.data(model.index(row, 1)) == "2 proposals differ"


def test_players_who_contradict_one_another_are_shown_side_by_side_and_nothing_is_recorded_by_itself(
    page: TablesPage, phones: Phones, keyboard: Keyboard
):
    right, wrong = phones.propose(1, 1, FIRST, 0, 1), phones.propose(1, 1, SECOND, 2)
    assert cards(page) == [
        "Ada from Ben, 24: proposed by Ada, confirmed by Ben",
        "Cleo, self-draw, 12: proposed by Cleo",
    ]
    assert "do not agree" in view_of(page).notice.text()
    assert not view_of(page).accept.isVisible()
    press("Ctrl+F2")
    assert hands(page) == []
    press("F2")
    assert QApplication.focusWidget() is view_of(page)
    keyboard.type("Down Up Down Enter")
    assert hands(page) == [SECOND]
    assert [phones.state(1, each) for each in (right, wrong)] == [ProposalState.CORRECTED, ProposalState.ACCEPTED]


def test_a_proposal_is_corrected_in_the_line_of_the_hand(page: TablesPage, phones: Phones, keyboard: Keyboard):
    id = phones.propose(1, 1, FIRST, 0, 1)
    press("Shift+F2")
    keyboard.type("c")
    draft = typed_hand(page)
    assert (draft.winner, draft.discarder, draft.points) == (0, 1, "24")
    assert QApplication.focusWidget() is page.panel.hand.winner.line
    keyboard.type("Enter")
    assert hands(page) == [FIRST], "Enter records it as it stands"
    assert phones.state(1, id) is ProposalState.ACCEPTED
    id = phones.propose(1, 2, SECOND, 0)
    press("Shift+F2")
    keyboard.type("c 4 1 Enter")
    if len(hands(page)) < 2:
        page.panel.hand.record.click()
    assert hands(page)[1] == Outcome(3, 0, 12)
    assert phones.state(1, id) is ProposalState.CORRECTED


def test_a_proposal_is_dismissed_with_a_reason(page: TablesPage, phones: Phones, keyboard: Keyboard):
    id = phones.propose(1, 1, FIRST, 0)
    press("Shift+F2")
    keyboard.type("d Enter")
    assert view_of(page).reason.problem()
    keyboard.type("Esc")
    assert QApplication.focusWidget() is view_of(page)
    keyboard.type("d 3 Enter")
    assert phones.state(1, id) is ProposalState.DISMISSED
    assert page.controller.book.view.journal[-1].fact.reasons == ("players agreed",)
    assert not view_of(page).isVisible()
    assert QApplication.focusWidget() is page.panel.hand.winner.line
    assert hands(page) == []


def test_what_is_being_typed_never_moves(page: TablesPage, phones: Phones, keyboard: Keyboard):
    keyboard.type("2 1")
    at, draft = QApplication.focusWidget(), typed_hand(page)
    assert at is not None
    place = at.mapTo(page, at.rect().topLeft())
    phones.propose(1, 1, FIRST, 0, 1)
    phones.propose(1, 1, SECOND, 2)
    phones.propose(2, 1, FIRST, 0)
    phones.call(2)
    QApplication.processEvents()
    assert QApplication.focusWidget() is at
    assert at.mapTo(page, at.rect().topLeft()) == place
    assert typed_hand(page) == draft
    press("Ctrl+F2")
    press("F2")  # the referee asks to choose, and goes back
    press("Esc")
    assert hands(page) == []
    assert typed_hand(page) == draft
    assert QApplication.focusWidget() is at
    press("Shift+F2")
    keyboard.type("Enter")
    assert hands(page) == [], "it would take the place of what is half typed"
    assert QApplication.focusWidget() is at
    assert typed_hand(page) == draft


@pytest.mark.sampled(1)
@pytest.mark.parametrize("begun", ["p", "r", "p 1"])
def test_a_form_that_is_open_is_not_closed_by_looking_at_proposals(
    page: TablesPage, phones: Phones, keyboard: Keyboard, begun: str
):
    carry_out(page.controller.book, RecordHand(1, 1, 1, FIRST), by=BY)
    page.refresh()
    phones.propose(1, 2, SECOND, 0, 1)
    keyboard.type(begun)
    before = page.state.penalty, page.state.repair
    assert before != (None, None)
    press("F2")
    assert len(hands(page)) == 1
    press("Shift+F2")
    keyboard.type("Esc")
    assert (page.state.penalty, page.state.repair) == before


def test_what_the_rules_ask_of_a_proposal_is_asked_in_its_row(page: TablesPage, phones: Phones, keyboard: Keyboard):
    """33 points cannot be had by any fan: the question appears where a typed hand has it, and Enter answers it."""
    odd = Outcome(0, 1, 331)
    phones.propose(1, 1, odd, 0, 1)
    phones.propose(1, 2, SECOND, 0, 1)
    press("Ctrl+F2")
    assert hands(page) == []
    assert page.state.refusal is not None
    assert page.state.refusal.asks
    keyboard.type("Enter")
    assert hands(page) == [odd]


def test_cards_of_tables_are_marked_and_the_key_goes_to_the_next_one(page: TablesPage, phones: Phones):
    def card(number: int) -> str:
        return next(each for each in page.cards.cards if each.number == number).state()

    assert "waits" not in card(2)
    phones.propose(2, 1, FIRST, 0)
    phones.propose(2, 2, SECOND, 0)
    call = phones.call(2)
    assert "2 proposed hands wait" in card(2)
    assert "calls a referee" in card(2)
    assert call
    press("F2")
    assert page.state.table is not None
    assert page.state.table.place == (1, 2)
    press("F2")
    press("F2")
    assert hands(page, 2) == [FIRST, SECOND]
    assert "wait" not in card(2)
    press("F2")
    assert page.state.table.place == (1, 2)


def test_a_role_that_may_not_type_only_reads(page: TablesPage, phones: Phones):
    set_every_pin(page.controller.book)
    phones.propose(1, 1, FIRST, 0, 1)
    page.refresh()
    assert cards(page) == ["Ada from Ben, 24: proposed by Ada, confirmed by Ben"]
    assert not view_of(page).accept.isVisible()
    press("F2")
    press("Ctrl+F2")
    press("Shift+F2")
    assert hands(page) == []
    assert not view_of(page).choosing


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.code)
def test_everything_fits_beside_the_smallest_sheet(page: TablesPage, phones: Phones, language, qtbot: QtBot):
    translator.set_language(language)
    page.window().resize(1366, 768)
    phones.propose(1, 1, FIRST, 0, 1)
    phones.propose(1, 1, SECOND, 2)
    phones.propose(1, 1, Outcome(1, 0, 88), 3)
    press("F2")
    QApplication.processEvents()
    view = view_of(page)
    for part in (*view.cards, view.notice, *view.findChildren(QWidget)):
        if part.isVisible():
            inside = part.mapTo(page, part.rect().bottomRight())
            assert page.rect().contains(inside)
    assert view.height() >= view.minimumSizeHint().height()


def test_a_hand_that_another_desk_records_takes_its_proposals_away(page: TablesPage, phones: Phones):
    phones.propose(1, 1, FIRST, 0, 1)
    press("Shift+F2")
    assert view_of(page).choosing
    changes = carry_out(page.controller.book, RecordHand(1, 1, 1, SECOND), by=BY)
    page.controller.show_received(changes)
    assert not view_of(page).isVisible()
    assert not view_of(page).choosing
    focus = QApplication.focusWidget()
    assert focus is not None
    assert page.isAncestorOf(focus)
    assert isinstance(page.state.typing_place, HandField)
