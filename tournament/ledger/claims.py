"""What is written of a hand beside what its tiles are worth."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.event.problem import Gravity, Problem
from tournament.event.seating import LETTERS, ColumnPlayer
from tournament.language import Text, mark
from tournament.rules.hand_value import HandValue, WinContext, value_of_hand
from tournament.rules.payment import SECOND_HAN, THIRD_HAN, Outcome
from tournament.rules.question import QuestionKind
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_hands import HandsValue, answers_of, value_of_hands, worth_of
from tournament.rules.table_state import TableState


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
            problems.append(Problem(code, text, _field(rules, outcome, column), gravity))
    problems += answers_otherwise(rules, state, outcome, worth)
    return Claim(worth.tiles, tuple(problems))


def _field(rules: RuleSet, outcome: Outcome, column: int) -> str:
    """Where the value of a player is written."""
    if rules.four_values:
        return f"values.{LETTERS[column]}"
    return ("points", SECOND_HAN, THIRD_HAN)[outcome.winners.index(column)]


def answers_otherwise(rules: RuleSet, state: TableState, outcome: Outcome, worth: HandsValue) -> Iterator[Problem]:
    """What the tiles answer as well as the sheet: fu and yakuman, where the hand is worth what is written, and riichi.

    The player is named where several won.
    """
    assert rules.counter is not None, "only rules that count the tiles of any player come here"
    as_written = {column: count for column, count in worth.counts if count.points == worth_of(outcome, column)}
    found: list[tuple[int | None, str, str, Text]] = []
    questions = {question.name: question for question in rules.questions if question.kind is QuestionKind.NUMBER}
    for winner, name, answer in answers_of(rules, state, outcome.winners, as_written):
        question = questions.get(name)
        written = None if question is None else outcome.answer(name) or question.default
        if question is not None and answer != written:
            text = mark("{question}: the tiles give {worth}, but {written} was recorded.", question=question.short,
                        worth=answer, written="–" if written is None else written)  # fmt: skip
            found.append((winner, "tiles-answer-otherwise", name, text))
    for (column, _), (_, answers) in zip(worth.counts, worth.hands, strict=True):
        otherwise = rules.counter.written_otherwise(outcome, column, answers)
        found += ((column, each.code, each.field, each.text) for each in otherwise)
    for player, code, field, text in found:
        if player is not None and len(outcome.winners) > 1:
            text = mark("{player}: {problem}", player=ColumnPlayer(player), problem=text)
        yield Problem(code, text, field, Gravity.ASKS)


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
