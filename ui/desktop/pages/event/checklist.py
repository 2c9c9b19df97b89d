"""The panel at the right: what is done, what is missing and where to do it, and the start button."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark, mark_count
from tournament.use_cases import View
from ui.desktop.kit.widths import ROOMY_FROM
from ui.desktop.pages.catalogue import page_info
from ui.desktop.pages.event.readiness import Requirement, good_to_have, is_finished, next_session, requirements_before
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, PrimaryButton
from ui.desktop.widgets.card import Rule, SidePanel
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Part, add, aligned, boxed, column, row, stretched
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.scrolled import Scrolled
from ui.desktop.widgets.signs import StatusIcon, StatusSign

_COMPACT = 300


class Checklist(SidePanel):
    """Filled again with each change of the event."""

    page_wanted = Signal(str)
    start_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__(width=Size.PANEL + 62)
        self._session = 0
        self.requirements: tuple[Requirement, ...] = ()
        self._title = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self._count = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self._scroll = Scrolled()
        self.why = Notice(NoticeKind.INFO, boxed=False)
        self.start = PrimaryButton("", shortcut="Ctrl+Return")
        self.start.clicked.connect(lambda: self.start_wanted.emit(self._session))
        self.body.setSpacing(4)
        lines = (self._title, self._count, 8, Rule(strong=True), stretched(self._scroll), 8, self.why, 6, self.start)
        for each in lines:
            add(self.body, each)

    def fit(self, room: Room) -> None:
        """Set the width that the form leaves for it."""
        self.set_width(_COMPACT if room.compact else Size.PANEL if room.width < ROOMY_FROM else Size.PANEL + 62)

    def show_view(self, view: View) -> None:
        """Update what is missing."""
        session = next_session(view)
        self._session = session or view.sessions
        self.requirements = requirements_before(view, session) if session is not None else ()
        wishes = good_to_have(view)
        self._show_head(view, session)
        rows: list[Part] = [
            self._row(each, StatusIcon.DONE if each.done else StatusIcon.EMPTY) for each in self.requirements
        ]
        if wishes:
            rows += [22, TextLabel(mark("Good to have"), kind=Type.PANEL_TITLE), 8, Rule(strong=True)]
        rows += [self._row(each, StatusIcon.ASKS if each.page else StatusIcon.EMPTY) for each in wishes]
        self._scroll.set_content(boxed(column(*rows, None, spacing=0, margins=(0, 0, 4, 0))))
        self._show_start(session)

    def _show_head(self, view: View, session: int | None) -> None:
        if session is not None:
            done = sum(each.done for each in self.requirements)
            self._title.set_text(mark("Before session {session} can start", session=session))
            self._count.set_text(mark("{done} of {count} done", done=done, count=len(self.requirements)))
        else:
            self._title.set_text(mark("Every session has begun"))
            finished = is_finished(view)
            self._count.set_text(mark("all sheets are verified") if finished else mark("not every sheet is verified"))

    def _show_start(self, session: int | None) -> None:
        todo = [each.then for each in self.requirements if each.then is not None and not each.done]
        self.start.setEnabled(not todo)
        self.start.set_text(mark("Start session {session}", session=session) if session else mark("To the tables"))
        self.why.setVisible(bool(todo))
        if todo:
            head = mark_count("One point is open:", "{count} points are open:", len(todo))
            self.why.show_notice(NoticeKind.INFO, head, _sentence(todo))

    def _row(self, requirement: Requirement, icon: StatusIcon) -> QWidget:
        kind, tone = (Type.BODY, Tone.TEXT2) if requirement.done else (Type.NAME, Tone.TEXT)
        words = column(
            TextLabel(requirement.title, kind=kind, tone=tone, wrap=True),
            TextLabel(requirement.line, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True),
            spacing=1,
        )
        sign = StatusSign(icon, mark("done") if requirement.done else mark("open"))
        line = row(aligned(sign, Qt.AlignmentFlag.AlignTop), stretched(words), spacing=12, margins=(0, 11))
        if requirement.page and not requirement.done:
            page = page_info(requirement.page)
            link = LinkButton(page.title, hint=page.shortcut)
            link.clicked.connect(lambda _checked: self.page_wanted.emit(page.id))
            add(line, aligned(link, Qt.AlignmentFlag.AlignVCenter))
        return boxed(column(line, Rule(), spacing=0))


def _sentence(todo: Sequence[Text]) -> Text:
    *first, last = todo
    if not first:
        return mark("{last}.", last=last)
    names: Text = first[0]
    for each in first[1:]:
        names = mark("{said}, {each}", said=names, each=each)
    return mark("{first} and {last}.", first=names, last=last)
