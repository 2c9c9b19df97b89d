"""Random events with every action, counted a second time, and read back from their exports."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import get_args

from reports.catalogue import Format, ReportOptions, build, report_called, write
from reports.frames import event_frames
from reports.papers import outdated_papers
from tests.proof.covered import EVENT
from tests.proof.part import Outcome, Part, temporary_folder
from tests.proof.random_event import RandomEvent
from tests.proof.random_phones import check_in_by_phone, type_at_the_table
from tests.reports.frames.agreement import check_agreement
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.granted_again import differences
from tournament.event.player import public_players
from tournament.event.seating import Seating, final_tables
from tournament.event.settings import FinalRanks
from tournament.language import ENGLISH
from tournament.ledger.audit import audit
from tournament.ledger.codec import decode
from tournament.ledger.entry import Record
from tournament.ledger.facts import Fact
from tournament.ledger.journal import Journal
from tournament.use_cases import Refused, View
from tournament.use_cases.check import check_records
from tournament.use_cases.coherence import refuse_contradictions

FORMATS = (Format.EXCEL, Format.CSV, Format.HTML)
OF_A_RECOVERY = {"event-recovered", "event-restored"}
"""Kinds of entries that no event writes into itself."""
_EVERY_SO_MANY = 8
"""One event of so many is exported and read back."""
_VULGAR = dict(zip("¼½¾⅓⅔⅙⅚", map(Fraction, ("1/4", "1/2", "3/4", "1/3", "2/3", "1/6", "5/6")), strict=True))
_PARTS = re.compile(r"\d+/\d+|\d+\.\d+|\d+|[¼½¾⅓⅔⅙⅚]")
_FORMULA = re.compile(r"^'(?=[=+\-@])")
"""The apostrophe by which a CSV file keeps a spreadsheet from running a text."""
_FINALS = "finals played beside other tables, ranks by"
_POINTS = ("Table points", "Final points")
"""Headings of what ranks players: under riichi rules these are final points."""

Line = tuple[int, str, Fraction, int]
"""Rank, name, table points and score of a player."""


def run(seed: int) -> Outcome:
    """Play one event, recompute it at some moments and at its end."""
    outcome, chance, store = Outcome(), Random(f"checks/{seed}"), FakeStore()
    event = RandomEvent(seed, store)
    steps = chance.choice((10, 25, 60, 60, 90))
    typed = chance.random() < 0.3
    parts = sorted(chance.sample(range(steps), 2))
    for end, start in zip((*parts, steps), (0, *parts), strict=True):
        event.play(end - start)
        if typed:
            check_in_by_phone(event)
            type_at_the_table(event)
        _recompute(seed, store.records, outcome)
        if outcome.failures:
            break
    outcome.counts.update(event.counts)
    outcome.failures.extend(f"seed {seed}: {failure}" for failure in event.failures)
    view = event.book.view
    outcome.count("players", len(view.players))
    outcome.count("sessions", len(view.drawn_sessions))
    outcome.count("entries", len(store.records))
    outcome.count(f"events by the rules {view.settings.rules}")
    outcome.count(f"events of the format {view.settings.format.value}")
    outcome.counts.update(f"kind: {kind}" for kind in {record.kind for record in store.records})
    if view.settings.format.is_drawn and not outcome.failures:
        outcome.failures.extend(f"seed {seed}: {difference}" for difference in differences(view))
        granted = sum(row.granted for row in view.standings().rows)
        outcome.count("players with points for sessions that they could not play", granted)
        outcome.counts.update(_finals_played(view))
    if seed % _EVERY_SO_MANY == 0:
        check_agreement(view, event_frames(view))
        outcome.count("data frames compared")
    if seed % _EVERY_SO_MANY == 0 and view.settings.format.is_drawn and not outcome.failures:
        outcome.failures.extend(f"seed {seed}: {failure}" for failure in read_back(view, store.records))
        outcome.count("exports read back", len(FORMATS))
        outcome.count("papers out of date", len(outdated_papers(view)))
    return outcome


def _finals_played(view: View) -> Iterator[str]:
    """What is counted: a final beside other tables of which a table has results, and the rule of the event for it."""
    for final in view.state.finals:
        tables = final_tables(view.seating or Seating(()), view.state.finals, final.session)
        counts = {sheet.table for sheet in view.sheets(final.session) if sheet.counts}
        if final.beside and counts.intersection(tables) and counts.difference(tables):
            yield f"{_FINALS} {view.settings.final_ranks.value}"


def _recompute(seed: int, records: Sequence[Record], outcome: Outcome) -> None:
    found = check_records(records)
    outcome.count("recomputed")
    try:
        refuse_contradictions(View(Journal(decode(record) for record in records)))
    except Refused as refused:
        words = "; ".join(ENGLISH.render(problem.text) for problem in refused.problems)
        outcome.failures.append(f"seed {seed}, after {len(records)} entries, no answer is given: {words}")
    for problem in found.problems:
        outcome.failures.append(f"seed {seed}, after {len(records)} entries: {ENGLISH.render(problem.text)}")


def read_back(view: View, records: Sequence[Record]) -> Iterable[str]:
    """What the exported standings say otherwise than the second account."""
    report = report_called("standings")
    assert report is not None
    granted = {row.player.number for row in view.standings().rows if row.granted}
    names = {number: player.name for number, player in public_players(view.players).items()}
    wanted: list[Line] = sorted(
        (row.rank, names[row.number] + " *" * (row.number in granted), row.table_points, row.score)
        for row in audit(records).ranking.values()
    )
    document = build(report, view, ReportOptions(printed=datetime(2026, 6, 13, tzinfo=UTC)))
    with temporary_folder() as folder:
        for format in FORMATS:
            path = Path(folder) / f"standings.{format.value}"
            write(document, path, format, ENGLISH)
            found = sorted(_lines(READERS[format](path)))
            if found != wanted:
                other = next((pair for pair in zip(found, wanted, strict=False) if pair[0] != pair[1]), None)
                yield f"{format.value}: {len(found)} lines for {len(wanted)}, the first difference {other}"


Rows = list[list[str]]


def _lines(rows: Rows) -> Iterable[Line]:
    """The players' lines under the headings, each once, however many tables the report has."""
    seen: set[str] = set()
    columns: dict[str, int] = {}
    for row in rows:
        if "Player" in row:  # a table of who is not ranked has no ranks
            columns = {heading: index for index, heading in enumerate(row)} if "Rank" in row else {}
        elif (
            columns
            and len(row) == len(columns)
            and row[columns["Rank"]].isdigit()
            and row[columns["Player"]] not in seen
        ):
            seen.add(row[columns["Player"]])
            points = _points(row[next(columns[heading] for heading in _POINTS if heading in columns)])
            score = int(row[columns["Score"]].replace("\N{MINUS SIGN}", "-").replace("+", "").replace(",", ""))
            yield int(row[columns["Rank"]]), row[columns["Player"]], points, score


def _points(written: str) -> Fraction:
    """Table points as an export writes them: 6.5, 13/2, 6½ or 6 5⁄12."""
    plain = written.replace("\N{MINUS SIGN}", "-").replace("\N{FRACTION SLASH}", "/")
    sign = -1 if plain.startswith("-") else 1
    parts = [_VULGAR.get(part) or Fraction(part) for part in _PARTS.findall(plain)]
    return sign * sum(parts, Fraction(0)).limit_denominator(1000)


def _read_csv(path: Path) -> Rows:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [[_FORMULA.sub("", cell) for cell in row] for row in csv.reader(file)]


def _read_excel(path: Path) -> Rows:
    from openpyxl import load_workbook

    book = load_workbook(path)
    rows = [
        ["" if value is None else str(value) for value in row]
        for sheet in book
        for row in sheet.iter_rows(values_only=True)
    ]
    book.close()
    return rows


class _Tables(HTMLParser):
    """The text of every cell of every table."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Rows = []
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, _attributes: list[tuple[str, str | None]]) -> None:
        """A row or a cell begins."""
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self._cell = []

    def handle_data(self, data: str) -> None:
        """Text of a cell."""
        if self._cell is not None:
            self._cell.append(data)

    def handle_endtag(self, tag: str) -> None:
        """A cell ends."""
        if tag in ("td", "th") and self._cell is not None:
            self.rows[-1].append("".join(self._cell).strip())
            self._cell = None


def _read_html(path: Path) -> Rows:
    parser = _Tables()
    parser.feed(path.read_text(encoding="utf-8"))
    return parser.rows


READERS = {Format.EXCEL: _read_excel, Format.CSV: _read_csv, Format.HTML: _read_html}


def _every_kind(whole: Outcome, cases: int) -> tuple[str, ...]:
    """Every kind of entry must have been written, or the events are not those of the program."""
    written = {what.removeprefix("kind: ") for what in whole.counts if what.startswith("kind: ")}
    for kind in list(whole.counts):
        if kind.startswith("kind: "):
            del whole.counts[kind]
    whole.counts["kinds of entries written"] = len(written)
    whole.counts["kinds of entries there are"] = len(get_args(Fact))
    never = sorted({fact.kind for fact in get_args(Fact)} - written - OF_A_RECOVERY)
    never += [f"{_FINALS} {rule.value}" for rule in FinalRanks if not whole.counts[f"{_FINALS} {rule.value}"]]
    return (f"never written: {', '.join(never)}",) if never and cases >= PART.cases // 10 else ()


PART = Part(
    name="events",
    title="Random events",
    brief="Two separate counts of any event give the same standings.",
    covers=(*EVENT, "reports"),
    promise="Events of every size, format and rule set, with every action in any order, valid and invalid. "
    "Everything that was written is counted by the sheets and standings and, a second time, by separate "
    "code from the text of the entries only, and both agree. Tiles are worth what a counter of the tests "
    "says. Undo and redo leave the account as it was. Exported standings, read back, match the second "
    "account.",
    cases=5000,
    short=40,
    run=run,
    limit=300,
    counted="events",
    enough=_every_kind,
)
