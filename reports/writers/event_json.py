"""JSON of the complete event: its journal, and for readers the resulting state."""

from pathlib import Path

from reports.document import Document
from reports.event_json import event_lines
from reports.writers.atomic_file import Progress, Steps, atomic_file
from reports.writers.paper import PageSize
from tournament.language import Language


def write(
    document: Document,
    path: Path,
    language: Language,  # noqa: ARG001  # what it holds is the same in every language
    *,
    page_size: PageSize = PageSize.A4,  # noqa: ARG001  # every writer is called alike
    progress: Progress | None = None,
) -> None:
    """Write the event of ``document`` to ``path``, for its owner only, like an event file. Raises ExportFailed."""
    if document.whole is None:
        raise ValueError("only a report of the whole event is written as JSON")
    with atomic_file(path, progress) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as file:
        steps = Steps(progress)
        steps(0, 1)
        unfinished.chmod(0o600)
        for piece in event_lines(document.whole, steps.beat):
            file.write(piece)
            steps.beat()
