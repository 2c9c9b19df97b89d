"""A directory of people that belongs to the user and not to an event: who they are over many events.

Modules: ``member`` (a person, and what two records of one person make together), ``matching`` (who is the same person:
surely, or to be asked), ``joining`` (a list of people compared with the directory), ``season`` (who is who in the
results of a season). The directory is stored by ``tournament.storage.members``; an event keeps its own copy of each
player.
"""
