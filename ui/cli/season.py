"""``season FILE``: shows or changes the rules by which the evenings of a league make one ranking."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.format import EventFormat, SeasonCount, SeasonRules, SeasonUnit, season_text
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import changed_file_argument, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from tournament.use_cases import View

ALL = "all"


@command("season")
@changed_file_argument
@option("--best", metavar="N", help_text=mark("The best N evenings or games of each player count, or “all”."))
@option(
    "--per",
    type=click.Choice([each.value for each in SeasonUnit]),
    help_text=mark("Whether evenings are counted, or games."),
)
@option(
    "--combine",
    "--count",
    "count",
    type=click.Choice([each.value for each in SeasonCount]),
    help_text=mark("How the evenings or games that count are combined."),
)
@option(
    "--handicap",
    "handicaps",
    metavar="NUMBER=POINTS",
    multiple=True,
    help_text=mark("Points that are added to each game of a player; 0 takes the handicap away. May be repeated."),
)
@option("--least", type=int, metavar="N", help_text=mark("Players are ranked after this many evenings."))
@option("--least-games", type=int, metavar="N", help_text=mark("Players are ranked after this many games."))
@json_option
@click.pass_obj
def season(
    context: CliContext, *, file: Path, best: str | None, per: str | None, count: str | None,
    handicaps: tuple[str, ...], least: int | None, least_games: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Carry out the options, then show the rules of the season."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import ChangeSettings

    if not handicaps and all(each is None for each in (best, per, count, least, least_games)):
        with event_for_reading(file) as book:
            rules = _season_of(book.view)
    else:
        with event_for_writing(file, Act.SETTINGS) as book:
            rules = _changed(context, _season_of(book.view), best, count)
            rules = rules if per is None else replace(rules, per=SeasonUnit(per))
            rules = _with_handicaps(book.view, rules, handicaps)
            rules = rules if least is None else replace(rules, least=least)
            rules = rules if least_games is None else replace(rules, least_games=least_games)
            carry_out(book, ChangeSettings(replace(book.view.settings, season=rules)), by=author_of(context))
    if as_json:
        print_json({"best": rules.best, "per": rules.per.value, "count": rules.count.value, "least": rules.least,
                    "least_games": rules.least_games, "handicaps": dict(rules.handicaps)})  # fmt: skip
    else:
        context.print_line(season_text(rules))


def _with_handicaps(view: "View", rules: SeasonRules, texts: tuple[str, ...]) -> SeasonRules:
    found = dict(rules.handicaps)
    for text in texts:
        number, equals, points = text.partition("=")
        try:
            player, worth = int(number), int(points)
        except ValueError:
            player, worth = 0, 0
        if not equals or player not in view.players:
            problem = mark("“{text}” is not a handicap: write the number of a player and points, such as 3=2000.",
                           text=text)  # fmt: skip
            raise Refused(Problem("handicap-unreadable", problem, "handicap"))
        found[player] = worth
    return replace(rules, handicaps=tuple(sorted((player, worth) for player, worth in found.items() if worth)))


def _season_of(view: "View") -> SeasonRules:
    if view.settings.format is not EventFormat.LEAGUE:
        raise Refused(Problem("format-no-season", mark("Only a league has season rules."), "format"))
    return view.settings.season


def _changed(context: CliContext, rules: SeasonRules, best: str | None, count: str | None) -> SeasonRules:
    if best is not None and best != ALL and not (best.isascii() and best.isdecimal() and len(best) <= 6):
        raise click.UsageError(context.translate(mark("--best takes a number or “all”.")))
    if best is not None:
        rules = replace(rules, best=None if best == ALL else int(best))
    if count is not None:
        rules = replace(rules, count=SeasonCount(count))
    return rules
