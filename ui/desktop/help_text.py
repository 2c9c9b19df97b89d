"""The texts of the help and the keys that they list: the one register of keys, page by page, in every language.

A page's help ends with the table of its keys. Tests hold that every key which works on a page stands in its table, and
that every key in a table works.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import assets
from tournament.language import Language, Search
from ui.desktop.keys import key_name

EVERYWHERE = "everywhere"
"""Names the help on the keys that work on every page."""
_KEY = re.compile(r"`([^`]+)`")
_KEY_ROW = re.compile(r"^\| (`.*) \| (.*) \|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ListedKeys:
    """One row of a table of keys."""

    keys: tuple[str, ...]
    """In Qt's portable form."""
    shown: str
    """As the first cell of the row stands in the help."""
    action: str
    """What they do."""

    def found_by(self, search: Search, page: str) -> bool:
        """Whether ``search`` finds the row in the list of keys of the page called ``page``."""
        return search.finds(page, self.action, *self.keys, *(key_name(key) for key in self.keys))


@cache
def help_text(page: str, language: Language) -> str:
    """The help on ``page`` in Markdown; FileNotFoundError without any.

    Keys stand between backticks, in Qt's portable form.
    """
    return assets.path("help", language.code, f"{page}.md").read_text(encoding="utf-8")


def listed_keys(page: str, language: Language) -> tuple[ListedKeys, ...]:
    """The keys of ``page``, in the order of its help."""
    rows = _KEY_ROW.findall(help_text(page, language))
    return tuple(ListedKeys(tuple(_KEY.findall(shown)), shown, action) for shown, action in rows)


def key_list(pages: "tuple[str, ...]", typed: str, language: Language) -> str:
    """The keys of ``pages`` that a search for ``typed`` finds, in Markdown, a table a page; empty when none is."""
    search = Search(typed)
    return "\n".join(part for page in pages for part in _key_table(page, search, language))


def _key_table(page: str, search: Search, language: Language) -> Iterator[str]:
    text = help_text(page, language)
    title = text.partition("\n")[0].removeprefix("# ")
    rows = [row for row in listed_keys(page, language) if row.found_by(search, title)]
    if rows:
        head = text[: text.index("|---|---|")].rstrip().rpartition("\n")[2]
        yield f"## {title}\n\n{head}\n|---|---|"
        yield from (f"| {row.shown} | {row.action} |" for row in rows)
        yield ""


def with_key_names(text: str) -> str:
    """``text`` with its keys named as the reader's keyboard names them."""
    return _KEY.sub(lambda found: f"`{key_name(found[1])}`", text)
