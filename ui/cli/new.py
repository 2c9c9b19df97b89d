"""``new FILE``: an event file."""

from datetime import datetime
from pathlib import Path

import click

from tournament.catalogue import DEFAULT, IDS
from tournament.event.settings import MOST_MINUTES, MOST_SESSIONS, CountedTotals, PaperTotals, SecondReading, Settings
from tournament.language import mark
from ui.cli.bootstrap import make_event
from ui.cli.context import CliContext
from ui.cli.rule_options import chosen_options
from ui.cli.translated_commands import command, file_argument, option

_DAY = click.DateTime(["%Y-%m-%d"])


@command("new", mark("Creates an event file; never overwrites one."))
@file_argument
@option("--name", required=True, help_text=mark("Name of the event."))
@option("--rules", default=DEFAULT.id, help_text=mark("Rule set: {rules}.", rules=", ".join(IDS)))
@option("--sessions", type=int, required=True, help_text=mark("Number of sessions, 1 to {most}.", most=MOST_SESSIONS))
@option("--minutes", type=int, default=120, help_text=mark("Length of a session, 1 to {most}.", most=MOST_MINUTES))
@option("--place", default="", help_text=mark("Where it is played."))
@option("--starts", type=_DAY, metavar="YYYY-MM-DD", help_text=mark("First day."))
@option("--ends", type=_DAY, metavar="YYYY-MM-DD", help_text=mark("Last day."))
@option("--organiser", default="", help_text=mark("Who runs it."))
@option(
    "--counted-totals",
    type=click.Choice([each.value for each in CountedTotals]),
    default=CountedTotals.COMPUTED.value,
    help_text=mark("Which totals count where the paper and the hands differ."),
)
@option(
    "--paper-totals",
    type=click.Choice([each.value for each in PaperTotals]),
    default=PaperTotals.OPTIONAL.value,
    help_text=mark("Whether a sheet may be signed without the totals of its paper."),
)
@option(
    "--second-reading",
    type=click.Choice([each.value for each in SecondReading]),
    default=SecondReading.NONE.value,
    help_text=mark("Whether somebody reads each signed sheet a second time, and who may."),
)
@option(
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help_text=mark("An option of the rule set, repeated: “rules options” lists them."),
)
@click.pass_obj
def new(
    context: CliContext,
    *,
    file: Path,
    name: str,
    rules: str,
    sessions: int,
    minutes: int,
    place: str,
    starts: datetime | None,
    ends: datetime | None,
    organiser: str,
    counted_totals: str,
    paper_totals: str,
    second_reading: str,
    options: tuple[str, ...],
) -> None:
    """Create an event; what is printed for it will be in the language of this call."""
    settings = Settings(
        name=name.strip(),
        rules=rules,
        sessions=sessions,
        minutes=minutes,
        place=place.strip(),
        starts=starts.date() if starts else None,
        ends=ends.date() if ends else None,
        organiser=organiser.strip(),
        language=context.language.code,
        counted_totals=CountedTotals(counted_totals),
        paper_totals=PaperTotals(paper_totals),
        second_reading=SecondReading(second_reading),
        options=chosen_options(rules, options),
    )
    make_event(file, settings, context)
    context.print_line(mark("“{name}” is created in {file}.", name=settings.name, file=str(file)))
