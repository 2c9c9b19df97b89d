"""A file that cannot be read as a table."""

from pathlib import Path

from tournament.language import Text


class UnreadableTable(Exception):
    """A file that is no table of text; nothing was taken from it."""

    def __init__(self, text: Text, path: Path, *, environment: bool = False) -> None:
        super().__init__(text.message)
        self.text = text
        """What is wrong, where, and what to do."""
        self.path = path
        self.environment = environment
        """True when the machine is to blame (permission, disk), not what is in the file."""
