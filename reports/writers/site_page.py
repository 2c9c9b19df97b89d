"""The web page of an event: one file that loads nothing, and shows everything without its script too."""

import re
import unicodedata
from base64 import b64encode
from collections.abc import Iterable, Iterator
from datetime import UTC
from fractions import Fraction
from hashlib import sha256
from html import escape
from pathlib import Path

import assets
from reports.document import Document
from reports.site import (
    Site,
    SiteGroup,
    SiteHolder,
    SitePlayer,
    SiteRecord,
    SiteRow,
    SiteSession,
    SiteStep,
    player_anchor,
)
from reports.writers.atomic_file import Progress, Steps, atomic_file
from reports.writers.wording import DASH, DOWN, UP, foot, one_line, standing_mark, text_of
from tournament.event.logo import logo_picture
from tournament.language import Language, Text, fraction_parts, mark, mark_count, mark_in, signed_text
from tournament.tiles.wind import Wind

_LONG, _VERY_LONG, _ENDLESS = 15, 21, 35
"""Word lengths from which a name is set smaller on a phone, or across the whole row, so that it is not broken."""
_HALF_DISC = (
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">'
    '<circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2"/>'
    '<path d="M10 2a8 8 0 0 1 0 16z" fill="currentColor"/></svg>'
)
_WORD = re.compile(r"[^\s\-‐–—/]+")
_NARROW = ("Mn", "Me", "Cf")
"""Characters above, below or between letters that take no space."""


def _points_class(points: Iterable[Fraction | None]) -> str:
    """Class of the head of a points column: it is placed over whole numbers, and over their fractions if there are
    any."""
    return "n p f" if any(each is not None and each.denominator != 1 for each in points) else "n p"


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
        self._beside = {number: _beside(player) for number, player in site.players.items()}
        self._long = {number: _length_class(player.name) for number, player in site.players.items()}

    def lines(self) -> Iterator[str]:
        """The whole file, piece by piece."""
        document, say = self._document, self._say
        event, title = escape(one_line(document.event)), say(document.title)
        style, script = (
            f"\n{assets.path('site', name).read_text(encoding='utf-8')}" for name in ("page.css", "page.js")
        )
        yield f'<!DOCTYPE html>\n<html lang="{self._language.code}">\n<head>\n<meta charset="utf-8">\n'
        yield f'<meta http-equiv="Content-Security-Policy" content="{_allowed(style, script)}">\n'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        yield '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        yield f'<meta name="description" content="{event}: {title}">\n<link rel="icon" href="data:,">\n'
        yield f"<title>{event} – {title}</title>\n<style>{style}</style>\n"
        yield "</head>\n<body>\n"
        yield from self._head(event, title)
        yield from self._navigation()
        yield f'<main id="main" data-after="{self._site.after}">\n'
        yield from self._standings()
        beside = [*self._all_groups(), *self._records()]
        if beside:
            yield '<div class="beside">\n'
            yield from beside
            yield "</div>\n"
        yield from self._sessions()
        yield from self._players()
        yield f'</main>\n<footer class="grey">{say(foot(document))} · Quatre Vents</footer>\n'
        yield f"<script>{script}</script>\n</body>\n</html>\n"

    def _head(self, event: str, title: str) -> Iterator[str]:
        document, say = self._document, self._say
        yield "<header>\n"
        standing = standing_mark(document)
        if document.damaged or document.rehearsal:
            yield f'<p class="banner">{say(standing)}</p>\n'
            standing = None
        yield _logo(document.logo)
        yield f'<h1 dir="auto" class="{_length_class(document.event)}">{event}</h1>\n'
        if document.details:
            yield f'<p class="grey">{" · ".join(map(say, document.details))}</p>\n'
        state = f' <span class="state">{say(standing)}</span>' if standing is not None else ""
        yield f"<p><strong>{title}</strong>{state}</p>\n"
        yield from self._upcoming()
        yield f'<p class="grey">{self._moment()}</p>\n</header>\n'

    def _upcoming(self) -> Iterator[str]:
        for held in (each for each in self._site.sessions if each.held):
            title, state = self._session_title(held), self._say(self._state(held))
            yield f'<p><a href="#s{held.session}">{title}</a> · {state}</p>\n'
        number = self._site.upcoming
        if number is None:
            return
        session = next(each for each in self._site.sessions if each.session == number)
        named = mark("Session {session}", session=number)
        told = mark("Next: {session}", session=named)
        if self._site.in_play:
            told = mark("In play: {session}", session=named)
        when = f" · {self._say(session.when)}" if session.when is not None else ""
        yield f'<p><a href="#s{number}">{self._say(told)}</a>{when}</p>\n'

    def _say(self, text: Text | str | None) -> str:
        return escape(one_line(self._language.render(text))) if text is not None else DASH

    def _moment(self) -> str:
        printed = self._document.printed
        told = self._say(mark("As of {moment}", moment=printed))
        return f'<time datetime="{printed.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}">{told}</time>'

    def _navigation(self) -> Iterator[str]:
        site = self._site
        sections = [("standings", mark("Standings"))] if site.rows else []
        sections += [("teams", mark("Teams"))] if site.teams else []
        sections += [("countries", mark("Countries"))] if site.countries else []
        sections += [("sessions", self._sessions_title())] if site.sessions else []
        sections += [("players", mark("Players"))] if site.journeys else []
        sections += [("records", mark("Records"))] if site.records else []
        links = "".join(f'<a href="#{name}">{self._say(title)}</a>' for name, title in sections)
        label = self._say(mark("Parts of the page"))
        found, theme = self._say(mark("Find a player, a team or a country")), self._say(mark("Light or dark"))
        nobody = self._say(mark("Nobody by that name."))
        follow, following = self._say(mark("Follow")), self._say(mark("Following"))
        followed = self._say(mark("The player you follow"))
        yield f'<nav aria-label="{label}">{links}</nav>\n'
        yield f'<div class="tools" role="search" hidden><label class="unseen" for="find">{found}</label>'
        yield f'<input type="search" id="find" autocomplete="off" spellcheck="false" placeholder="{found}">'
        yield f'<button type="button" id="theme" aria-label="{theme}" title="{theme}">{_HALF_DISC}</button>\n'
        yield f'<p id="nobody" role="status" data-text="{nobody}"></p></div>\n'
        yield f'<aside id="me" aria-label="{followed}" data-follow="{follow}" data-following="{following}" hidden>'
        yield "</aside>\n"

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
        heads = (
            (mark("Rank"), "n"),
            (mark("Player"), "w"),
            (worth, _points_class(row.points for row in site.rows)),
            (mark("Score"), "n"),
        )
        yield self._section("standings", mark("Standings"))
        yield f'<table class="list sort">{self._heads(heads)}\n<tbody>\n'
        yield from map(self._standing, site.rows)
        yield "</tbody></table></section>\n"

    def _standing(self, row: SiteRow) -> str:
        beside = self._beside[row.number]
        if row.state is not None:
            beside = " · ".join(filter(None, (beside, self._say(row.state))))
        rank = DASH if row.rank is None else str(row.rank)
        small = f"<small>{beside}</small>" if beside else ""
        return (
            f"{self._row(row.number)}<td>{rank}{self._moved(row.moved)}"
            f'<th scope="row">{self._link(row.number)}{small}'
            f"{self._points_cell(row.points)}<td>{signed_text(row.score)}\n"
        )

    def _row(self, number: int) -> str:
        long = self._long[number]
        return f'<tr class="{long}">' if long else "<tr>"

    def _moved(self, moved: int | None) -> str:
        if not moved:
            return ""
        text = mark("up {places}", places=moved) if moved > 0 else mark("down {places}", places=-moved)
        sign = UP if moved > 0 else DOWN
        return f'<small role="img" aria-label="{self._say(text)}">{sign}{abs(moved)}</small>'

    def _link(self, number: int) -> str:
        name = self._names[number]
        return f'<a href="#{player_anchor(number)}">{name}</a>' if number in self._site.journeys else name

    def _points(self, points: Fraction | None) -> str:
        """The whole part, then a fixed-width slot for the fraction, so that whole numbers stay aligned."""
        if points is None:
            return DASH
        shown, rest = fraction_parts(points, self._language.code)
        apart = " " if shown and "\N{FRACTION SLASH}" in rest else ""  # invisible in the slot, but copied
        return f"{shown}<i>{apart}{rest}</i>"

    def _points_cell(self, points: Fraction | None) -> str:
        """A cell with its exact sort value, if its text does not give it."""
        if points is None or points.denominator == 1:
            return f"<td>{self._points(points)}"
        return f'<td data-v="{points.numerator}/{points.denominator}">{self._points(points)}'

    def _heads(self, heads: Iterable[tuple[Text, str]]) -> str:
        cells = "".join(f'<th scope="col" class="{kind}">{self._say(head)}' for head, kind in heads)
        return f"<thead><tr>{cells}</thead>"

    def _all_groups(self) -> Iterator[str]:
        yield from self._groups("teams", mark("Teams"), mark("Table points"), self._site.teams)
        yield from self._groups("countries", mark("Countries"), mark("Per player"), self._site.countries)

    def _groups(self, id: str, title: Text, worth: Text, groups: tuple[SiteGroup, ...]) -> Iterator[str]:
        if not groups:
            return
        heads = (
            (mark("Rank"), "n"),
            (mark("Name"), "w"),
            (worth, _points_class(group.points for group in groups)),
            (mark("Score"), "n"),
        )
        yield self._section(id, title)
        yield f'<table class="list sort">{self._heads(heads)}\n<tbody>\n'
        for group in groups:
            members = " · ".join(self._link(number) for number in group.members)
            name = text_of(group.name, self._language)
            long = _length_class(name)
            yield f'<tr class="{long}">' if long else "<tr>"
            yield (
                f'<td>{group.rank}<th scope="row">{_own(name)}<small>{members}</small>'
                f"{self._points_cell(group.points)}<td>{signed_text(group.score)}\n"
            )
        yield "</tbody></table></section>\n"

    def _records(self) -> Iterator[str]:
        if not self._site.records:
            return
        yield f"{self._section('records', mark('Records'))}<dl>\n"
        for record in self._site.records:
            title, value = self._say(record.title), self._say(record.value)
            yield f"<dt>{title}<dd><strong>{value}</strong>{self._holders(record)}\n"
        yield "</dl></section>\n"

    def _holders(self, record: SiteRecord) -> str:
        if record.holders:
            return "".join(map(self._holder, record.holders))
        if not record.level:
            return ""
        return f" <span>{self._say(mark_count('{count} time', '{count} times', record.level))}</span>"

    def _holder(self, holder: SiteHolder) -> str:
        where = ""
        if holder.session is not None and holder.table is not None:
            values = {"session": holder.session, "table": holder.table}
            told = (
                mark("Session {session}, table {table}", **values)
                if self._site.drawn
                else mark("Evening {session}, game {table}", **values)
            )
            where = f'<small><a href="#s{holder.session}t{holder.table}">{self._say(told)}</a></small>'
        return f" <span>{self._link(holder.number)}{where}</span>"

    def _sessions(self) -> Iterator[str]:
        site = self._site
        if not site.sessions:
            return
        yield self._section("sessions", self._sessions_title())
        for session in site.sessions:
            yield from self._session(session)
        yield "</section>\n"

    @property
    def _shown_session(self) -> int:
        """The session whose tables are shown first: the next, otherwise the last with results; the last evening."""
        if self._site.drawn:
            return self._site.upcoming or max(self._site.after, 1)
        return max(session.session for session in self._site.sessions)

    def _session(self, session: SiteSession) -> Iterator[str]:
        drawn, number = self._site.drawn, session.session
        told = filter(None, (session.when, self._state(session)))
        beside = " · ".join(map(self._say, told))
        shown = " open" if number == self._shown_session else ""
        yield f'<details id="s{number}"{shown}><summary><h3>{self._session_title(session)}</h3> '
        yield f'<span class="grey">{beside}</span></summary>\n<div class="tables">\n'
        for table in session.tables:
            name = mark("Table {table}", table=table.table) if drawn else mark("Game {game}", game=table.table)
            yield f'<table id="s{number}t{table.table}"><caption>{self._say(name)}</caption><tbody>\n'
            for wind, seat in zip(Wind, table.seats, strict=True):
                result = ""
                if seat.score is not None:
                    points = f"<td>{self._points(seat.points)}" if drawn else ""
                    result = f"{points}<td>{signed_text(seat.score)}"
                row = self._row(seat.number)
                yield f"{row}<td>{self._say(wind.short)}<th scope=row>{self._link(seat.number)}{result}\n"
            yield "</tbody></table>\n"
        yield "</div></details>\n"

    def _session_title(self, session: SiteSession) -> str:
        number = session.session
        if self._site.drawn:
            return self._say(mark("Session {session}", session=number))
        return self._say(mark("Evening {evening}", evening=number))

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
            *(
                [
                    (
                        mark("Table points"),
                        _points_class(step.points for steps in site.journeys.values() for step in steps),
                    )
                ]
                if drawn
                else []
            ),
            (mark("Score"), "n"),
            *([(mark("Rank"), "n")] if drawn else []),
        ]
        head = self._heads(heads)
        yield self._section("players", mark("Players"))
        places = {row.number: row for row in site.rows}
        for number, steps in site.journeys.items():
            long = self._long[number]
            anchor = player_anchor(number)
            yield f'<article id="{anchor}"{f" class={long}" if long else ""}>'
            yield f'<h3><a href="#{anchor}">{number} {self._names[number]}</a></h3>'
            yield f"<p>{self._beside[number]}</p>{self._place(places.get(number))}\n<table>{head}<tbody>\n"
            yield from map(self._step, steps)
            yield "</tbody></table></article>\n"
        yield "</section>\n"

    def _place(self, row: SiteRow | None) -> str:
        """Rank, points and score in one line, as in the standings."""
        if row is None:
            return ""
        rank = self._say(row.state) if row.state is not None else DASH if row.rank is None else str(row.rank)
        values = [(mark("Rank"), rank), (mark("Score"), signed_text(row.score))]
        if row.points is not None:
            worth = mark("Table points") if self._site.drawn else mark("Result")
            values.insert(1, (worth, self._points(row.points)))
        return f"<p>{' · '.join(f'{self._say(head)} <b>{value}</b>' for head, value in values)}</p>"

    def _step(self, step: SiteStep) -> str:
        drawn = self._site.drawn
        points = f"<td>{self._points(step.points)}" if drawn else ""
        score = DASH if step.score is None else signed_text(step.score)
        rank = f"<td>{DASH if step.rank is None else step.rank}" if drawn else ""
        row = "<tr class=next>" if step.session == self._site.upcoming else "<tr>"
        return (
            f'{row}<td>{step.session}<td><a href="#s{step.session}t{step.table}">{step.table}</a>'
            f"<td>{self._say(step.wind.short)}{points}<td>{score}{rank}\n"
        )


def _logo(image: bytes) -> str:
    """The picture inline; it has no content for a screen reader."""
    picture = logo_picture(image)
    if picture is None:
        return ""
    return f'<img class="logo" alt="" src="data:image/{picture.kind.value};base64,{b64encode(image).decode()}">\n'


def _own(words: str) -> str:
    """The user's own words, with the direction of their letters."""
    return f"<bdi>{escape(one_line(words))}</bdi>"


def _beside(player: SitePlayer) -> str:
    return " · ".join(_own(each) for each in (player.country, player.team) if each)


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
    """What a browser lets the page load: nothing; it only runs this style and this script."""
    hashes = (b64encode(sha256(source.encode("utf-8")).digest()).decode() for source in (style, script))
    styles, scripts = (f"'sha256-{each}'" for each in hashes)
    return (
        f"default-src 'none'; img-src data:; style-src {styles}; script-src {scripts}; "
        "base-uri 'none'; form-action 'none'"
    )
