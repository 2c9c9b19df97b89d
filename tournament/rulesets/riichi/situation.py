"""How a hand was won, beyond what the record of its tiles holds."""

from dataclasses import dataclass

from tournament.language import mark
from tournament.rules.question import Choice, QuestionKind, RuleQuestion
from tournament.rulesets.riichi.options import RiichiOptions

RIICHI, DOUBLE = "riichi", "double"
MOST_INDICATORS = 5
"""One from the start, and one for each of four kans."""
DORA = RuleQuestion("dora", mark("Dora indicators"), QuestionKind.TILES, None, least=1, most=MOST_INDICATORS)


@dataclass(frozen=True, slots=True)
class RiichiSituation:
    """What was declared, and which tiles lay open in the wall. Indicators are in the notation of hands."""

    riichi: str | None = None
    """``riichi``, or ``double`` where it was declared in the first turn."""
    ippatsu: bool = False
    """Won before the own next turn was over, with no call since the riichi."""
    first: bool = False
    """Won in the first turn, before any call: with the tiles dealt, by the first draw, or before it on a discard."""
    dora: str | None = None
    ura: str | None = None
    """Below those of ``dora``, for who declared riichi."""
    red: int = 0
    """Red fives in the hand."""


def situation_questions(options: RiichiOptions) -> tuple[RuleQuestion, ...]:
    """What is asked of a winner under ``options``, in the order in which a referee answers."""
    most = MOST_INDICATORS if options.kan_dora else 1
    asked = [
        RuleQuestion("riichi", mark("Riichi"), QuestionKind.CHOICE, None, (
            Choice(RIICHI, mark("Riichi")),
            Choice(DOUBLE, mark("Double riichi")),
        )),
        *([RuleQuestion("ippatsu", mark("Ippatsu"))] if options.ippatsu_counts else []),
        RuleQuestion("first", mark("In the first turn, before any call"), label=mark("First turn")),
        DORA._replace(most=most),
    ]  # fmt: skip
    if options.ura_dora:
        asked.append(RuleQuestion("ura", mark("Ura-dora indicators"), QuestionKind.TILES, None, least=1, most=most))
    if options.red_fives:
        asked.append(RuleQuestion("red", mark("Red fives"), QuestionKind.NUMBER, 0, most=options.red_fives))
    return tuple(asked)
