"""What changes of an event make of its state, compared with a reviewed file.

Each script begins with twelve players at three tables in four sessions, or at evenings. The file holds what is
different after it, what a count of it reads otherwise, and what is derived for each session where that is different.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, time
from pathlib import Path

import pytest

from tests.described import described
from tests.reviewed import Reviewed
from tests.tournament.ledger.writing import Writing
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.role import EventRole
from tournament.event.seating import Final, Seating
from tournament.event.settings import FixedPoints, GrantedPoints, Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.ledger import check_in_facts, facts
from tournament.ledger.audit import audit
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import Fact
from tournament.ledger.state import (
    EventState,
    first_session,
    missed_sessions,
    participants,
    player_status,
    ranked_players,
    session_people,
    state_of,
    unranked_players,
)
from tournament.use_cases import View

REVIEWED = Path(__file__).with_name("states.txt")
FIRST = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
SECOND = ((1, 5, 9, 2), (6, 10, 3, 7), (11, 4, 8, 12))
THIRD = ((1, 6, 11, 4), (2, 7, 12, 5), (3, 8, 9, 10))
FOURTH = ((1, 7, 3, 12), (2, 6, 8, 11), (4, 5, 9, 10))
TIMES = Timetable((SessionTime(2, None, time(14)), SessionTime(3, None, time(16)), SessionTime(4, None, time(18))))
SETTINGS = Settings("Open", rules="mcr", sessions=4, timetable=TIMES)
LEAGUE = Settings("League", format=EventFormat.LEAGUE)
STOOD_IN = SubstituteCase.ABSENT
OUT = SubstituteCase.DISQUALIFIED


def player(number: int) -> Player:
    return Player(number, f"First{number}", f"Sample{number}")


def joined(number: int, first: int) -> Fact:
    return facts.PlayersAdded((player(number),), "", first)


def replaced(number: int, by: int, *sessions: int, case: SubstituteCase | None = None, leaving: int = 0) -> Fact:
    left = facts.Leaving(PlayerState.WITHDRAWN, leaving) if leaving else None
    return facts.PlayerReplaced(number, player(by), sessions, case=case, leaving=left)


def became(number: int, state: PlayerState, first: int = 1, *returned: int) -> Fact:
    return facts.PlayerStateChanged(number, state, first, returned=returned)


def set_to(settings: Settings) -> Fact:
    return facts.SettingsChanged(settings)


def sessions(number: int) -> Fact:
    return set_to(Settings("Open", rules="mcr", sessions=number, place="Hall"))


def cancelled(*numbers: int) -> Fact:
    return facts.SessionsCancelled(numbers, "")


def restored(*numbers: int, added: int = 0) -> Fact:
    return facts.SessionsAdded(numbers, added, "")


def cut(session: int, *players: int) -> Fact:
    one, two, three, four, *_ = players
    return facts.SessionSeated(session, ((one, two, three, four),), "straight", Final(session, players))


def seated(session: int) -> Fact:
    return facts.SessionSeated(session, THIRD, "swiss")


def published(session: int, *, held: bool = False) -> Fact:
    return facts.ResultsPublished(session, held)


PLAYING, WITHDRAWN, DISQUALIFIED = PlayerState.PLAYING, PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED
FINALISTS = (2, 3, 5, 7)
OF_A_DRAW: dict[str, tuple[Fact, ...]] = {
    "session 2 cancelled": (cancelled(2),),
    "sessions 3 and 4 cancelled": (cancelled(3, 4),),
    "session 4 cancelled, other settings": (cancelled(4), sessions(3)),
    "session 4 cancelled, more sessions": (cancelled(4), sessions(5)),
    "session 4 cancelled, fewer sessions": (cancelled(2, 4), sessions(2)),
    "sessions cancelled after others began": (
        facts.SessionStarted(1, (3,)), facts.ClockStarted(2, 90), facts.HeadsChained(3, "start", ()), cancelled(2, 4),
    ),
    "a session that began is cancelled": (
        facts.SessionStarted(2, (3,)), facts.HeadsChained(2, "start", ()), facts.HeadsChained(2, "end", ()),
        facts.SessionPublished(2), facts.SessionClosed(2), facts.SessionReopened(2, "late"), facts.SessionClosed(2),
        facts.ClockStarted(2, 90), facts.TableLeftOut(2, 3), published(2), cancelled(2),
    ),
    "a held session is cancelled": (published(1), published(2, held=True), cancelled(2)),
    "a session before one that is public is cancelled": (published(3), cancelled(2), cancelled(3)),
    "every session cancelled": (cancelled(1, 2, 3, 4),),
    "cancelled and restored": (cancelled(2, 3), restored(3)),
    "one session restored and one added": (cancelled(4), restored(4, added=1)),
    "drawn while a session is cancelled": (cancelled(2), facts.DrawPublished(Seating((FIRST, SECOND), "m", 2))),
    "drawn anew": (
        facts.TableLeftOut(2, 3), replaced(4, 13, 2, case=STOOD_IN), cut(3, *FINALISTS), published(2),
        facts.DrawPublished(Seating((FIRST, SECOND), "m", 2)),
    ),
    "drawn anew from session 2": (
        facts.TableLeftOut(1, 3), facts.TableLeftOut(2, 3), published(3),
        facts.SessionsRedrawn(2, (THIRD, FOURTH, FIRST), "m", 2),
    ),
    "drawn anew around a cancelled session": (
        cancelled(3), facts.TableLeftOut(3, 1), facts.SessionsRedrawn(2, (THIRD, FOURTH, FIRST), "m", 2),
    ),
    "attendance": (
        facts.AttendanceNoted((1, 2, 3, 5, 6)), facts.AttendanceNoted((6,), present=False),
        facts.HeadsChained(2, "start", ()),
    ),
    "attendance with a table left out": (
        facts.AttendanceNoted((1, 2, 3, 5, 6)), facts.TableLeftOut(2, 3), facts.HeadsChained(2, "start", ()),
    ),
    "attendance after those absent were entered": (
        facts.AttendanceNoted((1, 2)), facts.SessionStarted(2, (4,)), facts.HeadsChained(2, "start", ()),
    ),
    "nobody was checked in": (facts.HeadsChained(2, "start", ()),),
    "lots": (
        facts.LotDrawn(3, 7, ((4, 2), (5, 9))), facts.LotDrawn(4, 0, ()), facts.PlayerRemoved(5),
        facts.LotDrawn(6, 1, ()), facts.PlayersMerged(player(3), 6), facts.PlayersMerged(player(7), 3),
    ),
    "a player who left is removed": (
        joined(13, 3), facts.AttendanceNoted((13,)), became(13, WITHDRAWN, 3), facts.PlayerRemoved(13),
    ),
    "two players have another name": (facts.PlayerChanged(Player(3, "Ada", "X"), (Player(5, "Bo", "X"),)),),
    "late players": (joined(13, 3), joined(14, 2), joined(15, 1)),
    "a late player has a seat before": (joined(13, 4), replaced(5, 13, 2)),
    "late players around a cancelled session": (joined(13, 3), joined(14, 4), cancelled(3)),
    "late players after the last session that counts": (joined(13, 4), cancelled(4)),
    "swapped": (facts.SessionPublished(2), facts.PlayersSwapped(1, 7, (2, 3), ""),),
    "replaced by somebody new": (replaced(4, 13, 2, 3),),
    "substitutes": (replaced(4, 13, 2, 3, case=STOOD_IN), replaced(13, 14, 3)),
    "substitutes around a cancelled session": (replaced(4, 13, 2, 3, case=STOOD_IN), cancelled(2)),
    "a substitute in a cancelled session alone": (replaced(4, 13, 2, case=OUT), joined(14, 1), cancelled(2)),
    "a substitute who hands back": (replaced(4, 13, 2, 3, case=STOOD_IN), replaced(13, 4, 3)),
    "a substitute for a disqualified player": (replaced(4, 13, 3, 4, case=OUT),),
    "a player who left is replaced": (replaced(4, 13, 3, 4, leaving=3),),
    "withdrawn": (became(4, WITHDRAWN, 3), became(5, WITHDRAWN, 4)),
    "withdrawn around a cancelled session": (became(4, WITHDRAWN, 3), became(5, WITHDRAWN, 4), cancelled(3)),
    "withdrawn after the last session that counts": (
        became(4, WITHDRAWN, 4), became(5, DISQUALIFIED, 4), cancelled(4),
    ),
    "disqualified": (became(4, DISQUALIFIED, 3),),
    "returned": (
        replaced(4, 13, 2, 3, case=STOOD_IN), became(4, WITHDRAWN, 2), became(4, PLAYING, 3, 3),
    ),
    "withdrawn after the last session": (became(4, WITHDRAWN, 5), became(5, WITHDRAWN, 6)),
    "a substitute becomes a player beside one who came late": (
        joined(14, 2), replaced(4, 13, 2, 3, case=STOOD_IN), became(13, PLAYING, 3),
    ),
    "a substitute becomes a player": (replaced(4, 13, 2, 3, case=STOOD_IN), became(13, PLAYING, 3)),
    "a substitute becomes a player at once": (replaced(4, 13, 2, 3, case=STOOD_IN), became(13, PLAYING)),
    "said to be a substitute": (became(4, PlayerState.SUBSTITUTE, 2), became(4, PLAYING, 3)),
    "a substitute who plays for nobody": (became(4, PlayerState.SUBSTITUTE, 2),),
    "a reserve becomes a player": (
        joined(13, 1), became(13, PlayerState.SUBSTITUTE), became(13, PLAYING, 3), replaced(5, 13, 4),
    ),
    "two reserves merged": (
        joined(13, 3), joined(14, 4), became(13, PlayerState.SUBSTITUTE), became(14, PlayerState.SUBSTITUTE),
        replaced(5, 13, 4), facts.PlayersMerged(player(13), 14), became(13, PLAYING, 3),
    ),
    "merged": (joined(13, 3), replaced(5, 13, 2), facts.PlayersMerged(player(13), 5)),
    "merged the other way": (joined(13, 3), replaced(5, 13, 2), facts.PlayersMerged(player(5), 13)),
    "two late players merged": (joined(13, 3), joined(14, 2), facts.PlayersMerged(player(13), 14)),
    "a substitute and a late player merged": (
        replaced(4, 13, 2, case=STOOD_IN), joined(14, 3), facts.AttendanceNoted((14,)), became(14, WITHDRAWN, 4),
        facts.PlayersMerged(player(13), 14),
    ),
    "merged with who was replaced": (
        replaced(4, 13, 2, case=STOOD_IN), joined(14, 1), facts.PlayersMerged(player(14), 4),
    ),
    "two with a state merged": (
        became(4, WITHDRAWN, 4), became(5, DISQUALIFIED, 3), facts.PlayersMerged(player(5), 4),
    ),
    "a cut": (cut(3, *FINALISTS),),
    "a cut and somebody late": (cut(3, *FINALISTS), joined(13, 3), joined(3, 2)),
    "a finalist replaced in the final": (cut(3, *FINALISTS), replaced(3, 13, 3)),
    "a finalist replaced before": (cut(3, *FINALISTS), replaced(3, 13, 2)),
    "a finalist merged": (joined(13, 1), cut(3, *FINALISTS), facts.PlayersMerged(player(13), 5)),
    "a second cut": (cut(2, *FINALISTS, 8, 9, 10, 11), seated(3), cut(4, *FINALISTS)),
    "a cut taken back": (
        cut(3, *FINALISTS), seated(4), facts.TableLeftOut(3, 1), facts.TableLeftOut(1, 1), published(3), seated(3),
    ),
    "a cut before a cancelled session": (cancelled(4), cut(2, *FINALISTS)),
    "a cut in a cancelled session": (cut(4, *FINALISTS), cancelled(4)),
    "a cut with substitutes": (
        replaced(3, 13, 3, case=STOOD_IN), replaced(4, 14, 3, case=STOOD_IN), replaced(5, 15, 2, case=STOOD_IN),
        cut(3, 2, 13, 4, 14),
    ),
    "seated by the standings": (published(3), seated(3)),
    "a table more": (facts.SessionPublished(3), facts.TableAdded(3, 4, (13, 14, 15, 16))),
    "tables left out": (facts.TableLeftOut(3, 2), facts.TableLeftOut(2, 1)),
    "results": (published(2), facts.ResultsWithdrawn(2)),
    "results held": (published(3, held=True),),
    "results held before a session that is drawn anew": (
        published(3, held=True), facts.SessionsRedrawn(4, (THIRD,), "m", 2),
    ),
    "results held after what is drawn anew": (
        published(3, held=True), facts.SessionsRedrawn(3, (THIRD, FOURTH), "m", 2),
    ),
    "held results withdrawn": (published(3, held=True), facts.ResultsWithdrawn(3)),
    "rights and signatures": (
        facts.RolePinSet(EventRole.REFEREE, "salt", "hash", 4), facts.RolePinSet(EventRole.VIEWER, "salt", "other", 4),
        facts.RolePinRemoved(EventRole.REFEREE), facts.SigningKeySet(bytes(32), "Ada"),
        facts.FingerprintSigned(2, 9, "h", bytes(32), "Ada", bytes(64)), facts.SigningKeyRemoved(),
    ),
    "hosts and copies": (
        facts.EventRecovered(3, 1), facts.EventRestored("copy", 2, "f", 1),
        facts.HostTakenOver("desk", "http://host", 2, ()), facts.TableEntryAllowed("http://host", bytes(32)),
    ),
    "typing at the table ended": (facts.TableEntryAllowed("http://host", bytes(32)), facts.TableEntryEnded()),
    "check-in by phone": (
        check_in_facts.PhoneCheckInSet(True, "http://host", bytes(32)), check_in_facts.CheckedInByPhone(2),
        check_in_facts.PhoneCheckInSet(False, "http://host", bytes(32)),
    ),
    "papers": (
        facts.PaperNoted("ranking", "", "pdf", 1), facts.PaperNoted("ranking", "", "csv", 2),
        facts.PaperNoted("ranking", "", "csv", 2, session=3), facts.PaperNoted("ranking", "", "pdf", 3, public=True),
    ),
    "a club from now on": (
        published(2), facts.TableLeftOut(2, 3), cancelled(4), facts.SessionStarted(1, (3,)),
        set_to(Settings("Open", format=EventFormat.CLUB)),
    ),
}  # fmt: skip

GAME, OTHER_GAME = (1, 2, 3, 4), (5, 6, 7, 8)
OF_EVENINGS: dict[str, tuple[Fact, ...]] = {
    "no evening": (),
    "two evenings": (
        facts.EveningOpened(1, date(2026, 6, 1), "Hall"), facts.AttendanceNoted((9,)),
        facts.EveningOpened(2, date(2026, 6, 8), "Club"), facts.EveningChanged(1, date(2026, 6, 2), "Inn"),
        facts.EveningChanged(2, None, "Bar"),
    ),
    "games": (
        facts.EveningOpened(1), facts.GameSeated(1, 1, GAME, "East"), facts.GameSeated(1, 2, OTHER_GAME),
        facts.EveningOpened(2), facts.GameSeated(1, 3, GAME), facts.GameSeated(2, 1, OTHER_GAME),
        facts.GameReseated(1, 2, (9, 6, 7, 8), "South"), facts.GameReseated(1, 1, (4, 3, 2, 1)),
        facts.GameTakenBack(1, 3),
    ),
    "states at evenings": (
        facts.EveningOpened(1), facts.GameSeated(1, 1, GAME), became(2, DISQUALIFIED), became(3, WITHDRAWN),
        joined(13, 1),
    ),
    "a tournament from now on": (
        facts.EveningOpened(1), facts.GameSeated(1, 1, GAME), set_to(Settings("Open", sessions=3)),
    ),
}  # fmt: skip


def written(settings: Settings, changes: Iterable[Fact]) -> Writing:
    writing = Writing()
    drawn = facts.DrawPublished(Seating((FIRST, SECOND, THIRD, FOURTH), "m", 1))
    for fact in (
        facts.EventCreated(settings),
        facts.PlayersAdded(tuple(map(player, range(1, 13))), ""),
        *((drawn,) if settings.format.is_drawn else ()),
        *changes,
    ):
        writing.write(fact, EVENT_STREAM)
    return writing


def state_in(writing: Writing) -> EventState:
    return state_of(writing.journal.standing(EVENT_STREAM))


def after(settings: Settings, changes: Iterable[Fact]) -> EventState:
    return state_in(written(settings, changes))


def different(before: EventState, state: EventState, sign: str = "") -> Iterator[str]:
    """The lines of ``state`` that ``before`` lacks, and the other way round."""
    apart = ("image", "record")
    old, new = (list(described(each, "", apart=apart)) for each in (before, state))
    yield from (f"{sign}- {line[1:]}" for line in old if line not in new)
    yield from (f"{sign}+ {line[1:]}" for line in new if line not in old)


def derived(state: EventState) -> Iterator[str]:
    yield f"sessions {state.session_numbers} {state.drawn_sessions}, begun {sorted(state.begun)}"
    special = (number for number in state.players if number > 12 or player_status(state, number).state is not PLAYING)
    for number in special:
        status = player_status(state, number)
        yield f"{number}: {status.state.name} from {status.first}, takes part from {first_session(state, number)}"
    for session in (*state.session_numbers, max(state.session_numbers, default=0) + 1):
        ranked = [player.number for player in ranked_players(state, session)]
        unranked = [player.number for player, _ in unranked_players(state, session)]
        yield f"after {session}: {ranked}, not {unranked}, missed {missed_sessions(state, session)}"
        people = session_people(state, session)
        here = participants(state, session) if session in state.drawn_sessions else ()
        yield f"in {session}: {sorted(here)}, {sorted(people.unplaced)}, {sorted(people.substitutes)}"


def lines() -> Iterator[str]:
    for settings, scripts in ((SETTINGS, OF_A_DRAW), (LEAGUE, OF_EVENINGS)):
        begun = after(settings, ())
        usual = list(derived(begun))
        for name, changes in scripts.items():
            state = after(settings, changes)
            yield f"== {name}"
            yield from different(begun, state)
            yield from different(state, state.counted(), "counted ")
            yield from (line for line in derived(state.counted()) if line not in usual)


def test_each_change_makes_of_the_state_what_was_reviewed(reviewed: Reviewed) -> None:
    reviewed(REVIEWED, "".join(f"{line}\n" for line in lines()))


def test_an_evening_is_when_and_where_its_entry_says_or_the_settings_of_a_club() -> None:
    league = after(LEAGUE, OF_EVENINGS["two evenings"])
    assert [(league.evening(each).day, league.evening(each).place) for each in (1, 2)] == [
        (date(2026, 6, 2), "Inn"),
        (None, "Bar"),
    ]
    club = after(Settings("Club", format=EventFormat.CLUB, starts=date(2026, 6, 5), place="Inn"), ())
    assert (club.evening(1).day, club.evening(1).place) == (date(2026, 6, 5), "Inn")


def test_an_event_of_which_everything_counts_is_counted_as_it_is() -> None:
    for state in (after(SETTINGS, ()), after(SETTINGS, (joined(13, 2), published(1))), after(LEAGUE, ())):
        assert state.counted() is state
    assert after(SETTINGS, (facts.TableLeftOut(2, 1),)).counted() is not state


def test_an_event_without_players_has_given_no_number() -> None:
    assert EventState(Settings("Open")).last_number == 0


def test_who_takes_part_of_a_given_base() -> None:
    state = after(SETTINGS, (became(4, WITHDRAWN, 3), joined(13, 3)))
    assert participants(state, 2, {3, 4}) == {3, 4}
    assert participants(state, 3, {3, 4}) == {3, 13}


NONE_LEFT = "every session cancelled"
"""The program keeps one session, so that the second count need not know who has a place without any."""
OF_BOTH = {name: (SETTINGS, changes) for name, changes in OF_A_DRAW.items() if name != NONE_LEFT} | {
    name: (LEAGUE, changes) for name, changes in OF_EVENINGS.items()
}
GRANTS = (
    (GrantedPoints.NOTHING, FixedPoints()),
    (GrantedPoints.FIXED, FixedPoints("3/2", -7)),
    (GrantedPoints.AVERAGE, FixedPoints()),
)


@pytest.mark.parametrize("granted", GRANTS, ids=lambda each: each[0].value)
@pytest.mark.parametrize(("settings", "changes"), OF_BOTH.values(), ids=OF_BOTH)
def test_both_counts_rank_the_players_alike_after_each_change(
    settings: Settings, changes: tuple[Fact, ...], granted: tuple[GrantedPoints, FixedPoints]
) -> None:
    """Every table that is played then has totals, all different."""
    late, fixed = granted
    writing = written(replace(settings, late_points=late, late_fixed=fixed), changes)
    state = state_in(writing)
    seating = state.seating or Seating(())
    for session in state.drawn_sessions:
        for table, _ in enumerate(seating.tables(session), start=1):
            if (session, table) not in state.taken_back:
                first, second = 100 * session + 10 * table, 7 * session - 3 * table
                totals = (first, second, -2 * table, 2 * table - first - second)
                writing.write(facts.TotalsRecorded(totals), table_stream(session, table))
    view = View(writing.journal)
    again = audit([entry.record for entry in writing.journal])
    assert set(again.players) == state.players.keys()
    counted = state.counted().seating or Seating(())
    assert again.seating == counted.sessions
    assert again.public_session == state.counted().publication.session
    assert again.closed == state.closed - state.cancelled.keys()
    if view.settings.format.is_drawn:
        shown = view.standings()
        ranked = {row.player.number: (row.rank, row.table_points, row.score) for row in shown.rows}
        apart = {row.player.number: (0, row.table_points, row.score) for row in shown.unranked}
        for rows, expected in ((again.ranking, ranked), (again.unranked, apart)):
            assert {each.number: (each.rank, each.table_points, each.score) for each in rows.values()} == expected
    else:
        season = view.season()
        worth = {row.player.number: (row.worth, row.games) for row in (*season.rows, *season.waiting, *season.unranked)}
        assert {each.number: (each.worth, each.games) for each in again.season.values()} == worth
