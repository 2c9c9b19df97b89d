"""Makes the pages in view, one after the other, in another thread; the newest wish wins."""

from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QObject, Signal

from reports.catalogue import ExportFailed, Format
from tournament.language import Text
from tournament.use_cases import Refused
from ui.desktop.long_work import Step, Work
from ui.desktop.pages.reports.making import Job, Made, make

_KEPT = 2
"""Files that stay: the one in view and the one before."""


class Workshop(QObject):
    """Holds a folder of its own; it goes away with the program."""

    made = Signal(object)
    """A :class:`Made`: these are the pages that were asked for last."""
    refused = Signal(object)
    """A Text: why there are none."""
    stopped = Signal()
    """The user cancelled."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = TemporaryDirectory(prefix="quatre-vents-", ignore_cleanup_errors=True)
        self._numbers = count(1)
        self._files: list[Path] = []
        self._work: Work | None = None

    @property
    def busy(self) -> bool:
        """Pages are being made."""
        return self._work is not None

    def make(self, job: Job) -> Work:
        """Make these pages; what was under way is given up. The work is not started yet: follow it, then start it."""
        self.forget()
        path = self.free_path()

        def task(step: Step) -> Made:
            return make(job, path, Format.PDF, step)

        work = Work(task)
        self._work = work
        work.done.connect(self._done)
        work.failed.connect(self._failed)
        work.cancelled.connect(self._cancelled)
        return work

    def forget(self) -> None:
        """Give up what is under way, without a word."""
        work, self._work = self._work, None
        if work is not None:
            for signal, slot in (
                (work.done, self._done), (work.failed, self._failed), (work.cancelled, self._cancelled)
            ):  # fmt: skip
                signal.disconnect(slot)
            work.cancel()

    def close(self) -> None:
        """Give up what is under way and take the folder away."""
        self.forget()
        self._folder.cleanup()

    def free_path(self) -> Path:
        """A place for another file."""
        return Path(self._folder.name) / f"{next(self._numbers)}.pdf"

    def _done(self, made: object) -> None:
        self._work = None
        assert isinstance(made, Made)
        self._files.append(made.path)
        self.made.emit(made)
        while len(self._files) > _KEPT:
            self._files.pop(0).unlink(missing_ok=True)

    def _failed(self, error: Exception) -> None:
        self._work = None
        self.refused.emit(reason_of(error))

    def _cancelled(self) -> None:
        self._work = None
        self.stopped.emit()


def reason_of(error: Exception) -> Text:
    """What a failed report says; a fault of the program is raised on, for the crash reporter."""
    if isinstance(error, Refused):
        return error.problems[0].text
    if isinstance(error, ExportFailed):
        return error.message
    raise error
