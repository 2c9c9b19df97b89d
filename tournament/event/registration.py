"""What an organiser notes about people who register: data that are no result, and can be changed and erased.

None of it is in the journal. It is kept beside it, in the private store (:mod:`tournament.use_cases.private_data`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import date

from tournament.event.player import Player, whole_name
from tournament.event.prizes import MOST_AMOUNT
from tournament.event.problem import Problem
from tournament.event.roster import FIELDS, field_label, most_characters
from tournament.language import Text, mark, mark_in
from tournament.language.harmless import steers_a_line
from tournament.language.text import LabelledEnum

TEXT_LENGTH = 2_000
"""Maximum length of a remark, a reason or a value of an own column, in characters."""
LINE_LENGTH = 200
"""Maximum length of an e-mail address, a phone number, a way to pay, a meal or the heading of an own column."""
MOST_MEALS = 40
MOST_COLUMNS = 100
_SIGNS = re.compile(r"^(?:[€$£¥]|[A-Z]{3})\s*|\s*(?:[€$£¥]|[A-Z]{3})$")
"""A currency before or after an amount. Its case matters, since a letter of another kind is an error."""
_AMOUNT = re.compile(
    r"(?P<whole>[0-9]+|[0-9]{1,3}(?:(?P<group>[ .,'\u00a0\u202f\u2019])[0-9]{3})(?:(?P=group)[0-9]{3})*)"
    r"(?:(?P<point>[.,])(?P<rest>[0-9]{1,2})|[.,][-–—])?"  # “30.–” and “30,-” are usual in Switzerland and Germany
)
_LONGEST_AMOUNT = 40


class RegistrationState(LabelledEnum):
    """How far a registration is; the value is its name in files and on the command line."""

    REGISTERED = "registered", mark("registered")
    """Asked for a place, which is not confirmed yet."""
    CONFIRMED = "confirmed", mark("confirmed")
    """Has a place: is on the list of players."""
    WAITING = "waiting", mark("waiting list")
    CANCELLED = "cancelled", mark_in("registration", "cancelled")


@dataclass(frozen=True, slots=True)
class OwnColumn:
    """A column of the organiser's own list, with its value for one person."""

    heading: str
    value: str


@dataclass(frozen=True, slots=True)
class Registration:
    """One person who registered. All amounts are in hundredths of the currency."""

    order: int = 0
    """Their place in the order of registration, from 1."""
    player: int = 0
    """Their number on the list of players; 0 as long as they have none."""
    first_name: str = ""
    last_name: str = ""
    country: str = ""
    ema_number: str = ""
    club: str = ""
    team: str = ""
    state: RegistrationState = RegistrationState.REGISTERED
    email: str = ""
    phone: str = ""
    due: int = 0
    paid: int = 0
    paid_how: str = ""
    paid_on: date | None = None
    meals: tuple[str, ...] = ()
    remark: str = ""
    reason: str = ""
    """Why they left or cannot come. It can be health data."""
    columns: tuple[OwnColumn, ...] = ()

    @property
    def name(self) -> str:
        """First and last name, in their usual order."""
        return whole_name(self.first_name, self.last_name)

    def as_player(self) -> Player:
        """The person as a new player, without a number."""
        return Player(0, *(getattr(self, field) for field in FIELDS))

    def with_names_of(self, player: Player) -> "Registration":
        """Return this registration with the name, country, number, club and team of ``player``."""
        if self.player == player.number and all(getattr(self, field) == getattr(player, field) for field in FIELDS):
            return self
        return replace(self, player=player.number, **{field: getattr(player, field) for field in FIELDS})


_LABELS = {
    "state": mark("State"),
    "email": mark("E-mail"),
    "phone": mark("Phone"),
    "due": mark("Fee due"),
    "paid": mark("Paid"),
    "paid_how": mark("Paid how"),
    "paid_on": mark("Paid on"),
    "meals": mark("Meals"),
    "remark": mark("Remark"),
    "reason": mark("Reason"),
    "columns": mark("Own columns"),
}
PRIVATE_FIELDS = tuple(_LABELS)
"""The fields that no list of players has."""
_LONG = frozenset(("remark", "reason"))
_TEXTS = (*FIELDS, "email", "phone", "paid_how", "remark", "reason")
_KEPT = frozenset(("order", "player"))


def registration_label(field: str) -> Text:
    """Return the name of a field of a registration for a reader."""
    return _LABELS.get(field) or field_label(field)


def changed_fields(one: Registration, other: Registration) -> tuple[str, ...]:
    """Return the names of the fields in which the two differ, apart from those that the program sets itself."""
    names = (each.name for each in fields(Registration) if each.name not in _KEPT)
    return tuple(name for name in names if getattr(one, name) != getattr(other, name))


def texts_of(registration: Registration) -> tuple[str, ...]:
    """Return every text about the person that no list of players has, and their own columns."""
    texts = [getattr(registration, field) for field in _TEXTS if field not in FIELDS]
    texts += [*registration.meals, *(each.value for each in registration.columns)]
    return tuple(text for text in texts if text.strip())


def read_price(typed: str) -> int | None:
    """Return the hundredths of ``30``, ``30,5``, ``30.50 €`` or ``1.234,50``; None if it is not an amount.

    A sign, and a point or comma before three digits alone (1.234), are refused: they can mean two things.
    """
    if len(typed) > _LONGEST_AMOUNT:
        return None
    found = _AMOUNT.fullmatch(_SIGNS.sub("", typed.strip()).strip())
    if found is None or (found["group"] in (".", ",") and found["point"] in (None, found["group"])):
        return None
    whole = int(re.sub("[^0-9]", "", found["whole"]))
    amount = whole * 100 + int((found["rest"] or "0").ljust(2, "0"))
    return amount if amount <= MOST_AMOUNT else None


def price_problem(typed: str, field: str) -> Problem:
    """Return the problem that ``typed`` is not an amount for ``field``."""
    text = mark(
        "“{typed}” is not an amount: enter it without a sign, such as 30 or 30.50, and thousands without a point.",
        typed=typed,
    )
    return Problem("registration-amount", text, field)


def read_meals(typed: str) -> tuple[str, ...]:
    """Return the meals of ``Saturday lunch, Sunday lunch``, each once, in this order."""
    parts = (" ".join(part.split()) for part in re.split(r"[,;，、]", typed))
    return tuple(dict.fromkeys(part for part in parts if part))


def registration_problems(registration: Registration) -> tuple[Problem, ...]:
    """Return everything that is wrong with a registration."""
    return tuple(_problems(registration))


def _problems(registration: Registration) -> Iterator[Problem]:
    if not registration.name:
        yield Problem("name-missing", mark("A registration needs a name."), "last_name")
    for field in _TEXTS:
        most = TEXT_LENGTH if field in _LONG else LINE_LENGTH if field in _LABELS else most_characters(field)
        yield from _text_problems(getattr(registration, field), field, most, lines=field in _LONG)
    for meal in registration.meals:
        yield from _text_problems(meal, "meals", LINE_LENGTH)
    for column in registration.columns:
        yield from _text_problems(column.heading, "columns", LINE_LENGTH)
        yield from _text_problems(column.value, "columns", TEXT_LENGTH, lines=True)
    if len(registration.meals) > MOST_MEALS or len(registration.columns) > MOST_COLUMNS:
        text = mark("A registration has at most {meals} meals and {columns} own columns.",
                    meals=MOST_MEALS, columns=MOST_COLUMNS)  # fmt: skip
        yield Problem("registration-many", text, "columns")
    if registration.email and not re.fullmatch(r"[^\s@]+@[^\s@]+", registration.email):
        text = mark("“{typed}” is not an e-mail address: it has one @ and no space.", typed=registration.email)
        yield Problem("registration-email", text, "email")
    for field in ("due", "paid"):
        if not 0 <= getattr(registration, field) <= MOST_AMOUNT:
            text = mark("{field} is 0 to {most}.", field=registration_label(field), most=MOST_AMOUNT // 100)
            yield Problem("registration-amount", text, field)


def _text_problems(text: str, field: str, most: int, *, lines: bool = False) -> Iterator[Problem]:
    label = registration_label(field)
    if len(text) > most:
        yield Problem("too-long", mark("{field} is longer than {most} characters: shorten it.", field=label, most=most),
                      field)  # fmt: skip
    if steers_a_line(text.replace("\n", " ") if lines else text):
        yield Problem("control-character", mark("{field} contains control characters: type it again.", field=label),
                      field)  # fmt: skip
