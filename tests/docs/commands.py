"""Carries out commands of the program one after the other, in one process; tests.docs.follow starts it.

It reads a list of calls, each its words, and writes one answer for each that was carried out: its exit code and what
it wrote. It stops at the first that fails.
"""

import json
import sys

from tests.ui.cli.conftest import call_program


def main() -> None:
    """Read the calls from standard input, and write the answers to standard output."""
    answers = []
    for words in json.load(sys.stdin):
        answer = call_program(*words)
        answers.append((answer.code, answer.out, answer.err))
        if answer.code:
            break
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
