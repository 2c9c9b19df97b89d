"""Modules are loaded behind the window in another thread; with an event open its pages are made too."""

import subprocess
import sys

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.desktop.controller import EventController
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.preloading import Preloading
from ui.desktop.window import Window

pytestmark = pytest.mark.thorough

_PROGRAM = """
import sys
from threading import current_thread, main_thread
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app = QApplication([])
from ui.desktop import preloading
from ui.desktop.bootstrap import make_controller
from ui.desktop.theme import Appearance, theme
from ui.desktop.window import Window
theme.install(app, Appearance.LIGHT)
here = "ui.desktop.pages.standings.page"
controller = make_controller("Referee")
window = Window(controller)
ready = preloading.Preloading(window, controller)
print(here in sys.modules)
class Finder:
    def find_spec(self, name, path, target=None):
        if name == here:
            print(current_thread() is main_thread())
sys.meta_path.insert(0, Finder())
def look():
    if ready.done:
        app.quit()
timer = QTimer(interval=20)
timer.timeout.connect(look)
timer.start()
app.exec()
print([name for name in preloading.MODULES if name not in sys.modules], list(window.area.made))
heavy = ("pandas", "pyarrow", "openpyxl", "reportlab", "paramiko", "keyring", "cryptography", "starlette", "httpx",
    "ui.server", "ui.joining.connection")
print([name for name in heavy if name in sys.modules])
"""


def test_all_pages_are_loaded_in_another_thread() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "[]", "['start']", "[]"]


def test_pages_are_made_while_the_one_in_view_stays(window: Window, controller: EventController, qtbot: QtBot) -> None:
    ready = Preloading(window, controller)
    before = window.current, QApplication.focusWidget()
    qtbot.waitUntil(lambda: ready.done and len(window.area.made) > 2, timeout=20_000)
    assert {page.id for page in PAGES if page.fits(True)} <= set(window.area.made)
    assert (window.current, QApplication.focusWidget()) == before
    assert all(not window.page(page.id).isVisible() for page in PAGES if page.id != window.current)
