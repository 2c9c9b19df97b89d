"""The test of the hall on phones: a page that says what reaches a phone, and what the desk learns of it.

Whoever has the code can only let the desk list one more phone. Nothing of it is part of the event.
"""

import re
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus

from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from reports.writers.site_page import template
from reports.writers.wording import one_line
from tournament.language import LANGUAGES, Language, mark
from tournament.use_cases import View
from ui.hall.phones_seen import IN_TIME, HallTest, PhoneSeen, keep_phones, kept_hall_test, kind_of
from ui.public.mounts import PAUSE, Answers, Endpoint, PublicMount
from ui.public.reader_language import keep_choice, language_choice, reader_language
from ui.public.resources import FORM_HEADERS, stamps
from ui.server.requests import MOST_BYTES_OF_OTHERS, Failed, address_of, body_of
from ui.server.streams import Streams

_LOOK = 0.5
"""Seconds between two looks for a test, and at what is to be stored of it."""
_BETWEEN = 4.0
"""Seconds between two messages of a stream."""
_APART = 1.0
"""Seconds after the first message, from which on one shows that the stream goes on."""
_MOST_PHONES = 100
_PHONE = re.compile(r"[0-9a-f]{16}", re.ASCII)
_WORDS = {
    "title": mark("Test of the hall"), "language": mark("Language"),
    "page": mark("Page"), "push": mark("Updates"), "typing": mark("Typing"), "page_came": mark("This page came."),
    "push_waits": mark("Waiting for an update from the desk."),
    "push_again": mark("An update came. Waiting for another."), "push_came": mark("Updates arrive."),
    "push_late": mark("Updates arrive late."), "push_once": mark("Only one update arrived."),
    "push_failed": mark("No update arrived."),
    "typing_waits": mark("Sending something to the desk."), "typing_came": mark("The desk has received it."),
    "typing_failed": mark("The desk did not answer."), "no_scripts": mark("This browser runs no scripts."),
    "send": mark("Send something to the desk"), "again": mark("Test again"),
    "works": mark("Everything works here: this phone can show results and type."),
    "fails": mark("Something did not arrive. The desk shows the likely cause. Keep this page open."),
    "ended": mark("This test has ended. Begin a new one at the desk, and scan its code."),
}  # fmt: skip


class HallTestMount(PublicMount):
    """The pages of the test below ``/test``, which the window begins and ends, and in capitals for smaller codes."""

    def __init__(self, view: Callable[[], View], answers: Answers, missing: Endpoint, base: str) -> None:
        """``view`` returns the current event, ``missing`` answers for unknown addresses, and ``base`` is put before
        every path in links."""
        super().__init__("hall test", _LOOK, answers)
        self._view, self._base = view, base
        self._test: HallTest | None = None
        self._phones: dict[str, PhoneSeen] = {}
        """The phones, by the random word in their address."""
        self._kept: tuple[PhoneSeen, ...] = ()
        self._streams = Streams(_message, PAUSE, 2 * _MOST_PHONES)
        self._sent = time.monotonic()
        """When streams had their last message."""
        routes = [
            Route("/{code}", answers.of(self._begin), methods=["GET"]),
            Route("/{code}/{phone}", answers.of(self._show), methods=["GET"]),
            Route("/{code}/{phone}", answers.of(self._take), methods=["POST"]),
            Route("/{code}/{phone}/events", answers.of(self._listen), methods=["GET"]),
            Route("/{code}/{phone}/came", answers.of(self._came), methods=["GET"]),
            Route("/{path:path}", answers.of(missing), methods=["GET"]),
        ]
        self.routes = [Mount("/test", routes=routes), Mount("/TEST", routes=routes)]

    async def look(self) -> None:
        """Read which test there is, store what came of it, and send a message to the phones that listen."""
        event = self._view().journal[0].id
        test = await self.in_thread(lambda: kept_hall_test(event))
        if test != self._test:
            self._streams.finish(*self._streams.names)
            self._test, self._phones, self._kept = test, {}, ()
        phones = tuple(self._phones.values())
        if test is not None and phones != self._kept:
            await self.in_thread(lambda: keep_phones(event, test, phones))
            self._kept = phones
        if time.monotonic() - self._sent >= _BETWEEN:
            self._sent = time.monotonic()
            self._streams.notify()

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""
        self._streams.finish_all()

    def _is_open(self, request: Request) -> bool:
        return (
            self._test is not None and self._test.code == request.path_params["code"] and time.time() < self._test.until
        )

    def _asked(self, request: Request) -> str | None:
        """The word of the phone that sent ``request``; None if the test has ended, or no page was made for it."""
        word = str(request.path_params["phone"])
        return word if self._is_open(request) and _PHONE.fullmatch(word) else None

    async def _begin(self, request: Request) -> Response:
        """Lead a phone to an address of its own, by which it is known when it reloads the page."""
        if not self._is_open(request):
            return await self._ended(request)
        here = f"{self._base}/test/{request.path_params['code']}/{secrets.token_hex(8)}"
        return RedirectResponse(here, HTTPStatus.SEE_OTHER, FORM_HEADERS)

    async def _show(self, request: Request) -> Response:
        word = self._asked(request)
        if word is None or (word not in self._phones and len(self._phones) >= _MOST_PHONES):
            return await self._ended(request)
        here = f"{self._base}/test/{request.path_params['code']}/{word}"
        if (choice := language_choice(request, here)) is not None:
            return choice
        number = self._phones[word].number if word in self._phones else len(self._phones) + 1
        kind = kind_of(request.headers.get("user-agent", ""))
        self._phones[word] = PhoneSeen(number, address_of(request), time.time(), kind)
        return await self._page(request, here)

    async def _listen(self, request: Request) -> Response:
        word = self._asked(request)
        if word is None or word not in self._phones:
            return _nothing()
        self._note(word, lambda phone, now: replace(phone, listened=phone.listened or now))
        return self._streams.open(word, address=address_of(request))

    async def _came(self, request: Request) -> Response:
        """Note that a phone has a message, and answer whether it was the ``first``, came ``again``, or ``late``."""
        word, sent = self._asked(request), request.query_params.get("sent", "")
        if word is None or word not in self._phones or not (sent.isascii() and sent.isdecimal() and len(sent) < 16):
            return _nothing()
        late = time.monotonic() - int(sent) / 1000 > IN_TIME

        def note(phone: PhoneSeen, now: float) -> PhoneSeen:
            again = phone.again or (now if phone.pushed is not None and now - phone.pushed >= _APART else None)
            return replace(phone, pushed=phone.pushed or now, again=again, late=phone.late or late)

        phone = self._note(word, note)
        answer = "late" if phone.late else "again" if phone.again is not None else "first"
        return Response(answer, headers=FORM_HEADERS, media_type="text/plain")

    async def _take(self, request: Request) -> Response:
        """Note that a form came; the answer is its text, or the page for a browser without scripts."""
        try:
            await body_of(request, MOST_BYTES_OF_OTHERS)
        except Failed as failed:
            return Response(status_code=failed.status, headers=FORM_HEADERS | {"Connection": "close"})
        except ClientDisconnect:
            return _nothing()  # nobody reads it
        word = self._asked(request)
        if word is None or word not in self._phones:
            return _nothing()
        self._note(word, lambda phone, now: replace(phone, typed=now))
        if request.query_params.get("by") == "script":
            return Response("came", headers=FORM_HEADERS, media_type="text/plain")
        here = f"{self._base}/test/{request.path_params['code']}/{word}"
        return await self._page(request, here, typed=True)

    def _note(self, word: str, change: Callable[[PhoneSeen, float], PhoneSeen]) -> PhoneSeen:
        self._phones[word] = changed = change(self._phones[word], time.time())
        return changed

    async def _ended(self, request: Request) -> Response:
        return await self._page(request, "", status=HTTPStatus.GONE)

    async def _page(
        self, request: Request, here: str, *, typed: bool = False, status: HTTPStatus = HTTPStatus.OK
    ) -> Response:
        language, name = reader_language(request).for_readers, self._view().settings.name
        html = await self.in_thread(lambda: _html(language, name, here, typed=typed))
        return keep_choice(request, Response(html, status, FORM_HEADERS, media_type="text/html"))


def _html(language: Language, name: str, here: str, *, typed: bool) -> str:
    """The page at the path ``here`` for the event of this ``name``; of a test that has ended if that is empty."""
    words = {key: one_line(language.render(text)) for key, text in _WORDS.items()}
    values = {"code": language.code, "words": words, "event": one_line(name), "here": here, "typed": typed,
              "stamp": stamps(), "languages": LANGUAGES}  # fmt: skip
    return template("test.html").render(values)


def _message() -> bytes:
    """The message of the streams: when it is sent, in milliseconds of the clock that never goes back."""
    return f"event: news\ndata: {int(time.monotonic() * 1000)}\n\n".encode()


def _nothing() -> Response:
    return Response(status_code=HTTPStatus.NOT_FOUND, headers=FORM_HEADERS)
