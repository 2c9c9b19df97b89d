"""The wishes of a draw: taken from the data of players, and checked for wishes that are impossible."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from tournament.draw import ApartGroup, AvoidedPair, Wishes
from tournament.draw.bounds import fewest_group_meetings, most_sessions_without_repeats
from tournament.event.player import PlayerState
from tournament.event.problem import Gravity, Problem
from tournament.event.seating import APART, SeatingWishes
from tournament.language import folded, mark, mark_count
from tournament.use_cases.view import View


def drawn_players(view: View, reserves: Collection[int] = ()) -> tuple[int, ...]:
    """Return the numbers of the players whom a draw seats: everybody who plays, without ``reserves``.

    Once a draw is published, these are only players who have a seat in it or are among its reserves.
    """
    seating = view.seating
    here: Collection[int] = view.players
    if seating is not None:
        seated = frozenset[int]().union(*(seating.seated(s) for s in seating.session_numbers))
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
    if not problems:
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
