"""The page Settings: name and a short explanation at the left, control at the right. Changes apply at once."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QWidget

from tournament.event.settings import TEXT_LENGTH
from tournament.files.user_folders import log_folder
from tournament.language import Text, fraction_parts, mark, mark_in, signed_text, verbatim
from ui import __version__, menu_entry
from ui.desktop import preferences
from ui.desktop.appearance_switches import LanguageSwitch
from ui.desktop.bootstrap import copies_folder, samples_folder, system_user
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import show_folder
from ui.desktop.listening import listen
from ui.desktop.menus import menu_changer_of
from ui.desktop.theme import Appearance, Size, Tone, Type, room_of, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import Card, Rule
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import ABOUT
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Part, Scrolled, add, boxed, column, row, stretched
from ui.entry.typing_order import TypingOrder

PREVIEW_LINES = (("2", "Łucja Przykład", "PL", Fraction(43, 3), 563), ("11", "Đorđe Dæmi", "RS", Fraction(9), -118))
"""Rank, name, country, table points and score."""
_FAN = "混一色", "麻将"


class _FontPreview(Card):
    """What a typeface must be able to show: Ł, a fraction, aligned digits, Chinese."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(quiet=True, margins=(14, 8), parent=parent)
        self._points: list[tuple[Fraction, TextLabel, TextLabel]] = []
        grid = QGridLayout()
        grid.setVerticalSpacing(4)
        for place, stretch in enumerate((0, 5, 2, 1, 2, 3)):
            grid.setColumnStretch(place, stretch)
        for line, ((rank, name, country, points, score), fan) in enumerate(zip(PREVIEW_LINES, _FAN, strict=True)):
            whole, rest = TextLabel(kind=Type.TOTAL, figures=True), TextLabel(kind=Type.TOTAL)
            rest.setFixedWidth(Type.TOTAL.size)  # so that whole numbers are aligned
            self._points.append((points, whole, rest))
            grid.addWidget(TextLabel(rank, kind=Type.TOTAL, figures=True), line, 0)
            grid.addWidget(ElidedLabel(name, kind=Type.NAME), line, 1)
            grid.addWidget(TextLabel(country, tone=Tone.TEXT2), line, 2)
            grid.addWidget(boxed(row(None, whole, rest, spacing=1)), line, 3)
            grid.addWidget(TextLabel(signed_text(score), figures=True), line, 4, painting.RIGHT)
            grid.addWidget(TextLabel(fan), line, 5, painting.RIGHT)
        add(self.body, TextLabel(mark("Preview"), kind=Type.CAPTION, tone=Tone.TEXT2))
        add(self.body, grid)
        translator.follow(self._retranslate)

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Preview")))
        for points, whole, rest in self._points:
            before, after = fraction_parts(points, translator.language.code)
            whole.set_text(before)
            rest.set_text(after)


_THEMES = {
    Appearance.SYSTEM: mark("System"),
    Appearance.LIGHT: mark("Light"),
    Appearance.DARK: mark("Dark"),
}
_ORDERS = {
    TypingOrder.WINNER_FIRST: mark("Winner, discarder, points"),
    TypingOrder.POINTS_FIRST: mark("Points, winner, discarder"),
}

_WIDEST = 1360
"""Maximum width of the cards, so that names and controls stay close together."""


class SettingsPage(QWidget):
    """The settings of this computer. It can be used without an open event."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self.language = LanguageSwitch()
        self.look = Switch(mark("Theme"), [Segment(each.value, name) for each, name in _THEMES.items()])
        sizes = [Segment(str(each), verbatim(f"{each} %")) for each in preferences.TEXT_SIZES]
        self.text_size = Switch(mark("Text size"), sizes)
        self._later = TextLabel(mark("The new size applies when you start the program again."), kind=Type.DENSE,
                                tone=Tone.TEXT2, wrap=True)  # fmt: skip
        self._later.hide()
        self.order = Switch(mark("Entry order"), [Segment(each.value, name) for each, name in _ORDERS.items()])
        self.author = TextField(name=mark("Your name"), placeholder=system_user())
        self.lock_after = Switch(
            mark("Lock"),
            [Segment(str(each), str(each) if each else mark("never")) for each in preferences.LOCK_AFTER],
        )
        self.call_sound = Switch(mark("Sound"), [Segment("", mark("off")), Segment("yes", mark("on"))])
        self.refusal_sound = Switch(mark("Refused keys"), [Segment("", mark("off")), Segment("yes", mark("on"))])
        self._back = LinkButton(mark_in("step", "Back"), shortcut="Esc", tone=Tone.TEXT2)
        self._back.clicked.connect(lambda: controller.navigation.page_wanted.emit("start"))
        self.menus = _MenuLine(controller) if menu_entry.has_menus() else None
        self._lay_out()
        self.look.chosen.connect(self._set_theme)
        self.text_size.set_current(str(preferences.text_size()))
        self.text_size.chosen.connect(self._set_text_size)
        self.order.set_current(preferences.typing_order().value)
        self.order.chosen.connect(lambda value: preferences.keep_typing_order(TypingOrder(value)))
        self.author.editingFinished.connect(self._set_author)
        self.lock_after.set_current(str(preferences.lock_after()))
        self.lock_after.chosen.connect(lambda minutes: preferences.keep_lock_after(int(minutes)))
        self.call_sound.set_current("yes" if preferences.sounds_calls() else "")
        self.call_sound.chosen.connect(lambda wanted: preferences.keep_sounds_calls(bool(wanted)))
        self.refusal_sound.set_current("yes" if preferences.sounds_refusals() else "")
        self.refusal_sound.chosen.connect(lambda wanted: preferences.keep_sounds_refusals(bool(wanted)))
        theme.changed.connect(self._follow_theme)
        self._follow_theme()
        set_focus_target(self, self.language)

    def _lay_out(self) -> None:
        self.author.setText(preferences.author())
        self.author.setMaxLength(TEXT_LENGTH)
        self.author.setFixedWidth(240)
        at_once = TextLabel(
            mark("These apply to all events on this computer. Changes take effect at once."),
            kind=Type.DENSE,
            tone=Tone.TEXT2,
        )
        head = row(TextLabel(mark("Settings"), kind=Type.PAGE_TITLE), 8, self._back, None, at_once)
        self._cards = row(
            stretched(column(self._appearance(), None, spacing=14)),
            stretched(column(self._person(), self._typing(), self._places(), self._program(), None, spacing=14)),
            spacing=Size.PAGE_MARGIN,
        )
        inside = boxed(column(head, self._cards, None, spacing=14, margins=Size.PAGE_MARGIN))
        inside.setMaximumWidth(_WIDEST)
        column(Scrolled(inside), on=self)

    def _appearance(self) -> Card:
        return _card(
            mark("Language and appearance"),
            _line(mark("Language"), mark("of the window"), self.language),
            Rule(),
            _line(mark("Theme"), mark("light or dark"), self.look),
            Rule(),
            _line(mark("Text size"), mark("of this program"), self.text_size),
            self._later,
            Rule(),
            4,
            _FontPreview(),
        )

    def _person(self) -> Card:
        half = mark("recorded with each entry in the history")
        return _card(
            mark("Person entering results"),
            _line(mark("Your name"), half, self.author),
            Rule(),
            _line(mark("Lock"), mark("minutes without activity, if roles have PINs"), self.lock_after),
            Rule(),
            _line(mark("Sound"), mark("when a table calls a referee"), self.call_sound),
        )

    def _typing(self) -> Card:
        hint = mark("The columns on paper are in the order points, winner, discarder.")
        return _card(
            mark("Score sheet entry"),
            _line(mark("Order"), mark("of a hand"), self.order),
            TextLabel(hint, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True),
            Rule(),
            _line(mark("Refused keys"), mark("a short sound when a key is refused"), self.refusal_sound),
        )

    def _places(self) -> Card:
        never = mark("Reports are not sent automatically. Pass them on to have a problem fixed.")
        names = mark(
            "Copies contain the names of players, and stay when the program is removed. To delete those of one event, "
            "open it and choose “Delete event with its copies…” in the list of its copies."
        )
        return _card(
            mark("File locations"),
            _folder_line(mark("Settings"), lambda: preferences.path().parent),
            Rule(),
            _folder_line(mark("Copies of events"), copies_folder),
            TextLabel(names, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True),
            Rule(),
            _folder_line(mark("Crash reports"), log_folder),
            Rule(),
            _folder_line(mark("Sample events"), samples_folder),
            TextLabel(never, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True),
        )

    def _program(self) -> Card:
        about = OutlineButton(mark("Updates and licences"), hint=ABOUT)
        about.clicked.connect(self._controller.navigation.about_wanted)
        version = _line(verbatim("Quatre Vents"), mark("version {version}", version=__version__), about)
        if self.menus is None:
            return _card(mark("This program"), version)
        return _card(mark("This program"), version, Rule(), self.menus)

    def showEvent(self, event: QShowEvent) -> None:
        """Show a way back if no event is open, because there is no rail then."""
        super().showEvent(event)
        self._back.setVisible(self._controller.view is None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use two columns if they fit."""
        super().resizeEvent(event)
        roomy = not room_of(self).compact
        self._cards.setDirection(QBoxLayout.Direction.LeftToRight if roomy else QBoxLayout.Direction.TopToBottom)

    def _set_theme(self, value: str) -> None:
        preferences.keep_appearance(Appearance(value))
        theme.set_choice(Appearance(value))

    def _set_text_size(self, percent: str) -> None:
        preferences.keep_text_size(int(percent))
        self._later.show()

    def _set_author(self) -> None:
        name = " ".join(self.author.text().split())
        self.author.setText(name)
        preferences.keep_author(name)
        self._controller.user.sign_as(name or system_user())

    def _follow_theme(self) -> None:
        self.look.set_current(theme.choice.value)


class _MenuLine(QWidget):
    """Whether the menus of the desktop have the program, and a button to change that for this user."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._changer = menu_changer_of(controller)
        self._where = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.add = OutlineButton(mark("Add to the menus"))
        self.remove = OutlineButton(mark("Remove"), name=mark("Remove from the menus"))
        words = column(TextLabel(mark("Menus of the desktop"), kind=Type.NAME), self._where, spacing=1)
        row(stretched(words), self.add, self.remove, spacing=16, on=self)
        self.add.clicked.connect(lambda: self._changer.change(add=True))
        self.remove.clicked.connect(lambda: self._changer.change(add=False))
        listen(self._changer.changed, self, self.show_state)
        self.show_state()

    def show_state(self) -> None:
        """Show where the entry is. That of a package cannot be changed here."""
        entry = menu_entry.entry_found()
        own = entry is not None and entry.is_relative_to(menu_entry.menu_folder())
        self._where.set_text(verbatim(str(entry)) if entry is not None else mark("The program is not in them yet."))
        self.add.setVisible(entry is None)
        self.remove.setVisible(own)


def _card(title: Text, *parts: Part) -> Card:
    card = Card()
    card.body.setSpacing(10)
    for part in (TextLabel(title, kind=Type.PANEL_TITLE), *parts):
        add(card.body, part)
    return card


def _line(name: Text, half: Text, control: QWidget) -> QHBoxLayout:
    words = column(TextLabel(name, kind=Type.NAME), ElidedLabel(half, kind=Type.DENSE, tone=Tone.TEXT2), spacing=1)
    return row(stretched(words), control, spacing=16)


def _folder_line(name: Text, folder: Callable[[], Path]) -> QHBoxLayout:
    button = OutlineButton(mark("Show"), icon="folder", name=mark("Show: {what}", what=name))
    button.clicked.connect(lambda _checked: show_folder(folder()))
    return _line(name, verbatim(str(folder())), button)
