"""What the painted widgets are to a screen reader, and what it can do with them."""

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessibleActionInterface
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.desktop.accessibility.reading import Role, Text, announcements, children, interface, read
from tournament.language import mark
from ui.desktop.message_bars import MessageBar
from ui.desktop.page_area import Rail
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.pages.tables.table_cards import TableCard
from ui.desktop.widgets.accessible import Announcement, announce
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import ChoiceBox, EntryField, EntryState, LabeledField, LineField
from ui.desktop.widgets.signs import StatusIcon


@pytest.fixture
def switch(qtbot: QtBot) -> Switch:
    segments = [Segment("p", mark("Players"), ticked=True), Segment("t", mark("Teams")), Segment("x", "X", off=True)]
    made = Switch(mark("Shown"), segments)
    qtbot.addWidget(made)
    made.show()
    return made


def press_action(asked: object) -> None:
    action = asked.actionInterface()  # type: ignore[attr-defined]
    assert isinstance(action, QAccessibleActionInterface)
    assert action.actionNames() == ["Press"]
    action.doAction("Press")


def test_a_switch_is_a_group_of_radio_buttons_of_which_one_is_checked(switch: Switch, qtbot: QtBot) -> None:
    whole = read(switch)
    assert (whole.role, whole.name, whole.value) == (Role.Grouping, "Shown", "Players")
    options = [read(each) for each in children(switch)]
    assert [(each.role, each.name) for each in options] == [
        (Role.RadioButton, "Players"),
        (Role.RadioButton, "Teams"),
        (Role.RadioButton, "X"),
    ]
    assert [bool(each.state.checked) for each in options] == [True, False, False]
    assert [bool(each.state.disabled) for each in options] == [False, False, True]
    assert options[0].description == "done"
    qtbot.keyClick(switch, Qt.Key.Key_Right)
    assert [bool(read(each).state.checked) for each in children(switch)] == [False, True, False]


def test_an_option_of_a_switch_can_be_pressed_and_is_where_it_is_painted(switch: Switch, qtbot: QtBot) -> None:
    second = children(switch)[1]
    with qtbot.waitSignal(switch.chosen) as chosen:
        press_action(second)
    assert chosen.args == ["t"]
    middle = second.rect().center()
    assert interface(switch).childAt(middle.x(), middle.y()).text(Text.Name) == "Teams"
    assert interface(switch).indexOfChild(second) == 1


def test_what_is_off_is_not_chosen_by_a_screen_reader_either(switch: Switch, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(switch.chosen):
        press_action(children(switch)[2])


@pytest.fixture
def little_to_collect() -> Iterator[None]:
    """Keep what other tests left out of each search for garbage: it takes half a second."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("little_to_collect")
def test_interfaces_go_with_their_widgets() -> None:
    for _ in range(50):
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.addWidget(made := Switch("s", [Segment("a", "A"), Segment("b", "B")]))
        options = children(made)
        assert all(each.isValid() for each in options)
        holder.deleteLater()
        del made, holder, column
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()


def test_the_rail_is_a_list_of_pages_of_which_one_is_selected(qtbot: QtBot) -> None:
    rail = Rail([page for page in PAGES if page.on_rail])
    qtbot.addWidget(rail)
    rail.show()
    rail.set_current("tables")
    whole = read(rail)
    assert (whole.role, whole.name) == (Role.List, "Pages")
    pages = [read(each) for each in children(rail)]
    assert {page.role for page in pages} == {Role.ListItem}
    assert [page.name for page in pages if page.state.selected] == ["Tables"]
    assert children(rail)[0].text(Text.Accelerator) == "Alt 1"
    with qtbot.waitSignal(rail.chosen) as chosen:
        press_action(children(rail)[0])
    assert chosen.args == ["event"]


def test_a_card_is_an_item_with_the_state_of_its_table(qtbot: QtBot) -> None:
    card = TableCard(7)
    qtbot.addWidget(card)
    card.set_state(StatusIcon.PLAYING, mark("{played} of {hands}", played=7, hands=16), played=7)
    card.set_selected(True)
    assert read(card)[:2] == (Role.ListItem, "Table 7: 7 of 16")
    assert read(card).state.selected


def test_a_button_has_its_key_beside_its_name_not_in_it(qtbot: QtBot) -> None:
    button = LinkButton(mark("Help"), shortcut="F1")
    qtbot.addWidget(button)
    whole = read(button)
    assert (whole.role, whole.name, whole.description) == (Role.Button, "Help", "")
    assert interface(button).text(Text.Accelerator) == "F1"
    button.set_hint("Ctrl+Return")
    assert (button.key, interface(button).text(Text.Accelerator)) == ("Ctrl+Return", "Ctrl Enter")
    with qtbot.waitSignal(button.clicked):
        press_action(interface(button))


def test_a_choice_box_has_the_name_of_its_label_and_the_chosen_text_as_value(qtbot: QtBot) -> None:
    box = ChoiceBox()
    box.set_choices([("en", mark("English")), ("fr", mark("French"))])
    field = LabeledField(mark("Language"), box)
    qtbot.addWidget(field)
    assert read(box)[:3] == (Role.ComboBox, "Language", "English")


def test_what_is_wrong_with_a_field_is_its_description_and_is_announced_at_once(qtbot: QtBot) -> None:
    field = LineField(mark("Reason for the correction"), hint="Enter")
    qtbot.addWidget(field)
    field.show()
    assert read(field.line)[1::2] == ("Reason for the correction", "Enter")
    with announcements() as made:
        field.show_problem(mark("Say why"), "x")
        field.show_problem(mark("Say why"), "x")
    assert made == [Announcement("Say why x", True)]
    assert read(field.line).description == "Say why x Enter"
    with announcements() as made:
        field.show_problem("")
    assert made == []
    assert read(field.line).description == "Enter"


def test_an_answered_field_reads_its_answer_and_a_question_is_announced_once(qtbot: QtBot) -> None:
    field = EntryField(mark("Winner"), hint="1–4")
    qtbot.addWidget(field)
    field.show()
    field.set_answer("Ada", number=1)
    field.set_aside("East\nSouth")
    assert read(field.line).description == "Ada, East, South; 1–4"
    with announcements() as made:
        field.set_state(EntryState.ASKS, "99 points?", "Enter records")
        field.set_state(EntryState.ASKS, "99 points?", "Enter records")
    assert made == [Announcement("99 points? Enter records", True)]
    assert "99 points? Enter records" in read(field.line).description


def test_a_notice_is_an_alert_and_is_announced_when_it_comes_up_but_not_with_its_page(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    standing, coming = Notice(NoticeKind.INFO, "Provisional"), Notice(NoticeKind.OK, "Written")
    column.addWidget(standing)
    column.addWidget(coming)
    coming.hide()
    with announcements() as made:
        page.show()
    assert made == []
    with announcements() as made:
        coming.show()
        page.hide()
        page.show()
    assert made == [Announcement("Written", False)]
    assert read(coming)[:2] == (Role.AlertMessage, "Written")


def test_the_message_bar_is_announced_at_once(qtbot: QtBot) -> None:
    bar = MessageBar()
    qtbot.addWidget(bar)
    with announcements() as made:
        bar.show_message(mark("The disk is full."))
    assert made == [Announcement("The disk is full.", True)]
    assert read(bar)[:2] == (Role.AlertMessage, "The disk is full.")


def test_the_same_words_in_one_turn_are_said_once_and_nothing_of_what_went(qtbot: QtBot) -> None:
    label, gone, hidden = QLabel("x"), QLabel("y"), QLabel("z")
    qtbot.addWidget(label)
    qtbot.addWidget(hidden)
    label.show()
    with announcements() as made:
        announce(label, mark("Saved"))
        announce(label, mark("Saved"))
        announce(label, "")
        announce(gone, "nothing")
        announce(hidden, "nothing")
        gone.deleteLater()
        QApplication.sendPostedEvents(gone, QEvent.Type.DeferredDelete)
    assert made == [Announcement("Saved", False)]
