"""The ways in which a hand may have ended instead of as recorded, under rules with sticks and counters on the table."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product

from tournament.ledger.causes import HandSlip
from tournament.rules.payment import (
    SECOND,
    SECOND_HAN,
    THIRD,
    THIRD_HAN,
    Answer,
    Net,
    Outcome,
    Stakes,
    asked_of_winner,
    net_of,
    opponents,
)
from tournament.rules.question import Chosen, QuestionKind, RuleQuestion
from tournament.rules.ruleset import RuleSet

_POINTS, _LIABLE = "points", "liable"
_WORTH = (_POINTS, SECOND_HAN, THIRD_HAN)
"""The fields in which the points of the winners are entered."""
_FURTHER = ("", SECOND, THIRD)
_Slip = tuple[Outcome, HandSlip]
SUBSETS = tuple(subset for size in range(5) for subset in combinations(range(4), size))
"""Every set of columns, the empty one first."""


class OtherHands:
    """The ways in which a hand may have ended instead, by one rule set. Winners are ordered by ``RuleSet.ordered``.

    They are derived from the questions of the rule set. Impossible outcomes are among them; the callers check that.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._questions = {question.name: question for question in rules.questions}
        self._defaults = {question.name: question.default for question in rules.questions}
        of_win = [each for each in rules.questions if each.of_win and each.kind is QuestionKind.NUMBER]
        self._numbers = tuple(
            [each for each in of_win if _place_of(each.name) == place and each.name != _WORTH[place]]
            for place in range(len(_WORTH))
        )
        self._several = [each for each in rules.questions if each.kind is QuestionKind.PLAYERS]

    def changed(self, outcome: Outcome, changes: dict[str, Answer]) -> Outcome:
        """Return ``outcome`` with ``changes`` to its answers.

        The names ``points`` and ``liable`` change its points and its liable player.
        """
        said = {**dict(outcome.answers), **changes}
        points, liable = said.pop(_POINTS, outcome.points), said.pop(_LIABLE, outcome.liable)
        kept = tuple(sorted((name, answer) for name, answer in said.items() if answer != self._defaults.get(name)))
        assert isinstance(points, int)
        assert liable is None or isinstance(liable, int)
        return Outcome(outcome.winner, outcome.discarder, points, outcome.values, liable, kept)

    def with_other_players(self, outcome: Outcome) -> Iterator[_Slip]:
        """Yield the outcome with another winner or discarder."""
        if outcome.winner is None:
            return
        winner = HandSlip.WINNER if len(outcome.winners) == 1 else HandSlip.ANSWER
        free = [column for column in range(4) if column not in (*outcome.winners, outcome.discarder)]
        for column in free:
            yield replace(outcome, winner=column), winner
            if outcome.discarder is not None:
                yield replace(outcome, discarder=column), HandSlip.DISCARDER
            for name in _FURTHER[1 : len(outcome.winners)]:
                yield self.changed(outcome, {name: column}), HandSlip.ANSWER
        if outcome.discarder is not None:
            yield replace(outcome, winner=outcome.discarder, discarder=outcome.winner), HandSlip.EXCHANGED
            yield replace(outcome, discarder=None), HandSlip.SELF_DRAW
        else:
            for column in opponents(outcome.winner):
                yield replace(outcome, discarder=column), HandSlip.SELF_DRAW

    def with_other_answer(self, outcome: Outcome, dealer: int) -> Iterator[_Slip]:
        """Yield the outcome with one answer changed: a player more or fewer, another choice or liable player."""
        for question in self._asked(self._several, outcome, dealer):
            named = outcome.answer(question.name)
            players = named if isinstance(named, tuple) else ()
            for column in range(4):
                others = tuple(sorted({*players} ^ {column}))
                yield self.changed(outcome, {question.name: others or None}), HandSlip.PLAYER
        for question in self._asked(self._questions.values(), outcome, dealer):
            if question.kind is QuestionKind.CHOICE:
                for answer in (question.default, *(choice.key for choice in question.choices)):
                    if answer != outcome.answer(question.name):
                        yield self.changed(outcome, {question.name: answer}), HandSlip.ANSWER
        if self.rules.liable is not None and self.rules.liable.asked(outcome, dealer):
            for liable in (None, *range(4)):
                if liable not in (outcome.liable, outcome.winner):
                    yield replace(outcome, liable=liable), HandSlip.ANSWER

    def fewer_winners(self, outcome: Outcome) -> Iterator[_Slip]:
        """Yield the outcome without the last of several winners."""
        place = len(outcome.winners) - 1
        if place > 0:
            names = [name for name in self._questions if _place_of(name) == place]
            yield self.changed(outcome, {name: self._questions[name].default for name in names}), HandSlip.ANSWER

    def more_winners(self, outcome: Outcome, dealer: int) -> Iterator[tuple[int, list[Outcome]]]:
        """Yield each player who may have won too, with the outcomes for each value of their hand."""
        place = len(outcome.winners)
        question = self._questions.get(_FURTHER[place]) if 0 < place < len(_FURTHER) else None
        if question is None or not question.asked(outcome, dealer):
            return
        for column in range(4):
            if column not in (*outcome.winners, outcome.discarder):
                with_them = self.changed(outcome, {question.name: column})
                yield column, [self.changed(with_them, _at(worth, place)) for worth in worths(self.rules, False)]

    def worth(self, outcome: Outcome, dealer: int) -> Iterator[Iterator[Outcome]]:
        """Yield the outcomes with another value, for each number that determines it; the nearest first."""
        for place in range(len(outcome.winners)):
            yield self._other_points(outcome, place, dealer)
            for question in self._numbers[place]:
                if question.gives is not None or question.asked(outcome, dealer):
                    yield self._other_numbers(outcome, question, place, dealer)

    def _other_points(self, outcome: Outcome, place: int, dealer: int) -> Iterator[Outcome]:
        now, most = outcome.wins[place][1], _most_paid(self.rules)
        for points in sorted(range(self.rules.minimum, most + 1), key=lambda each: abs(each - now)):
            if points != now:
                yield from self.complete(self.changed(outcome, {_WORTH[place]: points}), place, dealer)

    def counted(self, outcome: Outcome, dealer: int) -> Iterator[Outcome]:
        """Yield the first winner's hand with each number that alone determines its value, such as that of yakuman."""
        for question in self._numbers[0]:
            if question.gives is not None:
                yield from self._other_numbers(outcome, question, 0, dealer)

    def _other_numbers(self, outcome: Outcome, question: RuleQuestion, place: int, dealer: int) -> Iterator[Outcome]:
        answer = outcome.answer(question.name)
        now = answer if isinstance(answer, int) else question.least
        for number in sorted(_numbers_of(question), key=lambda each: abs(each - now)):
            if number != answer:
                changes: dict[str, Answer] = {question.name: number}
                if question.gives is not None and number:
                    changes |= dict((question.gives,))
                yield from self.complete(self.changed(outcome, changes), place, dealer)

    def complete(self, outcome: Outcome, place: int, dealer: int) -> Iterator[Outcome]:
        """Yield the outcome with the answers that the winner at ``place`` must give now, in every combination.

        Answers to questions that are no longer asked are removed.
        """
        for question in self._numbers[place]:
            if not question.asked(outcome, dealer):
                outcome = self.changed(outcome, {question.name: question.default})
        missing = [
            question
            for question in self._asked(self._numbers[place], outcome, dealer)
            if question.default is None and outcome.answer(question.name) is None
        ]
        for numbers in product(*map(_numbers_of, missing)):
            answers = zip((question.name for question in missing), numbers, strict=True)
            yield self.changed(outcome, dict(answers)) if missing else outcome

    def of_any_hand(self, dealer: int) -> list[str]:
        """The questions for several players that are asked after a win and after a drawn hand alike."""
        won, drawn = (self._asked(self._several, outcome, dealer) for outcome in (Outcome(0), Outcome(None)))
        return [question.name for question in won if question in drawn]

    def draws(self, said: dict[str, Answer], dealer: int) -> Iterator[Outcome]:
        """Yield the drawn hand with the answers ``said``, alone and with every answer to one more question."""
        bare = self.changed(Outcome(None), said)
        yield bare
        for question in self._asked(self._several, bare, dealer):
            if question.name not in said:
                yield from (self.changed(bare, {question.name: players}) for players in SUBSETS[1:])

    @staticmethod
    def _asked(questions: Iterable[RuleQuestion], outcome: Outcome, dealer: int) -> list[RuleQuestion]:
        return [question for question in questions if question.asked(outcome, dealer)]


@lru_cache(maxsize=8)
def worths(rules: RuleSet, self_drawn: bool) -> tuple[Chosen, ...]:
    """Return all values that a hand can have; of those that pay the same, the one with the fewest answers."""
    hands, dealer = OtherHands(rules), 2
    bare = Outcome(0, None if self_drawn else 1)
    found: dict[tuple[Net, ...], Outcome] = {}
    points = [each for number in range(rules.minimum, rules.most + 1)
              for each in hands.complete(replace(bare, points=number), 0, dealer)]  # fmt: skip
    for outcome in sorted(
        {*points, *hands.counted(points[-1], dealer)}, key=lambda each: (len(each.answers), each.answers, each.points)
    ):
        if not rules.contradictions(outcome, dealer):
            paid = tuple(net_of(rules.settle(outcome, Stakes(east))) for east in (0, dealer))
            found.setdefault(paid, outcome)
    return tuple(((_POINTS, outcome.points), *outcome.answers) for outcome in found.values())


def _most_paid(rules: RuleSet) -> int:
    """The highest number of points that pays more than the number below it."""
    return max(points for (_, points), *_ in worths(rules, True) if isinstance(points, int))


def _at(worth: Chosen, place: int) -> dict[str, Answer]:
    """The answers ``worth`` of a first winner's hand, as answers about the winner at ``place``."""
    return {_WORTH[place] if name == _POINTS else asked_of_winner(name, place): answer for name, answer in worth}


def _place_of(name: str) -> int:
    """The place of the winner whom the question ``name`` is about: 0, 1 or 2."""
    return next((place for place in (1, 2) if name.startswith(_FURTHER[place])), 0)


def _numbers_of(question: RuleQuestion) -> range:
    return range(question.least, question.most + 1, question.step)
