"""The items that count in Québec classical, one row each, in the order of the document and with its names."""

from tournament.rules.item import Item, Unit
from tournament.rules.pattern import Names

MAJOR = ("major", "majeur", "1, 9, wind or dragon", "1, 9, vent ou dragon")
MINOR = ("minor", "mineur", "2 to 8", "2 à 8")


def _set(kong: bool, major: bool, exposed: bool, value: int) -> Item:
    """Return the row of a pung or a quong, major or minor, exposed or concealed."""
    kind = "quong" if kong else "pung"
    size, size_fr, tiles, tiles_fr = MAJOR if major else MINOR
    shown, shown_fr = ("exposed", "exposé") if exposed else ("concealed", "caché")
    return Item(
        f"{size}-{kind}-{shown}",
        value,
        Names(f"{size.capitalize()} {kind}, {shown}", f"{kind.capitalize()} {size_fr}, {shown_fr}"),
        Names(f"{kind.capitalize()} of {tiles}, {shown}", f"{kind.capitalize()} de {tiles_fr}, {shown_fr}"),
    )


SETS = {
    (kong, major, exposed): _set(kong, major, exposed, (2 if exposed else 4) * (4 if kong else 1) * (2 if major else 1))
    for kong in (False, True)
    for major in (False, True)
    for exposed in (True, False)
}
"""By kong, major, exposed. The value is 2, doubled if concealed, doubled if major, and multiplied by four for a
quong."""

DRAGON_PAIR = Item(
    "pair-of-dragons", 2,
    Names("Pair of dragons", "Paire de dragons"),
    Names("A pair is never exposed: completed by a discard it counts too",
          "Une paire n’est jamais exposée : complétée par un écart, elle compte aussi"),
)  # fmt: skip
OWN_PAIR = Item(
    "pair-of-own-wind", 2,
    Names("Pair of own wind", "Paire de vent du joueur"),
    Names("A pair is never exposed: completed by a discard it counts too",
          "Une paire n’est jamais exposée : complétée par un écart, elle compte aussi"),
)  # fmt: skip
ROUND_PAIR = Item(
    "pair-of-round-wind", 2,
    Names("Pair of the round wind", "Paire de vent dominant"),
    Names("Only where the event counts it", "Seulement si le tournoi la compte"),
)  # fmt: skip
CLAIMED_PAIR_IS_WORTHLESS = Names(
    "Completed by a discard it counts nothing", "Complétée par un écart, elle ne compte pas"
)
"""The condition of a pair in events that do not count a pair completed by a discard."""
MAH_JONG = Item(
    "mah-jong", 20,
    Names("Mah-Jong", "Pour faire Mah-Jong"),
    Names("The winner's hand", "La main du gagnant"),
)  # fmt: skip
FROM_THE_WALL = Item(
    "tile-from-the-wall", 2,
    Names("Tile from the wall", "Gagnant la manche avec une tuile prise du mur"),
    Names("The winner drew the winning tile, a loose tile too",
          "Le gagnant a pigé la tuile gagnante, même une tuile libre"),
)  # fmt: skip
ONLY_TILE = Item(
    "only-possible-tile", 2,
    Names("Only possible tile", "Gagnant avec la seule tuile possible"),
    Names("One kind alone completes the hand; a kind of which the winner holds all four completes nothing",
          "Une seule sorte de tuile complète la main ; celle dont le gagnant tient les quatre n’en complète aucune"),
)  # fmt: skip


def _double(slug: str, name: Names, description: Names, value: int = 2) -> Item:
    return Item(slug, value, name, description, Unit.TIMES)


ONE_SUIT_WITH_HONOURS = _double(
    "one-suit-with-honours",
    Names("One suit with honours", "Une seule sorte et des vents ou dragons"),
    Names("Tiles of one suit and winds or dragons", "Une seule sorte et des vents ou dragons"),
)
OUTER_WITH_HONOURS = _double(
    "ones-and-nines-with-honours",
    Names("1s and 9s with honours", "Des 1 et des 9 avec des vents ou dragons"),
    Names("Only 1s, 9s, winds and dragons, some of both", "Seulement des 1, 9, vents et dragons, des deux sortes"),
)
NO_CHOW = _double(
    "no-chow",
    Names("No chow", "Main sans chow"),
    Names("Pungs and quongs only; in a losing hand as the event says",
          "Pungs et quongs seulement ; dans une main perdante selon le choix du tournoi"),
)  # fmt: skip
ONE_SUIT = _double(
    "one-suit",
    Names("One suit only", "Main entièrement d’une sorte"),
    Names("Three doubles: tiles of one suit and nothing else", "On double trois fois : une sorte et rien d’autre"),
    8,
)
ROUND_WIND = _double(
    "round-wind",
    Names("Pung or quong of the round wind", "Pung ou quong du vent dominant"),
    Names("The wind of the round", "Le vent du tour"),
)
OWN_WIND = _double(
    "own-wind",
    Names("Pung or quong of own wind", "Pung ou quong du vent du joueur"),
    Names("Only with the traditional doubles", "Seulement avec les doubles traditionnels"),
)
DRAGONS = _double(
    "dragons",
    Names("Pung or quong of dragons", "Pung ou quong de dragons"),
    Names("Only with the traditional doubles, each", "Seulement avec les doubles traditionnels, chacun"),
)
ONLY_CHOWS = _double(
    "only-chows",
    Names("Only chows and a worthless pair", "Seulement des chows et une paire valant aucun point"),
    Names("The pair is neither of dragons nor of own wind", "La paire n’est ni de dragons ni de vent du joueur"),
)
LOOSE_TILE = _double(
    "loose-tile",
    Names("Loose tile", "Gagnant la manche avec une tuile libre"),
    Names("The tile drawn for a quong", "La tuile pigée pour un quong"),
)
ROBBED_QUONG = _double(
    "robbed-quong",
    Names("Robbing a quong", "Voler une tuile d’un quong"),
    Names("The fourth tile of an exposed quong", "La quatrième tuile d’un quong exposé"),
)
LAST_TILE = _double(
    "last-tile",
    Names("Last tile", "La dernière tuile avant la manche nulle"),
    Names("Drawn; its discard doubles nothing", "Pigée ; son écart ne double rien"),
)
MAIN_FIXE = _double(
    "main-fixe",
    Names("Main fixe", "Main fixe"),
    Names("Declared with one tile missing, nothing changed since",
          "Annoncée quand il manque une tuile, sans rien changer depuis"),
)  # fmt: skip


def _special(number: int, slug: str, name: Names, description: Names) -> Item:
    return Item(slug, 500, name, description, Unit.FLAT, str(number))


SPECIALS = (
    _special(1, "winds-and-dragons", Names("Winds and Dragons", "Vents et Dragons"),
             Names("Four sets and a pair of winds and dragons", "Une main composée de vents et dragons")),
    _special(2, "four-winds", Names("The Four Winds", "Les 4 Vents"),
             Names("Pungs or quongs of three winds, a pair of the fourth and any set; or of all four",
                   "Pungs ou quongs de trois vents, une paire du quatrième et une combinaison ; ou des quatre")),
    _special(3, "ones-and-nines", Names("Ones and Nines", "Des Uns et des Neuf"),
             Names("Only 1s and 9s", "Seulement des 1 et 9")),
    _special(4, "three-scholars", Names("The Three Scholars", "Les 3 Érudits"),
             Names("Pungs or quongs of all three dragons", "Au moins trois tuiles de chaque dragon")),
    _special(5, "hidden-hand", Names("Hidden Hand", "Main Cachée"),
             Names("Four concealed pungs or quongs and a pair, which a discard may complete",
                   "Quatre pungs ou quongs cachés et une paire, qu’un écart peut compléter")),
    _special(6, "thirteen-lanterns", Names("Thirteen Wonderful Lanterns", "Les 13 Lanternes Merveilleuses"),
             Names("One of each 1, 9, wind and dragon, and one of them twice",
                   "Chaque 1, 9, vent et dragon, et l’un d’eux deux fois")),
    _special(7, "full-house-of-nine", Names("Full House of Nine Pieces", "La maison pleine de 9 pièces"),
             Names("1112345678999 of one suit and any tile of it",
                   "1112345678999 d’une sorte et une tuile quelconque de cette sorte")),
    _special(8, "small-serpent", Names("Small Serpent", "Le petit serpent"),
             Names("1 to 9 of one suit, the four winds and any wind or dragon",
                   "1 à 9 d’une sorte, les 4 vents et un dragon ou un vent quelconque")),
    _special(9, "great-serpent", Names("Great Serpent", "Le grand serpent"),
             Names("1 to 9 of one suit, a pung or quong and a pair of winds or dragons",
                   "1 à 9 d’une sorte, un pung et une paire de vents ou de dragons")),
    _special(10, "earthly-blessing", Names("Earthly Blessing", "La bénédiction terrestre"),
             Names("Won on East's first discard", "Mah-Jong réalisé avec le premier écart du Vent d’Est")),
)  # fmt: skip
"""The special hands, each worth the limit."""

ITEMS = (
    *SETS.values(), DRAGON_PAIR, OWN_PAIR, ROUND_PAIR, MAH_JONG, FROM_THE_WALL, ONLY_TILE,
    ONE_SUIT_WITH_HONOURS, OUTER_WITH_HONOURS, NO_CHOW, ONE_SUIT, ROUND_WIND, OWN_WIND, DRAGONS,
    ONLY_CHOWS, LOOSE_TILE, ROBBED_QUONG, LAST_TILE, MAIN_FIXE, *SPECIALS,
)  # fmt: skip
"""All rows in the order of the document."""
