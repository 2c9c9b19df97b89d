"""What keeps a hand from being recorded, found at the field where it is typed; no Qt in here."""

from tournament.event.problem import Problem
from tournament.event.seating import LETTERS
from tournament.rules.payment import Outcome
from ui.entry.hand_draft import VALUES, HandDraft, HandOnSheet, questions_of
from ui.entry.typing_order import AnswerField, HandField, TypedField, ValueField


def winner_problem(hand: HandOnSheet, column: int) -> Problem | None:
    """What keeps the player of ``column`` from winning ``hand``, however it is won."""
    bare = HandOnSheet(hand.table, HandDraft(hand.draft.hand))
    least = Outcome(column, None, hand.rules.minimum)
    return next((problem for problem in bare.problems(least) if problem.field == "winner"), None)


def points_problem(hand: HandOnSheet) -> Problem | None:
    """What keeps the points typed from being won, by whomever."""
    if hand.draft.number is None:
        return None
    bare = HandOnSheet(hand.table, HandDraft(hand.draft.hand))
    found = bare.problems(Outcome(0, 1, hand.draft.number))
    return next((problem for problem in found if problem.field == "points"), None)


def value_problem(hand: HandOnSheet, field: ValueField) -> Problem | None:
    """What keeps the hand of one player from being worth what is typed, whatever the others are worth."""
    if not hand.answered(field) or hand.missing in (HandField.WINNER, HandField.SOURCE):
        return None
    draft = hand.draft
    found = hand.problems(hand.outcome_of(None if draft.drawn else draft.winner, draft.discarder))
    return next((problem for problem in found if problem.field == f"values.{LETTERS[field.column]}"), None)


def field_of(hand: HandOnSheet, problem: Problem) -> TypedField:
    """The field at which ``problem`` is shown."""
    name, _dot, letter = problem.field.partition(".")
    places: dict[str, TypedField] = {
        "reason": HandField.REASON,
        "winner": HandField.WINNER,
        "discarder": HandField.SOURCE,
        "values": ValueField(LETTERS.index(letter)) if letter in LETTERS and letter else VALUES[0],
    }
    if hand.rules.liable is not None:
        places["liable"] = AnswerField(hand.rules.liable.name)
    places |= {each.name: AnswerField(each.name) for each in questions_of(hand.rules)}
    found = places.get(name, HandField.POINTS)
    absent = found not in hand.fields and (found is HandField.POINTS or isinstance(found, ValueField))
    return hand.last if absent else found
