"""A tired referee at the real window, who types paper sheets by key presses, slips, looks up and corrects mistakes.

The referee reads only what the window shows: which hand is next, the rows, the questions, the cards of the tables. The
referee plays by every rule set, adds the penalties of a paper when all rows are typed, and now and then repairs a row
by mistake and undoes that. In both cases the totals are typed without looking.
What became of the sheets is judged afterwards, from the event's file, by tests.referee.judging.
"""

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from tests.referee.judging import Result, outcome_of
from tests.referee.paper import Paper, PaperPenalty, random_paper
from tournament import catalogue
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.sheet import Sheet, SheetMark
from tournament.rules.payment import Outcome
from tournament.use_cases import By, carry_out, plan_seating
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.desktop import bootstrap
from ui.desktop.pages.tables import sheet_table
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.widgets.cards import Question
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.flash import Flash
from ui.desktop.widgets.key_router import PAUSE, key_router, reason_unread
from ui.desktop.window import Window
from ui.entry.sheet_lines import notes_of, result_of, value_of, without_marks


def key_router_pauses() -> bool:
    """Whether keys are ignored now, after a refused one."""
    router = key_router()
    return router is not None and router.pauses


TABLES = 4
SLIPS = 0.12
"""How likely something goes wrong with a row: about twice a sheet."""
_ATTEMPTS = 4
"""How often the referee tries to sign one sheet before leaving it."""
_MOST_KEYS = 5_000
"""A sheet that is not done after so many keys never will be: usually it takes 60 to 300."""
_KEYS = {
    "Enter": Qt.Key.Key_Return,
    "Esc": Qt.Key.Key_Escape,
    "Up": Qt.Key.Key_Up,
    "Down": Qt.Key.Key_Down,
    "Backspace": Qt.Key.Key_Backspace,
    "F6": Qt.Key.Key_F6,
    "Tab": Qt.Key.Key_Tab,
}


class Slip(Enum):
    """What goes wrong while a row, or a total, is typed."""

    WRONG_WINNER = "another winner"
    WRONG_SOURCE = "another discarder"
    WRONG_DIGIT = "a digit of the points changed"
    SWAPPED_DIGITS = "two digits of the points exchanged"
    DOUBLED_ENTER = "Enter pressed twice"
    HELD_ENTER = "Enter held"
    DOUBLED_KEY = "a key pressed twice"
    DRAWN_KEY = "X in the middle of a row"
    BACKSPACE = "Backspace too often in the middle of a row"
    DOUBLED_INSIDE = "Enter pressed twice in the middle of a row"
    STRAY_LETTER = "a letter beside the digits"
    SKIPPED_ROW = "a row of the paper left out"
    REPEATED_ROW = "a row of the paper typed twice"
    ESCAPED = "Esc in the middle of a row"
    ANOTHER_PAGE = "another page in the middle of a row"
    ANOTHER_TABLE = "another table in the middle of a row, and back"
    UNDONE = "Ctrl Z instead of Shift"
    ARROW = "an arrow in the middle of a row"
    REFUSED_INSIDE = "a key that is refused in the middle of a row, and typed on"
    UNDONE_OFTEN = "Ctrl Z several times in a row"
    HABITUAL_JUMP = "G, a table and Enter by habit in the middle of a row"
    TAB = "Tab in the middle of a row, and typed on"
    CLICK = "a click in the middle of a row, and typed on"
    QUESTION_INSIDE = "points that are asked about, and typed on"
    PENALTY_TWICE = "the penalty of the paper given twice"
    HABITUAL_REASON = "G and a number by habit where a reason is asked"


_ADDED: dict[Slip, tuple[str, ...]] = {
    Slip.DOUBLED_KEY: (),
    Slip.DRAWN_KEY: ("X",),
    Slip.BACKSPACE: tuple(" ".join(["Backspace"] * times) for times in range(1, 8)),
    Slip.DOUBLED_INSIDE: ("Enter",),
    Slip.STRAY_LETTER: tuple("QWRTYPLKJHGFSAZCVBNM"),
    Slip.ESCAPED: ("Esc",),
    Slip.UNDONE: ("Ctrl+Z",),
    Slip.ARROW: ("Up", "Down"),
    Slip.REFUSED_INSIDE: ("9", "0", "K", "+"),
    Slip.UNDONE_OFTEN: ("Ctrl+Z Ctrl+Z", "Ctrl+Z Ctrl+Z Ctrl+Z"),
    Slip.TAB: ("Tab", "Tab Tab", "Shift+Tab"),
}
"""Slips that press one key more."""


class Row(NamedTuple):
    """A row of the sheet as it is shown."""

    result: str
    points: str
    values: tuple[str, ...]
    """Of the four hands, where all are paid."""


class Clock:
    """The referee's time, which every key and every look moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Tally:
    """What was counted over all sheets."""

    results: Counter[Result] = field(default_factory=Counter)
    slips: Counter[Slip] = field(default_factory=Counter)
    keys: int = 0
    lost: list[str] = field(default_factory=list)
    """Keys that changed nothing while the window showed no refusal, question or message."""
    accidents: list[str] = field(default_factory=list)
    """Sheets that were signed or reopened by keys that were meant for something else."""
    wrong: list[str] = field(default_factory=list)
    """Each sheet that was verified and wrong without a mark, with what is needed to see it again, and each failure of
    the window."""

    def add(self, other: "Tally") -> None:
        """Count what another counted too."""
        self.results += other.results
        self.slips += other.slips
        self.keys += other.keys
        self.lost += other.lost
        self.accidents += other.accidents
        self.wrong += other.wrong


def over_old_answers(keys: list[str], shown: Row) -> list[str]:
    """The ``keys`` that type a row over what it shows: riichi is removed first, and nothing is left as it was."""
    if "Riichi:" in shown.result:
        place = keys.index("I") + 1 if "I" in keys else len(keys) - 1
        keys = [*keys[:place], *(() if "I" in keys else ("I",)), "Backspace", *keys[place:]]
    if shown.values and keys[0] != "X":
        keys = [
            k for i, k in enumerate(keys) for k in (("0", k) if k == "Enter" and not keys[i - 1].isdigit() else (k,))
        ]
    return keys


class Referee:
    """Types papers into a window. ``careful`` is the probability of looking up after a row."""

    def __init__(self, window: Window, chance: random.Random, clock: Clock, *, slips: float = SLIPS) -> None:
        self.window = window
        page = window.page("tables")
        assert isinstance(page, TablesPage)
        self.page = page
        self.chance, self.clock, self.slips = chance, clock, slips
        self.careful = chance.choice((0.5, 0.8, 0.95))
        self.tally = Tally()
        self.log: list[str] = []
        """The keys of the sheet in hand, for a fault report."""
        self.flashed: list[Flash] = []
        """Every flash that told of a key which did nothing."""
        self.signs = False
        """Whether what is pressed now is meant to sign or to reopen a sheet."""

    # keys

    def press(self, keys: str, *, after: float | None = None) -> None:
        """Press ``keys``, parted by spaces: a name such as ``Enter``, ``Ctrl+Z``, ``Alt+4``, or characters.

        Without ``after``, each comes as quickly as a practised typist presses it.
        """
        for key in keys.split():
            self.log.append(key)
            assert len(self.log) < _MOST_KEYS, f"the sheet takes no end of keys: {self._keys()}"
            held = Qt.KeyboardModifier.NoModifier
            name = key
            for prefix, modifier in (
                ("Ctrl+", Qt.KeyboardModifier.ControlModifier),
                ("Alt+", Qt.KeyboardModifier.AltModifier),
                ("Shift+", Qt.KeyboardModifier.ShiftModifier),
            ):
                if name.startswith(prefix):
                    name, held = name.removeprefix(prefix), modifier
            if name in _KEYS:
                self._strike(_KEYS[name], held, after)
            elif held is not Qt.KeyboardModifier.NoModifier:
                self._strike(Qt.Key(ord(name)), held, after)
            else:
                for character in name:
                    self._strike(character, held, after)

    def _strike(self, key: Qt.Key | str, held: Qt.KeyboardModifier, after: float | None) -> None:
        if self.asked() or key_router_pauses() or reason_unread():
            QApplication.processEvents()  # what the window shows is painted
        self.clock.now += self.chance.uniform(0.06, 0.4) if after is None else after
        self.tally.keys += 1
        target = QApplication.activePopupWidget() or self._target()
        before, closed = self._seen(), self._closed()
        flashes = len(self.flashed)
        self._send(key, held, target)
        typed = held is Qt.KeyboardModifier.NoModifier and (isinstance(key, str) or key is Qt.Key.Key_Return)
        if typed and self._seen() == before and len(self.flashed) == flashes:
            self.tally.lost.append(f"{key!r} on {type(target).__name__} “{target.accessibleName()}”: {self._keys()}")
        if not self.signs and self._closed() != closed:
            self.tally.accidents.append(self._keys())

    def _target(self) -> QWidget:
        """What has the focus in the window, or in the dialog over it, which gets all keys until it is closed.

        The window manager of a screen would activate a dialog that was opened, and the window when it is closed.
        """
        above = QApplication.activeModalWidget() or self.window
        focused = QApplication.focusWidget()
        if focused is None or focused.window() is not above:
            above.activateWindow()
            QApplication.processEvents()
            focused = QApplication.focusWidget()
        return focused or above

    def _keys(self) -> str:
        return " ".join(self.log[-30:])

    def _seen(self) -> object:
        """What a key may change: the state of the page, the focus, the text at the cursor, the page, a dialog."""
        focused = QApplication.focusWidget()
        text = focused.text() if isinstance(focused, QLineEdit) else ""
        above = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        return id(self.page.state), id(focused), text, self.window.current, self.window.messages.text(), above

    def _closed(self) -> frozenset[tuple[int, int]]:
        """The sheets that are signed."""
        view = self.window.controller.view
        assert view is not None
        places = ((session, each) for session in view.session_numbers for each in view.sheets(session))
        return frozenset((session, each.table) for session, each in places if each.closed is not None)

    def _send(self, key: Qt.Key | str, held: Qt.KeyboardModifier, target: QWidget) -> None:
        if isinstance(key, str):
            QTest.keyClicks(target, key, held)
        else:
            QTest.keyPress(target, key, held)
            QTest.keyRelease(QApplication.focusWidget() or self.window, key, held)

    def words(self, text: str) -> None:
        """Type a sentence."""
        for character in text:
            self._strike(character, Qt.KeyboardModifier.NoModifier, 0.1)

    def look(self) -> None:
        """Look at the window: pending painting is done, and there is time to read it."""
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        self.clock.now += 1.5

    # what the referee sees

    def waiting(self) -> int | None:
        """The hand that the form names; None when it is not in view."""
        form = self.page.panel.hand  # the shortest form has no room for its title
        return int(form._title.text().split()[-1]) if form.isVisible() else None

    def asked(self) -> str:
        """What is asked in the window now."""
        return " ".join(question.text() for question in tuple(Question.in_view) if question.asks)

    def card(self, table: int) -> str:
        """The state of a table, in the words of its card."""
        return self.page.cards.cards[table - 1].state()

    def signed(self, table: int) -> bool:
        """Whether the card of a table says that it needs no more typing."""
        return self.card(table).startswith(("Verified", *(each.heading.message for each in SheetMark)))

    def table_in_view(self) -> int:
        """The table whose card is chosen."""
        return next(card.number for card in self.page.cards.cards if card._selected)

    def row(self, hand: int) -> Row:
        """Result, points and the four values as a row of the sheet shows them."""
        model = self.page.score_sheet.model
        for index in range(model.rowCount()):
            if str(model.index(index, sheet_table.NUMBER).data()) == str(hand):
                cells = [
                    str(model.index(index, column).data() or "") for column in (sheet_table.RESULT, sheet_table.POINTS)
                ]
                players = range(sheet_table.FIRST_PLAYER, sheet_table.COUNT) if model.four_values else ()
                values = (model.index(index, column).data(Role.COPIED) for column in players)
                place = model.line(index).place
                before = "" if place is None else f"{ENGLISH.render(place[0])} · "
                return Row(cells[0].removeprefix(before), cells[1], tuple(str(value[0]) for value in values))
        return Row("", "", ())

    def expected(self, paper: Paper, hand: Outcome) -> Row:
        """What a row shows when it is as on the paper."""
        model = self.page.score_sheet.model
        names = [
            str(model.headerData(sheet_table.FIRST_PLAYER + column, Qt.Orientation.Horizontal)) for column in range(4)
        ]
        shown = (result_of(hand, names), *(note.text for note in notes_of(hand, paper.rules, names)))
        result = " · ".join(without_marks(ENGLISH.render(each)) for each in shown)
        values: tuple[str, ...] = ("", "", "", "") if model.four_values else ()
        if hand.values is not None and not hand.drawn:
            values = tuple(map(str, hand.values))
        worth = value_of(hand, paper.rules)
        return Row(result, worth if isinstance(worth, str) else ENGLISH.render(worth), values)

    # typing

    def type_pile(self, pile: list[Paper]) -> None:
        """Type the papers of a session, then look again at those of which the card does not say verified."""
        for paper in pile:
            self.type_paper(paper)
        for paper in pile:
            if not self.signed(paper.table):
                self.type_paper(paper)

    def type_paper(self, paper: Paper) -> None:
        """Type a whole sheet, sign it if possible, and correct mistakes that are noticed."""
        self.log.clear()
        if not self._go_to(paper):
            return
        table = self.table_in_view()
        if self.signed(table):  # another paper was typed here by mistake
            self.signs = True
            self.press("Ctrl+R")
            self.look()
            self.words("typed at the wrong table")
            self.press("Enter")
            self.signs = False
            self.look()
        if any(self.row(number).points for number in range(1, len(paper.hands) + 1)):
            self._mend(paper)
        else:
            self._type_rows(paper)
        self._repair_and_back(paper)
        self._punish(paper)
        self._sign(paper)

    def _go_to(self, paper: Paper) -> bool:
        """Take the table of ``paper``, or once in a while another one without noticing; False when it does not go."""
        if self.chance.random() < 0.5 and self.window.current == "tables":  # behind a signed sheet Enter goes on
            self.press("Enter", after=0.5)
            self.look()
            if self.table_in_view() == paper.table and self.card(paper.table) == "No hands yet":
                return True
        for _ in range(5):
            if self.window.current != "tables":
                self.press("Alt+4")
            self._settle()
            table = self.chance.randint(1, TABLES) if self.chance.random() < self.slips / 2 else paper.table
            self.press(f"QV:{paper.session}-{table:02}", after=0.02)
            self.press("Enter", after=0.4)
            self.look()
            if self.asked():
                self.press("Enter")
                self.look()
            if self.table_in_view() == paper.table:
                return True
            if self.chance.random() < 0.2 and not self.signed(self.table_in_view()):
                return True  # the referee did not look
        return False

    def judge(self, sheet: Sheet, paper: Paper, event: str) -> None:
        """Count what became of the sheet of ``paper``."""
        result = outcome_of(sheet, paper)
        self.tally.results[result] += 1
        if result is Result.WRONG:
            self.tally.wrong.append(f"{event}, session {paper.session}, table {paper.table}")

    def _settle(self) -> None:
        """Esc until nothing is asked or half typed."""
        for _ in range(3):
            self.press("Esc")
        self.look()
        dialog = QApplication.activeModalWidget()  # no further key would reach the sheet
        assert dialog is None, f"Esc does not close {type(dialog).__name__}: {self._keys()}"

    def _type_rows(self, paper: Paper) -> None:
        index = 0
        while index < len(paper.hands):
            slip = self.chance.choice(tuple(Slip)) if self.chance.random() < self.slips else None
            if slip is not None:
                self.tally.slips[slip] += 1
            if slip is Slip.SKIPPED_ROW:
                index += 1
                continue
            self._type_row(paper, paper.keys_of(paper.hands[index]), slip)
            if slip is Slip.REPEATED_ROW:
                self._type_row(paper, paper.keys_of(paper.hands[index]), None)
            index += 1
            if self.chance.random() < self.careful:
                self.look()
                full = index == len(paper.hands) and not paper.growing
                if self.asked() or self.waiting() != (None if full else index + 1):
                    self._mend(paper, upto=index)

    def _type_row(self, paper: Paper, keys: list[str], slip: Slip | None) -> None:
        middle = self.chance.randrange(len(keys))
        keys = self._slipped(keys, middle, slip)
        for position, key in enumerate(keys):
            if slip is Slip.ANOTHER_PAGE and position == middle:
                self.press("Alt+5")
                self.look()
                self.press("Alt+4")
                self.look()
            if slip is Slip.ANOTHER_TABLE and position == middle:
                self.press(f"G {self.chance.randint(1, TABLES)} Enter")
                self.look()
                self._go_back(paper)
            if slip is Slip.HABITUAL_JUMP and position == middle:
                self.press(f"G {self.chance.randint(1, TABLES)} Enter")
            if slip is Slip.CLICK and position == middle:
                self._click()
            if slip is Slip.QUESTION_INSIDE and key.isdigit() and position >= 2:
                key += str(self.chance.randint(0, 9))
            self.press(key)
            if key_router_pauses() and self.chance.random() < 0.5:
                self._notice()
        if slip is Slip.DOUBLED_ENTER:
            self.press("Enter", after=self.chance.uniform(0.06, 0.4))
        if slip is Slip.HELD_ENTER:
            for _ in range(5):
                target = QApplication.focusWidget() or self.window
                self.clock.now += 0.03
                self._repeat_enter(target)

    def _notice(self) -> None:
        """Notice that a key was refused: pause, and go back to the beginning of the hand."""
        self.look()
        self.clock.now += PAUSE
        self.press("Esc")

    def _click(self) -> None:
        """Click somewhere on the page: on a row, a card, a button that is not the one that signs, or beside them."""
        page = self.page
        rows = page.score_sheet.view.viewport()
        parts = [rows, *page.cards.cards, page.panel.hand, page.panel.hand.points.line, page.panel.legend, page]
        part = self.chance.choice([each for each in parts if each.isVisible()])
        point = QPoint(self.chance.randrange(max(part.width(), 1)), self.chance.randrange(max(part.height(), 1)))
        if part is page and page.childAt(point) is not None:
            return
        self.log.append("click")
        QTest.mouseClick(part, Qt.MouseButton.LeftButton, pos=point)

    def _slipped(self, keys: list[str], middle: int, slip: Slip | None) -> list[str]:
        """The keys of a row as they are pressed."""
        changed, chance = list(keys), self.chance
        if slip in _ADDED:
            changed.insert(middle, keys[middle] if slip is Slip.DOUBLED_KEY else chance.choice(_ADDED[slip]))
        numbers = [at for at, key in enumerate(keys) if at >= 2 and key.isdigit()]
        if not numbers or slip is None or len(changed) != len(keys):
            return changed
        at = chance.choice(numbers)
        points = keys[at]
        place = chance.randrange(len(points))
        if slip is Slip.WRONG_WINNER:
            changed[0] = str(chance.randint(1, 4))
        elif slip is Slip.WRONG_SOURCE:
            changed[1] = chance.choice("1234D")
        elif slip is Slip.WRONG_DIGIT:
            changed[at] = points[:place] + str(chance.randint(0, 9)) + points[place + 1 :]
        elif slip is Slip.SWAPPED_DIGITS:
            changed[at] = points[1::-1] + points[2:]
        return changed

    @staticmethod
    def _repeat_enter(target: QWidget) -> None:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True, 1)
            QApplication.sendEvent(target, event)

    def _go_back(self, paper: Paper) -> None:
        self.press(f"G {paper.table} Enter")
        self.look()

    # mending

    def _mend(self, paper: Paper, upto: int | None = None) -> bool:
        """Compare the rows with the paper, one by one, and correct those that differ; True if all agree."""
        upto = len(paper.hands) if upto is None else upto
        for _ in range(3):
            if self.window.current != "tables":
                self.press("Alt+4")
            self._settle()
            if self.table_in_view() != paper.table:
                self._go_back(paper)
                self._settle()
            if paper.growing and upto == len(paper.hands) and self.row(upto + 1).points:
                self._delete(upto + 1)
                continue
            wrong = [n for n in range(1, upto + 1) if self.row(n) != self.expected(paper, paper.hands[n - 1])]
            if not wrong:
                self._go_on(paper, upto)
                return True
            for number in wrong:
                self._retype(paper, number)
        return False

    def _delete(self, number: int) -> None:
        """Delete a row too many."""
        if self._walk_to(number):
            self.press("R 2")
            self.words("typed twice")
            self.press("Enter")
            self.look()
            if self.asked():
                self.press("Enter")
                self.look()

    def _go_on(self, paper: Paper, upto: int) -> None:
        """Stand where the next row waits."""
        if upto < len(paper.hands) and self.waiting() != upto + 1:
            self._walk_to(upto + 1)

    def _walk_to(self, number: int) -> bool:
        before: int | None = -1
        for _ in range(2 * 20):
            here = self.waiting()
            if here in (number, before):
                break
            before = here
            self.press("Up" if here is None or here > number else "Down", after=0.1)
            QApplication.sendPostedEvents()
        return self.waiting() == number

    def _retype(self, paper: Paper, number: int) -> None:
        if not self._walk_to(number):
            return
        shown = self.row(number)
        recorded = bool(shown.points)
        self.look()
        keys = paper.keys_of(paper.hands[number - 1])
        for key in over_old_answers(keys, shown) if recorded else keys:
            self.press(key)
        if self.chance.random() < self.slips:
            self.tally.slips[Slip.DOUBLED_ENTER] += 1
            self.press("Enter", after=self.chance.uniform(0.06, 0.4))
        self.look()
        if self.asked():
            self.press("Enter")
            self.look()
        if recorded and self.row(number) == self.expected(paper, paper.hands[number - 1]) and self.waiting() == number:
            if self.chance.random() < 0.5:
                self.press("1")  # the usual reason
            else:
                self.words("misread")
            self.press("Enter")
            self.look()
            if self.asked():
                self.press("Enter")
                self.look()

    # what is done when all rows are in

    def _punish(self, paper: Paper) -> None:
        """Give the penalty of the paper, in its row, unless the sheet shows it already."""
        penalty = paper.penalty
        if penalty is None or self._punished(penalty):
            return
        self._settle()
        if self._walk_to(penalty.hand):
            self.look()
            self.press(f"P {penalty.player + 1} {penalty.fault} Enter", after=0.2)
            self.press("Enter", after=0.5)
            if self.chance.random() < self.slips:
                self.tally.slips[Slip.PENALTY_TWICE] += 1
                self.press(f"P {penalty.player + 1} {penalty.fault} Enter Enter")
                self.look()
                self.press("Esc")

    def _punished(self, penalty: PaperPenalty) -> bool:
        model = self.page.score_sheet.model
        rows = (str(model.index(index, sheet_table.RESULT).data() or "") for index in range(model.rowCount()))
        return any(row.startswith(f"{penalty.fault} ") for row in rows)

    def _repair_and_back(self, paper: Paper) -> None:
        """Swap two columns by mistake, in an earlier row, and swap them back."""
        if self.chance.random() >= self.slips:
            return
        self._settle()
        if self._walk_to(self.chance.randint(1, len(paper.hands))):
            for _ in range(2):
                self.press("R 5 1 2 2 Enter", after=0.3)
                self.look()
                if self.asked():
                    self.press("Enter")
                    self.look()

    # the end of the sheet

    def _sign(self, paper: Paper) -> None:
        """Type the totals and sign; on a difference look for it, and in the end give a reason or leave it."""
        self.signs = True
        self._sign_in_the_end(paper)
        self.signs = False

    def _sign_in_the_end(self, paper: Paper) -> None:
        hasty = self.chance.random()
        if hasty < 0.05:  # signed without the totals
            self._settle()
            self.press("Ctrl+Enter")
            self.look()
            for _ in range(3):
                if self.asked():
                    self.press("Enter")
                    self.look()
            if self.signed(self.table_in_view()):
                return
        for attempt in range(_ATTEMPTS):
            self._type_totals(paper, slip=self.chance.random() < self.slips and attempt == 0, blind=not attempt)
            self.look()
            for _ in range(3):
                if self.signed(self.table_in_view()):
                    return
                if "differ" in self.asked():
                    self._slip_at_reason()
                    break
                self.press("Ctrl+Enter")
                self.look()
            if hasty > 0.93:  # a reason is given without looking
                self.words("as on paper")
                self.press("Enter")
                self.look()
                if self.signed(self.table_in_view()):
                    return
            self._mend(paper)
            self._punish(paper)
        self._settle()

    def _slip_at_reason(self) -> None:
        """Type a table to go to, by habit, although a reason is asked."""
        if self.chance.random() < self.slips:
            self.tally.slips[Slip.HABITUAL_REASON] += 1
            self.signs = False
            self.press(f"G {self.chance.randint(1, TABLES)} Enter")
            self.look()
            self.signs = True

    @staticmethod
    def totals_of(paper: Paper) -> Sequence[int]:
        """The totals that the referee reads on the paper."""
        return paper.written

    def _type_totals(self, paper: Paper, *, slip: bool, blind: bool) -> None:
        """Type the four totals; ``blind``, behind the last row, wherever the cursor is."""
        if not blind or paper.growing:
            self._settle()
            self.press("F6")
        figures = [str(total) for total in self.totals_of(paper)]
        if slip:
            column = self.chance.randrange(4)
            text = figures[column]
            figures[column] = text.removeprefix("-") if self.chance.random() < 0.3 else text[:-2] + text[:-3:-1]
        for figure in figures:
            self.press(figure)
            self.press("Enter", after=0.4)
            if self.chance.random() < self.slips / 4:
                self.tally.slips[Slip.DOUBLED_ENTER] += 1
                self.press("Enter", after=self.chance.uniform(0.06, 0.4))


def play(folder: Path, seed: int, sheets: int, *, slips: float = SLIPS, rules: str = "mcr") -> Tally:
    """Let a referee type ``sheets`` papers of an event of ``seed`` by ``rules`` in ``folder``; what became of them.

    The application must exist and wear the theme.
    """
    chance, known = random.Random(seed), catalogue.rule_set(rules)
    assert known is not None
    papers = [
        random_paper(chance, session, table, known, rules)
        for session in range(1, -(-sheets // TABLES) + 1)
        for table in range(1, TABLES + 1)
    ][:sheets]
    controller = bootstrap.make_controller("Referee")
    controller.open(_drawn_event(folder / f"erring-{seed}.qv", seed, papers[-1].session, rules))
    clock = Clock()
    before, Question.clock = Question.clock, clock
    failures: list[BaseException] = []
    begin = Flash.begin
    hook, sys.excepthook = sys.excepthook, lambda _type, error, _where: failures.append(error)
    window = Window(controller)
    try:
        window.resize(1366, 768)
        window.show()
        window.activateWindow()
        window.show_page("tables")
        QApplication.processEvents()
        referee = Referee(window, chance, clock, slips=slips)

        def begin_and_note(flash: Flash, part: QWidget) -> None:
            referee.flashed.append(flash)
            begin(flash, part)

        patch.object(Flash, "begin", begin_and_note).start()
        for _, pile in groupby(papers, key=attrgetter("session")):
            referee.type_pile(list(pile))
        assert controller.view is not None
        for paper in papers:
            sheet = controller.view.sheet(paper.session, paper.table)
            referee.judge(sheet, paper, f"seed {seed}, {rules}")
    finally:
        Question.clock, sys.excepthook = before, hook
        patch.stopall()
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        controller.close()
    referee.tally.wrong += [f"seed {seed}, {rules}: the window failed with {error!r}" for error in failures]
    return referee.tally


def _drawn_event(path: Path, seed: int, sessions: int, rules: str) -> Path:
    book, by = bootstrap.new_book(path), By("Referee", "desk")
    carry_out(book, CreateEvent(Settings("Proof", sessions=sessions, rules=rules)), by=by)
    players = [Player(0, f"P{number}", "Sample") for number in range(1, 4 * TABLES + 1)]
    carry_out(book, AddPlayers(tuple(players)), by=by)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=seed)), by=by)
    book.close()
    return path
