"""What is offered to a host."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Login:
    """What is offered to a host; with neither password nor key, the keys of this user and of his agent."""

    password: str = field(default="", repr=False)
    """Of the account; of the key where there is one."""
    key: Path | None = None
    """A file with a private key."""
    accepted: str = ""
    """The fingerprint of the host's key as its owner tells it; no other is accepted."""


NO_LOGIN = Login()
