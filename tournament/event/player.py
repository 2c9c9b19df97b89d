"""A player of the event, their state in it, and their short name at a table."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import assert_never

from tournament.language import folded, mark
from tournament.language.text import LabelledEnum

_INITIAL = re.compile(r"(?:^|[\s\-‐‑·・.])[^\w\s]*([^\W_])")
"""The first letter or digit of a part of a name."""
NAME_LENGTH = 60
"""Maximum length of a first or last name, in characters."""


class PublicName(LabelledEnum):
    """How a player is named in public; the value is its name in files and on the command line."""

    NAME = "name", mark("full name")
    NICKNAME = "nickname", mark("nickname")
    INITIALS = "initials", mark("initials")
    HIDDEN = "hidden", mark("number only")
    """Not named at all: the player is shown by their number."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player, identified in the event by a number."""

    number: int
    """From 1, in the order of import; never used twice."""
    first_name: str
    last_name: str
    country: str = ""
    """The ISO 3166 alpha-2 code; the text as written if it is not recognised; empty if none is given."""
    ema_number: str = ""
    """Eight digits as text, since leading zeros matter. “-” if the player has none, the text as written if it is not a
    number, empty if none is known."""
    club: str = ""
    team: str = ""
    table: int = 0
    """The table that they keep in every session; 0 if they can sit anywhere."""
    sit_out: tuple[int, ...] = ()
    """The sessions in which they wish to sit out if somebody must, in ascending order."""
    public: PublicName = PublicName.NAME
    """How screens, web pages, phones and papers for walls name them."""
    nickname: str = ""
    """Their name in public if they chose :attr:`PublicName.NICKNAME`; kept when they choose another."""
    latin_first_name: str = ""
    """The first name in Latin letters, for federations, if :attr:`first_name` is in another script."""
    latin_last_name: str = ""
    """The same of :attr:`last_name`."""

    @property
    def name(self) -> str:
        """First and last name; a Chinese or Korean name in its own order (:func:`whole_name`)."""
        return whole_name(self.first_name, self.last_name)

    @property
    def name_lines(self) -> tuple[str, ...]:
        """The name in lines of large type: first name and last name, or a name without a space as a whole."""
        if family_name_first(self.first_name, self.last_name):
            return (self.name,)
        return tuple(filter(None, (self.first_name, self.last_name)))

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that the name can be written as: :attr:`name`, and both orders with a space."""
        orders = f"{self.first_name} {self.last_name}", f"{self.last_name} {self.first_name}"
        return tuple(dict.fromkeys((self.name, *(each.strip() for each in orders))))

    @property
    def latin_names(self) -> tuple[str, str]:
        """First and last name for readers of Latin letters: those entered for them, otherwise the names as they are."""
        if self.latin_first_name or self.latin_last_name:
            return self.latin_first_name, self.latin_last_name
        return self.first_name, self.last_name


_FAMILY_NAME_FIRST = re.compile(r"[\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]+")
"""Chinese characters, which Japanese names have too, and Korean syllables."""


def family_name_first(first: str, last: str) -> bool:
    """Whether both parts of a name are in a script in which the family name comes first, without a space."""
    return bool(_FAMILY_NAME_FIRST.fullmatch(first) and _FAMILY_NAME_FIRST.fullmatch(last))


def is_latin(text: str) -> bool:
    """Whether every letter of ``text`` is a Latin one; digits, marks and spaces do not matter."""
    return all(unicodedata.name(sign, "").startswith("LATIN") for sign in text if sign.isalpha())


def whole_name(first: str, last: str) -> str:
    """A name in its usual order: ``Ada Bamboo``, but the family name first in Chinese characters or in Korean."""
    return f"{last}{first}" if family_name_first(first, last) else f"{first} {last}".strip()


class PlayerState(LabelledEnum):
    """The role of a player in the event; the value is its name in files and on the command line."""

    PLAYING = "playing", mark("playing")
    SUBSTITUTE = "substitute", mark("substitute")
    """Plays for others, and has no place in the ranking."""
    WITHDRAWN = "withdrawn", mark("withdrawn")
    """Left the event, so that another player must take their seats."""
    DISQUALIFIED = "disqualified", mark("disqualified")
    """Has no points and no place for the whole event."""


@dataclass(frozen=True, slots=True)
class PlayerStatus:
    """The state of a player, and the session from which it counts."""

    state: PlayerState = PlayerState.PLAYING
    first: int = 1


PLAYS = PlayerStatus()
"""The state of players for whom no other one was entered."""


class SubstituteCase(LabelledEnum):
    """Why somebody plays for another player; the value is its name in files and on the command line."""

    ABSENT = "absent", mark("absent")
    """Absent when the session began: the substitute plays with normal table points."""
    ILL = "ill", mark("ill during the session")
    """Left during the session. The substitute gets no table points, and the other three rank among themselves."""
    DISQUALIFIED = "disqualified", mark("disqualified")
    """Treated as an illness; in addition the disqualified player has no points for the whole event."""

    @property
    def shown(self) -> "SubstituteCase":
        """The case as everybody may read it: an illness, which is health data, is shown as an absence."""
        return SubstituteCase.ABSENT if self is SubstituteCase.ILL else self


@dataclass(frozen=True, slots=True)
class Substitution:
    """Who plays for whom in one session."""

    player: int
    """Number of the player whose seat it is."""
    case: SubstituteCase


@lru_cache(maxsize=4096)
def search_text(player: Player) -> str:
    """Return everything by which ``player`` can be found, folded: number, names, country, EMA number, club, team."""
    latin = f"{player.latin_first_name} {player.latin_last_name}"
    return folded(
        f"{player.number} {player.name} {latin} {player.country} {player.ema_number} {player.club} {player.team}"
    )


def public_name(player: Player) -> str:
    """Return how ``player`` is named in public: ``Ada Bamboo``, a nickname, ``A. B.``, or ``#12`` if they are hidden.

    Initials are the first character of each part of the name. A nickname that is empty counts as hidden.
    """
    match player.public:
        case PublicName.NAME:
            return player.name
        case PublicName.NICKNAME if player.nickname.strip():
            return player.nickname.strip()
        case PublicName.INITIALS:
            parts = player.first_name, player.last_name
            written = " ".join(reversed(parts) if family_name_first(*parts) else parts).strip()
            return " ".join(f"{first.upper()[:1]}." for first in _INITIAL.findall(written)) or f"#{player.number}"
        case PublicName.NICKNAME | PublicName.HIDDEN:
            return f"#{player.number}"
        case _:
            assert_never(player.public)


def numbered_name(player: Player) -> str:
    """Return ``9 Ada Bamboo``, or ``#9`` if the player is shown by their number."""
    return player.name if player.name == f"#{player.number}" else f"{player.number} {player.name}"


def public_players(players: Mapping[int, Player]) -> Mapping[int, Player]:
    """Return ``players`` as the public may see them.

    Those who do not show their name have their public name as last name, and neither a first name nor an EMA number.
    Equal initials are followed by the number of the player. Players that are already made public stay as they are.
    """
    if all(player.public is PublicName.NAME for player in players.values()):
        return players
    taken = Counter(name_key(public_name(player)) for player in players.values())
    return {number: _made_public(player, taken) for number, player in players.items()}


def name_key(name: str) -> str:
    """Return what two names have in common that readers take for one: case, accents and punctuation are left out."""
    return folded(name) or name.strip()


def nickname_clashes(players: Iterable[Player]) -> tuple[tuple[Player, Player], ...]:
    """Return each player who is shown by a nickname, with the first other player who has that name or nickname."""
    players = tuple(players)
    shown = [player for player in players if player.public is PublicName.NICKNAME and player.nickname.strip()]
    if not shown:
        return ()
    named = defaultdict[str, list[Player]](list)
    for player in players:
        for key in {name_key(name) for name in _every_name(player)}:
            named[key].append(player)
    clashes = (
        (player, next((other for other in named[name_key(player.nickname)] if other is not player), None))
        for player in shown
    )
    return tuple((player, other) for player, other in clashes if other is not None)


def short_names(players: Sequence[Player]) -> tuple[str, ...]:
    """Return a short name for each player: the first name, with an initial or the last name if several have it."""
    made = list(map(_first, players))
    for form in (_initial, _whole):
        shared = Counter(made)
        made = [form(player) if shared[name] > 1 else name for player, name in zip(players, made, strict=True)]
    return tuple(made)


def _every_name(player: Player) -> tuple[str, ...]:
    return (*player.names, public_name(player))


def _made_public(player: Player, taken: Mapping[str, int]) -> Player:
    if player.public is PublicName.NAME:
        return player
    name = public_name(player)
    if player.public is PublicName.INITIALS and taken[name_key(name)] > 1:
        name = f"{name} ({player.number})"
    return replace(player, first_name="", last_name=name, ema_number="", public=PublicName.NAME, nickname="",
                   latin_first_name="", latin_last_name="")  # fmt: skip


def _first(player: Player) -> str:
    return player.first_name or player.last_name


def _whole(player: Player) -> str:
    return player.name


def _initial(player: Player) -> str:
    return f"{player.first_name} {player.last_name[:1]}." if player.last_name else player.first_name
