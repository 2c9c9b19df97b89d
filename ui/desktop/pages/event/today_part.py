"""The part Today: the current session, the progress of the event, what is published, and what is open."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Problem
from tournament.event.role import Act
from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.ledger.session import STATE_TEXTS, STEP_TEXTS, SessionState, StepTaken
from tournament.ledger.session_step import SessionStep
from tournament.use_cases import SessionLife, View, session_life
from tournament.use_cases.progress import (
    ChecklistPoint,
    NextStep,
    NextStepKind,
    PointPlace,
    checklist,
    good_to_have,
    next_session,
    open_count_text,
    open_points,
)
from tournament.use_cases.sessions import closing_problems
from ui.desktop.controller import EventController
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.sides import ROOMY_FROM
from ui.desktop.listening import listen
from ui.desktop.pages.catalogue import page_info
from ui.desktop.pages.event.overview_card import OverviewCard
from ui.desktop.pages.event.plan_form import PlanForm, cancel_question, restore_question
from ui.desktop.pages.event.site_card import WRITE, site_state_text
from ui.desktop.pages.event.start_question import StartQuestion
from ui.desktop.session_words import NEXT_STEP, STATE_CHIPS, step_text
from ui.desktop.sharing.joined_event import DESKS, JoinedEvent, joined_event_of
from ui.desktop.sheet.entry_fields import ReasonField
from ui.desktop.site_publisher import publisher_of
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.bars import COPIES
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind, Rule, SidePanel
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.labels import MessageLabel, TextLabel
from ui.desktop.widgets.layouts import Part, Scrolled, add, aligned, boxed, column, row, stretched
from ui.desktop.widgets.signs import Chip, StatusIcon, StatusSign

_COMPACT = 300
_PAGES = {PointPlace.PLAYERS: "players", PointPlace.DRAW: "draw", PointPlace.TABLES: "tables"}


class _Checklist(SidePanel):
    """The panel at the right: what is done, what is open, and where to settle it."""

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
        """Use the width that the cards leave."""
        self.set_width(_COMPACT if room.compact else Size.PANEL if room.width < ROOMY_FROM else Size.PANEL + 62)

    def show_view(self, view: View) -> None:
        """Show what is open in ``view``."""
        self.points = checklist(view)
        wishes = good_to_have(view)
        self._title.set_text(_checklist_title(view))
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


def _checklist_title(view: View) -> Text:
    session = next_session(view) if view.settings.format.is_drawn else None
    return mark("Before session {session} can start", session=session) if session else mark("What is open")


def _sign(point: ChecklistPoint) -> StatusIcon:
    return StatusIcon.DONE if point.done else StatusIcon.DIFFERS if point.differs else StatusIcon.EMPTY


class _SharingLine(Card):
    """How the event is shared, with a button to the page Desks."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._joined = joined_event_of(controller)
        self.desks = LinkButton(mark("Desks"), hint="Ctrl+Shift+D")
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        words = column(TextLabel(mark("Sharing"), kind=Type.PANEL_TITLE), self._state, spacing=4)
        add(self.body, row(stretched(words), self.desks))
        self.desks.clicked.connect(partial(controller.navigation.page_wanted.emit, DESKS))
        self._joined.changed.connect(self.show_state)
        self.show_state()

    def text(self) -> str:
        """The text about how the event is shared."""
        return self._state.text()

    def show_state(self) -> None:
        """Show how the event is shared now."""
        self._state.set_text(_sharing_text(self._joined))


def _sharing_text(joined: JoinedEvent) -> Text:
    if joined.book is None:
        return mark("Only this computer works on the event. Others can join when you share it.")
    if joined.server_ended:
        return mark("Sharing has ended by itself.")
    if joined.away is not None:
        return joined.away
    if joined.hosting is None:
        return mark("This desk is joined to {host}.", host=verbatim(joined.host))
    return mark_count(
        "Shared from this computer; {count} other desk is connected.",
        "Shared from this computer; {count} other desks are connected.",
        joined.other_desks,
    )


class _SiteLine(Card):
    """What is on the web page of the event, with a button to update it.

    It is visible if the event has a place for its page. Questions of a web host are answered in Setup.
    """

    setup_wanted = Signal()

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self.publisher = publisher_of(controller)
        self.write = OutlineButton(mark("Update now"), shortcut=WRITE)
        self.setup = LinkButton(mark("Web page settings"))
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._problem = MessageLabel()
        title = TextLabel(mark("Web page"), kind=Type.PANEL_TITLE)
        words = column(title, self._state, self._problem, spacing=4)
        add(self.body, row(stretched(words), self.setup, self.write))
        self.write.clicked.connect(lambda _checked: self.publisher.write_now())
        self.setup.clicked.connect(lambda _checked: self.setup_wanted.emit())
        self.publisher.changed.connect(self.show_state)
        translator.changed.connect(self.show_state)
        self.show_state()

    def text(self) -> str:
        """The text about what is published, and the problem if there is one."""
        return " ".join(each.text() for each in (self._state, self._problem) if not each.isHidden())

    def show_state(self) -> None:
        """Show what is published."""
        state, writing = self.publisher.state, self.publisher.writing
        failed = None if writing else state.failed
        problem = failed.message if failed is not None else state.problem
        self.setVisible(bool(state.setting.event and state.setting.to))
        self.write.setEnabled(self._controller.may(Act.RESULTS) and not writing)
        self.write.set_text(mark("Try again") if state.failed is not None else mark("Update now"))
        self._state.set_text(site_state_text(state, writing=writing))
        self._problem.show_message(problem)
        self.setup.setVisible(problem is not None)


_CANCEL_SESSION = "Ctrl+Shift+X"


class _SessionCard(Card):
    """The current session: its state, who did what and when, and a button for its next step.

    It is visible as soon as the session has tables, or the evening exists. Some steps ask for a reason.
    """

    wanted = Signal(object, str)
    """Take this :class:`SessionStep` for this reason, which is empty if none was asked for."""
    sheets_wanted = Signal(int)
    """Show the sheets of this cancelled session as they were."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._title = TextLabel(kind=Type.PANEL_TITLE)
        self.state = Chip("")
        self._steps = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.left_open = Notice(NoticeKind.WARN)
        self.reason = ReasonField("", usual=False)
        self.step = OutlineButton("", hint=NEXT_STEP)
        self.cancel = LinkButton("", shortcut=_CANCEL_SESSION, tone=Tone.TEXT2)
        self.sheets = LinkButton(mark("Look at its sheets"))
        self.plan = PlanForm(controller)
        self._life: SessionLife | None = None
        self._asks = False
        self._view: View | None = None
        add(self.body, row(self._title, 4, self.state, None, self.step))
        for part in (self._steps, self.left_open, self.reason, row(self.cancel, self.sheets, None), self.plan):
            add(self.body, part)
        self.cancel.clicked.connect(self._ask_cancel)
        self.sheets.clicked.connect(lambda: self.sheets_wanted.emit(self.session))
        for ended in (self.plan.written, self.plan.left):
            listen(ended, self, lambda *_carried: self._focus_step())
        self.step.clicked.connect(self._ask_or_go)
        shortcut = QShortcut(QKeySequence(NEXT_STEP), self)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(self._key_pressed)
        self.reason.confirmed.connect(self._confirm)
        answer_keys(self.reason.line, {ESCAPE: self.give_up})
        self._show_question()

    @property
    def session(self) -> int:
        """The session shown; 0 for none."""
        return self._life.session if self._life is not None else 0

    @property
    def next_step(self) -> SessionStep | None:
        """The step of the button, or None. Cancelling a session has a button of its own."""
        moves = self._life.moves if self._life is not None else ()
        return next((each for each in moves if each is not SessionStep.CANCELLED), None)

    def show_session(self, view: View, session: int, *, writes: bool, offered_beside: int | None = None) -> None:
        """Show the state of ``session`` of ``view``; 0 for none.

        ``offered_beside`` is a session that the page offers to start or close; the card does not offer that again.
        """
        known = session in view.session_numbers or session in view.state.cancelled
        life = session_life(view, session) if known and view.seating is not None else None
        shown = life is not None and bool(life.moves)
        self.setVisible(shown)
        if life is None or not shown:
            self._life, self._asks = None, False
            self.plan.forget()
            return
        if self._life is None or (self._life.session, self._life.state) != (life.session, life.state):
            self._asks = False
            self.reason.set_text("")
        if self._life is not None and self._life.session != life.session:
            self.plan.forget()
        self._life, self._view = life, view
        self._title.set_text(mark("Session {session}", session=session))
        icon, tone = STATE_CHIPS[life.state]
        self.state.set_chip(STATE_TEXTS[life.state], icon=icon, tone=tone)
        self._steps.set_text(_steps_text(view, life))
        self._show_step(view, life, writes=writes, offered_beside=offered_beside)
        self._show_plan(view, life)
        self._show_question()

    def _show_step(self, view: View, life: SessionLife, *, writes: bool, offered_beside: int | None) -> None:
        step = self.next_step
        if step is None:
            self.step.hide()
            return
        self.step.set_text(step_text(view, life.session, step))
        self.step.setEnabled(self._controller.may(Act.PLAN) if step is SessionStep.RESTORED else writes)
        beside = life.session == offered_beside and step in (SessionStep.PLAYING, SessionStep.CLOSED)
        self.step.setVisible(not beside or self._asks)

    def _show_plan(self, view: View, life: SessionLife) -> None:
        """Offer to cancel the session, or to look at the sheets of one that is cancelled."""
        cancelled = life.state is SessionState.CANCELLED
        self.cancel.set_text(step_text(view, life.session, SessionStep.CANCELLED))
        self.cancel.setVisible(SessionStep.CANCELLED in life.moves)
        self.cancel.setEnabled(self._controller.may(Act.PLAN))
        seating = view.full_state.seating
        has_tables = cancelled and seating is not None and bool(seating.tables(life.session))
        self.sheets.setVisible(has_tables and self._controller.past is None)
        self.plan.look_again()

    def refuse(self, problem: Problem) -> None:
        """Show why the step was refused."""
        self._asks = True
        self._show_question()
        self.reason.show_problem(problem.text)
        self.reason.line.setFocus()

    def give_up(self) -> None:
        """Close the question without doing anything."""
        self._asks = False
        self.reason.set_text("")
        self._show_question()
        self.step.setFocus()

    def _key_pressed(self) -> None:
        """Close the session, also while a button of the page offers that.

        Starting a session moves to another page, so the key does not start one.
        """
        if self.step.isEnabled() and (not self.step.isHidden() or self.next_step is SessionStep.CLOSED):
            self._ask_or_go()

    def _ask_or_go(self) -> None:
        life, view, step = self._life, self._view, self.next_step
        if life is None or view is None or step is None:
            return
        if self._asks:
            self._confirm()
        elif step is SessionStep.RESTORED:
            self.plan.ask(restore_question(view, life.session))
        elif step is SessionStep.REOPENED or (step is SessionStep.CLOSED and closing_problems(view, life.session, "")):
            self._asks = True
            self._show_question()
            self.reason.line.setFocus()
        else:
            self.wanted.emit(step, "")

    def forget_questions(self) -> None:
        """Remove every question, because another one is asked."""
        self.plan.forget()
        if self._asks:
            self._asks = False
            self.reason.set_text("")
            self._show_question()

    def _ask_cancel(self) -> None:
        if self._life is not None and self._view is not None:
            self.forget_questions()
            self.plan.ask(cancel_question(self._view, self._life.session))

    def _focus_step(self) -> None:
        usable = (self.step, self.cancel)
        target = next((each for each in usable if each.isEnabled() and not each.isHidden()), None)
        if target is not None:
            target.setFocus()

    def _confirm(self) -> None:
        if not self.reason.refuses() and self.next_step is not None:
            self.wanted.emit(self.next_step, self.reason.text())

    def _show_question(self) -> None:
        life, view = self._life, self._view
        closing = self._asks and self.next_step is SessionStep.CLOSED
        self.reason.setVisible(self._asks)
        self.reason.show_problem("")
        self.reason.set_label(mark("Why close it anyway") if closing else mark("Why reopen it"))
        self.left_open.setVisible(closing)
        if closing and life is not None and view is not None:
            (problem,) = closing_problems(view, life.session, "") or (None,)
            self.left_open.show_notice(NoticeKind.WARN, problem.text if problem is not None else "")


_WITH_REASON = (SessionStep.CLOSED, SessionStep.REOPENED, SessionStep.CANCELLED, SessionStep.RESTORED)


def _steps_text(view: View, life: SessionLife) -> Text:
    parts: list[Text] = [_taken_text(taken) for taken in life.steps]
    if life.absent:
        names = listed(view.players[number].name for number in life.absent if number in view.players)
        parts.append(mark("absent at the start: {players}", players=names))
    text = parts[0] if parts else mark("nothing yet")
    for part in parts[1:]:
        text = mark("{before} · {text}", before=text, text=part)
    return text


def _taken_text(taken: StepTaken) -> Text:
    """A text like “closed 16:20, Ben”, with the reason if there is one."""
    entry = taken.entry
    values = {"step": STEP_TEXTS[taken.step], "time": f"{entry.time.astimezone():%H:%M}", "author": entry.author}
    reason = "; ".join(filter(None, entry.fact.reasons))
    if reason and taken.step in _WITH_REASON:
        return mark("{step} {time}, {author} ({reason})", reason=reason, **values)
    return mark("{step} {time}, {author}", **values)


_WIDEST = 1360


class TodayPart(QWidget):
    """Cards at the left, and the checklist at the right."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self.controller = controller
        self.overview = OverviewCard(controller)
        self.start = StartQuestion()
        self.session = _SessionCard(controller)
        self.site = _SiteLine(controller)
        self.sharing = _SharingLine(controller)
        self.checklist = _Checklist()
        self.copies = LinkButton(mark("Copies"), hint=COPIES, tone=Tone.TEXT2)
        self.copies.clicked.connect(controller.navigation.copies_wanted)
        side = Size.PAGE_MARGIN
        cards = boxed(
            column(
                *(self.start, self.overview, self.session, self.site, self.sharing, row(self.copies, None), None),
                spacing=14,
                margins=(side, 0, side, side),
            )
        )
        cards.setMaximumWidth(_WIDEST)
        row(stretched(Scrolled(cards)), self.checklist, spacing=0, centred=False, on=self)
        self.overview.tables_wanted.connect(lambda _session: controller.navigation.page_wanted.emit("tables"))
        self.overview.session_selected.connect(lambda _session: self._show_session())
        self.session.plan.withdrawal_wanted.connect(self.overview.ask_withdraw)
        self.session.plan.opened.connect(self.overview.forget_questions)
        self.overview.plan.form.opened.connect(self.session.forget_questions)
        self._offered: int | None = None
        """The session that the button of the page starts or closes."""

    def show_view(self, view: View, step: NextStep) -> None:
        """Show ``view``. The card of the session does not offer ``step``, which a button of the page offers."""
        points = open_points(view)
        self.overview.show_view(view, self.controller.session, len(points))
        self._offered = step.session if step.kind in (NextStepKind.START, NextStepKind.CLOSE) else None
        self._show_session()
        self.site.show_state()
        self.checklist.show_view(view)

    def _show_session(self) -> None:
        """Show the card of the selected session."""
        controller = self.controller
        if controller.view is not None:
            self.session.show_session(
                controller.view,
                self.overview.selected_session or controller.session,
                writes=controller.may(Act.SESSIONS),
                offered_beside=self._offered,
            )

    def forget(self) -> None:
        """Drop a question about the previous event."""
        self.overview.forget_event()
        self.start.forget()
        self.session.plan.forget()

    def fit(self, room: Room) -> None:
        """Make the checklist narrower first."""
        self.checklist.fit(room)
        self.overview.fit(room)
        self.start.fit(room)

    def focus_target(self) -> QWidget | None:
        """The list of sessions, or the next step of the session."""
        usable = (self.overview.table, self.session.step)
        return next((each for each in usable if each.isEnabled() and each.isVisibleTo(self)), None)

    def menu_groups(self) -> Sequence[Sequence[MenuEntry]]:
        """The publication of results, the step of the session, the actions that every table has, and the copies."""
        overview = self.overview
        results = entries_of(overview.publish, overview.hold, overview.withdraw, overview.posters)
        listed = [] if overview.isHidden() else [results, table_entries(overview.table)]
        session, plan = self.session, overview.plan
        return [entries_of(session.step, session.cancel, session.sheets), *listed, entries_of(plan.end, plan.add),
                entries_of(self.copies)]  # fmt: skip
