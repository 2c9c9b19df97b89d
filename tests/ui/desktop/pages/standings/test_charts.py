"""The charts on the Standings page: chosen by key, of whom is searched for, saved. Scores are those of test_page."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from reports.writers.chart_drawing import Area, Label
from tests.ui.desktop.conftest import Keyboard
from tests.ui.desktop.pages.standings.choosing import choose_list
from tests.ui.desktop.pressing import press, type_words
from tournament.language import language_of
from tournament.rules.payment import Outcome
from tournament.use_cases import RecordHand
from ui.desktop.controller import EventController
from ui.desktop.pages.reports.report_dialog import ReportDialog
from ui.desktop.pages.standings.charts import ChartView, ScreenType
from ui.desktop.pages.standings.header import ListKind
from ui.desktop.pages.standings.page import StandingsPage
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.window import Window


@pytest.fixture
def charts(standings: StandingsPage, qtbot: QtBot) -> ChartView:
    """The charts, visible, reached with the arrows."""
    choose_list(standings.header, ListKind.CHARTS)
    view = standings.lists.charts
    qtbot.waitUntil(lambda: not view.busy, timeout=20_000)
    assert standings.lists.current is view
    return view


def choose(view: ChartView, key: str, qtbot: QtBot) -> str:
    """Choose the chart of that key with the arrows, and return its text."""
    view.kind.setFocus()
    QTest.keyClick(view.kind, Qt.Key.Key_Home)
    while view.kind.currentData() != key:
        before = view.kind.currentIndex()
        QTest.keyClick(view.kind, Qt.Key.Key_Down)
        assert view.kind.currentIndex() == before + 1, key
    qtbot.waitUntil(lambda: not view.busy, timeout=20_000)
    drawing = view.canvas.drawing
    assert drawing is not None
    assert view.canvas.height() > drawing.high
    return view.canvas.accessibleName()


def test_each_chart_is_chosen_by_key(charts: ChartView, qtbot: QtBot) -> None:
    words = {key: choose(charts, key, qtbot) for key in (charts.kind.itemData(at) for at in range(charts.kind.count()))}
    assert words["endings"] == "How hands ended: Won on a discard 2, Won by self-draw 1, Drawn 0"
    assert words["endings-by-session"] == (
        "How hands ended in each session: Won on a discard: S1 1, S2 1; Won by self-draw: S1 1, S2 0; Drawn: S1 0, S2 0"
    )
    assert "8 to 11 1" in words["values"]
    assert "Wins: Ben Beispiel 1, Emil Ejemplo 1, Ada Anything 1, Fay Fiktiv 0" in words["wins"]
    assert "Deal-ins: Ben Beispiel 0, Emil Ejemplo 0, Ada Anything 1" in words["wins"]
    assert "Ben Beispiel 15.0, Emil Ejemplo 5.0, Ada Anything 10.0" in words["points-a-hand"]
    assert words["fans"].endswith(": No hand has recorded tiles. To enter them, press T on the Tables page.")
    assert "Ben Beispiel: S1 3, S2 1; Emil Ejemplo: S1 1, S2 1; Ada Anything: S1 2, S2 3" in words["ranks"]
    assert "Ben Beispiel: S1 1½, S2 5½; Emil Ejemplo: S1 4, S2 5½; Ada Anything: S1 4, S2 4" in words["results"]


def test_who_is_searched_for_is_charted(charts: ChartView, standings: StandingsPage, qtbot: QtBot) -> None:
    choose(charts, "ranks", qtbot)
    press("Ctrl+F")
    type_words("ada, gil")
    qtbot.waitUntil(lambda: not charts.busy, timeout=20_000)
    chart = charts.canvas.chart
    assert chart is not None
    assert [series.name for series in chart.series] == ["Ada Anything", "Gil Greekless"]
    press("Esc")
    qtbot.waitUntil(lambda: not charts.busy and charts.canvas.chart is not chart, timeout=20_000)
    assert charts.canvas.chart is not None
    assert len(charts.canvas.chart.series) == 8


@pytest.mark.usefixtures("new_window")
def test_after_an_earlier_session_and_with_a_new_hand(
    charts: ChartView, standings: StandingsPage, played: EventController, keyboard: Keyboard, qtbot: QtBot
) -> None:
    standings.header.after.setFocus()
    keyboard.type("Down")
    qtbot.waitUntil(lambda: "discard 1," in charts.canvas.accessibleName(), timeout=20_000)
    keyboard.type("Up")
    qtbot.waitUntil(lambda: "discard 2," in charts.canvas.accessibleName(), timeout=20_000)
    played.act(RecordHand(2, 1, 2, Outcome(None)))
    qtbot.waitUntil(lambda: "Drawn 1" in charts.canvas.accessibleName(), timeout=20_000)


def test_it_speaks_the_language_of_the_window_and_takes_its_theme(charts: ChartView, qtbot: QtBot) -> None:
    choose(charts, "ranks", qtbot)
    theme.set_choice(Appearance.LIGHT)
    light = charts.canvas.grab().toImage()
    theme.set_choice(Appearance.DARK)
    translator.set_language(language_of("fr"))
    assert charts.canvas.accessibleName().startswith("Rang après chaque partie: Ben Beispiel: P1 3, P2 1")
    dark = charts.canvas.grab().toImage()
    assert light.pixelColor(30, light.height() - 10).lightness() > 200
    assert dark.pixelColor(30, dark.height() - 10).lightness() < 60


@pytest.mark.sampled(1)
@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
def test_each_series_has_a_colour_of_its_own(charts: ChartView, appearance: Appearance, qtbot: QtBot) -> None:
    theme.set_choice(appearance)
    choose(charts, "endings-by-session", qtbot)
    assert charts.canvas.drawing is not None
    image = charts.canvas.grab().toImage()
    shown: dict[str, set[str]] = {}
    for part in charts.canvas.drawing.parts:
        if isinstance(part, Area) and part.tooltip:
            (left, top), _, (right, bottom), _ = part.points
            across, down = (round(20 + left + (right - left) / 5), round(20 + (top + bottom) / 2))
            shown.setdefault(part.tooltip.split(" · ")[0], set()).add(image.pixelColor(across, down).name().upper())
    discard, self_draw, *_ = theme.tokens.series
    assert list(shown.values()) == [{discard}, {self_draw}]


def test_a_chart_higher_than_its_place_is_scrolled_by_keys(charts: ChartView, window: Window, qtbot: QtBot) -> None:
    window.resize(1100, 640)
    choose(charts, "wins", qtbot)
    area = charts.findChild(QScrollArea)
    assert area is not None
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    charts.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    press("End")
    assert area.verticalScrollBar().value() == area.verticalScrollBar().maximum()
    press("Home")
    assert area.verticalScrollBar().value() == 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("key", "ending"), [("Ctrl+G", "svg"), ("Ctrl+I", "png")])
def test_a_chart_is_saved_by_key(
    key: str, ending: str, charts: ChartView, window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    choose(charts, "wins", qtbot)
    press("Ctrl+P")
    (dialog,) = window.findChildren(ReportDialog)
    qtbot.waitUntil(lambda: not dialog.busy, timeout=20_000)
    assert "Wins, self-draws and deal-ins" in dialog.preview.words()
    path = tmp_path / f"a.{ending}"
    dialog.exporter._ask_file = lambda *_: path
    press(key)
    qtbot.waitUntil(lambda: path.exists() and not dialog.busy, timeout=20_000)
    start = path.read_bytes()
    assert start.startswith(b"<?xml" if ending == "svg" else b"\x89PNG")
    if ending == "svg":
        assert "Wins · Ben Beispiel · 1" in start.decode()
    press("Esc")


def test_screen_type_breaks_any_script(qapp: object) -> None:
    type = ScreenType()
    for text in (
        "Maximilienne von und zu Beispiel-Musterhausen",
        "欧阳示例" * 10,
        "محمد عبد الرحمن بن عبد العزيز",
        "a" * 90,
    ):
        for lines in (1, 2, 3):
            found = type.wrap(text, 13, 120, lines)
            assert 1 <= len(found) <= lines
            assert all(type.width(line, 13, strong=True) <= 121 for line in found)
            assert "".join("".join(found).split()) in "".join(text.split()) or found[-1].endswith("…")


def test_what_is_drawn_stays_in_its_place(charts: ChartView, window: Window, qtbot: QtBot) -> None:
    for wide in (1024, 1280, 1900):
        window.resize(wide, 800)
        choose(charts, "ranks", qtbot)
        drawing = charts.canvas.drawing
        assert drawing is not None
        assert drawing.wide <= charts.canvas.width()
        type = ScreenType()
        for part in drawing.parts:
            if isinstance(part, Label) and part.anchor.value == "start":
                assert part.x + type.width(part.text, part.size, strong=part.strong) <= drawing.wide + 1
            elif isinstance(part, Area):
                assert all(0 <= x <= drawing.wide for x, _ in part.points)
