"""Files of keys in PEM: the secret one as encrypted PKCS #8 (RFC 5958), the public one as SubjectPublicKeyInfo."""

from contextlib import suppress
from pathlib import Path

from reports.writers.atomic_file import atomic_file
from tournament.files.whole_file import write_new
from tournament.language import mark
from tournament.use_cases.signer import KeyUnavailable
from ui.signing.secret_key import SecretKey

LEAST_PASSPHRASE, _MOST_PASSPHRASE = 8, 200
"""Characters; the library takes 1023 bytes."""
_MOST_BYTES = 16 * 1024
"""More than any such file has."""


def write_secret(path: Path, secret: SecretKey, passphrase: str) -> None:
    """Write ``secret``, encrypted, to the new file ``path``. Raises KeyUnavailable; then there is no such file."""
    from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat

    if not LEAST_PASSPHRASE <= len(passphrase) <= _MOST_PASSPHRASE:
        text = mark("a passphrase has {least} to {most} characters", least=LEAST_PASSPHRASE, most=_MOST_PASSPHRASE)
        raise KeyUnavailable(text)
    encryption = BestAvailableEncryption(_bytes(passphrase))
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

    data = _read(path)
    try:
        found = load_pem_private_key(data, _bytes(passphrase) or None)
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

    public = Ed25519PublicKey.from_public_bytes(key)
    with atomic_file(path) as unfinished:
        unfinished.write_bytes(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))


def read_public(path: Path) -> bytes:
    """The public key in the file ``path``, 32 bytes. Raises KeyUnavailable."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        found = load_pem_public_key(_read(path))
    except (ValueError, UnsupportedAlgorithm) as error:
        raise _no_public_key(path) from error
    if not isinstance(found, Ed25519PublicKey):
        raise _no_public_key(path)
    return found.public_bytes_raw()


def _bytes(passphrase: str) -> bytes:
    """In UTF-8; what the environment gives may be no text."""
    return passphrase.encode(errors="surrogateescape")


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_MOST_BYTES)
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
