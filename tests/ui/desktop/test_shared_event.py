"""The window at a desk of a shared event: whose name entries carry, what undo takes back, and who signs."""

import pytest

from tests.examples.every_fact import OneKey
from tests.tournament.sharing.fakes import Hall
from tests.tournament.use_cases.events import BY
from tournament.rules.payment import Outcome
from tournament.sharing.shared_book import SharedBook
from tournament.use_cases import By, RecordHand, carry_out
from tournament.use_cases.commands import CloseSession, SetSigningKey, SignFingerprint
from ui.desktop.bootstrap import EVENT_FILES
from ui.desktop.controller import EventController
from ui.desktop.pages.event.signature_card import SignatureCard
from ui.desktop.signing_keeper import signing_keeper_of


def at_desk(book: SharedBook) -> EventController:
    """The controller of a window at the desk that has ``book``."""
    controller = EventController(EVENT_FILES, "Ada Sample", "computer")
    controller.replace_event(book)
    return controller


@pytest.mark.usefixtures("qapp")
def test_undo_begins_with_the_entries_of_this_desk() -> None:
    hall = Hall()
    book = hall.desk("north")
    controller = at_desk(book)
    assert controller.user.by.desk == "north"
    hand = controller.act(RecordHand(1, 1, 1, Outcome(0, 1, 8))).entries[-1]
    hall.meet(book)
    carry_out(hall.host.book, RecordHand(1, 2, 1, Outcome(0, 1, 9)), by=By("Ben Sample", "south"))
    hall.meet(book)
    choice = controller.next_undo
    assert choice is not None
    assert (choice.entry.id, choice.entry.record.desk, choice.asks) == (hand.id, "north", False)
    assert book.view.journal[-1].record.desk == "south"
    controller.undo(choice.entry)
    choice = controller.next_undo
    assert choice is not None
    assert (choice.entry.record.desk, choice.asks) == ("south", True)
    controller.close()
    assert controller.user.by.desk == "computer"


@pytest.mark.usefixtures("dressed")
def test_no_key_is_needed_at_a_desk_because_the_host_signs() -> None:
    hall = Hall()
    hall.host.book.signer = OneKey()
    carry_out(hall.host.book, SetSigningKey(OneKey().key, "Ada Sample"), by=BY)
    book = hall.desk("north")
    controller = at_desk(book)
    keeper, shown = signing_keeper_of(controller), list[object]()
    controller.messages.shown.connect(shown.append)
    controller.messages.action_offered.connect(lambda *offered: shown.append(offered))
    keeper.follow_event()
    card = SignatureCard(controller)
    controller.act(CloseSession(1, "a power cut"))
    card.show_view(book.view)
    assert "Nothing is signed yet" in card.text()
    assert (card.sign.isEnabled(), card.load.isEnabled(), keeper.reason) == (True, False, None)
    hall.meet(book)
    controller.act(RecordHand(2, 1, 1, Outcome(0, 1, 8)))
    keeper.sign_now()
    assert [order.order.commands for order in book.unsent][-1:] == [(SignFingerprint(),)]
    hall.meet(book)
    assert [entry.fact.kind for entry in hall.host.book.view.journal].count("fingerprint-signed") == 2
    assert shown == []
    card.deleteLater()
