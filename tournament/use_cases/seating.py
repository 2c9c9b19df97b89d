"""The draw before play: the plan, lots drawn by hand, publishing."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from tournament.draw import DrawProblem, make_plan
from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.seating import Seating, SeatingWishes, Seats
from tournament.language import mark, mark_count
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import DrawPublished, LotDrawn
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import DrawLot, PublishDraw
from tournament.use_cases.draft import Draft
from tournament.use_cases.draw_checks import refuse_without_draw
from tournament.use_cases.seating_wishes import drawn_players, placed_wishes, wish_problems
from tournament.use_cases.view import View

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


def publish_draw(draft: Draft, command: PublishDraw) -> Remarks:
    """Make a seating the one that is played."""
    view, seating = draft.view, command.seating
    refuse_begun(view)
    draft.add(EVENT_STREAM, DrawPublished(seating))
    return ()


def draw_lot(draft: Draft, command: DrawLot) -> Remarks:
    """Note the number (1 …) that a player drew; 0: he gives his number back."""
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
            "{count} players have not drawn a number yet, starting with {player}.",
            len(waiting),
            player=view.players[waiting[0]].name,
        )
        raise Refused(Problem("lots-missing", text, "lot"))
    holder = {lot: number for number, lot in lots.items() if number in numbers}
    names = {number: holder[place] for place, number in enumerate(numbers, start=1)}
    return replace(plan.renamed(names, range(1, len(plan.sessions) + 1)), method=LOTS)


def refuse_begun(view: View) -> None:
    """Refused once play has begun, and where no draw seats the players."""
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
    """DrawProblem, with both ways out, when the last table would not be full."""
    over = players % 4
    if over and players > 4:
        text = mark_count(
            "{players} players: {count} substitute is needed to fill the last table, or keep {over} in reserve.",
            "{players} players: {count} substitutes are needed to fill the last table, or keep {over} in reserve.",
            4 - over,
            players=players,
            over=over,
        )
        raise DrawProblem(text)
