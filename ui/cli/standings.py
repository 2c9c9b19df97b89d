"""``standings FILE``: the ranking of a tournament, a club evening or a league."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.format import EventFormat, season_text
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark, mark_count
from ui.cli.bootstrap import event_for_reading
from ui.cli.commands import command, file_argument, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from tournament.standings import Standings
    from tournament.standings.season import SeasonStandings
    from tournament.use_cases import View


@command("standings")
@file_argument
@option("--after", type=int, metavar="SESSION", help_text=mark("The standings after this session."))
@option("--why", type=int, metavar="NUMBER", help_text=mark("Explains the rank of this player."))
@option("--public", is_flag=True, help_text=mark("Only the public results."))
@option(
    "--money",
    type=click.Choice(["season", "evening"]),
    help_text=mark("Club: who owes whom after the season so far, or after the evening alone."),
)
@json_option
@click.pass_obj
def standings(
    context: CliContext, *, file: Path, after: int | None, why: int | None, public: bool, money: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Print the standings, or explain the rank of one player."""
    from tournament.use_cases.results_state import results_view

    with event_for_reading(file) as book:
        _refuse_unknown(book.view, after)
        if money is not None:
            if public or why is not None:
                raise click.UsageError(context.translate(mark("With --money omit --public and --why.")))
            _print_money(context, book.view, money, after, as_json=as_json)
            return
        view = results_view(book.view, after, public=public)
        if why is not None:
            _print_why(context, view, why, after)
            return
        if not view.settings.format.is_drawn:
            season = view.season(after)
            _print_json(season) if as_json else _print_season(context, view, season)
            shown = None
        else:
            shown = view.standings(after)
    if shown is not None and as_json:
        _print_json(shown)
    elif shown is not None:
        _print(context, view, shown)
    if not as_json:
        _print_corrections(context, view, after)


def _print_json(shown: "Standings | SeasonStandings") -> None:
    from msgspec import to_builtins

    from ui.json_lines.rankings import ranking_json

    print_json(to_builtins(ranking_json(shown)))


def _print_money(context: CliContext, view: "View", of: str, after: int | None, *, as_json: bool) -> None:
    from tournament.use_cases.club import evening_ranking, money_of
    from ui.cli.money import print_money

    last = view.last_session if after is None else after
    alone = of == "evening" and last
    found = money_of(view, range(last if alone else 1, last + 1))
    print_money(context, view, evening_ranking(view, last) if alone else view.season(last), found, as_json=as_json)


def _print_corrections(context: CliContext, view: "View", after: int | None) -> None:
    """Print why sessions that count were reopened, if any were."""
    if view.state.reopened:
        from reports.sheets.corrections import corrections_text

        sessions = view.sessions_until(view.last_session if after is None else after)
        corrections = corrections_text(view, sessions, datetime.now().astimezone())
        if corrections is not None:
            context.print_line(corrections)


def _print_why(context: CliContext, view: "View", number: int, after: int | None) -> None:
    from tournament.standings.explanation import explanation
    from tournament.standings.season_explanation import season_explanation

    try:
        if view.settings.format.is_drawn:
            sentences = explanation(view.standings(after), number)
        else:
            sentences = season_explanation(view.season(after), number)
    except KeyError:
        text = mark("Player {number} is not in the ranking.", number=number)
        raise Refused(Problem("player-not-ranked", text, "why")) from None
    for sentence in sentences:
        context.print_line(sentence)


def _refuse_unknown(view: "View", after: int | None) -> None:
    """Raise Refused if the event has no session ``after``."""
    from tournament.use_cases.club import check_evening

    last = view.sessions
    if after is not None and not view.settings.format.is_drawn:
        check_evening(view, after)
    if after in view.state.cancelled:
        text = mark("Session {session} is cancelled: there are no standings after it.", session=after)
        raise Refused(Problem("session-cancelled", text, "after"))
    if after is not None and not 1 <= after <= last:
        text = mark("There is no session {session}: the event has sessions 1 to {last}.", session=after, last=last)
        raise Refused(Problem("session-unknown", text, "after"))


def _print(context: CliContext, view: "View", shown: "Standings") -> None:
    from tournament.standings.finals import final_text
    from tournament.standings.granted import granted_text
    from tournament.standings.state_words import unranked_text

    if not shown.sheets:
        context.print_line(_no_standings_text(view))
        return
    context.print_line(_state_text(view, shown))
    if shown.finals:
        context.print_line(final_text(shown.finals[-1], shown.final_ranks))
    from reports.sheets.standings import NUMBER, PLAYER, RANK, SCORE, TABLE_POINTS, StandingsRow

    rows: tuple[StandingsRow, ...] = (*shown.rows, *shown.unranked)
    context.print_table((RANK, NUMBER, PLAYER, TABLE_POINTS, SCORE), rows)
    for row in shown.unranked:
        context.print_line(unranked_text(row))
    granted = granted_text(shown, view.settings)
    if granted is not None:
        context.print_line(granted)


def _no_standings_text(view: "View") -> Text:
    """Why there are no standings."""
    from tournament.use_cases.public_view import PublicView

    if isinstance(view, PublicView) and not view.public_session:
        return mark("No results are public: there are no standings.")
    return mark("No hand is recorded yet: there are no standings.")


def _state_text(view: "View", shown: "Standings | SeasonStandings") -> Text:
    """Up to which session ``shown`` goes and how final it is; while it is provisional, how many sheets it counts."""
    from tournament.ledger.sheet import SheetState
    from tournament.use_cases.results_state import results_state

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


def _print_season(context: CliContext, view: "View", season: "SeasonStandings") -> None:
    """Print the ranking, how it is computed, and who is not ranked yet."""
    from tournament.standings.state_words import unranked_text

    if not season.sheets:
        context.print_line(_no_standings_text(view))
        return
    context.print_line(_state_text(view, season))
    if view.settings.format is EventFormat.LEAGUE:
        context.print_line(season_text(season.rules))
    from reports.sheets.season import AVERAGE, GAMES, NUMBER, PLAYER, RANK, WON, result_field

    columns = (RANK, NUMBER, PLAYER, result_field(season.rules), GAMES, WON, AVERAGE)
    context.print_table(columns, (*season.rows, *season.waiting, *season.unranked))
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
