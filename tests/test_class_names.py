"""No public class name stands for two things: who searches for it finds the one that is meant."""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("tournament", "reports", "ui")
_CLASS = re.compile(r"^class ([^\W_]\w*)", re.MULTILINE)
OF_EVERY_RULE_SET = {"Options", "Situation"}
"""Each package of ``rulesets`` has its own: no rule set knows another, and these names are found in all of them."""


@cache
def _public_classes() -> dict[str, list[str]]:
    """The modules that define each public class; a class inside another is found through that one."""
    found = defaultdict(list)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for name in _CLASS.findall(path.read_text(encoding="utf-8")):
                if "rulesets" not in path.parts or name not in OF_EVERY_RULE_SET:
                    found[name].append(path.relative_to(ROOT).as_posix())
    return found


def test_a_public_class_name_stands_for_one_thing() -> None:
    twice = {name: paths for name, paths in _public_classes().items() if len(paths) > 1}
    assert twice == {}


def test_no_two_class_names_differ_only_in_case() -> None:
    """``FanList`` and ``Fanlist`` would not be."""
    names = list(_public_classes())
    assert len({name.casefold() for name in names}) == len(names)
