"""Windows are made, shown and destroyed; signals afterwards must not reach any part of them."""

import ast
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from weakref import ref

import pytest
import shiboken6
from PySide6.QtCore import QMetaMethod, QObject
from PySide6.QtWidgets import QApplication, QLayout, QLayoutItem, QWidget

from tests.monitors import DESK, NORTH, plug_in, plugged_in
from tests.ui.desktop.conftest import delete_closed
from tests.ui.desktop.pressing import press
from tests.ui.desktop.whole import make_whole
from tournament.language import LANGUAGES, mark
from ui.desktop.controller import EventController
from ui.desktop.dialogs.copies import CopiesDialog
from ui.desktop.dialogs.files import choose_invitation
from ui.desktop.dialogs.rehearsing import RehearsalDialog
from ui.desktop.display.hall_controller import hall_of
from ui.desktop.display.screen_window import ScreenWindow
from ui.desktop.pages.catalogue import PAGES
from ui.desktop.pages.desks.left_orders import LeftOrdersDialog
from ui.desktop.sharing.found_events import keep_looks_around
from ui.desktop.sharing.join_dialog import JoinDialog
from ui.desktop.sharing.search_dialog import SearchDialog
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.window import Window
from ui.hall.hall_state import HallScreen, HallState

DESKTOP = Path(__file__).resolve().parents[3] / "ui" / "desktop"
NESTING = frozenset(("addLayout", "insertLayout", "itemAt", "itemAtPosition", "takeAt"))
"""What makes Python know items of layouts."""


def lasting(controller: EventController) -> list[QObject]:
    """Everything that outlives a window."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return [controller, controller.navigation, controller.messages, translator, theme, app, app.styleHints()]


def receivers(controller: EventController) -> dict[str, int]:
    """How many listen to each signal of what lasts."""
    found = {}
    for lives in lasting(controller):
        kind = lives.metaObject()
        for index in range(kind.methodCount()):
            method = kind.method(index)
            if method.methodType() == QMetaMethod.MethodType.Signal:
                name = bytes(method.methodSignature().data()).decode()
                found[f"{type(lives).__name__}.{name}"] = lives.receivers(f"2{name}")
    return found


def signal_everything(controller: EventController) -> None:
    """As many signals as one day in the hall has."""
    for language in (*LANGUAGES, LANGUAGES[0]):
        translator.set_language(language)
    for choice in (Appearance.DARK, Appearance.LIGHT):
        theme.set_choice(choice)
    for session in (2, 1, 0, 1):
        controller.choose_session(session)
    controller.opened.emit()
    controller.user.role_changed.emit()
    controller.look_at_sheet((1, 1))
    controller.look_at_sheet(None)
    controller.messages.shown.emit(mark("Players"))
    controller.messages.noted.emit(mark("Teams"))
    controller.messages.file_changed.emit(mark("Place"))
    plug_in(DESK, NORTH)
    plug_in(DESK)
    QApplication.processEvents()


@contextmanager
def destroyed_afterwards(made: QWidget) -> Iterator[None]:
    """Show ``made``, then destroy it as the program does."""
    made.show()
    QApplication.processEvents()
    yield
    made.close()
    made.deleteLater()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    delete_closed(app)
    assert not shiboken6.isValid(made)


def every_page(controller: EventController) -> None:
    window = Window(controller)
    window.resize(1366, 768)
    with destroyed_afterwards(window):
        for page in PAGES:
            window.show_page(page.id)
            QApplication.processEvents()
        make_whole(window)
        press("F1")
        press("Esc")


def screen(controller: EventController) -> None:
    hall = HallState("event", screens=(HallScreen("North"),))
    with destroyed_afterwards(ScreenWindow(controller, hall.screens[0], hall)):
        pass


def dialog(kind: Callable[..., QWidget]) -> Callable[[EventController], None]:
    def make(controller: EventController) -> None:
        window = Window(controller)
        with destroyed_afterwards(window):
            kind(controller, window).show()
            QApplication.processEvents()

    return make


def _joining(controller: EventController, window: QWidget) -> QWidget:
    """The dialog that joins, which looks for no events."""
    keep_looks_around(False)
    return JoinDialog(controller, choose_invitation, parent=window)


@pytest.mark.thorough
@pytest.mark.usefixtures("own_preferences")
@pytest.mark.parametrize(
    "make",
    [
        every_page,
        screen,
        dialog(lambda controller, window: RehearsalDialog(controller, parent=window)),
        dialog(lambda controller, window: CopiesDialog(controller, parent=window)),
        dialog(_joining),
        dialog(lambda controller, window: SearchDialog(controller, parent=window)),
        dialog(lambda controller, window: LeftOrdersDialog(controller, (), parent=window)),
    ],
    ids=["every page", "screen", "rehearsal", "copies", "joining", "search", "left orders"],
)
def test_what_is_destroyed_listens_no_more(
    controller: EventController, event_file: Path, make: Callable[[EventController], None]
) -> None:
    with plugged_in(DESK):
        hall_of(controller)
        make(controller)  # what is made once for a desk, with its first window, stays
        gc.collect()
        before = receivers(controller)
        controller.close()
        controller.open(event_file)  # a window closes its event
        make(controller)
        gc.collect()
        after = receivers(controller)
        signal_everything(controller)
    assert {name: count for name, count in after.items() if count > before[name]} == {}


def test_a_window_that_goes_on_listening_is_found(controller: EventController) -> None:
    before = receivers(controller)
    forgotten = QWidget()
    controller.changed.connect(lambda _changes: forgotten.update())
    forgotten.deleteLater()
    after = receivers(controller)
    assert after["EventController.changed(PyObject)"] == before["EventController.changed(PyObject)"] + 1


@pytest.mark.thorough
def test_python_knows_no_item_of_a_layout(controller: EventController) -> None:
    """It would keep the item after Qt has deleted it, and take for it what is then made at the same address.

    PySide makes such objects itself where one layout is added to another; `layouts.add` gives them back.
    """
    window = Window(controller)
    with destroyed_afterwards(window):
        for page in PAGES:
            window.show_page(page.id)
            QApplication.processEvents()
        make_whole(window)
        known = [type(each) for each in shiboken6.getAllValidWrappers()]
    items = [each.__name__ for each in known if issubclass(each, QLayoutItem) and not issubclass(each, QLayout)]
    assert items == []


def test_layouts_are_nested_in_one_place() -> None:
    elsewhere = [
        f"{path.relative_to(DESKTOP)}:{node.lineno}"
        for path in set(DESKTOP.rglob("*.py")) - {DESKTOP / "widgets" / "layouts.py"}
        if any(name in (text := path.read_text(encoding="utf-8")) for name in NESTING)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr in NESTING
    ]
    assert elsewhere == []


def test_a_closed_event_is_no_longer_in_memory(window: Window) -> None:
    book = window.controller.book
    parts: list[ref[object]] = [ref(book), ref(book.view), ref(book.view.journal)]
    del book
    gc.collect()
    gc.disable()  # the next event may be read before a collection is due
    try:
        window.controller.close()
        assert [part() for part in parts] == [None, None, None]
    finally:
        gc.enable()
