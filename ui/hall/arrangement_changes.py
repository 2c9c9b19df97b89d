"""What applying an arrangement changes, in words, before it is done."""

from collections.abc import Iterator

from tournament.language import Text, listed, mark
from ui.hall.hall_state import HallScreen, HallState, ScreenArrangement


def changes_text(state: HallState, arrangement: ScreenArrangement) -> Text:
    """What is another thing once ``arrangement`` is applied; a sentence that says so where nothing is."""
    found = tuple(_changes(state, state.arranged(arrangement)))
    if not found:
        return mark("The screens are already arranged like this.")
    return mark("It changes: {changes}.", changes=listed(found))


def contents_text(screen: HallScreen) -> Text:
    """“Clock”; “Standings, Teams”."""
    return listed(content.label for content in screen.contents)


def _changes(now: HallState, then: HallState) -> Iterator[Text]:
    for screen in then.screens:
        before = now.screen(screen.name)
        if before is None:
            yield mark("{screen} is added", screen=screen.name)
        elif before.open and not screen.open:
            yield mark("{screen} closes", screen=screen.name)
        elif screen.open and not before.open:
            yield mark("{screen} opens", screen=screen.name)
        if before is None or before.contents != screen.contents:
            yield mark("{screen} shows {contents}", screen=screen.name, contents=contents_text(screen))
        if before is None:
            continue
        if before.monitor != screen.monitor:
            where = screen.monitor or mark("a separate window")
            yield mark("{screen} moves to {monitor}", screen=screen.name, monitor=where)
        if before.seconds != screen.seconds:
            yield mark("{screen} turns its pages after {seconds} s", screen=screen.name, seconds=screen.seconds)
        if (before.scheme, before.language) != (screen.scheme, screen.language):
            yield mark("{screen} changes its colours or language", screen=screen.name)
