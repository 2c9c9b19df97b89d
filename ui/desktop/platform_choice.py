"""How Qt reaches the screen on Linux."""

import os


def ask_qt_for_a_platform() -> None:
    """Let Qt use X11 if Wayland is asked for in the environment and does not answer. Call it before the QApplication.

    Qt itself tries both only if neither is asked for, and otherwise ends the process.
    """
    if os.environ.get("QT_QPA_PLATFORM", "").startswith("wayland") and os.environ.get("DISPLAY"):
        os.environ["QT_QPA_PLATFORM"] += ";xcb"
