"""Yaku and fu as tables to look them up in."""

from collections.abc import Iterator

from tournament.language import mark, mark_count, mark_in
from tournament.rules.item import Item, Unit
from tournament.rules.reference import ReferenceRow, ReferenceTable, Worth
from tournament.rulesets.riichi.items import DORA_ITEMS, FU, SAME_UNLESS_TWICE, YAKU, YakuRow
from tournament.rulesets.riichi.options import RiichiOptions

_HAN = (mark_in("han", "Concealed"), mark_in("han", "Open"))


def tables(options: RiichiOptions) -> tuple[ReferenceTable, ...]:
    """The yaku by their han, the yakuman, dora, and the fu, as an event with these options plays them."""
    rows = [row for row in YAKU if _played(row.item.slug, options)]
    han = [row for row in rows if row.item.unit is Unit.HAN]
    levels = sorted({row.item.value for row in han})
    return (
        *(
            ReferenceTable(
                mark_count("Yaku of {count} han", "Yaku of {count} han", level),
                tuple(_yaku_row(row, options) for row in han if row.item.value == level),
                _HAN,
            )
            for level in levels
        ),
        ReferenceTable(
            mark("Yakuman"), tuple(_yakuman_row(row, options) for row in rows if row not in han), (mark("Yakuman"),)
        ),
        ReferenceTable(mark("Dora: no yaku"), tuple(map(_item_row, _dora(options))), (mark_in("hand", "Han"),)),
        ReferenceTable(
            mark("Fu: added, then rounded up to tens"), tuple(map(_item_row, _fu(options))), (mark_in("hand", "Fu"),)
        ),
    )


def _played(slug: str, options: RiichiOptions) -> bool:
    if slug in SAME_UNLESS_TWICE:
        return options.double_yakuman
    played = {"ippatsu": options.ippatsu_counts, "renhou": options.renhou == "mangan",
              "renhou-yakuman": options.renhou == "yakuman"}  # fmt: skip
    return played.get(slug, True)


def _yaku_row(row: YakuRow, options: RiichiOptions) -> ReferenceRow:
    opened = 0 if row.item.slug == "tanyao" and not options.open_tanyao else row.open_han
    worth: tuple[Worth, ...] = (row.item.value, opened or None)
    return ReferenceRow(row.item.name, worth, row.item.description)


def _yakuman_row(row: YakuRow, options: RiichiOptions) -> ReferenceRow:
    return ReferenceRow(row.item.name, (2 if row.twice and options.double_yakuman else 1,), row.item.description)


def _item_row(item: Item) -> ReferenceRow:
    return ReferenceRow(item.name, (item.value,), item.description)


def _dora(options: RiichiOptions) -> Iterator[Item]:
    played = {"ura_dora": options.ura_dora, "red": options.red_fives > 0}
    return (item for name, item in DORA_ITEMS.items() if played.get(name, True))


def _fu(options: RiichiOptions) -> Iterator[Item]:
    return (item for item in FU if item.slug != "fu-double-pair" or options.double_wind_fu > 2)
