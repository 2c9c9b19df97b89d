"""The report of the fan made: the event first, then each player."""

from pathlib import Path

from pypdf import PdfReader

from reports.catalogue import Format, ReportOptions, build, report_called, write
from tests.examples.events import PRINTED, begun
from tests.reports.sheets.test_ruling_slip import ledger
from tournament.language import ENGLISH, LANGUAGES
from tournament.rules.pattern import Names


def test_the_event_and_each_player_have_a_table(tmp_path: Path) -> None:
    report = report_called("fans")
    assert report is not None
    made = build(report, ledger().view, ReportOptions(PRINTED))
    headings = [ENGLISH.render(section.heading) for section in made.sections if section.heading]
    assert headings == ["All players", "Hélène Maquette", "Đorđe Primer"]
    chows = next(row for row in made.sections[0].table.rows if row[0] == 41)
    assert isinstance(chows[2], Names)
    assert [chows[2].of(code) for code in ("en", "fr", "zh")] == ["三色三同顺", "三色三同顺", "Mixed Triple Chow"]
    assert chows[3:] == (8, 2, 2, 16)
    name = chows[1]
    assert isinstance(name, Names)
    for language in LANGUAGES:
        write(made, tmp_path / "a.pdf", Format.PDF, language)
        text = "".join(page.extract_text() for page in PdfReader(tmp_path / "a.pdf").pages)
        assert name.of(language.code) in text
        write(made, tmp_path / "a.csv", Format.CSV, language)
        assert "三色三同顺" in (tmp_path / "a.csv").read_text(encoding="utf-8-sig")
    write(made, tmp_path / "a.xlsx", Format.EXCEL, ENGLISH)
    write(made, tmp_path / "a.html", Format.HTML, ENGLISH)
    assert "Mixed Triple Chow" in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_without_tiles_it_says_how_to_enter_them() -> None:
    report = report_called("fans")
    assert report is not None
    made = build(report, begun(4, 1).view, ReportOptions(PRINTED))
    assert made.note is not None
    assert made.sections[0].table.rows == ()
