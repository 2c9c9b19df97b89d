"""The draw before play: wishes taken from the players' data, the plan, lots drawn by hand, publishing."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from tournament.draw import AvoidedPair, DrawProblem, Group, Wishes, make_plan
from tournament.draw.bounds import fewest_group_meetings
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.roster import folded
from tournament.event.seating import APART, Seating, SeatingWishes, Seats
from tournament.language import mark, mark_count
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import DrawPublished, LotDrawn
from tournament.office.book import Book, By, Changes
from tournament.office.view import View

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
    """Draw who sits where in all sessions, without publishing it.

    ``progress`` hears how far it has come (0 … 1) and answers whether to go on; after a no the best found so far is
    returned. Refused once play has begun, or when the wishes contradict one another; DrawProblem when so many
    players cannot be seated so. Both give the reason and the nearest possible choice.
    """
    refuse_begun(view)
    numbers = drawn_players(view, wishes.reserves)
    refused = [each for each in wish_problems(view, wishes) if each.gravity is Gravity.BLOCKS]
    if refused:
        raise Refused(*refused)
    _refuse_part_of_a_table(len(numbers))
    plan = make_plan(
        players=len(numbers),
        sessions=view.settings.sessions,
        seed=seed,
        method=method,
        wishes=placed_wishes(view, numbers, wishes),
        progress=progress,
    )
    return Seating(_named(plan.sessions, numbers), plan.method, plan.seed, wishes)


def publish_draw(book: Book, seating: Seating, *, by: By) -> Changes:
    """Make ``seating`` the one that is played."""
    refuse_begun(book.view)
    draft = book.draft(by)
    draft.add(EVENT_STREAM, DrawPublished(seating))
    return book.commit(draft)


def drawn_players(view: View, reserves: Collection[int] = ()) -> tuple[int, ...]:
    """Numbers of those whom a draw seats: everybody but the ``reserves``, and who was replaced in a draw published."""
    seating = view.seating
    here: Collection[int] = view.players
    if seating is not None:
        seated = frozenset[int]().union(*(seating.seated(s) for s in range(1, len(seating.sessions) + 1)))
        here = seated.union(seating.wishes.reserves)
    return tuple(number for number in view.players if number in here and number not in reserves)


def placed_wishes(view: View, numbers: Sequence[int], wishes: SeatingWishes) -> Wishes:
    """The wishes for a draw of the places 1 … : place 1 is the first of ``numbers``."""
    place = {number: at for at, number in enumerate(numbers, start=1)}
    groups = [
        Group(name, members, weight)
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
    """Who of ``numbers`` has the same in ``field`` (one of APART), by what is written first; blanks are nobody's."""
    names: dict[str, str] = {}
    members: dict[str, tuple[int, ...]] = {}
    for number in numbers:
        written = str(getattr(view.players[number], field)).strip()
        if written:
            name = names.setdefault(folded(written) or written, written)
            members[name] = (*members.get(name, ()), number)
    return members


def wish_problems(view: View, wishes: SeatingWishes) -> tuple[Problem, ...]:
    """What cannot be wished (it blocks), and what cannot all be met (a remark), each with the nearest choice."""
    numbers = drawn_players(view, wishes.reserves)
    problems = [*_wrong_fields(wishes), *_wrong_pairs(view, wishes), *_wrong_reserves(view, wishes)]
    if not problems:
        problems += _contradictions(view, numbers, wishes)
        problems += _large_groups(view, numbers, wishes)
    return tuple(problems)


def _wrong_fields(wishes: SeatingWishes) -> list[Problem]:
    problems = []
    for field, weight in wishes.apart:
        if field not in APART:
            text = mark(
                "Players cannot be kept apart by “{field}”; choose {known}.", field=field, known=", ".join(APART)
            )
            problems.append(Problem("wish-unknown", text, "apart"))
        elif weight < 1:
            text = mark("The weight of “{field}” must be 1 or more.", field=field)
            problems.append(Problem("wish-weight", text, "apart"))
    fields = [field for field, _ in wishes.apart]
    for field in sorted({field for field in fields if fields.count(field) > 1}):
        text = mark("“{field}” is named twice: give it one weight.", field=field)
        problems.append(Problem("wish-twice", text, "apart"))
    return problems


def _wrong_pairs(view: View, wishes: SeatingWishes) -> list[Problem]:
    problems = []
    seen: set[frozenset[int]] = set()
    for one, other, weight in wishes.pairs:
        pair = frozenset((one, other))
        for number in (one, other):
            if number not in view.players:
                text = mark("A pair to keep apart names player {number}, who is not in the list.", number=number)
                problems.append(Problem("pair-unknown", text, "pairs"))
        if one == other:
            text = mark("Player {number} cannot be kept apart from himself.", number=one)
            problems.append(Problem("pair-alone", text, "pairs"))
        elif pair in seen:
            text = mark("The pair {one} and {other} is named twice: name it once.", one=one, other=other)
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
            text = mark("A reserve is player {number}, who is not in the list.", number=number)
            problems.append(Problem("reserve-unknown", text, "reserves"))
        elif number in paired:
            text = mark("Player {number} is a reserve and meets nobody: take the pair out.", number=number)
            problems.append(Problem("reserve-paired", text, "pairs"))
    return problems


def _refuse_part_of_a_table(players: int) -> None:
    """DrawProblem, with both ways out, when the last table would not be full."""
    over = players % 4
    if over and players > 4:
        said = mark_count(
            "{players} players: {count} substitute is missing to fill the last table, or leave {over} out as reserves.",
            "{players} players: {count} substitutes are missing to fill the last table, or leave {over} out as "
            "reserves.",
            4 - over,
            players=players,
            over=over,
        )
        raise DrawProblem(said)


def _contradictions(view: View, numbers: Sequence[int], wishes: SeatingWishes) -> list[Problem]:
    """Nobody twice and somebody never: not when the sessions are so many that all have to meet."""
    players, sessions = len(numbers), view.settings.sessions
    placed = placed_wishes(view, numbers, wishes)
    if not (wishes.no_repeats and 3 * sessions == players - 1 and (placed.groups or placed.pairs)):
        return []
    text = mark(
        "In {sessions} sessions without repeats all {players} players meet one another, so nobody can be kept apart. "
        "Play {fewer} sessions, or let some meet twice, or drop the wishes.",
        sessions=sessions,
        players=players,
        fewer=sessions - 1,
    )
    return [Problem("wishes-contradict", text, "no_repeats")]


def _large_groups(view: View, numbers: Sequence[int], wishes: SeatingWishes) -> list[Problem]:
    tables = len(numbers) // 4
    problems = []
    for group in placed_wishes(view, numbers, wishes).groups:
        size = len(group.members)
        if tables and size > tables:
            fewest = fewest_group_meetings(size, tables=tables, sessions=view.settings.sessions)
            text = mark_count(
                "{group} has {size} players for {tables} tables: {count} meeting among them cannot be avoided. "
                "The draw comes as near to it as it can.",
                "{group} has {size} players for {tables} tables: {count} meetings among them cannot be avoided. "
                "The draw comes as near to it as it can.",
                fewest,
                group=group.name,
                size=size,
                tables=tables,
            )
            problems.append(Problem("group-large", text, "apart", Gravity.REMARK))
    return problems


def draw_lot(book: Book, player: int, lot: int, *, reserves: Collection[int] = (), by: By) -> Changes:
    """Note the number ``lot`` (1 …) that a player drew; 0: he gives his number back. ``reserves`` draw none."""
    view = book.view
    refuse_begun(view)
    if player not in view.players:
        raise Refused(Problem("player-unknown", mark("There is no player {number}.", number=player), "player"))
    last = len(drawn_players(view, reserves))
    if not 0 <= lot <= last:
        text = mark("There is no lot {lot}: the numbers go from 1 to {last}.", lot=lot, last=last)
        raise Refused(Problem("lot-range", text, "lot"))
    owner = next((other for other, drawn in view.state.lots.items() if drawn == lot and other != player), None)
    if lot and owner is not None:
        text = mark("Number {lot} is drawn already, by {player}.", lot=lot, player=view.players[owner].name)
        raise Refused(Problem("lot-taken", text, "lot"))
    draft = book.draft(by)
    if view.state.lots.get(player, 0) != lot:
        draft.add(EVENT_STREAM, LotDrawn(player, lot))
    return book.commit(draft)


def free_lots(view: View, reserves: Collection[int] = ()) -> tuple[int, ...]:
    """The numbers that nobody has drawn yet; ``reserves`` draw none."""
    players = drawn_players(view, reserves)
    taken = {view.state.lots.get(number, 0) for number in players}
    return tuple(lot for lot in range(1, len(players) + 1) if lot not in taken)


def seating_by_lots(view: View, plan: Seating) -> Seating:
    """The ``plan`` with each player in the place whose number he drew; Refused while somebody has drawn none."""
    numbers = drawn_players(view, plan.wishes.reserves)
    lots = view.state.lots
    waiting = [number for number in numbers if not 1 <= lots.get(number, 0) <= len(numbers)]
    if waiting:
        text = mark_count(
            "{count} player has not drawn a number yet: {player}.",
            "{count} players have not drawn a number yet, {player} first.",
            len(waiting),
            player=view.players[waiting[0]].name,
        )
        raise Refused(Problem("lots-missing", text, "lot"))
    holder = {lot: number for number, lot in lots.items() if number in numbers}
    names = {number: holder[place] for place, number in enumerate(numbers, start=1)}
    return replace(plan.renamed(names, range(1, len(plan.sessions) + 1)), method=LOTS)


def refuse_begun(view: View) -> None:
    """Refused once play has begun."""
    if view.begun:
        text = mark("Play has begun: the draw cannot be made again.")
        raise Refused(Problem("play-begun", text, "draw"))


def _named(sessions: Sequence[Sequence[Seats]], numbers: Sequence[int]) -> tuple[tuple[Seats, ...], ...]:
    return tuple(
        tuple((numbers[e - 1], numbers[s - 1], numbers[w - 1], numbers[n - 1]) for e, s, w, n in tables)
        for tables in sessions
    )
