"""The seating on the page Draw: a session by table, the event by player, and a swap of two seats."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStackedWidget, QStyleOptionViewItem, QTableView, QWidget

from reports.column import Emphasis, Kind
from reports.sheets.seating import SeatedPlayer, seat_field, seated_players, sits_out_text, without_vacant
from reports.vocabulary import NUMBER, PLAYER, TABLE
from tournament.event.player import Player
from tournament.language import Text, mark, mark_count
from tournament.ledger.session import STATE_TEXTS, SessionState
from tournament.ledger.state import participants
from tournament.tiles.wind import Wind
from tournament.use_cases import View
from tournament.use_cases.people import vacant_players
from tournament.use_cases.seating_quality import QualityMeasure
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.pages.draw.proposal import Seat, SeatingProposal, origin_text
from ui.desktop.pages.draw.state import BY_PLAYER, BY_TABLE, DrawState, refused_reason
from ui.desktop.session_words import STATE_CHIPS
from ui.desktop.sheet.entry_fields import ReasonField
from ui.desktop.theme import Size, Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import Card, EmptyState
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.delegates import DrawnCell, Index, TextDelegate, drawn_cell
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import add, aligned, boxed, column, row, stretched
from ui.desktop.widgets.signs import Chip, Icon, StatusIcon

_MOST = 8
"""Number of segments that fit beside the title; with more sessions, they are in a drop-down list."""


class _SessionChoice(QWidget):
    """The choice of the session shown: a switch if there are few, otherwise a drop-down list."""

    chosen = Signal(int)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._numbers: tuple[int, ...] = ()
        self._switch = Switch(mark("Session shown"))
        self._list = ChoiceBox(mark("Session shown"))
        label = TextLabel(mark("Session"), kind=Type.DENSE, tone=Tone.TEXT2)
        row(label, self._switch, self._list, centred=False, on=self)
        self._switch.chosen.connect(lambda key: self.chosen.emit(int(key)))
        self._list.activated.connect(lambda _index: self.chosen.emit(int(self._list.currentData())))

    def show_session(self, session: int, sessions: Sequence[int]) -> None:
        """Offer ``sessions`` by their numbers, and choose ``session``, one of them."""
        few = len(sessions) <= _MOST
        if tuple(sessions) != self._numbers:
            self._numbers = tuple(sessions)
            numbers = [str(number) for number in sessions]
            self._switch.set_segments([Segment(number, number) for number in numbers] if few else [])
            self._list.set_choices([] if few else [(number, number) for number in numbers])
            self._switch.setVisible(few)
            self._list.setVisible(not few)
        if few:
            self._switch.set_current(str(session))
        else:
            self._list.setCurrentIndex(self._list.findData(str(session)))


_NAMED_WIDTH = 108
"""Width of the column of tables if some of them have names such as “Final 1 of 2”."""
_TABLE_WIDTH, _NUMBER_WIDTH, _SEAT_WIDTH = 64, 56, 60
_PLAYER_NUMBER = 40
"""Width in pixels before the name of a player in a seat."""
_FIRST_SEAT = 1
"""The column of East. The column before it has the number of the table."""


@dataclass(frozen=True, slots=True)
class _SeatInView:
    """A player in a seat, and the remarks about it."""

    seat: Seat
    player: Player
    chosen: bool
    vacant: bool
    """Whether the player left, and nobody plays in their place yet."""
    unwished: tuple[str, ...]
    """Names of players at the table from whom they wished to be apart."""
    repeated: tuple[str, ...]
    """Names of players at the table whom they also meet at another table."""


@dataclass(frozen=True, slots=True)
class _TableInView:
    """A table of the shown session, with its seats from East to North."""

    number: int
    seats: tuple[_SeatInView, ...]
    name: Text | None
    """“Final” if the final of the session is played there."""


def _tables_in_view(state: DrawState, view: View) -> list[_TableInView]:
    """The tables of the current session."""
    players, vacant = view.players, vacant_players(view, state.session)
    proposal, session = state.proposal, state.session
    if proposal is None:
        return []
    pairs = proposal.repeated_pairs()

    def in_view(seat: Seat, seats: tuple[int, ...]) -> _SeatInView:
        number = seats[seat.wind]
        unwished = proposal.met_against_wish(session, seat.table, number)
        repeated = [other for other in seats if pairs and frozenset((number, other)) in pairs]
        return _SeatInView(
            seat,
            players[number],
            seat in state.chosen,
            number in vacant,
            _names(unwished, players),
            _names(repeated, players),
        )

    return [
        _TableInView(
            table,
            tuple(in_view(Seat(session, table, wind), seats) for wind in range(len(seats))),
            proposal.final_name(view, session, table),
        )
        for table, seats in proposal.seating.played(session)
        if all(number in players for number in seats)
    ]


def _names(numbers: Iterable[int], players: Mapping[int, Player]) -> tuple[str, ...]:
    return tuple(players[number].name for number in numbers if number in players)


class _SeatingByTable(TableView[_TableInView]):
    """The seats of a session. Arrows move from seat to seat; a click or Enter chooses one."""

    seat_chosen = Signal(object)
    """The user chose this :class:`Seat`."""
    swap_wanted = Signal()
    """The user pressed Enter while two seats were chosen."""
    escaped = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        columns = [_TABLE_COLUMN, *(_wind_column(wind) for wind in Wind)]
        name = mark("Seating by table")
        super().__init__(name, columns, key=lambda row: row.number, tall=True, equal=True, parent=parent)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.clicked.connect(self.choose)

    def show_tables(self, tables: Sequence[_TableInView]) -> None:
        """Show the ``tables`` of a session, with a wider first column if some of them have names."""
        first = _NAMED_COLUMN if any(table.name for table in tables) else _TABLE_COLUMN
        if self.rows_model.columns[0] is not first:
            self.set_columns([first, *self.rows_model.columns[1:]])
        self.show_rows(tables)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter chooses or swaps; Esc clears the choice."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & _CTRL:
            if sum(seat.chosen for row in self.rows for seat in row.seats) == 2:
                self.swap_wanted.emit()
            else:
                self.choose(self.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def choose(self, index: QModelIndex) -> None:
        """Choose the player in a seat, or undo the choice."""
        row = self.row_at(index)
        if row is not None and index.column() >= _FIRST_SEAT:
            self.seat_chosen.emit(row.seats[index.column() - _FIRST_SEAT].seat)


class _SeatingByPlayer(TableView[SeatedPlayer]):
    """A table with the tables and starting winds of every player in all sessions."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        name = mark("Seating by player")
        super().__init__(name, _PLAYER_COLUMNS, key=lambda row: row.player.number, limited=True, parent=parent)

    def show_proposal(self, proposal: SeatingProposal, view: View) -> None:
        """Show the seats of a proposal."""
        sessions = proposal.seating.session_numbers
        columns = [*_PLAYER_COLUMNS, *(_seat_column(session) for session in sessions)]
        if len(columns) != len(self.rows_model.columns):
            self.set_columns(columns)
        listed = [view.players[number] for number in proposal.numbers if number in view.players]
        self.show_rows(without_vacant(view, seated_players(proposal.seating, listed, sessions)))


class _TableNumberDelegate(TextDelegate):
    align = painting.RIGHT
    kind = Type.CLOCK

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the number, never as selected."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), QColor(theme.tokens.line))
        cell = drawn_cell(index)
        below, rect = rect.adjusted(4, 25, -12, -4), rect.adjusted(8, 0, -12, -1)
        if cell.second:
            painting.words(painter, below, cell.second, colour=theme.tokens.accent,
                           kind=self.enlarged(Type.CAPTION_STRONG), align=painting.RIGHT)  # fmt: skip
            rect = QRectF(rect.left(), rect.top() + 2, rect.width(), 24)
        self.line(painter, rect, cell.text, cell)
        painter.restore()


class _SeatDelegate(TextDelegate):
    """Number, name and origin; a sign for remarkable players; a border for the cursor."""

    kind = Type.LABEL

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one seat."""
        tokens, rect, cell = theme.tokens, QRectF(option.rect), drawn_cell(index)
        row = cell.row
        assert isinstance(row, _TableInView)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if cell.ground:
            painter.fillRect(rect, painting.colour_of(getattr(tokens, cell.ground)))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), painting.colour_of(tokens.line))
        place = QRectF(rect.left(), rect.top(), _PLAYER_NUMBER - 10, rect.height() - 1)
        number = str(row.seats[index.column() - _FIRST_SEAT].player.number)
        painting.words(painter, place, number, colour=tokens.text3, kind=self.enlarged(Type.DENSE),
                       align=painting.RIGHT, figures=True)  # fmt: skip
        self._name(painter, rect.adjusted(_PLAYER_NUMBER, 0, -8, -1), cell)
        view = option.widget
        if isinstance(view, QTableView) and view.hasFocus() and view.currentIndex() == index:
            painting.box(painter, rect.adjusted(1, 1, -1, -2), radius=5, border=tokens.accent, width=2)
        painter.restore()

    def _name(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        tokens, sign, name = theme.tokens, cell.sign, cell.text
        top = rect.top() + 5 if cell.second else rect.center().y() - 10
        above, below = QRectF(rect.left(), top, rect.width(), 20), rect.adjusted(0, 25, 0, -4)
        room = rect.width() - (22 if sign is not None else 0)
        kind = self.enlarged(Type.LABEL)
        wide = min(painting.width_of(name, kind) + 1, room)
        painting.words(painter, QRectF(above.left(), above.top(), wide, 20), name, colour=tokens.text, kind=kind)
        if sign is not None:
            sign.draw(painter, QRectF(above.left() + wide + 6, above.center().y() - 7, 14, 14))
        painting.words(painter, below, cell.second, colour=tokens.text2, kind=self.enlarged(Type.CAPTION))


def _wind_column(wind: Wind) -> TableColumn[_TableInView]:
    return TableColumn(
        mark("{letter}  {wind}", letter=wind.key, wind=wind.label),
        lambda row: mark("Empty seat") if row.seats[wind].vacant else row.seats[wind].player.name,
        style=lambda row: _seat_style(row.seats[wind]),
        delegate=_SeatDelegate,
    )


def _seat_style(seat: _SeatInView) -> CellStyle:
    player = seat.player
    words = f"{player.number} {player.name}"
    if seat.vacant:
        words = translator.translate(mark("Empty seat: {player} left", player=words))
    if seat.unwished:
        words += ": " + translator.translate(mark("should not have met {players}", players=tuple(seat.unwished)))
    if seat.repeated:
        also = mark("also meets {players} at another table", players=tuple(seat.repeated))
        words += ": " + translator.translate(also)
    remarkable = bool(seat.unwished or seat.repeated)
    return CellStyle(
        second=player.name if seat.vacant else " · ".join(filter(None, (player.country, player.club))),
        sign=StatusIcon.ASKS if remarkable or seat.vacant else None,
        ground="accent_soft" if seat.chosen else "warn_soft" if remarkable or seat.vacant else "",
        tooltip=words,
        accessible_text=words,
    )


def _seat_column(session: int) -> TableColumn[SeatedPlayer]:
    field = seat_field(session)
    return TableColumn(field.heading, lambda row: field.cell(row) or "–", field.kind, width=_SEAT_WIDTH)


def _number_column(width: int) -> TableColumn[_TableInView]:
    return TableColumn.showing(
        TABLE,
        lambda row: str(row.number),
        kind=Kind.TEXT,
        width=width,
        style=lambda row: CellStyle(second=row.name or "", selectable=False),
        delegate=_TableNumberDelegate,
    )


_TABLE_COLUMN, _NAMED_COLUMN = _number_column(_TABLE_WIDTH), _number_column(_NAMED_WIDTH)
_PLAYER_COLUMNS: tuple[TableColumn[SeatedPlayer], ...] = (
    TableColumn.showing(
        NUMBER,
        lambda row: str(row.player.number),
        kind=Kind.TEXT,
        emphasis=Emphasis.PLAIN,
        width=_NUMBER_WIDTH,
        style=lambda _row: CellStyle(tone=Tone.TEXT3),
    ),
    TableColumn.showing(PLAYER.within(lambda row: row.player)),
)
_CTRL = Qt.KeyboardModifier.ControlModifier


_GAP = 14
_MOST_MEASURES = 10
"""The maximum number of measures: four of every draw, turns, fixed tables, three kinds of groups, and the pairs."""
_HERE, _ONWARDS = "here", "onwards"


class _MeasureChange(QWidget):
    """A line with one measure before and after a swap."""

    def __init__(self) -> None:
        super().__init__()
        self._sign = Icon("minus", size=14, tone=Tone.TEXT3)
        self.words = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        row(self._sign, self.words, spacing=5, on=self)

    def show_change(self, before: QualityMeasure, after: QualityMeasure) -> None:
        """Show how a measure changes."""
        sign = None if after.cost == before.cost else StatusIcon.DONE if after.cost < before.cost else StatusIcon.ASKS
        tone = sign.tone if sign is not None else Tone.TEXT2
        self._sign.setVisible(sign is not None)
        if sign is not None:
            self._sign.set_icon(sign.icon, tone)
        self.words.set_tone(tone)
        self.words.set_text(mark("{name} {before} → {after}", name=before.name, before=before.found, after=after.found))


class _SwapCard(Card):
    """What a swap of the chosen seats does.

    It is always visible below the seats while they can be swapped, so that nothing moves when one is chosen.
    """

    swap_wanted = Signal()
    left = Signal()
    replacement_wanted = Signal()
    """Replace the chosen player of a published draw by another person."""
    reach_chosen = Signal(bool)
    """Whether to swap in the later sessions of a published draw too."""
    reason_given = Signal(str)
    """The reason for swapping players at tables that are in play."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margins=(16, 10), parent=parent)
        segments = [Segment(_HERE, mark("This session")), Segment(_ONWARDS, mark("This session and later"))]
        self.reach = Switch(mark("Swapped in"), segments)
        self.refusal = TextLabel(kind=Type.DENSE, tone=Tone.DANGER, wrap=True)
        self.reason = ReasonField(mark("Reason"), usual=False)
        self.title = ElidedLabel(kind=Type.LABEL)
        self._changes = [_MeasureChange() for _ in range(_MOST_MEASURES)]
        self.swap = OutlineButton(mark("Swap"), hint="Return")
        self.leave = LinkButton(mark("Keep"), hint="Esc")
        self.replace = LinkButton(mark("Replace"), shortcut="Ctrl+E")
        self.reach.chosen.connect(lambda key: self.reach_chosen.emit(key == _ONWARDS))
        self.replace.clicked.connect(self.replacement_wanted)
        self.swap.clicked.connect(self.swap_wanted)
        self.leave.clicked.connect(self.left)
        self.title.setMinimumHeight(self.swap.sizeHint().height())
        sign, title = Icon("swap", size=20, tone=Tone.ACCENT), aligned(self.title, Qt.AlignmentFlag.AlignVCenter, 1)
        add(self.body, row(sign, title, self.replace, self.swap, self.leave, spacing=_GAP))
        self._below = boxed(row(self.reach, *self._changes, stretched(self.refusal, 9), None, spacing=_GAP))
        self._below.setMinimumHeight(self.reach.sizeHint().height())
        self.body.addWidget(self._below)
        self.body.addWidget(self.reason)
        self.reason.typed.connect(self.reason_given)
        self.reason.confirmed.connect(self.swap_wanted)
        answer_keys(self.reason.line, {ESCAPE: self.left.emit})
        self.hide()

    def show_swap(self, state: DrawState, players: Mapping[int, Player], *, writes: bool) -> None:
        """Show the chosen players and the effect of a swap. ``writes`` is whether seats can be changed."""
        proposal, swap = state.proposal, state.swap
        self.setVisible(proposal is not None and proposal.swappable and writes and state.arrangement == BY_TABLE)
        for part in (self.swap, self.leave):
            part.setVisible(bool(state.chosen))
        if proposal is None or not state.chosen:
            self.title.set_text(mark("Select two players to swap"))
            for below in (self.reach, self.replace, self.refusal, self.reason, *self._changes):
                below.hide()
            self.reason.set_text("")
            return
        both = len(state.chosen) == 2
        self.reach.set_current(_ONWARDS if state.onwards else _HERE)
        self.reach.setVisible(proposal.published and both)
        self.replace.setVisible(proposal.published and not both)
        self.title.set_text(_title(state, proposal, players))
        refused = refused_reason(state) or (swap if isinstance(swap, Text) else None)
        after = swap if isinstance(swap, SeatingProposal) and refused is None else None
        self.swap.setEnabled(after is not None)
        self.refusal.setVisible(refused is not None)
        self.refusal.set_text(refused or "")
        self._show_reason(state, both=both)
        measures = zip(proposal.measures, after.measures, strict=False) if after is not None else ()
        self._show_changes(list(measures))

    def _show_reason(self, state: DrawState, *, both: bool) -> None:
        """Ask for a reason if one of the two is already playing. A typed reason stays."""
        proposal = state.proposal
        asks = proposal is not None and proposal.published and both
        refused = isinstance(state.swap, Text) and not state.reason
        self.reason.setVisible(asks and (refused or bool(state.reason) or self.reason.hasFocus()))
        if not state.reason and not self.reason.hasFocus():
            self.reason.set_text("")

    def _show_changes(self, measures: list[tuple[QualityMeasure, QualityMeasure]]) -> None:
        """Show the changes. In a narrow window measures that stay the same are hidden."""
        for change in self._changes[len(measures) :]:
            change.hide()
        shown = list(zip(self._changes, measures, strict=False))
        for change, (before, after) in shown:
            change.show_change(before, after)
            change.show()
        needed = sum(change.sizeHint().width() + _GAP for change, _ in shown)
        margins = self.body.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        if not self.reach.isHidden():
            room -= self.reach.sizeHint().width() + _GAP
        if needed > room:
            for change, (before, after) in shown:
                change.setVisible(before.cost != after.cost)

    def text(self) -> str:
        """The whole text of the card."""
        return " | ".join([self.title.full_text(), *(each.words.text() for each in self._changes if each.isVisible())])


def _title(state: DrawState, proposal: SeatingProposal, players: Mapping[int, Player]) -> Text:
    names = [
        mark("{player}, table {table}", player=players[proposal.player(seat)].name, table=seat.table)
        for seat in state.chosen
    ]
    if len(names) == 1:
        return mark("{one} with …", one=names[0])
    return mark("{one} with {other}", one=names[0], other=names[1])


class SeatsView(QWidget):
    """Shows the seats of a :class:`DrawState`, or an empty state if there are none yet."""

    def __init__(self) -> None:
        super().__init__()
        segments = (Segment(BY_TABLE, mark("By table")), Segment(BY_PLAYER, mark("By player")))
        self.arrangement = Switch(mark("Shown"), segments)
        self.session = _SessionChoice()
        self.state = Chip("")
        """The state of the shown session, or of all sessions if they have the same."""
        self.draft = Chip("")
        """A chip that is visible while a draft is shown instead of published seats."""
        self.empty = EmptyState("", mark("Draw"), shortcut="Return")
        self.by_table = _SeatingByTable()
        self.by_player = _SeatingByPlayer()
        self.swap = _SwapCard()
        self.position = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.origin = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self.sits_out = TextLabel(kind=Type.BODY, wrap=True)
        """Who sits out in the shown session, or nothing."""
        self._seats = QStackedWidget()
        for part in (self.empty, self.by_table, self.by_player):
            self._seats.addWidget(part)
        title = TextLabel(mark("Draw"), kind=Type.PAGE_TITLE)
        head = row(title, self.arrangement, None, self.session, self.draft, self.state, spacing=12)
        foot = row(stretched(self.position), self.origin, spacing=12, centred=False)
        margins = (Size.PAGE_MARGIN, Size.PAGE_MARGIN, Size.PAGE_MARGIN, 12)
        column(head, stretched(self._seats), self.sits_out, self.swap, foot, spacing=12, margins=margins, on=self)

    @property
    def current(self) -> QWidget | None:
        """The seats by table or by player, or the empty state."""
        return self._seats.currentWidget()

    def forget(self) -> None:
        """Drop the seats of the previous event."""
        self.by_table.show_rows(())
        self.by_player.show_rows(())

    def focus_seats(self) -> None:
        """Give the seats the focus, if they are visible."""
        if self.isVisible() and self.current is not None:
            self.current.setFocus()

    def seat_entries(self, *, writes: bool) -> Sequence[MenuEntry]:
        """The actions for the current seat. ``writes`` is whether seats can be changed."""
        if self.current is not self.by_table:
            return ()
        seat, swap = self.by_table.currentIndex(), self.swap
        take = MenuEntry(
            mark("Select or deselect this player"),
            lambda: self.by_table.choose(seat),
            "Return",
            seat.column() >= _FIRST_SEAT and writes,
        )
        return [take, *(entries_of(swap.swap, swap.replace, swap.leave) if swap.swap.isVisible() else ())]

    def list_entries(self) -> Sequence[MenuEntry]:
        """The actions that every table has."""
        return table_entries(self.current) if isinstance(self.current, QTableView) else ()

    def show_state(self, state: DrawState, view: View | None, *, writes: bool) -> None:
        """Show the seats of ``state``. ``writes`` is whether they can be changed."""
        proposal, players = state.proposal, view.players if view is not None else {}
        by_table = state.arrangement == BY_TABLE
        self.arrangement.setVisible(proposal is not None)
        self.arrangement.set_current(state.arrangement)
        published = view.seating if view is not None else None
        own = proposal is not None and (published is None or len(published.sessions) != len(proposal.seating.sessions))
        self.session.setVisible(own and by_table)  # otherwise the top bar of the window offers the same choice
        self._show_chips(state, view)
        self.swap.show_swap(state, players, writes=writes)
        self.empty.button.setEnabled(not state.working)
        self.empty.set_sentence(
            mark_count(
                "{count} player is on the list. There is no draw yet.",
                "{count} players are on the list. There is no draw yet.",
                len(players),
            )
        )
        self.position.set_text(_position_text(state, view))
        out = _sitting_out_text(state, view)
        self.sits_out.setVisible(out is not None)
        self.sits_out.set_text(out or "")
        self.origin.set_text(origin_text(proposal) if proposal is not None else "")
        self._seats.setCurrentWidget(self.by_table if by_table else self.by_player)
        if proposal is None or view is None:
            if published is None:  # otherwise it is being computed: the seats stay until then
                self._seats.setCurrentWidget(self.empty)
            return
        cancelled = view.state.cancelled
        numbers = proposal.seating.session_numbers
        self.session.show_session(
            state.session, [each for each in numbers if each not in cancelled or each == state.session]
        )
        if by_table:
            self.by_table.show_tables(_tables_in_view(state, view))
            if not self.by_table.currentIndex().isValid():
                self.by_table.select_line(0)
        else:
            self.by_player.show_proposal(proposal, view)

    def _show_chips(self, state: DrawState, view: View | None) -> None:
        proposal = state.proposal
        sessions = proposal.seating.session_numbers if proposal is not None else range(0)
        shown = [state.session] if state.arrangement == BY_TABLE else list(sessions)
        states = {view.session_state(session) for session in shown} if view is not None and proposal is not None else ()
        self.state.setVisible(len(states) == 1)
        for each in states:
            icon, tone = STATE_CHIPS[each]
            self.state.set_chip(STATE_TEXTS[each], icon=icon, tone=tone)
        drafted = proposal.draft.tables if proposal is not None and proposal.draft is not None else {}
        self.draft.setVisible(not drafted.keys().isdisjoint(shown) and states != {SessionState.DRAWN})
        self.draft.set_chip(mark("draft"), icon="pen", tone=Tone.WARN)


def _sitting_out_text(state: DrawState, view: View | None) -> Text | None:
    """Who sits out in the shown session; None if everybody plays, or if the seats are shown by player."""
    proposal = state.proposal
    if proposal is None or view is None or state.arrangement != BY_TABLE:
        return None
    out = proposal.seating.drawn(state.session) - proposal.seating.seated(state.session)
    here = participants(view.state, state.session, out)
    return sits_out_text([view.players[number] for number in sorted(out & here & view.players.keys())])


def _position_text(state: DrawState, view: View | None) -> Text | str:
    """The number of the shown session among all, and what can be done with its seats."""
    proposal = state.proposal
    if proposal is None or view is None:
        return ""
    sessions, players = len(proposal.seating.sessions), len(proposal.numbers)
    if state.arrangement == BY_PLAYER:
        return mark("{sessions} sessions · {players} players", sessions=sessions, players=players)
    return mark("Session {session} of {last} · {players} players", session=state.session, last=sessions,
                players=players)  # fmt: skip
