"""The sheet of one table in one session, computed from its entries in two folds.

:func:`tournament.ledger.sheet_content.content_of` finds what is written on the sheet, without any rules.
:func:`build_sheet` counts that by the rules of the event.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, reduce
from typing import assert_never

from msgspec import Struct, structs

from tournament.event.seating import Seats
from tournament.event.settings import CountedTotals, SecondReading
from tournament.language import Text, mark
from tournament.language.text import LabelledEnum
from tournament.ledger.entry import Entry
from tournament.ledger.facts import (
    ColumnsExchanged,
    PaperReading,
    SheetConfirmed,
    SheetRejected,
)
from tournament.ledger.sheet_content import Penalty, SheetContent, column_after, content_of
from tournament.rules.payment import (
    NO_NET,
    NOT_KNOWN,
    Net,
    Outcome,
    PartialNet,
    Stakes,
    add,
    net_of,
)
from tournament.rules.ruleset import MOST_STICKS, RuleSet, Settle
from tournament.rules.table_state import TableState


class SheetState(LabelledEnum):
    """The state of a sheet; the value is its name in files and on the command line."""

    NOT_STARTED = "not-started", mark("not started")
    IN_PLAY = "in-play", mark("in play")
    TOTALS_DIFFER = "totals-differ", mark("totals differ")
    """The totals of the paper differ from the computed ones, and nobody accepted that; also after a correction of a
    signed sheet."""
    TO_VERIFY = "to-verify", mark("to verify")
    """All hands are entered, or the typed totals agree: a referee can sign."""
    TO_READ_AGAIN = "to-read-again", mark("second reading due")
    """Signed, and somebody else must still read the paper."""
    REJECTED = "rejected", mark("rejected")
    """Somebody else read another value: it must be corrected and signed again."""
    VERIFIED = "verified", mark("verified")


class SheetMark(LabelledEnum):
    """A mark that a signed sheet keeps: its totals were not those of its hands, or nothing was compared."""

    DIFFERENCE_ACCEPTED = "difference-accepted", mark("difference accepted")
    """Its totals differ, and somebody accepted that with a reason."""
    TOTALS_ONLY = "totals-only", mark("by totals only")
    """It was entered by its four totals, which could be compared with nothing."""
    NOT_COMPARED = "not-compared", mark("not compared")
    """It was signed without all four totals of its paper."""

    @property
    def heading(self) -> Text:
        """The mark at the beginning of a line."""
        match self:
            case SheetMark.DIFFERENCE_ACCEPTED:
                return mark("Difference accepted")
            case SheetMark.TOTALS_ONLY:
                return mark("By totals only")
            case SheetMark.NOT_COMPARED:
                return mark("Not compared")
            case _:
                assert_never(self)


@dataclass(frozen=True, slots=True)
class SecondReader:
    """A second reading of the paper."""

    reader: str
    """The name of the person who read it."""
    reading: PaperReading
    entry: Entry


class HandLine(Struct, frozen=True, gc=False):
    """One row of the sheet.

    A struct, because an event has thousands of rows, which are made when it is opened.
    """

    hand: int
    """The number of the hand, from 1."""
    state: TableState
    """The state of the table before the hand: who deals, and which wind prevails."""
    outcome: Outcome | None
    """None until it is played. A drawn hand has an outcome without a winner."""
    settlement: Net
    """The payments of the hand alone. The sum is zero, unless sticks go to the table or come from it."""
    penalties: tuple[Penalty, ...]
    """The penalties of the hand that were not cancelled, in the order in which they were given."""
    totals: Net
    """Running totals after this hand and its penalties."""
    entries: tuple[Entry, ...] = ()
    """The entry that recorded it, then every correction and repair of this row, wherever the row was at the time."""
    tiles: str = ""
    """The winner's tiles in the public notation; empty if they are not known."""
    overrule: str = ""
    """Why a referee accepted more points than the tiles are worth; empty if that was not needed."""

    @property
    def net(self) -> Net:
        """The hand and its penalties: the difference between the totals of this row and of the row before."""
        return reduce(add, (penalty.net for penalty in self.penalties), self.settlement)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The account of one table in one session. Columns 0–3 are the players A–D."""

    session: int
    table: int
    players: Seats
    """Player numbers by column."""
    number: int
    """The number of the last entry of its stream, which the writer of the next one must have seen."""
    hands: tuple[HandLine, ...]
    length: int | None
    """How many hands the game has; None if hands are played until it is over."""
    growing: bool
    """Whether it shows only the rows played and the next one, instead of all rows of a session from the start."""
    after: TableState
    """The state of the table after the last row, which says whether the game is over."""
    penalties: tuple[Penalty, ...]
    """All penalties that were not cancelled, including those of the session."""
    cancelled: tuple[Penalty, ...]
    scores: Net
    """The totals that count for table points: the computed ones or, if the event says so, those of the signed paper. If
    these differ, a total that the paper lacks is the one computed when the sheet was signed."""
    computed: Net
    """The totals of hands and penalties, with what the end of the game would pay if it ended now.

    For a table that was entered by its totals, these totals.
    """
    paper: PartialNet
    """The totals written on the paper; None for those that are not known."""
    table_points: tuple[Fraction, ...]
    """The table points of columns A–D if the sheet ended now."""
    totals_only: bool
    """Whether the table was entered by its four totals."""
    closed: Entry | None
    """The entry that signed it; None while it is open."""
    accepted: str
    """The reason with which a difference of totals was accepted; empty if none was. A correction that changes the
    difference cancels it."""
    balance: int | None
    """What the scores must add up to; None if a reason was given for another sum when they were signed."""
    second_reading: SecondReading
    """Whether, and by whom, a signed sheet must be read again: a rule of the event."""
    typed_by: tuple[str, ...]
    """The authors who typed or signed any of it."""
    confirmed: Entry | None
    """The second reading that found the same values. Any later entry on the sheet cancels it."""
    rejected: Entry | None
    """The second reading that found something else, until the sheet is signed again."""
    totals_suffice: bool = False
    """Whether its totals without hands need no mark: they are usual in this game, and lack at most riichi sticks."""
    unplaced: frozenset[int] = frozenset()
    """The columns without table points, since somebody played there for a player who left during the session."""
    played: int = field(init=False)
    """How many hands are recorded."""
    state: SheetState = field(init=False)
    """The state of the sheet."""

    def __post_init__(self) -> None:
        """Compute what depends on all rows once, because cards, lists and bars need it for every table."""
        object.__setattr__(self, "played", sum([line.outcome is not None for line in self.hands]))
        object.__setattr__(self, "state", _state_of(self))

    @property
    def over(self) -> bool:
        """Whether the game is over after the last hand recorded."""
        if not self.last_played:
            return False
        behind = self.hands[self.last_played :]
        return (behind[0].state if behind else self.after).over

    @property
    def counts(self) -> bool:
        """Whether the standings count this sheet: a hand or the totals are recorded."""
        return self.played > 0 or self.closed is not None

    @property
    def blank(self) -> bool:
        """Whether it is empty: no hand, no penalty, no totals, no signature."""
        return not self.played and not self.penalties and self.paper == NOT_KNOWN and self.closed is None

    @property
    def session_penalties(self) -> tuple[Penalty, ...]:
        """The penalties that belong to the session, and to no hand."""
        return tuple(penalty for penalty in self.penalties if penalty.given.hand is None)

    @property
    def lost(self) -> int:
        """The points that penalties took and nobody received."""
        return _lost(self.penalties)

    @property
    def missing(self) -> int:
        """The points that nobody has: taken by a penalty that nobody received, or sticks left on the table."""
        return self.lost if self.totals_only else -sum(self.computed)

    @property
    def typed(self) -> Net | None:
        """The four totals of the paper; None if one of them is not known."""
        a, b, c, d = self.paper
        return None if a is None or b is None or c is None or d is None else (a, b, c, d)

    @property
    def difference(self) -> Net:
        """The totals of the paper minus the computed ones, by column; zero where that of the paper is not known, and if
        no hand is recorded with which they could be compared."""
        return difference(self.paper, self.computed) if self.played else NO_NET

    def corrected_from(self, totals: PartialNet) -> bool:
        """Whether it was corrected since it was signed with ``totals``, so that this alone explains a difference."""
        return self.closed is not None and not self.accepted and totals == self.paper

    @property
    def compared(self) -> bool | None:
        """Whether it was signed with all four totals of the paper; None while it is not signed."""
        return None if self.closed is None else self.typed is not None

    @property
    def marks(self) -> tuple[SheetMark, ...]:
        """The marks of a signed sheet. A sheet that was signed with matching totals has none."""
        if self.closed is None:
            return ()
        found = {
            SheetMark.DIFFERENCE_ACCEPTED: bool(self.accepted) and any(self.difference),
            SheetMark.TOTALS_ONLY: self.totals_only and not self.totals_suffice,
            SheetMark.NOT_COMPARED: self.typed is None,
        }
        return tuple(each for each, holds in found.items() if holds)

    @property
    def second_reader(self) -> SecondReader | None:
        """The last second reading.

        It either confirmed the sheet as it is, or rejected it and the sheet was not signed again since.
        """
        entry = self.confirmed or self.rejected
        fact = entry.fact if entry is not None else None
        if entry is None or not isinstance(fact, SheetConfirmed | SheetRejected):
            return None
        return SecondReader(fact.reader, fact.reading, entry)

    @property
    def second_reading_text(self) -> Text | None:
        """Who read it a second time, and when, in words; None if nobody has."""
        second = self.second_reader
        if second is None:
            return None
        values = {"reader": second.reader, "time": f"{second.entry.time.astimezone():%H:%M}"}
        if self.confirmed is not None:
            return mark("Second reading confirmed by {reader}, {time}", **values)
        return mark("Second reading rejected by {reader}, {time}", **values)

    @property
    def last_played(self) -> int:
        """The number of the last hand recorded; 0 if there is none."""
        return next((line.hand for line in reversed(self.hands) if line.outcome is not None), 0)

    @property
    def written_rows(self) -> int:
        """How many rows the paper has: those of a session, or as many as were played."""
        return self.last_played if self.growing else len(self.hands)

    @property
    def not_played(self) -> int:
        """How many hands are missing.

        They are counted up to the length of the game or, without a fixed length, up to the last hand recorded.
        """
        return (self.last_played if self.length is None else max(self.length, self.last_played)) - self.played

    @property
    def goes_on(self) -> bool:
        """Whether another hand follows in a game without a fixed number of hands: that of a row which waits."""
        return self.length is None and self.next_hand is not None

    def has_typed(self, author: str) -> bool:
        """Whether ``author`` typed or signed any of it, and therefore knows its values."""
        return author.strip().casefold() in (each.strip().casefold() for each in self.typed_by)

    def state_before(self, hand: int) -> TableState | None:
        """The table before ``hand``; None if the sheet has no such row."""
        return self.hands[hand - 1].state if 1 <= hand <= len(self.hands) else None

    @property
    def next_hand(self) -> int | None:
        """The first hand that is not recorded; None if all are."""
        return next((line.hand for line in self.hands if line.outcome is None and not line.state.over), None)

    def no_hu(self, column: int, hand: int) -> Penalty | None:
        """The penalty by which ``column`` lost the right to win ``hand``, or None."""
        return next((p for p in self._of(hand) if p.given.no_hu and p.given.player == column), None)

    def broken(self, hand: int) -> Penalty | None:
        """The penalty that ended ``hand`` without a winner, or None."""
        return next((p for p in self._of(hand) if p.given.closes_hand), None)

    def _of(self, hand: int) -> tuple[Penalty, ...]:
        return self.hands[hand - 1].penalties


def _state_of(sheet: Sheet) -> SheetState:
    if any(sheet.difference) and not sheet.accepted:
        return SheetState.TOTALS_DIFFER
    if sheet.closed is not None:
        waits = sheet.second_reading is not SecondReading.NONE and sheet.confirmed is None
        return SheetState.TO_READ_AGAIN if waits else SheetState.VERIFIED
    if sheet.rejected is not None:
        return SheetState.REJECTED
    if sheet.played == len(sheet.hands) or (sheet.typed is not None and sheet.played):
        return SheetState.TO_VERIFY
    written = sheet.played or sheet.penalties or sheet.paper != NOT_KNOWN
    return SheetState.IN_PLAY if sheet.number and written else SheetState.NOT_STARTED


def difference(paper: PartialNet, computed: Net) -> Net:
    """The totals of the paper minus the computed ones, by column; zero where that of the paper is not known."""
    a, b, c, d = (0 if total is None else total - ours for total, ours in zip(paper, computed, strict=True))
    return a, b, c, d


def build_sheet(
    *,
    session: int,
    table: int,
    players: Seats,
    number: int,
    entries: Iterable[Entry],
    rules: RuleSet,
    counted_totals: CountedTotals = CountedTotals.COMPUTED,
    second_reading: SecondReading = SecondReading.NONE,
    unplaced: Collection[int] = (),
) -> Sheet:
    """Compute the sheet of one table from its ``entries`` that count.

    The same arguments always give the same sheet. The columns ``unplaced`` have no table points: somebody played there
    for a player who left during the session.
    """
    entries = tuple(entries)
    content = content_of(entries)
    standing = _standing(content, rules)
    hands, after = _lines(content, standing, rules)
    standing = _as_paid(standing, hands)
    computed = _computed(content, standing, hands, after, rules)
    scores, balance, accepted = computed, _balance(content, standing, computed), content.accepted
    # The totals of a signed paper count with the difference that was accepted when it was signed, so entries written
    # since then are looked at separately.
    if content.closed is not None and any(difference(content.paper, computed)):
        since = entries[entries.index(content.closed) + 1 :]
        signed, then = _when_signed(entries[: len(entries) - len(since)], rules) if since else (computed, balance)
        if signed != computed:
            accepted = ""
        if counted_totals is CountedTotals.AS_SIGNED:
            signed = reduce(_exchanged, since, signed)
            scores, balance = add(signed, difference(content.paper, signed)), then
    return Sheet(
        session=session,
        table=table,
        players=players,
        number=number,
        hands=hands,
        length=rules.table.hands,
        growing=rules.table.rotation is None,
        after=after,
        penalties=standing,
        cancelled=tuple(penalty for penalty in content.penalties.values() if penalty.cancelled is not None),
        scores=scores,
        computed=computed,
        paper=content.paper,
        table_points=table_points_of(rules, scores, standing, unplaced, winners_of(hands)),
        totals_only=content.totals_only,
        closed=content.closed,
        accepted=accepted,
        balance=None if content.accepted else balance,
        second_reading=second_reading,
        typed_by=tuple(content.typed_by),
        confirmed=content.confirmed,
        rejected=content.rejected,
        totals_suffice=rules.totals_suffice and _only_sticks_lacking(content, standing, computed, rules),
        unplaced=frozenset(unplaced),
    )


def _only_sticks_lacking(content: SheetContent, standing: tuple[Penalty, ...], computed: Net, rules: RuleSet) -> bool:
    lacking = _balance(content, standing, computed) - sum(computed)
    return content.totals_only and 0 <= lacking <= MOST_STICKS * rules.stick


def _standing(content: SheetContent, rules: RuleSet) -> tuple[Penalty, ...]:
    return tuple(_by_fault(penalty, rules) for penalty in content.penalties.values() if penalty.cancelled is None)


def _by_fault(penalty: Penalty, rules: RuleSet) -> Penalty:
    """The penalty, marked if the rules take it from the table points instead of the score."""
    return replace(penalty, after_places=True) if rules.after_places(penalty.given.fault) else penalty


def winners_of(hands: Iterable[HandLine]) -> frozenset[int] | None:
    """The columns of those who won one of the ``hands``; None if no hand is recorded."""
    played = [line.outcome for line in hands if line.outcome is not None]
    return frozenset(column for outcome in played for column in outcome.winners) if played else None


def table_points_of(
    rules: RuleSet,
    scores: Net,
    penalties: Iterable[Penalty],
    unplaced: Collection[int],
    winners: Collection[int] | None,
) -> tuple[Fraction, ...]:
    """The table points of the ``scores``, less the penalties that are taken from table points.

    ``winners`` are the columns of those who won a hand; None if no hand is known.
    """
    worth = list(rules.table_points.of(scores, unplaced))
    if rules.for_wins is not None and winners is not None:
        for column, points in enumerate(rules.for_wins(winners)):
            worth[column] += 0 if column in unplaced else points
    for penalty in penalties:
        if penalty.after_places and penalty.given.player not in unplaced:
            worth[penalty.given.player] += penalty.given.net[penalty.given.player]
    return tuple(worth)


def _lost(standing: tuple[Penalty, ...]) -> int:
    return sum(penalty.lost for penalty in standing)


def _when_signed(entries: tuple[Entry, ...], rules: RuleSet) -> tuple[Net, int]:
    """The computed totals after ``entries``, and what the scores had to add up to."""
    content = content_of(entries)
    standing = _standing(content, rules)
    lines, after = _lines(content, standing, rules)
    computed = _computed(content, standing, lines, after, rules)
    return computed, _balance(content, standing, computed)


def _exchanged(totals: Net, entry: Entry) -> Net:
    """The totals of a signed sheet after ``entry``. If it swapped whole columns, they are swapped like those of the
    paper."""
    if not isinstance(entry.fact, ColumnsExchanged):
        return totals
    a, b, c, d = (totals[column_after(entry.fact, None, column)] for column in range(4))
    return a, b, c, d


def _as_paid(standing: tuple[Penalty, ...], hands: tuple[HandLine, ...]) -> tuple[Penalty, ...]:
    """The penalties ``standing``, those of hands in the form in which the table pays them."""
    paid = {penalty.entry.id: penalty for line in hands for penalty in line.penalties}
    return tuple(paid.get(penalty.entry.id, penalty) for penalty in standing)


def _computed(
    content: SheetContent, standing: tuple[Penalty, ...], hands: tuple[HandLine, ...], after: TableState, rules: RuleSet
) -> Net:
    """The totals of hands and penalties, and what the end of the game pays.

    For a table that was entered by its totals, the totals of the paper are all that is known.
    """
    of_session = (penalty.net for penalty in standing if penalty.given.hand is None)
    computed = reduce(add, of_session, hands[-1].totals)
    computed = add(computed, rules.at_end(computed, after))
    return add(computed, difference(content.paper, computed)) if content.totals_only else computed


def _balance(content: SheetContent, standing: tuple[Penalty, ...], computed: Net) -> int:
    """What the scores must add up to.

    It is minus the points that nobody received, from penalties or from sticks left on the table.
    """
    return -_lost(standing) if content.totals_only else sum(computed)


def _lines(
    content: SheetContent, penalties: tuple[Penalty, ...], rules: RuleSet
) -> tuple[tuple[HandLine, ...], TableState]:
    """Return the rows, and the table after them."""
    of_hand: dict[int, list[Penalty]] = {}
    for penalty in penalties:
        if penalty.given.hand is not None:
            of_hand.setdefault(penalty.given.hand, []).append(penalty)
    lines: list[HandLine] = []
    totals = NO_NET
    state, advance, settle, rows = rules.table.start, rules.table.advance, rules.settle, content.rows
    last, punished = max(rows, default=0), max(of_hand, default=0)
    fixed = rules.table.rotation is not None
    while not state.over if fixed else _has_row(state, last, punished):
        hand = state.hand
        row, settlement = rows.get(hand), NO_NET
        if row is not None:
            settlement = settled(settle, row.outcome, state.stakes)
            totals = add(totals, settlement)
        here: tuple[Penalty, ...] = ()
        if hand in of_hand:
            here = tuple([_of_east(penalty, state) for penalty in of_hand[hand]])
            totals = reduce(add, (penalty.net for penalty in here), totals)
        if row is None:
            lines.append(HandLine(hand, state, None, settlement, here, totals))
            state = advance(state, None, totals)
            continue
        outcome, entries = row.outcome, row.entries
        lines.append(HandLine(hand, state, outcome, settlement, here, totals, entries, row.tiles, row.overrule))
        state = advance(state, outcome, totals)
    return tuple(lines), state


def folded_totals(rules: RuleSet, rows: Iterable[tuple[Outcome | None, Iterable[Penalty]]]) -> Net:
    """The totals if the rows of a sheet were ``rows``: the outcome of each hand with its penalties."""
    totals, state = NO_NET, rules.table.start
    for outcome, penalties in rows:
        totals = add(totals, row_net(rules, state, outcome, penalties))
        state = rules.table.advance(state, outcome, totals)
    return totals


def row_net(rules: RuleSet, state: TableState, outcome: Outcome | None, penalties: Iterable[Penalty]) -> Net:
    """What a hand and its penalties add to the scores at a table in ``state``."""
    settlement = settled(rules.settle, outcome, state.stakes) if outcome is not None else NO_NET
    return reduce(add, (_of_east(penalty, state).net for penalty in penalties), settlement)


def lines_with(sheet: Sheet, rules: RuleSet, hand: int, outcome: Outcome) -> tuple[HandLine, ...]:
    """The rows of ``sheet`` if ``hand`` ended with ``outcome``.

    Where results decide who deals, later rows also change.
    """
    lines: list[HandLine] = []
    totals, state = NO_NET, rules.table.start
    for line in sheet.hands:
        ended = outcome if line.hand == hand else line.outcome
        settlement = settled(rules.settle, ended, state.stakes) if ended is not None else NO_NET
        penalties = tuple([_of_east(penalty, state) for penalty in line.penalties])
        totals = reduce(add, (penalty.net for penalty in penalties), add(totals, settlement))
        lines.append(
            structs.replace(line, state=state, outcome=ended, settlement=settlement, penalties=penalties, totals=totals)
        )
        state = rules.table.advance(state, ended, totals)
    return tuple(lines)


def totals_at_end(sheet: Sheet, rules: RuleSet, lines: Sequence[HandLine]) -> Net:
    """The totals of ``sheet`` if its rows were ``lines``, with the penalties of the session and the end of the game."""
    last = lines[-1]
    totals = reduce(add, (penalty.net for penalty in sheet.session_penalties), last.totals)
    return add(totals, rules.at_end(totals, rules.table.advance(last.state, last.outcome, last.totals)))


def _has_row(state: TableState, last: int, punished: int) -> bool:
    """Whether the sheet of a game without a fixed number of hands has a row for the hand of ``state``.

    The rows go up to the next hand to play. ``last`` is the last hand recorded, ``punished`` the last one with a
    penalty.
    """
    return state.hand <= max(last, punished) or (state.hand == last + 1 and not state.over)


def _of_east(penalty: Penalty, state: TableState) -> Penalty:
    """The penalty as this table pays it. After a repair another player may be East than when it was given."""
    if penalty.given.twice in (None, state.dealer):
        return penalty
    return replace(penalty, given=structs.replace(penalty.given, twice=state.dealer))


@lru_cache(maxsize=8192)
def settled(settle: Settle, outcome: Outcome, stakes: Stakes) -> Net:
    """The payments of ``outcome``. They are cached, since an event has few different outcomes and needs them often."""
    return net_of(settle(outcome, stakes))
