"""``scan PICTURE… --event FILE``: reads photographed or scanned score sheets, and records those that are sure."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.seating import LETTERS
from tournament.language import Text, mark
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import ANY_PATH, command, json_option, option
from ui.cli.context import REFUSED, CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.photos.deciding import Doubt, SheetReading
    from reports.photos.reading import PictureNotRead, SheetInPicture
    from tournament.use_cases import Book


@command("scan")
@click.argument("pictures", nargs=-1, required=True, metavar="PICTURE…", type=ANY_PATH)
@option("--event", "file", required=True, type=ANY_PATH, help_text=mark("The event of the sheets."))
@option("--record", is_flag=True, help_text=mark("Records the sheets that agree and have no doubt."))
@json_option
@click.pass_obj
def scan(context: CliContext, *, pictures: tuple[Path, ...], file: Path, record: bool, as_json: bool) -> int:
    """Read the sheets in the pictures; return 1 if one cannot be read or a sure one is refused."""
    from reports.photos.reading import SheetInPicture, sheets_in
    from ui.entry.photo_sheet import readable_sheet

    sheets: list[SheetInPicture] = []
    not_read: list[PictureNotRead] = []
    refused = False
    with event_for_writing(file) if record else event_for_reading(file) as book:
        view = book.view
        for path in pictures:
            for found in sheets_in(path, lambda code: readable_sheet(view, code)):
                if not isinstance(found, SheetInPicture):
                    not_read.append(found)
                    continue
                sheets.append(found)
                if record and _is_sure(found.reading):
                    refused = not _recorded(context, book, found) or refused
    if as_json:
        print_json({
            "sheets": [_sheet_json(each) for each in sheets],
            "not_read": [{"picture": each.picture, "why": context.translate(each.why)} for each in not_read],
        })  # fmt: skip
    else:
        for each in sheets:
            _print_sheet(context, each)
        for missing in not_read:
            context.print_error(missing.why, missing.picture)
    return REFUSED if not_read or refused else 0


def _is_sure(reading: "SheetReading") -> bool:
    from reports.photos.deciding import Certainty

    return reading.certainty is Certainty.SURE and reading.agrees and not reading.doubts


def _recorded(context: CliContext, book: "Book", sheet: "SheetInPicture") -> bool:
    """Record a sheet as one batch of entries; say why if it is refused."""
    from tournament.event.problem import Refused
    from tournament.use_cases import LinesRefused, carry_out_all
    from ui.json_lines.record import read_request_by

    lines = [json.dumps(line).encode() for line in _lines(sheet)]
    where = mark("session {session}, table {table}", session=sheet.code.session, table=sheet.code.table)
    try:
        commands = [read_request_by(book.view.rules, line)[1] for line in lines]
        carry_out_all(book, commands, by=author_of(context), dry_run=False, ids=[""] * len(commands))
    except LinesRefused as error:
        for _, problems in error.refusals:
            for problem in problems:
                context.print_error(problem.text, where)
        return False
    except Refused as error:
        for problem in error.problems:
            context.print_error(problem.text, where)
        return False
    return True


def _lines(sheet: "SheetInPicture") -> "list[dict[str, object]]":
    """The lines of ``record`` that a sheet says."""
    place = {"session": sheet.code.session, "table": sheet.code.table}
    totals = dict(zip(LETTERS, sheet.reading.totals, strict=True))
    if not sheet.reading.hands:
        return [{"type": "totals", **place, "totals": totals}]
    hands = [{"type": "hand", **place, **hand} for hand in _hands_json(sheet.reading)]
    return [*hands, {"type": "close", **place, "totals": totals}]


def _hands_json(reading: "SheetReading") -> "list[dict[str, object]]":
    found: list[dict[str, object]] = []
    for number, hand in enumerate(reading.hands, start=1):
        if hand is None:
            continue
        said: dict[str, object] = {"hand": number, "winner": None}
        if hand.winner is not None:
            said["winner"] = LETTERS[hand.winner]
            if hand.discarder is not None:
                said["discarder"] = LETTERS[hand.discarder]
            said["points"] = hand.points
        found.append(said)
    return found


def _sheet_json(sheet: "SheetInPicture") -> dict[str, object]:
    reading = sheet.reading
    return {
        "picture": sheet.picture,
        "session": sheet.code.session,
        "table": sheet.code.table,
        "version": sheet.code.version,
        "hands": _hands_json(reading),
        "totals": dict(zip(LETTERS, reading.totals, strict=True)),
        "penalties": [],
        "doubts": [_doubt_json(doubt) for doubt in reading.doubts],
        "agrees": reading.agrees,
        "certainty": reading.certainty.value,
    }


def _doubt_json(doubt: "Doubt") -> dict[str, object]:
    return {"hand": doubt.hand, "field": doubt.field, "read": doubt.read, "sure": round(doubt.sure, 6)}


def _print_sheet(context: CliContext, sheet: "SheetInPicture") -> None:
    from reports.photos.deciding import Certainty

    where = {"session": sheet.code.session, "table": sheet.code.table, "picture": sheet.picture}
    match sheet.reading.certainty:
        case Certainty.SURE:
            context.print_line(mark("Session {session}, table {table}: sure ({picture})", **where))
        case Certainty.ONE_LOOK:
            context.print_line(mark("Session {session}, table {table}: one look ({picture})", **where))
        case Certainty.IN_DOUBT:
            context.print_line(mark("Session {session}, table {table}: in doubt ({picture})", **where))
    for doubt in sheet.reading.doubts:
        context.print_line(_doubt_text(doubt))


def _doubt_text(doubt: "Doubt") -> Text:
    read = doubt.read or "?"
    if doubt.field == "penalties":
        return mark("  Penalties of {player} are written: type them.", player=doubt.read)
    if doubt.hand is None:
        return mark("  Total of {player}: {read}?", player=doubt.field, read=read)
    fields = {"points": mark("Points"), "winner": mark("Winner"), "discarder": mark("Discarder")}
    hand = mark("Hand {hand}", hand=doubt.hand)
    return mark("  {hand}, {field}: {read}?", hand=hand, field=fields[doubt.field], read=read)
