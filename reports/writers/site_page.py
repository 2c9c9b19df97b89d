"""The web page of an event: one file that asks nobody for anything, and says all it says without its script too."""

from collections.abc import Iterable, Iterator
from datetime import UTC
from fractions import Fraction
from html import escape
from pathlib import Path

import assets
from reports.document import Document
from reports.site import Site, SiteGroup, SiteRow, SiteSession, SiteStep
from reports.writers.atomic_file import Progress, Steps, atomic_file
from reports.writers.wording import DASH, DOWN, UP, event_line, foot, one_line, standing_mark, text_of
from tournament.language import Language, Text, fraction_parts, mark, mark_in, signed_text
from tournament.rules.pattern import Names
from tournament.tiles.wind import Wind

_ALLOWED = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)
"""What a browser lets the page load: nothing."""


def write(document: Document, site: Site, path: Path, language: Language, *, progress: Progress | None = None) -> None:
    """Write ``site`` to ``path``. Raises ExportFailed."""
    steps = Steps(progress)
    with atomic_file(path, progress) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as file:
        for piece in _Page(document, site, language).lines():
            file.write(piece)
            steps.beat()


class _Page:
    """The page in one language."""

    def __init__(self, document: Document, site: Site, language: Language) -> None:
        self._document, self._site, self._language = document, site, language
        self._names = {number: _own(player.name) for number, player in site.players.items()}

    def lines(self) -> Iterator[str]:
        """The whole file, piece by piece."""
        document, say = self._document, self._say
        event, title = escape(event_line(document, self._language)), say(document.title)
        style, script = (assets.path("site", name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
        yield f'<!DOCTYPE html>\n<html lang="{self._language.code}">\n<head>\n<meta charset="utf-8">\n'
        yield f'<meta http-equiv="Content-Security-Policy" content="{_ALLOWED}">\n'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        yield '<meta name="color-scheme" content="light dark">\n'
        yield f"<title>{event} – {title}</title>\n<style>\n{style}</style>\n"
        yield "</head>\n<body>\n"
        yield f'<header>\n<h1 dir="auto">{event}</h1>\n<p class="grey">{" · ".join(map(say, document.details))}</p>\n'
        standing = standing_mark(document)
        state = f" · {say(standing)}" if standing is not None else ""
        yield f'<p><strong>{title}</strong>{state}</p>\n<p class="grey">{self._moment()}</p>\n'
        yield from self._navigation()
        yield "</header>\n<main>\n"
        yield from self._standings()
        yield from self._groups("teams", mark("Teams"), mark("Table points"), self._site.teams)
        yield from self._groups("countries", mark("Countries"), mark("A player"), self._site.countries)
        yield from self._sessions()
        yield from self._players()
        yield f'</main>\n<footer class="grey">{say(foot(document))} · Quatre Vents</footer>\n'
        yield f"<script>\n{script}</script>\n</body>\n</html>\n"

    def _say(self, text: Text | str | None) -> str:
        return escape(one_line(self._language.render(text))) if text is not None else DASH

    def _named(self, name: str | Names) -> str:
        return _own(text_of(name, self._language))

    def _moment(self) -> str:
        printed = self._document.printed
        told = self._say(mark("As it stood on {moment}", moment=printed))
        return f'<time datetime="{printed.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}">{told}</time>'

    def _navigation(self) -> Iterator[str]:
        site = self._site
        sections = [("standings", mark("Standings"))] if site.rows else []
        sections += [("teams", mark("Teams"))] if site.teams else []
        sections += [("countries", mark("Countries"))] if site.countries else []
        sections += [("sessions", self._sessions_title())] if site.sessions else []
        sections += [("players", mark("Players"))] if site.journeys else []
        links = "".join(f'<a href="#{name}">{self._say(title)}</a>' for name, title in sections)
        label = self._say(mark("Parts of the page"))
        found, theme = self._say(mark("Find a player, a team or a country")), self._say(mark("Light or dark"))
        nobody = self._say(mark("Nobody of that name."))
        yield f'<nav aria-label="{label}">{links}</nav>\n'
        yield f'<div class="tools" hidden><label>{found}<input type="search" id="find" autocomplete="off"></label>'
        yield f'<button type="button" id="theme">{theme}</button></div>\n'
        yield f'<p id="nobody" role="status" data-text="{nobody}"></p>\n'

    def _section(self, id: str, title: Text) -> str:
        return f'<section id="{id}" aria-labelledby="{id}-h"><h2 id="{id}-h">{self._say(title)}</h2>\n'

    def _sessions_title(self) -> Text:
        return mark("Sessions") if self._site.drawn else mark("Evenings")

    def _standings(self) -> Iterator[str]:
        site = self._site
        if not site.rows:
            nothing = mark("No results are public yet.")
            yield f"<p>{self._say(nothing)}</p>\n"
            return
        worth = mark("Table points") if site.drawn else mark("Result")
        heads = ((mark("Rank"), "n"), (mark("Player"), "w"), (worth, "n p"), (mark("Score"), "n"))
        yield self._section("standings", mark("Standings"))
        yield f'<table class="list sort">{self._heads(heads)}\n<tbody>\n'
        yield from map(self._standing, site.rows)
        yield "</tbody></table></section>\n"

    def _standing(self, row: SiteRow) -> str:
        player = self._site.players[row.number]
        beside = " · ".join(_own(each) for each in (player.country, player.team) if each)
        if row.state is not None:
            beside = " · ".join(filter(None, (beside, self._say(row.state))))
        rank = DASH if row.rank is None else str(row.rank)
        key = 10**9 if row.rank is None else row.rank
        small = f"<small>{beside}</small>" if beside else ""
        return (
            f'<tr><td data-v="{key}">{rank}{self._moved(row.moved)}'
            f'<th scope="row">{self._link(row.number)}{small}'
            f'<td data-v="{_key(row.points)}">{self._points(row.points)}'
            f'<td data-v="{row.score}">{signed_text(row.score)}\n'
        )

    def _moved(self, moved: int | None) -> str:
        if not moved:
            return ""
        text = mark("up {places}", places=moved) if moved > 0 else mark("down {places}", places=-moved)
        sign = UP if moved > 0 else DOWN
        return f'<small role="img" aria-label="{self._say(text)}">{sign}{abs(moved)}</small>'

    def _link(self, number: int) -> str:
        name = self._names[number]
        return f'<a href="#p{number}">{name}</a>' if number in self._site.journeys else name

    def _points(self, points: Fraction | None) -> str:
        """The whole part, then a slot that holds the rest, so that whole numbers stay in line."""
        if points is None:
            return DASH
        shown, rest = fraction_parts(points, self._language.code)
        apart = " " if shown and "\N{FRACTION SLASH}" in rest else ""  # not seen in the slot, but copied
        return f"{shown}<i>{apart}{rest}</i>"

    def _heads(self, heads: Iterable[tuple[Text, str]]) -> str:
        cells = "".join(f'<th scope="col" class="{kind}">{self._say(head)}' for head, kind in heads)
        return f"<thead><tr>{cells}</thead>"

    def _groups(self, id: str, title: Text, worth: Text, groups: tuple[SiteGroup, ...]) -> Iterator[str]:
        if not groups:
            return
        heads = ((mark("Rank"), "n"), (mark("Name"), "w"), (worth, "n p"), (mark("Score"), "n"))
        yield self._section(id, title)
        yield f'<table class="list sort">{self._heads(heads)}\n<tbody>\n'
        for group in groups:
            members = " · ".join(self._link(number) for number in group.members)
            yield (
                f'<tr><td data-v="{group.rank}">{group.rank}'
                f'<th scope="row">{self._named(group.name)}<small>{members}</small>'
                f'<td data-v="{_key(group.points)}">{self._points(group.points)}'
                f'<td data-v="{group.score}">{signed_text(group.score)}\n'
            )
        yield "</tbody></table></section>\n"

    def _sessions(self) -> Iterator[str]:
        site = self._site
        if not site.sessions:
            return
        yield self._section("sessions", self._sessions_title())
        for session in site.sessions:
            yield from self._session(session)
        yield "</section>\n"

    def _session(self, session: SiteSession) -> Iterator[str]:
        drawn, number = self._site.drawn, session.session
        title = mark("Session {session}", session=number) if drawn else mark("Evening {evening}", evening=number)
        told = filter(None, (session.when, self._state(session)))
        beside = " · ".join(map(self._say, told))
        shown = " open" if number == max(self._site.after, 1) else ""
        yield f'<details id="s{number}"{shown}><summary><h3>{self._say(title)}</h3> '
        yield f'<span class="grey">{beside}</span></summary>\n<div class="tables">\n'
        for table in session.tables:
            name = mark("Table {table}", table=table.table) if drawn else mark("Game {game}", game=table.table)
            yield f'<table id="s{number}t{table.table}"><caption>{self._say(name)}</caption><tbody>\n'
            for wind, seat in zip(Wind, table.seats, strict=True):
                result = ""
                if seat.score is not None:
                    points = f"<td>{self._points(seat.points)}" if drawn else ""
                    result = f"{points}<td>{signed_text(seat.score)}"
                yield f"<tr><td>{self._say(wind.short)}<th scope=row>{self._link(seat.number)}{result}\n"
            yield "</tbody></table>\n"
        yield "</div></details>\n"

    def _state(self, session: SiteSession) -> Text | None:
        if session.held:
            return mark("results at the ceremony")
        return None if session.has_results else mark("no results yet")

    def _players(self) -> Iterator[str]:
        site = self._site
        if not site.journeys:
            return
        drawn = site.drawn
        heads = [
            (mark("Session") if drawn else mark("Evening"), "n"),
            (mark("Table") if drawn else mark_in("evening", "Game"), "n"),
            (mark("Seat"), ""),
            *([(mark("Table points"), "n p")] if drawn else []),
            (mark("Score"), "n"),
            *([(mark("Rank"), "n")] if drawn else []),
        ]
        head = self._heads(heads)
        yield self._section("players", mark("Players"))
        for number, steps in site.journeys.items():
            player = site.players[number]
            beside = " · ".join(_own(each) for each in (player.country, player.team) if each)
            yield f'<article id="p{number}"><h3>{number} {self._names[number]}</h3> '
            yield f'<span class="grey">{beside}</span>\n<table>{head}<tbody>\n'
            yield from map(self._step, steps)
            yield "</tbody></table></article>\n"
        yield "</section>\n"

    def _step(self, step: SiteStep) -> str:
        drawn = self._site.drawn
        points = f"<td>{self._points(step.points)}" if drawn else ""
        score = DASH if step.score is None else signed_text(step.score)
        rank = f"<td>{DASH if step.rank is None else step.rank}" if drawn else ""
        return (
            f'<tr><td>{step.session}<td><a href="#s{step.session}t{step.table}">{step.table}</a>'
            f"<td>{self._say(step.wind.short)}{points}<td>{score}{rank}\n"
        )


def _own(words: str) -> str:
    """Somebody's own words, which run as their letters do."""
    return f"<bdi>{escape(one_line(words))}</bdi>"


def _key(points: Fraction | None) -> str:
    """What a column is sorted by: exact, a numerator over a denominator."""
    return "" if points is None else f"{points.numerator}/{points.denominator}"
