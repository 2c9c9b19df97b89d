"""Countries as the reader calls them."""

from functools import lru_cache


@lru_cache(maxsize=1024)
def country_name(code: str, language: str) -> str:
    """The name of a country in ``language`` (``en``, ``fr``); what was written when it is no known code."""
    if len(code) != 2:
        return code
    from babel import Locale

    return str(Locale.parse(language).territories.get(code, code))
