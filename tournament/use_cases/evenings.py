"""The evenings of a club or a league: the ranking of each, everybody's course through them, and who owes whom."""

from collections.abc import Iterable, Mapping

from tournament.event.format import ALL_EVENINGS
from tournament.event.money import money_off_problem
from tournament.event.problem import Refused
from tournament.standings.course import CourseStep, courses
from tournament.standings.money import Accounts, accounts
from tournament.standings.season import SeasonStandings, rank_season
from tournament.use_cases.view import View


def evening_ranking(view: View, session: int) -> SeasonStandings:
    """The ranking of one evening by itself; of session 0, before there is one, nobody."""
    tallies = [view.tally(session)] if session else []
    return rank_season(view.players, tallies, ALL_EVENINGS, view.state.statuses)


def money_of(view: View, sessions: Iterable[int]) -> Accounts:
    """Who owes whom after these evenings together. Raise Refused if the event counts no money."""
    if not view.settings.counts_money:
        raise Refused(money_off_problem())
    return accounts([view.tally(session) for session in sessions], view.settings.money)


def season_courses(view: View, after: int | None = None) -> Mapping[int, tuple[CourseStep, ...]]:
    """The course of everybody who played, by number, up to evening ``after``, by default the last played."""
    last = view.last_session if after is None else after
    return courses([view.tally(session) for session in range(1, last + 1)], view.settings.season)
