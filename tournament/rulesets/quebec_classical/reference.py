"""The points, doubles and special hands of Québec classical, as an event plays them."""

from tournament.language import mark, mark_in
from tournament.rules.item import Item
from tournament.rules.own_hands import own_items
from tournament.rules.pattern import Names
from tournament.rules.reference import ReferenceRow, ReferenceTable, item_table
from tournament.rulesets.quebec_classical import items
from tournament.rulesets.quebec_classical.items import MAJOR, MINOR
from tournament.rulesets.quebec_classical.options import Options
from tournament.rulesets.quebec_classical.predicates import pair_item

_WINNER = (items.MAH_JONG, items.FROM_THE_WALL, items.ONLY_TILE)
_WINNER_DOUBLES = (items.ONLY_CHOWS, items.LOOSE_TILE, items.ROBBED_QUONG, items.LAST_TILE, items.MAIN_FIXE)


def tables(options: Options) -> tuple[ReferenceTable, ...]:
    """Points, doubles, then the special hands that are played, with their value."""
    found = [
        _points(options),
        item_table(mark("Doubles of every hand"), _doubles(options)),
        item_table(mark("Points of the winner"), _WINNER),
        item_table(mark("Doubles of the winner"), _WINNER_DOUBLES),
    ]
    worth = options.special_worth
    played = [item for item in items.SPECIALS if options.plays(item.slug)]
    played += own_items(options.own_worth, len(items.SPECIALS))
    if played and worth is not None:
        found.append(item_table(mark("Special hands"), played, lambda _item: worth))
    return tuple(found)


def _points(options: Options) -> ReferenceTable:
    rows = [ReferenceRow(Names("Chow", "Chow"), (0, 0), Names("Three in a row", "Trois qui se suivent"))]
    for kong, kind in ((False, "pung"), (True, "quong")):
        for major, (size, size_fr, tiles, tiles_fr) in ((False, MINOR), (True, MAJOR)):
            worth = tuple(items.SETS[kong, major, exposed].value for exposed in (True, False))
            name = Names(f"{size.capitalize()} {kind}", f"{kind.capitalize()} {size_fr}")
            rows.append(ReferenceRow(name, worth, Names(f"Of {tiles}", f"De {tiles_fr}")))
    pairs = [pair_item(item, options) for item in (items.DRAGON_PAIR, items.OWN_PAIR)]
    pairs += [items.ROUND_PAIR] if options.round_wind_pair else []
    rows += [ReferenceRow(pair.name, (None, pair.value), pair.description) for pair in pairs]
    headings = (mark_in("column", "Exposed"), mark_in("column", "Concealed"))
    return ReferenceTable(mark("Points of every hand"), tuple(rows), headings)


def _doubles(options: Options) -> tuple[Item, ...]:
    return (
        items.ONE_SUIT_WITH_HONOURS,
        items.OUTER_WITH_HONOURS,
        items.NO_CHOW,
        items.ONE_SUIT,
        items.ROUND_WIND,
        *((items.OWN_WIND, items.DRAGONS) if options.traditional_doubles else ()),
    )
