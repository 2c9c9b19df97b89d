"""A few sheets of the erring referee; the proof types two thousand."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.referee.erring_referee import Paper, Referee, Result, play
from tests.ui.desktop.conftest import dressed, styled  # noqa: F401
from tests.ui.desktop.pages.tables.recount import Hand, totals


@pytest.mark.usefixtures("dressed")
def test_no_sheet_is_verified_wrong_and_unmarked(qapp: QApplication, tmp_path: Path) -> None:
    tally = play(tmp_path, 5, 4, slips=0.3)
    assert tally.wrong == []
    assert tally.results[Result.RIGHT] >= 3
    assert tally.slips.total() > 5


@pytest.mark.usefixtures("dressed")
def test_a_referee_who_reads_another_paper_is_found_out(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judge sees what no window can: rows and totals that agree with each other and not with the paper."""

    def misread(hand: Hand) -> Hand:
        return None if hand is None else (hand[0], hand[1], hand[2] + 1)

    keys_of, expected = Referee.keys_of, Referee.expected
    monkeypatch.setattr(Referee, "keys_of", lambda referee, hand: keys_of(referee, misread(hand)))
    monkeypatch.setattr(Referee, "expected", lambda referee, hand: expected(referee, misread(hand)))
    monkeypatch.setattr(Paper, "totals", property(lambda paper: totals([misread(hand) for hand in paper.hands])))
    tally = play(tmp_path, 7, 1, slips=0)
    assert (len(tally.wrong), tally.results[Result.WRONG]) == (1, 1)
