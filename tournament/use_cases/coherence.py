"""Whether the entries of an event, each of which can be read, contradict one another.

This program writes no such entries: somebody forged them, with hashes that fit. No result of such an event can be
trusted, so the command line calls :func:`refuse_contradictions` before each answer. The window computes first. Only if
something cannot be computed does it call :func:`contradiction` to find the wrong entry.
:mod:`tournament.use_cases.check` adds the second count.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain

from tournament.event.problem import Problem, Refused
from tournament.event.roster import player_problems
from tournament.language import Text, mark
from tournament.language.harmless import steering_texts, steers_a_line
from tournament.ledger.entry import Entry, Record, is_uuid
from tournament.ledger.references import missing_references
from tournament.ledger.sheet import Sheet
from tournament.use_cases.view import View, earliest_time

CONTRADICTIONS = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""The exceptions that a computation may raise if the entries of the event contradict one another."""


def reason_of(error: Exception) -> Text:
    """Return what one of :data:`CONTRADICTIONS` means, in words of the user instead of Python's."""
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
    """Return the first entry after which something cannot be computed; None if everything can."""
    reason = _reason(view)
    if reason is None:
        return None
    good, bad = 0, len(view.journal)
    while bad - good > 1:  # Binary search: the first bad entry is after `good` and not after `bad`.
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
    """Return why something cannot be computed; None if everything can."""
    try:
        view.standings()
        if not view.settings.format.is_drawn:
            from tournament.use_cases.club import season_courses

            season_courses(view)
            for session in view.drawn_sessions:
                view.state.evening(session)
        for session in view.drawn_sessions:
            for sheet in view.sheets(session):
                if not view.players.keys() >= set(sheet.players):
                    return mark("who sits there is not on the list of players")
    except Refused:  # Rules that are not known here are reported by whatever needs them.
        return None
    except CONTRADICTIONS as error:
        return reason_of(error)
    return None


def refuse_contradictions(view: View) -> None:
    """Raise Refused with every contradiction in the entries of ``view``."""
    found = contradiction(view)
    problems = (found,) if found is not None else (*content_problems(view), *_unbalanced(view))
    if problems:
        raise Refused(*problems)


def content_problems(view: View, *, incomplete: bool = False) -> Iterator[Problem]:
    """Yield what is wrong with the content of the entries, before anything is counted.

    ``incomplete`` says that entries are known to be lost: then it is no fault if an entry refers to a missing entry of
    another stream.
    """
    yield from _form_problems(view)
    yield from _reference_problems(view)
    yield from _life_problems([entry.record for entry in view.journal], incomplete=incomplete)
    yield from player_problems(view.players.values())
    yield from _draw_problems(view)


def _form_problems(view: View) -> Iterator[Problem]:
    """Yield the entries with an author, an id, a text or a time that this program never writes."""
    earliest = earliest_time(view)
    for position, entry in enumerate(view.journal, start=1):
        what = _form_fault(entry, earliest)
        if what is not None:
            text = mark(
                "Entry {number} ({stream}, “{kind}”) was not written by this program: {what}. Restore a copy of this "
                "event, or recover its valid entries.",
                number=position,
                stream=entry.stream,
                kind=entry.record.kind,
                what=what,
            )
            yield Problem("entry-malformed", text, entry.stream)


def _form_fault(entry: Entry, earliest: datetime) -> Text | None:
    record = entry.record
    if not record.author.strip():
        return mark("it has no author")
    if any(map(steers_a_line, (record.author, record.desk))) or next(steering_texts(record.content), None) is not None:
        return mark("a name or a text in it contains control characters")
    if not is_uuid(record.id):
        return mark("its id is not a UUID")
    if entry.time < earliest:
        return mark("it is years older than the event")
    return None


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
        # This is nearly always so. It saves importing the verifier, which takes longer than reading a small event.
        return
    from tournament.draw.verifier import Severity
    from tournament.use_cases.seating_quality import seating_findings

    for finding in seating_findings(view, view.seating):
        if finding.severity is Severity.FAULT:
            yield Problem("draw-fault", mark("The draw: {what}", what=finding.message), "draw")


def _game_problems(view: View) -> Iterator[Problem]:
    """Yield the games that do not have four players from the list."""
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
    """Return the problem that four scores do not have the sum that they must have."""
    text = mark(
        "Session {session}, table {table}: the four scores add up to {sum} instead of {expected}.",
        session=sheet.session,
        table=sheet.table,
        sum=sum(scores),
        expected=expected,
    )
    return Problem("unbalanced", text, "table")


def _life_problems(records: Sequence[Record], *, incomplete: bool = False) -> Iterator[Problem]:
    """Yield each entry that nobody could have made when it was written; see :func:`impossible_entries`."""
    # Importing the second count takes time, and few files need it.
    from tournament.ledger.audit import LifeFault, impossible_entries

    for each in impossible_entries(records, incomplete=incomplete):
        record = records[each.position - 1]
        text = mark(
            "Entry {number} ({stream}, “{kind}”) could not be made when it was written: {what}. Restore a copy of "
            "this event, or recover its valid entries.",
            number=each.position,
            stream=record.stream,
            kind=record.kind,
            what=each.text,
        )
        code = "entered-while-closed" if each.fault is LifeFault.SESSION_CLOSED else "entry-untimely"
        yield Problem(code, text, record.stream)
