"""Where a report is saved: a good name, and the dialog that asks."""

import re
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from reports.catalogue import Format
from tournament.language import mark
from ui.desktop.pages.reports.listing import FORMAT_NAMES
from ui.desktop.translation import translator

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f.]+|\s+')
_LONGEST = 120


def file_name(event: str, title: str, format: Format) -> str:
    """``Open of Nowhere - Standings after session 4.pdf``, without what any system forbids in a name."""
    whole = f"{event} - {title}" if event else title
    plain = " ".join(_FORBIDDEN.sub(" ", whole).split())
    return f"{plain[:_LONGEST].rstrip() or 'report'}.{format.value}"


def choose_file(parent: QWidget, suggested: Path, format: Format) -> Path | None:
    """Ask where to save; None when the user changed his mind."""
    name = FORMAT_NAMES[format]
    dialog = QFileDialog(parent, translator.translate(mark("Save as {format}", format=name)), str(suggested.parent))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilter(f"{name} (*.{format.value})")
    dialog.setDefaultSuffix(format.value)
    dialog.selectFile(suggested.name)
    return Path(dialog.selectedFiles()[0]) if dialog.exec() else None
