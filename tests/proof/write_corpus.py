"""Writes the shipped corpus from the published engine: ``python -m tests.proof.write_corpus``."""

import json
import sys
from pathlib import Path

from tests.examples.gold import GOLD
from tests.proof import published
from tests.random_hands import hands

COUNT = 1200


def main() -> int:
    """Write the gold hands and a seeded sample, each with its points."""
    calculate = published.engine()
    if calculate is None:
        print("PyMahjongGB is not installed.")
        return 3
    texts = dict.fromkeys([gold.hand for gold in GOLD] + hands("corpus", COUNT))
    lines = [json.dumps({"hand": text, "points": published.points(calculate, text)}) for text in texts]
    Path(__file__).with_name("corpus.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
