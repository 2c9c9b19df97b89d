"""The stream of the event in the second count: rules, players, seats and finals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from tournament.ledger.audit.accounts import SeatedAway
from tournament.ledger.audit.entries import EVENT, AuditedFact, Unaudited


@dataclass(frozen=True, slots=True)
class Cut:
    """A final: which players go on from a session, and whether their points are carried over."""

    session: int
    players: frozenset[int]
    carried: bool
    beside: bool = False
    """Whether the others play on at other tables."""


Tables = tuple[tuple[int, ...], ...]


@dataclass(slots=True)
class AuditedEvent:
    """The event as the entries of its own stream describe it."""

    rules: str
    options: Mapping[str, Any]
    """The chosen options of the rules."""
    as_signed: bool
    """Whether the totals of a signed paper count."""
    players: set[int]
    seating: list[Tables]
    cuts: list[Cut]
    format: str = "tournament"
    read_again: bool = False
    """Whether a signed sheet waits for a second reader."""
    season: Mapping[str, Any] = field(default_factory=dict)
    """How the evenings of a league are counted."""
    called: set[int] = field(default_factory=set)
    """The sessions whose start was announced."""
    taken_back: set[tuple[int, int]] = field(default_factory=set)
    states: dict[int, tuple[str, int]] = field(default_factory=dict)
    """The last state of each player, and the session from which it holds."""
    sessions: int = 1
    """How many sessions were planned, including cancelled ones."""
    cancelled: dict[int, frozenset[int]] = field(default_factory=dict)
    """The cancelled sessions, each with those that had begun when it was cancelled."""
    begun: set[int] = field(default_factory=set)
    """The sessions that were announced, whose clock was started, or in which something was entered."""
    joined: dict[int, int] = field(default_factory=dict)
    """The session from which each late player takes part."""
    late_points: str = "nothing"
    """What late players get for the sessions before: the value of the setting."""
    late_fixed: tuple[Fraction, int] = (Fraction(0), 0)
    """The table points and the score for each of these sessions, if they are fixed."""
    turns: dict[int, set[int]] = field(default_factory=dict)
    """By session: who sits out by the draw."""
    sit_out_points: str = "nothing"
    """What they get for it: the value of the setting."""
    sit_out_fixed: tuple[Fraction, int] = (Fraction(0), 0)
    """The table points and the score for each session sat out, if they are fixed."""
    by_points: bool = False
    """Whether everybody is ranked by points after a final beside which the others play on."""
    stand_ins: list[dict[int, tuple[int, str]]] = field(default_factory=list)
    """By session: for whom each substitute plays, and in which case."""

    def stand_in(self, session: int) -> dict[int, tuple[int, str]]:
        """The substitutes of one session, from 1."""
        while len(self.stand_ins) < session:
            self.stand_ins.append({})
        return self.stand_ins[session - 1]


def event_of(standing: Iterable[AuditedFact]) -> AuditedEvent:
    """Return the event of the entries that count: rule set, player numbers, seating and cuts."""
    event = AuditedEvent("", {}, False, set(), [], [])
    for fact in standing:
        if fact.stream == EVENT:
            follow_event(event, fact)
    return event


def seated_away(standing: Iterable[AuditedFact]) -> tuple[SeatedAway, ...]:
    """Return the players who got a seat by a redraw, or in a session seated by the standings, after they had left.

    Earlier versions of the program gave them one.
    """
    event = event_of(())
    given: dict[int, list[SeatedAway]] = {}
    for fact in standing:
        if fact.stream != EVENT:
            continue
        follow_event(event, fact)
        if fact.kind == "draw-published":
            given.clear()
        if fact.kind in ("sessions-redrawn", "session-seated"):
            first = fact.content.get("first", fact.content.get("session"))
            for session in range(first, first + len(fact.content.get("sessions", (0,)))):
                away = sorted(number for number in _seated(event, session) if _is_away(event, number, session))
                given[session] = [SeatedAway(fact.position, session, number) for number in away]
    return tuple(
        each
        for session in sorted(given.keys() - event.cancelled.keys())
        for each in given[session]
        if each.player in _seated(event, session) and _is_away(event, each.player, session)
    )


def _seated(event: AuditedEvent, session: int) -> set[int]:
    return {number for seats in event.seating[session - 1] for number in seats}


def _is_away(event: AuditedEvent, number: int, session: int) -> bool:
    state, first = event.states.get(number, ("playing", 1))
    return state in ("withdrawn", "disqualified") and first <= session


def follow_event(event: AuditedEvent, fact: AuditedFact) -> None:
    """Follow one more entry of the event's own stream. Raise Unaudited if its kind is not known."""
    match fact.kind:
        case "event-created" | "settings-changed":
            event.rules = fact.content["settings"]["rules"]
            event.options = dict(fact.content["settings"].get("options", ()))
            event.as_signed = fact.content["settings"].get("counted_totals") == "as-signed"
            event.read_again = fact.content["settings"].get("second_reading", "none") != "none"
            event.late_points = fact.content["settings"].get("late_points", "nothing")
            event.late_fixed = _fixed(fact.content["settings"], "late_fixed")
            event.sit_out_points = fact.content["settings"].get("sit_out_points") or "nothing"
            event.sit_out_fixed = _fixed(fact.content["settings"], "sit_out_fixed")
            event.by_points = fact.content["settings"].get("final_ranks") == "points"
            _follow_format(event, fact.content["settings"])
            _follow_settings_sessions(event, fact.content["settings"].get("sessions", 1))
        case "players-added" | "player-removed" | "player-state-changed" | "players-merged":
            _follow_people(event, fact.kind, fact.content)
        case "draw-published":
            event.seating = _all_tables(fact.content["seating"]["sessions"])
            event.turns = _all_turns(fact.content["seating"].get("sit_out", ()), 1)
            event.seating += [()] * ((event.sessions if event.cancelled else 0) - len(event.seating))
            event.cuts = []
            event.stand_ins = []
            event.taken_back = set()
        case (
            "players-swapped"
            | "player-replaced"
            | "sessions-redrawn"
            | "session-seated"
            | "table-added"
            | "table-left-out"
        ):
            _reseat(event, fact.kind, fact.content)
        case "evening-opened" | "evening-changed" | "game-seated" | "game-reseated" | "game-taken-back":
            _open(event, fact.kind, fact.content)
        case "player-changed" | "attendance-noted" | "lot-drawn":
            pass  # nothing is counted by it
        case "heads-chained" | "clock-started" | "session-started" | "sessions-cancelled" | "sessions-added":
            _follow_sessions(event, fact.kind, fact.content)
        case "clock-paused" | "clock-resumed" | "minutes-added" | "clock-stopped":
            pass  # time is not counted in points
        case "session-published" | "session-closed" | "session-reopened" | "results-published" | "results-withdrawn":
            pass  # nor by these
        case (
            "role-pin-set"
            | "role-pin-removed"
            | "signing-key-set"
            | "signing-key-removed"
            | "fingerprint-signed"
            | "event-recovered"
            | "event-restored"
            | "host-taken-over"
            | "paper-noted"
            | "logo-changed"
            | "table-entry-allowed"
            | "table-entry-ended"
            | "checked-in-by-phone"
            | "phone-check-in-set"
        ):
            pass  # nor are rights, signatures, papers, nor who hosts the event and how its file was mended
        case kind:
            raise Unaudited(kind)


def _fixed(settings: Mapping[str, Any], name: str) -> tuple[Fraction, int]:
    fixed = settings.get(name, {"table_points": "0", "score": 0})
    return Fraction(fixed["table_points"]), fixed["score"]


def _all_turns(sit_out: Iterable[Iterable[int]], first: int) -> dict[int, set[int]]:
    """Who sits out in the sessions from ``first`` on."""
    return {session: set(out) for session, out in enumerate(sit_out, start=first)}


def _follow_format(event: AuditedEvent, settings: Mapping[str, Any]) -> None:
    """Follow the format: a club has one evening from the start, a league opens evenings, a tournament has a draw."""
    event.season = settings.get("season") or {}
    format = settings.get("format", "tournament")
    if format != event.format:
        event.format, event.taken_back, event.stand_ins, event.called = format, set(), [], set()
        event.cancelled = {}
        event.seating = [()] if format == "club" else []


def _last_counted(event: AuditedEvent) -> int:
    return max(each for each in range(1, event.sessions + 1) if each not in event.cancelled)


def _follow_settings_sessions(event: AuditedEvent, sessions: int) -> None:
    """Follow how many sessions the settings count. Cancelled sessions at the end stay planned until that changes."""
    if not event.cancelled:
        event.sessions = sessions
        return
    last = _last_counted(event)
    if sessions != last:
        event.cancelled = {each: begun for each, begun in event.cancelled.items() if each < min(last, sessions)}
        event.sessions = sessions


def _follow_sessions(event: AuditedEvent, kind: str, content: Mapping[str, Any]) -> None:
    """Follow which sessions the event has, and which of them have begun."""
    if kind == "session-started":
        event.called.add(content["session"])
    if kind in ("session-started", "clock-started") or (kind == "heads-chained" and content["moment"] == "start"):
        event.begun.add(content["session"])
    if kind not in ("sessions-cancelled", "sessions-added"):
        return
    if event.format != "tournament":
        raise Unaudited(kind)
    if kind == "sessions-cancelled":
        event.cancelled |= dict.fromkeys(content["sessions"], frozenset(event.begun))
        return
    for session in content["restored"]:
        event.cancelled.pop(session, None)
    event.sessions += content["added"]
    if event.seating:
        event.seating += [()] * content["added"]


def _open(event: AuditedEvent, kind: str, content: Mapping[str, Any]) -> None:
    """Follow the opening of an evening or a game, and changes of either."""
    if event.format == "tournament":
        raise Unaudited(kind)
    if kind == "evening-opened":
        event.seating.append(())
        if len(event.seating) != content["session"]:
            raise Unaudited(session=content["session"])
        return
    if kind == "evening-changed":  # nothing is counted by it
        return
    evening, game = content["session"], content["table"]
    games = event.seating[evening - 1]
    if kind == "game-taken-back":
        event.taken_back.add((evening, game))
    elif kind == "game-seated" and game == len(games) + 1:
        event.seating[evening - 1] = (*games, tuple(content["players"]))
    elif kind == "game-reseated" and game <= len(games):
        event.seating[evening - 1] = (*games[: game - 1], tuple(content["players"]), *games[game:])
    else:
        raise Unaudited(session=evening, table=game)


def _reseat(event: AuditedEvent, kind: str, content: Mapping[str, Any]) -> None:
    """Follow a change to the published seating."""
    if kind == "sessions-redrawn":
        turns = _all_turns(content.get("sit_out", ()), content["first"])
        for session, tables in enumerate(_all_tables(content["sessions"]), start=content["first"]):
            if session not in event.cancelled:
                event.seating[session - 1] = tables
                event.turns[session] = turns.get(session, set())
                _play_all(event, session)
    elif kind == "table-left-out":
        session, table = content["session"], content["table"]
        if not 1 <= table <= len(event.seating[session - 1]):
            raise Unaudited(session=session, table=table)
        event.taken_back.add((session, table))
    elif kind == "table-added":
        session = content["session"]
        tables = event.seating[session - 1]
        if content["table"] != len(tables) + 1:
            raise Unaudited(session=session, table=content["table"])
        event.seating[session - 1] = (*tables, tuple(content["players"]))
        event.turns[session] = event.turns.get(session, set()) - set(content["players"])
    elif kind == "session-seated":
        _seat_by_ranking(event, content)
    else:
        _change_seats(event, kind, content)


def _play_all(event: AuditedEvent, session: int) -> None:
    """Note that no table of a session is left out, since it has other tables."""
    event.taken_back = {place for place in event.taken_back if place[0] != session}


def _change_seats(event: AuditedEvent, kind: str, content: Mapping[str, Any]) -> None:
    """Follow two players who swap seats, or one who takes those of another."""
    leaving, coming = (
        (content["one"], content["other"])
        if kind == "players-swapped"
        else (content["number"], content["by"]["number"])
    )
    if kind == "player-replaced":
        event.players.add(coming)
        case = content.get("case")
        if case is None and not any(leaving in event.stand_in(session) for session in content["sessions"]):
            event.cuts = [_replaced(cut, leaving, coming, content["sessions"]) for cut in event.cuts]
        _stand_in(event, leaving, coming, case, content["sessions"])
        said = content.get("leaving")
        if said is not None:
            event.states[leaving] = (said["state"], said["first"])
    else:
        event.cuts = [
            cut
            if event.stand_in(cut.session).keys() & {leaving, coming}
            else _swapped(cut, {leaving, coming}, content["sessions"])
            for cut in event.cuts
        ]
    other = {leaving: coming} if kind == "player-replaced" else {leaving: coming, coming: leaving}
    for session in content["sessions"]:
        tables = event.seating[session - 1]
        event.seating[session - 1] = tuple(tuple(other.get(seat, seat) for seat in seats) for seats in tables)
        event.turns[session] = {other.get(number, number) for number in event.turns.get(session, ())}


def _seat_by_ranking(event: AuditedEvent, content: Mapping[str, Any]) -> None:
    """Follow a session that was seated by the standings. After a cut the later sessions have no tables, except those
    that were played and cancelled."""
    session, final = content["session"], content["final"]
    event.seating[session - 1] = tuple(tuple(seats) for seats in content["tables"])
    taken_back = any(cut.session >= session for cut in event.cuts)
    event.cuts = [cut for cut in event.cuts if cut.session < session]
    if final is not None:
        members = frozenset(final["players"])
        event.cuts.append(Cut(final["session"], members, final["carried"], final.get("beside", False)))
    last = len(event.seating) if final is not None or taken_back else session
    emptied = [each for each in range(session, last + 1) if each not in event.cancelled or each not in event.begun]
    for each in emptied:
        event.turns[each] = set(content.get("sit_out", ())) if each == session else set()
    for each in emptied[1:]:
        event.seating[each - 1] = ()
    for each in emptied:
        _play_all(event, each)
        here = {number for seats in event.seating[each - 1] for number in seats}
        gone = [sub for sub, (player, _) in event.stand_in(each).items() if sub not in here or player in here]
        for sub in gone:
            del event.stand_in(each)[sub]


def _replaced(cut: Cut, leaving: int, coming: int, sessions: Sequence[int]) -> Cut:
    if leaving not in cut.players:
        return cut
    gone = {leaving} if cut.session in sessions and coming not in cut.players else set()
    return replace(cut, players=(cut.players | {coming}) - gone)


def _swapped(cut: Cut, both: set[int], sessions: Sequence[int]) -> Cut:
    """The cut after a swap: beside other tables, the seats of its first session decide who is in the final."""
    changes = cut.beside and cut.session in sessions and len(cut.players & both) == 1
    return replace(cut, players=cut.players ^ both) if changes else cut


def _follow_people(event: AuditedEvent, kind: str, content: Mapping[str, Any]) -> None:
    """Follow who is in the event, and as what."""
    if kind == "players-added":
        added = {player["number"] for player in content["players"]}
        event.players |= added
        if content.get("first", 1) > 1:
            event.joined |= dict.fromkeys(added, content["first"])
    elif kind == "player-removed":
        event.players.discard(content["number"])
        event.states.pop(content["number"], None)
        event.joined.pop(content["number"], None)
    elif kind == "player-state-changed":
        _change_state(event, content)
    else:
        _merge(event, content["player"]["number"], content["other"])


def _stand_in(event: AuditedEvent, leaving: int, coming: int, case: str | None, sessions: Sequence[int]) -> None:
    """Note who plays for whom. Whoever replaces a substitute plays for the same player."""
    for session in sessions:
        here = event.stand_in(session)
        player, known = here.pop(leaving, (leaving, None))
        if (case or known) and player != coming:
            here[coming] = (player, case or known or "")
        if case == "disqualified":
            event.states[player] = (case, min(sessions))


def _change_state(event: AuditedEvent, content: Mapping[str, Any]) -> None:
    """Follow the state of a player. A player who returns has their own seats again."""
    number, state, first = content["number"], content["state"], content["first"]
    if state == "playing" and only_plays_for_others(event, number):
        event.joined[number] = first
    event.states[number] = (state, first)
    for session in range(1, len(event.stand_ins) + 1):
        here = event.stand_in(session)
        if state == "playing" and session >= first:
            here.pop(number, None)
        for sub in [sub for sub, (player, _) in here.items() if player == number and session in content["returned"]]:
            del here[sub]
            tables = event.seating[session - 1]
            event.seating[session - 1] = tuple(
                tuple(number if seat == sub else seat for seat in seats) for seats in tables
            )


def only_plays_for_others(event: AuditedEvent, number: int) -> bool:
    """Whether a player is a substitute.

    That is their last state or, if no state was entered, so if all their seats belong to other players.
    """
    if number in event.states:
        return event.states[number][0] == "substitute"
    seats = [
        session
        for session, tables in enumerate(event.seating, start=1)
        if session not in event.cancelled and any(number in seats for seats in tables)
    ]
    return bool(seats) and all(number in event.stand_in(session) for session in seats)


def _merge(event: AuditedEvent, kept: int, gone: int) -> None:
    """Give everything that belongs to number ``gone`` to ``kept``. The earlier of the two decides when they joined."""
    firsts = [event.joined.get(each, 1) for each in (kept, gone) if not only_plays_for_others(event, each)]
    event.joined.pop(gone, None)
    event.joined[kept] = min(firsts, default=1)
    if gone in event.states:
        event.states.setdefault(kept, event.states[gone])
        del event.states[gone]
    event.players.discard(gone)
    event.seating = [
        tuple(tuple(kept if seat == gone else seat for seat in seats) for seats in tables) for tables in event.seating
    ]
    for session, out in event.turns.items():
        if gone in out or kept in out:
            seated = any(kept in seats for seats in event.seating[session - 1])
            event.turns[session] = (out - {gone, kept}) | (set() if seated else {kept})
    event.cuts = [
        replace(cut, players=frozenset(kept if number == gone else number for number in cut.players))
        for cut in event.cuts
    ]
    event.stand_ins = [
        {
            kept if sub == gone else sub: (kept if player == gone else player, case)
            for sub, (player, case) in here.items()
        }
        for here in event.stand_ins
    ]


def _all_tables(sessions: Iterable[Iterable[Iterable[int]]]) -> list[Tables]:
    return [tuple(tuple(seats) for seats in tables) for tables in sessions]


def counted(event: AuditedEvent) -> AuditedEvent:
    """Return the event as if its cancelled sessions had never been planned."""
    kept = [each for each in range(1, event.sessions + 1) if each not in event.cancelled]
    if not event.cancelled or not kept:
        return event
    return replace(
        event,
        seating=[
            () if session in event.cancelled else tables
            for session, tables in enumerate(event.seating[: max(kept)], start=1)
        ],
        turns={session: out for session, out in event.turns.items() if session in kept},
        stand_ins=[{} if session in event.cancelled else here for session, here in enumerate(event.stand_ins, start=1)],
        cuts=[
            cut
            for cut, following in zip_longest(event.cuts, event.cuts[1:])
            if any(cut.session <= each and (following is None or each < following.session) for each in kept)
        ],
        states={
            number: (state, first)
            for number, (state, first) in event.states.items()
            if state != "withdrawn" or first <= max(kept)
        },
    )


def without_points(event: AuditedEvent, session: int, table: int) -> set[int]:
    """The seats without table points: of substitutes for players who left meanwhile, and of the disqualified."""
    if event.format != "tournament":
        return set()
    here = event.stand_in(session)
    return {
        seat
        for seat, number in enumerate(event.seating[session - 1][table - 1])
        if here.get(number, (0, "absent"))[1] != "absent"
        or (event.states.get(number, ("", 0))[0] == "disqualified" and event.states[number][1] <= session)
    }


@dataclass(frozen=True, slots=True)
class Public:
    """Up to which session results are public."""

    last: int = 0
    """The last session whose results are public; 0 if there is none."""
    held: int | None = None
    """The session whose results are held for the ceremony."""
    format: str = "tournament"

    def until(self, session: int) -> "Public":
        """The same, with nothing public or held after ``session``."""
        held = self.held if self.held is not None and self.held <= session else None
        return replace(self, last=min(self.last, session), held=held)


def public_session(standing: Iterable[AuditedFact]) -> int:
    """The last session whose results are public; 0 if there is none."""
    return public_of(standing).last


def public_of(standing: Iterable[AuditedFact]) -> Public:
    """Return what is public after the entries that count."""
    public = Public()
    for fact in standing:
        public = public_after(public, fact)
    return public


def public_after(public: Public, fact: AuditedFact) -> Public:
    """Return what is public after one more entry.

    Each publication sets it. Withdrawing results, and drawing or seating a session again, lowers it.
    """
    match fact.kind:
        case "results-published":
            session, held = fact.content["session"], bool(fact.content["held"])
            return replace(public, last=session - held, held=session if held else None)
        case "results-withdrawn" | "session-seated":
            return public.until(fact.content["session"] - 1)
        case "sessions-redrawn":
            return public.until(fact.content["first"] - 1)
        case "draw-published":
            return Public(format=public.format)
        case "event-created" | "settings-changed":
            now = fact.content["settings"].get("format", "tournament")
            return public if now == public.format else Public(format=now)
        case _:
            return public
