"""The record of fouls by rules where results say who is East."""

from reports.sheets.fouls import recorded_penalties
from tests.tournament.use_cases.events import BY, drawn
from tournament.language import ENGLISH
from tournament.ledger.description import penalty_text
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.tiles.wind import Wind
from tournament.use_cases import CancelPenalty, DeleteHand, GivePenalty, RecordHand, carry_out


def test_a_cancelled_fine_is_listed_though_its_row_is_gone():
    book = drawn(rules="hong-kong")
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, None, 3)), by=BY)
    given = carry_out(book, GivePenalty(1, 1, Charge(1, "undue-claim", 2)), by=BY).entries[-1]
    carry_out(book, CancelPenalty(given.id, "It was in time"), by=BY)
    carry_out(book, DeleteHand(1, 1, 1, "Typed at the wrong table"), by=BY)
    sheet = book.view.sheet(1, 1)
    assert len(sheet.hands) == 1
    assert [row.seat for row in recorded_penalties(book.view, sheet)] == [Wind.SOUTH]


def test_east_pays_and_receives_a_fine_of_french_classical_twice():
    book = drawn(rules="french-classical-simple")
    carry_out(book, GivePenalty(1, 1, Charge(1, "tile-said", 1)), by=BY)
    [row] = recorded_penalties(book.view, book.view.sheet(1, 1))
    assert row.penalty.net == (20, -40, 10, 10)
    assert row.points == -40
    assert ENGLISH.render(penalty_text(row.penalty.given)) == "B −40: 10 to each of A, C, D, double for East"
