"""``sheet FILE``: one table's running account in one session."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tournament.event.seating import LETTERS
from tournament.event.settings import CountedTotals
from tournament.language import Text, exact_text, integer_text, mark, signed_text, verbatim
from tournament.rules.payment import PLAYER_ANSWERS, Net, Outcome
from tournament.rules.ruleset import RuleSet
from ui.cli.bootstrap import event_for_reading
from ui.cli.commands import command, file_argument, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column, Row, Value
    from tournament.ledger.sheet import HandLine, Sheet
    from tournament.ledger.sheet_content import Penalty
    from tournament.use_cases import View


@command("sheet")
@file_argument
@option("--session", type=int, required=True, help_text=mark("Number of the session."))
@option("--table", type=int, required=True, help_text=mark("Number of the table."))
@json_option
@click.pass_obj
def sheet(context: CliContext, *, file: Path, session: int, table: int, as_json: bool) -> None:
    """Print the sheet of one table in one session."""
    with event_for_reading(file) as book:
        view = book.view
        shown = view.sheet_to_read(session, table)
        rules = view.rules
    if as_json:
        print_json(sheet_json(context, view, shown, rules))
    else:
        _print(context, view, shown, rules)


def sheet_json(context: CliContext, view: "View", sheet: "Sheet", rules: RuleSet) -> dict[str, object]:
    """The sheet by the letters A–D. ``table_points`` is exact text, null while nothing counts or scores rank."""
    from tournament.ledger.state import final_name

    points = {
        letter: exact_text(worth) if sheet.counts else None
        for letter, worth in zip(LETTERS, sheet.table_points, strict=True)
    }
    of_hands, of_penalties = _columns(context, rules), _penalty_columns()
    return {
        "session": sheet.session,
        "table": sheet.table,
        "final": final_name(view.state, sheet.session, sheet.table) is not None,
        "players": dict(zip(LETTERS, sheet.players, strict=True)),
        "hands": [
            context.record(of_hands, _Row(line, None, line.totals)) | details_json(line.outcome) for line in sheet.hands
        ],
        "penalties": [context.record(of_penalties, penalty) for penalty in sheet.session_penalties],
        "totals": _by_letter(sheet.scores),
        "computed": _by_letter(sheet.computed),
        "typed": None if sheet.typed is None else _by_letter(sheet.typed),
        "compared": sheet.compared,
        "accepted": sheet.accepted or None,
        "totals_only": sheet.totals_only,
        "marks": [each.value for each in sheet.marks],
        "table_points": points if view.counts_points else None,
        "state": sheet.state.value,
        "over": sheet.over,
        "second_reading": _second_reading_json(sheet),
        "likely_causes": [context.translate(text) for text in cause_texts_of(sheet, rules)],
    }


def _second_reading_json(sheet: "Sheet") -> dict[str, object] | None:
    reading = sheet.second_reader
    if reading is None:
        return None
    return {"agrees": sheet.confirmed is not None, "reader": reading.reader, "time": reading.entry.record.time}


def cause_texts_of(sheet: "Sheet", rules: RuleSet) -> tuple[Text, ...]:
    """Possible causes of a difference between the totals of the paper and the rows, likeliest first; empty if they
    agree."""
    from tournament.ledger.causes import cause_text
    from tournament.ledger.difference import causes_of

    return tuple(cause_text(cause, rules=rules) for cause in causes_of(sheet, rules, sheet.paper))


def outcome_columns(outcome_of: "Callable[[Row], Outcome | None]") -> "tuple[Column[Row], ...]":
    """The columns of how a hand ended, by the letters A–D; :func:`details_json` has what only some rules record."""
    from reports.column import Column, Kind
    from reports.vocabulary import NO_HEADING

    def said(name: str, value: "Callable[[Outcome], Value]", kind: Kind = Kind.TEXT) -> "Column[Row]":
        def of_row(row: "Row") -> "Value":
            outcome = outcome_of(row)
            return None if outcome is None else value(outcome)

        return Column(NO_HEADING, of_row, kind, name=name)

    return (
        said("result", _result),
        said("winner", lambda outcome: _letter(outcome.winner)),
        said("discarder", lambda outcome: _letter(outcome.discarder)),
        said("points", lambda outcome: outcome.points
             if outcome.winner is not None and outcome.values is None else None, Kind.INTEGER),
    )  # fmt: skip


def details_json(outcome: Outcome | None) -> dict[str, object]:
    """What some rules record about a hand beyond that; empty for other rules."""
    if outcome is None or outcome.details is None:
        return {}
    answers = {
        name: [LETTERS[column] for column in answer]
        if isinstance(answer, tuple)
        else LETTERS[answer]
        if name in PLAYER_ANSWERS and isinstance(answer, int)
        else answer
        for name, answer in outcome.answers
    }
    return {
        "values": None if outcome.values is None else _by_letter(outcome.values),
        "liable": _letter(outcome.liable),
        "answers": answers,
    }


def _result(outcome: Outcome) -> str:
    if outcome.drawn:
        return "drawn"
    return "self-draw" if outcome.self_draw else "discard"


def _penalty_columns() -> "tuple[Column[Penalty], ...]":
    """The columns of the penalties of a sheet."""
    from reports.column import Column, Kind
    from reports.vocabulary import NO_HEADING, REASON

    def said(name: str, value: "Callable[[Penalty], Any]", kind: Kind = Kind.TEXT) -> "Column[Penalty]":
        return Column(NO_HEADING, value, kind, name=name)

    return (
        said("entry", lambda penalty: penalty.entry.id),
        said("player", lambda penalty: LETTERS[penalty.given.player]),
        said("fault", lambda penalty: penalty.given.fault or None),
        said("points", lambda penalty: penalty.given.points, Kind.SIGNED),
        said("to", lambda penalty: [LETTERS[column] for column in penalty.given.to]),
        REASON.of(lambda penalty: penalty.given.reason),
        said("minutes", lambda penalty: penalty.given.minutes, Kind.INTEGER),
        said("no_hu", lambda penalty: penalty.given.no_hu, Kind.YES_NO),
        said("net", lambda penalty: _by_letter(penalty.net)),
    )


def _letter(column: int | None) -> str | None:
    return None if column is None else LETTERS[column]


def _by_letter(net: Net) -> dict[str, int]:
    return dict(zip(LETTERS, net, strict=True))


class _Row(NamedTuple):
    """A line of the sheet: a hand, or one of the sums below."""

    line: "HandLine | None"
    """The hand; None for a sum."""
    outcome: Text | None
    """How the hand ended, or what the sum is."""
    totals: tuple[int, ...] | tuple[Fraction, ...]


def _columns(context: CliContext, rules: RuleSet) -> "tuple[Column[_Row], ...]":
    """The columns of a sheet: each hand, with what it brought the players A–D and their points after it."""
    from reports.column import Column, Kind
    from reports.vocabulary import HAND, NO_HEADING, ROUND

    def of_hand(value: "Callable[[HandLine], Any]") -> "Callable[[_Row], Any]":
        return lambda row: "" if row.line is None else value(row.line)

    def result(column: int, letter: str) -> "Column[_Row]":
        def text(line: "HandLine") -> str:
            return f"{context.translate(line.state.winds[column].short)} {signed_text(line.net[column])}"

        return Column(verbatim(letter), of_hand(text), Kind.SIGNED)

    def total(column: int, letter: str) -> "Column[_Row]":
        return Column(mark("Total {letter}", letter=letter), lambda row: row.totals[column], Kind.INTEGER)

    def said(name: str, value: "Callable[[HandLine], Any]", kind: Kind = Kind.TEXT) -> "Column[_Row]":
        return Column(NO_HEADING, of_hand(value), kind, name=name)

    def outcome_of(row: _Row) -> Outcome | None:
        return None if row.line is None else row.line.outcome

    on_table = (
        said("counters", lambda line: line.state.counters, Kind.INTEGER),
        said("sticks", lambda line: line.state.sticks, Kind.INTEGER),
    )
    return (
        HAND.of(of_hand(lambda line: line.hand)),
        ROUND.of(of_hand(lambda line: None if line.state.prevalent is None else line.state.prevalent.short), name=""),
        Column(mark("Outcome"), lambda row: row.outcome),
        *(result(*each) for each in enumerate(LETTERS)),
        *(total(*each) for each in enumerate(LETTERS)),
        said("prevalent", lambda line: None if line.state.prevalent is None else line.state.prevalent.letter),
        said(
            "winds", lambda line: {letter: wind.letter for letter, wind in zip(LETTERS, line.state.winds, strict=True)}
        ),
        *(on_table if rules.on_table else ()),
        said("played", lambda line: line.outcome is not None, Kind.YES_NO),
        *outcome_columns(outcome_of),
        said("penalties", lambda line: [context.record(_penalty_columns(), penalty) for penalty in line.penalties]),
        said("net", lambda line: _by_letter(line.net)),
        said("totals", lambda line: _by_letter(line.totals)),
        said("hand_tiles", lambda line: line.tiles or None),
    )


def _print(context: CliContext, view: "View", shown: "Sheet", rules: RuleSet) -> None:
    from tournament.ledger.description import outcome_text

    context.print_line(_heading(view, shown))
    for column, letter in enumerate(LETTERS):
        context.print_line(f"{letter}  {shown.players[column]} {view.player_at(shown, column).name}")
    rows = [
        _Row(line, outcome_text(line.outcome, rules=rules) if line.outcome else None, line.totals)
        for line in shown.hands
    ]
    rows.append(_Row(None, mark("Total"), shown.scores))
    if shown.counts and view.counts_points:
        rows.append(_Row(None, mark("Table points"), shown.table_points))
    context.print_listed(_columns(context, rules), rows, as_json=False)
    causes = cause_texts_of(shown, rules)
    if causes:
        context.print_line(mark("Possible reasons why the totals on the paper differ:"))
    for cause in causes:
        context.print_line(cause)
    _print_totals(context, shown)
    reading = shown.second_reading_text
    if reading is not None:
        context.print_line(reading)
    for penalty in shown.penalties:
        _print_penalty(context, rules, penalty)


def _heading(view: "View", sheet: "Sheet") -> Text:
    from tournament.ledger.state import final_name

    state, name = _state_text(sheet), final_name(view.state, sheet.session, sheet.table)
    if name is not None:
        return mark("Session {session}, table {table} ({name}): {state}", session=sheet.session, table=sheet.table,
                    name=name, state=state)  # fmt: skip
    return mark("Session {session}, table {table}: {state}", session=sheet.session, table=sheet.table, state=state)


def _state_text(sheet: "Sheet") -> Text:
    """The state of the sheet, and the marks of its signature."""
    state = sheet.state.label
    for each in sheet.marks:
        state = mark("{state}, {mark}", state=state, mark=each.label)
    return state


def _print_totals(context: CliContext, sheet: "Sheet") -> None:
    """Print the totals of a signed paper that differ from the computed ones, likely causes, and which totals count."""
    if sheet.closed is None or not any(sheet.difference):
        return
    for letter, paper, ours in zip(LETTERS, sheet.paper, sheet.computed, strict=True):
        if paper is not None and paper != ours:
            values = {"player": letter, "signed": integer_text(paper), "computed": integer_text(ours)}
            context.print_line(mark("{player}: {signed} signed, {computed} computed", **values))
    if sheet.accepted:
        context.print_line(mark("Reason: {reason}", reason=sheet.accepted))
    context.print_line((CountedTotals.COMPUTED if sheet.scores == sheet.computed else CountedTotals.AS_SIGNED).label)


def _print_penalty(context: CliContext, rules: RuleSet, penalty: "Penalty") -> None:
    from tournament.ledger.description import penalty_text

    given = penalty.given
    fault = rules.fault(given.fault)
    name = context.translate(fault.name) if fault else given.reason
    moved = context.translate(penalty_text(given, after_places=penalty.after_places))
    if given.hand is None:
        context.print_line(mark("Penalty of the session: {what}; {name}", what=moved, name=name))
    else:
        context.print_line(mark("Penalty in hand {hand}: {what}; {name}", hand=given.hand, what=moved, name=name))
