"""Entries that can each be read, and yet cannot follow one another: nothing that this program writes.

Somebody forged them with hashes that fit. Nothing is computed for that at each opening: where something cannot be
computed, this tells whether the event is to blame, and names the entry.
"""

from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark
from tournament.use_cases.evenings import season_courses
from tournament.use_cases.view import View

CONTRADICTIONS = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What computing something of an event may raise whose entries contradict one another."""


def reason_of(error: Exception) -> Text:
    """One of :data:`CONTRADICTIONS` in words, without the name that Python has for it."""
    match error:
        case RecursionError():
            return mark("it is nested too deeply")
        case KeyError(args=[key]) if isinstance(key, str | int):
            return mark("“{what}” does not exist", what=str(key))
        case LookupError():
            return mark("it refers to something that does not exist")
        case ArithmeticError():
            return mark("a number cannot be computed")
        case _:
            return mark("a value has no meaning there")


def contradiction(view: View) -> Problem | None:
    """The first entry with which nothing can be computed any more; None when all can."""
    reason = _reason(view)
    if reason is None:
        return None
    good, bad = 0, len(view.journal)
    while bad - good > 1:  # somewhere between them it begins
        middle = (good + bad) // 2
        found = _reason(view.at(middle))
        if found is None:
            good = middle
        else:
            bad, reason = middle, found
    record = view.journal[bad - 1].record
    text = mark(
        "Entry {number} ({stream}, “{kind}”) contradicts the entries before it: {what}. Restore a "
        "copy of this event, or recover its valid entries.",
        number=bad,
        stream=record.stream,
        kind=record.kind,
        what=reason,
    )
    return Problem("entry-contradicts", text, record.stream)


def _reason(view: View) -> Text | None:
    """Why not everything can be computed."""
    try:
        view.standings()
        if not view.settings.format.is_drawn:
            season_courses(view)
            for session in view.drawn_sessions:
                view.state.evening(session)
        for session in view.drawn_sessions:
            for sheet in view.sheets(session):
                if not view.players.keys() >= set(sheet.players):
                    return mark("who sits there is not on the list of players")
    except Refused:  # rules that are not known here: it is told where they are asked for
        return None
    except CONTRADICTIONS as error:
        return reason_of(error)
    return None
