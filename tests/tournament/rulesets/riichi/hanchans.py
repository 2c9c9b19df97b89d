"""Whole games of riichi by chance: recorded by lines, recounted by the ledger's audit and by the second count."""

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.second_count import riichi, riichi_lines
from tests.tournament.use_cases.events import BY, drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.catalogue import rule_set
from tournament.event.seating import LETTERS
from tournament.language import ENGLISH
from tournament.ledger.sheet import Sheet
from tournament.rules.question import chosen_of, defaults_of
from tournament.use_cases import Book, CloseSheet, carry_out_all
from tournament.use_cases.check import check_records
from ui.json_lines.record import read_command_by

Line = dict[str, Any]
TABLES = (1, 2)
"""Of an event, a game at each."""


def record(book: Book, lines: list[Line]) -> None:
    """Record ``lines`` at their tables."""
    carry_out_all(book, [read_command_by(book.view.rules, json.dumps(line).encode()) for line in lines], by=BY)


class PlayedEvent(NamedTuple):
    """An event of two tables, one game at each."""

    store: FakeStore
    book: Book
    rules: str
    chosen: Line
    """The options that are not those of the edition."""
    games: dict[int, list[Line]]
    chombo: dict[int, list[str]]
    """Who committed one that was taken after uma, by table."""
    paid: dict[int, dict[int, list[str]]]
    """Who paid one at the table, by table and hand."""


def play(seed: int, chosen: Line | None = None) -> PlayedEvent:
    """Play an event under the options ``chosen``, or under one option or some by chance (where ``seed`` is odd)."""
    chance = random.Random(f"hanchan/{seed}")
    id = chance.choice(list(riichi.EDITIONS))
    rules = rule_set(id)
    assert rules is not None
    if chosen is None:
        alone = (*riichi_lines.ALONE, {})
        chosen = riichi_lines.options(chance) if seed % 2 else alone[seed // 2 % len(alone)]
    store = FakeStore()
    chosen = {name: answer for name, answer in chosen.items() if answer != defaults_of(rules.options)[name]}
    options = chosen_of(rules.options, {**defaults_of(rules.options), **chosen})
    event = PlayedEvent(store, drawn(store, rules=id, options=options), id, chosen, {}, {}, {})
    chombos = [fault.slug for fault in rules.faults if fault.after_places]
    at_table = chosen.get("chombo_paid") == "table"
    for table in TABLES:
        offenders = [chance.choice(LETTERS)] if chance.random() < 0.4 else []
        paid = event.paid[table] = {chance.choice((1, 2, 3)): offenders} if at_table else {}
        event.chombo[table] = [] if at_table else offenders
        lines = event.games[table] = riichi_lines.hanchan(chance, id, chosen, paid=paid)
        place = {"session": 1, "table": table}
        for hand, line in enumerate(lines, 1):
            record(event.book, [{"type": "hand", **place, "hand": hand, **line}])
            record(event.book, [{"type": "penalty", **place, "player": player, "fault": chance.choice(chombos),
                                 "hand": hand} for player in paid.get(hand, ())])  # fmt: skip
        for player in event.chombo[table]:
            record(event.book, [{"type": "penalty", **place, "player": player, "fault": chance.choice(chombos),
                                 "hand": chance.choice((None, 1, len(lines)))}])  # fmt: skip
        if chance.random() < 0.5:
            carry_out_all(event.book, [CloseSheet(1, table)], by=BY)
    return event


def faults_of(seed: int, chosen: Line | None = None) -> list[str]:
    """Play an event, and report every difference between the counts."""
    event = play(seed, chosen)
    found = [ENGLISH.render(problem.text) for problem in check_records(tuple(event.store.read())).problems]
    for table, lines in event.games.items():
        again = riichi.game(lines, riichi.rules_of({"rules": event.rules, **event.chosen}), event.chombo[table],
                            event.paid[table])  # fmt: skip
        found += _differences(event.book.view.sheet(1, table), again)
    return [f"seed {seed}, {event.rules}, {event.chosen}: {each}" for each in found]


def _differences(sheet: Sheet, again: riichi.Game) -> Iterator[str]:
    ours = (sheet.scores, sheet.table_points, sheet.over)
    theirs = (tuple(again.totals.values()), tuple(again.final.values()), again.over)
    if ours != theirs:
        yield f"table {sheet.table}: {ours} is counted {theirs}"
