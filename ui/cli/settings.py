"""``settings FILE``: name, place and dates of an event, its options, money and logo."""

from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tournament.event.country import country_code
from tournament.event.logo import LogoPicture, logo_picture
from tournament.event.money import money_text
from tournament.event.officials import read_officials, read_signatures, unreadable_officials
from tournament.event.problem import Refused
from tournament.event.settings import (
    COUNTRY_SIZE,
    FINAL_RANKS,
    LATE_POINTS,
    SIT_OUT_POINTS,
    TEAM_SIZE,
    FederationLevel,
    FinalRanks,
    FixedPoints,
    GrantedPoints,
    Settings,
    late_text,
    read_tables,
    sit_out_text,
    typed_tables,
    unreadable_tables,
)
from tournament.language import mark
from tournament.rules.question import defaults_of
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import ANY_PATH, changed_file_argument, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.money import NAMES, money_options, money_settings_json, with_money
from ui.cli.rule_options import changes_of_options, event_option, with_options
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column

_DAY = click.DateTime(["%Y-%m-%d"])
_SHOWN = (
    "name", "place", "starts", "ends", "organiser", "city", "host_country", "short_name", "level", "web_address",
    "streamed", "format", "rules", "sessions", "minutes", "language", "officials", "certificate_words",
    "certificate_signatures",
)  # fmt: skip
_OF_FEDERATIONS = ("city", "host_country", "short_name", "level", "officials")
"""Details for federations: shown for clubs and leagues only if somebody entered them."""
_OF_PAPERS = ("certificate_words", "certificate_signatures")
"""Texts of papers: shown only if somebody entered them."""


@command("settings")
@changed_file_argument
@option("--name", help_text=mark("Name of the event."))
@option("--place", help_text=mark("Where it is played."))
@option("--starts", type=_DAY, metavar="YYYY-MM-DD", help_text=mark("First day."))
@option("--ends", type=_DAY, metavar="YYYY-MM-DD", help_text=mark("Last day, if it is not the first."))
@option("--organiser", help_text=mark("Who runs it."))
@option("--city", help_text=mark("City, as a federation's report names it."))
@option("--host-country", metavar="CODE", help_text=mark("Country in which it is played: name or code."))
@option("--short-name", help_text=mark("The federation's short name for it; by default initials and year."))
@option(
    "--level",
    type=click.Choice([each.value for each in FederationLevel]),
    help_text=mark("Its class for the federation: a European championship has more weight."),
)
@option(
    "--official",
    "officials",
    multiple=True,
    metavar="LINE",
    help_text=mark("Somebody responsible, as federations ask: role; name; contact. Replaces all; empty: none."),
)
@option("--words", "certificate_words", metavar="TEXT", help_text=mark("Certificates: your own words on each of them."))
@option(
    "--signature",
    "certificate_signatures",
    multiple=True,
    metavar="NAME",
    help_text=mark("Certificates: a line for this signature; up to three times. Replaces all; empty: none."),
)
@option("--web-address", metavar="URL", help_text=mark("Web address of its page: a QR code on papers."))
@option(
    "--streamed",
    metavar="TABLES",
    help_text=mark("Tables whose play everybody may follow on a stream, such as 1,4; empty: none."),
)
@option("--logo", type=ANY_PATH, help_text=mark("A picture for every paper: PNG, JPEG, GIF, WebP, BMP or TIFF."))
@option("--no-logo", is_flag=True, help_text=mark("Removes the logo."))
@money_options
@event_option
@json_option
@click.pass_obj
def settings(
    context: CliContext,
    /,
    *,
    file: Path,
    logo: Path | None,
    no_logo: bool,
    options: tuple[str, ...],
    as_json: bool,
    **values: Any,
) -> None:
    """Show the settings, or change those that are given."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import ChangeLogo, ChangeSettings

    if logo is not None and no_logo:
        raise click.UsageError(context.translate(mark("Use either --logo or --no-logo, not both.")))
    money = {name: values.pop(name) for name in NAMES}
    given = {name: value for name, value in values.items() if value not in (None, ())}
    asked: dict[str, Any] = {name: _read(name, value) for name, value in given.items()}
    image = b"" if no_logo else None if logo is None else logo_from(logo, context)
    writes = asked or options or image is not None or any(value is not None for value in money.values())
    with event_for_writing(file, Act.SETTINGS) if writes else event_for_reading(file) as book:
        before = book.view.settings
        changed = with_options(replace(with_money(before, money), **asked), options)
        if changed != book.view.settings:
            for remark in carry_out(book, ChangeSettings(changed), by=author_of(context)).remarks:
                context.print_remark(remark.text)
        if image is not None:
            carry_out(book, ChangeLogo(image), by=author_of(context))
        shown, picture = book.view.settings, logo_picture(book.view.state.logo)
        rules = book.view.rules
    if as_json:
        answers = defaults_of(rules.options) | dict(shown.options)
        found = {name: _as_json(shown, name) for name in _SHOWN} | {"options": answers, "logo": _logo_json(picture)}
        if shown.format.is_drawn:
            fixed = _points_json(shown.late_fixed)
            found |= {"late_points": shown.late_points.value, "late_fixed": fixed}
            turns, fixed = shown.sit_out_points, _points_json(shown.sit_out_fixed)
            found |= {"sit_out_points": turns.value if turns is not None else None, "sit_out_fixed": fixed}
            found |= {"country_size": shown.country_size, "team_size": shown.team_size}
            found |= {"final_ranks": shown.final_ranks.value}
        print_json(found | ({"money": money_settings_json(shown.money)} if shown.counts_money else {}))
        return
    for text in changes_of_options(rules, before, shown):
        context.print_line(text)
    if shown.counts_money:
        context.print_line(money_text(shown.money))
    _print_rules(context, shown)
    logo_text = "" if picture is None else f"{picture.kind.upper()}, {picture.wide} × {picture.high}"
    unasked = (*_OF_PAPERS, "officials") if shown.format.is_drawn else (*_OF_PAPERS, *_OF_FEDERATIONS)
    names = [name for name in _SHOWN if name not in unasked or _entered(shown, name)]
    context.print_table(_columns(), [*((name, _as_text(shown, name)) for name in names), ("logo", logo_text)])


def _columns() -> "tuple[Column[tuple[str, str]], ...]":
    """The columns of the settings as text: their name in JSON, and what it says."""
    from reports.column import Column
    from reports.vocabulary import VALUE

    return (
        Column(mark("Setting"), lambda setting: setting[0]),
        VALUE.of(lambda setting: setting[1] or None),
    )


def _print_rules(context: CliContext, shown: Settings) -> None:
    """Print the rules of the event that differ from those of an event without any."""
    if shown.late_points is not GrantedPoints.NOTHING:
        context.print_line(mark("{option}: {answer}", option=LATE_POINTS, answer=late_text(shown)))
    if shown.sit_out_points is not None:
        context.print_line(mark("{option}: {answer}", option=SIT_OUT_POINTS, answer=sit_out_text(shown)))
    if shown.format.is_drawn and shown.country_size > 1:
        context.print_line(mark("{option}: {answer}", option=COUNTRY_SIZE, answer=shown.country_size))
    if shown.format.is_drawn and shown.team_size > 0:
        context.print_line(mark("{option}: {answer}", option=TEAM_SIZE, answer=shown.team_size))
    if shown.final_ranks is not FinalRanks.FINALISTS:
        context.print_line(mark("{option}: {answer}", option=FINAL_RANKS, answer=shown.final_ranks.label))


def _points_json(fixed: FixedPoints) -> dict[str, object]:
    return {"table_points": fixed.table_points, "score": fixed.score}


def _as_text(settings: Settings, name: str) -> str:
    match name:
        case "streamed":
            return typed_tables(settings.streamed)
        case "officials":
            return " · ".join(each.typed for each in settings.officials)
        case "certificate_signatures":
            return " · ".join(settings.certificate_signatures)
        case _:
            return " ".join(str(_as_json(settings, name) or "").split())


def _entered(settings: Settings, name: str) -> bool:
    return getattr(settings, name) not in ("", (), FederationLevel.TOURNAMENT)


def _logo_json(picture: LogoPicture | None) -> object:
    if picture is None:
        return None
    return {"format": picture.kind.value, "width": picture.wide, "height": picture.high, "bytes": picture.size}


def _read(name: str, value: Any) -> object:
    if isinstance(value, datetime):
        return value.date()
    if name == "level":
        return FederationLevel(value)
    if name == "streamed":
        tables = read_tables(str(value))
        if tables is None:
            raise Refused(unreadable_tables(str(value)))
        return tables
    if name == "officials":
        officials = read_officials("\n".join(value))
        if officials is None:
            raise Refused(unreadable_officials("\n".join(value)))
        return officials
    if name == "certificate_signatures":
        return read_signatures("\n".join(value))
    if name == "certificate_words":
        return str(value).strip()
    text = " ".join(str(value).split())
    return country_code(text) or text if name == "host_country" else text


def _as_json(settings: Settings, name: str) -> object:
    value = getattr(settings, name)
    if name == "officials":
        return [{"role": each.role, "name": each.name, "contact": each.contact} for each in settings.officials]
    return value.isoformat() if isinstance(value, date) else list(value) if isinstance(value, tuple) else value


def logo_from(path: Path, context: CliContext) -> bytes:
    """The picture at ``path``, reduced and upright; prints a remark on any changes. Raises UnreadableTable."""
    from reports.readers.logo import read_logo

    found = read_logo(path)
    for remark in found.remarks:
        context.print_remark(remark)
    return found.image
