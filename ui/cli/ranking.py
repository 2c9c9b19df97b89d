"""``ranking FOLDER_OR_LIST``: the ranking of a federation or a league over many events."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.cli.bootstrap import event_for_reading
from ui.cli.commands import ANY_PATH, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_columns, print_json

if TYPE_CHECKING:
    from tournament.rankings import EventPlaces, Ranking, RankingRules

USUAL_RULES = "mers"
_MOST_BYTES = 1_000_000
"""Of a list of files."""


@command("ranking")
@click.argument("events", metavar="FOLDER_OR_LIST", type=ANY_PATH)
@option(
    "--on",
    metavar="YYYY-MM-DD",
    help_text=mark("The day of the ranking; by default today."),
)
@option(
    "--rules",
    default=USUAL_RULES,
    metavar="NAME|FILE.toml",
    help_text=mark("The rules of the ranking; by default “{usual}”.", usual=USUAL_RULES),
)
@option("--game", metavar="GAME", help_text=mark("Only this game, if there are events of several: “mcr” or “riichi”."))
@json_option
@click.pass_obj
def ranking(context: CliContext, *, events: Path, on: str | None, rules: str, game: str | None, as_json: bool) -> None:
    """Read the events, and print the ranking of each game."""
    from reports.rankings.events import same_people
    from tournament.rankings import rank_events

    chosen = _rules(rules)
    found = _read_all(events)
    day = datetime.now().astimezone().date() if on is None else _day(context, on)
    games = sorted({each.game for each in found})
    if game is not None and game not in games:
        text = mark("No event of {game} is among them; there are: {games}.", game=game, games=", ".join(games))
        raise Refused(Problem("ranking-game", text, "game"))
    rankings = {
        each: rank_events(same_people([event for event in found if event.game == each]), chosen, day)
        for each in games
        if game in (None, each)
    }
    if as_json:
        print_json([line for each, shown in rankings.items() for line in _json(each, shown)])
        return
    for each, shown in rankings.items():
        if len(rankings) > 1:
            context.print_line(each)
        _print(context, shown)


def _rules(name_or_path: str) -> "RankingRules":
    from reports.data_file import DataFileUnreadable
    from reports.rankings.rules_file import read_rules_file, rules_called, shipped_rules

    try:
        if name_or_path in shipped_rules():
            return rules_called(name_or_path)
        path = Path(name_or_path)
        if not path.suffix:
            known = ", ".join(shipped_rules())
            text = mark("There are no rules “{name}”; there are: {known}.", name=name_or_path, known=known)
            raise Refused(Problem("ranking-rules", text, "rules"))
        return read_rules_file(path)
    except DataFileUnreadable as error:
        raise Refused(
            *(
                Problem("ranking-rules-faulty", mark("{file}: {fault}", file=name_or_path, fault=fault.located))
                for fault in error.faults
            )
        ) from error


def _day(context: CliContext, written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise click.UsageError(context.translate(mark("--on takes a day: 2026-11-30."))) from None


def _read_all(place: Path) -> "list[EventPlaces]":
    """Read each file; raise Refused with what is wrong with any of them, or if two files have the same event."""
    from reports.rankings.events import LIST_ENDINGS, places_of_event, places_of_list

    problems: list[Problem] = []
    found: dict[str, tuple[Path, EventPlaces]] = {}
    for path in _files(place):
        try:
            if path.suffix.casefold() in LIST_ENDINGS:
                event = places_of_list(path)
            else:
                with event_for_reading(path) as book:
                    event = places_of_event(book.view, path.name)
        except Refused as error:
            problems.extend(error.problems)
            continue
        if event.id in found:
            other = found[event.id][0].name
            text = mark("{file} and {other} have the same event: remove one of them.", file=path.name, other=other)
            problems.append(Problem("ranking-twice", text))
        found[event.id] = path, event
    if problems:
        raise Refused(*problems)
    if not found:
        text = mark("{place} has no events: files that end in .qv, .xlsx, .ods or .csv.", place=str(place))
        raise Refused(Problem("ranking-no-events", text))
    return [event for _path, event in found.values()]


def _files(place: Path) -> Iterator[Path]:
    """The files of a folder, by name; or those that a list names, one a line, relative to the list."""
    from reports.rankings.events import EVENT_ENDINGS, LIST_ENDINGS

    if place.is_dir():
        wanted = EVENT_ENDINGS | LIST_ENDINGS
        yield from sorted(path for path in place.iterdir() if path.suffix.casefold() in wanted and path.is_file())
        return
    if place.suffix.casefold() in EVENT_ENDINGS | LIST_ENDINGS:
        yield place
        return
    with place.open("rb") as opened:
        content = opened.read(_MOST_BYTES)
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        lines = ["\0"]
    if any("\0" in line for line in lines):
        text = mark("{file} is no list of files: write their names into a text file, one a line.", file=place.name)
        raise Refused(Problem("ranking-no-list", text))
    for line in lines:
        if line.strip() and not line.lstrip().startswith("#"):
            yield place.parent / line.strip()


def _json(game: str, shown: "Ranking") -> Iterator[dict[str, object]]:
    for row in shown.rows:
        yield {
            "rank": row.rank,
            "ema_number": row.person.number,
            "name": row.person.name,
            "country": row.person.country,
            "value": _decimal(row.value, shown.rules.decimals),
            "game": game,
            "results": [
                {"event": each.event.name, "date": each.event.ended.isoformat(), "place": each.place,
                 "players": len(each.event.places), "base_rank": _decimal(each.value, 2),
                 "weight": _decimal(each.weight, 2), "age_factor": _decimal(each.factor, 2)}
                for each in row.results
            ],
        }  # fmt: skip


def _print(context: CliContext, shown: "Ranking") -> None:
    rows: list[Sequence[str]] = [
        (str(row.rank or "–"), row.person.name, row.person.country, row.person.number,
         context.translate(_value(row.value, shown)), str(len(row.results)))
        for row in shown.rows
    ]  # fmt: skip
    print_columns(rows, right=frozenset((0, 4, 5)))


def _value(value: Fraction, shown: "Ranking") -> str:
    return _decimal(value, shown.rules.decimals)


def _decimal(value: Fraction, decimals: int) -> str:
    """``value``, which is not negative, with so many decimals; a half is rounded upwards."""
    scale = 10**decimals
    whole = (2 * value.numerator * scale + value.denominator) // (2 * value.denominator)
    return f"{whole // scale}.{whole % scale:0{decimals}}" if decimals else str(whole)
