"""The players of an event beside a federation's list: compared first, then written together in one entry."""

from collections.abc import Sequence

from tournament.event.player import Player
from tournament.event.problem import Problem, Refused
from tournament.event.register import RegisterComparison, compare_with_register
from tournament.event.roster import player_problems
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayerChanged
from tournament.use_cases.book import Book, By, Changes


def apply_register(book: Book, register: Sequence[Player], expected: RegisterComparison, *, by: By) -> Changes:
    """Write all differences to ``register``, or none; Refused when they are not the ``expected`` ones any more.

    One entry: one undo takes all of it back.
    """
    view = book.view
    comparison = compare_with_register(view.players.values(), register)
    if comparison != expected:
        text = mark("The players have changed in the meantime: compare again.")
        raise Refused(Problem("comparison-stale", text, "players"))
    if not comparison.differences:
        raise Refused(Problem("nothing-differs", mark("There are no differences from the list."), "players"))
    changed = {each.player.number: each.completed for each in comparison.differences}
    problems = player_problems(changed.get(number, player) for number, player in view.players.items())
    if problems:
        raise Refused(*problems)
    first, *others = changed.values()
    draft = book.draft(by)
    draft.add(EVENT_STREAM, PlayerChanged(first, tuple(others)))
    return book.commit(draft)
