"""Garbage in cycles is collected in the GUI thread alone.

Python collects it in whichever thread happens to make the next object. Closed windows are such garbage, and Qt objects
that are destroyed in another thread than their own end the program.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY = 200
"""Milliseconds between two checks of how much garbage there may be."""
_OLDEST = 2
"""The generation of the objects that have lived longest; collecting it examines all."""
_GROWN = 1.25
"""Everything is examined when there is a quarter more than after the last time, as Python does."""


class GarbageCollection(QObject):
    """Collects garbage as long as it lives, instead of Python; made in the GUI thread."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._kept = 0
        """How many old objects there were when all were examined last."""
        gc.disable()
        timer = QTimer(self, interval=_EVERY)
        timer.timeout.connect(self.collect_if_due)
        timer.start()

    def collect_if_due(self) -> None:
        """Collect as much as Python would have collected by now."""
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
