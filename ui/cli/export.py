"""``export FILE``: any report of the catalogue as a file."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tournament.event.problem import Problem, Refused
from tournament.language import LANGUAGES, Text, mark, verbatim
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import ANY_PATH, changed_file_argument, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import json_line, print_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from reports.catalogue import Format, Report, ReportOptions
    from reports.design import PaperDesign
    from tournament.event.prizes import PrizeCategory
    from tournament.use_cases import View

EVENT_SUFFIX = ".qv"


@command("export")
@changed_file_argument
@option("--what", metavar="NAME", help_text=mark("Name of the report, or list."))
@option(
    "--set",
    "set_name",
    metavar="NAME",
    help_text=mark("Instead of --what: a print set, or list; --out is one PDF file or a folder."),
)
@option("--walls", type=click.IntRange(1, 99), metavar="N", help_text=mark("Print set: copies of papers for walls; 1."))
@option(
    "--to",
    metavar="FORMAT",
    help_text=mark("pdf, xlsx, html, csv, parquet, json, svg, png; by default the extension of --out."),
)
@option("--out", type=ANY_PATH, help_text=mark("File to write; an existing file is replaced."))
@option(
    "--session",
    type=int,
    metavar="NUMBER",
    help_text=mark("After this session, or of this session, depending on the report."),
)
@option("--table", type=int, metavar="NUMBER", help_text=mark("The sheet of this table only."))
@option("--hand", type=int, metavar="NUMBER", help_text=mark("The ruling slip of this hand only."))
@option(
    "--second-lang",
    type=click.Choice([language.code for language in LANGUAGES]),
    help_text=mark("Adds this language to the same page: headings and words in both."),
)
@option(
    "--paper",
    type=click.Choice(["a4", "a3", "letter"]),
    default="a4",
    help_text=mark("The size of the pages: a4, a3 for posters on a wall, or letter."),
)
@option(
    "--csv-for",
    type=click.Choice(["excel", "programs"]),
    help_text=mark("CSV for people who use Excel, or plain CSV for programs; by default as in earlier versions."),
)
@option(
    "--category",
    metavar="NAME",
    help_text=mark("Certificates and prizes of one category: teams, countries, country:FR, club:NAME, best-hand …"),
)
@option("--first", type=int, metavar="N", help_text=mark("Certificates and prizes: only the first N places."))
@option(
    "--prizes-so-far",
    is_flag=True,
    help_text=mark("Certificates and prizes before the end: shows who would win what so far."),
)
@option("--formulas", is_flag=True, help_text=mark("Workbook: writes the totals of the standings as formulas."))
@option(
    "--no-phone-codes",
    is_flag=True,
    help_text=mark("Score sheets: omits the codes with which players type at the table."),
)
@option(
    "--reasons",
    is_flag=True,
    help_text=mark("Referee’s report: why players left or were replaced, where an earlier version stored it."),
)
@option(
    "--badge-size",
    type=click.Choice(["a6", "a7", "85x55"]),
    help_text=mark("Badges: a6, a7 (the default), or 85x55 millimetres."),
)
@option("--schedule-on-back", is_flag=True, help_text=mark("Badges on both sides: the back shows the seats."))
@option(
    "--certificates",
    type=click.Choice(["everybody", "winners"]),
    help_text=mark(
        "Certificates for everybody (the default of --what), or for the first three and the winners of prizes (that of "
        "--set)."
    ),
)
@option("--words", metavar="TEXT", help_text=mark("Certificates: your own words on each of them."))
@option(
    "--signature",
    "signatures",
    multiple=True,
    metavar="NAME",
    help_text=mark("Certificates: a line for this signature; up to three times."),
)
@option("--portrait", is_flag=True, help_text=mark("Certificates: upright pages."))
@option(
    "--country-codes",
    type=click.Choice(["alpha-2", "alpha-3", "ioc"]),
    help_text=mark("Files for federations: FR, FRA, or the codes of sports federations, such as SUI."),
)
@option("--whole-points", is_flag=True, help_text=mark("Files for federations: rounds table points to whole ones."))
@option(
    "--double-sided",
    is_flag=True,
    help_text=mark("Print set: each paper begins on a new sheet when the file is printed on both sides."),
)
@option("--public", is_flag=True, help_text=mark("Uses only public results; anything more is refused."))
@json_option
@option("--note", is_flag=True, help_text=mark("Records in the event that this report was exported."))
@click.pass_obj
def export(
    context: CliContext,
    /,
    *,
    file: Path,
    what: str | None,
    set_name: str | None,
    walls: int | None,
    out: Path | None,
    session: int | None,
    second_lang: str | None,
    paper: str,
    note: bool,
    as_json: bool,
    badge_size: str | None,
    schedule_on_back: bool,
    words: str | None,
    signatures: tuple[str, ...],
    portrait: bool,
    double_sided: bool,
    certificates: str | None,
    **of_report: Any,
) -> None:
    """Export one report or a print set, in the language of the event unless ``--lang`` selects another."""
    design = _design(badge_size, words, signatures, schedule_on_back=schedule_on_back, portrait=portrait)
    if set_name is not None:
        from ui.cli.print_sets import SetExport, export_set

        others = {f"--{name.replace('_', '-')}": value for name, value in of_report.items()}
        _refuse_together(context, {"--what": what, **others}, "--set")
        if out is not None:
            refuse_event_file(out)
        wanted = SetExport(set_name, out, session, walls or 1, second_lang, paper, note=note, as_json=as_json,
                           design=design, double_sided=double_sided,
                           everybody=certificates == "everybody")  # fmt: skip
        export_set(context, file, wanted)
        return
    _refuse_together(context, {"--walls": walls, "--double-sided": double_sided}, "--what")
    if what is None:
        raise click.UsageError(context.translate(mark("Say what to export: add --what NAME or --set NAME.")))
    if what == "list":
        _print_reports(context, file)
        return
    if out is None:
        raise click.UsageError(context.translate(mark("Say where to write: add --out PATH.")))
    asked = _ReportExport(what, out, session, second_lang, paper, note, design, certificates, **of_report)
    try:
        _export_report(context, file, asked, as_json=as_json)
    except Refused as refused:
        if as_json:
            print_json({"written": None, "missing": [_missing_json(context, each) for each in refused.problems]})
        raise


@dataclass(frozen=True, slots=True)
class _ReportExport:
    """One report as it was asked for. What follows ``certificates`` has no effect on a print set."""

    what: str
    out: Path
    session: int | None
    second_lang: str | None
    paper: str
    note: bool
    design: "PaperDesign"
    certificates: str | None
    to: str | None
    table: int | None
    hand: int | None
    csv_for: str | None
    category: str | None
    first: int | None
    prizes_so_far: bool
    formulas: bool
    no_phone_codes: bool
    reasons: bool
    public: bool
    country_codes: str | None
    whole_points: bool

    def options(self, category: "PrizeCategory | None") -> "ReportOptions":
        """The same for the report, printed now."""
        from reports.catalogue import ReportOptions
        from tournament.event.country import CountryCodes

        return ReportOptions(
            printed=datetime.now().astimezone(),
            session=self.session,
            table=self.table,
            hand=self.hand,
            category=category,
            first=self.first,
            formulas=self.formulas,
            prizes_so_far=self.prizes_so_far,
            public=self.public,
            phones=not self.no_phone_codes,
            reasons=self.reasons,
            design=self.design,
            country_codes=CountryCodes(self.country_codes) if self.country_codes else None,
            whole_points=self.whole_points,
            winners=self.certificates == "winners",
        )


def _export_report(context: CliContext, file: Path, asked: _ReportExport, *, as_json: bool) -> None:
    """Write the report, note it in the event if that is wanted, and print what was written."""
    from reports.catalogue import CsvFor, PageSize, build, write
    from tournament.event.role import Act
    from tournament.ledger.facts import PaperNoted
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import NotePaper

    report = _report(asked.what)
    format = _format(report, asked.to or asked.out.suffix.removeprefix(".").lower())
    _check_options(context, report, format, csv_for=asked.csv_for, formulas=asked.formulas, session=asked.session)
    _check_flags(context, report, no_phone_codes=asked.no_phone_codes, reasons=asked.reasons,
                 federation=bool(asked.country_codes) or asked.whole_points)  # fmt: skip
    _check_design(context, report, asked.design)
    if asked.certificates and report.name != "certificates":
        raise click.UsageError(context.translate(mark("Use --certificates only with --what certificates or --set.")))
    category = _category(context, report, asked.category, asked.first, prizes_so_far=asked.prizes_so_far)
    refuse_event_file(asked.out)
    with event_for_writing(file, Act.PAPERS, answers=True) if asked.note else event_for_reading(file) as book:
        view = book.view
        options = asked.options(category)
        document = build(report, view, options)
        remarks = [*_remarks(report, view, options), *document.remarks]
        language = context.language_of_pages(view.settings.language, asked.second_lang).with_words(document.words)
        csv = CsvFor(asked.csv_for) if asked.csv_for else CsvFor.SCRIPTS
        write(document, asked.out, format, language, page_size=PageSize[asked.paper.upper()], csv_for=csv)
        if asked.note:
            title, entries = language.each[0].render(document.title), len(view.journal)
            noted = PaperNoted(report.name, title, format.value, entries, asked.session, asked.table, asked.hand,
                               category, asked.first, asked.public)  # fmt: skip
            carry_out(book, NotePaper(noted), by=author_of(context))
    for remark in remarks:
        context.print_remark(remark)
    _print_written(context, asked.out, report.name, format, document.fingerprint, as_json=as_json)


def _refuse_together(context: CliContext, options: "Mapping[str, object]", flag: str) -> None:
    """Refuse the first of ``options`` that is given, because it has no effect beside ``flag``."""
    for name, value in options.items():
        if value:
            text = mark("{option} cannot be used with {flag}.", option=name, flag=flag)
            raise click.UsageError(context.translate(text))


def _print_reports(context: CliContext, file: Path) -> None:
    """Print each report with its formats, and why reports of a federation are missing."""
    for report in _reports(file):
        context.print_line(" ".join((report.name, *(format.value for format in report.formats))))
    for problem in _faulty_federations():
        context.print_remark(problem.text)


def _print_written(
    context: CliContext, out: Path, report: str, format: "Format", fingerprint: str, *, as_json: bool
) -> None:
    """Print what was written; on standard error if the report itself goes to standard output."""
    from reports.writers.atomic_file import is_stream

    to_stderr = is_stream(out)
    if as_json:
        answer: dict[str, object] = {"written": str(out), "report": report, "format": format.value,
                  "fingerprint": fingerprint, "missing": []}  # fmt: skip
        if to_stderr:
            context.print_to_stderr(verbatim(json_line(answer)))
        else:
            print_json(answer)
        return
    tell = context.print_to_stderr if to_stderr else context.print_line
    tell(mark("Written: {file}", file=str(out)))
    tell(mark("fingerprint: {fingerprint}", fingerprint=fingerprint))


def _remarks(report: "Report", view: "View", options: "ReportOptions") -> list[Text]:
    """Remarks on the report: that it shows more than is public, or no prizes yet."""
    from reports.catalogue import prizes_wait, withheld_text

    withheld = withheld_text(report, view, options)
    remarks = [] if withheld is None else [withheld]
    if prizes_wait(report, view, options):
        remarks.append(mark("It shows no prizes, as the results are not final: --prizes-so-far shows them."))
    return remarks


def _check_options(
    context: CliContext,
    report: "Report",
    format: "Format",
    *,
    csv_for: str | None,
    formulas: bool,
    session: int | None,
) -> None:
    """Refuse options that have no effect on this report."""
    from reports.catalogue import Format

    if csv_for is not None and format is not Format.CSV:
        raise click.UsageError(context.translate(mark("Use --csv-for only with --to csv.")))
    if formulas and report.name != "workbook":
        raise click.UsageError(context.translate(mark("Use --formulas only with --what workbook.")))
    if session is not None and report.name == "workbook":
        text = mark(
            "The workbook contains every session: omit --session, or export standings or sessions on their own."
        )
        raise click.UsageError(context.translate(text))


def _check_flags(
    context: CliContext, report: "Report", *, no_phone_codes: bool, reasons: bool, federation: bool
) -> None:
    """Refuse flags that have no effect on this report."""
    from reports.catalogue import ReportGroup

    if federation and report.group is not ReportGroup.FEDERATIONS:
        text = mark("Use --country-codes and --whole-points only with reports to federations.")
        raise click.UsageError(context.translate(text))
    if no_phone_codes and report.name != "score-sheets":
        raise click.UsageError(context.translate(mark("Use --no-phone-codes only with --what score-sheets.")))
    if reasons and report.name != "referee-report":
        raise click.UsageError(context.translate(mark("Use --reasons only with --what referee-report.")))


def _design(
    badge_size: str | None, words: str | None, signatures: tuple[str, ...], *, schedule_on_back: bool, portrait: bool
) -> "PaperDesign":
    """The selected look of badges and certificates. Raise Refused if there are too many words or signatures."""
    from reports.design import BadgeSize, PaperDesign
    from tournament.event.officials import certificate_problems

    signed = tuple(filter(None, (each.strip() for each in signatures)))
    problems = tuple(certificate_problems(words or "", signed))
    if problems:
        raise Refused(*problems)
    badge = BadgeSize.A7 if badge_size is None else BadgeSize(badge_size)
    return PaperDesign(badge, schedule_on_back, portrait, words or "", signed)


def _check_design(context: CliContext, report: "Report", design: "PaperDesign") -> None:
    """Refuse choices of design that have no effect on this report."""
    from reports.design import USUAL_DESIGN

    usual = USUAL_DESIGN
    badges = (design.badge, design.schedule_on_back) != (usual.badge, usual.schedule_on_back)
    if badges and report.name != "badges":
        text = mark("Use --badge-size and --schedule-on-back only with --what badges, or with --set.")
        raise click.UsageError(context.translate(text))
    if (design.words or design.signatures or design.portrait) and report.name != "certificates":
        text = mark("Use --words, --signature and --portrait only with --what certificates, or with --set.")
        raise click.UsageError(context.translate(text))


def _category(
    context: CliContext, report: "Report", typed: str | None, first: int | None, *, prizes_so_far: bool
) -> "PrizeCategory | None":
    """The selected category. Raises Refused if there is no such category, or if no place is selected."""
    from tournament.event.prizes import read_category, unknown_category

    if not report.by_category and (typed is not None or first is not None or prizes_so_far):
        names = ", ".join(each.name for each in _all_reports() if each.by_category)
        text = mark("Use --category, --first and --prizes-so-far only with --what {reports}.", reports=names)
        raise click.UsageError(context.translate(text))
    if first is not None and first < 1:
        raise Refused(Problem("first-range", mark("--first {first}: must be 1 or more.", first=first), "first"))
    found = None if typed is None else read_category(typed)
    if typed is not None and found is None:
        raise Refused(unknown_category(typed))
    return found


def _all_reports() -> "Sequence[Report]":
    from reports.catalogue import REPORTS

    return REPORTS


def _missing_json(context: CliContext, problem: Problem) -> dict[str, object]:
    """One missing or wrong item as JSON, with the player, session or table that it concerns."""
    from reports.federations.gate import Gap

    found: dict[str, object] = {"code": problem.code, "text": context.translate(problem.text), "field": problem.field}
    if isinstance(problem, Gap):
        found |= {"player": problem.player or None, "session": problem.session or None, "table": problem.table or None}
    return found


def _reports(file: Path) -> "Sequence[Report]":
    """The reports that exist for the event; all reports if there is no such file."""
    from reports.catalogue import all_reports, offered_reports

    if not file.exists():
        return all_reports()
    with event_for_reading(file) as book:
        settings = book.view.settings
        return offered_reports(book.view.rules, settings.format, money=settings.counts_money)


def _faulty_federations() -> "Sequence[Problem]":
    """The user's data files of federations that cannot be used, so that their reports are missing in the list."""
    from reports.federations.known import known_federations

    return [
        Problem("federation-faulty", mark("{file}: {fault}", file=str(each.path), fault=fault.located), "what")
        for each in known_federations().faulty
        for fault in each.faults
    ]


def _report(name: str) -> "Report":
    from reports.catalogue import PARTS, all_reports, report_called

    found = report_called(name)
    if found is None and name in PARTS:
        text = mark("“{name}” is now a part of the report “{report}”.", name=name, report=PARTS[name])
        raise Refused(Problem("report-unknown", text, "what"))
    if found is None:
        known = ", ".join(report.name for report in all_reports())
        text = mark("There is no report “{name}”. The reports are: {known}.", name=name, known=known)
        raise Refused(Problem("report-unknown", text, "what"), *_faulty_federations())
    return found


def _format(report: "Report", name: str) -> "Format":
    found = next((format for format in report.formats if format.value == name), None)
    if found is None:
        known = ", ".join(format.value for format in report.formats)
        text = mark("“{report}” is not available as “{name}”. Choose from: {known}.", report=report.name, name=name,
                    known=known)  # fmt: skip
        raise Refused(Problem("format-unknown", text, "to"))
    return found


def refuse_event_file(out: Path) -> None:
    """Raise Refused if ``out`` is an event, or has the name of one."""
    from reports.writers.atomic_file import holds_event

    if out.suffix.casefold() == EVENT_SUFFIX or holds_event(out):
        text = mark("“{file}” is an event: a report never replaces one. Choose another name.", file=str(out))
        raise Refused(Problem("out-is-event", text, "out"))
