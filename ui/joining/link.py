"""Keeps a desk in touch with its host: asks the newest question whenever there may be news, and says when it is away.

Two threads: one asks, one listens to the stream. Whatever it is given is called in one of them.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Event, Thread
from typing import Protocol

from tournament.event.problem import Refused
from tournament.language import Text
from tournament.sharing.messages import Offer, Reply, Sync
from tournament.use_cases import StoreUnavailable
from ui.joining.connection import Connection
from ui.joining.failures import CertificateChanged, ServerAway

_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 5.0
"""Seconds."""
_MANY = 9
"""So many failures that the pause is the longest."""
_ENDS_WITHIN = 1.0


class Listener(Protocol):
    """Whoever has to know. Nothing is called after `Link.close`."""

    def on_reply(self, reply: Reply) -> None:
        """The host answered. Say the question that follows: the host must know how far the replica goes now.

        After `Behind`, `Link.offer` gives it what it lacks.
        """

    def on_away(self, text: Text) -> None:
        """The host cannot be reached, or cannot write: once for each of both, until `on_back`."""

    def on_back(self) -> None:
        """It can be reached again."""

    def on_refused(self, error: Refused | CertificateChanged) -> None:
        """The host will not answer before something was done; the next question is asked all the same."""


def pause_after(failures: int, chance: float) -> float:
    """Seconds to wait after so many failures in a row, from 1; ``chance`` is from 0 to 1."""
    return min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(failures - 1, 10)) * (0.5 + chance / 2)


class Link:
    """Speaks over ``connection`` until it is closed. ``wait`` gives True when it was closed meanwhile."""

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
        self._wanted = False
        """There is something to ask, or there may be news."""
        self._refused = False
        """The stream waits until a question was answered."""
        self._away: type[Exception] | None = None
        """Of what was told."""
        self._threads = [Thread(target=each, daemon=True) for each in (self._ask, self._listen)]
        for thread in self._threads:
            thread.start()

    def say(self, question: Sync) -> None:
        """Ask ``question`` as soon as the one before it is answered, unless it is the same. Called from any thread."""
        with self._changed:
            self._question, self._wanted = question, self._wanted or question != self._answered
            self._changed.notify_all()

    def offer(self, offer: Offer) -> None:
        """Give a host that takes over what it lacks, then ask again. Called from any thread."""
        with self._changed:
            self._offer, self._wanted = offer, True
            self._changed.notify_all()

    def close(self) -> None:
        """End both threads; not called from one of them. May be repeated."""
        with self._changed:
            self._closing.set()
            self._listener = None  # a thread that ends later does not keep it
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
                    with suppress(Refused):  # it has taken over in the meantime: the answer to the question says so
                        self._connection.offer(offer)
                reply = self._connection.sync(question)
            except Refused as error:
                self._tell_refused(error)
            except CertificateChanged as error:  # another program may have the address until a desk has taken over
                self._tell_refused(error)
                if self._wait(pause_after(_MANY, self._chance())):
                    return
                self._want()
            except (ServerAway, StoreUnavailable) as error:
                failures += 1
                self._tell_away(error)
                seconds = max(getattr(error, "seconds", 0.0), pause_after(failures, self._chance()))
                if self._wait(seconds):
                    return
                self._want()
            else:
                failures, self._answered = 0, question
                self._tell_back()
                self._tell_reply(reply)

    def _next(self) -> Sync | None:
        """The question to ask now; None: there will be none."""
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
                self._tell_refused(error)
                self._want()  # an answer lets the stream begin again
                if self._wait(pause_after(_MANY, self._chance())):
                    return
            except (ServerAway, StoreUnavailable) as error:
                failures += 1
                self._tell_away(error)
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

    def _tell_refused(self, error: Refused | CertificateChanged) -> None:
        with self._changed:
            first, self._refused = not self._refused, True
        if first:
            self._tell(lambda listener: listener.on_refused(error))

    def _tell_away(self, error: ServerAway | StoreUnavailable) -> None:
        with self._changed:
            first, self._away = self._away is not type(error), type(error)
        if first:
            text = error.message if isinstance(error, ServerAway) else error.text
            self._tell(lambda listener: listener.on_away(text))

    def _tell_back(self) -> None:
        with self._changed:
            was_away, self._away, self._refused = self._away, None, False
            self._changed.notify_all()
        if was_away is not None:
            self._tell(lambda listener: listener.on_back())

    def _tell_reply(self, reply: Reply) -> None:
        self._tell(lambda listener: listener.on_reply(reply))

    def _tell(self, what: Callable[[Listener], None]) -> None:
        listener = self._listener
        if listener is not None:
            what(listener)
