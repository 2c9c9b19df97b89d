"""Facts as canonical JSON, and back."""

import json
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from typing import Any, cast

from tournament.event.player import Player
from tournament.event.seating import Final, Seating, SeatingWishes, Seats
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
    wishes = content.get("wishes") or {}
    kept = SeatingWishes(
        tuple((field, weight) for field, weight in wishes.get("apart", ())),
        tuple((one, other, weight) for one, other, weight in wishes.get("pairs", ())),
        wishes.get("no_repeats", False),
        tuple(wishes.get("reserves", ())),
    )
    return Seating(**{**content, "sessions": _sessions(content["sessions"]), "wishes": kept})


def _sessions(written: list[list[list[int]]]) -> tuple[tuple[Seats, ...], ...]:
    return tuple(tuple(cast(Seats, tuple(seats)) for seats in tables) for tables in written)


def _final(content: Content | None) -> Final | None:
    return Final(**{**content, "players": tuple(content["players"])}) if content is not None else None


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
    "lot-drawn": lambda c: facts.LotDrawn(**c),
    "players-swapped": lambda c: facts.PlayersSwapped(c["one"], c["other"], tuple(c["sessions"])),
    "player-replaced": lambda c: facts.PlayerReplaced(
        c["number"], Player(**c["by"]), tuple(c["sessions"]), c.get("reason", "")
    ),
    "sessions-redrawn": lambda c: facts.SessionsRedrawn(c["first"], _sessions(c["sessions"]), c["method"], c["seed"]),
    "session-seated": lambda c: facts.SessionSeated(
        c["session"], _sessions([c["tables"]])[0], c["way"], _final(c["final"])
    ),
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
