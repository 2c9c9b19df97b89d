"""The prizes on the Event page by keys: added, changed, removed, refused at their field, ties decided by lot."""

import pytest

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.event.test_setup_cards import event_page
from tournament.event.prizes import CategoryKind, Prize, Prizes, PrizeTies
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from tournament.use_cases.commands import PublishResults
from tournament.use_cases.prizes import undecided_ties
from ui.desktop.pages.event.prizes_card import PrizesCard
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.window import HOME, Window


@pytest.fixture
def first_page() -> str:
    """Start on another page, because this one opens with its other part."""
    return HOME


def said(window: Window) -> Prizes:
    return window.controller.book.view.settings.prizes


def card_of(window: Window) -> PrizesCard:
    return event_page(window).setup.prizes


def test_prizes_are_entered_changed_and_removed(page: TablesPage, window: Window, keyboard: Keyboard) -> None:
    card = card_of(window)
    card.form.line("place").setFocus()
    keyboard.type("1 Tab Tab")
    keyboard.words("150,50")
    keyboard.type("Tab")
    keyboard.words("Trophy")
    keyboard.type("Enter")
    assert said(window).lines == (Prize(what="Trophy", amount=15050),)
    assert card.form.line("place").hasFocus()
    assert [card.form.line(name).text() for name in card.form.fields] == [""] * 4
    keyboard.type("2 Tab 3 Tab Tab")
    keyboard.words("Medal")
    keyboard.type("Enter")
    assert said(window).lines[1] == Prize(place=2, last=3, what="Medal")
    card.table.setFocus()
    keyboard.type("Down Enter")
    assert card.form.line("what").text() == "Medal"
    card.form.line("what").setFocus()
    keyboard.type("Ctrl+A")
    keyboard.words("Wine")
    keyboard.type("Enter")
    assert [line.what for line in said(window).lines] == ["Trophy", "Wine"]
    card.table.setFocus()
    keyboard.type("Up")
    card.remove.setFocus()
    keyboard.type("Space")
    assert [line.what for line in said(window).lines] == ["Wine"]
    window.controller.undo()
    assert [line.what for line in said(window).lines] == ["Trophy", "Wine"]


def test_what_cannot_be_is_refused_at_its_field(page: TablesPage, window: Window, keyboard: Keyboard) -> None:
    card = card_of(window)
    card.form.line("amount").setFocus()
    keyboard.words("1,500")
    keyboard.type("Enter")
    assert card.form.refused("amount")
    card.form.line("amount").setFocus()
    keyboard.type("Ctrl+A")
    keyboard.words("15")
    keyboard.type("Enter")
    assert card.form.refused("place")
    card.form.line("place").setFocus()
    keyboard.type("0 Enter")
    assert card.form.refused("place")
    assert card.form.line("place").text() == "0"
    assert said(window) == Prizes()
    keyboard.type("Ctrl+A 9 9 Enter")
    assert card.remarks.message() == "Players: no one is eligible for the prize for place 99."
    keyboard.type("9 9 Tab Tab 5 Enter")
    assert card.form.refused("place")
    assert len(said(window).lines) == 1


def test_a_tie_is_decided_by_lots(page: TablesPage, window: Window, keyboard: Keyboard) -> None:
    """After a self-draw at one table, three players are tied behind the winner, on places 2 to 4."""
    window.controller.act(RecordHand(1, 1, 1, Outcome(0, None, 10)))
    card = card_of(window)
    card.currency.setFocus()
    keyboard.words("EUR")
    keyboard.type("Tab")
    card.ties.setFocus()
    keyboard.type("Down")
    assert (said(window).currency, said(window).ties) == ("EUR", PrizeTies.SPLIT)
    card.category.setFocus()
    keyboard.type("Down")
    assert card.category.currentData() == CategoryKind.BEST_HAND.value
    keyboard.type("Up")
    card.form.line("place").setFocus()
    for place, what in (("2", "Bowl"), ("3", "Book")):
        keyboard.type(f"{place} Tab Tab Tab")
        keyboard.words(what)
        keyboard.type("Enter")
    ((_category, tied),) = undecided_ties(window.controller.book.view)
    keys = [award.entrant.key for award in tied]
    assert card.remarks.message().startswith("Players: draw lots for places 2 to 4 among ")
    assert card.order.isVisible()
    window.controller.act(PublishResults(1, hold_last=True))
    assert not card.order.isVisible()
    assert card.remarks.message() == "", "while results are held, nothing names who is level"
    card.held.show_held.setFocus()
    keyboard.type("Space")
    assert card.remarks.message().startswith("Players: draw lots for places 2 to 4 among ")
    card.order.setFocus()
    keyboard.words(f"{keys[2]}, {keys[0]}")
    keyboard.type("Enter")
    assert "exactly those who share the place" in card.problem.message()
    keyboard.words(f", {keys[1]}")
    keyboard.type("Enter")
    (drawn,) = said(window).lots
    assert drawn.order == (keys[2], keys[0], keys[1])
    assert not card.order.isVisible()
    assert card.remarks.message() == card.problem.message() == ""
