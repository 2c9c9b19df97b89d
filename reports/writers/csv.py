"""CSV by RFC 4180: UTF-8 with a byte order mark, numbers exact.

A document of several sections becomes one table, with the section's label in the first column. Where a section has
other columns than the one before, their headings stand before its rows.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from reports.document import Column, Document
from reports.writers.atomic_file import Progress, atomic_file
from reports.writers.paper import PageSize
from reports.writers.wording import exact_field
from tournament.language import Language


def write(
    document: Document,
    path: Path,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,  # noqa: ARG001  # every writer is called alike
    progress: Progress | None = None,
) -> None:
    """Write the tables of ``document`` to ``path``; ``page_size`` changes nothing. Raises ExportFailed."""
    rows = sum(len(section.table.rows) for section in document.sections)
    with atomic_file(path) as unfinished, unfinished.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        for done, row in enumerate(_rows(document, language)):
            writer.writerow(row)
            if progress:
                progress(done, rows)


def _rows(document: Document, language: Language) -> Iterator[list[str]]:
    labelled = document.section_name is not None
    before: tuple[Column, ...] | None = None
    for section in document.sections:
        if section.table.columns != before:
            before = section.table.columns
            headings = [column.heading for column in before]
            yield [
                exact_field(heading, language) for heading in ([document.section_name] if labelled else []) + headings
            ]
        label = [exact_field(section.label, language)] if labelled else []
        for row in section.table.rows:
            yield label + [exact_field(cell, language) for cell in row]
