"""Computers that replace one another as host while networks are cut and hostile ones send what they like."""

from tests.proof.histories import run_of
from tests.proof.part import Outcome, Part
from tests.tournament.sharing.succession_simulation import Succession


def _enough(whole: Outcome, cases: int) -> tuple[str, ...]:
    """What never came to pass, or too seldom."""
    few = [what for what in ("taken over", "handed over", "stepped back", "hostile statements", "floods")
           if whole.counts[what] < cases]  # fmt: skip
    missing = [what for what in ("stayed", "a hostile deputy was the host") if not whole.counts[what]]
    return tuple(f"too seldom: {each}" for each in (*few, *missing))


PART = Part(
    name="succession",
    title="Computers that replace one another as host",
    brief="Nobody hostile can lead desks to another host.",
    covers=("tournament/event", "tournament/sharing"),
    promise="Four computers share an event. Their host names deputies; deputies take over, hosts hand over, come back, "
    "stay or step back, in networks that are cut and joined, with messages that are late, lost or doubled. A hostile "
    "deputy, a stranger and their puppets inflate numbers, copy namings and flood; a thief repeats everything that was "
    "ever sent. Computers that know equal statements know one host, and everyone between it and the first host was "
    "named by the one before, so nobody is led away by a stranger. No computer keeps more than its limits. Once "
    "nothing fails any more, all follow one host; and once the first host no longer names the hostile deputy, nothing "
    "remains of what that one said.",
    cases=200,
    short=1,
    run=run_of(Succession, steps=50),
    limit=900,
    counted="searches",
    shown="histories",
    enough=_enough,
)
