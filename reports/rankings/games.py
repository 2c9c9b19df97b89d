"""The games of events as a rating counts them: of event files of this program, and of events exported as JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from reports.frames.sheets import every_sheet
from reports.rankings.events import game_of, person_of, refuse_dateless, refuse_rehearsal, under_numbers
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rankings import RankedPerson
from tournament.rankings.rating import EventGames, RatedGame
from tournament.use_cases.club import is_ended
from tournament.use_cases.view import View


def games_of_event(view: View, file: str) -> EventGames:
    """Return the games of an event that count: in a tournament those verified, in a club or a league all that ended.

    Who played counts, so a substitute, and not the player whose seat it was. Raise Refused for a rehearsal, if a game
    has no day, or if two players cannot be told apart. ``file`` names the event in messages.
    """
    refuse_rehearsal(view, file)
    games = tuple(_games(view, file))
    playing = {number for sheet in every_sheet(view) for number in sheet.players}
    found: dict[str, RankedPerson] = {}
    for number in sorted(playing):
        person = person_of(view.players[number])
        if person.id in found:
            text = mark(
                "{file}: two players are {name}: enter their EMA numbers or countries, so that they are told apart.",
                file=file, name=person.name,
            )  # fmt: skip
            raise Refused(Problem("rating-same-player", text))
        found[person.id] = person
    return EventGames(view.journal[0].id, view.settings.name, game_of(view.settings.rules), games)


def _games(view: View, file: str) -> Iterator[RatedGame]:
    for sheet in every_sheet(view):
        if counts(view, sheet):
            a, b, c, d = (person_of(view.players[number]) for number in sheet.players)
            day = refuse_dateless(_day(view, sheet.session), file)
            yield RatedGame(day, sheet.session, sheet.table, (a, b, c, d), sheet.scores)


def counts(view: View, sheet: Sheet) -> bool:
    """Whether the game of ``sheet`` counts: in a tournament it is verified, in a club or a league it ended."""
    if view.settings.format.is_drawn:
        return sheet.state is SheetState.VERIFIED
    return sheet.counts and is_ended(sheet)


def _day(view: View, session: int) -> date | None:
    """The day of a session, or the first one of the event."""
    if not view.settings.format.is_drawn:
        return view.state.evening(session).day or view.settings.first_day
    return view.settings.timetable.of(session).day or view.settings.first_day


def same_players(events: Sequence[EventGames]) -> tuple[EventGames, ...]:
    """Return ``events`` with everybody who has no number in one, but in another, under that number.

    That is not done if somebody else has the number in the same event.
    """
    known = under_numbers(person for event in events for game in event.games for person in game.people)

    def of_event(event: EventGames) -> EventGames:
        own = {person.id for game in event.games for person in game.people}

        def named(person: RankedPerson) -> RankedPerson:
            other = known(person)
            return person if other.id in own else other

        games = []
        for game in event.games:
            a, b, c, d = map(named, game.people)
            games.append(replace(game, people=(a, b, c, d)))
        return replace(event, games=tuple(games))

    return tuple(map(of_event, events))
