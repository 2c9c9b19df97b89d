"""The facts: what can happen in an event. Each is written once and never changed.

Players of a table are columns 0–3 (letters A–D), players of the event are numbers. Besides its content each fact
states, for whoever reads the ledger, what is not written:

- ``kind``: its name in the ledger, never changed;
- ``category``: what it is looked for together with;
- ``what``: its name in words;
- ``concerned``: the numbers of the players whom it is about; for the facts of a table, whose stream gives its four
  players, and for those of the whole event nobody in particular.

A new fact goes into one of the unions at the end: every reader then fails the type checker until it knows the fact.
"""

from datetime import date
from enum import Enum
from typing import ClassVar

from msgspec import Struct

from tournament.event.player import Player, PlayerState, PlayerStatus, SubstituteCase
from tournament.event.prizes import PrizeCategory
from tournament.event.role import EventRole
from tournament.event.seating import Final, Seating, Seats
from tournament.event.settings import Settings
from tournament.language import Text, mark
from tournament.rules.payment import Net, Outcome, OutcomeDetails, PartialNet

_REASONS = ("reason", "overrule", "accept_difference")
"""The fields in which a fact says why."""


class Category(Enum):
    """What entries of the ledger are looked for together."""

    EVENT = "event"
    PLAYERS = "players"
    DRAW = "draw"
    SEATING = "seating"
    """Changes to a published draw."""
    SESSION = "session"
    HAND = "hand"
    CORRECTION = "correction"
    PENALTY = "penalty"
    CANCELLATION = "cancellation"
    SHEET = "sheet"
    UNDO = "undo"
    REDO = "redo"


class _Fact(Struct, frozen=True):
    @property
    def concerned(self) -> tuple[int, ...]:
        """The numbers of the players whom it is about."""
        return ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why, in the words of who entered it; one not given is empty."""
        return tuple(getattr(self, field) for field in _REASONS if field in self.__struct_fields__)


class HallDraw(Struct, frozen=True):
    """A draw that the hall saw: with its seed it can be made again."""

    seed: int
    attempt: int = 1
    """1; more where earlier draws of the kind were given up after something of them was shown."""


class EventCreated(_Fact, frozen=True):
    """The event begins."""

    kind: ClassVar = "event-created"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Event created")
    settings: Settings


class SettingsChanged(_Fact, frozen=True):
    """The settings are now these."""

    kind: ClassVar = "settings-changed"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Settings changed")
    settings: Settings


class LogoChanged(_Fact, frozen=True):
    """The event has this picture on its papers from now on, or none any more."""

    kind: ClassVar = "logo-changed"
    category: ClassVar = Category.EVENT
    image: bytes = b""
    """PNG or JPEG, of a size that every paper takes; empty: taken away."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Logo changed") if self.image else mark("Logo removed")


class PlayersAdded(_Fact, frozen=True):
    """Players joined, all at once."""

    kind: ClassVar = "players-added"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("Players added")
    players: tuple[Player, ...]
    source: str = ""
    """The file that they came from, or nothing when they were typed."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return tuple(player.number for player in self.players)


class PlayerChanged(_Fact, frozen=True):
    """The player of this number is now written so; several at once where they were compared with a list."""

    kind: ClassVar = "player-changed"
    category: ClassVar = Category.PLAYERS
    player: Player
    others: tuple[Player, ...] = ()
    """Those who were written anew with him."""
    draw: HallDraw | None = None
    """The draw in the hall that gave them their teams, in this order; None: nobody drew."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Player changed") if self.draw is None else mark("Teams drawn")

    @property
    def players(self) -> tuple[Player, ...]:
        """All who are written anew."""
        return (self.player, *self.others)

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return tuple(player.number for player in self.players)


class PlayerRemoved(_Fact, frozen=True):
    """A player left before the draw."""

    kind: ClassVar = "player-removed"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("Player removed")
    number: int

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return (self.number,)


class PlayerStateChanged(_Fact, frozen=True):
    """A player is a substitute from now on, left the event, was disqualified, or plays again."""

    kind: ClassVar = "player-state-changed"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("State of a player changed")
    number: int
    state: PlayerState
    first: int = 1
    """From which session on."""
    reason: str = ""
    returned: tuple[int, ...] = ()
    """The sessions in which the seat is his own again that a substitute had."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The player by his number."""
        return (self.number,)


class PlayersMerged(_Fact, frozen=True):
    """One person was on the list twice: one number is left, and has the seats of both."""

    kind: ClassVar = "players-merged"
    category: ClassVar = Category.PLAYERS
    what: ClassVar = mark("Players merged")
    player: Player
    """Who stays, as he is written now."""
    other: int
    """The number that goes."""
    reason: str = ""

    @property
    def concerned(self) -> tuple[int, ...]:
        """Both by their numbers."""
        return (self.player.number, self.other)


class AttendanceNoted(_Fact, frozen=True):
    """Players reported at the desk, or were taken for present by mistake."""

    kind: ClassVar = "attendance-noted"
    category: ClassVar = Category.PLAYERS
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


class DrawPublished(_Fact, frozen=True):
    """The seating is now this one."""

    kind: ClassVar = "draw-published"
    category: ClassVar = Category.DRAW
    what: ClassVar = mark("Draw published")
    seating: Seating


class LotDrawn(_Fact, frozen=True):
    """A player drew a number, which will be his place in the plan."""

    kind: ClassVar = "lot-drawn"
    category: ClassVar = Category.DRAW
    player: int
    lot: int
    """From 1; 0: he gave his number back."""
    others: tuple[tuple[int, int], ...] = ()
    """Player and number of those who drew with him, in the order in which they did."""
    draw: HallDraw | None = None
    """The draw in the hall that gave them their numbers; None: by hand."""

    @property
    def what(self) -> Text:
        """What was done."""
        if self.others:
            return mark("Numbers drawn")
        return mark("Number drawn") if self.lot else mark("Number returned")

    @property
    def lots(self) -> tuple[tuple[int, int], ...]:
        """Every player with his number, in the order in which they drew."""
        return ((self.player, self.lot), *self.others)

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return tuple(player for player, _lot in self.lots)


class PlayersSwapped(_Fact, frozen=True):
    """Two players exchanged their seats."""

    kind: ClassVar = "players-swapped"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Players swapped")
    one: int
    other: int
    sessions: tuple[int, ...]
    """In which sessions."""
    reason: str = ""
    """Why, where hands stand on a sheet: they were sat in each other's seat, and what stands there is the other's."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return (self.one, self.other)


class PlayerReplaced(_Fact, frozen=True):
    """A player left and another took his seats; nobody else's changed."""

    kind: ClassVar = "player-replaced"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Player replaced")
    number: int
    """Who left."""
    by: Player
    """Who plays instead: new to the event, or a player of it who had no seat."""
    sessions: tuple[int, ...]
    """In which sessions."""
    reason: str = ""
    case: SubstituteCase | None = None
    """Why a substitute plays for him; None: the seats are the other's own from now on."""
    leaving: PlayerStatus | None = None
    """What who left is from then on, where that was said with it; None: what he was."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return (self.number, self.by.number)


class SessionsRedrawn(_Fact, frozen=True):
    """Sessions that nobody had played were drawn anew."""

    kind: ClassVar = "sessions-redrawn"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Sessions drawn again")
    first: int
    """The session of the first of the tables; the next follow on it."""
    sessions: tuple[tuple[Seats, ...], ...]
    method: str
    seed: int


class SessionSeated(_Fact, frozen=True):
    """A session was seated by the standings."""

    kind: ClassVar = "session-seated"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Session seated by the standings")
    session: int
    tables: tuple[Seats, ...]
    way: str
    """``straight`` or ``swiss``."""
    final: Final | None = None
    """The cut that was made, if one was: the sessions after it have no tables until they are seated."""


class SessionPublished(_Fact, frozen=True):
    """The seats of a session are known to the players as they are now."""

    kind: ClassVar = "session-published"
    category: ClassVar = Category.SESSION
    session: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Session {session} published", session=self.session)


class SessionStarted(_Fact, frozen=True):
    """The play of a session was called, whoever was there."""

    kind: ClassVar = "session-started"
    category: ClassVar = Category.SESSION
    session: int
    absent: tuple[int, ...] = ()
    """Numbers of the players who have a seat in it and were not there."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Start of session {session} announced", session=self.session)

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.absent


class SessionClosed(_Fact, frozen=True):
    """A session takes no entry any more, until it is reopened."""

    kind: ClassVar = "session-closed"
    category: ClassVar = Category.SESSION
    session: int
    not_verified: tuple[int, ...] = ()
    """Tables whose sheets were not verified."""
    reason: str = ""
    """Why it is closed all the same, where some were not."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Session {session} closed", session=self.session)


class SessionReopened(_Fact, frozen=True):
    """A closed session takes entries again."""

    kind: ClassVar = "session-reopened"
    category: ClassVar = Category.SESSION
    session: int
    reason: str

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Session {session} reopened", session=self.session)


class ResultsPublished(_Fact, frozen=True):
    """The results up to a session are public, or up to the one before it while its own are kept for the ceremony."""

    kind: ClassVar = "results-published"
    category: ClassVar = Category.SESSION
    session: int
    held: bool = False
    """The results of the session itself are kept for the ceremony."""

    @property
    def what(self) -> Text:
        """What was done."""
        if self.held:
            return mark("Results of session {session} held for the ceremony", session=self.session)
        return mark("Results of session {session} published", session=self.session)


class ResultsWithdrawn(_Fact, frozen=True):
    """The results from a session on are not public any more."""

    kind: ClassVar = "results-withdrawn"
    category: ClassVar = Category.SESSION
    session: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Results of session {session} withdrawn", session=self.session)


class EveningOpened(_Fact, frozen=True):
    """The next evening of a league begins."""

    kind: ClassVar = "evening-opened"
    category: ClassVar = Category.SESSION
    session: int
    """Its number."""
    day: date | None = None
    place: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Evening {evening} opened", evening=self.session)


class EveningChanged(_Fact, frozen=True):
    """An evening of a league is now on this day, at this place."""

    kind: ClassVar = "evening-changed"
    category: ClassVar = Category.SESSION
    session: int
    day: date | None = None
    place: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Evening {evening} changed", evening=self.session)


class GameSeated(_Fact, frozen=True):
    """Four players sat down to a game, on a sheet of its own."""

    kind: ClassVar = "game-seated"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Game opened")
    session: int
    """The evening."""
    table: int
    """The number of the game and of its sheet: the next one of the evening."""
    players: Seats
    table_name: str = ""
    """The table in the room, where it has a name."""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.players


class GameReseated(_Fact, frozen=True):
    """Others play a game, or elsewhere in the room; what stands on its sheet stays under its columns."""

    kind: ClassVar = "game-reseated"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Players of a game changed")
    session: int
    table: int
    players: Seats
    table_name: str = ""
    reason: str = ""

    @property
    def concerned(self) -> tuple[int, ...]:
        """The players by their numbers."""
        return self.players


class GameTakenBack(_Fact, frozen=True):
    """A game was opened by mistake, and nobody plays it; its number is not given again."""

    kind: ClassVar = "game-taken-back"
    category: ClassVar = Category.SEATING
    what: ClassVar = mark("Game removed")
    session: int
    table: int


class Head(Struct, frozen=True):
    """Where one stream stood: its number and the hash of its last entry."""

    stream: str
    number: int
    hash: str


class HeadsChained(_Fact, frozen=True):
    """A session began or ended, and all streams stood here: a cut stream is found by this."""

    kind: ClassVar = "heads-chained"
    category: ClassVar = Category.SESSION
    session: int
    moment: str
    """``start`` or ``end``."""
    heads: tuple[Head, ...]

    @property
    def what(self) -> Text:
        """What was done."""
        if self.moment == "start":
            return mark("Session {session} started", session=self.session)
        return mark("Session {session} verified", session=self.session)


class HandRecorded(_Fact, frozen=True):
    """A hand was played."""

    kind: ClassVar = "hand-recorded"
    category: ClassVar = Category.HAND
    what: ClassVar = mark("Hand")
    hand: int
    winner: int | None
    discarder: int | None = None
    points: int = 0
    tiles: str = ""
    """The winner's tiles in the public notation, with the winds of the sheet; where anybody's count those of each
    player whose tiles are known, parted by spaces; nothing when none are known."""
    overrule: str = ""
    """Why a referee lets points stand that the tiles are not worth."""
    details: OutcomeDetails | None = None
    """What else the rules of the event ask of a hand; None where they ask no more."""

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome.with_details(self.winner, self.discarder, self.points, self.details)


class HandCorrected(_Fact, frozen=True):
    """A recorded hand was really this one; the old value stays in the ledger."""

    kind: ClassVar = "hand-corrected"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Correction")
    hand: int
    winner: int | None
    discarder: int | None
    points: int
    reason: str
    tiles: str = ""
    overrule: str = ""
    details: OutcomeDetails | None = None
    """What else the rules of the event ask of a hand; None where they ask no more."""

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome.with_details(self.winner, self.discarder, self.points, self.details)


class PenaltyGiven(_Fact, frozen=True):
    """A referee punished a fault."""

    kind: ClassVar = "penalty-given"
    category: ClassVar = Category.PENALTY
    what: ClassVar = mark("Penalty")
    player: int
    hand: int | None
    """None: it belongs to the session."""
    fault: str
    """Slug of the fault, or nothing for a penalty in words of its own."""
    points: int
    """What each receiver gets; without receivers, what is lost to nobody. 0 is a warning."""
    to: tuple[int, ...] = ()
    no_hu: bool = False
    closes_hand: bool = False
    reason: str = ""
    minutes: int | None = None
    """How late the player was, for the fault of that kind."""
    twice: int | None = None
    """The column of East, by rules where East pays and receives it twice; a sheet follows whoever East turns out to be
    in that hand."""

    @property
    def net(self) -> Net:
        """What it takes from and gives to columns A–D; it sums to less than zero if nobody receives."""
        net = [0, 0, 0, 0]
        if not self.to:
            net[self.player] -= self.points
        for receiver in self.to:
            points = self.points * (2 if self.twice in {self.player, receiver} else 1)
            net[self.player] -= points
            net[receiver] += points
        return (net[0], net[1], net[2], net[3])


class PenaltyCancelled(_Fact, frozen=True):
    """A penalty no longer counts."""

    kind: ClassVar = "penalty-cancelled"
    category: ClassVar = Category.CANCELLATION
    what: ClassVar = mark("Penalty cancelled")
    entry: str
    """Id of the entry that gave it."""
    reason: str


class RowTiles(Struct, frozen=True):
    """The tiles of one row, read with the winds that its winner has there."""

    hand: int
    tiles: str


class HandInserted(_Fact, frozen=True):
    """A hand that was left out is written as this row; that row and those below it moved down by one."""

    kind: ClassVar = "hand-inserted"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Row inserted")
    hand: int
    winner: int | None
    discarder: int | None
    points: int
    reason: str
    tiles: str = ""
    overrule: str = ""
    restated: tuple[RowTiles, ...] = ()
    """Rows that have other winds where they are now, and tiles."""
    details: OutcomeDetails | None = None
    """What else the rules of the event ask of a hand; None where they ask no more."""

    @property
    def outcome(self) -> Outcome:
        """How the hand ended."""
        return Outcome.with_details(self.winner, self.discarder, self.points, self.details)


class HandDeleted(_Fact, frozen=True):
    """A row was no hand of its own; those below it moved up by one."""

    kind: ClassVar = "hand-deleted"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Row deleted")
    hand: int
    reason: str
    restated: tuple[RowTiles, ...] = ()


class HandMoved(_Fact, frozen=True):
    """A row stood in the wrong place; those between moved by one to make room."""

    kind: ClassVar = "hand-moved"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Row moved")
    hand: int
    to: int
    reason: str
    restated: tuple[RowTiles, ...] = ()


class ColumnsExchanged(_Fact, frozen=True):
    """Two players stood under each other's column, in some hands or on the whole sheet."""

    kind: ClassVar = "columns-exchanged"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Columns swapped")
    one: int
    other: int
    hands: tuple[int, int] | None
    """The first and the last; None: the whole sheet, with the penalties of the session and the totals on paper."""
    reason: str
    restated: tuple[RowTiles, ...] = ()


class SheetMoved(_Fact, frozen=True):
    """What stood on this sheet belongs to another table: all of it stands there now, and nothing here."""

    kind: ClassVar = "sheet-moved"
    category: ClassVar = Category.CORRECTION
    what: ClassVar = mark("Sheet moved")
    to_session: int
    to_table: int
    reason: str


class TotalsTyped(_Fact, frozen=True):
    """The four totals as written on the paper sheet, to compare."""

    kind: ClassVar = "totals-typed"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Totals on paper")
    totals: Net


class TotalsRecorded(_Fact, frozen=True):
    """A table known by its four totals alone."""

    kind: ClassVar = "totals-recorded"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Table by its totals")
    totals: Net
    accept_difference: str = ""
    """Why totals that do not balance stand all the same."""


class SheetClosed(_Fact, frozen=True):
    """The sheet is verified and signed; hands not played stay void."""

    kind: ClassVar = "sheet-closed"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet verified")
    totals: PartialNet | None = None
    """The paper's totals, as many as were given."""
    accept_difference: str = ""
    """Why totals that differ stand all the same."""


class SheetReopened(_Fact, frozen=True):
    """A verified sheet is open again."""

    kind: ClassVar = "sheet-reopened"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet reopened")
    reason: str


class PaperReading(Struct, frozen=True):
    """What a second person read on a paper sheet: its four totals, or its column of points."""

    totals: Net | None = None
    points: tuple[int | None, ...] = ()
    """By hand; 0 for a drawn hand, None for one that was not played."""


class SheetConfirmed(_Fact, frozen=True):
    """A second person read a signed sheet, and found the same."""

    kind: ClassVar = "sheet-confirmed"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet confirmed")
    reader: str
    reading: PaperReading


class SheetRejected(_Fact, frozen=True):
    """A second person read a signed sheet, and found something else: it is open again."""

    kind: ClassVar = "sheet-rejected"
    category: ClassVar = Category.SHEET
    what: ClassVar = mark("Sheet rejected")
    reader: str
    reading: PaperReading
    reason: str = ""


class Undone(_Fact, frozen=True):
    """The entry of this id counts no more."""

    kind: ClassVar = "undone"
    category: ClassVar = Category.UNDO
    what: ClassVar = mark("Undo")
    entry: str


class Redone(_Fact, frozen=True):
    """The undone entry of this id counts again."""

    kind: ClassVar = "redone"
    category: ClassVar = Category.REDO
    what: ClassVar = mark("Redo")
    entry: str


class ClockStarted(_Fact, frozen=True):
    """The time of a session runs; started again, it begins anew."""

    kind: ClassVar = "clock-started"
    category: ClassVar = Category.SESSION
    session: int
    minutes: int
    """How long it is, by the timetable of then."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} started", session=self.session)


class ClockPaused(_Fact, frozen=True):
    """The time of a session stands still."""

    kind: ClassVar = "clock-paused"
    category: ClassVar = Category.SESSION
    session: int
    reason: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} paused", session=self.session)


class ClockResumed(_Fact, frozen=True):
    """The time of a session runs on after a pause."""

    kind: ClassVar = "clock-resumed"
    category: ClassVar = Category.SESSION
    session: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} resumed", session=self.session)


class MinutesAdded(_Fact, frozen=True):
    """A session lasts longer, for everybody or at some tables; a negative number takes minutes back."""

    kind: ClassVar = "minutes-added"
    category: ClassVar = Category.SESSION
    session: int
    minutes: int
    tables: tuple[int, ...] = ()
    """Where; nothing: at every table."""
    reason: str = ""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Extra minutes in session {session}", session=self.session)


class ClockStopped(_Fact, frozen=True):
    """The time of a session is over at every table, whatever was left of it."""

    kind: ClassVar = "clock-stopped"
    category: ClassVar = Category.SESSION
    session: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Clock of session {session} stopped", session=self.session)


ClockFact = ClockStarted | ClockPaused | ClockResumed | MinutesAdded | ClockStopped
"""What the clock of a session did in the hall. Nothing takes it back: it happened, and undo leaves it alone."""


class RolePinSet(_Fact, frozen=True):
    """A role is held by a PIN from now on, of which only a salted hash is kept."""

    kind: ClassVar = "role-pin-set"
    category: ClassVar = Category.EVENT
    role: EventRole
    salt: str
    hash: str
    cost: int

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("PIN set: {role}", role=self.role.label)


class RolePinRemoved(_Fact, frozen=True):
    """A role needs no PIN any more."""

    kind: ClassVar = "role-pin-removed"
    category: ClassVar = Category.EVENT
    role: EventRole

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("PIN removed: {role}", role=self.role.label)


class PaperNoted(_Fact, frozen=True):
    """A report left the program: what is written later may put it out of date."""

    kind: ClassVar = "paper-noted"
    category: ClassVar = Category.EVENT
    report: str
    """Its name on the command line."""
    title: str
    """What stands at its head, in the language in which it was written."""
    format: str
    """``print``, or the kind of file."""
    entries: int
    """How many entries the event had that it shows."""
    session: int | None = None
    table: int | None = None
    hand: int | None = None
    prize_category: PrizeCategory | None = None
    """Of certificates and prizes: the one that was asked for."""
    first_places: int | None = None
    """Of the same: how many places."""
    public: bool = False
    """Made of what was public alone."""

    @property
    def what(self) -> Text:
        """What was done."""
        return mark("Report printed") if self.format == PRINTED else mark("Report saved")


PRINTED = "print"
"""The format of a report that went to a printer."""

PinFact = RolePinSet | RolePinRemoved
"""How the roles are held. Nothing takes it back: a PIN is set anew, or removed."""


class SigningKeySet(_Fact, frozen=True):
    """From now on the fingerprint of each closed session is signed with this key, where its secret key is."""

    kind: ClassVar = "signing-key-set"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Signing key set")
    key: bytes
    """The public key: the 32 bytes of Ed25519."""
    holder: str
    """Who has the secret key."""


class SigningKeyRemoved(_Fact, frozen=True):
    """Fingerprints are no longer signed; the signatures that are there stay."""

    kind: ClassVar = "signing-key-removed"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Signing key removed")


class FingerprintSigned(_Fact, frozen=True):
    """The holder of the key signed the fingerprint of everything before this entry."""

    kind: ClassVar = "fingerprint-signed"
    category: ClassVar = Category.SESSION
    what: ClassVar = mark("Fingerprint signed")
    session: int
    """The closed session that it was signed for."""
    entries: int
    """How many entries the fingerprint counts: those before this one."""
    hash: str
    """What they amount to, in full."""
    key: bytes
    holder: str
    signature: bytes
    """64 bytes of Ed25519 over :func:`tournament.ledger.signature.text_to_sign`."""


SigningFact = SigningKeySet | SigningKeyRemoved | FingerprintSigned
"""Who signs fingerprints, and what was signed. Nothing takes it back."""


class EventRecovered(_Fact, frozen=True):
    """What stands before it was recovered from a damaged file, and is not all that was written."""

    kind: ClassVar = "event-recovered"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Recovered from a damaged file")
    kept: int
    """How many entries were recovered."""
    lost: int
    """How many are known to be lost or left out."""


class EventRestored(_Fact, frozen=True):
    """What stands before it is a copy that was put in the place of the event file."""

    kind: ClassVar = "event-restored"
    category: ClassVar = Category.EVENT
    what: ClassVar = mark("Restored from a copy")
    copy: str
    """The name of its file."""
    replaced: int | None
    """How many entries the replaced file had; None where it could not be read."""
    fingerprint: str
    """Of the replaced file; nothing where it could not be read."""
    lost: int | None
    """How many of its entries are not in the copy; None where it could not be read."""


SeatingFact = PlayersSwapped | PlayerReplaced | SessionsRedrawn | SessionSeated
"""Changes to a published draw."""

PeopleFact = PlayerStateChanged | PlayersMerged
"""Who somebody is in the event: it changes seats too."""

SessionFact = SessionPublished | SessionStarted
"""What becomes of a session before its first hand."""

GameFact = EveningOpened | EveningChanged | GameSeated | GameReseated | GameTakenBack
"""What evenings consist of, where no draw seats the players."""

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
    | GameFact
)
"""What is done to the event as a whole, and can be undone."""

RowRepair = HandInserted | HandDeleted | HandMoved | ColumnsExchanged
"""What puts the rows of a sheet right: other hands keep what they say, and stand elsewhere or under other columns."""

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
"""What is done at one table, and can be undone."""

ClosingFact = SessionClosed | SessionReopened
"""The end of a session, and what takes it back."""

PublicationFact = ResultsPublished | ResultsWithdrawn
"""What is public of the results, and what takes it back."""

LastingFact = (
    HeadsChained
    | ClockFact
    | PinFact
    | SigningFact
    | ClosingFact
    | PublicationFact
    | EventRecovered
    | EventRestored
    | PaperNoted
)
"""What no undo takes back: a closed session is opened again by another fact, which says why."""

Fact = EventFact | TableFact | LastingFact | Undone | Redone
"""Everything that is written."""
