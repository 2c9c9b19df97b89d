"""The tiles laid out so far: read from what is typed, changed by a click, written back as text.

The text is what is kept; a click turns it into the next text, so that rack and line always say the same.
"""

from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from tournament.hand.legality import flower_problems, situation_problems, tile_problems
from tournament.hand.loose import Strict, strict
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.notation import format_meld
from tournament.hand.problem import HandProblem
from tournament.hand.reader import Reader
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.tiles.tile import FIRST_WIND, TILES, Tile

FLOWERS = "abcdefgh"
WHOLE = 14
"""Tiles of a won hand, a kong counted as three."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on the rack; not yet, or not at all, a legal hand."""

    melds: tuple[Meld, ...] = ()
    tiles: tuple[Tile, ...] = ()
    """Concealed tiles but for the winning one, in the order in which they came."""
    winning: Tile | None = None
    situation: Situation = EAST_BY_DISCARD
    flowers: str = ""
    """Letters a to h, as many as there are flowers."""

    @property
    def held(self) -> int:
        """Tiles, a kong counted as three."""
        return len(self.tiles) + 3 * len(self.melds) + (self.winning is not None)

    @property
    def whole(self) -> bool:
        """No tile is missing and none is too many."""
        return self.held == WHOLE

    def left(self, tile: Tile) -> int:
        """How many of four are still to be had; less than nothing for a fifth one."""
        melded = sum(meld.tiles.count(tile) for meld in self.melds)
        return 4 - melded - self.tiles.count(tile) - (self.winning is tile)

    def with_tile(self, tile: Tile) -> "Laid":
        """Add a tile, the last one as the winning tile; the same when there is no room or none is left."""
        if self.held >= WHOLE or self.left(tile) < 1:
            return self
        if self.held == WHOLE - 1 and self.winning is None:
            return replace(self, winning=tile)
        return replace(self, tiles=(*self.tiles, tile))

    def without_last(self) -> "Laid":
        """Take the last tile back, after the tiles the last set."""
        if self.winning is not None and (self.whole or not self.tiles):
            return replace(self, winning=None)
        if self.tiles:
            return replace(self, tiles=self.tiles[:-1])
        return replace(self, melds=self.melds[:-1])

    def without(self, index: int) -> "Laid":
        """Take a concealed tile back."""
        return replace(self, tiles=self.tiles[:index] + self.tiles[index + 1 :])

    def without_meld(self, index: int) -> "Laid":
        """Take a declared set back."""
        return replace(self, melds=self.melds[:index] + self.melds[index + 1 :])

    def with_winning(self, index: int) -> "Laid":
        """Make a concealed tile the winning one; what was the winning one joins the others."""
        before = () if self.winning is None else (self.winning,)
        kept = self.without(index).tiles
        return replace(self, tiles=kept + before, winning=self.tiles[index])

    def claims(self, tile: Tile) -> tuple[Meld, ...]:
        """The sets that concealed tiles make with ``tile`` as the claimed one, kong before pung before chow."""
        same = self.tiles.count(tile)
        found = [Meld(kind, tile) for kind, least in ((MeldKind.KONG, 4), (MeldKind.PUNG, 3)) if same >= least]
        if tile < FIRST_WIND:
            for place in (1, 2, 3):
                first = tile % 9 - place + 1
                if 0 <= first <= 6:
                    chow = Meld(MeldKind.CHOW, TILES[tile - place + 1], place)
                    if all(each in self.tiles for each in chow.tiles):
                        found.append(chow)
        return tuple(found)

    def claimed(self, meld: Meld) -> "Laid":
        """Set concealed tiles aside as a declared set."""
        kept = list(self.tiles)
        for tile in meld.tiles:
            kept.remove(tile)
        return replace(self, tiles=tuple(kept), melds=(*self.melds, meld))

    def with_meld(self, index: int, meld: Meld) -> "Laid":
        """Say otherwise where a declared set comes from, or what it is."""
        return replace(self, melds=(*self.melds[:index], meld, *self.melds[index + 1 :]))

    def with_flower(self, letter: str) -> "Laid":
        """Lay a flower down, or take it up again."""
        wanted = set(self.flowers) ^ {letter}
        return replace(self, flowers="".join(sorted(wanted)))


class Read(NamedTuple):
    """What was typed, read as far as it goes."""

    laid: Laid
    faults: tuple[HandProblem, ...]
    """Each with its column in what was typed; not what more typing may still put right."""
    pending: bool
    """Something at the end is half typed."""
    restated: bool = False
    """Other winds, or another way to win, are typed than the sheet has: the sheet's hold."""


def read(typed: str, given: Situation, *, fixed: bool = False) -> Read:
    """Read what was typed; ``given`` is the situation where nothing is said of it.

    With ``fixed`` the winds and the self-draw are the sheet's, whatever is typed.
    """
    meant = strict(in_letters(typed))
    reader = Reader(meant.text)
    said = meant.text.partition("|")[2].partition("|")[0].strip()
    situation = reader.situation if said else given
    stated = situation
    if fixed:
        situation = situation._replace(prevalent=given.prevalent, seat=given.seat, self_drawn=given.self_drawn)
    tiles, winning = tuple(reader.tiles), None
    if tiles and (meant.winning_named or len(tiles) + 3 * len(reader.melds) == WHOLE):
        tiles, winning = tiles[:-1], tiles[-1]
    laid = Laid(tuple(reader.melds), tiles, winning, situation, _letters(meant.text, reader.flowers))
    problems = [*reader.problems, *_faults(laid, reader)]
    placed = [problem.placed(meant.column(reader.column(problem))) for problem in problems]
    faults = [problem for problem in placed if not _half_typed(problem, typed, meant)]
    ordered = tuple(sorted(faults, key=lambda fault: fault.column))
    return Read(laid, ordered, len(faults) < len(placed), len(said) == 6 and stated != situation)


def in_letters(typed: str) -> str:
    """The same in the letters of the notation, which has no O: a reader of French writes it for West (*Ouest*)."""
    return typed.replace("O", "W")


def _faults(laid: Laid, reader: Reader) -> list[HandProblem]:
    """Faults that more tiles cannot put right."""
    found = [*tile_problems(laid.melds, reader.tiles, WHOLE), *flower_problems(reader.flowers)]
    kept = [problem for problem in found if problem.code != "tile-count" or laid.held > WHOLE]
    if laid.whole and laid.winning is not None and not reader.problems:
        kept += situation_problems(laid.melds, laid.tiles, laid.winning, laid.situation)
    return kept


def _half_typed(problem: HandProblem, typed: str, meant: Strict) -> bool:
    """Whether a fault lies at the end, where the next key may put it right."""
    rest = typed[problem.column - 1 :]
    if problem.code == "digit-without-suit":
        return rest.replace("!", "").strip().isdigit()
    if problem.code == "unclosed-bracket":
        return "|" not in rest
    if problem.code == "unknown-letter":
        return rest.strip() in ("!", "(")
    if problem.code == "situation":
        return "|" not in typed.partition("|")[2] and len(typed.partition("|")[2].strip()) < 6
    return problem.code == "not-a-set" and not meant.text


def _letters(text: str, count: int) -> str:
    written = text.rpartition("|")[2] if text.count("|") > 1 else ""
    return "".join(sorted(set(written))) if written and set(written) <= set(FLOWERS) else FLOWERS[: max(count, 0)]


def text_of(laid: Laid, given: Situation) -> str:
    """Write what lies there: :func:`read` gives it back. A situation as given is left out, unless flowers follow."""
    body = "".join(map(format_meld, laid.melds)) + _run(laid.tiles)
    if laid.winning is not None:
        body += ("" if laid.whole else "!") + laid.winning.text
    if laid.situation == given and not laid.flowers:
        return body
    return body + "|" + situation_text(laid.situation) + ("|" + laid.flowers if laid.flowers else "")


def situation_text(situation: Situation) -> str:
    """The part between the bars: ``NE0000``."""
    flags = (situation.self_drawn, situation.last_of_kind, situation.last_of_wall, situation.kong)
    return situation.prevalent.letter + situation.seat.letter + "".join("01"[flag] for flag in flags)


def _run(tiles: tuple[Tile, ...]) -> str:
    """Tiles in their order, neighbours of one suit sharing its letter."""
    written = []
    for suit, group in groupby(tiles, key=lambda tile: tile.suit):
        if suit is None:
            written.append("".join(tile.text for tile in group))
        else:
            written.append("".join(str(tile.rank) for tile in group) + suit.letter)
    return "".join(written)
