"""The tiles of all players of a hand as one text, for rules that count the tiles of any player.

The hands are separated by spaces. Each is in the public notation with its winds, which show whose hand it is, and with
the answers about it after a third bar: ``[NNN,1]…SS|-N0000|dh|ready=ready 147m258p…|-E0000``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tournament.hand.notation import HandProblems, format_player_hand, parse_player_hand
from tournament.hand.player_hand import PlayerHand
from tournament.language import Text, mark
from tournament.rules.hand_answers import answers_text, read_answers
from tournament.rules.item import HandCount
from tournament.rules.payment import Answer, Outcome, asked_of_winner
from tournament.rules.question import Chosen, QuestionKind
from tournament.rules.ruleset import RuleSet
from tournament.rules.score import NotComplete
from tournament.rules.table_state import TableState
from tournament.tiles.wind import Wind

_NOT_COUNTED = HandCount(0, 0, 1, ())
"""The hand of a player whose tiles are not known."""
_LETTERS = "".join(wind.letter for wind in Wind)


class HandsValue(NamedTuple):
    """The values of recorded tiles, or why they could not be counted."""

    tiles: str
    """The tiles in their usual form, completed from the sheet; unchanged if they cannot be read."""
    counts: tuple[tuple[int, HandCount], ...] = ()
    """The counts, each with its column."""
    restated: bool = False
    """Whether the notation contradicts the sheet about a wind or the way of winning. The sheet counts."""
    faults: tuple[Text, ...] = ()
    """What is wrong with the notation; if anything is, no hand is counted."""
    hands: tuple[tuple[PlayerHand, Chosen], ...] = ()
    """The hands that were counted, each with the answers about it, in the order of the counts."""


def write_hand(hand: PlayerHand, answers: Chosen) -> str:
    """Return the tiles of one player and the answers about them as text."""
    text = format_player_hand(hand)
    return f"{text}{'|' * (3 - text.count('|'))}{answers_text(answers)}" if answers else text


def written_hands(tiles: str, state: TableState) -> dict[int, str]:
    """Return the text of each player's hand, by column. A text without winds is left out."""
    pieces = ((_wind_of(piece), piece) for piece in tiles.split())
    return {state.column(wind): piece for wind, piece in pieces if wind is not None}


def value_of_hands(rules: RuleSet, tiles: str, state: TableState, outcome: Outcome) -> HandsValue:
    """Count the recorded ``tiles`` of a hand that ended with ``outcome`` at a table in ``state``."""
    faults: list[Text] = []
    hands: list[tuple[int, PlayerHand, Chosen]] = []
    counts: list[tuple[int, HandCount]] = []
    restated = False
    for wind, piece in sorted(((_wind_of(piece), piece) for piece in tiles.split()), key=_seat):
        if wind is None and outcome.winner is not None and len(tiles.split()) == 1:
            wind = state.winds[outcome.winner]  # rules that count only the winner's tiles record them without winds
        if wind is None:
            faults.append(mark("A player’s tiles include the winds under which they were held: {tiles}", tiles=piece))
            continue
        column = state.column(wind)
        won = column in outcome.winners
        if not won and (rules.counter is None or not rules.counter.losers):
            faults.append(_named(wind, mark("By these rules only the winner's tiles count.")))
            continue
        try:
            written, answers = _read(rules, piece, won=won)
            hand = _at_table(written, state, column, outcome)
            restated |= "|" in piece and hand != written
            counts.append((column, _count(rules, hand, answers, outcome)))
            hands.append((column, hand, answers))
        except HandProblems as error:
            faults += (_named(wind, problem.message) for problem in error.problems)
        except NotComplete as error:
            faults.append(_named(wind, error.text))
    if rules.counter is not None:
        together = rules.counter.table_problems([(hand, answers) for _, hand, answers in hands])
        faults += (problem.message for _, problem in together)
    if faults:
        return HandsValue(tiles, faults=tuple(faults))
    text = " ".join(write_hand(hand, answers) for _, hand, answers in hands)
    return HandsValue(text, tuple(counts), restated, hands=tuple((hand, answers) for _, hand, answers in hands))


def moved_hands(tiles: str, before: TableState, after: TableState, column_after: Callable[[int], int]) -> str:
    """Return the tiles with the winds that their players have in ``after``.

    Used when a hand moves to another row, or players to other columns: ``column_after`` maps old columns to new ones.
    """
    moved: list[str] = []
    for piece in tiles.split():
        wind = _wind_of(piece)
        if wind is not None:
            body, _, rest = piece.partition("|")
            prevalent = after.prevalent.letter if after.prevalent is not None else "-"
            own = after.winds[column_after(before.column(wind))]
            piece = f"{body}|{prevalent}{own.letter}{rest[2:]}"
        moved.append(piece)
    return " ".join(moved)


def _wind_of(piece: str) -> Wind | None:
    """Return the player's wind in the notation of one hand; None if it has none."""
    situation = piece.split("|")[1] if "|" in piece else ""
    return Wind(_LETTERS.index(situation[1])) if len(situation) > 1 and situation[1] in _LETTERS else None


def _seat(piece: tuple[Wind | None, str]) -> int:
    return len(Wind) if piece[0] is None else piece[0]


def _read(rules: RuleSet, piece: str, *, won: bool) -> tuple[PlayerHand, Chosen]:
    counter = rules.counter
    assert counter is not None, "only rules that count the tiles of any player come here"
    *hand, answers = piece.split("|", 3) if piece.count("|") > 2 else (piece, "")
    written = read_answers(answers, counter.asked_of(won=won))
    return parse_player_hand("|".join(hand), won=won, any_size=not won and counter.any_size), written.answers


def _at_table(hand: PlayerHand, state: TableState, column: int, outcome: Outcome) -> PlayerHand:
    """Return ``hand`` with the winds and the way of winning that are known from the sheet."""
    self_drawn = outcome.self_draw and column == outcome.winner
    return replace(hand, own=state.winds[column], prevalent=state.prevalent, self_drawn=self_drawn)


def _count(rules: RuleSet, hand: PlayerHand, answers: Chosen, outcome: Outcome) -> HandCount:
    counter = rules.counter
    assert counter is not None, "only rules that count the tiles of any player come here"
    whole: dict[str, Answer] = {question.name: question.default for question in counter.questions}
    shared = {question.name for question in rules.shared_questions}
    whole |= {name: answer for name, answer in outcome.answers if name in shared}
    if counter.nobody_won:
        whole[counter.nobody_won] = outcome.drawn
    return counter.count(hand, whole | dict(answers))


def _named(wind: Wind, fault: Text) -> Text:
    return mark("{wind}: {fault}", wind=wind.label, fault=fault)


def worth_of(outcome: Outcome, column: int) -> int:
    """Return the value of the hand of ``column``; 0 for a player whose hand has none."""
    return dict(outcome.wins).get(column, 0) if outcome.values is None else outcome.values[column]


def answers_of(
    rules: RuleSet, state: TableState, winners: Sequence[int], counts: Mapping[int, HandCount]
) -> Iterator[tuple[int | None, str, Answer]]:
    """Yield what the tiles answer to the questions about the hand as a whole: winner, question and answer.

    Players are given by column. In a drawn hand the winner is None.
    """
    assert rules.counter is not None, "only rules that count the tiles of any player come here"
    by_seat = tuple(state.column(wind) for wind in Wind)
    seats = [counts.get(column, _NOT_COUNTED) for column in by_seat]
    kinds = {question.name: question.kind for question in rules.questions}
    for place, winner in enumerate(winners or (None,)):
        for name, answer in rules.counter.answers(seats, None if winner is None else by_seat.index(winner)):
            asked = asked_of_winner(name, place)
            yield winner, asked, _by_column(kinds.get(asked), answer, by_seat)


def _by_column(kind: QuestionKind | None, answer: Answer, by_seat: tuple[int, ...]) -> Answer:
    """Return ``answer`` with players given by column instead of seat."""
    if kind is QuestionKind.PLAYERS and isinstance(answer, tuple):
        return tuple(sorted(by_seat[seat] for seat in answer))
    return by_seat[answer] if kind is QuestionKind.PLAYER and isinstance(answer, int) else answer
