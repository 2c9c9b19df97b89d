"""Lists of players inside other programs' files, read as any list of players is."""

from collections.abc import Sequence
from dataclasses import replace

from tournament.event.player import Player
from tournament.event.player_import import FileRow, TableText, preview_texts, read_roster
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark

HEADINGS = ("full name", "country", "ema number", "team")


def players_of(
    rows: Sequence[tuple[str, str, str, str]], *, name: str, how: Text
) -> tuple[tuple[Player, ...], tuple[Text, ...]]:
    """The players of ``rows`` (full name, country, EMA number, team), numbered from 1, and what was adjusted.

    Refused with all that is wrong with them, and when one of them would be left out.
    """
    table = TableText(name, how, (FileRow(1, HEADINGS), *(FileRow(n, row) for n, row in enumerate(rows, start=2))))
    return players_in(table)


def players_in(table: TableText) -> tuple[tuple[Player, ...], tuple[Text, ...]]:
    """The players of ``table``, numbered from 1 in its order, and what was adjusted; Refused as above."""
    roster = read_roster(table)
    if roster.problems:
        raise Refused(*roster.problems)
    gone = [line for line in roster.lines if not line.taken]
    if gone:
        raise Refused(
            *(
                Problem(
                    "player-left-out",
                    mark(
                        "Line {line} of “{name}” is not a player, or repeats a player listed above: correct it first.",
                        line=line.number,
                        name=table.name,
                    ),
                    "file",
                )
                for line in gone
            )
        )
    numbered = tuple(replace(player, number=number) for number, player in enumerate(roster.players, start=1))
    return numbered, preview_texts(roster)
