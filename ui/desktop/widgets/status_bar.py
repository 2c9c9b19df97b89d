"""The status bar: saved, undo and redo with what they take back, history, problems."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from tournament.language import Text, mark, mark_count
from ui.desktop.theme import Size, Tone, Type, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import LinkButton, bind
from ui.desktop.widgets.card import Rule
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.signs import Icon, StatusIcon


class StatusBar(QWidget):
    """Says "Saved" only when told that the commit returned."""

    undo_asked = Signal()
    redo_asked = Signal()
    history_asked = Signal()
    problems_asked = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(Size.STATUS_BAR)
        self._sign = Icon(StatusIcon.DONE.icon, size=16, tone=Tone.OK)
        self._saved = TextLabel(kind=Type.CAPTION_STRONG, figures=True)
        self._hands = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, figures=True)
        quiet = Tone.TEXT2
        self._undo = LinkButton("", shortcut="Ctrl+Z", icon="undo", kind=Type.CAPTION, tone=quiet)
        self._redo = LinkButton("", shortcut="Ctrl+Y", icon="redo", kind=Type.CAPTION, tone=quiet)
        bind(self._redo, "Ctrl+Shift+Z")
        self._history = LinkButton(mark("History"), hint="Ctrl+H", kind=Type.CAPTION, tone=quiet)
        self._problems = LinkButton("", shortcut="F8", icon=StatusIcon.DONE.icon, kind=Type.CAPTION, tone=quiet)
        self._lay_out()
        for button, signal in (
            (self._undo, self.undo_asked),
            (self._redo, self.redo_asked),
            (self._history, self.history_asked),
            (self._problems, self.problems_asked),
        ):
            button.clicked.connect(signal)
        self.set_undo(None)
        self.set_redo(None)
        self.set_no_problem()

    def _lay_out(self) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 1, 12, 0)
        line.setSpacing(4)
        line.addWidget(self._sign)
        line.addSpacing(3)
        line.addWidget(self._saved)
        line.addWidget(self._hands)
        line.addSpacing(14)
        line.addWidget(Rule(upright=True))
        line.addSpacing(10)
        line.addWidget(self._undo)
        line.addSpacing(10)
        line.addWidget(self._redo)
        line.addSpacing(10)
        line.addWidget(Rule(upright=True))
        line.addSpacing(10)
        line.addWidget(self._history)
        line.addStretch(1)
        line.addWidget(self._problems)

    def set_saved(self, time: str, hands: int) -> None:
        """Say that everything is on disk since ``time`` (``14:02:17``), with how many hands."""
        self._sign.set_icon(StatusIcon.DONE.icon, Tone.OK)
        self._saved.set_text(mark("Saved {time}", time=time))
        self._hands.set_text(mark_count("· {count} hand", "· {count} hands", hands))

    def set_undo(self, what: Text | None) -> None:
        """Name what undo takes back; None: nothing."""
        self._undo.set_text(mark("Undo: {what}", what=what) if what else mark("Nothing to undo"))
        self._undo.setEnabled(what is not None)

    def set_redo(self, what: Text | None) -> None:
        """Name what redo brings back; None: nothing."""
        self._redo.set_text(mark("Redo: {what}", what=what) if what else mark("Nothing to redo"))
        self._redo.setEnabled(what is not None)

    def set_history_open(self, is_open: bool) -> None:
        """Show that the history is the page in view."""
        self._history.set_tone(Tone.ACCENT if is_open else Tone.TEXT2)

    def set_problems(self, what: Text, sign: StatusIcon = StatusIcon.DIFFERS) -> None:
        """Say how many problems there are and where; F8 goes to them."""
        self._problems.set_icon(sign.icon)
        self._problems.set_tone(sign.tone)
        self._problems.set_text(what)

    def set_no_problem(self) -> None:
        """Say that all checks agree."""
        self._problems.set_icon(StatusIcon.DONE.icon)
        self._problems.set_tone(Tone.TEXT2)
        self._problems.set_text(mark("No problem found"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the line above."""
        painter = painting.begin(self)
        painter.fillRect(self.rect(), QColor(theme.tokens.surface))
        painter.fillRect(0, 0, self.width(), 1, QColor(theme.tokens.line))
