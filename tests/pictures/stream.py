"""The overlays of a streamed table of the sample event: docs/pictures/stream.

python -m tests.pictures.stream docs/pictures/stream
"""

import argparse
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from tests.browser.chromium import Tab, browsing
from tests.browser.test_live_page import Hall
from tournament.rules.payment import Outcome
from tournament.storage import open_for_writing
from tournament.use_cases import Book, RecordHand, carry_out
from tournament.use_cases.commands import ChangeSettings, PublishResults
from ui.desktop.bootstrap import play_sample_into
from ui.desktop.pictures import save_small
from ui.sample import IN_PLAY, LAST_SESSION, ORGANISER, REFEREE, leave_under_way

NOTHING, GREEN, GREY = (0, 0, 0, 0), (38, 92, 66, 1), (96, 104, 110, 1)
"""What lies behind: OBS puts the video there."""
TILES = "[111m,2][FFFF]222s333p5m5m||abh"


def main() -> int:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    wanted = parser.parse_args().folder
    wanted.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(ignore_cleanup_errors=True) as place, browsing(Path(place, "browser")) as browser:
        book = _under_way(Path(place))
        tab = Tab(browser, width=1920, height=1080)

        def take(name: str, behind: tuple[int, int, int, float], query: str) -> None:
            tab.lie_on(behind)
            tab.open(f"{hall.address}/overlay/{IN_PLAY}?{query}")
            tab.settle()
            tab.picture(Path(place, "taken.png"))
            save_small(_on_squares(QImage(str(Path(place, "taken.png")))), wanted / f"{name}.png")

        with Hall(book.view).open() as hall:
            for code in ("en", "fr"):
                take(f"overlay-squares-dark-{code}", NOTHING, f"lang={code}&seconds=0")
                take(f"overlay-green-dark-{code}", GREEN, f"lang={code}&seconds=0&show=scores,hand,standings")
            take("overlay-grey-light-en", GREY, "lang=en&theme=light&seconds=0&show=scores,standings&places=6")
            take("overlay-plain-dark-en", GREEN, "lang=en&theme=plain&seconds=0&show=scores,hand")
        book.close()
    return 0


def _on_squares(taken: QImage) -> QImage:
    """Half as large, with grey squares where nothing covers the video."""
    small = taken.scaledToWidth(960, Qt.TransformationMode.SmoothTransformation)
    image = QImage(small.size(), QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    for x, y in product(range(0, image.width(), 20), range(0, image.height(), 20)):
        if (x + y) % 40:
            painter.fillRect(x, y, 20, 20, QColor("#d8d8d8"))
    painter.drawImage(0, 0, small)
    painter.end()
    return image


def _under_way(folder: Path) -> Book:
    """The sample in its last session, of which a table is streamed and has just recorded a hand with its tiles."""
    play_sample_into(folder / "sample.qv", leave_under_way)
    book = Book(open_for_writing(folder / "sample.qv"))
    carry_out(book, PublishResults(LAST_SESSION - 1), by=ORGANISER)
    carry_out(book, ChangeSettings(replace(book.view.settings, streamed=(IN_PLAY,))), by=ORGANISER)
    hand = book.view.sheet(LAST_SESSION, IN_PLAY).next_hand
    assert hand is not None
    carry_out(book, RecordHand(LAST_SESSION, IN_PLAY, hand, Outcome(0, None, 40), TILES), by=REFEREE, confirmed=True)
    return book


if __name__ == "__main__":
    raise SystemExit(main())
