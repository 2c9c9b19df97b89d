"""Passwords of web hosts in the system's keyring; without a keyring they are stored nowhere."""

import os

from ui.system_keyring import SERVICE, system_keyring
from ui.web_host.place import SftpPlace

VARIABLE = "QUATRE_VENTS_SFTP_PASSWORD"
"""The environment variable in which scripts give the password."""


def given_password() -> str:
    """The password in the environment; empty if there is none."""
    return os.environ.get(VARIABLE, "")


def kept_password(place: SftpPlace) -> str:
    """The stored password of the account of ``place``; empty if there is none.

    The keyring may ask the user to unlock it.
    """
    keyring = system_keyring()
    if keyring is None:
        return ""
    try:
        return keyring.get_password(SERVICE, _account(place)) or ""
    except Exception:  # noqa: BLE001  # backends raise anything; then the user is asked for the password
        return ""


def keep_password(place: SftpPlace, password: str) -> bool:
    """Store the password of the account of ``place``; return whether that was possible."""
    keyring = system_keyring()
    if keyring is None:
        return False
    try:
        keyring.set_password(SERVICE, _account(place), password)
    except Exception:  # noqa: BLE001  # the same; then the user is asked each time, and is told so
        return False
    return True


def forget_password(place: SftpPlace) -> None:
    """Delete the stored password of the account of ``place``."""
    keyring = system_keyring()
    if keyring is None:
        return
    try:
        keyring.delete_password(SERVICE, _account(place))
    except Exception:  # noqa: BLE001  # there was none, or it cannot be deleted: it is wrong, and the user is asked again
        return


def _account(place: SftpPlace) -> str:
    return f"sftp://{place.account}"
