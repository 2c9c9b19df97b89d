"""Commands are carried out on the event as it was seen, together or not at all, and write what can be read."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, SEATING, codes, created, drawn, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player
from tournament.event.seating import Final, Seating
from tournament.ledger.difference import causes_of
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    By,
    Changes,
    CloseSheet,
    Conflict,
    LinesRefused,
    RecordHand,
    Refused,
    TypeTotals,
    carry_out,
    carry_out_all,
)
from tournament.use_cases.carrying_out import commands_made, effect_of_command, problems_of, sheet_after, tried
from tournament.use_cases.changes import Order
from tournament.use_cases.commands import (
    AddPlayers,
    ApplyRegister,
    Command,
    NoteAttendance,
    PublishDraw,
    Redo,
    RedrawSessions,
    SeatSession,
    StartSession,
    SwapPlayers,
    Undo,
)
from tournament.use_cases.draft import Draft


def test_what_was_not_seen_of_the_event_is_a_conflict() -> None:
    book = drawn()
    seen = book.view.journal.number(EVENT_STREAM)
    carry_out(book, SwapPlayers(1, 5, (2,)), by=BY, seen=seen)
    with pytest.raises(Conflict) as conflict:
        carry_out(book, SwapPlayers(2, 6, (2,)), by=BY, seen=seen)
    assert (conflict.value.stream, conflict.value.number) == (EVENT_STREAM, seen + 1)
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, 1, 8)), by=BY, seen=0)


def test_commands_of_every_kind_are_written_together_or_not_at_all() -> None:
    book = created()
    commands: list[Command] = [
        AddPlayers(tuple(players(8))),
        PublishDraw(SEATING),
        NoteAttendance((1, 2)),
        StartSession(1),
        RecordHand(1, 1, 1, Outcome(0, 1, 8)),
    ]
    entries = len(book.view.journal)
    with pytest.raises(LinesRefused) as refused:
        carry_out_all(book, [*commands, RecordHand(1, 1, 1, Outcome(0, 1, 8))], by=BY)
    assert [index for index, _ in refused.value.refusals] == [5]
    assert len(book.view.journal) == entries
    changes = carry_out_all(book, commands, by=BY)
    assert [entry.record.kind for entry in changes.entries if entry.record.kind != "heads-chained"] == [
        "players-added",
        "draw-published",
        "attendance-noted",
        "session-started",
        "hand-recorded",
    ]
    assert [remark.code for remark in changes.remarks][:1] == ["absent"]
    assert changes.remarked[0] == 3


OTHER = Player(1, "Somebody", "Else")
TWICE = ((1, 2, 3, 4), (5, 6, 7, 1))
UNKNOWN = ((1, 2, 3, 4), (5, 6, 7, 99))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (PublishDraw(Seating((TWICE, SEATING.sessions[1]))), "value-impossible"),
        (PublishDraw(Seating((UNKNOWN, SEATING.sessions[1]))), "value-impossible"),
        (RedrawSessions(Seating((*SEATING.sessions, TWICE)), 2), "draw-old"),
        (RedrawSessions(Seating(SEATING.sessions[:1]), 2), "draw-old"),
        (SeatSession(2, TWICE, "straight"), "draw-old"),
        (SeatSession(2, UNKNOWN, "straight"), "draw-old"),
        (SeatSession(2, SEATING.sessions[1], "backwards"), "way-unknown"),
        (SeatSession(2, SEATING.sessions[1], "straight", Final(2, (1, 2, 3, 99))), "value-impossible"),
        (SeatSession(9, SEATING.sessions[0], "straight"), "session-unknown"),
        (ApplyRegister(((OTHER, replace(OTHER, country="BE")),)), "comparison-stale"),
        (ApplyRegister(()), "nothing-differs"),
        (Undo("no such entry"), "nothing-to-undo"),
        (Redo("no such entry"), "nothing-to-redo"),
        (AddPlayers(()), "players-missing"),
    ],
    ids=repr,
)
def test_what_another_desk_could_send_and_cannot_be_is_refused(command: Command, code: str) -> None:
    book = drawn()
    entries = len(book.view.journal)
    with pytest.raises(Refused) as error:
        carry_out(book, command, by=BY)
    assert codes(error) == [code]
    assert len(book.view.journal) == entries


def test_one_entry_is_named_to_bring_it_back() -> None:
    book: Book = drawn()
    done = carry_out(book, SwapPlayers(1, 5, (2,)), by=BY).entries[0].id
    carry_out(book, Undo(done), by=BY)
    carry_out(book, Redo(done), by=BY)
    assert book.view.journal.undo_order.to_redo is None
    assert book.view.seating != SEATING


ASKING = RecordHand(1, 1, 1, Outcome(0, 1, 89))
"""More than 88 points: to write it, somebody must confirm."""
REFUSED = RecordHand(1, 1, 1, Outcome(0, 0, 8))
"""Nobody can win by their own discard."""


def test_what_only_asks_is_tried_as_if_somebody_confirmed_it() -> None:
    view = drawn().view
    entries = len(view.journal)
    assert [problem.code for problem in problems_of(view, ASKING)] == ["points-improbable"]
    effect = effect_of_command(view, ASKING)
    assert effect is not None
    assert [each.number for each in effect.sheet] == [(0, 113), (0, -97), (0, -8), (0, -8)]
    sheet = sheet_after(view, (ASKING,), 1, 1)
    assert sheet is not None
    assert sheet.scores == (113, -97, -8, -8)
    after = tried(view, (ASKING, RecordHand(1, 2, 1, Outcome(None))))
    assert after is not None
    assert [entry.record.stream for entry in after[1]][-2:] == [table_stream(1, 1), table_stream(1, 2)]
    assert after[0].sheet(1, 1).scores == sheet.scores
    assert commands_made(view, (ASKING, lambda view: RecordHand(1, 1, view.sheet(1, 1).played + 1, Outcome(None)))) == (
        ASKING,
        RecordHand(1, 1, 2, Outcome(None)),
    )
    assert (len(view.journal), view.sheet(1, 1).played) == (entries, 0), "nothing is written"


def test_what_is_refused_leads_nowhere() -> None:
    view = drawn().view
    assert effect_of_command(view, REFUSED) is None
    assert sheet_after(view, (ASKING, REFUSED), 1, 1) is None
    assert tried(view, (REFUSED,)) is None
    assert commands_made(view, (ASKING, lambda _: REFUSED)) is None


class Desk(Book):
    """A desk of a shared event: the orders that it would send to the host, which refuses some of the commands."""

    def __init__(self, store: FakeStore, refused: Sequence[int] = ()) -> None:
        super().__init__(store, clock=noon)
        self.orders: list[Order] = []
        self.refused = refused

    def commit(self, draft: Draft, order: Order) -> Changes:
        self.orders.append(order)
        if self.refused:
            raise LinesRefused(tuple((place, ()) for place in self.refused))
        return super().commit(draft, order)


def desk(*, refused: Sequence[int] = ()) -> Desk:
    """A desk with a drawn event."""
    store = FakeStore()
    drawn(store)
    return Desk(store, refused)


ONE_ID, OTHER_ID, THIRD_ID = (f"6624a5b6-7c7f-4853-96d2-2b37230891e{digit}" for digit in "abc")
HANDS = tuple(RecordHand(1, 1, number, Outcome(None)) for number in (1, 2, 3))


@pytest.mark.parametrize("confirmed", [True, False])
@pytest.mark.parametrize("seen", [0, None])
def test_one_command_is_sent_as_it_was_asked(seen: int | None, *, confirmed: bool) -> None:
    book = desk()
    carry_out(book, HANDS[0], by=By("Ada", "desk"), confirmed=confirmed, seen=seen, id=ONE_ID)
    assert book.orders == [Order((ONE_ID,), (HANDS[0],), together=False, confirmed=confirmed, seen=seen, author="Ada")]
    carry_out(book, HANDS[0], by=By("Ada", "desk"), id=ONE_ID)
    assert len(book.orders) == 1, "a repeat is not sent again"


def test_a_command_without_an_id_is_sent_with_the_one_of_its_entry() -> None:
    book = desk()
    changes = carry_out(book, HANDS[0], by=BY)
    assert [order.id for order in book.orders] == [changes.entries[0].id]


def test_several_commands_are_sent_together_and_those_already_written_are_not() -> None:
    book = desk()
    changes = carry_out_all(book, HANDS[:1], by=By("Ben", "desk"), ids=(ONE_ID,))
    assert changes.entries[0].id == ONE_ID
    carry_out_all(book, HANDS[:2], by=By("Ada", "desk"), ids=(ONE_ID, OTHER_ID))
    assert book.orders[1:] == [Order((OTHER_ID,), (HANDS[1],), together=True, confirmed=True, seen=None, author="Ada")]
    carry_out_all(book, HANDS[2:], by=BY)
    (sent,) = book.orders[2:]
    assert (sent.commands, len(sent.ids)) == (HANDS[2:], 1)
    carry_out_all(desk_of_trials := desk(), HANDS, by=BY, dry_run=True)
    assert desk_of_trials.orders == []


def test_an_empty_id_among_others_is_none() -> None:
    book = desk()
    carry_out_all(book, HANDS, by=BY, ids=("", ONE_ID))
    (sent,) = book.orders
    assert (sent.commands, sent.ids[1], len(set(sent.ids))) == (HANDS, ONE_ID, 3)
    assert "" not in sent.ids


@pytest.mark.parametrize(("ids", "index"), [((), 1), ((OTHER_ID, "", THIRD_ID), 1), ((ONE_ID, OTHER_ID, THIRD_ID), 2)])
def test_what_the_host_refuses_is_named_by_its_place_among_all_commands(ids: tuple[str, ...], index: int) -> None:
    """The host counts only the commands that it gets: not the first, if that was written earlier."""
    book = desk()
    carry_out(book, HANDS[0], by=BY, id=ONE_ID)
    book.refused = (1,)
    later = [RecordHand(1, 2, number, Outcome(None)) for number in (1, 2, 3)]
    with pytest.raises(LinesRefused) as refused:
        carry_out_all(book, [HANDS[0], *later[:2]] if ids[:1] == (ONE_ID,) else later, by=BY, ids=ids)
    assert refused.value.refusals == ((index, ()),)


@pytest.mark.parametrize("id", ["x", ONE_ID.upper(), ONE_ID.replace("-", "")])
def test_what_is_no_id_is_refused(id: str) -> None:
    book = drawn()
    with pytest.raises(Refused) as error:
        carry_out(book, HANDS[0], by=BY, id=id)
    assert codes(error) == ["id-malformed"]
    with pytest.raises(LinesRefused) as lines:
        carry_out_all(book, HANDS, by=BY, ids=(id,))
    assert [(index, problems[0].code) for index, problems in lines.value.refusals][:1] == [(0, "id-malformed")]


def test_the_likely_causes_of_totals_that_differ_are_told_with_each_refused_signature() -> None:
    """Two columns are exchanged on the papers of table 1, given with the signature, and of table 2, typed before."""
    book = drawn()
    wrong = (32, -8, -16, -8)
    carry_out_all(book, [RecordHand(1, table, 1, Outcome(0, 1, 8)) for table in (1, 2)], by=BY)
    carry_out(book, TypeTotals(1, 2, wrong), by=BY)
    commands: list[Command] = [
        CloseSheet(1, 1, wrong),
        CloseSheet(1, 2),
        CloseSheet(2, 9, wrong),
        RecordHand(2, 1, 17, Outcome(None)),
    ]
    with pytest.raises(LinesRefused) as refused:
        carry_out_all(book, commands, by=BY)
    told = {index: {problem.code for problem in problems} for index, problems in refused.value.refusals}
    assert told == {0: {"totals-differ"}, 1: {"totals-differ"}, 2: {"table-unknown"}, 3: {"hand-unknown"}}
    expected = {table - 1: causes_of(book.view.sheet(1, table), book.view.rules, wrong) for table in (1, 2)}
    assert all(expected.values())
    assert refused.value.causes == expected


def test_improbable_values_are_asked_about_unless_somebody_confirmed_them() -> None:
    book = drawn()
    with pytest.raises(Refused) as error:
        carry_out(book, ASKING, by=BY)
    assert codes(error) == ["points-improbable"]
    assert [remark.code for remark in carry_out(book, ASKING, by=BY, confirmed=True).remarks] == ["points-improbable"]
