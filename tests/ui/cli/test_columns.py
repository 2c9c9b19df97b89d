"""Columns of text in a terminal: each begins, or ends, where that of the other rows does."""

import unicodedata
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports import vocabulary
from reports.column import Column, Kind
from tests.examples.events import sample_event
from tournament.event.player import Player
from tournament.language import Language, language_of, mark
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
