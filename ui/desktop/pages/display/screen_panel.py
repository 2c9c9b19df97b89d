"""The settings of the chosen screen of the hall. Changes apply at once."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from tournament.language import LANGUAGES, Text, mark
from ui.desktop.display.connected_monitors import connected_monitors
from ui.desktop.display.hall_controller import HallController
from ui.desktop.theme import Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.keys import ENTER, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, row, stretched
from ui.hall.hall_state import HallScreen, Scheme, ScreenContent
from ui.hall.monitors import Monitor, on_monitor, own_monitor

NAME_LENGTH = 60
_SECONDS = (4, 6, 8, 10, 12, 15, 20, 30, 45, 60, 90, 120)
_WINDOW, _GONE = "window", "gone"
_ONLY_DRAWN = frozenset({ScreenContent.TEAMS, ScreenContent.DRAW})
_SCHEMES = {Scheme.DARK: mark("Dark"), Scheme.LIGHT: mark("Light")}


class ScreenPanel(Card):
    """The settings of a screen: name, monitor, contents, seconds, colours, language, its pages, whether it is open."""

    removal_asked = Signal()
    """The user asked to remove the chosen screen."""

    def __init__(self, hall: HallController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._hall = hall
        self._screen: HallScreen | None = None
        self.toggle = PrimaryButton(mark("Show"), hint="Return")
        self.name = TextField(name=mark("Name of the screen"))
        self.name.setMaxLength(NAME_LENGTH)
        self._name_field = LabeledField(mark("Name"), self.name)
        self._name_field.set_hint("F2")
        self.monitor = ChoiceBox(mark("Monitor"))
        self.contents = {content: CheckBox(content.label) for content in ScreenContent}
        self.seconds = ChoiceBox(mark("Seconds per page"))
        self.language = ChoiceBox(mark("Language of the screen"))
        self.scheme = Switch(mark("Colours"), [Segment(each.value, text) for each, text in _SCHEMES.items()])
        self.before = OutlineButton(mark("Previous page"), hint="PgUp")
        self.next = OutlineButton(mark("Next page"), hint="PgDown")
        self.hold = OutlineButton(mark("Hold this page"), hint="Space")
        self.remove = OutlineButton(mark("Remove"), hint="Del")
        self.language.set_choices([("", mark("same as the window")), *((each.code, each.name) for each in LANGUAGES)])
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        for index, box in enumerate(self.contents.values()):
            grid.addWidget(box, index // 2, index % 2)
        add(self.body, row(stretched(self.toggle), self.remove, spacing=8))
        add(self.body, self._name_field)
        add(self.body, LabeledField(mark("Monitor"), self.monitor))
        add(self.body, TextLabel(mark("Content, one after another"), kind=Type.LABEL))
        add(self.body, grid)
        seconds = LabeledField(mark("Seconds per page"), self.seconds)
        language = LabeledField(mark("Language"), self.language)
        add(self.body, row(stretched(seconds), stretched(language), spacing=10))
        add(self.body, row(self.scheme, None))
        add(self.body, row(self.before, self.next, spacing=8))
        add(self.body, row(self.hold, None, spacing=8))

    def _listen(self) -> None:
        self.toggle.clicked.connect(lambda _checked: self.open_or_close())
        self.name.editingFinished.connect(self._rename)
        answer_keys(self.name, dict.fromkeys(ENTER, self._rename))
        self.monitor.activated.connect(lambda _index: self._choose_monitor())
        for content, box in self.contents.items():
            box.clicked.connect(self._ticked(content))
        self.seconds.activated.connect(lambda _index: self._change(seconds=int(self.seconds.currentData())))
        self.language.activated.connect(lambda _index: self._change(language=self.language.currentData()))
        self.scheme.chosen.connect(lambda key: self._change(scheme=Scheme(key)))
        self.before.clicked.connect(lambda _checked: self.turn(-1))
        self.next.clicked.connect(lambda _checked: self.turn(1))
        self.hold.clicked.connect(lambda _checked: self.hold_or_release())
        self.remove.clicked.connect(lambda _checked: self.removal_asked.emit())

    def show_screen(self, screen: HallScreen | None, *, drawn: bool) -> None:
        """Show the settings of ``screen``; None shows nothing. ``drawn`` is whether the event has a draw."""
        other = self._screen is None or screen is None or screen.name != self._screen.name
        self._screen = screen
        self.setVisible(screen is not None)
        if screen is None:
            return
        if other or not self.name.hasFocus():
            self.name.setText(screen.name)
            self._name_field.clear_problem()
        self.toggle.set_text(mark("Close") if screen.open else mark("Show"))
        self._show_monitors(screen)
        for content, box in self.contents.items():
            box.setChecked(content in screen.contents)
            box.setVisible(drawn or content not in _ONLY_DRAWN or content in screen.contents)
        seconds = sorted({*_SECONDS, screen.seconds})
        self.seconds.set_choices([(str(each), str(each)) for each in seconds])
        self.seconds.setCurrentIndex(self.seconds.findData(str(screen.seconds)))
        self.language.setCurrentIndex(max(self.language.findData(screen.language), 0))
        self.scheme.set_current(screen.scheme.value)
        self.hold.set_text(mark("Hold this page") if screen.held is None else mark("Turn pages"))
        may = self._hall.may_change
        for part in (self.toggle, self.name, self.monitor, *self.contents.values(), self.seconds, self.language,
                     self.scheme, self.before, self.next, self.hold, self.remove):  # fmt: skip
            part.setEnabled(may)

    def press(self, key: Qt.Key) -> None:
        """Handle a key that was pressed on the card of the screen."""
        match key:
            case Qt.Key.Key_Return:
                self.open_or_close()
            case Qt.Key.Key_Space:
                self.hold_or_release()
            case Qt.Key.Key_PageUp:
                self.turn(-1)
            case Qt.Key.Key_PageDown:
                self.turn(1)

    def open_or_close(self) -> None:
        """Show the screen on its monitor, or close it. A screen that was closed elsewhere is shown again."""
        screen = self._screen
        if screen is not None and screen.open and self._hall.condition(screen.name).can_be_brought_back:
            self._hall.bring_back(screen.name)
        elif screen is not None:
            self._change(open=not screen.open)

    def turn(self, pages: int) -> None:
        """Go forward or back by ``pages``."""
        if self._screen is not None and self._hall.may_change:
            self._hall.change_screen(self._screen.turned_on(pages))

    def hold_or_release(self) -> None:
        """Stop turning pages, or continue with it."""
        if self._screen is not None and self._hall.may_change:
            now = self._hall.now
            held = self._screen.held_at(now) if self._screen.held is None else self._screen.released(now)
            self._hall.change_screen(held)

    def _change(self, **changed: object) -> None:
        if self._screen is not None and self._hall.may_change:
            self._hall.change_screen(replace(self._screen, **changed))  # type: ignore[arg-type] # by name of the member

    def _rename(self) -> None:
        screen, name = self._screen, " ".join(self.name.text().split())
        if screen is None or name == screen.name:
            self._name_field.clear_problem()
        elif not name:
            self._name_field.set_problem(mark("A screen needs a name."))
        elif self._hall.state.screen(name) is not None:
            self._name_field.set_problem(mark("Another screen already has this name."))
        elif self._hall.may_change:
            self._name_field.clear_problem()
            self._hall.rename_screen(screen.name, name)

    def _ticked(self, content: ScreenContent) -> Callable[[bool], None]:
        def tick(on: bool) -> None:
            if self._screen is None:
                return
            shown = {*self._screen.contents, content} if on else {*self._screen.contents} - {content}
            if on and content is not ScreenContent.BLANK:
                shown.discard(ScreenContent.BLANK)
            elif on:
                shown = {ScreenContent.BLANK}
            self._change(contents=tuple(each for each in ScreenContent if each in shown) or (ScreenContent.BLANK,))

        return tick

    def _show_monitors(self, screen: HallScreen) -> None:
        monitors, desk = connected_monitors(), self._hall.desk_monitor
        own = own_monitor(screen, monitors)
        offered: list[tuple[str, Text | str]] = [(_WINDOW, mark("A separate window"))]
        offered += [(_key(each), monitor_text(each, desk)) for each in monitors]
        if screen.monitor and own is None:
            offered.append((_GONE, mark("{monitor}, disconnected", monitor=screen.monitor)))
        self.monitor.set_choices(offered)
        key = _key(own) if own is not None else _GONE if screen.monitor else _WINDOW
        self.monitor.setCurrentIndex(self.monitor.findData(key))

    def _choose_monitor(self) -> None:
        key = self.monitor.currentData()
        if self._screen is None or key == _GONE or not self._hall.may_change:
            return
        found = next((each for each in connected_monitors() if _key(each) == key), None)
        self._hall.change_screen(on_monitor(self._screen, found))


def monitor_text(monitor: Monitor, desk: Monitor | None) -> Text | str:
    """Return a text like “HDMI-1 · 1920 × 1080”, which also says whether the referee's window is on that monitor."""
    text = f"{monitor.name} · {monitor.width} × {monitor.height}"
    if desk is not None and monitor.overlaps(desk):
        return mark("{monitor} (this window)", monitor=text)
    return text


def _key(monitor: Monitor) -> str:
    return f"{monitor.name} {monitor.serial} {monitor.area}"
