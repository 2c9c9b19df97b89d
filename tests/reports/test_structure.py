"""All parts of every report of two full events, compared with reviewed files; ``--update-golden`` writes new ones.

The reviewed texts of ``test_golden`` show what a reader sees of the sample event. These also say how each column is
set, and are of events in which everything happens. Of some more events, and of what options change, one file for each
event holds the beginnings of its reports.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from reports.catalogue import REPORTS, Report, ReportOptions, build, report_called
from reports.document import Document, Section
from tests.described import described, simple_text
from tests.examples.events import PRINTED
from tests.examples.every_fact import play_every_fact
from tests.examples.full_event import full_event
from tests.reports.events import (
    BEST_HAND,
    CLUB,
    CLUB_A,
    COUNTRIES,
    COUNTRY,
    FRENCH,
    HANDS_WON,
    PLAYERS,
    TEAMS,
    classical_event,
    disputed_event,
    empty_event,
    hong_kong_event,
    level_event,
    long_league,
    money_league,
    over_event,
    people_event,
    riichi_club,
    riichi_event,
)
from tests.reviewed import Reviewed
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.problem import Refused
from tournament.use_cases.view import View

STRUCTURE = Path(__file__).parent / "structure"
_APART = ("fingerprint", "logo", "table", "rotation", "whole")
_RANDOM = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|(?<=QV:)[0-9A-F]{8}|(?<=/t/\d-\d-)[0-9a-z]{16}")
"""Ids of entries, which are new each time, the beginning of such an id in the code of a sheet, and the secret part of
the address of a table."""
_MOST_LINES = 400
_HEADING = "=== "
_MOST_SHORT = 160
_COLUMN = re.compile(r"section \d+\.table\.columns\.\d+\.")
_IN_EVERY_REPORT = tuple(f"document.{part}" for part in ("event:", "printed:", "organiser:", "details.", "words."))
_BY_EVENING = ("standings", "evening", "courses", "attendance", "money", "money-evening", "sessions", "filled-sheets")


@cache
def every_fact() -> View:
    return play_every_fact(FakeStore()).view


def called(name: str) -> Report:
    found = report_called(name)
    assert found is not None
    return found


CATEGORIES = (PLAYERS, TEAMS, COUNTRIES, COUNTRY, CLUB, BEST_HAND, HANDS_WON, FRENCH, CLUB_A)
EVENTS: dict[str, Callable[[], View]] = {"full": full_event, "every-fact": every_fact}
OPTIONS = ReportOptions(PRINTED, prizes_so_far=True)

_OF_PEOPLE = (
    "score-sheets filled-sheets check-in timetable badges table-signs posters seating-by-table seating-by-player "
    "schedules table-rotation seating-file standings standings-teams standings-countries prizes certificates sessions "
    "prospects "
    "tabulation journeys cross-table statistics fans hands fouls-record penalties signed-totals "
    "ruling-slips observer-report referee-report role-sheets site event players journal"
)
_OF_RANKINGS = "standings standings-teams standings-countries prizes certificates tabulation posters sessions site"
_OF_LEAGUES = (
    "standings evening courses attendance money money-evening sessions prizes certificates journeys cross-table "
    "score-sheets filled-sheets badges timetable statistics tabulation observer-report referee-report role-sheets "
    "event fouls-record site"
)
_OF_SHEETS = (
    "filled-sheets fouls-record penalties signed-totals sessions standings tabulation referee-report site "
    "standings-teams ruling-slips"
)
_OF_GAMES = (
    "score-sheets filled-sheets ruling-slips hands statistics fouls-record settlement-matrices "
    "player-cards standings tabulation sessions"
)
OTHER_EVENTS: dict[str, tuple[Callable[[], View], str]] = {
    "people": (people_event, _OF_PEOPLE),
    "over": (over_event, f"{_OF_RANKINGS} role-sheets referee-report statistics"),
    "level": (level_event, _OF_RANKINGS),
    "league": (money_league, _OF_LEAGUES),
    "riichi-club": (riichi_club, "score-sheets filled-sheets standings money sessions statistics hands event"),
    "classical": (classical_event, _OF_GAMES),
    "hong-kong": (hong_kong_event, _OF_GAMES),
    "riichi": (riichi_event, "score-sheets filled-sheets ruling-slips hands statistics fouls-record tabulation"),
    "disputed": (disputed_event, _OF_SHEETS),
    "long-league": (long_league, "standings evening courses attendance sessions timetable certificates"),
    "empty": (empty_event, f"{_OF_PEOPLE} blank-sheets workbook"),
}
"""Events with what their reports have and no other has, and which of their reports are compared, in one file each."""

CHOSEN: dict[str, tuple[Callable[[], View], Sequence[tuple[str, dict[str, Any]]]]] = {
    "people": (people_event, (
        *((name, {"session": session}) for session in (1, 3) for name in (
            "standings", "standings-teams", "sessions", "seating-by-player", "posters", "tabulation", "statistics",
            "hands", "fouls-record", "referee-report", "cross-table", "prizes", "journal", "fans",
        )),
        *(("prizes", {"category": each}) for each in CATEGORIES),
        *(("certificates", {"category": each, "first": 2}) for each in CATEGORIES),
        *((name, {"session": 1, "table": 1}) for name in ("filled-sheets", "ruling-slips", "table-rotation", "hands")),
        *(("ruling-slips", {"session": 1, "table": 1, "hand": hand}) for hand in (1, 8, 9)),
        ("score-sheets", {"session": 2, "phones": False}),
        ("standings", {"movement": False, "ema_numbers": False}),
        *((name, {"public": True}) for name in ("standings", "posters", "sessions", "site")),
        *((name, {"prizes_so_far": False}) for name in ("prizes", "certificates")),
        ("workbook", {"formulas": True, "prizes_so_far": False}),
        ("referee-report", {"reasons": True}),
    )),
    "over": (over_event, (
        *((name, {"prizes_so_far": False}) for name in ("prizes", "certificates")),
        *((name, {"session": 1}) for name in ("certificates", "standings", "journal", "signed-totals", "site")),
        ("prizes", {"first": 1}),
        ("certificates", {"category": HANDS_WON}),
        ("workbook", {"formulas": True, "prizes_so_far": False}),
        *((name, {"public": True}) for name in ("standings", "sessions", "site", "posters")),
    )),
    "league": (money_league, (
        *((name, {"session": session}) for session in (1, 2) for name in _BY_EVENING),
        ("standings", {"movement": False}),
        ("workbook", {"formulas": True}),
    )),
}  # fmt: skip
"""Reports with the options chosen for them."""


def of_section(section: Section, path: str) -> Iterator[str]:
    """The columns of its table, and each row on one line."""
    yield from described(section, path, apart=_APART)
    yield from described(replace(section.table, rows=()), f"{path}.table", apart=("name", "meaning", "labels"))
    for row in section.table.rows:
        yield f"{path}: " + " | ".join("" if cell is None else simple_text(cell) for cell in row)


def lines_of(document: Document) -> Iterator[str]:
    yield from described(replace(document, sections=()), "document", apart=_APART)
    for number, section in enumerate(document.sections):
        yield from of_section(section, f"section {number}")


def found_in(view: View, report: Report, options: ReportOptions) -> list[str]:
    """The lines of a report, or why it is refused."""
    try:
        found = list(lines_of(build(report, view, options)))
    except Refused as refused:
        found = [f"refused: {simple_text(problem.text)}" for problem in refused.problems]
    return [_RANDOM.sub("…", line) for line in found[:_MOST_LINES]]


def column_of(line: str) -> str:
    """The column of which a line says something, with its section; empty for a line of anything else."""
    column = _COLUMN.match(line)
    return "" if column is None else column[0]


def in_short(heading: str, found: Iterable[str]) -> str:
    """The lines under a heading, without what is in every report; each column of a table is one line."""
    told = [line for line in found if not line.startswith(_IN_EVERY_REPORT)]
    shown = list[str]()
    for column, lines in groupby(told, key=column_of):
        parts = [line.removeprefix(column) for line in lines]
        shown += [column + ", ".join(parts)] if column else parts
    return "\n".join((f"{_HEADING}{heading}", *shown[:_MOST_SHORT])) + "\n"


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.name)
@pytest.mark.parametrize("event", EVENTS)
def test_all_parts_of_a_report_are_as_reviewed(event: str, report: Report, reviewed: Reviewed) -> None:
    lines = found_in(EVENTS[event](), report, OPTIONS)
    reviewed(STRUCTURE / f"{event}-{report.name}.txt", "\n".join(lines) + "\n")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("event", OTHER_EVENTS)
def test_what_other_events_print_is_as_reviewed(event: str, reviewed: Reviewed) -> None:
    view, names = OTHER_EVENTS[event]
    made = [in_short(name, found_in(view(), called(name), OPTIONS)) for name in names.split()]
    reviewed(STRUCTURE / f"{event}.txt", "".join(made))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("event", CHOSEN)
def test_what_options_change_is_as_reviewed(event: str, reviewed: Reviewed) -> None:
    view, chosen = CHOSEN[event]
    made = []
    for name, options in chosen:
        said = " ".join(f"{option}={value.key if option == 'category' else value}" for option, value in options.items())
        made.append(in_short(f"{name} {said}", found_in(view(), called(name), replace(OPTIONS, **options))))
    reviewed(STRUCTURE / f"{event}-options.txt", "".join(made))


def test_no_reviewed_file_is_left_over() -> None:
    names = {f"{event}-{report.name}" for event in EVENTS for report in REPORTS}
    names |= {*OTHER_EVENTS} | {f"{event}-options" for event in CHOSEN}
    assert {path.stem for path in STRUCTURE.glob("*.txt")} == names
