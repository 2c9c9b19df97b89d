"""The state of the event, computed from its own stream."""

from tests.tournament.ledger.writing import Writing
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.seating import Final, Seating
from tournament.event.settings import Settings
from tournament.ledger import facts
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.state import EventState, Publication, state_of


def player(number: int) -> Player:
    return Player(number, f"First{number}", f"Sample{number}")


def state_after(*changes: facts.Fact) -> EventState:
    """Nine players; two sessions of eight of them, and the first four in a final from the second."""
    writing = Writing()
    numbers = range(1, 10)
    tables = ((1, 2, 3, 4), (5, 6, 7, 8))
    for fact in (
        facts.EventCreated(Settings("Sample Open")),
        facts.PlayersAdded(tuple(player(number) for number in numbers), "by hand"),
        facts.DrawPublished(Seating((tables, tables), "by hand", 1)),
        facts.SessionSeated(2, (tables[0],), "straight", Final(2, tables[0])),
        *changes,
    ):
        writing.write(fact, EVENT_STREAM)
    return state_of(writing.journal.standing(EVENT_STREAM))


def test_the_player_who_left_is_gone_and_all_others_stay() -> None:
    assert sorted(state_after(facts.PlayerRemoved(9)).players) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_final_does_not_change_when_somebody_outside_it_is_replaced() -> None:
    state = state_after(facts.PlayerReplaced(5, player(9), (1,)))
    assert state.finals == (Final(2, (1, 2, 3, 4)),)


def test_a_final_does_not_change_when_a_finalist_takes_a_seat_outside_it() -> None:
    state = state_after(facts.PlayerReplaced(4, player(3), (1,)))
    assert state.finals == (Final(2, (1, 2, 3, 4)),)


def test_who_takes_the_seat_of_a_finalist_is_one() -> None:
    assert state_after(facts.PlayerReplaced(4, player(9), (2,))).finals == (Final(2, (1, 2, 3, 9)),)
    assert state_after(facts.PlayerReplaced(4, player(9), (1,))).finals == (Final(2, (1, 2, 3, 4, 9)),)


def substituted(*changes: facts.Fact) -> EventState:
    """Player 9 plays for player 4 in both sessions, for a reason that is entered."""
    return state_after(facts.PlayerReplaced(4, player(9), (1, 2), case=SubstituteCase.ABSENT), *changes)


def test_a_substitute_who_becomes_a_player_has_seats_of_their_own_from_then_on() -> None:
    assert sorted(substituted().substitutions) == [(1, 9), (2, 9)]
    state = substituted(facts.PlayerStateChanged(9, PlayerState.PLAYING, 2))
    assert sorted(state.substitutions) == [(1, 9)]
    assert state.joined[9] == 2


def test_a_substitute_who_leaves_has_still_played_for_somebody_else() -> None:
    state = substituted(facts.PlayerStateChanged(9, PlayerState.WITHDRAWN, 2))
    assert sorted(state.substitutions) == [(1, 9), (2, 9)]


def test_a_player_who_returns_has_the_seats_back_that_are_named_and_no_others() -> None:
    state = substituted(facts.PlayerStateChanged(4, PlayerState.PLAYING, 2, returned=(2,)))
    assert state.seating is not None
    assert [any(4 in seats for seats in tables) for tables in state.seating.sessions] == [False, True]
    assert sorted(state.substitutions) == [(1, 9)]


def test_of_two_numbers_of_one_person_the_one_that_remains_keeps_its_state() -> None:
    for kept, gone in ((1, 9), (9, 1)):
        state = state_after(
            facts.PlayerStateChanged(kept, PlayerState.WITHDRAWN, 2),
            facts.PlayerStateChanged(gone, PlayerState.DISQUALIFIED, 1),
            facts.PlayersMerged(player(kept), gone),
        )
        assert state.statuses[kept].state is PlayerState.WITHDRAWN
        assert gone not in state.statuses
        assert gone not in state.players


def test_the_state_of_the_number_that_is_removed_passes_to_the_other() -> None:
    state = state_after(facts.PlayerStateChanged(9, PlayerState.WITHDRAWN, 2), facts.PlayersMerged(player(1), 9))
    assert state.statuses[1].state is PlayerState.WITHDRAWN


def published(*sessions: int, held: int | None = None) -> Publication:
    more = (facts.ResultsPublished(held, held=True),) if held is not None else ()
    return state_after(*(facts.ResultsPublished(session) for session in sessions), *more).publication


def test_the_entry_that_made_the_results_of_a_session_public() -> None:
    publication = published(1, 2, held=4)
    entries = [publication.entry_of(session) for session in range(-1, 6)]
    facts_of = [entry.fact if entry is not None else None for entry in entries]
    first, second, held = facts.ResultsPublished(1), facts.ResultsPublished(2), facts.ResultsPublished(4, held=True)
    assert facts_of == [None, None, first, second, held, held, None]


def test_what_is_public_is_compared_and_shown_without_its_entries() -> None:
    """Two events with the same public results differ in when and by whom these were published."""
    assert published(2) == published(1, 2)
    assert "ResultsPublished" not in repr(published(2))
    assert "used" not in repr(published(2))
    assert published(2).until(0) == Publication()
    assert published(2).until(0).used
