"""The federations known on this computer: the shipped ones, and those in the user's folder."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import assets
from reports.data_file import MOST_BYTES, DataFileUnreadable, FieldFault
from reports.federations.definition import Federation
from reports.federations.reading import read_federation
from tournament.files.user_folders import data_folder
from tournament.language import mark

_ENDING = ".toml"


@dataclass(frozen=True, slots=True)
class FaultyFile:
    """A data file that cannot be used."""

    path: Path
    faults: tuple[FieldFault, ...]


@dataclass(frozen=True, slots=True)
class KnownFederations:
    """The federations and the faulty files found."""

    federations: tuple[Federation, ...]
    """The shipped ones first, then the user's by file name; one of the user's with the same id replaces a shipped
    one."""
    faulty: tuple[FaultyFile, ...] = ()


def own_folder() -> Path:
    """The folder for the user's own data files."""
    return data_folder() / "federations"


def known_federations() -> KnownFederations:
    """The shipped ones and the user's, as their files are now."""
    try:
        own = sorted(path for path in own_folder().iterdir() if path.suffix.casefold() == _ENDING and path.is_file())
    except OSError:  # no such folder, or no permission to read it: there are none
        own = []
    return _known(tuple((path, _content(path)) for path in own))


def _content(path: Path) -> bytes | None:
    """The content of ``path``, up to the size of a data file; None if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError:
        return None


@lru_cache(maxsize=2)
def _known(own: tuple[tuple[Path, bytes | None], ...]) -> KnownFederations:
    found = {each.id: each for each in shipped_federations()}
    by_user: dict[str, Path] = {}
    faulty = []
    for path, content in own:
        try:
            if content is None:
                raise DataFileUnreadable((FieldFault("", mark("the file cannot be read")),))
            federation = read_federation(content)
            if federation.id in by_user:
                other = by_user[federation.id].name
                raise DataFileUnreadable((FieldFault("id", mark("{file} has the same", file=other)),))
        except DataFileUnreadable as error:
            faulty.append(FaultyFile(path, error.faults))
        else:
            found[federation.id] = federation
            by_user[federation.id] = path
    return KnownFederations(tuple(found.values()), tuple(faulty))


@lru_cache
def shipped_federations() -> tuple[Federation, ...]:
    """The federations that ship with the program."""
    paths = sorted(assets.path("federations").glob(f"*{_ENDING}"))
    return tuple(read_federation(path.read_bytes()) for path in paths)
