"""The sound player on the computer that runs the tests, in a process of its own: it plays, or says why it cannot."""

import os
import subprocess
import sys
from ast import literal_eval

import pytest

PLAYING = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from assets.sounds import path_of
from ui.desktop.display.sounds import _sound_player
app = QApplication(["sounds"])
player = _sound_player(app)
told = []
player.half_heard.connect(lambda: told.append("half"))
player.failed.connect(lambda text: (told.append(text.message), app.quit()))
player.ended.connect(lambda: (told.append("end"), app.quit()))
missing = player.play(path_of("three-pings"), 0.01, "6e6f6e65")
told.append(missing.message)
problem = player.play(path_of("three-pings"), 0.01, "")
if problem is None:
    QTimer.singleShot(8000, app.quit)
    app.exec()
else:
    told.append(problem.message)
print(told)
"""
LIBRARY = "The library for sounds"


@pytest.mark.thorough
def test_it_plays_to_the_end_or_says_why_not() -> None:
    environment = os.environ | {"PULSE_SERVER": os.environ.get("PULSE_SERVER", "unix:/nonexistent")}
    run = subprocess.run([sys.executable, "-c", PLAYING], check=False, capture_output=True, text=True, env=environment)
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    missing, *told = literal_eval(run.stdout)
    assert missing.startswith(("The chosen sound device is missing", LIBRARY))
    assert told == ["half", "end"] or told[-1].startswith(
        ("This computer has no sound device", "The sound device stopped", LIBRARY)
    )
