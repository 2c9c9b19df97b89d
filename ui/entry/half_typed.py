"""Unfinished entries, as they are stored while their event is not open: never in the event itself.

Hands with their tiles, penalties, repairs and totals by session and table; the penalties of the page Fouls, where the
table is typed too; and a draft of the draw. The drafts themselves are stored, as JSON that is derived from their types,
with the id of the event.
"""

from dataclasses import dataclass, replace

from tournament.event.problem import Refused
from tournament.files.typed_json import decode
from tournament.language import Text, mark, mark_count
from tournament.use_cases import View
from tournament.use_cases.draft_fit import is_published
from tournament.use_cases.unpublished_draw import UnpublishedDraw
from ui.entry import penalty_draft, repair_draft
from ui.entry.fouls_state import FoulsState, with_draft_left
from ui.entry.hand_draft import HandOnSheet, UnfinishedHand
from ui.entry.paper_totals import Texts, total_texts
from ui.entry.penalty_draft import PenaltyDraft
from ui.entry.repair_draft import RepairDraft
from ui.entry.table_sheet import TableSheet, table_sheet
from ui.entry.tables_state import TablesState, with_forms_left

VERSION = 1


class HalfTypedDamaged(ValueError):
    """The text is not that of unfinished entries."""


@dataclass(frozen=True, slots=True)
class KeptTotals:
    """Unfinished totals of a paper."""

    session: int
    table: int
    texts: Texts


@dataclass(frozen=True, slots=True)
class HalfTyped:
    """All unfinished entries of one event."""

    event: str
    hands: tuple[UnfinishedHand, ...] = ()
    penalties: tuple[PenaltyDraft, ...] = ()
    totals: tuple[KeptTotals, ...] = ()
    repairs: tuple[RepairDraft, ...] = ()
    fouls: tuple[PenaltyDraft, ...] = ()
    """Penalties of the page Fouls, at most one for each session."""
    draw: UnpublishedDraw | None = None
    """The draft of the draw."""
    version: int = VERSION

    @property
    def empty(self) -> bool:
        """Whether nothing is unfinished."""
        return self.draw is None and not (self.hands or self.penalties or self.totals or self.repairs or self.fouls)

    @property
    def tables(self) -> tuple[tuple[int, int], ...]:
        """The sheets with an unfinished entry: session and table, in order."""
        kept: tuple[UnfinishedHand | PenaltyDraft | KeptTotals | RepairDraft, ...]
        kept = (*self.hands, *self.penalties, *self.totals, *self.repairs)
        return tuple(sorted({(each.session, each.table) for each in kept}))


def half_typed(state: TablesState) -> HalfTyped:
    """The unfinished entries of ``state``."""
    hands = tuple(state.hands[key] for key in sorted(state.hands))
    totals = tuple(KeptTotals(*place, texts) for place, texts in sorted(state.totals_half_typed.items()))
    left = with_forms_left(state)
    penalties = tuple(left.penalties[place].typed for place in sorted(left.penalties))
    repairs = tuple(left.repairs[place].typed for place in sorted(left.repairs))
    return HalfTyped(state.event, hands, penalties, totals, repairs)


def with_sheets(kept: HalfTyped, state: TablesState) -> HalfTyped:
    """``kept`` with the unfinished entries on the sheets."""
    return replace(half_typed(state), fouls=kept.fouls, draw=kept.draw)


def with_fouls(kept: HalfTyped, state: FoulsState) -> HalfTyped:
    """``kept`` with the unfinished entries of the page Fouls."""
    left = with_draft_left(state).left
    return replace(kept, fouls=tuple(left[session].typed for session in sorted(left)))


def with_half_typed(state: TablesState, kept: HalfTyped, view: View) -> TablesState:
    """Restore ``kept`` as far as it still fits. A hand that was recorded with the same values meanwhile is omitted."""
    hands, penalties = dict(state.hands), dict(state.penalties)
    for each in kept.hands:
        table = _table(view, each.session, each.table)
        if table is None or not 1 <= each.draft.hand <= len(table.sheet.hands):
            continue
        changed = each.changed and HandOnSheet(table, each.draft).changed
        if changed or each.tiles:
            hands[(*table.place, each.draft.hand)] = replace(each, changed=changed)
    for given in kept.penalties:
        table = _table(view, given.session, given.table)
        if table is not None:
            penalties[table.place] = penalty_draft.resumed(given, view, table)
    repairs = dict(state.repairs)
    for repair in kept.repairs:
        table = _table(view, repair.session, repair.table)
        if table is not None and (repair.hand is None or 1 <= repair.hand <= len(table.sheet.hands)):
            repairs[table.place] = repair_draft.resumed(repair, table)
    totals = dict(state.totals_typed)
    for typed in kept.totals:
        table = _table(view, typed.session, typed.table)
        if table is not None and table.signable and typed.texts != total_texts(table.sheet.paper):
            totals[table.place] = typed.texts
    return replace(state, hands=hands, penalties=penalties, repairs=repairs, totals_typed=totals)


def with_fouls_half_typed(state: FoulsState, kept: HalfTyped, view: View) -> FoulsState:
    """Restore what was kept for the page Fouls. Each penalty waits until its session is shown."""
    return replace(
        state, left={**state.left, **{each.session: penalty_draft.resumed(each, view, None) for each in kept.fouls}}
    )


def fitting(kept: HalfTyped, view: View) -> HalfTyped:
    """``kept`` without what no longer fits. A draft of the draw is dropped only if it was published."""
    sheets = with_half_typed(TablesState(event=kept.event), kept, view)
    draw = kept.draw if kept.draw is not None and not is_published(view, kept.draw) else None
    entries = replace(half_typed(sheets), draw=draw)
    return with_fouls(entries, with_fouls_half_typed(FoulsState(), kept, view))


def written(kept: HalfTyped) -> str:
    """``kept`` as text."""
    from msgspec.json import encode

    return encode(kept).decode()


def read(text: str) -> HalfTyped:
    """Read what :func:`written` returned. Raise HalfTypedDamaged if it cannot be understood."""
    from msgspec import DecodeError

    try:
        kept = decode(text, HalfTyped)
    except (DecodeError, ValueError, RecursionError) as error:
        raise HalfTypedDamaged(str(error)) from error
    if kept.version != VERSION:
        raise HalfTypedDamaged(f"version {kept.version}")
    return kept


def where_text(kept: HalfTyped) -> Text:
    """The places of unfinished entries: “session 1, table 3” or “2 tables”; the page Fouls; a draft of the draw."""
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


def _table(view: View, session: int, table: int) -> TableSheet | None:
    """The table, or None if the draw no longer has it. A cancelled session may be restored, so its tables count."""
    try:
        return table_sheet(view, session, table, to_read=True)
    except Refused:
        return None
