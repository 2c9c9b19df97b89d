"""``recover FILE --to NEW``: a whole event from a damaged one, and what is missing."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, hand, lines

PAGE = 4096


@pytest.fixture
def played(event: Path, call: Call) -> Path:
    """An event with hands at several tables."""
    for table in (1, 2, 3):
        many = lines(*({**hand(number, "A", "C", 12), "table": table} for number in range(1, 9)))
        assert call("record", event, "--jsonl", stdin=many).code == 0
    return event


def test_a_whole_event_is_copied_and_nothing_is_missing(tmp_path: Path, played: Path, call: Call):
    new = tmp_path / "new.qv"
    answer = call("recover", played, "--to", new)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith("Nothing is missing.\n")
    assert call("log", new, "--json").json == call("log", played, "--json").json
    assert call("check", new, "--since", call("check", played, "--json").json["fingerprint"]).code == 0


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_a_cut_event_and_what_is_missing(tmp_path: Path, played: Path, call: Call, language: str):
    alone = tmp_path / "alone"  # Beside it there would be its entries, in the event that was cut.
    alone.mkdir()
    new, cut = tmp_path / "new.qv", alone / "cut.qv"
    cut.write_bytes(played.read_bytes()[: -2 * PAGE])
    assert call("check", cut).code == 1
    before = cut.read_bytes()
    answer = call("--lang", language, "recover", cut, "--to", new)
    assert answer.code == 1
    assert answer.errors == answer.err.splitlines() != []
    assert call("check", new).code == 0
    assert cut.read_bytes() == before
    told = call("recover", cut, "--to", tmp_path / "again.qv", "--json")
    assert told.code == 1
    assert (told.json["entries"], told.json["to"]) == (
        call("check", new, "--json").json["entries"],
        str(tmp_path / "again.qv"),
    )
    assert len(told.json["missing"]) == len(answer.errors)
    *before_it, last = call("log", new, "--json").json
    assert (last["kind"], last["content"]["kept"]) == ("event-recovered", len(before_it))
    assert last["content"]["lost"] > 0


def test_it_never_overwrites(tmp_path: Path, played: Path, call: Call):
    there = tmp_path / "there.qv"
    there.write_text("somebody's")
    for new in (there, played, tmp_path):
        answer = call("recover", played, "--to", new)
        assert (answer.code, answer.out) == (1, "")
        assert "already exists" in answer.err
    assert there.read_text() == "somebody's"
    assert call("recover", played, "--to", ":memory:").code == 1
    assert call("recover", played, "--to", tmp_path / "nowhere" / "new.qv").code == 3
    assert call("recover", played).code == 2


def test_what_has_no_entry_makes_no_file(tmp_path: Path, call: Call):
    new, none = tmp_path / "new.qv", tmp_path / "none.qv"
    none.write_bytes(bytes(20_000))
    answer = call("recover", none, "--to", new)
    assert (answer.code, answer.out) == (1, "")
    assert "No entry in" in answer.err
    assert not new.exists()
