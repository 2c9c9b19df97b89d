"""The list of faults: number, name and sanction, whole in the narrowest panel."""

import pytest
from PySide6.QtCore import QRect, Qt
from pytestqt.qtbot import QtBot

from tournament.catalogue import NAMES, rule_set
from tournament.language import LANGUAGES
from ui.desktop.sheet.penalty_form import _AROUND, FaultList
from ui.desktop.theme import Type
from ui.desktop.theme.fonts import metrics
from ui.desktop.translation import translator
from ui.entry.penalty_draft import listed_faults

NARROWEST = 220
"""Pixels of the list in the panel of a small window."""


@pytest.mark.parametrize("rules", NAMES)
def test_no_name_and_no_sanction_is_cut(qtbot: QtBot, rules: str) -> None:
    played = rule_set(rules)
    assert played is not None
    faults, made = listed_faults(played.faults), FaultList()
    qtbot.addWidget(made)
    made.resize(NARROWEST, 300)
    translator.set_words(played.words)
    for language in LANGUAGES:
        translator.set_language(language)
        made.show_faults(faults, 0)
        made.show()
        for row, fault in enumerate(faults):
            room = QRect(0, 0, made.viewport().width() - _AROUND, 1000)
            texts = ((fault.name, Type.LABEL), (fault.sanction, Type.CAPTION))
            needed = sum(
                metrics(kind, figures=False)
                .boundingRect(room, Qt.TextFlag.TextWordWrap, translator.translate(text))
                .height()
                for text, kind in texts
            )
            assert made.sizeHintForRow(row) >= needed, (language.code, translator.translate(fault.sanction))
