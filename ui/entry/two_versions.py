"""Compares what a sheet contains now with an order of this desk that the host refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.event.problem import Refused
from tournament.language import Language, Text, mark, verbatim
from tournament.ledger.description import by_letter, describe, name_on_sheet
from tournament.ledger.entry import EVENT_STREAM, Entry, table_of, table_stream
from tournament.ledger.facts import HeadsChained, SessionReopened
from tournament.ledger.sheet import HandLine
from tournament.sharing.shared_book import WaitingOrder
from tournament.use_cases import Command, CorrectHand, RecordHand, TableCommand, View
from tournament.use_cases.carrying_out import problems_of, tried
from tournament.use_cases.changes import Order
from tournament.use_cases.entry_effect import PlayerChange, sheet_changes
from ui.entry.change_words import author_at
from ui.entry.table_sheet import TableSheet, table_sheet

_MOST = 6
"""Maximum number of entries of others that are named, the last ones."""


@dataclass(frozen=True, slots=True)
class Version:
    """One of the two versions of a sheet."""

    who: Text
    """Who entered it, at which desk and when; empty if nothing is written."""
    words: tuple[Text, ...]
    """What was entered, one text for each entry."""
    changes: tuple[PlayerChange, ...]
    """The four players before and after. Empty if the entry belongs to no sheet, or would be refused."""


@dataclass(frozen=True, slots=True)
class TwoVersions:
    """The version that is recorded, and that of an order which is not."""

    place: tuple[int, int] | None
    """Session and table."""
    names: tuple[str, ...]
    """Names of the players of the sheet, by column."""
    theirs: Version
    mine: Version
    same: bool
    """Whether both contain the same hand."""
    correction: CorrectHand | None
    """The command that replaces their version by mine; None if mine can only be sent again."""
    problem: Text | None
    """Why mine would be refused as the event is now."""


def two_versions(view: View, order: WaitingOrder, desk: str, language: Language) -> TwoVersions:
    """Compare ``order`` of this ``desk`` with ``view``, which the host has written."""
    commands = order.order.commands
    hand, sheet = commands[0], _sheet(view, _place(view, commands[0]))
    line, correction, same = _line(sheet, commands), None, False
    if line is None:
        others = _since(view, order.order, sheet)
    else:
        others = line.entries[-1:]
        if isinstance(hand, RecordHand | CorrectHand):
            correction = _correction(hand, others[0], language)
            same = (line.outcome, line.tiles) == (hand.outcome, hand.tiles or line.tiles)
    written = (correction,) if correction is not None else commands
    by = mark("{author} at {desk}, {time}", author=order.order.author, desk=desk, time=_clock(order.time))
    mine, problem = _mine(view, written, by, sheet)
    return TwoVersions(
        sheet.place if sheet is not None else None,
        sheet.names if sheet is not None else (),
        _theirs(view, others, sheet),
        mine,
        same,
        correction,
        None if same else problem,
    )


def _place(view: View, command: Command) -> tuple[int, int] | None:
    session, table = getattr(command, "session", None), getattr(command, "table", None)
    if session is not None and table is not None:
        return session, table
    entry = view.journal.find(getattr(command, "entry", ""))
    return table_of(entry.stream) if entry is not None else None


def _sheet(view: View, place: tuple[int, int] | None) -> TableSheet | None:
    """The sheet that an order concerns; None for orders about the event, or if the table no longer exists."""
    try:
        return table_sheet(view, *place) if place is not None else None
    except Refused:
        return None


def _line(sheet: TableSheet | None, commands: Sequence[Command]) -> HandLine | None:
    """The recorded row, if the order consists of one hand that is recorded; otherwise None."""
    hand = commands[0]
    if sheet is None or len(commands) != 1 or not isinstance(hand, RecordHand | CorrectHand):
        return None
    line = next((each for each in sheet.sheet.hands if each.hand == hand.hand), None)
    return line if line is not None and line.outcome is not None and line.entries else None


def _correction(hand: RecordHand | CorrectHand, other: Entry, language: Language) -> CorrectHand:
    conflict = mark("Two desks entered this; {who} was first", who=author_at(other))
    if isinstance(hand, CorrectHand):
        conflict = mark("{reason} ({conflict})", reason=hand.reason, conflict=conflict)
    return CorrectHand(
        hand.session, hand.table, hand.hand, hand.outcome, language.render(conflict), hand.tiles, hand.overrule
    )


def _since(view: View, order: Order, sheet: TableSheet | None) -> tuple[Entry, ...]:
    """The entries made there since this desk saw the sheet, at most six; if there are none, the last entry."""
    stream = table_stream(*sheet.place) if sheet is not None else EVENT_STREAM
    entries = [each for each in view.journal.everything(stream) if each.id not in order.ids]
    since = [each for each in entries if order.seen is not None and each.number > order.seen]
    return tuple(since[-_MOST:] or entries[-1:])


def _theirs(view: View, others: Sequence[Entry], sheet: TableSheet | None) -> Version:
    if not others:
        return Version(verbatim(""), (mark("Nothing is written here."),), ())
    last = others[-1]
    who = mark("{who}, {time}", who=author_at(last), time=_clock(last.record.time))
    words = tuple(_words(view, entry, sheet) for entry in others)
    if sheet is None or others[0].stream != table_stream(*sheet.place):  # written elsewhere, and moved here
        return Version(who, words, ())
    before = view.sheet_before(*sheet.place, others[0])
    return Version(who, words, sheet_changes(view, before, sheet.sheet))


def _mine(view: View, commands: Sequence[Command], who: Text, sheet: TableSheet | None) -> tuple[Version, Text | None]:
    """The version of this desk, and why it would be refused now; None if it would not."""
    done = tried(view, commands)
    if done is None:
        problems = problems_of(view, commands[0]) if isinstance(commands[0], TableCommand) else ()
        return Version(who, (), ()), problems[0].text if problems else mark("This can no longer be carried out.")
    after, entries = done
    shown = [each for each in entries if not isinstance(each.fact, HeadsChained | SessionReopened)]
    changes = sheet_changes(view, sheet.sheet, after.sheet(*sheet.place)) if sheet is not None else ()
    return Version(who, tuple(_words(after, entry, sheet) for entry in shown), changes), None


def _words(view: View, entry: Entry, sheet: TableSheet | None) -> Text:
    described = describe(view.journal, entry, sheet.names.__getitem__ if sheet is not None else by_letter)
    value, what = described.new if described.new.message else described.old, name_on_sheet(view.journal, entry)
    return mark("{what}: {value}", what=what, value=value) if value.message else what


def _clock(time: str | datetime) -> str:
    """The time of day at this computer."""
    moment = datetime.fromisoformat(time) if isinstance(time, str) else time
    return f"{moment.astimezone():%H:%M:%S}"
