"""The score sheet of French classical (Poilbarbe, Annexes 1 and 2), as an event plays it."""

from tournament.language import ENGLISH, language_of, mark, mark_in
from tournament.rules.item import Item
from tournament.rules.own_hands import own_items
from tournament.rules.pattern import Names
from tournament.rules.reference import ReferenceRow, ReferenceTable, item_table
from tournament.rulesets.french_classical import items
from tournament.rulesets.french_classical.dice import sums_to
from tournament.rulesets.french_classical.grands_jeux import GRANDS_JEUX
from tournament.rulesets.french_classical.options import FrenchOptions
from tournament.tiles.wind import Wind

_EITHER = (items.OWN_WIND_PAIR, items.DOMINANT_WIND_PAIR)
"""Exposed or concealed they are worth the same."""
_PRINTED = {"pung": Names("Pung", "Pung / Brelan"), "kong": Names("Kong", "Kong / Carré")}
_GROUPS = (Names("2 to 8", "2 à 8"), Names("1, 9 or winds", "1 ou 9 ou vents"), Names("dragons", "dragons"))
_NOTHING = Names("", "")
_WINNER_DOUBLES = (
    items.NO_CHOW, items.READY, items.PURE, items.ROBBED_KONG, items.HILL, items.CONCEALED, items.OUTER, items.MOON,
)  # fmt: skip


def tables(options: FrenchOptions) -> tuple[ReferenceTable, ...]:
    """Points and doubles of Annexe 2, then the Grands Jeux that are played, with their values."""
    found = [
        _points(options),
        item_table(mark("Doubles of every hand"), _doubles(options)),
        item_table(mark("Points of the winner"), _winner(options)),
        item_table(mark("Doubles of the winner"), _WINNER_DOUBLES),
        item_table(mark("Instead of everything else"), (items.GRACES, items.BENEDICTION),
                   lambda item: options.in_proportion(item.value)),
    ]  # fmt: skip
    found.append(_dice(options))
    played = {jeu.item: worth for jeu in GRANDS_JEUX if (worth := options.value_of(jeu))}
    played |= {item: item.value for item in own_items(options.own_worth, len(GRANDS_JEUX))}
    if played:
        found.append(item_table(mark("Grands Jeux"), played, lambda item: played[item]))
    return tuple(found)


def _winner(options: FrenchOptions) -> tuple[Item, ...]:
    plum = items.PLUM_BLOSSOM
    if not options.plum_blossom_on_hill:
        plum = plum._replace(description=items.WALL_ALONE)
    return items.MAH_JONG, items.FOUR_CHOWS, items.FROM_WALL, items.SERVED, plum


def _dice(options: FrenchOptions) -> ReferenceTable:
    """From the dice to the wall, the dominant wind and the break (2.3)."""
    stacks, rows = options.stacks, []
    for wind in Wind:
        sums = sums_to(wind)
        name = Names(ENGLISH.render(wind.label), language_of("fr").render(wind.label))
        rows.append(ReferenceRow(name, (), Names(*[", ".join(map(str, sums))] * 2)))
    broken = Names(
        f"This wall’s player rolls too: both sums, in stacks from the left of this wall; after {stacks} on the next",
        f"Le joueur de ce mur lance aussi : les deux sommes, en piles depuis la gauche ; après {stacks}, le suivant",
    )
    rows.append(ReferenceRow(Names("The break", "La brèche"), (), broken))
    return ReferenceTable(mark("East’s dice: wall and dominant wind"), tuple(rows), ())


def _points(options: FrenchOptions) -> ReferenceTable:
    """The table of Annexe 2 with its columns *Exposée* and *Cachée*."""
    pairs = [items.OWN_WIND_PAIR, items.DOMINANT_WIND_PAIR, items.DRAGON_PAIR]
    pairs += [items.ROUND_WIND_PAIR] if options.round_wind else []
    rows = [ReferenceRow(pair.name, (_exposed(pair), pair.value), pair.description) for pair in pairs]
    rows.append(ReferenceRow(Names("Chow", "Chow / Suite"), (0, 0), Names("Three in a row", "Trois qui se suivent")))
    for kong, kind in ((False, "pung"), (True, "kong")):
        for place, group in enumerate(_GROUPS):
            worth = tuple(items.SETS[kong, concealed, place].value for concealed in (False, True))
            name = Names(f"{_PRINTED[kind].en} ({group.en})", f"{_PRINTED[kind].fr} ({group.fr})")
            rows.append(ReferenceRow(name, worth, _NOTHING))
    if options.bonus_tiles:
        bonus = items.BONUS_TILE
        rows.append(ReferenceRow(bonus.name, (bonus.value, None), bonus.description))
    headings = (mark_in("column", "Exposed"), mark_in("column", "Concealed"))
    return ReferenceTable(mark("Points of every hand"), tuple(rows), headings)


def _exposed(pair: Item) -> int:
    return pair.value if pair in _EITHER else 0


def _doubles(options: FrenchOptions) -> tuple[Item, ...]:
    return (
        items.OWN_WIND,
        items.DOMINANT_WIND,
        *((items.ROUND_WIND,) if options.round_wind else ()),
        items.DRAGONS,
        *((items.OWN_FLOWER, items.OWN_SEASON, items.FOUR_FLOWERS, items.FOUR_SEASONS) if options.bonus_tiles else ()),
    )
