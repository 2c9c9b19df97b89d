"""Facts as canonical JSON, and back."""

import json
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from typing import Any, cast

from tournament.event.player import Player
from tournament.event.seating import Seating, Seats
from tournament.event.settings import Settings
from tournament.ledger import facts
from tournament.ledger.entry import Entry, Record, UnreadableEntry
from tournament.ledger.facts import Fact
from tournament.rules.payment import Net

VERSION = 1
"""Version of every kind of fact that this program writes."""


def encode(fact: Fact) -> str:
    """Canonical JSON of ``fact``: keys sorted, no spaces, dates as ISO text."""
    return json.dumps(asdict(fact), ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_plain)


def decode(record: Record) -> Entry:
    """Understand ``record``; UnreadableEntry when its kind, version or content is unknown."""
    reader = _READERS.get(record.kind)
    if reader is None or record.version != VERSION:
        raise UnreadableEntry(record, f"unknown kind or version {record.version}")
    try:
        return Entry(record, reader(json.loads(record.content)))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnreadableEntry(record, str(error)) from error


def _plain(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"no JSON for {type(value).__name__}")


Content = dict[str, Any]


def _settings(content: Content) -> Settings:
    days = {name: date.fromisoformat(content[name]) if content[name] else None for name in ("starts", "ends")}
    return Settings(**{**content, **days})


def _seating(content: Content) -> Seating:
    sessions = tuple(tuple(cast(Seats, tuple(seats)) for seats in tables) for tables in content["sessions"])
    return Seating(**{**content, "sessions": sessions})


def _net(totals: list[int]) -> Net:
    first, second, third, fourth = totals
    return first, second, third, fourth


def _totals(content: Content) -> Content:
    return {**content, "totals": None if content["totals"] is None else _net(content["totals"])}


_READERS: dict[str, Callable[[Content], Fact]] = {
    "event-created": lambda c: facts.EventCreated(_settings(c["settings"])),
    "settings-changed": lambda c: facts.SettingsChanged(_settings(c["settings"])),
    "players-added": lambda c: facts.PlayersAdded(tuple(Player(**player) for player in c["players"]), c["source"]),
    "player-changed": lambda c: facts.PlayerChanged(Player(**c["player"])),
    "player-removed": lambda c: facts.PlayerRemoved(**c),
    "attendance-noted": lambda c: facts.AttendanceNoted(tuple(c["players"]), c["present"]),
    "draw-published": lambda c: facts.DrawPublished(_seating(c["seating"])),
    "heads-chained": lambda c: facts.HeadsChained(
        c["session"], c["moment"], tuple(facts.Head(**head) for head in c["heads"])
    ),
    "hand-recorded": lambda c: facts.HandRecorded(**c),
    "hand-corrected": lambda c: facts.HandCorrected(**c),
    "penalty-given": lambda c: facts.PenaltyGiven(**{**c, "to": tuple(c["to"])}),
    "penalty-cancelled": lambda c: facts.PenaltyCancelled(**c),
    "totals-typed": lambda c: facts.TotalsTyped(**_totals(c)),
    "totals-recorded": lambda c: facts.TotalsRecorded(**_totals(c)),
    "sheet-closed": lambda c: facts.SheetClosed(**_totals(c)),
    "sheet-reopened": lambda c: facts.SheetReopened(**c),
    "undone": lambda c: facts.Undone(**c),
    "redone": lambda c: facts.Redone(**c),
}
