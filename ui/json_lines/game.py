"""Lines of hands by rules that ask more than who, from whom and how much, read by what the rules say of themselves."""

from collections.abc import Iterable, Mapping

from tournament.event.problem import Problem, Refused
from tournament.event.seating import LETTERS
from tournament.language import Text, mark
from tournament.rules.payment import Answer, Net, Outcome
from tournament.rules.question import Chosen, QuestionKind, RuleQuestion, answer_problem
from tournament.rules.ruleset import RuleSet
from tournament.tiles.wind import Wind
from ui.json_lines.objects import MOST, as_json, clipped

WINDS = "".join(wind.letter for wind in Wind)


class GameLine:
    """The members of one line, taken one after the other; what is wrong is collected."""

    def __init__(self, members: Mapping[str, object], rules: RuleSet) -> None:
        self.members = dict(members)
        self.rules = rules
        self.problems: list[Problem] = []
        self.letters = WINDS if rules.four_values else LETTERS
        """Players are named by their winds where four hands are paid, else by the letters of the sheet."""

    def refuse_problems(self, *, nothing_left: bool = True) -> None:
        """Refused with all that is wrong; ``nothing_left``: with what nobody asked for, too."""
        for name in self.members if nothing_left else ():
            text = mark("“{name}” is not known here: leave it out.", name=clipped(name))
            self.problems.append(Problem("member-unknown", text, name))
        if self.problems:
            raise Refused(*self.problems)

    def player(self, name: str, *, required: bool = False) -> int | None:
        """The column of the player whom a member names."""
        if name not in self.members:
            if required:
                self._problem("member-missing", mark("“{name}” is missing.", name=name), name)
            return None
        letter = self.members.pop(name)
        if letter is None or (isinstance(letter, str) and len(letter) == 1 and letter in self.letters):
            return None if letter is None else self.letters.index(letter)
        text = mark("“{name}” must be one of the letters {letters}, not {found}.", name=name,
                    letters=", ".join(self.letters), found=as_json(letter))  # fmt: skip
        self._problem("letter-unknown", text, name)
        return None

    def whole(self, name: str) -> int:
        """A whole number; 0 where it is not there."""
        found = self.members.pop(name, 0)
        if isinstance(found, bool) or not isinstance(found, int):
            text = mark("“{name}” must be a whole number, not {found}.", name=name, found=as_json(found))
            self._problem("not-an-integer", text, name)
            return 0
        if abs(found) > MOST:
            text = mark("“{name}” is out of range: at most {most}.", name=name, most=MOST)
            self._problem("out-of-range", text, name)
            return 0
        return found

    def four(self, name: str) -> Net | None:
        """Four whole numbers by the letters of the players; None where they are not there."""
        found = self.members.pop(name, None)
        if found is None:
            return None
        if not isinstance(found, dict) or sorted(found) != sorted(self.letters):
            text = mark("“{name}” must give a number for each of {letters}.", name=name,
                        letters=", ".join(self.letters))  # fmt: skip
            self._problem("values-incomplete", text, name)
            return None
        line = GameLine({f"{name}.{letter}": found[letter] for letter in self.letters}, self.rules)
        a, b, c, d = (line.whole(f"{name}.{letter}") for letter in self.letters)
        self.problems += line.problems
        return a, b, c, d

    def answers(self, questions: Iterable[RuleQuestion]) -> Chosen:
        """What the line answers to ``questions``, defaults left out, in order of names."""
        found: list[tuple[str, Answer]] = []
        for question in questions:
            if question.name not in self.members:
                continue
            answer = self._answer(question, self.members.pop(question.name))
            problem = answer_problem(question, answer)
            if problem is not None:
                self._problem("answer-wrong", problem, question.name)
            elif answer != question.default and isinstance(answer, bool | int | str | tuple | None):
                found.append((question.name, answer))
        return tuple(sorted(found))

    def _answer(self, question: RuleQuestion, answer: object) -> object:
        if question.kind is QuestionKind.PLAYER and isinstance(answer, str) and len(answer) == 1:
            return self.letters.find(answer)
        if question.kind is QuestionKind.PLAYERS and isinstance(answer, list):
            named = [self.letters.find(each) if isinstance(each, str) and len(each) == 1 else -1 for each in answer]
            return tuple(sorted(named)) or None
        return answer

    def outcome(self) -> Outcome:
        """How a hand ended."""
        winner = self.player("winner", required=True)
        discarder = self.player("discarder")
        liable = self.player(self.rules.liable.name) if self.rules.liable is not None else None
        values = self.four("values") if self.rules.four_values else None
        if not self.rules.four_values and winner is not None and "points" not in self.members:
            self._problem("member-missing", mark("“{name}” is missing.", name="points"), "points")
        points = 0 if self.rules.four_values else self.whole("points")
        return Outcome(winner, discarder, points, values, liable, self.answers(self.rules.questions))

    def _problem(self, code: str, text: Text, name: str) -> None:
        self.problems.append(Problem(code, text, name))


def outcome_refusals(rules: RuleSet, outcome: Outcome, dealer: int) -> tuple[Problem, ...]:
    """What is impossible in ``outcome`` by the rules' own word."""
    return tuple(Problem(each.code, each.text, each.field) for each in rules.contradictions(outcome, dealer))
