"""The live switch of language."""

import struct
from typing import NoReturn

import pytest
from PySide6.QtGui import QTextLayout, QTextLine
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from tournament.language import Language, language_of, languages, listed, mark, verbatim
from ui.desktop.translation import translator
from ui.desktop.widgets.labels import ElidedLabel, TextLabel


def test_labels_are_said_again(qtbot: QtBot, echo: Language) -> None:
    label = TextLabel(mark("Totals of table {table}", table=7))
    qtbot.addWidget(label)
    assert label.text() == "Totals of table 7"
    translator.set_language(echo)
    assert label.text() == "Totals of table 7 Totals of table 7"


def test_names_of_people_stay_as_they_are(qtbot: QtBot, echo: Language) -> None:
    label = TextLabel(verbatim("Łukasz {0} <b>Żółć</b>"))
    qtbot.addWidget(label)
    translator.set_language(echo)
    assert label.text() == "Łukasz {0} <b>Żółć</b>"


def test_a_label_that_died_is_not_spoken_to(qtbot: QtBot, echo: Language) -> None:
    label = TextLabel(mark("Totals"))
    with qtbot.waitSignal(label.destroyed):
        label.deleteLater()
    translator.set_language(echo)
    assert translator.language is echo


def test_the_same_language_again_changes_nothing(echo: Language) -> None:
    told = QSignalSpy(translator.changed)
    translator.set_language(echo)
    translator.set_language(echo)
    assert told.count() == 1


def test_a_catalogue_that_cannot_be_read_changes_nothing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """As while an update replaces it."""

    def unreadable(_code: str, _words: tuple[str, ...]) -> NoReturn:
        raise struct.error("unpack requires a buffer of 4 bytes")

    label = TextLabel(mark("Players"))
    qtbot.addWidget(label)
    told, before = QSignalSpy(translator.changed), translator.language
    monkeypatch.setattr(languages, "_catalogue", unreadable)
    with pytest.raises(struct.error):
        translator.set_language(language_of("fr"))
    monkeypatch.undo()
    assert (translator.language, told.count()) == (before, 0)
    translator.set_language(language_of("fr"))
    assert label.text() == "Joueurs"


@pytest.mark.parametrize("width", [60, 150])
def test_a_long_name_is_cut_and_kept_whole_for_tooltip_and_reader(qtbot: QtBot, width: int) -> None:
    name = "Maximilienne-Apolline <i>de la</i> Très-Longue-Démonstration"
    label = ElidedLabel(verbatim(name))
    qtbot.addWidget(label)
    label.resize(width, 20)
    label.show()
    assert label.text().endswith("…")
    assert label.accessibleName() == label.full_text() == name
    assert "&lt;i&gt;" in label.toolTip()
    label.resize(2000, 20)
    assert (label.text(), label.toolTip()) == (name, "")


def test_languages_are_those_of_the_program() -> None:
    translator.set_language(language_of("fr"))
    assert translator.language.name == "Français"


def test_names_that_run_from_right_to_left_keep_the_order_of_the_sentence(qtbot: QtBot) -> None:
    label = TextLabel(listed(["יעקב 1", "محمد", "Ada"]))
    qtbot.addWidget(label)
    layout = QTextLayout(label.text(), label.font())
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    places = [_left_edge(line, label.text().index(letter)) for letter in "קحA"]
    assert places == sorted(places)


def _left_edge(line: QTextLine, index: int) -> float:
    place = line.cursorToX(index)
    assert isinstance(place, tuple)
    return float(place[0])
