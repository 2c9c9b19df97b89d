"""A season of thirty evenings and sixty players, each of whom plays two games an evening."""

import random
from pathlib import Path

from tests.benchmarks.large_event import BY
from tournament.event.format import EventFormat, SeasonRules
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.rules.payment import Outcome
from tournament.storage import create
from tournament.use_cases import (
    Book,
    CloseSheet,
    OpenEvening,
    RecordHand,
    carry_out,
    carry_out_all,
    games_by_lot,
)
from tournament.use_cases.commands import AddPlayers, CreateEvent

PLAYERS, EVENINGS, GAMES = 60, 30, 2


def write_season(path: Path) -> None:
    """Play the season to its end in a new file."""
    book, chance = Book(create(path)), random.Random(5)
    season = SeasonRules(best=12, least=5)
    carry_out(book, CreateEvent(Settings("Season", format=EventFormat.LEAGUE, season=season)), by=BY)
    carry_out(book, AddPlayers(tuple(Player(0, f"First{n}", f"Sample{n}") for n in range(1, PLAYERS + 1))), by=BY)
    for evening in range(1, EVENINGS + 1):
        carry_out(book, OpenEvening(), by=BY)
        for _ in range(GAMES):
            carry_out_all(book, games_by_lot(book.view, seed=chance.randrange(1000)), by=BY)
            for sheet in book.view.sheets(evening):
                if sheet.closed is None:
                    hands = [RecordHand(evening, sheet.table, hand, _outcome(chance)) for hand in range(1, 17)]
                    carry_out_all(book, [*hands, CloseSheet(evening, sheet.table)], by=BY)
    book.close()


def _outcome(chance: random.Random) -> Outcome:
    winner, discarder = chance.sample(range(4), 2)
    return Outcome(winner, discarder, chance.randrange(8, 60))
