"""Make the public page of an event and write it to its place."""

import hashlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import assert_never

from reports.writers.atomic_file import Progress
from tournament.language import Language, mark
from tournament.use_cases import View
from ui.web_host.failures import SiteNotWritten
from ui.web_host.place import NO_LOGIN, PAGE, FolderPlace, Login, SftpPlace, SitePlace

_NO_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class WrittenSite:
    """A page that was written."""

    place: SitePlace
    size: int
    """In bytes."""
    fingerprint: str
    """The fingerprint of the event up to its last entry."""
    state: str
    """What it shows, as :func:`public_state` returns it."""


def write_site(
    view: View,
    place: SitePlace,
    language: Language,
    *,
    printed: datetime,
    login: Login = NO_LOGIN,
    progress: Progress | None = None,
) -> WrittenSite:
    """Make the page of ``view`` and write it to ``place``; the old page stays complete until it is replaced.

    Raise SiteNotWritten, or ExportFailed if a file in a folder cannot be written.
    """
    match place:
        case FolderPlace():
            fingerprint = _write_page(view, place.file, language, printed, progress)
            return WrittenSite(place, place.file.stat().st_size, fingerprint, public_state(view))
        case SftpPlace():
            with TemporaryDirectory(prefix="quatre-vents-") as folder:
                from ui.web_host.sftp import upload

                page = Path(folder) / PAGE
                fingerprint = _write_page(view, page, language, printed, progress)
                upload(page, place, login, progress)
                return WrittenSite(place, page.stat().st_size, fingerprint, public_state(view))
        case _:
            assert_never(place)


def public_state(view: View) -> str:
    """A hash of what the page of ``view`` shows, without the time at which it is made."""
    from reports.catalogue import ReportOptions, build, report_called

    report = report_called("site")
    assert report is not None, "a report of the program"
    document = build(report, view, ReportOptions(_NO_MOMENT))
    shown = repr((view.settings.language, replace(document, fingerprint=""), document.logo))
    return hashlib.sha256(shown.encode("utf-8", "surrogatepass")).hexdigest()


def make_folder(place: FolderPlace) -> None:
    """Create the folder of ``place`` if it does not exist. Raise SiteNotWritten, also if its parent does not exist."""
    folder = place.file.parent
    try:
        folder.mkdir(exist_ok=True)
    except FileNotFoundError:
        text = mark(
            "The folder {folder} does not exist, nor does the folder above it: is the USB "
            "stick or the network share connected?",
            folder=str(folder),
        )
        raise SiteNotWritten(text) from None
    except OSError as error:
        text = mark("The folder {folder} cannot be created: {reason}. Choose another place.", folder=str(folder),
                    reason=error.strerror or str(error))  # fmt: skip
        raise SiteNotWritten(text) from error


def _write_page(view: View, path: Path, language: Language, printed: datetime, progress: Progress | None) -> str:
    from reports.catalogue import Format, ReportOptions, build, report_called, write

    report = report_called("site")
    assert report is not None, "a report of the program"
    document = build(report, view, ReportOptions(printed))
    write(document, path, Format.HTML, language, progress=progress)
    return document.fingerprint
