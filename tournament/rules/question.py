"""The questions that a rule set asks a referee. Forms, JSON members and checks are derived from them."""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeVar, assert_never

from tournament.language import Text, integer_text, mark, mark_in
from tournament.rules.pattern import Names
from tournament.rules.payment import Answer, Outcome

if TYPE_CHECKING:
    from tournament.rules.wall_break import WallBreak

Answers = Mapping[str, Answer]
"""Answers by the name of the question."""


Chosen = tuple[tuple[str, Answer], ...]
"""Answers as they are stored: (name, answer) in order of names, without defaults."""


SECOND_THROW = "+"
"""The sign between two throws of dice."""


class QuestionKind(Enum):
    """How a question is answered."""

    TICK = "tick"
    """Yes or no."""
    NUMBER = "number"
    """A whole number within its bounds; also None if that is the default."""
    CHOICE = "choice"
    """The key of one of several choices; also None if that is the default."""
    PLAYER = "player"
    """One of the four players by column, 0 to 3, or None."""
    PLACES = "places"
    """The values of the four places of a table, best first: ``4-2-1-0``, or ``15000,5000,-5000,-15000`` if they may be
    negative. Only an option of an event is of this kind."""
    PLAYERS = "players"
    """Several players by column, in order, or None."""
    HANDS = "hands"
    """The special hands that an event adds, as one text (see ``rules.named_hands``). Only an option is of this kind."""
    TILES = "tiles"
    """Tiles, as many as the bounds allow, in the notation of hands and in tile order: ``5m7pE``. Only a question about
    the tiles of a player is of this kind."""


class Choice(NamedTuple):
    """One of several answers."""

    key: str
    """Its name in files and in JSON."""
    text: Text
    typed: Text | str = ""
    """The key that chooses it in a hand: a letter, which may depend on the language, or a digit."""
    short: Text | None = None
    """A wording of one word; None if ``text`` is short enough."""
    numbers: tuple[int, ...] = ()
    """Numbers that also choose it, such as the sums of the dice that lead to a wind."""
    worth: int | None = None
    """The value of the winner's hand with this choice; None if the choice does not determine it."""


def _always(_outcome: Outcome, _dealer: int) -> bool:
    return True


class Turn(Enum):
    """When the cursor reaches a question while a hand is typed.

    A number that is reached must be answered before the cursor goes on.
    """

    ASIDE = "aside"
    """Only when its key is pressed."""
    IN_TURN = "in turn"
    """After the value of the hand; in a drawn hand after everything else."""
    FOLLOWS = "follows"
    """Directly after the question before it."""


class RuleQuestion(NamedTuple):
    """One question."""

    name: str
    """The JSON member that answers it."""
    text: Text
    kind: QuestionKind = QuestionKind.TICK
    default: Answer = False
    choices: tuple[Choice, ...] = ()
    """The possible answers. For ``HANDS``: the special hands that are part of the rules, with their options."""
    least: int = 0
    most: int = 0
    """The upper bound. For ``HANDS`` it is that of each value (0 if they have none), for ``TILES`` that of their
    number."""
    step: int = 1
    """The difference between two neighbouring numbers that are valid answers."""
    optional: bool = False
    """Whether None is also an answer, whatever the default. It means that there is no limit."""
    label: Text | None = None
    """A short name; None if it is the text."""
    wall_break: "Callable[[int, int], WallBreak] | None" = None
    """For a choice made by dice: return where two throws break the wall. None if they do not."""
    sign: Text | None = None
    """For several players: the sign shown at each of them in a row of the sheet; None if there is none."""
    of_win: bool = False
    """Whether the answer is part of ``RuleSet.written_wins``: the value of a winner's hand, or who else won."""
    key: Text | str = ""
    """The letter that moves the cursor to the question from any field of a hand, or toggles a tick.

    If several questions share it (one for each winner), the cursor goes to the next one below it.
    """
    asked: Callable[[Outcome, int], bool] = _always
    """Return whether the question can matter in a hand with this outcome, as far as it is known.

    The second argument is the dealer's column. An outcome without a winner means a drawn hand.
    """
    turn: Turn = Turn.ASIDE
    times: int = 1
    """The factor of a typed number below ``least``, such as 10 if 4 stands for 40."""
    gives: tuple[str, int] | None = None
    """For a number that counts presses of its key: a field (``points`` or a question) that it fills, and with which
    value."""

    @property
    def short(self) -> Text:
        """The short name."""
        return self.label or self.text

    @property
    def may_be_none(self) -> bool:
        """Whether None is an answer."""
        return self.optional or self.default is None


class OutcomeProblem(NamedTuple):
    """A contradiction in an outcome."""

    code: str
    """A stable name in lower case with hyphens."""
    text: Text
    field: str
    """The field concerned: ``winner``, ``discarder``, ``points``, ``values``, ``liable`` or the name of a question."""
    column: int | None = None
    """For ``values``: the column concerned."""


class Option(NamedTuple):
    """A question that the rules leave to the event, which answers it before play."""

    question: RuleQuestion
    source: Text
    """The source of the default: the document and the place in it, or that this program proposes it."""


Record = TypeVar("Record")

_BETWEEN = re.compile(r"\s*[-,; ]\s*")
_BETWEEN_SIGNED = re.compile(r"\s*[,;/ ]\s*")
_TICKS = {"true": True, "false": False}


def answer_problem(question: RuleQuestion, answer: object, *, called: Text | None = None) -> Text | None:
    """Return what is wrong with ``answer`` as an answer to ``question``, and what is valid; None if it is valid.

    ``called`` is the name of the question in the message, if it is not the JSON member.
    """
    name = called or question.name
    if answer is None and question.may_be_none:
        return None
    match question.kind:
        case QuestionKind.TICK:
            return None if isinstance(answer, bool) else mark("“{name}” must be true or false.", name=name)
        case QuestionKind.NUMBER:
            return _number_problem(question, answer, name)
        case QuestionKind.CHOICE:
            return _choice_problem(question, answer, name)
        case QuestionKind.PLAYER:
            if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer <= 3:
                return None
            return mark("“{name}” must be one of the four players.", name=name)
        case QuestionKind.PLACES:
            return None if _are_places(question, answer) else _places_wanted(question, name)
        case QuestionKind.PLAYERS:
            if isinstance(answer, tuple) and answer and answer == tuple(sorted({*answer} & {0, 1, 2, 3})):
                return None
            return mark("“{name}” must list some of the four players, each once.", name=name)
        case QuestionKind.HANDS:
            return _hands_problem(question, answer, name)
        case QuestionKind.TILES:
            return None if _are_tiles(question, answer) else _tiles_wanted(question, name)
        case _:
            assert_never(question.kind)


def _choice_problem(question: RuleQuestion, answer: object, name: Text | str) -> Text | None:
    keys = [choice.key for choice in question.choices]
    if isinstance(answer, str) and answer in keys:
        return None
    return mark("“{name}” must be one of {choices}.", name=name, choices=", ".join(keys))


def _hands_problem(question: RuleQuestion, answer: object, name: Text | str) -> Text | None:
    if not isinstance(answer, str):
        return mark("“{name}” must be the names of hands as text.", name=name)
    from tournament.rules.named_hands import hands_problem  # imported here, since few events add special hands

    values = (value for choice in question.choices for _, value in choice.text.values)
    return hands_problem(
        answer, question.most, (each for names in values if isinstance(names, Names) for each in names)
    )


def _number_problem(question: RuleQuestion, answer: object, name: Text | str) -> Text | None:
    numbers = range(question.least, question.most + 1, question.step)
    if isinstance(answer, int) and not isinstance(answer, bool) and answer in numbers:
        return None
    if question.step > 1:
        return mark("“{name}” must be one of {choices}.", name=name, choices=", ".join(map(str, numbers)))
    return mark("“{name}” must be a whole number from {least} to {most}.", name=name,
                least=question.least, most=question.most)  # fmt: skip


class Thrown(NamedTuple):
    """The answer that throws of dice give to a question."""

    key: str
    """The key of the choice to which the first throw leads."""
    wall_break: "WallBreak | None" = None
    """Where the wall breaks; None until the second throw is known."""


def thrown(question: RuleQuestion, typed: str) -> Thrown | None:
    """Return what the throws of dice ``typed`` answer to ``question``; None if they answer nothing.

    They are written ``5``, or ``5+9`` with a second throw.
    """
    first, plus, second = typed.partition(SECOND_THROW)
    choices = {str(number): choice.key for choice in question.choices for number in choice.numbers}
    if first not in choices:
        return None
    if not plus:
        return Thrown(choices[first])
    if question.wall_break is None or second not in choices:
        return None
    return Thrown(choices[first], question.wall_break(int(first), int(second)))


def begins_throw(question: RuleQuestion, typed: str) -> bool:
    """Return whether ``typed`` is a throw of dice, or the beginning of one."""
    first, plus, second = typed.partition(SECOND_THROW)
    numbers = [str(number) for choice in question.choices for number in choice.numbers]
    if plus and (question.wall_break is None or first not in numbers):
        return False
    return any(number.startswith(second if plus else first) for number in numbers)


def read_answer(question: RuleQuestion, text: str) -> Answer:
    """Return the answer that ``text`` stands for on a command line. Raise ValueError if it is none."""
    if question.may_be_none and text in ("", "none"):
        return None
    match question.kind:
        case QuestionKind.TICK:
            if text not in _TICKS:
                raise ValueError(text)
            return _TICKS[text]
        case QuestionKind.NUMBER | QuestionKind.PLAYER:
            return int(text)
        case QuestionKind.PLAYERS:
            return tuple(map(int, text.split(",")))
        case QuestionKind.CHOICE:
            found = thrown(question, text)
            return text if found is None else found.key
        case QuestionKind.PLACES:
            return places_text(question, read_signed_places(text) if question.least < 0 else read_places(text))
        case QuestionKind.HANDS:
            from tournament.rules.named_hands import tidied

            return tidied(text)
        case QuestionKind.TILES:
            return _written_tiles(text)
        case _:
            assert_never(question.kind)


def answer_text(question: RuleQuestion, answer: Answer) -> Text | str:
    """Return an answer to a question of the rules in words."""
    if answer is None:
        return mark_in("option", "none")
    match question.kind:
        case QuestionKind.TICK:
            return mark_in("option", "yes") if answer else mark_in("option", "no")
        case QuestionKind.CHOICE:
            return next((choice.text for choice in question.choices if choice.key == answer), str(answer))
        case QuestionKind.HANDS if not answer:
            return mark_in("option", "none")
        case _:
            return integer_text(answer) if isinstance(answer, int) else str(answer)


def chosen_of(options: Iterable[Option], answers: Answers) -> Chosen:
    """Return the answers of an event to ``options`` as they are stored."""
    defaults = defaults_of(options)
    return tuple((name, answer) for name, answer in sorted(answers.items()) if answer != defaults[name])


def defaults_of(options: Iterable[Option]) -> dict[str, Answer]:
    """Return the default answers of ``options`` by name."""
    return {option.question.name: option.question.default for option in options}


def read_places(text: str) -> tuple[int, ...]:
    """Return the values of places from ``4-2-1-0``, ``4 2 1 0`` or ``4, 2, 1, 0``. Raise ValueError for other texts."""
    parts = _BETWEEN.split(text.strip())
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise ValueError(text)
    return tuple(int(part) for part in parts)


def read_signed_places(text: str) -> tuple[int, ...]:
    """Return the values of places from ``15000,5000,-5000,-15000``, also with ``;``, ``/`` or spaces between them.

    Raise ValueError for other texts.
    """
    parts = _BETWEEN_SIGNED.split(text.replace("\N{MINUS SIGN}", "-").strip())
    if not all(part.isascii() and part.removeprefix("-").removeprefix("+").isdigit() for part in parts):
        raise ValueError(text)
    return tuple(int(part) for part in parts)


def places_text(question: RuleQuestion, worth: Iterable[int]) -> str:
    """Return the values of places as they are stored."""
    return ("," if question.least < 0 else "-").join(str(each) for each in worth)


def _are_places(question: RuleQuestion, answer: object) -> bool:
    """Return whether ``answer`` is four numbers in descending order within the bounds, as they are stored."""
    if not isinstance(answer, str):
        return False
    try:
        worth = read_signed_places(answer) if question.least < 0 else read_places(answer)
    except ValueError:
        return False
    written = places_text(question, worth)
    falls = list(worth) == sorted(worth, reverse=True)
    return (
        len(worth) == 4
        and falls
        and question.least <= min(worth)
        and max(worth) <= question.most
        and (written == answer)
    )


def _written_tiles(text: str) -> str:
    """Return the tiles of ``text`` as they are stored. Raise ValueError for anything else than tiles."""
    from tournament.hand.notation import format_tiles, parse_tiles  # imported here, since few rules ask for tiles

    return format_tiles(parse_tiles(text))


def _are_tiles(question: RuleQuestion, answer: object) -> bool:
    """Return whether ``answer`` is a number of tiles within the bounds, written as they are stored."""
    from tournament.hand.notation import parse_tiles

    try:
        if not isinstance(answer, str) or _written_tiles(answer) != answer:
            return False
    except ValueError:
        return False
    return question.least <= len(parse_tiles(answer)) <= question.most


def _tiles_wanted(question: RuleQuestion, name: Text | str) -> Text:
    return mark(
        "“{name}” must be {least} to {most} tiles in the notation of hands, such as 5m7pE.",
        name=name,
        least=question.least,
        most=question.most,
    )


def _places_wanted(question: RuleQuestion, name: Text | str) -> Text:
    if question.least < 0:
        return mark(
            "“{name}” must be four whole numbers from {least} to {most} with commas between them, best place first, in "
            "descending order: 15000,5000,-5000,-15000.",
            name=name,
            least=question.least,
            most=question.most,
        )
    return mark(
        "“{name}” must be four whole numbers from {least} to {most}, best place first, in descending order: 4-2-1-0.",
        name=name,
        least=question.least,
        most=question.most,
    )


def answered(record: Callable[..., Record], answers: Answers) -> Record:
    """Return the rule set's own ``record`` with its fields set from ``answers``, which were checked before."""
    return record(**answers)
