"""A desk takes over at a random moment from a host that never returns: what is lost, and what was reported as lost."""

from pathlib import Path

from tests.proof.covered import SHARED_PROGRAM
from tests.proof.part import Outcome, Part, temporary_folder
from tests.proof.proof_shared import Day, Scale, enter_everything, judge, records_of

_SCALE = Scale(
    players=16, sessions=2, desks=3, pause=0.05, every=1.0, seconds=120, both=0.3, first=(("host lost", 1),), then=()
)


def run(seed: int) -> Outcome:
    """One event, with confirmation on two desks if ``seed`` is even."""
    outcome, where = Outcome(), f"seed {seed}"
    with temporary_folder(in_memory=True) as name:
        day = Day(seed, Path(name), _SCALE)
        lost_host = day.file
        try:
            enter_everything(where, day, outcome)
        finally:
            day.end()
        judge(where, day, outcome)
        judge_loss(where, day, lost_host, outcome)
    return outcome


def judge_loss(where: str, day: Day, lost_host: Path, outcome: Outcome) -> None:
    """Compare what is lost of ``lost_host``, the file of that host, with what was said when the desk took over."""
    loss = day.loss
    if not outcome.expect(loss is not None, f"{where}: nobody took over"):
        return
    assert loss is not None
    here = {record.id for record in records_of(day.file)}
    lost = [record for record in records_of(lost_host) if record.id not in here]
    acknowledged = {
        line["id"]: name for name in day.desks for line in day.lines(name) if line["what"] == "acknowledged"
    }
    missing = {id: name for id, name in acknowledged.items() if id not in here}
    not_asked = [each.name for each in loss.not_asked]
    outcome.expect(not_asked == day.gone, f"{where}: said not to be asked: {not_asked}; gone: {day.gone}")
    outcome.expect(len(lost) >= loss.entries, f"{where}: {len(lost)} lost, said: at least {loss.entries}")
    outcome.expect(set(missing.values()) <= set(not_asked), f"{where}: acknowledged and lost without a word: {missing}")
    outcome.expect(loss.acknowledged or not missing, f"{where}: said that nothing is lost: {missing}")
    outcome.expect(not day.confirms_on_two or not missing, f"{where}: confirmed by two desks and lost: {missing}")
    outcome.count("with confirmation on two desks" if day.confirms_on_two else "without confirmation")
    outcome.count("a desk was lost with the host", len(day.gone))
    outcome.count("entries that the host had written and nobody had", len(lost))
    outcome.count("acknowledged entries lost with their desk, as was said", len(missing))


PART = Part(
    name="take-over",
    title="A desk takes over at a random moment",
    brief="When a host is lost, a desk takes over, and says what is missing.",
    covers=SHARED_PROGRAM,
    promise="Three desks in processes of their own enter an event. At a random moment the host is lost for ever, and "
    "without confirmation on two desks half of the times a desk with it; another desk takes over, and the others go "
    "on. With confirmation on two desks nothing that was acknowledged is lost. Without it, what was acknowledged is "
    "lost only with the desk that had it, and whoever took over was told that this desk was not asked.",
    cases=200,
    short=2,
    run=run,
    limit=300,
    counted="take-overs",
)
