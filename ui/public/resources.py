"""What is served to browsers at an address: its bytes, kept in memory with its ETag and compressed once.

Also the files of the program that pages, overlays and screens use.
"""

import asyncio
import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

import assets
from assets import sounds
from assets.tiles import FACES, FULL, file_name

# “http:”: a page whose host is away asks the computers that may have replaced it (assets/site/hosts.js).
_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self' http:; "
    "manifest-src 'self'; worker-src 'self'; font-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_FORM_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self' http:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
FORM_HEADERS = {
    "Content-Security-Policy": _FORM_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # else browsers do not say from where a form comes
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Those of a page with forms, which is never kept."""
HTML, SVG = "text/html; charset=utf-8", "image/svg+xml"
_KEPT, _ASKED_AGAIN = "public, max-age=31536000, immutable", "no-cache"
_SITE_KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".png": "image/png"}


@dataclass(frozen=True, slots=True)
class Resource:
    """What is served at an address: its content, also compressed, and what identifies it."""

    content: bytes
    kind: str
    compressed: bytes
    """Compressed by gzip; empty if that does not make it smaller."""
    tag: str
    """The value of ETag, in quotation marks."""


def resource(content: bytes, kind: str) -> Resource:
    """``content`` of the media type ``kind``, as it is served."""
    packed = kind.startswith("image/") and kind != SVG
    small = gzip.compress(content, 6, mtime=0) if len(content) > 1000 and not packed else b""
    return Resource(content, kind, small if len(small) < len(content) else b"", f'"{sha256(content).hexdigest()[:32]}"')


def sent(request: Request, found: Resource, status: HTTPStatus = HTTPStatus.OK, *, stamped: bool = False) -> Response:
    """The response with ``found``, compressed if the client accepts that.

    If it is ``stamped``, its address changes with its content, and browsers keep it; else they ask again each time.
    """
    headers = {
        **HEADERS,
        "ETag": found.tag,
        "Cache-Control": _KEPT if stamped else _ASKED_AGAIN,
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    # “W/”: a proxy that compressed the page itself marked the tag as weak.
    if status is HTTPStatus.OK and found.tag in (
        each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")
    ):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    small = found.compressed and "gzip" in request.headers.get("accept-encoding", "").lower()
    if small:
        headers["Content-Encoding"] = "gzip"
    content = found.compressed if small else found.content
    return Response(content, status, headers, media_type=found.kind)


@cache
def _files() -> dict[str, tuple[Path, str]]:
    """The files of the program, by address, with their media types."""
    site, fonts = assets.path("site"), assets.path("fonts")
    in_site = (path for path in site.iterdir() if path.suffix in _SITE_KINDS)
    return {
        **{f"/{path.name}": (path, _SITE_KINDS[path.suffix]) for path in in_site},
        **{f"/tiles/{name}": (assets.path("tiles", FULL, name), SVG) for name in map(file_name, FACES)},
        **{f"/sounds/{name}.wav": (sounds.path_of(name), "audio/wav") for name in sounds.NAMES},
        **{f"/fonts/{path.relative_to(fonts).as_posix()}": (path, "font/ttf") for path in fonts.rglob("*.ttf")},
    }


_in_memory = dict[str, Resource]()
"""The files of the program that were asked for."""


def program_file(address: str) -> Resource | None:
    """The file of the program at ``address``; None if there is none. Any thread may ask; each file is read once."""
    if address not in _in_memory and address in _files():
        path, kind = _files()[address]
        _in_memory[address] = resource(path.read_bytes(), kind)
    return _in_memory.get(address)


async def sent_file(request: Request, address: str) -> Response | None:
    """The response with the file of the program at ``address``; None if there is none."""
    found = _in_memory.get(address)
    if found is None:
        if address not in _files():
            return None
        found = await asyncio.to_thread(program_file, address)  # a font takes a second
        assert found is not None, "it is there"
    return sent(request, found, stamped=bool(request.scope["query_string"]))


def stamp(name: str) -> str:
    """A suffix of the address of this file of the program, which changes with its content."""
    found = program_file(f"/{name}")
    assert found is not None, "a file of the program"
    return found.tag[1:9]


@cache
def stamps() -> dict[str, str]:
    """The stamp of each style, script and icon."""
    return {address[1:]: stamp(address[1:]) for address in _files() if address.count("/") == 1}
