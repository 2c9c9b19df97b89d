"""Reasons why the page was not written: what is wrong, where, and what to do; never with a password."""

from tournament.language import Text


class SiteNotWritten(Exception):
    """The page was not written; the old page is unchanged."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.message)
        self.message = message


class UnknownHost(SiteNotWritten):
    """The key of the host is not known here: the user must compare its fingerprint and accept it."""

    def __init__(self, message: Text, host: str, fingerprint: str) -> None:
        super().__init__(message)
        self.host = host
        self.fingerprint = fingerprint
        """The fingerprint in the form in which web hosts publish it: ``SHA256:…``."""


class ChangedHost(UnknownHost):
    """The host has a different key from the known one."""


class LoginRefused(SiteNotWritten):
    """The host accepted neither the password nor a key."""
