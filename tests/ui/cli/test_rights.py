"""Every command that writes, and every act that it may be, without a PIN, with a wrong one, and with that of each role.

The commands are those of the program itself, so that a new one has to be named here.
"""

import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

from tests.examples.pins import PINS
from tests.tournament.use_cases.rights_tried import OTHER, TRIED
from tests.ui.cli.conftest import Call, lines
from tournament.event.role import Act, EventRole, may
from tournament.language import ENGLISH
from tournament.ledger.entry import Record
from tournament.ledger.facts import PenaltyGiven
from tournament.rules.payment import Outcome
from tournament.storage import create, open_for_reading
from tournament.use_cases import Book, RecordHand, carry_out
from tournament.use_cases.commands import CloseSession, PublishResults, Undo
from ui.cli.commands import NEW_PIN_VARIABLE, Commands
from ui.cli.context import PIN_VARIABLE
from ui.signing import PASSPHRASE_VARIABLE

NEW_FILES = {"new", "recover", "convert", "demo", "shared"}
"""They make an event of their own and replace none."""
READING = {
    "games": (),
    "sheet": ("--session", 1, "--table", 1),
    "standings": (),
    "site": ("--to", "{folder}/site"),
    "results": ("--out", "{folder}/results"),
    "check": (),
    "desks": (),
    "copies": (),
    "log": (),
    "queue": (),
    "settings": (),
    "players": ("list",),
    "timetable": (),
    "prizes": (),
    "clock": (),
    "session": (),
    "sessions": (),
    "pin": (),
    "signature": (),
    "draw": ("--json",),
    "export": ("--what", "standings", "--out", "{folder}/read.csv"),
}
"""What reads an event, and how it is called then."""
OF_NO_EVENT = {"federations", "members", "ranking", "rating", "score", "waits", "settle", "seating", "rules"}
WINDOWS = {"display", "desktop"}
"""They open a window: the first reads, the second asks for a role in its sign-in line."""

HOSTS = {"serve"}
"""It writes what desks ask for, in the role in which each of them signed in."""


SCANS = {"scan", "replay"}
"""They record what they read by the same commands as `record`: test_scan, test_replay."""


@dataclass(frozen=True)
class Tried:
    """A call of a command that writes."""

    act: Act
    command: str
    words: tuple[str | int, ...] = ()
    event: str = "cup"
    line: dict[str, Any] | None = None
    """On standard input."""


def _line(act: Act, event: str = "cup", **members: Any) -> Tried:
    return Tried(act, "record", ("--jsonl",), event, members)


CALLS = (
    Tried(Act.SETTINGS, "settings", ("--place", "Lyon")),
    Tried(Act.PLAYERS, "players", ("import", "{folder}/list.csv"), "league"),
    Tried(Act.PLAYERS, "players", ("register", "{folder}/register.csv", "--apply")),
    Tried(Act.PLAYERS, "players", ("set", 1, "--club", "Ours")),
    Tried(Act.PEOPLE, "players", ("set", 8, "--state", "withdrawn", "--from", 2)),
    Tried(Act.REGISTRATION, "registration", ("cancel", 8)),
    Tried(Act.DRAW, "draw", ("--session", 2, "--by-ranking", "straight")),
    Tried(Act.SEATS, "draw", ("--session", 2, "--swap", "1-5")),
    Tried(Act.GAMES, "draw", (), "league"),
    Tried(Act.SETTINGS, "timetable", ("set", 1, "--minutes", 90)),
    Tried(Act.SETTINGS, "prizes", ("set", "--place", 1, "--what", "Cup")),
    Tried(Act.CLOCK, "clock", ("--session", 1, "--pause")),
    Tried(Act.TABLE_MINUTES, "clock", ("--session", 1, "--add", 5, "--table", 1, "--reason", "wall rebuilt")),
    Tried(Act.SESSIONS, "session", (2, "--to", "playing")),
    Tried(Act.CLOSED_SESSIONS, "session", (1, "--to", "reopened", "--reason", "the light is back"), "closed"),
    Tried(Act.PLAN, "sessions", ("--count", 1, "--reason", "the hall closes")),
    Tried(Act.PLAN, "session", (2, "--to", "cancelled", "--reason", "the hall closes")),
    Tried(Act.PINS, "pin", ("set", "referee")),
    Tried(Act.PINS, "pin", ("remove", "referee")),
    Tried(Act.SIGNING_KEY, "signature", ("create", "--holder", "Ada Sample", "--key-file", "{folder}/key.pem")),
    _line(Act.HANDS, type="hand", session=2, table=1, hand=1, winner=None),
    _line(Act.HANDS, type="close", session=1, table=2),
    _line(Act.CORRECTIONS, type="correct", session=1, table=2, hand=1, winner=None, reason="misread"),
    _line(Act.VERIFIED_SHEETS, type="correct", session=1, table=1, hand=1, winner=None, reason="misread"),
    _line(Act.PENALTIES, type="penalty", session=1, table=2, player="B", points=10, reason="rude"),
    _line(Act.PENALTIES_CANCELLED, type="cancel_penalty", entry="{penalty}", reason="wrong player"),
    _line(Act.SEATS, type="substitute", session=2, player=8, by="Nova Newcomer", case="absent"),
    _line(Act.GAMES, "league", type="game", session=1, players=[1, 2, 3, 4]),
    _line(Act.EVENINGS, "league", type="evening"),
    Tried(Act.SETTINGS, "season", ("--best", 3), "league"),
    Tried(Act.TABLE_ENTRY, "phones", ("--allow", "http://192.0.2.1:8080")),
    Tried(Act.SETTINGS, "phones", ("--check-in", "http://192.0.2.1:8080")),
    Tried(Act.RESULTS, "publish", ("--session", 1)),
    Tried(Act.RESULTS, "unpublish", ("--session", 1), "public"),
    Tried(Act.PAPERS, "export", ("--what", "standings", "--out", "{folder}/out.csv", "--note")),
    Tried(Act.UNDO_OF_OTHERS, "undo"),
    Tried(Act.UNDO_OF_OTHERS, "redo", (), "undone"),
    Tried(Act.COPIES, "restore", ("--to", "{event}")),
)
HALL_ONLY = {Act.ATTENDANCE}
"""No command does it."""
DECIDES = (
    ("--end", "north"),
    ("--end-all",),
    ("--invite", "referee"),
    ("--approve", "north", "00000000"),
    ("--refuse", "north"),
    ("--deputy", "north"),
    ("--no-deputy", "north"),
)
"""What `desks` decides with the right to share the event; it writes no entry."""


def test_every_command_is_tried_or_writes_no_event() -> None:
    writing = {each.command for each in CALLS}
    group = Commands("quatre-vents", help_text=next(iter(Act)).label)
    names = group.list_commands(click.Context(group))
    assert writing | READING.keys() | NEW_FILES | OF_NO_EVENT | WINDOWS | HOSTS | SCANS == set(names)
    for name in set(names) - writing - WINDOWS - HOSTS - SCANS:
        assert "event_for_writing" not in inspect.getsource(import_module(f"ui.cli.{name}")), name
    assert {each.act for each in CALLS} | HALL_ONLY | {Act.HOSTING} == set(Act)


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of events whose roles have PINs."""
    folder, made = tmp_path_factory.mktemp("held"), {}
    hand = RecordHand(1, 2, 2, Outcome(None))
    league = next(each for each in TRIED if each.in_a_league)
    for name, tried, commands in (
        ("cup", TRIED[0], ()),
        ("league", league, ()),
        ("undone", TRIED[0], (hand, Undo())),
        ("closed", TRIED[0], (CloseSession(1, "a power cut"),)),
        ("public", TRIED[0], (PublishResults(1),)),
    ):
        path = folder / f"{name}.qv"
        book = tried.event(create(path))
        for command in commands:
            carry_out(book, command, by=OTHER)
        book.close()
        made[name] = path.read_bytes()
    return made


@pytest.fixture
def place(tmp_path: Path, events: dict[str, bytes]) -> Callable[[str], Path]:
    """Puts an event into a folder with the files that calls read."""
    (tmp_path / "list.csv").write_text("first_name,last_name\nNova,Newcomer\n", encoding="utf-8")
    (tmp_path / "copy.qv").write_bytes(events["cup"])

    def put(name: str) -> Path:
        path = tmp_path / "event.qv"
        path.write_bytes(events[name])
        player = next(iter(_book(path).view.players.values()))
        register = f"first_name,last_name,country\n{player.first_name},{player.last_name},JP\n"
        (tmp_path / "register.csv").write_text(register, encoding="utf-8")
        return path

    return put


def _book(path: Path) -> Book:
    store = open_for_reading(path)
    try:
        return Book(store)
    finally:
        store.close()


def _records(path: Path) -> list[Record]:
    return [entry.record for entry in _book(path).view.journal]


def _called(call: Call, tried: Tried, path: Path) -> Any:
    values = {"folder": path.parent, "event": path, "penalty": ""}
    if tried.event == "cup":
        values["penalty"] = next(e.id for e in _book(path).view.journal if isinstance(e.fact, PenaltyGiven))
    words = [word.format(**values) if isinstance(word, str) else word for word in tried.words]
    line = {
        key: value.format(**values) if isinstance(value, str) else value for key, value in (tried.line or {}).items()
    }
    file = path.with_name("copy.qv") if tried.command == "restore" else path
    return call("--as", "Tess", tried.command, file, *words, stdin=lines(line) if line else "")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("tried", CALLS, ids=lambda tried: f"{tried.command}-{tried.act.value}")
def test_a_command_is_carried_out_in_a_role_that_may_and_refused_first_of_all_in_another(
    tried: Tried, place: Callable[[str], Path], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NEW_PIN_VARIABLE, "4444")
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "long enough to be one")
    roles: list[tuple[str, EventRole | None]] = [("", EventRole.VIEWER), ("9999", None)]
    for pin, role in (*roles, *((pin, role) for role, pin in PINS.items())):
        path = place(tried.event)
        before, kept = _records(path), {each: each.read_bytes() for each in path.parent.iterdir()}
        monkeypatch.setenv(PIN_VARIABLE, pin)
        answer = _called(call, tried, path)
        if role is not None and may(role, tried.act):
            assert (answer.code, answer.errors) == (0, [])
            new = _records(path)[len(before) :]
            assert new
            assert {(record.author, record.role) for record in new} == {("Tess", role.value)}
            continue
        assert answer.code == 1
        assert {each: each.read_bytes() for each in path.parent.iterdir()} == kept
        assert answer.out == ""
        if role is None:
            assert answer.err == "error: This PIN belongs to no role of the event.\n"
            continue
        *errors, last = answer.err.splitlines()
        told = errors if last.startswith("Nothing was written") else [*errors, last]
        assert told
        assert all(f"The role {ENGLISH.render(role.label)} does not allow" in error for error in told)


@pytest.mark.parametrize("words", DECIDES, ids=lambda words: words[0])
def test_who_may_join_is_decided_by_roles_that_may_share_the_event(
    words: tuple[str, ...], place: Callable[[str], Path], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = place("cup")
    for pin, role in (("", EventRole.VIEWER), ("9999", None), *((pin, role) for role, pin in PINS.items())):
        monkeypatch.setenv(PIN_VARIABLE, pin)
        answer = call("desks", path, *words)
        if role is None:
            assert answer.err == "error: This PIN belongs to no role of the event.\n"
        elif may(role, Act.HOSTING):
            assert "does not allow" not in answer.err
        else:
            assert (answer.code, answer.out) == (1, "")
            assert answer.err.startswith(f"error: The role {ENGLISH.render(role.label)} does not allow “Sharing")


def test_an_event_is_shared_by_roles_that_may(
    place: Callable[[str], Path], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = place("cup")

    class Shared(Exception):
        """The server would start now."""

    def server(*_words: object, **_options: object) -> None:
        raise Shared

    monkeypatch.setattr("ui.server.serving.ServedFile", server)
    for pin, role in (("", EventRole.VIEWER), ("9999", None), *((pin, role) for role, pin in PINS.items())):
        monkeypatch.setenv(PIN_VARIABLE, pin)
        if role is not None and may(role, Act.HOSTING):
            with pytest.raises(Shared):
                call("serve", path)
        else:
            answer = call("serve", path, "--json")
            assert (answer.code, answer.out) == (1, "")


@pytest.mark.sampled(7)
@pytest.mark.parametrize("command", READING)
def test_reading_writes_nothing_and_asks_for_no_pin(
    command: str, place: Callable[[str], Path], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = place("league" if command == "games" else "cup")
    kept = path.read_bytes()
    words = [word.format(folder=path.parent) if isinstance(word, str) else word for word in READING[command]]
    monkeypatch.setenv(PIN_VARIABLE, "9999")
    answer = call(command, path, *words)
    assert (answer.code, answer.errors, path.read_bytes()) == (0, [], kept)


def test_a_recovered_event_says_in_which_role_and_a_wrong_pin_recovers_nothing(
    place: Callable[[str], Path], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, new = place("cup").read_bytes(), place("cup").with_name("new.qv")
    path = new.parent / "alone" / "event.qv"  # beside it, its copy would have what is lost
    path.parent.mkdir()
    path.write_bytes(whole.replace(b'"points":12', b'"pxyzts":12'))
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(path.parent / "home"))  # and so would the copies that commands make
    monkeypatch.setenv(PIN_VARIABLE, "9999")
    answer = call("recover", path, "--to", new)
    assert (answer.code, answer.errors) == (1, ["error: This PIN belongs to no role of the event."])
    assert not new.exists()
    for pin, role in (("", "viewer"), ("2222", "head-referee")):
        monkeypatch.setenv(PIN_VARIABLE, pin)
        call("--as", "Tess", "recover", path, "--to", new)
        last = json.loads(call("log", new, "--json").out)[-1]
        assert (last["kind"], last["author"], last["role"]) == ("event-recovered", "Tess", role)
        new.unlink()


def test_a_typed_name_is_nobody(place: Callable[[str], Path], call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Bert entered with the PIN of referees can be undone by Bert with that PIN, not by somebody who types that
    name."""
    path = place("cup")
    monkeypatch.setenv(PIN_VARIABLE, "1111")
    line = lines({"type": "hand", "session": 2, "table": 1, "hand": 1, "winner": None})
    assert call("--as", "Bert", "record", path, "--jsonl", stdin=line).code == 0
    assert call("--as", "Anna", "undo", path).code == 1
    monkeypatch.setenv(PIN_VARIABLE, "")
    assert call("--as", "Bert", "undo", path).code == 1
    monkeypatch.setenv(PIN_VARIABLE, "1111")
    assert call("--as", "Bert", "undo", path).code == 0


def test_a_pin_that_is_no_text_opens_nothing(
    place: Callable[[str], Path], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment may hold any bytes; those that are not UTF-8 arrive as halves of surrogate pairs."""
    path = place("cup")
    monkeypatch.setenv(PIN_VARIABLE, "\udcff\udcfe12")
    for words in (("undo", path), ("restore", path.with_name("copy.qv"), "--to", path)):
        answer = call(*words)
        assert (answer.code, answer.err) == (1, "error: This PIN belongs to no role of the event.\n")


def test_an_event_without_a_key_does_not_say_so_to_who_may_not_ask_for_it(
    place: Callable[[str], Path], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = place("cup")
    monkeypatch.setenv(PIN_VARIABLE, "9999")
    answer = call("signature", path, "export-secret", "--out", path.with_name("key.pem"))
    assert (answer.code, answer.err) == (1, "error: This PIN belongs to no role of the event.\n")
