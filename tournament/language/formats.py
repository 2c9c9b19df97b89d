"""Numbers as they are read: true minus, exact fractions; one decimal for an average alone, two for money."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

MINUS = "\N{MINUS SIGN}"
_SINGLE = {
    (1, 2): "½",
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 4): "¼",
    (3, 4): "¾",
    (1, 6): "⅙",
    (5, 6): "⅚",
}

_DECIMAL_MARKS = {"fr": ","}
"""By language; elsewhere a point."""


def integer_text(number: int) -> str:
    """``−12``, ``0``, ``12``: minus is U+2212."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def signed_text(number: "int | Fraction") -> str:
    """``+12``, ``0``, ``−12``, ``+14⅓``: for changes and scores, never for running totals."""
    text = integer_text(number.numerator) if number.denominator == 1 else fraction_text(number)
    return f"+{text}" if number > 0 else text


def fraction_text(number: "Fraction | int", language: str = "en") -> str:
    """``14⅓``, ``½``, ``4 1⁄12``, ``7.07``: exact, for a reader."""
    whole, rest = fraction_parts(number, language)
    apart = " " if "\N{FRACTION SLASH}" in rest and whole.lstrip(MINUS) else ""
    return f"{whole}{apart}{rest}"


def fraction_parts(number: "Fraction | int", language: str = "en") -> tuple[str, str]:
    """The same in two parts, so that the whole numbers of a column stand in line: ``14`` and ``⅓``, ``7`` and ``.07``.

    Halves, thirds, quarters and their parts, which shared places give, are fractions; hundredths are decimals, and so
    is every number whose type has a true ``decimal``.
    """
    sign = MINUS if number < 0 else ""
    whole, rest = divmod(abs(number.numerator), number.denominator)
    if not rest:
        return f"{sign}{whole}", ""
    decimal = number.denominator not in (2, 4) or getattr(number, "decimal", False)
    if decimal and 100 % number.denominator == 0:
        mark = _DECIMAL_MARKS.get(language, ".")
        return f"{sign}{whole}", f"{mark}{rest * 100 // number.denominator:02}"
    single = _SINGLE.get((rest, number.denominator))
    return f"{sign}{whole or ''}", single or f"{rest}\N{FRACTION SLASH}{number.denominator}"


def average_text(number: "Fraction", language: str) -> str:
    """``26.7``, in French ``26,7``: an average rounded to one decimal, half away from zero, for a screen."""
    tenths = (20 * abs(number.numerator) + number.denominator) // (2 * number.denominator)
    sign = MINUS if number < 0 and tenths else ""
    return f"{sign}{tenths // 10}{_DECIMAL_MARKS.get(language, '.')}{tenths % 10}"


@dataclass(frozen=True, slots=True)
class Average:
    """An average among the values of a message, written as :func:`average_text` does."""

    value: "Fraction"

    def of(self, language: str) -> str:
        """The number in the language of this code."""
        return average_text(self.value, language)


def amount_text(amount: "Fraction | int", language: str) -> str:
    """``150``, ``150.50``, in French ``150,50``: money, which never has more than hundredths.

    An amount whose type has a true ``decimal`` always has them: ``150.00``.
    """
    always = getattr(amount, "decimal", False)
    whole, hundredths = divmod(abs(amount.numerator) * 100 // amount.denominator, 100)
    sign = MINUS if amount < 0 else ""
    parts = f"{_DECIMAL_MARKS.get(language, '.')}{hundredths:02}" if hundredths or always else ""
    return f"{sign}{whole}{parts}"


def exact_text(number: "Fraction | int") -> str:
    """``13/2``, ``4``, ``-7.07``: exact, for CSV and JSON; read back by :class:`fractions.Fraction`."""
    decimals = "" if number.denominator in (2, 4) else fraction_parts(number)[1]
    return fraction_text(number).replace(MINUS, "-") if decimals.startswith(".") else str(number)
