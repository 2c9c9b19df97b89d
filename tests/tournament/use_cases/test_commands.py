"""Commands as JSON: every one of them comes back the same, and nothing else is taken for one."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, structs

from tests.cases import all_cases
from tests.examples import every_fact
from tests.tournament.use_cases import as_sent
from tests.tournament.use_cases.events import BY, created, drawn, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.prizes import Prize, PrizeCategory, Prizes, PrizeTies
from tournament.event.problem import Refused
from tournament.event.role import Act, EventRole
from tournament.event.timetable import SessionTime
from tournament.language import ENGLISH
from tournament.ledger.fact import HallDraw
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, Changes, Command, RecordHand, RecordTotals, SubstitutePlayer, carry_out
from tournament.use_cases.carrying_out import write
from tournament.use_cases.changes import Acting
from tournament.use_cases.command_json import decode_command, encode_command
from tournament.use_cases.commands import (
    AddMinutes,
    ApplyRegister,
    ChangePrizes,
    DecideTie,
    GiveLots,
    GiveTeams,
    LeaveToSubstitute,
    NoteAttendance,
    PublishResults,
    RemovePrize,
    ReopenSheet,
    SetPrize,
    SetSessionTime,
)
from tournament.use_cases.draft import Draft
from tournament.use_cases.new_event import rehearsal_of
from tournament.use_cases.prizes import undecided_ties
from tournament.use_cases.rights import acts_of, acts_of_command

NOW = datetime(2026, 6, 13, 20, tzinfo=UTC)
KINDS: tuple[type[Command], ...] = get_args(Command)


@cache
def commands_of(kind: type[Command]) -> st.SearchStrategy[Command]:
    """Any values of the fields, by their types."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{field.name: st.from_type(hints[field.name]) for field in structs.fields(kind)})


COMMANDS = st.sampled_from(KINDS).flatmap(commands_of)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)


def refusal(content: str | bytes) -> tuple[str, str]:
    """The code and the field of what ``content`` is refused with."""
    with pytest.raises(Refused) as refused:
        decode_command(content)
    (problem,) = refused.value.problems
    return problem.code, problem.field


@all_cases(KINDS)
def test_every_kind_has_a_name_of_its_own(kind: type[Command]) -> None:
    names = [each.__struct_config__.tag for each in KINDS]
    assert names.count(kind.__struct_config__.tag) == 1


@given(COMMANDS)
def test_a_command_is_canonical_json_and_comes_back_the_same(command: Command) -> None:
    content = encode_command(command)
    assert decode_command(content) == command
    assert decode_command(content.encode()) == command
    assert content == json.dumps(json.loads(content), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_what_is_sent_stays_readable() -> None:
    assert encode_command(RecordHand(1, 2, 3, Outcome(0, 1, 24))) == (
        '{"hand":3,"outcome":{"answers":[],"discarder":1,"liable":null,"points":24,"values":null,"winner":0},'
        '"overrule":"","session":1,"table":2,"tiles":"","type":"record-hand"}'
    )
    assert decode_command('{"type":"undo"}') == decode_command('{"type":"undo","entry":""}')


@given(COMMANDS, st.data())
def test_a_member_of_any_value_is_read_or_refused_with_its_place(command: Command, data: st.DataObject) -> None:
    members = json.loads(encode_command(command))
    name = data.draw(st.sampled_from(sorted(members)))
    changed = json.dumps({**members, name: data.draw(VALUES)})
    try:
        decode_command(changed)
    except Refused as refused:
        (problem,) = refused.problems
        assert problem.code in ("command-unreadable", "command-unknown")
        assert not problem.field or problem.field.split(".")[0].split("[")[0] == name


@given(st.binary(max_size=60) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_what_is_no_command_is_refused(content: bytes) -> None:
    assert refusal(content)[0] in ("command-unreadable", "command-unknown")


@pytest.mark.parametrize(
    ("members", "code", "field"),
    [
        ({"type": "record-hat"}, "command-unknown", "type"),
        ({"session": 1}, "command-unreadable", ""),
        ({"type": 7}, "command-unreadable", "type"),
        ({"type": "start-clock", "session": "1"}, "command-unreadable", "session"),
        ({"type": "start-clock", "session": 1, "minutes": 3}, "command-unreadable", ""),
        ({"type": "start-clock"}, "command-unreadable", ""),
        ({"type": "note-attendance", "numbers": [1, "two"]}, "command-unreadable", "numbers[1]"),
        ({"type": "draw-lot", "player": 1, "lot": 1.5}, "command-unreadable", "lot"),
        ({"type": "give-lots", "lots": [[1, 2]], "draw": {"seed": 1, "dice": 2}}, "command-unreadable", "draw.dice"),
    ],
)
def test_it_says_what_is_wrong_and_where(members: Mapping[str, object], code: str, field: str) -> None:
    assert refusal(json.dumps(members)) == (code, field)


def contents(book: Book) -> list[tuple[str, str, str]]:
    """The content of the journal, with the places of entries instead of their ids."""
    places = {entry.id: f"entry {position}" for position, entry in enumerate(book.view.journal)}
    found = []
    for entry in book.view.journal:
        content = entry.record.content
        for id_, place in places.items():
            content = content.replace(id_, place)
        heads = entry.record.kind in ("heads-chained", "fingerprint-signed")  # hashes of entries, which have other ids
        kept = "salt" in content  # of a PIN, which is another one each time
        found.append((entry.record.kind, entry.stream, "" if heads or kept else content))
    return found


def every_other_command(carry: Any) -> Book:
    """Each command that :func:`tests.examples.every_fact.play_every_fact` does not need, on events that it fits."""
    best = PrizeCategory()
    book = drawn()
    carry(book, SetSessionTime(SessionTime(1, minutes=90)), by=BY)
    carry(book, ChangePrizes(Prizes(ties=PrizeTies.SPLIT, currency="EUR")), by=BY)
    carry(book, SetPrize(Prize(best, 1, 1, "a cup")), by=BY)
    carry(book, SetPrize(Prize(best, 3, 3, "a book")), by=BY)
    carry(book, RemovePrize(best, 3), by=BY)
    player = book.view.players[1]
    carry(book, ApplyRegister(((player, replace(player, country="BE")),)), by=BY)
    lots = tuple((number, 9 - number) for number in range(1, 9))
    carry(book, GiveLots(lots, HallDraw(7)), by=BY)
    carry(book, GiveTeams(tuple((number, "AB"[number % 2]) for number in range(1, 9)), HallDraw(8)), by=BY)
    carry(book, SubstitutePlayer(1, 1, "Nova Newcomer", SubstituteCase.ABSENT), by=BY)
    carry(book, LeaveToSubstitute(2, PlayerState.WITHDRAWN, Player(0, "Zoe", "Stand"), 2), by=BY)
    carry(book, RecordTotals(1, 2, (24, 24, -24, -24)), by=BY)
    (_, tied), *_ = undecided_ties(book.view)
    carry(book, DecideTie(best, tuple(award.entrant.key for award in reversed(tied))), by=BY)
    carry(Book(FakeStore()), rehearsal_of(created().view, stand_ins=players(8)), by=BY)
    return book


def refused_to_viewers(book: Book, command: Command) -> set[str]:
    """The codes of what stands against ``command`` for somebody who may only look; nothing when it is done.

    Nobody holds a role of this event, so the viewer is one by word.
    """
    now = book.view.journal[-1].time if len(book.view.journal) else NOW
    visitor = Acting("Visitor", "", EventRole.VIEWER, signed_in=False)
    viewer = Draft(book.view.journal.fork(), book.view.memory.copy(), visitor, lambda: now)
    try:
        write(viewer, command, confirmed=True)
    except Refused as refused:
        return {problem.code for problem in refused.problems}
    return set()


def test_every_command_is_carried_out_as_it_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    reached: set[type[Command]] = set()

    def carry(book: Book, command: Command, **how: Any) -> Changes:
        reached.add(type(command))
        before, acting = book.view, Acting("Somebody", "", EventRole.ORGANISER, signed_in=True)
        known = set(acts_of_command(before.journal, command, acting))
        assert refused_to_viewers(book, command) == {"role-may-not"}, command
        written = as_sent.carry_out(book, command, **how)
        journal = before.journal.fork()
        acts = set[Act]()
        for entry in written.entries:
            acts.update(acts_of(journal, entry.stream, entry.fact, acting))
            journal.append(entry)
        assert known <= acts or not written.entries, command  # what it is known to be before is what it was
        return written

    here = every_fact.play_every_fact(FakeStore())
    monkeypatch.setattr(every_fact, "carry_out", carry)
    assert contents(every_fact.play_every_fact(FakeStore())) == contents(here)
    assert contents(every_other_command(carry)) == contents(every_other_command(carry_out))
    assert reached == set(KINDS)


@all_cases(KINDS)
def test_a_command_is_a_value(kind: type[Any]):
    """What was asked before a question is what is carried out after its answer."""
    fields = structs.fields(kind)
    command = kind(*(None for _ in fields))
    with pytest.raises(AttributeError):
        setattr(command, fields[0].name if fields else "something", "something else")
    assert hash(command) == hash(kind(*(None for _ in fields)))
    assert all(
        each.__struct_config__.frozen for each in kind.__mro__ if each is not Struct and issubclass(each, Struct)
    )


@pytest.mark.parametrize(
    "content",
    [
        '{"type":"change-player-state","number":1,"state":"withdrawn","first":2}',
        '{"type":"replace-player","number":1,"substitute":9,"first":1}',
        '{"type":"substitute-player","session":1,"player":1,"by":"9","case":"absent"}',
    ],
)
def test_a_private_reason_of_an_earlier_version_is_dropped_and_nothing_else(content: str) -> None:
    command = decode_command(content)
    assert decode_command(content.replace("}", ',"reason":"ill"}')) == command
    assert "ill" not in encode_command(command)
    assert refusal(content.replace("}", ',"why":"ill"}')) == ("command-unreadable", "why")
    assert refusal('{"type":"undo","reason":"ill"}') == ("command-unreadable", "")


@pytest.mark.parametrize(
    ("content", "command"),
    [
        ('{"type":"note-attendance","numbers":[1]}', NoteAttendance((1,), present=True)),
        ('{"type":"publish-results","session":1}', PublishResults(1, hold_last=False)),
        ('{"type":"reopen-sheet","session":1,"table":2,"reason":"x"}', ReopenSheet(1, 2, "x", with_session=False)),
    ],
)
def test_what_is_not_sent_is_the_usual(content: str, command: Command) -> None:
    assert decode_command(content) == command


def test_a_command_that_cannot_be_read_says_where_in_words() -> None:
    for content, place in (('{"type":"start-clock","session":"1"}', "session"), ('{"type":"start-clock"}', "$")):
        with pytest.raises(Refused) as refused:
            decode_command(content)
        assert ENGLISH.render(refused.value.problems[0].text).startswith(f"This command cannot be read ({place}): ")


@pytest.mark.parametrize(("tables", "act"), [((), Act.CLOCK), ((1,), Act.TABLE_MINUTES)])
def test_minutes_of_a_table_need_another_right_than_those_of_a_session(tables: tuple[int, ...], act: Act) -> None:
    assert AddMinutes(1, 5, tables).act is act
