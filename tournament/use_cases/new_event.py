"""Events that are made from another one: the next season of a league, a similar event, or a rehearsal."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from tournament.event.format import EventFormat
from tournament.event.player import PLAYS, Player, PlayerState
from tournament.event.problem import Problem, Refused
from tournament.event.settings import TEXT_LENGTH, Settings
from tournament.event.timetable import NO_TIMETABLE, Timetable
from tournament.language import language_of, mark
from tournament.use_cases.commands import CopyEvent
from tournament.use_cases.view import View

_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:([/–-])(\d\d))?(?!\d)")
_NUMBER = re.compile(r"\d{1,3}(?!.*\d)")
_LEFT = (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED)


def next_season(settings: Settings) -> Settings:
    """Return the proposed settings of the season after ``settings``: the next name, and the days a year later.

    Raise Refused if the event is not a league.
    """
    if settings.format is not EventFormat.LEAGUE:
        raise Refused(Problem("format-no-season", mark("Only a league has a next season."), "format"))
    return replace(
        settings,
        name=next_name(settings.name),
        short_name=next_name(settings.short_name),
        starts=_year_later(settings.starts),
        ends=_year_later(settings.ends),
        timetable=NO_TIMETABLE,
        prizes=replace(settings.prizes, lots=()),
        rehearsal=False,
        streamed=(),
    )


def season_after(event: View, settings: Settings, *, with_left: bool = False) -> CopyEvent:
    """Return the command that creates the season after ``event``, with its members and their numbers, logo and PINs.

    Members who withdrew or were disqualified are only included ``with_left``. Substitutes remain substitutes.
    """
    state, left = event.state, () if with_left else players_who_left(event)
    return CopyEvent(
        settings,
        tuple(player for _, player in sorted(state.players.items()) if player not in left),
        tuple(number for number in sorted(state.players) if _state_in(event, number) is PlayerState.SUBSTITUTE),
        logo=state.logo,
        pins=tuple(state.pins.items()),
        source=f"{event.settings.name} ({event.fingerprint})",
    )


def similar_settings(settings: Settings, *, starts: date | None = None, ends: date | None = None) -> Settings:
    """Return the proposed settings of a new event like the one with ``settings``.

    They have no dates but ``starts`` and ``ends``. With ``starts`` the timetable begins on that day; without, it has
    the times of day only.
    """
    moved = None if starts is None or settings.first_day is None else starts - settings.first_day
    times = tuple(
        replace(each, day=each.day + moved if each.day is not None and moved is not None else None)
        for each in settings.timetable.sessions
    )
    return replace(
        settings,
        name=next_name(settings.name),
        short_name=next_name(settings.short_name),
        starts=starts,
        ends=ends,
        timetable=Timetable(times),
        prizes=replace(settings.prizes, lots=()),
        rehearsal=False,
    )


def event_like(event: View, settings: Settings, *, with_players: bool = False) -> CopyEvent:
    """Return the command that creates an event like ``event``, with its logo, without results and PINs.

    Only ``with_players`` it has the players, with their numbers and wishes, except those who left.
    """
    state = event.state
    left = players_who_left(event)
    players = tuple(player for _, player in sorted(state.players.items()) if player not in left) if with_players else ()
    substitutes = tuple(
        player.number for player in players if _state_in(event, player.number) is PlayerState.SUBSTITUTE
    )
    return CopyEvent(settings, players, substitutes, logo=state.logo, source=event.settings.name if players else "")


def players_who_left(event: View) -> tuple[Player, ...]:
    """Return the members who withdrew or were disqualified, by number."""
    return tuple(player for number, player in sorted(event.state.players.items()) if _state_in(event, number) in _LEFT)


def next_name(name: str) -> str:
    """Return ``name`` with its years one later, “2026/27” as “2027/28”; without one, its last number plus one."""
    if _YEAR.search(name):
        return _YEAR.sub(_later, name)
    return _NUMBER.sub(lambda found: str(int(found[0]) + 1), name)


def _later(found: re.Match[str]) -> str:
    year, between, short = int(found[1]), found[2] or "", found[3] or ""
    spans = bool(short) and int(short) == (year + 1) % 100  # otherwise it is a month
    return f"{year + 1}{between}{(year + 2) % 100:02}" if spans else f"{year + 1}{between}{short}"


def _year_later(day: date | None) -> date | None:
    """Return the same day a year later, 28 February after a leap day; None for None."""
    if day is None or day.year == date.max.year:
        return day
    return day.replace(year=day.year + 1, day=28 if (day.month, day.day) == (2, 29) else day.day)


def _state_in(event: View, number: int) -> PlayerState:
    return event.state.statuses.get(number, PLAYS).state


LEAST_PLAYERS = 4
"""Number of players from which a rehearsal needs no stand-ins."""


def rehearsal_of(event: View, *, stand_ins: Sequence[Player] = ()) -> CopyEvent:
    """Return the command that creates a rehearsal of ``event``, as the event was before anything was played.

    Published seats are included, PINs are not: in a rehearsal everybody may do everything. ``stand_ins`` play if the
    event has fewer than four players. A rehearsal of a rehearsal is the same rehearsal, from the beginning.
    """
    settings, state = event.settings, event.state
    players = tuple(sorted(state.players.values(), key=lambda player: player.number))
    if len(players) < LEAST_PLAYERS and stand_ins:
        first = state.last_number + 1
        players = (*players, *(replace(each, number=number) for number, each in enumerate(stand_ins, start=first)))
    seating = event.seating if settings.format.is_drawn else None
    practised = replace(settings, rehearsal=True, name=rehearsal_name(event))
    return CopyEvent(practised, players, seating=seating, logo=state.logo)


def rehearsal_name(event: View) -> str:
    """Return the name of the rehearsal in the language of the event's papers: “Rehearsal: Open de l'Exemple”."""
    settings = event.settings
    if settings.rehearsal:
        return settings.name
    return language_of(settings.language).render(mark("Rehearsal: {name}", name=settings.name))[:TEXT_LENGTH]
