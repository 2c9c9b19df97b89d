"""Which papers a change of the draw puts out of date, in words."""

from tournament.event.seating import Seating
from tournament.language import Text
from tournament.use_cases import View
from tournament.use_cases.papers import noted_papers


def papers_text(view: View, before: Seating, after: Seating) -> Text | None:
    """As :func:`reports.papers.seats_outdated_text`, which is loaded when a paper was printed or saved at all."""
    if not noted_papers(view):
        return None
    from reports.papers import seats_outdated_text

    return seats_outdated_text(view, before, after)
