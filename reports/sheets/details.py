"""Where and when an event or one of its sessions is played and who runs it: the line under its name on every paper."""

from datetime import time

from reports.sheets.options import ReportOptions
from tournament.event.settings import Settings
from tournament.event.timetable import PlannedSession, clock_text, planned_sessions
from tournament.language import Days, Text, listed, verbatim
from tournament.use_cases.view import View


def event_details(view: View, options: ReportOptions) -> tuple[Text, ...]:
    """Place, dates and organiser, if entered; for one session its own date and times."""
    return tuple(part for part in (_place(view, options), _when(view, options), _organiser(view)) if part is not None)


def planned_session(view: View, session: int) -> PlannedSession:
    """When ``session`` is played, if entered; an evening only has its date."""
    settings = view.settings
    if not settings.format.is_drawn:
        return PlannedSession(session, view.state.evening(session).day, None, settings.minutes)
    planned = planned_sessions(settings.timetable, (view.session_before(session), session), settings.minutes)[1]
    if planned.day is None and settings.first_day == settings.last_day:
        return PlannedSession(session, settings.first_day, planned.start, planned.minutes, planned.pause)
    return planned


def hours_text(planned: PlannedSession) -> str:
    """“10:00–12:00”, or empty."""
    if planned.start is None or planned.end is None:
        return ""
    return f"{clock_text(planned.start)}–{clock_text(planned.end)}"


def session_when(view: View, session: int) -> Text | None:
    """Date and times of ``session``; None if neither is entered."""
    planned = planned_session(view, session)
    hours = hours_text(planned)
    if planned.day is not None and hours:
        return listed([planned.day, hours])
    return listed([planned.day]) if planned.day is not None else verbatim(hours) if hours else None


def event_days(settings: Settings) -> Text | None:
    """The day of an event, or from its first to its last; None if neither is known."""
    first, last = settings.first_day, settings.last_day
    if first is None or last is None or first == last:
        day = first or last
        return None if day is None else listed([day])
    return listed([Days(first, last)])


def start_text(start: time | None) -> str | None:
    """“10:00”; None if it is not entered."""
    return None if start is None else clock_text(start)


def _place(view: View, options: ReportOptions) -> Text | None:
    settings = view.settings
    evening = ""
    if not settings.format.is_drawn and options.session in view.drawn_sessions and options.session is not None:
        evening = view.state.evening(options.session).place
    place = (evening or settings.place).strip()
    city = settings.city.strip()
    if city and city.casefold() not in place.casefold():
        place = f"{place}, {city}" if place else city
    return verbatim(place) if place else None


def _when(view: View, options: ReportOptions) -> Text | None:
    own = None
    if options.session is not None and options.session in view.drawn_sessions:
        own = session_when(view, options.session)
    return own or event_days(view.settings)


def _organiser(view: View) -> Text | None:
    return verbatim(view.settings.organiser.strip()) if view.settings.organiser.strip() else None
