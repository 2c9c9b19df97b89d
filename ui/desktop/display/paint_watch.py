"""Which windows of the hall stopped painting: covered, or not responding."""

from collections.abc import Mapping
from time import monotonic

from ui.desktop.display.screen_window import ScreenWindow

_SILENT_AFTER = 3
"""Number of checks in a row without painting after which a window is reported. Checks are counted instead of seconds,
because while the program itself is busy nothing is checked and nothing painted."""
_ASLEEP_AFTER = 20.0
"""Seconds between two checks that mean that the computer slept. What should have been painted then does not count."""


class PaintWatch:
    """Asks each window to paint, and checks next time whether it did."""

    def __init__(self) -> None:
        self.silent: set[str] = set()
        """The screens whose windows do not paint."""
        self._looked = monotonic()
        self._asked: dict[str, float] = {}
        """When each window was last asked to paint."""
        self._missed: dict[str, int] = {}
        """Number of checks in a row at which a window had not painted."""

    def begin(self) -> None:
        """The first check comes now."""
        self._looked = monotonic()

    def look(self, windows: Mapping[str, ScreenWindow]) -> None:
        """Check the windows of the screens with these names, and ask them to paint again."""
        now = monotonic()
        slept, self._looked = now - self._looked > _ASLEEP_AFTER, now
        if slept:
            self._asked.clear()
            for window in windows.values():
                window.show_now()
        for name, window in windows.items():
            answered = name not in self._asked or window.painted_at >= self._asked[name]
            self._missed[name] = 0 if answered else self._missed.get(name, 0) + 1
            if answered:
                self.silent.discard(name)
            elif self._missed[name] >= _SILENT_AFTER:
                self.silent.add(name)
            self._asked[name] = now
            window.view.update()

    def rename(self, name: str, new: str) -> None:
        """A screen has another name."""
        if name in self._asked:
            self._asked[new] = self._asked.pop(name)
        if name in self.silent:
            self.silent.remove(name)
            self.silent.add(new)

    def forget(self, name: str) -> None:
        """The window of a screen was closed."""
        self._asked.pop(name, None)
        self._missed.pop(name, None)
        self.silent.discard(name)

    def clear(self) -> None:
        """Forget all windows."""
        self.silent.clear()
        self._asked.clear()
        self.begin()
