"""The state of the event, computed from its own stream: settings, players, seating, sessions; and who takes part.

Entries are folded into a state in which cancelled sessions keep everything they have, so that they can be restored.
:meth:`EventState.counted` is the event without them. Everything else uses that one; only this fold, the check of
references and the reading of old sheets use the complete state.
"""

from collections.abc import Container, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import assert_never

from tournament.event.format import Evening, EventFormat
from tournament.event.player import PLAYS, Player, PlayerState, PlayerStatus, SubstituteCase, Substitution
from tournament.event.role import EventRole, PinHash
from tournament.event.seating import (
    Final,
    Seating,
    SeatingInPart,
    Seats,
    counted_finals,
    final_table_name,
    final_tables,
    turns_of,
)
from tournament.event.settings import Settings
from tournament.language import Text, mark
from tournament.ledger import check_in_facts, facts
from tournament.ledger.entry import Entry
from tournament.ledger.session_clock import SessionClock, clock_after


@dataclass(frozen=True, slots=True)
class Publication:
    """Which results are public: those up to a session. Everything that shows results in public uses this."""

    session: int = 0
    """The last session whose results are public; 0 if there is none."""
    held: int | None = None
    """The next session, if its results are held for the ceremony."""
    entries: tuple[Entry, ...] = field(default=(), compare=False, repr=False)
    """By session from 1: the entry that made its results public, and last the one that holds those for the ceremony."""

    used: bool = field(default=False, compare=False, repr=False)
    """Whether results were ever published, even if they were withdrawn since: papers for walls then show public results
    only."""

    def until(self, session: int) -> "Publication":
        """The same, with nothing public or held after ``session``."""
        held = self.held if self.held is not None and self.held <= session else None
        return Publication(min(self.session, session), held, self.entries[:session], self.used)

    def entry_of(self, session: int) -> Entry | None:
        """The entry that made the results of ``session`` public, or holds them for the ceremony, or None."""
        return self.entries[session - 1] if 1 <= session <= len(self.entries) else None


_NOTHING_PUBLIC = Publication()


def _publication_after(before: Publication, fact: facts.PublicationFact, entry: Entry) -> Publication:
    """What is public after ``fact`` of ``entry``."""
    match fact:
        case facts.ResultsPublished():
            last = fact.session - 1 if fact.held else fact.session
            kept = before.entries[: min(before.session, last)]
            entries = (*kept, *(entry for _ in range(fact.session - len(kept))))
            return Publication(last, fact.session if fact.held else None, entries, used=True)
        case facts.ResultsWithdrawn():
            return before.until(fact.session - 1)
        case _:
            assert_never(fact)


PaperKey = tuple[str, int | None, int | None, int | None, bool]
"""The name of a report, the session, table and hand that were chosen for it, and whether it is for the public."""


@dataclass(frozen=True, slots=True)
class EventState:
    """The state of the event after some entries of its own stream."""

    settings: Settings
    players: Mapping[int, Player] = field(default_factory=dict)
    """By number, in ascending order."""
    present: frozenset[int] = frozenset()
    """The numbers of the players who reported at the desk."""
    seating: Seating | None = None
    finals: tuple[Final, ...] = ()
    """The cuts, in the order of sessions."""
    statuses: Mapping[int, PlayerStatus] = field(default_factory=dict)
    """By number of the player: the state that was last entered, if any was."""
    substitutions: Mapping[tuple[int, int], Substitution] = field(default_factory=dict)
    """Who plays for whom, by session and number of the substitute."""
    lots: Mapping[int, int] = field(default_factory=dict)
    """The number that each player drew, by number of the player."""
    started: frozenset[int] = frozenset()
    """The sessions in which something was entered."""
    ended: frozenset[int] = frozenset()
    """The sessions of which every sheet was verified at some time."""
    published: frozenset[int] = frozenset()
    """The sessions whose seats are as they were last published."""
    called: frozenset[int] = frozenset()
    """The sessions whose start was announced."""
    closed: frozenset[int] = frozenset()
    """The sessions that are closed."""
    reopened: frozenset[int] = frozenset()
    """The sessions that were ever reopened, also if they are closed again."""
    publication: Publication = _NOTHING_PUBLIC
    """Which results are public. Drawing or seating a session again withdraws its results."""
    papers: Mapping[PaperKey, Entry] = field(default_factory=dict)
    """The last entry about each report that left the program, in the order of writing."""
    absent: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """By session: who had a seat and was absent when it began, if attendance was noted."""
    last_number: int = 0
    """The highest player number ever given."""
    evenings: tuple[Evening, ...] = ()
    """The evenings of a league; empty for a club evening, whose settings say when and where it is."""
    taken_back: frozenset[tuple[int, int]] = frozenset()
    """The games that were removed, by evening and number. In a draw, the tables that are left out, by session and
    number."""
    table_names: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """The name of the table in the room, by evening and number of the game, if one was given."""
    clocks: Mapping[int, SessionClock] = field(default_factory=dict)
    """The clock of each session that was started, by session."""
    pins: Mapping[EventRole, PinHash] = field(default_factory=dict)
    """The hashes of the PINs by role. Without any, everybody may do everything."""
    signing_key: facts.SigningKeySet | None = None
    """The key with which fingerprints are signed, and its holder."""
    last_signature: facts.FingerprintSigned | None = None
    """The last signature, valid or not."""
    logo: bytes = b""
    """The logo on its papers, PNG or JPEG; empty if there is none."""
    rescued: tuple[facts.EventRecovered | facts.EventRestored, ...] = ()
    """The entries that recorded a recovery or a restored copy in which entries are missing."""
    table_entry: facts.TableEntryAllowed | None = None
    """The address and key with which players may type at the table; None if they may not."""
    phone_check_in: check_in_facts.PhoneCheckInSet | None = None
    """Whether players may check in on their phones, with the address and key of their links; None if it was never
    allowed."""
    host: facts.HostTakenOver | None = None
    """Who last took over as the host of the shared event."""
    cancelled: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """The cancelled sessions, each with the sessions that had begun when it was cancelled."""
    joined: Mapping[int, int] = field(default_factory=dict)
    """By number of each player who was added after the draw, or became a player later: the session that was entered."""

    @property
    def session_numbers(self) -> tuple[int, ...]:
        """The sessions that are not cancelled, drawn or not, in ascending order. In a league, its evenings."""
        if not self.settings.format.is_drawn:
            return self.drawn_sessions
        return tuple(each for each in range(1, self.settings.sessions + 1) if each not in self.cancelled)

    @property
    def drawn_sessions(self) -> tuple[int, ...]:
        """The sessions of the draw that are not cancelled, in ascending order; empty before the draw.

        In a league, its evenings.
        """
        count = len(self.seating.sessions) if self.seating is not None else 0
        return tuple(each for each in range(1, count + 1) if each not in self.cancelled)

    @property
    def begun(self) -> frozenset[int]:
        """The sessions that were announced, whose clock was started, or in which something was entered."""
        clocks = (session for session, clock in self.clocks.items() if clock.started is not None)
        return self.started | self.called | frozenset(clocks)

    def counted(self) -> "EventState":
        """Return the event as if cancelled sessions and tables left out had never been planned. The others keep their
        numbers."""
        state = self._without_cancelled()
        seating = state.seating
        if seating is None or not state.taken_back or not state.settings.format.is_drawn:
            return state
        part = SeatingInPart(
            seating.sessions, seating.method, seating.seed, seating.wishes, seating.sit_out, state.taken_back
        )
        return replace(state, seating=part)

    def _without_cancelled(self) -> "EventState":
        if not self.cancelled:
            return self
        last = max(self.session_numbers, default=1)
        gone = self.cancelled.keys()
        seating = self.seating
        if seating is not None:
            count = min(last, len(seating.sessions))
            kept = (() if each in gone else seating.tables(each) for each in range(1, count + 1))
            turns = (() if each in gone else seating.sitting_out(each) for each in range(1, count + 1))
            seating = replace(seating, sessions=tuple(kept), sit_out=turns_of(turns))
        public = self.publication
        shown = max((each for each in self.session_numbers if each <= public.session), default=0)
        return replace(
            self,
            settings=replace(self.settings, sessions=last, timetable=self.settings.timetable.without(gone)),
            seating=seating,
            statuses=self._counted_statuses(last),
            joined={number: self._counted_from(first) for number, first in self.joined.items()},
            finals=counted_finals(self.finals, self.session_numbers),
            substitutions={place: each for place, each in self.substitutions.items() if place[0] not in gone},
            started=self.started - gone,
            ended=self.ended - gone,
            published=self.published - gone,
            called=self.called - gone,
            closed=self.closed - gone,
            reopened=self.reopened - gone,
            taken_back=frozenset(place for place in self.taken_back if place[0] not in gone),
            publication=replace(public, session=shown, held=None if public.held in gone else public.held),
            absent={session: numbers for session, numbers in self.absent.items() if session not in gone},
            clocks={session: clock for session, clock in self.clocks.items() if session not in gone},
        )

    def _counted_from(self, session: int) -> int:
        """``session``, or the next one that is not cancelled; ``session`` itself if there is none."""
        return next((each for each in self.session_numbers if each >= session), session)

    def _counted_statuses(self, last: int) -> Mapping[int, PlayerStatus]:
        """The states of the players, each from a session that counts.

        Players who leave after session ``last`` have none.
        """
        found = {}
        for number, status in self.statuses.items():
            first = self._counted_from(status.first)
            if status.state is not PlayerState.WITHDRAWN or first <= last:
                found[number] = replace(status, first=first)
        return found

    def evening(self, session: int) -> Evening:
        """When and where evening ``session`` takes place."""
        return self.evenings[session - 1] if self.evenings else Evening(self.settings.starts, self.settings.place)


def state_of(entries: Iterable[Entry]) -> EventState:
    """Fold the entries of the event's stream that count, the first of which creates the event."""
    state = EventState(Settings(name=""))
    for entry in entries:
        state = after_entry(state, entry)
    return state


def after_entry(state: EventState, entry: Entry) -> EventState:
    """Return the state after one more entry that counts."""
    fact = entry.fact
    if isinstance(fact, facts.EventFact):
        after = _after_change(state, fact)
        return _seats_compared(state, after) if isinstance(fact, _CHANGES_OF_SEATS) else after
    if isinstance(fact, facts.TableFact | facts.PhoneFact | facts.Undone | facts.Redone):
        return state
    if isinstance(fact, facts.ClockFact):
        return replace(state, clocks={**state.clocks, fact.session: clock_after(state.clocks, fact, entry.time)})
    match fact:
        case facts.RolePinSet() | facts.RolePinRemoved():
            return replace(state, pins=pins_after(state.pins, fact))
        case facts.SigningKeySet() | facts.SigningKeyRemoved() | facts.FingerprintSigned():
            return _after_signing(state, fact)
        case facts.HeadsChained():
            return _after_heads(state, fact)
        case facts.SessionClosed() | facts.SessionReopened():
            return _after_closing(state, fact)
        case facts.ResultsPublished() | facts.ResultsWithdrawn():
            return replace(state, publication=_publication_after(state.publication, fact, entry))
        case facts.EventRecovered() | facts.EventRestored():
            return replace(state, rescued=(*state.rescued, fact))
        case (
            facts.HostTakenOver()
            | facts.TableEntryAllowed()
            | facts.TableEntryEnded()
            | check_in_facts.CheckedInByPhone()
            | check_in_facts.PhoneCheckInSet()
        ):
            return _after_serving(state, fact)
        # The new entry is added at the end, so that the mapping is in the order of writing.
        case facts.PaperNoted():
            key = fact.report, fact.session, fact.table, fact.hand, fact.public
            others = {other: noted for other, noted in state.papers.items() if other != key}
            return replace(state, papers={**others, key: entry})
        case _:
            assert_never(fact)


def _after_signing(state: EventState, fact: facts.SigningFact) -> EventState:
    match fact:
        case facts.SigningKeySet():
            return replace(state, signing_key=fact)
        case facts.SigningKeyRemoved():
            return replace(state, signing_key=None)
        case facts.FingerprintSigned():
            return replace(state, last_signature=fact)
        case _:
            assert_never(fact)


def _after_serving(
    state: EventState, fact: facts.HostTakenOver | facts.TableEntryFact | check_in_facts.PhoneCheckInFact
) -> EventState:
    match fact:
        case facts.HostTakenOver():
            return replace(state, host=fact)
        case facts.TableEntryAllowed():
            return replace(state, table_entry=fact)
        case facts.TableEntryEnded():
            return replace(state, table_entry=None)
        case check_in_facts.CheckedInByPhone():
            return replace(state, present=state.present | {fact.player})
        case check_in_facts.PhoneCheckInSet():
            return replace(state, phone_check_in=check_in_facts.PhoneCheckInSet(fact.allowed, fact.address, fact.key))
        case _:
            assert_never(fact)


def _after_heads(state: EventState, fact: facts.HeadsChained) -> EventState:
    session = fact.session
    if fact.moment == "start":
        return replace(state, started=state.started | {session}, absent=_absent_at_start(state, session))
    return replace(state, ended=state.ended | {session})


def _after_closing(state: EventState, fact: facts.ClosingFact) -> EventState:
    match fact:
        case facts.SessionClosed():
            return replace(state, closed=state.closed | {fact.session})
        case facts.SessionReopened():
            return replace(state, closed=state.closed - {fact.session}, reopened=state.reopened | {fact.session})
        case _:
            assert_never(fact)


def pins_after(pins: Mapping[EventRole, PinHash], fact: facts.PinFact) -> dict[EventRole, PinHash]:
    """The PINs of the roles after ``fact``."""
    others = {role: pin for role, pin in pins.items() if role is not fact.role}
    if isinstance(fact, facts.RolePinSet):
        others[fact.role] = PinHash(fact.salt, fact.hash, fact.cost, fact.parallel)
    return others


_CHANGES_OF_SEATS = facts.PlayersSwapped | facts.PlayerReplaced | facts.PeopleFact
"""Changes after which a session is no longer published. Redrawing a session publishes it."""


def _seats_compared(before: EventState, after: EventState) -> EventState:
    """Return ``after``, in which sessions whose seats changed are no longer published."""
    old, new = before.seating or Seating(()), after.seating or Seating(())
    kept = frozenset(session for session in after.published if old.tables(session) == new.tables(session))
    return replace(after, published=kept)


def _after_change(state: EventState, fact: facts.EventFact) -> EventState:
    match fact:
        case facts.EventCreated() | facts.SettingsChanged() | facts.LogoChanged():
            return _after_setup(state, fact)
        case facts.PlayersAdded() | facts.PlayerChanged() | facts.PlayerRemoved():
            return _after_list(state, fact)
        case facts.SessionsCancelled() | facts.SessionsAdded():
            return _after_plan(state, fact)
        case facts.PlayerStateChanged() | facts.PlayersMerged():
            return _after_people(state, state.seating, fact)
        case facts.AttendanceNoted():
            noted = frozenset(fact.players)
            return replace(state, present=state.present | noted if fact.present else state.present - noted)
        case facts.DrawPublished():
            drawn = frozenset(fact.seating.session_numbers)
            missing = max(0, state.settings.sessions - len(fact.seating.sessions)) if state.cancelled else 0
            seating = replace(fact.seating, sessions=(*fact.seating.sessions, *((),) * missing))
            anew = replace(state, seating=seating, finals=(), substitutions={}, published=drawn)
            return replace(anew, taken_back=frozenset(), publication=state.publication.until(0))
        case facts.LotDrawn():
            lots = {player: lot for player, lot in state.lots.items() if player not in fact.concerned}
            return replace(state, lots=lots | {player: lot for player, lot in fact.lots if lot})
        case (
            facts.PlayersSwapped()
            | facts.PlayerReplaced()
            | facts.SessionsRedrawn()
            | facts.SessionSeated()
            | facts.TableAdded()
            | facts.TableLeftOut()
        ):
            return _reseated(state, state.seating or Seating(()), fact)
        case facts.SessionPublished() | facts.SessionStarted():
            return _before_play(state, fact)
        case (
            facts.EveningOpened()
            | facts.EveningChanged()
            | facts.GameSeated()
            | facts.GameReseated()
            | facts.GameTakenBack()
        ):
            return _after_game(state, state.seating or Seating(()), fact)
        case _:
            assert_never(fact)


def _after_setup(state: EventState, fact: facts.EventCreated | facts.SettingsChanged | facts.LogoChanged) -> EventState:
    """The state after a change of the settings or of the logo."""
    if isinstance(fact, facts.LogoChanged):
        return replace(state, logo=fact.image)
    settings, cancelled = fact.settings, state.cancelled
    if cancelled:
        counted = state.counted().settings.sessions
        # The user edits settings in which cancelled sessions are not counted.
        if settings.sessions == counted:  # other settings changed: the cancelled sessions at the end can be restored
            settings = replace(settings, sessions=state.settings.sessions)
        else:
            cancelled = {each: begun for each, begun in cancelled.items() if each < min(counted, settings.sessions)}
        for session in cancelled:  # their times are not seen, and kept until they are restored
            settings = replace(settings, timetable=settings.timetable.with_time(state.settings.timetable.of(session)))
    changed = replace(state, settings=settings, cancelled=cancelled)
    return changed if fact.settings.format is state.settings.format else _as_format(changed)


def _after_list(state: EventState, fact: facts.PlayersAdded | facts.PlayerChanged | facts.PlayerRemoved) -> EventState:
    """The state after a change of the list of players."""
    match fact:
        case facts.PlayersAdded():
            players = {**state.players, **{player.number: player for player in fact.players}}
            late = state.seating is not None and state.settings.format.is_drawn
            joined = {**state.joined, **dict.fromkeys(fact.concerned, fact.first)} if late else state.joined
            return replace(state, players=players, joined=joined, last_number=max((state.last_number, *players)))
        case facts.PlayerChanged():
            return replace(state, players={**state.players, **{player.number: player for player in fact.players}})
        case facts.PlayerRemoved():
            players = {number: player for number, player in state.players.items() if number != fact.number}
            lots = {player: lot for player, lot in state.lots.items() if player != fact.number}
            statuses = {player: status for player, status in state.statuses.items() if player != fact.number}
            joined = {player: first for player, first in state.joined.items() if player != fact.number}
            present = state.present - {fact.number}
            return replace(state, players=players, present=present, lots=lots, statuses=statuses, joined=joined)
        case _:
            assert_never(fact)


def _after_plan(state: EventState, fact: facts.PlanFact) -> EventState:
    match fact:
        case facts.SessionsCancelled():
            return replace(state, cancelled={**state.cancelled, **dict.fromkeys(fact.sessions, state.begun)})
        case facts.SessionsAdded():
            left = {session: begun for session, begun in state.cancelled.items() if session not in fact.restored}
            settings = replace(state.settings, sessions=state.settings.sessions + fact.added)
            seating = state.seating
            if seating is not None:
                seating = replace(seating, sessions=(*seating.sessions, *((),) * fact.added))
            return replace(state, cancelled=left, settings=settings, seating=seating)
        case _:
            assert_never(fact)


def _before_play(state: EventState, fact: facts.SessionFact) -> EventState:
    if isinstance(fact, facts.SessionPublished):
        return replace(state, published=state.published | {fact.session})
    absent = {**state.absent, fact.session: frozenset(fact.absent)}
    return replace(state, called=state.called | {fact.session}, absent=absent)


def _absent_at_start(state: EventState, session: int) -> Mapping[int, frozenset[int]]:
    """``state.absent`` with the players who have a seat in ``session`` and were not checked in.

    Unchanged if nobody was ever checked in, or if the absent players were already entered.
    """
    if session in state.absent or state.seating is None or not state.present:
        return state.absent
    seats = enumerate(state.seating.tables(session), start=1)
    seated = {number for table, four in seats if (session, table) not in state.taken_back for number in four}
    return {**state.absent, session: frozenset(seated) - state.present}


def _as_format(state: EventState) -> EventState:
    """The state after the format of the event was set, without anything that belonged to another format.

    A club begins with one evening, a league with none, a tournament without a draw.
    """
    match state.settings.format:
        case EventFormat.TOURNAMENT:
            seating = None
        case EventFormat.CLUB:
            seating = Seating(((),))
        case EventFormat.LEAGUE:
            seating = Seating(())
        case _:
            assert_never(state.settings.format)
    fresh = replace(state, seating=seating, evenings=(), taken_back=frozenset(), table_names={})
    fresh = replace(fresh, substitutions={}, published=frozenset(), called=frozenset(), absent={})
    fresh = replace(fresh, cancelled={})
    return replace(fresh, publication=state.publication.until(0))


def _after_game(state: EventState, seating: Seating, fact: facts.GameFact) -> EventState:
    match fact:
        case facts.EveningOpened():
            evenings = (*state.evenings, Evening(fact.day, fact.place))
            opened = replace(seating, sessions=(*seating.sessions, ()))
            return replace(state, seating=opened, evenings=evenings, present=frozenset())
        case facts.EveningChanged():
            before, after = state.evenings[: fact.session - 1], state.evenings[fact.session :]
            return replace(state, evenings=(*before, Evening(fact.day, fact.place), *after))
        case facts.GameSeated():
            return _with_game(state, seating, fact, (*seating.tables(fact.session), fact.players))
        case facts.GameReseated():
            tables = seating.tables(fact.session)
            return _with_game(state, seating, fact, (*tables[: fact.table - 1], fact.players, *tables[fact.table :]))
        case facts.GameTakenBack():
            return replace(state, taken_back=state.taken_back | {(fact.session, fact.table)})
        case _:
            assert_never(fact)


def _with_game(
    state: EventState, seating: Seating, fact: facts.GameSeated | facts.GameReseated, tables: tuple[Seats, ...]
) -> EventState:
    """The state with a game. The players of a game on the last evening count as present."""
    present = state.present | set(fact.players) if fact.session == len(seating.sessions) else state.present
    names = {**state.table_names, (fact.session, fact.table): fact.table_name}
    return replace(state, seating=seating.with_tables({fact.session: tables}), present=present, table_names=names)


def _reseated(state: EventState, seating: Seating, fact: facts.SeatingFact) -> EventState:
    match fact:
        case facts.PlayersSwapped():
            names = {fact.one: fact.other, fact.other: fact.one}
            finals = swapped_finals(state, fact.one, fact.other, fact.sessions)
            return replace(state, seating=seating.renamed(names, fact.sessions), finals=finals)
        case facts.PlayerReplaced():
            return _replaced(state, seating, fact)
        case facts.SessionsRedrawn():
            numbered = enumerate(fact.sessions, start=fact.first)
            drawn = {session: tables for session, tables in numbered if session not in state.cancelled}
            turns = dict(enumerate(fact.sit_out, start=fact.first))
            redrawn = replace(state, seating=seating.with_tables(drawn, turns), published=state.published.union(drawn))
            redrawn = replace(redrawn, taken_back=_kept_out(state, drawn))
            return replace(redrawn, publication=state.publication.until(fact.first - 1))
        case facts.SessionSeated():
            return _seated_by_ranking(state, seating, fact)
        case facts.TableAdded():
            tables = (*seating.tables(fact.session), fact.players)
            resting = seating.sitting_out(fact.session).difference(fact.players)
            return replace(state, seating=seating.with_tables({fact.session: tables}, {fact.session: resting}))
        case facts.TableLeftOut():
            return replace(state, taken_back=state.taken_back | {(fact.session, fact.table)})
        case _:
            assert_never(fact)


def _kept_out(state: EventState, drawn: Container[int]) -> frozenset[tuple[int, int]]:
    """The tables that stay left out if the ``drawn`` sessions get other tables."""
    return frozenset(place for place in state.taken_back if place[0] not in drawn)


def _replaced(state: EventState, seating: Seating, fact: facts.PlayerReplaced) -> EventState:
    substitutions, statuses = dict(state.substitutions), dict(state.statuses)
    finals = state.finals
    if fact.case is None and not any((session, fact.number) in substitutions for session in fact.sessions):
        finals = tuple(final.replaced(fact.number, fact.by.number, fact.sessions) for final in finals)
    for session in fact.sessions:
        before = substitutions.pop((session, fact.number), None)
        player = before.player if before is not None else fact.number
        case = fact.case or (before.case if before is not None else None)
        if case is not None and player != fact.by.number:
            substitutions[session, fact.by.number] = Substitution(player, case)
        if fact.case is SubstituteCase.DISQUALIFIED:
            statuses[player] = PlayerStatus(PlayerState.DISQUALIFIED, min(fact.sessions))
    if fact.leaving is not None:
        statuses[fact.number] = PlayerStatus(fact.leaving.state, fact.leaving.first)
    return replace(
        state,
        seating=seating.renamed({fact.number: fact.by.number}, fact.sessions),
        players={**state.players, fact.by.number: fact.by},
        last_number=max(state.last_number, fact.by.number),
        finals=finals,
        substitutions=substitutions,
        statuses=statuses,
    )


def _after_people(state: EventState, seating: Seating | None, fact: facts.PeopleFact) -> EventState:
    match fact:
        case facts.PlayerStateChanged():
            return _with_status(state, seating, fact)
        case facts.PlayersMerged():
            return _merged(state, seating, fact)
        case _:
            assert_never(fact)


def _with_status(state: EventState, seating: Seating | None, fact: facts.PlayerStateChanged) -> EventState:
    """The state after a player's state changed.

    A player who returns gets the named seats back. A substitute who becomes a player keeps the seats as their own, and
    joins the event from then on.
    """
    joined = state.joined
    if fact.state is PlayerState.PLAYING and _is_substitute(state, fact.number):
        joined = {number: first for number, first in joined.items() if number != fact.number}
        joined |= {fact.number: fact.first} if fact.first > 1 else {}
    statuses = {**state.statuses, fact.number: PlayerStatus(fact.state, fact.first)}
    substitutions = dict(state.substitutions)
    for (session, substitute), each in state.substitutions.items():
        own = substitute == fact.number and session >= fact.first and fact.state is PlayerState.PLAYING
        back = each.player == fact.number and session in fact.returned
        if own or back:
            del substitutions[session, substitute]
        if back and seating is not None:
            seating = seating.renamed({substitute: fact.number}, (session,))
    return replace(state, statuses=statuses, substitutions=substitutions, seating=seating, joined=joined)


def _is_substitute(state: EventState, number: int) -> bool:
    """Whether the last state of ``number`` is substitute or, if none was entered, whether they only play for others."""
    said = state.statuses.get(number)
    return bool(_plays_for_others(state, number)) if said is None else said.state is PlayerState.SUBSTITUTE


def _plays_for_others(state: EventState, number: int) -> tuple[int, ...]:
    """The sessions in which ``number`` has a seat, even at a table left out, if all belong to others; else none."""
    if not state.substitutions or state.seating is None:
        return ()
    seats = tuple(
        session for session in state.drawn_sessions if any(number in seats for seats in state.seating.tables(session))
    )
    return seats if all((session, number) in state.substitutions for session in seats) else ()


def _merged(state: EventState, seating: Seating | None, fact: facts.PlayersMerged) -> EventState:
    kept, gone = fact.player.number, fact.other

    def name(number: int) -> int:
        return kept if number == gone else number

    players = {number: player for number, player in state.players.items() if number != gone}
    lots = {name(number): lot for number, lot in sorted(state.lots.items(), key=lambda each: each[0] == kept)}
    statuses = {name(number): each for number, each in sorted(state.statuses.items(), key=lambda one: one[0] == kept)}
    substitutions = {
        (session, name(number)): replace(each, player=name(each.player))
        for (session, number), each in state.substitutions.items()
    }
    finals = tuple(replace(final, players=tuple(dict.fromkeys(map(name, final.players)))) for final in state.finals)
    first = min((state.joined.get(each, 1) for each in (kept, gone) if not _is_substitute(state, each)), default=1)
    joined = {number: session for number, session in state.joined.items() if number not in (kept, gone)}
    return replace(
        state,
        players={**players, kept: fact.player},
        present=frozenset(map(name, state.present)),
        seating=seating.merged(kept, gone) if seating is not None else None,
        finals=finals,
        lots=lots,
        statuses=statuses,
        substitutions=substitutions,
        joined=joined if first == 1 else {**joined, kept: first},
    )


def _seated_by_ranking(state: EventState, seating: Seating, fact: facts.SessionSeated) -> EventState:
    finals = tuple(final for final in state.finals if final.session < fact.session)
    changed: dict[int, tuple[Seats, ...]] = {fact.session: fact.tables}
    if fact.final is not None or finals != state.finals:  # a cut, or one taken back: others play from here on
        # A cancelled session that was played keeps its tables: its sheets belong to them. One that was only drawn would
        # seat finalists together with others if it were restored as it was.
        kept = state.cancelled.keys() & state.begun
        later = range(fact.session + 1, len(seating.sessions) + 1)
        changed |= dict.fromkeys((session for session in later if session not in kept), ())
    if fact.final is not None:
        finals = (*finals, fact.final)
    after = seating.with_tables(changed, {fact.session: fact.sit_out})
    substitutions = {
        (session, number): each
        for (session, number), each in state.substitutions.items()
        if session not in changed or (number in after.seated(session) and each.player not in after.seated(session))
    }
    seated = replace(state, seating=after, finals=finals, substitutions=substitutions)
    return replace(
        seated,
        published=state.published.union(changed),
        taken_back=_kept_out(state, changed),
        publication=state.publication.until(fact.session - 1),
    )


def swapped_finals(state: EventState, one: int, other: int, sessions: Container[int]) -> tuple[Final, ...]:
    """The finals after two players swapped seats in ``sessions``.

    Beside other tables, whoever of them then sits at the tables of the final in its first session is the finalist. A
    substitute sits there for the finalist.
    """
    return tuple(
        final
        if any((final.session, number) in state.substitutions for number in (one, other))
        or final.session not in sessions
        else final.swapped(one, other)
        for final in state.finals
    )


@dataclass(frozen=True, slots=True)
class SessionPeople:
    """The players of a session who do not simply play for themselves, by number."""

    unplaced: frozenset[int] = frozenset()
    """Players without table points: substitutes for somebody who left during the session, and disqualified players."""
    substitutes: frozenset[int] = frozenset()
    """Players who play for somebody else."""


_NOBODY_SPECIAL = SessionPeople()


def player_status(state: EventState, number: int) -> PlayerStatus:
    """The state of player ``number``: the one that was entered, else substitute if all their seats belong to others."""
    said = state.statuses.get(number)
    if said is not None:
        return said
    seats = _plays_for_others(state, number)
    return PlayerStatus(PlayerState.SUBSTITUTE, seats[0]) if seats else PLAYS


def participants(state: EventState, session: int, base: Set[int] | None = None) -> frozenset[int]:
    """The numbers of the players who take part in ``session``: a new draw seats them and nobody else.

    They are those of ``base`` who have not left or been disqualified by then, and those who joined or came back by
    then, unless a substitute plays for them. By default ``base`` is everybody whom the draw of the session seats, also
    at tables that are left out. After a cut, unless the others play on, only finalists join.
    """
    if base is None:
        base = state.seating.drawn(session) if state.seating is not None else frozenset()
    away = {player.player for (played, _), player in state.substitutions.items() if played == session}
    coming = {number for number, first in state.joined.items() if first <= session}
    coming |= {
        number
        for number, status in state.statuses.items()
        if status.state is PlayerState.PLAYING and status.first <= session
    }
    for final in state.finals:
        if final.session <= session and not final.beside:
            coming &= set(final.players)
    left = {
        number
        for number, status in state.statuses.items()
        if status.state in (PlayerState.WITHDRAWN, PlayerState.DISQUALIFIED) and status.first <= session
    }
    return frozenset((base | (coming & state.players.keys()) - away) - left)


def ranked_players(state: EventState, after: int) -> tuple[Player, ...]:
    """The players with a place after session ``after``.

    Before the draw that is everybody; then everybody who has a seat, or for whom somebody plays. Players who join late
    have a place from the session before their first one on.
    """
    taking_part = _taking_part(state)
    return tuple(
        player
        for number, player in state.players.items()
        if number in taking_part
        and first_session(state, number) <= _following(state, after)
        and _status_after(state, number, after).state is PlayerState.PLAYING
    )


def missed_sessions(state: EventState, after: int) -> dict[int, tuple[int, ...]]:
    """By number of each late player with a place after session ``after``: the sessions that they missed."""
    if not state.joined:
        return {}
    late = (player.number for player in ranked_players(state, after) if player.number in state.joined)
    firsts = {number: first_session(state, number) for number in late}
    missed = {number: tuple(each for each in state.session_numbers if each < first) for number, first in firsts.items()}
    return {number: sessions for number, sessions in missed.items() if sessions}


def sat_out(state: EventState, after: int) -> dict[int, tuple[int, ...]]:
    """By number of each player with a place after session ``after``: the sessions up to it that they sat out.

    Those have begun; the player took part in them and had no seat, by the draw or because their table was left out.
    """
    begun = [session for session in state.drawn_sessions if session <= after and session in state.begun]
    turns = {session: out for session in begun if (out := sitting_out(state, session))}
    if not turns:
        return {}
    ranked = {player.number for player in ranked_players(state, after)}
    found: dict[int, tuple[int, ...]] = {}
    for session, out in turns.items():
        for number in sorted(out & ranked):
            found[number] = (*found.get(number, ()), session)
    return found


def sitting_out(state: EventState, session: int) -> frozenset[int]:
    """The numbers of the players who take part in ``session`` and have no seat in it, although the draw knows them.

    They sit out by the draw, or their table is left out.
    """
    seating = state.seating
    if seating is None or not state.settings.format.is_drawn or not (seating.sit_out or state.taken_back):
        return frozenset()
    resting = seating.drawn(session) - seating.seated(session) if seating.tables(session) else frozenset[int]()
    return resting & participants(state, session) if resting else resting


def final_name(state: EventState, session: int, table: int) -> Text | None:
    """“Final”, or “Final 1 of 2”, if the final of ``session`` is played at ``table``; else None."""
    if state.seating is None or not state.finals:
        return None
    return final_table_name(final_tables(state.seating, state.finals, session), table)


def table_text(state: EventState, session: int, table: int) -> Text:
    """“Table 3”, or “Table 1 · Final”."""
    name = final_name(state, session, table)
    if name is None:
        return mark("Table {table}", table=table)
    return mark("Table {table} · {name}", table=table, name=name)


def first_session(state: EventState, number: int) -> int:
    """The session from which player ``number`` takes part.

    It is the one that was entered when they were added late, or an earlier one in which they have a seat of their own
    after all.
    """
    first = state.joined.get(number, 1)
    if first == 1 or state.seating is None:
        return first
    own = (
        session
        for session in state.drawn_sessions
        if number in state.seating.seated(session) | state.seating.sitting_out(session)
        and (session, number) not in state.substitutions
    )
    return min(first, next(own, first))


def unranked_players(state: EventState, after: int) -> tuple[tuple[Player, PlayerStatus], ...]:
    """The players without a place, with the state that is the reason: withdrawn, disqualified, or substitute."""
    taking_part = _taking_part(state) | state.statuses.keys()
    known = ((player, _status_after(state, number, after)) for number, player in state.players.items()
             if number in taking_part)  # fmt: skip
    return tuple((player, status) for player, status in known if status.state is not PlayerState.PLAYING)


def session_people(state: EventState, session: int) -> SessionPeople:
    """Return which players of ``session`` are substitutes or get no table points."""
    if not state.substitutions and not state.statuses:
        return _NOBODY_SPECIAL
    here = {number: each for (played, number), each in state.substitutions.items() if played == session}
    unplaced = {number for number, each in here.items() if each.case is not SubstituteCase.ABSENT}
    out = {
        number
        for number, status in state.statuses.items()
        if status.state is PlayerState.DISQUALIFIED and status.first <= session
    }
    return SessionPeople(frozenset(unplaced | (out if state.settings.format.is_drawn else set())), frozenset(here))


def _status_after(state: EventState, number: int, session: int) -> PlayerStatus:
    """The state of a player as it counts after ``session``. A player who leaves later is still playing."""
    status = player_status(state, number)
    if status.state is PlayerState.WITHDRAWN and status.first > _following(state, session):
        return PLAYS
    return status


def _following(state: EventState, session: int) -> int:
    """The session after ``session``; if there is none, the number after the last session."""
    return next((each for each in state.session_numbers if each > session), session + 1)


def _taking_part(state: EventState) -> Set[int]:
    """The numbers of the players who have a seat, or for whom somebody plays; before the draw, of all players."""
    if state.seating is None:
        return state.players.keys()
    seated = {number for tables in state.seating.sessions for seats in tables for number in seats}
    resting = {number for out in state.seating.sit_out for number in out}
    return seated | resting | {each.player for each in state.substitutions.values()}
