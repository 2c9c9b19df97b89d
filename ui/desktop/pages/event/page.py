"""The Event page: each field is saved as it is left, one entry a field."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from tournament import use_cases
from tournament.event.settings import Settings
from tournament.language import Text, mark, verbatim
from tournament.use_cases import Conflict, Refused, StoreUnavailable, View
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_fields import EventFields, NotRead
from ui.desktop.dialogs.event_opening import OpenAction
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.pages.event.checklist import Checklist, Way
from ui.desktop.pages.event.readiness import is_finished
from ui.desktop.pages.event.sessions import Sessions
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.card import Card
from ui.desktop.widgets.chip import Chip
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.scrolled import Scrolled

_PLACES = {
    "name": (0, 0, 2), "place": (0, 2, 2), "starts": (1, 0, 1), "ends": (1, 1, 1), "organiser": (1, 2, 2),
}  # fmt: skip
"""Row, column and columns of the fields in the first card."""
_IN_ONE_LINE = {"rules": (0, 0, 1), "sessions": (0, 1, 1), "minutes": (0, 2, 1), "language": (0, 3, 1)}
_IN_TWO_LINES = {"rules": (0, 0, 3), "language": (0, 3, 1), "sessions": (1, 0, 1), "minutes": (1, 1, 2)}
"""The same for those in the second card, where there is room and where there is not."""
_ROOMY, _WIDE = 1280 - Size.RAIL, 1500 - Size.RAIL


class EventPage(QWidget):
    """Left what defines the event, right what is missing before play."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._stale = False
        self.fields = EventFields()
        self.state = Chip("")
        self.sessions = Sessions()
        self.checklist = Checklist(_way)
        self._path = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._lay_out()
        self.fields.on_finished(self._save)
        self.checklist.page_wanted.connect(controller.navigation.page_wanted)
        self.checklist.start_wanted.connect(self._start)
        controller.leaving.connect(self._leave)
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        self.setFocusProxy(self.fields.line("name"))
        translator.changed.connect(self._refresh)
        self._opened()

    def _lay_out(self) -> None:
        saved = TextLabel(mark("Changes are saved as you leave a field"), kind=Type.DENSE, tone=Tone.TEXT2)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(*([Size.PAGE_MARGIN] * 4))
        column.setSpacing(14)
        column.addLayout(row(TextLabel(mark("Event"), kind=Type.PAGE_TITLE), 6, self.state, None, saved))
        column.addWidget(self._what())
        column.addWidget(self._how())
        column.addWidget(self._where())
        column.addStretch(1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(Scrolled(inside), 1)
        whole.addWidget(self.checklist)

    def _what(self) -> Card:
        card = Card()
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(16)
        for field, (line, place, across) in _PLACES.items():
            grid.addWidget(self.fields.labelled[field], line, place, 1, across, Qt.AlignmentFlag.AlignTop)
        for place in range(4):
            grid.setColumnStretch(place, 1)
        card.body.addLayout(grid)
        return card

    def _how(self) -> Card:
        card = Card(margins=(20, 16))
        self._choices = QGridLayout()
        self._choices.setHorizontalSpacing(16)
        self._choices.setVerticalSpacing(16)
        for place, share in enumerate((4, 2, 2, 3)):
            self._choices.setColumnStretch(place, share)
        card.body.addLayout(self._choices)
        card.body.addSpacing(8)
        card.body.addWidget(self.sessions)
        return card

    def _where(self) -> Card:
        card = Card(margins=(20, 12))
        links = []
        for door, text in (
            (OpenAction.NEW, mark("New event")),
            (OpenAction.OPEN, mark("Open another")),
            (OpenAction.CLOSE, mark("Close")),
        ):
            link = LinkButton(text, hint=door.value, tone=Tone.TEXT2)
            link.clicked.connect(lambda _checked=False, door=door: self._controller.navigation.event_wanted.emit(door))
            links.append(link)
        line = row(TextLabel(mark("File"), kind=Type.LABEL), 8, self._path, *links)
        line.setStretch(2, 1)
        card.body.addLayout(line)
        return card

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what was written while another page was in view."""
        super().showEvent(event)
        if self._stale:
            self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the panel give way first."""
        super().resizeEvent(event)
        self.checklist.set_tight(self.width() < _ROOMY)
        self._place_choices(_IN_ONE_LINE if self.width() >= _WIDE else _IN_TWO_LINES)

    def _place_choices(self, places: dict[str, tuple[int, int, int]]) -> None:
        for field, (line, place, across) in places.items():
            self._choices.addWidget(self.fields.labelled[field], line, place, 1, across, Qt.AlignmentFlag.AlignTop)

    def _opened(self) -> None:
        self.fields.forgive()
        self._refresh()

    def _leave(self) -> None:
        """Save what is half typed while its event is still open, and let nothing go over to the next one."""
        for field in self.fields.unsaved:
            self._save(field)
        self.fields.forget()

    def _changed(self, _changes: object) -> None:
        self._stale = True
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        self._stale = False
        view = self._controller.view
        if view is None or not len(view.journal):
            return
        self.fields.show(view.settings)
        rules = mark("play has begun") if view.state.started else None
        self.fields.set_enabled("rules", rules)
        self.fields.set_enabled("sessions", mark("drawn") if view.seating is not None else None)
        self._show_state(view)
        self.sessions.show_view(view)
        self.checklist.show_view(view)
        self._path.set_text(verbatim(self._controller.book.place))

    def _show_state(self, view: View) -> None:
        if is_finished(view):
            self.state.set_chip(mark("Finished"), icon="tick", tone=Tone.OK)
        elif view.state.started:
            self.state.set_chip(mark("In play"), icon="half", tone=Tone.ACCENT)
        else:
            self.state.set_chip(mark("In preparation"), icon="pen")

    def _save(self, field: str) -> None:
        view = self._controller.view
        if view is None or field not in self.fields.unsaved:
            return
        try:
            settings = replace(view.settings, **{field: self.fields.value(field)})
        except NotRead as error:
            self.fields.refuse(field, error.text)
            return
        self.fields.forgive(field)
        refusal = self._attempt(settings) if settings != view.settings else None
        if refusal is None and self._controller.view is not None:
            self.fields.show(self._controller.view.settings)
        if refusal is not None:
            self.fields.refuse(field, refusal)

    def _attempt(self, settings: Settings) -> Text | None:
        try:
            self._controller.act(lambda book, by: use_cases.change_settings(book, settings, by=by))
        except Refused as refused:
            return refused.problems[0].text
        except Conflict:
            return mark("Somebody else changed the event meanwhile: look again.")
        except StoreUnavailable as error:
            self._controller.messages.shown.emit(error.text)
            return error.text
        return None

    def _start(self, session: int) -> None:
        self._controller.choose_session(session)
        self._controller.navigation.page_wanted.emit("tables")


def _way(page: str) -> Way | None:
    """How to reach a page, None while the window has none of that id."""
    found = next((each for each in PAGES if each.id == page), None)
    return (found.title, found.shortcut) if found is not None else None
