"""Characters that steer a screen: refused when they are typed, shown harmless when a file holds them."""

import json
import sqlite3
from pathlib import Path

import pytest
from msgspec import structs

from tests.ui.cli.conftest import Call, hand, lines
from tournament.language.harmless import escaped, harmless, harmless_json, steering_texts
from tournament.ledger.entry import Record, hash_of
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.storage import open_for_reading, write_event

ESCAPE = "\x1b[2J"
"""Clears a terminal."""
TURN = "\u202e"
"""What follows is shown backwards."""
STEERING = ("\x00", "\x07", ESCAPE, "\x7f", "\x9b2J", "\r", TURN, "\u2066", "\u2028", "\ud800")


@pytest.mark.parametrize("steering", STEERING[1:])
@pytest.mark.parametrize("option", ["--name", "--place", "--organiser"])
def test_an_event_with_such_a_name_is_refused(tmp_path: Path, call: Call, option: str, steering: str):
    words = {"--name": "Cup", option: f"Cup{steering}x"}
    answer = call("new", tmp_path / "new.qv", "--sessions", 2, *(word for pair in words.items() for word in pair))
    assert answer.code == 1
    assert answer.err.endswith("contains control characters: type it again.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("steering", STEERING)
def test_a_reason_with_such_characters_is_refused(event: Path, call: Call, steering: str):
    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    before = event.read_bytes()
    line = json.dumps({**hand(1, "A", "C", 8), "type": "correct", "reason": f"paper{steering}"})
    answer = call("record", event, "--jsonl", stdin=line)
    assert answer.code == 1
    assert harmless(answer.err) == answer.err
    assert event.read_bytes() == before


@pytest.mark.parametrize("steering", STEERING[1:])
def test_an_author_with_such_characters_is_refused(event: Path, call: Call, steering: str):
    before = event.read_bytes()
    answer = call("--as", f"Ada{steering}x", "undo", event)
    assert answer.code == 2
    assert event.read_bytes() == before


def hostile(path: Path, event: Path) -> Path:
    """A file that somebody made, whole in every chain: authors, names and reasons steer the screen."""
    store = open_for_reading(event)
    records = tuple(store.read())
    store.close()
    written: list[Record] = []
    end, last = NO_ENTRIES, dict[str, str]()
    for record in records:
        content = record.content.replace("Cup", f"Cup{TURN}\\u001b[2J").replace("First1", f"First1{TURN}\x9b")
        unsealed = structs.replace(
            record,
            author=f"Ada{ESCAPE}{TURN}\n",
            desk=f"desk{ESCAPE}",
            content=content,
            previous=last.get(record.stream, record.previous),
            before=end.hash,
        )
        sealed = structs.replace(unsealed, hash=hash_of(unsealed))
        written.append(sealed)
        end, last[record.stream] = end.with_entry(sealed), sealed.hash
    write_event(path, written)
    return path


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    "words",
    [("log",), ("log", "--json"), ("check",), ("standings",), ("standings", "--json"), ("players", "list"),
     ("players", "list", "--json"), ("sheet", "--session", 1, "--table", 1), ("draw", "--json"), ("undo",)],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_what_a_file_holds_is_refused_or_shown_harmless(
    tmp_path: Path, event: Path, call: Call, words: tuple, language: str
):
    file = hostile(tmp_path / "hostile.qv", event)
    answer = call("--lang", language, words[0], file, *words[1:])
    assert answer.code == (0 if words[0] in ("log", "undo") else 1)
    for said in (answer.out, answer.err):
        assert harmless(said) == said


@pytest.mark.parametrize("format", ["csv", "html"])
def test_reports_of_such_an_event_are_harmless(
    tmp_path: Path, event: Path, call: Call, format: str, monkeypatch: pytest.MonkeyPatch
):
    """The window opens it, and prints from it."""
    monkeypatch.setattr("ui.cli.bootstrap._refuse_contradictions", lambda _book: None)
    file, out = hostile(tmp_path / "hostile.qv", event), tmp_path / "out"
    assert call("export", file, "--what", "standings", "--to", format, "--out", out).code == 0
    text = out.read_text("utf-8-sig")
    assert "First1�" in text
    assert harmless(text) == text


def test_names_of_files_are_shown_harmless(tmp_path: Path, call: Call):
    for steering in STEERING[1:-1]:
        answer = call("check", tmp_path / f"cup{steering}.qv")
        assert answer.code == 1
        assert harmless(answer.err) == answer.err


def test_a_damaged_file_is_described_harmlessly(tmp_path: Path, event: Path, call: Call):
    connection = sqlite3.connect(event)
    connection.execute("DROP TRIGGER journal_refuses_update")
    connection.execute("UPDATE journal SET kind = ?, stream = ? WHERE position = 2", (ESCAPE, f"event{TURN}"))
    connection.commit()
    connection.close()
    for words in (("check",), ("log",), ("standings",)):
        answer = call(*words, event)
        assert answer.code == 1
        assert harmless(answer.err) == answer.err


@pytest.mark.parametrize("steering", STEERING)
def test_json_means_the_same(steering: str):
    document = json.dumps({"name": f"Cup{steering}", "more": ["a", {"b": steering}]}, ensure_ascii=False)
    assert json.loads(escaped(document)) == json.loads(document)
    assert escaped(document).isprintable()
    for form in (document, escaped(document), json.dumps(json.loads(document))):
        assert sorted(steering_texts(form)) == sorted((f"Cup{steering}", steering))
        assert not list(steering_texts(harmless_json(form)))
    assert harmless_json('{"a": "\\\\u001b \\" \\n"}') == '{"a": "\\\\u001b \\" \\n"}'
    assert harmless_json("no \x1b JSON") == "no \x1b JSON"
