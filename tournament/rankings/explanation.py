"""Why a player has their value in a ranking: line by line, so that it can be checked with pencil and paper."""

from collections.abc import Iterator
from typing import assert_never

from tournament.language import Average, Text, exact_text, mark, mark_count, verbatim
from tournament.rankings.ranking import Counted, PartValue, Ranking, RankingRow
from tournament.rankings.rules import Combination


def ranking_explanation(ranking: Ranking, id: str) -> tuple[Text, ...]:
    """Explain the value of the person with this id; raise KeyError if the ranking has nobody with it."""
    row = next((each for each in ranking.rows if each.person.id == id), None)
    if row is None:
        raise KeyError(id)
    return tuple(_lines(ranking, row))


def _lines(ranking: Ranking, row: RankingRow) -> Iterator[Text]:
    rules, decimals = ranking.rules, ranking.rules.decimals
    if row.rank is None:
        yield mark_count(
            "{name} has {count} result that counts and is not ranked: {least} are needed.",
            "{name} has {count} results that count and is not ranked: {least} are needed.",
            len(row.results),
            name=row.person.name,
            least=rules.least_results,
        )
    else:
        yield mark(
            "{name}, rank {rank}: {value}", name=row.person.name, rank=row.rank, value=Average(row.value, decimals)
        )
        for part in row.parts:
            yield _part(part, len(row.results), rules.combination, decimals)
    yield from map(_result, row.results)


def _part(part: PartValue, results: int, combination: Combination, decimals: int) -> Text:
    """Which results one part counts, and what it comes to."""
    share, value, counted = exact_text(part.part.share), Average(part.value, decimals), len(part.results)
    match combination:
        case Combination.SUM:
            return mark(
                "{share} × {value}: the best {counted} of {results} results together",
                share=share, value=value, counted=counted, results=results,
            )  # fmt: skip
        case Combination.MEAN if part.filled:
            return mark(
                "{share} × {value}: the best {counted} of {results} results, and {filled} more as 0 with weight 1: "
                "{sum} ÷ {weight}",
                share=share, value=value, counted=counted, results=results, filled=part.filled,
                sum=exact_text(part.sum), weight=exact_text(part.weight),
            )  # fmt: skip
        case Combination.MEAN:
            return mark(
                "{share} × {value}: the best {counted} of {results} results: {sum} ÷ {weight}",
                share=share, value=value, counted=counted, results=results, sum=exact_text(part.sum),
                weight=exact_text(part.weight),
            )  # fmt: skip
        case _:
            assert_never(combination)


def _result(each: Counted) -> Text:
    product = f"{exact_text(each.value)} × {exact_text(each.weight)} × {exact_text(each.factor)}"
    return mark(
        "{event} ({day}): place {place} of {players}: {product} = {points}",
        event=verbatim(each.event.name),
        day=each.event.ended,
        place=each.place,
        players=len(each.event.places),
        product=product,
        points=exact_text(each.value * each.effective),
    )
