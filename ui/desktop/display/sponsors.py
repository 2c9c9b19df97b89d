"""Sponsors' pictures: importing, which scales them for a screen, storing with the event, and deleting."""

from dataclasses import dataclass
from pathlib import Path

from tournament.files.writing import make_private_folder, write_new_whole
from tournament.language import Text
from ui.hall.hall_folder import sponsors_folder
from ui.hall.hall_state import HallState

_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class StoredSponsor:
    """The result of storing a picture, with remarks about how it was changed."""

    name: str
    """Its file name, for :attr:`HallState.sponsors`."""
    remarks: tuple[Text, ...] = ()


def store_sponsor(event: str, path: Path) -> StoredSponsor:
    """Store the picture at ``path`` for the screens of the event with this id. Slow: call it in another thread.

    Raises UnreadableTable if the picture cannot be read, and OSError if it cannot be stored.
    """
    from reports.readers.sponsor import read_sponsor

    read = read_sponsor(path)
    folder = sponsors_folder(event)
    make_private_folder(folder)
    target = _free_name(folder, _plain(path.stem), read.suffix)
    write_new_whole(target, read.image)
    return StoredSponsor(target.name, read.remarks)


def delete_sponsor(event: str, name: str) -> None:
    """Delete the picture with this file name; the original file stays. Raises OSError."""
    (sponsors_folder(event) / Path(name).name).unlink(missing_ok=True)


def missing_sponsors(state: HallState) -> tuple[str, ...]:
    """The file names of sponsors in ``state`` whose files are missing."""
    folder = sponsors_folder(state.event)
    return tuple(name for name in state.sponsors if not (folder / name).is_file())


def _plain(stem: str) -> str:
    """A file name that every system accepts, made from ``stem``."""
    kept = "".join(letter if letter.isalnum() or letter in "-_ " else "-" for letter in stem)
    return kept.strip(" -")[:_LONGEST_NAME] or "picture"


def _free_name(folder: Path, stem: str, suffix: str) -> Path:
    number, path = 1, folder / f"{stem}{suffix}"
    while path.exists():
        number += 1
        path = folder / f"{stem} {number}{suffix}"
    return path
