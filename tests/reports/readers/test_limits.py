"""How large a list of players may be: at each limit a file is read, and one more of the same is refused."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from reports.readers import UnreadableTable, read_table, table_of_text
from reports.readers.limits import limited, no_step
from tournament.event.player_import import FileRow
from tournament.language import ENGLISH

LIST = Path("list.csv")
NO_LIST = "it is not a list of players. Copy only the list into a new file and import that one."


def kept(rows: Iterable[tuple[str, ...]], most_columns: int | None = None) -> list[FileRow]:
    """The rows that are within the limits."""
    numbered = (FileRow(line, cells) for line, cells in enumerate(rows, 1))
    if most_columns is None:
        return list(limited(numbered, LIST, no_step))
    return list(limited(numbered, LIST, no_step, most_columns=most_columns))


def refusal(rows: Iterable[tuple[str, ...]], most_columns: int | None = None) -> str:
    with pytest.raises(UnreadableTable) as caught:
        kept(rows, most_columns)
    return ENGLISH.render(caught.value.text)


@pytest.mark.parametrize(
    ("rows", "more", "words"),
    [
        ([("x",)] * 5_100, ("x",), "more than 5100 rows"),
        ([("x",) * 150] * 1_000, ("x",), "more than 150000 cells"),
        ([("x" * 1_000, "y" * 1_000)] * 1_000, ("z",), "more than 2000000 characters"),
        ([], ("x",) * 201, "more than 200 columns"),
    ],
    ids=["rows", "cells", "characters", "columns"],
)
def test_one_more_than_a_list_may_have_is_refused(
    rows: list[tuple[str, ...]], more: tuple[str, ...], words: str
) -> None:
    assert len(kept([*rows, ()])) == len(rows) + 1
    assert refusal([*rows, more]) == f"“list.csv” has {words}: {NO_LIST}"


def test_two_hundred_columns_are_read_and_empty_cells_at_the_end_of_a_row_are_not_counted() -> None:
    full = ("x",) * 200
    assert [row.cells for row in kept([full, (*full, ""), (*full, " ", "")])] == [full] * 3
    assert "more than 200 columns" in refusal([("x",) * 199 + ("", "x")])
    assert len(kept([("x",) * 201], 201)) == 1
    assert "more than 201 columns" in refusal([("x",) * 202], 201)


def test_a_thousand_blank_rows_in_a_row_are_kept_and_the_rows_after_them_are_read() -> None:
    blank = [("", " ")] * 1_000
    assert [row.line for row in kept([("x",), *blank, ("y",)])] == list(range(1, 1_003))
    found = kept([("x",), *blank, (), (), ("y",), *blank, ("z",)])
    assert [(row.line, row.cells) for row in found if not row.is_blank] == [
        (1, ("x",)),
        (1_004, ("y",)),
        (2_005, ("z",)),
    ]
    assert sum(row.is_blank for row in found) == 2_000
    assert {row.cells for row in found if row.is_blank} == {()}


def test_each_row_is_a_step_that_says_how_many_were_read() -> None:
    steps: list[tuple[int, int]] = []
    rows = [FileRow(1, ("x",)), FileRow(2, ()), FileRow(3, ("y",))]
    list(limited(rows, LIST, lambda done, whole: steps.append((done, whole))))
    assert steps == [(0, 0), (1, 0), (1, 0)]


def refused(text: str) -> str:
    with pytest.raises(UnreadableTable) as caught:
        table_of_text(text, path=LIST)
    return ENGLISH.render(caught.value.text)


def test_fifty_thousand_lines_are_read() -> None:
    lines = "name,club\n" + "\n" * 49_998 + "Ada,East\n"
    assert [row.line for row in table_of_text(lines, path=LIST).rows if not row.is_blank] == [1, 50_000]
    assert "more than 50000 lines" in refused(lines + "\n")


def test_a_line_of_three_hundred_thousand_characters_is_read() -> None:
    line = ",".join(["x" * 99_999, "y" * 99_999, "z" * 99_998])
    assert len(line) == 299_998
    assert len(table_of_text(f"{line}z\n", path=LIST).rows[0].cells) == 3
    assert "a line of more than 300000 characters" in refused(f"{line}zz\n")


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (4_000_000, None),
        (4_000_001, "has 5 MB, more than 4 MB"),
        (10_000_000, "has 10 MB, more than 4 MB"),
        (10_000_001, "has 11 MB, more than 10 MB"),
    ],
)
def test_a_text_has_four_megabytes_at_most_and_any_file_ten(tmp_path: Path, size: int, words: str | None) -> None:
    path = tmp_path / "list.csv"
    line = b" " * 99_999 + b"\n"
    path.write_bytes(b"name" + (line * (size // len(line) + 1))[: size - 4])
    if words is None:
        assert [row.cells[0].strip() for row in read_table(path).rows if not row.is_blank] == ["name"]
    else:
        with pytest.raises(UnreadableTable) as caught:
            read_table(path)
        assert words in ENGLISH.render(caught.value.text)
