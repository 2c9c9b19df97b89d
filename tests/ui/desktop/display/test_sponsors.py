"""Sponsors' pictures of an event: stored under names of their own, and reported when they are missing."""

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtGui import QImage

from tests.systems import IS_WINDOWS
from ui.desktop.display.sponsors import delete_sponsor, missing_sponsors, store_sponsor
from ui.hall.hall_folder import hall_folder, sponsors_folder
from ui.hall.hall_state import HallScreen, HallState
from ui.hall.hall_store import ReadHall, hall_signature, load_hall, save_hall

pytestmark = pytest.mark.usefixtures("own_preferences")


def picture(path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    Image.new("RGB", (64, 48), "red").save(path, "PNG")
    return path


ODD = "Tea; House!.png" if IS_WINDOWS else "Tea: House?.png"
"""A name that is not valid on Windows, as far as the system that runs the tests accepts it."""


def test_pictures_of_one_name_are_both_kept(tmp_path: Path) -> None:
    names = [store_sponsor("e", picture(tmp_path / folder / ODD)).name for folder in ("a", "b")]
    assert names == ["Tea- House.png", "Tea- House 2.png"]
    assert all(not QImage(str(sponsors_folder("e") / name)).isNull() for name in names)
    assert missing_sponsors(HallState("e", sponsors=tuple(names))) == ()
    delete_sponsor("e", names[0])
    delete_sponsor("e", names[0])
    assert missing_sponsors(HallState("e", sponsors=tuple(names))) == (names[0],)


def test_an_id_from_a_file_never_leaves_the_folder_of_halls() -> None:
    assert hall_folder("../../x").parent == hall_folder("y").parent
    assert hall_folder("").name == "_"


def test_a_hall_is_kept_and_read_back() -> None:
    assert load_hall("e") == ReadHall(HallState("e"))
    assert hall_signature("e") is None
    state = HallState("e", (HallScreen("North"),), message="Lunch")
    save_hall(state)
    assert load_hall("e") == ReadHall(state)
    before = hall_signature("e")
    save_hall(HallState("e"))
    assert hall_signature("e") != before


def test_a_hall_that_cannot_be_read_is_put_aside_and_told() -> None:
    folder = hall_folder("e")
    folder.mkdir(parents=True)
    for aside, damaged in (("hall.damaged", b"{"), ("hall.damaged-2", b"\xff\xfe")):
        (folder / "hall.json").write_bytes(damaged)
        read = load_hall("e")
        assert read.state == HallState("e")
        assert read.problem is not None
        assert (folder / aside).read_bytes() == damaged
        assert load_hall("e").problem is None
