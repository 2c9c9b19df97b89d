"""The wheel has everything that the program reads, and nothing else."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.test_setup import ROOT, repository_files

PACKAGES = ("assets", "reports", "tournament", "ui")
FOR_HELP = ("docs/guide/*/*.md", "docs/samples/*")
"""Documents that the help of the window shows, and the files to which they lead."""
NOT_READ = re.compile(
    r"assets/(\w+/((build|train|make_\w+)\.py|search_\w+\.(py|c))|tiles/drawing/.*|locale/[\w-]+\.txt)|.*\.po",
)
"""What makes other files, and what only tests read."""


def test_the_wheel_has_what_the_program_reads() -> None:
    wheel = pytest.importorskip("hatchling.builders.wheel", reason="asks the builder of wheels")
    builder = wheel.WheelBuilder(str(ROOT))
    there = {Path(each.distribution_path).as_posix() for each in builder.recurse_included_files()}
    files = {path.as_posix() for path in repository_files() if path.parts[0] in PACKAGES}
    of_help = {f"assets/{path.relative_to('docs').as_posix()}" for path in repository_files()
               if any(path.match(pattern) for pattern in FOR_HELP)}  # fmt: skip
    assert len(of_help) > 10
    assert there == {file for file in files if not NOT_READ.fullmatch(file)} | of_help
    for kind in ("ttf", "svg", "wav", "mo", "md", "toml", "jsonl", "html", "css", "js", "json", "png"):
        assert any(file.startswith("assets/") and file.endswith(f".{kind}") for file in there), kind
    assert "assets/notices.md" in there


def test_the_wheel_is_built_of_what_the_source_has() -> None:
    targets = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    taken = {*targets["wheel"]["packages"], *targets["wheel"]["force-include"]}
    assert taken <= {*targets["sdist"]["only-include"]}
