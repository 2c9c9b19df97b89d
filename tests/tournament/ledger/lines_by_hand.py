"""Entries as the second count reads them, written by hand without the program's own facts."""

import json
from itertools import count
from typing import NamedTuple

from tournament.ledger.audit import audit


class Line(NamedTuple):
    """An entry: text and numbers."""

    id: str
    stream: str
    kind: str
    content: str


class Journal:
    """Eight players, two tables, two sessions."""

    def __init__(self, rules: str = "mcr") -> None:
        self.lines: list[Line] = []
        self._ids = count(1)
        self.write("event", "event-created", settings={"rules": rules})
        self.write("event", "players-added", players=[{"number": number} for number in range(1, 9)])
        sessions = [[[1, 2, 3, 4], [5, 6, 7, 8]], [[5, 2, 7, 4], [1, 6, 3, 8]]]
        self.write("event", "draw-published", seating={"sessions": sessions})

    def write(self, stream: str, kind: str, **content) -> str:
        id = f"id-{next(self._ids)}"
        self.lines.append(Line(id, stream, kind, json.dumps(content)))
        return id

    def hand(self, hand, winner, discarder=None, points=0, *, stream="session-1/table-1", kind="hand-recorded") -> str:
        return self.write(stream, kind, hand=hand, winner=winner, discarder=discarder, points=points)

    def penalty(self, player, points, to=(), *, stream="session-1/table-1") -> str:
        return self.write(stream, "penalty-given", player=player, points=points, to=list(to))

    @property
    def scores(self):
        return audit(self.lines).tables[1, 1].scores
