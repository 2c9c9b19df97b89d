"""Which papers become out of date when the draw changes, in words."""

from tournament.event.seating import Seating
from tournament.language import Text
from tournament.use_cases import View
from tournament.use_cases.papers import noted_papers


def papers_text(view: View, before: Seating, after: Seating) -> Text | None:
    """Like :func:`reports.papers.seats_outdated_text`, which is imported only if a paper was ever printed or saved."""
    if not noted_papers(view):
        return None
    from reports.papers import seats_outdated_text

    return seats_outdated_text(view, before, after)
