"""The settlement matrix: the one that the document of French classical works out (4.3.2), and its sums at random."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.payment import Outcome, Stakes, Transfer, net_of
from tournament.rules.payment_matrix import payment_matrix
from tournament.rules.table_state import TableState
from tournament.rulesets.french_classical.ruleset import FRENCH_ADVANCED
from tournament.tiles.wind import Wind

TRANSFERS = st.lists(
    st.builds(Transfer, st.integers(0, 3), st.integers(0, 3), st.integers(0, 5000)).filter(
        lambda transfer: transfer.payer != transfer.receiver
    )
)


def test_the_matrix_of_the_document() -> None:
    transfers = FRENCH_ADVANCED.settle(Outcome(0, 1, values=(100, 250, 40, 10)), Stakes(0))
    matrix = payment_matrix(transfers)
    assert matrix.rows == ((0, 600, 0, 0), (200, 0, 0, 0), (200, 210, 0, 0), (200, 240, 30, 0))
    assert matrix.paid == (600, 200, 410, 470)
    assert matrix.received == (600, 1050, 30, 0)
    assert matrix.net == (0, 850, -380, -470)


def test_the_second_example_of_the_document() -> None:
    transfers = FRENCH_ADVANCED.settle(Outcome(1, 0, values=(30, 100, 50, 10)), Stakes(0))
    matrix = payment_matrix(transfers)
    assert matrix.rows == ((0, 200, 40, 0), (0, 0, 0, 0), (0, 100, 0, 0), (40, 100, 40, 0))
    assert matrix.net == (-200, 400, -20, -180)


def test_the_same_hand_read_from_east_on() -> None:
    """East sits in column C: the square is that of the document, whoever sits where."""
    state = TableState(winds=(Wind.WEST, Wind.NORTH, Wind.EAST, Wind.SOUTH))
    transfers = FRENCH_ADVANCED.settle(Outcome(2, 3, values=(40, 10, 100, 250)), state.stakes)
    matrix = payment_matrix(transfers, state.from_east)
    assert matrix.columns == (2, 3, 0, 1)
    assert matrix.rows == ((0, 600, 0, 0), (200, 0, 0, 0), (200, 210, 0, 0), (200, 240, 30, 0))


@given(TRANSFERS)
def test_the_sums_are_those_of_the_hand(transfers: list[Transfer]) -> None:
    matrix = payment_matrix(transfers)
    assert matrix.net == net_of(tuple(transfers))
    assert sum(matrix.paid) == sum(matrix.received) == sum(transfer.points for transfer in transfers)


def test_riichi_sticks_go_to_the_table_and_come_from_it() -> None:
    """Columns in the order C, D, A, B; player A puts down a stick, and D gets three."""
    transfers = [Transfer(0, None, 1000), Transfer(None, 3, 3000), Transfer(1, 3, 8000)]
    matrix = payment_matrix(transfers, (2, 3, 0, 1))
    assert matrix.table == (0, 3000, -1000, 0)
    assert matrix.rows == ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 8000, 0, 0))
    assert matrix.net == (0, 11000, -1000, -8000)
