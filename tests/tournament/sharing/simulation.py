"""A shared event on bad links, full disks and computers that die: whatever happens, nothing is lost or doubled."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from random import Random
from typing import ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace as replace_field

from tests.examples.every_fact import OneKey
from tests.examples.pins import PINS, cheap_pin
from tests.tournament.sharing.fakes import Disk, FakeWaitingOrders, Killed, hosting
from tests.tournament.use_cases.any_commands import (
    CHARGES,
    COMMANDS,
    GAME_COMMANDS,
    NUMBERS,
    OUTCOMES,
    REASONS,
    REPAIRS,
    SESSIONS,
    TABLES,
)
from tests.tournament.use_cases.events import SEATING, noon, players
from tests.tournament.use_cases.machine import RANDOMS, seen
from tests.tournament.use_cases.random_commands import AROUND, Action
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.event.settings import Settings
from tournament.ledger.entry import Record
from tournament.ledger.facts import PenaltyGiven
from tournament.ledger.journal import Journal
from tournament.rules.payment import Outcome
from tournament.sharing.host import Host, Member, forked_entries, is_of, offer_after, what_take_over_loses
from tournament.sharing.messages import (
    Behind,
    Declined,
    Done,
    Forked,
    News,
    Reply,
    SignedIn,
    Sync,
    decode_offer,
    decode_reply,
    decode_sync,
    encode,
    sent,
)
from tournament.sharing.shared_book import OrderState, SharedBook
from tournament.use_cases import (
    Book,
    By,
    CancelPenalty,
    Command,
    Conflict,
    GivePenalty,
    LinesRefused,
    RecordHand,
    StoreDamaged,
    StoreUnavailable,
    carry_out,
    carry_out_all,
)
from tournament.use_cases.changes import Order, new_id
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayer,
    ChangePlayerState,
    ChangeSettings,
    CreateEvent,
    DrawLot,
    NoteAttendance,
    PublishDraw,
    Redo,
    RemovePin,
    ReplacePlayer,
    SetPin,
    SetSigningKey,
    SignFingerprint,
    SwapPlayers,
    Undo,
)

DESKS = ("north", "south", "east", "west")
PEOPLE = ("", "Ada", "Ben")
"""Who may sit at a desk; empty: somebody who is called as the desk."""
ROLES = (EventRole.REFEREE, EventRole.HEAD_REFEREE, EventRole.ORGANISER)
FAULTS = st.sampled_from(("full", "before", "after"))
NOTHING_DONE = (Refused, LinesRefused, Conflict, StoreUnavailable)
SMALL = {"host.MOST_ENTRIES": 3, "shared_book.MOST_ORDERS": 2, "shared_book._MANY": 2}
FEW_ROUNDS = 60
"""In so many every desk has heard everything, once nothing fails any more."""
OTHERS: st.SearchStrategy[Command] = st.one_of(
    st.just(Undo()),
    st.just(Redo()),
    st.builds(NoteAttendance, NUMBERS.map(lambda number: (number,)), st.booleans()),
    st.builds(lambda number, name: ChangePlayer(Player(number, name, "Sample")), NUMBERS, st.sampled_from("AB")),
    st.builds(lambda count: AddPlayers(tuple(players(count))), st.integers(1, 2)),
    st.builds(ChangePlayerState, NUMBERS, st.sampled_from(PlayerState), st.none() | SESSIONS),
    st.builds(ReplacePlayer, NUMBERS, st.just(Player(0, "Sub", "Stitute")), SESSIONS),
    st.builds(SwapPlayers, NUMBERS, NUMBERS, SESSIONS.map(lambda session: (session,)), REASONS),
    st.builds(DrawLot, NUMBERS, st.integers(0, 9)),
    st.just(SetSigningKey(OneKey().key, "Ada")),
    st.just(SignFingerprint()),
    st.builds(RemovePin, st.sampled_from(ROLES)),
    st.builds(lambda role: SetPin(role, cheap_pin(PINS[role])), st.sampled_from(ROLES)),
)  # fmt: skip
HANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(RecordHand, st.just(1), TABLES, st.integers(1, 3), OUTCOMES),
    st.builds(GivePenalty, st.just(1), TABLES, CHARGES),
)
ANY_COMMAND = HANDS | COMMANDS | REPAIRS | OTHERS | GAME_COMMANDS


@dataclass(eq=False)
class Desk:
    """A desk: the content of its disk, what it shows, what is under way, and what it was told."""

    name: str
    role: EventRole | None
    disk: Disk
    waiting: FakeWaitingOrders
    generation: int = 0
    """Of the host that its replica is of."""
    questions: list[bytes] = field(default_factory=list)
    answers: list[tuple[int, bytes]] = field(default_factory=list)
    """Each with the generation of the host that gave it."""
    given: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The ids of every order that was put on its disk and not dropped."""
    done: set[str] = field(default_factory=set)
    """The orders that were reported to it as written and safe."""
    step: float = 0.0
    """Seconds for which orders are laid at once: one order, or all."""
    who: str = ""
    """Who sits there."""

    def __post_init__(self) -> None:
        self.who = self.name
        self.start()

    @property
    def by(self) -> By:
        """Who sits there, in their role."""
        return By(self.who, self.name, self.role)

    def start(self) -> None:
        """Start the program on what is on the disk."""
        self.disk.fault = self.waiting.fault = ""
        self.book = SharedBook(self.disk, self.waiting, self.name, clock=noon)
        self.book.step = self.step

    def replace_replica(self, records: Sequence[Record], generation: int) -> None:
        """Begin a replica of another host."""
        self.disk, self.generation = Disk(records), generation
        self.questions.clear()
        self.start()

    @property
    def written(self) -> Journal:
        """What is in its replica."""
        return self.book.confirmed.journal


def begun(*, league: bool, held: bool) -> Disk:
    """An event of eight players, a league or drawn, whose roles are ``held`` by PINs."""
    book, by = Book(disk := Disk(), clock=noon), By("Organiser", "host", EventRole.ORGANISER)
    format = EventFormat.LEAGUE if league else EventFormat.TOURNAMENT
    for command in (
        CreateEvent(Settings("Cup", sessions=2, format=format)),
        AddPlayers(tuple(players(8))),
        *(() if league else (PublishDraw(SEATING),)),
        *(SetPin(role, cheap_pin(PINS[role])) for role in reversed(ROLES) if held),
    ):
        carry_out(book, command, by=by)
    return disk


class SharedEvent(RuleBasedStateMachine):
    """One event, its host, the desks, and all that can befall them."""

    counts: ClassVar[Counter[str]] = Counter()
    """Of all histories together: how often each thing came to pass."""

    @initialize(
        desks=st.integers(1, 4),
        league=st.sampled_from((False, False, True)),
        held=st.booleans(),
        confirm=st.booleans(),
        roles=st.lists(st.sampled_from(ROLES), min_size=4, max_size=4),
        small=st.booleans(),
    )
    def begin(self, desks: int, league: bool, held: bool, confirm: bool, roles: list[EventRole], small: bool) -> None:
        """With ``small`` answers that do not hold everything, and more orders than are laid upon the replica."""
        self.limits = pytest.MonkeyPatch()
        for name in SMALL if small else ():
            self.limits.setattr(f"tournament.sharing.{name}", SMALL[name])
        self.generation = 0
        self.counts["histories"] += 1
        self.lost: set[str] = set()
        """What a host had that took nobody over."""
        self.old: list[tuple[Record, ...]] = []
        """What each lost host had."""
        self.confirm = confirm
        self.host_starts(begun(league=league, held=held))
        self.members: dict[str, Member] = {}
        self.signed_in = {name: {name} for name in DESKS}
        """Everybody who ever signed in at each desk."""
        self.desks: list[Desk] = []
        for name, role in zip(DESKS[:desks], roles, strict=False):
            self.members[name] = Member(name, By(name, name, role))
            step = 0.0 if len(self.desks) % 2 else inf
            self.desks.append(Desk(name, role, Disk(self.host_disk.records), FakeWaitingOrders(), step=step))

    def host_starts(self, disk: Disk, *, gathering: bool = False) -> None:
        """Start the host on what is on its disk."""
        disk.fault = ""
        self.host_disk = disk
        self.host = Host(Book(disk, clock=noon), self.confirm, gathering)
        self.host.book.signer = OneKey()

    @property
    def journal(self) -> Journal:
        """What the host has written."""
        return self.host.book.view.journal

    def desk(self, number: int) -> Desk:
        """One of them."""
        return self.desks[number % len(self.desks)]

    def at(self, desk: Desk, action: Callable[[], object]) -> None:
        """Do it at ``desk``; what fails leaves no trace there, and who is killed starts again."""
        before, kept = desk.book.view, dict(desk.waiting.kept)
        try:
            action()
        except NOTHING_DONE:
            assert desk.book.view is before
            assert desk.waiting.kept == kept
        except Killed:
            self.counts["desks killed"] += 1
            desk.start()
        for each in desk.waiting.kept.keys() - kept.keys():
            self.counts["orders"] += 1
            desk.given[each] = desk.waiting.kept[each].order.ids

    @rule(number=st.integers(0, 3), command=ANY_COMMAND, confirmed=st.booleans(), stale=st.none() | st.integers(0, 1))
    def give_an_order(self, number: int, command: Command, confirmed: bool, stale: int | None) -> None:
        """Seen as it is, as it was before, or not at all."""
        desk = self.desk(number)
        number_seen = None
        if stale is not None and isinstance(command, RecordHand):
            with suppress(Refused):
                number_seen = desk.book.view.sheet(command.session, command.table).number - stale
        self.at(desk, lambda: carry_out(desk.book, command, by=desk.by, confirmed=confirmed, seen=number_seen))

    @rule(turns=st.lists(st.tuples(st.integers(0, 3), TABLES, OUTCOMES, st.booleans()), min_size=1, max_size=8))
    def play_for_a_while(self, turns: list[tuple[int, int, Outcome, bool]]) -> None:
        """The next hand at one table and another; in between some desks speak with the host."""
        for number, table, outcome, speaks in turns:
            desk = self.desk(number)
            with suppress(Refused):
                sheet = desk.book.view.sheet(1, table)
                hand = RecordHand(1, table, sheet.next_hand or 1, outcome)
                self.at(desk, partial(carry_out, desk.book, hand, by=desk.by, confirmed=True, seen=sheet.number))
            if speaks:
                self.ask_and_hear(number)
                self.ask_and_hear(number + 1)
                self.ask_and_hear(number)

    @rule(number=st.integers(0, 3), commands=st.lists(ANY_COMMAND, min_size=2, max_size=4))
    def give_several_at_once(self, number: int, commands: list[Command]) -> None:
        desk = self.desk(number)
        self.at(desk, lambda: carry_out_all(desk.book, commands, by=desk.by))

    @rule(number=st.integers(0, 3), action=st.sampled_from(AROUND), chance=RANDOMS)
    def give_an_order_that_fits(self, number: int, action: Action, chance: Random) -> None:
        desk = self.desk(number)
        for command in action(desk.book.view, chance):
            self.at(desk, partial(carry_out, desk.book, command, by=desk.by))

    @rule(number=st.integers(0, 3), place=st.sampled_from(("Paris", "Lyon", "")))
    def change_the_settings(self, number: int, place: str) -> None:
        desk = self.desk(number)
        command = ChangeSettings(replace(desk.book.view.settings, place=place))
        self.at(desk, lambda: carry_out(desk.book, command, by=desk.by))

    @rule(number=st.integers(0, 3), reason=REASONS)
    def cancel_the_last_penalty(self, number: int, reason: str) -> None:
        desk = self.desk(number)
        given = [entry.id for entry in desk.book.view.journal if isinstance(entry.fact, PenaltyGiven)]
        if given:
            self.at(desk, lambda: carry_out(desk.book, CancelPenalty(given[-1], reason), by=desk.by))

    @rule(command=ANY_COMMAND)
    def enter_at_the_host(self, command: Command) -> None:
        with suppress(Refused, Conflict, StoreUnavailable):
            try:
                carry_out(self.host.book, command, by=By("Host", "host", EventRole.ORGANISER), confirmed=True)
            except Killed:
                self.host_starts(self.host_disk)

    @rule(number=st.integers(0, 3), role=st.sampled_from(ROLES), both=st.booleans(), who=st.sampled_from(PEOPLE))
    def sign_in_as_somebody_else(self, number: int, role: EventRole, both: bool, who: str) -> None:
        """The host goes by the role of its own list, whatever the desk believes."""
        desk = self.desk(number)
        desk.who = who or desk.name
        self.sign_in(desk.name, desk.who, role)
        desk.role = role if both else desk.role

    @rule(number=st.integers(0, 3), who=st.sampled_from(PEOPLE))
    def somebody_else_sits_down(self, number: int, who: str) -> None:
        """The host hears of it with what they enter."""
        desk = self.desk(number)
        desk.who = who or desk.name

    def sign_in(self, name: str, who: str, role: EventRole | None) -> None:
        """At the host."""
        before = self.members[name]
        known = {before.by.author: before.by.role} | {each.author: each.role for each in before.earlier}
        known.pop(who, None)
        earlier = tuple(SignedIn(author, held) for author, held in known.items())
        self.members[name] = Member(name, By(who, name, role), earlier=earlier)
        self.signed_in[name].add(who)

    @rule(number=st.integers(0, 3), command=ANY_COMMAND, known=st.booleans())
    def forge_an_author(self, number: int, command: Command, known: bool) -> None:
        """A hostile desk sends an order in the name of somebody who signed in elsewhere, or nowhere."""
        desk = self.desk(number)
        others = set().union(*self.signed_in.values()) - self.signed_in[desk.name]
        others -= {each.order.author for each in desk.book.unsent}  # `answer` signs them in here
        author = min(others) if known and others else "Mallory"
        forged = sent(Order((new_id(),), (command,), together=False, confirmed=True, seen=None, author=author))
        reply = self.answer(desk, encode(replace_field(without_orders(desk), orders=(forged,))))
        news = decode_reply(reply) if reply is not None else None
        if isinstance(news, News) and not self.host.gathering:
            (answer,) = news.answers
            assert isinstance(answer, Declined)
            assert [each.code for each in answer.problems] == ["author-unknown"]
            self.counts["forged authors"] += 1

    @rule(number=st.integers(0, 3))
    def ask(self, number: int) -> None:
        desk = self.desk(number)
        desk.questions.append(encode(desk.book.question((1, 1), "en")))

    @precondition(lambda self: any(desk.questions for desk in self.desks))
    @rule(data=st.data(), twice=st.booleans(), lost=st.booleans())
    def a_question_arrives(self, data: st.DataObject, twice: bool, lost: bool) -> None:
        """Any of those under way; and it may come again, and its answer never."""
        desk = data.draw(st.sampled_from([desk for desk in self.desks if desk.questions]))
        index = data.draw(st.integers(0, len(desk.questions) - 1))
        question = desk.questions[index]
        if not twice:
            del desk.questions[index]
        answer = self.answer(desk, question)
        if answer is not None and not lost:
            desk.answers.append((self.generation, answer))

    def answer(self, desk: Desk, question: bytes) -> bytes | None:
        """What the host says; nothing when it fails."""
        for order in desk.book.unsent:  # as `Link` does before it sends them
            if self.members[desk.name].acting_as(order.order.author) is None:
                self.sign_in(desk.name, order.order.author, None)
        try:
            return encode(self.host.answer(self.members[desk.name], decode_sync(question), self.members))
        except StoreUnavailable:
            self.counts["full disks of hosts"] += 1
        except Killed:
            self.counts["hosts killed"] += 1
            self.host_starts(self.host_disk)
        return None

    @precondition(lambda self: any(desk.answers for desk in self.desks))
    @rule(data=st.data(), twice=st.booleans())
    def an_answer_arrives(self, data: st.DataObject, twice: bool) -> None:
        desk = data.draw(st.sampled_from([desk for desk in self.desks if desk.answers]))
        index = data.draw(st.integers(0, len(desk.answers) - 1))
        generation, answer = desk.answers[index]
        if not twice:
            del desk.answers[index]
        self.hear(desk, generation, hosting(decode_reply(answer)))

    @rule(number=st.integers(0, 3))
    def ask_and_hear(self, number: int) -> None:
        """On a link that is well."""
        desk = self.desk(number)
        answer = self.answer(desk, encode(desk.book.question(None, "fr")))
        if answer is not None:
            self.hear(desk, self.generation, hosting(decode_reply(answer)))

    def hear(self, desk: Desk, generation: int, reply: Reply) -> None:
        """What a desk does about an answer."""
        match reply:
            case News():
                self.take(desk, generation, reply)
            case Forked(end) if generation == self.generation:
                assert not is_of(desk.written, end) or desk.generation < generation
                assert not is_of(self.journal, desk.written.fingerprint)
                desk.replace_replica(self.host_disk.records, generation)
                self.counts["replicas replaced"] += 1
            case Forked() | Behind():
                pass

    def take(self, desk: Desk, generation: int, news: News) -> None:
        """Take ``news``, and note what the desk was told."""
        waited = {each.id: each.order.ids for each in desk.book.unsent}
        try:
            desk.book.take(news)
        except StoreDamaged:
            assert generation != desk.generation, "news of the host did not continue the replica"
        except StoreUnavailable:
            self.counts["full disks of desks"] += 1
        except Killed:
            self.counts["desks killed"] += 1
            desk.start()
        if not is_of(self.journal, desk.written.fingerprint):
            desk.generation = min(desk.generation, generation)  # a late word of a lost host: this desk went on with it
        elif generation == self.generation:
            desk.generation = generation  # after such a word too, if this host wrote the same again
        left = {id for each in desk.book.unsent for id in each.order.ids}
        for answer in news.answers:
            if isinstance(answer, Done) and answer.id in waited and answer.id not in left:
                self.counts["orders done"] += 1
                desk.done.update(id for id in waited[answer.id] if desk.written.find(id) is not None)
                if all(desk.written.find(id) is None for id in waited[answer.id]):
                    desk.given.pop(answer.id, None)

    @rule(number=st.integers(0, 3), calls=st.integers(1, 9))
    def show_more_of_the_orders(self, number: int, calls: int) -> None:
        for _ in range(calls):
            self.counts["orders shown in steps"] += self.desk(number).book.is_behind
            self.desk(number).book.apply_waiting()

    @rule(number=st.integers(0, 3))
    def cut_the_link(self, number: int) -> None:
        desk = self.desk(number)
        desk.questions.clear()
        desk.answers.clear()

    @rule(number=st.integers(0, 3), fault=FAULTS, orders=st.booleans())
    def the_next_writing_of_a_desk_fails(self, number: int, fault: str, orders: bool) -> None:
        desk = self.desk(number)
        (desk.waiting if orders else desk.disk).fault = fault

    @rule(fault=FAULTS)
    def the_next_writing_of_the_host_fails(self, fault: str) -> None:
        self.host_disk.fault = fault

    @rule(number=st.none() | st.integers(0, 3))
    def start_again(self, number: int | None) -> None:
        if number is None:
            self.host_starts(self.host_disk)
        else:
            self.desk(number).start()

    @rule(number=st.integers(0, 3), again=st.booleans())
    def look_at_what_was_refused(self, number: int, again: bool) -> None:
        """It is sent again or dropped."""
        desk = self.desk(number)
        refused = [each for each in desk.book.orders if each.state is not OrderState.WAITING]
        if not refused:
            return
        kept = dict(desk.waiting.kept)
        try:
            if again:
                desk.book.send_again(refused[0].id, desk.by)
            else:
                desk.book.drop(refused[0].id)
        except StoreUnavailable:
            assert desk.waiting.kept == kept
        except Killed:
            desk.start()
        if refused[0].id not in desk.waiting.kept:
            desk.given.pop(refused[0].id, None)
            desk.done.discard(refused[0].id)

    @precondition(lambda self: len(self.desks) > 1 and len(self.host_disk.records) % 2 == 0)
    @rule(number=st.integers(0, 3), asked=st.sets(st.integers(0, 3)), all_asked=st.booleans())
    def a_desk_takes_over(self, number: int, asked: set[int], all_asked: bool) -> None:
        """The host dies; others that are asked offer what they have, and the rest finds out afterwards."""
        last = self.answer(self.desk(number), encode(self.desk(number).book.question(None, "en")))
        desk, old = self.desk(number), self.journal
        self.counts["take-overs"] += 1
        self.old.append(tuple(self.host_disk.records))
        gathered = self.desks if all_asked else [desk, *(self.desk(other) for other in asked)]
        self.generation += 1
        self.host_starts(Disk(desk.disk.records), gathering=True)
        belongs = list[Desk]()
        for other in gathered:
            question = encode(other.book.question(None, "en"))
            while isinstance(reply := decode_reply(self.answer(other, question) or b""), Behind):
                offer = offer_after(other.written, reply.end)
                if offer is None:
                    break
                self.host.take_offer(decode_offer(encode(offer)))
            if isinstance(reply, News):
                assert not reply.answers
                belongs.append(other)
            else:  # it went on from another take-over than this desk, or one that was gathered before it
                assert not is_of(other.written, self.host.end)
                assert not is_of(self.journal, other.written.fingerprint)
        assert set(map(id, gathered)) == set(map(id, belongs)) or self.generation > 1
        self.host.gathering = False
        assert len(self.journal) == max(len(other.written) for other in belongs)
        for other in self.desks:
            if is_of(self.journal, other.written.fingerprint):
                other.generation = self.generation
        missing = {entry.id for entry in forked_entries(old, self.journal)}
        assert [entry.id for entry in forked_entries(old, self.journal)] == [
            entry.id for entry in old if entry.id in missing
        ]
        if is_of(old, self.journal.fingerprint):
            assert missing == {entry.id for entry in list(old)[len(self.journal) :]}
        self.lost = (self.lost | missing) - {entry.id for entry in self.journal}
        if last is not None and isinstance(news := decode_reply(last), News):
            loss = what_take_over_loses(news, len(self.journal), {other.name for other in belongs})
            assert loss.entries == max(0, news.end.entries - len(self.journal))
            if not loss.acknowledged:
                told = {id for other in self.desks for id in other.done}
                assert not told & missing, "an entry was acknowledged and lost"
                self.counts["take-overs that lost nothing acknowledged"] += bool(told)

    @precondition(lambda self: self.old)
    @rule(number=st.integers(0, 3), which=st.integers(0, 3))
    def an_old_host_comes_back(self, number: int, which: int) -> None:
        """A desk that asks it sees the fork, or that the old host was left behind."""
        desk, records = self.desk(number), self.old[which % len(self.old)]
        old = Host(Book(Disk(records), clock=noon))
        reply = old.answer(self.members[desk.name], decode_sync(encode(without_orders(desk))), self.members)
        if isinstance(reply, Forked):
            only_there = forked_entries(old.book.view.journal, desk.written)
            assert not is_of(old.book.view.journal, desk.written.fingerprint)
            assert is_of(desk.written, reply.end) == (desk.disk.records[: len(records)] == list(records))
            assert is_of(desk.written, reply.end) <= (not only_there)
            self.counts["forks recognised"] += 1
        else:
            assert is_of(old.book.view.journal, desk.written.fingerprint)

    @invariant()
    def what_was_written_stays_and_is_written_once(self) -> None:
        if not hasattr(self, "desks"):
            return
        records = self.host_disk.records
        assert [entry.record for entry in self.journal] == records
        for record in records:
            assert record.author in self.signed_in.get(record.desk, {record.author}), "in the name of somebody else"
        ids = [record.id for record in records]
        assert len(ids) == len(set(ids))
        here = set(ids)
        for desk in self.desks:
            mine = [entry.record for entry in desk.written]
            assert mine == desk.disk.records
            whole = [records] if desk.generation == self.generation else list(map(list, self.old))
            assert any(mine == each[: len(mine)] for each in whole), "no beginning of what the host has"
            assert desk.done <= here | self.lost, "acknowledged, and lost"
            kept = {id for each in desk.waiting.kept.values() for id in each.order.ids}
            for id, ids_given in desk.given.items():
                assert here.union(kept).intersection(ids_given), f"{id} is nowhere"
            for order in desk.book.orders:
                assert order.state is not OrderState.REFUSED or order.problems
            if not desk.book.unsent:
                assert desk.book.view.fingerprint == desk.written.fingerprint

    def teardown(self) -> None:
        """Everything is well again: all desks hear everything, and show the same."""
        if hasattr(self, "desks"):
            try:
                self.heal()
            finally:
                self.limits.undo()

    def heal(self) -> None:
        """Let everybody speak until nobody has anything to say."""
        self.host_starts(self.host_disk)
        for desk in self.desks:
            desk.questions.clear()
            desk.answers.clear()
            desk.start()
        before: object = None
        for _ in range(FEW_ROUNDS):
            for number, desk in enumerate(self.desks):
                self.ask_and_hear(number)
                while desk.book.is_behind:
                    desk.book.apply_waiting()
            heard = sorted((name, desk.have.entries) for name, desk in self.host._desks.items())
            now = [self.host.end, heard, *[(desk.written.fingerprint, desk.book.unsent) for desk in self.desks]]
            if now == before:
                break
            before = now
        self.what_was_written_stays_and_is_written_once()
        assert check_records(self.host_disk.records).problems == ()
        shown = seen(self.host.book.view)
        for desk in self.desks:
            alone = self.confirm and len(self.desks) == 1
            assert not desk.book.unsent or alone
            assert desk.written.fingerprint == self.host.end
            assert alone or (desk.book.view.fingerprint == self.host.end and seen(desk.book.view) == shown)
            self.counts["entries of replicas compared"] += len(desk.written)
        for other in range(len(self.old)):
            for number in range(len(self.desks)):
                self.an_old_host_comes_back(number, other)


def without_orders(desk: Desk) -> Sync:
    """The question of a desk that wants nothing done."""
    return replace_field(desk.book.question(None, "en"), orders=())
