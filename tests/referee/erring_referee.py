"""A tired referee at the real window: types paper sheets by key presses, slips, looks up, mends what he sees.

He reads what the window shows and nothing else: which hand waits, what the rows say, what is asked, how the cards
stand.
What became of the sheets is judged afterwards, from the event's file, by :func:`outcome_of`.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.desktop.pages.tables.recount import Hand, totals
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import Outcome
from tournament.use_cases import By, carry_out, plan_seating
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.desktop import bootstrap
from ui.desktop.pages.tables import columns
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.widgets.question import Question
from ui.desktop.window import Window

HANDS = 16
TABLES = 4
SLIPS = 0.12
"""How likely something goes wrong with a row: about twice a sheet."""
_ATTEMPTS = 4
"""How often he tries to sign one sheet before he leaves it."""
_KEYS = {
    "Enter": Qt.Key.Key_Return,
    "Esc": Qt.Key.Key_Escape,
    "Up": Qt.Key.Key_Up,
    "Down": Qt.Key.Key_Down,
    "Backspace": Qt.Key.Key_Backspace,
    "F6": Qt.Key.Key_F6,
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
    STRAY_LETTER = "a letter beside the digits"
    SKIPPED_ROW = "a row of the paper left out"
    REPEATED_ROW = "a row of the paper typed twice"
    ESCAPED = "Esc in the middle of a row"
    ANOTHER_PAGE = "another page in the middle of a row"
    ANOTHER_TABLE = "another table in the middle of a row, and back"
    UNDONE = "Ctrl Z instead of Shift"
    ARROW = "an arrow in the middle of a row"


_ADDED: dict[Slip, tuple[str, ...]] = {
    Slip.DOUBLED_KEY: (),
    Slip.STRAY_LETTER: tuple("QWRTYPLKJHGFSAZCVBNM"),
    Slip.ESCAPED: ("Esc",),
    Slip.UNDONE: ("Ctrl+Z",),
    Slip.ARROW: ("Up", "Down"),
}
"""Slips that press one key more."""


class Result(Enum):
    """What became of a sheet."""

    RIGHT = "verified, and every row as on the paper"
    OPEN = "not verified"
    VOID = "verified with hands not played"
    ACCEPTED = "verified, the difference accepted with a reason"
    NOT_COMPARED = "verified, marked as not compared"
    WRONG = "verified, wrong and not marked"


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper sheet: what really happened at one table."""

    session: int
    table: int
    hands: tuple[Hand, ...]

    @property
    def totals(self) -> list[int]:
        """The four totals that the players signed."""
        return totals(list(self.hands))


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
    wrong: list[str] = field(default_factory=list)
    """Each sheet that was verified and wrong without a mark, with what is needed to see it again."""

    def add(self, other: "Tally") -> None:
        """Count what another counted too."""
        self.results += other.results
        self.slips += other.slips
        self.keys += other.keys
        self.wrong += other.wrong


def random_paper(chance: random.Random, session: int, table: int) -> Paper:
    """A sheet as played: mostly discards of 8 to 40 points, some self-draws, a few drawn hands."""
    hands: list[Hand] = []
    for _ in range(HANDS):
        kind = chance.random()
        winner = chance.randint(1, 4)
        points = min(8 + int(chance.expovariate(1 / 9)), 160)
        if kind < 0.12:
            hands.append(None)
        elif kind < 0.35:
            hands.append((winner, None, points))
        else:
            hands.append((winner, chance.choice([each for each in (1, 2, 3, 4) if each != winner]), points))
    return Paper(session, table, tuple(hands))


def outcome_of(sheet: Sheet, paper: Paper) -> Result:
    """Judge a sheet of the file beside its paper."""
    if sheet.state is not SheetState.VERIFIED:
        return Result.OPEN
    recorded = tuple(_as_written(line.outcome) for line in sheet.hands)
    if recorded == paper.hands and sheet.played == HANDS and not sheet.penalties:
        return Result.RIGHT
    if sheet.accepted:
        return Result.ACCEPTED
    if sheet.compared is False:
        return Result.NOT_COMPARED
    return Result.VOID if sheet.played < HANDS else Result.WRONG


def _as_written(outcome: Outcome | None) -> Hand:
    if outcome is None or outcome.winner is None:
        return None
    giver = None if outcome.discarder is None else outcome.discarder + 1
    return outcome.winner + 1, giver, outcome.points


class Referee:
    """Types papers into a window. ``careful`` is how likely he looks up after a row."""

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

    # keys

    def press(self, keys: str, *, after: float = 0.25) -> None:
        """Press ``keys``, parted by spaces: a name such as ``Enter``, ``Ctrl+Z``, ``Alt+4``, or characters."""
        for key in keys.split():
            self.log.append(key)
            held = Qt.KeyboardModifier.NoModifier
            name = key
            for prefix, modifier in (
                ("Ctrl+", Qt.KeyboardModifier.ControlModifier),
                ("Alt+", Qt.KeyboardModifier.AltModifier),
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

    def _strike(self, key: Qt.Key | str, held: Qt.KeyboardModifier, after: float) -> None:
        self.clock.now += after
        self.tally.keys += 1
        target = QApplication.focusWidget() or self.window
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
        """Raise the eyes: what is to be painted is, and there is time to read it."""
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        self.clock.now += 1.5

    # what he sees

    def waiting(self) -> int | None:
        """The hand that the form names; None when it is not in view."""
        title = self.page.panel.hand._title
        return int(title.text().split()[-1]) if title.isVisible() else None

    def asked(self) -> str:
        """What is asked in the window now."""
        return " ".join(question.text() for question in tuple(Question.in_view) if question.asks)

    def card(self, table: int) -> str:
        """How a table stands, in the words of its card."""
        return self.page.cards.cards[table - 1].state()

    def signed(self, table: int) -> bool:
        """Whether the card of a table says that it needs no more typing."""
        return self.card(table).startswith(("Verified", "Not compared"))

    def table_in_view(self) -> int:
        """The table whose card is chosen."""
        return next(card.number for card in self.page.cards.cards if card._selected)

    def row(self, hand: int) -> tuple[str, str]:
        """Result and points as a row of the sheet shows them."""
        model = self.page.score_sheet.model
        for index in range(model.rowCount()):
            if str(model.index(index, columns.NUMBER).data()) == str(hand):
                cells = [str(model.index(index, column).data() or "") for column in (columns.RESULT, columns.POINTS)]
                return cells[0], cells[1]
        return "", ""

    def expected(self, hand: Hand) -> tuple[str, str]:
        """What a row shows when it is as on the paper."""
        if hand is None:
            return "Drawn hand", "–"
        model = self.page.score_sheet.model
        names = [str(model.headerData(columns.FIRST_PLAYER + column, Qt.Orientation.Horizontal)) for column in range(4)]
        winner, giver, points = hand
        if giver is None:
            return f"{names[winner - 1]} · self-draw", str(points)
        return f"{names[winner - 1]} from {names[giver - 1]}", str(points)

    # typing

    def keys_of(self, hand: Hand) -> list[str]:
        """The keys of a row of the paper."""
        if hand is None:
            return ["X", "Enter"]
        winner, giver, points = hand
        return [str(winner), str(giver) if giver else "D", str(points), "Enter"]

    def type_pile(self, pile: list[Paper]) -> None:
        """Type the papers of a session, then look again at those of which the card does not say verified."""
        for paper in pile:
            self.type_paper(paper)
        for paper in pile:
            if not self.signed(paper.table):
                self.type_paper(paper)

    def type_paper(self, paper: Paper) -> None:
        """Type a whole sheet, sign it if that goes, and put right what is seen to be wrong."""
        self.log.clear()
        if not self._go_to(paper):
            return
        table = self.table_in_view()
        if self.signed(table):  # another paper was typed here by mistake
            self.press("Ctrl+R")
            self.words("typed at the wrong table")
            self.press("Enter")
            self.look()
        if any(self.row(number)[1] for number in range(1, HANDS + 1)):
            self._mend(paper)
        else:
            self._type_rows(paper)
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
                return True  # he did not look
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

    def _type_rows(self, paper: Paper) -> None:
        index = 0
        while index < HANDS:
            slip = self.chance.choice(tuple(Slip)) if self.chance.random() < self.slips else None
            if slip is not None:
                self.tally.slips[slip] += 1
            if slip is Slip.SKIPPED_ROW:
                index += 1
                continue
            self._type_row(paper, self.keys_of(paper.hands[index]), slip)
            if slip is Slip.REPEATED_ROW:
                self._type_row(paper, self.keys_of(paper.hands[index]), None)
            index += 1
            if self.chance.random() < self.careful:
                self.look()
                if self.asked() or self.waiting() != (index + 1 if index < HANDS else None):
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
            self.press(key)
        if slip is Slip.DOUBLED_ENTER:
            self.press("Enter", after=0.05)
        if slip is Slip.HELD_ENTER:
            for _ in range(5):
                target = QApplication.focusWidget() or self.window
                self.clock.now += 0.03
                self._repeat_enter(target)

    def _slipped(self, keys: list[str], middle: int, slip: Slip | None) -> list[str]:
        """The keys of a row as they are pressed."""
        changed, chance = list(keys), self.chance
        if slip in _ADDED:
            changed.insert(middle, keys[middle] if slip is Slip.DOUBLED_KEY else chance.choice(_ADDED[slip]))
        if len(keys) < 4 or slip is None:
            return changed
        points = keys[2]
        place = chance.randrange(len(points))
        if slip is Slip.WRONG_WINNER:
            changed[0] = str(chance.randint(1, 4))
        elif slip is Slip.WRONG_SOURCE:
            changed[1] = chance.choice("1234D")
        elif slip is Slip.WRONG_DIGIT:
            changed[2] = points[:place] + str(chance.randint(0, 9)) + points[place + 1 :]
        elif slip is Slip.SWAPPED_DIGITS:
            changed[2] = points[1::-1] + points[2:]
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

    def _mend(self, paper: Paper, upto: int = HANDS) -> bool:
        """Compare the rows with the paper, one by one, and put right those that differ; True when all agree."""
        for _ in range(3):
            if self.window.current != "tables":
                self.press("Alt+4")
            self._settle()
            if self.table_in_view() != paper.table:
                self._go_back(paper)
                self._settle()
            wrong = [n for n in range(1, upto + 1) if self.row(n) != self.expected(paper.hands[n - 1])]
            if not wrong:
                self._go_on(upto)
                return True
            for number in wrong:
                self._retype(paper, number)
        return False

    def _go_on(self, upto: int) -> None:
        """Stand where the next row waits."""
        if upto < HANDS and self.waiting() != upto + 1:
            self._walk_to(upto + 1)

    def _walk_to(self, number: int) -> bool:
        for _ in range(2 * HANDS):
            here = self.waiting()
            if here == number:
                return True
            self.press("Up" if here is None or here > number else "Down", after=0.1)
            QApplication.sendPostedEvents()
        return self.waiting() == number

    def _retype(self, paper: Paper, number: int) -> None:
        if not self._walk_to(number):
            return
        recorded = bool(self.row(number)[1])
        for key in self.keys_of(paper.hands[number - 1])[:-1]:
            self.press(key)
        self.press("Enter")
        self.look()
        if self.asked():
            self.press("Enter")
            self.look()
        if recorded and self.row(number) == self.expected(paper.hands[number - 1]) and self.waiting() == number:
            self.words("misread")
            self.press("Enter")
            self.look()
            if self.asked():
                self.press("Enter")
                self.look()

    # the end of the sheet

    def _sign(self, paper: Paper) -> None:
        """Type the totals and sign; on a difference look for it, and in the end give a reason or leave it."""
        hasty = self.chance.random()
        if hasty < 0.05:  # he signs without the totals
            self._settle()
            self.press("Ctrl+Enter")
            self.look()
            for _ in range(2):
                if self.asked():
                    self.press("Enter")
                    self.look()
            if self.signed(self.table_in_view()):
                return
        for attempt in range(_ATTEMPTS):
            self._type_totals(paper, slip=self.chance.random() < self.slips and attempt == 0)
            self.look()
            if self.signed(self.table_in_view()):
                return
            self.press("Ctrl+Enter")
            self.look()
            if self.signed(self.table_in_view()):
                return
            if hasty > 0.93:  # he gives a reason rather than look
                self.words("as on paper")
                self.press("Enter")
                self.look()
                if self.signed(self.table_in_view()):
                    return
            self._mend(paper)
        self._settle()

    def _type_totals(self, paper: Paper, *, slip: bool) -> None:
        self._settle()
        self.press("F6")
        figures = [str(total) for total in paper.totals]
        if slip:
            column = self.chance.randrange(4)
            text = figures[column]
            figures[column] = text.removeprefix("-") if self.chance.random() < 0.3 else text[:-2] + text[:-3:-1]
        for figure in figures:
            self.press(figure)
            self.press("Enter", after=0.4)


def play(folder: Path, seed: int, sheets: int, *, slips: float = SLIPS) -> Tally:
    """Let a referee type ``sheets`` papers of an event of ``seed`` in ``folder``; what became of them.

    The application must exist and wear the theme.
    """
    chance = random.Random(seed)
    papers = [
        random_paper(chance, session, table)
        for session in range(1, -(-sheets // TABLES) + 1)
        for table in range(1, TABLES + 1)
    ][:sheets]
    controller = bootstrap.make_controller("Referee")
    controller.open(_drawn_event(folder / f"erring-{seed}.qv", seed, papers[-1].session))
    clock = Clock()
    before, Question.clock = Question.clock, clock
    window = Window(controller)
    try:
        window.resize(1366, 768)
        window.show()
        window.activateWindow()
        window.show_page("tables")
        QApplication.processEvents()
        referee = Referee(window, chance, clock, slips=slips)
        for _, pile in groupby(papers, key=attrgetter("session")):
            referee.type_pile(list(pile))
        assert controller.view is not None
        for paper in papers:
            referee.judge(controller.view.sheet(paper.session, paper.table), paper, f"seed {seed}")
    finally:
        Question.clock = before
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        controller.close()
    return referee.tally


def _drawn_event(path: Path, seed: int, sessions: int) -> Path:
    book, by = bootstrap.new_book(path), By("Referee", "desk")
    carry_out(book, CreateEvent(Settings("Proof", sessions=sessions)), by=by)
    players = [Player(0, f"P{number}", "Sample") for number in range(1, 4 * TABLES + 1)]
    carry_out(book, AddPlayers(tuple(players)), by=by)
    carry_out(book, PublishDraw(plan_seating(book.view, seed=seed)), by=by)
    book.close()
    return path
