"""Every whole entry is in the recovered event or in its list, whichever entry is lost and whatever depends on it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from msgspec import structs

from tests.examples.every_fact import play_every_fact
from tests.tournament.ledger.writing import entry_of
from tests.tournament.use_cases.events import created, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.player import Player, PublicName
from tournament.event.seating import SeatingWishes
from tournament.event.settings import FixedPoints, GrantedPoints, Settings
from tournament.language import ENGLISH
from tournament.ledger.codec import decode, encode
from tournament.ledger.entry import Record
from tournament.ledger.facts import PlayersAdded, SettingsChanged
from tournament.ledger.journal import Journal
from tournament.use_cases import By, RecordTotals, View, carry_out, plan_seating
from tournament.use_cases.assembly import RECOVERY
from tournament.use_cases.chain import fingerprint_of
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import AddPlayers, ChangeSettings, PublishDraw
from tournament.use_cases.rebuilding import read_players, read_seats, readable_fact
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
    damaged = [
        structs.replace(records[position - 1], content=content) for position, content in (readable or {}).items()
    ]
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


@pytest.mark.sampled(14)
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
    damaged = structs.replace(sample()[DRAW - 1], content=without_part(content, start, 100))
    result = recover(left, fingerprint_of(sample()), damaged=[damaged])
    assert (result.records, result.missing) == (sample(), ())
    assert "drawn again with its seed" in ENGLISH.render(result.remarks[0])


@pytest.mark.sampled(4)
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


@cache
def with_turns(count: int = 9) -> tuple[Record, ...]:
    """Players of two tables in three sessions; whoever sits out gets points for it, and every table is played."""
    book = created()
    settings = replace(
        book.view.settings, sessions=3, sit_out_points=GrantedPoints.FIXED, sit_out_fixed=FixedPoints("3/2", -20)
    )
    carry_out(book, ChangeSettings(settings), by=BY)
    carry_out(book, AddPlayers(tuple(players(count))), by=BY)
    wishes = SeatingWishes(pairs=((1, 2, 7),), sit_out=count % 4 > 0)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=9, wishes=wishes)), by=BY)
    for session in (1, 2, 3):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, (30 * table, 20, -20, -30 * table)), by=BY)
    return tuple(entry.record for entry in book.view.journal)


def place_of(kind: str, records: Sequence[Record]) -> int:
    """The position of the last entry of ``kind``."""
    return next(record.position for record in reversed(records) if record.kind == kind)


@pytest.mark.thorough
@pytest.mark.parametrize("count", [8, 9])
def test_a_draw_with_wishes_is_drawn_again_whether_players_sit_out_or_not(count: int) -> None:
    records = with_turns(count)
    draw = place_of("draw-published", records)
    content = records[draw - 1].content
    left = [record for record in records if record.position != draw]
    damaged = structs.replace(records[draw - 1], content=without_part(content, content.index('"sessions"') + 12, 30))
    result = recover(left, fingerprint_of(records), damaged=[damaged])
    assert (result.records, result.missing) == (records, ())


@pytest.mark.thorough
def test_a_rebuilt_draw_lets_the_same_players_sit_out() -> None:
    draw = place_of("draw-published", with_turns())
    content = with_turns()[draw - 1].content.replace('"seed":9,', '"seed":8,')
    for readable in (content, without_part(content, content.index('"sit_out"') + 2, 12)):
        result = rescued(with_turns(), [draw], {draw: readable})
        assert not result.left_out
        assert standings(result.records) == standings(with_turns())
        assert "The draw is rebuilt" in said(result)


@pytest.mark.thorough
def test_nobody_sits_out_in_a_rebuilt_session_of_which_a_table_is_unknown() -> None:
    """One of the four at the table, or the one who sat out, would get points for another."""
    draw = place_of("draw-published", with_turns())
    content = with_turns()[draw - 1].content.replace('"seed":9,', '"seed":8,')
    result = rescued(with_turns(), [draw], {draw: without_part(content, content.index('"sessions":[[[') + 14, 3)})
    view = View(Journal(map(decode, result.records)))
    assert view.seating is not None
    assert [len(view.seating.sitting_out(session)) for session in (1, 2, 3)] == [0, 1, 1]
    assert {record.stream for record in result.left_out if record.stream != "event"} == {"session-1/table-1"}


def test_four_numbers_after_the_seats_are_no_table() -> None:
    """Reserves, or four who sit out, look as a table does."""
    seats = '{"seating":{"method":"x","seed":1,"sessions":[[[1,2,3,4]],[[4,3,2,1]]],'
    four = seats + '"sit_out":[],"wishes":{"reserves":[5,6,7,8]}}}'
    right = {(1, 1): (1, 2, 3, 4), (2, 1): (4, 3, 2, 1)}
    assert read_seats(four, 2) == right
    assert read_seats(four.replace('"sit_out":[],', ""), 2) == right, "as earlier versions wrote it"
    assert read_seats(four.replace('"sessions"', '"se??ions"'), 2) == right
    assert read_seats(four.replace('"sessions"', '"se??ions"').replace('"sit_out"', '"s??_out"'), 2) == {}


def test_a_player_who_sits_out_in_every_session_is_not_removed() -> None:
    """An entry before the draw is lost; the draw of one session lets a ninth player sit out."""
    book = created()
    settings = replace(book.view.settings, sessions=1, sit_out_points=GrantedPoints.NOTHING)
    carry_out(book, ChangeSettings(settings), by=BY)
    carry_out(book, AddPlayers(tuple(players(9))), by=BY)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=1, wishes=SeatingWishes(sit_out=True))), by=BY)
    records = tuple(entry.record for entry in book.view.journal)
    result = rescued(records, [place_of("players-added", records)])
    assert "player-removed" not in {record.kind for record in result.records}
    assert len(View(Journal(map(decode, result.records))).players) == 9


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


def test_players_of_whom_a_field_is_damaged_are_not_named_in_public() -> None:
    """Without the field they would be named, although they wish to be hidden: they are known by their number."""
    two = (Player(1, "Ada", "Bamboo", public=PublicName.HIDDEN), Player(2, "Ben", "Circle"))
    content = encode(PlayersAdded(two))
    assert list(read_players(content)) == list(two)
    for old, new in (('"public":', '"pub??c":'), ('1,"public":"hidden","sit_out"', '1,"sit_out"')):
        assert old in content
        assert list(read_players(content.replace(old, new, 1))) == [two[1]]
    assert list(read_players(content.replace('"public":"hidden",', "").replace('"public":"name",', ""))) == [
        replace(two[0], public=PublicName.NAME), two[1],
    ], "as earlier versions wrote it"  # fmt: skip


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


def test_a_setting_whose_name_is_damaged_stays_as_it_was():
    club = Settings("Club", format=EventFormat.CLUB, rules="hong-kong")
    change = SettingsChanged(replace(club, city="Utrecht"))
    whole = entry_of(change, id="2", stream="event", number=2, previous="").record
    damaged = structs.replace(whole, content=whole.content.replace('"format":', '"fozmat":'))
    assert damaged.content != whole.content
    found = readable_fact(damaged, club)
    assert found is not None
    assert found.settings == replace(club, city="Utrecht")
