"""The facts: what can happen in an event. Each is written once and never changed.

Columns 0–3 (letters A–D) are the players of a table, numbers are the players of the event.

The fields of a fact are written to the file; their types determine its JSON. Besides them each fact states what every
fact must state (:class:`~tournament.ledger.fact.FactMembers`), and ``log_text``, its values in words. If these depend
on earlier entries, the text is in :mod:`tournament.ledger.description` instead.

A new fact goes into one of the unions at the end. The type checker then reports the members that it lacks and the folds
that do not handle it.
"""

from collections.abc import Collection
from datetime import date
from typing import TYPE_CHECKING, ClassVar, Self

from msgspec import Struct, structs

from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.prizes import PrizeCategory
from tournament.event.role import Act, EventRole
from tournament.event.seating import Final, Seating, Seats
from tournament.event.settings import Settings
from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.language.harmless import harmless_line
from tournament.ledger.check_in_facts import PhoneCheckInFact
from tournament.ledger.fact import (
    NO_TEXT,
    Category,
    FactAtTable,
    FactMembers,
    FactOfEvent,
    FactOfSession,
    FactStruct,
    HallDraw,
    NameOf,
    Reference,
    RowUse,
    ToEntries,
    ToEntry,
    ToPin,
    ToPlayers,
    ToRow,
    ToSessions,
    ToSigningKey,
    ToTableEntry,
    ToTables,
    no_log_text,
    sessions_text,
)
from tournament.ledger.session_step import SessionStep
from tournament.rules.payment import Net, Outcome, OutcomeDetails, PartialNet

# The event itself: its settings, its logo, the PINs of its roles, and the papers made of it.


class EventCreated(FactOfEvent, frozen=True):
    """The event was created."""

    kind: ClassVar = "event-created"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Event created")
    act: ClassVar = Act.SETTINGS
    refers_to: ClassVar = ()
    settings: Settings

    def log_text(self, _name: NameOf) -> Text:
        """The name of the event."""
        return verbatim(self.settings.name)


class SettingsChanged(FactOfEvent, frozen=True):
    """The settings were replaced."""

    kind: ClassVar = "settings-changed"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Settings changed")
    act: ClassVar = Act.SETTINGS
    refers_to: ClassVar = ()
    settings: Settings


class LogoChanged(FactOfEvent, frozen=True):
    """The logo on the papers of the event was changed or removed."""

    kind: ClassVar = "logo-changed"
    category: ClassVar = Category.EVENT
    act: ClassVar = Act.SETTINGS
    refers_to: ClassVar = ()
    image: bytes = b""
    """PNG or JPEG, of a size that every paper can have; empty if the logo was removed."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Logo changed") if self.image else mark("Logo removed")


PRINTED = "print"
"""The format of a report that went to a printer."""


class PaperNoted(FactStruct, frozen=True):
    """A report was saved or printed. Later entries may put it out of date."""

    kind: ClassVar = "paper-noted"
    category: ClassVar = Category.EVENT
    act: ClassVar = Act.PAPERS
    session_step: ClassVar = None
    step_sessions: ClassVar = ()
    report: str
    """Its name on the command line."""
    title: str
    """Its heading, in the language in which it was written."""
    format: str
    """``print``, or the kind of file."""
    entries: int
    """How many entries of the event it shows."""
    session: int | None = None
    table: int | None = None
    hand: int | None = None
    prize_category: PrizeCategory | None = None
    """For certificates and prizes: the category that was chosen."""
    first_places: int | None = None
    """For certificates and prizes: how many places."""
    public: bool = False
    """Whether it shows only what was public."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Report printed") if self.format == PRINTED else mark("Report saved")

    @property
    def in_sessions(self) -> Collection[int]:
        """The session that was chosen for it."""
        return () if self.session is None else (self.session,)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The entries that it shows, and the session and the table that were chosen for it."""
        entries = ToEntries(self.entries)
        if self.session is None:
            return (entries,)
        session = ToSessions((self.session,))
        return (entries, session, ToTables(self.session, (self.table,))) if self.table else (entries, session)

    def log_text(self, _name: NameOf) -> Text:
        """Its title, its format if it was saved, and whether it is for the public."""
        paper = verbatim(self.title if self.format == PRINTED else f"{self.title}, {self.format}")
        return mark("{paper}, for the public", paper=paper) if self.public else paper


class RolePinSet(FactOfEvent, frozen=True):
    """A role needs a PIN from now on. Only a salted hash of the PIN is stored."""

    kind: ClassVar = "role-pin-set"
    category: ClassVar = Category.EVENT
    act: ClassVar = Act.PINS
    refers_to: ClassVar = ()
    log_text: ClassVar = no_log_text
    role: EventRole
    salt: str
    hash: str
    cost: int
    parallel: int = 1

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("PIN set: {role}", role=self.role.label)


class RolePinRemoved(FactOfEvent, frozen=True):
    """A role needs no PIN any more."""

    kind: ClassVar = "role-pin-removed"
    category: ClassVar = Category.EVENT
    act: ClassVar = Act.PINS
    log_text: ClassVar = no_log_text
    role: EventRole

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("PIN removed: {role}", role=self.role.label)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The PIN that is removed."""
        return (ToPin(self.role),)


PinFact = RolePinSet | RolePinRemoved
"""The PINs of the roles. They cannot be undone: a PIN is set again, or removed."""

# The people: who plays in the event, and what became of them.


class PlayersAdded(FactOfEvent, frozen=True):
    """Players were added, all at once."""

    kind: ClassVar = "players-added"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("Players added")
    act: ClassVar = Act.PLAYERS
    refers_to: ClassVar = ()
    players: tuple[Player, ...]
    source: str = ""
    """The file that they came from; empty if they were typed."""
    first: int = 1
    """The session from which they take part: later than 1 if they were added after the draw was published."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return tuple(player.number for player in self.players)

    def log_text(self, _name: NameOf) -> Text:
        """How many, from which file, and from which session on."""
        count = len(self.players)
        if self.source:
            text = mark_count("{count} player from {file}", "{count} players from {file}", count, file=self.source)
        else:
            text = mark_count("{count} player", "{count} players", count)
        return text if self.first == 1 else mark("{change}, from session {session} on", change=text, session=self.first)


class PlayerChanged(FactOfEvent, frozen=True):
    """The data of a player were changed, or those of several after a comparison with a list."""

    kind: ClassVar = "player-changed"
    category: ClassVar = Category.PLAYERS
    act: ClassVar = Act.PLAYERS
    player: Player
    others: tuple[Player, ...] = ()
    """The other players whose data were changed at the same time."""
    draw: HallDraw | None = None
    """The draw in the hall that gave them their teams, in this order; None if there was none."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Player changed") if self.draw is None else mark("Teams drawn")

    @property
    def players(self) -> tuple[Player, ...]:
        """All players whose data are changed."""
        return (self.player, *self.others)

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return tuple(player.number for player in self.players)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The players."""
        return (ToPlayers(self.concerned),)


class PlayerRemoved(FactOfEvent, frozen=True):
    """A player was removed before the draw."""

    kind: ClassVar = "player-removed"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("Player removed")
    act: ClassVar = Act.PLAYERS
    number: int

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return (self.number,)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The players."""
        return (ToPlayers(self.concerned),)


class PlayerStateChanged(FactStruct, frozen=True):
    """A player is a substitute from now on, left the event, was disqualified, or plays again."""

    kind: ClassVar = "player-state-changed"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("State of a player changed")
    act: ClassVar = Act.PEOPLE
    session_step: ClassVar = SessionStep.DRAWN
    reason_is_private: ClassVar = True
    number: int
    state: PlayerState
    first: int = 1
    """From which session on."""
    reason: str = ""
    """Written by earlier versions; always empty in new entries."""
    returned: tuple[int, ...] = ()
    """The sessions in which the player has their seat back from a substitute."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The player by their number."""
        return (self.number,)

    @property
    def private_reason(self) -> str:
        """The reason that an earlier version wrote."""
        return self.reason

    @property
    def shown(self) -> Self:
        """Without the reason."""
        return structs.replace(self, reason="")

    @property
    def in_sessions(self) -> Collection[int]:
        """The session from which it holds."""
        return (self.first,)

    @property
    def step_sessions(self) -> Collection[int]:
        """The sessions in which seats changed."""
        return self.returned

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The player and the sessions."""
        return (ToPlayers((self.number,)), ToSessions(self.returned))

    def log_text(self, name: NameOf) -> Text:
        """Who is what, from which session on, and where they have their seat back."""
        text = mark(
            "{player}: {state}, from session {session} on",
            player=name(self.number),
            state=self.state.label,
            session=self.first,
        )
        if not self.returned:
            return text
        return mark("{change}; back in their own seat: {sessions}", change=text, sessions=sessions_text(self.returned))


class PlayersMerged(FactOfEvent, frozen=True):
    """One person was on the list twice: one number remains, and has the seats of both."""

    kind: ClassVar = "players-merged"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("Players merged")
    act: ClassVar = Act.PEOPLE
    player: Player
    """The player who remains, with their data as they are now."""
    other: int
    """The number that is removed."""
    reason: str = ""

    @property
    def concerned(self) -> tuple[int, ...]:
        """Both by their numbers."""
        return (self.player.number, self.other)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The players."""
        return (ToPlayers(self.concerned),)


class AttendanceNoted(FactOfEvent, frozen=True):
    """Players reported at the desk, or their check-in was undone."""

    kind: ClassVar = "attendance-noted"
    category: ClassVar = Category.PLAYERS
    act: ClassVar = Act.ATTENDANCE
    players: tuple[int, ...]
    """Their numbers."""
    present: bool = True

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Check-in") if self.present else mark("Check-in undone")

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.players

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The players."""
        return (ToPlayers(self.concerned),)


PeopleFact = PlayerStateChanged | PlayersMerged
"""Facts about who somebody is in the event, which also change seats."""

# Who sits where: the draw, changes to it, and games that players open themselves.


class DrawPublished(FactStruct, frozen=True):
    """The draw was published."""

    kind: ClassVar = "draw-published"
    category: ClassVar = Category.DRAW
    what: ClassVar = mark("Draw published")
    act: ClassVar = Act.DRAW
    in_sessions: ClassVar = ()
    session_step: ClassVar = SessionStep.PUBLISHED
    seating: Seating

    @property
    def step_sessions(self) -> Collection[int]:
        """The sessions that it seats."""
        return self.seating.session_numbers

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The players whom it seats, keeps apart or keeps as reserves."""
        wishes = self.seating.wishes
        pairs = tuple(number for one, other, _weight in wishes.pairs for number in (one, other))
        seated = tuple(number for tables in self.seating.sessions for seats in tables for number in seats)
        out = tuple(number for turns in self.seating.sit_out for number in turns)
        return (ToPlayers((*wishes.reserves, *pairs)), ToPlayers((*seated, *out)))

    def log_text(self, _name: NameOf) -> Text:
        """How many sessions, by which method, and the seed."""
        return mark_count(
            "{count} session, {method}, seed {seed}",
            "{count} sessions, {method}, seed {seed}",
            len(self.seating.sessions),
            method=self.seating.method,
            seed=self.seating.seed,
        )


class LotDrawn(FactOfEvent, frozen=True):
    """A player drew a number, which will be their place in the seating plan."""

    kind: ClassVar = "lot-drawn"
    category: ClassVar = Category.DRAW
    act: ClassVar = Act.ATTENDANCE
    player: int
    lot: int
    """From 1; 0 if the player returned their number."""
    others: tuple[tuple[int, int], ...] = ()
    """The numbers of the other players who drew at the same time, with the number that each drew, in order."""
    draw: HallDraw | None = None
    """The draw in the hall that gave them their numbers; None if it was done by hand."""

    @property
    def what(self) -> Text:
        """What was done."""
        if self.others:
            return mark("Numbers drawn")
        return mark("Number drawn") if self.lot else mark("Number returned")

    @property
    def lots(self) -> tuple[tuple[int, int], ...]:
        """Every player with the number that they drew, in order."""
        return ((self.player, self.lot), *self.others)

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return tuple(player for player, _lot in self.lots)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The players."""
        return (ToPlayers(self.concerned),)

    def log_text(self, name: NameOf) -> Text:
        """Each player with their number, and the seed if the hall saw the draw."""
        lots = listed(mark("{player}: {lot}", player=name(player), lot=lot or "–") for player, lot in self.lots)
        return lots if self.draw is None else self.draw.text(lots)


class PlayersSwapped(FactStruct, frozen=True):
    """Two players swapped seats."""

    kind: ClassVar = "players-swapped"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Players swapped")
    act: ClassVar = Act.SEATS
    session_step: ClassVar = SessionStep.DRAWN
    one: int
    other: int
    sessions: tuple[int, ...]
    """In which sessions."""
    reason: str = ""
    """Required if hands are recorded: the two players sat in each other's seats, so the recorded hands change
    owners."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return (self.one, self.other)

    @property
    def in_sessions(self) -> Collection[int]:
        """The sessions in which they swapped."""
        return self.sessions

    @property
    def step_sessions(self) -> Collection[int]:
        """The sessions in which they swapped."""
        return self.sessions

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The players and the sessions."""
        return (ToPlayers(self.concerned), ToSessions(self.sessions))

    def log_text(self, name: NameOf) -> Text:
        """Who with whom, and in which sessions."""
        sessions = sessions_text(self.sessions)
        return mark("{one} and {other}, {sessions}", one=name(self.one), other=name(self.other), sessions=sessions)


class Leaving(Struct, frozen=True):
    """The state of a player who leaves their seats to a substitute."""

    state: PlayerState
    first: int = 1
    """From which session on."""
    reason: str = ""
    """Written by earlier versions; always empty in new entries."""


class PlayerReplaced(FactStruct, frozen=True):
    """A player left and another one took their seats; nobody else's seat changed."""

    kind: ClassVar = "player-replaced"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Player replaced")
    act: ClassVar = Act.SEATS
    session_step: ClassVar = SessionStep.DRAWN
    reason_is_private: ClassVar = True
    number: int
    """The number of the player who left."""
    by: Player
    """The player who plays instead: new to the event, or one of its players without a seat."""
    sessions: tuple[int, ...]
    """In which sessions."""
    reason: str = ""
    """Written by earlier versions; always empty in new entries."""
    case: SubstituteCase | None = None
    """Why a substitute plays for them; None if the seats are the other player's own from now on."""
    leaving: Leaving | None = None
    """The state of the player who left, if it was entered at the same time; None if it did not change."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return (self.number, self.by.number)

    @property
    def private_reason(self) -> str:
        """The reason that an earlier version wrote."""
        return self.reason or (self.leaving.reason if self.leaving is not None else "")

    @property
    def shown(self) -> Self:
        """Without the reason, and without saying who was ill."""
        case = self.case.shown if self.case is not None else None
        leaving = structs.replace(self.leaving, reason="") if self.leaving is not None else None
        return structs.replace(self, reason="", case=case, leaving=leaving)

    @property
    def in_sessions(self) -> Collection[int]:
        """The sessions in which the other player has the seats."""
        return self.sessions

    @property
    def step_sessions(self) -> Collection[int]:
        """The sessions in which the other player has the seats."""
        return self.sessions

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The player who left, and the sessions."""
        return (ToPlayers((self.number,)), ToSessions(self.sessions))


class SessionsRedrawn(FactStruct, frozen=True):
    """Sessions that had not been played were drawn again."""

    kind: ClassVar = "sessions-redrawn"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Sessions drawn again")
    act: ClassVar = Act.DRAW
    session_step: ClassVar = SessionStep.PUBLISHED
    first: int
    """The session of the first element of ``sessions``; the others follow it."""
    sessions: tuple[tuple[Seats, ...], ...]
    method: str
    seed: int
    sit_out: tuple[tuple[int, ...], ...] = ()
    """Who sits out in these sessions, as in :attr:`Seating.sit_out`."""

    @property
    def in_sessions(self) -> range:
        """The sessions that were drawn again."""
        return range(self.first, self.first + len(self.sessions))

    @property
    def step_sessions(self) -> range:
        """The sessions that were drawn again."""
        return self.in_sessions

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The sessions, and the players whom they seat."""
        seated = tuple(number for tables in self.sessions for seats in tables for number in seats)
        out = tuple(number for turns in self.sit_out for number in turns)
        return (ToSessions(tuple(self.in_sessions)), ToPlayers((*seated, *out)))

    def log_text(self, _name: NameOf) -> Text:
        """Which sessions, and the seed."""
        sessions = sessions_text(self.in_sessions)
        return mark("{sessions}, seed {seed}", sessions=sessions, seed=self.seed)


_WAY_TEXTS = {
    "straight": mark("straight tables"),
    "swiss": mark("nearest in rank who have not met"),
    "lot": mark("by lot"),
}


class SessionSeated(FactOfSession, frozen=True):
    """A session was seated by the standings."""

    kind: ClassVar = "session-seated"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Session seated by the standings")
    act: ClassVar = Act.DRAW
    session_step: ClassVar = SessionStep.PUBLISHED
    tables: tuple[Seats, ...]
    way: str
    """``straight`` or ``swiss``."""
    final: Final | None = None
    """The cut, if one was made: the sessions after it have no tables until they are seated."""
    sit_out: tuple[int, ...] = ()
    """Who sits out."""
    beside: str = ""
    """How the players at the tables beside a final are seated: ``straight``, ``swiss`` or ``lot``; empty if there is
    none."""

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The session, the players whom it seats, and those who sit out."""
        seated = tuple(number for seats in self.tables for number in seats)
        return (ToSessions((self.session,)), ToPlayers((*seated, *self.sit_out)))

    def log_text(self, _name: NameOf) -> Text:
        """Which session, and how it was seated: “Swiss”, “final of 8, points carried over”."""
        return mark("{sessions}, {way}", sessions=sessions_text((self.session,)), way=self.way_text)

    @property
    def way_text(self) -> Text:
        """How it was seated: “Swiss”, “final of 8, points carried over; the others: by lot”."""
        if not self.beside:
            return self._own_way()
        return mark("{way}; the others: {beside}", way=self._own_way(), beside=_WAY_TEXTS[self.beside])

    def _own_way(self) -> Text:
        if self.final is None:
            return _WAY_TEXTS[self.way]
        size = len(self.final.players)
        if self.final.carried:
            return mark("final of {size}, points carried over", size=size)
        return mark("final of {size}, all start from zero", size=size)


class TableAdded(FactOfSession, frozen=True):
    """Four players without a seat in a session got an additional table; nobody else moved."""

    kind: ClassVar = "table-added"
    category: ClassVar = Category.SEATING
    act: ClassVar = Act.SEATS
    session_step: ClassVar = SessionStep.DRAWN
    table: int
    """The number of the new table: the next one of the session."""
    players: Seats

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Table {table} added to session {session}", table=self.table, session=self.session)

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.players

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The session, the tables before the new one, and the players."""
        return _new_table(self.session, self.table, self.players)

    def log_text(self, name: NameOf) -> Text:
        """Who sits there."""
        return listed(map(name, self.players))


class TableLeftOut(FactOfSession, frozen=True):
    """A table of a session is left out; the other tables keep their numbers."""

    kind: ClassVar = "table-left-out"
    category: ClassVar = Category.SEATING
    act: ClassVar = Act.SEATS
    session_step: ClassVar = SessionStep.DRAWN
    log_text: ClassVar = no_log_text
    table: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Table {table} of session {session} left out", table=self.table, session=self.session)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The session and the table."""
        return (ToSessions((self.session,)), ToTables(self.session, (self.table,)))


class GameSeated(FactOfSession, frozen=True):
    """Four players opened a game, which has a sheet of its own."""

    kind: ClassVar = "game-seated"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Game opened")
    act: ClassVar = Act.GAMES
    session_step: ClassVar = None
    table: int
    """The number of the game and of its sheet: the next one of the evening."""
    players: Seats
    table_name: str = ""
    """The name of the table in the room, if it has one."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.players

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The evening, the games before the new one, and the players."""
        return _new_table(self.session, self.table, self.players)

    def log_text(self, name: NameOf) -> Text:
        """Which game, where, and who plays it."""
        return game_text(self, name)


class GameReseated(FactOfSession, frozen=True):
    """The players of a game, or its table in the room, were changed. The sheet keeps its columns."""

    kind: ClassVar = "game-reseated"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Players of a game changed")
    act: ClassVar = Act.GAMES
    session_step: ClassVar = None
    table: int
    players: Seats
    table_name: str = ""
    reason: str = ""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.players

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The game and the players."""
        return (ToTables(self.session, (self.table,)), ToPlayers(self.players))


class GameTakenBack(FactOfSession, frozen=True):
    """A game was opened by mistake and removed; its number is not used again."""

    kind: ClassVar = "game-taken-back"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Game removed")
    act: ClassVar = Act.GAMES
    session_step: ClassVar = None
    table: int

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The game."""
        return (ToTables(self.session, (self.table,)),)


def _new_table(session: int, table: int, players: Seats) -> tuple[Reference, ...]:
    """The references of a table that gets the next number of ``session``."""
    return (ToSessions((session,)), ToTables(session, tuple(range(1, table))), ToPlayers(players))


def game_text(game: GameSeated | GameReseated, name: NameOf) -> Text:
    """“evening 2, game 1, at Table 7: Ada North, Ben South, Cleo West, Dan East”."""
    values = {"evening": game.session, "game": game.table, "players": listed(map(name, game.players))}
    if game.table_name:
        return mark("evening {evening}, game {game}, at {table}: {players}", table=game.table_name, **values)
    return mark("evening {evening}, game {game}: {players}", **values)


SeatingFact = PlayersSwapped | PlayerReplaced | SessionsRedrawn | SessionSeated | TableAdded | TableLeftOut
"""Changes to a published draw."""

# Sessions: their steps, their clocks, and which results are public.


class SessionPublished(FactOfSession, frozen=True):
    """The seats of a session were published as they are now."""

    kind: ClassVar = "session-published"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.SESSIONS
    session_step: ClassVar = SessionStep.PUBLISHED
    log_text: ClassVar = no_log_text

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Session {session} published", session=self.session)


class SessionStarted(FactOfSession, frozen=True):
    """The start of a session was announced, whoever was present."""

    kind: ClassVar = "session-started"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.SESSIONS
    session_step: ClassVar = SessionStep.PLAYING
    absent: tuple[int, ...] = ()
    """The numbers of the players who have a seat in it and were absent."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Start of session {session} announced", session=self.session)

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.absent

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The session, and the players who were absent."""
        return (ToSessions((self.session,)), ToPlayers(self.absent))

    def log_text(self, name: NameOf) -> Text:
        """Who was absent; no text if everybody was there."""
        absent = [name(number) for number in self.absent]
        return mark("absent: {players}", players=listed(absent)) if absent else NO_TEXT


class SessionsCancelled(FactStruct, frozen=True):
    """Planned sessions were cancelled: they count nowhere, and nobody has a seat, a result or a clock in them.

    Their entries stay in the journal, and count again if the sessions are restored.
    """

    kind: ClassVar = "sessions-cancelled"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.PLAN
    session_step: ClassVar = SessionStep.CANCELLED
    log_text: ClassVar = no_log_text
    sessions: tuple[int, ...]
    """Their numbers, in ascending order. The other sessions keep theirs."""
    reason: str

    @property
    def what(self) -> Text:
        """What was done."""
        return mark_count(
            "Session {sessions} cancelled",
            "Sessions {sessions} cancelled",
            len(self.sessions),
            sessions=listed(map(str, self.sessions)),
        )

    @property
    def in_sessions(self) -> Collection[int]:
        """The cancelled sessions."""
        return self.sessions

    @property
    def step_sessions(self) -> Collection[int]:
        """The cancelled sessions."""
        return self.sessions

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The sessions."""
        return (ToSessions(self.sessions),)


class SessionsAdded(FactStruct, frozen=True):
    """The event got more sessions: cancelled ones that are restored, and undrawn ones after the last."""

    kind: ClassVar = "sessions-added"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.PLAN
    session_step: ClassVar = SessionStep.RESTORED
    log_text: ClassVar = no_log_text
    restored: tuple[int, ...] = ()
    """The numbers of the restored sessions, in ascending order."""
    added: int = 0
    """How many sessions were added after the last one."""
    reason: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        restored = mark_count(
            "Session {sessions} restored",
            "Sessions {sessions} restored",
            len(self.restored),
            sessions=listed(map(str, self.restored)),
        )
        if not self.added:
            return restored
        added = mark_count("{count} session added", "{count} sessions added", self.added)
        return mark("{restored}; {added}", restored=restored, added=added) if self.restored else added

    @property
    def in_sessions(self) -> Collection[int]:
        """The restored sessions."""
        return self.restored

    @property
    def step_sessions(self) -> Collection[int]:
        """The restored sessions."""
        return self.restored

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The sessions that are restored."""
        return (ToSessions(self.restored),)


class SessionClosed(FactOfSession, frozen=True):
    """A session was closed: it accepts no entries until it is reopened."""

    kind: ClassVar = "session-closed"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.SESSIONS
    session_step: ClassVar = SessionStep.CLOSED
    not_verified: tuple[int, ...] = ()
    """The tables whose sheets were not verified."""
    reason: str = ""
    """Why it was closed although sheets were not verified."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Session {session} closed", session=self.session)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The session, and its tables that were not verified."""
        return (ToSessions((self.session,)), ToTables(self.session, self.not_verified))


class SessionReopened(FactOfSession, frozen=True):
    """A closed session was reopened."""

    kind: ClassVar = "session-reopened"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.CLOSED_SESSIONS
    session_step: ClassVar = SessionStep.REOPENED
    log_text: ClassVar = no_log_text
    reason: str

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Session {session} reopened", session=self.session)


class ResultsPublished(FactOfSession, frozen=True):
    """The results up to a session were published, without its own if these are held for the ceremony."""

    kind: ClassVar = "results-published"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.RESULTS
    session_step: ClassVar = None
    log_text: ClassVar = no_log_text
    held: bool = False
    """Whether the results of the session itself are held for the ceremony."""

    @property
    def what(self) -> Text:
        """What was done."""
        if self.held:
            return mark("Results of session {session} held for the ceremony", session=self.session)
        return mark("Results of session {session} published", session=self.session)


class ResultsWithdrawn(FactOfSession, frozen=True):
    """The results from a session on were withdrawn."""

    kind: ClassVar = "results-withdrawn"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.RESULTS
    session_step: ClassVar = None
    log_text: ClassVar = no_log_text

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Results of session {session} withdrawn", session=self.session)


class EveningOpened(FactOfSession, frozen=True):
    """The next evening of a league was opened."""

    kind: ClassVar = "evening-opened"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.EVENINGS
    session_step: ClassVar = SessionStep.PUBLISHED
    day: date | None = None
    place: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Evening {evening} opened", evening=self.session)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The evening before it."""
        return (ToSessions((self.session - 1,)),)

    def log_text(self, _name: NameOf) -> Text:
        """The day and the place."""
        return evening_text(self.day, self.place)


class EveningChanged(FactOfSession, frozen=True):
    """The day or the place of an evening of a league was changed."""

    kind: ClassVar = "evening-changed"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.EVENINGS
    session_step: ClassVar = None
    day: date | None = None
    place: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Evening {evening} changed", evening=self.session)


class ClockStarted(FactOfSession, frozen=True):
    """The clock of a session was started, or started again from the beginning."""

    kind: ClassVar = "clock-started"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.CLOCK
    session_step: ClassVar = SessionStep.PLAYING
    minutes: int
    """The length of the session, as the timetable had it then."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} started", session=self.session)

    def log_text(self, _name: NameOf) -> Text:
        """How long the session is."""
        return mark_count("{count} minute", "{count} minutes", self.minutes)


class ClockPaused(FactOfSession, frozen=True):
    """The clock of a session was paused."""

    kind: ClassVar = "clock-paused"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.CLOCK
    session_step: ClassVar = None
    log_text: ClassVar = no_log_text
    reason: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} paused", session=self.session)


class ClockResumed(FactOfSession, frozen=True):
    """The clock of a session was resumed after a pause."""

    kind: ClassVar = "clock-resumed"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.CLOCK
    session_step: ClassVar = None
    log_text: ClassVar = no_log_text

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} resumed", session=self.session)


class MinutesAdded(FactOfSession, frozen=True):
    """Minutes were added to a session, for everybody or at some tables. A negative number takes minutes away."""

    kind: ClassVar = "minutes-added"
    category: ClassVar = Category.SESSION
    session_step: ClassVar = None
    minutes: int
    tables: tuple[int, ...] = ()
    """The tables; empty for every table."""
    reason: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Extra minutes in session {session}", session=self.session)

    @property
    def act(self) -> Act:
        """A referee may give minutes to tables; those for everybody need the right to the clock."""
        return Act.TABLE_MINUTES if self.tables else Act.CLOCK

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The session and the tables."""
        return (ToSessions((self.session,)), ToTables(self.session, self.tables))


class ClockStopped(FactOfSession, frozen=True):
    """The clock of a session was stopped for every table, whatever time was left."""

    kind: ClassVar = "clock-stopped"
    category: ClassVar = Category.SESSION
    act: ClassVar = Act.CLOCK
    session_step: ClassVar = None
    log_text: ClassVar = no_log_text

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} stopped", session=self.session)


def evening_text(day: date | None, place: str) -> Text:
    """When and where an evening is."""
    return listed(filter(None, (day, place))) if day or place else verbatim("–")


ClockFact = ClockStarted | ClockPaused | ClockResumed | MinutesAdded | ClockStopped
"""Facts about the clock of a session. They cannot be undone, since they happened in the hall."""

SessionFact = SessionPublished | SessionStarted
"""Steps of a session before its first hand."""

PlanFact = SessionsCancelled | SessionsAdded
"""Facts about which sessions the event has."""

ClosingFact = SessionClosed | SessionReopened
"""The end of a session, and its reopening."""

PublicationFact = ResultsPublished | ResultsWithdrawn
"""Publication of results, and its withdrawal."""

# One table: its hands and penalties, repairs of its rows, and its signature.


class HandRecorded(FactAtTable, frozen=True):
    """A hand was recorded."""

    kind: ClassVar = "hand-recorded"
    category: ClassVar = Category.HAND
    what: ClassVar = mark("Hand")
    act: ClassVar = Act.HANDS
    refers_to: ClassVar = ()
    hand: int
    winner: int | None
    discarder: int | None = None
    points: int = 0
    tiles: str = ""
    """The winner's tiles in the public notation, with the winds of the sheet; empty if none are known. Under rules that
    count the tiles of any player, those of each player whose tiles are known, separated by spaces."""
    overrule: str = ""
    """Why a referee accepts more points than the tiles are worth."""
    details: OutcomeDetails | None = None
    """The answers to what else the rules ask about a hand; None if they ask nothing else."""

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome.with_details(self.winner, self.discarder, self.points, self.details)


class HandCorrected(FactAtTable, frozen=True):
    """A recorded hand was corrected; the old value stays in the ledger."""

    kind: ClassVar = "hand-corrected"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Correction")
    act: ClassVar = Act.CORRECTIONS
    hand: int
    winner: int | None
    discarder: int | None
    points: int
    reason: str
    tiles: str = ""
    overrule: str = ""
    details: OutcomeDetails | None = None
    """The answers to what else the rules ask about a hand; None if they ask nothing else."""

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome.with_details(self.winner, self.discarder, self.points, self.details)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The row, in which a hand is recorded."""
        return (ToRow(self.hand, RowUse.HAND),)


class PenaltyGiven(FactAtTable, frozen=True):
    """A referee gave a penalty for a fault."""

    kind: ClassVar = "penalty-given"
    category: ClassVar = Category.PENALTY
    what: ClassVar = mark("Penalty")
    act: ClassVar = Act.PENALTIES
    refers_to: ClassVar = ()
    player: int
    hand: int | None
    """The number of the hand; None if the penalty belongs to the session."""
    fault: str
    """The slug of the fault; empty for a penalty in the referee's own words."""
    points: int
    """The points that each receiver gets; without receivers, the points that nobody gets. 0 is a warning."""
    to: tuple[int, ...] = ()
    no_hu: bool = False
    closes_hand: bool = False
    reason: str = ""
    minutes: int | None = None
    """How late the player was, for a fault of that kind."""
    twice: int | None = None
    """The column of East, under rules by which East pays and receives the penalty twice. A sheet uses whoever turns out
    to be East in that hand."""

    @property
    def net(self) -> Net:
        """What it adds to the scores of columns A–D. The sum is below zero if nobody receives the points."""
        net = [0, 0, 0, 0]
        if not self.to:
            net[self.player] -= self.points
        for receiver in self.to:
            points = self.points * (2 if self.twice in {self.player, receiver} else 1)
            net[self.player] -= points
            net[receiver] += points
        return (net[0], net[1], net[2], net[3])


class PenaltyCancelled(FactAtTable, frozen=True):
    """A penalty was cancelled."""

    kind: ClassVar = "penalty-cancelled"
    category: ClassVar = Category.CANCELLATION
    what: ClassVar = mark("Penalty cancelled")
    act: ClassVar = Act.PENALTIES_CANCELLED
    entry: str
    """The id of the entry that gave it."""
    reason: str

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The penalty."""
        return (ToEntry(self.entry, PenaltyGiven.kind, "penalty"),)


class RowTiles(Struct, frozen=True):
    """The tiles of one row, restated for the winds that the players have in that row."""

    hand: int
    tiles: str


class HandInserted(FactAtTable, frozen=True):
    """A missing hand was inserted as this row; that row and those below it moved down by one."""

    kind: ClassVar = "hand-inserted"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Row inserted")
    act: ClassVar = Act.CORRECTIONS
    refers_to: ClassVar = ()
    hand: int
    winner: int | None
    discarder: int | None
    points: int
    reason: str
    tiles: str = ""
    overrule: str = ""
    restated: tuple[RowTiles, ...] = ()
    """The tiles of rows whose winners have other winds where the rows are now."""
    details: OutcomeDetails | None = None
    """The answers to what else the rules ask about a hand; None if they ask nothing else."""

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome.with_details(self.winner, self.discarder, self.points, self.details)


class HandDeleted(FactAtTable, frozen=True):
    """A row that was not a hand was deleted; those below it moved up by one."""

    kind: ClassVar = "hand-deleted"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Row deleted")
    act: ClassVar = Act.CORRECTIONS
    hand: int
    reason: str
    restated: tuple[RowTiles, ...] = ()

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The row."""
        return (ToRow(self.hand, RowUse.ANYTHING_BELOW),)


class HandMoved(FactAtTable, frozen=True):
    """A row in the wrong place was moved; the rows between the two places moved by one."""

    kind: ClassVar = "hand-moved"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Row moved")
    act: ClassVar = Act.CORRECTIONS
    hand: int
    to: int
    reason: str
    restated: tuple[RowTiles, ...] = ()

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The row."""
        return (ToRow(self.hand, RowUse.HAND_OR_PENALTY),)


class ColumnsExchanged(FactAtTable, frozen=True):
    """Two players were entered under each other's name, so their columns were swapped.

    That may concern some hands, or the whole sheet.
    """

    kind: ClassVar = "columns-exchanged"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Columns swapped")
    act: ClassVar = Act.CORRECTIONS
    refers_to: ClassVar = ()
    hand: ClassVar = None
    one: int
    other: int
    hands: tuple[int, int] | None
    """The first and the last hand; None for the whole sheet, with the penalties of the session and the totals on paper.
    """
    reason: str
    restated: tuple[RowTiles, ...] = ()


class SheetMoved(FactAtTable, frozen=True):
    """The entries of this sheet belonged to another table and were moved there; this sheet is empty now."""

    kind: ClassVar = "sheet-moved"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Sheet moved")
    act: ClassVar = Act.CORRECTIONS
    hand: ClassVar = None
    to_session: int
    to_table: int
    reason: str

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The table to which it was moved."""
        return (ToTables(self.to_session, (self.to_table,)),)


class TotalsTyped(FactAtTable, frozen=True):
    """The four totals written on the paper were typed, for comparison."""

    kind: ClassVar = "totals-typed"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Totals on paper")
    act: ClassVar = Act.HANDS
    refers_to: ClassVar = ()
    hand: ClassVar = None
    totals: Net


class TotalsRecorded(FactAtTable, frozen=True):
    """A table was entered by its four totals."""

    kind: ClassVar = "totals-recorded"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Table by its totals")
    act: ClassVar = Act.HANDS
    refers_to: ClassVar = ()
    hand: ClassVar = None
    totals: Net
    accept_difference: str = ""
    """Why totals that do not balance were accepted."""


class SheetClosed(FactAtTable, frozen=True):
    """The sheet was verified and signed; hands that were not played stay void."""

    kind: ClassVar = "sheet-closed"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet verified")
    act: ClassVar = Act.HANDS
    refers_to: ClassVar = ()
    hand: ClassVar = None
    totals: PartialNet | None = None
    """The totals of the paper; None for those that were not given."""
    accept_difference: str = ""
    """Why totals that differ were accepted."""


class SheetReopened(FactAtTable, frozen=True):
    """A verified sheet was reopened."""

    kind: ClassVar = "sheet-reopened"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet reopened")
    act: ClassVar = Act.VERIFIED_SHEETS
    refers_to: ClassVar = ()
    hand: ClassVar = None
    reason: str


class PaperReading(Struct, frozen=True):
    """What a second person read on a paper sheet: its four totals, or its column of points."""

    totals: Net | None = None
    points: tuple[int | None, ...] = ()
    """The points of each hand; 0 for a drawn hand, None for one that was not played."""


class SheetConfirmed(FactAtTable, frozen=True):
    """A second person read a signed sheet and found the same values."""

    kind: ClassVar = "sheet-confirmed"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet confirmed")
    act: ClassVar = Act.HANDS
    refers_to: ClassVar = ()
    hand: ClassVar = None
    reader: str
    reading: PaperReading


class SheetRejected(FactAtTable, frozen=True):
    """A second person read a signed sheet and found another value: it is open again."""

    kind: ClassVar = "sheet-rejected"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet rejected")
    act: ClassVar = Act.HANDS
    refers_to: ClassVar = ()
    hand: ClassVar = None
    reader: str
    reading: PaperReading
    reason: str = ""


RowRepair = HandInserted | HandDeleted | HandMoved | ColumnsExchanged
"""Repairs of the rows of a sheet. Other hands keep their values, but may be in other rows or under other columns."""

TableFact = (
    HandRecorded
    | HandCorrected
    | PenaltyGiven
    | PenaltyCancelled
    | RowRepair
    | SheetMoved
    | TotalsTyped
    | TotalsRecorded
    | SheetClosed
    | SheetReopened
    | SheetConfirmed
    | SheetRejected
)
"""Facts about one table that can be undone."""

# Typing at the table: what players propose on their phones, who confirms it, and calls for a referee.
#
# These count for nothing until a referee records the hand. Each table has a separate stream for them, so that phones
# never conflict with whoever enters its sheet. They cannot be undone.


class TableEntryAllowed(FactOfEvent, frozen=True):
    """Players may type at the table: the codes on score sheets open the sheet on a phone.

    Another key makes all earlier codes invalid.
    """

    kind: ClassVar = "table-entry-allowed"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Typing at the table allowed")
    act: ClassVar = Act.TABLE_ENTRY
    refers_to: ClassVar = ()
    address: str
    """The address at which phones find the host, such as ``http://192.168.1.20:8080``, without a slash at its end."""
    key: bytes
    """32 random bytes, with which the codes of tables are signed."""

    def log_text(self, _name: NameOf) -> Text:
        """The address."""
        return verbatim(harmless_line(self.address))


class TableEntryEnded(FactOfEvent, frozen=True):
    """Players may no longer type at the table: the codes on score sheets open nothing."""

    kind: ClassVar = "table-entry-ended"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Typing at the table ended")
    act: ClassVar = Act.TABLE_ENTRY
    log_text: ClassVar = no_log_text

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """Typing at the table, which was allowed."""
        return (ToTableEntry(),)


class HandProposed(FactAtTable, frozen=True):
    """A player proposed how a hand ended."""

    kind: ClassVar = "hand-proposed"
    category: ClassVar = Category.HAND
    what: ClassVar = mark("Proposed hand")
    act: ClassVar = Act.HANDS
    hand: int
    winner: int | None
    seat: int
    """The column of the player who proposed it."""
    players: Seats
    """Who sat at the table then. The proposal is theirs only."""
    discarder: int | None = None
    points: int = 0
    tiles: str = ""
    """As in :class:`~tournament.ledger.facts.HandRecorded`."""
    details: OutcomeDetails | None = None
    device: str = ""
    """The name of the phone, as in :class:`SeatTaken`; empty in entries of version 1.0.0."""

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome.with_details(self.winner, self.discarder, self.points, self.details)

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The players of the table."""
        return (ToPlayers(self.players),)


class ProposalConfirmed(FactAtTable, frozen=True):
    """Another player of the table confirmed a proposal."""

    kind: ClassVar = "proposal-confirmed"
    category: ClassVar = Category.HAND
    what: ClassVar = mark("Proposal confirmed")
    act: ClassVar = Act.HANDS
    proposal: str
    """The id of the entry that made it."""
    seat: int
    device: str = ""
    """The name of the phone, as in :class:`SeatTaken`; empty in entries of version 1.0.0."""

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The proposal."""
        return (_proposal(self.proposal),)


class ProposalDismissed(FactAtTable, frozen=True):
    """A referee decided not to record a proposal."""

    kind: ClassVar = "proposal-dismissed"
    category: ClassVar = Category.HAND
    what: ClassVar = mark("Proposal dismissed")
    act: ClassVar = Act.HANDS
    proposal: str
    reason: str = ""

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The proposal."""
        return (_proposal(self.proposal),)


class RefereeCalled(FactAtTable, frozen=True):
    """A player asked for a referee to come to the table."""

    kind: ClassVar = "referee-called"
    category: ClassVar = Category.SESSION
    what: ClassVar = mark("Referee called")
    act: ClassVar = Act.HANDS
    refers_to: ClassVar = ()
    seat: int | None
    """The column of the player; None if the phone has no seat, so that nobody knows who called."""
    device: str = ""
    """The name of the phone, as in :class:`SeatTaken`; empty if it has none."""


class CallAnswered(FactAtTable, frozen=True):
    """The author of this entry went to the table."""

    kind: ClassVar = "call-answered"
    category: ClassVar = Category.SESSION
    what: ClassVar = mark("Call answered")
    act: ClassVar = Act.HANDS
    call: str
    """The id of the entry that called."""

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The call."""
        return (ToEntry(self.call, RefereeCalled.kind, RefereeCalled.kind, same_stream=True),)


class TableLinkRevoked(FactAtTable, frozen=True):
    """The earlier codes of this table open nothing any more."""

    kind: ClassVar = "table-link-revoked"
    category: ClassVar = Category.SESSION
    what: ClassVar = mark("New code for the table")
    act: ClassVar = Act.HANDS
    refers_to: ClassVar = ()


class SeatTaken(FactAtTable, frozen=True):
    """A phone took a seat of its table, and gave up the seat that it had there."""

    kind: ClassVar = "seat-taken"
    category: ClassVar = Category.SESSION
    what: ClassVar = mark("Seat taken by a phone")
    act: ClassVar = Act.HANDS
    seat: int
    """The column of the player who holds the phone."""
    device: str
    """The name of the phone, which it has at this table only and from which nothing else follows."""
    players: Seats
    """Who sat at the table then."""

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The players of the table."""
        return (ToPlayers(self.players),)


class SeatsFreed(FactAtTable, frozen=True):
    """A referee let other phones take the seats of the table."""

    kind: ClassVar = "seats-freed"
    category: ClassVar = Category.SESSION
    what: ClassVar = mark("Seats freed for other phones")
    act: ClassVar = Act.HANDS
    refers_to: ClassVar = ()


def _proposal(id: str) -> ToEntry:
    return ToEntry(id, HandProposed.kind, HandProposed.kind, same_stream=True)


TableEntryFact = TableEntryAllowed | TableEntryEnded
"""Whether players may type at the table."""

PhoneFact = (
    SeatTaken
    | SeatsFreed
    | HandProposed
    | ProposalConfirmed
    | ProposalDismissed
    | RefereeCalled
    | CallAnswered
    | TableLinkRevoked
)
"""Facts written at the phones of one table, or about them."""

# The journal itself: undo and redo, where it stood, who signed or hosts it, and how it was recovered.


class Undone(FactOfEvent, frozen=True):
    """The entry with this id was undone: it no longer counts."""

    kind: ClassVar = "undone"
    category: ClassVar = Category.UNDO
    what: ClassVar = mark("Undo")
    act: ClassVar = None
    refers_to: ClassVar = ()
    entry: str


class Redone(FactOfEvent, frozen=True):
    """The undone entry with this id was redone: it counts again."""

    kind: ClassVar = "redone"
    category: ClassVar = Category.REDO
    what: ClassVar = mark("Redo")
    act: ClassVar = None
    refers_to: ClassVar = ()
    entry: str


class Head(Struct, frozen=True):
    """The end of one stream: the number and the hash of its last entry."""

    stream: str
    number: int
    hash: str


class HeadsChained(FactOfSession, frozen=True):
    """A session began or ended.

    This entry contains the ends of all streams, so that a stream that is cut off later is noticed.
    """

    kind: ClassVar = "heads-chained"
    category: ClassVar = Category.SESSION
    act: ClassVar = None
    log_text: ClassVar = no_log_text
    moment: str
    """``start`` or ``end``."""
    heads: tuple[Head, ...]

    @property
    def what(self) -> Text:
        """What was done."""
        if self.moment == "start":
            return mark("Session {session} started", session=self.session)
        return mark("Session {session} verified", session=self.session)

    @property
    def session_step(self) -> SessionStep:
        """The start of play for ``start``, verified for ``end``."""
        return SessionStep.VERIFIED if self.moment == "end" else SessionStep.PLAYING


class SigningKeySet(FactOfEvent, frozen=True):
    """From now on the fingerprint of each closed session is signed with this key, on computers that have its secret
    key."""

    kind: ClassVar = "signing-key-set"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Signing key set")
    act: ClassVar = Act.SIGNING_KEY
    refers_to: ClassVar = ()
    key: bytes
    """The public key: the 32 bytes of Ed25519."""
    holder: str
    """Who has the secret key."""


class SigningKeyRemoved(FactOfEvent, frozen=True):
    """Fingerprints are no longer signed. Earlier signatures remain."""

    kind: ClassVar = "signing-key-removed"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Signing key removed")
    act: ClassVar = Act.SIGNING_KEY
    log_text: ClassVar = no_log_text

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The key that is removed."""
        return (ToSigningKey(),)


class FingerprintSigned(FactOfSession, frozen=True):
    """The holder of the key signed the fingerprint of everything before this entry."""

    kind: ClassVar = "fingerprint-signed"
    category: ClassVar = Category.SESSION
    what: ClassVar = mark("Fingerprint signed")
    act: ClassVar = Act.SESSIONS
    session_step: ClassVar = None
    entries: int
    """How many entries the fingerprint counts: those before this one."""
    hash: str
    """The hash over these entries, in full."""
    key: bytes
    holder: str
    signature: bytes
    """64 bytes of Ed25519 over :func:`tournament.ledger.signature.text_to_sign`."""

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The session, and the entries that were signed."""
        return (ToSessions((self.session,)), ToEntries(self.entries))


class EventRecovered(FactOfEvent, frozen=True):
    """The entries before this one were recovered from a damaged file; some of the file's entries are missing."""

    kind: ClassVar = "event-recovered"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Recovered from a damaged file")
    act: ClassVar = None
    kept: int
    """How many entries were recovered."""
    lost: int
    """How many entries are known to be lost or left out."""

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The entries that were recovered."""
        return (ToEntries(self.kept),)

    def log_text(self, _name: NameOf) -> Text:
        """How many entries were recovered, and how many were lost."""
        return mark("entries: {kept}, lost: {lost}", kept=self.kept, lost=self.lost)


class EventRestored(FactOfEvent, frozen=True):
    """The entries before this one are those of a copy that replaced the event file."""

    kind: ClassVar = "event-restored"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Restored from a copy")
    act: ClassVar = Act.COPIES
    refers_to: ClassVar = ()
    copy: str
    """The name of its file."""
    replaced: int | None
    """How many entries the replaced file had; None if it could not be read."""
    fingerprint: str
    """The fingerprint of the replaced file; empty if it could not be read."""
    lost: int | None
    """How many of its entries are not in the copy; None if it could not be read."""

    def log_text(self, _name: NameOf) -> Text:
        """The name of the copy, and what it replaced."""
        if self.lost is None:
            return mark("“{copy}”, in place of a file that could not be read", copy=self.copy)
        return mark("“{copy}”, in place of {fingerprint}; entries not in the copy: {lost}",
                    copy=self.copy, fingerprint=self.fingerprint, lost=self.lost)  # fmt: skip


class HostTakenOver(FactOfEvent, frozen=True):
    """Another computer became the host of the shared event, and writes all later entries."""

    kind: ClassVar = "host-taken-over"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("New host")
    act: ClassVar = Act.HOSTING
    desk: str
    """The name of the desk that took over."""
    address: str
    """Its address as ``host:port``; empty if it does not serve the event."""
    entries: int
    """How many entries the event had then."""
    missing: tuple[str, ...]
    """The names of the desks that could not be asked for their entries."""

    @property
    def refers_to(self) -> tuple[Reference, ...]:
        """The entries that the event had."""
        return (ToEntries(self.entries),)

    def log_text(self, _name: NameOf) -> Text:
        """The desk, how many entries the event had, and which desks could not be asked."""
        values = {"desk": harmless_line(self.desk), "entries": self.entries}
        if self.address:
            text = mark("{desk} ({address}), entries: {entries}", address=harmless_line(self.address), **values)
        else:
            text = mark("{desk}, entries: {entries}", **values)
        if not self.missing:
            return text
        return mark("{host}; desks not asked: {desks}", host=text, desks=listed(map(harmless_line, self.missing)))


SigningFact = SigningKeySet | SigningKeyRemoved | FingerprintSigned
"""Facts about who signs fingerprints, and the signatures. They cannot be undone."""


# The closed set.

GameFact = EveningOpened | EveningChanged | GameSeated | GameReseated | GameTakenBack
"""Facts about evenings and their games, which no draw seats."""

EventFact = (
    EventCreated
    | SettingsChanged
    | LogoChanged
    | PlayersAdded
    | PlayerChanged
    | PlayerRemoved
    | PeopleFact
    | AttendanceNoted
    | DrawPublished
    | LotDrawn
    | SeatingFact
    | SessionFact
    | PlanFact
    | GameFact
)
"""Facts about the event as a whole that can be undone."""

LastingFact = (
    HeadsChained
    | ClockFact
    | PinFact
    | SigningFact
    | ClosingFact
    | PublicationFact
    | EventRecovered
    | EventRestored
    | HostTakenOver
    | PaperNoted
    | TableEntryFact
    | PhoneCheckInFact
)
"""Facts that cannot be undone. A closed session is reopened by another fact, which has a reason."""

Fact = EventFact | TableFact | LastingFact | PhoneFact | Undone | Redone
"""Every fact."""

if TYPE_CHECKING:

    def _states_everything(fact: Fact) -> FactMembers:
        """Make the type checker reject a fact that lacks a member, and name the fact and the member. Never called."""
        return fact
