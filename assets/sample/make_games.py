"""Writes one file of lines for each game beside it: run it by hand, the same files come out every time.

Two sittings of three tables each: a game is cut when the evening ends, or has its hands; the first table of the last
sitting is still playing. One hand of each file is entered by its tiles, one was corrected, and one fault was punished.
"""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
"""Where the files are written."""
SITTINGS, TABLES = 2, 3
UNDER_WAY = (SITTINGS, 1)
"""The table that is still playing."""
LETTERS, WINDS = "ABCD", "ESWN"
LAAK = (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64)

Line = dict[str, object]
Chance = random.Random


class Table(NamedTuple):
    """One game so far."""

    hand: int = 1
    east: int = 0
    deals: int = 0
    totals: tuple[int, int, int, int] = (0, 0, 0, 0)


class Game(NamedTuple):
    """What the hands of one game look like."""

    worth: Callable[[Chance, int, int | None], Line]
    """The members of a hand that somebody won: by chance, the winner and the discarder."""
    hands: tuple[int, int]
    """The fewest and the most of a sitting."""
    tiles: Line
    """The first hand of all, by its tiles; empty where it is entered as the others are."""
    fault: Line
    """What somebody did at the second table."""
    stays: Callable[[int | None, int], bool]
    """Whether East deals again: by the winner and East."""


FRENCH_TILES: Line = {
    "winner": "A", "dominant": "S", "hands": {
        "E": {"hand": "123m456p789s99p23s4s|-E1000|a"}, "S": {"hand": "[111m,1]333p568sCC9p2s"},
        "W": {"hand": "22m345p678sEE1p9mF||cg"}, "N": {"hand": "234m579m147p258sF"},
    },
}  # fmt: skip
QUEBEC_TILES: Line = {
    "winner": "D", "discarder": "B", "hands": {
        "E": {"hand": "[111m,1]333p568sCC9p2s"}, "S": {"hand": "EEESSSWWWNN8m2p"}, "W": {"hand": "234m579m147p258sF"},
        "N": {"hand": "123m456p789s99p23s4s"},
    },
}  # fmt: skip
WON = (20, 22, 24, 26, 28, 32, 36, 44, 48, 56, 64, 72, 88, 104, 128, 144, 176, 208, 256, 352, 480)
LOST = (0, 0, 2, 2, 4, 4, 6, 8, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96)


def values(chance: Chance, winner: int) -> dict[str, int]:
    """The values of the four hands."""
    return {letter: chance.choice(WON if column == winner else LOST) for column, letter in enumerate(LETTERS)}


def french(chance: Chance, winner: int, _discarder: int | None) -> Line:
    """Four values and the wind of the dice; seldom a Grand Jeu."""
    paid = values(chance, winner)
    if chance.random() < 0.03:
        paid[LETTERS[winner]] = chance.choice((500, 700, 1300))
    return {"values": paid, "dominant": chance.choice(WINDS)}


def quebec(chance: Chance, winner: int, _discarder: int | None) -> Line:
    """Four values; seldom a loser who is paid the limit."""
    paid: Line = {"values": values(chance, winner)}
    if chance.random() < 0.04:
        paid["limit_losers"] = [LETTERS[(winner + 1) % 4]]
    return paid


def zung_jung(chance: Chance, _winner: int, discarder: int | None) -> Line:
    """The sum of patterns; seldom another player threw the tile first."""
    sums = (5, 5, 10, 10, 15, 15, 20, 25, 25, 30, 35, 40, 45, 50, 55, 65, 70, 80, 85, 120, 160, 320)
    points = chance.choice(sums)
    if discarder is not None and points > 25 and chance.random() < 0.15:
        return {"points": points, "responsible": LETTERS[(discarder + 1) % 4]}
    return {"points": points}


def hong_kong(chance: Chance, _winner: int, discarder: int | None) -> Line:
    """Fan; a discarder of a Full Flush may have been called at nine pieces."""
    fan = chance.choice((0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 6, 7, 10))
    if discarder is None:
        return {"points": max(1, fan)}
    if fan >= 6 and chance.random() < 0.4:
        return {"points": fan, "liable": LETTERS[discarder], "liability": "nine-pieces"}
    return {"points": fan}


def in_french(winner: int | None, east: int) -> bool:
    """East stays after winning."""
    return winner == east


def unless_another_wins(winner: int | None, east: int) -> bool:
    """East stays after winning, and when nobody does."""
    return winner in (None, east)


def never(_winner: int | None, _east: int) -> bool:
    """The deal always passes."""
    return False


def riichi(chance: Chance, winner: int, discarder: int | None) -> Line:
    """Han, and fu where they matter; now and then somebody declared riichi."""
    han = chance.choice((1, 1, 2, 2, 2, 3, 3, 4, 5, 6))
    worth: Line = {"han": han} if han > 4 else {"han": han, "fu": chance.choice((30, 30, 30, 40, 40, 50))}
    bets = [letter for letter in LETTERS if chance.random() < 0.25 and LETTERS.index(letter) != discarder]
    if discarder is None and han == 1:
        bets = [letter for letter in bets if letter != LETTERS[winner]]
    return {"winners": [{"player": LETTERS[winner], **worth}], **({"riichi": bets} if bets else {})}


def riichi_drawn(chance: Chance) -> Line:
    """Who is tenpai at the end of the wall."""
    tenpai = [letter for letter in LETTERS if chance.random() < 0.45]
    return {"winners": [], **({"tenpai": tenpai} if tenpai else {})}


FALSE: Line = {"player": "C", "fault": "false-mah-jong"}
IN_WORDS: Line = {"player": "C", "points": 10, "to": ["A", "B", "D"], "reason": "Tiles shown"}
GAMES = {
    "french-classical-simple": Game(french, (9, 12), FRENCH_TILES, {"player": "C", "fault": "tile-said"}, in_french),
    "french-classical-advanced": Game(french, (9, 12), FRENCH_TILES, {"player": "C", "fault": "tile-said"}, in_french),
    "zung-jung": Game(zung_jung, (16, 16), {"winner": "A", "hands": {"E": {"hand": "123m456p789s234sEE|-E1000"}}},
                      {"player": "C", "fault": "false-win"}, never),
    "quebec-classical": Game(quebec, (12, 17), QUEBEC_TILES, IN_WORDS, unless_another_wins),
    "hong-kong": Game(hong_kong, (14, 22), {"winner": "B", "discarder": "A",
                                             "hands": {"S": {"hand": "[CCC,1]456p78s234sEE9s|ES0000|b"}}},
                      FALSE, unless_another_wins),
    "riichi-ema-2025": Game(riichi, (10, 12), {}, {"player": "C", "fault": "chombo"}, unless_another_wins),
    "riichi-ema-2016": Game(riichi, (10, 12), {}, {"player": "C", "fault": "chombo"}, unless_another_wins),
}  # fmt: skip


def lines_of(game: Game, chance: Chance) -> Iterator[Line]:
    """All that was typed, sitting after sitting and table after table."""
    for session in range(1, SITTINGS + 1):
        for number in range(1, TABLES + 1):
            where: Line = {"session": session, "table": number}
            least, most = game.hands
            hands = chance.randint(least, most)
            under_way = (session, number) == UNDER_WAY
            table = Table()
            for _ in range(hands // 2 if under_way else hands):
                if table.deals == (8 if game.worth is riichi else 16) or min(table.totals) <= -170:
                    break
                line, table = played(game, chance, table, by_tiles=(session, number) == (1, 1))
                yield {"type": "hand", **where, "hand": table.hand - 1, **line}
                if (session, number, table.hand) == (1, 2, 5):
                    said: Line = {"reason": "Read again on the paper"}
                    yield {"type": "correct", **where, "hand": 4, **other(game, chance), **said}
            if (session, number) == (1, 2):
                hand = (
                    table.hand if game.fault is FALSE else 3
                )  # a false Mah-Jong ends the hand in which it is declared
                yield {"type": "penalty", **where, "hand": hand, **game.fault}
            if not under_way:
                yield {"type": "close", **where}


def played(game: Game, chance: Chance, table: Table, *, by_tiles: bool) -> tuple[Line, Table]:
    """The next hand, and the table after it."""
    line: Line
    if by_tiles and table.hand == 1 and game.tiles:
        line = game.tiles
        winner: int | None = LETTERS.index(str(line["winner"]))
    elif chance.random() < 0.08:
        winner, line = None, {"winner": None} if game.worth is not riichi else riichi_drawn(chance)
    else:
        winner = chance.randrange(4)
        discarder = None if chance.random() < 0.28 else chance.choice([each for each in range(4) if each != winner])
        line = {"winner": LETTERS[winner]}
        if discarder is not None:
            line["discarder"] = LETTERS[discarder]
        line |= game.worth(chance, winner, discarder)
    stays = game.stays(winner, table.east)
    if game.worth is riichi:
        line.pop("winner", None)
        tenpai = line.get("tenpai", ())
        stays = stays if winner is not None else isinstance(tenpai, list) and LETTERS[table.east] in tenpai
    totals = _paid(table.totals, line) if game.worth is hong_kong else table.totals
    return line, Table(table.hand + 1, table.east if stays else (table.east + 1) % 4, table.deals + (not stays), totals)


def other(game: Game, chance: Chance) -> Line:
    """A hand that South drew after all."""
    line = {"winner": "B", **game.worth(chance, 1, None)}
    return {name: value for name, value in line.items() if name != "winner" or game.worth is not riichi}


def _paid(totals: tuple[int, int, int, int], line: Line) -> tuple[int, int, int, int]:
    """The most that the three others of a hand may have lost: a game of Hong Kong ends with somebody's points."""
    points = line.get("points", 3)
    laak = LAAK[points] if isinstance(points, int) and line["winner"] is not None else 0
    won = LETTERS.find(str(line["winner"]))
    a, b, c, d = (total + 2 * laak if place == won else total - 2 * laak for place, total in enumerate(totals))
    return a, b, c, d


def main() -> None:
    """Write the files."""
    for id, game in GAMES.items():
        chance = random.Random(f"{id} 2026")
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines_of(game, chance))
        (HERE / f"{id}.jsonl").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
