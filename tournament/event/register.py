"""A federation's list of members compared with the players of an event: who is the same person, and what differs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tournament.event.country import country_code
from tournament.event.ema import is_no_member
from tournament.event.player import Player, is_latin
from tournament.event.problem import Problem, Refused
from tournament.event.roster import LATIN_FIELDS, field_label, is_ema_number
from tournament.language import Text, folded, listed, mark
from tournament.language.text import LabelledEnum

if TYPE_CHECKING:
    from tournament.event.player_import import Roster

COMPARED = ("first_name", "last_name", "country", "ema_number")
"""The fields whose value in the register replaces that of the event."""


class Unmatched(LabelledEnum):
    """Why a player was not compared; the value is its name in files and on the command line."""

    UNKNOWN = "unknown", mark("not on the list")
    """Nobody with this number or name is on the list."""
    SEVERAL = "several", mark("several people on the list have this name: enter the number")
    """Several people on the list have this name, and no number tells them apart."""
    OTHER_NUMBER = "other-number", mark("on the list with a different number: compare the two")
    """Somebody with this name is on the list, with another number."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A player whose entry in the list differs from the event."""

    player: Player
    """The player as in the event."""
    completed: Player
    """The player with the values of the list."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that differ."""
        compared = (*COMPARED, *LATIN_FIELDS)
        return tuple(field for field in compared if getattr(self.player, field) != getattr(self.completed, field))

    @property
    def text(self) -> Text:
        """The differences, such as ``Country: FR → SE, EMA number: – → 09990001``."""
        return listed(
            mark(
                "{field}: {old} → {new}",
                field=field_label(field),
                old=getattr(self.player, field) or "–",
                new=getattr(self.completed, field),
            )
            for field in self.fields
        )


@dataclass(frozen=True, slots=True)
class RegisterComparison:
    """The players of an event compared with a register."""

    same: int
    """Number of players with nothing to change."""
    differences: tuple[Difference, ...]
    unmatched: tuple[tuple[Player, Unmatched], ...]

    @property
    def changes(self) -> tuple[tuple[Player, Player], ...]:
        """Each player whose entry differs, as in the event and as they would be."""
        return tuple((each.player, each.completed) for each in self.differences)


class Register:
    """A list of members, indexed by number and name."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._by_number: dict[str, Player] = {}
        self._by_name: dict[tuple[str, str], list[Player]] = {}
        for each in players:
            if is_ema_number(each.ema_number):
                self._by_number[each.ema_number] = each
            self._by_name.setdefault(_name_key(each), []).append(each)

    def find(self, player: Player) -> Player | Unmatched:
        """Return the entry of ``player``, found by number or else by name; or why there is none."""
        return self._by_number.get(player.ema_number) or self._find_by_name(player)

    def complete(self, player: Player) -> Player:
        """Return ``player`` with empty fields filled in from the register, if they are found there."""
        found = self.find(player)
        if isinstance(found, Unmatched):
            return player
        return replace(
            player, **{field: getattr(found, field) for field in COMPARED if not getattr(player, field).strip()}
        )

    def _find_by_name(self, player: Player) -> Player | Unmatched:
        first, last = _name_key(player)
        latin_first, latin_last = map(folded, player.latin_names)
        orders = ((first, last), (last, first), (latin_first, latin_last), (latin_last, latin_first))
        namesakes = next(filter(None, map(self._by_name.get, orders)), [])
        if len(namesakes) > 1:
            return Unmatched.SEVERAL
        if not namesakes:
            return Unmatched.UNKNOWN
        (found,) = namesakes
        if is_ema_number(player.ema_number) and is_ema_number(found.ema_number):
            return Unmatched.OTHER_NUMBER
        return found


def with_earlier_wishes(players: Iterable[Player], earlier: Iterable[Player]) -> tuple[tuple[Player, ...], int]:
    """Return ``players`` with the wishes that they had in an earlier event, and how many have any.

    Wishes are their own table, the sessions in which they prefer to sit out, and how they are named in public. People
    are found by number or else by name.
    """
    players, earlier = tuple(players), tuple(earlier)
    if not earlier:
        return players, 0
    known = Register(earlier)
    found: list[Player] = []
    count = 0
    for player in players:
        before = known.find(player)
        if isinstance(before, Unmatched):
            found.append(player)
            continue
        wishes: dict[str, Any] = {field: getattr(before, field) for field in _WISHES}
        if player.nickname:
            wishes["nickname"] = player.nickname
        count += wishes != {field: getattr(player, field) for field in _WISHES}
        found.append(replace(player, **wishes))
    return tuple(found), count


_WISHES = ("table", "sit_out", "public", "nickname")


def compare_with_register(players: Iterable[Player], register: Sequence[Player]) -> RegisterComparison:
    """Compare each of ``players`` with their entry in ``register``.

    A field that is empty in the register changes nothing. Clubs and teams are the event's own.
    """
    known = Register(register)
    differences: list[Difference] = []
    unmatched: list[tuple[Player, Unmatched]] = []
    same = 0
    for player in players:
        found = known.find(player)
        if isinstance(found, Unmatched):
            unmatched.append((player, found))
            continue
        completed = _completed(player, found)
        if completed == player:
            same += 1
        else:
            differences.append(Difference(player, completed))
    return RegisterComparison(same, tuple(differences), tuple(unmatched))


def _completed(player: Player, found: Player) -> Player:
    changed = {field: getattr(found, field) for field in COMPARED if getattr(found, field)}
    if is_no_member(found.ema_number) and is_ema_number(player.ema_number):
        del changed["ema_number"]
    if "country" in changed and country_code(changed["country"]) == country_code(player.country) != "":
        del changed["country"]  # The same country, written differently.
    for field in ("first_name", "last_name"):
        if changed.get(field, "").casefold() == getattr(player, field).casefold():
            changed.pop(field, None)  # Lists are often in capitals.
        if field in changed and is_latin(changed[field]) and not is_latin(getattr(player, field)):
            latin = changed.pop(field)  # The name in the player's own script stays as it is.
            if latin.casefold() != getattr(player, f"latin_{field}").casefold():
                changed[f"latin_{field}"] = latin
    return replace(player, **changed)


def _name_key(player: Player) -> tuple[str, str]:
    return folded(player.first_name), folded(player.last_name)


def listed_players(roster: "Roster") -> tuple[Player, ...]:
    """Return everybody on the list that was read, namesakes included.

    Raise Refused if the list has no headings or nobody on it.
    """
    found = tuple(line.player for line in roster.lines if line.taken and line.player.name)
    if not found:
        text = mark("No players found in this list: put headings above the names.")
        raise Refused(*(roster.problems or (Problem("register-empty", text, "what"),)))
    return found
