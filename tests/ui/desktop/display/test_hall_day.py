"""A day of ten sessions, with the program killed a hundred times at random moments and the clock set now and then.

Each warning and gong is heard once, and the clock shows the right second. ``make proof ONLY=hall`` does the same at
length with processes that are killed.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from PySide6.QtWidgets import QApplication

from tests.proof.hall_day import MINUTES, SESSIONS, TABLE, Deed, Done, Due, Sound, Watch, faults, planned_day, watched
from tests.tournament.use_cases.events import BY, players
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.desktop.fake_player import FakePlayer
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.ledger.session_clock import ClockState
from tournament.use_cases import Book, carry_out
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    CreateEvent,
    PauseClock,
    PublishDraw,
    ResumeClock,
    StartClock,
    StopClock,
)
from tournament.use_cases.session_clock import (
    clock_of,
    remaining_text,
)
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.display import gong_keeper
from ui.desktop.display.gong_keeper import GongKeeper
from ui.desktop.display.sounds import HallSounds
from ui.desktop.translation import translator
from ui.hall.event_time import ComputerTime, EventTime

MORNING = datetime(2026, 6, 13, 8, tzinfo=UTC)
SEATS = Seating((((1, 2, 3, 4), (5, 6, 7, 8)),) * SESSIONS, "by hand", 1)
LASTS = 3.0
KILLS = 100


class Day:
    """An event on one computer, second by second, while the program is started and killed many times."""

    def __init__(self, seed: int, player: FakePlayer) -> None:
        self.chance, self.player = Random(f"day/{seed}"), player
        player.plays_whole = False
        self.now, self.ahead = 0.0, 0.0
        self.boot = 1
        self.store = FakeStore()
        book = Book(self.store, clock=lambda: MORNING - timedelta(hours=1))
        carry_out(book, CreateEvent(Settings("Cup", sessions=SESSIONS, minutes=MINUTES)), by=BY)
        carry_out(book, AddPlayers(tuple(players(8))), by=BY)
        carry_out(book, PublishDraw(SEATS), by=BY)
        self.deeds = planned_day(self.chance)
        self.done: list[Done] = []
        self.watch = Watch()
        self.sounds: list[Sound] = []
        self.lives: list[tuple[float, float]] = []
        self.told: list[str] = []

    def read(self) -> ComputerTime:
        counted = round(self.now * 1e9) + self.boot * 10**12
        return ComputerTime(str(self.boot), counted, MORNING + timedelta(seconds=round(self.now + self.ahead, 6)))

    def start(self) -> None:
        """Start the program, to be killed at a random moment: at an action, at a sound, or anywhere."""
        self.book = Book(self.store)
        self.clock = EventTime(lambda: self.book.view, writes=True, read=self.read)
        self.book.follow_clock(self.clock)
        self.controller = EventController(bootstrap.EVENT_FILES, "Referee", "desk")
        for signal in (self.controller.messages.shown, self.controller.messages.noted):
            signal.connect(lambda text: self.told.append(translator.translate(text)))
        self.hall_sounds = HallSounds(self.player.of)
        self.keeper = GongKeeper(self.controller, self.hall_sounds)
        self.lives.append((self.now, self.now))
        self.playing: Sound | None = None
        self.heard(lambda: self.controller.replace_event(self.book))
        self.shows_the_right_second()

    def kill(self) -> None:
        self.keeper._timer.stop()
        self.hall_sounds.blockSignals(True)
        self.lives[-1] = (self.lives[-1][0], self.now)
        self.keep_sound()

    def keep_sound(self) -> None:
        if self.playing is not None:
            self.sounds.append(self.playing)
            self.playing = None

    def heard(self, act: Callable[[], object]) -> None:
        """Call ``act`` and note the sounds that begin."""
        before = len(self.player.played)
        act()
        if len(self.player.played) > before:
            assert self.playing is None
            (name,) = self.player.played[before:]
            self.playing = Sound(KINDS[name], self.now)

    def goes_on(self, until: float) -> None:
        """Let time pass for a running program: it looks when its timer fires, and plays what is due."""
        while self.now < until:
            waits = self.keeper._timer.interval() / 1000 if self.keeper._timer.isActive() else 60.0
            after = min(until, self.now + (waits if waits < 1 else 15.0 if self.playing is None else 1.0))
            sound = self.playing
            if sound is not None:
                after = min(after, sound.begin + (LASTS / 2 if sound.half is None else LASTS))
            self.now = after
            if sound is not None and sound.half is None and after >= sound.begin + LASTS / 2:
                self.playing = replace(sound, half=after)
                self.player.half_heard.emit()
            elif sound is not None and after >= sound.begin + LASTS:
                self.playing = replace(sound, end=after)
                self.keep_sound()
                self.heard(self.player.ended.emit)
            else:
                self.heard(self.keeper.look)

    def does(self, deed: Deed) -> None:
        kind = {"start": StartClock, "pause": PauseClock, "resume": ResumeClock, "stop": StopClock}.get(deed.what)
        minutes = AddMinutes(deed.session, deed.minutes, (TABLE,) if deed.what == "table" else (), "wall")
        command = kind(deed.session) if kind is not None else minutes
        self.heard(lambda: self.controller.act(command))
        self.done.append(Done(self.now, deed))
        self.watch.meets(self.done[-1])
        self.shows_the_right_second()

    def shows_the_right_second(self) -> None:
        if not self.done:
            return
        clock, now = clock_of(self.book.view, self.done[-1].deed.session), self.book.now
        state, left = clock.state(now), remaining_text(clock, now)
        shown = {ClockState.OVER: "Gong", ClockState.PAUSED: f"paused {left}", ClockState.RUNNING: left}[state]
        assert shown == self.watch.shows(self.now), self.done


KINDS = {"gong": "gong", "hand-bell": "table-gong", "two-tones": "warning"}


@pytest.fixture
def day(dressed: QApplication, tmp_path: Path, own_preferences: None, monkeypatch: pytest.MonkeyPatch) -> Day:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    return Day(1, FakePlayer())


def live_through(day: Day) -> int:
    """Run the whole day. Return how often the program was killed."""
    chance, kills = day.chance, 0
    day.start()
    between = sum(deed.delay for deed in day.deeds) / KILLS / 1.5
    killed_at = day.now + chance.expovariate(1 / between)
    for deed in day.deeds:
        wanted = (day.done[-1].at if day.done else 0) + deed.delay
        while True:
            coming = [due.at for due in watched(day.done, wanted + 10) if due.at > day.now]
            if coming and chance.random() < 0.5:  # rather where something sounds
                killed_at = min(killed_at, coming[0] + chance.uniform(-0.1, LASTS + 0.1))
            if killed_at > wanted:
                break
            day.goes_on(max(killed_at, day.now))
            day.kill()
            kills += 1
            day.now += chance.choice((0.0, chance.uniform(0, 5), chance.uniform(0, 100), chance.uniform(100, 300)))
            if chance.random() < 0.1:
                day.boot += 1
            elif chance.random() < 0.2:
                day.ahead = chance.choice((-3600.0, 3600.0, -500.0, 40.0, 0.0))
            day.start()
            killed_at = day.now + chance.expovariate(1 / between)
        day.goes_on(max(wanted, day.now))
        day.does(deed)
    day.goes_on(day.now + 300)
    day.kill()
    return kills


@pytest.mark.thorough
def test_a_day_of_ten_sessions_and_a_hundred_kills(day: Day) -> None:
    kills = live_through(day)
    due = watched(day.done, day.now)
    assert list(faults(due, day.sounds, day.lives, day.told, grace=LASTS)) == []
    assert kills >= KILLS
    assert sum(each.kind == "gong" for each in due) >= SESSIONS
    assert sum(each.end is not None for each in day.sounds) >= SESSIONS


@pytest.mark.thorough
def test_without_a_record_gongs_would_be_doubled(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gong_keeper, "keep_record", lambda _event, _settled: None)
    live_through(day)
    found = list(faults(watched(day.done, day.now), day.sounds, day.lives, day.told, grace=LASTS))
    assert any("doubled" in each for each in found)


DAY = (Due(100, "warning", 1), Due(1000, "gong", 1))
HEARD = (Sound("warning", 100, 101.5, 103), Sound("gong", 1000, 1001.5, 1003))
ALIVE = ((0.0, 2000.0),)


@pytest.mark.parametrize(
    ("sounds", "fault"),
    [
        (HEARD, ""),
        (HEARD[:1], "lost"),
        ((*HEARD, Sound("gong", 1050, 1051.5, 1053)), "doubled"),
        ((*HEARD, Sound("gong", 1500, 1501.5, 1503)), "due to nothing"),
        ((HEARD[0], Sound("gong", 1000, None, None)), "lost"),
        ((*HEARD, Sound("table-gong", 1000, 1001.5, 1003)), "due to nothing"),
    ],
)
def test_what_judges_the_day_sees_what_is_lost_and_doubled(sounds: tuple[Sound, ...], fault: str) -> None:
    found = list(faults(DAY, sounds, ALIVE, (), grace=3))
    assert (fault in found[0]) if fault else found == []
