"""Which papers a change of the draw puts out of date, in words."""

from tournament.event.seating import Seating
from tournament.language import Text, listed, mark, verbatim
from tournament.use_cases import View
from tournament.use_cases.papers import noted_papers

_MOST = 6
"""Papers that are named."""


def papers_text(view: View, before: Seating, after: Seating) -> Text | None:
    """Which papers name others than sit in ``after``; None where none does that was printed or saved."""
    if not noted_papers(view):
        return None
    from reports.papers import papers_of_seats

    papers = papers_of_seats(view, before, after)
    if not papers:
        return None
    named = [verbatim(f"{each.fact.title} ({each.entry.time.astimezone():%H:%M})") for each in papers[:_MOST]]
    if len(papers) > _MOST:
        return mark("Out of date: {papers} and {count} more", papers=listed(named), count=len(papers) - _MOST)
    return mark("Out of date: {papers}", papers=listed(named))
