"""The files of the repository that are generated, and how: ``make generated`` makes them all again.

python -m tests.generated [--quick | --pictures] makes them; with --quick, only those that are no pictures, and with
--pictures, only the pictures. Pictures that no document shows are removed.
"""

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.pictures.repeatable import unused_pictures

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Generator:
    """A command and the files that it writes."""

    command: tuple[str, ...]
    """What follows ``python``, started in the root of the repository."""
    files: tuple[str, ...]
    """Patterns of the files, from the root; a file that several generators match is made by the first of them."""
    takes_pictures: bool = False
    """Whether it draws with this machine's Qt or browser, so that the bytes differ from one machine to another."""


def _pictures(module: str, target: str, *files: str) -> Generator:
    return Generator(("-m", f"tests.pictures.{module}", target), files, takes_pictures=True)


GENERATORS = (
    Generator(("-m", "assets.tiles.build"), ("assets/tiles/full/*.svg", "assets/tiles/small/*.svg")),
    Generator(("-m", "assets.sounds.build"), ("assets/sounds/*.wav",)),
    Generator(("-m", "assets.sample.make_sample"), ("assets/sample/*.csv", "assets/sample/record.jsonl")),
    Generator(("-m", "assets.sample.make_games"), ("assets/sample/*-*.jsonl",)),
    Generator(("-m", "tests.docs.samples", "docs/samples"), ("docs/samples/*",)),
    Generator(("-m", "tests.docs.draw_sizes", "docs"), ("docs/draw-sizes.md",)),
    Generator(("-m", "tests.docs.event_schema", "docs/event.schema.json"), ("docs/event.schema.json",)),
    Generator(("-m", "tests.docs.command_reference", "docs/cli/reference.md"), ("docs/cli/reference.md",)),
    Generator(
        ("-m", "pytest", "-q", "-m", "reviewed", "--update-golden"),
        (
            *("docs/analysts.md", "docs/cli/*.md", "docs/rights.md", "tests/proof/causes/*"),
            *("tests/reports/golden/*", "tests/reports/structure/*"),
            *("tests/reports/writers/files/*", "tests/reports/writers/geometry/*"),
            *("tests/tournament/draw/draws/*", "tests/tournament/ledger/*.txt", "tests/tournament/ledger/journals/*"),
            *("tests/tournament/rulesets/descriptions/*", "tests/tournament/rulesets/outcomes/*"),
            *("tests/tournament/rulesets/riichi/reviewed/*", "tests/ui/cli/transcripts/*"),
            *("tests/ui/entry/tiles/*", "tests/ui/entry/typing/*"),
            *("tests/ui/public/transcripts/*", "tests/ui/server/transcripts/*"),
        ),
    ),
    _pictures("tile_sheet", "docs/pictures/tiles.png", "docs/pictures/tiles.png"),
    _pictures("papers", "docs/pictures/papers", "docs/papers.md", "docs/pictures/papers/*.png"),
    _pictures("site", "docs/pictures/site", "docs/pictures/site/live-*.png", "docs/pictures/site/site-*.png"),
    _pictures("table", "docs/pictures/site", "docs/pictures/site/table-*.png"),
    _pictures("stream", "docs/pictures/stream", "docs/pictures/stream/*.png"),
    _pictures("browser_screens", "docs/pictures", "docs/pictures/screen-browser-*.png"),
    _pictures("screens", "docs/pictures", "docs/pictures/screen-*.png"),
    _pictures("guide", "docs/pictures", "docs/pictures/*-*-*.png"),
)
"""Without the translations (``make translations``) and the notices (``make lock``), which ``make generated`` makes
too."""


def main() -> int:
    """Make the files, and return 1 if a generator failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    some = parser.add_mutually_exclusive_group()
    some.add_argument("--quick", action="store_true", help="take no pictures")
    some.add_argument("--pictures", action="store_true", help="only take the pictures")
    asked = parser.parse_args()
    failed = []
    for generator in GENERATORS:
        if not (asked.quick if generator.takes_pictures else asked.pictures):
            command = " ".join(("python", *generator.command))
            print(command, flush=True)
            environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
            made = subprocess.run(
                [sys.executable, *generator.command], cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=False
            )
            if made.returncode:
                sys.stdout.write(made.stdout.decode(errors="replace"))
                failed.append(command)
    if not asked.quick:
        for path in unused_pictures():
            path.unlink()
    for command in failed:
        print(f"failed: {command}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
