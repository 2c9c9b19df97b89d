"""The list of the fan made: what a row says, and its columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.event.player import Player
from tournament.language import Text, mark, mark_count
from tournament.standings.fan_statistics import FanCount
from ui.desktop.pages.standings.lists import BarDelegate, Layout
from ui.desktop.pages.standings.rows import Cell, Column
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import NumberDelegate, TextDelegate

FIRST, MOST = 6, 7
"""Columns that a narrow window does without."""


@dataclass(frozen=True, slots=True)
class FanMadeRow:
    """One fan and how often it was made."""

    made: FanCount
    of: int
    """Hands that are known, of the event or of the player."""
    top: int
    """Hands of the most frequent fan."""
    first: str
    """Who made it first; nothing in the list of one player."""
    most: tuple[str, ...]
    """Who made it in most hands; nothing in the list of one player."""


def fan_rows(made: Sequence[FanCount], of: int, players: Mapping[int, Player], *, alone: bool) -> list[FanMadeRow]:
    """A row for each fan, in their order; ``alone``: they are one player's, whom no row needs to name."""
    top = max((each.hands for each in made), default=1)
    return [
        FanMadeRow(
            each,
            of,
            top,
            "" if alone else players[each.first_winner].name,
            () if alone else tuple(players[number].name for number in each.most),
        )
        for each in made
    ]


def fan_layouts() -> list[Layout[FanMadeRow]]:
    """Number, fan, its points, hands, share of the hands, points brought, who first, who most often."""
    return [
        Layout(Column(mark("No."), lambda row: Cell(value=row.made.pattern.number, tone=Tone.TEXT2)), NumberDelegate,
               60),
        Layout(Column(mark("Fan"), _name), TextDelegate),
        Layout(Column(mark("Points"), lambda row: Cell(value=row.made.pattern.points)), NumberDelegate, 76),
        Layout(Column(mark("Hands"), lambda row: Cell(value=row.made.hands, share=row.made.hands / row.top)),
               BarDelegate, 140),
        Layout(Column(mark("Share"), lambda row: Cell(share_text(row.made.hands, row.of))), TextDelegate, 72),
        Layout(Column(mark("Points brought"), lambda row: Cell(value=row.made.points, kind=Type.TOTAL)),
               lambda: NumberDelegate(kind=Type.TOTAL), 132),
        Layout(Column(mark("First made"), _first), TextDelegate, 230),
        Layout(Column(mark("Made most often"), _most), TextDelegate, 230),
    ]  # fmt: skip


def share_text(hands: int, of: int) -> Text:
    """``12%``; less than one half of a percent is not called nothing."""
    percent = (200 * hands + of) // (2 * of) if of else 0
    return mark("{share}%", share=percent) if percent or not hands else mark("under 1%")


def _name(row: FanMadeRow) -> Cell:
    name = row.made.pattern.name
    code = translator.language.code
    return Cell(name.of(code), second=name.zh if code != "zh" else "", kind=Type.NAME)


def _first(row: FanMadeRow) -> Cell:
    where = row.made.first
    place = mark("session {session}, table {table}, hand {hand}", session=where.session, table=where.table,
                 hand=where.hand)  # fmt: skip
    return Cell(row.first, second=place) if row.first else Cell(place, tone=Tone.TEXT2)


def _most(row: FanMadeRow) -> Cell:
    if not row.most:
        return Cell()
    times = mark_count("{count} hand", "{count} hands", row.made.most_hands)
    others = len(row.most) - 1
    if others:
        times = mark_count("{times}, as {count} other", "{times}, as {count} others", others, times=times)
    return Cell(row.most[0], second=times)
