"""Keyrings for tests, so that no real secrets are read."""

from keyring.backend import KeyringBackend


class Keyring(KeyringBackend):
    """Keeps passwords as long as the test."""

    priority = 1

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class LockedKeyring(Keyring):
    """One whose owner does not unlock it."""

    def get_password(self, *_: str) -> str | None:
        raise RuntimeError("locked")

    def set_password(self, *_: str) -> None:
        raise RuntimeError("locked")
