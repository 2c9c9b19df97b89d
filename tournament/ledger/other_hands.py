"""How a hand may have ended instead, where more is asked of it than who, from whom and how much.

All of it comes from the questions of the ``RuleSet``; whether an outcome can be is not asked here.
"""

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
"""Where the points of the winners are written down."""
_FURTHER = ("", SECOND, THIRD)
Slip = tuple[Outcome, HandSlip]
SUBSETS = tuple(subset for size in range(5) for subset in combinations(range(4), size))
"""Every choice of players."""


class OtherHands:
    """The other outcomes of hands by one rule set. The columns of winners are in the order of ``RuleSet.ordered``."""

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
        """``outcome`` with other answers, and other points or liability."""
        said = {**dict(outcome.answers), **changes}
        points, liable = said.pop(_POINTS, outcome.points), said.pop(_LIABLE, outcome.liable)
        kept = tuple(sorted((name, answer) for name, answer in said.items() if answer != self._defaults.get(name)))
        assert isinstance(points, int)
        assert liable is None or isinstance(liable, int)
        return Outcome(outcome.winner, outcome.discarder, points, outcome.values, liable, kept)

    def people(self, outcome: Outcome) -> Iterator[Slip]:
        """Another winner or discarder."""
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

    def said(self, outcome: Outcome, dealer: int) -> Iterator[Slip]:
        """One player more or fewer of those that a question names, another choice, another liable player."""
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

    def fewer_winners(self, outcome: Outcome) -> Iterator[Slip]:
        """The last of several winners left out."""
        place = len(outcome.winners) - 1
        if place > 0:
            names = [name for name in self._questions if _place_of(name) == place]
            yield self.changed(outcome, {name: self._questions[name].default for name in names}), HandSlip.ANSWER

    def more_winners(self, outcome: Outcome, dealer: int) -> Iterator[tuple[int, list[Outcome]]]:
        """One winner more: who, and that with everything the hand can be worth."""
        place = len(outcome.winners)
        question = self._questions.get(_FURTHER[place]) if 0 < place < len(_FURTHER) else None
        if question is None or not question.asked(outcome, dealer):
            return
        for column in range(4):
            if column not in (*outcome.winners, outcome.discarder):
                with_them = self.changed(outcome, {question.name: column})
                yield column, [self.changed(with_them, _at(worth, place)) for worth in worths(self.rules, False)]

    def worth(self, outcome: Outcome, dealer: int) -> Iterator[Iterator[Outcome]]:
        """What one winner's hand may be worth instead, with one thing another in each; the nearest first."""
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
        """The first winner's hand with every number that says by itself what it is worth."""
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
        """Without what is no longer asked of the winner at ``place``, and with every answer to what is asked now."""
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
        """The questions for several players that are asked however a hand ends."""
        won, drawn = (self._asked(self._several, outcome, dealer) for outcome in (Outcome(0), Outcome(None)))
        return [question.name for question in won if question in drawn]

    def draws(self, said: dict[str, Answer], dealer: int) -> Iterator[Outcome]:
        """Every drawn hand in which ``said`` was answered, with every answer to one question more."""
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
    """Everything that a hand can be worth; of what is always paid alike, that of which the least is said."""
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
    """The most points that are paid more than fewer."""
    return max(points for (_, points), *_ in worths(rules, True) if isinstance(points, int))


def _at(worth: Chosen, place: int) -> dict[str, Answer]:
    """What the first winner's hand is worth, said of the winner at ``place``."""
    return {_WORTH[place] if name == _POINTS else asked_of_winner(name, place): answer for name, answer in worth}


def _place_of(name: str) -> int:
    """Of which winner the question ``name`` is asked: 0 for the first."""
    return next((place for place in (1, 2) if name.startswith(_FURTHER[place])), 0)


def _numbers_of(question: RuleQuestion) -> range:
    return range(question.least, question.most + 1, question.step)
