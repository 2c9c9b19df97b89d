"""The Settings page: name and half a line at the left, the control at the right; it takes effect at once."""

from collections.abc import Callable
from pathlib import Path

from platformdirs import user_log_path
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from tournament.event.settings import TEXT_LENGTH
from tournament.language import LANGUAGES, Text, language_of, mark, mark_in, verbatim
from ui.desktop import preferences
from ui.desktop.bootstrap import samples_folder, system_user
from ui.desktop.controller import EventController
from ui.desktop.pages.settings.preview import FontPreview
from ui.desktop.theme import Appearance, Size, Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.card import Card, Rule
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.scrolled import Scrolled
from ui.desktop.widgets.switch import Segment, Switch

_TWO_COLUMNS_FROM = 1120 - Size.RAIL
_LOOKS = {
    Appearance.SYSTEM: mark("System"),
    Appearance.LIGHT: mark("Light"),
    Appearance.DARK: mark("Dark"),
}


class SettingsPage(QWidget):
    """Works without an open event too."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self.language = Switch(mark("Language"), [Segment(each.code, each.name) for each in LANGUAGES[:2]])
        self.look = Switch(mark("Theme"), [Segment(look.value, said) for look, said in _LOOKS.items()])
        self.author = TextField(name=mark("Your name"), placeholder=system_user())
        self._back = LinkButton(mark_in("step", "Back"), shortcut="Esc", tone=Tone.TEXT2)
        self._back.clicked.connect(lambda: controller.navigation.page_wanted.emit("start"))
        self._columns = QHBoxLayout()
        self._lay_out()
        self.language.chosen.connect(self._speak_in)
        self.look.chosen.connect(self._look_like)
        self.author.editingFinished.connect(self._sign)
        translator.follow(self._follow_language)
        theme.changed.connect(self._follow_theme)
        self._follow_theme()
        self.setFocusProxy(self.language)

    def _lay_out(self) -> None:
        self.author.setText(preferences.author())
        self.author.setMaxLength(TEXT_LENGTH)
        self.author.setFixedWidth(240)
        at_once = mark("For every event of this computer, applied at once")
        self._columns.setSpacing(Size.PAGE_MARGIN)
        self._columns.addLayout(_column(self._appearance()), 1)
        self._columns.addLayout(_column(self._person(), self._places()), 1)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(*([Size.PAGE_MARGIN] * 4))
        column.setSpacing(14)
        title = TextLabel(mark("Settings"), kind=Type.PAGE_TITLE)
        column.addLayout(row(title, 8, self._back, None, TextLabel(at_once, kind=Type.DENSE, tone=Tone.TEXT2)))
        column.addLayout(self._columns)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(Scrolled(inside))

    def _appearance(self) -> Card:
        card = _card(mark("Language and appearance"))
        card.body.addLayout(_line(mark("Language"), mark("of the window"), self.language))
        card.body.addWidget(Rule())
        card.body.addLayout(_line(mark("Theme"), mark("light or dark"), self.look))
        card.body.addWidget(Rule())
        card.body.addSpacing(4)
        card.body.addWidget(FontPreview())
        hint = mark("Larger letters: set the scale of the system, the window follows it.")
        card.body.addWidget(TextLabel(hint, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True))
        return card

    def _person(self) -> Card:
        card = _card(mark("Who enters"))
        card.body.addLayout(_line(mark("Your name"), mark("stands behind every entry in the history"), self.author))
        return card

    def _places(self) -> Card:
        card = _card(mark("Where things lie"))
        places: tuple[tuple[Text, Callable[[], Path]], ...] = (
            (mark("Settings"), lambda: preferences.path().parent),
            (mark("Crash reports"), lambda: user_log_path("quatre-vents", appauthor=False)),
            (mark("Sample events"), samples_folder),
        )
        for at, (name, place) in enumerate(places):
            if at:
                card.body.addWidget(Rule())
            button = OutlineButton(mark("Show"), icon="folder")
            button.clicked.connect(lambda _checked=False, place=place: _show(place()))
            card.body.addLayout(_line(name, verbatim(str(place())), button))
        never = mark("Nothing is sent anywhere: a report helps only when you pass it on.")
        card.body.addWidget(TextLabel(never, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True))
        return card

    def showEvent(self, event: QShowEvent) -> None:
        """Without an event there is no rail to leave by."""
        super().showEvent(event)
        self._back.setVisible(self._controller.view is None)

    def resizeEvent(self, event: object) -> None:
        """Two columns while there is room."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        directions = QBoxLayout.Direction
        roomy = self.width() >= _TWO_COLUMNS_FROM
        self._columns.setDirection(directions.LeftToRight if roomy else directions.TopToBottom)

    def _speak_in(self, code: str) -> None:
        preferences.keep_language(language_of(code))
        translator.set_language(language_of(code))

    def _look_like(self, value: str) -> None:
        preferences.keep_appearance(Appearance(value))
        theme.set_choice(Appearance(value))

    def _sign(self) -> None:
        name = " ".join(self.author.text().split())
        self.author.setText(name)
        preferences.keep_author(name)
        self._controller.sign_as(name or system_user())

    def _follow_language(self) -> None:
        if translator.language in LANGUAGES[:2]:
            self.language.set_current(translator.language.code)

    def _follow_theme(self) -> None:
        self.look.set_current(theme.choice.value)


def _card(title: Text) -> Card:
    card = Card()
    card.body.setSpacing(10)
    card.body.addWidget(TextLabel(title, kind=Type.PANEL_TITLE))
    return card


def _column(*cards: Card) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(14)
    for card in cards:
        column.addWidget(card)
    column.addStretch(1)
    return column


def _line(name: Text, half: Text, control: QWidget) -> QHBoxLayout:
    words = QVBoxLayout()
    words.setSpacing(1)
    words.addWidget(TextLabel(name, kind=Type.NAME))
    words.addWidget(ElidedLabel(half, kind=Type.DENSE, tone=Tone.TEXT2))
    line = QHBoxLayout()
    line.setSpacing(16)
    line.addLayout(words, 1)
    line.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
    return line


def _show(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
