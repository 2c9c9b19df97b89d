"""Writes ``docs/reliability.md`` from the results of the parts and of ``make windows``, and from nothing else.

No text here or in a part contains a digit: every figure of the document is in a file of ``tests/proof/results``.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from tests.proof.part import Part

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "reliability.md"
HEAD = """\
# Reliability

`make proof` writes this page, and `make windows` writes its last section. Each part tries seeded
cases and stores the outcome in `tests/proof/results`. The page is never edited by hand; a test
compares it with those files. Every case can be repeated from its seed, so anyone can check any
line. `SCALE=` makes a run longer or shorter, `ONLY=` selects one part, and a run that was killed
continues where it stopped. A part that was tried at less than its full scale says so. Each part has
a test that plants a fault in the program, or in the input of the part, and checks that the part
finds it.
"""
_WIDTH = 100
"""Columns of a paragraph."""
NEVER = "This part has not been tried yet."
WINDOWS = "windows"
"""The name of what ``make windows`` came to; it is no part of the proof."""
_WINDOWS_HEAD = """\
## Windows, as emulated by Wine

`make windows` sets up a CPython for Windows under Wine on Debian. It calls the command line there,
opens the window on a virtual X server, and runs the tests that depend on the system: files,
streams, settings, languages, windows. Exports for programs are compared byte for byte with what
Linux exports from the same file.

This was Wine, not Windows. Wine makes no symbolic links and plays no sound, and Qt's monitors can
only be plugged in on Linux: tests that need these are skipped and say so. What another program does
to an open file on Windows, such as an antivirus or a synchronised folder, is simulated by tests on
every system.
"""


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
        [
            HEAD,
            *_summary(parts, kept),
            *(line for part in parts for line in _section(part, kept.get(part.name))),
            *_windows(results / f"{WINDOWS}.json"),
        ]
    )


def _path(part: Part, results: Path) -> Path:
    return results / f"{part.name}.json"


def _summary(parts: Sequence[Part], kept: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield "| part | tried | failed |"
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
    yield fill(part.promise, _WIDTH)
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
            "Failed": _failed(result),
            "Time": f"{_number(result['seconds'])} seconds of one processor, {result['processes']} at a time",
            "Machine": result["machine"],
            "Commit": result["commit"],
            "Date": result["date"],
        }
    )
    yield from _table("done and observed", result["counts"])
    yield from _table("exceptions allowed", result["remarks"])
    if result["failures"]:
        shown = len(result["failures"])
        yield "What failed" + (f" (the first {shown}):" if shown < result["failed"] else ":")
        yield ""
        yield from (f"    {line}" for failure in result["failures"] for line in failure.splitlines())
        yield ""


def _windows(path: Path) -> Iterator[str]:
    yield _WINDOWS_HEAD
    if not path.exists():
        yield from (NEVER, "")
        return
    result = json.loads(path.read_text(encoding="utf-8"))
    tests = ", ".join(f"{_number(count)} {kind}" for kind, count in sorted(result["tests"].items()))
    yield from _facts(
        {
            "Command": "`make windows`",
            "Calls of the command line": f"{_number(result['calls'])}, {len(result['wrong calls']) or 'none'} wrong",
            "Window": result["window"] or "opened on an event, and its picture taken",
            "Tests": tests,
            "Machine": result["machine"],
            "Commit": result["commit"],
            "Date": result["date"],
        }
    )
    if wrong := (*result["wrong calls"], *result["failed tests"]):
        yield "What was wrong:"
        yield ""
        yield from (f"    {line}" for line in wrong)
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
