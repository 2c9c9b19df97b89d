"""An event beside its exports: equal, of an earlier moment, or with each difference named."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from reports.against import compare
from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.event_json import event_lines
from reports.readers.refusal import UnreadableTable
from tests.examples.events import begun, sample_event, sample_league
from tournament.language import ENGLISH, Language, bilingual, language_of
from tournament.use_cases.view import View

FRENCH, CHINESE = language_of("fr"), language_of("zh")
NOW = datetime(2026, 6, 14, 18, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def event() -> View:
    return begun(8, 2).view


@pytest.fixture(scope="module")
def full_event() -> View:
    return sample_event()


def json_of(view: View, path: Path) -> Path:
    path.write_text("".join(event_lines(view)), encoding="utf-8")
    return path


def workbook_of(view: View, path: Path, language: Language = ENGLISH, **options: Any) -> Path:
    report = report_called("workbook")
    assert report is not None
    write(build(report, view, ReportOptions(printed=NOW, **options)), path, Format.EXCEL, language)
    return path


def changed_json(view: View, path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    members = json.loads("".join(event_lines(view)))
    change(members)
    del members["checksum"]
    canonical = json.dumps(members, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    members["checksum"] = f"sha256:{sha256(canonical.encode()).hexdigest()}"
    path.write_text(json.dumps(members), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def exported(event: View, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The workbook of ``event``."""
    return workbook_of(event, tmp_path_factory.mktemp("exported") / "cup.xlsx").read_bytes()


def changed_workbook(exported: bytes, path: Path, change: Callable[[Any], object]) -> Path:
    book = load_workbook(BytesIO(exported))
    change(book)
    book.save(path)
    book.close()
    return path


def told(view: View, path: Path) -> list[str]:
    return [ENGLISH.render(problem.text) for problem in compare(view, path).problems]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("make", [json_of, workbook_of])
@pytest.mark.parametrize("event_of", [sample_event, sample_league, lambda: begun(8, 2).view])
def test_an_export_says_what_the_event_says(
    event_of: Callable[[], View], make: Callable[[View, Path], Path], tmp_path: Path
) -> None:
    view = event_of()
    compared = compare(view, make(view, tmp_path / "export"))
    assert compared.problems == ()
    assert compared.moment is not None
    assert compared.moment.agrees(view.fingerprint)
    assert compared.report == ("event" if make is json_of else "workbook")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("make", [json_of, workbook_of])
def test_an_earlier_export_is_compared_with_the_event_of_then(
    make: Callable[[View, Path], Path], tmp_path: Path
) -> None:
    view = sample_event()
    then = view.at(len(view.journal) - 40)
    compared = compare(view, make(then, tmp_path / "export"))
    assert compared.problems == ()
    assert compared.moment is not None
    assert compared.moment.entries == len(view.journal) - 40
    found = told(then, make(view, tmp_path / "export"))
    assert any("entries, and the event" in each for each in found)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("language", "options"),
    [
        (CHINESE, {}),
        (bilingual(FRENCH, ENGLISH), {"formulas": True}),
    ],
)
def test_a_workbook_of_any_kind_is_understood(
    language: Language, options: dict[str, bool], full_event: View, tmp_path: Path
) -> None:
    assert told(full_event, workbook_of(full_event, tmp_path / "cup.xlsx", language, **options)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda m: m["standings"][0].update(rank=9), "“standings”, line 1, “rank”: 9 in the export, 1 by the entries."),
        (lambda m: m["event"].update(name="X"), 'Member “event.name”: "X" in the export, '),
        (lambda m: m["entries"][2].update(author="X"), 'Entry 3, “author”: "X" in the export, '),
        (lambda m: m.update(more=1), "The member “more” is not one of an event as JSON."),
    ],
)
def test_what_an_export_as_json_says_otherwise_is_named(
    event: View, change: Callable[[dict[str, Any]], object], said: str, tmp_path: Path
) -> None:
    assert any(each.startswith(said) for each in told(event, changed_json(event, tmp_path / "cup.json", change)))


def test_an_entry_that_was_changed_and_chained_is_named(event: View, tmp_path: Path) -> None:
    """The chain of the export holds: only the event shows that it is not the same journal."""
    other = begun(12, 2).view
    found = told(event, json_of(other, tmp_path / "cup.json"))
    assert found[0].startswith("Entry 2, “players”: ")


def _set(sheet: int, cell: str, value: object) -> Callable[[Any], object]:
    return lambda book: book.worksheets[sheet].__setitem__(cell, value)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_set(0, "A2", 99), "Sheet “Standings”, cell A2: 99 in the export, 1 by the entries."),
        (_set(-1, "C3", None), "Sheet “Journal”, cell C3: nothing in the export, "),
        (_set(0, "B90", "new"), 'Sheet “Standings”, cell B90: "new" in the export, nothing by the entries.'),
        (lambda book: book.remove(book["Players"]), "Sheet “Players”: nothing in the export, 9 rows by the entries."),
        (lambda book: book.create_sheet("Mine"), "Sheet “Mine”: 0 rows in the export, nothing by the entries."),
    ],
)
def test_what_a_workbook_says_otherwise_is_named(
    event: View, exported: bytes, change: Callable[[Any], object], said: str, tmp_path: Path
) -> None:
    found = told(event, changed_workbook(exported, tmp_path / "cup.xlsx", change))
    assert len(found) == 1
    assert found[0].startswith(said)


def test_a_workbook_that_was_saved_again_is_the_same(event: View, exported: bytes, tmp_path: Path) -> None:
    assert told(event, changed_workbook(exported, tmp_path / "cup.xlsx", lambda _book: None)) == []


def test_a_workbook_of_another_event_is_reported(event: View, tmp_path: Path) -> None:
    path = workbook_of(begun(12, 2).view, tmp_path / "cup.xlsx")
    assert next(problem.code for problem in compare(event, path).problems) == "export-of-another"


@pytest.mark.parametrize(
    "content", [b"Rank,Player\r\n1,Ada\r\n", b"", b"PK\x03\x04 no archive", b"%PDF-1.7", b"SQLite format 3\0"]
)
def test_what_is_no_export_of_an_event_is_refused(event: View, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cup.csv"
    path.write_bytes(content)
    with pytest.raises(UnreadableTable):
        compare(event, path)


@pytest.mark.thorough
def test_a_workbook_that_unpacks_without_end_is_refused(event: View, tmp_path: Path) -> None:
    """Refused by what its archive states, before anything of it is unpacked."""
    from zipfile import ZIP_DEFLATED, ZipFile

    path = workbook_of(event, tmp_path / "cup.xlsx")
    with ZipFile(path, "a", ZIP_DEFLATED) as archive:
        archive.writestr("xl/more.bin", bytes(150_000_000))
    with pytest.raises(UnreadableTable) as refused:
        compare(event, path)
    assert "is larger than the workbook of this event" in ENGLISH.render(refused.value.text)


def test_the_clock_of_another_country_makes_no_difference(event: View, tmp_path: Path) -> None:
    from datetime import timedelta, timezone

    report = report_called("workbook")
    assert report is not None
    there = NOW.astimezone(timezone(timedelta(hours=-9, minutes=-30)))
    document = build(report, event, ReportOptions(printed=there))
    write(replace(document, printed=there), tmp_path / "cup.xlsx", Format.EXCEL, ENGLISH)
    assert told(event, tmp_path / "cup.xlsx") == []
