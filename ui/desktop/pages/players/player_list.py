"""The list of players with its title and search field, problems below, and the question from when players join."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from reports.federations.kept_register import kept_register
from tournament.event.player import Player
from tournament.event.player_import import with_typed
from tournament.event.problem import Problem
from tournament.event.role import Act
from tournament.event.roster import FIELDS, names_key, single_name_text
from tournament.event.settings import (
    LATE_POINTS,
    GrantedPoints,
    granted_problem,
    late_text,
    read_fixed_points,
    typed_fixed_points,
)
from tournament.language import Text, listed, mark
from tournament.use_cases import Command, View
from tournament.use_cases.commands import AddPlayers, ChangePlayer, ChangeSettings, NoteAttendance, RemovePlayer
from tournament.use_cases.event_setup import NOBODY_CAN_JOIN, late_remarks, sessions_to_join
from tournament.use_cases.progress import asks_for_federation
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt, attempt_all
from ui.desktop.kit.known_people import KnownPeople
from ui.desktop.pages.players.panels import PlayerPanels
from ui.desktop.pages.players.table import EMA_NUMBER, FIRST_NAME, NOBODY, PlayerRow, PlayersTable, Refusal, player_rows
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, SearchField, TextField
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.keys import DOWN, ENTER, ESCAPE, Key, answer_keys, keys_of
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import add, boxed, column, row, stretched
from ui.entry.badge_code import badge_number


class _JoiningCard(Card):
    """From which session new players join after the draw, and what the sessions before count for them.

    The rule can be chosen until somebody has joined late; after that it is only shown.
    """

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(quiet=True, margins=(14, 12), parent=parent)
        self._controller = controller
        self._about = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.session = ChoiceBox(mark("New players join"))
        self.rule = ChoiceBox(LATE_POINTS)
        self.rule.set_choices([(each.value, each.label) for each in GrantedPoints])
        self.rule.currentIndexChanged.connect(lambda _index: self._show_fixed())
        self.fixed = TextField()
        self.fixed.setPlaceholderText("3/2, 0")
        self._session = LabeledField(mark("New players join"), self.session)
        self._rule = LabeledField(LATE_POINTS, self.rule)
        self._fixed = LabeledField(mark("Table points, score"), self.fixed)
        self._choices = boxed(row(self._session, self._rule, self._fixed, None, spacing=14))
        add(self.body, stretched(self._about))
        add(self.body, self._choices)
        self._follows: str | None = None
        """The rule of the event as it was shown last."""
        self._show_fixed()

    @property
    def first(self) -> int | None:
        """The chosen session; None if nobody can join any more, or there is no draw yet."""
        chosen = self.session.currentData()
        return int(chosen) if chosen else None

    def show_view(self, view: View) -> None:
        """Show the sessions that have not begun, and the rule."""
        self.setVisible(view.list_closed)
        sessions = sessions_to_join(view) if view.list_closed else ()
        choices: list[tuple[str, Text | str]] = [
            (str(each), mark("from session {session}", session=each)) for each in sessions
        ]
        self.session.set_choices(choices or [("", "–")])
        asks = view.settings.late_points is GrantedPoints.NOTHING or not view.state.joined
        asks = asks and bool(sessions) and sessions[-1] > 1 and self._controller.may(Act.SETTINGS)
        self._choices.setVisible(bool(sessions))
        self._rule.setVisible(asks)
        if self._follows != view.settings.late_points.value:
            self._follows = view.settings.late_points.value
            self.rule.setCurrentIndex(self.rule.findData(self._follows))
            self.fixed.setText(typed_fixed_points(view.settings.late_fixed))
        self._show_fixed()
        if not sessions:
            self._about.set_text(NOBODY_CAN_JOIN)
        elif asks:
            self._about.set_text(mark("The draw is published. You can still correct names, and add players."))
        else:
            rule = mark("{option}: {answer}", option=LATE_POINTS, answer=late_text(view.settings))
            text = mark("The draw is published. You can still correct names, and add players. {rule}.", rule=rule)
            self._about.set_text(text)

    def forget(self) -> None:
        """Drop what was chosen for the previous event."""
        self.session.set_choices([])
        self._fixed.clear_problem()
        self._follows = None

    def add_players(self, players: Sequence[Player], source: str = "") -> tuple[Problem, ...]:
        """Add ``players``, after the draw from the chosen session on and with the chosen rule. Return the problems that
        prevent it."""
        view = self._controller.book.view
        commands: list[Command] = [AddPlayers(tuple(players), source, self.first)]
        if self._rule.isVisibleTo(self) and self.first is not None:
            rule = GrantedPoints(self.rule.currentData())
            fixed = read_fixed_points(self.fixed.text()) if rule is GrantedPoints.FIXED else view.settings.late_fixed
            if fixed is None:
                problem = granted_problem(self.fixed.text().strip())
                self._fixed.set_problem(problem.text)
                return (problem,)
            self._fixed.clear_problem()
            settings = replace(view.settings, late_points=rule, late_fixed=fixed)
            commands = [*([ChangeSettings(settings)] if settings != view.settings else []), *commands]
        return attempt_all(self._controller, commands)

    def _show_fixed(self) -> None:
        fixed = self.rule.currentData() == GrantedPoints.FIXED.value
        self._fixed.setVisible(fixed and not self._rule.isHidden())


_SEARCH, _NARROW_SEARCH = 260, 190


class PlayerList(QWidget):
    """Edits, checks in and removes players. Problems are shown below the table and marked in their cell."""

    pasted = Signal()
    import_asked = Signal()

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._new = NOBODY
        """What was typed for the player who is being added."""
        self._refusal: Refusal | None = None
        self._removing: Player | None = None
        self._asked = False
        """Whether the user wants to see EMA numbers although the event has none."""
        self.table = PlayersTable()
        self._known = KnownPeople(self)
        self.panels = PlayerPanels(controller)
        self._room: Room | None = None
        self.search = SearchField(mark("Find a player"), key="Ctrl+F")
        self._count = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self.joining = _JoiningCard(controller)
        self._notice = Notice(NoticeKind.DANGER)
        self._notice.hide()
        self.registration = LinkButton(mark("Registration desk"), tone=Tone.TEXT2)
        title = TextLabel(mark("Players"), kind=Type.PAGE_TITLE)
        head = row(title, 4, stretched(self._count), self.registration, self.search)
        content = column(head, self.joining, stretched(self.table), self._notice, spacing=12, margins=Size.PAGE_MARGIN)
        row(stretched(content), self.panels, spacing=0, centred=False, on=self)
        self._connect()
        set_focus_target(self, self.table)

    def _connect(self) -> None:
        table = self.table
        table.toggled.connect(self._toggle)
        table.removal_asked.connect(self._ask_removal)
        table.pasted.connect(self.pasted)
        table.typed.connect(self._take)
        table.new_entered.connect(self._add_and_go_on)
        table.new_left.connect(self._leave_new)
        table.escaped.connect(self._escape)
        table.person_chosen.connect(self._choose)
        self._known.changed.connect(self._offer)
        keys_of(table).page = self._answer_removal
        self.search.textChanged.connect(self._find)
        answer_keys(self.search, {ESCAPE: self._clear_search, **dict.fromkeys((DOWN, *ENTER), self._leave_search)})
        self.panels.overview.import_asked.connect(self.import_asked)
        self.panels.overview.all_here.connect(self._check_everybody_in)
        self.registration.clicked.connect(lambda: self._controller.navigation.page_wanted.emit("registration"))
        self.panels.changed.connect(self._fit_again)
        self.panels.left.connect(table.setFocus)
        self.panels.merged.connect(self.select_player)

    @property
    def asks(self) -> bool:
        """Whether EMA numbers are shown, because the event uses them or the user wants to see them."""
        view = self._controller.view
        return self._asked or (view is not None and asks_for_federation(view))

    def show_ema_numbers(self) -> None:
        """Show the EMA numbers, and move to that of the current player."""
        self._asked = True
        self._show_rows()
        self.table.select_cell(max(self.table.currentIndex().row(), 0), EMA_NUMBER)

    def show_view(self, view: View) -> None:
        """Show the players."""
        self.joining.show_view(view)
        self._show_rows()
        self.panels.show_view(view)
        self._known.refresh()
        self._offer()
        if not self.table.currentIndex().isValid() and self.table.rows:
            self.table.select_cell(0, FIRST_NAME)

    def leave(self) -> None:
        """Accept what is half typed while its event is still open."""
        self.table.finish_editing()
        self.add_new()
        self.forget()

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self.search.clear()
        self._new, self._refusal, self._asked = NOBODY, None, False
        self.panels.close_question()
        self.joining.forget()
        self._clear_notice()

    def fit(self, room: Room) -> None:
        """Hide the panel first if the window is narrow."""
        self._room = room
        self.panels.fit(room)
        self.registration.setVisible(not room.compact)
        self.search.setFixedWidth(_NARROW_SEARCH if room.compact and self.panels.asks else _SEARCH)

    def _fit_again(self) -> None:
        if self._room is not None:
            self.fit(self._room)

    def text(self) -> str:
        """The problem shown below the table, or an empty string."""
        return "" if self._notice.isHidden() else self._notice.text()

    def show_refusal(self, text: Text) -> None:
        """Show a problem that belongs to no cell."""
        self._removing = None
        self._show_notice(NoticeKind.DANGER, text)

    def add_new(self) -> bool:
        """Add the player that was typed, if any. Return False, and show the reason, if that is not possible."""
        if self._new == NOBODY:
            return True
        new, before, first = self._new, self._controller.book.view, self.joining.first
        problems = self.joining.add_players((new,))
        if problems:
            # a problem of no cell, for example of the right to add players, is shown at the last name
            field = problems[0].field if problems[0].field in FIELDS else "last_name"
            self._refuse(Refusal(0, field, getattr(new, field), problems[0]))
        else:
            self._new = NOBODY
            self._refuse(None)
            self._remark_on_name(new)
            self.report_added(before, (new,), first)
        return not problems

    def report_added(self, before: View, added: Sequence[Player], first: int | None) -> None:
        """Show remarks about players who were added after the draw, given the event ``before`` that."""
        remarks = late_remarks(before, added, first)
        if remarks:
            self._show_notice(NoticeKind.INFO, remarks[0].text, remarks[1].text if len(remarks) > 1 else "")

    def can_add(self, view: View) -> bool:
        """Whether players can be added: before the draw, or from a session that has not begun."""
        return not view.list_closed or self.joining.first is not None

    def select_player(self, number: int) -> None:
        """Move the cursor to the name of a player, if the row is shown."""
        if self.table.select(number):
            self.table.select_cell(self.table.currentIndex().row(), FIRST_NAME)

    def select_field(self, number: int, field: str) -> None:
        """Move the cursor to a field of a player, clearing the search."""
        self.search.clear()
        if self.table.select(number):
            self.table.select_cell(self.table.currentIndex().row(), FIRST_NAME + FIELDS.index(field))

    def _answer_removal(self, event: QKeyEvent) -> bool:
        """Answer the question about removing a player: Enter removes, any other key does not."""
        if self._removing is None:
            return False
        if Qt.Key(event.key()) in ENTER:
            self._remove(self._removing)
            return True
        self._clear_notice()
        return event.key() == ESCAPE  # any other key also does what it does in the table

    def _clear_search(self) -> None:
        self.search.clear()
        self._leave_search()

    def _leave_search(self) -> None:
        """Go to the table, and there to the player whose badge was scanned."""
        number = badge_number(self.search.text(), self._controller.book.view)
        if isinstance(number, int):
            self.search.clear()
            self.table.select(number)
        self.table.setFocus()
        if not self.table.currentIndex().isValid():
            self.table.select_cell(0, FIRST_NAME)

    def _show_rows(self) -> None:
        view = self._controller.view
        if view is None:
            return
        new = self._new if self.can_add(view) else None
        rows = player_rows(view.players.values(), view.state.present, new, self._refusal, view.status,
                           federation=asks_for_federation(view), joined=view.state.joined)  # fmt: skip
        self.table.setColumnHidden(EMA_NUMBER, not self.asks)
        self.table.show_rows(rows)
        if self.search.text():
            found = self.table.model().rowCount() - (new is not None)
            counted = mark("{shown} of {count} found", shown=found, count=len(view.players))
            self._count.set_text(counted)
            self.search.show_found(counted)
        else:
            self._count.set_text(mark("Changes are saved when you leave a cell"))

    def _find(self, typed: str) -> None:
        self.table.set_search(typed)
        if self.table.model().rowCount():
            self.table.select_cell(0, FIRST_NAME)
        self._show_rows()

    def _take(self, row: PlayerRow, field: str, typed: str) -> None:
        """Record what was typed: at once for a player, with Enter for one who is being added."""
        changed, refusal = with_typed(row.player, field, typed), None
        if row.is_new:
            self._new = kept_register().complete(changed)
            if self._new != changed:
                self._refuse(None)
                self._show_completed(changed, self._new)
                return
        elif changed != row.player:
            problems = attempt(self._controller, ChangePlayer(changed))
            refusal = Refusal(row.player.number, field, typed, problems[0]) if problems else None
        self._refuse(refusal)
        if refusal is None and changed != row.player and not row.is_new:
            self._remark_on_name(changed)

    def _offer(self) -> None:
        """Offer the people of the directory who do not play yet."""
        view = self._controller.view
        if view is not None and self._known.players:
            playing = set(map(names_key, view.players.values()))
            self.table.offer([each for each in self._known.players if names_key(each) not in playing])

    def _choose(self, player: Player) -> None:
        """Show somebody of the directory as the player who is being added."""
        self._new = replace(player, number=0)
        self._refuse(None)
        self.table.select_new(FIRST_NAME)
        text = mark("{name} is filled in from your directory of people.", name=player.name)
        self._show_notice(NoticeKind.INFO, text, mark("{key} adds them. Type over anything that is wrong.",
                                                      key=Key("Return")))  # fmt: skip

    def _remark_on_name(self, player: Player) -> None:
        """Say that a player of a tournament has one name only; in a club that is usual."""
        text = single_name_text(player)
        if text is not None and self._controller.book.view.settings.format.is_drawn:
            self._show_notice(NoticeKind.INFO, text, mark("Type the other name, if they have one."))

    def _show_completed(self, typed: Player, completed: Player) -> None:
        added = [getattr(completed, field) for field in FIELDS if getattr(typed, field) != getattr(completed, field)]
        title = mark("From the federation’s list: {added}", added=listed(added))
        self._show_notice(NoticeKind.INFO, title, mark("Type over anything that is wrong."))

    def _refuse(self, refusal: Refusal | None) -> None:
        """Show a refusal in its cell and below the table, or remove it."""
        self._refusal = refusal
        self._show_rows()
        if refusal is None:
            self._clear_notice()
        else:
            keys = mark("{key} type again   {no} keep the old text", key=Key("F2"), no=Key("Esc"))
            self._show_notice(NoticeKind.DANGER, refusal.problem.text, keys)

    def _add_and_go_on(self) -> None:
        column = self.table.currentIndex().column()
        self.table.select_new(FIRST_NAME if self.add_new() else column)

    def _leave_new(self) -> None:
        if self.can_add(self._controller.book.view):
            self.add_new()

    def _escape(self) -> None:
        row = self.table.current_row
        if row is not None and row.is_new:
            self._new = NOBODY
        self._refuse(None)

    def _toggle(self, number: int) -> None:
        present = number not in self._controller.book.view.state.present
        attempt(self._controller, NoteAttendance((number,), present))

    def _check_everybody_in(self) -> None:
        attempt(self._controller, NoteAttendance(tuple(self._controller.book.view.players)))

    def _ask_removal(self, number: int) -> None:
        view = self._controller.book.view
        if view.list_closed and number not in view.state.joined:
            text = mark("The draw is published: only players who joined late can be removed. Set others to withdrawn.")
            self.show_refusal(text)
            return
        self._removing = view.players[number]
        self._show_notice(
            NoticeKind.WARN,
            mark("Remove {player} from the event?", player=self._removing.name),
            mark("{yes} remove   {no} keep the player", yes=Key("Return"), no=Key("Esc")),
        )

    def _remove(self, player: Player) -> None:
        self._clear_notice()
        problems = attempt(self._controller, RemovePlayer(player.number))
        if problems:
            self.show_refusal(problems[0].text)

    def _show_notice(self, kind: NoticeKind, title: Text, body: Text | str = "") -> None:
        self._notice.show_notice(kind, title, body)
        self._notice.show()

    def _clear_notice(self) -> None:
        self._removing = None
        self._notice.show_notice(NoticeKind.DANGER, "")
        self._notice.hide()
