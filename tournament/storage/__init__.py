"""The journal on disk: one SQLite file for each event, which can be copied safely while nobody writes.

Modules: ``schema`` (its tables), ``lock`` (one writing process), ``refusals`` (errors of disk and database in words),
``crash_journal`` (files that a crash left beside an event), ``sqlite`` (the store), ``creation`` (a new file,
complete or not at all), ``recovery`` (the valid entries of a damaged file, as a new event), ``copies`` and
``restore``, ``seen`` (the last state seen at a path), ``private_table`` and ``erasing`` (the data of people beside
the journal, and how they are erased from all copies), ``deleting`` (an event with its copies). Events in a database
instead of a file: ``postgres``, ``postgres_tables``, ``postgres_refusals``, ``postgres_desks``.
"""

from tournament.storage.creation import NewEventFile, create, make_whole, write_event
from tournament.storage.sqlite import SqliteStore, open_for_reading, open_for_writing

__all__ = ["NewEventFile", "SqliteStore", "create", "make_whole", "open_for_reading", "open_for_writing", "write_event"]
