"""A file that cannot be read as a table."""

from pathlib import Path

from tournament.language import Text


class UnreadableTable(Exception):
    """A file that is not a table of text; nothing was taken from it."""

    def __init__(self, text: Text, path: Path, *, environment: bool = False) -> None:
        super().__init__(text.message)
        self.text = text
        """What is wrong, where, and what to do."""
        self.path = path
        self.environment = environment
        """True if the system is the cause (permission, disk), not the content of the file."""
