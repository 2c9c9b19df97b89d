"""What the parts of a page are, for readers who hear it: headings, tables, pictures, in reading order."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from reports.writers.pdf.embedding import hexadecimal


class Tag(Enum):
    """What a part is; the value is PDF's word."""

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


@dataclass(slots=True, eq=False)
class Element:
    """A part with its own parts, and the marks on pages that draw it."""

    tag: Tag
    parent: "Element | None" = None
    alternative: str = ""
    """What a picture shows, in words."""
    parts: list["Element | tuple[int, int]"] = field(default_factory=list)
    """Parts in reading order; a mark is a page, from 0, and a number on it."""

    def add(self, tag: Tag, alternative: str = "") -> "Element":
        """A new last part."""
        made = Element(tag, self, alternative)
        self.parts.append(made)
        return made


def write_structure(
    document: Element,
    pages: list[str],
    marks: list[list[Element]],
    reserve: Callable[[], str],
    put: Callable[[str, bytes], None],
) -> str:
    """Put the tree into the file, whose ``pages`` are references; give the reference to its root.

    ``marks`` are the elements by page and number. ``reserve`` gives the reference of an object that ``put`` fills.
    """
    root, by_page = reserve(), reserve()
    elements = _prepared(document)
    references = {id(element): reserve() for element in elements}
    for element in elements:
        parent = root if element.parent is None else references[id(element.parent)]
        put(references[id(element)], _object(element, parent, pages, references))
    numbers = " ".join(
        f"{page} [{' '.join(references[id(element)] for element in elements)}]" for page, elements in enumerate(marks)
    )
    put(by_page, f"<</Nums [{numbers}]>>".encode("ascii"))
    put(
        root,
        f"<</Type /StructTreeRoot /K {references[id(document)]} /ParentTree {by_page} "
        f"/ParentTreeNextKey {len(pages)}>>".encode("ascii"),
    )
    return root


def _prepared(element: Element) -> list[Element]:
    """``element`` and all below it, parents first, without those that nothing was drawn of."""
    element.parts = [part for part in element.parts if not isinstance(part, Element) or _stays(part)]
    found = [element]
    for part in element.parts:
        if isinstance(part, Element):
            found += _prepared(part)
    return found


def _stays(element: Element) -> bool:
    """Whether anything was drawn of it; an empty cell keeps the others under their heads."""
    if element.tag in (Tag.CELL, Tag.COLUMN_HEAD):
        return True
    return any(not isinstance(part, Element) or _stays(part) for part in element.parts)


def _object(element: Element, parent: str, pages: list[str], references: dict[int, str]) -> bytes:
    if len(element.parts) == 1 and element.tag is Tag.CELL:  # nearly all there are
        part = element.parts[0]
        if not isinstance(part, Element):
            return f"<</S /TD /P {parent} /Pg {pages[part[0]]} /K {part[1]}>>".encode("ascii")
    own_page = next((part[0] for part in element.parts if not isinstance(part, Element)), None)
    kids = []
    for part in element.parts:
        if isinstance(part, Element):
            kids.append(references[id(part)])
        elif part[0] == own_page:
            kids.append(str(part[1]))
        else:
            kids.append(f"<</Type /MCR /Pg {pages[part[0]]} /MCID {part[1]}>>")
    entries = f"/S /{element.tag.value} /P {parent}"
    if own_page is not None:
        entries += f" /Pg {pages[own_page]}"
    if kids:
        entries += f" /K {kids[0]}" if len(kids) == 1 else f" /K [{' '.join(kids)}]"
    if element.alternative:
        entries += f" /Alt {hexadecimal(element.alternative)}"
    if element.tag is Tag.COLUMN_HEAD:
        entries += " /A <</O /Table /Scope /Column>>"
    return f"<<{entries}>>".encode("ascii")
