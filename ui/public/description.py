"""The description of the public addresses for programs, in OpenAPI 3.1; the fields follow from the types."""

from functools import cache
from typing import Any

from msgspec.json import schema_components

from tournament.language import LANGUAGES
from ui.json_lines.rankings import SeasonLine, SessionLine, StandingLine

_HTML, _JSON = "text/html; charset=utf-8", "application/json"
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
_PAGES = {
    "/": "The standings.",
    "/players": "All players.",
    "/sessions": "The sessions whose seats are public.",
    "/teams": "The teams, if there are any.",
    "/countries": "The countries, if there are several.",
    "/records": "The records, once there are any.",
    "/session/{number}": "The tables of a session.",
    "/player/{number}": "A player, with their tables.",
}
_NEWS = """\
Server-sent events. "spread": milliseconds in which all who listen ask for the page, each at a random moment. "version":
the number of what is public now, at once and whenever it changes. A comment every 15 seconds."""


@cache
def description() -> dict[str, Any]:
    """The document served at ``/openapi.json``."""
    _, schemas = schema_components([StandingLine, SeasonLine, SessionLine], ref_template="#/components/schemas/{name}")
    standings = {"anyOf": [_list_of(StandingLine), _list_of(SeasonLine)]}
    lists = {
        "/standings.json": _got("The standings: of a tournament, or of a season or club.", _JSON, standings),
        "/sessions.json": _got("Sessions with their tables, seats and public results.", _JSON, _list_of(SessionLine)),
        "/openapi.json": _got("This description.", _JSON, {"type": "object"}),
        "/events": {"get": {"summary": "Tells when something public changes.", "responses": {
            "200": {"description": _NEWS, "content": {"text/event-stream": {"schema": {"type": "string"}}}},
            "503": {"description": "So many listen that nobody else can: look again after Retry-After seconds."},
        }}},
        "/manifest.webmanifest": _got("How the page is installed.", "application/manifest+json", {"type": "object"}),
    }  # fmt: skip
    pages = {path: _got(summary, _HTML, {"type": "string"}, path) for path, summary in _PAGES.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "What is public of a tournament", "version": "1"},
        "paths": lists | pages,
        "components": {"schemas": schemas},
    }


def _list_of(kind: type) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": f"#/components/schemas/{kind.__name__}"}}


def _got(summary: str, kind: str, schema: dict[str, Any], path: str = "") -> dict[str, Any]:
    """What GET is answered with at an address of which there may be nothing if it has a ``path`` of its own."""
    responses: dict[str, Any] = {
        "200": {"description": summary, "content": {kind: {"schema": schema}},
                "headers": {"ETag": {"schema": {"type": "string"}, "required": True}}},
        "304": {"description": "It is what you have."},
    }  # fmt: skip
    parameters: list[dict[str, Any]] = [_TAG, _LANGUAGE]
    if path:
        responses["404"] = {"description": "There is no such page.", "content": {_HTML: {"schema": {"type": "string"}}}}
    if "{number}" in path:
        parameters = [
            {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}},
            *parameters,
        ]
    return {"get": {"summary": summary, "parameters": parameters, "responses": responses}}
