"""Orders that the host did not write because somebody else was first: both versions, and what to do with them."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text, listed, mark, verbatim
from tournament.sharing.shared_book import WaitingOrder
from tournament.use_cases import StoreUnavailable
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.pages.desks.rows import order_row
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.sheet.effects import Comparison
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind, Question
from ui.desktop.widgets.dialog import Dialog
from ui.desktop.widgets.keys import ENTER, ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, stretched
from ui.entry.two_versions import TwoVersions, Version, two_versions

KEEP, REPLACE = "Ctrl+Shift+Return", "Ctrl+Return"
_WIDE, _HIGH, _ROUND = 900, 620, 40


class DropQuestion(Question):
    """Asks whether to give up an order. It takes the focus; Enter answers yes, Esc no."""

    answered = Signal(bool)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()
        yes, no = (partial(self._answer, answer) for answer in (True, False))
        answer_keys(self, {**dict.fromkeys(ENTER, yes), ESCAPE: no})

    def ask(self, what: Text) -> None:
        """Ask whether to give up ``what``."""
        body = mark("It is then nowhere any more. Enter: give it up. Esc: keep it.")
        self.show_notice(NoticeKind.WARN, mark("Give up “{what}”?", what=what), body)
        self.show()
        self.setFocus()

    def _answer(self, answer: bool) -> None:
        self.hide()
        self.answered.emit(answer)


class _Side(Card):
    """One version of a sheet: who wrote it, what, and what it does to the four totals."""

    def __init__(self, title: Text, totals: Text, *, parent: QWidget | None = None) -> None:
        super().__init__(quiet=True, margins=(14, 12), parent=parent)
        self._totals = totals
        self.who = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.words = TextLabel(kind=Type.LABEL, wrap=True)
        self.effect = Comparison(totals, mark("Total"))
        for part in (TextLabel(title, kind=Type.PANEL_TITLE), self.who, self.words, self.effect, None):
            add(self.body, part)

    def show_version(self, version: Version, names: tuple[str, ...]) -> str:
        """Show ``version`` of a sheet of players with these ``names``. Return its text."""
        self.who.set_text(version.who)
        self.who.setVisible(bool(version.who.message))
        self.words.set_text(listed(version.words) if version.words else verbatim("–"))
        self.effect.setVisible(bool(version.changes))
        self.effect.show_rows(version.changes, self._totals, names=names if version.changes else ())
        return f"{self.who.text()} {self.words.text()} {self.effect.accessibleName()}"


class ConflictDialog(Dialog):
    """Shows the refused or lost orders one after the other, beginning with the one of this ``id``. Esc leaves them."""

    def __init__(self, controller: EventController, id: str, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(True)
        self._controller, self._joined, self._id = controller, joined_event_of(controller), id
        self._versions: TwoVersions | None = None
        self._seen = 0
        """The number of the last entry of the sheet that the dialog shows."""
        self.title = TextLabel(kind=Type.PANEL_TITLE, wrap=True)
        self.why = Notice(NoticeKind.INFO)
        self.theirs = _Side(mark("Written now"), mark("Before and after"))
        self.mine = _Side(mark("Typed at this desk, not written"), mark("Now and after"))
        self.problem = Notice(NoticeKind.DANGER, boxed=False)
        self.question = DropQuestion()
        self.later = OutlineButton(mark("Later"), hint="Esc")
        self.keep = OutlineButton(mark("Keep what is written"), shortcut=KEEP)
        self.replace = PrimaryButton(mark("Send again"), shortcut=REPLACE)
        sides = row(stretched(self.theirs), stretched(self.mine), spacing=12, centred=False)
        whole = Scrolled(boxed(column(self.why, stretched(sides), self.problem, self.question, spacing=12)))
        buttons = row(self.later, None, self.keep, self.replace, spacing=10)
        column(self.title, stretched(whole), buttons, spacing=12, margins=(16, 14), on=self)
        window = parent.window()
        self.resize(min(_WIDE, window.width() - _ROUND), min(_HIGH, window.height() - _ROUND))
        self.later.clicked.connect(self.reject)
        self.keep.clicked.connect(self._ask)
        self.replace.clicked.connect(self._replace)
        self.question.answered.connect(self._answered)
        self._joined.changed.connect(self._show)
        controller.opened.connect(self.reject)
        translator.changed.connect(self._show)
        self._show()
        # “Later” changes nothing, so a key that was meant for the page below does no harm.
        self.later.setFocus()

    @property
    def order(self) -> WaitingOrder | None:
        """The order that is shown; None if nothing is left to decide."""
        left = self._joined.undecided
        return next((each for each in left if each.id == self._id), left[0] if left else None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc; refuse Enter, which only answers a question."""
        if event.key() in ENTER:
            self.show_refused()
        else:
            super().keyPressEvent(event)

    def _show(self) -> None:
        """Show the order against the event as it is now, or the next one; close if none is left."""
        order, book = self.order, self._joined.book
        if order is None or book is None:
            self.accept()
            return
        if order.id != self._id:
            self.question.hide()
        self._id, view = order.id, book.written
        found = self._versions = two_versions(view, order, book.desk, translator.language)
        self._seen = view.sheet(*found.place).number if found.place is not None else 0
        left, line = self._joined.undecided, order_row(view, order, None)
        title = mark("{what} ({number} of {count})", what=line.what, number=left.index(order) + 1, count=len(left))
        self.title.set_text(title if len(left) > 1 else line.what)
        self.setWindowTitle(self.title.text())
        self.why.show_notice(NoticeKind.INFO, line.why, mark("Both desks entered the same.") if found.same else "")
        sides = [side.show_version(version, found.names)
                 for side, version in ((self.theirs, found.theirs), (self.mine, found.mine))]  # fmt: skip
        self.problem.setVisible(found.problem is not None)
        if found.problem is not None:
            self._refuse(found.problem)
        self.replace.set_text(mark("Send again") if found.correction is None else mark("Replace by mine"))
        self.replace.setEnabled(found.problem is None and not found.same and self._controller.writes)
        self.setAccessibleDescription(" ".join((self.why.accessibleName(), *sides)))

    def _refuse(self, text: Text) -> None:
        self.problem.show_notice(NoticeKind.DANGER, text)
        self.problem.show()

    def _ask(self) -> None:
        order, book = self.order, self._joined.book
        if order is not None and book is not None:
            self.question.ask(order_row(book.written, order, None).what)

    def _answered(self, yes: bool) -> None:
        self.later.setFocus()
        if yes:
            self._settle(again=False)

    def _replace(self) -> None:
        correction = self._versions.correction if self._versions is not None else None
        if correction is None:
            self._settle(again=True)
            return
        problems = attempt(self._controller, correction, confirmed=True, seen=self._seen)
        if problems:
            self._show()
            self._refuse(problems[0].text)
        else:
            self._settle(again=False)

    def _settle(self, *, again: bool) -> None:
        try:
            (self._joined.send_again if again else self._joined.drop)(self._id)
        except StoreUnavailable as error:
            self._controller.show_failure(error)
        self._show()
