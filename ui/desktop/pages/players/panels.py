"""The panels beside the list of players: the overview, or a question about one player."""

from collections import Counter
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from tournament import use_cases
from tournament.event.ema import player_remarks
from tournament.event.player import (
    NAME_LENGTH,
    Player,
    PlayerState,
    PlayerStatus,
    PublicName,
    is_latin,
    public_players,
)
from tournament.event.player_import.notes import REMARKS
from tournament.event.problem import Problem, Refused
from tournament.event.roster import LATIN_FIELDS, field_label, player_problems
from tournament.language import Text, mark, mark_count, verbatim
from tournament.standings.state_words import status_text
from tournament.use_cases import PlannedState, View, drawn_players, missing_players
from tournament.use_cases.commands import ChangePlayer, ChangePlayerState, LeaveToSubstitute, MergePlayers
from tournament.use_cases.event_setup import sessions_to_join
from tournament.use_cases.people import usual_first
from tournament.use_cases.progress import asks_for_federation
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.form import Form, choice_field, text_field
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind, Rule, SidePanel
from ui.desktop.widgets.fields import LabeledField
from ui.desktop.widgets.keys import ENTER, ESCAPE, Key, KeyText, answer_keys
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched
from ui.desktop.widgets.player_field import PlayerField
from ui.desktop.widgets.signs import Icon, StatusIcon

_SEATS = 4
_NAMED = 4
"""Maximum number of missing players that are named."""


class _Overview(SidePanel):
    """How many players there are, who is missing, what is odd, and the button for importing a list."""

    import_asked = Signal()
    all_here = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._count = TextLabel(kind=Type.FIGURE, figures=True)
        self._players = TextLabel(kind=Type.PANEL_TITLE, tone=Tone.TEXT2)
        self._tables = Notice(NoticeKind.OK, boxed=False)
        self._here = TextLabel(kind=Type.PANEL_TITLE, figures=True)
        self._missing = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.everybody = OutlineButton(mark("Check in all players"), shortcut="Ctrl+Shift+Space")
        self.everybody.clicked.connect(self.all_here)
        self._remarks = QWidget()
        self._remark_lines = column(spacing=7, on=self._remarks)
        self.importing = PrimaryButton(mark("Import a list…"), hint="Ctrl+I")
        self.importing.clicked.connect(self.import_asked)
        self._closed = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        inside = column(
            row(self._count, self._players, None),
            self._tables,
            10,
            self._here,
            Rule(strong=True),
            self._missing,
            row(self.everybody, None),
            10,
            self._remarks,
            None,
            Rule(),
            *(KeyText(text, wrap=True) for text in _KEYS),
            margins=(0, 0, 6, 0),
        )
        self.body.addWidget(Scrolled(boxed(inside)), 1)
        self.body.addWidget(self._closed)
        self.body.addWidget(self.importing)

    def show_view(self, view: View) -> None:
        """Update the counts."""
        count, present = len(view.players), len(view.state.present)
        self._count.set_text(str(count))
        self._players.set_text(mark_count("player", "players", count))
        self._show_tables(view)
        self._here.set_text(mark("{present} of {count} checked in", present=present, count=count))
        missing = [player.name for player in missing_players(view)]
        self._missing.set_text(_missing_text(missing))
        self._missing.setVisible(bool(count))
        self.everybody.setVisible(bool(missing))
        self._show_remarks(view)
        closed = view.list_closed and not sessions_to_join(view)
        self.importing.setEnabled(not closed)
        self._closed.setVisible(closed)
        self._closed.set_text(mark("All sessions have begun: players can no longer be added."))

    def _show_tables(self, view: View) -> None:
        tables, rest = divmod(len(drawn_players(view)), _SEATS)
        self._tables.setVisible(not view.list_closed)  # then the draw shows who sits where
        if not view.players:
            self._tables.show_notice(NoticeKind.INFO, mark("Type a name, paste a list, or import a file."))
        elif not view.settings.format.is_drawn:  # games take whoever is here
            self._tables.hide()
        elif rest:
            title = mark_count("{count} more fills the tables", "{count} more fill the tables", _SEATS - rest)
            advice = mark("A table needs four players: add players or substitutes, or let players sit out on the page "
                          "Draw.")  # fmt: skip
            if tables < 1:
                advice = mark("A table needs four players: add players or substitutes.")
            self._tables.show_notice(NoticeKind.WARN, title, advice)
        else:
            self._tables.show_notice(NoticeKind.OK, mark_count("{count} full table", "{count} full tables", tables))

    def _show_remarks(self, view: View) -> None:
        for line in self._remarks.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            self._remark_lines.removeWidget(line)
            line.deleteLater()
        asks = asks_for_federation(view)
        remarks = (player_remarks(player, federation=asks) for player in view.players.values())
        counts = Counter(remark.code for each in remarks for remark in each)
        self._remarks.setVisible(bool(counts))
        if counts:
            aside = TextLabel(mark("they do not prevent play"), kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
            title = row(TextLabel(mark("Remarks"), kind=Type.PANEL_TITLE), stretched(aside))
            self._remark_lines.addWidget(boxed(title))
            self._remark_lines.addWidget(Rule(strong=True))
        for code, count in counts.items():
            icon = Icon(StatusIcon.INFO.icon, size=16, tone=StatusIcon.INFO.tone)
            number = TextLabel(str(count), kind=Type.DENSE_TOTAL, figures=True)
            words = ElidedLabel(REMARKS[code].label, kind=Type.DENSE)
            self._remark_lines.addWidget(boxed(row(icon, words, None, number)))


def _missing_text(names: list[str]) -> Text:
    if not names:
        return mark("All players are here.")
    named = tuple(names[:_NAMED])
    if len(names) <= _NAMED:
        return mark("Missing: {names}", names=named)
    return mark_count("Missing: {names} and {count} more", "Missing: {names} and {count} more", len(names) - _NAMED,
                      names=named)  # fmt: skip


_KEYS = (
    mark("{key} check in or undo check-in", key=Key("Space")),
    mark("{key} edit a cell, {other} confirm", key=Key("F2"), other=Key("Return")),
    mark("{key} remove, before the draw", key=Key("Del")),
    mark("{key} set the state or the name in public", key=Key("Ctrl+E")),
    mark("{key} merge a double registration", key=Key("Ctrl+M")),
    mark("{key} paste from a spreadsheet", key=Key("Ctrl+V")),
)


STAYS, REASON = "stays", "reason"


class _MergePanel(SidePanel):
    """The fields for merging two entries of one person: which one stays, what moves to it, and why.

    It shows the effect of what is typed. Enter carries it out, Esc closes.
    """

    submitted = Signal(object)
    """Carry out this :class:`tournament.use_cases.commands.MergePlayers`."""
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._view: View | None = None
        self._number = 0
        self._offered: tuple[int, int] = (0, 0)
        """The numbers of the two players of whom the user chooses one to stay."""
        self.who = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self.other = PlayerField(mark("number, or first and last name"))
        self.form = Form(
            [
                choice_field(STAYS, mark("Player to keep"), (("0", "–"),)),
                text_field(REASON, mark("Reason"), longest=200),
            ]
        )
        self.effect = Notice(NoticeKind.INFO)
        self.submit = PrimaryButton(mark("Merge the two players"), hint="Return")
        leave = LinkButton(mark("Back to the list"), hint="Esc", tone=Tone.TEXT2)
        other = LabeledField(mark("Same person as"), self.other)
        inside = column(other, *self.form.labelled.values(), self.effect, None, spacing=10)
        self.body.addWidget(self.who)
        self.body.addWidget(Scrolled(boxed(inside)), 1)
        add(self.body, row(stretched(self.submit)))
        add(self.body, row(leave, None))
        self.submit.clicked.connect(self._submit)
        leave.clicked.connect(self.left)
        stays, reason = self.form.choice(STAYS), self.form.line(REASON)
        self.other.textChanged.connect(lambda _typed: self._find())
        self.other.entered.connect(self._submit)
        stays.currentIndexChanged.connect(lambda _index: self._answer())
        reason.textChanged.connect(lambda _typed: self._answer())
        reason.returnPressed.connect(self._submit)
        answer_keys(stays, {**dict.fromkeys(ENTER, self._submit), ESCAPE: self.left.emit})
        for line in (self.other, reason):
            answer_keys(line, {ESCAPE: self.left.emit})

    @property
    def number(self) -> int:
        """The number of the player whose duplicate is wanted, or 0."""
        return self._number

    def show_player(self, view: View, number: int) -> None:
        """Ask which entry is the same person as player ``number``."""
        if number != self._number:
            self.other.clear()
            self.form.show({REASON: ""})
            self._offered = (0, 0)
        self._view, self._number = view, number
        self.who.set_text(mark("{number} {player}", number=number, player=view.players[number].name))
        self.other.offer([player for player in view.players.values() if player.number != number])
        self._find()

    def forget(self) -> None:
        """Drop the question, so that the next one starts empty, also for the same number in another event."""
        self._number = 0

    def refuse(self, text: Text) -> None:
        """Show why the players cannot be merged."""
        self.effect.show_notice(NoticeKind.DANGER, text)
        self.submit.setEnabled(False)

    def _other_number(self, view: View) -> int:
        """The number of the player named in the field, or 0 if it is empty.

        Raises Refused if no player or several match.
        """
        written = self.other.written()
        if not written:
            return 0
        found = use_cases.named_player(view.players, written)
        if isinstance(found, Player):
            text = mark("There is no “{name}” on the list: type a number, or a first and last name.",
                        name=written)  # fmt: skip
            raise Refused(Problem("unknown", text, "other"))
        return found

    def _find(self) -> None:
        """Offer who may stay once the other player is known. The lower number is the default."""
        view = self._view
        if view is None or not self._number:
            return
        try:
            other = self._other_number(view)
        except Refused:
            other = 0
        both = (self._number, other) if other in view.players and other != self._number else (0, 0)
        stays = self.form.choice(STAYS)
        self.form.labelled[STAYS].setVisible(bool(other) and both != (0, 0))
        if both != self._offered:
            self._offered = both
            named = {each: f"{each} {view.players[each].name}" if each else "–" for each in sorted(both)}
            stays.set_choices([(str(each), verbatim(text)) for each, text in named.items()])
        self._answer()

    def _typed(self, other: int) -> MergePlayers:
        kept = int(self.form.choice(STAYS).currentData() or self._number) or self._number
        gone = self._number if kept == other else other
        return MergePlayers(kept, gone, self.form.line(REASON).text().strip())

    def _answer(self) -> None:
        view = self._view
        if view is None or not self._number:
            return
        try:
            other = self._other_number(view)
            if not other:
                self.submit.setEnabled(False)
                self.effect.show_notice(
                    NoticeKind.INFO, mark("Type the other entry of the same person. The two entries become one player.")
                )
                return
            typed = self._typed(other)
            fact = use_cases.plan_merge(view, typed.number, typed.other, reason=typed.reason)
        except Refused as refused:
            self.refuse(refused.problems[0].text)
            return
        gone, kept = view.players[typed.other], view.players[typed.number]
        title = mark("{other} {gone} becomes {number} {player}.",
                     other=gone.number, gone=gone.name, number=kept.number, player=kept.name)  # fmt: skip
        lines = use_cases.merge_effect(view, fact)
        self.effect.show_notice(NoticeKind.INFO, title, _joined(lines))
        self.submit.setEnabled(True)

    def _submit(self) -> None:
        view = self._view
        if view is not None and self._number and self.submit.isEnabled():
            self.submitted.emit(self._typed(self._other_number(view)))


def _joined(lines: tuple[Text, ...]) -> Text:
    """Join ``lines`` into one text."""
    names = [f"line{index}" for index in range(len(lines))]
    return Text(" ".join(f"{{{name}}}" for name in names), tuple(zip(names, lines, strict=True)))


STATE, FIRST, PUBLIC, NICKNAME = "state", "first", "public", "nickname"
LATIN = LATIN_FIELDS
_STATES = tuple((state.value, state.label) for state in PlayerState)
_PUBLIC = tuple((each.value, each.label) for each in PublicName)


@dataclass(frozen=True, slots=True)
class _TypedState:
    """The state and the public name that were chosen for a player, and what was typed with them."""

    number: int
    state: PlayerState
    first: int
    public: PublicName
    nickname: str
    latin: tuple[str, str] = ("", "")
    """First and last name in Latin letters."""
    substitute: str = ""
    """Number or name of who takes the seats that become free; empty for nobody yet."""

    def player(self, view: View) -> Player:
        """Return the player with the names that were chosen and typed."""
        first, last = self.latin
        return replace(view.players[self.number], public=self.public, nickname=self.nickname,
                       latin_first_name=first, latin_last_name=last)  # fmt: skip


def _state_command(view: View, typed: _TypedState) -> ChangePlayerState | LeaveToSubstitute:
    """Return the command that changes the state and names the substitute, if any. Raises Refused."""
    planned = use_cases.plan_state(view, typed.number, typed.state, first=typed.first)
    plays = typed.substitute if planned.open_seats else ""
    if not plays:
        return ChangePlayerState(typed.number, typed.state, typed.first)
    substitute = use_cases.named_player(view.players, plays)
    return LeaveToSubstitute(typed.number, typed.state, substitute, typed.first)


class _StatePanel(SidePanel):
    """The fields for a player: their state, what it changes, who substitutes, and their name in public.

    It shows the effect of every choice. Enter carries it out, Esc closes.
    """

    submitted = Signal(object)
    """Carry out this :class:`_TypedState`."""
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._view: View | None = None
        self._number = 0
        self.who = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self.form = Form(
            [
                choice_field(STATE, mark("State"), _STATES),
                choice_field(FIRST, mark("From session"), (("1", "1"),)),
                choice_field(PUBLIC, mark("Name in public"), _PUBLIC),
                text_field(NICKNAME, mark("Nickname"), longest=NAME_LENGTH),
                *(text_field(field, field_label(field), longest=NAME_LENGTH) for field in LATIN),
            ]
        )
        self.substitute = PlayerField(mark("number, or first and last name"))
        self._substitute = LabeledField(mark("Replaced by"), self.substitute)
        self.effect = Notice(NoticeKind.INFO)
        self.shown = Notice(NoticeKind.INFO)
        self.submit = PrimaryButton(mark("Save"), hint="Return")
        leave = LinkButton(mark("Back to the list"), hint="Esc", tone=Tone.TEXT2)
        fields = self.form.labelled
        inside = column(
            *(fields[each] for each in (STATE, FIRST)), self._substitute, self.effect, 6,
            *(fields[each] for each in (PUBLIC, NICKNAME)), self.shown, *(fields[each] for each in LATIN), None,
            spacing=10, margins=(int(Size.RING), int(Size.RING)),
        )  # fmt: skip
        self.body.addWidget(self.who)
        self.body.addWidget(Scrolled(boxed(inside)), 1)
        add(self.body, row(stretched(self.submit)))
        add(self.body, row(leave, None))
        self.submit.clicked.connect(self._submit)
        leave.clicked.connect(self.left)
        self.form.choice(STATE).currentIndexChanged.connect(self._choose_state)
        self.form.choice(FIRST).currentIndexChanged.connect(lambda _index: self._answer())
        self.substitute.textChanged.connect(lambda _typed: self._answer())
        self.substitute.entered.connect(self._submit)
        enter = dict.fromkeys(ENTER, self._submit)
        public, nickname = self.form.choice(PUBLIC), self.form.line(NICKNAME)
        public.currentIndexChanged.connect(lambda _index: self._answer())
        nickname.textChanged.connect(lambda _typed: self._answer())
        lines = (nickname, *(self.form.line(field) for field in LATIN))
        for line in lines:
            line.returnPressed.connect(self._submit)
        for box in (self.form.choice(STATE), self.form.choice(FIRST), public):
            answer_keys(box, {**enter, ESCAPE: self.left.emit})
        for line in (self.substitute, *lines):
            answer_keys(line, {ESCAPE: self.left.emit})

    @property
    def number(self) -> int:
        """Number of the player whose state is asked for, or 0."""
        return self._number

    def show_player(self, view: View, number: int) -> None:
        """Ask for the state of player ``number``, starting with the current one."""
        other = number != self._number
        self._view, self._number = view, number
        status = view.status(number)
        self.who.set_text(mark("{number} {player}", number=number, player=view.players[number].name))
        sessions = view.session_numbers or (1,)
        drawn = view.settings.format.is_drawn
        self.form.choice(FIRST).set_choices(
            [(str(each), mark("from session {session}", session=each)) for each in sessions]
        )
        self.form.labelled[FIRST].setVisible(drawn)
        if other:
            self.substitute.clear()
            self.form.show({STATE: status.state.value})
            self.form.show({FIRST: str(status.first)})
            player = view.players[number]
            self.form.show({PUBLIC: player.public.value, NICKNAME: player.nickname})
            self.form.show({field: getattr(player, field) for field in LATIN})
            asks = not is_latin(player.name) or any(getattr(player, field) for field in LATIN)
            for field in LATIN:
                self.form.labelled[field].setVisible(asks)
        self._answer()

    def typed(self) -> _TypedState:
        """The contents of the fields."""
        return _TypedState(
            self._number,
            PlayerState(self.form.choice(STATE).currentData()),
            int(self.form.choice(FIRST).currentData() or 1),
            PublicName(self.form.choice(PUBLIC).currentData()),
            " ".join(self.form.line(NICKNAME).text().split()),
            (self.form.value(LATIN[0]), self.form.value(LATIN[1])),
            self.substitute.written(),
        )

    def forget(self) -> None:
        """Drop the question, so that the next one starts empty, also for the same number in another event."""
        self._number = 0

    def refuse(self, text: Text) -> None:
        """Show why the state cannot be changed."""
        self.effect.show_notice(NoticeKind.DANGER, text)
        self.submit.setEnabled(False)

    def _choose_state(self) -> None:
        """Set the default first session for the chosen state."""
        if self._view is not None and self._number:
            state = self.typed().state
            first = usual_first(self._view, self._number, state)
            self.form.show({FIRST: str(first)})
            self._answer()

    def _submit(self) -> None:
        if self._number and self.submit.isEnabled():
            self.submitted.emit(self.typed())

    def _answer(self) -> None:
        view, typed = self._view, self.typed()
        if view is None or not self._number:
            return
        self._show_public(view, typed)
        try:
            planned = use_cases.plan_state(view, typed.number, typed.state, first=typed.first)
        except Refused as refused:
            self._substitute.hide()
            self.refuse(refused.problems[0].text)
            return
        seats = planned.open_seats
        self._substitute.setVisible(bool(seats))
        self.substitute.offer(use_cases.unseated(view, [seat.session for seat in seats]) if seats else ())
        self.submit.setEnabled(True)
        kind = NoticeKind.WARN if planned.remarks and not typed.substitute else NoticeKind.INFO
        self.effect.show_notice(kind, _sentence(view, planned), _seats_text(planned))

    def _show_public(self, view: View, typed: _TypedState) -> None:
        """Show what the public will read, or why a nickname is refused. The field is there if it is used."""
        self.form.labelled[NICKNAME].setVisible(typed.public is PublicName.NICKNAME)
        after = {**view.players, typed.number: typed.player(view)}
        wrong = next((each for each in player_problems(after.values()) if each.field == NICKNAME), None)
        if wrong is not None:
            self.shown.show_notice(NoticeKind.WARN, wrong.text)
        else:
            name = public_players(after)[typed.number].name
            self.shown.show_notice(NoticeKind.INFO, mark("In public: {name}", name=name))


def _sentence(view: View, planned: PlannedState) -> Text:
    fact = planned.fact
    return status_text(view.players[fact.number].name, PlayerStatus(fact.state, fact.first))


def _seats_text(planned: PlannedState) -> Text | str:
    """Return which seats become free, or that the player gets their own seats back."""
    if planned.remarks:
        return planned.remarks[0].text
    if planned.fact.returned:
        return mark(
            "Returns to their own seat in sessions {sessions}.", sessions=tuple(map(str, planned.fact.returned))
        )
    return ""


_WHOLE_PANEL_FROM = 1360
_NARROW_PANEL = 320
"""Width of the panel if the names need the space."""


class PlayerPanels(QWidget):
    """The panel beside the list, which asks for a player's state or duplicate and carries out the answer."""

    changed = Signal()
    """A question is shown, or the overview is shown again."""
    left = Signal()
    """The question was answered or closed."""
    merged = Signal(int)
    """Two players were merged into the one of this number."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self.overview = _Overview()
        self.state = _StatePanel()
        self.merger = _MergePanel()
        row(self.overview, self.state, self.merger, spacing=0, centred=False, on=self)
        for panel in (self.state, self.merger):
            panel.hide()
            panel.left.connect(self._leave)
        self.state.submitted.connect(self._change_state)
        self.merger.submitted.connect(self._merge)

    @property
    def asks(self) -> bool:
        """Whether a question is shown."""
        return not (self.state.isHidden() and self.merger.isHidden())

    def show_view(self, view: View) -> None:
        """Show the event, and the player of the question, as they are now."""
        self.overview.show_view(view)
        for panel in (self.state, self.merger):
            if panel.isVisible() and panel.number in view.players:
                panel.show_player(view, panel.number)

    def ask_state(self, number: int, field: str = STATE) -> None:
        """Ask for the state and the names of a player, beginning with ``field``."""
        if self._ask(self.state, number):
            self.state.form.labelled[field].editor.setFocus()

    def ask_merger(self, number: int) -> None:
        """Ask which entry is the same person as player ``number``."""
        if self._ask(self.merger, number):
            self.merger.other.setFocus()

    def close_question(self) -> None:
        """Show the overview."""
        self._show(None)

    def fit(self, room: Room) -> None:
        """Hide the overview first if the window is narrow."""
        self.overview.setVisible(not room.compact and not self.asks)
        self.setVisible(not room.compact or self.asks)
        for part in (self, self.overview, self.state, self.merger):  # self first, so that the list is laid out once
            part.setFixedWidth(Size.PANEL if room.width >= _WHOLE_PANEL_FROM else _NARROW_PANEL)

    def _ask(self, panel: _StatePanel | _MergePanel, number: int) -> bool:
        view = self._controller.view
        if view is None or number not in view.players or not self._controller.writes:
            return False
        panel.show_player(view, number)
        self._show(panel)
        return True

    def _show(self, shown: QWidget | None) -> None:
        for panel in (self.state, self.merger):
            panel.setVisible(panel is shown)
            if panel is not shown:
                panel.forget()
        self.changed.emit()

    def _leave(self) -> None:
        self._show(None)
        self.left.emit()

    def _merge(self, command: MergePlayers) -> None:
        problems = attempt(self._controller, command)
        if problems:
            self.merger.refuse(problems[0].text)
        else:
            self._leave()
            self.merged.emit(command.number)

    def _change_state(self, typed: _TypedState) -> None:
        try:
            view = self._controller.book.view
            command, player = _state_command(view, typed), typed.player(view)
            problems = attempt(self._controller, ChangePlayer(player)) if player != view.players[typed.number] else ()
            problems = problems or attempt(self._controller, command)
        except Refused as refused:
            problems = refused.problems
        if problems:
            self.state.refuse(problems[0].text)
        else:
            self._leave()
