"""The life of an event in the second count: which entries could not be made when they were written.

It follows the entries one by one and asks of each what the sheet, the session and the event were at that time. It
knows no rule of a game and no range of a value: the first count has those.
"""

from collections.abc import Iterator, Sequence

from tournament.ledger.audit.entries import REDONE, UNDONE, AuditedFact, Unaudited, Written, read_facts
from tournament.ledger.audit.life_state import LifeState
from tournament.ledger.audit.sheet_life import sheet_fault
from tournament.ledger.audit.untimely import LifeFault, Untimely

_OF_ONE_SESSION = frozenset(
    (
        "clock-paused",
        "clock-resumed",
        "clock-started",
        "clock-stopped",
        "heads-chained",
        "minutes-added",
        "results-published",
        "session-closed",
        "session-published",
        "session-reopened",
        "session-seated",
        "session-started",
        "table-added",
        "table-left-out",
    )
)
"""Kinds of entries that concern one session of the event's own stream."""

Fault = tuple[LifeFault, int, int]
"""With the number of a hand or session, or those of a table and its session; 0 for none."""


def untimely_entries(entries: Sequence[Written], *, incomplete: bool = False) -> tuple[Untimely, ...]:
    """The entries of ``entries``, oldest first, that could not be made when they were written.

    A recovered event says how many entries it kept; what one of these lacks of another stream is no fault of it. So
    it is of all of them where the journal is known to be ``incomplete``.
    """
    try:
        read = read_facts(entries)
        kept = max((fact.content["kept"] for fact in read if fact.kind == "event-recovered"), default=0)
    except (ValueError, KeyError, TypeError) as error:
        raise Unaudited(str(error)) from error
    spared = len(read) if incomplete else kept
    return tuple(each for each in _untimely(read) if each.position > spared or not each.fault.between_streams)


def _untimely(read: Sequence[AuditedFact]) -> Iterator[Untimely]:
    state = LifeState()
    for fact in read:
        found: list[Untimely] = []
        try:
            found += [Untimely(fact.position, *fault) for fault in _faults(state, fact)]
            before = state.closed_content(fact)
            state.follow(fact)
            after = state.closed_content(fact)
        except (Unaudited, ValueError, KeyError, TypeError, IndexError, AttributeError):
            if not found:
                found.append(Untimely(fact.position, LifeFault.NOT_FOLLOWED))
            yield from found
            return
        yield from found
        for session in sorted(before.keys() & after.keys()):
            if before[session] != after[session]:
                yield Untimely(fact.position, LifeFault.SESSION_CLOSED, session)


def _faults(state: LifeState, fact: AuditedFact) -> Iterator[Fault]:
    if fact.id in state.known:
        yield LifeFault.ID_TWICE, 0, 0
    closed = {session for session, _ in state.places_of(fact)} & state.closed
    yield from ((LifeFault.SESSION_CLOSED, session, 0) for session in sorted(closed))
    cancelled = {session for session, _ in state.places_of(fact)} & state.event.cancelled.keys()
    yield from ((LifeFault.SESSION_CANCELLED, session, 0) for session in sorted(cancelled))
    if fact.kind in (UNDONE, REDONE):
        return
    if fact.phones is not None:
        yield from _phone_faults(state, fact, *fact.phones)
        return
    if fact.place is None:
        if fact.kind in _OF_ONE_SESSION and fact.content["session"] in state.event.cancelled:
            yield LifeFault.SESSION_CANCELLED, fact.content["session"], 0
        else:
            yield from _event_faults(state, fact)
        return
    fault = sheet_fault(state.sheet(fact.place), fact, state.event)
    if fault is not None:
        yield fault, fact.content.get("hand") or 0, 0
    if fact.kind == "sheet-moved":
        session, table = fact.content["to_session"], fact.content["to_table"]
        if (session, table) == fact.place or not state.sheet((session, table)).content.blank:
            yield LifeFault.SHEET_FILLED, table, session


def _phone_faults(state: LifeState, fact: AuditedFact, session: int, table: int) -> Iterator[Fault]:
    from tournament.ledger.audit.phone_life import phone_faults  # most events have no phones

    if session in state.closed:
        yield LifeFault.SESSION_CLOSED, session, 0
    if session in state.event.cancelled:
        yield LifeFault.SESSION_CANCELLED, session, 0
    tables = state.tables(session)
    seats = tables[table - 1] if table <= len(tables) else ()
    place = session, table
    found = phone_faults(state.phones(place), fact, state.sheet(place), seats, allowed=state.typing)
    yield from ((fault, number, 0) for fault, number in found)


def _event_faults(state: LifeState, fact: AuditedFact) -> Iterator[Fault]:
    content = fact.content
    match fact.kind:
        case "sessions-cancelled" | "sessions-added" | "table-added" | "table-left-out":
            yield from _plan_faults(state, fact)
        case "session-closed" | "session-reopened" | "session-published" | "session-started" | "heads-chained":
            yield from _session_faults(state, fact)
        case "clock-paused" | "clock-resumed" | "clock-stopped" | "minutes-added":
            yield from _clock_faults(state, fact)
        case "results-published" | "results-withdrawn":
            yield from _publication_faults(state, fact)
        case "settings-changed":
            settings, event = content["settings"], state.event
            same = (settings["rules"], dict(settings.get("options", ()))) == (event.rules, event.options)
            if state.begun and not same:
                yield LifeFault.PLAY_BEGUN, 0, 0
        case "draw-published":
            if state.begun:
                yield LifeFault.PLAY_BEGUN, 0, 0
        case "sessions-redrawn" | "session-seated":
            yield from _begun(state, _redrawn(state, fact))
        case "players-swapped" | "player-replaced" | "player-state-changed":
            yield from _seat_faults(state, fact)
        case "game-taken-back" | "game-reseated":
            yield from _game_faults(state, fact)


def _plan_faults(state: LifeState, fact: AuditedFact) -> Iterator[Fault]:
    event = state.event
    if fact.kind == "table-added":
        yield from _added_table_faults(state, fact)
        return
    if fact.kind == "table-left-out":
        yield from _left_out_faults(state, fact)
        return
    if fact.kind == "sessions-cancelled":
        for session in fact.content["sessions"]:
            if session in event.cancelled:
                yield LifeFault.SESSION_CANCELLED, session, 0
            elif session <= state.public.last:
                yield LifeFault.ALREADY_PUBLIC, session, 0
        return
    for session in fact.content["restored"]:
        if session not in event.cancelled:
            yield LifeFault.SESSION_NOT_CANCELLED, session, 0
        else:
            later = [each for each in event.begun - event.cancelled[session] if each > session]
            yield from ((LifeFault.SESSION_BEGUN, each, 0) for each in sorted(later)[:1])


def _added_table_faults(state: LifeState, fact: AuditedFact) -> Iterator[Fault]:
    session, players = fact.content["session"], set(fact.content["players"])
    if _has_begun(state, fact.kind, session):
        yield LifeFault.SESSION_BEGUN, session, 0
    if any(players & set(state.tables(session)[table - 1]) for _, table in state.places(session)):
        yield LifeFault.ALREADY_SEATED, session, 0


def _left_out_faults(state: LifeState, fact: AuditedFact) -> Iterator[Fault]:
    session, table = place = fact.content["session"], fact.content["table"]
    if session in state.closed:
        yield LifeFault.SESSION_CLOSED, session, 0
    if state.sheet(place).facts or place not in state.places(session) or len(state.places(session)) == 1:
        yield LifeFault.TABLE_BEGUN, table, session


def _redrawn(state: LifeState, fact: AuditedFact) -> range:
    """The sessions that ``fact`` seats, or leaves without tables after a cut."""
    content, last = fact.content, len(state.event.seating)
    if fact.kind == "sessions-redrawn":
        return range(content["first"], last + 1)
    session = content["session"]
    emptied = content["final"] is not None or any(cut.session >= session for cut in state.event.cuts)
    return range(session, (last if emptied else session) + 1)


def _begun(state: LifeState, sessions: range) -> Iterator[Fault]:
    """The sessions of ``sessions`` that have begun, apart from cancelled ones, which nothing changes."""
    return (
        (LifeFault.SESSION_BEGUN, session, 0)
        for session in sessions
        if session not in state.event.cancelled and state.touched(session)
    )


def _session_faults(state: LifeState, fact: AuditedFact) -> Iterator[Fault]:
    content, session = fact.content, fact.content["session"]
    is_closed = session in state.closed
    if fact.kind == "session-reopened":
        if not is_closed:
            yield LifeFault.SESSION_OPEN, session, 0
        return
    waiting = [table for _, table in state.places(session) if not state.sheet((session, table)).verified(state.event)]
    if fact.kind == "heads-chained":
        if content["moment"] == "end" and waiting:
            yield LifeFault.NOT_VERIFIED, session, 0
    elif is_closed:
        yield LifeFault.SESSION_CLOSED, session, 0
    elif fact.kind == "session-closed":
        ended = state.places(session) and not waiting
        if list(content.get("not_verified", ())) != waiting or not (ended or content.get("reason", "").strip()):
            yield LifeFault.NOT_VERIFIED, session, 0
    elif _has_begun(state, fact.kind, session):
        yield LifeFault.SESSION_BEGUN, session, 0


def _has_begun(state: LifeState, kind: str, session: int) -> bool:
    """Whether it is too late to publish the seats of ``session``, or to call its play."""
    if state.event.format != "tournament":  # an evening is played from its first game on, which publishes it
        return kind == "session-published" or bool(state.places(session))
    return state.touched(session) or session in state.event.called or session in state.clocks


def _clock_faults(state: LifeState, fact: AuditedFact) -> Iterator[Fault]:
    session = fact.content["session"]
    fits = {"clock-paused": ("running",), "clock-resumed": ("paused",)}.get(fact.kind, ("running", "paused"))
    if state.clocks.get(session) not in fits:
        yield LifeFault.CLOCK_STATE, session, 0


def _publication_faults(state: LifeState, fact: AuditedFact) -> Iterator[Fault]:
    session, public = fact.content["session"], state.public
    if fact.kind == "results-withdrawn":
        if session > public.last and session != public.held:
            yield LifeFault.NOT_PUBLIC, session, 0
        return
    if session <= public.last or (fact.content["held"] and session == public.held):
        yield LifeFault.ALREADY_PUBLIC, session, 0
    else:
        contents = [state.sheet(place).content for place in state.places(session)]
        if not any(content.hands or content.end.closed for content in contents):
            yield LifeFault.NO_RESULTS, session, 0


def _seat_faults(state: LifeState, fact: AuditedFact) -> Iterator[Fault]:
    """The seats that change are at tables where nothing is entered, or by a reason or a case at none that is signed."""
    content = fact.content
    in_play = False
    if fact.kind == "players-swapped":
        numbers, sessions, in_play = (
            {content["one"], content["other"]},
            content["sessions"],
            bool(content.get("reason")),
        )
    elif fact.kind == "player-replaced":
        numbers, sessions, in_play = {content["number"]}, content["sessions"], content.get("case") is not None
    elif content["state"] == "withdrawn" and state.event.format == "tournament":
        numbers, sessions = {content["number"]}, range(content["first"], len(state.event.seating) + 1)
    else:
        sessions = content["returned"]
        numbers = {
            number
            for session in sessions
            for number, (player, _) in state.event.stand_in(session).items()
            if player == content["number"]
        }
    for session in sessions:
        if session in state.event.cancelled:  # nothing that is changed there counts
            continue
        for table, seats in enumerate(state.tables(session), start=1):
            sheet = state.sheet((session, table))
            if numbers.intersection(seats) and (sheet.signed_now if in_play else sheet.facts):
                yield LifeFault.TABLE_BEGUN, table, session


def _game_faults(state: LifeState, fact: AuditedFact) -> Iterator[Fault]:
    session, table = place = fact.content["session"], fact.content["table"]
    sheet = state.sheet(place)
    if fact.kind == "game-taken-back":
        if sheet.facts or place in state.event.taken_back:
            yield LifeFault.TABLE_BEGUN, table, session
    elif place in state.event.taken_back or (
        sheet.signed_now and state.tables(session)[table - 1] != tuple(fact.content["players"])
    ):
        yield LifeFault.TABLE_BEGUN, table, session
