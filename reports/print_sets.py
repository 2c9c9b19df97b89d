"""Print sets: the papers of one occasion, prepared together, each in the right number of copies.

The program has a set for each part of the day. A user's own sets are in one file in the settings folder, so that every
event has them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from math import ceil
from pathlib import Path
from typing import assert_never

import msgspec

from reports.catalogue import (
    Format,
    Report,
    ReportOptions,
    build,
    is_for_walls,
    offered_reports,
    report_called,
    write,
    write_together,
)
from reports.design import USUAL_DESIGN, PaperDesign
from reports.document import Document
from reports.report import ReportGroup, withheld_sessions, withheld_text
from reports.writers.atomic_file import Progress, atomic_folder, plain_name
from reports.writers.paper import PageSize
from tournament.event.format import EventFormat
from tournament.event.problem import Problem, Refused
from tournament.files.typed_json import decode
from tournament.files.user_folders import settings_folder
from tournament.files.writing import write_whole
from tournament.language import Language, Text, mark, mark_count, verbatim
from tournament.language.harmless import steers_a_line
from tournament.use_cases.results_state import results_state
from tournament.use_cases.view import View

MOST_COPIES = 99
_PLAYERS = 4
"""Players at a table."""


class CopiesPer(Enum):
    """What the number of copies of a paper depends on; the value is its word in the user's file."""

    EVENT = ""
    TABLE = "table"
    WALL = "wall"


@dataclass(frozen=True, slots=True)
class Copies:
    """How many copies of a paper are made: a number, as many for each wall, or as many for every few tables."""

    number: int = 1
    per: CopiesPer = CopiesPer.EVENT
    every: int = 1
    """Tables that share the copies."""

    def count(self, *, tables: int, walls: int) -> int:
        """The number of copies for so many ``tables`` and ``walls``."""
        match self.per:
            case CopiesPer.EVENT:
                return self.number
            case CopiesPer.TABLE:
                return self.number * ceil(tables / self.every)
            case CopiesPer.WALL:
                return self.number * walls
            case _:
                assert_never(self.per)

    @property
    def text(self) -> Text:
        """“2 copies”, “1 for every 4 tables”."""
        match self.per:
            case CopiesPer.EVENT:
                return mark_count("{count} copy", "{count} copies", self.number)
            case CopiesPer.TABLE if self.every > 1:
                return mark("{number} for every {tables} tables", number=self.number, tables=self.every)
            case CopiesPer.TABLE:
                return mark("{number} for each table", number=self.number)
            case CopiesPer.WALL:
                return mark("{number} for each wall", number=self.number)
            case _:
                assert_never(self.per)

    @property
    def written(self) -> str:
        """As in the user's file: ``2``, ``1 per table``, ``1 per 4 tables``, ``1 per wall``."""
        if self.per is CopiesPer.EVENT:
            return str(self.number)
        many = f"{self.every} {self.per.value}s" if self.every > 1 else self.per.value
        return f"{self.number} per {many}"


_COPIES = re.compile(r"(\d{1,2})(?: per (?:(wall)|(?:(\d{1,2}) )?(table)s?))?")


def read_copies(written: str) -> Copies | None:
    """The copies that ``written`` (:attr:`Copies.written`) stands for; None if it stands for none."""
    found = _COPIES.fullmatch(written.strip())
    if found is None or not int(found[1]) or found[3] in ("0", "00"):
        return None
    return Copies(int(found[1]), CopiesPer(found[2] or found[4] or ""), int(found[3] or 1))


@dataclass(frozen=True, slots=True)
class SetPaper:
    """A paper of a set: the name of a report, and how it is printed."""

    report: str
    copies: Copies = Copies()
    of_session: bool = False
    """Only of the session for which the set is printed; otherwise of all sessions."""
    winners: bool = False
    """Certificates: only for the first three players and who wins a prize, unless everybody is asked for."""

    @property
    def detail(self) -> Text | None:
        """What is special about it in the set; None if nothing is."""
        if self.winners:
            return mark("For the first three and the winners of prizes")
        return None if self.copies.per is CopiesPer.EVENT else self.copies.text


@dataclass(frozen=True, slots=True)
class PrintSet:
    """Papers that are printed together."""

    name: str
    """Its name on the command line; of a user's own set also its title."""
    title: Text
    papers: tuple[SetPaper, ...]
    own: bool = False
    """Whether a user made it."""

    @property
    def by_session(self) -> bool:
        """Whether it is printed for one session."""
        return any(paper.of_session for paper in self.papers)

    @property
    def has_winners(self) -> bool:
        """Whether some of its papers are only for winners."""
        return any(paper.winners for paper in self.papers)

    @property
    def by_wall(self) -> bool:
        """Whether the number of walls matters."""
        return any(paper.copies.per is CopiesPer.WALL for paper in self.papers)

    def title_for(self, session: int | None) -> Text:
        """The title of what is printed, for ``session`` if the set is for one."""
        if self.name == "session" and session is not None and not self.own:
            return mark("For session {session}", session=session)
        if self.by_session and session is not None:
            return mark("{set}, session {session}", set=self.title, session=session)
        return self.title


_EACH_TABLE, _EACH_WALL = Copies(1, CopiesPer.TABLE), Copies(1, CopiesPer.WALL)
_BEFORE = PrintSet(
    "before-play",
    mark("Before play"),
    (
        SetPaper("check-in"),
        SetPaper("badges"),
        SetPaper("schedules"),
        SetPaper("table-signs"),
        SetPaper("score-sheets"),
        SetPaper("player-cards"),
        SetPaper("blank-sheets", Copies(1, CopiesPer.TABLE, 4)),
        SetPaper("settlement-matrix", _EACH_TABLE),
        SetPaper("table-rotation"),
        SetPaper("rules", _EACH_TABLE),
        SetPaper("role-sheets"),
        SetPaper("symptom-card"),
    ),
)
_WALLS = PrintSet(
    "walls",
    mark("For the walls"),
    tuple(SetPaper(name, _EACH_WALL) for name in ("timetable", "posters", "standings", "rules")),
)
_SESSION = PrintSet(
    "session",
    mark("For one session"),
    (
        SetPaper("posters", _EACH_WALL, of_session=True),
        SetPaper("seating-by-table", of_session=True),
        SetPaper("score-sheets", of_session=True),
        SetPaper("player-cards", of_session=True),
        SetPaper("table-rotation", of_session=True),
    ),
)
_END = PrintSet(
    "end",
    mark("At the end"),
    (
        *(SetPaper(name, _EACH_WALL) for name in ("standings", "standings-teams", "standings-countries")),
        *(SetPaper(name) for name in ("courses", "attendance", "prizes")),
        SetPaper("certificates", winners=True),
        *(SetPaper(name) for name in ("sessions", "statistics")),
        *(SetPaper(name) for name in ("signed-totals", "fouls-record", "referee-report", "observer-report")),
    ),
)
_SETS = (_BEFORE, _WALLS, _SESSION, _END)


def offered_sets(view: View, own: Sequence[PrintSet] = ()) -> tuple[PrintSet, ...]:
    """The sets of the program with the papers that this event can have at all, then the user's ``own``, whole."""
    settings = view.settings
    offered = {report.name for report in offered_reports(view.rules, settings.format, money=settings.counts_money)}
    if not any(player.team for player in view.players.values()):
        offered.discard("standings-teams")
    if len({player.country for player in view.players.values()} - {""}) < 2:
        offered.discard("standings-countries")
    ours = (replace(each, papers=tuple(paper for paper in each.papers if paper.report in offered)) for each in _SETS)
    return (*(each for each in ours if each.papers), *own)


def set_called(name: str, sets: Sequence[PrintSet], language: Language) -> PrintSet | None:
    """The set of this name or title; None if there is none."""
    wanted = name.strip().casefold()
    return next(
        (each for each in sets if wanted in (each.name.casefold(), language.render(each.title).casefold())), None
    )


@dataclass(frozen=True, slots=True)
class SetOptions:
    """For what a set is printed."""

    printed: datetime
    """Now, in the time zone of the event."""
    session: int | None = None
    """The session, of a set for one."""
    walls: int = 1
    """The number of walls with posters."""
    covered: bool = False
    """Whether results held for the ceremony must not be shown."""
    everybody: bool = False
    """Whether everybody has a certificate, also in a set in which only winners do."""
    design: PaperDesign = USUAL_DESIGN
    """How badges and certificates look."""


@dataclass(frozen=True, slots=True)
class PreparedPaper:
    """A paper of a set, ready to be written."""

    paper: SetPaper
    report: Report
    copies: int
    options: ReportOptions
    document: Document
    remark: Text | None
    """A warning that it shows results that are not public."""

    @property
    def title(self) -> Text:
        """What it is; the head of a poster only names its session."""
        return self.options.with_session(self.report.title) if self.document.poster else self.document.title


@dataclass(frozen=True, slots=True)
class PaperLeftOut:
    """A paper of a set that cannot be made."""

    paper: SetPaper
    title: Text
    reason: Text


@dataclass(frozen=True, slots=True)
class PreparedSet:
    """The papers of a set, and those that cannot be made yet."""

    title: Text
    papers: tuple[PreparedPaper, ...]
    left_out: tuple[PaperLeftOut, ...] = field(default=())


def likely_session(view: View) -> int | None:
    """The session for which papers are needed next: the first one that is not finished, otherwise the last one; None
    without a draw."""
    drawn = view.drawn_sessions
    return next((session for session in drawn if not view.tally(session).final), max(drawn, default=None))


def prepare(print_set: PrintSet, view: View, options: SetOptions, progress: Progress | None = None) -> PreparedSet:
    """Build the papers of ``print_set``. Raise Refused if the set is for a session that there is not.

    ``progress`` may raise to cancel.
    """
    session = options.session if print_set.by_session else None
    if session is not None and view.drawn_sessions and session not in view.drawn_sessions:
        view.sheet(session, 1)  # says which there are
    beat = (lambda: progress(0, 1)) if progress else (lambda: None)
    made: list[PreparedPaper] = []
    left_out: list[PaperLeftOut] = []
    for paper in print_set.papers:
        report = report_called(paper.report)
        if report is None:
            text = mark("There is no such report.")
            left_out.append(PaperLeftOut(paper, verbatim(paper.report), text))
            continue
        chosen = ReportOptions(
            printed=options.printed,
            session=session if paper.of_session and report.by_session else None,
            public=is_for_walls(report, view),
            winners=paper.winners and not options.everybody,
            design=options.design,
            beat=beat,
        )
        try:
            if Format.PDF not in report.formats:
                raise _not_yet(mark("It has no pages to print."))
            document = build_ready(report, view, chosen, covered=options.covered)
        except Refused as refused:
            left_out.append(PaperLeftOut(paper, report.title, refused.problems[0].text))
            continue
        copies = paper.copies.count(tables=_tables(view, session), walls=options.walls)
        remark = withheld_text(report, view, chosen)
        made.append(PreparedPaper(paper, report, copies, chosen, document, remark))
    return PreparedSet(print_set.title_for(session), tuple(made), tuple(left_out))


def build_ready(report: Report, view: View, options: ReportOptions, *, covered: bool) -> Document:
    """The document of ``report``. Raise Refused with the reason if there is nothing on it yet, or, with ``covered``, if
    it would show results that are not public."""
    if covered and withheld_sessions(report, view, options):
        raise _not_yet(mark("It shows results that are held for the ceremony."))
    if report.group in (ReportGroup.RESULTS, ReportGroup.REFEREES) and not view.last_session:
        raise _not_yet(mark("No hand is recorded yet."))
    if report.by_category and _can_change(view):
        raise _not_yet(mark("The results are not final yet."))
    document = build(report, view, options)
    if document.is_empty:
        whole = build(report, view, replace(options, public=False))
        said = whole.note if whole.is_empty else document.note  # the second one says what is not public
        raise _not_yet(said or mark("There is nothing to print yet."))
    return document


def _not_yet(reason: Text) -> Refused:
    return Refused(Problem("paper-not-ready", reason, "set"))


def _can_change(view: View) -> bool:
    """Whether the ranking is not final; a league is never over, so that its verified results are enough."""
    state = results_state(view)
    return state.provisional if view.settings.format is EventFormat.LEAGUE else not state.final


def _tables(view: View, session: int | None) -> int:
    """The number of tables in ``session``, otherwise in the largest one; without a draw, as many as players fill."""
    sessions = view.drawn_sessions if session is None else (session,)
    drawn = (each for each in sessions if each in view.drawn_sessions and view.settings.format.is_drawn)
    tables = max((len(view.sheets(each)) for each in drawn), default=0)
    return max(tables or len(view.players) // _PLAYERS, 1)


def write_set(
    prepared: PreparedSet,
    path: Path,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,
    double_sided: bool = False,
    progress: Progress | None = None,
) -> tuple[Path, ...]:
    """Write the papers to one PDF file if ``path`` ends with ``.pdf``, otherwise to a folder with a file for each.

    Return the files in the order of the papers. A folder has each paper once; its name says how many copies are needed.
    With ``double_sided`` each copy of a paper in one file begins on a new sheet.
    Raise Refused if no paper can be made, and ExportFailed.
    """
    if not prepared.papers:
        text = mark("None of these papers can be made yet.")
        raise Refused(Problem("set-empty", text, "set"), *(_left_out_problem(each) for each in prepared.left_out))
    if path.suffix.casefold() == ".pdf":
        papers = [(paper.title, paper.document) for paper in prepared.papers for _ in range(paper.copies)]
        write_together(
            papers, prepared.title, path, language, page_size=page_size, double_sided=double_sided, progress=progress
        )
        return (path,)
    written: list[Path] = []
    steps = len(prepared.papers)
    with atomic_folder(path, as_file=".pdf") as folder:
        for number, paper in enumerate(prepared.papers, start=1):

            def report(done: int, of: int, before: int = number - 1) -> None:
                if progress:
                    progress(100 * before + 100 * done // max(of, 1), 100 * steps)

            file = folder / f"{number:02} {_file_title(paper, language)}.pdf"
            write(paper.document, file, Format.PDF, language, page_size=page_size, progress=report)
            written.append(path / file.name)
    return tuple(written)


def _file_title(paper: PreparedPaper, language: Language) -> str:
    title = language.with_words(paper.document.words).each[0].render(paper.title)
    return plain_name(f"{title} × {paper.copies}" if paper.copies > 1 else title)


def _left_out_problem(left_out: PaperLeftOut) -> Problem:
    return Problem("paper-left-out", left_out_text(left_out), "set")


def left_out_text(left_out: PaperLeftOut) -> Text:
    """Which paper is left out, and why."""
    return mark("Not included: {paper}. {reason}", paper=left_out.title, reason=left_out.reason)


class _StoredPaper(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    report: str
    copies: str = "1"
    of_session: bool = False
    winners: bool = False


class _StoredSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    papers: tuple[_StoredPaper, ...]


MOST_SETS, MOST_PAPERS, LONGEST_NAME = 50, 40, 60
_MOST_BYTES = 200_000


def own_sets_file() -> Path:
    """The file of the user's own sets."""
    return settings_folder() / "print-sets.json"


def own_sets() -> tuple[PrintSet, ...]:
    """The user's own sets, by name. Raise Refused if their file cannot be used."""
    path = own_sets_file()
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error
    if len(content) > _MOST_BYTES:
        raise _unusable(path, mark("it is too long"))
    try:
        stored = decode(content, tuple[_StoredSet, ...])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _unusable(path, str(error)) from error
    found = tuple(PrintSet(each.name, verbatim(each.name), tuple(map(_paper, each.papers)), own=True)
                  for each in stored)  # fmt: skip
    for each in found:
        for problem in name_problems(each.name, [one for one in found if one is not each]):
            raise _unusable(path, problem.text)
    return tuple(sorted(found, key=lambda each: each.name.casefold()))


def _unusable(path: Path, reason: Text | str) -> Refused:
    text = mark("Correct or remove the file of your print sets, {path}. It cannot be used: {reason}",
                reason=reason, path=str(path))  # fmt: skip
    return Refused(Problem("print-sets-unusable", text, "set"))


def _paper(stored: _StoredPaper) -> SetPaper:
    copies = read_copies(stored.copies)
    if copies is None:
        reason = mark("“{copies}” is not a number of copies such as 2, 1 per table, 1 per 4 tables or 1 per wall",
                      copies=stored.copies)  # fmt: skip
        raise _unusable(own_sets_file(), reason)
    return SetPaper(stored.report, copies, stored.of_session, stored.winners)


def name_problems(name: str, others: Sequence[PrintSet]) -> tuple[Problem, ...]:
    """Why a user's own set cannot have this name beside the user's ``others``; nothing if it can."""
    taken = {each.name.casefold() for each in (*_SETS, *others)}
    if not name.strip() or len(name) > LONGEST_NAME or steers_a_line(name):
        text = mark("A set needs a name of 1 to {most} characters.", most=LONGEST_NAME)
    elif name.casefold() in (*taken, "list"):
        text = mark("There is already a set “{name}”: choose another name.", name=name)
    else:
        return ()
    return (Problem("set-name", text, "name"),)


def keep_own_set(made: PrintSet) -> None:
    """Store a user's own set, instead of the one of the same name. Raise Refused if it cannot be stored, or OSError."""
    others = [each for each in own_sets() if each.name != made.name]
    problems = name_problems(made.name, others)
    if problems:
        raise Refused(*problems)
    if len(others) >= MOST_SETS:
        raise Refused(Problem("set-name", mark("There can be {most} sets: remove one first.", most=MOST_SETS), "name"))
    _keep((*others, made))


def remove_own_set(name: str) -> None:
    """Remove the user's own set of this name. Raise Refused if the file cannot be used, or OSError."""
    _keep([each for each in own_sets() if each.name != name])


def _keep(sets: Sequence[PrintSet]) -> None:
    stored = [_StoredSet(each.name, tuple(map(_stored, each.papers))) for each in sets]
    write_whole(own_sets_file(), msgspec.json.format(msgspec.json.encode(stored), indent=1).decode())


def _stored(paper: SetPaper) -> _StoredPaper:
    return _StoredPaper(paper.report, paper.copies.written, paper.of_session, paper.winners)
