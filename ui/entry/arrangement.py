"""The tiles of a hand, as an arrangement and as the line in which they are typed.

The line is what is stored. A click on a tile produces the next line, so that rack and line always agree.
"""

import re
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from tournament.hand.legality import flower_problems, situation_problems, tile_problems
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.notation import format_meld
from tournament.hand.problem import HandPart, HandProblem
from tournament.hand.reader import Reader
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.hand.typed_notation import Strict, strict
from tournament.language import mark
from tournament.rules.hand_answers import WrittenAnswers, answers_text, read_answers
from tournament.rules.payment import Answer
from tournament.rules.player_counter import PlayerCounter
from tournament.rules.question import Answers, Chosen, RuleQuestion
from tournament.rules.ruleset import RuleSet
from tournament.tiles.tile import FIRST_WIND, TILES, Tile


@dataclass(frozen=True, slots=True)
class PlayerContext:
    """What is known of one player at the end of a hand, besides the tiles."""

    rules: RuleSet
    """The rules, with the options of the event."""
    won: bool = True
    round_wind: bool = True
    """Whether there is a prevalent wind in this round."""
    known: Chosen = ()
    """Answers that a sheet gives, so that their questions are not asked."""
    elsewhere: tuple[Tile, ...] = ()
    """The tiles of the other hands at the table."""
    flowers_elsewhere: str = ""
    """Letters of the flowers there."""

    @property
    def counter(self) -> PlayerCounter:
        """The part of the rules that counts the tiles."""
        assert self.rules.counter is not None, "only rules that count the tiles of any player come here"
        return self.rules.counter

    @property
    def questions(self) -> tuple[RuleQuestion, ...]:
        """The questions about this hand that the sheet does not answer."""
        known = {name for name, _ in self.known} | {self.counter.nobody_won}
        return tuple(each for each in self.counter.asked_of(won=self.won) if each.name not in known)

    @property
    def any_size(self) -> bool:
        """Whether too many or too few tiles are counted too."""
        return not self.won and self.counter.any_size

    def answers(self, typed: Chosen) -> Answers:
        """The answer to every question of the rules by name: the known one, else the typed one, else the default."""
        defaults = {question.name: question.default for question in self.counter.questions}
        return defaults | dict(typed) | dict(self.known)


FLOWERS = "abcdefgh"
HAND_SIZE = 14
"""Number of tiles of a won hand, with a kong counted as three."""
_MOST_OVER = 4
"""How many tiles too many a hand may have under rules that count hands of any size."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The tiles on the rack, whether or not they are a legal hand."""

    melds: tuple[Meld, ...] = ()
    tiles: tuple[Tile, ...] = ()
    """Concealed tiles without the winning one, in the order in which they were added."""
    winning: Tile | None = None
    situation: Situation = EAST_BY_DISCARD
    flowers: str = ""
    """The flowers, each by its letter from a to h."""
    won: bool = True
    """Whether it is the hand of a winner, whose last tile is the winning one."""
    any_size: bool = False
    """Whether it is counted even with too many or too few tiles."""
    round_wind: bool = True
    """Whether there is a prevalent wind in this round."""
    answers: Chosen = ()
    """Answers to the other questions of the rules. Defaults are omitted."""
    elsewhere: tuple[Tile, ...] = ()
    """Tiles of the other hands at the table, as far as they are known."""
    flowers_elsewhere: str = ""
    """Letters of the flowers there."""

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """All tiles, including all four of a kong."""
        winning = () if self.winning is None else (self.winning,)
        return (*self.tiles, *winning, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def count(self) -> int:
        """The number of tiles, with a kong counted as three."""
        return len(self.tiles) + 3 * len(self.melds) + (self.winning is not None)

    @property
    def whole(self) -> int:
        """The number of tiles of a complete hand."""
        return HAND_SIZE if self.won else HAND_SIZE - 1

    @property
    def complete(self) -> bool:
        """Whether it has exactly the tiles of a complete hand."""
        return self.count == self.whole

    def left(self, tile: Tile) -> int:
        """How many of the four tiles of a kind are left; negative if there are too many."""
        return 4 - self.all_tiles.count(tile) - self.elsewhere.count(tile)

    def with_tile(self, tile: Tile) -> "Arrangement":
        """Add a tile, the last one as the winning tile. Nothing changes if the hand is full or no such tile is left."""
        if self.count >= self.whole + _MOST_OVER * self.any_size or self.left(tile) < 1:
            return self
        if self.won and self.count == HAND_SIZE - 1 and self.winning is None:
            return replace(self, winning=tile)
        return replace(self, tiles=(*self.tiles, tile))

    def without_last(self) -> "Arrangement":
        """Remove the last tile, or the last set if there are no more tiles."""
        if self.winning is not None and (self.complete or not self.tiles):
            return replace(self, winning=None)
        if self.tiles:
            return replace(self, tiles=self.tiles[:-1])
        return replace(self, melds=self.melds[:-1])

    def without(self, index: int) -> "Arrangement":
        """Remove a concealed tile."""
        return replace(self, tiles=self.tiles[:index] + self.tiles[index + 1 :])

    def without_meld(self, index: int) -> "Arrangement":
        """Remove a declared set."""
        return replace(self, melds=self.melds[:index] + self.melds[index + 1 :])

    def with_winning(self, index: int) -> "Arrangement":
        """Make a concealed tile the winning one. The earlier winning tile becomes a concealed tile."""
        before = () if self.winning is None else (self.winning,)
        return replace(self, tiles=self.without(index).tiles + before, winning=self.tiles[index])

    def sets_with(self, tile: Tile) -> tuple[Meld, ...]:
        """The sets that concealed tiles make with ``tile`` as the claimed one, kong before pung before chow."""
        same = self.tiles.count(tile)
        found = [Meld(kind, tile) for kind, least in ((MeldKind.KONG, 4), (MeldKind.PUNG, 3)) if same >= least]
        if tile < FIRST_WIND:
            for place in (1, 2, 3):
                if 0 <= tile % 9 - place + 1 <= 6:
                    chow = Meld(MeldKind.CHOW, TILES[tile - place + 1], place)
                    if all(each in self.tiles for each in chow.tiles):
                        found.append(chow)
        return tuple(found)

    def with_claimed(self, meld: Meld) -> "Arrangement":
        """Declare a set of concealed tiles."""
        kept = list(self.tiles)
        for tile in meld.tiles:
            kept.remove(tile)
        return replace(self, tiles=tuple(kept), melds=(*self.melds, meld))

    def with_meld(self, index: int, meld: Meld) -> "Arrangement":
        """Change where a declared set comes from, or what it is."""
        return replace(self, melds=(*self.melds[:index], meld, *self.melds[index + 1 :]))

    def with_flower(self, letter: str) -> "Arrangement":
        """Add a flower, or remove it. Nothing changes if another hand at the table has it."""
        if letter in self.flowers_elsewhere:
            return self
        return replace(self, flowers="".join(sorted(set(self.flowers) ^ {letter})))

    def with_answer(self, name: str, answer: Answer, default: Answer) -> "Arrangement":
        """Answer a question."""
        others = [each for each in self.answers if each[0] != name]
        return replace(self, answers=tuple(sorted(others + [(name, answer)] * (answer != default))))


_TILES = re.compile(r"(?:(?P<digits>[1-9]+)[msp]|(?P<honours>[ESWNCFP]+))\Z")
_CLOSING = {"[": "]", "(": ")"}
_BARS = 3
"""Number of bars before the answers: one after the tiles, the situation and the flowers each."""


class ParsedLine(NamedTuple):
    """The readable part of what was typed, with the faults."""

    arrangement: Arrangement
    faults: tuple[HandProblem, ...]
    """Faults with their columns in the typed text, without those that further typing may correct."""
    restated: bool = False
    """Whether the line names other winds or another way of winning than the sheet. The sheet's count."""


def parse_line(typed: str, given: Situation, *, fixed: bool = False, player: PlayerContext | None = None) -> ParsedLine:
    """Read what was typed. The situation is ``given`` if the line has none.

    With ``fixed`` the winds and the self-draw are those of the sheet, whatever is typed. Under rules that count the
    tiles of any player, the hand is that of ``player``, and a third bar begins the answers to the questions.
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
    # An unfinished situation does not contradict the sheet yet.
    restated = len(written) == 6 and (stated, stated_round) != (situation, round_wind)
    return ParsedLine(arrangement, faults, restated)


def column_of(problem: HandProblem, typed: str, player: PlayerContext) -> int:
    """The column in ``typed`` of a fault found by counting; 0 if the fault is in something that is not typed there."""
    if problem.part is HandPart.ANSWERS:
        return 0
    meant = strict(_in_letters(_parted(typed, player)[0]))
    if problem.part is HandPart.SITUATION and not meant.text.partition("|")[2].partition("|")[0].strip():
        return 0
    return meant.column(Reader(meant.text, any_round=True).column(problem))


def _parted(typed: str, player: PlayerContext | None) -> tuple[str, WrittenAnswers, int]:
    """Split the line: the hand, the answers after a third bar, and the offset of the answers."""
    if player is None or typed.count("|") < _BARS:
        return typed, WrittenAnswers((), ()), 0
    *hand, answers = typed.split("|", _BARS)
    written = "|".join(hand)
    return written, read_answers(answers, player.questions), len(written) + 1


def _in_letters(typed: str) -> str:
    """``typed`` with W for O, which the notation does not have: French readers type O for West (*Ouest*)."""
    return typed.replace("O", "W")


def _faults(arrangement: Arrangement, reader: Reader, player: PlayerContext | None) -> list[HandProblem]:
    """Faults that more tiles cannot correct."""
    wanted = None if arrangement.any_size else arrangement.whole
    found = [*tile_problems(arrangement.melds, reader.tiles, wanted), *flower_problems(reader.flowers)]
    kept = [problem for problem in found if problem.code != "tile-count" or arrangement.count > arrangement.whole]
    if player is not None and reader.flowers and not reader.flower_letters:
        text = mark("Enter flowers by their letters, a to h: each flower belongs to a player.")
        kept.append(HandProblem("flowers-unnamed", text, HandPart.FLOWERS))
    if arrangement.complete and arrangement.winning is not None and not reader.problems:
        faults = situation_problems(arrangement.melds, arrangement.tiles, arrangement.winning, arrangement.situation)
        # A flower is replaced too under these rules, so a replacement tile needs no kong.
        replaced = player is not None and bool(arrangement.flowers)
        kept += (each for each in faults if not (replaced and each.code == "replacement-without-kong"))
    return kept


def _half_typed(problem: HandProblem, typed: str, meant: Strict) -> bool:
    """Whether the fault is at the end of the line, where the next key may correct it."""
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
    """Write a hand as a line that :func:`parse_line` reads back.

    The situation is omitted if it is the ``given`` one and nothing follows it.
    """
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
    """The tiles in their order; neighbours of one suit share its letter."""
    written = []
    for suit, group in groupby(tiles, key=lambda tile: tile.suit):
        if suit is None:
            written.append("".join(tile.text for tile in group))
        else:
            written.append("".join(str(tile.rank) for tile in group) + suit.letter)
    return "".join(written)


def completion(typed: str, arrangement: Arrangement, given: Situation, *, given_round: bool = True) -> str:
    """The rest of the bracket or situation that is being typed; empty if it is not known."""
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
