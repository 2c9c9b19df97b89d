"""Writes players.csv and record.jsonl beside it: run it by hand, the same files come out every time.

The rates are those of a real championship (2,582 hands): 69 % won on a discard, 27 % by self-draw, 4 % drawn, hands of
8 to 97 points. On top come what a referee meets: penalties given to nobody and to players, a table stopped by time, a
tie in table points, a hand typed into the wrong column and corrected. Most winning hands have their tiles, taken from
hands.csv: for every value up to three hands won on a discard and three by self-draw, worth the same whatever the winds.
"""

import csv
import json
import random
from itertools import count
from pathlib import Path
from typing import NamedTuple

FOLDER = HERE = Path(__file__).parent
"""What is read, and where both files are written."""
SESSIONS, TABLES, HANDS = 4, 4, 16
LETTERS = "ABCD"
CUT_SHORT, CUT_AFTER = (3, 2), 13
"""The table that the gong stops, and the last hand that it finished."""
TIED = (2, 3)
"""The table at which the second and the third end with the same score: one and a half table points each."""
CORRECTED = (2, 1, 7)
"""Session, table and hand that was first typed into the wrong column."""
POINTS = (
    *(8, 8, 8, 8, 9, 9, 9, 10, 10, 11, 11, 12, 12, 13, 14, 15, 16, 16, 17, 18, 19, 20, 21, 22, 23, 24, 24, 25, 26, 27),
    *(28, 29, 30, 31, 32, 33, 34, 36, 38, 40, 44, 49, 56, 66, 81),
)
"""Values of hands, drawn with equal chances."""

WITH_TILES = 0.7
"""The share of the hands won whose tiles are entered."""

PLAYERS = """\
Ada,Sample,GB,11000001,Sample Club,Bamboos
Émile,Exemple,FR,04000002,Cercle Exemple,Dots
Noé,Modèle,FR,04000003,Cercle Exemple,Characters
Clara,Beispiel,DE,05000004,Verein Beispiel,Dragons
Beatriz,Muestra,ES,10000005,,Bamboos
Dario,Esempio,IT,07000006,,Dots
Eva,Voorbeeld,NL,08000007,,Characters
Finn,Exempel,SE,09000008,,Dragons
Gro,Eksempel,DK,03000009,,Bamboos
Łukasz,Próbka,PL,19000010,,Dots
Jenő,Minta,HU,06000011,,Characters
Kaisa,Esimerkki,FI,14000012,,Dragons
Maria,Amostra,PT,12000013,,Bamboos
Petra,Vzorka,SK,17000014,,Dots
Đorđe,Primer,RS,24000015,,Characters
小例,样本,CN,,,Dragons
"""

Line = dict[str, object]


class Penalty(NamedTuple):
    """A line of a penalty, with what it costs by the rules (FFMJ, "Fautes")."""

    session: int
    table: int
    hand: int | None
    player: str
    what: Line
    to: str = ""
    """Letters that receive points; none: nobody does."""
    each: int = 0
    bars: bool = False
    """The player may not win this hand."""
    ends: bool = False
    """The hand ends without a winner."""

    @property
    def line(self) -> Line:
        """As a referee types it."""
        place: Line = {"type": "penalty", "session": self.session, "table": self.table}
        if self.hand is not None:
            place["hand"] = self.hand
        return {**place, "player": self.player, **self.what}


PENALTIES = (
    Penalty(1, 2, None, "D", {"fault": "late", "minutes": 6}, each=10),
    Penalty(1, 1, 4, "B", {"fault": "false-hu-short"}, "ACD", 10, bars=True),
    Penalty(1, 3, 9, "A", {"fault": "claim-changed"}),
    Penalty(1, 3, 12, "A", {"fault": "claim-changed"}, each=5),
    Penalty(2, 4, 6, "C", {"fault": "tile-knocked", "points": 10, "to": "D"}, "D", 10),
    Penalty(2, 2, 11, "A", {"fault": "wall-broken"}, "BCD", 30, ends=True),
    Penalty(3, 1, 2, "D", {"fault": "tile-count"}, bars=True),
    Penalty(3, 4, None, "B", {"fault": "late", "minutes": 12}, each=20),
    Penalty(4, 2, 14, "C", {"fault": "false-hu-invalid"}, "ABD", 20, bars=True),
    Penalty(4, 3, 5, "A", {"points": 5, "to": [], "reason": "Telephone rang"}, each=5),
)


def penalties_at(session: int, table: int) -> list[Penalty]:
    """The penalties of one table."""
    return [penalty for penalty in PENALTIES if (penalty.session, penalty.table) == (session, table)]


class Hand(NamedTuple):
    """How a hand ended."""

    number: int
    winner: str | None
    discarder: str | None = None
    points: int = 0

    @property
    def members(self) -> Line:
        """The members of its line."""
        if self.winner is None:
            return {"winner": None}
        given: Line = {"discarder": self.discarder} if self.discarder else {}
        return {"winner": self.winner, **given, "points": self.points}


def others(letter: str) -> list[str]:
    """The three others."""
    return [other for other in LETTERS if other != letter]


def played(number: int, chance: random.Random, barred: set[str]) -> Hand:
    """A hand drawn, won by self-draw, or on a discard, at the usual rates."""
    kind = chance.random()
    if kind < 0.04:
        return Hand(number, None)
    winner = chance.choice([letter for letter in LETTERS if letter not in barred])
    discarder = chance.choice(others(winner)) if kind > 0.31 else None
    return Hand(number, winner, discarder, chance.choice(POINTS))


def play_table(session: int, table: int, chance: random.Random) -> list[Hand]:
    """The hands of one table."""
    last = CUT_AFTER if (session, table) == CUT_SHORT else HANDS
    hands = []
    for number in range(1, last + 1):
        here = [penalty for penalty in penalties_at(session, table) if penalty.hand == number]
        if any(penalty.ends for penalty in here):
            hands.append(Hand(number, None))
        else:
            hands.append(played(number, chance, {penalty.player for penalty in here if penalty.bars}))
    return hands


def totals_of(hands: list[Hand], penalties: list[Penalty]) -> dict[str, int]:
    """The four totals as the players write them on the paper."""
    totals = dict.fromkeys(LETTERS, 0)
    for hand in hands:
        if hand.winner is None:
            continue
        for loser in others(hand.winner):
            paid = 8 + (hand.points if hand.discarder in (None, loser) else 0)
            totals[loser] -= paid
            totals[hand.winner] += paid
    for penalty in penalties:
        totals[penalty.player] -= penalty.each * max(1, len(penalty.to))
        for receiver in penalty.to:
            totals[receiver] += penalty.each
    return totals


def table_lines(session: int, table: int) -> list[tuple[float, Line]]:
    """All lines of a table, each with the minute at which it is typed."""
    penalties = penalties_at(session, table)
    for seed in count():
        chance = random.Random(f"{session}/{table}/{seed}")
        hands = play_table(session, table, chance)
        totals = totals_of(hands, penalties)
        first, second, third, last = sorted(totals.values(), reverse=True)
        ties = (first == second, second == third, third == last)
        if ties == (False, (session, table) == TIED, False):
            return timed_lines(session, table, hands, totals, chance)
    raise AssertionError("count() never ends")


def timed_lines(
    session: int, table: int, hands: list[Hand], totals: dict[str, int], chance: random.Random
) -> list[tuple[float, Line]]:
    """Give every line its minute; the sheet is closed two minutes after the last."""
    minute = table / 4
    penalties = penalties_at(session, table)
    lines = [(minute, penalty.line) for penalty in penalties if penalty.hand is None]
    for hand in hands:
        minute += 4 + 5 * chance.random()
        place: Line = {"session": session, "table": table, "hand": hand.number}
        lines.extend((minute - 1, penalty.line) for penalty in penalties if penalty.hand == hand.number)
        if (session, table, hand.number) == CORRECTED:
            lines.append((minute, {"type": "hand", **place, **mistyped(hand).members}))
            reason: Line = {"reason": "Typed into the wrong column"}
            lines.append((minute + 30, {"type": "correct", **place, **hand.members, **reason}))
        else:
            lines.append((minute, {"type": "hand", **place, **hand.members, **tiles(session, table, hand)}))
    end = max(time for time, _ in lines) + 2
    return [*lines, (end, {"type": "close", "session": session, "table": table, "totals": totals})]


def tiles(session: int, table: int, hand: Hand) -> Line:
    """The member that tells the tiles of a hand, where they were entered."""
    chance = random.Random(f"tiles {session}/{table}/{hand.number}")
    if hand.winner is None or chance.random() >= WITH_TILES:
        return {}
    won = "discard" if hand.discarder else "self-drawn"
    with (FOLDER / "hands.csv").open(encoding="utf-8", newline="") as file:
        worth = [row["tiles"] for row in csv.DictReader(file) if (row["points"], row["won"]) == (str(hand.points), won)]
    return {"hand_tiles": chance.choice(worth)}


def mistyped(hand: Hand) -> Hand:
    """The same hand with the points under another winner."""
    wrong = next(letter for letter in LETTERS if letter not in (hand.winner, hand.discarder))
    return hand._replace(winner=wrong)


def main() -> None:
    """Write both files."""
    head = "first_name,last_name,country,ema_number,club,team\n"
    (HERE / "players.csv").write_text(head + PLAYERS, encoding="utf-8", newline="\n")
    with (HERE / "record.jsonl").open("w", encoding="utf-8", newline="\n") as file:
        for session in range(1, SESSIONS + 1):
            timed = [line for table in range(1, TABLES + 1) for line in table_lines(session, table)]
            for _, line in sorted(timed, key=lambda item: item[0]):
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
