"""Keys are named in words, in the reader's language."""

import pytest

from tournament.language import mark
from ui.desktop.translation import KEY_END, KEY_START, translator
from ui.desktop.widgets.keys import Key, key_name


@pytest.mark.parametrize(
    ("sequence", "said"),
    [("Ctrl+Return", "Ctrl Enter"), ("Alt+4", "Alt 4"), ("G", "G"), ("Up", "↑"), ("PgDown", "PgDn"), ("F8", "F8")],
)
def test_named_as_on_the_keyboard(sequence: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    assert key_name(sequence) == said


def test_a_key_in_a_sentence_is_marked_for_drawing() -> None:
    assert translator.translate(mark("Press {key}.", key=Key("X"))) == f"Press {KEY_START}X{KEY_END}."
