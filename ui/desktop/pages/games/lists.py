"""The two lists: the games of the evening, and the free players."""

from reports.document import Emphasis, Kind
from tournament.language import mark, mark_in
from tournament.tiles.wind import Wind
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.pages.games.rows import FreePlayer, GameRow
from ui.desktop.pages.tables.table_cards import state_words
from ui.desktop.theme import Tone, Type

_NUMBER, _TABLE, _STATE, _PLAYER_NUMBER, _GAMES = 60, 84, 172, 56, 72


def games_table() -> TableView[GameRow]:
    """The games. Enter goes to the sheet of the current game."""
    return TableView(mark_in("evening", "Games"), _GAME_COLUMNS, key=lambda row: row.sheet.table, equal=True)


def free_table() -> TableView[FreePlayer]:
    """The free players. Enter seats the current player."""
    return TableView(mark("Free players"), _FREE_COLUMNS, key=lambda row: row.player.number)


def _seat_column(wind: Wind) -> TableColumn[GameRow]:
    def style(row: GameRow) -> CellStyle:
        player = row.players[wind]
        return CellStyle(tone=Tone.TEXT2 if row.ended else None, tooltip=f"{player.number} {player.name}")

    return TableColumn(wind.label, lambda row: row.players[wind].name, emphasis=Emphasis.NAME, style=style)


def _state_style(row: GameRow) -> CellStyle:
    return CellStyle(sign=state_words(row.sheet)[0], type=Type.DENSE)


_GAME_COLUMNS: tuple[TableColumn[GameRow], ...] = (
    TableColumn(mark_in("evening", "Game"), lambda row: row.sheet.table, Kind.INTEGER, Emphasis.STRONG, width=_NUMBER),
    TableColumn(mark_in("room", "Table"), lambda row: row.table_name, width=_TABLE),
    *(_seat_column(wind) for wind in Wind),
    TableColumn(mark("Sheet"), lambda row: state_words(row.sheet)[1], width=_STATE, style=_state_style),
)
_FREE_COLUMNS: tuple[TableColumn[FreePlayer], ...] = (
    TableColumn(mark("No."), lambda row: str(row.player.number), width=_PLAYER_NUMBER,
                style=lambda _row: CellStyle(tone=Tone.TEXT3)),
    TableColumn(mark("Free players"), lambda row: row.player.name, emphasis=Emphasis.NAME),
    TableColumn(mark("Played"), lambda row: row.games, Kind.INTEGER, width=_GAMES,
                style=lambda _row: CellStyle(tone=Tone.TEXT2)),
)  # fmt: skip
