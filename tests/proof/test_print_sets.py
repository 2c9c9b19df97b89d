"""The pages of print sets are laid out for their paper: none is cut off, in any game, on A4 and on Letter."""

from collections.abc import Callable
from pathlib import Path

import pytest

from reports.catalogue import PageSize
from reports.print_sets import SetOptions, likely_session, offered_sets, prepare, write_set
from tests.examples.events import PRINTED
from tests.proof.paper_reading import read_pdf
from tests.reports.events import classical_event, over_event, people_event, riichi_club, riichi_event
from tournament.language import ENGLISH
from tournament.use_cases.view import View

_EVENTS: dict[str, Callable[[], View]] = {
    "people": people_event,
    "over": over_event,
    "classical": classical_event,
    "riichi": riichi_event,
    "riichi-club": riichi_club,
}


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
