"""Finding anything by words: players, tables, pages, reports and actions, in one list.

The interface makes a :class:`Findable` of everything that can be gone to or done. :class:`Finder` returns those that
the typed words name, the best first. Players are also found by name in the field that goes to a table.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from reports.sheets.seating import sits_out_text
from tournament.language import Language, Search, Text, folded, integer_text, listed, mark
from tournament.ledger.state import sitting_out
from tournament.use_cases import View

MOST_FOUND = 60
"""How many are listed at once; more words find fewer."""


class FindableKind(Enum):
    """What something is, in the order in which equally good matches are listed."""

    TABLE = mark("Table")
    PLAYER = mark("Player")
    PAGE = mark("Page")
    ACTION = mark("Action")
    REPORT = mark("Report")


@dataclass(frozen=True, slots=True)
class Findable:
    """Something to go to or to do."""

    kind: FindableKind
    title: str
    """Its name, in the language of the interface."""
    detail: str
    """What it is or does, in a few words."""
    target: tuple[object, ...]
    """What the interface needs in order to go there: place of a sheet, number of a player, id of a page or report."""
    keys: tuple[str, ...] = ()
    """Its keys, in Qt's portable form."""
    numbers: tuple[str, ...] = ()
    """Numbers that name it alone, such as that of a table."""
    words: str | None = None
    """What it is found by, besides its name; None for the details."""
    near: bool = False
    """Whether it belongs to what is shown now, so that it is listed before others of its kind."""

    @property
    def found_by(self) -> str:
        """What it is found by, besides its name and its numbers."""
        return self.detail if self.words is None else self.words


class Finder:
    """Finds by words. The texts are folded once, so that every key searches only folded texts."""

    def __init__(self, items: Iterable[Findable]) -> None:
        self._items = [
            (item, folded(item.title), folded(" ".join((item.title, item.found_by, *item.numbers)))) for item in items
        ]

    def found(self, typed: str) -> list[Findable]:
        """Return what ``typed`` names, the best first: a number, the beginning of a name, its words, the details.

        Without any words, the pages and the actions of the page that is shown.
        """
        search, words = Search(typed), folded(typed)
        if not search:
            return [item for item, _, _ in self._items if item.kind is FindableKind.PAGE or item.near][:MOST_FOUND]
        order = list(FindableKind)
        ranked = []
        for place, (item, title, whole) in enumerate(self._items):
            if not search.finds_folded(whole):
                continue
            if words in item.numbers:
                rank = 0
            elif title.startswith(words):
                rank = 1
            else:
                rank = 2 if search.finds_folded(title) else 3
            ranked.append((rank, order.index(item.kind), not item.near, place, item))
        ranked.sort(key=lambda each: each[:4])
        return [item for *_, item in ranked[:MOST_FOUND]]


def findable_people(view: View, session: int, language: Language) -> Iterator[Findable]:
    """Yield the tables of ``session`` and the players of the event, who are found with their table there."""
    tables = tables_of_players(view, session)
    seated: dict[int, list[str]] = {}
    for number, table in tables.items():
        seated.setdefault(table, []).append(view.players[number].name)
    for table, names in sorted(seated.items()):
        title = language.render(mark("Table {table}", table=table))
        yield Findable(FindableKind.TABLE, title, ", ".join(names), (session, table), numbers=(str(table),))
    for number, player in sorted(view.players.items()):
        sits = tables.get(number)
        where = (
            mark("No. {number}, no seat in session {session}", number=number, session=session)
            if sits is None
            else mark("No. {number}, table {table} in session {session}", number=number, table=sits, session=session)
        )
        detail = " · ".join(filter(None, (language.render(where), player.country, player.club)))
        target = (number,) if sits is None else (number, session, sits)
        words = f"{player.country} {player.club} {player.team} {player.ema_number}"
        yield Findable(FindableKind.PLAYER, player.name, detail, target, numbers=(str(number),), words=words)


def tables_of_players(view: View, session: int) -> dict[int, int]:
    """Return the table of each player who has a seat in ``session``, by number; the last one if they have several."""
    if view.seating is None:
        return {}
    taken_back = view.state.taken_back
    return {
        number: table
        for table, seats in enumerate(view.seating.tables(session), start=1)
        if (session, table) not in taken_back
        for number in seats
        if number in view.players
    }


_MOST_NAMED = 4
"""How many players are named if several are found."""


def table_named(view: View, session: int, typed: str) -> int | Text | None:
    """Return the table in ``session`` of the player whom ``typed`` names.

    If it names players of several tables, or only players without a seat, return a text that says so. None if it names
    nobody.
    """
    search = Search(typed)
    if not search:
        return None
    found = [number for number, player in sorted(view.players.items()) if search.finds(player.name)]
    if not found:
        return None
    tables = tables_of_players(view, session)
    seated = [number for number in found if number in tables]
    places = {tables[number] for number in seated}
    if len(places) == 1:
        return places.pop()
    if not seated:
        resting = sits_out_text([view.players[number] for number in found])
        if resting is not None and sitting_out(view.state, session).issuperset(found):
            return mark("Session {session}: {text}", session=session, text=resting)
        names = _names(view, found)
        return mark("No seat in session {session}: {players}.", session=session, players=names)
    whole = folded(typed)
    exact = {tables[number] for number in seated if folded(view.players[number].name) == whole}
    if len(exact) == 1:
        return exact.pop()
    at = listed(
        mark("{player} (table {table})", player=view.players[number].name, table=tables[number])
        for number in seated[:_MOST_NAMED]
    )
    if len(seated) <= _MOST_NAMED:
        return mark("Which table? {players}. Type its number, or more of the name.", players=at)
    more = integer_text(len(seated) - _MOST_NAMED)
    return mark(
        "Which table? {players} and {count} more. Type its number, or more of the name.", players=at, count=more
    )


def _names(view: View, numbers: Sequence[int]) -> Text:
    return listed(view.players[number].name for number in numbers[:_MOST_NAMED])
