"""Which papers are out of date: what they would show now is not what they showed when they were printed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reports.catalogue import Audience, Report, ReportGroup, ReportOptions, build, report_called
from reports.document import Document
from tournament.event.problem import Refused
from tournament.event.seating import Seating
from tournament.language import Text, listed, mark, verbatim
from tournament.ledger.entry import Entry
from tournament.use_cases.papers import NotedPaper, noted_papers, sessions_touched, written_since
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class OutdatedPaper:
    """A paper that shows what is no longer so."""

    paper: NotedPaper
    since: Entry
    """The last entry that it might show otherwise."""


_MOST = 6
"""Papers that are named."""


def outdated_papers(view: View) -> tuple[OutdatedPaper, ...]:
    """Those of the papers noted whose content is another one now, as they were noted; slow for a large event."""
    past: dict[int, View] = {}
    return tuple(_outdated(view, past))


def papers_outdated_by(before: View, after: View) -> tuple[NotedPaper, ...]:
    """Those of the papers noted that show what stands in ``before``, and not what stands in ``after``."""
    outdated = {each.paper.entry.id for each in outdated_papers(before)}
    found = []
    for paper in noted_papers(before):
        report = report_called(paper.fact.report)
        if report is None or report.grows or paper.entry.id in outdated:
            continue
        if _content(report, before, paper) != _content(report, after, paper):
            found.append(paper)
    return tuple(found)


def papers_showing(view: View, session: int) -> tuple[NotedPaper, ...]:
    """Those of the papers noted that show results of ``session``: a correction in it puts them out of date."""
    found = []
    for paper in noted_papers(view):
        report = report_called(paper.fact.report)
        if report is not None and _shows_results(report, paper, session):
            found.append(paper)
    return tuple(found)


def papers_of_seats(view: View, before: Seating, after: Seating) -> tuple[NotedPaper, ...]:
    """Those of the papers noted that say who sits where, and where another one sits in ``after`` than in ``before``."""
    changed = _changed_tables(before, after)
    return tuple(paper for paper in noted_papers(view) if _names_any(paper, changed))


def papers_of_old_seats(view: View, session: int) -> tuple[NotedPaper, ...]:
    """Those of the papers noted that say who sits where in ``session``, and were noted when others sat there."""
    now, past, found = view.seating, dict[int, Seating | None](), []
    for paper in noted_papers(view):
        if now is None or not _is_of_seats(paper):
            continue
        entries = paper.fact.entries
        then = past[entries] if entries in past else past.setdefault(entries, view.at(entries).seating)
        changed = set() if then is None else {place for place in _changed_tables(then, now) if place[0] == session}
        if _names_any(paper, changed):
            found.append(paper)
    return tuple(found)


def _changed_tables(before: Seating, after: Seating) -> set[tuple[int, int]]:
    """Session and table of the seats that are not the same in both."""
    return {
        (session, table)
        for session in range(1, max(len(before.sessions), len(after.sessions)) + 1)
        for table in range(1, max(len(before.tables(session)), len(after.tables(session))) + 1)
        if before.seats(session, table) != after.seats(session, table)
    }


def _is_of_seats(paper: NotedPaper) -> bool:
    report = report_called(paper.fact.report)
    return report is not None and report.group is ReportGroup.BEFORE and report.needs_draw


def _names_any(paper: NotedPaper, places: set[tuple[int, int]]) -> bool:
    """Whether it says who sits at one of ``places``, session and table."""
    fact = paper.fact
    return _is_of_seats(paper) and any(
        fact.session in (None, session) and fact.table in (None, table) for session, table in places
    )


def seats_outdated_text(view: View, before: Seating, after: Seating) -> Text | None:
    """Which papers name others than sit in ``after``; None where none does that was printed or saved."""
    papers = papers_of_seats(view, before, after)
    if not papers:
        return None
    named = [_named(each) for each in papers[:_MOST]]
    if len(papers) > _MOST:
        return mark("Out of date: {papers} and {count} more", papers=listed(named), count=len(papers) - _MOST)
    return mark("Out of date: {papers}", papers=listed(named))


def old_seats_texts(view: View, session: int) -> list[Text]:
    """Each paper that says who sat in ``session`` before its seats were changed, in words."""
    return [mark("Out of date: {papers}", papers=_named(each)) for each in papers_of_old_seats(view, session)]


def _named(paper: NotedPaper) -> Text:
    return verbatim(f"{paper.fact.title} ({paper.entry.time.astimezone():%H:%M})")


def _outdated(view: View, past: dict[int, View]) -> Iterator[OutdatedPaper]:
    for paper in noted_papers(view):
        report = report_called(paper.fact.report)
        if report is None or report.grows:  # an older program had it; or it cannot become untrue
            continue
        since = next(
            (entry for entry in written_since(view, paper.fact) if _may_show(view, report, paper, entry)), None
        )
        if since is None:
            continue
        entries = paper.fact.entries
        then = past[entries] if entries in past else past.setdefault(entries, view.at(entries))
        if _content(report, then, paper) != _content(report, view, paper):
            yield OutdatedPaper(paper, since)


def _may_show(view: View, report: Report, paper: NotedPaper, entry: Entry) -> bool:
    """Whether ``entry`` can make a difference to it: a quick answer, which never misses one."""
    sessions = sessions_touched(view.journal, entry)
    if sessions is None:
        return True
    return any(_shows_results(report, paper, session) for session in sessions)


def _shows_results(report: Report, paper: NotedPaper, session: int) -> bool:
    shown = paper.fact.session
    if report.group is ReportGroup.BEFORE:
        return report.audience is Audience.WALL  # a poster has the standings so far beside the seats
    return shown is None or (session <= shown if report.counts_earlier else session == shown)


def _content(report: Report, view: View, paper: NotedPaper) -> Document | None:
    """What it shows of ``view``, whenever and from whichever file; None where there is nothing to show."""
    fact = paper.fact
    printed = paper.entry.time.astimezone()
    options = ReportOptions(
        printed=printed,
        session=fact.session,
        table=fact.table,
        hand=fact.hand,
        category=fact.prize_category,
        first=fact.first_places,
        public=fact.public,
    )
    try:
        return replace(build(report, view, options), fingerprint="", damaged=False)
    except Refused:
        return None
