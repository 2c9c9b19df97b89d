"""No command puts a free text into the journal about why somebody left, is ill or was replaced."""

import json
from typing import get_args, get_type_hints

import pytest
from msgspec import structs

from tests.tournament.use_cases.earlier_reasons import REASON, append_as_before, earlier_event
from tests.tournament.use_cases.events import BY, codes, drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player, PlayerState, PlayerStatus, SubstituteCase
from tournament.event.problem import Refused
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import Fact, Leaving, PlayerReplaced, PlayerStateChanged
from tournament.use_cases import Command, carry_out
from tournament.use_cases.command_json import decode_command, encode_command
from tournament.use_cases.commands import (
    ChangePlayerState,
    LeaveToSubstitute,
    ReplacePlayer,
    SubstitutePlayer,
)

NOVA = Player(0, "Nova", "Newcomer")
ACTS: tuple[Command, ...] = (
    ChangePlayerState(1, PlayerState.WITHDRAWN, 2),
    ChangePlayerState(1, PlayerState.DISQUALIFIED),
    LeaveToSubstitute(1, PlayerState.WITHDRAWN, NOVA, 2),
    ReplacePlayer(1, NOVA, 1, 1, SubstituteCase.ILL),
    SubstitutePlayer(1, 1, "Nova Newcomer", SubstituteCase.DISQUALIFIED),
)


def test_only_these_facts_are_private() -> None:
    assert {fact for fact in get_args(Fact) if fact.reason_is_private} == {PlayerReplaced, PlayerStateChanged}


@pytest.mark.parametrize("command", ACTS, ids=lambda command: type(command).__name__)
def test_what_desks_of_earlier_versions_send_is_carried_out_without_the_reason(command: Command) -> None:
    sent = json.dumps({**json.loads(encode_command(command)), "reason": REASON})
    assert decode_command(sent) == command
    store = FakeStore()
    book = drawn(store)
    (entry,) = carry_out(book, decode_command(sent), by=BY).entries
    assert entry.fact.reason_is_private
    assert all(REASON not in record.content for record in store.records)


def test_a_reason_is_dropped_of_these_commands_alone() -> None:
    with pytest.raises(Refused):
        decode_command(json.dumps({"type": "DrawLot", "player": 1, "lot": 2, "reason": REASON}))


def test_their_commands_have_no_text_but_the_name_of_who_plays() -> None:
    kinds = {type(command) for command in ACTS}
    texts = {
        (kind.__name__, field.name)
        for kind in kinds
        for field in structs.fields(kind)
        if str in (hint := get_type_hints(kind)[field.name], *get_args(hint))
    }
    assert texts == {("SubstitutePlayer", "by")}


@pytest.mark.parametrize(
    "fact",
    [
        PlayerStateChanged(1, PlayerState.WITHDRAWN, 2, REASON),
        PlayerReplaced(1, Player(9, "Nova", "Newcomer"), (1,), REASON),
        PlayerReplaced(1, Player(9, "Nova", "Newcomer"), (1,), leaving=Leaving(PlayerState.WITHDRAWN, 1, REASON)),
    ],
)
def test_no_use_case_can_write_one(fact: Fact) -> None:
    book = drawn()
    with pytest.raises(Refused) as refused:
        book.draft(BY).add(EVENT_STREAM, fact)
    assert codes(refused) == ["value-impossible"]


def test_what_earlier_versions_wrote_counts_as_before_and_is_no_part_of_the_state() -> None:
    view = earlier_event().view
    assert view.state.statuses == {
        2: PlayerStatus(PlayerState.WITHDRAWN, 2),
        3: PlayerStatus(PlayerState.DISQUALIFIED, 2),
        8: PlayerStatus(PlayerState.WITHDRAWN, 2),
    }
    assert view.sheet(1, 1).unplaced == {0}, "who plays for a player who became ill has no table points"


def test_the_same_state_is_not_written_again_for_want_of_a_reason() -> None:
    store = FakeStore()
    drawn(store)
    book = append_as_before(store, PlayerStateChanged(1, PlayerState.WITHDRAWN, 2, REASON))
    assert carry_out(book, ChangePlayerState(1, PlayerState.WITHDRAWN, 2), by=BY).entries == ()


def test_the_fact_as_everybody_may_read_it() -> None:
    nova = Player(9, "Nova", "Newcomer")
    leaving = Leaving(PlayerState.WITHDRAWN, 1, REASON)
    shown = PlayerReplaced(1, nova, (1,), REASON, SubstituteCase.ILL, leaving).shown
    assert shown == PlayerReplaced(1, nova, (1,), "", SubstituteCase.ABSENT, Leaving(PlayerState.WITHDRAWN, 1))
    assert PlayerStateChanged(1, PlayerState.WITHDRAWN, 2, REASON).shown == PlayerStateChanged(
        1, PlayerState.WITHDRAWN, 2
    )
