"""The panel at the right: what is done, what is open, and where to settle it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from tournament.use_cases import View
from tournament.use_cases.progress import (
    ChecklistPoint,
    PointPlace,
    checklist,
    good_to_have,
    next_session,
    open_count_text,
)
from ui.desktop.kit.sides import ROOMY_FROM
from ui.desktop.pages.catalogue import page_info
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Rule, SidePanel
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Part, Scrolled, add, aligned, boxed, column, row, stretched
from ui.desktop.widgets.signs import StatusIcon, StatusSign

_COMPACT = 300
_PAGES = {PointPlace.PLAYERS: "players", PointPlace.DRAW: "draw", PointPlace.TABLES: "tables"}


class Checklist(SidePanel):
    """Filled again with each change of the event."""

    point_chosen = Signal(object)
    """Go to where this :class:`ChecklistPoint` is settled."""

    def __init__(self) -> None:
        super().__init__(width=Size.PANEL + 62)
        self.points: tuple[ChecklistPoint, ...] = ()
        self._title = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self._count = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self._scroll = Scrolled()
        self.body.setSpacing(4)
        for each in (self._title, self._count, 8, Rule(strong=True), stretched(self._scroll)):
            add(self.body, each)

    def fit(self, room: Room) -> None:
        """Set the width that the cards leave for it."""
        self.set_width(_COMPACT if room.compact else Size.PANEL if room.width < ROOMY_FROM else Size.PANEL + 62)

    def show_view(self, view: View) -> None:
        """Update what is open."""
        self.points = checklist(view)
        wishes = good_to_have(view)
        self._title.set_text(_title(view))
        self._count.set_text(open_count_text(sum(not point.done for point in self.points)))
        rows: list[Part] = [self._row(point, _sign(point)) for point in self.points]
        if wishes:
            rows += [22, TextLabel(mark("Good to have"), kind=Type.PANEL_TITLE), 8, Rule(strong=True)]
        rows += [self._row(wish, StatusIcon.INFO) for wish in wishes]
        self._scroll.set_content(boxed(column(*rows, None, spacing=0, margins=(0, 0, 4, 0))))

    def _row(self, point: ChecklistPoint, icon: StatusIcon) -> QWidget:
        kind, tone = (Type.BODY, Tone.TEXT2) if point.done else (Type.NAME, Tone.TEXT)
        words = column(
            TextLabel(point.title, kind=kind, tone=tone, wrap=True),
            TextLabel(point.line, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True),
            spacing=1,
        )
        sign = StatusSign(icon, mark("done") if point.done else mark("open"))
        line = row(aligned(sign, Qt.AlignmentFlag.AlignTop), stretched(words), spacing=12, margins=(0, 11))
        if not point.done:
            add(line, aligned(self._link(point), Qt.AlignmentFlag.AlignVCenter))
        return boxed(column(line, Rule(), spacing=0))

    def _link(self, point: ChecklistPoint) -> LinkButton:
        if point.place is PointPlace.SETTINGS:
            where, link = mark("Setup"), LinkButton("")
        else:
            page = page_info(_PAGES[point.place])
            where, link = page.title, LinkButton("", hint=page.shortcut)
        link.set_text(where, name=mark("{where}: {what}", where=where, what=point.title))
        link.clicked.connect(lambda _checked: self.point_chosen.emit(point))
        return link


def _title(view: View) -> Text:
    session = next_session(view) if view.settings.format.is_drawn else None
    return mark("Before session {session} can start", session=session) if session else mark("What is open")


def _sign(point: ChecklistPoint) -> StatusIcon:
    return StatusIcon.DONE if point.done else StatusIcon.DIFFERS if point.differs else StatusIcon.EMPTY
