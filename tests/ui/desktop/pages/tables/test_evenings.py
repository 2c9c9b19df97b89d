"""A whole evening of every way to type a hand, in the real window, from the first hand to the signature."""

from random import Random

import pytest

from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.tables.test_games import (
    ADVANCED,
    HONG_KONG,
    QUEBEC,
    ZUNG_JUNG,
    outcomes,
)
from tournament.ledger.sheet import SheetState
from tournament.rules.payment import Outcome
from tournament.rules.ruleset import RuleSet
from tournament.use_cases.check import check_records
from ui.desktop.pages.tables.page import TablesPage

MOST = 16
"""Hands after which a game without an end is signed."""


def hand(rules: RuleSet, chance: Random) -> tuple[str, Outcome]:
    """The keys of a hand by chance and how it ended: one in eight is drawn, one in three won by self-draw."""
    if chance.random() < 0.125:
        return "X Enter", Outcome(None, values=(0, 0, 0, 0) if rules.four_values else None)
    winner = chance.randrange(4)
    giver = None if chance.random() < 0.33 else (winner + chance.choice((1, 2, 3))) % 4
    keys = [str(winner + 1), "D" if giver is None else str(giver + 1)]
    if not rules.four_values:
        points = chance.choice((rules.minimum or 1, 3, 7, 8) if rules.most < 20 else (rules.minimum, 15, 40, 120))
        return " ".join([*keys, str(points), "Enter"]), Outcome(winner, giver, points)
    worth = [2 * chance.choice((0, 0, 1, 4, 8, 21)) + (20 if column == winner else 0) for column in range(4)]
    for value in worth:
        keys += [str(value), "Enter"] if value else ["Enter"]
    return " ".join(keys), Outcome(winner, giver, 0, (worth[0], worth[1], worth[2], worth[3]))


@pytest.mark.thorough
@pytest.mark.parametrize("rules", [ADVANCED, ZUNG_JUNG, QUEBEC, HONG_KONG])  # FRENCH is typed as ADVANCED
def test_an_evening_from_the_first_hand_to_the_signature(
    rules: str, page: TablesPage, keyboard: Keyboard, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, expected = Random(rules), list[Outcome]()
    book = page.controller.book
    while page.state.row is not None and len(expected) < MOST:
        keys, outcome = hand(book.view.rules, chance)
        keyboard.type(keys)
        expected.append(outcome)
        if page.state.refusal is not None and page.state.refusal.asks:  # the same line as before
            keyboard.type("Enter")
        assert outcomes(page) == expected
    hands = keyboard.pressed
    if page.state.total is None:
        keyboard.type("F6")
    for total in book.view.sheet(1, 1).computed:
        keyboard.type(f"{total} Enter")
    if book.view.sheet(1, 1).state is SheetState.TO_VERIFY:  # a game of any number of hands ends when it is signed
        keyboard.type("Ctrl+Enter")
    sheet = book.view.sheet(1, 1)
    with capsys.disabled():
        print(f"\nkeys of an evening, {rules}: {hands} for {len(expected)} hands, {keyboard.pressed} with the totals")
    assert sheet.state is SheetState.VERIFIED
    assert sum(sheet.computed) == 0
    assert check_records([entry.record for entry in book.view.journal]).problems == ()
    assert hands <= len(expected) * (14 if book.view.rules.four_values else 6)
