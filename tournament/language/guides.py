"""The guides of the documents, chapter by chapter, for the help of the window.

A chapter is addressed as links in the guides address it: ``organiser#the-draw`` is the chapter under that heading with
what is below it, and ``organiser`` the beginning of the guide, which leads to its chapters. All languages have the same
headings in the same order, so a page of the window names its chapter once, in English.
"""

import re
from dataclasses import dataclass
from functools import cache

import assets
from tournament.language.languages import ENGLISH, Language
from tournament.language.text import Text, mark, verbatim

CHAPTERS = {
    "start": "sixteen",
    "new": "organiser#the-event",
    "event": "organiser",
    "players": "organiser#the-players",
    "members": "appendices#many-events",
    "rankings": "appendices#many-events",
    "registration": "appendices#the-registration-desk",
    "draw": "organiser#the-draw",
    "games": "appendices#a-club-evening-or-a-league",
    "tables": "referee",
    "hall": "referee#your-place",
    "scorer": "referee#the-tiles",
    "standings": "organiser#the-standings",
    "season": "appendices#a-club-evening-or-a-league",
    "fouls": "organiser#penalties",
    "reports": "organiser#the-papers",
    "display": "appendices#the-screens-of-the-hall",
    "desks": "appendices#several-desks",
    "phones": "appendices#let-players-type",
    "history": "organiser#corrections",
    "settings": "organiser#install-and-look-around",
}
"""The chapter about each page of the window."""
GUIDES = {
    "sixteen": mark("Sixteen players, one day"),
    "organiser": mark("The organiser’s guide"),
    "appendices": mark("Appendices to the organiser’s guide"),
    "referee": mark("The referee’s guide"),
    "games": mark("The games"),
    "symptoms": mark("If something goes wrong"),
}
"""The guides, with the names by which readers know them whose language does not have them."""
SAMPLES = "samples"
"""The address of the folder with the files that the guides name, to try them with."""
_WHOLE = ("sixteen", "symptoms")
"""Guides that are short, and read as a whole."""
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)
_PICTURE = re.compile(r"^[ ]*!\[[^\]]*\]\([^)\s]+\)\n?", re.MULTILINE)
_LINK = re.compile(r"\[([^\[\]]+)\]\(([^)\s]+)\)")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a guide, in Markdown without pictures."""

    title: str
    text: str
    """With its heading. Links to chapters and to :data:`SAMPLES` have their address as target; others are only their
    words."""
    guide: str
    """The address of the beginning of its guide."""
    translated: bool = True
    """Whether it is in the language that was asked for; otherwise it is in English."""

    @property
    def link(self) -> Text:
        """Its title in a link for a reader. If it is not translated, the name of its guide in the reader's language."""
        return verbatim(self.title) if self.translated else mark("{guide} (in English)", guide=GUIDES[self.guide])


def chapter(address: str, language: Language) -> Chapter | None:
    """Return the chapter at ``address`` in ``language``, or in English if the guide has not been translated.

    The heading of an address may be in any language that has the guide. Return None if there is no such chapter.
    """
    guide, _, heading = address.partition("#")
    if guide not in GUIDES:
        return None
    own = _read(guide, language.code)
    text = own or _read(guide, ENGLISH.code)
    places = _headings(text)
    number = 0
    if heading:
        known = (_read(guide, each) for each in (language.code, ENGLISH.code, "fr"))
        number = next((n for each in known for n, found in enumerate(_headings(each)) if found[2] == heading), -1)
    if not 0 <= number < len(places):
        return None
    start, level, _, title = places[number]
    following = places[number + 1 :]
    if number:
        following = [each for each in following if each[1] <= level]
    elif guide in _WHOLE:
        following = []
    end = following[0][0] if following else len(text)
    return Chapter(title, _linked(_PICTURE.sub("", text[start:end]), guide), guide, bool(own))


@cache
def _read(guide: str, code: str) -> str:
    """The whole guide, empty if the language does not have it."""
    path = assets.guide(code, guide)
    return "" if path is None else path.read_text(encoding="utf-8")


def _headings(text: str) -> list[tuple[int, int, str, str]]:
    """Place, level, name in addresses, and title of each heading of ``text``."""
    plain = _FENCED.sub(lambda found: " " * len(found[0]), text)
    return [(found.start(), len(found[1]), _slug(found[2]), found[2]) for found in _HEADING.finditer(plain)]


def _slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _linked(text: str, guide: str) -> str:
    """``text`` with links between chapters as addresses. Of links to what is not in the package the words stay."""

    def link(found: re.Match[str]) -> str:
        words, target = found.groups()
        path, _, heading = target.partition("#")
        other = path.removesuffix(".md") or guide
        if other in GUIDES:
            return f"[{words}]({other}{'#' if heading else ''}{heading})"
        if path.startswith("../../samples"):
            return f"[{words}]({SAMPLES})"
        return f"[{words}]({target})" if target.startswith("https://") else words

    return _LINK.sub(link, text)
