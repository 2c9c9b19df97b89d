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
from tests.proof.runner import AGES, SHORT

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "reliability.md"
HEAD = """\
# Reliability

`make proof` writes this page, and `make windows` writes its last section. Each part tries seeded
cases and stores what it counted, with every failure, in `tests/proof/results`. The page is never
edited by hand; a test compares it with those files. Every case can be repeated from its seed, so
anyone can check any line. `SCALE=` makes a run longer or shorter, `ONLY=` selects one part, and a
run that was killed continues where it stopped. A part that was tried at less than its full scale
says so. `make proof SHORT=yes` tries a share of each part that is spread over all its cases; its
results stand beside those of the last whole run and never replace them. Each part has a test that
plants a fault in the program, or in the input of the part, and checks that the part finds it.
"""
_AGES = "A result is as old as the number of commits made since. `make proof-age` counts them today."
_WIDTH = 100
"""Columns of a paragraph."""
NEVER = "This part has not been tried yet."
WINDOWS = "windows"
"""The name of what ``make windows`` came to; it is no part of the proof."""
_WINDOWS_HEAD = """\
## Windows, as emulated by Wine

`make windows` sets up a CPython for Windows under Wine on Debian. It calls the command line there,
opens the window on a virtual X server, and runs the tests that depend on the system: files,
streams, settings, languages, windows, sharing. Exports for programs are compared byte for byte with
what Linux exports from the same file. An event that is served there is joined from Linux.

This was Wine, not Windows. Wine makes no symbolic links, plays no sound, and gives no console for
Ctrl+Break to a program on pipes; Qt's monitors can only be plugged in on Linux, and PostgreSQL is
not installed: tests that need these are skipped and say so. What another program does to an open
file on Windows, such as an antivirus or a synchronised folder, is simulated by tests on every
system.
"""


def write_document(parts: Sequence[Part], results: Path, document: Path = DOCUMENT) -> None:
    """Write the document from the ``results`` that there are."""
    document.write_text(text_of(parts, results), encoding="utf-8")


def text_of(parts: Sequence[Part], results: Path) -> str:
    """The document as it must be."""
    kept = {name: _read(results / f"{name}.json") for part in parts for name in (part.name, f"{SHORT}/{part.name}")}
    noted = _read(results / AGES) or {"ages": {}}
    ages = {name: _age(age) for name, age in noted["ages"].items()}
    return "\n".join(
        [
            HEAD,
            *_written(noted),
            *_summary(parts, kept, ages),
            *(
                line
                for part in parts
                for line in _section(
                    part, [(kept[name], ages.get(name, "–")) for name in (part.name, f"{SHORT}/{part.name}")]
                )
            ),
            *_windows(_read(results / f"{WINDOWS}.json"), ages.get(WINDOWS, "–")),
        ]
    )


def _read(path: Path) -> dict[str, Any] | None:
    found: dict[str, Any] | None = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
    return found


def _age(commits: int | None) -> str:
    return "unknown" if commits is None else str(commits)


def _written(noted: Mapping[str, Any]) -> Iterator[str]:
    text = (
        f"{_AGES} Those of this page were counted at commit {noted['commit']} on {noted['date']}."
        if noted["ages"]
        else _AGES
    )
    yield fill(text, _WIDTH)
    yield ""


def _summary(
    parts: Sequence[Part], kept: Mapping[str, Mapping[str, Any] | None], ages: Mapping[str, str]
) -> Iterator[str]:
    yield "| part | whole run | failed | commits ago | short run | failed | commits ago |"
    yield "|---|---|---|--:|---|---|--:|"
    for part in parts:
        whole, short = part.name, f"{SHORT}/{part.name}"
        cells = (*_short_cells(part, kept[whole], ages.get(whole)), *_short_cells(part, kept[short], ages.get(short)))
        yield f"| {part.title} | {' | '.join(cells)} |"
    yield ""


def _short_cells(part: Part, result: Mapping[str, Any] | None, age: str | None) -> tuple[str, str, str]:
    if result is None:
        return "–", "–", "–"
    return f"{result['cases']} {part.counted}", _failed(result), age or "–"


def _failed(result: Mapping[str, Any]) -> str:
    return str(result["failed"]) if result["failed"] else "none"


def _section(part: Part, runs: Sequence[tuple[Mapping[str, Any] | None, str]]) -> Iterator[str]:
    """A part: what it promises, its last whole run and its last short run, each with its age."""
    yield f"## {part.title}"
    yield ""
    yield fill(part.promise, _WIDTH)
    yield ""
    columns = [_facts_of(part, result, age) for result, age in runs if result is not None]
    if not columns:
        yield from (NEVER, "")
        return
    yield "| | " + " | ".join(_name_of(result) for result, _ in runs if result is not None) + " |"
    yield "|---" * (len(columns) + 1) + "|"
    yield from (f"| {name} | {' | '.join(column[name] for column in columns)} |" for name in columns[0])
    yield ""
    for result, _ in runs:
        if result is not None and result["failures"]:
            yield from _failures(result)


def _name_of(result: Mapping[str, Any]) -> str:
    return (
        "short run"
        if result["scale"] == SHORT
        else "whole run"
        if result["cases"] >= result["full"]
        else "part of a run"
    )


def _facts_of(part: Part, result: Mapping[str, Any], age: str) -> dict[str, str]:
    short = result["scale"] == SHORT
    scale = "SHORT=yes" if short else f"SCALE={result['scale']:g}"
    full = "" if result["cases"] >= result["full"] else f" of the {result['full']} at full scale"
    less = ", each of them shorter" if short and part.run_short is not None else ""
    return {
        "Command": f"`make proof ONLY={part.name} {scale}`",
        "Tried": f"{result['cases']} {part.counted}{full}{less}",
        "Seeds": f"{result['first seed']} to {result['last seed']}" + (", spread" if short else ""),
        "Failed": _failed(result),
        "Time": f"{result['seconds']} seconds of one processor, {result['processes']} at a time",
        "Machine": result["machine"],
        "Commit": f"{result['commit']}, {age} commits before this page",
        "Date": result["date"],
    }


def _failures(result: Mapping[str, Any]) -> Iterator[str]:
    shown = len(result["failures"])
    yield f"What failed in the {_name_of(result)}" + (f" (the first {shown}):" if shown < result["failed"] else ":")
    yield ""
    yield from (f"    {line}" for failure in result["failures"] for line in failure.splitlines())
    yield ""


def _windows(result: Mapping[str, Any] | None, age: str) -> Iterator[str]:
    yield _WINDOWS_HEAD
    if result is None:
        yield from (NEVER, "")
        return
    tests = ", ".join(f"{count} {kind}" for kind, count in sorted(result["tests"].items()))
    yield from _facts(
        {
            "Command": "`make windows`",
            "Calls of the command line": f"{result['calls']}, {len(result['wrong calls']) or 'none'} wrong",
            "Window": result["window"] or "opened on an event, and its picture taken",
            "Tests": tests,
            "Machine": result["machine"],
            "Commit": f"{result['commit']}, {age} commits before this page",
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


def figures_in(texts: Iterable[str]) -> set[str]:
    """Every run of digits in ``texts``."""

    return {figure for text in texts for figure in re.findall(r"\d+", text)}
