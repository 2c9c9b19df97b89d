"""The rows of the page Desks: desks that have joined, and orders that the host has not written."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from reports.column import Emphasis
from reports.vocabulary import ROLE, SHEET, STATE, WHAT, WHO
from tournament.event.player import short_names
from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.sharing.messages import DeskSeen
from tournament.sharing.shared_book import OrderState, WaitingOrder
from tournament.use_cases import CancelPenalty, Command, CorrectHand, RecordHand, TableCommand, View
from tournament.use_cases.changes import Acting
from tournament.use_cases.rights import acts_of_command, open_role
from ui.desktop.kit.table import CellStyle, TableColumn
from ui.desktop.theme import Tone
from ui.desktop.widgets.signs import StatusIcon

_NO_SHEET = verbatim("–")


@dataclass(frozen=True, slots=True)
class _DeskTexts:
    """The texts of a desk in the list."""

    own: str
    """The name of this desk."""
    entries: int
    """The number of entries of its copy of the event."""
    known: bool
    """Whether the host says now who is connected."""

    def is_here(self, desk: DeskSeen) -> bool:
        """Whether ``desk`` is known to be connected."""
        return self.known and (desk.here or desk.name == self.own)

    def name(self, desk: DeskSeen) -> Text:
        """Its name, and whether it is this desk or at the host."""
        if desk.at_host and desk.name == self.own:
            return mark("{name} (this desk, host)", name=desk.name)
        if desk.at_host:
            return mark("{name} (host)", name=desk.name)
        return mark("{name} (this desk)", name=desk.name) if desk.name == self.own else verbatim(desk.name)

    def sheet(self, desk: DeskSeen) -> Text:
        """The sheet that it shows."""
        if desk.sheet is None or not self.is_here(desk):
            return _NO_SHEET
        return mark("session {session}, table {table}", session=desk.sheet[0], table=desk.sheet[1])

    def connection(self, desk: DeskSeen) -> Text:
        """Whether it is connected, or since when it is away."""
        if not self.known:
            return _NO_SHEET
        if self.is_here(desk):
            return mark("connected")
        return mark("away since {time}", time=_since(desk.last_word)) if desk.last_word else mark("not heard yet")

    def connection_style(self, desk: DeskSeen) -> CellStyle:
        """A sign for that."""
        if not self.known:
            return CellStyle()
        return (
            CellStyle(sign=StatusIcon.DONE) if self.is_here(desk) else CellStyle(sign=StatusIcon.ASKS, tone=Tone.WARN)
        )

    def state(self, desk: DeskSeen) -> Text:
        """How much of the event it has."""
        if desk.deputy and desk.reached is False:
            return mark("cannot be reached (firewall?)")
        if not desk.have:  # it has not connected since the host was started
            return mark("not heard yet")
        behind = self.entries - desk.have
        if behind <= 0:
            return mark("has everything")
        return mark_count("{count} entry behind", "{count} entries behind", behind)


def desk_columns(own: str, entries: int, *, known: bool = True) -> list[TableColumn[DeskSeen]]:
    """Return the columns of the desks, seen from the desk ``own``, whose copy of the event has ``entries`` entries.

    ``known`` is whether the host says now who is connected.
    """
    texts = _DeskTexts(own, entries, known)
    return [
        TableColumn(mark("Desk"), texts.name),
        TableColumn.showing(WHO, lambda desk: verbatim(desk.author), emphasis=Emphasis.PLAIN),
        TableColumn.showing(ROLE, lambda desk: desk.role.label if desk.role is not None else _NO_SHEET),
        TableColumn.showing(SHEET, texts.sheet),
        TableColumn(mark("Deputy"), lambda desk: verbatim(str(desk.deputy)) if desk.deputy else _NO_SHEET, width=90),
        TableColumn(mark("Connection"), texts.connection, width=210, style=texts.connection_style),
        TableColumn.showing(STATE, texts.state),
    ]


_AWAY = timedelta(days=1)
"""Time after which a desk that is away is not listed any more."""


def listed_desks(desks: Sequence[DeskSeen], now: str) -> list[DeskSeen]:
    """Return the deputies in order, and of the other ``desks`` those that are connected or were today.

    ``now`` is the time of the host, as it says it; empty if it has not said any.
    """

    def listed(desk: DeskSeen) -> bool:
        if desk.here or desk.deputy or not desk.last_word or not now:
            return True
        return datetime.fromisoformat(now) - datetime.fromisoformat(desk.last_word) < _AWAY

    return sorted(filter(listed, desks), key=lambda desk: (not desk.at_host, not desk.deputy, desk.deputy))


@dataclass(frozen=True, slots=True)
class OrderRow:
    """An order with its texts."""

    order: WaitingOrder
    what: Text
    why: Text


def order_row(view: View, order: WaitingOrder, not_carried: Text | None) -> OrderRow:
    """Return the row of ``order``; ``not_carried`` is the reason why its effect cannot be shown, if it cannot."""
    words = tuple(dict.fromkeys(_words(view, command) for command in order.order.commands))
    return OrderRow(order, words[0] if len(words) == 1 else listed(words), _state(order, not_carried))


def order_columns() -> list[TableColumn[OrderRow]]:
    """Return the columns of the orders."""
    return [
        TableColumn(mark("When"), lambda row: verbatim(_clock(row.order.time)), width=90),
        TableColumn.showing(WHAT, lambda row: row.what),
        TableColumn.showing(STATE, lambda row: row.why, style=_style),
    ]


def _style(row: OrderRow) -> CellStyle:
    if row.order.state is OrderState.WAITING:
        return CellStyle(sign=StatusIcon.INFO)
    return CellStyle(sign=StatusIcon.DIFFERS, tone=Tone.DANGER)


def _state(order: WaitingOrder, not_carried: Text | None) -> Text:
    match order.state:
        case OrderState.WAITING:
            return mark("waits to be sent") if not_carried is None else not_carried
        case OrderState.REFUSED if any(told.code == "conflict" for told in order.problems):
            return mark("Somebody else wrote there first, so the host did not write this.")
        case OrderState.REFUSED:
            return listed(verbatim(told.text) for told in order.problems)
        case OrderState.LOST:
            return mark("The host that had this is gone, and the one that took over does not have it.")
        case OrderState.SENT:
            return mark("the host has it")
        case _:
            assert_never(order.state)


def _words(view: View, command: Command) -> Text:
    """What ``command`` does, as far as its fields show it."""
    if isinstance(command, RecordHand | CorrectHand):
        place = mark("Session {session}, table {table}, hand {hand}", session=command.session, table=command.table,
                     hand=command.hand)  # fmt: skip
        return mark("{place}: {result}", place=place, result=_result(view, command))
    if isinstance(command, TableCommand) and not isinstance(command, CancelPenalty):
        return mark("Session {session}, table {table}: {what}", session=command.session, table=command.table,
                    what=_act(view, command))  # fmt: skip
    return _act(view, command)


def _result(view: View, command: RecordHand | CorrectHand) -> Text:
    outcome, names = command.outcome, _names(view, command.session, command.table)
    if outcome.winner is None:
        return mark("Drawn hand")
    winner = listed(names[column] for column in outcome.winners)
    points = listed(win.short for win in view.rules.written_wins(outcome))
    if outcome.discarder is None:
        return mark("{result}, {points}", result=mark("{winner} · self-draw", winner=winner), points=points)
    return mark("{winner} from {discarder}, {points}", winner=winner, discarder=names[outcome.discarder], points=points)


def _names(view: View, session: int, table: int) -> tuple[str, ...]:
    tables = view.seating.tables(session) if view.seating is not None else ()
    if not 0 < table <= len(tables):
        return ("A", "B", "C", "D")
    return short_names([view.players[number] for number in tables[table - 1]])


def _act(view: View, command: Command) -> Text:
    """The right that ``command`` needs, whose name says what the command is about."""
    acts = acts_of_command(view.journal, command, Acting("", "", open_role({}), signed_in=False))
    return acts[0].label if acts else mark("Event")


def _since(time: str) -> str:
    """A time as hours and minutes, with the day if that is not today."""
    found, now = datetime.fromisoformat(time).astimezone(), datetime.now().astimezone()
    return f"{found:%H:%M}" if found.date() == now.date() else f"{found:%Y-%m-%d %H:%M}"


def _clock(time: str) -> str:
    """A time as hours and minutes; empty for a desk that has not connected since the host was started."""
    return f"{datetime.fromisoformat(time).astimezone():%H:%M:%S}" if time else "–"
