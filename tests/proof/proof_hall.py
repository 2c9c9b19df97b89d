"""A day in the hall: the window is killed a hundred times, and nobody at the tables notices.

The program is that of :mod:`tests.proof.hall_driver`; what should be heard and shown is reckoned by a watch of its own.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tests.proof.covered import DESKTOP
from tests.proof.hall_day import MINUTES, SESSIONS, Deed, Done, Sound, Watch, faults, planned_day, watched
from tests.proof.hall_driver import DEATHS, MORNING
from tests.proof.part import Outcome, Part, temporary_folder
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.ledger.facts import ClockFact
from tournament.storage import create, open_for_reading
from tournament.use_cases import Book, By, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw

ROOT = Path(__file__).resolve().parents[2]
SPEED = 120
"""How many seconds of the day pass in one."""
KILLS = 100
_PATIENCE = 60
"""Seconds in which a process must be ready."""
_WAITS_FOR_A_SIGNAL = 3
"""Seconds in which a process that should die at a signal may wait for it; then it is killed from outside."""
_SURELY = 0.5 * SPEED
"""So long a program that runs has to have sounded what was due: half a second here."""


class Day:
    """One event, one computer, and one program after the other."""

    def __init__(self, seed: int, folder: Path, kills: int, plant: str, sessions: int) -> None:
        self.chance = Random(f"hall/{seed}")
        self.folder, self._plant = folder, plant
        self.file, self.log = folder / "cup.qv", folder / "log.jsonl"
        self.deeds = [deed for deed in planned_day(self.chance) if deed.session <= sessions]
        self.between = sum(deed.delay for deed in self.deeds) / kills / SPEED
        self.now, self.ahead, self.boot = 0.0, 0.0, 1
        self.lines: list[dict[str, Any]] = []
        self.lives: list[tuple[float, float]] = []
        """From when it was ready to when it died."""
        self.sounds: list[Sound] = []
        _make_event(self.file)

    def live(self, die: str) -> tuple[bool, bool]:
        """One life; whether it was ready, and whether the day is over."""
        order = {"file": str(self.file), "log": str(self.log), "deeds": [_as_json(each) for each in self.deeds],
                 "now": self.now, "speed": SPEED, "boot": self.boot, "ahead": self.ahead, "die": die,
                 "plant": self._plant}  # fmt: skip
        home = {"QUATRE_VENTS_HOME": str(self.folder / "home")}
        with (self.folder / "errors.txt").open("ab") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.proof.hall_driver", json.dumps(order)],
                cwd=ROOT, env=os.environ | home | {"QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"},
                stdout=errors, stderr=errors,
            )  # fmt: skip
        before = len(self.lines)
        unready = time.monotonic() + _PATIENCE
        while process.poll() is None and not self._says("ready", before) and time.monotonic() < unready:
            time.sleep(0.01)
        if not die:
            self._wait(process, self.chance.expovariate(1 / self.between), before)
            process.send_signal(signal.SIGKILL)
        else:
            self._wait(process, _WAITS_FOR_A_SIGNAL, before)
            process.send_signal(signal.SIGKILL)
        process.wait()
        self._read()
        mine = self.lines[before:]
        self.now = max([self.now, *(line["now"] for line in mine)]) + 0.001
        ready = next((line["now"] for line in mine if line["what"] == "ready"), None)
        if ready is not None:
            self.lives.append((ready, self.now))
        self.sounds.extend(_sounds(mine))
        return ready is not None, any(line["what"] == "all done" for line in mine)

    def _wait(self, process: "subprocess.Popen[bytes]", seconds: float, before: int) -> None:
        end = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < end and not self._says("all done", before):
            time.sleep(0.005)

    def _says(self, what: str, before: int) -> bool:
        self._read()
        return any(line["what"] == what for line in self.lines[before:])

    def _read(self) -> None:
        if self.log.exists():
            whole = self.log.read_text(encoding="utf-8").split("\n")[:-1]
            self.lines.extend(json.loads(line) for line in whole[len(self.lines) :])


def _as_json(deed: Deed) -> dict[str, object]:
    return {"delay": deed.delay, "session": deed.session, "what": deed.what, "minutes": deed.minutes}


def _sounds(lines: Sequence[dict[str, Any]]) -> Iterator[Sound]:
    """The sounds of one life."""
    sound: Sound | None = None
    for line in lines:
        match line["what"]:
            case "begin":
                if sound is not None:
                    yield sound
                sound = Sound(line["kind"], line["now"])
            case "half" if sound is not None:
                sound = Sound(sound.kind, sound.begin, line["now"])
            case "end" if sound is not None:
                yield Sound(sound.kind, sound.begin, sound.half, line["now"])
                sound = None
    if sound is not None:
        yield sound


def _make_event(path: Path) -> None:
    """Eight players, ten sessions, drawn an hour before the day."""
    by = By("Organiser", "proof")
    book = Book(create(path), clock=lambda: MORNING - timedelta(hours=1))
    day = date(MORNING.year, MORNING.month, MORNING.day)
    carry_out(book, CreateEvent(Settings("Cup", sessions=SESSIONS, minutes=MINUTES, starts=day, ends=day)), by=by)
    carry_out(book, AddPlayers(tuple(Player(0, f"First{n}", f"Sample{n}") for n in range(8))), by=by)
    seating = Seating((((1, 2, 3, 4), (5, 6, 7, 8)),) * SESSIONS, "by hand", 1)
    carry_out(book, PublishDraw(seating), by=by)
    book.close()


def run(seed: int, *, kills: int = KILLS, plant: str = "", sessions: int = SESSIONS) -> Outcome:
    """One day: the program is killed at moments of chance, and at each moment that matters."""
    outcome = Outcome()
    with temporary_folder() as name:
        day = Day(seed, Path(name), kills, plant, sessions)
        over, died = False, 0
        while not over and died < 3 * kills:
            die = day.chance.choice(DEATHS) if day.chance.random() < 0.3 else ""
            ready, over = day.live(die)
            if not ready:
                outcome.count("killed before it was ready")
            died += not over
            gap = day.chance.choice((0.0, 5.0, 90.0, 300.0)) * day.chance.random()
            day.now = round(day.now + gap, 6)
            if ready and day.chance.random() < 0.06:
                day.boot += 1
                outcome.count("computer started anew")
            elif day.chance.random() < 0.1:
                day.ahead = day.chance.choice((-3600.0, 3600.0, -540.0, 61.0, 0.0))
                outcome.count("computer’s clock set")
        outcome.count("kills", died)
        errors = (Path(name) / "errors.txt").read_text(encoding="utf-8", errors="replace")
        outcome.expect("Traceback" not in errors, f"seed {seed}: {errors[-1500:]}")
        outcome.expect(over, f"seed {seed}: the day did not end")
        if not plant:
            outcome.expect(died >= kills // 2, f"seed {seed}: only {died} kills")
        _judge(f"seed {seed}", day, outcome)
    return outcome


def _judge(where: str, day: Day, outcome: Outcome) -> None:
    """Compare what was heard and shown with the watch."""
    done = _done(day)
    due = watched(done, day.now)
    told = [line["text"] for line in day.lines if line["what"] == "told"]
    outcome.failures.extend(f"{where}: {fault}" for fault in faults(due, day.sounds, day.lives, told, grace=_SURELY))
    for line in (line for line in day.lines if line["what"] == "shown"):
        watch = Watch()
        for each in done[: line["deeds"]]:
            watch.meets(each)
        outcome.expect(
            line["text"] == watch.shows(line["now"]),
            f"{where}: at {line['now']} it showed {line['text']!r}, the watch {watch.shows(line['now'])!r}",
        )
        outcome.count("times the clock was read")
    outcome.count("warnings and gongs due", sum(not each.kind.endswith("-warning") for each in due))
    outcome.count("heard whole", sum(each.end is not None for each in day.sounds))
    outcome.count("cut short by a kill", sum(each.end is None for each in day.sounds))
    outcome.count("told in words that it was missed", sum("was not sounded here" in text for text in told))
    for line in (line for line in day.lines if line["what"] == "died"):
        outcome.count(f"killed: {line['moment']}")


def _done(day: Day) -> list[Done]:
    """What was done, each at the second that the program noted; one killed before its note, by its entry."""
    noted = {line["deed"]: line["now"] for line in day.lines if line["what"] == "done"}
    book = Book(open_for_reading(day.file))
    entries = [entry for entry in book.view.journal if isinstance(entry.fact, ClockFact)]
    book.close()
    written = [(entry.time - MORNING).total_seconds() for entry in entries]
    for deed, at in noted.items():
        assert abs(written[deed] - at) < 0.0011, (deed, written[deed], at)
    return [Done(written[number], deed) for number, deed in enumerate(day.deeds[: len(written)])]


PART = Part(
    name="hall",
    title="A day in the hall, with the program killed",
    brief="A crash of the window goes unnoticed at the tables.",
    covers=DESKTOP,
    promise="A day of ten sessions with pauses, extra minutes and manual gongs, in which the window is killed "
    "again and again, at any moment and between deciding, playing and storing, the clock of the computer "
    "is set, and the computer is restarted. Whenever the window runs, it shows the right second. A "
    "warning or gong that is due while it runs, or was due less than two minutes before, is heard for at "
    "least half its length, and none is heard completely twice. One that was missed for longer is "
    "reported.",
    cases=4,
    run=run,
    run_short=partial(run, kills=KILLS // SESSIONS, sessions=1),
    limit=1800,
    counted="days",
)
