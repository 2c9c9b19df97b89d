"""Bits of kept event files that the part “bits” of the proof found: each was once no refusal in words, or lost more."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call

KEPT = Path(__file__).parents[2] / "tournament" / "storage" / "files"


def changed(name: str, bit: int, folder: Path) -> Path:
    """A copy of a kept file with one bit changed."""
    content = bytearray((KEPT / name).read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    file = folder / name
    file.write_bytes(content)
    return file


@pytest.mark.parametrize(
    ("name", "bit"),
    [
        pytest.param("papers.qv", 29649, id="a column of another name in the layout"),
        pytest.param("first.qv", 29143, id="a layout that is no UTF-8"),
    ],
)
def test_a_damaged_layout_is_damage_and_no_fault_of_the_disk(call: Call, tmp_path: Path, name: str, bit: int) -> None:
    file = changed(name, bit, tmp_path)
    for command in (("check", file), ("log", file)):
        answer = call(*command)
        assert answer.code == 1
        assert "the disk" not in answer.err
    new = tmp_path / "new.qv"
    call("recover", file, "--to", new)
    assert call("check", new, "--json").json["entries"] >= call("check", KEPT / name, "--json").json["entries"]


@pytest.mark.parametrize(
    ("name", "bit", "reason"),
    [
        pytest.param("clock.qv", 255123, "was altered", id="an entry that refers to nothing"),
        pytest.param("every-fact.qv", 123765, "missing from index", id="an index"),
    ],
)
def test_a_damaged_copy_is_not_restored(call: Call, tmp_path: Path, name: str, bit: int, reason: str) -> None:
    answer = call("restore", changed(name, bit, tmp_path), "--to", tmp_path / "new.qv")
    assert answer.code == 1
    assert reason in answer.err
    assert not (tmp_path / "new.qv").exists()


def test_what_follows_a_noted_paper_is_recovered_where_earlier_entries_are_lost(call: Call, tmp_path: Path) -> None:
    new = tmp_path / "new.qv"
    answer = call("recover", changed("logo.qv", 339273, tmp_path), "--to", new)
    assert "The event:" not in answer.err
    kinds = [entry["kind"] for entry in call("log", new, "--json").json]
    assert {"paper-noted", "session-reopened", "session-seated", "players-merged"} <= set(kinds)
    assert call("check", new).code == 0
