"""JSON is read into typed values from any thread, and by one module alone."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tournament.files import typed_json

ROOT = Path(__file__).parents[3]
OWN = Path(typed_json.__file__)
EXAMINE_TYPES = frozenset(("decode", "convert", "Decoder"))
MODULES = frozenset(("msgspec", "msgspec.json", "json"))
THREADS = """
import sys
from threading import Barrier, Thread

from msgspec import defstruct

from tournament.files.typed_json import convert, decode

sys.setswitchinterval(1e-6)
TYPES = []
for number in range(150):
    inner = defstruct(f"Inner{number}", [("name", str), ("values", dict[str, int])])
    TYPES.append(defstruct(f"Outer{number}", [("own", inner), ("others", list[inner] | None, None)]))
together = Barrier(4)


def read(which):
    for kind in TYPES:
        together.wait()
        if which % 2:
            found = decode(b'{"own": {"name": "x", "values": {"a": 1}}, "others": [{"name": "y", "values": {}}]}', kind)
        else:
            found = convert({"own": {"name": "x", "values": {"a": 1}}, "others": [{"name": "y", "values": {}}]}, kind)
        assert found.others[0].name == "y"


threads = [Thread(target=read, args=(which,)) for which in range(4)]
for each in threads:
    each.start()
for each in threads:
    each.join()
print("all read")
"""


def test_threads_that_meet_a_type_for_the_first_time_at_once_all_read_it() -> None:
    """With msgspec's own functions this ends with a segmentation fault."""
    done = subprocess.run([sys.executable, "-c", THREADS], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "all read\n", "")


def examining(source: str) -> Iterator[str]:
    """The functions and classes of msgspec in ``source`` that examine a type."""
    for node in ast.walk(ast.parse(source)) if "msgspec" in source else ():
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "msgspec":
            yield from (name.name for name in node.names if name.name in EXAMINE_TYPES)
        elif isinstance(node, ast.Attribute) and node.attr in EXAMINE_TYPES and ast.unparse(node.value) in MODULES:
            yield ast.unparse(node)


def test_the_search_finds_what_examines_types() -> None:
    assert set(examining(OWN.read_text(encoding="utf-8"))) == {"Decoder", "msgspec.convert"}
    assert list(examining("from msgspec import json\njson.decode(b'', type=int)")) == ["json.decode"]


@pytest.mark.parametrize("part", ["tournament", "reports", "ui"])
def test_types_are_examined_by_one_module(part: str) -> None:
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in (ROOT / part).rglob("*.py")
        if path != OWN and (names := list(examining(path.read_text(encoding="utf-8"))))
    }
    assert not found
