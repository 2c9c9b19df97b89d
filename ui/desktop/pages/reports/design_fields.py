"""The look of badges and certificates: fields to choose it, and what is kept of it for the next time."""

import json
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from reports.catalogue import Report
from reports.design import (
    LONGEST_SIGNATURE,
    MOST_SIGNATURES,
    MOST_WORDS,
    USUAL_DESIGN,
    BadgeSize,
    PaperDesign,
    read_signatures,
)
from reports.sheets.code import event_key
from tournament.language import mark
from tournament.use_cases import View
from ui.desktop import preferences
from ui.desktop.theme import Type
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import CheckBox, LabeledField, TextField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched

BADGES, CERTIFICATES = "badges", "certificates"
_WIDE, _UPRIGHT = "wide", "upright"
_KEY = "paper-design"
_REST = 500
"""Milliseconds after the last key before the pages are made again."""
_BETWEEN = "; "


class DesignFields(QWidget):
    """The fields for the report in view; they keep the look of badges and certificates together."""

    changed = Signal()
    """The user chose another look."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        sizes = [Segment(size.value, size.text) for size in BadgeSize]
        self.size_of_badge = Switch(mark("Size of the badges"), sizes, stretch=True)
        self.back = CheckBox(mark("Schedule on the back"))
        ways = [Segment(_WIDE, mark("Landscape")), Segment(_UPRIGHT, mark("Portrait"))]
        self.way = Switch(mark("Certificates"), ways, stretch=True)
        self.words = TextField(name=mark("Your own words"))
        self.words.setMaxLength(MOST_WORDS)
        self.signatures = TextField(
            name=mark("Signatures"),
            placeholder=mark("Organiser; Head referee"),
        )
        self.signatures.setMaxLength(MOST_SIGNATURES * (LONGEST_SIGNATURE + len(_BETWEEN)))
        self._of_badges = boxed(
            column(TextLabel(mark("Size of the badges"), kind=Type.LABEL), self.size_of_badge, self.back)
        )
        self._of_certificates = boxed(
            column(
                row(TextLabel(mark("Page"), kind=Type.LABEL), stretched(self.way), spacing=12),
                LabeledField(mark("Your own words"), self.words),
                LabeledField(mark("Signatures"), self.signatures),
            )
        )
        column(self._of_badges, self._of_certificates, on=self)
        self.size_of_badge.set_current(USUAL_DESIGN.badge.value)
        self._typing = QTimer(self, interval=_REST, singleShot=True)
        self._typing.timeout.connect(self.changed)
        for switch in (self.size_of_badge, self.way):
            switch.chosen.connect(self.changed)
        self.back.clicked.connect(self.changed)
        for line in (self.words, self.signatures):
            line.textEdited.connect(self._typed)

    def show_for(self, report: Report) -> None:
        """Show the fields of ``report``, or none."""
        self._of_badges.setVisible(report.name == BADGES)
        self._of_certificates.setVisible(report.name == CERTIFICATES)
        self.setVisible(report.name in (BADGES, CERTIFICATES))

    def design(self) -> PaperDesign:
        """The look that is chosen now."""
        return PaperDesign(
            BadgeSize(self.size_of_badge.current),
            self.back.isChecked(),
            self.way.current == _UPRIGHT,
            self.words.text().strip(),
            read_signatures(self.signatures.text()),
        )

    def show_design(self, design: PaperDesign) -> None:
        """Choose this look."""
        self._typing.stop()
        self.size_of_badge.set_current(design.badge.value)
        self.back.setChecked(design.schedule_on_back)
        self.way.set_current(_UPRIGHT if design.portrait else _WIDE)
        self.words.setText(design.words)
        self.signatures.setText(_BETWEEN.join(design.signatures))

    def _typed(self) -> None:
        self._typing.start()


def keep_design(view: View, design: PaperDesign) -> None:
    """Keep ``design`` for the next time; its words and signatures only for this event."""
    preferences.keep_value(
        _KEY,
        json.dumps({
            "badge": design.badge.value,
            "back": design.schedule_on_back,
            "portrait": design.portrait,
            "event": event_key(view),
            "words": design.words,
            "signatures": design.signatures,
        }),
    )  # fmt: skip


def kept_design(view: View) -> PaperDesign:
    """The look that was kept, as far as it can be used; otherwise the usual one."""
    kept: dict[str, Any] = {}
    with suppress(ValueError):  # a file that somebody changed by hand: the usual look
        found = json.loads(preferences.value(_KEY) or "{}")
        kept = found if isinstance(found, dict) else {}
    sizes = {size.value: size for size in BadgeSize}
    of_this = kept.get("event") == event_key(view)
    signatures = kept.get("signatures")
    return PaperDesign(
        sizes.get(str(kept.get("badge")), BadgeSize.A7),
        kept.get("back") is True,
        kept.get("portrait") is True,
        str(kept.get("words") or "")[:MOST_WORDS] if of_this else "",
        read_signatures("\n".join(map(str, signatures))) if of_this and isinstance(signatures, list) else (),
    )
