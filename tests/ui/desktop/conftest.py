"""The window's ground for each test: shipped fonts, light colours, English."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.echo import ECHO
from tournament.language import ENGLISH, Language
from ui.desktop.speech import speech
from ui.desktop.theme import Appearance, theme


@pytest.fixture(autouse=True)
def _ground(qapp: QApplication) -> Iterator[None]:
    theme.install(qapp, Appearance.LIGHT)
    speech.set_language(ENGLISH)
    yield
    speech.set_language(ENGLISH)
    theme.set_choice(Appearance.LIGHT)


@pytest.fixture
def echo() -> Language:
    return ECHO
