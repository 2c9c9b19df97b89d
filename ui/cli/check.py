"""``check FILE``: reads everything back and counts it again."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.cli.bootstrap import compare_with_seen, stored_event
from ui.cli.commands import ANY_PATH, command, file_argument, json_option, option, translate
from ui.cli.context import DONE, REFUSED, CliContext
from ui.cli.signature import print_signatures, signatures_json
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.against import Compared
    from tournament.ledger.entry import Record
    from tournament.ledger.fingerprint import Fingerprint
    from tournament.use_cases.check import Checked


def _fingerprint(context: click.Context, _option: click.Parameter, value: str | None) -> "Fingerprint | None":
    """Read the typed fingerprint; a text that is none is an error of usage."""
    from tournament.ledger.fingerprint import Fingerprint

    if value is None:
        return None
    try:
        return Fingerprint.parse(value)
    except Refused as refused:
        raise click.UsageError(translate(context, refused.problems[0].text), context) from refused


@command("check")
@file_argument
@option("--since", metavar="FINGERPRINT", callback=_fingerprint,
        help_text=mark("Checks that the event continues the one that printed this fingerprint."))  # fmt: skip
@option("--against", metavar="EXPORT", type=ANY_PATH,
        help_text=mark("Compares the event with an export of it: the event as JSON, or its workbook."))  # fmt: skip
@option("--public-key", metavar="PATH", type=ANY_PATH,
        help_text=mark("Checks that a signature made with the key in this file holds."))  # fmt: skip
@json_option
@click.pass_obj
def check(
    context: CliContext,
    *,
    file: Path,
    since: "Fingerprint | None",
    against: Path | None,
    public_key: Path | None,
    as_json: bool,
) -> int:
    """Print every problem, or what was read and its fingerprint."""
    expected = _public_key(public_key)
    found, records = _checked(context, file, since, refuse_damaged=not as_json)
    context = replace(context, spoken=context.spoken.with_words(found.words))
    signed = [each.fact.key for each in found.signatures if each.fault is None]
    if expected is not None and expected not in signed:
        text = mark("No signature in this event was made with the key in “{path}”.", path=str(public_key))
        found = replace(found, problems=(*found.problems, Problem("signature-missing", text, "public-key")))
    compared = None if against is None else _compared(against, records)
    if as_json:
        answer: dict[str, object] = {
            "entries": found.entries,
            "fingerprint": str(found.fingerprint) if found.entries else None,
            "problems": [_as_json(context, problem) for problem in found.problems],
            **signatures_json(context, found.signing_key, found.signatures, found.entries, expected),
            "unproven": [context.translate(text) for text in found.unproven],
            "remarks": [context.translate(text) for text in found.remarks],
        }
        if compared is not None:
            answer["against"] = {
                "file": str(against),
                "report": compared.report or None,
                "fingerprint": None if compared.moment is None else str(compared.moment),
                "problems": [_as_json(context, problem) for problem in compared.problems],
            }
        print_json(answer)
    else:
        _print(context, found, since)
        print_signatures(context, found.signing_key, found.signatures, found.entries, expected)
        if compared is not None:
            _print_compared(context, found, compared)
    return REFUSED if found.problems or (compared is not None and compared.problems) else DONE


def _public_key(path: Path | None) -> bytes | None:
    if path is None:
        return None
    from ui.signing import read_public

    return read_public(path)


def _compared(against: Path, records: "Sequence[Record]") -> "Compared":
    """Compare with the export; if it cannot be read, that is reported as a problem, too."""
    from reports.against import Compared, compare
    from tournament.ledger.codec import decode
    from tournament.ledger.entry import EVENT_STREAM, UnreadableEntry
    from tournament.ledger.journal import Journal
    from tournament.use_cases.coherence import CONTRADICTIONS, reason_of
    from tournament.use_cases.view import View

    try:
        journal = Journal(decode(record) for record in records)
        if not journal.number(EVENT_STREAM):
            text = mark("There is no event to compare with the export.")
            return Compared("", None, (Problem("not-compared", text, "against"),))
        return compare(View(journal), against)
    except Refused as refused:
        return Compared("", None, refused.problems)
    except UnreadableEntry:
        text = mark("The event cannot be compared with the export while an entry of it cannot be read.")
        return Compared("", None, (Problem("not-compared", text, "against"),))
    except CONTRADICTIONS as error:
        text = mark("The event cannot be compared with the export: {what}.", what=reason_of(error))
        return Compared("", None, (Problem("not-compared", text, "against"),))


def _print_compared(context: CliContext, found: "Checked", compared: "Compared") -> None:
    for problem in compared.problems:
        context.print_error(problem.text)
    moment = compared.moment
    if moment is not None and moment.entries < found.entries:
        context.print_remark(
            mark(
                "The export is of entry {moment} of {entries}: it is compared with the event at that moment.",
                moment=moment.entries,
                entries=found.entries,
            )
        )
    if not compared.problems:
        context.print_line(mark("the export says the same"))


def _checked(
    context: CliContext, file: Path, since: "Fingerprint | None", *, refuse_damaged: bool
) -> "tuple[Checked, Sequence[Record]]":
    """All problems of the file, and its entries. Without a readable journal, ``refuse_damaged`` raises StoreDamaged;
    otherwise that is the only problem."""
    from tournament.use_cases import StoreDamaged
    from tournament.use_cases.check import Checked, check_records

    try:
        stored = stored_event(file)
    except StoreDamaged as damaged:
        if refuse_damaged or not file.is_file():
            raise
        return Checked((Problem("file-damaged", damaged.text, "file"),)), ()
    found = check_records(stored.records, stored.end, since)
    of_file = (Problem("file-damaged", text, "file") for text in stored.findings)
    found = replace(found, problems=(*of_file, *found.problems))
    if not found.problems:
        notice = compare_with_seen(file, stored.records)
        if notice is not None:
            context.print_remark(notice)
    return found, stored.records


def _print(context: CliContext, found: "Checked", since: "Fingerprint | None") -> None:
    for problem in found.problems:
        context.print_error(problem.text)
    for text in (*found.unproven, *found.remarks):
        context.print_remark(text)
    if any(problem.field not in ("since", "version", "public-key") for problem in found.problems):
        from ui.cli.failures import WAYS_OUT

        context.print_remark(WAYS_OUT)
    if found.problems:
        return
    context.print_line(
        mark(
            "ok: 1 event, {players} players, {hands} hands, {entries} entries",
            players=found.players,
            hands=found.hands,
            entries=found.entries,
        )
    )
    context.print_line(mark("fingerprint: {fingerprint}", fingerprint=str(found.fingerprint)))
    if since is not None:
        context.print_line(mark("it continues {since}", since=str(since)))


def _as_json(context: CliContext, problem: Problem) -> dict[str, str]:
    return {"code": problem.code, "text": context.translate(problem.text), "where": problem.field}
