"""What the registration desk gives away on paper or as a file: papers for the door, and a person's data."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from reports.document import Document
from tournament.event.problem import Problem, Refused
from tournament.files.user_folders import documents_folder
from tournament.files.writing import write_whole
from tournament.language import Text, mark
from tournament.use_cases import View
from tournament.use_cases.copies import safe_name
from tournament.use_cases.person_export import person_json
from tournament.use_cases.private_data import Person
from ui.desktop.dialogs.files import choose_new_json, folder_of
from ui.desktop.kit.page import Page
from ui.desktop.pages.report_dialogs import show_built
from ui.desktop.translation import translator

Paper = Callable[[View, Sequence[Person], datetime], Document]


class DeskPapers:
    """The papers of a page that shows people."""

    def __init__(self, page: Page, people: Callable[[], Sequence[Person]]) -> None:
        """``people`` returns everybody."""
        self._page, self._people = page, people

    def show(self, title: Text, make: Paper) -> None:
        """Show a paper about everybody."""
        view, people = self._page.view, self._people()
        if view is not None:
            show_built(self._page.controller, view, title,
                       lambda view, options: make(view, people, options.printed), self._page)  # fmt: skip

    def path_of_data(self, person: Person) -> Path | None:
        """Ask where the data of ``person`` are written; None if the user cancels."""
        folder = folder_of(self._page.controller.book.place) or documents_folder()
        return choose_new_json(self._page, folder / f"{safe_name(person.registration.name)}.json")


def person_export(view: View, person: Person, path: Path) -> Callable[[], Path]:
    """Return what writes the data of ``person`` to ``path`` in another thread, and returns the path.

    It raises Refused if there is such a file, OSError if it cannot be written.
    """
    own, translate = View(view.journal, view.memory.copy(), damaged=view.damaged), translator.translate

    def export() -> Path:
        if path.exists():
            text = mark("“{path}” already exists: choose another name. Nothing was changed.", path=str(path))
            raise Refused(Problem("file-exists", text, "out"))
        write_whole(path, person_json(own, person, translate))
        return path

    return export
