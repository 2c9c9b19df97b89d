"""What a view has computed is not computed again until it changes, and a copy shares it and stays as it is."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.examples.every_fact import play_every_fact
from tests.tournament.use_cases.events import BY, drawn, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.ledger import state as ledger_state
from tournament.ledger.codec import decode
from tournament.ledger.entry import Entry
from tournament.ledger.journal import Journal
from tournament.use_cases import View, carry_out
from tournament.use_cases import view as view_module
from tournament.use_cases.commands import (
    AllowTableEntry,
    CallReferee,
    ChangeSettings,
    PublishResults,
    Redo,
    SwapPlayers,
    Undo,
)
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.view import ViewCache


def test_later_entries_do_not_change_a_copy() -> None:
    book = drawn()
    win(book, 1, 0, None, 8)
    sheet, copy = book.view.sheet(1, 1), book.view.copy()
    win(book, 2, 1, 2, 20)
    assert copy.sheet(1, 1) is sheet
    assert (copy.sheet(1, 1).played, book.view.sheet(1, 1).played) == (1, 2)
    assert len(copy.journal) == len(book.view.journal) - 1


def test_a_copy_says_that_the_event_is_damaged() -> None:
    assert View(drawn().view.journal, damaged=True).copy().damaged
    assert not drawn().view.copy().damaged


def test_a_copy_of_a_public_view_shows_what_was_public() -> None:
    book = drawn()
    win(book, 1, 0, None, 8)
    held = PublicView(book.view).copy()
    carry_out(book, PublishResults(1), by=BY)
    assert held.sheet(1, 1).played == 0
    assert PublicView(book.view).copy().sheet(1, 1).played == 1


Asked = dict[str, Callable[[View], object]]
OF_EVENT: Asked = {
    "state": lambda view: view.state,
    "full state": lambda view: view.full_state,
    "rules": lambda view: view.rules,
    "versions of seats": lambda view: view.seat_versions,
}
OF_TABLE: Asked = {
    "sheet": lambda view: view.sheet(1, 1),
    "sheets": lambda view: view.sheets(1),
    "tally": lambda view: view.tally(1),
    "figures": lambda view: view.figures(1),
    "touched": lambda view: view.touched(1),
    "standings": lambda view: view.standings(),
    "phones": lambda view: view.phones(1, 1),
}
OF_OTHERS: Asked = {
    "sheet beside": lambda view: view.sheet(1, 2),
    "sheet of another session": lambda view: view.sheet(2, 1),
    "sheets of another session": lambda view: view.sheets(2),
    "tally of another session": lambda view: view.tally(2),
    "figures of another session": lambda view: view.figures(2),
    "tables of another session": lambda view: view.touched(2),
    "phones beside": lambda view: view.phones(1, 2),
}
EVERYTHING = OF_EVENT | OF_TABLE | OF_OTHERS


def answers(view: View, asked: Asked) -> dict[str, object]:
    return {name: ask(view) for name, ask in asked.items()}


def computed_again(view: View, before: dict[str, object]) -> set[str]:
    """The names of what is another object than before."""
    return {name for name, answer in before.items() if EVERYTHING[name](view) is not answer}


def test_only_what_changed_is_computed_again() -> None:
    book = drawn()
    carry_out(book, AllowTableEntry("http://hall.local:8470", bytes(32)), by=BY)
    win(book, 1, 0, None, 8)
    before = answers(book.view, EVERYTHING)
    assert computed_again(book.view, before) == set()
    assert computed_again(book.view.copy(), before) == set()
    assert computed_again(book.view.at(len(book.view.journal)), before) == set()
    win(book, 2, 1, 2, 20)
    assert computed_again(book.view, before) == OF_TABLE.keys()
    assert (book.view.touched(1), book.view.touched(2)) == (frozenset({1}), frozenset())
    before = answers(book.view, EVERYTHING)
    carry_out(book, CallReferee(1, 1, 0), by=BY)
    assert computed_again(book.view, before) == {"phones"}
    before = answers(book.view, EVERYTHING)
    carry_out(book, ChangeSettings(book.view.settings), by=BY)
    assert computed_again(book.view, before) <= OF_EVENT.keys() | {"standings"}


def test_other_seats_are_on_the_sheets_at_once() -> None:
    book = drawn()
    before = answers(book.view, EVERYTHING)
    assert [sheet.players for sheet in book.view.sheets(2)] == [(5, 2, 7, 4), (1, 6, 3, 8)]
    carry_out(book, SwapPlayers(1, 5, (2,)), by=BY)
    assert [sheet.players for sheet in book.view.sheets(2)] == [(1, 2, 7, 4), (5, 6, 3, 8)]
    assert [book.view.sheet(2, table).players for table in (1, 2)] == [(1, 2, 7, 4), (5, 6, 3, 8)]
    assert {"sheet", "sheet beside"}.isdisjoint(computed_again(book.view, before))


def test_what_is_public_is_not_computed_again() -> None:
    book = drawn()
    win(book, 1, 0, None, 8)
    carry_out(book, PublishResults(1), by=BY)
    before = answers(book.view, {"sheet": OF_TABLE["sheet"], "sheets": OF_TABLE["sheets"], "tally": OF_TABLE["tally"]})
    assert computed_again(PublicView(book.view), before) == set()


def everything() -> list[Entry]:
    """An event in which everything happens."""
    store = FakeStore()
    play_every_fact(store)
    return [decode(record) for record in store.records]


def undone() -> list[Entry]:
    """An event whose settings were changed, the last change undone, repeated and followed by another."""
    book = drawn()
    for place in ("Here", "There"):
        carry_out(book, ChangeSettings(replace(book.view.settings, place=place)), by=BY)
    carry_out(book, Undo(), by=BY)
    carry_out(book, Redo(), by=BY)
    carry_out(book, Undo(), by=BY)
    carry_out(book, SwapPlayers(1, 5, (2,)), by=BY)
    assert book.view.settings.place == "Here"
    return list(book.view.journal)


@pytest.mark.parametrize("entries_of", [everything, undone])
def test_the_state_that_goes_on_from_the_last_one_is_that_of_all_entries(entries_of: Callable[[], list[Entry]]) -> None:
    """After each entry, and before and after it by turns, as an event and its draft are asked."""
    entries, cache, before = entries_of(), ViewCache(), Journal()
    for number, entry in enumerate(entries, start=1):
        now = before.fork()
        now.append(entry)
        for journal in (now, before, now):
            view, fresh = View(journal, cache), View(Journal(entries[: len(journal)]))
            assert (view.state, view.full_state) == (fresh.state, fresh.full_state), number
        before = now


def test_a_change_of_the_event_reads_no_earlier_one_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The event and its draft are asked by turns while a change is carried out, and each entry is read once."""
    book = drawn()
    fold, read = ledger_state.after_entry, list[str]()

    def note(known: ledger_state.EventState, entry: Entry) -> ledger_state.EventState:
        read.append(entry.id)
        return fold(known, entry)

    for module in (ledger_state, view_module):
        monkeypatch.setattr(module, "after_entry", note)
    for place in ("Here", "There", "Elsewhere"):
        carry_out(book, ChangeSettings(replace(book.view.settings, place=place)), by=BY)
    assert read == [entry.id for entry in book.view.journal][-3:]
