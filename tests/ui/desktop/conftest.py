"""The window's ground for each test: shipped fonts, light colours, English."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from PySide6.QtWidgets import QApplication

from tournament.language import ENGLISH, Language, Text
from ui.desktop.speech import speech
from ui.desktop.theme import Appearance, theme


@dataclass(frozen=True, slots=True)
class Echo(Language):
    """A language twice as long as English: says everything twice."""

    def render(self, text: Text | str) -> str:
        said = ENGLISH.render(text)
        return said if isinstance(text, str) or not text.translated else f"{said} {said}"


@pytest.fixture(autouse=True)
def _ground(qapp: QApplication) -> Iterator[None]:
    theme.install(qapp, Appearance.LIGHT)
    speech.set_language(ENGLISH)
    yield
    speech.set_language(ENGLISH)
    theme.set_choice(Appearance.LIGHT)


@pytest.fixture
def echo() -> Language:
    return Echo("xx", "Echo")
