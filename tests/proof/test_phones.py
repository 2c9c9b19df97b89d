"""What the parts with phones and with Schemathesis say of runs in which something went wrong."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.proof import proof_addresses, proof_phones
from tests.proof.part import Outcome
from tests.proof.proof_phones import PhonesScale, Publisher, Running
from tests.proof.proof_shared import Scale


class Noted(Running):
    """A run of which only what was noted is left: 40 phones, a desk, and one who did either badly."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scale = PhonesScale(event=Scale(desks=1), phones=40, processes=1, slow=1, dripping=1)

    def note(self, name: str, *lines: dict[str, Any]) -> None:
        with self.log(name).open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)


def noted(folder: Path, late: float = 0.0) -> tuple[Noted, Publisher]:
    """Every phone got its page half a second after the publication, apart from a second of chance, or ``late``."""
    running, publisher = Noted(folder), Publisher.__new__(Publisher)
    publisher.published = [(100.0, 7), (110.0, 8)]
    for number in range(40):
        for at, version in publisher.published:
            came = at + 1.5 + late * (number < 2)
            running.note("Phones 1", {
                "what": "seen", "version": version, "told": at + 0.3, "delay": 1.0, "at": came,
                "status": 200, "bytes": 9, "tag": '"end"', "page": "/ en"})  # fmt: skip
    running.note("Slow", {"what": "began"})
    running.note("Dripping", {"what": "dropped", "lasted": 15.0})
    return running, publisher


def judged(running: Noted, publisher: Publisher, end: str = '"end"') -> list[str]:
    outcome = Outcome()
    proof_phones._judge_phones(running, publisher, [("phones", range(2))], end, outcome)
    return outcome.failures


def test_phones_that_have_their_pages_in_time_are_fine(tmp_path: Path) -> None:
    assert judged(*noted(tmp_path)) == []


def test_phones_that_wait_too_long_are_seen(tmp_path: Path) -> None:
    assert "after 2.50 s" in judged(*noted(tmp_path, late=2.0))[0]


def test_phones_that_were_lost_or_have_another_page_are_seen(tmp_path: Path) -> None:
    running, publisher = noted(tmp_path)
    running.note("Phones 1", {"what": "lost"}, {"what": "failed"})
    publisher.published.append((120.0, 9))
    outcome = Outcome()
    proof_phones._judge_phones(running, publisher, [("phones", range(3))], '"another"', outcome)
    assert [failure.partition(":")[0] for failure in outcome.failures][:3] == [
        "1 phones were lost",
        "1 phones were failed",
        "phones",
    ]
    assert any("80 of 120 pages came" in failure for failure in outcome.failures)
    assert any("the server" in failure for failure in outcome.failures)


def test_who_is_not_dropped_is_seen(tmp_path: Path) -> None:
    running, publisher = noted(tmp_path)
    running.log("Dripping").unlink()
    assert any("0 times somebody who sent slowly" in failure for failure in judged(running, publisher))


@pytest.mark.parametrize(("slower", "failures"), [(1.4, 0), (1.6, 1)])
def test_a_desk_that_waits_half_as_long_again_is_seen(tmp_path: Path, slower: float, failures: int) -> None:
    running = Noted(tmp_path)
    for number in range(40):
        at, took = float(number), 0.05 * (slower if number >= 20 else 1.0)
        running.note("Desk 1", {"what": "typed", "id": str(number), "at": at},
                     {"what": "acknowledged", "id": str(number), "at": at + took})  # fmt: skip
    outcome = Outcome()
    proof_phones._judge_desks(running, [(0.0, 20.0)], [(20.0, 40.0)], outcome)
    assert len(outcome.failures) == failures


@pytest.mark.parametrize(
    ("code", "said", "failure"),
    [
        (0, "1200 generated, 1200 passed", ""),
        (1, "1200 generated, 1199 passed\nServer error", "Server error"),
        (0, "no operations", "nothing was asked"),
    ],
)
def test_findings_of_schemathesis_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, said: str, failure: str
) -> None:
    (program := tmp_path / "st").touch()
    monkeypatch.setattr(proof_addresses, "_PROGRAM", program)
    monkeypatch.setattr(subprocess, "run", lambda *words, **_: subprocess.CompletedProcess(words, code, said, ""))
    found = proof_addresses.run(1).failures
    assert bool(found) == bool(failure)
    assert all(failure in each for each in found)
    monkeypatch.setattr(proof_addresses, "_PROGRAM", tmp_path / "none")
    assert "not installed" in proof_addresses.run(1).failures[0]
