"""The texts of the help, page by page, and the keys that each page lists. This is the only register of keys.

The help on a page begins with a few lines, continues under a second heading, and ends with the table of its keys. Tests
check that every key that works on a page is in its table, and that every key in a table works.
"""

import re
from dataclasses import dataclass
from functools import cache

import assets
from tournament.language.key_names import key_text
from tournament.language.languages import Language
from tournament.language.text import mark

EVERYWHERE = "everywhere"
"""The name of the help page with the keys that work on every page."""
_NAMES = {"tables": mark("Tables")}
"""The pages that have another name in a club."""
_KEY = re.compile(r"`([^`]+)`")
_MORE = re.compile(r"^## .*?(?=^\| |\Z)", re.MULTILINE | re.DOTALL)
_KEY_ROW = re.compile(r"^\| (`.*) \| (.*) \|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ListedKeys:
    """One row of a table of keys."""

    keys: tuple[str, ...]
    """In Qt's portable form."""
    shown: str
    """The first cell of the row, as it is in the help."""
    action: str
    """What the keys do."""

    def named(self, language: Language) -> str:
        """Return the keys as a keyboard names them: ``1–4``, ``Ctrl Z, Ctrl Y``."""
        return _KEY.sub(lambda found: language.render(key_text(found[1])), self.shown.replace("` `", "`, `"))


@cache
def help_text(page: str, language: Language) -> str:
    """Return the help on ``page`` in Markdown. Raise FileNotFoundError if there is none.

    Keys are between backticks, in Qt's portable form. The title of a page with another name in a club is that name.
    """
    text = assets.path("help", language.code, f"{page}.md").read_text(encoding="utf-8")
    name = _NAMES.get(page)
    return text if name is None else re.sub("^# .*", f"# {language.render(name)}", text)


def opening_of(page: str, language: Language) -> str:
    """Return the help on ``page`` up to its second heading; all of it if it has none."""
    return _MORE.sub("", help_text(page, language))


def listed_keys(page: str, language: Language) -> tuple[ListedKeys, ...]:
    """Return the keys of ``page``, in the order of its help."""
    rows = _KEY_ROW.findall(help_text(page, language))
    return tuple(ListedKeys(tuple(_KEY.findall(shown)), shown, action) for shown, action in rows)
