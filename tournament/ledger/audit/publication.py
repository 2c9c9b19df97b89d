"""What is public of the results, in the second count."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournament.ledger.audit.entries import AuditedFact


@dataclass(frozen=True, slots=True)
class Public:
    """The cut-off of what is public."""

    last: int = 0
    """The last session whose results are public; 0: none."""
    held: int | None = None
    """The session whose results are kept for the ceremony."""
    format: str = "tournament"

    def until(self, session: int) -> "Public":
        """With nothing public, or kept for the ceremony, after ``session``."""
        held = self.held if self.held is not None and self.held <= session else None
        return replace(self, last=min(self.last, session), held=held)


def public_session(standing: Iterable[AuditedFact]) -> int:
    """The last session whose results are public; 0: none."""
    return public_of(standing).last


def public_of(standing: Iterable[AuditedFact]) -> Public:
    """What is public after the entries that count."""
    public = Public()
    for fact in standing:
        public = public_after(public, fact)
    return public


def public_after(public: Public, fact: AuditedFact) -> Public:
    """What is public after one more entry: each publication sets it, and what is withdrawn, drawn or seated anew
    lowers it."""
    match fact.kind:
        case "results-published":
            session, held = fact.content["session"], bool(fact.content["held"])
            return replace(public, last=session - held, held=session if held else None)
        case "results-withdrawn" | "session-seated":
            return public.until(fact.content["session"] - 1)
        case "sessions-redrawn":
            return public.until(fact.content["first"] - 1)
        case "draw-published":
            return public.until(0)
        case "event-created" | "settings-changed":
            now = fact.content["settings"].get("format", "tournament")
            return public if now == public.format else replace(public.until(0), format=now)
        case _:
            return public
