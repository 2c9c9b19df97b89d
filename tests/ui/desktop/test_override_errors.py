"""An error in a method that overrides one of Qt reaches whoever called Qt, and does not end the process."""

import subprocess
import sys

import pytest

SCRIPT = """
import ui.desktop
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget

class Failing(QWidget):
    def event(self, event):
        if event.type() == QEvent.Type.User:
            {raised}
        return super().event(event)

class Question(QDialog):
    def accept(self):
        print("accepted")
        super().accept()

application, failing, question, button = QApplication([]), Failing(), Question(), QPushButton()
button.clicked.connect(question.accept)
button.click()
try:
    QCoreApplication.sendEvent(failing, QEvent(QEvent.Type.User))
except Exception as error:
    print(type(error).__name__, error)
print("goes on")
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ("int('x')", "ValueError Error calling Python override of QWidget::event(): invalid literal"),
        ("raise ValueError('x')", "ValueError Error calling Python override of QWidget::event(): x"),
        ("open('/no/such/file')", "FileNotFoundError"),
        ("failing.nothing", "AttributeError"),
    ],
)
def test_an_error_in_an_override_reaches_the_caller_and_the_program_goes_on(raised: str, said: str) -> None:
    """Before Python 3.12, an error raised in C ended the process: PySide read its text as an exception object."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(raised=raised)], capture_output=True, text=True, timeout=60, check=False
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert lines[0] == "accepted", "a slot gets no argument that it does not take"
    assert lines[1].startswith(said)
    assert lines[-1] == "goes on"
