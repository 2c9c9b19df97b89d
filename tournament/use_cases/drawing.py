"""Seat the players: plan a draw, publish it, change it, and draw in the hall."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import randbelow
from typing import assert_never

from tournament.draw import DrawProblem, SittingOut, check_size, make_plan
from tournament.draw.ranking import straight_tables, swiss_tables
from tournament.draw.rest import draw_rest
from tournament.draw.search import SeededRandom
from tournament.draw.sitting_out import Turns
from tournament.event.player import Player, PlayerState
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.roster import player_problems
from tournament.event.seating import LETTERS, Final, Seating, SeatingWishes, Seats, turns_of
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import (
    DrawPublished,
    LotDrawn,
    PlayerChanged,
    PlayerReplaced,
    PlayersSwapped,
    SessionSeated,
    SessionsRedrawn,
    TableAdded,
    TableLeftOut,
)
from tournament.ledger.session import SessionState
from tournament.ledger.state import participants, sitting_out
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import (
    AddTable,
    DrawCommand,
    DrawLot,
    GiveLots,
    GiveTeams,
    LeaveTableOut,
    PublishDraw,
    RedrawSessions,
    SeatSession,
    SwapPlayers,
)
from tournament.use_cases.draft import Draft
from tournament.use_cases.draw_checks import (
    begun_text,
    check_free,
    check_known,
    check_session,
    check_untouched,
    published_draw,
    refuse_without_draw,
)
from tournament.use_cases.final_beside import (
    STRAIGHT,
    WAYS,
    check_final,
    final_group,
    left_out_remark,
    refuse_final_redrawn,
    refuse_mixed,
    refuse_mixed_table,
    refuse_swap,
    seated_beside,
)
from tournament.use_cases.seating_wishes import (
    drawn_players,
    fixed_tables,
    placed_wishes,
    sitting_remarks,
    table_problems,
    turn_remarks,
    wish_problems,
    wished_turns,
)
from tournament.use_cases.view import View, refuse_closed, session_problem, table_problem

REDRAWN = "redrawn"
"""The method of sessions that are drawn again while others stay."""
SEEDS = 2**31
PART_OF_A_TABLE = "part-of-a-table"
"""The code of the refusal to seat players who do not fill the tables of a session."""
SIT_OUT_RULE = "sit-out-rule"
"""The code of the refusal to let players sit out before the event says what they get for it."""


def swapped(view: View, one: int, other: int, sessions: Sequence[int], *, reason: str = "") -> Seating:
    """Return the draw with the seats of two players swapped in ``sessions``. Raise Refused if that is impossible.

    A ``reason`` also allows it at tables in play, where the two have sat in each other's seats from the start. Entries
    stay in their columns, so each player gets the results of the hands that they played.
    """
    seating = published_draw(view)
    if one == other:
        raise Refused(Problem("swap-alone", mark("Choose two players to swap."), "other"))
    if not sessions:
        raise Refused(Problem("sessions-missing", mark("Choose the session in which to swap them."), "session"))
    for session in sessions:
        check_session(view, session)
        for number in (one, other):
            check_free(view, number, session, playing=bool(reason.strip()))
    refuse_swap(view, one, other, sessions)
    return seating.renamed({one: other, other: one}, sessions)


def swap_players(draft: Draft, command: SwapPlayers) -> Remarks:
    """Swap the seats of two players; see :func:`swapped`."""
    one, other, reason = command.one, command.other, command.reason
    swapped(draft.view, one, other, command.sessions, reason=reason)
    draft.add(EVENT_STREAM, PlayersSwapped(one, other, tuple(sorted(set(command.sessions))), reason.strip()))
    return ()


def plan_rest(
    view: View,
    first: int,
    *,
    seed: int | None = None,
    wishes: SeatingWishes | None = None,
    sit_out: bool | None = None,
    progress: Callable[[float], bool] | None = None,
) -> Seating:
    """Return the draw with the sessions from ``first`` on drawn again; nothing is written.

    Each session seats the players who take part in it (:func:`participants`). If they do not fill the tables, some sit
    out, provided that ``sit_out`` or, without it, the published draw lets them. Sessions that have no seats yet because
    they depend on the standings, as after a cut, stay without; added sessions are drawn too. Without ``wishes``, those
    of the draw apply. Raise Refused if a sheet of one of these sessions has entries, with the first session that can be
    drawn again, or if the players of a session do not fill its tables and nobody may sit out.
    """
    published = published_draw(view)
    seating = published.as_drawn
    check_session(view, first)
    _refuse_gap(view, first)
    check_untouched(view, first)
    refuse_final_redrawn(view, first)
    kept = seating.wishes if wishes is None else wishes
    seed = randbelow(SEEDS) if seed is None else seed
    fields = rosters_from(view, first)
    sessions, rosters = list(fields), [sorted(roster) for roster in fields.values()]
    if not rosters:
        text = mark("Nobody is seated from session {session} on: seat it by the standings instead.", session=first)
        raise Refused(Problem("session-empty", text, "session"))
    lets_sit_out = seating.lets_sit_out if sit_out is None else sit_out
    for session, roster in zip(sessions, rosters, strict=True):
        refuse_part_of_a_table(view, session, roster, sit_out=lets_sit_out)
    everybody = list(drawn_players(view, kept.reserves))
    if first == 1 and len(sessions) == len(seating.sessions) and all(roster == everybody for roster in rosters):
        return plan_seating(view, seed=seed, wishes=replace(kept, sit_out=lets_sit_out), progress=progress)
    turns = _turns_from(view, first, fields)
    resting = dict(zip(sessions, turns.chosen(SeededRandom(seed)), strict=True))
    problems = [each for session, field in fields.items() for each in table_problems(view, session, field,
                                                                                     resting[session])]  # fmt: skip
    if problems:
        raise Refused(*problems)
    rosters = [sorted(fields[session].difference(resting[session])) for session in sessions]
    numbers = sorted(frozenset[int]().union(*fields.values()))
    placed = placed_wishes(view, numbers, kept)
    place = {number: index for index, number in enumerate(numbers, start=1)}
    # Players who left are at tables that were played or planned, so they need places too.
    gone = {number for session in seating.session_numbers for number in seating.drawn(session)} - set(numbers)
    place |= {number: index for index, number in enumerate(sorted(gone), start=len(numbers) + 1)}
    rest = draw_rest(
        [[place[number] for number in roster] for roster in rosters],
        played=[[[place[number] for number in seats] for seats in tables] for tables in _played_before(view, first)],
        seed=seed,
        wishes=placed,
        planned=[tuple(_places(seats, place) for _, seats in published.played(session)) for session in sessions],
        turns=_placed_turns(turns, place) if any(resting.values()) else None,
        progress=progress,
    )
    # The search knows players as places 1, 2, …; translate them back to numbers of players.
    back = {index: number for number, index in place.items()}
    drawn = [tuple(_places(seats, back) for seats in tables) for tables in rest]
    out = dict(zip(sessions, turns.left_by(drawn), strict=True))
    again = seating.with_tables(dict(zip(sessions, drawn, strict=True)), out)
    return replace(again, method=REDRAWN, seed=seed)


def _turns_from(view: View, first: int, fields: Mapping[int, Collection[int]]) -> Turns:
    """Return the turns to sit out in the sessions of ``fields``, the players present in sessions from ``first`` on."""
    wished = [wished_turns(view, session, field) for session, field in fields.items()]
    return Turns(list(fields.values()), wished, times_sat_out(view, first))


def times_sat_out(view: View, session: int) -> Counter[int]:
    """Return how often each player sat out before ``session``, by number."""
    return Counter(
        number for earlier in view.drawn_sessions if earlier < session for number in sitting_out(view.state, earlier)
    )


def _placed_turns(turns: Turns, place: Mapping[int, int]) -> Turns:
    """Return ``turns`` of the places of the players, which the search knows."""
    return Turns(
        [[place[number] for number in field] for field in turns.fields],
        [[place[number] for number in wished] for wished in turns.wished],
        {place[number]: times for number, times in turns.before.items() if number in place},
    )


def _played_before(view: View, session: int) -> list[tuple[Sequence[int], ...]]:
    """Return the tables of each session before ``session``, without the tables that are left out."""
    return [published_draw(view).table_by_table(each) for each in range(1, session)]


def redraw_sessions(draft: Draft, command: RedrawSessions) -> Remarks:
    """Replace the sessions from the first on by the ones of another draw (from :func:`plan_rest`)."""
    view, drawn, first = draft.view, command.drawn, command.first
    seating = published_draw(view)
    check_session(view, first)
    _refuse_gap(view, first)
    check_untouched(view, first)
    refuse_final_redrawn(view, first)
    rosters = rosters_from(view, first)
    for session in range(first, max(len(seating.sessions), len(drawn.sessions)) + 1):
        if drawn.drawn(session) != rosters.get(session, seating.drawn(session)):
            raise Refused(_roster_changed(session))
    _check_turns(view, {session: (drawn.tables(session), drawn.sitting_out(session)) for session in rosters})
    out = drawn.sit_out[first - 1 :]
    draft.add(EVENT_STREAM, SessionsRedrawn(first, drawn.sessions[first - 1 :], drawn.method, drawn.seed, out))
    return sitting_remarks(view, drawn, first)


def _check_turns(view: View, sessions: Mapping[int, tuple[Sequence[Seats], Collection[int]]]) -> None:
    """Raise Refused if players sit out who would fill a table, or if the event does not say what they get for it.

    ``sessions`` are the tables of each session, and who sits out.
    """
    for session, (tables, out) in sessions.items():
        if out and (len(out) >= len(LETTERS) or not tables):
            text = mark_count(
                "Session {session} has {tables} tables, and {count} player sits out: it needs a table, and as few as "
                "possible sit out. Draw it again.",
                "Session {session} has {tables} tables, and {count} players sit out: it needs a table, and as few as "
                "possible sit out. Draw it again.",
                len(out),
                session=session,
                tables=len(tables),
            )
            raise Refused(Problem("turns-many", text, "sit_out"))
    if any(out for _, out in sessions.values()) and view.settings.sit_out_points is None:
        text = mark("Choose what those who sit out get for the session: nothing, the average of their other sessions, "
                    "or fixed points.")  # fmt: skip
        raise Refused(Problem(SIT_OUT_RULE, text, "sit_out_points"))


def rosters_from(view: View, first: int) -> dict[int, frozenset[int]]:
    """Return the players whom a new draw of the sessions from ``first`` on seats, by session."""
    seating, finals = published_draw(view), view.state.finals
    planned = [len(each.fact.seating.sessions) for each in view.journal.standing(EVENT_STREAM)
               if isinstance(each.fact, DrawPublished)]  # fmt: skip
    rosters: dict[int, frozenset[int]] = {}
    for session in (each for each in view.drawn_sessions if each >= first):
        added = session > planned[-1] or session == first or (first in rosters and not seating.tables(first))
        if seating.tables(session):
            rosters[session] = participants(view.state, session)
        elif added and not any(final.session < session for final in finals):
            before = rosters.get(session - 1) or _playing_on(view, seating, session)
            rosters[session] = participants(view.state, session, before)
    return rosters


def seat_to_fill(view: View, first: int) -> tuple[int, int] | None:
    """Return the session and the player whose replacement lets the sessions from ``first`` on be drawn again.

    That is a player who no longer plays, in the first session whose players do not fill its tables. None if all tables
    are filled, or if nobody left a seat in that session.
    """
    for session, roster in rosters_from(view, first).items():
        if len(roster) % 4:
            left = _left_seats(view, session)
            return (session, left[0]) if left else None
    return None


def _left_seats(view: View, session: int) -> list[int]:
    """Return the numbers of the players who have a seat in ``session`` and do not take part in it."""
    return sorted(published_draw(view).seated(session) - participants(view.state, session))


def refuse_part_of_a_table(view: View, session: int, players: Collection[int], *, sit_out: bool = False) -> None:
    """Raise Refused, with the possible choices, unless ``players`` fill the tables of ``session``.

    If people may ``sit_out``, one table is enough.
    """
    count = len(players)
    if count and (count % 4 == 0 or (sit_out and count > 4)):
        return
    if not count:
        text = mark("Nobody takes part in session {session}: cancel it, or add players.", session=session)
        raise Refused(Problem("nobody-present", text, "session"))
    left = [view.players[number].name for number in _left_seats(view, session)]
    missing = 4 - count % 4
    if count < 4:
        text = mark_count(
            "Only {count} player takes part in session {session}, and a table needs four.",
            "Only {count} players take part in session {session}, and a table needs four.",
            count,
            session=session,
        )
    else:
        text = mark_count(
            "{players} players take part in session {session}, so {count} seat would be empty.",
            "{players} players take part in session {session}, so {count} seats would be empty.",
            missing,
            players=count,
            session=session,
        )
    if left:
        choices = mark(
            "Name a substitute for a player who does not play any more ({left}), add a player who joins from this "
            "session on, or wait.",
            left=listed(left),
        )
    else:
        choices = mark("Add a player who joins from this session on, or wait.")
    text = mark("{one} {other}", one=text, other=choices)
    if count > 4:
        resting = mark_count("{count} player could also sit out.", "{count} players could also sit out.", count % 4)
        text = mark("{one} {other}", one=text, other=resting)
    raise Refused(Problem(PART_OF_A_TABLE, text, "session"))


@dataclass(frozen=True, slots=True)
class RankedSession:
    """A session seated by the standings, before it is written."""

    session: int
    tables: tuple[Seats, ...]
    way: str
    """How it is seated: ``straight`` or ``swiss``."""
    final: Final | None
    remarks: tuple[Problem, ...]
    """Remarks to show first: standings that can still change, a tie at the cut."""
    sit_out: tuple[int, ...] = ()
    """Who sits out."""
    beside: str = ""
    """How the others are seated beside a final: ``straight``, ``swiss`` or ``lot``; empty if nobody is."""

    @property
    def command(self) -> SeatSession:
        """The command that writes it."""
        return SeatSession(self.session, self.tables, self.way, self.final, self.sit_out, self.beside)


def plan_by_ranking(
    view: View,
    session: int,
    *,
    way: str = STRAIGHT,
    final: int | None = None,
    carried: bool = True,
    beside: str | None = None,
    sit_out: bool | None = None,
    seed: int | None = None,
) -> RankedSession:
    """Return ``session`` seated by the standings after the session before it; nothing is written.

    ``way`` is ``straight`` (the first four together, and so on) or ``swiss`` (nearest in rank who have not met).
    ``final`` is the number of players after a cut (4, 8, 16 or 32); ``carried`` says whether they keep their points.
    With ``beside`` the others play on at other tables, seated ``straight``, ``swiss`` or by ``lot``, which depends on
    ``seed``; without it only the finalists play. A final beside other tables goes on in the sessions after it, until
    another one is cut. If the players do not fill the tables, some sit out, provided that ``sit_out`` or, without it,
    the published draw lets them: those who wish to, then those who have sat out least, by the draw or the last in rank
    first; never finalists beside whom others play on.
    Raise Refused if nothing is played yet or the session has begun, and DrawProblem for an impossible final.
    """
    check_session(view, session)
    _check_way(way)
    _refuse_gap(view, session)
    if view.touched(session):
        raise Refused(Problem("session-begun", begun_text(view, session), "session"))
    before = _session_before(view, session)
    standings = view.standings(before) if before else None
    if standings is None or not standings.sheets:
        text = mark("There are no standings before session {session}: play a session first.", session=session)
        raise Refused(Problem("no-standings", text, "session"))
    playing = _roster_by_ranking(view, session)
    rows = [row for row in standings.rows if row.player.number in playing]
    placed = [row.player.number for row in rows]
    ranking: tuple[int, ...] = (*placed, *sorted(playing.difference(placed)))  # New players without a place come last.
    group = final_group(view, session, ranking, rows, size=final, carried=carried, beside=beside)
    if group.cut is not None and not group.beside:
        ranking = group.finalists
    lets_sit_out = published_draw(view).lets_sit_out if sit_out is None else sit_out
    refuse_part_of_a_table(view, session, ranking, sit_out=lets_sit_out)
    in_turn = [number for number in ranking if not group.beside or number not in group.finalists]
    out = _last_in_turn(view, session, in_turn)
    ranking = tuple(number for number in ranking if number not in out)
    problems = table_problems(view, session, ranking)
    if problems:
        raise Refused(*problems)
    check_size(players=len(ranking), sessions=1)
    played, fixed = _played_before(view, session), fixed_tables(view, ranking)
    if group.beside:
        others = [number for number in ranking if number not in group.finalists]
        chance = SeededRandom(randbelow(SEEDS) if seed is None else seed)
        tables = seated_beside(view, group.finalists, others, played, ways=(way, group.beside), chance=chance)
    else:
        tables = straight_tables(ranking, played, fixed) if way == STRAIGHT else swiss_tables(ranking, played, fixed)
    remarks = [*_ranking_remarks(view, session, before, provisional=standings.provisional, final=final), *group.remarks]
    if group.cut is None or group.beside:
        remarks += turn_remarks(view, {session: in_turn}, {session: out})
    return RankedSession(session, tables, way, group.cut, tuple(remarks), out, group.beside)


def _ranking_remarks(
    view: View, session: int, before: int, *, provisional: bool, final: int | None
) -> Iterator[Problem]:
    """Yield a remark if the standings after session ``before`` can change, and if seating ``session`` cancels a cut."""
    if provisional:
        text = mark("The standings can still change: sheets up to session {session} are not verified.",
                    session=before)  # fmt: skip
        yield Problem("provisional", text, "session", Gravity.REMARK)
    taken_back = _cut_taken_back(view, session)
    if final is None and taken_back is not None:
        text = mark(
            "The final of session {cut} is cancelled. The sessions after session {session} have no "
            "tables until you seat them.",
            cut=taken_back.session,
            session=session,
        )
        yield Problem("cut-taken-back", text, "final", Gravity.REMARK)


def _last_in_turn(view: View, session: int, ranking: Sequence[int]) -> tuple[int, ...]:
    """Return who of ``ranking`` sits out in ``session``, by number, so that the others fill the tables."""
    times, willing = times_sat_out(view, session), wished_turns(view, session, ranking)
    planned = published_draw(view).sitting_out(session)  # then the turns in later sessions stay fair
    place = {number: index for index, number in enumerate(ranking)}
    order = sorted(
        ranking,
        key=lambda number: (number not in willing, times[number], number not in planned, -place[number]),
    )
    return tuple(sorted(order[: len(ranking) % 4]))


def ranked_seating(view: View, ranked: RankedSession) -> Seating:
    """Return the draw with ``ranked`` in it."""
    seating = published_draw(view)
    changed: dict[int, tuple[Seats, ...]] = {ranked.session: ranked.tables}
    changed |= dict.fromkeys(_sessions_emptied(view, ranked.command), ())
    return seating.with_tables(changed, {ranked.session: ranked.sit_out})


def seat_session(draft: Draft, command: SeatSession) -> Remarks:
    """Seat a session. After a cut, later sessions have no tables until they are seated."""
    view = draft.view
    check_session(view, command.session)
    _refuse_gap(view, command.session)
    for session in (command.session, *_sessions_emptied(view, command)):
        if view.touched(session):
            raise Refused(Problem("session-begun", begun_text(view, session), "session"))
    _check_way(command.way)
    playing = _roster_by_ranking(view, command.session)
    seated = {number for seats in command.tables for number in seats}.union(command.sit_out)
    cut = command.final
    if not seated <= playing or ((cut is None or cut.beside) and seated != playing):
        raise Refused(_roster_changed(command.session))
    if cut is None:
        refuse_mixed(view, command.session, command.tables, command.sit_out)
    elif cut.beside:
        check_final(view, cut, seated)
    _check_turns(view, {command.session: (command.tables, command.sit_out)})
    fact = SessionSeated(command.session, command.tables, command.way, cut, command.sit_out, command.beside)
    draft.add(EVENT_STREAM, fact)
    return ()


def add_table(draft: Draft, command: AddTable) -> Remarks:
    """Seat four players without a seat in a session at an additional table; the other tables stay as they are.

    Raise Refused if the session has no tables or has begun, or if one of the players cannot play in it.
    """
    view, session = draft.view, command.session
    seating = published_draw(view)
    check_session(view, session)
    if not seating.tables(session):
        raise Refused(session_problem(view.state, session))
    if view.session_state(session) not in (SessionState.DRAWN, SessionState.PUBLISHED):
        raise Refused(Problem("session-begun", begun_text(view, session), "session"))
    if len(set(command.players)) < len(command.players):
        raise Refused(Problem("players-twice", mark("Choose four different players."), "players"))
    for number in command.players:
        _check_unseated(view, seating, session, number)
    refuse_mixed_table(view, session, command.players)
    draft.add(EVENT_STREAM, TableAdded(session, len(seating.tables(session)) + 1, command.players))
    later = [each for each in view.drawn_sessions if each > session and seating.tables(each)]
    if not later:
        return ()
    text = mark(
        "They have no seats after session {session} yet: draw the sessions from {next} on again.",
        session=session,
        next=later[0],
    )
    return (Problem("seats-later", text, "session", Gravity.REMARK),)


def leave_table_out(draft: Draft, command: LeaveTableOut) -> Remarks:
    """Remove a table from a session, and remark which players then have no seat in the session.

    Raise Refused if there is no such table, if something is entered on its sheet, if the session is closed, or if no
    other table is played in it.
    """
    view, session, table = draft.view, command.session, command.table
    seating = published_draw(view)
    check_session(view, session)
    refuse_closed(view.state, session)
    seats = seating.seats(session, table)
    if seats is None:
        raise Refused(table_problem(view.state, session, table))
    if table in view.touched(session):
        text = mark("The sheet of table {table}, session {session} has entries: the table is played.",
                    table=table, session=session)  # fmt: skip
        raise Refused(Problem("table-begun", text, "table"))
    if len(seating.played(session)) == 1:
        text = mark("Table {table} is the only one of session {session}: cancel the session instead.",
                    table=table, session=session)  # fmt: skip
        raise Refused(Problem("table-only", text, "table"))
    final = left_out_remark(view, session, table)
    draft.add(EVENT_STREAM, TableLeftOut(session, table))
    without = left_without_seat_text(view, session, table)
    return final if without is None else (*final, Problem("seats-missing", without, "table", Gravity.REMARK))


def left_without_seat_text(view: View, session: int, *tables: int) -> Text | None:
    """Return who has no seat in ``session`` if nobody plays at ``tables``; None if all of them are absent anyway."""
    drawn, here = published_draw(view).tables(session), participants(view.state, session)
    names = [view.players[number].name for table in tables for number in drawn[table - 1] if number in here]
    return mark("No seat in session {session}: {players}.", session=session, players=listed(names)) if names else None


def _check_unseated(view: View, seating: Seating, session: int, number: int) -> None:
    """Raise Refused unless player ``number`` can take a free seat in ``session``."""
    check_known(view, number)
    values = {"player": view.players[number].name, "session": session}
    place = seating.place_of(number, session)
    status = view.status(number)
    if place is not None:
        text = mark("{player} already has a seat in session {session}: table {table}.", table=place[0], **values)
        raise Refused(Problem("already-seated", text, "players"))
    if status.state in (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED) and status.first <= session:
        text = mark("{player} does not play in session {session}: {state}.", state=status.state.label, **values)
        raise Refused(Problem("not-playing", text, "players"))
    if view.state.joined.get(number, 1) > session:
        text = mark("{player} joins after session {session}.", **values)
        raise Refused(Problem("joins-later", text, "players"))


def _check_way(way: str) -> None:
    if way not in WAYS:
        text = mark("A session is seated “straight” or “swiss”, not “{way}”.", way=way)
        raise Refused(Problem("way-unknown", text, "way"))


def _refuse_gap(view: View, session: int) -> None:
    """Raise Refused if a session before ``session`` has no tables: it must be seated first."""
    for earlier in view.drawn_sessions:
        if earlier < session and not view.sheets(earlier):
            raise Refused(session_problem(view.state, earlier))


def _session_before(view: View, session: int) -> int:
    """Return the last session before ``session`` that has tables; 0 if there is none."""
    return max((each for each in view.drawn_sessions if each < session and view.sheets(each)), default=0)


def _playing_on(view: View, seating: Seating, session: int) -> frozenset[int]:
    """Return the players of the session before ``session``, with substitutes for those who were replaced in between.

    A player who was absent only in that session plays again, and their substitute does not.
    """
    before = _session_before(view, session)
    own = {
        number: each.player
        for (away, number), each in view.state.substitutions.items()
        if away == before and view.status(each.player).state is PlayerState.PLAYING
    }
    playing = frozenset(own.get(number, number) for number in seating.drawn(before))
    for entry in view.journal.standing(EVENT_STREAM):
        fact = entry.fact
        if (
            isinstance(fact, PlayerReplaced)
            and session in fact.sessions
            and fact.number in playing
            and fact.by.number not in playing
        ):
            playing = playing - {fact.number} | {fact.by.number}
    return playing


def _roster_by_ranking(view: View, session: int) -> frozenset[int]:
    """Return the players whom ``session`` seats by the standings, before a cut.

    A session that begins with a cut is seated with all players again, since seating it again cancels the cut.
    """
    seating = published_draw(view)
    cut_here = any(cut.session == session and not cut.beside for cut in view.state.finals)
    seated = (seating.drawn(session) if not cut_here else None) or _playing_on(view, seating, session)
    return participants(view.state, session, seated)


def _roster_changed(session: int) -> Problem:
    text = mark("The players who take part in session {session} have changed: draw again.", session=session)
    return Problem("draw-old", text, "session")


def _cut_taken_back(view: View, session: int) -> Final | None:
    """Return the first cut that is cancelled when ``session`` is seated again."""
    return next((cut for cut in view.state.finals if cut.session >= session), None)


def _sessions_emptied(view: View, ranked: SeatSession) -> tuple[int, ...]:
    """Return the sessions that lose their tables because others will play in them.

    That happens after a cut, and after a cut is cancelled.
    """
    if ranked.final is None and _cut_taken_back(view, ranked.session) is None:
        return ()
    return tuple(each for each in published_draw(view).session_numbers if each > ranked.session)


def _places(seats: Seats, place: dict[int, int]) -> Seats:
    east, south, west, north = (place[number] for number in seats)
    return east, south, west, north


NO_WISHES = SeatingWishes()
LOTS = "lots"
"""The method of a seating that players drew by hand."""


def plan_seating(
    view: View,
    *,
    seed: int | None = None,
    method: str = "auto",
    wishes: SeatingWishes = NO_WISHES,
    progress: Callable[[float], bool] | None = None,
) -> Seating:
    """Draw the seats of all sessions, without publishing them.

    ``progress`` is called with the part that is done (0 to 1) and returns whether to continue; if not, the best draw so
    far is returned. Raise Refused once play has begun or if the wishes contradict one another, and DrawProblem if so
    many players cannot be seated. Both give the reason and the nearest possible choice.
    """
    refuse_begun(view)
    numbers = drawn_players(view, wishes.reserves)
    refused = [each for each in wish_problems(view, wishes) if each.gravity is Gravity.BLOCKS]
    if refused:
        raise Refused(*refused)
    if not wishes.sit_out:
        _refuse_part_of_a_table(len(numbers))
    place = {number: index for index, number in enumerate(numbers, start=1)}
    turns = tuple(
        frozenset(place[number] for number in wished_turns(view, session, numbers))
        for session in range(1, view.settings.sessions + 1)
    )
    plan = make_plan(
        players=len(numbers),
        sessions=view.settings.sessions,
        seed=seed,
        method=method,
        wishes=placed_wishes(view, numbers, wishes),
        progress=progress,
        sitting_out=SittingOut(turns) if wishes.sit_out else None,
    )
    out = turns_of((numbers[index - 1] for index in each) for each in plan.sit_out)
    return Seating(_named(plan.sessions, numbers), plan.method, plan.seed, wishes, out)


def publish_draw(draft: Draft, command: PublishDraw) -> Remarks:
    """Publish a draw."""
    view, seating = draft.view, command.seating
    refuse_begun(view)
    _check_turns(view, {each: (seating.tables(each), seating.sitting_out(each)) for each in seating.session_numbers})
    draft.add(EVENT_STREAM, DrawPublished(seating))
    return sitting_remarks(view, seating, 1)


def draw_lot(draft: Draft, command: DrawLot) -> Remarks:
    """Note the number (from 1) that a player drew; 0 removes it."""
    view, player, lot = draft.view, command.player, command.lot
    refuse_begun(view)
    if player not in view.players:
        raise Refused(Problem("player-unknown", mark("There is no player {number}.", number=player), "player"))
    last = len(drawn_players(view, command.reserves))
    if not 0 <= lot <= last:
        text = mark("There is no number {lot} to draw: the numbers go from 1 to {last}.", lot=lot, last=last)
        raise Refused(Problem("lot-range", text, "lot"))
    owner = next((other for other, drawn in view.state.lots.items() if drawn == lot and other != player), None)
    if lot and owner is not None:
        text = mark("{player} has already drawn number {lot}.", lot=lot, player=view.players[owner].name)
        raise Refused(Problem("lot-taken", text, "lot"))
    if view.state.lots.get(player, 0) != lot:
        draft.add(EVENT_STREAM, LotDrawn(player, lot))
    return ()


def free_lots(view: View, reserves: Collection[int] = ()) -> tuple[int, ...]:
    """Return the numbers that nobody has drawn yet. ``reserves`` draw none."""
    players = drawn_players(view, reserves)
    taken = {view.state.lots.get(number) for number in players}
    return tuple(lot for lot in range(1, len(players) + 1) if lot not in taken)


def seating_by_lots(view: View, plan: Seating) -> Seating:
    """Return the ``plan`` with each player in the place whose number they drew.

    Raise Refused while a number is missing.
    """
    numbers = drawn_players(view, plan.wishes.reserves)
    lots = view.state.lots
    waiting = [number for number in numbers if not 1 <= lots.get(number, 0) <= len(numbers)]
    if waiting:
        text = mark_count(
            "{count} player has not drawn a number yet: {player}.",
            "{count} players have not drawn a number yet, starting with {player}.",
            len(waiting),
            player=view.players[waiting[0]].name,
        )
        raise Refused(Problem("lots-missing", text, "lot"))
    holder = {lot: number for number, lot in lots.items() if number in numbers}
    names = {number: holder[place] for place, number in enumerate(numbers, start=1)}
    return replace(plan.renamed(names, plan.session_numbers), method=LOTS)


def refuse_begun(view: View) -> None:
    """Raise Refused once play has begun, or if the format has no draw."""
    refuse_without_draw(view)
    if view.begun:
        text = mark("Play has begun: the draw can no longer be repeated.")
        raise Refused(Problem("play-begun", text, "draw"))


def _named(sessions: Sequence[Sequence[Seats]], numbers: Sequence[int]) -> tuple[tuple[Seats, ...], ...]:
    return tuple(
        tuple((numbers[e - 1], numbers[s - 1], numbers[w - 1], numbers[n - 1]) for e, s, w, n in tables)
        for tables in sessions
    )


def _refuse_part_of_a_table(players: int) -> None:
    """Raise DrawProblem, with both possible changes, if the last table would not be full."""
    over = players % 4
    if over and players > 4:
        text = mark_count(
            "{players} players: {count} substitute is needed to fill the last table; or keep {over} in reserve, or let "
            "{over} sit out in each session.",
            "{players} players: {count} substitutes are needed to fill the last table; or keep {over} in reserve, or "
            "let {over} sit out in each session.",
            4 - over,
            players=players,
            over=over,
        )
        raise DrawProblem(text)


def lots_problem(view: View, players: Sequence[int]) -> Problem | None:
    """Return why ``players`` cannot get the numbers of the plan. Raise Refused once play has begun."""
    refuse_begun(view)
    everybody = drawn_players(view)
    if sorted(players) != sorted(everybody) or not players:
        text = mark("The list of players has changed: draw again.")
        return Problem("hall-draw-old", text, "players")
    if len(players) % 4:
        text = mark(
            "{players} players do not fill the tables: add or remove some, or draw numbers on the "
            "page Draw, where you can name reserves.",
            players=len(players),
        )
        return Problem("hall-draw-tables", text, "players")
    return None


def give_lots(draft: Draft, command: GiveLots) -> Remarks:
    """Write the numbers drawn in the hall; they replace earlier ones. Raise Refused if the players have changed."""
    problem = lots_problem(draft.view, [player for player, _lot in command.lots])
    if problem is not None:
        raise Refused(problem)
    (player, lot), *others = command.lots
    draft.add(EVENT_STREAM, LotDrawn(player, lot, tuple(others), command.draw))
    return ()


def players_with_teams(view: View, teams: Sequence[tuple[int, str]]) -> tuple[Player, ...]:
    """Return the players with these teams. Raise Refused if that is impossible."""
    refuse_without_draw(view)
    for number, _team in teams:
        check_known(view, number)
    if not teams:
        raise Refused(Problem("players-missing", mark("There are no players to draw."), "players"))
    drawn = {number: replace(view.players[number], team=team) for number, team in teams}
    problems = player_problems(drawn.get(number, player) for number, player in view.players.items())
    if problems:
        raise Refused(*problems)
    return tuple(drawn.values())


def give_teams(draft: Draft, command: GiveTeams) -> Remarks:
    """Write the teams that players drew."""
    first, *others = players_with_teams(draft.view, command.teams)
    draft.add(EVENT_STREAM, PlayerChanged(first, tuple(others), command.draw))
    return ()


def write_draw(draft: Draft, command: DrawCommand) -> Remarks:
    """Write a draw, or a change to one."""
    match command:
        case PublishDraw():
            return publish_draw(draft, command)
        case DrawLot():
            return draw_lot(draft, command)
        case GiveLots():
            return give_lots(draft, command)
        case GiveTeams():
            return give_teams(draft, command)
        case SwapPlayers():
            return swap_players(draft, command)
        case RedrawSessions():
            return redraw_sessions(draft, command)
        case SeatSession():
            return seat_session(draft, command)
        case AddTable():
            return add_table(draft, command)
        case LeaveTableOut():
            return leave_table_out(draft, command)
        case _:
            assert_never(command)
