"""The page for analysts: its examples run, print what it shows, and its list of columns is the one of the program."""

import contextlib
import io
import re
from pathlib import Path

import pandas as pd
import pytest

from reports.frames import COLUMNS, EventFrames
from tests.docs.follow import ROOT
from tests.examples.events import sample_event
from tests.reviewed import Reviewed
from tournament.storage import write_event

PAGE = ROOT / "docs" / "analysts.md"
_BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FRAMES = "`event.columns` is the following list as a frame.\n"


@pytest.mark.thorough
def test_the_examples_print_what_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reviewed: Reviewed) -> None:
    write_event(tmp_path / "cup.qv", [entry.record for entry in sample_event().journal])
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    printed = ""
    shown = []
    for match in _BLOCK.finditer(page):
        language, text = match.groups()
        if language == "text":
            shown.append((match, printed))
            continue
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(text, str(PAGE), "exec"), names)  # noqa: S102  # the examples of the page
        printed = out.getvalue()
    for match, printed in reversed(shown):
        page = page[: match.start(2)] + printed + page[match.end(2) :]
    reviewed(PAGE, page)
    assert len(shown) >= 3
    assert "standings.parquet" in {path.name for path in tmp_path.iterdir()}
    read_again = pd.read_parquet(tmp_path / "standings.parquet")
    assert str(read_again.dtypes["table_points_numerator"]) == "Int64"


def test_the_columns_are_those_of_the_program(reviewed: Reviewed) -> None:
    page = PAGE.read_text(encoding="utf-8")
    beginning, _, _listed = page.partition(_FRAMES)
    wanted = "".join(_section(name) for name in COLUMNS)
    reviewed(PAGE, beginning + _FRAMES + wanted)


def _section(name: str) -> str:
    """The part of the page about one frame."""
    described = _descriptions()[name]
    lines = [f"\n### {name}\n", described, "", "| column | dtype | what it says |", "|---|---|---|"]
    lines += [f"| `{column.name}` | {column.kind.dtype} | {column.meaning} |" for column in COLUMNS[name]]
    return "\n".join(lines) + "\n"


def _descriptions() -> dict[str, str]:
    """What a row of each frame is: the words under the fields of EventFrames."""
    source = Path(ROOT, "reports", "frames", "event.py").read_text(encoding="utf-8")
    found = dict(re.findall(r'^    (\w+): "DataFrame"\n    """(.*?)"""', source, re.MULTILINE | re.DOTALL))
    assert set(found) <= set(EventFrames.__dataclass_fields__)
    return found
