"""The event as its own stream tells it: settings, players, seating, sessions begun."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import Settings
from tournament.ledger.entry import Entry
from tournament.ledger.facts import (
    AttendanceNoted,
    DrawPublished,
    EventCreated,
    HeadsChained,
    PlayerChanged,
    PlayerRemoved,
    PlayersAdded,
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
        return replace(state, seating=fact.seating)
    if isinstance(fact, HeadsChained):
        if fact.moment == "start":
            return replace(state, started=state.started | {fact.session})
        return replace(state, ended=state.ended | {fact.session})
    return state
