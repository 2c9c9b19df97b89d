"""The options of each report, and the states of an event that can be printed. This module does not use Qt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from reports.catalogue import Audience, Report, ReportGroup, ReportOptions, is_for_walls
from tournament.event.country import CountryCodes
from tournament.event.prizes import OVERALL, PrizeCategory
from tournament.language import Text, mark, mark_count
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.sheet import SheetState
from tournament.use_cases import View
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.results_state import results_state

ALL = 0
"""Stands for all sessions where one can be chosen."""
_AFTER_A_SESSION = frozenset(("standings", "standings-teams", "standings-countries"))


@dataclass(frozen=True, slots=True)
class ReportChoice:
    """The options chosen for one report."""

    session: int
    """From 1. :data:`ALL` stands for all sessions; for a report after a session it stands for the current state."""
    movement: bool = True
    ema_numbers: bool = True
    category: PrizeCategory | None = None
    """For certificates and prizes; None for all players and every prize."""
    first: int | None = None
    """For certificates and prizes: the number of places."""
    prizes_so_far: bool = False
    """For certificates and prizes: shows prizes before the results are final."""
    public: bool = False
    """Whether it is made only from the public results."""
    phones: bool = True
    """For score sheets: the code for phones, if the event has one."""
    reasons: bool = False
    """For the referee's report: the private reasons of earlier versions."""
    country_codes: CountryCodes | None = None
    """For federations: the codes of countries; None for those that the federation asks for."""
    whole_points: bool = False
    """For federations: whether table points are rounded to whole ones."""

    @property
    def category_text(self) -> Text | None:
        """The chosen category, if any."""
        return None if self.category is None or self.category == OVERALL else self.category.label

    def options(self, printed: datetime) -> ReportOptions:
        """The options in the form that the report takes."""
        session = self.session or None
        return ReportOptions(
            printed=printed,
            session=session,
            movement=self.movement,
            ema_numbers=self.ema_numbers,
            category=self.category,
            first=self.first,
            prizes_so_far=self.prizes_so_far,
            public=self.public,
            phones=self.phones,
            reasons=self.reasons,
            country_codes=self.country_codes,
            whole_points=self.whole_points,
        )


def is_after(report: Report) -> bool:
    """Whether ``report`` shows the state after a session, or the current one. Others show one session, or all."""
    return report.name in _AFTER_A_SESSION


def has_columns_to_choose(report: Report) -> bool:
    """Whether ``report`` can show rank changes, and in a tournament EMA numbers."""
    return report.name == "standings"


def has_codes_for_phones(report: Report, view: View) -> bool:
    """Whether ``report`` can show the codes with which players type at the table."""
    return report.name == "score-sheets" and view.state.table_entry is not None


def has_private_reasons(report: Report, view: View) -> bool:
    """Whether ``report`` can show why players left or were replaced, which an earlier version stored."""
    if report.name != "referee-report":
        return False
    return any(entry.fact.private_reason for entry in view.journal.standing(EVENT_STREAM))


def has_totals_to_trace(report: Report) -> bool:
    """Whether the totals of ``report`` can be values or formulas."""
    return report.name == "workbook"


def sessions_of(report: Report, view: View) -> Sequence[int]:
    """The sessions that can be chosen for ``report``."""
    if not report.by_session:
        return range(0)
    if is_after(report):
        return tuple(session for session in view.drawn_sessions if session <= last_final(view))
    if report.group is ReportGroup.BEFORE:
        return view.drawn_sessions
    return tuple(session for session in view.drawn_sessions if session <= view.last_session)


def choice_of(
    kept: Mapping[str, ReportChoice], report: Report, view: View, session: int, *, covered: bool = False
) -> ReportChoice:
    """Return the options chosen for ``report``, or the default if there are none or their session no longer exists.

    The default session is the last final one for a report after a session, and ``session`` for other reports; if that
    is not available, the last one is. Reports for walls are made from the public results if the event publishes them.
    While held results are ``covered``, every report that can be is made from the public results.
    """
    choice = kept.get(report.name)
    public = choice.public if choice is not None else is_for_walls(report, view)
    if covered and can_be_public(report):
        public = True
        choice = None if choice is None else replace(choice, public=True)
    offered = sessions_of(report, view_of(view, public=public))
    if choice is not None and (choice.session == ALL or choice.session in offered):
        return choice
    last = offered[-1] if offered else ALL
    likely = session if session in offered and not is_after(report) else last
    return ReportChoice(likely, public=public) if choice is None else replace(choice, session=likely)


def view_of(view: View, *, public: bool) -> View:
    """Return what a report shows: all of ``view``, or its public results."""
    return PublicView(view) if public else view


def can_be_public(report: Report) -> bool:
    """Whether ``report`` can be made from everything or from the public results."""
    return report.audience in (Audience.ASKED, Audience.WALL)


def last_final(view: View) -> int:
    """Return the last session up to which every sheet is verified, or 0."""
    final = list(takewhile(lambda number: view.tally(number).final, view.drawn_sessions))
    return final[-1] if final else 0


def final_texts(view: View, session: int) -> tuple[Text, Text]:
    """Return the name of a state in which everything is verified, and why it is final."""
    tallies = [view.tally(number) for number in view.sessions_until(session)]
    sheets = sum(tally.sheets for tally in tallies)
    reason = mark(
        "{sheets}, {hands}",
        sheets=mark_count("The one sheet is verified", "All {count} sheets verified", sheets),
        hands=mark_count("{count} hand", "{count} hands", sum(tally.hands for tally in tallies)),
    )
    return results_state(view, session).text or mark("As of now"), reason


def provisional_texts(view: View) -> tuple[Text, Text]:
    """Return the name of the current state, and why it can still change."""
    last = view.last_session
    if not last:
        return mark("As of now"), mark("No hand is recorded yet.")
    return mark("As of now"), mark(
        "{state}: {verified} of {sheets} sheets of session {session} verified",
        state=results_state(view).text or mark("Provisional"),
        verified=_verified(view, last),
        sheets=view.tally(last).expected,
        session=last,
    )


def session_text(view: View, report: Report, session: int) -> Text:
    """Return how final the sheets of one session, or of all, are."""
    if report.group is ReportGroup.BEFORE:
        return mark("Published draw")
    numbers = [session] if session else [each for each in view.drawn_sessions if each <= view.last_session]
    verified = sum(_verified(view, number) for number in numbers)
    expected = sum(view.tally(number).expected for number in numbers)
    if not expected:
        return mark("No hand is recorded yet.")
    if verified == expected:
        return mark_count("The one sheet is verified", "All {count} sheets verified", expected)
    return mark(
        "{verified} of {sheets} sheets verified; every page says “provisional”", verified=verified, sheets=expected
    )


def _verified(view: View, session: int) -> int:
    return sum(sheet.state is SheetState.VERIFIED for sheet in view.sheets(session))
