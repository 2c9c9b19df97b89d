"""Find papers that are out of date: their content would now differ from what was printed."""

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
    """A paper that no longer shows the current content."""

    paper: NotedPaper
    since: Entry
    """The last entry that may change its content."""


_MOST = 6
"""The most papers that a message names."""


def outdated_papers(view: View) -> tuple[OutdatedPaper, ...]:
    """The papers recorded as printed or saved whose content has changed since; slow for a large event."""
    past: dict[int, View] = {}
    return tuple(_outdated(view, past))


def outdated_by(before: View, after: View) -> tuple[NotedPaper, ...]:
    """The papers that are out of date in ``after`` but not in ``before``; slow for a large event."""
    known = {each.paper.entry.id for each in outdated_papers(before)}
    return tuple(each.paper for each in outdated_papers(after) if each.paper.entry.id not in known)


def papers_showing(view: View, session: int) -> tuple[NotedPaper, ...]:
    """The recorded papers that show results of ``session``: a correction in it puts them out of date."""
    found = []
    for paper in noted_papers(view):
        report = report_called(paper.fact.report)
        if report is not None and _shows_results(report, paper, session):
            found.append(paper)
    return tuple(found)


def papers_of_seats(view: View, before: Seating, after: Seating) -> tuple[NotedPaper, ...]:
    """The recorded papers that show a seat whose player differs between ``before`` and ``after``."""
    changed = _changed_tables(before, after)
    return tuple(paper for paper in noted_papers(view) if _names_any(paper, changed))


def papers_of_old_seats(view: View, session: int) -> tuple[NotedPaper, ...]:
    """The recorded papers that show seats of ``session`` which have changed since."""
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
    """Session and table of each table whose players differ."""
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
    """Whether the paper shows the seats at any of ``places`` (session and table)."""
    fact = paper.fact
    return _is_of_seats(paper) and any(
        fact.session in (None, session) and fact.table in (None, table) for session, table in places
    )


def seats_outdated_text(view: View, before: Seating, after: Seating) -> Text | None:
    """A message that names the papers with seats that have changed in ``after``; None if there are none."""
    papers = papers_of_seats(view, before, after)
    if not papers:
        return None
    named = [_named(each) for each in papers[:_MOST]]
    if len(papers) > _MOST:
        return mark("Out of date: {papers} and {count} more", papers=listed(named), count=len(papers) - _MOST)
    return mark("Out of date: {papers}", papers=listed(named))


def old_seats_texts(view: View, session: int) -> list[Text]:
    """A message for each paper that shows earlier seats of ``session``."""
    return [mark("Out of date: {papers}", papers=_named(each)) for each in papers_of_old_seats(view, session)]


def _named(paper: NotedPaper) -> Text:
    made = verbatim(f"{paper.fact.title} ({paper.entry.time.astimezone():%H:%M})")
    report = report_called(paper.fact.report)
    if report is not None and _is_poster(report):  # its title is only the session
        return mark("{what}: {value}", what=report.title, value=made)
    return made


def _outdated(view: View, past: dict[int, View]) -> Iterator[OutdatedPaper]:
    for paper in noted_papers(view):
        report = report_called(paper.fact.report)
        if report is None or report.grows:  # made by an older program; or it cannot become outdated
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
    """Whether ``entry`` can change the paper: a quick check that may say yes wrongly, but never no."""
    sessions = sessions_touched(view.journal, entry)
    if sessions is None:
        return True
    return any(_shows_results(report, paper, session) for session in sessions)


def _shows_results(report: Report, paper: NotedPaper, session: int) -> bool:
    shown = paper.fact.session
    if report.group is ReportGroup.BEFORE:
        return _is_poster(report)  # it shows the standings so far beside the seats
    return shown is None or (session <= shown if report.counts_earlier else session == shown)


def _is_poster(report: Report) -> bool:
    return report.group is ReportGroup.BEFORE and report.audience is Audience.WALL


def _content(report: Report, view: View, paper: NotedPaper) -> Document | None:
    """The content of the paper in ``view``, without the time and file it was made for; None if there is nothing to
    show."""
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
        return replace(build(report, view, options), fingerprint="", signing_key="", damaged=False)
    except Refused:
        return None
