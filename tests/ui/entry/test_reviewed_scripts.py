"""Whole tasks at a table, key by key, and everything that the page shows after each, compared with reviewed files.

Keys by chance, which ``test_reviewed_typing`` presses, seldom finish what takes many of them: a second reading, a
repair of each kind, a penalty for each fault. Here each task is a line of keys: ``=`` types the text that follows it
in the field at the cursor, with ``_`` for a space.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.reviewed import Reviewed
from tests.tournament.use_cases.events import players
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.entry.test_reviewed_typing import TIME, Evening, said, shown
from tests.ui.entry.test_table_keys import BY, SEATING, Typist
from tournament.event.settings import CountedTotals, PaperTotals, SecondReading, Settings
from tournament.language import ENGLISH
from tournament.use_cases import Book, carry_out
from tournament.use_cases.carrying_out import effect_of_command
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from tournament.use_cases.entry_effect import EntryEffect
from ui.entry import cursor, end_keys, hand_keys, page_keys, penalty_draft, reading_draft, repair_draft
from ui.entry.change_words import results_are_out, saved_words, standings_text
from ui.entry.page_keys import PageKey
from ui.entry.penalty_draft import PenaltyField, cancellation_text, newest_first, penalties_of_event
from ui.entry.reading_draft import ReadingField, ReadingPart, again_text, differs_text
from ui.entry.repair_draft import RepairField
from ui.entry.tables_state import (
    PagePart,
    TablesState,
    TablesStep,
    TotalField,
    penalty_stepped,
    reading_stepped,
    repair_stepped,
)
from ui.entry.typing_order import HandField, Marked, TypedField

REVIEWED = Path(__file__).parent / "scripts"
_HANDS = "=1 =2 =8 Enter =2 =D =13 Enter =3 =1 =20 Enter X Enter "
"""Four hands, under rules with points."""
_SIGNED = "sign Enter Enter "
_RIGHT = "right Enter " * 4


@dataclass(frozen=True)
class Task:
    """What somebody does at the tables of an event under some rules."""

    keys: str
    rules: str = "mcr"
    again: SecondReading = SecondReading.NONE
    totals: PaperTotals = PaperTotals.OPTIONAL
    counted: CountedTotals = CountedTotals.COMPUTED


TASKS = {
    "read-again": Task(
        _HANDS + _SIGNED + "8 V =1 Enter =x Enter Esc k V =5 Enter right Enter " + _RIGHT + "right Enter right Enter",
        again=SecondReading.BY_ANYONE,
    ),
    "read-again-by-another": Task(
        _HANDS + _SIGNED + "V " + _RIGHT + "reader Enter =Referee Enter Esc V reader =Other_Sample Enter " + _RIGHT,
        again=SecondReading.BY_ANOTHER,
    ),
    "points-read-again": Task(
        _HANDS
        + _SIGNED
        + "V F6 right Enter =14 Enter =x Enter =y Enter = Enter =-1 Enter =− Enter F6 F6 =8 Enter =13 Enter "
        "=30 Enter =0 Enter "
        + "Enter " * 12
        + "F6 =30 Enter reader =Reader_Sample Enter = Enter = Enter =no_points Enter",
        again=SecondReading.BY_ANYONE,
    ),
    "points-agree": Task(
        _HANDS + _SIGNED + "V F6 =8 Enter =13 Enter =20 Enter =X Enter =1 Enter = Enter =- " + "Enter " * 11,
        again=SecondReading.BY_ANYONE,
    ),
    "one-point-differs": Task(
        _HANDS
        + _SIGNED
        + "V F6 =9 Enter =13 Enter =20 Enter =x Enter =- Enter "
        + "Enter " * 11
        + "=9 Enter Enter Enter",
        again=SecondReading.BY_ANYONE,
    ),
    "one-total-differs": Task(
        _HANDS
        + _SIGNED
        + "V right Enter right Enter right Enter =1 Enter =2 Enter Esc V right Enter right Enter =4 Enter "
        "right Enter =15 Enter =16 Enter Enter",
        again=SecondReading.BY_ANYONE,
    ),
    "much-differs": Task(
        _HANDS + _SIGNED + "V =1 Enter =2 Enter =3 Enter =4 Enter =1 Enter =2 Enter =3 Enter =4 Enter = Enter =1 Enter "
        "=looked_twice Enter sign Enter Enter",
        again=SecondReading.BY_ANYONE,
    ),
    "penalties": Task(
        "P Enter =9 =7 =2 =zzz Enter =P9 Enter =7 Enter Enter =10 Enter P =1 =late Enter =x Enter =100000 Enter "
        "=7 Enter "
        "P =3 =P1 Down Down Down Up Enter Enter Esc P =4 =P =late Backspace =2 Esc restart P Esc "
        + _HANDS
        + "P =1 last_fault Enter =20 Enter =3,4 Enter =words Enter P =2 last_fault =8 Enter Enter Enter =1 "
        "Enter =slow Enter "
        "P =2 =P6 session Enter Enter P =2 =P6 Enter Enter P =2 =P6 Enter Enter Enter P =2 =P6 Enter Enter Enter "
        "Down Enter "
        "=twice Enter "
        "Up Up Up Enter =1 Enter =thrice Enter undo undo",
    ),
    "every-fault": Task(
        " ".join(f"P ={1 + number % 4} =P{number} Enter =5 Enter =2 Enter Esc Esc" for number in range(1, 11)),
    ),
    "penalty-of-no-hand": Task(
        "totals =1 Esc P =1 =P6 Enter Enter table_2 totals =10 Enter P =2 =late Enter =4 Enter Esc "
        + " ".join(f"=1 =2 ={8 + hand} Enter" for hand in range(16))
        + " P =1 =P6 Enter Enter Esc P =3 =P6 Enter Enter Enter",
    ),
    "penalties-guobiao": Task(
        _HANDS
        + "P =2 =P1 Enter =5 Enter P =3 =P2 Enter =20 Enter P =4 =P6 Enter Enter P =4 =P6 Enter Enter P =3 last_fault "
        "=0 Enter =2 Enter =words Enter Down Enter =misread Enter",
        rules="guobiao",
    ),
    "penalties-riichi": Task(
        "P =1 first_fault Enter P =2 second_fault Enter Enter P =3 last_fault =100 Enter =1 Enter =words Enter "
        "P =4 =P1 Enter Enter Up Enter =misread Enter totals sign Enter",
        rules="riichi-ema-2025",
    ),
    "repairs": Task(
        _HANDS
        + "R Enter =9 =2 Enter =misread Enter Esc Up Up R =2 Enter =misread Enter Up R =3 =x Enter =9 Enter =1 Enter "
        "=moved Enter Up Up R =1 =9 =1 =1 =2 =x Enter =5 Enter =2 =12 Enter =left_out Enter Up R =1 =X =drawn "
        "Enter Up Up R =1 "
        "=2 =D =30 Enter =drawn Enter R =4 =1 =2 =1_2_3 Enter =1_20 Enter =3_2 Enter =1_3 Enter Enter =swapped "
        "Enter R =5 "
        "=1 =1 =3 =columns Enter R =6 = Enter =9 Enter =1 Enter =0_1 Enter =2 Enter =other_table Enter Enter",
    ),
    "sheets-moved": Task(
        _HANDS + "R =6 =2_1 Enter =other_session Enter Enter R =6 =1-01-1 Enter =back Enter Enter R =6 =QV:1-02 Enter "
        "=there Enter Enter R =6 =1-09 Enter = =other_words Enter Esc",
    ),
    "repairs-left": Task(
        _HANDS
        + "Up R =3 =1 Down R Enter Esc R =1 =2 table_2 R =6 =1 table_1 restart R =x =4 =3 Backspace =4 Enter =1_3 "
        "Enter =other Enter Enter restart table_2 R Enter Esc R =1 =1 =2 =8 Enter =misread undo undo",
    ),
    "repairs-without-a-row": Task(
        "totals sign R =1 =2 =3 =4 =1 =2 Enter =swapped Enter Esc =1 =2 =8 Enter =1 R Esc Esc Up R =4 =1 =2 "
        "Enter =w Enter",
    ),
    "repairs-french": Task(
        "=1 =2 =20 Enter =4 Enter =2 Enter =10 Enter Enter =2 =D =6 Enter =30 Enter =6 Enter =8 Enter Enter Up "
        "R =1 =1 =2 "
        "=28_4 Enter =8_4_2_10 Enter =28_4_2_10_d Enter =left_out Enter Up R =1 =X =drawn Enter Up R =2 =twice Enter",
        rules="french-classical-advanced",
    ),
    "repairs-french-simple": Task(
        "=1 =2 =20 Enter =4 Enter =2 Enter =10 Enter Enter Up R =1 =X =drawn Enter Up R =1 =3 =D =4_4_40_4 =d "
        "Enter R =4 =1 "
        "=3 =1 Enter =swapped Enter",
        rules="french-classical-simple",
    ),
    "repairs-quebec": Task(
        "=1 =2 =28 Enter =4 Enter =2 Enter =10 Enter Up R =1 =X =4_8_2 Enter =4_8_2_1 Enter =drawn Enter Up R "
        "=4 =1 =3 =1 "
        "Enter =2 =3 =1_2 Enter =swapped Enter R =5 =1 =3 =columns Enter",
        rules="quebec-classical",
    ),
    "repairs-riichi": Task(
        "=1 =2 =3 Enter =30 Enter Enter Enter =2 =D =4 Enter =30 Enter Enter Enter Up R =1 =3 =4 =2000 Enter =1 "
        "Enter =5 "
        "Enter =left_out Enter Up Up R =2 =twice Enter Up R =3 =1 Enter =moved Enter R =5 =1 =4 =swapped Enter Enter",
        rules="riichi-ema-2025",
    ),
    "jumps": Task(
        "G =9 Enter =2 Enter G = Enter =0 Enter =3-1 Enter =2-01 Enter =2-01-2 Enter =2-01-1 Enter CODE "
        "=QV:12345678:1-01-1"
        " Enter =QV:1-01-1 Enter CODE_ON_FRENCH =AV:2-02-1 Enter G =1000000002 Enter Esc G =1",
    ),
    "page": Task(
        _HANDS
        + _SIGNED
        + "table_1 UP DOWN UP UP DRAWN TILES READ_AGAIN Esc table_2 DRAWN UP TILES Esc =1 TILES =2 TILES Esc",
    ),
    "tiles": Task(
        "=1 =2 T =8 Enter =2 =D TILES =9 Enter Enter Up T Up X T Enter",
    ),
    "tiles-not-counted": Task("=1 =2 T X T TILES", rules="blank"),
    "totals": Task(
        _HANDS
        + "totals =1 - =k - Enter =x Enter =10 Enter -  Enter =20 Enter Enter sign Esc right Enter right Enter right "
        "Enter right Enter cause sign Enter Enter reopen Enter =looked_again Enter =5 Enter Enter sign =misread Enter "
        "=misread Enter reopen Esc undo undo",
        totals=PaperTotals.DEMANDED,
    ),
    "signed-totals": Task(
        _HANDS
        + "totals right Enter right Enter =100 Enter =-1 Enter cause cause cause sign Enter Enter =as_signed Enter "
        "table_2 =1 =2 =8 Enter totals =8 Enter sign Enter Enter Enter =w Enter =words Enter Enter Enter 7 k",
        counted=CountedTotals.AS_SIGNED,
    ),
    "totals-alone": Task(
        "totals =10 Enter =20 Enter =-30 Enter =0 Enter sign Enter =only_these Enter Enter reopen =misread "
        "Enter sign Enter",
    ),
    "riichi-totals": Task(
        "=1 =2 =3 Enter =30 Enter Enter Enter =2 =D =4 Enter =30 Enter Enter Enter totals with_start Enter "
        "with_start Enter "
        "with_start Enter with_start Enter cause sign Enter Enter Enter Enter undo totals in_unit Enter in_unit Enter "
        "in_unit Enter in_unit Enter sign Enter Enter =words Enter",
        rules="riichi-ema-2025",
    ),
    "verified-session": Task(
        _HANDS + _SIGNED + "table_2 " + _HANDS + _SIGNED + "Enter Enter k 7 Up Up =3 =4 =30 Enter =misread Enter Enter "
        "P =1 =P6 Enter Enter R =2 =twice Enter Enter session_2 =1 =2 =8 Enter reopen =again Enter",
    ),
}


class Scripted(Evening):
    """Somebody who presses the keys of a task."""

    def __init__(self, task: Task) -> None:
        book = Book(FakeStore())
        settings = Settings(
            "Open",
            rules=task.rules,
            sessions=2,
            starts=date(2026, 6, 12),
            paper_totals=task.totals,
            second_reading=task.again,
            counted_totals=task.counted,
        )
        carry_out(book, CreateEvent(settings), by=BY)
        carry_out(book, AddPlayers(tuple(players(8))), by=BY)
        carry_out(book, PublishDraw(SEATING), by=BY)
        self.chance = Random(1)
        Typist.__init__(self, book)

    def press(self, key: str) -> None:
        """Press ``key`` where the cursor is; a key that does nothing there is left out by the page."""
        if key.startswith("="):
            self.apply(self._typed(key[1:].replace("_", " ")))
            return
        presses = self._more_keys()
        if key in presses:
            self.apply(presses[key]())

    def _more_keys(self) -> dict[str, Callable[[], TablesStep]]:
        state, focus = self.state, self.step.focus
        named = {name.replace(" ", "_"): press for name, press in (*self._keys_everywhere(), *self._own_keys())}
        reading = state.second_reading
        if isinstance(focus, ReadingField) and reading is not None and not reading.of_points:
            total = reading.table.sheet.computed[focus.place]
            named["right"] = lambda: reading_stepped(state, reading_draft.typed(reading, focus, str(total)))
        if isinstance(focus, TotalField) and state.table is not None:
            rule, computed = state.table.rules.table, state.table.sheet.computed[focus.column]
            with_start = computed + (rule.starting_points or 0)
            named["with_start"] = lambda: end_keys.total_typed(state, focus.column, str(with_start))
            in_unit = with_start // (rule.sheet_unit or 1)
            named["in_unit"] = lambda: end_keys.total_typed(state, focus.column, str(in_unit))
        return named

    def _own_keys(self) -> Iterator[tuple[str, Callable[[], TablesStep]]]:
        state, focus = self.state, self.step.focus
        place = PagePart.PAGE if focus is None else focus
        if place is not PagePart.PAGE:
            for key in PageKey:
                yield key.name, partial(page_keys.pressed, state, key)
        yield from ((name, press) for name, press in self._keys() if not name.startswith("session "))
        if state.penalty is not None:
            penalty = state.penalty
            yield "Esc", lambda: cursor.back(state)
            yield "session", lambda: penalty_stepped(state, penalty_draft.belonging(penalty, for_session=True))
        elif state.repair is not None:
            yield "Esc", lambda: cursor.back(state)
        if state.second_reading is not None:
            reading = state.second_reading
            yield "reader", lambda: TablesStep(state, ReadingPart.READER)
            if focus is ReadingPart.READER:
                yield "Enter", lambda: reading_stepped(state, reading_draft.reader_confirmed(reading, BY.author))

    def _typed(self, text: str) -> TablesStep:
        state, focus = self.state, self.step.focus
        match focus:
            case PenaltyField() if state.penalty is not None:
                return penalty_stepped(state, penalty_draft.typed(state.penalty, focus, text, ENGLISH))
            case RepairField() if state.repair is not None:
                return repair_stepped(state, repair_draft.typed(state.repair, focus, text, ENGLISH))
            case ReadingField() | ReadingPart() if state.second_reading is not None:
                return reading_stepped(state, reading_draft.typed(state.second_reading, focus, text))
            case TotalField():
                return end_keys.total_typed(state, focus.column, text)
            case PagePart.CANCEL_REASON:
                return cursor.cancel_typed(state, text)
            case PagePart.SIGNING_QUESTION | PagePart.SIGNING_REASON:
                return end_keys.reason_typed(state, text)
            case PagePart.JUMP:
                return cursor.jump_typed(state, text)
            case _ if state.hand is not None:
                field = HandField.POINTS if focus is Marked.POINTS else focus
                assert isinstance(field, TypedField)
                return hand_keys.typed(state, field, text, ENGLISH)
            case _:
                return cursor.typed_on_page(state, text)


def of_change(state: TablesState) -> Iterator[str]:
    """What the form at the cursor announces that it changes."""
    table = state.table
    if table is None:
        return
    view = table.view
    yield f"results are out: {results_are_out(view, *table.place)}; read {state.can_be_read} {state.in_reading}"
    commands = [end_keys.changes_known(state)]
    if state.penalty is not None:
        commands.append(state.penalty.changes_known(ENGLISH))
    if state.repair is not None:
        commands.append(state.repair.tried)
    for command in commands:
        effect: EntryEffect | None = effect_of_command(view, command) if command is not None else None
        if effect is not None:
            yield f"changes: {said(standings_text(view, effect))}"


def of_reading(state: TablesState) -> Iterator[str]:
    reading = state.second_reading
    if reading is None:
        return
    yield f"asked: {reading.fields} {reading.differs_twice} {reading.missing} {said(reading.table.names[0])}"
    if reading.again:
        yield f"again: {said(again_text(reading))}"
    if reading.mismatches:
        yield f"twice: {said(differs_text(reading.table, reading.mismatches))} {reading.mismatches}"


def lines_of(typist: Scripted) -> Iterator[str]:
    view = typist.book.view
    yield from shown(typist)
    yield from of_change(typist.state)
    yield from of_reading(typist.state)
    for row in newest_first(penalties_of_event(view)):
        yield f"given: {row.session} {row.table} {said(cancellation_text(row))}"


def transcript(task: Task) -> Iterator[str]:
    typist = Scripted(task)
    before: set[str] = set()
    for key in task.keys.split():
        entries = len(typist.book.view.journal)
        typist.press(key)
        step, now = typist.step, list(lines_of(typist))
        yield f"{key} → {step.focus} {said(step.message)}".rstrip()
        for position in range(entries, len(typist.book.view.journal)):
            entry = typist.book.view.journal[position]
            yield f"  saved: {saved_words(typist.book.view, entry, said)}".rstrip()
        yield from (f"  {line}".rstrip() for line in now if line not in before)
        before = set(now)


@pytest.mark.parametrize("name", TASKS)
def test_each_key_of_a_task_shows_what_was_reviewed(name: str, reviewed: Reviewed) -> None:
    made = "".join(f"{line}\n" for line in transcript(TASKS[name]))
    reviewed(REVIEWED / f"{name}.txt", TIME.sub("TIME", made))


def test_no_reviewed_file_of_a_task_is_left_over() -> None:
    assert {path.stem for path in REVIEWED.glob("*.txt")} == set(TASKS)
