"""The pages of print sets are laid out for their paper: none is cut off, in any game, on A4 and on Letter."""

from collections.abc import Callable
from pathlib import Path

import pytest

from reports.catalogue import PageSize
from reports.design import BadgeSize, PaperDesign
from reports.print_sets import SetOptions, likely_session, offered_sets, prepare, write_set
from tests.examples.events import PRINTED
from tests.proof.paper_events import Size, paper_event
from tests.proof.paper_reading import read_pdf
from tests.proof.proof_papers import overlaps
from tests.reports.events import classical_event, over_event, people_event, riichi_club, riichi_event
from tournament.language import ENGLISH, language_of
from tournament.use_cases.view import View

_EVENTS: dict[str, Callable[[], View]] = {
    "people": people_event,
    "over": over_event,
    "classical": classical_event,
    "riichi": riichi_event,
    "riichi-club": riichi_club,
}


@pytest.mark.thorough
@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("people", PageSize.A4),
        ("over", PageSize.LETTER),
        ("classical", PageSize.LETTER),
        ("riichi", PageSize.A4),
        ("riichi-club", PageSize.LETTER),
    ],
)
def test_all_pages_of_a_set_are_laid_out_for_the_chosen_paper(name: str, size: PageSize, tmp_path: Path):
    view = _EVENTS[name]()
    for each in offered_sets(view):
        prepared = prepare(each, view, SetOptions(PRINTED, likely_session(view)))
        if not prepared.papers:
            continue
        write_set(prepared, tmp_path / "set.pdf", ENGLISH, page_size=size)
        for place, read in enumerate(read_pdf(tmp_path / "set.pdf").pages, start=1):
            assert sorted((read.wide, read.high)) == pytest.approx(sorted(size.value), abs=0.01)
            for line in read.lines:
                inside = line.left >= 4 and line.right <= read.wide - 4 and 4 <= line.base <= read.high - line.size / 2
                assert inside, f"{each.name}, page {place}: {line}"


_STRANGE = (
    Size("4", 4, 2, strange=True),
    Size("17", 17, 3, reserve=True, strange=True),
    Size("168", 168, 4, strange=True),
)
_CUT = ("score-sheets", "statistics")
"""Papers with cells and bars of a fixed size, in which the longest names end with an ellipsis."""
_LEAST_LINES = 3
"""Lines of a page besides its head and foot: a heading alone is fewer."""


@pytest.mark.thorough
@pytest.mark.parametrize("paper", [PageSize.A4, PageSize.LETTER])
@pytest.mark.parametrize("size", _STRANGE, ids=lambda size: size.name)
def test_nothing_is_cut_printed_over_or_alone_on_a_page_whatever_the_names_are(
    size: Size, paper: PageSize, tmp_path: Path
) -> None:
    """Names of 60 characters in twelve scripts, with formulas, mark-up, emoji, apostrophes and without a space."""
    view = paper_event(size, final=True).view
    tongue = ENGLISH if paper is PageSize.A4 else language_of("fr")
    design = PaperDesign(BadgeSize.CARD, schedule_on_back=True) if paper is PageSize.A4 else PaperDesign()
    for each in offered_sets(view):
        prepared = prepare(each, view, SetOptions(PRINTED, likely_session(view), design=design))
        files = write_set(prepared, tmp_path / each.name, tongue, page_size=paper)
        for made, file in zip(prepared.papers, files, strict=True):
            for place, read in enumerate(read_pdf(file).pages, start=1):
                where = f"{each.name}, {made.report.name}, page {place}"
                lines = [line for line in read.lines if line.text.strip()]
                assert not list(overlaps(lines)), where
                for line in lines:
                    inside = line.left >= 4 and line.right <= read.wide - 4 and 4 <= line.base <= read.high - line.size
                    assert inside, f"{where}: {line}"
                    whole = not line.text.rstrip().endswith("…") or made.report.name in _CUT
                    assert whole, f"{where}: {line.text}"
                own = [line for line in lines if line.part != "Artifact"]
                assert len(own) >= _LEAST_LINES, f"{where}: {own}"
