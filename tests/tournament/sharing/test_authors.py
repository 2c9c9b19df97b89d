"""The author of an order is who signed in at its desk."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_field

from tests.examples.pins import cheap_pin
from tests.tournament.sharing.fakes import PEOPLE, Hall, member
from tests.tournament.sharing.test_shared_book import hand
from tests.tournament.use_cases.events import BY
from tournament.event.role import EventRole
from tournament.sharing.host import Member
from tournament.sharing.messages import Answer, Declined, Done, News, SignedIn, sent
from tournament.sharing.shared_book import SharedBook
from tournament.use_cases import By, carry_out
from tournament.use_cases.changes import Order, new_id
from tournament.use_cases.commands import ChangeSettings, Command, SetPin, Undo

ORGANISER = By("Organiser", "hall", EventRole.ORGANISER)


def answers(hall: Hall, desk: SharedBook, *given: tuple[str, Command]) -> list[Answer]:
    """What the host says to these commands of ``desk``, each in the name of somebody."""
    orders = tuple(
        sent(Order((new_id(),), (command,), together=False, confirmed=True, seen=None, author=author))
        for author, command in given
    )
    reply = hall.ask(desk, replace_field(desk.question(None, "en"), orders=orders))
    assert isinstance(reply, News)
    return list(reply.answers)


def codes(answer: Answer) -> list[str]:
    assert isinstance(answer, Declined)
    return [each.code for each in answer.problems]


def with_pins(hall: Hall) -> Hall:
    """The hall after organiser and referees got PINs."""
    for role, pin in ((EventRole.ORGANISER, "666666"), (EventRole.REFEREE, "1111")):
        carry_out(hall.host.book, SetPin(role, cheap_pin(pin)), by=ORGANISER)
    return hall


@pytest.mark.parametrize("author", ["Ben", "south", "North", "north ", "n\u043erth", "\x1b[2J", "x" * 500])
def test_an_author_of_somebody_elses_choice_is_refused_in_words_and_nothing_is_written(author: str) -> None:
    """Also if they sit at another desk, or the name only looks like one of this desk."""
    hall = Hall()
    desk, _ = hall.desk("north"), hall.desk("south")
    before = hall.records()
    (answer,) = answers(hall, desk, (author, hand(1)))
    assert isinstance(answer, Declined)
    assert codes(answer) == ["author-unknown"]
    assert "has not signed in at this desk" in answer.problems[0].text
    assert "\x1b" not in answer.problems[0].text
    assert hall.records() == before


def test_who_signed_in_before_is_the_author_of_what_waits_in_the_role_in_which_they_signed_in() -> None:
    """The PIN of who sits there now opens nothing for them, and theirs nothing for who sits there now."""
    hall = with_pins(Hall())
    desk = hall.desk("north")
    earlier = (SignedIn("Ada", EventRole.ORGANISER), SignedIn("Ben", None))
    hall.members["north"] = Member("north", By("Ruth", "north", EventRole.REFEREE), earlier=earlier)
    change = ChangeSettings(replace(hall.host.book.view.settings, place="Lyon"))
    found = answers(hall, desk, ("Ben", hand(1)), ("Ruth", change), ("Ruth", hand(1)), ("Ada", change))
    assert [type(each) for each in found] == [Declined, Declined, Done, Done]
    assert codes(found[0]) == codes(found[1]) == ["role-may-not"]
    written = [(entry.author, entry.role) for entry in hall.host.book.view.journal][-2:]
    assert written == [("Ruth", EventRole.REFEREE), ("Ada", EventRole.ORGANISER)]


def test_an_undo_in_the_name_of_somebody_else_is_not_an_undo_of_their_own() -> None:
    """Ben works at the desk at which Ada worked, and both know the PIN of the referees."""
    hall = with_pins(Hall())
    entry = carry_out(hall.host.book, hand(1), by=By("Ada", "north", EventRole.REFEREE)).entries[0]
    desk = hall.desk("north")
    hall.members["north"] = Member("north", By("Ben", "north", EventRole.REFEREE))
    by_ada, by_ben = answers(hall, desk, ("Ada", Undo(entry.id)), ("Ben", Undo(entry.id)))
    assert (codes(by_ada), codes(by_ben)) == (["author-unknown"], ["role-may-not"])


def test_what_was_written_is_only_repeated_when_its_author_is_not_known_at_the_desk_any_more() -> None:
    hall = Hall()
    desk = hall.desk("north")
    order = sent(Order((new_id(),), (hand(1),), together=False, confirmed=True, seen=None, author=BY.author))
    question = replace_field(desk.question(None, "en"), orders=(order,))
    first = hall.ask(desk, question)
    hall.members["north"] = member("north")
    again = hall.ask(desk, question)
    assert isinstance(first, News)
    assert isinstance(again, News)
    assert again.answers == first.answers
    assert isinstance(first.answers[0], Done)


def test_a_desk_and_deputies_alone_are_told_who_signed_in_there_before() -> None:
    hall = Hall()
    desks = [hall.desk(name) for name in ("north", "south")]
    hall.members["south"] = member("south")
    for desk, told in zip(desks, ({"north": PEOPLE}, {}), strict=True):
        reply = hall.ask(desk)
        assert isinstance(reply, News)
        seen = {each.name: tuple(one.author for one in each.earlier) for each in reply.desks if each.earlier}
        assert seen == told


def test_who_sends_again_what_was_refused_is_its_author() -> None:
    """Somebody gave it without a PIN, and somebody with one decides that it is right."""
    hall = Hall()
    desk = hall.desk("north")
    hall.members["north"] = Member("north", By("Ruth", "north", EventRole.REFEREE))
    with_pins(hall)
    carry_out(desk, hand(1), by=By("Ben", "north"))
    hall.meet(desk)
    (refused,) = desk.orders
    assert refused.problems[0].code == "author-unknown"
    desk.send_again(refused.id)
    hall.meet(desk)
    assert desk.orders[0].problems[0].code == "author-unknown", "it is still in the name of who gave it"
    desk.send_again(refused.id, By("Ruth", "north", EventRole.REFEREE))
    assert desk.not_carried == {}
    hall.meet(desk)
    assert desk.orders == ()
    last = hall.host.book.view.journal[-1]
    assert (last.author, last.record.desk, last.role) == ("Ruth", "north", EventRole.REFEREE)
