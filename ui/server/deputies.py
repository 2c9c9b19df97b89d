"""Which desks may take over from the host of an event, as somebody at the host chose: it names them within a second."""

from datetime import UTC, datetime

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.sharing.statements import MOST_DEPUTIES, Statements, read_statement
from ui.joining.key_file import kept_key
from ui.server.admitted import AdmittedDesk
from ui.server.host_folder import HostFolder


def deputies_of(folder: HostFolder, event: str) -> tuple[str, ...]:
    """The ids of the deputies, in order: those that were chosen, else those that the host named last."""
    chosen = folder.deputies()
    if chosen is not None:
        return chosen
    kept = folder.statements()
    first = next((each.path.first for each in map(read_statement, kept) if each is not None), b"")
    known = Statements(event, first).receive(kept)
    return tuple(each.id.hex() for each in known.deputies(known.host))


def with_deputy(folder: HostFolder, event: str, desk: AdmittedDesk, before: AdmittedDesk | None = None) -> None:
    """Let ``desk`` take over, after the other deputies, or before one of them.

    Raises Refused if it cannot serve the event or is the host itself, if ``before`` is not a deputy, or if there are
    too many, and OSError.
    """
    named = [id for id in deputies_of(folder, event) if id != desk.id]
    if not desk.serves_at or desk.id == kept_key(folder.path, datetime.now(UTC)).key.id.hex():
        text = mark("The desk “{name}” cannot serve the event: choose another deputy.", name=desk.name)
        raise Refused(Problem("deputy-unfit", text, "deputy"))
    if before is not None and before.id not in named:
        text = mark("The desk “{name}” is not a deputy.", name=before.name)
        raise Refused(Problem("deputy-unknown", text, "before"))
    if len(named) >= MOST_DEPUTIES:
        text = mark("A host has at most {most} deputies; these are {count}.", most=MOST_DEPUTIES, count=len(named) + 1)
        raise Refused(Problem("deputies-too-many", text, "deputy"))
    place = named.index(before.id) if before is not None else len(named)
    folder.keep_deputies((*named[:place], desk.id, *named[place:]))


def without_deputy(folder: HostFolder, event: str, desk: AdmittedDesk) -> None:
    """Do not let ``desk`` take over any more. Raises Refused if it is not a deputy, and OSError."""
    named = deputies_of(folder, event)
    if desk.id not in named:
        text = mark("The desk “{name}” is not a deputy.", name=desk.name)
        raise Refused(Problem("deputy-unknown", text, "no-deputy"))
    folder.keep_deputies(tuple(id for id in named if id != desk.id))
