"""Descriptions of hands with their tiles, and of points that a referee accepted."""

from dataclasses import replace

import pytest

from tests.examples.events import begun
from tournament.catalogue import rule_set
from tournament.event.settings import CountedTotals, FixedPoints, GrantedPoints, PaperTotals, SecondReading, Settings
from tournament.language import ENGLISH, language_of
from tournament.ledger.description import describe, outcome_text
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import (
    ColumnsExchanged,
    Fact,
    HandCorrected,
    HandInserted,
    HandRecorded,
    PenaltyCancelled,
    PenaltyGiven,
    SettingsChanged,
    SheetMoved,
    Undone,
)
from tournament.rules.payment import Outcome

TILES = "[234p,1]234m23456s88p7s|ES0000"


def described(*facts: Fact) -> tuple[str, str, str]:
    """Return the old value, the new value and the reason of the last of ``facts``."""
    made = begun(4, 1)
    entries = [made.write(table_stream(1, 1), fact) for fact in facts]
    line = describe(made.view.journal, entries[-1])
    return ENGLISH.render(line.old), ENGLISH.render(line.new), line.reason


def test_a_hand_is_described_with_its_tiles() -> None:
    assert described(HandRecorded(1, 1, 3, 13, TILES))[1] == f"B from D, 13, with {TILES}"
    assert described(HandRecorded(1, 1, 3, 13))[1] == "B from D, 13"


def test_an_overruling_is_described_with_its_reason() -> None:
    assert described(HandRecorded(1, 1, 3, 15, TILES, "two flowers were seen"))[2] == "two flowers were seen"
    corrected = HandCorrected(1, 1, 3, 15, "misread", TILES, "two flowers were seen")
    assert described(HandRecorded(1, 1, 3, 12), corrected)[2] == "misread; two flowers were seen"


def test_a_correction_shows_the_earlier_hand_and_the_new_tiles() -> None:
    old, new, reason = described(HandRecorded(1, 1, 3, 12), HandCorrected(1, 1, 3, 13, "misread", TILES))
    assert (old, new, reason) == ("B from D, 12", f"B from D, 13, with {TILES}", "misread")


def test_rules_of_signing_are_described_in_words() -> None:
    made = begun(4, 1)
    changed = Settings("Cup", place="Hall", counted_totals=CountedTotals.AS_SIGNED,
                       paper_totals=PaperTotals.DEMANDED, second_reading=SecondReading.BY_ANOTHER)  # fmt: skip
    made.write(EVENT_STREAM, SettingsChanged(Settings("Cup", place="Hall")))
    line = describe(made.view.journal, made.write(EVENT_STREAM, SettingsChanged(changed)))
    assert ENGLISH.render(line.old) == ("The computed totals count, Paper totals are optional, No second reading")
    assert ENGLISH.render(line.new) == (
        "The signed totals count, Paper totals are required, Second reading by another person"
    )


def test_points_for_late_players_are_described_in_words() -> None:
    made = begun(4, 1)
    changed = replace(made.view.settings, late_points=GrantedPoints.FIXED, late_fixed=FixedPoints("3/2", -20))
    line = describe(made.view.journal, made.write(EVENT_STREAM, SettingsChanged(changed)))
    assert ENGLISH.render(line.old) == "Nothing, 0 table points and a score of 0"
    assert ENGLISH.render(line.new) == "Fixed points, 1½ table points and a score of −20"


def test_old_values_stay_those_of_their_moment_whatever_is_taken_back_later() -> None:
    made = begun(8, 2)
    stream = table_stream(1, 1)
    corrected = [HandCorrected(1, 0, 1, points, "misread") for points in (12, 20)]
    made.write(stream, HandRecorded(1, 0, 1, 8))
    first, second = (made.write(stream, fact) for fact in corrected)
    for entry in (second, first):
        made.write(stream, Undone(entry.id))
    journal = made.view.journal
    old = [ENGLISH.render(describe(journal, entry).old) for entry in journal if entry.stream == stream]
    assert old == ["", "A from B, 8", "A from B, 12", "A from B, 20", "A from B, 12"]
    new = [ENGLISH.render(describe(journal, entry).new) for entry in journal if entry.stream == stream]
    assert new == ["A from B, 8", "A from B, 12", "A from B, 20", "A from B, 12", "A from B, 8"]


def test_old_settings_stay_those_of_their_moment() -> None:
    made = begun(4, 1)
    places = [made.write(EVENT_STREAM, SettingsChanged(Settings("Cup", place=place))) for place in ("Lyon", "Paris")]
    for entry in reversed(places):
        made.write(EVENT_STREAM, Undone(entry.id))
    line = describe(made.view.journal, places[-1])
    assert (ENGLISH.render(line.old), ENGLISH.render(line.new)) == ("Lyon", "Paris")


def test_a_cancelled_penalty_is_described_as_repairs_left_it() -> None:
    made = begun(8, 2)
    stream, there = table_stream(1, 1), table_stream(2, 2)
    made.write(stream, HandRecorded(1, 0, 1, 8))
    given = made.write(stream, PenaltyGiven(1, 1, "", 10, (), reason="rude"))
    made.write(stream, HandInserted(1, 3, None, 8, "skipped"))
    made.write(stream, ColumnsExchanged(1, 2, (1, 16), "each other's seat"))
    made.write(stream, SheetMoved(2, 2, "wrong session"))
    line = describe(made.view.journal, made.write(there, PenaltyCancelled(given.id, "not so")))
    assert ENGLISH.render(line.where) == "session 2, table 2, hand 2"
    assert ENGLISH.render(line.old).startswith("C")


ONE = Outcome(0, 2, 3, answers=(("fu", 40), ("riichi", (0, 3))))
PAO = Outcome(1, 0, 13, liable=2, answers=(("second", 3), ("second_fu", 30), ("second_han", 2), ("yakuman", 1)))


@pytest.mark.parametrize(
    ("outcome", "language", "words"),
    [
        (ONE, "en", "A from C, 3 han 40 fu; Riichi: A, D"),
        (ONE, "fr", "A sur C, 3 han 40 fu\u202f; Riichi\u00a0: A, D"),
        (PAO, "en", "B, D from A: B yakuman (liable: C), D 2 han 30 fu"),
        (PAO, "zh", "B、D ← A：B 役满（包牌：C）、D 2 番 30 符"),
        (Outcome(1, None, 5), "zh", "B，自摸，5 番"),
        (Outcome(None, answers=(("tenpai", (0, 1)),)), "en", "drawn hand; Tenpai: A, B"),
    ],
)
def test_a_hand_of_riichi_is_described_as_players_write_it(outcome: Outcome, language: str, words: str) -> None:
    rules = rule_set("riichi-ema-2025")
    assert rules is not None
    assert language_of(language).with_words(rules.words).render(outcome_text(outcome, rules=rules)) == words
