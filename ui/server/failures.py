"""Why a host cannot share an event."""

from tournament.language import Text


class CannotListen(Exception):
    """The address or the port is not available."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text
