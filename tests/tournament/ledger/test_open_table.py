"""A sheet of another kind of game: four hands are paid, East stays after a win, and it ends when all have dealt."""

from tests.tournament.ledger.writing import entry_of
from tournament.language import verbatim
from tournament.ledger.entry import table_stream
from tournament.ledger.facts import HandRecorded
from tournament.ledger.sheet import Sheet, SheetState, build_sheet, lines_with
from tournament.rules.payment import Net, Outcome, OutcomeDetails, Stakes, Transfer, opponents
from tournament.rules.rotation import TableRule
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState, passed_on
from tournament.tiles.wind import Wind


def settle(outcome: Outcome, stakes: Stakes) -> tuple[Transfer, ...]:
    """Each player gets the value of their hand from the three others, East twice as much."""
    values = outcome.values or (0, 0, 0, 0)
    return tuple(
        Transfer(payer, receiver, values[receiver] * (2 if receiver == stakes.dealer else 1))
        for receiver in range(4)
        for payer in opponents(receiver)
    )


def advance(state: TableState, outcome: Outcome | None, _totals: Net) -> TableState:
    """East stays after winning; when everybody has dealt the game is over."""
    if outcome is not None and outcome.winner == state.dealer:
        return state._replace(hand=state.hand + 1, opens=False)
    winds, passed = passed_on(state.winds), state.passed + 1
    return state._replace(hand=state.hand + 1, winds=winds, passed=passed, opens=False, over=passed == 4)


OPEN = RuleSet(
    id="open",
    name=verbatim("Open"),
    minimum=0,
    improbable=500,
    most=1000,
    value_bands=(0,),
    table=TableRule(TableState(prevalent=None), advance),
    settle=settle,
    payment_text=lambda _outcome, _discarder: verbatim(""),
    four_values=True,
)


def sheet(*hands: HandRecorded) -> Sheet:
    entries = [
        entry_of(hand, id=str(number), stream=table_stream(1, 1), number=number, previous="")
        for number, hand in enumerate(hands, start=1)
    ]
    return build_sheet(session=1, table=1, players=(1, 2, 3, 4), number=len(entries), entries=entries, rules=OPEN)


def won(hand: int, winner: int | None, *values: int) -> HandRecorded:
    a, b, c, d = values or (0, 0, 0, 0)
    return HandRecorded(hand, winner, details=OutcomeDetails((a, b, c, d)))


def test_an_empty_sheet_has_its_first_row_alone() -> None:
    empty = sheet()
    assert [(line.hand, line.state.dealer, line.outcome) for line in empty.hands] == [(1, 0, None)]
    assert empty.state is SheetState.NOT_STARTED


def test_east_stays_after_a_win_and_is_paid_twice() -> None:
    played = sheet(won(1, 0, 10, 0, 0, 0), won(2, 1, 0, 10, 0, 0))
    assert [line.state.dealer for line in played.hands] == [0, 0, 1]
    assert played.hands[0].settlement == (60, -20, -20, -20)
    assert played.hands[1].totals == (50, 10, -30, -30)
    assert list(played.hands[2].state.winds) == [Wind.NORTH, Wind.EAST, Wind.SOUTH, Wind.WEST]


def test_the_game_ends_when_everybody_has_dealt() -> None:
    played = sheet(*(won(hand, None) for hand in range(1, 5)))
    assert [line.hand for line in played.hands] == [1, 2, 3, 4]
    assert played.state is SheetState.TO_VERIFY


def test_a_hand_left_out_has_a_row_as_well() -> None:
    played = sheet(won(3, 0, 10, 0, 0, 0))
    assert [(line.hand, line.outcome is not None) for line in played.hands] == [
        (1, False), (2, False), (3, True), (4, False)
    ]  # fmt: skip
    assert [line.state.dealer for line in played.hands] == [0, 1, 2, 3]


def test_the_rows_were_a_hand_to_end_otherwise_are_those_of_a_sheet_on_which_it_did() -> None:
    """East of hand 1 wins it after all, so that they deal the second hand too and are paid twice for it."""
    hands = [won(1, 1, 0, 10, 0, 0), won(2, 0, 20, 0, 0, 4), won(3, None)]
    instead = won(1, 0, 8, 0, 2, 0)
    corrected = sheet(instead, *hands[1:])
    lines = lines_with(sheet(*hands), OPEN, 1, Outcome(0, values=(8, 0, 2, 0)))
    assert [(line.state, line.settlement, line.totals) for line in lines] == [
        (line.state, line.settlement, line.totals) for line in corrected.hands[:4]
    ]
    assert lines[1].settlement == (116, -44, -44, -28)


def test_a_game_that_is_over_says_so() -> None:
    assert not sheet(won(1, None)).after.over
    assert sheet(*(won(hand, None) for hand in range(1, 5))).after.over


def test_the_last_hand_played_is_that_above_the_row_to_come() -> None:
    assert sheet().last_played == 0
    assert sheet(won(3, 0, 10, 0, 0, 0)).last_played == 3
