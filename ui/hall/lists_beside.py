"""The lists that stand beside what a ceremony or a live draw tells."""

from tournament.language import mark
from ui.hall.slides import DrawSlide, ListCell, ListColumn, ListSlide, RevealedPlace, RevealSlide

MOST_NAMES = 4
"""Maximum number of names sharing a place in large type; the list has all of them."""
_PLACES = (ListColumn(right=True), ListColumn(name=True), ListColumn(right=True), ListColumn(right=True))


def places_list(slide: RevealSlide) -> ListSlide:
    """The places of a ceremony; those that are covered have no name."""
    return ListSlide(slide.title, None, _PLACES, tuple(map(_row, slide.places)), None)


def drawn_list(slide: DrawSlide) -> ListSlide | None:
    """The last lots, if one player draws each."""
    if not slide.lots or len(slide.lots[0].names) > 1:
        return None
    named = slide.lots[0].named
    columns = (ListColumn(name=True), ListColumn(right=not named, name=named))
    rows = tuple(
        (ListCell(lot.names[0], strong=number == 0), ListCell(lot.lot, strong=True))
        for number, lot in enumerate(slide.lots)
    )
    return ListSlide(mark("Drawn last"), None, columns, rows, None)


def _row(place: RevealedPlace) -> tuple[ListCell, ...]:
    points = ListCell(place.points, strong=True) if place.points is not None else ListCell("")
    covered = not place.name
    name = ListCell("· · ·", second=True) if covered else ListCell(place.name)
    return ListCell(place.rank, strong=not covered, second=covered), name, points, ListCell(place.score, second=True)
