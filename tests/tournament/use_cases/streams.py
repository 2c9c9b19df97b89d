"""An event whose table 1 is streamed: one session is public, the second is being played; everybody is invented."""

from tests.tournament.use_cases.events import BY, SEATING, noon
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, RecordHand, RecordTotals, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw, PublishResults

PEOPLE = (
    ("Chloé", "Échantillon", "FR"), ("<b>Bold</b>", "& Ampère", "CH"), ("Ada", "Sample", "GB"), ("Ben", "Muster", "DE"),
    ("Wolfeschlegelsteinhausenbergerdorff", "Maximilienne-Bérengère", "AT"), ("Iñaki", "Adibide", "ES"),
    ("麻将", "示例小姐", "CN"), ("Jiří", "Řez-Ukázka", "CZ"),
)  # fmt: skip
"""At table 1 of session 2 sit 5, 2, 7 and 4."""
HANDS = {
    "mcr": (Outcome(0, None, 40), "[111m,2][FFFF]222s333p5m5m|EE1000|abh"),
    "french-classical-advanced": (
        Outcome(3, 0, 0, (0, 8, 0, 56), answers=(("dominant", "S"),)),
        "258m369p147sWCFP|-S0000|b|ready=ready [SSS,1]444sEE123m45p6p|-N0000",
    ),
    "hong-kong": (Outcome(0, None, 10), "[111m,2][FFFF]CCC999m5m5m|EE1000|"),
}
"""By rules: how a first hand ends, and its tiles."""


def streamed(rules: str = "mcr") -> Book:
    """Before the first hand of session 2."""
    book = Book(FakeStore(), clock=noon)
    carry_out(book, CreateEvent(Settings("Open de l’Exemple", rules=rules, sessions=2, streamed=(1,))), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, *person) for person in PEOPLE)), by=BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    unit = book.view.rules.table.sheet_unit
    for table, first, second in ((1, 41 * unit, 11 * unit), (2, 52 * unit, 12 * unit)):
        carry_out(book, RecordTotals(1, table, (first, second, -second, -first)), by=BY)
    carry_out(book, PublishResults(1), by=BY)
    return book


def win_with_tiles(book: Book, table: int = 1) -> None:
    """Record the first hand of session 2, with its tiles."""
    outcome, tiles = HANDS[book.view.rules.id]
    carry_out(book, RecordHand(2, table, 1, outcome, tiles), by=BY, confirmed=True)
