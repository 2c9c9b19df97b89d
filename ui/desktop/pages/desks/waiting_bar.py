"""The bar that says on every page that desks wait to join the event that this computer shares."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from tournament.language import mark, mark_count
from ui.desktop.controller import EventController
from ui.desktop.pages.catalogue import page_info
from ui.desktop.sharing.host_joining import host_joining_of
from ui.desktop.sharing.joined_event import DESKS
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.accessible import Accessible, Role, announce
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import EdgedSurface
from ui.desktop.widgets.labels import ElidedLabel
from ui.desktop.widgets.layouts import row, stretched
from ui.desktop.widgets.signs import StatusIcon, StatusSign


class WaitingDesksBar(Accessible, EdgedSurface):
    """Visible while desks wait to join, with a button that leads to them."""

    accessible_role = Role.AlertMessage

    counted = Signal(int, object)
    """The number of desks that wait, and the same in words (a :class:`Text`)."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.BottomEdge, ground="warn_soft", line="warn", parent=parent)
        self._joining = host_joining_of(controller)
        self._known = frozenset[str]()
        """The desks that waited before the last change."""
        self.words = ElidedLabel(kind=Type.DENSE_TOTAL, tone=Tone.WARN)
        self.show_them = LinkButton(mark("Compare the digits"), hint=page_info(DESKS).shortcut)
        row(StatusSign(StatusIcon.ASKS), stretched(self.words), self.show_them, margins=(16, 6, 12, 6), on=self)
        self.show_them.clicked.connect(partial(controller.navigation.page_wanted.emit, DESKS))
        self._joining.changed.connect(self._show)
        self.hide()
        self._show()

    def _show(self) -> None:
        waiting = self._joining.seen.waiting
        text = mark_count("{count} desk waits to join.", "{count} desks wait to join.", len(waiting))
        if len(waiting) == 1:
            desk = waiting[0].desk
            said = mark("“{name}” ({author}) waits to join.", name=desk.name, author=desk.author)
        else:
            said = text
        self.words.set_text(said)
        self.setAccessibleName(self.words.full_text())
        self.setVisible(bool(waiting))
        self.counted.emit(len(waiting), text)
        before, self._known = self._known, frozenset(each.id for each in waiting)
        if self._known - before:
            announce(self, said, assertive=True)
