"""The sheet's cells: the same picture in whatever order they are painted, since Qt repaints them one by one."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from ui.desktop.pages.tables import sheet_table
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.theme import theme


def picture(page: TablesPage, order: list[int]) -> QImage:
    view, model = page.score_sheet.view, page.score_sheet.model
    image = QImage(600, view.rowHeight(0), QImage.Format.Format_RGB32)
    image.fill(theme.tokens.paper)
    with QPainter(image) as painter:
        for column in order:
            option = QStyleOptionViewItem()
            option.rect = QRect(view.columnViewportPosition(column), 0, view.columnWidth(column), view.rowHeight(0))
            view.itemDelegate().paint(painter, option, model.index(0, column))
    return image


def test_the_name_of_a_round_survives_the_repainting_of_either_cell(page: TablesPage) -> None:
    both = [sheet_table.NUMBER, sheet_table.RESULT]
    whole = picture(page, both)
    assert picture(page, [*both, sheet_table.NUMBER]) == whole
    assert picture(page, [*both, sheet_table.RESULT]) == whole
    assert picture(page, []) != whole
