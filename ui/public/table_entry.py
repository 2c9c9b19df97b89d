"""Serves phones at the tables: the page of one sheet, and the commands that it sends.

An address contains a code of :mod:`tournament.use_cases.table_entry`. Commands are carried out in the thread of the
host, like those of desks; pages are made in another thread, from a copy of the event. Phones send forms, so that
everything works without scripts. A phone is known by a random secret in a cookie, never by its address.
"""

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from http import HTTPStatus
from typing import TypeVar
from urllib.parse import quote

from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from tournament.event.problem import Problem, Refused
from tournament.language import Language, mark
from tournament.ledger.entry import EVENT_STREAM, table_of
from tournament.rules.payment import Outcome
from tournament.sharing.host import Host
from tournament.use_cases import StoreDamaged, StoreUnavailable, View
from tournament.use_cases.changes import id_taken
from tournament.use_cases.commands import CallReferee, ConfirmProposal, PhoneCommand, ProposeHand, TakeSeat
from tournament.use_cases.public_view import with_public_names
from tournament.use_cases.table_entry import (
    LinkState,
    TableLink,
    as_written,
    device_name,
    hand_said,
    phone_of,
    read_token,
    table_tokens,
)
from ui.entry.table_sheet import table_sheet
from ui.public.forms import answering, fields_of, form_of
from ui.public.mounts import PAUSE, Answers, Endpoint, HostWork, PublicMount, version_event
from ui.public.reader_language import language_choice, reader_language
from ui.public.resources import FORM_HEADERS
from ui.public.table_hand import Fields, TypedHand, first
from ui.public.table_page import TablePage, gone_page
from ui.server.public_hosts import HeldPhone, PublicHosts
from ui.server.requests import Failed, address_of, refuse_fast
from ui.server.streams import Streams
from ui.server.throttle import Rate, Throttle

_COOKIE, _SECRET = "quatre-vents-phone", re.compile(r"[\w-]{22}", re.ASCII)
"""The name of the cookie by which a phone is known, and its value: 128 random bits."""
_MOVED = "quatre-vents-moved"
"""The cookie of one sheet by which a phone is known that had its seat at an earlier host."""
_DAYS = 30 * 24 * 3600
"""Seconds for which a phone keeps it."""
_MOST_STREAMS = 16
"""The most streams of one table."""
_SENT_A_SECOND, _BURST_OF_SENT = 2, 20
"""Commands of the phones of one table together, per second and at once."""
_ASKED_A_SECOND, _BURST_OF_ASKED = 20, 100
"""Pages that they request, per second and at once: each phone asks again when another one sends something."""
_PATIENCE = 5.0
"""Seconds for which a phone waits until a second computer has its entry."""
_STEP = 0.1
_LOOK = 0.25
"""Seconds between two checks whether the event has changed."""

Found = TypeVar("Found")
Place = tuple[int, int]
"""Session and table."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request whose code opens a sheet."""

    token: str
    address: str
    """The path of the sheet on the server."""
    place: Place
    view: View
    """A copy of the event for this request only."""
    language: Language
    device: str = ""
    """The name of the phone at this table; empty if it sent no cookie."""
    fields: Fields = field(default_factory=dict)
    calculating: bool = False
    proof: str = ""
    """What proves to another host which phone it is and which seat it has; empty if it has none."""

    @property
    def seat(self) -> int | None:
        """The column of the player who holds the phone; None if nobody has said so, or if that is being changed."""
        phones = self.view.phones(*self.place)
        own, stated = phones.seat_of(self.device), _seat(self.fields, "seat")
        if own is None and stated is not None and not phones.seats[stated]:
            return stated  # as when the form was shown, before a referee freed the seats
        return None if first(self.fields, "seat") == _NOBODY else own

    @property
    def page(self) -> TablePage:
        """The requested page, with nothing typed in it."""
        hand = first(self.fields, "hand")
        asked = int(hand) if hand.isascii() and hand.isdecimal() and len(hand) < 4 else None
        return TablePage(
            self.view,
            *self.place,
            self.address,
            self.language,
            self.seat,
            asked,
            device=self.device,
            calculating=self.calculating,
            proof=self.proof,
        )

    def refused(self, problems: tuple[Problem, ...]) -> TablePage:
        """The page with what was typed, and why it was not saved."""
        named = table_sheet(self.view, *self.place).named
        typed = self.fields if "winner" in self.fields else {}
        return replace(self.page, fields=typed, problems=tuple(map(named, problems)))


_NOBODY = "none"
"""The seat in the address of a page that asks who holds the phone."""


def _seat(fields: Fields, name: str) -> int | None:
    """The column that the member ``name`` of a form states."""
    text = first(fields, name)
    return int(text) if text in ("0", "1", "2", "3") else None


_OfTable = Callable[[Request, _Asked], Awaitable[Response]]


class PhonesMount(PublicMount):
    """Answers the phones at the tables of the event of ``host``. Used in one event loop."""

    def __init__(
        self,
        host: HostWork,
        view: Callable[[], View],
        answers: Answers,
        missing: Endpoint,
        base: str,
        hosts: Callable[[], PublicHosts] = PublicHosts,
    ) -> None:
        """``view`` returns the current event, ``missing`` answers for unknown codes, and ``base`` is put before every
        path in links. ``hosts`` returns what proves to another host which phone had which seat."""
        super().__init__("tables", _LOOK, answers)
        self._host, self._view, self._base, self._hosts = host, view, base, hosts
        self._known: set[str] = set()
        """Codes that are or once were valid. Phones with one of them do not wait when others guess codes."""
        self._mark = ""
        """The last hash of the event's own entries when the codes were read: seats or keys may change with it."""
        self._seen = len(view().journal)
        self._throttle = Throttle()
        self._sent, self._asked = Rate(_SENT_A_SECOND, _BURST_OF_SENT), Rate(_ASKED_A_SECOND, _BURST_OF_ASKED)
        self._streams: dict[Place, Streams] = {}
        self._version = 0
        shown: dict[str, _OfTable] = {"": self._show, "/calculate": self._show, "/events": self._listen}
        sent: dict[str, _OfTable] = {
            "/calculate": self._calculate,
            "/seat": self._take_seat,
            "/propose": self._propose,
            "/confirm": self._confirm,
            "/call": self._call,
            "/moved": self._move_here,
        }
        routes = [
            Route(
                f"/{{token}}{path}",
                answering(partial(self._answer, endpoint), missing, answers.fault),
                methods=[method],
            )
            for method, endpoints in (("GET", shown), ("POST", sent))
            for path, endpoint in endpoints.items()
        ]
        routes.append(Route("/{path:path}", answers.of(missing), methods=["GET"]))
        # a code in capitals makes a smaller picture
        self.routes = [Mount("/t", routes=routes), Mount("/T", routes=routes)]

    async def look(self) -> None:
        """Notify phones of new entries, and read the codes of new seats."""
        journal = self._view().journal
        new = [journal[position].record.stream for position in range(min(self._seen, len(journal)), len(journal))]
        self._seen = len(journal)
        self._notify({table_of(stream) for stream in new})
        if journal.last_hash(EVENT_STREAM) != self._mark:
            self._mark = journal.last_hash(EVENT_STREAM)
            self._known |= await self._host.do(lambda host: table_tokens(host.book.view))

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""
        for streams in tuple(self._streams.values()):
            streams.finish_all()

    def _notify(self, places: set[Place | None]) -> None:
        """Notify the phones at these tables; None stands for entries that concern all tables."""
        self._version += bool(places)
        for place, streams in tuple(self._streams.items()):
            if not streams.count:
                del self._streams[place]
            elif place in places or None in places:
                streams.notify()

    # Which table

    async def _answer(self, endpoint: _OfTable, request: Request) -> Response:
        token = as_written(request.path_params["token"])
        link, view = await self._opened(token, address_of(request))
        calculator = request.scope["path"].endswith("/calculate")
        choice = language_choice(request, self._path(token) + ("/calculate" if calculator else ""))
        if choice is not None:
            return choice
        language = reader_language(request).with_words(view.words).for_readers
        if link.state is not LinkState.OPEN:
            return await self._gone(view, self._path(token), language, link.state)
        post, place = request.method == "POST", (link.session, link.table)
        refuse_fast((self._sent if post else self._asked).taken(str(place), time.monotonic()))
        fields = await form_of(request) if post else fields_of(request.scope["query_string"].decode("latin-1"))
        calculating = first(fields, "page") == "calculate" if post else calculator
        secret = request.cookies.get(_COOKIE, "")
        known = _SECRET.fullmatch(secret) is not None
        device = device_name(view, *place, secret) if known else ""
        hosts, at = self._hosts(), _place_text(view, place)
        if (moved := hosts.proved_phone(at, request.cookies.get(_MOVED, ""))) is not None:
            device = moved.device
        seat = view.phones(*place).seat_of(device)
        proof = hosts.held_phone(at, HeldPhone(device, seat)) if seat is not None else ""
        if hosts.successor:
            return _to_successor(hosts.successor, request, proof)
        asked = _Asked(token, self._path(token), place, view, language, device, fields, calculating, proof)
        answer = await endpoint(request, asked)
        if not known and endpoint != self._listen:
            path = f"{self._base}/"
            answer.set_cookie(
                _COOKIE, secrets.token_urlsafe(16), max_age=_DAYS, path=path, httponly=True, samesite="lax"
            )
        return answer

    async def _opened(self, token: str, address: str) -> tuple[TableLink, View]:
        """The table of the code, and a copy of the event. Raises Failed if the code was never valid, or if this address
        has guessed too often."""
        if token not in self._known:
            refuse_fast(self._throttle.allowed(address, time.monotonic()))
        link, view = await self._read(token)
        if link is None:
            self._throttle.failed(address, time.monotonic())
            raise Failed(HTTPStatus.NOT_FOUND, "code-unknown", mark("This code opens nothing."))
        self._known.add(token)
        return link, view

    async def _read(self, token: str) -> tuple[TableLink | None, View]:
        """What the code opens now (None: it was never valid), and a copy of the event."""

        def read(host: Host) -> tuple[TableLink | None, View]:
            view = host.book.view
            # Pages are made in another thread, so they get caches of their own.
            copied = View(view.journal, view.memory.copy(), damaged=view.damaged)
            return read_token(view, token), with_public_names(copied)

        return await self._host.do(read)

    async def _gone(self, view: View, path: str, language: Language, state: LinkState) -> Response:
        return await self._page(lambda: gone_page(view, path, language, state), HTTPStatus.GONE)

    def _path(self, token: str) -> str:
        """The path of the sheet that ``token`` opens."""
        return f"{self._base}/t/{token}"

    async def _page(self, make: Callable[[], str], status: HTTPStatus = HTTPStatus.OK) -> Response:
        html = await self.in_thread(make)
        return Response(html, status, FORM_HEADERS, media_type="text/html")

    # What is shown

    async def _show(self, _request: Request, asked: _Asked) -> Response:
        return await self._page(lambda: asked.page.html)

    async def _calculate(self, _request: Request, asked: _Asked) -> Response:
        return await self._page(lambda: replace(asked.page, fields=asked.fields).html)

    async def _listen(self, request: Request, asked: _Asked) -> Response:
        if asked.place not in self._streams:
            self._streams[asked.place] = Streams(lambda: version_event(self._version), PAUSE, _MOST_STREAMS)
        streams = self._streams[asked.place]
        address = address_of(request)
        refuse_fast(0.0 if streams.has_room_for(address) else 30.0)
        return streams.open(address=address)

    # What is done

    async def _take_seat(self, _request: Request, asked: _Asked) -> Response:
        seat = _seat(asked.fields, "seat")
        if seat is None or not asked.device:
            return await self._refuse(asked, _no_seat() if seat is None else _no_cookie())
        return await self._do(asked, TakeSeat(*asked.place, seat, asked.device))

    async def _propose(self, _request: Request, asked: _Asked) -> Response:
        seat = _seat(asked.fields, "seat")
        if seat is None or not asked.device:
            return await self._refuse(asked, _no_seat() if seat is None else _no_cookie())

        def propose(typed: TypedHand, outcome: Outcome) -> ProposeHand:
            return ProposeHand(*asked.place, typed.hand, outcome, seat, typed.tiles, asked.device)

        def read() -> ProposeHand | TablePage:
            page = replace(asked.page, fields=asked.fields)
            sent = hand_said(asked.view, *asked.place, first(asked.fields, "id"))
            if sent is not None and sent == page.asked:  # it was written, and may be on the sheet by now
                again = page.typed_before(sent)
                outcome = again.outcome
                return asked.refused((id_taken(),)) if outcome is None else propose(again, outcome)
            typed = page.typed
            if typed is None or typed.hand != page.asked:
                return asked.refused((_hand_passed(),))
            if typed.problems or typed.outcome is None:
                return replace(page, problems=typed.problems)
            if typed.doubts and not first(asked.fields, "sure"):
                return page
            return propose(typed, typed.outcome)

        found = await self.in_thread(read)
        if isinstance(found, TablePage):
            return await self._page(lambda: found.html, HTTPStatus.UNPROCESSABLE_ENTITY)
        return await self._do(asked, found)

    async def _confirm(self, _request: Request, asked: _Asked) -> Response:
        seat = _seat(asked.fields, "seat")
        if seat is None:
            return await self._refuse(asked, Problem("seat-missing", mark("Choose who confirms it."), "seat"))
        if not asked.device:
            return await self._refuse(asked, _no_cookie())
        return await self._do(asked, ConfirmProposal(*asked.place, first(asked.fields, "proposal"), seat, asked.device))

    async def _call(self, _request: Request, asked: _Asked) -> Response:
        own = asked.view.phones(*asked.place).seat_of(asked.device)
        seat = own if own == _seat(asked.fields, "seat") else None  # a form may state any seat
        return await self._do(asked, CallReferee(*asked.place, seat, asked.device))

    async def _move_here(self, _request: Request, asked: _Asked) -> Response:
        """Recognise a phone that had a seat at the host before this one, and let it have that seat if it is free."""
        phone = self._hosts().proved_phone(_place_text(asked.view, asked.place), first(asked.fields, "phone"))
        if phone is None:
            text = mark("This phone is not recognised here: choose who holds it.")
            return await self._refuse(asked, Problem("phone-unproved", text, "seat"))
        phones = asked.view.phones(*asked.place)
        moved = replace(asked, device=phone.device)
        if phones.seat_of(phone.device) is None and not phones.seats[phone.seat]:
            answer = await self._do(moved, TakeSeat(*asked.place, phone.seat, phone.device))
        else:
            answer = RedirectResponse(asked.address, HTTPStatus.SEE_OTHER, FORM_HEADERS)
        proof = first(asked.fields, "phone")
        answer.set_cookie(_MOVED, proof, max_age=_DAYS, path=asked.address, httponly=True, samesite="lax")
        return answer

    async def _do(self, asked: _Asked, command: PhoneCommand) -> Response:
        """Carry out ``command``; redirect to the sheet once the entry is safe."""

        def carry_out(host: Host) -> int:
            link = read_token(host.book.view, asked.token)
            if link is None or link.state is not LinkState.OPEN:
                raise Refused  # which page says why is known then
            by = phone_of(host.book.view, *asked.place, command.seat)
            return host.carry_out_for(by, command, first(asked.fields, "id"))

        try:
            position = await self._host.do(carry_out)
        except Refused as refused:
            return await self._refuse(asked, *refused.problems)
        except (StoreUnavailable, StoreDamaged) as error:
            return await self._refuse(asked, Problem("not-saved", error.text), status=HTTPStatus.SERVICE_UNAVAILABLE)
        if not await self._is_safe(position):
            text = mark("A second computer does not have this yet: send it again in a moment.")
            return await self._refuse(asked, Problem("not-safe", text), status=HTTPStatus.SERVICE_UNAVAILABLE)
        self._notify({asked.place})
        to = f"{asked.address}/calculate" if asked.calculating else asked.address
        # A redirect: reloading the page that follows does not send the form again.
        return RedirectResponse(to, HTTPStatus.SEE_OTHER, FORM_HEADERS)

    async def _is_safe(self, position: int) -> bool:
        """Wait until the entry at ``position`` is stored wherever it must be to count as saved; False if that takes too
        long."""
        for _ in range(int(_PATIENCE / _STEP)):
            if await self._host.do(lambda host: host.is_safe(position)):
                return True
            await asyncio.sleep(_STEP)
        return False

    async def _refuse(
        self, asked: _Asked, *problems: Problem, status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY
    ) -> Response:
        """The page of the current sheet with the problems."""

        link, view = await self._read(asked.token)
        if link is None or link.state is not LinkState.OPEN:  # since it was opened
            state = LinkState.REPLACED if link is None else link.state
            return await self._gone(view, asked.address, asked.language, state)
        now = replace(asked, view=view)
        return await self._page(lambda: now.refused(problems).html, status)


def _place_text(view: View, place: Place) -> str:
    """Event, session and table, as proofs of phones name them."""
    return " ".join(map(str, (view.journal[0].id, *place)))


def _to_successor(address: str, request: Request, proof: str) -> Response:
    """Redirect to the host at ``address``; only the page there reads what follows the “#”."""
    to = f"http://{address}{quote(request.scope['path'])}"
    moved = f"#moved={quote(encode({'phone': proof}))}" if proof else ""
    return Response(status_code=HTTPStatus.TEMPORARY_REDIRECT, headers={**FORM_HEADERS, "Location": to + moved})


def _no_seat() -> Problem:
    return Problem("seat-missing", mark("Choose who holds this phone first."), "seat")


def _no_cookie() -> Problem:
    text = mark("This browser keeps no cookie, by which a phone is recognised. Allow cookies and send it again.")
    return Problem("phone-unknown", text, "seat")


def _hand_passed() -> Problem:
    text = mark("This hand was proposed or recorded in the meantime. Reload to enter the next one.")
    return Problem("hand-passed", text, "hand")
