"""Games of riichi that were played online, hand by hand: the JSON of tenhou.net/6, also of Mahjong Soul, and mjlog.

Neither format has a published description. The JSON was read in public programs that write or read it (tensoul, the
converter of Mahjong Soul's games, and mjai-reviewer), mjlog in public parsers of Tenhou's log, so both are known at
second hand: each hand is therefore checked by our own settlement before it is recorded (``ui.cli.replay``).
"""

import gzip
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote

from reports.readers.refusal import UnreadableTable
from tournament.language import Text, mark
from tournament.rules.payment import Net

_MOST_BYTES = 4_000_000
"""Far above the log of any game, which has some 30,000 bytes."""
_MOST_HANDS = 100
_LETTERS = "ABCD"
_GZIP = b"\x1f\x8b"
_STICK = 1_000


@dataclass(frozen=True, slots=True)
class LoggedHand:
    """One hand of a log. Players are columns 0–3, the first East first."""

    passed: int
    """How often the deal had passed."""
    counters: int
    sticks: int
    """Riichi sticks on the table before it."""
    scores: Net
    """The scores before it."""
    members: Mapping[str, Any]
    """How it ended, as the members of a line of ``record``."""
    moved: Net
    """What it moved by the log, sticks put on the table included."""


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game that was played online."""

    names: tuple[str, str, str, str]
    """The names of the players there, the first East first."""
    hands: tuple[LoggedHand, ...]
    final: Net | None
    """The scores at the end, with sticks left on the table; None if the log does not say."""


def read_log(path: Path) -> LoggedGame:
    """Read the game in ``path``. Raise :class:`UnreadableTable` if it is none, or not of four players."""
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if data.startswith(_GZIP):
        try:
            with gzip.open(io.BytesIO(data)) as packed:
                data = packed.read(_MOST_BYTES + 1)
        except (OSError, EOFError) as error:
            raise UnreadableTable(mark("“{name}” is damaged: fetch it again.", name=path.name), path) from error
    if len(data) > _MOST_BYTES:
        _refuse(path, mark("“{name}” is too large for the log of a game.", name=path.name))
    try:
        text = data.decode("utf-8-sig")
        game = _of_xml(text, path) if text.lstrip().startswith("<") else _of_json(text, path)
    except UnreadableTable:
        raise
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        text_of = mark("“{name}” is not a log of riichi: a JSON file as of tenhou.net/6, or a file of mjlog, is read.",
                       name=path.name)  # fmt: skip
        raise UnreadableTable(text_of, path) from error
    if not game.hands or len(game.hands) > _MOST_HANDS:
        _refuse(path, mark("“{name}” contains no hands.", name=path.name))
    return game


def _refuse(path: Path, text: Text) -> NoReturn:
    raise UnreadableTable(text, path)


def _four(values: Sequence[Any], times: int = 1) -> Net:
    a, b, c, d = (int(each) * times for each in values)
    return a, b, c, d


# tenhou.net/6, and Mahjong Soul as tensoul writes it

_WON, _NAGASHI = ("和了", "Agari"), ("流し満貫", "Nagashi Mangan", "Mangan at Draw")
_ALL_TENPAI, _NO_TENPAI = ("全員聴牌",), ("全員不聴",)
_DRAWN = ("流局", "Ryuukyoku", "Exhaustive Draw", *_ALL_TENPAI, *_NO_TENPAI)
_ABORTIVE = {
    "nine-terminals": ("九種九牌", "Kyuushu Kyuuhai", "Nine Terminal Abortion"),
    "four-winds": ("四風連打", "Suufon Renda", "Four Wind Abortion"),
    "four-riichi": ("四家立直", "Suucha Riichi", "Four Riichi Abortion"),
    "four-kans": ("四開槓", "四槓散了", "Suukaikan", "Four Kan Abortion"),
    "triple-ron": ("三家和", "三家和了", "Sanchahou", "Three Ron Abortion"),
}
"""How hands end, in Japanese and in the two spellings of tensoul."""
_FU, _HAN = re.compile(r"(\d+) ?(?:符|Fu)"), re.compile(r"\((\d+) ?(?:飜|翻|Han)\)")
_YAKUMAN = re.compile(r"\((?:.*役満|.*Yakuman) ?\)")
_PAID = re.compile(r"(\d+)(?:-(\d+))?(?:点|Points)")
_FU_OF_MANGAN = {4: 40, 3: 70}
"""The least fu with which so few han are a mangan, where the log only says that they are."""


def _of_json(text: str, path: Path) -> LoggedGame:
    whole = json.loads(text)
    names = [str(each) for each in whole["name"]]
    logs = whole["log"]
    if len(names) != 4 or not all(names) or any(len(log[1]) != 4 for log in logs):
        _refuse(path, mark("“{name}” is not a game of four players.", name=path.name))
    hands: list[LoggedHand] = []
    for number, log in enumerate(logs):
        following = logs[number + 1] if number + 1 < len(logs) else None
        hands.append(_hand_of_json(log, following))
    final = whole.get("sc")
    a, b, c, d = names
    return LoggedGame((a, b, c, d), tuple(hands), _four(final[::2]) if final else None)


def _hand_of_json(log: Sequence[Any], following: Sequence[Any] | None) -> LoggedHand:
    passed, counters, sticks = (int(each) for each in log[0][:3])
    result = log[16]
    deltas = [_four(each) for each in result[1::2]]
    discards = [log[6 + 3 * seat] for seat in range(4)]
    details = result[2::2] if result[0] in _WON else []
    won_from = {int(each[1]) for each in details if each[0] != each[1]}
    riichi = [
        seat for seat, own in enumerate(discards)
        if any(_declares(each) for each in own) and not (seat in won_from and _declares(own[-1]))
    ]  # fmt: skip
    if result[0] in _ABORTIVE["triple-ron"] and following is not None:
        laid = int(following[0][2]) - sticks
        riichi = [seat for seat in riichi if laid == len(riichi) or not _declares(discards[seat][-1])]
    dealer = passed % 4
    members: dict[str, Any]
    if details:
        members = {"winners": [_winner_of_json(each, dealer) for each in details]}
        if won_from:
            members["discarder"] = _LETTERS[min(won_from)]
    else:
        same = following is not None and int(following[0][0]) == passed
        members = _drawn_members(str(result[0]), deltas, dealer, same=same)
    moved = [sum(each[seat] for each in deltas) - _STICK * (seat in riichi) for seat in range(4)]
    return _hand((passed, counters, sticks), _four(log[1]), members, riichi, _four(moved))


def _hand(
    before: tuple[int, int, int], scores: Net, members: Mapping[str, Any], riichi: Sequence[int], moved: Net
) -> LoggedHand:
    laid = {"riichi": [_LETTERS[seat] for seat in sorted(riichi)]} if riichi else {}
    return LoggedHand(*before, scores, {**members, **laid}, moved)


def _declares(discard: object) -> bool:
    """Whether a discard declares riichi: ``r60``, where 60 is a discard of the drawn tile."""
    return isinstance(discard, str) and "r" in discard


def _winner_of_json(detail: Sequence[Any], dealer: int) -> dict[str, Any]:
    who, liable, worth, yaku = int(detail[0]), int(detail[2]), str(detail[3]), [str(each) for each in detail[4:]]
    self_drawn = detail[0] == detail[1]
    found: dict[str, Any] = {"player": _LETTERS[who]}
    if any(_YAKUMAN.search(each) for each in yaku):
        paid = _PAID.search(worth)
        if paid is None:
            raise ValueError(worth)
        times = 2 if self_drawn and who == dealer else 1 if self_drawn else 6 if who == dealer else 4
        found["yakuman"] = int(paid[1]) // (8_000 * times)
        return found | ({"liable": _LETTERS[liable]} if liable != who else {})
    han, fu = sum(int(each[1]) for line in yaku for each in _HAN.finditer(line)), _FU.search(worth)
    return found | _worth(han, int(fu[1]) if fu is not None else None)


def _worth(han: int, fu: int | None) -> dict[str, int]:
    """Return han and, up to four, fu as the members of a winner."""
    if han > 4:
        return {"han": han}
    known = fu or _FU_OF_MANGAN.get(han)
    if known is None or han < 1:
        raise ValueError(f"{han} han without fu")
    return {"han": han, "fu": known}


def _drawn_members(name: str, deltas: Sequence[Net], dealer: int, *, same: bool) -> dict[str, Any]:
    """Return the members of a hand that nobody won; ``same`` says whether the same player dealt again."""
    reason = next((reason for reason, names in _ABORTIVE.items() if name in names), None)
    if reason is not None:
        return {"winners": [], "abortive_draw": reason}
    moved = deltas[0] if deltas else (0, 0, 0, 0)
    if name in _NAGASHI:
        ready = {"tenpai": [_LETTERS[dealer]]} if same else {}  # the points do not say who else was
        return {"winners": [], "nagashi_mangan": _nagashi(moved, dealer), **ready}
    if name not in _DRAWN:
        raise ValueError(name)
    tenpai = [letter for letter, points in zip(_LETTERS, moved, strict=True) if points > 0]
    if not any(moved) and name not in _NO_TENPAI and (name in _ALL_TENPAI or same):
        tenpai = list(_LETTERS)  # all or nobody: East deals again only if tenpai
    return {"winners": [], **({"tenpai": tenpai} if tenpai else {})}


def _nagashi(moved: Net, dealer: int) -> list[str]:
    """Return who had nagashi mangan: those whose mangans by self-draw move these points."""
    for winners in chain.from_iterable(combinations(range(4), count) for count in range(1, 4)):
        paid = [0, 0, 0, 0]
        for winner in winners:
            for payer in set(range(4)) - {winner}:
                points = 4_000 if dealer in (winner, payer) else 2_000
                paid[payer] -= points
                paid[winner] += points
        if tuple(paid) == moved:
            return [_LETTERS[winner] for winner in winners]
    raise ValueError(moved)


# mjlog

_TAG = re.compile(r"<([A-Z]+)((?:\s+[A-Za-z0-9]+=\"[^\"<>]*\")*)\s*/?>")
_ATTRIBUTE = re.compile(r"([A-Za-z0-9]+)=\"([^\"]*)\"")
_TYPES = {"yao9": "nine-terminals", "kaze4": "four-winds", "reach4": "four-riichi", "kan4": "four-kans",
          "ron3": "triple-ron"}  # fmt: skip
_THREE_PLAYERS = 0x10
"""The bit of a game's type that says that three play."""


@dataclass(frozen=True, slots=True)
class _Round:
    """A hand of mjlog while its end is read."""

    before: tuple[int, int, int]
    dealer: int
    scores: Net
    riichi: tuple[int, ...] = ()
    members: Mapping[str, Any] | None = None
    moved: Net = (0, 0, 0, 0)


def _of_xml(text: str, path: Path) -> LoggedGame:
    """Read the tags of mjlog, which stand one after another and have no content."""
    tags = [(tag[1], dict(_ATTRIBUTE.findall(tag[2]))) for tag in _TAG.finditer(text)]
    named = next((found for tag, found in tags if tag == "UN" and "n3" in found), None)
    if named is None:
        raise ValueError("no players")
    names = [unquote(named[f"n{seat}"]) for seat in range(4)]
    kind = next((int(found.get("type", 0)) for tag, found in tags if tag == "GO"), 0)
    if kind & _THREE_PLAYERS or not all(names):
        _refuse(path, mark("“{name}” is not a game of four players.", name=path.name))
    first = next((int(found.get("oya", 0)) for tag, found in tags if tag == "TAIKYOKU"), 0)
    hands, final = tuple(_rounds(tags)), next((found["owari"] for _, found in tags if "owari" in found), "")
    ordered = tuple(_rotated(each, first) for each in hands)
    scores = _four(final.split(",")[::2], 100) if final else None
    a, b, c, d = _turned(names, first)
    return LoggedGame((a, b, c, d), ordered, None if scores is None else _four(_turned(scores, first)))


def _turned(values: Sequence[Any], first: int) -> tuple[Any, ...]:
    return tuple(values[(seat + first) % 4] for seat in range(4))


def _rotated(hand: LoggedHand, first: int) -> LoggedHand:
    """Return the hand with the player who was East first as column 0; that is seat ``first`` of the log."""
    if not first:
        return hand
    letters = {_LETTERS[(seat + first) % 4]: _LETTERS[seat] for seat in range(4)}

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [renamed(each) for each in value]
        if isinstance(value, dict):
            return {name: renamed(each) for name, each in value.items()}
        return letters.get(value, value) if isinstance(value, str) else value

    return replace(hand, scores=_four(_turned(hand.scores, first)), moved=_four(_turned(hand.moved, first)),
                   members={name: renamed(value) for name, value in hand.members.items()})  # fmt: skip


def _rounds(tags: Sequence[tuple[str, Mapping[str, str]]]) -> Iterator[LoggedHand]:
    now: _Round | None = None
    for tag, found in tags:
        if tag == "INIT":
            if now is not None:
                yield _ended(now)
            passed, counters, sticks = (int(each) for each in found["seed"].split(",")[:3])
            now = _Round((passed, counters, sticks), int(found["oya"]), _four(found["ten"].split(","), 100))
        elif now is None:
            continue
        elif tag == "REACH" and found.get("step") == "2":
            now = replace(now, riichi=(*now.riichi, int(found["who"])))
        elif tag == "AGARI":
            now = _with_win(now, found)
        elif tag == "RYUUKYOKU":
            now = replace(now, members=_drawn_of_xml(found, now), moved=_four(found["sc"].split(",")[1::2], 100))
    if now is not None:
        yield _ended(now)


def _ended(now: _Round) -> LoggedHand:
    if now.members is None:
        raise ValueError("a hand without an end")
    moved = _four([points - _STICK * (seat in now.riichi) for seat, points in enumerate(now.moved)])
    return _hand(now.before, now.scores, now.members, now.riichi, moved)


def _with_win(now: _Round, found: Mapping[str, str]) -> _Round:
    who, source = int(found["who"]), int(found["fromWho"])
    winner: dict[str, Any] = {"player": _LETTERS[who]}
    yakuman = [each for each in found.get("yakuman", "").split(",") if each]
    if yakuman:
        winner |= {"yakuman": len(yakuman)}
        liable = int(found.get("paoWho", who))
        winner |= {"liable": _LETTERS[liable]} if liable != who else {}
    else:
        han = sum(map(int, found["yaku"].split(",")[1::2]))
        winner |= _worth(han, int(found["ten"].split(",")[0]))
    before = now.members or {"winners": []}
    members = {**before, "winners": [*before["winners"], winner]}
    members |= {"discarder": _LETTERS[source]} if source != who else {}
    moved = _four(found["sc"].split(",")[1::2], 100)
    return replace(now, members=members, moved=_four([a + b for a, b in zip(now.moved, moved, strict=True)]))


def _drawn_of_xml(found: Mapping[str, str], now: _Round) -> dict[str, Any]:
    kind = found.get("type")
    if kind in _TYPES:
        return {"winners": [], "abortive_draw": _TYPES[kind]}
    if kind not in (None, "nm"):
        raise ValueError(kind)
    tenpai = [_LETTERS[seat] for seat in range(4) if f"hai{seat}" in found]
    ready = {"tenpai": tenpai} if tenpai else {}
    if kind is None:
        return {"winners": [], **ready}
    moved = _four(found["sc"].split(",")[1::2], 100)
    return {"winners": [], "nagashi_mangan": _nagashi(moved, now.dealer), **ready}
