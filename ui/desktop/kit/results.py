"""Results on a page: the chip that says how final they are, and the band that hides those held for the ceremony.

A projector may show the same screen. So a page that has held results shows only the public ones at first, a key shows
the held ones, and leaving the page hides them again.
"""

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from tournament.language import mark
from tournament.use_cases import View
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.publication import public_text
from tournament.use_cases.results_state import ResultsState
from ui.desktop.controller import EventController
from ui.desktop.theme import Tone
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.layouts import row, stretched
from ui.desktop.widgets.signs import Chip


def show_results_state(chip: Chip, state: ResultsState | None) -> None:
    """Show ``state`` in ``chip``, or hide the chip if it is None or has no text."""
    text = None if state is None else state.text
    chip.setVisible(text is not None)
    if state is not None and text is not None:
        if state.provisional:
            chip.set_chip(text, icon="half", tone=Tone.WARN)
        else:
            chip.set_chip(text, icon="tick", tone=Tone.OK)


_COVERED = mark("This page shows only public results. Show the others only if nobody else sees this screen.")
_SHOWN = mark("This page shows them. They are covered again when you leave the page.")


class HeldResultsBand(QWidget):
    """Visible while the open event has results that are held for the ceremony. It belongs to a page: hiding the page
    covers them."""

    turned = Signal()
    """``covered`` changed: read the event again."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._public: tuple[View, PublicView] | None = None
        """The last argument of :meth:`shown_of` that had held results, and its public part."""
        self.covered = True
        """Whether held results are hidden."""
        self._notice = Notice(NoticeKind.WARN)
        self.show_held = OutlineButton("", shortcut="Ctrl+Shift+H")
        self.show_held.clicked.connect(lambda _checked: self.turn())
        row(stretched(self._notice), self.show_held, spacing=12, on=self)
        self.hide()

    def shown_of(self, view: View) -> View:
        """The view that the page may show: the public part of ``view`` while its results are held and covered."""
        if not self.covered or not self.holds(view):
            return view
        if self._public is None or self._public[0] is not view or len(self._public[1].journal) != len(view.journal):
            self._public = view, PublicView(view)
        return self._public[1]

    def holds(self, view: View) -> bool:
        """Whether ``view`` has results that are held now; it may show the event at an earlier moment."""
        publication = self._controller.book.view.state.publication
        return publication.held is not None and view.last_session > publication.session

    def follow(self, view: View | None) -> None:
        """Show the band if ``view`` has held results; otherwise hide it."""
        held = view is not None and self.holds(view)
        self.setVisible(held)
        if held:
            kind, body = (NoticeKind.INFO, _COVERED) if self.covered else (NoticeKind.WARN, _SHOWN)
            self._notice.show_notice(kind, public_text(self._controller.book.view), body)
            self.show_held.set_text(mark("Show held results") if self.covered else mark("Cover held results"))

    def text(self) -> str:
        """The current text, or an empty string."""
        return "" if self.isHidden() else self._notice.text()

    def hideEvent(self, event: QHideEvent) -> None:
        """Cover the held results when the page is left, not when the whole window is minimised."""
        super().hideEvent(event)
        if not event.spontaneous() and not self.covered:
            self.turn()

    def forget(self) -> None:
        """Discard what belongs to the previous event."""
        self.covered, self._public = True, None

    def turn(self) -> None:
        """Show the held results, or cover them again."""
        self.covered = not self.covered
        self.turned.emit()
