"""Files for programs from ``export``, and the whole event back in by ``new --from``."""

import csv
import io
import json
import sys
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from pypdf import PdfReader

from tests.examples.events import sample_event
from tests.systems import needs_links
from tests.ui.cli.conftest import call_program
from tournament.storage import write_event


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "cup.qv"
    write_event(path, [entry.record for entry in sample_event().journal])
    return path


def export(cup: Path, out: Path, *words: str) -> None:
    answer = call_program("export", cup, "--out", out, *words)
    assert (answer.code, answer.err) == (0, "")


def rows_of(path: Path, encoding: str = "utf-8") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding=encoding))))


def test_hands_penalties_and_players_as_csv_excel_and_parquet(cup: Path, tmp_path: Path) -> None:
    for what, rows in (("hands", 114), ("penalties", 5), ("players", 16)):
        export(cup, tmp_path / "a.parquet", "--what", what)
        export(cup, tmp_path / "a.csv", "--what", what)
        export(cup, tmp_path / "programs.csv", "--what", what, "--csv-for", "programs")
        export(cup, tmp_path / "a.xlsx", "--what", what)
        assert len(pd.read_parquet(tmp_path / "a.parquet")) == rows
        assert len((tmp_path / "a.csv").read_text(encoding="utf-8-sig").splitlines()) == rows + 1
        assert len(rows_of(tmp_path / "programs.csv")) == rows
        assert openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0].max_row > rows


def test_without_pyarrow_parquet_alone_is_refused(cup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    answer = call_program("export", cup, "--what", "hands", "--out", tmp_path / "a.parquet")
    assert (answer.code, answer.out) == (3, "")
    assert "install quatre-vents[parquet]" in answer.err
    assert not (tmp_path / "a.parquet").exists()
    export(cup, tmp_path / "a.xlsx", "--what", "hands")


def test_a_session_and_a_table_can_be_asked_for(cup: Path, tmp_path: Path) -> None:
    export(cup, tmp_path / "a.parquet", "--what", "hands", "--session", "2", "--table", "4")
    assert set(pd.read_parquet(tmp_path / "a.parquet").hand) == {1, 2, 3, 4, 5, 6, 7}
    export(cup, tmp_path / "b.parquet", "--what", "penalties", "--session", "1")
    assert len(pd.read_parquet(tmp_path / "b.parquet")) == 0


def test_schedules_are_told_with_names(cup: Path, tmp_path: Path) -> None:
    export(cup, tmp_path / "a.csv", "--what", "schedules")
    first = rows_of(tmp_path / "a.csv", "utf-8-sig")[0]
    assert (first["Number"], first["Player"]) == ("1", "Søren Prøve")


def test_a_poster_is_on_a4_unless_another_paper_is_chosen(cup: Path, tmp_path: Path) -> None:
    for paper, sides in (((), (595, 842)), (("--paper", "a3"), (842, 1191)), (("--paper", "letter"), (612, 792))):
        export(cup, tmp_path / "p.pdf", "--what", "posters", *paper)
        box = PdfReader(tmp_path / "p.pdf").pages[0].mediabox
        assert (round(box.width), round(box.height)) == sides


@pytest.mark.parametrize("words", [
    ("--what", "standings", "--to", "pdf", "--csv-for", "excel"), ("--what", "hands", "--csv-for", "nobody"),
])  # fmt: skip
def test_a_wrong_call_is_reported(cup: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    assert call_program("export", cup, "--out", tmp_path / "a.pdf", *words).code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["cup.qv", pytest.param("link.json", marks=needs_links)])
def test_no_event_is_replaced_by_data(cup: Path, tmp_path: Path, name: str) -> None:
    mine = tmp_path / "cup.qv"
    mine.write_bytes(cup.read_bytes())
    if name == "link.json":
        (tmp_path / name).symlink_to(mine)
    answer = call_program("export", mine, "--what", "event", "--to", "json", "--out", tmp_path / name)
    assert answer.code == 1
    assert mine.read_bytes() == cup.read_bytes()


def test_the_whole_event_comes_back(cup: Path, tmp_path: Path) -> None:
    export(cup, tmp_path / "cup.json", "--what", "event", "--to", "json")
    answer = call_program("new", tmp_path / "again.qv", "--from", tmp_path / "cup.json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines()[-1] == f"fingerprint: {sample_event().fingerprint}"
    logs = [call_program("log", path, "--json").json for path in (cup, tmp_path / "again.qv")]
    assert logs[0] == logs[1]
    assert call_program("check", tmp_path / "again.qv").code == 0


def refused(path: Path, source: Path, *words: str) -> tuple[int, str]:
    """The exit code and the first error; no partial file may be left."""
    before = path.read_bytes() if path.exists() else None
    answer = call_program("new", path, "--from", source, *words)
    assert (path.read_bytes() if path.exists() else None) == before
    return answer.code, answer.errors[0]


def test_what_is_no_event_makes_none(cup: Path, tmp_path: Path) -> None:
    good, new = tmp_path / "cup.json", tmp_path / "new.qv"
    export(cup, good, "--what", "event")
    changed = tmp_path / "changed.json"
    changed.write_text(good.read_text(encoding="utf-8").replace("Zoë", "Zoé"), encoding="utf-8")
    later = tmp_path / "later.json"
    later.write_text(json.dumps({**json.loads(good.read_text(encoding="utf-8")), "version": 3}), encoding="utf-8")
    garbage = tmp_path / "garbage.json"
    garbage.write_bytes(b"\x00\xff" * 40)
    for source, words in (
        (changed, "The checksum does not match"), (later, "this program reads version 2"),
        (garbage, "not encoded in UTF-8"), (tmp_path / "none.json", "There is no file"), (tmp_path, "is a folder"),
        (cup, "not encoded in UTF-8"),
    ):  # fmt: skip
        code, error = refused(new, source)
        assert code == 1
        assert words in error
    taken = tmp_path / "taken.qv"
    taken.write_text("mine")
    assert refused(taken, good)[0] == 1
    assert refused(tmp_path / "nowhere" / "new.qv", good)[0] == 3
    assert refused(new, good, "--name", "Another", "--sessions", "3") == (
        2, "error: With --from the event stays as it was: omit --name, --sessions."
    )  # fmt: skip
    assert call_program("new", new).code == 2


def test_the_workbook_holds_every_session_and_says_so(cup: Path, tmp_path: Path) -> None:
    answer = call_program("export", cup, "--what", "workbook", "--session", "1", "--out", tmp_path / "a.xlsx")
    assert answer.code == 2
    assert "omit --session" in answer.err
    assert not (tmp_path / "a.xlsx").exists()
