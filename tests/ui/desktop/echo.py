"""A language twice as long as English, to see what gives way."""

from dataclasses import dataclass
from datetime import date

from tournament.language import ENGLISH, Language, Text


@dataclass(frozen=True, slots=True)
class Echo(Language):
    """Says every message twice, and a user's own words once."""

    def render(self, text: Text | str) -> str:
        """Say ``text`` twice in English."""
        said = ENGLISH.render(text)
        return said if isinstance(text, str) or not text.translated else f"{said} {said}"

    def date(self, day: date) -> str:
        """Write a date as English does."""
        return ENGLISH.date(day)


ECHO = Echo("en", "Echo")
