"""What a reader should know about a player, though it stops nothing."""

from tournament.event.country import is_country_code
from tournament.event.ema import association, is_no_member
from tournament.event.player import Player
from tournament.event.problem import Gravity, Problem
from tournament.event.roster import is_ema_number
from tournament.language import Text, mark

_ONLY_FEDERATIONS_ASK = ("no-country", "no-ema-number")


def player_remarks(player: Player, *, federation: bool = True) -> tuple[Problem, ...]:
    """Remarks on the country and the EMA number of ``player``: missing, odd, or at odds with one another.

    Federations ask for both in their reports. The texts do not name the player: they stand beside him.
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
