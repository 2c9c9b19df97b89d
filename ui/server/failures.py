"""What may keep a host from sharing an event."""

from tournament.language import Text


class CannotListen(Exception):
    """The address or the port is not to be had."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text
