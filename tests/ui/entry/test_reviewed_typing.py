"""Keys by chance on the page Tables, and everything that the page shows after each, compared with reviewed files.

A line of them begins with a key. Below it are those lines of the page that changed.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from tests.described import described
from tests.reviewed import Reviewed
from tests.tournament.use_cases.events import players
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.entry.test_table_keys import BY, SEATING, Typist
from tournament.event.settings import PaperTotals, SecondReading, Settings
from tournament.language import ENGLISH, Text
from tournament.ledger.causes import cause_text
from tournament.ledger.entry import is_table_stream
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, RecordHand, carry_out
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw, Undo
from ui.entry import (
    cursor,
    end_keys,
    form,
    hand_keys,
    page_keys,
    penalty_draft,
    reading_draft,
    repair_draft,
    second_reading_keys,
)
from ui.entry.half_typed import half_typed, read, where_text, with_half_typed, written
from ui.entry.hand_draft import action, changes_known, enter_acts, goes_on, questions_of
from ui.entry.page_keys import PageKey
from ui.entry.paper_totals import compare
from ui.entry.penalty_draft import PenaltyField, fault_text, penalties_of_session, receivers_text, sums_of
from ui.entry.reading_draft import ReadingField, ReadingPart
from ui.entry.repair_draft import RepairField
from ui.entry.sheet_lines import accessible_text, hand_matrix, lines_of
from ui.entry.tables_state import (
    PagePart,
    TablesState,
    TablesStep,
    TotalField,
    computed_totals,
    penalty_stepped,
    reading_stepped,
    repair_stepped,
)
from ui.entry.typing_order import HandField, Marked, TypedField, TypingOrder

REVIEWED = Path(__file__).parent / "typing"
KEYS = 140
EVENINGS = {
    "mcr": ("mcr", 1), "mcr-points-first": ("mcr", 2), "guobiao": ("guobiao", 3), "riichi": ("riichi-ema-2025", 4),
    "riichi-more": ("riichi-ema-2016", 5), "french": ("french-classical-advanced", 6),
    "french-simple": ("french-classical-simple", 7), "hong-kong": ("hong-kong", 8),
    "quebec": ("quebec-classical", 9), "zung-jung": ("zung-jung", 10), "mcr-end": ("mcr", 11), "blank": ("blank", 12),
}  # fmt: skip
"""By name: the rules and the seed of an evening."""
_NUMBERS = ("8", "13", "20", "24", "30", "88", "3", "0", "1x")
_WORDS = ("misread", "1", "", "2")
_TOTALS = ("8", "-16", "32", "")

Press = tuple[str, Callable[[], TablesStep]]
"""The name of a key, and what it does."""


Form = TypeVar("Form")


def _typed_in(
    stepped: Callable[[TablesState, Form], TablesStep], state: TablesState, key: Callable[[], Form]
) -> TablesStep:
    """Press a key of a form on the page."""
    return stepped(state, key())


class Evening(Typist):
    """Somebody who presses any key that works where the cursor is."""

    def __init__(self, name: str) -> None:
        rules, seed = EVENINGS[name]
        self.chance = Random(seed)
        self.store = FakeStore()
        self.plan: list[str] = []
        book = Book(self.store)
        settings = Settings(
            "Open",
            rules=rules,
            sessions=2,
            starts=date(2026, 6, 12),
            paper_totals=self.chance.choice(tuple(PaperTotals)),
            second_reading=self.chance.choice(tuple(SecondReading)),
        )
        carry_out(book, CreateEvent(settings), by=BY)
        carry_out(book, AddPlayers(tuple(players(8))), by=BY)
        carry_out(book, PublishDraw(SEATING), by=BY)
        if name.endswith("-end"):
            for hand in range(1, 16):
                carry_out(book, RecordHand(1, 1, hand, Outcome(hand % 4, None, 8 + hand)), by=BY)
        super().__init__(book)
        if name.endswith("-first"):
            self.step = TablesStep(cursor.order_chosen(self.state, TypingOrder.POINTS_FIRST), self.step.focus)

    def press_one(self) -> str:
        """Press the next key of the plan, or any, and say which."""
        presses = list(self._keys())
        if not self.plan and self.chance.random() < 0.5:
            leave = ("Esc", "Esc") if self.chance.random() < 0.7 else ()
            self.plan = [*leave, *self._some_plan()]
        known = dict((*self._keys_everywhere(), *presses))
        while self.plan:
            name = self.plan.pop(0)
            if name in known:
                self.apply(known[name]())
                return name
        if self.chance.random() < 0.15:
            presses = list(self._keys_everywhere())
        name, press = self.chance.choice(presses)
        self.apply(press())
        return name

    def _some_plan(self) -> tuple[str, ...]:
        """Keys that usually enter something."""
        chance, right = self.chance, ("right", "Enter")
        one, other = (f"“{column}”" for column in chance.sample(range(1, 5), 2))
        hand = (one, other, chance.choice(("“8”", "“13”", "“3”")), *("Enter",) * 5)
        fault = chance.choice(("“P9”", "“P6”", "“P1”", "first fault", "second fault", "last fault"))
        plans = (
            hand,
            hand,
            hand,
            ("X", "Enter", "Enter"),
            ("P", one, fault, "Enter", "“10”", "Enter", "“1”", "Enter", "“misread”", *("Enter",) * 2),
            ("R", f"“{chance.randint(1, 6)}”", one, other, "“2”", "Enter", "“misread”", "Enter", "Enter"),
            ("Up", "“misread”", "Enter", "Enter"),
            ("totals", *right * 4),
            ("sign", "Enter", "“misread”", "Enter", "Enter", "“misread”", "Enter"),
            ("V", *right * 4, "Enter", "“misread”", "Enter"),
        )
        return chance.choice(plans)

    def _keys(self) -> Iterator[Press]:
        state, focus = self.state, self.step.focus
        if focus is Marked.POINTS:
            focus = HandField.POINTS
        match focus:
            case PenaltyField() if state.penalty is not None:
                yield from self._in_penalty(state.penalty, focus)
            case RepairField() if state.repair is not None:
                yield from self._in_repair(state.repair, focus)
            case ReadingField() | ReadingPart() if state.second_reading is not None:
                yield from self._in_reading(state.second_reading, focus)
            case TotalField():
                yield from self._in_totals(focus.column)
            case PagePart():
                yield from self._on_page(focus)
            case _ if isinstance(focus, TypedField) and state.hand is not None:
                yield from self._in_hand(focus)
            case _:
                yield from self._on_page(PagePart.PAGE)

    def _in_hand(self, field: TypedField) -> Iterator[Press]:
        state = self.state
        for text in self._texts(field):
            yield f"“{text}”", partial(hand_keys.typed, state, field, text, ENGLISH)
        enter: Press = ("Enter", lambda: hand_keys.confirmed(state, field, ENGLISH))
        yield from [enter] * 8
        yield "Backspace", lambda: hand_keys.erased(state, field)
        yield "Esc", lambda: hand_keys.escaped(state)
        yield "X", lambda: hand_keys.drawn(state)
        yield "submit", lambda: hand_keys.submitted(state)
        yield "T", self._tiles

    def _texts(self, field: TypedField) -> Iterator[str]:
        hand = self.state.hand
        assert hand is not None
        letters = [str(each.key) for each in questions_of(hand.rules) if each.key]
        if field in (HandField.WINNER, HandField.SOURCE):
            yield from ("1", "2", "3", "4", "1", "2", "3", "4", "E", "S", "D", "9")
        elif field is HandField.REASON:
            yield from _WORDS
        else:
            yield from _NUMBERS
        yield from letters[:3]

    def _tiles(self) -> TablesStep:
        step = hand_keys.tiles_asked(self.state)
        if not step.state.tiles_open or step.state.hand is None:
            return step
        return cursor.tiles_left(step.state, step.state.hand.draft, "123m456s789p11z")

    def _in_penalty(self, draft: penalty_draft.PenaltyOnSheet, field: PenaltyField) -> Iterator[Press]:
        texts = {
            PenaltyField.TABLE: ("1", "2", "9"), PenaltyField.HAND: ("1", "2", "20", ""),
            PenaltyField.PLAYER: ("1", "2", "3", "4", "7"), PenaltyField.FAULT: ("P1", "P6", "P9", "late", "zzz", ""),
            PenaltyField.STEP: ("1", "2", "0"), PenaltyField.AMOUNT: ("5", "10", "x", "20"),
            PenaltyField.TO: ("1", "3", "4", "a", "n"), PenaltyField.REASON: _WORDS, PenaltyField.GIVE: (),
        }[field]  # fmt: skip
        state = self.state
        for text in texts:
            yield (
                f"“{text}”",
                partial(_typed_in, penalty_stepped, state, partial(penalty_draft.typed, draft, field, text, ENGLISH)),
            )
        enter: Press = ("Enter", lambda: penalty_stepped(state, form.confirmed(draft, field, ENGLISH)))
        yield from [enter] * 5
        yield "Backspace", lambda: penalty_stepped(state, penalty_draft.player_erased(draft))
        yield "Down", lambda: penalty_stepped(state, penalty_draft.choice_moved(draft, 1, ENGLISH))
        yield "Up", lambda: penalty_stepped(state, penalty_draft.choice_moved(draft, -1, ENGLISH))
        offered = draft.offered(ENGLISH)
        faults = {"first fault": offered[:1], "second fault": offered[1:2], "last fault": offered[-1:]}
        for name, found in faults.items():
            for listed in found:
                key = partial(penalty_draft.fault_chosen, draft, listed)
                yield name, partial(_typed_in, penalty_stepped, state, key)
        if draft.ladder() is not None:
            yield "step 2", lambda: penalty_stepped(state, penalty_draft.step_chosen(draft, 1))
        session = self.chance.random() < 0.5
        yield f"session {session}", lambda: penalty_stepped(state, penalty_draft.belonging(draft, for_session=session))
        if self.chance.random() < 0.3:
            yield "Esc", lambda: cursor.back(state)

    def _in_repair(self, draft: repair_draft.RepairOnSheet, field: RepairField) -> Iterator[Press]:
        texts = {
            RepairField.KIND: ("1", "2", "3", "4", "5", "6", "7"), RepairField.ONE: ("1", "2", "3", "X", "9", "E"),
            RepairField.OTHER: ("1", "2", "3", "4", "D"), RepairField.REASON: _WORDS, RepairField.DO: (),
            RepairField.NUMBER: ("1", "2", "3", "1 2", "8", "20", "x", "2 2"),
        }[field]  # fmt: skip
        state = self.state
        for text in texts:
            yield (
                f"“{text}”",
                partial(_typed_in, repair_stepped, state, partial(repair_draft.typed, draft, field, text, ENGLISH)),
            )
        enter: Press = ("Enter", lambda: repair_stepped(state, form.confirmed(draft, field, ENGLISH)))
        yield from [enter] * 4
        yield "Backspace", lambda: repair_stepped(state, repair_draft.erased(draft, field))
        if self.chance.random() < 0.3:
            yield "Esc", lambda: cursor.back(state)

    def _in_reading(self, draft: reading_draft.ReadingOnSheet, place: reading_draft.ReadingPlace) -> Iterator[Press]:
        state, sheet = self.state, draft.table.sheet
        right = ""
        if isinstance(place, ReadingField):
            points = [line.outcome.points if line.outcome is not None else "" for line in sheet.hands]
            values: Sequence[object] = points if draft.of_points else sheet.paper
            right = str(values[place.place])
        yield "right", lambda: reading_stepped(state, reading_draft.typed(draft, place, right))
        for text in ("8", "x", "", "Reader Sample"):
            yield (
                f"“{text}”",
                partial(_typed_in, reading_stepped, state, partial(reading_draft.typed, draft, place, text)),
            )
        enter: Press = ("Enter", lambda: reading_stepped(state, form.confirmed(draft, place, ENGLISH)))
        yield from [enter] * 6
        yield "F6", lambda: reading_stepped(state, reading_draft.switched(draft))
        yield "reader", lambda: reading_stepped(state, reading_draft.reader_confirmed(draft, BY.author))
        yield "Esc", lambda: second_reading_keys.left(state)
        yield "8 in vain", lambda: second_reading_keys.typed_in_vain(state, "8")

    def _in_totals(self, column: int) -> Iterator[Press]:
        state = self.state
        computed = str(state.table.sheet.computed[column]) if state.table is not None else ""
        yield "right", lambda: end_keys.total_typed(state, column, computed)
        for text in _TOTALS:
            yield f"“{text}”", partial(end_keys.total_typed, state, column, text)
        enter: Press = ("Enter", lambda: end_keys.total_confirmed(state, column))
        yield from [enter] * 6
        yield "-", lambda: end_keys.total_continued(state, column)
        yield "k", lambda: end_keys.total_key_refused(state, "k")
        yield "Esc", lambda: cursor.totals_left(state)
        yield "cause", lambda: end_keys.next_cause(state)
        yield "sign", lambda: end_keys.sign_asked(state)

    def _on_page(self, part: PagePart) -> Iterator[Press]:
        state, view = self.state, self.book.view
        match part:
            case PagePart.PAGE:
                for page_key in PageKey:
                    yield page_key.name, partial(page_keys.pressed, state, page_key)
                yield "Enter", lambda: cursor.next_sheet(state, view)
                yield "Esc", lambda: cursor.next_hand(state)
                for key in ("7", "-", "k"):
                    yield key, partial(cursor.typed_on_page, state, key)
                yield "reopen", lambda: end_keys.reopen_asked(state)
                yield "totals", lambda: end_keys.totals_asked(state)
            case PagePart.CANCEL_REASON:
                for text in _WORDS:
                    yield f"“{text}”", partial(cursor.cancel_typed, state, text)
                yield "Enter", lambda: cursor.cancel_confirmed(state)
                yield "Esc", lambda: cursor.next_hand(state)
            case PagePart.SIGNING_QUESTION | PagePart.SIGNING_REASON:
                for text in _WORDS:
                    yield f"“{text}”", partial(end_keys.reason_typed, state, text)
                enter: Press = ("Enter", lambda: end_keys.answered(state))
                yield from [enter] * 4
                yield "Esc", lambda: end_keys.given_up(state)
            case PagePart.JUMP:
                for text in ("1", "2", "2 1", "9", "Q1"):
                    yield f"“{text}”", partial(cursor.jump_typed, state, text)
                yield "Enter", lambda: cursor.jump_confirmed(state, view, 1)
                yield "Esc", lambda: cursor.jump_left(state)

    def _keys_everywhere(self) -> Iterator[Press]:
        state, view = self.state, self.book.view
        yield "Up", lambda: cursor.row_moved(state, -1)
        yield "Up", lambda: cursor.row_moved(state, -1)
        yield "Down", lambda: cursor.row_moved(state, 1)
        yield "P", lambda: page_keys.pressed(state, PageKey.PENALTY)
        yield "P", lambda: page_keys.pressed(state, PageKey.PENALTY)
        yield "R", lambda: page_keys.pressed(state, PageKey.REPAIR)
        yield "R", lambda: page_keys.pressed(state, PageKey.REPAIR)
        yield "G", lambda: page_keys.pressed(state, PageKey.GO_TO_TABLE)
        yield "V", lambda: page_keys.pressed(state, PageKey.READ_AGAIN)
        yield "totals", lambda: end_keys.totals_asked(state)
        yield "sign", lambda: end_keys.sign_asked(state)
        yield "reopen", lambda: end_keys.reopen_asked(state)
        yield "table 2", lambda: cursor.go_to(state, view, 1, 2)
        yield "table 1", lambda: cursor.go_to(state, view, 1, 1)
        yield "session 2", lambda: cursor.go_to_session(state, view, 2)
        yield "undo", self._undo
        yield "restart", self._restart

    def _undo(self) -> TablesStep:
        if is_table_stream(self.book.view.journal[-1].stream):
            carry_out(self.book, Undo(), by=BY)
        return cursor.look_again(self.state, self.book.view, 1)

    def _restart(self) -> TablesStep:
        """The program is started again: what is unfinished is read from where it was kept."""
        kept = read(written(half_typed(self.state)))
        order, view = self.state.order, self.book.view
        begun = cursor.look_again(replace(TablesState(), order=order), view, 1).state
        return cursor.look_again(with_half_typed(begun, kept, view), view, 1)


def said(text: Text | str | None) -> str:
    return "" if text is None else ENGLISH.render(text).replace("\n", " / ")


def of_hand(state: TablesState) -> Iterator[str]:
    hand = state.hand
    if hand is None:
        return
    yield from described(hand.draft, "hand")
    yield f"Enter: {said(action(hand))}, {enter_acts(hand)}, {goes_on(hand, None)}; {hand.place}; {hand.changed}"
    yield f"fields: {' '.join(map(str, hand.fields))}"
    yield f"known: {changes_known(hand)}"


def of_forms(state: TablesState) -> Iterator[str]:
    penalty, repair, reading = state.penalty, state.repair, state.second_reading
    if penalty is not None:
        yield from described(penalty.typed, "penalty")
        yield f"fields: {[each.name for each in penalty.fields]} {penalty.missing} {penalty.ladder()}"
        yield f"offered: {len(penalty.offered(ENGLISH))} {penalty.hand} {penalty.measure} {len(penalty.earlier())}"
        given, why = penalty.preview(ENGLISH)
        yield f"preview: {given} {said(why)}"
    if repair is not None:
        problem = repair.problem()
        yield from described(repair.typed, "repair")
        yield f"fields: {[(each.name, said(repair.question(each))) for each in repair.fields]} {repair.missing}"
        yield f"tried: {repair.tried} {said(problem.text) if problem else ''}"
    if reading is not None:
        yield f"reading: {reading.texts} {reading.of_points} {reading.reader} {reading.again} {reading.reason}"
        yield f"refused: {said(reading.refusal.problem.text) if reading.refusal else ''} {reading.away}"
    for each in (penalty, repair):
        if each is not None and each.refusal is not None:
            yield f"refused: {each.refusal.field} {each.refusal.problem.code} {said(each.refusal.problem.text)}"


def of_end(state: TablesState) -> Iterator[str]:
    table = state.table
    if table is None:
        return
    hand = state.hand
    computed = computed_totals(table, hand.in_progress if hand is not None else None)
    totals = state.totals
    problems = "; ".join(map(said, filter(None, totals.problems(computed))))
    yield f"totals: {totals.texts} {totals.numbers} {totals.missing} {totals.unreadable} {problems}"
    compared = compare(table.sheet, computed, totals.numbers)
    if compared is not None:
        agreement, title, text = compared
        yield f"compared: {agreement.name} {said(title)} {said(text)}"
    causes = end_keys.listed(end_keys.causes_shown(state, computed), state.cause)
    yield f"causes: {'; '.join(said(cause_text(cause, rules=table.rules)) for cause in causes)}"
    signing = state.signing
    yield f"signing: {signing.question.name} {signing.reason} {said(signing.problem)} {said(state.signing_blocked)}"
    yield f"end: {end_keys.changes_known(state)} {said(state.jump.problem)} {said(state.cancel.problem)}"


def of_sheet(state: TablesState) -> Iterator[str]:
    table = state.table
    if table is None:
        return
    hand = state.hand
    progress = hand.in_progress if hand is not None else None
    names = ("Ada", "Ben", "Cleo", "Dora")
    for line in lines_of(table, row=state.row, in_progress=progress):
        if not line.waiting or line.current:
            signs = "".join(said(sign) for cell in line.cells for sign in cell.signs)
            yield f"| {accessible_text(line, names, said)} {signs}{'<' * line.current}"
    matrix = hand_matrix(table, state.row, progress)
    if matrix is not None:
        yield from described(matrix, "square")
    for row in penalties_of_session(table.view, table.sheet.session):
        yield f"penalty: {said(fault_text(row))}: {said(receivers_text(row))}"
    yield f"sums: {sums_of(table.view, table.sheet.session)}"
    kept = half_typed(state)
    yield f"unfinished: {sorted(state.half_typed_tables(1))} {said(where_text(kept)) if not kept.empty else ''}"


def shown(evening: Evening) -> list[str]:
    """The lines of the page; entries are not named by their ids, which are others each time."""
    state = evening.state
    refusal = state.refusal
    place = state.table.place if state.table is not None else None
    row = (state.row.hand, bool(state.row.penalty)) if state.row is not None else None
    head = f"{place} {row} {state.can_be_read} {state.hides_sheet(BY.author)}"
    lines = [f"at: {head}", *of_sheet(state), *of_hand(state), *of_forms(state), *of_end(state)]
    if refusal is not None:
        lines.append(f"refused: {refusal.field} {refusal.problem.code} {refusal.asks} {said(refusal.problem.text)}")
    return lines


TIME = re.compile(r"\b\d\d:\d\d\b")
"""When an entry was made: now."""


def transcript(name: str) -> Iterator[str]:
    evening = Evening(name)
    before: set[str] = set()
    for _ in range(KEYS):
        key = evening.press_one()
        step, now = evening.step, shown(evening)
        yield f"{key} → {step.focus} {said(step.message)}".rstrip()
        yield from (f"  {line}".rstrip() for line in now if line not in before)
        before = set(now)


@pytest.mark.parametrize("name", EVENINGS)
def test_keys_by_chance_show_what_was_reviewed(name: str, reviewed: Reviewed) -> None:
    made = "".join(f"{line}\n" for line in transcript(name))
    reviewed(REVIEWED / f"{name}.txt", TIME.sub("TIME", made))


def test_no_reviewed_file_of_typing_is_left_over() -> None:
    assert {path.stem for path in REVIEWED.glob("*.txt")} == set(EVENINGS)
