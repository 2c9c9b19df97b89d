"""The same seed gives the same draw: plans, redraws and seatings by ranking, compared with reviewed files.

An organiser may have announced a seed, so a change that gives other draws is a change for CHANGELOG.md. In the files
each line is one session: its tables, each with its players East first. The quality follows the sessions.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.reviewed import Reviewed
from tournament.draw import ApartGroup, AvoidedPair, Wishes, make_plan
from tournament.draw.bounds import fewest_meetings_inside, fewest_repeats_of, fewest_revisits_of, fewest_strangers
from tournament.draw.methods import METHODS
from tournament.draw.problems import DrawProblem
from tournament.draw.quality import quality_of
from tournament.draw.ranking import FINALS, finalists, straight_tables, swiss_tables
from tournament.draw.rest import draw_rest

pytestmark = pytest.mark.thorough

DRAWS = Path(__file__).parent / "draws"
SIZES = ((4, 3), (8, 3), (8, 7), (12, 5), (16, 5), (16, 8), (20, 6), (24, 7), (40, 10), (100, 6))
"""Players and sessions."""
METHOD_IDS = tuple(method.id for method in METHODS)
CLUBS = Wishes(
    groups=(
        ApartGroup("club", (1, 2, 3, 4)),
        ApartGroup("country", (2, 5, 6, 7, 8), 2),
        ApartGroup("team", (9, 10, 11, 12, 13, 14, 15)),
    ),
    pairs=(AvoidedPair(1, 16), AvoidedPair(3, 9, 4)),
)


def lines_of(sessions: Sequence[Sequence[Sequence[int]]]) -> Iterator[str]:
    for tables in sessions:
        yield " | ".join(" ".join(map(str, table)) for table in tables)


def planned(players: int, sessions: int, method: str, wishes: Wishes, seed: int) -> Iterator[str]:
    yield f"== {players} players, {sessions} sessions, {method}, seed {seed}"
    try:
        plan = make_plan(players=players, sessions=sessions, seed=seed, method=method, wishes=wishes)
    except DrawProblem as problem:
        yield str(problem)
        return
    yield plan.method
    yield from lines_of(plan.sessions)
    yield str(quality_of(players, plan.sessions, wishes))


@pytest.mark.parametrize("seed", [1, 2])
def test_plans(seed: int, reviewed: Reviewed) -> None:
    found = [line for size in SIZES for line in planned(*size, "auto", Wishes(), seed)]
    reviewed(DRAWS / f"plans-{seed}.txt", "\n".join(found) + "\n")


def test_plans_by_each_method(reviewed: Reviewed) -> None:
    sizes = ((8, 3), (16, 5), (20, 4), (32, 6))
    found = [line for method in METHOD_IDS for size in sizes for line in planned(*size, method, Wishes(), 3)]
    reviewed(DRAWS / "methods.txt", "\n".join(found) + "\n")


def test_plans_with_wishes(reviewed: Reviewed) -> None:
    found = [line for size in ((16, 3), (16, 5), (20, 5), (40, 3)) for line in planned(*size, "auto", CLUBS, 1)]
    reviewed(DRAWS / "wishes.txt", "\n".join(found) + "\n")


def test_redraws(reviewed: Reviewed) -> None:
    found: list[str] = []
    for players, played, left, wishes in (
        (16, 1, 3, CLUBS),
        (16, 2, 4, Wishes()),
        (24, 2, 3, CLUBS),
        (40, 3, 3, CLUBS),
    ):
        before = make_plan(players=players, sessions=played, seed=5).sessions
        changed = [*range(1, players - 3), *range(players + 1, players + 5)]
        fewer = range(1, players - 3)
        planned_rest = make_plan(players=players, sessions=left, seed=6).sessions
        for rosters in ([range(1, players + 1)] * left, [changed] * left, [changed, *[fewer] * (left - 1)]):
            rest = draw_rest(rosters, played=before, seed=9, wishes=wishes, planned=planned_rest)
            found += [f"== {players} players, {played} played, {left} left", *lines_of(rest)]
            sets = [frozenset(roster) for roster in rosters]
            found.append(f"at least {fewest_repeats_of(sets)} repeats, {fewest_revisits_of(sets)} returns to a table")
            inside, strangers = fewest_meetings_inside((1, 2, 3, 4, 5), sets), fewest_strangers(players, sets)
            found.append(f"at least {inside} meetings inside a group, {strangers} strangers")
    reviewed(DRAWS / "redraws.txt", "\n".join(found) + "\n")


def test_rankings(reviewed: Reviewed) -> None:
    found: list[str] = []
    for players in (8, 12, 16, 24, 40):
        played = list(make_plan(players=players, sessions=2, seed=4).sessions)
        ranking = [1 + (7 * place + 3) % players for place in range(players)]
        ranking = list(dict.fromkeys([*ranking, *range(1, players + 1)]))
        found += [f"== {players} players, straight", *lines_of([straight_tables(ranking, played)])]
        for session in range(3, 7):
            played.append(swiss_tables(ranking, played))
            found += [f"session {session}, swiss", *lines_of(played[-1:])]
            ranking = [*ranking[3:], *ranking[:3]]
        for size in (*FINALS, 5):
            try:
                found.append(f"final of {size}: {finalists(ranking, size)}")
            except DrawProblem as problem:
                found.append(str(problem))
    reviewed(DRAWS / "rankings.txt", "\n".join(found) + "\n")


def test_no_reviewed_file_is_left_over() -> None:
    names = {"plans-1", "plans-2", "methods", "wishes", "redraws", "rankings"}
    assert {path.stem for path in DRAWS.glob("*.txt")} == names
