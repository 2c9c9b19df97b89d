# ruff: noqa: I001, PLC0414
"""The facts: what can happen in an event. Each is written once and never changed.

Players of a table are columns 0–3 (letters A–D), players of the event are numbers. Besides its content each fact
states, for whoever reads the ledger, what is not written:

- ``kind``: its name in the ledger, never changed;
- ``category``: what it is looked for together with;
- ``what``: its name in words;
- ``concerned``: the numbers of the players whom it is about; for the facts of a table, whose stream gives its four
  players, and for those of the whole event nobody in particular.

The facts are defined in the modules that are imported here, by what they are about; everybody imports them from here.
A new fact goes into one of the unions: every reader then fails the type checker until it knows the fact.
"""

from tournament.ledger.event_facts import (
    EventCreated as EventCreated,
    LogoChanged as LogoChanged,
    PRINTED as PRINTED,
    PaperNoted as PaperNoted,
    PinFact as PinFact,
    RolePinRemoved as RolePinRemoved,
    RolePinSet as RolePinSet,
    SettingsChanged as SettingsChanged,
)
from tournament.ledger.fact import Category as Category, HallDraw as HallDraw
from tournament.ledger.journal_facts import (
    EventRecovered as EventRecovered,
    EventRestored as EventRestored,
    FingerprintSigned as FingerprintSigned,
    Head as Head,
    HeadsChained as HeadsChained,
    HostTakenOver as HostTakenOver,
    Redone as Redone,
    SigningFact as SigningFact,
    SigningKeyRemoved as SigningKeyRemoved,
    SigningKeySet as SigningKeySet,
    Undone as Undone,
)
from tournament.ledger.phone_facts import (
    CallAnswered as CallAnswered,
    HandProposed as HandProposed,
    PhoneFact as PhoneFact,
    ProposalConfirmed as ProposalConfirmed,
    ProposalDismissed as ProposalDismissed,
    RefereeCalled as RefereeCalled,
    TableEntryAllowed as TableEntryAllowed,
    TableEntryEnded as TableEntryEnded,
    TableEntryFact as TableEntryFact,
    TableLinkRevoked as TableLinkRevoked,
)
from tournament.ledger.player_facts import (
    AttendanceNoted as AttendanceNoted,
    PeopleFact as PeopleFact,
    PlayerChanged as PlayerChanged,
    PlayerRemoved as PlayerRemoved,
    PlayerStateChanged as PlayerStateChanged,
    PlayersAdded as PlayersAdded,
    PlayersMerged as PlayersMerged,
)
from tournament.ledger.seating_facts import (
    DrawPublished as DrawPublished,
    GameReseated as GameReseated,
    GameSeated as GameSeated,
    GameTakenBack as GameTakenBack,
    Leaving as Leaving,
    LotDrawn as LotDrawn,
    PlayerReplaced as PlayerReplaced,
    PlayersSwapped as PlayersSwapped,
    SeatingFact as SeatingFact,
    TableAdded as TableAdded,
    TableLeftOut as TableLeftOut,
    SessionSeated as SessionSeated,
    SessionsRedrawn as SessionsRedrawn,
)
from tournament.ledger.session_facts import (
    ClockFact as ClockFact,
    ClockPaused as ClockPaused,
    ClockResumed as ClockResumed,
    ClockStarted as ClockStarted,
    ClockStopped as ClockStopped,
    ClosingFact as ClosingFact,
    EveningChanged as EveningChanged,
    EveningOpened as EveningOpened,
    MinutesAdded as MinutesAdded,
    PlanFact as PlanFact,
    PublicationFact as PublicationFact,
    ResultsPublished as ResultsPublished,
    ResultsWithdrawn as ResultsWithdrawn,
    SessionClosed as SessionClosed,
    SessionFact as SessionFact,
    SessionPublished as SessionPublished,
    SessionReopened as SessionReopened,
    SessionStarted as SessionStarted,
    SessionsAdded as SessionsAdded,
    SessionsCancelled as SessionsCancelled,
)
from tournament.ledger.table_facts import (
    ColumnsExchanged as ColumnsExchanged,
    HandCorrected as HandCorrected,
    HandDeleted as HandDeleted,
    HandInserted as HandInserted,
    HandMoved as HandMoved,
    HandRecorded as HandRecorded,
    PaperReading as PaperReading,
    PenaltyCancelled as PenaltyCancelled,
    PenaltyGiven as PenaltyGiven,
    RowRepair as RowRepair,
    RowTiles as RowTiles,
    SheetClosed as SheetClosed,
    SheetConfirmed as SheetConfirmed,
    SheetMoved as SheetMoved,
    SheetRejected as SheetRejected,
    SheetReopened as SheetReopened,
    TableFact as TableFact,
    TotalsRecorded as TotalsRecorded,
    TotalsTyped as TotalsTyped,
)

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
    | PlanFact
    | GameFact
)
"""What is done to the event as a whole, and can be undone."""

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
)
"""What no undo takes back: a closed session is opened again by another fact, which says why."""

Fact = EventFact | TableFact | LastingFact | PhoneFact | Undone | Redone
"""Everything that is written."""
