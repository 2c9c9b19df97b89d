"""Files made to exhaust their readers give players or a message, with little time and memory. ``make proof`` reads
all."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from reports.readers import UnreadableTable, read_table
from reports.readers.limits import MOST_BLANK_ROWS
from tests.reports.readers.hostile import BY_NAME, HOSTILE, HostileFile, book, packed, parts, sheet
from tournament.language import ENGLISH
from ui.desktop.long_work import Cancelled

LEAST, SECONDS, MEGABYTES = 200, 5, 300


def written(file: HostileFile, folder: Path) -> Path:
    path = folder / f"{file.name}{file.ending}"
    path.write_bytes(file.make())
    return path


def refusal(name: str, folder: Path) -> str:
    with pytest.raises(UnreadableTable) as refused:
        read_table(written(BY_NAME[name], folder))
    return ENGLISH.render(refused.value.text)


def test_there_are_two_hundred_of_them():
    assert len(BY_NAME) == len(HOSTILE) >= LEAST


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="memory as Linux counts it")
def test_a_fortieth_of_them_is_read_within_its_limits(tmp_path):
    chosen = [file for file in HOSTILE[3::40] if "150" not in file.name]
    for file in chosen:
        written(file, tmp_path)
    call = [sys.executable, "-m", "tests.reports.readers.hostile_reading", str(tmp_path)]
    answer = subprocess.run(call, capture_output=True, text=True, check=True, timeout=100)
    found = [json.loads(line) for line in answer.stdout.splitlines()]
    assert len(found) == len(chosen)
    assert [each for each in found if each["seconds"] > SECONDS or each["megabytes"] > MEGABYTES] == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a-cell-in-column-16384-of-each-row", "has more than 200 columns"),
        ("one-row-at-1048576", "has something below row 50000"),
        ("500000-blank-rows", "has more than 400000 cells"),
        ("100000-shared-texts", "has more than 40000 texts"),
        ("100000-merged-cells", "has more than 20000 styles, merged cells and the like"),
        ("5000-sheets-of-one-part", "has more than 100 sheets"),
        ("100000-parts", "an archive of more than 2000 files"),
        ("500000-cells-without-a-row", "has more than 400000 cells"),
        ("19-MB-of-zeros-as-a-sheet", "is a damaged workbook"),
        ("entities-of-entities-in-worksheet", "is a damaged workbook"),
        ("an-external-file-in-sst", "is a damaged workbook"),
        ("an-attribute-of-15000000", "is a damaged workbook"),
        ("nested-100000-deep", "is a damaged workbook"),
        ("packed-by-lzma", "is a damaged workbook"),
        ("one-shared-text-of-32767-in-every-cell", "has more than 2000000 characters"),
        ("3900000-commas", "has a line of more than 300000 characters"),
        ("3900000-line-ends", "has more than 50000 lines"),
        ("9000000-one-letter", "has 10 MB, more than 4 MB"),
        ("lines-of-many-columns-100000", "has more than 200 columns"),
    ],
)
def test_what_is_too_much_is_named_with_its_measure_and_a_way_out(tmp_path, name, words):
    told = refusal(name, tmp_path)
    assert words in told
    assert any(way in told for way in ("Copy only the list", "save it again", "Save the list", "Choose the file")), told


@pytest.mark.thorough
def test_what_only_looks_large_is_read(tmp_path):
    """Cells that are formatted and empty, to the last column and the last row, and a picture."""
    rows = '<row r="2"><c r="A2" t="inlineStr"><is><t>Zo</t></is></c><c r="B2" t="inlineStr"><is><t>Model</t></is></c>'
    rows += '<c r="XFD2" s="0"/></row>' + '<row r="1048576"><c r="A1048576" s="0"/></row>'
    path = tmp_path / "list.xlsx"
    path.write_bytes(packed(parts(sheet(rows)) | {"xl/media/1.png": b"\x89PNG" + bytes(30_000_000)}))
    table = read_table(path)
    assert [row.cells for row in table.rows if not row.is_blank] == [("First name", "Last name"), ("Zo", "Model")]
    assert len(table.rows) <= 2 + MOST_BLANK_ROWS


def test_reading_can_be_given_up(tmp_path):
    """In the window a Cancel ends it at the next step."""
    path = tmp_path / "list.xlsx"
    path.write_bytes(book(sheet("<row/>" * 1000)))
    steps = 0

    def step(_done: int, _all: int) -> None:
        nonlocal steps
        steps += 1
        if steps == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        read_table(path, step=step)
    assert steps == 3
