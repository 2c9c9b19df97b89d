"""Lines of a list that repeat one another, or clash with each other or with players of the event."""

from collections.abc import Sequence
from dataclasses import replace

from tournament.event.player import Player
from tournament.event.player_import.lines import PlayerLine
from tournament.event.player_import.notes import DUPLICATE, NUMBER_TWICE, PLAYER_TWICE, Note
from tournament.event.roster import LISTED_FIELDS, Clash, clashes, same_name
from tournament.language import Text, mark


def take_once(lines: Sequence[PlayerLine]) -> list[PlayerLine]:
    """Leave out each line that repeats an earlier one: the same name and number or, without a number, the same whole
    line."""
    kept: list[PlayerLine] = []
    by_number: dict[str, list[PlayerLine]] = {}
    by_player: dict[Player, PlayerLine] = {}
    for line in lines:
        if line.taken and not line.blocked:
            player = line.player
            alike = by_number.setdefault(player.ema_number, []) if player.ema_number else []
            if player.ema_number:
                earlier = next((other for other in alike if same_name(player, other.player)), None)
            else:
                earlier = by_player.get(player)
            if earlier is not None:
                line = replace(line, notes=(_repeated(line, earlier),), taken=False)
            else:
                alike.append(line)
                by_player[player] = line
        kept.append(line)
    return kept


def _repeated(line: PlayerLine, earlier: PlayerLine) -> Note:
    other = [
        value
        for field in LISTED_FIELDS
        if (value := getattr(line.player, field)) and value != getattr(earlier.player, field)
    ]
    if other:
        text = mark(
            "Same name and number as line {line}: imported once. These differ: {values}",
            line=earlier.number,
            values=tuple(f"“{value}”" for value in other),
        )
    elif line.player.ema_number:
        text = mark("Same name and number as line {line}: imported once", line=earlier.number)
    else:
        text = mark("Same as line {line}: imported once", line=earlier.number)
    return Note(DUPLICATE, text, line.number)


def block_clashes(lines: Sequence[PlayerLine], existing: Sequence[Player]) -> list[PlayerLine]:
    """Add a note to each line that clashes with an earlier line or with a player of the event."""
    first = 1 + max((player.number for player in existing), default=0)
    named = [
        replace(line.player, number=first + index)
        for index, line in enumerate(lines)
        if line.taken and not line.blocked
    ]
    found: dict[int, Note] = {}
    for clash in clashes((*existing, *named)):
        index = clash.later.number - first
        if index >= 0:
            earlier = clash.earlier.number - first
            text = _with_line(clash, lines[earlier].number) if earlier >= 0 else _with_event(clash)
            kind = NUMBER_TWICE if clash.field == "ema_number" else PLAYER_TWICE
            found[index] = Note(kind, text, lines[index].number, clash.field)
    return [line.with_note(found[index]) if index in found else line for index, line in enumerate(lines)]


def _with_line(clash: Clash, line: int) -> Text:
    if clash.field == "ema_number":
        return mark(
            "{name} has the EMA number of {other} on line {line}, {number}: correct one of the two",
            name=clash.later.name,
            other=clash.earlier.name,
            line=line,
            number=clash.later.ema_number,
        )
    return mark(
        "{name} is on line {line} as well: remove one of the two, or give both their EMA numbers to tell them apart",
        name=clash.later.name,
        line=line,
    )


def _with_event(clash: Clash) -> Text:
    values = {"name": clash.later.name, "player": clash.earlier.number, "ema": clash.later.ema_number}
    if clash.field == "ema_number" and not same_name(clash.later, clash.earlier):
        return mark(
            "{name} has the EMA number of player {player}, {other}, {ema}: correct one of the two",
            other=clash.earlier.name,
            **values,
        )
    if clash.field == "ema_number" or clash.later.ema_number == clash.earlier.ema_number:
        return mark("{name} is already in the event as player {player}: remove the line", **values)
    return mark(
        "{name} is already in the event as player {player}: remove the line, or give both their EMA "
        "numbers to tell them apart",
        **values,
    )
