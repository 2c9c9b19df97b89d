"""Draws every widget in both themes and at two scales into PNG files, for people to look at.

python -m tests.ui.desktop.gallery out/gallery
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from tests.ui.desktop.echo import ECHO
from tournament.language import language_of, mark, verbatim
from tournament.tiles.wind import Wind
from ui.desktop.keys import Key
from ui.desktop.shell import Page, Shell
from ui.desktop.theme import Appearance, Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets.badges import PlayerBadge
from ui.desktop.widgets.buttons import LinkButton, OutlineButton, PrimaryButton
from ui.desktop.widgets.card import Card, Rule, SidePanel
from ui.desktop.widgets.chip import Chip
from ui.desktop.widgets.delegates import FractionDelegate, Index, MoveDelegate, NumberDelegate, Role
from ui.desktop.widgets.empty_state import EmptyState
from ui.desktop.widgets.entry_field import EntryField, EntryState
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField, SearchField, TextField
from ui.desktop.widgets.key_text import KeyHint, KeyText
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.list_table import ListTable
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.signs import StatusIcon, StatusSign
from ui.desktop.widgets.switch import Segment, Switch
from ui.desktop.widgets.table_card import TableCard

LONG = "Maximilienne-Apolline de la Très-Longue-Démonstration-Exemple"
NOWHERE = QModelIndex()


def basics() -> QWidget:
    """Text, keys, buttons, fields, chips, notices."""
    page = QWidget()
    page.resize(1200, 860)
    grid = QGridLayout(page)
    grid.setContentsMargins(16, 16, 16, 16)
    grid.setSpacing(16)
    grid.addWidget(_types(), 0, 0)
    grid.addWidget(_controls(), 0, 1)
    grid.addWidget(_fields(), 0, 2)
    return page


def _types() -> QWidget:
    card = Card()
    for kind in (Type.PAGE_TITLE, Type.PANEL_TITLE, Type.BODY, Type.NAME, Type.TOTAL, Type.DENSE, Type.CAPTION):
        card.body.addWidget(TextLabel(verbatim(f"{kind.name} 1 111 − 1 888 Łódź 麻将"), kind=kind))
    for tone in Tone:
        card.body.addWidget(TextLabel(tone.value, tone=tone))
    card.body.addWidget(ElidedLabel(LONG, kind=Type.NAME))
    signs = [StatusSign(sign, sign.name) for sign in StatusIcon]
    card.body.addLayout(row(*signs, None))
    card.body.addLayout(row(*(PlayerBadge(n) for n in (1, 2, 3, 4)), None))
    card.body.addLayout(row(KeyHint("Ctrl+Z"), KeyHint("G"), KeyHint("Return"), KeyHint("F8"), KeyHint("Up"), None))
    card.body.addStretch(1)
    return card


def _controls() -> QWidget:
    card = Card()
    off = PrimaryButton(mark("Record hand {hand}", hand=1), hint="Return")
    off.setEnabled(False)
    numbers = [Segment(str(n), str(n), ticked=n < 5) for n in range(1, 7)]
    sessions = Switch(mark("Session"), numbers)
    sessions.set_current("5")
    names = Switch(mark("Shown"), [Segment("a", mark("Players")), Segment("b", mark("Teams")), Segment("c", "中文")])
    for part in (
        PrimaryButton(mark("Record hand {hand}", hand=16), hint="Return"),
        off,
        OutlineButton(mark("Draw again"), shortcut="Ctrl+R"),
        OutlineButton(mark("Choose…"), icon="folder"),
        LinkButton(mark("Players"), hint="Alt+2"),
        sessions,
        names,
        Rule(),
        CheckBox(mark("Balance start winds")),
        CheckBox("Élargir & répartir"),
        Chip(mark("Final for session {session}", session=4), icon="tick", tone=Tone.OK),
        Chip(mark("Not published"), icon="pen"),
        Notice(NoticeKind.DANGER, mark("Two totals differ by {points}", points=8), mark("Both sums are right.")),
        Notice(NoticeKind.WARN, mark("One wish is not met"), mark("Draw again.")),
        Notice(NoticeKind.INFO, "Why 6th?", "Level with Renée Staal on 11 table points."),
        Notice(NoticeKind.OK, mark("Saved"), boxed=False),
    ):
        card.body.addWidget(part)
    boxes = card.findChildren(CheckBox)
    boxes[0].setChecked(True)
    card.body.addStretch(1)
    return card


def _fields() -> QWidget:
    panel = SidePanel()
    winner = EntryField("Winner", hint=mark("{a}–{b} or {e} {s}", a=Key("1"), b=Key("4"), e=Key("E"), s=Key("S")))
    winner.set_answer(LONG, number=2)
    winner.set_aside(Wind.EAST.label)
    winner.set_state(EntryState.OPEN)
    waiting = EntryField("From", hint=mark("{d} self-draw", d=Key("D")))
    points = EntryField("Points", big=True)
    points.set_text("7")
    points.set_state(
        EntryState.REFUSED,
        "7 is below 8, the least that wins",
        mark(
            "Read the sheet again. Without a winner it is a drawn hand: {key}. It is a penalty: {p}.",
            key=Key("X"),
            p=Key("P"),
        ),
    )
    asks = EntryField("Points", big=True)
    asks.set_text("98")
    asks.set_aside("98 + 8 from\neach of the three")
    asks.set_state(
        EntryState.ASKS,
        "98 is more than 88: is it right?",
        mark("{yes} it is, record {no} type again", yes=Key("Return"), no=Key("Esc")),
    )
    choice = ChoiceBox("Rules")
    choice.set_choices([("mcr", "Mahjong Competition Rules (WMO 2006)")])
    for part in (
        SearchField("Table or QR", key="G"),
        winner,
        waiting,
        points,
        asks,
        LabeledField("Name", TextField(placeholder="of the event")),
        LabeledField("Rules", choice),
        KeyText(
            mark("No hands yet. Press {a} for the winner of hand 1, {x} if it was drawn.", a=Key("1"), x=Key("X")),
            wrap=True,
        ),
    ):
        panel.body.addWidget(part)
    panel.body.addStretch(1)
    return panel


class SampleStandings(QAbstractTableModel):
    """Rank, movement, name, country, one session, table points, score of invented players."""

    _heads = ("Rank", "Moved", "Player", "", "S4", "Table points", "Score")
    _rows = (
        (1, 1, "Søren Prøve", "DK", Fraction(4), Fraction(15), 573),
        (2, -1, "Hélène Maquette", "BE", Fraction(7, 3), Fraction(43, 3), 563),
        (3, 0, "Émile Prototype", "CH", Fraction(1, 2), Fraction(14), -427),
        (4, 11, LONG, "FR", Fraction(1, 12), Fraction(49, 12), -1093),
    )

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 60

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        across = orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return self._heads[section] if across else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        value = self._rows[index.row() % 4][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return value if isinstance(value, str) else None
        if role == Role.VALUE:
            return value
        if role == Role.KIND and index.column() == 2:
            return Type.NAME
        return Tone.TEXT2 if role == Role.TONE and index.column() in {3, 4} else None


def standings_page() -> QWidget:
    """A list in its page."""
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(16, 16, 16, 16)
    column.setSpacing(14)
    shown = [Segment("p", mark("Players")), Segment("t", mark("Teams")), Segment("b", mark("Best hands"))]
    search = SearchField(mark("Find a player"), key="Ctrl+F")
    search.setFixedWidth(190)
    title = TextLabel(mark("Standings"), kind=Type.PAGE_TITLE)
    column.addLayout(row(title, 4, Switch(mark("Shown"), shown), None, search))
    table = ListTable(mark("Standings"))
    table.setModel(SampleStandings(table))
    delegates = {
        0: NumberDelegate(kind=Type.TOTAL),
        1: MoveDelegate(),
        4: FractionDelegate(kind=Type.BODY),
        5: FractionDelegate(),
        6: NumberDelegate(signed=True),
    }
    for at, delegate in delegates.items():
        table.set_delegate(at, delegate)
    header = table.horizontalHeader()
    for at, wide in enumerate((64, 70, 0, 60, 80, 130, 90)):
        header.resizeSection(at, wide)
    header.setStretchLastSection(False)
    header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
    table.selectRow(2)
    column.addWidget(table)
    page.setFocusProxy(search)
    return page


def tables_page() -> QWidget:
    """The cards of a session, wide and compact, beside an entry panel."""
    page = QWidget()
    line = QHBoxLayout(page)
    line.setContentsMargins(16, 16, 0, 0)
    line.setSpacing(16)
    states = (
        (StatusIcon.DONE, mark("Verified {time}", time="13:41"), 16),
        (StatusIcon.PLAYING, mark("{n} of {of}", n=7, of=16), 7),
        (StatusIcon.DIFFERS, mark("Totals differ"), 16),
        (StatusIcon.TO_VERIFY, mark("To verify"), 16),
        (StatusIcon.EMPTY, mark("No hands yet"), 0),
    )
    for compact in (False, True):
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addLayout(row(TextLabel(mark("Tables"), kind=Type.PAGE_TITLE), None))
        for number, (sign, said, played) in enumerate(states, start=98 if compact else 1):
            card = TableCard(number)
            card.set_state(sign, said, played=played)
            card.set_selected(number % 5 == 2)
            card.set_compact(compact)
            card.setFixedWidth(card.sizeHint().width())
            column.addWidget(card)
        column.addStretch(1)
        line.addLayout(column)
    line.addWidget(EmptyState(mark("No draw yet."), mark("Draw the tables"), shortcut="Ctrl+R"), 1)
    panel = _fields()
    line.addWidget(panel)
    page.setFocusProxy(panel.findChildren(EntryField)[2])
    return page


def shell(key: str, size: tuple[int, int]) -> QWidget:
    """The whole frame with one page in view."""
    names = ("event", "players", "draw", "tables", "standings", "fouls", "reports", "display", "settings")
    pages = [
        Page(name, mark(name.title()), name, f"Alt+{at}", tables_page if name == "tables" else standings_page)
        for at, name in enumerate(names, start=1)
    ]
    made = Shell([*pages, Page("history", mark("History"), "history", "Ctrl+H", standings_page, on_rail=False)])
    made.resize(*size)
    made.set_event_name("Open de l’Exemple 2026" if size[0] > 1366 else f"Open de l’Exemple 2026 – {LONG}")
    made.top.set_sessions([Segment(str(n), str(n), ticked=n < 5) for n in range(1, 7)], "5")
    made.top.set_clock("0:02:43", mark("left in session {session}", session=5), warning=True)
    made.top.set_now("14:02")
    made.status.set_saved("14:02:17", 865)
    made.status.set_undo(mark("table {table}, hand {hand}", table=7, hand=15))
    made.status.set_problems(mark("{count} problems: tables 4 and 7 differ", count=2))
    made.show_page(key)
    return made


PICTURES: dict[str, Callable[[], QWidget]] = {
    "basics": basics,
    "tables": partial(shell, "tables", (1440, 900)),
    "standings": partial(shell, "standings", (1440, 900)),
    "standings-small": partial(shell, "standings", (1366, 768)),
}


def draw(folder: Path, language: str) -> None:
    """Write every picture in both themes."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.install(app, Appearance.LIGHT)
    translator.set_language(ECHO if language == ECHO.code else language_of(language))
    for name, make in PICTURES.items():
        for choice in (Appearance.LIGHT, Appearance.DARK):
            theme.set_choice(choice)
            page = make()
            page.setStyleSheet(theme.style_sheet)
            page.show()
            page.activateWindow()
            app.processEvents()
            scale = page.devicePixelRatioF()
            page.grab().save(str(folder / f"{name}-{language}-{choice.value}@{scale:g}.png"))
            page.close()


def main() -> None:
    """Draw at scale 1 and 2, each in its own process, as Qt reads the scale once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--languages", default="en,fr,echo")
    parser.add_argument("--scale", default="")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.scale:
        for language in given.languages.split(","):
            draw(given.folder, language)
        return
    for scale in ("1", "2"):
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scale}
        command = [sys.executable, "-m", "tests.ui.desktop.gallery", str(given.folder), "--languages", given.languages]
        command += ["--scale", scale]
        subprocess.run(command, check=True, env=environment)


if __name__ == "__main__":
    main()
