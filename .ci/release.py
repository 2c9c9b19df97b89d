"""Makes the program ready to be released, and says whether it is: docs/how-to/release.md.

``python .ci/release.py cut patch|minor|major`` writes the next version and gives it what CHANGELOG.md has under
Unreleased. With ``--candidate`` the version is its first release candidate, such as 1.1.0rc1; ``cut candidate`` makes
the next one, and ``cut final`` the version itself. ``version`` prints the version; ``notes`` prints what changed in
it; ``check [TAG]`` names what is missing for a release.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("major", "minor", "patch")
UNRELEASED = "Unreleased"
_VERSION = re.compile(r'(?<=^__version__ = ")\d+\.\d+\.\d+(?:rc\d+)?(?="$)', re.MULTILINE)
_ADDRESSES = {"RELEASES": "the window could not look for newer versions", "WEBSITE": "About would not lead to the page"}
_SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)


def version(root: Path) -> str:
    """The version of the program, which only ``ui/__init__.py`` has."""
    (found,) = _VERSION.findall((root / "ui" / "__init__.py").read_text(encoding="utf-8"))
    return str(found)


def sections(root: Path) -> dict[str, str]:
    """The sections of CHANGELOG.md by their headings, newest first."""
    _, *parts = _SECTION.split((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    return {heading: text.strip() for heading, text in zip(parts[::2], parts[1::2], strict=True)}


def notes(root: Path) -> str:
    """What CHANGELOG.md says of the version; empty when it has nothing."""
    return next((text for heading, text in sections(root).items() if _numbered(heading)[0] == version(root)), "")


def next_version(now: str, kind: str, *, candidate: bool = False) -> str:
    """The version after ``now``: its part called ``kind`` is one more, and those behind are 0.

    After a release candidate, ``candidate`` is the next one, and ``final`` the version itself. SystemExit for another
    kind after a candidate, and for these two after a version.
    """
    base, _, number = now.partition("rc")
    if bool(number) != (kind in ("candidate", "final")):
        sys.exit(f"{now} is {'a' if number else 'no'} release candidate: “cut {kind}” does not follow it.")
    if kind == "final":
        return base
    if kind == "candidate":
        return f"{base}rc{int(number) + 1}"
    parts, place = [int(part) for part in base.split(".")], KINDS.index(kind)
    new = ".".join(map(str, (*parts[:place], parts[place] + 1, *[0] * (len(KINDS) - place - 1))))
    return f"{new}rc1" if candidate else new


def cut(root: Path, kind: str, today: date, *, candidate: bool = False) -> str:
    """Write the next version and its heading. SystemExit when nothing has changed since the last.

    The changes of the release candidates of a version are those of the version.
    """
    now = version(root)
    new = next_version(now, kind, candidate=candidate)
    if kind != "final" and not sections(root).get(UNRELEASED):
        sys.exit(f"CHANGELOG.md has nothing under {UNRELEASED}.")
    changes, module = root / "CHANGELOG.md", root / "ui" / "__init__.py"
    text = changes.read_text(encoding="utf-8")
    if kind == "final":
        text = re.sub(rf"^## {re.escape(new)}rc\d+, .*\n\n", "", text, flags=re.MULTILINE)
    heading = f"## {UNRELEASED}\n\n## {new}, {today}"
    changes.write_text(re.sub(rf"^## {UNRELEASED}$", heading, text, count=1, flags=re.MULTILINE), encoding="utf-8")
    module.write_text(_VERSION.sub(new, module.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    return new


def missing(root: Path, tag: str | None) -> Iterator[str]:
    """What is missing for a release of what is here, under ``tag``."""
    now = version(root)
    if tag is not None and tag != f"v{now}":
        yield f"The tag is {tag}, and the version in ui/__init__.py is {now}: the tag of that is v{now}."
    found = sections(root)
    if next(iter(found), "") != UNRELEASED:
        yield f"The first section of CHANGELOG.md is not {UNRELEASED}."
    elif found[UNRELEASED]:
        yield f"CHANGELOG.md has changes under {UNRELEASED}: “cut” gives them a version."
    latest, day = next((_numbered(heading) for heading in found if heading != UNRELEASED), ("", ""))
    if latest != now:
        yield f"The newest version of CHANGELOG.md is {latest or 'not there'}, and that of ui/__init__.py {now}."
    elif not _is_date(day):
        yield f"CHANGELOG.md has no date for {now}, such as “## {now}, 2026-11-27”."
    elif not notes(root):
        yield f"CHANGELOG.md says nothing of {now}."
    kept = f"tests/tournament/storage/files/{now.rpartition('.')[0]}"
    if not (root / kept).is_dir():
        yield f"No event files of this release are kept: python -m tests.proof.kept_files {kept}"
    module = (root / "ui" / "__init__.py").read_text(encoding="utf-8")
    for name, loss in _ADDRESSES.items():
        if re.search(rf'^{name} = "https://.+"$', module, re.MULTILINE) is None:
            yield f"{name} in ui/__init__.py is empty: {loss}."
    if "urls" not in tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]:
        yield "pyproject.toml has no table project.urls: nobody would find the source and where to ask."
    if tag is not None and (changed := changed_files(root)):
        yield f"Files were changed since the commit of the tag: {', '.join(changed)}"


def changed_files(root: Path) -> list[str]:
    """The files that differ from the last commit, or that it does not have."""
    said = subprocess.run(["git", "status", "--porcelain", "-z"], cwd=root, check=True, capture_output=True, text=True)
    return [line[3:] for line in said.stdout.split("\0") if line]


def _numbered(heading: str) -> tuple[str, str]:
    """The version of a heading and its date, or what is there instead."""
    number, _, day = heading.partition(", ")
    return number, day


def _is_date(text: str) -> bool:
    try:
        return str(date.fromisoformat(text)) == text
    except ValueError:
        return False


def main(arguments: Sequence[str]) -> int:
    """Carry out one command."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    cuts = commands.add_parser("cut")
    cuts.add_argument("kind", choices=(*KINDS, "candidate", "final"))
    cuts.add_argument("--candidate", action="store_true", help="make its first release candidate")
    commands.add_parser("version")
    commands.add_parser("notes")
    commands.add_parser("check").add_argument("tag", nargs="?")
    asked = parser.parse_args(arguments)
    match asked.command:
        case "cut":
            print(cut(ROOT, asked.kind, datetime.now(UTC).date(), candidate=asked.candidate))
        case "version":
            print(version(ROOT))
        case "notes":
            print(notes(ROOT))
        case _:
            problems = list(missing(ROOT, asked.tag))
            print("\n".join(problems or [f"{version(ROOT)} can be released."]))
            return 1 if problems else 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
