"""An event with all that papers must have room for: long names, tiles, repairs, a signature with a difference."""

from dataclasses import replace
from functools import cache
from random import Random

from tests.examples.events import begun, some_hand, write_table
from tournament.event.player import Player
from tournament.event.prizes import CategoryKind, Prize, PrizeCategory, Prizes, PrizeTies
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import (
    HandCorrected,
    HandRecorded,
    PenaltyGiven,
    PlayerChanged,
    SettingsChanged,
    SheetClosed,
)
from tournament.use_cases.view import View

PICTURE = "[234p,1]234m23456s88p7s|ES0000|1"
KONGS = "[1111s,2][CCCC,7][4444p][EEE,3]9m9m|ES1001|8"
_LONG_PRIZE = "Wanderpokal der Gesellschaft " * 4 + "ende"
_LONG_NAMES = (
    ("Maximiliane-Theodora Alexandrowna", "von Ueberlingen-Oestergaard zu Hohenfels"),
    ("Wolfeschlegelsteinhausenbergerdorff", "Sample"),
    ("عبد الرحمن", "نموذج"),
    ("示例示例示例示例", "麻将麻将麻将麻将"),
)


@cache
def full_event() -> View:
    """Eight players, four of them with long names, tiles under many hands, and everything that a sheet can have."""
    ledger = begun(8, 2, name="Open international de la Demonstration et de ses Environs " * 2)
    for number, (first, last) in enumerate(_LONG_NAMES, start=1):
        player = Player(number, first, last, "FR", team="Les Joueuses et Joueurs de la Vallee " * 2)
        ledger.write(EVENT_STREAM, PlayerChanged(player))
    categories = (PrizeCategory(CategoryKind.PLAYERS), PrizeCategory(CategoryKind.TEAMS))
    prizes = Prizes((), PrizeTies.SHARED, "EUR")
    for category in categories:
        prizes = prizes.with_prize(Prize(category, what=_LONG_PRIZE, amount=15_050))
    ledger.write(
        EVENT_STREAM,
        SettingsChanged(replace(ledger.view.settings, prizes=prizes, web_address="https://example.org/cup")),
    )
    write_table(ledger, 1, 1, [
        PenaltyGiven(2, 2, "false-hu-invalid", 20, (0, 1, 3), no_hu=True),
        PenaltyGiven(1, 3, "wall-touched", 0),
        PenaltyGiven(0, None, "late", 10, minutes=7),
        PenaltyGiven(3, None, "", 5, reason="spoke of the hand in play"),
        HandRecorded(1, 1, 3, 13, PICTURE),
        HandRecorded(2, 0, None, 20),
        HandRecorded(3, 3, 0, 15, PICTURE.replace("ES", "EW"), "the referee saw two flowers"),
        HandCorrected(3, 3, 0, 14, "misread", PICTURE.replace("ES", "EW")),
        HandRecorded(4, 1, None, 500, KONGS),
        HandRecorded(5, None),
    ])  # fmt: skip
    signed = SheetClosed((1, None, None, 2000), accept_difference="the paper was added up wrongly " * 5)
    write_table(ledger, 1, 1, [signed])
    write_table(ledger, 1, 2, [some_hand(Random(7), hand) for hand in range(1, 15)])
    write_table(ledger, 1, 2, [SheetClosed()])
    return ledger.view
