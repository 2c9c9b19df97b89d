"""What is mutated, and which tests should notice."""

from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Room:
    """One folder and the tests that answer for it; they are few, so that a mutant takes a second or two."""

    path: str
    tests: tuple[str, ...]
    sample: float = 1
    """The part of its mutants that is tried when nobody asks for another."""
    only: str = ""
    """The one file of it that was asked for."""

    @property
    def files(self) -> list[Path]:
        """The files to plant faults in, by name."""
        if self.only:
            return [Path(self.only)]
        own = [Path(self.path)] if self.path.endswith(".py") else sorted(Path(self.path).rglob("*.py"))
        return [path for path in own if not any(other.inside(path) for other in ROOMS if other.path != self.path)]

    def inside(self, path: Path) -> bool:
        """Whether this is a room of its own inside another, and ``path`` belongs to it."""
        return path.is_relative_to(self.path)

    def holds(self, name: str) -> bool:
        """Whether somebody who says ``name`` means this room or a file of it."""
        return name == self.path or (name.endswith(".py") and Path(name) in self.files)

    def narrowed(self, name: str) -> "Room":
        """This room, or the one file of it that was named."""
        return replace(self, only=name if name != self.path else "")


_AT_THE_TABLES = tuple(
    f"tests/tournament/use_cases/test_{name}.py"
    for name in ("hands", "penalties", "closing", "history", "attendance", "together", "draw_changes", "event_machine")
)

ROOMS = (
    Room("tournament/ledger", ("tests/tournament/ledger", *_AT_THE_TABLES)),
    Room("tournament/rules", ("tests/tournament/rules", "tests/tournament/ledger", "tests/tournament/rulesets")),
    Room("tournament/rulesets", ("tests/tournament/rulesets", "tests/tournament/ledger")),
    Room("tournament/rulesets/mcr/predicates", ("tests/tournament/rulesets",), sample=0.25),
    Room("tournament/standings", ("tests/tournament/standings", *_AT_THE_TABLES)),
)
