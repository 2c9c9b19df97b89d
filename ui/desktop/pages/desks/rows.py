"""The rows of the page Desks: desks that have joined, and orders that the host has not written."""

from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

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


def desk_columns(own: str, entries: int) -> list[TableColumn[DeskSeen]]:
    """Return the columns of the desks, seen from the desk ``own``, whose copy of the event has ``entries`` entries."""

    def sheet(desk: DeskSeen) -> Text:
        if desk.sheet is None:
            return _NO_SHEET
        return mark("session {session}, table {table}", session=desk.sheet[0], table=desk.sheet[1])

    def name(desk: DeskSeen) -> Text:
        return mark("{name} (this desk)", name=desk.name) if desk.name == own else verbatim(desk.name)

    def state(desk: DeskSeen) -> Text:
        if desk.deputy and desk.reached is False:
            return mark("cannot be reached (firewall?)")
        if not desk.have:  # it has not connected since the host was started
            return mark("not heard yet")
        behind = entries - desk.have
        if behind <= 0:
            return mark("has everything")
        return mark_count("{count} entry behind", "{count} entries behind", behind)

    return [
        TableColumn(mark("Desk"), name),
        TableColumn(mark("Who"), lambda desk: verbatim(desk.author)),
        TableColumn(mark("Role"), lambda desk: desk.role.label if desk.role is not None else _NO_SHEET),
        TableColumn(mark("Sheet"), sheet),
        TableColumn(mark("Deputy"), lambda desk: verbatim(str(desk.deputy)) if desk.deputy else _NO_SHEET, width=90),
        TableColumn(mark("Heard"), lambda desk: verbatim(_clock(desk.last_word)), width=90),
        TableColumn(mark("State"), state),
    ]


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
        TableColumn(mark("What"), lambda row: row.what),
        TableColumn(mark("State"), lambda row: row.why, style=_style),
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


def _clock(time: str) -> str:
    """A time as hours and minutes; empty for a desk that has not connected since the host was started."""
    return f"{datetime.fromisoformat(time).astimezone():%H:%M:%S}" if time else "–"
