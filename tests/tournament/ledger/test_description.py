"""What the history says of hands with their tiles, and of points that a referee let stand."""

from tests.examples.events import begun
from tournament.event.settings import CountedTotals, PaperTotals, SecondReading, Settings
from tournament.language import ENGLISH
from tournament.ledger.description import describe
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import Fact, HandCorrected, HandRecorded, SettingsChanged

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


def test_rules_of_signing_are_told_in_words() -> None:
    made = begun(4, 1)
    changed = Settings("Cup", place="Hall", counted_totals=CountedTotals.AS_SIGNED,
                       paper_totals=PaperTotals.DEMANDED, second_reading=SecondReading.BY_ANOTHER)  # fmt: skip
    made.write(EVENT_STREAM, SettingsChanged(Settings("Cup", place="Hall")))
    line = describe(made.view.journal, made.write(EVENT_STREAM, SettingsChanged(changed)))
    assert ENGLISH.render(line.old) == ("The computed totals count, Paper totals may be left out, No second reading")
    assert ENGLISH.render(line.new) == (
        "The signed totals count, Paper totals are demanded, Second reading by another person"
    )
