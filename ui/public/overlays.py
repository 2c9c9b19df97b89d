"""The overlays of a stream: a transparent page of each streamed table, for a browser source of OBS and the like."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from assets.tiles import BACK, FLOWERS, file_name
from reports.document import SlipFan
from reports.sheets.prospects import LastSession, prospect_text
from reports.sheets.ruling_slip import hand_slips
from reports.writers.site_page import page_values, template
from tournament.hand.hand import Hand
from tournament.hand.meld_tiles import meld_tiles
from tournament.hand.player_hand import PlayerHand
from tournament.language import LANGUAGES, Language, Text, mark
from tournament.ledger.sheet import HandLine, Sheet
from tournament.ledger.state import final_name
from tournament.rules.payment import Outcome
from tournament.rules.table_state import hand_texts, round_text
from tournament.rules.written_hand import value_text
from tournament.tiles.names import face_of, flower_name, tile_name
from tournament.tiles.tile import Tile
from tournament.tiles.wind import Wind
from tournament.use_cases import View
from tournament.use_cases.public_view import PublicView
from ui.hall.hall_store import hall_signature, load_hall
from ui.hall.public_prospects import public_prospects
from ui.hall.slide_builder import public_mark
from ui.public.mounts import Answers, Endpoint, StreamingMount, path_below, version_event
from ui.public.pages import PublicPages
from ui.public.reader_language import reader_language
from ui.public.resources import HTML, Resource, resource, sent, stamp


@dataclass(frozen=True, slots=True)
class _OverlaySeat:
    """A player at the table, as an overlay shows them."""

    name: str
    country: str
    """The country code, or empty."""
    wind: Wind
    """Their wind in the hand being played."""
    score: int | None
    """None if it is not public."""
    points: Fraction | None
    """Table points if the session ended now; None before the first hand, and in events that do not count them."""


@dataclass(frozen=True, slots=True)
class _OverlayHand:
    """A hand that was played."""

    number: int
    winner: str
    """Empty if nobody won."""
    source: Text | None
    """From whom the winning tile came, or that it was drawn."""
    worth: int
    value: Text | None
    """The value in the words of players; None if ``worth`` is enough."""
    named: str
    """The name of a special hand that the event added; empty for other hands."""
    values: tuple[tuple[str, int], ...]
    """Under rules that pay all four hands: each player with the value of their hand."""
    tiles: Hand | PlayerHand | None
    """The winner's tiles; None if they were not entered, or are not a winning hand."""
    counted: tuple[SlipFan, ...]
    """The fan that the value consists of; empty if the tiles are worth something else than was paid."""
    sum: Text | None
    """How the worth is computed, if it is more than a sum."""


_LARGE = 10_000
"""From this number on, wide columns are needed."""


@dataclass(frozen=True, slots=True)
class TableOverlay:
    """A table in the session being played."""

    session: int
    table: int
    name: Text | None
    """“Final” if the final of the session is played at the table."""
    state: tuple[Text, ...]
    """The round, and the number of the hand; or that play has ended."""
    seats: tuple[_OverlaySeat, ...]
    """In the order of the sheet: East of the first hand first."""
    last: _OverlayHand | None
    """The last hand recorded."""
    value_name: Text
    """The word for the value of a hand."""
    prospects: tuple[tuple[str, Text], ...] = ()
    """Each player, and what it takes them to win in the last session; empty if the organiser does not show it."""

    @property
    def has_large_numbers(self) -> bool:
        """Whether points and scores need wide columns."""
        numbers = (number or 0 for seat in self.seats for number in (seat.score, seat.points))
        return not all(-_LARGE < number < _LARGE for number in numbers)


def _table_overlay(view: PublicView, table: int, last_session: LastSession | None) -> TableOverlay | None:
    """What the overlay of ``table`` shows; None if the table is not streamed."""
    sheet = view.streamed_sheet(table)
    if sheet is None:
        return None
    ended = sheet.over or sheet.closed is not None or sheet.totals_only
    now = sheet.hands[(sheet.last_played if ended else sheet.next_hand or sheet.last_played or 1) - 1]
    last = sheet.hands[sheet.last_played - 1] if sheet.last_played else None
    return TableOverlay(
        session=sheet.session,
        table=table,
        name=final_name(view.state, sheet.session, table),
        state=(mark("Play has ended"),) if ended else (_round(view, now), _hand_text(sheet, now.hand)),
        seats=tuple(_seat(view, sheet, now, column) for column in range(4)),
        last=_hand(view, sheet, last, last.outcome) if last is not None and last.outcome is not None else None,
        value_name=view.rules.value_name,
        prospects=_prospects(view, sheet, last_session),
    )


def _prospects(view: PublicView, sheet: Sheet, found: LastSession | None) -> tuple[tuple[str, Text], ...]:
    if found is None or found.session != sheet.session:
        return ()
    players = (view.player_at(sheet, column) for column in range(4))
    return tuple((player.name, prospect_text(found, player.number)) for player in players)


def _round(view: PublicView, now: HandLine) -> Text:
    return hand_texts(now.state)[0] if view.rules.on_table else round_text(now.state)


def _hand_text(sheet: Sheet, hand: int) -> Text:
    if sheet.length is None:
        return mark("Hand {hand}", hand=hand)
    return mark("Hand {hand} of {hands}", hand=hand, hands=sheet.length)


def _seat(view: PublicView, sheet: Sheet, now: HandLine, column: int) -> _OverlaySeat:
    player, held = view.player_at(sheet, column), sheet.session == view.state.publication.held
    points = sheet.table_points[column] if sheet.counts and view.counts_points else None
    score = None if held else sheet.scores[column]
    return _OverlaySeat(player.name, player.country, now.state.winds[column], score, points)


def _hand(view: PublicView, sheet: Sheet, line: HandLine, outcome: Outcome) -> _OverlayHand:
    names = [view.player_at(sheet, column).name for column in range(4)]
    slips = hand_slips(view, sheet, line, outcome) if line.tiles and outcome.winner is not None else ()
    first = None if outcome.winner is None else names[outcome.winner]
    slip = next((each for each in slips if each.tiles.winning is not None and each.player == first), None)
    source = None
    if outcome.winner is not None:
        giver = outcome.discarder
        source = mark("self-draw") if giver is None else mark("from {player}", player=names[giver])
    agreed = slip is not None and slip.points == outcome.worth
    return _OverlayHand(
        number=line.hand,
        winner=", ".join(names[column] for column in outcome.winners),
        source=source,
        worth=outcome.worth,
        value=value_text(view.rules, outcome, line.state.dealer),
        named=outcome.own_hand,
        values=tuple(zip(names, outcome.values, strict=True)) if outcome.values is not None else (),
        tiles=slip.tiles if slip is not None else None,
        counted=slip.counted if slip is not None and agreed else (),
        sum=slip.sum if slip is not None and agreed else None,
    )


_THEMES = ("dark", "light", "plain")
"""The themes of the program, the default first."""
THEME_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
_OF_TABLE = re.compile(r"[1-9][0-9]{0,3}")
_OF_THEME = re.compile(rf"theme/({THEME_NAME.pattern})\.css")
_LARGEST_THEME = 1_000_000
"""Bytes."""
_MOST_KEPT = 200
"""Pages of one state of the event that are kept in memory."""
_LOOK = 0.1
"""Seconds between two checks whether the event has changed."""
_MOST_STREAMS = 100
_SECONDS, _MOST_SECONDS = 12, 600
_PLACES, _MOST_PLACES = 8, 16
_HEADS = {
    "scores": mark("Scores at the table"), "hand": mark("Last hand"), "drawn": mark("Drawn hand"), "seat": mark("Seat"),
    "prospects": mark("What it takes"),
}  # fmt: skip


class OverlayPart(StrEnum):
    """What an overlay may show; the value is its name in the address."""

    SCORES = "scores"
    HAND = "hand"
    STANDINGS = "standings"
    PROSPECTS = "prospects"
    """What it takes in the last session, if the organiser shows it."""


class OverlayOptions(NamedTuple):
    """The options in the address of an overlay."""

    parts: tuple[OverlayPart, ...] = (OverlayPart.SCORES, OverlayPart.HAND)
    theme: str = _THEMES[0]
    seconds: int = _SECONDS
    """Seconds for which a new hand is shown; 0 for always."""
    places: int = _PLACES
    """How many players of the standings."""
    first: int = 1
    """The first of them, counted from the top."""


class _TileImage(NamedTuple):
    """A tile as it is drawn."""

    source: str
    name: Text
    lies: bool = False
    doubled: bool = False


def read_options(query: Mapping[str, str]) -> OverlayOptions:
    """Read the options in ``query``. Invalid ones are ignored, since a stream must not show an error."""
    usual = OverlayOptions()
    asked = {each.strip() for each in query.get("show", ",".join(usual.parts)).split(",")}
    return OverlayOptions(
        tuple(part for part in OverlayPart if part in asked),
        query.get("theme", usual.theme),
        _number(query, "seconds", usual.seconds, range(_MOST_SECONDS + 1)),
        _number(query, "places", usual.places, range(1, _MOST_PLACES + 1)),
        _number(query, "from", usual.first, range(1, 10_000)),
    )


def _number(query: Mapping[str, str], name: str, usual: int, allowed: range) -> int:
    given = query.get(name, "")
    number = int(given) if re.fullmatch("[0-9]{1,4}", given) else usual
    return number if number in allowed else usual


def streamed_overlays(view: View, last_session: LastSession | None = None) -> dict[int, TableOverlay]:
    """The overlay of each streamed table that has players; ``last_session``: what the organiser shows of it."""
    public = PublicView(view)
    found = ((table, _table_overlay(public, table, last_session)) for table in public.settings.streamed)
    return {table: overlay for table, overlay in found if overlay is not None}


class Overlays:
    """The overlays of one state of the event; each page is made once. To be used in one thread at a time."""

    def __init__(self, tables: Mapping[int, TableOverlay], pages: PublicPages, themes: Mapping[str, Path]) -> None:
        """``pages`` contain the public standings; ``themes`` are the organiser's style sheets, by name."""
        self.tables, self.pages = tables, pages
        self.version = int(sha256(repr((tables, pages.version)).encode("utf-8", "surrogatepass")).hexdigest()[:12], 16)
        """A number that follows from what is shown, so that it is the same in every process."""
        self._themes = themes
        self._resources: dict[tuple[int, OverlayOptions, str], Resource] = {}

    def answer(self, path: str, query: Mapping[str, str], code: str) -> Resource | None:
        """What is at ``path`` below ``/overlay/``, in the language that ``query`` names or else of ``code``.

        None if there is nothing.
        """
        if (theme := _OF_THEME.fullmatch(path)) is not None:
            return self._theme(theme[1])
        if _OF_TABLE.fullmatch(path) is None:
            return None
        options, code = read_options(query), query.get("lang", code)
        if code not in {language.code for language in LANGUAGES}:
            code = LANGUAGES[0].code
        if self._style(options.theme) is None:
            options = options._replace(theme=_THEMES[0])
        key = int(path), options, code
        if key not in self._resources:
            if len(self._resources) >= _MOST_KEPT:
                self._resources.clear()
            self._resources[key] = self._page(*key)
        return self._resources[key]

    def _page(self, table: int, options: OverlayOptions, code: str) -> Resource:
        pages, overlay = self.pages, self.tables.get(table)
        language = pages.language(code)
        last = overlay.last if overlay is not None else None
        rows = [row for row in pages.site.rows if row.rank is not None][options.first - 1 :][: options.places]
        values = page_values(pages.document, pages.site, language, pages.links) | {
            "table": table, "overlay": overlay, "last": last, "rows": rows, "heads": _HEADS,
            "options": options, "parts": set(options.parts), "script": _stamped(pages.base, "overlay.js"),
            "files": [_stamped(pages.base, "overlay.css"), *filter(None, (self._style(options.theme),))],
            "groups": list(_groups(last.tiles, language, pages.base)) if last is not None and last.tiles else [],
            "not_streamed": mark("Table {table} is not streamed", table=table),
        }  # fmt: skip
        return resource(template("overlay.html").render(values).encode(), HTML)

    def _style(self, theme: str) -> str | None:
        """The address of a theme; empty for the default, which all others extend; None if it does not exist."""
        if theme in self._themes:
            return f"{self.pages.base}/overlay/theme/{theme}.css"
        if theme not in _THEMES:
            return None
        return _stamped(self.pages.base, f"overlay-{theme}.css") if theme != _THEMES[0] else ""

    def _theme(self, name: str) -> Resource | None:
        """The current content of the organiser's style sheet ``name``."""
        if name not in self._themes:
            return None
        try:
            with self._themes[name].open("rb") as file:
                content = file.read(_LARGEST_THEME + 1)
        except OSError:
            return None
        return resource(content, "text/css; charset=utf-8") if len(content) <= _LARGEST_THEME else None


def _stamped(base: str, name: str) -> str:
    return f"{base}/{name}?v={stamp(name)}"


def _groups(tiles: Hand | PlayerHand, language: Language, base: str) -> Iterator[tuple[str, list[_TileImage]]]:
    """The concealed tiles, the winning one, each declared set, and flowers, with the class of each."""

    def image(tile: Tile, *, hidden: bool = False, lies: bool = False, doubled: bool = False) -> _TileImage:
        face = BACK if hidden else face_of(tile, language)
        return _TileImage(_stamped(base, f"tiles/{file_name(face)}"), tile_name(tile), lies, doubled)

    if tiles.concealed:
        yield "concealed", [image(tile) for tile in tiles.concealed]
    if tiles.winning is not None:
        yield "winning", [image(tiles.winning)]
    for meld in tiles.melds:
        yield "meld", [image(each.tile, hidden=each.hidden, lies=each.lies, doubled=each.doubled)
                       for each in meld_tiles(meld)]  # fmt: skip
    flowers = FLOWERS[: tiles.flowers] if isinstance(tiles, Hand) else [each.letter for each in sorted(tiles.bonus)]
    if flowers:
        yield "flowers", [_TileImage(_stamped(base, f"tiles/{file_name(each)}"), flower_name(each)) for each in flowers]


class OverlaysMount(StreamingMount):
    """Makes overlays again, in a thread of its own, when something is entered at a streamed table, and reports it."""

    def __init__(
        self,
        view: Callable[[], View],
        pages: Callable[[], PublicPages],
        themes: Mapping[str, Path],
        answers: Answers,
        missing: Endpoint,
    ) -> None:
        """``view`` returns the current event, ``pages`` the current public pages; ``missing`` answers for other
        addresses."""
        super().__init__("overlays", _LOOK, answers, lambda: version_event(self._overlays.version), _MOST_STREAMS)
        self._view, self._pages, self._themes, self._missing = view, pages, themes, missing
        self._seen = view()
        self._prospects: tuple[object, LastSession | None] = (None, None)
        self._hall: object = None
        self._overlays = Overlays(streamed_overlays(self._seen), pages(), themes)
        routes = [
            Route("/events", answers.of(self.listen), methods=["GET"]),
            Route("/{path:path}", answers.of(self._page), methods=["GET"]),
        ]
        self.routes = [Mount("/overlay", routes=routes)]

    async def look(self) -> None:
        """Make new overlays if something has changed at a streamed table, or in what the organiser shows."""
        view, pages = self._view(), self._pages()
        hall = hall_signature(view.journal[0].id) if view.settings.streamed else None
        if view is self._seen and pages is self._overlays.pages and hall == self._hall:
            return
        self._seen, self._hall = view, hall
        overlays = await self.in_thread(lambda: self._changed(view, pages))
        if overlays is not None:
            self._overlays = overlays
            self._streams.notify()

    def _changed(self, view: View, pages: PublicPages) -> Overlays | None:
        before, tables = self._overlays, streamed_overlays(view, self._last_session(view))
        if pages is before.pages and tables == before.tables:
            return None
        return Overlays(tables, pages, self._themes)

    def _last_session(self, view: View) -> LastSession | None:
        """What the organiser shows of the last session; computed again only when something public has changed."""
        if not view.settings.streamed or not load_hall(view.journal[0].id).state.prospects:
            return None
        mark = public_mark(view)
        if self._prospects[0] != mark:
            self._prospects = mark, public_prospects(view)
        return self._prospects[1]

    async def _page(self, request: Request) -> Response:
        asked = path_below(request).removeprefix("/"), request.query_params, reader_language(request).code
        found = await self.in_thread(lambda: self._overlays.answer(*asked))
        return sent(request, found) if found is not None else await self._missing(request)
