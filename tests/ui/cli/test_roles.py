"""Roles on the command line: the PIN in the environment opens one; what a role may not do is refused."""

import json
from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, after, hand, lines
from ui.cli.commands import NEW_PIN_VARIABLE
from ui.cli.context import PIN_VARIABLE


@pytest.fixture(scope="module")
def with_pins(drawn_event: bytes, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of an event of which the organiser has the PIN 333339, referees 11119."""
    event = drawn_event
    with pytest.MonkeyPatch.context() as patch:
        for pin, role in (("333339", "organiser"), ("11119", "referee")):
            patch.setenv(NEW_PIN_VARIABLE, pin)
            event = after(event, tmp_path_factory, "pin", "set", role)
            patch.setenv(PIN_VARIABLE, "333339")
    return event


@pytest.fixture
def set_pins(event: Path, with_pins: bytes) -> None:
    """The event has these PINs."""
    event.write_bytes(with_pins)


@pytest.mark.usefixtures("set_pins")
def test_a_pin_opens_its_role_and_no_other(event: Path, call: Call, monkeypatch: pytest.MonkeyPatch):
    line = lines(hand(1, "A", points=12))
    kept = event.read_bytes()
    refused = call("record", event, "--jsonl", stdin=line)
    assert refused.code == 1
    assert "The role viewer does not allow" in refused.err
    monkeypatch.setenv(PIN_VARIABLE, "00000")
    assert call("record", event, "--jsonl", stdin=line).errors == ["error: This PIN belongs to no role of the event."]
    assert event.read_bytes() == kept
    monkeypatch.setenv(PIN_VARIABLE, "11119")
    assert call("--as", "Ada", "record", event, "--jsonl", stdin=line).code == 0
    refused = call("--as", "Ada", "timetable", event, "set", 1, "--minutes", 90)
    assert refused.errors == [
        "error: The role referee does not allow “Settings of the event”. It is allowed for: organiser. "
        "Sign in with the PIN of one of these roles."
    ]
    monkeypatch.setenv(PIN_VARIABLE, "333339")
    assert call("timetable", event, "set", 1, "--minutes", 90).code == 0


@pytest.mark.usefixtures("set_pins")
def test_reading_needs_no_role_whatever_pin_is_given(event: Path, call: Call, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(PIN_VARIABLE, "00000")
    for words in (("standings",), ("log",), ("check",), ("clock",), ("pin",), ("players", "list")):
        assert call(words[0], event, *words[1:]).code == 0
    roles = call("pin", event, "--json").json
    assert [(role["role"], role["pin"], role["open"]) for role in roles] == [
        ("viewer", False, True),
        ("referee", True, False),
        ("head-referee", False, False),
        ("organiser", True, False),
    ]


@pytest.mark.usefixtures("set_pins")
def test_neither_a_pin_nor_its_hash_is_printed(event: Path, call: Call):
    told = call("log", event, "--json").out + call("log", event).out + call("pin", event).out
    assert "333339" not in told
    assert "PIN set: organiser" in told
    kept = [entry["content"] for entry in json.loads(call("log", event, "--json").out) if "pin" in entry["kind"]]
    assert kept == [{"role": "organiser"}, {"role": "referee"}]


@pytest.mark.usefixtures("set_pins")
def test_the_organiser_sets_a_forgotten_pin_anew(event: Path, call: Call, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(NEW_PIN_VARIABLE, "22229")
    assert call("pin", event, "set", "referee").code == 1
    monkeypatch.setenv(PIN_VARIABLE, "333339")
    assert call("pin", event, "set", "referee").code == 0
    monkeypatch.setenv(PIN_VARIABLE, "22229")
    assert call("record", event, "--jsonl", stdin=lines(hand(1, None))).code == 0
    monkeypatch.setenv(PIN_VARIABLE, "333339")
    assert call("pin", event, "remove", "organiser").code == 1
    assert call("pin", event, "remove", "referee").code == 0
    assert call("pin", event, "remove", "organiser").code == 0
    assert call("check", event).code == 0


def test_words_that_are_wrong(event: Path, call: Call, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(NEW_PIN_VARIABLE, raising=False)
    assert call("pin", event, "set", "organiser").code == 2
    assert call("pin", event, "set").code == 2
    assert call("pin", event, "set", "viewer").code == 2


@pytest.mark.usefixtures("set_pins")
def test_a_short_new_pin_is_refused_and_what_is_set_stays(event: Path, call: Call, monkeypatch: pytest.MonkeyPatch):
    kept = event.read_bytes()
    monkeypatch.setenv(PIN_VARIABLE, "333339")
    for role, pin, least in (("organiser", "12345", 6), ("head-referee", "12345", 6), ("referee", "123", 4)):
        monkeypatch.setenv(NEW_PIN_VARIABLE, pin)
        refused = call("pin", event, "set", role)
        assert refused.code == 1
        assert refused.errors == [
            f"error: Choose {least} to 40 digits or letters as the PIN of the role {role.replace('-', ' ')}, "
            "without a space at either end."
        ]
        assert event.read_bytes() == kept
    monkeypatch.setenv(NEW_PIN_VARIABLE, "1234")
    assert call("pin", event, "set", "referee").code == 0
