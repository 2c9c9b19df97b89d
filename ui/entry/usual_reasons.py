"""Usual reasons, typed by a digit: “1” is “misread”. No Qt in here."""

from msgspec import structs

from tournament.language import Language, mark
from tournament.ledger.checks import in_words
from tournament.use_cases import TableCommand

USUAL_REASONS = {"1": mark("misread"), "2": mark("paper wrong"), "3": mark("players agreed")}
"""What a digit alone means where a reason is asked."""
_MEMBERS = ("reason", "accept_difference", "overrule")


def is_reason(typed: str) -> bool:
    """Whether ``typed`` is enough: words, or the digit of a usual reason."""
    return in_words(typed) or typed.strip() in USUAL_REASONS


def reason_in_words(typed: str, language: Language) -> str:
    """The reason that was typed, or that a digit stands for."""
    text = typed.strip()
    return language.render(USUAL_REASONS[text]) if text in USUAL_REASONS else text


def said(command: TableCommand, language: Language) -> TableCommand:
    """``command`` with the words for a reason that was typed as a digit."""
    typed = {name: getattr(command, name, "").strip() for name in _MEMBERS}
    words = {name: reason_in_words(text, language) for name, text in typed.items() if text in USUAL_REASONS}
    return structs.replace(command, **words) if words else command
