"""Passwords of web hosts in the system's keyring; on a computer without one nothing is kept anywhere."""

import os

from ui.system_keyring import SERVICE, system_keyring
from ui.web_host.place import SftpPlace

VARIABLE = "QUATRE_VENTS_SFTP_PASSWORD"
"""The environment variable that scripts give it by."""


def given_password() -> str:
    """What the environment gives, or nothing."""
    return os.environ.get(VARIABLE, "")


def kept_password(place: SftpPlace) -> str:
    """What the keyring keeps for the account of ``place``, or nothing. It may ask the user to unlock it."""
    keyring = system_keyring()
    if keyring is None:
        return ""
    try:
        return keyring.get_password(SERVICE, _account(place)) or ""
    except Exception:  # noqa: BLE001  # a backend raises what its system does; then the password is asked for
        return ""


def keep_password(place: SftpPlace, password: str) -> bool:
    """Keep it for the account of ``place``; whether that was possible."""
    keyring = system_keyring()
    if keyring is None:
        return False
    try:
        keyring.set_password(SERVICE, _account(place), password)
    except Exception:  # noqa: BLE001  # the same: then it is asked for each time, and that is told
        return False
    return True


def forget_password(place: SftpPlace) -> None:
    """Keep none for the account of ``place`` any more."""
    keyring = system_keyring()
    if keyring is None:
        return
    try:
        keyring.delete_password(SERVICE, _account(place))
    except Exception:  # noqa: BLE001  # there was none, or the system keeps it; it is wrong and will be asked for anew
        return


def _account(place: SftpPlace) -> str:
    return f"sftp://{place.account}"
