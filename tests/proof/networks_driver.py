"""A desk in a network of its own: ``python -m tests.proof.networks_driver INVITATION NAME TABLE`` joins as a window.

It reads a command a line and answers each with a line of JSON: ``type`` records the next hand of its table, ``state``
says how it stands, and ``take-over`` makes this computer the host, as the window does, and says how that ended.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from threading import RLock
from typing import Any

from tournament.event.problem import Refused
from tournament.language import Text
from tournament.rules.payment import Outcome
from tournament.sharing.host import offer_after
from tournament.sharing.messages import Behind, Forked, News, Reply
from tournament.sharing.shared_book import OrderState
from tournament.use_cases import By, RecordHand, carry_out
from ui.desktop.sharing.joining import JoinDetails, OpenedDesk, join_event
from ui.joining.failures import CertificateChanged, ServerAway

_SESSIONS, _HANDS = 3, 16
_ATTEMPTS = 10
"""To join at first, on a machine that is so busy that the host does not accept a connection in two seconds."""


class Desk:
    """The desk ``name``, which types at one table. A desk whose replica the host does not continue joins again."""

    def __init__(self, invitation: str, name: str, table: int) -> None:
        self._details, self._table = JoinDetails(invitation, name, f"{name} Sample"), table
        self._lock = RLock()
        self._typed, self._rejoined = 0, 0
        self._acknowledged = set[str]()
        self._server: subprocess.Popen[bytes] | None = None
        self.attempts = 0
        self._open(self._joined())

    def _joined(self) -> OpenedDesk:
        """Join, and try again as somebody at the window would while the host is slow."""
        while True:
            self.attempts += 1
            try:
                return join_event(self._details)
            except ServerAway:
                if self.attempts == _ATTEMPTS:
                    raise
                time.sleep(1)

    def _open(self, joined: OpenedDesk) -> None:
        self.joined, self._book = joined, joined.book
        self._away: str | None = None
        self._refused = self._forked = False
        for order in self._book.orders:  # what was lost with a host is sent to the next one
            if order.state is OrderState.LOST:
                self._book.send_again(order.id)
        self._link = joined.link(self)
        self._say()

    def _say(self) -> None:
        with self._lock:
            self._link.say(self._book.question(None, "en"))

    def on_reply(self, reply: Reply) -> None:
        """The host answered."""
        with self._lock:
            match reply:
                case News():
                    self._refused = False
                    self._book.take(reply)
                    kept = self._book._orders.values()
                    sent = (each for each in kept if each.state is OrderState.SENT)
                    self._acknowledged |= {id for each in sent for id in each.order.ids}
                case Behind(end):
                    offer = offer_after(self._book.written.journal, end)
                    if offer is not None:
                        self._link.offer(offer)
                case Forked():
                    self._forked = True
                    return
            self._say()

    def on_away(self, text: Text) -> None:
        """The host is away."""
        self._away = text.message

    def on_back(self) -> None:
        """It is back."""
        self._away = None

    def on_refused(self, _error: Refused | CertificateChanged) -> None:
        """The host refuses this desk, until it does not."""
        self._refused = True

    def on_not_signed_in(self, _text: Text) -> None:
        """Nobody signs in with a PIN."""

    def type(self) -> dict[str, Any]:
        """Record the next hand of the table, if there is one."""
        session, hand = 1 + self._typed // _HANDS, 1 + self._typed % _HANDS
        if session > _SESSIONS:
            return {"typed": False}
        with self._lock:
            command = RecordHand(session, self._table, hand, Outcome(0, 1, 8))
            carry_out(self._book, command, by=By(f"{self._details.desk} Sample", self._book.desk), confirmed=True)
            self._typed += 1
        self._say()
        return {"typed": True}

    def state(self) -> dict[str, Any]:
        """How it stands. A desk with another journal than the host is joined again first."""
        if self._forked:
            self._link.close()
            self._book.close()
            self._rejoined += 1
            self._open(join_event(self._details))
        with self._lock:
            news = self.joined.hosts.known.news
            desks = news.desks if news is not None else ()
            own = next((each for each in desks if each.name == self._book.desk), None)
            journal = self._book.written.journal
            return {
                "away": self._away,
                "refused": self._refused,
                "entries": len(journal),
                "fingerprint": str(self._book.written.fingerprint),
                "unsent": len(self._book.unsent),
                "acknowledged": sorted(self._acknowledged),
                "lost": sorted(self._acknowledged - {entry.id for entry in journal}),
                "host": self.joined.hosts.host.hex(),
                "deputy": own.deputy if own is not None else 0,
                "certified": all(each.certificate for each in desks),
                "known": len(desks),
                "reached": {each.name: each.reached for each in desks if each.deputy},
                "waits": news is not None and news.waits,
                "port": self.joined.port.port,
                "rejoined": self._rejoined,
            }

    def take_over(self) -> dict[str, Any]:
        """Become the host, with the port at which this deputy has listened."""
        replica = Path(self._book.place)
        words = ["serve", str(replica), "--take-over", "--gather", "10", "--host", "0.0.0.0", "--json"]
        with self.joined.port.released():
            self._server = subprocess.Popen(
                [sys.executable, "-m", "ui.cli", *words, "--confirm-on-two"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            assert self._server.stdout is not None
            line = self._server.stdout.readline()
        if line:
            return {"pid": self._server.pid, **json.loads(line)}
        _, errors = self._server.communicate(timeout=30)
        return {"code": self._server.returncode, "errors": errors.decode()}


def main() -> None:
    """Answer commands until the standard input ends."""
    desk = Desk(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    answers = {"type": desk.type, "state": desk.state, "take-over": desk.take_over}
    print(json.dumps({"attempts": desk.attempts}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answers[line.strip()]()), flush=True)
    if desk._server is not None:
        desk._server.kill()


if __name__ == "__main__":
    main()
