"""Points and doubles that any hand can have (Poilbarbe, Annexe 2): the score sheet of the document as rows of data."""

from tournament.rules.item import Item, Unit
from tournament.rules.pattern import Names

_TIMES = Unit.TIMES


def _set_item(kind: str, held: str, tiles: str, value: int) -> Item:
    """Return the row of pungs or kongs of some tiles, exposed or concealed."""
    english = {"simple": "2 to 8", "outer": "1, 9 or winds", "dragons": "dragons"}[tiles]
    french = {"simple": "2 à 8", "outer": "1 ou 9 ou vents", "dragons": "dragons"}[tiles]
    printed = {"pung": "Pung / Brelan", "kong": "Kong / Carré"}[kind]
    shown = {"exposed": "exposé", "concealed": "caché"}[held]
    made = {
        "pung": ("Three equal tiles", "Trois tuiles identiques"),
        "kong": ("Four equal tiles", "Quatre tuiles identiques"),
    }
    return Item(
        f"{held}-{kind}-{tiles}",
        value,
        Names(f"{held.capitalize()} {kind} ({english})", f"{printed} {shown} ({french})"),
        Names(f"{made[kind][0]}, {held}: {english}", f"{made[kind][1]}, {shown} : {french}"),
    )


OWN_WIND_PAIR = Item(
    "own-wind-pair", 2, Names("Pair of the own wind", "Paire de vent du joueur"),
    Names("Also when it is exposed", "Même exposée"),
)  # fmt: skip
DOMINANT_WIND_PAIR = Item(
    "dominant-wind-pair", 2, Names("Pair of the dominant wind", "Paire de vent dominant"),
    Names("Also when it is exposed", "Même exposée"),
)  # fmt: skip
DRAGON_PAIR = Item(
    "dragon-pair", 2, Names("Pair of dragons", "Paire de dragons"),
    Names("Concealed; nothing when a discard completes it", "Cachée ; rien si un écart la complète"),
)  # fmt: skip
ROUND_WIND_PAIR = Item(
    "round-wind-pair", 2, Names("Pair of the round wind", "Paire de vent du tour"),
    Names("Concealed; nothing when a discard completes it", "Cachée ; rien si un écart la complète"),
)  # fmt: skip

TILE_GROUPS = ("simple", "outer", "dragons")
_VALUES = {"pung": ((2, 4, 8), (4, 8, 16)), "kong": ((8, 16, 32), (16, 32, 64))}
SETS = {
    (kind == "kong", held == "concealed", place): _set_item(kind, held, tiles, _VALUES[kind][hidden][place])
    for kind in ("pung", "kong")
    for hidden, held in enumerate(("exposed", "concealed"))
    for place, tiles in enumerate(TILE_GROUPS)
}
"""The row of a pung or kong, by whether it is a kong, whether it is concealed, and the group of its tile."""

BONUS_TILE = Item(
    "bonus-tile", 4, Names("Flower or season", "Fleur ou saison"), Names("Each of them", "Chacune"),
)  # fmt: skip

OWN_WIND = Item(
    "own-wind", 2, Names("Set of the own wind", "Combinaison de vent du joueur"),
    Names("A pung or kong of it", "Pung ou Kong"), _TIMES,
)  # fmt: skip
DOMINANT_WIND = Item(
    "dominant-wind", 2, Names("Set of the dominant wind", "Combinaison de vent dominant"),
    Names("A pung or kong of the wind that the dice chose", "Pung ou Kong du vent désigné par les dés"), _TIMES,
)  # fmt: skip
ROUND_WIND = Item(
    "round-wind", 2, Names("Set of the round wind", "Combinaison de vent du tour"),
    Names("A pung or kong of it, where the round has a wind", "Pung ou Kong, si le tour a un vent"), _TIMES,
)  # fmt: skip
DRAGONS = Item(
    "dragons", 2, Names("Set of dragons", "Combinaison de dragons"),
    Names("Each pung or kong of them", "Chaque Pung ou Kong"), _TIMES,
)  # fmt: skip
OWN_FLOWER = Item(
    "own-flower", 2, Names("Own flower", "Avoir sa fleur"),
    Names("The flower of the own wind", "La fleur du vent du joueur"), _TIMES,
)  # fmt: skip
OWN_SEASON = Item(
    "own-season", 2, Names("Own season", "Avoir sa saison"),
    Names("The season of the own wind", "La saison du vent du joueur"), _TIMES,
)  # fmt: skip
FOUR_FLOWERS = Item(
    "four-flowers", 2, Names("4 flowers", "Avoir 4 fleurs"),
    Names("All four, besides the own one", "Les quatre, en plus de la sienne"), _TIMES,
)  # fmt: skip
FOUR_SEASONS = Item(
    "four-seasons", 2, Names("4 seasons", "Avoir 4 saisons"),
    Names("All four, besides the own one", "Les quatre, en plus de la sienne"), _TIMES,
)  # fmt: skip

MAH_JONG = Item(
    "mah-jong", 20, Names("Mah-Jong", "Faire mah-jong"),
    Names("Four sets and a pair", "Quatre combinaisons et une paire"),
)  # fmt: skip
FOUR_CHOWS = Item(
    "four-chows", 10, Names("Mah-Jong with 4 chows and a pair", "Mah-jong avec 4 Chow et une paire"),
    Names("Any pair", "Paire quelconque"),
)  # fmt: skip
FROM_WALL = Item(
    "from-wall", 2, Names("Mah-Jong drawn from the wall", "Mah-jong en piochant sur le mur"),
    Names("Not on a tile of the hill", "Pas sur une tuile de la colline"),
)  # fmt: skip
SERVED = Item(
    "served", 100, Names("Served", "Être « Servi »"),
    Names("Ready after the first draw, no set exposed", "Main appelante dès la première tuile, sans rien exposer"),
)  # fmt: skip
PLUM_BLOSSOM = Item(
    "plum-blossom", 100,
    Names("Plum blossom on the roof", "Cueillir la fleur de prunier sur le toit"),
    Names("Mah-Jong by drawing the 5 of circles", "Mah-jong en piochant le 5 de cercles"),
)  # fmt: skip
WALL_ALONE = Names("The 5 of circles, not on a tile of the hill", "Le 5 de cercles, pas sur une tuile de la colline")
"""The condition of plum blossom in events that do not count it on a tile of the hill."""

NO_CHOW = Item(
    "no-chow", 2, Names("Mah-Jong without a chow", "Mah-Jong sans Chow"),
    Names("Four pungs or kongs", "Quatre Pung ou Kong"), _TIMES,
)  # fmt: skip
READY = Item(
    "ready-hand", 2, Names("Mah-Jong with a ready hand", "Mah-Jong avec « Main appelante »"),
    Names("Called, also as served", "Annoncée, « servi » compris"), _TIMES,
)  # fmt: skip
PURE = Item(
    "pure", 8, Names("Pure hand", "Main pure"),
    Names("One suit, honours allowed unless the event says otherwise",
          "Une seule série, honneurs admis sauf option contraire"), _TIMES,
)  # fmt: skip
ROBBED_KONG = Item(
    "robbed-kong", 2, Names("Mah-Jong by robbing a kong", "Mah-Jong en volant un Kong"),
    Names("On the tile that another player adds to a pung", "Sur la tuile qu'un autre ajoute à un Pung"), _TIMES,
)  # fmt: skip
HILL = Item(
    "hill", 2, Names("Mah-Jong from the hill", "Mah-Jong à la colline"),
    Names("On a replacement tile, of a kong, a flower or a season",
          "Sur une pièce détachée : Kong, fleur ou saison"), _TIMES,
)  # fmt: skip
CONCEALED = Item(
    "concealed", 2, Names("Entirely concealed Mah-Jong", "Mah-Jong entièrement caché"),
    Names("Self-drawn, nothing claimed; concealed kongs are allowed",
          "Pioché, sans rien réclamer ; Kong cachés admis"), _TIMES,
)  # fmt: skip
OUTER = Item(
    "terminals-and-honours", 2, Names("Mah-Jong of 1, 9 and honours", "Mah-Jong de 1, 9 et honneurs"),
    Names("Every tile is one of them", "Toutes les tuiles en sont"), _TIMES,
)  # fmt: skip
MOON = Item(
    "moon", 2, Names("Moon from the bottom of the sea", "Pêcher la lune au fond de la mer"),
    Names("On the last tile drawn, or its replacement", "Sur la dernière tuile piochée, ou son remplacement"), _TIMES,
)  # fmt: skip

GRACES = Item(
    "graces-du-paradis", 900, Names("Graces of Paradise", "Les Grâces du Paradis"),
    Names("East wins with the tiles dealt", "Vent d'Est fait mah-jong dès la donne"), Unit.FLAT,
)  # fmt: skip
BENEDICTION = Item(
    "benediction-terrestre", 800, Names("Blessing of the Earth", "La bénédiction terrestre"),
    Names("Won on East's first discard", "Mah-jong avec le premier écart d'Est"), Unit.FLAT,
)  # fmt: skip

ITEMS = (
    OWN_WIND_PAIR, DOMINANT_WIND_PAIR, DRAGON_PAIR, ROUND_WIND_PAIR, *SETS.values(), BONUS_TILE,
    OWN_WIND, DOMINANT_WIND, ROUND_WIND, DRAGONS, OWN_FLOWER, OWN_SEASON, FOUR_FLOWERS, FOUR_SEASONS,
    MAH_JONG, FOUR_CHOWS, FROM_WALL, SERVED, PLUM_BLOSSOM,
    NO_CHOW, READY, PURE, ROBBED_KONG, HILL, CONCEALED, OUTER, MOON,
    GRACES, BENEDICTION,
)  # fmt: skip
"""All rows in the order of the score sheet. The Grands Jeux have a separate table."""
