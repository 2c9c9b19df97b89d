"""What is asked of a hand beyond who, from whom and how many han."""

from collections.abc import Callable

from tournament.language import mark, mark_in
from tournament.rules.payment import RIICHI, SECOND, SECOND_LIABLE, TENPAI, THIRD, THIRD_LIABLE, Outcome
from tournament.rules.question import Choice, QuestionKind, RuleQuestion, Turn
from tournament.rulesets.riichi.options import RiichiOptions
from tournament.rulesets.riichi.settlement import (
    ABORTIVE,
    FIELDS,
    NAGASHI,
    YAKUMAN_HAN,
    WinFields,
    win_of,
)

MOST_FU_HAN = 4
"""With more han the fu do not matter."""
MOST_FU = 140
MOST_HAN = 40
MOST_YAKUMAN = 7
"""In one hand, where they add up and some count twice."""
TRIPLE_RON = "triple-ron"
Asked = Callable[[Outcome, int], bool]


def who_is_liable(options: RiichiOptions) -> RuleQuestion | None:
    """Who fed the yakuman of the first winner; None where nobody is ever liable."""
    if not (options.pao or options.pao_four_kans):
        return None
    return RuleQuestion(
        "liable", mark("Liable for the yakuman"), QuestionKind.PLAYER, None, label=mark("Liable"), of_win=True,
        key="L", asked=_is_yakuman(FIELDS[0]),
    )  # fmt: skip


def questions(options: RiichiOptions) -> tuple[RuleQuestion, ...]:
    """In the order in which a referee answers them."""
    found = [_fu(FIELDS[0]), _yakuman(FIELDS[0]), _RIICHI, _TENPAI]
    if options.ron != "first":
        found += _further(FIELDS[1], options)
    if options.ron == "all":
        found += _further(FIELDS[2], options)
    if options.abortive or options.ron == "two":
        found.append(_abortive(options))
    if options.nagashi:
        found.append(_NAGASHI)
    return tuple(found)


def _drawn(outcome: Outcome, _dealer: int) -> bool:
    return outcome.drawn


_RIICHI = RuleQuestion(RIICHI, mark("Riichi: whose stick goes to the table"), QuestionKind.PLAYERS, None,
                       label=mark("Riichi"), sign=mark_in("sign", "R"), key="I")  # fmt: skip
_TENPAI = RuleQuestion(TENPAI, mark("Tenpai in a drawn hand"), QuestionKind.PLAYERS, None, label=mark("Tenpai"),
                       sign=mark_in("sign", "T"), key="H", asked=_drawn, turn=Turn.IN_TURN)  # fmt: skip
_NAGASHI = RuleQuestion(
    NAGASHI, mark("Nagashi mangan"), QuestionKind.PLAYERS, None, sign=mark_in("sign", "N"), key="M", asked=_drawn
)
_REASONS = (
    Choice("nine-terminals", mark("Nine terminals and honours"), "9", mark_in("column", "Nine terminals")),
    Choice("four-winds", mark("Four equal winds"), "4", mark_in("column", "Four winds")),
    Choice("four-riichi", mark("Four riichi"), "5", mark_in("column", "Four riichi")),
    Choice("four-kans", mark("Four kans"), "6", mark_in("column", "Four kans")),
)
_THREE = Choice(TRIPLE_RON, mark("Three win on one discard"), "3", mark_in("column", "Three win"))


def _abortive(options: RiichiOptions) -> RuleQuestion:
    reasons = (*(_REASONS if options.abortive else ()), *((_THREE,) if options.ron == "two" else ()))
    text = mark("Abortive draw")
    return RuleQuestion(ABORTIVE, text, QuestionKind.CHOICE, None, reasons, key="B", asked=_drawn)


def _fu(fields: WinFields) -> RuleQuestion:
    def asked(outcome: Outcome, _dealer: int) -> bool:
        win = win_of(outcome, fields)
        return win is not None and win.han <= MOST_FU_HAN and not win.yakuman

    first = fields is FIELDS[0]
    return RuleQuestion(
        fields.fu,
        mark("Fu") if first else mark("Fu of the further winner"),
        QuestionKind.NUMBER,
        None,
        least=20,
        most=MOST_FU,
        step=5,
        label=mark("Fu"),
        key="F" if first else "",
        asked=asked,
        turn=Turn.IN_TURN if first else Turn.FOLLOWS,
        times=10,
        of_win=True,
    )


def _yakuman(fields: WinFields) -> RuleQuestion:
    def asked(outcome: Outcome, _dealer: int) -> bool:
        win = win_of(outcome, fields)
        return win is not None and win.han >= YAKUMAN_HAN

    text = mark("Yakuman") if fields is FIELDS[0] else mark("Yakuman of the further winner")
    return RuleQuestion(fields.yakuman, text, QuestionKind.NUMBER, 0, most=MOST_YAKUMAN, label=mark("Yakuman"),
                        key="Y", asked=asked, gives=(fields.han, YAKUMAN_HAN), of_win=True)  # fmt: skip


def _is_yakuman(fields: WinFields) -> Asked:
    def asked(outcome: Outcome, _dealer: int) -> bool:
        win = win_of(outcome, fields)
        return win is not None and win.yakuman > 0

    return asked


def _further(fields: WinFields, options: RiichiOptions) -> list[RuleQuestion]:
    """Who else won on the discard, and with what."""
    before = FIELDS[FIELDS.index(fields) - 1]

    def may_be(outcome: Outcome, _dealer: int) -> bool:
        return outcome.discarder is not None and win_of(outcome, before) is not None

    def is_there(outcome: Outcome, _dealer: int) -> bool:
        return win_of(outcome, fields) is not None

    who = {SECOND: mark("Second winner"), THIRD: mark("Third winner")}[fields.winner]
    liable = {SECOND_LIABLE: mark("Liable for the second winner"), THIRD_LIABLE: mark("Liable for the third winner")}
    found = [
        RuleQuestion(fields.winner, who, QuestionKind.PLAYER, None, key="M", asked=may_be, of_win=True),
        RuleQuestion(fields.han, mark("Han of the further winner"), QuestionKind.NUMBER, 0, least=1, most=MOST_HAN,
                     label=mark("Han"), asked=is_there, turn=Turn.FOLLOWS, of_win=True),
        _fu(fields),
        _yakuman(fields),
    ]  # fmt: skip
    if who_is_liable(options) is not None:
        found.append(RuleQuestion(fields.liable, liable[fields.liable], QuestionKind.PLAYER, None,
                                  label=mark("Liable"), of_win=True, key="L",
                                  asked=_is_yakuman(fields)))  # fmt: skip
    return found
