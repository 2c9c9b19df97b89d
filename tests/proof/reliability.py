"""Writes ``docs/reliability.md`` from what the parts came to, and from nothing else.

No text here or in a part holds a digit: every figure of the document stands in a file of ``tests/proof/results``.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.proof.part import Part

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "reliability.md"
HEAD = """\
# Reliability

`make proof` wrote this page, all of it: each part tries seeded cases, and keeps what became of them in
`tests/proof/results`. Nobody edits it; a test holds it to those files. A case is made again from its seed, so every
line can be tried by whoever doubts it. `SCALE=` makes a run longer or shorter, `ONLY=` takes one part, and a run that
was killed goes on where it was. A part that was tried on a smaller scale than its full one says so. Each part has a
test that plants a fault into the program, or into what the part is given, and sees it found.
"""
NEVER = "This part has not been tried yet."


def write_document(parts: Sequence[Part], results: Path, document: Path = DOCUMENT) -> None:
    """Write the document from the ``results`` that there are."""
    document.write_text(text_of(parts, results), encoding="utf-8")


def text_of(parts: Sequence[Part], results: Path) -> str:
    """The document as it must be."""
    kept = {
        part.name: json.loads(path.read_text(encoding="utf-8"))
        for part in parts
        if (path := _path(part, results)).exists()
    }
    return "\n".join(
        [HEAD, *_summary(parts, kept), *(line for part in parts for line in _section(part, kept.get(part.name)))]
    )


def _path(part: Part, results: Path) -> Path:
    return results / f"{part.name}.json"


def _summary(parts: Sequence[Part], kept: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield "| part | tried | against the promise |"
    yield "|---|---|---|"
    for part in parts:
        result = kept.get(part.name)
        tried = "–" if result is None else f"{_number(result['cases'])} {part.counted}"
        failed = "–" if result is None else _failed(result)
        yield f"| {part.title} | {tried} | {failed} |"
    yield ""


def _failed(result: Mapping[str, Any]) -> str:
    return _number(result["failed"]) if result["failed"] else "none"


def _section(part: Part, result: Mapping[str, Any] | None) -> Iterator[str]:
    yield f"## {part.title}"
    yield ""
    yield part.promise
    yield ""
    if result is None:
        yield from (NEVER, "")
        return
    full = "" if result["cases"] >= result["full"] else f" of the {_number(result['full'])} at full scale"
    yield from _facts(
        {
            "Command": f"`make proof ONLY={part.name} SCALE={result['scale']:g}`",
            "Tried": f"{_number(result['cases'])} {part.counted}{full}",
            "Seeds": f"{result['first seed']} to {result['last seed']}",
            "Against the promise": _failed(result),
            "Time": f"{_number(result['seconds'])} seconds of one processor, {result['processes']} at a time",
            "Machine": result["machine"],
            "Commit": result["commit"],
            "Date": result["date"],
        }
    )
    yield from _table("what was done and seen", result["counts"])
    yield from _table("allowed for", result["remarks"])
    if result["failures"]:
        shown = len(result["failures"])
        yield "What went against the promise" + (f" (the first {shown}):" if shown < result["failed"] else ":")
        yield ""
        yield from (f"    {line}" for failure in result["failures"] for line in failure.splitlines())
        yield ""


def _facts(facts: Mapping[str, str]) -> Iterator[str]:
    yield from (f"- {name}: {value}" for name, value in facts.items())
    yield ""


def _table(heading: str, counts: Mapping[str, int]) -> Iterator[str]:
    if not counts:
        return
    yield f"| {heading} | |"
    yield "|---|--:|"
    yield from (f"| {_cell(what)} | {_number(count)} |" for what, count in counts.items())
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _number(number: int) -> str:
    return str(number)


def figures_in(texts: Iterable[str]) -> set[str]:
    """Every run of digits in ``texts``."""

    return {figure for text in texts for figure in re.findall(r"\d+", text)}
