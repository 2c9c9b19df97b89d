"""The line in which a hand is typed: read as far as it goes, written from tiles, and what most likely comes next.

The line is what is kept; a click on a tile turns it into the next line, so that rack and line always agree.
"""

import re
from itertools import groupby
from typing import NamedTuple

from tournament.hand.legality import flower_problems, situation_problems, tile_problems
from tournament.hand.loose import Strict, strict
from tournament.hand.notation import format_meld
from tournament.hand.problem import HandPart, HandProblem
from tournament.hand.reader import Reader
from tournament.hand.situation import Situation
from tournament.language import mark
from tournament.rules.hand_answers import WrittenAnswers, answers_text, read_answers
from tournament.tiles.tile import Tile
from ui.entry.arrangement import FLOWERS, HAND_SIZE, Arrangement
from ui.entry.player_context import PlayerContext

_TILES = re.compile(r"(?:(?P<digits>[1-9]+)[msp]|(?P<honours>[ESWNCFP]+))\Z")
_CLOSING = {"[": "]", "(": ")"}
_BARS = 3
"""Bars before the answers: behind the tiles, the situation and the flowers."""


class ParsedLine(NamedTuple):
    """What was typed, read as far as it goes."""

    arrangement: Arrangement
    faults: tuple[HandProblem, ...]
    """Each with its column in what was typed; not what more typing may still put right."""
    restated: bool = False
    """Other winds, or another way to win, are typed than the sheet has: the sheet's count."""


def parse_line(typed: str, given: Situation, *, fixed: bool = False, player: PlayerContext | None = None) -> ParsedLine:
    """Read what was typed; ``given`` is the situation where none is typed.

    With ``fixed`` the winds and the self-draw are the sheet's, whatever is typed. By rules that count anybody's tiles
    it is the hand of ``player``, with the answers to what they ask behind a third bar.
    """
    written_hand, answers, answers_start = _parted(typed, player)
    meant = strict(_in_letters(written_hand))
    reader = Reader(meant.text, any_round=player is not None)
    written = meant.text.partition("|")[2].partition("|")[0].strip()
    situation = stated = reader.situation if written else given
    given_round = player is None or player.round_wind
    round_wind = stated_round = not reader.no_round if written else given_round
    if fixed:
        situation = stated._replace(prevalent=given.prevalent, seat=given.seat, self_drawn=given.self_drawn)
        round_wind = given_round
    won = player is None or player.won
    tiles, winning = tuple(reader.tiles), None
    if won and tiles and (meant.winning_named or len(tiles) + 3 * len(reader.melds) == HAND_SIZE):
        tiles, winning = tiles[:-1], tiles[-1]
    arrangement = Arrangement(
        tuple(reader.melds),
        tiles,
        winning,
        situation,
        _letters(meant.text, reader.flowers),
        won,
        player is not None and player.any_size,
        round_wind,
        answers.answers,
        player.elsewhere if player is not None else (),
        player.flowers_elsewhere if player is not None else "",
    )

    problems = [*reader.problems, *_faults(arrangement, reader, player)]
    placed = [problem.placed(meant.column(reader.column(problem))) for problem in problems]
    kept = [each for each in placed if not _half_typed(each, written_hand, meant)]
    kept += [
        HandProblem("answer", fault.text, HandPart.TEXT, column=answers_start + fault.offset + 1)
        for fault in answers.faults
        if not fault.unfinished
    ]
    faults = tuple(sorted(kept, key=lambda fault: fault.column))
    restated = len(written) == 6 and (stated, stated_round) != (situation, round_wind)
    return ParsedLine(arrangement, faults, restated)


def column_of(problem: HandProblem, typed: str, player: PlayerContext) -> int:
    """The column in ``typed`` of a fault that counting found; 0 for one of what is not typed there."""
    if problem.part is HandPart.ANSWERS:
        return 0
    meant = strict(_in_letters(_parted(typed, player)[0]))
    if problem.part is HandPart.SITUATION and not meant.text.partition("|")[2].partition("|")[0].strip():
        return 0
    return meant.column(Reader(meant.text, any_round=True).column(problem))


def _parted(typed: str, player: PlayerContext | None) -> tuple[str, WrittenAnswers, int]:
    """What is typed of the hand, the answers behind a third bar, and where they begin."""
    if player is None or typed.count("|") < _BARS:
        return typed, WrittenAnswers((), ()), 0
    *hand, answers = typed.split("|", _BARS)
    written = "|".join(hand)
    return written, read_answers(answers, player.questions), len(written) + 1


def _in_letters(typed: str) -> str:
    """The same in the letters of the notation, which has no O: a reader of French writes it for West (*Ouest*)."""
    return typed.replace("O", "W")


def _faults(arrangement: Arrangement, reader: Reader, player: PlayerContext | None) -> list[HandProblem]:
    """Faults that more tiles cannot put right."""
    wanted = None if arrangement.any_size else arrangement.whole
    found = [*tile_problems(arrangement.melds, reader.tiles, wanted), *flower_problems(reader.flowers)]
    kept = [problem for problem in found if problem.code != "tile-count" or arrangement.count > arrangement.whole]
    if player is not None and reader.flowers and not reader.flower_letters:
        text = mark("Enter flowers by their letters, a to h: each flower belongs to a player.")
        kept.append(HandProblem("flowers-unnamed", text, HandPart.FLOWERS))
    if arrangement.complete and arrangement.winning is not None and not reader.problems:
        faults = situation_problems(arrangement.melds, arrangement.tiles, arrangement.winning, arrangement.situation)
        replaced = player is not None and bool(arrangement.flowers)
        kept += (each for each in faults if not (replaced and each.code == "replacement-without-kong"))
    return kept


def _half_typed(problem: HandProblem, typed: str, meant: Strict) -> bool:
    """Whether a fault lies at the end, where the next key may put it right."""
    rest = typed[problem.column - 1 :]
    if problem.code == "digit-without-suit":
        return rest.replace("!", "").strip().isdigit()
    if problem.code == "unclosed-bracket":
        return "|" not in rest
    if problem.code == "unknown-letter":
        return rest.strip() in ("!", "(")
    if problem.code == "situation":
        return "|" not in typed.partition("|")[2] and len(typed.partition("|")[2].strip()) < 6
    return problem.code == "not-a-set" and not meant.text


def _letters(text: str, count: int) -> str:
    written = text.rpartition("|")[2] if text.count("|") > 1 else ""
    return "".join(sorted(set(written))) if written and set(written) <= set(FLOWERS) else FLOWERS[: max(count, 0)]


def line_of(arrangement: Arrangement, given: Situation, *, given_round: bool = True) -> str:
    """Write a hand: :func:`parse_line` gives it back. A situation as given is left out, unless more follows."""
    body = "".join(map(format_meld, arrangement.melds)) + _run(arrangement.tiles)
    if arrangement.winning is not None:
        body += ("" if arrangement.complete else "!") + arrangement.winning.text
    answers = "|" + answers_text(arrangement.answers) if arrangement.answers else ""
    flowers = "|" + arrangement.flowers if arrangement.flowers or answers else ""
    if not flowers and (arrangement.situation, arrangement.round_wind) == (given, given_round):
        return body
    return body + "|" + _situation_text(arrangement.situation, arrangement.round_wind) + flowers + answers


def _situation_text(situation: Situation, round_wind: bool) -> str:
    """The part between the bars: ``NE0000``."""
    flags = (situation.self_drawn, situation.last_of_kind, situation.last_of_wall, situation.kong)
    prevalent = situation.prevalent.letter if round_wind else "-"
    return prevalent + situation.seat.letter + "".join("01"[flag] for flag in flags)


def _run(tiles: tuple[Tile, ...]) -> str:
    """Tiles in their order, neighbours of one suit sharing its letter."""
    written = []
    for suit, group in groupby(tiles, key=lambda tile: tile.suit):
        if suit is None:
            written.append("".join(tile.text for tile in group))
        else:
            written.append("".join(str(tile.rank) for tile in group) + suit.letter)
    return "".join(written)


def completion(typed: str, arrangement: Arrangement, given: Situation, *, given_round: bool = True) -> str:
    """The rest of the bracket or of the situation that is being typed; nothing when that is not known."""
    body, bar, rest = _in_letters(typed).partition("|")
    if bar:
        return _rest_of_situation(rest, _situation_text(given, given_round))
    start = max(body.rfind("["), body.rfind("("))
    if start >= 0 and _CLOSING[body[start]] not in body[start:]:
        return _rest_of_bracket(body[start], body[start + 1 :])
    if arrangement.complete and body and body == body.rstrip():
        return "|" + _situation_text(given, given_round)
    return ""


def _rest_of_bracket(opening: str, inside: str) -> str:
    tiles, comma, number = inside.partition(",")
    found = _TILES.fullmatch(tiles.strip())
    if found is None:
        return ""
    count = len(found["digits"] or found["honours"])
    closing = _CLOSING[opening]
    if comma:
        return closing if number.strip() else "1" + closing
    if count == 4 or (count == 3 and opening == "("):
        return closing
    return ",1" + closing if count == 3 else ""


def _rest_of_situation(rest: str, given: str) -> str:
    if "|" in rest:
        return ""
    return given[len(rest) :] if given.startswith(rest) or 2 <= len(rest) < 6 else ""
