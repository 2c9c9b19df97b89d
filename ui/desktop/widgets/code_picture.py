"""The picture of a QR code: of an invitation, of the results for phones, or of a screen in a browser."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from reports.code_matrix import QUIET
from tournament.language import Text
from ui.desktop.translation import translator

_MODULE = 3
"""Pixels of a module, so that a phone can read the code from half a metre away."""


class CodePicture(QLabel):
    """A QR code, black on white in every theme so that phones can read it. Screen readers say its ``name``."""

    def __init__(self, name: Text, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        translator.follow(self._retranslate)

    def show_code(self, modules: Sequence[bytes]) -> None:
        """Show the code of these rows of modules, as :func:`reports.code_matrix.matrix_of` returns them."""
        side = len(modules) + 2 * QUIET
        image = QImage(side, side, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        for y, line in enumerate(modules, QUIET):
            for x, dark in enumerate(line, QUIET):
                if dark:
                    image.setPixelColor(x, y, Qt.GlobalColor.black)
        self.setPixmap(QPixmap.fromImage(image.scaled(side * _MODULE, side * _MODULE)))

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(self._name))
