"""Every page, at every size of a screen, in every language: nothing is cut, nothing asks for more than there is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import gettempdir
from time import monotonic, sleep

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QTableView, QWidget

import assets
from tests.ui.desktop.conftest import BY, Keyboard
from tests.ui.desktop.elision import cut_texts
from tests.ui.desktop.pages.standings.choosing import choose_list
from tests.ui.desktop.pressing import press
from tests.waiting import PATIENCE
from tournament import use_cases
from tournament.event.format import EventFormat
from tournament.event.player import Player
from tournament.event.settings import Settings
from tournament.language import language_of, mark
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    CloseSheet,
    Command,
    GivePenalty,
    OpenEvening,
    RecordHand,
    RecordTotals,
    SeatGame,
    carry_out,
)
from tournament.use_cases.commands import AddPlayers, CreateEvent, PublishDraw
from ui.desktop import bootstrap, long_work
from ui.desktop.help import HelpPanel
from ui.desktop.kit.page import Page
from ui.desktop.pages.display.page import DisplayPage
from ui.desktop.pages.draw.page import DrawPage
from ui.desktop.pages.players.page import PlayersPage
from ui.desktop.pages.standings.header import ListKind
from ui.desktop.pages.standings.page import StandingsPage
from ui.desktop.pages.tables.page import TablesPage
from ui.desktop.pages.tables.table_cards import TableCard
from ui.desktop.translation import translator
from ui.desktop.widgets.choices import Switch
from ui.desktop.widgets.layouts import FittedScroll
from ui.desktop.window import Window

SIZES = ((960, 540), (1024, 768), (1366, 700), (1440, 900), (1920, 1080), (2560, 1440))
"""The first is a full HD screen at 200 %; the third is a screen of 1366 × 768 less its task bar."""
FIRST = ("Maximilienne-Apolline", "Bartholomäus-Friedrich", "Ana Sofía de los Ángeles", "Wolfgang Amadeus", "Li", "Ø")
LAST = ("de la Très-Longue-Démonstration", "van der Voorbeeldenstein", "Gutiérrez-Beispielhausen y Montoya", "Zhang")
EVENT, CLUB = "Open international de la Très-Longue-Démonstration", "Club de l’Exemple-sur-Démonstration"
OWN_WORDS = (*FIRST[:4], *LAST, EVENT, CLUB, "Team", "Li ", "Ø ")
"""What people, clubs and the event are called may be cut: the whole stands in the tooltip."""
MAY_BE_CUT = (
    *OWN_WORDS,
    *("Undo: ", "Redo: ", "Annuler", "Rétablir", "撤销：", "重做："),  # as far as there is room in the status bar
    *(
        "FittingLabel: Session ",
        "FittingLabel: Partie ",
        "FittingLabel: 第 1 ",
    ),  # the top bar and the sign on the card say the same
    "first_name, last_name, ",  # a line of the list itself
    "EntryTable: ",  # the panel beside the history has the whole entry
    "Preparing the pages",  # a moment, beside how far it is
    "Préparation des pages",
    "正在生成页面",
    gettempdir(),  # where files lie, also those of other tests on the start page
)
SESSIONS = 4
DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


def players(count: int) -> list[Player]:
    """With long names, of many countries, in clubs and teams."""
    return [
        Player(0, f"{FIRST[n % 6]} {n}", LAST[n // 2 % 4], ("FR", "NL", "ES", "DE")[n % 4], "", CLUB, f"Team {n % 5}")
        for n in range(count)
    ]


def write_event(path: Path, count: int, *, drawn: bool = True, rules: str = "") -> Path:
    """An event of ``count`` players; if drawn, with all sessions but the last played, or none under other ``rules``."""
    book = bootstrap.new_book(path)
    settings = Settings(EVENT, sessions=SESSIONS, place="Saint-Exemple")
    carry_out(book, CreateEvent(replace(settings, rules=rules) if rules else settings), by=BY)
    carry_out(book, AddPlayers(tuple(players(count))), by=BY)
    if drawn and rules:
        carry_out(book, PublishDraw(use_cases.plan_seating(book.view, seed=1)), by=BY)
    elif drawn:
        carry_out(book, PublishDraw(use_cases.plan_seating(book.view, seed=1)), by=BY)
        use_cases.carry_out_all(book, list(played(count // 4)), by=BY)
    book.close()
    return path


def played(tables: int) -> Iterator[Command]:
    """Totals of all tables; of one the hands, with a penalty."""
    for session in range(1, SESSIONS):
        for table in range(1, tables + 1):
            if (session, table) != (1, 1):
                yield RecordTotals(session, table, (100 + table, 20, -20, -100 - table))
    for hand in range(1, 5):
        yield RecordHand(1, 1, hand, Outcome(hand - 1, None if hand % 2 else hand % 4, 24))
    yield CloseSheet(1, 1)
    yield GivePenalty(SESSIONS, 1, Charge(2, "false-hu-invalid", hand=2))
    yield RecordHand(SESSIONS, 1, 1, Outcome(0, 2, 20))


@dataclass(frozen=True, slots=True)
class View:
    """A page, or one of its views."""

    page: str
    bring: Callable[[Window], None] = lambda _window: None
    """Brings it into view, on its page."""
    name: str = ""


def show_list(kind: ListKind, window: Window) -> None:
    page = window.page("standings")
    assert isinstance(page, StandingsPage)
    choose_list(page.header, kind)


def choose(switch: Switch, key: str) -> None:
    """Go to a segment by the arrows."""
    switch.setFocus()
    press("Home")
    for _ in range(10):
        if switch.current == key:
            return
        press("Right")
    raise AssertionError(key)


def show_journey(window: Window) -> None:
    show_list(ListKind.PLAYERS, window)
    page = window.page("standings")
    assert isinstance(page, StandingsPage)
    page.lists.ranking.setFocus()
    press("Down", "Down", "Return")
    assert page.panel.isVisible()


def show_by_player(window: Window) -> None:
    page = window.page("draw")
    assert isinstance(page, DrawPage)
    choose(page.seats.arrangement, "player")


def choose_two_seats(window: Window) -> None:
    page = window.page("draw")
    assert isinstance(page, DrawPage)
    choose(page.seats.arrangement, "table")
    page.seats.by_table.setFocus()
    press("Return", "Down", "Return")


def show_sound(window: Window) -> None:
    page = window.page("display")
    assert isinstance(page, DisplayPage)
    choose(page.parts, "sound")


def import_players(window: Window) -> None:
    page = window.page("players")
    assert isinstance(page, PlayersPage)
    page.read(assets.path("sample", "players.csv"))


def sheet(session: int, table: int, keys: str) -> Callable[[Window], None]:
    """Go to a sheet and press ``keys`` there."""

    def bring(window: Window) -> None:
        page = window.page("tables")
        assert isinstance(page, TablesPage)
        for _ in range(3):
            page.clear_typed()
        window.controller.navigation.table_wanted.emit(session, table)
        QApplication.processEvents()
        Keyboard().type(keys)

    return bring


_TILES = "[ 2 3 4 p , 1 ] 2 3 4 m 2 3 4 5 6 s 8 8 p 7 s"
"""Worth 13 points on a discard."""
SHEETS = {
    "played": (1, 1, ""),
    "correction": (1, 1, "Up Up 1 3"),
    "reason for a correction": (1, 1, "Up Up 1 3 4 8 Enter"),
    "repairs": (1, 1, "Up Up R"),
    "repair": (1, 1, "Up Up R 1 4 1 2 0"),
    "totals only": (1, 2, ""),
    "in play": (SESSIONS, 1, ""),
    "hand": (SESSIONS, 1, "1 3 9 9 Enter"),
    "penalties": (SESSIONS, 1, "P"),
    "penalty": (SESSIONS, 1, "P 3 P 9 Enter"),
    "totals that differ": (SESSIONS, 1, "F6 2 4 Enter Tab 3 3 Enter"),
    "tiles": (SESSIONS, 2, f"2 4 T {_TILES}"),
    "fewer points than the tiles": (SESSIONS, 3, f"2 4 1 2 T {_TILES}"),
    "more points than the tiles": (SESSIONS, 4, f"2 4 3 2 T {_TILES} Enter"),
    "no winning hand": (SESSIONS, 5, "2 4 T 2 3 4 m Enter"),
}
"""The sheets of :func:`write_event`, and the forms that keys open there, each with its session and its table."""
PLAYED = (
    View("event"),
    View("event", lambda _window: press("F3"), "setup"),
    View("players"),
    View("draw"),
    View("draw", show_by_player, "by player"),
    View("draw", choose_two_seats, "two seats"),
    *(View("standings", partial(show_list, kind), kind.value) for kind in ListKind),
    View("standings", show_journey, "journey"),
    View("fouls"),
    View("fouls", lambda _window: press("F3"), "given"),
    View("reports"),
    View("registration"),
    View("hall"),
    View("display"),
    View("display", lambda _window: press("Ins", "Ins", "Ctrl+0", "Del"), "screens"),
    View("display", show_sound, "sound"),
    View("history"),
    View("history", lambda _window: press("Down", "Down", "F3"), "entry"),
    View("settings"),
    View("desks"),
    View("phones"),
    View("scorer"),
    *(View("tables", sheet(*where), name) for name, where in SHEETS.items()),
)
EMPTY = (View("start"), View("new"), View("settings"))
HELPED = ("event", "players", "draw", "tables", "standings", "fouls", "reports", "display", "history", "desks")
LEAGUE = ("event", "players", "games", "tables", "season", "fouls", "reports", "display", "history")
UNDRAWN = (View("players"), View("players", import_players, "import"), View("draw"), View("fouls"), View("standings"))


@pytest.fixture(scope="module")
def forty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty players, all sessions but one played."""
    return write_event(tmp_path_factory.mktemp("forty") / "Open.qv", 40)


def opened(app: QApplication, path: Path | None) -> Window:
    """The window on an event, shown. It paints only when it is looked at, not after each change of its size."""
    controller = bootstrap.make_controller("Referee")
    if path is not None:
        controller.open(path)
    window = Window(controller)
    window.setUpdatesEnabled(False)
    window.show()
    window.activateWindow()
    app.processEvents()
    return window


def settle(app: QApplication) -> None:
    """Let what is made in another thread be made, drawn and laid out; what that begins in its turn too."""
    latest, calm = monotonic() + PATIENCE, 0
    while calm < 6 and monotonic() < latest:
        app.processEvents()
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        calm = calm + 1 if long_work.idle() else 0
        if not calm:
            sleep(0.002)  # the interpreter is the other thread's meanwhile


def faults(window: Window, views: tuple[View, ...], sizes: tuple[tuple[int, int], ...], app: QApplication) -> list[str]:
    """What is wrong, with the view and the size at which it is."""
    found = []
    for view in views:
        window.show_page(view.page)
        settle(app)
        view.bring(window)
        settle(app)
        for size in sizes:
            window.resize(*size)
            settle(app)
            where = f"{view.page} {view.name} {size[0]}×{size[1]}"
            parts = (window.page(view.page), *((window.top, window.rail, window.status) if view is views[0] else ()))
            for part in parts:
                found += [f"{where}: {fault}" for fault in cut_texts(window, allowed=MAY_BE_CUT, inside=part)]
            found += [f"{where}: {fault}" for fault in too_large(window, view.page)]
            if (window.width(), window.height()) != size:
                found.append(f"{where}: the window is {window.width()} by {window.height()}")
        if view.name:
            press("Esc")
    return found


def too_large(window: Window, id: str) -> Iterator[str]:
    """What asks for more width than it has."""
    page = window.page(id)
    least = page.minimumSizeHint()
    if isinstance(page, Page) and not page.is_empty and least.width() > page.width():
        yield f"the page asks for {least.width()} of {page.width()}"
    for area in page.findChildren(QScrollArea):
        inside: QWidget | None = area.widget()
        if isinstance(inside, QWidget) and inside.findChild(TableCard, options=DIRECT) is not None:
            continue  # the row of cards moves sideways to the card in view
        if area.isVisible() and inside is not None and inside.minimumSizeHint().width() > area.viewport().width():
            yield f"{type(inside).__name__} asks for {inside.minimumSizeHint().width()} of {area.viewport().width()}"
    for table in page.findChildren(QTableView):
        if table.isVisible() and table.horizontalScrollBar().maximum():
            yield f"{table.accessibleName()} is {table.horizontalScrollBar().maximum()} wider than its room"


@pytest.mark.parametrize(
    ("language", "sizes"),
    [
        ("fr", SIZES[:1]),
        *(pytest.param(language, SIZES, marks=pytest.mark.thorough) for language in ("en", "fr", "zh")),
    ],
)
def test_every_page_of_an_event_in_play(
    language: str, sizes: tuple[tuple[int, int], ...], forty: Path, dressed: QApplication
) -> None:
    """At every size in every language; in the tests that do not take long, at the smallest in the longest."""
    translator.set_language(language_of(language))
    window = opened(dressed, forty)
    try:
        found = faults(window, PLAYED, sizes, dressed)
        assert found == [], "\n".join(found)
    finally:
        window.close_quietly()


FORMS = {
    **{
        name: SHEETS[name]
        for name in ("correction", "reason for a correction", "repair", "hand", "penalties", "penalty")
    },
    "totals alone": (SESSIONS, 3, "F6 2 4 Enter - 8 Enter - 8 Enter - 8 Enter"),
    "hands not played": (SESSIONS, 1, "F6 2 4 Enter Ctrl+Enter"),
}


@pytest.mark.sampled(1)
@pytest.mark.usefixtures("own_preferences")
@pytest.mark.parametrize(("size", "message"), [(SIZES[0], False), (SIZES[0], True), ((1366, 768), True)])
def test_forms_of_a_sheet_are_whole_without_a_scroll_bar(
    size: tuple[int, int], message: bool, tmp_path: Path, dressed: QApplication
) -> None:
    """In the smallest window and on a small laptop, also while a message is open."""
    window = opened(dressed, write_event(tmp_path / "Open.qv", 16))  # in which no other test left anything
    window.resize(*size)
    try:
        for language, form in product(("en", "fr", "zh"), FORMS):
            translator.set_language(language_of(language))
            window.show_page("tables")
            sheet(*FORMS[form])(window)
            window.messages.show_message(mark("Players") if message else None)
            settle(dressed)
            page = window.page("tables")
            assert isinstance(page, TablesPage)
            (scroll,) = page.panel.findChildren(FittedScroll, options=DIRECT)
            assert scroll.verticalScrollBar().maximum() == 0, (language, form)
            assert cut_texts(window, allowed=MAY_BE_CUT, inside=page.panel) == []
            question = page.panel.signing.question
            assert question.isHidden() or question.height() >= question.heightForWidth(question.width())
            press("Esc")
    finally:
        window.close_quietly()


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_the_help_over_each_page(language: str, forty: Path, dressed: QApplication) -> None:
    translator.set_language(language_of(language))
    window = opened(dressed, forty)
    try:
        window.show_page("event")
        press("F1")
        (help,) = window.findChildren(HelpPanel)
        found = []
        for page, size in product(HELPED, SIZES[::2]):
            window.resize(*size)
            window.show_page(page)
            settle(dressed)
            found += [f"{page} {size}: {fault}" for fault in cut_texts(window, inside=help)]
        assert found == [], "\n".join(found)
    finally:
        window.close_quietly()


CONTROLS = {
    "event": 17, "event setup": 13, "players": 5, "draw": 5, "draw by player": 5, "draw two seats": 13,
    "standings players": 4, "standings teams": 4, "standings countries": 4, "standings hands": 4,
    "standings counts": 5, "standings charts": 7, "standings fans": 5, "standings journey": 7,
    "fouls": 8, "fouls given": 8, "reports": 14, "registration": 15, "hall": 1,
    "display": 4, "display screens": 19, "display sound": 11,
    "history": 9, "history entry": 9, "settings": 10, "desks": 3, "phones": 3, "scorer": 12,
    "tables played": 9, "tables correction": 12, "tables reason for a correction": 12, "tables repairs": 9,
    "tables repair": 13, "tables totals only": 9, "tables in play": 11, "tables hand": 11, "tables penalties": 13,
    "tables penalty": 13, "tables totals that differ": 12, "tables tiles": 12,
    "tables fewer points than the tiles": 12, "tables more points than the tiles": 12, "tables no winning hand": 10,
}  # fmt: skip
"""How many controls each view has in view at 1366 × 700: whoever adds one sees here what the page had."""


@pytest.mark.thorough
@pytest.mark.usefixtures("own_preferences")
def test_no_page_gets_more_controls_unnoticed(tmp_path: Path, dressed: QApplication) -> None:
    window = opened(dressed, write_event(tmp_path / "Open.qv", 40))  # in which no other test left anything
    window.setUpdatesEnabled(True)
    window.resize(*SIZES[2])
    try:
        found = {}
        for view in PLAYED:
            window.show_page(view.page)
            settle(dressed)
            view.bring(window)
            settle(dressed)
            found[f"{view.page} {view.name}".strip()] = sum(
                part.isVisible()
                and part.focusPolicy() is not Qt.FocusPolicy.NoFocus
                and part.focusProxy() is None
                and not part.visibleRegion().isEmpty()
                for part in window.page(view.page).findChildren(QWidget)
            )
            if view.name:
                press("Esc")
        assert found == CONTROLS
    finally:
        window.close_quietly()


RULES = {
    "riichi-ema-2025": ("1 2", "1 2 T 2 3 4 m 5 6 7 p 2 3 4 s 6 7 s 5 5 p 8 s", "P 3"),
    "french-classical-advanced": ("1", "1 T 2 3 4 m 5 6 7 p 2 3 4 s 6 7 s 5 5 p 8 s", "P 3"),
    "zung-jung": ("1 2", "1 2 T 2 3 4 m 5 6 7 p 2 3 4 s 6 7 s 5 5 p 8 s", "P 3"),
    "quebec-classical": ("1 2", "1 2 T 2 3 4 m 5 6 7 p 2 3 4 s 6 7 s 5 5 p 8 s", "P 3"),
    "hong-kong": ("1 2", "1 2 T 2 3 4 m 5 6 7 p 2 3 4 s 6 7 s 5 5 p 8 s", "P 3"),
}
"""Keys that open a hand, its tiles and a penalty."""


@pytest.mark.thorough
@pytest.mark.parametrize("rules", RULES)
def test_the_sheets_of_other_rules(rules: str, tmp_path: Path, dressed: QApplication) -> None:
    window = opened(dressed, write_event(tmp_path / "Open.qv", 8, rules=rules))
    views = tuple(View("tables", sheet(1, 1, keys), keys) for keys in RULES[rules])
    try:
        found = []
        for language in ("en", "fr", "zh"):
            translator.set_language(language_of(language))
            found += faults(window, (*views, View("scorer")), SIZES, dressed)
        assert found == [], "\n".join(found)
    finally:
        window.close_quietly()


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_a_league(language: str, tmp_path: Path, dressed: QApplication) -> None:
    book = bootstrap.new_book(tmp_path / "League.qv")
    carry_out(book, CreateEvent(Settings(EVENT, rules="zung-jung", format=EventFormat.LEAGUE)), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    use_cases.carry_out(book, OpenEvening(date(2026, 9, 4), "Saint-Exemple"), by=BY)
    use_cases.carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    use_cases.carry_out(book, RecordHand(1, 1, 1, Outcome(0, None, 10)), by=BY, confirmed=True)
    book.close()
    translator.set_language(language_of(language))
    window = opened(dressed, tmp_path / "League.qv")
    try:
        found = faults(window, tuple(map(View, LEAGUE)), SIZES, dressed)
        assert found == [], "\n".join(found)
    finally:
        window.close_quietly()


@pytest.mark.thorough
def test_four_hundred_players_and_an_import(tmp_path: Path, dressed: QApplication) -> None:
    window = opened(dressed, write_event(tmp_path / "Open.qv", 400, drawn=False))
    try:
        found = faults(window, UNDRAWN, SIZES[::2], dressed)
        assert found == [], "\n".join(found)
    finally:
        window.close_quietly()


@pytest.mark.thorough
@pytest.mark.usefixtures("own_preferences")  # the start page lists what was opened before
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_without_an_event(language: str, dressed: QApplication) -> None:
    translator.set_language(language_of(language))
    window = opened(dressed, None)
    try:
        found = faults(window, EMPTY, SIZES, dressed)
        assert found == [], "\n".join(found)
    finally:
        window.close_quietly()


@pytest.mark.thorough
def test_four_players(tmp_path: Path, dressed: QApplication) -> None:
    translator.set_language(language_of("fr"))
    window = opened(dressed, write_event(tmp_path / "Open.qv", 4))
    try:
        found = faults(window, PLAYED, SIZES[:1], dressed)
        assert found == [], "\n".join(found)
    finally:
        window.close_quietly()
