"""What a later start of the program asks the window that is already open to do, as a line of JSON."""

import os
from pathlib import Path

from msgspec import Struct
from msgspec.json import encode

from tournament.files.typed_json import decode


class OpeningRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request from the command line. An empty one only brings the window to the front."""

    path: bytes = b""
    """The absolute path of a file in the encoding of the system, which need not be UTF-8; empty for none."""
    sample: bool = False
    """Open the sample event."""
    score: bool = False
    """Show the page that counts hands."""
    activation: str = ""
    """The token with which Wayland allows a window to come to the front; empty without one."""

    @property
    def file(self) -> Path | None:
        """The file to open, or None."""
        return Path(os.fsdecode(self.path)) if self.path else None


def request_for(file: Path | None, *, sample: bool = False, score: bool = False) -> OpeningRequest:
    """The request of a process that was started with these arguments."""
    path = b"" if file is None else os.fsencode(file.absolute())
    return OpeningRequest(path, sample, score, os.environ.get("XDG_ACTIVATION_TOKEN", ""))


def line_of(request: OpeningRequest) -> bytes:
    """``request`` as a line of JSON."""
    return encode(request) + b"\n"


def request_in(line: bytes) -> OpeningRequest:
    """The request that ``line`` contains. Raises msgspec.DecodeError for anything else."""
    return decode(line, OpeningRequest)
