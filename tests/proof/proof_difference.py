"""Counts how often the slip that was planted is named: ``python -m tests.proof.proof_difference``."""

from tests.proof.slips import PLANTS, counted

if __name__ == "__main__":
    print(f"{'planted':46} times first three found alone")
    for kind in PLANTS:
        count = counted(kind, 200)
        print(f"{kind:46} {count.planted:5} {count.first:5} {count.three:5} {count.found:5} {count.alone:5}")
