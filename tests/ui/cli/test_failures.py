"""Errors: what they say, and their exit codes 1 (input), 2 (usage), 3 (environment)."""

import errno
import multiprocessing
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import click
import pytest

from reports.readers.refusal import UnreadableTable
from reports.writers.atomic_file import ExportFailed
from tests.systems import needs_a_full_device
from tests.ui.cli.conftest import Call, hand, lines
from tournament.draw import DrawProblem
from tournament.event.problem import Problem
from tournament.language import ENGLISH, verbatim
from tournament.use_cases import Conflict, Refused, StoreBroken, StoreDamaged, StoreUnavailable
from tournament.use_cases.ports import KeyUnavailable
from ui.cli.context import CliContext
from ui.cli.desktop import NoDisplay, WindowUnavailable
from ui.cli.failures import WAYS_OUT, Expected, explain
from ui.cli.shared_event import Queued
from ui.cli.streams import InputFailed, OutputFailed
from ui.joining.failures import CertificateChanged, OutcomeUnknown, ServerAway
from ui.server.failures import CannotListen
from ui.web_host.failures import SiteNotWritten

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="about the longest name of Linux")
AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nonsense",), "There is no command “nonsense”"),
        (("new", "x.qv", "--nonsense"), "There is no option “--nonsense”"),
        (("new",), "FILE"),
        (("new", "x.qv", "--name", "Cup"), "--sessions"),
        (("new", "x.qv", "--name", "Cup", "--sessions", "two"), "--sessions"),
        (("new", "x.qv", "--name", "Cup", "--sessions", "1", "--starts", "yesterday"), "--starts"),
        (("record", "x.qv"), "--jsonl"),
        (("settle",), "--jsonl"),
        (("players", "x.qv", "eat"), "choose one of import, list, set, merge, register, not-members."),
        (("players", "x.qv", "import"), "Name the CSV or Excel file"),
        (("export", "x.qv", "--what", "standings"), "add --out PATH"),
        (("rules", "cards"), "choose one of list, faults, options, presets."),
        (("--lang", "xx", "rules", "faults"), "--lang"),
        (("--as", "  ", "rules", "faults"), "--as needs a name"),
        (("score",), "Give hands, or --jsonl"),
        (("score", "--jsonl", "a.jsonl", "b.jsonl"), "at most one file of lines"),
        (("score", "--rules", "blank", "123m"), "--rules"),
        (("waits",), "HAND13"),
        (("sheet", "x.qv", "--session", "1.5", "--table", "1"), "--session"),
        (("draw", "x.qv", "--seed", "-1"), "--seed"),
        (("desktop", "x.qv", "--sample"), "Give event files, or --sample."),
    ],
)
def test_wrong_usage_is_two(call: Call, words: tuple, said: str):
    answer = call(*words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("error: ")
    assert said in answer.err


@pytest.mark.parametrize(
    ("words", "handed_on"),
    [
        (("x.qv",), ["desktop", "x.qv"]),
        (("--lang", "fr", "My Event.QV"), ["desktop", "--lang", "fr", "My Event.QV"]),
        (("x.qv-invitation",), ["desktop", "x.qv-invitation"]),
        (("desktop", "--new-window", "x.qv"), ["desktop", "--new-window", "x.qv"]),
        (("x.qv", "--score"), ["desktop", "--score", "x.qv"]),
    ],
)
def test_a_file_without_a_command_opens_the_window(
    call: Call, monkeypatch: pytest.MonkeyPatch, words: tuple, handed_on: list
):
    window = ModuleType("ui.desktop.__main__")
    given: list[list[str]] = []
    window.main = lambda: given.append(sys.argv[1:])  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ui.desktop.__main__", window)
    monkeypatch.setattr(sys, "argv", ["quatre-vents", *words])
    assert call(*words).code == 1, "there is no such file, which the window says, too"
    assert given == [handed_on]


def test_without_a_display_no_window_is_tried(call: Call, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    answer = call("desktop")
    assert answer.code == 3
    assert "There is no display here" in answer.err


@pytest.mark.parametrize(
    "words",
    [
        ("standings",),
        ("draw", "--json"),
        ("record", "--jsonl"),
        ("record", "--jsonl", "--dry-run"),
        ("sheet", "--session", 1, "--table", 1),
        ("check",),
        ("log",),
        ("undo",),
        ("redo",),
        ("players", "list"),
        ("export", "--what", "standings", "--to", "csv", "--out", "x.csv"),
    ],
)
def test_files_that_are_no_event(tmp_path: Path, event: Path, call: Call, words: tuple):
    other = tmp_path / "other.sqlite"
    sqlite3.connect(other).execute("CREATE TABLE journal (a)").connection.close()
    (tmp_path / "words.qv").write_text("This is no event.", encoding="utf-8")
    (tmp_path / "empty.qv").touch()
    (tmp_path / "cut.qv").write_bytes(event.read_bytes()[:9000])
    newer = bytearray(event.read_bytes())
    newer[60:64] = (99).to_bytes(4, "big")
    (tmp_path / "newer.qv").write_bytes(newer)
    for name, said in (
        ("nowhere.qv", "There is no file"),
        ("words.qv", "is not a Quatre Vents event"),
        ("empty.qv", "is not a Quatre Vents event"),
        ("other.sqlite", "is not a Quatre Vents event"),
        (".", "is a folder: choose a file"),
        ("cut.qv", "is truncated or damaged"),
        ("newer.qv", "newer version"),
    ):
        answer = call(words[0], tmp_path / name, *words[1:])
        assert (answer.code, answer.out) == (1, ""), name
        assert said in answer.err, name
        assert answer.err.startswith("error: ")
    assert not (tmp_path / "nowhere.qv").exists()
    assert (tmp_path / "words.qv").read_text("utf-8") == "This is no event."


def test_new_never_overwrites(event: Path, call: Call):
    before = event.read_bytes()
    answer = call("new", event, "--name", "Another", "--sessions", 1)
    assert answer.code == 1
    assert "already exists" in answer.err
    assert event.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--name", " ", "--sessions", 1), "The event has no name"),
        (("--name", "Cup", "--sessions", 0), "0 sessions: an event has 1 to 20."),
        (("--name", "Cup", "--sessions", 21), "21 sessions: an event has 1 to 20."),
        (("--name", "Cup", "--sessions", 1, "--minutes", 0), "0 minutes"),
        (("--name", "Cup", "--sessions", 1, "--rules", "riichi"), "There are no rules called “riichi”"),
        (("--name", "Cup", "--sessions", 1, "--starts", "2026-06-14", "--ends", "2026-06-13"), "ends before it starts"),
    ],
)
def test_settings_that_are_refused_leave_no_file(tmp_path: Path, call: Call, words: tuple, said: str):
    event = tmp_path / "cup.qv"
    answer = call("new", event, *words)
    assert answer.code == 1
    assert said in answer.err
    assert not event.exists()


@pytest.mark.parametrize(
    ("count", "missing"), [(13, "3 substitutes are"), (14, "2 substitutes are"), (15, "1 substitute is")]
)
def test_a_draw_for_players_who_fill_no_table(tmp_path: Path, call: Call, count: int, missing: str):
    event, roster = tmp_path / "cup.qv", tmp_path / "players.csv"
    roster.write_text("first_name,last_name\n" + "".join(f"First{n},Sample{n}\n" for n in range(count)), "utf-8")
    call("new", event, "--name", "Cup", "--sessions", 2)
    call("players", event, "import", roster)
    answer = call("draw", event)
    assert answer.code == 1
    assert (
        answer.err
        == f"error: {count} players: {missing} needed to fill the last table; or keep {count % 4} in reserve, or let "
        f"{count % 4} sit out in each session.\n"
    )


def test_a_draw_after_play_has_begun(event: Path, call: Call):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    answer = call("draw", event, "--seed", 2)
    assert (answer.code, answer.err) == (1, "error: Play has begun: the draw can no longer be repeated.\n")
    assert call("draw", event, "--json").code == 0


def test_an_unknown_method_names_the_known_ones(event: Path, call: Call):
    answer = call("draw", event, "--method", "astrology")
    assert answer.code == 1
    assert "There is no method “astrology”; the methods are auto" in answer.err


LISTS = [
    ("list.csv", b"", "empty"),
    ("list.csv", b"colour,shape\nred,round\n", "name"),
    ("list.csv", b"first_name,last_name\n", "player"),
    ("list.csv", b"first_name,last_name,club\n,,x\n", "Line 2"),
    ("list.csv", b"first_name,last_name,club\nAda,Sample\nAda,Sample\nAda,Sample2,,x\n,\n,,y\n", "Line 6"),
    ("list.csv", b"first_name,last_name,ema_number\nAda,Sample,04000001\nBea,Sample,04000001\n", "04000001"),
    ("list.xlsx", b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "PNG"),
    ("list.xlsx", b"first_name,last_name\nAda,Sample\n", "rename it to .csv"),
    ("list.xlsx", b"PK\x03\x04" + b"\0" * 100, "list.xlsx"),
]


@pytest.mark.parametrize(("name", "data", "said"), LISTS)
def test_lists_that_cannot_be_imported(tmp_path: Path, call: Call, name: str, data: bytes, said: str):
    event, roster = tmp_path / "cup.qv", tmp_path / name
    call("new", event, "--name", "Cup", "--sessions", 2)
    roster.write_bytes(data)
    for more in ((), ("--dry-run",)):
        answer = call("players", event, "import", roster, *more)
        assert (answer.code, answer.out) == (1, "")
        assert answer.err.startswith("error: ")
        assert said in answer.err
    assert call("players", event, "list", "--json").json == []


def test_a_list_of_fifty_megabytes(tmp_path: Path, call: Call):
    event, roster = tmp_path / "cup.qv", tmp_path / "list.csv"
    call("new", event, "--name", "Cup", "--sessions", 2)
    with roster.open("wb") as file:
        file.write(b"first_name,last_name\n")
        file.truncate(50_000_000)
    answer = call("players", event, "import", roster)
    assert answer.code == 1
    assert "50" in answer.err


def test_players_after_the_draw(event: Path, players: Path, tmp_path: Path, call: Call):
    roster = tmp_path / "more.csv"
    roster.write_text("first_name,last_name\nZoe,Late\n", "utf-8")
    for more in ((), ("--dry-run",)):
        answer = call("players", event, "import", roster, *more)
        assert answer.code == 1
        assert "The draw is published: say from which session they take part" in answer.err
    assert call("players", event, "import", players).code == 1


@pytest.mark.parametrize(
    ("what", "to", "said"),
    [
        ("horoscope", "pdf", "There is no report “horoscope”. The reports are: "),
        ("standings", "docx", "“standings” is not available as “docx”. Choose from: pdf, xlsx, html, csv."),
        ("score-sheets", "csv", "“score-sheets” is not available as “csv”. Choose from: pdf."),
    ],
)
def test_reports_and_formats_that_there_are_not(event: Path, tmp_path: Path, call: Call, what: str, to: str, said: str):
    answer = call("export", event, "--what", what, "--to", to, "--out", tmp_path / "x")
    assert answer.code == 1
    assert said in answer.err


def test_an_export_never_replaces_an_event(event: Path, tmp_path: Path, call: Call):
    before = event.read_bytes()
    (tmp_path / "link.csv").hardlink_to(event)
    for out in (event, tmp_path / "link.csv", tmp_path / "new.qv"):
        answer = call("export", event, "--what", "standings", "--to", "csv", "--out", out)
        assert answer.code == 1
        assert "a report never replaces one" in answer.err
    assert event.read_bytes() == before


def test_an_export_to_a_place_that_cannot_be_written_is_three(event: Path, tmp_path: Path, call: Call):
    for out in (tmp_path / "nowhere" / "x.csv", tmp_path):
        answer = call("export", event, "--what", "standings", "--to", "csv", "--out", out)
        assert (answer.code, answer.out) == (3, "")
        assert answer.err.startswith("error: ")


def test_after_a_session_that_there_is_not(event: Path, call: Call):
    for session in (0, 4):
        answer = call("standings", event, "--after", session)
        assert answer.errors == [f"error: There is no session {session}: the event has sessions 1 to 3."]
        assert answer.code == 1


def test_a_read_only_event_is_three_and_can_be_looked_at(event: Path, call: Call):
    event.chmod(0o444)
    answer = call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    assert (answer.code, answer.out) == (3, "")
    assert "read-only" in answer.err
    assert call("standings", event).code == 0


def test_a_folder_that_is_not_there_is_three(tmp_path: Path, call: Call):
    assert call("new", tmp_path / "nowhere" / "cup.qv", "--name", "Cup", "--sessions", 1).code == 3


def _hold(path: Path, ready, done) -> None:
    from tournament.storage import open_for_writing

    store = open_for_writing(path)
    ready.set()
    done.wait(60)
    store.close()


def test_a_second_writing_process_is_three(event: Path, call: Call):
    context = multiprocessing.get_context("spawn")
    ready, done = context.Event(), context.Event()
    holder = context.Process(target=_hold, args=(event, ready, done))
    holder.start()
    try:
        assert ready.wait(60)
        answer = call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
        assert (answer.code, answer.out) == (3, "")
        assert "is open for writing in another window or program" in answer.err
        assert call("standings", event).code == 0
    finally:
        done.set()
        holder.join(60)
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12))).code == 0


@needs_a_full_device
def test_output_that_cannot_be_written_is_three():
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ui.cli", "rules", "faults"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 3
    assert done.stderr.startswith(b"error: ")


@on_linux
def test_a_name_that_leaves_no_room_for_what_stands_beside_it_is_refused(tmp_path: Path, call: Call):
    new = ("--name", "Cup", "--sessions", "1")
    answer = call("new", tmp_path / f"{'x' * 234}.qv", *new)
    assert answer.code == 1
    assert "cannot be the name of an event file" in answer.err
    assert not any(tmp_path.iterdir())
    event = tmp_path / f"{'x' * 233}.qv"
    assert call("new", event, *new).code == 0
    assert call("settings", event, "--place", "Hall").code == 0
    renamed = event.rename(tmp_path / f"{'x' * 252}.qv")
    assert call("standings", renamed).code == 0
    answer = call("settings", renamed, "--place", "Club")
    assert answer.code == 3
    assert "Nothing was written" in answer.err


@pytest.mark.parametrize(("number", "code", "said"), [
    (errno.ENOENT, 1, "There is no file “cup.qv”: check the name."),
    (errno.ENOTDIR, 1, "There is no file “cup.qv”: check the name."),
    (errno.EACCES, 3, "“cup.qv” cannot be used: permission denied."),
    (errno.ENOSPC, 3, "The disk is full: free some space and try again."),
    (errno.EIO, 3, f"“cup.qv”: the system reported “{os.strerror(errno.EIO)}”."),
])  # fmt: skip
def test_what_the_system_refuses_is_named(
    number: int, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(CliContext(ENGLISH), OSError(number, os.strerror(number), "cup.qv")) == code
    assert capsys.readouterr().err.startswith(f"error: {said}")


WORDS = verbatim("so it is")
BY_KIND: list[tuple[Expected, int, str]] = [
    (Refused(Problem("x", WORDS), Problem("y", verbatim("and so"))), 1, "error: so it is\nerror: and so\n"),
    (DrawProblem(WORDS), 1, "error: so it is\n"),
    (StoreDamaged(WORDS), 1, "error: so it is\n"),
    (StoreBroken(WORDS), 1, f"error: so it is\nremark: {ENGLISH.render(WAYS_OUT)}\n"),
    (UnreadableTable(WORDS, Path("x")), 1, "error: so it is\n"),
    (UnreadableTable(WORDS, Path("x"), environment=True), 3, "error: so it is\n"),
    (KeyUnavailable(WORDS), 1, "error: The key cannot be used: so it is.\n"),
    (CertificateChanged("hall:1", bytes(32), bytes([255] * 32)), 1,
     "error: The server at hall:1 is not the one of the invitation: its certificate is FFFF FFFF FFFF FFFF and not "
     "0000 0000 0000 0000. Nothing was sent. If the event has a new server, ask for a new invitation; otherwise "
     "someone else is answering in its place.\n"),
    (StoreUnavailable(WORDS), 3, "error: so it is\n"),
    (Conflict("event", 7), 3,
     "error: Someone else changed this event in the meantime: nothing was written. Try again.\n"),
    (ServerAway(WORDS, "hall:1"), 3, "error: so it is\n"),
    (OutcomeUnknown(WORDS), 4, "error: so it is\n"),
    (ExportFailed(WORDS, Path("x")), 3, "error: so it is\n"),
    (SiteNotWritten(WORDS), 3, "error: so it is\n"),
    (CannotListen(WORDS), 3, "error: so it is\n"),
    (InputFailed("closed"), 3,
     "error: Standard input cannot be read (closed): name a file with the lines, or use a pipe.\n"),
    (OutputFailed(OSError(errno.EIO, "broken")), 3,
     "error: The output cannot be written to standard output: broken.\n"),
    (OutputFailed(BrokenPipeError(errno.EPIPE, "left")), 0, ""),
    (BrokenPipeError(errno.EPIPE, "left"), 0, ""),
    (click.Abort(), 3, "error: Interrupted: nothing more was written.\n"),
    (click.UsageError("not so"), 2, "error: not so\n"),
    (NoDisplay(), 3,
     "error: There is no display here: run the command in the desktop session of the computer, or set DISPLAY to that "
     "session.\n"),
]  # fmt: skip


@pytest.mark.parametrize(("error", "code", "told"), BY_KIND, ids=lambda each: type(each).__name__)
def test_each_kind_of_failure_has_its_words_and_its_exit_code(
    error: Expected, code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(CliContext(ENGLISH), error) == code
    assert capsys.readouterr() == ("", told)


@pytest.mark.parametrize("error", [OutputFailed(OSError(errno.EIO, "broken")), click.Abort()])
def test_what_was_saved_is_said_even_if_the_answer_is_lost(error: Expected, capsys: pytest.CaptureFixture[str]) -> None:
    context = CliContext(ENGLISH, saved=[Path("cup.qv"), "Bowl"])
    assert explain(context, error) == 4
    told = "The change is saved in “cup.qv, Bowl”, but the output could not be written: do not repeat the command."
    assert capsys.readouterr() == ("", f"error: {told}\n")
    assert explain(context, StoreUnavailable(WORDS)) == 3
    assert capsys.readouterr() == ("", "error: so it is\n")


@pytest.mark.parametrize(
    ("queued", "told"),
    [
        (Queued(1, as_json=False), "The host is away. 1 command is kept and sent later: by the next command, or by "
         "“queue --send”.\n"),
        (Queued(2, as_json=False), "The host is away. 2 commands are kept and sent later: by the next command, or by "
         "“queue --send”.\n"),
        (Queued(2, as_json=True), '{\n  "queued": 2\n}\n'),
    ],
)  # fmt: skip
def test_commands_that_wait_for_the_host_are_no_failure(
    queued: Queued, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(CliContext(ENGLISH), queued) == 0
    assert capsys.readouterr() == (told, "")


@pytest.mark.parametrize(("of_source", "advice"), [(True, "“make system” names"), (False, "Install what is missing")])
def test_a_window_that_cannot_open_names_what_helps_there(
    of_source: bool, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    makefile = tmp_path / "Makefile"
    if of_source:
        makefile.touch()
    monkeypatch.setattr("ui.cli.failures.MAKEFILE", makefile)
    assert explain(CliContext(ENGLISH), WindowUnavailable("libEGL.so.1")) == 3
    told = capsys.readouterr().err
    assert told.startswith("error: The window cannot open: libEGL.so.1. ")
    assert advice in told
