"""On a small laptop every control that Tab reaches, on every page and in every form, is wholly in view."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QApplication, QWidget

from tests.ui.desktop.conftest import BY, delete_closed
from tests.ui.desktop.elision import cut_texts
from tests.ui.desktop.pressing import focused, press, type_words
from tests.ui.desktop.test_every_page_fits import (
    MAY_BE_CUT,
    SESSIONS,
    choose_two_seats,
    import_players,
    opened,
    settle,
    show_journey,
    show_list,
    show_sound,
    write_event,
)
from tournament.language import ENGLISH, language_of
from tournament.use_cases import carry_out
from tournament.use_cases.commands import StartClock
from ui.desktop import bootstrap
from ui.desktop.pages.standings.header import ListKind
from ui.desktop.theme.appearance import FocusRing
from ui.desktop.translation import translator
from ui.desktop.widgets.layouts import Scrolled
from ui.desktop.window import Window

pytestmark = pytest.mark.thorough

SIZE = 1366, 768
STOPS = 90
"""More than the controls of any page: Tab comes back to the first one before."""


def keys(*steps: str) -> Callable[[Window], None]:
    """What brings a form: shortcuts, or after a colon the words to type."""

    def bring(_window: Window) -> None:
        for step in steps:
            if step.startswith(":"):
                type_words(step[1:])
            else:
                press(step)
            QApplication.processEvents()

    return bring


@dataclass(frozen=True, slots=True)
class Form:
    """A page, or a form that keys open on it."""

    page: str
    bring: Callable[[Window], None] = lambda _window: None
    name: str = ""
    on: str = ""
    """English name of a control that only this form has: proof that it opened."""


FORMS = (
    Form("event", on="Publish results"),
    Form("event", keys("F3"), "setup", "Web address"),
    Form("event", keys("Ctrl+B"), "copies", "Copy now"),
    Form("players", on="Check in all players"),
    Form("players", keys("Ctrl+E"), "state", "From session"),
    Form("players", keys("Ctrl+M"), "twice", "Same person as"),
    Form("draw", choose_two_seats, "two seats", "Swapped in"),
    Form("draw", keys("Return", "Ctrl+E", ":Nova Newcomer"), "replacement", "Country"),
    Form("draw", keys("Ctrl+Shift+R"), "remaining sessions", "Change the draw"),
    Form("draw", keys("Ctrl+T"), "seated by the standings", "Change the draw"),
    Form("tables", on="Winner"),
    Form("tables", keys("1", "2", "5", "Return"), "refused points", "Points"),
    Form("tables", keys("1", "2", "1", "2", "T"), "tiles", "How it was won"),
    Form("tables", keys("Up"), "correction", "Reason for the correction"),
    Form("tables", keys("Up", "Tab", "Tab", "9", "Return"), "refused correction", "Reason for the correction"),
    Form("tables", keys("P", "2"), "penalty", "Belongs to"),
    Form("tables", keys("P", "2", "Return", ":late"), "fault of a penalty", "Fault"),
    *(Form("tables", keys("R", digit), f"repair {digit}", "Repair to make") for digit in "12345"),
    Form("tables", keys("G", "9", "9", "Return"), "no such table", "Table, name or QR"),
    Form("tables", keys("F6", "5", "Return"), "totals", "Winner"),
    Form("tables", keys("F12"), "clock line", "Extra minutes"),
    *(Form("standings", partial(show_list, kind), kind.value, "Shown") for kind in ListKind),
    Form("standings", show_journey, "journey", "Table by table"),
    Form("fouls", on="Player at fault"),
    Form("fouls", keys("F3"), "given", "Penalties given"),
    Form("reports", on="Paper"),
    Form("display", on="Add screen"),
    Form("display", keys("Ins", "Ins", "Del"), "a screen to remove", "Keep"),
    Form("display", show_sound, "sound", "Sound device"),
    Form("history", keys("Down", "Down"), "entry", "Kind"),
    Form("settings", on="Your name"),
    Form("scorer", on="Prevalent wind"),
)
UNDRAWN = (
    Form("players", on="Import a list…"),
    Form("players", import_players, "import", "Content of “first_name”"),
    Form("draw", on="Clubs apart"),
)
EMPTY = (
    Form("start"),
    Form("new", on="Name"),
    Form("new", keys(":Cup", "Ctrl+Return"), "second step"),
)
FRENCH, CHINESE = language_of("fr"), language_of("zh")


@pytest.fixture(scope="module")
def in_play(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty players, all sessions but one played, and the clock of the last one runs."""
    path = write_event(tmp_path_factory.mktemp("in-play") / "Open.qv", 40)
    book = bootstrap.open_book(path)
    carry_out(book, StartClock(SESSIONS), by=BY)
    book.close()
    return path


@pytest.fixture(scope="module")
def undrawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty players before the draw."""
    return write_event(tmp_path_factory.mktemp("undrawn") / "Open.qv", 40, drawn=False)


@pytest.fixture
def no_event() -> None:
    """The window without an event."""


def faults(window: Window, forms: tuple[Form, ...], app: QApplication) -> list[str]:
    """What is out of view while Tab goes around each form in English and French, and each second one in Chinese."""
    found: list[str] = []
    for form in forms:
        window.show_page(form.page)
        settle(app)
        form.bring(window)
        for language in (ENGLISH, FRENCH, CHINESE) if forms.index(form) % 2 == 0 else (ENGLISH, FRENCH):
            translator.set_language(language)
            settle(app)
            cut = cut_texts(window, allowed=MAY_BE_CUT, inside=window.page(form.page))
            names, wrong = around(window)
            if language is ENGLISH and form.on and form.on not in names:
                wrong.append(f"it did not open: {names}")
            found += (f"{form.page} {form.name} {language.code}: {fault}" for fault in dict.fromkeys(cut + wrong))
        translator.set_language(ENGLISH)
        for dialog in QApplication.topLevelWidgets():
            if dialog is not window and dialog.isVisible():
                dialog.close()
        press("Esc", "Esc")
    return found


def around(window: Window) -> tuple[list[str], list[str]]:
    """Go once around by Tab. Return the names of all controls, and what of them is not in view."""
    seen: list[QWidget] = []
    wrong = list(bars_in_bars(window))
    while len(seen) < STOPS:
        stop = focused()
        if stop in seen:
            break
        seen.append(stop)
        wrong += hidden_parts(stop)
        QTest.keyClick(stop, Qt.Key.Key_Tab)
        QApplication.processEvents()
    else:
        wrong.append(f"Tab does not come back: {[type(each).__name__ for each in seen[-6:]]}")
    wrong += bars_in_bars(window)
    return [each.accessibleName() for each in seen], wrong


def hidden_parts(stop: QWidget) -> Iterator[str]:
    """What of the control with the focus, and of the ring around it, lies outside of something that contains it."""
    frame = stop.property("ringFrame")
    control = frame if isinstance(frame, QWidget) else stop
    name = f"{type(control).__name__} “{stop.accessibleName()}”"
    ring = control.property("focusRing")
    rings = [ring] if isinstance(ring, FocusRing) and ring.isVisible() else []
    for part, what in ((control, name), *((each, f"the ring around {name}") for each in rings)):
        shown = part_in_view(part)
        if shown != part.rect() and not _scrolled_rows(part, shown):
            yield f"{what}: {_size(shown)} of {_size(part.rect())} in view"


def part_in_view(control: QWidget) -> QRect:
    """What of ``control`` lies inside of everything that contains it."""
    shown, at, part = control.rect(), QPoint(0, 0), control
    while not part.isWindow():
        around, at = part.parentWidget(), at + part.pos()
        assert around is not None
        shown = shown & around.rect().translated(-at)
        part = around
    return shown


def bars_in_bars(window: QWidget) -> Iterator[str]:
    """Scroll areas with a bar inside another one with a bar of the same direction."""
    for area in window.findChildren(QAbstractScrollArea):
        if not area.isVisible():
            continue
        outer = area.parentWidget()
        while outer is not None:
            if isinstance(outer, QAbstractScrollArea):
                for mine, other in (
                    (area.verticalScrollBar(), outer.verticalScrollBar()),
                    (area.horizontalScrollBar(), outer.horizontalScrollBar()),
                ):
                    if mine.isVisible() and other.isVisible():
                        yield f"{type(area).__name__} “{area.accessibleName()}” scrolls inside {type(outer).__name__}"
            outer = outer.parentWidget()


def _scrolled_rows(control: QWidget, shown: QRect) -> bool:
    """Whether it is a list higher than its scroll area, which keeps its current row in view."""
    area = control.parentWidget()
    while area is not None and not isinstance(area, Scrolled):
        area = area.parentWidget()
    rows = (
        not isinstance(control, QAbstractItemView) and area is not None and control.height() > area.viewport().height()
    )
    return rows and shown.height() >= min(120, control.height())


def _size(rect: QRect) -> str:
    return f"{rect.width()}×{rect.height()}"


@pytest.mark.parametrize(("event", "forms"), [("in_play", FORMS), ("undrawn", UNDRAWN), ("no_event", EMPTY)])
@pytest.mark.usefixtures("own_preferences")  # the start page lists what was opened before
def test_what_has_the_focus_is_whole(
    event: str, forms: tuple[Form, ...], request: pytest.FixtureRequest, dressed: QApplication
) -> None:
    path, found = request.getfixturevalue(event), []
    for _page, of_page in groupby(forms, key=lambda form: form.page):  # other pages would change their language too
        window = opened(dressed, path)
        try:
            window.resize(*SIZE)
            found += faults(window, tuple(of_page), dressed)
        finally:
            window.close_quietly()
            delete_closed(dressed)
    assert found == [], "\n".join(found)
