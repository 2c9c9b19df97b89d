"""The list of players as a frame."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.column import Column, Kind
from reports.frames.records import Records, make_records
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
    Column(mark("No."), lambda row: row.player.number, Kind.INTEGER, name="player",
           meaning="Number of the player in the event; never used twice."),
    Column(mark("Player"), lambda row: row.player.name, Kind.CODE, name="name", meaning="First and last name."),
    Column(mark("First name"), lambda row: row.player.first_name, Kind.CODE, name="first_name",
           meaning="First name."),
    Column(mark("Last name"), lambda row: row.player.last_name, Kind.CODE, name="last_name", meaning="Last name."),
    Column(mark("Country"), lambda row: row.player.country, Kind.CODE, name="country",
           meaning="ISO 3166 alpha-2 code, or the text entered if it is not a country."),
    Column(mark("EMA number"), lambda row: row.player.ema_number, Kind.CODE, name="ema_number",
           meaning="Eight digits as text, with leading zeros."),
    Column(mark("Club"), lambda row: row.player.club, Kind.CODE, name="club", meaning="Club."),
    Column(mark("Team"), lambda row: row.player.team, Kind.CODE, name="team", meaning="Team."),
    Column(mark("State"), lambda row: row.status.state.value, Kind.CHOICE, name="state",
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
