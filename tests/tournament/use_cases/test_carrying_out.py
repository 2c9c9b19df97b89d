"""Commands are carried out on the event as it was seen, together or not at all, and write what can be read."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, SEATING, codes, created, drawn, players
from tournament.event.player import Player
from tournament.event.seating import Final, Seating
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, Conflict, LinesRefused, RecordHand, Refused, carry_out, carry_out_all
from tournament.use_cases.carrying_out import commands_made, effect_of_command, problems_of, sheet_after, tried
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
