"""What is on the web page of the event, and a button to update it, on the part Today."""

from PySide6.QtCore import Signal

from tournament.event.role import Act
from tournament.language import mark
from ui.desktop.controller import EventController
from ui.desktop.pages.event.site_card import WRITE, site_state_text
from ui.desktop.site_publisher import publisher_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.labels import MessageLabel, TextLabel
from ui.desktop.widgets.layouts import add, column, row, stretched


class SiteLine(Card):
    """Visible if the event has a place for its page. What a web host asks for is answered in Setup."""

    setup_wanted = Signal()

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self.publisher = publisher_of(controller)
        self.write = OutlineButton(mark("Update now"), shortcut=WRITE)
        self.setup = LinkButton(mark("Web page settings"))
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._problem = MessageLabel()
        title = TextLabel(mark("Web page"), kind=Type.PANEL_TITLE)
        words = column(title, self._state, self._problem, spacing=4)
        add(self.body, row(stretched(words), self.setup, self.write))
        self.write.clicked.connect(lambda _checked: self.publisher.write_now())
        self.setup.clicked.connect(lambda _checked: self.setup_wanted.emit())
        self.publisher.changed.connect(self.show_state)
        translator.changed.connect(self.show_state)
        self.show_state()

    def told(self) -> str:
        """The text about what is published, and the problem if there is one."""
        return " ".join(each.text() for each in (self._state, self._problem) if not each.isHidden())

    def show_state(self) -> None:
        """Show what is published."""
        state, writing = self.publisher.state, self.publisher.writing
        failed = None if writing else state.failed
        problem = failed.message if failed is not None else state.problem
        self.setVisible(bool(state.setting.event and state.setting.to))
        self.write.setEnabled(self._controller.may(Act.RESULTS) and not writing)
        self.write.set_text(mark("Try again") if state.failed is not None else mark("Update now"))
        self._state.set_text(site_state_text(state, writing=writing))
        self._problem.show_message(problem)
        self.setup.setVisible(problem is not None)
