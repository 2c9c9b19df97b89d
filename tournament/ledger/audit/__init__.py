"""A second account of an event, from the text of its entries alone.

It shares nothing with the sheet, the standings and the rules: its own table of values, its own undo, its own ranking.
What both accounts agree on has been counted twice (:mod:`tournament.use_cases.check`).
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any, Protocol

from tournament.ledger.audit.tariffs import Game, Options, Tariff, tariff_of

_STREAM = re.compile(r"session-(\d+)/table-(\d+)")
_EVENT = "event"
_UNDONE, _REDONE = "undone", "redone"


class Written(Protocol):
    """What is read of an entry: text and numbers."""

    @property
    def id(self) -> str:
        """Its UUID."""

    @property
    def stream(self) -> str:
        """``event``, or ``session-S/table-T``."""

    @property
    def kind(self) -> str:
        """What happened."""

    @property
    def content(self) -> str:
        """The fact as JSON."""


class Unaudited(Exception):
    """The entries cannot be counted a second time: the reason in words."""


@dataclass(frozen=True, slots=True)
class AuditedTable:
    """One table of one session, counted again."""

    session: int
    table: int
    scores: tuple[int, ...]
    """By the letters A–D."""
    table_points: tuple[Fraction, ...]
    hands: int
    """Hands recorded."""
    given_away: int
    """Points that penalties took and nobody received: the scores sum to minus this."""
    accepted: bool
    """Totals that do not balance count: with a reason, or since what was signed counts."""
    over: bool | None
    """Whether the game has ended; None where it is not results that end it."""


@dataclass(frozen=True, slots=True)
class AuditedPlayer:
    """One line of the ranking, counted again."""

    number: int
    rank: int
    table_points: Fraction
    score: int


@dataclass(frozen=True, slots=True)
class AuditedSeason:
    """One player of a club evening or a league, counted again."""

    number: int
    rank: int | None
    """None: too few evenings."""
    worth: Fraction
    """Sum or average of the evenings that count."""
    games: int


@dataclass(frozen=True, slots=True)
class Audit:
    """The whole event, counted again."""

    players: tuple[int, ...]
    """Numbers of the players."""
    seating: tuple[tuple[tuple[int, ...], ...], ...]
    """Players by session, table and starting seat; empty before the draw. Games taken back are among them."""
    tables: Mapping[tuple[int, int], AuditedTable]
    """Every table at which something counts, by session and table."""
    ranking: Mapping[int, AuditedPlayer]
    """By number of the player, who is ranked; of a club evening or a league nobody."""
    unranked: Mapping[int, AuditedPlayer]
    """Who is not ranked, with what he won, by number and with rank 0; of a club evening or a league nobody."""
    season: Mapping[int, AuditedSeason]
    """By number of the player; of a tournament nobody."""
    closed: frozenset[int]
    """Sessions that take no entry."""
    entered_while_closed: tuple[tuple[int, int], ...]
    """Session and table of every entry that was written in a closed session."""
    public_session: int
    """The last session whose results are public; 0: none."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A final: who goes on from a session, and whether with the points so far."""

    session: int
    players: frozenset[int]
    carried: bool


Tables = tuple[tuple[int, ...], ...]


@dataclass(slots=True)
class _Event:
    """What the event's own stream amounts to."""

    rules: str
    options: Mapping[str, Any]
    """What was chosen of the options of the rules."""
    as_signed: bool
    """The totals of a signed paper count."""
    players: set[int]
    seating: list[Tables]
    cuts: list[_Cut]
    format: str = "tournament"
    season: Mapping[str, Any] = field(default_factory=dict)
    """How the evenings of a league are counted."""
    taken_back: set[tuple[int, int]] = field(default_factory=set)
    states: dict[int, tuple[str, int]] = field(default_factory=dict)
    """What was said of a player: his state, and from which session on."""
    stand_ins: list[dict[int, tuple[int, str]]] = field(default_factory=list)
    """By session: for whom a substitute plays, and in which case."""

    def stand_in(self, session: int) -> dict[int, tuple[int, str]]:
        """Those of one session, from 1."""
        while len(self.stand_ins) < session:
            self.stand_ins.append({})
        return self.stand_ins[session - 1]


def audit(entries: Sequence[Written]) -> Audit:
    """Count the event of ``entries``, oldest first, again. Unaudited when that cannot be done."""
    try:
        standing = _standing(entries)
        event = _event(standing)
        tables = dict(_tables(standing, event, _tariff(event.rules)))
        closed, entered = _closings(entries)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise Unaudited(f"{type(error).__name__}: {error}") from error
    drawn = event.format == "tournament"
    return Audit(
        tuple(sorted(event.players)),
        tuple(event.seating),
        tables,
        _ranking(event, tables) if drawn else {},
        _unranked(event, tables) if drawn else {},
        {} if drawn else _season(event, tables),
        closed,
        entered,
        _public_session(standing),
    )


def _closings(entries: Iterable[Written]) -> tuple[frozenset[int], tuple[tuple[int, int], ...]]:
    """The sessions that are closed at the end, and what was written in one while it was; undo takes no part in it."""
    closed: set[int] = set()
    entered: list[tuple[int, int]] = []
    moves: dict[str, tuple[int, int]] = {}
    for entry in entries:
        content = json.loads(entry.content)
        if entry.kind == "session-closed":
            closed.add(content["session"])
        elif entry.kind == "session-reopened":
            closed.discard(content["session"])
        found = _STREAM.fullmatch(entry.stream)
        places = [(int(found[1]), int(found[2]))] if found else []
        if entry.kind == "sheet-moved":
            moves[entry.id] = content["to_session"], content["to_table"]
        moved = moves.get(content["entry"] if entry.kind in (_UNDONE, _REDONE) else entry.id)
        entered.extend(place for place in (*places, *([moved] if moved else ())) if place[0] in closed)
    return frozenset(closed), tuple(entered)


def _public_session(standing: Iterable["_Fact"]) -> int:
    """The cut-off of what is public: set by each publication, lowered by what is withdrawn, drawn or seated anew."""
    last, format = 0, "tournament"
    for fact in standing:
        match fact.kind:
            case "results-published":
                last = fact.content["session"] - bool(fact.content["held"])
            case "results-withdrawn" | "session-seated":
                last = min(last, fact.content["session"] - 1)
            case "sessions-redrawn":
                last = min(last, fact.content["first"] - 1)
            case "draw-published":
                last = 0
            case "event-created" | "settings-changed":
                now = fact.content["settings"].get("format", "tournament")
                last, format = last if now == format else 0, now
    return last


@dataclass(frozen=True, slots=True)
class _Fact:
    id: str
    stream: str
    kind: str
    content: Mapping[str, Any]


def _standing(entries: Sequence[Written]) -> list[_Fact]:
    """The entries that count: without those last undone and not brought back since."""
    read = [_Fact(entry.id, entry.stream, entry.kind, json.loads(entry.content)) for entry in entries]
    last_word = {fact.content["entry"]: fact.kind for fact in read if fact.kind in (_UNDONE, _REDONE)}
    return [fact for fact in read if fact.kind not in (_UNDONE, _REDONE) and last_word.get(fact.id) != _UNDONE]


def _event(standing: Iterable[_Fact]) -> _Event:
    """Rule set, player numbers, seating and cuts."""
    event = _Event("", {}, False, set(), [], [])
    for fact in standing:
        match fact.kind:
            case "event-created" | "settings-changed":
                event.rules = fact.content["settings"]["rules"]
                event.options = dict(fact.content["settings"].get("options", ()))
                event.as_signed = fact.content["settings"].get("counted_totals") == "as-signed"
                _follow_format(event, fact.content["settings"])
            case "players-added" | "player-removed" | "player-state-changed" | "players-merged":
                _follow_people(event, fact.kind, fact.content)
            case "draw-published":
                event.seating = _all_tables(fact.content["seating"]["sessions"])
                event.cuts = []
                event.stand_ins = []
            case "players-swapped" | "player-replaced" | "sessions-redrawn" | "session-seated":
                _reseat(event, fact.kind, fact.content)
            case "evening-opened" | "evening-changed" | "game-seated" | "game-reseated" | "game-taken-back":
                _open(event, fact.kind, fact.content)
            case "player-changed" | "attendance-noted" | "lot-drawn" | "heads-chained":
                pass  # nothing is counted by it
            case "clock-started" | "clock-paused" | "clock-resumed" | "minutes-added" | "clock-stopped":
                pass  # time is not counted in points
            case (
                "session-published"
                | "session-started"
                | "session-closed"
                | "session-reopened"
                | "results-published"
                | "results-withdrawn"
            ):
                pass  # nor by these
            case "role-pin-set" | "role-pin-removed" | "event-recovered" | "paper-noted" | "logo-changed":
                pass  # nor are rights, papers, nor how a file was mended
            case kind if fact.stream == _EVENT:
                raise Unaudited(f"kind “{kind}”")
    return event


def _follow_format(event: _Event, settings: Mapping[str, Any]) -> None:
    """A club has its one evening from the start, a league opens them one by one, a tournament draws."""
    event.season = settings.get("season") or {}
    format = settings.get("format", "tournament")
    if format != event.format:
        event.format, event.taken_back, event.stand_ins = format, set(), []
        event.seating = [()] if format == "club" else []


def _open(event: _Event, kind: str, content: Mapping[str, Any]) -> None:
    """Follow an evening and its games."""
    if event.format == "tournament":
        raise Unaudited(f"kind “{kind}” in a tournament")
    if kind == "evening-opened":
        event.seating.append(())
        if len(event.seating) != content["session"]:
            raise Unaudited(f"evening {content['session']} is not the next one")
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
        raise Unaudited(f"evening {evening} has no place for game {game}")


def _reseat(event: _Event, kind: str, content: Mapping[str, Any]) -> None:
    """Follow a change to the published seating."""
    if kind == "sessions-redrawn":
        first = content["first"] - 1
        event.seating[first : first + len(content["sessions"])] = _all_tables(content["sessions"])
    elif kind == "session-seated":
        session, final = content["session"], content["final"]
        event.seating[session - 1] = _all_tables([content["tables"]])[0]
        taken_back = any(cut.session >= session for cut in event.cuts)
        event.cuts = [cut for cut in event.cuts if cut.session < session]
        if final is not None:
            event.cuts.append(_Cut(final["session"], frozenset(final["players"]), final["carried"]))
        if final is not None or taken_back:
            event.seating[session:] = [()] * (len(event.seating) - session)
        emptied = range(session, len(event.seating) + 1) if final is not None or taken_back else (session,)
        for each in emptied:
            here = {number for seats in event.seating[each - 1] for number in seats}
            gone = [sub for sub, (player, _) in event.stand_in(each).items() if sub not in here or player in here]
            for sub in gone:
                del event.stand_in(each)[sub]
    else:
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
        other = {leaving: coming} if kind == "player-replaced" else {leaving: coming, coming: leaving}
        for session in content["sessions"]:
            tables = event.seating[session - 1]
            event.seating[session - 1] = tuple(tuple(other.get(seat, seat) for seat in seats) for seats in tables)


def _replaced(cut: _Cut, leaving: int, coming: int, sessions: Sequence[int]) -> _Cut:
    if leaving not in cut.players:
        return cut
    gone = {leaving} if cut.session in sessions and coming not in cut.players else set()
    return _Cut(cut.session, (cut.players | {coming}) - gone, cut.carried)


def _follow_people(event: _Event, kind: str, content: Mapping[str, Any]) -> None:
    """Follow who is in the event, and as what."""
    if kind == "players-added":
        event.players |= {player["number"] for player in content["players"]}
    elif kind == "player-removed":
        event.players.discard(content["number"])
        event.states.pop(content["number"], None)
    elif kind == "player-state-changed":
        _change_state(event, content)
    else:
        _merge(event, content["player"]["number"], content["other"])


def _stand_in(event: _Event, leaving: int, coming: int, case: str | None, sessions: Sequence[int]) -> None:
    """Note who plays for whom; who follows a substitute plays for the same player."""
    for session in sessions:
        here = event.stand_in(session)
        player, known = here.pop(leaving, (leaving, None))
        if (case or known) and player != coming:
            here[coming] = (player, case or known or "")
        if case == "disqualified":
            event.states[player] = (case, min(sessions))


def _change_state(event: _Event, content: Mapping[str, Any]) -> None:
    """Follow the state of a player; who comes back sits on his own seats again."""
    number, state, first = content["number"], content["state"], content["first"]
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


def _merge(event: _Event, kept: int, gone: int) -> None:
    """Whatever the one number had is the other's."""
    if gone in event.states:
        event.states.setdefault(kept, event.states[gone])
        del event.states[gone]
    event.players.discard(gone)
    event.seating = [
        tuple(tuple(kept if seat == gone else seat for seat in seats) for seats in tables) for tables in event.seating
    ]
    event.cuts = [
        _Cut(cut.session, frozenset(kept if number == gone else number for number in cut.players), cut.carried)
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


def _tariff(rules: str) -> Tariff:
    found = tariff_of(rules)
    if found is None:
        raise Unaudited(f"rules “{rules}”")
    return found


def _tables(standing: Iterable[_Fact], event: _Event, tariff: Tariff) -> Iterable[tuple[tuple[int, int], AuditedTable]]:
    streams: dict[tuple[int, int], list[_Fact]] = {}
    for fact in standing:
        found = _STREAM.fullmatch(fact.stream)
        if found and fact.kind == "sheet-moved":
            there = fact.content["to_session"], fact.content["to_table"]
            streams.setdefault(there, []).extend(streams.pop((int(found[1]), int(found[2]))))
        elif found:
            streams.setdefault((int(found[1]), int(found[2])), []).append(fact)
    for (session, table), facts in streams.items():
        if not (1 <= session <= len(event.seating) and 1 <= table <= len(event.seating[session - 1])):
            raise Unaudited(f"session {session}, table {table} is not in the draw")
        counted = _table(session, table, facts, tariff, event)
        if counted is not None and (session, table) in event.taken_back:
            raise Unaudited(f"session {session}, table {table} was taken back")
        if counted is not None:
            yield (session, table), counted


@dataclass(slots=True)
class _Rows:
    """What stands in the rows of a sheet: hands by their number, penalties by their id."""

    hands: dict[int, Mapping[str, Any]]
    penalties: dict[str, Mapping[str, Any]]


def _table(session: int, table: int, facts: Iterable[_Fact], tariff: Tariff, event: _Event) -> AuditedTable | None:
    """One table; None when neither a hand, nor totals, nor a signature is there."""
    rows = _Rows({}, {})
    end = _End()
    for fact in facts:
        match fact.kind:
            case "hand-recorded" | "hand-corrected":
                rows.hands[fact.content["hand"]] = fact.content
            case "hand-inserted" | "hand-deleted" | "hand-moved":
                rows.hands = _rows_after(rows.hands, fact)
                rows.penalties = {id: _moved_with_row(penalty, fact) for id, penalty in rows.penalties.items()}
            case "columns-exchanged":
                rows.hands = {hand: _exchanged(content, fact, hand) for hand, content in rows.hands.items()}
                rows.penalties = {id: _exchanged(each, fact, each["hand"]) for id, each in rows.penalties.items()}
                end = _end_exchanged(end, fact)
            case "penalty-given":
                rows.penalties[fact.id] = fact.content
            case "penalty-cancelled":
                del rows.penalties[fact.content["entry"]]
            case _:
                end = _ended(end, fact, as_signed=event.as_signed)
    if not (rows.hands or end.closed):
        return None
    scores, over = _played(rows, tariff, event.options)
    given_away = sum(penalty["points"] for penalty in rows.penalties.values() if not penalty["to"])
    final = tuple(score if total is None else total for score, total in zip(scores, end.counted, strict=True))
    out = _without_points(event, session, table)
    points = _points_of_others(final, _worth(tariff, event.options), out)
    return AuditedTable(session, table, final, points, len(rows.hands), given_away, end.accepted, over)


def _played(rows: _Rows, tariff: Tariff, options: Options) -> tuple[list[int], bool | None]:
    """The scores after the last row, and whether the game is over then; None where a session has its hands anyway."""
    scores, east, deals, over = [0, 0, 0, 0], 0, 0, False
    of_rows = [penalty["hand"] for penalty in rows.penalties.values() if penalty.get("hand") is not None]
    last = max((*rows.hands, *of_rows), default=0)
    for number in range(1, last + 1):
        hand = rows.hands.get(number)
        for payer, receiver, points in tariff.pay(hand, east, options) if hand is not None else ():
            scores[payer] -= points
            scores[receiver] += points
        for penalty in rows.penalties.values():
            if penalty.get("hand") == number:
                _punish(scores, penalty, east)
        if tariff.keeps is None or not tariff.keeps(hand, east, options):
            east, deals = (east + tariff.step(options)) % 4, deals + 1
        if tariff.over is not None and number <= max(rows.hands, default=0):
            over = over or tariff.over(Game(number, deals, tuple(scores)), options)
    for penalty in rows.penalties.values():
        if penalty.get("hand") is None:
            _punish(scores, penalty, None)
    return scores, None if tariff.over is None else over


def _punish(scores: list[int], penalty: Mapping[str, Any], east: int | None) -> None:
    """Take and give; where East pays and receives twice, that is whoever is East in that hand."""
    offender, points = penalty["player"], penalty["points"]
    if not penalty["to"]:
        scores[offender] -= points
    for receiver in penalty["to"]:
        twice = penalty.get("twice") is not None and east in (offender, receiver)
        scores[offender] -= 2 * points if twice else points
        scores[receiver] += 2 * points if twice else points


_NONE: tuple[int | None, ...] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class _End:
    """How far the end of a sheet is."""

    closed: bool = False
    typed: tuple[int | None, ...] = _NONE
    """Totals of the paper, to compare."""
    counted: tuple[int | None, ...] = _NONE
    """Those of them that count in place of the scores."""
    accepted: bool = False


def _ended(end: _End, fact: _Fact, *, as_signed: bool) -> _End:
    match fact.kind:
        case "totals-typed":
            return _End(end.closed, tuple(fact.content["totals"]), end.counted, end.accepted)
        case "totals-recorded":
            totals = tuple(fact.content["totals"])
            return _End(True, _NONE, totals, bool(fact.content["accept_difference"]))
        case "sheet-closed":
            typed = tuple(fact.content["totals"] or end.typed)
            return _End(True, typed, typed if as_signed else _NONE, as_signed)
        case "sheet-confirmed":
            return end
        case "sheet-reopened" | "sheet-rejected":
            return _End(False, end.typed)
        case kind:
            raise Unaudited(f"kind “{kind}”")


def _end_exchanged(end: _End, fact: _Fact) -> _End:
    """The totals on paper were typed under each other's column too, when the whole columns are exchanged."""
    if fact.content["hands"] is not None:
        return end
    typed, counted = (tuple(totals[_partner(fact, seat)] for seat in range(4)) for totals in (end.typed, end.counted))
    return _End(end.closed, typed, counted, end.accepted)


def _rows_after(hands: Mapping[int, Mapping[str, Any]], fact: _Fact) -> dict[int, Mapping[str, Any]]:
    """The rows once one was put in, taken out, or put elsewhere: a list with gaps, edited as such."""
    rows = [hands.get(hand) for hand in range(1, max((*hands, fact.content["hand"], fact.content.get("to", 1))) + 1)]
    place = fact.content["hand"] - 1
    if fact.kind == "hand-inserted":
        rows.insert(place, fact.content)
    else:
        row = rows.pop(place)
        if fact.kind == "hand-moved":
            rows.insert(fact.content["to"] - 1, row)
    return {hand: row for hand, row in enumerate(rows, start=1) if row is not None}


def _moved_with_row(penalty: Mapping[str, Any], fact: _Fact) -> Mapping[str, Any]:
    """A penalty of a hand, at the number that its row has now."""
    hand = penalty["hand"]
    if hand is None:
        return penalty
    row: dict[str, Any] = {}
    moved = _rows_after({hand: row}, fact)
    return {**penalty, "hand": next((number for number, other in moved.items() if other is row), hand)}


def _partner(fact: _Fact, seat: int) -> int:
    one, other = int(fact.content["one"]), int(fact.content["other"])
    return {one: other, other: one}.get(seat, seat)


def _exchanged(content: Mapping[str, Any], fact: _Fact, hand: int | None) -> Mapping[str, Any]:
    """A hand or a penalty with two columns exchanged, if the exchange is about it."""
    span = fact.content["hands"]
    if span is not None and (hand is None or not span[0] <= hand <= span[1]):
        return content
    seats = {name: content[name] for name in ("winner", "discarder", "player") if content.get(name) is not None}
    changed: dict[str, Any] = {name: _partner(fact, seat) for name, seat in seats.items()}
    if "to" in content and "player" in content:
        changed["to"] = [_partner(fact, seat) for seat in content["to"]]
    if content.get("details"):
        changed["details"] = _details_exchanged(content["details"], fact)
    return {**content, **changed}


def _details_exchanged(details: Mapping[str, Any], fact: _Fact) -> Mapping[str, Any]:
    """Values, who pays for others, and answers that name several players."""
    values, liable = details.get("values"), details.get("liable")
    return {
        "values": None if values is None else [values[_partner(fact, seat)] for seat in range(4)],
        "liable": None if liable is None else _partner(fact, liable),
        "answers": [
            [name, [_partner(fact, seat) for seat in answer] if isinstance(answer, list) else answer]
            for name, answer in details.get("answers") or ()
        ],
    }


def _worth(tariff: Tariff, options: Mapping[str, Any]) -> str:
    """``match``, ``score``, or what the places are worth: as the event chose, else as the rules have it."""
    chosen: str = options.get("table_points", tariff.points)
    places: str = options.get("place_points", "4-2-1-0")
    return chosen if chosen in ("match", "score") else places


def _table_points(scores: tuple[int, ...], worth: str) -> tuple[Fraction, ...]:
    """Each score gets the mean of the places that it and its equals fill, its root to two decimals, or itself."""
    if worth == "score":
        return tuple(Fraction(score) for score in scores)
    if worth == "match":
        roots = (Decimal(abs(score)).sqrt().quantize(Decimal("0.01"), ROUND_HALF_UP) for score in scores)
        return tuple(Fraction(root.copy_sign(score)) for root, score in zip(roots, scores, strict=True))
    places = [int(place) for place in worth.split("-")]
    shares = []
    for score in scores:
        better = sum(other > score for other in scores)
        equal = scores.count(score)
        shares.append(Fraction(sum(places[better : better + equal]), equal))
    return tuple(shares)


def _without_points(event: _Event, session: int, table: int) -> set[int]:
    """The seats of those who play for somebody who left during the session, and of who is disqualified."""
    if event.format != "tournament":
        return set()
    here = event.stand_in(session)
    return {
        seat
        for seat, number in enumerate(event.seating[session - 1][table - 1])
        if here.get(number, (0, "absent"))[1] != "absent"
        or (event.states.get(number, ("", 0))[0] == "disqualified" and event.states[number][1] <= session)
    }


def _points_of_others(scores: tuple[int, ...], worth: str, out: set[int]) -> tuple[Fraction, ...]:
    """Table points among those who are not ``out``, who have none."""
    shares = iter(_table_points(tuple(score for seat, score in enumerate(scores) if seat not in out), worth))
    return tuple(Fraction(0) if seat in out else next(shares) for seat in range(len(scores)))


def _only_stands_in(event: _Event, number: int) -> bool:
    """Whether he has seats, and all of them are other players'."""
    seats = [
        session for session, tables in enumerate(event.seating, start=1) if any(number in seats for seats in tables)
    ]
    return bool(seats) and all(number in event.stand_in(session) for session in seats)


def _unranked_state(event: _Event, number: int, last: int) -> str:
    """Why a player has no place after session ``last``; nothing when he has one."""
    state, first = event.states.get(number, ("", 1))
    if not state and _only_stands_in(event, number):
        return "substitute"
    if state == "playing" or (state == "withdrawn" and first > last + 1):
        return ""
    return state


def _unranked(event: _Event, tables: Mapping[tuple[int, int], AuditedTable]) -> dict[int, AuditedPlayer]:
    """Who has no place, with what he won: nothing when disqualified."""
    last = max((session for session, _ in tables), default=0)
    found = {}
    for number in sorted(event.players):
        state = _unranked_state(event, number, last)
        if not state:
            continue
        points, score = Fraction(0), 0
        for (session, table), counted in tables.items():
            seats = event.seating[session - 1][table - 1]
            theirs = state != "substitute" and number in event.stand_in(session)
            if number in seats and state != "disqualified" and not theirs:
                points += counted.table_points[seats.index(number)]
                score += counted.scores[seats.index(number)]
        found[number] = AuditedPlayer(number, 0, points, score)
    return found


def _ranking(event: _Event, tables: Mapping[tuple[int, int], AuditedTable]) -> dict[int, AuditedPlayer]:
    """Finalists first; among them, and below them, table points and then score decide."""
    last = max((session for session, _ in tables), default=0)
    cuts = [cut for cut in event.cuts if cut.session <= last]
    seated = {number for seats in event.seating for table in seats for number in table}
    seated |= {player for here in event.stand_ins for player, _ in here.values()}
    taking_part = event.players & seated if event.seating else event.players
    ranked = [number for number in taking_part if not _unranked_state(event, number, last)]
    points = dict.fromkeys(sorted(ranked), Fraction(0))
    scores = dict.fromkeys(points, 0)
    for (session, table), counted in tables.items():
        for seat, number in enumerate(event.seating[session - 1][table - 1]):
            begun = max((cut.session for cut in cuts if number in cut.players and not cut.carried), default=0)
            if number in points and session >= begun and number not in event.stand_in(session):
                points[number] += counted.table_points[seat]
                scores[number] += counted.scores[seat]
    merit = {number: (sum(number in cut.players for cut in cuts), points[number], scores[number]) for number in points}
    return {
        number: AuditedPlayer(number, 1 + sum(other > own for other in merit.values()), own[1], own[2])
        for number, own in merit.items()
    }


def _season(event: _Event, tables: Mapping[tuple[int, int], AuditedTable]) -> dict[int, AuditedSeason]:
    """Every evening of a player is one number; the best of them are added up, or their mean is taken."""
    evenings: dict[int, dict[int, int]] = {}
    games: dict[int, int] = {}
    for (session, table), counted in tables.items():
        for number, score in zip(event.seating[session - 1][table - 1], counted.scores, strict=True):
            own = evenings.setdefault(number, {})
            own[session] = own.get(session, 0) + score
            games[number] = games.get(number, 0) + 1
    best, least = event.season.get("best"), event.season.get("least", 1)
    worth: dict[int, Fraction] = {}
    for number, own in evenings.items():
        dearest = sorted(own.values(), reverse=True)[:best]
        worth[number] = Fraction(sum(dearest))
        if event.season.get("count") == "average":
            worth[number] /= len(dearest)
    apart = {number: state for number, (state, _) in event.states.items() if state != "playing"}
    ranked = [worth[number] for number, own in evenings.items() if len(own) >= least and number not in apart]
    found: dict[int, AuditedSeason] = {}
    for number, value in worth.items():
        placed = len(evenings[number]) >= least and number not in apart
        rank = 1 + sum(other > value for other in ranked) if placed else None
        counts = Fraction(0) if apart.get(number) == "disqualified" else value
        found[number] = AuditedSeason(number, rank, counts, games[number])
    for number in apart.keys() - worth.keys():
        found[number] = AuditedSeason(number, None, Fraction(0), 0)
    return found
