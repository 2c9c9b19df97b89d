"""The card that lets a desk join: six digits, which somebody types at the other computer."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from tournament.event.role import Act, EventRole
from tournament.language import Text, mark, mark_count, verbatim
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.sharing.host_joining import host_joining_of
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.fields import CheckBox, ChoiceBox
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import WrappedRow, add, boxed, column, row, stretched

if TYPE_CHECKING:  # imported only when an event is shared
    from tournament.sharing.six_digits import JoinCode

_LET_JOIN = "Ctrl+L"
_SIGN = 24
"""Width of the sign of a notice before its text, in pixels."""
_SECOND = 1000
"""Milliseconds between two updates of the time that is left."""
TAKES_OVER = mark("May take over if this computer fails")
_ROLES = tuple(role for role in EventRole if role is not EventRole.VIEWER)
"""The roles that a desk can have."""


def roles_up_to(highest: EventRole) -> list[tuple[str, Text | str]]:
    """The choices of the role of a desk, for somebody who acts in the role ``highest``."""
    return [(role.value, role.label) for role in _ROLES if highest.includes(role)]


class RoleChoice(ChoiceBox):
    """The role of a desk, up to that of the current user."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(mark("Role"))
        self._controller = controller

    @property
    def role(self) -> EventRole:
        """The role that is chosen."""
        return EventRole(self.currentData() or EventRole.REFEREE)

    def show_role(self, role: EventRole) -> None:
        """Choose ``role``, or the highest that can be chosen."""
        self.follow_user()
        found = self.findData(role.value)
        self.setCurrentIndex(found if found >= 0 else self.count() - 1)

    def follow_user(self) -> None:
        """Offer the roles up to that of the current user."""
        self.set_choices(roles_up_to(self._controller.user.role))


class DeputyChoice(CheckBox):
    """Whether a desk may take over. It is on for the first head referee or organiser, until the user chooses."""

    def __init__(self, controller: EventController, role: RoleChoice) -> None:
        super().__init__(TAKES_OVER)
        self._joined, self._role, self._chosen = joined_event_of(controller), role, False
        self.clicked.connect(lambda _checked: self._choose())
        role.currentIndexChanged.connect(self.follow)
        self.follow()

    def forget(self) -> None:
        """Choose for the user again."""
        self._chosen = False
        self.follow()

    def follow(self, _index: int = 0) -> None:
        """Show what is chosen for the role; a referee may not share the event, and so cannot take over."""
        can = self._role.role is not EventRole.REFEREE
        self.setEnabled(can)
        if not can or not self._chosen:
            self.setChecked(can and not self._joined.deputies)

    def _choose(self) -> None:
        self._chosen = True


class DigitsCard(Card):
    """Shows six digits for five minutes, and what becomes of them."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._joining, self._main = controller, host_joining_of(controller), True
        self.role = RoleChoice(controller)
        self.deputy = DeputyChoice(controller, self.role)
        self.show_new = PrimaryButton(mark("Let a desk join"), shortcut=_LET_JOIN)
        self.end = OutlineButton(mark("End these digits"))
        self.digits = TextLabel(kind=Type.BIG_FIGURE, figures=True)
        self.left = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        """How long the digits are valid; apart from the notice, which screen readers say whenever it changes."""
        self.state = Notice(NoticeKind.INFO, boxed=False)
        self._announced = ""
        """The digits that screen readers were told last."""
        self._valid = False
        """Whether a desk could join with the digits when they were looked at last."""
        self.not_allowed = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        """Why the button is disabled, or the choice of a deputy."""
        about = KeyText(
            mark(
                "At the other computer choose “Join a shared event” ({key}), this event, a name, and type the six "
                "digits that are shown here.",
                key=Key(OpenAction.JOIN.value),
            ),
            tone=Tone.TEXT2,
            wrap=True,
        )
        words = column(self.state, row(_SIGN, self.left, spacing=0), spacing=2)
        self._shown = boxed(row(self.digits, stretched(words), spacing=24))
        choices = WrappedRow()
        choices.set_parts((self.role, self.deputy, self.show_new, self.end))
        add(self.body, TextLabel(mark("Let a desk join"), kind=Type.PANEL_TITLE))
        add(self.body, column(about, self._shown, choices, self.not_allowed, spacing=10))
        self._ticking = QTimer(self, interval=_SECOND)
        self._ticking.timeout.connect(self._show_code)
        self.show_new.clicked.connect(lambda _checked: self._show_new())
        self.end.clicked.connect(lambda _checked: self._joining.end_digits())
        self.role.currentIndexChanged.connect(self._say_why_not)
        self._joining.changed.connect(self._show_code)

    @property
    def buttons(self) -> Sequence[OutlineButton]:
        """The buttons, for the menu of the page."""
        return (self.show_new, self.end)

    def show_hosting(self, *, main: bool) -> None:
        """Show what can be chosen now, if this computer shares the event.

        ``main`` is whether its button is the main one of the page.
        """
        self._main = main
        self.setVisible(self._joining.shares)
        if self._joining.shares:
            self.role.follow_user()
            self.deputy.follow()
            self.show_new.setEnabled(self._controller.may(Act.HOSTING))
            self.end.setEnabled(self._controller.may(Act.HOSTING))
            self._say_why_not()
            self._show_code()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin to count down."""
        super().showEvent(event)
        self._ticking.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Count down no more."""
        super().hideEvent(event)
        self._ticking.stop()

    def _say_why_not(self, _index: int = 0) -> None:
        from tournament.use_cases.rights import right_problem

        problem = right_problem(self._controller.user.role, Act.HOSTING)
        reason = problem.text if problem is not None else None
        if reason is None and not self.deputy.isEnabled():
            reason = mark("Only a head referee or the organiser can take over.")
        self.not_allowed.set_text(reason or "")
        self.not_allowed.setVisible(reason is not None)

    def _show_new(self) -> None:
        self._joining.show_digits(self.role.role, may_take_over=self.deputy.isChecked())

    def _show_code(self) -> None:
        """Show the digits while a desk can join with them, and afterwards what has become of them."""
        code, now = self._joining.seen.code, datetime.now(UTC)
        outcome = _outcome(code, now) if code is not None else None
        had_focus = self.end.hasFocus()
        valid = code is not None and code.ended(now) is None
        if self._valid and not valid:
            self.deputy.forget()  # what was chosen was for the desk of these digits
        self._valid = valid
        self._shown.setVisible(outcome is not None)
        for each in (self.digits, self.left, self.end):
            each.setVisible(valid)
        self.show_new.set_text(mark("Show new digits") if outcome is not None else mark("Let a desk join"))
        self.show_new.set_filled(self._main and not valid)
        if code is not None and outcome is not None:
            from tournament.sharing.joining import shown_digits

            self.digits.set_text(verbatim(shown_digits(code.digits)))
            minutes, seconds = divmod(int((code.until - now) / timedelta(seconds=1)), 60)
            self.left.set_text(mark("Valid for {time} more.", time=f"{minutes}:{seconds:02}"))
            self.state.show_notice(*outcome)
            if valid and code.digits != self._announced:
                self._announced = code.digits
                announce(self, self.digits.text())
        if had_focus and not valid:
            self.show_new.setFocus()


def _outcome(code: "JoinCode", now: datetime) -> tuple[NoticeKind, Text, Text | str] | None:
    """What is said of ``code``; None if it ended so long ago that it says nothing."""
    from tournament.sharing.six_digits import MOST_TRIES, VALID

    if now >= code.until + VALID:
        return None
    if (desk := code.desk) is not None:
        if code.may_take_over:
            title = mark("“{desk}” has joined as {role}, and may take over.", desk=desk.name, role=code.role.label)
        else:
            title = mark("“{desk}” has joined as {role}.", desk=desk.name, role=code.role.label)
        return NoticeKind.OK, title, mark("{author} works there.", author=desk.author)
    if code.failures == MOST_TRIES:
        title = mark("Three tries with wrong digits have ended them.")
        body = mark("If nobody you know mistyped them, somebody else tries to join. Compare new ones by voice.")
        return NoticeKind.DANGER, title, body
    if now >= code.until:
        return NoticeKind.INFO, mark("The digits have expired."), mark("Nobody has joined with them.")
    if code.may_take_over:
        title = mark("One desk can join as {role}, and may then take over.", role=code.role.label)
    else:
        title = mark("One desk can join as {role}.", role=code.role.label)
    if code.tries_left == MOST_TRIES:
        return NoticeKind.INFO, title, mark("Three wrong tries end them.")
    if not code.failures:
        return NoticeKind.INFO, title, mark("A desk is just joining.")
    body = mark_count("{count} try is left: the last digits were wrong.",
                      "{count} tries are left: the last digits were wrong.", code.tries_left)  # fmt: skip
    return NoticeKind.WARN, title, body
