"""Fields: what is typed, what is refused, what a screen reader says."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tournament.language import Language, mark
from ui.desktop.theme import theme
from ui.desktop.translation import translator
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, EntryField, EntryState, LabeledField, SearchField, TextField
from ui.desktop.widgets.keys import Key


def test_the_label_names_the_editor_in_each_language(qtbot: QtBot, echo: Language) -> None:
    field = LabeledField(mark("Place"), TextField())
    qtbot.addWidget(field)
    assert field.editor.accessibleName() == "Place"
    translator.set_language(echo)
    assert field.editor.accessibleName() == "Place Place"


def test_a_refusal_is_said_under_the_field_and_taken_back(qtbot: QtBot) -> None:
    field = LabeledField(mark("Minutes"), TextField())
    qtbot.addWidget(field)
    field.set_problem(mark("{given} is no number", given="2h"), mark("Type minutes."))
    assert field.problem() == "2h is no number Type minutes."
    assert field.editor.property("refused") is True
    field.clear_problem()
    assert field.problem() == ""
    assert field.editor.property("refused") is False


def test_a_refused_line_is_drawn_otherwise(qtbot: QtBot) -> None:
    line = TextField(name=mark("Place"))
    qtbot.addWidget(line)
    line.setStyleSheet(theme.style_sheet)
    line.show()
    before = line.grab().toImage()
    line.set_refused(True)
    assert line.grab().toImage() != before


def test_choices_are_said_again_and_keep_the_key(qtbot: QtBot, echo: Language) -> None:
    box = ChoiceBox(mark("Rules"))
    qtbot.addWidget(box)
    box.set_choices([("mcr", mark("Competition Rules")), ("zj", mark("Zung Jung"))])
    qtbot.keyClick(box, Qt.Key.Key_Down)
    translator.set_language(echo)
    assert (box.currentData(), box.currentText()) == ("zj", "Zung Jung Zung Jung")
    box.set_choices([("zj", mark("Zung Jung"))])
    assert box.currentData() == "zj"


def test_space_ticks_and_a_click_on_the_words_too(qtbot: QtBot) -> None:
    box = CheckBox(mark("Countries apart"))
    qtbot.addWidget(box)
    box.resize(box.sizeHint())
    box.show()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert box.isChecked()
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center())
    assert not box.isChecked()


def test_search_is_named_by_its_placeholder(qtbot: QtBot) -> None:
    field = SearchField(mark("Table or QR"), key="G")
    qtbot.addWidget(field)
    qtbot.keyClicks(field, "7")
    assert (field.text(), field.accessibleName()) == ("7", "Table or QR")


@pytest.fixture
def entry(qtbot: QtBot) -> EntryField:
    made = EntryField(mark("Winner"), hint=mark("{a} or {e}", a=Key("1"), e=Key("E")))
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
    made.setFocus()
    return made


def test_keys_are_told_as_they_are_typed(entry: EntryField, qtbot: QtBot) -> None:
    with qtbot.waitSignal(entry.typed) as told:
        qtbot.keyClicks(entry.line, "2")
    assert told.args == ["2"]
    with qtbot.waitSignal(entry.confirmed):
        qtbot.keyClick(entry.line, Qt.Key.Key_Return)


def test_an_answer_stays_in_plain_words(entry: EntryField) -> None:
    entry.set_answer("Bjørn <b>Mønster</b>", number=2)
    assert entry.answer() == "Bjørn <b>Mønster</b>"
    entry.set_answer("")
    assert entry.answer() == ""


def test_backspace_in_an_empty_line_takes_the_answer_back(entry: EntryField, qtbot: QtBot) -> None:
    qtbot.keyClicks(entry.line, "2")
    with qtbot.assertNotEmitted(entry.erased):
        qtbot.keyClick(entry.line, Qt.Key.Key_Backspace)
    with qtbot.waitSignal(entry.erased):
        qtbot.keyClick(entry.line, Qt.Key.Key_Backspace)


def test_states_say_what_is_wrong_or_asked(entry: EntryField) -> None:
    entry.set_state(EntryState.REFUSED, mark("7 is below 8"), mark("A drawn hand: {key}.", key=Key("X")))
    assert (entry.problem(), entry.question()) == ("7 is below 8 A drawn hand: X.", "")
    entry.set_state(EntryState.ASKS, mark("98 is more than 88: is this correct?"))
    assert (entry.problem(), entry.question()) == ("", "98 is more than 88: is this correct?")
    entry.set_state(EntryState.OPEN)
    assert (entry.problem(), entry.question()) == ("", "")


def test_each_state_looks_its_own(entry: EntryField) -> None:
    seen = []
    for state in EntryState:
        entry.set_state(state)
        seen.append(entry.editor.grab().toImage())
    entry.line.clearFocus()
    entry.set_state(EntryState.WAITING)
    seen.append(entry.editor.grab().toImage())
    refused, waiting = seen[2], seen[-1]
    assert refused not in [seen[0], seen[1], waiting]
    assert waiting not in seen[:-1]


def test_the_line_has_the_name_of_the_field(entry: EntryField) -> None:
    assert entry.line.accessibleName() == "Winner"


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing the keyboard)", extend=True)
@pytest.mark.parametrize("many", [2, 60])
def test_a_narrow_drop_down_shows_its_longest_entry_whole(qtbot: QtBot, many: int) -> None:
    around = QWidget()
    around.resize(900, 400)
    longest = "Chinese Official, with every option of the federation"
    box = ChoiceBox("Rules", parent=around)
    box.set_choices([(str(number), longest if number == 1 else "MCR") for number in range(many)])
    box.setGeometry(10, 10, 90, 36)
    qtbot.addWidget(around)
    around.show()
    box.showPopup()
    view, before = box.view(), 24  # pixels before the words, for the mark of the chosen entry
    needed = before + view.fontMetrics().horizontalAdvance(longest)
    assert needed <= view.viewport().width() <= around.width()
    box.hidePopup()
