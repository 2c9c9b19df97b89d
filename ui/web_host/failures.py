"""Why a page did not get to its place: what is wrong, where, and what to do. No password is ever in it."""

from tournament.language import Text


class SiteNotWritten(Exception):
    """The page is not at its place; what was there before is as it was."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.message)
        self.message = message


class UnknownHost(SiteNotWritten):
    """Nobody said yet that this key is the host's."""

    def __init__(self, message: Text, host: str, fingerprint: str) -> None:
        super().__init__(message)
        self.host = host
        self.fingerprint = fingerprint
        """As web hosts tell it: ``SHA256:…``."""


class ChangedHost(UnknownHost):
    """The host has another key than the one that is known."""


class LoginRefused(SiteNotWritten):
    """The host lets nobody in with what was offered."""
