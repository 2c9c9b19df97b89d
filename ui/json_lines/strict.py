"""Checks the members of a line of JSON: none unknown, and each of its type.

msgspec checks every value against the type of its member, one of those below; its errors are reported in our words.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta, Struct, ValidationError

from tournament.event.problem import Problem, Refused
from tournament.event.seating import LETTERS
from tournament.files.typed_json import convert
from tournament.language import mark
from tournament.rules.payment import Net, Outcome
from ui.json_lines.objects import MOST, as_json, clipped

MOST_CHARACTERS = 500
"""The most characters of a text in a line."""

Whole = Annotated[int, Meta(ge=-MOST, le=MOST)]
Tenths = Whole | float
Letter = Literal["A", "B", "C", "D"]
SubstituteName = Literal["absent", "ill", "disqualified"]
Letters = Letter | list[Letter]
TwoLetters = tuple[Letter, Letter]
TwoNumbers = tuple[Whole, Whole]
FourNumbers = tuple[Whole, Whole, Whole, Whole]
PointsByHand = list[Whole | None]
Words = Annotated[str, Meta(max_length=MOST_CHARACTERS)]


class TotalsByLetter(Struct, frozen=True):
    """Four totals by the letters of the players."""

    A: Whole
    B: Whole
    C: Whole
    D: Whole

    @property
    def net(self) -> Net:
        """The totals by column."""
        return self.A, self.B, self.C, self.D


class WrittenByLetter(Struct, frozen=True):
    """Four totals by the letters of the players, each with at most one decimal."""

    A: Tenths
    B: Tenths
    C: Tenths
    D: Tenths

    @property
    def written(self) -> tuple[Fraction, ...]:
        """The exact totals by column."""
        return tuple(Fraction(str(each)) for each in (self.A, self.B, self.C, self.D))


Members = Mapping[str, tuple[Any, bool]]
"""The members that a line may have: the type of each, and whether it is required."""


def read_members(given: Mapping[str, object], members: Members) -> dict[str, Any]:
    """Convert what is ``given`` to ``members``. Raises Refused with all problems, in the order of ``members``."""
    problems: list[Problem] = []
    for name, (kind, required) in members.items():
        if name in given:
            problems.extend(_problems(name, given[name], kind))
        elif required:
            problems.append(Problem("member-missing", mark("“{name}” is missing.", name=name), name))
    for name in given:
        if name not in members:
            text = mark("“{name}” is not known here: omit it.", name=clipped(name))
            problems.append(Problem("member-unknown", text, name))
    if problems:
        raise Refused(*problems)
    return {name: convert(value, members[name][0]) for name, value in given.items()}


def column_of(letter: Letter) -> int:
    """The column 0–3 of a letter A–D."""
    return LETTERS.index(letter)


def outcome_members(*, won: bool) -> Members:
    """The members that say how a hand ended; with a winner, the points are required."""
    points: object = Whole if won else Whole | None
    return {"winner": (Letter | None, True), "discarder": (Letter | None, False), "points": (points, won)}


def outcome_of(values: Mapping[str, Any]) -> Outcome:
    """The outcome that the ``values`` of :func:`outcome_members` name by letters."""
    letters = values.get("winner"), values.get("discarder")
    winner, discarder = (None if letter is None else column_of(letter) for letter in letters)
    return Outcome(winner, discarder, values.get("points") or 0)


def is_won(members: Mapping[str, object]) -> bool:
    """Whether a line of a hand names a winner, so that it must have points."""
    return members.get("winner") in get_args(Letter)


def _problems(name: str, value: object, kind: Any) -> Iterator[Problem]:
    """What is wrong with ``value`` as a member of this kind."""
    arms = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    for totals, number in ((TotalsByLetter, Whole), (WrittenByLetter, Tenths)):
        if totals in arms:
            yield from _totals_problems(name, value, number)
            return
    if kind == Tenths and isinstance(value, float):
        if abs(value) > MOST or 10 % Fraction(str(value)).denominator:
            text = mark("“{name}” may have one decimal, not {found}.", name=name, found=as_json(value))
            yield Problem("not-a-total", text, name)
        return
    if list[Letter] in arms and isinstance(value, list):
        for item in value:
            yield from _problems(name, item, Letter)
        return
    try:
        convert(value, kind)
    except ValidationError:
        yield _refusal(name, value, arms[0])
        return
    if isinstance(value, str) and not value.isprintable():
        yield Problem("control-character", mark("“{name}” contains control characters.", name=name), name)


def _totals_problems(name: str, value: object, number: object) -> Iterator[Problem]:
    if not isinstance(value, dict) or sorted(value) != list(LETTERS):
        text = mark("“{name}” must give all four totals: A, B, C and D.", name=name)
        yield Problem("totals-incomplete", text, name)
        return
    for letter in LETTERS:
        yield from _problems(f"{name}.{letter}", value[letter], number)


def _refusal(name: str, value: object, kind: Any) -> Problem:
    """Why ``value`` is not of ``kind``, in our words."""
    if kind == Whole:
        if isinstance(value, int) and not isinstance(value, bool):
            text = mark("“{name}” is out of range: at most {most}.", name=name, most=MOST)
            return Problem("out-of-range", text, name)
        text = mark("“{name}” must be a whole number, not {found}.", name=name, found=as_json(value))
        return Problem("not-an-integer", text, name)
    if kind == Letter:
        text = mark("“{name}” must be one of the letters A, B, C, D, not {found}.", name=name, found=as_json(value))
        return Problem("letter-unknown", text, name)
    if kind == TwoLetters:
        text = mark("“{name}” must be two of the letters A, B, C, D, not {found}.", name=name, found=as_json(value))
        return Problem("letters-unknown", text, name)
    if kind == TwoNumbers:
        text = mark("“{name}” must be two whole numbers, not {found}.", name=name, found=as_json(value))
        return Problem("not-integers", text, name)
    if kind == FourNumbers:
        text = mark("“{name}” must be the numbers of four players, not {found}.", name=name, found=as_json(value))
        return Problem("not-integers", text, name)
    if kind == PointsByHand:
        text = mark(
            "“{name}” must list the points of every hand: 0 for a drawn one, null for one not played.", name=name
        )
        return Problem("member-kind", text, name)
    if kind is bool:
        return Problem("member-kind", mark("“{name}” must be true or false.", name=name), name)
    text = mark("“{name}” must be text of at most {most} characters.", name=name, most=MOST_CHARACTERS)
    return Problem("member-kind", text, name)
