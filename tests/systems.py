"""What tests need of the system that they run on: where it is missing they are skipped, and say what is missing.

Wine stands for Windows in ``make windows``. What it alone lacks is marked as such, so that nobody takes it for a lack
of Windows.
"""

import importlib.util
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

IS_WINDOWS = os.name == "nt"
FULL_DEVICE = Path("/dev/full") if not IS_WINDOWS and Path("/dev/full").exists() else None
"""A device on which no room is left."""

DENIED = "another program has it open" if IS_WINDOWS else "was denied"
"""What the program says when the system denies it a file that is there."""


def _makes_links() -> bool:
    with tempfile.TemporaryDirectory() as folder, suppress(OSError):
        link = Path(folder, "link")
        link.symlink_to(folder)
        return link.is_symlink()
    return False


needs_links = pytest.mark.skipif(
    not _makes_links(), reason="no symbolic links here: Windows makes them for few users, Wine 8 says so and makes none"
)
needs_a_full_device = pytest.mark.skipif(FULL_DEVICE is None, reason="only where there is a device that is always full")
needs_modes = pytest.mark.skipif(IS_WINDOWS, reason="files have no modes on Windows")
moves_open_files = pytest.mark.skipif(
    IS_WINDOWS, reason="Windows lets nobody move, delete or replace a file that is open"
)
needs_ruff = pytest.mark.skipif(importlib.util.find_spec("ruff") is None, reason="looks at code with ruff")
