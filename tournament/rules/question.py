"""The questions of a rule set to a referee, from which screens, lines of scripts and checks are made."""

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
"""By the name of the question."""


Chosen = tuple[tuple[str, Answer], ...]
"""Answers to keep: by name, in order of names, defaults left out."""


SECOND_THROW = "+"
"""The sign between two throws of dice."""


class QuestionKind(Enum):
    """How a question is answered."""

    TICK = "tick"
    """Yes or no."""
    NUMBER = "number"
    """A whole number within its bounds; None too where that is the default."""
    CHOICE = "choice"
    """One of several; None too where that is the default."""
    PLAYER = "player"
    """One of the four players by column, 0 to 3, or None."""
    PLACES = "places"
    """Four whole numbers, what the places of a table are worth, best first: ``4-2-1-0``. Asked of an event alone."""
    PLAYERS = "players"
    """Several of them by column, in order, or None."""
    HANDS = "hands"
    """Special hands that an event adds, in one text (see ``rules.named_hands``). Asked of an event alone."""
    TILES = "tiles"
    """As many tiles as its bounds allow, in the notation of hands and in tile order: ``5m7pE``. Asked of the tiles of a
    player alone."""


class Choice(NamedTuple):
    """One of several answers."""

    key: str
    """Its name in files and in lines of scripts."""
    text: Text
    typed: Text | str = ""
    """The key that chooses it in a hand: a letter, which may depend on the language, or a digit."""
    short: Text | None = None
    """The same where there is room for a word only; None: ``text`` is short enough."""
    numbers: tuple[int, ...] = ()
    """Numbers that choose it too, typed or in a script: the sums of the dice that lead to a wind."""
    worth: int | None = None
    """What the winner's hand is worth with it; None: that does not follow."""


def _always(_outcome: Outcome, _dealer: int) -> bool:
    return True


class Turn(Enum):
    """Where the cursor comes to a question while a hand is typed. A number in the turn has to be answered there."""

    ASIDE = "aside"
    """The cursor reaches it only by its key."""
    IN_TURN = "in turn"
    """After the value of the hand; in a drawn hand after everything else."""
    FOLLOWS = "follows"
    """After the question before it."""


class RuleQuestion(NamedTuple):
    """One question."""

    name: str
    """The member of a line that answers it."""
    text: Text
    kind: QuestionKind = QuestionKind.TICK
    default: Answer = False
    choices: tuple[Choice, ...] = ()
    """Of ``HANDS``: the options about each special hand that the rules have themselves, with its name."""
    least: int = 0
    most: int = 0
    """Of ``HANDS``: of each value; 0 where they have none. Of ``TILES``: of their number."""
    step: int = 1
    """Between two numbers that may be the answer."""
    optional: bool = False
    """None is an answer too, whatever the default: no limit."""
    label: Text | None = None
    """Its name where there is little room; None: its text."""
    wall_break: "Callable[[int, int], WallBreak] | None" = None
    """Of a choice that dice make: where two throws break the wall; None where they do not."""
    sign: Text | None = None
    """Of several players: what stands at each of them in a row of a sheet; None: the row has a column of them."""
    of_win: bool = False
    """It says what a winner's hand is worth or who else won, which ``RuleSet.written_wins`` has in a word."""
    key: Text | str = ""
    """The letter that goes to it from any field of a hand, and that sets and takes back a tick. Where several share it
    (one for each winner), it goes to the next below the cursor."""
    asked: Callable[[Outcome, int], bool] = _always
    """Whether it can matter in a hand that ended so, as far as that is known; the second argument is the dealer's
    column. An outcome without winner is a drawn hand here."""
    turn: Turn = Turn.ASIDE
    times: int = 1
    """What a number below ``least`` is multiplied by when it is typed: 4 for 40."""
    gives: tuple[str, int] | None = None
    """Of a number that its key counts: the field that it fills, ``points`` or a question, and with what."""

    @property
    def short(self) -> Text:
        """Its name where there is little room."""
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
    """Where it lies: ``winner``, ``discarder``, ``points``, ``values``, ``liable`` or the name of a question."""
    column: int | None = None
    """Of ``values``: whose."""


class Option(NamedTuple):
    """A question that the rules leave to an event, answered before play."""

    question: RuleQuestion
    source: Text
    """Where the default comes from: the document and its place, or that it is our proposal."""


Record = TypeVar("Record")

_BETWEEN = re.compile(r"\s*[-,; ]\s*")
_TICKS = {"true": True, "false": False}


def answer_problem(question: RuleQuestion, answer: object, *, called: Text | None = None) -> Text | None:
    """What is wrong with ``answer`` as an answer to ``question``, and what it may be; None: nothing is.

    ``called`` is the question's name for a reader, where that is not the member of a line.
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
    from tournament.rules.named_hands import hands_problem  # few events add any

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
    """What throws of dice answer to a question."""

    key: str
    """The choice to which the first throw leads."""
    wall_break: "WallBreak | None" = None
    """Where the wall breaks, once the second throw is known."""


def thrown(question: RuleQuestion, typed: str) -> Thrown | None:
    """What the dice ``typed`` answer to ``question``, ``5`` or with a second throw ``5+9``; None if they do not."""
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
    """Whether ``typed`` is a throw of dice, or the beginning of one."""
    first, plus, second = typed.partition(SECOND_THROW)
    numbers = [str(number) for choice in question.choices for number in choice.numbers]
    if plus and (question.wall_break is None or first not in numbers):
        return False
    return any(number.startswith(second if plus else first) for number in numbers)


def read_answer(question: RuleQuestion, text: str) -> Answer:
    """The answer that ``text`` writes, as on a command line; ValueError when it writes none."""
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
            return "-".join(str(worth) for worth in read_places(text))
        case QuestionKind.HANDS:
            from tournament.rules.named_hands import tidied

            return tidied(text)
        case QuestionKind.TILES:
            return _written_tiles(text)
        case _:
            assert_never(question.kind)


def answer_text(question: RuleQuestion, answer: Answer) -> Text | str:
    """An answer to a question of the rules, in words."""
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
    """The default answers of ``options``."""
    return {option.question.name: option.question.default for option in options}


def read_places(text: str) -> tuple[int, ...]:
    """What the places are worth by ``4-2-1-0``, ``4 2 1 0`` or ``4, 2, 1, 0``; ValueError where it is none of them."""
    parts = _BETWEEN.split(text.strip())
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise ValueError(text)
    return tuple(int(part) for part in parts)


def _are_places(question: RuleQuestion, answer: object) -> bool:
    """Whether ``answer`` is four numbers within the bounds that never rise, written as they are kept."""
    if not isinstance(answer, str):
        return False
    try:
        worth = read_places(answer)
    except ValueError:
        return False
    written = "-".join(str(each) for each in worth)
    falls = list(worth) == sorted(worth, reverse=True)
    return (
        len(worth) == 4
        and falls
        and question.least <= min(worth)
        and max(worth) <= question.most
        and (written == answer)
    )


def _written_tiles(text: str) -> str:
    """The tiles of ``text`` as they are kept; ValueError where it writes anything else."""
    from tournament.hand.notation import format_tiles, parse_tiles  # few rules ask for tiles

    return format_tiles(parse_tiles(text))


def _are_tiles(question: RuleQuestion, answer: object) -> bool:
    """Whether ``answer`` is as many tiles as the bounds allow, written as they are kept."""
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
    return mark(
        "“{name}” must be four whole numbers from {least} to {most}, best place first, in descending order: 4-2-1-0.",
        name=name,
        least=question.least,
        most=question.most,
    )


def answered(record: Callable[..., Record], answers: Answers) -> Record:
    """Return the rule set's own record, filled in from ``answers``, which were checked before."""
    return record(**answers)
