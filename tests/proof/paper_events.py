"""The events of which every paper is made: of 4, of 9 and 14, some of whom sit out, of 17 with a substitute, of 20 with
a final beside other tables, of 48 with a final alone, of 400 with any name."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import lru_cache
from random import Random

from tests.random_hands import hand as winning_hand
from tests.second_counter import counter
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player, SubstituteCase
from tournament.event.seating import Seating, SeatingWishes
from tournament.event.settings import FixedPoints, GrantedPoints, Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.ledger.entry import Record
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    By,
    CloseSheet,
    Command,
    GivePenalty,
    RecordHand,
    Refused,
    carry_out,
    carry_out_all,
    plan_by_ranking,
    plan_seating,
)
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw, ReplacePlayer
from tournament.use_cases.view import View

PRINTED = datetime(2026, 6, 14, 18, 30, tzinfo=UTC)
PLACE, ORGANISER, CITY = "Salle des Exemples", "Club de l’Exemple", "Exempleville"
STARTS, ENDS = date(2026, 6, 13), date(2026, 6, 14)
_BY = By("Referee Example", "desk 1")
_LONG = 60
"""The longest first or last name."""
_TABLES_WITH_TILES = 3
"""At so many tables of a session the first hand has its tiles."""


@dataclass(frozen=True, slots=True)
class Size:
    """An event by its size."""

    name: str
    players: int
    sessions: int
    final: int | None = None
    """How many play in a final in the last session."""
    beside: bool = False
    """The others play on beside the final, and points are carried over; else finalists start from nothing."""
    reserve: bool = False
    """One player more than seats, who plays for another in the second session."""
    sit_out: GrantedPoints | None = None
    """What those get who sit out, since the players do not fill the tables."""
    fixed: tuple[tuple[int, int], ...] = ()
    """Players who keep a table, with that table."""
    strange: bool = False
    """The players have the longest and strangest names that are let in."""


SIZES = (
    Size("4", 4, 2),
    Size("9", 9, 3, sit_out=GrantedPoints.FIXED, fixed=((9, 2),)),
    Size("14", 14, 4, final=4, beside=True, sit_out=GrantedPoints.AVERAGE, fixed=((5, 3),)),
    Size("17", 17, 3, reserve=True),
    Size("20", 20, 3, final=4, beside=True),
    Size("48", 48, 4, final=16),
    Size("400", 400, 12, strange=True),
)

_SCRIPTS = (
    "عبد الرحمن محمد الأمين ", "שלומית בן־ציון אברהמי ", "ณัฐวุฒิศรีสุวรรณพงษ์ไพบูลย์", "श्रीमती लक्ष्मीनारायणन् ",
    "김수한무거북이와두루미", "欧阳麻将示例司马诸葛", "たかはし しょうたろう ", "Ольга Образцова-Примерная ",
    "Αθανάσιος Παράδειγμα ", "Nguyễn Thị Ví Dụ ", "👩‍👩‍👧‍👦🀄🇫🇷 ", "Zoë-Ŭnikodo-Ǆ-ﬃ-ß ",
)  # fmt: skip
_TRAPS = (
    '=HYPERLINK("http://example.org";"win")', "+1-1", "-2+3", "@SUM(A1:A9)", "<script>alert(1)</script>",
    "</table><b>bold", "&amp; &lt;i&gt;", "O’Brien \"Quote\" 'x'", "semi;colon,comma|bar", "1/2", "00042", "May 5",
    "1E5", "TRUE", "{name} %s %(a)d", "back\\slash\\n", "line\nend", "nul\0here", "tab\tin\rbetween", "\ufeffmark",
    "\u202eright to left", "combining e\u0301\u0301\u0301", "   spaces   ", "’", "-",
)  # fmt: skip
_COUNTRIES = ("FR", "DE", "DK", "NL", "IT", "CN", "JP", "")


@dataclass(frozen=True, slots=True)
class PaperEvent:
    """An event, and its entries for whoever counts them again."""

    size: Size
    final: bool
    """Everything is verified."""
    view: View
    records: Sequence[Record]
    refused_names: int
    """Players whom the program did not let in."""


@lru_cache(maxsize=4)
def paper_event(size: Size, *, final: bool) -> PaperEvent:
    """The event of ``size``, at its end or with one sheet of the last session in play."""
    store, chance = FakeStore(), Random(f"papers/{size.name}")
    book = Book(store)
    carry_out(book, CreateEvent(_settings(size)), by=_BY)
    refused = _enter(book, size)
    drawn = sorted(book.view.players)[: size.players - size.reserve]
    sessions = size.sessions - (size.final is not None)
    carry_out(book, PublishDraw(_drawn(book.view, len(drawn), size)), by=_BY)
    if size.reserve:
        substitute = ReplacePlayer(3, size.players, 2, 2, SubstituteCase.ABSENT)
        carry_out(book, substitute, by=_BY)
    for session in range(1, sessions + 1):
        _play(book, session, chance, whole=final or session < size.sessions)
    if size.final is not None:
        ranked = plan_by_ranking(book.view, size.sessions, final=size.final, carried=size.beside,
                                 beside="straight" if size.beside else None)  # fmt: skip
        carry_out(book, ranked.command, by=_BY)
        _play(book, size.sessions, chance, whole=final)
    return PaperEvent(size, final, book.view, tuple(store.records), refused)


def _settings(size: Size) -> Settings:
    hours = tuple(
        SessionTime(session, STARTS if session <= (size.sessions + 1) // 2 else ENDS, _start(session, size))
        for session in range(1, size.sessions + 1)
    )
    return Settings(
        name=f"Open des Exemples {size.name}" + (" <b>=1+1</b> & Cie" if size.strange else ""),
        sessions=size.sessions,
        minutes=90,
        place=PLACE,
        city=CITY,
        host_country="FR",
        starts=STARTS,
        ends=ENDS,
        organiser=ORGANISER,
        timetable=Timetable(hours),
        country_size=3,
        team_size=4,
        sit_out_points=size.sit_out,
        sit_out_fixed=FixedPoints("7/4", -12),
    )


def _drawn(view: View, players: int, size: Size) -> Seating:
    if size.sit_out is None:
        return _seating(players, size.sessions)
    return plan_seating(view, seed=1, wishes=SeatingWishes(sit_out=True))


def _seating(players: int, sessions: int) -> Seating:
    """Four rows of players, which pass the tables at different speeds."""
    tables = players // 4
    return Seating(
        tuple(
            tuple(
                (
                    1 + table,
                    1 + tables + (table + session) % tables,
                    1 + 2 * tables + (table + 2 * session) % tables,
                    1 + 3 * tables + (table + 3 * session) % tables,
                )
                for table in range(tables)
            )
            for session in range(sessions)
        ),
        "cyclic",
    )


def _start(session: int, size: Size) -> time:
    first = (size.sessions + 1) // 2
    return time(9 + 2 * ((session - 1) % first))


def _enter(book: Book, size: Size) -> int:
    """Add the players; return how many names were refused, each of which is replaced by a plainer one."""
    if not size.strange:
        carry_out(book, AddPlayers(tuple(_player(number, size) for number in range(1, size.players + 1))), by=_BY)
        return 0
    refused, let_in = 0, []
    for number in range(1, size.players + 1):
        player = _strange_player(number)
        try:
            probe = Book(FakeStore())
            carry_out(probe, CreateEvent(Settings("Probe")), by=_BY)
            carry_out(probe, AddPlayers((player,)), by=_BY)
        except Refused:
            refused += 1
            player = _player(number, size)
        let_in.append(player)
    carry_out(book, AddPlayers(tuple(let_in)), by=_BY)
    return refused


def _player(number: int, size: Size) -> Player:
    ema = f"0400{number:04}" if size.final is not None or number % 3 else ""
    country = _COUNTRIES[number % (len(_COUNTRIES) - (size.final is not None))]
    table = dict(size.fixed).get(number, 0)
    return Player(0, f"Prénom{number}", f"Échantillon-{number}", country, ema, "Club", f"Team {number % 5 + 1}",
                  table=table)  # fmt: skip


def _strange_player(number: int) -> Player:
    """First a name that fills the room, then a trap, then both; every one only once."""
    script = _SCRIPTS[number % len(_SCRIPTS)]
    trap = _TRAPS[number % len(_TRAPS)]
    long = (script * _LONG)[: _LONG - 4].strip() + f" {number}"
    first, last = (long, (f"{script[::1]}{number} " * _LONG)[:_LONG].strip())
    if number % 3 == 1:
        first, last = trap, f"{script.strip()} {number}"
    elif number % 3 == 2:
        first, last = f"{number} {script.strip()}", f"{trap} {number}"[:_LONG]
    ema = f"0400{number:04}" if number % 5 else ""
    return Player(0, first, last, _COUNTRIES[number % len(_COUNTRIES)], ema, trap, f"{trap} {number % 100}")


def _play(book: Book, session: int, chance: Random, *, whole: bool) -> None:
    """Play a session; not ``whole``, its last sheet lacks hands and is not signed."""
    tables = len(book.view.sheets(session))
    for table in range(1, tables + 1):
        if table <= _TABLES_WITH_TILES:
            carry_out(book, _with_tiles(session, table, chance), by=_BY, confirmed=True)
    commands: list[Command] = []
    for table in range(1, tables + 1):
        ends = whole or table < tables
        first = 2 if table <= _TABLES_WITH_TILES else 1
        commands += [_hand(session, table, hand, chance) for hand in range(first, 17 if ends else 10)]
        if (session + table) % 4 == 0:
            commands.insert(
                -6, GivePenalty(session, table, Charge(table % 4, "tile-knocked", 3, points=15, to=((table + 1) % 4,)))
            )
        if (session + table) % 5 == 0:
            commands.insert(-6, GivePenalty(session, table, Charge(table % 4, "late", None, minutes=7, points=10)))
        if ends:
            commands.append(CloseSheet(session, table))
    carry_out_all(book, commands, by=_BY)


def _hand(session: int, table: int, hand: int, chance: Random) -> RecordHand:
    if chance.random() < 0.05:
        return RecordHand(session, table, hand, Outcome(None))
    winner, discarder = chance.sample(range(4), 2)
    points = min(97, 8 + int(chance.expovariate(1 / 10)))
    return RecordHand(session, table, hand, Outcome(winner, discarder if chance.random() < 0.7 else None, points))


def _with_tiles(session: int, table: int, chance: Random) -> RecordHand:
    """The first hand, with tiles that are worth enough by a counter that is not ours."""
    winner = chance.randrange(4)
    while True:
        tiles, situation, flowers = winning_hand(chance).split("|")
        text = f"{tiles}|E{'ESWN'[winner]}{situation[2:]}|{flowers}"
        worth = counter.points(text)
        if worth - (int(flowers) if flowers.isdigit() else len(flowers)) >= 8 and worth <= 90:
            break
    discarder = None if situation[2] == "1" else (winner + 1) % 4
    return RecordHand(session, table, 1, Outcome(winner, discarder, worth), tiles=text)
