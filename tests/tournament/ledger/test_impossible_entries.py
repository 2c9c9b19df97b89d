"""Entries that cannot follow those before them: each is named with the hand, the session or the table that it is about.

Twelve players sit at three tables in three sessions. Each case is a script of entries; what is wrong is wrong with the
last of them alone. Most happen at table 2 of session 3.
"""

import json
from typing import Any

import pytest

from tests.cases import all_cases
from tests.tournament.ledger.lines_by_hand import Journal, Line
from tournament.language import ENGLISH
from tournament.ledger.audit import ImpossibleEntry, LifeFault, Unaudited, impossible_entries

Step = tuple[str, str, dict[str, Any]]
Fault = tuple[LifeFault, int, int]

SESSIONS = [
    [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
    [[1, 5, 9, 2], [6, 10, 3, 7], [11, 4, 8, 12]],
    [[1, 6, 11, 4], [2, 7, 12, 5], [3, 8, 9, 10]],
]
SEATED = SESSIONS[2][1]
"""Who sits at table 2 of session 3."""
FIRST = "id-4"
"""The id of the first entry of a script."""
SECOND, THIRD = "id-5", "id-6"


def on(session: int = 0, table: int = 0, *faults: LifeFault, number: int = 0) -> list[Fault]:
    """The faults with the table that they are about."""
    return [(fault, table or number, session) for fault in faults]


def said(*faults: LifeFault, of: int = 0) -> list[Fault]:
    """The faults, all with the number of the same hand or session."""
    return [(fault, of, 0) for fault in faults]


def at(kind: str, place: tuple[int, int] = (3, 2), **content: Any) -> Step:
    return f"session-{place[0]}/table-{place[1]}", kind, content


def phone(kind: str, place: tuple[int, int] = (3, 2), **content: Any) -> Step:
    return f"session-{place[0]}/table-{place[1]}/phones", kind, content


def event(kind: str, **content: Any) -> Step:
    return "event", kind, content


def hand(number: int, place: tuple[int, int] = (3, 2), *, points: int = 8, kind: str = "hand-recorded") -> Step:
    return at(kind, place, hand=number, winner=0, discarder=1, points=points)


def penalty(hand: int | None = None, place: tuple[int, int] = (3, 2)) -> Step:
    return at("penalty-given", place, player=0, points=10, to=[], hand=hand)


def signed(place: tuple[int, int] = (3, 2), *, totals: list[int | None] | None = None, excuse: str = "") -> Step:
    return at("sheet-closed", place, totals=totals, accept_difference=excuse)


def undone(entry: str, stream: str = "session-3/table-2") -> Step:
    return stream, "undone", {"entry": entry}


def redone(entry: str, stream: str = "session-3/table-2") -> Step:
    return stream, "redone", {"entry": entry}


def moved_to(session: int, table: int, place: tuple[int, int] = (3, 2)) -> Step:
    return at("sheet-moved", place, to_session=session, to_table=table, reason="x")


def closed(session: int, waiting: tuple[int, ...] = (1, 2, 3), reason: str = "late") -> Step:
    return event("session-closed", session=session, not_verified=list(waiting), reason=reason)


def cancelled(*sessions: int) -> Step:
    return event("sessions-cancelled", sessions=list(sessions), reason="")


def published(session: int, *, held: bool = False) -> Step:
    return event("results-published", session=session, held=held)


def withdrawn(session: int) -> Step:
    return event("results-withdrawn", session=session)


def of_session(kind: str, session: int = 3, **content: Any) -> Step:
    return event(kind, session=session, **content)


def redrawn(first: int) -> Step:
    return event("sessions-redrawn", first=first, sessions=SESSIONS[first - 1 :])


def seated(session: int, final: int | None = None) -> Step:
    """A session seated by the standings, perhaps after a cut."""
    cut = {"session": final, "players": [1, 2, 3, 4], "carried": True}
    return event("session-seated", session=session, tables=[[1, 2, 3, 4]], final=cut if final is not None else None)


def swapped(one: int, other: int, *sessions: int, reason: str = "") -> Step:
    return event("players-swapped", one=one, other=other, sessions=list(sessions), reason=reason)


def replaced(number: int, by: int, *sessions: int, case: str | None = None) -> Step:
    return event("player-replaced", number=number, by={"number": by}, sessions=list(sessions), case=case)


def state_of(number: int, state: str, first: int, *returned: int) -> Step:
    return event("player-state-changed", number=number, state=state, first=first, returned=list(returned))


def added(session: int, table: int, *players: int) -> Step:
    return event("table-added", session=session, table=table, players=list(players))


def left_out(session: int, table: int) -> Step:
    return event("table-left-out", session=session, table=table)


def restored(*sessions: int, added: int = 0) -> Step:
    return event("sessions-added", restored=list(sessions), added=added, reason="")


TOTALS = at("totals-recorded", totals=[30, 10, -10, -30], accept_difference="")
CORRECTED = hand(1, points=20, kind="hand-corrected")
CONFIRMED = at("sheet-confirmed", reader="", reading={})
REJECTED = at("sheet-rejected", reader="", reading={})
REOPENED = at("sheet-reopened", reason="x")
EXACT: list[int | None] = [32, -16, -8, -8]
WRONG: list[int | None] = [33, -17, -8, -8]
EVERY_SHEET = [step for table in (1, 2, 3) for step in (hand(1, (3, table)), signed((3, table)))]

F = LifeFault
ON_A_SHEET: list[tuple[list[Step], list[Fault]]] = [
    ([hand(2), hand(2)], said(F.HAND_RECORDED, of=2)),
    ([hand(2), hand(1)], []),
    ([hand(2), hand(2, (3, 1))], []),
    ([hand(1), signed(), hand(2)], said(F.SHEET_SIGNED, of=2)),
    ([hand(1), signed(), REOPENED, hand(2)], []),
    ([hand(1), hand(2, kind="hand-corrected")], said(F.HAND_NOT_RECORDED, of=2)),
    ([hand(1), signed(), CORRECTED], []),
    ([hand(1), at("hand-moved", hand=2, to=1)], said(F.HAND_NOT_RECORDED, of=2)),
    ([hand(1), hand(2), at("hand-moved", hand=2, to=1)], []),
    ([hand(1), penalty(3), at("hand-moved", hand=3, to=1)], []),
    ([hand(1), penalty(3), at("hand-moved", hand=2, to=1)], said(F.HAND_NOT_RECORDED, of=2)),
    ([hand(1), hand(2), penalty(2), at("hand-deleted", hand=2)], said(F.HAND_PUNISHED, of=2)),
    ([hand(1), hand(2), penalty(1), at("hand-deleted", hand=2)], []),
    ([hand(2), at("hand-deleted", hand=3)], said(F.HAND_NOT_RECORDED, of=3)),
    ([at("hand-deleted", hand=1)], said(F.HAND_NOT_RECORDED, of=1)),
    ([hand(2), at("hand-deleted", hand=2)], []),
    ([hand(2), at("hand-deleted", hand=1)], []),
    ([penalty(4), at("hand-deleted", hand=3)], []),
    ([penalty(4), at("hand-deleted", hand=5)], said(F.HAND_NOT_RECORDED, of=5)),
    ([penalty(), at("hand-deleted", hand=1)], said(F.HAND_NOT_RECORDED, of=1)),
    ([hand(1), at("hand-inserted", hand=1, winner=2, discarder=0, points=8)], []),
    ([hand(1), signed(), at("penalty-cancelled", entry=FIRST)], said(F.PENALTY_UNKNOWN)),
    ([penalty(), hand(1), signed(), at("penalty-cancelled", entry=FIRST)], []),
    ([penalty(), at("penalty-cancelled", entry=FIRST), at("penalty-cancelled", entry=FIRST)], said(F.PENALTY_UNKNOWN)),
    ([hand(1), signed(), penalty(2)], said(F.SHEET_SIGNED, of=2)),
    ([hand(1), signed(), penalty()], said(F.SHEET_SIGNED)),
    ([hand(1), signed(), at("totals-typed", totals=EXACT)], said(F.SHEET_SIGNED)),
    ([hand(1), at("totals-typed", totals=EXACT), signed()], []),
    ([TOTALS, hand(2)], said(F.TOTALS_ONLY, of=2)),
    ([TOTALS, hand(2, kind="hand-corrected")], said(F.TOTALS_ONLY, of=2)),
    ([TOTALS, at("hand-moved", hand=2, to=1)], said(F.TOTALS_ONLY, of=2)),
    ([TOTALS, at("hand-deleted", hand=2)], said(F.TOTALS_ONLY, of=2)),
    ([TOTALS, at("hand-inserted", hand=2, winner=2, discarder=0, points=8)], said(F.TOTALS_ONLY, of=2)),
    ([TOTALS, at("columns-exchanged", one=0, other=1, hands=[1, 1])], said(F.TOTALS_ONLY)),
    ([TOTALS, at("columns-exchanged", one=0, other=1, hands=None)], []),
    ([hand(1), at("columns-exchanged", one=0, other=1, hands=[1, 1])], []),
    ([penalty(), TOTALS, at("penalty-cancelled", entry=FIRST)], said(F.TOTALS_ONLY)),
    ([hand(1), TOTALS], said(F.HANDS_RECORDED)),
    ([hand(1), signed(), TOTALS], said(F.SHEET_SIGNED)),
    ([TOTALS, TOTALS], said(F.SHEET_SIGNED)),
    ([TOTALS, REOPENED, TOTALS], []),
    ([signed()], said(F.SHEET_EMPTY)),
    ([penalty(), signed()], said(F.SHEET_EMPTY)),
    ([hand(1), signed(), signed()], said(F.SHEET_SIGNED)),
    ([hand(1), signed(totals=EXACT), signed()], said(F.SHEET_SIGNED)),
    ([hand(1), signed(totals=[32, None, None, None]), signed()], said(F.SHEET_SIGNED)),
    ([hand(1), signed(totals=[None, None, None, -9]), signed()], []),
    ([hand(1), signed(totals=EXACT), CORRECTED, signed()], []),
    ([hand(1), signed(totals=WRONG), signed()], []),
    ([hand(1), signed(totals=WRONG, excuse="torn"), signed()], said(F.SHEET_SIGNED)),
    ([hand(1), signed(totals=WRONG, excuse="torn"), CORRECTED, signed()], []),
    ([hand(1), signed(totals=[32, -16, -8]), signed()], said(F.NOT_FOLLOWED)),
    ([hand(1), REOPENED], said(F.SHEET_OPEN)),
    ([hand(1), signed(), REOPENED, REOPENED], said(F.SHEET_OPEN)),
    ([hand(1), CONFIRMED], said(F.SHEET_OPEN)),
    ([hand(1), REJECTED], said(F.SHEET_OPEN)),
    ([hand(1), signed(), CONFIRMED], said(F.NO_SECOND_READING)),
    ([hand(1), signed(), REJECTED], said(F.NO_SECOND_READING)),
    ([moved_to(2, 3)], said(F.SHEET_EMPTY)),
    ([hand(1), signed(), moved_to(2, 3)], said(F.SHEET_SIGNED)),
    ([hand(1), moved_to(2, 3)], []),
    ([penalty(), moved_to(2, 3)], []),
    ([at("totals-typed", totals=EXACT), moved_to(2, 3)], []),
    ([hand(1), moved_to(3, 2)], on(3, 2, F.SHEET_FILLED)),
    ([hand(1), hand(1, (2, 3)), moved_to(2, 3)], on(2, 3, F.SHEET_FILLED)),
    ([hand(1), at("totals-typed", (2, 3), totals=EXACT), moved_to(2, 3)], on(2, 3, F.SHEET_FILLED)),
    ([penalty(None, (2, 3)), hand(1), at("penalty-cancelled", (2, 3), entry=FIRST), moved_to(2, 3)], []),
    ([hand(1), signed(), hand(1, (2, 3)), moved_to(2, 3)], [*said(F.SHEET_SIGNED), *on(2, 3, F.SHEET_FILLED)]),
    ([hand(1), moved_to(2, 3), hand(1)], []),
    ([hand(1), moved_to(2, 3), hand(1, (2, 3))], said(F.HAND_RECORDED, of=1)),
    ([hand(1), moved_to(2, 3), undone(SECOND), hand(1)], said(F.HAND_RECORDED, of=1)),
    ([hand(1), moved_to(2, 3), undone(SECOND), hand(1, (2, 3))], []),
    ([hand(1), undone(FIRST), hand(1)], []),
    ([hand(1), undone(FIRST), redone(FIRST), hand(1)], said(F.HAND_RECORDED, of=1)),
    ([hand(1), signed(), undone(SECOND), hand(2)], []),
    ([hand(1), hand(2), undone(FIRST)], said(F.NOT_FOLLOWED)),
    ([hand(1), undone(FIRST), undone(FIRST)], said(F.NOT_FOLLOWED)),
    ([undone("nothing")], said(F.NOT_FOLLOWED)),
    ([at("unheard-of")], said(F.NOT_FOLLOWED)),
]  # fmt: skip

READ_AGAIN: list[tuple[list[Step], list[Fault]]] = [
    ([hand(1), signed(), CONFIRMED], []),
    ([hand(1), signed(), REJECTED], []),
    ([hand(1), signed(), REJECTED, CONFIRMED], said(F.SHEET_OPEN)),
    ([hand(1), signed(), CONFIRMED, CONFIRMED], said(F.NO_SECOND_READING)),
    ([hand(1), signed(), CONFIRMED, REJECTED], said(F.NO_SECOND_READING)),
    ([hand(1), signed(), CONFIRMED, CORRECTED, CONFIRMED], []),
    ([hand(1), signed(totals=EXACT), CONFIRMED, CORRECTED, CONFIRMED], said(F.NO_SECOND_READING)),
    ([hand(1), signed(totals=WRONG), CONFIRMED], said(F.NO_SECOND_READING)),
    ([hand(1), signed(totals=WRONG, excuse="torn"), CONFIRMED], []),
    ([*EVERY_SHEET, closed(3, ())], said(F.NOT_VERIFIED, of=3)),
    ([*EVERY_SHEET, CONFIRMED, closed(3, (1, 3))], []),
    ([*EVERY_SHEET, CONFIRMED, closed(3, (1, 2, 3))], said(F.NOT_VERIFIED, of=3)),
]
"""Where every sheet is read a second time."""

OF_SESSIONS: list[tuple[list[Step], list[Fault]]] = [
    ([closed(3), hand(1)], said(F.SESSION_CLOSED, of=3)),
    ([closed(3), hand(1, (2, 3))], []),
    ([hand(1), closed(3), undone(FIRST)], said(F.SESSION_CLOSED, of=3)),
    ([hand(1), undone(FIRST), closed(3), redone(FIRST)], said(F.SESSION_CLOSED, of=3)),
    ([hand(1), closed(2), moved_to(2, 3)], said(F.SESSION_CLOSED, of=2)),
    ([hand(1), closed(3), moved_to(2, 3)], said(F.SESSION_CLOSED, of=3)),
    ([hand(1), closed(3), closed(2), moved_to(2, 3)],
     [*said(F.SESSION_CLOSED, of=2), *said(F.SESSION_CLOSED, of=3)]),
    ([hand(1), moved_to(2, 3), closed(2), undone(SECOND)], said(F.SESSION_CLOSED, of=2)),
    ([closed(3), of_session("session-reopened"), hand(1)], []),
    ([cancelled(3), hand(1)], said(F.SESSION_CANCELLED, of=3)),
    ([cancelled(2), hand(1), moved_to(2, 3)], said(F.SESSION_CANCELLED, of=2)),
    ([cancelled(2), hand(1)], []),
    ([closed(3), closed(3)], said(F.SESSION_CLOSED, of=3)),
    ([closed(3), closed(2)], []),
    ([of_session("session-reopened")], said(F.SESSION_OPEN, of=3)),
    ([closed(2), of_session("session-reopened")], said(F.SESSION_OPEN, of=3)),
    ([closed(3), of_session("session-reopened"), of_session("session-reopened")], said(F.SESSION_OPEN, of=3)),
    ([closed(3), of_session("session-reopened"), closed(3)], []),
    ([closed(3, (1, 3))], said(F.NOT_VERIFIED, of=3)),
    ([closed(3, (1, 2, 3), reason="")], said(F.NOT_VERIFIED, of=3)),
    ([closed(3, (1, 2, 3), reason=" ")], said(F.NOT_VERIFIED, of=3)),
    ([hand(1), signed(), closed(3, (1, 3))], []),
    ([*EVERY_SHEET, closed(3, (), reason="")], []),
    ([*EVERY_SHEET, of_session("session-closed")], []),
    ([*EVERY_SHEET, closed(2)], []),
    ([left_out(3, 1), closed(3, (2, 3))], []),
    ([of_session("heads-chained", moment="start")], []),
    ([of_session("heads-chained", moment="end")], said(F.NOT_VERIFIED, of=3)),
    ([*EVERY_SHEET, of_session("heads-chained", moment="end")], []),
    ([*EVERY_SHEET, REOPENED, of_session("heads-chained", moment="end")], said(F.NOT_VERIFIED, of=3)),
    ([hand(1), of_session("session-published")], said(F.SESSION_BEGUN, of=3)),
    ([hand(1), of_session("session-published", 2)], []),
    ([hand(1, (3, 1)), of_session("session-started")], said(F.SESSION_BEGUN, of=3)),
    ([hand(1, (3, 3)), of_session("session-started")], said(F.SESSION_BEGUN, of=3)),
    ([hand(1), undone(FIRST), of_session("session-started")], []),
    ([of_session("session-started"), of_session("session-published")], said(F.SESSION_BEGUN, of=3)),
    ([of_session("session-started"), of_session("session-published", 2)], []),
    ([of_session("clock-started"), of_session("session-published")], said(F.SESSION_BEGUN, of=3)),
    ([of_session("clock-started", 2), of_session("session-published")], []),
    ([closed(3), of_session("session-published")], said(F.SESSION_CLOSED, of=3)),
    ([closed(3), of_session("session-started")], said(F.SESSION_CLOSED, of=3)),
    ([published(3)], said(F.NO_RESULTS, of=3)),
    ([penalty(), published(3)], said(F.NO_RESULTS, of=3)),
    ([hand(1), published(3)], []),
    ([hand(1), published(2)], said(F.NO_RESULTS, of=2)),
    ([TOTALS, published(3)], []),
    ([hand(1), published(3), published(3)], said(F.ALREADY_PUBLIC, of=3)),
    ([hand(1), published(3), published(2)], said(F.ALREADY_PUBLIC, of=2)),
    ([hand(1, (2, 1)), published(2), hand(1), published(3)], []),
    ([hand(1), published(3, held=True), published(3, held=True)], said(F.ALREADY_PUBLIC, of=3)),
    ([hand(1), published(3, held=True), published(3)], []),
    ([hand(1), published(3, held=True), published(2)], said(F.ALREADY_PUBLIC, of=2)),
    ([hand(1), published(3, held=True), withdrawn(3)], []),
    ([hand(1), published(3, held=True), withdrawn(3), withdrawn(3)], said(F.NOT_PUBLIC, of=3)),
    ([hand(1), published(3), withdrawn(3)], []),
    ([hand(1), published(3), withdrawn(2), withdrawn(2)], said(F.NOT_PUBLIC, of=2)),
    ([hand(1), published(3), withdrawn(2), withdrawn(1)], []),
    ([withdrawn(1)], said(F.NOT_PUBLIC, of=1)),
    ([hand(1, (2, 1)), published(2, held=True), redrawn(3), published(2, held=True)], said(F.ALREADY_PUBLIC, of=2)),
    ([hand(1, (2, 1)), published(2), redrawn(3), withdrawn(2)], []),
    ([hand(1, (1, 1)), published(1), redrawn(2), withdrawn(2)], said(F.NOT_PUBLIC, of=2)),
    ([hand(1, (1, 1)), hand(1, (2, 1)), published(2), undone(SECOND, "session-2/table-1"), redrawn(2), withdrawn(2)],
     said(F.NOT_PUBLIC, of=2)),
    ([hand(1, (1, 1)), hand(1, (2, 1)), published(2), undone(SECOND, "session-2/table-1"), redrawn(2), withdrawn(1)],
     []),
    ([hand(1, (2, 1)), published(2), undone(FIRST, "session-2/table-1"), seated(2), withdrawn(2)],
     said(F.NOT_PUBLIC, of=2)),
    ([hand(1, (2, 1)), published(2), undone(FIRST, "session-2/table-1"), seated(2), withdrawn(1)], []),
    ([hand(1), published(3), undone(FIRST), event("draw-published", seating={"sessions": SESSIONS}), withdrawn(1)],
     said(F.NOT_PUBLIC, of=1)),
    ([hand(1), published(3), undone(SECOND, "event"), withdrawn(3)], said(F.NOT_PUBLIC, of=3)),
    ([hand(1), published(3), undone(SECOND, "event"), redone(SECOND, "event"), withdrawn(3)], []),
    ([cancelled(3), cancelled(3)], said(F.SESSION_CANCELLED, of=3)),
    ([cancelled(3), cancelled(2)], []),
    ([cancelled(3), cancelled(2, 3)], said(F.SESSION_CANCELLED, of=3)),
    ([hand(1, (2, 1)), published(2), cancelled(2)], said(F.ALREADY_PUBLIC, of=2)),
    ([hand(1, (2, 1)), published(2), cancelled(1)], said(F.ALREADY_PUBLIC, of=1)),
    ([hand(1, (2, 1)), published(2), cancelled(3)], []),
    ([hand(1), published(3, held=True), cancelled(3)], []),
    ([restored(2)], said(F.SESSION_NOT_CANCELLED, of=2)),
    ([cancelled(2), restored(2)], []),
    ([cancelled(2), restored(3)], said(F.SESSION_NOT_CANCELLED, of=3)),
    ([cancelled(2), restored(2), restored(2)], said(F.SESSION_NOT_CANCELLED, of=2)),
    ([cancelled(2), of_session("session-started"), restored(2)], said(F.SESSION_BEGUN, of=3)),
    ([of_session("session-started"), cancelled(2), restored(2)], []),
    ([cancelled(2), of_session("session-started", 1), restored(2)], []),
    ([cancelled(1), of_session("clock-started"), of_session("clock-started", 2), restored(1)],
     said(F.SESSION_BEGUN, of=2)),
    ([cancelled(2), of_session("heads-chained", moment="start"), restored(2)], said(F.SESSION_BEGUN, of=3)),
    *(
        ([cancelled(3), of_session(kind)], said(F.SESSION_CANCELLED, of=3))
        for kind in (
            "clock-paused", "clock-resumed", "clock-started", "clock-stopped", "heads-chained", "minutes-added",
            "results-published", "session-closed", "session-published", "session-reopened", "session-seated",
            "session-started", "table-added", "table-left-out",
        )
    ),
    ([of_session("clock-paused")], said(F.CLOCK_STATE, of=3)),
    ([of_session("clock-started"), of_session("clock-paused")], []),
    ([of_session("clock-started", 2), of_session("clock-paused")], said(F.CLOCK_STATE, of=3)),
    ([of_session("clock-started"), of_session("clock-resumed")], said(F.CLOCK_STATE, of=3)),
    ([of_session("clock-started"), of_session("clock-paused"), of_session("clock-paused")],
     said(F.CLOCK_STATE, of=3)),
    ([of_session("clock-started"), of_session("clock-paused"), of_session("clock-resumed")], []),
    ([of_session("clock-started"), of_session("clock-paused"), of_session("clock-resumed"),
      of_session("clock-resumed")], said(F.CLOCK_STATE, of=3)),
    ([of_session("clock-started"), of_session("clock-paused"), of_session("clock-stopped")], []),
    ([of_session("clock-started"), of_session("clock-stopped")], []),
    ([of_session("clock-stopped")], said(F.CLOCK_STATE, of=3)),
    ([of_session("clock-started"), of_session("clock-stopped"), of_session("clock-stopped")],
     said(F.CLOCK_STATE, of=3)),
    ([of_session("clock-started"), of_session("minutes-added")], []),
    ([of_session("clock-started"), of_session("clock-paused"), of_session("minutes-added")], []),
    ([of_session("clock-started"), of_session("clock-stopped"), of_session("minutes-added")],
     said(F.CLOCK_STATE, of=3)),
    ([of_session("minutes-added")], said(F.CLOCK_STATE, of=3)),
]  # fmt: skip

OF_SEATS: list[tuple[list[Step], list[Fault]]] = [
    ([event("draw-published", seating={"sessions": SESSIONS})], []),
    ([hand(1), event("draw-published", seating={"sessions": SESSIONS})], said(F.PLAY_BEGUN)),
    ([hand(1), event("settings-changed", settings={"rules": "guobiao", "sessions": 3})], said(F.PLAY_BEGUN)),
    ([event("settings-changed", settings={"rules": "guobiao", "sessions": 3})], []),
    ([hand(1), event("settings-changed", settings={"rules": "mcr", "sessions": 3, "options": []})], []),
    ([hand(1), event("settings-changed", settings={"rules": "mcr", "sessions": 3, "options": [["x", 1]]})],
     said(F.PLAY_BEGUN)),
    ([hand(1), redrawn(2)], said(F.SESSION_BEGUN, of=3)),
    ([hand(1), redrawn(3)], said(F.SESSION_BEGUN, of=3)),
    ([hand(1, (2, 3)), redrawn(3)], []),
    ([hand(1), hand(1, (2, 3)), redrawn(1)], [*said(F.SESSION_BEGUN, of=2), *said(F.SESSION_BEGUN, of=3)]),
    ([hand(1), cancelled(3), redrawn(2)], []),
    ([hand(1), seated(2)], []),
    ([hand(1), seated(3)], said(F.SESSION_BEGUN, of=3)),
    ([hand(1, (2, 3)), seated(2)], said(F.SESSION_BEGUN, of=2)),
    ([hand(1), seated(2, final=2)], said(F.SESSION_BEGUN, of=3)),
    ([hand(1, (1, 1)), seated(2, final=2)], []),
    ([seated(3, final=3), hand(1, (3, 1)), seated(2)], said(F.SESSION_BEGUN, of=3)),
    ([seated(2, final=2), seated(3), hand(1, (3, 1)), seated(2)], said(F.SESSION_BEGUN, of=3)),
    ([seated(1, final=1), seated(2), seated(3), hand(1, (3, 1)), seated(2)], []),
    ([hand(1), swapped(2, 3, 3)], on(3, 2, F.TABLE_BEGUN)),
    ([hand(1), hand(1, (3, 3)), swapped(2, 3, 3)], [*on(3, 2, F.TABLE_BEGUN), *on(3, 3, F.TABLE_BEGUN)]),
    ([hand(1), swapped(2, 3, 2)], []),
    ([hand(1), swapped(1, 3, 3)], []),
    ([hand(1), swapped(2, 3, 3, reason="ill")], []),
    ([hand(1), signed(), swapped(2, 3, 3, reason="ill")], on(3, 2, F.TABLE_BEGUN)),
    ([hand(1), cancelled(3), swapped(2, 3, 3)], []),
    ([hand(1), replaced(7, 13, 3)], on(3, 2, F.TABLE_BEGUN)),
    ([hand(1), replaced(7, 13, 2)], []),
    ([hand(1), replaced(7, 13, 3, case="absent")], []),
    ([hand(1), signed(), replaced(7, 13, 3, case="absent")], on(3, 2, F.TABLE_BEGUN)),
    ([hand(1), state_of(7, "withdrawn", 3)], on(3, 2, F.TABLE_BEGUN)),
    ([hand(1), state_of(7, "withdrawn", 2)], on(3, 2, F.TABLE_BEGUN)),
    ([hand(1), state_of(7, "withdrawn", 4)], []),
    ([hand(1), state_of(7, "disqualified", 3)], []),
    ([replaced(7, 13, 3, case="absent"), hand(1), state_of(7, "playing", 3, 3)], on(3, 2, F.TABLE_BEGUN)),
    ([replaced(7, 13, 3, case="absent"), state_of(7, "playing", 3, 3)], []),
    ([replaced(7, 13, 3, case="absent"), hand(1), state_of(2, "playing", 3, 3)], []),
    ([closed(3), swapped(2, 3, 3)], said(F.SESSION_CLOSED, of=3)),
    ([closed(3), swapped(2, 3, 2)], []),
    ([closed(3), closed(2), swapped(1, 3, 2, 3)], [*said(F.SESSION_CLOSED, of=2), *said(F.SESSION_CLOSED, of=3)]),
    ([swapped(2, 3, 3), closed(3), undone(FIRST, "event")], said(F.SESSION_CLOSED, of=3)),
    ([closed(3), state_of(7, "disqualified", 3)], said(F.SESSION_CLOSED, of=3)),
    ([closed(2), state_of(7, "disqualified", 3)], []),
    ([closed(3), replaced(7, 13, 3, case="absent")], said(F.SESSION_CLOSED, of=3)),
    ([closed(3), left_out(3, 2)], [*said(F.SESSION_CLOSED, of=3), *said(F.SESSION_CLOSED, of=3)]),
    ([cancelled(3), closed(2), swapped(2, 3, 3)], []),
    ([added(3, 4, 13, 14, 15, 16)], []),
    ([added(3, 4, 13, 14, 15, 5)], said(F.ALREADY_SEATED, of=3)),
    ([hand(1), added(3, 4, 13, 14, 15, 16)], said(F.SESSION_BEGUN, of=3)),
    ([hand(1), added(3, 4, 13, 14, 15, 10)], said(F.SESSION_BEGUN, F.ALREADY_SEATED, of=3)),
    ([hand(1), added(2, 4, 13, 14, 15, 16)], []),
    ([left_out(3, 2), added(3, 4, *SEATED)], []),
    ([added(3, 5, 13, 14, 15, 16)], said(F.NOT_FOLLOWED)),
    ([left_out(3, 2)], []),
    ([left_out(3, 4)], on(3, 4, F.TABLE_BEGUN)),
    ([hand(1), left_out(3, 2)], on(3, 2, F.TABLE_BEGUN)),
    ([hand(1), left_out(3, 1)], []),
    ([left_out(3, 2), left_out(3, 2)], on(3, 2, F.TABLE_BEGUN)),
    ([left_out(3, 2), left_out(3, 1)], []),
    ([left_out(3, 2), left_out(3, 1), left_out(3, 3)], on(3, 3, F.TABLE_BEGUN)),
    ([left_out(2, 3), left_out(3, 2), left_out(3, 1)], []),
    ([left_out(3, 2), undone(FIRST, "event"), left_out(3, 2)], []),
    ([left_out(1, 3), redrawn(2), left_out(1, 3)], on(1, 3, F.TABLE_BEGUN)),
    ([left_out(2, 3), left_out(3, 1), redrawn(2), left_out(2, 3)], []),
    ([left_out(2, 3), left_out(3, 1), redrawn(2), left_out(3, 1)], []),
    ([left_out(3, 3), cancelled(3), redrawn(2), restored(3), left_out(3, 3)], on(3, 3, F.TABLE_BEGUN)),
    ([left_out(1, 3), seated(2), left_out(1, 3)], on(1, 3, F.TABLE_BEGUN)),
    ([left_out(3, 3), seated(2), left_out(3, 3)], on(3, 3, F.TABLE_BEGUN)),
    ([left_out(2, 1), seated(2), closed(2, (1,))], []),
    ([left_out(3, 3), seated(2, final=2), redrawn(3), left_out(3, 3)], []),
    ([left_out(2, 2), event("draw-published", seating={"sessions": SESSIONS}), left_out(2, 2)], []),
]  # fmt: skip

ALLOWED = event("table-entry-allowed")
ENDED = event("table-entry-ended")


def proposed(hand: int, seat: int, place: tuple[int, int] = (3, 2), players: list[int] | None = None) -> Step:
    return phone("hand-proposed", place, players=players or SEATED, hand=hand, seat=seat)


def agreed(proposal: str, seat: int) -> Step:
    return phone("proposal-confirmed", proposal=proposal, seat=seat)


def dismissed(proposal: str) -> Step:
    return phone("proposal-dismissed", proposal=proposal)


CALLED = phone("referee-called", seat=1)
FREED = phone("seats-freed")


def taken(seat: int, device: str, players: list[int] | None = None) -> Step:
    return phone("seat-taken", players=players or SEATED, seat=seat, device=device)


def proposed_on(device: str, seat: int) -> Step:
    return phone("hand-proposed", players=SEATED, hand=2, seat=seat, device=device)


AT_PHONES: list[tuple[list[Step], list[Fault]]] = [
    ([proposed(2, 0)], said(F.TYPING_ENDED)),
    ([ALLOWED, proposed(2, 0)], []),
    ([ALLOWED, ENDED, proposed(2, 0)], said(F.TYPING_ENDED)),
    ([ALLOWED, proposed(2, 0, players=[7, 2, 12, 5])], said(F.OTHER_PLAYERS)),
    ([ALLOWED, proposed(2, 0, (3, 3))], said(F.OTHER_PLAYERS)),
    ([ALLOWED, proposed(2, 0, (3, 3), SESSIONS[2][2])], []),
    ([ALLOWED, proposed(2, 0, (3, 4))], said(F.OTHER_PLAYERS)),
    ([ALLOWED, proposed(2, 0, (4, 1))], said(F.OTHER_PLAYERS)),
    ([ALLOWED, hand(2), proposed(2, 0)], said(F.HAND_ON_SHEET, of=2)),
    ([ALLOWED, hand(2), proposed(3, 0)], []),
    ([ALLOWED, hand(2), signed(), proposed(3, 0)], said(F.SHEET_VERIFIED)),
    ([ALLOWED, hand(2), signed(), proposed(2, 0)], said(F.HAND_ON_SHEET, of=2)),
    ([taken(0, "a")], said(F.TYPING_ENDED)),
    ([ALLOWED, taken(0, "a"), proposed_on("a", 0)], []),
    ([ALLOWED, taken(0, "a", [7, 2, 12, 5])], said(F.OTHER_PLAYERS)),
    ([ALLOWED, taken(0, "a"), taken(0, "b")], said(F.SEAT_OF_ANOTHER)),
    ([ALLOWED, taken(0, "a"), proposed_on("b", 0)], said(F.SEAT_OF_ANOTHER)),
    ([ALLOWED, taken(0, "a"), proposed_on("b", 1)], []),
    ([ALLOWED, taken(0, "a"), taken(1, "a"), taken(0, "b")], []),
    ([ALLOWED, taken(0, "a"), FREED, taken(0, "b")], []),
    ([ALLOWED, taken(0, "a"), phone("table-link-revoked"), taken(0, "b")], []),
    ([ALLOWED, proposed(2, 0), agreed(SECOND, 1)], []),
    ([ALLOWED, proposed(2, 0), agreed(SECOND, 0)], said(F.OWN_PROPOSAL, of=2)),
    ([ALLOWED, proposed(2, 0), ENDED, agreed(SECOND, 1)], said(F.TYPING_ENDED)),
    ([ALLOWED, proposed(2, 0), hand(2), agreed(SECOND, 1)], said(F.HAND_ON_SHEET, of=2)),
    ([ALLOWED, proposed(2, 0), hand(1), signed(), agreed(SECOND, 1)], said(F.SHEET_VERIFIED)),
    ([ALLOWED, proposed(2, 0), dismissed(SECOND)], []),
    ([ALLOWED, proposed(2, 0), ENDED, dismissed(SECOND)], []),
    ([ALLOWED, proposed(2, 0), hand(2), dismissed(SECOND)], []),
    ([ALLOWED, proposed(2, 0), dismissed(SECOND), dismissed(SECOND)], said(F.PROPOSAL_SETTLED, of=2)),
    ([ALLOWED, proposed(2, 0), dismissed(SECOND), agreed(SECOND, 1)], said(F.PROPOSAL_SETTLED, of=2)),
    ([ALLOWED, proposed(2, 0), dismissed(SECOND), agreed(SECOND, 0)],
     said(F.PROPOSAL_SETTLED, F.OWN_PROPOSAL, of=2)),
    ([ALLOWED, proposed(2, 0), proposed(2, 0), agreed(SECOND, 1)], said(F.PROPOSAL_SETTLED, of=2)),
    ([ALLOWED, proposed(2, 0), proposed(2, 0), agreed(THIRD, 1)], []),
    ([ALLOWED, proposed(2, 0), proposed(2, 1), agreed(SECOND, 2)], []),
    ([ALLOWED, proposed(2, 0), proposed(2, 1), agreed(THIRD, 0), agreed(SECOND, 2)],
     said(F.PROPOSAL_SETTLED, of=2)),
    ([ALLOWED, proposed(2, 0), proposed(3, 0), agreed(SECOND, 1)], []),
    ([ALLOWED, agreed("nothing", 1)], []),
    ([agreed("nothing", 1)], said(F.TYPING_ENDED)),
    ([CALLED], said(F.TYPING_ENDED)),
    ([ALLOWED, CALLED], []),
    ([ALLOWED, CALLED, ENDED, phone("call-answered", call=SECOND)], []),
    ([ALLOWED, CALLED, phone("call-answered", call=SECOND), phone("call-answered", call=SECOND)],
     said(F.CALL_ANSWERED)),
    ([ALLOWED, CALLED, phone("call-answered", (3, 3), call=SECOND)], said(F.CALL_ANSWERED)),
    ([ALLOWED, closed(3), CALLED], said(F.SESSION_CLOSED, of=3)),
    ([ALLOWED, closed(2), CALLED], []),
    ([ALLOWED, cancelled(3), CALLED], said(F.SESSION_CANCELLED, of=3)),
]  # fmt: skip


def started(**settings: Any) -> Journal:
    journal = Journal()
    for place, content in enumerate(
        (
            {"settings": {"rules": "mcr", "sessions": 3, **settings}},
            {"players": [{"number": number} for number in range(1, 13)]},
            {"seating": {"sessions": SESSIONS}},
        )
    ):
        journal.lines[place] = journal.lines[place]._replace(content=json.dumps(content))
    return journal


def written(steps: list[Step], **settings: Any) -> list[Line]:
    journal = started(**settings)
    for stream, kind, content in steps:
        journal.write(stream, kind, **content)
    return journal.lines


def last(steps: list[Step], faults: list[Fault]) -> tuple[ImpossibleEntry, ...]:
    """The faults of the last entry, which follows the three that every journal begins with."""
    return tuple(ImpossibleEntry(3 + len(steps), *fault) for fault in faults)


@all_cases([*ON_A_SHEET, *OF_SESSIONS, *OF_SEATS, *AT_PHONES])
def test_what_is_wrong_with_the_last_entry(case: tuple[list[Step], list[Fault]]) -> None:
    steps, faults = case
    assert impossible_entries(written(steps)) == last(steps, faults)


@pytest.mark.parametrize(("steps", "faults"), READ_AGAIN)
def test_what_is_wrong_where_sheets_are_read_again(steps: list[Step], faults: list[Fault]) -> None:
    assert impossible_entries(written(steps, second_reading="other")) == last(steps, faults)


def game(kind: str, table: int, *players: int, session: int = 1) -> Step:
    return event(kind, session=session, table=table, **({"players": list(players)} if players else {}))


GAMES = [game("game-seated", 1, 1, 2, 3, 4), game("game-seated", 2, *SEATED)]
PLAYED = (1, 2)

AT_AN_EVENING: list[tuple[list[Step], list[Fault]]] = [
    ([of_session("session-started", 1)], []),
    ([*GAMES, of_session("session-started", 1)], said(F.SESSION_BEGUN, of=1)),
    ([of_session("session-published", 1)], said(F.SESSION_BEGUN, of=1)),
    ([*GAMES, game("game-taken-back", 2)], []),
    ([*GAMES, game("game-taken-back", 2), game("game-taken-back", 2)], on(1, 2, F.TABLE_BEGUN)),
    ([*GAMES, hand(1, PLAYED), game("game-taken-back", 2)], on(1, 2, F.TABLE_BEGUN)),
    ([*GAMES, hand(1, PLAYED), game("game-taken-back", 1)], []),
    ([*GAMES, hand(1, PLAYED), game("game-reseated", 2, 7, 2, 12, 5)], []),
    ([*GAMES, hand(1, PLAYED), signed(PLAYED), game("game-reseated", 2, 7, 2, 12, 5)], on(1, 2, F.TABLE_BEGUN)),
    ([*GAMES, hand(1, PLAYED), signed(PLAYED), game("game-reseated", 2, *SEATED)], []),
    ([*GAMES, game("game-taken-back", 2), game("game-reseated", 2, *SEATED)], on(1, 2, F.TABLE_BEGUN)),
    ([*GAMES, game("game-taken-back", 1), game("game-reseated", 2, *SEATED)], []),
    ([*GAMES, closed(1, PLAYED), game("game-reseated", 1, 4, 3, 2, 1)], said(F.SESSION_CLOSED, of=1)),
    ([*GAMES, closed(1, PLAYED), game("game-taken-back", 1)], said(F.SESSION_CLOSED, of=1)),
    ([*GAMES, closed(1, PLAYED), game("game-seated", 3, 1, 3, 8, 9)], said(F.SESSION_CLOSED, of=1)),
    ([*GAMES, closed(1, PLAYED), state_of(7, "withdrawn", 1)], []),
    ([*GAMES, hand(1, PLAYED), state_of(7, "withdrawn", 1)], []),
    ([*GAMES, hand(1, PLAYED), published(1)], []),
    ([*GAMES, hand(1, PLAYED), published(1), event("settings-changed", settings={"rules": "mcr"}), withdrawn(1)],
     said(F.NOT_PUBLIC, of=1)),
    ([*GAMES, hand(1, PLAYED), published(1),
      event("settings-changed", settings={"rules": "mcr", "format": "club", "place": "x"}), withdrawn(1)], []),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "faults"), AT_AN_EVENING)
def test_what_is_wrong_at_an_evening(steps: list[Step], faults: list[Fault]) -> None:
    lines = written(steps, format="club", sessions=1)
    del lines[2]
    assert impossible_entries(lines) == tuple(ImpossibleEntry(2 + len(steps), *fault) for fault in faults)


def test_an_entry_with_the_id_of_another_is_named_beside_what_else_is_wrong_with_it() -> None:
    lines = written([hand(1), hand(2)])
    lines[4] = lines[4]._replace(id=FIRST)
    assert impossible_entries(lines) == (ImpossibleEntry(5, F.ID_TWICE),)
    lines[4] = Line(FIRST, lines[3].stream, lines[3].kind, lines[3].content)
    assert impossible_entries(lines) == (ImpossibleEntry(5, F.ID_TWICE), ImpossibleEntry(5, F.HAND_RECORDED, 1))


def test_what_other_streams_may_have_lost_is_not_held_against_a_recovered_event() -> None:
    """The hand was recorded twice in its own stream; who withdrew the results may be lost."""
    steps = [hand(2), hand(2), withdrawn(1)]
    of_hand, of_results = ImpossibleEntry(5, F.HAND_RECORDED, 2), ImpossibleEntry(6, F.NOT_PUBLIC, 1)
    assert impossible_entries(written(steps)) == (of_hand, of_results)
    assert impossible_entries(written(steps), incomplete=True) == (of_hand,)
    for kept, faults in ((5, (of_hand, of_results)), (6, (of_hand,))):
        assert impossible_entries(written([*steps, event("event-recovered", kept=kept)])) == faults


def test_nothing_is_examined_after_an_entry_that_makes_no_sense() -> None:
    steps = [hand(1), hand(1), at("unheard-of"), hand(1)]
    assert impossible_entries(written(steps)) == (
        ImpossibleEntry(5, F.HAND_RECORDED, 1),
        ImpossibleEntry(6, F.NOT_FOLLOWED),
    )


@pytest.mark.parametrize("content", ["{", "[]", '{"no": "entries"}'])
def test_entries_that_are_no_entries_cannot_be_examined(content: str) -> None:
    with pytest.raises(Unaudited):
        impossible_entries([Line("x", "event", "event-recovered", content)])


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (ImpossibleEntry(9, F.HAND_RECORDED, 2), "hand 2 was already recorded"),
        (ImpossibleEntry(9, F.SHEET_FILLED, 2, 3), "the sheet of session 3, table 2 was not empty"),
        (ImpossibleEntry(9, F.SESSION_CLOSED, 3), "session 3 was closed"),
        (ImpossibleEntry(9, F.ID_TWICE), "another entry has its id"),
    ],
)
def test_the_reason_in_words(entry: ImpossibleEntry, text: str) -> None:
    assert ENGLISH.render(entry.text) == text
