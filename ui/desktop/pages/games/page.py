"""The page Games: the games of the evening at the left; a new game and the free players at the right."""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from reports.column import Emphasis, Kind
from reports.vocabulary import NUMBER, SHEET, TABLE
from tournament.event.format import EventFormat
from tournament.event.player import Player
from tournament.language import Text, mark, mark_count, mark_in
from tournament.tiles.wind import Wind
from tournament.use_cases import (
    OpenEvening,
    ReseatGame,
    SeatGame,
    TakeBackGame,
    View,
    games_in_play,
)
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.kit.sides import FULL_PANEL_FROM
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.pages.games.forms import DAY, PLACE, EveningForm, GameForm
from ui.desktop.pages.games.rows import FreePlayer, GameRow, game_rows, waiting_players
from ui.desktop.pages.report_dialogs import show_table
from ui.desktop.pages.tables.table_cards import state_words
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import EmptyState, Notice, NoticeKind, Rule, SidePanel
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, boxed, column, row, stretched

_NUMBER, _TABLE, _STATE, _PLAYER_NUMBER, _GAMES = 60, 84, 172, 56, 72


def _games_table() -> TableView[GameRow]:
    """Return the table of games. Enter goes to the sheet of the current game."""
    return TableView(mark_in("evening", "Games"), _GAME_COLUMNS, key=lambda row: row.sheet.table, equal=True)


def _free_table() -> TableView[FreePlayer]:
    """Return the table of free players. Enter seats the current player."""
    return TableView(mark("Free players"), _FREE_COLUMNS, key=lambda row: row.player.number)


def _seat_column(wind: Wind) -> TableColumn[GameRow]:
    def style(row: GameRow) -> CellStyle:
        player = row.players[wind]
        return CellStyle(tone=Tone.TEXT2 if row.ended else None, tooltip=f"{player.number} {player.name}")

    return TableColumn(wind.label, lambda row: row.players[wind].name, emphasis=Emphasis.NAME, style=style)


def _state_style(row: GameRow) -> CellStyle:
    return CellStyle(sign=state_words(row.sheet)[0], type=Type.DENSE)


_GAME_COLUMNS: tuple[TableColumn[GameRow], ...] = (
    TableColumn.showing(TABLE, lambda row: row.sheet.table, emphasis=Emphasis.STRONG, width=_NUMBER),
    TableColumn(mark_in("room", "Table"), lambda row: row.table_name, width=_TABLE),
    *(_seat_column(wind) for wind in Wind),
    TableColumn.showing(SHEET, lambda row: state_words(row.sheet)[1], width=_STATE, style=_state_style),
)
_FREE_COLUMNS: tuple[TableColumn[FreePlayer], ...] = (
    TableColumn.showing(NUMBER, lambda row: str(row.player.number), kind=Kind.TEXT, emphasis=Emphasis.PLAIN,
                        width=_PLAYER_NUMBER, style=lambda _row: CellStyle(tone=Tone.TEXT3)),
    TableColumn(mark("Free players"), lambda row: row.player.name, emphasis=Emphasis.NAME),
    TableColumn(mark("Played"), lambda row: row.games, Kind.INTEGER, width=_GAMES,
                style=lambda _row: CellStyle(tone=Tone.TEXT2)),
)  # fmt: skip


WIDTH, NARROW_WIDTH = 364, 330
_FREE_HEIGHT = 150
_DRAWN = mark("A tournament has no evenings: the draw sets the seats.")
_NO_EVENING = mark("There are no evenings yet. Open the first one.")


class GamesPage(Page):
    """Opens games, changes their players while they are seated, and cancels games that were opened by mistake."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self.evening = ChoiceBox(mark("Session"))
        self.count = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self.open_evening = OutlineButton(mark("New evening"), shortcut="Ctrl+E")
        self.games = _games_table()
        self.free = _free_table()
        self.free.setMinimumHeight(_FREE_HEIGHT)
        self.nobody = TextLabel(
            mark("No checked-in player is free. Check players in on the Players page, or type their numbers."),
            kind=Type.DENSE, tone=Tone.TEXT2, wrap=True,
        )  # fmt: skip
        self.notice = Notice(NoticeKind.DANGER)
        self.notice.hide()
        self.form, self.evening_form = GameForm(), EveningForm()
        self.panel = SidePanel(width=WIDTH)
        self._forms = QStackedWidget()
        game = column(self.form, Rule(), self.nobody, stretched(self.free), margins=(int(Size.RING), 0, 8, 0))
        self._forms.addWidget(Scrolled(boxed(game)))
        self._forms.addWidget(self.evening_form)
        self.panel.body.addWidget(self._forms, 1)
        title = TextLabel(mark_in("evening", "Games"), kind=Type.PAGE_TITLE)
        head = row(title, self.count, None, self.evening, self.open_evening, spacing=12)
        margins = (Size.PAGE_MARGIN, Size.PAGE_MARGIN, Size.PAGE_MARGIN, 12)
        content = boxed(column(head, self.notice, stretched(self.games), spacing=12, margins=margins))
        self.empty = EmptyState(_DRAWN, mark("Go to the draw"), shortcut="Return")
        self.lay_out(content, panel=self.panel, sides=(mark_in("evening", "Games"), mark("New game")), empty=self.empty)
        self._listen()

    def _listen(self) -> None:
        self.empty.activated.connect(self._leave_empty)
        self.evening.activated.connect(lambda index: self.controller.choose_session(index + 1))
        self.controller.session_changed.connect(self.invalidate)
        self.open_evening.clicked.connect(self._begin_evening)
        self.games.row_chosen.connect(self._show_sheet)
        self.free.row_chosen.connect(self._seat)
        self.form.submitted.connect(self._submit)
        self.form.fill_wanted.connect(self._fill)
        self.form.left.connect(self._leave_form)
        self.evening_form.submitted.connect(self._submit_evening)
        self.evening_form.left.connect(self._leave_evening)

    @property
    def session(self) -> int:
        """The current evening; 0 if none was opened."""
        view = self.view
        if view is None or view.settings.format.is_drawn:
            return 0
        return self.controller.session or len(view.drawn_sessions)

    def refresh(self) -> None:
        """Show the event again; what is typed stays."""
        view, session = self.view, self.session
        if view is None or view.settings.format.is_drawn:
            self.show_empty(_DRAWN)
            return
        league = view.settings.format is EventFormat.LEAGUE
        self.show_empty(None)
        self.evening.setVisible(league and session > 0)
        self.open_evening.setVisible(league)
        self.open_evening.setEnabled(self.controller.writes)
        self.evening.set_choices([(str(each), _evening_text(view, each)) for each in view.drawn_sessions])
        self.evening.setCurrentIndex(session - 1)
        if not session:
            self._begin_first_evening(view)
        elif self.evening_form.is_first:  # it was opened elsewhere: by a redo, or at another desk
            self.evening_form.set_first(None)
            self._show_form(self.form)
        rows = game_rows(view, session) if session else ()
        waiting = waiting_players(view, session) if session else ()
        self.games.show_rows(rows)
        self.free.show_rows(waiting)
        self.free.setVisible(bool(waiting))
        self.nobody.setVisible(not waiting)
        self.form.offer(_seatable_players(view, session, waiting) if session else ())
        self.form.setEnabled(self.controller.writes and session > 0)
        in_play = sum(not each.ended for each in rows)
        words = mark_count("{playing} of {count} game in play", "{playing} of {count} games in play", len(rows),
                           playing=in_play)  # fmt: skip
        self.count.set_text(words if rows else "")

    def forget(self) -> None:
        """Drop everything that belonged to the previous event."""
        self.form.show_game(None)
        self.notice.hide()
        self.evening_form.set_first(None)
        self._forms.setCurrentIndex(0)

    def half_typed(self) -> str:
        """The game that was typed and not opened, for a crash report."""
        return "" if self.form.empty else "game: " + "; ".join(sorted(self.form.named()))

    def clear_typed(self) -> bool:
        """Clear the form of a game, as Esc does, or what is typed elsewhere on the page."""
        if not self.form.isVisible() or self.form.empty:
            return super().clear_typed()
        self._leave_form()
        self.say_cleared()
        return True

    def fit(self, room: Room) -> None:
        """Make the panel narrower in a small window."""
        self.panel.set_width(WIDTH if room.width >= FULL_PANEL_FROM else NARROW_WIDTH)

    def focus_target(self) -> QWidget | None:
        """The first empty seat."""
        if self.is_empty:
            return self.empty
        if self._forms.currentWidget() is self.evening_form:
            return self.evening_form.form.line(DAY)
        if not self.form.isEnabled():
            return self.games
        return next((line for line in self.form.seats if not line.text().strip()), self.form.table_name)

    def print_view(self) -> None:
        """Print the games of the evening."""
        if self.view is None or self.is_empty or not self.games.rows:
            self.controller.messages.noted.emit(mark("No game is open yet."))
        else:
            show_table(self.controller, self.view, _evening_text(self.view, self.session), self.games, self)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions for the current game and for the evening."""
        if self.is_empty:
            return ()
        game, writes = self.games.current_row, self.controller.writes
        begun = game is not None and game.begun
        of_game = [
            MenuEntry(mark("Go to the sheet"), lambda: self._show_sheet(game), "Return", game is not None),
            MenuEntry(mark("Change the players"), self._change_game, "F2", game is not None and writes),
            MenuEntry(mark("Remove the game"), self._take_back, "Del", game is not None and writes and not begun),
        ]
        table = self.free if under is not None and self.free.isAncestorOf(under) else self.games
        return [of_game, entries_of(self.form.fill, self.open_evening), table_entries(table)]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys for the current game."""
        if self.games.hasFocus() and event.key() == Qt.Key.Key_F2:
            self._change_game()
        elif self.games.hasFocus() and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._take_back()
        elif event.key() == Qt.Key.Key_Escape:
            self._leave_form()
        else:
            super().keyPressEvent(event)

    def _show_sheet(self, game: GameRow | None) -> None:
        if game is not None:
            self.controller.navigation.table_wanted.emit(game.sheet.session, game.sheet.table)

    def _seat(self, free: FreePlayer | None) -> None:
        if free is not None and self.form.isEnabled():
            self.form.seat(free.player)
            if all(line.text().strip() for line in self.form.seats):
                self.form.table_name.setFocus()

    def _fill(self) -> None:
        """Fill the empty seats with the players who have waited longest."""
        named = self.form.named()
        for free in self.free.rows:
            if not named & {f"{free.player.number} {free.player.name}", str(free.player.number), free.player.name}:
                self.form.seat(free.player)
        self.form.table_name.setFocus()

    def _submit(self) -> None:
        view, form = self.view, self.form
        players = form.read(view.players) if view is not None and not form.question.unread else None
        if view is None or players is None or form.refuses_reason():
            return
        changed, name = form.changed_game, form.table_name.text()
        command: SeatGame | ReseatGame = SeatGame(self.session, players, name)
        if changed is not None:
            command = ReseatGame(changed.sheet.session, changed.sheet.table, players, name, form.reason.text())
        problems = attempt(self.controller, command, confirmed=form.asks)
        if problems:
            form.refuse(problems[0])
            return
        form.show_game(None)
        self.notice.hide()
        form.seats[0].setFocus()

    def _change_game(self) -> None:
        game = self.games.current_row
        if game is not None and self.controller.writes:
            self._show_form(self.form)
            self.form.show_game(game)
            self.show_side_of(self.panel)
            self.form.seats[0].setFocus()
            self.form.seats[0].selectAll()

    def _take_back(self) -> None:
        game = self.games.current_row
        if game is not None and self.controller.writes:
            problems = attempt(self.controller, TakeBackGame(game.sheet.session, game.sheet.table))
            self.notice.setVisible(bool(problems))
            if problems:
                self.notice.show_notice(NoticeKind.DANGER, problems[0].text)

    def _leave_form(self) -> None:
        """Handle Esc: discard the changes to a game or what is typed; if there is neither, go to the games."""
        self.notice.hide()
        if self.form.changed_game is None and self.form.empty:
            self.games.setFocus()
        else:
            self.form.show_game(None)
            self.form.seats[0].setFocus()

    def _begin_first_evening(self, view: View) -> None:
        """Ask for the first evening, because nothing can be done without one. What was typed stays."""
        if not self.evening_form.is_first:
            self.evening_form.propose(view.settings.place)
            self.evening_form.set_first(_NO_EVENING)
        self._show_form(self.evening_form)

    def _begin_evening(self) -> None:
        view = self.view
        if view is not None:
            place = view.state.evening(len(view.drawn_sessions)).place if view.drawn_sessions else view.settings.place
            self._show_form(self.evening_form)
            self.show_side_of(self.panel)
            if self.session:
                self.evening_form.propose(place)
            self.evening_form.focus_day()

    def _submit_evening(self) -> None:
        form = self.evening_form
        read = form.read() if not form.question.unread else None
        if read is None:
            return
        day = read[DAY]
        command = OpenEvening(day if isinstance(day, date) else None, str(read[PLACE]))
        problems = attempt(self.controller, command, confirmed=form.asks)
        view = self.view
        if problems:
            form.refuse(problems[0])
        elif view is not None:
            self._show_form(self.form)
            self.controller.choose_session(len(view.drawn_sessions))
            self.form.seats[0].setFocus()

    def _leave_evening(self) -> None:
        if self.session:
            self._show_form(self.form)
            self.form.seats[0].setFocus()

    def _show_form(self, form: QWidget) -> None:
        self._forms.setCurrentIndex(1 if form is self.evening_form else 0)

    def _leave_empty(self) -> None:
        self.controller.navigation.page_wanted.emit("draw")


def _seatable_players(view: View, session: int, waiting: Sequence[FreePlayer]) -> list[Player]:
    """Return the players that a seat can name: free players first, then the others who are not in a game."""
    playing = {number for sheet in games_in_play(view, session) for number in sheet.players}
    free = [each.player for each in waiting]
    seen = {player.number for player in free} | playing
    return [*free, *(player for number, player in view.players.items() if number not in seen)]


def _evening_text(view: View, session: int) -> Text:
    evening = view.state.evening(session)
    if evening.day is None:
        return mark("Session {session}", session=session)
    return mark("Evening {evening} · {day}", evening=session, day=evening.day)
