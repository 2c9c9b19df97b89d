"""Tries mutants, one a line of standard input, in the copy of the program in which it is started.

What tests need besides the program is imported once; each mutant then has a process of its own, forked from here.
"""

import contextlib
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import hypothesis
import hypothesis.stateful
import pytest

_LATER = 100
"""Seconds that the first mutant's file seems newer, and each further one's a second more.

So no compiled file of the original or of another mutant, which a program started by a test may leave, passes for it.
"""
_ALREADY = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
"""That Hypothesis is imported before pytest is what makes a mutant quick."""
_PROFILE = hypothesis.settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=(hypothesis.Phase.explicit, hypothesis.Phase.reuse, hypothesis.Phase.generate),
    suppress_health_check=list(hypothesis.HealthCheck),
)
"""The same examples for every mutant, and none is made smaller: one failure is enough."""


def main() -> None:
    """Answer each line with how its mutant ended: the exit code of pytest, or nothing when time was up."""
    hypothesis.settings.register_profile("mutants", _PROFILE)
    for later, line in enumerate(sys.stdin, start=_LATER):
        task = json.loads(line)
        path = Path(task["path"])
        original, seen = path.read_bytes(), path.stat()
        if task["code"] is not None:
            path.write_text(task["code"], encoding="utf-8")
            os.utime(path, (seen.st_atime, seen.st_mtime + later))
        start = time.monotonic()
        try:
            code = _run(task)
        finally:
            path.write_bytes(original)
            os.utime(path, (seen.st_atime, seen.st_mtime))
        print(json.dumps({"code": code, "seconds": time.monotonic() - start}), flush=True)


def _run(task: dict[str, Any]) -> int | None:
    child = os.fork()
    if not child:
        _test(task)
    until = time.monotonic() + task["limit"]
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _test(task: dict[str, Any]) -> None:
    """In the child: run the tests quietly, up to the first failure, and end."""
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.dont_write_bytecode = task["code"] is not None
    arguments = ["-x", "-q", "--hypothesis-profile=mutants", "-p", "no:cacheprovider", "-p", "no:xdist", *_ALREADY]
    os._exit(int(pytest.main([*arguments, *task["tests"]])))


if __name__ == "__main__":
    main()
