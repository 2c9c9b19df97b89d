"""Read a seating from the rows of a file: each row has a session, a table and its four players by starting seat.

Players are given by number (``12``, ``12 Ada Sample``) or by name. Either the whole file is read, or all problems are
listed at once, each with its line and what to do.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from tournament.event.player import Player
from tournament.event.player_import import FileRow, TableText
from tournament.event.problem import Problem, Refused
from tournament.event.roster import printable
from tournament.event.seating import Seating, SeatingWishes, Seats, turns_of
from tournament.language import Text, folded, mark, mark_count
from tournament.tiles.wind import Wind

NO_WISHES = SeatingWishes()
IMPORTED = "imported"
"""The method of a seating that was read from a file."""
MOST_LISTED = 20
"""How many problems are listed at most. A file of another event has hundreds."""
_HEADS = {
    "session": ("session", "partie", "round", "s"),
    "table": ("table", "t"),
    "east": ("east", "est", "e"),
    "south": ("south", "sud"),
    "west": ("west", "ouest", "w", "o"),
    "north": ("north", "nord", "n"),
}
_WINDS = ("east", "south", "west", "north")
_HEADING_ROWS = 30


class _Columns(NamedTuple):
    session: int | None
    """None in a file of one session."""
    table: int
    winds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    line: int
    session: int
    table: int
    seats: Seats


def read_seating(
    text: TableText, *, players: Mapping[int, Player], sessions: int, wishes: SeatingWishes = NO_WISHES
) -> Seating:
    """Return the seating of ``players`` (by number) in ``sessions`` sessions from ``text``.

    The reserves among the ``wishes`` need no seat. If players may sit out, up to three have no seat in a session.
    Whoever keeps a table must sit there. Raise Refused with all problems.
    """
    index, columns = _columns(text)
    names = _names(players)
    needed = {number: player for number, player in players.items() if number not in wishes.reserves}
    problems: list[Problem] = []
    lines: list[_Line] = []
    for row in text.rows[index + 1 :]:
        if not row.is_blank:
            found = _line(row, columns, players, names)
            if isinstance(found, _Line):
                lines.append(found)
            else:
                problems += found
    if not problems:
        problems = [
            *_twice(lines, players),
            *_missing(lines, needed, sessions, sit_out=wishes.sit_out),
            *_away(lines, players),
        ]
    if problems:
        raise Refused(*_cut(problems))
    by_session = {session: sorted((each for each in lines if each.session == session), key=lambda each: each.table)
                  for session in range(1, sessions + 1)}  # fmt: skip
    seated = {s: {number for each in own for number in each.seats} for s, own in by_session.items()}
    out = turns_of(needed.keys() - numbers for numbers in seated.values()) if wishes.sit_out else ()
    return Seating(tuple(tuple(each.seats for each in by_session[s]) for s in by_session), IMPORTED, 0, wishes, out)


def _columns(text: TableText) -> tuple[int, _Columns]:
    for index, row in enumerate(text.rows[:_HEADING_ROWS]):
        heads = [folded(cell) for cell in row.cells]
        place = {key: next((heads.index(name) for name in names if name in heads), None)
                 for key, names in _HEADS.items()}  # fmt: skip
        table, winds = place["table"], [place[wind] for wind in _WINDS]
        if table is not None and all(wind is not None for wind in winds):
            return index, _Columns(place["session"], table, tuple(wind for wind in winds if wind is not None))
    raise Refused(
        Problem(
            "seating-heads",
            mark("“{name}” has no columns Table, East, South, West and North: add a heading line " "with these words.",
                 name=text.name),
            "file",
        )
    )  # fmt: skip


def _names(players: Mapping[int, Player]) -> Mapping[str, tuple[int, ...]]:
    names: dict[str, tuple[int, ...]] = {}
    for number, player in players.items():
        for name in {folded(each) for each in player.names}:
            names[name] = (*names.get(name, ()), number)
    return names


def _line(
    row: FileRow, columns: _Columns, players: Mapping[int, Player], names: Mapping[str, tuple[int, ...]]
) -> _Line | list[Problem]:
    def cell(column: int | None) -> str:
        return row.cells[column].strip() if column is not None and column < len(row.cells) else ""

    problems: list[Problem] = []
    session = _number(cell(columns.session)) if columns.session is not None else 1
    table = _number(cell(columns.table))
    for value, what in ((session, mark("session")), (table, mark("table"))):
        if not value:
            problems.append(_problem(row.line, mark("the {what} is not a whole number of 1 or more.", what=what)))
    seats: list[int] = []
    for wind, column in zip(Wind, columns.winds, strict=True):
        found = _player(cell(column), players, names)
        if isinstance(found, Text):
            problems.append(_problem(row.line, mark("{wind}: {what}", wind=wind.label, what=found)))
        else:
            seats.append(found)
    if problems:
        return problems
    east, south, west, north = seats
    return _Line(row.line, session, table, (east, south, west, north))


def _player(written: str, players: Mapping[int, Player], names: Mapping[str, tuple[int, ...]]) -> int | Text:
    if not written:
        return mark("the seat is empty: every table needs four players.")
    first, _, rest = written.partition(" ")
    first = first.rstrip(".:")
    if first.isascii() and first.isdigit():
        if int(first) in players:
            return _agreed(players[int(first)], rest.strip())
        return mark(
            "there is no player {number}; the numbers go up to {last}.", number=first, last=max(players, default=0)
        )
    found = names.get(folded(written), ())
    if len(found) == 1:
        return found[0]
    if found:
        numbers = tuple(str(number) for number in found)
        return mark("several players are called “{name}”: enter the number, one of {numbers}.",
                    name=printable(written), numbers=numbers)  # fmt: skip
    near = get_close_matches(folded(written), names, n=1)
    if near:
        player = players[names[near[0]][0]]
        return mark(
            "there is no player “{name}”. Is it {number} {near}?",
            name=printable(written),
            number=player.number,
            near=player.name,
        )
    return mark("there is no player “{name}”: correct the name, or enter the number.", name=printable(written))


def _agreed(player: Player, name: str) -> int | Text:
    """Return the number of ``player``; or a problem if the ``name`` that follows it is another player's.

    Then the list is that of another event, or one of the two was mistyped.
    """
    own = tuple(map(folded, player.names))
    if not name or get_close_matches(folded(name), own, n=1):
        return player.number
    return mark(
        "number {number} is {player}, not “{name}”: correct one of them, or enter only the number.",
        number=player.number,
        player=player.name,
        name=printable(name),
    )


def _number(written: str) -> int:
    """Return a number of 1 or more; 0 for anything else."""
    return int(written) if written.isascii() and written.isdigit() and len(written) <= 4 else 0


def _twice(lines: Sequence[_Line], players: Mapping[int, Player]) -> Iterator[Problem]:
    tables: dict[tuple[int, int], int] = {}
    seats: dict[tuple[int, int], _Line] = {}
    for each in lines:
        first = tables.setdefault((each.session, each.table), each.line)
        if first != each.line:
            text = mark("table {table} of session {session} is already on line {first}.", table=each.table,
                        session=each.session, first=first)  # fmt: skip
            yield _problem(each.line, text)
        for number in each.seats:
            earlier = seats.get((each.session, number))
            if earlier is None:
                seats[each.session, number] = each
            else:
                text = mark(
                    "{number} {player} already sits at table {table} in session {session} (line {first}). {advice}",
                    number=number,
                    player=players[number].name,
                    table=earlier.table,
                    session=each.session,
                    first=earlier.line,
                    advice=_who_is_free(lines, players, each.session),
                )
                yield _problem(each.line, text)


def _who_is_free(lines: Sequence[_Line], players: Mapping[int, Player], session: int) -> Text:
    """Return which players have no seat in the session, as a suggestion."""
    seated = {number for each in lines if each.session == session for number in each.seats}
    free = next((player for number, player in players.items() if number not in seated), None)
    if free is None:
        return mark("Every player already has a seat: remove this one.")
    return mark("Not seated: {number} {player}.", number=free.number, player=free.name)


def _away(lines: Sequence[_Line], players: Mapping[int, Player]) -> Iterator[Problem]:
    """Yield who keeps a table and sits at another one."""
    for each in lines:
        for number in each.seats:
            table = players[number].table
            if table and table != each.table:
                text = mark(
                    "{number} {player} keeps table {own} and sits at table {table} in session {session}. Correct the "
                    "file, or let them sit anywhere on the page Players.",
                    number=number,
                    player=players[number].name,
                    own=table,
                    table=each.table,
                    session=each.session,
                )
                yield _problem(each.line, text)


def _missing(
    lines: Sequence[_Line], players: Mapping[int, Player], sessions: int, *, sit_out: bool
) -> Iterator[Problem]:
    last = max((each.session for each in lines), default=0)
    if last != sessions:
        text = mark(
            "The last session in the file is {found}; that of the event is {expected}. Change the "
            "number of sessions of the event, or the file.",
            found=last,
            expected=sessions,
        )
        yield Problem("seating-sessions", text, "file")
        return
    for session in range(1, sessions + 1):
        here = [each for each in lines if each.session == session]
        seated = {number for each in here for number in each.seats}
        gone = [player for number, player in players.items() if number not in seated]
        if sit_out and len(gone) < 4 and here:
            gone = []
        if gone:
            text = mark_count(
                "Session {session}: {count} player has no seat: {number} {player}. {advice}",
                "Session {session}: {count} players have no seat, starting with {number} {player}. {advice}",
                len(gone),
                session=session,
                number=gone[0].number,
                player=gone[0].name,
                advice=_advice(here, len(players)),
            )
            yield Problem("seating-missing", text, "file")
        elif sorted(each.table for each in here) != list(range(1, len(here) + 1)):
            text = mark("Session {session}: the tables must be numbered 1 to {last}.", session=session, last=len(here))
            yield Problem("seating-tables", text, "file")


def _advice(here: Sequence[_Line], players: int) -> Text:
    """Return what to do if somebody has no seat in a session."""
    lost = sorted({*range(1, players // 4 + 1)} - {each.table for each in here})
    if lost:
        return mark("Table {table} is missing: add its line.", table=lost[0])
    return mark("Seat them, let them sit out, or name them as reserves.")


def _problem(line: int, text: Text) -> Problem:
    return Problem("seating-line", mark("Line {line}: {what}", line=line, what=text), "file")


def _cut(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    if len(problems) <= MOST_LISTED:
        return tuple(problems)
    left = len(problems) - MOST_LISTED
    more = mark_count("There is {count} more problem.", "There are {count} more problems.", left)
    return (*problems[:MOST_LISTED], Problem("seating-more", more, "file"))
