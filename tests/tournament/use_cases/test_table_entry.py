"""Typing at the tables: what players may propose, what happens to proposals, and which code opens which sheet."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace as replace_field

from tests.tournament.use_cases.events import BY, SEATING, A, B, C, D, codes, drawn, noon, win
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.test_coherence import with_fact
from tournament.event.role import EventRole
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM, phones_stream
from tournament.ledger.facts import (
    CallAnswered,
    Fact,
    HandProposed,
    ProposalConfirmed,
    ProposalDismissed,
    RefereeCalled,
    SessionClosed,
    TableEntryEnded,
)
from tournament.ledger.table_phones import MOST_OPEN, NO_PHONES, Proposal, ProposalState
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    By,
    Changes,
    CloseSheet,
    Command,
    DeleteHand,
    InsertHand,
    RecordHand,
    Refused,
    ReopenSheet,
    carry_out,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AllowTableEntry,
    AnswerCall,
    CallReferee,
    CancelSessions,
    CloseSession,
    ConfirmProposal,
    DismissProposal,
    EndTableEntry,
    FreeSeats,
    ProposeHand,
    RedrawSessions,
    ReopenSession,
    RestoreSession,
    RevokeTableLink,
    StartClock,
    SwapPlayers,
    TakeSeat,
    Undo,
)
from tournament.use_cases.table_entry import (
    LinkState,
    acceptances,
    open_calls,
    phone_of,
    read_token,
    recorded,
    table_address,
    table_token,
    waiting_tables,
)

ALLOWED = AllowTableEntry("http://192.168.1.20:8080", bytes(range(32)))
WON, OTHER = Outcome(A, B, 12), Outcome(A, C, 12)
TILES = "[234p,1]234m23456s88p7s"
"""13 by discard."""


@pytest.fixture
def book() -> Book:
    """Two sessions of two tables, at which players may type."""
    book = drawn()
    carry_out(book, ALLOWED, by=BY)
    return book


def say(
    book: Book, command: ProposeHand | ConfirmProposal | CallReferee | TakeSeat, *, confirmed: bool = True
) -> Changes:
    """Do it from a phone that holds the code of its table."""
    by = phone_of(book.view, command.session, command.table, command.seat)
    return carry_out(book, command, by=by, confirmed=confirmed)


def propose(book: Book, seat: int, hand: int = 1, outcome: Outcome = WON, tiles: str = "") -> Proposal:
    say(book, ProposeHand(1, 1, hand, outcome, seat, tiles))
    return next(each for each in book.view.phones(1, 1).open if seat in each.supporters and each.hand == hand)


def state(book: Book, proposal: Proposal) -> ProposalState:
    found = book.view.phones(1, 1).of(proposal.id)
    assert found is not None
    return found.state


def refusal(book: Book, command: Command, by: By = BY) -> list[str]:
    before = book.view.fingerprint
    with pytest.raises(Refused) as refused:
        carry_out(book, command, by=by)
    assert book.view.fingerprint == before
    return codes(refused)


def test_the_same_word_of_another_seat_confirms_and_of_the_same_seat_changes_nothing(book: Book) -> None:
    first = propose(book, A)
    assert propose(book, C) == book.view.phones(1, 1).of(first.id)
    assert say(book, ProposeHand(1, 1, 1, WON, A)).entries == ()
    assert say(book, ProposeHand(1, 1, 1, WON, C)).entries == ()
    (only,) = book.view.phones(1, 1).proposals
    assert only.supporters == (A, C)


def test_a_seat_has_one_phone_until_that_moves_or_a_referee_frees_it(book: Book) -> None:
    say(book, TakeSeat(1, 1, A, "one"))
    assert say(book, TakeSeat(1, 1, A, "one")).entries == ()
    assert refusal(book, TakeSeat(1, 1, A, "two")) == ["seat-taken"]
    assert refusal(book, TakeSeat(1, 1, 4, "two")) == ["value-impossible"]
    assert refusal(book, ProposeHand(1, 1, 1, WON, A, device="two")) == ["seat-taken"]
    say(book, ProposeHand(1, 1, 1, WON, B, device="two"))
    assert book.view.phones(1, 1).seats == ("one", "two", "", "")
    say(book, TakeSeat(1, 1, C, "one"))
    assert book.view.phones(1, 1).seats == ("", "two", "one", "")
    (proposal,) = book.view.phones(1, 1).open
    assert refusal(book, ConfirmProposal(1, 1, proposal.id, C, "two")) == ["seat-taken"]
    say(book, ConfirmProposal(1, 1, proposal.id, D, "two"))
    assert book.view.phones(1, 1).seats == ("", "two", "one", ""), "who confirms for a player without a phone stays"
    carry_out(book, FreeSeats(1, 1), by=BY)
    assert carry_out(book, FreeSeats(1, 1), by=BY).entries == ()
    say(book, ProposeHand(1, 1, 1, OTHER, B, device="three"))
    assert book.view.phones(1, 1).seats == ("", "three", "", "")
    assert book.view.phones(1, 1).seat_of("three") == B
    assert book.view.phones(1, 1).seat_of("") is None
    carry_out(book, RevokeTableLink(1, 1), by=BY)
    assert book.view.phones(1, 1).seats == NO_PHONES
    assert not check_records([entry.record for entry in book.view.journal]).problems


def test_a_new_address_or_key_frees_the_seats_since_phones_are_not_recognised_there(book: Book) -> None:
    for changed in (
        AllowTableEntry("http://192.168.1.99:8080", ALLOWED.key),
        AllowTableEntry("http://192.168.1.99:8080", bytes(32)),
    ):
        for table in (1, 2):
            say(book, TakeSeat(1, table, A, "one"))
        carry_out(book, changed, by=BY)
        assert [book.view.phones(1, table).seats for table in (1, 2)] == [NO_PHONES] * 2
        say(book, TakeSeat(1, 1, A, "two"))
        carry_out(book, changed, by=BY)
        assert book.view.phones(1, 1).seats == ("two", "", "", ""), "nothing changed"
        carry_out(book, FreeSeats(1, 1), by=BY)
    assert not check_records([entry.record for entry in book.view.journal]).problems


def test_what_is_confirmed_on_one_phone_is_confirmed_once_another_phone_says_so(book: Book) -> None:
    say(book, ProposeHand(1, 1, 1, WON, A, device="one"))
    (proposal,) = book.view.phones(1, 1).open
    say(book, ConfirmProposal(1, 1, proposal.id, C, "one"))
    assert say(book, ConfirmProposal(1, 1, proposal.id, C, "one")).entries == ()
    (proposal,) = book.view.phones(1, 1).open
    assert (proposal.confirmed, proposal.same_phone) == ((), (C,))
    assert acceptances(book.view, 1, 1) == ()
    say(book, ProposeHand(1, 1, 1, WON, C, device="three"))
    (proposal,) = book.view.phones(1, 1).open
    assert (proposal.confirmed, proposal.same_phone) == ((C,), ())
    say(book, ConfirmProposal(1, 1, proposal.id, D, "three"))
    (proposal,) = book.view.phones(1, 1).open
    assert (proposal.confirmed, proposal.same_phone) == ((C,), (D,)), "of two seats of one phone one counts"
    assert acceptances(book.view, 1, 1) == (RecordHand(1, 1, 1, WON),)


def test_two_different_words_stand_side_by_side_and_a_seat_has_only_its_last(book: Book) -> None:
    one, other = propose(book, A), propose(book, B, outcome=OTHER)
    assert acceptances(book.view, 1, 1) == ()
    assert book.view.sheet_as_proposed(1, 1) == book.view.sheet(1, 1)
    say(book, ConfirmProposal(1, 1, one.id, D))
    say(book, ConfirmProposal(1, 1, other.id, D))
    assert [each.supporters for each in book.view.phones(1, 1).open] == [(A,), (B, D)]
    say(book, ConfirmProposal(1, 1, one.id, B))  # who proposed the other one changes their mind
    assert state(book, other) is ProposalState.REPLACED
    assert acceptances(book.view, 1, 1) == (RecordHand(1, 1, 1, WON),)
    assert refusal(book, ConfirmProposal(1, 1, other.id, C)) == ["proposal-settled"]
    assert refusal(book, ConfirmProposal(1, 1, one.id, A)) == ["own-proposal"]
    assert refusal(book, ConfirmProposal(1, 1, "nothing", A)) == ["proposal-unknown"]


def test_hands_are_proposed_in_their_order(book: Book) -> None:
    win(book, 1, A, B, 8)
    assert refusal(book, ProposeHand(1, 1, 1, WON, A)) == ["hand-recorded"]
    assert refusal(book, ProposeHand(1, 1, 3, WON, A)) == ["hand-not-next"]
    assert refusal(book, ProposeHand(1, 1, 17, WON, A)) == ["hand-unknown"]
    assert refusal(book, ProposeHand(1, 1, 2, WON, 4)) == ["value-impossible"]
    assert refusal(book, ProposeHand(1, 3, 1, WON, A)) == ["table-unknown"]
    propose(book, A, 2)
    assert propose(book, A, 3, Outcome(None)).hand == 3
    for hand in range(4, 14):
        propose(book, A, hand, Outcome(hand % 4, None, 8 + hand))
    assert len(book.view.phones(1, 1).open) == MOST_OPEN
    assert refusal(book, ProposeHand(1, 1, 14, WON, A)) == ["proposals-too-many"]
    assert [each.hand for each in waiting_tables(book.view)[0][2]] == list(range(2, 14))


def test_tiles_and_points_are_looked_at_as_a_desk_does(book: Book) -> None:
    assert refusal(book, ProposeHand(1, 1, 1, Outcome(A, B, 14), A, TILES)) == ["tiles-worth-less"]
    assert refusal(book, ProposeHand(1, 1, 1, Outcome(A, B, 7), A)) == ["points-below-minimum"]
    assert refusal(book, ProposeHand(1, 1, 1, Outcome(A, B, 250), A)) == ["points-improbable"]
    proposal = propose(book, A, outcome=Outcome(A, B, 13), tiles=TILES)
    assert proposal.fact.tiles == TILES
    carry_out(book, recorded(1, 1, proposal), by=BY)
    assert book.view.sheet(1, 1).hands[0].tiles == proposal.fact.tiles


def test_recording_settles_undo_opens_again_and_a_deleted_row_stays_settled(book: Book) -> None:
    one, other = propose(book, A), propose(book, B, outcome=OTHER)
    carry_out(book, recorded(1, 1, one), by=BY)
    assert [state(book, each) for each in (one, other)] == [ProposalState.ACCEPTED, ProposalState.CORRECTED]
    carry_out(book, Undo(), by=BY)
    assert [state(book, each) for each in (one, other)] == [ProposalState.OPEN] * 2
    win(book, 1, A, B, 12)
    carry_out(book, DeleteHand(1, 1, 1, "it was no hand"), by=BY)
    assert [state(book, each) for each in (one, other)] == [ProposalState.ACCEPTED, ProposalState.CORRECTED]
    assert propose(book, A).id not in (one.id, other.id)


def test_a_proposal_whose_row_a_repair_takes_is_asked_about_until_it_is_recorded_or_dismissed(book: Book) -> None:
    for hand in (1, 2):
        win(book, hand, A, B, 8 + hand)
    proposal, other = propose(book, A, 3), propose(book, B, 3, OTHER)
    carry_out(book, InsertHand(1, 1, 2, Outcome(None), "hand 2 was left out"), by=BY)
    assert [state(book, each) for each in (proposal, other)] == [ProposalState.DISPLACED] * 2
    assert refusal(book, CloseSheet(1, 1)) == ["proposals-open"]
    assert refusal(book, ConfirmProposal(1, 1, proposal.id, C)) == ["proposal-settled"]
    carry_out(book, DismissProposal(1, 1, other.id), by=BY)
    win(book, 4, A, B, 12)
    assert [state(book, each) for each in (proposal, other)] == [ProposalState.ACCEPTED, ProposalState.DISMISSED]
    carry_out(book, CloseSheet(1, 1), by=BY)


def test_a_proposal_is_dismissed_once_and_proposed_again(book: Book) -> None:
    proposal = propose(book, A)
    carry_out(book, DismissProposal(1, 1, proposal.id, "no hand was played"), by=BY)
    assert state(book, proposal) is ProposalState.DISMISSED
    assert refusal(book, DismissProposal(1, 1, proposal.id)) == ["proposal-settled"]
    assert propose(book, A).state is ProposalState.OPEN


def test_a_signature_without_a_proposed_hand_is_asked_about(book: Book) -> None:
    win(book, 1, A, B, 8)
    proposal = propose(book, A, 2)
    assert refusal(book, CloseSheet(1, 1)) == ["proposals-open"]
    carry_out(book, CloseSheet(1, 1), by=BY, confirmed=True)
    assert state(book, proposal) is ProposalState.NOT_RECORDED
    assert refusal(book, ProposeHand(1, 1, 3, WON, A)) == ["sheet-closed"]
    assert refusal(book, ConfirmProposal(1, 1, proposal.id, B)) == ["proposal-settled"]
    carry_out(book, ReopenSheet(1, 1, "hand 2 is missing"), by=BY)
    assert state(book, proposal) is ProposalState.OPEN


def test_who_sits_down_later_finds_no_proposal_of_others(book: Book) -> None:
    proposal = propose(book, A)
    carry_out(
        book, RedrawSessions(replace(SEATING, sessions=(SEATING.sessions[0][::-1], SEATING.sessions[1])), 1), by=BY
    )
    assert state(book, proposal) is ProposalState.OTHER_PLAYERS
    assert propose(book, A).id != proposal.id
    carry_out(book, Undo(), by=BY)
    assert state(book, proposal) is ProposalState.OPEN  # they sit there again


def test_what_was_proposed_before_somebody_else_came_to_the_table_is_asked_about(book: Book) -> None:
    win(book, 1, A, B, 8)
    proposal = propose(book, A, 2)
    carry_out(book, SwapPlayers(1, 5, (1,), "sat at the wrong table"), by=BY)
    assert state(book, proposal) is ProposalState.DISPLACED
    assert book.view.phones(1, 1).open == ()
    assert refusal(book, CloseSheet(1, 1)) == ["proposals-open"]
    win(book, 2, A, B, 12)
    assert state(book, proposal) is ProposalState.ACCEPTED


def test_a_referee_is_called_once_until_somebody_goes(book: Book) -> None:
    say(book, CallReferee(1, 2, C))
    assert say(book, CallReferee(1, 2, D)).entries == ()
    (call,) = open_calls(book.view)
    assert (call.session, call.table, call.seat) == (1, 2, C)
    carry_out(book, AnswerCall(1, 2, call.id), by=By("Ben"))
    answered = book.view.phones(1, 2).calls[0].answered
    assert answered is not None
    assert answered.author == "Ben"
    assert refusal(book, AnswerCall(1, 2, call.id)) == ["call-answered"]
    say(book, CallReferee(1, 2, D))
    carry_out(book, CloseSession(1, "a power cut"), by=BY)
    assert open_calls(book.view) == ()
    assert refusal(book, CallReferee(1, 2, A)) == ["session-closed"]


def test_only_who_holds_the_code_of_the_table_or_is_a_referee_proposes(book: Book) -> None:
    from tests.tournament.use_cases.rights_tried import hold

    hold(book)
    propose(book, A)
    for by in (By("Visitor"), By("Visitor", phone=(1, 2)), By("Visitor", phone=(2, 1))):
        assert refusal(book, ProposeHand(1, 1, 2, WON, A), by) == ["role-may-not"]
        assert refusal(book, CallReferee(1, 1, A), by) == ["role-may-not"]
    assert refusal(book, RevokeTableLink(1, 1), By("Player", phone=(1, 1))) == ["role-may-not"]
    assert refusal(book, EndTableEntry(), By("Ben", role=EventRole.REFEREE)) == ["role-may-not"]
    carry_out(book, ProposeHand(1, 1, 2, OTHER, A), by=By("Ben", role=EventRole.REFEREE))


def test_a_hand_proposed_before_the_gong_is_not_remarked_upon_when_it_is_recorded_after() -> None:
    now = [noon()]
    store = FakeStore()
    drawn(store)

    def clock() -> datetime:
        now[0] += timedelta(seconds=1)
        return now[0]

    book = Book(store, clock=clock)
    carry_out(book, ALLOWED, by=BY)
    carry_out(book, StartClock(1), by=BY)
    proposal = propose(book, A)
    now[0] += timedelta(minutes=200)
    changes = carry_out(book, recorded(1, 1, proposal), by=BY)
    assert changes.remarks == ()
    assert [each.code for each in win(book, 2, A, B, 9).remarks] == ["after-gong"]


def test_a_code_opens_its_own_table_however_it_is_typed(book: Book) -> None:
    places = [(session, table) for session in (1, 2) for table in (1, 2)]
    tokens = {table_token(book.view, *place): place for place in places}
    assert len(tokens) == len(places)
    for token, (session, table) in tokens.items():
        link = read_token(book.view, token.upper().replace("0", "O").replace("1", "I"))
        assert link is not None
        assert (link.session, link.table, link.state) == (session, table, LinkState.OPEN)
        assert table_address(book.view, session, table) == f"http://192.168.1.20:8080/t/{token}"
    token = table_token(book.view, 1, 1)
    others = [
        "",
        "x",
        token[:-1],
        f"{token}0",
        token.replace("1-1", "1-2", 1),
        token.replace("1-1", "9-1", 1),
        "9" * 5000,
    ]
    changed = [
        token[:place] + ("2" if token[place] != "2" else "3") + token[place + 1 :] for place in range(4, len(token))
    ]
    assert {read_token(book.view, each) for each in (*others, *changed)} == {None}
    elsewhere = drawn()
    carry_out(elsewhere, ALLOWED, by=BY)
    assert read_token(elsewhere.view, token) is None


def test_a_code_that_is_no_longer_good_says_why(book: Book) -> None:
    def now(token: str) -> LinkState | None:
        link = read_token(book.view, token)
        return link.state if link is not None else None

    first = table_token(book.view, 1, 1)
    win(book, 1, A, B, 8)
    carry_out(book, CloseSheet(1, 1), by=BY)
    assert now(first) is LinkState.SIGNED
    carry_out(book, CloseSession(1, "a power cut"), by=BY)
    assert now(first) is LinkState.CLOSED
    carry_out(book, CancelSessions((1,), "no light"), by=BY)
    assert now(first) is LinkState.CANCELLED
    carry_out(book, RestoreSession(1), by=BY)
    assert now(first) is LinkState.CLOSED
    carry_out(book, ReopenSession(1, "the light is back"), by=BY)
    carry_out(book, ReopenSheet(1, 1, "a hand is missing"), by=BY)
    assert now(first) is LinkState.OPEN
    carry_out(book, RevokeTableLink(1, 1), by=BY)
    assert now(first) is LinkState.REPLACED
    second, later = table_token(book.view, 1, 1), table_token(book.view, 2, 1)
    turned = tuple((b, a, c, d) for a, b, c, d in SEATING.sessions[1])
    carry_out(book, RedrawSessions(replace(SEATING, sessions=(SEATING.sessions[0], turned)), 2), by=BY)
    assert (now(second), now(later)) == (LinkState.OPEN, LinkState.REPLACED)
    carry_out(book, replace_key(ALLOWED), by=BY)
    assert now(second) is LinkState.REPLACED
    assert now(table_token(book.view, 1, 1)) is LinkState.OPEN
    carry_out(book, EndTableEntry(), by=BY)
    assert {now(first), now(second), now(later)} == {LinkState.ENDED}
    with pytest.raises(Refused, match="table-entry-off"):
        table_token(book.view, 1, 1)
    assert refusal(book, CallReferee(1, 1, A)) == ["table-entry-off"]


def replace_key(allowed: AllowTableEntry) -> AllowTableEntry:
    return AllowTableEntry(allowed.address, bytes(32))


@pytest.mark.parametrize("address", ["", "/", "desk", "ftp://host", "http://", "http://user:secret@host", "http://a b"])
def test_an_address_that_no_phone_finds_is_refused(address: str) -> None:
    assert len(refusal(drawn(), AllowTableEntry(address, bytes(32)))) == 1


PHONES = phones_stream(1, 1)
SEATS = SEATING.sessions[0][0]
CASES: dict[str, tuple[str, Fact, str]] = {
    "of others": (PHONES, HandProposed(3, A, A, (1, 2, 3, 8), B, 8), "other players sat at the table"),
    "recorded before": (PHONES, HandProposed(1, A, A, SEATS, B, 8), "hand 1 was already on the sheet"),
    "dismissed before": (PHONES, ProposalConfirmed("dismissed", B), "proposed for hand 2 was no longer open"),
    "dismissed twice": (PHONES, ProposalDismissed("dismissed"), "proposed for hand 2 was no longer open"),
    "by oneself": (PHONES, ProposalConfirmed("open", A), "confirmed their own proposal for hand 3"),
    "answered twice": (PHONES, CallAnswered("answered"), "the call was already answered"),
    "of nothing": (PHONES, ProposalConfirmed("nothing", A), "does not exist: hand-proposed nothing"),
    "no call": (PHONES, CallAnswered("open"), "does not exist: referee-called open"),
    "at no table": (phones_stream(1, 3), RefereeCalled(A), "does not exist: table 3 of session 1"),
    "by nobody": (PHONES, HandProposed(3, A, A, (1, 2, 3, 99), B, 8), "does not exist: player 99"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_nobody_could_say_is_named(name: str) -> None:
    store = FakeStore()
    book = drawn(store)
    carry_out(book, ALLOWED, by=BY)
    win(book, 1, A, B, 8)
    named = {"dismissed": propose(book, A, 2).id, "open": propose(book, A, 3).id}
    carry_out(book, DismissProposal(1, 1, named["dismissed"]), by=BY)
    named["answered"] = say(book, CallReferee(1, 1, B)).entries[0].id
    carry_out(book, AnswerCall(1, 1, named["answered"]), by=BY)
    assert check_records(store.records).problems == ()
    stream, fact, told = CASES[name]
    for field in ("proposal", "call"):
        if getattr(fact, field, None) in named:
            fact = type(fact)(
                **{**{f: getattr(fact, f) for f in fact.__struct_fields__}, field: named[getattr(fact, field)]}
            )
            told = told.replace(" open", f" {named['open']}") if "exist" in told else told
    forged = with_fact(store.records, fact, stream)
    assert any(told in ENGLISH.render(each.text) for each in check_records(forged).problems)
    Book(FakeStore(forged)).view.phones(1, 1)  # and it is read


@pytest.mark.parametrize(
    ("before", "told"),
    [(TableEntryEnded(), "players could not type"), (SessionClosed(1, (1, 2), "x"), "session 1 was closed")],
)
def test_what_was_said_when_nobody_could_is_named(before: Fact, told: str) -> None:
    store = FakeStore()
    book = drawn(store)
    carry_out(book, ALLOWED, by=BY)
    records = with_fact(store.records, before, EVENT_STREAM)
    assert check_records(records).problems == ()
    forged = with_fact(records, HandProposed(1, A, A, SEATS, B, 8), PHONES)
    assert any(told in ENGLISH.render(each.text) for each in check_records(forged).problems)


def test_no_two_tables_and_no_two_keys_have_the_same_code(book: Book) -> None:
    """A code is a digest: whoever knows some of them knows no other, and each sign may be any of them."""
    tokens = []
    for key in range(64):
        carry_out(book, replace_field(ALLOWED, key=bytes([key]) * 32), by=BY)
        tokens += [table_token(book.view, session, table) for session in (1, 2) for table in (1, 2)]
    signed = [token.rpartition("-")[2] for token in tokens]
    assert len(set(signed)) == 4 * 64
    assert all(len({each[place] for each in signed}) > 20 for place in range(len(signed[0])))


def test_a_recorded_hand_and_the_last_ones_of_a_sheet_are_told_apart(book: Book) -> None:
    for hand in range(1, 15):
        win(book, hand, hand % 4, None, 7 + hand)
    for hand in (1, 13, 14):
        with pytest.raises(Refused) as refused:
            carry_out(book, ProposeHand(1, 1, hand, WON, A), by=phone_of(book.view, 1, 1, A), confirmed=True)
        (problem,) = refused.value.problems
        said = ENGLISH.render(problem.text)
        assert said == f"Hand {hand} is already recorded: call a referee if it is wrong."
    with pytest.raises(Refused) as refused:
        carry_out(book, ProposeHand(1, 1, 16, WON, A), by=phone_of(book.view, 1, 1, A), confirmed=True)
    assert ENGLISH.render(refused.value.problems[0].text) == "The next hand is hand 15: propose that first."
    for hand, outcome in ((15, WON), (16, OTHER)):
        carry_out(book, recorded(1, 1, propose(book, A, hand, outcome)), by=BY, confirmed=True)
    assert refusal(book, ProposeHand(1, 1, 16, WON, A)) == ["hand-recorded"]
    carry_out(book, CloseSheet(1, 1), by=BY, confirmed=True)
    assert refusal(book, ProposeHand(1, 1, 16, WON, A)) == ["sheet-closed"]
