"""The record of fouls (WMO 2006, appendix 6): every penalty given, cancelled ones too."""

from collections.abc import Iterator

from reports.document import Cell, Column, Document, Emphasis, Kind, Section, Table
from reports.sheets.asked import Asked
from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger.facts import PenaltyCancelled
from tournament.ledger.sheet import Penalty, Sheet
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View

_COLUMNS = (
    Column(mark("Session"), Kind.INTEGER),
    Column(mark("Table"), Kind.INTEGER),
    Column(mark("Hand"), Kind.INTEGER),
    Column(mark("Seat"), Kind.TEXT, Emphasis.MUTED),
    Column(mark("Player"), Kind.TEXT, Emphasis.NAME, flexible=True),
    Column(mark("Fault"), Kind.TEXT, flexible=True),
    Column(mark("Points"), Kind.SIGNED, Emphasis.STRONG),
    Column(mark("Given to"), Kind.TEXT, flexible=True),
    Column(mark("Remarks"), Kind.TEXT, Emphasis.MUTED, flexible=True),
)


def fouls(view: View, asked: Asked) -> Document:
    """List the penalties of the session asked for, or of all, in order of session, table and hand."""
    sheets = [sheet for session in _sessions(view, asked) for sheet in view.sheets(session)]
    rows = tuple(_row(view, sheet, penalty) for sheet in sheets for penalty in _ordered(sheet))
    standing = sum(len(sheet.penalties) for sheet in sheets)
    lost = sum(sheet.lost for sheet in sheets)
    return Document(
        event=view.settings.name,
        title=mark("Record of fouls")
        if asked.session is None
        else mark("Record of fouls, session {session}", session=asked.session),
        state=mark_count("with {count} penalty that stands", "with {count} penalties that stand", standing),
        printed=asked.printed,
        aside=(mark_count("{count} point given to nobody", "{count} points given to nobody", lost), view.rules.name),
        note=mark("Points are what the player lost; 0 is a warning. A cancelled penalty has none.")
        if rows
        else mark("No penalty was given."),
        sections=(Section(Table(_COLUMNS, rows)),),
    )


def _sessions(view: View, asked: Asked) -> range:
    if asked.session is not None:
        return range(asked.session, asked.session + 1)
    return range(1, (len(view.seating.sessions) if view.seating else 0) + 1)


def _ordered(sheet: Sheet) -> Iterator[Penalty]:
    """Standing and cancelled ones by hand; those of the session at the end."""
    every = (*sheet.penalties, *sheet.cancelled)
    last = len(sheet.hands) + 1
    yield from sorted(every, key=lambda penalty: (penalty.given.hand or last, penalty.entry.number))


def _row(view: View, sheet: Sheet, penalty: Penalty) -> tuple[Cell, ...]:
    given = penalty.given
    column = given.player
    seat = view.rules.rotation.own_wind(column, given.hand) if given.hand else Wind(column)
    return (
        sheet.session,
        sheet.table,
        given.hand,
        seat.short,
        view.player_at(sheet, column).name,
        fault_name(view, penalty),
        None if penalty.cancelled else penalty.net[column],
        _receivers(view, sheet, penalty),
        _remarks(penalty),
    )


def fault_name(view: View, penalty: Penalty) -> Text:
    """The fault in the words of the rules, or the referee's own."""
    fault = view.rules.fault(penalty.given.fault)
    if fault is not None:
        return fault.name
    return verbatim(penalty.given.reason) if penalty.given.reason else mark("Penalty")


def _receivers(view: View, sheet: Sheet, penalty: Penalty) -> Cell:
    if penalty.given.to:
        return ", ".join(view.player_at(sheet, column).name for column in penalty.given.to)
    return mark("nobody") if penalty.given.points else None


def _remarks(penalty: Penalty) -> Text | None:
    """What else is to be known, one sentence after the other."""
    given = penalty.given
    said: list[Text] = []
    if penalty.cancelled is not None and isinstance(penalty.cancelled.fact, PenaltyCancelled):
        said.append(mark("cancelled: {reason}", reason=penalty.cancelled.fact.reason))
    if given.no_hu:
        said.append(mark("may not win this hand"))
    if given.closes_hand:
        said.append(mark("the hand ended"))
    if given.minutes is not None:
        said.append(mark_count("{count} minute late", "{count} minutes late", given.minutes))
    if given.reason and given.fault:
        said.append(verbatim(given.reason))
    if not said:
        return None
    remarks = said[0]
    for one in said[1:]:
        remarks = mark("{remarks}; {remark}", remarks=remarks, remark=one)
    return remarks
