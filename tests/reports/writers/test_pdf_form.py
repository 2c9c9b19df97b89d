"""The score sheet on paper."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from reports.catalogue import ReportOptions
from reports.code_matrix import QUIET, matrix_of
from reports.document import OpenHand, OpenSheetForm
from reports.sheets.score_sheets import filled_sheets, score_sheets, won_text
from reports.writers.paper import PageSize
from reports.writers.pdf import score_sheet, write
from reports.writers.pdf.fonts import Weight, width
from reports.writers.pdf.logo import Box, HeadPen
from reports.writers.pdf.pen import Pen
from reports.writers.pdf.score_sheet import PHONES_SIDE, PHONES_TOP
from reports.writers.pdf.score_sheet_layout import (
    ENDS,
    MARGIN,
    OPEN_ROW,
    QR_SIDE,
    QR_TOP,
    ROW,
    Grid,
    OpenGrid,
    OpenPages,
    SumsPlace,
)
from tests.examples.events import PRINTED, begun, sample_event
from tournament.catalogue import IDS, rule_set
from tournament.event.player import Player
from tournament.language import ENGLISH, LANGUAGES, Language, bilingual, language_of
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayerChanged, TableEntryAllowed
from tournament.rules.payment import Outcome
from tournament.use_cases.table_entry import table_address
from tournament.use_cases.view import View

MILLIMETRE = 72 / 25.4
GRIDS = [Grid(*size.value, tight=size is PageSize.LETTER) for size in PageSize]
SEATS = {
    1: "E S W N", 2: "N E S W", 3: "W N E S", 4: "S W N E",
    5: "S E N W", 6: "E N W S", 7: "N W S E", 8: "W S E N",
    9: "N W E S", 10: "W S N E", 11: "S E W N", 12: "E N S W",
    13: "W N S E", 14: "S W E N", 15: "E S N W", 16: "N E W S",
}  # fmt: skip
"""Own winds of the four columns by hand: rounds start ESWN, SENW, NWES, WNSE (WMO 2006, Figure 5)."""


def text_of(path: Path, page: int = 0) -> str:
    return PdfReader(path).pages[page].extract_text()


def test_one_page_a_table_with_names_and_code(tmp_path: Path) -> None:
    write(score_sheets(sample_event(), ReportOptions(PRINTED, session=1)), tmp_path / "a.pdf", ENGLISH)
    reader = PdfReader(tmp_path / "a.pdf")
    assert len(reader.pages) == 4
    for number, page in enumerate(reader.pages, start=1):
        text = page.extract_text()
        for part in (f"1-{number:02}", "Open de l’Exemple 2026", f"Page {number} of 4", "Printed 13 June 2026, 11:58"):
            assert part in text
    text = text_of(tmp_path / "a.pdf")
    for name in ("Søren", "Prøve", "麻将", "示例", "Chloé", "Échantillon", "Björn", "Mönster"):
        assert name in text


def test_every_hand_has_its_own_winds(tmp_path: Path) -> None:
    write(score_sheets(begun(4, 1).view, ReportOptions(PRINTED)), tmp_path / "a.pdf", ENGLISH)
    found = dict(re.findall(r"^(\d+)(?: [1-4]){8}((?: [ESWN]){4})$", text_of(tmp_path / "a.pdf"), re.MULTILINE))
    assert {int(hand): winds.strip() for hand, winds in found.items()} == SEATS


def test_the_bands_show_seat_changes(tmp_path: Path) -> None:
    write(score_sheets(begun(4, 1).view, ReportOptions(PRINTED)), tmp_path / "a.pdf", ENGLISH)
    text = text_of(tmp_path / "a.pdf")
    for band in (
        "East round seats as drawn East South West North",
        "South round change seats E → South S → East W → North N → West",
        "West round change seats S → North E → West N → East W → South",
        "North round change seats N → West W → North E → South S → East",
    ):
        assert band in text


def test_filled_in(tmp_path: Path) -> None:
    write(filled_sheets(sample_event(), ReportOptions(PRINTED, session=2, table=2)), tmp_path / "a.pdf", ENGLISH)
    text = text_of(tmp_path / "a.pdf")
    for part in ("2, from 3", "−68", "not played", "−60 False Hu", "+54", "−49"):
        assert part in text
    assert text.count("not played") == 5


@pytest.mark.parametrize("size", PageSize)
def test_long_names_on_both_papers(tmp_path: Path, size: PageSize) -> None:
    made = score_sheets(sample_event(), ReportOptions(PRINTED, session=1))
    write(made, tmp_path / "a.pdf", ENGLISH, page_size=size)
    assert "Maximilienne-" in text_of(tmp_path / "a.pdf", 3)


@pytest.mark.parametrize("grid", GRIDS, ids=[size.name for size in PageSize])
def test_there_is_room_to_write_and_the_form_fits_the_page(grid: Grid) -> None:
    assert ROW >= 8.4 * MILLIMETRE
    assert MARGIN >= 12 * MILLIMETRE - 0.1
    assert SumsPlace(grid, grid.sums_top(4), 3 * ROW).bottom - grid.foot >= 38
    assert grid.foot >= 20
    edges = [grid.left, grid.hand, grid.number, grid.points, grid.won, *grid.columns[1:]]
    assert edges == sorted(edges)
    assert edges[-1] == pytest.approx(grid.page_wide - MARGIN)
    assert all(net - wind >= 34 for net, wind in zip(grid.nets, grid.winds, strict=True))


@pytest.mark.parametrize("grid", GRIDS, ids=[size.name for size in PageSize])
def test_the_code_is_large_and_has_white_around_it(grid: Grid) -> None:
    assert QR_SIDE >= 20 * MILLIMETRE
    matrix = matrix_of("QV:1A2B3C4D:12-100")
    white = QUIET * QR_SIDE / len(matrix)
    assert QUIET == 4
    assert white <= QR_TOP
    assert white <= MARGIN
    below = grid.page_high - QR_TOP - QR_SIDE - grid.top
    assert below >= white + 8.8


def with_phones(rules: str = "mcr", name: str = "Open de l’Exemple 2026") -> View:
    """An event in which players may type at the table."""
    ledger = begun(8, 2, rules=rules, name=name)
    ledger.write(EVENT_STREAM, TableEntryAllowed("http://192.168.100.200:43210", bytes(32)))
    return ledger.view


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize("rules", ["mcr", "hong-kong"])
def test_the_code_for_phones_is_large_and_covers_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, size: PageSize
) -> None:
    """In every language and pair of languages, with a long name and hours: what is written leaves its white alone."""
    pens: list[HeadPen] = []

    def recording(pen: Pen) -> HeadPen:
        pens.append(HeadPen(pen.canvas))
        return pens[-1]

    monkeypatch.setattr(score_sheet, "head_pen", recording)
    view = with_phones(rules, "Championnat de l’Exemple et de toutes ses provinces, deuxième édition, 2026")
    made = score_sheets(view, ReportOptions(PRINTED, session=1, table=2))
    (sheet,) = made.score_sheets
    made = replace(made, score_sheets=(replace(sheet, times="14:00 – 16:00"),))
    module = PHONES_SIDE / len(matrix_of(sheet.phones.upper()))
    assert PHONES_SIDE >= 24 * MILLIMETRE - 0.1
    assert module >= 0.6 * MILLIMETRE
    pairs = [bilingual(first, second) for first in LANGUAGES for second in LANGUAGES if first is not second]
    for language in (*LANGUAGES, *pairs):
        pens.clear()
        write(made, tmp_path / "a.pdf", language.with_words(view.words), page_size=size)
        (pen,) = pens
        phones, scanner = sorted((box for box in pen._taken if min(box.wide, box.high) > 60), key=lambda box: box.left)
        inside = Box(phones.left + 0.1, phones.bottom + 0.1, scanner.left, phones.top)
        assert phones.high >= PHONES_SIDE + 2 * QUIET * module - 0.1
        for box in pen._taken:
            beside = box.right <= inside.left or box.left >= inside.right
            assert box in (phones, scanner) or beside or box.bottom >= inside.top or box.top <= inside.bottom, language


def test_the_code_for_phones_is_there_when_it_is_allowed_and_wanted(tmp_path: Path) -> None:
    view = with_phones()
    sheets = score_sheets(view, ReportOptions(PRINTED)).score_sheets
    assert [each.phones for each in sheets] == [table_address(view, s, t) for s in (1, 2) for t in (1, 2)]
    assert not any(each.phones for each in score_sheets(view, ReportOptions(PRINTED, phones=False)).score_sheets)
    assert not any(each.phones for each in score_sheets(begun(8, 2).view, ReportOptions(PRINTED)).score_sheets)
    assert not any(each.phones for each in filled_sheets(view, ReportOptions(PRINTED)).score_sheets)
    write(score_sheets(view, ReportOptions(PRINTED, session=1, table=1)), tmp_path / "a.pdf", ENGLISH)
    assert sheets[0].phones in text_of(tmp_path / "a.pdf"), "for who types it"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("code", "phones", "desk"),
    [
        ("en", "For players’ phones", "For the desk"),
        ("fr", "Pour les téléphones", "Pour le poste"),
        ("zh", "供选手手机扫描", "供录入台扫描"),
    ],
)
@pytest.mark.parametrize("rules", ["mcr", "riichi-ema-2025", "blank"])
def test_where_there_are_two_codes_each_says_what_it_is_for(
    tmp_path: Path, rules: str, code: str, phones: str, desk: str
) -> None:
    view, language = with_phones(rules), language_of(code)
    write(score_sheets(view, ReportOptions(PRINTED, session=1, table=1)), tmp_path / "a.pdf", language)
    text = text_of(tmp_path / "a.pdf")
    assert phones in text
    assert desk in text
    write(score_sheets(view, ReportOptions(PRINTED, session=1, table=1, phones=False)), tmp_path / "b.pdf", language)
    assert desk not in text_of(tmp_path / "b.pdf"), "one code is taken for no other"


@pytest.mark.parametrize("size", PageSize)
def test_the_labels_of_the_codes_leave_their_white_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: PageSize
) -> None:
    said: list[tuple[str, float, float, float]] = []

    class Recording(HeadPen):
        def text(self, x: float, y: float, text: str, **how: Any) -> float:
            said.append((text, x, y, how["size"]))
            return super().text(x, y, text, **how)

    monkeypatch.setattr(score_sheet, "head_pen", lambda pen: Recording(pen.canvas))
    made = score_sheets(with_phones(), ReportOptions(PRINTED, session=1, table=1))
    for language in LANGUAGES:
        said.clear()
        write(made, tmp_path / "a.pdf", language, page_size=size)
        height = size.value[1]
        (sheet,) = made.score_sheets
        whites = [
            height - QR_TOP - QR_SIDE - QUIET * QR_SIDE / len(matrix_of(sheet.scanned)),
            height - PHONES_TOP - PHONES_SIDE - QUIET * PHONES_SIDE / len(matrix_of(sheet.phones.upper())),
        ]
        below = [each for each in said if height - 112 < each[2] < min(whites) and each[1] > size.value[0] - 200]
        assert len(below) == 4, "two labels, the code, and its version"
        labels, others = sorted(below, key=lambda each: -each[2])[:2], sorted(below, key=lambda each: -each[2])[2:]
        assert all(y + 0.75 * type <= min(whites) for _, _, y, type in labels), language
        assert all(y + 0.9 * type <= labels[0][2] for _, _, y, type in others), "nothing stands on a label"


def test_it_is_an_ordinary_code_not_a_micro_one() -> None:
    matrix = matrix_of("QV:1A2B3C4D:1-03")
    assert len(matrix) == len(matrix[0]) == 21
    finder = [bytes(row[:7]) for row in matrix[:7]]
    assert finder == [bytes(row[-7:]) for row in matrix[:7]] == [bytes(row[:7]) for row in matrix[-7:]]
    assert finder[0] == bytes([1] * 7)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@pytest.mark.parametrize(("rules", "size"), [("mcr", 7.5), *((each, 5.4) for each in IDS)])
def test_how_a_hand_was_won_is_never_cut(language: Language, rules: str, size: float) -> None:
    """Words that are longer than those of the Mahjong Competition Rules are smaller."""
    found = rule_set(rules)
    assert found is not None
    spoken = language.with_words(found.words)
    for won in (Outcome(3, None, 8), Outcome(3, 2, 8), Outcome(None), None):
        wide = width(spoken.render(won_text(won)), Weight.REGULAR, size)
        assert all(wide < grid.won - grid.points - 5 for grid in GRIDS)


def test_a_name_is_smaller_before_it_is_broken_within_a_word(tmp_path: Path) -> None:
    ledger = begun(4, 1, rules="hong-kong")
    ledger.write(EVENT_STREAM, PlayerChanged(Player(3, "Cléo", "Daxelhoffers")))
    write(score_sheets(ledger.view, ReportOptions(PRINTED)), tmp_path / "a.pdf", ENGLISH)
    assert "Daxelhoffers" in text_of(tmp_path / "a.pdf")


@pytest.mark.parametrize("paper", GRIDS, ids=[size.name for size in PageSize])
def test_hands_go_on_over_pages_and_the_last_one_has_room_for_the_sums(paper: Grid) -> None:
    (form,) = score_sheets(begun(4, 1, rules="riichi-ema-2025").view, ReportOptions(PRINTED, session=1)).score_sheets
    assert isinstance(form, OpenSheetForm)
    grid = OpenGrid.of(paper, form)
    for count in range(1, 80):
        hands = tuple(OpenHand(number) for number in range(1, count + 1))
        for more in (False, True):
            made = OpenPages.of(grid, replace(form, hands=hands, more=more))
            numbers = [hand.number for page in made.pages for hand in page]
            assert numbers == list(range(1, len(numbers) + 1))
            assert made.sums.bottom >= grid.foot + ENDS
            assert (len(numbers) == count) or more
            if more:  # empty rows fill the page
                assert made.sums.bottom - OPEN_ROW < grid.foot + ENDS
            for page in range(len(made.pages) - 1):
                assert grid.foot + 30 <= made.bottom(page)
                assert made.bottom(page) - OPEN_ROW < grid.foot + 30 or page == len(made.pages) - 2
            one_page = grid.rounds_top - count * OPEN_ROW - made.sums_high - grid.sign_high - ENDS >= grid.foot
            assert (len(made.pages) == 1) == one_page
