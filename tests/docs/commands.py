"""Carries out commands of the program one after the other, in one process; tests.docs.follow starts it.

It reads a list of calls, each its words, and writes one answer for each that was carried out: its exit code and what
it wrote. It stops at the first that fails.
"""

import json
import sys
from collections.abc import Iterable, Sequence

from tests.ui.cli.conftest import call_program


def carry_out(calls: Iterable[Sequence[str]]) -> list[tuple[int, str, str]]:
    """The answers to ``calls``, up to the first that fails: exit code, and what was written to each stream."""
    answers = []
    for words in calls:
        answer = call_program(*words)
        answers.append((answer.code, answer.out, answer.err))
        if answer.code:
            break
    return answers


def main() -> None:
    """Read the calls from standard input, and write the answers to standard output."""
    json.dump(carry_out(json.load(sys.stdin)), sys.stdout)


if __name__ == "__main__":
    main()
