"""The penalties of an event as the page lists them, and what they sum up to; no Qt in here."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reports.sheets.fouls import RecordedPenalty, recorded_penalties
from tournament.event.short_names import short_names
from tournament.language import Text, mark, verbatim
from tournament.ledger.description import to_each_text
from tournament.ledger.facts import PenaltyCancelled
from tournament.rules.fault import Measure
from tournament.use_cases import View


def fault_text(row: RecordedPenalty) -> Text:
    """“P6 Claim changed or late”, or the referee's own words."""
    given, fault = row.penalty.given, row.fault
    if fault is None:
        return verbatim(given.reason)
    if fault.measure is Measure.MINUTES and given.minutes is not None:
        return mark("{number} {fault}, {minutes} min", number=fault.number, fault=fault.name, minutes=given.minutes)
    return mark("{number} {fault}", number=fault.number, fault=fault.name)


def cancellation_text(row: RecordedPenalty) -> Text | None:
    """Why it was cancelled; None for one that stands."""
    entry = row.penalty.cancelled
    if entry is None:
        return None
    reason = entry.fact.reason if isinstance(entry.fact, PenaltyCancelled) else ""
    return mark("Cancelled: {reason}", reason=reason)


def receivers_text(row: RecordedPenalty) -> Text:
    """Who got the points, or the sanction that is none; of a cancelled one, who took it back and when."""
    entry, given = row.penalty.cancelled, row.penalty.given
    if entry is not None:
        return mark("{author}, {time}", author=entry.author, time=f"{entry.time.astimezone():%H:%M}")
    if not given.points:
        if row.fault is not None and row.fault.measure is Measure.NONE:
            return row.fault.sanction
        return mark("No Hu") if given.no_hu else mark("warning")
    if row.fault is not None and row.fault.after_places:
        return mark("from the final points")
    if not given.to:
        return mark("to nobody")
    if len(given.to) > 1:
        return to_each_text(given)
    return mark("to {player}", player=short_names(row.players)[given.to[0]])


@dataclass(frozen=True, slots=True)
class PenaltySums:
    """What the penalties of a session come to, beside the scores of its tables."""

    taken: int
    to_players: int
    tables: int
    """Sheets that count."""
    scores: int
    """Sum of all their scores, those written on the paper where they were typed."""
    wrong: tuple[int, ...]
    """Tables whose four totals do not sum to minus what their penalties gave to nobody."""

    @property
    def to_nobody(self) -> int:
        """Points that left the tables."""
        return self.taken - self.to_players


def penalties_of_session(view: View, session: int) -> Iterator[RecordedPenalty]:
    """The penalties of ``session``, those cancelled too, table by table."""
    for sheet in view.sheets(session):
        yield from recorded_penalties(view, sheet)


def penalties_of_event(view: View) -> Iterator[RecordedPenalty]:
    """The penalties of all sessions."""
    sessions = view.seating.sessions if view.seating is not None else ()
    for session in range(1, len(sessions) + 1):
        yield from penalties_of_session(view, session)


def newest_first(all_: Iterable[RecordedPenalty]) -> list[RecordedPenalty]:
    """In the order in which a list shows them."""
    return sorted(all_, key=_written, reverse=True)


def _written(each: RecordedPenalty) -> tuple[str, int, int, int]:
    entry = each.penalty.entry
    return entry.record.time, each.session, each.table, entry.number


def sums_of(view: View, session: int) -> PenaltySums:
    """Add up the penalties of ``session`` and hold them against the scores."""
    sheets = [sheet for sheet in view.sheets(session) if sheet.counts or sheet.penalties]
    standing = [penalty for sheet in sheets for penalty in sheet.penalties]
    totals = {sheet.table: sum(sheet.typed if sheet.typed is not None else sheet.scores) for sheet in sheets}
    taken = -sum(penalty.net[penalty.given.player] for penalty in standing)
    return PenaltySums(
        taken=taken,
        to_players=taken - sum(penalty.lost for penalty in standing),
        tables=len(sheets),
        scores=sum(totals.values()),
        wrong=tuple(sheet.table for sheet in sheets if totals[sheet.table] != -sheet.missing and not sheet.accepted),
    )
