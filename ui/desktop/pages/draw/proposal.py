"""A seating proposal: who would sit where, how good that is, and what publishing it does.

Proposals are computed off the GUI thread. This module does not use Qt.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import NamedTuple, assert_never

from reports.readers.seating import read_seating_file
from tournament import use_cases
from tournament.draw import Quality
from tournament.event.problem import Gravity, Problem
from tournament.event.seating import Final, Seating, SeatingWishes, final_table_name, final_tables
from tournament.event.seating_file import IMPORTED
from tournament.language import Text, mark, verbatim
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import DrawPublished
from tournament.ledger.state import swapped_finals
from tournament.use_cases import LOTS, MeasuredSeating, RankedSession, View
from tournament.use_cases.commands import PublishDraw, RedrawSessions, SeatSession, SwapPlayers
from tournament.use_cases.draft_fit import draft_of, unfit_text
from tournament.use_cases.seating_quality import QualityMeasure, finals_of, quality_measures
from tournament.use_cases.seating_wishes import sitting_remarks
from tournament.use_cases.unpublished_draw import UnpublishedDraw

Progress = Callable[[float], bool]
"""Called with the progress of a search (0 … 1); returns whether to continue."""
Publish = PublishDraw | RedrawSessions | SeatSession | SwapPlayers
BY_HAND = " + swaps"
"""Appended to the method of a draw with swapped players, which its number alone does not reproduce."""


class Seat(NamedTuple):
    """A seat of one session, on the grid of the page."""

    session: int
    """From 1."""
    table: int
    """From 1."""
    wind: int
    """0 East … 3 North."""


@dataclass(frozen=True, slots=True)
class SeatingProposal:
    """A seating to be published, or the published one, with all its measures."""

    measured: MeasuredSeating
    measures: tuple[QualityMeasure, ...]
    publish: Publish | None = None
    """The command that publishes it; None if it is published."""
    draft: UnpublishedDraw | None = None
    """What this computer stores of the proposal until it is published.

    None if it is published, or swaps players of the published draw.
    """
    first: int = 1
    """The first session that publishing changes."""
    whole: bool = True
    """Whether all sessions are new. Such a proposal can be published only before play."""
    remarks: tuple[Problem, ...] = ()
    """Remarks to show before it is published."""
    changed: bool = False
    """Whether it was changed after it was published, so that its number does not reproduce it."""
    stopped: bool = False
    """Whether the search was stopped early."""
    seconds: float = 0.0
    """Duration of drawing and checking; 0 for a seating read from the event."""

    @property
    def seating(self) -> Seating:
        """Who sits where."""
        return self.measured.seating

    @property
    def numbers(self) -> tuple[int, ...]:
        """Player numbers in order. The quality measures count players from 1 in this order."""
        return self.measured.numbers

    @property
    def quality(self) -> Quality:
        """The quality that was measured."""
        return self.measured.quality

    @property
    def faults(self) -> int:
        """The number of faults that make it unplayable, by the verifier, which shares no code with the methods."""
        return len(self.measured.faults)

    @property
    def published(self) -> bool:
        """Whether this is the published seating."""
        return self.publish is None

    @property
    def swappable(self) -> bool:
        """Whether players can be swapped in it: all of it is proposed, or all of it is published."""
        return self.whole or self.published

    @property
    def by_hand(self) -> bool:
        """Whether players were swapped after it was drawn."""
        return self.seating.method.endswith(BY_HAND)

    def final_name(self, view: View, session: int, table: int) -> Text | None:
        """“Final”, or “Final 1 of 2”, if the final of ``session`` is played at ``table``; else None."""
        match self.publish:
            case SeatSession(final=final):
                finals = finals_of(view, final)
            case SwapPlayers(one=one, other=other, sessions=sessions):
                finals = swapped_finals(view.state, one, other, sessions)
            case _:
                finals = view.state.finals
        return final_table_name(final_tables(self.seating, finals, session), table)

    def player(self, seat: Seat) -> int:
        """The number of the player in ``seat``."""
        return self.seating.tables(seat.session)[seat.table - 1][seat.wind]

    def repeated_pairs(self) -> frozenset[frozenset[int]]:
        """The pairs of player numbers who meet more than once; empty if that cannot be avoided anyway."""
        if self.quality.fewest_repeats or not self.measured.bounded:
            return frozenset()
        pairs = self.quality.repeated_pairs
        return frozenset(frozenset((self.numbers[one - 1], self.numbers[other - 1])) for one, other, _ in pairs)

    def met_against_wish(self, session: int, table: int, number: int) -> tuple[int, ...]:
        """The numbers of the players at a table whom ``number`` meets although they wished to be apart."""
        return tuple(
            next(other for other in unmet.players if other != number)
            for unmet in self.measured.unmet
            if (unmet.session, unmet.table) == (session, table) and number in unmet.players
        )


def measure(
    view: View,
    seating: Seating,
    *,
    final: Final | None = None,
    finals: Sequence[Final] | None = None,
    until: int | None = None,
) -> SeatingProposal:
    """Measure a published ``seating`` and check it with the verifier.

    ``final`` is a final that will follow, or None; ``finals`` are all finals if the seating changes them. Sessions
    after ``until`` count only if they have begun; with None all count.
    """
    measured = use_cases.measure_seating(view, seating, final=final, finals=finals, until=until)
    facts = [entry.fact for entry in view.journal.standing(EVENT_STREAM)]
    drawn = next((fact.seating for fact in reversed(facts) if isinstance(fact, DrawPublished)), seating)
    measures = quality_measures(view, measured)
    return SeatingProposal(measured, measures, changed=drawn != seating)


def propose(view: View, seating: Seating, *, remarks: tuple[Problem, ...] = ()) -> SeatingProposal:
    """Propose a seating of all sessions from any source."""
    draft = draft_of(view, PublishDraw(seating))
    return replace(measure(view, seating), publish=draft.publish, draft=draft, changed=False, remarks=remarks)


def propose_draw(
    view: View, progress: Progress, *, method: str, seed: int | None, wishes: SeatingWishes
) -> SeatingProposal:
    """Draw all sessions. Raises Refused or DrawProblem if that is not possible."""
    begun = monotonic()
    seating = use_cases.plan_seating(view, seed=seed, method=method, wishes=wishes, progress=progress)
    remarks = (*use_cases.wish_problems(view, wishes), *sitting_remarks(view, seating, 1))
    proposal = propose(view, seating, remarks=remarks)
    return replace(proposal, seconds=monotonic() - begun)


def propose_by_lots(
    view: View, progress: Progress, *, method: str, seed: int | None, reserves: tuple[int, ...], sit_out: bool = False
) -> SeatingProposal:
    """Fill in a seating from the numbers that the players drew. Raises Refused or DrawProblem.

    Players' wishes have no effect, because the lots decide who sits where.
    """
    wishes = SeatingWishes(reserves=reserves, sit_out=sit_out)
    plan = use_cases.plan_seating(view, seed=seed, method=method, wishes=wishes, progress=progress)
    return propose(view, use_cases.seating_by_lots(view, plan))


def propose_from_file(view: View, _progress: Progress, *, path: Path, wishes: SeatingWishes) -> SeatingProposal:
    """Propose a seating from a CSV or Excel file, measured by the wishes. Raises Refused or UnreadableTable."""
    found = read_seating_file(path, players=view.players, sessions=view.settings.sessions, wishes=wishes)
    return propose(view, found.seating, remarks=found.remarks)


def propose_redraw(view: View, progress: Progress, *, first: int, sit_out: bool | None = None) -> SeatingProposal:
    """Draw the sessions from ``first`` on again. Raises Refused or DrawProblem."""
    begun = monotonic()
    seating = use_cases.plan_rest(view, first, sit_out=sit_out, progress=progress)
    proposal = propose_draft(view, draft_of(view, RedrawSessions(seating, first)))
    return replace(proposal, seconds=monotonic() - begun)


def propose_by_ranking(
    view: View,
    _progress: Progress,
    *,
    session: int,
    way: str,
    final: int | None,
    carried: bool,
    beside: str | None = None,
    sit_out: bool | None = None,
) -> SeatingProposal:
    """Seat one session by the standings. Raises Refused or DrawProblem."""
    ranked = use_cases.plan_by_ranking(
        view, session, way=way, final=final, carried=carried, beside=beside, sit_out=sit_out
    )
    proposal = propose_draft(view, draft_of(view, ranked.command))
    return replace(proposal, remarks=(*proposal.remarks, *ranked.remarks))


def propose_draft(view: View, draft: UnpublishedDraw) -> SeatingProposal:
    """Return the proposal that was stored as ``draft``, which must still be publishable."""
    publish = draft.publish
    match publish:
        case PublishDraw():
            remarks = use_cases.wish_problems(view, publish.seating.wishes)
            remarks += sitting_remarks(view, publish.seating, 1)
            return replace(propose(view, publish.seating, remarks=remarks), draft=draft)
        case RedrawSessions():
            measured = measure(view, publish.drawn)
            remarks = sitting_remarks(view, publish.drawn, publish.first)
            return replace(measured, publish=publish, draft=draft, first=publish.first, whole=False, remarks=remarks)
        case SeatSession():
            ranked = RankedSession(
                publish.session, publish.tables, publish.way, publish.final, (), publish.sit_out, publish.beside
            )
            measured = measure(view, use_cases.ranked_seating(view, ranked), final=publish.final, until=publish.session)
            remarks = _sessions_without_tables(view, ranked)
            return replace(measured, publish=publish, draft=draft, first=publish.session, whole=False, remarks=remarks)
        case _:
            assert_never(publish)


def propose_swap(
    view: View, proposal: SeatingProposal, one: Seat, other: Seat, *, onwards: bool = False, reason: str = ""
) -> SeatingProposal:
    """Return the same seating with two players of one session swapped. Raises Refused.

    With ``onwards``, a published seating swaps them in all later sessions in which both have a seat. A ``reason`` also
    allows a swap at tables in play; what is on their sheets stays in its columns.
    """
    if one.session != other.session:
        raise ValueError("two players are swapped within one session")
    first, second = proposal.player(one), proposal.player(other)
    if proposal.published:
        return _swap_published(view, first, second, one.session, onwards=onwards, reason=reason)
    method = proposal.seating.method if proposal.by_hand else proposal.seating.method + BY_HAND
    seating = replace(proposal.seating.renamed({first: second, second: first}, (one.session,)), method=method)
    return replace(propose(view, seating, remarks=proposal.remarks), seconds=proposal.seconds)


def still_fits(proposal: SeatingProposal, view: View | None) -> bool:
    """Whether ``proposal`` can be published in the event as it is now."""
    return view is not None and proposal.draft is not None and unfit_text(view, proposal.draft) is None


def origin_text(proposal: SeatingProposal) -> Text:
    """The origin of the seating in a line, with the draw number if that reproduces it."""
    method, seed = proposal.seating.method, verbatim(str(proposal.seating.seed))
    if method.startswith(IMPORTED):
        return mark("Imported from a file")
    if method.startswith(LOTS):
        return mark("Draw number {seed}, seats assigned by the players’ lots", seed=seed)
    if proposal.by_hand:
        return mark("Draw number {seed}, then swapped players", seed=seed)
    if not proposal.whole or proposal.changed:
        return mark("Draw number {seed}, then changed", seed=seed)
    return mark("Draw number {seed}: the same number gives the same draw", seed=seed)


def _swap_published(
    view: View, first: int, second: int, session: int, *, onwards: bool, reason: str
) -> SeatingProposal:
    sessions: tuple[int, ...] = (session,)
    if onwards:
        both = (frozenset(use_cases.sessions_from(view, session, number)) for number in (first, second))
        sessions = tuple(sorted(frozenset.intersection(*both)))
    seating = use_cases.swapped(view, first, second, sessions, reason=reason)
    publish = SwapPlayers(first, second, sessions, reason)
    finals = swapped_finals(view.state, first, second, sessions)
    proposal = measure(view, seating, finals=finals, until=use_cases.seated_until(view))
    return replace(proposal, publish=publish, first=session, whole=False)


def _sessions_without_tables(view: View, ranked: RankedSession) -> tuple[Problem, ...]:
    last = view.settings.sessions
    if ranked.final is None or ranked.session >= last:
        return ()
    text = mark(
        "Session {session} is the final. Sessions after it, up to session {last}, have no tables "
        "until you seat them here.",
        session=ranked.session,
        last=last,
    )
    return (Problem("sessions-emptied", text, "session", Gravity.REMARK),)
