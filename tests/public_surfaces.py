"""Every place where the public sees results, as text; and the same event with nothing on the sheets it may not see.

Whatever is new and public is added to :data:`SURFACES`: each gives its texts by name. Two events that differ only in
sheets whose results are withheld must give the same texts, to the last letter; but for an overlay, which may show the
sheet of its streamed table in the session being played (:func:`streamed_place`). The fingerprint is left out: it is of
all entries, and tells of those that are withheld no more than how many there are.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from reports.catalogue import Audience, Format, ReportGroup, ReportOptions, build, offered_reports, write
from reports.document import Document
from tests.reports.plain import plain
from tournament.event.problem import Refused
from tournament.language import ENGLISH
from tournament.ledger.entry import is_phones_stream, table_of, table_stream
from tournament.ledger.facts import SheetMoved
from tournament.ledger.journal import Journal
from tournament.use_cases import View
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.publication import public_text
from ui.hall.ceremony import begin_ceremony
from ui.hall.hall_state import CeremonyPlan, HallScreen, HallState, ScreenContent
from ui.hall.slide_builder import HallSlides, slides_of
from ui.public.overlays import Overlays, streamed_overlays
from ui.public.pages import MISSING, PublicPages
from ui.public.screens import browser_screen, screen_page

NOW = datetime(2026, 6, 13, 12, tzinfo=UTC)


_SEATS = (Audience.PUBLIC, ReportGroup.BEFORE)
"""No results; a seat that waits for somebody waits otherwise once its sheet is begun."""


def public_surfaces(view: View, *, slow: bool = False) -> dict[str, str]:
    """All that the public sees of ``view``, by the name of the surface; ``slow`` too."""
    found: dict[str, str] = {}
    for surface in (*SURFACES, *(SLOW_SURFACES if slow else ())):
        found |= dict(surface(view))
    return found


OVERLAY = "the overlay of table "
"""Begins the name of the surface that may show a sheet which nothing else shows."""


def streamed_place(view: View, table: int) -> tuple[int, int] | None:
    """The sheet that only the overlay of ``table`` may show: the last begun, unless its result is held."""
    public, held = view.state.publication.session, view.state.publication.held

    def begun(session: int) -> bool:
        clock = view.state.clocks.get(session)
        of_session = clock is not None and clock.started is not None and seats(session)
        return of_session or view.journal.has_standing(table_stream(session, table))

    def seats(session: int) -> bool:
        return view.seating is not None and view.seating.seats(session, table) is not None

    sessions = [session for session in view.drawn_sessions if session > public and begun(session)]
    shown = table in view.settings.streamed and sessions and sessions[-1] != held
    return (sessions[-1], table) if shown else None


def without_withheld(view: View, shown: tuple[int, int] | None = None) -> View:
    """``view`` as if nothing had been entered on a sheet of a session that is not public, but the one ``shown``, nor
    on any phone.

    Sheets that were moved to one that is seen stay.
    """
    public = view.state.publication.session
    seen = {each.stream for each in view.journal
            if (place := table_of(each.stream)) is None or place[0] <= public or place == shown}  # fmt: skip
    if shown is not None:
        seen.add(table_stream(*shown))
    for entry in reversed(tuple(view.journal)):
        if isinstance(fact := entry.fact, SheetMoved):
            there = table_stream(fact.to_session, fact.to_table)
            seen |= {entry.stream} if there in seen or fact.to_session <= public else set()
    shown_entries = (each for each in view.journal if each.stream in seen and not is_phones_stream(each.stream))
    return View(Journal(shown_entries))


def _reports(view: View) -> Iterator[tuple[str, str]]:
    for report in offered_reports(view.rules, view.settings.format):
        if report.audience is Audience.DESK or (report.audience, report.group) == _SEATS:
            continue
        sessions: tuple[int | None, ...] = (None,)
        if report.by_session and report.group is ReportGroup.BEFORE:
            sessions = tuple(view.drawn_sessions[:1])  # which one comes next follows from what was entered
        elif report.by_session:
            sessions = (None, *view.drawn_sessions)
        for session in sessions:
            options = ReportOptions(printed=NOW, session=session, public=True)
            try:
                document = replace(build(report, view, options), fingerprint="")
                text = plain(document, ENGLISH) + _beside(document)
            except Refused as refused:
                text = "refused: " + "; ".join(ENGLISH.render(each.text) for each in refused.problems)
            yield f"{report.name} {session or 'whole'}", text


def _beside(document: Document) -> str:
    """What a golden file leaves out."""
    details = " · ".join(map(ENGLISH.render, document.details))
    parts = (document.certificates, document.badges, document.signs, document.charts)
    return f"{details} {document.final} {parts!r}"


def _frames(view: View) -> Iterator[tuple[str, str]]:
    """What is written as rows for programs."""
    for report in offered_reports(view.rules, view.settings.format):
        if (
            Format.PARQUET in report.formats
            and report.audience is not Audience.DESK
            and PublicView(view).public_session
        ):
            document = build(report, view, ReportOptions(printed=NOW, public=True))
            if document.records is not None:
                yield f"{report.name} as a frame", document.records(ENGLISH).frame().to_csv()


def _files(view: View) -> Iterator[tuple[str, str]]:
    """The web page, and what hangs on walls, as they are written."""
    with TemporaryDirectory() as folder:
        for report in offered_reports(view.rules, view.settings.format):
            asked = report.audience in (Audience.ASKED, Audience.WALL) and PublicView(view).public_session
            if Format.HTML in report.formats and (asked or report.name == "site"):
                document = replace(build(report, view, ReportOptions(printed=NOW, public=True)), fingerprint="")
                path = Path(folder) / "paper.html"
                write(document, path, Format.HTML, ENGLISH)
                yield f"{report.name} as HTML", path.read_text(encoding="utf-8")


def _standings(view: View) -> Iterator[tuple[str, str]]:
    public = PublicView(view)
    yield "what is public", ENGLISH.render(public_text(view))
    yield "standings --public", repr(public.standings().rows)
    if not view.settings.format.is_drawn:
        yield "season --public", repr(public.season())


def _screens(view: View) -> Iterator[tuple[str, str]]:
    """Every screen; of a ceremony what stands there before the first place is told."""
    state = HallState("event", message="Lunch", ceremony=begin_ceremony(view, CeremonyPlan()))
    for content in ScreenContent:
        slides = slides_of(view, HallScreen("Hall", (content,)), state, NOW)
        yield f"screen {content.value}", "\n".join(repr(slide) for slide in slides)


def _served(view: View) -> Iterator[tuple[str, str]]:
    """Every address of the server, and the state that decides whether phones are told."""
    try:
        pages = PublicPages(view, NOW)
        found = {address: pages.answer(address, "en") for address in pages.addresses}
    except Refused as refused:
        yield "the server", f"refused: {refused.problems[0].code}"
        return
    yield "what phones are told", pages.state
    for address, made in found.items():
        assert made is not None
        yield f"the address {address}", made.content.decode(errors="replace")
    missing = pages.answer(MISSING, "en")
    assert missing is not None
    yield "any other address", missing.content.decode()
    yield "a list of events", repr(pages.in_list("en"))


def overlays_of(view: View) -> Iterator[tuple[str, str]]:
    """What a stream shows of the first tables, streamed or not."""
    try:
        overlays = Overlays(streamed_overlays(view), PublicPages(view, NOW), {})
    except Refused as refused:
        yield f"{OVERLAY}1", f"refused: {refused.problems[0].code}"
        return
    for table in range(1, 6):
        answer = overlays.answer(str(table), {"show": "scores,hand,standings", "places": "16"}, "en")
        assert answer is not None
        yield f"{OVERLAY}{table}", answer.content.decode()


def _browser_screens(view: View) -> Iterator[tuple[str, str]]:
    """Every screen of the hall as browsers get it."""
    state = HallState("event", message="Lunch", ceremony=begin_ceremony(view, CeremonyPlan()))
    for content in ScreenContent:
        shown = browser_screen(HallSlides(view), HallScreen("Hall", (content,)), state, NOW)
        page = screen_page(shown, NOW, 1, ENGLISH, {})
        yield f"the address /screen/{content.value}", page.decode()


SURFACES: tuple[Callable[[View], Iterator[tuple[str, str]]], ...] = (
    _reports,
    _standings,
    _screens,
    _browser_screens,
    _served,
    overlays_of,
)
"""Each gives the names and the texts of some of them."""
SLOW_SURFACES = (_frames, _files)
"""Asked by the proof alone."""
