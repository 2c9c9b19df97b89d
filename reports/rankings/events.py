"""Events as a ranking counts them: event files of this program, and lists of results in workbooks and CSV files."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from reports.event_json import read_event_json
from reports.federations.values import event_results, is_member, is_members
from reports.readers.file import read_table
from reports.readers.refusal import UnreadableTable
from tournament.catalogue import NAMES
from tournament.event.country import country_code
from tournament.event.ema import read_ema_number
from tournament.event.player import Player
from tournament.event.player_import import FileRow
from tournament.event.problem import Problem, Refused
from tournament.language import Text, folded, mark, verbatim
from tournament.ledger.codec import decode
from tournament.ledger.journal import Journal
from tournament.rankings import EventPlace, EventPlaces, RankedPerson
from tournament.use_cases.view import View

EVENT_ENDINGS = frozenset((".qv",))
EXPORT_ENDINGS = frozenset((".json",))
"""Of events that were exported as JSON."""
LIST_ENDINGS = frozenset((".xlsx", ".xlsm", ".csv", ".ods"))
_HEADINGS: Mapping[str, str] = {
    "tournament name": "name",
    "number of participants": "players",
    "place": "place",
    "rank": "place",
    "player s first name": "first_name",
    "first name": "first_name",
    "player s last name": "last_name",
    "last name": "last_name",
    "ema number": "number",
    "country": "country",
    "date": "date",
    "nbdays": "days",
    "days": "days",
    "rules": "rules",
    "countries": "countries",
}
"""The columns by their headings, as EMA's workbook and the exported files have them."""
_NEEDED = ("place", "last_name", "date", "days")
_HEADINGS_ENOUGH = 5
"""A row with as many headings is that of the headings."""
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[ T].*)?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})")
_YEARS = range(1980, 2200)
MOST_DAYS = 30
_MOST_PROBLEMS = 20
_RIICHI = "riichi"
_MCR = "mcr"
_SAME_GAME = {"guobiao": _MCR, "riichi-ema-2025": _RIICHI, "riichi-ema-2016": _RIICHI}
"""The game of each rule set that is ranked together with another one."""


def game_of(rules: str) -> str:
    """Return the game of the rule set ``rules``: what is ranked together."""
    return _SAME_GAME.get(rules, rules)


def refuse_rehearsal(view: View, file: str) -> None:
    """Raise Refused if the event is a rehearsal; ``file`` names it."""
    if view.settings.rehearsal:
        raise _refused("ranking-rehearsal", mark("{file}: this is a rehearsal.", file=file))


def refuse_dateless(day: date | None, file: str) -> date:
    """Return ``day``. Raise Refused if the event has none; ``file`` names it."""
    if day is None:
        text = mark("{file}: the event has no days: enter them on the page Event.", file=file)
        raise _refused("ranking-no-days", text)
    return day


def places_of_event(view: View, file: str, *, finished: bool = True) -> EventPlaces:
    """Return the places of an event of this program. Raise Refused if it is not ``finished`` or has no days.

    ``file`` names the event in messages.
    """
    results = event_results(view)
    refuse_rehearsal(view, file)
    undrawn = view.settings.format.is_drawn and not all(map(view.sheets, view.session_numbers))
    if finished and (undrawn or view.standings().provisional or not results.rows):
        text = mark("{file}: the event is not finished, so it cannot count yet.", file=file)
        raise _refused("ranking-unfinished", text)
    return EventPlaces(
        id=view.journal[0].id,
        name=results.settings.name,
        game=game_of(results.settings.rules),
        ended=refuse_dateless(results.ends, file),
        days=results.days,
        players=results.counted_players,
        countries=len(results.countries),
        places=tuple(EventPlace(person_of(row.player), row.rank) for row in results.rows),
        championship=results.championship,
    )


def game_name(game: str) -> Text:
    """Return the name of a game, such as ``mcr``, for a reader."""
    if game == _RIICHI:
        return mark("Riichi")
    return NAMES[game] if game in NAMES else verbatim(game)


def view_of_export(path: Path) -> View:
    """Return an event that was exported as JSON. Raise Refused with what is wrong with the file."""
    try:
        records = read_event_json(path)
    except UnreadableTable as error:
        raise Refused(Problem("ranking-unreadable", error.text)) from error
    except Refused as error:
        located = (replace(problem, text=mark("{file}: {fault}", file=path.name, fault=problem.text))
                   for problem in error.problems)  # fmt: skip
        raise Refused(*located) from error
    return View(Journal(map(decode, records)))


def person_of(player: Player) -> RankedPerson:
    """Return ``player`` as the same person in all events."""
    number = player.ema_number if is_member(player) else ""
    return _identified(player.name, country_code(player.country), number)


def _identified(name: str, country: str, number: str) -> RankedPerson:
    return RankedPerson(number or f"{folded(name)}/{country}", name, country, number)


def places_of_list(path: Path) -> EventPlaces:
    """Return the places in a list of results. Raise Refused with everything that is wrong, line by line."""
    listed = read_listed(path, _HEADINGS)
    columns = listed.columns
    missing = [name for name in _NEEDED if name not in columns]
    if missing:
        known = ", ".join(heading for heading, name in _HEADINGS.items() if name in missing)
        text = mark("{file}: these columns are missing: {columns}.", file=path.name, columns=known)
        raise _refused("ranking-columns", text)
    return _ListReader(path.name, columns, listed.rows).event()


class ListedRows(NamedTuple):
    """A list of results as it was read."""

    columns: Mapping[str, int]
    """The column of each field that has a heading."""
    rows: Sequence[FileRow]
    """Those below the headings, without blank ones."""
    sheet: str
    """The name of the worksheet; empty in a list that has none."""


def read_listed(path: Path, headings: Mapping[str, str]) -> ListedRows:
    """Read the list of results at ``path``, with ``headings`` for its fields. Raise Refused if it cannot be read."""
    try:
        table = read_table(path)
    except UnreadableTable as error:
        raise Refused(Problem("ranking-unreadable", error.text)) from error
    rows = [row for row in table.rows if not row.is_blank]
    columns, first = _columns_of(rows, headings)
    return ListedRows(columns, rows[first:], table.sheet)


def _columns_of(rows: Sequence[FileRow], headings: Mapping[str, str]) -> tuple[dict[str, int], int]:
    """Return the column of each field of ``headings``, and the number of the first row below the headings."""
    best: dict[str, int] = {}
    first = 0
    for number, row in enumerate(rows[:20]):
        found: dict[str, int] = {}
        for column, cell in enumerate(row.cells):
            field = headings.get(folded(cell))
            if field is not None:
                found.setdefault(field, column)
        if len(found) > len(best):
            best, first = found, number + 1
        if len(best) >= _HEADINGS_ENOUGH:
            break
    return best, first


def day_read(written: str) -> date | None:
    """Return the day that is ``written`` day first, or in the order of ISO 8601; None if it is no day."""
    iso, day_first = _ISO.fullmatch(written), _DAY_FIRST.fullmatch(written)
    numbers = iso.groups() if iso is not None else day_first.groups()[::-1] if day_first is not None else ()
    try:
        year, month, day = map(int, numbers)
        return date(year, month, day) if year in _YEARS else None
    except ValueError:
        return None


class _ListReader:
    """Reads the rows of one list, and collects what is wrong with them."""

    def __init__(self, file: str, columns: Mapping[str, int], rows: Sequence[FileRow]) -> None:
        self._file, self._columns, self._rows = file, columns, rows
        self._of_person = tuple(map(columns.get, ("first_name", "last_name", "number", "country")))
        self._problems: list[Problem] = []

    def event(self) -> EventPlaces:
        """Return the event; raise Refused with all problems."""
        places = tuple(self._placed(row) for row in self._rows)
        if not places:
            raise _refused("ranking-empty", mark("{file}: there are no players.", file=self._file))
        head = self._rows[0]
        name = self._cell(head, "name") or Path(self._file).stem
        days = self._whole(head, "days", 1, MOST_DAYS)
        begun = self._day(head)
        stated = self._cell(head, "players")
        players = self._whole(head, "players", 1, 100_000) if stated else len(places)
        if len(places) > players:
            text = mark("{count} players are listed, of {players}", count=len(places), players=players)
            self._report(head, text)
        countries = self._whole(head, "countries", 0, 300) if self._cell(head, "countries") else None
        if self._problems:
            raise Refused(*self._problems[:_MOST_PROBLEMS])
        game = _RIICHI if _RIICHI in self._cell(head, "rules").casefold() else _MCR
        found = {placed.person.country for placed in places if placed.person.country}
        return EventPlaces(
            id=f"{game}/{folded(name)}/{begun.isoformat()}",
            name=name,
            game=game,
            ended=begun + timedelta(days=days - 1),
            days=days,
            players=players,
            countries=len(found) if countries is None else countries,
            places=places,
        )

    def _placed(self, row: FileRow) -> EventPlace:
        first, last, number, country = (
            row.cells[column].strip() if column is not None and column < len(row.cells) else ""
            for column in self._of_person
        )
        name = f"{first} {last}".strip()
        if not name:
            self._report(row, mark("the name is missing"))
        number = read_ema_number(number).text
        number = number if is_members(number) else ""
        return EventPlace(_identified(name, country_code(country), number), self._whole(row, "place", 1, 100_000))

    def _cell(self, row: FileRow, field: str) -> str:
        column = self._columns.get(field)
        return row.cells[column].strip() if column is not None and column < len(row.cells) else ""

    def _whole(self, row: FileRow, field: str, least: int, most: int) -> int:
        written = self._cell(row, field)
        if written.isascii() and written.isdecimal() and len(written) < 10 and least <= int(written) <= most:
            return int(written)
        text = mark("“{written}” is not a whole number from {least} to {most}", written=written[:60], least=least,
                    most=most)  # fmt: skip
        self._report(row, text)
        return least

    def _day(self, row: FileRow) -> date:
        written = self._cell(row, "date")
        found = day_read(written)
        if found is None:
            text = mark(
                "“{written}” is not a day: write 2026-05-09 or 9/5/2026 (day, month, year)", written=written[:60]
            )
            self._report(row, text)
        return found or date.min

    def _report(self, row: FileRow, what: Text) -> None:
        text = mark("{file}, line {line}: {what}.", file=self._file, line=row.line, what=what)
        self._problems.append(Problem("ranking-list", text))


def _refused(code: str, text: Text) -> Refused:
    return Refused(Problem(code, text))


def same_people(events: Sequence[EventPlaces]) -> tuple[EventPlaces, ...]:
    """Return ``events`` with everybody who has no number in one, but in another, under that number."""
    known = under_numbers(placed.person for event in events for placed in event.places)
    return tuple(_renamed(event, known) for event in events)


def _renamed(event: EventPlaces, known: Callable[[RankedPerson], RankedPerson]) -> EventPlaces:
    """The event with its people as ``known`` names them; the same one if that changes nobody."""
    people = [known(placed.person) for placed in event.places]
    if all(person is placed.person for person, placed in zip(people, event.places, strict=True)):
        return event
    return replace(event, places=tuple(
        EventPlace(person, placed.place) for person, placed in zip(people, event.places, strict=True)
    ))  # fmt: skip


def under_numbers(people: Iterable[RankedPerson]) -> Callable[[RankedPerson], RankedPerson]:
    """Return who each of the ``people`` of all events is: who has no number, but has one in another event, has it.

    That is so if exactly one number belongs to their name, and the countries do not differ.
    """
    numbered: defaultdict[str, dict[str, RankedPerson]] = defaultdict(dict)
    for name, each in {(each.name, each.id): each for each in people if each.number}.items():
        numbered[folded(name[0])][each.id] = each

    def known(person: RankedPerson) -> RankedPerson:
        if person.number:
            return person
        found = numbered.get(folded(person.name), {})
        if len(found) != 1:
            return person
        (other,) = found.values()
        return other if not person.country or person.country == other.country else person

    return known
