"""A draw with its measures, and what publishing it does; computed off the GUI thread, no Qt in here."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from reports.readers import read_table
from tournament import use_cases
from tournament.draw import Quality
from tournament.event.problem import Gravity, Problem
from tournament.event.seating import Final, Seating, SeatingWishes
from tournament.event.seating_file import IMPORTED, read_seating
from tournament.language import Text, mark, verbatim
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import DrawPublished
from tournament.use_cases import LOTS, Book, By, Changes, MeasuredSeating, RankedSession, View
from ui.desktop.pages.draw.figures import Figure, figures_of

GoesOn = Callable[[float], bool]
"""Told how far a search has come (0 … 1); answers whether it goes on."""
Publish = Callable[[Book, By], Changes]
BY_HAND = " + swaps"
"""Behind the method of a draw in which players were swapped: its number alone does not give it again."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seating beside everything measured on it."""

    measured: MeasuredSeating
    figures: tuple[Figure, ...]
    publish: Publish | None = None
    """What makes it the one that is played; None: it is."""
    first: int = 1
    """The first session that publishing changes."""
    whole: bool = True
    """All sessions are new, so that it can only be published before play."""
    remarks: tuple[Problem, ...] = ()
    """What is worth knowing before it is published."""
    changed: bool = False
    """It was published in another form and changed since, so that its number does not give it again."""
    stopped: bool = False
    """The search was ended before its time."""
    seconds: float = 0.0
    """How long drawing and checking took; 0 for one read from the event."""

    @property
    def seating(self) -> Seating:
        """Who sits where."""
        return self.measured.seating

    @property
    def numbers(self) -> tuple[int, ...]:
        """Player numbers in order: the measures count players from 1 in this order."""
        return self.measured.numbers

    @property
    def quality(self) -> Quality:
        """The measures."""
        return self.measured.quality

    @property
    def faults(self) -> int:
        """What the verifier found that cannot be played; it shares no code with the methods."""
        return len(self.measured.faults)

    @property
    def published(self) -> bool:
        """It is the one that is played."""
        return self.publish is None

    @property
    def by_hand(self) -> bool:
        """Players were swapped after it was drawn."""
        return self.seating.method.endswith(BY_HAND)

    def repeated(self) -> tuple[frozenset[int], ...]:
        """The pairs (player numbers) who meet more than once; none where that cannot be avoided anyway."""
        if self.quality.fewest_repeats or not self.measured.bounded:
            return ()
        return tuple(
            frozenset((self.numbers[one - 1], self.numbers[other - 1])) for one, other, _ in self.quality.repeated_pairs
        )

    def apart(self, session: int, table: int, number: int) -> tuple[int, ...]:
        """Whom a player meets at a table against a wish."""
        return tuple(
            next(other for other in unmet.players if other != number)
            for unmet in self.measured.unmet
            if (unmet.session, unmet.table) == (session, table) and number in unmet.players
        )


class Place(NamedTuple):
    """A seat of one session."""

    session: int
    """From 1."""
    table: int
    """From 1."""
    seat: int
    """0 East … 3 North."""


def draw(view: View, goes_on: GoesOn, *, method: str, seed: int | None, wishes: SeatingWishes) -> Drawn:
    """Draw all sessions and measure them. Raises Refused or DrawProblem when that cannot be."""
    begun = monotonic()
    seating = use_cases.plan_seating(view, seed=seed, method=method, wishes=wishes, progress=goes_on)
    drawn = whole(view, seating, remarks=use_cases.wish_problems(view, wishes))
    return replace(drawn, seconds=monotonic() - begun)


def whole(view: View, seating: Seating, *, remarks: tuple[Problem, ...] = ()) -> Drawn:
    """A seating of all sessions, from wherever it comes, to be published."""
    return replace(measure(view, seating), publish=partial(_publish, seating), changed=False, remarks=remarks)


def by_lots(view: View, goes_on: GoesOn, *, method: str, seed: int | None, reserves: tuple[int, ...]) -> Drawn:
    """A plan filled with the numbers that the players drew. Raises Refused or DrawProblem.

    Wishes of players mean nothing here: the lot decides who sits where.
    """
    wishes = SeatingWishes(reserves=reserves)
    plan = use_cases.plan_seating(view, seed=seed, method=method, wishes=wishes, progress=goes_on)
    return whole(view, use_cases.seating_by_lots(view, plan))


def from_file(view: View, path: Path, *, wishes: SeatingWishes) -> Drawn:
    """A seating from a CSV or Excel file, measured by the wishes. Raises Refused or UnreadableTable."""
    sessions = view.settings.sessions
    seating = read_seating(read_table(path), players=view.players, sessions=sessions, wishes=wishes)
    return whole(view, seating)


def redraw(view: View, goes_on: GoesOn, *, first: int) -> Drawn:
    """The sessions from ``first`` on, drawn again. Raises Refused or DrawProblem."""
    begun = monotonic()
    seating = use_cases.plan_rest(view, first, progress=goes_on)

    def publish(book: Book, by: By) -> Changes:
        return use_cases.redraw_sessions(book, seating, first, by=by)

    drawn = measure(view, seating)
    return replace(drawn, publish=publish, first=first, whole=False, seconds=monotonic() - begun)


def by_ranking(view: View, *, session: int, way: str, final: int | None, carried: bool) -> Drawn:
    """One session by the standings. Raises Refused or DrawProblem."""
    ranked = use_cases.plan_by_ranking(view, session, way=way, final=final, carried=carried)

    def publish(book: Book, by: By) -> Changes:
        return use_cases.seat_by_ranking(book, ranked, by=by)

    seating = use_cases.ranked_seating(view, ranked)
    drawn = measure(view, seating, final=ranked.final)
    remarks = (*_emptied(view, ranked), *ranked.remarks)
    return replace(drawn, publish=publish, first=session, whole=False, remarks=remarks)


def _emptied(view: View, ranked: RankedSession) -> tuple[Problem, ...]:
    """A cut takes the tables of the sessions after it."""
    last = view.settings.sessions
    if ranked.final is None or ranked.session >= last:
        return ()
    text = mark(
        "Session {session} is the final. The sessions after it, up to {last}, have no tables until you seat them here.",
        session=ranked.session,
        last=last,
    )
    return (Problem("sessions-emptied", text, "session", Gravity.REMARK),)


def measure(view: View, seating: Seating, *, final: Final | None = None) -> Drawn:
    """Measure ``seating`` as the one that is played, and check it a second way; ``final``: a cut to come."""
    measured = use_cases.measure_seating(view, seating, final=final)
    facts = [entry.fact for entry in view.journal.standing(EVENT_STREAM)]
    drawn = next((fact.seating for fact in reversed(facts) if isinstance(fact, DrawPublished)), seating)
    return Drawn(measured, figures_of(view, measured), changed=drawn != seating)


def swapped(view: View, drawn: Drawn, one: Place, other: Place) -> Drawn:
    """A draw not published, with two players of one session changed over."""
    names = _exchanged(drawn, one, other)
    method = drawn.seating.method if drawn.by_hand else drawn.seating.method + BY_HAND
    seating = replace(drawn.seating.renamed(names, (one.session,)), method=method)
    return replace(whole(view, seating, remarks=drawn.remarks), seconds=drawn.seconds)


def swapped_in_event(view: View, drawn: Drawn, one: Place, other: Place, *, onwards: bool) -> Drawn:
    """The published draw with two players changed over in a session, or from it on. Raises Refused."""
    first, second = _exchanged(drawn, one, other)
    sessions: tuple[int, ...] = (one.session,)
    if onwards:
        both = (frozenset(use_cases.sessions_from(view, one.session, number)) for number in (first, second))
        sessions = tuple(sorted(frozenset.intersection(*both)))
    seating = use_cases.swapped(view, first, second, sessions)

    def publish(book: Book, by: By) -> Changes:
        return use_cases.swap_players(book, first, second, sessions=sessions, by=by)

    return replace(measure(view, seating), publish=publish, first=one.session, whole=False)


def origin(drawn: Drawn) -> Text:
    """Where the draw comes from, in a line; the number is told where it gives the draw again."""
    method, seed = drawn.seating.method, verbatim(str(drawn.seating.seed))
    if method.startswith(IMPORTED):
        return mark("Read from a file")
    if method.startswith(LOTS):
        return mark("Draw number {seed}, filled with the lots of the players", seed=seed)
    if drawn.by_hand:
        return mark("Draw number {seed}, then players swapped", seed=seed)
    if not drawn.whole or drawn.changed:
        return mark("Draw number {seed}, then changed", seed=seed)
    return mark("Draw number {seed}: same number, same draw", seed=seed)


def player_at(drawn: Drawn, place: Place) -> int:
    """The number of the player in a seat."""
    return drawn.seating.tables(place.session)[place.table - 1][place.seat]


def _exchanged(drawn: Drawn, one: Place, other: Place) -> dict[int, int]:
    if one.session != other.session:
        raise ValueError("two players are swapped within one session")
    first, second = player_at(drawn, one), player_at(drawn, other)
    return {first: second, second: first}


def _publish(seating: Seating, book: Book, by: By) -> Changes:
    return use_cases.publish_draw(book, seating, by=by)
