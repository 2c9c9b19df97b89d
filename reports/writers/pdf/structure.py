"""The structure of pages for screen readers: headings, tables, pictures, in reading order."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from reports.writers.pdf.embedding import hexadecimal
from tournament.language import without_isolates


class Tag(Enum):
    """The type of a part; the value is PDF's name."""

    DOCUMENT = "Document"
    SECTION = "Sect"
    TITLE = "H1"
    HEADING = "H2"
    PARAGRAPH = "P"
    TABLE = "Table"
    ROW = "TR"
    COLUMN_HEAD = "TH"
    CELL = "TD"
    FIGURE = "Figure"

    __hash__ = object.__hash__  # Enum's own looks up the name each time


TAG_NAMES = {tag: tag.value for tag in Tag}
"""PDF's names, for what is written very often."""


@dataclass(slots=True, eq=False)
class Element:
    """A part with its own parts, and the marks on pages that draw it."""

    tag: Tag
    parent: "Element | None" = None
    alternative: str = ""
    """What a picture shows, in words."""
    parts: list["Element | tuple[int, int]"] = field(default_factory=list)
    """Parts in reading order; a mark is a page, from 0, and its number on the page."""
    reference: str = ""
    """Reference to its object in the file, once the tree is written."""

    def add(self, tag: Tag, alternative: str = "") -> "Element":
        """Add a new last part."""
        made = Element(tag, self, alternative)
        self.parts.append(made)
        return made


def write_structure(
    document: Element,
    pages: list[str],
    marks: list[list[Element]],
    reserve: Callable[[int], int],
    put: Callable[[int, bytes], None],
    beat: Callable[[], None],
) -> str:
    """Put the tree into the file, whose ``pages`` are references; return the reference to its root.

    ``marks`` are the elements by page and number. ``reserve`` reserves object numbers, which ``put`` fills, and returns
    the first. ``beat`` is called often, and may raise to cancel.
    """
    elements = _prepared(document, beat)
    root = reserve(2 + len(elements))
    by_page, first = root + 1, root + 2
    for number, element in enumerate(elements, start=first):
        element.reference = f"{number} 0 R"
    for number, element in enumerate(elements, start=first):
        parent = f"{root} 0 R" if element.parent is None else element.parent.reference
        put(number, _object(element, parent, pages))
    numbers = " ".join(
        f"{page} [{' '.join([element.reference for element in elements])}]" for page, elements in enumerate(marks)
    )
    put(by_page, f"<</Nums [{numbers}]>>".encode("ascii"))
    put(
        root,
        f"<</Type /StructTreeRoot /K {document.reference} /ParentTree {by_page} 0 R "
        f"/ParentTreeNextKey {len(pages)}>>".encode("ascii"),
    )
    return f"{root} 0 R"


def _prepared(document: Element, beat: Callable[[], None]) -> list[Element]:
    """``document`` and everything below it, parents first, without parts that were not drawn."""
    found: list[Element] = []
    waiting = [document]
    while waiting:
        element = waiting.pop()
        found.append(element)
        if len(found) % _A_BEAT == 0:
            beat()
        if element.tag in _LEAVES and len(element.parts) == 1:  # nearly all of them
            continue
        element.parts = [part for part in element.parts if not isinstance(part, Element) or _stays(part)]
        waiting += [part for part in reversed(element.parts) if isinstance(part, Element)]
    return found


_A_BEAT = 2000
_LEAVES = (Tag.CELL, Tag.COLUMN_HEAD)
"""Tags of parts that contain only marks, no further parts."""


def _stays(element: Element) -> bool:
    """Whether it was drawn; an empty cell stays, to keep the others under their headings."""
    if element.tag in _LEAVES:
        return True
    return any(not isinstance(part, Element) or _stays(part) for part in element.parts)


def _object(element: Element, parent: str, pages: list[str]) -> bytes:
    if len(element.parts) == 1 and element.tag is Tag.CELL:  # nearly all of them
        part = element.parts[0]
        if not isinstance(part, Element):
            return f"<</S /TD /P {parent} /Pg {pages[part[0]]} /K {part[1]}>>".encode("ascii")
    own_page = next((part[0] for part in element.parts if not isinstance(part, Element)), None)
    kids = []
    for part in element.parts:
        if isinstance(part, Element):
            kids.append(part.reference)
        elif part[0] == own_page:
            kids.append(str(part[1]))
        else:
            kids.append(f"<</Type /MCR /Pg {pages[part[0]]} /MCID {part[1]}>>")
    entries = f"/S /{TAG_NAMES[element.tag]} /P {parent}"
    if own_page is not None:
        entries += f" /Pg {pages[own_page]}"
    if kids:
        entries += f" /K {kids[0]}" if len(kids) == 1 else f" /K [{' '.join(kids)}]"
    if element.alternative:
        entries += f" /Alt {hexadecimal(without_isolates(element.alternative))}"
    if element.tag is Tag.COLUMN_HEAD:
        entries += " /A <</O /Table /Scope /Column>>"
    return f"<<{entries}>>".encode("ascii")
