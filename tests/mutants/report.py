"""Writes the results of the mutants as a section of docs/mutants.md."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.planting import Mutant
from tests.mutants.rooms import Room

_SAME = Path(__file__).with_name("equivalent.txt")


@dataclass(frozen=True, slots=True)
class Tried:
    """A mutant, and whether every test passed in spite of it."""

    mutant: Mutant
    survived: bool


def equivalent() -> dict[tuple[str, str], str]:
    """Mutants that behave like the program, by file and change, each with the reason: no test can notice them."""
    found = {}
    for line in _SAME.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            path, rest = line.split(" | ", 1)
            change, reason = rest.rsplit(" | ", 1)  # a change may have the sign too
            found[path, change.strip()] = reason.strip()
    return found


def write_section(document: Path, room: Room, tried: Sequence[Tried], sample: float, seed: int) -> str:
    """Replace the figures of a room in the document, and return them as a line."""
    known = equivalent()
    survivors = [each.mutant for each in tried if each.survived]
    same = [mutant for mutant in survivors if _key(mutant) in known]
    left = [mutant for mutant in survivors if _key(mutant) not in known]
    caught, of = len(tried) - len(survivors), len(tried) - len(same)
    share = f"{100 * caught / of:.1f}" if of else "100"
    part = "" if sample >= 1 else f" ({100 * sample:g} % of its mutants, by seed {seed})"
    figures = f"{caught} of {of} caught: {share} %{part}"
    if not room.only:
        lines = [f"## {room.path}", "", f"{figures}; {len(same)} more are equivalent to the program."]
        for title, mutants in (("Not caught", left), ("Equivalent", same)):
            if mutants:
                lines += ["", f"{title}:", "", *(_line(mutant, known) for mutant in mutants)]
        _replace(document, room.path, "\n".join(lines) + "\n")
    return f"{room.only or room.path}: {figures}"


def is_listed(document: Path, room: Room, mutant: Mutant) -> bool:
    """Whether the section of the room says that this mutant was not caught."""
    return _line(mutant, {}) in _section(document, room).split("\nEquivalent:")[0].splitlines()


def lists_line(document: Path, room: Room, path: Path, line: str) -> bool:
    """Whether the section of the room names a mutant of this ``line`` of the file at ``path``."""
    start = f"- {_inside(path.as_posix())}: `"
    return any(each.startswith(start) and line in each for each in _section(document, room).splitlines())


def write_caught(document: Path, room: Room, tried: Sequence[Tried]) -> str:
    """Count mutants that were listed as not caught, and are caught now; return the new figures as a line.

    A line that the same change makes of several places of a file stays as long as one of these is not caught.
    """
    known: dict[tuple[str, str], str] = {}
    caught_now, survived = ({_line(each.mutant, known) for each in tried if each.survived is survives}
                            for survives in (False, True))  # fmt: skip
    listed = _section(document, room).splitlines()
    kept = [line for line in listed if line not in caught_now - survived]
    section = "\n".join(kept)
    found = re.search(r"(\d+) of (\d+) caught: [\d.]+ %", section)
    assert found is not None, "the room was tried before"
    caught, of = int(found[1]) + len(listed) - len(kept), int(found[2])
    figures = f"{caught} of {of} caught: {100 * caught / of:.1f} %"
    section = section.replace(found[0], figures)
    _replace(document, room.path, re.sub(r"\nNot caught:\n\s*(?=\nEquivalent:|\Z)", "", section).rstrip() + "\n")
    return f"{room.path}: {figures}"


def _section(document: Path, room: Room) -> str:
    parts = re.split(r"(?m)^(?=## )", document.read_text(encoding="utf-8"))
    return next((part for part in parts if part.startswith(f"## {room.path}\n")), "")


def _key(mutant: Mutant) -> tuple[str, str]:
    return mutant.path, _change(mutant)


def _change(mutant: Mutant) -> str:
    return f"{mutant.removed} → {mutant.added}"


def _line(mutant: Mutant, known: dict[tuple[str, str], str]) -> str:
    reason = known.get(_key(mutant))
    return f"- {_inside(mutant.path)}: `{mutant.removed}` → `{mutant.added}`" + (f": {reason}" if reason else "")


def _inside(path: str) -> str:
    """A path as the document writes it, without the folder of the part."""
    return path.split("/", 2)[-1]


def _replace(document: Path, room: str, section: str) -> None:
    text = document.read_text(encoding="utf-8")
    parts = re.split(r"(?m)^(?=## )", text)
    head, sections = parts[0], {part.split("\n", 1)[0]: part for part in parts[1:]}
    sections[section.split("\n", 1)[0]] = section
    ordered = [sections[title].rstrip() + "\n" for title in sorted(sections)]
    document.write_text(head.rstrip() + "\n\n" + "\n".join(ordered), encoding="utf-8")
