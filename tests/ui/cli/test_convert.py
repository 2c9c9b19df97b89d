"""Events of other programs: written by their documented formats, and brought in by the command."""

import gzip
import json
from pathlib import Path
from random import Random

import pytest
from openpyxl import load_workbook

from tests.foreign_files import insert, organizer_workbook, suite_script, text
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.cli.conftest import Call
from tournament.ledger.sheet import Sheet
from tournament.storage import open_for_reading
from tournament.use_cases import Book, View
from ui.sample import play_sample


@pytest.fixture(scope="module")
def view() -> View:
    """The sample event, played to its end: penalties of every kind are in it."""
    store = FakeStore()
    play_sample(store)
    return Book(store).view


def opened(path: Path) -> View:
    store = open_for_reading(path)
    try:
        return Book(store).view
    finally:
        store.close()


def result(view: View, sheet: Sheet) -> object:
    """What a table came to, by the names of its players."""
    names = [view.players[number].name for number in sheet.players]
    hands = [line.outcome for line in sheet.hands]
    return names, hands, sheet.scores, sheet.table_points, sheet.closed is not None


def results(view: View) -> list[object]:
    return [result(view, sheet) for session in view.drawn_sessions for sheet in view.sheets(session)]


def ranking(view: View) -> list[tuple[int, str, object, int]]:
    return [(row.rank, row.player.name, row.table_points, row.score) for row in view.standings().rows]


def write_suite(view: View, path: Path) -> list[Path]:
    """As the database tools write them: UTF-16 with a mark."""
    path = path / "dbo.data.sql"
    path.write_bytes(suite_script(view).encode("utf-16"))
    return [path]


def write_suite_by_table(view: View, folder: Path) -> list[Path]:
    """One script for each table of the database, in a folder; rows of another tournament among them."""
    lines = suite_script(view).split("\r\n")
    folder = folder / "scripts"
    folder.mkdir()
    for table in ("DBTournaments", "DBPlayers", "DBTables", "DBHands"):
        mine = [line.replace("INSERT [dbo]", "INSERT INTO [dbo]") for line in lines if f"[{table}]" in line]
        (folder / f"dbo.{table}.data.sql").write_text("\n".join(mine), encoding="utf-8")
    other = insert("DBPlayers", ["PlayerTournamentId", "PlayerId", "PlayerName"], [8, 1, text("O'Another Sample")])
    (folder / "other.sql").write_text(other, encoding="utf-8")
    return [folder]


def write_organizer(view: View, folder: Path) -> list[Path]:
    path = folder / "cup_scores.xlsx"
    organizer_workbook(view, path)
    return [path]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("write", [write_suite, write_suite_by_table, write_organizer])
def test_an_event_comes_in_with_every_hand_and_the_same_standings(
    write: object, view: View, tmp_path: Path, call: Call
) -> None:
    assert callable(write)
    new = tmp_path / "new.qv"
    answer = call("convert", *write(view, tmp_path), "--to", new, "--json")
    assert answer.code == 0, answer.err
    told = json.loads(answer.out)
    assert (told["players"], told["sessions"], told["tables"], told["differing"]) == (16, 4, 16, [])
    found = opened(new)
    assert results(found) == results(view)
    assert ranking(found) == ranking(view)
    assert call("check", new).code == 0


def test_without_a_target_convert_only_reports(view: View, tmp_path: Path, call: Call) -> None:
    (source,) = write_organizer(view, tmp_path)
    answer = call("convert", source)
    assert answer.code == 0
    assert "Sample Cup: 16 players, 4 sessions drawn, 16 tables with results, 253 hands" in answer.out
    assert "Nothing was written" in answer.out
    assert "Which rounds were published: 1,2" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == [source.name]


def test_a_score_that_differs_from_its_hands_is_reported_and_left_unsigned(
    view: View, tmp_path: Path, call: Call
) -> None:
    (source,) = write_organizer(view, tmp_path)
    book = load_workbook(source)
    rows = {(row[0].value, row[1].value, row[2].value): row for row in book["Scores"].iter_rows(min_row=2)}
    for wind, more in (("E", 8), ("S", -8)):
        cell = rows[2, 3, wind][5]
        cell.value = int(str(cell.value)) + more
    book.save(source)
    answer = call("convert", source, "--to", tmp_path / "new.qv", "--json")
    assert answer.code == 0
    assert json.loads(answer.out)["differing"] == [{"session": 2, "table": 3}]
    sheet = opened(tmp_path / "new.qv").sheet(2, 3)
    assert sheet.closed is None
    assert sheet.difference == (8, -8, 0, 0)


def test_what_is_wrong_is_listed_and_nothing_is_written(view: View, tmp_path: Path, call: Call) -> None:
    script = suite_script(view)
    wrong = script.replace("N'12', 0, N''", "N'5', 0, N''", 1).replace("DBHands", "DBHands")
    assert wrong != script
    source = tmp_path / "wrong.sql"
    source.write_text(wrong, encoding="utf-8")
    answer = call("convert", source, "--to", tmp_path / "new.qv")
    assert answer.code == 1
    assert "Round 1, table" in answer.err
    assert not (tmp_path / "new.qv").exists()


def test_several_tournaments_ask_which(view: View, tmp_path: Path, call: Call) -> None:
    source = tmp_path / "two.sql"
    source.write_text(suite_script(view) + "\n" + suite_script(view, id=9, country="France"), encoding="utf-8")
    asked = call("convert", source)
    assert asked.code == 1
    assert "7 Sample Cup" in asked.err
    chosen = call("convert", source, "--event", 9, "--to", tmp_path / "new.qv")
    assert chosen.code == 0
    assert {player.country for player in opened(tmp_path / "new.qv").players.values()} == {"FR"}


def test_tables_known_by_their_totals_alone(view: View, tmp_path: Path, call: Call) -> None:
    lines = suite_script(view).replace(", 1, 0)", ", 1, 1)").split("\r\n")
    source = tmp_path / "totals.sql"
    source.write_text("\n".join(line for line in lines if "[DBHands]" not in line), encoding="utf-8")
    answer = call("convert", source, "--to", tmp_path / "new.qv", "--json")
    assert answer.code == 0, answer.err
    found = opened(tmp_path / "new.qv")
    assert [row.score for row in found.standings().rows] == [row.score for row in view.standings().rows]
    lost = {(s, sheet.table) for s in view.drawn_sessions for sheet in view.sheets(s) if sheet.lost}
    assert {(each["session"], each["table"]) for each in json.loads(answer.out)["differing"]} == lost


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"first_name,last_name\nAda,Sample\n", "is not an event of a program known here"),
        (b"INSERT [dbo].[DBHands] ([HandId]) VALUES (1, 2)", "there are 2 values for 1 columns"),
        (b"INSERT [dbo].[DBHands] ([HandId]) VALUES (N'1", "a value cannot be read"),
        (b"INSERT [dbo].[DBHands] ([HandId]) VALUES (1)", "There is no table DBTournaments"),
        (b"", "is empty"),
    ],
)
def test_what_is_no_event_is_refused(content: bytes, said: str, tmp_path: Path, call: Call) -> None:
    source = tmp_path / "file.csv"
    source.write_bytes(content)
    answer = call("convert", source, "--to", tmp_path / "new.qv")
    assert answer.code in (1, 3)
    assert said in answer.err
    assert not (tmp_path / "new.qv").exists()


@pytest.mark.parametrize("cut", [False, True], ids=["whole", "cut"])
def test_a_backup_of_mahjong_organizer_is_refused_with_what_to_do(cut: bool, tmp_path: Path, call: Call) -> None:
    backup = {
        "format": 1,
        "migration": "0042",
        "subdomain": "cup",
        "created_utc": "2026-06-13",
        "models": {"Player": []},
    }
    data = gzip.compress(json.dumps(backup).encode())
    path, new = tmp_path / "mahj_cup_20260613.json.gz", tmp_path / "cup.qv"
    path.write_bytes(data[:-6] if cut else data)
    answer = call("convert", path, "--to", new)
    assert answer.code == 1
    assert "is a backup of mahjong-organizer" in answer.err
    assert "Export the workbook (.xlsx) of the event there" in answer.err
    assert not new.exists()


def test_another_compressed_file_is_none_of_a_known_program(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "list.json.gz"
    path.write_bytes(gzip.compress(b'{"players": []}'))
    answer = call("convert", path)
    assert answer.code == 1
    assert "a compressed archive" in answer.err


def test_any_cut_or_changed_script_is_an_event_or_a_refusal(view: View, tmp_path: Path, call: Call) -> None:
    """No traceback and no file after a refusal, wherever a script is cut or a byte is another one."""
    chance, whole = Random(4), suite_script(view).encode()
    for turn in range(12):
        data = bytearray(whole)
        if turn % 2:
            del data[chance.randrange(len(data)) :]
        else:
            for _ in range(3):
                data[chance.randrange(len(data))] = chance.randrange(256)
        source = tmp_path / "cut.sql"
        source.write_bytes(bytes(data))
        answer = call("convert", source, "--to", tmp_path / f"{turn}.qv")
        assert answer.code in (0, 1, 3), answer.err
        assert "Traceback" not in answer.err
        assert (tmp_path / f"{turn}.qv").exists() == (answer.code == 0)
