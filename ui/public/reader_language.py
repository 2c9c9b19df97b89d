"""The language in which somebody reads the public pages: the one that they chose there, or that their browser prefers.

The choice is a link, which works without scripts, and a cookie, which is the only one of these pages.
"""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from tournament.language import LANGUAGES, Language, language_of
from ui.public.resources import HEADERS
from ui.server.requests import asked_language

LANGUAGE_COOKIE, LANGUAGE_QUERY = "quatre-vents-language", "lang"
_KEPT = 365 * 24 * 3600
"""Seconds for which a browser keeps the choice."""
_CODES = {language.code for language in LANGUAGES}


def reader_language(request: Request) -> Language:
    """The language in which ``request`` is answered."""
    chosen = _chosen(request) or (request.cookies.get(LANGUAGE_COOKIE, "") if "cookie" in request.headers else "")
    return language_of(chosen) if chosen in _CODES else asked_language(request)


def keep_choice(request: Request, response: Response) -> Response:
    """``response``, by which the browser keeps the language that ``request`` chooses, if it does."""
    if code := _chosen(request):
        cookie = f"{LANGUAGE_COOKIE}={code}; Path=/; Max-Age={_KEPT}; SameSite=Lax; HttpOnly"
        response.headers["Set-Cookie"], response.headers["Cache-Control"] = cookie, "no-store"
    return response


def language_choice(request: Request, address: str) -> Response | None:
    """The response to a choice of a language, which leads to ``address``; None if none is chosen.

    It leads away from the address with the choice, so that no link to a page carries the language of who sent it.
    """
    if not _chosen(request):
        return None
    headers = {**HEADERS, "Location": address}
    return keep_choice(request, Response(status_code=HTTPStatus.SEE_OTHER, headers=headers))


def _chosen(request: Request) -> str:
    """The code of the language that ``request`` chooses; empty without a choice."""
    code = request.query_params.get(LANGUAGE_QUERY, "") if request.scope["query_string"] else ""
    return code if code in _CODES else ""
