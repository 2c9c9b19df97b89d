"""A line of JSON by the type of what it says: nothing unknown, nothing of another kind.

A type of line is a dataclass; its fields are the members that a line may have, each of one of the kinds below. msgspec
holds every value against the type of its field; what it refuses is reported in our words.
"""

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from types import UnionType
from typing import Annotated, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, ValidationError, convert

from tournament.event.problem import Problem, Refused
from tournament.event.seating import LETTERS
from tournament.language import mark
from tournament.rules.payment import Net, Outcome
from ui.json_lines.objects import MOST, as_json, clipped

MOST_CHARACTERS = 500
"""No text of a line is longer."""

Whole = Annotated[int, Meta(ge=-MOST, le=MOST)]
Letter = Literal["A", "B", "C", "D"]
SubstituteName = Literal["absent", "ill", "disqualified"]
Letters = Letter | list[Letter]
TwoLetters = tuple[Letter, Letter]
TwoNumbers = tuple[Whole, Whole]
FourNumbers = tuple[Whole, Whole, Whole, Whole]
PointsByHand = list[Whole | None]
Words = Annotated[str, Meta(max_length=MOST_CHARACTERS)]


@dataclass(frozen=True, slots=True)
class TotalsByLetter:
    """Four totals by the letters of the players."""

    A: Whole
    B: Whole
    C: Whole
    D: Whole

    @property
    def net(self) -> Net:
        """The same by column."""
        return self.A, self.B, self.C, self.D


@dataclass(frozen=True, slots=True)
class JsonLine:
    """What a line says: its fields are the members, those without a default must be there."""


Line = TypeVar("Line", bound=JsonLine)


def read_line(members: dict[str, object], line: type[Line]) -> Line:
    """What ``members`` say, as a ``line``; Refused with all that is wrong, in the order of the fields."""
    kinds = _kinds(line)
    problems: list[Problem] = []
    for name, (kind, required) in kinds.items():
        if name in members:
            problems.extend(_problems(name, members[name], kind))
        elif required:
            problems.append(Problem("member-missing", mark("“{name}” is missing.", name=name), name))
    for name in members:
        if name not in kinds:
            text = mark("“{name}” is not known here: leave it out.", name=clipped(name))
            problems.append(Problem("member-unknown", text, name))
    if problems:
        raise Refused(*problems)
    return convert(members, line)


def column_of(letter: Letter) -> int:
    """The column 0–3 of a letter A–D."""
    return LETTERS.index(letter)


def outcome_of(winner: Letter | None, discarder: Letter | None, points: int | None) -> Outcome:
    """The outcome that a line names by letters."""
    columns = [None if letter is None else column_of(letter) for letter in (winner, discarder)]
    return Outcome(columns[0], columns[1], points or 0)


def is_won(members: dict[str, object]) -> bool:
    """Whether a line of a hand names its winner, and must give the points then."""
    return members.get("winner") in get_args(Letter)


def _kinds(line: type[JsonLine]) -> dict[str, tuple[object, bool]]:
    """The kind of each member, and whether it must be there."""
    if line not in _KINDS:
        hints = get_type_hints(line, include_extras=True)
        _KINDS[line] = {
            field.name: (hints[field.name], field.default is MISSING and field.default_factory is MISSING)
            for field in fields(line)
        }
    return _KINDS[line]


_KINDS: dict[type[JsonLine], dict[str, tuple[object, bool]]] = {}
"""What was found out of each type once."""


def _problems(name: str, value: object, kind: object) -> Iterator[Problem]:
    """What is wrong with ``value`` as a member of this kind."""
    arms = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    if TotalsByLetter in arms:
        yield from _totals_problems(name, value)
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
        yield Problem("control-character", mark("“{name}” holds control characters.", name=name), name)


def _totals_problems(name: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, dict) or sorted(value) != list(LETTERS):
        text = mark("“{name}” must give all four totals: A, B, C and D.", name=name)
        yield Problem("totals-incomplete", text, name)
        return
    for letter in LETTERS:
        yield from _problems(f"{name}.{letter}", value[letter], Whole)


def _refusal(name: str, value: object, kind: object) -> Problem:
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
