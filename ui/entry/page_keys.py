"""The keys that mean something wherever nothing is typed on a sheet: one list for all of its forms."""

from enum import Enum
from typing import assert_never

from ui.entry import cursor, hand_keys, second_reading_keys
from ui.entry.tables_state import TablesState, TablesStep


class PageKey(Enum):
    """A key of the page; a letter in capitals."""

    UP = "UP"
    DOWN = "DOWN"
    DRAWN = "X"
    TILES = "T"
    PENALTY = "P"
    REPAIR = "R"
    GO_TO_TABLE = "G"
    CODE = "Q"
    """The first letter of the code on a sheet, from a scanner."""
    CODE_ON_FRENCH = "A"
    """The same on a French keyboard."""
    READ_AGAIN = "V"


WHERE_NOTHING_IS_SHOWN = frozenset({PageKey.GO_TO_TABLE, PageKey.CODE, PageKey.CODE_ON_FRENCH, PageKey.READ_AGAIN})
"""Those that work where a sheet waits to be read again and nothing of it is in view."""


def pressed(state: TablesState, key: PageKey) -> TablesStep:
    """Do what ``key`` means."""
    match key:
        case PageKey.UP:
            return cursor.row_moved(state, -1)
        case PageKey.DOWN:
            return cursor.row_moved(state, 1)
        case PageKey.GO_TO_TABLE:
            return cursor.jump_asked(state, "")
        case PageKey.CODE | PageKey.CODE_ON_FRENCH:
            return cursor.jump_asked(state, key.value)
        case PageKey.PENALTY:
            return cursor.penalty_asked(state)
        case PageKey.REPAIR:
            return cursor.repair_asked(state)
        case PageKey.TILES:
            return hand_keys.tiles_asked(state)
        case PageKey.READ_AGAIN:
            return second_reading_keys.asked(state)
        case PageKey.DRAWN:
            return hand_keys.drawn(state)
        case _:
            assert_never(key)
