"""The card of the desks that wait to join: the digits to compare, and whether to let each of them in."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from tournament.event.role import Act, EventRole
from tournament.language import mark, verbatim
from tournament.use_cases.rights import right_problem
from ui.desktop.controller import EventController
from ui.desktop.pages.desks.digits_card import DeputyChoice, RoleChoice
from ui.desktop.sharing.host_joining import host_joining_of
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import WrappedRow, add, boxed, column, row, stretched

if TYPE_CHECKING:  # imported only when an event is shared
    from tournament.sharing.approval import WaitingDesk


class _WaitingRow(QWidget):
    """A desk that waits."""

    def __init__(
        self, controller: EventController, desk: "WaitingDesk", decide: Callable[["_WaitingRow", bool], None]
    ) -> None:
        from tournament.sharing.joining import shown_digits

        super().__init__()
        self.desk, asked = desk, desk.desk
        who = mark("{author} at {desk}", author=asked.author, desk=asked.name)
        self.digits = TextLabel(verbatim(shown_digits(desk.digits)), kind=Type.FIGURE, figures=True)
        self.name = ElidedLabel(verbatim(asked.name), kind=Type.TOTAL)
        where = mark("{author} · id {id} · from {address}", author=asked.author, id=asked.first_digits,
                     address=desk.address)  # fmt: skip
        self.about = ElidedLabel(where, kind=Type.DENSE, tone=Tone.TEXT2)
        self.role = RoleChoice(controller)
        self.role.show_role(desk.role if desk.role is not None else EventRole.REFEREE)
        self.deputy = DeputyChoice(controller, self.role)
        self.let_in = OutlineButton(mark("Let in"), name=mark("Let in {who}", who=who))
        self.refuse = OutlineButton(mark("Refuse"), name=mark("Refuse {who}", who=who))
        choices = WrappedRow()
        choices.set_parts((self.role, self.deputy, self.let_in, self.refuse))
        words = column(self.name, self.about, spacing=2)
        self.differs = Notice(NoticeKind.DANGER, boxed=False)
        column(
            row(self.digits, stretched(words), spacing=20), self.differs, choices, spacing=8, margins=(0, 6), on=self
        )
        self.let_in.clicked.connect(lambda _checked: decide(self, True))
        self.refuse.clicked.connect(lambda _checked: decide(self, False))

    def show_desk(self, desk: "WaitingDesk", *, allowed: bool) -> None:
        """Show what somebody at the desk has said, and enable the buttons if the user may decide."""
        self.desk, differs = desk, desk.desk_word is False
        self.differs.setVisible(differs)
        if differs:
            self.differs.show_notice(NoticeKind.DANGER, mark("Somebody there says that the digits differ: refuse it."))
        self.role.follow_user()
        self.deputy.follow()
        self.let_in.setEnabled(allowed and not differs)
        self.refuse.setEnabled(allowed)


class WaitingCard(Card):
    """The desks that ask to join and show six digits: whoever sits here lets them in or refuses them."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._joining = controller, host_joining_of(controller)
        self.rows: list[_WaitingRow] = []
        """Those that are shown, in the order in which they asked."""
        self.not_allowed = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        """Why the buttons are disabled."""
        about = TextLabel(
            mark(
                "Compare the digits with those that the other computer shows, by voice or by looking at it. If they "
                "differ, refuse: somebody stands between the two."
            ),
            kind=Type.DENSE,
            tone=Tone.TEXT2,
            wrap=True,
        )
        self._list = column(spacing=4)
        add(self.body, TextLabel(mark("Desks that wait to join"), kind=Type.PANEL_TITLE))
        add(self.body, column(about, boxed(self._list), self.not_allowed, spacing=8))
        self.hide()

    @property
    def waits(self) -> bool:
        """Whether there is somebody to decide about."""
        return bool(self.rows)

    @property
    def buttons(self) -> Sequence[OutlineButton]:
        """The buttons, for the menu of the page."""
        return [button for each in self.rows for button in (each.let_in, each.refuse)]

    def show_waiting(self) -> None:
        """Show the desks that wait now; a row that stays keeps what was chosen in it, and the focus."""
        waiting = self._joining.seen.waiting
        known = {each.desk.id: each for each in self.rows}
        gone = [each for each in self.rows if each.desk.id not in {desk.id for desk in waiting}]
        had_focus = any(part.hasFocus() for each in gone for part in each.findChildren(QWidget))
        for each in gone:
            self._list.removeWidget(each)
            each.hide()
            each.deleteLater()
        self.rows = [known.get(desk.id) or self._added(desk) for desk in waiting]
        may = self._controller.may(Act.HOSTING)
        for each, desk in zip(self.rows, waiting, strict=True):
            each.show_desk(desk, allowed=may)
        problem = right_problem(self._controller.user.role, Act.HOSTING)
        self.not_allowed.set_text(problem.text if problem is not None else "")
        self.not_allowed.setVisible(problem is not None)
        self.setVisible(self.waits)
        if had_focus and self.rows:
            self.rows[0].role.setFocus()

    def _added(self, desk: "WaitingDesk") -> _WaitingRow:
        made = _WaitingRow(self._controller, desk, self._decide)
        self._list.addWidget(made)
        return made

    def _decide(self, shown: _WaitingRow, let_in: bool) -> None:
        if let_in:
            self._joining.let_in(shown.desk, shown.role.role, may_take_over=shown.deputy.isChecked())
        else:
            self._joining.refuse(shown.desk)
