"""The reports of observers and referees."""

import pytest

from reports.catalogue import ReportOptions, build, report_called
from tests.examples.events import PRINTED, begun
from tournament.language import ENGLISH, Text


@pytest.mark.parametrize(("players", "referees"), [(8, 1), (32, 1), (36, 2), (64, 2), (68, 3)])
def test_ema_asks_for_one_referee_for_32_players_begun(players: int, referees: int) -> None:
    report = report_called("observer-report")
    assert report is not None
    document = build(report, begun(players, 1).view, ReportOptions(PRINTED))
    lines = {row[0].message: row[1] for row in document.sections[0].table.rows if isinstance(row[0], Text)}
    asked = lines["Referees"]
    assert isinstance(asked, Text)
    assert ENGLISH.render(asked) == f"{referees} or more for this number of players:"
