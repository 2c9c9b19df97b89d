"""Riichi paid a second time: by the scoring tables that players look up, and by the text of EMA's rules."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

Line = Mapping[str, Any]
PLAYERS = "ABCD"
DISCARD: Mapping[int, Sequence[int]] = {
    25: (0, 1600, 3200, 6400),
    30: (1000, 2000, 3900, 7700),
    40: (1300, 2600, 5200),
    50: (1600, 3200, 6400),
    60: (2000, 3900, 7700),
    70: (2300, 4500),
    80: (2600, 5200),
    90: (2900, 5800),
    100: (3200, 6400),
    110: (3600, 7100),
}
"""By fu, for 1 han and more: what the discarder pays to who is not East; a mangan where nothing stands."""
DISCARD_EAST: Mapping[int, Sequence[int]] = {
    25: (0, 2400, 4800, 9600),
    30: (1500, 2900, 5800, 11600),
    40: (2000, 3900, 7700),
    50: (2400, 4800, 9600),
    60: (2900, 5800, 11600),
    70: (3400, 6800),
    80: (3900, 7700),
    90: (4400, 8700),
    100: (4800, 9600),
    110: (5300, 10600),
}
DRAWN: Mapping[int, Sequence[tuple[int, int]]] = {
    20: ((0, 0), (400, 700), (700, 1300), (1300, 2600)),
    25: ((0, 0), (0, 0), (800, 1600), (1600, 3200)),
    30: ((300, 500), (500, 1000), (1000, 2000), (2000, 3900)),
    40: ((400, 700), (700, 1300), (1300, 2600)),
    50: ((400, 800), (800, 1600), (1600, 3200)),
    60: ((500, 1000), (1000, 2000), (2000, 3900)),
    70: ((600, 1200), (1200, 2300)),
    80: ((700, 1300), (1300, 2600)),
    90: ((800, 1500), (1500, 2900)),
    100: ((800, 1600), (1600, 3200)),
    110: ((900, 1800), (1800, 3600)),
}
"""What one who is not East pays, and what East pays, or everybody to East."""
MANGANS: Mapping[int, Fraction | int] = {5: 1, 6: Fraction(3, 2), 7: Fraction(3, 2), 8: 2, 9: 2, 10: 2}
"""How many mangans so many han are worth; from 11 on three."""
DEFAULTS: Mapping[str, Any] = {
    "start": 30000, "goal": 30000, "uma_first": 15000, "uma_second": 5000, "ties": "shared", "counters_to": "each",
    "counter": 300, "noten": 3000, "counted_yakuman": False, "west_round": False, "bankruptcy": False,
    "agari_yame": False, "leftover": "split", "rounds": "south", "dealer_stays": True, "own_stick_back": True,
    "pao_counters": False, "uma_places": None, "uma_one_above": None, "uma_three_above": None, "chombo_paid": "after",
    "yakitori": 0, "yakitori_to": "nobody",
}  # fmt: skip
EDITIONS = {
    "riichi-ema-2025": {**DEFAULTS, "kiriage": True},
    "riichi-ema-2016": {**DEFAULTS, "kiriage": False},
}


class Table(NamedTuple):
    """What a hand finds."""

    dealer: str = "A"
    counters: int = 0
    sticks: int = 0


def rules_of(line: Line) -> dict[str, Any]:
    """The options under which a line is played."""
    edition = EDITIONS[line.get("rules", "riichi-ema-2025")]
    return {**edition, **{name: line[name] for name in edition.keys() & line.keys()}}


def settle(line: Line) -> dict[str, Any]:
    """The members of ``settle`` for a line that is known to be in order."""
    table = Table(line.get("dealer", "A"), line.get("counters", 0), line.get("sticks", 0))
    net, after = play(line, table, rules_of(line))
    return {"net": net, **after._asdict()}


def play(line: Line, table: Table, rules: Mapping[str, Any]) -> tuple[dict[str, int], Table]:
    """What a hand moves, and the table for the next one."""
    net = dict.fromkeys(PLAYERS, 0)
    bets = list(line.get("riichi") or ())
    for player in bets:
        net[player] -= 1000
    next_dealer = PLAYERS[(PLAYERS.index(table.dealer) + 1) % 4]
    if not line["winners"]:
        stays = _drawn(line, net, bets, table.dealer, rules)
        stays = stays and rules["dealer_stays"]
        return net, Table(table.dealer if stays else next_dealer, table.counters + 1, table.sticks + len(bets))
    from_whom = line.get("discarder")
    seats = PLAYERS * 2
    turn = seats[seats.index(from_whom or "A") :][:4] if from_whom else PLAYERS
    winners = sorted(line["winners"], key=lambda each: turn.index(each["player"]))
    for place, win in enumerate(winners):
        extra = table.counters * rules["counter"] if place == 0 or rules["counters_to"] == "each" else 0
        _win(win, from_whom, table.dealer, extra, net, rules)
    pile = (bets if rules["own_stick_back"] else ["table"] * len(bets)) + ["table"] * table.sticks
    for win in winners:
        net[win["player"]] += 1000 * pile.count(win["player"])
    names = {win["player"] for win in winners}
    net[winners[0]["player"]] += 1000 * sum(stick not in names for stick in pile)
    if table.dealer in names and rules["dealer_stays"]:
        return net, Table(table.dealer, table.counters + 1, 0)
    return net, Table(next_dealer, 0, 0)


def _win(
    win: Line, from_whom: str | None, dealer: str, extra: int, net: dict[str, int], rules: Mapping[str, Any]
) -> None:
    winner, liable = win["player"], win.get("liable")
    times = win.get("yakuman", 0)
    pays = _parts(win, winner, from_whom, dealer, rules)
    if liable:
        one = _parts({"yakuman": 1}, winner, from_whom, dealer, rules)
        pays = _parts({"yakuman": times - 1}, winner, from_whom, dealer, rules) if times > 1 else dict.fromkeys(pays, 0)
        whole = sum(one.values())
        for player, part in ((liable, whole // 2), (from_whom or liable, whole // 2)):
            pays[player] = pays.get(player, 0) + part
        pays[liable if rules["pao_counters"] else from_whom or liable] += extra
    else:
        for player in pays:
            pays[player] += extra // len(pays)
    for player, points in pays.items():
        net[player] -= points
        net[winner] += points


def _parts(win: Line, winner: str, from_whom: str | None, dealer: str, rules: Mapping[str, Any]) -> dict[str, int]:
    """What each who pays for it pays, by the tables."""
    east, place = winner == dealer, win.get("han", 13) - 1
    mangans = _mangans(win, rules)
    if from_whom is not None:
        row = (DISCARD_EAST if east else DISCARD)[win["fu"]] if not mangans and win["fu"] <= 110 else ()
        points = row[place] if place < len(row) else 0
        if not points or (rules["kiriage"] and points in (7700, 11600) and (place, win["fu"]) in ((3, 30), (2, 60))):
            points = int((12000 if east else 8000) * (mangans or 1))
        return {from_whom: points}
    pairs = DRAWN[win["fu"]] if not mangans and win["fu"] <= 110 else ()
    other, from_east = pairs[place] if place < len(pairs) else (0, 0)
    if not other or (rules["kiriage"] and (other, from_east) == (2000, 3900)):
        other, from_east = int(2000 * (mangans or 1)), int(4000 * (mangans or 1))
    return {each: from_east if east or each == dealer else other for each in PLAYERS if each != winner}


def _mangans(win: Line, rules: Mapping[str, Any]) -> Fraction | int:
    """How many mangans a hand above the tables is; 0 where they are looked up."""
    if win.get("yakuman"):
        return 4 * int(win["yakuman"])
    han = win["han"]
    if han >= 13 and rules["counted_yakuman"]:
        return 4
    return MANGANS.get(han, 3) if han >= 5 else 0


def _drawn(line: Line, net: dict[str, int], bets: Sequence[str], dealer: str, rules: Mapping[str, Any]) -> bool:
    """Pay a drawn hand; whether East stays."""
    if line.get("abortive_draw"):
        return True
    ready = set(bets) | set(line.get("tenpai") or ())
    kept = line.get("nagashi_mangan") or ()
    for winner in kept:
        for player, points in _parts({"han": 5}, winner, None, dealer, rules).items():
            net[player] -= points
            net[winner] += points
    if not kept and len(ready) in (1, 2, 3):
        for player in PLAYERS:
            net[player] += rules["noten"] // len(ready) if player in ready else -rules["noten"] // (4 - len(ready))
    return dealer in ready


class Game(NamedTuple):
    """A game that was played to its end, or broken off."""

    totals: dict[str, int]
    """With the sticks that were left."""
    unfinished: dict[str, int]
    """Without them."""
    final: dict[str, Fraction]
    over: bool


def game(
    lines: Sequence[Line],
    rules: Mapping[str, Any],
    chombo: Sequence[str] = (),
    paid: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> Game:
    """Play a game; ``chombo`` names who committed one, as often as they did. Those ``paid`` at the table stand by the
    number of their hand."""
    totals, table, deals, over = dict.fromkeys(PLAYERS, 0), Table(), 0, False
    for number, line in enumerate(lines, 1):
        net, after = play(line, table, rules)
        totals = {player: totals[player] + net[player] for player in PLAYERS}
        for offender in paid.get(number, ()):
            for player, points in _parts({"han": 5}, offender, None, table.dealer, rules).items():
                totals[player] += points
                totals[offender] -= points
        usual = 4 if rules["rounds"] == "east" else 8
        last = deals in ((usual - 1, usual + 3) if rules["west_round"] else (usual - 1,))
        stayed = after.dealer == table.dealer
        deals += not stayed
        over = _ends(totals, deals, rules)
        if stayed and last and rules["agari_yame"] and not line.get("abortive_draw"):
            behind = [points for player, points in totals.items() if player != table.dealer]
            reached = rules["start"] + totals[table.dealer] >= rules["goal"]
            over = over or (reached and totals[table.dealer] > max(behind))
        table = after
    unfinished = dict(totals)
    best = [player for player in PLAYERS if totals[player] == max(totals.values())]
    if rules["leftover"] == "first":
        totals[best[0]] += 1000 * table.sticks
    elif rules["leftover"] == "split":
        for player in best:
            totals[player] += 1000 * table.sticks // len(best) // 100 * 100
    final = places(totals, rules)
    for player in chombo:
        final[player] -= 20000
    _yakitori(lines, final, rules)
    return Game(totals, unfinished, final, over)


def _yakitori(lines: Sequence[Line], final: dict[str, Fraction], rules: Mapping[str, Any]) -> None:
    """Take the points of those who never won."""
    happy = {win["player"] for line in lines for win in line["winners"]}
    for loser in set(PLAYERS) - happy if lines else ():
        for winner in happy if rules["yakitori_to"] == "each" else ():
            final[winner] += rules["yakitori"]
            final[loser] -= rules["yakitori"]
        if rules["yakitori_to"] == "nobody":
            final[loser] -= rules["yakitori"]


def _ends(totals: Mapping[str, int], deals: int, rules: Mapping[str, Any]) -> bool:
    if rules["bankruptcy"] and any(rules["start"] + points < 0 for points in totals.values()):
        return True
    usual = 4 if rules["rounds"] == "east" else 8
    if deals < usual or not rules["west_round"]:
        return deals >= usual
    return deals >= usual + 4 or any(rules["start"] + points >= rules["goal"] for points in totals.values())


def places(totals: Mapping[str, int], rules: Mapping[str, Any]) -> dict[str, Fraction]:
    """Points above the goal with uma, and oka for the first; equal players share or go by their seats."""
    up = [rules["uma_first"], rules["uma_second"], -rules["uma_second"], -rules["uma_first"]]
    floating = len([points for points in totals.values() if rules["start"] + points >= rules["start"]])
    written = {1: rules["uma_one_above"], 3: rules["uma_three_above"]}.get(floating) or rules["uma_places"]
    if written:
        up = [int(each) for each in written.split(",")]
    up[0] += 4 * (rules["goal"] - rules["start"])
    up = [each - (rules["goal"] - rules["start"]) for each in up]
    found: dict[str, Fraction] = {}
    for player in PLAYERS:
        better = [each for each in PLAYERS if totals[each] > totals[player]]
        equal = [each for each in PLAYERS if totals[each] == totals[player]]
        shares = up[len(better) : len(better) + len(equal)]
        mine = Fraction(sum(shares), len(shares)) if rules["ties"] == "shared" else shares[equal.index(player)]
        found[player] = totals[player] + Fraction(mine)
    return found
