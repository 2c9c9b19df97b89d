"""The event as its own stream tells it: settings, players, seating, sessions begun."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tournament.event.player import Player
from tournament.event.seating import Final, Seating
from tournament.event.settings import Settings
from tournament.ledger.entry import Entry
from tournament.ledger.facts import (
    AttendanceNoted,
    DrawPublished,
    EventCreated,
    HeadsChained,
    LotDrawn,
    PlayerChanged,
    PlayerRemoved,
    PlayerReplaced,
    PlayersAdded,
    PlayersSwapped,
    SessionSeated,
    SessionsRedrawn,
    SettingsChanged,
)


@dataclass(frozen=True, slots=True)
class EventState:
    """What the event's stream amounts to."""

    settings: Settings
    players: Mapping[int, Player] = field(default_factory=dict)
    """By number, in the order of numbers."""
    present: frozenset[int] = frozenset()
    """Numbers of the players who reported at the desk."""
    seating: Seating | None = None
    finals: tuple[Final, ...] = ()
    """The cuts, in the order of sessions."""
    lots: Mapping[int, int] = field(default_factory=dict)
    """The number that each player drew, by number of the player."""
    started: frozenset[int] = frozenset()
    """Sessions in which something was entered."""
    ended: frozenset[int] = frozenset()
    """Sessions of which every sheet was verified once."""
    last_number: int = 0
    """The highest player number ever given."""


def state_of(entries: Iterable[Entry]) -> EventState:
    """Fold the standing entries of the event's stream, the first of which creates the event."""
    state = EventState(Settings(name=""))
    for entry in entries:
        state = _after(state, entry)
    return state


def _after(state: EventState, entry: Entry) -> EventState:
    fact = entry.fact
    if isinstance(fact, EventCreated | SettingsChanged):
        return replace(state, settings=fact.settings)
    if isinstance(fact, PlayersAdded):
        players = {**state.players, **{player.number: player for player in fact.players}}
        return replace(state, players=players, last_number=max(state.last_number, *players))
    if isinstance(fact, PlayerChanged):
        return replace(state, players={**state.players, fact.player.number: fact.player})
    if isinstance(fact, PlayerRemoved):
        players = {number: player for number, player in state.players.items() if number != fact.number}
        return replace(state, players=players, present=state.present - {fact.number})
    if isinstance(fact, AttendanceNoted):
        noted = frozenset(fact.players)
        return replace(state, present=state.present | noted if fact.present else state.present - noted)
    if isinstance(fact, DrawPublished):
        return replace(state, seating=fact.seating, finals=())
    if isinstance(fact, LotDrawn):
        lots = {player: lot for player, lot in state.lots.items() if player != fact.player}
        return replace(state, lots={**lots, fact.player: fact.lot} if fact.lot else lots)
    if isinstance(fact, PlayersSwapped | PlayerReplaced | SessionsRedrawn | SessionSeated):
        return _reseated(state, fact)
    if isinstance(fact, HeadsChained):
        if fact.moment == "start":
            return replace(state, started=state.started | {fact.session})
        return replace(state, ended=state.ended | {fact.session})
    return state


def _reseated(state: EventState, fact: PlayersSwapped | PlayerReplaced | SessionsRedrawn | SessionSeated) -> EventState:
    seating = state.seating or Seating(())
    if isinstance(fact, PlayersSwapped):
        names = {fact.one: fact.other, fact.other: fact.one}
        return replace(state, seating=seating.renamed(names, fact.sessions))
    if isinstance(fact, PlayerReplaced):
        return replace(
            state,
            seating=seating.renamed({fact.number: fact.by.number}, fact.sessions),
            players={**state.players, fact.by.number: fact.by},
            last_number=max(state.last_number, fact.by.number),
            finals=tuple(_with_replaced(final, fact) for final in state.finals),
        )
    if isinstance(fact, SessionsRedrawn):
        changed = dict(enumerate(fact.sessions, start=fact.first))
        return replace(state, seating=seating.with_tables(changed))
    finals = tuple(final for final in state.finals if final.session < fact.session)
    if fact.final is None:
        return replace(state, seating=seating.with_tables({fact.session: fact.tables}), finals=finals)
    later = dict.fromkeys(range(fact.session + 1, len(seating.sessions) + 1), ())
    changed = {**later, fact.session: fact.tables}
    return replace(state, seating=seating.with_tables(changed), finals=(*finals, fact.final))


def _with_replaced(final: Final, fact: PlayerReplaced) -> Final:
    """Who takes a finalist's seats is a finalist too; the one who left stays one only if he played in the final."""
    if fact.number not in final.players or fact.by.number in final.players:
        return final
    if final.session in fact.sessions:
        players = tuple(fact.by.number if number == fact.number else number for number in final.players)
        return replace(final, players=players)
    return replace(final, players=(*final.players, fact.by.number))
