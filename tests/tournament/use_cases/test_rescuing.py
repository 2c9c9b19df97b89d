"""Every whole entry is in the recovered event or in its list, whichever entry is lost and whatever depends on it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from tests.examples.every_fact import play_every_fact
from tests.tournament.use_cases.events import noon
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.language import ENGLISH
from tournament.ledger.codec import decode
from tournament.ledger.entry import Record
from tournament.ledger.journal import Journal
from tournament.use_cases import By, View
from tournament.use_cases.assembly import RECOVERY
from tournament.use_cases.chain import fingerprint_of
from tournament.use_cases.check import check_records
from tournament.use_cases.recovery import Recovery, recover, with_note
from ui.sample import play_sample

BY = By("Rescuer", "desk 1")
Damage = dict[int, str]
"""By position: what is left of the content of a damaged entry."""


@cache
def every_fact() -> tuple[Record, ...]:
    """An event in which everything happens once."""
    store = FakeStore()
    play_every_fact(store)
    return tuple(store.records)


@cache
def sample() -> tuple[Record, ...]:
    """The sample event, played to its end."""
    store = FakeStore()
    play_sample(store)
    return tuple(store.records)


def rescued(records: Sequence[Record], lost: Sequence[int], readable: Damage | None = None) -> Recovery:
    """Recover ``records`` without those at the positions ``lost``, and prove that nothing else is lost."""
    left = [record for record in records if record.position not in lost]
    damaged = [replace(records[position - 1], content=content) for position, content in (readable or {}).items()]
    result = recover(left, fingerprint_of(records), damaged=damaged, by=BY, now=noon())
    kept = {record.id for record in result.records if record.desk != RECOVERY}
    listed = {record.id for record in result.left_out}
    assert kept.isdisjoint(listed)
    assert kept | listed == {record.id for record in left}
    assert (len(kept), len(listed), len(left)) == (result.kept, len(result.left_out), result.intact)
    assert check_records(with_note(result, len(records), by=BY, now=noon()).records).problems == ()
    return result


def standings(records: Sequence[Record]) -> list[tuple[object, ...]]:
    """The ranking: rank, number, table points and score of each player."""
    view = View(Journal(decode(record) for record in records))
    return [(row.rank, row.player.number, row.table_points, row.score) for row in view.standings().rows]


def said(result: Recovery) -> str:
    return " ".join(ENGLISH.render(text) for text in result.missing)


KINDS = sorted({record.kind for record in every_fact()})


@pytest.mark.parametrize("kind", KINDS)
def test_whichever_kind_of_entry_is_lost_every_other_is_saved_or_listed(kind: str) -> None:
    for record in every_fact():
        if record.kind == kind:
            result = rescued(every_fact(), [record.position])
            assert result.missing


# The draw, the players and the settings of the sample event: its first three entries.

SETTINGS, PLAYERS, DRAW = 1, 2, 3


def without_part(content: str, start: int, length: int) -> str:
    """The content with ``length`` characters zeroed."""
    return content[:start] + "\0" * length + content[start + length :]


def test_a_draw_of_which_the_seed_can_be_read_is_drawn_again() -> None:
    content = sample()[DRAW - 1].content
    start = content.index('"sessions"') + 12
    left = [record for record in sample() if record.position != DRAW]
    damaged = replace(sample()[DRAW - 1], content=without_part(content, start, 100))
    result = recover(left, fingerprint_of(sample()), damaged=[damaged])
    assert (result.records, result.missing) == (sample(), ())
    assert "drawn again with its seed" in ENGLISH.render(result.remarks[0])


@pytest.mark.parametrize("start", range(0, 150, 7))
def test_the_seats_that_can_be_read_are_rebuilt_and_are_the_right_ones(start: int) -> None:
    content = sample()[DRAW - 1].content
    begin = content.index('"sessions"')
    readable = without_part(content, begin + 14 + start, 12).replace('"seed":2026', '"seed":2027')
    result = rescued(sample(), [DRAW], {DRAW: readable})
    right, rebuilt = (View(Journal(map(decode, each))).full_state.seating for each in (sample(), result.records))
    assert right is not None
    assert rebuilt is not None
    unknown = {record.stream for record in result.left_out if record.stream != "event"}
    assert 1 <= len(unknown) <= 2
    for session in right.session_numbers:
        for table, seats in enumerate(right.tables(session), start=1):
            if f"session-{session}/table-{table}" not in unknown:
                assert rebuilt.seats(session, table) == seats
    assert "the seats are lost, so the table is left out" in said(result)


def test_a_changed_digit_seats_nobody_in_the_place_of_another() -> None:
    """A draw that seats player 9 twice cannot be right: the session counts as not known."""
    content = sample()[DRAW - 1].content.replace("[5,9,3,11]", "[5,9,9,11]").replace('"seed":2026', '"seed":2027')
    result = rescued(sample(), [DRAW], {DRAW: content})
    assert {record.stream for record in result.left_out if record.stream.startswith("session-1/")} == {
        f"session-1/table-{table}" for table in (1, 2, 3, 4)
    }
    assert not any(record.stream.startswith("session-2/") for record in result.left_out)


def test_a_draw_that_is_gone_leaves_every_hand_in_the_list() -> None:
    result = rescued(sample(), [DRAW])
    assert (result.kept, len(result.left_out)) == (2, len(sample()) - 3)
    assert "The draw is lost" in said(result)


def test_players_that_can_be_read_keep_their_names_and_the_standings_are_the_same() -> None:
    content = sample()[PLAYERS - 1].content
    result = rescued(sample(), [PLAYERS], {PLAYERS: without_part(content, 40, 60)})
    assert not result.left_out
    assert standings(result.records) == standings(sample())
    players = View(Journal(map(decode, result.records))).players
    original = View(Journal(map(decode, sample()))).players
    assert players[1].name == "? 1"
    assert {number: each for number, each in players.items() if number != 1} == {
        number: each for number, each in original.items() if number != 1
    }


def test_players_that_are_gone_are_known_by_their_numbers() -> None:
    result = rescued(sample(), [PLAYERS])
    assert not result.left_out
    assert standings(result.records) == standings(sample())
    assert "16 players are known by their numbers alone: enter the names." in said(result)


def test_settings_that_can_be_read_are_rebuilt_and_the_standings_are_the_same() -> None:
    content = sample()[SETTINGS - 1].content
    start = content.index('"late_points"')
    result = rescued(sample(), [SETTINGS], {SETTINGS: without_part(content, start, 80)})
    assert not result.left_out
    assert standings(result.records) == standings(sample())
    settings = View(Journal(map(decode, result.records))).settings
    assert (settings.name, settings.sessions, settings.place) == ("Sample Cup", 4, "Sampleville")


def test_without_the_rules_nothing_is_counted_by_rules_that_may_be_others() -> None:
    for readable in ({}, {SETTINGS: sample()[SETTINGS - 1].content.replace('"rules":"mcr"', '"rules":"mxx"')}):
        result = rescued(sample(), [SETTINGS], readable)
        assert {record.kind for record in result.records} == {"event-created", "players-added", "draw-published"}
        assert "The rules of the event are lost" in said(result)


def test_of_a_sheet_with_a_lost_hand_the_signature_stays_only_with_its_totals() -> None:
    for record in sample():
        if record.kind == "hand-recorded" and record.position < 14:
            result = rescued(sample(), [record.position])
            kinds = {decode(each).fact.kind for each in result.left_out}
            assert kinds <= {"sheet-closed"}
            for closed in (decode(each).fact for each in result.left_out):
                assert getattr(closed, "totals", None) is None


def test_a_player_whose_removal_is_lost_is_removed_since_the_draw_seats_everybody() -> None:
    removal = next(record for record in every_fact() if record.kind == "player-removed")
    result = rescued(every_fact(), [removal.position])
    assert "has no seat in the draw: a lost entry must have removed them" in said(result)
    assert {record.kind for record in result.left_out} <= {"fingerprint-signed"}
