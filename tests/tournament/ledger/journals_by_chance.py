"""Journals in which anything may follow anything: entries by chance, most of them possible, and some impossible."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from tests.examples.events import LedgerWriter, players, seating
from tests.examples.games import some_outcome
from tests.examples.outcomes_by_chance import choices
from tournament.catalogue import rule_set
from tournament.event.format import EventFormat, SeasonCount, SeasonRules
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.seating import Final, Seats
from tournament.event.settings import CountedTotals, FixedPoints, GrantedPoints, SecondReading, Settings
from tournament.language import ENGLISH
from tournament.ledger import facts
from tournament.ledger.audit import impossible_entries
from tournament.ledger.entry import EVENT_STREAM, Entry, UnreadableEntry, phones_stream, table_stream
from tournament.ledger.facts import Fact
from tournament.rules.payment import Net, opponents
from tournament.rules.question import Chosen
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState
from tournament.use_cases import Refused, View
from tournament.use_cases.coherence import CONTRADICTIONS

PLAYERS, SESSIONS, TABLES, HANDS = 8, 3, 2, 4
_RULES = ("mcr", "mcr", "riichi-ema-2025", "guobiao", "french-classical-simple", "hong-kong", "zung-jung", "blank")
_TOTALS: tuple[Net, ...] = ((10, 5, -5, -10), (0, 0, 0, 0), (60, 20, 20, -100), (30, 30, -30, -20))
_REASONS = ("", "a reason")


class Tried(NamedTuple):
    """An entry that was tried."""

    stream: str
    fact: Fact
    refused: str
    """Why it is impossible; empty if it is kept."""
    entry: Entry | None = None


def is_followed(view: View) -> bool:
    """Whether every sheet can be read: an entry about rows or sessions that there are not may prevent it."""
    try:
        sheets = [sheet for session in view.session_numbers for sheet in view.sheets(session)]
        return all(len(sheet.table_points) == 4 for sheet in sheets)
    except (*CONTRADICTIONS, Refused):
        return False


class JournalByChance:
    """A journal to which entries by chance are added."""

    def __init__(self, seed: int, format: EventFormat = EventFormat.TOURNAMENT) -> None:
        self.chance = Random(seed)
        self.ledger = LedgerWriter()
        self.rules, options = self._some_rules()
        self.settings = Settings(
            "Cup",
            rules=self.rules.id,
            sessions=SESSIONS,
            options=options,
            format=format,
            counted_totals=self.chance.choice(tuple(CountedTotals)),
            second_reading=self.chance.choice(tuple(SecondReading)),
            late_points=self.chance.choice(tuple(GrantedPoints)),
            late_fixed=FixedPoints("3/2", -7),
            season=SeasonRules(*self.chance.choice(((None, SeasonCount.SUM, 1, 1), (1, SeasonCount.AVERAGE, 2, 2)))),
        )
        self.entries: list[Entry] = []
        self.write(EVENT_STREAM, facts.EventCreated(self.settings))
        self.write(EVENT_STREAM, facts.PlayersAdded(players(PLAYERS)))
        if format is EventFormat.LEAGUE:
            self.write(EVENT_STREAM, facts.EveningOpened(1))
        if format.is_drawn:
            self.write(EVENT_STREAM, facts.DrawPublished(seating(PLAYERS, SESSIONS)))
        else:
            self.write(EVENT_STREAM, facts.GameSeated(1, 1, (1, 2, 3, 4)))
            self.write(EVENT_STREAM, facts.GameSeated(1, 2, (5, 6, 7, 8)))

    def _some_rules(self) -> tuple[RuleSet, Chosen]:
        id = self.chance.choice(_RULES)
        plain = rule_set(id)
        assert plain is not None
        options = self.chance.choice(list(choices(plain)))
        found = rule_set(id, options)
        assert found is not None
        return found, options

    def write(self, stream: str, fact: Fact) -> None:
        """Write ``fact``."""
        self.entries.append(self.ledger.write(stream, fact))
        self.view = self.ledger.view

    def grow(self, count: int) -> Iterator[Tried]:
        """Try ``count`` entries. Those that are possible are kept."""
        for _ in range(count):
            stream, fact = self._any()
            fork = LedgerWriter(self.view.journal.fork())
            try:
                entry = fork.write(stream, fact)
            except UnreadableEntry as error:
                yield Tried(stream, fact, ENGLISH.render(error.reason))
                continue
            faults = impossible_entries([each.record for each in (*self.entries, entry)])
            if faults:
                yield Tried(stream, fact, "; ".join(ENGLISH.render(each.text) for each in faults))
            elif is_followed(fork.view):
                yield Tried(stream, fact, "", entry)
                self.write(stream, fact)

    def _any(self) -> tuple[str, Fact]:
        kinds = (self._of_hands, self._of_hands, self._of_hands, self._of_sheets, self._of_sheets, self._of_phones,
                 self._of_sessions, self._of_sessions, self._of_people, self._of_undo)  # fmt: skip
        return self.chance.choice(kinds)()

    def _session(self) -> int:
        return self.chance.choice((1, 1, 1, 2, 2, 3)) if self.settings.format.is_drawn else 1

    def _four(self) -> Seats:
        a, b, c, d = self.chance.sample(range(1, PLAYERS + 1), 4)
        return a, b, c, d

    def _totals(self) -> Net:
        view = self.view
        computed = [sheet.computed for session in view.drawn_sessions for sheet in view.sheets(session)]
        return self.chance.choice((*_TOTALS, *computed))

    def _of_hands(self) -> tuple[str, Fact]:
        chance, hand = self.chance, self.chance.randint(1, HANDS)
        stream = table_stream(self._session(), chance.randint(1, TABLES))
        said = some_outcome(self.rules, TableState(), chance)
        worth = said.winner, said.discarder, said.points
        match chance.choice("rrrrrciidmex"):
            case "r":
                return stream, facts.HandRecorded(hand, *worth, details=said.details)
            case "c":
                return stream, facts.HandCorrected(hand, *worth, "wrong", details=said.details)
            case "i":
                return stream, facts.HandInserted(hand, *worth, "skipped", details=said.details)
            case "d":
                return stream, facts.HandDeleted(hand, "twice")
            case "m":
                return stream, facts.HandMoved(hand, chance.randint(1, HANDS), "order")
            case "e":
                one, other = chance.sample(range(4), 2)
                span = chance.choice((None, (hand, hand), (1, hand), (hand, HANDS)))
                return stream, facts.ColumnsExchanged(one, other, span, "seats")
            case _:
                return stream, facts.SheetMoved(self._session(), chance.randint(1, TABLES), "wrong table")

    def _of_sheets(self) -> tuple[str, Fact]:
        chance = self.chance
        stream = table_stream(self._session(), chance.randint(1, TABLES))
        given = [entry.id for entry in self.entries if entry.fact.kind == "penalty-given"]
        match chance.choice("pptttrrccccccoaj"):
            case "p":
                player = chance.randrange(4)
                fault = chance.choice(("", *(each.slug for each in self.rules.faults)))
                to = chance.choice(((), opponents(player), opponents(player)[:1]))
                hand = chance.choice((None, chance.randint(1, HANDS)))
                points = chance.choice((0, 5, 10, 20_000))
                return stream, facts.PenaltyGiven(player, hand, fault, points, to, reason=chance.choice(_REASONS))
            case "t":
                return stream, facts.TotalsTyped(self._totals())
            case "r":
                return stream, facts.TotalsRecorded(self._totals(), chance.choice(_REASONS))
            case "c":
                totals = chance.choice((None, self._totals(), (None, None, *self._totals()[2:])))
                return stream, facts.SheetClosed(totals, chance.choice(_REASONS))
            case "o":
                return stream, facts.SheetReopened("too early")
            case "a":
                return stream, facts.PenaltyCancelled(chance.choice((*given, "no entry")), "wrong")
            case _:
                read = facts.PaperReading(self._totals())
                kinds = (facts.SheetConfirmed("Reader", read), facts.SheetRejected("Reader", read, "misread"))
                return stream, chance.choice(kinds)

    def _of_phones(self) -> tuple[str, Fact]:
        chance, session, table = self.chance, self._session(), self.chance.randint(1, TABLES)
        stream = phones_stream(session, table)
        made = [entry.id for entry in self.entries if entry.fact.kind == "hand-proposed"]
        calls = [entry.id for entry in self.entries if entry.fact.kind == "referee-called"]
        drawn = self.view.seating
        tables = drawn.sessions[session - 1] if drawn is not None and session <= len(drawn.sessions) else ()
        seats = chance.choice((*tables[table - 1 : table] * 4, (1, 2, 3, 4)))
        match chance.choice("pppccdraoe"):
            case "p":
                said = some_outcome(self.rules, TableState(), chance)
                return stream, facts.HandProposed(
                    chance.randint(1, HANDS), said.winner, chance.randrange(4), seats, said.discarder, said.points,
                    details=said.details,
                )  # fmt: skip
            case "c":
                return stream, facts.ProposalConfirmed(chance.choice((*made, "no entry")), chance.randrange(4))
            case "d":
                return stream, facts.ProposalDismissed(chance.choice((*made, "no entry")), chance.choice(_REASONS))
            case "r":
                return stream, facts.RefereeCalled(chance.randrange(4))
            case "a":
                return stream, facts.CallAnswered(chance.choice((*calls, "no entry")))
            case "o":
                return EVENT_STREAM, facts.TableEntryEnded()
            case _:
                return EVENT_STREAM, facts.TableEntryAllowed("http://192.168.1.20:8080", bytes(32))

    def _of_sessions(self) -> tuple[str, Fact]:
        chance, session = self.chance, self._session()
        cancelled = tuple(self.view.state.cancelled)
        choices: tuple[Fact, ...] = (
            facts.SessionPublished(session),
            facts.SessionStarted(session, chance.choice(((), (1, 2)))),
            facts.SessionClosed(session, chance.choice(((), (1,), (1, 2), (2,))), chance.choice(_REASONS)),
            facts.SessionReopened(session, "a paper was found"),
            facts.ResultsPublished(session, held=chance.random() < 0.3),
            facts.ResultsPublished(session),
            facts.ResultsWithdrawn(session),
            facts.ClockStarted(session, 90),
            facts.ClockPaused(session),
            facts.ClockResumed(session),
            facts.MinutesAdded(session, 5, chance.choice(((), (2,)))),
            facts.ClockStopped(session),
            facts.SettingsChanged(replace(self.settings, sessions=chance.randint(1, SESSIONS + 1))),
            *self._of_draw(session, cancelled),
        )
        return EVENT_STREAM, chance.choice(choices)

    def _of_draw(self, session: int, cancelled: tuple[int, ...]) -> Iterator[Fact]:
        chance = self.chance
        four = self._four()
        if not self.settings.format.is_drawn:
            evening = len(self.view.drawn_sessions) or 1
            yield facts.EveningOpened(evening + 1)
            yield facts.GameSeated(evening, chance.randint(1, 4), four)
            yield facts.GameReseated(evening, chance.randint(1, 3), four)
            yield facts.GameTakenBack(evening, chance.randint(1, 3))
            return
        others = tuple(number for number in range(1, PLAYERS + 1) if number not in four)
        tables = (four, (others[0], others[1], others[2], others[3]))
        yield facts.SessionsCancelled(chance.choice(((session,), (3,), (2, 3))), "the hall closes")
        yield facts.SessionsAdded(chance.choice(((), cancelled, cancelled[:1])), chance.randint(0, 1))
        yield facts.SessionsRedrawn(session, seating(PLAYERS, SESSIONS + 1).sessions[session:], "redrawn", 3)
        yield facts.SessionSeated(session, tables, "swiss")
        final = Final(session, four, carried=chance.random() < 0.5)
        yield facts.SessionSeated(session, tables[:1], "straight", final)
        yield facts.TableLeftOut(session, chance.randint(1, TABLES + 1))
        yield facts.TableAdded(session, chance.choice((TABLES, TABLES + 1)), (9, 10, 11, 12))
        yield facts.DrawPublished(seating(PLAYERS, SESSIONS))

    def _of_people(self) -> tuple[str, Fact]:
        chance, session = self.chance, self._session()
        known = sorted(self.view.players)
        one, other = chance.sample(known, 2)
        new = Player(max(known) + 1, "Sub", "Stitute")
        late = tuple(Player(max(known) + number, f"Late{number}", "Comer") for number in range(1, 5))
        sessions = chance.choice(((session,), (2, 3), (3,)))
        case = chance.choice((None, None, *SubstituteCase))
        choices = (
            facts.PlayersAdded(late[: chance.choice((1, 4))], "", chance.choice((1, session))),
            facts.PlayerRemoved(one),
            facts.PlayerStateChanged(
                one, chance.choice(tuple(PlayerState)), session, "", chance.choice(((), (session,)))
            ),
            facts.PlayersMerged(self.view.players[one], other, "registered twice"),
            facts.AttendanceNoted((one, other), chance.random() < 0.5),
            facts.LotDrawn(one, chance.randint(0, 9)),
            facts.PlayersSwapped(one, other, sessions),
            facts.PlayersSwapped(one, other, sessions),
            facts.PlayerReplaced(one, new, sessions, "ill", case),
            facts.PlayerReplaced(one, self.view.players[other], sessions, "", case),
        )
        return EVENT_STREAM, chance.choice(choices)

    def _of_undo(self) -> tuple[str, Fact]:
        """Take back the last entry or any, or write it again."""
        standing = [entry for entry in self.entries if self.view.journal.counts(entry)]
        undone = [entry for entry in self.entries if not self.view.journal.counts(entry)]
        if undone and self.chance.random() < 0.4:
            entry = self.chance.choice(undone)
            return entry.stream, facts.Redone(entry.id)
        entry = self.chance.choice((standing[-1], standing[-1], *standing[3:], *standing[-1:]))
        return entry.stream, facts.Undone(entry.id)
