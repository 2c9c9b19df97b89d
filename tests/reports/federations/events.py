"""An event of which nothing is missing for a federation; everybody in it is invented."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Any

from tests.examples.events import LedgerWriter, play, seating
from tournament.catalogue import DEFAULT
from tournament.event.officials import Official
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import DrawPublished, EventCreated, PlayersAdded
from tournament.use_cases.view import View

SETTINGS = Settings(
    name="Harbour Open 2026",
    rules=DEFAULT.id,
    sessions=2,
    place="Town hall",
    starts=date(2026, 5, 9),
    ends=date(2026, 5, 10),
    organiser="Harbour Club",
    city="Utrecht",
    host_country="NL",
    officials=(Official("Head referee", "Ada Bamboo", "ada@example.org"), Official("Referee", "Bo Dragon")),
)
COUNTRIES = ("SE", "FR", "NL", "DK")


def whole_players(count: int = 8) -> tuple[Player, ...]:
    """Each with number, country and both names."""
    return tuple(
        Player(number, f"Anna{number}", f"Lindqvist{number}", COUNTRIES[number % 4], f"099900{number:02}", club="Club")
        for number in range(1, count + 1)
    )


def written(
    players: Sequence[Player], settings: Settings = SETTINGS, *, close: bool = True, hands: int = 16
) -> LedgerWriter:
    """The event, played to its end; after one hand at each table, losers share places and their table points."""
    ledger = LedgerWriter()
    ledger.write(EVENT_STREAM, EventCreated(settings))
    ledger.write(EVENT_STREAM, PlayersAdded(tuple(players)))
    ledger.write(EVENT_STREAM, DrawPublished(seating(len(players), settings.sessions)))
    play(ledger, range(1, settings.sessions + 1), close=close, hands=hands)
    return ledger


@lru_cache
def whole_event(settings: Settings = SETTINGS) -> View:
    """Eight players, two sessions, every sheet verified."""
    return written(whole_players(), settings).view


def with_player(number: int, **changed: Any) -> View:
    """The same with something else written of one player."""
    players = [replace(each, **changed) if each.number == number else each for each in whole_players()]
    return written(players).view
