"""``check FILE --against EXPORT``, and ``new FILE --from`` of an export that was edited."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, hand, lines


@pytest.fixture
def exports(event: Path, call: Call, tmp_path: Path) -> dict[str, Path]:
    """The event with a hand, as JSON and as its workbook."""
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    made = {"event": tmp_path / "cup.json", "workbook": tmp_path / "cup.xlsx"}
    for what, path in made.items():
        assert call("export", event, "--what", what, "--to", path.suffix[1:], "--out", path).code == 0
    return made


@pytest.mark.sampled(1)
@pytest.mark.parametrize("what", ["event", "workbook"])
def test_an_export_is_equal_until_something_else_is_entered_and_then_of_an_earlier_entry(
    event: Path, exports: dict[str, Path], what: str, call: Call
) -> None:
    answer = call("check", event, "--against", exports[what])
    assert answer.code == 0
    assert answer.out.splitlines()[-1] == "the export says the same"
    call("record", event, "--jsonl", stdin=lines(hand(2, "B", None, 8)))
    answer = call("check", event, "--against", exports[what])
    assert answer.code == 0
    assert "The export is of entry 5 of 6: it is compared with the event at that moment." in answer.err
    found = call("check", event, "--against", exports[what], "--json").json
    assert (found["entries"], found["problems"]) == (6, [])
    against = found["against"]
    assert (against["report"], against["problems"]) == (what, [])
    assert against["fingerprint"].startswith("5-")


def edited(path: Path) -> Path:
    """The first place is somebody else's, and the checksum counted anew."""
    members = json.loads(path.read_text(encoding="utf-8"))
    del members["checksum"]
    members["standings"][0]["player"] = 16
    canonical = json.dumps(members, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    members["checksum"] = f"sha256:{sha256(canonical.encode()).hexdigest()}"
    path.write_text(json.dumps(members), encoding="utf-8")
    return path


def test_an_edited_export_differs_and_makes_no_event(
    event: Path, exports: dict[str, Path], call: Call, tmp_path: Path
) -> None:
    other = edited(exports["event"])
    said = "“standings”, line 1, “player”: 16 in the export, 10 by the entries."
    answer = call("check", event, "--against", other)
    assert (answer.code, answer.errors) == (1, [f"error: {said}"])
    found = call("check", event, "--against", other, "--json")
    assert found.code == 1
    assert [(each["code"], each["text"]) for each in found.json["against"]["problems"]] == [("export-differs", said)]
    made = call("new", tmp_path / "again.qv", "--from", other)
    assert (made.code, made.errors) == (1, [f"error: {said}"])
    assert not (tmp_path / "again.qv").exists()


def test_what_is_no_export_is_refused_with_what_is_accepted(event: Path, call: Call, tmp_path: Path) -> None:
    path = tmp_path / "standings.csv"
    assert call("export", event, "--what", "standings", "--to", "csv", "--out", path).code == 0
    answer = call("check", event, "--against", path)
    assert answer.code == 1
    assert "made with “--what event --to json” or “--what workbook --to xlsx”" in answer.err
    path.write_text("{" * 100_000)
    answer = call("check", event, "--against", path, "--json")
    assert answer.code == 1
    assert [each["code"] for each in answer.json["against"]["problems"]] == ["event-json-unreadable"]
    assert answer.json["against"]["report"] is None
    assert call("check", event, "--against", tmp_path / "none.json").code == 1
