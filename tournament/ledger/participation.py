"""Who takes part in the event, and as what: who is ranked, who plays for others, who has no table points."""

from collections.abc import Set
from dataclasses import dataclass

from tournament.event.player import PLAYS, Player, PlayerState, PlayerStatus, SubstituteCase
from tournament.ledger.state import EventState, plays_for_others


@dataclass(frozen=True, slots=True)
class SessionPeople:
    """Who is in a session not just to play for himself, by number."""

    unplaced: frozenset[int] = frozenset()
    """Who has no table points: plays for somebody who left during the session, or was disqualified."""
    substitutes: frozenset[int] = frozenset()
    """Who plays for somebody else."""


_NOBODY_SPECIAL = SessionPeople()


def player_status(state: EventState, number: int) -> PlayerStatus:
    """The state of player ``number``: what was said of it, else whether he only plays for others."""
    said = state.statuses.get(number)
    if said is not None:
        return said
    seats = plays_for_others(state, number)
    return PlayerStatus(PlayerState.SUBSTITUTE, seats[0]) if seats else PLAYS


def participants(state: EventState, session: int, base: Set[int] | None = None) -> frozenset[int]:
    """Numbers of the players who take part in ``session``: a new draw seats them and nobody else.

    They are those of ``base``, by default the players whom its draw seats, also at tables that are left out, who have
    not left or been disqualified by then; and those who joined or came back by then, unless a substitute plays for
    them. After a cut only finalists join them.
    """
    if base is None:
        base = state.seating.drawn(session) if state.seating is not None else frozenset()
    away = {player.player for (played, _), player in state.substitutions.items() if played == session}
    coming = {number for number, first in state.joined.items() if first <= session}
    coming |= {
        number
        for number, status in state.statuses.items()
        if status.state is PlayerState.PLAYING and status.first <= session
    }
    for final in state.finals:
        if final.session <= session:
            coming &= set(final.players)
    left = {
        number
        for number, status in state.statuses.items()
        if status.state in (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED) and status.first <= session
    }
    return frozenset((base | (coming & state.players.keys()) - away) - left)


def ranked_players(state: EventState, after: int) -> tuple[Player, ...]:
    """Who has a place after session ``after``: everybody until there is a draw, then who has a seat in it, or for whom
    somebody plays. Who joins late has one from the session before theirs on."""
    taking_part = _taking_part(state)
    return tuple(
        player
        for number, player in state.players.items()
        if number in taking_part
        and first_session(state, number) <= _following(state, after)
        and _status_after(state, number, after).state is PlayerState.PLAYING
    )


def missed_sessions(state: EventState, after: int) -> dict[int, tuple[int, ...]]:
    """The sessions before they joined, of each player who joined late and has a place after session ``after``."""
    if not state.joined:
        return {}
    late = (player.number for player in ranked_players(state, after) if player.number in state.joined)
    firsts = {number: first_session(state, number) for number in late}
    missed = {number: tuple(each for each in state.session_numbers if each < first) for number, first in firsts.items()}
    return {number: sessions for number, sessions in missed.items() if sessions}


def first_session(state: EventState, number: int) -> int:
    """The session from which player ``number`` takes part: the one that was said when they were added late, or an
    earlier one in which they have a seat of their own after all."""
    first = state.joined.get(number, 1)
    if first == 1 or state.seating is None:
        return first
    own = (
        session
        for session in state.drawn_sessions
        if number in state.seating.seated(session) and (session, number) not in state.substitutions
    )
    return min(first, next(own, first))


def unranked_players(state: EventState, after: int) -> tuple[tuple[Player, PlayerStatus], ...]:
    """Who has none, and why: whoever left or was disqualified, and the substitutes."""
    taking_part = _taking_part(state) | state.statuses.keys()
    known = ((player, _status_after(state, number, after)) for number, player in state.players.items()
             if number in taking_part)  # fmt: skip
    return tuple((player, status) for player, status in known if status.state is not PlayerState.PLAYING)


def session_people(state: EventState, session: int) -> SessionPeople:
    """Who is in ``session`` not just to play for himself."""
    if not state.substitutions and not state.statuses:
        return _NOBODY_SPECIAL
    here = {number: each for (played, number), each in state.substitutions.items() if played == session}
    unplaced = {number for number, each in here.items() if each.case is not SubstituteCase.ABSENT}
    out = {
        number
        for number, status in state.statuses.items()
        if status.state is PlayerState.DISQUALIFIED and status.first <= session
    }
    return SessionPeople(frozenset(unplaced | (out if state.settings.format.is_drawn else set())), frozenset(here))


def _status_after(state: EventState, number: int, session: int) -> PlayerStatus:
    """The state of a player as it counts after ``session``: who leaves later is not gone yet."""
    status = player_status(state, number)
    if status.state is PlayerState.WITHDRAWN and status.first > _following(state, session):
        return PLAYS
    return status


def _following(state: EventState, session: int) -> int:
    """The session after ``session``; after the last one the number that it would have."""
    return next((each for each in state.session_numbers if each > session), session + 1)


def _taking_part(state: EventState) -> Set[int]:
    """Numbers of who has a seat, played or to be played, or for whom somebody plays; of all before the draw."""
    if state.seating is None:
        return state.players.keys()
    seated = {number for tables in state.seating.sessions for seats in tables for number in seats}
    return seated | {each.player for each in state.substitutions.values()}
