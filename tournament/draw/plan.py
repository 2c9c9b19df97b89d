"""Making a draw from beginning to end."""

from collections.abc import Callable
from dataclasses import dataclass
from secrets import randbelow

from tournament.draw.bounds import most_sessions_without_repeats
from tournament.draw.methods import METHODS, Method, Task
from tournament.draw.placing import with_table_variety
from tournament.draw.problems import DrawProblem, part_of_a_table
from tournament.draw.quality import Quality, quality_of
from tournament.draw.relabelling import relabelled
from tournament.draw.search import SearchProgress, SeededRandom
from tournament.draw.seating import Design, Session
from tournament.draw.winds import with_winds
from tournament.draw.wishes import Wishes, check_wishes
from tournament.language import mark, mark_count

NO_WISHES = Wishes()
SEEDS = 2**31


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


def make_plan(
    *,
    players: int,
    sessions: int,
    seed: int | None = None,
    method: str = "auto",
    wishes: Wishes = NO_WISHES,
    progress: Callable[[float], bool] | None = None,
) -> Plan:
    """Seat ``players`` (a multiple of four) for a number of sessions.

    Without a seed, one is chosen at random; the plan records it. ``method`` is the id of one of METHODS, or ``auto``
    for the first that seats that many players without repeats. ``progress`` is called with the part of the search that
    is done (0 … 1) and returns whether to continue; when it returns False, the best draw found so far is completed and
    returned.

    Raise DrawProblem, with the reason and the nearest possible choice, for impossible sizes, methods or wishes.
    """
    check_size(players=players, sessions=sessions)
    check_wishes(wishes, players=players)
    chosen = _method(method, players=players, sessions=sessions)
    seed = randbelow(SEEDS) if seed is None else seed
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
