"""Requests of phones that may send forms: how they are read, and how failures are answered."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from math import ceil
from urllib.parse import parse_qs, urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tournament.language import mark
from ui.public.mounts import Endpoint
from ui.public.reader_language import reader_language
from ui.public.resources import FORM_HEADERS
from ui.public.table_hand import Fields
from ui.server.requests import MOST_BYTES_OF_OTHERS, Failed, body_of

_MOST_FIELDS = 200


def answering(
    endpoint: Endpoint, missing: Endpoint, fault: Callable[[Exception], None]
) -> Callable[[Request], Awaitable[Response]]:
    """Return ``endpoint`` with an answer whenever it fails: ``missing`` if nothing is at the address, else the reason.

    ``fault`` is called with errors of the program: one phone must not harm the others.
    """

    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Failed as failed:
            if failed.status is HTTPStatus.NOT_FOUND:
                return await missing(request)
            wait = {"Retry-After": str(ceil(failed.wait))} if failed.wait else {}
            closing = {"Connection": "close"} if request.method == "POST" else {}  # the rest may not be read
            text = reader_language(request).render(failed.problem.text)
            return Response(text, failed.status, FORM_HEADERS | wait | closing, media_type="text/plain")
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)  # nobody reads it
        except Exception as error:  # noqa: BLE001  # one phone must not harm the others
            fault(error)
            return Response("500", HTTPStatus.INTERNAL_SERVER_ERROR, FORM_HEADERS, media_type="text/plain")

    return answer


async def form_of(request: Request) -> Fields:
    """Return the fields of a form that was sent. Raise Failed if it is too large, of another site, or no form."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MOST_BYTES_OF_OTHERS:  # without waiting for it
        text = mark("This request is larger than {most} bytes.", most=MOST_BYTES_OF_OTHERS)
        raise Failed(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "request-too-large", text)
    _refuse_other_origin(request)
    content = await body_of(request, MOST_BYTES_OF_OTHERS)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
        raise Failed(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not-a-form", mark("This is not a form of this program."))
    return fields_of(content.decode("utf-8", "replace"))


def fields_of(text: str) -> Fields:
    """Return the fields of a form or of the query of an address. Raise Failed if they are too many."""
    try:
        return parse_qs(text, max_num_fields=_MOST_FIELDS, errors="replace")
    except ValueError as error:
        text_ = mark("This is not a form of this program.")
        raise Failed(HTTPStatus.BAD_REQUEST, "not-a-form", text_) from error


def _refuse_other_origin(request: Request) -> None:
    """Refuse forms of other sites. Programs that are not browsers do not state the origin of a form."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    own = urlsplit(origin).netloc == request.headers.get("host") if origin is not None else True
    if site not in (None, "same-origin", "none") or not own:
        raise Failed(
            HTTPStatus.FORBIDDEN, "other-site", mark("This form comes from another site: open the code again.")
        )
