"""Badges as they are on paper: how many share a page, where their backs lie, and how large names are."""

from dataclasses import replace
from pathlib import Path

import pytest

from reports.catalogue import Format, PageSize, ReportOptions, build, report_called, write
from reports.design import BadgeSize, PaperDesign
from reports.document import Document
from tests.examples.events import PRINTED, begun
from tests.proof.paper_reading import read_pdf
from tournament.language import ENGLISH


def badges_of(players: int) -> Document:
    report = report_called("badges")
    assert report is not None
    return build(report, begun(players, 2).view, ReportOptions(PRINTED))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "paper", "a_page"), [
    (BadgeSize.A6, PageSize.A4, 4), (BadgeSize.A6, PageSize.LETTER, 2), (BadgeSize.A6, PageSize.A3, 4),
    (BadgeSize.A7, PageSize.A4, 8), (BadgeSize.A7, PageSize.LETTER, 6), (BadgeSize.CARD, PageSize.A4, 10),
    (BadgeSize.CARD, PageSize.LETTER, 10),
])  # fmt: skip
@pytest.mark.parametrize("back", [False, True])
def test_as_many_badges_as_fit_are_on_a_page_and_backs_lie_behind_their_fronts(
    tmp_path: Path, size: BadgeSize, paper: PageSize, a_page: int, back: bool
) -> None:
    document = replace(badges_of(20), design=PaperDesign(size, back), event="Cup")
    write(document, tmp_path / "paper.pdf", Format.PDF, ENGLISH, page_size=paper)
    found = read_pdf(tmp_path / "paper.pdf").pages
    assert len(found) == -(-20 // a_page) * (2 if back else 1)
    if not back:
        return
    front, behind = ({line.text: line for line in page.lines if line.text.isdigit()} for page in found[:2])
    assert set(front) == set(behind) == {str(number) for number in range(1, a_page + 1)}
    assert [line.base for line in front.values()] == [behind[text].base for text in front]
    # Turned over along the long edge, what was at the right is at the left.
    sums = [line.right + behind[text].right for text, line in front.items()]
    assert sums == pytest.approx([sums[0]] * a_page, abs=0.5)
    assert len({round(line.right) for line in front.values()}) > 1
    said = "".join(line.text for line in found[1].lines).replace(" ", "")
    assert all("".join(badge.name_lines).replace(" ", "") in said for badge in document.badges[:a_page])
    assert "Table" in said


@pytest.mark.parametrize("size", BadgeSize)
def test_usual_names_are_large_and_long_ones_complete(size: BadgeSize, tmp_path: Path) -> None:
    document = replace(badges_of(8), design=PaperDesign(size, schedule_on_back=True))
    usual, long = ("Ada", "Bamboo"), ("Maximiliane-Theodora Alexandrowna", "von Ueberlingen-Oestergaard zu Hohenfels")
    badges = tuple(replace(document.badges[0], name_lines=lines) for lines in (usual, long))
    write(replace(document, badges=badges), tmp_path / "paper.pdf", Format.PDF, ENGLISH)
    lines = read_pdf(tmp_path / "paper.pdf").pages[0].lines
    sizes = {line.text: line.size for line in lines}
    assert sizes["Ada"] == sizes["Bamboo"] >= 36
    said = "".join(line.text for line in lines).replace(" ", "")
    assert "".join(long).replace(" ", "") in said
