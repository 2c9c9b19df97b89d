"""The results package: everything to send or publish after an event, in one folder or one zip file.

Papers, web page and mail use the players' public names, and only public results if the event publishes any. The files
of federations have full names. A file that would show results that are held or not public is left out.
"""

import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from reports.catalogue import (
    Format,
    Report,
    ReportGroup,
    ReportOptions,
    build,
    is_for_walls,
    offered_reports,
    report_called,
    write,
)
from reports.document import Document
from reports.print_sets import build_ready
from reports.report import shown_view
from reports.sheets.details import event_details
from reports.sheets.site import site_rows
from reports.site import SiteRow
from reports.writers.atomic_file import Progress, atomic_file, atomic_folder
from reports.writers.paper import PageSize
from reports.writers.wording import one_line
from tournament.event.prizes import country_names
from tournament.event.problem import Problem, Refused
from tournament.language import LANGUAGES, Language, Text, fraction_text, listed, mark, mark_count, signed_text
from tournament.standings.teams import TeamStanding, countries, teams
from tournament.use_cases.results_state import results_state
from tournament.use_cases.view import View

_PAPERS = ("standings", "standings-teams", "standings-countries", "sessions", "statistics")
"""The reports written as PDF and as Excel."""
_PAGE = "index.html"
_STEPS = 100
"""Steps that each file is reported as."""
_Write = Callable[[Path, Progress | None], None]


@dataclass(frozen=True, slots=True)
class PackageOptions:
    """How the package is written."""

    printed: datetime
    """Now, in the time zone of the event."""
    language: Language
    """The language of papers, workbooks and web page; the mail is written in all of them."""
    size: PageSize = PageSize.A4


@dataclass(frozen=True, slots=True)
class PackageFile:
    """A file of the package, ready to be written."""

    name: str
    title: Text
    write: _Write
    remarks: tuple[Text, ...] = ()
    """What to know before it is sent."""


_Part = tuple[Sequence[str], Text, Callable[[], Sequence[PackageFile]]]
"""The names of files, their title, and what makes them; that raises Refused if they cannot be made."""


@dataclass(frozen=True, slots=True)
class FileLeftOut:
    """A file that cannot be made."""

    name: str
    title: Text
    problems: tuple[Problem, ...]

    @property
    def reason(self) -> Text:
        """The first reason, and how many others there are."""
        first, more = self.problems[0].text, len(self.problems) - 1
        if not more:
            return first
        others = mark_count("{count} more item is missing.", "{count} more items are missing.", more)
        return Text("{reason} {more}", (("reason", first), ("more", others)))


@dataclass(frozen=True, slots=True)
class ResultsPackage:
    """The files of the package, and those that cannot be made."""

    files: tuple[PackageFile, ...]
    left_out: tuple[FileLeftOut, ...]
    final: bool
    """Whether nothing can follow that changes the results in it."""
    fingerprint: str


def prepare_package(view: View, options: PackageOptions, progress: Progress | None = None) -> ResultsPackage:
    """Build what belongs to the package of ``view``. Raise Refused if nothing was played yet.

    ``progress`` may raise to cancel.
    """
    if not view.last_session:
        raise Refused(Problem("nothing-played", mark("No hand is recorded yet."), "results"))

    def beat() -> None:
        if progress:
            progress(0, 1)

    chosen = ReportOptions(printed=options.printed, beat=beat)
    files: list[PackageFile] = []
    left_out: list[FileLeftOut] = []
    for names, title, made in _parts(view, chosen, options):
        beat()
        try:
            files += made()
        except Refused as refused:
            left_out += [FileLeftOut(name, title, refused.problems) for name in names]
    standing = results_state(_shown(view, chosen))
    return ResultsPackage(tuple(files), tuple(left_out), standing.final, str(view.fingerprint))


def _parts(view: View, chosen: ReportOptions, options: PackageOptions) -> Iterator[_Part]:
    settings = view.settings
    offered = offered_reports(view.rules, settings.format)
    for report in offered:
        if report.name in _PAPERS and not _has_no_groups(report, view):
            public = replace(chosen, public=is_for_walls(report, view))
            yield _part(report, (Format.PDF, Format.EXCEL), view, public, options)
    for report in offered:
        if report.group is ReportGroup.FEDERATIONS:
            yield _part(report, report.formats, view, chosen, options)
    yield (_PAGE,), mark("Web page of the event"), lambda: _page(view, chosen, options)
    for language in LANGUAGES:
        yield _mail_part(view, chosen, language)


def _has_no_groups(report: Report, view: View) -> bool:
    """Whether ``report`` ranks teams or countries that the event does not have."""
    if report.name == "standings-teams":
        return not any(player.team for player in view.players.values())
    return report.name == "standings-countries" and len({player.country for player in view.players.values()} - {""}) < 2


def _part(
    report: Report, formats: Sequence[Format], view: View, chosen: ReportOptions, options: PackageOptions
) -> _Part:
    names = [f"{report.name}.{format.value}" for format in formats]

    def make() -> list[PackageFile]:
        document = build_ready(report, view, chosen, covered=True)
        return [
            PackageFile(name, document.title, _writer(document, format, options), document.remarks if not place else ())
            for place, (name, format) in enumerate(zip(names, formats, strict=True))
        ]

    return names, report.title, make


def _writer(document: Document, format: Format, options: PackageOptions) -> _Write:
    def written(path: Path, progress: Progress | None) -> None:
        write(document, path, format, options.language, page_size=options.size, progress=progress)

    return written


def _page(view: View, chosen: ReportOptions, options: PackageOptions) -> list[PackageFile]:
    if not view.state.publication.session:
        text = mark("No results are public yet: publish them first.")
        raise Refused(Problem("results-withheld", text, "public"))
    report = report_called("site")
    assert report is not None, "a report of the program"
    document = build(report, view, chosen)
    return [PackageFile(_PAGE, report.title, _writer(document, Format.HTML, options))]


def _mail_part(view: View, chosen: ReportOptions, language: Language) -> _Part:
    name, title = f"mail-{language.code}.txt", mark("Mail to the players, {language}", language=language.name)

    def make() -> list[PackageFile]:
        text = players_mail(view, chosen, language)

        def written(path: Path, _progress: Progress | None) -> None:
            path.write_text(text, encoding="utf-8", newline="\n")

        return [PackageFile(name, title, written)]

    return (name,), title, make


def write_package(package: ResultsPackage, path: Path, progress: Progress | None = None) -> tuple[str, ...]:
    """Write the files into the folder ``path``, or into one file if it ends with ``.zip``: all of them or none.

    Return their names. Raise ExportFailed; ``progress`` may raise to cancel.
    """
    if path.suffix.casefold() == ".zip":
        with atomic_file(path) as unfinished, TemporaryDirectory(prefix="quatre-vents-") as folder:
            _write_files(package, Path(folder), progress)
            with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
                for file in package.files:
                    archive.write(Path(folder) / file.name, file.name)
    else:
        with atomic_folder(path, as_file=".zip") as unfinished:
            _write_files(package, unfinished, progress)
    return tuple(file.name for file in package.files)


def _write_files(package: ResultsPackage, folder: Path, progress: Progress | None) -> None:
    for place, file in enumerate(package.files):

        def report(done: int, steps: int, before: int = place) -> None:
            if progress:
                progress(_STEPS * before + _STEPS * done // max(steps, 1), _STEPS * len(package.files))

        report(0, 1)
        file.write(folder / file.name, report)


def _shown(view: View, options: ReportOptions) -> View:
    """What papers for walls show of ``view``: public names, and public results if the event publishes any."""
    standings = report_called("standings")
    assert standings is not None, "a report of the program"
    return shown_view(standings, view, replace(options, public=is_for_walls(standings, view)))


def players_mail(view: View, options: ReportOptions, language: Language) -> str:
    """The mail to the players in ``language``, as plain text: places, results, and links to the web page of the event.

    It has public names, and only public results if the event publishes any. Raise Refused if none are public yet.
    """
    shown = _shown(view, options)
    language = language.with_words(shown.words)
    rows, _hands, provisional = site_rows(shown)
    address = shown.settings.web_address
    standing = results_state(shown)
    parts: list[Text | str] = [
        mark("Subject: Results of {event}", event=one_line(shown.settings.name)),
        "",
        mark("Dear players,"),
        "",
        mark("thank you for playing. These are the results of {event}.", event=one_line(shown.settings.name)),
        *event_details(shown, options),
        "",
        standing.text or mark("Standings"),
        *([mark("These results can still change.")] if provisional else []),
        "",
        *(_place_line(shown, row, language) for row in rows if row.rank is not None),
        *_without_place(shown, rows),
        *_groups(shown, language),
    ]
    if address:
        own = f"{address}#p{rows[0].number}" if rows and "#" not in address else address
        parts += ["", mark("All results: {address}", address=address)]
        parts += [mark("Your own results: the same address with #p and your number, such as {address}", address=own)]
    organiser = one_line(shown.settings.organiser)
    parts += ["", *([organiser] if organiser else [one_line(shown.settings.name)])]
    return "\n".join(one_line(language.render(part)) for part in parts) + "\n"


def _place_line(view: View, row: SiteRow, language: Language) -> Text:
    player = view.players[row.number]
    name = f"{player.name} ({player.country})" if player.country else player.name
    values = {"rank": row.rank or 0, "number": row.number, "name": name, "score": signed_text(row.score)}
    if row.points is None:
        return mark("{rank}. {name}, no. {number}: {score}", **values)
    points = _points(row.points, language)
    if view.counts_points:
        return mark("{rank}. {name}, no. {number}: table points {points}, score {score}", **values, points=points)
    return mark("{rank}. {name}, no. {number}: result {points}, score {score}", **values, points=points)


def _points(points: Fraction, language: Language) -> str:
    return fraction_text(points, language.code)


def _without_place(view: View, rows: Sequence[SiteRow]) -> Iterator[Text | str]:
    """The players without a place; nothing if everyone has one."""
    names = [view.players[row.number].name for row in rows if row.rank is None]
    if names:
        yield mark("Not ranked: {names}", names=listed(names))


def _groups(view: View, language: Language) -> Iterator[Text | str]:
    """The ranking of teams and of countries, of a tournament that has several of them."""
    if not view.settings.format.is_drawn:
        return
    standings = view.standings()
    of_teams, of_countries = teams(standings, view.settings), countries(standings, view.settings)
    ranked = [_group_line(each, each.name, each.table_points, language) for each in of_teams if each.rank]
    if ranked and len(of_teams) > 1:
        yield from ("", mark("Teams"))
        yield from ranked
    ranked = [
        _group_line(each, country_names(each.name).of(language.code), each.average, language)
        for each in of_countries
        if each.rank
    ]
    if ranked and len(of_countries) > 1:
        yield from ("", mark("Countries"))
        yield from ranked


def _group_line(group: TeamStanding, name: str, points: Fraction, language: Language) -> str:
    return f"{group.rank}. {name} – {_points(points, language)}"
