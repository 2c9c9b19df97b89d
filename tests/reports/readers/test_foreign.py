"""Which files are recognised as those of another program, and what is refused in a script."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reports.readers import foreign
from reports.readers.foreign import read_foreign
from reports.readers.refusal import UnreadableTable
from tests.foreign_files import insert, text
from tournament.event.problem import Refused
from tournament.language import ENGLISH

UNKNOWN = "is not an event of a program known here"
NO_TOURNAMENT = "There is no table DBTournaments"


def refusal(path: Path) -> str:
    with pytest.raises(UnreadableTable) as caught:
        read_foreign([path])
    return ENGLISH.render(caught.value.text)


def backup(members: dict[str, object], before: str = "") -> bytes:
    return gzip.compress((before + json.dumps(members)).encode())


@pytest.mark.parametrize(
    ("content", "is_backup"),
    [
        (backup({"subdomain": 1}), True),
        (backup({"models": 1}, " \n"), True),
        (backup({"model": 1}), False),
        (gzip.compress(b'["models"]'), False),
        (backup({"a": "x" * (4_096 - len('{"a": "", "models"')), "models": 1}), True),
        (backup({"a": "x" * (4_097 - len('{"a": "", "models"')), "models": 1}), False),
        (b'{"models": 1}', False),
    ],
    ids=["subdomain", "spaces", "another member", "a list", "just within", "just beyond", "not packed"],
)
def test_a_backup_is_known_by_its_first_four_thousand_bytes(tmp_path: Path, content: bytes, is_backup: bool) -> None:
    path = tmp_path / "backup.gz"
    path.write_bytes(content)
    assert ("is a backup of mahjong-organizer" in refusal(path)) == is_backup


ROW = insert("DBOther", ["Id"], [1])


@pytest.mark.parametrize(
    ("content", "is_script"),
    [
        (ROW.encode(), True),
        (ROW.lower().encode("utf-16"), True),
        (ROW.replace("[dbo]", "dbo").encode(), False),
        (ROW.replace("VALUES", "SELECT").encode(), False),
        (ROW.replace("INSERT", "UPDATE").encode(), False),
        ((" " * (200_000 - len(ROW) + 4) + ROW).encode(), True),
        ((" " * (200_000 - ROW.index("VALUES") - 6) + ROW).encode(), True),
        ((" " * (200_001 - ROW.index("VALUES") - 6) + ROW).encode(), False),
    ],
    ids=["UTF-8", "UTF-16", "no schema", "no values", "no insert", "inside", "just within", "just beyond"],
)
def test_a_script_is_known_by_its_first_bytes(tmp_path: Path, content: bytes, is_script: bool) -> None:
    path = tmp_path / "script.txt"
    path.write_bytes(content)
    assert (NO_TOURNAMENT in refusal(path)) == is_script
    named = tmp_path / "script.SQL"
    named.write_bytes(content)
    assert NO_TOURNAMENT in refusal(named) or "script.SQL”, line" in refusal(named)


def script(folder: Path, content: str) -> Path:
    path = folder / "a.sql"
    path.write_text(content, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ("(1, 2), (3)", "“a.sql”, line 3: there are 1 values for 2 columns."),
        ("(1, 2, 3)", "“a.sql”, line 3: there are 3 values for 2 columns."),
        ("1, 2", "“a.sql”, line 3: values in parentheses are missing."),
        ("(1, two)", "“a.sql”, line 3: a value cannot be read."),
        ("(1,\n 2), (1,\n'x", "“a.sql”, line 4: a value cannot be read."),
    ],
)
def test_a_row_that_cannot_be_read_is_told_with_its_line(tmp_path: Path, values: str, told: str) -> None:
    assert refusal(script(tmp_path, f"USE x\nGO\nINSERT [dbo].[T] ([A], [B]) VALUES {values}")) == told


TOURNAMENT = ("DBTournaments", ["TournamentId", "TournamentName", "NumPlayers", "NumRounds"])


def tournament(id: int) -> str:
    return insert(*TOURNAMENT, [id, text("It’s ''a''" if id == 1 else ""), 4, 1])


def test_the_only_tournament_is_chosen_and_of_several_one_must_be(tmp_path: Path) -> None:
    def problem(number: int | None, *ids: int) -> str:
        path = script(tmp_path, "\n".join(map(tournament, ids)))
        with pytest.raises(Refused) as refused:
            read_foreign([path], tournament=number)
        return ENGLISH.render(refused.value.problems[0].text)

    several = "The scripts contain several tournaments: give the number of one. "
    assert problem(None, 1, 2) == several + "1 It’s ''a'', 2"
    assert problem(3, 1, 2) == "There is no tournament 3 in the scripts; there are: 1, 2."
    assert problem(3, 1) == "There is no tournament 3 in the scripts; there are: 1."
    assert several not in problem(None, 1)
    assert several not in problem(2, 1, 2)


def test_only_so_many_rows_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = script(tmp_path, "\n".join([ROW] * 3))
    monkeypatch.setattr(foreign, "_MOST_SCRIPT_ROWS", 3)
    assert NO_TOURNAMENT in refusal(path)
    monkeypatch.setattr(foreign, "_MOST_SCRIPT_ROWS", 2)
    assert refusal(path) == "“a.sql” has more than 2 rows: make scripts of a single tournament."


def test_four_hundred_thousand_rows_are_the_most() -> None:
    assert foreign._MOST_SCRIPT_ROWS == 400_000


def test_all_scripts_together_have_forty_megabytes_at_most(tmp_path: Path) -> None:
    first, second = tmp_path / "a.sql", tmp_path / "b.sql"
    first.write_text(ROW, encoding="utf-8")
    for size, told in ((40_000_000, "contains no text"), (40_000_001, "The scripts have more than 40 MB")):
        with second.open("wb") as file:
            file.write(b"\xff\xfe\0\xd8")  # no text, by its first letter
            file.truncate(size - len(ROW))
        with pytest.raises(UnreadableTable) as caught:
            read_foreign([first, second])
        assert told in ENGLISH.render(caught.value.text)


def test_every_five_hundred_rows_are_a_step(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    path = script(tmp_path, "\n".join([ROW] * 1_001))
    with pytest.raises(UnreadableTable):
        read_foreign([path], step=lambda done, whole: steps.append((done, whole)))
    assert steps == [(500, 0), (1_000, 0)]


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda folder: [folder], "There is no script (.sql) in the folder"),
        (lambda folder: [folder / "none.xlsx"], "There is no file"),
        (lambda folder: [script(folder, ROW), folder / "b.xlsx"], "“b.xlsx” is not a database script"),
    ],
)
def test_sources_that_are_not_there(tmp_path: Path, make: Callable[[Path], list[Path]], told: str) -> None:
    with pytest.raises(UnreadableTable) as caught:
        read_foreign(make(tmp_path))
    assert told in ENGLISH.render(caught.value.text)
