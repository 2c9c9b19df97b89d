"""What a hand pays by each rule set in the second count, who is East in the next hand, and when a game is over.

A hand is the JSON content of its entry. Columns are 0 to 3.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

Hand = Mapping[str, Any]
Options = Mapping[str, Any]
"""The options that the event chose; options left at their default are missing."""
Moves = Iterator[tuple[int, int, int]]
"""Payments: from whom, to whom, how much."""


class Game(NamedTuple):
    """The state of a table before a hand."""

    hands: int
    """How many rows of the sheet are finished, with a hand or without."""
    deals: int
    """How often the deal has passed."""
    totals: Sequence[int]
    east: int = 0
    """The column of East in the last hand."""
    stayed: bool = False
    """Whether the same player is East again."""
    hand: Hand | None = None
    """The last hand; None if it was not played."""


class TableSticks(NamedTuple):
    """The riichi sticks and the counters on the table between two hands."""

    counters: int = 0
    sticks: int = 0


TableMoves = Iterator[tuple[int | None, int | None, int]]
"""Payments: from whom, to whom, how much; None is the table."""


class OnTable(NamedTuple):
    """The additional rules of a game with riichi sticks and counters."""

    pay: Callable[[Hand, int, TableSticks, Options], TableMoves]
    after: Callable[[Hand | None, bool, TableSticks], TableSticks]
    """The sticks and counters on the table after a hand. The second argument says whether the same player is East
    again."""
    left: Callable[[Sequence[int], TableSticks, Options], TableMoves]
    """Who gets the remaining sticks when the game ends with these scores."""
    final: Callable[[Sequence[int], Sequence[int], Options], tuple[Fraction, ...]]
    """The final scores of the players placed, which include the bonus of each place (uma); the second argument is the
    scores of all four."""
    afterwards: Callable[[Options], frozenset[str]]
    """The faults whose points are taken from the final scores instead of from the scores of the hands."""
    unwon: Callable[[Sequence[bool], Options], Sequence[int]]
    """What is added to the final scores, by who won a hand."""


class Tariff(NamedTuple):
    """What a hand pays, who deals next and when a game is over, by one rule set."""

    pay: Callable[[Hand, int, Options], Moves]
    """The payments of a hand; the second argument is East's column."""
    keeps: Callable[[Hand | None, int, Options], bool] | None = None
    """Whether East stays after a hand (None if it was not played). Without it the deal passes after every hand."""
    over: Callable[[Game, Options], bool] | None = None
    """Whether the game has ended. Without it a session has a fixed number of hands."""
    step: Callable[[Options], int] = lambda _options: 1
    """By how many columns the deal passes."""
    on_table: OnTable | None = None
    """The rules for sticks and counters of riichi. If they are given, ``OnTable.pay`` replaces ``pay``."""
    points: str = "4-2-1-0"
    """What the places are worth unless the event chose otherwise; ``match`` for the square root of the score."""


_EVERYBODY = (0, 1, 2, 3)


def tariff_of(rules: str) -> Tariff | None:
    """Return the tariff of the rule set with this id; None if there is none."""
    return _TARIFFS.get(rules)


def _others(column: int) -> list[int]:
    return [other for other in _EVERYBODY if other != column]


def _details(hand: Hand) -> Mapping[str, Any]:
    found: Mapping[str, Any] = hand.get("details") or {}
    return found


def _values(hand: Hand) -> Sequence[int]:
    found: Sequence[int] = _details(hand).get("values") or ()
    return found


def _answer(hand: Hand, name: str) -> Any:
    return dict(_details(hand).get("answers") or ()).get(name)


def _fixed(always: int) -> Tariff:
    """Every loser pays ``always``; the discarder also pays the points, or everybody on a self-draw."""

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
    for payer in _EVERYBODY:
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
    """East pays and receives twice; for hands worth the limit only if the event says so."""
    if not with_east:
        return 1
    at_limit = special is not None and value >= special
    return 1 if at_limit and not options.get("east_doubles_limit", True) else 2


def _stays_unless_another_wins(hand: Hand | None, east: int, _options: Options) -> bool:
    return hand is None or hand["winner"] in (None, east)


def _quebec_over(game: Game, options: Options) -> bool:
    return bool(game.deals >= 4 * options.get("rounds", 4))


def _quebec_step(options: Options) -> int:
    """By how many columns the deal passes: 1 if South follows East, 3 if North does."""
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


# Riichi: the text of the Riichi Competition Rules of EMA, with what an event may choose otherwise.

_LIMITS = {5: 20, 6: 30, 7: 30, 8: 40, 9: 40, 10: 40}
"""By number of han: a quarter of what a player who is not East gets from a discarder, in hundreds. From 11 han on it is
60, three quarters of a yakuman."""
_MANGAN, _YAKUMAN = 100 * 20, 100 * 80
"""The quarters of a mangan and of one yakuman."""


CHOMBOS = frozenset(
    {"chombo", "false-win", "noten-riichi", "false-kan", "many-tiles-exposed", "claim-with-dead-hand", "invalid-word"}
)
"""The faults whose points are taken after uma."""


def _riichi_said(hand: Hand) -> Mapping[str, Any]:
    details = hand.get("details") or {}
    return {**dict(details.get("answers") or ()), "liable": details.get("liable")}


def _riichi_winners(hand: Hand) -> list[tuple[int, int, int, int, int | None]]:
    """The winners, each with han, fu, yakuman and who is liable."""
    said = _riichi_said(hand)
    found = [(hand["winner"], hand["points"], said.get("fu") or 30, said.get("yakuman") or 0, said["liable"])]
    found += [
        (said[who], said.get(f"{who}_han") or 0, said.get(f"{who}_fu") or 30, said.get(f"{who}_yakuman") or 0,
         said.get(f"{who}_liable"))
        for who in ("second", "third")
        if said.get(who) is not None
    ]  # fmt: skip
    return [each for each in found if each[0] is not None]


def _riichi_quarter(han: int, fu: int, yakuman: int, rounds_up: bool, options: Options) -> int:
    if yakuman or (han > 12 and options.get("counted_yakuman", False)):
        return _YAKUMAN * (yakuman or 1)
    if han > 4:
        return 100 * _LIMITS.get(han, 60)
    worth = fu << (han + 2)
    if options.get("kiriage", rounds_up) and worth == 1920:
        return _MANGAN
    return min(worth, _MANGAN)


def _riichi_shares(winner: int, discarder: int | None, east: int, quarter: int) -> dict[int, int]:
    """What each player pays, in whole hundreds."""
    if discarder is not None:
        return {discarder: _riichi_up(6 * quarter if winner == east else 4 * quarter)}
    return {
        seat: _riichi_up(2 * quarter if east in (seat, winner) else quarter) for seat in _EVERYBODY if seat != winner
    }


def _riichi_up(points: int) -> int:
    return (points + 99) // 100 * 100


def _riichi_pay(rounds_up: bool, hand: Hand, east: int, on_table: TableSticks, options: Options) -> TableMoves:
    """The payments of a hand, among the players and between them and the table."""
    said, discarder = _riichi_said(hand), hand["discarder"]
    declared = said.get("riichi") or ()
    for seat in declared:
        yield seat, None, 1000
    winners = _riichi_winners(hand)
    if not winners:
        yield from _riichi_drawn(said, declared, east, options)
        return
    if discarder is not None:
        winners.sort(key=lambda each: (each[0] - discarder - 1) % 4)
    # Winners get back their own stick; the first of them in the order of turns also takes all the others.
    others = on_table.sticks + len(set(declared) - {each[0] for each in winners})
    for place, (winner, han, fu, yakuman, liable) in enumerate(winners):
        counters = (
            0 if place and options.get("counters_to") == "first" else on_table.counters * options.get("counter", 300)
        )
        quarter = _riichi_quarter(han, fu, yakuman, rounds_up, options)
        bearer = liable if options.get("pao_counters", False) else discarder
        yield from _riichi_paid(winner, discarder, east, quarter, counters, liable, bearer)
        if options.get("own_stick_back", True):
            yield None, winner, 1000 * ((winner in declared) + (0 if place else others))
        elif not place:
            yield None, winner, 1000 * (on_table.sticks + len(declared))


def _riichi_paid(
    winner: int,
    discarder: int | None,
    east: int,
    quarter: int,
    counters: int,
    liable: int | None,
    bearer: int | None,
) -> Iterator[tuple[int, int, int]]:
    """The payments to one winner. A liable player pays one yakuman of the hand: all after a self-draw, else half; then
    the ``bearer`` pays the counters."""
    if liable is not None:
        whole = sum(_riichi_shares(winner, discarder, east, _YAKUMAN).values())
        if discarder is None:
            yield liable, winner, whole + counters
        else:
            yield liable, winner, whole // 2
            yield discarder, winner, whole // 2
            yield discarder if bearer is None else bearer, winner, counters
        quarter, counters = quarter - _YAKUMAN, 0
    if quarter > 0:
        for payer, points in _riichi_shares(winner, discarder, east, quarter).items():
            yield payer, winner, points + (counters if discarder is not None else counters // 3)


def _riichi_drawn(said: Mapping[str, Any], declared: Sequence[int], east: int, options: Options) -> TableMoves:
    if said.get("abortive_draw"):
        return
    kept = said.get("nagashi_mangan") or ()
    for winner in kept:
        for payer, points in _riichi_shares(winner, None, east, _MANGAN).items():
            yield payer, winner, points
    waiting = {*declared, *(said.get("tenpai") or ())}
    others = set(_EVERYBODY) - waiting
    if kept or not waiting or not others:
        return
    pot = options.get("noten", 3000)
    for seat in waiting:
        yield None, seat, pot // len(waiting)
    for seat in others:
        yield seat, None, pot // len(others)


def _riichi_stays(hand: Hand | None, east: int, options: Options) -> bool:
    """East stays after winning, if tenpai in a drawn hand, and whenever a hand was broken off; or never."""
    if hand is None or not options.get("dealer_stays", True):
        return False
    winners, said = [each[0] for each in _riichi_winners(hand)], _riichi_said(hand)
    if winners:
        return east in winners
    return bool(said.get("abortive_draw")) or east in (*(said.get("tenpai") or ()), *(said.get("riichi") or ()))


def _riichi_after(hand: Hand | None, stayed: bool, on_table: TableSticks) -> TableSticks:
    """A win takes the sticks. Counters grow unless another player than East won."""
    if hand is None:
        return on_table._replace(counters=on_table.counters + 1)
    if _riichi_winners(hand):
        return type(on_table)(on_table.counters + 1 if stayed else 0, 0)
    return type(on_table)(on_table.counters + 1, on_table.sticks + len(_riichi_said(hand).get("riichi") or ()))


def _riichi_over(game: Game, options: Options) -> bool:
    """Whether the game is over.

    It has two wind rounds, or one, and one more while nobody reached the goal. It ends earlier by bankruptcy, or when
    East stops as the leader.
    """
    start = options.get("start", 30000)
    enough = start + max(game.totals) >= options.get("goal", 30000)
    west = options.get("west_round", False)
    if options.get("bankruptcy", False) and start + min(game.totals) < 0:
        return True
    deals = 4 if options.get("rounds", "south") == "east" else 8
    if game.deals >= (deals + 4 if west else deals) or (game.deals >= deals and enough):
        return True
    # East may stop (agari yame) only in the last hand of the usual last round, so only if they would deal again: in a
    # further round the game ends as soon as anybody has enough.
    last_hand = game.stayed and game.deals == deals - 1
    if not (last_hand and options.get("agari_yame", False) and enough and game.hand is not None):
        return False
    rest = [points for seat, points in enumerate(game.totals) if seat != game.east]
    return not _riichi_said(game.hand).get("abortive_draw") and game.totals[game.east] > max(rest)


def _riichi_left(scores: Sequence[int], on_table: TableSticks, options: Options) -> TableMoves:
    """What happens to the sticks that nobody won.

    They go to the first player, or in whole hundreds to all who share the first place, or to nobody.
    """
    way = options.get("leftover", "split")
    leaders = [seat for seat in _EVERYBODY if scores[seat] == max(scores)]
    if way == "lost" or not on_table.sticks:
        return
    leaders = leaders if way == "split" else leaders[:1]
    for seat in leaders:
        yield None, seat, 10 * on_table.sticks // len(leaders) * 100


def _riichi_final(scores: Sequence[int], all_four: Sequence[int], options: Options) -> tuple[Fraction, ...]:
    """The final scores: what is above the goal, with uma.

    The uma may depend on how many of ``all_four`` players ended with what they began with, or more.
    The first player also gets what the goal takes from all four (oka).
    """
    above = options.get("goal", 30000) - options.get("start", 30000)
    one, two = options.get("uma_first", 15000), options.get("uma_second", 5000)
    usual = f"{one},{two},{-two},{-one}"
    not_below = 4 - sum(score < 0 for score in all_four)
    chosen = options.get({1: "uma_one_above", 3: "uma_three_above"}.get(not_below, ""))
    bonus = [Fraction(worth) for worth in (chosen or options.get("uma_places") or usual).split(",")][: len(scores)]
    bonus[:1] = [bonus[0] + 4 * above]
    ranking = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    found = {seat: scores[seat] - above + bonus[place] for place, seat in enumerate(ranking)}
    if options.get("ties", "shared") == "shared":
        for score in set(scores):
            tied = [seat for seat in ranking if scores[seat] == score]
            mean = sum((found[seat] for seat in tied), Fraction(0)) / len(tied)
            found.update(dict.fromkeys(tied, mean))
    return tuple(found[seat] for seat in range(len(scores)))


def _riichi_afterwards(options: Options) -> frozenset[str]:
    return CHOMBOS if options.get("chombo_paid", "after") == "after" else frozenset()


def _riichi_unwon(won: Sequence[bool], options: Options) -> list[int]:
    """Yakitori: who won nothing loses points, once or to each of those who won something."""
    points = options.get("yakitori", 0)
    if options.get("yakitori_to") == "each":
        return [points * (won.count(False) if each else -won.count(True)) for each in won]
    return [0 if each else -points for each in won]


def _riichi_tariff(*, rounds_up: bool) -> Tariff:
    """The tariff of an edition of the riichi rules. ``rounds_up`` is its default for rounding up to mangan."""
    on_table = OnTable(partial(_riichi_pay, rounds_up), _riichi_after, _riichi_left, _riichi_final, _riichi_afterwards,
                       _riichi_unwon)  # fmt: skip
    return Tariff(_riichi_nothing, _riichi_stays, _riichi_over, on_table=on_table)


def _riichi_nothing(_hand: Hand, _east: int, _options: Options) -> Moves:
    """Pay nothing: the payments depend on the table, so ``OnTable.pay`` makes them."""
    return iter(())


_RIICHI_TARIFFS = {
    "riichi-ema-2025": _riichi_tariff(rounds_up=True),
    "riichi-ema-2016": _riichi_tariff(rounds_up=False),
}
"""By the id of the rule set."""


_TARIFFS = {
    "mcr": _fixed(8),
    "guobiao": _fixed(8),
    "french-classical-simple": Tariff(_french_simple, _french_east_stays, _french_over),
    "french-classical-advanced": Tariff(_french_advanced, _french_east_stays, _french_over),
    "zung-jung": Tariff(_zung_jung, None, lambda game, _options: game.hands >= 16, points="match"),
    "quebec-classical": Tariff(_quebec, _stays_unless_another_wins, _quebec_over, _quebec_step),
    "hong-kong": Tariff(_hong_kong, _stays_unless_another_wins, _hong_kong_over),
    "blank": _fixed(0),
    **_RIICHI_TARIFFS,
}
"""By the id of every rule set of the catalogue.

The sources are: FFMJ, "Païement" and "Points de table"; Poilbarbe, 4; World Series v1.03; Québec classical; memo of
Hong Kong old style.
"""
