"""Why no window can open."""

import os
import sys


class WindowUnavailable(Exception):
    """Qt cannot be loaded here: a system library is missing."""


class NoDisplay(Exception):
    """There is no desktop here on which a window could open."""


def refuse_without_display() -> None:
    """NoDisplay where there is no desktop to open a window on: Qt would end the process."""
    if sys.platform.startswith("linux"):
        given = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
        if not any(os.environ.get(each) for each in given):
            raise NoDisplay
