"""The score sheets: the form of a table, blank or filled in (WMO 2006, appendix 5).

If results do not change the seats, the form has every hand with its winds; otherwise it has rows to write the winds in,
with what the rules ask of a hand: the value, or those of all four players, who is liable, and every other question.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import reduce
from typing import TypedDict, TypeVar, assert_never

from reports.document import (
    Document,
    FormWin,
    OpenHand,
    OpenSheetForm,
    PlayerCard,
    ScoreSheetForm,
    SheetHand,
    SheetPlayer,
    SumRow,
    TableForm,
)
from reports.sheets.code import scanned_code, versioned_code
from reports.sheets.details import hours_text, planned_session
from reports.sheets.fouls import fault_name
from reports.sheets.options import ReportOptions, after_hands, gong_on_paper, seating_state
from reports.sheets.people import EMPTY_SEAT, seat_note
from tournament.event.player import Player
from tournament.language import Text, integer_text, listed, mark, mark_in, signed_text
from tournament.ledger.sheet import HandLine, Sheet, SheetState
from tournament.ledger.sheet_content import Penalty
from tournament.ledger.state import final_name
from tournament.rules.payment import Answer, Outcome, add, subtract
from tournament.rules.question import QuestionKind, RuleQuestion
from tournament.rules.rotation import fewest_hands, foreseen
from tournament.rules.ruleset import RuleSet
from tournament.use_cases.people import vacant_players
from tournament.use_cases.table_entry import table_address
from tournament.use_cases.view import View


def score_sheets(view: View, options: ReportOptions) -> Document:
    """Make blank sheets to write on: of the selected session and table, or of all."""
    sheets = options.sheets_of(view)
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Score sheets")),
        state=seating_state(view, options.sessions_of(view)),
        printed=options.printed,
        note=None if sheets else _no_sheets(view),
        score_sheets=tuple(
            replace(_blank(view, sheet), phones=_phones(view, sheet, options)) for sheet in options.watched(sheets)
        )
        or _without_names(view),
    )


def _phones(view: View, sheet: Sheet, options: ReportOptions) -> str:
    """The address at which players type the sheet on a phone; empty if there is none, or the options exclude it."""
    wanted = options.phones and view.state.table_entry is not None
    return table_address(view, sheet.session, sheet.table) if wanted else ""


def blank_sheets(view: View, options: ReportOptions) -> Document:
    """Make a form without a table: session, table and players are written by hand, so there is no code to scan."""
    return Document(
        event=view.settings.name,
        title=mark("Blank score sheets"),
        state=view.rules.name,
        printed=options.printed,
        note=mark("Without a code: the sheet is found by its session and table."),
        score_sheets=(_blank(view, None),),
    )


def _without_names(view: View) -> tuple[ScoreSheetForm | OpenSheetForm, ...]:
    """A form to write names on, for events without a draw and before any game."""
    return () if view.settings.format.is_drawn else (_blank(view, None),)


def _no_sheets(view: View) -> Text:
    if view.settings.format.is_drawn:
        return mark("Make the draw first: the players are printed on the sheets.")
    return mark("The players are printed on a sheet once their game is opened.")


def filled_sheets(view: View, options: ReportOptions) -> Document:
    """Make filled-in sheets, of the tables with entries."""
    sheets = [sheet for sheet in options.sheets_of(view) if sheet.counts or sheet.penalties]
    provisional = any(sheet.state is not SheetState.VERIFIED for sheet in sheets)
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Filled-in sheets")),
        state=after_hands(sum(sheet.played for sheet in sheets), provisional=provisional),
        printed=options.printed,
        provisional=provisional,
        note=None if sheets else mark("No hand is recorded yet."),
        score_sheets=tuple(_filled(view, sheet) for sheet in options.watched(sheets)),
    )


def player_cards(view: View, options: ReportOptions) -> Document:
    """Make a blank card for each player of the selected session and table, or of all."""
    forms = [_blank(view, sheet) for sheet in options.watched(options.sheets_of(view))]
    cards = [PlayerCard(form, column) for form in forms if isinstance(form, OpenSheetForm) for column in range(4)]
    return Document(
        event=view.settings.name,
        title=options.with_session(mark("Players' cards")),
        state=seating_state(view, options.sessions_of(view)),
        printed=options.printed,
        note=None if cards else _no_sheets(view),
        cards=tuple(cards),
    )


Form = TypeVar("Form", bound=TableForm)


def _blank(view: View, sheet: Sheet | None) -> ScoreSheetForm | OpenSheetForm:
    head, rules = _head(view, sheet) if sheet is not None else _nobodys_head(view), view.rules
    if rules.table.rotation is not None:
        return ScoreSheetForm(**head, rotation=rules.table.rotation)
    known = {state.hand: state for state in foreseen(rules.table)}
    hands = rules.table.hands or fewest_hands(rules.table) or 1
    left, steps = _left_and_steps(view)
    return OpenSheetForm(
        **head,
        left=left,
        steps=steps,
        value=rules.written_name or rules.value_name,
        four_values=rules.four_values,
        round_wind=rules.table.start.prevalent is not None,
        asked=tuple(question.short for question in asked_of(rules) if question.sign is None),
        signs=_meanings(rules),
        on_table=rules.on_table,
        unit=rules.table.sheet_unit,
        starting_points=rules.table.starting_points,
        hands=tuple(OpenHand(hand, known.get(hand)) for hand in range(1, hands + 1)),
        more=rules.table.hands is None,
    )


def _filled(view: View, sheet: Sheet) -> ScoreSheetForm | OpenSheetForm:
    blank = _blank(view, sheet)
    if isinstance(blank, ScoreSheetForm):
        hands = tuple(_hand(line) if line.outcome or line.penalties else None for line in sheet.hands)
        return replace(_with_ends(view, sheet, blank), hands=hands)
    known = dict(enumerate(blank.hands, start=1)) if not blank.more else {}
    lines = {line.hand: _open_hand(view, line) for line in sheet.hands if line.outcome or line.penalties}
    rows = {**known, **lines}
    written = tuple(rows[hand] for hand in sorted(rows))
    return replace(_with_ends(view, sheet, blank), hands=written, more=False, unit=_unit(written, blank.unit))


def _unit(hands: Iterable[OpenHand], unit: int) -> int:
    """``unit`` if all points are multiples of it."""
    written = (points for hand in hands for points in (*(hand.net or ()), *(hand.totals or ())))
    return 1 if any(points % unit for points in written) else unit


def _left_and_steps(view: View) -> tuple[SumRow | None, tuple[SumRow, ...]]:
    """Two blank kinds of rows: who gets the sticks left on the table, and what is added to the totals."""
    rules = view.rules
    if not rules.on_table:
        return None, ()
    left = SumRow(mark("Sticks left"), mark("on the table at the end"))
    if not view.counts_points:
        return left, ()
    usual = listed(signed_text(worth) for worth in rules.table_points.places)
    uma = SumRow(mark("Uma"), mark("by how many end at the start or above") if rules.table_points.by_above else usual)
    later = _after_uma(rules)
    return left, (uma,) if later is None else (uma, SumRow(later, mark("after uma")))


def _filled_sums(view: View, sheet: Sheet, blank: Form) -> Form:
    """The form with the sums of :func:`_left_and_steps`."""
    if blank.left is None:
        return blank
    before = reduce(add, (penalty.net for penalty in sheet.session_penalties), sheet.hands[-1].totals)
    left = blank.left._replace(values=None if sheet.totals_only else list(subtract(sheet.computed, before)))
    if not blank.steps:
        return replace(blank, left=left)
    placed = view.rules.table_points.of(sheet.scores, sheet.unplaced)
    uma = [worth - score for worth, score in zip(placed, sheet.scores, strict=True)]
    taken = [points - worth for points, worth in zip(sheet.table_points, placed, strict=True)]
    exact = any(worth.denominator > 1 for worth in uma)
    first, *later = blank.steps
    steps = (first._replace(values=uma, exact=exact), *(each._replace(values=taken) for each in later))
    return replace(blank, left=left, steps=steps)


def _after_uma(rules: RuleSet) -> Text | None:
    """Return the name of what changes the final points after uma; None if nothing does."""
    match any(fault.after_places for fault in rules.faults), rules.for_wins is not None:
        case True, True:
            return mark("Chombo, yakitori")
        case True, False:
            return mark("Chombo")
        case False, True:
            return mark("Yakitori")
        case _:
            return None


class _Head(TypedDict):
    session: int
    sessions: int | None
    table: int | None
    table_name: Text | str
    rules: Text
    counted_totals: Text
    gong: Text | None
    points_text: Text | None
    players: tuple[SheetPlayer, SheetPlayer, SheetPlayer, SheetPlayer]
    scanned: str
    code: str
    version: int
    day: date | None
    times: str


def _head(view: View, sheet: Sheet) -> _Head:
    settings, players = view.settings, [view.player_at(sheet, column) for column in range(4)]
    drawn = settings.format.is_drawn
    vacant = vacant_players(view, sheet.session)
    heads = [
        SheetPlayer("", "", EMPTY_SEAT)
        if player.number in vacant
        else _player(player, seat_note(view, sheet.session, player.number) if drawn else None)
        for player in players
    ]
    planned = planned_session(view, sheet.session)
    return _Head(
        session=sheet.session,
        sessions=settings.sessions if drawn else None,
        table=sheet.table,
        table_name=final_name(view.state, sheet.session, sheet.table)
        or view.state.table_names.get((sheet.session, sheet.table), ""),
        rules=view.rules.name,
        counted_totals=settings.counted_totals.label,
        gong=gong_on_paper(view, sheet.session),
        points_text=_points_text(view.rules) if view.counts_points else None,
        players=(heads[0], heads[1], heads[2], heads[3]),
        scanned=scanned_code(view, sheet.session, sheet.table),
        code=versioned_code(view, sheet.session, sheet.table),
        version=view.seat_versions.of(sheet.session, sheet.table),
        day=planned.day,
        times=hours_text(planned),
    )


def _points_text(rules: RuleSet) -> Text:
    if not rules.on_table:
        return rules.table_points.short_text
    match any(fault.after_places for fault in rules.faults), rules.for_wins is not None:
        case True, True:
            return mark("total + uma + chombo + yakitori")
        case True, False:
            return mark("total + uma + chombo")
        case False, True:
            return mark("total + uma + yakitori")
        case _:
            return mark("total + uma")


def _nobodys_head(view: View) -> _Head:
    nobody, settings = SheetPlayer("", "", ""), view.settings
    return _Head(
        session=min(view.session_numbers, default=1),
        sessions=settings.sessions if settings.format.is_drawn else None,
        table=None,
        table_name="",
        rules=view.rules.name,
        counted_totals=view.settings.counted_totals.label,
        gong=gong_on_paper(view),
        points_text=_points_text(view.rules) if view.counts_points else None,
        players=(nobody, nobody, nobody, nobody),
        scanned="",
        code="",
        version=1,
        day=settings.first_day if settings.format.is_drawn and settings.first_day == settings.last_day else None,
        times="",
    )


def _player(player: Player, note: Text | None) -> SheetPlayer:
    detail: Text | str = " · ".join(part for part in (player.country, player.team) if part)
    if note is not None:
        detail = Text("{note} · {detail}", (("note", note), ("detail", detail))) if detail else note
    first, *others = player.name_lines or ("",)
    return SheetPlayer(first, " ".join(others), detail)


def _with_ends(view: View, sheet: Sheet, blank: Form) -> Form:
    """The form with penalties, totals, table points and notes on the signature."""
    points = sheet.table_points
    penalties = tuple(
        tuple(_penalty(view, penalty) for penalty in sheet.penalties if penalty.given.player == column)
        for column in range(4)
    )
    return replace(
        _filled_sums(view, sheet, blank),
        penalties=penalties,
        totals=sheet.scores,
        table_points=None if blank.points_text is None else (points[0], points[1], points[2], points[3]),
        signed=_signed(sheet),
        remark=_remark(sheet),
    )


def _signed(sheet: Sheet) -> tuple[Text | None, Text | None, Text | None, Text | None]:
    """Both totals of each column whose signed total differs."""
    if sheet.closed is None:
        return None, None, None, None
    a, b, c, d = (
        mark("signed {signed}, computed {computed}", signed=integer_text(paper), computed=integer_text(ours))
        if paper is not None and paper != ours
        else None
        for paper, ours in zip(sheet.paper, sheet.computed, strict=True)
    )
    return a, b, c, d


def _remark(sheet: Sheet) -> Text | None:
    """Notes on the signature, and who read the paper again."""
    of_signature, read = _signature_remark(sheet), sheet.second_reading_text
    if read is None and sheet.state is SheetState.TO_READ_AGAIN:
        read = mark("second reading due")
    if of_signature is None or read is None:
        return of_signature or read
    return mark("{before}; {text}", before=read, text=of_signature)


def _signature_remark(sheet: Sheet) -> Text | None:
    if sheet.closed is None:
        return None
    if any(sheet.difference):
        if not sheet.accepted:
            return mark("The signed totals differ, and no reason was given.")
        return mark("Signed with a difference: {reason}", reason=sheet.accepted)
    if sheet.totals_only:
        return mark("By totals only: no hand is recorded, so nothing was compared.")
    return None if sheet.compared else mark("Not compared: signed without the totals of the paper.")


def _hand(line: HandLine) -> SheetHand:
    return SheetHand(
        points=line.outcome.points if line.outcome and not line.outcome.drawn else None,
        won=won_text(line.outcome),
        winner=line.outcome.winner if line.outcome else None,
        net=line.net,
        totals=line.totals,
        penalised=frozenset(penalty.given.player for penalty in line.penalties),
    )


def _open_hand(view: View, line: HandLine) -> OpenHand:
    outcome, rules = line.outcome, view.rules
    wins = rules.written_wins(outcome) if outcome else ()
    asked = zip(asked_of(rules), answers_of(rules, outcome), strict=True)
    start = rules.table.starting_points if rules.on_table and rules.table.starting_points is not None else 0
    return OpenHand(
        line.hand,
        line.state,
        played=outcome is not None,
        points=wins[0].short if wins and not rules.four_values else None,
        values=outcome.values if outcome else None,
        won=won_text(outcome),
        winner=outcome.winner if outcome else None,
        further=tuple(FormWin(win.winner, _won_from(win.winner, outcome), win.short) for win in wins[1:] if outcome),
        answers=tuple(answer for question, answer in asked if question.sign is None),
        signs=_signs(rules, outcome),
        net=line.net,
        totals=add(line.totals, (start, start, start, start)),
        penalised=frozenset(penalty.given.player for penalty in line.penalties),
    )


_LIABLE = mark_in("sign", "L")
"""The sign printed at a player who is liable for a winner."""


def _meanings(rules: RuleSet) -> tuple[tuple[Text, Text], ...]:
    """The signs that :func:`_signs` may print, each with its meaning."""
    asked = tuple((question.sign, question.short) for question in asked_of(rules) if question.sign is not None)
    return (*asked, (_LIABLE, rules.liable.short)) if rules.liable is not None and rules.liable.of_win else asked


def _signs(rules: RuleSet, outcome: Outcome | None) -> tuple[tuple[Text, ...], ...]:
    """The signs printed at each player: of questions whose answers name the player, and of liability."""
    if outcome is None:
        return ((),) * 4
    answers = ((question.sign, outcome.answer(question.name)) for question in rules.questions)
    said = [(sign, columns) for sign, columns in answers if sign is not None and isinstance(columns, tuple)]
    if rules.liable is not None and rules.liable.of_win:
        said += [(_LIABLE, (win.liable,)) for win in rules.written_wins(outcome) if win.liable is not None]
    return tuple(tuple(sign for sign, columns in said if column in columns) for column in range(4))


def asked_of(rules: RuleSet) -> tuple[RuleQuestion, ...]:
    """The questions about a hand besides winners, discarder and values; the liable player comes first."""
    return tuple(question for question in (rules.liable, *rules.questions) if question and not question.of_win)


def answers_of(rules: RuleSet, outcome: Outcome | None) -> tuple[Text | str | None, ...]:
    """The answers to :func:`asked_of`, in a word each; None if there is no answer."""
    if outcome is None:
        return (None,) * len(asked_of(rules))
    return tuple(
        answer_text(question, outcome.liable if question is rules.liable else outcome.answer(question.name))
        for question in asked_of(rules)
    )


def answer_text(question: RuleQuestion, answer: Answer) -> Text | str | None:
    """An answer in a word; None if there is none."""
    match answer:
        case None | False:
            return None
        case True:
            return "×"
        case tuple():
            return listed(str(column + 1) for column in answer)
        case int():
            return str(answer + 1 if question.kind is QuestionKind.PLAYER else answer)
        case str():
            chosen = next((choice for choice in question.choices if choice.key == answer), None)
            return answer if chosen is None else chosen.short or chosen.text
        case _:
            assert_never(answer)


def won_text(outcome: Outcome | None) -> Text:
    """Winner and discarder by the numbers 1–4 of the columns."""
    if outcome is None:
        return mark("not played")
    if outcome.winner is None:
        return mark_in("hand", "drawn")
    return _won_from(outcome.winner, outcome)


def _won_from(winner: int, outcome: Outcome) -> Text:
    if outcome.discarder is None:
        return mark("{winner}, self-draw", winner=winner + 1)
    return mark("{winner}, from {discarder}", winner=winner + 1, discarder=outcome.discarder + 1)


def _penalty(view: View, penalty: Penalty) -> Text:
    """Hand, points, fault: the points come early, so that they are never cut off."""
    points = signed_text(penalty.given.net[penalty.given.player])
    fault = fault_name(view.rules.fault(penalty.given.fault), penalty)
    if penalty.given.hand is None:
        return mark("{points} {fault}", points=points, fault=fault)
    return mark("{hand}: {points} {fault}", hand=penalty.given.hand, points=points, fault=fault)
