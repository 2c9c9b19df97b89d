"""The public pages of an event at one moment, each made once for its address and language, from public data only."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, cached_property
from hashlib import sha256
from itertools import groupby
from threading import Lock
from typing import Any
from unicodedata import category, normalize

from markupsafe import Markup
from msgspec.json import encode, schema_components

import assets
from reports.catalogue import ReportOptions, build, report_called
from reports.site import Site
from reports.writers.site_page import Links, page_values, template
from reports.writers.wording import one_line
from tournament.event.logo import logo_picture
from tournament.language import LANGUAGES, Language, language_of
from tournament.use_cases import View
from tournament.use_cases.public_view import PublicView
from ui.hall.countdown import time_text
from ui.json_lines.rankings import SeasonLine, SessionLine, StandingLine, ranking_json, sessions_json
from ui.public.reader_language import LANGUAGE_QUERY
from ui.public.resources import HTML, Resource, resource, stamps

_JSON = "application/json"
_ICONS = {"standings": "standings", "sessions": "tables", "teams": "players", "countries": "flag", "records": "trophy"}
"""The icons of the tabs."""
_AROUND = {"session": "sessions", "player": "standings", "players": "standings"}
"""The tab that is marked while a page without a tab is shown."""
_NUMBERED = re.compile(r"/(session|player)/([1-9][0-9]{0,5})")
_WITHOUT_WORDS = ("/standings.json", "/sessions.json", "/openapi.json", "/logo")
"""Addresses with the same content in every language."""
FILES = (*_WITHOUT_WORDS, "/manifest.webmanifest")
"""Addresses of what programs read, and not people."""
MISSING = ""
"""The address of the page that is shown for an address without a page."""
_NO_LETTER = "\N{HORIZONTAL ELLIPSIS}"
_SOON = datetime(2000, 1, 1, tzinfo=UTC)


def _links(base: str) -> Links:
    return Links(
        lambda number: f"{base}/player/{number}",
        lambda session: f"{base}/session/{session}",
        lambda session, table: f"{base}/session/{session}#s{session}t{table}",
    )


@cache
def _icon(part: str) -> Markup:
    drawing = assets.path("icons", f"{_ICONS[part]}.svg").read_text(encoding="utf-8")
    return Markup(drawing.replace("<svg", '<svg aria-hidden="true"'))


def _alphabet(site: Site) -> list[tuple[str, list[int]]]:
    """The players in order of their names, by first letter; scripts without capitals come last."""
    plain = {
        number: "".join(sign for sign in normalize("NFKD", player.name).casefold() if category(sign) != "Mn")
        for number, player in site.players.items()
    }

    def letter(number: int) -> str:
        first = plain[number][:1]
        return first.upper() if first.upper() != first else _NO_LETTER

    ordered = sorted(plain, key=lambda number: (letter(number), plain[number], number))
    return [(first, list(numbers)) for first, numbers in groupby(ordered, letter)]


def _key(path: str, code: str) -> tuple[str, str]:
    return path, "" if path in _WITHOUT_WORDS else code


class PublicPages:
    """The public pages of ``view`` at the time ``now``. Any thread may ask; each page is made once."""

    def __init__(self, view: View, now: datetime, base: str = "") -> None:
        """``base`` is put before every path in links; requests arrive without it."""
        self.base, self.links = base, _links(base)
        self._view, self._now = PublicView(view), now
        report = report_called("site")
        assert report is not None, "a report of the program"
        self.document = replace(build(report, view, ReportOptions(now)), fingerprint="", signing_key="")
        assert self.document.site is not None
        self.site: Site = self.document.site
        self._resources: dict[tuple[str, str], Resource] = {}
        self._common: dict[str, dict[str, Any]] = {}
        self._making = Lock()

    @cached_property
    def state(self) -> str:
        """A hash of everything that is shown, except the time."""
        shown = replace(self.document, printed=_SOON)
        return sha256(repr((shown, shown.logo)).encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def version(self) -> int:
        """A number that changes with what is shown, and is the same in every process that shows the same."""
        return int(self.state[:12], 16)

    @property
    def public_session(self) -> int:
        """The last session with public results; 0 for none."""
        return self._view.public_session

    @property
    def words(self) -> tuple[str, ...]:
        """The vocabularies of its texts."""
        return self.document.words

    @property
    def addresses(self) -> tuple[str, ...]:
        """All addresses, except those of overlays and of files of the program."""
        site = self.site
        numbered = (*(f"/session/{each.session}" for each in site.sessions), *map("/player/{}".format, site.journeys))
        files = (
            "/standings.json",
            "/sessions.json",
            "/openapi.json",
            "/manifest.webmanifest",
            *(["/logo"] if self.document.logo else []),
        )
        return (*self._tab_addresses(), *(["/players"] if site.players else []), *numbered, *files)

    def known(self, path: str, code: str) -> Resource | None:
        """The resource if it was already made, otherwise None."""
        return self._resources.get(_key(path, code))

    def has(self, path: str) -> bool:
        """Whether there is anything at ``path``."""
        return path != MISSING and self._maker(path) is not None

    def answer(self, path: str, code: str) -> Resource | None:
        """The resource at ``path`` in the language ``code``, or None. `MISSING` is the page for missing addresses."""
        key = _key(path, code)
        with self._making:
            found = self._resources.get(key)
            if found is None:
                make = self._maker(path)
                if make is None:
                    return None
                found = self._resources[key] = make(code)
        return found

    def in_list(self, code: str) -> dict[str, Any]:
        """What a list of events shows of this one, in the language ``code``."""
        values = self._values_in(code)
        standing = values["banner"] or (values["standing"] if self.site.rows else None)
        return {"name": values["event"], "about": [values["say"](each) for each in self.document.details],
                "address": f"{self.base}/", "final": self.document.final,
                "standing": values["say"](standing) if standing is not None else ""}  # fmt: skip

    def _maker(self, path: str) -> Callable[[str], Resource] | None:
        match path:
            case "/standings.json":
                return lambda _: resource(encode(self._ranking()), _JSON)
            case "/sessions.json":
                return lambda _: resource(encode(sessions_json(self.site)), _JSON)
            case "/openapi.json":
                return lambda _: resource(encode(description()), _JSON)
            case "/manifest.webmanifest":
                return self._manifest
            case "/logo":
                return self._logo() if self.document.logo else None
            case "/players" if self.site.players:
                return self._page_maker("players")
            case "":  # MISSING
                return self._page_maker("missing")
        named = _NUMBERED.fullmatch(path)
        if named is None:
            shown = self._tab_addresses()
            return self._page_maker(shown[path]) if path in shown else None
        kind, number = named[1], int(named[2])
        if kind == "player":
            return self._page_maker("player", number=number) if number in self.site.journeys else None
        session = next((each for each in self.site.sessions if each.session == number), None)
        return self._page_maker("session", session=session) if session is not None else None

    def _page_maker(self, part: str, **about: object) -> Callable[[str], Resource]:
        return lambda code: resource(template("live.html").render(self._values(code, part, about)).encode(), HTML)

    def _values(self, code: str, part: str, about: dict[str, object]) -> dict[str, Any]:
        logo = f"{self.base}/logo" if self.document.logo else ""
        return self._values_in(code) | about | {
            "part": part, "version": self.version, "stamp": stamps(), "base": self.base, "icon": _icon,
            "around": _AROUND.get(part), "alphabet": lambda: _alphabet(self.site),
            "people": f"{self.base}/players" if self.site.players else "",
            "tabs": {self.base + path: id for path, id in self._tab_addresses().items()},
            "logo_address": logo, "icon_address": logo or f"{self.base}/icon-192.png", "seats_of": self._seats_of,
            "languages": LANGUAGES, "time_text": time_text,
        }  # fmt: skip

    def _values_in(self, code: str) -> dict[str, Any]:
        """The values that all pages in the language ``code`` share."""
        found = self._common.get(code)
        if found is None:
            found = self._common[code] = page_values(self.document, self.site, self.language(code), self.links)
        return found

    def _tab_addresses(self) -> dict[str, str]:
        """The tabs, by their addresses."""
        site = self.site
        shown = {"teams": site.teams, "countries": site.countries, "records": site.records, "sessions": site.sessions}
        parts = (part for part in ("sessions", "teams", "countries", "records") if shown[part])
        return {"/": "standings"} | {f"/{part}": part for part in parts}

    def _seats_of(self, session: int, table: int) -> tuple[object, ...]:
        """Who sits at a table, East first."""
        tables = next(each.tables for each in self.site.sessions if each.session == session)
        return next(each.seats for each in tables if each.table == table)

    def language(self, code: str) -> Language:
        """The language ``code`` with the words of the event."""
        return language_of(code).with_words(self.words).for_readers

    def _ranking(self) -> list[StandingLine] | list[SeasonLine]:
        view = self._view
        return ranking_json(view.standings() if view.settings.format.is_drawn else view.season())

    def _manifest(self, code: str) -> Resource:
        name, language = one_line(self.document.event), self.language(code)
        ours = {"type": "image/png", "purpose": "any maskable"}
        icons = [ours | {"src": f"{self.base}/icon-{side}.png", "sizes": f"{side}x{side}"} for side in (192, 512)]
        picture = logo_picture(self.document.logo)
        if picture is not None and picture.wide == picture.high >= 192:
            square = {"sizes": f"{picture.wide}x{picture.high}", "type": self._logo_kind()}
            icons.insert(0, {"src": f"{self.base}/logo"} | square)
        home = dict.fromkeys(("id", "start_url", "scope"), f"{self.base}/")
        found = {"name": name, "short_name": name[:12], "description": one_line(language.render(self.document.title)),
                 "lang": code, "display": "standalone", "background_color": "#f5f4f1", "theme_color": "#f5f4f1",
                 "icons": icons}  # fmt: skip
        return resource(encode(found | home), "application/manifest+json")

    def _logo_kind(self) -> str:
        picture = logo_picture(self.document.logo)
        assert picture is not None, "it was read when it was taken"
        return f"image/{picture.kind.value}"

    def _logo(self) -> Callable[[str], Resource]:
        return lambda _: resource(self.document.logo, self._logo_kind())


_TAG = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of what you have: 304 if it is still the same.",
    "schema": {"type": "string"},
}
_LANGUAGE = {
    "name": "Accept-Language",
    "in": "header",
    "description": "The first of these languages that there is; English without any.",
    "schema": {"type": "string"},
    "examples": {language.code: {"value": language.code} for language in LANGUAGES},
}
_CHOICE = {
    "name": LANGUAGE_QUERY,
    "in": "query",
    "description": "The language that this reader chooses, to be kept in a cookie; any other text changes nothing.",
    "schema": {"type": "string"},
    "examples": {language.code: {"value": language.code} for language in LANGUAGES},
}
_DESCRIBED_PAGES = {
    "/": "The standings.",
    "/players": "All players.",
    "/sessions": "The sessions whose seats are public.",
    "/teams": "The teams, if there are any.",
    "/countries": "The countries, if there are several.",
    "/records": "The records, once there are any.",
    "/session/{number}": "The tables of a session.",
    "/player/{number}": "A player, with their tables.",
}
_EVENTS_DESCRIBED = """\
Server-sent events. "spread": milliseconds in which all who listen ask for the page, each at a random moment. "version":
the number of what is public now, at once and whenever it changes. A comment every 15 seconds."""


@cache
def description() -> dict[str, Any]:
    """The document served at ``/openapi.json``."""
    _, schemas = schema_components([StandingLine, SeasonLine, SessionLine], ref_template="#/components/schemas/{name}")
    standings = {"anyOf": [_list_of(StandingLine), _list_of(SeasonLine)]}
    lists = {
        "/standings.json": _get("The standings: of a tournament, or of a season or club.", _JSON, standings),
        "/sessions.json": _get("Sessions with their tables, seats and public results.", _JSON, _list_of(SessionLine)),
        "/openapi.json": _get("This description.", _JSON, {"type": "object"}),
        "/events": {"get": {"summary": "Tells when something public changes.", "responses": {
            "200": {"description": _EVENTS_DESCRIBED, "content": {"text/event-stream": {"schema": {"type": "string"}}}},
            "503": {"description": "So many listen that nobody else can: look again after Retry-After seconds."},
        }}},
        "/manifest.webmanifest": _get("How the page is installed.", "application/manifest+json", {"type": "object"}),
    }  # fmt: skip
    pages = {path: _get(summary, HTML, {"type": "string"}, path) for path, summary in _DESCRIBED_PAGES.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "What is public of a tournament", "version": "1"},
        "paths": lists | pages,
        "components": {"schemas": schemas},
    }


def _list_of(kind: type) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": f"#/components/schemas/{kind.__name__}"}}


def _get(summary: str, kind: str, schema: dict[str, Any], path: str = "") -> dict[str, Any]:
    """The description of GET for one address; with ``path`` it is a page, which may be missing."""
    responses: dict[str, Any] = {
        "200": {"description": summary, "content": {kind: {"schema": schema}},
                "headers": {"ETag": {"schema": {"type": "string"}, "required": True}}},
        "304": {"description": "It is what you have."},
    }  # fmt: skip
    parameters: list[dict[str, Any]] = [_TAG, _LANGUAGE]
    if path:
        parameters.append(_CHOICE)
        responses["303"] = {"description": "The language is kept in a cookie: the page is at Location."}
        responses["404"] = {"description": "There is no such page.", "content": {HTML: {"schema": {"type": "string"}}}}
    if "{number}" in path:
        parameters = [
            {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}},
            *parameters,
        ]
    return {"get": {"summary": summary, "parameters": parameters, "responses": responses}}
