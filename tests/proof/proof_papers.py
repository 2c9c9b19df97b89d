"""Every report in every format and language, of events of every size: made, opened, compared with a second account."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from reports.catalogue import REPORTS, Format, Report, ReportOptions, all_reports, build, write
from reports.document import Document
from reports.event_json import read_event_json
from reports.writers.atomic_file import ExportFailed
from tests.proof.covered import EVENT
from tests.proof.paper_account import Account, Line, Told, Wanted, wanted_of
from tests.proof.paper_events import CITY, ORGANISER, PLACE, PRINTED, SIZES, PaperEvent, Size, paper_event
from tests.proof.paper_reading import (
    MARKUP,
    NOTHING,
    FileRead,
    LineRead,
    PageRead,
    TableRead,
    Value,
    number_in,
    read_file,
    squeezed,
)
from tests.proof.part import Outcome, Part, temporary_folder
from tournament.event.problem import Refused
from tournament.language import ENGLISH, LANGUAGES, Language, Text, bilingual, language_of, mark

FRENCH = language_of("fr")
TONGUES = (*LANGUAGES, bilingual(ENGLISH, FRENCH))
WITHOUT_FOOT = ("badges", "table-signs", "certificates")
"""Papers that players carry or take home, or that are put on tables: they have no page numbers."""
WITH_NAMES_IN_LANGUAGES = ("rules", "fans", "ruling-slips")
"""Papers that show each fan in more than one language."""
WITHOUT_HEAD = ("badges", "table-signs", "event", "players", "penalties", "hands")
_INSIDE = 3.0
"""Points from the edge of the paper within which nothing may be printed."""
_SEEN = 3
"""The most differences of one table that are reported."""


@dataclass(frozen=True, slots=True)
class Case:
    """One report of one event in one language, in all its formats."""

    size: Size
    final: bool
    tongue: Language
    report: str

    @property
    def name(self) -> str:
        """The case in a few words."""
        tongue = "+".join(each.code for each in self.tongue.each)
        return f"{self.report}, {self.size.name} players, {'final' if self.final else 'provisional'}, {tongue}"


def cases() -> list[Case]:
    """All of them, those of one event together; of the largest one not every state in every language."""
    events: list[tuple[Size, bool, Sequence[Language]]] = [
        (size, final, TONGUES) for size in SIZES if not size.strange for final in (False, True)
    ]
    for size in SIZES:
        if size.strange:
            events += [(size, True, (ENGLISH,)), (size, False, TONGUES[-1:]), (size, True, (FRENCH,))]
    return [
        Case(size, final, tongue, report.name)
        for size, final, tongues in events
        for report in all_reports()
        for tongue in tongues
    ]


@lru_cache(maxsize=2)
def _account(size: Size, *, final: bool) -> tuple[PaperEvent, Account]:
    event = paper_event(size, final=final)
    return event, Account(event.records)


def run(seed: int) -> Outcome:
    """Try one case."""
    return try_case(cases()[seed - 1])


def try_case(case: Case, formats: Sequence[Format] = tuple(Format)) -> Outcome:
    """Make the report in every one of its formats that is among ``formats``, open each file and compare."""
    outcome = Outcome()
    event, account = _account(case.size, final=case.final)
    report = next(each for each in all_reports() if each.name == case.report)
    try:
        document = build(report, event.view, ReportOptions(PRINTED))
    except Refused as refused:
        texts = [ENGLISH.render(problem.text) for problem in refused.problems]
        outcome.expect(all(texts), f"{case.name}: refused without a reason")
        outcome.count("reports refused with a reason")
        reason = report.name if len(texts) > 1 else texts[0]
        outcome.remarks[f"refused: {reason}" + (f" ({refused.problems[0].code} …)" if len(texts) > 1 else "")] += 1
        return outcome
    tongue = case.tongue.each[0] if report.one_language else case.tongue
    checks = _Checks(case, report, document, tongue, event, account, outcome)
    with temporary_folder() as folder:
        for format in [each for each in report.formats if each in formats]:
            path = Path(folder) / f"{report.name}.{format.value}"
            try:
                write(document, path, format, case.tongue)
            except ExportFailed as failed:
                outcome.failures.append(f"{case.name}, {format.value}: {ENGLISH.render(failed.message)}")
                continue
            checks.file(path, format)
            outcome.count("files made and opened")
            outcome.count(f"files as {format.value}")
    return outcome


class _Checks:
    """What must be true of each file of one case."""

    def __init__(
        self, case: Case, report: Report, document: Document, tongue: Language, event: PaperEvent, account: Account,
        outcome: Outcome,
    ) -> None:  # fmt: skip
        self.case, self.report, self.document, self.tongue = case, report, document, tongue
        self.event, self.account, self.outcome = event, account, outcome
        self.format = Format.PDF

    def expect(self, held: bool, said: str) -> None:
        """Note what is wrong, with the case."""
        self.outcome.expect(held, f"{self.case.name}, {self.format.value}: {said}")
        self.outcome.count("expectations")

    def file(self, path: Path, format: Format) -> None:
        """Open ``path`` and check its whole content."""
        self.format = format
        if format is Format.JSON:
            self._journal(path)
            return
        if format in (Format.SVG, Format.PNG):
            self._language(read_file(path, format, ()).words)
            return
        exact = next((table for table in self.document.exact if table.suffix == format.value), None)
        found = read_file(path, format, tuple(self._parts()) if exact is None else ())
        if format is not Format.PARQUET:
            self.expect(not found.formulas, f"would be run: {found.formulas[:_SEEN]}")
        if exact is None and format in (Format.PDF, Format.HTML, Format.EXCEL):
            self._head_and_foot(found)
        if format is Format.PDF:
            self.outcome.count("pages", len(found.pages))
            self._pages(found.pages)
            self._forms(found.pages)
            self._whole(found.tables)
        if format is Format.HTML:
            self.expect(found.markup <= MARKUP, f"markup of others: {found.markup - MARKUP}")
        if exact is None and format is not Format.PARQUET:
            self._language(found.words)
            self._rows(found.tables)
        if exact is not None:
            self._reported(found.tables)
        if format is Format.PARQUET:
            rows = sum(len(table.rows) for table in found.tables)
            self.expect(rows == self._rows_of_data(), f"{rows} rows for {self._rows_of_data()}")

    def _parts(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """The sections of a CSV file: their headings, and their numbers of rows."""
        own = self.document.section_name, self.document.label_names
        for section in self.document.sections:
            headings = (*(each for each in own if each is not None), *(each.heading for each in section.table.columns))
            if section.table.rows:
                yield tuple(self.tongue.render(each) for each in headings), len(section.table.rows)

    def _head_and_foot(self, found: FileRead) -> None:
        name, view = self.report.name, self.event.view
        about = squeezed(found.about)
        if name not in WITHOUT_HEAD:
            told = (
                (view.settings.name,) if self.format is Format.EXCEL else (view.settings.name, PLACE, CITY, ORGANISER)
            )
            for each in told:
                self.expect(squeezed(each) in about, f"“{each}” is not at its head")
        if self.format is not Format.PDF or name not in WITHOUT_FOOT:
            self.expect(str(view.fingerprint) in found.about, "the fingerprint is missing")
        if self.document.provisional is not None:
            self.expect(self.document.provisional is not self.case.final, "provisional where it is final, or otherwise")
        if self.document.provisional and self.format is not Format.EXCEL:
            mark_ = squeezed(self.tongue.each[0].render(mark("Provisional")))
            self.expect(mark_.casefold() in about.casefold(), "“Provisional” is not at its head")

    def _pages(self, pages: Sequence[PageRead]) -> None:
        self.expect(bool(pages), "no page")
        last = f"{len(pages)}"
        for number, page in enumerate(pages, start=1):
            lines = [line for line in page.lines if line.text.strip()]
            self.expect(any(line.part != "Artifact" for line in lines), f"page {number} is empty")
            outside = [
                line.text for line in lines
                if line.left < _INSIDE or line.right > page.wide - _INSIDE or line.base < _INSIDE
                or line.base + line.size * 0.7 > page.high - _INSIDE
            ]  # fmt: skip
            self.expect(not outside, f"page {number}, outside the paper: {outside[:_SEEN]}")
            over = list(overlaps(lines))
            self.expect(not over, f"page {number}, one over the other: {over[:_SEEN]}")
            if self.report.name not in WITHOUT_FOOT:
                wanted = squeezed(self.tongue.render(mark("Page {page} of {pages}", page=number, pages=int(last))))
                said = any(squeezed(line.text) == wanted for line in lines)
                self.expect(said, f"page {number} does not say “{wanted}”")
            cut = [line.text for line in lines if line.text.endswith("…")]
            if cut:
                self.outcome.remarks[f"cut short: {self.report.name}, {self.case.size.name} players"] += len(cut)

    def _whole(self, tables: Iterable[TableRead]) -> None:
        """Rows that belong together are on one page."""
        if not any(section.table.together for section in self.document.sections):
            return
        heading = squeezed(self.tongue.render(mark("Table")))
        for table in tables:
            keys = [squeezed(each) for each in table.headings]
            if keys[0] != heading:
                continue
            pages: dict[Value, set[int]] = {}
            for row, page in zip(table.rows, table.pages, strict=True):
                pages.setdefault(row[0], set()).add(page)
            split = [key for key, where in pages.items() if len(where) > 1]
            self.expect(not split, f"tables split over pages: {split[:_SEEN]}")

    def _rows(self, tables: Sequence[TableRead]) -> None:
        for wanted in wanted_of(self.report.name, self.account, self.tongue):
            keys = [squeezed(_heading(each, self.tongue)) for each in wanted.headings]
            kinds = _kinds(wanted.lines)
            numbers = [index for index, kind in enumerate(kinds) if kind and not wanted.some]
            found = []
            for table in tables:
                headings = [squeezed(each) for each in table.headings]
                if set(keys) == set(headings) if wanted.alone else set(keys) <= set(headings):
                    columns = [headings.index(key) for key in keys]
                    rows = [[row[column] if column < len(row) else "" for column in columns] for row in table.rows]
                    if all(any(number_in(row[each]) is not None for row in rows) for each in numbers):
                        found += rows
            self._compare(wanted, found)

    def _compare(self, wanted: Wanted, found: Iterable[Sequence[Value]]) -> None:
        lines = Counter(tuple(map(_told, line)) for line in wanted.lines)
        kinds, own = _kinds(wanted.lines), {line[wanted.key] for line in lines}
        read = Counter(
            tuple(map(_read, row, kinds))
            for row in found
            if row[wanted.key] not in (*NOTHING, None)
            and (not kinds or not kinds[wanted.key] or number_in(row[wanted.key]) is not None)
            and (not wanted.named or (own and _read(row[wanted.key], kinds[wanted.key]) in own))
        )
        if wanted.some:
            much = read - lines
            self.expect(bool(read) or not lines, f"no rows of {len(lines)}")
            self.expect(not much, f"rows that are not so: {_shown(much)}, for one {_shown(lines)}")
        else:
            missing, much = lines - read, read - lines
            self.expect(
                not missing and not much,
                f"{missing.total()} rows missing, {much.total()} wrong: {_shown(missing)} / {_shown(much)}",
            )
        self.outcome.count("rows compared", read.total())
        self.outcome.count("numbers compared", read.total() * sum(kinds))

    def _forms(self, pages: Sequence[PageRead]) -> None:
        """Who sits at each sheet, what each badge, card and certificate says."""
        texts = [squeezed("".join(line.text for line in page.lines)) for page in pages]
        names, account = account_names(self.account), self.account
        match self.report.name:
            case "score-sheets" | "filled-sheets":
                sheets = [
                    (session, table, players)
                    for session, table, players in account.seats()
                    if self.report.name == "score-sheets" or (session, table) in account.counted.tables
                ]
                self.expect(len(sheets) == len(pages), f"{len(pages)} pages for {len(sheets)} sheets")
                for (session, table, players), text in zip(sheets, texts, strict=False):
                    self._names(text, players, f"session {session}, table {table}")
                    if (name := account.final_name(session, table)) is not None:
                        held = squeezed(self.tongue.render(name)) in text
                        self.expect(held, f"the final at session {session}, table {table}, is not named")
                    if self.report.name == "filled-sheets":
                        totals = account.counted.tables[session, table].scores
                        shown = [squeezed(f"{total:+d}".replace("-", "−").replace("+0", "0")) for total in totals]
                        plain = [each.removeprefix("+") for each in shown]
                        held = all(each in text or other in text for each, other in zip(shown, plain, strict=True))
                        self.expect(held, f"totals {totals} of session {session}, table {table}")
                        self.outcome.count("numbers compared", 4)
            case "certificates":
                self.expect(len(pages) == len(account.ranked), f"{len(pages)} for {len(account.ranked)} players")
                places = account.counted.ranking
                for number, text in zip(
                    sorted(account.ranked, key=lambda each: places[each].rank), texts, strict=False
                ):
                    rank = places[number].rank
                    level = sum(places[each].rank == rank for each in account.ranked)
                    place = mark("Place {place} of {players}", place=rank, players=len(account.ranked))
                    if level > 1:
                        place = mark("Place {place} (shared by {count}) of {players}", place=rank, count=level,
                                     players=len(account.ranked))  # fmt: skip
                    self.expect(squeezed(self.tongue.each[0].render(place)) in text, f"the place of {number}")
                    self.outcome.count("numbers compared")
                whole = "".join(texts)
                lost = [number for number in account.ranked if squeezed(names[number])[:30] not in whole]
                self.expect(not lost, f"no certificate names {lost[:_SEEN]}")
            case "badges":
                whole = "".join(texts)
                lost = [number for number, name in names.items() if squeezed(name)[:20] not in whole]
                self.expect(not lost, f"no badge names {lost[:_SEEN]}")
                self.outcome.count("rows compared", len(names))
                turns = sum(map(len, account.sit_out.values()))
                told = whole.count(squeezed(self.tongue.render(mark("sits out"))))
                self.expect(told == turns, f"badges name {told} of {turns} turns to sit out")
            case "table-signs":
                tables = max(len(tables) for tables in account.seating)
                self.expect(len(pages) == -(-tables // 2), f"{len(pages)} pages for {tables} tables")
                last, whole = len(account.seating), "".join(texts)
                finals = [account.final_name(last, table) for table, _ in enumerate(account.seating[-1], 1)]
                lost = [table for table, name in enumerate(finals, 1)
                        if name is not None and squeezed(self.tongue.render(name)) not in whole]  # fmt: skip
                self.expect(not lost, f"no sign names the final at tables {lost}")
            case _:
                pass

    def _names(self, text: str, players: Iterable[int], where: str) -> None:
        """Both names of each player, as far as there is room."""
        for number in players:
            player = self.account.players[number]
            first, last = squeezed(player["first_name"]), squeezed(player["last_name"])
            self.expect(first[:5] in text and last[:5] in text, f"{where}: {first[:5]} {last[:5]} is not named")
        self.outcome.count("rows compared", 4)

    def _reported(self, tables: Sequence[TableRead]) -> None:
        """A federation's file names every ranked player once, with their results."""
        rows = [row for table in tables for row in table.rows]
        account = self.account
        self.expect(len(rows) == len(account.ranked), f"{len(rows)} rows for {len(account.ranked)} players")
        for number in account.ranked:
            player, place = account.players[number], account.counted.ranking[number]
            own = next((row for row in rows if player["ema_number"] in map(str, row)), None)
            said = {number_in(cell) for cell in own or ()}
            self.expect(own is not None and place.rank in said, f"{player['ema_number']} has not rank {place.rank}")
            if self.report.name.endswith("results"):
                points = [place.table_points, Fraction(place.score)]
                self.expect(all(each in said or _rounded(each) in said for each in points), f"{points} of {number}")
        self.outcome.count("rows compared", len(rows))

    def _rows_of_data(self) -> int:
        counts = {"hands": len(self.account.hands), "penalties": len(self.account.penalties)}
        return counts.get(self.report.name, len(self.account.players))

    def _language(self, words: Iterable[str]) -> None:
        """No words of another language than those asked for, where they are the program's own."""
        if self.report.name in WITH_NAMES_IN_LANGUAGES or (self.report.name == "workbook" and "zh" in self.tongue.code):
            return
        own = _own_words(self.event)
        foreign = _foreign_texts(tuple(each.code for each in self.tongue.each))
        seen = {each.strip() for each in words}
        found = [each for each in seen if each in foreign and each not in own]
        self.expect(not found, f"words of another language: {found[:_SEEN]}")

    def _journal(self, path: Path) -> None:
        from jsonschema import Draft202012Validator

        schema = json.loads((Path(__file__).parents[2] / "docs" / "event.schema.json").read_text(encoding="utf-8"))
        text = path.read_text(encoding="utf-8")
        if len(self.event.records) < 1000:
            errors = list(Draft202012Validator(schema).iter_errors(json.loads(text)))
            self.expect(not errors, f"not by the schema: {errors[:1]}")
        back = read_event_json(path)
        self.expect(tuple(back) == tuple(self.event.records), "another journal comes back")
        self.outcome.count("journals read back")


def _shown(rows: Iterable[Sequence[object]]) -> str:
    """The first of them in a few words."""
    first = sorted(map(str, (tuple(map(str, row)) for row in rows)))[:_SEEN]
    return " ".join(each[:160] for each in first)


def account_names(account: Account) -> dict[int, str]:
    """First and last name by number."""
    return dict(account.names)


def _heading(heading: Text | str, tongue: Language) -> str:
    return heading if isinstance(heading, str) else tongue.render(heading)


def _kinds(lines: Sequence[Line]) -> list[bool]:
    """Of each column whether it holds numbers."""
    columns = len(lines[0]) if lines else 0
    return [
        next((not isinstance(line[index], str) for line in lines if line[index] is not None), False)
        for index in range(columns)
    ]


def _told(value: Told) -> Fraction | str | None:
    if value is None:
        return None
    return squeezed(value).rstrip("*") if isinstance(value, str) else Fraction(value)


def _read(cell: Value, is_number: bool) -> Fraction | str | None:
    if cell is None or cell in NOTHING:
        return None
    return number_in(cell) if is_number else squeezed(str(cell)).replace("*,", ",").rstrip("*")


def _rounded(number: Fraction) -> Fraction:
    """To two decimals, half away from zero."""
    scaled = (2 * abs(number.numerator) * 100 + number.denominator) // (2 * number.denominator)
    return Fraction(scaled if number >= 0 else -scaled, 100)


def overlaps(lines: Sequence[LineRead]) -> Iterator[tuple[str, str]]:
    """Lines that are printed over one another."""
    ordered = sorted(lines, key=lambda line: line.base)
    for index, line in enumerate(ordered):
        for other in ordered[index + 1 :]:
            if other.base > line.base + 0.6 * line.size:
                break
            across = min(line.right, other.right) - max(line.left, other.left)
            if across > 1.5 and abs(line.base - other.base) < 0.5 * min(line.size, other.size):
                yield line.text, other.text


@lru_cache(maxsize=4)
def _foreign_texts(codes: tuple[str, ...]) -> frozenset[str]:
    """Texts of the program in the other languages that are none of these; of more than a word, or a longer one."""
    texts = _all_texts()
    own = {each for code in codes for each in texts[code]}
    others = {each for code, said in texts.items() if code not in codes for each in said}
    return frozenset(each for each in others - own if len(each) > 3 and "{" not in each)


@lru_cache(maxsize=1)
def _all_texts() -> dict[str, frozenset[str]]:
    from babel.messages.mofile import read_mo

    found: dict[str, frozenset[str]] = {}
    english: set[str] = set()
    for language in LANGUAGES:
        path = Path(__file__).parents[2] / "assets" / "locale" / language.code / "LC_MESSAGES" / "quatre-vents.mo"
        if not path.exists():
            continue
        with path.open("rb") as file:
            catalogue = read_mo(file)
        said: set[str] = set()
        for message in catalogue:
            if message.id:
                english.update([message.id] if isinstance(message.id, str) else message.id)
                strings = message.string or ()
                said.update([strings] if isinstance(strings, str) else strings)
        found[language.code] = frozenset(said)
    return found | {"en": frozenset(english)}


@lru_cache(maxsize=2)
def _own_words(event: PaperEvent) -> frozenset[str]:
    """Words of users, which are the same in every language."""
    settings = event.view.settings
    words = {settings.name, settings.place, settings.organiser, settings.city}
    for player in event.view.players.values():
        words |= {player.name, player.first_name, player.last_name, player.team, player.club, player.country}
    return frozenset(words)


def _every_report(whole: Outcome, cases_run: int) -> tuple[str, ...]:
    if cases_run < PART.cases:
        return ()
    made = {report.name for report in REPORTS}
    return () if whole.counts["files made and opened"] > len(made) else ("too few files were made",)


PART = Part(
    name="papers",
    title="Every paper and every file",
    brief="Every paper and file is complete, legible and right.",
    covers=(*EVENT, "reports", "tournament/draw", "tournament/language"),
    promise="Every report in every format and language, for events from a single table to the largest, "
    "provisional and final, with the longest and strangest names that are accepted. Each is made and "
    "opened by another library, and its ranks, points, scores, seats, hands and penalties are those of "
    "the second account. There is no text outside the paper or over other text, no empty page and nothing "
    "split; every page has its number, head and fingerprint, in the requested language. No cell is run as "
    "a formula, and no name becomes markup. A report that cannot be made says why.",
    cases=len(cases()),
    short=30,
    run=run,
    limit=600,
    counted="reports in a language",
    enough=_every_report,
)
