"""A rehearsal of an event: its settings, players and seats in a file of its own, where nothing counts."""

from collections.abc import Sequence
from dataclasses import replace

from tournament.event.player import Player
from tournament.event.settings import TEXT_LENGTH
from tournament.language import language_of, mark
from tournament.use_cases.commands import CopyEvent
from tournament.use_cases.view import View

LEAST_PLAYERS = 4
"""With fewer there is nothing to practise: stand-ins play."""


def rehearsal_of(event: View, *, stand_ins: Sequence[Player] = ()) -> CopyEvent:
    """What begins a rehearsal of ``event``: as it is before anything is played.

    With the seats that are drawn, and no PINs: who practises may do everything. ``stand_ins`` play where the event has
    fewer than four players. Of a rehearsal it begins the same anew.
    """
    settings, state = event.settings, event.state
    players = tuple(sorted(state.players.values(), key=lambda player: player.number))
    if len(players) < LEAST_PLAYERS and stand_ins:
        first = state.last_number + 1
        players = (*players, *(replace(each, number=number) for number, each in enumerate(stand_ins, start=first)))
    seating = event.seating if settings.format.is_drawn else None
    practised = replace(settings, rehearsal=True, name=rehearsal_name(event))
    return CopyEvent(practised, players, seating=seating, logo=state.logo)


def rehearsal_name(event: View) -> str:
    """What the rehearsal of ``event`` is called, in the language of its papers: “Rehearsal: Open de l'Exemple”."""
    settings = event.settings
    if settings.rehearsal:
        return settings.name
    return language_of(settings.language).render(mark("Rehearsal: {name}", name=settings.name))[:TEXT_LENGTH]
