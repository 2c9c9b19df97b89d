"""Making a draw from beginning to end."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from secrets import randbelow

from tournament.draw.bounds import most_sessions_without_repeats
from tournament.draw.methods import METHODS, Method, Task
from tournament.draw.methods.annealing import ANNEALING
from tournament.draw.placing import with_table_variety
from tournament.draw.problems import DrawProblem, part_of_a_table
from tournament.draw.quality import Quality, quality_of
from tournament.draw.relabelling import relabelled
from tournament.draw.rest import draw_rest
from tournament.draw.search import SearchProgress, SeededRandom
from tournament.draw.seating import Design, Session
from tournament.draw.sitting_out import Turns
from tournament.draw.winds import with_winds
from tournament.draw.wishes import AvoidedPair, Wishes, check_wishes
from tournament.language import mark, mark_count

NO_WISHES = Wishes()
SEEDS = 2**31
_HEAVIEST = 9999
"""The weight of keeping players apart who keep different tables."""
_TRIES, _FEW = 3, 40
"""The number of searches if some sit out, and for how many players at most; with more, one search is enough."""


@dataclass(frozen=True, slots=True)
class SittingOut:
    """That players may sit out."""

    wished: tuple[frozenset[int], ...] = ()
    """For each session, who wishes to sit out."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A draw: the seats of every session, and how good they are."""

    players: int
    sessions: tuple[Session, ...]
    """For each session its tables, table 1 first; each lists player numbers (1 …) by starting seat E, S, W, N."""
    method: str
    """The id of the method that found it."""
    seed: int
    """Reproduces the same draw from the same input."""
    quality: Quality
    sit_out: tuple[tuple[int, ...], ...] = ()
    """For each session the players who sit out, in ascending order; empty if everybody plays in every session."""


def make_plan(
    *,
    players: int,
    sessions: int,
    seed: int | None = None,
    method: str = "auto",
    wishes: Wishes = NO_WISHES,
    progress: Callable[[float], bool] | None = None,
    sitting_out: SittingOut | None = None,
) -> Plan:
    """Seat ``players`` (a multiple of four) for a number of sessions.

    Without a seed, one is chosen at random; the plan records it. ``method`` is the id of one of METHODS, or ``auto``
    for the first that seats that many players without repeats. ``progress`` is called with the part of the search that
    is done (0 … 1) and returns whether to continue; when it returns False, the best draw found so far is completed and
    returned. With ``sitting_out``, the players need not fill the tables: in each session as few as possible sit out.

    Raise DrawProblem, with the reason and the nearest possible choice, for impossible sizes, methods or wishes.
    """
    seed = randbelow(SEEDS) if seed is None else seed
    if sitting_out is not None and players % 4 and players > 4:
        check_wishes(wishes, players=players)
        return _plan_with_turns(players, sessions, seed, method, wishes, sitting_out, progress)
    check_size(players=players, sessions=sessions)
    check_wishes(wishes, players=players)
    chosen = _method(method, players=players, sessions=sessions)
    if wishes.fixed:
        return _plan_at_fixed_tables(players, sessions, seed, chosen, wishes, progress)
    chance = SeededRandom(seed)
    search_progress = SearchProgress(progress)
    task = Task(players, sessions, chance, search_progress.stretch(0.0, 0.6))
    design = chosen.build(task)
    if not chosen.places_tables:
        design = with_table_variety(design, chance=chance, progress=search_progress.stretch(0.6, 0.8))
    designs = [design, *(chosen.variants(task) if wishes.groups else ())]
    design = relabelled(
        designs, players=players, wishes=wishes, chance=chance, progress=search_progress.stretch(0.8, 1.0)
    )
    design = _shuffled_tables(design, players=players, chance=chance)
    seated = tuple(
        tuple((east + 1, south + 1, west + 1, north + 1) for east, south, west, north in tables)
        for tables in with_winds(design)
    )
    search_progress.goes_on(1.0)
    quality = quality_of(players, seated, wishes)
    if wishes.no_repeats and quality.repeats:
        raise _repeats_refused(players)
    return Plan(players, seated, chosen.id, seed, quality)


def _plan_at_fixed_tables(
    players: int,
    sessions: int,
    seed: int,
    method: Method,
    wishes: Wishes,
    progress: Callable[[float], bool] | None,
) -> Plan:
    """Draw without regard to fixed tables, but so that players with different ones do not meet; then move them there.

    Mostly whole tables change places. Players who share a table meet in every session, so others must make room.
    """
    parts = SearchProgress(progress)
    apart = tuple(
        AvoidedPair(one, other, _HEAVIEST)
        for (one, table), (other, elsewhere) in combinations(wishes.fixed, 2)
        if table != elsewhere
    )
    free = replace(wishes, fixed=(), no_repeats=False, pairs=(*wishes.pairs, *apart))
    first = make_plan(players=players, sessions=sessions, seed=seed, method=method.id, wishes=free,
                      progress=parts.stretch(0.0, 0.5).goes_on)  # fmt: skip
    roster = range(1, players + 1)
    seated = draw_rest([roster] * sessions, played=(), seed=seed, wishes=wishes, planned=first.sessions,
                       progress=parts.stretch(0.5, 1.0).goes_on)  # fmt: skip
    quality = quality_of(players, seated, wishes)
    if wishes.no_repeats and quality.repeats:
        raise _repeats_refused(players)
    return Plan(players, seated, method.id, seed, quality)


def _plan_with_turns(
    players: int,
    sessions: int,
    seed: int,
    method: str,
    wishes: Wishes,
    sitting_out: SittingOut,
    progress: Callable[[float], bool] | None,
) -> Plan:
    """Choose who sits out in each session, and seat the others; the best of some searches if players are few."""
    if method not in ("auto", ANNEALING.id):
        text = mark("The method “{method}” seats all players in every session: choose “auto” if some sit out.",
                    method=method)  # fmt: skip
        raise DrawProblem(text)
    if sessions < 1:
        raise DrawProblem(mark("A draw needs at least one session."))
    everybody = range(1, players + 1)
    turns = Turns((everybody,) * sessions, wished=sitting_out.wished)
    chance, parts = SeededRandom(seed), SearchProgress(progress)
    tries = _TRIES if players <= _FEW else 1
    found: list[Plan] = []
    for turn in range(tries):
        rosters = [sorted(set(everybody).difference(each)) for each in turns.chosen(chance)]
        part = parts.stretch(turn / tries, (turn + 1) / tries)
        seated = draw_rest(rosters, played=(), seed=chance.below(SEEDS), wishes=wishes, turns=turns,
                           progress=part.goes_on)  # fmt: skip
        quality = quality_of(players, seated, wishes)
        found.append(Plan(players, seated, ANNEALING.id, seed, quality, tuple(map(tuple, turns.left_by(seated)))))
        if not quality.repeats or not part.goes_on(1.0):
            break
    best = min(found, key=_merit)
    if wishes.no_repeats and best.quality.repeats:
        raise _repeats_refused(players)
    return best


def _merit(plan: Plan) -> tuple[int, int, int]:
    """Return a number of each measure, the most important first; lower is better."""
    quality = plan.quality
    unwanted = sum(group.meetings for group in quality.groups) + sum(pair.meetings for pair in quality.pairs)
    return quality.repeats, unwanted, quality.table_revisits


def check_size(*, players: int, sessions: int) -> None:
    """Raise DrawProblem unless the players fill their tables and there is at least one session."""
    if players < 4 or players % 4:
        raise part_of_a_table(players)
    if sessions < 1:
        raise DrawProblem(mark("A draw needs at least one session."))


def _method(name: str, *, players: int, sessions: int) -> Method:
    if name == "auto":
        return next(method for method in METHODS if _reaches(method, players=players, sessions=sessions))
    chosen = next((method for method in METHODS if method.id == name), None)
    if chosen is None:
        known = ", ".join(("auto", *(method.id for method in METHODS)))
        raise DrawProblem(mark("There is no method “{name}”; the methods are {known}.", name=name, known=known))
    if not _reaches(chosen, players=players, sessions=sessions):
        raise DrawProblem(
            mark(
                "The method “{method}” seats {players} players for at most {limit} sessions.",
                method=chosen.label,
                players=players,
                limit=chosen.most_sessions(players) or 0,
            )
        )
    return chosen


def _reaches(method: Method, *, players: int, sessions: int) -> bool:
    most = method.most_sessions(players)
    return most is None or sessions <= most


def _repeats_refused(players: int) -> DrawProblem:
    known = max(method.most_sessions(players) or 0 for method in METHODS)
    return DrawProblem(
        mark_count(
            "{players} players can be seated without repeats for {count} session, and no longer.",
            "{players} players can be seated without repeats for {count} sessions, and no longer is known.",
            max(known, min(1, most_sessions_without_repeats(players))),
            players=players,
        )
    )


def _shuffled_tables(design: Design, *, players: int, chance: SeededRandom) -> Design:
    """Return the design with its tables numbered in random order."""
    order = chance.shuffled(range(players // 4))
    return tuple(tuple(blocks[place] for place in order) for blocks in design)
