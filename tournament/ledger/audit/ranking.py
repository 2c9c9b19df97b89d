"""The ranking of a tournament, and that of a club evening or a league, in the second count."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from tournament.ledger.audit.accounts import AuditedPlayer, AuditedSeason, AuditedTable
from tournament.ledger.audit.event import AuditedEvent, only_plays_for_others


def _unranked_state(event: AuditedEvent, number: int, last: int) -> str:
    """Why a player has no place after session ``last``; empty if they have one."""
    state, first = event.states.get(number, ("", 1))
    if not state and only_plays_for_others(event, number):
        return "substitute"
    if state == "playing" or (state == "withdrawn" and first > _following(event, last)):
        return ""
    return state


def _following(event: AuditedEvent, last: int) -> int:
    """The next session that is not cancelled; if there is none, the number after the last session."""
    return next((each for each in range(last + 1, event.sessions + 1) if each not in event.cancelled), last + 1)


def unranked_of(event: AuditedEvent, tables: Mapping[tuple[int, int], AuditedTable]) -> dict[int, AuditedPlayer]:
    """The players without a place, with what they won; nothing if they were disqualified."""
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


def ranking_of(event: AuditedEvent, tables: Mapping[tuple[int, int], AuditedTable]) -> dict[int, AuditedPlayer]:
    """Rank players by finals, then by table points, then by score.

    Where everybody is ranked by points, a final counts only if the others play no more.
    """
    last = max((session for session, _ in tables), default=0)
    cuts = [cut for cut in event.cuts if cut.session <= last and not (cut.beside and event.by_points)]
    seated = {number for seats in event.seating for table in seats for number in table}
    seated |= {player for here in event.stand_ins for player, _ in here.values()}
    seated = seated.union(*event.turns.values())
    taking_part = event.players & seated if event.seating else event.players
    ranked = [
        number
        for number in taking_part
        if not _unranked_state(event, number, last) and _first(event, number) <= _following(event, last)
    ]
    points = dict.fromkeys(sorted(ranked), Fraction(0))
    scores = dict.fromkeys(points, 0)
    for (session, table), counted in tables.items():
        for seat, number in enumerate(event.seating[session - 1][table - 1]):
            begun = max((cut.session for cut in cuts if number in cut.players and not cut.carried), default=0)
            if number in points and session >= begun and number not in event.stand_in(session):
                points[number] += counted.table_points[seat]
                scores[number] += counted.scores[seat]
    for number in points.keys() & event.joined.keys():
        begun = max((cut.session for cut in cuts if number in cut.players and not cut.carried), default=1)
        missed = [session for session in range(begun, _first(event, number)) if session not in event.cancelled]
        own = _granted(event, tables, number, event.late_points, event.late_fixed)
        points[number] += len(missed) * own[0]
        scores[number] += len(missed) * own[1]
    for number in points:
        begun = max((cut.session for cut in cuts if number in cut.players and not cut.carried), default=1)
        turns = [session for session in _sat_out(event, number, last) if session >= begun]
        if turns:
            own = _granted(event, tables, number, event.sit_out_points, event.sit_out_fixed)
            points[number] += len(turns) * own[0]
            scores[number] += len(turns) * own[1]
    reached = {number: max((cut.session for cut in cuts if number in cut.players), default=0) for number in points}
    merit = {number: (reached[number], points[number], scores[number]) for number in points}
    return {
        number: AuditedPlayer(number, 1 + sum(other > own for other in merit.values()), own[1], own[2])
        for number, own in merit.items()
    }


def _first(event: AuditedEvent, number: int) -> int:
    """The session from which a player takes part.

    It is the one in which they joined, or an earlier one in which they have a seat of their own.
    """
    joined = event.joined.get(number, 1)
    for session in range(1, min(joined, len(event.seating) + 1)):
        here = any(number in seats for seats in event.seating[session - 1]) or number in event.turns.get(session, ())
        if here and session not in event.cancelled and number not in event.stand_in(session):
            return session
    return joined


def _sat_out(event: AuditedEvent, number: int, last: int) -> list[int]:
    """The sessions up to ``last`` that have begun, and in which a player was there without a seat."""
    found = []
    state, first = event.states.get(number, ("playing", 1))
    for session in range(1, min(last, len(event.seating)) + 1):
        tables = event.seating[session - 1]
        gone = state in ("withdrawn", "disqualified") and first <= session
        if session in event.cancelled or session not in event.begun or not tables or gone:
            continue
        played = any(number in seats and (session, table) not in event.taken_back
                     for table, seats in enumerate(tables, start=1))  # fmt: skip
        rests = number in event.turns.get(session, ()) or any(number in seats for seats in tables)
        if rests and not played:
            found.append(session)
    return found


def _granted(
    event: AuditedEvent,
    tables: Mapping[tuple[int, int], AuditedTable],
    number: int,
    rule: str,
    fixed: tuple[Fraction, int],
) -> tuple[Fraction, int]:
    """Table points and score for each session that a player could not play."""
    if rule != "average":
        return fixed if rule == "fixed" else (Fraction(0), 0)
    points, scores = [], []
    for (session, table), counted in tables.items():
        seats = event.seating[session - 1][table - 1]
        if number in seats and number not in event.stand_in(session):
            points.append(counted.table_points[seats.index(number)])
            scores.append(counted.without_penalties[seats.index(number)])
    if not points:
        return Fraction(0), 0
    rounded = int((Decimal(abs(sum(scores))) / len(scores)).quantize(Decimal(1), ROUND_HALF_UP))
    return Fraction(sum(points), len(points)), rounded if sum(scores) > 0 else -rounded


def _place_worth(scores: Sequence[int], score: int) -> Fraction:
    """4, 2, 1 or 0 for a place; players with the same score share what their places are worth together."""
    better, same = sum(other > score for other in scores), scores.count(score)
    return Fraction(sum((4, 2, 1, 0)[better : better + same]), same)


def season_of(
    event: AuditedEvent, tables: Mapping[tuple[int, int], AuditedTable], *, by_points: bool
) -> dict[int, AuditedSeason]:
    """Rank players by their evenings or games: each is one number, and the best are added up or averaged."""
    said = event.season
    by_place, by_game = said.get("count") == "places", said.get("per") == "game"
    extra = {} if by_place else dict(said.get("handicaps") or ())
    rounds: dict[int, dict[object, Fraction]] = {}
    evenings: dict[int, set[int]] = {}
    games: dict[int, int] = {}
    for (session, table), counted in tables.items():
        results: Sequence[int | Fraction] = counted.table_points if by_points else counted.scores
        if by_place:
            results = [_place_worth(counted.scores, score) for score in counted.scores]
        for number, result in zip(event.seating[session - 1][table - 1], results, strict=True):
            own = rounds.setdefault(number, {})
            which = (session, table) if by_game else session
            own[which] = own.get(which, Fraction(0)) + result + extra.get(number, 0)
            games[number] = games.get(number, 0) + 1
            evenings.setdefault(number, set()).add(session)
    best, least, enough = said.get("best"), said.get("least", 1), said.get("least_games", 0)
    worth: dict[int, Fraction] = {}
    for number, own in rounds.items():
        dearest = sorted(own.values(), reverse=True)[:best]
        worth[number] = sum(dearest, Fraction(0))
        if said.get("count") == "average":
            worth[number] /= len(dearest)
    apart = {number: state for number, (state, _) in event.states.items() if state != "playing"}
    complete = {number for number, own in evenings.items() if len(own) >= least and games[number] >= enough}
    ranked = [worth[number] for number in complete - apart.keys()]
    found: dict[int, AuditedSeason] = {}
    for number, value in worth.items():
        placed = number in complete and number not in apart
        rank = 1 + sum(other > value for other in ranked) if placed else None
        counts = Fraction(0) if apart.get(number) == "disqualified" else value
        found[number] = AuditedSeason(number, rank, counts, games[number])
    for number in apart.keys() - worth.keys():
        found[number] = AuditedSeason(number, None, Fraction(0), 0)
    return found
