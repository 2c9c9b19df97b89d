"""``sheet FILE``: one table's running account in one session."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
    from reports.column import Column
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
    return {
        "session": sheet.session,
        "table": sheet.table,
        "final": final_name(view.state, sheet.session, sheet.table) is not None,
        "players": dict(zip(LETTERS, sheet.players, strict=True)),
        "hands": [_hand_json(line, rules) for line in sheet.hands],
        "penalties": [_penalty_json(penalty) for penalty in sheet.session_penalties],
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


def _hand_json(line: "HandLine", rules: RuleSet) -> dict[str, object]:
    outcome = line.outcome
    prevalent = line.state.prevalent
    return {
        "hand": line.hand,
        "prevalent": prevalent.letter if prevalent is not None else None,
        "winds": {letter: wind.letter for letter, wind in zip(LETTERS, line.state.winds, strict=True)},
        **({"counters": line.state.counters, "sticks": line.state.sticks} if rules.on_table else {}),
        "played": outcome is not None,
        **outcome_json(outcome),
        "penalties": [_penalty_json(penalty) for penalty in line.penalties],
        "net": _by_letter(line.net),
        "totals": _by_letter(line.totals),
        "hand_tiles": line.tiles or None,
    }


def outcome_json(outcome: Outcome | None) -> dict[str, object]:
    """How a hand ended, by the letters A–D."""
    return {
        "result": _result(outcome),
        "winner": _letter(outcome.winner if outcome else None),
        "discarder": _letter(outcome.discarder if outcome else None),
        "points": outcome.points if outcome and outcome.winner is not None and outcome.values is None else None,
        **_details_json(outcome),
    }


def _details_json(outcome: Outcome | None) -> dict[str, object]:
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


def _result(outcome: Outcome | None) -> str | None:
    if outcome is None:
        return None
    if outcome.drawn:
        return "drawn"
    return "self-draw" if outcome.self_draw else "discard"


def _penalty_json(penalty: "Penalty") -> dict[str, object]:
    given = penalty.given
    return {
        "entry": penalty.entry.id,
        "player": LETTERS[given.player],
        "fault": given.fault or None,
        "points": given.points,
        "to": [LETTERS[column] for column in given.to],
        "reason": given.reason,
        "minutes": given.minutes,
        "no_hu": given.no_hu,
        "net": _by_letter(penalty.net),
    }


def _letter(column: int | None) -> str | None:
    return None if column is None else LETTERS[column]


def _by_letter(net: Net) -> dict[str, int]:
    return dict(zip(LETTERS, net, strict=True))


class _Row(NamedTuple):
    """A line of the sheet as text: a hand, or one of the sums below."""

    hand: int | str
    round: Text | str | None
    outcome: Text | None
    results: tuple[str, ...]
    """The wind of each player with their points."""
    totals: tuple[int, ...] | tuple[Fraction, ...]


_NOTHING = ("",) * len(LETTERS)


def _columns() -> "tuple[Column[_Row], ...]":
    """The columns of a sheet: each hand, with what it brought the players A–D and their points after it."""
    from reports.column import Column, Kind
    from reports.vocabulary import HAND, ROUND

    def result(column: int, letter: str) -> Column[_Row]:
        return Column(verbatim(letter), lambda row: row.results[column], Kind.SIGNED)

    def total(column: int, letter: str) -> Column[_Row]:
        return Column(mark("Total {letter}", letter=letter), lambda row: row.totals[column], Kind.INTEGER)

    return (
        HAND.of(lambda row: row.hand),
        ROUND.of(lambda row: row.round),
        Column(mark("Outcome"), lambda row: row.outcome),
        *(result(*each) for each in enumerate(LETTERS)),
        *(total(*each) for each in enumerate(LETTERS)),
    )


def _print(context: CliContext, view: "View", shown: "Sheet", rules: RuleSet) -> None:
    from tournament.ledger.description import outcome_text

    context.print_line(_heading(view, shown))
    for column, letter in enumerate(LETTERS):
        context.print_line(f"{letter}  {shown.players[column]} {view.player_at(shown, column).name}")
    rows = [
        _Row(
            line.hand,
            None if line.state.prevalent is None else line.state.prevalent.short,
            outcome_text(line.outcome, rules=rules) if line.outcome else None,
            tuple(
                f"{context.translate(wind.short)} {signed_text(net)}"
                for wind, net in zip(line.state.winds, line.net, strict=True)
            ),
            line.totals,
        )
        for line in shown.hands
    ]
    rows.append(_Row("", "", mark("Total"), _NOTHING, shown.scores))
    if shown.counts and view.counts_points:
        rows.append(_Row("", "", mark("Table points"), _NOTHING, shown.table_points))
    context.print_table(_columns(), rows)
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
