"""Calls of the command line in this process: exit code and what was printed, or the error that escaped."""

import io
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.proof.part import temporary_folder
from ui.cli.__main__ import run

_HOME = "QUATRE_VENTS_HOME"


@dataclass(frozen=True, slots=True)
class Answer:
    """What one call answered; ``escaped`` is the end of a traceback where an error got out."""

    code: int
    out: str
    err: str
    escaped: str = ""


def call(*words: str | Path | int, stdin: bytes = b"") -> Answer:
    """Call the program with ``words`` and what it reads."""
    written = io.BytesIO(), io.BytesIO()
    streams = [io.TextIOWrapper(data, encoding="utf-8", newline="") for data in (io.BytesIO(stdin), *written)]
    escaped, code = "", -1
    with _standard(*streams):
        try:
            code = run([str(word) for word in words])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        except Exception as error:  # noqa: BLE001 – whatever escapes is what is looked for
            escaped = "".join(traceback.format_exception(error)[-2:]).strip()
    for stream in streams[1:]:
        stream.flush()
    out, err = (data.getvalue().decode("utf-8", "replace") for data in written)
    return Answer(code, out, err, escaped)


@contextmanager
def own_home() -> Iterator[None]:
    """A folder of its own for what the program keeps: no case finds the copies that another one made."""
    before = os.environ.get(_HOME)
    with temporary_folder(in_memory=True) as folder:
        os.environ[_HOME] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ[_HOME]
            else:
                os.environ[_HOME] = before


@contextmanager
def _standard(*streams: io.TextIOWrapper) -> Iterator[None]:
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
