"""What the entry says under a field: the problem, and what can be done, with the keys."""

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, mark
from tournament.rules.payment import Outcome
from tournament.rules.ruleset import RuleSet
from ui.desktop.translation import translator
from ui.desktop.widgets.keys import Key
from ui.entry.form import FieldRefusal
from ui.entry.hand_draft import DRAWN_OVER, LEFT_HALF_TYPED, SOURCE_KNOWN, TYPED_IN_VAIN, HandOnSheet
from ui.entry.hand_keys import TURN_QUESTIONS
from ui.entry.sheet_lines import result_of, without_marks
from ui.entry.typing_order import HandField, TypedField

Words = tuple[Text | str, Text | str]
"""The bold line, and what to do."""


class WithoutMarks:
    """A message for use in another message, without the marks of its names."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __str__(self) -> str:
        return without_marks(translator.translate(self._text))


def worth_of(outcome: Outcome, rules: RuleSet) -> str:
    """The value of a hand in figures: its points, or the values of all four. Empty for a drawn hand without values."""
    if rules.written_name is not None:
        return " · ".join(translator.translate(win.short) for win in rules.written_wins(outcome))
    if outcome.values is not None and (outcome.winner is not None or any(outcome.values)):
        return " · ".join(map(str, outcome.values))
    return "" if outcome.winner is None else str(outcome.points)


def refusal_words(refusal: FieldRefusal[TypedField], hand: HandOnSheet) -> Words:
    """Return the text for a refusal of ``hand``."""
    return problem_words(refusal.problem, hand, refusal.player)


def problem_words(problem: Problem, hand: HandOnSheet, player: int | None = None) -> Words:
    """Return the text of ``problem`` with players' names.

    ``player`` is the column concerned, by default the winner's.
    """
    column = player if player is not None else hand.draft.winner
    name = hand.table.names[column] if column is not None else ""
    values = dict(problem.text.values)
    again, drawn = mark("Read the sheet again."), mark("Press {x} for a drawn hand.", x=Key("X"))
    match problem.code:
        case _ if problem.gravity is Gravity.ASKS:
            return problem.text, _ways_out(problem.code, hand)
        case "nobody":
            return problem.text, mark("Press a number from 1 to 4, or the player’s own wind in this hand.")
        case "not-a-number":
            return problem.text, _type_points(hand.table.rules)
        case "points-below-minimum":
            return mark("{points} is below {minimum}, the least needed to win", **values), _below_minimum(hand)
        case "points-above-most":
            return mark("{points} is above the maximum of {most}", **values), again
        case "winner-is-discarder":
            body = mark("Press the number of the player who discarded the tile, or {d} for a self-draw.", d=Key("D"))
            return mark("{player} is the winner", player=name), body
        case _ if problem.code in TYPED_IN_VAIN:
            return problem.text, _once_more(problem.code)
        case "no-hu":
            return (
                mark("{player} lost the right to win hand {hand}", player=name, hand=hand.draft.hand),
                mark(
                    "A penalty took this right away. Check the winner, or use {up} to go to the penalty and cancel it.",
                    up=Key("Up"),
                ),
            )
        case "hand-closed":
            return _closed_by(hand), drawn
        case "hand-recorded" | "conflict":
            return _written_meanwhile(hand)
    return problem.text, ""


def _type_points(rules: RuleSet) -> Text:
    """What to do where something else than a number stands."""
    enter = Key("Return")
    if rules.flowers:
        return mark("Type the points on the sheet, flowers included, then press {enter}.", enter=enter)
    return mark("Type the points on the sheet, then press {enter}.", enter=enter)


def _once_more(code: str) -> Text:
    """What to do after a key that had no effect."""
    if code == SOURCE_KNOWN:
        return mark("Press {back} to type it again, or {enter} twice to record the hand.",
                    back=Key("Backspace"), enter=Key("Return"))  # fmt: skip
    return mark("Press {enter} to continue without it.", enter=Key("Return"))


def _ways_out(question: str, hand: HandOnSheet) -> Text:
    """What Enter and Esc do at a question with this code."""
    yes, no = Key("Return"), Key("Esc")
    if question == LEFT_HALF_TYPED and hand.first is HandField.POINTS:
        return mark("{yes} continue   {no} discard. To start again, type points.", yes=yes, no=no)
    if question == LEFT_HALF_TYPED:
        return mark("{yes} continue   {no} discard. To start again, type a winner.", yes=yes, no=no)
    if question == DRAWN_OVER:
        return mark("{yes} drawn hand   {no} go back", yes=yes, no=no)
    if question in TURN_QUESTIONS:
        return mark("{yes} record it there   {no} go back", yes=yes, no=no)
    return mark("{yes} record it   {no} type it again", yes=yes, no=no)


def _closed_by(hand: HandOnSheet) -> Text:
    """The fault that ended the hand, in the words of the rules."""
    penalty = hand.table.sheet.broken(hand.draft.hand)
    fault = hand.table.rules.fault(penalty.given.fault) if penalty is not None else None
    if fault is None:
        return mark("Hand {hand} was ended by a penalty", hand=hand.draft.hand)
    return mark("Hand {hand} was ended by a penalty: {fault}", hand=hand.draft.hand, fault=fault.name)


def _below_minimum(hand: HandOnSheet) -> Text:
    again = mark("Read the sheet again. Without a winner it is a drawn hand: {x}.", x=Key("X"))
    scorer = hand.table.rules.scorer
    if scorer is None or scorer.below_minimum.fault not in hand.table.rules.faults:
        return again
    fault = scorer.below_minimum.fault
    return mark("{again} {number} {fault} is a penalty: press {p}.", again=again, number=fault.number, fault=fault.name,
                p=Key("P"))  # fmt: skip


def _written_meanwhile(hand: HandOnSheet) -> Words:
    """Somebody else changed the sheet since it was shown: say what is there now."""
    number, there = hand.draft.hand, hand.recorded
    if there is None:
        return (
            mark("Another person changed this sheet"),
            mark(
                "The sheet now shows the change. {yes} records your hand, {no} starts again.",
                yes=Key("Return"),
                no=Key("Esc"),
            ),
        )
    what = WithoutMarks(result_of(there, hand.table.names))
    return (
        mark(
            "Hand {hand} is already recorded: {what}, {points}",
            hand=number,
            what=what,
            points=worth_of(there, hand.rules) or 0,
        ),
        mark("Correct it with a reason: {key}. Leave it unchanged: {no}.", key=Key("Up"), no=Key("Esc")),
    )
