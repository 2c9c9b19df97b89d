"""Answers to what some rules ask about a hand: written, read, and moved by repairs."""

import json

from tournament.ledger.codec import encode
from tournament.ledger.facts import ColumnsExchanged, HandCorrected, HandInserted, HandRecorded
from tournament.ledger.sheet_content import outcome_after
from tournament.rules.payment import Outcome, OutcomeDetails

DETAILS = OutcomeDetails(values=(100, 250, 40, 10), liable=2, answers=(("dominant", "S"), ("ready", True)))
WIN = Outcome(0, 1, 0, (100, 250, 40, 10), 2, (("dominant", "S"), ("ready", True)))


def test_an_outcome_gives_and_takes_its_details() -> None:
    assert WIN.details == DETAILS
    assert Outcome.with_details(0, 1, 0, DETAILS) == WIN
    assert (WIN.answer("dominant"), WIN.answer("ready"), WIN.answer("first")) == ("S", True, None)


def test_an_ordinary_hand_has_none() -> None:
    assert Outcome(0, 1, 24).details is None
    assert Outcome.with_details(0, 1, 24, None) == Outcome(0, 1, 24)


def test_every_fact_of_a_hand_holds_them() -> None:
    for fact in (
        HandRecorded(1, 0, 1, 0, details=DETAILS),
        HandCorrected(1, 0, 1, 0, "misread", details=DETAILS),
        HandInserted(1, 0, 1, 0, "left out", details=DETAILS),
    ):
        assert fact.outcome == WIN
        assert json.loads(encode(fact))["details"] == {
            "answers": [["dominant", "S"], ["ready", True]],
            "liable": 2,
            "values": [100, 250, 40, 10],
        }


def test_exchanged_columns_take_values_and_liability_along() -> None:
    exchanged = outcome_after(ColumnsExchanged(0, 2, None, "wrong columns"), 1, WIN)
    assert exchanged == Outcome(2, 1, 0, (40, 250, 100, 10), 0, WIN.answers)
