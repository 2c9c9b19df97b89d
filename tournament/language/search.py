"""Search by words, the same way everywhere."""

import re
import unicodedata

_WITHOUT_ACCENT = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ŧ": "t", "ı": "i"}
)
_FIRST_MARK = "\u0300"
"""No character before this one is a combining accent."""
_WORDS = re.compile(r"[^\W_]+")


def folded(text: str) -> str:
    """Return ``text`` for comparison: without accents, case, punctuation and surplus spaces."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_WITHOUT_ACCENT))
    if not decomposed.isascii():
        decomposed = "".join([each for each in decomposed if each < _FIRST_MARK or not unicodedata.combining(each)])
    return " ".join(_WORDS.findall(decomposed))


class Search:
    """Words as they are typed: a text is found if it has each of them, in any order.

    Accents, case and punctuation do not matter. A word in Latin letters or digits must begin a word of the text. A word
    in another script may be anywhere in it, since some scripts do not separate words.
    """

    def __init__(self, typed: str, *, several: bool = False) -> None:
        """With ``several``, commas separate alternatives: ``Ada, Ben`` finds both."""
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
        """Whether ``texts`` together contain all the words. True if nothing is searched for."""
        return self.finds_folded(folded(" ".join(texts))) if self._alternatives else True

    def finds_folded(self, text: str) -> bool:
        """Return the same for a text that is already :func:`folded`, for lists that are searched again and again."""
        padded = f" {text}"
        return not self._alternatives or any(
            all((f" {word}" if word.isascii() else word) in padded for word in words) for words in self._alternatives
        )
