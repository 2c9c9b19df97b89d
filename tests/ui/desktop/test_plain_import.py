"""Importing modules of the window does not make PySide read their sources."""

import subprocess
import sys

_PROGRAM = """
import linecache
import ui.desktop.window
print([name for name in linecache.cache if "desktop" in name])
print(ui.desktop.window.Window.__name__)
"""


def test_sources_of_modules_are_not_kept() -> None:
    """Python would keep each source that PySide reads."""
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "Window"]
