"""What each rule set pays, who is East in the next hand and when a game is over, in the words of the second count.

A hand is the content of its entry; columns are 0 to 3, and the answer is what each of them gains.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.ledger.audit.tariff import Game, Hand, Moves, Options, Tariff

EVERYBODY = (0, 1, 2, 3)


def tariff_of(rules: str) -> Tariff | None:
    """The tariff of the rule set of this id."""
    if rules.startswith("riichi-"):
        from tournament.ledger.audit.riichi import TARIFFS  # few events need it

        return TARIFFS.get(rules)
    return _TARIFFS.get(rules)


def _others(column: int) -> list[int]:
    return [other for other in EVERYBODY if other != column]


def _details(hand: Hand) -> Mapping[str, Any]:
    found: Mapping[str, Any] = hand.get("details") or {}
    return found


def _values(hand: Hand) -> Sequence[int]:
    found: Sequence[int] = _details(hand).get("values") or ()
    return found


def _answer(hand: Hand, name: str) -> Any:
    return dict(_details(hand).get("answers") or ()).get(name)


def fixed(always: int) -> Tariff:
    """Every loser pays ``always``; the points on top are the discarder's, or everybody's on a self-draw."""

    def pay(hand: Hand, _east: int, _options: Options) -> Moves:
        winner, discarder = hand["winner"], hand["discarder"]
        for loser in _others(winner) if winner is not None else ():
            yield loser, winner, always + (hand["points"] if discarder in (None, loser) else 0)

    return Tariff(pay)


# French classical (Poilbarbe, 4.2, 4.3, 2.8, 5.8)


def _french_simple(hand: Hand, east: int, options: Options) -> Moves:
    if hand["winner"] is None and not options.get("pay_draws", False):
        return
    limit = options.get("limit", 1000)
    for receiver, value in enumerate(_values(hand)):
        worth = value
        if receiver == east:
            worth = 2 * value
            if limit is not None and not options.get("limit_before_east", True) and value <= limit < worth:
                worth = limit
        for payer in _others(receiver):
            yield payer, receiver, worth


def _french_advanced(hand: Hand, east: int, options: Options) -> Moves:
    winner, values = hand["winner"], _values(hand)
    if not values or (winner is None and not options.get("pay_draws", False)):
        return
    for payer in EVERYBODY:
        for receiver in _others(payer):
            due = 0
            if receiver == winner:
                due = values[winner]
            elif values[receiver] > values[payer]:
                due = values[receiver] - values[payer]
                if payer == winner:
                    due = 2 * due if options.get("winner_pays_dearer", True) else 0
            yield payer, receiver, 2 * due if east in (payer, receiver) else due


def _french_east_stays(hand: Hand | None, east: int, options: Options) -> bool:
    if hand is None or hand["winner"] is None:
        return bool(options.get("east_stays_after_draw", False))
    return bool(hand["winner"] == east)


def _french_over(game: Game, options: Options) -> bool:
    hands = 16 if options.get("round_wind", False) else options.get("hands", 0)
    return bool(hands and game.hands >= hands)


# Zung Jung (World Series of Mahjong)


def _zung_jung(hand: Hand, _east: int, options: Options) -> Moves:
    winner, value, threshold = hand["winner"], hand["points"], options.get("threshold", 25)
    if winner is None:
        return
    named = _details(hand).get("liable")
    answers_for_it = hand["discarder"] if named is None else named
    alike = value <= threshold or answers_for_it in (None, winner) or options.get("every_opponent_pays", False)
    for loser in _others(winner):
        if alike:
            yield loser, winner, value
        else:
            yield loser, winner, threshold if loser != answers_for_it else 3 * value - 2 * threshold


# Québec classical


def _quebec(hand: Hand, east: int, options: Options) -> Moves:
    winner, values = hand["winner"], _values(hand)
    if winner is None or not values:
        return
    limit = options.get("limit", 500)
    special = options.get("special_value") if limit is None else limit
    favoured = _answer(hand, "limit_losers") or ()
    for loser in _others(winner):
        yield loser, winner, values[winner] * _quebec_times(values[winner], special, east in (loser, winner), options)
        for other in _others(winner):
            if special is not None and (loser in favoured or other in favoured):
                if loser in favoured and other not in favoured:
                    yield other, loser, special * _quebec_times(special, special, east in (loser, other), options)
            elif values[loser] > values[other]:
                yield other, loser, (values[loser] - values[other]) * (2 if east in (loser, other) else 1)


def _quebec_times(value: int, special: int | None, with_east: bool, options: Options) -> int:
    """East pays and receives twice, what is worth the limit only where the event says so."""
    if not with_east:
        return 1
    at_limit = special is not None and value >= special
    return 1 if at_limit and not options.get("east_doubles_limit", True) else 2


def _stays_unless_another_wins(hand: Hand | None, east: int, _options: Options) -> bool:
    return hand is None or hand["winner"] in (None, east)


def _quebec_over(game: Game, options: Options) -> bool:
    return bool(game.deals >= 4 * options.get("rounds", 4))


def _quebec_step(options: Options) -> int:
    """South comes after East, or North."""
    return 3 if options.get("next_east") == "north" else 1


# Hong Kong old style


_LAAK = {0: 1, 1: 2, 2: 4, 3: 8, **dict.fromkeys((4, 5, 6), 16), **dict.fromkeys((7, 8, 9), 32), 10: 64}


def _hong_kong(hand: Hand, _east: int, _options: Options) -> Moves:
    winner, discarder = hand["winner"], hand["discarder"]
    if winner is None:
        return
    laak, liable = _LAAK[hand["points"]], _details(hand).get("liable")
    for loser in _others(winner):
        pays_for = loser if liable is None else liable
        yield pays_for, winner, laak if discarder is not None and loser != discarder else 2 * laak


def _hong_kong_over(game: Game, options: Options) -> bool:
    stack = options.get("starting_points", 300)
    broke = stack is not None and options.get("bankruptcy", True) and min(game.totals) <= -stack
    return bool(broke or game.deals >= 16)


_TARIFFS = {
    "mcr": fixed(8),
    "guobiao": fixed(8),
    "french-classical-simple": Tariff(_french_simple, _french_east_stays, _french_over),
    "french-classical-advanced": Tariff(_french_advanced, _french_east_stays, _french_over),
    "zung-jung": Tariff(_zung_jung, None, lambda game, _options: game.hands >= 16, points="match"),
    "quebec-classical": Tariff(_quebec, _stays_unless_another_wins, _quebec_over, _quebec_step),
    "hong-kong": Tariff(_hong_kong, _stays_unless_another_wins, _hong_kong_over),
    "blank": fixed(0),
}
"""By the id of every rule set of the catalogue but riichi. FFMJ, "Païement" and "Points de table"; Poilbarbe, 4; World
Series v1.03; Québec classical; memo of Hong Kong old style."""
