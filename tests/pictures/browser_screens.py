"""Some screens of the hall as browsers show them, of the event of the other pictures of screens.

python -m tests.pictures.browser_screens docs/pictures
"""

import argparse
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtGui import QImage

from tests.browser.chromium import Tab, browsing
from tests.pictures.screens import MESSAGE, SCENES, played_event
from tournament.language import language_of
from ui.desktop.pictures import save_small
from ui.hall.ceremony import begin_ceremony, jump
from ui.hall.hall_state import CeremonyPlan, HallScreen, HallState, Scheme
from ui.hall.slide_builder import HallSlides
from ui.public.resources import program_file
from ui.public.screens import browser_screen, screen_page

TAKEN = (
    ("clock", "dark", "en"), ("standings", "light", "fr"), ("ceremony", "dark", "en"), ("message", "light", "fr"),
)  # fmt: skip


def main() -> None:
    """Write the pictures into the folder named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    wanted = parser.parse_args().folder
    with TemporaryDirectory(ignore_cleanup_errors=True) as place, browsing(Path(place, "browser")) as browser:
        tab = Tab(browser, width=1280, height=720)
        tab.allow_scripts(False)  # they would go on by the time of today
        with _served({f"/{'-'.join(each)}": _page(*each) for each in TAKEN}) as address:
            for each in TAKEN:
                tab.open(f"{address}/{'-'.join(each)}")
                time.sleep(1)  # for its letters; without scripts nothing tells that they are there
                tab.picture(Path(place, "taken.png"))
                save_small(QImage(str(Path(place, "taken.png"))), wanted / f"screen-browser-{'-'.join(each)}.png")


def _page(name: str, scheme: str, code: str) -> bytes:
    book, scene = played_event(), next(each for each in SCENES if each.name == name)
    ceremony = jump(book.view, begin_ceremony(book.view, CeremonyPlan()), scene.told)
    screen = HallScreen("Hall", (scene.content,), scheme=Scheme(scheme), held=0)
    shown = browser_screen(
        HallSlides(book.view), screen, HallState("e", message=MESSAGE, ceremony=ceremony), scene.moment
    )
    return screen_page(shown, scene.moment, 1, language_of(code), {})


@contextmanager
def _served(pages: dict[str, bytes]) -> Iterator[str]:
    """Serve ``pages`` and the files of the program."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name that http.server calls
            path = self.path.partition("?")[0]
            made = program_file(path)
            found = made.content if made is not None else pages.get(path, b"")
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", made.kind if made is not None else "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(found)

        def log_message(self, *_words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


if __name__ == "__main__":
    main()
