"""Riichi in the second count: what a hand pays, what lies on the table, the end, and uma.

From the text of the Riichi Competition Rules of EMA, with what an event may choose otherwise.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from tournament.ledger.audit.tariff import Game, Hand, Lies, Moves, OnTable, Options, TableMoves, Tariff

SEATS = (0, 1, 2, 3)
LIMITS = {5: 2000, 6: 3000, 7: 3000, 8: 4000, 9: 4000, 10: 4000}
"""A quarter of what a player who is not East gets from a discarder; three quarters of a yakuman from 11 on."""


CHOMBOS = frozenset(
    {"chombo", "false-win", "noten-riichi", "false-kan", "many-tiles-exposed", "claim-with-dead-hand", "invalid-word"}
)
"""Faults that take points after uma."""


def _said(hand: Hand) -> Mapping[str, Any]:
    details = hand.get("details") or {}
    return {**dict(details.get("answers") or ()), "liable": details.get("liable")}


def _winners(hand: Hand) -> list[tuple[int, int, int, int, int | None]]:
    """Each with han, fu, yakuman and who is liable."""
    said = _said(hand)
    found = [(hand["winner"], hand["points"], said.get("fu") or 30, said.get("yakuman") or 0, said["liable"])]
    found += [
        (said[who], said.get(f"{who}_han") or 0, said.get(f"{who}_fu") or 30, said.get(f"{who}_yakuman") or 0,
         said.get(f"{who}_liable"))
        for who in ("second", "third")
        if said.get(who) is not None
    ]  # fmt: skip
    return [each for each in found if each[0] is not None]


def _quarter(han: int, fu: int, yakuman: int, rounds_up: bool, options: Options) -> int:
    if yakuman or (han > 12 and options.get("counted_yakuman", False)):
        return 8000 * max(yakuman, 1)
    if han > 4:
        return LIMITS.get(han, 6000)
    worth = fu << (han + 2)
    if options.get("kiriage", rounds_up) and worth == 1920:
        worth = 2000
    return min(worth, 2000)


def _shares(winner: int, discarder: int | None, east: int, quarter: int) -> dict[int, int]:
    """What each pays, in whole hundreds."""
    if discarder is not None:
        return {discarder: _up(6 * quarter if winner == east else 4 * quarter)}
    return {seat: _up(2 * quarter if east in (seat, winner) else quarter) for seat in SEATS if seat != winner}


def _up(points: int) -> int:
    return (points + 99) // 100 * 100


def _pay(rounds_up: bool, hand: Hand, east: int, lies: Lies, options: Options) -> TableMoves:
    """What a hand moves among the players and the table."""
    said, discarder = _said(hand), hand["discarder"]
    declared = said.get("riichi") or ()
    for seat in declared:
        yield seat, None, 1000
    winners = _winners(hand)
    if not winners:
        yield from _drawn(said, declared, east, options)
        return
    if discarder is not None:
        winners.sort(key=lambda each: (each[0] - discarder - 1) % 4)
    loose = lies.sticks + len(set(declared) - {each[0] for each in winners})
    for place, (winner, han, fu, yakuman, liable) in enumerate(winners):
        counters = 0 if place and options.get("counters_to") == "first" else lies.counters * options.get("counter", 300)
        quarter = _quarter(han, fu, yakuman, rounds_up, options)
        yield from _paid(winner, discarder, east, quarter, counters, liable)
        yield None, winner, 1000 * ((winner in declared) + (0 if place else loose))


def _paid(
    winner: int, discarder: int | None, east: int, quarter: int, counters: int, liable: int | None
) -> Iterator[tuple[int, int, int]]:
    """One winner's points; a liable player stands in for a single yakuman, alone or half with the discarder."""
    if liable is not None:
        whole = sum(_shares(winner, discarder, east, 8000).values())
        if discarder is None:
            yield liable, winner, whole + counters
        else:
            yield liable, winner, whole // 2
            yield discarder, winner, whole // 2 + counters
        quarter, counters = quarter - 8000, 0
    if quarter > 0:
        for payer, points in _shares(winner, discarder, east, quarter).items():
            yield payer, winner, points + (counters if discarder is not None else counters // 3)


def _drawn(said: Mapping[str, Any], declared: Sequence[int], east: int, options: Options) -> TableMoves:
    if said.get("abortive_draw"):
        return
    kept = said.get("nagashi_mangan") or ()
    for winner in kept:
        for payer, points in _shares(winner, None, east, 2000).items():
            yield payer, winner, points
    waiting = {*declared, *(said.get("tenpai") or ())}
    others = set(SEATS) - waiting
    if kept or not waiting or not others:
        return
    pot = options.get("noten", 3000)
    for seat in waiting:
        yield None, seat, pot // len(waiting)
    for seat in others:
        yield seat, None, pot // len(others)


def _stays(hand: Hand | None, east: int, _options: Options) -> bool:
    """East stays who won, who is tenpai in a drawn hand, and whenever a hand was broken off."""
    if hand is None:
        return False
    winners, said = [each[0] for each in _winners(hand)], _said(hand)
    if winners:
        return east in winners
    return bool(said.get("abortive_draw")) or east in (*(said.get("tenpai") or ()), *(said.get("riichi") or ()))


def _after(hand: Hand | None, stayed: bool, lies: Lies) -> Lies:
    """A win takes the sticks away; counters grow unless somebody else than East won."""
    if hand is None:
        return lies._replace(counters=lies.counters + 1)
    if _winners(hand):
        return type(lies)(lies.counters + 1 if stayed else 0, 0)
    return type(lies)(lies.counters + 1, lies.sticks + len(_said(hand).get("riichi") or ()))


def _over(game: Game, options: Options) -> bool:
    """Two rounds, or three while nobody has the goal; earlier by bankruptcy, or when a leading East stops."""
    start = options.get("start", 30000)
    enough = start + max(game.totals) >= options.get("goal", 30000)
    west = options.get("west_round", False)
    if options.get("bankruptcy", False) and start + min(game.totals) < 0:
        return True
    if game.deals >= (12 if west else 8) or (game.deals >= 8 and enough):
        return True
    last_hand = game.stayed and game.deals in ((7, 11) if west else (7,)) and game.hand is not None
    if not (last_hand and options.get("agari_yame", False) and enough and game.hand is not None):
        return False
    rest = [points for seat, points in enumerate(game.totals) if seat != game.east]
    return not _said(game.hand).get("abortive_draw") and game.totals[game.east] > max(rest)


def _left(scores: Sequence[int], lies: Lies, options: Options) -> TableMoves:
    """The sticks that nobody won go to the first, or to all that are first in whole hundreds, or to nobody."""
    way = options.get("leftover", "split")
    leaders = [seat for seat in SEATS if scores[seat] == max(scores)]
    if way == "lost" or not lies.sticks:
        return
    leaders = leaders if way == "split" else leaders[:1]
    for seat in leaders:
        yield None, seat, 10 * lies.sticks // len(leaders) * 100


def _final(scores: Sequence[int], options: Options) -> tuple[Fraction, ...]:
    """What is above the goal, with uma; the first also gets what all four put in above the start."""
    above = options.get("goal", 30000) - options.get("start", 30000)
    one, two = options.get("uma_first", 15000), options.get("uma_second", 5000)
    bonus = [Fraction(one + 4 * above), Fraction(two), Fraction(-two), Fraction(-one)][: len(scores)]
    ranking = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    found = {seat: scores[seat] - above + bonus[place] for place, seat in enumerate(ranking)}
    if options.get("ties", "shared") == "shared":
        for score in set(scores):
            tied = [seat for seat in ranking if scores[seat] == score]
            mean = sum((found[seat] for seat in tied), Fraction(0)) / len(tied)
            found.update(dict.fromkeys(tied, mean))
    return tuple(found[seat] for seat in range(len(scores)))


def _tariff(*, rounds_up: bool) -> Tariff:
    """The tariff of an edition, by what it has where the event chose nothing."""
    on_table = OnTable(partial(_pay, rounds_up), _after, _left, _final, CHOMBOS)
    return Tariff(_nothing, _stays, _over, on_table=on_table)


def _nothing(_hand: Hand, _east: int, _options: Options) -> Moves:
    """What a hand moves depends on the table: ``OnTable.pay``."""
    return iter(())


TARIFFS = {
    "riichi-ema-2025": _tariff(rounds_up=True),
    "riichi-ema-2016": _tariff(rounds_up=False),
}
"""By the id of the rule set."""
