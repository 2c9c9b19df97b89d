"""The people of an event: substitutes, players who leave or come back, and one person registered twice.

How each of them counts is in docs/rules.md, "People".
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import assert_never

from msgspec import structs

from tournament.event.player import Player, PlayerState, PlayerStatus, PublicName, SubstituteCase
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.roster import FIELDS, field_label, player_problems
from tournament.event.seating import Seating
from tournament.language import Text, folded, listed, mark, mark_count
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import Leaving, PlayerReplaced, PlayersMerged, PlayerStateChanged
from tournament.ledger.state import participants
from tournament.standings.state_words import status_text
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import (
    ChangePlayerState,
    LeaveToSubstitute,
    MergePlayers,
    PeopleCommand,
    ReplacementCommand,
    ReplacePlayer,
    SubstitutePlayer,
)
from tournament.use_cases.draft import Draft
from tournament.use_cases.draw_checks import (
    advice_text,
    check_free,
    check_known,
    check_session,
    published_draw,
    sessions_from,
)
from tournament.use_cases.view import View, cancelled_problem, refuse_closed


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat that needs another player, because its player left the event."""

    session: int
    table: int
    column: int
    """0–3."""
    player: Player


@dataclass(frozen=True, slots=True)
class PlannedState:
    """The effects of a change of state that is not written yet."""

    fact: PlayerStateChanged
    open_seats: tuple[OpenSeat, ...]
    """The seats that then need another player."""
    remarks: tuple[Problem, ...]
    """Remarks to show before it is written."""


def vacant_seats(view: View, session: int) -> tuple[OpenSeat, ...]:
    """Return the :func:`open_seats` of one session."""
    return tuple(seat for seat in open_seats(view) if seat.session == session)


def vacant_players(view: View, session: int) -> frozenset[int]:
    """Return the numbers of the players who left and whose seats in ``session`` nobody has taken yet."""
    return frozenset(seat.player.number for seat in vacant_seats(view, session))


def open_seats(view: View) -> tuple[OpenSeat, ...]:
    """Return the seats of players who left the event, by session and table, at tables without entries."""
    seating = view.seating
    if seating is None or not view.state.statuses or not view.settings.format.is_drawn:
        return ()
    gone = {
        number: status.first
        for number, status in view.state.statuses.items()
        if status.state in (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED)
    }
    return tuple(
        OpenSeat(session, table, column, view.players[number])
        for session in view.drawn_sessions
        for table, seats in seating.played(session)
        for column, number in enumerate(seats)
        if session >= gone.get(number, session + 1) and table not in view.touched(session)
    )


def vacant_seats_text(seats: Sequence[OpenSeat]) -> Text:
    """Return how many seats of one session have no player: “2 seats have no player: table 3 (Ada Sample), …”."""
    named = (mark("table {table} ({player})", table=seat.table, player=seat.player.name) for seat in seats)
    return mark_count(
        "{count} seat has no player: {seats}. Name a substitute.",
        "{count} seats have no player: {seats}. Name substitutes.",
        len(seats),
        seats=listed(named),
    )


def missing_players(view: View) -> tuple[Player, ...]:
    """Return the players who are not checked in, except those who left the event."""
    left = (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED)
    here = view.state.present
    return tuple(
        player
        for number, player in view.players.items()
        if number not in here and view.status(number).state not in left
    )


def players_without_seat(view: View, session: int) -> tuple[Player, ...]:
    """Return the players who take part in ``session`` but have no seat in it, because they joined late or came back."""
    seating = view.seating
    if seating is None or not seating.tables(session):
        return ()
    without = participants(view.state, session) - seating.drawn(session)
    return tuple(view.players[number] for number in sorted(without))


def usual_first(view: View, number: int, state: PlayerState) -> int:
    """Return the session from which a change of state counts by default.

    It is the first session after those that the player has begun to play, or sits out while others play. For a
    disqualification it is the session that they are playing, if their sheet is not signed. A substitute without a seat
    becomes a player from the first session that has not begun.
    """
    if view.seating is None or not view.settings.format.is_drawn:
        return 1
    if state is PlayerState.PLAYING and view.status(number).state is PlayerState.SUBSTITUTE:
        seated = [session for session in view.drawn_sessions if view.seating.place_of(number, session) is not None]
        if not seated:
            return next((each for each in view.session_numbers if not view.touched(each)), max(1, view.sessions))
    for session in view.drawn_sessions:
        place = view.seating.place_of(number, session)
        if place is None or place[0] not in view.touched(session):
            later = (each for each in view.drawn_sessions if each >= session)
            if not any(_has_begun(view, number, other) for other in later):
                return session
        elif state is PlayerState.DISQUALIFIED and view.sheet(session, place[0]).closed is None:
            return session
    return max(view.drawn_sessions, default=1)


def plan_state(view: View, number: int, state: PlayerState, *, first: int | None = None) -> PlannedState:
    """Return the effects of giving player ``number`` this ``state`` from session ``first`` on.

    By default ``first`` is :func:`usual_first`. Raise Refused if the change is impossible.
    """
    check_known(view, number)
    first = usual_first(view, number, state) if first is None else first
    _refuse_session(view, first)
    if state is PlayerState.WITHDRAWN:
        _refuse_begun(view, number, first)
    returned = _seats_back(view, number, first) if state is PlayerState.PLAYING else ()
    fact = PlayerStateChanged(number, state, first, returned=returned)
    seats = _open_after(view, fact)
    return PlannedState(fact, seats, _open_remarks(view, number, seats))


def write_people(draft: Draft, command: PeopleCommand) -> Remarks:
    """Write what :func:`plan_state` or :func:`plan_merge` plans; nothing if it would change nothing."""
    view, number = draft.view, command.number
    match command:
        case ChangePlayerState():
            planned = plan_state(view, number, command.state, first=command.first)
            fact = planned.fact
            if view.status(number) != PlayerStatus(fact.state, fact.first) or fact.returned:
                draft.add(EVENT_STREAM, fact)
            return planned.remarks
        case MergePlayers():
            draft.add(EVENT_STREAM, plan_merge(view, number, command.other, reason=command.reason))
            return ()
        case _:
            assert_never(command)


def plan_merge(view: View, number: int, other: int, *, reason: str = "") -> PlayersMerged:
    """Return the entry that merges ``number`` and ``other``, who are one person.

    ``number`` stays, with the seats and results of both, and with the data of ``other`` where its own are empty. Where
    only one of them sits out, the person plays. Raise Refused if both have a seat in one session, or in one game of an
    evening, if one is the other's substitute, or if one sits out where the other has or is a substitute.
    """
    for each in (number, other):
        check_known(view, each)
    if number == other:
        raise Refused(Problem("merge-alone", mark("Name two players to merge."), "other"))
    kept, gone = view.players[number], view.players[other]
    _refuse_together(view, kept, gone)
    merged = replace(
        kept,
        country=kept.country or gone.country,
        ema_number=kept.ema_number or gone.ema_number,
        club=kept.club or gone.club,
        team=kept.team or gone.team,
        table=kept.table or gone.table,
        sit_out=kept.sit_out or gone.sit_out,
        public=gone.public if kept.public is PublicName.NAME else kept.public,
        nickname=kept.nickname or gone.nickname,
        latin_first_name=kept.latin_first_name or gone.latin_first_name,
        latin_last_name=kept.latin_last_name or gone.latin_last_name,
    )
    rest = [player for player in view.players.values() if player.number not in (number, other)]
    problems = player_problems((*rest, merged))
    if problems:
        raise Refused(*problems)
    return PlayersMerged(merged, other, reason.strip())


def merge_effect(view: View, fact: PlayersMerged) -> tuple[Text, ...]:
    """Return what a merge changes, line by line, to show it before it is made."""
    kept, gone = view.players[fact.player.number], view.players[fact.other]
    seats = [_place_text(*place) for place in _seats_of(view, gone.number)]
    lines = [
        mark_count(
            "{count} seat is transferred with its result: {seats}.",
            "{count} seats are transferred with their results: {seats}.",
            len(seats),
            seats=tuple(seats),
        )
        if seats
        else mark(
            "{player} has no seat yet: only their line in the list is removed.", player=f"{gone.number} {gone.name}"
        )
    ]
    lines += [
        mark("{field} is kept: {text}.", field=field_label(field), text=getattr(fact.player, field))
        for field in FIELDS
        if getattr(fact.player, field) != getattr(kept, field)
    ]
    lines += [
        mark("{field} is dropped: {gone}; {kept} stays.", field=field_label(field), gone=lost, kept=stays)
        for field in FIELDS
        if (lost := getattr(gone, field)) and lost != (stays := getattr(fact.player, field))
    ]
    lines += [
        mark("{player} does not sit out in session {session}: they have a seat.", player=kept.name, session=session)
        for session in (view.seating or Seating(())).session_numbers
        if _plays_and_sits_out(view, kept.number, gone.number, session)
    ]
    if gone.number in view.state.statuses and kept.number not in view.state.statuses:
        lines.append(status_text(kept.name, view.status(gone.number)))
    if gone.number in view.state.present and kept.number not in view.state.present:
        lines.append(mark("{player} is checked in.", player=kept.name))
    return tuple(lines)


def _seats_of(view: View, number: int) -> Iterator[tuple[int, int]]:
    seating = view.seating or Seating(())
    for session in view.drawn_sessions:
        for table, seats in seating.played(session):
            if number in seats:
                yield session, table


def _place_text(session: int, table: int) -> Text:
    return mark("session {session}, table {table}", session=session, table=table)


def open_seats_text(seats: Sequence[OpenSeat]) -> Text:
    """Return “session 3, table 4; session 4, table 1” for the seats of one player."""
    text = _seat_text(seats[0])
    for seat in seats[1:]:
        text = mark("{before}; {seat}", before=text, seat=_seat_text(seat))
    return text


def _seat_text(seat: OpenSeat) -> Text:
    return mark("session {session}, table {table}", session=seat.session, table=seat.table)


def _open_after(view: View, fact: PlayerStateChanged) -> tuple[OpenSeat, ...]:
    seating = view.seating
    leaves = fact.state in (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED)
    if seating is None or not leaves or not view.settings.format.is_drawn:
        return ()
    places = ((session, seating.place_of(fact.number, session)) for session in view.drawn_sessions)
    return tuple(
        OpenSeat(session, place[0], place[1], view.players[fact.number])
        for session, place in places
        if session >= fact.first and place is not None and place[0] not in view.touched(session)
    )


def _open_remarks(view: View, number: int, seats: Sequence[OpenSeat]) -> tuple[Problem, ...]:
    if not seats:
        return ()
    text = mark_count(
        "{count} seat of {player} is vacant: {seats}. Name a substitute from session {session} on.",
        "{count} seats of {player} are vacant: {seats}. Name a substitute from session {session} on.",
        len(seats),
        player=view.players[number].name,
        seats=open_seats_text(seats),
        session=seats[0].session,
    )
    return (Problem("seats-open", text, "number", Gravity.REMARK),)


def _refuse_session(view: View, first: int) -> None:
    last = max(1, view.sessions)
    if first in view.state.cancelled:
        raise Refused(replace(cancelled_problem(first), field="from"))
    if not 1 <= first <= last:
        text = mark("There is no session {session}: the event has sessions 1 to {last}.", session=first, last=last)
        raise Refused(Problem("session-unknown", text, "from"))


def _refuse_begun(view: View, number: int, first: int) -> None:
    """Raise Refused if the player has begun to play session ``first`` or a later one: somebody must finish it."""
    seating = view.seating
    if seating is None or not view.settings.format.is_drawn:
        return
    for session in seating.session_numbers:
        place = seating.place_of(number, session)
        if session >= first and place is not None and place[0] in view.touched(session):
            text = mark(
                "{player} is already playing: the sheet of table {table}, session {session} has "
                "entries. {advice} For this session, name a substitute for a player who is ill.",
                player=view.players[number].name,
                table=place[0],
                session=session,
                advice=advice_text(view, session),
            )
            raise Refused(Problem("table-begun", text, "from"))


def _has_begun(view: View, number: int, session: int) -> bool:
    """Whether the player has begun to play the session, or sits it out while others play."""
    if view.seating is None:
        return False
    place = view.seating.place_of(number, session)
    if place is None:
        return session in view.state.begun and number in view.seating.sitting_out(session)
    return place[0] in view.touched(session)


def _seats_back(view: View, number: int, first: int) -> tuple[int, ...]:
    """Return the sessions from ``first`` on that a substitute would have played for the player and has not begun."""
    seating = view.seating
    if seating is None:
        return ()
    back = []
    for (session, substitute), each in view.state.substitutions.items():
        place = seating.place_of(substitute, session)
        if each.player == number and session >= first and place is not None and place[0] not in view.touched(session):
            back.append(session)
    return tuple(sorted(back))


def _refuse_together(view: View, kept: Player, gone: Player) -> None:
    seating = view.full_state.seating or Seating(())  # a cancelled session can be restored
    both = {kept.number, gone.number}
    for session in seating.session_numbers:
        groups: list[Collection[int]] = list(seating.tables(session))
        if view.settings.format.is_drawn:
            groups = [seating.seated(session)]
        if any(both.issubset(group) for group in groups):
            text = mark(
                "{one} and {other} both have a seat in session {session}: they are two people.",
                one=kept.name,
                other=gone.name,
                session=session,
            )
            raise Refused(Problem("seated-both", text, "other"))
    for session in seating.session_numbers:
        _refuse_substitute_sitting_out(view, kept, gone, session)
    if any(number in both and each.player in both for (_, number), each in view.full_state.substitutions.items()):
        text = mark(
            "{one} and {other} are substitutes for each other: they are two people.", one=kept.name, other=gone.name
        )
        raise Refused(Problem("seated-both", text, "other"))


def _refuse_substitute_sitting_out(view: View, kept: Player, gone: Player, session: int) -> None:
    """Raise Refused if one of two sits out in ``session``, and the other plays there for somebody, or has a substitute.

    Seats of others are no seats of theirs, and nobody plays for a player who sits out.
    """
    seating, substitutions = view.full_state.seating or Seating(()), view.full_state.substitutions
    out = seating.sitting_out(session)
    for one, other in ((kept, gone), (gone, kept)):
        if one.number not in out or other.number in out:
            continue
        values = {"one": one.name, "other": other.name, "session": session}
        if (session, other.number) in substitutions:
            text = mark("{one} sits out in session {session}, where {other} is a substitute: they are two people.",
                        **values)  # fmt: skip
            raise Refused(Problem("sits-out", text, "other"))
        if any(first == session and each.player == other.number for (first, _), each in substitutions.items()):
            text = mark("{one} sits out in session {session}, where {other} has a substitute: they are two people.",
                        **values)  # fmt: skip
            raise Refused(Problem("sits-out", text, "other"))


def _plays_and_sits_out(view: View, one: int, other: int, session: int) -> bool:
    """Whether one of two players has a seat in ``session`` and the other sits out."""
    seating = view.seating or Seating(())
    out = seating.sitting_out(session)
    return bool(out.intersection((one, other))) and any(
        number in seats for seats in seating.tables(session) for number in (one, other)
    )


@dataclass(frozen=True, slots=True)
class Replacement:
    """Who would play in whose place, and in which sessions. Nothing is written."""

    number: int
    """The player who leaves."""
    coming: Player
    """The player who comes, with the number that they have or would get."""
    is_new: bool
    """Whether they are not on the list of players yet."""
    sessions: tuple[int, ...]
    seating: Seating
    """The draw as it would be."""
    remarks: tuple[Problem, ...]
    """Remarks to show first: opponents met twice, wishes not met, a name much like one on the list."""
    case: SubstituteCase | None = None
    """Why a substitute plays for them; None if the seats are the other player's own from now on."""


def free_sessions(view: View, number: int) -> tuple[int, ...]:
    """Return the sessions in which player ``number`` has a seat at a table without entries."""
    seating = published_draw(view)
    places = ((session, seating.place_of(number, session)) for session in sessions_from(view, 1, number))
    return tuple(session for session, place in places if place and place[0] not in view.touched(session))


def unseated(view: View, sessions: Sequence[int]) -> tuple[Player, ...]:
    """Return the players on the list who have no seat in any of ``sessions``, such as reserves."""
    seated = frozenset[int]().union(*(published_draw(view).seated(session) for session in sessions))
    return tuple(player for number, player in view.players.items() if number not in seated)


def named_player(players: Mapping[int, Player], written: str) -> Player | int:
    """Return the player whom ``written`` means: the number given or found, or a new player (of number 0).

    It is a number, ``17 Ada Sample``, ``Ada Sample`` or ``Sample, Ada``; without a comma the last word of a new name is
    the last name. A number is not looked up. Raise Refused if several players on the list have that name.
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
    """Return the usual case of a replacement; None if the other player takes the seats as their own.

    The seats become their own if they take all seats of a player, if they have a seat of their own in the draw, or if
    somebody already plays for that player. Otherwise they are a substitute for an absent player.
    """
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
    """Return the effects if somebody takes the seats of player ``number`` from session ``first`` to ``last``.

    Without ``last`` it is the last session. ``substitute`` is a new player, who gets the next number, or the number of
    a player who has no seat in these sessions. With a ``case`` they play for the other player, who keeps their place in
    the standings; then the tables may be in play. Without one the seats are their own from now on, and a new player has
    the club and the team of the one who leaves unless their own are given. Raise Refused if that is impossible.
    """
    seating = published_draw(view)
    check_known(view, number)
    end = len(seating.sessions) if last is None else last
    for session in (first, end):
        check_session(view, session)
    sessions = tuple(session for session in sessions_from(view, first, number) if session <= end)
    if case is not None:  # nobody plays for a player who sits out
        sessions = tuple(session for session in sessions if number in seating.seated(session))
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
    """Write who takes a player's seats. The seats of a closed session stay as they are."""
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
    """Write that a player left and who plays the seats left open, in one entry that can be undone.

    Raise Refused if the player may not leave, has no seat from then on, or cannot be replaced.
    """
    said = plan_state(draft.view, command.number, command.state, first=command.first)
    fact = said.fact
    seats = said.open_seats[0].session if said.open_seats else fact.first
    planned = plan_replacement(draft.view, command.number, command.substitute, first=seats, case=SubstituteCase.ABSENT)
    draft.add(EVENT_STREAM, structs.replace(_fact(planned), leaving=Leaving(fact.state, fact.first)))
    return planned


def plan_substitute(view: View, command: SubstitutePlayer) -> Replacement:
    """Return the effects if somebody plays for a player by ``command``. Raise Refused if that is impossible."""
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
        seating = published_draw(view)
        for session in sessions:
            if substitute in seating.sitting_out(session):
                text = mark("{player} sits out in session {session}: swap the two players there instead.",
                            player=player.name, session=session)  # fmt: skip
                raise Refused(Problem("sits-out", text, "substitute"))
            if substitute in seating.seated(session):
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


def _names(player: Player) -> tuple[str, ...]:
    return tuple(map(folded, player.names))


def _alike(view: View, coming: Player, sessions: Sequence[int]) -> Iterator[Problem]:
    names = {folded(player.name): player for player in unseated(view, sessions)}
    near = get_close_matches(folded(coming.name), names, n=1, cutoff=0.8)
    if near:
        player = names[near[0]]
        text = mark("{player} is new. Or do you mean {number} {near}, who is on the list?",
                    player=coming.name, number=player.number, near=player.name)  # fmt: skip
        yield Problem("name-alike", text, "substitute", Gravity.REMARK)


def _met_again(view: View, after: Seating, coming: Player, sessions: Sequence[int]) -> Iterator[Problem]:
    """Yield a remark if the player meets opponents both in the seats that they take and in their own."""
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
    """Yield a remark if the player meets opponents from whom the wishes of the draw keep them apart."""
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
    return tuple(session for session in seating.session_numbers if number in seating.seated(session))


def _opponents(seating: Seating, number: int, session: int) -> tuple[int, ...]:
    seats = next((seats for _, seats in seating.played(session) if number in seats), ())
    return tuple(other for other in seats if other != number)
