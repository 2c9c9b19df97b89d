"""The keys of hosts: those that OpenSSH knows for this user, and those that were accepted here, by their fingerprint.

Nothing is written into the user's own ``known_hosts``. What was accepted here lies in a file of the same form in the
data folder of the program, and counts before it: who accepts a fingerprint has it from the host's owner.
"""

import hashlib
import hmac
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from tournament.files.user_folders import data_folder
from tournament.files.whole_file import write_whole
from ui.web_host.place import SFTP_PORT, SftpPlace


@dataclass(frozen=True, slots=True)
class HostKey:
    """The public key of a host."""

    kind: str
    """``ssh-ed25519`` …"""
    base64: str

    @property
    def fingerprint(self) -> str:
        """As OpenSSH and web hosts tell it."""
        digest = hashlib.sha256(b64decode(self.base64)).digest()
        return "SHA256:" + b64encode(digest).decode().rstrip("=")

    def has_fingerprint(self, typed: str) -> bool:
        """Whether ``typed`` is its fingerprint, however much of it was copied around it."""
        plain = typed.strip().removeprefix("SHA256:").rstrip("=")
        return hmac.compare_digest(plain.encode(), self.fingerprint.removeprefix("SHA256:").encode())


@dataclass(frozen=True, slots=True)
class KnownKeys:
    """What is known of a host."""

    keys: tuple[HostKey, ...]
    """Nothing: nobody was there yet."""
    revoked: tuple[HostKey, ...] = ()
    """Those that must not be accepted."""


def accepted_file() -> Path:
    """Where the keys lie that were accepted here."""
    return data_folder() / "known_hosts"


def users_file() -> Path:
    """Where OpenSSH keeps those of this user."""
    return Path.home() / ".ssh" / "known_hosts"


def known_keys(place: SftpPlace) -> KnownKeys:
    """What is known of the host of ``place``: accepted here, else known to OpenSSH. Raises OSError."""
    name, revoked = _name_of(place), list[HostKey]()
    for path in (accepted_file(), users_file()):
        keys = list[HostKey]()
        for marker, names, key in _lines(path):
            if _is_named(name, names):
                (revoked if marker == "@revoked" else keys).append(key)
        if keys:
            return KnownKeys(tuple(keys), tuple(revoked))
    return KnownKeys((), tuple(revoked))


def accept(place: SftpPlace, key: HostKey) -> None:
    """Keep ``key`` as the one of the host of ``place``, in the place of every other. Raises OSError."""
    path, name = accepted_file(), _name_of(place)
    others = [] if not path.exists() else path.read_text(encoding="utf-8", errors="replace").splitlines()
    kept = [line for line in others if line.split(" ", 1)[0] != name]
    write_whole(path, "".join(f"{line}\n" for line in (*kept, f"{name} {key.kind} {key.base64}")))


def _name_of(place: SftpPlace) -> str:
    return place.host if place.port == SFTP_PORT else f"[{place.host}]:{place.port}"


def _lines(path: Path) -> Iterator[tuple[str, str, HostKey]]:
    """Marker, names and key of each line; what is none is passed over, as OpenSSH does."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return
    for line in text.splitlines():
        fields = line.split()
        marker = fields.pop(0) if fields and fields[0].startswith("@") else ""
        if len(fields) < 3 or fields[0].startswith("#") or marker not in ("", "@revoked"):
            continue
        try:
            b64decode(fields[2], validate=True)
        except (Error, ValueError):
            continue
        yield marker, fields[0], HostKey(fields[1], fields[2])


def _is_named(name: str, names: str) -> bool:
    """Whether ``name`` is one of ``names``: plain, hashed, with ``*`` and ``?``, and not after a ``!``."""
    if names.startswith("|1|"):
        _, _, salt, digest = names.split("|", 3)
        try:
            found = hmac.new(b64decode(salt), name.encode(), hashlib.sha1).digest()
            return hmac.compare_digest(found, b64decode(digest))
        except (Error, ValueError):
            return False
    patterns = names.lower().split(",")
    if any(each.startswith("!") and fnmatchcase(name, _pattern(each[1:])) for each in patterns):
        return False
    return any(fnmatchcase(name, _pattern(each)) for each in patterns)


def _pattern(written: str) -> str:
    """With brackets meant as such, as around a host with a port."""
    return written.replace("[", "[[]")
