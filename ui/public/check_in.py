"""Serves the personal links of players: a page on which a player checks in, once, on their own phone.

An address contains a link of :mod:`tournament.use_cases.phone_check_in`. Opening it changes nothing, since programs
that show previews of links open them too: the player presses a button, which sends a form.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import assert_never

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from reports.site import player_anchor
from reports.writers.site_page import template
from reports.writers.wording import one_line
from tournament.event.problem import Problem, Refused
from tournament.language import LANGUAGES, Language, Text, mark
from tournament.ledger.entry import EVENT_STREAM
from tournament.sharing.host import Host
from tournament.use_cases import StoreDamaged, StoreUnavailable, View
from tournament.use_cases.phone_check_in import PersonalLink, PersonalLinkState, link_tokens, read_link
from tournament.use_cases.public_view import with_public_names
from tournament.use_cases.table_entry import as_written
from ui.public.forms import answering, form_of
from ui.public.mounts import Answers, Endpoint, HostWork, PublicMount
from ui.public.reader_language import language_choice, reader_language
from ui.public.resources import FORM_HEADERS, stamps
from ui.server.requests import Failed, address_of, refuse_fast
from ui.server.throttle import Rate, Throttle

_ASKED_A_SECOND, _BURST = 2, 20
"""Requests with one link, per second and at once."""
_LOOK = 0.5
"""Seconds between two checks whether there are new links."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A link that is or was valid, and what its page shows."""

    link: PersonalLink
    event: str
    name: str
    """The public name of the player; empty if they are no longer on the list."""
    words: tuple[str, ...]
    """The vocabularies of the game."""


class CheckInMount(PublicMount):
    """Answers the phones of players who open their personal links. Used in one event loop."""

    def __init__(
        self, host: HostWork, view: Callable[[], View], answers: Answers, missing: Endpoint, base: str
    ) -> None:
        """``view`` returns the current event, ``missing`` answers for unknown links, and ``base`` is put before every
        path."""
        super().__init__("check-in", _LOOK, answers)
        self._host, self._view, self._base = host, view, base
        self._known: set[str] = set()
        """Links that are or were valid. Phones with one of them do not wait when others guess links."""
        self._mark = ""
        """The last hash of the event's own entries when the links were read."""
        self._throttle, self._asked = Throttle(), Rate(_ASKED_A_SECOND, _BURST)

        def route(path: str, endpoint: Endpoint, method: str) -> Route:
            return Route(path, answering(endpoint, missing, answers.fault), methods=[method])

        routes = [
            route("/{token}", self._show, "GET"),
            route("/{token}/here", self._check_in, "POST"),
            Route("/{path:path}", answers.of(missing), methods=["GET"]),
        ]
        # a link in capitals makes a smaller picture
        self.routes = [Mount("/c", routes=routes), Mount("/C", routes=routes)]

    async def look(self) -> None:
        """Read the links again if the event's own entries have changed."""
        now = self._view().journal.last_hash(EVENT_STREAM)
        if now != self._mark:
            self._mark = now
            self._known |= await self._host.do(lambda host: link_tokens(host.book.view))

    def finish_streams(self) -> None:
        """Do nothing: these pages have no streams."""

    async def _opened(self, request: Request) -> tuple[str, _Opened]:
        """The link of the request and what it opens. Raises Failed if it was never valid, or if this address has
        guessed too often."""
        token, address = as_written(request.path_params["token"]), address_of(request)
        if token not in self._known:
            refuse_fast(self._throttle.allowed(address, time.monotonic()))
        opened = await self._host.do(lambda host: _opened(host, token))
        if opened is None:
            self._throttle.failed(address, time.monotonic())
            raise Failed(HTTPStatus.NOT_FOUND, "code-unknown", mark("This code opens nothing."))
        self._known.add(token)
        refuse_fast(self._asked.taken(token, time.monotonic()))
        return token, opened

    async def _show(self, request: Request) -> Response:
        token, opened = await self._opened(request)
        address = f"{self._base}/c/{token}"
        choice = language_choice(request, address)
        return choice if choice is not None else await self._page(request, opened, address)

    async def _check_in(self, request: Request) -> Response:
        token, opened = await self._opened(request)
        address = f"{self._base}/c/{token}"
        await form_of(request)

        def check_in(host: Host) -> None:
            link = read_link(host.book.view, token)
            if link is None or link.state not in (PersonalLinkState.OPEN, PersonalLinkState.HERE):
                return  # since it was opened; the page says why
            host.check_in(link.number)

        try:
            await self._host.do(check_in)
        except Refused as refused:
            return await self._page(request, opened, address, refused.problems[0], HTTPStatus.UNPROCESSABLE_ENTITY)
        except (StoreUnavailable, StoreDamaged) as error:
            problem = Problem("not-saved", error.text)
            return await self._page(request, opened, address, problem, HTTPStatus.SERVICE_UNAVAILABLE)
        # A redirect: reloading the page that follows does not send the form again.
        return RedirectResponse(address, HTTPStatus.SEE_OTHER, FORM_HEADERS)

    async def _page(
        self,
        request: Request,
        opened: _Opened,
        address: str,
        problem: Problem | None = None,
        status: HTTPStatus = HTTPStatus.OK,
    ) -> Response:
        language = reader_language(request).with_words(opened.words).for_readers
        html = await self.in_thread(partial(_html, opened, address, f"{self._base}/", language, problem))
        gone = opened.link.state in (PersonalLinkState.REPLACED, PersonalLinkState.ENDED, PersonalLinkState.LEFT)
        return Response(html, HTTPStatus.GONE if gone else status, FORM_HEADERS, media_type="text/html")


def _opened(host: Host, token: str) -> _Opened | None:
    view = host.book.view
    link = read_link(view, token)
    if link is None:
        return None
    # The public names are in caches of their own.
    player = with_public_names(View(view.journal, view.memory.copy(), damaged=view.damaged)).players.get(link.number)
    return _Opened(link, view.settings.name, player.name if player is not None else "", view.words)


def _html(opened: _Opened, address: str, home: str, language: Language, problem: Problem | None) -> str:
    link = opened.link
    said = problem.text if problem is not None else _said(link.state)
    return template("check_in.html").render(
        {
            "address": address, "home": f"{home}#{player_anchor(link.number)}", "code": language.code,
            "languages": LANGUAGES, "say": language.render, "stamp": stamps(), "event": one_line(opened.event),
            "title": mark("Check-in"), "number": link.number, "name": one_line(opened.name), "said": said,
            "kind": "good" if link.state is PersonalLinkState.HERE and problem is None else "bad",
            "open": link.state is PersonalLinkState.OPEN, "here": mark("I am here"),
            "results": mark("Seats and results"), "words": {"language": mark("Language")},
        }
    )  # fmt: skip


def _said(state: PersonalLinkState) -> Text | None:
    match state:
        case PersonalLinkState.OPEN:
            return None
        case PersonalLinkState.HERE:
            return mark("You are checked in.")
        case PersonalLinkState.USED:
            return mark("A desk undid your check-in: please report there.")
        case PersonalLinkState.LEFT:
            return mark("You are not on the list of those who play: please report at the desk.")
        case PersonalLinkState.REPLACED:
            return mark("This link was replaced: use the newer one, or report at the desk.")
        case PersonalLinkState.ENDED:
            return mark("Nobody checks in by phone now: please report at the desk.")
        case _:
            assert_never(state)
