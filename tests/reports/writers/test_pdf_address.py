"""The code of the event's web page on papers: a decoder reads it in place, at 20 mm and with its white border."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtPdf import QPdfDocument
from pytestqt.qtbot import QtBot

from reports.catalogue import Format, ReportOptions, build, report_called, reports_under, write
from reports.document import Document
from reports.sheets.code import event_key, read_badge
from reports.writers.pdf.address_code import player_address
from tests.examples.events import PRINTED, begun, play
from tests.examples.logos import drawn, written
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import SettingsChanged
from tournament.use_cases.view import View

ADDRESS = "https://www.example.org/open-de-l-exemple/2026/"
LONGEST = ADDRESS + "a" * (200 - len(ADDRESS))
MILLIMETRE = 72 / 25.4
CODES = {"badges": 8, "schedules": 4}
"""The number of codes on the first page, one for each player; other papers have one on each page."""


@pytest.fixture(scope="module")
def view() -> View:
    ledger = begun(20, 4)
    play(ledger, [1])
    return ledger.view


@cache
def large_logo() -> bytes:
    return written(drawn(1200, 400))


def made(view: View, name: str, address: str) -> Document:
    report = report_called(name)
    assert report is not None
    return replace(build(report, view, ReportOptions(PRINTED)), address=address, logo=large_logo())


def shown(path: Path, page: int, points: float = 2.0) -> np.ndarray:
    """A page in grey, so many dots a point."""
    document = QPdfDocument()
    document.load(str(path))
    size = document.pagePointSize(page)
    picture = document.render(page, QSize(round(size.width() * points), round(size.height() * points)))
    document.close()
    grey = QImage(picture.size(), QImage.Format.Format_Grayscale8)
    grey.fill(QColor("white"))
    with QPainter(grey) as painter:
        painter.drawImage(0, 0, picture)
    lines = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return lines[:, : grey.width()].copy()


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["badges", "schedules", "posters", "standings", "seating-by-player", "timetable"])
def test_a_decoder_reads_the_address_on_every_page(name: str, view: View, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "a.pdf"
    for address in (ADDRESS, LONGEST):
        write(made(view, name, address), path, Format.PDF, ENGLISH)
        page = shown(path, 0)
        found = zxingcpp.read_barcodes(page)
        ends = [f"#p{number}" for number in range(1, CODES[name] + 1)] if name in CODES else [""]
        assert sorted(each.text for each in found) == sorted(f"{address}{end}" for end in ends)
        for each in found:
            place = each.position
            left, right = place.top_left.x, place.top_right.x
            top, bottom = place.top_left.y, place.bottom_left.y
            assert (right - left) / 2 >= 19.8 * MILLIMETRE, "20 mm, but for half a dot of the picture"
            modules = 17 + 4 * next(version for version in range(1, 41) if _letters(version) >= len(each.text))
            white = round(4 * (right - left) / modules) - 2
            assert (page[top - white : top - 1, left:right] > 200).all(), "above"
            assert (page[bottom + 2 : bottom + white, left:right] > 200).all(), "below"
            assert (page[top:bottom, left - white : left - 1] > 200).all(), "left"
            assert (page[top:bottom, right + 2 : right + white] > 200).all(), "right"


def _letters(version: int) -> int:
    """How many letters a code of this version holds that is corrected to 15 %: the table of ISO/IEC 18004."""
    return (14, 26, 42, 62, 84, 106, 122, 152, 180, 213, *([1000] * 30))[version - 1]


def test_only_papers_that_players_keep_or_read_have_the_address(view: View) -> None:
    settings = replace(view.settings, web_address=ADDRESS)
    ledger = begun(8, 1)
    ledger.write(EVENT_STREAM, SettingsChanged(settings))
    event = ledger.view
    having = {
        report.name
        for report in reports_under(event.rules)
        if build(report, event, ReportOptions(PRINTED)).address == ADDRESS
    }
    assert having == {
        "badges", "schedules", "posters", "timetable", "seating-by-player", "seating-by-table",
        "standings", "standings-teams", "standings-countries",
    }  # fmt: skip


def test_without_an_address_only_badges_have_a_code(view: View, tmp_path: Path, qtbot: QtBot) -> None:
    """It is for the desk: no phone can open anything by it."""
    path = tmp_path / "a.pdf"
    write(made(view, "standings", ""), path, Format.PDF, ENGLISH)
    assert zxingcpp.read_barcodes(shown(path, 0)) == []
    write(made(view, "badges", ""), path, Format.PDF, ENGLISH)
    found = [read_badge(each.text) for each in zxingcpp.read_barcodes(shown(path, 0))]
    assert sorted(each.number for each in found if each is not None) == list(range(1, 9))
    assert {each.event for each in found if each is not None} == {event_key(view)}


def test_who_scans_the_own_badge_has_the_own_card_on_the_page(view: View, tmp_path: Path) -> None:
    report = report_called("site")
    assert report is not None
    write(build(report, view, ReportOptions(PRINTED)), tmp_path / "a.html", Format.HTML, ENGLISH)
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    for number in view.players:
        _, _, anchor = player_address(ADDRESS, number).partition("#")
        assert page.count(f'<article id="{anchor}"') == 1
    assert player_address(f"{ADDRESS}#results", 3) == f"{ADDRESS}#results"
    assert player_address("", 3) == ""
