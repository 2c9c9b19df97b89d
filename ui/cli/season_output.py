"""The ranking of a club evening or a league, as it is printed and as JSON."""

from tournament.event.format import EventFormat, SeasonRules, season_text
from tournament.language import Text, average_text, mark, mark_count, mark_in
from tournament.ledger.sheet import SheetState
from tournament.standings import Standings
from tournament.standings.season import SeasonRow, SeasonStandings
from tournament.standings.season_explanation import worth_text
from tournament.standings.state_words import unranked_text
from tournament.use_cases import View
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.results_state import results_state
from ui.cli.context import CliContext
from ui.cli.output import print_columns


def no_standings_text(view: View) -> Text:
    """Why there are no standings."""
    if isinstance(view, PublicView) and not view.public_session:
        return mark("No results are public: there are no standings.")
    return mark("No hand is recorded yet: there are no standings.")


def state_text(view: View, shown: Standings | SeasonStandings) -> Text:
    """Up to where ``shown`` goes and how final it is; while it is provisional, which sheets it counts."""
    state = results_state(view, shown.after)
    if not state.provisional:
        return mark("{state}.", state=state.text or "")
    sessions = range(1, shown.after + 1)
    verified = sum(sheet.state is SheetState.VERIFIED for session in sessions for sheet in view.sheets(session))
    return mark(
        "{state}: {sheets} of {expected} sheets have entries, {verified} are verified.",
        state=state.text or "",
        sheets=shown.sheets,
        expected=shown.expected,
        verified=verified,
    )


def print_season(context: CliContext, view: View, season: SeasonStandings) -> None:
    """Print the ranking, how it is made, and who is not ranked yet."""
    if not season.sheets:
        context.print_line(no_standings_text(view))
        return
    context.print_line(state_text(view, season))
    if view.settings.format is EventFormat.LEAGUE:
        context.print_line(season_text(season.rules))
    heads = [mark_in("rank", "Place"), mark("No."), mark("Player"), mark("Result"), mark("Games"), mark("Won"),
             mark("Per game")]  # fmt: skip
    rows = [[context.translate(head) for head in heads]]
    rows.extend([str(row.rank), *_cells(context, season.rules, row)] for row in season.rows)
    rows.extend(["–", *_cells(context, season.rules, row)] for row in (*season.waiting, *season.unranked))
    print_columns(rows, right=frozenset((0, 1, 3, 4, 5, 6)))
    for row in season.waiting:
        if row.missing:
            text = mark_count(
                "{player} is not ranked yet: {count} more evening is needed.",
                "{player} is not ranked yet: {count} more evenings are needed.",
                row.missing,
                player=row.player.name,
            )
            context.print_line(text)
        if row.missing_games:
            text = mark_count(
                "{player} is not ranked yet: {count} more game is needed.",
                "{player} is not ranked yet: {count} more games are needed.",
                row.missing_games,
                player=row.player.name,
            )
            context.print_line(text)
    for row in season.unranked:
        context.print_line(unranked_text(row))


def _cells(context: CliContext, rules: SeasonRules, row: SeasonRow) -> list[str]:
    return [
        str(row.player.number),
        row.player.name,
        context.translate(worth_text(row.worth, rules)),
        str(row.games),
        str(row.won),
        average_text(row.average, context.language.code),
    ]
