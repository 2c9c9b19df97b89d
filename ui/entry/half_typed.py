"""What is typed and not recorded, as it is kept while another event is open or none: never in the event's ledger.

Hands, their tiles, penalties, repairs and totals, by session and table; and the penalties of the page of fouls, where
the table is typed too; and a draft of the draw. The text is JSON, and says of what event it is.
"""

from dataclasses import dataclass, replace

from tournament.event.problem import Refused
from tournament.language import Text, mark, mark_count
from tournament.rules.ruleset import RuleSet
from tournament.use_cases import View
from tournament.use_cases.draft_fit import is_published
from tournament.use_cases.unpublished_draw import UnpublishedDraw
from ui.entry import penalty_draft
from ui.entry.fouls_state import FoulsState, with_draft_left
from ui.entry.hand_draft import HandDraft, HandOnSheet
from ui.entry.penalty_draft import PenaltyDraft, listed_faults
from ui.entry.repair_draft import RepairDraft, RepairKind
from ui.entry.table_sheet import TableSheet, table_sheet
from ui.entry.tables_state import HandKey, TablesState, Texts, total_texts, with_forms_left

VERSION = 1


class HalfTypedDamaged(ValueError):
    """The text cannot be understood."""


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A hand as far as it is typed, and its tiles as far as they are."""

    session: int
    table: int
    draft: HandDraft
    changed: bool = True
    """The draft says more than what is recorded; otherwise only tiles are typed."""
    tiles: str = ""


@dataclass(frozen=True, slots=True)
class KeptPenalty:
    """A penalty half typed on a sheet, or on the page of fouls."""

    session: int
    table: int
    """0: what is typed on the page of fouls names none."""
    hand: str = ""
    for_session: bool = False
    player: int | None = None
    fault_typed: str = ""
    fault: str | None = None
    """The number of the fault that was taken from the list."""
    step: int | None = None
    """Index of the step of the ladder that was chosen."""
    amount: str = ""
    to: str = ""
    reason: str = ""
    table_typed: str = ""
    """On the page of fouls."""


@dataclass(frozen=True, slots=True)
class KeptRepair:
    """A repair half typed on a sheet."""

    session: int
    table: int
    hand: int | None
    """The row that it is of; None: the sheet."""
    kind: RepairKind
    one: int | None = None
    other: int | None = None
    drawn: bool = False
    self_draw: bool = False
    number: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class KeptTotals:
    """Totals of a paper as far as they are typed."""

    session: int
    table: int
    texts: Texts


@dataclass(frozen=True, slots=True)
class HalfTyped:
    """All of one event."""

    event: str
    hands: tuple[KeptHand, ...] = ()
    penalties: tuple[KeptPenalty, ...] = ()
    totals: tuple[KeptTotals, ...] = ()
    repairs: tuple[KeptRepair, ...] = ()
    fouls: tuple[KeptPenalty, ...] = ()
    """Penalties of the page of fouls, one a session."""
    draw: UnpublishedDraw | None = None
    """The draft of the draw."""
    version: int = VERSION

    @property
    def empty(self) -> bool:
        """Nothing is kept."""
        return self.draw is None and not (self.hands or self.penalties or self.totals or self.repairs or self.fouls)

    @property
    def tables(self) -> tuple[tuple[int, int], ...]:
        """On which sheets something is kept: session and table, in order."""
        kept: tuple[KeptHand | KeptPenalty | KeptTotals | KeptRepair, ...]
        kept = (*self.hands, *self.penalties, *self.totals, *self.repairs)
        return tuple(sorted({(each.session, each.table) for each in kept}))


def half_typed(state: TablesState) -> HalfTyped:
    """What of ``state`` is to be kept."""
    keys = sorted({*state.drafts, *state.tiles_typed})
    hands = tuple(_kept_hand(state, key) for key in keys)
    totals = tuple(KeptTotals(*place, texts) for place, texts in sorted(state.totals_half_typed.items()))
    left = with_forms_left(state)
    penalties = tuple(_kept_penalty(left.penalties[place]) for place in sorted(left.penalties))
    repairs = tuple(_kept_repair(left.repairs[place]) for place in sorted(left.repairs))
    return HalfTyped(state.event, hands, penalties, totals, repairs)


def with_sheets(kept: HalfTyped, state: TablesState) -> HalfTyped:
    """``kept`` with what is half typed on the sheets by now."""
    return replace(half_typed(state), fouls=kept.fouls, draw=kept.draw)


def with_fouls(kept: HalfTyped, state: FoulsState) -> HalfTyped:
    """``kept`` with what is half typed on the page of fouls by now."""
    left = with_draft_left(state).left
    return replace(kept, fouls=tuple(_kept_penalty(left[session]) for session in sorted(left)))


def with_half_typed(state: TablesState, kept: HalfTyped, view: View) -> TablesState:
    """Take up what was kept, as far as it still fits: a hand recorded like that meanwhile is not half typed."""
    drafts, tiles = dict(state.drafts), dict(state.tiles_typed)
    penalties = dict(state.penalties)
    for each in kept.hands:
        table = _table(view, each.session, each.table)
        if table is None or not 1 <= each.draft.hand <= len(table.sheet.hands):
            continue
        key = (each.session, each.table, each.draft.hand)
        if each.changed and HandOnSheet(table, each.draft).changed:
            drafts[key] = each.draft
        if each.tiles:
            tiles[key] = each.tiles
    for given in kept.penalties:
        table = _table(view, given.session, given.table)
        if table is not None:
            penalties[table.place] = _penalty(given, table)
    repairs = dict(state.repairs)
    for repair in kept.repairs:
        table = _table(view, repair.session, repair.table)
        if table is not None and (repair.hand is None or 1 <= repair.hand <= len(table.sheet.hands)):
            repairs[table.place] = _repair(repair, table)
    totals = dict(state.totals_typed)
    for typed in kept.totals:
        table = _table(view, typed.session, typed.table)
        if table is not None and table.signable and typed.texts != total_texts(table.sheet.paper):
            totals[table.place] = typed.texts
    return replace(state, drafts=drafts, tiles_typed=tiles, penalties=penalties, repairs=repairs, totals_typed=totals)


def with_fouls_half_typed(state: FoulsState, kept: HalfTyped, view: View) -> FoulsState:
    """Take up what was kept of the page of fouls: it waits for its session to be looked at."""
    return replace(state, left={**state.left, **{each.session: _foul(each, view) for each in kept.fouls}})


def fitting(kept: HalfTyped, view: View) -> HalfTyped:
    """What of ``kept`` still fits. A draft of the draw is dropped only if it is what is published."""
    sheets = with_half_typed(TablesState(event=kept.event), kept, view)
    draw = kept.draw if kept.draw is not None and not is_published(view, kept.draw) else None
    entries = replace(half_typed(sheets), draw=draw)
    return with_fouls(entries, with_fouls_half_typed(FoulsState(), kept, view))


def written(kept: HalfTyped) -> str:
    """``kept`` as text."""
    from msgspec.json import encode

    return encode(kept).decode()


def read(text: str) -> HalfTyped:
    """The reverse. Raises :class:`HalfTypedDamaged`."""
    from msgspec import DecodeError
    from msgspec.json import decode

    try:
        kept = decode(text, type=HalfTyped)
    except (DecodeError, ValueError, RecursionError) as error:
        raise HalfTypedDamaged(str(error)) from error
    if kept.version != VERSION:
        raise HalfTypedDamaged(f"version {kept.version}")
    return kept


def where_text(kept: HalfTyped) -> Text:
    """Where something is kept: “session 1, table 3” or how many tables; the page of fouls; a draft of the draw."""
    places, where = kept.tables, list[Text]()
    if len(places) > 1:
        where.append(mark_count("{count} table", "{count} tables", len(places)))
    elif places:
        where.append(mark("session {session}, table {table}", session=places[0][0], table=places[0][1]))
    if kept.fouls:
        sessions = ", ".join(str(each.session) for each in kept.fouls)
        where.append(
            mark_count(
                "the page Fouls, session {sessions}",
                "the page Fouls, sessions {sessions}",
                len(kept.fouls),
                sessions=sessions,
            )
        )
    if kept.draw is not None:
        where.append(mark("a draft of the draw"))
    text = where[0]
    for part in where[1:]:
        text = mark("{before}; {text}", before=text, text=part)
    return text


def _kept_hand(state: TablesState, key: HandKey) -> KeptHand:
    session, table, hand = key
    draft, tiles = state.drafts.get(key), state.tiles_typed.get(key, "")
    return KeptHand(session, table, draft or HandDraft(hand), draft is not None, tiles)


def _kept_penalty(draft: PenaltyDraft) -> KeptPenalty:
    """A penalty as far as it is typed."""
    place = draft.table.place if draft.table is not None else (draft.session, 0)
    fault = draft.listed.number if draft.listed is not None else None
    return KeptPenalty(*place, draft.hand_typed, draft.for_session, draft.player, draft.fault_typed, fault, draft.step,
                       draft.amount, draft.to, draft.reason, draft.table_typed)  # fmt: skip


def _penalty(kept: KeptPenalty, table: TableSheet) -> PenaltyDraft:
    draft = _as_typed(penalty_draft.on_sheet(table, None), kept, table.rules)
    return replace(draft, for_session=kept.for_session)


def _foul(kept: KeptPenalty, view: View) -> PenaltyDraft:
    draft = PenaltyDraft(view, kept.session, table_typed=kept.table_typed)
    return penalty_draft.look_again(_as_typed(draft, kept, view.rules), view, kept.session)


def _as_typed(draft: PenaltyDraft, kept: KeptPenalty, rules: RuleSet) -> PenaltyDraft:
    return replace(
        draft,
        hand_typed=kept.hand,
        player=kept.player if kept.player in range(4) else None,
        fault_typed=kept.fault_typed,
        listed=next((each for each in listed_faults(rules.faults) if each.number == kept.fault), None),
        step=kept.step if kept.step in range(len(rules.ladder)) else None,
        amount=kept.amount,
        to=kept.to,
        reason=kept.reason,
    )


def _kept_repair(draft: RepairDraft) -> KeptRepair:
    assert draft.kind is not None
    return KeptRepair(*draft.table.place, draft.hand, draft.kind, draft.one, draft.other, draft.drawn, draft.self_draw,
                      draft.number, draft.reason)  # fmt: skip


def _repair(kept: KeptRepair, table: TableSheet) -> RepairDraft:
    one, other = (column if column in range(4) else None for column in (kept.one, kept.other))
    return RepairDraft(table, kept.hand, kept.kind, one, other, drawn=kept.drawn, self_draw=kept.self_draw,
                       number=kept.number, reason=kept.reason)  # fmt: skip


def _table(view: View, session: int, table: int) -> TableSheet | None:
    """The table, or None when the draw has it no more. A session that is cancelled may be restored."""
    try:
        return table_sheet(view, session, table, to_read=True)
    except Refused:
        return None
