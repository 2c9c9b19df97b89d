"""Shown after the last sheet: the session can be closed, or it is closed and how to reopen it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.language import mark
from tournament.ledger.session import SessionState
from ui.desktop.session_words import NEXT_STEP, closing_text
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.keys import Key
from ui.desktop.widgets.layouts import column
from ui.entry.table_sheet import TableSheet


class SessionNotice(QWidget):
    """Visible only while every sheet of the session is verified, or the session is closed."""

    closing_wanted = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notice = Notice(NoticeKind.INFO)
        self.close_session = PrimaryButton("", shortcut=NEXT_STEP)
        column(self._notice, self.close_session, spacing=8, on=self)
        self.close_session.clicked.connect(self.closing_wanted)
        self.setVisible(False)

    def show_table(self, table: TableSheet) -> None:
        """Show the state of the session of ``table``."""
        view, session = table.view, table.sheet.session
        state = view.session_state(session)
        closed = state is SessionState.CLOSED
        self._notice.setVisible(closed)
        self.close_session.setVisible(state is SessionState.VERIFIED)
        if closed:
            drawn = view.settings.format.is_drawn
            title = mark("Session {session} is closed.", session=session)
            if not drawn:
                title = mark("Evening {evening} is closed.", evening=session)
            again = mark("Press {key} to reopen it together with this sheet. A reason is required.", key=Key("Ctrl+R"))
            self._notice.show_notice(NoticeKind.INFO, title, again)
        else:
            self.close_session.set_text(closing_text(view, session))
        self.setVisible(closed or state is SessionState.VERIFIED)
