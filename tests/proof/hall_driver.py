"""The program as it is killed in the hall: ``python -m tests.proof.hall_driver ORDER``, where ORDER is a line of JSON.

The real window on a real event file, on an invisible screen. Its computer is one in the hand of the proof: time goes
fast, its clock is set, it is switched off and on; its loudspeaker notes what is heard. What happens is a line of JSON
each in a file, written before anything else goes on. Where ORDER says so, the process kills itself at a moment that
matters.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from tests.proof.hall_day import TABLE, Deed
from tournament.files.writing import write_whole
from tournament.language import ENGLISH, Text
from tournament.ledger.facts import ClockFact
from tournament.use_cases.commands import AddMinutes, PauseClock, ResumeClock, StartClock, StopClock
from ui.desktop import bootstrap
from ui.desktop.display import gong_keeper, sounds
from ui.desktop.garbage import GarbageCollection
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.window import Window
from ui.hall import event_time, gongs
from ui.hall.event_time import ComputerTime

MORNING = datetime(2026, 6, 13, 8, tzinfo=UTC)
LASTS = 3.0
"""Seconds of a sound."""
KINDS = {"gong": "gong", "hand-bell": "table-gong", "two-tones": "warning"}
DEATHS = ("decided", "begun", "half, not kept", "half written", "kept", "over")
"""Between deciding, playing and keeping, and when it is over."""
_SHOWN = 150
"""Milliseconds between two looks at what the window shows."""


class Computer:
    """A computer whose time runs ``speed`` times as fast once `let_go` is called; it stands still while something is
    done."""

    def __init__(self, order: dict[str, Any]) -> None:
        self._order = order
        self._let_go: int | None = None
        self._stands: float | None = None

    def let_go(self) -> None:
        """From now on time passes."""
        self._let_go = _nanoseconds()

    @property
    def now(self) -> float:
        """Seconds since the day began, in truth."""
        if self._stands is not None:
            return self._stands
        begun, speed = float(self._order["now"]), float(self._order["speed"])
        passed = 0.0 if self._let_go is None else (_nanoseconds() - self._let_go) / 1e9 * speed
        return round(begun + passed, 6)

    @contextmanager
    def standing(self) -> Iterator[float]:
        """One moment, in which something is done."""
        self._stands = self.now
        try:
            yield self._stands
        finally:
            self._stands = None

    def read(self) -> ComputerTime:
        """What it says of itself."""
        boot, now = self._order["boot"], self.now
        wall = MORNING + timedelta(seconds=round(now + self._order["ahead"], 6))
        return ComputerTime(str(boot), round(now * 1e9) + boot * 10**12, wall)


class Log:
    """What happened, in order; a line is whole or not there."""

    def __init__(self, path: Path, computer: Computer) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._computer = computer

    def write(self, what: str, **more: object) -> None:
        """Note ``what``, now."""
        line = {"what": what, "now": self._computer.now, **more}
        os.write(self._file, (json.dumps(line) + "\n").encode())


class Loudspeaker(QObject):
    """Plays as the real one does, and notes it."""

    half_heard = Signal()
    ended = Signal()
    failed = Signal(object)
    devices_changed = Signal()

    def __init__(self, log: Log, speed: float, die: Callable[[str], None]) -> None:
        super().__init__()
        self._log, self._die = log, die
        self._half, self._end = QTimer(self, singleShot=True), QTimer(self, singleShot=True)
        for timer, part in ((self._half, 0.5), (self._end, 1.0)):
            timer.setInterval(round(LASTS * part / speed * 1000))
        self._half.timeout.connect(self._is_half)
        self._end.timeout.connect(self._is_over)

    def devices(self) -> list[tuple[str, str]]:
        return [("speaker", "Speaker")]

    def problem(self, _device: str) -> Text | None:
        return None

    def play(self, path: Path, _volume: float, _device: str) -> Text | None:
        self._die("decided")
        self._log.write("begin", kind=KINDS[path.stem])
        self._half.start()
        self._end.start()
        self._die("begun")
        return None

    def stop(self) -> None:
        self._half.stop()
        self._end.stop()

    def _is_half(self) -> None:
        self._log.write("half")
        self._die("half, not kept")
        self.half_heard.emit()
        self._die("kept")

    def _is_over(self) -> None:
        if self._half.isActive():  # a busy machine: one after the other
            self._end.start()
            return
        self._log.write("end")
        self.ended.emit()
        self._die("over")


class Life:
    """One run of the program."""

    def __init__(self, order: dict[str, Any]) -> None:
        self._order = order
        self._deeds = [Deed(**deed) for deed in order["deeds"]]
        self._computer = Computer(order)
        self._log = Log(Path(order["log"]), self._computer)
        self._app = QApplication(["hall"])
        GarbageCollection(self._app)
        event_time.computer_time = self._computer.read
        vars(gong_keeper)["_SECOND"] = max(round(1000 / order["speed"]), 20)
        vars(gongs)["write_whole"] = self._written
        speaker = Loudspeaker(self._log, order["speed"], self._die)
        sounds._sound_player = lambda _parent: speaker  # type: ignore[assignment]
        if order["plant"] == "no record":
            vars(gong_keeper)["keep_record"] = lambda _event, _settled: None
        translator.set_language(ENGLISH)
        theme.install(self._app, Appearance.LIGHT)

    def run(self) -> None:
        """Open the event, and do what the day has next until somebody kills this process."""
        controller = bootstrap.make_controller("Organiser")
        for message in (controller.messages.shown, controller.messages.noted):
            message.connect(lambda text: self._log.write("told", text=translator.translate(text)))
        controller.open(Path(self._order["file"]))
        self._controller = controller
        self._window = Window(controller)
        self._window.show()
        self._computer.let_go()  # a machine that is busy makes no window faster
        self._log.write("ready")
        self._show()
        self._deed, self._look = QTimer(interval=5), QTimer(interval=_SHOWN)
        self._deed.timeout.connect(self._do_next)
        self._look.timeout.connect(self._show)
        self._deed.start()
        self._look.start()
        self._app.exec()

    def _do_next(self) -> None:
        """The next deed, once its time is there: each writes one entry about a clock, so those count the deeds."""
        book = self._controller.book
        done = [entry for entry in book.view.journal if isinstance(entry.fact, ClockFact)]
        if len(done) == len(self._deeds):
            self._deed.stop()
            self._log.write("all done")
            return
        deed = self._deeds[len(done)]
        last = (done[-1].time - MORNING).total_seconds() if done else 0.0
        if self._computer.now < last + deed.delay:
            return
        with self._computer.standing():
            self._controller.choose_session(deed.session)
            self._do(deed)
            self._log.write("done", deed=len(done))
            self._show_at()

    def _do(self, deed: Deed) -> None:
        session = deed.session
        match deed.what:
            case "start":
                self._controller.act(StartClock(session))
            case "pause":
                self._controller.act(PauseClock(session))
            case "resume":
                self._controller.act(ResumeClock(session))
            case "stop":
                self._controller.act(StopClock(session))
            case _:
                tables = [TABLE] if deed.what == "table" else []
                self._controller.act(AddMinutes(session, deed.minutes, tuple(tables), "wall"))

    def _show(self) -> None:
        with self._computer.standing():
            self._show_at()

    def _show_at(self) -> None:
        """What the window shows of the session that was dealt with last."""
        facts = [entry.fact for entry in self._controller.book.view.journal if isinstance(entry.fact, ClockFact)]
        if facts and self._window.clock is not None:
            self._controller.choose_session(facts[-1].session)
            self._window.clock.show_now()
            text = "" if self._window.top.clock.isHidden() else self._window.top.clock.text()
            self._log.write("shown", text=text, deeds=len(facts))

    def _written(self, path: Path, text: str) -> None:
        """Keep the record of gongs, and perhaps die when it is written and has not its name yet."""
        if self._order["die"] == "half written":
            path.with_name(f"{path.name}.part").write_text(text[: len(text) // 2], encoding="utf-8")
            self._die("half written")
        write_whole(path, text)

    def _die(self, moment: str) -> None:
        if self._order["die"] == moment:
            self._log.write("died", moment=moment)
            os.kill(os.getpid(), signal.SIGKILL)


def _nanoseconds() -> int:
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


if __name__ == "__main__":
    Life(json.loads(sys.argv[1])).run()
