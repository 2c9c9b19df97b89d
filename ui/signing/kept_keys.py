"""Secret keys in the system's keyring, by their public keys."""

from base64 import b64decode, b64encode

from tournament.language import mark
from tournament.ledger.signature import short_key
from tournament.use_cases.signer import KeyUnavailable
from ui.signing.secret_key import SecretKey
from ui.system_keyring import SERVICE, system_keyring


def keep_key(secret: SecretKey) -> None:
    """Keep ``secret`` in the keyring. Raises KeyUnavailable where there is none, or where it refuses."""
    keyring = system_keyring()
    if keyring is None:
        raise KeyUnavailable(mark("this computer has no keyring"))
    try:
        keyring.set_password(SERVICE, _account(secret.public), b64encode(secret.seed).decode())
    except Exception as error:  # a backend raises what its system does
        raise KeyUnavailable(mark("the keyring does not open ({reason})", reason=_reason(error))) from error


def kept_key(key: bytes) -> SecretKey:
    """The secret key of ``key``. Raises KeyUnavailable. The keyring may ask the user to unlock it."""
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
    """Keep no secret key of ``key`` any more. Raises KeyUnavailable where the keyring refuses."""
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
