"""Columns of text in a terminal: each begins, or ends, where that of the other rows does."""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ui.cli
from reports import vocabulary
from reports.column import Column, Kind
from reports.frames import COLUMNS
from tests.examples.events import sample_event
from tests.reports.test_vocabulary import assert_one_heading
from tests.ui.cli.conftest import Call, hand, lines
from tests.ui.cli.test_phones import typed
from tournament.event.player import Player
from tournament.language import Language, language_of, mark
from tournament.rules.payment import Outcome
from tournament.use_cases.commands import CallReferee, ProposeHand
from ui.cli.context import CliContext
from ui.cli.streams import print_columns

WORDS = st.text(st.sampled_from("ab1–麻將é\u0301Ａ"), max_size=5)


def places(text: str) -> int:
    """The places that a terminal gives these characters: a Chinese or wide one has two, an accent on its own none."""
    return sum({"麻": 2, "將": 2, "Ａ": 2, "\u0301": 0}.get(letter, 1) for letter in text)


def printed(capsys: pytest.CaptureFixture[str], rows: list[list[str]], right: frozenset[int]) -> list[str]:
    print_columns(rows, right=right)
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("rows", "right", "expected"),
    [
        ([], frozenset(), []),
        ([["a", "b"]], frozenset(), ["a  b"]),
        ([["a", "b"], ["long", "c"]], frozenset(), ["a     b", "long  c"]),
        ([["a", "b"], ["long", "c"]], frozenset({0}), ["   a  b", "long  c"]),
        ([["a", "b"], ["c", "long"]], frozenset({1}), ["a     b", "c  long"]),
        ([["a", "long"], ["c", ""]], frozenset(), ["a  long", "c"]),
        ([["麻將", "1"], ["a", "2"], ["e\u0301", "3"]], frozenset(), ["麻將  1", "a     2", "e\u0301     3"]),
        ([["麻將", "1"], ["Ａ", "2"]], frozenset({0}), ["麻將  1", "  Ａ  2"]),
    ],
)
def test_a_column_is_as_wide_as_its_widest_cell(
    capsys: pytest.CaptureFixture[str], rows: list[list[str]], right: frozenset[int], expected: list[str]
) -> None:
    assert printed(capsys, rows, right) == expected


@pytest.mark.parametrize("language", [language_of(code) for code in ("en", "fr", "zh")], ids=lambda each: each.code)
def test_a_table_has_the_headings_of_its_columns_and_the_words_of_papers(
    capsys: pytest.CaptureFixture[str], language: Language
) -> None:
    present: Column[Player] = Column(mark("Checked in"), lambda _row: True, Kind.YES_NO)
    columns = (vocabulary.NUMBER, vocabulary.PLAYER, vocabulary.EMA_NUMBER, present)
    players = list(sample_event().players.values())[:3]
    CliContext(language).print_table(columns, players)
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split("  ")[0].strip() == language.render(vocabulary.NUMBER.heading)
    assert all(language.render(column.heading) in head for column in columns)
    assert [row.split()[0] for row in rows] == [str(player.number) for player in players]
    assert all(row.endswith(language.render(mark("yes"))) for row in rows)


@given(st.integers(1, 4).flatmap(lambda count: st.lists(st.lists(WORDS, min_size=count, max_size=count), min_size=1)))
def test_every_last_cell_begins_at_the_same_place(rows: list[list[str]]) -> None:
    marked = [[unicodedata.normalize("NFC", cell) for cell in row] + ["|"] for row in rows]
    with pytest.MonkeyPatch.context() as patch:
        lines: list[str] = []
        patch.setattr("ui.cli.streams.write_answer", lines.append)
        print_columns(marked)
    widths = [max(places(row[column]) for row in marked) for column in range(len(rows[0]))]
    *_, end = accumulate(width + 2 for width in widths)
    assert [places(line) for line in lines] == [end + 1] * len(rows)
    assert all(line.endswith("|") for line in lines)


PLACE = ("--session", 1, "--table", 1)
LISTS: tuple[tuple[str | int | type, ...], ...] = (
    ("players", Path, "list"),
    ("players", Path, "list", "--json"),
    ("seating", "--players", 16, "--sessions", 3),
    ("draw", Path, "--session", 2, "--swap", "1-2"),
    ("sheet", Path, *PLACE),
    ("sheet", Path, *PLACE, "--json"),
    ("standings", Path),
    ("settings", Path),
    ("timetable", Path, "set", 1, "--date", "2026-06-13", "--start", "09:00"),
    ("timetable", Path, "--json"),
    ("phones", Path, "--allow", "http://192.168.1.20:8080"),
    ("phones", Path, "--json"),
    ("pin", Path),
    ("pin", Path, "--json"),
    ("copies", Path),
    ("rules", "list"),
    ("rules", "list", "--json"),
    ("rules", "presets"),
    ("rules", "faults", "--json"),
    ("score", "[234s,1][567s,1][234p,1]56p99p7p|SS0000"),
    ("waits", "1112345678999m"),
    ("waits", "[123m,1]678m345p78sES"),
    ("waits", "[123m,1]678m345p78sES", "--json"),
)
OWN_MEANING = ("name", "sessions")
"""In the JSON of some lists: the name of a fault or of a rule set; the sessions begun when a copy was made."""


def test_lists_of_the_command_line_call_the_same_thing_as_papers_and_frames_do(event: Path, call: Call) -> None:
    found = list[Column[Any]]()
    record, print_table = CliContext.record, CliContext.print_table

    def recorded(context: CliContext, columns: Sequence[Column[Any]], row: Any) -> dict[str, object]:
        found.extend(columns)
        return record(context, columns, row)

    def printed_table(context: CliContext, columns: Sequence[Column[Any]], rows: Iterable[Any]) -> None:
        found.extend(columns)
        print_table(context, columns, rows)

    call("record", event, "--jsonl", stdin=lines(hand(1, "A", "C", 12)))
    call("phones", event, "--allow", "http://192.168.1.20:8080")
    typed(event, ProposeHand(1, 2, 1, Outcome(2, 0, 24), 1), CallReferee(1, 3, 0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CliContext, "record", recorded)
        patch.setattr(CliContext, "print_table", printed_table)
        for words in LISTS:
            before = len(found)
            answer = call(*(event if word is Path else word for word in words))
            assert (answer.code, answer.errors) == (0, []), words
            assert len(found) > before, words
    frames = (column for columns in COLUMNS.values() for column in columns)
    shown = (column for column in found if column.heading.message and column.name not in OWN_MEANING)
    assert_one_heading((*frames, *shown))


def test_nothing_but_a_table_of_columns_is_printed_in_columns() -> None:
    folder = Path(ui.cli.__file__).parent
    users = {path.name for path in folder.glob("*.py") if "print_columns(" in path.read_text("utf-8")}
    assert users == {"streams.py", "context.py"}
