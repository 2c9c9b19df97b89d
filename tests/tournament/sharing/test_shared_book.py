from contextlib import suppress
from random import Random

import pytest
from msgspec import structs

from tests.examples.every_fact import OneKey
from tests.examples.pins import PINS, cheap_pin
from tests.tournament.sharing.fakes import Hall, member
from tests.tournament.use_cases.events import players
from tournament.event.role import EventRole
from tournament.ledger.entry import table_stream
from tournament.ledger.facts import DrawPublished
from tournament.rules.payment import Outcome
from tournament.sharing.messages import Done, News
from tournament.sharing.shared_book import OrderState
from tournament.use_cases import By, RecordHand, Refused, carry_out
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    CancelSessions,
    CloseSession,
    PlanSessions,
    RedrawSessions,
    RestoreSession,
    SetPin,
    SetSigningKey,
    SignFingerprint,
    Undo,
)
from tournament.use_cases.draw_checks import published_draw
from tournament.use_cases.drawing import rosters_from


def hand(number: int, table: int = 1) -> RecordHand:
    return RecordHand(1, table, number, Outcome(0, 1, 8 + number))


BY = By("Ada Sample", "north")


def test_a_hand_shows_at_its_desk_at_once_and_at_the_others_when_the_host_has_it():
    hall = Hall()
    north, south = hall.desk("north"), hall.desk("south")
    carry_out(north, hand(1), by=BY)
    assert north.view.sheet(1, 1).last_played == 1
    assert south.view.sheet(1, 1).last_played == 0
    assert len(north.unsent) == 1
    hall.meet(north, south)
    assert not north.orders
    for book in (north, south, hall.host.book):
        assert book.view.sheet(1, 1).last_played == 1
        assert book.view.fingerprint == hall.host.end
    assert hall.host.book.view.journal[-1].record.desk == "north"


def test_a_repeat_after_a_lost_answer_writes_nothing_twice():
    hall = Hall()
    north = hall.desk("north")
    carry_out(north, hand(1), by=BY)
    question = north.question(None, "en")
    hall.ask(north, question)
    end = hall.host.end
    news = hall.ask(north, question)
    assert isinstance(news, News)
    assert [type(answer) for answer in news.answers] == [Done]
    assert hall.host.end == end
    north.take(news)
    assert north.view.fingerprint == end
    assert not north.orders


def test_many_orders_are_shown_again_in_steps_and_nothing_disappears_meanwhile(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tournament.sharing.shared_book.MOST_ORDERS", 2)
    hall = Hall()
    carry_out(hall.host.book, hand(1, table=2), by=BY)
    north, south = hall.desk("north"), hall.desk("south")
    for number in range(1, 7):
        carry_out(north, hand(number), by=BY)
    carry_out(south, hand(2, table=2), by=By("Ben Sample", "south"))
    hall.meet(south)
    north.step = 0.0
    (changes,) = hall.meet(north)
    assert (list(changes.entries), list(changes.streams)) == ([], ["session-1/table-1"])
    written = [north.is_confirmed(entry) for entry in north.view.journal if entry.stream == "session-1/table-1"]
    assert written == [True, True, False, False, False, False]
    carry_out(north, hand(7), by=BY)
    assert north.view.sheet(1, 1).last_played == 7
    north.drop(north.unsent[-1].id)
    steps = [north.apply_waiting()]
    while north.is_behind:
        assert north.view.sheet(1, 1).last_played == 7 or any(each.entries for each in steps)
        steps.append(north.apply_waiting())
    assert 4 <= len(steps) <= 8, "one order at a time"
    assert [north.view.sheet(1, table).last_played for table in (1, 2)] == [6, 2]
    shown = [changes for changes in steps if changes.entries]
    assert south.view.journal[-1].id in {entry.id for entry in shown[0].entries}
    assert shown[0].streams == {"session-1/table-1", "session-1/table-2"}
    while north.unsent:
        hall.meet(north)
    assert north.view.fingerprint == hall.host.end


def test_the_second_desk_on_a_sheet_gets_a_conflict_and_loses_nothing():
    hall = Hall()
    north, south = hall.desk("north"), hall.desk("south")
    seen = north.view.sheet(1, 1).number
    carry_out(north, hand(1), by=BY, seen=seen)
    carry_out(south, RecordHand(1, 1, 1, Outcome(2, 1, 24)), by=By("Ben Sample", "south"), seen=seen)
    hall.meet(north, south)
    (order,) = south.orders
    assert order.state is OrderState.REFUSED
    assert order.problems[0].code == "conflict"
    assert south.view.fingerprint == hall.host.end
    south.drop(order.id)
    assert not south.orders


def test_orders_wait_while_the_host_is_away_and_go_in_order():
    hall = Hall()
    north, south = hall.desk("north"), hall.desk("south")
    for number in range(1, 5):
        carry_out(north, hand(number), by=BY)
    carry_out(north, Undo(), by=BY)
    carry_out(south, hand(1, table=2), by=By("Ben Sample", "south"))
    hall.meet(south, north, south)
    assert north.view.sheet(1, 1).last_played == 3
    assert not north.orders
    assert south.view.fingerprint == north.view.fingerprint == hall.host.end


def test_the_host_signs_the_fingerprint_of_a_session_that_a_desk_closes():
    hall = Hall()
    host = hall.host.book
    host.signer = OneKey()
    carry_out(host, SetSigningKey(OneKey().key, "Ada Sample"), by=BY)
    north = hall.desk("north")
    closed = carry_out(north, CloseSession(1, "a power cut"), by=BY)
    assert ([entry.fact.kind for entry in closed.entries], closed.remarks) == (["session-closed"], ())
    (changes,) = hall.meet(north)
    assert changes.remarks == ()
    assert [entry.fact.kind for entry in north.view.journal][-2:] == ["session-closed", "fingerprint-signed"]
    assert north.view.fingerprint == hall.host.end


def test_a_desk_is_told_when_the_host_could_not_sign_and_asks_it_to_sign_later():
    hall = Hall()
    host = hall.host.book
    carry_out(host, SetSigningKey(OneKey().key, "Ada Sample"), by=BY)
    north = hall.desk("north")
    carry_out(north, CloseSession(1, "a power cut"), by=BY)
    (changes,) = hall.meet(north)
    assert [remark.code for remark in changes.remarks] == ["not-signed"]
    carry_out(north, SignFingerprint(), by=BY)
    hall.meet(north)
    (order,) = north.orders
    assert (order.state, [told.code for told in order.problems]) == (OrderState.REFUSED, ["not-signed"])
    host.signer = OneKey()
    north.send_again(order.id)
    hall.meet(north)
    assert not north.orders
    assert north.view.state.last_signature == host.view.journal[-1].fact
    with pytest.raises(Refused, match="nothing-to-sign"):
        carry_out(north, SignFingerprint(), by=BY)
    assert not north.unsent


@pytest.mark.parametrize("seed", [*range(20), *(pytest.param(n, marks=pytest.mark.thorough) for n in range(20, 100))])
def test_one_desk_ends_the_tournament_while_another_types(seed: int):
    """Whichever order the host hears first counts; the other desk is told, and both show what the host has."""
    chance = Random(seed)
    hall = Hall()
    desks = {"north": hall.desk("north"), "south": hall.desk("south")}
    plans = (PlanSessions(1, "the hall closes"), CancelSessions((2,), "the hall closes"), RestoreSession(2), Undo())
    numbers = iter(range(1, 40))
    for _ in range(12):
        with suppress(Refused):
            match chance.randrange(4):
                case 0:
                    carry_out(desks["north"], chance.choice(plans), by=BY)
                case 1:
                    hall.meet(chance.choice(list(desks.values())))
                case _:
                    command = RecordHand(2, chance.choice((1, 2)), next(numbers), Outcome(0, 1, 8))
                    carry_out(desks["south"], command, by=By("Ben Sample", "south"), confirmed=True)
    hall.meet(*desks.values())
    for desk in desks.values():
        for order in tuple(desk.orders):
            assert order.state is OrderState.REFUSED
            assert all(problem.code != "value-impossible" for problem in order.problems)
            desk.drop(order.id)
    hall.meet(*desks.values())
    cancelled = 2 in hall.host.book.view.state.cancelled
    for book in (*desks.values(), hall.host.book):
        assert book.view.fingerprint == hall.host.end
        assert (2 in book.view.state.cancelled) == cancelled
        assert bool(book.view.tally(2).sheets) <= (not cancelled)
    assert check_records(hall.records()).problems == ()


@pytest.mark.sampled(6)
@pytest.mark.parametrize("seed", [*range(20), *(pytest.param(n, marks=pytest.mark.thorough) for n in range(20, 100))])
def test_players_join_at_one_desk_while_another_draws_again(seed: int):
    """A draw counts only with the people whom the desk that made it had on its list, each under their own number."""
    chance = Random(seed)
    hall = Hall()
    desks = {"north": hall.desk("north"), "south": hall.desk("south")}
    numbers = iter(range(9, 1000, 4))
    meant: dict[tuple[object, ...], list[list[str]]] = {}
    for _ in range(12):
        name = chance.choice(("north", "south"))
        book, by = desks[name], By("Ada Sample", name)
        with suppress(Refused):
            match chance.randrange(4):
                case 0:
                    carry_out(book, AddPlayers(tuple(players(4, next(numbers))), first=2), by=by)
                case 1:
                    roster = sorted(rosters_from(book.view, 2)[2])
                    chance.shuffle(roster)
                    tables = tuple(
                        (roster[at], roster[at + 1], roster[at + 2], roster[at + 3]) for at in range(0, len(roster), 4)
                    )
                    meant[tables] = [[book.view.players[player].name for player in seats] for seats in tables]
                    carry_out(book, RedrawSessions(published_draw(book.view).with_tables({2: tables}), 2), by=by)
                case 2:
                    hall.meet(book)
                case _ if not isinstance(book.view.journal.undo_order.done[-1].fact, DrawPublished):
                    carry_out(book, Undo(), by=by)
                case _:
                    pass
    hall.meet(*desks.values())
    for desk in desks.values():
        for order in tuple(desk.orders):
            assert order.state is OrderState.REFUSED
            assert all(problem.code != "value-impossible" for problem in order.problems)
            desk.drop(order.id)
    hall.meet(*desks.values())
    host = hall.host.book.view
    for book in desks.values():
        assert book.view.fingerprint == hall.host.end
        assert book.view.state.seating == host.state.seating
    seated = published_draw(host).tables(2)
    if seated in meant:
        assert [[host.players[player].name for player in seats] for seats in seated] == meant[seated]
    assert len({host.players[player].name for seats in seated for player in seats}) == 4 * len(seated)
    assert check_records(hall.records()).problems == ()


def test_an_order_that_was_refused_is_no_longer_shown_though_the_host_wrote_nothing():
    hall = Hall()
    for role in (EventRole.ORGANISER, EventRole.REFEREE):
        by = By("Olga", "host", EventRole.ORGANISER) if role is not EventRole.ORGANISER else By("Olga", "host")
        carry_out(hall.host.book, SetPin(role, cheap_pin(PINS[role])), by=by)
    north = hall.desk("north")
    hall.members["north"] = member("north", EventRole.VIEWER)
    carry_out(north, hand(1), by=By("north", "north", EventRole.REFEREE))
    assert north.view.sheet(1, 1).last_played == 1
    (changes,) = hall.meet(north)
    assert table_stream(1, 1) in changes.streams
    assert north.view.sheet(1, 1).last_played == 0
    assert [(order.state, order.problems[0].code) for order in north.orders] == [(OrderState.REFUSED, "role-may-not")]


def test_news_in_which_nothing_is_new_change_nothing():
    hall = Hall()
    north = hall.desk("north")
    carry_out(hall.host.book, hand(1, table=2), by=BY)
    hall.meet(north)
    before = north.view
    (changes,) = hall.meet(north)
    assert not changes.received
    assert north.view is before


def test_what_another_desk_of_the_computer_never_sent_is_sent_here_once():
    hall = Hall()
    before = hall.desk("north")
    for number in (1, 2, 3):
        carry_out(before, hand(number), by=BY)
    question = before.question(None, "en")
    hall.ask(before, structs.replace(question, orders=question.orders[:1]))  # its answer is lost
    now = hall.desk("north (2)")
    hall.meet(now)
    left = now.lacking(before.orders)
    assert [each.id for each in left] == [each.id for each in before.orders[1:]], "the host has the first one"
    changes = now.adopt(before.orders)
    assert changes.streams == {table_stream(1, 1)}
    assert now.view.sheet(1, 1).last_played == 3
    assert not now.lacking(before.orders)
    hall.meet(now)
    assert not now.orders
    assert hall.host.book.view.sheet(1, 1).last_played == 3
    assert [each.record.desk for each in hall.host.book.view.journal][-3:] == ["north", "north (2)", "north (2)"]


def test_what_another_desk_was_refused_or_lost_is_decided_here():
    hall = Hall()
    before, north, south = hall.records(), hall.desk("north"), hall.desk("south")
    seen = north.view.sheet(1, 1).number
    carry_out(north, hand(1), by=BY, seen=seen)
    carry_out(south, RecordHand(1, 1, 1, Outcome(2, 1, 24)), by=By("Ben Sample", "south"), seen=seen)
    hall.meet(north, south)
    kept = tuple(north._waiting.read())
    assert [each.state for each in kept] == [OrderState.SENT]
    other = hall.desk("west", before)  # the host that took over has none of it
    other.adopt((*kept, *south.orders))
    assert [each.state for each in other.orders] == [OrderState.LOST, OrderState.REFUSED]
    assert not other.unsent
    assert other.view.sheet(1, 1).last_played == 0
