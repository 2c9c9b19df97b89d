"""The journal on disk: one SQLite file an event, safe to copy while nobody writes.

Modules: ``schema`` (its tables), ``lock`` (one writing process), ``refusals`` (what the surroundings answered, in
words), ``crash_journal`` (what a crash left beside a file), ``sqlite`` (the store), ``creation`` (a new file, whole or
not there), ``recovery`` (what a damaged file still contains, as a new event), ``copies`` and ``restore``, ``seen`` (the
last state seen at a place). Beside the file: ``postgres`` (events in a database), ``postgres_tables``,
``postgres_refusals``, ``postgres_desks``.
"""

from tournament.storage.creation import NewEventFile, create, make_whole, write_event
from tournament.storage.sqlite import SqliteStore, open_for_reading, open_for_writing

__all__ = ["NewEventFile", "SqliteStore", "create", "make_whole", "open_for_reading", "open_for_writing", "write_event"]
