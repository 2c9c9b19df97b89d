"""What is tried on the Windows that Wine stands for beside the tests: the command line and the window."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from portions import Tests
from wine import Wine, as_windows

LINE = b'{"points": 8, "winner": "B"}\n'
REOPENED = b'{"type": "reopen", "session": 4, "table": 1, "reason": "to read it again"}\n'
CORRECTED = (
    b'{"type": "correct", "session": 4, "table": 1, "hand": 1, "winner": "B", "points": 48, "reason": "misread"}\n'
)
WINDOW = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from ui.desktop import __main__ as desktop
from ui.desktop.window import Window

event, picture = sys.argv[1:]
run = QApplication.exec


def look():
    (window,) = (each for each in QApplication.topLevelWidgets() if isinstance(each, Window))
    print(QGuiApplication.platformName(), window.isVisible(), window.grab().save(picture), flush=True)
    window.close()


def run_and_look(*_):
    QTimer.singleShot(8000, look)
    return run()


QApplication.exec = run_and_look
sys.argv = ["quatre-vents", event]
sys.exit(desktop.main())
"""


class CommandLine:
    """Calls of the program for Windows in a folder; what is not as it must be is kept in ``wrong``."""

    def __init__(self, wine: Wine, program: Path, folder: Path, samples: Path) -> None:
        self._wine, self._program, self._folder, self._samples = wine, program, folder, samples
        self.calls = 0
        self.wrong: list[str] = []

    def call(self, *words: str, code: int = 0, said: str = "", typed: bytes = b"") -> str:
        """Call it; it has to end with ``code`` and to say ``said``."""
        ended, written = self._wine.run(self._program, *words, typed=typed, cwd=self._folder)
        text = written.decode(errors="replace")
        self.calls += 1
        if ended != code or said not in text or "Traceback" in text:
            self.wrong.append(f"{' '.join(words)}: ended with {ended} and said {text.strip()[-300:]!r}")
        return text

    def leave(self, *words: str) -> None:
        """Call it, and leave before it has answered."""
        process = self._wine.start(self._program, *words, cwd=self._folder)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        try:
            process.stdin.write(LINE * 20_000)
            process.stdin.close()
        except BrokenPipeError:  # it ended first
            pass
        self.calls += 1
        if ended := process.wait():
            self.wrong.append(f"{' '.join(words)}, left by its reader: ended with {ended}")

    def try_all(self) -> None:
        """An event from its beginning to its papers, and what Windows answers otherwise than Linux."""
        samples = as_windows(self._samples)
        self.call("--version", said="quatre-vents")
        self.call("new", "cup.qv", "--name", "Cup", "--sessions", "4")
        self.call("players", "cup.qv", "import", f"{samples}\\players.csv")
        self.call("draw", "cup.qv", "--seed", "1")
        self.call("record", "cup.qv", f"{samples}\\hands.jsonl")
        self.call("record", "cup.qv", "--jsonl", typed=REOPENED)
        self.call("standings", "cup.qv", "--json", said='"rank": 1')
        self.call("check", "cup.qv")
        for ending in ("csv", "xlsx", "pdf", "html"):
            self.call("export", "cup.qv", "--what", "standings", "--to", ending, "--out", f"standings.{ending}")
        self.call("export", "cup.qv", "--what", "event", "--to", "json", "--out", "cup.json")
        self.call("new", "again.qv", "--from", "cup.json")
        self.call("export", "cup.qv", "--what", "standings", "--to", "csv", "--out", "nul")
        self.call("export", "cup.qv", "--what", "standings", "--to", "csv", "--out", "a:b.csv", code=3, said="name")
        self.call("new", "what?.qv", "--name", "Cup", "--sessions", "1", code=1, said="what?.qv")
        (self._folder / "utf-16.jsonl").write_bytes(LINE.decode().encode("utf-16"))
        self.call("settle", "utf-16.jsonl", code=1, said="UTF-16")
        self.leave("settle", "--jsonl")

    def share(self, event: Path, home: Path) -> None:
        """Serve it there; record a hand and read the standings at a desk of this system, with a ``home`` of its own."""
        process = self._wine.start(self._program, "serve", event.name, "--json", cwd=self._folder)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        try:
            said = process.stdout.readline()
            while said.startswith(b"remark"):  # what goes to standard error is in the same pipe
                said = process.stdout.readline()
            invitation = json.loads(said)["invitation"] if said.startswith(b"{") else said.decode(errors="replace")
            self._at_desk(home, "record", invitation, "--jsonl", typed=CORRECTED)
            here = self._at_desk(home, "standings", invitation, "--json")
            self.call("record", event.name, "--jsonl", code=3, said="another", typed=REOPENED)
        finally:
            process.kill()
            process.wait()
        self.calls += 1
        if self.call("standings", event.name, "--json").replace("\r", "") != here:
            self.wrong.append("the standings of a desk of this system are not those of its host")

    def _at_desk(self, home: Path, *words: str, typed: bytes = b"") -> str:
        ended = subprocess.run([sys.executable, "-m", "ui.cli", *words], input=typed, capture_output=True, check=False,
                               env=os.environ | {"QUATRE_VENTS_HOME": str(home)})  # fmt: skip
        if ended.returncode:
            self.wrong.append(f"{words[0]} at a desk of this system: ended with {ended.returncode}: {ended.stderr!r}")
        return ended.stdout.decode()

    def compare(self, event: Path) -> None:
        """What is exported for programs is byte for byte what this system exports of the same file."""
        for what, ending in (("standings", "csv"), ("event", "json")):
            here = self._folder / f"here.{ending}"
            words = ("export", str(event), "--what", what, "--to", ending, "--out", str(here))
            subprocess.run([sys.executable, "-m", "ui.cli", *words], check=True, capture_output=True)
            there = self._folder / ("standings.csv" if what == "standings" else "cup.json")
            if here.read_bytes() != there.read_bytes():
                self.wrong.append(f"{what} as {ending} is not the same as on this system")


def try_window(wine: Wine, python: Path, event: Path, picture: Path) -> str:
    """Open the window on an event and take its picture; the answer is what is wrong, or nothing."""
    ended, written = wine.run(python, "-c", WINDOW, as_windows(event), as_windows(picture))
    said = written.decode(errors="replace").strip()
    good = ended == 0 and said.endswith("windows True True") and picture.exists()
    return "" if good else f"the window ended with {ended}: {said[-500:]!r}"


def result_of(app: Path, wine: Wine, python: Path, line: CommandLine, window: str, tests: Tests) -> dict[str, object]:
    """What is kept of all of it."""
    versions = "import json, platform, sqlite3, PySide6; print(json.dumps([platform.python_version(), " \
               "sqlite3.sqlite_version, PySide6.__version__, platform.platform()]))"  # fmt: skip
    _, written = wine.run(python, "-c", versions)
    of_python, of_sqlite, of_qt, of_windows = json.loads(written)
    version = subprocess.run(["wine", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    commit = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=app, check=True, capture_output=True,
                            text=True).stdout.strip()  # fmt: skip
    return {
        "commit": commit, "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "machine": f"{version}, which says that it is {of_windows}; Python {of_python}, SQLite {of_sqlite}, Qt {of_qt}",
        "calls": line.calls, "wrong calls": line.wrong, "window": window,
        "tests": dict(tests.counts), "failed tests": tests.failed,
    }  # fmt: skip
