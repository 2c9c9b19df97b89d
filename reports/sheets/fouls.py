"""Every penalty given, also cancelled ones: the record of fouls (WMO 2006, appendix 6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reports import vocabulary
from reports.column import Column, Emphasis
from reports.document import Document, Section, table_of
from reports.sheets.options import ReportOptions, is_provisional
from reports.sheets.people import people_sections
from reports.vocabulary import NUMBER, PLAYER, ROUND, TEAM
from tournament.event.player import Player
from tournament.language import Text, integer_text, listed, mark, mark_count, verbatim
from tournament.ledger.facts import PenaltyCancelled
from tournament.ledger.sheet import Sheet
from tournament.ledger.sheet_content import Penalty
from tournament.rules.fault import Fault
from tournament.rules.table_state import round_text
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class RecordedPenalty:
    """A penalty that was given, cancelled or not, and where."""

    penalty: Penalty
    session: int
    table: int
    players: tuple[Player, ...]
    """Of the table, by column."""
    seat: Wind
    """The seat of the player at fault, in the hand or at the start."""
    round: Text | None
    """The round of the hand; None for a penalty of the session."""
    fault: Fault | None
    """None: in the referee's own words."""

    @property
    def id(self) -> str:
        """Id of the entry that gave the penalty."""
        return self.penalty.entry.id

    @property
    def player(self) -> Player:
        """The player at fault."""
        return self.players[self.penalty.given.player]

    @property
    def receivers(self) -> tuple[Player, ...]:
        """The players who received the points."""
        return tuple(self.players[column] for column in self.penalty.given.to)

    @property
    def given_to(self) -> Text | None:
        """The names of the receivers, or a note that nobody received the points."""
        if self.receivers:
            return listed(player.name for player in self.receivers)
        if self.fault is not None and self.fault.after_places:
            return mark("from the final points")
        return mark("nobody") if self.penalty.given.points else None

    @property
    def points(self) -> int:
        """Points that it takes from the player, 0 or less; also for a cancelled penalty."""
        return self.penalty.given.net[self.penalty.given.player]


def recorded_penalties(view: View, sheet: Sheet) -> Iterator[RecordedPenalty]:
    """The penalties of ``sheet``: those in force, then those cancelled."""
    players = tuple(view.player_at(sheet, column) for column in range(4))
    for penalty in (*sheet.penalties, *sheet.cancelled):
        given = penalty.given
        # the row of a cancelled one may have been deleted
        state = sheet.state_before(given.hand) if given.hand else None
        seat = Wind(given.player) if state is None else state.winds[given.player]
        played = None if state is None else round_text(state)
        fault = view.rules.fault(given.fault)
        yield RecordedPenalty(penalty, sheet.session, sheet.table, players, seat, played, fault)


SESSION: Column[RecordedPenalty] = vocabulary.SESSION.of(lambda row: row.session, emphasis=Emphasis.PLAIN)
TABLE: Column[RecordedPenalty] = vocabulary.TABLE.of(lambda row: row.table)
HAND: Column[RecordedPenalty] = vocabulary.HAND.of(lambda row: row.penalty.given.hand)


def record_fields() -> tuple[Column[RecordedPenalty], ...]:
    """The columns of the form: who, where, in which round and seat, why, and the cost."""
    return (
        NUMBER.within(lambda row: row.player),
        PLAYER.within(lambda row: row.player),
        TEAM.within(lambda row: row.player),
        SESSION,
        TABLE,
        ROUND.of(lambda row: row.round),
        HAND,
        Column(mark("Position"), lambda row: row.seat.short),
        Column(mark("Nature of the foul"), lambda row: fault_name(row.fault, row.penalty), flexible=True),
        Column(mark("Penalty"), penalty_text, flexible=True),
        Column(mark("Remarks"), lambda row: _remarks(row.penalty), emphasis=Emphasis.MUTED, flexible=True),
    )


def penalty_text(row: RecordedPenalty) -> Text:
    """The cost, or that it is a warning, or cancelled."""
    if row.penalty.cancelled is not None:
        return mark("cancelled")
    if not row.points:
        return mark("warning")
    text = verbatim(integer_text(row.points))
    if row.fault is not None and row.fault.after_places:
        return mark("{points}, from the final points", points=text)
    if not row.receivers:
        return text
    return mark("{points}, to {players}", points=text, players=listed(player.name for player in row.receivers))


def fouls_record(view: View, options: ReportOptions) -> Document:
    """Make the record of the selected session, or of all, in order of session, table and hand."""
    title = options.with_session(mark("Record of fouls"))
    note = mark("Position is the wind of the player’s seat in the hand, or at the start if no hand is given.")
    document = _document(view, options, title, record_fields(), note)
    sheets = [sheet for session in options.sessions_played(view) for sheet in view.sheets(session)]
    return replace(
        document,
        provisional=is_provisional(sheets),
        sections=(*document.sections, *people_sections(view, options.sessions_of(view))),
    )


def _document(
    view: View,
    options: ReportOptions,
    title: Text,
    fields: Sequence[Column[RecordedPenalty]],
    note: Text,
) -> Document:
    sheets = [sheet for session in options.sessions_of(view) for sheet in view.sheets(session)]
    rows = [row for sheet in sheets for row in _ordered(view, sheet)]
    standing = sum(len(sheet.penalties) for sheet in sheets)
    lost = sum(penalty.lost for sheet in sheets for penalty in sheet.penalties)
    return Document(
        event=view.settings.name,
        title=title,
        state=mark_count("with {count} penalty in force", "with {count} penalties in force", standing),
        printed=options.printed,
        aside=(mark_count("{count} point given to nobody", "{count} points given to nobody", lost), view.rules.name),
        note=note if rows else mark("No penalty was given."),
        sections=(Section(table_of(fields, rows)),),
    )


def _ordered(view: View, sheet: Sheet) -> list[RecordedPenalty]:
    """Penalties in force and cancelled ones by hand; those of the session at the end."""
    last = len(sheet.hands) + 1
    rows = recorded_penalties(view, sheet)
    return sorted(rows, key=lambda row: (row.penalty.given.hand or last, row.penalty.entry.number))


def fault_name(fault: Fault | None, penalty: Penalty) -> Text:
    """The fault in the words of the rules, or the referee's own."""
    if fault is not None:
        return fault.name
    return verbatim(penalty.given.reason) if penalty.given.reason else mark("Penalty")


def _remarks(penalty: Penalty) -> Text | None:
    """Further remarks, one sentence after the other."""
    given = penalty.given
    parts: list[Text] = []
    if penalty.cancelled is not None and isinstance(penalty.cancelled.fact, PenaltyCancelled):
        parts.append(mark("cancelled: {reason}", reason=penalty.cancelled.fact.reason))
    if given.no_hu:
        parts.append(mark("may not win this hand"))
    if given.closes_hand:
        parts.append(mark("the hand ended"))
    if given.minutes is not None:
        parts.append(mark_count("{count} minute late", "{count} minutes late", given.minutes))
    if given.reason and given.fault:
        parts.append(verbatim(given.reason))
    if not parts:
        return None
    remarks = parts[0]
    for one in parts[1:]:
        remarks = mark("{remarks}; {remark}", remarks=remarks, remark=one)
    return remarks
