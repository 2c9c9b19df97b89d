"""The list of all keys, with a search and the key names of the user's keyboard."""

import re
from collections.abc import Iterator

from tournament.language import Language, Search
from tournament.language.help_pages import ListedKeys, help_text, listed_keys
from ui.desktop.widgets.keys import key_name

_KEY = re.compile(r"`([^`]+)`")


def key_list(pages: "tuple[str, ...]", typed: str, language: Language) -> str:
    """The keys of ``pages`` that a search for ``typed`` finds, in Markdown with a table per page.

    Empty if there are none.
    """
    search = Search(typed)
    return "\n".join(part for page in pages for part in _key_table(page, search, language))


def _key_table(page: str, search: Search, language: Language) -> Iterator[str]:
    text = help_text(page, language)
    title = text.partition("\n")[0].removeprefix("# ")
    rows = [row for row in listed_keys(page, language) if _found(row, search, title)]
    if rows:
        head = text[: text.index("|---|---|")].rstrip().rpartition("\n")[2]
        yield f"## {title}\n\n{head}\n|---|---|"
        yield from (f"| {row.shown} | {row.action} |" for row in rows)
        yield ""


def _found(row: ListedKeys, search: Search, page: str) -> bool:
    """Whether ``search`` finds the row in the list of keys of the page called ``page``."""
    return search.finds(page, row.action, *row.keys, *(key_name(key) for key in row.keys))


def with_key_names(text: str) -> str:
    """``text`` with the key names of the user's keyboard."""
    return _KEY.sub(lambda found: f"`{key_name(found[1])}`", text)
