"""Events to report on, made of facts written one after the other; everybody in them is invented."""

import random
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache

from msgspec import structs

from tournament.catalogue import DEFAULT
from tournament.event.format import EventFormat, SeasonRules
from tournament.event.money import NO_MONEY, ClubMoney
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.ledger.codec import VERSION, encode
from tournament.ledger.entry import EVENT_STREAM, Entry, Record, hash_of, table_stream
from tournament.ledger.facts import (
    DrawPublished,
    EveningOpened,
    EventCreated,
    Fact,
    GameSeated,
    GameTakenBack,
    HandRecorded,
    PenaltyCancelled,
    PenaltyGiven,
    PlayersAdded,
    SheetClosed,
    TotalsRecorded,
)
from tournament.ledger.journal import Journal
from tournament.use_cases.view import View

PRINTED = datetime(2026, 6, 13, 11, 58, tzinfo=UTC)
_BEGINNING = datetime(2026, 6, 12, 9, 0, tzinfo=UTC)

NAMES = (
    ("Søren", "Prøve", "DK"),
    ("Hélène", "Maquette", "BE"),
    ("Łukasz", "Żółć", "PL"),
    ("Đorđe", "Primer", "RS"),
    ("麻将", "示例", "CN"),
    ("Ștefan", "Exemplu", "RO"),
    ("Jiří", "Řez-Ukázka", "CZ"),
    ("=1+1", "@SUM(A1)", "FR"),
    ("Chloé", "Échantillon", "FR"),
    ("Iñaki", "Adibide", "ES"),
    ("Käthe", "Muster", "DE"),
    ("Zoë", "Voorbeeld", "NL"),
    ("Björn", "Mönster", "SE"),
    ("Õnne", "Näidis", "EE"),
    ("<b>Bold</b>", "& Ampère", "CH"),
    (
        "Maximilienne-Bérengère-Apollonie de la Très-Longue-Étiquette",
        "Von-und-zu-Musterhausen-Beispielstadt am Ende der Zeile XYZ",
        "AT",
    ),
)  # fmt: skip
"""Signs of many alphabets, text that looks like a formula or like HTML, and one very long name."""


class LedgerWriter:
    """A ledger to which facts are appended, unchecked."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._journal = Journal() if journal is None else journal

    def write(self, stream: str, fact: Fact) -> Entry:
        """Write ``fact`` at the end of ``stream``."""
        number = self._journal.number(stream) + 1
        before = self._journal.fingerprint
        record = Record(
            position=before.entries + 1,
            id=str(uuid.uuid5(uuid.NAMESPACE_URL, f"{stream}/{number}")),
            stream=stream,
            number=number,
            kind=fact.kind,
            version=VERSION,
            author="Referee Example",
            desk="desk 1",
            time=(_BEGINNING + timedelta(seconds=len(self._journal))).isoformat(timespec="milliseconds"),
            content=encode(fact),
            previous=self._journal.last_hash(stream),
            before=before.hash,
            role="organiser",
            hash="",
        )
        entry = Entry(structs.replace(record, hash=hash_of(record)), fact)
        self._journal.append(entry)
        return entry

    @property
    def view(self) -> View:
        """All of it, read."""
        return View(self._journal)


def players(count: int) -> tuple[Player, ...]:
    """The first of the names above, then invented ones."""
    made = []
    for number in range(1, count + 1):
        first, last, country = NAMES[number - 1] if number <= len(NAMES) else (f"Pat {number}", "Sample", "XX")
        ema = f"0400{number:04}" if number % 3 else ""
        made.append(Player(number, first, last, country, ema, team=f"Team {number % 5}"))
    return tuple(made)


def seating(count: int, sessions: int) -> Seating:
    """Everybody sits down; who meets whom again does not matter here."""
    tables = count // 4
    drawn = []
    for session in range(sessions):
        rows = [[1 + quarter * tables + (table + quarter * session) % tables for quarter in range(4)]
                for table in range(tables)]  # fmt: skip
        drawn.append(tuple((row[0], row[1], row[2], row[3]) for row in rows))
    return Seating(tuple(drawn), method="shifted", seed=1)


def begun(count: int, sessions: int, *, name: str = "Open de l’Exemple 2026", rules: str = DEFAULT.id) -> LedgerWriter:
    """An event with players and a draw, where nothing was played."""
    ledger = LedgerWriter()
    settings = Settings(name=name, rules=rules, sessions=sessions, place="Exempleville", starts=date(2026, 6, 13))
    ledger.write(EVENT_STREAM, EventCreated(settings))
    ledger.write(EVENT_STREAM, PlayersAdded(players(count)))
    ledger.write(EVENT_STREAM, DrawPublished(seating(count, sessions)))
    return ledger


def play(ledger: LedgerWriter, sessions: Iterable[int], *, seed: int = 7, hands: int = 16, close: bool = True) -> None:
    """Play whole sessions at usual rates: seven hands in ten won on a discard, a few drawn."""
    chance = random.Random(seed)
    drawn = ledger.view.seating
    assert drawn is not None
    for session in sessions:
        for table in range(1, len(drawn.tables(session)) + 1):
            stream = table_stream(session, table)
            for hand in range(1, hands + 1):
                ledger.write(stream, some_hand(chance, hand))
            if close:
                ledger.write(stream, SheetClosed())


def some_hand(chance: random.Random, hand: int) -> HandRecorded:
    """One hand."""
    if chance.random() < 0.04:
        return HandRecorded(hand, None)
    winner, discarder = chance.sample(range(4), 2)
    points = chance.choice((8, 8, 9, 10, 11, 12, 14, 16, 18, 22, 24, 28, 34, 48, 64, 88))
    return HandRecorded(hand, winner, discarder if chance.random() < 0.72 else None, points)


def write_table(ledger: LedgerWriter, session: int, table: int, facts: Sequence[Fact]) -> tuple[Entry, ...]:
    """Write facts on the sheet of one table."""
    return tuple(ledger.write(table_stream(session, table), fact) for fact in facts)


def sample_event() -> View:
    """Sixteen players, four sessions, two of them played: ties, penalties of both kinds, one table stopped by time."""
    return View(_sample_journal().fork())


@cache
def _sample_journal() -> Journal:
    ledger = begun(16, 4)
    play(ledger, [1])
    # table 1: three level behind the winner, so 4 and three times (2 + 1 + 0) / 3
    write_table(ledger, 2, 1, [
        HandRecorded(1, 0, None, 22),
        *(HandRecorded(hand, None) for hand in range(2, 17)),
        SheetClosed(),
    ])  # fmt: skip
    # table 2: a false Hu of 20 to each opponent, a broken wall, a cancelled warning; stopped after 11 hands
    entries = write_table(ledger, 2, 2, [
        PenaltyGiven(2, 3, "false-hu-invalid", 20, (0, 1, 3), no_hu=True),
        PenaltyGiven(1, 4, "wall-touched", 0),
        PenaltyGiven(0, None, "late", 10, minutes=7),
        PenaltyGiven(3, 5, "tile-knocked", 15, (1,)),
        PenaltyGiven(3, None, "", 5, reason="spoke of the hand in play"),
        *(HandRecorded(hand, hand % 4, (hand + 1) % 4, 8 + hand) for hand in range(1, 12)),
    ])  # fmt: skip
    write_table(ledger, 2, 2, [PenaltyCancelled(entries[1].id, "the tile was not touched"), SheetClosed()])
    # table 3: two pairs level: 3, 3, 1/2, 1/2
    write_table(ledger, 2, 3, [
        HandRecorded(1, 0, 2, 12),
        HandRecorded(2, 1, 3, 12),
        *(HandRecorded(hand, None) for hand in range(3, 17)),
        SheetClosed(),
    ])  # fmt: skip
    # table 4 is in play
    write_table(ledger, 2, 4, [HandRecorded(hand, 3, None, 8) for hand in range(1, 8)])
    return ledger.view.journal


def league_begun(money: ClubMoney = NO_MONEY) -> LedgerWriter:
    """Nine players of a league, before its first evening."""
    ledger = LedgerWriter()
    season = SeasonRules(best=2, least=2)
    settings = Settings(
        name="Ligue de l’Exemple", place="Exempleville", format=EventFormat.LEAGUE, season=season, money=money
    )
    ledger.write(EVENT_STREAM, EventCreated(settings))
    ledger.write(EVENT_STREAM, PlayersAdded(players(9)))
    return ledger


def sample_league(money: ClubMoney = NO_MONEY) -> View:
    """Three evenings of nine players: a game taken back, one known by its totals, one in play; who came once."""
    ledger = league_begun(money)
    for session, day in enumerate((date(2026, 9, 4), date(2026, 9, 11), None), start=1):
        ledger.write(EVENT_STREAM, EveningOpened(session, day, "Club" if session == 2 else ""))
    for game in (
        GameSeated(1, 1, (1, 2, 3, 4), "Table 1"),
        GameSeated(1, 2, (5, 6, 7, 8), "Table 2"),
        GameSeated(1, 3, (1, 5, 2, 6)),
        GameSeated(2, 1, (4, 3, 2, 1)),
        GameSeated(2, 2, (5, 6, 7, 9)),
        GameTakenBack(2, 2),
        GameSeated(2, 3, (5, 6, 7, 9)),
        GameSeated(3, 1, (2, 1, 4, 3)),
    ):
        ledger.write(EVENT_STREAM, game)
    chance = random.Random(11)
    for session, table in ((1, 1), (1, 2), (1, 3), (2, 1)):
        write_table(ledger, session, table, [*(some_hand(chance, hand) for hand in range(1, 17)), SheetClosed()])
    write_table(ledger, 2, 3, [TotalsRecorded((61, -7, -54, 0))])
    write_table(ledger, 3, 1, [some_hand(chance, hand) for hand in (1, 2, 3)])
    return ledger.view
