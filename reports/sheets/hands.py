"""Every recorded hand, one row each: who won from whom, its value or all four values, and other answers."""

from collections.abc import Iterator
from dataclasses import dataclass

from reports.document import Document, Emphasis, Field, Kind, Section, table_of
from reports.sheets.data import hands_of
from reports.sheets.options import ReportOptions, after_hands
from reports.sheets.people import people_note
from reports.sheets.score_sheets import answers_of, asked_of
from tournament.language import Text, listed, mark, mark_in
from tournament.ledger.sheet import HandLine, Sheet, SheetState
from tournament.rules.payment import Outcome, WrittenWin
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import hand_texts
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """One hand of one sheet."""

    sheet: Sheet
    line: HandLine
    outcome: Outcome
    names: tuple[str, ...]
    """Of the players, by column."""
    answers: tuple[Text | str | None, ...]

    wins: tuple[WrittenWin, ...]
    """What each winner has, if players write more of it than a number."""

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
        """Who won, or that nobody won."""
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


_HAND: tuple[Field[RecordedHand], ...] = (
    Field(mark("Hand"), lambda row: row.line.hand, Kind.INTEGER, Emphasis.STRONG),
    Field(Wind.EAST.label, lambda row: row.names[row.line.state.dealer], emphasis=Emphasis.MUTED, flexible=True),
    Field(mark("Winner"), lambda row: row.winner, emphasis=Emphasis.NAME, flexible=True),
    Field(mark_in("hand", "From"), lambda row: row.source, flexible=True),
)


_ROUND: Field[RecordedHand] = Field(mark("Round"), lambda row: hand_texts(row.line.state)[1])
"""With the counters on the table."""


def hands(view: View, options: ReportOptions) -> Document:
    """List the hands of the selected session and table, or of all."""
    sheets = options.sheets_of(view)
    rows = [row for sheet in options.watched(sheets) for row in _recorded(view, sheet)]
    provisional = any(sheet.state is not SheetState.VERIFIED for sheet in sheets if sheet.counts)
    return Document(
        event=view.settings.name,
        records=lambda _language: hands_of(view, options),
        title=options.with_session(mark("Hands"), view),
        state=after_hands(len(rows), provisional=provisional),
        printed=options.printed,
        provisional=provisional,
        aside=(view.rules.name,),
        note=_note(view, options) if rows else mark("No hand is recorded yet."),
        sections=(Section(table_of(hand_fields(view.rules, drawn=view.settings.format.is_drawn), rows, group=4)),),
    )


def _note(view: View, options: ReportOptions) -> Text:
    text = mark("1 to 4 are the players by their numbers on the sheet; results include the penalties of the hand.")
    people = people_note(view, options.sessions_of(view))
    return text if people is None else Text("{text} {people}", (("text", text), ("people", people)))


def hand_fields(rules: RuleSet, *, drawn: bool) -> tuple[Field[RecordedHand], ...]:
    """The columns of a hand under ``rules``: of a session at a table, or of an evening in a game."""
    session, table = (mark("Session"), mark("Table")) if drawn else (mark("Evening"), mark_in("evening", "Game"))
    return (
        Field(session, lambda row: row.sheet.session, Kind.INTEGER, Emphasis.MUTED, once=True),
        Field(table, lambda row: row.sheet.table, Kind.INTEGER, once=True),
        _HAND[0],
        *((_ROUND,) if rules.on_table else ()),
        *_HAND[1:],
        *((_value(rules.value_name, column) for column in range(4)) if rules.four_values else (_points(rules),)),
        *(_asked(question.short, place) for place, question in enumerate(asked_of(rules))),
        *(_result(column) for column in range(4)),
    )


def _points(rules: RuleSet) -> Field[RecordedHand]:
    if rules.written_name is not None:
        return Field(rules.written_name, lambda row: row.written, emphasis=Emphasis.STRONG)
    return Field(rules.value_name, lambda row: row.points, Kind.INTEGER, Emphasis.STRONG)


def _value(name: Text, column: int) -> Field[RecordedHand]:
    heading = mark("{value} {number}", value=name, number=column + 1)
    return Field(heading, lambda row: row.value(column), Kind.INTEGER)


def _asked(heading: Text, place: int) -> Field[RecordedHand]:
    return Field(heading, lambda row: row.answers[place])


def _result(column: int) -> Field[RecordedHand]:
    return Field(mark("Result {number}", number=column + 1), lambda row: row.line.net[column], Kind.SIGNED)


def _recorded(view: View, sheet: Sheet) -> Iterator[RecordedHand]:
    names = tuple(view.player_at(sheet, column).name for column in range(4))
    for line in sheet.hands:
        if line.outcome is not None:
            answers = answers_of(view.rules, line.outcome)
            yield RecordedHand(sheet, line, line.outcome, names, answers, view.rules.written_wins(line.outcome))
