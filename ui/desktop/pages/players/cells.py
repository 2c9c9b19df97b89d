"""What one cell of the list of players says, and how."""

from collections.abc import Collection
from typing import Any, NamedTuple

from PySide6.QtCore import Qt

from tournament.event.player import Player
from tournament.event.problem import Problem
from tournament.event.remarks import player_remarks
from tournament.event.roster import FIELDS
from tournament.language import folded, mark
from ui.desktop.pages.players import columns
from ui.desktop.pages.players.columns import COLUMNS
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.widgets.signs import StatusIcon

_WORDS = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole)


class Refusal(NamedTuple):
    """A cell whose text was refused, and stays to be put right."""

    number: int
    """Of the player; 0 for the one that is being typed."""
    field: str
    typed: str
    problem: Problem


def typed_cell(player: Player, field: str, role: int, *, refusal: Refusal | None, drafting: bool) -> Any:
    """A cell that can be typed into. Player 0 is the one that is being added."""
    is_refused = refusal is not None and (refusal.number, refusal.field) == (player.number, field)
    if refusal is not None and is_refused and (shown := _refused_cell(refusal, role)) is not None:
        return shown
    if role in _WORDS:
        value = getattr(player, field)
        waits = not player.number and not drafting and field == "first_name"
        return translator.translate(mark("Type a name")) if waits and role == Qt.ItemDataRole.DisplayRole else value
    if role == Role.KIND:
        return Type.NAME if field.endswith("_name") and player.number else Type.BODY
    if role == Role.TONE:
        if not player.number and not drafting:
            return Tone.TEXT3
        return None if field.endswith("_name") else Tone.TEXT2
    return None


def _refused_cell(refusal: Refusal, role: int) -> Any:
    if role in _WORDS:
        return refusal.typed
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tooltip(translator.translate(refusal.problem.text))
    return {int(Role.SIGN): StatusIcon.DIFFERS, int(Role.GROUND): "danger_soft", int(Role.TONE): Tone.DANGER}.get(role)


def computed_cell(player: Player, column: int, role: int, *, here: bool) -> Any:
    """A cell that follows from others: number, presence, remarks."""
    if not player.number:
        return None
    if column == columns.NUMBER:
        shown = {int(Role.VALUE): player.number, int(Role.TONE): Tone.TEXT3}
        return str(player.number) if role == Qt.ItemDataRole.DisplayRole else shown.get(role)
    if column == columns.HERE:
        if role == Role.SIGN:
            return StatusIcon.DONE if here else StatusIcon.EMPTY
        spoken = role == Qt.ItemDataRole.AccessibleTextRole
        return translator.translate(mark("checked in") if here else mark("not checked in")) if spoken else None
    remarks = player_remarks(player)
    if not remarks:
        return None
    said = " · ".join(translator.translate(remark.text) for remark in remarks)
    shown_remark = {
        int(Qt.ItemDataRole.DisplayRole): said,
        int(Qt.ItemDataRole.ToolTipRole): plain_tooltip(said),
        int(Role.SIGN): StatusIcon.INFO,
        int(Role.TONE): Tone.TEXT2,
        int(Role.KIND): Type.DENSE,
    }
    return shown_remark.get(role)


def sort_key(player: Player, column: int, present: Collection[int]) -> tuple[object, ...]:
    """What the list is sorted by: absent before present, remarks first, empty cells last."""
    if column == columns.NUMBER:
        return (player.number,)
    if column == columns.HERE:
        return (player.number in present, player.number)
    if column == columns.REMARKS:
        return (not player_remarks(player), player.number)
    text = folded(getattr(player, COLUMNS[column].field))
    return (not text, text, player.number)


def text_of(player: Player) -> str:
    """All of ``player``, to find in."""
    return folded(" ".join((str(player.number), player.name, *(getattr(player, field) for field in FIELDS[2:]))))
