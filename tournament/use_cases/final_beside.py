"""Finals: who plays in one and, while the others play on beside it, where and what a change of seats does to it.

Beside a final the others play on at other tables: finalists and others never share one. If the others play no more,
all tables are the final.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tournament.draw.ranking import finalists, straight_tables, swiss_tables
from tournament.draw.search import SeededRandom
from tournament.event.player import PlayerState
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.seating import Final, Seats, final_of, final_tables
from tournament.event.settings import FinalRanks
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import SessionSeated
from tournament.ledger.state import EventState
from tournament.standings.ranking import Standing
from tournament.use_cases.seating_wishes import fixed_tables, wished_turns
from tournament.use_cases.view import View

STRAIGHT, SWISS, LOT = "straight", "swiss", "lot"
WAYS = (STRAIGHT, SWISS)
"""How a session, or the tables of a final, are seated by the standings."""
WAYS_BESIDE = (STRAIGHT, SWISS, LOT)
"""How the others are seated beside a final."""


@dataclass(frozen=True, slots=True)
class FinalGroup:
    """Who plays in the final of a session that is seated by the standings."""

    cut: Final | None = None
    """The final that begins with the session; None if none does."""
    finalists: tuple[int, ...] = ()
    """The numbers of the players in it, or in one that goes on beside other tables, the best first."""
    beside: str = ""
    """How the others are seated: one of :data:`WAYS_BESIDE`. Empty if no others play on, or without a final."""
    remarks: tuple[Problem, ...] = ()


def final_group(
    view: View,
    session: int,
    ranking: Sequence[int],
    rows: Sequence[Standing],
    *,
    size: int | None,
    carried: bool,
    beside: str | None,
) -> FinalGroup:
    """Return who plays in a final of ``size`` in ``session`` or, without a size, in one that goes on.

    ``ranking`` are the numbers of all who take part, the best first, and ``rows`` the standings of those of them who
    have a place. ``beside`` is how the others are seated; with None they play no more after a new final, and are seated
    as before beside one that goes on. Raise Refused or DrawProblem if such a final is not possible.
    """
    if beside is not None and beside not in WAYS_BESIDE:
        text = mark("The others are seated “straight”, “swiss” or by “lot”, not “{way}”.", way=beside)
        raise Refused(Problem("beside-unknown", text, "beside"))
    if size is not None:
        best = finalists([each for each in ranking if view.status(each).state is PlayerState.PLAYING], size)
        cut = Final(session, best, carried, beside is not None)
        if beside is None:
            return FinalGroup(cut, best, remarks=tuple(_cut_remarks(rows, cut)))
        check_final(view, cut, ranking)
        remarks = (*_cut_remarks(rows, cut), *_wish_remarks(view, session, best))
        return FinalGroup(cut, best, beside, remarks)
    final = final_going_on(view, session)
    if final is not None:
        here = members(view.state, final, ranking)
        still = tuple(number for number in ranking if number in here)
        _check_members(session, still)
        way = _way_beside(view, final) if beside is None else beside
        return FinalGroup(None, still, way, tuple(_wish_remarks(view, session, still)))
    if beside is not None:
        text = mark("There is no final in session {session} beside which others play on: choose how many players are "
                    "in it.", session=session)  # fmt: skip
        raise Refused(Problem("final-missing", text, "final"))
    return FinalGroup()


def final_going_on(view: View, session: int) -> Final | None:
    """Return the final beside other tables that began before ``session`` and goes on; None if there is none."""
    final = final_of([each for each in view.state.finals if each.session < session], session)
    return final if final is not None and final.beside else None


def _way_beside(view: View, final: Final) -> str:
    """Return how the others were seated last since ``final`` began."""
    ways = (
        entry.fact.beside
        for entry in view.journal.standing(EVENT_STREAM)
        if isinstance(entry.fact, SessionSeated) and entry.fact.session >= final.session and entry.fact.beside
    )
    return list(ways)[-1:][0] if final.beside else STRAIGHT


def members(state: EventState, final: Final, playing: Collection[int]) -> frozenset[int]:
    """Return which of ``playing`` play in ``final`` after its first session: finalists, and who plays for them."""
    own = set(final.players)
    own |= {
        number
        for (session, number), each in state.substitutions.items()
        if each.player in final.players and session >= final.session
    }
    return frozenset(playing).intersection(own)


def check_final(view: View, final: Final, field: Collection[int]) -> None:
    """Raise Refused unless ``final`` can be played beside other tables by some players of ``field``."""
    if not final.carried and view.settings.final_ranks is FinalRanks.POINTS:
        text = mark(
            "Everybody is ranked by points in this event, so finalists cannot start from zero: carry their points "
            "over, or rank finalists first in the settings of the event."
        )
        raise Refused(Problem("final-from-zero", text, "final"))
    if not set(field).difference(final.players):
        text = mark(
            "All {players} players who take part in session {session} would be in the final, and nobody would play on "
            "beside it: choose a smaller final, or one after which the others do not play on.",
            players=len(field),
            session=final.session,
        )
        raise Refused(Problem("final-alone", text, "final"))


def _check_members(session: int, still: Collection[int]) -> None:
    """Raise Refused unless the players who are ``still`` in a final fill its tables in ``session``."""
    if still and len(still) % 4 == 0:
        return
    text = mark_count(
        "Only {count} player of the final takes part in session {session}, and a table needs four: name a substitute "
        "for a finalist who does not play any more, or seat a new final.",
        "Only {count} players of the final take part in session {session}, and a table needs four: name a substitute "
        "for a finalist who does not play any more, or seat a new final.",
        len(still),
        session=session,
    )
    raise Refused(Problem("final-incomplete", text, "final"))


def seated_beside(
    view: View,
    best: Sequence[int],
    others: Sequence[int],
    played: Sequence[Sequence[Sequence[int]]],
    *,
    ways: tuple[str, str],
    chance: SeededRandom,
) -> tuple[Seats, ...]:
    """Return the tables of a session with the ``best`` in a final and the ``others`` beside it, both by rank.

    The final is at the first tables, unless somebody keeps a table. ``ways`` are how each group is seated; lots are
    drawn by ``chance`` and then avoid repeated meetings. Raise Refused if the tables that players keep do not allow a
    final.
    """
    places = _final_places(view, best, others)
    rest = [table for table in range(1, (len(best) + len(others)) // 4 + 1) if table not in places]
    seated: dict[int, Seats] = {}
    for group, tables, way in ((best, places, ways[0]), (others, rest, ways[1])):
        if not group:
            continue
        fixed = {number: tables.index(table) + 1 for number, table in fixed_tables(view, group).items()}
        order = chance.shuffled(sorted(group)) if way == LOT else list(group)
        by_rank = way == STRAIGHT
        drawn = straight_tables(order, played, fixed) if by_rank else swiss_tables(order, played, fixed)
        seated |= dict(zip(tables, drawn, strict=True))
    return tuple(seated[table] for table in sorted(seated))


def _final_places(view: View, best: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return the numbers of the tables of the final: those that finalists keep, else the first ones that are free."""
    own, theirs = fixed_tables(view, best), fixed_tables(view, others)
    shared = next((table for table in own.values() if table in theirs.values()), None)
    if shared is not None:
        text = mark(
            "{finalist} and {other} keep table {table}, and only {finalist} is in the final: choose another table for "
            "one of them on the page Players, or none.",
            finalist=view.players[next(number for number, table in own.items() if table == shared)].name,
            other=view.players[next(number for number, table in theirs.items() if table == shared)].name,
            table=shared,
        )
        raise Refused(Problem("final-tables", text, "table"))
    for group, kept, few in ((best, own, _few_final_tables), (others, theirs, _few_other_tables)):
        tables = len(group) // 4
        if len(set(kept.values())) > tables:
            players = listed(view.players[number].name for number in kept)
            raise Refused(Problem("final-tables", few(players, tables), "table"))
    free = (table for table in range(1, (len(best) + len(others)) // 4 + 1)
            if table not in own.values() and table not in theirs.values())  # fmt: skip
    chosen = set(own.values())
    while len(chosen) < len(best) // 4:
        chosen.add(next(free))
    return sorted(chosen)


def _few_final_tables(players: Text, tables: int) -> Text:
    return mark_count(
        "{players} keep different tables and are in the final, which has only {count} table: choose another table for "
        "one of them on the page Players, or none.",
        "{players} keep different tables and are in the final, which has only {count} tables: choose another table for "
        "one of them on the page Players, or none.",
        tables,
        players=players,
    )


def _few_other_tables(players: Text, tables: int) -> Text:
    return mark_count(
        "{players} keep different tables, and there is only {count} table beside the final: choose another table for "
        "one of them on the page Players, or none.",
        "{players} keep different tables, and there are only {count} tables beside the final: choose another table for "
        "one of them on the page Players, or none.",
        tables,
        players=players,
    )


def _cut_remarks(rows: Sequence[Standing], final: Final) -> Iterator[Problem]:
    """Yield how the standings decided who is the last finalist, if that was close: ``rows`` are ranked, best first."""
    size = len(final.players)
    if size >= len(rows):
        return
    last, first = rows[size - 1], rows[size]
    if last.rank == first.rank:
        if final.beside:
            tied = listed(row.player.name for row in rows if row.rank == last.rank)
            text = mark(
                "{players} are tied at the cut. The order of names put {last} in the final and left {first} out: draw "
                "lots, and swap two of them if the draw decides otherwise.",
                players=tied,
                last=last.player.name,
                first=first.player.name,
            )
        else:
            text = mark(
                "{last} and {first} are tied at the cut. The order of names put the first of them "
                "in: draw lots, and replace them if the draw decides otherwise.",
                last=last.player.name,
                first=first.player.name,
            )
        yield Problem("tie-at-cut", text, "final", Gravity.REMARK)
    elif last.table_points == first.table_points:
        text = mark(
            "{last} and {first} are level on points at the cut: the score decided, {more} against {less}.",
            last=last.player.name,
            first=first.player.name,
            more=last.score,
            less=first.score,
        )
        yield Problem("score-at-cut", text, "final", Gravity.REMARK)


def _wish_remarks(view: View, session: int, best: Collection[int]) -> Iterator[Problem]:
    """Yield a remark if the finalists wish to sit out in ``session``: they play."""
    willing = sorted(wished_turns(view, session, best))
    if willing:
        text = mark_count(
            "{players} wishes to sit out in session {session} and is in the final: finalists play.",
            "{players} wish to sit out in session {session} and are in the final: finalists play.",
            len(willing),
            players=listed(view.players[number].name for number in willing),
            session=session,
        )
        yield Problem("finalist-plays", text, "sit_out", Gravity.REMARK)


def refuse_mixed(view: View, session: int, tables: Sequence[Seats], sit_out: Collection[int]) -> None:
    """Raise Refused if ``tables`` of ``session`` seat others at a table of the final that goes on, or none of it."""
    final = final_going_on(view, session)
    if final is None:
        return
    own = members(view.state, final, [*(number for seats in tables for number in seats), *sit_out])
    mixed = any(0 < len(own.intersection(seats)) < len(seats) for seats in tables)
    if mixed or own.intersection(sit_out):
        text = mark("The final of session {first} goes on in session {session}: finalists sit together, and none of "
                    "them sits out. Seat it by the standings again.",
                    first=final.session, session=session)  # fmt: skip
        raise Refused(Problem("final-mixed", text, "tables"))


def refuse_mixed_table(view: View, session: int, players: Seats) -> None:
    """Raise Refused if only some of the ``players`` of one more table are in the final of ``session``."""
    final = final_of(view.state.finals, session)
    if final is None or not final.beside:
        return
    if 0 < len(members(view.state, final, players)) < len(players):
        text = mark("Only some of these four are in the final of session {session}, and finalists sit together: choose "
                    "others.", session=session)  # fmt: skip
        raise Refused(Problem("final-mixed", text, "players"))


def refuse_final_redrawn(view: View, first: int) -> None:
    """Raise Refused if a session from ``first`` on has a final beside other tables, which a new draw would break up."""
    seating = view.seating
    for session in view.drawn_sessions:
        final = final_of(view.state.finals, session)
        if session >= first and final is not None and final.beside and seating is not None and seating.tables(session):
            text = mark(
                "Session {session} has a final beside other tables, which a new draw would break up: seat it by the "
                "standings again, with or without the final.",
                session=session,
            )
            raise Refused(Problem("final-redrawn", text, "session"))


def refuse_swap(view: View, one: int, other: int, sessions: Collection[int]) -> None:
    """Raise Refused if a swap would take a finalist out of a final that has begun, or make a substitute a finalist.

    A swap from the first session of the final on changes who is a finalist.
    """
    seating, state = view.seating, view.state
    for session in sorted(sessions):
        final = final_of(state.finals, session)
        if seating is None or final is None or not final.beside:
            continue
        tables = final_tables(seating, state.finals, session)
        places = [seating.place_of(number, session) for number in (one, other)]
        if len({place is not None and place[0] in tables for place in places}) == 1:
            continue
        values = {"one": view.players[one].name, "other": view.players[other].name}
        if any((session, number) in state.substitutions for number in (one, other)):
            text = mark("{one} and {other} do not both play for themselves, and only one of them sits in the final: "
                        "replace the player instead.", **values)  # fmt: skip
            raise Refused(Problem("final-substitute", text, "other"))
        needed = [each for each in view.drawn_sessions if each >= final.session and seating.tables(each)]
        if not set(needed) <= set(sessions):
            text = mark(
                "Only one of {one} and {other} is in the final, which began in session {first}: swap them from that "
                "session on.",
                first=final.session,
                **values,
            )
            raise Refused(Problem("final-swap", text, "session"))


def left_out_remark(view: View, session: int, table: int) -> tuple[Problem, ...]:
    """Return the remark that the table left out is one of the final; empty if it is not."""
    seating, final = view.seating, final_of(view.state.finals, session)
    if seating is None or final is None or not final.beside:
        return ()
    if table not in final_tables(seating, view.state.finals, session):
        return ()
    text = mark(
        "Table {table} is a table of the final: its finalists do not play session {session}. To let the next players "
        "of the standings play the final, undo this and seat the session again.",
        table=table,
        session=session,
    )
    return (Problem("final-left-out", text, "table", Gravity.REMARK),)


def rule_problem(view: View, ranks: FinalRanks) -> Problem | None:
    """Return why the rule of the event cannot become ``ranks``; None if it can."""
    final = next((each for each in view.state.finals if each.beside and not each.carried), None)
    if ranks is not FinalRanks.POINTS or final is None:
        return None
    text = mark(
        "The finalists of session {session} start from zero, so they cannot be ranked by points with the others: "
        "seat that session again with their points carried over first.",
        session=final.session,
    )
    return Problem("final-from-zero", text, "final_ranks")


def rule_remarks(view: View, ranks: FinalRanks) -> tuple[Problem, ...]:
    """Return how many players get another place if the rule of the event becomes ``ranks``, once a final has begun."""
    final = next((each for each in view.state.finals if each.beside and view.touched(each.session)), None)
    if final is None or ranks is view.settings.final_ranks:
        return ()
    now, then = ({row.player.number: row.rank for row in rows} for rows in (view.standings().rows,
                                                                            view.standings_by(ranks).rows))  # fmt: skip
    text = mark_count(
        "The final of session {session} has begun: by the other rule {count} player has another place.",
        "The final of session {session} has begun: by the other rule {count} players have another place.",
        sum(then[number] != place for number, place in now.items()),
        session=final.session,
    )
    return (Problem("final-ranks-changed", text, "final_ranks", Gravity.REMARK),)
