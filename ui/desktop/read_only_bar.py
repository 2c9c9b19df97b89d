"""A line under the top bar while nothing can be entered: what is shown, and how to return to entering."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tournament.language import mark
from ui.desktop.controller import EventController
from ui.desktop.copying import copying_of
from ui.desktop.dates import weekday_text
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import EdgedSurface
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row, stretched
from ui.desktop.widgets.signs import Icon

if TYPE_CHECKING:  # imported with the first event, so that the window opens sooner
    from tournament.use_cases import View

BACK = "F7"
"""The key that goes back to the present, or to the event open for writing."""
_ASIDE = mark("Read-only: nothing can be entered.")
_OF_DAMAGED = mark("The data may be wrong, and nothing can be entered. Open a copy of the event.")


class _Parts(NamedTuple):
    words: TextLabel
    aside: ElidedLabel
    back: LinkButton


class ReadOnlyBar(EdgedSurface):
    """Visible while the user looks at the past or at a read-only event, such as one with a damaged file."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.BottomEdge, ground="warn_soft", line="warn", parent=parent)
        self._controller = controller
        controller.opened.connect(self._follow)
        translator.follow(self._follow)

    @cached_property
    def _parts(self) -> _Parts:
        icon, words = (
            Icon("history", size=18, tone=Tone.WARN),
            TextLabel(kind=Type.DENSE_TOTAL, tone=Tone.WARN, figures=True),
        )
        aside, back = ElidedLabel(_ASIDE, kind=Type.DENSE), LinkButton("", shortcut=BACK)
        back.clicked.connect(self._return)
        row(icon, words, stretched(aside), back, margins=(16, 8, 12, 8), centred=False, on=self)
        return _Parts(words, aside, back)

    def text(self) -> str:
        """The current text, or an empty string."""
        return "" if self.isHidden() else self._parts.words.text()

    def _follow(self) -> None:
        past, view = self._controller.past, self._controller.view
        shown = past is not None or self._controller.read_only
        if shown and view is not None and len(view.journal):
            self._show_words(view)
        self.setVisible(shown)

    def _show_words(self, view: "View") -> None:
        past, (words, aside, back) = self._controller.past, self._parts
        aside.set_text(_OF_DAMAGED if view.damaged else _ASIDE)
        copy = past is None and self._is_copy()
        back.setVisible(self._origin() is not None if copy else past is not None or not view.damaged)
        last = view.journal[len(view.journal) - 1].time.astimezone()
        day, time = weekday_text(last.date()), f"{last:%H:%M:%S}"
        if view.damaged:
            words.set_text(mark("From a damaged file: last entry {day} at {time}", day=day, time=time))
        elif past is not None:
            words.set_text(mark("Event at {time} on {day}", day=day, time=time))
        elif copy:
            words.set_text(mark("A copy of the event; last entry {day} at {time}", day=day, time=time))
        else:
            words.set_text(mark("Open read-only; last entry {day} at {time}", day=day, time=time))
        if copy:
            back.set_text(mark("Back to the event"))
        else:
            back.set_text(mark("Return to the current version") if past is not None else mark("Open for editing"))

    def _is_copy(self) -> bool:
        """Whether the open event is one of the copies, which are read-only."""
        from tournament.use_cases.copies import copy_name

        return copy_name(Path(self._controller.book.place).name) is not None

    def _origin(self) -> Path | None:
        """The event from which the copy was opened."""
        return copying_of(self._controller).origin

    def _return(self) -> None:
        if self._controller.past is not None:
            self._controller.look_at(None)
            self._controller.navigation.page_wanted.emit("history")
        elif not self._is_copy():
            self._controller.navigation.event_wanted.emit(Path(self._controller.book.place))
        elif (origin := self._origin()) is not None:
            self._controller.navigation.event_wanted.emit(origin)
