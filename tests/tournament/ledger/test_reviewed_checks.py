"""What is wrong with hands, repairs and totals on the sheets of journals by chance, compared with a reviewed file.

What is not in it has no problem.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.examples.outcomes_by_chance import any_outcome
from tests.reviewed import Reviewed
from tests.tournament.ledger.journals_by_chance import JournalByChance
from tournament.event.problem import Problem
from tournament.language import ENGLISH
from tournament.ledger import checks
from tournament.ledger.sheet import Sheet

REVIEWED = Path(__file__).parent / "checks.txt"
SEEDS = (2, 5, 7, 9, 11)
EACH = 40


def told(name: str, problems: Iterable[Problem]) -> Iterator[str]:
    found = "; ".join(f"{each.code} {each.field} {each.gravity.value} {ENGLISH.render(each.text)}" for each in problems)
    if found:
        yield f"  {name}: {found}"


def of_sheet(by_chance: JournalByChance, sheet: Sheet, others: list[Sheet]) -> Iterator[str]:
    chance, rules = by_chance.chance, by_chance.rules
    yield f"{by_chance.rules.id} {sheet.session}/{sheet.table} {len(sheet.hands)} {sheet.state.value}"
    for hand in (1, 2, 3, len(sheet.hands) + 1):
        outcome, reason = any_outcome(rules, chance), chance.choice(("", "-", "a reason"))
        recorded = sheet.hands[hand - 1].outcome if 1 <= hand <= len(sheet.hands) else None
        for said in (outcome, recorded or outcome):
            yield from told(f"hand {hand}", checks.hand_problems(sheet, rules, hand, said))
            yield from told(
                f"correct {hand}", checks.correction_problems(sheet, rules, hand, said, tiles="", reason=reason)
            )
            yield from told(f"insert {hand}", checks.insert_problems(sheet, rules, hand, said, reason=reason))
        yield from told(f"delete {hand}", checks.delete_problems(sheet, hand, reason=reason))
        to = chance.randint(0, 4)
        yield from told(f"move {hand} to {to}", checks.move_problems(sheet, hand, to, reason=reason))
        columns = chance.randrange(4), chance.randrange(4)
        for hands in (None, (hand, 2), (1, hand)):
            swapped = checks.exchange_problems(sheet, columns, hands, reason=reason)
            yield from told(f"exchange {columns} in {hands}", swapped)
    for other in others:
        move = checks.sheet_move_problems(sheet, other, reason="wrong table")
        yield from told(f"to {other.session}/{other.table}", move)
    a, b, c, d = sheet.computed
    for totals in ((a, b, c, d), (a, None, c, d + 10), (None, None, None, None)):
        yield from told(f"totals {totals}", checks.totals_problems(sheet, totals))
        yield from told(f"missing {totals}", checks.missing_totals_problems(totals))
    yield from told("balance", checks.balance_problems(sheet, (a, b, c, d + 1)))
    yield from told("balance", checks.balance_problems(sheet, (a, b, c, d)))


def lines() -> Iterator[str]:
    for seed in SEEDS:
        by_chance = JournalByChance(seed)
        for _ in by_chance.grow(EACH):
            pass
        view = by_chance.view
        sheets = [sheet for session in view.session_numbers for sheet in view.sheets(session)]
        for sheet in sheets[:2]:
            yield from of_sheet(by_chance, sheet, sheets[:2])


def test_every_problem_is_told_as_reviewed(reviewed: Reviewed) -> None:
    reviewed(REVIEWED, "".join(f"{line}\n" for line in lines()))
