"""The penalties of an event as the page lists them, and what they sum up to; no Qt in here."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from tournament.event.player import Player
from tournament.language import Text, mark, verbatim
from tournament.ledger.facts import PenaltyCancelled
from tournament.ledger.sheet import Penalty, Sheet
from tournament.rules.fault import Fault, Measure
from tournament.use_cases import View
from ui.desktop.sheet.names import short_names


@dataclass(frozen=True, slots=True)
class ListedPenalty:
    """One penalty with all that its line says."""

    penalty: Penalty
    session: int
    table: int
    player: Player
    fault: Fault | None
    """None: in the referee's own words."""
    receivers: tuple[str, ...]
    """Short names."""

    @property
    def id(self) -> str:
        """Id of the entry that gave it."""
        return self.penalty.entry.id

    @property
    def time(self) -> datetime:
        """When it was given, in the time of this computer."""
        return self.penalty.entry.time.astimezone()

    @property
    def points(self) -> int:
        """What it takes from the player, 0 or less."""
        return self.penalty.net[self.penalty.given.player]

    @property
    def what(self) -> Text:
        """“P6 Claim changed or late”, or the referee's own words."""
        given = self.penalty.given
        if self.fault is None:
            return verbatim(given.reason)
        if self.fault.measure is Measure.MINUTES and given.minutes is not None:
            return mark("{number} {fault}, {minutes} min", number=self.fault.number, fault=self.fault.name,
                        minutes=given.minutes)  # fmt: skip
        return mark("{number} {fault}", number=self.fault.number, fault=self.fault.name)

    @property
    def cancelled(self) -> Text | None:
        """Why it was cancelled, or None."""
        entry = self.penalty.cancelled
        if entry is None:
            return None
        reason = entry.fact.reason if isinstance(entry.fact, PenaltyCancelled) else ""
        return mark("Cancelled: {reason}", reason=reason)

    @property
    def to_whom(self) -> Text:
        """Who got the points; of a cancelled one, who took it back and when."""
        entry, given = self.penalty.cancelled, self.penalty.given
        if entry is not None:
            return mark("{author}, {time}", author=entry.author, time=f"{entry.time.astimezone():%H:%M}")
        if not given.points:
            if given.no_hu:
                return mark("No Hu")
            return mark("warning")
        if not given.to:
            return mark("to nobody")
        if len(given.to) > 1:
            return mark("{points} to each", points=given.points)
        return mark("to {player}", player=self.receivers[0])


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


def penalties_of_session(view: View, session: int) -> Iterator[ListedPenalty]:
    """The penalties of ``session``, those cancelled too, table by table."""
    for sheet in view.sheets(session):
        for penalty in (*sheet.penalties, *sheet.cancelled):
            yield _given(view, sheet, penalty)


def penalties_of_event(view: View) -> Iterator[ListedPenalty]:
    """The penalties of all sessions."""
    sessions = view.seating.sessions if view.seating is not None else ()
    for session in range(1, len(sessions) + 1):
        yield from penalties_of_session(view, session)


def newest_first(all_: Iterable[ListedPenalty]) -> list[ListedPenalty]:
    """In the order in which a list shows them."""
    return sorted(all_, key=_written, reverse=True)


def _written(each: ListedPenalty) -> tuple[str, int, int, int]:
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
        wrong=tuple(sheet.table for sheet in sheets if totals[sheet.table] != -sheet.lost and not sheet.accepted),
    )


def _given(view: View, sheet: Sheet, penalty: Penalty) -> ListedPenalty:
    given = penalty.given
    names = short_names([view.players[number] for number in sheet.players])
    return ListedPenalty(
        penalty,
        sheet.session,
        sheet.table,
        view.player_at(sheet, given.player),
        view.rules.fault(given.fault),
        tuple(names[column] for column in given.to),
    )
