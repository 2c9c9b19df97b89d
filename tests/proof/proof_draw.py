"""Every draw of 16 … 400 players and up to 12 sessions, verified, and all sizes of the published seatings beside them.

Run: python -m tests.proof.proof_draw. A whole run stores the figures of the published sizes;
``make generated`` writes them into docs/draw-sizes.md.
"""

import argparse
import sys
import time
from collections.abc import Sequence

from tests.tournament.draw.published import Figures, figures_of, published, store
from tournament.draw import SittingOut, Wishes, make_plan
from tournament.draw.rest import draw_rest
from tournament.draw.verifier import Severity, verify

OPEN = {(20, 6): "no such draw exists"}
"""Sizes within the bound ⌊(N − 1)/3⌋ that are left out, and why."""
MOST = 12
REDRAWN = tuple((players, sessions) for players in range(40, 201, 20) for sessions in (6, 8))
"""Sizes whose sessions after the second are drawn again."""
WITH_TURNS = tuple((players, sessions) for players in range(5, 100) if players % 4 for sessions in (3, 5, 8))
"""Sizes that do not fill the tables."""


def main() -> int:
    """Draw all sizes; print what was covered; 1 if a pair meets twice, a wind is uneven or a seat is wrong."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--every", type=int, default=1, help="of the sizes only every one of so many")
    every = options.parse_args().every
    start = time.perf_counter()
    drawn, slowest, failures = 0, (0.0, 0, 0), []
    for players in range(16, 401, 4 * every):
        for sessions in range(1, min(MOST, (players - 1) // 3) + 1):
            if (players, sessions) in OPEN:
                continue
            began = time.perf_counter()
            plan = make_plan(players=players, sessions=sessions, seed=players + sessions)
            slowest = max(slowest, (time.perf_counter() - began, players, sessions))
            drawn += 1
            failures += [f"{players}×{sessions}: {problem}" for problem in _problems(plan.players, plan.sessions)]
    failures += _redrawn_problems(REDRAWN[::every])
    failures += _turn_problems(WITH_TURNS[::every])
    failures += _beside_the_published(every)
    for failure in failures:
        print(failure)
    print(
        f"{drawn} draws verified (16 … 400 players, up to {MOST} sessions): {len(failures)} failures, "
        f"{time.perf_counter() - start:.0f} s in all, the slowest {slowest[1]}×{slowest[2]} in {slowest[0]:.1f} s"
    )
    for (players, sessions), reason in OPEN.items():
        print(f"left out: {players}×{sessions}, {reason}")
    print(f"{len(WITH_TURNS[::every])} draws in which players sit out, with fixed tables, verified")
    print(f"{len(REDRAWN[::every])} draws, 40 … 200 players, drawn again after two sessions and verified")
    return 1 if failures else 0


def _beside_the_published(every: int) -> list[str]:
    """Draw the sizes of the published seatings and return what is worse in them."""
    found: dict[tuple[int, int], tuple[Figures, float]] = {}
    theirs = dict(list(published().items())[::every])
    for players, sessions in theirs:
        began = time.process_time()
        plan = make_plan(players=players, sessions=sessions, seed=1)
        found[players, sessions] = figures_of(players, plan.sessions), time.process_time() - began
    ours = {size: figures for size, (figures, _) in found.items()}
    worse = [size for size in theirs if not ours[size].is_as_good_as(theirs[size], sessions=size[1])]
    equal = sum(ours[size] == theirs[size] for size in theirs)
    print(f"{len(theirs)} draws beside published seatings: {len(worse)} worse, {equal} equal, the others better")
    if every == 1:
        store(found)
    return [f"{size[0]}×{size[1]}: {ours[size]}, published: {theirs[size]}" for size in worse]


def _redrawn_problems(sizes: Sequence[tuple[int, int]]) -> list[str]:
    """What the verifier finds when all sessions but two are drawn again."""
    found = []
    for players, sessions in sizes:
        drawn = make_plan(players=players, sessions=sessions, seed=1).sessions
        played, planned = drawn[:2], drawn[2:]
        roster = range(1, players + 1)
        rest = draw_rest([roster] * len(planned), played=played, seed=2, wishes=Wishes(), planned=planned)
        found += [f"{players}×{sessions} again: {problem}" for problem in _problems(players, (*played, *rest))]
    return found


def _turn_problems(sizes: Sequence[tuple[int, int]]) -> list[str]:
    """What the verifier finds where players sit out and some keep a table; repeats are not promised."""
    found = []
    for players, sessions in sizes:
        fixed = {player: 1 + player % (players // 4) for player in range(1, min(4, players // 4) + 1)}
        wished = tuple(frozenset((players,)) for _ in range(sessions))
        plan = make_plan(players=players, sessions=sessions, seed=players, wishes=Wishes(fixed=tuple(fixed.items())),
                         sitting_out=SittingOut(wished))  # fmt: skip
        findings = verify(players, plan.sessions, sit_out=plan.sit_out, wished=wished, fixed=fixed)
        words = ("sits out", "sit out", "fixed table", "starts as")
        found += [
            f"{players}×{sessions} sitting out: {finding.message.message.format_map(dict(finding.message.values))}"
            for finding in findings
            if finding.severity is Severity.FAULT or any(word in finding.message.message for word in words)
        ]
    return found


def _problems(players: int, sessions: tuple[tuple[tuple[int, int, int, int], ...], ...]) -> list[str]:
    """What the verifier finds, but for returns to a table: those are not promised for every size."""
    return [
        finding.message.message.format_map(dict(finding.message.values))
        for finding in verify(players, sessions)
        if "at table {table}" not in finding.message.message
    ]


if __name__ == "__main__":
    sys.exit(main())
