"""Checks for a newer version of the program: one request to the page of its releases, and only on demand.

The request is an ordinary GET that says nothing about the user, their computer or their version.
"""

import re
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import DecodeError, Struct, ValidationError

from tournament.files.typed_json import decode
from tournament.language import Text, mark
from tournament.language.harmless import harmless
from ui import RELEASES, __version__

if TYPE_CHECKING:
    import httpx

_WHOLE, _STEP = 15.0, 5.0
"""Seconds for the whole answer, and for each step of it."""
_LARGEST = 1_000_000
"""The most bytes of an answer."""
_LONGEST = 20_000
"""The most characters of the description that are shown."""
_REDIRECTS = 3
_VERSION = re.compile(r"v?(\d{1,6}(?:\.\d{1,6}){1,3}(?:rc\d{1,6})?)")

_TOO_SLOW = mark("The answer takes too long. Try again later.")
_NOT_UNDERSTOOD = mark("The answer is not understood.")


class UpdatesUnknown(Exception):
    """Whether there is a newer version cannot be found out; ``text`` states the reason."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


@dataclass(frozen=True, slots=True)
class Release:
    """The last version that was published."""

    version: str
    news: str
    """What is new, as plain text."""
    page: str
    """The address of its page for a browser."""
    newer: bool
    """Whether it is newer than this program."""


class _Answer(Struct, frozen=True):
    """The members of the answer that are used."""

    tag_name: str
    html_url: str
    body: str | None = None


def last_release(address: str = RELEASES, version: str = __version__) -> Release:
    """Ask ``address`` for the last release. Raises UpdatesUnknown."""
    import httpx

    headers = {"User-Agent": "quatre-vents", "Accept": "application/json", "Accept-Encoding": "identity"}
    try:
        with httpx.Client(headers=headers, timeout=_STEP) as client:
            return release_in(_content(client, address, monotonic() + _WHOLE), address, version)
    except httpx.TimeoutException as error:
        raise UpdatesUnknown(_TOO_SLOW) from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        host = urlsplit(address).netloc
        raise UpdatesUnknown(mark("{host} cannot be reached. Is this computer online?", host=host)) from error


def _content(client: "httpx.Client", address: str, until: float) -> bytes:
    """The content at ``address``, following redirects on the same host."""
    host = _origin(address)
    for _ in range(_REDIRECTS + 1):
        with client.stream("GET", address) as response:
            if response.next_request is None:
                return _read(response, until)
            address = str(response.next_request.url)
        # Another host would learn the address of the user, who agreed to ask only this one.
        if _origin(address) != host:
            raise UpdatesUnknown(mark("The answer leads to another host, {host}.", host=urlsplit(address).netloc))
    raise UpdatesUnknown(_NOT_UNDERSTOOD)


def _read(response: "httpx.Response", until: float) -> bytes:
    if response.status_code != 200:
        raise UpdatesUnknown(mark("The server answers with error {status}.", status=response.status_code))
    content = b""
    # Not decoded: a small compressed answer could unpack to any size.
    for part in response.iter_raw():
        content += part
        if len(content) > _LARGEST:
            raise UpdatesUnknown(_NOT_UNDERSTOOD)
        if monotonic() > until:
            raise UpdatesUnknown(_TOO_SLOW)
    return content


def release_in(content: bytes, address: str, version: str) -> Release:
    """The release that the answer of ``address`` describes, compared with ``version``. Raises UpdatesUnknown."""
    try:
        answer = decode(content, _Answer)
    except (DecodeError, ValidationError) as error:
        raise UpdatesUnknown(_NOT_UNDERSTOOD) from error
    found, page = _VERSION.fullmatch(answer.tag_name), urlsplit(answer.html_url)
    asked = urlsplit(address)
    # The page that the browser will open must be on the same site, whatever the answer contains.
    if found is None or (page.scheme, page.netloc) != (asked.scheme, asked.netloc.removeprefix("api.")):
        raise UpdatesUnknown(_NOT_UNDERSTOOD)
    news = harmless((answer.body or "").replace("\r\n", "\n"))[:_LONGEST]
    return Release(found[1], news, answer.html_url, _order(found[1]) > _order(version))


def _order(version: str) -> tuple[list[int], tuple[int, int]]:
    """Where a version comes: 0.10 after 0.9, 1.0 with 1.0.0, and 1.1.0rc1 before 1.1.0 and its builds."""
    numbers, _, candidate = version.partition("+")[0].partition("rc")
    parts = [int(number) for number in numbers.split(".")]
    return parts + [0] * (4 - len(parts)), (0, int(candidate)) if candidate else (1, 0)


def _origin(address: str) -> tuple[str, str]:
    parts = urlsplit(address)
    return parts.scheme, parts.netloc
