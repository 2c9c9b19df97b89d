"""What is announced before a change at a table is what happens: random changes, tried, made, and compared."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from reports.papers import outdated_papers
from tests.tournament.use_cases.events import BY, SEATING, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.problem import Refused
from tournament.event.settings import CountedTotals, Settings
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PaperNoted
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    CancelPenalty,
    CloseSheet,
    Command,
    CorrectHand,
    DeleteHand,
    GivePenalty,
    MoveSheet,
    RecordHand,
    ReopenSheet,
    View,
    carry_out,
)
from tournament.use_cases.carrying_out import effect_of_command, effect_of_undo
from tournament.use_cases.commands import AddPlayers, CreateEvent, NotePaper, PublishDraw, PublishResults, Undo
from tournament.use_cases.entry_effect import EntryEffect
from ui.entry.change_words import is_on_paper, papers_of, results_are_out, standings_text

Places = dict[int, tuple[int, Fraction]]


def places(view: View, after: int) -> Places:
    return {row.player.number: (row.rank, row.table_points) for row in view.standings(after).rows}


@pytest.fixture
def book() -> Book:
    """Two sessions of two tables; signed totals count."""
    made = Book(FakeStore())
    carry_out(made, CreateEvent(Settings("Cup", sessions=2, counted_totals=CountedTotals.AS_SIGNED)), by=BY)
    carry_out(made, AddPlayers(tuple(players(8))), by=BY)
    carry_out(made, PublishDraw(SEATING), by=BY)
    return made


def commands(book: Book, chance: Random) -> Iterator[Command]:
    """One of each kind, wherever; many of them are refused."""
    session, table, hand = chance.randint(1, 2), chance.randint(1, 2), chance.randint(1, 4)
    sheet = book.view.sheet(session, table)
    outcome = Outcome(chance.randrange(4), None, chance.randint(8, 60))
    wrong = (sheet.scores[0] + 40, sheet.scores[1] - 40, *sheet.scores[2:])
    kinds: list[Command] = [
        RecordHand(session, table, hand, outcome),
        CorrectHand(session, table, hand, outcome, "misread"),
        GivePenalty(session, table, Charge(chance.randrange(4), points=30, to=(), reason="words")),
        CloseSheet(session, table, wrong, "as signed"),
        ReopenSheet(session, table, "looked again"),
        DeleteHand(session, table, hand, "twice"),
        MoveSheet(session, table, 3 - session, table, "wrong session"),
        *(CancelPenalty(each.entry.id, "seen again") for each in sheet.penalties),
    ]
    chance.shuffle(kinds)
    yield from kinds


def note_papers(book: Book) -> None:
    for report, session in (("standings", 1), ("standings", 2), ("sessions", 1), ("seating-by-table", 1)):
        carry_out(book, NotePaper(PaperNoted(report, report, "pdf", len(book.view.journal), session)), by=BY)


def assert_happened(before: View, after: View, effect: EntryEffect) -> None:
    old, new = places(before, effect.after), places(after, effect.after)
    announced = {each.player.number: (each.number, each.points) for each in effect.standings}
    happened = {
        number: ((old[number][0], new[number][0]), (old[number][1], new[number][1]))
        for number in new
        if old[number] != new[number]
    }
    assert announced == happened
    assert effect.moved == sum(old[number][0] != new[number][0] for number in new)
    outdated = {each.paper.entry.id for each in outdated_papers(after)}
    outdated -= {each.paper.entry.id for each in outdated_papers(before)}
    assert outdated <= {paper.entry.id for paper in papers_of(before, effect)}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(3))
def test_what_was_announced_is_what_happens(book: Book, seed: int) -> None:
    chance = Random(seed)
    done: set[str] = set()
    for step in range(40):
        if step % 13 == 12:
            note_papers(book)
        before, last = book.view, book.view.journal.undo_order.to_undo
        if chance.random() < 0.15 and last is not None and last.stream != EVENT_STREAM:
            effect = effect_of_undo(before, last)
            carry_out(book, Undo(), by=BY)
            assert effect is not None
            assert_happened(before, book.view, effect)
            done.add("undo")
            continue
        for command in commands(book, chance):
            effect = effect_of_command(before, command)
            assert book.view is before, "only tried"
            try:
                carry_out(book, command, by=BY, confirmed=True)
            except Refused:
                assert effect is None
                continue
            assert effect is not None
            assert_happened(before, book.view, effect)
            done.add(type(command).__name__)
            break
    assert len(done) >= 5


def test_results_are_out_once_they_are_signed_printed_or_opened_again(book: Book) -> None:
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, None, 20)), by=BY)
    assert not results_are_out(book.view, 1, 1)
    carry_out(book, CloseSheet(1, 1), by=BY)
    assert results_are_out(book.view, 1, 1)
    assert not results_are_out(book.view, 1, 2)
    carry_out(book, ReopenSheet(1, 1, "looked again"), by=BY)
    assert results_are_out(book.view, 1, 1)
    carry_out(book, NotePaper(PaperNoted("seating-by-table", "seats", "pdf", len(book.view.journal), 1)), by=BY)
    assert not results_are_out(book.view, 1, 2), "no result is on it"
    carry_out(book, NotePaper(PaperNoted("standings", "standings", "pdf", len(book.view.journal), 1)), by=BY)
    assert results_are_out(book.view, 1, 2)
    assert not results_are_out(book.view, 2, 1)


def test_what_was_written_behind_a_paper_is_not_on_it(book: Book) -> None:
    printed = carry_out(book, RecordHand(1, 1, 1, Outcome(0, None, 20)), by=BY).entries[-1]
    note_papers(book)
    later = carry_out(book, RecordHand(1, 1, 2, Outcome(1, None, 20)), by=BY).entries[-1]
    effect = effect_of_undo(book.view, later)
    assert effect is not None
    assert not is_on_paper(book.view, later, effect)
    assert is_on_paper(book.view, printed, effect)


def test_the_effect_of_a_correction_does_not_reveal_held_standings(book: Book) -> None:
    for session in (1, 2):
        carry_out(book, RecordHand(session, 1, 1, Outcome(0, None, 20)), by=BY)
    commands = [CorrectHand(session, 1, 1, Outcome(1, None, 40), "misread") for session in (1, 2)]

    def told() -> list[str]:
        effects = (effect_of_command(book.view, command) for command in commands)
        return [ENGLISH.render(standings_text(book.view, effect)) for effect in effects if effect is not None]

    before = told()
    assert all("→" in text for text in before)
    carry_out(book, PublishResults(2, hold_last=True), by=BY)
    assert told() == [before[0], "The results of session 2 are held for the ceremony."]
