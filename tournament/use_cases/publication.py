"""Publish the results of a session, hold them for the ceremony, and withdraw them."""

from collections.abc import Sequence
from typing import assert_never

from tournament.event.problem import Gravity, Problem, Refused
from tournament.language import Text, listed, mark, mark_count
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import ResultsPublished, ResultsWithdrawn
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import PublicationCommand, PublishResults, WithdrawResults
from tournament.use_cases.draft import Draft
from tournament.use_cases.public_view import withheld_problem
from tournament.use_cases.sessions import not_verified, refuse_unknown
from tournament.use_cases.view import View


def write_publication(draft: Draft, command: PublicationCommand) -> Remarks:
    """Publish results or withdraw them.

    Raise Refused if no sheet of the session counts, or if nothing would change. Tables that are not verified only give
    a remark: their public results change when they are verified.
    """
    match command:
        case PublishResults():
            problem = publication_problem(draft.view, command.session, hold_last=command.hold_last)
            if problem is not None:
                raise Refused(problem)
            draft.add(EVENT_STREAM, ResultsPublished(command.session, command.hold_last))
            return publication_remarks(draft.view, command.session)
        case WithdrawResults():
            problem = withdrawal_problem(draft.view, command.session)
            if problem is not None:
                raise Refused(problem)
            draft.add(EVENT_STREAM, ResultsWithdrawn(command.session))
            return ()
        case _:
            assert_never(command)


def publication_problem(view: View, session: int, *, hold_last: bool) -> Problem | None:
    """Return why the results of ``session`` cannot be published or held; None if they can.

    Raise Refused if there is no such session.
    """
    refuse_unknown(view, session)
    publication = view.state.publication
    if session <= publication.session:
        if hold_last:
            text = mark("The results of session {session} are public: withdraw them first.", session=session)
        else:
            text = mark("The results of session {session} are already public.", session=session)
        return Problem("results-public", text, "session")
    if hold_last and session == publication.held:
        return withheld_problem(view, session)
    if not view.tally(session).sheets:
        text = mark("Session {session} has no results yet: complete one of its sheets first.", session=session)
        return Problem("no-results", text, "session")
    return None


def publication_remarks(view: View, session: int) -> tuple[Problem, ...]:
    """Return remarks on the tables, up to ``session``, whose sheets are not verified."""
    open_tables = [(each, not_verified(view, each)) for each in view.session_numbers if each <= session]
    return tuple(
        Problem("not-verified", _open_text(each, tables), "session", Gravity.REMARK)
        for each, tables in open_tables
        if tables
    )


def _open_text(session: int, tables: Sequence[int]) -> Text:
    return mark_count(
        "Session {session}: {count} table is not verified ({tables}); its public results are provisional.",
        "Session {session}: {count} tables are not verified ({tables}); their public results are provisional.",
        len(tables),
        session=session,
        tables=listed(tables),
    )


def withdrawal_problem(view: View, session: int) -> Problem | None:
    """Return why the results of ``session`` cannot be withdrawn; None if they can.

    Raise Refused if there is no such session.
    """
    refuse_unknown(view, session)
    publication = view.state.publication
    if session <= publication.session or session == publication.held:
        return None
    text = mark("The results of session {session} are not public.", session=session)
    return Problem("results-withheld", text, "session")


def public_text(view: View) -> Text:
    """Return which results are public."""
    publication = view.state.publication
    last, held = publication.session, publication.held
    if held is not None:
        return mark("Results are public up to session {session}; those of session {held} are held for the ceremony.",
                    session=last, held=held)  # fmt: skip
    if not last:
        return mark("No results are public.")
    return mark("Results are public up to session {session}.", session=last)
