"""The 34 Grands Jeux (Poilbarbe, Annexe 1): each with the ways to lay it out in parts.

A pung may be a kong, which counts as three tiles. A declared set must be a whole part, or a chow within a run; all
other tiles stay concealed until the winning tile (docs/rules.md, French classical).
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from tournament.hand.meld import Meld, MeldKind
from tournament.hand.player_hand import COMPLETE, PlayerHand
from tournament.rules.item import Item, Unit
from tournament.rules.pattern import Names
from tournament.tiles.packed import EVERY, ORPHANS, kinds_in, pack, present
from tournament.tiles.tile import FIRST_WIND, TILES, Suit, Tile, suited
from tournament.tiles.wind import Wind

WINDS = (Tile.EAST, Tile.SOUTH, Tile.WEST, Tile.NORTH)
DRAGONS = (Tile.RED, Tile.GREEN, Tile.WHITE)
HONOURS = (*WINDS, *DRAGONS)
DRAGON_OF = {Suit.CHARACTERS: Tile.RED, Suit.BAMBOOS: Tile.GREEN, Suit.DOTS: Tile.WHITE}
"""The dragon that belongs to a suit (Annexe 1, the sign 中)."""


class PartKind(Enum):
    """The kind of a part of a Grand Jeu, which decides what of it may have been declared."""

    PUNG = "pung"
    """Three equal tiles, or a kong."""
    RUN = "run"
    """Consecutive tiles of one suit: three of them may be a declared chow."""
    OTHER = "other"
    """Pairs, single tiles, alternating runs, the sequence of dragons: none of these can be declared."""


class Part(NamedTuple):
    """A part of a Grand Jeu."""

    kind: PartKind
    tiles: tuple[Tile, ...]
    packed: int


Parts = tuple[Part, ...]
Layout = tuple[Wind | None, Parts]
"""A way to lay out a Grand Jeu: the wind that the player must have (None: any), and the parts."""


class GrandJeu(NamedTuple):
    """One row of the table of Grands Jeux."""

    item: Item
    layouts: Callable[[], Iterator[Layout]] | None
    """Yields every way to lay it out; None if it consists of seven pairs."""
    kinds: int = EVERY
    """For seven pairs: the kinds of tiles that they may consist of, as a mask."""
    outer_kongs: bool | None = None
    """Whether the pungs of 1 and of 9 must both be kongs (True), or must not both be (False). None if it makes no
    difference."""


def _part(kind: PartKind, tiles: tuple[Tile, ...]) -> Part:
    return Part(kind, tiles, pack(tiles))


@cache
def _pung(tile: Tile) -> Part:
    return _part(PartKind.PUNG, (tile,) * 3)


@cache
def _run(suit: Suit, first: int, last: int) -> Part:
    return _part(PartKind.RUN, tuple(suited(suit, rank) for rank in range(first, last + 1)))


@cache
def _pair(tile: Tile) -> Part:
    return _part(PartKind.OTHER, (tile, tile))


@cache
def _other(*tiles: Tile) -> Part:
    return _part(PartKind.OTHER, tiles)


def _pungs(tiles: Iterable[Tile]) -> Parts:
    return tuple(map(_pung, tiles))


def _pairs(tiles: Iterable[Tile]) -> Parts:
    return tuple(map(_pair, tiles))


def _with_fifth(parts: Parts) -> Iterator[Layout]:
    """Yield the layouts of ``parts`` with one tile of each wind and a fifth wind tile."""
    for fifth in WINDS:
        yield None, (*parts, _other(*WINDS), _other(fifth))


def _own() -> Iterator[tuple[Wind, Tile]]:
    """Return each wind with its tile, as the wind of the player."""
    return zip(Wind, WINDS, strict=True)


def _same_number() -> Iterator[Parts]:
    """Yield three pungs of the same number, one in each suit."""
    for rank in range(1, 10):
        yield _pungs(suited(suit, rank) for suit in Suit)


def _alternating() -> Iterator[Part]:
    """Yield the numbers 1 to 9 as one part, in which the suits alternate."""
    for suits in permutations(Suit):
        yield _other(*(suited(suits[(rank - 1) % 3], rank) for rank in range(1, 10)))


def _sept_lanternes() -> Iterator[Layout]:
    for suit, twin, dragon, (wind, own) in product(Suit, range(1, 8), DRAGONS, tuple(_own())):
        yield wind, (_run(suit, 1, 7), _other(suited(suit, twin)), _pung(dragon), _pung(own))


def _chows_of_three_suits() -> Iterator[Parts]:
    for lows in product(range(1, 8), repeat=3):
        yield tuple(_run(suit, low, low + 2) for suit, low in zip(Suit, lows, strict=True))


def _chow_venteux() -> Iterator[Layout]:
    for chows in _chows_of_three_suits():
        yield from _with_fifth(chows)


def _chow_royal() -> Iterator[Layout]:
    for chows, (wind, own) in product(_chows_of_three_suits(), tuple(_own())):
        yield wind, (*chows, _other(*DRAGONS), _pair(own))


def _nine_pieces() -> Iterator[Layout]:
    for suit, twin in product(Suit, range(2, 9)):
        outer = _pungs((suited(suit, 1), suited(suit, 9)))
        yield None, (*outer, _run(suit, 2, 8), _other(suited(suit, twin)))


def _joueur_maladroit() -> Iterator[Layout]:
    for suit, dragon in product(Suit, DRAGONS):
        yield None, (_run(suit, 1, 7), _other(*WINDS), _pung(dragon))


def _pung_venteux() -> Iterator[Layout]:
    for ranks in product(range(1, 10), repeat=3):
        yield from _with_fifth(_pungs(suited(suit, rank) for suit, rank in zip(Suit, ranks, strict=True)))


def _petit_serpent() -> Iterator[Layout]:
    for suit, dragon in product(Suit, DRAGONS):
        yield None, (_run(suit, 1, 9), _other(*WINDS), _other(dragon))


def _paires_venteuses() -> Iterator[Layout]:
    for ranks in product(range(1, 10), repeat=3):
        suit_pairs = _pairs(suited(suit, rank) for suit, rank in zip(Suit, ranks, strict=True))
        yield None, (*_pairs(WINDS), *suit_pairs)


def _jardin() -> Iterator[Layout]:
    for suit in Suit:
        yield None, (_run(suit, 1, 7), _other(*DRAGONS), _other(*WINDS))


def _grands_freres() -> Iterator[Layout]:
    for suit, (wind, own) in product(Suit, tuple(_own())):
        for honour in HONOURS:
            if honour is not own:
                yield wind, (_run(suit, 1, 9), _pung(honour), _pair(own))


def _precious(suit: Suit, ranks: Iterable[int] = range(1, 10)) -> Callable[[], Iterator[Layout]]:
    """Return the layouts of three pungs and a pair of ``suit`` and a pung of its dragon."""
    chosen = tuple(ranks)

    def layouts() -> Iterator[Layout]:
        for pair in chosen:
            for pungs in combinations([rank for rank in chosen if rank != pair], 3):
                suit_pungs = _pungs(suited(suit, rank) for rank in pungs)
                yield None, (*suit_pungs, _pung(DRAGON_OF[suit]), _pair(suited(suit, pair)))

    return layouts


def _shozum() -> Iterator[Layout]:
    for suit, ranks in product(Suit, tuple(combinations(range(1, 10), 6))):
        yield None, (*_pairs(suited(suit, rank) for rank in ranks), _pair(DRAGON_OF[suit]))


def _great_snake(suit: Suit) -> Callable[[], Iterator[Layout]]:
    """Return the layouts of 1 to 9 of ``suit``, a pung of its dragon and a pair of honours."""

    def layouts() -> Iterator[Layout]:
        for honour in HONOURS:
            if honour is not DRAGON_OF[suit]:
                yield None, (_run(suit, 1, 9), _pung(DRAGON_OF[suit]), _pair(honour))

    return layouts


def _serpentin_des_vents() -> Iterator[Layout]:
    for run, honour in product(tuple(_alternating()), HONOURS):
        yield None, (run, _other(*WINDS), _other(honour))


def _triangle_venteux() -> Iterator[Layout]:
    for pungs in _same_number():
        yield from _with_fifth(pungs)


def _serpentin_royal() -> Iterator[Layout]:
    for run, (wind, own) in product(tuple(_alternating()), tuple(_own())):
        yield wind, (run, _other(*DRAGONS), _pair(own))


def _treize_lanternes() -> Iterator[Layout]:
    for twin in kinds_in(ORPHANS):
        yield None, (_other(*(TILES[kind] for kind in kinds_in(ORPHANS))), _other(TILES[twin]))


def _pung_royal() -> Iterator[Layout]:
    for pungs, (wind, own) in product(tuple(_same_number()), tuple(_own())):
        yield wind, (*pungs, _other(*DRAGONS), _pair(own))


def _quatre_bonheurs() -> Iterator[Layout]:
    for tile in TILES:
        if tile not in WINDS:
            yield None, (*_pungs(WINDS), _pair(tile))


def _apotres() -> Iterator[Layout]:
    for suit, low, pair in product(Suit, range(1, 8), range(1, 10)):
        yield None, (*_pungs(DRAGONS), _run(suit, low, low + 2), _pair(suited(suit, pair)))


def _fils_adoptifs() -> Iterator[Layout]:
    for pungs, wind in product(tuple(_same_number()), WINDS):
        yield None, (*pungs, _pung(Tile.RED), _pair(wind))


def _triangle_eternel() -> Iterator[Layout]:
    yield None, _pairs(HONOURS)


def _ennemis() -> Iterator[Layout]:
    for (first, second), suit in product((WINDS[::2], WINDS[1::2]), Suit):
        others = [wind for wind in WINDS if wind not in {first, second}]
        yield None, (*_pungs((first, second, suited(suit, 1), suited(suit, 9))), _other(*others))


def _tempete() -> Iterator[Layout]:
    for dragons in combinations(DRAGONS, 2):
        yield None, (*_pungs(dragons), *_pairs(WINDS))


def _souffle() -> Iterator[Layout]:
    yield from _with_fifth(_pungs(DRAGONS))


def _imperial() -> Iterator[Layout]:
    for wind in WINDS:
        yield None, (*_pungs(DRAGONS), _other(*DRAGONS), _pair(wind))


def _jeu(points: int, slug: str, french: str, english: str, fr: str, en: str) -> Item:
    return Item(slug, points, Names(english, french), Names(en, fr), Unit.FLAT)


_ROWS = (
    GrandJeu(_jeu(500, "main-de-paires", "La Main de Paires", "Seven Pairs",
                  "7 paires quelconques", "Any 7 pairs"), None),
    GrandJeu(_jeu(500, "7-lanternes-du-palais", "Les 7 Lanternes du Palais", "7 Lanterns of the Palace",
                  "1 à 7 d'une série, une tuile formant la paire, Pung de dragons, Pung de vent du joueur",
                  "1 to 7 of a suit, a twin of one of them, a pung of dragons, a pung of the own wind"),
             _sept_lanternes),
    GrandJeu(_jeu(500, "chow-venteux", "Les Chow Venteux", "Windy Chows",
                  "Un Chow de chaque série, les 4 vents, un cinquième vent",
                  "A chow in each suit, the 4 winds and a fifth"), _chow_venteux),
    GrandJeu(_jeu(600, "chow-royal", "Le Chow Royal", "Royal Chow",
                  "3 Chow de séries différentes, les 3 dragons, une paire de vent du joueur",
                  "3 chows of different suits, the 3 dragons, a pair of the own wind"), _chow_royal),
    GrandJeu(_jeu(700, "main-chinoise", "La Main Chinoise", "Chinese Hand",
                  "Pung de 1 et de 9, 2 à 8 de la série, une tuile formant la paire avec l'une d'elles",
                  "Pungs of 1 and 9, 2 to 8 of the suit, and a twin of one of these"), _nine_pieces,
             outer_kongs=False),
    GrandJeu(_jeu(700, "joueur-maladroit", "Le Joueur Maladroit", "Clumsy Player",
                  "1 à 7 d'une série, les 4 vents, un Pung de dragons",
                  "1 to 7 of a suit, the 4 winds, a pung of dragons"), _joueur_maladroit),
    GrandJeu(_jeu(700, "main-pleine-de-9-pieces", "La Main Pleine de 9 Pièces", "Full Hand of 9 Pieces",
                  "Tous les 1 et tous les 9 d'une série, 2 à 8, une tuile formant la paire avec l'une d'elles",
                  "All the 1s and all the 9s of a suit, 2 to 8, and a twin of one of these"), _nine_pieces,
             outer_kongs=True),
    GrandJeu(_jeu(800, "pung-venteux", "Les Pung Venteux", "Windy Pungs",
                  "Un Pung de chaque série, les 4 vents, un cinquième vent",
                  "A pung in each suit, the 4 winds and a fifth"), _pung_venteux),
    GrandJeu(_jeu(1000, "petit-serpent", "Le Petit Serpent", "Little Snake",
                  "1 à 9 d'une série, les 4 vents, un dragon", "1 to 9 of a suit, the 4 winds, a dragon"),
             _petit_serpent),
    GrandJeu(_jeu(1000, "paires-venteuses", "Les Paires Venteuses", "Windy Pairs",
                  "Une paire de chaque vent, une paire de chaque série",
                  "A pair of each wind and a pair in each suit"), _paires_venteuses),
    GrandJeu(_jeu(1100, "jardin-de-gretos", "Le Jardin de Gretos", "Garden of Gretos",
                  "1 à 7 d'une série, les 3 dragons, les 4 vents", "1 to 7 of a suit, the 3 dragons, the 4 winds"),
             _jardin),
    GrandJeu(_jeu(1200, "grands-freres", "Les Grands Frères", "Big Brothers",
                  "1 à 9 d'une série, un Pung d'honneurs, une paire de vent du joueur",
                  "1 to 9 of a suit, a pung of honours, a pair of the own wind"), _grands_freres),
    GrandJeu(_jeu(1300, "main-d-opaline", "La Main d'Opaline", "Opaline Hand",
                  "3 Pung de cercles, Pung de dragons blancs, paire de cercles",
                  "3 pungs of circles, a pung of white dragons, a pair of circles"), _precious(Suit.DOTS)),
    GrandJeu(_jeu(1300, "main-de-jade", "La Main de Jade", "Jade Hand",
                  "3 Pung de bambous, Pung de dragons verts, paire de bambous",
                  "3 pungs of bamboos, a pung of green dragons, a pair of bamboos"), _precious(Suit.BAMBOOS)),
    GrandJeu(_jeu(1300, "main-de-corail", "La Main de Corail", "Coral Hand",
                  "3 Pung de caractères, Pung de dragons rouges, paire de caractères",
                  "3 pungs of characters, a pung of red dragons, a pair of characters"),
             _precious(Suit.CHARACTERS)),
    GrandJeu(_jeu(1300, "paires-de-shozum", "Les Paires de Shozum", "Pairs of Shozum",
                  "6 paires différentes d'une série, une paire de son dragon",
                  "6 different pairs of a suit, a pair of its dragon"), _shozum),
    GrandJeu(_jeu(1400, "main-de-diamant", "La Main de Diamant", "Diamond Hand",
                  "1 à 9 de cercles, Pung de dragons blancs, une paire d'honneurs",
                  "1 to 9 of circles, a pung of white dragons, a pair of honours"), _great_snake(Suit.DOTS)),
    GrandJeu(_jeu(1400, "main-d-emeraude", "La Main d'Émeraude", "Emerald Hand",
                  "1 à 9 de bambous, Pung de dragons verts, une paire d'honneurs",
                  "1 to 9 of bamboos, a pung of green dragons, a pair of honours"), _great_snake(Suit.BAMBOOS)),
    GrandJeu(_jeu(1400, "main-de-rubis", "La Main de Rubis", "Ruby Hand",
                  "1 à 9 de caractères, Pung de dragons rouges, une paire d'honneurs",
                  "1 to 9 of characters, a pung of red dragons, a pair of honours"),
             _great_snake(Suit.CHARACTERS)),
    GrandJeu(_jeu(1400, "serpentin-des-4-vents", "Le Serpentin des 4 Vents", "Streamer of the 4 Winds",
                  "1 à 9 en alternant les 3 séries, les 4 vents, un honneur quelconque",
                  "1 to 9 with the 3 suits in turn, the 4 winds, any honour"), _serpentin_des_vents),
    GrandJeu(_jeu(1400, "triangle-venteux", "Le Triangle Venteux", "Windy Triangle",
                  "3 Pung de même valeur, les 4 vents, un cinquième vent",
                  "3 pungs of the same number, the 4 winds and a fifth"), _triangle_venteux),
    GrandJeu(_jeu(1500, "serpentin-royal", "Le Serpentin Royal", "Royal Streamer",
                  "1 à 9 en alternant les 3 séries, les 3 dragons, une paire de vent du joueur",
                  "1 to 9 with the 3 suits in turn, the 3 dragons, a pair of the own wind"), _serpentin_royal),
    GrandJeu(_jeu(1600, "treize-lanternes-merveilleuses", "Les Treize Lanternes Merveilleuses",
                  "Thirteen Wonderful Lanterns",
                  "Tous les honneurs, 1 et 9 compris, et un quatorzième",
                  "Each wind, dragon, 1 and 9, and a fourteenth of them"), _treize_lanternes),
    GrandJeu(_jeu(1700, "7-muses-du-poete-chinois", "Les 7 Muses du Poète Chinois", "7 Muses of the Chinese Poet",
                  "7 paires de vents, dragons, 1 ou 9", "7 pairs of winds, dragons, 1s or 9s"), None, kinds=ORPHANS),
    GrandJeu(_jeu(1800, "pung-royal", "Le Pung Royal", "Royal Pung",
                  "3 Pung de même valeur, les 3 dragons, une paire de vent du joueur",
                  "3 pungs of the same number, the 3 dragons, a pair of the own wind"), _pung_royal),
    GrandJeu(_jeu(2000, "quatre-bonheurs-domestiques", "Les Quatre Bonheurs Domestiques",
                  "Four Domestic Blessings",
                  "Un Pung de chaque vent, une paire quelconque", "A pung of each wind, any pair"),
             _quatre_bonheurs),
    GrandJeu(_jeu(2000, "3-grands-apotres", "Les 3 Grands Apôtres", "3 Great Apostles",
                  "Un Brelan de chaque dragon, une suite et une paire de la même série",
                  "A pung of each dragon, a chow and a pair of one suit"), _apotres),
    GrandJeu(_jeu(2200, "3-fils-adoptifs-du-dragon", "Les 3 Fils Adoptifs du Dragon",
                  "3 Adopted Sons of the Dragon",
                  "3 Pung de même valeur, un Pung de dragons rouges, une paire de vents",
                  "3 pungs of the same number, a pung of red dragons, a pair of winds"), _fils_adoptifs),
    GrandJeu(_jeu(2500, "triangle-eternel", "Le Triangle Éternel", "Eternal Triangle",
                  "Une paire de chaque honneur (le Yin et le Yang)", "A pair of each honour (Yin and Yang)"),
             _triangle_eternel),
    GrandJeu(_jeu(2500, "ennemis", "Les Ennemis", "Enemies",
                  "Pung de deux vents opposés, de 1 et de 9 d'une série, les deux autres vents",
                  "Pungs of two opposite winds, of 1 and 9 of one suit, and the two other winds"), _ennemis),
    GrandJeu(_jeu(3000, "tempete", "La Tempête", "Tempest",
                  "2 Pung de dragons, une paire de chaque vent", "2 pungs of dragons, a pair of each wind"), _tempete),
    GrandJeu(_jeu(3500, "grande-main-verte", "La Grande Main Verte", "Great Green Hand",
                  "3 Pung pairs de bambous, Pung de dragons verts, paire de bambous pairs",
                  "3 even pungs of bamboos, a pung of green dragons, an even pair of bamboos"),
             _precious(Suit.BAMBOOS, (2, 4, 6, 8))),
    GrandJeu(_jeu(4000, "souffle-du-dragon", "Le Souffle du Dragon", "Breath of the Dragon",
                  "Un Pung de chaque dragon, les 4 vents, un cinquième vent",
                  "A pung of each dragon, the 4 winds and a fifth"), _souffle),
    GrandJeu(_jeu(5000, "mah-jong-imperial", "Le Mah-Jong Impérial", "Imperial Mah-Jong",
                  "3 Pung de dragons, une séquence de dragons, une paire de vents",
                  "3 pungs of dragons, a sequence of the dragons, a pair of winds"), _imperial),
)  # fmt: skip
"""All Grands Jeux in the order of the document."""

GRANDS_JEUX = tuple(jeu._replace(item=jeu.item._replace(number=str(number))) for number, jeu in enumerate(_ROWS, 1))
"""The 34 Grands Jeux, numbered in the order of the document."""
BY_SLUG = {jeu.item.slug: jeu for jeu in GRANDS_JEUX}


class FoundJeu(NamedTuple):
    """A Grand Jeu that a hand forms."""

    item: Item
    groups: tuple[tuple[Tile, ...], ...]
    """The tiles of its parts; a kong has four."""


@cache
def _layouts() -> dict[int, list[tuple[GrandJeu, Wind | None, Parts]]]:
    """Return all layouts by their fourteen packed tiles, about nine thousand different ones."""
    found: dict[int, list[tuple[GrandJeu, Wind | None, Parts]]] = {}
    for jeu in GRANDS_JEUX:
        if jeu.layouts is not None:
            for wind, parts in jeu.layouts():
                found.setdefault(sum([part.packed for part in parts]), []).append((jeu, wind, parts))
    return found


def found_in(hand: PlayerHand) -> tuple[FoundJeu, ...]:
    """Return every Grand Jeu that the winner's tiles form, in the order of the document."""
    if hand.size != COMPLETE:
        return ()
    tiles = pack(hand.held) + pack(tile for meld in hand.melds for tile in meld.tiles[:3])
    found: dict[str, FoundJeu] = {}
    if not hand.melds and not tiles & EVERY:
        held = sorted(hand.held)
        pairs = tuple((tile, tile) for tile in held[::2])
        for jeu in GRANDS_JEUX:
            if jeu.layouts is None and not present(tiles) & ~jeu.kinds:
                found[jeu.item.slug] = FoundJeu(jeu.item, pairs)
    for jeu, wind, parts in _layouts().get(tiles, ()):
        if wind in {None, hand.own} and _declared_as_parts(hand.melds, parts) and _kongs_fit(hand.melds, jeu):
            found.setdefault(jeu.item.slug, FoundJeu(jeu.item, _groups(hand.melds, parts)))
    return tuple(found[slug] for slug in BY_SLUG if slug in found)


def _declared_as_parts(melds: tuple[Meld, ...], parts: Parts) -> bool:
    """Return whether every declared set is a whole part, or a chow within a run.

    Two chows may not share a tile of a run, since the run has each tile only once.
    """
    used: set[Tile] = set()
    for meld in melds:
        tiles = meld.tiles[:3]
        if meld.kind is not MeldKind.CHOW:
            if not any(part.kind is PartKind.PUNG and part.tiles == tiles for part in parts):
                return False
        elif used.intersection(tiles) or not any(
            part.kind is PartKind.RUN and set(tiles) <= set(part.tiles) for part in parts
        ):
            return False
        else:
            used.update(tiles)
    return True


def _kongs_fit(melds: tuple[Meld, ...], jeu: GrandJeu) -> bool:
    if jeu.outer_kongs is None:
        return True
    both = sum(meld.kong and meld.tile < FIRST_WIND and meld.tile % 9 in {0, 8} for meld in melds) == 2
    return both is jeu.outer_kongs


def _groups(melds: tuple[Meld, ...], parts: Parts) -> tuple[tuple[Tile, ...], ...]:
    """Return the tiles of each part, of a kong all four."""
    kongs = {meld.tile for meld in melds if meld.kong}
    return tuple(
        part.tiles + part.tiles[:1] if part.kind is PartKind.PUNG and part.tiles[0] in kongs else part.tiles
        for part in parts
    )
