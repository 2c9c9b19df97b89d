"""The layout that a reader of pictures works with is what the printer draws."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import zxingcpp

from reports.catalogue import ReportOptions
from reports.document import OpenHand, OpenSheetForm
from reports.sheets.code import event_key, read_code
from reports.sheets.score_sheets import filled_sheets, score_sheets
from reports.writers.paper import PageSize
from reports.writers.pdf import write
from reports.writers.pdf.pen import PALE, Pen
from reports.writers.pdf.score_sheet_layout import LayoutKind, SheetBox, SheetLayout, layout_of
from tests.examples.events import PRINTED, begun, sample_event
from tests.reports.events import riichi_event
from tests.reports.writers.test_pdf_address import shown
from tournament.catalogue import IDS, rule_set
from tournament.language import ENGLISH, LANGUAGES
from tournament.use_cases.view import View

PAPERS = (PageSize.A4, PageSize.LETTER)
CLEAR = 2.0
"""Points between a box and a rule: a digit that touches a rule is read as another one."""


class Drawn:
    """What a pen was asked to draw: rules and the outlines of boxes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rules: list[tuple[float, float, float, float]] = []
        self.boxes: list[SheetBox] = []
        self.greys: set[float] = set()
        rule, frames = Pen.rule, Pen.frames

        def noted_rule(pen: Pen, x1: float, y1: float, x2: float, y2: float, **how: Any) -> None:
            self.rules.append((x1, y1, x2, y2))
            rule(pen, x1, y1, x2, y2, **how)

        def noted_frames(pen: Pen, boxes: Any, **how: Any) -> None:
            self.boxes += [SheetBox(*each) for each in boxes]
            self.greys.add(how["grey"])
            frames(pen, boxes, **how)

        monkeypatch.setattr(Pen, "rule", noted_rule)
        monkeypatch.setattr(Pen, "frames", noted_frames)


def sheets_of(rules: str) -> View:
    return begun(4, 1, rules=rules).view


def boxes_of(layout: SheetLayout) -> list[SheetBox]:
    found = [box for hand in layout.hands for box in (*hand.points.digits, *hand.won, *hand.discarder)]
    for total in layout.totals:
        found += [*(() if total.sign is None else (total.sign,)), *total.digits]
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("rules", IDS)
def test_the_layout_says_what_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, paper: PageSize
) -> None:
    made = score_sheets(sheets_of(rules), ReportOptions(PRINTED))
    (form,) = made.score_sheets
    layout, drawn = layout_of(form, paper), Drawn(monkeypatch)
    write(made, tmp_path / "a.pdf", ENGLISH, page_size=paper)
    assert sorted(drawn.boxes) == sorted(boxes_of(layout))
    for rule in layout.rules:
        assert any(rule[:4] == pytest.approx(each, abs=0.005) for each in drawn.rules), rule
    found = rule_set(rules)
    assert found is not None
    hands = 16 if found.table.rotation is not None else 0
    assert len(layout.hands) == hands
    assert len(layout.totals) == 4


@pytest.mark.sampled(5)
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("rules", IDS)
def test_boxes_are_lighter_than_ink_and_clear_of_rules_and_of_one_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, paper: PageSize
) -> None:
    drawn = Drawn(monkeypatch)
    write(score_sheets(sheets_of(rules), ReportOptions(PRINTED)), tmp_path / "a.pdf", ENGLISH, page_size=paper)
    assert drawn.greys == {PALE}
    assert PALE >= 0.8
    for box in drawn.boxes:
        left, right = box.left - CLEAR, box.left + box.wide + CLEAR
        bottom, top = box.bottom - CLEAR, box.bottom + box.high + CLEAR
        for x1, y1, x2, y2 in drawn.rules:
            inside = left < max(x1, x2) and right > min(x1, x2) and bottom < max(y1, y2) and top > min(y1, y2)
            assert not inside, (box, (x1, y1, x2, y2))
    for first, second in combinations(drawn.boxes, 2):
        across = min(first.left + first.wide, second.left + second.wide) - max(first.left, second.left)
        up = min(first.bottom + first.high, second.bottom + second.high) - max(first.bottom, second.bottom)
        assert across < 0.01 or up < 0.01


@pytest.mark.sampled(2)
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize(
    ("rules", "kind"), [("mcr", LayoutKind.HANDS), ("riichi-ema-2025", LayoutKind.TOTALS)], ids=["hands", "totals"]
)
def test_the_code_of_a_blank_sheet_names_layout_and_paper(
    tmp_path: Path, rules: str, kind: LayoutKind, paper: PageSize
) -> None:
    view = sheets_of(rules)
    write(score_sheets(view, ReportOptions(PRINTED)), tmp_path / "a.pdf", ENGLISH, page_size=paper)
    (found,) = zxingcpp.read_barcodes(shown(tmp_path / "a.pdf", 0))
    code = read_code(found.text)
    assert code == (event_key(view), 1, 1, 1, kind.value, paper.name)


@pytest.mark.parametrize("event", [sample_event, riichi_event])
def test_a_filled_in_sheet_has_no_boxes_and_its_code_names_no_layout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, event: Any
) -> None:
    drawn = Drawn(monkeypatch)
    made = filled_sheets(event(), ReportOptions(PRINTED, session=1, table=1))
    write(made, tmp_path / "a.pdf", ENGLISH)
    assert drawn.boxes == []
    (found,) = zxingcpp.read_barcodes(shown(tmp_path / "a.pdf", 0))
    assert found.text == made.score_sheets[0].scanned


def test_of_several_pages_only_the_one_with_the_totals_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = score_sheets(sheets_of("riichi-ema-2025"), ReportOptions(PRINTED))
    (form,) = made.score_sheets
    assert isinstance(form, OpenSheetForm)
    form = replace(form, hands=tuple(OpenHand(number) for number in range(1, 31)))
    drawn = Drawn(monkeypatch)
    write(replace(made, score_sheets=(form,)), tmp_path / "a.pdf", ENGLISH)
    codes = [zxingcpp.read_barcodes(shown(tmp_path / "a.pdf", page))[0].text for page in range(2)]
    assert codes == [form.scanned, f"{form.scanned}:2A"]
    assert sorted(drawn.boxes) == sorted(boxes_of(layout_of(form, PageSize.A4)))


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_layout_is_the_same_in_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Any
) -> None:
    made = score_sheets(sample_event(), ReportOptions(PRINTED, session=1, table=4))
    (form,) = made.score_sheets
    drawn = Drawn(monkeypatch)
    write(made, tmp_path / "a.pdf", language)
    assert sorted(drawn.boxes) == sorted(boxes_of(layout_of(form, PageSize.A4)))
