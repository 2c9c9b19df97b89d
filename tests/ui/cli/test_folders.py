"""A folder in the place of a file is called a folder: nobody looks for a misspelt name."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call

EVENT, LINES, INVITATION = "an event.qv", "lines.json", "an event.qv-invitation"


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        *((EVENT, (command,)) for command in ("standings", "check", "undo", "desks", "queue", "phones")),
        (EVENT, ("players", "list")),
        (EVENT, ("recover", "--to", "new.qv")),
        (EVENT, ("serve",)),
        *((INVITATION, (command,)) for command in ("standings", "desks", "queue", "undo")),
    ],
)
def test_a_folder_in_place_of_an_event_is_called_one(
    folder: str, words: tuple[str, ...], call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(folder).mkdir()
    answer = call(words[0], folder, *words[1:])
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"error: “{folder}” is a folder: choose a file.\n"


def test_a_folder_in_place_of_what_a_command_reads_is_called_one(
    call: Call, event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(LINES).mkdir()
    for words in (("record", event, LINES), ("players", event, "import", LINES), ("settings", event, "--logo", LINES),
                  ("score", "--jsonl", LINES), ("settle", LINES)):  # fmt: skip
        answer = call(*words)
        assert (answer.code, answer.out) == (1, ""), words
        assert answer.err == f"error: “{LINES}” is a folder: choose a file.\n"


def test_restoring_and_copying_from_a_folder_say_so(
    call: Call, event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(EVENT).mkdir()
    before = event.read_bytes()
    copies = (("--season-from", EVENT), ("--from", EVENT))
    for words in (("restore", EVENT, "--to", event), *(("new", "other.qv", *each) for each in copies)):
        answer = call(*words)
        assert answer.code == 1, words
        assert f"“{EVENT}” is a folder: choose a file." in answer.err, answer.err
    assert event.read_bytes() == before
    assert not Path("other.qv").exists()
