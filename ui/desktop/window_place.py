"""Where the window opens: on the screen and at the place it had last time, maximised on a small screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from ui.desktop import preferences

USUAL = QSize(1440, 900)
"""Size at the first start. On a smaller screen the window opens maximised."""
LEAST = QSize(900, 500)
"""Minimum size of the window: a full HD screen at 200 % has 960 × 540 less its task bar."""
_TITLE_BAR = 32
"""Height of the system's title bar above the window, in pixels at 100 % scale."""


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """Position and size of the window when not maximised, and whether it is maximised."""

    rect: QRect
    maximised: bool = False


def opening_place(last: WindowPlace | None, screens: Sequence[QRect]) -> WindowPlace:
    """Where to open, given the ``last`` place and the free areas of the ``screens``, the main one first.

    The window opens on the screen that contains most of its last place, or on the main one if there is none.
    """
    screen = screens[0] if last is None else max(screens, key=lambda each: _shared_area(each, last.rect))
    if screen.width() < USUAL.width() or screen.height() < USUAL.height():
        return WindowPlace(_inside(screen, QRect(screen.topLeft(), USUAL)), maximised=True)
    if last is None:
        centred = QRect(screen.topLeft(), USUAL)
        centred.moveCenter(screen.center())
        return WindowPlace(_inside(screen, centred))
    return WindowPlace(_inside(screen, last.rect), last.maximised)


def open_window(window: QWidget) -> None:
    """Show ``window`` where it was last time."""
    screens = [QGuiApplication.primaryScreen(), *QGuiApplication.screens()]
    place = opening_place(_read(preferences.place()), [each.availableGeometry() for each in screens])
    window.setGeometry(place.rect)
    if place.maximised:
        window.showMaximized()
    else:
        window.show()


def keep_place(window: QWidget) -> None:
    """Save the place of ``window`` for the next time."""
    rect, state = window.normalGeometry(), "maximised" if window.isMaximized() else "free"
    preferences.keep_place(f"{rect.x()} {rect.y()} {rect.width()} {rect.height()} {state}")


def _read(kept: str) -> WindowPlace | None:
    numbers, _, state = kept.rpartition(" ")
    try:
        x, y, width, height = map(int, numbers.split())
    except ValueError:  # nothing was saved, or the settings file was edited
        return None
    return WindowPlace(QRect(x, y, width, height), state == "maximised") if width > 0 and height > 0 else None


def _inside(screen: QRect, wanted: QRect) -> QRect:
    """``wanted``, moved and shrunk as little as needed to be on ``screen`` with its title bar."""
    free = screen.adjusted(0, _TITLE_BAR, 0, 0)
    rect = QRect(wanted.topLeft(), wanted.size().expandedTo(LEAST).boundedTo(free.size()))
    rect.moveLeft(max(min(rect.left(), free.right() + 1 - rect.width()), free.left()))
    rect.moveTop(max(min(rect.top(), free.bottom() + 1 - rect.height()), free.top()))
    return rect


def _shared_area(screen: QRect, rect: QRect) -> int:
    both = screen.intersected(rect)
    return both.width() * both.height() if both.isValid() else 0
