"""The keys with which this computer signs fingerprints: makes them, stores them in the keyring or in files, and signs.

It works without a screen. keyring and cryptography are loaded only when a key is used.
"""

import os
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.files.user_folders import data_folder
from tournament.files.writing import write_new, write_whole
from tournament.language import Text, mark
from tournament.ledger.signature import short_key
from tournament.use_cases.ports import KeyUnavailable
from ui.system_keyring import SERVICE, system_keyring

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


@dataclass(frozen=True)
class SecretKey:
    """A secret key, which only its holder should have."""

    seed: bytes = field(repr=False)
    """The 32 bytes from which the key is derived."""

    @classmethod
    def new(cls) -> "SecretKey":
        """Make a key from random numbers of the system."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @cached_property
    def public(self) -> bytes:
        """Its public key, 32 bytes."""
        return self.whole.public_key().public_bytes_raw()

    @cached_property
    def whole(self) -> "Ed25519PrivateKey":
        """The key as an object of the library cryptography."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed)

    def sign(self, text: bytes) -> bytes:
        """The signature over ``text``, 64 bytes."""
        return self.whole.sign(text)


def keep_key(secret: SecretKey) -> None:
    """Store ``secret`` in the keyring. Raises KeyUnavailable if there is none, or if it refuses."""
    keyring = system_keyring()
    if keyring is None:
        raise KeyUnavailable(mark("this computer has no keyring"))
    try:
        keyring.set_password(SERVICE, _account(secret.public), b64encode(secret.seed).decode())
    except Exception as error:  # a backend raises what its system does
        raise KeyUnavailable(mark("the keyring does not open ({reason})", reason=_reason(error))) from error


def kept_key(key: bytes) -> SecretKey:
    """The secret key of the public ``key``. Raises KeyUnavailable. The keyring may ask the user to unlock it."""
    keyring = system_keyring()
    if keyring is None:
        raise KeyUnavailable(mark("this computer has no keyring"))
    try:
        found = keyring.get_password(SERVICE, _account(key))
    except Exception as error:  # the same
        raise KeyUnavailable(mark("the keyring does not open ({reason})", reason=_reason(error))) from error
    if found is None:
        raise KeyUnavailable(mark("this computer does not have the secret key of {key}", key=short_key(key)))
    wrong = KeyUnavailable(mark("what the keyring has for {key} is not a key", key=short_key(key)))
    try:
        secret = SecretKey(b64decode(found, validate=True))
        if secret.public == key:
            return secret
    except ValueError as error:  # no base64, or not of 32 bytes
        raise wrong from error
    raise wrong


def forget_key(key: bytes) -> None:
    """Delete the secret key of the public ``key`` from the keyring. Raises KeyUnavailable if the keyring refuses."""
    keyring = system_keyring()
    if keyring is None:
        return
    try:
        if keyring.get_password(SERVICE, _account(key)) is not None:
            keyring.delete_password(SERVICE, _account(key))
    except Exception as error:  # the same
        raise KeyUnavailable(mark("the keyring does not open ({reason})", reason=_reason(error))) from error


def _account(key: bytes) -> str:
    return f"signature://{key.hex()}"


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


def known_keys() -> frozenset[bytes]:
    """The public keys made or imported on this computer, 32 bytes each. Raises OSError."""
    return frozenset(map(bytes.fromhex, _known_lines()))


def know_key(key: bytes) -> None:
    """Remember ``key``. Raises OSError."""
    lines = _known_lines()
    if key.hex() not in lines:
        write_whole(_known_file(), "".join(f"{line}\n" for line in (*lines, key.hex())))


def _known_lines() -> list[str]:
    """The lines that are keys of 64 hexadecimal digits; others are ignored, since nothing depends on them."""
    try:
        text = _known_file().read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return []
    return [line for line in text.split() if len(line) == 64 and set(line) <= set("0123456789abcdef")]


def _known_file() -> Path:
    return data_folder() / "signing-keys.txt"


LEAST_PASSPHRASE, _MOST_PASSPHRASE = 8, 200
"""The least and the most characters of a passphrase; the library takes up to 1023 bytes."""
_MOST_FILE_BYTES = 16 * 1024
"""Far more bytes than a key file has."""


def write_secret(path: Path, secret: SecretKey, passphrase: str) -> None:
    """Write ``secret``, encrypted, to the new file ``path``. Raises KeyUnavailable; then there is no such file."""
    from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat

    if not LEAST_PASSPHRASE <= len(passphrase) <= _MOST_PASSPHRASE:
        text = mark("a passphrase has {least} to {most} characters", least=LEAST_PASSPHRASE, most=_MOST_PASSPHRASE)
        raise KeyUnavailable(text)
    encryption = BestAvailableEncryption(_encoded(passphrase))
    data = secret.whole.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption)
    try:
        write_new(path, data)
    except FileExistsError as error:
        raise KeyUnavailable(mark("“{path}” exists already: choose a new name", path=str(path))) from error
    except OSError as error:
        with suppress(OSError):  # it was not written whole, or not at all
            path.unlink(missing_ok=True)
        raise _unusable(path, error) from error


def read_secret(path: Path, passphrase: str) -> SecretKey:
    """The secret key in the file ``path``. Raises KeyUnavailable."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    data = _read_file(path)
    try:
        found = load_pem_private_key(data, _encoded(passphrase) or None)
    except TypeError as error:  # a passphrase is missing, or given for a file that is not encrypted
        if passphrase:
            raise _no_secret_key(path) from error
        raise KeyUnavailable(mark("“{path}” needs its passphrase", path=str(path))) from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise _no_secret_key(path) from error
    if not isinstance(found, Ed25519PrivateKey):
        raise _no_secret_key(path)
    return SecretKey(found.private_bytes_raw())


def write_public(path: Path, key: bytes) -> None:
    """Write the public ``key`` to ``path``. Raises ExportFailed."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    from reports.writers.atomic_file import atomic_file

    public = Ed25519PublicKey.from_public_bytes(key)
    with atomic_file(path) as unfinished:
        unfinished.write_bytes(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))


def read_public(path: Path) -> bytes:
    """The public key in the file ``path``, 32 bytes. Raises KeyUnavailable."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        found = load_pem_public_key(_read_file(path))
    except (ValueError, UnsupportedAlgorithm) as error:
        raise _no_public_key(path) from error
    if not isinstance(found, Ed25519PublicKey):
        raise _no_public_key(path)
    return found.public_bytes_raw()


def _encoded(passphrase: str) -> bytes:
    """``passphrase`` in UTF-8; bytes of the environment that are not text stay as they are."""
    return passphrase.encode(errors="surrogateescape")


def _read_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MOST_FILE_BYTES)
    except OSError as error:
        raise _unusable(path, error) from error


def _unusable(path: Path, error: OSError) -> KeyUnavailable:
    reason = error.strerror or str(error)
    return KeyUnavailable(mark("“{path}”: the system reported “{reason}”", path=str(path), reason=reason))


def _no_secret_key(path: Path) -> KeyUnavailable:
    return KeyUnavailable(
        mark("“{path}” is not a file with a secret key, or has a different passphrase", path=str(path))
    )


def _no_public_key(path: Path) -> KeyUnavailable:
    return KeyUnavailable(mark("“{path}” is not a file with a public key of a signature", path=str(path)))


PASSPHRASE_VARIABLE = "QUATRE_VENTS_KEY_PASSPHRASE"
"""The environment variable that holds the passphrase of a file with a secret key."""


def given_passphrase() -> str:
    """The passphrase in the environment, or an empty one."""
    return os.environ.get(PASSPHRASE_VARIABLE, "")


class KeySigner:
    """Signs with the secret key that ``find`` returns for a public key; ``find`` raises KeyUnavailable if it has
    none."""

    def __init__(self, find: Callable[[bytes], SecretKey]) -> None:
        self._find = find

    def sign(self, key: bytes, text: bytes) -> bytes:
        """The signature over ``text``. Raises KeyUnavailable."""
        return self._find(key).sign(text)


def secret_of(key: bytes, key_file: Path | None) -> SecretKey:
    """The secret key that belongs to ``key``: from ``key_file`` with the passphrase of the environment, otherwise from
    the keyring.

    Raises KeyUnavailable with what to do if there is no keyring.
    """
    if key_file is None:
        try:
            return kept_key(key)
        except KeyUnavailable as error:
            raise KeyUnavailable(with_key_file(error)) from error

    secret = read_secret(key_file, given_passphrase())
    if secret.public != key:
        raise KeyUnavailable(mark("“{path}” contains another key than that of the event", path=str(key_file)))
    return secret


def with_key_file(error: KeyUnavailable) -> Text:
    """The reason of ``error``, and how to use a key file if there is no keyring."""
    return mark(
        "{reason} (without a keyring, give --key-file FILE and its passphrase in {variable})",
        reason=error.reason,
        variable=PASSPHRASE_VARIABLE,
    )
