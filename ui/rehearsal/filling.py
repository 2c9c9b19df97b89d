"""Hands for a rehearsal: those of the sample events, played again at other tables."""

import json
import random
from functools import cache

import assets
from tournament.catalogue import COUNT_PLAYERS, SCORERS
from tournament.rules.payment import Net
from tournament.use_cases import (
    CloseSheet,
    Command,
    RecordTotals,
    View,
)
from tournament.use_cases.carrying_out import commands_made, sheet_after
from ui.json_lines.record import read_command_by

Line = dict[str, object]
"""A hand as a script writes it."""
_PLAIN: tuple[Net, ...] = ((48, 16, -8, -56), (-24, 88, -40, -24), (32, -32, 64, -64))
"""Totals for rules of which no sample has hands."""


def free_tables(view: View, session: int) -> tuple[int, ...]:
    """The tables of ``session`` where nothing stands yet."""
    touched = view.touched(session)
    return tuple(sheet.table for sheet in view.sheets(session) if sheet.table not in touched)


def table_filled(view: View, session: int, table: int) -> tuple[Command, ...]:
    """All hands at ``table`` of ``session`` and its signature; the same hands each time it is begun anew.

    Where the rules have no sample, or options that its hands do not keep to, the totals are written down alone.
    """
    chance = random.Random(f"{session}/{table}")
    game = whole_game(view, session, table, chance)
    played = sheet_after(view, game, session, table)
    if game and played is not None:
        signed = (*game, CloseSheet(session, table, played.computed))
        if sheet_after(view, signed, session, table) is not None:
            return signed
    totals = list(chance.choice(_PLAIN))
    chance.shuffle(totals)
    first, second, third, fourth = totals
    return (RecordTotals(session, table, (first, second, third, fourth)),)


def whole_game(view: View, session: int, table: int, chance: random.Random) -> tuple[Command, ...]:
    """All hands of a game as they can be played at ``table``; nothing where none of the sample's can."""
    games = list(sample_games(view.rules.id))
    chance.shuffle(games)
    return next(filter(None, (hands_at(view, game, session, table) for game in games)), ())


def hands_at(view: View, game: tuple[Line, ...], session: int, table: int) -> tuple[Command, ...]:
    """The hands of ``game`` at another table; nothing where one of them is refused."""
    lines = ({**line, "session": session, "table": table} for line in game)
    makers = tuple(read_command_by(view.rules, json.dumps(line).encode()) for line in lines)
    return commands_made(view, makers) or ()


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
