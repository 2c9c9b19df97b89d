"""What is generated is listed, with the command that makes it, and the repository has what the command makes."""

import re
from pathlib import Path

import pytest

from tests.docs import draw_sizes, event_schema
from tests.generated import GENERATORS, ROOT, Generator
from tests.pictures.repeatable import unused_pictures

_WRITTEN_BY_HAND = {"Caddyfile", "compose.yaml", "desks.conf", "hall.Caddyfile", "nginx.conf"}


def made_by(generator: Generator) -> set[Path]:
    return {path for pattern in generator.files for path in ROOT.glob(pattern)}


def test_every_file_of_the_documents_that_is_not_prose_is_generated() -> None:
    generated = set().union(*map(made_by, GENERATORS))
    files = {path for path in (ROOT / "docs").rglob("*") if path.is_file() and path.suffix != ".md"}
    assert {
        path.relative_to(ROOT).as_posix() for path in files - generated if path.name not in _WRITTEN_BY_HAND
    } == set()


@pytest.mark.parametrize("pattern", [pattern for generator in GENERATORS for pattern in generator.files])
def test_each_pattern_has_files(pattern: str) -> None:
    assert list(ROOT.glob(pattern))


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda each: " ".join(each.command[1:]))
def test_each_command_exists(generator: Generator) -> None:
    module = generator.command[1]
    assert module == "pytest" or ROOT.joinpath(*module.split(".")).with_suffix(".py").exists()


def test_the_schema_is_that_of_the_facts() -> None:
    written = (ROOT / "docs" / "event.schema.json").read_text(encoding="utf-8")
    assert written == event_schema.text(), "make generated QUICK=yes"


def test_the_sizes_of_draws_are_those_that_the_proof_stored() -> None:
    page, summary = (ROOT / "docs" / name for name in (draw_sizes.PAGE, draw_sizes.SUMMARY))
    assert page.read_text(encoding="utf-8") == draw_sizes.text(), "make generated QUICK=yes"
    assert summary.read_text(encoding="utf-8") == draw_sizes.with_summary(summary.read_text(encoding="utf-8"))


def test_every_picture_is_shown_by_a_document_or_a_package() -> None:
    assert {path.name for path in unused_pictures()} == set(), "make pictures"


def test_make_generated_makes_them_all() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    target = re.search(r"^generated: (.*?) ##.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert target is not None
    assert "translations" in target[1].split()
    assert ".ci/notices.py" in target[2]
    assert "-m tests.generated" in target[2]
