"""Histories of a state machine by the seed of a case."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tests.proof.part import Outcome

HISTORIES = 100
"""Of one case."""
PHASES = (Phase.generate, Phase.shrink)
"""A history that fails is made as short as can be, which takes a minute."""


def run_of(simulation: type[RuleBasedStateMachine], steps: int) -> Callable[[int], Outcome]:
    """Return what runs a case: histories of at most ``steps`` steps.

    The first history that breaks the promise is reduced, reported, and ends the case. ``simulation`` counts in its
    ``counts`` what happens.
    """

    def run(case: int) -> Outcome:
        outcome, counts = Outcome(), Counter[str]()
        members: dict[str, Any] = {"counts": counts}
        machine = seed(case)(type(f"Seed{case}", (simulation,), members))
        chosen = settings(
            max_examples=HISTORIES,
            stateful_step_count=steps,
            deadline=None,
            database=None,
            phases=PHASES,
            derandomize=False,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        try:
            run_state_machine_as_test(machine, settings=chosen)
        except Exception as error:  # noqa: BLE001 – of whatever kind, it comes with the steps that lead to it
            notes = "\n".join(getattr(error, "__notes__", ()))
            outcome.failures.append(f"seed {case}: {error!r}\n{notes}")
        outcome.counts.update(counts)
        return outcome

    return run
