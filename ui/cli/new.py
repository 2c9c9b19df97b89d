"""``new FILE``: an event file."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click
from click.core import ParameterSource

from tournament.catalogue import DEFAULT, IDS, rule_set
from tournament.event.country import country_code
from tournament.event.format import ALL_EVENINGS, EventFormat, SeasonCount, SeasonRules, SeasonUnit
from tournament.event.settings import (
    MOST_MINUTES,
    MOST_SESSIONS,
    PROPOSED_COUNTRY_SIZE,
    AfterGong,
    CountedTotals,
    FederationLevel,
    PaperTotals,
    SecondReading,
    Settings,
)
from tournament.language import listed, mark, mark_count
from ui.cli.bootstrap import event_for_reading, make_event, make_event_from_json
from ui.cli.commands import ANY_PATH, choice_option, command, file_argument, option
from ui.cli.context import CliContext
from ui.cli.money import money_options, with_money
from ui.cli.rule_options import event_option, with_options
from ui.cli.settings import logo_from
from ui.rule_presets import Preset, preset

_DAY = click.DateTime(["%Y-%m-%d"])


@command("new")
@file_argument
@option(
    "--name",
    help_text=mark(
        "Name of the event; without it, --like and --season-from take the other name with the next year or number."
    ),
)
@option(
    "--from",
    "from_json",
    type=ANY_PATH,
    help_text=mark("An event exported as JSON: its journal becomes this event, completely or not at all."),
)
@option(
    "--season-from",
    type=ANY_PATH,
    metavar="OLD",
    help_text=mark("A league: a new season with its members, rules and settings, without evenings and games."),
)
@option(
    "--like",
    type=ANY_PATH,
    metavar="OLD",
    help_text=mark("A new event with the settings, prizes, logo and times of OLD, without its dates and results."),
)
@option("--with-players", is_flag=True, help_text=mark("With --like: also its players, with their wishes."))
@option("--with-withdrawn", is_flag=True, help_text=mark("With --season-from: also players who withdrew."))
@option("--rules", default=DEFAULT.id, help_text=mark("Rule set: {rules}.", rules=", ".join(IDS)))
@option(
    "--preset",
    "preset_name",
    metavar="NAME|FILE.toml",
    help_text=mark(
        "Rule set and options of another federation, or from a file, instead of --rules; “rules presets” lists them."
    ),
)
@choice_option(
    "--format",
    EventFormat.TOURNAMENT,
    mark("A tournament is drawn; for a club evening or a league, games are opened one by one."),
)
@option("--sessions", type=int, help_text=mark("Number of sessions of a tournament, 1 to {most}.", most=MOST_SESSIONS))
@option(
    "--minutes",
    type=int,
    default=120,
    help_text=mark("Length of a session in minutes, 1 to {most}.", most=MOST_MINUTES),
)
@option("--place", default="", help_text=mark("Where it is played."))
@option("--starts", type=_DAY, metavar="YYYY-MM-DD", help_text=mark("First day."))
@option("--ends", type=_DAY, metavar="YYYY-MM-DD", help_text=mark("Last day, if it is not the first."))
@option("--organiser", default="", help_text=mark("Who runs it."))
@option("--city", default="", help_text=mark("City, as a federation's report names it."))
@option("--host-country", default="", metavar="CODE", help_text=mark("Country in which it is played: name or code."))
@option("--short-name", default="", help_text=mark("The federation's short name for it; by default initials and year."))
@choice_option(
    "--level",
    FederationLevel.TOURNAMENT,
    mark("Its class for the federation: a European championship has more weight."),
)
@option("--web-address", default="", metavar="URL", help_text=mark("Web address of its page: a QR code on papers."))
@option("--logo", type=ANY_PATH, help_text=mark("A picture for every paper: PNG, JPEG, GIF, WebP, BMP or TIFF."))
@choice_option(
    "--counted-totals", CountedTotals.COMPUTED, mark("Which totals count if the paper and the hands differ.")
)
@choice_option(
    "--paper-totals", PaperTotals.OPTIONAL, mark("Whether a sheet may be signed without the totals of its paper.")
)
@choice_option(
    "--second-reading", SecondReading.NONE, mark("Whether each signed sheet is read a second time, and by whom.")
)
@choice_option("--after-gong", AfterGong.VOID, mark("What happens to the hand in play at the gong."))
@option(
    "--best",
    type=int,
    metavar="N",
    help_text=mark("League: the best N evenings or games of each player count, or all."),
)
@choice_option("--per", SeasonUnit.EVENING, mark("League: whether evenings are counted, or games."))
@choice_option("--count", SeasonCount.SUM, mark("League: how the evenings or games that count are combined."))
@option(
    "--least", type=int, default=1, metavar="N", help_text=mark("League: players are ranked after this many evenings.")
)
@option(
    "--least-games",
    type=int,
    default=0,
    metavar="N",
    help_text=mark("League: players are ranked after this many games."),
)
@money_options
@event_option
@click.pass_obj
def new(
    context: CliContext,
    /,
    *,
    file: Path,
    name: str | None,
    from_json: Path | None,
    season_from: Path | None,
    like: Path | None,
    with_players: bool,
    with_withdrawn: bool,
    rules: str,
    preset_name: str | None,
    format: str,
    sessions: int | None,
    minutes: int,
    place: str,
    starts: datetime | None,
    ends: datetime | None,
    organiser: str,
    city: str,
    host_country: str,
    short_name: str,
    level: str,
    web_address: str,
    logo: Path | None,
    counted_totals: str,
    paper_totals: str,
    second_reading: str,
    after_gong: str,
    best: int | None,
    per: str,
    count: str,
    least: int,
    least_games: int,
    options: tuple[str, ...],
    **money: str | None,
) -> None:
    """Create an event; its papers will be in the language of this call."""
    days = (starts, ends)
    if _made_of_another(context, file, from_json, season_from, like, name, days, with_players, with_withdrawn):
        return
    if name is None:
        raise click.MissingParameter(param_type="option", param=_parameter("name"))
    chosen = _chosen_rules(context, rules, preset_name)
    kind, season = EventFormat(format), SeasonRules(best, SeasonCount(count), least, least_games, SeasonUnit(per))
    _refuse_foreign(context, kind, sessions, season)
    settings = Settings(
        name=name.strip(),
        rules=chosen.rules,
        sessions=1 if sessions is None or not kind.is_drawn else sessions,
        minutes=minutes,
        place=place.strip(),
        starts=starts.date() if starts else None,
        ends=ends.date() if ends else None,
        organiser=organiser.strip(),
        language=context.language.code,
        counted_totals=CountedTotals(counted_totals),
        paper_totals=PaperTotals(paper_totals),
        second_reading=SecondReading(second_reading),
        options=chosen.options,
        format=kind,
        season=season,
        after_gong=AfterGong(after_gong),
        city=city.strip(),
        host_country=country_code(host_country) or host_country.strip(),
        short_name=short_name.strip(),
        level=FederationLevel(level),
        web_address=web_address.strip(),
        country_size=PROPOSED_COUNTRY_SIZE,
    )
    settings = with_options(with_money(settings, money), options)
    from tournament.use_cases.commands import CreateEvent

    make_event(file, CreateEvent(settings), context, logo=b"" if logo is None else logo_from(logo, context))
    context.print_line(mark("“{name}” was created in {file}.", name=settings.name, file=str(file)))


def _made_of_another(
    context: CliContext,
    file: Path,
    from_json: Path | None,
    season_from: Path | None,
    like: Path | None,
    name: str | None,
    days: tuple[datetime | None, datetime | None],
    with_players: bool,
    with_withdrawn: bool,
) -> bool:
    """Create the event of another one, if one is given; return whether it was. ``days`` are its first and its last."""
    if from_json is not None:
        _copy_event(context, file, from_json)
    elif season_from is not None:
        if others := _other_options("season_from", "name", "starts", "ends", "with_withdrawn"):
            text = mark("With --season-from this stays as in the season before: omit {options}.", options=others)
            raise click.UsageError(context.translate(text))
        _begin_season(context, file, season_from, name, *days, with_left=with_withdrawn)
    elif like is not None:
        if others := _other_options("like", "name", "starts", "ends", "with_players"):
            text = mark("With --like this stays as in the other event: omit {options}, and change it afterwards.",
                        options=others)  # fmt: skip
            raise click.UsageError(context.translate(text))
        _make_like(context, file, like, name, *days, with_players=with_players)
    elif with_players:
        raise click.UsageError(context.translate(mark("Use --with-players only with --like.")))
    elif with_withdrawn:
        raise click.UsageError(context.translate(mark("Use --with-withdrawn only with --season-from.")))
    else:
        return False
    return True


def _chosen_rules(context: CliContext, rules: str, preset_name: str | None) -> Preset:
    """The rule set with its options; of a preset, those that it names."""
    if preset_name is not None and (given := _rules_given()):
        text = mark("A preset names its rules: omit {options}.", options=given)
        raise click.UsageError(context.translate(text))
    chosen = Preset(rules, ()) if preset_name is None else preset(preset_name)
    found = rule_set(chosen.rules)
    if found is not None and found.after_gong and _is_given("after_gong"):
        text = mark("An option of these rules says what happens at the gong: use --option and omit --after-gong.")
        raise click.UsageError(context.translate(text))
    return chosen


def _refuse_foreign(context: CliContext, format: EventFormat, sessions: int | None, season: SeasonRules) -> None:
    """Raise a UsageError for options that this format does not have, or lacks."""
    if format.is_drawn and sessions is None:
        raise click.UsageError(
            context.translate(mark("A tournament needs --sessions, the number of sessions to draw."))
        )
    if not format.is_drawn and sessions is not None:
        context.print_remark(mark("Evenings are opened one by one: omit --sessions."))
    if format is not EventFormat.LEAGUE and season != ALL_EVENINGS:
        raise click.UsageError(
            context.translate(mark("Use --best, --per, --count, --least and --least-games only with --format league."))
        )


def _copy_event(context: CliContext, file: Path, json: Path) -> None:
    """Create the event that was exported as ``json``."""
    if others := _other_options("from_json"):
        text = mark("With --from the event stays as it was: omit {options}.", options=others)
        raise click.UsageError(context.translate(text))
    end = make_event_from_json(file, json, context)
    context.print_line(mark("The event was copied to {file}, entry by entry.", file=str(file)))
    context.print_line(mark("fingerprint: {fingerprint}", fingerprint=str(end)))


def _begin_season(
    context: CliContext, file: Path, before: Path, name: str | None, starts: datetime | None, ends: datetime | None,
    *, with_left: bool,
) -> None:  # fmt: skip
    """Create the season that follows the one in ``before``, which is only read."""
    from tournament.use_cases.new_event import next_season, players_who_left, season_after

    with event_for_reading(before) as book:
        view = book.view
        settings = next_season(view.settings)
        if name is None and settings.name == view.settings.name:
            raise _name_needed(context, settings)
        settings = replace(
            settings,
            name=settings.name if name is None else name.strip(),
            starts=settings.starts if starts is None else starts.date(),
            ends=settings.ends if ends is None else ends.date(),
        )
        season = season_after(view, settings, with_left=with_left)
        left = () if with_left else players_who_left(view)
    make_event(file, season, context)
    context.print_line(mark("“{name}” was created in {file}.", name=settings.name, file=str(file)))
    context.print_line(mark_count("{count} member, no evenings", "{count} members, no evenings", len(season.players)))
    if left:
        names = listed(player.name for player in left)
        context.print_remark(mark("Without those who withdrew or were disqualified: {players}.", players=names))
    if season.pins:
        context.print_remark(mark("The PINs of the roles are those of the season before."))


def _make_like(
    context: CliContext, file: Path, other: Path, name: str | None, starts: datetime | None, ends: datetime | None,
    *, with_players: bool,
) -> None:  # fmt: skip
    """Create an event like the one in ``other``, which is only read."""
    from tournament.use_cases.new_event import event_like, similar_settings

    with event_for_reading(other) as book:
        view = book.view
        settings = similar_settings(
            view.settings, starts=starts.date() if starts else None, ends=ends.date() if ends else None
        )
        if name is None and settings.name == view.settings.name:
            raise _name_needed(context, settings)
        settings = settings if name is None else replace(settings, name=name.strip())
        made = event_like(view, settings, with_players=with_players)
        before = view.journal[0].id
    make_event(file, made, context)
    _carry_screens(context, before, file)
    context.print_line(mark("“{name}” was created in {file}.", name=settings.name, file=str(file)))
    if with_players:
        context.print_line(mark_count("{count} player", "{count} players", len(made.players)))


def _name_needed(context: CliContext, other: Settings) -> click.UsageError:
    text = mark("“{name}” has no year or number to count on: name the new event with --name.", name=other.name)
    return click.UsageError(context.translate(text))


def _carry_screens(context: CliContext, before: str, file: Path) -> None:
    """Give the event in ``file`` the screens that this computer has for the event with the id ``before``."""
    from ui.hall.hall_store import carry_hall

    with event_for_reading(file) as book:
        after = book.view.journal[0].id
    try:
        carry_hall(before, after)
    except OSError as error:
        context.print_remark(mark("The screens were not copied to the new event: {reason}.",
                                  reason=error.strerror or str(error)))  # fmt: skip


def _other_options(*allowed: str) -> str:
    """The options of this call that are not in ``allowed``, as text; those of every command always are."""
    call = click.get_current_context()
    said = (each for each in call.command.params
            if each.name not in ("file", *allowed) and not {"--lang", "--as"} & {*each.opts})  # fmt: skip
    given = [each for each in said if call.get_parameter_source(str(each.name)) is ParameterSource.COMMANDLINE]
    return ", ".join(each.opts[0] for each in given)


def _rules_given() -> str:
    """The value of ``--rules``, if it is given."""
    return "--rules" if _is_given("rules") else ""


def _is_given(name: str) -> bool:
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def _parameter(name: str) -> click.Parameter:
    return next(each for each in click.get_current_context().command.params if each.name == name)
