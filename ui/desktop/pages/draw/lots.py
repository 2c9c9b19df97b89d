"""Seating by lots, drawn in public in a large window; then the search for the seating that they give."""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from secrets import choice

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPaintEvent, QShortcut
from PySide6.QtWidgets import QWidget

from tournament import use_cases
from tournament.language import Text, mark
from tournament.use_cases.commands import DrawLot
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.form import NotRead
from ui.desktop.pages.draw.draw_form import DrawForm
from ui.desktop.pages.draw.proposal import propose_by_lots
from ui.desktop.theme import font
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.keys import key_name

GROUND, TEXT, SECOND, RULE, ACCENT, WARNING = "#0F1416", "#F6F4EF", "#B9BEBF", "#2C3538", "#6CC3D5", "#F2BE5C"
"""The projector's colours, in both themes."""
_EARLIER = 8
"""Number of earlier draws that stay visible."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class LotsWindow(QWidget):
    """A window for the projector, in which lots are drawn. Every number is recorded as soon as it is drawn."""

    filled = Signal()
    """Everybody has a number, so the seating can be filled in."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._controller = controller
        self._player = 0
        self._typed = ""
        self._shown = False
        self._problem: Text | None = None
        self._order: list[int] = []
        self.reserves: tuple[int, ...] = ()
        """The reserves, who get no seat."""
        self.resize(QSize(1280, 720).boundedTo(self.screen().availableSize()))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        translator.follow(self._retranslate)
        controller.changed.connect(self._changed)
        controller.opened.connect(self.close)

    def begin(self, reserves: tuple[int, ...] = ()) -> None:
        """Show the first player without a number; ``reserves`` draw none."""
        self.reserves = reserves
        self._order = list(self._lots)
        self._player = 0
        self._go_to_next()
        self.show()
        self.activateWindow()
        self.setFocus()

    def text(self) -> str:
        """The text of the window for screen readers."""
        return " | ".join(filter(None, (self._name(), self._number(), translator.translate(self._status()))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of the window.

        Digits and Enter type a number, Space draws a random one, arrows show another player, F11 switches to full
        screen, and Esc closes.
        """
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
            self._draw(0)
        elif key == Qt.Key.Key_Backspace:
            self._typed = self._typed[:-1]
        elif event.text().isdigit() and len(self._typed) < 3 and self._player:
            self._typed, self._problem, self._shown = self._typed + event.text(), None, False
        else:
            super().keyPressEvent(event)
        self._retranslate()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the player and the number. Everything scales with the height."""
        painter, unit = painting.begin(self), self.height() / 1080
        left, wide = 72 * unit, self.width() - 144 * unit
        painter.fillRect(self.rect(), QColor(GROUND))
        painter.fillRect(QRectF(left, 880 * unit, wide, max(unit, 1)), QColor(RULE))
        status = WARNING if self._problem is not None else SECOND
        for text, top, height, size, weight, colour, align in (
            (mark("Drawing of lots"), 48, 60, 40, 400, SECOND, painting.LEFT),
            (self._name(), 130, 150, 110, 600, TEXT, painting.LEFT),
            (self._number(), 270, 520, 460, 700, SECOND if self._typed else ACCENT, painting.CENTRE),
            (self._status(), 800, 56, 36, 400, status, painting.CENTRE),
            (self._earlier(), 900, 56, 36, 400, TEXT, painting.LEFT),
            (_keys_text(), 980, 48, 30, 400, SECOND, painting.LEFT),
        ):
            face = font(max(round(size * unit), 8), weight, figures=size == 460)
            place, words = QRectF(left, top * unit, wide, height * unit), translator.translate(text)
            painting.write(painter, place, words, colour=colour, font=face, align=align)

    @property
    def _lots(self) -> Mapping[int, int]:
        """The numbers drawn, by player."""
        view = self._controller.view
        return view.state.lots if view is not None else {}

    @property
    def _players(self) -> tuple[int, ...]:
        """All players who draw."""
        view = self._controller.view
        return use_cases.drawn_players(view, self.reserves) if view is not None else ()

    @property
    def _free(self) -> tuple[int, ...]:
        view = self._controller.view
        return use_cases.free_lots(view, self.reserves) if view is not None else ()

    def _name_of(self, number: int) -> str:
        view = self._controller.view
        player = view.players.get(number) if view is not None else None
        return player.name if player is not None else ""

    def _name(self) -> str:
        return self._name_of(self._player)

    def _number(self) -> str:
        lot = self._lots.get(self._player, 0)
        return self._typed or (str(lot) if self._shown and lot else "")

    def _status(self) -> Text:
        if self._problem is not None:
            return self._problem
        if not self._player:
            return mark("Every player has a number. Press {key} to fill the seating plan.", key=key_name("Return"))
        left, lot = mark("Numbers left: {count}", count=len(self._free)), self._lots.get(self._player, 0)
        if self._typed:
            return mark("{number} for {player}? {enter} saves it, {back} cancels.", number=self._typed,
                        player=self._name(), enter=key_name("Return"), back=key_name("Backspace"))  # fmt: skip
        if self._shown and lot:
            written = mark("Saved: {player} has number {number}.", number=lot, player=self._name())
            return mark("{written} {left}", written=written, left=left)
        return left

    def _earlier(self) -> str:
        lots = self._lots
        last = [number for number in self._order if number in lots and number != self._player][-_EARLIER:]
        return "   ".join(f"{lots[number]} {self._name_of(number)}" for number in reversed(last))

    def _go_on(self, *, thrown: bool) -> None:
        if not self._player:
            if not thrown:
                self.filled.emit()
                self.close()
        elif self._shown and not self._typed:
            self._go_to_next()
        elif self._typed:
            self._draw(int(self._typed))
        elif thrown:
            self._draw(choice(self._free))

    def _draw(self, lot: int) -> None:
        """Record that the current player drew ``lot``; 0 returns the player's number."""
        player = self._player
        self._typed = ""
        problems = attempt(self._controller, DrawLot(player, lot, tuple(self.reserves)))
        self._problem = problems[0].text if problems else None
        if not problems:
            self._shown = bool(lot)
            self._order = [number for number in self._order if number != player] + ([player] if lot else [])

    def _go_to_next(self) -> None:
        """Show the next player without a number."""
        waiting = [number for number in self._players if number not in self._lots]
        after = [number for number in waiting if number > self._player]
        self._show_player((after or waiting or [0])[0], shown=False)
        self._retranslate()

    def _move(self, step: int) -> None:
        """Show another player, with or without a number."""
        numbers = self._players
        if numbers:
            index = numbers.index(self._player) + step if self._player in numbers else 0
            player = numbers[index % len(numbers)]
            self._show_player(player, shown=player in self._lots)

    def _show_player(self, player: int, *, shown: bool) -> None:
        self._player, self._shown, self._problem, self._typed = player, shown, None, ""

    def _changed(self, _changes: object) -> None:
        if self.isVisible():  # it exists as long as its page, and is shown for a few minutes
            self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(translator.translate(mark("Drawing of lots")))
        self.setAccessibleName(self.text())
        self.update()


def _keys_text() -> Text:
    return mark(
        "{digits} type a number, {enter} confirm · {space} random · {arrows} another player · {back} "
        "return the number · {esc} close",
        digits="0–9",
        enter=key_name("Return"),
        space=key_name("Space"),
        arrows="↑ ↓",
        back=key_name("Backspace"),
        esc=key_name("Esc"),
    )


class Lots(QObject):
    """Opens the window for drawing lots, and then starts the search with the method, seed and reserves of ``form``."""

    search_wanted = Signal(object)
    """Everybody has a number: start this search for a seating."""

    def __init__(self, controller: EventController, form: DrawForm, page: QWidget) -> None:
        super().__init__(page)
        self._controller, self._form = controller, form
        self.window = LotsWindow(controller, parent=page)
        self.window.filled.connect(self._fill)
        self._why: Text | None = None
        self._no_lots = QShortcut(QKeySequence("Ctrl+L"), page)
        self._no_lots.activated.connect(self._refuse)

    def begin(self) -> None:
        """Open the window."""
        with suppress(NotRead):  # the problem is shown at its field
            self.window.begin(self._form.read_reserves())

    def set_refused(self, why: Text | None) -> None:
        """Set why lots cannot be drawn; None if they can.

        The key reports it while the button that has the key is hidden.
        """
        self._why = why
        self._no_lots.setEnabled(why is not None)

    def _fill(self) -> None:
        form, reserves = self._form, self.window.reserves
        with suppress(NotRead):  # the problem is shown at its field
            seed = form.read_seed()
            self.search_wanted.emit(partial(propose_by_lots, method=form.chosen_method, seed=seed, reserves=reserves))

    def _refuse(self) -> None:
        if self._why is not None:
            self._controller.messages.noted.emit(self._why)
