"""Warnings and gongs in the window: each is heard and reported once, whatever happens to loudspeaker and program."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.fake_player import LOST, MISSING, FakePlayer
from tournament.language import Text
from tournament.use_cases.commands import AddMinutes, ClockCommand, PauseClock, StartClock, StopClock
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.display.gong_keeper import GongKeeper
from ui.desktop.display.sounds import HallSounds
from ui.desktop.translation import translator
from ui.hall.gongs import record_file
from ui.hall.hall_state import SoundKind

NOON = datetime(2026, 6, 13, 12, tzinfo=UTC)


class Hall:
    """An event, a loudspeaker and a clock that the test controls. The program can be killed and started again."""

    def __init__(self, path: Path, player: FakePlayer) -> None:
        self.path, self.player, self.now = path, player, NOON
        self.told: list[str] = []
        self.start()

    def start(self, *, read_only: bool = False) -> None:
        self.controller = bootstrap.make_controller("Referee")
        self.controller.messages.shown.connect(self._tell)
        self.controller.messages.noted.connect(self._tell)
        book = bootstrap.look_at_book(self.path) if read_only else bootstrap.open_book(self.path)
        book._clock = lambda: self.now
        self.sounds = HallSounds(self.player.of)
        self.keeper = GongKeeper(self.controller, self.sounds)
        self.controller.replace_event(book, read_only=read_only)

    def kill(self) -> None:
        """Kill the program: nothing in its window runs any more, and the lock of the file ends with the process."""
        self.keeper._timer.stop()
        self.sounds.blockSignals(True)
        self.controller.book.close()

    def later(self, **time: float) -> None:
        self.now += timedelta(**time)
        self.keeper.look()

    def _tell(self, text: Text) -> None:
        self.told.append(translator.translate(text))


@pytest.fixture
def hall(event_file: Path, fake_player: FakePlayer, dressed: QApplication, own_preferences: None) -> Iterator[Hall]:
    made = Hall(event_file, fake_player)
    yield made
    made.controller.book.close()


def act(controller: EventController, command: ClockCommand) -> None:
    controller.act(command)
    QApplication.processEvents()


def test_warning_and_gong_are_heard_once_each_as_chosen(hall: Hall) -> None:
    hall.sounds.choose(hall.sounds.choice.with_sound(SoundKind.GONG, "tower-bell"))
    act(hall.controller, StartClock(1))
    for _ in range(125):
        hall.later(minutes=1)
    assert hall.player.played == ["two-tones", "tower-bell"]
    assert hall.told == ["15 minutes are left.", "Gong: the time of session 1 is up. The hand in play is void."]
    assert not hall.keeper.waiting


def test_the_session_need_not_be_in_view(hall: Hall) -> None:
    act(hall.controller, StartClock(1))
    hall.controller.choose_session(2)
    hall.controller.look_at(hall.controller.book.view.at(4))
    hall.later(minutes=120)
    assert hall.player.played == ["gong"]


def test_a_table_has_its_own_smaller_gong(hall: Hall) -> None:
    act(hall.controller, StartClock(1))
    act(hall.controller, AddMinutes(1, 5, (2,), "wall"))
    for _ in range(130):
        hall.later(minutes=1)
    assert hall.player.played == ["two-tones", "gong", "hand-bell"]
    assert hall.told[1] == "15 minutes are left at table 2."
    assert hall.told[-1] == "Gong at table 2: its extra minutes are up."


def test_a_gong_by_hand_is_heard_and_a_pause_is_silent(hall: Hall) -> None:
    act(hall.controller, StartClock(1))
    hall.later(minutes=20)
    act(hall.controller, PauseClock(1))
    hall.later(minutes=300)
    assert hall.player.played == []
    act(hall.controller, StopClock(1))
    assert hall.player.played == ["gong"]


def test_killed_before_half_of_it_was_heard_it_is_sounded_again_and_afterwards_not(hall: Hall) -> None:
    hall.player.plays_whole = False
    act(hall.controller, StartClock(1))
    hall.later(minutes=105)
    hall.kill()
    hall.now += timedelta(seconds=50)
    hall.start()
    assert hall.player.played == ["two-tones", "two-tones"]
    hall.player.half_heard.emit()
    hall.kill()
    hall.start()
    hall.later(seconds=1)
    assert hall.player.played == ["two-tones", "two-tones"]


def test_a_gong_missed_for_longer_is_told_in_words_once(hall: Hall) -> None:
    act(hall.controller, StartClock(1))
    hall.later(minutes=106)
    hall.kill()
    hall.told.clear()
    hall.now += timedelta(minutes=17)
    hall.start()
    hall.later(seconds=1)
    hour = (NOON + timedelta(minutes=120)).astimezone().strftime("%H:%M")
    assert hall.player.played == ["two-tones"]
    assert hall.told == [f"The gong of session 1 was due at {hour} and was not sounded here: inform the tables."]
    hall.kill()
    hall.start()
    assert len(hall.told) == 1


def test_without_a_device_it_is_said_when_the_clock_starts_and_at_the_gong(hall: Hall) -> None:
    hall.player.plug()
    act(hall.controller, StartClock(1))
    assert hall.told == [f"The gong cannot be heard. {MISSING.message}"]
    hall.later(minutes=105)
    assert hall.told[1:] == [f"15 minutes are left. It cannot be heard. {MISSING.message}"]
    hall.later(seconds=10)
    assert len(hall.told) == 2
    hall.player.plug("usb")
    hall.later(seconds=1)
    assert hall.player.played == ["two-tones"]
    assert hall.told[2:] == ["The gong can be heard again: the sound device is back."]


def test_started_anew_while_a_clock_runs_it_looks_for_the_device_too(hall: Hall) -> None:
    act(hall.controller, StartClock(1))
    hall.kill()
    hall.player.there = []
    hall.start()
    QApplication.processEvents()
    assert hall.told == [f"The gong cannot be heard. {MISSING.message}"]


def test_a_device_that_goes_in_the_middle_is_told_at_once_and_the_gong_sounded_on_another(hall: Hall) -> None:
    act(hall.controller, StartClock(1))
    hall.later(minutes=30)
    hall.player.plug()
    assert hall.told == [f"The gong cannot be heard. {MISSING.message}"]
    hall.player.plug("other")
    hall.player.plays_whole = False
    hall.later(minutes=90)
    hall.player.failed.emit(LOST)
    assert hall.told[-1].endswith(f"The hand in play is void. It cannot be heard. {LOST.message}")
    hall.player.plays_whole = True
    hall.later(seconds=1)
    hall.later(seconds=1)
    assert hall.player.played == ["gong", "gong"]


def test_switched_off_nothing_sounds_and_that_is_said_before(hall: Hall) -> None:
    hall.sounds.choose(replace(hall.sounds.choice, muted=True))
    act(hall.controller, StartClock(1))
    assert "turned off" in hall.told[0]
    hall.later(minutes=120)
    hall.sounds.choose(replace(hall.sounds.choice, muted=False))
    hall.later(seconds=1)
    assert hall.player.played == []
    assert hall.told[1:] == ["Gong: the time of session 1 is up. The hand in play is void."]


def test_who_only_looks_at_the_event_tells_and_does_not_sound(hall: Hall) -> None:
    act(hall.controller, StartClock(1))
    hall.kill()
    hall.start(read_only=True)
    hall.told.clear()
    hall.later(minutes=105)
    hall.later(minutes=20)
    assert hall.player.played == []
    assert hall.told == ["15 minutes are left."]
    assert not record_file(hall.controller.book.view.journal[0].id).exists()


def test_a_record_that_cannot_be_written_is_said_and_sounds_nothing_twice(hall: Hall) -> None:
    record = record_file(hall.controller.book.view.journal[0].id)
    record.mkdir(parents=True)
    act(hall.controller, StartClock(1))
    hall.later(minutes=105)
    hall.later(seconds=1)
    assert hall.player.played == ["two-tones"]
    assert any(told.startswith("The program could not record what it sounded") for told in hall.told)
    record.rmdir()
