"""When the questions of the rules can matter on a phone, and which numbers can answer them, as sample hands show."""

from dataclasses import dataclass
from functools import cache

from tournament.rules.payment import SECOND, THIRD, Outcome
from tournament.rules.question import QuestionKind, RuleQuestion
from tournament.rules.ruleset import RuleSet
from ui.entry.hand_draft import questions_of

_MOST_SAMPLES = 200
"""The most points of sample hands, by which it is found out when a question can matter."""
_MOST_TRIED = 8
"""With so many of these it is tried whether an answer is possible."""
_MOST_CHOICES = 30
"""A number with at most so many possible values is chosen from a list."""


@dataclass(frozen=True, slots=True)
class When:
    """When a question can matter. The script of the page hides its controls in all other hands."""

    result: str
    """``won`` or ``drawn``, the CSS class of the controls; empty if it can matter in both."""
    value: str = ""
    """The control with the value of the winner's hand; empty if the question does not depend on it."""
    least: int = 0
    most: int = 0
    needs: str = ""
    """The control of another question that must be answered before; empty if there is none."""
    discard: bool = False
    """Whether it can matter only if somebody gave the winning tile."""


@dataclass(frozen=True, slots=True)
class _Samples:
    """Sample hands, by which it is found out when ``question`` can matter and which answers are possible."""

    question: RuleQuestion
    rules: RuleSet

    @property
    def winner(self) -> str:
        """The question that names the further winner whose hand this is about; empty for the first winner."""
        return next((each for each in (THIRD, SECOND) if self.question.name.startswith(each)), "")

    @property
    def value(self) -> str:
        """The control with the value of the winner's hand."""
        return f"ask-{self.winner}_han" if self.winner else "points"

    @property
    def points(self) -> range:
        """The values of the winner's hand."""
        return range(1, min(self.rules.most, _MOST_SAMPLES) + 1)

    def hand(self, points: int, giver: int | None, *answers: tuple[str, int]) -> Outcome:
        """A hand that is worth ``points``, with other answers."""
        others = {SECOND: ((SECOND, 2),), THIRD: ((SECOND, 2), ("second_han", 1), (THIRD, 3))}.get(self.winner, ())
        value = ((f"{self.winner}_han", points),) if self.winner else ()
        said = tuple(
            sorted(each for each in (*others, *value, *answers) if each[0] != self.question.name or each in answers)
        )
        return Outcome(0, giver, points, answers=said)

    def asked_at(self, giver: int | None, needs: str) -> list[int]:
        """The values at which the question can matter if the number ``needs`` is answered, or none."""
        said = ((needs, 1),) if needs else ()
        return [points for points in self.points if self.question.asked(self.hand(points, giver, *said), 0)]

    def is_possible(self, answer: int, when: When) -> bool:
        """Whether ``answer`` is possible in any hand in which the question can matter."""
        tried = [points for points in self.points if when.least <= points <= when.most][:_MOST_TRIED]
        hands = (self.hand(points, giver, (self.question.name, answer)) for points in tried for giver in (None, 1))
        return any(
            all(each.field != self.question.name for each in self.rules.contradictions(hand, 0)) for hand in hands
        )


@cache
def when_asked(question: RuleQuestion, rules: RuleSet) -> When:
    """When ``question`` can matter, as sample hands show."""
    samples, in_drawn = _Samples(question, rules), question.asked(Outcome(None), 0)
    numbers = (each.name for each in questions_of(rules) if each.kind is QuestionKind.NUMBER and each != question)
    for needs in ("", *numbers):
        by_draw, by_discard = samples.asked_at(None, needs), samples.asked_at(1, needs)
        values = sorted({*by_draw, *by_discard})
        if values:
            break
    else:
        return When("drawn" if in_drawn else "won")
    control = needs or (samples.winner if question.name != samples.winner else "")
    return When(
        "" if in_drawn else "won",
        "" if len(values) == len(samples.points) else samples.value,
        values[0],
        values[-1],
        f"ask-{control}" if control else "",
        not by_draw,
    )


@cache
def numbers_of(question: RuleQuestion, rules: RuleSet) -> tuple[int, ...]:
    """The numbers that can answer ``question`` in any hand; empty if there are too many to choose from."""
    if question.kind is not QuestionKind.NUMBER or question.optional:
        return ()
    when, samples = when_asked(question, rules), _Samples(question, rules)
    numbers = range(question.least, question.most + 1, question.step)
    found = numbers if when.result == "drawn" else [each for each in numbers if samples.is_possible(each, when)]
    return tuple(found) if len(found) <= _MOST_CHOICES else ()
