"""What the history says of hands with their tiles, and of points that a referee let stand."""

from tests.examples.events import begun
from tournament.language import ENGLISH
from tournament.ledger.description import describe
from tournament.ledger.entry import table_stream
from tournament.ledger.facts import Fact, HandCorrected, HandRecorded

TILES = "[234p,1]234m23456s88p7s|ES0000"


def described(*facts: Fact) -> tuple[str, str, str]:
    """Old value, new value and reason of the last of ``facts``."""
    made = begun(4, 1)
    entries = [made.write(table_stream(1, 1), fact) for fact in facts]
    line = describe(made.view.journal, entries[-1])
    return ENGLISH.render(line.old), ENGLISH.render(line.new), line.reason


def test_a_hand_is_told_with_its_tiles() -> None:
    assert described(HandRecorded(1, 1, 3, 13, TILES))[1] == f"B from D, 13, with {TILES}"
    assert described(HandRecorded(1, 1, 3, 13))[1] == "B from D, 13"


def test_an_overruling_is_told_with_its_reason() -> None:
    assert described(HandRecorded(1, 1, 3, 15, TILES, "two flowers were seen"))[2] == "two flowers were seen"
    corrected = HandCorrected(1, 1, 3, 15, "misread", TILES, "two flowers were seen")
    assert described(HandRecorded(1, 1, 3, 12), corrected)[2] == "misread; two flowers were seen"


def test_a_correction_tells_what_it_was_and_the_new_tiles() -> None:
    old, new, reason = described(HandRecorded(1, 1, 3, 12), HandCorrected(1, 1, 3, 13, "misread", TILES))
    assert (old, new, reason) == ("B from D, 12", f"B from D, 13, with {TILES}", "misread")
