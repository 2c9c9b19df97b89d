"""The page of a score sheet on a phone, and a hand that another player proposed: docs/pictures/site.

python -m tests.pictures.table docs/pictures/site
"""

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtGui import QImage

from tests.browser.chromium import Tab
from tests.browser.tables import ServedTable, one_table
from tests.pictures.site import with_our_fonts
from tests.tournament.use_cases.events import BY
from tournament.event.player import Player
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand, carry_out
from tournament.use_cases.commands import ProposeHand
from ui.desktop.pictures import save_small

PLAYERS = (Player(0, "Søren", "Prøve"), Player(0, "Hélène", "Maquette"), Player(0, "Zoë", "Voorbeeld"),
           Player(0, "Iñaki", "Adibide"))  # fmt: skip


def main() -> int:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    wanted = parser.parse_args().folder
    with TemporaryDirectory(ignore_cleanup_errors=True) as place:
        os.environ["QUATRE_VENTS_HOME"] = place
        book = one_table(people=PLAYERS)
        for hand, outcome in enumerate((Outcome(1, 2, 24), Outcome(None), Outcome(0, None, 12)), start=1):
            carry_out(book, RecordHand(1, 1, hand, outcome), by=BY)
        with with_our_fonts(Path(place)) as browser, ServedTable(book).open() as table:
            tab = Tab(browser)

            def take(name: str, *, dark: bool = False) -> None:
                for code in ("en", "fr"):
                    tab.look(width=390, dark=dark)
                    tab.speak(code)
                    tab.open(f"{table.page}?seat=1")
                    tab.settle()
                    tab.picture(Path(place, "taken.png"))
                    theme = "dark" if dark else "light"
                    save_small(QImage(str(Path(place, "taken.png"))), wanted / f"{name}-390-{theme}-{code}.png")

            take("table")
            table.desk(ProposeHand(1, 1, 4, Outcome(3, 0, 31), 3))
            take("table-proposal", dark=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
