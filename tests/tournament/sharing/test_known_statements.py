"""What computers know of statements, with hostile ones among them: they come to know the same, and it stays small."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.sharing.fake_keys import FakeKey, keys_faked
from tests.tournament.sharing.succession_simulation import recounted
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
    read_statement,
)

EVENT = "event"
KEYS = tuple(map(FakeKey, ("first", "bob", "cleo", "dan")))
FIRST = KEYS[0]
NOBODY = Statements(EVENT, FIRST.id)
Named = tuple[FakeKey, int]
"""A computer and the number from which its naming is made."""


@pytest.fixture(autouse=True, scope="module")
def _fake_keys() -> Iterator[None]:
    with keys_faked():
        yield


def naming(number: int) -> bytes:
    return number.to_bytes(NAMING_BYTES)


@dataclass(frozen=True)
class Claim:
    """A statement as anybody can write it, and who signed it."""

    successors: tuple[Named, ...]
    number: int
    deputies: tuple[Named, ...]
    signer: FakeKey

    @property
    def path(self) -> HostPath:
        return HostPath(FIRST.id, tuple(Deputy(key.certificate, naming(number)) for key, number in self.successors))

    @property
    def genuine(self) -> bool:
        """Whether the host of the path signed it."""
        return self.signer == (self.successors[-1][0] if self.successors else FIRST)

    @property
    def signed(self) -> Signed:
        """The statement as it is sent."""
        path, deputies = (
            tuple(statements.WrittenDeputy(key.certificate, naming(number)) for key, number in named)
            for named in (self.successors, self.deputies)
        )
        content = statements._Written(2, EVENT, (FIRST.certificate, *path), self.number, deputies)
        return statements.signed(self.signer, statements._PURPOSE, content)


NAMED = st.tuples(st.sampled_from(KEYS[1:]), st.integers(1, 2))
PATHS = st.lists(NAMED, max_size=3).map(tuple)
"""So few that statements often continue one another."""


@st.composite
def claims(draw: st.DrawFn, *, forged: bool = True) -> Claim:
    successors = draw(PATHS)
    host = successors[-1][0] if successors else FIRST
    deputies = draw(
        st.lists(NAMED.filter(lambda named: named[0] != host), max_size=3, unique_by=lambda named: named[0])
    )
    signer = draw(st.sampled_from(KEYS)) if forged and draw(st.integers(0, 4)) == 0 else host
    return Claim(successors, draw(st.integers(1, 3)), tuple(deputies), signer)


COLLECTIONS = st.lists(claims(), max_size=12).map(lambda each: NOBODY.receive([claim.signed for claim in each]))


def verify(known: Statements) -> None:
    """What holds of every collection: it is small, all in it is named, and the recount agrees about the host."""
    assert len(known.newest) <= MOST_STATEMENTS
    for path, statement in known.newest.items():
        assert statement.path == path
        assert len(path.successors) <= MOST_CHANGES
        assert len(statement.deputies) <= MOST_DEPUTIES
        before = HostPath(known.first)
        for successor in path.successors:
            assert successor in known.newest[before].deputies
            before = before.followed_by(successor)
    assert known.host == recounted(known)
    assert NOBODY.receive(known.signed) == known
    assert NOBODY.receive(known.signed).digest == known.digest


@given(COLLECTIONS, COLLECTIONS)
def test_who_merges_with_whom_makes_no_difference(one: Statements, other: Statements) -> None:
    both = one.merge(other.newest.values())
    verify(both)
    assert both == other.merge(one.newest.values()) == other.receive(one.signed)
    assert both.host == other.merge(one.newest.values()).host
    assert both.merge(one.newest.values()) is both.merge(other.newest.values()) is both
    assert one.merge(one.newest.values()) is one


@given(st.lists(claims(), max_size=12), st.randoms(use_true_random=False))
def test_the_order_within_a_message_makes_no_difference(sent: list[Claim], chance: Random) -> None:
    known = NOBODY.receive([each.signed for each in sent])
    verify(known)
    chance.shuffle(sent)
    assert NOBODY.receive([each.signed for each in sent]) == known
    genuine = [read for each in sent if (read := read_statement(each.signed)) is not None]
    assert NOBODY.merge(genuine) == known


@given(st.lists(claims(), max_size=12), st.lists(claims(), max_size=12))
def test_only_its_host_changes_what_a_path_names(before: list[Claim], after: list[Claim]) -> None:
    known = NOBODY.receive([each.signed for each in before])
    later = known.receive([each.signed for each in after])
    for path, statement in later.newest.items():
        claim = next(each for each in before + after if each.signed == statement.signed)
        assert claim.genuine
        assert claim.path == path
    only_forged = [each for each in after if not each.genuine]
    assert known.receive([each.signed for each in only_forged]) is known
    others = [each for each in after if each.signer != FIRST]
    assert known.receive([each.signed for each in others]).deputies(known_root()) == known.deputies(known_root())


def known_root() -> HostPath:
    return HostPath(FIRST.id)


@given(st.lists(st.lists(claims(), max_size=6), min_size=2, max_size=5), st.randoms(use_true_random=False))
def test_computers_that_repeat_what_they_know_come_to_know_the_same(sent: list[list[Claim]], chance: Random) -> None:
    """Whatever hostile hosts signed, even if they use namings again."""
    everyone = [NOBODY.receive([each.signed for each in some]) for some in sent]
    pairs = list(permutations(range(len(everyone)), 2))
    for _ in range(2 + 2 * len(everyone)):
        chance.shuffle(pairs)
        for one, other in pairs:
            everyone[one] = everyone[one].receive(everyone[other].signed)
    assert all(each == everyone[0] and each.digest == everyone[0].digest for each in everyone)
    assert len({each.host for each in everyone}) == 1
    verify(everyone[0])


@dataclass
class HonestEvent:
    """Hosts that name deputies, and deputies that take over, one after another; ``seen`` is what anybody once knew."""

    known: Statements = NOBODY
    seen: list[Statements] = field(default_factory=lambda: [NOBODY])
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def step(self, chance: Random) -> None:
        """A host of the chain says who its deputies are, or a deputy says so for the first time."""
        paths = [HostPath(FIRST.id), *self.known.newest]
        path = chance.choice(paths)
        if chance.random() < 0.5 and self.known.deputies(path):
            path = path.followed_by(chance.choice(self.known.deputies(path)))
        key = next(each for each in KEYS if each.id == path.host)
        others = [each.certificate for each in KEYS if each != key]
        deputies = chance.sample(others, chance.randint(0, len(others)))
        self.say(path, key, deputies, afresh=chance.random() < 0.2)

    def say(self, path: HostPath, key: FakeKey, deputies: Sequence[bytes], *, afresh: bool = False) -> Statement:
        if len(path.successors) > 4:
            path, key = HostPath(FIRST.id), FIRST
            deputies = [each for each in deputies if each != key.certificate]
        drawn = lambda: naming(next(self.numbers))  # noqa: E731
        statement = made_statement(self.known, path, key, deputies, drawn, afresh=afresh)
        self.known = self.known.merge([statement])
        self.seen.append(self.known)
        return statement


def honest(chance: Random, steps: int) -> HonestEvent:
    event = HonestEvent()
    for _ in range(steps):
        event.step(chance)
    return event


@given(st.randoms(use_true_random=False), st.integers(1, 14))
def test_grouping_makes_no_difference_among_the_honest(chance: Random, steps: int) -> None:
    seen = honest(chance, steps).seen
    a, b, c = (chance.choice(seen) for _ in range(3))
    left = a.merge(b.newest.values()).merge(c.newest.values())
    right = a.merge(b.merge(c.newest.values()).newest.values())
    assert left == right
    verify(left)
    everything = NOBODY
    for each in chance.sample(seen, len(seen)):
        everything = everything.merge(each.newest.values())
    assert everything == seen[-1]


@given(st.randoms(use_true_random=False), st.integers(1, 14))
def test_what_followed_from_a_naming_ends_with_it(chance: Random, steps: int) -> None:
    event = honest(chance, steps)
    before = event.known
    root, deputies = HostPath(FIRST.id), event.known.deputies(HostPath(FIRST.id))
    kept = [each for each in deputies if chance.random() < 0.5]
    event.say(root, FIRST, [each.certificate for each in kept])
    for path in event.known.newest:
        assert not path.successors or path.successors[0] in kept
    assert {path for path in before.newest if path.successors and path.successors[0] in kept} <= {*event.known.newest}
    for old in event.seen:
        assert event.known.merge(old.newest.values()) is event.known
    event.say(root, FIRST, [each.certificate for each in kept], afresh=True)
    assert [*event.known.newest] == [root]


def flood(path: tuple[Named, ...], puppets: Sequence[FakeKey], depth: int) -> Iterator[Claim]:
    """Statements of the last of ``path`` and of its puppets, each of which names as many as it can."""
    named = tuple((key, 1) for key in puppets if key != path[-1][0])[:MOST_DEPUTIES]
    yield Claim(path, MOST_NUMBER, named, path[-1][0])
    if depth:
        for each in named:
            yield from flood((*path, each), puppets, depth - 1)


def test_a_deputy_that_names_thousands_crowds_nobody_out() -> None:
    """It may name whom it likes: the computers before it, and the host, keep their places."""
    puppets = [FakeKey(f"puppet {number}") for number in range(9)]
    _, bob, cleo, dan = KEYS
    chain = [Claim((), 1, ((bob, 1), (dan, 1)), FIRST)]
    path: tuple[Named, ...] = ()
    for turn in range(8):
        key, other = (bob, cleo) if turn % 2 == 0 else (cleo, bob)
        path = (*path, (key, 1))
        chain.append(Claim(path, 1, ((other, 1),), key))
    known = NOBODY.receive([each.signed for each in chain])
    assert [*known.newest] == [each.path for each in chain]
    noise = [each.signed for each in flood(((dan, 1),), puppets, 3)]
    assert len(noise) > 500
    for start in range(0, len(noise), 50):
        known = known.receive(noise[start : start + 50])
        verify(known)
        assert known.host == chain[-1].path
    assert len(known.newest) == MOST_STATEMENTS
    assert {each.path for each in chain} < {*known.newest}
    assert Claim(((dan, 1),), 1, (), dan).path in known.newest
    cured = known.receive([Claim((), 2, ((bob, 1),), FIRST).signed])
    assert [*cured.newest] == [each.path for each in chain]


def test_of_a_message_no_more_is_read_than_anybody_keeps() -> None:
    noise = [Claim((), number, (), FIRST).signed for number in range(1, 2 * MOST_STATEMENTS)]
    known = NOBODY.receive(noise)
    assert known.newest[HostPath(FIRST.id)].number == MOST_STATEMENTS


def test_the_signatures_of_strangers_are_not_even_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    verified = list[bytes]()

    def is_signed(certificate: bytes, content: bytes, signature: bytes) -> bool:
        verified.append(certificate)
        return signature == FakeKey(certificate.decode().removeprefix("certificate of ")).sign(content)

    monkeypatch.setattr(statements, "is_signed", is_signed)
    monkeypatch.setattr(statements, "_genuine", statements._Genuine())
    _, bob, cleo, dan = KEYS
    root = Claim((), 1, ((bob, 1),), FIRST)
    strangers = [Claim(((each, number),), 1, (), each) for each in (cleo, dan) for number in range(1, 20)]
    known = NOBODY.receive([each.signed for each in (*strangers, Claim(((bob, 2),), 1, (), bob), root)])
    assert verified == [FIRST.certificate]
    known.receive([root.signed, *known.signed])
    assert verified == [FIRST.certificate]


def test_a_flood_of_forged_statements_costs_as_much_as_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk may send 64 with each question, which one thread answers for all."""
    verified, known = list[bytes](), NOBODY.receive([Claim((), 1, (), FIRST).signed])

    def is_signed(certificate: bytes, content: bytes, _signature: bytes) -> bool:
        verified.append(content)
        return False

    with monkeypatch.context() as patch:
        patch.setattr(statements, "is_signed", is_signed)
        forged = [Claim((), number, (), KEYS[1]).signed for number in range(2, 60)]
        assert known.receive(forged) is known
    assert len(verified) == 4
    newer = Claim((), 2, (), FIRST).signed
    assert known.receive([*forged[-3:], newer]).signed == (newer,), "a few hide nothing"
    assert known.receive(forged).receive([newer]).signed == (newer,)


def test_what_was_genuine_once_is_not_verified_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deputy may send 64 genuine statements with each question, of which the host keeps none."""
    verified = list[bytes]()

    def is_signed(certificate: bytes, content: bytes, signature: bytes) -> bool:
        verified.append(content)
        return signature == FakeKey(certificate.decode().removeprefix("certificate of ")).sign(content)

    monkeypatch.setattr(statements, "is_signed", is_signed)
    monkeypatch.setattr(statements, "_genuine", statements._Genuine())
    monkeypatch.setattr(statements, "MOST_REMEMBERED", 100)
    _, bob, _, _ = KEYS
    named = NOBODY.receive([Claim((), 1, ((bob, 1),), FIRST).signed])
    sent = [Claim(((bob, 1),), number, (), bob).signed for number in range(1, 1 + MOST_STATEMENTS)]
    first = [named.receive([each]) for each in sent]
    assert len(verified) == 1 + MOST_STATEMENTS
    assert [named.receive([each]) for each in sent] == first
    assert len(verified) == 1 + MOST_STATEMENTS
    forged = Signed(sent[-1].content, KEYS[3].sign(sent[-1].content))
    assert [named.receive([forged]) for _ in range(2)] == [named, named], "another signature is another statement"
    assert len(verified) == 3 + MOST_STATEMENTS
    for number in range(1000, 1100):
        named.receive([Claim(((bob, 1),), number, (), bob).signed])
    assert len(statements._genuine._hashes) == 100
    before = len(verified)
    assert named.receive([sent[0]]) == first[0], "those that were sent last are remembered"
    assert len(verified) == before + 1
