"""The figures of the best published seatings, and those of draws of this program, counted in the same way.

The published seatings are those of the World Riichi app, made for few strangers: 16 to 172 players and 2 to 15
sessions, https://doi.org/10.5281/zenodo.13971404. ``published.json`` has their figures, counted from that data set;
the seatings themselves are not here. ``sizes.json`` has the figures of this program's draws with seed 1, and the
seconds of processor time they took, as ``tests.proof.proof_draw`` counted them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, cast

from tests.tournament.draw import recount
from tournament.draw.verifier import Severity, verify

PUBLISHED = Path(__file__).with_name("published.json")
SIZES = Path(__file__).with_name("sizes.json")
FEWEST_SESSIONS = 4
"""From so many sessions on, no draw may be worse than the published seating in any figure."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one seating."""

    repeats: int
    """How often players meet again."""
    visits: int
    """The visits of players to a table above the number of sessions divided by that of tables, rounded up."""
    winds: int
    """How many start winds are uneven."""
    strangers: int
    """The pairs of players who neither meet nor have an opponent in common."""

    def is_as_good_as(self, other: Self, *, sessions: int) -> bool:
        """Return whether no figure is worse; fewer repeats excuse the others.

        One hundredth more strangers is accepted with two or three sessions, in which most pairs stay strangers.
        """
        if self.repeats != other.repeats:
            return self.repeats < other.repeats
        strangers = other.strangers if sessions >= FEWEST_SESSIONS else 1.01 * other.strangers
        return self.visits <= other.visits and self.winds <= other.winds and self.strangers <= strangers


def published() -> dict[tuple[int, int], Figures]:
    """Return the figures of the published seatings by players and sessions."""
    return {_size(size): Figures(*figures) for size, figures in json.loads(PUBLISHED.read_text("utf-8")).items()}


def stored() -> dict[tuple[int, int], tuple[Figures, float]]:
    """Return the figures of this program's draws of the same sizes, and the seconds that each took."""
    data = json.loads(SIZES.read_text("utf-8"))
    return {_size(size): (Figures(*figures), seconds) for size, (*figures, seconds) in data.items()}


def store(found: dict[tuple[int, int], tuple[Figures, float]]) -> None:
    """Write the figures of this program's draws: a line for each size."""
    lines = ",\n".join(
        f'"{players}x{sessions}":[{ours.repeats},{ours.visits},{ours.winds},{ours.strangers},{seconds:.1f}]'
        for (players, sessions), (ours, seconds) in found.items()
    )
    SIZES.write_text(f"{{{lines}}}\n", encoding="utf-8")


def _size(written: str) -> tuple[int, int]:
    players, sessions = written.split("x")
    return int(players), int(sessions)


def figures_of(players: int, sessions: Sequence[Sequence[Sequence[int]]]) -> Figures:
    """Return the figures of a seating, from what the verifier finds and from a count of strangers by brute force.

    Raise AssertionError if the seating cannot be played.
    """
    findings = verify(players, sessions)
    assert all(finding.severity is Severity.REMARK for finding in findings), findings
    values = [cast(dict[str, int], dict(finding.message.values)) for finding in findings]
    usual = -(-len(sessions) // (players // 4))
    repeats = sum(each["times"] - 1 for each in values if "other" in each)
    visits = sum(max(0, each["times"] - usual) for each in values if "table" in each)
    winds = sum("east" in each for each in values)
    return Figures(repeats, visits, winds, recount.strangers(players, sessions))
