"""``scan``: what it says of pictures, what it records, and what it refuses."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from reports.catalogue import ReportOptions
from reports.photos import reading
from reports.photos.deciding import Certainty, Doubt, ReadHand, SheetReading
from reports.photos.reading import PictureNotRead, ReadableSheet, SheetInPicture
from reports.sheets.code import Scanned, event_key, read_code
from reports.sheets.score_sheets import score_sheets
from reports.writers.paper import PageSize
from reports.writers.pdf import write
from tests.examples.events import PRINTED
from tests.reports.writers.test_pdf_address import shown
from tests.ui.cli.conftest import Call
from tournament.language import ENGLISH, Text
from tournament.storage import open_for_reading
from tournament.use_cases import Book, View

SURE = SheetReading(
    Certainty.SURE, (ReadHand(0, 2, 12), ReadHand(None, None, 0), ReadHand(3, None, 27), *(None,) * 13),
    (1, -43, -55, 97), (), True,
)  # fmt: skip
DOUBTED = SheetReading(
    Certainty.ONE_LOOK, SURE.hands, SURE.totals, (Doubt(1, "points", "12", 0.8), Doubt(None, "A", "1", 0.9)), True
)


@pytest.fixture
def event(tmp_path: Path, call: Call) -> Path:
    path = tmp_path / "cup.qv"
    players = "first_name,last_name\n" + "".join(f"First{n},Sample{n}\n" for n in range(8))
    (tmp_path / "players.csv").write_text(players, encoding="utf-8")
    assert call("new", path, "--name", "Cup", "--sessions", 2).code == 0
    assert call("players", path, "import", tmp_path / "players.csv").code == 0
    assert call("draw", path, "--seed", 1).code == 0
    return path


def view_of(path: Path) -> View:
    store = open_for_reading(path)
    try:
        return Book(store).view
    finally:
        store.close()


def read_as(monkeypatch: pytest.MonkeyPatch, path: Path, found: SheetReading, table: int = 1) -> None:
    """Every picture is the sheet of this table, and says this."""
    code = Scanned(event_key(view_of(path)), 1, table, 1, 1, "A4")

    def sheets_in(picture: Path, accept: reading.Accept) -> Iterator[SheetInPicture | PictureNotRead]:
        accepted = accept(code)
        if isinstance(accepted, Text):
            yield PictureNotRead(picture.name, accepted)
        else:
            assert isinstance(accepted, ReadableSheet)
            yield SheetInPicture(picture.name, code, found, accepted.layout)

    monkeypatch.setattr(reading, "sheets_in", sheets_in)


def test_a_sheet_is_printed_as_json(call: Call, event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_as(monkeypatch, event, DOUBTED)
    answer = call("scan", "a.jpg", "--event", event, "--json")
    assert answer.code == 0
    assert json.loads(answer.out) == {
        "sheets": [
            {
                "picture": "a.jpg",
                "session": 1,
                "table": 1,
                "version": 1,
                "hands": [
                    {"hand": 1, "winner": "A", "discarder": "C", "points": 12},
                    {"hand": 2, "winner": None},
                    {"hand": 3, "winner": "D", "points": 27},
                ],
                "totals": {"A": 1, "B": -43, "C": -55, "D": 97},
                "penalties": [],
                "doubts": [
                    {"hand": 1, "field": "points", "read": "12", "sure": 0.8},
                    {"hand": None, "field": "A", "read": "1", "sure": 0.9},
                ],
                "agrees": True,
                "certainty": "one look",
            }
        ],
        "not_read": [],
    }


def test_a_sure_sheet_is_recorded_and_signed(call: Call, event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_as(monkeypatch, event, SURE)
    answer = call("scan", "a.jpg", "--event", event, "--record")
    assert (answer.code, answer.errors) == (0, [])
    assert answer.out.splitlines() == ["Session 1, table 1: sure (a.jpg)"]
    sheet = json.loads(call("sheet", event, "--session", 1, "--table", 1, "--json").out)
    assert [hand["points"] for hand in sheet["hands"][:3]] == [12, None, 27]
    assert sheet["compared"] is True


def test_without_record_nothing_is_written(call: Call, event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_as(monkeypatch, event, SURE)
    before = event.read_bytes()
    assert call("scan", "a.jpg", "--event", event).code == 0
    assert event.read_bytes() == before


def test_a_doubted_sheet_is_not_recorded(call: Call, event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_as(monkeypatch, event, DOUBTED)
    before = len(view_of(event).journal)
    answer = call("scan", "a.jpg", "--event", event, "--record")
    assert answer.code == 0
    assert answer.out.splitlines()[1:] == ["  Hand 1, Points: 12?", "  Total of A: 1?"]
    assert len(view_of(event).journal) == before


def test_a_sheet_that_is_recorded_already_is_refused(call: Call, event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_as(monkeypatch, event, SURE)
    assert call("scan", "a.jpg", "--event", event, "--record").code == 0
    before = len(view_of(event).journal)
    answer = call("scan", "a.jpg", "--event", event, "--record")
    assert answer.code == 1
    assert answer.errors
    assert len(view_of(event).journal) == before


def test_a_table_that_is_not_there_is_refused(call: Call, event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_as(monkeypatch, event, SURE, table=3)
    answer = call("scan", "a.jpg", "--event", event, "--record")
    assert answer.code == 1
    assert answer.err == "error: a.jpg: There is no table 3: session 1 has tables 1 to 2.\n"


def test_a_blank_sheet_is_found_and_is_in_doubt(call: Call, event: Path, tmp_path: Path) -> None:
    """The whole way, with a scan of a sheet on which nobody wrote."""
    made = score_sheets(view_of(event), ReportOptions(PRINTED, session=2, table=1))
    write(made, tmp_path / "a.pdf", ENGLISH, page_size=PageSize.LETTER)
    Image.fromarray(shown(tmp_path / "a.pdf", 0, 3.0)).save(tmp_path / "a.png")
    answer = call("scan", tmp_path / "a.png", "--event", event, "--json")
    assert answer.code == 0
    (sheet,) = json.loads(answer.out)["sheets"]
    assert (sheet["session"], sheet["table"], sheet["version"]) == (2, 1, 1)
    assert sheet["hands"] == []
    assert sheet["totals"] == dict.fromkeys("ABCD")
    assert sheet["certainty"] == "in doubt"
    assert [(doubt["hand"], doubt["field"]) for doubt in sheet["doubts"]] == [(None, each) for each in "ABCD"]


def test_what_is_no_sheet_says_why(call: Call, event: Path, tmp_path: Path) -> None:
    Image.new("L", (300, 400), 180).save(tmp_path / "a.png")
    answer = call("scan", tmp_path / "a.png", tmp_path / "b.png", "--event", event, "--json")
    assert answer.code == 1
    said = json.loads(answer.out)["not_read"]
    assert [each["picture"] for each in said] == ["a.png", "b.png"]
    assert said[0]["why"].startswith("No code of a score sheet is seen")
    assert "cannot be read" in said[1]["why"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("QV:00000000:1-01-1:1A", "This sheet belongs to another event: open that one first."),
        ("QV:{key}:1-01-1", "The sheet of session 1, table 1 has no boxes to read: type it."),
        ("QV:{key}:1-01-1:2A", "The sheet of session 1, table 1 was printed for other rules: type it."),
        ("QV:{key}:1-01-4:1A", "There is no version 4 of session 1"),
    ],
)
def test_a_sheet_that_is_not_to_be_read_says_why(event: Path, code: str, said: str) -> None:
    from ui.entry.photo_sheet import readable_sheet

    view = view_of(event)
    scanned = read_code(code.format(key=event_key(view)))
    assert scanned is not None
    answer = readable_sheet(view, scanned)
    assert isinstance(answer, Text)
    assert ENGLISH.render(answer).startswith(said)


def test_what_is_read_is_compared_with_what_is_recorded(
    call: Call, event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder of pictures with which organisers measure how well their own sheets are read."""
    read_as(monkeypatch, event, SURE)
    assert call("scan", "a.jpg", "--event", event, "--record").code == 0
    before = event.read_bytes()
    answer = call("scan", "a.jpg", "--event", event, "--compare")
    assert answer.code == 0
    assert answer.out.splitlines()[1:] == [
        "Compared with what is recorded: 1 sheet",
        "  Sure: 1, of these wrong: 0",
        "  One look: 0, of these wrong: 0",
        "  In doubt: 0",
        "  Values read as recorded: 13 of 13",
    ]
    assert event.read_bytes() == before
    wrong = replace(SURE, hands=(ReadHand(0, 2, 13), *SURE.hands[1:]))
    read_as(monkeypatch, event, wrong)
    answer = call("scan", "a.jpg", "--event", event, "--compare", "--json")
    assert answer.code == 1
    assert json.loads(answer.out)["compared"] == {
        "sheets": 1, "sure": 1, "sure_wrong": 1, "one_look": 0, "one_look_wrong": 0, "in_doubt": 0, "values": 13,
        "values_right": 12,
    }  # fmt: skip
    assert call("scan", "a.jpg", "--event", event, "--compare", "--record").code == 2
