"""A report that cannot be trusted is not printed: entries with hashes that fit, and that contradict one another."""

import json
from pathlib import Path

import pytest
from msgspec import structs

from tests.tournament.use_cases.test_forged_entries import changed, kept, sealed
from tests.ui.cli.conftest import Call
from tournament.ledger.entry import Record
from tournament.storage import create
from tournament.use_cases.check import check_records

FORGERIES = {
    "a correction of a hand that nobody recorded": ("clock.qv", "hand-corrected", ("hand",), 9),
    "a lot of a player who does not exist": ("clock.qv", "lot-drawn", ("player",), 77),
    "a penalty that a session has no table for": ("papers.qv", "paper-noted", ("table",), 9),
    "a session that does not exist is published": ("prizes.qv", "results-published", ("session",), 9),
    "who has a seat is not on the list": ("every-fact.qv", "player-removed", ("number",), 7),
}
READING: tuple[tuple[str | int, ...], ...] = (
    ("standings",), ("standings", "--json"), ("standings", "--public"), ("standings", "--after", 1),
    ("export", "--what", "standings"), ("export", "--what", "certificates"), ("export", "--what", "site"),
    ("export", "--what", "standings", "--note"), ("export", "--what", "workbook"),
    ("sheet", "--session", 1, "--table", 1), ("prizes",), ("players", "list"), ("session",), ("draw",), ("timetable",),
    ("settings",), ("site", "--to"),
)  # fmt: skip
"""Whatever answers with what an event contains; ``log`` lists the entries themselves, and shows what was forged."""


def forged(name: str, kind: str, path: tuple[str, ...], value: object) -> list[Record]:
    records = list(kept(name))
    place = max(place for place, record in enumerate(records) if record.kind == kind)
    records[place] = structs.replace(records[place], content=changed(records[place].content, path, value))
    return sealed(records)


def stored(path: Path, records: list[Record]) -> Path:
    store = create(path)
    store.append(records)
    store.close()
    return path


@pytest.mark.sampled(2)
@pytest.mark.parametrize("what", sorted(FORGERIES))
def test_what_a_check_finds_no_command_answers_with(what: str, tmp_path: Path, call: Call) -> None:
    records = forged(*FORGERIES[what])
    problems = check_records(records).problems
    assert problems
    event = stored(tmp_path / "forged.qv", records)
    before = event.read_bytes()
    assert call("check", event).code == 1
    for number, (name, *options) in enumerate(READING):
        out = (
            tmp_path / f"{number}.{'xlsx' if 'workbook' in options else 'pdf' if 'certificates' in options else 'html'}"
        )
        if name == "export":
            options += ["--out", str(out)]
        if name == "site":
            options += [str(tmp_path / "site")]
        answer = call(name, event, *options)
        assert (answer.code, answer.out) == (1, ""), (name, options)
        assert answer.errors, (name, options)
        assert not out.exists()
        assert not (tmp_path / "site").exists()
    assert event.read_bytes() == before
    assert call("log", event).code == 0, "the entries themselves can be looked at"


def test_totals_that_do_not_add_up_are_refused(tmp_path: Path, call: Call) -> None:
    records = list(kept("every-fact.qv"))
    place = next((n for n, each in enumerate(records) if each.kind == "totals-recorded"), None)
    assert place is not None
    content = json.loads(records[place].content)
    content["totals"] = [total + 4 for total in content["totals"]]
    content["accept_difference"] = ""
    records[place] = structs.replace(records[place], content=json.dumps(content))
    event = stored(tmp_path / "forged.qv", sealed(records))
    if not check_records(sealed(records)).problems:
        pytest.fail("the forgery is found by a check")
    answer = call("standings", event)
    assert (answer.code, answer.out) == (1, "")


@pytest.mark.parametrize("name", ["every-fact.qv", "games.qv", "people.qv", "clock.qv"])
def test_what_nobody_forged_is_answered(name: str, call: Call, tmp_path: Path) -> None:
    event = stored(tmp_path / name, list(kept(name)))
    assert call("standings", event).code == 0
