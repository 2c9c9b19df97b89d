"""Two languages on one page: every heading and word in both, whatever both say alike once."""

import csv
import re
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document
from reports.writers.paper import PageSize
from tests.examples.events import PRINTED, sample_event
from tests.examples.games import game_event
from tournament.language import ENGLISH, Language, bilingual, language_of, mark, mark_count, verbatim
from tournament.tiles.wind import Wind

FRENCH, CHINESE = language_of("fr"), language_of("zh")
BOTH = bilingual(ENGLISH, FRENCH)
TABLES = ("standings", "tabulation", "fouls-record", "seating-by-player", "statistics", "journeys")


def made(name: str) -> Document:
    report = report_called(name)
    assert report is not None
    return build(report, sample_event(), ReportOptions(PRINTED))


def test_a_whole_text_comes_in_one_language_then_in_the_other() -> None:
    inner = mark_count("{count} hand", "{count} hands", 2)
    assert BOTH.render(mark("Rank")) == "Rank · Rang"
    assert BOTH.lines(mark("Rank")) == ("Rank", "Rang")
    assert BOTH.render(mark("provisional, {state}", state=inner)) == "provisional, 2 hands · provisoire, 2 tours"
    assert BOTH.render(mark("Score")) == "Score"
    assert BOTH.render("Rank") == BOTH.render(verbatim("Rank")) == "Rank"
    assert bilingual(ENGLISH, ENGLISH) is ENGLISH
    assert ENGLISH.lines(mark("Rank")) == ("Rank",)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_both_headings_and_every_page_both_feet(name: str, tmp_path: Path) -> None:
    document = made(name)
    write(document, tmp_path / "a.pdf", Format.PDF, BOTH)
    pages = [page.extract_text() for page in PdfReader(tmp_path / "a.pdf").pages]
    words = " ".join(" ".join(pages).split())
    for text in (
        document.title,
        *(column.heading for section in document.sections if section.table.rows for column in section.table.columns),
    ):
        for language in (ENGLISH, FRENCH):
            for word in language.render(text).split():
                assert word in words
    for page in pages:
        assert "Printed 13 June 2026, 11:58" in page
        assert "Imprimé le 13 juin 2026, 11:58" in page
        assert "Page 1 of " in pages[0]


@pytest.mark.parametrize(("first", "second"), [(ENGLISH, FRENCH), (CHINESE, ENGLISH)])
def test_html_marks_the_language_of_each_line(first: Language, second: Language, tmp_path: Path) -> None:
    document = made("standings")
    write(document, tmp_path / "a.html", Format.HTML, bilingual(first, second))
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    rank = mark("Rank")
    assert f'<html lang="{first.code}">' in page
    assert f'{first.render(rank)}<br><span lang="{second.code}">{second.render(rank)}</span></th>' in page
    assert f'<span lang="{second.code}">{second.render(document.title)}</span></h1>' in page


def test_workbook_and_csv_have_both_headings_and_the_same_numbers(tmp_path: Path) -> None:
    document = made("standings")
    write(document, tmp_path / "a.xlsx", Format.EXCEL, BOTH)
    write(document, tmp_path / "b.xlsx", Format.EXCEL, ENGLISH)
    both, one = (load_workbook(tmp_path / name).worksheets[0] for name in ("a.xlsx", "b.xlsx"))
    assert both.title == one.title
    assert [both.cell(1, column).value for column in (1, 3)] == ["Rank\nRang", "Player\nJoueur"]
    assert list(both.iter_rows(min_row=2, values_only=True)) == list(one.iter_rows(min_row=2, values_only=True))
    write(document, tmp_path / "a.csv", Format.CSV, BOTH)
    with (tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:
        head = next(csv.reader(file))
    assert head[:3] == ["Rank · Rang", "Moved · Évol.", "Player · Joueur"]


def test_names_of_fan_are_written_in_both_languages(tmp_path: Path) -> None:
    write(made("rules"), tmp_path / "a.csv", Format.CSV, BOTH)
    assert "Big Four Winds · Quatre grands vents" in (tmp_path / "a.csv").read_text(encoding="utf-8-sig")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", PageSize, ids=lambda size: size.name)
@pytest.mark.parametrize("name", ["score-sheets", "filled-sheets"])
def test_a_score_sheet_has_its_headings_in_both(name: str, size: PageSize, tmp_path: Path) -> None:
    report = report_called(name)
    assert report is not None
    document = build(report, sample_event(), ReportOptions(PRINTED, session=1, table=1))
    write(document, tmp_path / "a.pdf", Format.PDF, bilingual(FRENCH, CHINESE), page_size=size)
    text = PdfReader(tmp_path / "a.pdf").pages[0].extract_text()
    for message in (mark("Penalties"), mark("Table points"), mark("Total"), mark("Seats"), mark("Won, from"),
                    mark("Umpire"), mark("Session"), mark("The number stays all session.")):  # fmt: skip
        for language in (FRENCH, CHINESE):
            assert all(word in text for word in re.split(r"[\s，]+", language.render(message)))
    for wind in Wind:
        assert FRENCH.render(wind.short) in text
        assert CHINESE.render(wind.label) in text


def test_a_form_without_room_is_in_the_first_language(tmp_path: Path) -> None:
    report = report_called("settlement-matrices")
    assert report is not None
    assert report.one_language
    document = build(report, game_event("french-classical-simple"), ReportOptions(PRINTED, session=1, table=1))
    texts = []
    for language in (BOTH, ENGLISH):
        write(document, tmp_path / "a.pdf", Format.PDF, language)
        texts.append([page.extract_text() for page in PdfReader(tmp_path / "a.pdf").pages])
    assert texts[0] == texts[1]
