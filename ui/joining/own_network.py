"""What this computer, which shares an event, sees of its own networks. Everything here blocks for some seconds."""

import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection, HTTPException

from tournament.sharing.invitation import split_address
from ui.hall.network_causes import HostSeen
from ui.joining.finding import own_interfaces

_PATIENCE = 3.0
"""Seconds in which this computer must answer itself."""
_PROFILE_WITHIN = 10.0
"""Seconds in which PowerShell must answer."""
_PROFILES = ("powershell", "-NoProfile", "-NonInteractive", "-Command", "(Get-NetConnectionProfile).NetworkCategory")
"""The command of Windows that prints ``Public``, ``Private`` or ``DomainAuthenticated`` for each network."""


def look_at_host(address: str) -> HostSeen:
    """What this computer sees of itself, with phones looking for it at ``address``, as ``host:port``."""
    return HostSeen(
        address,
        tuple(str(each) for each in own_interfaces()),
        _is_reached(address),
        sys.platform == "win32" and "Public" in _profiles(),
        sys.platform in ("win32", "darwin"),
    )


def _is_reached(address: str) -> bool:
    host, port = split_address(address)
    with closing(HTTPConnection(host, port, timeout=_PATIENCE)) as connection:
        try:
            connection.request("HEAD", "/")
            connection.getresponse()
        except (OSError, HTTPException, UnicodeError):
            return False
    return True


def _profiles() -> list[str]:
    """The profiles of the networks that Windows is connected to; empty if it does not say."""
    hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    try:
        said = subprocess.run(
            _PROFILES, capture_output=True, text=True, timeout=_PROFILE_WITHIN, check=False, creationflags=hidden
        )
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return []
    return said.stdout.split()
