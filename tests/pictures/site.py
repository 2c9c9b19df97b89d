"""The web page of the sample event as players see it, before the ceremony, and as it is served: docs/pictures/site.

python -m tests.pictures.site docs/pictures/site
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtGui import QImage

import assets
from reports.catalogue import Format, ReportOptions, build, report_called, write
from tests.browser.chromium import Browser, Tab, browsing
from tests.browser.test_live_page import Hall, wait
from tournament.language import Language, language_of
from tournament.storage import open_for_writing
from tournament.use_cases import Book, View, carry_out, carry_out_all
from tournament.use_cases.commands import ChangeLogo, PublishResults, StartClock
from ui.desktop.bootstrap import play_sample_into
from ui.desktop.pictures import save_small
from ui.sample import LAST_SESSION, ORGANISER, leave_under_way

PRINTED = datetime(2026, 6, 14, 16, 30, tzinfo=UTC)
PHONE, DESK = 390, 1280
LOGO = Path("docs/samples/logo.png").read_bytes()


def main() -> int:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    wanted = parser.parse_args().folder
    wanted.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(ignore_cleanup_errors=True) as place, with_our_fonts(Path(place)) as browser:
        folder = Path(place)
        pages = {code: _page(folder, language_of(code)) for code in ("en", "fr")}
        tab = Tab(browser)

        def take(name: str, code: str, width: int, *, dark: bool = False, fragment: str = "", find: str = "") -> None:
            tab.look(width=width, height=844 if width == PHONE else 800, dark=dark)
            tab.open(pages[code], fragment)
            if find:
                tab.click("#find")
                tab.type(find)
            tab.settle()
            tab.picture(folder / "taken.png")
            save_small(QImage(str(folder / "taken.png")), wanted / f"{name}.png")

        take("site-390-light-en", "en", PHONE)
        take("site-390-dark-fr", "fr", PHONE, dark=True)
        take("site-found-390-light-en", "en", PHONE, find="ada")
        take("site-session-390-dark-en", "en", PHONE, dark=True, fragment="#s3")
        take("site-1280-light-en", "en", DESK)

        def look(
            name: str, hall: Hall, path: str, code: str, width: int, *, dark: bool = False, follow: int = 0
        ) -> None:
            tab.look(width=width, height=844 if width == PHONE else 800, dark=dark)
            tab.speak(code)
            tab.open(hall.address + path)
            if follow:
                tab.run(f"localStorage.setItem(`quatre-vents:${{document.body.dataset.own}}`, '{follow}')")
                tab.go(hall.address + path)
                wait(lambda: tab.run("!document.getElementById('me').hidden"))
            tab.settle()
            tab.picture(folder / "taken.png")
            save_small(QImage(str(folder / "taken.png")), wanted / f"{name}.png")

        with Hall(_in_play(folder)).open() as hall:
            for code in ("en", "fr"):
                look(f"live-390-light-{code}", hall, "/", code, PHONE, follow=1)
                look(f"live-player-390-dark-{code}", hall, "/player/1", code, PHONE, dark=True)
            look("live-player-390-light-zh", hall, "/player/1", "zh", PHONE)
            look("live-session-1280-light-en", hall, "/session/3", "en", DESK)
        with Hall(_at_the_end(folder)).open() as hall:
            for code in ("en", "fr"):
                look(f"live-end-1280-light-{code}", hall, "/", code, DESK)
            look("live-end-390-dark-en", hall, "/", "en", PHONE, dark=True)
    return 0


def _in_play(folder: Path) -> View:
    """The sample with its last session in play since forty minutes, in this moment."""
    event, begun = folder / "in-play.qv", datetime.now(UTC) - timedelta(minutes=40)
    play_sample_into(event, leave_under_way)
    book = Book(open_for_writing(event), clock=lambda: begun)
    carry_out_all(book, [ChangeLogo(LOGO), PublishResults(LAST_SESSION - 1), StartClock(LAST_SESSION)], by=ORGANISER)
    book.close()
    return book.view


def _at_the_end(folder: Path) -> View:
    event = folder / "end.qv"
    play_sample_into(event, lambda commands: commands)
    book = Book(open_for_writing(event))
    carry_out_all(book, [ChangeLogo(LOGO), PublishResults(LAST_SESSION)], by=ORGANISER)
    book.close()
    return book.view


@contextmanager
def with_our_fonts(folder: Path) -> Iterator[Browser]:
    """A browser that has the fonts of the program, so that every letter is drawn."""
    home = folder / "browser"
    home.mkdir()
    (home / ".fonts").symlink_to(assets.path("fonts"), target_is_directory=True)
    with browsing(home) as browser:
        yield browser


def _page(folder: Path, language: Language) -> Path:
    """The web page of the sample, played to its end; the last session waits for the ceremony."""
    event, path = folder / f"{language.code}.qv", folder / f"{language.code}.html"
    play_sample_into(event, lambda commands: commands)
    book = Book(open_for_writing(event))
    carry_out(book, PublishResults(len(book.view.drawn_sessions), hold_last=True), by=ORGANISER)
    report = report_called("site")
    assert report is not None
    write(build(report, book.view, ReportOptions(PRINTED)), path, Format.HTML, language)
    book.close()
    return path


if __name__ == "__main__":
    raise SystemExit(main())
