"""A host that signs: how far its entries go, who may replace it, and what it does when somebody has."""

from itertools import count

import pytest
from msgspec.structs import replace as replace_field

from tests.examples.keys import key_of
from tests.tournament.sharing.fakes import FakeWaitingOrders, hosting
from tests.tournament.use_cases.events import drawn, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.problem import Refused
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import Fingerprint
from tournament.rules.payment import Outcome
from tournament.sharing import host as module
from tournament.sharing.ends import made_end, read_end
from tournament.sharing.host import Host, HostSigning, Member, offer_after
from tournament.sharing.messages import Behind, Done, News, Offer, Replaced, Said, decode_reply, decode_sync, encode
from tournament.sharing.shared_book import SharedBook
from tournament.sharing.statements import HostPath, Statements
from tournament.sharing.succession import AskPeople, GoOn, StepBack, taking_over
from tournament.use_cases import Book, By, RecordHand, StoreUnavailable, carry_out
from tournament.use_cases.commands import CallReferee

FIRST, NORTH, SOUTH = key_of("first host"), key_of("north"), key_of("south")
_NUMBERS = count(1)


def naming() -> bytes:
    return next(_NUMBERS).to_bytes(16)


class Hall:
    """A host that signs, and two desks, of which the first is its deputy."""

    def __init__(self) -> None:
        book = drawn()
        self.event = book.view.journal[0].id
        known = Statements(self.event, FIRST.id)
        self.signing = HostSigning(FIRST, HostPath(FIRST.id), known)
        self.signing.name_deputies([NORTH.certificate], naming)
        self.host = Host(book, signing=self.signing)
        self.members = {
            name: Member(name, By(name, name, None), key.certificate, f"{name}:1")
            for name, key in (("north", NORTH), ("south", SOUTH))
        }

    def records(self) -> list[Record]:
        return [entry.record for entry in self.host.book.view.journal]

    def desk(self, name: str, records: list[Record] | None = None) -> SharedBook:
        return SharedBook(FakeStore(self.records() if records is None else records), FakeWaitingOrders(), name)

    def ask(self, desk: SharedBook, known: Statements | None = None) -> Said:
        question = desk.question(None, "en")
        if known is not None:
            question = replace_field(question, known=known.digest, statements=known.signed)
        said = self.host.answer(self.members[desk.desk], decode_sync(encode(question)), self.members)
        return decode_reply(encode(said))

    def news(self, desk: SharedBook, known: Statements | None = None) -> News:
        said = self.ask(desk, known)
        assert isinstance(said, News)
        return said


@pytest.fixture
def hall() -> Hall:
    return Hall()


def hand(desk: SharedBook, number: int = 1) -> None:
    carry_out(desk, RecordHand(1, 1, number, Outcome(0, 1, 8)), by=By(desk.desk, desk.desk, None), confirmed=True)


def taken(hall: Hall) -> Statements:
    """What is known once the deputy has taken over."""
    return hall.signing.known.merge([taking_over(hall.signing.known, NORTH, naming)])


def test_each_answer_ends_with_the_signed_end_of_its_entries(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ENTRIES", 2)
    south = hall.desk("south", [])
    while True:
        news = hall.news(south)
        assert news.closing is not None
        end = read_end(news.closing, hall.event)
        assert end is not None
        assert end.path == HostPath(FIRST.id)
        south.take(news)
        assert end.end == south.confirmed.fingerprint
        if end.end == news.end:
            break


def test_statements_are_told_to_who_does_not_know_them(hall: Hall) -> None:
    south = hall.desk("south")
    news = hall.news(south)
    assert news.statements == hall.signing.known.signed
    assert news.known == hall.signing.known.digest
    assert hall.news(south, hall.signing.known).statements == ()


def test_certificates_are_told_to_deputies_alone(hall: Hall) -> None:
    for name, told in (("north", [NORTH.certificate, SOUTH.certificate]), ("south", [b"", b""])):
        news = hall.news(hall.desk(name))
        assert [each.certificate for each in news.desks] == told
        assert [(each.id, each.deputy) for each in news.desks] == [(NORTH.id.hex(), 1), (SOUTH.id.hex(), 0)]


def test_a_host_that_was_replaced_waits_until_people_decide_and_stays(hall: Hall) -> None:
    south, north_hosts = hall.desk("south"), taken(hall)
    hand(south)
    hall.host.connected = 1
    news = hall.news(south, north_hosts)
    assert (news.waits, news.answers) == (True, ())
    assert isinstance(hall.signing.move(1), AskPeople)
    with pytest.raises(StoreUnavailable):
        hall.host.carry_out_for(By("p", "phone"), CallReferee(1, 1, 1), "1" * 32)
    hall.signing.stay(naming)
    assert hall.signing.move(1) == GoOn()
    news = hall.news(south, north_hosts)
    assert not news.waits
    assert [type(answer) for answer in news.answers] == [Done]
    assert hall.signing.known.host == HostPath(FIRST.id)


def test_a_host_that_was_replaced_and_has_no_desks_steps_back_for_ever(hall: Hall) -> None:
    south, north_hosts = hall.desk("south"), taken(hall)
    hand(south)
    said = hall.ask(south, north_hosts)
    assert isinstance(said, Replaced)
    assert Statements(hall.event, FIRST.id).receive(said.statements) == north_hosts
    hall.host.connected = 5
    assert isinstance(hall.ask(south), Replaced), "it has said that it hosts the event no more"
    assert hall.signing.move(5) == StepBack(north_hosts.host)
    assert len(hall.records()) == len(hall.desk("south", hall.records()).confirmed.journal)


def test_a_host_hands_over_and_writes_nothing_more_until_the_deputy_has_taken_over(hall: Hall) -> None:
    hall.signing.name_deputies([SOUTH.certificate, NORTH.certificate], naming)
    south = hall.desk("south")
    hand(south)
    hall.host.connected = 2
    hall.signing.hand_over(NORTH.id.hex(), naming)
    news = hall.news(south)
    assert (news.waits, news.answers, news.successor) == (True, (), NORTH.id.hex())
    assert hall.signing.place_of(NORTH.id.hex()) == 1, "no other deputy comes before it"
    assert isinstance(hall.ask(south, taken(hall)), Replaced), "nobody need decide"


def test_who_hands_over_can_stay_all_the_same_while_nobody_took_over(hall: Hall) -> None:
    south = hall.desk("south")
    hand(south)
    hall.signing.hand_over(NORTH.id.hex(), naming)
    late = taken(hall)
    hall.signing.stay(naming)
    news = hall.news(south, late)
    assert (news.waits, news.successor, [type(answer) for answer in news.answers]) == (False, "", [Done])


def test_a_host_hands_over_to_a_deputy_alone(hall: Hall) -> None:
    with pytest.raises(Refused):
        hall.signing.hand_over(SOUTH.id.hex(), naming)
    assert not hall.host.waits


def test_naming_the_same_deputies_again_is_no_statement(hall: Hall) -> None:
    known = hall.signing.known
    hall.signing.name_deputies([NORTH.certificate], naming)
    assert hall.signing.known is known
    assert [hall.signing.place_of(key.id.hex()) for key in (NORTH, SOUTH)] == [1, 0]
    hall.signing.name_deputies([SOUTH.certificate, NORTH.certificate], naming)
    assert [hall.signing.place_of(key.id.hex()) for key in (NORTH, SOUTH)] == [2, 1]
    assert hall.signing.known.deputies(hall.signing.path)[1] in known.deputies(hall.signing.path), "it stays named"


# Taking over


class Successor:
    """The deputy takes over with an earlier state, while another desk has everything."""

    def __init__(self, hall: Hall, hands: int = 3) -> None:
        self.before, self.hall = hall.records(), hall
        for number in range(1, hands + 1):
            win(hall.host.book, number, 0, 1, 8)
        self.south = hall.desk("south")
        news = hall.news(self.south)
        self.end = news.closing
        known = taken(hall)
        signing = HostSigning(NORTH, known.host, known)
        self.host = Host(Book(FakeStore(self.before)), gathering=True, signing=signing)

    def gather(self, desk: SharedBook) -> None:
        """Let ``desk`` offer what the successor lacks, until it has all."""
        for _ in range(20):
            said = hosting(self.host.answer(self.hall.members["south"], desk.question(None, "en"), self.hall.members))
            if not isinstance(said, Behind):
                assert isinstance(said, News)
                return
            offer = offer_after(desk.confirmed.journal, said.end)
            assert offer is not None
            self.host.take_offer(Offer(offer.entries, self.end), "south")
        raise AssertionError("it never ends")


@pytest.mark.parametrize("most", [1, 2, 2000])
def test_a_successor_takes_what_the_lost_host_signed(hall: Hall, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(module, "MOST_ENTRIES", most)
    successor = Successor(hall)
    successor.gather(successor.south)
    assert successor.host.end == hall.host.end


def test_a_successor_takes_nothing_that_the_lost_host_did_not_sign(hall: Hall) -> None:
    successor = Successor(hall)
    forged = Book(FakeStore(successor.before))
    for number in range(1, 9):
        win(forged, number, 2, 1, 88)
    records = [entry.record for entry in forged.view.journal][len(successor.before) :]
    known = hall.signing.known
    by_another = made_end(taken(hall), taken(hall).host, NORTH, forged.view.fingerprint).signed
    longer = made_end(known, HostPath(FIRST.id), FIRST, Fingerprint(99, "ab" * 32)).signed
    for end, refused in ((None, True), (successor.end, True), (by_another, True), (longer, False)):
        codes = list[str]()
        for _ in range(2):  # the first may be a part of more, which is held back
            try:
                successor.host.take_offer(Offer(tuple(records), end), "south")
            except Refused as error:
                codes.append(error.problems[0].code)
        assert codes == ["offer-unsigned"] * 2 * refused
        assert successor.host.end.entries == len(successor.before)


def test_what_is_offered_after_the_signed_end_is_left_out(hall: Hall) -> None:
    successor = Successor(hall, hands=2)
    signed = successor.end
    win(hall.host.book, 3, 0, 1, 8)
    rest = hall.records()[len(successor.before) :]
    successor.host.take_offer(Offer(tuple(rest), signed), "south")
    assert successor.host.end.entries == len(hall.records()) - 1
    successor.host.gathering = False
    with pytest.raises(Refused):
        successor.host.take_offer(Offer(()), "south")


def test_two_desks_that_offer_the_same_in_parts_are_both_gathered(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one desk has begun to offer may have come from the other in the meantime."""
    monkeypatch.setattr(module, "MOST_ENTRIES", 2)
    successor = Successor(hall)
    host, members = successor.host, hall.members

    def offered(name: str) -> bool:
        """Whether the desk still had something to offer."""
        said = hosting(host.answer(members[name], successor.south.question(None, "en"), members))
        if not isinstance(said, Behind):
            return False
        offer = offer_after(successor.south.confirmed.journal, said.end)
        assert offer is not None, "it has what the host asks for"
        host.take_offer(Offer(offer.entries, successor.end), name)
        return True

    win(hall.host.book, 4, 0, 1, 8)
    assert offered("north")
    assert offered("south"), "a part of what north offers"
    assert offered("north")
    assert host.end == successor.south.confirmed.fingerprint
    news = hall.news(successor.south)
    successor.south.take(news)
    successor.end = news.closing
    assert offered("south"), "one entry more"
    assert host.end == hall.host.end
    assert not offered("south")


def test_what_does_not_continue_is_not_held_back_for_more(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    successor = Successor(hall)
    records = hall.records()[len(successor.before) :]
    for offered in ([records[0]] * 9, records[1:2], [records[0], records[0]]):
        with pytest.raises(Refused):
            successor.host.take_offer(Offer(tuple(offered), successor.end), "south")
    monkeypatch.setattr(module, "MOST_OFFERED", 1)
    with pytest.raises(Refused):
        successor.host.take_offer(Offer(tuple(records[:2]), successor.end), "south")
    successor.host.take_offer(Offer(tuple(records), successor.end), "south")
    assert successor.host.end == hall.host.end, "what is whole is not held"
