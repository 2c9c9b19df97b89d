"""The recorded hands of a session or a table, and the best of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reports.column import Column, Emphasis, Kind
from reports.document import Document, Section, table_of
from reports.sheets.data import hands_of
from reports.sheets.options import ReportOptions, after_hands
from reports.sheets.people import marked_name, people_note, people_sections
from reports.sheets.score_sheets import answers_of, asked_of
from reports.vocabulary import FROM, HAND, RANK, ROUND, WINNER
from tournament.language import Text, listed, mark, mark_in
from tournament.ledger.sheet import HandLine, Sheet, SheetState
from tournament.rules.payment import Outcome, WrittenWin
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import hand_texts
from tournament.standings.statistics import Statistics, WonHand, best_hands
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class _RecordedHand:
    """One hand of one sheet."""

    sheet: Sheet
    line: HandLine
    outcome: Outcome
    names: tuple[str, ...]
    """Of the players, by column."""
    answers: tuple[Text | str | None, ...]

    wins: tuple[WrittenWin, ...]
    """What each winner has, if players write more than a number for it (such as han and fu)."""

    @property
    def points(self) -> int | None:
        """The value of a winning hand."""
        return None if self.outcome.drawn else self.outcome.points

    @property
    def written(self) -> Text | None:
        """What each winner has."""
        return listed(win.short for win in self.wins) if self.wins else None

    @property
    def winner(self) -> Text | str:
        """The winner's name, or a note that nobody won."""
        return (
            mark_in("hand", "drawn") if self.outcome.drawn else ", ".join(self.names[c] for c in self.outcome.winners)
        )

    @property
    def source(self) -> Text | str | None:
        """Who discarded the winning tile."""
        if self.outcome.winner is None:
            return None
        return mark("self-draw") if self.outcome.discarder is None else self.names[self.outcome.discarder]

    def value(self, column: int) -> int | None:
        """The value of the hand of ``column``, if all four are paid."""
        return self.outcome.values[column] if self.outcome.values is not None else None


_HAND: tuple[Column[_RecordedHand], ...] = (
    HAND.of(lambda row: row.line.hand, emphasis=Emphasis.STRONG),
    Column(Wind.EAST.label, lambda row: row.names[row.line.state.dealer], emphasis=Emphasis.MUTED, flexible=True),
    WINNER.of(lambda row: row.winner),
    FROM.of(lambda row: row.source),
)


_ROUND: Column[_RecordedHand] = ROUND.of(lambda row: hand_texts(row.line.state)[1])
"""With the counters on the table."""


def hands(view: View, options: ReportOptions) -> Document:
    """List the hands of the selected session and table, or of all."""
    sheets = options.sheets_of(view)
    rows = [row for sheet in options.watched(sheets) for row in _recorded(view, sheet)]
    provisional = any(sheet.state is not SheetState.VERIFIED for sheet in sheets if sheet.counts)
    return Document(
        event=view.settings.name,
        records=lambda _language: hands_of(view, options),
        title=options.with_session(mark("Hands")),
        state=after_hands(len(rows), provisional=provisional),
        printed=options.printed,
        provisional=provisional,
        aside=(view.rules.name,),
        note=_note(view, options) if rows else mark("No hand is recorded yet."),
        sections=(Section(table_of(_hand_fields(view.rules), rows, group=4)),),
    )


def _note(view: View, options: ReportOptions) -> Text:
    text = mark("1 to 4 are the players by their numbers on the sheet; results include the penalties of the hand.")
    people = people_note(view, options.sessions_of(view))
    return text if people is None else Text("{text} {people}", (("text", text), ("people", people)))


def _hand_fields(rules: RuleSet) -> tuple[Column[_RecordedHand], ...]:
    """Return the columns of a hand under ``rules``."""
    session, table = mark("Session"), mark("Table")
    return (
        Column(session, lambda row: row.sheet.session, Kind.INTEGER, Emphasis.MUTED, once=True),
        Column(table, lambda row: row.sheet.table, Kind.INTEGER, once=True),
        _HAND[0],
        *((_ROUND,) if rules.on_table else ()),
        *_HAND[1:],
        *((_value(rules.value_name, column) for column in range(4)) if rules.four_values else (_points(rules),)),
        *(_asked(question.short, place) for place, question in enumerate(asked_of(rules))),
        *(_result(column) for column in range(4)),
    )


def _points(rules: RuleSet) -> Column[_RecordedHand]:
    if rules.written_name is not None:
        return Column(rules.written_name, lambda row: row.written, emphasis=Emphasis.STRONG)
    return Column(rules.value_name, lambda row: row.points, Kind.INTEGER, Emphasis.STRONG)


def _value(name: Text, column: int) -> Column[_RecordedHand]:
    heading = mark("{value} {number}", value=name, number=column + 1)
    return Column(heading, lambda row: row.value(column), Kind.INTEGER)


def _asked(heading: Text, place: int) -> Column[_RecordedHand]:
    return Column(heading, lambda row: row.answers[place])


def _result(column: int) -> Column[_RecordedHand]:
    return Column(mark("Result {number}", number=column + 1), lambda row: row.line.net[column], Kind.SIGNED)


def _recorded(view: View, sheet: Sheet) -> Iterator[_RecordedHand]:
    names = tuple(view.player_at(sheet, column).name for column in range(4))
    for line in sheet.hands:
        if line.outcome is not None:
            answers = answers_of(view.rules, line.outcome)
            yield _RecordedHand(sheet, line, line.outcome, names, answers, view.rules.written_wins(line.outcome))


_MOST = 100
"""The same number as on screen."""


@dataclass(frozen=True, slots=True)
class _DearHand:
    """A winning hand, with the names needed to read it."""

    place: int
    hand: WonHand
    winner: str
    source: str | Text
    """Who discarded the winning tile, or that it was drawn."""


def _best_hand_fields(rules: RuleSet) -> tuple[Column[_DearHand], ...]:
    """Place, value, name where the event added special hands, winner, how it was won, where."""
    session, table = mark("Session"), mark("Table")
    named: Column[_DearHand] = Column(mark("Special hand"), lambda row: row.hand.named or None, flexible=True)
    return (
        RANK.of(lambda row: row.place),
        Column(rules.value_name, lambda row: row.hand.points, Kind.INTEGER, Emphasis.STRONG),
        *((named,) if rules.own_values else ()),
        WINNER.of(lambda row: row.winner),
        FROM.of(lambda row: row.source),
        Column(session, lambda row: row.hand.session, Kind.INTEGER, Emphasis.MUTED),
        Column(table, lambda row: row.hand.table, Kind.INTEGER, Emphasis.MUTED),
        HAND.of(lambda row: row.hand.hand, emphasis=Emphasis.MUTED),
    )


def best_hands_sections(view: View, counted: Statistics) -> tuple[Section, ...]:
    """The dearest hands of those ``counted``, and who played for whom; equal ones share their place. Empty if nobody
    has won a hand."""
    best = best_hands(counted, _MOST)
    if not best:
        return ()
    return (
        Section(
            table_of(_best_hand_fields(view.rules), _rows(view, best)),
            mark("Best hands"),
            mark("best hands"),
            note=_best_note(view.rules, len(counted.won)),
        ),
        *people_sections(view, sorted({hand.session for hand in best})),
    )


def _best_note(rules: RuleSet, won: int) -> Text:
    text = mark("The dearest hands, flowers included.") if rules.flowers else mark("The dearest hands.")
    return mark("{text} {shown} of {won} hands won.", text=text, shown=min(won, _MOST), won=won)


def _rows(view: View, best: Sequence[WonHand]) -> list[_DearHand]:
    points = [hand.points for hand in best]
    return [
        _DearHand(
            1 + points.index(hand.points),
            hand,
            marked_name(view, hand.winner, hand.session),
            mark("self-draw") if hand.discarder is None else marked_name(view, hand.discarder, hand.session),
        )
        for hand in best
    ]
