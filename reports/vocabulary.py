"""The columns that several tables have, each described once: the same thing has one heading everywhere.

A table takes such a column with the way to read its rows, as in ``SESSION.of(lambda row: row.session)``, and those of a
player with the player of a row, as in ``PLAYER.within(lambda row: row.player)``. Headings of one table alone are
written in that table.
"""

from collections.abc import Callable
from typing import Any

from reports.column import Column, Emphasis, Kind, Value
from tournament.event.player import Player
from tournament.language import Text, mark, mark_in, verbatim
from tournament.tiles.wind import Wind


def _column(heading: Text, kind: Kind = Kind.TEXT, emphasis: Emphasis = Emphasis.PLAIN, **others: Any) -> Column[Any]:
    """A column whose rows are the values themselves."""
    return Column(heading, _itself, kind, emphasis, **others)


def _of_player(heading: Text, value: Callable[[Player], Value], *kinds: Any, **others: Any) -> Column[Player]:
    return Column(heading, value, *kinds, **others)


def _itself(value: Value) -> Value:
    return value


# fmt: off
NUMBER = _of_player(mark("No."), lambda player: player.number or None, Kind.INTEGER, Emphasis.MUTED, name="player",
                    meaning="Number of the player in the event; never used twice.")
PLAYER = _of_player(mark("Player"), lambda player: player.name, emphasis=Emphasis.NAME, flexible=True, name="name",
                    meaning="First and last name.")
FIRST_NAME = _of_player(mark("First name"), lambda player: player.first_name, flexible=True, name="first_name",
                        meaning="First name.")
LAST_NAME = _of_player(mark("Last name"), lambda player: player.last_name, emphasis=Emphasis.NAME, flexible=True,
                       name="last_name", meaning="Last name.")
COUNTRY = _of_player(mark("Country"), lambda player: player.country or None, emphasis=Emphasis.MUTED, name="country",
                     meaning="ISO 3166 alpha-2 code, or the text entered if it is not a country.")
EMA_NUMBER = _of_player(mark("EMA number"), lambda player: player.ema_number or None, Kind.CODE, Emphasis.MUTED,
                        name="ema_number", meaning="Eight digits as text, with leading zeros.")
CLUB = _of_player(mark("Club"), lambda player: player.club or None, emphasis=Emphasis.MUTED, name="club",
                  meaning="Club.")
TEAM = _of_player(mark("Team"), lambda player: player.team or None, emphasis=Emphasis.MUTED, flexible=True, name="team",
                  meaning="Team.")

SESSION = _column(mark("Session"), Kind.INTEGER, Emphasis.MUTED, name="session",
                  meaning="Session, from 1; for a club or a league, the evening.")
TABLE = _column(mark("Table"), Kind.INTEGER, name="table",
                meaning="Table, from 1; for a club or a league, the game of that evening.")
HAND = _column(mark("Hand"), Kind.INTEGER, name="hand", meaning="Row of the sheet, from 1.")
ROUND = _column(mark("Round"), name="round_wind")
SHEET = _column(mark("Sheet"), name="sheet_state")

RANK = _column(mark("Rank"), Kind.INTEGER, Emphasis.STRONG, name="rank",
               meaning="1 is best, equal players share the place; missing for players who are not ranked.")
RANK_AFTER = _column(mark("Rank after"), Kind.INTEGER, Emphasis.STRONG)
MOVED = _column(mark("Moved"), Kind.MOVEMENT, name="moved",
                meaning="Places gained (positive) or lost since the session before; missing if there is nothing to "
                        "compare.")
PLACE = _column(mark_in("rank", "Place"), Kind.INTEGER, name="place",
                meaning="Place at the table by score, 1 to 4; equal scores share the better one.")
TABLE_POINTS = _column(mark("Table points"), Kind.POINTS, Emphasis.STRONG, name="table_points",
                       meaning="Table points, exact; missing in a club and a league except in riichi.")
SCORE = _column(mark("Score"), Kind.SIGNED, name="score")
RESULT = _column(mark("Result"), Kind.SIGNED, Emphasis.STRONG, name="worth")
GAMES = _column(mark("Games"), Kind.INTEGER, Emphasis.MUTED, name="games")
GAMES_WON = _column(mark("Games won"), Kind.INTEGER, Emphasis.MUTED, name="won")
PER_GAME = _column(mark("Per game"), Kind.AVERAGE, Emphasis.MUTED, name="average")
AVERAGE_PLACE = _column(mark("Average place"), Kind.AVERAGE, name="average_place")
EVENINGS_MISSING = _column(mark("Evenings missing"), Kind.INTEGER, name="missing")
VALUE = _column(mark("Value"))
STATE = _column(mark("State"), flexible=True, name="state")
PLAYERS = _column(mark("Players"), Kind.INTEGER)
PER_PLAYER = _column(mark("Per player"), Kind.AVERAGE, Emphasis.STRONG)
SESSIONS = _column(mark("Sessions"), Kind.INTEGER, name="sessions")

HANDS = _column(mark("Hands"), Kind.INTEGER, Emphasis.MUTED, name="hands",
                meaning="Hands at the player's tables, won by anyone or drawn.")
WINS = _column(mark("Wins"), Kind.INTEGER, name="wins", meaning="Hands won, including self-draws.")
SELF_DRAWS = _column(mark("Self-draws"), Kind.INTEGER, name="self_draws", meaning="Hands won by self-draw.")
DEAL_INS = _column(mark("Deal-ins"), Kind.INTEGER, name="deal_ins",
                   meaning="Hands that someone won on the player's discard.")
POINTS_WON = _column(mark("Points won"), Kind.INTEGER, name="points_won",
                     meaning="Sum of the values of the hands won, in points.")
POINTS_PER_WIN = _column(mark("Points per win"), Kind.AVERAGE, name="average_won",
                         meaning="Average value of the hands won, exact; missing without one.")
BEST = _column(mark("Best"), Kind.INTEGER, name="best",
               meaning="Value of the dearest hand won, in points; 0 if there is none.")
PENALTIES = _column(mark("Penalties"), Kind.SIGNED, Emphasis.MUTED, name="penalty_points",
                    meaning="Points lost and received through penalties that count, the player's own and those of "
                            "others.")

WINNER = _column(mark("Winner"), emphasis=Emphasis.NAME, flexible=True, name="winner_name")
FROM = _column(mark_in("hand", "From"), flexible=True)
HAND_POINTS = _column(mark_in("hand", "Points"), Kind.INTEGER, name="points")
TIMES = _column(mark("Times"), Kind.INTEGER, Emphasis.STRONG, name="times")
POINTS_BROUGHT = _column(mark("Points brought"), Kind.INTEGER, name="points_brought")
FAULT = _column(mark("Fault"), flexible=True, name="fault_name")
SANCTION = _column(mark("Sanction"), flexible=True)
POINTS = _column(mark("Points"), Kind.SIGNED, Emphasis.STRONG, name="points")
REASON = _column(mark("Reason"), flexible=True, name="reason")
COUNTS = _column(mark("Counts"), name="counts")

ENTRY_NUMBER = _column(mark("No."), Kind.INTEGER, Emphasis.MUTED)
TIME = _column(mark("Time"), emphasis=Emphasis.MUTED, name="time")
WHO = _column(mark("Who"), emphasis=Emphasis.NAME, flexible=True, name="author")
WHAT = _column(mark("What"), flexible=True, name="what")
ROLE = _column(mark("Role"), name="role")
NAME = _column(mark("Name"), emphasis=Emphasis.NAME, flexible=True)
ENTRIES = _column(mark("Entries"), Kind.INTEGER, name="entries")
FINGERPRINT = _column(mark("Fingerprint"), Kind.CODE, name="fingerprint")
WITH = _column(mark("With"), flexible=True)
ADDRESS = _column(mark("Address"))
AMOUNT = _column(mark("Amount"), Kind.AMOUNT)
CATEGORY = _column(mark("Category"))
DESK = _column(mark("Desk"))
ID = _column(mark("Id"))
EVENT = _column(mark("Event"), emphasis=Emphasis.NAME, flexible=True, name="event")
DATE = _column(mark("Date"), name="date")
FILE = _column(mark("File"))
EVENTS = _column(mark("Events"), Kind.INTEGER, name="events")
RESULTS = _column(mark("Results"), Kind.INTEGER)
RATING = _column(mark("Rating"), Kind.AVERAGE, name="rating")
# fmt: on

SITS_OUT = mark("sits out")
"""In place of the seat of a player who sits out."""


NO_HEADING = verbatim("")
"""The heading of a column that only programs read."""


def by_seat(value: Callable[[Any, Wind], Value]) -> tuple[Column[Any], ...]:
    """One column for each seat of a table, East first, with the ``value`` of a row there."""

    def column(wind: Wind) -> Column[Any]:
        return Column(wind.label, lambda row: value(row, wind), flexible=True)

    return tuple(column(wind) for wind in Wind)


def session_result(session: int, value: Callable[[Any], Value], kind: Kind = Kind.POINTS) -> Column[Any]:
    """The result of one session, in a narrow column."""
    return Column(mark("S{session}", session=session), value, kind, Emphasis.MUTED)
