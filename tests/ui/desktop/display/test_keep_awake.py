"""The computer stays awake while a screen is shown, and the desk knows when it does not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from tests.systems import IS_WINDOWS
from ui.desktop.display.keep_awake import KeepAwake

_ON_A_BUS = """
import sys
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot, ClassInfo
from PySide6.QtDBus import QDBusConnection
from ui.desktop.display.keep_awake import KeepAwake

@ClassInfo({"D-Bus Interface": "org.freedesktop.ScreenSaver"})
class Saver(QObject):
    @Slot(str, str, result=int)
    def Inhibit(self, who, why):
        print("asked by", who, flush=True)
        return 7

app = QCoreApplication([])
bus = QDBusConnection.sessionBus()
saver = Saver()
if "deaf" not in sys.argv:
    assert bus.registerObject("/org/freedesktop/ScreenSaver", saver, QDBusConnection.RegisterOption.ExportAllSlots)
    assert bus.registerService("org.freedesktop.ScreenSaver")
awake, one, two = KeepAwake(), QObject(), QObject()
awake.changed.connect(lambda: print("active" if awake.active else "not", awake.problem is not None, flush=True))
awake.changed.connect(app.quit)
awake.hold(one)
awake.hold(two)
QTimer.singleShot(5000, app.quit)
app.exec()
awake.release(one)
print("still" if awake.active else "no more", flush=True)
awake.release(two)
"""


@pytest.mark.sampled(1)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the bus of Linux desktops")
@pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="no bus to try it on")
@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ((), ["asked by quatre-vents", "active False", "still", "not False"]),
        (("deaf",), ["not True", "no more", "not False"]),
    ],
)
def test_the_desktop_is_asked_once_for_all_screens(words: tuple[str, ...], lines: list[str]) -> None:
    given = {key: value for key, value in os.environ.items() if key != "DBUS_SESSION_BUS_ADDRESS"}
    found = subprocess.run(
        ["dbus-run-session", "--", sys.executable, "-c", _ON_A_BUS, *words],
        env=given, capture_output=True, text=True, timeout=60, check=True, cwd=Path.cwd(),
    )  # fmt: skip
    assert found.stdout.splitlines() == lines


def test_without_a_bus_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    awake, screen = KeepAwake(), QObject()
    problems = [awake.problem]
    for change in (awake.hold, awake.release):
        change(screen)
        problems.append(awake.problem)
    assert [problem is None for problem in problems] == [True, False, True]
    assert not awake.active


@pytest.mark.skipif(IS_WINDOWS, reason="the program that stands in is a script of a shell")
def test_a_system_with_a_program_for_it_runs_that_one_until_the_last_screen_is_closed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "caffeinate"
    program.write_text(f'#!/bin/sh\necho $$ > "{tmp_path}/pid"\nexec sleep 60\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(sys, "platform", "darwin")
    awake, one, two = KeepAwake(), QObject(), QObject()
    awake.hold(one)
    awake.hold(two)
    assert awake.active
    awake.release(one)
    both = awake.active
    awake.release(two)
    assert (both, awake.active) == (True, False)
