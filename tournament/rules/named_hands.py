"""Special hands that an event adds by name, in one text: ``Nine Candles=6000; Mouse=1500``, or names alone."""

from collections.abc import Iterable
from typing import NamedTuple
from unicodedata import normalize

from tournament.language import Text, mark

MOST_HANDS = 20
LONGEST_NAME = 40
_MOST_DIGITS = 9
_BETWEEN, _IS = ";", "="
_KEPT_OUT = frozenset(";=,|_")
"""Characters that separate names in this text, or answers after the tiles of a hand: no name may contain them."""


class NamedHand(NamedTuple):
    """A special hand that an event adds, with its value."""

    name: str
    value: int | None = None
    """The value as entered; 0 if it is not played, None if special hands are worth the limit."""


def read_hands(text: str) -> tuple[NamedHand, ...]:
    """Return the hands that ``text`` lists. Raise ValueError with the name of a hand whose value is not a number."""
    parts = (part.rpartition(_IS) if _IS in part else (part, "", "") for part in text.split(_BETWEEN) if part.strip())
    return tuple(_hand(_name(name), value.strip() if equals else None) for name, equals, value in parts)


def hands_text(hands: Iterable[NamedHand]) -> str:
    """Return ``hands`` as they are stored; :func:`read_hands` reads them back."""
    return f"{_BETWEEN} ".join(hand.name if hand.value is None else f"{hand.name}{_IS}{hand.value}" for hand in hands)


def tidied(text: str) -> str:
    """Return ``text`` as it is stored, or unchanged if it cannot be read."""
    try:
        return hands_text(read_hands(text))
    except ValueError:
        return text


def hands_problem(text: str, most: int, listed: Iterable[str]) -> Text | None:
    """Return what is wrong with ``text``; None if nothing is.

    Each hand must be worth 0 to ``most``, or have no value if ``most`` is 0. ``listed`` are the names of the special
    hands that are part of the rules.
    """
    try:
        hands = read_hands(text)
    except ValueError as error:
        return _value_problem(str(error), most)
    taken = {name.casefold() for name in listed}
    if len(hands) > MOST_HANDS:
        return mark("An event has at most {most} special hands of its own.", most=MOST_HANDS)
    for hand in hands:
        problem = _problem(hand, most) if hand.name.casefold() not in taken else _taken(hand.name)
        if problem is not None:
            return problem
        taken.add(hand.name.casefold())
    return None if text == hands_text(hands) else mark("Write the special hands as “{text}”.", text=hands_text(hands))


def _problem(hand: NamedHand, most: int) -> Text | None:
    name = hand.name
    letters = any(each.isalpha() for each in name) and name.isprintable() and not _KEPT_OUT & set(name)
    if len(name) > LONGEST_NAME or not letters or name.casefold() == "none":
        return mark(
            "“{name}” cannot be the name of a special hand: it needs a letter and at most {most} characters, and none "
            "of {signs}.",
            name=name,
            most=LONGEST_NAME,
            signs=" ".join(sorted(_KEPT_OUT)),
        )
    fits = hand.value is None if not most else hand.value is not None and hand.value <= most
    return None if fits else _value_problem(name, most)


def _value_problem(name: str, most: int) -> Text:
    if not most:
        return mark("“{name}” is worth the limit: leave out its value.", name=name)
    return mark("“{name}” must be worth a whole number from {least} to {most}.", name=name, least=0, most=most)


def _taken(name: str) -> Text:
    return mark("There is already a special hand “{name}”.", name=name)


def _name(text: str) -> str:
    return " ".join(normalize("NFC", text).split())


def _hand(name: str, value: str | None) -> NamedHand:
    if value is not None and not (value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS):
        raise ValueError(name)
    return NamedHand(name, None if value is None else int(value))
