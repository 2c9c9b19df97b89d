"""The settlement matrices of games that pay all four hands: who pays whom, blank or for every recorded hand."""

from collections.abc import Iterator

from reports.document import Document, MatrixForm
from reports.sheets.options import ReportOptions, after_hands
from reports.sheets.score_sheets import answers_of, asked_of
from tournament.language import Text, mark, mark_count
from tournament.ledger.sheet import HandLine, Sheet, SheetState
from tournament.rules.payment_matrix import payment_matrix
from tournament.tiles.wind import Wind
from tournament.use_cases.view import View

A_PAGE = 3
"""Matrices on a page."""


def blank_matrices(view: View, options: ReportOptions) -> Document:
    """Make one page of blank matrices, to be copied."""
    return Document(
        event=view.settings.name,
        title=mark("Settlement matrix"),
        state=mark("a blank form"),
        printed=options.printed,
        aside=(view.rules.name,),
        note=view.rules.payment_rule,
        matrices=(MatrixForm(view.rules.value_name),) * A_PAGE,
    )


def filled_matrices(view: View, options: ReportOptions) -> Document:
    """Make a matrix for each hand that was paid, of the selected session and table, or of all."""
    sheets = options.sheets_of(view)
    matrices = tuple(matrix for sheet in sheets for matrix in _of_sheet(view, sheet))
    provisional = any(sheet.state is not SheetState.VERIFIED for sheet in sheets if sheet.counts)
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Settlement matrices")),
        state=after_hands(sum(sheet.played for sheet in sheets), provisional=provisional),
        printed=options.printed,
        provisional=provisional,
        aside=(view.rules.name, mark_count("{count} hand", "{count} hands", len(matrices))),
        note=view.rules.payment_rule if matrices else mark("No hand is recorded yet."),
        matrices=matrices,
    )


def _of_sheet(view: View, sheet: Sheet) -> Iterator[MatrixForm]:
    for line in sheet.hands:
        if line.outcome is not None and line.outcome.values is not None:
            yield _of_hand(view, sheet, line)


def _of_hand(view: View, sheet: Sheet, line: HandLine) -> MatrixForm:
    outcome, state = line.outcome, line.state
    assert outcome is not None
    assert outcome.values is not None
    east, south, west, north = (state.column(wind) for wind in Wind)
    values = outcome.values
    return MatrixForm(
        value=view.rules.value_name,
        heading=_heading(view, sheet, line),
        players=tuple(view.player_at(sheet, column).name for column in (east, south, west, north)),
        values=(values[east], values[south], values[west], values[north]),
        winner=None if outcome.winner is None else (east, south, west, north).index(outcome.winner),
        matrix=payment_matrix(view.rules.settle(outcome, state.stakes), (east, south, west, north)),
    )


def _heading(view: View, sheet: Sheet, line: HandLine) -> Text:
    """Which hand it is, and the answers to the questions of the rules."""
    heading = mark("Session {session}, table {table}, hand {hand}", session=sheet.session, table=sheet.table,
                   hand=line.hand)  # fmt: skip
    for question, answer in zip(asked_of(view.rules), answers_of(view.rules, line.outcome), strict=True):
        if answer is not None:
            heading = mark("{before} · {question}: {answer}", before=heading, question=question.short, answer=answer)
    return heading
