"""Bits of kept event files that the part “bits” of the proof found: each was once no refusal in words, or lost more."""

from pathlib import Path

import pytest

from tests.tournament.storage.events import damage_an_index
from tests.ui.cli.conftest import Call, hand, lines
from tournament.language import ENGLISH
from tournament.use_cases.ports import StoreBroken
from ui.desktop import bootstrap

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
        pytest.param("every-fact.qv", 123765, "an index does not agree with entry", id="an index"),
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


def test_a_field_whose_name_is_damaged_is_not_taken_for_one_of_a_newer_version(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "event.qv"
    file.write_bytes((KEPT / "papers.qv").read_bytes().replace(b'"reserves":', b'"rederves":'))
    for command in ("check", "standings", "log"):
        answer = call(command, file)
        assert answer.code == 1
        assert "recover FILE --to NEW" in answer.err
        assert "newer version" not in answer.err


@pytest.mark.parametrize("words", ["record FILE --jsonl", "standings FILE", "log FILE", "undo FILE", "queue FILE"])
def test_a_damaged_index_is_refused_by_every_command_as_by_check(event: Path, call: Call, words: str) -> None:
    damage_an_index(event)
    before, fault = event.read_bytes(), call("check", event).errors[0]
    assert "is damaged: an index does not agree with" in fault
    answer = call(*(event if word == "FILE" else word for word in words.split()), stdin=lines(hand(1, "A", "C", 12)))
    assert (answer.code, answer.out, answer.errors) == (1, "", [fault])
    assert event.read_bytes() == before


def test_a_damaged_index_is_refused_by_the_window_as_by_check(event: Path, call: Call) -> None:
    damage_an_index(event)
    for opening in (bootstrap.open_book, bootstrap.look_at_book):
        with pytest.raises(StoreBroken) as refused:
            opening(event)
        assert [f"error: {ENGLISH.render(refused.value.text)}"] == call("standings", event).errors
