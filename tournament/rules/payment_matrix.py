"""Who pays whom for one hand as a matrix: a row for each payer, a column for each receiver, and their sums."""

from collections.abc import Sequence
from typing import NamedTuple

from tournament.rules.payment import NO_NET, Net, Transfer, net_of

ColumnOrder = tuple[int, int, int, int]
"""The columns of the sheet in the order of the matrix."""
AS_ON_SHEET: ColumnOrder = (0, 1, 2, 3)


class PaymentMatrix(NamedTuple):
    """The settlement matrix. Rows, columns and sums are in the order of ``columns``."""

    columns: ColumnOrder
    """The column of the sheet for each row and each column of the matrix."""
    rows: tuple[Net, Net, Net, Net]
    """The points that the payer of each row pays to each receiver; 0 on the diagonal."""
    table: Net = NO_NET
    """The riichi sticks that each player gets from the table, less those that they put there."""

    @property
    def paid(self) -> Net:
        """The points that each player pays in all: the sums of the rows."""
        east, south, west, north = map(sum, self.rows)
        return east, south, west, north

    @property
    def received(self) -> Net:
        """The points that each player receives in all: the sums of the columns."""
        east, south, west, north = map(sum, zip(*self.rows, strict=True))
        return east, south, west, north

    @property
    def net(self) -> Net:
        """The points that each player won or lost, sticks included. They sum to zero if no stick moved."""
        parts = zip(self.received, self.paid, self.table, strict=True)
        east, south, west, north = (received - paid + sticks for received, paid, sticks in parts)
        return east, south, west, north


def payment_matrix(transfers: Sequence[Transfer], columns: ColumnOrder = AS_ON_SHEET) -> PaymentMatrix:
    """Return the matrix of ``transfers`` in the order of ``columns``, for example from East on."""
    paid = dict.fromkeys(((payer, receiver) for payer in columns for receiver in columns), 0)
    of_table: list[Transfer] = []
    for transfer in transfers:
        if transfer.payer is None or transfer.receiver is None:
            of_table.append(transfer)
        else:
            paid[transfer.payer, transfer.receiver] += transfer.points
    first, second, third, fourth = (
        (paid[payer, columns[0]], paid[payer, columns[1]], paid[payer, columns[2]], paid[payer, columns[3]])
        for payer in columns
    )
    sticks = net_of(tuple(of_table))
    east, south, west, north = (sticks[column] for column in columns)
    return PaymentMatrix(columns, (first, second, third, fourth), (east, south, west, north))
