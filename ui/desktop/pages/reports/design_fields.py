"""The look of badges and certificates: fields to choose it, and what is kept of it for the next time.

The words and signatures of certificates are settings of the event.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from reports.catalogue import Report
from reports.design import USUAL_DESIGN, BadgeSize, PaperDesign
from tournament.event.officials import read_signatures, typed_signatures
from tournament.event.problem import Problem
from tournament.event.settings import Settings
from tournament.language import Text, mark
from ui.desktop import preferences
from ui.desktop.theme import Type
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import CheckBox, LabeledField, TextArea
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched

BADGES, CERTIFICATES = "badges", "certificates"
_WIDE, _UPRIGHT = "wide", "upright"
_KEY = "paper-design"
_REST = 500
"""Milliseconds after the last key before the pages are made again."""


class DesignFields(QWidget):
    """The fields for the report in view; they keep the look of badges and certificates together."""

    changed = Signal()
    """The user chose another look, or typed other words or signatures."""
    texts_left = Signal()
    """The user is done with the words or the signatures."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        sizes = [Segment(size.value, size.text) for size in BadgeSize]
        self.size_of_badge = Switch(mark("Size of the badges"), sizes, stretch=True)
        self.back = CheckBox(mark("Schedule on the back"))
        ways = [Segment(_WIDE, mark("Landscape")), Segment(_UPRIGHT, mark("Portrait"))]
        self.way = Switch(mark("Certificates"), ways, stretch=True)
        self.words = TextArea(lines=4)
        self.signatures = TextArea(lines=3)
        self._texts = {
            "certificate_words": LabeledField(mark("Your own words"), self.words),
            "certificate_signatures": LabeledField(
                mark("Signatures"), self.signatures, hint=mark("one in a line, up to three")
            ),
        }
        self._of_badges = boxed(
            column(TextLabel(mark("Size of the badges"), kind=Type.LABEL), self.size_of_badge, self.back)
        )
        self._of_certificates = boxed(
            column(
                row(TextLabel(mark("Page"), kind=Type.LABEL), stretched(self.way), spacing=12),
                *self._texts.values(),
            )
        )
        column(self._of_badges, self._of_certificates, on=self)
        self.size_of_badge.set_current(USUAL_DESIGN.badge.value)
        self._typing = QTimer(self, interval=_REST, singleShot=True)
        self._typing.timeout.connect(self.changed)
        for switch in (self.size_of_badge, self.way):
            switch.chosen.connect(self.changed)
        self.back.clicked.connect(self.changed)
        for text in (self.words, self.signatures):
            text.textEdited.connect(self._typed)
            text.editingFinished.connect(self.texts_left)

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
        """Choose this look, whose words and signatures are those of the event (:meth:`show_settings`)."""
        self.size_of_badge.set_current(design.badge.value)
        self.back.setChecked(design.schedule_on_back)
        self.way.set_current(_UPRIGHT if design.portrait else _WIDE)

    def show_settings(self, settings: Settings, why_not: Text | None) -> None:
        """Show the words and signatures of ``settings``; ``why_not`` says why they cannot be changed, if so."""
        shown = {
            "certificate_words": settings.certificate_words,
            "certificate_signatures": typed_signatures(settings.certificate_signatures),
        }
        for name, field in self._texts.items():
            area = self.words if name == "certificate_words" else self.signatures
            if not area.isModified() and area.text() != shown[name]:
                area.setText(shown[name])
            area.setEnabled(why_not is None)
            usual = "" if name == "certificate_words" else mark("one in a line, up to three")
            field.set_hint(why_not or usual)

    def settings_typed(self, settings: Settings) -> Settings:
        """Return ``settings`` with the words and signatures that are typed."""
        signatures = read_signatures(self.signatures.text())
        return replace(settings, certificate_words=self.words.text().strip(), certificate_signatures=signatures)

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show what is wrong with the words and signatures; without problems they are saved."""
        for name, field in self._texts.items():
            wrong = next((each for each in problems if each.field == name), None)
            if wrong is None:
                field.clear_problem()
            else:
                field.set_problem(wrong.text)
        if not problems:
            self._typing.stop()
            for area in (self.words, self.signatures):
                area.setModified(False)

    def _typed(self) -> None:
        self._typing.start()


def keep_design(design: PaperDesign) -> None:
    """Keep ``design`` for the next time, without its words and signatures."""
    kept = {"badge": design.badge.value, "back": design.schedule_on_back, "portrait": design.portrait}
    preferences.keep_value(_KEY, json.dumps(kept))


def kept_design() -> PaperDesign:
    """The look that was kept, as far as it can be used; otherwise the usual one."""
    kept: dict[str, Any] = {}
    with suppress(ValueError):  # a file that somebody changed by hand: the usual look
        found = json.loads(preferences.value(_KEY) or "{}")
        kept = found if isinstance(found, dict) else {}
    sizes = {size.value: size for size in BadgeSize}
    return PaperDesign(
        sizes.get(str(kept.get("badge")), BadgeSize.A7), kept.get("back") is True, kept.get("portrait") is True
    )
