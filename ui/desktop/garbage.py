"""Collecting cyclic garbage in the GUI thread only.

By default Python collects it in any thread that creates an object. Closed windows are such garbage, and Qt objects
that are destroyed in another thread than their own crash the program.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY = 200
"""Milliseconds between two checks whether a collection is due."""
_OLDEST = 2
"""The generation of the oldest objects; collecting it examines all objects."""
_GROWN = 1.25
"""All objects are examined when there are a quarter more old ones than after the last time, as Python does."""


class GarbageCollection(QObject):
    """Replaces Python's automatic collection. Create it in the GUI thread."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._kept = 0
        """The number of old objects after all were examined last."""
        gc.disable()
        timer = QTimer(self, interval=_EVERY)
        timer.timeout.connect(self.collect_if_due)
        timer.start()

    def collect_if_due(self) -> None:
        """Collect the generations that Python would have collected by now."""
        counts, thresholds = gc.get_count(), gc.get_threshold()
        due = [generation for generation in range(3) if counts[generation] > thresholds[generation]]
        if due[-1:] == [_OLDEST] and not self._has_grown():
            due.pop()
        if due:
            gc.collect(due[-1])
        if due[-1:] == [_OLDEST]:
            self._kept = len(gc.get_objects(_OLDEST))

    def _has_grown(self) -> bool:
        return len(gc.get_objects(_OLDEST)) > self._kept * _GROWN
