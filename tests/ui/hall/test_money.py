"""No screen, page or paper for the public says anything about the money of a club."""

from tests.public_surfaces import public_surfaces
from tests.tournament.use_cases.events import BY
from tests.tournament.use_cases.test_money import league
from tournament.event.money import ClubMoney, Stake
from tournament.use_cases import RecordTotals, SeatGame, carry_out
from tournament.use_cases.commands import PublishResults


def test_the_public_never_sees_money() -> None:
    """Pages, papers for walls and screens are the same to the last letter, whether or not the club counts money."""
    seen = []
    for money in (ClubMoney(), ClubMoney(Stake(5), fee=200, currency="EUR")):
        book = league(money)
        carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
        carry_out(book, RecordTotals(1, 1, (8, 0, 0, -8)), by=BY, confirmed=True)
        carry_out(book, PublishResults(1), by=BY, confirmed=True)
        seen.append(public_surfaces(book.view))
    assert "First1 Sample1" in "".join(seen[0].values())
    assert seen[0] == seen[1]
