"""The status bar: saved, copies, undo and redo and what they change, history, open points."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, mark, mark_count
from ui.desktop.theme import Density, Room, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, bind
from ui.desktop.widgets.card import EdgedSurface, Rule
from ui.desktop.widgets.labels import FittingLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.signs import StatusIcon, StatusSign

COPIES = "Ctrl+B"
"""Opens the list of copies."""


class StatusBar(EdgedSurface):
    """Shows the state of the event file; “Saved” appears only after the commit has returned."""

    undo_asked = Signal()
    redo_asked = Signal()
    history_asked = Signal()
    open_asked = Signal()
    copies_asked = Signal()
    desks_asked = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.TopEdge, parent=parent)
        button = partial(LinkButton, kind=Type.CAPTION, tone=Tone.TEXT2)
        self.saved = TextLabel(kind=Type.CAPTION_STRONG, figures=True)
        self.hands = FittingLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self.copies = button("", shortcut=COPIES, icon=StatusIcon.INFO.icon)
        self.copies.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.desks = button("", icon=StatusIcon.DONE.icon)
        self.desks.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.desks.hide()
        self.undo = button("", shortcut="Ctrl+Z", icon="undo")
        self.redo = button("", shortcut="Ctrl+Y", icon="redo")
        bind(self.redo, "Ctrl+Shift+Z")
        self.history = button(mark("History"), hint="Ctrl+H")
        self.open = button("", shortcut="F8", icon=StatusIcon.DONE.icon)
        self.open.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row(
            *(StatusSign(StatusIcon.DONE), 3, self.saved, self.hands, 14, Rule(upright=True)),
            *(10, self.copies, self.desks, 10, Rule(upright=True)),
            *(10, self.undo, 10, self.redo, 10, Rule(upright=True), 10, self.history, None, self.open),
            spacing=4,
            margins=(16, 1, 12, 0),
            centred=False,
            on=self,
        )
        self.undo.clicked.connect(self.undo_asked)
        self.redo.clicked.connect(self.redo_asked)
        self.history.clicked.connect(self.history_asked)
        self.open.clicked.connect(self.open_asked)
        self.copies.clicked.connect(self.copies_asked)
        self.desks.clicked.connect(self.desks_asked)
        self._copied: Text | str = ""
        self._copies_loud = False
        self.set_density(Density.NORMAL)
        self.set_undo(None)
        self.set_redo(None)

    def set_density(self, density: Density) -> None:
        """Set the height according to the window's height."""
        self.setFixedHeight(density.status_bar)

    def set_saved(self, time: str, hands: int) -> None:
        """Show that everything is on disk since ``time`` (``14:02:17``), and the number of hands."""
        self.saved.set_text(mark("Saved {time}", time=time))
        self.hands.set_texts(mark_count("· {count} hand", "· {count} hands", hands))

    def set_copies(self, what: Text, sign: StatusIcon, *, loud: bool) -> None:
        """Show when the last copy was made; the key opens the list of copies. It is coloured only if ``loud``."""
        self.copies.set_icon(sign.icon)
        self.copies.set_tone(sign.tone if loud else Tone.TEXT2)
        self._copied, self._copies_loud = what, loud
        self._give_way()

    def set_desks(self, what: Text | None, sign: StatusIcon) -> None:
        """Show whether the host of the shared event has everything; None if the event is not shared."""
        self.desks.setVisible(what is not None)
        if what is not None:
            self.desks.set_icon(sign.icon)
            self.desks.set_tone(Tone.TEXT2 if sign is StatusIcon.DONE else sign.tone)
            self.desks.set_text(what)

    def set_undo(self, what: Text | None) -> None:
        """Show what undo would undo; None if there is nothing."""
        self.undo.set_text(mark("Undo: {what}", what=what) if what else mark("Nothing to undo"))
        self.undo.setEnabled(what is not None)

    def set_redo(self, what: Text | None) -> None:
        """Show what redo would restore; None if there is nothing."""
        self.redo.set_text(mark("Redo: {what}", what=what) if what else mark("Nothing to redo"))
        self.redo.setEnabled(what is not None)
        self._give_way()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the contents to the new width."""
        super().resizeEvent(event)
        self._give_way()

    def _give_way(self) -> None:
        """In a narrow window hide the number of hands, a disabled redo, and the text of a good copy."""
        roomy = not Room(self.width(), self.window().height()).compact
        self.hands.setVisible(roomy)
        self.redo.setVisible(roomy or self.redo.isEnabled())
        self.copies.set_text(self._copied if roomy or self._copies_loud else "", name=self._copied)

    def set_history_open(self, is_open: bool) -> None:
        """Show whether the history is the current page."""
        self.history.set_tone(Tone.ACCENT if is_open else Tone.TEXT2)

    def set_open(self, what: Text, sign: StatusIcon) -> None:
        """Show how many points are open; F8 goes to them. Tables that differ and marked sheets are coloured."""
        self.open.set_icon(sign.icon)
        self.open.set_tone(sign.tone if sign in (StatusIcon.DIFFERS, StatusIcon.ASKS) else Tone.TEXT2)
        self.open.set_text(what)
