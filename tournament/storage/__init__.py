"""The journal on disk: one SQLite file an event, safe to copy while nobody writes.

Rooms: ``schema`` (its tables), ``lock`` (one writing process), ``refusals`` (what the surroundings answered, in
words), ``new_file`` (a file that is whole or not there), ``crash_journal`` (what a crash left beside a file),
``sqlite`` (the store), ``creation`` (a new event), ``salvage`` (what a damaged file still has),
``recovery`` (that as a new event). Beside the file: ``postgres`` (events in a database), ``postgres_tables``,
``postgres_refusals``.
"""

from tournament.storage.creation import NewEventFile, create, make_whole, write_event
from tournament.storage.sqlite import SqliteStore, open_for_reading, open_for_writing

__all__ = ["NewEventFile", "SqliteStore", "create", "make_whole", "open_for_reading", "open_for_writing", "write_event"]
