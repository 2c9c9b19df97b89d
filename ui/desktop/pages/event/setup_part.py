"""The part Setup: the settings of the event in groups, with a search for a field.

Each field is saved when it is left, as one entry.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QLineEdit, QWidget

from tournament import use_cases
from tournament.catalogue import SUMMARIES, rule_set
from tournament.event.format import EventFormat
from tournament.event.money import money_text
from tournament.event.problem import Problem
from tournament.event.role import Act
from tournament.event.settings import GrantedPoints, Settings
from tournament.language import Text, mark, mark_count, verbatim
from tournament.language.search import Search
from tournament.rules.question import Chosen
from tournament.use_cases import View
from tournament.use_cases.commands import ChangeSettings
from tournament.use_cases.final_beside import rule_problem, rule_remarks
from tournament.use_cases.progress import asks_for_federation
from tournament.use_cases.rights import right_problem
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_fields import MONEY, SEASON, SESSIONS, event_form, fields_of, show_settings, with_value
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.dialogs.rule_options import RuleOptions
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.form import NotRead
from ui.desktop.kit.menu import MenuEntry, drop_menu
from ui.desktop.pages.event.prizes_card import PrizesCard
from ui.desktop.pages.event.setup_cards import LogoCard, RolesCard, TimetableCard
from ui.desktop.pages.event.signature_card import SignatureCard
from ui.desktop.pages.event.site_card import SiteCard
from ui.desktop.recent import recent_files
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import Card, NoticeKind, Question
from ui.desktop.widgets.fields import ChoiceBox, SearchField, TextArea
from ui.desktop.widgets.keys import ENTER, ESCAPE, Key, answer_keys
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Part, Scrolled, add, boxed, bring_into_view, column, row, stretched
from ui.rule_presets import Preset

_FIND = "Ctrl+F"


class _FormGroup(NamedTuple):
    """A part of the form with its heading, whose words find its fields too."""

    title: Text
    widget: QWidget


class _FoundField(NamedTuple):
    """A field with its label, and a function that moves the cursor there."""

    label: str
    group: str
    go: Callable[[], None]
    editor: QWidget | None = None
    """The widget, to be scrolled into view; None if it is created by ``go``."""
    choices: str = ""
    """The texts of its choices, by which it can be found too."""

    @property
    def words(self) -> tuple[str, ...]:
        """The texts by which it is found."""
        return self.label, self.group, self.choices


class _FieldSearch(QWidget):
    """A search field.

    It shows the first field found; Up and Down continue with others, Enter moves the cursor to the field.
    """

    def __init__(
        self,
        groups: Sequence[_FormGroup],
        folded: Callable[[], Sequence[_FoundField]],
        *,
        parent: QWidget | None = None,
    ) -> None:
        """``folded`` returns fields that are not on the screen yet."""
        super().__init__(parent)
        self._groups, self._folded = tuple(groups), folded
        self._found: Sequence[_FoundField] = ()
        self._index = 0
        self.line = SearchField(mark("Find a field"), key=_FIND)
        self.line.setMaximumWidth(360)
        self.outcome = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        row(stretched(self.line), stretched(self.outcome), spacing=12, on=self)
        self.line.textChanged.connect(lambda _typed: self._find())
        answer_keys(self.line, dict.fromkeys(ENTER, self.go))
        answer_keys(self.line, {ESCAPE: self.line.clear})
        answer_keys(self.line, {Qt.Key.Key_Down: lambda: self._turn(1), Qt.Key.Key_Up: lambda: self._turn(-1)})
        QShortcut(QKeySequence(_FIND), self).activated.connect(self._ask)

    @property
    def found(self) -> Sequence[_FoundField]:
        """The fields that contain the typed words, from the top of the form."""
        return self._found

    def go(self) -> None:
        """Move the cursor to the current field and end the search. A field that cannot be changed is only shown."""
        if self._found:
            found = self._found[self._index]
            if found.editor is None or found.editor.isEnabled():
                self.line.clear()
                found.go()

    def _ask(self) -> None:
        self.line.setFocus()
        self.line.selectAll()

    def _find(self) -> None:
        search = Search(self.line.text())
        self._found = [each for each in self._fields() if search.finds(*each.words)] if search else []
        self._found.sort(key=lambda each: not search.finds(each.label))
        self._index = 0
        self._show()
        self.line.show_found(len(self._found))

    def _turn(self, step: int) -> None:
        if self._found:
            self._index = (self._index + step) % len(self._found)
            self._show()

    def _show(self) -> None:
        """Show which field was found, and scroll to it."""
        if not self._found:
            self.outcome.set_text(mark("No field has these words") if self.line.text().strip() else "")
            return
        found = self._found[self._index]
        where = {"at": self._index + 1, "count": len(self._found), "field": found.label, "group": found.group}
        self.outcome.set_text(mark("{group}: {field} ({at} of {count})", **where))
        if found.editor is not None:
            bring_into_view(found.editor)

    def _fields(self) -> list[_FoundField]:
        """The visible fields of the form, with the folded ones at the end of their group."""
        fields = []
        for group in self._groups:
            if group.widget.isHidden():
                continue
            title = translator.translate(group.title)
            fields += [_field(editor, title) for editor in _editors(group.widget)]
        return [*fields, *self._folded()]


def _field(editor: QWidget, group: str) -> _FoundField:
    def go() -> None:
        editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
        bring_into_view(editor)

    choices = [editor.itemText(n) for n in range(editor.count())] if isinstance(editor, ChoiceBox) else []
    return _FoundField(editor.accessibleName(), group, go, editor, " ".join(choices))


def _editors(group: QWidget) -> list[QWidget]:
    """The widgets of ``group`` that accept the cursor, from top to bottom."""
    return sorted(
        (
            each
            for each in group.findChildren(QWidget)
            if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.accessibleName() and each.isVisibleTo(group)
        ),
        key=lambda each: each.mapTo(group, each.rect().topLeft()).toTuple()[::-1],
    )


_Places = dict[str, tuple[int, int, int]]
"""Row, column and column span of fields in the grid of their group."""
_NAME: _Places = {
    "name": (0, 0, 4), "place": (1, 0, 2), "starts": (1, 2, 1), "ends": (1, 3, 1), "organiser": (2, 0, 4),
}  # fmt: skip
_SESSIONS: _Places = {
    "format": (0, 0, 2), "sessions": (0, 2, 1), "minutes": (0, 3, 1), "best": (0, 2, 1), "least": (0, 3, 1),
    "count": (1, 0, 2), "per": (1, 2, 1), "least_games": (1, 3, 1), "handicaps": (2, 0, 4),
    "late_points": (2, 0, 2), "late_fixed": (2, 2, 2),
    "sit_out_points": (3, 0, 2), "sit_out_fixed": (3, 2, 2), "country_size": (4, 0, 2), "team_size": (4, 2, 2),
    "final_ranks": (5, 0, 4),
}  # fmt: skip
_RULES: _Places = {"rules": (0, 0, 4)}
_SHEETS: _Places = {
    "counted_totals": (0, 0, 2), "paper_totals": (0, 2, 2), "second_reading": (1, 0, 2), "after_gong": (1, 2, 2),
    "language": (2, 0, 2),
}  # fmt: skip
_SHEETS_STACKED: _Places = {
    "counted_totals": (0, 0, 4), "paper_totals": (1, 0, 4), "second_reading": (2, 0, 4), "after_gong": (3, 0, 4),
    "language": (4, 0, 4),
}  # fmt: skip
"""The same fields in a narrow window."""
_MONEY: _Places = {"stake": (0, 0, 2), "fee": (0, 2, 2), "round_to": (1, 0, 2), "currency": (1, 2, 2)}
_FEDERATION: _Places = {
    "level": (0, 0, 2), "short_name": (0, 2, 2), "city": (1, 0, 2), "host_country": (1, 2, 2),
    "officials": (2, 0, 4),
}  # fmt: skip
_WEB: _Places = {"web_address": (0, 0, 2), "streamed": (0, 2, 2)}
_ABOUT_STREAMS = mark(
    "Everybody can follow these tables while they play: names, scores and winning tiles, for an overlay of a video "
    "stream. Results held for the ceremony stay hidden."
)
_NOTHING_SAID = Settings("")
_COLUMNS = 4
_WIDEST = 1040
"""Maximum width of the form, so that its fields stay close together."""


class SettingQuestion(QWidget):
    """Asks before a change of the rule in ``field`` that concerns sheets or results; hidden until then."""

    confirmed = Signal(str)
    """Change the rule in this field."""
    left = Signal(str)

    def __init__(self, field: str, yes: Text, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self.question = Question()
        self.demand = OutlineButton(yes)
        self.leave = OutlineButton(mark("Leave it as it is"))
        column(self.question, row(self.demand, self.leave, None), spacing=10, on=self)
        self.demand.clicked.connect(lambda: self.confirmed.emit(self.field))
        self.leave.clicked.connect(self._leave)
        for button in (self.demand, self.leave):
            answer_keys(button, {ESCAPE: self._leave})
        self.hide()

    def _leave(self) -> None:
        self.hide()
        self.left.emit(self.field)


class SetupPart(QWidget):
    """The settings in groups, with a search field above them. A setting that cannot be changed any more says why."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self.controller = controller
        self.fields = event_form()
        self.options = RuleOptions()
        self.timetable = TimetableCard(controller)
        self.prizes = PrizesCard(controller)
        self.roles = RolesCard(controller)
        self.signature = SignatureCard(controller)
        self.logo = LogoCard(controller)
        self.site = SiteCard(controller)
        self._about_rules = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._about_format = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.season = self._link(OpenAction.SEASON, mark("New season"))
        self.recent = LinkButton(mark("Recent"), shortcut="Ctrl+Shift+E", icon="chevron-down", tone=Tone.TEXT2)
        self.recent.clicked.connect(self._offer_recent)
        self._about_money = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._path = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.reading = SettingQuestion("second_reading", mark("Require it"))
        self.ranks = SettingQuestion("final_ranks", mark("Rank by it"))
        self._sheets = self._grid(_SHEETS)
        self._federation = self._group(mark("Federation"), self._grid(_FEDERATION))
        self.groups = self._make_groups()
        self.search = _FieldSearch(self.groups, self._folded_options)
        self._saving_all = False
        """Whether the event is being closed."""
        self._lay_out()
        self._listen()

    def _make_groups(self) -> tuple[_FormGroup, ...]:
        sessions = (self._grid(_SESSIONS), self.ranks, self._about_format, self.timetable)
        about_streams = TextLabel(_ABOUT_STREAMS, kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._money = self._group(mark("Money"), self._grid(_MONEY), self._about_money)
        return (
            self._group(mark("Name and place"), self._grid(_NAME)),
            self._group(mark("Sessions and timetable"), *sessions),
            self._group(mark("Rules and options"), self._grid(_RULES), self._about_rules, self.options),
            self._group(mark("Sheets"), self._sheets, self.reading),
            self._money,
            _FormGroup(mark("Prizes"), self.prizes),
            _FormGroup(mark("Roles and PINs"), self.roles),
            _FormGroup(mark("Signature"), self.signature),
            self._federation,
            _FormGroup(mark("Logo on papers"), self.logo),
            self._group(mark("Web page"), self._grid(_WEB), about_streams, self.site),
            self._group(mark("File"), self._make_file()),
        )

    def _group(self, title: Text, *parts: Part) -> _FormGroup:
        card = Card()
        add(card.body, TextLabel(title, kind=Type.PANEL_TITLE))
        for part in parts:
            add(card.body, part)
        return _FormGroup(title, card)

    def _grid(self, places: _Places) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(16)
        for place in range(_COLUMNS):
            grid.setColumnStretch(place, 1)
        self._place(grid, places)
        return grid

    def _place(self, grid: QGridLayout, places: _Places) -> None:
        for field, (line, place, across) in places.items():
            grid.addWidget(self.fields.labelled[field], line, place, 1, across, Qt.AlignmentFlag.AlignTop)

    def _make_file(self) -> QBoxLayout:
        links = (
            self._link(OpenAction.NEW, mark("New event")),
            self._link(OpenAction.OPEN, mark("Open another")),
            self.recent,
            self._link(OpenAction.REHEARSE, mark("Rehearse")),
            self._link(OpenAction.CLOSE, mark("Close")),
        )
        groups = (links[:3], links[3:], (self.season,))
        self._links = row(*(boxed(row(*group, None)) for group in groups), None)
        return column(self._path, self._links)

    def _offer_recent(self) -> None:
        """Show a menu of the events that were open before this one."""
        here, wanted = self.controller.book.place, self.controller.navigation.event_wanted
        others = [file for file in recent_files() if file.path != here]
        entries = [MenuEntry(f"{file.name} – {file.path}", partial(wanted.emit, Path(file.path))) for file in others]
        drop_menu(self.recent, entries or [MenuEntry(mark("No other event was open before."), str, enabled=False)])

    def _link(self, action: OpenAction, text: Text) -> LinkButton:
        link = LinkButton(text, hint=action.value, tone=Tone.TEXT2)
        link.clicked.connect(lambda _checked: self.controller.navigation.event_wanted.emit(action))
        return link

    def _lay_out(self) -> None:
        saved = TextLabel(mark("Changes are saved when you leave a field"), kind=Type.DENSE, tone=Tone.TEXT2)
        self._saved = saved
        side = Size.PAGE_MARGIN
        head = boxed(row(stretched(self.search), saved, margins=(side, 0, side, 10)))
        form = boxed(column(*(group.widget for group in self.groups), None, spacing=14, margins=(side, 0, side, side)))
        head.setMaximumWidth(_WIDEST)
        form.setMaximumWidth(_WIDEST)
        self._scroll = Scrolled(form)
        column(head, stretched(self._scroll), spacing=0, on=self)

    def _listen(self) -> None:
        self.fields.on_finished(self._save)
        self.options.finished.connect(self._save_options)
        self.options.presets.chosen.connect(self._take_preset)
        for asked in (self.reading, self.ranks):
            asked.confirmed.connect(self._demand)
            asked.left.connect(self._take_back)

    def fit(self, room: Room) -> None:
        """Put the fields below one another in a narrow window."""
        beside = QBoxLayout.Direction.LeftToRight
        self._links.setDirection(QBoxLayout.Direction.TopToBottom if room.compact else beside)
        self._saved.setHidden(room.compact)
        self._place(self._sheets, _SHEETS_STACKED if room.compact else _SHEETS)

    def forget(self) -> None:
        """Drop refusals and questions about the previous event."""
        self.reading.hide()
        self.ranks.hide()
        self.fields.clear_refusals()
        self.options.forget()
        self.search.line.clear()
        for card in (self.roles, self.signature, self.timetable, self.prizes, self.logo, self.site):
            card.forget()

    def show_view(self, view: View) -> None:
        """Show the settings of ``view``. A half-typed field keeps its text until it is left."""
        show_settings(self.fields, view.settings, kept=self.fields.unsaved)
        problem = right_problem(self.controller.user.role, Act.SETTINGS)
        for field in self.fields.fields:
            self.fields.set_enabled(field, mark("for the organiser") if problem is not None else None)
        if view.state.started:
            self.fields.set_enabled("rules", mark("play has begun"))
        if view.seating is not None:
            self.fields.set_enabled("sessions", mark("drawn"))
        if use_cases.anybody_seated(view):
            self.fields.set_enabled("format", mark("players are seated"))
        said = any(getattr(view.settings, field) != getattr(_NOTHING_SAID, field) for field in _FEDERATION)
        self._federation.widget.setVisible(said or asks_for_federation(view))
        self._show_rules(view)
        for card in (self.timetable, self.prizes, self.logo, self.site, self.roles, self.signature):
            card.show_view(view)
        league = view.settings.format is EventFormat.LEAGUE
        self.season.set_text(mark("New season") if league else mark("New from this event"))
        self._path.set_text(verbatim(self.controller.book.place))

    def focus_target(self) -> QWidget:
        """The name of the event, or the search if nothing can be changed."""
        name = self.fields.line("name")
        return name if name.isEnabled() else self.search.line

    def show_setting(self, field: str) -> None:
        """Move the cursor to the setting ``field``, if there is one of this name."""
        if field in self.fields.fields:
            editor = self.fields.labelled[field].editor
            editor.setFocus()
            bring_into_view(self.fields.labelled[field])

    def save_all(self) -> None:
        """Save half-typed fields while their event is still open, so that nothing is carried over to the next one."""
        self._saving_all = True
        for field in self.fields.unsaved:
            if not self.fields.refused(field):
                self._save(field)
        self._saving_all = False
        self.fields.accept_all()
        self._save_options()
        self.options.forget()

    def _folded_options(self) -> list[_FoundField]:
        """The options of the rules while they are hidden."""
        group = translator.translate(mark("Rules and options"))
        return [
            _FoundField(translator.translate(text), group, partial(self.options.show_option, name))
            for name, text in self.options.folded()
        ]

    def _show_rules(self, view: View) -> None:
        """Show the rules in words, their options, and the fields of the event's format."""
        settings = view.settings
        self._about_rules.set_text(SUMMARIES[settings.rules])
        self._about_format.set_text(settings.format.text)
        shown = fields_of(settings.format)
        for field in (*SESSIONS, *SEASON, *MONEY):
            self.fields.labelled[field].setVisible(field in shown)
        if settings.late_points is not GrantedPoints.FIXED:
            self.fields.labelled["late_fixed"].hide()
        if settings.sit_out_points is not GrantedPoints.FIXED:
            self.fields.labelled["sit_out_fixed"].hide()
        self._money.widget.setVisible(not settings.format.is_drawn)
        self._about_money.set_text(money_text(settings.money))
        rules = rule_set(settings.rules)
        assert rules is not None, "the rules of an event are of the catalogue"
        self.fields.labelled["after_gong"].setHidden(bool(rules.after_gong))  # then an option of the rules says it
        self.options.show_rules(rules, settings.options)
        self.options.set_reason(mark("play has begun") if view.begun else None)

    def _save(self, field: str, *, confirmed: bool = False) -> None:
        view = self.controller.view
        if view is None or field not in self.fields.unsaved:
            return
        if not self.isVisible() and not self._saving_all and not self.fields.fields[field].choices:
            self._leave_unsaved(field)
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
        if not confirmed and self._asks(view, settings):
            return
        self.reading.hide()
        self.ranks.hide()
        problems: tuple[Problem, ...] = ()
        if settings != view.settings:
            problems = attempt(self.controller, ChangeSettings(settings))
        if problems:
            self.fields.refuse(field, problems[0].text)
        elif self.controller.view is not None:
            show_settings(self.fields, self.controller.view.settings)

    def _leave_unsaved(self, field: str) -> None:
        """Keep what was typed in ``field``, because the part was left in the middle: it may not be meant for it."""
        self.fields.refuse(field, mark("Not saved yet: {yes} saves it, {no} restores what was saved.",
                                       yes=Key("Return"), no=Key("Esc")))  # fmt: skip
        text = mark("“{typed}” was not saved in Setup ({field}).", typed=self.fields.typed_in(field).text(),
                    field=self.fields.fields[field].label)  # fmt: skip
        self.controller.messages.noted.emit(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc in a line restores what it had before it was edited."""
        line = self.focusWidget()
        if event.key() != ESCAPE or not isinstance(line, QLineEdit | TextArea) or not line.isModified():
            super().keyPressEvent(event)
            return
        while line.isUndoAvailable():
            line.undo()
        line.setModified(False)
        self.fields.clear_refusals(*(name for name, each in self.fields.labelled.items() if each.editor is line))

    def _options_of(self, rules: str) -> Chosen:
        """The options typed earlier for ``rules``, or their defaults."""
        found = rule_set(rules)
        assert found is not None, "chosen of the catalogue"
        self.options.show_rules(found)
        return self.options.chosen()[0]

    def _take_preset(self, preset: Preset) -> None:
        """Save the rules and the options of ``preset``; nothing of what is typed in the options stays."""
        view = self.controller.view
        if view is None or view.begun:
            return
        if preset.rules == view.settings.rules:
            self.options.take_preset(preset.options)
            self._save_options()
            return
        self.options.forget()
        settings = replace(view.settings, rules=preset.rules, options=preset.options)
        problems = attempt(self.controller, ChangeSettings(settings))
        self.show_view(self.controller.view or view)
        if problems:
            self.options.presets.failed.emit(problems[0].text)

    def _save_options(self, name: str = "") -> None:
        """Save the chosen options. An invalid one is refused at its control, and the event keeps its value."""
        view = self.controller.view
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

    def _asks(self, view: View, settings: Settings) -> bool:
        """Show what ``settings`` would change in results, before they are saved; return whether something does."""
        waiting = use_cases.sheets_to_read_again(view, settings)
        if waiting:
            title = mark_count(
                "{count} verified sheet will need a second reading",
                "{count} verified sheets will need a second reading",
                waiting,
            )
            body = mark("Until then their sessions are open and their results provisional. No figure changes.")
            self._ask(self.reading, title, body)
        remarks = rule_remarks(view, settings.final_ranks) if rule_problem(view, settings.final_ranks) is None else ()
        for remark in remarks:
            body = mark("The players began the final under the other rule. The change is kept in the log.")
            self._ask(self.ranks, remark.text, body)
        return bool(waiting or remarks)

    def _ask(self, asked: SettingQuestion, title: Text, body: Text) -> None:
        asked.question.show_notice(NoticeKind.WARN, title, body)
        asked.show()
        asked.demand.setFocus()
        QTimer.singleShot(0, self, lambda: self._scroll.ensureWidgetVisible(asked.demand, 0, 24))

    def _demand(self, field: str) -> None:
        self.fields.choice(field).setFocus()
        self._save(field, confirmed=True)

    def _take_back(self, field: str) -> None:
        """Leave the setting as it is."""
        if self.controller.view is not None:
            kept = [each for each in self.fields.unsaved if each != field]
            show_settings(self.fields, self.controller.view.settings, kept=kept)
        self.fields.choice(field).setFocus()
