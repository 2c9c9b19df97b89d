"""The organiser chooses sounds, volume and device, tries them, and finds them again the next time."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.conftest import delete_closed
from tests.ui.desktop.fake_player import MISSING, FakePlayer
from ui.desktop import preferences
from ui.desktop.display.sound_settings import SoundSettings
from ui.desktop.display.sounds import SOUND_NAMES, HallSounds, NoPlayer, saved_choice
from ui.hall.hall_state import SoundKind


@pytest.fixture
def settings(fake_player: FakePlayer, dressed: QApplication, own_preferences: None) -> Iterator[SoundSettings]:
    made = SoundSettings(HallSounds(fake_player.of))
    made.show_devices()
    made.resize(420, 480)
    made.show()
    made.activateWindow()
    dressed.processEvents()
    yield made
    made.close()
    made.deleteLater()
    delete_closed(dressed)


def test_each_kind_is_chosen_and_tried_by_keys_and_kept(settings: SoundSettings, fake_player: FakePlayer) -> None:
    box = settings.choices[SoundKind.GONG]
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    QTest.keyClick(settings.tries[SoundKind.GONG], Qt.Key.Key_Space)
    QTest.keyClick(settings.tries[SoundKind.WARNING], Qt.Key.Key_Space)
    assert fake_player.played == ["tower-bell", "two-tones"]
    assert saved_choice().sounds[SoundKind.GONG] == "tower-bell"
    assert set(SOUND_NAMES) == {box.itemData(index) for index in range(box.count())}


def test_the_volume_is_heard_and_kept(settings: SoundSettings, fake_player: FakePlayer) -> None:
    QTest.keyClick(settings.volume, Qt.Key.Key_Left)
    QTest.keyClick(settings.tries[SoundKind.TABLE_GONG], Qt.Key.Key_Space)
    assert fake_player.volumes == [0.75]
    assert saved_choice().volume == 75


def test_a_device_is_chosen_and_one_that_goes_is_said(settings: SoundSettings, fake_player: FakePlayer) -> None:
    settings.device.setFocus()
    QTest.keyClick(settings.device, Qt.Key.Key_Down)
    assert saved_choice().device == "speaker"
    assert settings.problem.message() == ""
    fake_player.plug("other")
    assert settings.problem.message() == MISSING.message
    assert settings.device.currentData() == "speaker"
    QTest.keyClick(settings.tries[SoundKind.GONG], Qt.Key.Key_Space)
    assert fake_player.played == []
    assert settings.problem.message() == MISSING.message


def test_it_is_switched_off_and_can_still_be_tried(settings: SoundSettings, fake_player: FakePlayer) -> None:
    QTest.keyClick(settings.muted, Qt.Key.Key_Space)
    assert saved_choice().muted
    QTest.keyClick(settings.tries[SoundKind.GONG], Qt.Key.Key_Space)
    assert fake_player.played == ["gong"]


def test_what_stands_in_the_settings_and_means_nothing_is_as_usual(own_preferences: None) -> None:
    for key, value in (("sound-gong", "../../x"), ("sound-volume", "loud"), ("sound-muted", "perhaps")):
        preferences.keep_value(key, value)
    choice = saved_choice()
    assert (choice.sounds[SoundKind.GONG], choice.volume, choice.muted) == ("gong", 80, False)


def test_without_the_library_it_is_said_and_nothing_fails() -> None:
    player = NoPlayer("libpulse.so.0: cannot open shared object file")
    sounds = HallSounds(lambda _parent: player)
    problem = sounds.play(SoundKind.GONG)
    assert problem is not None
    assert "libpulse0" in problem.message
    assert sounds.devices() == []


def test_the_library_for_sounds_is_not_loaded_before_something_may_sound() -> None:
    code = (
        "import sys, ui.desktop.window, ui.desktop.display.gong_keeper, ui.desktop.display.sound_settings;"
        "print('PySide6.QtMultimedia' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "False"
