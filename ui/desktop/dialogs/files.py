"""The system's file dialogs for events, invitations, lists, pictures, keys and folders."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from tournament.files.writing import make_private_folder
from tournament.language import Text, mark
from ui.desktop.translation import qt_words, translator

ENDING = ".qv"
INVITATION = ".qv-invitation"
"""File name extension of an invitation to a shared event."""
FOREIGN_ENDINGS = (".xlsx", ".xlsm", ".sql")
"""File name extensions of event files of other programs."""
LIST_ENDINGS = (".csv", ".tsv", ".tab", ".txt", ".xlsx", ".xlsm", ".xltx", ".xltm", ".ods", ".json")
_LABELS = {QFileDialog.DialogLabel.LookIn: "Look in:", QFileDialog.DialogLabel.FileType: "Files of type:"}
"""Labels of Qt's own dialog that Qt 6.11 changed without its translations, as these know them."""
PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff")
SHEET_ENDINGS = (*PICTURE_ENDINGS, ".pdf")
"""File name extensions of photographs and scans of score sheets."""


def event_file_name(name: str) -> str:
    """The file name for a new event called ``name``, without characters that some systems do not allow."""
    kept = "".join(character if character.isalnum() or character in "-_.,()’'" else " " for character in name)
    return (" ".join(kept.split()).strip(". ") or translator.translate(mark("Event"))) + ENDING


def folder_of(place: str) -> Path | None:
    """The folder of the event at ``place``, in which file dialogs start; None if ``place`` is empty."""
    return Path(place).parent if place else None


def show_folder(folder: Path) -> None:
    """Show ``folder`` in the system's file manager. It is created if it does not exist yet."""
    make_private_folder(folder)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def choose_event(parent: QWidget, folder: Path) -> Path | None:
    """Ask for an event file, or one of another program. Return None if the user cancels."""
    others = _kind(mark("Events of other programs"), " ".join(f"*{ending}" for ending in FOREIGN_ENDINGS))
    kinds, title = f"{_events(INVITATION)};;{others}", translator.translate(mark("Open an event"))
    return _existing(parent, title, str(folder), kinds)


def choose_invitation(parent: QWidget, folder: Path) -> Path | None:
    """Ask for an existing file with an invitation to a shared event."""
    return _existing(parent, translator.translate(mark("Open an invitation")), str(folder), _invitations())


def choose_new_invitation(parent: QWidget, suggested: Path) -> Path | None:
    """Ask for the path of a new file with an invitation. An existing file is replaced."""
    return _new(parent, mark("Save the invitation"), suggested, _invitations())


def choose_place(parent: QWidget, suggested: Path) -> Path | None:
    """Ask for the path of a new event. It may exist already: creating the event then fails."""
    return _new(parent, mark("Location of the event file"), suggested, _events())


def choose_key_file(parent: QWidget, folder: Path | None) -> Path | None:
    """Ask for an existing file with a key, starting in ``folder``."""
    title, begin = translator.translate(mark("Load the secret key")), "" if folder is None else str(folder)
    return _existing(parent, title, begin, _keys())


def choose_new_key_file(parent: QWidget, suggested: Path) -> Path | None:
    """Ask for the path of a new file with a key. It may exist already: a secret key is then not written."""
    return _new(parent, mark("Location of the key file"), suggested, _keys())


def choose_list(parent: QWidget, folder: Path | None) -> Path | None:
    """Ask for a list of players, starting in ``folder``."""
    return choose_table(parent, folder, mark("Import players"), mark("Lists of players"))


def choose_table(parent: QWidget, folder: Path | None, title: Text, kind: Text) -> Path | None:
    """Ask for a table in CSV or Excel; ``kind`` says what it contains."""
    endings = " ".join(f"*{ending}" for ending in LIST_ENDINGS)
    begin = "" if folder is None else str(folder)
    return _existing(parent, translator.translate(title), begin, _kind(kind, endings))


def choose_preset(parent: QWidget, folder: Path) -> Path | None:
    """Ask for an existing file with the options of a rule set."""
    return _existing(parent, translator.translate(mark("Preset from a file")), str(folder), _presets())


def choose_new_preset(parent: QWidget, suggested: Path) -> Path | None:
    """Ask for the path of a file with the options of a rule set. An existing file is replaced."""
    make_private_folder(suggested.parent)
    return _new(parent, mark("Save these options as a preset"), suggested, _presets())


def choose_people(parent: QWidget, folder: Path | None) -> Path | None:
    """Ask for a list of people or an event, starting in ``folder``."""
    endings = " ".join(f"*{ending}" for ending in (*LIST_ENDINGS, ENDING))
    begin, kind = "" if folder is None else str(folder), _kind(mark("Lists of people and events"), endings)
    return _existing(parent, translator.translate(mark("Import people")), begin, kind)


def choose_new_list(parent: QWidget, suggested: Path) -> Path | None:
    """Ask for the path of a new list of people, CSV or JSON. It may exist already."""
    lists, others = mark("Lists for events"), mark("JSON files")
    return _new(parent, mark("Export the people"), suggested, f"{_kind(lists, '*.csv')};;{_kind(others, '*.json')}")


def choose_ranking_list(parent: QWidget, folder: Path) -> Path | None:
    """Ask for a text file that names events, or for a single event or list of results, starting in ``folder``."""
    endings = " ".join(f"*{ending}" for ending in (ENDING, *LIST_ENDINGS))
    return _existing(
        parent, translator.translate(mark("Choose a list of events")), str(folder), _kind(mark("Events"), endings)
    )


def choose_rules(parent: QWidget, folder: Path) -> Path | None:
    """Ask for a file with the rules of a ranking, starting in ``folder``."""
    kind = _kind(mark("Rules of a ranking"), "*.toml")
    return _existing(parent, translator.translate(mark("Choose the rules")), str(folder), kind)


def choose_new_paper(parent: QWidget, suggested: Path) -> Path | None:
    """Ask for the path of a new paper, web page, workbook or table. It may exist already."""
    kinds = (
        _kind(mark("Papers"), "*.pdf"), _kind(mark("Web pages"), "*.html"), _kind(mark("Workbooks"), "*.xlsx"),
        _kind(mark("Tables"), "*.csv"),
    )  # fmt: skip
    return _new(parent, mark("Save as"), suggested, ";;".join(kinds))


def choose_new_json(parent: QWidget, suggested: Path) -> Path | None:
    """Ask for the path of a new JSON file. It may exist already."""
    return _new(parent, mark("Export this person’s data"), suggested, _kind(mark("JSON files"), "*.json"))


def choose_picture(
    parent: QWidget,
    folder: Path | None,
    title: Text = mark("Choose a logo"),  # noqa: B008 # a frozen value
) -> Path | None:
    """Ask for a picture, starting in ``folder``."""
    endings = " ".join(f"*{ending}" for ending in PICTURE_ENDINGS)
    begin, kind = "" if folder is None else str(folder), mark("Pictures")
    return _existing(parent, translator.translate(title), begin, _kind(kind, endings))


def choose_pictures(parent: QWidget, folder: Path | None) -> list[Path]:
    """Ask for pictures or scans of score sheets, several if wished, starting in ``folder``."""
    endings = " ".join(f"*{ending}" for ending in SHEET_ENDINGS)
    title, begin = translator.translate(mark("Read score sheets")), "" if folder is None else str(folder)
    with qt_words():
        dialog = QFileDialog(parent, title, begin, _kind(mark("Photographs and scans"), endings))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        return chosen_paths(dialog)


def choose_folder(parent: QWidget, title: Text, folder: Path) -> Path | None:
    """Ask for an existing folder, starting with ``folder``."""
    with qt_words():
        dialog = QFileDialog(parent, translator.translate(title), str(folder))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        return chosen_path(dialog)


def chosen_path(dialog: QFileDialog) -> Path | None:
    """Run ``dialog`` and return the chosen path. Return None if the user cancels or its window was closed."""
    return next(iter(chosen_paths(dialog)), None)


def chosen_paths(dialog: QFileDialog) -> list[Path]:
    """Run ``dialog`` and return the chosen paths; none if the user cancels or its window was closed.

    Qt's static functions keep the dialog on the stack, and crash if its parent is deleted while it is open.
    """
    for label, text in _LABELS.items():
        dialog.setLabelText(label, QCoreApplication.translate("QFileDialog", text))
    accepted = dialog.exec()
    if not isValid(dialog):
        return []
    paths = [Path(each) for each in dialog.selectedFiles()] if accepted else []
    dialog.deleteLater()
    return paths


def _new(parent: QWidget, title: Text, suggested: Path, kinds: str) -> Path | None:
    with qt_words():
        dialog = QFileDialog(parent, translator.translate(title), str(suggested.parent), kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.selectFile(suggested.name)
        return chosen_path(dialog)


def _existing(parent: QWidget, title: str, begin: str, kinds: str) -> Path | None:
    with qt_words():
        dialog = QFileDialog(parent, title, begin, kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        return chosen_path(dialog)


def _keys() -> str:
    return _kind(mark("Key files"), "*.pem *.key")


def _presets() -> str:
    return _kind(mark("Presets of rules"), "*.toml")


def _events(*others: str) -> str:
    return _kind(mark("Quatre Vents events"), " ".join(f"*{ending}" for ending in (ENDING, *others)))


def _invitations() -> str:
    return _kind(mark("Invitations"), f"*{INVITATION}")


def _kind(text: Text, endings: str) -> str:
    return f"{translator.translate(text)} ({endings})"
