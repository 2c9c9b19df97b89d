"""Special hands that an event adds to those of its rules: the option with the list, and the question about the winner.

Documents leave the list of special hands to the players (Poilbarbe, 3.2.2; «Le Mah-Jong»: “plusieurs autres sont
possibles”). A hand that is given such a name has the value of that special hand, whatever its tiles are.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from tournament.language import Text, mark, verbatim
from tournament.rules.item import CountedItem, HandCount, Item, Unit
from tournament.rules.pattern import Names
from tournament.rules.payment import OWN_HAND, Outcome
from tournament.rules.question import Choice, Option, OutcomeProblem, QuestionKind, RuleQuestion

if TYPE_CHECKING:
    from tournament.hand.player_hand import PlayerHand

OWN_HANDS = "own_hands"
"""The name of the option."""
Worth = Mapping[str, int]
"""The value of each special hand of the event by its name, in the order in which the event lists them."""


def own_hands_option(listed: Iterable[tuple[str, Names]], most: int, source: Text) -> Option:
    """Return the option; ``listed`` are the options about the hands of the document, each with the name of its hand.

    A hand is worth 0 to ``most`` points. If ``most`` is 0, hands are worth the limit.
    """
    text = mark("Special hands that this event adds")
    hands = tuple(Choice(name, Text("{name}", (("name", names),))) for name, names in listed)
    return Option(RuleQuestion(OWN_HANDS, text, QuestionKind.HANDS, "", hands, most=most), source)


def own_hand_questions(worth: Worth, listed: int) -> tuple[RuleQuestion, ...]:
    """Return the question which special hand of the event the winner has; none if the event has none.

    A hand is chosen by its name, or by its number, which follows those of the ``listed`` hands.
    """
    if not worth:
        return ()
    choices = (
        Choice(name, verbatim(name), numbers=(number,), worth=value)
        for number, (name, value) in enumerate(worth.items(), listed + 1)
    )
    text, label = mark("Special hand of this event: its number"), mark("Own special hand")
    kind, asked = QuestionKind.CHOICE, _somebody_won
    return (RuleQuestion(OWN_HAND, text, kind, None, tuple(choices), label=label, key="H", asked=asked),)


def own_hand_problems(outcome: Outcome, worth: Worth) -> Iterator[OutcomeProblem]:
    """Yield the reasons why the winner cannot have the special hand that was named."""
    name = outcome.own_hand
    if not name:
        return
    if outcome.winner is None:
        yield OutcomeProblem("own-hand-drawn", mark("Nobody won: no special hand was made."), OWN_HAND)
    elif name not in worth:
        text = mark("This event has no special hand “{name}” of its own.", name=name)
        yield OutcomeProblem("own-hand-unknown", text, OWN_HAND)
    elif outcome.values is not None and outcome.worth != worth[name]:
        text = mark("“{name}” is worth {worth}, not {value}.", name=name, worth=worth[name], value=outcome.worth)
        yield OutcomeProblem("own-hand-differs", text, "values", outcome.winner)


def own_items(worth: Worth, listed: int) -> tuple[Item, ...]:
    """Return the special hands of the event as rows that follow those of the ``listed`` hands."""
    nothing = Names("", "")
    return tuple(
        Item(name, value, Names(name, name), nothing, Unit.FLAT, str(number))
        for number, (name, value) in enumerate(worth.items(), listed + 1)
    )


def own_count(name: object, items: Iterable[Item], hand: "PlayerHand | None" = None) -> HandCount | None:
    """Return the count of the winner's ``hand`` (None if unknown) as the item called ``name``; None without one."""
    item = next((item for item in items if item.slug == name), None)
    groups = (*(meld.tiles for meld in hand.melds), tuple(sorted(hand.held))) if hand is not None else ()
    return None if item is None else HandCount(item.value, item.value, 1, (CountedItem(item),), groups=groups)


def own_members(count: HandCount, own: str | None) -> dict[str, object]:
    """Return the additional JSON members for a hand that counts as the special hand ``own``; empty for others."""
    return {} if own is None or all(each.item.slug != own for each in count.counted) else {OWN_HAND: own}


def _somebody_won(outcome: Outcome, _dealer: int) -> bool:
    return outcome.winner is not None
