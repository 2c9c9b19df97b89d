"""A published draw changes by these named actions alone; no sheet on which something stands loses its players."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from secrets import randbelow

from tournament.draw import check_size
from tournament.draw.ranking import finalists, straight_tables, swiss_tables
from tournament.draw.rest import draw_rest
from tournament.event.player import Player
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.roster import player_problems
from tournament.event.seating import Final, Seating, SeatingWishes, Seats
from tournament.language import Text, mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayerReplaced, PlayersSwapped, SessionSeated, SessionsRedrawn
from tournament.office.book import Book, By, Changes
from tournament.office.seating import placed_wishes, plan_seating
from tournament.office.view import View

STRAIGHT, SWISS = "straight", "swiss"
WAYS = (STRAIGHT, SWISS)
REDRAWN = "redrawn"
"""The method of sessions drawn again beside others that stand."""
SEEDS = 2**31


def sessions_from(view: View, session: int, player: int) -> tuple[int, ...]:
    """The sessions from ``session`` on in which ``player`` has a seat."""
    seating = _published(view)
    last = len(seating.sessions)
    return tuple(number for number in range(max(1, session), last + 1) if player in seating.seated(number))


def swapped(view: View, one: int, other: int, sessions: Sequence[int]) -> Seating:
    """The draw after two players exchanged their seats in ``sessions``; Refused when they cannot."""
    seating = _published(view)
    if one == other:
        raise Refused(Problem("swap-alone", mark("Choose two players to swap."), "other"))
    if not sessions:
        raise Refused(Problem("sessions-missing", mark("Choose a session to swap them in."), "session"))
    for session in sessions:
        _check_session(view, session)
        for number in (one, other):
            _check_free(view, number, session)
    return seating.renamed({one: other, other: one}, sessions)


def swap_players(book: Book, one: int, other: int, *, sessions: Sequence[int], by: By) -> Changes:
    """Exchange the seats of two players in ``sessions``."""
    swapped(book.view, one, other, sessions)
    draft = book.draft(by)
    draft.add(EVENT_STREAM, PlayersSwapped(one, other, tuple(sorted(set(sessions)))))
    return book.commit(draft)


def replace_player(book: Book, number: int, substitute: Player | int, *, first: int, by: By) -> Changes:
    """Let somebody else take the seats of player ``number`` from session ``first`` on; nobody else's seats change.

    ``substitute`` is a new player, who gets the next number, or the number of one who has no seat in these sessions.
    """
    view = book.view
    _published(view)
    _check_session(view, first)
    _known(view, number)
    sessions = sessions_from(view, first, number)
    if not sessions:
        text = mark("{player} has no seat from session {session} on.", player=view.players[number].name, session=first)
        raise Refused(Problem("not-seated", text, "number"))
    for session in sessions:
        _check_free(view, number, session)
    coming = _substitute(view, substitute, sessions)
    draft = book.draft(by)
    draft.add(EVENT_STREAM, PlayerReplaced(number, coming, sessions))
    return book.commit(draft)


def plan_rest(
    view: View,
    first: int,
    *,
    seed: int | None = None,
    wishes: SeatingWishes | None = None,
    progress: Callable[[float], bool] | None = None,
) -> Seating:
    """The draw with the sessions from ``first`` on drawn again; nothing is written.

    Everybody keeps playing in the sessions in which he has a seat. Without ``wishes`` those of the draw hold. Refused
    when something stands on a sheet of one of them, with the first session that can be drawn again.
    """
    seating = _published(view)
    _check_session(view, first)
    _check_untouched(view, first)
    kept = seating.wishes if wishes is None else wishes
    seed = randbelow(SEEDS) if seed is None else seed
    if first == 1:
        return plan_seating(view, seed=seed, wishes=kept, progress=progress)
    rosters = [sorted(seating.seated(session)) for session in range(first, len(seating.sessions) + 1)]
    numbers = sorted(set().union(*rosters))
    placed = placed_wishes(view, numbers, kept)
    place = {number: at for at, number in enumerate(numbers, start=1)}
    gone = {number for session in range(1, first) for number in seating.seated(session)} - set(numbers)
    place |= {number: at for at, number in enumerate(sorted(gone), start=len(numbers) + 1)}
    rest = draw_rest(
        [[place[number] for number in roster] for roster in rosters],
        played=[tuple(_places(seats, place) for seats in tables) for tables in seating.sessions[: first - 1]],
        seed=seed,
        wishes=placed,
        progress=progress,
    )
    back = {at: number for number, at in place.items()}
    drawn = tuple(tuple(_places(seats, back) for seats in tables) for tables in rest)
    return replace(seating, sessions=(*seating.sessions[: first - 1], *drawn), method=REDRAWN, seed=seed)


def redraw_sessions(book: Book, drawn: Seating, first: int, *, by: By) -> Changes:
    """Make the sessions from ``first`` on those of ``drawn`` (of :func:`plan_rest`)."""
    view = book.view
    seating = _published(view)
    _check_session(view, first)
    _check_untouched(view, first)
    for session in range(first, len(seating.sessions) + 1):
        if drawn.seated(session) != seating.seated(session):
            text = mark("Other players have seats in session {session} by now: draw again.", session=session)
            raise Refused(Problem("draw-old", text, "session"))
    draft = book.draft(by)
    draft.add(EVENT_STREAM, SessionsRedrawn(first, drawn.sessions[first - 1 :], drawn.method, drawn.seed))
    return book.commit(draft)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A session seated by the standings, not yet written."""

    session: int
    tables: tuple[Seats, ...]
    way: str
    """``straight`` or ``swiss``."""
    final: Final | None
    remarks: tuple[Problem, ...]
    """What is worth knowing first: standings that can still change, a tie at the cut."""


def plan_by_ranking(
    view: View, session: int, *, way: str = STRAIGHT, final: int | None = None, carried: bool = True
) -> Ranked:
    """Seat ``session`` by the standings after the one before; nothing is written.

    ``way`` is ``straight`` (the first four together, and so on) or ``swiss`` (nearest in rank who have not met).
    ``final`` cuts to so many players (4, 8, 16 or 32); ``carried`` says whether their points go with them. Refused
    before anything is played and when the session has begun; DrawProblem for a final that cannot be.
    """
    seating = _published(view)
    _check_session(view, session)
    if way not in WAYS:
        text = mark("A session is seated “straight” or “swiss”, not “{way}”.", way=way)
        raise Refused(Problem("way-unknown", text, "way"))
    if view.touched(session):
        raise Refused(Problem("session-begun", _begun(view, session), "session"))
    standings = view.standings(session - 1) if session > 1 else None
    if standings is None or not standings.sheets:
        text = mark("There are no standings before session {session}: play first.", session=session)
        raise Refused(Problem("no-standings", text, "session"))
    playing = seating.seated(session) or seating.seated(session - 1)
    rows = [row for row in standings.rows if row.player.number in playing]
    ranking: tuple[int, ...] = tuple(row.player.number for row in rows)
    remarks = []
    if standings.provisional:
        text = mark("The standings can still change: sheets up to session {session} are not verified.",
                    session=session - 1)  # fmt: skip
        remarks.append(Problem("provisional", text, "session", Gravity.REMARK))
    cut = None
    if final is not None:
        ranking = finalists(ranking, final)
        cut = Final(session, ranking, carried)
        if final < len(rows) and rows[final - 1].rank == rows[final].rank:
            text = mark(
                "{last} and {first} share the place at the cut: the order of names put the first of them in. Decide by "
                "lot, and replace him if it falls otherwise.",
                last=rows[final - 1].player.name,
                first=rows[final].player.name,
            )
            remarks.append(Problem("tie-at-cut", text, "final", Gravity.REMARK))
    check_size(players=len(ranking), sessions=1)
    played = seating.sessions[: session - 1]
    tables = straight_tables(ranking, played) if way == STRAIGHT else swiss_tables(ranking, played)
    return Ranked(session, tables, way, cut, tuple(remarks))


def ranked_seating(view: View, ranked: Ranked) -> Seating:
    """The draw as it would be with ``ranked``."""
    seating = _published(view)
    changed: dict[int, tuple[Seats, ...]] = {ranked.session: ranked.tables}
    if ranked.final is not None:
        changed |= dict.fromkeys(range(ranked.session + 1, len(seating.sessions) + 1), ())
    return seating.with_tables(changed)


def seat_by_ranking(book: Book, ranked: Ranked, *, by: By) -> Changes:
    """Make ``ranked`` the tables of its session; after a cut the later ones have none until they are seated."""
    view = book.view
    _published(view)
    last = len(_published(view).sessions)
    for session in range(ranked.session, last + 1 if ranked.final is not None else ranked.session + 1):
        if view.touched(session):
            raise Refused(Problem("session-begun", _begun(view, session), "session"))
    draft = book.draft(by)
    draft.add(EVENT_STREAM, SessionSeated(ranked.session, ranked.tables, ranked.way, ranked.final))
    changes = book.commit(draft)
    return Changes(changes.entries, ranked.remarks)


def _published(view: View) -> Seating:
    if view.seating is None:
        raise Refused(Problem("no-draw", mark("No draw is published yet: make the draw first."), "draw"))
    return view.seating


def _known(view: View, number: int) -> None:
    if number not in view.players:
        raise Refused(Problem("player-unknown", mark("There is no player {number}.", number=number), "number"))


def _check_session(view: View, session: int) -> None:
    last = len(_published(view).sessions)
    if not 1 <= session <= last:
        text = mark("There is no session {session}: the event has sessions 1 to {last}.", session=session, last=last)
        raise Refused(Problem("session-unknown", text, "session"))


def _check_free(view: View, number: int, session: int) -> None:
    """Refused unless ``number`` sits in ``session`` at a table on whose sheet nothing stands."""
    _known(view, number)
    place = _published(view).place_of(number, session)
    if place is None:
        text = mark("{player} has no seat in session {session}.", player=view.players[number].name, session=session)
        raise Refused(Problem("not-seated", text, "number"))
    if place[0] in view.touched(session):
        text = mark(
            "{player} already plays: table {table} of session {session} has entries on its sheet. {advice}",
            player=view.players[number].name,
            table=place[0],
            session=session,
            advice=_advice(view, session),
        )
        raise Refused(Problem("table-begun", text, "session"))


def _check_untouched(view: View, first: int) -> None:
    for session in range(first, len(_published(view).sessions) + 1):
        if view.touched(session):
            raise Refused(Problem("session-begun", _begun(view, session), "session"))


def _begun(view: View, session: int) -> Text:
    return mark(
        "Session {session} has begun: its seats stand. {advice}", session=session, advice=_advice(view, session)
    )


def _advice(view: View, session: int) -> Text:
    """The nearest possible choice: the first session after which nothing is entered."""
    last = len(_published(view).sessions)
    free = next((s for s in range(last, 0, -1) if view.touched(s)), 0) + 1
    if free > last:
        return mark("No session is left.")
    return mark("Choose session {session} or a later one.", session=max(free, session + 1) if free <= session else free)


def _substitute(view: View, substitute: Player | int, sessions: Sequence[int]) -> Player:
    if isinstance(substitute, int):
        _known(view, substitute)
        player = view.players[substitute]
        for session in sessions:
            if substitute in _published(view).seated(session):
                text = mark("{player} has a seat in session {session} already.", player=player.name, session=session)
                raise Refused(Problem("seated-already", text, "substitute"))
        return player
    player = replace(substitute, number=view.state.last_number + 1)
    problems = player_problems((*view.players.values(), player))
    if problems:
        raise Refused(*problems)
    return player


def _places(seats: Seats, place: dict[int, int]) -> Seats:
    east, south, west, north = (place[number] for number in seats)
    return east, south, west, north
