"""What is written of a hand beside what its tiles are worth."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournament.event.problem import Gravity, Problem
from tournament.event.seating import LETTERS, ColumnPlayer
from tournament.language import mark
from tournament.rules.hand_value import HandValue, WinContext, value_of_hand
from tournament.rules.item import HandCount
from tournament.rules.payment import Outcome
from tournament.rules.question import QuestionKind
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_hands import value_of_hands, worth_of
from tournament.rules.table_state import TableState
from tournament.tiles.wind import Wind

_NOT_COUNTED = HandCount(0, 0, 1, ())


@dataclass(frozen=True, slots=True)
class Claim:
    """The tiles as they are kept, and the problems with them."""

    tiles: str = ""
    problems: tuple[Problem, ...] = ()


def claim_of(rules: RuleSet, state: TableState | None, outcome: Outcome, *, tiles: str, overrule: str) -> Claim:
    """Hold the points of ``outcome`` against ``tiles`` (public notation; nothing when they are not known).

    More points than the tiles are worth are refused unless a referee overrules with a reason; fewer are accepted
    with a remark, since the winner counts the own hand (docs/rules.md, G3). By rules that count anybody's tiles more is
    asked for once instead. ``state`` is that of the table before the
    hand; None: the sheet has no such hand, which is said elsewhere.
    """
    tiles, overrule = tiles.strip(), overrule.strip()
    if not tiles:
        return Claim(problems=_overruled_without_tiles(overrule))
    if rules.counter is not None:
        return Claim(tiles) if state is None else _hands_claim(rules, state, outcome, tiles)
    if outcome.winner is None:
        text = mark("A drawn hand has no winning tiles: name the winner, or leave out the tiles.")
        return Claim(tiles, (Problem("drawn-with-tiles", text, "hand_tiles"),))
    if rules.scorer is None:
        text = mark("The rules of this event cannot count tiles: omit them.")
        return Claim(tiles, (Problem("tiles-not-counted", text, "hand_tiles"),))
    if state is None:
        return Claim(tiles)
    worth = value_of_hand(rules.scorer, tiles, win_context(state, outcome))
    if worth.faults:
        return Claim(tiles, tuple(Problem("tiles-faulty", fault, "hand_tiles") for fault in worth.faults))
    return Claim(worth.tiles, _beside(worth, outcome.points, overrule))


def _hands_claim(rules: RuleSet, state: TableState, outcome: Outcome, tiles: str) -> Claim:
    """The same by rules that count anybody's tiles: each hand that is there."""
    worth = value_of_hands(rules, tiles, state, outcome)
    if worth.faults:
        return Claim(tiles, tuple(Problem("tiles-faulty", fault, "hand_tiles") for fault in worth.faults))
    problems: list[Problem] = []
    if worth.restated:
        text = mark("The tiles were counted with the winds and the way of winning on the sheet.")
        problems.append(Problem("tiles-restated", text, "hand_tiles", Gravity.REMARK))
    for column, count in worth.counts:
        written = worth_of(outcome, column)
        if written != count.points:
            player = ColumnPlayer(column)
            text = mark("The tiles of {player} are worth {worth}, but {points} were recorded.", player=player,
                        worth=count.points, points=written)  # fmt: skip
            more = written > count.points
            code, gravity = ("tiles-worth-less", Gravity.ASKS) if more else ("tiles-worth-more", Gravity.REMARK)
            field = f"values.{LETTERS[column]}" if rules.four_values else "points"
            problems.append(Problem(code, text, field, gravity))
        elif column == outcome.winner:
            problems += _beside_answers(rules, state, outcome, dict(worth.counts))
    return Claim(worth.tiles, tuple(problems))


def _beside_answers(
    rules: RuleSet, state: TableState, outcome: Outcome, counts: Mapping[int, HandCount]
) -> Iterator[Problem]:
    """The numbers that the tiles answer as well as the sheet: fu, yakuman."""
    assert rules.counter is not None, "only rules that count the tiles of any player come here"
    assert outcome.winner is not None, "a drawn hand has no winner"
    seats = [counts.get(state.column(wind), _NOT_COUNTED) for wind in Wind]
    found = dict(rules.counter.answers(seats, state.winds[outcome.winner]))
    for question in rules.questions:
        written = outcome.answer(question.name) or question.default
        if question.kind is QuestionKind.NUMBER and found.get(question.name, written) != written:
            text = mark("{question}: the tiles give {worth}, but {written} was recorded.", question=question.short,
                        worth=found[question.name], written="–" if written is None else written)  # fmt: skip
            yield Problem("tiles-answer-otherwise", text, question.name, Gravity.ASKS)


def win_context(state: TableState, outcome: Outcome) -> WinContext:
    """With which winds, and in which way, a table in ``state`` ended the hand; not for a drawn one."""
    assert outcome.winner is not None, "a drawn hand has no winner"
    assert state.prevalent is not None, "tiles are only counted by rules that know a wind of the round"
    return WinContext(state.prevalent, state.winds[outcome.winner], outcome.self_draw)


def _overruled_without_tiles(overrule: str) -> tuple[Problem, ...]:
    if not overrule:
        return ()
    text = mark("There are no tiles to overrule: enter the tiles, or leave out the reason.")
    return (Problem("overrule-without-tiles", text, "overrule"),)


def _beside(worth: HandValue, points: int, overrule: str) -> tuple[Problem, ...]:
    problems: list[Problem] = []
    if worth.restated:
        text = mark("The tiles were counted with the winds and the way of winning on the sheet.")
        problems.append(Problem("tiles-restated", text, "hand_tiles", Gravity.REMARK))
    if points > worth.points:
        text = mark(
            "The tiles are worth {worth}, but {points} were claimed: correct the points or the "
            "tiles, or overrule with a reason.",
            worth=worth.points,
            points=points,
        )
        gravity = Gravity.REMARK if overrule else Gravity.BLOCKS
        problems.append(Problem("tiles-worth-less", text, "points", gravity))
    elif points < worth.points:
        text = mark(
            "The tiles are worth {worth}. The {points} claimed stand, since winners count their own hand.",
            worth=worth.points,
            points=points,
        )
        problems.append(Problem("tiles-worth-more", text, "points", Gravity.REMARK))
    return tuple(problems)
