"""The page Event. Each field is saved when it is left, as one entry."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QWidget

from tournament import use_cases
from tournament.catalogue import SUMMARIES, rule_set
from tournament.event.problem import Problem
from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger.session_step import SessionStep
from tournament.rules.question import Chosen
from tournament.use_cases import View
from tournament.use_cases.commands import ChangeSettings
from tournament.use_cases.rights import Act, right_problem
from tournament.use_cases.sessions import moves_of, session_move, start_remarks
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_fields import SEASON, SESSIONS, event_form, fields_of, show_settings, with_value
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.dialogs.rule_options import RuleOptions
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.form import NotRead
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.pages.event.checklist import Checklist
from ui.desktop.pages.event.logo_card import LogoCard
from ui.desktop.pages.event.overview_card import OverviewCard
from ui.desktop.pages.event.prizes_card import PrizesCard
from ui.desktop.pages.event.readiness import is_finished, next_session
from ui.desktop.pages.event.roles_card import RolesCard
from ui.desktop.pages.event.session_card import SessionCard
from ui.desktop.pages.event.signature_card import SignatureCard
from ui.desktop.pages.event.site_card import SiteCard
from ui.desktop.pages.event.timetable_card import TimetableCard
from ui.desktop.theme import Room, Size, Tone, Type, WidthClass
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.card import Card
from ui.desktop.widgets.chip import Chip
from ui.desktop.widgets.focus_target import set_focus_target
from ui.desktop.widgets.key_answers import ESCAPE, answer_keys
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import add, boxed, column, row, stretched
from ui.desktop.widgets.notice import NoticeKind
from ui.desktop.widgets.question import Question
from ui.desktop.widgets.scrolled import Scrolled
from ui.desktop.widgets.status_bar import COPIES

_PLACES = {
    "name": (0, 0, 2), "place": (0, 2, 2), "starts": (1, 0, 1), "ends": (1, 1, 1), "organiser": (1, 2, 2),
    "city": (2, 0, 2), "host_country": (2, 2, 1), "short_name": (2, 3, 1), "level": (3, 0, 2),
    "web_address": (3, 2, 2),
}  # fmt: skip
"""Row, column and column span of the fields in the first card."""
_IN_ONE_LINE = {
    "rules": (0, 0, 1), "sessions": (0, 1, 1), "minutes": (0, 2, 1), "language": (0, 3, 1),
    "format": (1, 0, 1), "best": (1, 1, 1), "least": (1, 2, 1), "count": (1, 3, 1),
}  # fmt: skip
_IN_TWO_LINES = {
    "rules": (0, 0, 3), "language": (0, 3, 1), "format": (1, 0, 1), "sessions": (1, 1, 1), "minutes": (1, 2, 2),
    "best": (1, 1, 1), "least": (1, 2, 2), "count": (2, 0, 4),
}  # fmt: skip
"""The same for the fields of the second card, in two lines or in one."""
_SIGNING = {
    "counted_totals": (0, 0, 1), "paper_totals": (0, 1, 1), "second_reading": (0, 2, 1), "after_gong": (1, 0, 1),
}  # fmt: skip
_SIGNING_IN_TWO_LINES = {
    "counted_totals": (0, 0, 1), "paper_totals": (0, 1, 1), "second_reading": (1, 0, 1), "after_gong": (1, 1, 1),
}  # fmt: skip
_SIGNING_STACKED = {
    "counted_totals": (0, 0, 2), "paper_totals": (1, 0, 2), "second_reading": (2, 0, 2), "after_gong": (3, 0, 2),
}  # fmt: skip
"""The same for the rules about signed sheets, in a large, a normal and a narrow window."""

_WIDEST = 1360
"""Maximum width of the form, so that its fields stay close together."""


class EventPage(Page):
    """The settings of the event at the left, what is missing before play at the right."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller, follows_session=True)
        self.fields = event_form()
        self.state = Chip("")
        self.overview = OverviewCard(controller)
        self.session = SessionCard()
        self.roles = RolesCard(controller)
        self.signature = SignatureCard(controller)
        self.timetable = TimetableCard(controller)
        self.prizes = PrizesCard(controller)
        self.logo = LogoCard(controller)
        self.site = SiteCard(controller)
        self.checklist = Checklist()
        self._about_rules = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._about_format = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.options = RuleOptions()
        self._signing_card = Card()
        self._path = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._first, self._second, self._signing = _grid((1, 1, 1, 1)), _grid((4, 2, 2, 3)), _grid((1, 1, 1))
        for grid, places in ((self._first, _PLACES), (self._second, _IN_TWO_LINES), (self._signing, _SIGNING)):
            self._place(grid, places)
        self._lay_out()
        self.fields.on_finished(self._save)
        self.options.finished.connect(self._save_options)
        self.question = Question()
        self.demand = OutlineButton(mark("Require it"))
        self.leave = OutlineButton(mark("Leave it as it is"))
        self._asked = boxed(column(self.question, row(self.demand, self.leave, None), spacing=10))
        self._asked.hide()
        self._signing_card.body.addWidget(self._asked)
        self.demand.clicked.connect(self._demand)
        self.leave.clicked.connect(self._take_back)
        for button in (self.demand, self.leave):
            answer_keys(button, {ESCAPE: self._take_back})
        self.checklist.page_wanted.connect(controller.navigation.page_wanted)
        self.checklist.start_wanted.connect(self._start)
        controller.navigation.setting_wanted.connect(self._show_setting)
        self.session.wanted.connect(self._take_step)
        self.overview.tables_wanted.connect(lambda _session: controller.navigation.page_wanted.emit("tables"))
        controller.leaving.connect(self._leave)
        translator.changed.connect(self.invalidate)
        set_focus_target(self, self.fields.line("name"))

    def _lay_out(self) -> None:
        saved = TextLabel(mark("Changes are saved when you leave a field"), kind=Type.DENSE, tone=Tone.TEXT2)
        head = row(TextLabel(mark("Event"), kind=Type.PAGE_TITLE), 6, self.state, None, saved)
        first, second, file = Card(), Card(), Card(margins=(20, 12))
        first.body.addLayout(self._first)
        about = column(self._about_rules, self._about_format, spacing=2)
        for part in (self._second, about, self.options):
            add(second.body, part)
        self._signing_card.body.addLayout(self._signing)
        self.copies = LinkButton(mark("Copies"), hint=COPIES, tone=Tone.TEXT2)
        self.copies.clicked.connect(self.controller.navigation.copies_wanted)
        links = (
            self._link(OpenAction.NEW, mark("New event")),
            self._link(OpenAction.OPEN, mark("Open another")),
            self._link(OpenAction.REHEARSE, mark("Rehearse")),
            self._link(OpenAction.CLOSE, mark("Close")),
        )
        where = row(TextLabel(mark("File"), kind=Type.LABEL), 8, stretched(self._path), self.copies)
        self._links = row(boxed(row(*links[:2], None)), boxed(row(*links[2:], None)), None)
        self._file = row(stretched(where), self._links)
        file.body.addLayout(self._file)
        cards = column(
            *(
                head,
                self.overview,
                self.session,
                first,
                second,
                self.timetable,
                self.logo,
                self.site,
                self._signing_card,
                self.prizes,
                self.roles,
                self.signature,
                file,
                None,
            ),
            spacing=14,
            margins=Size.PAGE_MARGIN,
        )
        form = boxed(cards)
        form.setMaximumWidth(_WIDEST)
        self._scroll = Scrolled(form)
        self.lay_out(self._scroll, panel=self.checklist)

    def _link(self, action: OpenAction, text: Text) -> LinkButton:
        link = LinkButton(text, hint=action.value, tone=Tone.TEXT2)
        link.clicked.connect(lambda _checked: self.controller.navigation.event_wanted.emit(action))
        return link

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The buttons below the list, and the publication of results."""
        overview = self.overview
        results = entries_of(overview.publish, overview.hold, overview.withdraw, overview.posters)
        listed = [] if overview.isHidden() else [results, table_entries(overview.table)]
        return [entries_of(self.checklist.start, self.session.step), *listed]

    def print_view(self) -> None:
        """Offer the papers of the current session."""
        if self.overview.isHidden():
            super().print_view()
        else:
            self.overview.offer_posters()

    def fit(self, room: Room) -> None:
        """Make the panel narrower first."""
        large = room.width_class is WidthClass.LARGE
        self.checklist.fit(room)
        self.overview.fit(room)
        beside = QBoxLayout.Direction.LeftToRight
        for each in (self._file, self._links):
            each.setDirection(QBoxLayout.Direction.TopToBottom if room.compact else beside)
        self._place(self._second, _IN_ONE_LINE if large else _IN_TWO_LINES)
        signing = _SIGNING if large else _SIGNING_STACKED if room.compact else _SIGNING_IN_TWO_LINES
        self._place(self._signing, signing)

    def _place(self, grid: QGridLayout, places: dict[str, tuple[int, int, int]]) -> None:
        for field, (line, place, across) in places.items():
            grid.addWidget(self.fields.labelled[field], line, place, 1, across, Qt.AlignmentFlag.AlignTop)

    def forget(self) -> None:
        """Drop refusals and questions about the previous event."""
        self._asked.hide()
        self.fields.clear_refusals()
        self.options.forget()
        self.overview.forget()
        self.roles.forget()
        self.signature.forget()
        self.timetable.forget()
        self.prizes.forget()
        self.logo.forget()
        self.site.forget()

    def refresh(self) -> None:
        """Show the settings, and what is missing. A half-typed field stays until it is left."""
        view = self.view
        if view is None or not len(view.journal):
            return
        show_settings(self.fields, view.settings, kept=self.fields.unsaved)
        problem = right_problem(self.controller.role, Act.SETTINGS)
        for field in self.fields.fields:
            self.fields.set_enabled(field, mark("for the organiser") if problem is not None else None)
        if view.state.started:
            self.fields.set_enabled("rules", mark("play has begun"))
        if view.seating is not None:
            self.fields.set_enabled("sessions", mark("drawn"))
        if use_cases.anybody_seated(view):
            self.fields.set_enabled("format", mark("players are seated"))
        self._show_rules(view)
        self._show_state(view)
        self.overview.show_view(view, self.controller.session)
        by_checklist = next_session(view) if view.settings.format.is_drawn else None
        self.session.show_session(
            view, self.controller.session, writes=self.controller.may(Act.SESSIONS), started_beside=by_checklist
        )
        self.timetable.show_view(view)
        self.prizes.show_view(view)
        self.logo.show_view(view)
        self.site.show_view(view)
        self.roles.show_view(view)
        self.signature.show_view(view)
        self.checklist.show_view(view)
        self._path.set_text(verbatim(self.controller.book.place))
        cursor = self.overview.table if view.begun else self.fields.line("name")
        usable = (cursor, self.fields.line("name"), self.session.step, self.checklist.start)
        set_focus_target(self, next((each for each in usable if each.isEnabled() and not each.isHidden()), usable[0]))

    def _show_rules(self, view: View) -> None:
        """Show the rules in words, their options, and the fields that this format has."""
        settings = view.settings
        self._about_rules.set_text(SUMMARIES[settings.rules])
        self._about_format.set_text(settings.format.text)
        shown = fields_of(settings.format)
        for field in (*SESSIONS, *SEASON):
            self.fields.labelled[field].setVisible(field in shown)
        rules = rule_set(settings.rules)
        assert rules is not None, "the rules of an event are of the catalogue"
        self.options.show_rules(rules, settings.options)
        self.options.set_reason(mark("play has begun") if view.begun else None)

    def _show_state(self, view: View) -> None:
        if is_finished(view):
            self.state.set_chip(mark("Finished"), icon="tick", tone=Tone.OK)
        elif view.state.started:
            self.state.set_chip(mark("In play"), icon="half", tone=Tone.ACCENT)
        else:
            self.state.set_chip(mark("In preparation"), icon="pen")

    def _leave(self) -> None:
        """Save half-typed fields while their event is still open, so that nothing carries over to the next event."""
        for field in self.fields.unsaved:
            self._save(field)
        self.fields.accept_all()
        self._save_options()
        self.options.forget()

    def _save(self, field: str, *, confirmed: bool = False) -> None:
        view = self.view
        if view is None or field not in self.fields.unsaved:
            return
        try:
            settings = with_value(view.settings, field, self.fields.value(field))
        except NotRead as error:
            self.fields.refuse(field, error.text)
            return
        self.fields.clear_refusals(field)
        if field == "rules":
            settings = replace(settings, options=self._options_of(settings.rules))
        if field == "format" and not settings.format.is_drawn:
            settings = replace(settings, sessions=1)
        waiting = 0 if confirmed else use_cases.sheets_to_read_again(view, settings)
        if waiting:
            self._ask(waiting)
            return
        self._asked.hide()
        problems: tuple[Problem, ...] = ()
        if settings != view.settings:
            problems = attempt(self.controller, ChangeSettings(settings))
        if problems:
            self.fields.refuse(field, problems[0].text)
        elif self.view is not None:
            show_settings(self.fields, self.view.settings)

    def _options_of(self, rules: str) -> Chosen:
        """The options typed earlier for ``rules``, or their defaults."""
        found = rule_set(rules)
        assert found is not None, "chosen of the catalogue"
        self.options.show_rules(found)
        return self.options.chosen()[0]

    def _save_options(self, name: str = "") -> None:
        """Save the chosen options. An invalid one is refused at its control, and the event keeps its value."""
        view = self.view
        if view is None or view.begun:
            return
        chosen, wrong = self.options.take_over()
        had = [each for each in view.settings.options if each[0] in wrong]
        settings = replace(view.settings, options=tuple(sorted((*chosen, *had))))
        problems: tuple[Problem, ...] = ()
        if settings != view.settings:
            problems = attempt(self.controller, ChangeSettings(settings))
        if problems and name:
            wrong[name] = problems[0].text
        if name in wrong or not name:
            self.options.mark_problems(wrong if not name else {name: wrong[name]})

    def _ask(self, waiting: int) -> None:
        """Say what requiring a second reading does to verified sheets, before it is required."""
        title = mark_count(
            "{count} verified sheet will need a second reading",
            "{count} verified sheets will need a second reading",
            waiting,
        )
        body = mark("Until then their sessions are open and their results provisional. No figure changes.")
        self.question.show_notice(NoticeKind.WARN, title, body)
        self._asked.show()
        self.demand.setFocus()
        QTimer.singleShot(0, self, lambda: self._scroll.ensureWidgetVisible(self.demand, 0, 24))

    def _demand(self) -> None:
        self.fields.choice("second_reading").setFocus()
        self._save("second_reading", confirmed=True)

    def _take_back(self) -> None:
        """Leave the sheets unchanged."""
        self._asked.hide()
        if self.view is not None:
            kept = [field for field in self.fields.unsaved if field != "second_reading"]
            show_settings(self.fields, self.view.settings, kept=kept)
        self.fields.choice("second_reading").setFocus()

    def _take_step(self, step: SessionStep, reason: str) -> None:
        """Take the next step of the current session. Missing things are reported and prevent nothing."""
        session, view = self.controller.session, self.controller.book.view
        remarks = start_remarks(view, session) if step is SessionStep.PLAYING else ()
        problems = attempt(self.controller, session_move(session, step, reason))
        if problems:
            self.session.refuse(problems[0])
            return
        for remark in remarks:
            self.controller.messages.noted.emit(remark.text)
        self.session.step.setFocus()

    def _show_setting(self, field: str) -> None:
        if field in self.fields.fields:
            editor = self.fields.labelled[field].editor
            editor.setFocus()
            self._scroll.ensureWidgetVisible(editor, 0, 24)

    def _start(self, session: int) -> None:
        """Start play of ``session`` if that was not done, and go to its tables."""
        view = self.view
        self.controller.choose_session(session)
        if view is not None and self.controller.writes and SessionStep.PLAYING in moves_of(view, session):
            self._take_step(SessionStep.PLAYING, "")
        self.controller.navigation.page_wanted.emit("tables")


def _grid(shares: tuple[int, ...]) -> QGridLayout:
    grid = QGridLayout()
    grid.setSpacing(16)
    for place, share in enumerate(shares):
        grid.setColumnStretch(place, share)
    return grid
