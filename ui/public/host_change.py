"""How pages find the host that has replaced theirs: what they learn beforehand, its proof, and redirects."""

from collections.abc import Callable
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from tournament.sharing.invitation import joined_address
from ui.public.mounts import Answers
from ui.public.resources import HEADERS
from ui.server.public_hosts import PublicHosts

_HEADERS = {**HEADERS, "Cache-Control": "no-store"}
_FOR_OTHER_PAGES = {**_HEADERS, "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
_MOST_QUESTION = 64
"""The most characters of a question."""


def host_routes(hosts: Callable[[], PublicHosts], answers: Answers) -> list[BaseRoute]:
    """The addresses at which a page learns where its next host may be, and asks a computer whether it is that."""

    async def learn(_request: Request) -> Response:
        return JSONResponse({"hosts": [each._asdict() for each in hosts().questions()]}, headers=_HEADERS)

    async def answer(request: Request) -> Response:
        question, reached = request.query_params.get("question", ""), request.scope.get("server")
        if reached is None or not 0 < len(question) <= _MOST_QUESTION:
            return Response(status_code=HTTPStatus.BAD_REQUEST, headers=_FOR_OTHER_PAGES)
        said = hosts().answer(joined_address(*reached), question)
        return JSONResponse({"answer": said}, headers=_FOR_OTHER_PAGES)

    return [
        Route("/next-hosts", answers.of(learn), methods=["GET"]),
        Route("/host-proof", answers.of(answer), methods=["GET"]),
    ]


def _answered_here(scope: Scope) -> bool:
    """Whether a host that was replaced answers by itself: that it is the host no more, and with the page of a sheet
    that proves whose phone it was."""
    method, path = str(scope["method"]), str(scope["path"])
    return path == "/host-proof" or (method == "GET" and path.lower().startswith("/t/"))


class ToSuccessor:
    """An application that sends every page to the host that has replaced this one, as soon as there is one."""

    def __init__(self, app: ASGIApp, hosts: Callable[[], PublicHosts]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        successor = self._hosts().successor
        if not successor or scope["type"] != "http" or _answered_here(scope):
            await self._app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        address = f"http://{successor}{scope['raw_path'].decode('latin-1').partition('?')[0]}"
        status, headers = HTTPStatus.TEMPORARY_REDIRECT, {"Location": address + (f"?{query}" if query else "")}
        if scope["method"] not in ("GET", "HEAD"):  # a form is sent again by the page, at the new address
            status, headers = HTTPStatus.SERVICE_UNAVAILABLE, {"Retry-After": "1"}
        await Response(status_code=status, headers={**_HEADERS, **headers})(scope, receive, send)
