"""The web page of the sample event as players see it, before the ceremony: docs/pictures/site.

python -m tests.pictures.site docs/pictures/site
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtGui import QImage

from reports.catalogue import Format, ReportOptions, build, report_called, write
from tests.browser.chromium import Tab, browsing
from tournament.language import Language, language_of
from tournament.storage import open_for_writing
from tournament.use_cases import Book, carry_out
from tournament.use_cases.commands import PublishResults
from ui.desktop.bootstrap import play_sample_into
from ui.desktop.picture_file import save_small
from ui.sample import ORGANISER

PRINTED = datetime(2026, 6, 14, 16, 30, tzinfo=UTC)
PHONE, TABLET, DESK = 390, 768, 1280


def main() -> int:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    wanted = parser.parse_args().folder
    wanted.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(ignore_cleanup_errors=True) as place, browsing(Path(place, "browser")) as browser:
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
        take("site-768-light-fr", "fr", TABLET)
        take("site-1280-light-en", "en", DESK)
    return 0


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
