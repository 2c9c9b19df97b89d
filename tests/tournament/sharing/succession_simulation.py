"""Computers that replace one another as host, in a network that is cut, with a hostile deputy, a stranger and a thief.

Whatever the hostile send, equal statements give one host, and nobody is led to a computer that no chain of namings from
the first host names. Once nothing fails any more, all follow one host.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.tournament.sharing.fake_keys import FakeKey, keys_faked
from tournament.sharing import statements
from tournament.sharing.statements import (
    MOST_CHANGES,
    MOST_DEPUTIES,
    MOST_NUMBER,
    MOST_STATEMENTS,
    NAMING_BYTES,
    Deputy,
    HostPath,
    Signed,
    Statement,
    Statements,
    made_statement,
    signer_of,
)
from tournament.sharing.succession import (
    AskPeople,
    GoOn,
    MayTakeOver,
    Side,
    StepBack,
    followed,
    handing_over,
    host_move,
    may_take_over,
    places_to_ask,
    staying,
    taking_over,
)

EVENT = "event"
HONEST = ("first", "bob", "cleo", "dan")
HOSTILE = ("eve", "mallory")
"""Hosts may name Eve as a deputy; nobody honest names Mallory, and both have puppets."""
PUPPETS = tuple(f"puppet {number}" for number in range(MOST_DEPUTIES + 1))
KEYS = {name: FakeKey(name) for name in (*HONEST, *HOSTILE, *PUPPETS)}
FIRST = KEYS["first"]
ROOT = HostPath(FIRST.id)
NAMES = {key.id: name for name, key in KEYS.items()}
CERTIFICATES = {key.certificate: name for name, key in KEYS.items()}
MOST_ROUNDS = 8
"""After so many rounds in a network that is well, everybody has heard everything."""
Message = tuple[str, tuple[Signed, ...]]
"""For whom, and what."""
COMPUTERS, PLACES = st.sampled_from(HONEST), st.integers(0, 2**16)
ORDERS = st.permutations((*HONEST, "eve")).flatmap(
    lambda order: st.integers(0, len(order)).map(lambda length: order[:length])
)


@dataclass(eq=False)
class Computer:
    """An honest computer: what is on its disk, whom it follows, and whether it hosts the event."""

    name: str
    known: Statements = field(default_factory=lambda: Statements(EVENT, FIRST.id))
    follows: HostPath = ROOT
    path: HostPath | None = None
    """Of the host that it is; None if it is none."""
    is_on: bool = True

    @property
    def key(self) -> FakeKey:
        return KEYS[self.name]


def recounted(known: Statements) -> HostPath:
    """Who hosts the event, found another way: of the paths that end, the one that branches off earliest."""
    places = dict[HostPath, tuple[int, ...]]()
    waiting: list[tuple[HostPath, tuple[int, ...]]] = [(HostPath(known.first), ())]
    stated = {statement.path for statement in known.newest.values()}
    while waiting:
        path, place = waiting.pop()
        places[path] = place
        for index, deputy in enumerate(known.deputies(path)):
            if (after := path.followed_by(deputy)) in stated:
                waiting.append((after, (*place, index)))
    replaced = {HostPath(path.first, path.successors[:-1]) for path in places if path.successors}
    return min(places.keys() - replaced, key=places.__getitem__)


class Succession(RuleBasedStateMachine):
    """An event whose host changes, and all that can befall it."""

    counts: ClassVar[Counter[str]] = Counter()
    """Of all histories together: how often each thing came to pass."""

    def __init__(self) -> None:
        super().__init__()
        self.faked = keys_faked()
        self.faked.__enter__()
        self.counts["histories"] += 1
        self.computers = {name: Computer(name) for name in HONEST}
        self.networks = dict.fromkeys((*HONEST, *HOSTILE), 0)
        """Computers with the same number reach one another."""
        self.under_way: list[Message] = []
        self.recorded: list[tuple[Signed, ...]] = []
        """Every message that was ever sent, as a thief has it."""
        self.numbers = count(1)
        self.signed: set[tuple[bytes, bytes]] = set()
        """Certificate and content of everything that was signed by anybody."""
        self.named: set[tuple[HostPath, Deputy]] = set()
        """By whom the honest ever named whom."""
        self.hosts: dict[bytes, HostPath] = {}
        """The host that follows from statements with this digest."""

    @initialize(deputies=ORDERS)
    def begin(self, deputies: Sequence[str]) -> None:
        """The first host names its deputies, and all other desks join it."""
        first = self.computers["first"]
        first.path = ROOT
        self.name_deputies("first", deputies)
        for computer in self.computers.values():
            self.exchange(computer, first)

    def naming(self) -> bytes:
        return next(self.numbers).to_bytes(NAMING_BYTES)

    # What the honest do

    def say(self, computer: Computer, statement: Statement) -> None:
        """``computer`` made this statement."""
        self.signed.add((computer.key.certificate, statement.signed.content))
        self.named.update((statement.path, deputy) for deputy in statement.deputies)
        self.hear(computer, [statement.signed])
        assert computer.known.newest[statement.path] == statement

    def hear(self, computer: Computer, sent: Iterable[Signed]) -> None:
        known = computer.known
        computer.known = known.receive(sent)
        if computer.known is not known:
            self.verify(computer.known)

    def reaches(self, one: str, other: str) -> bool:
        return self.networks[one] == self.networks[other] and all(
            self.computers[name].is_on for name in (one, other) if name in self.computers
        )

    def exchange(self, one: Computer, other: Computer) -> None:
        """Both tell what they know, if they reach each other and it differs."""
        if self.reaches(one.name, other.name) and one.known.digest != other.known.digest:
            for sender, receiver in ((one, other), (other, one)):
                self.recorded.append(sender.known.signed)
                self.hear(receiver, sender.known.signed)

    def ask_around(self, computer: Computer) -> None:
        for id in places_to_ask(computer.known):
            if NAMES[id] in self.computers and NAMES[id] != computer.name:
                self.exchange(computer, self.computers[NAMES[id]])

    def answering(self, computer: Computer) -> set[HostPath]:
        """Who answers ``computer`` as a host. The hostile always do, as the host for whom they are taken."""
        found = {each.path for each in self.computers.values() if each.path and self.reaches(each.name, computer.name)}
        asked = {computer.follows, computer.known.host}
        return found | {path for path in asked if NAMES[path.host] not in self.computers}

    @rule(name=COMPUTERS, stay=st.booleans())
    def go_on(self, name: str, stay: bool) -> None:
        """A host asks around and decides; a desk speaks with its host, and asks around if that is away."""
        computer = self.computers[name]
        if not computer.is_on:
            return
        if computer.path is not None:
            self.ask_around(computer)
            self.decide(computer, stay)
        else:
            host = self.computers.get(NAMES[computer.follows.host])
            if host is not None and host.path == computer.follows and self.reaches(name, host.name):
                self.exchange(computer, host)
            else:
                self.ask_around(computer)
            self.follow(computer)

    def follow(self, computer: Computer) -> None:
        before = computer.follows
        computer.follows = followed(computer.known, before, self.answering(computer))
        assert computer.follows in (before, computer.known.host)
        assert computer.follows == computer.known.host or computer.known.host.extends(computer.follows)
        if computer.follows.host == computer.key.id:  # it was the host, and is again
            computer.path = computer.follows

    def decide(self, computer: Computer, stay: bool) -> None:
        """What a host does with what it knows; people stay or follow."""
        path = computer.path
        assert path is not None
        desks = sum(
            each.follows == path and each is not computer and self.reaches(each.name, computer.name)
            for each in self.computers.values()
        )
        move = host_move(computer.known, path, Side(desks, 0))
        match move:
            case GoOn():
                assert computer.known.host == path
            case AskPeople() if stay:
                self.counts["stayed"] += 1
                self.say(computer, staying(computer.known, path, computer.key, self.naming))
                assert computer.known.host == path
            case AskPeople() | StepBack():
                self.counts["stepped back"] += 1
                assert move.host == computer.known.host
                computer.path = None
                self.follow(computer)

    def hosts_now(self, computer: Computer) -> bool:
        """Whether it may write: it is a host and knows of no other."""
        return computer.is_on and computer.path is not None and computer.known.host == computer.path

    @rule(name=COMPUTERS, deputies=ORDERS)
    def name_deputies(self, name: str, deputies: Sequence[str]) -> None:
        """Others, fewer, or the same in another order."""
        computer = self.computers[name]
        if self.hosts_now(computer) and computer.path is not None:
            certificates = [KEYS[each].certificate for each in deputies if each != name]
            self.say(computer, made_statement(computer.known, computer.path, computer.key, certificates, self.naming))

    @rule(name=COMPUTERS)
    def take_over(self, name: str) -> None:
        """A deputy asks around and takes over, if the host does not answer."""
        computer = self.computers[name]
        if not computer.is_on:
            return
        self.ask_around(computer)
        host = computer.known.host
        answers = host in self.answering(computer)
        if may_take_over(computer.known, computer.key.id, host_answers=answers) is MayTakeOver.YES:
            self.counts["taken over"] += 1
            self.begin_as_successor(computer)

    def begin_as_successor(self, computer: Computer) -> None:
        host = computer.known.host
        self.say(computer, taking_over(computer.known, computer.key, self.naming))
        assert computer.known.host.hosts == (*host.hosts, computer.key.id)
        assert computer.known.deputies(computer.known.host)[-1].id == host.host
        computer.path = computer.follows = computer.known.host

    @rule(name=COMPUTERS, cut=st.booleans(), others=st.lists(COMPUTERS, max_size=2))
    def lose_the_host(self, name: str, cut: bool, others: list[str]) -> None:
        """It is switched off, or cut off together with ``others``; and a deputy takes over."""
        host = NAMES[self.computers[name].known.host.host]
        if cut:
            self.networks.update({each: int(each in (host, *others) and each != name) for each in self.networks})
        elif host in self.computers:
            self.computers[host].is_on = False
        self.take_over(name)

    @rule(place=PLACES, to=PLACES)
    def hand_over(self, place: int, to: int) -> None:
        """Any of the hosts hands over to any of its deputies that it reaches."""
        hosts = [each for each in self.computers.values() if self.hosts_now(each)]
        if not hosts:
            return
        computer = hosts[place % len(hosts)]
        path = computer.path
        assert path is not None
        reached = [each for each in map(NAMES.__getitem__, (deputy.id for deputy in computer.known.deputies(path)))
                   if each in self.computers and self.reaches(computer.name, each)]  # fmt: skip
        if not reached or len(path.successors) == MOST_CHANGES:
            return
        other = self.computers[reached[to % len(reached)]]
        self.counts["handed over"] += 1
        self.say(computer, handing_over(computer.known, path, computer.key, other.key.id, self.naming))
        computer.path = None
        self.exchange(computer, other)
        if other.known.host == path:
            self.begin_as_successor(other)
            self.exchange(computer, other)
        self.follow(computer)

    # What befalls them

    @rule(name=COMPUTERS)
    def switch_off_or_on(self, name: str) -> None:
        """What is on its disk remains."""
        computer = self.computers[name]
        computer.is_on = not computer.is_on
        self.counts["switched off"] += not computer.is_on

    @rule(names=st.lists(st.sampled_from((*HONEST, *HOSTILE)), max_size=4), number=st.integers(0, 1))
    def cut_or_join_networks(self, names: list[str], number: int) -> None:
        self.networks.update(dict.fromkeys(names, number))

    @rule(stay=st.booleans())
    def join_all_networks(self, stay: bool) -> None:
        """All computers reach one another again, and all hosts hear what has happened before any desk does."""
        self.networks = dict.fromkeys(self.networks, 0)
        for computer in self.computers.values():
            if computer.path is not None:
                self.go_on(computer.name, stay)

    @rule(name=COMPUTERS, to=COMPUTERS)
    def send_slowly(self, name: str, to: str) -> None:
        """What arrives may be old by then."""
        self.under_way.append((to, self.computers[name].known.signed))
        self.recorded.append(self.computers[name].known.signed)

    @rule(place=PLACES, twice=st.booleans())
    def arrive(self, place: int, twice: bool) -> None:
        if self.under_way:
            name, sent = self.under_way[place % len(self.under_way)]
            if not twice:
                del self.under_way[place % len(self.under_way)]
            self.hear(self.computers[name], sent)

    # What the hostile do

    @rule(to=COMPUTERS, place=PLACES)
    def repeat_what_was_recorded(self, to: str, place: int) -> None:
        if self.recorded:
            self.hear(self.computers[to], self.recorded[place % len(self.recorded)])

    @rule(
        hostile=st.sampled_from(HOSTILE),
        signs_as=st.sampled_from(("itself", "puppet", "another")),
        place=PLACES,
        naming=PLACES,
        number=st.sampled_from((1, 2, 3, 1000, MOST_NUMBER)),
        deputies=st.lists(st.sampled_from(tuple(KEYS)), max_size=MOST_DEPUTIES, unique=True),
        to=COMPUTERS,
    )
    def claim(
        self, hostile: str, signs_as: str, place: int, naming: int, number: int, deputies: list[str], to: str
    ) -> None:
        """A statement at the path of anybody or after it, with namings of one's own or those that others drew."""
        paths = list(dict.fromkeys((ROOT, *self.all_paths())))
        path = paths[place % len(paths)]
        key = KEYS[hostile if signs_as == "itself" else "puppet 0"]
        if signs_as != "another" and path.host != key.id:
            real = [each for each in self.deputies_of(path) if each.id == key.id]
            drawn = Deputy(key.certificate, (naming % next(self.numbers)).to_bytes(NAMING_BYTES))
            path = path.followed_by(real[0] if real and naming % 4 else drawn)
        others = [KEYS[name] for name in deputies if KEYS[name].id != path.host]
        named = [Deputy(each.certificate, (naming % 50).to_bytes(NAMING_BYTES)) for each in others]
        self.counts["hostile statements"] += 1
        self.hear(self.computers[to], [self.hostile_statement(key, path, number, named)])

    def hostile_statement(self, key: FakeKey, path: HostPath, number: int, deputies: Sequence[Deputy]) -> Signed:
        """Signed with a key of the hostile, for a path of anybody."""
        written = [statements.WrittenDeputy(each.certificate, each.naming) for each in deputies]
        content = statements._Written(
            2, EVENT, statements.written_path(FIRST.certificate, path), number, tuple(written)
        )
        made = statements.signed(key, statements._PURPOSE, content)
        assert CERTIFICATES[key.certificate] not in self.computers
        self.signed.add((key.certificate, made.content))
        self.recorded.append((made,))
        return made

    @rule(to=COMPUTERS, seed=PLACES)
    def flood(self, to: str, seed: int) -> None:
        """Eve names puppets, which name puppets, at every path where she was ever named."""
        paths = self.paths_of_eve()
        if paths:
            self.counts["floods"] += 1
            path = paths[seed % len(paths)]
            self.hear(self.computers[to], self.puppets(KEYS["eve"], path, 2))

    @rule(to=COMPUTERS, other=COMPUTERS, seed=PLACES, number=st.sampled_from((1, MOST_NUMBER)))
    def tell_two_computers_different_things(self, to: str, other: str, seed: int, number: int) -> None:
        """Eve signs two statements with the same number, one for each, at a path where she was named."""
        paths = self.paths_of_eve()
        if paths:
            self.counts["hostile statements"] += 2
            self.counts["told different things"] += to != other
            path = paths[seed % len(paths)]
            for name in (to, other):
                drawn = Deputy(KEYS[name].certificate, seed.to_bytes(NAMING_BYTES))
                self.hear(self.computers[name], [self.hostile_statement(KEYS["eve"], path, number, [drawn])])

    def paths_of_eve(self) -> list[HostPath]:
        """Where anybody honest knows of a naming of Eve that somebody honest drew."""
        named = {deputy.naming for _, deputy in self.named if deputy.certificate == KEYS["eve"].certificate}
        return [path.followed_by(each) for path in (ROOT, *self.all_paths()) for each in self.deputies_of(path)
                if each.naming in named and len(path.successors) < MOST_CHANGES - 3]  # fmt: skip

    def puppets(self, key: FakeKey, path: HostPath, depth: int) -> Iterator[Signed]:
        others = [KEYS[name] for name in PUPPETS if KEYS[name] != key][:MOST_DEPUTIES]
        named = [Deputy(each.certificate, bytes(NAMING_BYTES)) for each in others]
        yield self.hostile_statement(key, path, MOST_NUMBER, named)
        if depth:
            for each, deputy in zip(others, named, strict=True):
                yield from self.puppets(each, path.followed_by(deputy), depth - 1)

    def all_paths(self) -> Iterator[HostPath]:
        """Those that any honest computer knows."""
        for computer in self.computers.values():
            yield from (path for path in computer.known.newest if len(path.successors) < MOST_CHANGES)

    def deputies_of(self, path: HostPath) -> Iterator[Deputy]:
        """Those that any honest computer knows, or once were named."""
        for computer in self.computers.values():
            yield from computer.known.deputies(path)

    # What is promised

    def verify(self, known: Statements) -> None:
        """What holds whatever a computer heard."""
        assert len(known.newest) <= MOST_STATEMENTS
        for path, statement in known.newest.items():
            assert (signer_of(statement.certificate, path), statement.signed.content) in self.signed
            assert len(path.successors) <= MOST_CHANGES
            assert len(statement.deputies) <= MOST_DEPUTIES
        host = known.host
        assert host == recounted(known)
        assert self.hosts.setdefault(known.digest, host) == host
        before = ROOT
        for deputy in host.successors:
            assert deputy in known.deputies(before)
            if NAMES[before.host] not in self.computers:
                break
            assert (before, deputy) in self.named
            assert CERTIFICATES[deputy.certificate] in (*HONEST, "eve")
            before = before.followed_by(deputy)

    def teardown(self) -> None:
        try:
            self.heal()
        finally:
            self.faked.__exit__(None, None, None)

    def heal(self) -> None:
        """Nothing fails any more, and whoever is asked follows; the hostile still repeat everything."""
        self.networks = dict.fromkeys(self.networks, 0)
        for computer in self.computers.values():
            computer.is_on = True
        for name, sent in self.under_way:
            self.hear(self.computers[name], sent)
        host = self.all_follow_one()
        self.counts["a hostile deputy was the host"] += NAMES[host.host] not in self.computers
        self.counts["changes of the host at the end"] += len(host.successors)
        # The first host returns, and no longer names the hostile.
        first = self.computers["first"]
        honest = [KEYS[name].certificate for name in HONEST if name != "first"]
        first.path = first.follows = ROOT
        self.say(first, made_statement(first.known, ROOT, FIRST, honest, self.naming, afresh=True))
        assert self.all_follow_one() == ROOT
        assert all([*each.known.newest] == [ROOT] for each in self.computers.values())

    def all_follow_one(self) -> HostPath:
        repeated, before = self.recorded[-10:], None
        for _ in range(MOST_ROUNDS):
            for name in HONEST:
                self.go_on(name, stay=False)
            for computer in self.computers.values():
                for sent in repeated:
                    self.hear(computer, sent)
            now = [(each.known, each.follows, each.path) for each in self.computers.values()]
            if now == before:  # further rounds would change nothing either
                break
            before = now
        host = self.computers["first"].known.host
        for name, computer in self.computers.items():
            assert computer.known.digest == self.computers["first"].known.digest, name
            # A hostile deputy that was the host need not step back: that ends when it is no longer named.
            stays = host.extends(computer.follows) and NAMES[computer.follows.host] not in self.computers
            assert computer.follows == host or stays, name
            assert (computer.path == host) == (computer.key.id == host.host), name
            assert computer.path in (None, host), name
        return host
