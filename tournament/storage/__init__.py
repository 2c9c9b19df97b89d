"""The journal on disk: one SQLite file an event, safe to copy while nobody writes.

Rooms: ``schema`` (the one table), ``lock`` (one writing process), ``refusals`` (what the surroundings
answered, in words), ``sqlite`` (the store).
"""

from tournament.storage.sqlite import SqliteStore, create, open_for_reading, open_for_writing

__all__ = ["SqliteStore", "create", "open_for_reading", "open_for_writing"]
