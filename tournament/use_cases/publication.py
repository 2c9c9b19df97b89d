"""The results of a session become public, but for those kept for the ceremony; and are withdrawn again."""

from collections.abc import Sequence
from dataclasses import replace

from tournament.event.problem import Gravity, Problem, Refused
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import ResultsPublished, ResultsWithdrawn
from tournament.use_cases.book import Book, By, Changes
from tournament.use_cases.public_view import withheld_problem
from tournament.use_cases.sessions import not_verified, refuse_unknown
from tournament.use_cases.view import View


def publish_results(book: Book, session: int, *, hold_last: bool = False, by: By) -> Changes:
    """Make the results up to ``session`` public; with ``hold_last`` its own wait for the ceremony.

    Refused where nothing counts in it, or where it is so already. Tables that are not verified are a remark: what is
    public of them changes when they are.
    """
    problem = publication_problem(book.view, session, hold_last=hold_last)
    if problem is not None:
        raise Refused(problem)
    draft = book.draft(by)
    draft.add(EVENT_STREAM, ResultsPublished(session, hold_last))
    changes = book.commit(draft)
    return replace(changes, remarks=publication_remarks(book.view, session))


def publication_problem(view: View, session: int, *, hold_last: bool) -> Problem | None:
    """Why the results of ``session`` cannot be made public, or be kept back; Refused when there is no such session."""
    refuse_unknown(view, session)
    drawn, publication = view.settings.format.is_drawn, view.state.publication
    if session <= publication.session:
        if hold_last:
            text = (
                mark("The results of session {session} are public: withdraw them first.", session=session)
                if drawn
                else mark("The results of evening {evening} are public: withdraw them first.", evening=session)
            )
        else:
            text = (
                mark("The results of session {session} are already public.", session=session)
                if drawn
                else mark("The results of evening {evening} are already public.", evening=session)
            )
        return Problem("results-public", text, "session")
    if hold_last and session == publication.held:
        return withheld_problem(view, session)
    if not view.tally(session).sheets:
        text = (
            mark("Session {session} has no results yet: complete one of its sheets first.", session=session)
            if drawn
            else mark("Evening {evening} has no results yet: complete one of its games first.", evening=session)
        )
        return Problem("no-results", text, "session")
    return None


def publication_remarks(view: View, session: int) -> tuple[Problem, ...]:
    """What to know before the results up to ``session`` are public: the sheets of them that are not verified."""
    open_tables = [(each, not_verified(view, each)) for each in range(1, session + 1)]
    return tuple(
        Problem("not-verified", _open_text(view, each, tables), "session", Gravity.REMARK)
        for each, tables in open_tables
        if tables
    )


def _open_text(view: View, session: int, tables: Sequence[int]) -> Text:
    if view.settings.format.is_drawn:
        return mark_count(
            "Session {session}: {count} table is not verified ({tables}); its public results are provisional.",
            "Session {session}: {count} tables are not verified ({tables}); their public results are provisional.",
            len(tables),
            session=session,
            tables=listed(tables),
        )
    return mark_count(
        "Evening {evening}: {count} game is not verified ({games}); its public results are provisional.",
        "Evening {evening}: {count} games are not verified ({games}); their public results are provisional.",
        len(tables),
        evening=session,
        games=listed(tables),
    )


def withdraw_results(book: Book, session: int, *, by: By) -> Changes:
    """Take the results from ``session`` on back from the public; Refused where they are not public nor kept back."""
    problem = withdrawal_problem(book.view, session)
    if problem is not None:
        raise Refused(problem)
    draft = book.draft(by)
    draft.add(EVENT_STREAM, ResultsWithdrawn(session))
    return book.commit(draft)


def withdrawal_problem(view: View, session: int) -> Problem | None:
    """Why the results of ``session`` cannot be withdrawn; Refused when there is no such session."""
    refuse_unknown(view, session)
    publication = view.state.publication
    if session <= publication.session or session == publication.held:
        return None
    text = (
        mark("The results of session {session} are not public.", session=session)
        if view.settings.format.is_drawn
        else mark("The results of evening {evening} are not public.", evening=session)
    )
    return Problem("results-withheld", text, "session")


def public_text(view: View) -> Text:
    """What is public of the results."""
    publication, drawn = view.state.publication, view.settings.format.is_drawn
    last, held = publication.session, publication.held
    if held is not None and drawn:
        return mark("Results are public up to session {session}; those of session {held} are held " "for the ceremony.",
                    session=last, held=held)  # fmt: skip
    if held is not None:
        return mark("Results are public up to evening {evening}; those of evening {held} are held " "for the ceremony.",
                    evening=last, held=held)  # fmt: skip
    if not last:
        return mark("No results are public.")
    if drawn:
        return mark("Results are public up to session {session}.", session=last)
    return mark("Results are public up to evening {evening}.", evening=last)
