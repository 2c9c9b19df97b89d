"""The bars below the top bar: messages and offered actions, a read-only event, a rehearsal, tables that call."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from tournament.language import Text, mark
from ui.desktop.controller import EventController
from ui.desktop.dates import weekday_text
from ui.desktop.dialogs.event_requests import ListCopies, OpenAction, OpenReadOnly, OtherFile, RecoverEvent
from ui.desktop.listening import listen
from ui.desktop.theme import Tone, Type, restyle
from ui.desktop.this_program import open_another_window
from ui.desktop.translation import translator
from ui.desktop.widgets.accessible import Accessible, Role, announce
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import EdgedSurface, NoticeKind
from ui.desktop.widgets.flash import flash_over
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row, stretched
from ui.desktop.widgets.signs import Icon, StatusIcon, StatusSign

if TYPE_CHECKING:  # imported with the first event, so that the window opens sooner
    from tournament.use_cases import View

OFFERED = "Ctrl+Shift+O"
"""The shortcut of the offered action."""
OTHER = "Ctrl+Shift+L"
"""The shortcut of the second offered action."""
DISMISS = "Ctrl+Shift+Y"
"""The shortcut that hides the bar of the tables that call, at this desk."""


class MessageBar(Accessible, QFrame):
    """A sign, a message, up to two actions, and a button that closes it. Hidden if there is no message."""

    accessible_role = Role.AlertMessage
    shown_or_hidden = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = NoticeKind.DANGER
        self._act: Callable[[], None] | None = None
        self._other_act: Callable[[], None] | None = None
        self.hide()

    @cached_property
    def instead(self) -> LinkButton:
        """The button of the offered action."""
        button = LinkButton("", shortcut=OFFERED)
        button.clicked.connect(self._do_instead)
        return button

    @cached_property
    def other(self) -> LinkButton:
        """The button of the second offered action."""
        button = LinkButton("", shortcut=OTHER)
        button.clicked.connect(self._do_other)
        return button

    @cached_property
    def _message(self) -> tuple[StatusSign, KeyText]:
        """The sign and the label. The contents of the bar are created with them, because most events never need it."""
        sign, words = StatusSign(self._kind.sign), KeyText(kind=Type.LABEL, tone=Tone.DANGER, wrap=True)
        close = LinkButton(mark("Close"), shortcut="Ctrl+.")
        close.clicked.connect(self.hide)
        parts = (sign, stretched(words), self.instead, self.other, close)
        row(*parts, margins=(16, 7, 12, 7), centred=False, on=self)  # one line is as high as the top bar
        return sign, words

    def showEvent(self, event: QShowEvent) -> None:
        """Say that it appeared."""
        super().showEvent(event)
        self.shown_or_hidden.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Say that it went."""
        super().hideEvent(event)
        self.shown_or_hidden.emit()

    def show_message(self, text: Text | None, kind: NoticeKind = NoticeKind.DANGER) -> None:
        """Show ``text``; None hides the bar."""
        if text is not None:
            self._kind, (sign, words) = kind, self._message
            before = self.text()
            sign.set_status(kind.sign)
            words.set_tone(Tone.TEXT if kind is NoticeKind.INFO else kind.sign.tone)
            words.set_text(text)
            if words.text() == before:
                flash_over(self)  # said once more: it is seen that the second key did nothing either
            self.setAccessibleName(words.text())
            announce(self, words.text(), assertive=True)  # with the names of keys alone
            self.instead.hide()
            self.other.hide()
            restyle(self, "kind", kind.style)
        self.setVisible(text is not None)

    def offer(self, text: Text, words: Text, act: Callable[[], None], kind: NoticeKind = NoticeKind.DANGER) -> None:
        """Show ``text`` with a button labelled ``words`` that calls ``act``."""
        self.show_message(text, kind)
        self._act = act
        self.instead.set_text(words)
        self.instead.show()
        announce(self, mark("{key}: {what}", key=Key(OFFERED), what=words))

    def offer_other(self, words: Text, act: Callable[[], None]) -> None:
        """Add a second button, labelled ``words``, that calls ``act``."""
        self._other_act = act
        self.other.set_text(words)
        self.other.show()
        announce(self, mark("{key}: {what}", key=Key(OTHER), what=words))

    def text(self) -> str:
        """The current text, or an empty string."""
        return "" if self.isHidden() else self._message[1].text()

    def _do_other(self) -> None:
        self.hide()
        if self._other_act is not None:
            self._other_act()

    def _do_instead(self) -> None:
        self.hide()
        if self._act is not None:
            self._act()


def follow_offers(controller: EventController, bar: MessageBar) -> None:
    """Show in ``bar`` the offers that the controller signals."""
    wanted = controller.navigation.event_wanted

    def offer_reading(path: Path, reason: Text) -> None:
        bar.offer(reason, mark("Open read-only"), lambda: wanted.emit(OpenReadOnly(path)))

    def offer_rescue(path: Path, reason: Text, recoverable: bool) -> None:
        """Offer the copies of a missing or damaged file, and to recover its valid entries if it is ``recoverable``."""
        bar.offer(reason, mark("Copies of the event…"), lambda: wanted.emit(ListCopies(path, recoverable)))
        if recoverable:
            bar.offer_other(mark("Recover valid entries…"), lambda: wanted.emit(RecoverEvent(path)))

    def offer_saving(reason: Text) -> None:
        """Offer to save the event as a new file, or to read the file that replaced its own."""
        bar.offer(reason, mark("Save as a new file"), lambda: wanted.emit(OtherFile.SAVED_BESIDE))
        bar.offer_other(mark("Read the file again"), lambda: wanted.emit(OtherFile.READ_AGAIN))

    def offer_opening(what: Path | OpenAction) -> None:
        """Offer to open a file, or the sample event, here or in another window."""
        file = what if isinstance(what, Path) else None
        text = (
            mark("Open “{name}” in this window?", name=file.name)
            if file is not None
            else mark("Open the sample event in this window?")
        )
        bar.offer(text, mark("Open here"), lambda: wanted.emit(what), NoticeKind.INFO)
        bar.offer_other(
            mark("Open in a new window"), lambda: open_another_window(file, "--lang", translator.language.code)
        )

    listen(controller.messages.opening_offered, bar, offer_opening)
    listen(controller.messages.reading_offered, bar, offer_reading)
    listen(controller.messages.rescue_offered, bar, offer_rescue)
    listen(controller.messages.file_changed, bar, offer_saving)


BACK = "F7"
"""The shortcut that returns to the current version, or opens the event for writing."""
_ASIDE = mark("Read-only: nothing can be entered.")
_OF_DAMAGED = mark("The data may be wrong, and nothing can be entered. Open a copy of the event.")


class _Parts(NamedTuple):
    words: TextLabel
    aside: ElidedLabel
    back: LinkButton


class ReadOnlyBar(EdgedSurface):
    """Visible while the user looks at an earlier moment or at a read-only event, such as one with a damaged file."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.BottomEdge, ground="warn_soft", line="warn", parent=parent)
        self._controller = controller
        controller.opened.connect(self._follow)
        translator.follow(self._follow)

    @cached_property
    def _parts(self) -> _Parts:
        icon, words = (
            Icon("history", size=18, tone=Tone.WARN),
            TextLabel(kind=Type.DENSE_TOTAL, tone=Tone.WARN, figures=True),
        )
        aside, back = ElidedLabel(_ASIDE, kind=Type.DENSE), LinkButton("", shortcut=BACK)
        back.clicked.connect(self._return)
        row(icon, words, stretched(aside), back, margins=(16, 8, 12, 8), centred=False, on=self)
        return _Parts(words, aside, back)

    def text(self) -> str:
        """The current text, or an empty string."""
        return "" if self.isHidden() else self._parts.words.text()

    def _follow(self) -> None:
        past, view = self._controller.past, self._controller.view
        shown = past is not None or self._controller.read_only
        if shown and view is not None and len(view.journal):
            self._show_words(view)
        self.setVisible(shown)

    def _show_words(self, view: "View") -> None:
        past, (words, aside, back) = self._controller.past, self._parts
        aside.set_text(_OF_DAMAGED if view.damaged else _ASIDE)
        copy = past is None and self._is_copy()
        back.setVisible(self._origin() is not None if copy else past is not None or not view.damaged)
        last = view.journal[len(view.journal) - 1].time.astimezone()
        day, time = weekday_text(last.date()), f"{last:%H:%M:%S}"
        if view.damaged:
            words.set_text(mark("From a damaged file: last entry {day} at {time}", day=day, time=time))
        elif past is not None:
            words.set_text(mark("Event at {time} on {day}", day=day, time=time))
        elif copy:
            words.set_text(mark("A copy of the event; last entry {day} at {time}", day=day, time=time))
        else:
            words.set_text(mark("Open read-only; last entry {day} at {time}", day=day, time=time))
        if copy:
            back.set_text(mark("Back to the event"))
        else:
            back.set_text(mark("Return to the current version") if past is not None else mark("Open for editing"))

    def _is_copy(self) -> bool:
        """Whether the open event is one of the copies, which are read-only."""
        from tournament.use_cases.copies import copy_name

        return copy_name(Path(self._controller.book.place).name) is not None

    def _origin(self) -> Path | None:
        """The path of the event from which the copy was opened, or None."""
        from ui.desktop.copying import copying_of

        return copying_of(self._controller).origin

    def _return(self) -> None:
        if self._controller.past is not None:
            self._controller.look_at(None)
            self._controller.navigation.page_wanted.emit("history")
        elif not self._is_copy():
            self._controller.navigation.event_wanted.emit(Path(self._controller.book.place))
        elif (origin := self._origin()) is not None:
            self._controller.navigation.event_wanted.emit(origin)


class RehearsalBar(EdgedSurface):
    """Visible while the open event is a rehearsal."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.BottomEdge, ground="warn_soft", line="warn", parent=parent)
        self._controller = controller
        controller.opened.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        view = self._controller.view
        shown = view is not None and view.settings.rehearsal
        if shown and self.layout() is None:
            self._lay_out()
        self.setVisible(shown)

    def _lay_out(self) -> None:
        words = TextLabel(mark("Rehearsal"), kind=Type.DENSE_TOTAL, tone=Tone.WARN)
        aside = ElidedLabel(mark("Nothing here counts."), kind=Type.DENSE)
        open = LinkButton(mark("Fill, empty, situations"), hint=OpenAction.REHEARSE.value)
        wanted = self._controller.navigation.event_wanted
        open.clicked.connect(lambda _checked: wanted.emit(OpenAction.REHEARSE))
        row(words, stretched(aside), open, margins=(16, 4, 12, 4), spacing=10, on=self)


class CallBar(Accessible, EdgedSurface):
    """The tables that call, a button for whoever goes, and one that hides the bar at this desk only."""

    accessible_role = Role.AlertMessage
    going = Signal()
    """The current user goes to the first of the tables."""
    dismissed = Signal()
    """The bar is no longer wanted for these calls at this desk."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.BottomEdge, ground="warn_soft", line="warn", parent=parent)
        self._words = TextLabel(kind=Type.PANEL_TITLE, tone=Tone.WARN, wrap=True)
        self.go = LinkButton(mark("On my way"))
        self.dismiss = LinkButton(mark("Dismiss"), shortcut=DISMISS)
        parts = (StatusSign(StatusIcon.ASKS), stretched(self._words), self.go, self.dismiss)
        row(*parts, margins=(16, 8, 12, 8), on=self)
        self.go.clicked.connect(self.going)
        self.dismiss.clicked.connect(self.dismissed)
        self.hide()

    def show_calls(self, text: Text | None, go: str = "") -> None:
        """Show ``text``, with the shortcut ``go`` for whoever goes, empty if the user may not; None hides the bar."""
        if text is not None:
            self._words.set_text(text)
            self.setAccessibleName(self._words.text())
            self.go.set_hint(go)
            self.go.setVisible(bool(go))
        self.setVisible(text is not None)

    def text(self) -> str:
        """The current text, or an empty string."""
        return "" if self.isHidden() else self._words.text()
