"""What an event that is open on the command line signs with: it looks for the secret key when something is signed."""

import os
from collections.abc import Callable
from pathlib import Path

from tournament.language import Text, mark
from tournament.use_cases.signer import KeyUnavailable
from ui.signing.secret_key import SecretKey

PASSPHRASE_VARIABLE = "QUATRE_VENTS_KEY_PASSPHRASE"
"""The environment variable that holds the passphrase of a file with a secret key."""


def given_passphrase() -> str:
    """What the environment gives, or nothing."""
    return os.environ.get(PASSPHRASE_VARIABLE, "")


class KeySigner:
    """Signs with the secret key that ``find`` gives for a public one, or raises KeyUnavailable."""

    def __init__(self, find: Callable[[bytes], SecretKey]) -> None:
        self._find = find

    def sign(self, key: bytes, text: bytes) -> bytes:
        """The signature over ``text``. Raises KeyUnavailable."""
        return self._find(key).sign(text)


def secret_of(key: bytes, key_file: Path | None) -> SecretKey:
    """The secret key of ``key``: in ``key_file`` by the passphrase of the environment, or else in the keyring.

    Raises KeyUnavailable, with what to do where there is no keyring.
    """
    if key_file is None:
        from ui.signing.kept_keys import kept_key

        try:
            return kept_key(key)
        except KeyUnavailable as error:
            raise KeyUnavailable(with_key_file(error)) from error
    from ui.signing.key_file import read_secret

    secret = read_secret(key_file, given_passphrase())
    if secret.public != key:
        raise KeyUnavailable(mark("“{path}” contains another key than that of the event", path=str(key_file)))
    return secret


def with_key_file(error: KeyUnavailable) -> Text:
    """Why the keyring does not help, and what does without one."""
    return mark(
        "{reason} (without a keyring, give --key-file FILE and its passphrase in {variable})",
        reason=error.reason,
        variable=PASSPHRASE_VARIABLE,
    )
