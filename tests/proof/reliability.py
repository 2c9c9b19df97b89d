"""Writes ``docs/reliability.md``, and the page with its details, from the results of the parts and of ``make windows``.

No text here or in a part contains a digit: every figure of the pages is in a file of ``tests/proof/results``.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from tests.proof.part import Part
from tests.proof.runner import FRESHNESS, RESULTS, SHORT, WINDOWS, note_freshness

_DOCUMENTS = Path(__file__).resolve().parents[2] / "docs"
DOCUMENT = _DOCUMENTS / "reliability.md"
DETAILS = _DOCUMENTS / "reliability" / "details.md"
_HEAD = """\
# Reliability

What the program promises, how often that was tried with random events, faults and input, and
whether the code that it rests on has changed since. Each line leads to its details: what exactly
was tried, on which machine, and the command that tries it again.
"""
_FOOT = """“Unchanged”{on} means that the code is the same as when the promise was tried, apart from comments.
A promise on code that has changed is not broken: the ordinary tests run at every change, and these
long searches are repeated from time to time. `make proof-age` compares the results with the code of
today, and names what has changed, folder by folder.
"""
_DETAILS_HEAD = """\
# Reliability: details

`make proof` writes this page and the [overview](../reliability.md), and `make windows` writes the
last section. Each part tries seeded cases and stores what it counted, with every failure, in
`tests/proof/results`. The pages are never edited by hand; a test compares them with those files.
Every case can be repeated from its seed. `SCALE=` makes a run longer or shorter, `ONLY=` selects
one part, and a run that was interrupted continues where it stopped. `make proof SHORT=yes` tries a
share of each part that is spread over all its cases; its results never replace those of a whole
run. Each part has a test that plants a fault in the program, or in the input of the part, and
checks that the part finds it.
"""
_WIDTH = 100
"""Columns of a paragraph."""
_NAMED = 3
"""As many changed folders are named one by one."""
NEVER = "This part has not been tried yet."
_WINDOWS_TITLE = "Windows, as emulated by Wine"
_WINDOWS_BRIEF = "The program runs on Windows, as far as Wine shows that."
_WINDOWS_HEAD = f"""\
## {_WINDOWS_TITLE}

`make windows` sets up a CPython for Windows under Wine on Debian. It calls the command line there,
opens the window on a virtual X server, and runs the tests of what depends on the system: files,
streams, settings, networks, windows, papers, and the programs that these start. Rules, the draw,
standings and the words of each language are the same on every system, and their tests are left out.
Exports for programs are compared byte for byte with what Linux exports from the same file. An event
that is served there is joined from Linux.

This was Wine, not Windows. Wine makes no symbolic links, plays no sound, and gives no console for
Ctrl+Break to a program on pipes; Qt's monitors can only be plugged in on Linux, and PostgreSQL is
not installed: tests that need these are skipped and say so. What another program does to an open
file on Windows, such as an antivirus or a synchronised folder, is simulated by tests on every
system.
"""


class _Kept:
    """The results that there are, and which code they rest on had changed when that was noted."""

    def __init__(self, results: Path) -> None:
        self._results = results
        noted = self.of(Path(FRESHNESS).stem) or {"date": "", "changed": {}}
        self.date: str = noted["date"]
        self._changed: dict[str, list[str] | None] = noted["changed"]

    def of(self, name: str) -> dict[str, Any] | None:
        """The result of this name; None without one."""
        path = self._results / f"{name}.json"
        found: dict[str, Any] | None = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        return found

    def since(self, name: str) -> str:
        """What of the code of this result has changed since; many folders by those that they are in."""
        changed = self._changed.get(name)
        if changed is None:
            return "not known"
        if len(changed) > _NAMED:
            return f"changed: much of {', '.join(sorted({folder.partition('/')[0] for folder in changed}))}"
        return f"changed: {', '.join(changed)}" if changed else "unchanged"


def write_pages(parts: Sequence[Part]) -> None:
    """Note which code has changed since each result, and write both pages."""
    note_freshness(parts)
    for path, text in pages(parts, RESULTS).items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def pages(parts: Sequence[Part], results: Path) -> dict[Path, str]:
    """Return the text of each page, from the ``results`` that there are."""
    kept = _Kept(results)
    foot = fill(_FOOT.format(on=f" (on {kept.date})" if kept.date else ""), _WIDTH) + "\n"
    details = [_DETAILS_HEAD, *(line for part in parts for line in _section(part, kept)), *_windows(kept)]
    return {DOCUMENT: "\n".join([_HEAD, *_table(parts, kept), foot]), DETAILS: "\n".join(details)}


def _table(parts: Sequence[Part], kept: _Kept) -> Iterator[str]:
    yield "| promise | tried | failed | on | its code since |"
    yield "|---|---|---|---|---|"
    for part in parts:
        result = kept.of(part.name)
        told = "–" if result is None else _amount(part, result)
        yield _row(part.brief, part.title, told, part.name, kept, result and _failed(result))
    windows = kept.of(WINDOWS)
    told = "–" if windows is None else f"{windows['tests']['passed']} tests"
    failed = windows and (len(windows["wrong calls"]) + len(windows["failed tests"]) or "none")
    yield _row(_WINDOWS_BRIEF, _WINDOWS_TITLE, told, WINDOWS, kept, failed)
    yield ""


def _row(brief: str, title: str, tried: str, name: str, kept: _Kept, failed: object) -> str:
    result = kept.of(name)
    cells = ("–", "–", "–") if result is None else (str(failed), result["date"], kept.since(name))
    return f"| {' | '.join((f'[{brief}](reliability/{DETAILS.name}#{_anchor(title)})', tried, *cells))} |"


def _anchor(title: str) -> str:
    """The name of a heading in an address, as Markdown makes it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _amount(part: Part, result: Mapping[str, Any]) -> str:
    if part.shown:
        return f"{result['counts'].get(part.shown, 0)} {part.shown.partition(':')[0]}"
    of = "" if result["cases"] >= result["full"] else f"of {result['full']} "
    return " ".join((str(result["cases"]), f"{of}{part.counted}"))


def _failed(result: Mapping[str, Any]) -> str:
    return str(result["failed"]) if result["failed"] else "none"


def _section(part: Part, kept: _Kept) -> Iterator[str]:
    """A part: what it promises, its last whole run and its last short run."""
    yield f"## {part.title}"
    yield ""
    yield fill(part.promise, _WIDTH)
    yield ""
    found = [(name, kept.of(name)) for name in (part.name, f"{SHORT}/{part.name}")]
    runs = [(name, result) for name, result in found if result is not None]
    if not runs:
        yield from (NEVER, "")
        return
    columns = [_facts_of(part, result, kept.since(name)) for name, result in runs]
    yield "| | " + " | ".join(_name_of(result) for _, result in runs) + " |"
    yield "|---" * (len(columns) + 1) + "|"
    yield from (f"| {name} | {' | '.join(column[name] for column in columns)} |" for name in columns[0])
    yield ""
    for _, result in runs:
        if result["failures"]:
            yield from _failures(result)


def _name_of(result: Mapping[str, Any]) -> str:
    return (
        "short run"
        if result["scale"] == SHORT
        else "whole run"
        if result["cases"] >= result["full"]
        else "part of a run"
    )


def _facts_of(part: Part, result: Mapping[str, Any], since: str) -> dict[str, str]:
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
        "Commit": f"{result['commit']}, {result['date']}",
        "Its code since": since,
    }


def _failures(result: Mapping[str, Any]) -> Iterator[str]:
    shown = len(result["failures"])
    yield f"What failed in the {_name_of(result)}" + (f" (the first {shown}):" if shown < result["failed"] else ":")
    yield ""
    yield from (f"    {line}" for failure in result["failures"] for line in failure.splitlines())
    yield ""


def _windows(kept: _Kept) -> Iterator[str]:
    yield _WINDOWS_HEAD
    result = kept.of(WINDOWS)
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
            "Commit": f"{result['commit']}, {result['date']}",
            "Its code since": kept.since(WINDOWS),
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
