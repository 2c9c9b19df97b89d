"""The screens of the hall: the countdown, a card for each screen, messages, and the chosen screen in browsers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import time
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QImage, QKeyEvent, QKeySequence, QPaintEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QSizePolicy, QWidget

from reports.code_matrix import matrix_of
from tournament.language import Text, listed, mark
from ui.desktop.clock import CountdownCard
from ui.desktop.controller import EventController
from ui.desktop.display.connected_monitors import connected_monitors
from ui.desktop.display.hall_controller import HallController, ScreenCondition
from ui.desktop.display.keep_awake import keep_awake
from ui.desktop.display.screen_previews import ScreenPreviews
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.pages.display.part import DisplayPart
from ui.desktop.pages.display.screen_panel import ScreenPanel, monitor_text
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.theme import Room, Size, Tone, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import AccessibleItem
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, NoticeKind, Question
from ui.desktop.widgets.choices import PaintedChoices
from ui.desktop.widgets.code_picture import CodePicture
from ui.desktop.widgets.fields import ChoiceBox, TextField
from ui.desktop.widgets.keys import ENTER, ESCAPE, KeyText, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, aligned, boxed, bring_into_view, column, row, stretched
from ui.hall.browsers import ServedScreens, browsers_text, kept_browsers
from ui.hall.hall_state import HallScreen, HallState, ScreenContent, contents_text, screen_address
from ui.hall.monitors import on_monitor, own_monitor

COPY = "Ctrl+Shift+C"


class _BrowserReading(NamedTuple):
    """What one reading found: the state of the screens in browsers, and the QR code of each address by screen."""

    served: ServedScreens | None
    codes: dict[str, tuple[bytes, ...]]


class _BrowsersCard(Card):
    """The address of the chosen screen for browsers. ``look`` reads what the serving program last wrote."""

    looked = Signal()

    def __init__(self, controller: EventController, hall: HallController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._hall = controller, hall
        self._screen = ""
        self._last = _BrowserReading(None, {})
        self._looking = CurrentWork(self)
        self.address = TextField(name=mark("Address of the screen"))
        self.address.setReadOnly(True)
        self.copy = OutlineButton(mark("Copy"), name=mark("Copy the address of the screen"), shortcut=COPY)
        self.code = CodePicture(mark("QR code of the screen"))
        self.state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        words = column(self.state, self.address, row(self.copy, None), None, spacing=8)
        add(self.body, TextLabel(mark("In a browser"), kind=Type.LABEL))
        add(self.body, row(aligned(self.code, Qt.AlignmentFlag.AlignTop), stretched(words), spacing=12, centred=False))
        self.copy.clicked.connect(lambda _checked: QApplication.clipboard().setText(self.address.text()))
        self._looking.done.connect(self._looked)

    def text_of(self, screen: str) -> Text | None:
        """Which browsers show the screen of this name, in words; None if none does."""
        served, now = self._last.served, time()
        return browsers_text(served, screen, now) if served is not None and served.browsers else None

    def is_shown(self, screen: str) -> bool:
        """Whether a browser shows the screen of this name now."""
        return self._last.served is not None and bool(self._last.served.showing(screen, time()))

    def look(self) -> None:
        """Read what the serving program last wrote, off the GUI thread."""
        state = self._hall.state
        if state.event and not self._looking.busy:
            self._looking.start(Work(lambda _step: _read(state)))

    def show_hall(self, chosen: str) -> None:
        """Show how a browser reaches the screen ``chosen``."""
        self._screen, served, now = chosen, self._last.served, time()
        is_served = served is not None and served.is_served(now)
        known = is_served and chosen in self._last.codes
        for part in (self.address, self.copy, self.code):
            part.setVisible(known)
        self.state.set_text(self._state_text(served if is_served else None, now))
        if known and served is not None:
            address = _address(served, self._hall.state, chosen)
            if address != self.address.text() or self.code.pixmap().isNull():
                self.address.setText(address)
                self.address.setCursorPosition(0)
                self.code.show_code(self._last.codes[chosen])

    def _state_text(self, served: ServedScreens | None, now: float) -> Text:
        if served is not None:
            shown = browsers_text(served, self._screen, now)
            return shown or mark("Open this address in the browser of a television or a small computer.")
        joined = joined_event_of(self._controller)
        if joined.book is not None and joined.hosting is None:
            return mark("Browsers show the screens of the computer that hosts the event.")
        return mark("A television or a small computer shows screens in its browser, without a cable: show the results "
                    "on phones, on the page Phones.")  # fmt: skip

    def _looked(self, look: _BrowserReading) -> None:
        self._last = look
        self.show_hall(self._screen)
        self.looked.emit()


def _read(state: HallState) -> _BrowserReading:
    served = kept_browsers(state.event)
    if served is None or not served.address:
        return _BrowserReading(served, {})
    return _BrowserReading(served, {each.name: matrix_of(_address(served, state, each.name)) for each in state.screens})


def _address(served: ServedScreens, state: HallState, name: str) -> str:
    screen = state.screen(name)
    return served.address + screen_address(state, screen) if screen is not None else served.address


_MESSAGE_LENGTH = 300
_ALL, _CHOSEN = "all", "chosen"


class _MessageCard(Card):
    """A line for the message, a choice of screens, and two buttons; below, the screens that have a message."""

    def __init__(self, hall: HallController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._hall = hall
        self._screen = ""
        self.line = TextField(name=mark("Message to the hall"), placeholder=mark("Message to players"))
        self.line.setMaxLength(_MESSAGE_LENGTH)
        self.to = ChoiceBox(mark("To which screens"))
        self.send = OutlineButton(mark("Send"), hint="Return")
        self.take_away = OutlineButton(mark("Remove"), name=mark("Remove the message"))
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        add(self.body, TextLabel(mark("Message"), kind=Type.LABEL))
        add(self.body, row(stretched(self.line), spacing=8))
        add(self.body, row(stretched(self.to), self.send, self.take_away, spacing=8))
        add(self.body, self._state)
        self.send.clicked.connect(lambda _checked: self._send())
        self.take_away.clicked.connect(lambda _checked: self._take_away())
        answer_keys(self.line, dict.fromkeys(ENTER, self._send))

    def show_hall(self, chosen: str) -> None:
        """Show the current messages; ``chosen`` is the name of the chosen screen."""
        self._screen, state = chosen, self._hall.state
        choices: list[tuple[str, Text | str]] = [(_ALL, mark("to all screens"))]
        if chosen:
            choices.append((_CHOSEN, mark("to “{screen}” only", screen=chosen)))
        self.to.set_choices(choices)
        having = [each.name for each in state.screens if each.message]
        self.to.setVisible(len(state.screens) > 1)
        self.take_away.setVisible(bool(having or state.message))
        self._state.setVisible(bool(having))
        if having:
            text = next(each.message for each in state.screens if each.message)
            self._state.set_text(mark("“{message}” is on: {screens}.", message=text, screens=listed(having)))

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self.line.clear()

    def _send(self) -> None:
        text = " ".join(self.line.text().split())
        if not text or not self._hall.may_change:
            return
        state = self._hall.state
        to_all = self.to.currentData() != _CHOSEN
        names = frozenset(each.name for each in state.screens) if to_all else frozenset((self._screen,))
        self._hall.change(state.with_message(text, names))
        self.line.selectAll()

    def _take_away(self) -> None:
        self._hall.change(self._hall.state.without_messages())


_PICTURE = QSize(176, 99)
_HIGH, _BETWEEN, _EDGE = 136, 8, 11
_LEAST_WIDE = 340
_UNSEEN = 0.35
"""Opacity of the picture of a screen that nobody sees."""
_LINES = (20, 18, 18, 18, 18, 22)
"""Heights in pixels: name, monitor, contents, current page, browsers, state."""


@dataclass(frozen=True, slots=True)
class _ScreenRow:
    """The texts on the card of a screen."""

    name: str
    monitor: Text | str
    contents: Text
    shown: Text | None
    """What the screen shows now; None while nobody sees it."""
    condition: ScreenCondition
    browsers: Text | None = None
    """Which browsers show it, or showed it before; None if none did."""
    held: bool = False
    message: bool = False
    visible: bool = True
    """Whether somebody sees it now: on a monitor, in a window or in a browser."""


class _ScreenCards(PaintedChoices):
    """A column of cards, one for each screen. Up, Down, Home, End and clicks choose."""

    chosen = Signal(str)
    """The user chose the screen with this name."""
    pressed = Signal(int)
    """A key for the chosen screen (Qt.Key): Return, Space, PgUp, PgDown or Delete."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[_ScreenRow, ...] = ()
        self._pictures: dict[str, QImage] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("ring", False)
        translator.follow(self._retranslate)

    @property
    def current(self) -> str:
        """Name of the chosen screen; empty if there is none."""
        return self._rows[self._index].name if 0 <= self._index < len(self._rows) else ""

    @property
    def rows(self) -> tuple[_ScreenRow, ...]:
        """The current rows."""
        return self._rows

    def show_rows(self, rows: Sequence[_ScreenRow]) -> None:
        """Show these screens.

        The chosen one stays chosen if it still exists, otherwise the one in its place is chosen.
        """
        if tuple(rows) == self._rows:
            return
        name, count = self.current, len(self._rows)
        self._rows = tuple(rows)
        places = {row.name: index for index, row in enumerate(self._rows)}
        self._index = places.get(name, min(max(self._index, 0), len(self._rows) - 1))
        for gone in self._pictures.keys() - {each.name for each in rows}:
            del self._pictures[gone]
        if len(self._rows) != count:
            self.updateGeometry()
        self.update()
        self.item_changed(self._index)

    def set_current(self, name: str) -> None:
        """Choose without emitting ``chosen``. Does nothing if no screen has this name."""
        found = next((index for index, row in enumerate(self._rows) if row.name == name), None)
        if found is not None:
            self._index = found
            self.update()

    @property
    def picture_points(self) -> int:
        """The best width in pixels for a picture: twice its width on the card, to be scaled down smoothly."""
        return round(2 * _PICTURE.width() * self.devicePixelRatioF())

    def show_picture(self, name: str, picture: QImage) -> None:
        """Show the current picture of the screen with this name."""
        ratio = self.devicePixelRatioF()
        size = _PICTURE * ratio
        rough = picture.scaled(size * 2, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.FastTransformation)
        small = rough.scaled(size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        small.setDevicePixelRatio(ratio)
        self._pictures[name] = small
        self.update()

    def picture_of(self, name: str) -> QImage | None:
        """The picture on the card of this screen, or None."""
        return self._pictures.get(name)

    def sizeHint(self) -> QSize:
        """Size of all cards."""
        return QSize(460, len(self._rows) * (_HIGH + _BETWEEN))

    def minimumSizeHint(self) -> QSize:
        """The same as the size hint: cards are never cut."""
        return QSize(_LEAST_WIDE, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the choice up and down; emit keys for the chosen screen."""
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.choose(self._index + (1 if key == Qt.Key.Key_Down else -1))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Delete):
            if not event.isAutoRepeat():
                self.pressed.emit(Qt.Key.Key_Return if key == Qt.Key.Key_Enter else key)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.pressed.emit(key)
        else:
            super().keyPressEvent(event)

    def choice_rects(self) -> list[QRectF]:
        """The rectangles of the cards."""
        return [QRectF(0, index * (_HIGH + _BETWEEN), self.width(), _HIGH) for index in range(len(self._rows))]

    def choice_made(self) -> None:
        """Show the choice and emit ``chosen``."""
        self.update()
        bring_into_view(self, self.choice_rects()[self._index].toRect())
        self.chosen.emit(self.current)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the cards."""
        painter, tokens = painting.begin(self), theme.tokens
        for index, (screen, rect) in enumerate(zip(self._rows, self.choice_rects(), strict=True)):
            on = index == self._index
            fill = tokens.accent_soft if on else tokens.surface
            border = tokens.accent if on and self.hasFocus() else tokens.line_strong if on else tokens.line
            width = 2.0 if on and self.hasFocus() else 1.0
            painting.box(painter, rect, radius=Size.CARD_RADIUS, fill=fill, border=border, width=width)
            place = QRectF(rect.left() + _EDGE, rect.top() + _EDGE, _PICTURE.width(), _PICTURE.height())
            painting.box(painter, place, radius=2, fill=tokens.surface2, border=tokens.line)
            picture = self._pictures.get(screen.name)
            if picture is not None:
                size = picture.deviceIndependentSize()
                left = place.left() + (place.width() - size.width()) / 2
                painter.setOpacity(1.0 if screen.visible else _UNSEEN)
                painter.drawImage(QRectF(left, place.top() + (place.height() - size.height()) / 2,
                                         size.width(), size.height()), picture)  # fmt: skip
                painter.setOpacity(1.0)
            else:
                icons.paint(painter, "display", QRectF(place.center().x() - 12, place.center().y() - 12, 24, 24),
                            tokens.text3)  # fmt: skip
            words = QRectF(place.right() + 14, rect.top() + _EDGE, rect.right() - place.right() - 26, _LINES[0])
            styles = ((Type.TOTAL, tokens.text), (Type.DENSE, tokens.text2), (Type.DENSE, tokens.text2),
                      (Type.DENSE, tokens.text), (Type.DENSE, tokens.text2))  # fmt: skip
            for line, (kind, colour), high in zip(_lines(screen), styles, _LINES, strict=False):
                words.setHeight(high)
                painting.words(painter, words, line, colour=colour, kind=kind)
                words.translate(0, high)
            icon, tone = _sign(screen)
            ink = tone.of(tokens)
            icons.paint(painter, icon, QRectF(words.left(), words.top() + 4, 14, 14), ink)
            words.setHeight(_LINES[-1])
            words.setLeft(words.left() + 20)
            painting.words(painter, words, _state(screen), colour=ink, kind=Type.DENSE_TOTAL)

    def accessible_items(self) -> list[AccessibleItem]:
        """The screens; the chosen one is checked."""
        return [
            AccessibleItem(row.name, rect, index == self._index, description=", ".join((_state(row), *_lines(row)[1:])))
            for index, (row, rect) in enumerate(zip(self._rows, self.choice_rects(), strict=True))
        ]

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Screens of the hall")))
        self.update()


def _lines(row: _ScreenRow) -> list[str]:
    monitor = row.monitor if isinstance(row.monitor, str) else translator.translate(row.monitor)
    seen = [each for each in (row.shown, row.browsers) if each is not None] or [mark("Not visible")]
    return [row.name, monitor, *map(translator.translate, (row.contents, *seen))]


def _state(row: _ScreenRow) -> str:
    parts = [mark("In a browser") if _only_in_browser(row) else row.condition.text]
    if row.message:
        parts.append(mark("with a message"))
    if row.held:
        parts.append(mark("page on hold"))
    return translator.translate(listed(parts))


def _only_in_browser(row: _ScreenRow) -> bool:
    return row.visible and row.condition is ScreenCondition.CLOSED


def _sign(row: _ScreenRow) -> tuple[str, Tone]:
    if row.condition is ScreenCondition.ON_SHOW or _only_in_browser(row):
        return "tick", Tone.OK
    if row.condition is ScreenCondition.CLOSED:
        return "minus", Tone.TEXT2
    return "triangle", Tone.DANGER


_EVERY = 1000
"""Milliseconds between two live pictures, and between two readings of the countdown."""
_TOP = Qt.AlignmentFlag.AlignTop


class ScreensView(DisplayPart):
    """The cards with the countdown above them and the panel beside them. Everything can be done by keys."""

    def __init__(self, controller: EventController, hall: HallController) -> None:
        super().__init__(controller, hall)
        self.countdown = CountdownCard(controller)
        self.cards = _ScreenCards()
        self.panel = ScreenPanel(hall)
        self.message = _MessageCard(hall)
        self.browsers = _BrowsersCard(controller, hall)
        self.add = PrimaryButton(mark("Add screen"), shortcut="Ins", icon="plus")
        self.identify = OutlineButton(mark("Identify screens"), shortcut="Ctrl+I")
        self.blank = OutlineButton(mark("Blank all"), shortcut="Ctrl+0")
        self.clock = OutlineButton(mark("Clock on all"), shortcut="Ctrl+T")
        self.back = OutlineButton(mark("Show again"), shortcut="Ctrl+R")
        self.question = Question()
        self.remove = PrimaryButton(mark("Remove"), hint="Return")
        self._keep = LinkButton(mark("Keep"), hint="Esc")
        self._asked = boxed(column(self.question, row(self.remove, self._keep, None), spacing=8))
        self._state = KeyText(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.previews = ScreenPreviews(controller, self)
        self._second = QTimer(self, interval=_EVERY)
        self._second.timeout.connect(self.show_now)
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        self._asked.hide()
        actions = row(self.add, self.identify, self.blank, self.clock, self.back, None, spacing=8)
        self._cards = boxed(column(self.cards, self._state, spacing=10))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(12)
        margins = (Size.PAGE_MARGIN, 0, Size.PAGE_MARGIN, Size.PAGE_MARGIN)
        inside = boxed(column(self.countdown, actions, self._asked, self._grid, None, spacing=12, margins=margins))
        column(Scrolled(inside), on=self)

    def _listen(self) -> None:
        self.add.clicked.connect(lambda _checked: self._add())
        self.identify.clicked.connect(lambda _checked: self.hall.identify())
        self.blank.clicked.connect(lambda _checked: self._show_only(ScreenContent.BLANK))
        self.clock.clicked.connect(lambda _checked: self._show_only(ScreenContent.CLOCK))
        self.back.clicked.connect(lambda _checked: self.hall.bring_back())
        self.remove.clicked.connect(lambda _checked: self._remove())
        self._keep.clicked.connect(lambda _checked: self._stop_asking())
        self.cards.chosen.connect(lambda _name: self.show_hall())
        self.cards.pressed.connect(self._key_pressed)
        self.panel.removal_asked.connect(self._ask_removal)
        self.browsers.looked.connect(self._show_browsers)
        self.previews.painted.connect(self._show_preview)
        self.hall.changed.connect(self._hall_changed)
        keep_awake.changed.connect(self._hall_changed)
        answer_keys(self.remove, {ESCAPE: self._stop_asking, **dict.fromkeys(ENTER, self._remove)})
        for keys, target in (("F2", self.panel.name), ("Ctrl+M", self.message.line)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._goes_to(target))

    def focus_target(self) -> QWidget:
        """The cards, or the button that adds a screen if there is none."""
        return self.cards if self.hall.state.screens else self.add

    def fit(self, room: Room) -> None:
        """Put the parts below one another in a narrow window."""
        compact = ((0, 0, 1), (1, 0, 1), (2, 0, 1), (3, 0, 1))
        places = compact if room.compact else ((0, 0, 1), (0, 1, 3), (1, 0, 1), (2, 0, 1))
        parts = (self._cards, self.panel, self.message, self.browsers)
        for part, (line, side, lines) in zip(parts, places, strict=True):
            self._grid.addWidget(part, line, side, lines, 1, _TOP)
        self._grid.setColumnStretch(0, 5)
        self._grid.setColumnStretch(1, 0 if room.compact else 4)

    def forget(self) -> None:
        """Drop what was typed for the previous event."""
        self._stop_asking()
        self.message.forget()
        self.previews.forget()

    def show_hall(self) -> None:
        """Show the current state of the hall."""
        view, state = self.controller.view, self.hall.state
        if view is None:
            return
        self.cards.show_rows([self._row(screen) for screen in state.screens])
        self.cards.setVisible(bool(state.screens))
        self.panel.show_screen(state.screen(self.cards.current), drawn=view.settings.format.is_drawn)
        self.message.show_hall(self.cards.current)
        self.browsers.show_hall(self.cards.current)
        self.browsers.setVisible(bool(state.screens))
        self._state.set_text(self._state_text())
        may, screens = self.hall.may_change, bool(state.screens)
        self.add.setVisible(may)
        self.add.set_filled(not screens)
        for part in (self.blank, self.clock):
            part.setVisible(may and screens)
        self.message.setVisible(may and screens)
        self.back.setVisible(any(self.hall.condition(name).can_be_brought_back for name in self.hall.troubles))
        self.show_now()

    def show_now(self) -> None:
        """Show the time left, and what each screen shows now as a picture and in words."""
        if not self.isVisible():
            return
        self.countdown.show_now()
        self.browsers.look()
        for screen in self.hall.state.screens:
            picture = self.hall.picture(screen.name, self.cards.picture_points)
            if picture is not None:
                self.cards.show_picture(screen.name, picture)
        self.previews.look((each for each in self.hall.state.screens if self.hall.window_of(each.name) is None),
                           self.hall.state)  # fmt: skip
        self._show_browsers()

    def _show_preview(self, name: str) -> None:
        picture = self.previews.picture(name, self.cards.picture_points)
        if picture is not None and self.hall.window_of(name) is None:
            self.cards.show_picture(name, picture)

    def _show_browsers(self) -> None:
        """Show which screens are in browsers, and the state of every screen."""
        screens = self.hall.state.screens
        self.browsers.show_hall(self.cards.current)
        self.identify.setVisible(any(each.open or self.browsers.is_shown(each.name) for each in screens))
        self.cards.show_rows([self._row(screen) for screen in screens])

    def showEvent(self, event: QShowEvent) -> None:
        """Start the live pictures and the countdown."""
        super().showEvent(event)
        self._second.start()
        QTimer.singleShot(0, self, self.show_now)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the live pictures and the countdown."""
        super().hideEvent(event)
        self._second.stop()

    def _row(self, screen: HallScreen) -> _ScreenRow:
        window, in_browser = self.hall.window_of(screen.name), self.browsers.is_shown(screen.name)
        shown = window.shown_text() if window is not None else self.previews.text(screen.name) if in_browser else None
        condition = self.hall.condition(screen.name)
        own = own_monitor(screen, connected_monitors())
        if own is not None:
            monitor: Text | str = monitor_text(own, self.hall.desk_monitor)
        elif screen.monitor:
            monitor = mark("{monitor}, disconnected", monitor=screen.monitor)
        else:
            monitor = mark("A separate window")
        return _ScreenRow(
            screen.name, monitor, contents_text(screen), shown, condition, self.browsers.text_of(screen.name),
            held=screen.held is not None, message=bool(screen.message),
            visible=in_browser or condition is ScreenCondition.ON_SHOW,
        )  # fmt: skip

    def _state_text(self) -> Text:
        """The state of the hall as a whole, in a line."""
        if not self.hall.state.screens:
            return mark(
                "There is no screen yet. Add one: a projector or a second monitor shows the "
                "clock, the standings and the seats by itself."
            )
        if keep_awake.problem is not None:
            return keep_awake.problem
        if self.controller.read_only:
            return mark("The event is open read-only: changes to the screens are not saved.")
        return mark("Screens show only public results.")

    def _hall_changed(self) -> None:
        if self.isVisible():
            self.show_hall()

    def _add(self) -> None:
        if not self.hall.may_change:
            return
        state, number = self.hall.state, len(self.hall.state.screens) + 1
        name = translator.translate(mark("Screen {number}", number=number))
        while state.screen(name) is not None:
            number += 1
            name = translator.translate(mark("Screen {number}", number=number))
        self.hall.change_screen(on_monitor(HallScreen(name), self.hall.free_monitor()))
        self.cards.set_current(name)
        self.show_hall()
        self.cards.setFocus()

    def _show_only(self, content: ScreenContent) -> None:
        if self.hall.may_change:
            self.hall.change(self.hall.state.showing_only(content))

    def _key_pressed(self, key: int) -> None:
        if not self.hall.may_change:
            return
        if key == Qt.Key.Key_Delete:
            self._ask_removal()
        else:
            self.panel.press(Qt.Key(key))

    def _ask_removal(self) -> None:
        name = self.cards.current
        if name:
            on_show = self.hall.condition(name) is ScreenCondition.ON_SHOW
            body = mark("It is on show now and will close.") if on_show else mark("Saved arrangements keep it.")
            self.question.show_notice(NoticeKind.WARN, mark("Remove the screen “{screen}”?", screen=name), body)
            self._asked.show()
            self.remove.setFocus()
            bring_into_view(self._asked)

    def _remove(self) -> None:
        name = self.cards.current
        if not self._asked.isHidden() and name and self.hall.may_change:
            self._stop_asking()
            self.hall.change(self.hall.state.without_screen(name))
            self.focus_target().setFocus()

    def _stop_asking(self) -> None:
        asked = not self._asked.isHidden()
        self._asked.hide()
        if asked and self.isVisible():
            self.focus_target().setFocus()

    def _goes_to(self, target: QWidget) -> Callable[[], None]:
        def go() -> None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            bring_into_view(target)

        return go
