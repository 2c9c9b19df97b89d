"""Hands for a rehearsal: those of the sample events, played again at other tables."""

import json
import random
from functools import cache

import assets
from tournament.catalogue import COUNT_PLAYERS, SCORERS
from tournament.rules.payment import Net
from tournament.use_cases import (
    Book,
    By,
    Changes,
    CloseSheet,
    CommandMaker,
    LinesRefused,
    RecordTotals,
    View,
    carry_out_all,
)
from tournament.use_cases.commands import Command, EventCommand
from tournament.use_cases.sheet_actions import sheet_after
from ui.json_lines.record import read_command_by

Line = dict[str, object]
"""A hand as a script writes it."""
Step = Command | EventCommand | CommandMaker
_PLAIN: tuple[Net, ...] = ((48, 16, -8, -56), (-24, 88, -40, -24), (32, -32, 64, -64))
"""Totals for rules of which no sample has hands."""


def free_tables(view: View, session: int) -> tuple[int, ...]:
    """The tables of ``session`` where nothing stands yet."""
    touched = view.touched(session)
    return tuple(sheet.table for sheet in view.sheets(session) if sheet.table not in touched)


def fill_table(book: Book, session: int, table: int, *, by: By) -> Changes:
    """Play all hands at ``table`` of ``session`` and sign its sheet; the same hands each time it is begun anew.

    Where the rules have no sample, or options that its hands do not keep to, the totals are written down alone.
    """
    chance = random.Random(f"{session}/{table}")
    steps = [*whole_game(book.view, session, table, chance), signed(session, table)]
    if len(steps) > 1:
        try:
            return carry_out_all(book, steps, by=by)
        except LinesRefused:  # other options: as written down without hands
            pass
    totals = list(chance.choice(_PLAIN))
    chance.shuffle(totals)
    first, second, third, fourth = totals
    written = RecordTotals(session, table, (first, second, third, fourth))
    return carry_out_all(book, [written], by=by)


def signed(session: int, table: int) -> CommandMaker:
    """Sign with the totals that the paper has, which are right."""
    return lambda view: CloseSheet(session, table, view.sheet(session, table).computed)


def whole_game(view: View, session: int, table: int, chance: random.Random) -> tuple[Step, ...]:
    """All hands of a game as they can be played at ``table``; nothing where none of the sample's can."""
    games = list(sample_games(view.rules.id))
    chance.shuffle(games)
    for game in games:
        steps = steps_of(view, game, session, table)
        if sheet_after(view, steps, session, table) is not None:
            return steps
    return ()


def steps_of(view: View, game: tuple[Line, ...], session: int, table: int) -> tuple[Step, ...]:
    """The hands of ``game`` at another table."""
    lines = ({**line, "session": session, "table": table} for line in game)
    return tuple(read_command_by(view.rules, json.dumps(line).encode()) for line in lines)


@cache
def sample_games(rules: str) -> tuple[tuple[Line, ...], ...]:
    """The hands of each whole game in the sample event of these rules; none where there is no sample."""
    name = "record" if rules in SCORERS else rules if rules in COUNT_PLAYERS else ""
    if not name:
        return ()
    games: dict[tuple[object, object], list[Line]] = {}
    ended: set[tuple[object, object]] = set()
    for written in assets.path("sample", f"{name}.jsonl").read_bytes().splitlines():
        line: Line = json.loads(written)
        place = line.get("session"), line.get("table")
        if line["type"] == "hand":
            games.setdefault(place, []).append(line)
        elif line["type"] == "close":
            ended.add(place)
    return tuple(tuple(lines) for place, lines in games.items() if place in ended)
