"""Every page as a screen reader meets it: what can have the focus has a name and a role, and Tab comes round."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from tests.ui.desktop.accessibility.reading import Role, read
from tests.ui.desktop.echo import ECHO
from tests.ui.desktop.pressing import focused
from tournament.language import ENGLISH, Language, language_of
from ui.desktop import long_work
from ui.desktop.pages.catalogue import PAGES, START
from ui.desktop.translation import translator
from ui.desktop.window import Window

pytestmark = pytest.mark.thorough

SHOWN = tuple(page.id for page in (START, *PAGES))
ROLES = {
    Role.Button,
    Role.CheckBox,
    Role.ComboBox,
    Role.EditableText,
    Role.Grouping,
    Role.List,
    Role.ListItem,
    Role.RadioButton,
    Role.Table,
}
"""What a control can be; a Client or a Pane would say nothing of what it does."""
SHORTCUTS = ("Ctrl", "Alt", "Shift", "Strg", "Maj")
MOST = 120
"""Presses of Tab after which it must have come round."""


def come_to(window: Window, page: str) -> None:
    """Show ``page`` and wait until it rests. Nothing is painted: a screen reader does not see."""
    window.setUpdatesEnabled(False)
    window.show_page(page)
    QApplication.processEvents()
    while not long_work.idle():
        QApplication.processEvents()
    QApplication.processEvents()


def controls(window: Window) -> list[QWidget]:
    """Everything in view that can have the focus itself."""
    return [
        part
        for part in window.findChildren(QWidget)
        if part.isVisible() and part.focusPolicy() is not Qt.FocusPolicy.NoFocus and part.focusProxy() is None
    ]


def describe(part: QWidget) -> str:
    """Which control it is, for a message."""
    return f"{type(part).__name__} {read(part).name!r} in {type(part.parentWidget()).__name__}"


@pytest.mark.parametrize("language", [ENGLISH, language_of("fr")], ids=lambda language: language.code)
def test_every_control_of_every_page_has_a_role_and_a_name(sample: Window, language: Language) -> None:
    translator.set_language(language)
    wrong = []
    for page in SHOWN:
        come_to(sample, page)
        for part in controls(sample):
            role, name, value, description, _state = read(part)
            if value and name == value:
                wrong.append(f"{page}: {describe(part)} is named by its value")
            if role not in ROLES:
                wrong.append(f"{page}: {describe(part)} is {role}")
            if not name.strip() or name.startswith(SHORTCUTS) or name == description:
                wrong.append(f"{page}: {describe(part)} is named {name!r}, described {description!r}")
    assert wrong == []


def test_every_name_is_translated(sample: Window) -> None:
    """In a language that says everything twice, a name that stays as it was never went through the translation."""
    untranslated = []
    for page in SHOWN:
        come_to(sample, page)
        before = {read(part).name for part in controls(sample)}
        translator.set_language(ECHO)
        after = {read(part).name for part in controls(sample)}
        untranslated += [f"{page}: {name}" for name in before & after - {"PDF", "Excel", "HTML", "CSV", "SVG", "PNG"}]
        translator.set_language(ENGLISH)
    assert untranslated == []


def test_no_two_controls_of_one_group_have_the_same_name(sample: Window) -> None:
    twice = []
    for page in SHOWN:
        come_to(sample, page)
        names = Counter((group_of(part), read(part).role, read(part).name) for part in controls(sample))
        twice += [f"{page}: {name!r} in {group!r}" for (group, _role, name), count in names.items() if count > 1]
    assert twice == []


def group_of(part: QWidget) -> str:
    """The name of the nearest named thing around it, which a screen reader says when it enters it."""
    around = part.parentWidget()
    while around is not None and not around.accessibleName():
        around = around.parentWidget()
    return around.accessibleName() if around is not None else ""


def test_tab_reaches_every_control_of_each_page_and_comes_round(sample: Window) -> None:
    for page in SHOWN:
        come_to(sample, page)
        come_round(sample, page)


def come_round(window: Window, page: str) -> None:
    """Press Tab until it comes back to where it began, having met every control."""
    first, met, lost = focused(), [focused()], []
    for _ in range(MOST):
        QTest.keyClick(focused(), Qt.Key.Key_Tab)
        here = focused()
        if here is first:
            break
        met.append(here)
        if not (here.isVisible() and here.isEnabled() and read(here).name):
            lost.append(describe(here))
    else:
        pytest.fail(f"{page}: Tab did not come back to {describe(first)}: {[describe(part) for part in met[-10:]]}")
    assert lost == [], page
    wanted = {part for part in controls(window) if part.isEnabled() and stops_tab(part)}
    assert [describe(part) for part in wanted - set(met)] == [], page


def test_tab_goes_through_the_entry_then_round_the_window_and_down_the_paper(sample: Window) -> None:
    come_to(sample, "tables")
    met = [read(focused()).name]
    while len(met) < MOST and met.count(met[0]) == 1:
        QTest.keyClick(focused(), Qt.Key.Key_Tab)
        met.append(read(focused()).name)
    entry, rail = met.index("Winner"), met.index("Tables")
    paper = [name for name in met[rail:] if name.startswith("Total on paper")]
    assert met[entry : entry + 3] == ["Winner", "From", "Points"]
    assert met.index("History") < met.index("Session") < rail < met.index("Score sheet") < met.index(paper[0])
    assert len(paper) == 4


def stops_tab(part: QWidget) -> bool:
    """Whether Tab stops there itself: of buttons that exclude one another only at the chosen one."""
    if not part.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return False
    group = part.group() if isinstance(part, QAbstractButton) else None
    chosen = group.checkedButton() if group is not None and group.exclusive() else None
    return chosen is None or chosen is part
