"""A row that continues below where there is no room; what is hidden takes none."""

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.layouts import WrappedRow, column


def test_parts_continue_in_a_new_row_and_hidden_ones_leave_no_gap(qtbot: QtBot) -> None:
    parts = [OutlineButton(text) for text in ("First", "Second", "Third")]
    wrapped = WrappedRow()
    wrapped.set_parts(parts)
    holder = OutlineButton("")
    column(wrapped, on=holder)
    qtbot.addWidget(holder)
    first, second, third = parts
    wide = sum(each.sizeHint().width() for each in parts) + 200

    def show(width: int) -> None:
        holder.resize(width, 300)
        holder.show()
        QApplication.processEvents()

    show(wide)
    assert first.y() == second.y() == third.y()
    at = second.x()
    second.hide()
    assert third.x() == at, "at once"
    show(first.sizeHint().width() + 2 * third.sizeHint().width() // 3)
    assert third.y() > first.y()
    assert third.x() == first.x()
    high = wrapped.heightForWidth(wrapped.width())
    third.hide()
    assert wrapped.heightForWidth(wrapped.width()) < high
    second.show()
    assert second.y() > first.y()


def test_a_part_that_grew_while_the_row_was_hidden_has_its_room_when_it_is_shown(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    wrapped, link = WrappedRow(), LinkButton("Count", hint="Ctrl+J")
    wrapped.set_parts([link])
    column(wrapped, on=page)
    page.resize(600, 100)
    page.show()
    page.hide()
    link.set_text("Count a hand of fourteen tiles")
    page.show()
    QApplication.processEvents()
    assert link.width() >= link.sizeHint().width()
