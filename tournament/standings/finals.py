"""The values that rank players in an event with a final: finalists rank above the others."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tournament.event.seating import Final
from tournament.event.settings import FinalRanks
from tournament.language import Text, mark
from tournament.standings.tally import NOTHING, Tally, Total, running_totals

Merit = tuple[int, int | Fraction, int]
"""The values that rank a player: the last final reached, then parts of table points and the score that count.

The greater, the better the place.
"""


def ranking_finals(finals: Iterable[Final], ranks: FinalRanks) -> tuple[Final, ...]:
    """Return those of ``finals`` whose players rank above the others, by the rule of the event.

    A final after which the others play no more always counts: they can win no points in it.
    """
    return tuple(final for final in finals if ranks is FinalRanks.FINALISTS or not final.beside)


def last_final(finals: Iterable[Final], number: int) -> int:
    """Return the first session of the last of ``finals`` that player ``number`` reached; 0 if they reached none."""
    return max((final.session for final in finals if number in final.players), default=0)


def merits(
    players: Iterable[int],
    totals: Mapping[int, Total],
    *,
    tallies: Sequence[Tally],
    finals: Sequence[Final] = (),
) -> dict[int, Merit]:
    """Return the values that rank each of ``players`` after the sessions of ``tallies``, whose sums are ``totals``.

    The ``tallies`` are those of all sessions from the first on. A final counts from its first session on. Finalists who
    start again from zero keep only what they have won since then.
    """
    reached = [(final, frozenset(final.players)) for final in finals if final.session <= len(tallies)]
    begun = {final.session for final, _ in reached if not final.carried}
    steps = running_totals(tallies[: max(begun) - 1]) if begun else ()
    found: dict[int, Merit] = {}
    for number in players:
        own = [final for final, members in reached if number in members]
        parts, score = totals.get(number, NOTHING)
        start = max((final.session for final in own if not final.carried), default=0)
        if start:
            before = steps[start - 1].get(number, NOTHING)
            parts, score = parts - before[0], score - before[1]
        found[number] = (max((final.session for final in own), default=0), parts, score)
    return found


def final_text(final: Final, ranks: FinalRanks = FinalRanks.FINALISTS) -> Text:
    """Return how a final counts by the rule of the event, in two or three sentences."""
    values = {"size": len(final.players), "session": final.session}
    if final.beside and ranks is FinalRanks.POINTS:
        return mark(
            "Final of {size} from session {session}, while the others play on. Everybody is ranked by points.", **values
        )
    if final.beside and final.carried:
        return mark(
            "Final of {size} from session {session}, points carried over. The others play on and rank behind the "
            "finalists, by all their points.",
            **values,
        )
    if final.beside:
        return mark(
            "Final of {size} from session {session}, starting from zero: among the finalists only the results since "
            "then count. The others play on and rank behind the finalists, by all their points. Teams and countries "
            "count all sessions.",
            **values,
        )
    if final.carried:
        return mark(
            "Final of {size} from session {session}, points carried over. The others keep their places below.", **values
        )
    return mark(
        "Final of {size} from session {session}, starting from zero: among the finalists only the "
        "results since then count. The others keep their places below. Teams and countries count the "
        "sessions before it.",
        **values,
    )
