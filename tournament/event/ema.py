"""EMA numbers: eight digits, of which the first two name the association that issued it."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from tournament.event.country import is_country_code
from tournament.event.player import Player
from tournament.event.problem import Gravity, Problem
from tournament.event.roster import is_ema_number
from tournament.language import Text, folded, mark

ASSOCIATIONS = {
    "01": "AT",
    "02": "BE",
    "03": "DK",
    "04": "FR",
    "05": "DE",
    "06": "HU",
    "07": "IT",
    "08": "NL",
    "09": "SE",
    "10": "ES",
    "11": "GB",
    "12": "PT",
    "14": "FI",
    "15": "RU",
    "16": "CH",
    "17": "SK",
    "19": "PL",
}
"""ISO 3166 alpha-2 code of the country, by the first two digits of a number."""
GUEST = "24"
"""The first two digits of the number of a guest, from any country."""
NO_MEMBER = "-"
"""Stored instead of a number if the player is known to have none; an empty text means that none is known."""
_NO_MEMBER_WORDS = frozenset(("not a member", "no member", "non member", "non membre", "kein mitglied", "非会员"))

_DECORATION = re.compile(r"""(?:ema|no|nr|id|n)\b|[\s\-‐‑–—./_:#'’`´°º="]""", re.IGNORECASE)
_SCIENTIFIC = re.compile(r"([0-9])(?:[.,]([0-9]+))?[eE]\+?([0-9]{1,2})")
_DECIMAL = re.compile(r"([0-9]{7,8})[.,]0+")


class EmaReading(Enum):
    """How a written number was turned into the stored one."""

    AS_WRITTEN = "as-written"
    CLEANED = "cleaned"
    """Spaces, dashes, words, decimals or other forms of digits were removed or replaced."""
    ZERO_RESTORED = "zero-restored"
    """Seven digits, as a spreadsheet leaves them: the leading zero was restored."""
    DIGITS_LOST = "digits-lost"
    """A spreadsheet rounded the number (4.00E+06). It cannot be restored, and is stored as written."""
    NO_MEMBER = "no-member"
    """The text says that the player has no number."""
    ODD = "odd"
    """The text is not an EMA number, and is stored as written."""


class EmaNumber(NamedTuple):
    """The number as stored, and how it was read."""

    text: str
    reading: EmaReading


def association(number: str) -> str | None:
    """Return the alpha-2 code of the country whose association issued ``number``.

    It is empty for a guest, and None if it is not known.
    """
    if not is_ema_number(number):
        return None
    return "" if number[:2] == GUEST else ASSOCIATIONS.get(number[:2])


def is_no_member(number: str) -> bool:
    """Whether ``number`` says that the player is not a member."""
    return number == NO_MEMBER


def as_no_members(players: Iterable[Player]) -> tuple[tuple[Player, Player], ...]:
    """Return those of ``players`` without a number, each as they are and as somebody who is not a member."""
    return tuple((each, replace(each, ema_number=NO_MEMBER)) for each in players if not each.ema_number)


def read_ema_number(written: str) -> EmaNumber:
    """Read ``written``, which has no spaces around it; an empty text stays empty."""
    if not written or is_ema_number(written):
        return EmaNumber(written, EmaReading.AS_WRITTEN)
    if written == NO_MEMBER or folded(written).replace("-", " ") in _NO_MEMBER_WORDS:
        return EmaNumber(NO_MEMBER, EmaReading.NO_MEMBER)
    digits = _plain_digits(written)
    scientific = _SCIENTIFIC.fullmatch(digits)
    if scientific:
        whole, decimals, power = scientific[1], scientific[2] or "", int(scientific[3])
        if len(decimals) < power:
            return EmaNumber(written, EmaReading.DIGITS_LOST)
        digits = whole + decimals[:power] if not decimals[power:].strip("0") else digits
    decimal = _DECIMAL.fullmatch(digits)
    digits = decimal[1] if decimal else _DECORATION.sub("", digits)
    if is_ema_number(digits):
        return EmaNumber(digits, EmaReading.CLEANED)
    if is_ema_number(f"0{digits}") and not digits.startswith("0"):
        return EmaNumber(f"0{digits}", EmaReading.ZERO_RESTORED)
    return EmaNumber(written, EmaReading.ODD)


def _plain_digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(character)) if character.isdecimal() else character for character in text)


_ONLY_FEDERATIONS_ASK = ("no-country", "no-ema-number")


def player_remarks(player: Player, *, federation: bool = True) -> tuple[Problem, ...]:
    """Return remarks on the country and the EMA number of ``player``: missing, unusual, or not matching.

    Missing ones are only remarked with ``federation``, since only federations need them. The texts do not name the
    player, since they are shown beside the name.
    """
    found = (*_on_country(player.country), *_on_number(player.ema_number, player.country))
    return found if federation else tuple(each for each in found if each.code not in _ONLY_FEDERATIONS_ASK)


def _on_country(country: str) -> tuple[Problem, ...]:
    if not country:
        return (_remark("no-country", mark("No country"), "country"),)
    if not is_country_code(country):
        text = mark("Unknown country “{country}”, kept as written", country=country)
        return (_remark("odd-country", text, "country"),)
    return ()


def _on_number(number: str, country: str) -> tuple[Problem, ...]:
    if not number:
        return (_remark("no-ema-number", mark("No EMA number"), "ema_number"),)
    if is_no_member(number):
        return ()
    if not is_ema_number(number):
        text = mark("“{number}” is not an EMA number (eight digits), kept as written", number=number)
        return (_remark("odd-ema-number", text, "ema_number"),)
    given_by = association(number)
    if given_by is None:
        text = mark(
            "{number} begins with {prefix}, which is not a known EMA association", number=number, prefix=number[:2]
        )
        return (_remark("prefix-unknown", text, "ema_number"),)
    if given_by and is_country_code(country) and given_by != country:
        text = mark(
            "The number belongs to {association}, the country is {country}", association=given_by, country=country
        )
        return (_remark("number-country", text, "ema_number"),)
    return ()


def _remark(code: str, text: Text, field: str) -> Problem:
    return Problem(code, text, field, Gravity.REMARK)
