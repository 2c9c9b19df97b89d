"""Desks that share an event while links, disks and computers fail: nothing is lost, doubled or shown otherwise."""

from collections import Counter

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.proof.part import Outcome, Part
from tests.tournament.sharing.simulation import SharedEvent

HISTORIES = 100
"""Of one case."""
PHASES = (Phase.generate, Phase.shrink)
"""A history that fails is made as short as can be, which takes a minute."""


def run(case: int) -> Outcome:
    """Histories of this seed; the first one that breaks the promise is reduced, reported, and ends the case."""
    outcome, counts = Outcome(), Counter[str]()
    machine = seed(case)(type(f"Seed{case}", (SharedEvent,), {"counts": counts}))
    chosen = settings(
        max_examples=HISTORIES,
        stateful_step_count=60,
        deadline=None,
        database=None,
        phases=PHASES,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_state_machine_as_test(machine, settings=chosen)
    except AssertionError as error:
        outcome.failures.append(f"seed {case}: {error} {' '.join(getattr(error, '__notes__', ()))}")
    outcome.counts.update(counts)
    return outcome


PART = Part(
    name="desks",
    title="Desks that share an event",
    promise="One to four desks enter hands, corrections, penalties, people, settings and games in every role, "
    "together and offline. Questions and answers are lost, doubled, delayed and swapped, disks are full, desks "
    "and hosts are killed before and after each writing, and desks take over from hosts that come back. "
    "What was acknowledged stays, nothing is written twice, and every order is written, refused with reasons, "
    "or still there. Every replica is a verified beginning of what the host wrote. A take-over loses "
    "only what no desk that was asked has, and with confirmation on two desks nothing that was acknowledged. "
    "Once nothing fails any more, all desks show the same as the host.",
    cases=75,
    short=2,
    run=run,
    limit=600,
    counted="searches",
)
