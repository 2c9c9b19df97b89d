"""``copies`` and ``restore`` as a script meets them."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.tournament.storage.events import entries_of, grow, make_event
from tests.ui.cli.conftest import Call, hand, lines
from tournament.storage.copies import copies_home, take_copies
from tournament.storage.sqlite import open_for_writing


@pytest.fixture
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An event of five entries whose copy has three."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    path = make_event(tmp_path / "cup.qv", 3)
    copy_now(path)
    grow(path, 2)
    return path


def copy_now(path: Path) -> None:
    store = open_for_writing(path)
    first = next(iter(store.read())).id
    store.close()
    hashes = entries_of(path)
    (outcome,) = take_copies(
        path, event=first, name="Spring Cup", entries=len(hashes), last=hashes[-1], home=copies_home(),
        now=datetime.now().astimezone(),
    )  # fmt: skip
    assert outcome.problem is None


def test_copies_are_listed_with_what_they_contain(event: Path, call: Call) -> None:
    answer = call("copies", event, "--json")
    (copy,) = answer.json
    assert answer.code == 0
    assert set(copy) == {"path", "time", "entries", "sessions", "tables", "fingerprint", "good", "problem"}
    assert (copy["entries"], copy["sessions"], copy["tables"], copy["good"], copy["problem"]) == (3, 0, 0, True, None)
    assert copy["fingerprint"].startswith("3-")
    assert datetime.fromisoformat(copy["time"]).tzinfo is not None
    text = call("copies", event).out
    assert [word for word in text.splitlines()[1].split() if word == "3"] == ["3"]
    assert copy["path"] in text


def test_the_copies_of_an_event_that_is_gone_are_listed_too(event: Path, call: Call) -> None:
    event.unlink()
    assert [copy["entries"] for copy in call("copies", event, "--json").json] == [3]
    event.write_text("no event any more")
    assert [copy["entries"] for copy in call("copies", event, "--json").json] == [3]


def test_without_copies_it_says_so(event: Path, call: Call) -> None:
    other = make_event(event.with_name("other.qv"))
    answer = call("copies", other)
    assert (answer.code, "There is no copy of" in answer.out) == (0, True)
    assert call("copies", other, "--json").json == []


def test_a_damaged_copy_is_listed_as_such_and_not_restored(event: Path, call: Call) -> None:
    (copy,) = call("copies", event, "--json").json
    path = Path(copy["path"])
    path.write_bytes(path.read_bytes()[:-1000])
    (damaged,) = call("copies", event, "--json").json
    assert (damaged["good"], damaged["entries"]) == (False, None)
    assert "damaged" in damaged["problem"]
    before = event.read_bytes()
    answer = call("restore", path, "--to", event)
    assert (answer.code, answer.out) == (1, "")
    assert "was not restored" in answer.err
    assert event.read_bytes() == before


def test_restore_prints_what_was_restored_kept_and_lost(event: Path, call: Call) -> None:
    (copy,) = call("copies", event, "--json").json
    answer = call("restore", copy["path"], "--to", event)
    assert answer.code == 0
    restored, kept, lost = answer.out.splitlines()
    last = call("log", event, "--json").json[-1]
    assert restored == f"Restored: “{event}”, 4 entries, fingerprint {last['fingerprint']}."
    assert call("check", event, "--since", copy["fingerprint"]).code == 0
    assert kept.startswith(f"Kept: “{event.parent / 'cup'} replaced ")
    assert "5 entries, fingerprint 5-" in kept
    assert lost == "2 entries of the file that was replaced are not in the copy."
    assert len(entries_of(event)) == 4
    assert (last["kind"], last["role"]) == ("event-restored", "organiser")
    replaced = kept.removesuffix(".").rpartition(" ")[2]
    name = Path(copy["path"]).name
    assert last["content"] == {"copy": name, "fingerprint": replaced, "lost": 2, "replaced": 5}


def test_restore_answers_in_json(event: Path, call: Call) -> None:
    (copy,) = call("copies", event, "--json").json
    answer = json.loads(call("restore", copy["path"], "--to", event, "--json").out)
    fingerprint = call("check", event, "--json").json["fingerprint"]
    assert answer["restored"] == {"path": str(event), "entries": 4, "fingerprint": fingerprint}
    assert (answer["replaced"]["entries"], answer["lost"], answer["problem"]) == (5, 2, None)
    again = json.loads(call("restore", copy["path"], "--to", event.with_name("new.qv"), "--json").out)
    assert (again["replaced"], again["lost"]) == (None, 0)


@pytest.mark.parametrize(("name", "code"), [("notes.txt", 1), ("folder", 1), ("missing/cup.qv", 3)])
def test_restore_never_replaces_what_is_no_event(event: Path, call: Call, name: str, code: int) -> None:
    (copy,) = call("copies", event, "--json").json
    target = event.parent / name
    (event.parent / "notes.txt").write_text("mine")
    (event.parent / "folder").mkdir()
    answer = call("restore", copy["path"], "--to", target)
    assert (answer.code, answer.out, len(answer.errors)) == (code, "", 1)
    assert (event.parent / "notes.txt").read_text() == "mine"


def test_restore_is_refused_while_the_event_is_open(event: Path, call: Call) -> None:
    (copy,) = call("copies", event, "--json").json
    store = open_for_writing(event)
    answer = call("restore", copy["path"], "--to", event)
    store.close()
    assert answer.code == 3
    assert "open for writing" in answer.err


def test_without_a_place_the_words_are_wrong(event: Path, call: Call) -> None:
    assert call("restore", event).code == 2


@pytest.fixture
def drawn(tmp_path: Path, drawn_event: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An event that is drawn, of which there is no copy."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    path = tmp_path / "drawn.qv"
    path.write_bytes(drawn_event)
    return path


def copied(call: Call, event: Path) -> list[int]:
    """How many entries each copy has; all are good."""
    found = call("copies", event, "--json").json
    assert all(copy["good"] for copy in found)
    return [copy["entries"] for copy in found]


def test_commands_copy_the_event_when_a_session_begins_or_is_closed(drawn: Path, call: Call) -> None:
    begun = call("record", drawn, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    assert (begun.code, begun.err) == (0, "")
    assert copied(call, drawn) == [len(entries_of(drawn))]
    first = len(entries_of(drawn))
    call("record", drawn, "--jsonl", stdin=lines(hand(2, "A", "C", 12)))
    assert copied(call, drawn) == [first], "it was entered a moment ago"
    assert call("session", drawn, 1, "--to", "closed", "--reason", "for this test").code == 0
    assert copied(call, drawn) == [len(entries_of(drawn)), first]


def test_commands_copy_what_was_entered_more_than_ten_minutes_ago(
    drawn: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("players", drawn, "set", 1, "--club", "Bamboo")
    assert copied(call, drawn) == []
    monkeypatch.setattr("tournament.use_cases.copies.EVERY", timedelta(0))
    call("players", drawn, "set", 1, "--club", "Plum")
    assert copied(call, drawn) == [len(entries_of(drawn))]
    call("standings", drawn)
    assert len(copied(call, drawn)) == 1


def test_a_copy_that_cannot_be_made_is_a_remark(drawn: Path, call: Call) -> None:
    copies_home().parent.mkdir(parents=True)
    copies_home().write_text("a file where the folder should be")
    answer = call("record", drawn, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    assert answer.code == 0
    (remark,) = answer.err.splitlines()
    assert remark.startswith("remark: No copy was made: ")
    assert call("check", drawn).code == 0
