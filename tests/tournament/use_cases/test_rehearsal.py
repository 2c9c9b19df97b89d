"""A rehearsal has the settings, players and seats of its event, and nothing that was played."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, SEATING, created, drawn, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.problem import Refused
from tournament.event.settings import AfterGong
from tournament.use_cases import Book, carry_out
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import ChangeSettings
from tournament.use_cases.rehearsal import rehearsal_of


def rehearsed(book: Book, stand_ins: int = 0) -> Book:
    made = Book(FakeStore(), clock=lambda: book.now)
    carry_out(made, rehearsal_of(book.view, stand_ins=players(stand_ins)), by=BY)
    return made


def test_it_begins_as_the_event_was_before_play() -> None:
    event = drawn()
    carry_out(event, ChangeSettings(replace(event.view.settings, minutes=90, after_gong=AfterGong.FINISHED)), by=BY)
    win(event, 1, 0, points=20)
    view = rehearsed(event).view
    assert view.settings == replace(event.view.settings, name="Rehearsal: Cup", rehearsal=True)
    assert view.players == event.view.players
    assert view.seating == SEATING
    assert not view.begun
    assert view.journal[0].id != event.view.journal[0].id, "a file of its own"
    assert not check_records([entry.record for entry in view.journal]).problems


def test_begun_anew_it_is_the_same() -> None:
    first = rehearsed(drawn())
    win(first, 1, 0, points=20)
    again = rehearsed(first).view
    assert again.settings == first.view.settings
    assert (again.players, again.seating, again.begun) == (first.view.players, SEATING, False)


def test_stand_ins_play_where_nobody_is_on_the_list() -> None:
    assert len(rehearsed(created(), stand_ins=16).view.players) == 16
    assert len(rehearsed(drawn(), stand_ins=16).view.players) == 8


def test_a_name_of_any_length_stays_one() -> None:
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, name="C" * 200, language="fr")), by=BY)
    assert rehearsed(book).view.settings.name == ("Répétition : " + "C" * 200)[:200]


def test_what_an_event_is_it_stays() -> None:
    for book in (drawn(), rehearsed(drawn())):
        other = replace(book.view.settings, rehearsal=not book.view.settings.rehearsal)
        with pytest.raises(Refused, match="rehearsal"):
            carry_out(book, ChangeSettings(other), by=BY)


def test_it_is_begun_in_an_empty_file_only() -> None:
    book = drawn()
    with pytest.raises(Refused):
        carry_out(book, rehearsal_of(book.view), by=BY)
