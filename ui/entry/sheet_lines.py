"""The lines that a score sheet shows: bands, hands and penalties in the order of the paper; and who pays whom."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache, reduce
from typing import NamedTuple, assert_never

from tournament.language import Text, integer_text, listed, mark, mark_in, signed_text, verbatim
from tournament.ledger.entry import Entry
from tournament.ledger.facts import HandCorrected, RowRepair
from tournament.ledger.sheet import HandLine, lines_with, settled, totals_at_end
from tournament.ledger.sheet_content import Penalty
from tournament.ledger.table_phones import Proposal
from tournament.rules.payment import NO_NET, Answer, Net, Outcome, add
from tournament.rules.payment_matrix import PaymentMatrix, payment_matrix
from tournament.rules.question import QuestionKind, RuleQuestion
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState, hand_texts, round_text
from tournament.tiles.wind import Wind
from ui.entry.table_sheet import RowKey, TableSheet

OPEN, CLOSE = "\ue010", "\ue011"
"""Private-use characters around a name in a message, so that a view may show the column's number instead."""


@dataclass(frozen=True, slots=True)
class Named:
    """A player's name as a value of a message; its text carries the column's number and the marks around it."""

    name: str
    number: int
    """The number of the player's column, 1 to 4. It replaces the name if there is no space for it."""
    winner: bool = False
    """Whether the name is shown in bold."""

    def __str__(self) -> str:
        return f"{OPEN}{'*' if self.winner else ' '}{self.number}{self.name}{CLOSE}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a rendered message."""

    text: str
    number: str = ""
    """The number of the column, as text; empty if the part is not a name."""
    strong: bool = False


def pieces(text: str) -> list[Piece]:
    """Split a rendered message into the names and the words between them."""
    found: list[Piece] = []
    for part in text.split(OPEN):
        name, closed, words = part.partition(CLOSE)
        if closed:
            found.append(Piece(name[2:], name[1], strong=name.startswith("*")))
        else:
            words = part
        if words:
            found.append(Piece(words))
    return found


def without_marks(text: str) -> str:
    """Return a rendered message without the marks around its names."""
    return "".join(piece.text for piece in pieces(text))


Translate = Callable[[Text | str], str]
"""Renders a message in the current language."""
NOTHING = verbatim("")
_NOT_SENT = mark("not sent")
"""The note on a row that was typed at this desk of a shared event and that the host has not recorded yet."""


class LineKind(Enum):
    """The kind of a line of the sheet."""

    BAND = "band"
    HAND = "hand"
    PENALTY = "penalty"


class HandNote(NamedTuple):
    """Something recorded of a hand besides the winner, the discarder and the points."""

    text: Text
    short: Text
    """A shorter wording: the answer without its question if that is clear, players by the numbers of their columns."""
    least: Text | None = None
    """The shortest wording, for answers that name players: the key of the question and the numbers of the columns.
    Even the narrowest sheet shows it. None for other answers."""
    signed: bool = False
    """Whether a sign in the columns of these players says the same."""


@dataclass(frozen=True, slots=True)
class LineCell:
    """The contents of one player's column."""

    wind: Wind | None = None
    """In a hand the player's wind; in a band the seat that the player takes; None if nothing is shown."""
    left: Wind | None = None
    """In a band: the seat that the player leaves; None if there is no earlier round."""
    times: int = 0
    """How many hands in a row the player has been East, from 2; 0 for the first time and for the other players."""
    value: str = ""
    """The value of the player's hand, in rules that pay all four hands; otherwise empty."""
    change: str = ""
    total: str = ""
    winner: bool = False
    offender: bool = False
    signs: tuple[Text, ...] = ()
    """Signs of answers that name this player, such as riichi and tenpai."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of the sheet."""

    kind: LineKind
    hand: int | None
    result: Text
    points: Text | str = ""
    cells: tuple[LineCell, ...] = ()
    place: tuple[Text, Text] | None = None
    """The round with the counters and sticks on the table before the hand, and the same in short; None in games without
    them."""
    current: bool = False
    """Whether the cursor is on this line."""
    waiting: bool = False
    """Whether ``result`` says which key to press instead of what happened."""
    proposed: bool = False
    """Whether players proposed it on their phones, and nobody has recorded it."""
    notes: tuple["HandNote", ...] = ()
    """What else was recorded of the hand: who is liable, and answers to the questions of the rules."""
    corrected: str = ""
    """The reason of its last correction; empty if there was none."""
    tiles: bool = False
    """Whether its tiles are recorded."""
    penalty: Penalty | None = None
    void: bool = False
    """Whether it was not played, on a verified sheet, so that nothing can be typed."""

    @property
    def key(self) -> RowKey | None:
        """The row for the cursor; None for a band and a void hand, which the cursor skips."""
        if self.kind is LineKind.BAND or self.void:
            return None
        return RowKey(self.hand, self.penalty.entry.id if self.penalty is not None else "")


class SheetFigures(NamedTuple):
    """How the rows of a sheet write changes and running totals."""

    unit: int = 1
    """The number of points that 1 on the sheet stands for."""
    start: int = 0
    """The points of each player before the first hand if the totals include them; otherwise 0."""

    def change(self, points: int) -> str:
        """Return the text for the points that a player won or lost in a hand."""
        return signed_text(points // self.unit)

    def total(self, points: int) -> str:
        """Return the text for a player's total of ``points``."""
        return integer_text((points + self.start) // self.unit)


@dataclass(frozen=True, slots=True)
class HandInProgress:
    """The hand that is being typed, as far as it is known."""

    hand: int
    result: Text
    outcome: Outcome | None = None
    """None while it cannot be settled."""


def result_of(outcome: Outcome, names: Sequence[str], rules: RuleSet | None = None) -> Text:
    """Return the outcome in words, winners first. With ``rules``, each of several winners has the value of the hand."""
    if outcome.winner is None:
        return mark("Drawn hand")
    winners: list[Named | Text] = [Named(names[column], column + 1, winner=True) for column in outcome.winners]
    if rules is not None and len(winners) > 1:
        wins = zip(winners, rules.written_wins(outcome), strict=True)
        winners = [mark("{player} ({value})", player=player, value=win.short) for player, win in wins]
    winner = winners[0] if len(winners) == 1 else listed(winners)
    if outcome.discarder is None:
        return mark("{winner} · self-draw", winner=winner)
    discarder = Named(names[outcome.discarder], outcome.discarder + 1)
    return mark("{winner} from {discarder}", winner=winner, discarder=discarder)


def notes_of(outcome: Outcome, rules: RuleSet, names: Sequence[str], *, valued: bool = False) -> tuple[HandNote, ...]:
    """Return what is recorded of a hand besides the first winner, the discarder and the points.

    ``valued``: the result shows the values of several winners.
    """
    if rules.liable is None and not rules.questions:
        return ()
    asked = [] if rules.liable is None or outcome.liable is None else [(rules.liable, outcome.liable)]
    answers = dict(outcome.answers)
    apart = (question for question in rules.questions if not question.of_win)
    answered = (*asked, *((question, answers.get(question.name)) for question in apart))
    told = (
        _note(question, answer, names) for question, answer in answered if answer is not None and answer is not False
    )
    return (*_further_wins(outcome, rules, names, valued=valued), *told)


def _further_wins(outcome: Outcome, rules: RuleSet, names: Sequence[str], *, valued: bool) -> Iterator[HandNote]:
    """Yield a note for each winner after the first, with the value and who is liable.

    If the result is ``valued``, only those with a liable player have one.
    """
    for win in rules.written_wins(outcome)[1:] if len(outcome.winners) > 1 else ():
        told = mark("{player} {value}", player=names[win.winner], value=win.value)
        short = mark("{player} {value}", player=win.winner + 1, value=win.short)
        if win.liable is not None:
            told = mark("{told} (liable: {player})", told=told, player=names[win.liable])
        if win.liable is not None or not valued:
            yield HandNote(told, short, short)


def _note(question: RuleQuestion, answer: Answer, names: Sequence[str]) -> HandNote:
    given: object
    match question.kind:
        case QuestionKind.TICK:
            return HandNote(question.short, question.short)
        case QuestionKind.CHOICE:
            choice = next((each for each in question.choices if each.key == answer), None)
            chosen = verbatim(str(answer)) if choice is None else choice.text
            brief = chosen if choice is None or choice.short is None else choice.short
            return HandNote(mark("{question}: {answer}", question=question.short, answer=chosen), brief)
        case QuestionKind.PLAYER | QuestionKind.PLAYERS:
            columns = answer if isinstance(answer, tuple) else (answer,)
            places = [column for column in columns if isinstance(column, int)]
            numbers = listed(str(place + 1) for place in places)
            told, short = (
                mark("{question}: {answer}", question=question.short, answer=answers)
                for answers in (listed(names[place] for place in places), numbers)
            )
            least = Text("{key} {players}", (("key", question.key), ("players", numbers)))
            return HandNote(told, short, least, question.sign is not None)
        case QuestionKind.NUMBER | QuestionKind.PLACES | QuestionKind.HANDS | QuestionKind.TILES:
            given = answer
        case _:
            assert_never(question.kind)
    text = mark("{question}: {answer}", question=question.short, answer=given)
    return HandNote(text, text)


def figures_of(table: TableSheet, lines: Sequence[HandLine]) -> SheetFigures:
    """Return the figures as players write them: in the unit of the game if every change is a multiple of it."""
    rule = table.rules.table
    if rule.sheet_unit == 1:
        return SheetFigures()
    start = rule.starting_points or 0
    moved = [start, *(points for line in lines for points in line.totals)]
    moved += (points for penalty in table.sheet.penalties for points in penalty.net)
    return SheetFigures(1 if any(points % rule.sheet_unit for points in moved) else rule.sheet_unit, start)


def lines_at(table: TableSheet, in_progress: HandInProgress | None) -> tuple[HandLine, ...]:
    """Return the rows of the sheet, with the hand that is being typed in its row as soon as it can be settled."""
    if in_progress is None or in_progress.outcome is None:
        return table.sheet.hands
    return lines_with(table.sheet, table.rules, in_progress.hand, in_progress.outcome)


def before_players(table: TableSheet, in_progress: HandInProgress | None) -> tuple[Net, int]:
    """Return what each player has won or lost so far, and the points of the riichi sticks on the table.

    Other totals include the sticks for the player who would get them if the game ended now.
    """
    sheet, rules = table.sheet, table.rules
    typed = in_progress is not None and in_progress.outcome is not None
    if not rules.on_table or sheet.totals_only or sheet.closed is not None or (sheet.over and not typed):
        return add(sheet.computed, effect_of(table, in_progress)), 0
    last = lines_at(table, in_progress)[-1]
    totals = reduce(add, (penalty.net for penalty in sheet.session_penalties), last.totals)
    after = rules.table.advance(last.state, last.outcome, last.totals) if last.outcome is not None else last.state
    return totals, after.sticks * rules.stick


def effect_of(table: TableSheet, in_progress: HandInProgress | None) -> Net:
    """Return what recording ``in_progress`` adds to the four totals; for a correction, the difference to the old hand.

    In games in which results determine the dealer, a correction may also change the payments of later hands.
    """
    if in_progress is None or in_progress.outcome is None:
        return NO_NET
    if table.sheet.growing:
        rows = table.sheet.hands, lines_at(table, in_progress)
        before, after = (totals_at_end(table.sheet, table.rules, lines) for lines in rows)
    else:
        line = table.sheet.hands[in_progress.hand - 1]
        before, after = line.settlement, settled(table.rules.settle, in_progress.outcome, line.state.stakes)
    a, b, c, d = before
    return add(after, (-a, -b, -c, -d))


def lines_of(
    table: TableSheet, *, row: RowKey | None = None, in_progress: HandInProgress | None = None
) -> tuple[SheetLine, ...]:
    """Return all lines of the sheet, with the one at ``row`` current, and with ``in_progress`` in its row."""
    return tuple(_all_lines(table, row, in_progress))


def times_dealt(table: TableSheet, hand: int) -> int:
    """Return how many hands in a row the dealer of ``hand`` has dealt, this one included.

    It is always 1 in games in which results do not determine the dealer.
    """
    if not table.sheet.growing:
        return 1
    dealer, times = table.state(hand).dealer, 1
    while hand - times >= 1 and table.state(hand - times).dealer == dealer:
        times += 1
    return times


def times_as_east(times: int) -> Text:
    """Return a text such as “2nd hand as East” for a player who deals for the ``times``-th hand in a row."""
    endings = {
        1: mark("{times}st hand as East", times=times),
        2: mark("{times}nd hand as East", times=times),
        3: mark("{times}rd hand as East", times=times),
    }
    return endings.get(_ending(times), mark("{times}th hand as East", times=times))


def times_as_east_short(times: int) -> Text:
    """Return a text such as “2nd”, for use next to the sign of East if there is no space for more."""
    endings = {
        1: mark_in("hand as East", "{times}st", times=times),
        2: mark_in("hand as East", "{times}nd", times=times),
        3: mark_in("hand as East", "{times}rd", times=times),
    }
    return endings.get(_ending(times), mark_in("hand as East", "{times}th", times=times))


def _ending(number: int) -> int:
    """Return the digit that determines the ending of an English ordinal; 0 for 11th, 12th and 13th."""
    return 0 if number // 10 % 10 == 1 else number % 10


def accessible_text(line: SheetLine, names: Sequence[str], translate: Translate) -> str:
    """Return the line for a screen reader: everything that it shows, with names and signs in words."""
    if line.kind is LineKind.BAND:
        seats = [
            _seat_words(name, cell, translate)
            for name, cell in zip(names, line.cells, strict=True)
            if cell.wind is not None
        ]
        return ". ".join(filter(None, (translate(line.result), "; ".join(seats))))
    parts = [without_marks(translate(line.result))]
    if line.proposed:
        parts.append(translate(mark("proposed by players, not recorded")))
    if line.hand is not None:
        parts.insert(0, translate(mark("Hand {hand}", hand=line.hand)))
        if line.place is not None:
            parts.insert(1, translate(line.place[0]))
    if line.points and line.kind is LineKind.HAND:
        parts.append(translate(mark("{points} points", points=line.points) if line.place is None else line.points))
    parts += [translate(note.text) for note in line.notes]
    parts += map(translate, moved_words(line, names))
    if line.tiles:
        parts.append(translate(mark("with its tiles")))
    if line.corrected:
        parts.append(translate(mark("corrected: {reason}", reason=line.corrected)))
    return "; ".join(parts)


def moved_words(line: SheetLine, names: Sequence[str]) -> list[Text]:
    """Return the change and the new total of each player whose score the line changed."""
    words = (cell_words(name, cell) for name, cell in zip(names, line.cells, strict=True))
    return [each for each in words if each is not None]


def cell_words(name: str, cell: LineCell) -> Text | None:
    """Return the contents of the cell of the player called ``name`` in words; None if their score did not change."""
    if not cell.change:
        return None
    if not cell.value:
        return mark("{player} {change}, total {total}", player=name, change=cell.change, total=cell.total)
    return mark("{player} {value}, {change}, total {total}", player=name, value=cell.value, change=cell.change,
                total=cell.total)  # fmt: skip


def _all_lines(table: TableSheet, row: RowKey | None, in_progress: HandInProgress | None) -> Iterator[SheetLine]:
    sheet, waiting = table.sheet, table.view.phones(*table.place).open
    lines = lines_at(table, in_progress)
    figures = figures_of(table, lines)
    before: HandLine | None = None
    times = 0
    for line in lines:
        if sheet.growing and sheet.closed is not None and line.hand > sheet.last_played and not line.penalties:
            break  # a signed sheet does not show the next hand, which will not be played
        if line.state.over and sheet.growing and not (before is not None and before.state.over):
            yield _end(table, before)
        elif line.state.opens:
            yield _band(line.state, before.state if before is not None else None, growing=sheet.growing)
        stays = sheet.growing and before is not None and before.state.dealer == line.state.dealer
        before, times = line, times + 1 if stays and not table.rules.on_table else 1
        proposed = [each for each in waiting if each.hand == line.hand]
        yield _hand(table, line, times, row, in_progress, proposed, figures)
        running = _minus_penalties(line)
        for penalty in line.penalties:
            running = add(running, penalty.net)
            yield _penalty(table, penalty, running, row, figures)
    if sheet.growing and sheet.after.over and not (before is not None and before.state.over):
        yield _end(table, before)
    elif sheet.closed is not None and sheet.goes_on and sheet.played and not table.rules.table.players_stop:
        text = mark("Ended with hand {hand}, before the game was over", hand=sheet.last_played)
        yield SheetLine(LineKind.BAND, None, text, "", (LineCell(),) * 4)
    running = lines[-1].totals
    for penalty in sheet.session_penalties:
        running = add(running, penalty.net)
        yield _penalty(table, penalty, running, row, figures)


def _band(state: TableState, before: TableState | None, *, growing: bool) -> SheetLine:
    """Return the heading of a round.

    On a growing sheet nobody changes seats: only the first heading shows them, and there is no prevalent wind.
    """
    if growing:
        seats = tuple(LineCell(wind=seat if before is None else None) for seat in state.seats)
        return SheetLine(LineKind.BAND, state.hand, round_text(state), "", seats)
    cells = tuple(
        LineCell(wind=seat, left=before.seats[column] if before is not None else None)
        for column, seat in enumerate(state.seats)
    )
    prevalent = state.prevalent.letter if state.prevalent is not None else ""
    return SheetLine(LineKind.BAND, state.hand, round_text(state), prevalent, cells)


def _end(table: TableSheet, last: HandLine | None) -> SheetLine:
    """Return the line after the last hand of a game that is over. It names players who have no points left."""
    text, totals = game_over_text(table, last), table.sheet.hands[-1].totals if last is None else last.totals
    left = table.rules.at_end(totals, table.sheet.after)
    if any(left):
        receivers = listed(name for name, points in zip(table.names, left, strict=True) if points)
        text = mark("{over}: {points} left on the table go to {players}", over=text, points=max(left),
                    players=receivers)  # fmt: skip
    return SheetLine(LineKind.BAND, None, text, "", (LineCell(),) * 4)


def game_over_text(table: TableSheet, last: HandLine | None = None) -> Text:
    """Return the text that the game is over after ``last`` (by default the last row), and who has no points left."""
    start = None if table.rules.on_table else table.rules.table.starting_points
    totals = (last or table.sheet.hands[-1]).totals
    out = [name for name, total in zip(table.names, totals, strict=True) if start is not None and start + total <= 0]
    if not out:
        return mark("The game is over")
    return mark("The game is over: no points left for {players}", players=listed(out))


def _hand(
    table: TableSheet,
    line: HandLine,
    times: int,
    row: RowKey | None,
    in_progress: HandInProgress | None,
    proposed: Sequence[Proposal],
    figures: SheetFigures,
) -> SheetLine:
    typed = in_progress if in_progress is not None and in_progress.hand == line.hand else None
    outcome = typed.outcome if typed is not None else line.outcome
    dealer = line.state.dealer if times > 1 else None
    times_by_column = tuple([times if column == dealer else 0 for column in range(4)])
    if outcome is None:
        cells = _cells_to_play(line.state.winds, times_by_column)
    else:
        values = outcome.values if any(outcome.values or ()) else None
        moved, totals = line.settlement, _minus_penalties(line)
        cells = _cells_played(line.state.winds, times_by_column, values, moved, totals, outcome.winners, figures)
        cells = _signed(cells, outcome, table.rules)
    result = _not_played(table) if outcome is None else result_of(outcome, table.names, table.rules)
    valued = typed is None and outcome is not None and len(outcome.winners) > 1
    current = row is not None and row.hand == line.hand and not row.penalty
    place = hand_texts(line.state) if table.rules.on_table and not line.state.over else None
    if proposed and outcome is None and typed is None:
        words = _proposed_words(table, proposed)
        return SheetLine(LineKind.HAND, line.hand, *words, cells, place, current, proposed=True)
    result = typed.result if typed is not None else result
    return SheetLine(
        LineKind.HAND,
        line.hand,
        result,
        "" if outcome is None or valued else value_of(outcome, table.rules),
        cells,
        place,
        current,
        waiting=typed is not None and typed.outcome is None,
        notes=(*notes_of(outcome, table.rules, table.names, valued=valued), *_not_sent(table, line.entries))
        if outcome is not None
        else (),
        corrected=_reason(line),
        tiles=bool(line.tiles) and typed is None,
        void=outcome is None and table.sheet.closed is not None,
    )


def value_of(outcome: Outcome, rules: RuleSet) -> Text | str:
    """Return the contents of the column of points: the value of the first winner’s hand, or a dash for a drawn hand."""
    return "–" if outcome.drawn else rules.written_wins(outcome)[0].short


def _proposed_words(table: TableSheet, proposed: Sequence[Proposal]) -> tuple[Text, Text | str]:
    """Return the proposed result and its points; if players contradict one another, only a text that says so."""
    if len(proposed) > 1:
        return mark("{count} proposals differ", count=len(proposed)), ""
    outcome = proposed[0].outcome
    value = "" if len(outcome.winners) > 1 else value_of(outcome, table.rules)
    return result_of(outcome, table.names, table.rules), value


@lru_cache(maxsize=256)
def _cells_to_play(winds: tuple[Wind, ...], times: tuple[int, ...]) -> tuple[LineCell, ...]:
    return tuple(LineCell(wind=wind, times=count) for wind, count in zip(winds, times, strict=True))


@lru_cache(maxsize=4096)
def _cells_played(
    winds: tuple[Wind, ...],
    times: tuple[int, ...],
    values: Net | None,
    moved: Net,
    totals: Net,
    winners: tuple[int, ...],
    figures: SheetFigures,
) -> tuple[LineCell, ...]:
    """Return the cells of a played hand.

    They are cached because every key asks for all rows, of which at most one has changed.
    """
    return tuple(
        LineCell(
            wind=winds[column],
            times=times[column],
            value=integer_text(values[column]) if values is not None else "",
            change=figures.change(moved[column]),
            total=figures.total(totals[column]),
            winner=column in winners,
        )
        for column in range(4)
    )


def _signed(cells: tuple[LineCell, ...], outcome: Outcome, rules: RuleSet) -> tuple[LineCell, ...]:
    """Return the cells with the signs of the answers that name their players."""
    signs = [
        (question.sign, outcome.answer(question.name)) for question in rules.questions if question.sign is not None
    ]
    for sign, columns in signs:
        if isinstance(columns, tuple):
            cells = tuple(
                replace(cell, signs=(*cell.signs, sign)) if column in columns else cell
                for column, cell in enumerate(cells)
            )
    return cells


def _not_played(table: TableSheet) -> Text:
    return mark("not played") if table.sheet.closed is not None and not table.sheet.totals_only else NOTHING


def _penalty(table: TableSheet, penalty: Penalty, totals: Net, row: RowKey | None, figures: SheetFigures) -> SheetLine:
    given, net = penalty.given, penalty.net
    moved = [bool(net[column]) or (column == given.player and not penalty.after_places) for column in range(4)]
    cells = tuple(
        LineCell(
            change=figures.change(net[column]) if moved[column] else "",
            total=figures.total(totals[column]) if moved[column] else "",
            offender=column == given.player,
        )
        for column in range(4)
    )
    current = row == RowKey(given.hand, penalty.entry.id)
    words, notes = penalty_words(table.rules, penalty), _not_sent(table, (penalty.entry,))
    return SheetLine(LineKind.PENALTY, given.hand, words, "", cells, current=current, notes=notes, penalty=penalty)


def penalty_words(rules: RuleSet, penalty: Penalty) -> Text:
    """Return a text such as “P6 Changed a claim · to nobody”."""
    given = penalty.given
    fault = rules.fault(given.fault)
    what: Text = verbatim(given.reason)
    if fault is not None:
        what = mark("{number} {fault}", number=fault.number, fault=fault.name) if fault.number else fault.name
    if not given.points:
        return mark("{what} · no points", what=what)
    if penalty.after_places:
        return mark("{what} · {points} after uma", what=what, points=given.points)
    if not given.to:
        return mark("{what} · to nobody", what=what)
    if given.twice is not None:
        return mark("{what} · {points} to each, twice for East", what=what, points=given.points)
    return mark("{what} · {points} to each", what=what, points=given.points) if len(given.to) > 1 else what


def _not_sent(table: TableSheet, entries: Sequence[Entry]) -> tuple[HandNote, ...]:
    """Return the note on a row that the host of a shared event has not recorded yet; otherwise nothing."""
    if all(map(table.view.is_confirmed, entries)):
        return ()
    return (HandNote(_NOT_SENT, _NOT_SENT),)


def _minus_penalties(line: HandLine) -> Net:
    totals = line.totals
    for penalty in line.penalties:
        a, b, c, d = penalty.net
        totals = add(totals, (-a, -b, -c, -d))
    return totals


def _reason(line: HandLine) -> str:
    last = line.entries[-1].fact if line.entries else None
    return last.reason if isinstance(last, HandCorrected | RowRepair) else ""


def _seat_words(name: str, cell: LineCell, translate: Translate) -> str:
    seat = translate(cell.wind.label) if cell.wind is not None else ""
    if cell.left is None or cell.left is cell.wind:
        return f"{name} {seat}"
    return translate(mark("{player} from {old} to {new}", player=name, old=cell.left.label, new=seat))


@dataclass(frozen=True, slots=True)
class HandMatrix:
    """Who pays whom in one hand, in the order of the winds from East."""

    hand: int
    winds: tuple[Wind, ...] = tuple(Wind)
    """The winds of the rows and columns."""
    names: tuple[str, ...] = ("", "", "", "")
    """The names of the players, in the same order."""
    values: Net | None = None
    """The values of the hands, in the same order; None while they are not known."""
    winner: int | None = None
    """The row of the winner; None in a drawn hand, or while there is no hand."""
    matrix: PaymentMatrix | None = None
    """The payments; None while they are not known."""


def has_matrix(table: TableSheet) -> bool:
    """Return whether the rules pay all four hands, so that a matrix shows more than the row of the sheet."""
    return table.rules.four_values


def hand_matrix(table: TableSheet | None, row: RowKey | None, in_progress: HandInProgress | None) -> HandMatrix | None:
    """Return who pays whom in the hand ``in_progress`` as soon as it can be settled; otherwise in the hand at ``row``.

    If neither can be shown, return the last recorded hand. Return None if the rules only pay the winner.
    """
    if table is None or not has_matrix(table):
        return None
    if in_progress is not None and in_progress.outcome is not None:
        return _matrix_of(table, in_progress.hand, in_progress.outcome)
    sheet = table.sheet
    at_cursor = row.hand if row is not None else None
    hand = next((each for each in (at_cursor, sheet.last_played) if each and sheet.hands[each - 1].outcome), None)
    outcome = sheet.hands[hand - 1].outcome if hand is not None else None
    if hand is None or outcome is None:
        return HandMatrix(at_cursor or 1)
    return _matrix_of(table, hand, outcome)


def _matrix_of(table: TableSheet, hand: int, outcome: Outcome) -> HandMatrix:
    state = table.state(hand)
    columns = state.from_east
    values: Net | None = None
    if outcome.values is not None:
        east, south, west, north = (outcome.values[column] for column in columns)
        values = (east, south, west, north)
    return HandMatrix(
        hand,
        names=tuple(table.names[column] for column in columns),
        values=values,
        winner=columns.index(outcome.winner) if outcome.winner is not None else None,
        matrix=payment_matrix(table.rules.settle(outcome, state.stakes), columns),
    )
