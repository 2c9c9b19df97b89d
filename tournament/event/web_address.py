"""The public address of an event's page on the web: what stands as a code on papers and screens."""

import re
from urllib.parse import urlsplit

from tournament.event.problem import Problem
from tournament.language import mark

_SIGNS = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]*")
"""Those that an address is made of (RFC 3986): every other one is written with them."""


def web_address_problem(address: str) -> Problem | None:
    """What is wrong with ``address``; no address at all is none."""
    if not address:
        return None
    if _SIGNS.fullmatch(address) is None:
        text = mark(
            "The web address contains a space or a character that web addresses cannot have: copy it from the browser."
        )
        return Problem("web-address-signs", text, "web_address")
    try:
        parts = urlsplit(address)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        named, parts = False, urlsplit("")
    if parts.scheme not in ("http", "https") or not named:
        text = mark("“{address}” is not a web address: it must begin with https:// or http:// and " "name a site.",
                    address=address)  # fmt: skip
        return Problem("web-address-unknown", text, "web_address")
    if parts.username is not None or parts.password is not None:
        text = mark("The web address contains a user name or a password, which everybody could read: remove it.")
        return Problem("web-address-secret", text, "web_address")
    return None
