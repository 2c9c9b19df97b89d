"""``scan PICTURE… --event FILE``: reads photographed or scanned score sheets, and records those that are sure."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.seating import LETTERS
from tournament.language import Text, mark, mark_count
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import ANY_PATH, command, json_option, option
from ui.cli.context import REFUSED, CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.photos.deciding import Doubt, SheetReading
    from reports.photos.reading import PictureNotRead, SheetInPicture
    from tournament.ledger.sheet import Sheet
    from tournament.use_cases import Book, View


@command("scan")
@click.argument("pictures", nargs=-1, required=True, metavar="PICTURE…", type=ANY_PATH)
@option("--event", "file", required=True, type=ANY_PATH, help_text=mark("The event of the sheets."))
@option("--record", is_flag=True, help_text=mark("Records the sheets that agree and have no doubt."))
@option("--compare", is_flag=True, help_text=mark("Compares what is read with what is recorded. Nothing is written."))
@json_option
@click.pass_obj
def scan(
    context: CliContext, *, pictures: tuple[Path, ...], file: Path, record: bool, compare: bool, as_json: bool
) -> int:
    """Read the sheets in the pictures; return 1 if one cannot be read, or a sure one is refused or compares wrongly."""
    if record and compare:
        raise click.UsageError(context.translate(mark("--record and --compare exclude each other.")))
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
    compared = _compared(view, sheets) if compare else Counter[str]()
    if as_json:
        print_json({
            "sheets": [_sheet_json(each) for each in sheets],
            "not_read": [{"picture": each.picture, "why": context.translate(each.why)} for each in not_read],
            **({"compared": {name: compared[name] for name in _COMPARED}} if compare else {}),
        })  # fmt: skip
    else:
        for each in sheets:
            _print_sheet(context, each)
        for missing in not_read:
            context.print_error(missing.why, missing.picture)
        if compare:
            _print_compared(context, compared)
    return REFUSED if not_read or refused or compared["sure_wrong"] else 0


_COMPARED = (
    "sheets", "sure", "sure_wrong", "one_look", "one_look_wrong", "in_doubt", "values", "values_right",
)  # fmt: skip
"""What is counted of sheets whose hands are recorded; values are points, winners, discarders and totals."""


def _compared(view: "View", sheets: "list[SheetInPicture]") -> "Counter[str]":
    """Count how the sheets were read, and how far that is what is recorded of the same tables."""
    found = Counter[str]()
    for each in sheets:
        sheet = view.sheet(each.code.session, each.code.table)
        if not each.reading.hands or not sheet.played:
            continue
        pairs = list(_values(sheet, each.reading))
        right = sum(read == recorded for read, recorded in pairs)
        kind = each.reading.certainty.value.replace(" ", "_")
        found.update({"sheets": 1, kind: 1, "values": len(pairs), "values_right": right})
        found[f"{kind}_wrong"] += right < len(pairs)
    return found


def _values(sheet: "Sheet", reading: "SheetReading") -> "Iterator[tuple[object, object]]":
    """What was read of each value that is recorded or read, and what is recorded."""
    for line, hand in zip(sheet.hands, reading.hands, strict=True):
        outcome = line.outcome
        if hand is None and outcome is None:
            continue
        for field in ("points", "winner", "discarder"):
            yield getattr(hand, field, None), getattr(outcome, field, None)
    if sheet.paper is not None:
        yield from zip(reading.totals, sheet.paper, strict=True)


def _print_compared(context: CliContext, found: "Counter[str]") -> None:
    context.print_line(mark_count("Compared with what is recorded: {count} sheet", "Compared with what is recorded: "
                                  "{count} sheets", found["sheets"]))  # fmt: skip
    context.print_line(mark("  Sure: {count}, of these wrong: {wrong}", count=found["sure"], wrong=found["sure_wrong"]))
    context.print_line(mark("  One look: {count}, of these wrong: {wrong}", count=found["one_look"],
                            wrong=found["one_look_wrong"]))  # fmt: skip
    context.print_line(mark("  In doubt: {count}", count=found["in_doubt"]))
    context.print_line(mark("  Values read as recorded: {right} of {all}", right=found["values_right"],
                            all=found["values"]))  # fmt: skip


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
