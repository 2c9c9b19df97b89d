"""The games of one player, evening by evening, and texts about a ranking. This module does not use Qt."""

from dataclasses import dataclass

from reports.column import Cell
from reports.sheets.season import worth_cell
from tournament.event.format import EventFormat, season_text
from tournament.event.player import short_names
from tournament.language import Text, mark
from tournament.ledger.sheet import Sheet, SheetState
from tournament.standings.season import SeasonStandings
from tournament.use_cases import View


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the shown player."""

    sheet: Sheet
    result: Cell
    """What counts of the game in its evening. None if there is nothing on its sheet."""
    opponents: tuple[str, ...]
    """The opponents' names as on the sheet, starting with the next one at the table."""


def games_of(view: View, number: int, after: int) -> tuple[PlayedGame, ...]:
    """Return the games of player ``number`` up to evening ``after``, the latest first."""
    found = [
        _played(view, sheet, sheet.players.index(number))
        for session in range(1, after + 1)
        for sheet in view.sheets(session)
        if number in sheet.players
    ]
    return tuple(reversed(found))


def _played(view: View, sheet: Sheet, column: int) -> PlayedGame:
    names = short_names([view.player_at(sheet, seat) for seat in range(4)])
    opponents = tuple(names[(column + turn) % 4] for turn in (1, 2, 3))
    return PlayedGame(sheet, worth_cell(view.results_of(sheet)[column]) if sheet.counts else None, opponents)


def state_text(view: View, season: SeasonStandings) -> Text:
    """Return how the ranking is made, and why it can still change."""
    rules = season_text(season.rules)
    if view.settings.format is EventFormat.CLUB:
        rules = mark("The scores of all games of the evening are added up.")
    if not season.provisional:
        return rules
    sheets = [sheet for session in range(1, season.after + 1) for sheet in view.sheets(session)]
    verified = sum(sheet.state is SheetState.VERIFIED for sheet in sheets)
    return mark("{rules} {verified} of {sheets} sheets are verified. Unverified sheets also count.",
                rules=rules, verified=verified, sheets=len(sheets))  # fmt: skip
