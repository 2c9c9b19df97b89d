"""A large event to measure on: 400 players, 12 sessions, 19,200 hands, written by the use cases.

Run: python -m tests.benchmarks.large_event FILE
"""

import json
import random
import sqlite3
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from tournament import use_cases
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.rules.payment import Outcome
from tournament.storage import create
from tournament.use_cases import Book, By, CloseSheet, Command, RecordHand, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw

BY = By("bench")


def write_large_event(path: Path, *, players: int = 400, sessions: int = 12, seed: int = 1) -> None:
    """Write the event to ``path``; every sheet but the last one is full and verified, that one lacks its last hand."""
    chance = random.Random(seed)
    book = Book(create(path))
    carry_out(book, CreateEvent(Settings("Sample Grand Prix", sessions=sessions)), by=BY)
    carry_out(book, AddPlayers(tuple(_player(number) for number in range(players))), by=BY)
    carry_out(book, PublishDraw(_seating(players, sessions)), by=BY)
    tables = players // 4
    for session in range(1, sessions + 1):
        commands: list[Command] = []
        for table in range(1, tables + 1):
            last = session == sessions and table == tables
            commands += [RecordHand(session, table, hand, _outcome(chance)) for hand in range(1, 16 if last else 17)]
            if not last:
                commands.append(CloseSheet(session, table))
        use_cases.carry_out_all(book, commands, by=BY)
    book.close()


def read_bare(path: Path) -> None:
    """Read, parse and hash all entries of the event file ``path``: the least that any program would do with them."""
    with closing(sqlite3.connect(path)) as connection:
        for row in connection.execute("select content, * from journal order by position"):
            json.loads(row[0])
            sha256("".join(map(str, row)).encode()).hexdigest()


def _player(number: int) -> Player:
    return Player(0, f"Prénom{number}", f"Exemple-Sample{number}", "FR", f"04{number:06}", f"Club {number % 20}")


def _seating(players: int, sessions: int) -> Seating:
    tables = players // 4
    numbers = range(tables)
    return Seating(
        tuple(
            tuple(
                (
                    1 + table,
                    1 + tables + (table + session) % tables,
                    1 + 2 * tables + (table + 2 * session) % tables,
                    1 + 3 * tables + (table + 3 * session) % tables,
                )
                for table in numbers
            )
            for session in range(sessions)
        ),
        "cyclic",
    )


def _outcome(chance: random.Random) -> Outcome:
    kind = chance.random()
    if kind < 0.04:
        return Outcome(None)
    winner = chance.randrange(4)
    points = min(97, 8 + int(chance.expovariate(1 / 10)))
    discarder = None if kind < 0.31 else (winner + chance.randrange(1, 4)) % 4
    return Outcome(winner, discarder, points)


if __name__ == "__main__":
    write_large_event(Path(sys.argv[1]))
