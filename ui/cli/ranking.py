"""``ranking FOLDER_OR_LIST``: the ranking of a federation or a league over many events."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tournament.event.problem import Gravity, Problem, Refused
from tournament.language import Average, Text, average_text, folded, mark, mark_count, mark_in
from ui.cli.bootstrap import event_for_reading, open_known_places, open_members
from ui.cli.commands import ANY_PATH, command, json_option, option
from ui.cli.context import DONE, REFUSED, CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column
    from reports.ranking_rules import ShippedRules
    from reports.rankings.careers import EventCareers
    from tournament.members.matching import Candidate
    from tournament.members.member import DirectoryMember
    from tournament.members.season import SeasonPerson
    from tournament.rankings import EventPlaces, Ranking, RankingRules
    from tournament.rankings.quotas import CountryQuota, Quotas
    from tournament.rankings.ranking import CountryRow, RankingRow
    from tournament.rankings.rating import EventGames
    from tournament.rankings.rules import QuotaRules
    from tournament.use_cases.view import View

USUAL_RULES = "mers"
OUTLOOK_STEP = 100
"""Of the values whose places are named."""
MOST_SEATS = 10_000
Rules = TypeVar("Rules")
Found = TypeVar("Found", bound="EventPlaces | EventGames | EventCareers")


@command("ranking")
@click.argument("events", metavar="FOLDER_OR_LIST", type=ANY_PATH)
@option(
    "--on",
    metavar="YYYY-MM-DD",
    help_text=mark("The day of the ranking; by default today."),
)
@option("--since", metavar="YYYY-MM-DD", help_text=mark("Shows how many ranks everybody has moved since this day."))
@option(
    "--rules",
    default=USUAL_RULES,
    metavar="NAME|FILE.toml",
    help_text=mark("The rules of the ranking; by default “{usual}”.", usual=USUAL_RULES),
)
@option("--game", metavar="GAME", help_text=mark("Only this game, if there are events of several: “mcr” or “riichi”."))
@option("--countries", is_flag=True, help_text=mark("The ranking of the countries."))
@option(
    "--quota",
    type=click.IntRange(1, MOST_SEATS),
    metavar="SEATS",
    help_text=mark("Divides the seats of a championship among the countries."),
)
@option(
    "--why",
    metavar="NUMBER|NAME|COUNTRY",
    help_text=mark("Explains the value of this player, result by result; with --quota the seats of this country."),
)
@option(
    "--next",
    "following",
    type=ANY_PATH,
    metavar="EVENT",
    help_text=mark("With --why: what each place in this event, which is not over, is worth to the player."),
)
@option(
    "--check",
    is_flag=True,
    help_text=mark("Checks a list of results, such as EMA's workbook: sums, places, weight, numbers, countries."),
)
@option(
    "--members", is_flag=True, help_text=mark("Names people as your directory does, if it is certain who they are.")
)
@option("--directory", metavar="FILE|URL", help_text=mark("As --members, with another directory."))
@option("--people", is_flag=True, help_text=mark("Shows who is who: for certain, to be asked, or not known."))
@json_option
@click.pass_obj
def ranking(
    context: CliContext, *, events: Path, on: str | None, since: str | None, rules: str, game: str | None,
    countries: bool, quota: int | None, why: str | None, following: Path | None, check: bool, members: bool,
    directory: str | None, people: bool, as_json: bool,
) -> int:  # fmt: skip
    """Read the events, and print the ranking of each game."""
    from reports.ranking_rules import RANKINGS
    from reports.rankings.events import same_people
    from tournament.rankings import rank_events

    if check:
        return _check(context, events, as_json=as_json)
    chosen = rules_named(rules, RANKINGS)
    if following is not None:
        _print_outlook(context, events, following, chosen, on, why)
        return DONE
    found: Sequence[EventPlaces] = same_people(_read_places(events))
    if people or members or directory is not None:
        from tournament.members.season import with_members

        known = _members(directory) if members or directory is not None else ()
        found, season = with_members(found, known)
        if people:
            _print_people(context, season, as_json=as_json)
            return DONE
    day = _day(context, on)
    rankings = {
        each: rank_events([event for event in found if event.game == each], chosen, day)
        for each in games_of(found, game)
    }
    if quota is not None or why is not None:
        _print_asked(context, rankings, quota, why, as_json=as_json)
        return DONE
    earlier = None if since is None else _day(context, since, "--since")
    tables: dict[str, tuple[Sequence[Column[Any]], Sequence[Any]]] = {}
    for each, shown in rankings.items():
        if countries:
            tables[each] = _country_columns(each, chosen), shown.countries
            continue
        moved: tuple[Column[Any], ...] = ()
        if earlier is not None:
            from reports.rankings.papers import moved_since
            from reports.rankings.season import ranks_in

            before = rank_events([event for event in found if event.game == each], chosen, earlier)
            moved = (moved_since(ranks_in(before)),)
        tables[each] = (*_columns(each, chosen), *moved), shown.rows
    if as_json:
        print_json([context.record(columns, row) for columns, rows in tables.values() for row in rows])
        return DONE
    for each, (columns, rows) in tables.items():
        if len(rankings) > 1:
            context.print_line(each)
        context.print_listed(columns, rows, as_json=False)
    return DONE


def _check(context: CliContext, place: Path, *, as_json: bool) -> int:
    """Print what is wrong in each list of results, cell by cell; a list that cannot be read is itself wrong."""
    from reports.rankings.check import check_list
    from reports.rankings.events import LIST_ENDINGS
    from reports.rankings.season import season_paths

    paths = [path for path in season_paths(place, LIST_ENDINGS) if path.suffix.casefold() in LIST_ENDINGS]
    if not paths:
        text = mark("{place} has no lists of results: files that end in .xlsx, .ods or .csv.", place=str(place))
        raise Refused(Problem("ranking-no-events", text))
    found: list[tuple[Path, Problem]] = []
    for path in paths:
        try:
            checked = check_list(path)
        except Refused as refused:
            found.extend((path, problem) for problem in refused.problems)
            continue
        found.extend((path, problem) for problem in checked.problems)
        if checked.is_sound and not as_json:
            context.print_line(
                mark(
                    "ok: {file}: {game}, {players} players", file=path.name, game=checked.game, players=checked.players
                )
            )
    if as_json:
        print_json(
            [
                {"file": path.name, "cell": problem.field, "code": problem.code,
                 "text": context.translate(problem.text), "gravity": problem.gravity.value}
                for path, problem in found
            ]
        )  # fmt: skip
    else:
        for path, problem in found:
            where = f"{path.name}: {problem.field}" if problem.field else path.name
            if problem.gravity is Gravity.REMARK:
                context.print_remark(problem.text, where)
            else:
                context.print_error(problem.text, where)
    return REFUSED if any(problem.gravity is not Gravity.REMARK for _path, problem in found) else DONE


def _members(directory: str | None) -> "tuple[DirectoryMember, ...]":
    with open_members(directory) as opened:
        return opened.members()


def _print_people(context: CliContext, season: "Sequence[SeasonPerson]", *, as_json: bool) -> None:
    """Print who is who: first those who are to be asked about, then those who are certain, then all others."""
    from reports.column import Column, Kind
    from reports.rankings.papers import who_text
    from reports.vocabulary import COUNTRY, EMA_NUMBER, EVENTS, NO_HEADING, PLAYER

    def order(each: "SeasonPerson") -> tuple[int, str]:
        asked = bool(each.match.asked or each.others)
        return (0 if asked else 1 if each.match.sure is not None else 2), each.person.name

    columns: tuple[Column[SeasonPerson], ...] = (
        PLAYER.of(lambda each: each.person.name),
        COUNTRY.of(lambda each: each.person.country),
        EMA_NUMBER.of(lambda each: each.person.number),
        EVENTS.of(lambda each: each.events),
        Column(NO_HEADING, lambda each: _candidate_json(each.match.sure), name="member"),
        Column(NO_HEADING, _asked_json, name="asked"),
        Column(NO_HEADING, _others_json, name="others"),
        Column(mark("Who"), who_text, Kind.TEXT),
    )
    context.print_listed(columns, sorted(season, key=order), as_json=as_json)


def _candidate_json(found: "Candidate | None") -> Any:
    if found is None:
        return None
    return {"number": found.member.number, "name": found.member.name, "reason": found.reason.value}


def _asked_json(each: "SeasonPerson") -> Any:
    return [_candidate_json(found) for found in each.match.asked]


def _others_json(each: "SeasonPerson") -> Any:
    return [
        {"name": other.name, "country": other.country, "ema_number": other.number, "reason": why.reason.value}
        for other, why in each.others
    ]


def rules_named(name_or_path: str, shipped: "ShippedRules[Rules]") -> "Rules":
    """Return the ``shipped`` rules of this name, or those in the file at this path. Raise Refused if they are wrong."""
    from reports.data_file import DataFileUnreadable

    try:
        if name_or_path in shipped.names():
            return shipped.called(name_or_path)
        path = Path(name_or_path)
        if not path.suffix:
            known = ", ".join(shipped.names())
            text = mark("There are no rules “{name}”; there are: {known}.", name=name_or_path, known=known)
            raise Refused(Problem("ranking-rules", text, "rules"))
        return shipped.read(path.read_bytes())
    except DataFileUnreadable as error:
        raise Refused(
            *(
                Problem("ranking-rules-faulty", mark("{file}: {fault}", file=name_or_path, fault=fault.located))
                for fault in error.faults
            )
        ) from error


def games_of(events: "Iterable[Found]", chosen: str | None) -> list[str]:
    """Return what is played in ``events``, or only what was ``chosen``. Raise Refused if nobody plays that."""
    games = sorted({each.game for each in events})
    if chosen is None:
        return games
    if chosen not in games:
        text = mark("No event of {game} is among them; there are: {games}.", game=chosen, games=", ".join(games))
        raise Refused(Problem("ranking-game", text, "game"))
    return [chosen]


def _day(context: CliContext, written: str | None, option: str = "--on") -> date:
    """Return the day that is ``written``, by default today."""
    if written is None:
        return datetime.now().astimezone().date()
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise click.UsageError(context.translate(mark("{option} takes a day: 2026-11-30.", option=option))) from None


def read_all(
    place: Path,
    of_event: "Callable[[View, str], Found]",
    of_list: "Callable[[Path], Found] | None" = None,
    reading: "Callable[[Path, Callable[[Path], Found]], Found]" = lambda path, read: read(path),
) -> "list[Found]":
    """Return what ``of_event`` makes of each event, and its file name, and ``of_list`` of each list of results.

    Lists are no events if there is no ``of_list``. ``reading`` may know a file already instead of reading it. Raise
    Refused with what is wrong with any of them, or if two files have the same event.
    """
    from reports.rankings.events import EVENT_ENDINGS, EXPORT_ENDINGS, LIST_ENDINGS, view_of_export
    from reports.rankings.season import season_paths

    def read(path: Path) -> "Found":
        ending = path.suffix.casefold()
        if ending in LIST_ENDINGS and of_list is not None:
            return of_list(path)
        if ending in EXPORT_ENDINGS:
            return of_event(view_of_export(path), path.name)
        with event_for_reading(path) as book:
            return of_event(book.view, path.name)

    endings = EVENT_ENDINGS | EXPORT_ENDINGS | (LIST_ENDINGS if of_list is not None else frozenset())
    problems: list[Problem] = []
    found: dict[str, tuple[Path, Found]] = {}
    for path in season_paths(place, endings):
        try:
            event = reading(path, read)
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
        known = ", ".join(sorted(endings))
        text = mark("{place} has no events: files that end in {endings}.", place=str(place), endings=known)
        raise Refused(Problem("ranking-no-events", text))
    return [event for _path, event in found.values()]


def _read_places(place: Path) -> "list[EventPlaces]":
    """Return the events of a season, of which only files that changed are read again."""
    from reports.rankings.events import places_of_event, places_of_list
    from reports.rankings.season import known_or_read

    with open_known_places() as known:
        return read_all(
            place, places_of_event, places_of_list,
            lambda path, read: known_or_read(path, known, lambda: read(path)),
        )  # fmt: skip


def _columns(game: str, rules: "RankingRules") -> "tuple[Column[RankingRow], ...]":
    """What the command says of a player."""
    from reports.column import Column
    from reports.vocabulary import COUNTRY, EMA_NUMBER, NO_HEADING, PLAYER, RANK, RESULTS

    return (
        RANK.of(lambda row: row.rank),
        PLAYER.of(lambda row: row.person.name),
        COUNTRY.of(lambda row: row.person.country),
        EMA_NUMBER.of(lambda row: row.person.number),
        *_value_columns(rules),
        Column(NO_HEADING, lambda _row: game, name="game"),
        RESULTS.of(lambda row: len(row.results)),
        Column(NO_HEADING, _results, name="results"),
    )


def _country_columns(game: str, rules: "RankingRules") -> "tuple[Column[CountryRow], ...]":
    """What the command says of a country."""
    from reports.column import Column, Kind
    from reports.vocabulary import COUNTRY, NO_HEADING, PLAYERS, RANK

    def names(row: "CountryRow") -> Any:
        return [person.name for person in row.people]

    return (
        RANK.of(lambda row: row.rank),
        COUNTRY.of(lambda row: row.country),
        *_value_columns(rules),
        Column(NO_HEADING, lambda _row: game, name="game"),
        Column(NO_HEADING, names, name="players"),
        PLAYERS.of(lambda row: ", ".join(names(row)), kind=Kind.TEXT),
    )


def _value_columns(rules: "RankingRules") -> "tuple[Column[Any], Column[Any]]":
    """The value in the ranking: for programs with a point, for people in their language."""
    from reports.column import Column, Kind
    from reports.vocabulary import NO_HEADING, VALUE

    def for_people(row: "RankingRow | CountryRow") -> Text:
        return Text("{value}", (("value", Average(row.value, rules.decimals)),))

    return (
        Column(NO_HEADING, lambda row: average_text(row.value, "en", rules.decimals), name="value"),
        VALUE.of(for_people, kind=Kind.AVERAGE),
    )


def _results(row: "RankingRow") -> Any:
    """What JSON has of the results of a player."""
    return [
        {"event": each.event.name, "date": each.event.ended.isoformat(), "place": each.place,
         "players": len(each.event.places), "base_rank": average_text(each.value, "en", 2),
         "weight": average_text(each.weight, "en", 2), "age_factor": average_text(each.factor, "en", 2)}
        for each in row.results
    ]  # fmt: skip


def _print_asked(
    context: CliContext, rankings: "Mapping[str, Ranking]", quota: int | None, why: str | None, *, as_json: bool
) -> None:
    """Print the seats of countries, or explain the value of a player."""
    if quota is not None:
        _print_quotas(context, rankings, quota, why, as_json=as_json)
    elif why is not None:
        _print_why(context, rankings.values(), why)


def _print_why(context: CliContext, rankings: "Iterable[Ranking]", who: str) -> None:
    """Explain the values of everybody with this number, or of whom this is the whole name."""
    from tournament.rankings.explanation import ranking_explanation

    found = [
        sentence
        for shown in rankings
        for row in shown.rows
        if who == row.person.number or folded(who) == folded(row.person.name)
        for sentence in ranking_explanation(shown, row.person.id)
    ]
    if not found:
        text = mark("“{who}” is not in the ranking: give a number or the whole name.", who=who)
        raise Refused(Problem("ranking-nobody", text, "why"))
    for sentence in found:
        context.print_line(sentence)


def _print_outlook(
    context: CliContext, events: Path, following: Path, rules: "RankingRules", on: str | None, who: str | None
) -> None:
    """Print what each place in the event in the file ``following`` is worth to a player of it."""
    from reports.rankings.events import places_of_event, same_people
    from tournament.rankings.explanation import outlook_explanation
    from tournament.rankings.outlook import outlook

    if who is None:
        raise click.UsageError(context.translate(mark("--next is for one player: add --why NAME.")))
    coming = read_all(following, partial(places_of_event, finished=False))
    *known, event = same_people([*_read_places(events), coming[0]])
    if any(each.id == event.id for each in known):
        text = mark("{event} is in the ranking already: give an event that is not over.", event=event.name)
        raise Refused(Problem("ranking-next", text, "next"))
    people = [placed.person for placed in event.places]
    person = next((each for each in people if who == each.number or folded(who) == folded(each.name)), None)
    if person is None:
        text = mark("“{who}” does not play in {event}: give a number or the whole name.", who=who, event=event.name)
        raise Refused(Problem("ranking-nobody", text, "why"))
    others = [each for each in known if each.game == event.game]
    day = _day(context, on)
    found = outlook(others, event, person, rules, max(day, event.ended))
    for sentence in outlook_explanation(found, rules.decimals, OUTLOOK_STEP):
        context.print_line(sentence)


def _print_quotas(
    context: CliContext, rankings: "Mapping[str, Ranking]", seats: int, why: str | None, *, as_json: bool
) -> None:
    """Print who has how many of the seats in each game, or explain those of one country."""
    from tournament.event.country import country_code
    from tournament.rankings.explanation import quota_explanation
    from tournament.rankings.quotas import quotas

    divided = {game: quotas(shown, _quota_rules(shown), seats) for game, shown in rankings.items()}
    country = why and country_code(why)
    if country:
        divided = {game: found for game, found in divided.items() if country in {row.country for row in found.rows}}
    if why is not None and (not country or not divided):
        text = mark("“{country}” is no member country with a quota.", country=why)
        raise Refused(Problem("ranking-nobody", text, "why"))
    if as_json and not country:
        print_json(
            [context.record(_quota_columns(game, found), row) for game, found in divided.items() for row in found.rows]
        )
        return
    for game, found in divided.items():
        if len(rankings) > 1:
            context.print_line(game)
        if country:
            shown = rankings[game]
            for sentence in quota_explanation(found, _quota_rules(shown), country, shown.rules.decimals):
                context.print_line(sentence)
            continue
        context.print_listed(_quota_columns(game, found), found.rows, as_json=False)
        if found.left:
            text = mark_count(
                "{count} seat is left: every country has reached its limit.",
                "{count} seats are left: every country has reached its limit.",
                found.left,
            )
            context.print_remark(text)


def _quota_rules(shown: "Ranking") -> "QuotaRules":
    """The rules by which seats are divided. Raise Refused if there are none."""
    if shown.rules.quotas is None:
        text = mark("The rules “{name}” have no quotas.", name=shown.rules.name)
        raise Refused(Problem("ranking-quotas", text, "quota"))
    return shown.rules.quotas


def _quota_columns(game: str, found: "Quotas") -> "tuple[Column[CountryQuota], ...]":
    """What the command says of a country with its seats."""
    from reports.column import Column, Kind
    from reports.vocabulary import COUNTRY, NO_HEADING, PLAYERS, RANK

    def given(row: "CountryQuota") -> Any:
        return [
            {"number": number, "reason": seat.reason.value}
            for number, seat in enumerate(found.given, 1)
            if seat.country == row.country
        ]

    return (
        RANK.of(lambda row: row.place, name="place"),
        COUNTRY.of(lambda row: row.country),
        Column(mark_in("championship", "Seats"), lambda row: row.seats, Kind.INTEGER, name="seats"),
        PLAYERS.of(lambda row: row.players, name="players"),
        Column(NO_HEADING, lambda row: row.above, Kind.INTEGER, name="above"),
        Column(NO_HEADING, lambda row: row.share, name="share"),
        Column(mark("At most"), lambda row: row.limit, Kind.INTEGER, name="limit"),
        Column(mark("Given back"), lambda row: row.given_back, Kind.INTEGER, name="given_back"),
        Column(NO_HEADING, given, name="given"),
        Column(NO_HEADING, lambda _row: game, name="game"),
    )
