"""Why and when a closed session was reopened: on every paper that shows its results."""

from collections.abc import Iterable
from datetime import datetime

from tournament.language import Text, listed, mark
from tournament.use_cases import View, session_life


def corrections_text(view: View, sessions: Iterable[int], printed: datetime) -> Text | None:
    """“Corrected 14:32 (session 2, table 3)”, for each of ``sessions`` that was reopened; None if there is none."""
    texts = [_correction_text(view, session, printed) for session in sessions if session in view.state.reopened]
    if not texts:
        return None
    text = texts[0]
    for each in texts[1:]:
        text = mark("{said}; {each}", said=text, each=each)
    return mark("{corrections}.", corrections=text)


def _correction_text(view: View, session: int, printed: datetime) -> Text:
    life = session_life(view, session)
    assert life.reopened is not None, "it was reopened"
    when = _clock((life.corrections[-1] if life.corrections else life.reopened).time, printed)
    if not life.corrections:
        return mark("Reopened {time} (session {session})", time=when, session=session)
    tables = listed(life.corrected_tables)
    return mark("Corrected {time} (session {session}, table {tables})", time=when, session=session, tables=tables)


def _clock(time: datetime, printed: datetime) -> str:
    """The time of day; with the date if it is printed on another day."""
    local = time.astimezone(printed.tzinfo)
    return f"{local:%H:%M}" if local.date() == printed.date() else f"{local:%Y-%m-%d %H:%M}"
