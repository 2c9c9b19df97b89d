"""The evenings of a club or a league one by one: the ranking of each, and everybody's course through them."""

from collections.abc import Mapping

from tournament.event.format import ALL_EVENINGS
from tournament.standings.course import CourseStep, courses
from tournament.standings.season import SeasonStandings, rank_season
from tournament.use_cases.view import View


def evening_ranking(view: View, session: int) -> SeasonStandings:
    """The ranking of one evening by itself; of session 0, before there is one, nobody."""
    tallies = [view.tally(session)] if session else []
    return rank_season(view.players, tallies, ALL_EVENINGS, view.state.statuses)


def season_courses(view: View, after: int | None = None) -> Mapping[int, tuple[CourseStep, ...]]:
    """The course of everybody who played, by number, up to evening ``after``, by default the last played."""
    last = view.last_session if after is None else after
    return courses([view.tally(session) for session in range(1, last + 1)], view.settings.season)
