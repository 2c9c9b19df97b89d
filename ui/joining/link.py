"""Keeps a desk in contact with its host: sends the newest question when there may be news, and reports when it is away.

One thread asks, another listens to the stream. The listener is called in one of them.
"""

import random
from collections import deque
from collections.abc import Callable
from threading import Condition, Event, Thread
from typing import Protocol

from tournament.event.problem import Refused
from tournament.language import Text
from tournament.sharing.messages import Offer, Reply, Sync
from tournament.use_cases import StoreUnavailable
from ui.joining.connection import Connection, NotJoined
from ui.joining.failures import CertificateChanged, ServerAway

_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 5.0
"""Seconds between attempts while the host is away."""
_MANY = 9
"""A number of failures for which the pause is the longest."""
_ENDS_WITHIN = 1.0


class Listener(Protocol):
    """What `Link` calls. Nothing is called after `Link.close`."""

    def on_reply(self, reply: Reply) -> None:
        """The host answered. Call `Link.say` with the next question, which contains how far the replica now goes.

        After `Behind`, call `Link.offer` with what the host lacks.
        """

    def on_away(self, text: Text) -> None:
        """The host cannot be reached, or cannot write. Called once for each of the two until `on_back`."""

    def on_back(self) -> None:
        """The host can be reached again."""

    def on_refused(self, error: Refused | CertificateChanged) -> None:
        """The host answers only after the user has done something. It is asked again all the same."""

    def on_not_signed_in(self, text: Text) -> None:
        """The host did not sign somebody in, and is not asked again."""


def pause_after(failures: int, chance: float) -> float:
    """Seconds to wait after this many failures in a row; ``chance``, from 0 to 1, spreads the desks in time."""
    return min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(failures - 1, 10)) * (0.5 + chance / 2)


class Link:
    """Exchanges messages over ``connection`` until closed. ``wait`` returns True if the link was closed meanwhile."""

    def __init__(
        self,
        connection: Connection,
        listener: Listener,
        *,
        chance: Callable[[], float] = random.random,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        self._connection, self._chance = connection, chance
        self._listener: Listener | None = listener
        self._closing = Event()
        self._wait = wait or self._closing.wait
        self._changed = Condition()
        self._question: Sync | None = None
        self._answered: Sync | None = None
        self._offer: Offer | None = None
        self._sign_ins = deque[tuple[str, str]]()
        """Names and PINs that the host has not been sent yet, the first of them first."""
        self._wanted = False
        """Whether there is something to ask, or may be news."""
        self._refused = False
        """Whether the host refused to answer: the stream waits until it has answered a question."""
        self._away: type[Exception] | None = None
        """The kind of error that was reported last; None while the host is reachable."""
        self._threads = [Thread(target=each, daemon=True) for each in (self._ask, self._listen)]
        for thread in self._threads:
            thread.start()

    def say(self, question: Sync) -> None:
        """Ask ``question`` when the previous one is answered, unless both are the same. Called from any thread."""
        with self._changed:
            self._question, self._wanted = question, self._wanted or question != self._answered
            self._changed.notify_all()

    def ask_again(self) -> None:
        """Ask the same once more, as there is something else to tell the host. Called from any thread."""
        self._want()

    def offer(self, offer: Offer) -> None:
        """Send a host that takes over what it lacks, then ask again. Called from any thread."""
        with self._changed:
            self._offer, self._wanted = offer, True
            self._changed.notify_all()

    def sign_in(self, author: str, pin: str) -> None:
        """Sign ``author`` in at the host, before what is asked next. Called from any thread."""
        with self._changed:
            self._sign_ins = deque(each for each in self._sign_ins if each[0] != author)
            self._sign_ins.append((author, pin))
            self._wanted = True
            self._changed.notify_all()

    def close(self) -> None:
        """End both threads; must not be called from one of them. May be called again."""
        with self._changed:
            self._closing.set()
            self._listener = None  # so that a thread that ends later does not keep it alive
            self._changed.notify_all()
        self._connection.close()
        for thread in self._threads:
            thread.join(_ENDS_WITHIN / 2)

    def _ask(self) -> None:
        failures = 0
        while (question := self._next()) is not None:
            try:
                offer, self._offer = self._offer, None
                if offer is not None:
                    try:
                        self._connection.offer(offer)
                    except Refused:  # the takeover is complete, or the lost host has not signed it: the reply says so
                        if self._wait(pause_after(1, self._chance())):
                            return
                self._send_sign_ins(question)
                reply = self._connection.sync(question)
            except Refused as error:
                self._report_refused(error)
            except CertificateChanged as error:  # another program may have the address until a desk has taken over
                self._report_refused(error)
                if self._wait(pause_after(_MANY, self._chance())):
                    return
                self._want()
            except (ServerAway, StoreUnavailable) as error:
                failures += 1
                self._report_away(error)
                seconds = max(getattr(error, "seconds", 0.0), pause_after(failures, self._chance()))
                if self._wait(seconds):
                    return
                self._want()
            else:
                failures, self._answered = 0, question
                self._report_back()
                self._report_reply(reply)

    def _send_sign_ins(self, question: Sync) -> None:
        """Sign in who wants to, and whoever gave an order under a name that the host does not know at this desk.

        Without PINs people change their names while they work, perhaps while the host is away.
        """
        while self._sign_ins:
            sent = self._sign_ins[0]
            self._send_sign_in(*sent)
            with self._changed:
                if self._sign_ins and self._sign_ins[0] is sent:
                    self._sign_ins.popleft()
        for author in dict.fromkeys(order.author for order in question.orders):
            if author and author not in self._connection.signed_in:
                self._send_sign_in(author, "")

    def _send_sign_in(self, author: str, pin: str) -> None:
        try:
            self._connection.sign_in(author, pin)
        except NotJoined:
            raise
        except Refused as error:
            text = error.problems[0].text
            self._call(lambda listener: listener.on_not_signed_in(text))

    def _next(self) -> Sync | None:
        """Wait for a question and return it; None when the link is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closing.is_set() or (self._wanted and self._question is not None))
            self._wanted = False
            return None if self._closing.is_set() else self._question

    def _listen(self) -> None:
        failures = 0
        while self._may_listen():
            try:
                for end in self._connection.stream():
                    failures = 0
                    if self._closing.is_set():
                        return
                    if end is not None:
                        self._want()
            except (Refused, CertificateChanged) as error:
                self._report_refused(error)
                self._want()  # the stream begins again after an answer
                if self._wait(pause_after(_MANY, self._chance())):
                    return
            except (ServerAway, StoreUnavailable) as error:
                failures += 1
                self._report_away(error)
                self._want()
                if self._wait(pause_after(failures, self._chance())):
                    return

    def _may_listen(self) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._closing.is_set() or (self._question is not None and not self._refused))
            return not self._closing.is_set()

    def _want(self) -> None:
        with self._changed:
            self._wanted = True
            self._changed.notify_all()

    def _report_refused(self, error: Refused | CertificateChanged) -> None:
        with self._changed:
            first, self._refused = not self._refused, True
        if first:
            self._call(lambda listener: listener.on_refused(error))

    def _report_away(self, error: ServerAway | StoreUnavailable) -> None:
        with self._changed:
            first, self._away = self._away is not type(error), type(error)
        if first:
            text = error.message if isinstance(error, ServerAway) else error.text
            self._call(lambda listener: listener.on_away(text))

    def _report_back(self) -> None:
        with self._changed:
            was_away, self._away, self._refused = self._away, None, False
            self._changed.notify_all()
        if was_away is not None:
            self._call(lambda listener: listener.on_back())

    def _report_reply(self, reply: Reply) -> None:
        self._call(lambda listener: listener.on_reply(reply))

    def _call(self, what: Callable[[Listener], None]) -> None:
        listener = self._listener
        if listener is not None:
            what(listener)
