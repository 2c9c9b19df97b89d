"""The hand editor: from a key to the verdict painted, for hands that take long to judge."""

import os
import statistics
import time
from random import Random

from tests.benchmarks.measuring import report

HANDS = (
    "[234p,1]234m23456s88p7s|NE0000|a",
    "111222333s456pEE|SS0000",
    "2233445566778s8s|EE1000",
    "1479m258p369sESWN|EE0000",
    "[1111s,2][CCCC,7][4444p][EEE,3]9m9m|ES1001|8",
    "19m19s19pESWNCFPP",
    "1112345678999s5s|EE1000",
    "1379m258p47sESWNC",
)
_CHANCE = 40


def main() -> None:
    """Print the median, the slowest in twenty and the slowest key."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from tournament.hand.notation import format_hand
    from tournament.rulesets.mcr.dealing import random_win
    from ui.desktop.bootstrap import make_controller
    from ui.desktop.scorer import Scorer
    from ui.desktop.theme import theme

    app = QApplication([])
    theme.install(app)
    scorer = Scorer(make_controller("Referee"))
    scorer.resize(1352, 816)
    scorer.show()
    chance = Random(5)
    hands = (*HANDS, *(format_hand(random_win(chance)) for _ in range(_CHANCE)))
    took: list[float] = []
    last: list[float] = []
    for hand in hands:
        scorer.editor.set_typed("")
        app.processEvents()
        for letter in hand:
            began = time.perf_counter()
            QTest.keyClicks(scorer.editor.line, letter)
            app.processEvents()
            took.append(time.perf_counter() - began)
        last.append(took[-1])
        assert scorer.editor.state.typed == hand
    took.sort()
    report(f"a key to the verdict painted, median of {len(took)}", statistics.median(took), "50 ms")
    report("one key in twenty takes at least", took[-len(took) // 20], "50 ms")
    report("the last key of a hand, the slowest", max(last), "50 ms")
    report("the slowest key of all", took[-1], "50 ms")


if __name__ == "__main__":
    main()
