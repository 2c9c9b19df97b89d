"""The list of players as a frame."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.frames.column import ColumnType, FrameColumn, Records, make_records
from tournament.event.player import Player, PlayerState, PlayerStatus
from tournament.language import mark
from tournament.use_cases.view import View

if TYPE_CHECKING:
    from pandas import DataFrame

STATE_LABELS = {state.value: state.label for state in PlayerState}


@dataclass(frozen=True, slots=True)
class PlayerFrameRow:
    """One player of the list."""

    player: Player
    status: PlayerStatus
    present: bool

    @property
    def state_from(self) -> int | None:
        """The session from which the state applies; None for players who are playing."""
        return None if self.status.state is PlayerState.PLAYING else self.status.first


PLAYER_COLUMNS: tuple[FrameColumn[PlayerFrameRow], ...] = (
    FrameColumn("player", mark("No."), ColumnType.WHOLE, lambda row: row.player.number,
                "Number of the player in the event; never used twice."),
    FrameColumn("name", mark("Player"), ColumnType.TEXT, lambda row: row.player.name, "First and last name."),
    FrameColumn("first_name", mark("First name"), ColumnType.TEXT, lambda row: row.player.first_name, "First name."),
    FrameColumn("last_name", mark("Last name"), ColumnType.TEXT, lambda row: row.player.last_name, "Last name."),
    FrameColumn("country", mark("Country"), ColumnType.TEXT, lambda row: row.player.country,
                "ISO 3166 alpha-2 code, or the text entered if it is not a country."),
    FrameColumn("ema_number", mark("EMA number"), ColumnType.TEXT, lambda row: row.player.ema_number,
                "Eight digits as text, with leading zeros."),
    FrameColumn("club", mark("Club"), ColumnType.TEXT, lambda row: row.player.club, "Club."),
    FrameColumn("team", mark("Team"), ColumnType.TEXT, lambda row: row.player.team, "Team."),
    FrameColumn("state", mark("State"), ColumnType.CHOICE, lambda row: row.status.state.value,
                "Current state of the player in the event.", STATE_LABELS),
    FrameColumn("state_from", mark("From session"), ColumnType.WHOLE, lambda row: row.state_from,
                "Session from which the state applies; missing for players who are playing."),
    FrameColumn("checked_in", mark("Checked in"), ColumnType.YES_NO, lambda row: row.present,
                "Whether the player is checked in."),
)  # fmt: skip


def players_frame(view: View) -> "DataFrame":
    """All players on the list, one row each, by number."""
    return players_records(view).frame()


def players_records(view: View) -> Records:
    """The rows of :func:`players_frame`."""
    return make_records(PLAYER_COLUMNS, _rows(view))


def _rows(view: View) -> Iterator[PlayerFrameRow]:
    present = view.state.present
    for number, player in view.players.items():
        yield PlayerFrameRow(player, view.status(number), number in present)
