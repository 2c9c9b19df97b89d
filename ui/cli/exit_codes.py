"""What the program answers to who called it."""

DONE = 0
REFUSED = 1
"""The input or the file has problems."""
USAGE = 2
ENVIRONMENT = 3
"""Disk, permissions, lock, standard streams."""
SAVED_NOT_TOLD = 4
"""The event is changed, but the answer could not be written; or a host got the change, and did not answer."""
