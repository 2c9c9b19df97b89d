"""What players proposed on their phones, and the keys with which a referee accepts or corrects it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from tournament.event.player import short_names
from tournament.language import Text, listed, mark, verbatim
from tournament.ledger.description import outcome_text
from tournament.ledger.table_phones import Proposal, RefereeCall
from tournament.use_cases import View
from tournament.use_cases.table_entry import waiting_tables
from ui.entry import hand_keys
from ui.entry.hand_draft import outcome_draft
from ui.entry.table_sheet import RowKey, TableSheet
from ui.entry.tables_state import TablesState, TablesStep, at_row, with_hand


@dataclass(frozen=True, slots=True)
class ProposedHand:
    """A waiting proposal in words."""

    proposal: Proposal
    words: Text
    """The outcome as players stated it."""
    supporters: Text
    """Who proposed it, and who confirmed it."""


@dataclass(frozen=True, slots=True)
class WaitingProposals:
    """The proposals that wait at a table for a referee."""

    hands: tuple[ProposedHand, ...]
    """Proposals in the order of hands; several for a hand about which players contradict one another."""
    chosen: Proposal | None
    """The only proposal of the first of these hands; None where players contradict one another."""
    confirmed: int
    """How many confirmed proposals can be accepted one after the other."""

    def of(self, hand: int) -> tuple[ProposedHand, ...]:
        """The proposals of one hand."""
        return tuple(each for each in self.hands if each.proposal.hand == hand)


def waiting_at(table: TableSheet) -> WaitingProposals | None:
    """The proposals that wait at ``table``; None if there are none."""
    waiting = table.view.phones(*table.place).open
    if not waiting:
        return None
    of_first = [each for each in waiting if each.hand == waiting[0].hand]
    return WaitingProposals(
        tuple(_in_words(table, each) for each in waiting),
        of_first[0] if len(of_first) == 1 else None,
        len(acceptable(table)),
    )


def acceptable(table: TableSheet) -> tuple[Proposal, ...]:
    """The confirmed proposals that can be recorded one after the other, up to one that another player contradicts."""
    phones = table.view.phones(*table.place)
    said = Counter(each.hand for each in phones.open)
    return tuple(takewhile(lambda each: said[each.hand] == 1, phones.acceptable(table.sheet)))


def _in_words(table: TableSheet, proposal: Proposal) -> ProposedHand:
    names, player = table.names, table.names[proposal.seat]
    confirmed, same = (
        listed(names[column] for column in columns) for columns in (proposal.confirmed, proposal.same_phone)
    )
    who: Text = mark("proposed by {player}", player=player)
    if proposal.confirmed:
        who = mark("proposed by {player}, confirmed by {players}", player=player, players=confirmed)
    if proposal.same_phone:
        who = mark("{said}; {players} only on the same phone as another player", said=who, players=same)
    return ProposedHand(proposal, outcome_text(proposal.outcome, names.__getitem__, table.rules), who)


def marks_of(view: View, session: int) -> dict[int, tuple[int, bool]]:
    """By table of ``session``: how many proposals wait there, and whether it calls a referee."""
    return {
        table: (len(phones.open), phones.open_call is not None)
        for (each, table), phones in view.tables_with_phones()
        if each == session and (phones.open or phones.open_call is not None)
    }


def unfinished(state: TablesState, proposal: Proposal) -> Text | None:
    """Why ``proposal`` cannot be used now, because another entry is unfinished; None if it can."""
    table = state.table
    if state.penalty is not None or state.repair is not None or state.total_edited or state.in_reading:
        return mark("Finish what you are typing, or press Esc, before you accept what players proposed.")
    if state.hand is not None and state.hand.changed:
        return mark("Hand {hand} is unfinished: record it, or press Esc.", hand=state.hand.draft.hand)
    left = state.hands.get((*table.place, proposal.hand)) if table is not None else None
    if left is not None and left.changed:
        return mark("Hand {hand} is unfinished: record it, or press Esc.", hand=proposal.hand)
    return None


def accepted(state: TablesState, proposal: Proposal) -> TablesStep:
    """Record what was proposed as if the referee had typed it. Questions are asked in the row of the hand."""
    blocked = unfinished(state, proposal)
    return TablesStep(state, message=blocked) if blocked is not None else hand_keys.submitted(_filled(state, proposal))


def corrected(state: TablesState, proposal: Proposal) -> TablesStep:
    """Continue typing from what was proposed."""
    blocked = unfinished(state, proposal)
    if blocked is not None:
        return TablesStep(state, message=blocked)
    state = _filled(state, proposal)
    return TablesStep(state, state.hand.beginning if state.hand is not None else None)


def left(state: TablesState) -> TablesStep:
    """Leave the proposals, and continue where typing was left."""
    return TablesStep(state, state.typing_place)


def _filled(state: TablesState, proposal: Proposal) -> TablesState:
    assert state.table is not None, "it has the proposal"
    draft = outcome_draft(proposal.hand, proposal.outcome, state.table.rules, proposal.fact.tiles)
    state = at_row(state, RowKey(proposal.hand))
    assert state.hand is not None, "its row is not recorded"
    return with_hand(state, state.hand.with_draft(draft))


def next_table(state: TablesState) -> tuple[int, int] | None:
    """Session and table of the next sheet of this session with a proposal; the first table follows the last."""
    table = state.table
    if table is None:
        return None
    session, own = table.place
    places = [each for each in waiting_tables(table.view) if each[0] == session and each[1] != own]
    found = min(places, key=lambda each: (each[1] < own, each[1]), default=None)
    return None if found is None else (session, found[1])


def answered_calls(view: View) -> tuple[RefereeCall, ...]:
    """The answered calls of all sessions that are not closed, in the order in which they were answered."""
    calls = (call for _, phones in view.tables_with_phones() for call in phones.calls)
    answered = ((call.answered.record.position, call) for call in calls if call.answered is not None)
    return tuple(call for _, call in sorted(answered, key=lambda each: each[0]))


def caller_of(view: View, call: RefereeCall) -> Text:
    """The short name of the player who called, or that somebody did whose phone has no seat."""
    if call.seat is None:
        return mark("Somebody at table {table}", table=call.table)
    sheet = view.sheet(call.session, call.table)
    return verbatim(short_names([view.player_at(sheet, column) for column in range(4)])[call.seat])


def tables_text(calls: Sequence[RefereeCall]) -> Text:
    """Return a text like “Table 7” or “Tables 7, 12”."""
    numbers = listed(str(call.table) for call in calls)
    return mark("Table {tables}", tables=numbers) if len(calls) == 1 else mark("Tables {tables}", tables=numbers)
