"""Compare an event with an export of it: what the export lacks, adds or says differently.

If the export states a fingerprint, it is compared with the event as it was at that entry, so later entries make no
difference.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta, timezone
from functools import partial
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.document import Document
from reports.event_json import ABSENT, ExportDifference, differences, in_object, named, read_export
from reports.readers.file import opened
from reports.readers.refusal import UnreadableTable
from reports.readers.workbook_guard import WorkbookLimits
from reports.readers.xlsx import WorkbookCells, read_cells
from tournament.event.problem import Problem
from tournament.language import LANGUAGES, Language, Text, bilingual, language_of, mark, mark_count
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import Fingerprint
from tournament.use_cases.chain import chain_problems, fingerprint_of
from tournament.use_cases.view import View

DIFFERS = "export-differs"
FIELD = "against"
_MOST_BYTES = 200_000_000
_FINGERPRINT = re.compile(r"(\d{1,12})-([0-9a-f]{10})\b")


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison found."""

    report: str
    """What the export is, by its name on the command line: ``event`` or ``workbook``."""
    moment: Fingerprint | None
    """Fingerprint of the event at the last entry of the export; None if the export does not state one."""
    problems: tuple[Problem, ...]
    """Every difference, and what is wrong with the export itself."""


def compare(view: View, path: Path) -> Compared:
    """Compare the event of ``view`` with the export at ``path``.

    Raises UnreadableTable or Refused where the export cannot be read at all.
    """
    with opened(path, _MOST_BYTES, _too_large) as file:
        begin = file.read(64)
        if begin.startswith(b"PK"):
            file.seek(0)
            return _with_workbook(view, path, file.read(_MOST_BYTES))
    if not begin.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        text = mark(
            "“{name}” cannot be compared: name an export of the whole event, made with “--what event --to json” or "
            "“--what workbook --to xlsx”.",
            name=path.name,
        )
        raise UnreadableTable(text, path)
    return _with_json(view, path)


def _too_large(path: Path, size: int, *, most: int) -> UnreadableTable:
    values = {"name": path.name, "size": -(-size // 1_000_000), "most": most // 1_000_000}
    return UnreadableTable(mark("“{name}” has {size} MB, more than {most} MB: it is not an event.", **values), path)


# The event as JSON


def _with_json(view: View, path: Path) -> Compared:
    export = read_export(path)
    records = [entry.record for entry in view.journal]
    problems = list(export.problems)
    problems += [replace(each, text=mark("The export itself: {what}", what=each.text), field=FIELD)
                 for each in chain_problems(export.records, export.end)]  # fmt: skip
    if len(export.records) > len(records):
        problems.append(_newer(len(export.records), len(records)))
    problems += named(_in_entries(export.records, records), DIFFERS, FIELD)
    then = view.at(min(len(export.records), len(records)))
    problems += named(differences(export, then), DIFFERS, FIELD)
    return Compared("event", fingerprint_of(export.records), tuple(problems))


def _newer(there: int, here: int) -> Problem:
    text = mark("The export has {there} entries, and the event {here}: the event is older, or its end was cut off.",
                there=there, here=here)  # fmt: skip
    return Problem("export-newer", text, FIELD)


def _in_entries(there: Sequence[Record], here: Sequence[Record]) -> Iterator[ExportDifference]:
    """The fields in which entries differ. Hashes are reported only if nothing else differs: they follow from the
    rest."""
    for number, (one, other) in enumerate(zip(there, here, strict=False), start=1):
        if one == other:
            continue
        names = [name for name in Record.__struct_fields__ if getattr(one, name) != getattr(other, name)]
        for name in [name for name in names if name not in ("previous", "before", "hash")] or names:
            if name == "content":
                contents = json.loads(one.content), json.loads(other.content)
                yield from in_object(*contents, partial(_of_entry, number))
            else:
                yield ExportDifference(_of_entry(number, name), getattr(one, name), getattr(other, name))


def _of_entry(number: int, member: str) -> Text:
    return mark("Entry {number}, “{member}”", number=number, member=member or "content")


# The workbook


def _with_workbook(view: View, path: Path, data: bytes) -> Compared:
    cells = read_cells(path, data, _limits(view))
    moment, problems = _moment(view, cells.subject)
    then = view if moment is None else view.at(moment.entries)
    zone = _zone(view, cells)
    candidates = list(_documents(then, zone))
    languages = _languages(cells.language)
    document, language = next(
        ((each, language) for each in candidates for language in languages if _has_headings(cells, each, language)),
        (candidates[0], languages[0]),
    )
    return Compared("workbook", moment, (*problems, *named(_in_cells(cells, document, language), DIFFERS, FIELD)))


def _limits(view: View) -> WorkbookLimits:
    """Limits several times as large as the workbook of the event, since other programs store it less compactly."""
    cells = 100_000 + 60 * len(view.journal) + 2000 * len(view.players)
    return WorkbookLimits(
        unpacked_bytes=60_000_000 + 400 * cells,
        sheet_bytes=20_000_000 + 400 * cells,
        elements=4 * cells,
        texts=4 * cells,
        others=200_000,
        columns=1000,
        last_row=50_000 + 4 * len(view.journal),
    )


def _moment(view: View, subject: str) -> tuple[Fingerprint | None, tuple[Problem, ...]]:
    """The moment that the workbook states; None if it states none, or one that this event never had."""
    found = _FINGERPRINT.search(subject)
    if found is None:
        return None, ()
    said = Fingerprint(int(found[1]), found[2])
    if said.entries > len(view.journal):
        return None, (_newer(said.entries, len(view.journal)),)
    if not view.journal.until(said.entries).fingerprint.agrees(said):
        text = mark("The export is of {fingerprint}, and the event was never named so: it is another event, or "
                    "something was altered.", fingerprint=str(said))  # fmt: skip
        return None, (Problem("export-of-another", text, FIELD),)
    return said, ()


def _documents(view: View, zone: timezone | None) -> Iterator[Document]:
    """The workbook of ``view`` with each setting that the file does not state: without and with formulas."""
    report = report_called("workbook")
    assert report is not None
    options = ReportOptions(printed=datetime.now().astimezone(zone))
    yield build(report, view, options)
    yield build(report, view, replace(options, formulas=True))


def _languages(code: str) -> list[Language]:
    """The language that a workbook states, alone and in each pair with another one."""
    first = language_of(code)
    return [first, *(bilingual(first, second) for second in LANGUAGES if second is not first)]


def _has_headings(cells: WorkbookCells, document: Document, language: Language) -> bool:
    """Whether the first sheet of the workbook has the headings of ``document`` in ``language``, and as many rows."""
    rows = next(iter(cells.sheets.values()), ())
    if not document.sections or not rows:
        return False
    table = document.sections[0].table
    spoken = language.with_words(document.words)
    headings = ["\n".join(spoken.lines(column.heading)) for column in table.columns]
    shown = [value for value in rows[0] if value not in (None, "")]
    return shown == headings and len(rows) == len(table.rows) + 1


def _zone(view: View, cells: WorkbookCells) -> timezone | None:
    """The time zone in which the workbook shows its times, if it differs from that of this computer; else None."""
    first = view.journal[0].time
    for rows in reversed(list(cells.sheets.values())):  # the journal is the last sheet with times
        shown = next((each for each in (rows[1] if len(rows) > 1 else ()) if isinstance(each, datetime)), None)
        if shown is not None:
            offset = shown - first.replace(tzinfo=None) + (first.utcoffset() or timedelta())
            minutes = round(offset.total_seconds() / 60)
            here = first.astimezone().utcoffset() or timedelta()
            other = minutes != round(here.total_seconds() / 60) and abs(minutes) < 24 * 60
            return timezone(timedelta(minutes=minutes)) if other else None
    return None


def _in_cells(cells: WorkbookCells, document: Document, language: Language) -> Iterator[ExportDifference]:
    own = _written(document, language).sheets
    for title in (*own, *(each for each in cells.sheets if each not in own)):
        if title not in cells.sheets or title not in own:
            where = mark("Sheet “{sheet}”", sheet=title)
            rows = len((cells.sheets if title in cells.sheets else own)[title])
            count = mark_count("{count} row", "{count} rows", rows)
            yield ExportDifference(where, *((ABSENT, count) if title in own else (count, ABSENT)))
            continue
        yield from _in_sheet(title, cells.sheets[title], own[title])


def _in_sheet(
    title: str, there: Sequence[Sequence[object]], here: Sequence[Sequence[object]]
) -> Iterator[ExportDifference]:
    from openpyxl.utils import get_column_letter

    for line, (row, own) in enumerate(zip_longest(there, here, fillvalue=()), start=1):
        for column, (one, other) in enumerate(zip_longest(row, own), start=1):
            if one != other and (one or "") != (other or ""):
                where = mark("Sheet “{sheet}”, cell {cell}", sheet=title, cell=f"{get_column_letter(column)}{line}")
                yield ExportDifference(where, _value(one), _value(other))


def _value(value: object) -> object:
    if value is None:
        return ABSENT
    return value.isoformat(" ") if isinstance(value, datetime) else value


def _written(document: Document, language: Language) -> WorkbookCells:
    """The cells of ``document`` as they are read back after it is saved: values may change their type in a file."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "workbook.xlsx")
        write(document, path, Format.EXCEL, language)
        return read_cells(path, path.read_bytes(), _NO_LIMITS)


_NO_LIMITS = WorkbookLimits(*(10**12 for _ in fields(WorkbookLimits)))
