"""The list of recently opened files."""

from contextlib import suppress
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from tournament.language import Text, listed, mark, mark_count, mark_in, verbatim
from ui.desktop.controller import EventController
from ui.desktop.dates import day_text, span_text
from ui.desktop.long_work import CurrentWork, Step, Work
from ui.desktop.recent import RecentFile, recent_files
from ui.desktop.theme import Size, Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.cards import Rule
from ui.desktop.widgets.keys import draw_key, key_name, key_width
from ui.desktop.widgets.labels import TextLabel, plain_tooltip
from ui.desktop.widgets.layouts import column
from ui.desktop.widgets.signs import StatusIcon

STATES = {
    "drawn": mark("drawn, not published"),
    "published": mark("published"),
    "playing": mark_in("session", "playing"),
    "entered": mark("entered"),
    "verified": mark("verified"),
    "closed": mark("closed"),
    "cancelled": mark("cancelled"),
}
"""The states of a session, as in :mod:`tournament.ledger.session`, which is imported only with the first event."""


def state_text(file: RecentFile) -> Text:
    """Return how far the event was when it was last open on this computer."""
    if file.finished:
        return mark_count("finished, {count} player", "finished, {count} players", file.players)
    states = _states_text(file)
    if states is not None:
        return states
    if file.played:
        return mark("session {played} of {sessions} played", played=file.played, sessions=file.sessions)
    if file.drawn:
        return mark_count("drawn, {count} player", "drawn, {count} players", file.players)
    return mark_count("in preparation, {count} player", "in preparation, {count} players", file.players)


def _states_text(file: RecentFile) -> Text | None:
    """Return a text like “sessions: 1–2 closed, 3 playing, 4 published”, or None if it is not known."""
    parts = []
    for state, group in groupby(enumerate(file.states, start=1), key=itemgetter(1)):
        numbers = [number for number, _state in group]
        if state in STATES:
            span = f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
            parts.append(Text("{sessions} {state}", (("sessions", span), ("state", STATES[state]))))
    if not parts:
        return None
    text = listed(parts)
    return mark("evenings: {states}", states=text) if file.evenings else mark("sessions: {states}", states=text)


# painted, because six rows of labels would cost 17 ms of the first paint of the program
class _RecentRow(QAbstractButton):
    """A row that opens its file. If the file is missing, the row stays, says why, and tries again when clicked."""

    def __init__(self, file: RecentFile, key: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.file = file
        self._key, self._reason = key, verbatim("")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def set_reason(self, reason: Text) -> None:
        """Show why the file cannot be opened."""
        self._reason = reason
        self._retranslate()

    def reason(self) -> str:
        """Why the file cannot be opened, or an empty string."""
        return translator.translate(self._reason)

    def sizeHint(self) -> QSize:
        """Size of three lines with their margins."""
        return QSize(480, 84)

    def minimumSizeHint(self) -> QSize:
        """Elide the text rather than widen the page."""
        return QSize(260, 84)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint three lines, the time and the key, and a line below."""
        painter, tokens, rect = painting.begin(self), theme.tokens, QRectF(self.rect())
        if self.hasFocus():
            inner = rect.adjusted(0, 3, 0, -4)
            painting.box(painter, inner, radius=Size.RADIUS, fill=tokens.surface, border=tokens.accent, width=2)
        elif self.underMouse():
            painting.box(painter, rect.adjusted(0, 3, 0, -4), radius=Size.RADIUS, fill=tokens.surface2)
        painting.box(painter, QRectF(0, rect.height() - 1, rect.width(), 1), radius=0, fill=tokens.line)
        right = self._paint_key(painter, rect)
        self._paint_lines(painter, rect.adjusted(10, 0, 0, 0), right)

    def _paint_key(self, painter: QPainter, rect: QRectF) -> float:
        if not self._key:
            return rect.right() - 10
        name = key_name(self._key)
        wide = max(key_width(name), 42.0)
        draw_key(painter, QRectF(rect.right() - wide - 10, 0, wide, rect.height() - 1), name)
        return rect.right() - wide - 34

    def _paint_lines(self, painter: QPainter, rect: QRectF, right: float) -> None:
        tokens = theme.tokens
        gone = bool(self._reason.message)
        when = self._when()
        room = painting.width_of(when, Type.DENSE, figures=True)
        line = QRectF(rect.left(), 12, right - rect.left(), 20)
        painting.words(painter, line, when, colour=tokens.text2, kind=Type.DENSE, align=painting.RIGHT, figures=True)
        name = self.file.name or self.file.path
        ink, kind = (tokens.text2, Type.BODY) if gone else (tokens.text, Type.TOTAL)
        painting.words(painter, line.adjusted(0, 0, -room - 16, 0), name, colour=ink, kind=kind)
        line.translate(0, 20)
        painting.words(painter, line, self._state(), colour=tokens.text2, kind=Type.DENSE, figures=True)
        line.translate(0, 19)
        if gone:
            StatusIcon.ASKS.draw(painter, QRectF(line.left(), line.center().y() - 7, 14, 14))
            line.setLeft(line.left() + 19)
        words, tone = (self.reason(), Tone.WARN) if gone else (self.file.path, Tone.TEXT3)
        painting.words(painter, line, words, colour=tone.of(tokens), kind=Type.CAPTION)

    def _state(self) -> str:
        days = span_text(self.file.starts, self.file.ends)
        state = translator.translate(state_text(self.file))
        return f"{days} · {state}" if days else state

    def _when(self) -> str:
        local = self.file.when.astimezone()
        if local.date() == datetime.now().astimezone().date():
            return translator.translate(mark("today {time}", time=f"{local:%H:%M}"))
        return day_text(local.date())

    def _retranslate(self) -> None:
        name = self.file.name or self.file.path
        self.setAccessibleName(", ".join(filter(None, (name, self._state(), self.reason() or self.file.path))))
        self.setToolTip(plain_tooltip(self.reason() or self.file.path))
        self.update()


_SHOWN = 6
_PATIENCE, _LOOK = 5.0, 0.1
"""Seconds until a drive counts as not responding, and between two checks whether the user still waits."""


class RecentFiles(QWidget):
    """A row for each recent file. A network drive may be slow, so files are looked for off the GUI thread."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._looking = CurrentWork(self)
        self._looking.done.connect(self._show_missing)
        self.rows: list[_RecentRow] = []
        self._rows = column(spacing=0)
        self._none = TextLabel(mark("No event has been opened on this computer yet."), tone=Tone.TEXT2, wrap=True)
        safe = mark("All data stays on this computer. An event is one file, saved after every entry.")
        column(
            TextLabel(mark("Recent"), kind=Type.PANEL_TITLE),
            12,
            Rule(strong=True),
            self._none,
            self._rows,
            14,
            TextLabel(safe, kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True),
            None,
            spacing=0,
            margins=(3, 0),
            on=self,
        )
        for index in range(_SHOWN):
            shortcut = QShortcut(QKeySequence(f"Ctrl+{index + 1}"), self)
            shortcut.activated.connect(lambda index=index: self._press(index))
        controller.messages.event_refused.connect(self._refused)

    def set_top(self, top: int) -> None:
        """Leave ``top`` pixels free above the list."""
        self.setContentsMargins(0, top, 0, 0)

    def refresh(self) -> None:
        """Show the current list."""
        for row in self.rows:
            self._rows.removeWidget(row)
            row.deleteLater()
        self.rows = []
        navigation = self._controller.navigation
        for index, file in enumerate(recent_files()[:_SHOWN]):
            made = _RecentRow(file, f"Ctrl+{index + 1}")
            made.clicked.connect(lambda _checked=False, path=Path(file.path): navigation.event_wanted.emit(path))
            self._rows.addWidget(made)
            self.rows.append(made)
        self._none.setVisible(not self.rows)
        self._none.setContentsMargins(0, 16, 0, 0)
        self._find_missing()

    def _find_missing(self) -> None:
        paths = [row.file.path for row in self.rows]
        if paths:
            self._looking.start(Work(lambda step: _missing(paths, step)))

    def _show_missing(self, missing: dict[str, Text]) -> None:
        for row in self.rows:
            if row.file.path in missing:
                row.set_reason(missing[row.file.path])

    def _refused(self, path: Path, reason: Text) -> None:
        for row in self.rows:
            if row.file.path == str(path):
                row.set_reason(reason)

    def _press(self, index: int) -> None:
        if index < len(self.rows):
            self.rows[index].click()


def _missing(paths: list[str], step: Step) -> dict[str, Text]:
    """Return the reason for each missing file of ``paths``.

    All are asked for at once, because a disconnected network drive may take minutes to answer.
    """
    answers: SimpleQueue[tuple[str, Text | None]] = SimpleQueue()
    for name in paths:
        Thread(target=lambda name=name: answers.put((name, _reason(Path(name)))), daemon=True).start()
    found: dict[str, Text | None] = {}
    until = monotonic() + _PATIENCE
    while len(found) < len(paths) and (left := until - monotonic()) > 0:
        step(len(found), len(paths))
        with suppress(Empty):
            name, reason = answers.get(timeout=min(left, _LOOK))
            found[name] = reason
    silent = dict.fromkeys(set(paths) - found.keys(), mark("not found: the drive does not respond"))
    return {name: reason for name, reason in (found | silent).items() if reason is not None}


def _reason(path: Path) -> Text | None:
    """Return why there is no file at ``path``; None if there is one."""
    try:
        if path.exists():
            return None
        anchor = Path(path.anchor)
        if path.anchor and not anchor.exists():
            return mark("not found: drive {drive} is not connected", drive=path.drive or path.anchor)
        if not path.parent.exists():
            return mark("not found: folder {folder} does not exist", folder=str(path.parent))
    except OSError as error:  # the drive is connected and fails, or the folder may not be read
        return mark("not found: {reason}", reason=error.strerror or str(error))
    return mark("not found: moved, renamed or deleted")
