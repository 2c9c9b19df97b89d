"""A draw that cannot be made, with the reason as a text for the organiser."""

from tournament.language import ENGLISH, Text, mark, mark_count


class DrawProblem(ValueError):
    """Raised for an impossible draw; :attr:`message` gives the reason and the nearest possible choice."""

    def __init__(self, message: Text) -> None:
        super().__init__(ENGLISH.render(message))
        self.message = message


def part_of_a_table(players: int) -> DrawProblem:
    """Return the problem with a number of players that is 0 or does not fill the last table."""
    if players <= 0:
        return DrawProblem(mark("There is nobody to seat: put the players on the list first."))
    return DrawProblem(
        mark_count(
            "{players} players: {count} substitute is needed to fill the last table.",
            "{players} players: {count} substitutes are needed to fill the last table.",
            -players % 4,
            players=players,
        )
    )
