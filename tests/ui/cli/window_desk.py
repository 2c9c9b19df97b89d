"""The desk of a window without the window: ``python -m tests.ui.cli.window_desk INVITATION`` joins, and prints
``answered``, ``away`` and ``back`` as its host does so, until its standard input ends."""

import sys

from tournament.event.problem import Refused
from tournament.language import Text
from tournament.sharing.messages import Reply
from ui.desktop.sharing.joining import JoinDetails, join_event
from ui.joining.failures import CertificateChanged


class Printing:
    """Prints what a link reports."""

    def on_reply(self, _reply: Reply) -> None:
        print("answered", flush=True)

    def on_away(self, _text: Text) -> None:
        print("away", flush=True)

    def on_back(self) -> None:
        print("back", flush=True)

    def on_refused(self, error: Refused | CertificateChanged) -> None:
        print(f"refused: {error}", flush=True)

    def on_not_signed_in(self, _text: Text) -> None:
        print("not signed in", flush=True)


if __name__ == "__main__":
    joined = join_event(JoinDetails(sys.argv[1], "West", "Ada Sample"))
    link = joined.link(Printing())
    link.say(joined.book.question(None, "en"))
    sys.stdin.read()
    link.close()
    joined.book.close()
