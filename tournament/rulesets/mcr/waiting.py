"""What thirteen tiles wait for, and what each tile would be worth."""

from tournament.hand.completing import completing
from tournament.hand.hand import Hand, Waiting
from tournament.rules.wait import Wait
from tournament.rulesets.mcr.profiles import Profile
from tournament.rulesets.mcr.scoring import score
from tournament.tiles.packed import UNITS, fours, kinds_in
from tournament.tiles.tile import TILES, Tile


def waits(waiting: Waiting, *, profile: Profile | str = "mcr") -> tuple[Wait, ...]:
    """Every tile that completes the thirteen, in tile order; nothing when they are not ready.

    The winds of ``waiting.situation`` and its flag for the last of the wall are kept, its flags for
    the winning tile are not: that tile is not known yet.
    """
    held = fours(waiting.packed)
    found = completing(waiting.packed_concealed, len(waiting.melds))
    return tuple(
        Wait(TILES[kind], None, None) if held & UNITS[kind] else _wait(waiting, TILES[kind], profile)
        for kind in kinds_in(found)
    )


def _wait(waiting: Waiting, tile: Tile, profile: Profile | str) -> Wait:
    by_discard, by_self_draw = (
        score(
            Hand(
                waiting.melds,
                waiting.concealed,
                tile,
                waiting.situation._replace(self_drawn=self_drawn, kong=False, last_of_kind=False),
                waiting.flowers,
            ),
            profile=profile,
        )
        for self_drawn in (False, True)
    )
    return Wait(tile, by_discard, by_self_draw)
