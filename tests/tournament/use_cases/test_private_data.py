"""The registration desk: states, sums, two desks at one row, and what an erasure leaves in the journal."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path
from random import Random

import pytest

from tests.tournament.use_cases.events import BY, SEATING, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player, PlayerState
from tournament.event.problem import Refused
from tournament.event.registration import Registration, RegistrationState
from tournament.event.role import EventRole
from tournament.event.settings import Settings
from tournament.language import ENGLISH, LANGUAGES
from tournament.rules.payment import Outcome
from tournament.storage import create, open_for_writing
from tournament.use_cases import Book, By, carry_out
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayer,
    CloseSheet,
    CreateEvent,
    PublishDraw,
    RecordHand,
    RemovePlayer,
    SetPin,
    Undo,
)
from tournament.use_cases.erasure import erase, letter
from tournament.use_cases.person_export import person_document
from tournament.use_cases.pins import planned_pin
from tournament.use_cases.ports import CopyErasure, CopyFate, PrivateConflict, PrivateRow, StoreUnavailable
from tournament.use_cases.private_data import (
    PeopleReader,
    Person,
    RegistrationChanged,
    add_people,
    cancel,
    confirm,
    decode_registration,
    encode_registration,
    named_person,
    read_people,
    save_person,
    sums_of,
    waiting_list,
)

STATE = RegistrationState
NAMES = (("Ada", "Bamboo"), ("Ben", "Circle"), ("Cleo", "Dragon"), ("Dan", "Eastwind"))


class PrivateFake(FakeStore):
    """A store in memory with private data."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, PrivateRow] = {}

    def private_rows(self) -> tuple[PrivateRow, ...]:
        return tuple(self.rows[id] for id in sorted(self.rows))

    def write_private(self, rows: Sequence[PrivateRow]) -> None:
        there = [self.rows.get(row.id, PrivateRow(row.id, 0, "")) for row in rows]
        conflicts = [each for each, row in zip(there, rows, strict=True) if each.version != row.version - 1]
        if conflicts:
            raise PrivateConflict(conflicts)
        self.rows |= {row.id: row for row in rows}


@pytest.fixture
def book() -> Book:
    made = Book(PrivateFake())
    carry_out(made, CreateEvent(Settings("Cup", sessions=2)), by=BY)
    return made


def registered(book: Book, **more: object) -> list[Person]:
    return [
        save_person(book, Person(Registration()), Registration(first_name=first, last_name=last, **more), BY)  # type: ignore[arg-type]
        for first, last in NAMES
    ]


def states(book: Book) -> list[tuple[str, int, RegistrationState]]:
    return [(each.registration.first_name, each.number, each.registration.state) for each in read_people(book, BY)]


def test_people_stay_in_their_order_and_out_of_the_journal_until_they_are_confirmed(book: Book) -> None:
    registered(book, email="somebody@example.org")
    assert [first for first, _, _ in states(book)] == ["Ada", "Ben", "Cleo", "Dan"]
    assert all("Ada" not in entry.record.content for entry in book.view.journal)
    confirm(book, [named_person(read_people(book, BY), "cleo dragon")], BY)
    assert [player.name for player in book.view.players.values()] == ["Cleo Dragon"]
    assert states(book)[2] == ("Cleo", 1, STATE.CONFIRMED)
    assert all("example.org" not in entry.record.content for entry in book.view.journal)


def test_the_waiting_list_is_confirmed_in_order(book: Book) -> None:
    people = registered(book)
    for person in (people[3], people[1]):
        save_person(book, person, replace(person.registration, state=STATE.WAITING), BY)
    waiting = list(waiting_list(read_people(book, BY)))
    assert [each.registration.first_name for each in waiting] == ["Ben", "Dan"]
    confirm(book, waiting[:1], BY)
    assert states(book)[1] == ("Ben", 1, STATE.CONFIRMED)
    assert states(book)[3][2] is STATE.WAITING


def test_who_was_added_before_the_number_could_be_noted_is_not_added_twice(book: Book) -> None:
    people = registered(book)
    store = book.private
    book.private = None
    with pytest.raises(StoreUnavailable):
        confirm(book, people[:1], BY)
    book.private = store
    carry_out(book, AddPlayers((people[0].registration.as_player(),)), by=BY)
    (ada,) = confirm(book, people[:1], BY)
    assert (ada.number, len(book.view.players)) == (1, 1)


def test_names_follow_the_list_of_players(book: Book) -> None:
    confirm(book, registered(book)[:1], BY)
    carry_out(book, ChangePlayer(replace(book.view.players[1], first_name="Adelaide", club="Ours")), by=BY)
    noted = read_people(book, BY)[0].registration
    assert (noted.first_name, noted.club) == ("Adelaide", "Ours")
    carry_out(book, RemovePlayer(1), by=BY)
    assert states(book)[0] == ("Ada", 0, STATE.REGISTERED), "who is no player any more asks for a place"


def test_who_cancels_leaves_the_list_or_is_withdrawn_once_it_is_closed(book: Book) -> None:
    carry_out(book, AddPlayers(tuple(players(7))), by=BY)
    (ada,) = confirm(book, registered(book, due=3000, paid=3000)[:1], BY)
    carry_out(book, PublishDraw(SEATING), by=BY)
    cancel(book, read_people(book, BY)[0], BY)
    assert book.view.status(ada.number).state is PlayerState.WITHDRAWN
    people = read_people(book, BY)
    assert people[0].registration.state is STATE.CANCELLED
    sums = sums_of(people)
    assert (sums.due, sums.paid, sums.owed, sums.refunds) == (9000, 12000, 0, 3000)
    (other,) = [each for each in people if each.registration.first_name == "Ben"]
    assert cancel(book, other, BY).registration.state is STATE.CANCELLED


def test_a_player_who_cancels_before_the_draw_is_removed(book: Book) -> None:
    confirm(book, registered(book)[:2], BY)
    cancel(book, read_people(book, BY)[0], BY)
    assert [player.name for player in book.view.players.values()] == ["Ben Circle"]
    assert states(book)[0] == ("Ada", 0, STATE.CANCELLED)


def test_sums_count_who_comes(book: Book) -> None:
    ada, ben, cleo, dan = registered(book, due=3050, meals=("Lunch",))
    save_person(book, ada, replace(ada.registration, paid=3050), BY)
    save_person(book, ben, replace(ben.registration, paid=4000, meals=("Lunch", "Dinner")), BY)
    save_person(book, cleo, replace(cleo.registration, state=STATE.WAITING), BY)
    save_person(book, dan, replace(dan.registration, paid=50), BY)
    sums = sums_of(read_people(book, BY))
    assert (sums.due, sums.paid, sums.owed, sums.refunds) == (9150, 7100, 3000, 950)
    assert sums.meals == {"Dinner": 1, "Lunch": 3}
    assert sums.states[STATE.WAITING] == 1


def test_the_second_of_two_desks_sees_both_and_nothing_is_written(book: Book) -> None:
    ada = registered(book)[0]
    save_person(book, ada, replace(ada.registration, email="north@example.org", paid=3000), BY)
    mine = replace(ada.registration, email="south@example.org", paid=3000)
    with pytest.raises(RegistrationChanged) as changed:
        save_person(book, ada, mine, BY)
    assert changed.value.theirs is not None
    text = ENGLISH.render(changed.value.text)
    assert "north@example.org" in text
    assert "south@example.org" in text
    assert "30.00" not in text, "they agree about what was paid"
    assert read_people(book, BY)[0].registration.email == "north@example.org"
    save_person(book, changed.value.theirs, mine, BY)
    assert read_people(book, BY)[0].registration.email == "south@example.org"


def test_two_desks_note_something_about_a_player_without_a_registration(book: Book) -> None:
    carry_out(book, AddPlayers(tuple(players(1))), by=BY)
    (seen,) = read_people(book, BY)
    save_person(book, seen, replace(seen.registration, phone="1"), BY)
    with pytest.raises(RegistrationChanged):
        save_person(book, seen, replace(seen.registration, phone="2"), BY)
    assert len(read_people(book, BY)) == 1


def test_two_desks_erase_one_person_and_a_third_changes_them(book: Book) -> None:
    ada = registered(book)[0]
    erase(book, ada, BY)
    with pytest.raises(RegistrationChanged) as changed:
        erase(book, ada, BY)
    assert changed.value.theirs is None
    with pytest.raises(RegistrationChanged) as changed:
        save_person(book, ada, replace(ada.registration, phone="1"), BY)
    assert "erased Ada Bamboo" in ENGLISH.render(changed.value.text)
    assert "Ada" not in [first for first, _, _ in states(book)]


def test_who_is_on_a_signed_sheet_is_erased_and_stays_in_the_results(tmp_path: Path) -> None:
    path = tmp_path / "cup.qv"
    with closing(Book(create(path))) as book:
        carry_out(book, CreateEvent(Settings("Cup", sessions=2)), by=BY)
        carry_out(book, AddPlayers(tuple(players(8))), by=BY)
        carry_out(book, PublishDraw(SEATING), by=BY)
        for command in (RecordHand(1, 1, 1, Outcome(0, 1, 20)), CloseSheet(1, 1)):
            carry_out(book, command, by=BY)
        before = book.view.fingerprint
    with closing(Book(open_for_writing(path))) as book:
        person = named_person(read_people(book, BY), "1")
        noted = replace(person.registration, email="ada@example.org", remark=book.view.settings.name + " fan, Cup")
        person = save_person(book, person, noted, BY)
        erasure, _ = erase(book, person, BY)
        assert erasure.fields == ("email", "remark")
        assert erasure.tables == ((1, 1), (2, 2))
        assert book.view.fingerprint == before
        assert read_people(book, BY)[0].registration.email == ""
        with pytest.raises(Refused, match="person-nothing"):
            erase(book, read_people(book, BY)[0], BY)
        document = person_document(book.view, person, ENGLISH.render)
        assert document["registration"]["email"] == "ada@example.org"  # type: ignore[index]
        assert document["journal"]["results"]  # type: ignore[index]
    assert b"ada@example.org" not in path.read_bytes()


def test_a_text_that_was_also_entered_in_the_journal_is_named(book: Book) -> None:
    carry_out(book, AddPlayers((replace(players(1)[0], club="ada@example.org"),)), by=BY)
    (person,) = read_people(book, BY)
    person = save_person(book, person, replace(person.registration, email="ada@example.org"), BY)
    assert erase(book, person, BY)[0].found == (("ada@example.org", (2,)),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letter_says_what_was_erased_and_what_stays_and_repeats_none_of_it(book: Book, language) -> None:
    (person,) = confirm(book, registered(book, email="ada@example.org", remark="vegetarian")[:1], BY)
    erasure, _ = erase(book, person, BY)
    copies = (CopyErasure(Path("a.qv"), CopyFate.REWRITTEN), CopyErasure(Path("stick"), CopyFate.ABSENT))
    text = "\n".join(map(language.render, letter(erasure, copies, "Cup", date(2026, 6, 14))))
    assert "Ada Bamboo" in text
    assert "2026" in text
    assert "example.org" not in text
    assert "vegetarian" not in text
    assert "stick" not in text, "paths of the organiser's computer are not the person's business"
    assert language.render(letter(erasure, (), "Cup", date(2026, 6, 14))[-1]) in text


def test_the_letter_to_somebody_of_whom_only_the_name_was_noted_is_a_whole_sentence(book: Book) -> None:
    noted, _ = add_people(book, [Registration(first_name="Ada", last_name="Bamboo")], BY)
    (person,) = confirm(book, noted, BY)
    erasure, _ = erase(book, person, BY)
    text = ENGLISH.render(letter(erasure, (), "Cup", date(2026, 6, 14))[1])
    assert text == "On 14 June 2026 we erased your registration. It is no longer in the file of the event."


def test_only_the_organiser_reads_or_writes(book: Book) -> None:
    people = registered(book)
    carry_out(book, SetPin(EventRole.ORGANISER, planned_pin({}, EventRole.ORGANISER, "333333")), by=BY)
    referee = By("Rita", "desk", EventRole.HEAD_REFEREE)
    for attempt in (
        lambda: read_people(book, referee),
        lambda: save_person(book, people[0], people[0].registration, referee),
        lambda: confirm(book, people, referee),
        lambda: cancel(book, people[0], referee),
        lambda: erase(book, people[0], referee),
    ):
        with pytest.raises(Refused, match="role-may-not"):
            attempt()
    assert len(read_people(book, replace(referee, pin="333333"))) == 4


def test_a_name_that_is_two_people_is_refused_with_both_ids(book: Book) -> None:
    one, two = (
        save_person(book, Person(Registration()), Registration(first_name="Ada", last_name="Bamboo"), BY)
        for _ in range(2)
    )
    with pytest.raises(Refused) as refused:
        named_person(read_people(book, BY), "ADA BAMBOO")
    text = ENGLISH.render(refused.value.problems[0].text)
    assert one.id[:8] in text
    assert two.id[:8] in text
    assert named_person(read_people(book, BY), two.id[:8]).id == two.id
    with pytest.raises(Refused, match="person-unknown"):
        named_person(read_people(book, BY), "7")


def test_a_registration_is_stored_as_it_is() -> None:
    full = Registration(1, 2, "Ada", "竹", "FR", "-", "Club", "Team", STATE.WAITING, "a@b", "1", 5, 3, "cash",
                        date(2026, 6, 1), ("Lunch",), "one\ntwo", "ill")  # fmt: skip
    assert decode_registration(PrivateRow("x", 1, encode_registration(full))) == full
    assert decode_registration(PrivateRow("x", 1, '{"first_name":"Ada"}')).first_name == "Ada"


def test_who_was_erased_or_cancelled_elsewhere_is_not_confirmed(book: Book) -> None:
    """Their name would be in the journal for ever."""
    people = registered(book)
    erase(book, people[0], BY)
    with pytest.raises(RegistrationChanged) as changed:
        confirm(book, people[:1], BY)
    assert changed.value.theirs is None
    cancel(book, people[1], BY)
    with pytest.raises(RegistrationChanged):
        confirm(book, people[1:2], BY)
    assert book.view.players == {}
    assert all("Ada" not in entry.record.content for entry in book.view.journal)


def test_two_desks_confirm_the_same_person_and_one_player_comes(book: Book) -> None:
    people = registered(book)
    confirm(book, people[:2], BY)
    assert confirm(book, people[:2], BY) == ()
    assert [player.name for player in book.view.players.values()] == ["Ada Bamboo", "Ben Circle"]
    assert [person.number for person in read_people(book, BY)][:2] == [1, 2]


def test_what_another_desk_noted_meanwhile_stays_when_somebody_is_confirmed(book: Book) -> None:
    people = registered(book)
    save_person(book, people[0], replace(people[0].registration, email="ada@example.org"), BY)
    (ada,) = confirm(book, people[:1], BY)
    assert (ada.number, ada.registration.email) == (1, "ada@example.org")


def test_many_are_confirmed_with_a_few_readings_of_the_store(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    coming = [Registration(first_name=f"First{number}", last_name=f"Sample{number}") for number in range(300)]
    people, _ = add_people(book, coming, BY)
    readings, rows = count(), PrivateFake.private_rows

    def counted(store: PrivateFake) -> tuple[PrivateRow, ...]:
        next(readings)
        return rows(store)

    monkeypatch.setattr(PrivateFake, "private_rows", counted)
    confirm(book, people, BY)
    assert [person.number for person in read_people(book, BY)] == list(range(1, 301))
    assert next(readings) < 6


@pytest.mark.parametrize("seed", range(12))
def test_reading_again_finds_what_reading_for_the_first_time_finds(book: Book, seed: int) -> None:
    """After any change, by this desk or another: a new person, a note, a place, cancelling, erasing, undoing."""
    random, read = Random(seed), PeopleReader()
    for step in range(60):
        people = read_people(book, BY)
        assert read(book, BY) == people
        act = random.randrange(8) if people else 0
        someone = random.choice(people) if people else Person(Registration())
        try:
            if act == 0:
                state = random.choice((STATE.REGISTERED, STATE.WAITING))
                save_person(book, Person(Registration()), Registration(first_name=f"P{step}", state=state), BY, read)
            elif act == 1:
                save_person(book, someone, replace(someone.registration, remark=f"r{step}"), BY, read)
            elif act == 2:
                confirm(book, (someone,), BY)
            elif act == 3:
                cancel(book, someone, BY)
            elif act == 4 and someone.id:
                erase(book, someone, BY)
            elif act == 5:
                carry_out(book, AddPlayers((Player(0, f"Q{step}", "Sample"),), ""), by=BY)
            elif act == 6 and someone.number:
                carry_out(book, ChangePlayer(replace(book.view.players[someone.number], club=f"c{step}")), by=BY)
            elif act == 7:
                carry_out(book, Undo(""), by=BY)
        except Refused:  # not everything can be undone, or done to everybody
            continue
    again = read(book, BY)
    assert all(one is other for one, other in zip(again, read(book, BY), strict=True))


def test_people_of_one_name_are_as_many_players(book: Book) -> None:
    ada, other = (
        save_person(book, Person(Registration()), Registration(0, 0, "Ada", "Bamboo", ema_number=number), BY)
        for number in ("04000001", "04000002")
    )
    assert sorted(each.number for each in confirm(book, (ada, other), BY)) == [1, 2]
    assert [each.number for each in read_people(book, BY)] == [1, 2]
