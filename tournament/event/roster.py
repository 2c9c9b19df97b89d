"""A list of players as a whole, and what makes it invalid."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tournament.event.player import NAME_LENGTH, Player, PublicName, nickname_clashes
from tournament.event.problem import Problem
from tournament.event.settings import LAST_TABLE, MOST_SESSIONS
from tournament.language import Text, folded, mark
from tournament.language.harmless import harmless_line, steers_a_line

EMA_TEXT_LENGTH = 20
"""Maximum length of a text stored as an EMA number, in characters; a valid one has eight."""
FIELDS = ("first_name", "last_name", "country", "ema_number", "club", "team")
"""The text fields of a player, in the order in which lists have them."""
LATIN_FIELDS = ("latin_first_name", "latin_last_name")
"""The name in Latin letters, for players whose name is in another script."""
LISTED_FIELDS = (*FIELDS, "nickname", *LATIN_FIELDS)
"""The fields for which a list of players from a file may have a column."""

_LABELS = {
    "first_name": mark("First name"),
    "last_name": mark("Last name"),
    "country": mark("Country"),
    "ema_number": mark("EMA number"),
    "club": mark("Club"),
    "team": mark("Team"),
    "nickname": mark("Nickname"),
    "latin_first_name": mark("First name in Latin letters"),
    "latin_last_name": mark("Last name in Latin letters"),
}


@dataclass(frozen=True, slots=True)
class Clash:
    """Two players of one list whose data cannot both be correct."""

    field: str
    """``ema_number`` if two people have one number, ``last_name`` if one person is there twice."""
    earlier: Player
    later: Player


def field_label(field: str) -> Text:
    """Return the name of one of :data:`LISTED_FIELDS` for a reader."""
    return _LABELS[field]


def most_characters(field: str) -> int:
    """Return the maximum length of ``field``, in characters."""
    return EMA_TEXT_LENGTH if field == "ema_number" else NAME_LENGTH


def printable(text: str) -> str:
    """Return ``text`` with such characters replaced, for a message."""
    return harmless_line(text)


def same_name(one: Player, other: Player) -> bool:
    """Whether two players have the same name, apart from case, accents and punctuation."""
    return names_key(one) == names_key(other)


def single_name_text(player: Player) -> Text | None:
    """Return a remark that ``player`` has a single name, and which one is empty; None if they have both or none."""
    first, last = player.first_name.strip(), player.last_name.strip()
    if bool(first) == bool(last):
        return None
    missing = field_label("last_name" if first else "first_name")
    return mark("A single name, “{name}”: {field} is empty", name=printable(player.name), field=missing)


def is_ema_number(text: str) -> bool:
    """Whether ``text`` has the form of an EMA number: eight digits 0–9."""
    return len(text) == 8 and text.isascii() and text.isdigit()


def clashes(players: Iterable[Player]) -> Iterator[Clash]:
    """Yield each of ``players`` who clashes with an earlier one: by number, else by name."""
    by_number: dict[str, Player] = {}
    by_name: dict[tuple[str, str], list[Player]] = {}
    for player in players:
        number = player.ema_number if is_ema_number(player.ema_number) else ""
        namesakes = by_name.setdefault(names_key(player), [])
        if number and number in by_number:
            yield Clash("ema_number", by_number[number], player)
        else:
            twin = next((other for other in namesakes if _may_be_one(other, player)), None)
            if twin is not None and any(names_key(player)):
                yield Clash("last_name", twin, player)
        if number:
            by_number.setdefault(number, player)
        namesakes.append(player)


def player_problems(players: Iterable[Player], *, checked: int = 0) -> tuple[Problem, ...]:
    """Return everything that makes a list of players invalid: first player by player, then the clashes between them.

    The first ``checked`` players are on the list already, and are only compared with the others.

    A player needs one name only, the first or the last.
    A missing or unusual country, number, club or team does not; see :func:`tournament.event.ema.player_remarks`.
    """
    players = tuple(players)
    checks = (_alone, _wish_problems, _nickname_problems)
    alone = (problem for player in players[checked:] for check in checks for problem in check(player))
    doubles = (_nickname_clash(*clash) for clash in nickname_clashes(players))
    return (*alone, *(_clash_problem(clash) for clash in clashes(players)), *doubles)


def names_key(player: Player) -> tuple[str, str]:
    """Return what the first and the last name of players with the :func:`same_name` have in common."""
    first, last = folded(player.first_name), folded(player.last_name)
    return first or player.first_name.strip(), last or player.last_name.strip()


def _may_be_one(one: Player, other: Player) -> bool:
    numbers = (one.ema_number, other.ema_number)
    return not all(is_ema_number(number) for number in numbers) or numbers[0] == numbers[1]


def _alone(player: Player) -> Iterator[Problem]:
    name = player.name
    who = {"number": player.number, "name": printable(name)}
    nameless = not name.strip()
    for field in (*FIELDS, *LATIN_FIELDS):
        written = getattr(player, field)
        if field in ("first_name", "last_name") and nameless:
            text = mark("Player {number} ({name}): {field} is empty. Fill it in.", field=field_label(field), **who)
            yield Problem("name-empty", text, field)
        if len(written) > most_characters(field):
            text = mark(
                "Player {number} ({name}): {field} has {count} characters; the limit is {most}. Shorten it.",
                field=field_label(field),
                count=len(written),
                most=most_characters(field),
                **who,
            )
            yield Problem("too-long", text, field)
        if steers_a_line(written):
            text = mark(
                "Player {number} ({name}): {field} contains control characters. Type it again.",
                field=field_label(field),
                **who,
            )
            yield Problem("control-character", text, field)


def _wish_problems(player: Player) -> Iterator[Problem]:
    who = {"number": player.number, "name": printable(player.name)}
    if not 0 <= player.table <= LAST_TABLE:
        text = mark("Player {number} ({name}): {table} is no table; enter 1 to {last}, or 0 for any.",
                    table=player.table, last=LAST_TABLE, **who)  # fmt: skip
        yield Problem("table-range", text, "table")
    wrong = next((session for session in player.sit_out if not 1 <= session <= MOST_SESSIONS), None)
    if wrong is not None:
        text = mark("Player {number} ({name}) cannot sit out session {session}: sessions are 1 to {last}.",
                    session=wrong, last=MOST_SESSIONS, **who)  # fmt: skip
        yield Problem("turn-range", text, "sit_out")


def _nickname_problems(player: Player) -> Iterator[Problem]:
    who = {"number": player.number, "name": printable(player.name)}
    if player.public is PublicName.NICKNAME and not player.nickname.strip():
        text = mark("Player {number} ({name}) has no nickname: enter one, or choose initials or the number.", **who)
        yield Problem("nickname-empty", text, "nickname")
    if len(player.nickname) > NAME_LENGTH:
        text = mark("Player {number} ({name}): the nickname has {count} characters; the limit is {most}. Shorten it.",
                    count=len(player.nickname), most=NAME_LENGTH, **who)  # fmt: skip
        yield Problem("too-long", text, "nickname")
    if steers_a_line(player.nickname):
        text = mark("Player {number} ({name}): the nickname contains control characters. Type it again.", **who)
        yield Problem("control-character", text, "nickname")


def _nickname_clash(player: Player, other: Player) -> Problem:
    text = mark("The nickname “{nickname}” of player {number} ({name}) is also a name of player {other} "
                "({other_name}): choose another one, or initials.",
                nickname=printable(player.nickname), number=player.number, name=printable(player.name),
                other=other.number, other_name=printable(other.name))  # fmt: skip
    return Problem("nickname-taken", text, "nickname")


def _clash_problem(clash: Clash) -> Problem:
    values = {
        "first": clash.earlier.number,
        "first_name": printable(clash.earlier.name),
        "second": clash.later.number,
        "second_name": printable(clash.later.name),
    }
    if clash.field == "ema_number":
        text = mark(
            "Players {first} ({first_name}) and {second} ({second_name}) have the same EMA number, {ema}: correct one.",
            ema=clash.later.ema_number,
            **values,
        )
        return Problem("ema-number-twice", text, clash.field)
    text = mark(
        "Players {first} ({first_name}) and {second} ({second_name}) have the same name: remove one, "
        "or give both their EMA numbers to tell them apart.",
        **values,
    )
    return Problem("player-twice", text, clash.field)
