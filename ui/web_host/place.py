"""Where the page of an event goes: a folder of this computer, or one of a web host, with the login to it."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.language.harmless import steers_a_line

PAGE = "index.html"
"""The file that a web server shows for a folder."""
SFTP_PORT = 22
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_OF_A_PAGE = (".html", ".htm")


@dataclass(frozen=True, slots=True)
class FolderPlace:
    """A file in a folder of this computer, which may be on a stick, a share or in a synchronised folder."""

    file: Path

    def __str__(self) -> str:
        return str(self.file)


@dataclass(frozen=True, slots=True)
class SftpPlace:
    """A file on a web host, never with a password."""

    user: str
    host: str
    port: int
    folder: str
    """The path on the host; one that begins with “~/” starts at the home folder of the user."""
    name: str = PAGE

    @property
    def account(self) -> str:
        """User and host, under which a password is stored."""
        port = "" if self.port == SFTP_PORT else f":{self.port}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.user}@{host}{port}"

    @property
    def remote_folder(self) -> str:
        """The folder as SFTP names it: relative to the home folder of the user if it begins with “~/”."""
        return (self.folder.removeprefix("~/") or ".") if self.folder.startswith("~/") else self.folder

    def __str__(self) -> str:
        return f"sftp://{self.account}/{self.folder.removeprefix('/')}{self.name}"


SitePlace = FolderPlace | SftpPlace


@dataclass(frozen=True, slots=True)
class Login:
    """The credentials for a web host; without password and key, the keys of this user and of their agent are tried."""

    password: str = field(default="", repr=False)
    """The password of the account, or of the key if there is one."""
    key: Path | None = None
    """A file with a private key."""
    accepted: str = ""
    """The fingerprint of the host's key as its owner publishes it; no other key is accepted."""


NO_LOGIN = Login()


def read_place(typed: str) -> SitePlace:
    """Read a place as typed: a folder, a file that ends in .html, or ``sftp://user@host:port/folder/``.

    Raise Refused if it is none of these, or if it contains a password, which is never repeated.
    """
    typed_path = typed.strip()
    scheme = _SCHEME.match(typed_path)
    if scheme is not None and scheme[1].lower() == "sftp":
        return _sftp_place(typed_path)
    if scheme is not None:
        text = mark("Pages go to a folder or to sftp://user@host/folder/, not by {scheme}.", scheme=scheme[1])
        raise Refused(Problem("place-unknown", text, "to"))
    if not typed_path or steers_a_line(typed_path):
        missing = mark("Say where the page goes: a folder, or sftp://user@host/folder/.")
        raise Refused(Problem("place-missing", missing, "to"))
    path = Path(typed_path).expanduser()
    is_page = path.suffix.lower() in _OF_A_PAGE and not path.is_dir()
    return FolderPlace(path if is_page else path / PAGE)


def _sftp_place(text: str) -> SftpPlace:
    try:
        parts = urlsplit(text)
        host, port, user = parts.hostname or "", parts.port, unquote(parts.username or "")
    except ValueError:
        host, port, user, parts = "", None, "", urlsplit("")
    if parts.password is not None:
        secret = mark(
            "Remove the password from the address, where others can read it. You are asked for it when it is needed."
        )
        raise Refused(Problem("place-secret", secret, "to"))
    if not host or not user or parts.query or parts.fragment or steers_a_line(unquote(text)) or port == 0:
        unknown = mark("This is not an SFTP address: write sftp://user@host/folder/, or sftp://user@host:2222/folder/.")
        raise Refused(Problem("place-unknown", unknown, "to"))
    path = unquote(parts.path) or "/~/"
    path = path.removeprefix("/") if path.startswith("/~/") else path
    folder, _, name = path.rpartition("/")
    if name and not name.lower().endswith(_OF_A_PAGE):
        folder, name = f"{folder}/{name}", ""
    return SftpPlace(user, host, port or SFTP_PORT, f"{folder}/", name or PAGE)
