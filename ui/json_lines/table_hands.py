"""Counts the tiles of the players of one table, as a line of a script gives them, into values and answers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from tournament.event.problem import Problem, Refused
from tournament.hand.notation import HandProblems, parse_player_hand
from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandProblem
from tournament.language import mark
from tournament.rules.hand_answers import kept_answers
from tournament.rules.item import HandCount
from tournament.rules.payment import Net, Outcome
from tournament.rules.player_counter import PlayerCounter
from tournament.rules.question import Answers, Chosen
from tournament.rules.ruleset import RuleSet
from tournament.rules.score import NotComplete
from tournament.rules.table_hands import write_hand
from ui.json_lines.game import WINDS, GameLine

_UNCOUNTED = HandCount(0, 0, 1, ())
"""The hand of a player whose tiles do not count."""


class WrongHand(HandProblems):
    """The hand of one player is impossible."""

    def __init__(self, wind: str, problems: tuple[HandProblem, ...]) -> None:
        super().__init__(problems)
        self.wind = wind


class WrongWin(NotComplete):
    """The winner's tiles are not a winning hand."""

    def __init__(self, wind: str) -> None:
        super().__init__()
        self.wind = wind


class CountedTable(NamedTuple):
    """The hands of a table, counted; players are named by their seats from East on."""

    counted: Mapping[str, tuple[HandCount, Answers]]
    """By wind: the count of the hand, and the answers on which it is based."""
    shared: Chosen
    """The answers that apply to all hands together."""
    found: Chosen
    """The answers about the hand as a whole that follow from the tiles."""
    tiles: str
    """All hands in the notation in which a sheet stores them."""

    @property
    def values(self) -> Net:
        """What each hand is worth; 0 where it does not count."""
        east, south, west, north = (each.points for each in _four(self.counted))
        return east, south, west, north

    def outcome(
        self, rules: RuleSet, winner: int | None, discarder: int | None, liable: int | None, asked: Chosen
    ) -> Outcome:
        """How the hand ended, with players as seats; ``asked`` has the answers that are not about tiles."""
        known = {question.name for question in rules.shared_questions}
        answers = dict((*asked, *(each for each in self.shared if each[0] in known), *self.found))
        outcome = Outcome(winner, discarder, 0, self.values, liable, kept_answers(answers, rules.questions))
        if rules.four_values:
            return outcome
        return replace(outcome, points=0 if winner is None else self.values[winner], values=None)


def count_table(hands: object, rules: RuleSet, winner: int | None, round_wind: str, shared: Chosen) -> CountedTable:
    """Count the ``hands`` by wind, each with the winds of its seat.

    Without a winner, every hand is counted as one that was not won. Raises Refused if a hand that counts is missing,
    and HandProblems if the hands cannot come from one set of tiles.
    """
    counter = _counter(rules)
    wanted = WINDS if counter.losers else "" if winner is None else WINDS[winner]
    if not isinstance(hands, Mapping) or set(hands) - set(WINDS) or set(wanted) - set(hands):
        text = mark("“hands” must contain the hand of each of {winds}.", winds=", ".join(wanted) or "–")
        raise Refused(Problem("hands-incomplete", text, "hands"))
    if winner is None and counter.nobody_won:
        shared = tuple(sorted({**dict(shared), counter.nobody_won: True}.items()))
    held = {
        wind: _held(hands[wind], rules, wind, round_wind, shared, lost=winner is None or WINDS[winner] != wind)
        for wind in WINDS
        if wind in wanted
    }
    problems = tuple(problem for _, problem in counter.table_problems(tuple(held.values())))
    if problems:
        raise HandProblems(problems)
    counted = {wind: _counted(counter, wind, *each) for wind, each in held.items()}
    tiles = " ".join(write_hand(hand, _own(rules, hand, answers)) for hand, answers in held.values())
    return CountedTable(counted, shared, counter.answers(_four(counted), winner), tiles)


def round_of(hands: object) -> str:
    """The round wind of the first hand that states a situation; ``-`` if none does."""
    members = hands.values() if isinstance(hands, Mapping) else ()
    texts = (member.get("hand") for member in members if isinstance(member, Mapping))
    rounds = (text.partition("|")[2][:1] for text in texts if isinstance(text, str))
    return next((wind for wind in rounds if wind and wind in WINDS), "-")


def read_hand(counter: PlayerCounter, text: object, *, lost: bool) -> PlayerHand:
    """Read a hand in the notation of ``text``."""
    if not isinstance(text, str):
        problem = mark("“hand” is required and must be text in the notation of hands.")
        raise Refused(Problem("hand-missing", problem, "hand"))
    return parse_player_hand(text, won=not lost, any_size=lost and counter.any_size)


def complete(counter: PlayerCounter, answers: Chosen) -> Answers:
    """Add defaults, so that every question about tiles has an answer."""
    return {question.name: question.default for question in counter.questions} | dict(answers)


def _counter(rules: RuleSet) -> PlayerCounter:
    assert rules.counter is not None, "only rules that count the tiles of any player come here"
    return rules.counter


def _own(rules: RuleSet, hand: PlayerHand, answers: Chosen) -> Chosen:
    """The answers about this hand alone; answers about the whole table are stored once for the sheet."""
    asked = {question.name for question in _counter(rules).asked_of(won=hand.won)}
    of_table = {question.name for question in rules.shared_questions} | {_counter(rules).nobody_won}
    return tuple((name, answer) for name, answer in answers if name in asked - of_table)


def _counted(counter: PlayerCounter, wind: str, hand: PlayerHand, chosen: Chosen) -> tuple[HandCount, Answers]:
    answers = complete(counter, chosen)
    try:
        return counter.count(hand, answers), answers
    except HandProblems as error:
        raise WrongHand(wind, error.problems) from error
    except NotComplete as error:
        raise WrongWin(wind) from error


def _held(
    member: object, rules: RuleSet, wind: str, round_wind: str, shared: Chosen, *, lost: bool
) -> tuple[PlayerHand, Chosen]:
    if not isinstance(member, Mapping):
        problem = mark("“{name}” must be an object with the hand: {brackets}.", name=f"hands.{wind}", brackets="{…}")
        raise Refused(Problem("hand-missing", problem, f"hands.{wind}"))
    counter, line = _counter(rules), GameLine(member, rules)
    text = line.members.pop("hand", None)
    answers = dict(shared) | dict(line.answers(counter.questions))
    line.refuse_problems()
    if isinstance(text, str):
        text = _at_place(text, wind, round_wind)
    try:
        return read_hand(counter, text, lost=lost), tuple(sorted(answers.items()))
    except HandProblems as error:
        raise WrongHand(wind, error.problems) from error


def _at_place(text: str, wind: str, round_wind: str) -> str:
    """The notation of the hand, completed by the winds of its seat. Raises Refused if it states other winds."""
    body, bar, rest = text.partition("|")
    winds = round_wind + wind
    if not bar or rest.startswith("|"):
        return f"{body}|{winds}0000{rest}"
    if rest[:2] != winds:
        problem = mark("The hand of {wind} says “{found}”, but the table says “{winds}”.", wind=wind, found=rest[:2],
                       winds=winds)  # fmt: skip
        raise Refused(Problem("winds-differ", problem, f"hands.{wind}"))
    return text


def _four(counted: Mapping[str, tuple[HandCount, Answers]]) -> tuple[HandCount, ...]:
    return tuple(counted[wind][0] if wind in counted else _UNCOUNTED for wind in WINDS)
