"""Standard streams that are closed, full, or without a reader: the exit code states whether something was saved."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.systems import FULL_DEVICE
from tests.ui.cli.conftest import Call, hand, lines
from tournament.storage.crash_journal import journal_of

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(os.name != "posix", reason="shells close streams like this on POSIX"),
]

FULL = "> /dev/full" if FULL_DEVICE is not None else ">&-"
HAND = lines(hand(1, "A", "C", 12))
SAVED = b"but the output could not be written: do not repeat the command."


def shell(words: str, *arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[bytes]:
    """Call the program as ``$QV`` in a shell; ``$1`` and so on are ``arguments``."""
    line = words.replace("QV", f'"{sys.executable}" -W error -m ui.cli')
    return subprocess.run(
        ["/bin/sh", "-c", line, "sh", *map(str, arguments)], input=stdin.encode(), capture_output=True, check=False
    )


def entries(call: Call, event: Path) -> int:
    return len(call("log", event, "--json").json)


OUTPUTS = (FULL, ">&-", "| true")
WRITING = (
    ("QV record $1 --jsonl", HAND),
    ("QV draw $1 --seed 2 --json --method auto", ""),
    ("QV undo $1", ""),
)


@pytest.mark.parametrize(("words", "stdin", "output"), [
    *((*WRITING[0], output) for output in OUTPUTS),
    *((*written, OUTPUTS[number % 3]) for number, written in enumerate(WRITING[1:])),
])  # fmt: skip
def test_a_saved_change_whose_answer_is_lost_exits_with_four(
    event: Path, call: Call, words: str, stdin: str, output: str
):
    """One command into each output, and each other command into one of them."""
    before = entries(call, event)
    if output == "| true":  # a reader that leaves before anything is written
        words = f"{{ sleep 0.2; {words}; echo $? >&2; }}"
    done = shell(f"{words} {output}", event, stdin=stdin)
    told = done.stderr.splitlines()
    assert (int(told.pop()) if output == "| true" else done.returncode) == 4
    assert told[-1].startswith(b"error: ")
    assert SAVED in told[-1]
    assert entries(call, event) > before


def test_a_new_event_whose_answer_is_lost_exits_with_four(tmp_path: Path):
    done = shell("QV new $1 --name Cup --sessions 2 >&-", tmp_path / "new.qv")
    assert done.returncode == 4
    assert SAVED in done.stderr
    assert (tmp_path / "new.qv").exists()


def test_nobody_listens_at_all(event: Path, call: Call):
    before = entries(call, event)
    assert shell("QV record $1 --jsonl >&- 2>&-", event, stdin=HAND).returncode == 4
    assert entries(call, event) > before


@pytest.mark.parametrize(("words", "output"), [
    ("standings $1", ">&-"), ("log $1 --json", FULL), ("check $1", FULL),
])  # fmt: skip
def test_a_lost_answer_without_a_change_exits_with_three(event: Path, words: str, output: str):
    before = event.read_bytes()
    done = shell(f"QV {words} {output}", event)
    assert done.returncode == 3
    assert done.stderr.startswith(b"error: The output cannot be written to standard output: ")
    assert event.read_bytes() == before


def test_closed_input_is_three_and_writes_nothing(event: Path):
    before = event.read_bytes()
    for words in ("record $1 --jsonl", "settle --jsonl"):
        done = shell(f"QV {words} <&-", event)
        assert (done.returncode, done.stdout) == (3, b"")
        assert done.stderr.startswith(b"error: Standard input cannot be read (")
    assert shell("QV --lang fr score --jsonl <&-", event).stderr.startswith("error: L’entrée standard".encode())
    assert event.read_bytes() == before


def test_no_stream_at_all_does_not_touch_the_file(event: Path, call: Call):
    """The lowest free number is what the next opened file gets: it is not that of a stream."""
    before = entries(call, event)
    assert shell("QV undo $1 <&- >&- 2>&-", event).returncode == 4
    assert entries(call, event) > before
    assert call("check", event).code == 0


@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_what_is_no_file_answers_at_once(tmp_path: Path, call: Call, language: str):
    os.mkfifo(tmp_path / "pipe.qv")
    no_event = {"en": "is not a Quatre Vents event", "fr": "n’est pas un événement", "zh": "不是"}[language]
    folder = {"en": "is a folder", "fr": "est un dossier", "zh": "是文件夹"}[language]
    for path in (tmp_path / "pipe.qv", Path("/dev/null"), Path("/dev/zero"), tmp_path):
        said = folder if path == tmp_path else no_event
        for words in (("check",), ("undo",), ("record", "--jsonl")):
            answer = call("--lang", language, words[0], path, *words[1:], stdin=HAND)
            assert (answer.code, answer.out) == (1, ""), path
            assert said in answer.err


def test_a_journal_set_aside_is_reported(event: Path, call: Call):
    journal_of(event).with_name("cup.qv-wal").write_bytes(b"of another database")
    before = event.read_bytes()
    answer = call("standings", event)
    assert answer.code == 0
    assert answer.err.startswith("remark: A crash left “cup.qv-wal” behind. It does not belong to ")
    assert event.read_bytes() == before
    assert call("standings", event).err == ""


def test_an_export_to_standard_output_is_the_report_alone(event: Path, call: Call, tmp_path: Path):
    plain = tmp_path / "standings.csv"
    call("export", event, "--what", "standings", "--out", plain)
    for words in ("--out /dev/fd/1", "--out /dev/stdout | cat", "--out $2 & cat $2; wait"):
        pipe = tmp_path / "pipe"
        if "$2" in words:
            os.mkfifo(pipe)
        done = shell(f"QV export $1 --what standings --to csv {words}", event, pipe)
        assert done.stdout == plain.read_bytes(), words
        assert done.stderr.startswith(b"Written: ")
    log = tmp_path / "log.txt"
    log.write_text("first\n")
    shell("QV export $1 --what standings --to csv --out /dev/stdout >> $2", event, log)
    assert log.read_bytes() == b"first\n" + plain.read_bytes()


def test_an_export_into_an_event_through_standard_output(event: Path):
    before = event.read_bytes()
    done = shell("QV export $1 --what standings --to csv --out /dev/stdout >> $1", event)
    assert done.returncode == 1
    assert event.read_bytes() == before


def test_a_reader_that_leaves_an_export(event: Path):
    line = "{ QV export $1 --what standings --to csv --out /dev/stdout; echo $? >&2; } | true"
    assert shell(line, event).stderr.endswith(b"0\n")
