"""The event of the guides' pictures stands as the guides tell it; a scene is typed, photographed and taken back."""

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tests.pictures.guide import SCENES, SIZE
from tournament.language import ENGLISH
from ui.desktop import pictures as pictures_module
from ui.desktop.bootstrap import play_sample_into
from ui.desktop.pictures import THEMES, write_pictures
from ui.sample import leave_under_way


@pytest.mark.thorough
def test_a_scene_shows_what_is_typed_and_leaves_nothing(
    dressed: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the light theme alone: the pictures of a page are taken in both."""
    monkeypatch.setattr(pictures_module, "_QUIET", 0.05)  # seconds: nothing of this event takes longer
    monkeypatch.setattr(pictures_module, "THEMES", THEMES[:1])
    event = tmp_path / "sample.qv"
    play_sample_into(event, leave_under_way)
    scenes = [scene for scene in SCENES if scene.name == "hand"]
    again = [type(scenes[0])("again", "tables", scenes[0].sheet)]
    bare = [type(scenes[0])("bare", "tables", scenes[0].sheet)]
    write_pictures(event, tmp_path, ENGLISH, pages=(), scenes=[*bare, *scenes, *again], size=SIZE)
    pictures = [QImage(str(tmp_path / f"{name}-light-en.png")) for name in ("bare", "hand", "again")]
    panels = [picture.copy(950, 60, 300, 500) for picture in pictures]
    assert pictures[0].size() == SIZE
    assert panels[0] != panels[1]
    assert panels[0] == panels[2]
