"""What GitHub runs: nothing that others can move, nothing typed by strangers in a shell, and only what is here.

`make workflows` asks actionlint and zizmor for everything else.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
_RUN = re.compile(r"^( +)(?:- )?run: (?:\|\n((?:\1 +.*\n|\n)+)|(.+)\n)", re.MULTILINE)


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.stem)
def text(request: pytest.FixtureRequest) -> str:
    path: Path = request.param
    return path.read_text(encoding="utf-8")


def commands(text: str) -> list[str]:
    """What the steps run in a shell."""
    found = [block or line for _, block, line in _RUN.findall(text)]
    assert len(found) == len(re.findall(r"\brun: ", text))
    return found


def test_actions_and_images_are_named_by_their_hash(text: str) -> None:
    for action in re.findall(r"uses: (?!\./)(.+)", text):
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)
    for image in re.findall(r"(?:container|image): (?!\$)(.+)", text):
        assert re.fullmatch(r"[\w.:-]+@sha256:[0-9a-f]{64}", image)


def test_a_job_may_do_nothing_that_it_does_not_name(text: str) -> None:
    assert "\npermissions: {}\n" in text
    jobs = re.split(r"^  (?=\w+:\n)", text.partition("\njobs:\n")[2], flags=re.MULTILINE)[1:]
    assert jobs
    assert [job for job in jobs if "    permissions:\n" not in job] == []


def test_no_expression_becomes_part_of_a_command(text: str) -> None:
    assert [command for command in commands(text) if "${{" in command] == []


def test_what_is_run_is_here(text: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in commands(text):
        for words in re.findall(r"^ *make ([a-z -]+)$", command, re.MULTILINE):
            assert [word for word in words.split() if f"\n{word}: " not in makefile] == []
        assert [name for name in re.findall(r"(?<![\w/])\.ci/[\w./]+", command) if not (ROOT / name).exists()] == []
