"""The player of sounds on this machine as it is, in a process of its own: it plays, or says in words why it cannot."""

import os
import subprocess
import sys

PLAYING = """
import sys
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
problem = player.play(path_of("three-pings"), 0.01, sys.argv[1])
if problem is None:
    QTimer.singleShot(8000, app.quit)
    app.exec()
else:
    told.append(problem.message)
print(told)
"""


def said(device: str) -> str:
    environment = os.environ | {"PULSE_SERVER": os.environ.get("PULSE_SERVER", "unix:/nonexistent")}
    run = subprocess.run(
        [sys.executable, "-c", PLAYING, device], check=False, capture_output=True, text=True, env=environment
    )
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
    return run.stdout.strip()


def test_it_plays_to_the_end_or_says_why_not() -> None:
    assert said("") in (
        "['half', 'end']",
        "['This computer has no sound device: plug in a loudspeaker.']",
    ) or said("").startswith(("['The library for sounds", "['The sound device stopped"))


def test_a_device_that_is_not_there_is_said() -> None:
    assert said("6e6f6e65").startswith(("['The sound device that was chosen is not there", "['The library for sounds"))
