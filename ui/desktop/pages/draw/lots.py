"""Lots drawn in public: large for the projector, one player after the other, typed or thrown on a key press."""

from secrets import choice

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from tournament import use_cases
from tournament.language import Text, mark
from tournament.use_cases import Book, By, Changes, View
from ui.desktop.controller import EventController
from ui.desktop.keys import key_name
from ui.desktop.pages.draw.acting import act
from ui.desktop.theme import font
from ui.desktop.translation import translator
from ui.desktop.widgets import painting

GROUND, TEXT, SECOND, RULE, ACCENT, WARNING = "#0F1416", "#F6F4EF", "#B9BEBF", "#2C3538", "#6CC3D5", "#F2BE5C"
"""The projector's colours, in both themes."""
_AT_1080 = {"title": 40, "name": 110, "number": 460, "line": 36, "hint": 30}
"""Sizes of type on a screen 1080 high; everything scales with the height."""
_LAST = 8
"""Numbers drawn before that stay in view."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class LotsScreen(QWidget):
    """A window of its own. Every number is written as soon as it is drawn."""

    filled = Signal()
    """Everybody has a number: the plan can be filled."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._controller = controller
        self._player = 0
        self._typed = ""
        self._shown = False
        self._problem: Text | None = None
        self._order: list[int] = []
        self.reserves: tuple[int, ...] = ()
        """Who is left out."""
        self.resize(1280, 720)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        translator.follow(self._retranslate)
        controller.changed.connect(self._changed)
        controller.opened.connect(self.close)

    def begin(self, reserves: tuple[int, ...] = ()) -> None:
        """Show the first player without a number; ``reserves`` draw none."""
        view = self._controller.view
        self.reserves = reserves
        self._order = [number for number in self._lots(view) if view is not None and number in view.players]
        self._next()
        self.show()
        self.activateWindow()
        self.setFocus()

    @property
    def player(self) -> int:
        """Number of the player in view, 0 when everybody has drawn."""
        return self._player

    def text(self) -> str:
        """What the screen says, for a screen reader."""
        return " | ".join(filter(None, (self._name(), self._figure(), translator.translate(self._below()))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits and Enter, Space for chance, arrows for another player, F11 for the whole screen, Esc to close."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.close()
        elif key == Qt.Key.Key_F11:
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        elif key in (*_ENTER, Qt.Key.Key_Space):
            self._go_on(thrown=key == Qt.Key.Key_Space)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._move(1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_Backspace and not self._typed and self._player:
            self._take(0)
        elif key == Qt.Key.Key_Backspace:
            self._typed = self._typed[:-1]
        elif event.text().isdigit() and len(self._typed) < 3 and self._player:
            self._typed, self._problem = self._typed + event.text(), None
            self._shown = False
        else:
            super().keyPressEvent(event)
        self._retranslate()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the player and the number."""
        painter = painting.begin(self)
        painter.fillRect(self.rect(), QColor(GROUND))
        unit = self.height() / 1080
        left, wide = 72 * unit, self.width() - 144 * unit
        self._write(painter, QRectF(left, 48 * unit, wide, 60 * unit), mark("Drawing of lots"), "title", SECOND)
        name = QRectF(left, 130 * unit, wide, 150 * unit)
        self._write(painter, name, self._name(), "name", TEXT, weight=600)
        number = QRectF(left, 270 * unit, wide, 520 * unit)
        self._write(painter, number, self._figure(), "number", ACCENT, weight=700, align=painting.CENTRE)
        below = QRectF(left, 800 * unit, wide, 56 * unit)
        tone = WARNING if self._problem is not None else SECOND
        self._write(painter, below, self._below(), "line", tone, align=painting.CENTRE)
        painter.fillRect(QRectF(left, 880 * unit, wide, max(unit, 1)), QColor(RULE))
        self._write(painter, QRectF(left, 900 * unit, wide, 56 * unit), self._before(), "line", TEXT)
        self._write(painter, QRectF(left, 980 * unit, wide, 48 * unit), _hint(), "hint", SECOND)

    def _write(
        self,
        painter: QPainter,
        rect: QRectF,
        text: Text | str,
        size: str,
        colour: str,
        *,
        weight: int = 400,
        align: Qt.AlignmentFlag = painting.LEFT,
    ) -> None:
        pixels = max(round(_AT_1080[size] * self.height() / 1080), 8)
        face = font(pixels, weight, figures=size == "number")
        painting.write(painter, rect, translator.translate(text), colour=colour, font=face, align=align)

    def _name(self) -> str:
        view = self._controller.view
        player = view.players.get(self._player) if view is not None else None
        return player.name if player is not None else ""

    def _figure(self) -> str:
        lot = self._lots(self._controller.view).get(self._player, 0)
        return self._typed or (str(lot) if self._shown and lot else "")

    def _below(self) -> Text:
        view = self._controller.view
        if self._problem is not None:
            return self._problem
        if not self._player:
            return mark("Everybody has a number. {key} fills the plan.", key=key_name("Return"))
        free = len(use_cases.free_lots(view, self.reserves)) if view is not None else 0
        return mark("Numbers left: {count}", count=free)

    def _before(self) -> str:
        view, lots = self._controller.view, self._lots(self._controller.view)
        if view is None:
            return ""
        last = [number for number in self._order if number in lots and number != self._player][-_LAST:]
        return "   ".join(f"{lots[number]} {view.players[number].name}" for number in reversed(last))

    def _go_on(self, *, thrown: bool) -> None:
        view = self._controller.view
        if view is None:
            return
        if not self._player:
            if not thrown:
                self.filled.emit()
                self.close()
        elif self._shown and not self._typed:
            self._next()
        elif self._typed:
            self._take(int(self._typed))
        elif thrown:
            self._take(choice(use_cases.free_lots(view, self.reserves)))

    def _take(self, lot: int) -> None:
        player, reserves = self._player, self.reserves

        def draw(book: Book, by: By) -> Changes:
            return use_cases.draw_lot(book, player, lot, reserves=reserves, by=by)

        self._problem = None
        self._typed = ""
        if act(self._controller, draw, self._refuse):
            self._shown = bool(lot)
            self._order = [number for number in self._order if number != player] + ([player] if lot else [])

    def _refuse(self, text: Text) -> None:
        self._problem = text

    def _next(self) -> None:
        """Go to the next player without a number."""
        waiting = self._waiting()
        after = [number for number in waiting if number > self._player]
        self._player = (after or waiting or [0])[0]
        self._shown, self._problem, self._typed = False, None, ""
        self._retranslate()

    def _move(self, step: int) -> None:
        """Look at another player, whether he has a number or not."""
        view = self._controller.view
        numbers = use_cases.drawn_players(view, self.reserves) if view is not None else ()
        if not numbers:
            return
        at = numbers.index(self._player) + step if self._player in numbers else 0
        self._player = numbers[at % len(numbers)]
        self._shown, self._problem, self._typed = self._player in self._lots(view), None, ""

    def _waiting(self) -> list[int]:
        view = self._controller.view
        lots = self._lots(view)
        return [
            number
            for number in (use_cases.drawn_players(view, self.reserves) if view is not None else ())
            if number not in lots
        ]

    @staticmethod
    def _lots(view: View | None) -> dict[int, int]:
        return dict(view.state.lots) if view is not None else {}

    def _changed(self, _changes: Changes) -> None:
        self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(translator.translate(mark("Drawing of lots")))
        self.setAccessibleName(self.text())
        self.update()


def _hint() -> Text:
    return mark(
        "{digits} type the number, {enter} · {space} by chance · {arrows} another player · {back} give it back · "
        "{esc} close",
        digits="0–9",
        enter=key_name("Return"),
        space=key_name("Space"),
        arrows="↑ ↓",
        back=key_name("Backspace"),
        esc=key_name("Esc"),
    )
