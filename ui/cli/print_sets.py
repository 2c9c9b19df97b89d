"""``export FILE --set NAME``: the papers of a print set, as one PDF file or a folder."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Problem, Refused
from tournament.language import listed, mark
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.design import PaperDesign
    from reports.print_sets import PreparedPaper, PreparedSet, PrintSet
    from tournament.use_cases import Book, View


@dataclass(frozen=True, slots=True)
class SetExport:
    """What to export, and where to."""

    name: str
    out: Path | None
    session: int | None
    walls: int
    second_lang: str | None
    paper: str
    note: bool
    as_json: bool
    design: "PaperDesign"
    double_sided: bool
    everybody: bool


def export_set(context: CliContext, file: Path, wanted: SetExport) -> None:
    """Write the papers of the set, and say which are left out and why; for the name ``list``, print the sets."""
    from reports.catalogue import PageSize
    from reports.print_sets import SetOptions, likely_session, prepare, write_set
    from tournament.event.role import Act

    if wanted.name == "list":
        with event_for_reading(file) as book:
            _print_sets(context, book.view, as_json=wanted.as_json)
        return
    if wanted.out is None:
        raise click.UsageError(context.translate(mark("Say where to write: add --out PATH.")))
    with event_for_writing(file, Act.PAPERS, answers=True) if wanted.note else event_for_reading(file) as book:
        view = book.view
        chosen = _chosen(context, wanted.name, view)
        if wanted.session is not None and not chosen.by_session:
            text = mark("“{set}” is not for one session: omit --session.", set=chosen.title)
            raise click.UsageError(context.translate(text))
        session = likely_session(view) if wanted.session is None else wanted.session
        printed = datetime.now().astimezone()
        options = SetOptions(printed, session if chosen.by_session else None, wanted.walls,
                             everybody=wanted.everybody, design=wanted.design)  # fmt: skip
        prepared = prepare(chosen, view, options)
        language = context.language_of_pages(view.settings.language, wanted.second_lang)
        size = PageSize[wanted.paper.upper()]
        written = write_set(prepared, wanted.out, language, page_size=size, double_sided=wanted.double_sided)
        if wanted.note:
            _note(context, book, prepared)
    _print_written(context, wanted, prepared, written)


def _sets(context: CliContext, view: "View") -> "tuple[PrintSet, ...]":
    """The sets of the event and the user's own ones; those are left out with a remark if their file is faulty."""
    from reports.print_sets import offered_sets, own_sets

    try:
        own = own_sets()
    except Refused as refused:
        context.print_remark(refused.problems[0].text)
        own = ()
    return offered_sets(view, own)


def _chosen(context: CliContext, name: str, view: "View") -> "PrintSet":
    from reports.print_sets import set_called

    sets = _sets(context, view)
    found = set_called(name, sets, context.language)
    if found is None:
        known = listed(each.name for each in sets)
        text = mark("There is no print set “{name}”. The sets are: {known}.", name=name, known=known)
        raise Refused(Problem("set-unknown", text, "set"))
    return found


def _print_sets(context: CliContext, view: "View", *, as_json: bool) -> None:
    sets = _sets(context, view)
    if as_json:
        print_json([
            {
                "name": each.name,
                "title": context.translate(each.title),
                "own": each.own,
                "by_session": each.by_session,
                "papers": [
                    {"report": paper.report, "copies": paper.copies.written, "of_session": paper.of_session,
                     "winners": paper.winners}
                    for paper in each.papers
                ],
            }
            for each in sets
        ])  # fmt: skip
        return
    for each in sets:
        context.print_line(f"{each.name}: {' '.join(paper.report for paper in each.papers)}")


def _note(context: CliContext, book: "Book", prepared: "PreparedSet") -> None:
    """Record in the event that these papers were exported."""
    from tournament.ledger.facts import PaperNoted
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import NotePaper

    entries = len(book.view.journal)
    for each in prepared.papers:
        title, options = context.translate(each.document.title), each.options
        noted = PaperNoted(each.report.name, title, "pdf", entries, options.session, public=options.public)
        carry_out(book, NotePaper(noted), by=author_of(context))


def _print_written(context: CliContext, wanted: SetExport, prepared: "PreparedSet", written: tuple[Path, ...]) -> None:
    from reports.print_sets import left_out_text

    fingerprint = prepared.papers[0].document.fingerprint
    if wanted.as_json:
        print_json({
            "written": str(wanted.out),
            "set": wanted.name,
            "files": [str(path) for path in written],
            "papers": [_paper_json(context, each) for each in prepared.papers],
            "left_out": [
                {"report": each.paper.report, "reason": context.translate(each.reason)} for each in prepared.left_out
            ],
            "fingerprint": fingerprint,
        })  # fmt: skip
    else:
        for paper in prepared.papers:
            title = context.translate(paper.title)
            context.print_line(f"{title} × {paper.copies}" if paper.copies > 1 else title)
        context.print_line(mark("Written: {file}", file=str(wanted.out)))
        context.print_line(mark("fingerprint: {fingerprint}", fingerprint=fingerprint))
        for left_out in prepared.left_out:
            context.print_remark(left_out_text(left_out))
    for paper in prepared.papers:
        if paper.remark is not None:
            context.print_remark(mark("{paper}: {remark}", paper=paper.title, remark=paper.remark))


def _paper_json(context: CliContext, paper: "PreparedPaper") -> dict[str, object]:
    return {
        "report": paper.report.name,
        "title": context.translate(paper.title),
        "session": paper.options.session,
        "copies": paper.copies,
        "public": paper.options.public,
    }
