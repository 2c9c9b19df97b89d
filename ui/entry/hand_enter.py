"""What Enter does with a hand as far as it is typed; no Qt in here."""

from tournament.language import Text, listed, mark
from tournament.use_cases import TableCommand
from ui.entry.change_words import UNSAID, was_reopened
from ui.entry.hand_draft import DRAWN_OVER, LEFT_HALF_TYPED, TYPED_IN_VAIN, HandOnSheet
from ui.entry.refusal import FieldRefusal
from ui.entry.typing_order import TypedField, ValueField


def goes_on(hand: HandOnSheet, field: TypedField | None) -> bool:
    """Whether Enter in a value of a recorded hand goes on to the next value, as when the hand was entered."""
    return hand.recorded is not None and isinstance(field, ValueField) and field != hand.last


def enter_acts(hand: HandOnSheet, refusal: FieldRefusal[TypedField] | None, field: TypedField | None = None) -> bool:
    """Whether Enter in ``field`` does now what :func:`action` says."""
    if refusal is not None and refusal.problem.code in (LEFT_HALF_TYPED, DRAWN_OVER, *TYPED_IN_VAIN):
        return refusal.asks
    if goes_on(hand, field) and not (refusal is not None and refusal.asks):
        return False
    if hand.in_progress is None or hand.in_progress.outcome is None:
        return False
    return hand.missing is None or (field is not None and field == hand.only_blank)


def changes_known(hand: HandOnSheet) -> TableCommand | None:
    """What Enter would do, where it changes what is known: a recorded hand, or a sheet that was signed before."""
    if hand.outcome is None:
        return None
    if hand.recorded is not None:
        return hand.command(hand.outcome, UNSAID) if hand.changed else None
    known = was_reopened(hand.table.view, *hand.table.place)
    return hand.command(hand.outcome) if known else None


def action(hand: HandOnSheet, refusal: FieldRefusal[TypedField] | None = None) -> Text:
    """What Enter does now; ``refusal``: what it is asked."""
    number, draft = hand.draft.hand, hand.draft
    if refusal is not None and refusal.problem.code == LEFT_HALF_TYPED:
        return mark("Continue with hand {hand}", hand=number)
    if refusal is not None and refusal.problem.code == DRAWN_OVER:
        return mark("Continue with a drawn hand")
    if refusal is not None and refusal.asks and hand.rules.written_name is not None and hand.outcome is not None:
        values = (win.value for win in hand.rules.written_wins(hand.outcome))
        return mark("Yes, record {value}", value=listed(values))
    if refusal is not None and refusal.asks and draft.number is not None:
        return mark("Yes, record {points} points", points=draft.number)
    if refusal is not None and refusal.asks and hand.rules.four_values:
        return mark("Yes, record hand {hand}", hand=number)
    if hand.lacks_reason:
        return mark("Give the reason for correcting hand {hand}", hand=number)
    if hand.recorded is not None:
        return mark("Correct hand {hand}", hand=number)
    return mark("Record hand {hand}", hand=number)
