"""Somebody else was first: both versions are shown, nothing is lost, and what is half typed stays."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from tests.tournament.sharing.fakes import FakeWaitingOrders, Hall, member
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.sharing.conftest import Desk
from tests.ui.desktop.sharing.test_joined_event import result, tables
from tournament.ledger.facts import SessionsCancelled
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.sharing.host import Host
from tournament.sharing.messages import PROTOCOL, Sync
from tournament.sharing.shared_book import SharedBook
from tournament.use_cases import Book, CloseSheet, CorrectHand, GivePenalty, RecordHand, RecordTotals, TypeTotals
from tournament.use_cases.commands import CancelSessions, ChangeSettings, RestoreSession
from ui.desktop.pages.desks.conflict import ConflictDialog
from ui.entry.table_sheet import RowKey


def compared(desk: Desk) -> ConflictDialog:
    (dialog,) = [each for each in desk.window.findChildren(ConflictDialog) if each.isVisible()]
    dialog.activateWindow()
    QApplication.processEvents()
    return dialog


def at_host(desk: Desk, hand: int = 1) -> Outcome | None:
    return desk.hall.host.book.view.sheet(1, 1).hands[hand - 1].outcome


@pytest.fixture
def refused(desk: Desk, keyboard: Keyboard) -> Desk:
    """Ben recorded hand 1 with 24 points, this desk another one with 8."""
    desk.others_record(1, points=24)
    keyboard.type("2 1 8 Enter")
    desk.link.speak()
    return desk


def test_both_versions_and_their_effect_are_shown_when_the_user_asks(refused: Desk, keyboard: Keyboard):
    assert not [each for each in refused.window.findChildren(ConflictDialog) if each.isVisible()], "they may be typing"
    assert "did not write 1 entry" in refused.window.messages.text()
    refused.window.messages.instead.click()
    dialog = compared(refused)
    assert "Ben Sample at north" in dialog.theirs.who.text()
    assert "24" in dialog.theirs.words.text()
    assert "at south" in dialog.mine.who.text()
    assert "Ada 0 → 48" in dialog.theirs.effect.accessibleName().replace("Anything: Total", "").replace("  ", " ")
    assert dialog.replace.text().startswith("Replace by mine")
    keyboard.type("Esc")
    assert refused.joined.to_decide == 1
    page = refused.desks_page()
    page.orders.setFocus()
    keyboard.type("Enter")
    assert compared(refused).order == refused.joined.orders[0]
    compared(refused).reject()


def test_both_versions_open_by_themselves_while_nobody_types(desk: Desk, keyboard: Keyboard):
    desk.others_record(1, points=24)
    keyboard.type("2 1 8 Enter")
    desk.desks_page().orders.setFocus()
    desk.link.speak()
    assert compared(desk).theirs.isVisible()
    compared(desk).reject()


def test_mine_replaces_theirs_as_a_correction_that_names_the_conflict(refused: Desk):
    refused.window.messages.instead.click()
    compared(refused).replace.click()
    refused.link.speak()
    assert not refused.joined.orders
    assert at_host(refused) == Outcome(1, 0, 8)
    last = refused.hall.host.book.view.journal[-1]
    assert "Ben Sample at north was first" in last.fact.reasons[0]


def test_theirs_is_kept_only_after_a_question(refused: Desk, keyboard: Keyboard):
    refused.window.messages.instead.click()
    compared(refused).keep.click()
    keyboard.type("Esc")
    assert refused.joined.to_decide == 1
    compared(refused).keep.click()
    keyboard.type("Enter")
    assert not refused.joined.orders
    assert at_host(refused) == Outcome(0, 1, 24)


def test_what_changes_meanwhile_shows_and_is_not_overwritten_unseen(refused: Desk):
    refused.window.messages.instead.click()
    dialog = compared(refused)
    refused.others_do(CorrectHand(1, 1, 1, Outcome(0, 1, 32), "seen again"))
    dialog.replace.click()  # sent before the correction arrived here
    refused.link.speak()
    assert at_host(refused) == Outcome(0, 1, 32)
    assert refused.joined.to_decide == 1
    refused.hear()
    refused.joined.decision_wanted.emit(refused.joined.orders[0].id)
    assert "32" in compared(refused).theirs.words.text()
    compared(refused).reject()


def test_the_same_hand_of_both_desks_is_said_to_be_the_same(desk: Desk, keyboard: Keyboard):
    desk.others_record(1)
    keyboard.type("1 2 8 Enter")
    desk.link.speak()
    desk.window.messages.instead.click()
    dialog = compared(desk)
    assert "the same" in dialog.why.accessibleName()
    assert not dialog.replace.isEnabled()
    dialog.reject()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("mine", "theirs", "problem"), [
    (TypeTotals(1, 1, (16, -16, 0, 0)), TypeTotals(1, 1, (24, -24, 0, 0)), False),
    (CloseSheet(1, 1, accept_difference="torn"), CloseSheet(1, 1, accept_difference="wet"), True),
    (RecordTotals(1, 2, (16, -16, 0, 0)), RecordHand(1, 2, 1, Outcome(0, 1, 8)), True),
])  # fmt: skip
def test_totals_and_signatures_show_both(desk: Desk, mine: TypeTotals, theirs: TypeTotals, problem: bool):
    """And why mine would be refused now."""
    desk.others_record(1)
    desk.hear()
    seen = desk.controller.book.view.sheet(1, mine.table).number
    desk.controller.act(mine, confirmed=True, seen=seen)
    desk.others_do(theirs)
    desk.link.speak()
    desk.joined.decision_wanted.emit(desk.joined.orders[0].id)
    dialog = compared(desk)
    assert "Ben Sample at north" in dialog.theirs.who.text()
    assert dialog.problem.isVisible() == problem
    assert dialog.replace.isEnabled() != problem
    dialog.reject()
    assert desk.joined.to_decide == 1


@pytest.mark.sampled(1)
@pytest.mark.parametrize("command", [
    GivePenalty(1, 1, Charge(0, points=20, reason="late")),
    RecordHand(1, 1, 2, Outcome(2, None, 10)),
])  # fmt: skip
def test_what_cannot_be_replaced_is_sent_again(desk: Desk, command: GivePenalty | RecordHand):
    desk.controller.act(command, confirmed=True, seen=0)
    desk.others_record(1)
    desk.link.speak()
    desk.joined.decision_wanted.emit(desk.joined.orders[0].id)
    dialog = compared(desk)
    assert "hand 1" in dialog.theirs.words.text()
    assert dialog.mine.effect.isVisible()
    assert dialog.replace.text().startswith("Send again")
    dialog.replace.click()
    desk.link.speak()
    assert not desk.joined.orders
    assert desk.hall.host.book.view.sheet(1, 1).number == 2


@pytest.mark.sampled(1)
@pytest.mark.parametrize("others", [False, True], ids=["nobody wrote there", "somebody else wrote there"])
def test_what_was_lost_with_its_host_is_shown_and_sent_to_the_new_one(desk: Desk, keyboard: Keyboard, others: bool):
    before = desk.hall.records()
    keyboard.type("2 1 8 Enter")
    desk.link.speak()
    book = desk.joined.book
    assert book is not None
    assert not book.orders
    hall = Hall(Host(Book(FakeStore(before))), {"south": member("south")})  # that of a desk which had less
    kept = FakeWaitingOrders()
    kept.put(*book._orders.values())
    tables(desk).cards.setFocus()
    desk.controller.replace_event(SharedBook(FakeStore(before), kept, "south"))
    again = Desk(desk.controller, desk.window, hall)
    assert (again.joined.to_decide, again.controller.book.view.sheet(1, 1).last_played) == (1, 0)
    if others:
        again.others_record(1, points=24)
        again.hear()
    again.joined.decision_wanted.emit(again.joined.orders[0].id)
    dialog = compared(again)
    assert "The host that had this is gone" in dialog.why.accessibleName()
    assert ("24" in dialog.theirs.words.text()) == others
    assert dialog.replace.text().startswith("Replace by mine" if others else "Send again")
    dialog.replace.click()
    again.link.speak()
    assert not again.joined.orders
    assert at_host(again) == Outcome(1, 0, 8)
    assert again.controller.book.view.fingerprint == hall.host.end


def test_settings_are_compared_in_words(desk: Desk):
    settings = desk.controller.book.view.settings
    desk.others_do(ChangeSettings(replace(settings, place="There")))
    desk.controller.act(ChangeSettings(replace(settings, place="Here")))
    desk.link.speak()
    desk.joined.decision_wanted.emit(desk.joined.orders[0].id)
    dialog = compared(desk)
    assert "There" in dialog.theirs.words.text()
    assert "Here" in dialog.mine.words.text()
    assert not dialog.theirs.effect.isVisible()
    dialog.replace.click()
    desk.link.speak()
    assert desk.hall.host.book.view.settings.place == "Here"


def test_who_is_on_a_sheet_shows_at_its_card_and_head(desk: Desk):
    desk.hall.members["north"] = member("north")
    question = Sync(PROTOCOL, desk.hall.host.end, sheet=(1, 1))
    desk.hall.host.answer(desk.hall.members["north"], question, desk.hall.members)
    desk.hear()
    page = tables(desk)
    assert page.cards.cards[0].toolTip().endswith("north at north is on this sheet")
    assert "north at north" in page.cards.cards[0].accessibleName()
    assert "north at north is on this sheet" in page.score_sheet.title.accessibleName()
    assert not page.cards.cards[1].toolTip()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("keys", ["", "1 2", "1 2 8", "p 1", "F6 1 2", "t", "g 2"])
def test_an_entry_of_another_desk_moves_nothing(desk: Desk, keyboard: Keyboard, keys: str):
    keyboard.type(keys)
    page, focus = tables(desk), QApplication.focusWidget()
    text = getattr(focus, "text", str)()
    before, typed = page.state, page.half_typed()
    desk.others_record(2)
    desk.others_record(1, table=2)
    desk.hear()
    assert "Ada" in result(desk, 2)
    assert desk.window.status.desks.text() == "Ben Sample at north: session 1, table 2, hand 1 (+1)"
    assert QApplication.focusWidget() is focus
    assert getattr(focus, "text", str)() == text
    assert page.half_typed() == typed
    assert page.state.row == before.row
    desk.joined._forget_arrived()
    assert desk.window.status.desks.text() == "1 desk"


def test_the_cursor_goes_on_when_another_desk_records_a_hand_that_is_not_typed(desk: Desk, keyboard: Keyboard):
    page = tables(desk)
    assert page.state.row == RowKey(1)
    desk.others_record(1, points=24)
    desk.hear()
    assert page.state.row == RowKey(2)
    keyboard.type("2 1 8 Enter")
    desk.link.speak()
    assert desk.hall.host.book.view.sheet(1, 1).last_played == 2


def test_a_hand_that_another_desk_records_while_it_is_typed_becomes_a_correction(desk: Desk, keyboard: Keyboard):
    keyboard.type("2 1 8")
    desk.others_record(1, points=24)
    desk.hear()
    hand = tables(desk).state.hand
    assert hand is not None
    assert hand.recorded == Outcome(0, 1, 24)
    assert (hand.draft.winner, hand.draft.points) == (1, "8")
    keyboard.type("Enter")
    desk.link.speak()
    assert at_host(desk) == Outcome(0, 1, 24), "a correction needs a reason"
    keyboard.words("misread")
    keyboard.type("Enter")
    desk.link.speak()
    assert at_host(desk) == Outcome(1, 0, 8)


def test_a_hand_of_a_session_that_the_host_cancelled_is_kept_until_it_is_looked_at(desk: Desk, keyboard: Keyboard):
    desk.others_do(CancelSessions((1,), "the hall is closed"))
    keyboard.type("2 1 8 Enter")
    desk.link.speak()
    assert desk.controller.session == 2
    assert desk.joined.to_decide == 1
    desk.joined.decision_wanted.emit(desk.joined.orders[0].id)
    dialog = compared(desk)
    assert "Session 1 cancelled" in dialog.theirs.words.text()
    assert "Session 1 is cancelled" in dialog.problem.text()
    assert not dialog.replace.isEnabled()
    dialog.reject()
    desk.others_do(RestoreSession(1))
    desk.hear()
    desk.joined.decision_wanted.emit(desk.joined.orders[0].id)
    compared(desk).replace.click()
    desk.link.speak()
    assert not desk.joined.orders
    assert at_host(desk) == Outcome(1, 0, 8)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "keys", ["P 1", "R 1 4 1 20 Enter", "R 2"], ids=["penalty", "repair with its values", "repair without a reason"]
)
def test_a_form_that_is_open_when_the_host_cancels_its_session_is_there_again_once_it_is_restored(
    desk: Desk, keyboard: Keyboard, keys: str
):
    keyboard.type("1 2 8 Enter")
    desk.link.speak()
    keyboard.type(f"Up {keys}")
    page = tables(desk)
    penalty, repair = page.state.penalty, page.state.repair
    assert (penalty is None) != (repair is None)
    desk.others_do(CancelSessions((1,), "the hall is closed"))
    desk.hear()
    assert (desk.controller.session, page.state.penalty, page.state.repair) == (2, None, None)
    assert "What you typed at table 1 is kept" in desk.window.messages.text()
    keyboard.type("Enter")
    desk.link.speak()
    assert not desk.joined.orders
    assert isinstance(desk.hall.host.book.view.journal[-1].fact, SessionsCancelled)
    desk.others_do(RestoreSession(1))
    desk.hear()
    desk.controller.choose_session(1)
    keyboard.type(f"Up {keys[0]}")
    if penalty is not None:
        assert page.state.penalty is not None
        assert page.state.penalty.table is not None
        assert (page.state.penalty.table.place, page.state.penalty.typed.player) == ((1, 1), penalty.typed.player)
    if repair is not None:
        assert page.state.repair is not None
        assert page.state.repair.refusal is not None
        assert page.state.repair.refusal.problem.code == "left-half-typed"
        shown, typed = page.state.repair.typed, repair.typed
        assert (shown.kind, shown.one, shown.number) == (typed.kind, typed.one, typed.number)
