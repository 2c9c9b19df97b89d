"""Whole games of riichi by chance: recorded by lines, recounted by the ledger's audit and by the second count."""

import json
import random
from collections.abc import Iterator
from typing import Any

from tests.second_count import riichi, riichi_lines
from tests.tournament.use_cases.events import BY, drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.catalogue import rule_set
from tournament.event.seating import LETTERS
from tournament.language import ENGLISH
from tournament.ledger.sheet import Sheet
from tournament.rules.question import chosen_of
from tournament.use_cases import Book, CloseSheet, carry_out_all
from tournament.use_cases.check import check_records
from ui.json_lines.record import read_command_by

Line = dict[str, Any]
TABLES = (1, 2)
"""Of an event, a game at each."""


def record(book: Book, lines: list[Line]) -> None:
    """Record ``lines`` at their tables."""
    carry_out_all(book, [read_command_by(book.view.rules, json.dumps(line).encode()) for line in lines], by=BY)


def faults_of(seed: int) -> list[str]:
    """Play an event of two tables under options by chance, sign it, and tell every difference between the counts."""
    chance = random.Random(f"hanchan/{seed}")
    id = chance.choice(list(riichi.EDITIONS))
    rules = rule_set(id)
    assert rules is not None
    chosen = riichi_lines.options(chance) if seed % 2 else {}
    store = FakeStore()
    book = drawn(store, rules=id, options=chosen_of(rules.options, {**_defaults(id), **chosen}))
    games: dict[int, list[Line]] = {}
    chombo: dict[int, list[str]] = {}
    for table in TABLES:
        games[table] = riichi_lines.hanchan(chance, id, chosen)
        chombo[table] = [chance.choice(LETTERS)] if chance.random() < 0.4 else []
        place = {"session": 1, "table": table}
        record(book, [{"type": "hand", **place, "hand": hand, **line} for hand, line in enumerate(games[table], 1)])
        record(book, [{"type": "penalty", **place, "player": player, "fault": "chombo",
                       "hand": chance.choice((None, 1, len(games[table])))} for player in chombo[table]])  # fmt: skip
        if chance.random() < 0.5:
            carry_out_all(book, [CloseSheet(1, table)], by=BY)
    found = [ENGLISH.render(problem.text) for problem in check_records(tuple(store.read())).problems]
    for table, lines in games.items():
        again = riichi.game(lines, riichi.rules_of({"rules": id, **chosen}), chombo[table])
        found += _differences(book.view.sheet(1, table), again)
    return [f"seed {seed}, {id}, {chosen}: {each}" for each in found]


def _defaults(id: str) -> Line:
    rules = rule_set(id)
    assert rules is not None
    return {option.question.name: option.question.default for option in rules.options}


def _differences(sheet: Sheet, again: riichi.Game) -> Iterator[str]:
    ours = (sheet.scores, sheet.table_points, sheet.over)
    theirs = (tuple(again.totals.values()), tuple(again.final.values()), again.over)
    if ours != theirs:
        yield f"table {sheet.table}: {ours} is counted {theirs}"
