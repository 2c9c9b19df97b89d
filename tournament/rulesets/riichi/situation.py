"""How a hand was won, as far as the record of its tiles does not say it."""

from dataclasses import dataclass

from tournament.language import mark
from tournament.rules.question import Choice, QuestionKind, RuleQuestion
from tournament.rulesets.riichi.options import RiichiOptions

RIICHI, DOUBLE = "riichi", "double"
MOST_INDICATORS = 5
"""The maximum number of indicators: one from the start, and one for each of four kans."""
DORA = RuleQuestion("dora", mark("Dora indicators"), QuestionKind.TILES, None, least=1, most=MOST_INDICATORS)


@dataclass(frozen=True, slots=True)
class RiichiSituation:
    """What was declared, and the indicators in the wall, in the notation of hands."""

    riichi: str | None = None
    """``riichi``, or ``double`` if it was declared in the first turn; None without riichi."""
    ippatsu: bool = False
    """Whether the player won within one turn after declaring riichi, without a call in between."""
    first: bool = False
    """Whether the player won in the first turn, before any call: with the tiles dealt, the first draw or a discard."""
    dora: str | None = None
    ura: str | None = None
    """The indicators below those of ``dora``, which count only for a player who declared riichi."""
    red: int = 0
    """The number of red fives in the hand."""


def situation_questions(options: RiichiOptions) -> tuple[RuleQuestion, ...]:
    """Return the questions about a winner's hand under ``options``, in the order in which a referee answers."""
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
