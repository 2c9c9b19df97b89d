"""The live draw: numbers of the plan, teams, names or the seats of a session, shown one at a time.

Everything follows from one seed, and the whole draw is stored before anything is shown, so that it continues
unchanged after a restart of the program. A draw that is abandoned after something was shown is counted, and the next
one says so on the screens and in the event.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.draw.search import SeededRandom
from tournament.event.prizes import CategoryKind
from tournament.event.problem import Problem, Refused
from tournament.language import Text, integer_text, listed, mark, mark_count
from tournament.ledger.fact import HallDraw
from tournament.tiles.wind import Wind
from tournament.use_cases.commands import GiveLots, GiveTeams
from tournament.use_cases.draw_checks import check_session
from tournament.use_cases.drawing import lots_problem, players_with_teams
from tournament.use_cases.prizes import group_of
from tournament.use_cases.seating_wishes import drawn_players
from tournament.use_cases.view import View
from ui.hall.hall_state import DrawKind, DrawnEntry, HallState, KeptApart, LiveDraw
from ui.hall.lists import LINES, pages_of
from ui.hall.slides import BlankSlide, DrawnLot, DrawSlide, ListCell, ListColumn, Slide

TEAM_SIZE = 4
MOST_NAMES = 400
NAME_LENGTH = 120
_EXCHANGES = 40
"""Random exchanges tried for each player, enough to reach every division that separates as many players."""


def begin_lots(view: View, seed: int) -> LiveDraw:
    """A draw in which each player gets a number of the plan. Raises Refused if the numbers cannot be assigned."""
    numbers = drawn_players(view)
    problem = lots_problem(view, numbers)
    if problem is not None:
        raise Refused(problem)
    chance = SeededRandom(seed)
    lots = chance.shuffled(range(1, len(numbers) + 1))
    entries = [DrawnEntry(lot, player) for player, lot in zip(numbers, lots, strict=True)]
    return LiveDraw(DrawKind.LOTS, seed, order=tuple(chance.shuffled(entries)))


def team_count(view: View) -> int:
    """How many teams of four the players make, rounded up."""
    return -(-len(drawn_players(view)) // TEAM_SIZE)


def begin_teams(view: View, seed: int, apart: KeptApart, names: Sequence[str]) -> LiveDraw:
    """A draw of teams of four, some of three if the number of players requires it. Raises Refused if it is impossible.

    ``names`` are those of the :func:`team_count` teams. Players whom ``apart`` separates share a team only if there are
    more of them than teams, and then as few as possible do.
    """
    numbers, count = drawn_players(view), team_count(view)
    if count < 2:
        raise Refused(Problem("hall-draw-few", mark("Drawing teams needs at least five players."), "players"))
    teams = tuple(" ".join(name.split()) for name in names)
    if len(set(map(str.casefold, teams))) != count or len(teams) != count or not all(teams):
        raise Refused(
            Problem("hall-draw-names", mark("{count} teams: each needs a different name.", count=count), "names")
        )
    chance = SeededRandom(seed)
    team_of = drawn_teams(_groups(view, numbers, apart), count, chance)
    entries = [DrawnEntry(team_of[player], player) for player in numbers]
    drawn = LiveDraw(DrawKind.TEAMS, seed, apart=apart, order=tuple(chance.shuffled(entries)), teams=teams)
    players_with_teams(view, team_lines(drawn))
    return drawn


def begin_names(names: Iterable[str], seed: int) -> LiveDraw:
    """A draw of names one after another. Raises Refused unless there are at least two, all different."""
    found = [" ".join(name.split()) for name in names if name.strip()]
    if len({name.casefold() for name in found}) < len(found):
        raise Refused(Problem("hall-draw-names", mark("Each name is drawn once: enter every name only once."), "names"))
    if not 2 <= len(found) <= MOST_NAMES or any(len(name) > NAME_LENGTH for name in found):
        text = mark("Write from 2 to {most} names, separated by commas, each of up to {length} characters.",
                    most=MOST_NAMES, length=NAME_LENGTH)  # fmt: skip
        raise Refused(Problem("hall-draw-names", text, "names"))
    drawn = SeededRandom(seed).shuffled(found)
    order = tuple(DrawnEntry(place, name=name) for place, name in enumerate(drawn, start=1))
    return LiveDraw(DrawKind.NAMES, seed, order=order)


def begin_seats(view: View, session: int) -> LiveDraw:
    """A draw that shows the seats of ``session``, one table at a time, with the seed of the draw that made them."""
    check_session(view, session)
    seating = view.seating
    tables = seating.played(session) if seating is not None else ()
    if seating is None or not tables:
        text = mark("Nobody is seated in session {session} yet: seat it first.", session=session)
        raise Refused(Problem("session-empty", text, "session"))
    order = tuple(DrawnEntry(table) for table, _ in tables)
    return LiveDraw(DrawKind.SEATS, seating.seed, order=order, session=session)


def drawn_teams(groups: Mapping[int, str], count: int, chance: SeededRandom) -> dict[int, int]:
    """The team of each player, from 1. Team sizes differ by one at most; each group is spread as widely as possible.

    ``groups`` has the group of every player; players with an empty group are not separated from anybody.
    """
    members: dict[str, list[int]] = {}
    for player, group in groups.items():
        # No real group begins with a null character, so players without a group never share one.
        members.setdefault(group or f"\0{player}", []).append(player)
    line = [player for group in chance.shuffled(members.values()) for player in chance.shuffled(group)]
    names = chance.shuffled(range(1, count + 1))
    # Deal the line round the teams: members of a group stand next to each other and so get different teams.
    team = {player: names[place % count] for place, player in enumerate(line)}
    inside: dict[tuple[str, int], int] = {}
    for player, group in groups.items():
        inside[group, team[player]] = inside.get((group, team[player]), 0) + 1
    for _ in range(_EXCHANGES * len(line)):
        one, other = line[chance.below(len(line))], line[chance.below(len(line))]
        _exchange(one, other, groups, team, inside)
    return team


def _exchange(
    one: int, other: int, groups: Mapping[int, str], team: dict[int, int], inside: dict[tuple[str, int], int]
) -> None:
    """Exchange two players of different teams and groups, unless a team would then have more players of one group."""
    first, second = groups[one], groups[other]
    here, there = team[one], team[other]
    if here == there or (first and first == second):
        return
    for group, left, joined in ((first, here, there), (second, there, here)):
        if group and inside.get((group, joined), 0) > inside[group, left] - 1:
            return
    for group, left, joined in ((first, here, there), (second, there, here)):
        inside[group, left] -= 1
        inside[group, joined] = inside.get((group, joined), 0) + 1
    team[one], team[other] = there, here


def _groups(view: View, numbers: Collection[int], apart: KeptApart) -> dict[int, str]:
    if apart is KeptApart.NOBODY:
        return dict.fromkeys(numbers, "")
    kind = CategoryKind.COUNTRY if apart is KeptApart.COUNTRY else CategoryKind.CLUB
    return {number: group_of(view.players[number], kind).casefold() for number in numbers}


def together(view: View, draw: LiveDraw) -> int:
    """The number of teams with players who should have been separated."""
    if draw.kind is not DrawKind.TEAMS or draw.apart is KeptApart.NOBODY:
        return 0
    known = [entry for entry in draw.order if entry.player in view.players]
    groups = _groups(view, [entry.player for entry in known], draw.apart)
    seen, found = set[tuple[int, str]](), set[int]()
    for entry in known:
        place = entry.lot, groups[entry.player]
        if place[1] and place in seen:
            found.add(entry.lot)
        seen.add(place)
    return len(found)


def with_new_draw(state: HallState, draw: LiveDraw) -> HallState:
    """``state`` with a new draw; the earlier one is counted if it was abandoned after something was shown."""
    state = giving_up(state)
    attempt = 1 + sum(kind is draw.kind for kind in state.given_up)
    return replace(state, draw=replace(draw, attempt=attempt if draw.kind is not DrawKind.SEATS else 1))


def giving_up(state: HallState) -> HallState:
    """``state`` without its draw, which counts as abandoned if something was shown and the event does not have it."""
    before = state.draw
    if before is None or not before.furthest or before.applied or before.kind is DrawKind.SEATS:
        return replace(state, draw=None)
    return replace(state, draw=None, given_up=(*state.given_up, before.kind))


def forward(draw: LiveDraw) -> LiveDraw:
    """The draw with the next lot shown; after the last one, all are shown together, page by page."""
    return jump(draw, draw.shown + 1)


def back(draw: LiveDraw) -> LiveDraw:
    """The draw with its last lot covered again."""
    return jump(draw, draw.shown - 1)


def jump(draw: LiveDraw, shown: int) -> LiveDraw:
    """The draw with ``shown`` lots shown. One more than there are lots shows all together."""
    shown = max(0, min(shown, len(draw.order) + 1))
    return replace(draw, shown=shown, furthest=max(draw.furthest, shown), covered=False)


def is_complete(draw: LiveDraw) -> bool:
    """Whether all lots are shown."""
    return draw.shown >= len(draw.order)


def title_of(draw: LiveDraw) -> Text:
    """The title of the slides."""
    match draw.kind:
        case DrawKind.LOTS | DrawKind.NAMES:
            return mark("Drawing of lots")
        case DrawKind.TEAMS:
            return mark("Draw of the teams")
        case DrawKind.SEATS:
            return mark("Seats of session {session}", session=draw.session)


def draw_slides(view: View, draw: LiveDraw) -> tuple[Slide, ...]:
    """The slides of the draw, with only the lots that were shown so far."""
    if draw.covered:
        return (BlankSlide(),)
    if draw.shown > len(draw.order):
        return _together(view, draw)
    told = [drawn_lot(view, draw, entry) for entry in draw.order[: draw.shown]]
    newest = told[-1] if told else None
    return (DrawSlide(title_of(draw), progress_text(draw), newest, tuple(reversed(told[-LINES:]))),)


def progress_text(draw: LiveDraw) -> Text:
    """“5 of 16 drawn”, and the number of the draw if an earlier one was abandoned."""
    shown, whole = min(draw.shown, len(draw.order)), len(draw.order)
    if draw.kind is DrawKind.SEATS:
        return mark("{count} of {whole} tables", count=shown, whole=whole)
    if draw.attempt > 1:
        return mark("{count} of {whole} drawn, draw no. {attempt}", count=shown, whole=whole, attempt=draw.attempt)
    return mark("{count} of {whole} drawn", count=shown, whole=whole)


def drawn_lot(view: View, draw: LiveDraw, entry: DrawnEntry) -> DrawnLot:
    """The lot of ``entry`` with the names, as the screens show it."""
    match draw.kind:
        case DrawKind.LOTS:
            return DrawnLot(integer_text(entry.lot), (_player_name(view, entry.player),))
        case DrawKind.NAMES:
            return DrawnLot(integer_text(entry.lot), (entry.name,))
        case DrawKind.TEAMS:
            return DrawnLot(draw.teams[entry.lot - 1], (_player_name(view, entry.player),), named=True)
        case DrawKind.SEATS:
            tables = view.seating.tables(draw.session) if view.seating is not None else ()
            seats = tables[entry.lot - 1] if entry.lot <= len(tables) else ()
            names = tuple(
                mark("{wind}: {name}", wind=wind.label, name=_player_name(view, number))
                for wind, number in zip(Wind, seats, strict=False)
            )
            return DrawnLot(mark("Table {table}", table=entry.lot), names, named=True)


def results_text(view: View, draw: LiveDraw) -> tuple[Text, ...]:
    """All lots shown so far, one a line."""
    told = draw.order[: draw.shown]
    if draw.kind is not DrawKind.TEAMS:
        lots = (drawn_lot(view, draw, entry) for entry in sorted(told, key=lambda each: each.lot))
        return tuple(mark("{lot}: {names}", lot=lot.lot, names=listed(lot.names)) for lot in lots)
    return tuple(
        mark("{lot}: {names}", lot=draw.teams[team - 1],
             names=listed(_player_name(view, entry.player) for entry in told if entry.lot == team))
        for team in range(1, len(draw.teams) + 1)
    )  # fmt: skip


def together_text(view: View, draw: LiveDraw) -> Text | None:
    """The remark about teams with players who should be kept apart; None if there are none."""
    count = together(view, draw)
    if not count:
        return None
    return mark_count(
        "{count} team has several players of one country or club: there are more of them than teams.",
        "{count} teams have several players of one country or club: there are more of them than teams.",
        count,
    )


def is_given(view: View, draw: LiveDraw) -> bool:
    """Whether the event contains the result of the draw."""
    match draw.kind:
        case DrawKind.LOTS:
            return dict(view.state.lots) == {entry.player: entry.lot for entry in draw.order}
        case DrawKind.TEAMS:
            known = view.players
            return all(number in known and known[number].team == team for number, team in team_lines(draw))
        case DrawKind.NAMES | DrawKind.SEATS:
            return False


def may_be_given(draw: LiveDraw) -> bool:
    """Whether the result can be entered in the event: not that of names, nor seats, which are in the event already."""
    return draw.kind in (DrawKind.LOTS, DrawKind.TEAMS)


def command_of(draw: LiveDraw) -> GiveLots | GiveTeams:
    """The command that enters the result in the event, with the seed and the order shown.

    Raises Refused until all lots are shown.
    """
    if not may_be_given(draw) or not is_complete(draw):
        raise Refused(Problem("hall-draw-open", mark("The draw is not finished: show all of it first."), "draw"))
    drawn = HallDraw(draw.seed, draw.attempt)
    if draw.kind is DrawKind.LOTS:
        return GiveLots(tuple((entry.player, entry.lot) for entry in draw.order), drawn)
    return GiveTeams(team_lines(draw), drawn)


def team_lines(draw: LiveDraw) -> tuple[tuple[int, str], ...]:
    """Each player with the name of their team, in the order of the draw."""
    return tuple((entry.player, draw.teams[entry.lot - 1]) for entry in draw.order)


def _player_name(view: View, number: int) -> str:
    player = view.players.get(number)
    return player.name if player is not None else f"({number})"


def _together(view: View, draw: LiveDraw) -> tuple[Slide, ...]:
    """All lots in order of their numbers; in two columns where a lot has one name."""
    if draw.kind is DrawKind.TEAMS:
        lots = [
            DrawnLot(draw.teams[team - 1], tuple(
                _player_name(view, entry.player) for entry in draw.order if entry.lot == team
            ))
            for team in range(1, len(draw.teams) + 1)
        ]  # fmt: skip
    else:
        lots = [drawn_lot(view, draw, entry) for entry in sorted(draw.order, key=lambda each: each.lot)]
    wide = max(len(lot.names) for lot in lots)
    named = draw.kind in (DrawKind.TEAMS, DrawKind.SEATS)
    columns = (ListColumn(right=not named, name=draw.kind is DrawKind.TEAMS), *[ListColumn(name=True)] * wide)
    rows = [
        (ListCell(lot.lot, strong=True), *(ListCell(name) for name in lot.names),
         *[ListCell("")] * (wide - len(lot.names)))
        for lot in lots
    ]  # fmt: skip
    return pages_of(title_of(draw), progress_text(draw), columns, rows, alone=wide == 1 and not named)
