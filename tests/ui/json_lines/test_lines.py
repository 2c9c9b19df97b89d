"""Whatever is fed to it, a line becomes a command or is refused with its reasons."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    CloseSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    OpenEvening,
    RecordHand,
    RecordTotals,
    ReopenSheet,
)
from ui.json_lines.objects import MOST_BRACKETS, read_object
from ui.json_lines.record import read_command

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
TYPES = (
    *("hand", "penalty", "correct", "cancel_penalty", "close", "totals", "reopen", "substitute"),
    *("insert", "delete", "move", "exchange", "move_sheet"),
)
NAMES = (
    *("session", "table", "hand", "winner", "discarder", "points", "player", "fault", "to", "reason", "minutes"),
    *("no_hu", "entry", "totals", "accept_difference", "hand_tiles", "overrule"),
    *("players", "hands", "to_session", "to_table"),
)
LIKELY = st.sampled_from(
    ["A", "D", 1, 12, None, [], ["A", "C"], [1, 6], {"A": 1, "B": 2, "C": 3, "D": -6}, "late", True]
)


def reasons(line: bytes) -> list[str] | None:
    try:
        read_command(line)
    except Refused as refused:
        return [ENGLISH.render(problem.text) for problem in refused.problems]
    return None


def accepted_or_refused(line: bytes) -> None:
    problems = reasons(line)
    assert problems is None or (problems and all(text.isprintable() for text in problems))


@given(st.binary(max_size=60))
def test_any_bytes(line: bytes):
    accepted_or_refused(line)


@given(JSON)
def test_any_json(value: object):
    accepted_or_refused(json.dumps(value).encode())


@given(st.sampled_from(TYPES), st.dictionaries(st.sampled_from(NAMES), LIKELY | JSON))
def test_any_members(kind: str, members: dict[str, object]):
    accepted_or_refused(json.dumps({**members, "type": kind}).encode())


PLACE = '"session": 2, "table": 3'


@pytest.mark.parametrize(
    ("line", "command"),
    [
        (
            '{"type": "hand", %s, "hand": 5, "winner": "A", "discarder": "C", "points": 12}',
            RecordHand(2, 3, 5, Outcome(0, 2, 12)),
        ),
        ('{"type": "hand", %s, "hand": 5, "winner": "D", "points": 12}', RecordHand(2, 3, 5, Outcome(3, None, 12))),
        ('{"type": "hand", %s, "hand": 5, "winner": null}', RecordHand(2, 3, 5, Outcome(None))),
        ('{"type": "correct", %s, "hand": 5, "winner": null, "reason": "r"}', CorrectHand(2, 3, 5, Outcome(None), "r")),
        (
            '{"type": "penalty", %s, "hand": 5, "player": "B", "fault": "false-hu-short"}',
            GivePenalty(2, 3, Charge(1, "false-hu-short", hand=5)),
        ),
        (
            '{"type": "penalty", %s, "player": "B", "fault": "tile-knocked", "points": 10, "to": "D"}',
            GivePenalty(2, 3, Charge(1, "tile-knocked", points=10, to=(3,))),
        ),
        (
            '{"type": "penalty", %s, "player": "B", "points": 10, "to": [], "reason": "r", "no_hu": true}',
            GivePenalty(2, 3, Charge(1, points=10, to=(), reason="r", no_hu=True)),
        ),
        ('{"type": "close", %s}', CloseSheet(2, 3)),
        (
            '{"type": "totals", %s, "totals": {"D": 0, "A": 20, "C": -16, "B": -4}, "accept_difference": "r"}',
            RecordTotals(2, 3, (20, -4, -16, 0), "r"),
        ),
        ('{"type": "reopen", %s, "reason": "r"}', ReopenSheet(2, 3, "r")),
        (
            '{"type": "insert", %s, "hand": 5, "winner": "A", "discarder": "C", "points": 12, "reason": "r"}',
            InsertHand(2, 3, 5, Outcome(0, 2, 12), "r"),
        ),
        (
            '{"type": "insert", %s, "hand": 5, "winner": null, "reason": "r"}',
            InsertHand(2, 3, 5, Outcome(None), "r"),
        ),
        ('{"type": "delete", %s, "hand": 5, "reason": "r"}', DeleteHand(2, 3, 5, "r")),
        ('{"type": "move", %s, "hand": 5, "to": 7, "reason": "r"}', MoveHand(2, 3, 5, 7, "r")),
        (
            '{"type": "exchange", %s, "players": ["A", "C"], "hands": [1, 6], "reason": "r"}',
            ExchangeColumns(2, 3, (0, 2), (1, 6), "r"),
        ),
        ('{"type": "exchange", %s, "players": ["B", "A"], "reason": "r"}', ExchangeColumns(2, 3, (1, 0), None, "r")),
        ('{"type": "move_sheet", %s, "to_session": 1, "to_table": 4, "reason": "r"}', MoveSheet(2, 3, 1, 4, "r")),
    ],
)  # fmt: skip
def test_what_a_line_becomes(line: str, command: object):
    assert read_command((line % PLACE).encode()) == command


@pytest.mark.parametrize(
    "line",
    [rb'{"winner": "\ud800"}', rb'{"\udfff": 1}', rb'{"a": [{"b": "x\udc00\ud800"}]}', rb'["\ud83c"]'],
)
def test_half_of_a_character_is_refused(line: bytes) -> None:
    with pytest.raises(Refused) as caught:
        read_object(line)
    assert [problem.code for problem in caught.value.problems] == ["not-utf-8"]


def test_a_character_in_two_escapes_is_read() -> None:
    assert read_object(rb'{"a": "\ud83c\udc00"}') == {"a": "\U0001f000"}


@pytest.mark.parametrize(("length", "code"), [(1_000_000, ""), (1_000_001, "line-too-long")])
def test_a_line_may_be_a_megabyte_long(length: int, code: str) -> None:
    line = b'{"a":"' + b"x" * (length - 8) + b'"}'
    assert len(line) == length
    if not code:
        assert read_object(line)
        return
    with pytest.raises(Refused) as error:
        read_object(line)
    assert [problem.code for problem in error.value.problems] == [code]


@pytest.mark.parametrize(("depth", "read"), [(MOST_BRACKETS, True), (MOST_BRACKETS + 1, False)])
def test_brackets_may_be_a_hundred_deep(depth: int, read: bool) -> None:
    line = b'{"a":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"
    if read:
        assert read_object(line)
        return
    with pytest.raises(Refused):
        read_object(line)


def test_many_brackets_beside_one_another_are_read() -> None:
    assert read_object(b'{"a":[' + b"[]," * MOST_BRACKETS + b"[]]}")


@pytest.mark.parametrize(
    ("written", "day"), [(None, None), ("2026-11-30", date(2026, 11, 30)), ("30.11.2026", "refused"), ("", "refused")]
)
def test_the_day_of_an_evening_is_written_as_a_date(written: str | None, day: object) -> None:
    line = {"type": "evening"} | ({} if written is None else {"date": written})
    if day == "refused":
        with pytest.raises(Refused) as error:
            read_command(json.dumps(line).encode())
        assert [problem.code for problem in error.value.problems] == ["date-unknown"]
        return
    command = read_command(json.dumps(line).encode())
    assert isinstance(command, OpenEvening)
    assert command.day == day
