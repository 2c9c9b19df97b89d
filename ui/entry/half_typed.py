"""What is typed and not recorded, as it is kept while another event is open or none: never in the event's ledger.

Hands, their tiles, penalties and totals, by session and table. The text is JSON, and says of what event it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tournament.event.problem import Refused
from tournament.language import Text, mark, mark_count
from tournament.use_cases import View
from ui.entry import penalty_draft
from ui.entry.faults import listed_faults
from ui.entry.hand_draft import HandDraft, HandOnSheet
from ui.entry.penalty_draft import PenaltyDraft
from ui.entry.table_sheet import TableSheet, table_sheet
from ui.entry.tables_state import HandKey, TablesState
from ui.entry.typed_totals import Texts, total_texts

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
    """A penalty half typed on a sheet."""

    session: int
    table: int
    hand: str = ""
    for_session: bool = False
    player: int | None = None
    fault_typed: str = ""
    fault: str | None = None
    """The number of the fault that was taken from the list."""
    amount: str = ""
    to: str = ""
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
    version: int = VERSION

    @property
    def empty(self) -> bool:
        """Nothing is kept."""
        return not (self.hands or self.penalties or self.totals)

    @property
    def tables(self) -> tuple[tuple[int, int], ...]:
        """Where something is kept: session and table, in order."""
        hands = {(each.session, each.table) for each in self.hands}
        penalties = {(each.session, each.table) for each in self.penalties}
        return tuple(sorted(hands | penalties | {(each.session, each.table) for each in self.totals}))


def half_typed(state: TablesState) -> HalfTyped:
    """What of ``state`` is to be kept."""
    keys = sorted({*state.drafts, *state.tiles_typed})
    hands = tuple(_kept_hand(state, key) for key in keys)
    totals = tuple(KeptTotals(*place, texts) for place, texts in sorted(state.totals_half_typed.items()))
    return HalfTyped(state.event, hands, tuple(map(_kept_penalty, _penalties(state))), totals)


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
    totals = dict(state.totals_typed)
    for typed in kept.totals:
        table = _table(view, typed.session, typed.table)
        if table is not None and table.signable and typed.texts != total_texts(table.sheet.paper):
            totals[table.place] = typed.texts
    return replace(state, drafts=drafts, tiles_typed=tiles, penalties=penalties, totals_typed=totals)


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
    """Where something is kept: “session 1, table 3” or, of several tables, how many."""
    places = kept.tables
    if len(places) > 1:
        return mark_count("{count} table", "{count} tables", len(places))
    session, table = places[0]
    return mark("session {session}, table {table}", session=session, table=table)


def _kept_hand(state: TablesState, key: HandKey) -> KeptHand:
    session, table, hand = key
    draft, tiles = state.drafts.get(key), state.tiles_typed.get(key, "")
    return KeptHand(session, table, draft or HandDraft(hand), draft is not None, tiles)


def _penalties(state: TablesState) -> Iterator[PenaltyDraft]:
    here = state.penalty
    if here is not None and here.started and here.table is not None:
        yield here
        yield from (draft for place, draft in state.penalties.items() if place != here.table.place)
    else:
        yield from state.penalties.values()


def _kept_penalty(draft: PenaltyDraft) -> KeptPenalty:
    assert draft.table is not None
    fault = draft.listed.number if draft.listed is not None else None
    return KeptPenalty(*draft.table.place, draft.hand_typed, draft.for_session, draft.player, draft.fault_typed, fault,
                       draft.amount, draft.to, draft.reason)  # fmt: skip


def _penalty(kept: KeptPenalty, table: TableSheet) -> PenaltyDraft:
    listed = next((each for each in listed_faults(table.rules.faults) if each.number == kept.fault), None)
    player = kept.player if kept.player in range(4) else None
    return replace(
        penalty_draft.on_sheet(table, None),
        hand_typed=kept.hand,
        for_session=kept.for_session or not kept.hand,
        player=player,
        fault_typed=kept.fault_typed,
        listed=listed,
        amount=kept.amount,
        to=kept.to,
        reason=kept.reason,
    )


def _table(view: View, session: int, table: int) -> TableSheet | None:
    """The table, or None when the draw has it no more."""
    try:
        return table_sheet(view, session, table)
    except Refused:
        return None
