"""Fields of one value that contradict one another, although each of them is in its own range.

:mod:`tournament.ledger.codec` asks for these relations after the ranges of all fields. They say only what no
version of the program has ever written: a range that ends before it begins, one thing named twice in a set, a player
who is their own opponent.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Any

from tournament.event.prizes import Prize, PrizeLot, Prizes
from tournament.event.seating import Final, Seating, SeatingWishes, Seats
from tournament.event.settings import FixedPoints, Settings
from tournament.event.timetable import Timetable
from tournament.ledger import facts

Relation = Callable[[Any], str | None]
"""Says what is contradictory, such as ``last: 1 comes before place 3``; None when nothing is."""


def _twice(name: str, values: Iterable[object]) -> str | None:
    """Whether ``values``, which form a set, name something twice."""
    seen: set[object] = set()
    for value in values:
        if value in seen:
            return f"{name}: {value} is there twice"
        seen.add(value)
    return None


def _same(name: str, value: object, other: object) -> str | None:
    return f"{name}: {value} is on both sides" if value == other else None


def _settings(settings: Settings) -> str | None:
    if settings.starts is not None and settings.ends is not None and settings.ends < settings.starts:
        return f"ends: {settings.ends} comes before {settings.starts}"
    return None


def _prize(prize: Prize) -> str | None:
    return f"last: {prize.last} comes before place {prize.place}" if prize.last < prize.place else None


def _prizes(prizes: Prizes) -> str | None:
    for one, other in combinations(prizes.lines, 2):
        if one.category == other.category and max(one.place, other.place) <= min(one.last, other.last):
            return f"lines: place {max(one.place, other.place)} of {one.category.key} has two prizes"
    return None


def _wishes(wishes: SeatingWishes) -> str | None:
    for one, other, _weight in wishes.pairs:
        if one == other:
            return f"pairs: {one} is on both sides"
    return _twice("apart", (field for field, _weight in wishes.apart)) or _twice("reserves", wishes.reserves)


def _seated_once(name: str, tables: Iterable[Seats]) -> str | None:
    return _twice(name, (number for seats in tables for number in seats))


def _seatings(name: str, sessions: Iterable[Iterable[Seats]]) -> str | None:
    return next(filter(None, (_seated_once(name, tables) for tables in sessions)), None)


def _cancelled(fact: facts.SessionsCancelled) -> str | None:
    return _twice("sessions", fact.sessions) if fact.sessions else "sessions: none is named"


def _added(fact: facts.SessionsAdded) -> str | None:
    return _twice("restored", fact.restored) if fact.restored or fact.added else "added: 0, and none is restored"


def _session_seated(fact: facts.SessionSeated) -> str | None:
    if fact.way not in ("straight", "swiss"):
        return f"way: “{fact.way}” is no way to seat a session"
    if fact.final is not None:
        if fact.final.session != fact.session:
            return f"final: it begins with session {fact.final.session}"
        if {number for seats in fact.tables for number in seats} != set(fact.final.players):
            return "final: its players are not those at the tables"
    return _seated_once("tables", fact.tables)


def _players_changed(fact: facts.PlayerChanged) -> str | None:
    return _twice("others", fact.concerned)


def _lot_drawn(fact: facts.LotDrawn) -> str | None:
    drawn = _twice("others", (player for player, _lot in fact.lots))
    return drawn or _twice("lot", (lot for _player, lot in fact.lots if lot))


def _swapped(fact: facts.PlayersSwapped) -> str | None:
    return _same("other", fact.one, fact.other) or _twice("sessions", fact.sessions)


def _replaced(fact: facts.PlayerReplaced) -> str | None:
    return _same("by", fact.number, fact.by.number) or _twice("sessions", fact.sessions)


def _hand(fact: facts.HandRecorded | facts.HandCorrected | facts.HandInserted | facts.HandProposed) -> str | None:
    if fact.discarder is None:
        return None
    if fact.winner is None:
        return f"discarder: {fact.discarder} in a hand that nobody won"
    return _same("discarder", fact.winner, fact.discarder)


def _hand_inserted(fact: facts.HandInserted) -> str | None:
    return _hand(fact) or _restated(fact)


def _hand_moved(fact: facts.HandMoved) -> str | None:
    return _same("to", fact.hand, fact.to) or _restated(fact)


def _columns_exchanged(fact: facts.ColumnsExchanged) -> str | None:
    if fact.hands is not None and fact.hands[1] < fact.hands[0]:
        return f"hands: {fact.hands[1]} comes before {fact.hands[0]}"
    return _same("other", fact.one, fact.other) or _restated(fact)


def _restated(fact: facts.HandInserted | facts.HandDeleted | facts.HandMoved | facts.ColumnsExchanged) -> str | None:
    return _twice("restated", (row.hand for row in fact.restated))


def _penalty(fact: facts.PenaltyGiven) -> str | None:
    if fact.player in fact.to:
        return f"to: {fact.player} would receive their own points"
    return _twice("to", fact.to)


def _reading(reading: facts.PaperReading) -> str | None:
    if (reading.totals is None) is (not reading.points):
        return "points: a reading has either totals or points"
    return None


def _heads(fact: facts.HeadsChained) -> str | None:
    if fact.moment not in ("start", "end"):
        return f"moment: “{fact.moment}” is neither start nor end"
    return _twice("heads", (head.stream for head in fact.heads))


def _table_entry(fact: facts.TableEntryAllowed) -> str | None:
    from tournament.event.settings import web_address_problem  # few events have one

    wrong = not fact.address or fact.address.endswith("/") or web_address_problem(fact.address) is not None
    return f"address: “{fact.address}”" if wrong else None


def _paper(fact: facts.PaperNoted) -> str | None:
    if fact.table is not None and fact.session is None:
        return f"table: {fact.table} of no session"
    if fact.hand is not None and fact.table is None:
        return f"hand: {fact.hand} of no table"
    return None


def _fixed(fixed: FixedPoints) -> str | None:
    return None if fixed.in_range else f"table_points: “{fixed.table_points}”, score: {fixed.score}"


RELATIONS: Mapping[type, Relation] = {
    Settings: _settings,
    FixedPoints: _fixed,
    Timetable: lambda timetable: _twice("sessions", (each.session for each in timetable.sessions)),
    Prize: _prize,
    Prizes: _prizes,
    PrizeLot: lambda lot: _twice("order", lot.order),
    Seating: lambda seating: _seatings("sessions", seating.sessions),
    SeatingWishes: _wishes,
    Final: lambda final: _twice("players", final.players),
    facts.PlayersAdded: lambda fact: _twice("players", fact.concerned),
    facts.PlayerChanged: _players_changed,
    facts.PlayerStateChanged: lambda fact: _twice("returned", fact.returned),
    facts.PlayersMerged: lambda fact: _same("other", fact.player.number, fact.other),
    facts.LotDrawn: _lot_drawn,
    facts.PlayersSwapped: _swapped,
    facts.PlayerReplaced: _replaced,
    facts.SessionsRedrawn: lambda fact: _seatings("sessions", fact.sessions),
    facts.SessionSeated: _session_seated,
    facts.SessionsCancelled: _cancelled,
    facts.SessionsAdded: _added,
    facts.SessionStarted: lambda fact: _twice("absent", fact.absent),
    facts.SessionClosed: lambda fact: _twice("not_verified", fact.not_verified),
    facts.HeadsChained: _heads,
    facts.HandRecorded: _hand,
    facts.HandCorrected: _hand,
    facts.HandInserted: _hand_inserted,
    facts.HandProposed: _hand,
    facts.HandDeleted: _restated,
    facts.HandMoved: _hand_moved,
    facts.ColumnsExchanged: _columns_exchanged,
    facts.PenaltyGiven: _penalty,
    facts.PaperReading: _reading,
    facts.MinutesAdded: lambda fact: _twice("tables", fact.tables),
    facts.PaperNoted: _paper,
    facts.HostTakenOver: lambda fact: _twice("missing", fact.missing),
    facts.TableEntryAllowed: _table_entry,
}
"""What each value asks of its fields together."""
