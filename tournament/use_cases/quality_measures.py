"""What is measured of the quality of a draw, each beside what is aimed at, in words."""

from dataclasses import dataclass

from tournament.language import Text, mark, mark_count, verbatim
from tournament.use_cases.seating_quality import MeasuredSeating
from tournament.use_cases.seating_wishes import members_by
from tournament.use_cases.view import View

FIELD_NAMES = {"club": mark("Clubs apart"), "country": mark("Countries apart"), "team": mark("Teams apart")}
"""The wishes by field of a player."""
_TOGETHER = {
    "club": mark("Members of one club at a table"),
    "country": mark("Compatriots at a table"),
    "team": mark("Team-mates at a table"),
}
_NO_TARGET = verbatim("–")


@dataclass(frozen=True, slots=True)
class QualityMeasure:
    """One line of the quality."""

    name: Text
    detail: Text
    found: Text
    target: Text
    """What the draws that are searched for have, the fewest repeats first; a dash where none is known that can be
    reached, or sessions of different players have none in common."""
    reached: bool | None
    """As good as that or better; None: it cannot be said."""
    cost: int
    """To distinguish a swap that gains from one that costs: the less, the better."""


def quality_measures(view: View, measured: MeasuredSeating) -> tuple[QualityMeasure, ...]:
    """All measures, the weightiest first; fewer where sessions of different players cannot be compared."""
    whole = measured.bounded
    return (
        *_meetings(measured),
        *((_winds(measured),) if whole else ()),
        *_groups(view, measured),
        *_pairs(view, measured),
        *((_strangers(measured),) if whole else ()),
    )


def _meetings(measured: MeasuredSeating) -> tuple[QualityMeasure, QualityMeasure]:
    quality = measured.quality
    pairs = mark_count(
        "{count} pair meets more than once", "{count} pairs meet more than once", len(quality.repeated_pairs)
    )
    visits = mark_count(
        "at most {count} time at the same table", "at most {count} times at the same table", quality.most_visits
    )
    return (
        _count(mark("Meetings repeated"), pairs, quality.repeats, quality.fewest_repeats, measured),
        _count(
            mark("Returns to a table"),
            visits,
            quality.table_revisits,
            quality.table_revisits_aimed_at,
            measured,
        ),
    )


def _count(name: Text, detail: Text, found: int, target: int, measured: MeasuredSeating) -> QualityMeasure:
    aimed = verbatim(str(target)) if measured.bounded else _NO_TARGET
    reached = found <= target if measured.bounded else True if not found else None
    return QualityMeasure(name, detail, verbatim(str(found)), aimed, reached, found)


def _winds(measured: MeasuredSeating) -> QualityMeasure:
    counts = [count for each in measured.quality.winds for count in each]
    least, most = min(counts, default=0), max(counts, default=0)
    few, rest = divmod(len(measured.sessions), 4)
    best = _span(few, few + bool(rest))
    cost = measured.quality.wind_imbalance
    return QualityMeasure(
        mark("Start winds"),
        mark("fewest and most of one wind"),
        _span(least, most),
        best,
        not cost,
        cost,
    )


def _span(few: int, many: int) -> Text:
    return verbatim(str(few) if few == many else f"{few}–{many}")


def _groups(view: View, measured: MeasuredSeating) -> list[QualityMeasure]:
    left = list(measured.quality.groups)
    found = []
    for field, _weight in measured.seating.wishes.apart:
        sizes = [len(members) for members in members_by(view, measured.numbers, field).values() if len(members) > 1]
        own, left = left[: len(sizes)], left[len(sizes) :]
        detail = mark_count(
            "{count} group, largest {largest}", "{count} groups, largest {largest}", len(sizes),
            largest=max(sizes, default=0),
        )  # fmt: skip
        meetings, fewest = sum(group.meetings for group in own), sum(group.fewest for group in own)
        found.append(_count(_TOGETHER[field], detail, meetings, fewest, measured))
    return found


def _pairs(view: View, measured: MeasuredSeating) -> list[QualityMeasure]:
    pairs = measured.quality.pairs
    if not pairs:
        return []
    met = [pair.pair for pair in pairs if pair.meetings]
    if met:
        one, other = (view.players[measured.numbers[place - 1]].name for place in (met[0].one, met[0].other))
        detail = mark("{one} and {other} meet", one=one, other=other)
    else:
        detail = mark_count("{count} pair, which does not meet", "{count} pairs, none of which meets", len(pairs))
    return [
        QualityMeasure(
            mark("Pairs to keep apart"),
            detail,
            verbatim(str(len(met))),
            verbatim("0"),
            not met,
            len(met),
        )
    ]


def _strangers(measured: MeasuredSeating) -> QualityMeasure:
    """Nobody knows how few there can be beside everything else: more than the bound is no fault."""
    found, fewest = measured.quality.strangers, measured.quality.fewest_strangers
    name, detail, count = mark("Strangers"), mark("pairs with no common opponent"), verbatim(str(found))
    if found > fewest:
        return QualityMeasure(name, detail, count, _NO_TARGET, None, found)
    return QualityMeasure(name, detail, count, verbatim(str(fewest)), True, found)
