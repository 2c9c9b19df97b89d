"""The wishes of a draw: taken from the data of players, and checked for wishes that are impossible."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.draw import ApartGroup, AvoidedPair, Wishes
from tournament.draw.bounds import fewest_group_meetings, most_sessions_without_repeats
from tournament.event.player import Player, PlayerState
from tournament.event.problem import Gravity, Problem
from tournament.event.seating import APART, Seating, SeatingWishes
from tournament.language import Text, folded, listed, listed_first, mark, mark_count
from tournament.use_cases.view import View

_NAMED = 4
"""How many players a remark names."""


def drawn_players(view: View, reserves: Collection[int] = ()) -> tuple[int, ...]:
    """Return the numbers of the players whom a draw seats: everybody who plays, without ``reserves``.

    Once a draw is published, these are only its players, also those of tables left out, and its reserves.
    """
    seating = view.seating
    here: Collection[int] = view.players
    if seating is not None:
        seated = frozenset[int]().union(*(seating.drawn(session) for session in seating.session_numbers))
        here = seated.union(seating.wishes.reserves)
    playing = (number for number in view.players if view.status(number).state is PlayerState.PLAYING)
    return tuple(number for number in playing if number in here and number not in reserves)


def placed_wishes(view: View, numbers: Sequence[int], wishes: SeatingWishes) -> Wishes:
    """Return the wishes for a draw in which place 1 is the first of ``numbers``, place 2 the second, and so on."""
    place = {number: index for index, number in enumerate(numbers, start=1)}
    groups = [
        ApartGroup(name, members, weight)
        for field, weight in wishes.apart
        for name, members in members_by(view, numbers, field).items()
        if len(members) > 1
    ]
    return Wishes(
        groups=tuple(replace(group, members=tuple(place[each] for each in group.members)) for group in groups),
        pairs=tuple(
            AvoidedPair(place[one], place[other], weight)
            for one, other, weight in wishes.pairs
            if one in place and other in place
        ),
        no_repeats=wishes.no_repeats,
        fixed=tuple((place[number], view.players[number].table) for number in numbers if view.players[number].table),
    )


def wished_turns(view: View, session: int, numbers: Collection[int]) -> frozenset[int]:
    """Return which of ``numbers`` wish to sit out in ``session`` if somebody must."""
    return frozenset(number for number in numbers if session in view.players[number].sit_out)


def fixed_tables(view: View, numbers: Collection[int]) -> dict[int, int]:
    """Return the table that each of ``numbers`` keeps, by number; without those who can sit anywhere."""
    return {number: view.players[number].table for number in sorted(numbers) if view.players[number].table}


def table_problems(view: View, session: int, numbers: Collection[int], sit_out: Collection[int] = ()) -> list[Problem]:
    """Return why the players of ``session`` cannot keep their tables, with the nearest choice.

    ``numbers`` are the players who are present. As many of them as fill tables play, without ``sit_out`` if they are
    chosen already.
    """
    tables, shared = len(numbers) // 4, dict[int, list[int]]()
    problems = []
    for number, table in fixed_tables(view, set(numbers).difference(sit_out)).items():
        shared.setdefault(table, []).append(number)
        if table > tables:
            text = mark_count(
                "{player} keeps table {table}, and session {session} has only {count} table: choose another table for "
                "them on the page Players, or none.",
                "{player} keeps table {table}, and session {session} has only {count} tables: choose another table for "
                "them on the page Players, or none.",
                tables,
                player=view.players[number].name,
                table=table,
                session=session,
            )
            problems.append(Problem("table-missing", text, "table"))
    for table, players in shared.items():
        if len(players) > 4:
            text = mark(
                "{count} players keep table {table}, which has four seats: {players}. Choose another table for one of "
                "them on the page Players.",
                count=len(players),
                table=table,
                players=listed(view.players[number].name for number in players),
            )
            problems.append(Problem("table-full", text, "table"))
    return problems


def impossible_tables(view: View, tables: Mapping[int, int], reserves: Collection[int] = ()) -> list[Text]:
    """Return why a draw of all sessions would refuse ``tables``, the tables that players are to keep, by number."""
    numbers = drawn_players(view, reserves)
    last, keepers = len(numbers) // 4, dict[int, list[int]]()
    for number in numbers:
        if number in tables:
            keepers.setdefault(tables[number], []).append(number)
    texts = []
    for table, players in sorted(keepers.items()):
        names = listed(view.players[number].name for number in players)
        if table > last:
            text = mark_count(
                "{names}: there is no table {table}, as {players} players fill {count} table.",
                "{names}: there is no table {table}, as {players} players fill {count} tables.",
                last,
                names=names,
                table=table,
                players=len(numbers),
            )
            texts.append(text)
        elif table and len(players) > 4:
            texts.append(mark("{names}: table {table} has only four seats.", names=names, table=table))
    return texts


def sharing_problems(view: View, changed: Iterable[Player]) -> list[Problem]:
    """Return a question for each table that players of ``changed`` are to keep while others keep it as well.

    ``changed`` are players of the event as they are to be. Nothing is asked about who keeps their table already.
    """
    changed = tuple(changed)
    players = {**view.players, **{player.number: player for player in changed}}
    firsts: dict[int, int] = {}
    for player in changed:
        if player.table != view.players[player.number].table:
            firsts.setdefault(player.table, player.number)
    return _shared_tables(view, players, firsts, Gravity.ASKS)


def _shared_tables(
    view: View, players: Mapping[int, Player], firsts: Mapping[int, int], gravity: Gravity
) -> list[Problem]:
    """Return a problem for each of the tables that several of ``players`` keep; ``firsts`` is who is named first."""
    found = (_shared_table_text(view, players, number, table) for table, number in firsts.items())
    return [Problem("table-shared", text, "table", gravity) for text in found if text is not None]


def _shared_table_text(view: View, players: Mapping[int, Player], number: int, table: int) -> Text | None:
    """Return who of ``players`` keeps ``table`` besides ``number``, and what it costs; None if nobody does."""
    others = [
        other.name
        for other in players.values()
        if other.table == table and other.number != number and view.status(other.number).state is PlayerState.PLAYING
    ]
    if not table or not others:
        return None
    pairs = len(others) * (len(others) + 1) // 2
    repeats = pairs * (len(view.session_numbers) - 1)
    values = {"player": players[number].name, "others": listed(others), "table": table}
    if repeats < 1:
        return mark("{player} and {others} keep table {table}: they meet there.", **values)
    return mark_count(
        "{player} and {others} keep table {table}: they meet in every session in which they play, up to {count} "
        "repeated meeting.",
        "{player} and {others} keep table {table}: they meet in every session in which they play, up to {count} "
        "repeated meetings.",
        repeats,
        **values,
    )


def table_remarks(view: View, number: int, table: int) -> list[Text]:
    """Return what to know if player ``number`` keeps ``table``: who shares it, and where the draw is different."""
    shared = _shared_table_text(view, view.players, number, table)
    texts = [] if shared is None else [shared]
    if view.seating is None or not table:
        return texts
    missing = [each for each in view.drawn_sessions if 0 < len(view.seating.tables(each)) < table]
    away = [
        session
        for session in view.drawn_sessions
        if (place := view.seating.place_of(number, session)) is not None and place[0] != table
        and not view.touched(session) and session not in missing
    ]  # fmt: skip
    if missing:
        texts.append(
            mark_count(
                "Session {session} has no table {table}: its last one is {count}.",
                "Session {session} has no table {table}: its last one is {count}.",
                len(view.seating.tables(missing[0])),
                session=missing[0],
                table=table,
            )
        )
    if away:
        text = mark("The draw seats them at another table from session {session} on: draw it again from there.",
                    session=away[0])  # fmt: skip
        texts.append(text)
    return texts


def sitting_remarks(view: View, seating: Seating, first: int) -> tuple[Problem, ...]:
    """Return the :func:`turn_remarks` on the sessions of ``seating`` from ``first`` on.

    They include wishes for sessions that the event does not have.
    """
    sessions = [each for each in seating.session_numbers if each >= first]
    fields = {session: seating.drawn(session) for session in sessions}
    remarks = turn_remarks(view, fields, {session: seating.sitting_out(session) for session in sessions})
    return (*remarks, *no_session_remarks(view, view.players.values()))


def no_session_remarks(view: View, players: Iterable[Player]) -> tuple[Problem, ...]:
    """Return remarks on those of ``players`` who wish to sit out in a session that the event does not have.

    Whoever wishes it in every session that there is needs none.
    """
    planned = view.full_state.settings.sessions
    wishing: dict[int, list[str]] = {}
    for player in players:
        missing = [session for session in player.sit_out if session > planned]
        if missing and not set(player.sit_out).issuperset(range(1, planned + 1)):
            wishing.setdefault(missing[0], []).append(player.name)
    texts = (
        mark_count(
            "{players} wishes to sit out in session {session}, and the last session is {last}.",
            "{players} wish to sit out in session {session}, and the last session is {last}.",
            len(names),
            players=listed_first(names, _NAMED),
            session=session,
            last=planned,
        )
        for session, names in sorted(wishing.items())
    )
    return tuple(Problem("turn-unknown", text, "sit_out", Gravity.REMARK) for text in texts)


def turn_remarks(
    view: View, fields: Mapping[int, Collection[int]], sit_out: Mapping[int, Collection[int]]
) -> tuple[Problem, ...]:
    """Return where wishes to sit out could not be met, and who sits out although they keep a table.

    ``fields`` are the players who are present, and ``sit_out`` those of them without a seat, by session.
    """
    remarks = []
    short: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    """The sessions in which so many sit out and more wish to, each with those who play."""
    full: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    resting: dict[tuple[int, int], list[int]] = {}
    for session, field in fields.items():
        out = sit_out.get(session, ())
        unmet = tuple(sorted(wished_turns(view, session, field).difference(out)))
        for number, table in fixed_tables(view, out).items():
            resting.setdefault((number, table), []).append(session)
        if unmet and not out:
            full.setdefault((len(field), unmet), []).append(session)
        elif unmet:
            short.setdefault(len(out), []).append((session, unmet))
    for out_at_once, sessions_short in short.items():
        text = _short_text(view, out_at_once, sessions_short)
        remarks.append(Problem("turn-not-met", text, "sit_out", Gravity.REMARK))
    for (present, unmet), sessions in full.items():
        text = mark_count(
            "Session {sessions}: {present} players fill the tables, so nobody can sit out as they wish ({players}). "
            "Add players, or name substitutes for them.",
            "Sessions {sessions}: {present} players fill the tables, so nobody can sit out as they wish ({players}). "
            "Add players, or name substitutes for them.",
            len(sessions),
            sessions=listed(sessions),
            players=listed_first([view.players[number].name for number in unmet], _NAMED),
            present=present,
        )
        remarks.append(Problem("turn-not-met", text, "sit_out", Gravity.REMARK))
    for (number, table), sessions in resting.items():
        text = mark_count(
            "{player}, who keeps table {table}, sits out in session {sessions}: others play there.",
            "{player}, who keeps table {table}, sits out in sessions {sessions}: others play there.",
            len(sessions),
            player=view.players[number].name,
            table=table,
            sessions=listed(sessions),
        )
        remarks.append(Problem("fixed-sits-out", text, "sit_out", Gravity.REMARK))
    return tuple(remarks)


def _short_text(view: View, count: int, sessions: Sequence[tuple[int, tuple[int, ...]]]) -> Text:
    """Return that only ``count`` players sit out in ``sessions``. For a single one, name those who play instead."""
    if len(sessions) > 1:
        return mark_count(
            "Sessions {sessions}: only {count} player sits out in each, and more wish to. Who sat out least came "
            "first.",
            "Sessions {sessions}: only {count} players sit out in each, and more wish to. Those who sat out least came "
            "first.",
            count,
            sessions=listed(session for session, _playing in sessions),
        )
    session, playing = sessions[0]
    return mark_count(
        "Session {session}: only {count} player sits out, and more wish to. These play: {players}. Who sat out least "
        "came first.",
        "Session {session}: only {count} players sit out, and more wish to. These play: {players}. Those who sat out "
        "least came first.",
        count,
        session=session,
        players=listed_first([view.players[number].name for number in playing], _NAMED),
    )


def members_by(view: View, numbers: Sequence[int], field: str) -> Mapping[str, tuple[int, ...]]:
    """Return those of ``numbers`` who have the same value in ``field`` (one of APART), by that value.

    It is spelled as it occurs first. Players whose field is blank are in no group.
    """
    names: dict[str, str] = {}
    members: dict[str, tuple[int, ...]] = {}
    for number in numbers:
        written = str(getattr(view.players[number], field)).strip()
        if written:
            name = names.setdefault(folded(written) or written, written)
            members[name] = (*members.get(name, ()), number)
    return members


def wish_problems(view: View, wishes: SeatingWishes) -> tuple[Problem, ...]:
    """Return the wishes that are impossible (they block) or cannot all be met (remarks), with the nearest choice."""
    numbers = drawn_players(view, wishes.reserves)
    problems = [*_wrong_fields(wishes), *_wrong_pairs(view, wishes), *_wrong_reserves(view, wishes)]
    problems += table_problems(view, 1, numbers)
    firsts = {table: number for number, table in reversed(fixed_tables(view, numbers).items())}
    problems += _shared_tables(view, view.players, firsts, Gravity.REMARK)
    if all(problem.gravity is Gravity.REMARK for problem in problems):
        placed = placed_wishes(view, numbers, wishes)
        problems += unreachable(placed, players=len(numbers), sessions=view.settings.sessions)
    return tuple(problems)


def _wrong_fields(wishes: SeatingWishes) -> list[Problem]:
    problems = []
    for field, weight in wishes.apart:
        if field not in APART:
            text = mark("Players cannot be kept apart by “{field}”; choose {known}.", field=field, known=APART)
            problems.append(Problem("wish-unknown", text, "apart"))
        elif weight < 1:
            text = mark("The weight of “{field}” must be 1 or more.", field=field)
            problems.append(Problem("wish-weight", text, "apart"))
    fields = [field for field, _ in wishes.apart]
    for field in sorted({field for field in fields if fields.count(field) > 1}):
        text = mark("“{field}” is named twice: give it a single weight.", field=field)
        problems.append(Problem("wish-twice", text, "apart"))
    return problems


def _wrong_pairs(view: View, wishes: SeatingWishes) -> list[Problem]:
    problems = []
    seen: set[frozenset[int]] = set()
    for one, other, weight in wishes.pairs:
        pair = frozenset((one, other))
        for number in (one, other):
            if number not in view.players:
                text = mark("Player {number}, named in a pair to keep apart, is not in the list.", number=number)
                problems.append(Problem("pair-unknown", text, "pairs"))
        if one == other:
            text = mark("Player {number} cannot be kept apart from themselves.", number=one)
            problems.append(Problem("pair-alone", text, "pairs"))
        elif pair in seen:
            text = mark("The pair {one} and {other} is given twice: give it once.", one=one, other=other)
            problems.append(Problem("pair-twice", text, "pairs"))
        if weight < 1:
            text = mark("The weight of the pair {one} and {other} must be 1 or more.", one=one, other=other)
            problems.append(Problem("wish-weight", text, "pairs"))
        seen.add(pair)
    return problems


def _wrong_reserves(view: View, wishes: SeatingWishes) -> list[Problem]:
    problems = []
    paired = {number for one, other, _ in wishes.pairs for number in (one, other)}
    for number in wishes.reserves:
        if number not in view.players:
            text = mark("Player {number}, named as a reserve, is not in the list.", number=number)
            problems.append(Problem("reserve-unknown", text, "reserves"))
        elif number in paired:
            text = mark("Player {number} is a reserve and meets nobody: remove the pair.", number=number)
            problems.append(Problem("reserve-paired", text, "pairs"))
    return problems


def unreachable(wishes: Wishes, *, players: int, sessions: int) -> tuple[Problem, ...]:
    """Return wishes that contradict one another (they block) or cannot all be met (remarks).

    The ``wishes`` are about the places 1 to ``players``.
    """
    return (*_contradictions(wishes, players, sessions), *_large_groups(wishes, players, sessions))


def _contradictions(wishes: Wishes, players: int, sessions: int) -> list[Problem]:
    """Return the problem that meetings must repeat, or that everybody meets although wishes keep some apart."""
    most = most_sessions_without_repeats(players)
    if not wishes.no_repeats or players < 4:
        return []
    if sessions > most:
        text = mark_count(
            "{players} players cannot play {sessions} sessions without repeated meetings: the "
            "maximum is {count} session. Play that many, or allow repeated meetings.",
            "{players} players cannot play {sessions} sessions without repeated meetings: the "
            "maximum is {count} sessions. Play that many, or allow repeated meetings.",
            most,
            players=players,
            sessions=sessions,
        )
        return [Problem("repeats-needed", text, "no_repeats")]
    if 3 * sessions < players - 1 or not (wishes.pairs or any(len(group.members) > 1 for group in wishes.groups)):
        return []
    text = mark(
        "In {sessions} sessions without repeats all {players} players meet one another, so nobody "
        "can be kept apart. Play {fewer} sessions, allow repeated meetings, or drop the wishes.",
        sessions=sessions,
        players=players,
        fewer=sessions - 1,
    )
    return [Problem("wishes-contradict", text, "no_repeats")]


def _large_groups(wishes: Wishes, players: int, sessions: int) -> list[Problem]:
    tables = players // 4
    problems = []
    for group in wishes.groups:
        size = len(group.members)
        if tables and size > tables:
            text = mark_count(
                "{group} has {size} players for {tables} tables: {count} meeting among them cannot "
                "be avoided. The draw comes as close to that as it can.",
                "{group} has {size} players for {tables} tables: {count} meetings among them cannot "
                "be avoided. The draw comes as close to that as it can.",
                fewest_group_meetings(size, tables=tables, sessions=sessions),
                group=group.name,
                size=size,
                tables=tables,
            )
            problems.append(Problem("group-large", text, "apart", Gravity.REMARK))
    return problems
