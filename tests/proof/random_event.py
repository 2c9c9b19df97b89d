"""Random events: every action in any order, right ones, wrong ones and senseless ones, from a seed."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from random import Random

from tests.examples.logos import plain
from tests.random_hands import hand as winning_hand
from tests.second_counter import counter
from tests.tournament.use_cases.as_sent import carry_out
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.test_event_machine import by_hand, by_the_rules, tables_of
from tournament.catalogue import IDS
from tournament.draw import DrawProblem
from tournament.event.format import EventFormat, SeasonCount, SeasonRules
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.prizes import CategoryKind, Prize, PrizeCategory, PrizeTies
from tournament.event.role import EventRole
from tournament.event.seating import SeatingWishes
from tournament.event.settings import (
    AfterGong,
    CountedTotals,
    FederationLevel,
    PaperTotals,
    SecondReading,
    Settings,
)
from tournament.event.timetable import SessionTime
from tournament.ledger.audit import Audit, Unaudited, audit
from tournament.ledger.entry import table_stream
from tournament.ledger.facts import PRINTED, HallDraw, PaperNoted, PaperReading
from tournament.ledger.sanctions import Charge
from tournament.ledger.second_reading import first_points, first_totals
from tournament.ledger.session_step import MOVES, SessionStep
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import Net, Outcome
from tournament.tiles.wind import Wind
from tournament.use_cases import (
    Book,
    By,
    CancelPenalty,
    ChangeEvening,
    Changes,
    CloseSheet,
    Command,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GameCommand,
    GivePenalty,
    InsertHand,
    LinesRefused,
    MoveHand,
    MoveSheet,
    OpenEvening,
    RecordHand,
    RecordTotals,
    Refused,
    RejectSheet,
    ReopenSheet,
    ReseatGame,
    SeatGame,
    Store,
    TakeBackGame,
    TypeTotals,
    carry_out_all,
    games_by_lot,
    plan_by_ranking,
    plan_rest,
    plan_seating,
)
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    ChangeLogo,
    ChangePlayer,
    ChangePlayerState,
    ChangePrizes,
    ChangeSettings,
    CreateEvent,
    DecideTie,
    DrawLot,
    GiveLots,
    GiveTeams,
    LeaveToSubstitute,
    MergePlayers,
    NoteAttendance,
    NotePaper,
    PauseClock,
    PublishDraw,
    PublishResults,
    Redo,
    RedrawSessions,
    RemovePin,
    RemovePlayer,
    RemovePrize,
    ReplacePlayer,
    ResumeClock,
    SetPin,
    SetPrize,
    SetSessionTime,
    StartClock,
    StopClock,
    SwapPlayers,
    TakeOver,
    Undo,
    WithdrawResults,
)
from tournament.use_cases.pins import planned_pin
from tournament.use_cases.prizes import undecided_ties
from tournament.use_cases.seating_wishes import drawn_players
from tournament.use_cases.sessions import session_move

PEOPLE = (
    By("Ada Referee", "desk one"),
    By("Ben Referee", "desk two", role=EventRole.HEAD_REFEREE),
    By("Organiser", "office", role=EventRole.ORGANISER),
)
"""The first has no role of his own: where roles are held by PINs he may look."""
REASONS = ("misread", "two sheets exchanged", "the players agreed", " ")
REFUSALS = (Refused, LinesRefused, DrawProblem)
CLUBS = ("", "Les Quatre Vents", "Club Sample", "小例")
TEAMS = ("", "", "Reds", "Greens", "Blues")
COUNTRIES = ("FR", "DE", "NL", "")


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
        self.counts: Counter[str] = Counter()
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
        return size + (self.chance.random() < 0.1) * self.chance.randint(1, 3)

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
        )
        carry_out(self.book, CreateEvent(settings), by=PEOPLE[2])
        self._act("players added", lambda: carry_out(self.book, AddPlayers(tuple(self.people(size))), by=self.by))

    @property
    def by(self) -> By:
        """Whoever stands there."""
        return self.chance.choice(PEOPLE)

    def people(self, count: int) -> list[Player]:
        """New players, in clubs and teams."""
        chance, first = self.chance, self.book.view.state.last_number + 1
        return [
            Player(
                0, f"First{n}", f"Sample{n}", chance.choice(COUNTRIES), "", chance.choice(CLUBS), chance.choice(TEAMS)
            )
            for n in range(first, first + count)
        ]

    def play(self, steps: int) -> None:
        """Try so many actions, most of them what comes next in an event."""
        drawn = self.book.view.settings.format.is_drawn
        early = (self.prepare,) * 2 + (self.publish if drawn else self.sit_down,)
        playing: tuple[Callable[[], None], ...] = (
            *(self.record_hands,) * 6, *(self.play_a_session,) * 3, *(self.sign,) * 4, *(self.punish,) * 2,
            *(self.repair,) * 2, *(self.take_back,) * 2, self.correct, self.cancel_a_penalty, self.read_again,
            self.reopen, self.bring_back, self.prepare, self.open_again, self.anything_at_once,
            *((*(self.change_the_draw,) * 2, *(self.seat_by_ranking,) * 2, *(self.change_people,) * 2)
              if drawn else (*(self.sit_down,) * 3, self.change_a_game)),
            self.change_a_state, self.merge_or_write_anew, self.move_session, self.keep_time, self.hold_roles,
            self.note_a_report, self.take_over, self.publish_results, self.say_prizes,
        )  # fmt: skip
        for _ in range(self.chance.randint(0, 3)):
            self.chance.choice(early)()
        if drawn:
            self.publish()
        if not self.tables:
            return
        for _ in range(steps):
            self.chance.choice(playing)()

    def _act(self, what: str, action: Callable[[], Changes]) -> bool:
        """Do it; True when it was done. What is refused must leave the journal as it was."""
        before = len(self.book.view.journal)
        try:
            action()
        except REFUSALS as refused:
            self.counts["actions refused"] += 1
            self.refused = [each.code for each in refused.problems] if isinstance(refused, Refused) else []
            if len(self.book.view.journal) != before:
                self.failures.append(f"refused and written all the same: {what}")
            return False
        self.counts[what] += 1
        return True

    def _do(self, what: str, command: Command) -> bool:
        return self._do_ruled(what, by_the_rules(command, self.book.view.rules))

    def _do_ruled(self, what: str, command: Command) -> bool:
        return self._act(what, lambda: carry_out(self.book, command, by=self.by, confirmed=True))

    def sheets(self) -> list[Sheet]:
        """Sheets of some session that has tables, mostly of the one in play."""
        view, chance = self.book.view, self.chance
        sessions = [sheets for session in view.drawn_sessions if (sheets := view.sheets(session))]
        if not sessions:
            return []
        in_play = (sheets for sheets in sessions if any(sheet.closed is None for sheet in sheets))
        chosen = next(in_play, None) if chance.random() < 0.7 else None
        return list(chosen or chance.choice(sessions))

    def sheet(self, *, begun: bool = False) -> Sheet | None:
        """Some sheet, mostly one that is open; where ``begun``, one on which something stands, if any."""
        found = self.sheets()
        likely = [sheet for sheet in found if sheet.closed is None and (sheet.counts or not begun)]
        return self.chance.choice(likely if likely and self.chance.random() < 0.85 else found) if found else None

    # what is prepared

    def prepare(self) -> None:
        """Settings, players, who is there, lots."""
        chance, book, view = self.chance, self.book, self.book.view
        number = chance.randint(1, max(1, view.state.last_number))
        changed = replace(view.settings, place=chance.choice(("Paris", "Lyon")), minutes=chance.choice((90, 120)))
        actions: dict[str, Callable[[], Changes]] = {
            "settings changed": lambda: carry_out(book, ChangeSettings(changed), by=self.by),
            "session planned": lambda: carry_out(book, SetSessionTime(self._session_time()), by=self.by),
            "place and level said": lambda: carry_out(book, ChangeSettings(self._place_and_level()), by=self.by),
            "logo changed": lambda: carry_out(
                book, ChangeLogo(chance.choice((b"", plain(), plain(80, 20)))), by=self.by
            ),
            "players added": lambda: carry_out(book, AddPlayers(tuple(self.people(chance.randint(1, 4)))), by=self.by),
            "player written anew": lambda: carry_out(
                book, ChangePlayer(Player(number, f"New{number}", "Sample", club=chance.choice(CLUBS))), by=self.by
            ),
            "player removed": lambda: carry_out(book, RemovePlayer(number), by=self.by),
            "attendance noted": lambda: carry_out(book, NoteAttendance((number,), chance.random() < 0.8), by=self.by),
            "numbers drawn in the hall": lambda: carry_out(
                book, GiveLots(tuple(self._hall_lots()), self._hall_draw()), by=self.by
            ),
            "teams drawn in the hall": lambda: carry_out(
                book, GiveTeams(tuple(self._hall_teams()), self._hall_draw()), by=self.by
            ),
            "lot drawn": lambda: carry_out(book, DrawLot(number, chance.randint(0, len(view.players) + 1)), by=self.by),
        }
        what = chance.choice(tuple(actions))
        self._act(what, actions[what])

    def _hall_draw(self) -> HallDraw:
        return HallDraw(self.chance.randint(0, 2**31), self.chance.randint(1, 3))

    def _hall_lots(self) -> list[tuple[int, int]]:
        numbers = drawn_players(self.book.view)
        return list(zip(numbers, self.chance.sample(range(1, len(numbers) + 1), len(numbers)), strict=True))

    def _hall_teams(self) -> list[tuple[int, str]]:
        return [(number, self.chance.choice(("Red", "Green", "White"))) for number in drawn_players(self.book.view)]

    def _session_time(self) -> SessionTime:
        chance = self.chance
        start = chance.choice((None, time(9, 0), time(23, 30)))
        return SessionTime(
            chance.randint(1, 12), date(2026, 6, chance.randint(12, 14)), start, chance.choice((None, 90))
        )

    def _place_and_level(self) -> Settings:
        chance = self.chance
        return replace(
            self.book.view.settings,
            city=chance.choice(("", "Lyon")),
            host_country=chance.choice(("", "FR", "Atlantis")),
            short_name=chance.choice(("", "RC26")),
            web_address=chance.choice(("", "https://example.org/rc26/", "example.org")),
            level=chance.choice(tuple(FederationLevel)),
            after_gong=chance.choice(tuple(AfterGong)),
            organiser=chance.choice(("", "Club")),
        )

    def say_prizes(self) -> None:
        """A prize said or taken back, what a tie does, and lots where one waits for them."""
        chance, book, said = self.chance, self.book, self.book.view.settings.prizes
        kind = chance.choice((CategoryKind.PLAYERS, *CategoryKind))
        of = {CategoryKind.COUNTRY: chance.choice(("", "FR")), CategoryKind.CLUB: chance.choice(("", *CLUBS))}
        category = PrizeCategory(kind, of.get(kind, ""))
        place = chance.randint(0, 6)
        amount = chance.choice((None, 100, 10001))
        prize = Prize(category, place, place + chance.choice((0, 0, 3)), chance.choice(("", "Cup")), amount)
        rule = replace(said, ties=chance.choice(tuple(PrizeTies)), currency=chance.choice(("EUR", "JPY")))
        actions: dict[str, Callable[[], Changes]] = {
            "prize said": lambda: carry_out(book, SetPrize(prize), by=self.by),
            "prize taken back": lambda: carry_out(book, RemovePrize(category, place), by=self.by),
            "ties of prizes": lambda: carry_out(book, ChangePrizes(rule), by=self.by),
        }
        ties = undecided_ties(book.view)
        if ties and chance.random() < 0.5:
            wanted, tied = chance.choice(ties)
            order = [award.entrant.key for award in tied]
            chance.shuffle(order)
            self._act("tie decided by lots", lambda: carry_out(book, DecideTie(wanted, tuple(order)), by=self.by))
            return
        what = chance.choice(("prize said", *actions))
        self._act(what, actions[what])

    def publish(self) -> None:
        """A draw: by the program, by wishes, or any seating by hand."""
        view, chance = self.book.view, self.chance
        numbers = list(view.players)
        over = len(numbers) % 4
        reserves = tuple(chance.sample(numbers, over))
        if len(numbers) > 24 or view.settings.sessions > 6 or chance.random() < 0.7:
            playing = [number for number in numbers if number not in reserves]
            sessions = tuple(tables_of(chance.sample(playing, len(playing))) for _ in range(view.settings.sessions))
            self._act("draw published", lambda: carry_out(self.book, PublishDraw(by_hand(sessions, view)), by=self.by))
            return
        apart = ((chance.choice(("club", "team", "country")), 1),) if chance.random() < 0.5 else ()
        wishes = SeatingWishes(apart=apart, reserves=reserves)
        self._act(
            "draw published",
            lambda: carry_out(
                self.book,
                PublishDraw(plan_seating(self.book.view, seed=chance.randrange(1000), wishes=wishes)),
                by=self.by,
            ),
        )

    # at the tables

    def outcome(self) -> Outcome:
        """A hand as MCR know it; :func:`by_the_rules` makes it one of other rules."""
        chance = self.chance
        winner = chance.choice((None, 0, 1, 2, 3, 0, 1, 2, 3))
        if winner is None:
            return Outcome(None)
        step = chance.randint(0, 3)
        return Outcome(winner, None if step == 0 else (winner + step) % 4, chance.choice((8, 8, 12, 12, 88, 89)))

    def record_hands(self) -> None:
        """The next hands of a table, one of them now and then with its tiles."""
        for _ in range(self.chance.randint(1, 8)):
            sheet = self.sheet()
            if sheet is None:
                return
            hand = sheet.next_hand or self.chance.randint(1, 17)
            if self.chance.random() < 0.2 and self.book.view.rules.id == "mcr":
                self.record_tiles(sheet, hand)
            else:
                self._do("hand recorded", RecordHand(sheet.session, sheet.table, hand, self.outcome()))

    def record_tiles(self, sheet: Sheet, hand: int) -> None:
        """A hand with its tiles: what they are worth is counted by the second counter, and by nothing of ours."""
        line = next((line for line in sheet.hands if line.hand == hand), None)
        if line is None or line.outcome is not None or sheet.closed is not None:
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
        dearer = RecordHand(sheet.session, sheet.table, hand, outcome, tiles=text)
        if self._act("hand dearer than its tiles", lambda: carry_out(self.book, dearer, by=self.by, confirmed=True)):
            self.failures.append(f"{worth + 1} points were taken for {text}, worth {worth}")
            return
        just = RecordHand(sheet.session, sheet.table, hand, replace(outcome, points=worth), tiles=text)
        done = self._act("hand recorded with its tiles", lambda: carry_out(self.book, just, by=self.by, confirmed=True))
        if not done and any(code.startswith("tiles-") for code in self.refused):
            self.failures.append(f"{worth} points were refused for {text}")

    def correct(self) -> None:
        """A recorded hand was another one."""
        sheet = self.sheet(begun=True)
        rows = [line.hand for line in sheet.hands if line.outcome is not None] if sheet else []
        if sheet is not None and rows:
            hand = self.chance.choice(rows)
            self._do("hand corrected", CorrectHand(sheet.session, sheet.table, hand, self.outcome(), self.reason))

    @property
    def reason(self) -> str:
        """Some reason; one is none."""
        return self.chance.choice(REASONS)

    def punish(self) -> None:
        """Any fault of the rules, or words of one's own."""
        sheet, chance = self.sheet(), self.chance
        if sheet is None:
            return
        player = chance.randrange(4)
        fault = chance.choice(("", *(fault.slug for fault in self.book.view.rules.faults)))
        charge = Charge(
            player=player,
            fault=fault,
            hand=chance.choice((None, 1, 2, 3, 4)),
            points=chance.choice((None, 0, 5, 20)),
            to=chance.choice((None, None, (), ((player + 1) % 4,), tuple(c for c in range(4) if c != player))),
            no_hu=chance.random() < 0.1,
            reason=self.reason,
            minutes=chance.choice((None, 1, 12, 16)),
        )
        self._act(
            "penalty given",
            lambda: carry_out(self.book, GivePenalty(sheet.session, sheet.table, charge), by=self.by, confirmed=True),
        )

    def cancel_a_penalty(self) -> None:
        """One that stands, of any sheet of a session."""
        standing = [penalty.entry.id for sheet in self.sheets() for penalty in sheet.penalties]
        if standing:
            self._do("penalty cancelled", CancelPenalty(self.chance.choice(standing), self.reason))

    def play_a_session(self) -> None:
        """Every table of it: hands, totals alone, signatures, in one transaction or in many."""
        sheets = self.sheets()
        totals = (60, 20, -20, -60), (32, -16, -8, -8), (0, 0, 0, 0), (10, 10, -10, -10), (10, 0, 0, 0)
        commands: list[Command] = []
        for sheet in sheets:
            if sheet.closed is not None:
                continue
            table = sheet.session, sheet.table
            if len(sheets) > 12 or self.chance.random() < 0.5:
                commands.append(RecordTotals(*table, self.chance.choice(totals), self.chance.choice(("", "agreed"))))
                continue
            first = sheet.next_hand or 1
            last = min(sheet.length or 16, first + self.chance.randint(0, 15))
            commands.extend(RecordHand(*table, hand, self.outcome()) for hand in range(first, last + 1))
            if self.chance.random() < 0.6:
                commands.append(CloseSheet(*table))
        ruled = [by_the_rules(command, self.book.view.rules) for command in commands]
        if ruled and not self._act("session played at once", lambda: carry_out_all(self.book, ruled, by=self.by)):
            for command in ruled[:40]:
                self._do_ruled("entry of a session", command)

    def sign(self) -> None:
        """Totals of the paper, right or with a slip, and the signature."""
        sheet, chance = self.sheet(begun=True), self.chance
        if sheet is None:
            return
        table = sheet.session, sheet.table
        right = sheet.computed
        slipped = chance.choice((right, right, _slipped(right, chance)))
        some = (slipped[0], None, slipped[2], None)
        commands: dict[str, Command] = {
            "totals typed": TypeTotals(*table, slipped),
            "totals recorded": RecordTotals(*table, slipped, self.reason),
            "sheet closed": CloseSheet(*table, chance.choice((None, slipped, some)), chance.choice(("", "agreed"))),
        }
        what = chance.choice(("sheet closed", "sheet closed", *commands))
        self._do(what, commands[what])

    def reopen(self) -> None:
        """A signed sheet."""
        signed = [sheet for sheet in self.sheets() if sheet.closed is not None]
        if signed:
            sheet = self.chance.choice(signed)
            self._do("sheet reopened", ReopenSheet(sheet.session, sheet.table, self.reason))

    def read_again(self) -> None:
        """A second reading, that finds the same or something else."""
        signed = [sheet for sheet in self.sheets() if sheet.closed is not None]
        if not signed:
            return
        sheet, chance = self.chance.choice(signed), self.chance
        a, b, c, d = first_totals(sheet)
        right = PaperReading((a, b, c, d)) if chance.random() < 0.5 else PaperReading(points=first_points(sheet))
        wrong = PaperReading(_slipped((a, b, c, d), chance))
        table = sheet.session, sheet.table
        reader = chance.choice(("", "Second Reader"))
        if chance.random() < 0.7:
            self._do("sheet confirmed", ConfirmSheet(*table, chance.choice((right, right, wrong)), reader))
        else:
            self._do("sheet rejected", RejectSheet(*table, chance.choice((right, wrong)), reader, self.reason))

    def repair(self) -> None:
        """Rows inserted, deleted, moved; columns exchanged; whole sheets moved."""
        sheet, chance = self.sheet(begun=True), self.chance
        if sheet is None:
            return
        table = sheet.session, sheet.table
        rows = [line.hand for line in sheet.hands if line.outcome is not None] or [1]
        row, other = chance.choice(rows), chance.choice((*rows, 16, 17))
        first, second = chance.sample(range(4), 2)
        there = self.sheet() or sheet
        commands: dict[str, Command] = {
            "row inserted": InsertHand(*table, row, self.outcome(), self.reason),
            "row deleted": DeleteHand(*table, row, self.reason),
            "row moved": MoveHand(*table, row, other, self.reason),
            "columns exchanged": ExchangeColumns(
                *table, (first, second), chance.choice((None, (1, row), (row, other))), self.reason
            ),
            "sheet moved": MoveSheet(*table, there.session, there.table, self.reason),
        }
        what = chance.choice(tuple(commands))
        self._do(what, commands[what])

    def anything_at_once(self) -> None:
        """Several actions of which one may be wrong: all or none."""
        sheets = [sheet for sheet in (self.sheet(), self.sheet()) if sheet is not None]
        commands: list[Command] = [
            RecordHand(sheet.session, sheet.table, self.chance.choice((sheet.next_hand or 1, 17)), self.outcome())
            for sheet in sheets
        ]
        ruled = [by_the_rules(command, self.book.view.rules) for command in commands]
        if ruled:
            self._act("entries at once", lambda: carry_out_all(self.book, ruled, by=self.by))

    # taken back

    def take_back(self) -> None:
        """The last entry, or the last on a sheet: the account is afterwards what it was before that entry."""
        sheet = self.sheet() if self.chance.random() < 0.5 else None
        journal = self.book.view.journal
        target = None if sheet is None else journal.last_of_sheet(table_stream(sheet.session, sheet.table))
        if target is not None:
            self._act("sheet taken back by one entry", lambda: carry_out(self.book, Undo(target.id), by=self.by))
        else:
            before = self._account() if len(journal) < 400 else None
            if not self._act("undo", lambda: carry_out(self.book, Undo(), by=self.by)):
                return
            if (
                before is not None
                and self.chance.random() < 0.5
                and self._act("redo", lambda: carry_out(self.book, Redo(), by=self.by))
            ):
                after = self._account()
                if after != before:
                    self.failures.append("undo and redo changed the account")

    def _account(self) -> Audit | str:
        try:
            return audit([entry.record for entry in self.book.view.journal])
        except Unaudited as error:
            return str(error)

    def bring_back(self) -> None:
        """Whatever was last undone."""
        self._act("redo", lambda: carry_out(self.book, Redo(), by=self.by))

    def open_again(self) -> None:
        """A program that opens the journal now sees what this one sees."""
        again = Book(FakeStore([entry.record for entry in self.book.view.journal]))
        self.counts["opened again"] += 1
        if again.damage or again.view.state != self.book.view.state:
            self.failures.append("opened again it is another event")

    # the draw and people

    def change_the_draw(self) -> None:
        """Seats swapped, sessions drawn again."""
        view, chance = self.book.view, self.chance
        if view.seating is None:
            return
        sessions = len(view.seating.sessions)
        session = chance.randint(1, sessions)
        seated = sorted(view.seating.seated(session)) or list(view.players)
        if not seated:
            return
        one, other = chance.choice(seated), chance.choice(seated)
        onwards = range(session, sessions + 1) if chance.random() < 0.5 else (session,)
        if chance.random() < 0.6:
            reason = chance.choice(("", "sat in each other's seat"))
            self._act(
                "players swapped",
                lambda: carry_out(self.book, SwapPlayers(one, other, tuple(onwards), reason), by=self.by),
            )
        elif len(seated) <= 16 and sessions - session < 4:
            seed = chance.randrange(1000)
            self._act(
                "sessions drawn again",
                lambda: carry_out(
                    self.book, RedrawSessions(plan_rest(self.book.view, session, seed=seed), session), by=self.by
                ),
            )

    def seat_by_ranking(self) -> None:
        """A session by the standings, with or without a final."""
        view, chance = self.book.view, self.chance
        if view.seating is None:
            return
        session = chance.randint(1, len(view.seating.sessions) + 1)
        way, final, carried = (
            chance.choice(("straight", "swiss")),
            chance.choice((None, 4, 8, 16)),
            chance.random() < 0.5,
        )
        what = "session seated by ranking" if final is None else "final seated"
        self._act(
            what,
            lambda: carry_out(
                self.book,
                plan_by_ranking(self.book.view, session, way=way, final=final, carried=carried).command,
                by=self.by,
            ),
        )

    def change_people(self) -> None:
        """Somebody plays for somebody else, for one session or from one on."""
        view, chance = self.book.view, self.chance
        if view.seating is None or not view.players:
            return
        first = chance.randint(1, len(view.seating.sessions))
        last = chance.choice((None, first, first + 1))
        number = chance.choice(list(view.players))
        coming = chance.choice((chance.choice(list(view.players)), self.people(1)[0]))
        case = chance.choice((None, *SubstituteCase))
        what = "player replaced" if case is None else f"substitute for who is {case.value}"
        self._act(
            what,
            lambda: carry_out(self.book, ReplacePlayer(number, coming, first, last, self.reason, case), by=self.by),
        )

    def change_a_state(self) -> None:
        """Somebody leaves, is disqualified, comes back, or only plays for others; the usual session or another."""
        view, chance = self.book.view, self.chance
        if not view.players:
            return
        number, state = chance.choice(list(view.players)), chance.choice(tuple(PlayerState))
        first = chance.choice((None, None, chance.randint(1, max(1, view.sessions))))
        if chance.random() < 0.3:
            coming = chance.choice((chance.choice(list(view.players)), self.people(1)[0]))
            self._act(
                f"player {state.value}, seats left to a substitute",
                lambda: carry_out(self.book, LeaveToSubstitute(number, state, coming, first, self.reason), by=self.by),
            )
            return
        self._act(
            f"player {state.value}",
            lambda: carry_out(self.book, ChangePlayerState(number, state, first, self.reason), by=self.by),
        )

    def merge_or_write_anew(self) -> None:
        """Two who are one, somebody renamed, who is there."""
        view, chance = self.book.view, self.chance
        if not view.players:
            return
        one, other = chance.choice(list(view.players)), chance.choice(list(view.players))
        present = chance.random() < 0.7
        renamed = replace(view.players[one], club=chance.choice(CLUBS), team=chance.choice(TEAMS))
        what, action = chance.choice((
            ("players merged", lambda: carry_out(self.book, MergePlayers(one, other, self.reason), by=self.by)),
            ("player changed", lambda: carry_out(self.book, ChangePlayer(renamed), by=self.by)),
            ("attendance noted", lambda: carry_out(self.book, NoteAttendance((one, other), present), by=self.by)),
        ))  # fmt: skip
        self._act(what, action)

    def move_session(self) -> None:
        """A session published, begun, closed or reopened."""
        chance = self.chance
        session, step = chance.randint(1, max(1, len(self.book.view.drawn_sessions))), chance.choice(MOVES)
        reason = chance.choice(("the hall closes", "a sheet was found", ""))
        self._act(
            f"session {step.value}",
            lambda: carry_out(self.book, session_move(session, step, reason=reason), by=self.by),
        )

    def close_and_reopen(self, session: int) -> None:
        """A session closed all the same, and opened again."""
        for step in (SessionStep.CLOSED, SessionStep.REOPENED):
            what, reason = f"session {step.value}", "a sheet was found"
            self._act(what, partial(carry_out, self.book, session_move(session, step, reason), by=self.by))

    def publish_results(self) -> None:
        """Results made public, the last of them kept for the ceremony or not, or withdrawn."""
        chance, book = self.chance, self.book
        session = chance.randint(1, max(1, len(book.view.drawn_sessions)))
        actions: dict[str, Callable[[], Changes]] = {
            "results published": lambda: carry_out(book, PublishResults(session), by=self.by),
            "results kept for the ceremony": lambda: carry_out(
                book, PublishResults(session, hold_last=True), by=self.by
            ),
            "results withdrawn": lambda: carry_out(book, WithdrawResults(session), by=self.by),
        }
        what = chance.choice(("results published", *actions))
        self._act(what, actions[what])

    def keep_time(self) -> None:
        """The clock of a session: started, paused, resumed, stopped, minutes more for all or for one table."""
        chance, book = self.chance, self.book
        session = chance.randint(1, max(1, len(book.view.drawn_sessions)))
        tables = chance.choice(((), (1,), (1, 2)))
        actions: dict[str, Callable[[], Changes]] = {
            "clock started": lambda: carry_out(book, StartClock(session), by=self.by),
            "clock paused": lambda: carry_out(book, PauseClock(session, self.reason), by=self.by),
            "clock resumed": lambda: carry_out(book, ResumeClock(session), by=self.by),
            "clock stopped": lambda: carry_out(book, StopClock(session), by=self.by),
            "minutes added": lambda: carry_out(
                book, AddMinutes(session, chance.choice((5, 10, -5, 0)), tuple(tables), self.reason), by=self.by
            ),
        }
        what = chance.choice(("clock started", *actions))
        self._act(what, actions[what])

    def hold_roles(self) -> None:
        """A PIN set or removed; rarely, since from then on others may look and no more."""
        chance = self.chance
        role = chance.choice(tuple(EventRole))
        if self.book.view.state.pins:
            self._act("role without a PIN again", lambda: carry_out(self.book, RemovePin(role), by=PEOPLE[2]))
        elif chance.random() < 0.1:
            self._act(
                "role held by a PIN",
                lambda: carry_out(
                    self.book,
                    SetPin(EventRole.ORGANISER, planned_pin(self.book.view.state.pins, EventRole.ORGANISER, "271828")),
                    by=self.by,
                ),
            )

    def note_a_report(self) -> None:
        """A report leaves the program; what it shows may be out of date later."""
        view, chance = self.book.view, self.chance
        report = chance.choice(("standings", "sessions", "seating-by-table", "score-sheets"))
        session = chance.choice((None, *view.drawn_sessions))
        form = chance.choice((PRINTED, "pdf", "xlsx"))
        public = report == "standings" and form == "pdf"
        paper = PaperNoted(report, report, form, len(view.journal), session, public=public)
        self._act("report noted", lambda: carry_out(self.book, NotePaper(paper), by=self.by))

    def take_over(self) -> None:
        """Another desk becomes the host."""
        command = TakeOver("desk two", self.chance.choice(("", "192.168.1.20:7411")), ("desk one",))
        self._act("host taken over", lambda: carry_out(self.book, command, by=self.by))

    # clubs and leagues

    def sit_down(self) -> None:
        """An evening is opened, games are opened by hand or by lot."""
        view, chance = self.book.view, self.chance
        if chance.random() < 0.3:
            self._act("evening opened", lambda: carry_out(self.book, OpenEvening(place="Library"), by=self.by))
        elif chance.random() < 0.5:
            seed = chance.randrange(1000)

            def by_lot() -> Changes:
                changes = Changes(())
                for command in games_by_lot(self.book.view, seed=seed):
                    changes = carry_out(self.book, command, by=self.by, confirmed=True)
                return changes

            try:
                by_lot()
                self.counts["games opened by lot"] += 1
            except REFUSALS:
                self.counts["actions refused"] += 1
        elif len(view.players) >= 4:
            a, b, c, d = chance.sample(list(view.players), 4)
            self._act("game opened", lambda: carry_out(self.book, SeatGame(None, (a, b, c, d)), by=self.by))

    def change_a_game(self) -> None:
        """Other players, or a game taken back; another day of an evening."""
        sheet, chance = self.sheet(), self.chance
        if sheet is None:
            return
        a, b, c, d = chance.sample(sheet.players, 4)
        commands: dict[str, GameCommand] = {
            "evening changed": ChangeEvening(sheet.session, None, chance.choice(("Library", ""))),
            "players of a game changed": ReseatGame(sheet.session, sheet.table, (a, b, c, d), "Window", self.reason),
            "game taken back": TakeBackGame(sheet.session, sheet.table),
        }
        what = chance.choice(tuple(commands))
        self._act(what, lambda: carry_out(self.book, commands[what], by=self.by, confirmed=True))


def _slipped(totals: Net, chance: Random) -> Net:
    """One total misread, or two exchanged."""
    a, b, c, d = totals
    return chance.choice(((a + 10, b, c, d), (b, a, c, d), (a, b, -c, d), (a, b, c, d + 1)))


def _flowers(written: str) -> int:
    return int(written) if written.isdigit() else len(written)
