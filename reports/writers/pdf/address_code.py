"""The QR code of the event's web page, with its white border and a line of explanation. Figures in points."""

from reports.code_matrix import QUIET, matrix_of
from reports.site import player_anchor
from reports.writers.pdf.fonts import Weight, wrap
from reports.writers.pdf.pen import DARK, Align, Pen
from reports.writers.pdf.qr import draw_qr
from reports.writers.pdf.structure import Tag
from reports.writers.wording import one_line
from tournament.language import Language, mark

_LEAST_SIDE, _LEAST_MODULE = 57.0, 1.2
"""20 mm, and 0.42 mm per module, which a phone reads at arm's length."""
_TYPE, _LINES = 6.5, 2

HIGHEST_NUMBER = 999
"""No event has a player with a longer number."""


def player_address(address: str, number: int) -> str:
    """The address of a player's card on the page of the event; an address that already points into a page stays the
    same."""
    return f"{address}#{player_anchor(number)}" if address and "#" not in address else address


def address_room(address: str) -> tuple[float, float]:
    """Width and height that the code of ``address`` needs in a corner, with its border and its line; 0 without an
    address."""
    if not address:
        return 0.0, 0.0
    side, quiet = _size(address)
    return side + quiet, side + 2 * quiet + _TYPE * 1.15 * _LINES


def draw_address(
    pen: Pen, address: str, language: Language, *, right: float, top: float | None = None, bottom: float = 0.0
) -> None:
    """Draw the code of ``address`` with its right edge at ``right`` and its upper edge at ``top``.

    Without ``top``, the content under it begins at ``bottom``. The caller leaves the white at its right and above it.
    """
    side, quiet = _size(address)
    if top is None:
        top = bottom + _TYPE * 1.15 * _LINES + quiet + side
    with pen.part(Tag.FIGURE, one_line(language.render(mark("Code of the web page: {address}", address=address)))):
        draw_qr(pen, address, x=right - side, y=top - side, side=side)
    said = one_line(language.each[0].render(mark("Results on the web")))
    for number, line in enumerate(wrap(said, Weight.REGULAR, _TYPE, side + quiet, lines=_LINES), start=1):
        y = top - side - quiet - (number - 0.25) * _TYPE * 1.15
        pen.text(right - side / 2, y, line, size=_TYPE, grey=DARK, align=Align.CENTRE)


def _size(address: str) -> tuple[float, float]:
    """The side of the code, and the white border it needs all round."""
    modules = len(matrix_of(address))
    side = max(_LEAST_SIDE, modules * _LEAST_MODULE)
    return side, side / modules * QUIET
