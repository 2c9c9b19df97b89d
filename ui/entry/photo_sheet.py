"""A sheet that was read from a photograph, while a person looks at it: what was read, confirmed and typed.

A :class:`PhotoSheet` is a frozen value; keys are functions from one to the next. The boxes that were not read surely
are visited one after the other: Enter keeps what is there, digits replace it. When none is left, Enter records the
hands, and the totals are put where totals of the paper are typed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from reports.sheets.code import Scanned
from tournament.event.problem import Gravity
from tournament.event.seating import LETTERS
from tournament.language import Language, Text, mark
from tournament.ledger.checks import value_problems
from tournament.rules.payment import NO_NET, Net, Outcome, Stakes, add, net_of
from tournament.rules.ruleset import RuleSet
from tournament.use_cases import RecordHand, View, problems_of
from ui.entry.cursor import back
from ui.entry.sheet_address import sheet_at
from ui.entry.table_sheet import TableSheet, table_sheet
from ui.entry.tables_state import TablesState, TablesStep, to_total, with_totals

if TYPE_CHECKING:
    from reports.photos.deciding import ReadHand, SheetReading
    from reports.photos.reading import ReadableSheet

POINTS, WINNER, DISCARDER, PENALTIES = "points", "winner", "discarder", "penalties"
"""What is read of a hand, and the row whose ink is only looked for."""
_FIELDS = (POINTS, WINNER, DISCARDER)
_MOST_DIGITS = 6


class PhotoCell(NamedTuple):
    """Something that is read on a sheet: a part of a hand, or a total."""

    hand: int | None
    """None for a total."""
    field: str
    """One of the parts of a hand, or the letter of the player whose total it is."""


class Origin(Enum):
    """How a value came."""

    READ = "read"
    CONFIRMED = "confirmed"
    """Read, and confirmed by a person because it was doubtful."""
    TYPED = "typed"


@dataclass(frozen=True, slots=True)
class PhotoSheet:
    """A sheet with what is known of each of its boxes."""

    picture: str
    """The name of the picture."""
    code: Scanned
    reading: "SheetReading"
    texts: Mapping[PhotoCell, str]
    """What each box says: digits for points and totals, 1–4 for a player, or nothing. A drawn hand has 0 points."""
    doubtful: tuple[PhotoCell, ...] = ()
    """Those that a person has to look at, from the top."""
    origins: Mapping[PhotoCell, Origin] = field(default_factory=dict)
    """Those that a person confirmed or typed."""
    at: PhotoCell | None = None
    """The box with the cursor; None if nothing is left but to record the sheet."""
    typing: bool = False
    """Whether what is typed is added to the box; otherwise it replaces what is there."""
    problem: Text | None = None
    """Why the sheet was not recorded."""

    @property
    def place(self) -> tuple[int, int]:
        """Session and table."""
        return self.code.session, self.code.table

    @property
    def cells(self) -> tuple[PhotoCell, ...]:
        """All of them, row by row."""
        return tuple(self.texts)

    @property
    def open(self) -> tuple[PhotoCell, ...]:
        """The doubtful boxes that nobody looked at yet."""
        return tuple(cell for cell in self.doubtful if cell not in self.origins)

    @property
    def hands(self) -> int:
        """The number of rows that are read."""
        return len(self.reading.hands)

    @property
    def penalties(self) -> tuple[int, ...]:
        """The columns in whose row of penalties something is written."""
        return tuple(LETTERS.index(each.read) for each in self.reading.doubts if each.field == PENALTIES)

    @property
    def total_texts(self) -> tuple[str, str, str, str]:
        """The totals as they are typed for columns A–D."""
        a, b, c, d = (self.texts[PhotoCell(None, letter)] for letter in LETTERS)
        return a, b, c, d

    def outcome(self, hand: int) -> Outcome | None:
        """What the row says; None if the hand was not played. Points that no win has are left for the checks."""
        points, winner, discarder = (self.texts[PhotoCell(hand, name)] for name in _FIELDS)
        if not winner:
            return Outcome(None, None, 0) if points == "0" else None
        discards = None if discarder in ("", winner) else int(discarder) - 1
        return Outcome(int(winner) - 1, discards, int(points or 0))

    def is_unclear(self, hand: int) -> bool:
        """Whether the row is no hand: points or a discarder without a winner, or a winner without points."""
        points, winner, discarder = (self.texts[PhotoCell(hand, name)] for name in _FIELDS)
        return bool(discarder or points not in ("", "0")) if not winner else points in ("", "0")


def readable_sheet(view: View, code: Scanned) -> "ReadableSheet | Text":
    """What to read of a sheet; refused as a scanned code is, and if its layout is not that of the event."""
    from reports.catalogue import ReportOptions
    from reports.photos.reading import ReadableSheet
    from reports.sheets.score_sheets import score_sheets
    from reports.writers.paper import PageSize
    from reports.writers.pdf.score_sheet_layout import layout_of

    address = sheet_at(view, code)
    if isinstance(address, Text):
        return address
    where = {"session": code.session, "table": code.table}
    if code.layout is None:
        return mark("The sheet of session {session}, table {table} has no boxes to read: type it.", **where)
    options = ReportOptions(datetime.now().astimezone(), session=code.session, table=code.table)
    (form, *_) = score_sheets(view, options).score_sheets
    layout = layout_of(form, PageSize[code.paper])
    if layout.kind.value != code.layout:
        return mark("The sheet of session {session}, table {table} was printed for other rules: type it.", **where)
    start = view.rules.table.starting_points if view.rules.on_table else None
    return ReadableSheet(layout, lambda *hand: hand_net(view.rules, *hand), 4 * (start or 0))


def hand_net(rules: RuleSet, winner: int, discarder: int | None, points: int) -> Net | None:
    """What a hand moves; None if the rules do not allow it."""
    outcome = Outcome(winner, discarder, points)
    if any(problem.gravity is Gravity.BLOCKS for problem in value_problems(rules, outcome, 0)):
        return None
    return net_of(rules.settle(outcome, Stakes(0)))


def begun(picture: str, code: Scanned, reading: "SheetReading") -> PhotoSheet:
    """The sheet as it was read, with the cursor at the first doubtful box."""
    texts: dict[PhotoCell, str] = {}
    for number, hand in enumerate(reading.hands, start=1):
        texts |= {PhotoCell(number, name): _text(hand, name) for name in _FIELDS}
    for letter, total in zip(LETTERS, reading.totals, strict=True):
        texts[PhotoCell(None, letter)] = "" if total is None else str(total)
    named = {PhotoCell(doubt.hand, doubt.field) for doubt in reading.doubts if doubt.field != PENALTIES}
    doubtful = tuple(cell for cell in texts if cell in named)
    sheet = PhotoSheet(picture, code, reading, texts, doubtful)
    return replace(sheet, at=next(iter(doubtful), None))


def _text(hand: "ReadHand | None", name: str) -> str:
    value = getattr(hand, name) if hand is not None else None
    if value is None:
        return ""
    return str(value) if name == POINTS else str(value + 1)


def typed(sheet: PhotoSheet, key: str, table: TableSheet, language: Language) -> PhotoSheet | None:
    """The sheet after a character; None if it means nothing in the box with the cursor."""
    at = sheet.at
    if at is None:
        return None
    if at.hand is not None and key.upper() == "X":
        cleared = {PhotoCell(at.hand, name): "0" if name == POINTS else "" for name in _FIELDS}
        return _changed(sheet, cleared, typing=False)
    if at.field in (WINNER, DISCARDER):
        if at.field == DISCARDER and key.upper() == "D":
            return _changed(sheet, {at: ""}, typing=False)
        column = table.column_of(key, at.hand, language)
        return None if column is None else _changed(sheet, {at: str(column + 1)}, typing=False)
    before = sheet.texts[at] if sheet.typing else ""
    if key in ("-", "−") and at.hand is None:
        return _changed(sheet, {at: before.removeprefix("-") if before.startswith("-") else f"-{before}"}, typing=True)
    if not (key.isascii() and key.isdigit()) or len(before) >= _MOST_DIGITS:
        return None
    return _changed(sheet, {at: before + key}, typing=True)


def erased(sheet: PhotoSheet) -> PhotoSheet:
    """Backspace: without the last character, or without what was read."""
    if sheet.at is None:
        return sheet
    return _changed(sheet, {sheet.at: sheet.texts[sheet.at][:-1] if sheet.typing else ""}, typing=True)


def _changed(sheet: PhotoSheet, texts: Mapping[PhotoCell, str], *, typing: bool) -> PhotoSheet:
    origins = {**sheet.origins, **dict.fromkeys(texts, Origin.TYPED)}
    return replace(sheet, texts={**sheet.texts, **texts}, origins=origins, typing=typing, problem=None)


def confirmed(sheet: PhotoSheet) -> PhotoSheet:
    """Enter at a box: keep what is there, and go to the next one that nobody looked at yet."""
    at = sheet.at
    if at is None:
        return sheet
    origins = dict(sheet.origins)
    if at in sheet.doubtful:
        origins.setdefault(at, Origin.CONFIRMED)
    sheet = replace(sheet, origins=origins, typing=False)
    cells, open_cells = sheet.cells, sheet.open
    behind = (cell for cell in open_cells if cells.index(cell) > cells.index(at))
    return replace(sheet, at=next(behind, next(iter(open_cells), None)))


def moved(sheet: PhotoSheet, across: int, down: int) -> PhotoSheet:
    """The cursor goes to a box beside, above or below; from no box to the first or the last one."""
    rows = tuple(_rows(sheet))
    if sheet.at is None:
        row = rows[-1] if down < 0 or across < 0 else rows[0]
        return replace(sheet, at=row[0], typing=False)
    place = next(number for number, row in enumerate(rows) if sheet.at in row)
    column = rows[place].index(sheet.at)
    row = rows[min(max(place + down, 0), len(rows) - 1)]
    return replace(sheet, at=row[min(max(column + across, 0), len(row) - 1)], typing=False)


def _rows(sheet: PhotoSheet) -> Iterator[tuple[PhotoCell, ...]]:
    for hand in range(1, sheet.hands + 1):
        yield tuple(PhotoCell(hand, name) for name in _FIELDS)
    yield tuple(PhotoCell(None, letter) for letter in LETTERS)


def at_cell(sheet: PhotoSheet, cell: PhotoCell) -> PhotoSheet:
    """The cursor goes to this box."""
    return replace(sheet, at=cell, typing=False)


def computed(sheet: PhotoSheet, rules: RuleSet) -> Net | None:
    """The sums of the hands; None if one of them cannot be."""
    sums = NO_NET
    for hand in range(1, sheet.hands + 1):
        outcome = sheet.outcome(hand)
        if sheet.is_unclear(hand):
            return None
        if outcome is not None and outcome.winner is not None:
            net = hand_net(rules, outcome.winner, outcome.discarder, outcome.points)
            if net is None:
                return None
            sums = add(sums, net)
    return sums


def differences(sheet: PhotoSheet, rules: RuleSet) -> tuple[int, ...]:
    """The columns whose total is not the sum of the hands; empty if a hand is unclear or none was read."""
    sums = computed(sheet, rules) if sheet.hands else None
    if sums is None:
        return ()
    return tuple(column for column, text in enumerate(sheet.total_texts) if text and text != str(sums[column]))


class Obstacle(NamedTuple):
    """Why a sheet cannot be recorded."""

    cell: PhotoCell | None
    """The box where that is changed; None if it is none of them."""
    text: Text


def to_record(sheet: PhotoSheet, view: View) -> tuple[RecordHand, ...] | Obstacle:
    """The hands of the sheet that are not recorded yet, or why it cannot be recorded."""
    address = sheet_at(view, sheet.code)
    if isinstance(address, Text):
        return Obstacle(None, address)
    table = table_sheet(view, *sheet.place)
    if table.sheet.closed is not None:
        text = mark("The sheet of table {table}, session {session} is already verified.", table=sheet.code.table,
                    session=sheet.code.session)  # fmt: skip
        return Obstacle(None, text)
    commands: list[RecordHand] = []
    for hand in range(1, sheet.hands + 1):
        if sheet.is_unclear(hand):
            return Obstacle(PhotoCell(hand, WINNER), mark("Hand {hand} has no winner or no points.", hand=hand))
        outcome = sheet.outcome(hand)
        recorded = table.sheet.hands[hand - 1].outcome
        if outcome is None or outcome == recorded:
            continue
        if recorded is not None:
            text = mark("Hand {hand} is recorded otherwise: correct it on the sheet, or here.", hand=hand)
            return Obstacle(PhotoCell(hand, POINTS), text)
        command = RecordHand(*sheet.place, hand, outcome)
        wrong = next((each for each in problems_of(view, command) if each.gravity is Gravity.BLOCKS), None)
        if wrong is not None:
            text = mark("Hand {hand}: {problem}", hand=hand, problem=table.named(wrong).text)
            return Obstacle(PhotoCell(hand, POINTS), text)
        commands.append(command)
    return tuple(commands)


def refused(sheet: PhotoSheet, obstacle: Obstacle) -> PhotoSheet:
    """The sheet was not recorded: show why, with the cursor where that is changed."""
    return replace(sheet, problem=obstacle.text, at=obstacle.cell or sheet.at, typing=False)


def totals_taken(state: TablesState, sheet: PhotoSheet) -> TablesStep:
    """The totals of the picture are typed at the sheet, and Enter in the last one signs it if all agree."""
    if not state.totals_open:
        return back(state)
    state = with_totals(state, sheet.total_texts)
    missing = state.totals.missing
    return to_total(state, 3 if missing is None else missing)
