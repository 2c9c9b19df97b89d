"""What is checked of an event before an answer is computed from it.

That is what entries refer to, the life of sheets and sessions, players, seats, and sums of scores.

An event whose entries contradict one another gives no answer that can be trusted, even if its hashes fit. These checks
are cheap enough for every call that reads; :mod:`tournament.use_cases.check` adds the second count to them.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from tournament.event.problem import Problem, Refused
from tournament.event.roster import player_problems
from tournament.language import mark
from tournament.ledger.references import missing_references
from tournament.ledger.sheet import Sheet
from tournament.use_cases.coherence import contradiction
from tournament.use_cases.life_problems import life_problems
from tournament.use_cases.view import View


def refuse_contradictions(view: View) -> None:
    """Raise Refused with everything that makes the results of ``view`` wrong."""
    found = contradiction(view)
    problems = (found,) if found is not None else (*content_problems(view), *_unbalanced(view))
    if problems:
        raise Refused(*problems)


def content_problems(view: View, *, incomplete: bool = False) -> Iterator[Problem]:
    """What is wrong with the content of the entries, before anything is counted.

    ``incomplete``: some are known to be lost, so what an entry lacks of another stream is no fault of it.
    """
    yield from _reference_problems(view)
    yield from life_problems([entry.record for entry in view.journal], incomplete=incomplete)
    yield from player_problems(view.players.values())
    yield from _draw_problems(view)


def _reference_problems(view: View) -> Iterator[Problem]:
    for entry, missing in missing_references(view.journal):
        text = mark(
            "Entry {number} ({stream}, “{kind}”) refers to something that does not exist: {what}. Restore a copy of "
            "this event, or recover its valid entries.",
            number=view.journal.position_of(entry) + 1,
            stream=entry.stream,
            kind=entry.record.kind,
            what=missing,
        )
        yield Problem("entry-refers", text, entry.stream)


def _draw_problems(view: View) -> Iterator[Problem]:
    if view.seating is None:
        return
    if not view.settings.format.is_drawn:
        yield from _game_problems(view)
        return
    everyone = sorted(view.players)
    if all(sorted(chain.from_iterable(tables)) == everyone for tables in view.seating.sessions):
        return  # nearly always; else the verifier, which takes longer to import than a small event to read
    from tournament.draw.verifier import Severity
    from tournament.use_cases.seating_quality import seating_findings

    for finding in seating_findings(view, view.seating):
        if finding.severity is Severity.FAULT:
            yield Problem("draw-fault", mark("The draw: {what}", what=finding.message), "draw")


def _game_problems(view: View) -> Iterator[Problem]:
    """A game has four players of the list."""
    for sheet in (sheet for session in view.drawn_sessions for sheet in view.sheets(session)):
        if len(view.players.keys() & set(sheet.players)) < len(sheet.players):
            text = mark("Game {game} of evening {evening} does not have four players from the list.",
                        game=sheet.table, evening=sheet.session)  # fmt: skip
            yield Problem("draw-fault", text, "draw")


def _unbalanced(view: View) -> Iterator[Problem]:
    for sheet in (sheet for session in view.drawn_sessions for sheet in view.sheets(session)):
        if sheet.counts and sheet.balance is not None and sum(sheet.scores) != sheet.balance:
            yield unbalanced(sheet, sheet.scores, sheet.balance)


def unbalanced(sheet: Sheet, scores: Sequence[int], expected: int) -> Problem:
    """Four scores that do not have the sum that they must have."""
    text = mark(
        "Session {session}, table {table}: the four scores add up to {sum} instead of {expected}.",
        session=sheet.session,
        table=sheet.table,
        sum=sum(scores),
        expected=expected,
    )
    return Problem("unbalanced", text, "table")
