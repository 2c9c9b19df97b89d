"""A draw that cannot be made, with the reason as a text for the organiser."""

from tournament.language import ENGLISH, Text


class DrawProblem(ValueError):
    """What was asked cannot be drawn; :attr:`message` gives the reason and the nearest possible choice."""

    def __init__(self, message: Text) -> None:
        super().__init__(ENGLISH.render(message))
        self.message = message
