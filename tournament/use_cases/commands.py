"""The commands: everything that can be done to an event, as values for the window, scripts and other desks.

A command contains everything that another computer needs to carry it out: numbers, what was typed, and what was
computed for the person who confirmed it (a drawn seating, an imported list). The entries that it writes are determined
where it is carried out, by :func:`tournament.use_cases.carrying_out.carry_out`. Its JSON is derived from its fields,
with its kind as ``type`` (:mod:`tournament.use_cases.command_json`).

Commands are structs of msgspec, because so many dataclasses would take a hundred times as long to create at start-up.
"""

import re
from datetime import date
from typing import ClassVar

from msgspec import Struct

from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.prizes import Prize, PrizeCategory, Prizes
from tournament.event.role import Act, EventRole, PinHash
from tournament.event.seating import Final, Seating, Seats
from tournament.event.settings import Settings
from tournament.event.timetable import SessionTime
from tournament.ledger.fact import HallDraw
from tournament.ledger.facts import PaperNoted, PaperReading
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Net, Outcome, PartialNet


def _name_in_json(name: str) -> str:
    """Return ``record-hand`` for ``RecordHand``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=_name_in_json):
    """The base of all commands. Each states in ``act`` the right that it needs in an event with roles.

    ``act`` has no default, so that the type checker rejects a command without one. Only undo and redo have none,
    because they need the right to the entry that they concern.
    """


class PersonalCommand(_Command, frozen=True, forbid_unknown_fields=False):
    """The base of commands about people. Desks of earlier versions also sent a private reason, which is dropped."""


class RecordHand(_Command, frozen=True):
    """Record a hand that was played."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    hand: int
    outcome: Outcome
    tiles: str = ""
    """The winner's tiles in the public notation; empty if they are not known."""
    overrule: str = ""
    """Why a referee accepts more points than the tiles are worth; empty if that is not needed."""


class CorrectHand(_Command, frozen=True):
    """Replace a recorded hand; the old value stays in the ledger."""

    act: ClassVar = Act.CORRECTIONS
    session: int
    table: int
    hand: int
    outcome: Outcome
    reason: str
    tiles: str = ""
    overrule: str = ""


class GivePenalty(_Command, frozen=True):
    """Give a penalty for a fault."""

    act: ClassVar = Act.PENALTIES
    session: int
    table: int
    charge: Charge


class CancelPenalty(_Command, frozen=True):
    """Cancel a penalty, with a reason."""

    act: ClassVar = Act.PENALTIES_CANCELLED
    entry: str
    """Id of the entry that gave the penalty."""
    reason: str


class TypeTotals(_Command, frozen=True):
    """Note the totals on the paper, to compare them with the computed ones."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    totals: Net


class RecordTotals(_Command, frozen=True):
    """Enter a table by its four totals alone."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    totals: Net
    accept_difference: str = ""


class CloseSheet(_Command, frozen=True):
    """Sign a sheet; hands not played stay void."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    totals: PartialNet | None = None
    """The totals on the paper, as many as are given; None for those typed before, if any."""
    accept_difference: str = ""


class ReopenSheet(_Command, frozen=True):
    """Open a verified sheet again, with a reason."""

    act: ClassVar = Act.VERIFIED_SHEETS
    session: int
    table: int
    reason: str
    with_session: bool = False
    """Whether to reopen its session too if that is closed. To correct a sheet of a closed session, this is the first
    step."""


class ConfirmSheet(_Command, frozen=True):
    """Record that a second person read the paper of a signed sheet and found the same."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    reading: PaperReading
    reader: str = ""
    """The person who read it; empty if it is the person acting."""


class RejectSheet(_Command, frozen=True):
    """Record that a second person read the paper of a signed sheet and found something else. Opens the sheet again."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    reading: PaperReading
    reader: str = ""
    reason: str = ""


class InsertHand(_Command, frozen=True):
    """Insert a hand that was forgotten: this row and those below it move down."""

    act: ClassVar = Act.CORRECTIONS
    session: int
    table: int
    hand: int
    outcome: Outcome
    reason: str
    tiles: str = ""
    overrule: str = ""


class DeleteHand(_Command, frozen=True):
    """Delete a row that was not a hand of its own: those below it move up."""

    act: ClassVar = Act.CORRECTIONS
    session: int
    table: int
    hand: int
    reason: str


class MoveHand(_Command, frozen=True):
    """Move a row to its right place; the rows between make room."""

    act: ClassVar = Act.CORRECTIONS
    session: int
    table: int
    hand: int
    to: int
    reason: str


class ExchangeColumns(_Command, frozen=True):
    """Swap two columns, in some hands or on the whole sheet."""

    act: ClassVar = Act.CORRECTIONS
    session: int
    table: int
    columns: tuple[int, int]
    hands: tuple[int, int] | None
    """The first and the last hand; None for the whole sheet, with the penalties of the session and the totals on paper.
    """
    reason: str


class MoveSheet(_Command, frozen=True):
    """Move everything on a sheet to the sheet of another table, which must be empty."""

    act: ClassVar = Act.CORRECTIONS
    session: int
    table: int
    to_session: int
    to_table: int
    reason: str


Repair = InsertHand | DeleteHand | MoveHand | ExchangeColumns | MoveSheet
"""Commands that move entries to another row, another column or another sheet."""

TableCommand = (
    RecordHand
    | CorrectHand
    | GivePenalty
    | CancelPenalty
    | TypeTotals
    | RecordTotals
    | CloseSheet
    | ReopenSheet
    | ConfirmSheet
    | RejectSheet
    | Repair
)
"""What a referee does at a table."""


class OpenEvening(_Command, frozen=True):
    """Begin the next evening of a league."""

    act: ClassVar = Act.EVENINGS
    day: date | None = None
    place: str = ""


class ChangeEvening(_Command, frozen=True):
    """Change the day and the place of an evening."""

    act: ClassVar = Act.EVENINGS
    session: int
    day: date | None = None
    place: str = ""


class SeatGame(_Command, frozen=True):
    """Open a game of four players."""

    act: ClassVar = Act.GAMES
    session: int | None
    """The evening; None for the last one."""
    players: Seats
    """Numbers of the players, East first."""
    table_name: str = ""
    """The name of the table in the room; empty if it has none."""
    table: int | None = None
    """The number that the game is expected to get; None for the next one, whatever it is."""


class ReseatGame(_Command, frozen=True):
    """Change the players of a game, their order, or its table in the room; needs a reason once it has begun."""

    act: ClassVar = Act.GAMES
    session: int
    table: int
    players: Seats
    table_name: str = ""
    reason: str = ""


class TakeBackGame(_Command, frozen=True):
    """Remove a game that was opened by mistake and has not begun."""

    act: ClassVar = Act.GAMES
    session: int
    table: int


class SubstitutePlayer(PersonalCommand, frozen=True):
    """Let somebody play for a player, who keeps their place in the ranking."""

    act: ClassVar = Act.SEATS
    session: int
    player: int
    """Number of the player who is replaced."""
    by: str
    """The substitute: a number, or a name as :func:`tournament.use_cases.people.named_player` reads it."""
    case: SubstituteCase
    until: int | None = None
    """The last session; None for this one only or, after a disqualification, for all that follow."""


GameCommand = OpenEvening | ChangeEvening | SeatGame | ReseatGame | TakeBackGame
"""What an organiser does at a club evening or in a league, besides what referees do at the tables."""


class ReplacePlayer(PersonalCommand, frozen=True):
    """Give the seats of a player to somebody else; see :func:`tournament.use_cases.people.plan_replacement`."""

    act: ClassVar = Act.SEATS
    number: int
    substitute: Player | int
    """A new player, or the number of a player on the list."""
    first: int
    last: int | None = None
    case: SubstituteCase | None = None


class LeaveToSubstitute(PersonalCommand, frozen=True):
    """Let a player leave the event, and give their remaining seats to somebody else."""

    act: ClassVar = Act.SEATS
    number: int
    state: PlayerState
    substitute: Player | int
    first: int | None = None


ReplacementCommand = ReplacePlayer | LeaveToSubstitute | SubstitutePlayer
"""Commands that give a player's seats to somebody else."""


class ChangePlayerState(PersonalCommand, frozen=True):
    """Change what a player is from a session on: playing, substitute, withdrawn, disqualified."""

    act: ClassVar = Act.PEOPLE
    number: int
    state: PlayerState
    first: int | None = None


class MergePlayers(_Command, frozen=True):
    """Merge two players on the list who are the same person; ``number`` remains."""

    act: ClassVar = Act.PEOPLE
    number: int
    other: int
    reason: str = ""


PeopleCommand = ChangePlayerState | MergePlayers
"""Commands about who somebody is in the event."""


class CreateEvent(_Command, frozen=True):
    """Create the event in an empty book."""

    act: ClassVar = Act.SETTINGS
    settings: Settings


class CopyEvent(_Command, frozen=True):
    """Create an event in an empty book with data of another one: its rehearsal, or its next season."""

    act: ClassVar = Act.SETTINGS
    settings: Settings
    players: tuple[Player, ...] = ()
    """With their numbers."""
    substitutes: tuple[int, ...] = ()
    """The players who have no place in the ranking."""
    seating: Seating | None = None
    logo: bytes = b""
    pins: tuple[tuple[EventRole, PinHash], ...] = ()
    source: str = ""
    """Where the players come from: name and fingerprint of the season before."""


class ChangeSettings(_Command, frozen=True):
    """Replace the settings."""

    act: ClassVar = Act.SETTINGS
    settings: Settings


class ChangeLogo(_Command, frozen=True):
    """Put a picture on the papers of the event; an empty one removes it."""

    act: ClassVar = Act.SETTINGS
    image: bytes


class AddPlayers(_Command, frozen=True):
    """Add players, all or none; they get the next numbers in this order."""

    act: ClassVar = Act.PLAYERS
    players: tuple[Player, ...]
    source: str = ""
    """The file from which they were imported."""
    first: int | None = None
    """The session from which they take part, which must not have begun; None before the draw is published."""


class ChangePlayer(_Command, frozen=True):
    """Replace the data of the player of this number."""

    act: ClassVar = Act.PLAYERS
    player: Player


class RemovePlayer(_Command, frozen=True):
    """Remove a player who has no seat."""

    act: ClassVar = Act.PLAYERS
    number: int


class NoteAttendance(_Command, frozen=True):
    """Check players in, or undo their check-in."""

    act: ClassVar = Act.ATTENDANCE
    numbers: tuple[int, ...]
    present: bool = True


class CheckInByPhone(_Command, frozen=True):
    """Check in a player who opened their personal link; a second time nothing is written."""

    act: ClassVar = Act.ATTENDANCE
    number: int


class SetPhoneCheckIn(_Command, frozen=True):
    """Allow or end check-in by phone, or renew the links of some players; a new key replaces the links of all."""

    act: ClassVar = Act.SETTINGS
    allowed: bool
    address: str
    """The address at which phones reach the host, such as ``http://192.168.1.20:8080``."""
    key: bytes
    """32 random bytes."""
    renewed: tuple[int, ...] = ()
    """The numbers of the players who get new links."""


PhoneCheckInCommand = CheckInByPhone | SetPhoneCheckIn
"""Check-in on players' own phones."""


class ApplyRegister(_Command, frozen=True):
    """Update players from a federation's list, all or none."""

    act: ClassVar = Act.PLAYERS
    changes: tuple[tuple[Player, Player], ...]
    """For each player, their data when they were compared and their new data."""


SetupCommand = (
    CreateEvent | CopyEvent | ChangeSettings | ChangeLogo | AddPlayers | ChangePlayer | RemovePlayer | NoteAttendance
)
"""Commands for the settings and the list of players."""


class SetPin(_Command, frozen=True):
    """Protect a role by a PIN, of which only a hash is stored."""

    act: ClassVar = Act.PINS
    role: EventRole
    hashed: PinHash


class RemovePin(_Command, frozen=True):
    """Remove the PIN of a role."""

    act: ClassVar = Act.PINS
    role: EventRole


PinCommand = SetPin | RemovePin


class PublishDraw(_Command, frozen=True):
    """Publish a seating, which is then the one that is played."""

    act: ClassVar = Act.DRAW
    seating: Seating


class DrawLot(_Command, frozen=True):
    """Note the number that a player drew; 0 removes it."""

    act: ClassVar = Act.ATTENDANCE
    player: int
    lot: int
    reserves: tuple[int, ...] = ()
    """Players who draw no number."""


class GiveLots(_Command, frozen=True):
    """Give all players the numbers of a draw in the hall, in the order in which they were drawn."""

    act: ClassVar = Act.ATTENDANCE
    lots: tuple[tuple[int, int], ...]
    """Number of the player, and number drawn."""
    draw: HallDraw


class GiveTeams(_Command, frozen=True):
    """Set the teams from a draw in the hall, in the order in which they were drawn."""

    act: ClassVar = Act.PLAYERS
    teams: tuple[tuple[int, str], ...]
    """Number of the player, and name of the team."""
    draw: HallDraw


class SwapPlayers(_Command, frozen=True):
    """Swap two players in some sessions; needs a reason at tables in play."""

    act: ClassVar = Act.SEATS
    one: int
    other: int
    sessions: tuple[int, ...]
    reason: str = ""


class RedrawSessions(_Command, frozen=True):
    """Replace the sessions from ``first`` on by those of another draw."""

    act: ClassVar = Act.DRAW
    drawn: Seating
    first: int


class SeatSession(_Command, frozen=True):
    """Seat one session by the standings; after a cut, later sessions are not drawn yet."""

    act: ClassVar = Act.DRAW
    session: int
    tables: tuple[Seats, ...]
    way: str
    final: Final | None = None
    sit_out: tuple[int, ...] = ()
    beside: str = ""


class AddTable(_Command, frozen=True):
    """Add a table for four players without a seat in a session; nobody else moves."""

    act: ClassVar = Act.SEATS
    session: int
    players: Seats
    """Numbers of the players, East first."""


class LeaveTableOut(_Command, frozen=True):
    """Remove a table from a session. Nobody plays there, and the other tables keep their numbers."""

    act: ClassVar = Act.SEATS
    session: int
    table: int


DrawCommand = (
    PublishDraw | DrawLot | GiveLots | GiveTeams | SwapPlayers | RedrawSessions | SeatSession | AddTable | LeaveTableOut
)
"""Commands about who sits where."""


class PublishSession(_Command, frozen=True):
    """Note that the seats of a session are published."""

    act: ClassVar = Act.SESSIONS
    session: int


class StartSession(_Command, frozen=True):
    """Start the play of a session."""

    act: ClassVar = Act.SESSIONS
    session: int


class CloseSession(_Command, frozen=True):
    """Close a session, which then accepts no entries; needs a reason while a table is not verified."""

    act: ClassVar = Act.SESSIONS
    session: int
    reason: str = ""


class ReopenSession(_Command, frozen=True):
    """Reopen a closed session, which then accepts entries again."""

    act: ClassVar = Act.CLOSED_SESSIONS
    session: int
    reason: str


SessionCommand = PublishSession | StartSession | CloseSession | ReopenSession


class PlanSessions(_Command, frozen=True):
    """Set how many sessions of the event count.

    Fewer cancel the last ones that have not begun; more restore those first, then add others after the last one.
    """

    act: ClassVar = Act.PLAN
    count: int
    reason: str = ""
    """Required if sessions are cancelled."""


class CancelSessions(_Command, frozen=True):
    """Cancel sessions, which then count nowhere; what was entered in them stays in the journal."""

    act: ClassVar = Act.PLAN
    sessions: tuple[int, ...]
    reason: str


class RestoreSession(_Command, frozen=True):
    """Restore a cancelled session, which then counts again as it was."""

    act: ClassVar = Act.PLAN
    session: int
    reason: str = ""


PlanCommand = PlanSessions | CancelSessions | RestoreSession
"""Commands about which sessions the event has."""


class SetSigningKey(_Command, frozen=True):
    """Sign fingerprints with this key from now on."""

    act: ClassVar = Act.SIGNING_KEY
    key: bytes
    """The public key, 32 bytes of Ed25519."""
    holder: str


class RemoveSigningKey(_Command, frozen=True):
    """Sign no more fingerprints."""

    act: ClassVar = Act.SIGNING_KEY


class SignFingerprint(_Command, frozen=True):
    """Sign everything so far, if a session was closed without a signature."""

    act: ClassVar = Act.SESSIONS


SigningCommand = SetSigningKey | RemoveSigningKey | SignFingerprint


class PublishResults(_Command, frozen=True):
    """Publish the results up to a session; with ``hold_last``, those of this session are held for the ceremony."""

    act: ClassVar = Act.RESULTS
    session: int
    hold_last: bool = False


class WithdrawResults(_Command, frozen=True):
    """Withdraw the public results from a session on."""

    act: ClassVar = Act.RESULTS
    session: int


PublicationCommand = PublishResults | WithdrawResults


class StartClock(_Command, frozen=True):
    """Start the clock of a session."""

    act: ClassVar = Act.CLOCK
    session: int


class PauseClock(_Command, frozen=True):
    """Pause the clock of a session."""

    act: ClassVar = Act.CLOCK
    session: int
    reason: str = ""


class ResumeClock(_Command, frozen=True):
    """Resume the clock of a session."""

    act: ClassVar = Act.CLOCK
    session: int


class AddMinutes(_Command, frozen=True):
    """Add minutes to a session, or to some of its tables with a reason; a negative number takes minutes back."""

    session: int
    minutes: int
    tables: tuple[int, ...] = ()
    reason: str = ""

    @property
    def act(self) -> Act:
        """The right it needs: referees may give minutes to tables; minutes for all need the right to the clock."""
        return Act.TABLE_MINUTES if self.tables else Act.CLOCK


class StopClock(_Command, frozen=True):
    """End the time of a session."""

    act: ClassVar = Act.CLOCK
    session: int


class SetSessionTime(_Command, frozen=True):
    """Set when a session is played."""

    act: ClassVar = Act.SETTINGS
    time: SessionTime


ClockCommand = StartClock | PauseClock | ResumeClock | AddMinutes | StopClock | SetSessionTime


class ChangePrizes(_Command, frozen=True):
    """Replace the prizes of the event."""

    act: ClassVar = Act.SETTINGS
    prizes: Prizes


class SetPrize(_Command, frozen=True):
    """Add a prize, or replace another one by it."""

    act: ClassVar = Act.SETTINGS
    prize: Prize
    instead_of: Prize | None = None


class RemovePrize(_Command, frozen=True):
    """Remove the prize of a place, together with all places of its line."""

    act: ClassVar = Act.SETTINGS
    category: PrizeCategory
    place: int


class DecideTie(_Command, frozen=True):
    """Record in which order lots put tied players."""

    act: ClassVar = Act.SETTINGS
    category: PrizeCategory
    order: tuple[str, ...]


PrizeCommand = ChangePrizes | SetPrize | RemovePrize | DecideTie


class NotePaper(_Command, frozen=True):
    """Record that a report was printed or saved."""

    act: ClassVar = PaperNoted.act
    paper: PaperNoted

    @property
    def fact(self) -> PaperNoted:
        """The fact that it writes."""
        return self.paper


FactCommand = NotePaper
"""Commands with the same fields as a fact about the event.

They need only the checks that every fact needs, so their ``fact`` is written as it is.
"""


class AllowTableEntry(_Command, frozen=True):
    """Allow typing at the table; with a new key, all earlier codes become invalid."""

    act: ClassVar = Act.TABLE_ENTRY
    address: str
    """The address at which phones reach the host, such as ``http://192.168.1.20:8080``."""
    key: bytes
    """32 random bytes."""


class EndTableEntry(_Command, frozen=True):
    """End typing at the table."""

    act: ClassVar = Act.TABLE_ENTRY


class ProposeHand(_Command, frozen=True):
    """Propose from a phone how a hand ended; a second proposal of a player for the same hand replaces the first."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    hand: int
    outcome: Outcome
    seat: int
    """The column of the player who proposes it, 0–3."""
    tiles: str = ""
    device: str = ""
    """The name of the phone; empty at a desk."""


class ConfirmProposal(_Command, frozen=True):
    """Confirm from a phone how a proposed hand ended."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    proposal: str
    """Id of the entry that proposed it."""
    seat: int
    device: str = ""
    """The name of the phone; empty at a desk."""


class DismissProposal(_Command, frozen=True):
    """Dismiss a proposal, which is then not recorded."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    proposal: str
    reason: str = ""


class CallReferee(_Command, frozen=True):
    """Call a referee to the table from a phone."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    seat: int | None
    """The column of the player, 0–3; None if the phone has no seat."""
    device: str = ""
    """The name of the phone; empty at a desk, and if it has none."""


class AnswerCall(_Command, frozen=True):
    """Record that somebody goes to the table that called."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    call: str
    """Id of the call."""


class RevokeTableLink(_Command, frozen=True):
    """Make the code of a table invalid; its sheet gets a new one."""

    act: ClassVar = Act.HANDS
    session: int
    table: int


class TakeSeat(_Command, frozen=True):
    """Take a seat of a table with a phone, which from then on is the only one that speaks for the player there."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    seat: int
    device: str
    """The name of the phone."""


class FreeSeats(_Command, frozen=True):
    """Let other phones take the seats of a table, for example after one was lost."""

    act: ClassVar = Act.HANDS
    session: int
    table: int


PhoneCommand = ProposeHand | ConfirmProposal | CallReferee | TakeSeat
"""What players do on a phone with the code of their table."""

TableEntryCommand = (
    AllowTableEntry | EndTableEntry | PhoneCommand | DismissProposal | AnswerCall | RevokeTableLink | FreeSeats
)
"""Typing at the table: what phones do there, and what referees do with it."""


class TakeOver(_Command, frozen=True):
    """Become the host of a shared event."""

    act: ClassVar = Act.HOSTING
    desk: str
    """The name of the desk that takes over."""
    address: str = ""
    """Where it serves the event, as ``host:port``; empty if nowhere."""
    missing: tuple[str, ...] = ()
    """The names of the desks that could not be asked which entries they have."""


class Undo(_Command, frozen=True):
    """Undo an entry."""

    entry: str = ""
    """Its id; empty for the last entry that counts."""


class Redo(_Command, frozen=True):
    """Redo the entry that was undone last."""

    entry: str = ""
    """Its id, if it must be this one; empty for any."""


HistoryCommand = Undo | Redo

ArrangementCommand = (
    ReplacementCommand
    | PeopleCommand
    | SetupCommand
    | DrawCommand
    | PrizeCommand
    | PinCommand
    | SigningCommand
    | PhoneCheckInCommand
    | ApplyRegister
)
"""Commands that arrange the event: its settings, its people, and who sits where."""

Command = (
    TableCommand
    | GameCommand
    | SessionCommand
    | PlanCommand
    | ClockCommand
    | PublicationCommand
    | HistoryCommand
    | FactCommand
    | TableEntryCommand
    | TakeOver
    | ArrangementCommand
)
"""All commands."""
