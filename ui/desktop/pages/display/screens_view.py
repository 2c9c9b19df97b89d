"""The countdown, and the screens of the hall: a card for each, the settings of the chosen one, actions for all."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from tournament.language import Text, mark
from ui.desktop.clock import CountdownCard
from ui.desktop.controller import EventController
from ui.desktop.display.connected_monitors import connected_monitors
from ui.desktop.display.hall_controller import HallController, ScreenCondition
from ui.desktop.display.keep_awake import keep_awake
from ui.desktop.pages.display.browsers_card import BrowsersCard
from ui.desktop.pages.display.message_card import MessageCard
from ui.desktop.pages.display.part import DisplayPart
from ui.desktop.pages.display.screen_cards import ScreenCards, ScreenRow
from ui.desktop.pages.display.screen_panel import ScreenPanel, monitor_text
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import NoticeKind, Question
from ui.desktop.widgets.keys import ENTER, ESCAPE, KeyText, answer_keys
from ui.desktop.widgets.layouts import Scrolled, boxed, bring_into_view, column, row
from ui.hall.hall_state import HallScreen, ScreenContent, contents_text
from ui.hall.monitors import on_monitor, own_monitor

EVERY = 1000
"""Milliseconds between two live pictures, and between two readings of the countdown."""
_TOP = Qt.AlignmentFlag.AlignTop


class ScreensView(DisplayPart):
    """Everything works by keys: arrows choose a screen, and the buttons show their keys."""

    def __init__(self, controller: EventController, hall: HallController) -> None:
        super().__init__(controller, hall)
        self.countdown = CountdownCard(controller)
        self.cards = ScreenCards()
        self.panel = ScreenPanel(hall)
        self.message = MessageCard(hall)
        self.browsers = BrowsersCard(controller, hall)
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
        self._second = QTimer(self, interval=EVERY)
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
        """Show the time left, and what each screen shows now, as a picture and in words."""
        if not self.isVisible():
            return
        self.countdown.show_now()
        self.browsers.look()
        for screen in self.hall.state.screens:
            picture = self.hall.picture(screen.name, self.cards.picture_points)
            if picture is not None:
                self.cards.show_picture(screen.name, picture)
        self._show_browsers()

    def _show_browsers(self) -> None:
        """Show on which screens browsers are, and what there is to know of every screen."""
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

    def _row(self, screen: HallScreen) -> ScreenRow:
        window = self.hall.window_of(screen.name)
        own = own_monitor(screen, connected_monitors())
        if own is not None:
            monitor: Text | str = monitor_text(own, self.hall.desk_monitor)
        elif screen.monitor:
            monitor = mark("{monitor}, disconnected", monitor=screen.monitor)
        else:
            monitor = mark("A separate window")
        return ScreenRow(
            screen.name, monitor, contents_text(screen), window.what_is_on() if window is not None else None,
            self.hall.condition(screen.name), self.browsers.text_of(screen.name), held=screen.held is not None,
            message=bool(screen.message),
        )  # fmt: skip

    def _state_text(self) -> Text:
        """What there is to know about the hall as a whole."""
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
