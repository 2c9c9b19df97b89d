"""``rating FOLDER_OR_FILE``: the rating of players over all games of many events, and the career of one of them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tournament.event.problem import Problem, Refused
from tournament.language import MINUS, Average, Text, average_text, folded, mark
from ui.cli.commands import ANY_PATH, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.export import refuse_event_file
from ui.cli.ranking import games_of, read_all, rules_named
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column
    from reports.rankings.careers import Career
    from reports.report import Format
    from tournament.rankings.rating import Rating, RatingRow, RatingRules, RatingStep

USUAL_RULES = "elo"
_PAPERS = ("pdf", "html", "xlsx", "csv")
"""The formats of a career, by the endings of their files."""


@command("rating")
@click.argument("events", metavar="FOLDER_OR_FILE", type=ANY_PATH)
@option(
    "--rules",
    default=USUAL_RULES,
    metavar="NAME|FILE.toml",
    help_text=mark("The rules of the rating; by default “{usual}”.", usual=USUAL_RULES),
)
@option("--game", metavar="GAME", help_text=mark("Only this game, if there are events of several: “mcr” or “riichi”."))
@option("--why", metavar="NUMBER|NAME", help_text=mark("Explains the rating of this player, game by game."))
@option(
    "--career",
    metavar="NUMBER|NAME",
    help_text=mark("The career of this player: places, hands, opponents, fan, rating."),
)
@option("--out", type=ANY_PATH, help_text=mark("Writes the career to this file: .pdf, .html, .xlsx or .csv."))
@json_option
@click.pass_obj
def rating(
    context: CliContext, *, events: Path, rules: str, game: str | None, why: str | None, career: str | None,
    out: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Read the events, and print the rating of each game or a career."""
    if career is not None:
        _career(context, events, rules, game, career, out, as_json=as_json)
        return
    if out is not None:
        raise click.UsageError(context.translate(mark("--out writes a career: add --career NAME.")))
    from reports.ranking_rules import RATINGS
    from reports.rankings.games import games_of_event, same_players
    from tournament.rankings.rating import rate_games

    chosen = rules_named(rules, RATINGS)
    found = read_all(events, games_of_event)
    ratings = {
        each: rate_games(same_players([event for event in found if event.game == each]), chosen)
        for each in games_of(found, game)
    }
    if why is not None:
        _print_why(context, ratings.values(), why)
        return
    tables = {each: (_columns(each, chosen), shown.rows) for each, shown in ratings.items()}
    if as_json:
        print_json([context.record(columns, row) for columns, rows in tables.values() for row in rows])
        return
    for each, (columns, rows) in tables.items():
        if len(ratings) > 1:
            context.print_line(each)
        context.print_listed(columns, rows, as_json=False)


def _career(
    context: CliContext, events: Path, rules: str, game: str | None, who: str, out: Path | None, *, as_json: bool
) -> None:
    """Print or write the career of one player in each of their games."""
    from reports.frames.records import json_rows
    from reports.ranking_rules import RATINGS
    from reports.rankings.careers import career_records, careers_of, participations_in, same_in_all
    from reports.report import Format
    from tournament.rankings.rating import rate_games

    chosen = rules_named(rules, RATINGS)
    format = None
    if out is not None:
        format = next((each for each in _PAPERS if f".{each}" == out.suffix.casefold()), None)
        if format is None:
            raise click.UsageError(context.translate(mark("--out ends in .pdf, .html, .xlsx or .csv.")))
        refuse_event_file(out)
    found = read_all(events, participations_in)
    careers = []
    for each in games_of(found, game):
        own = same_in_all([event for event in found if event.game == each])
        rated = rate_games([event.games for event in own], chosen)
        careers += [
            career for career in careers_of(own, each, rated)
            if who == career.person.number or folded(who) == folded(career.person.name)
        ]  # fmt: skip
    if not careers:
        raise _nobody(who)
    if len({career.person.id for career in careers}) > 1:
        text = mark("“{who}” is the name of several players: give a number.", who=who)
        raise Refused(Problem("rating-several", text, "career"))
    if out is not None and format is not None:
        _write(context, careers, chosen.name, out, Format(format))
        return
    parts = [career_records(career, context.language) for career in careers]
    if as_json:
        print_json([{name: json_rows(records) for name, records in part.items()} for part in parts])
        return
    for part in parts:
        for records in filter(lambda each: each.rows, part.values()):
            context.print_table([column.of(itemgetter(n)) for n, column in enumerate(records.columns)], records.rows)


def _write(context: CliContext, careers: "Sequence[Career]", rules: str, out: Path, format: "Format") -> None:
    from reports.catalogue import write
    from reports.rankings.careers import career_document

    document = career_document(careers, rules, datetime.now().astimezone(), context.language)
    write(document, out, format, context.language)
    context.print_line(mark("Written: {file}", file=str(out)))


def _columns(game: str, rules: "RatingRules") -> "tuple[Column[RatingRow], ...]":
    """What the command says of a player."""
    from reports.column import Column
    from reports.vocabulary import COUNTRY, EMA_NUMBER, GAMES, NO_HEADING, PLAYER, RANK, RATING

    def for_people(row: "RatingRow") -> Text:
        return Text("{value}", (("value", Average(row.value, rules.decimals)),))

    def steps(row: "RatingRow") -> Any:
        return [_step(step, rules.decimals) for step in row.steps]

    return (
        RANK.of(lambda row: row.rank),
        PLAYER.of(lambda row: row.person.name),
        COUNTRY.of(lambda row: row.person.country),
        EMA_NUMBER.of(lambda row: row.person.number),
        Column(NO_HEADING, lambda row: _number(row.value, rules.decimals), name="value"),
        RATING.of(for_people, name=""),
        Column(NO_HEADING, lambda _row: game, name="game"),
        GAMES.of(lambda row: len(row.steps)),
        Column(NO_HEADING, steps, name="steps"),
    )


def _step(step: "RatingStep", decimals: int) -> dict[str, object]:
    """What JSON has of one game of a player."""
    return {
        "event": step.event.name, "date": step.game.day.isoformat(), "session": step.game.session,
        "table": step.game.table, "place": step.game.place(step.column),
        "change": _number(step.after - step.before, decimals),
        "value": _number(step.after, decimals),
    }  # fmt: skip


def _number(value: Fraction, decimals: int) -> str:
    """For programs, with a point."""
    return average_text(value, "en", decimals).replace(MINUS, "-")


def _print_why(context: CliContext, ratings: "Iterable[Rating]", who: str) -> None:
    """Explain the ratings of everybody with this number, or of whom this is the whole name."""
    from tournament.rankings.explanation import rating_explanation

    found = [
        sentence
        for shown in ratings
        for row in shown.rows
        if who == row.person.number or folded(who) == folded(row.person.name)
        for sentence in rating_explanation(shown, row.person.id)
    ]
    if not found:
        raise _nobody(who)
    for sentence in found:
        context.print_line(sentence)


def _nobody(who: str) -> Refused:
    text = mark("“{who}” is not in the rating: give a number or the whole name.", who=who)
    return Refused(Problem("rating-nobody", text))
