"""Frames of an event by riichi: several winners of a hand, sticks on the table, and a chombo."""

from reports.frames import event_frames
from tests.reports.frames.agreement import check_agreement
from tests.tournament.rulesets.riichi.hanchans import play


def test_frames_say_what_the_sheets_say() -> None:
    view = play(1).book.view
    frames = event_frames(view)
    winners = frames.hands[[f"won_{letter}" for letter in "abcd"]].notna().sum(axis=1)
    assert (winners > 1).any()
    assert (frames.hands[[f"settled_{letter}" for letter in "abcd"]].sum(axis=1) != 0).any()
    check_agreement(view, frames)
