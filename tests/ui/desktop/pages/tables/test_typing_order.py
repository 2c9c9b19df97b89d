"""A hand typed as the columns of the paper stand: points, winner, from; beside the order winner, from, points.

Expected: both orders write the same sheet; with the letters of the winds both need the same keys, with the numbers of
the columns the paper's order needs one more for each hand that is won, the Enter behind its points.
"""

from collections.abc import Callable
from itertools import product

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.accessibility.reading import announcements
from tests.ui.desktop.conftest import Keyboard, typed_hand
from tests.ui.desktop.pages.tables.recount import Hand, totals
from tests.ui.desktop.pages.tables.test_entry import SHEET, keys_of, row
from tests.ui.desktop.pressing import press
from tournament.language import language_of
from tournament.rules.payment import Outcome
from tournament.rules.rotation import SEATS_CHANGED
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.pages.settings.page import SettingsPage
from ui.desktop.pages.tables import sheet_table
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.translation import translator
from ui.desktop.widgets.keys import key_name
from ui.desktop.window import Window
from ui.entry.hand_draft import DRAWN_OVER
from ui.entry.typing_order import HandField, TypedField, TypingOrder

paper_order = pytest.mark.usefixtures("points_first")


def outcomes(page: TablesPage) -> list[Outcome | None]:
    return [line.outcome for line in page.controller.book.view.sheet(1, 1).hands]


def in_field(page: TablesPage) -> TypedField:
    """The field that has the caret."""
    lines = {field.line: name for name, field in page.panel.hand._fields.items()}
    focused = QApplication.focusWidget()
    return HandField.REASON if focused is page.panel.hand.reason.line else lines[focused]  # type: ignore[index]


def wind(column: int, hand: int) -> str:
    return SEATS_CHANGED.own_wind(column - 1, hand).letter


def by_paper(hand: Hand) -> str:
    if hand is None:
        return "X Enter"
    winner, giver, points = hand
    return f"{points} Enter {winner} {giver or 'D'} Enter"


def by_winds(hand: Hand, number: int, order: TypingOrder) -> str:
    if hand is None:
        return "X Enter"
    winner, giver, points = hand
    who = f"{wind(winner, number)} {wind(giver, number) if giver else 'D'}"
    return f"{who} {points} Enter" if order is TypingOrder.WINNER_FIRST else f"{points} {who} Enter"


@pytest.fixture
def points_first(own_preferences: None) -> None:
    preferences.keep_typing_order(TypingOrder.POINTS_FIRST)


@pytest.mark.thorough
# 15 hands won with two figures each, one drawn: 15 × 5 + 2, and 15 more
@pytest.mark.parametrize(
    ("order", "winds", "keys"),
    [
        (TypingOrder.WINNER_FIRST, False, 77),
        (TypingOrder.WINNER_FIRST, True, 77),
        (TypingOrder.POINTS_FIRST, False, 92),
        (TypingOrder.POINTS_FIRST, True, 77),
    ],
)
def test_a_whole_sheet_in_each_order(
    own_preferences: None,
    request: pytest.FixtureRequest,
    keyboard: Keyboard,
    capsys: pytest.CaptureFixture[str],
    order: TypingOrder,
    winds: bool,
    keys: int,
) -> None:
    preferences.keep_typing_order(order)
    page: TablesPage = request.getfixturevalue("page")
    for number, hand in enumerate(SHEET, start=1):
        by_number = keys_of(hand) if order is TypingOrder.WINNER_FIRST else by_paper(hand)
        keyboard.type(by_winds(hand, number, order) if winds else by_number)
    with capsys.disabled():
        print(f"\nkeys for a sheet, {order.value}, by {'winds' if winds else 'numbers'}: {keyboard.pressed}")
    assert keyboard.pressed == keys
    expected = [Outcome(None) if h is None else Outcome(h[0] - 1, h[1] and h[1] - 1, h[2]) for h in SHEET]
    assert outcomes(page) == expected
    shown = [cell.split()[-1].replace("−", "-") for cell in row(page, 16)[sheet_table.FIRST_PLAYER :]]
    assert [int(text) for text in shown] == totals(SHEET)


@paper_order
def test_the_fields_stand_and_tab_goes_in_the_order_of_the_paper(page: TablesPage, keyboard: Keyboard) -> None:
    hand = page.panel.hand
    assert hand.points.y() < hand.winner.y() < hand.source.y() < hand.record.mapTo(page, hand.record.pos()).y()
    assert hand.fields == (hand.points, hand.winner, hand.source)
    places = [in_field(page)]
    for _ in range(2):
        keyboard.type("Tab")
        places.append(in_field(page))
    assert places == [HandField.POINTS, HandField.WINNER, HandField.SOURCE]
    for before in (HandField.WINNER, HandField.POINTS, HandField.POINTS):
        keyboard.type("Backspace")
        assert in_field(page) is before
    keyboard.type("13 Tab 2 4 Enter")
    assert outcomes(page)[0] == Outcome(1, 3, 13)
    assert in_field(page) is HandField.POINTS


@paper_order
def test_the_third_answer_does_not_record(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("13 Enter 2 4")
    assert page.controller.book.view.sheet(1, 1).played == 0
    assert row(page, 1)[sheet_table.POINTS] == "13"
    assert "+37" in page.panel.hand._effect.accessibleName()
    assert in_field(page) is HandField.SOURCE
    assert page.panel.hand.record.isEnabled()
    keyboard.type("Enter")
    assert outcomes(page)[0] == Outcome(1, 3, 13)


@paper_order
def test_a_forgotten_enter_spoils_no_hand(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("13 Enter 2 4")
    keyboard.type("16")
    assert "already entered" in page.panel.hand.source.problem()
    assert not page.panel.hand.record.isEnabled()
    assert typed_hand(page).discarder == 3
    keyboard.type("Enter 3 1 Enter 24 Enter 4 D Enter")  # whoever does not look up gets no further
    assert page.controller.book.view.sheet(1, 1).played == 0
    assert (typed_hand(page).winner, typed_hand(page).discarder, typed_hand(page).points) == (1, 3, "13")
    keyboard.type("Enter")
    assert outcomes(page)[:2] == [Outcome(1, 3, 13), None]


@paper_order
def test_backspace_takes_the_last_answer_back(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("13 W D Backspace")
    assert not typed_hand(page).source_known
    assert in_field(page) is HandField.SOURCE
    keyboard.type("N Enter")
    assert outcomes(page)[0] == Outcome(2, 3, 13)


@paper_order
def test_impossible_points_are_refused_where_they_end(page: TablesPage, keyboard: Keyboard) -> None:
    refused = (
        ("7", "7 is below 8, the least needed to win"),
        ("501", "501 is above the maximum of 500"),
        ("1.2", "“1.2” is not a number"),
    )
    for (typed, words), ends in product(refused, ("Enter", "W")):
        keyboard.type(f"{typed} {ends}")
        assert words in page.panel.hand.points.problem()
        assert in_field(page) is HandField.POINTS
        assert typed_hand(page).winner is None
        assert page.panel.hand.points.text() == typed
        keyboard.type("Backspace " * len(typed) + "12 W 1 Enter")
        assert outcomes(page)[0] == Outcome(2, 0, 12)
        keyboard.type("Ctrl+Z")
        assert not page.panel.hand.points.problem()


@paper_order
def test_what_is_missing_is_asked_for_in_this_order(page: TablesPage, keyboard: Keyboard) -> None:
    asked = (
        ("Enter", HandField.POINTS, "The points are missing."),
        ("13 Enter Enter", HandField.WINNER, "The winner is missing."),
        ("13 D", HandField.WINNER, "The winner is missing."),
        ("13 Tab Tab 2", HandField.WINNER, "The winner is missing."),
        ("13 W Enter", HandField.SOURCE, "Enter who discarded the winning tile."),
        ("Tab 2 4 Enter", HandField.POINTS, "The points are missing."),
        ("13 Enter 9", HandField.WINNER, "“9” matches no player"),
        ("13 Enter 2 2", HandField.SOURCE, "Ben is the winner"),
        ("13 K Enter", HandField.POINTS, "“13K” is not a number"),
    )
    for keys, field, words in asked:
        keyboard.type(keys)
        assert words in page.panel.hand._fields[field].problem(), keys
        assert in_field(page) is field, keys
        assert page.controller.book.view.sheet(1, 1).played == 0
        keyboard.type("Esc Esc")
        assert typed_hand(page).empty
        assert in_field(page) is HandField.POINTS


@paper_order
def test_letters_first_lead_back_to_the_points(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("W N")
    assert in_field(page) is HandField.POINTS
    keyboard.type("13 Enter")
    assert outcomes(page)[0] == Outcome(2, 3, 13)


@paper_order
def test_winds_are_read_in_the_language_of_the_window(page: TablesPage, keyboard: Keyboard) -> None:
    translator.set_language(language_of("fr"))
    keyboard.type("13 O N Enter 9 O E Enter")  # hand 2: column 4 is West, column 2 is East
    assert outcomes(page)[:2] == [Outcome(2, 3, 13), Outcome(3, 1, 9)]


@paper_order
def test_a_question_and_its_way_back(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("98 W D Enter")
    assert "98 is more than 88: is this correct?" in page.panel.hand.points.question()
    assert page.panel.hand.record.text() == "Yes, record 98 points"
    keyboard.type("Esc")
    assert page.panel.hand.points.question() == ""
    keyboard.type("89 Enter Enter")  # typed over
    assert outcomes(page)[0] == Outcome(2, None, 89)


@paper_order
def test_a_correction_begins_with_the_points_and_keeps_what_is_not_typed(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("12 Enter 1 2 Enter Up 18 Enter")
    assert in_field(page) is HandField.REASON
    keyboard.words("sheet misread")
    keyboard.type("Enter")
    assert outcomes(page)[0] == Outcome(0, 1, 18)
    keyboard.type("Up W")
    assert (typed_hand(page).winner, typed_hand(page).points) == (2, "18")
    keyboard.type("4 Enter")
    keyboard.words("again")
    keyboard.type("Enter")
    assert outcomes(page)[0] == Outcome(2, 3, 18)
    keyboard.type("Up Enter Enter Enter")
    assert len(page.controller.book.view.sheet(1, 1).hands[0].entries) == 3


@paper_order
def test_a_hand_left_half_typed_asks_at_the_points(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("13 W G 2 Enter G 1 Enter")
    hand = page.panel.hand
    assert "left unfinished" in hand.points.question()
    assert key_name("Return") in hand.points.question()
    assert "To start again, type points" in hand.points.question()
    assert (hand.points.answer(), hand.points.text()) == ("13", "")
    keyboard.type("Backspace")
    assert "left unfinished" in hand.points.question()
    keyboard.type("Enter")
    assert in_field(page) is HandField.SOURCE
    assert hand.points.text() == "13"
    keyboard.type("N Enter")
    assert outcomes(page)[0] == Outcome(2, 3, 13)
    keyboard.type("13 W G 2 Enter G 1 Enter 24 Enter 1 2 Enter")  # blindly
    assert outcomes(page)[1] == Outcome(0, 1, 24)


def is_drawn_or_asked(page: TablesPage) -> bool:
    """X makes the hand a drawn one; over typed points it asks first, where typing goes on."""
    hand = page.state.hand
    if hand is None or not hand.draft.figures:
        return typed_hand(page).drawn and in_field(page) is HandField.POINTS
    asked = page.state.refusal is not None and page.state.refusal.problem.code == DRAWN_OVER
    return asked and not typed_hand(page).drawn and in_field(page) is (hand.missing or hand.last)


KEYS_OF_THE_PAGE: tuple[tuple[str, Callable[[TablesPage], bool]], ...] = (
    ("X", is_drawn_or_asked),
    ("P", lambda page: page.panel.penalty.isVisible()),
    ("Down", lambda page: typed_hand(page).hand == 2 and in_field(page) is HandField.POINTS),
    ("Esc", lambda page: typed_hand(page).empty and in_field(page) is HandField.POINTS),
    ("G", lambda page: QApplication.focusWidget() not in page.panel.hand.findChildren(type(page.cards))),
)


@paper_order
def test_the_keys_of_the_page_do_what_they_do(page: TablesPage, keyboard: Keyboard) -> None:
    for (key, seen), before in product(KEYS_OF_THE_PAGE, ("", "1", "13 Enter", "13 Enter 2", "13 Enter 2 4")):
        keyboard.type(f"{before} {key}")
        assert seen(page), (key, before)
        assert page.controller.book.view.sheet(1, 1).played == 0
        keyboard.type("Up Esc Esc Esc" if key == "Down" else "Esc Esc Esc")
        assert typed_hand(page).empty
        assert (typed_hand(page).hand, in_field(page)) == (1, HandField.POINTS)


@paper_order
def test_tiles_want_winner_and_source_and_no_points(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("T")
    assert "The winner is missing." in page.panel.hand.winner.problem()
    assert in_field(page) is HandField.WINNER
    keyboard.type("W N T")
    assert page.state.tiles_open


@paper_order
def test_points_on_a_drawn_hand_make_it_a_won_one(page: TablesPage, keyboard: Keyboard) -> None:
    keyboard.type("X 13 Enter")
    assert in_field(page) is HandField.WINNER
    keyboard.type("W N Enter")
    assert outcomes(page)[0] == Outcome(2, 3, 13)


@paper_order
def test_the_row_the_first_words_and_the_announcements_follow(page: TablesPage, keyboard: Keyboard) -> None:
    assert "Type the points of hand 1" in page.panel.hand._empty.accessibleName()
    assert row(page, 1)[sheet_table.RESULT] == "Type the points"
    with announcements() as made:
        keyboard.type("13")
        assert row(page, 1)[sheet_table.RESULT] == "Press 1–4 for the winner"
        keyboard.type("S N")
    assert [each.text for each in made] == ["Winner: Ben Beispiel, South", "From: Dora Dummy, North"]


def test_the_order_is_chosen_in_the_settings_and_holds_at_once(
    own_preferences: None, window: Window, keyboard: Keyboard, controller: EventController
) -> None:
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    keyboard.type("3 4 Down Up")  # half typed
    press("Alt+9")
    settings = window.page("settings")
    assert isinstance(settings, SettingsPage)
    settings.order.setFocus()
    press("End")
    assert preferences.typing_order() is TypingOrder.POINTS_FIRST
    press("Alt+4")
    assert window.current == "tables"
    assert "left unfinished" in page.panel.hand.points.question()
    keyboard.type("Enter")
    assert in_field(page) is HandField.POINTS
    keyboard.type("24 Enter")
    assert outcomes(page)[0] == Outcome(2, 3, 24)
    press("Alt+9")
    settings.order.setFocus()
    press("Home", "Alt+4")
    assert preferences.typing_order() is TypingOrder.WINNER_FIRST
    assert in_field(page) is HandField.WINNER
    keyboard.type("1 Tab 10 Backspace Backspace Backspace")
    assert in_field(page) is HandField.SOURCE
    keyboard.type("2 10 Enter")
    assert outcomes(page)[1] == Outcome(0, 1, 10)
