"""Somebody takes a player's seats: who can, what that does, and doing it. Nobody else's seat changes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import assert_never

from msgspec import structs

from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.roster import player_problems
from tournament.event.seating import Seating
from tournament.language import Text, folded, mark, mark_count
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import Leaving, PlayerReplaced
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import LeaveToSubstitute, ReplacementCommand, ReplacePlayer, SubstitutePlayer
from tournament.use_cases.draft import Draft
from tournament.use_cases.draw_checks import check_free, check_known, check_session, published_draw, sessions_from
from tournament.use_cases.people import plan_state
from tournament.use_cases.place_problems import refuse_closed
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class Replacement:
    """Who would play for whom, and in which sessions; nothing is written."""

    number: int
    """Who leaves."""
    coming: Player
    """With the number that he has, or would get."""
    is_new: bool
    """Not on the list of players yet."""
    sessions: tuple[int, ...]
    seating: Seating
    """The draw as it would be."""
    remarks: tuple[Problem, ...]
    """What is worth knowing first: opponents met twice, wishes not met, a name much like one on the list."""
    case: SubstituteCase | None = None
    """Why a substitute plays for him; None: the seats are the other's own from now on."""


def free_sessions(view: View, number: int) -> tuple[int, ...]:
    """The sessions in which player ``number`` has a seat at a table on whose sheet nothing stands."""
    seating = published_draw(view)
    places = ((session, seating.place_of(number, session)) for session in sessions_from(view, 1, number))
    return tuple(session for session, place in places if place and place[0] not in view.touched(session))


def unseated(view: View, sessions: Sequence[int]) -> tuple[Player, ...]:
    """Players on the list who have no seat in any of ``sessions``: reserves, who left, who did not reach the final."""
    seated = frozenset[int]().union(*(published_draw(view).seated(session) for session in sessions))
    return tuple(player for number, player in view.players.items() if number not in seated)


def named_player(players: Mapping[int, Player], written: str) -> Player | int:
    """Whom ``written`` means: the number of somebody on the list, or a new player (of number 0) of that name.

    A number, ``17 Ada Sample``, ``Ada Sample`` or ``Sample, Ada``; without a comma the last word of a new name is the
    last name. Refused when several on the list have that name.
    """
    words = written.split()
    number = words[0].rstrip(".:") if words else ""
    if number.isascii() and number.isdigit() and len(number) <= 6:
        return int(number)
    last, comma, first = (part.strip() for part in written.partition(","))
    name = f"{first} {last}" if comma else " ".join(words)
    known = [each for each, player in players.items() if folded(name) in _names(player)]
    if len(known) == 1:
        return known[0]
    if known:
        text = mark("several players are called “{name}”: enter the number, one of {numbers}.",
                    name=name, numbers=tuple(map(str, known)))  # fmt: skip
        raise Refused(Problem("name-shared", text, "substitute"))
    if not comma:
        first, _, last = name.rpartition(" ")
    return Player(0, first, last)


def usual_case(
    view: View, number: int, substitute: Player | int, *, first: int, last: int | None = None
) -> SubstituteCase | None:
    """What it is when nobody says: who plays all the seats of somebody who never sat down plays for himself, and so
    does who has a seat of his own in the draw; anybody else is a substitute for who is absent."""
    seating = published_draw(view)
    seats = sessions_from(view, 1, number)
    taken = [session for session in seats if first <= session <= (last or len(seating.sessions))]
    if any((session, number) in view.state.substitutions for session in taken):
        return None
    if isinstance(substitute, int):
        own = [session for session in sessions_from(view, 1, substitute)
               if (session, substitute) not in view.state.substitutions]  # fmt: skip
        if own:
            return None
        if view.status(substitute).state is PlayerState.SUBSTITUTE:
            return SubstituteCase.ABSENT
    return None if len(taken) == len(seats) else SubstituteCase.ABSENT


def plan_replacement(
    view: View,
    number: int,
    substitute: Player | int,
    *,
    first: int,
    last: int | None = None,
    case: SubstituteCase | None = None,
) -> Replacement:
    """What it does when somebody takes the seats of player ``number`` from session ``first`` to ``last`` or the end.

    ``substitute`` is a new player, who gets the next number, or the number of one who has no seat in these sessions.
    With a ``case`` he plays for the other, who keeps his place: then the seats may be at tables in play. Without one
    they are his own from now on; somebody new has the club and the team of who leaves unless he brings his own.
    Refused when that cannot be.
    """
    seating = published_draw(view)
    check_known(view, number)
    end = len(seating.sessions) if last is None else last
    for session in (first, end):
        check_session(view, session)
    sessions = tuple(session for session in sessions_from(view, first, number) if session <= end)
    if not sessions:
        text = mark("{player} has no seat from session {session} on.", player=view.players[number].name, session=first)
        if last is not None:
            text = mark("{player} has no seat in sessions {first} to {last}.",
                        player=view.players[number].name, first=first, last=last)  # fmt: skip
        raise Refused(Problem("not-seated", text, "number"))
    for session in sessions:
        check_free(view, number, session, playing=case is not None)
    if isinstance(substitute, Player) and case is None:
        leaving = view.players[number]
        substitute = replace(substitute, club=substitute.club or leaving.club, team=substitute.team or leaving.team)
    coming = _substitute(view, substitute, sessions)
    after = seating.renamed({number: coming.number}, sessions)
    remarks = (
        *(_alike(view, coming, sessions) if coming.number not in view.players else ()),
        *_met_again(view, after, coming, sessions),
        *_wished_apart(view, after, coming, sessions),
    )
    return Replacement(number, coming, coming.number not in view.players, sessions, after, tuple(remarks), case)


def write_replacement(draft: Draft, command: ReplacementCommand) -> Remarks:
    """Write who takes a player's seats; the seats of a closed session stay."""
    match command:
        case ReplacePlayer():
            planned = plan_replacement(
                draft.view,
                command.number,
                command.substitute,
                first=command.first,
                last=command.last,
                case=command.case,
            )
            draft.add(EVENT_STREAM, _fact(planned))
        case LeaveToSubstitute():
            planned = _leave_to_substitute(draft, command)
        case SubstitutePlayer():
            planned = plan_substitute(draft.view, command)
            refuse_closed(draft.view.state, *planned.sessions)
            draft.add(EVENT_STREAM, _fact(planned))
        case _:
            assert_never(command)
    return planned.remarks


def _leave_to_substitute(draft: Draft, command: LeaveToSubstitute) -> Replacement:
    """Write that a player left, and who plays the seats left open: one entry, and one undo.

    Refused where no seat is left open, and by all that refuses either; then nothing is written.
    """
    said = plan_state(draft.view, command.number, command.state, first=command.first)
    fact = said.fact
    seats = said.open_seats[0].session if said.open_seats else fact.first
    planned = plan_replacement(draft.view, command.number, command.substitute, first=seats, case=SubstituteCase.ABSENT)
    draft.add(EVENT_STREAM, structs.replace(_fact(planned), leaving=Leaving(fact.state, fact.first)))
    return planned


def plan_substitute(view: View, command: SubstitutePlayer) -> Replacement:
    """What it does when somebody plays for a player by ``command``; Refused when that cannot be."""
    disqualified = command.case is SubstituteCase.DISQUALIFIED
    last = command.session if command.until is None and not disqualified else command.until
    check_known(view, command.player)
    substitute = named_player(view.players, command.by)
    return plan_replacement(view, command.player, substitute, first=command.session, last=last, case=command.case)


def _fact(planned: Replacement) -> PlayerReplaced:
    return PlayerReplaced(planned.number, planned.coming, planned.sessions, case=planned.case)


def _substitute(view: View, substitute: Player | int, sessions: Sequence[int]) -> Player:
    if isinstance(substitute, int):
        check_known(view, substitute)
        player = view.players[substitute]
        for session in sessions:
            if substitute in published_draw(view).seated(session):
                raise Refused(Problem("seated-already", mark(
                    "{player} already has a seat in session {session}. {advice}", player=player.name, session=session,
                    advice=_who_is_free(view, sessions),
                ), "substitute"))  # fmt: skip
        return player
    player = replace(substitute, number=view.state.last_number + 1)
    problems = player_problems((*view.players.values(), player))
    if problems:
        raise Refused(*problems)
    return player


def _who_is_free(view: View, sessions: Sequence[int]) -> Text:
    free = unseated(view, sessions)
    if not free:
        return mark("Everybody on the list has a seat: enter a new name.")
    return mark("Not seated: {number} {player}.", number=free[0].number, player=free[0].name)


def _names(player: Player) -> tuple[str, str]:
    return folded(player.name), folded(f"{player.last_name} {player.first_name}")


def _alike(view: View, coming: Player, sessions: Sequence[int]) -> Iterator[Problem]:
    names = {folded(player.name): player for player in unseated(view, sessions)}
    near = get_close_matches(folded(coming.name), names, n=1, cutoff=0.8)
    if near:
        player = names[near[0]]
        text = mark("{player} is new. Or do you mean {number} {near}, who is on the list?",
                    player=coming.name, number=player.number, near=player.name)  # fmt: skip
        yield Problem("name-alike", text, "substitute", Gravity.REMARK)


def _met_again(view: View, after: Seating, coming: Player, sessions: Sequence[int]) -> Iterator[Problem]:
    """Opponents of a seat that he takes whom he meets in a seat of his own too."""
    met: dict[int, list[int]] = {}
    for session in _sessions_of(after, coming.number):
        for other in _opponents(after, coming.number, session):
            met.setdefault(other, []).append(session)
    taken = set(sessions)
    again = {other: own for other, own in met.items() if taken.intersection(own) and not taken.issuperset(own)}
    if again:
        other, own = next(iter(again.items()))
        text = mark_count(
            "{player} would meet {other} again (sessions {sessions}).",
            "{player} would meet {count} players again, starting with {other} (sessions {sessions}).",
            len(again),
            player=coming.name,
            other=view.players[other].name,
            sessions=tuple(map(str, own)),
        )
        yield Problem("met-again", text, "substitute", Gravity.REMARK)


def _wished_apart(view: View, after: Seating, coming: Player, sessions: Sequence[int]) -> Iterator[Problem]:
    """Opponents from whom the wishes of the draw keep him apart; the first of them with the place."""
    wishes = after.wishes
    pairs = {frozenset(pair[:2]) for pair in wishes.pairs}
    met: dict[int, int] = {}
    for session in sessions:
        for other in _opponents(after, coming.number, session):
            shared = any(_same(coming, view.players[other], field) for field, _ in wishes.apart)
            if shared or frozenset((coming.number, other)) in pairs:
                met.setdefault(other, session)
    if met:
        other, session = next(iter(met.items()))
        place = after.place_of(other, session)
        text = mark_count(
            "Contrary to the wishes, {player} would meet {other} (session {session}, table {table}).",
            "Contrary to the wishes, {player} would meet {count} players, starting with {other} "
            "(session {session}, table {table}).",
            len(met),
            player=coming.name,
            other=view.players[other].name,
            session=session,
            table=place[0] if place else 0,
        )
        yield Problem("wish-unmet", text, "substitute", Gravity.REMARK)


def _same(one: Player, other: Player, field: str) -> bool:
    mine, theirs = folded(getattr(one, field)), folded(getattr(other, field))
    return bool(mine) and mine == theirs


def _sessions_of(seating: Seating, number: int) -> tuple[int, ...]:
    return tuple(session for session in range(1, len(seating.sessions) + 1) if number in seating.seated(session))


def _opponents(seating: Seating, number: int, session: int) -> tuple[int, ...]:
    seats = next((seats for _, seats in seating.played(session) if number in seats), ())
    return tuple(other for other in seats if other != number)
