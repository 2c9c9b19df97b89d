"""Lines of hands for rules that record more than winner, discarder and points, read by the questions of the rule
set."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from tournament.event.problem import Problem, Refused
from tournament.event.seating import LETTERS
from tournament.language import Text, mark
from tournament.rules.payment import SECOND, SECOND_LIABLE, THIRD, THIRD_LIABLE, Answer, Net, Outcome
from tournament.rules.question import Chosen, QuestionKind, RuleQuestion, answer_problem, read_answer, thrown
from tournament.rules.ruleset import RuleSet
from tournament.tiles.wind import Wind
from ui.json_lines.objects import MOST, as_json, clipped

WINDS = "".join(wind.letter for wind in Wind)

Names = Mapping[str, int]
"""The letters that name players (four of each alphabet), with their columns."""


def by_letters(letters: str) -> Names:
    """Four letters that name the columns in order."""
    return {letter: column for column, letter in enumerate(letters)}


class GameLine:
    """The members of one line. They are taken one by one, and problems are collected."""

    def __init__(self, members: Mapping[str, object], rules: RuleSet, names: tuple[Names, ...] = ()) -> None:
        self.members = dict(members)
        self.rules = rules
        self.problems: list[Problem] = []
        self.beside: dict[str, object] = {}
        """Members for the answer that do not belong to the hand, such as where the dice of the line break the wall."""
        self.names = names or (by_letters(WINDS if rules.four_values else LETTERS),)
        """Players are named by their winds if all four hands are paid, otherwise by the letters of the sheet; a line of
        a sheet, whose winds are known, may use either alphabet."""

    @property
    def letters(self) -> str:
        """The letters that name the columns, in order."""
        return "".join(sorted(self.names[0], key=self.names[0].__getitem__))

    @property
    def columns(self) -> dict[str, int]:
        """Every letter that names a player, with the column."""
        return {letter: column for names in self.names for letter, column in names.items()}

    def refuse_problems(self, *, nothing_left: bool = True) -> None:
        """Raise Refused with all problems; with ``nothing_left`` also for members that nothing has taken."""
        for name in self.members if nothing_left else ():
            text = mark("“{name}” is not known here: omit it.", name=clipped(name))
            self.problems.append(Problem("member-unknown", text, name))
        if self.problems:
            raise Refused(*self.problems)

    def player(self, name: str, *, required: bool = False) -> int | None:
        """Take the member ``name``: the column of the player whom it names."""
        if name not in self.members:
            if required:
                self.problem("member-missing", mark("“{name}” is missing.", name=name), name)
            return None
        letter = self.members.pop(name)
        if letter is None:
            return None
        if isinstance(letter, str) and letter in self.columns:
            return self.columns[letter]
        text = mark("“{name}” must be one of the letters {letters}, not {found}.", name=name,
                    letters=", ".join(self.columns), found=as_json(letter))  # fmt: skip
        self.problem("letter-unknown", text, name)
        return None

    def whole(self, name: str) -> int:
        """Take the member ``name`` as a whole number; 0 if it is missing."""
        found = self.members.pop(name, 0)
        if isinstance(found, bool) or not isinstance(found, int):
            text = mark("“{name}” must be a whole number, not {found}.", name=name, found=as_json(found))
            self.problem("not-an-integer", text, name)
            return 0
        if abs(found) > MOST:
            text = mark("“{name}” is out of range: at most {most}.", name=name, most=MOST)
            self.problem("out-of-range", text, name)
            return 0
        return found

    def words(self, name: str, *, most: int, required: bool = False) -> str:
        """Take the member ``name`` as text; empty if it is missing."""
        if required and name not in self.members:
            self.problem("member-missing", mark("“{name}” is missing.", name=name), name)
        found = self.members.pop(name, "")
        if not isinstance(found, str) or len(found) > most:
            text = mark("“{name}” must be text of at most {most} characters.", name=name, most=most)
            self.problem("member-kind", text, name)
            return ""
        if not found.isprintable():
            self.problem("control-character", mark("“{name}” contains control characters.", name=name), name)
        return found

    def four(self, name: str) -> Net | None:
        """Take the member ``name`` as four whole numbers by the letters of the players; None if it is missing."""
        found = self.members.pop(name, None)
        if found is None:
            return None
        alphabet = next((each for each in self.names if isinstance(found, dict) and set(found) == set(each)), None)
        if alphabet is None or not isinstance(found, dict):
            text = mark("“{name}” must give a number for each of {letters}.", name=name,
                        letters=", ".join(self.letters))  # fmt: skip
            self.problem("values-incomplete", text, name)
            return None
        ordered = sorted(alphabet, key=alphabet.__getitem__)
        line = GameLine({f"{name}.{letter}": found[letter] for letter in ordered}, self.rules)
        a, b, c, d = (line.whole(f"{name}.{letter}") for letter in ordered)
        self.problems += line.problems
        return a, b, c, d

    def answers(self, questions: Iterable[RuleQuestion]) -> Chosen:
        """Take the answers to ``questions``, without those equal to the default, in order of names."""
        found: list[tuple[str, Answer]] = []
        for question in questions:
            if question.name not in self.members:
                continue
            answer = self._answer(question, self.members.pop(question.name))
            problem = answer_problem(question, answer)
            if problem is not None:
                self.problem("answer-wrong", problem, question.name)
            elif answer != question.default and isinstance(answer, bool | int | str | tuple | None):
                found.append((question.name, answer))
        return tuple(sorted(found))

    def _answer(self, question: RuleQuestion, answer: object) -> object:
        if question.kind is QuestionKind.PLAYER and isinstance(answer, str) and len(answer) == 1:
            return self.columns.get(answer, -1)
        if question.kind is QuestionKind.PLAYERS and isinstance(answer, list):
            named = [self.columns.get(each, -1) if isinstance(each, str) else -1 for each in answer]
            return tuple(sorted(named)) or None
        if question.kind is QuestionKind.CHOICE and isinstance(answer, int | str) and not isinstance(answer, bool):
            found = thrown(question, str(answer))
            if found is not None and found.wall_break is not None:
                self.beside["break"] = found.wall_break.members
            return answer if found is None else found.key
        if question.kind is QuestionKind.HANDS and isinstance(answer, str):
            return read_answer(question, answer)
        if question.kind is QuestionKind.TILES and isinstance(answer, str):
            with suppress(ValueError):  # as it is; what is wrong with it is told by whoever examines it
                return read_answer(question, answer)
        return answer

    def outcome(self) -> Outcome:
        """How a hand ended."""
        if self.rules.on_table:
            self._take_winners()
        winner = self.player("winner", required=True)
        discarder = self.player("discarder")
        liable = self.player(self.rules.liable.name) if self.rules.liable is not None else None
        values = self.four("values") if self.rules.four_values else None
        points = 0 if self.rules.four_values else self._points(won=winner is not None)
        return Outcome(winner, discarder, points, values, liable, self.answers(self.rules.questions))

    def _take_winners(self) -> None:
        """Replace the list of winners, ``[{"player": "A", "han": 3, "fu": 40}]``, by the members for which the rules
        ask."""

        if "winners" not in self.members:
            self.problem("member-missing", mark("“{name}” is missing.", name="winners"), "winners")
        listed, beyond = self.members.pop("winners", []), self.rules.winners_beyond
        if beyond is not None and isinstance(listed, list) and beyond[0] < len(listed) <= len(WINNER_NAMES):
            self.problem("winners-many", beyond[1], "winners")
            listed = listed[: beyond[0]]
        found = _winners_read(listed, self.columns, self.members.get("discarder"))
        self.members |= found.members
        self.problems += found.problems

    def _points(self, *, won: bool) -> int:
        if self.members.get("points") is not None:
            return self.whole("points")
        self.members.pop("points", None)
        if won:
            self.problem("member-missing", mark("“{name}” is missing.", name="points"), "points")
        return 0

    def problem(self, code: str, text: Text, name: str) -> None:
        """Add a problem of the member ``name``."""
        self.problems.append(Problem(code, text, name))


def outcome_refusals(rules: RuleSet, outcome: Outcome, dealer: int) -> tuple[Problem, ...]:
    """The contradictions in ``outcome`` under the rules."""
    return tuple(Problem(each.code, each.text, each.field) for each in rules.contradictions(outcome, dealer))


WINNER_NAMES = (
    {"player": "winner", "han": "points", "fu": "fu", "yakuman": "yakuman", "liable": "liable"},
    {"player": SECOND, "han": "second_han", "fu": "second_fu", "yakuman": "second_yakuman", "liable": SECOND_LIABLE},
    {"player": THIRD, "han": "third_han", "fu": "third_fu", "yakuman": "third_yakuman", "liable": THIRD_LIABLE},
)
"""For each winner in turn: the members of an object in the list, and the members for which the rules ask instead."""
_YAKUMAN_HAN = 13
"""The han that are recorded for a yakuman."""


class _Winners(NamedTuple):
    """The list of winners, as it was read."""

    members: Mapping[str, object]
    """Its content as the members for which the rules ask."""
    problems: tuple[Problem, ...]


def _winners_read(listed: object, columns: Mapping[str, int], discarder: object) -> _Winners:
    """Read ``listed`` and order the winners by turn after ``discarder``; ``columns`` are those of the letters of
    players."""
    if (
        not isinstance(listed, list)
        or not all(isinstance(each, dict) for each in listed)
        or len(listed) > len(WINNER_NAMES)
    ):
        text = mark("“{name}” must be a list of at most {most} objects, one a winner: {example}.", name="winners",
                    most=len(WINNER_NAMES), example='[{"player": "A", "han": 3, "fu": 40}]')  # fmt: skip
        return _Winners({"winner": None}, (Problem("member-kind", text, "winners"),))
    if not listed:
        return _Winners({"winner": None}, ())
    from_column = columns.get(discarder, 0) if isinstance(discarder, str) else 0
    ordered = sorted(listed, key=lambda each: (_winner_column(each, columns) - from_column) % 4)
    members: dict[str, object] = {}
    problems: list[Problem] = []
    for winner, names in zip(ordered, WINNER_NAMES, strict=False):
        problems += _winner_problems(winner)
        members |= {names[name]: value for name, value in winner.items() if name in names}
        if winner.get("yakuman"):
            members.setdefault(names["han"], _YAKUMAN_HAN)
    return _Winners(members, tuple(problems))


def _winner_column(winner: Mapping[str, object], columns: Mapping[str, int]) -> int:
    player = winner.get("player")
    return columns.get(player, 0) if isinstance(player, str) else 0


def _winner_problems(winner: Mapping[str, object]) -> Iterator[Problem]:
    for name in winner:
        if name not in WINNER_NAMES[0]:
            text = mark("“{name}” is not known here: omit it.", name=clipped(name))
            yield Problem("member-unknown", text, f"winners.{name}")
    if not isinstance(winner.get("player"), str):
        text = mark("“{name}” is missing in {winner}.", name="player", winner=as_json(winner))
        yield Problem("member-missing", text, "winners.player")
    if "han" not in winner and not winner.get("yakuman"):
        text = mark("“{name}” is missing in {winner}.", name="han", winner=as_json(winner))
        yield Problem("member-missing", text, "winners.han")
