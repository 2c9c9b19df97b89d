"""The panel at the right: what is done, what is open and where it is settled, and the start."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tournament.language import Text, mark, mark_count
from tournament.use_cases import View
from ui.desktop.pages.event.readiness import Point, good_to_have, is_finished, next_session, points_before
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, PrimaryButton
from ui.desktop.widgets.card import Rule, SidePanel
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.scrolled import Scrolled
from ui.desktop.widgets.signs import StatusIcon, StatusSign

Way = tuple[Text, str]
"""Title and key of a page."""


class Checklist(SidePanel):
    """Filled anew with each change of the event."""

    page_wanted = Signal(str)
    start_wanted = Signal(int)

    def __init__(self, way: Callable[[str], Way | None], *, parent: QWidget | None = None) -> None:
        super().__init__(width=Size.PANEL + 62, parent=parent)
        self._way = way
        self._session = 0
        self.points: tuple[Point, ...] = ()
        self._title = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self._count = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self._scroll = Scrolled()
        self.why = Notice(NoticeKind.INFO, boxed=False)
        self.start = PrimaryButton("", shortcut="Ctrl+Return")
        self.start.clicked.connect(lambda: self.start_wanted.emit(self._session))
        self.body.setSpacing(4)
        self.body.addWidget(self._title)
        self.body.addWidget(self._count)
        self.body.addSpacing(8)
        self.body.addWidget(Rule(strong=True))
        self.body.addWidget(self._scroll, 1)
        self.body.addSpacing(8)
        self.body.addWidget(self.why)
        self.body.addSpacing(6)
        self.body.addWidget(self.start)

    def set_tight(self, tight: bool) -> None:
        """Give way to the form, or not."""
        self.setFixedWidth(Size.PANEL if tight else Size.PANEL + 62)

    def show_view(self, view: View) -> None:
        """Look what is missing now."""
        session = next_session(view)
        self._session = session or view.settings.sessions
        self.points = points_before(view, session) if session is not None else ()
        wishes = good_to_have(view)
        self._show_head(view, session)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(0)
        for point in self.points:
            column.addWidget(self._row(point, StatusIcon.DONE if point.done else StatusIcon.EMPTY))
        if wishes:
            column.addSpacing(22)
            column.addWidget(TextLabel(mark("Good to have"), kind=Type.PANEL_TITLE))
            column.addSpacing(8)
            column.addWidget(Rule(strong=True))
        for point in wishes:
            column.addWidget(self._row(point, StatusIcon.ASKS if point.page else StatusIcon.EMPTY))
        column.addStretch(1)
        self._scroll.set_content(content)
        self._show_start(session)

    def _show_head(self, view: View, session: int | None) -> None:
        if session is not None:
            done = sum(point.done for point in self.points)
            self._title.set_text(mark("Before session {session} can start", session=session))
            self._count.set_text(mark("{done} of {count} done", done=done, count=len(self.points)))
        else:
            self._title.set_text(mark("Every session has begun"))
            finished = is_finished(view)
            self._count.set_text(mark("all sheets are verified") if finished else mark("not every sheet is verified"))

    def _show_start(self, session: int | None) -> None:
        todo = [point.then for point in self.points if point.then is not None and not point.done]
        self.start.setEnabled(not todo)
        self.start.set_text(mark("Start session {session}", session=session) if session else mark("To the tables"))
        self.why.setVisible(bool(todo))
        if todo:
            head = mark_count("One point is open:", "{count} points are open:", len(todo))
            self.why.show_notice(NoticeKind.INFO, head, _sentence(todo))

    def _row(self, point: Point, sign: StatusIcon) -> QWidget:
        shown = QWidget()
        words = QVBoxLayout()
        words.setSpacing(1)
        kind, tone = (Type.BODY, Tone.TEXT2) if point.done else (Type.NAME, Tone.TEXT)
        words.addWidget(TextLabel(point.title, kind=kind, tone=tone, wrap=True))
        words.addWidget(TextLabel(point.line, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True))
        line = QHBoxLayout()
        line.setContentsMargins(0, 11, 0, 11)
        line.setSpacing(12)
        state = mark("done") if point.done else mark("open")
        line.addWidget(StatusSign(sign, state), 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)
        way = self._way(point.page) if point.page and not point.done else None
        if way is not None:
            link = LinkButton(way[0], hint=way[1])
            link.clicked.connect(lambda _checked=False, page=point.page: self.page_wanted.emit(page))
            line.addWidget(link, 0, Qt.AlignmentFlag.AlignVCenter)
        whole = QVBoxLayout(shown)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(line)
        whole.addWidget(Rule())
        return shown


def _sentence(todo: Sequence[Text]) -> Text:
    *first, last = todo
    if not first:
        return mark("{last}.", last=last)
    said: Text = first[0]
    for each in first[1:]:
        said = mark("{said}, {each}", said=said, each=each)
    return mark("{first} and {last}.", first=said, last=last)
