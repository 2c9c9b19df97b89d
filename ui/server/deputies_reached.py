"""Whether a host reaches its deputies at the addresses where they would serve, while they are connected to it.

A firewall that keeps the others from a deputy must be noticed when it is named, not when the host is lost.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tournament.event.problem import Gravity, Problem
from tournament.language import mark
from ui.server.admitted import AdmittedDesk

TO_OPEN = 5.0
"""Seconds that a deputy has to open its port after it was named, and connected."""
AGAIN = 10.0
"""Seconds after which a deputy is tried again."""


@dataclass(slots=True)
class _Tried:
    """A deputy at an address."""

    address: str
    since: float
    """When it was first to be tried there."""
    at: float | None = None
    """When it was tried last; None: not yet."""
    reached: bool | None = None
    """None: not yet, and it may still open its port."""


class DeputiesReached:
    """What became of the attempts to reach deputies. ``now`` is in seconds, of a clock that never goes back."""

    def __init__(self) -> None:
        self._tried = dict[str, _Tried]()

    def due(self, deputies: Iterable[AdmittedDesk], connected: Collection[str], now: float) -> list[AdmittedDesk]:
        """Those of ``deputies`` that should be tried ``now``; ``connected`` are the names of desks that are.

        Of one that is away nothing is known. What is known of others than ``deputies`` is forgotten.
        """
        deputies = [each for each in deputies if each.serves_at]
        before, self._tried = self._tried, {}
        for desk in deputies:
            found = before.get(desk.id)
            if found is not None and found.address == desk.serves_at:
                self._tried[desk.id] = found
            elif desk.name in connected:
                self._tried[desk.id] = _Tried(desk.serves_at, now)
        here = (each for each in deputies if each.name in connected)
        return [each for each in here if _is_due(self._tried[each.id], now)]

    def note(self, tried: Iterable[AdmittedDesk], reached: Collection[str], now: float) -> list[Problem]:
        """Note which of those that were tried were ``reached``, by their ids. Return what should be reported."""
        remarks = list[Problem]()
        for desk in tried:
            found = self._tried.get(desk.id)
            if found is None or found.address != desk.serves_at:
                continue
            before, found.at = found.reached, now
            if desk.id in reached:
                found.reached = True
            elif now - found.since >= TO_OPEN:
                found.reached = False
            if found.reached is False and before is not False:
                remarks.append(_unreached(desk))
        return remarks

    @property
    def known(self) -> Mapping[str, bool]:
        """Whether each deputy is reached, by its id, as far as that is known."""
        return {id: each.reached for id, each in self._tried.items() if each.reached is not None}


def _is_due(deputy: _Tried, now: float) -> bool:
    return deputy.at is None or deputy.reached is None or now - deputy.at >= AGAIN


def _unreached(desk: AdmittedDesk) -> Problem:
    what = mark("“{name}” may take over, but cannot be reached at {address}.", name=desk.name, address=desk.serves_at)
    why = mark("Probably a firewall there keeps others out: let it accept connections of this program.")
    return Problem("deputy-unreached", mark("{one} {other}", one=what, other=why), "deputy", Gravity.REMARK)
