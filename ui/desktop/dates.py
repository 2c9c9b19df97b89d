"""Dates as they are typed and shown."""

import re
from datetime import date, datetime
from functools import lru_cache

from tournament.language import Text, mark
from ui.desktop.translation import translator

_ISO = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})")
_CHINESE = re.compile(r"(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日?")
_DAY_FIRST = re.compile(r"(\d{1,2})[-./\s](\d{1,2})[-./\s](\d{4})")
_IN_WORDS = re.compile(r"(\d{1,2})(?:\s*(?:st|nd|rd|th|er|\.))?\s+(?:of\s+|de\s+)?([^\W\d]+)\.?,?\s+(\d{4})")
_MONTH_FIRST = re.compile(r"([^\W\d]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")


class InvalidDate(ValueError):
    """The typed text is not a date."""

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.text: Text = mark("“{typed}” is not a date: type 2026-06-13, 13/06/2026 or 13 June 2026.", typed=typed)


def read_day(typed: str) -> date | None:
    """Return the typed date, read day before month; None if nothing was typed. Raises :class:`InvalidDate`."""
    text = " ".join(typed.split()).casefold()
    if not text:
        return None
    try:
        return date(*_parts(text, typed))
    except ValueError as error:
        raise InvalidDate(typed) from error


def day_text(day: date | None) -> str:
    """A date like ``13 June 2026`` in the current language; empty for None."""
    return translator.language.date(day) if day is not None else ""


def weekday_text(day: date) -> str:
    """A date like ``Saturday 13 June`` in the current language."""
    return translator.language.weekday(day)


def span_text(first: date | None, last: date | None) -> str:
    """Dates like ``12 and 13 June 2026``, ``12 to 14 June 2026`` or ``13 June 2026``; empty if both are None."""
    if first is None or last is None:
        return day_text(first or last)
    return translator.language.days(first, last)


def now() -> datetime:
    """The current local time, with its time zone."""
    return datetime.now().astimezone()


def _parts(text: str, typed: str) -> tuple[int, int, int]:
    if found := _ISO.fullmatch(text) or _CHINESE.fullmatch(text):
        return int(found[1]), int(found[2]), int(found[3])
    if found := _DAY_FIRST.fullmatch(text):
        return int(found[3]), int(found[2]), int(found[1])
    if (found := _IN_WORDS.fullmatch(text)) and (month := _months().get(found[2])):
        return int(found[3]), month, int(found[1])
    if (found := _MONTH_FIRST.fullmatch(text)) and (month := _months().get(found[1])):
        return int(found[3]), month, int(found[2])
    raise InvalidDate(typed)


@lru_cache
def _months() -> dict[str, int]:
    from babel import Locale

    names: dict[str, int] = {}
    for code in ("en", "fr"):
        for width in ("wide", "abbreviated"):
            for number, name in Locale(code).months["format"][width].items():
                names[str(name).casefold().rstrip(".")] = int(number)
    return names
