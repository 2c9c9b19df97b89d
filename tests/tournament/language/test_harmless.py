"""Characters that steer a screen are replaced, in texts and in JSON, and nothing else changes."""

import json

import pytest

from tournament.language.harmless import (
    escaped,
    harmless,
    harmless_json,
    harmless_line,
    steering_texts,
    steers,
    steers_a_line,
)

STEERING = ("\x00", "\x1b", "\x7f", "\u2028", "\u202e", "\u2066", "\ud800")
OF_LINES = ("\t", "\n")


@pytest.mark.parametrize("sign", STEERING)
def test_what_steers_is_replaced(sign: str) -> None:
    text = f"Zoé{sign}麻"
    assert steers(text)
    assert steers_a_line(text)
    assert harmless(text) == harmless_line(text) == "Zoé\N{REPLACEMENT CHARACTER}麻"


@pytest.mark.parametrize("sign", OF_LINES)
def test_several_lines_are_harmless_where_there_is_room_for_them(sign: str) -> None:
    text = f"one{sign}two"
    assert not steers(text)
    assert steers_a_line(text)
    assert harmless(text) == text
    assert harmless_line(text) == "one\N{REPLACEMENT CHARACTER}two"


@pytest.mark.parametrize("text", ["", "Zoé 麻 ½ 🀄", "a\u00a0b"])
def test_all_else_stays(text: str) -> None:
    assert not steers(text)
    assert not steers_a_line(text)
    assert harmless(text) == harmless_line(text) == escaped(text) == text


def test_json_means_the_same_with_escapes() -> None:
    document = json.dumps({"name": "Zoé\u202e", "list": ["\x7f", 3]}, ensure_ascii=False)
    assert json.loads(escaped(document)) == json.loads(document)
    assert escaped(document).isprintable()


def test_only_what_steers_is_escaped() -> None:
    assert escaped('{"a": "é\u202e麻\x7f"}') == '{"a": "é\\u202e麻\\u007f"}'
    assert escaped("[1,\n\t2]") == "[1,\n\t2]"


def test_what_no_screen_shows_but_nothing_steers_stays() -> None:
    """A space of another width or a soft hyphen is not printable for Python, and yet it is harmless."""
    for text in ("a\u00a0b", "a\u3000b", "a\u00adb", "a\u200bb"):
        assert harmless(text) == harmless_line(text) == escaped(text) == text


def test_texts_of_json_become_harmless() -> None:
    document = json.dumps({"a": ["x\x1b", {"b": "y"}], "c": "z\n", "d\u202e": 1, "n": None})
    assert list(steering_texts(document)) == ["x\x1b", "d\u202e"]
    replaced = {"a": ["x\N{REPLACEMENT CHARACTER}", {"b": "y"}], "c": "z\n", "d\u202e": 1, "n": None}
    assert json.loads(harmless_json(document)) == replaced
    for same in ('{"a":"b"}', '{"a":"\\n"}', "no JSON \x1b", "[" * 100_000 + "\x1b"):
        assert harmless_json(same) == same
