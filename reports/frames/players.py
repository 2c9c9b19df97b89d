"""The list of players as a frame."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.column import Column, Kind
from reports.frames.records import Records, make_records
from reports.vocabulary import CLUB, COUNTRY, EMA_NUMBER, FIRST_NAME, LAST_NAME, NUMBER, PLAYER, STATE, TEAM
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


PLAYER_COLUMNS: tuple[Column[PlayerFrameRow], ...] = (
    NUMBER.within(lambda row: row.player),
    PLAYER.within(lambda row: row.player),
    FIRST_NAME.within(lambda row: row.player),
    LAST_NAME.within(lambda row: row.player),
    COUNTRY.within(lambda row: row.player),
    EMA_NUMBER.within(lambda row: row.player),
    CLUB.within(lambda row: row.player),
    TEAM.within(lambda row: row.player),
    STATE.of(lambda row: row.status.state.value, kind=Kind.CHOICE,
             meaning="Current state of the player in the event.", labels=STATE_LABELS),
    Column(mark("From session"), lambda row: row.state_from, Kind.INTEGER, name="state_from",
           meaning="Session from which the state applies; missing for players who are playing."),
    Column(mark("Checked in"), lambda row: row.present, Kind.YES_NO, name="checked_in",
           meaning="Whether the player is checked in."),
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
