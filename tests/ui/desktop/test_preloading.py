"""What the pages are made of is loaded behind the window, in another thread, without a page being made."""

import subprocess
import sys

_PROGRAM = """
import sys
from threading import current_thread, main_thread
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication([])
from ui.desktop import preloading
from ui.desktop.long_work import idle
here = "ui.desktop.pages.standings.page"
preloading.preload()
print(here in sys.modules)
class Finder:
    def find_spec(self, name, path, target=None):
        if name == here:
            print(current_thread() is main_thread())
sys.meta_path.insert(0, Finder())
def look():
    if here in sys.modules and idle():
        app.quit()
timer = QTimer(interval=20)
timer.timeout.connect(look)
timer.start()
app.exec()
print([name for name in preloading.MODULES if name not in sys.modules], QApplication.allWidgets())
"""


def test_all_pages_are_loaded_in_another_thread() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "[]", "[]"]
