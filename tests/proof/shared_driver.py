"""A desk of a shared event: ``python -m tests.proof.shared_driver ORDER``, where ORDER is a line of JSON.

It types the hands of its sheets as somebody would in the window, over the real link, and notes in its log what it typed
and what the host answered, each line before anything else goes on. At its sheets of two desks it meets the other.
When it is told, on standard input, the end of what the host has written, it ends once its replica goes as far.
"""

import json
import os
import sys
import time
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Thread
from typing import Any

from tournament.event.problem import Refused
from tournament.language import Text
from tournament.ledger.sheet import SheetState
from tournament.rules.payment import Outcome
from tournament.sharing.host import offer_after
from tournament.sharing.messages import Behind, Done, News, Reply
from tournament.sharing.shared_book import OrderState
from tournament.use_cases import By, CloseSheet, Command, Conflict, CorrectHand, RecordHand, StoreUnavailable, carry_out
from ui.desktop.sharing.joining import JoinDetails, join_event
from ui.joining.failures import CertificateChanged, ServerAway

_HANDS = 16
_MOST_UNSENT = 30
"""Nobody types on forever while the host is away."""


class Listening:
    """Puts what the link says in a queue."""

    def __init__(self) -> None:
        self.replies = Queue[Reply]()
        self.refused: Exception | None = None

    def on_reply(self, reply: Reply) -> None:
        self.replies.put(reply)

    def on_away(self, text: Text) -> None:
        """The next question is asked all the same."""

    def on_back(self) -> None:
        """The link goes on."""

    def on_refused(self, error: Refused | CertificateChanged) -> None:
        self.refused = error

    def on_not_signed_in(self, text: Text) -> None:
        """Nobody signs in with a PIN."""
        raise AssertionError(text)


class Desk:
    """One life of the desk of ``order``."""

    def __init__(self, order: dict[str, Any]) -> None:
        self._order = order
        self._chance = Random(f"{order['desk']}/{time.time_ns()}" if order["again"] else order["desk"])
        self._log = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._sheets = [tuple(sheet) for sheet in order["sheets"]]
        self._wanted = ""
        """The end of the journal of the host, once nobody types any more."""
        Thread(target=self._wait_for_the_end, daemon=True).start()
        self._joined = self._join()
        self._book = self._joined.book
        self._listening = Listening()
        self._link = self._joined.link(self._listening)
        self._said_done = False

    def run(self) -> None:
        """Type everything, and go on answering until the end."""
        self._note("ready")
        self._say()
        pause = float(self._order["pause"])
        while True:
            typed = self._type()
            self._take(self._chance.expovariate(1 / pause) if typed else 0.05)
            if self._listening.refused is not None:
                self._note("refused by the host", text=str(self._listening.refused))
                return
            if not typed and not self._book.orders and not self._sheets and not self._said_done:
                self._said_done = True
                self._note("done")
            if str(self._book.confirmed.fingerprint) == self._wanted and not self._book.orders:
                break
        self._note("end")
        self._link.close()
        self._book.close()

    def _join(self) -> Any:
        order = self._order
        while True:
            try:
                return join_event(JoinDetails(order["invitation"], order["desk"], f"Referee {order['desk']}"))
            except (ServerAway, StoreUnavailable):
                time.sleep(0.2)

    def _type(self) -> bool:
        """Type one thing more, if there is one; whether there was."""
        if len(self._book.unsent) >= _MOST_UNSENT:
            return False
        while self._sheets:
            session, table = self._sheets[0]
            sheet = self._book.view.sheet(session, table)
            if sheet.state is SheetState.VERIFIED:
                self._sheets.pop(0)
                continue
            command: Command
            if sheet.played == _HANDS:
                command = CloseSheet(session, table)
            elif sheet.played and self._chance.random() < 0.05:
                hand = self._chance.randrange(1, sheet.played + 1)
                command = CorrectHand(session, table, hand, self._outcome(), "misread")
            else:
                command = RecordHand(session, table, sheet.played + 1, self._outcome())
            self._give(command)
            return True
        return False

    def _outcome(self) -> Outcome:
        if self._chance.random() < 0.05:
            return Outcome(None)
        winner = self._chance.randrange(4)
        discarder = None if self._chance.random() < 0.3 else (winner + self._chance.randrange(1, 4)) % 4
        return Outcome(winner, discarder, self._chance.randrange(8, 60))

    def _give(self, command: Command) -> None:
        before = {each.id for each in self._book.unsent}
        by, begun = By(f"Referee {self._order['desk']}", self._book.desk), time.time()
        try:
            carry_out(self._book, command, by=by, confirmed=True)
        except (Refused, Conflict) as error:  # what it shows says that it cannot be
            self._note("not typed", text=str(error))
            return
        (order,) = (each for each in self._book.unsent if each.id not in before)
        self._note("typed", at=begun, id=order.id, command=type(command).__name__)
        self._say()

    def _take(self, seconds: float) -> None:
        """Take what the host says for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                reply = self._listening.replies.get(timeout=left)
            except Empty:
                return
            self._heard(reply)

    def _heard(self, reply: Reply) -> None:
        if isinstance(reply, Behind):
            offer = offer_after(self._book.confirmed.journal, reply.end)
            if offer is None:
                self._note("not continued", text="behind, and of another journal")
                return
            self._link.offer(offer)
            self._say()
            return
        if not isinstance(reply, News):
            self._note("not continued", text=type(reply).__name__)
            return
        self._book.take(reply)
        self._note("received", entries=len(self._book.confirmed.journal))
        for answer in reply.answers:
            if isinstance(answer, Done):
                self._note("acknowledged", id=answer.id, position=answer.position)
        for kept in self._book.orders:
            if kept.state is not OrderState.WAITING:
                self._note("told", id=kept.id, state=kept.state.value, why=[each.code for each in kept.problems])
                self._book.drop(kept.id)
        self._say()

    def _say(self) -> None:
        sheet = self._sheets[0] if self._sheets else None
        self._link.say(self._book.question(sheet, "en"))

    def _note(self, what: str, **more: object) -> None:
        os.write(self._log, (json.dumps({"what": what, "at": time.time(), **more}) + "\n").encode())

    def _wait_for_the_end(self) -> None:
        self._wanted = sys.stdin.read()


if __name__ == "__main__":
    Desk(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))).run()
