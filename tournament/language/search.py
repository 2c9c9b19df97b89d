"""What is meant by the words in a search field: the same everywhere."""

import re
import unicodedata

_WITHOUT_ACCENT = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ŧ": "t", "ı": "i"}
)
_FIRST_MARK = "\u0300"
"""No character before it is an accent that stands alone."""
_WORDS = re.compile(r"[^\W_]+")


def folded(text: str) -> str:
    """``text`` for comparison: without accents, capitals, punctuation and surplus spaces."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_WITHOUT_ACCENT))
    if not decomposed.isascii():
        decomposed = "".join([each for each in decomposed if each < _FIRST_MARK or not unicodedata.combining(each)])
    return " ".join(_WORDS.findall(decomposed))


class Search:
    """Words as they are typed: a text is found if it has each of them, in any order.

    Accents, case and punctuation do not count. A word in Latin letters or digits is the beginning of a word of the
    text; in other scripts, some of which part no words, it may stand anywhere.
    """

    def __init__(self, typed: str, *, several: bool = False) -> None:
        """With ``several``, commas part what may be found: ``Ada, Ben`` finds both."""
        parts = [folded(part).split() for part in (re.split("[,;，、；،]", typed) if several else [typed])]
        self._alternatives = tuple(tuple(words) for words in parts if words)

    def __bool__(self) -> bool:
        """Whether anything is searched for."""
        return bool(self._alternatives)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Search) and self._alternatives == other._alternatives

    def __hash__(self) -> int:
        return hash(self._alternatives)

    def finds(self, *texts: str) -> bool:
        """Whether ``texts``, taken together, have all the words; without words every text has."""
        return self.finds_folded(folded(" ".join(texts))) if self._alternatives else True

    def finds_folded(self, text: str) -> bool:
        """The same for a text that was :func:`folded` before, where many are searched again and again."""
        padded = f" {text}"
        return not self._alternatives or any(
            all((f" {word}" if word.isascii() else word) in padded for word in words) for words in self._alternatives
        )
