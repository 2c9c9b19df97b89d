"""The commands: everything that can be done to an event, as values for the window, scripts and other desks alike.

A command contains all that is needed to carry it out elsewhere: numbers, what was typed, and what was computed for the
person who confirmed it (a drawn seating, an imported list). What it writes is decided where it is carried out, by
:func:`tournament.use_cases.carrying_out.carry_out`. Its JSON is derived from its fields, with its kind as ``type``
(:func:`encode_command`).

Commands are structs of msgspec: as many dataclasses would take a hundred times as long to create at start-up.
"""

import json
import re
from datetime import date
from functools import cache
from typing import ClassVar, get_args

from msgspec import Struct, ValidationError
from msgspec.json import Decoder, Encoder
from msgspec.json import decode as decode_json

from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.prizes import Prize, PrizeCategory, Prizes
from tournament.event.problem import Problem, Refused
from tournament.event.role import Act, EventRole, PinHash
from tournament.event.seating import Final, Seating, Seats
from tournament.event.settings import Settings
from tournament.event.timetable import SessionTime
from tournament.language import mark
from tournament.language.harmless import harmless_line
from tournament.ledger.codec import json_fault, unknown_field
from tournament.ledger.fact import HallDraw
from tournament.ledger.facts import PaperNoted, PaperReading
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Net, Outcome, PartialNet


def _name_in_json(name: str) -> str:
    """``record-hand`` for ``RecordHand``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=_name_in_json):
    """The base of all commands.

    Each states in ``act`` the right that it needs in an event with roles. There is no default, so that the type checker
    rejects a command without it. Undo and redo have none: they need the right to the entry they are about.
    """


class PersonalCommand(_Command, frozen=True, forbid_unknown_fields=False):
    """Says what became of somebody. Desks of earlier versions also send why, which is private: the codec drops it."""


class RecordHand(_Command, frozen=True):
    """Write a hand that was played."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    hand: int
    outcome: Outcome
    tiles: str = ""
    """The winner's tiles in the public notation, when they are known."""
    overrule: str = ""
    """Why points stand that the tiles are not worth."""


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
    """Punish a fault."""

    act: ClassVar = Act.PENALTIES
    session: int
    table: int
    charge: Charge


class CancelPenalty(_Command, frozen=True):
    """Take a penalty back, saying why."""

    act: ClassVar = Act.PENALTIES_CANCELLED
    entry: str
    """Id of the entry that gave it."""
    reason: str


class TypeTotals(_Command, frozen=True):
    """Note the totals written on the paper, to compare."""

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
    """Verify a sheet; hands not played stay void."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    totals: PartialNet | None = None
    """The paper's totals, as many as are given; None: those typed before, if any."""
    accept_difference: str = ""


class ReopenSheet(_Command, frozen=True):
    """Open a verified sheet again, saying why."""

    act: ClassVar = Act.VERIFIED_SHEETS
    session: int
    table: int
    reason: str
    with_session: bool = False
    """Its session too, where that is closed: the first step of a correction after closing."""


class ConfirmSheet(_Command, frozen=True):
    """A second person has read the paper of a signed sheet, and found the same."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    reading: PaperReading
    reader: str = ""
    """Who read it; nothing: who acts."""


class RejectSheet(_Command, frozen=True):
    """A second person has read the paper of a signed sheet, and found something else; the sheet is open again."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    reading: PaperReading
    reader: str = ""
    reason: str = ""


class InsertHand(_Command, frozen=True):
    """Write a hand that was left out: this row and those below it move down."""

    act: ClassVar = Act.CORRECTIONS
    session: int
    table: int
    hand: int
    outcome: Outcome
    reason: str
    tiles: str = ""
    overrule: str = ""


class DeleteHand(_Command, frozen=True):
    """Take out a row that was no hand of its own: those below it move up."""

    act: ClassVar = Act.CORRECTIONS
    session: int
    table: int
    hand: int
    reason: str


class MoveHand(_Command, frozen=True):
    """Put a row in its right place: those between make room."""

    act: ClassVar = Act.CORRECTIONS
    session: int
    table: int
    hand: int
    to: int
    reason: str


class ExchangeColumns(_Command, frozen=True):
    """Put two players under each other's column, in some hands or on the whole sheet."""

    act: ClassVar = Act.CORRECTIONS
    session: int
    table: int
    columns: tuple[int, int]
    hands: tuple[int, int] | None
    """The first and the last; None: the whole sheet, with the penalties of the session and the totals on paper."""
    reason: str


class MoveSheet(_Command, frozen=True):
    """Take all that stands on a sheet to the table where it belongs, whose sheet is empty."""

    act: ClassVar = Act.CORRECTIONS
    session: int
    table: int
    to_session: int
    to_table: int
    reason: str


Repair = InsertHand | DeleteHand | MoveHand | ExchangeColumns | MoveSheet
"""Puts right where things stand on a sheet, or on which sheet."""

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
    """Write the day and the place of an evening anew."""

    act: ClassVar = Act.EVENINGS
    session: int
    day: date | None = None
    place: str = ""


class SeatGame(_Command, frozen=True):
    """Open a game: four players sat down."""

    act: ClassVar = Act.GAMES
    session: int | None
    """The evening; None: the last one."""
    players: Seats
    """East first."""
    table_name: str = ""
    """The table in the room, where it has a name."""
    table: int | None = None
    """The number that the game is thought to get; None: the next one, whichever that is."""


class ReseatGame(_Command, frozen=True):
    """Change the players of a game, their order, or its table in the room; with a reason once it has begun."""

    act: ClassVar = Act.GAMES
    session: int
    table: int
    players: Seats
    table_name: str = ""
    reason: str = ""


class TakeBackGame(_Command, frozen=True):
    """Take back a game that was opened by mistake and has not begun."""

    act: ClassVar = Act.GAMES
    session: int
    table: int


class SubstitutePlayer(PersonalCommand, frozen=True):
    """Let somebody play for a player, who keeps their place in the ranking."""

    act: ClassVar = Act.SEATS
    session: int
    player: int
    """Their number."""
    by: str
    """Who plays: a number, or a name as :func:`tournament.use_cases.people.named_player` reads it."""
    case: SubstituteCase
    until: int | None = None
    """The last session; None: that session alone, and all that follow for who is disqualified."""


GameCommand = OpenEvening | ChangeEvening | SeatGame | ReseatGame | TakeBackGame
"""What an organiser does at a club evening or in a league, beside what referees do at the tables."""


class ReplacePlayer(PersonalCommand, frozen=True):
    """Let somebody take the seats of a player; see :func:`tournament.use_cases.people.plan_replacement`."""

    act: ClassVar = Act.SEATS
    number: int
    substitute: Player | int
    """A new player, or the number of one on the list."""
    first: int
    last: int | None = None
    case: SubstituteCase | None = None


class LeaveToSubstitute(PersonalCommand, frozen=True):
    """A player leaves, and somebody plays the seats left open."""

    act: ClassVar = Act.SEATS
    number: int
    state: PlayerState
    substitute: Player | int
    first: int | None = None


ReplacementCommand = ReplacePlayer | LeaveToSubstitute | SubstitutePlayer
"""Somebody takes a player's seats."""


class ChangePlayerState(PersonalCommand, frozen=True):
    """Say what a player is from a session on: playing, substitute, withdrawn, disqualified."""

    act: ClassVar = Act.PEOPLE
    number: int
    state: PlayerState
    first: int | None = None


class MergePlayers(_Command, frozen=True):
    """Make one player of two entries on the list: ``number`` stays."""

    act: ClassVar = Act.PEOPLE
    number: int
    other: int
    reason: str = ""


PeopleCommand = ChangePlayerState | MergePlayers
"""Who somebody is in the event."""


class CreateEvent(_Command, frozen=True):
    """Begin the event in an empty book."""

    act: ClassVar = Act.SETTINGS
    settings: Settings


class CopyEvent(_Command, frozen=True):
    """Begin an event in an empty book with what another has: its rehearsal, or its next season."""

    act: ClassVar = Act.SETTINGS
    settings: Settings
    players: tuple[Player, ...] = ()
    """With their numbers."""
    substitutes: tuple[int, ...] = ()
    """Those of them who have no place in the ranking."""
    seating: Seating | None = None
    logo: bytes = b""
    pins: tuple[tuple[EventRole, PinHash], ...] = ()
    source: str = ""
    """Where the players come from: the season before, by its name and fingerprint."""


class ChangeSettings(_Command, frozen=True):
    """Replace the settings."""

    act: ClassVar = Act.SETTINGS
    settings: Settings


class ChangeLogo(_Command, frozen=True):
    """Put a picture on the papers of the event; an empty one takes it away."""

    act: ClassVar = Act.SETTINGS
    image: bytes


class AddPlayers(_Command, frozen=True):
    """Add players, all or none; they get the next numbers in this order."""

    act: ClassVar = Act.PLAYERS
    players: tuple[Player, ...]
    source: str = ""
    """The file that they come from."""
    first: int | None = None
    """The session from which they take part, which must not have begun; None before the draw is published."""


class ChangePlayer(_Command, frozen=True):
    """Write the player of this number anew."""

    act: ClassVar = Act.PLAYERS
    player: Player


class RemovePlayer(_Command, frozen=True):
    """Remove a player who has not been drawn."""

    act: ClassVar = Act.PLAYERS
    number: int


class NoteAttendance(_Command, frozen=True):
    """Check players in, or take their check-in back."""

    act: ClassVar = Act.ATTENDANCE
    numbers: tuple[int, ...]
    present: bool = True


class ApplyRegister(_Command, frozen=True):
    """Write what a federation's list says of players, all or none."""

    act: ClassVar = Act.PLAYERS
    changes: tuple[tuple[Player, Player], ...]
    """Each player as they were compared, and as they will be."""


SetupCommand = (
    CreateEvent | CopyEvent | ChangeSettings | ChangeLogo | AddPlayers | ChangePlayer | RemovePlayer | NoteAttendance
)
"""The settings and the list of players."""


class SetPin(_Command, frozen=True):
    """Hold a role by a PIN, of which only a hash is kept."""

    act: ClassVar = Act.PINS
    role: EventRole
    hashed: PinHash


class RemovePin(_Command, frozen=True):
    """Let a role be taken without a PIN."""

    act: ClassVar = Act.PINS
    role: EventRole


PinCommand = SetPin | RemovePin


class PublishDraw(_Command, frozen=True):
    """Make this seating the one that is played."""

    act: ClassVar = Act.DRAW
    seating: Seating


class DrawLot(_Command, frozen=True):
    """Note the number that a player drew; 0 gives it back."""

    act: ClassVar = Act.ATTENDANCE
    player: int
    lot: int
    reserves: tuple[int, ...] = ()
    """Players who draw none."""


class GiveLots(_Command, frozen=True):
    """Give all players the numbers of a draw in the hall, in the order in which they were drawn."""

    act: ClassVar = Act.ATTENDANCE
    lots: tuple[tuple[int, int], ...]
    """Number of the player, number drawn."""
    draw: HallDraw


class GiveTeams(_Command, frozen=True):
    """Write the teams of a draw in the hall, in the order in which they were drawn."""

    act: ClassVar = Act.PLAYERS
    teams: tuple[tuple[int, str], ...]
    """Number of the player, name of the team."""
    draw: HallDraw


class SwapPlayers(_Command, frozen=True):
    """Exchange the seats of two players in some sessions; at tables in play with a reason."""

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
    """Seat one session by the standings; after a cut the later ones wait."""

    act: ClassVar = Act.DRAW
    session: int
    tables: tuple[Seats, ...]
    way: str
    final: Final | None = None


class AddTable(_Command, frozen=True):
    """Seat four players who have no seat in a session at a table more; nobody else moves."""

    act: ClassVar = Act.SEATS
    session: int
    players: Seats
    """East first."""


class LeaveTableOut(_Command, frozen=True):
    """Leave a table of a session out: nobody plays there, and the other tables keep their numbers."""

    act: ClassVar = Act.SEATS
    session: int
    table: int


DrawCommand = (
    PublishDraw | DrawLot | GiveLots | GiveTeams | SwapPlayers | RedrawSessions | SeatSession | AddTable | LeaveTableOut
)
"""Who sits where."""


class PublishSession(_Command, frozen=True):
    """Note that the seats of a session are published."""

    act: ClassVar = Act.SESSIONS
    session: int


class StartSession(_Command, frozen=True):
    """Call the play of a session."""

    act: ClassVar = Act.SESSIONS
    session: int


class CloseSession(_Command, frozen=True):
    """Let a session take no more entries; with a reason while a table is not verified."""

    act: ClassVar = Act.SESSIONS
    session: int
    reason: str = ""


class ReopenSession(_Command, frozen=True):
    """Let a closed session take entries again."""

    act: ClassVar = Act.CLOSED_SESSIONS
    session: int
    reason: str


SessionCommand = PublishSession | StartSession | CloseSession | ReopenSession


class PlanSessions(_Command, frozen=True):
    """Give the event this many sessions that count.

    Fewer cancel the last ones that have not begun; more restore those first, then add others after the last one.
    """

    act: ClassVar = Act.PLAN
    count: int
    reason: str = ""
    """Required if sessions are cancelled."""


class CancelSessions(_Command, frozen=True):
    """Let sessions count nowhere; what was entered in them stays in the journal."""

    act: ClassVar = Act.PLAN
    sessions: tuple[int, ...]
    reason: str


class RestoreSession(_Command, frozen=True):
    """Let a cancelled session count again, as it was."""

    act: ClassVar = Act.PLAN
    session: int
    reason: str = ""


PlanCommand = PlanSessions | CancelSessions | RestoreSession
"""Which sessions the event has."""


class SetSigningKey(_Command, frozen=True):
    """Let fingerprints be signed with this key from now on."""

    act: ClassVar = Act.SIGNING_KEY
    key: bytes
    """The public key, 32 bytes of Ed25519."""
    holder: str


class RemoveSigningKey(_Command, frozen=True):
    """Let fingerprints be signed no more."""

    act: ClassVar = Act.SIGNING_KEY


class SignFingerprint(_Command, frozen=True):
    """Sign everything so far, where a session was closed without a signature."""

    act: ClassVar = Act.SESSIONS


SigningCommand = SetSigningKey | RemoveSigningKey | SignFingerprint


class PublishResults(_Command, frozen=True):
    """Make the results up to a session public; with ``hold_last`` its own wait for the ceremony."""

    act: ClassVar = Act.RESULTS
    session: int
    hold_last: bool = False


class WithdrawResults(_Command, frozen=True):
    """Take the results from a session on back from the public."""

    act: ClassVar = Act.RESULTS
    session: int


PublicationCommand = PublishResults | WithdrawResults


class StartClock(_Command, frozen=True):
    """Let the time of a session run."""

    act: ClassVar = Act.CLOCK
    session: int


class PauseClock(_Command, frozen=True):
    """Let the time of a session stand still."""

    act: ClassVar = Act.CLOCK
    session: int
    reason: str = ""


class ResumeClock(_Command, frozen=True):
    """Let the time of a session run on."""

    act: ClassVar = Act.CLOCK
    session: int


class AddMinutes(_Command, frozen=True):
    """Give a session, or some of its tables with a reason, extra minutes; fewer than none take minutes back."""

    session: int
    minutes: int
    tables: tuple[int, ...] = ()
    reason: str = ""

    @property
    def act(self) -> Act:
        """A referee may give minutes to tables; those for a whole session need the right to its clock."""
        return Act.TABLE_MINUTES if self.tables else Act.CLOCK


class StopClock(_Command, frozen=True):
    """End the time of a session."""

    act: ClassVar = Act.CLOCK
    session: int


class SetSessionTime(_Command, frozen=True):
    """Say when a session is played."""

    act: ClassVar = Act.SETTINGS
    time: SessionTime


ClockCommand = StartClock | PauseClock | ResumeClock | AddMinutes | StopClock | SetSessionTime


class ChangePrizes(_Command, frozen=True):
    """Write the prizes of the event anew."""

    act: ClassVar = Act.SETTINGS
    prizes: Prizes


class SetPrize(_Command, frozen=True):
    """Add a prize, or write it in the place of another."""

    act: ClassVar = Act.SETTINGS
    prize: Prize
    instead_of: Prize | None = None


class RemovePrize(_Command, frozen=True):
    """Take back the prize of a place, with all places that its line is for."""

    act: ClassVar = Act.SETTINGS
    category: PrizeCategory
    place: int


class DecideTie(_Command, frozen=True):
    """Say in which order lots put those who are level."""

    act: ClassVar = Act.SETTINGS
    category: PrizeCategory
    order: tuple[str, ...]


PrizeCommand = ChangePrizes | SetPrize | RemovePrize | DecideTie


class NotePaper(_Command, frozen=True):
    """Note that a report left the program."""

    act: ClassVar = PaperNoted.act
    paper: PaperNoted

    @property
    def fact(self) -> PaperNoted:
        """What it writes."""
        return self.paper


FactCommand = NotePaper
"""Commands that equal a fact about the event, and need no check that is not made for every fact: their ``fact`` is
written as it is."""


class AllowTableEntry(_Command, frozen=True):
    """Let players type at the table; with another key than before all earlier codes open nothing."""

    act: ClassVar = Act.TABLE_ENTRY
    address: str
    """Where phones find the host, as ``http://192.168.1.20:8080``."""
    key: bytes
    """32 random bytes."""


class EndTableEntry(_Command, frozen=True):
    """Let nobody type at the table any more."""

    act: ClassVar = Act.TABLE_ENTRY


class ProposeHand(_Command, frozen=True):
    """Say from a phone how a hand ended; who says it of the same hand again takes the earlier word back."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    hand: int
    outcome: Outcome
    seat: int
    """The column of the player who says so, 0–3."""
    tiles: str = ""


class ConfirmProposal(_Command, frozen=True):
    """Say from a phone that a proposed hand ended so."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    proposal: str
    """Id of the entry that proposed it."""
    seat: int


class DismissProposal(_Command, frozen=True):
    """Do not record what was proposed."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    proposal: str
    reason: str = ""


class CallReferee(_Command, frozen=True):
    """Ask from a phone for a referee to come to the table."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    seat: int


class AnswerCall(_Command, frozen=True):
    """Say that one goes to the table that called."""

    act: ClassVar = Act.HANDS
    session: int
    table: int
    call: str
    """Id of the entry that called."""


class RevokeTableLink(_Command, frozen=True):
    """Make the code of a table open nothing any more; its sheet gets another one."""

    act: ClassVar = Act.HANDS
    session: int
    table: int


TableEntryCommand = (
    AllowTableEntry
    | EndTableEntry
    | ProposeHand
    | ConfirmProposal
    | DismissProposal
    | CallReferee
    | AnswerCall
    | RevokeTableLink
)
"""Typing at the table: what phones do there, and what referees make of it."""


class TakeOver(_Command, frozen=True):
    """Become the host of a shared event."""

    act: ClassVar = Act.HOSTING
    desk: str
    """The name of the desk that takes over."""
    address: str = ""
    """Where it serves the event, as ``host:port``; nothing: nowhere."""
    missing: tuple[str, ...] = ()
    """The names of the desks that could not be asked what they have."""


class Undo(_Command, frozen=True):
    """Take back an entry."""

    entry: str = ""
    """Its id; nothing: the last that counts."""


class Redo(_Command, frozen=True):
    """Bring back the entry that was undone last."""

    entry: str = ""
    """Its id, if it must be this one."""


HistoryCommand = Undo | Redo

ArrangementCommand = (
    ReplacementCommand
    | PeopleCommand
    | SetupCommand
    | DrawCommand
    | PrizeCommand
    | PinCommand
    | SigningCommand
    | ApplyRegister
)
"""What arranges the event: its settings, its people and who sits where."""

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
"""Everything that writes."""


_KINDS: dict[str, type[Command]] = {str(each.__struct_config__.tag): each for each in get_args(Command)}
_PLACE = re.compile(r" - at `\$?\.?([^`]*)`$")


class _Kind(Struct):
    type: str


def encode_command(command: Command) -> str:
    """Return the canonical JSON of ``command``: keys sorted, no spaces, its kind as ``type``."""
    return _encoder().encode(command).decode()


def decode_command(content: str | bytes) -> Command:
    """Return the command in ``content``. Raise Refused with what is wrong, and where, if it contains none."""
    try:
        kind = decode_json(content, type=_Kind).type
        if kind not in _KINDS:
            text = mark("There is no command “{type}”.", type=harmless_line(kind))
            raise Refused(Problem("command-unknown", text, "type"))
        command = _decoder(kind).decode(content)
        given = json.loads(content)
        if isinstance(command, PersonalCommand):
            given.pop("reason", None)
        unknown = unknown_field(given, json.loads(encode_command(command)))
    except ValidationError as error:
        what, place = _PLACE.sub("", str(error)), _PLACE.search(str(error))
        raise _unreadable(what, place[1] if place is not None else "") from error
    except RecursionError as error:
        raise _unreadable("nested too deeply") from error
    except ValueError as error:
        raise _unreadable(json_fault(error)) from error
    if unknown:
        raise _unreadable("unknown field", unknown)
    return command


def _unreadable(what: str, place: str = "") -> Refused:
    where = place or "$"
    text = mark("This command cannot be read ({where}): {what}.",
                where=harmless_line(where), what=harmless_line(what))  # fmt: skip
    return Refused(Problem("command-unreadable", text, place))


@cache
def _encoder() -> Encoder:
    return Encoder(order="sorted")


@cache
def _decoder(kind: str) -> "Decoder[Command]":
    return Decoder(_KINDS[kind])
