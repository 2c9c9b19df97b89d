"""The card for the event's logo, which papers show: chosen from a file, replaced, removed."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from reports.readers.logo import ReadLogo, read_logo
from reports.readers.refusal import UnreadableTable
from tournament.event.logo import logo_picture
from tournament.event.role import Act
from tournament.language import listed, mark
from tournament.use_cases import View
from tournament.use_cases.commands import ChangeLogo
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import choose_picture, folder_of
from ui.desktop.kit.actions import attempt
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.labels import MessageLabel, TextLabel
from ui.desktop.widgets.layouts import add, column, row, stretched

_SHOWN = QSize(228, 72)
"""Size of the white area on which the picture is shown."""
_EDGE = 8


class LogoCard(Card):
    """The picture on white paper, its description, and two buttons."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller = controller
        self._reading = CurrentWork(self)
        self._reading.done.connect(self._keep)
        self._reading.failed.connect(self._refused)
        self._shown = b""
        self.picture = QLabel()
        self.picture.setFixedSize(_SHOWN)
        self.choose = OutlineButton("")
        self.remove = OutlineButton(mark("Remove the logo"))
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.problem = MessageLabel()
        title = TextLabel(mark("Logo on papers"), kind=Type.PANEL_TITLE)
        buttons = row(self.choose, self.remove, None, spacing=10)
        words = column(row(title, None), self._state, buttons, spacing=8)
        add(self.body, row(self.picture, stretched(words), spacing=16))
        add(self.body, self.problem)
        self.choose.clicked.connect(lambda _checked: self._choose())
        self.remove.clicked.connect(lambda _checked: self._put(b""))
        translator.follow(self._name)

    def show_view(self, view: View) -> None:
        """Show the current logo, with buttons enabled if the user may change it."""
        image, may = view.state.logo, self._controller.may(Act.SETTINGS)
        picture = logo_picture(image)
        self.choose.setEnabled(may and not self._reading.busy)
        self.choose.set_text(mark("Choose a picture …") if picture is None else mark("Choose another …"))
        self.remove.setEnabled(may)
        self.remove.setVisible(picture is not None)
        self.picture.setVisible(picture is not None)
        if image != self._shown:
            self._shown = image
            self.picture.setPixmap(_on_paper(image, self.devicePixelRatioF()))
        if self._reading.busy:
            self._state.set_text(mark("Reading the picture …"))
        elif picture is None:
            self._state.set_text(mark("A picture at the head of every paper: PNG, JPEG, GIF, WebP, BMP or TIFF."))
        else:
            told = mark("At the head of every paper. {kind}, {wide} × {high} pixels.", kind=picture.kind.upper(),
                        wide=picture.wide, high=picture.high)  # fmt: skip
            self._state.set_text(told)

    def forget(self) -> None:
        """Drop a picture that is being read: it is not for the new event."""
        self._reading.forget()
        self.problem.show_message(None)

    def _name(self) -> None:
        self.picture.setAccessibleName(translator.translate(mark("Logo of the event")))

    def _choose(self) -> None:
        view = self._controller.view
        if view is None or self._reading.busy:
            return
        path = choose_picture(self, folder_of(self._controller.book.place))
        if path is None:
            return
        self.problem.show_message(None)
        self._reading.start(Work(lambda _step: read_logo(path)))
        self.show_view(view)

    def _keep(self, read: ReadLogo) -> None:
        self._put(read.image)
        if read.remarks and not self.problem.message():
            self.problem.show_message(listed(read.remarks), tone=Tone.WARN)

    def _put(self, image: bytes) -> None:
        """Record the logo. The focus moves to a visible button."""
        problems = attempt(self._controller, ChangeLogo(image))
        self.problem.show_message(problems[0].text if problems else None)
        if self._controller.view is not None:
            self.show_view(self._controller.view)
        self.choose.setFocus()

    def _refused(self, error: BaseException) -> None:
        if self._controller.view is not None:
            self.show_view(self._controller.view)
        if not isinstance(error, UnreadableTable):
            raise error
        self.problem.show_message(error.text)
        self.choose.setFocus()


def _on_paper(image: bytes, ratio: float) -> QPixmap:
    """The picture on white, as large as it fits, whatever the theme."""
    paper = QPixmap(_SHOWN * ratio)
    paper.setDevicePixelRatio(ratio)
    paper.fill(QColor("white"))
    found = QImage.fromData(image)
    if found.isNull():
        return paper
    size = found.size().scaled(_SHOWN - QSize(2 * _EDGE, 2 * _EDGE), Qt.AspectRatioMode.KeepAspectRatio)
    place = QRect((_SHOWN.width() - size.width()) // 2, (_SHOWN.height() - size.height()) // 2, *size.toTuple())
    painter = QPainter(paper)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place, found)
    painter.end()
    return paper
