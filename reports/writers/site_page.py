"""The web page of an event: one file that loads nothing, and shows everything without its script too.

Its templates are those of Jinja2, in ``assets/site``.
"""

import re
import unicodedata
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import assets
from reports.document import Document
from reports.site import Site, SiteHolder, SitePlayer, SiteSession, player_anchor
from reports.writers.atomic_file import Progress, Steps, atomic_file
from reports.writers.wording import DASH, DOWN, UP, foot, one_line, standing_mark, text_of
from tournament.event.logo import logo_picture
from tournament.language import (
    FRACTION_SLASH,
    MINUS,
    Language,
    Text,
    average_text,
    common_parts,
    fraction_parts,
    mark,
    mark_count,
    mark_in,
    signed_text,
)
from tournament.tiles.wind import Wind

if TYPE_CHECKING:
    from jinja2 import Environment, Template
    from markupsafe import Markup

_LONG, _VERY_LONG, _ENDLESS = 15, 21, 35
"""Word lengths from which a name is set smaller on a phone, or across the whole row, so that it is not broken."""
_WORD = re.compile(r"[^\s\-‐–—/]+")
_LARGE = 10_000
"""From here on numbers need wide columns."""
_NARROW = ("Mn", "Me", "Cf")
"""Characters above, below or between letters that take no space."""
_WORDS = {
    "standings": mark("Standings"), "teams": mark("Teams"), "countries": mark("Countries"), "players": mark("Players"),
    "records": mark("Records"), "rank": mark("Rank"), "player": mark("Player"), "name": mark("Name"),
    "score": mark("Score"), "points": mark("Table points"), "each": mark("Per player"),
    "parts": mark("Parts of the page"), "find": mark("Find a player, a team or a country"),
    "by_name": mark("All players by name"),
    "theme": mark("Light or dark"), "nobody": mark("Nobody by that name."), "follow": mark("Follow"),
    "following": mark("Following"), "followed": mark("The player you follow"),
    "nothing": mark("No results are public yet."), "gong": mark("Time left"), "seat": mark("Your next table"),
    "sits_out": mark("sits out"),
    "paused": mark("Paused"), "to_table": mark("Go to a table"), "language": mark("Language"),
    "plain": mark(
        "“Not secure” in your browser: this page is sent without encryption. It is public, without passwords."
    ),
    "podium": mark("The first three"), "offline": mark("Not connected: this may be out of date"),
    "since": mark("Not connected since {time}: this may be out of date", time="{time}"),
    "next_table": mark("Next table"), "results": mark("Results"), "playing": mark("In play"),
    "missing": mark("There is no such page"),
    "missing_why": mark("The address is wrong, or what it showed is not public any more."),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of a player, a session and a table on the page."""

    to_player: Callable[[int], str]
    """By number."""
    to_session: Callable[[int], str]
    to_table: Callable[[int, int], str]
    """By session and table."""


_IN_FILE = Links(lambda number: f"#{player_anchor(number)}", lambda session: f"#s{session}",
                 lambda session, table: f"#s{session}t{table}")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Points:
    """How the points of a column are written: the fractions of all of them in one way."""

    code: str
    """The code of the language."""
    head: str
    """The classes of the heading, which stands above the whole numbers, and above their fractions if there are any."""
    common: bool
    """Every fraction is written as 2 1⁄3, since one of them has no sign of its own or another is a decimal."""

    @classmethod
    def of(cls, points: Iterable[Fraction | None], code: str) -> "Points":
        """How these points are written in the language with this code."""
        rests = {fraction_parts(value, code)[1] for value in set(points) if value is not None} - {""}
        decimal = [rest for rest in rests if rest[0] in ".,"]
        common = any(FRACTION_SLASH in rest for rest in rests) or 0 < len(decimal) < len(rests)
        return cls(code, "n" if common else "n p f" if rests else "n p", common)

    def text(self, value: Fraction | None) -> "str | Markup":
        """The whole part, then the fraction: in a slot of fixed width, so that whole numbers stay aligned, unless
        fractions are too long for it."""
        from markupsafe import Markup

        if value is None:
            return DASH
        whole, rest = common_parts(value) if self.common else fraction_parts(value, self.code)
        apart = " " if whole.lstrip(MINUS) and FRACTION_SLASH in rest else ""
        return Markup('{}{}<i class="l">{}</i>' if self.common else "{}{}<i>{}</i>").format(whole, apart, rest)


@dataclass(frozen=True, slots=True)
class Averages:
    """How averages are written in a language: all with one decimal, as on paper."""

    code: str
    head: str = "n"

    def text(self, value: Fraction) -> str:
        """``value`` with one decimal."""
        return average_text(value, self.code)


def write(document: Document, site: Site, path: Path, language: Language, *, progress: Progress | None = None) -> None:
    """Write ``site`` to ``path``. Raises ExportFailed."""
    steps = Steps(progress)
    with atomic_file(path, progress) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as file:
        for piece in template("page.html").generate(_file_values(document, site, language)):
            file.write(piece)
            steps.beat()


def template(name: str) -> "Template":
    """A template of ``assets/site``, which gets `page_values`."""
    return _templates().get_template(name)


def _file_values(document: Document, site: Site, language: Language) -> dict[str, Any]:
    """The values for the template of the page as one file."""
    from markupsafe import Markup

    style, script = (
        Markup(f"\n{assets.path('site', name).read_text(encoding='utf-8')}") for name in ("page.css", "page.js")
    )
    policy = Markup(_allowed(style, script))
    values = page_values(document, site, language, _IN_FILE)
    return values | {"style": style, "script": script, "policy": policy, "logo": _logo(document.logo)}


@cache
def _templates() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(loader=FileSystemLoader(assets.path("site")), autoescape=True, undefined=StrictUndefined,
                       trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)  # fmt: skip


def page_values(document: Document, site: Site, language: Language, links: Links) -> dict[str, Any]:
    """The values that every template uses, in one language."""
    from markupsafe import Markup

    def say(text: Text | str) -> str:
        return one_line(language.render(text))

    def own(words: str) -> Markup:
        """The user's own words, with the direction of their letters."""
        return Markup("<bdi>{}</bdi>").format(one_line(words))

    @cache
    def name(number: int) -> Markup:
        return own(site.players[number].name)

    @cache
    def link(number: int) -> Markup:
        """The name of a player, which leads to their card if there is one."""
        if number not in site.journeys:
            return name(number)
        return Markup('<a href="{}">{}</a>').format(links.to_player(number), name(number))

    standing = standing_mark(document)
    unusual = document.damaged or document.rehearsal
    words = _words(document, site)
    steps = Points.of((step.points for steps in site.journeys.values() for step in steps), language.code)
    return {
        "document": document, "site": site, "code": language.code, "words": words, "event": one_line(document.event),
        "to_player": links.to_player, "to_session": links.to_session, "to_table": links.to_table,
        "moment": f"{document.printed.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}", "upcoming": _upcoming(site),
        "banner": standing if unusual else None, "standing": None if unusual else standing,
        "sections": [(id, words[id]) for id, shown in _sections(site) if shown],
        "podium": [row for row in site.rows if row.rank is not None and row.rank <= 3] if document.final else [],
        "places": {row.number: row for row in site.rows},
        "shared": lambda count: mark("(shared by {count})", count=count),
        "sharing": Counter(row.rank for row in site.rows if row.rank is not None),
        "journey_heads": _journey_heads(site, steps.head), "steps_points": steps,
        "shown_session": _shown_session(site), "winds": tuple(Wind), "dash": DASH, "up": UP, "down": DOWN, "dot": " · ",
        "say": say, "own": own, "points": Points.of((), language.code).text, "link": link, "signed": signed_text,
        "anchor": player_anchor,
        "text": lambda names: text_of(names, language),
        "name": name,
        "others": lambda seats, number: _joined(link(seat.number) for seat in seats if seat.number != number),
        "beside": cache(lambda number: _joined(map(own, _beside(site.players[number])))),
        "long": cache(lambda number: _length_class(site.players[number].name)), "length": _length_class,
        "large": " large" if _has_large_numbers(site) else "",
        "points_of": lambda rows: Points.of((row.points for row in rows), language.code),
        "seats_points": lambda session: Points.of(_seats_points(session), language.code),
        "averages": Averages(language.code), "moved": _moved, "state_of": _state_of,
        "times": lambda count: mark_count("{count} time", "{count} times", count),
        "session_title": lambda number: mark("Session {session}", session=number),
        "table_title": _table_title, "place_of": _place_of,
        "table_name": lambda session, table: _table_names(site).get((session, table)),
    }  # fmt: skip


def _has_large_numbers(site: Site) -> bool:
    """Whether points need wide columns."""
    seats = [seat for session in site.sessions for table in session.tables for seat in table.seats]
    numbers = [*((row.score, row.points) for row in site.rows), *((seat.score, seat.points) for seat in seats)]
    return not all(-_LARGE < (number or 0) < _LARGE for pair in numbers for number in pair)


def _words(document: Document, site: Site) -> dict[str, Text]:
    words = _WORDS | {
        "sessions": mark_in("list", "Sessions"),
        "worth": mark("Table points") if site.drawn else mark("Result"),
        "moment": mark("As of {moment}", moment=document.printed),
        "foot": foot(document),
    }
    if site.upcoming is not None:
        named = mark("Session {session}", session=site.upcoming)
        upcoming = mark("In play: {session}", session=named) if site.in_play else mark("Next: {session}", session=named)
        words["upcoming"] = upcoming
    return words


def _sections(site: Site) -> Iterator[tuple[str, bool]]:
    """The parts of the page by their ids, and whether there is anything in them."""
    yield "standings", bool(site.rows)
    yield "teams", bool(site.teams)
    yield "countries", bool(site.countries)
    yield "sessions", bool(site.sessions)
    yield "players", bool(site.journeys)
    yield "records", bool(site.records)


def _seats_points(session: SiteSession) -> Iterator[Fraction | None]:
    return (seat.points for table in session.tables for seat in table.seats)


def _upcoming(site: Site) -> SiteSession | None:
    return next((each for each in site.sessions if each.session == site.upcoming), None)


def _shown_session(site: Site) -> int:
    """The session whose tables are shown first: the next, otherwise the last with results; the last evening."""
    if site.drawn:
        return site.upcoming or max(site.after, 1)
    return max((session.session for session in site.sessions), default=0)


def _table_title(number: int, name: Text | None = None) -> Text:
    if name is None:
        return mark("Table {table}", table=number)
    return mark("Table {table} · {name}", table=number, name=name)


def _table_names(site: Site) -> dict[tuple[int, int], Text]:
    """The names of the tables of finals, by session and table."""
    return {(session.session, each.table): each.name for session in site.sessions for each in session.tables
            if each.name is not None}  # fmt: skip


def _place_of(holder: SiteHolder) -> Text:
    """Where a record was made."""
    values = {"session": holder.session, "table": holder.table}
    return mark("Session {session}, table {table}", **values)


def _state_of(session: SiteSession) -> Text | None:
    if session.held:
        return mark("results at the ceremony")
    return None if session.has_results else mark("no results yet")


def _moved(places: int) -> Text:
    return mark("up {places}", places=places) if places > 0 else mark("down {places}", places=-places)


def _journey_heads(site: Site, points: str) -> list[tuple[Text, str]]:
    """The columns of a player's card, each with its classes."""
    place = (mark("Session"), mark("Table"))
    return [
        *((each, "n") for each in place),
        (mark("Seat"), ""),
        *([(mark("Table points"), points)] if site.ranks_points else []),
        (mark("Score"), "n"),
        *([(mark("Rank"), "n")] if site.drawn else []),
    ]


def _logo(image: bytes) -> str:
    """The logo as a data URL, so that nothing is fetched; empty without a logo."""
    picture = logo_picture(image)
    return f"data:image/{picture.kind.value};base64,{b64encode(image).decode()}" if picture is not None else ""


def _beside(player: SitePlayer) -> Iterator[str]:
    return filter(None, (player.country, player.team))


def _joined(parts: "Iterable[Markup]") -> "Markup":
    from markupsafe import Markup

    return Markup(" · ").join(parts)


def _length_class(words: str) -> str:
    """Class for the width of the longest word of a name; empty for nearly all names."""
    longest = max(map(_width, _WORD.findall(words)), default=0)
    if longest < _LONG:
        return ""
    return "long" if longest < _VERY_LONG else "longer" if longest < _ENDLESS else "longest"


def _width(word: str) -> int:
    """Its width in letters; a Chinese character counts two."""
    return sum(
        0 if unicodedata.category(sign) in _NARROW else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in word
    )


def _allowed(style: str, script: str) -> str:
    """The Content-Security-Policy of the page: it loads nothing, and runs only this style and this script."""
    hashes = (b64encode(sha256(source.encode("utf-8")).digest()).decode() for source in (style, script))
    styles, scripts = (f"'sha256-{each}'" for each in hashes)
    return (
        f"default-src 'none'; img-src data:; style-src {styles}; script-src {scripts}; "
        "base-uri 'none'; form-action 'none'"
    )
