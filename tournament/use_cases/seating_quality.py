"""How good a seating is, and whether it can be played.

The check of a seating shares no code with the draw, so that it does not repeat a mistake of the draw.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations, pairwise

from tournament.draw import Quality, Wishes, quality_of
from tournament.draw.sitting_out import Turns
from tournament.draw.verifier import Finding, Severity, verify
from tournament.event.seating import Final, Seating, final_of
from tournament.language import Text, mark, mark_count, verbatim
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import DrawPublished, Fact, PlayerReplaced, SessionSeated, SessionsRedrawn, TableAdded
from tournament.ledger.session import SessionState
from tournament.ledger.state import participants
from tournament.use_cases.final_beside import members
from tournament.use_cases.seating_wishes import fixed_tables, members_by, placed_wishes, wished_turns
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class UnmetWish:
    """Two players at one table whom the wishes of the draw keep apart."""

    session: int
    table: int
    players: tuple[int, int]
    """Numbers, the smaller first."""


@dataclass(frozen=True, slots=True)
class MeasuredSeating:
    """A seating with its figures."""

    seating: Seating
    quality: Quality
    """The figures, in which player 1 is the first of :attr:`numbers`."""
    numbers: tuple[int, ...]
    """The players with a seat, in ascending order of number."""
    sessions: tuple[int, ...]
    """The sessions counted in the figures and wishes: those that were or will be played."""
    bounded: bool
    """Whether all counted sessions seat the same players. Only then are there targets to compare the figures with."""
    unmet: tuple[UnmetWish, ...]
    faults: tuple[Finding, ...]
    """What the verifier finds that makes the seating unplayable; empty for every draw of this program."""
    turns: Turns
    """Who is present in the counted sessions, and who wishes to sit out."""
    sit_out: tuple[tuple[int, ...], ...]
    """Who sits out in each counted session, by number."""
    away: int
    """How often somebody who keeps a table sits at another one."""

    @property
    def counts_all(self) -> bool:
        """Whether every session that has tables counts."""
        return len(self.sessions) == sum(map(bool, self.seating.sessions))


def measure_seating(
    view: View,
    seating: Seating,
    *,
    final: Final | None = None,
    finals: Sequence[Final] | None = None,
    until: int | None = None,
) -> MeasuredSeating:
    """Measure ``seating``, the published one or another, by the wishes with which it was drawn.

    ``final`` is a cut to come, or ``finals`` are all of the event if it has this seating. Sessions after ``until`` have
    an earlier draw, and count only if they have begun; None if all count.
    """
    counted = tuple(_counted(view, seating, until))
    cuts = finals_of(view, final) if finals is None else finals
    found = seating_findings(view, seating, finals=cuts)
    tables = {session: seating.table_by_table(session) for session in counted}
    numbers = tuple(sorted({number for each in tables.values() for seats in each for number in seats}))
    place = {number: index for index, number in enumerate(numbers, start=1)}
    wishes = placed_wishes(view, numbers, seating.wishes)
    sessions = [[[place[number] for number in seats] for seats in each] for each in tables.values()]
    fields = {session: participants(view.state, session, seating.drawn(session)) for session in counted}
    kept = fixed_tables(view, numbers)
    return MeasuredSeating(
        seating=seating,
        quality=quality_of(len(numbers), sessions, wishes),
        numbers=numbers,
        sessions=counted,
        bounded=len({seating.seated(session) for session in counted}) == 1,
        unmet=unmet_wishes(tables, numbers, wishes),
        faults=tuple(each for each in found if each.severity is Severity.FAULT),
        turns=Turns(
            [
                (fields[session] & seating.drawn(session)).difference(_finalists(view, seating, session, cuts))
                for session in counted
            ],
            [wished_turns(view, session, fields[session]) for session in counted],
        ),
        sit_out=tuple(
            tuple(sorted((fields[session] & seating.drawn(session)) - seating.seated(session))) for session in counted
        ),
        away=sum(
            kept.get(number, table) != table
            for session in counted
            for table, seats in seating.played(session)
            for number in seats
        ),
    )


def seated_until(view: View) -> int | None:
    """Return the last session seated by the standings; None if a draw of later sessions was published since."""
    last = None
    for entry in view.journal.standing(EVENT_STREAM):
        if isinstance(entry.fact, SessionSeated):
            last = entry.fact.session
        elif isinstance(entry.fact, DrawPublished | SessionsRedrawn):
            last = None
    return last


def _counted(view: View, seating: Seating, until: int | None) -> Iterator[int]:
    waiting = (SessionState.NOT_DRAWN, SessionState.DRAWN, SessionState.PUBLISHED)
    for session in seating.session_numbers:
        counts = until is None or session <= until or view.session_state(session) not in waiting
        if counts and seating.tables(session):
            yield session


def seated_players(seating: Seating) -> tuple[int, ...]:
    """Return the numbers of all players with a seat in some session, or who sit out."""
    return tuple(sorted(frozenset[int]().union(*(seating.drawn(session) for session in seating.session_numbers))))


def seating_findings(
    view: View, seating: Seating, *, final: Final | None = None, finals: Sequence[Final] | None = None
) -> tuple[Finding, ...]:
    """Return what the verifier finds in ``seating``. Consecutive sessions with the same players are verified together.

    Everybody needs a seat in some session, except reserves, substitutes, and players who were replaced, do not play, or
    whom a cut or a new seating by the standings excluded before they played. Only a final may have fewer tables than
    the session before it.
    """
    cuts = finals_of(view, final) if finals is None else finals
    return (*_missing(view, seating, cuts), *_findings(view, seating, cuts))


def finals_of(view: View, coming: Final | None) -> tuple[Final, ...]:
    """Return the finals of the event with one that is ``coming``, which replaces those of its session and later."""
    if coming is None:
        return view.state.finals
    return (*(final for final in view.state.finals if final.session < coming.session), coming)


def _finalists(view: View, seating: Seating, session: int, finals: Sequence[Final]) -> frozenset[int]:
    """Return who plays in a final beside other tables in ``session``, with those who sit there for a finalist."""
    final = final_of(finals, session)
    if final is None or not final.beside:
        return frozenset()
    return members(view.state, final, seating.drawn(session))


def _findings(view: View, seating: Seating, finals: Sequence[Final]) -> Iterator[Finding]:
    """Let the verifier read the sessions, with players numbered from 1 as it knows them."""
    everybody = seating.session_numbers
    seated = frozenset[int]().union(*(seating.drawn(session) for session in everybody))
    place = {number: index for index, number in enumerate(sorted(seated & view.players.keys()), start=1)}
    stranger = len(place) + 1

    def places(numbers: Iterable[int]) -> list[int]:
        return [place.get(number, stranger) for number in numbers]

    resting = [seating.sitting_out(session) for session in everybody]
    yield from verify(
        len(place),
        [[places(seats) for _, seats in seating.played(session)] for session in everybody],
        present=[places(seating.seated(session) | out) for session, out in zip(everybody, resting, strict=True)],
        sit_out=[places(out) for out in resting],
        wished=[
            places(wished_turns(view, session, out & view.players.keys()))
            for session, out in zip(everybody, resting, strict=True)
        ],
        finalists=[places(_finalists(view, seating, session, finals) & view.players.keys()) for session in everybody],
        fixed={place[number]: table for number, table in fixed_tables(view, seated & view.players.keys()).items()},
    )


def _missing(view: View, seating: Seating, finals: Sequence[Final]) -> Iterator[Finding]:
    standing = [entry.fact for entry in view.journal.standing(EVENT_STREAM)]
    replaced = [fact for fact in standing if isinstance(fact, PlayerReplaced)]
    left, came = {fact.number for fact in replaced}, {fact.by.number for fact in replaced}
    # From this session on, tables may be missing because they wait for the standings.
    ranked = min((fact.session for fact in standing if isinstance(fact, SessionSeated)), default=len(seating.sessions))
    cuts = {final.session for final in finals}
    added = {fact.session for fact in standing if isinstance(fact, TableAdded)}
    cut_off = {number for number in came if any(number not in each.players for each in finals if not each.beside)}
    everywhere = view.full_state.seating or seating  # their only seats may be in a cancelled session
    excused = {
        *seated_players(seating),
        *seated_players(everywhere),
        *left,
        *seating.wishes.reserves,
        *cut_off,
        *_reseated_away(standing),
    }
    excused.update(view.state.statuses, view.state.joined)
    excused.update(fact.by.number for fact in replaced if fact.case is not None)
    for number, player in view.players.items():
        if number not in excused:
            message = mark("Player {number} ({name}) has no seat.", number=number, name=player.name)
            yield Finding(Severity.FAULT, message, players=(number,))
    drawn = next((len(each.seating.sessions) for each in reversed(standing) if isinstance(each, DrawPublished)), 0)
    first_waiting = min(ranked, drawn) + 1  # the first session that may wait to be seated by the standings
    sessions = [each for each in seating.session_numbers if each not in view.state.cancelled]
    for earlier, session in pairwise(sessions):
        before, now = len(seating.tables(earlier)), len(seating.tables(session))
        # A session is undrawn if it was added, or if a cut before it was cancelled. One that was restored after a cut
        # has its tables, while those before it wait.
        waiting = (not now and session >= first_waiting) or (not before and earlier >= first_waiting)
        # A final that is cancelled still decides who plays the sessions after it.
        cut = any(earlier <= each <= session for each in cuts)
        if now == before or waiting or cut or {session, earlier} & added:
            continue
        if not _people_changed(view, seating, earlier, session, left | came):
            message = mark(
                "Session {session} has {tables} tables; the previous one has {before}.",
                session=session,
                tables=now,
                before=before,
            )
            yield Finding(Severity.FAULT, message, session)


def _people_changed(view: View, seating: Seating, earlier: int, session: int, replaced: Set[int]) -> bool:
    """Whether everybody with a seat in only one of two sessions left, came back or joined between them.

    Then the numbers of tables may differ.
    """
    one, other = seating.drawn(earlier), seating.drawn(session)
    return (one ^ other) <= replaced | view.state.statuses.keys() | view.state.joined.keys()


def _reseated_away(standing: Sequence[Fact]) -> Iterator[int]:
    """Yield substitutes whose session was seated by the standings after they came.

    Seating it again may have removed their seat.
    """
    for position, fact in enumerate(standing):
        if isinstance(fact, PlayerReplaced):
            later = (other for other in standing[position:] if isinstance(other, SessionSeated))
            if any(other.session <= max(fact.sessions, default=0) for other in later):
                yield fact.by.number


def unmet_wishes(
    sessions: Mapping[int, Sequence[Sequence[int]]], numbers: Sequence[int], wishes: Wishes
) -> tuple[UnmetWish, ...]:
    """Return where ``sessions``, by number, go against ``wishes``, whose place 1 is the first of ``numbers``."""
    apart = {frozenset(pair) for group in wishes.groups for pair in combinations(group.members, 2)}
    apart |= {frozenset((pair.one, pair.other)) for pair in wishes.pairs}
    if not apart:
        return ()
    pairs = {frozenset(numbers[place - 1] for place in pair) for pair in apart}
    return tuple(
        UnmetWish(session, table, (one, other))
        for session, tables in sessions.items()
        for table, seats in enumerate(tables, start=1)
        for one, other in combinations(sorted(seats), 2)
        if frozenset((one, other)) in pairs
    )


FIELD_NAMES = {"club": mark("Clubs apart"), "country": mark("Countries apart"), "team": mark("Teams apart")}
"""The wishes by a field of the player."""
_TOGETHER = {
    "club": mark("Members of one club at a table"),
    "country": mark("Compatriots at a table"),
    "team": mark("Team-mates at a table"),
}


@dataclass(frozen=True, slots=True)
class QualityMeasure:
    """One line of the table of quality."""

    name: Text
    detail: Text
    found: Text
    target: Text | None
    """What the best known draws reach. If the players of the sessions differ, it is a bound that no draw can exceed.

    After “≥”, a bound that may be out of reach. None if no target is known.
    """
    reached: bool | None
    """Whether the target is reached; None if that cannot be said."""
    cost: int
    """A number that is lower the better the seating is. It shows whether a swap of players improves the seating."""


def quality_measures(view: View, measured: MeasuredSeating) -> tuple[QualityMeasure, ...]:
    """Return all measures, the most important first."""
    return (
        *_meetings(measured),
        *turn_measures(measured),
        *fixed_measures(view, measured),
        _winds(measured),
        *_groups(view, measured),
        *_pairs(view, measured),
        _strangers(measured),
    )


def _meetings(measured: MeasuredSeating) -> tuple[QualityMeasure, QualityMeasure]:
    quality = measured.quality
    pairs = mark_count(
        "{count} pair meets more than once", "{count} pairs meet more than once", len(quality.repeated_pairs)
    )
    visits = mark_count(
        "at most {count} time at the same table", "at most {count} times at the same table", quality.most_visits
    )
    return (
        _count(mark("Meetings repeated"), pairs, quality.repeats, quality.fewest_repeats, measured),
        _count(
            mark("Returns to a table"),
            visits,
            quality.table_revisits,
            quality.table_revisits_aimed_at,
            measured,
        ),
    )


def _count(name: Text, detail: Text, found: int, target: int, measured: MeasuredSeating) -> QualityMeasure:
    """Return the measure of ``found``.

    If different players play in the sessions, ``target`` is only a bound, and exceeding it is no fault.
    """
    reached = True if found <= target else False if measured.bounded else None
    return QualityMeasure(name, detail, verbatim(str(found)), verbatim(str(target)), reached, found)


def turn_measures(measured: MeasuredSeating) -> list[QualityMeasure]:
    """Return the measure of how evenly players sit out; nothing if everybody plays in every session.

    Those who wish to sit out are not compared.
    """
    if not any(measured.sit_out):
        return []
    times = Counter(number for out in measured.sit_out for number in out)
    here = frozenset[int]().union(*measured.turns.fields)
    others = here.difference(*measured.turns.wished) or here
    counts = [times[number] for number in sorted(others)]
    sessions = Counter(number for field in measured.turns.fields for number in field)
    whole = {sessions[number] for number in others} == {len(measured.turns.fields)} and others == here
    even = _span(sum(counts) // len(counts), -(-sum(counts) // len(counts))) if whole else None
    early = measured.turns.unfair(measured.sit_out)
    detail = (
        mark("fewest and most of one player")
        if not early
        else mark_count(
            "{count} time before somebody who sat out less", "{count} times before somebody who sat out less", early
        )
    )
    found = _span(min(counts), max(counts))
    return [QualityMeasure(mark("Sessions sat out"), detail, found, even, not early, early)]


def fixed_measures(view: View, measured: MeasuredSeating) -> list[QualityMeasure]:
    """Return the measure of fixed tables, with what they cost; nothing if nobody keeps a table."""
    kept = fixed_tables(view, measured.numbers)
    if not kept:
        return []
    seating = measured.seating
    shares = Counter(
        (one, other)
        for session in measured.sessions
        for _, seats in seating.played(session)
        for one, other in combinations(sorted(seats), 2)
        if one in kept and kept[one] == kept.get(other)
    )
    visits = Counter(
        number
        for session in measured.sessions
        for table, seats in seating.played(session)
        for number in seats
        if kept.get(number) == table
    )
    detail = mark_count(
        "{count} player; cost: returns {returns}, repeated meetings {repeats}",
        "{count} players; cost: returns {returns}, repeated meetings {repeats}",
        len(kept),
        returns=sum(times - 1 for times in visits.values()),
        repeats=sum(times - 1 for times in shares.values()),
    )
    away = measured.away
    name, found = mark("Seats away from a fixed table"), verbatim(str(away))
    return [QualityMeasure(name, detail, found, verbatim("0"), not away, away)]


def _winds(measured: MeasuredSeating) -> QualityMeasure:
    counts = [count for each in measured.quality.winds for count in each]
    least, most = min(counts, default=0), max(counts, default=0)
    played = [sum(each) for each in measured.quality.winds]
    best = _span(min(played, default=0) // 4, -(-max(played, default=0) // 4))
    cost = measured.quality.wind_imbalance
    return QualityMeasure(
        mark("Start winds"),
        mark("fewest and most of one wind"),
        _span(least, most),
        best,
        True if not cost else False if measured.bounded else None,
        cost,
    )


def _span(few: int, many: int) -> Text:
    return verbatim(str(few) if few == many else f"{few}–{many}")


def _groups(view: View, measured: MeasuredSeating) -> list[QualityMeasure]:
    left = list(measured.quality.groups)
    found = []
    for field, _weight in measured.seating.wishes.apart:
        sizes = [len(members) for members in members_by(view, measured.numbers, field).values() if len(members) > 1]
        own, left = left[: len(sizes)], left[len(sizes) :]
        detail = mark_count(
            "{count} group, largest {largest}", "{count} groups, largest {largest}", len(sizes),
            largest=max(sizes, default=0),
        )  # fmt: skip
        meetings, fewest = sum(group.meetings for group in own), sum(group.fewest for group in own)
        found.append(_count(_TOGETHER[field], detail, meetings, fewest, measured))
    return found


def _pairs(view: View, measured: MeasuredSeating) -> list[QualityMeasure]:
    pairs = measured.quality.pairs
    if not pairs:
        return []
    met = [pair.pair for pair in pairs if pair.meetings]
    if met:
        one, other = (view.players[measured.numbers[place - 1]].name for place in (met[0].one, met[0].other))
        detail = mark("{one} and {other} meet", one=one, other=other)
    else:
        detail = mark_count("{count} pair, which does not meet", "{count} pairs, none of which meets", len(pairs))
    return [
        QualityMeasure(
            mark("Pairs to keep apart"),
            detail,
            verbatim(str(len(met))),
            verbatim("0"),
            not met,
            len(met),
        )
    ]


def _strangers(measured: MeasuredSeating) -> QualityMeasure:
    """Return the measure of pairs without a common opponent.

    How few are possible together with the other measures is unknown, so exceeding the bound is no fault.
    """
    found, fewest = measured.quality.strangers, measured.quality.fewest_strangers
    reached = found <= fewest
    return QualityMeasure(
        mark("Strangers"),
        mark("pairs with no common opponent"),
        verbatim(str(found)),
        verbatim(str(fewest) if reached else f"≥ {fewest}"),
        True if reached else None,
        found,
    )
