"""Parquet: the frame of a report with its dtypes, exact numbers as numerator and denominator."""

from pathlib import Path

from reports.document import Document
from reports.frames import with_exact_parts
from reports.writers.atomic_file import Progress, atomic_file
from reports.writers.paper import PageSize
from tournament.language import Language


def write(
    document: Document,
    path: Path,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,  # noqa: ARG001  # every writer is called alike
    progress: Progress | None = None,
) -> None:
    """Write the frame of ``document`` to ``path``, with event, fingerprint and state as metadata. Raises
    ExportFailed."""
    if document.records is None:
        raise ValueError("only a report that has a frame is written as Parquet")
    with atomic_file(path, progress) as unfinished:
        frame = with_exact_parts(document.records(language).frame())
        frame.attrs = {
            "event": document.event,
            "fingerprint": document.fingerprint,
            "provisional": document.provisional,
        }
        if progress:
            progress(0, 1)
        frame.to_parquet(unfinished, engine="pyarrow", index=False)
