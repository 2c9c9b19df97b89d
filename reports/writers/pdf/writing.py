"""Write documents as PDF files: one document to a file, or several papers together."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from reports.document import Document
from reports.writers.atomic_file import ExportFailed, Progress, Steps, atomic_file
from reports.writers.paper import PageSize
from reports.writers.pdf.badges import write_badges
from reports.writers.pdf.certificates import write_certificates
from reports.writers.pdf.logo import put_logo_into
from reports.writers.pdf.pages import MARGIN, draw_foot, draw_frame, draw_page_head, page_frame, write_tables
from reports.writers.pdf.paragraphs import write_paragraphs
from reports.writers.pdf.pen import Pen
from reports.writers.pdf.placards import draw_role, write_signs
from reports.writers.pdf.player_forms import MATRIX_HIGH, draw_matrix, write_cards
from reports.writers.pdf.ruling_slip import write_slips
from reports.writers.pdf.score_sheet import Forms
from reports.writers.wording import author, foot, one_line
from tournament.language import Language, Text, mark
from tournament.use_cases.view import no_garbage_collection

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

_STEPS = 100
"""Steps that each paper of several is reported as."""


def write(
    document: Document,
    path: Path,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,
    progress: Progress | None = None,
) -> None:
    """Write ``document`` to ``path``: tables with heads on every page, or one form per page. Raises ExportFailed."""
    _write([(document.title, document)], document.title, path, language, page_size, progress)


def write_together(
    papers: Sequence[tuple[Text, Document]],
    title: Text,
    path: Path,
    language: Language,
    *,
    page_size: PageSize = PageSize.A4,
    double_sided: bool = False,
    progress: Progress | None = None,
) -> None:
    """Write ``papers`` of one event, one after the other, to one file with this ``title``. Raises ExportFailed.

    The outline of the file lists each paper with its title. A document may be there several times: it is listed once.
    With ``double_sided`` each paper begins on an odd page, so that it is on sheets of its own.
    """
    _write(papers, title, path, language, page_size, progress, listed=True, double_sided=double_sided)


def _write(
    papers: Sequence[tuple[Text, Document]],
    title: Text,
    path: Path,
    language: Language,
    page_size: PageSize,
    progress: Progress | None,
    *,
    listed: bool = False,
    double_sided: bool = False,
) -> None:
    from reports.writers.pdf.canvas import About, PageCanvas

    first = papers[0][1]
    about = About(
        title=one_line(f"{language.render(title)} – {first.event}"),
        subject=one_line(language.render(foot(first))),
        author=author(first),
        language=language.code,
        printed=first.printed,
    )
    language = language.for_readers
    with no_garbage_collection(), atomic_file(path, progress) as unfinished:
        canvas = PageCanvas(unfinished, page_size.value, about)
        steps = Steps(progress) if progress else None
        if steps:
            canvas.beat = steps.beat
        if first.logo:
            _put_logo_into(canvas, first.logo, path)
        for place, (name, document) in enumerate(papers):
            if double_sided and canvas.getPageNumber() % 2 == 0:
                canvas.showPage()
            if listed:
                repeated = any(document is earlier for _, earlier in papers[:place])
                canvas.begin_paper("" if repeated else one_line(language.render(name)))
            drawn = None if steps is None else _part_of(steps, place, len(papers)) if listed else steps
            _draw(canvas, document, language, page_size, drawn)
        canvas.save()


def _part_of(progress: Progress, place: int, papers: int) -> Progress:
    """The progress of the paper at ``place``, as a part of all ``papers``."""

    def report(done: int, steps: int) -> None:
        progress(place * _STEPS + _STEPS * done // max(steps, 1), papers * _STEPS)

    return report


def _draw(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    """Draw all pages of ``document``."""
    form_language = language.each[0]  # these have no room for two languages
    if document.slips:
        write_slips(canvas, document, form_language, page_size, progress)
    elif document.badges:
        write_badges(canvas, document, form_language, page_size, progress)
    elif document.signs:
        write_signs(canvas, document, form_language, page_size, progress)
    elif document.certificates:
        write_certificates(canvas, document, form_language, page_size, progress)
    elif document.cards:
        write_cards(canvas, document, form_language, page_size, progress)
    elif document.matrices:
        _write_matrices(canvas, document, form_language, page_size, progress)
    elif document.role_sheets:
        _write_roles(canvas, document, language, page_size, progress)
    elif document.score_sheets:
        _write_forms(canvas, document, language, page_size, progress)
    elif document.paragraphs:
        write_paragraphs(canvas, document, language, page_size, progress)
    else:
        write_tables(canvas, document, language, page_size, progress)


def _put_logo_into(canvas: "PageCanvas", image: bytes, path: Path) -> None:
    try:
        put_logo_into(canvas, image)
    except ValueError as error:
        text = mark("The logo of the event cannot be read: remove it or choose another one on the page Event.")
        raise ExportFailed(text, path) from error


def _write_forms(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    forms = Forms(Pen(canvas), document, language, page_size)
    parts = [(form, part) for form in document.score_sheets for part in range(forms.pages(form))]
    for number, (form, part) in enumerate(parts, start=1):
        if progress:
            progress(number - 1, len(parts))
        forms.draw(form, part, page=number, pages=len(parts))
        canvas.showPage()


def _write_matrices(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    frame = page_frame(document, language, *page_size.value)
    room = frame.top - frame.bottom
    a_page = max(1, int(room // MATRIX_HIGH))
    pages = [document.matrices[first : first + a_page] for first in range(0, len(document.matrices), a_page)]
    for number, matrices in enumerate(pages, start=1):
        if progress:
            progress(number - 1, len(pages))
        pen = Pen(canvas)
        draw_frame(pen, frame, document, language, number, len(pages))
        for place, form in enumerate(matrices):
            top = frame.top + 6 - place * room / a_page
            if form.heading is not None:
                pen.bookmark(one_line(language.render(form.heading)), top + 12, level=1)
            draw_matrix(pen, form, language, left=MARGIN, top=top, wide=frame.room)
        canvas.showPage()


def _write_roles(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    pen = Pen(canvas)
    for number, sheet in enumerate(document.role_sheets, start=1):
        if progress:
            progress(number - 1, len(document.role_sheets))
        headed = replace(document, title=sheet.role)
        frame = page_frame(headed, language, *page_size.value)
        pen.bookmark(one_line(language.render(sheet.role)), frame.high)
        draw_page_head(pen, frame, headed, language)
        draw_role(pen, sheet, language, left=MARGIN, top=frame.top, wide=frame.room, high=frame.top - frame.bottom)
        with pen.decoration():
            draw_foot(pen, frame, headed, language, number, len(document.role_sheets))
        canvas.showPage()
