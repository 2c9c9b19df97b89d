"""The card of the invitations: the one that the host shows, others for certain desks, and the end of each."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from reports.code_matrix import matrix_of
from reports.vocabulary import ROLE
from tournament.event.role import Act
from tournament.language import Text, mark, mark_count, verbatim
from tournament.sharing.invitation import decode, write_text
from tournament.use_cases.rights import right_problem
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import INVITATION, choose_new_invitation
from ui.desktop.kit.form import NotRead, read_whole_number
from ui.desktop.kit.table import TableColumn, TableView
from ui.desktop.pages.desks.digits_card import RoleChoice
from ui.desktop.sharing.host_joining import host_joining_of
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.code_picture import CodePicture
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, LabeledField, TextField, take_digits
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import WrappedRow, add, aligned, boxed, column, row, stretched

if TYPE_CHECKING:  # imported only when an event is shared
    from tournament.sharing.tickets import InvitationTicket

_INVITE = "Ctrl+I"
_MOST_USES = 1000


class _Validity(Enum):
    """How long a new invitation is valid."""

    HOUR = "hour"
    TODAY = "today"
    WEEK = "week"
    MONTH = "month"

    @property
    def label(self) -> Text:
        """It in words."""
        match self:
            case _Validity.HOUR:
                return mark("for an hour")
            case _Validity.TODAY:
                return mark("until midnight")
            case _Validity.WEEK:
                return mark("for 7 days")
            case _Validity.MONTH:
                return mark("for 30 days")
            case _:
                assert_never(self)

    def end(self, now: datetime) -> datetime:
        """When an invitation that is made ``now``, in local time, expires."""
        match self:
            case _Validity.HOUR:
                return now + timedelta(hours=1)
            case _Validity.TODAY:
                midnight = now.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
                return (midnight + timedelta(days=1)).astimezone()
            case _Validity.WEEK:
                return now + timedelta(days=7)
            case _Validity.MONTH:
                return now + timedelta(days=30)
            case _:
                assert_never(self)


class InvitationsCard(Card):
    """An invitation as a QR code, as text and as a file; a form that makes others, and the list of those."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._joining = controller, host_joining_of(controller)
        self._made: tuple[str, datetime] | None = None
        """The invitation that was made last, and when it expires; None: the card shows that of the host."""
        self._shown: tuple[str, datetime | None] = "", None
        """The invitation that is shown, and when it expires."""
        self.picture = CodePicture(mark("QR code of the invitation"))
        self.code = TextField(name=mark("Invitation"))
        self.code.setReadOnly(True)
        self.copy = OutlineButton(mark("Copy"), name=mark("Copy the invitation"))
        self.save = OutlineButton(mark("Save as a file …"), name=mark("Save the invitation"))
        self.renew = OutlineButton(mark("New invitation"))
        self.back = LinkButton(mark("Show the invitation for everybody"))
        self._about, self._where = (
            TextLabel(kind=Type.DENSE, tone=tone, wrap=True) for tone in (Tone.TEXT2, Tone.TEXT)
        )
        self.form = _InviteForm(controller)
        self.list: TableView[InvitationTicket] = TableView(
            mark("Other invitations"), _columns(), key=lambda each: each.hash
        )
        self.end = OutlineButton(mark("End this invitation"))
        self.not_allowed = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        """Why buttons are disabled."""
        self._rest = boxed(column(TextLabel(mark("Other invitations that are valid"), kind=Type.LABEL), self.list,
                                  row(self.end, None), spacing=8))  # fmt: skip
        title = TextLabel(mark("Invitations"), kind=Type.PANEL_TITLE)
        buttons = WrappedRow()
        buttons.set_parts((self.copy, self.save, self.renew, self.back))
        words = column(title, self._about, self._where, self.code, buttons, None, spacing=12)
        picture = aligned(self.picture, Qt.AlignmentFlag.AlignTop)
        whole = column(
            row(picture, stretched(words), spacing=16, centred=False),
            self.form,
            self._rest,
            self.not_allowed,
            spacing=16,
        )
        add(self.body, whole)
        self.copy.clicked.connect(lambda _checked: QApplication.clipboard().setText(self.code.text()))
        self.save.clicked.connect(lambda _checked: self._save())
        self.renew.clicked.connect(lambda _checked: self._ask_to_renew())
        self.back.clicked.connect(lambda _checked: self._show_usual())
        self.form.invite.clicked.connect(lambda _checked: self._invite())
        self.list.row_changed.connect(lambda _row: self._allow())
        self.end.clicked.connect(lambda _checked: self._ask_to_end())

    @property
    def buttons(self) -> Sequence[OutlineButton]:
        """The buttons, for the menu of the page."""
        ending = () if self._rest.isHidden() else (self.end,)
        return (self.copy, self.save, self.renew, self.back, self.form.invite, *ending)

    def show_hosting(self) -> None:
        """Show the invitations, if this computer is the host."""
        seen = self._joining.seen
        self.setVisible(self._joining.shares and bool(seen.invitation))
        if self.isHidden():
            self._made = None
            return
        until = seen.until.astimezone() if seen.until is not None else None
        code, end = self._made or (seen.invitation, until)
        self.renew.setVisible(self._made is None)
        self.back.setVisible(self._made is not None)
        self._about.set_text(_OTHER if self._made is not None else _USUAL)
        if (code, end) != self._shown:
            self._shown = code, end
            self.code.setText(code)
            self.code.setCursorPosition(0)
            # QR codes have a shorter encoding for capitals, and both cases are read alike
            self.picture.show_code(matrix_of(code.upper()))
            addresses = decode(code).addresses
            where = mark("Address: {addresses}.", addresses=addresses)
            valid = mark("Address: {addresses}. Valid until {end}.", addresses=addresses, end=end)
            self._where.set_text(where if end is None else valid)
        self.list.show_rows(seen.tickets)
        self._rest.setVisible(bool(seen.tickets))
        self.form.follow_user()
        self._allow()

    def _allow(self) -> None:
        may = self._controller.may(Act.HOSTING)
        self.renew.setEnabled(may)
        self.form.invite.setEnabled(may)
        chosen = self.list.current_row is not None
        self.end.setEnabled(may and chosen)
        problem = right_problem(self._controller.user.role, Act.HOSTING)
        reason = problem.text if problem is not None else None
        if reason is None and not chosen and not self._rest.isHidden():
            reason = mark("Choose an invitation in the list.")
        self.not_allowed.set_text(reason or "")
        self.not_allowed.setVisible(reason is not None)

    def _invite(self) -> None:
        asked = self.form.asked()
        if asked is None:
            return
        uses, until = asked

        def show(code: str) -> None:
            self._made = code, until
            self.show_hosting()
            self.copy.setFocus()

        self._joining.invite(
            self.form.role.role, uses=uses, until=until, approval=self.form.approval.isChecked(), made=show
        )

    def _show_usual(self) -> None:
        self._made = None
        self.show_hosting()
        self.copy.setFocus()

    def _ask_to_renew(self) -> None:
        text = mark(
            "Make a new invitation for everybody? The one that was shown is not valid any more; desks that have joined "
            "stay."
        )
        self._controller.messages.action_offered.emit(text, mark("New invitation"), self._joining.renew)

    def _ask_to_end(self) -> None:
        ticket = self.list.current_row
        if ticket is not None:
            text = mark("End this invitation? Nobody can join with it any more; desks that have joined stay.")
            act = partial(self._joining.end_invitation, ticket)
            self._controller.messages.action_offered.emit(text, mark("End this invitation"), act)

    def _save(self) -> None:
        name = Path(self._controller.book.view.settings.name.replace("/", " ") or "event").name
        proposed = Path.home() / f"{name}{INVITATION}"
        path = choose_new_invitation(self, proposed)
        if path is not None:
            self.save_to(path if path.suffix else path.with_suffix(INVITATION))

    def save_to(self, path: Path) -> None:
        """Write the invitation that is shown to ``path``."""
        messages = self._controller.messages
        try:
            write_text(path, decode(self.code.text()), translator.language, self._shown[1])
        except OSError as error:
            reason = error.strerror or str(error)
            messages.shown.emit(mark("“{path}” cannot be used: {reason}", path=str(path), reason=reason))
        else:
            messages.noted.emit(mark("The invitation was saved in “{path}”.", path=str(path)))


_USUAL = mark("Whoever has this invitation can join with a name, and with the PIN of a role where the event has one.")
_OTHER = mark("This invitation was just made, and is shown only now: copy it, photograph it, or save it.")


class _InviteForm(QWidget):
    """What a new invitation is for."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self.role = RoleChoice(controller)
        self.uses = TextField(placeholder=mark("any number"))
        take_digits(self.uses)
        self.until = ChoiceBox(mark("Valid"))
        self.until.set_choices([(each.value, each.label) for each in _Validity])
        self.approval = CheckBox(mark("Somebody here lets each desk in"))
        self.approval.setChecked(True)
        self.invite = OutlineButton(mark("Invite"), shortcut=_INVITE)
        self._uses = LabeledField(mark("Desks"), self.uses)
        self.uses.setMaximumWidth(120)
        fields = WrappedRow()
        fields.set_parts((LabeledField(mark("Role"), self.role), self._uses, LabeledField(mark("Valid"), self.until),
                          self.approval, self.invite))  # fmt: skip
        about = TextLabel(mark("Invite certain desks, also of another network:"), kind=Type.LABEL)
        column(about, fields, spacing=8, on=self)
        self.uses.textEdited.connect(lambda _text: self._uses.clear_problem())

    def follow_user(self) -> None:
        """Offer the roles up to that of the current user."""
        self.role.follow_user()

    def asked(self) -> tuple[int | None, datetime] | None:
        """How many desks may join with the invitation (None: any number), and until when; None: refused here."""
        typed, until = self.uses.text().strip(), _Validity(self.until.currentData()).end(datetime.now().astimezone())
        if not typed:
            return None, until
        try:
            uses = read_whole_number(typed)
        except NotRead as error:
            self._uses.set_problem(error.text)
            return None
        if not 1 <= uses <= _MOST_USES:
            self._uses.set_problem(mark("Type a number from 1 to {most}, or nothing.", most=_MOST_USES))
            return None
        return uses, until


def _columns() -> "list[TableColumn[InvitationTicket]]":
    def uses(ticket: "InvitationTicket") -> Text:
        if ticket.uses is None:
            return mark("any number")
        return mark_count("{count} more", "{count} more", ticket.uses)

    def until(ticket: "InvitationTicket") -> Text:
        return Text("{end}", (("end", ticket.until.astimezone()),)) if ticket.until is not None else verbatim("–")

    def approval(ticket: "InvitationTicket") -> Text:
        return mark("let in here") if ticket.approval else mark("join at once")

    return [
        TableColumn.showing(ROLE, lambda ticket: ticket.role.label),
        TableColumn(mark("Desks"), uses),
        TableColumn(mark("Valid until"), until),
        TableColumn(mark("Approval"), approval),
    ]
