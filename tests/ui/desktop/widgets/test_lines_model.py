"""Models of lines: they keep the rules of Qt, and speak another language at once."""

from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from tournament.language import LANGUAGES, mark
from ui.desktop.translation import translator
from ui.desktop.widgets.lines_model import Index, LinesModel


class Names(LinesModel[str]):
    """A name and its length."""

    heads = (mark("Player"), mark("Points"))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self.line(index.row())
        if line is None or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (line, str(len(line)))[index.column()]


def test_it_shows_its_lines(qtmodeltester: ModelTester) -> None:
    model = Names()
    qtmodeltester.check(model)
    model.set_lines(["Ada", "Ben"])
    assert (model.rowCount(), model.columnCount()) == (2, 2)
    assert model.rowCount(model.index(0, 0)) == 0
    assert (model.line(1), model.line(2), model.line(-1)) == ("Ben", None, None)
    qtmodeltester.check(model)


def test_heads_follow_the_language(qtbot: QtBot) -> None:
    model = Names()
    model.set_lines(["Ada"])
    across = Qt.Orientation.Horizontal
    assert model.headerData(0, across) == "Player"
    with qtbot.waitSignals([model.dataChanged, model.headerDataChanged]):
        translator.set_language(LANGUAGES[1])
    assert model.headerData(0, across) == "Joueur"
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.data(QModelIndex()) is None
