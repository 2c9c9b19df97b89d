"""Random events: every action in any order, right ones, wrong ones and senseless ones, from a seed."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random

from tests.examples.every_fact import OneKey
from tests.random_hands import hand as winning_hand
from tests.second_counter import counter
from tests.tournament.use_cases import random_commands
from tests.tournament.use_cases.as_sent import carry_out, carry_out_all
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.random_commands import (
    ABOUT_PEOPLE,
    ABOUT_SEATS,
    AROUND,
    CORRECTING,
    PREPARING,
    Action,
    by_the_rules,
)
from tournament.catalogue import IDS
from tournament.draw import DrawProblem
from tournament.event.format import EventFormat, SeasonCount, SeasonRules
from tournament.event.role import EventRole
from tournament.event.seating import SeatingWishes
from tournament.event.settings import CountedTotals, FinalRanks, PaperTotals, SecondReading, Settings
from tournament.ledger.audit import Audit, Unaudited, audit
from tournament.ledger.entry import table_stream
from tournament.ledger.facts import PRINTED, PaperNoted
from tournament.ledger.session_step import SessionStep
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import Outcome
from tournament.tiles.wind import Wind
from tournament.use_cases import (
    Book,
    By,
    Changes,
    Command,
    LinesRefused,
    RecordHand,
    Refused,
    Store,
    plan_rest,
    plan_seating,
)
from tournament.use_cases.commands import (
    AddPlayers,
    CreateEvent,
    NotePaper,
    PublishDraw,
    Redo,
    RedrawSessions,
    RemovePin,
    RemoveSigningKey,
    SetPin,
    SetSigningKey,
    SignFingerprint,
    TakeOver,
    Undo,
)
from tournament.use_cases.pins import planned_pin
from tournament.use_cases.sessions import session_move

PEOPLE = (
    By("Ada Referee", "desk one"),
    By("Ben Referee", "desk two", role=EventRole.HEAD_REFEREE),
    By("Organiser", "office", role=EventRole.ORGANISER),
)
"""The first has no role of their own: where roles are held by PINs they may look."""
REFUSALS = (Refused, LinesRefused, DrawProblem)


class RandomEvent:
    """One event in ``store``, played by somebody who tries everything."""

    def __init__(
        self,
        seed: int | str,
        store: Store,
        *,
        players: int | None = None,
        rules: str | None = None,
        tables: bool = True,
    ) -> None:
        self.chance = Random(f"event/{seed}")
        self.now = datetime(2026, 6, 13, 8, tzinfo=UTC)
        self.book = Book(store, clock=self._clock)
        self.book.signer = self.signer = OneKey()
        self.counts: Counter[str] = Counter()
        """How often each kind of entry was written, and how often an action was refused."""
        self.failures: list[str] = []
        self.refused: list[str] = []
        """Why the last action was refused that was: the codes of its problems."""
        self.tables = tables
        """Whether anything is played; else the event ends with its draw."""
        self._begin(players or self._size(), rules)

    def _clock(self) -> datetime:
        self.now += timedelta(seconds=self.chance.randrange(1, 90))
        return self.now

    def _size(self) -> int:
        """Four to four hundred, most of them of a club's size, now and then one that makes no whole tables."""
        tables = self.chance.choice((1, 2, 2, 3, 4, 4, 5, 6, 8, 10)) if self.chance.random() < 0.93 else None
        size = 4 * (tables or self.chance.randint(11, 100))
        return size + (self.chance.random() < 0.2) * self.chance.randint(1, 3)

    def _begin(self, size: int, rules: str | None) -> None:
        chance = self.chance
        drawn = chance.random() < 0.8
        format = EventFormat.TOURNAMENT if drawn else chance.choice((EventFormat.CLUB, EventFormat.LEAGUE))
        best, count, least = chance.choice((None, 1, 2)), chance.choice(tuple(SeasonCount)), chance.choice((1, 2))
        season = SeasonRules(best, count, least, 3 if best == least else 0)
        settings = Settings(
            "Random Cup",
            rules=rules or chance.choice(("mcr", "mcr", "mcr", "guobiao", *IDS)),
            sessions=min(chance.randint(1, 12), 12 if size < 80 else 4),
            counted_totals=chance.choice(tuple(CountedTotals)),
            paper_totals=chance.choice((PaperTotals.OPTIONAL, PaperTotals.OPTIONAL, PaperTotals.DEMANDED)),
            second_reading=chance.choice((SecondReading.NONE, *SecondReading)),
            format=format,
            season=season if format is EventFormat.LEAGUE else SeasonRules(),
            country_size=chance.choice((1, 2, 3)),
            team_size=chance.choice((0, 2, 4)),
            final_ranks=chance.choice(tuple(FinalRanks)),
        )
        carry_out(self.book, CreateEvent(settings), by=PEOPLE[2])
        self.do(AddPlayers(random_commands.random_people(self.book.view, chance, size)))

    @property
    def by(self) -> By:
        """The person who works at this desk."""
        return self.chance.choice(PEOPLE)

    def play(self, steps: int) -> None:
        """Try so many actions, most of them what comes next in an event."""
        drawn = self.book.view.settings.format.is_drawn
        prepare, sit_down = partial(self.take, *PREPARING), partial(self.take, random_commands.sit_down)
        early = prepare, prepare, self.publish if drawn else sit_down
        playing: tuple[Callable[[], None], ...] = (
            *(self.record_hands,) * 6, *(self.play_session,) * 3,
            *(partial(self.take, random_commands.sign_sheet),) * 4,
            *(partial(self.take, *CORRECTING),) * 9, partial(self.take, random_commands.record_together),
            *(self.take_back,) * 2, self.open_again, prepare,
            *((*(partial(self.take, *ABOUT_SEATS),) * 5, self.redraw, *(self.play_final,) * 2) if drawn
              else (*(sit_down,) * 3, partial(self.take, random_commands.change_game))),
            *(partial(self.take, *ABOUT_PEOPLE),) * 2, *(partial(self.take, each) for each in AROUND),
            self.hold_roles, self.sign, self.note_a_report, self.take_over,
        )  # fmt: skip
        for _ in range(self.chance.randint(0, 3)):
            self.chance.choice(early)()
        if drawn:
            self.publish()
        if not self.tables:
            return
        if drawn and self.chance.random() < 0.3:
            self.play_session()
            self.play_final()
        for _ in range(steps):
            self.chance.choice(playing)()

    def act(self, action: Callable[[], Changes]) -> bool:
        """Do it; True when it was done. What is refused must leave the journal as it was."""
        before = len(self.book.view.journal)
        try:
            changes = action()
        except REFUSALS as refused:
            self.counts["actions refused"] += 1
            self.refused = [each.code for each in refused.problems] if isinstance(refused, Refused) else []
            if len(self.book.view.journal) != before:
                self.failures.append(f"{', '.join(self.refused)}: refused and written all the same")
            return False
        self.counts.update(entry.record.kind for entry in changes.entries)
        return True

    def do(self, *commands: Command) -> bool:
        """Carry them out, all or none, as the rules of the event have them; True when they were."""
        ruled = [by_the_rules(command, self.book.view.rules) for command in commands]
        if len(ruled) > 1:
            return self.act(lambda: carry_out_all(self.book, ruled, by=self.by))
        return self.act(lambda: carry_out(self.book, ruled[0], by=self.by, confirmed=True))

    def take(self, *actions: Action) -> None:
        """One of ``actions``, if anything fits."""
        try:
            commands = self.chance.choice(actions)(self.book.view, self.chance)
        except REFUSALS:
            self.counts["actions refused"] += 1
        else:
            if commands:
                self.do(*commands)

    def sheet(self) -> Sheet | None:
        """Some sheet, mostly one that is open."""
        return random_commands.some_sheet(self.book.view, self.chance)

    def publish(self) -> None:
        """A draw: by the program, by wishes, or any seating by hand."""
        view, chance = self.book.view, self.chance
        numbers = list(view.players)
        if len(numbers) > 24 or view.settings.sessions > 6 or chance.random() < 0.7:
            self.take(random_commands.publish_draw)
            return
        apart = ((chance.choice(("club", "team", "country")), 1),) if chance.random() < 0.5 else ()
        self.take(random_commands.wish_for_seats)
        sit_out = chance.random() < 0.5
        reserves = () if sit_out else tuple(chance.sample(numbers, len(numbers) % 4))
        wishes = SeatingWishes(apart=apart, reserves=reserves, sit_out=sit_out)
        self.take(lambda view, chance: [PublishDraw(plan_seating(view, seed=chance.randrange(1000), wishes=wishes))])

    def redraw(self) -> None:
        """The sessions from one on, by the program, where that takes no time."""
        view = self.book.view
        sessions = 0 if view.seating is None else len(view.seating.sessions)
        first = self.chance.randint(1, max(1, sessions))
        if view.seating is not None and len(view.seating.seated(first)) <= 16 and sessions - first < 4:
            sit_out = self.chance.choice((None, True))
            self.take(
                lambda view, chance: [
                    RedrawSessions(plan_rest(view, first, seed=chance.randrange(1000), sit_out=sit_out), first)
                ]
            )

    def play_final(self) -> None:
        """A final in the next session while the others play on."""
        self.take(random_commands.final_beside)
        self._do_what_can_be_done(random_commands.play_final(self.book.view, self.chance))

    # at the tables

    def record_hands(self) -> None:
        """The next hands of a table, one of them now and then with its tiles."""
        for _ in range(self.chance.randint(1, 8)):
            if self.chance.random() < 0.2 and self.book.view.rules.id == "mcr":
                self.record_tiles()
            else:
                self.take(random_commands.record_hand)

    def record_tiles(self) -> None:
        """Record a hand with its tiles; only the second counter computes what they are worth."""
        sheet = self.sheet()
        hand = None if sheet is None else sheet.next_hand
        if sheet is None or hand is None or sheet.closed is not None:
            return
        line = next((line for line in sheet.hands if line.hand == hand), None)
        if line is None or line.outcome is not None:
            return
        winner = self.chance.randrange(4)
        tiles, situation, flowers = winning_hand(self.chance).split("|")
        winds = "ESWN"[(hand - 1) // 4] + "ESWN"[list(Wind).index(line.state.winds[winner])]
        text = f"{tiles}|{winds}{situation[2:]}|{flowers}"
        drawn_by_oneself = situation[2] == "1"
        worth = counter.points(text)
        if worth > 400 or worth - _flowers(flowers) < 8:
            return
        outcome = Outcome(winner, None if drawn_by_oneself else (winner + 1) % 4, worth + 1)
        if any(penalty.given.hand == hand for penalty in sheet.penalties):
            return
        if self.do(RecordHand(sheet.session, sheet.table, hand, outcome, tiles=text)):
            self.failures.append(f"{worth + 1} points were taken for {text}, worth {worth}")
            return
        done = self.do(RecordHand(sheet.session, sheet.table, hand, replace(outcome, points=worth), tiles=text))
        self.counts["hands recorded with their tiles"] += done
        if not done and any(code.startswith("tiles-") for code in self.refused):
            self.failures.append(f"{worth} points were refused for {text}")

    def play_session(self) -> None:
        """Play every table of the session at once; if that is refused, write one entry after the other."""
        self._do_what_can_be_done(random_commands.play_session(self.book.view, self.chance))

    def _do_what_can_be_done(self, commands: Sequence[Command]) -> None:
        if commands and not self.do(*commands):
            for command in commands[:40]:
                self.do(command)

    # taken back

    def take_back(self) -> None:
        """The last entry, or the last on a sheet: the account is afterwards what it was before that entry."""
        sheet = self.sheet() if self.chance.random() < 0.5 else None
        journal = self.book.view.journal
        target = None if sheet is None else journal.last_of_sheet(table_stream(sheet.session, sheet.table))
        if target is not None:
            self.do(Undo(target.id))
            return
        before = self._account() if len(journal) < 400 else None
        if self.do(Undo()) and before is not None and self.chance.random() < 0.5 and self.do(Redo()):
            after = self._account()
            if after != before:
                self.failures.append("undo and redo changed the account")
        elif self.chance.random() < 0.3:
            self.do(Redo())

    def _account(self) -> Audit | str:
        try:
            return audit([entry.record for entry in self.book.view.journal])
        except Unaudited as error:
            return str(error)

    def open_again(self) -> None:
        """A program that opens the journal now sees what this one sees."""
        again = Book(FakeStore([entry.record for entry in self.book.view.journal]))
        self.counts["opened again"] += 1
        if again.damage or again.view.state != self.book.view.state:
            self.failures.append("opened again it is another event")

    # around the tables

    def close_and_reopen(self, session: int) -> None:
        """A session closed all the same, and opened again."""
        for step in (SessionStep.CLOSED, SessionStep.REOPENED):
            self.do(session_move(session, step, "a sheet was found"))

    def hold_roles(self) -> None:
        """A PIN set or removed; rarely, since from then on others may look and no more."""
        chance, pins = self.chance, self.book.view.state.pins
        if pins:
            self.act(lambda: carry_out(self.book, RemovePin(chance.choice(tuple(EventRole))), by=PEOPLE[2]))
        elif chance.random() < 0.1:
            self.do(SetPin(EventRole.ORGANISER, planned_pin(pins, EventRole.ORGANISER, "271828")))

    def sign(self) -> None:
        """A key that signs what is closed from now on, what was closed before signed with it, or no key any more."""
        key = SetSigningKey(self.signer.key, "Ada")
        self.do(self.chance.choice((key, key, SignFingerprint(), RemoveSigningKey())))

    def note_a_report(self) -> None:
        """A report leaves the program; what it shows may be out of date later."""
        view, chance = self.book.view, self.chance
        report = chance.choice(("standings", "sessions", "seating-by-table", "score-sheets"))
        session = chance.choice((None, *view.drawn_sessions))
        form = chance.choice((PRINTED, "pdf", "xlsx"))
        public = report == "standings" and form == "pdf"
        self.do(NotePaper(PaperNoted(report, report, form, len(view.journal), session, public=public)))

    def take_over(self) -> None:
        """Another desk becomes the host."""
        self.do(TakeOver("desk two", self.chance.choice(("", "192.168.1.20:7411")), ("desk one",)))


def _flowers(written: str) -> int:
    return int(written) if written.isdigit() else len(written)
