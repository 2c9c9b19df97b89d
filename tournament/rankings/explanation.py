"""Why a player has their value in a ranking or a rating, and a country its seats: line by line, to check on paper."""

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_never

from tournament.language import Average, Text, exact_text, mark, mark_count, verbatim
from tournament.rankings.outlook import Outlook
from tournament.rankings.quotas import CountryQuota, Quotas, SeatGiven, SeatReason
from tournament.rankings.ranking import Counted, PartValue, Ranking, RankingRow
from tournament.rankings.rating import MeanOfPlaces, Rating, RatingRow, RatingStep, Skill
from tournament.rankings.rules import Combination, QuotaRules


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


def outlook_explanation(found: Outlook, decimals: int, step: int) -> Iterator[Text]:
    """Explain what an event can still be worth to a player; ``step`` is between the values whose places are named."""
    if found.now is None:
        yield mark("{name} is not ranked without {event}.", name=found.person.name, event=verbatim(found.event.name))
    else:
        yield mark(
            "{name} has {value} without {event}.", name=found.person.name, value=Average(found.now, decimals),
            event=verbatim(found.event.name),
        )  # fmt: skip
    for place in dict.fromkeys((1, len(found.values))):
        value = found.values[place - 1]
        if value is None:
            yield mark("With place {place} they are not ranked either.", place=place)
        else:
            yield mark("With place {place} they have {value}.", place=place, value=Average(value, decimals))
    for threshold, last in sorted(found.thresholds(step), reverse=True):
        yield mark("They need place {place} or better to pass {threshold}.", place=last, threshold=threshold)


def quota_explanation(found: Quotas, rules: QuotaRules, country: str, decimals: int) -> tuple[Text, ...]:
    """Explain the seats of ``country`` one by one; raise KeyError if it has no quota."""
    row = next((each for each in found.rows if each.country == country), None)
    if row is None:
        raise KeyError(country)
    return tuple(_quota_lines(found, rules, row, decimals))


def _quota_lines(found: Quotas, rules: QuotaRules, row: CountryQuota, decimals: int) -> Iterator[Text]:
    yield mark_count(
        "{country}: {count} seat of {total}", "{country}: {count} seats of {total}", row.seats,
        country=row.country, total=found.total,
    )  # fmt: skip
    own = [(number, seat) for number, seat in enumerate(found.given, 1) if seat.country == row.country]
    for number, seat in own:
        if seat.reason is not SeatReason.REDISTRIBUTED:
            yield mark("{number}. {reason}", number=number, reason=_reason(seat, row, rules))
    if row.given_back:
        yield mark_count(
            "{count} seat goes back: the limit is {limit}, by the players above the mean {mean}, and at least 1",
            "{count} seats go back: the limit is {limit}, by the players above the mean {mean}, and at least 1",
            row.given_back, limit=row.limit, mean=Average(found.mean, decimals),
        )  # fmt: skip
    for number, seat in own:
        if seat.reason is SeatReason.REDISTRIBUTED:
            yield mark("{number}. {reason}", number=number, reason=_reason(seat, row, rules))


def _reason(seat: SeatGiven, row: CountryQuota, rules: QuotaRules) -> Text:
    match seat.reason:
        case SeatReason.MEMBER:
            return mark("each member country has one")
        case SeatReason.ABOVE:
            return mark_count(
                "{count} player is above {above}", "{count} players are above {above}", row.above,
                above=exact_text(rules.above),
            )  # fmt: skip
        case SeatReason.BEST:
            return mark("place {place} among the countries, of which the best {best} have one", place=row.place,
                        best=rules.best)  # fmt: skip
        case SeatReason.SHARE:
            return mark(
                "by share: of {count} seats it is due {share} × {count} and had {held}, and no country lacks more",
                share=exact_text(row.share), count=seat.count, held=seat.held,
            )  # fmt: skip
        case SeatReason.REDISTRIBUTED:
            return mark("given back by others: place {place} among the countries, and not at the limit of {limit}",
                        place=row.place, limit=row.limit)  # fmt: skip
        case _:
            assert_never(seat.reason)


def rating_explanation(rating: Rating, id: str) -> tuple[Text, ...]:
    """Explain the rating of the person with this id, game by game; raise KeyError if nobody has it."""
    row = next((each for each in rating.rows if each.person.id == id), None)
    if row is None:
        raise KeyError(id)
    return tuple(_rating_lines(rating, row))


def _rating_lines(rating: Rating, row: RatingRow) -> Iterator[Text]:
    rules = rating.rules
    if row.rank is None:
        yield mark_count(
            "{name} has {count} game that counts and is not ranked: {least} are needed.",
            "{name} has {count} games that count and is not ranked: {least} are needed.",
            len(row.steps),
            name=row.person.name,
            least=rules.least_games,
        )
    else:
        yield mark(
            "{name}, rank {rank}: {value}", name=row.person.name, rank=row.rank,
            value=Average(row.value, rules.decimals),
        )  # fmt: skip
    for step in row.steps:
        yield from _step(step, rules.decimals)


def _step(step: RatingStep, decimals: int) -> Iterator[Text]:
    values = {
        "event": verbatim(step.event.name), "day": step.game.day, "session": step.game.session,
        "table": step.game.table, "place": step.game.place(step.column), "before": Average(step.before, decimals),
        "after": Average(step.after, decimals),
    }  # fmt: skip
    working = step.working
    match working:
        case Skill(skill, uncertainty, caution):
            yield mark(
                "{event} ({day}), session {session}, table {table}: place {place}, from {before} to "
                "{skill} − {caution} × {uncertainty} = {after}",
                **values, skill=Average(Fraction(skill), 4), caution=exact_text(caution),
                uncertainty=Average(Fraction(uncertainty), 4),
            )  # fmt: skip
        case MeanOfPlaces(sum, games):
            yield mark(
                "{event} ({day}), session {session}, table {table}: place {own}; {sum} ÷ {games} = {after}",
                **values, own=exact_text(step.game.mean_place(step.column)), sum=exact_text(sum), games=games,
            )  # fmt: skip
        case tuple():
            yield mark(
                "{event} ({day}), session {session}, table {table}: place {place}, from {before} to {after}", **values
            )
            for pair in working:
                yield mark(
                    "against {opponent}, rated {rating}: {stake} × ({result} − {expected}) = {change}",
                    opponent=pair.opponent.name, rating=Average(pair.rating, decimals), stake=exact_text(pair.stake),
                    result=exact_text(Fraction(pair.result, 2)), expected=Average(pair.expected, 4),
                    change=Average(pair.change, decimals),
                )  # fmt: skip
        case _:
            assert_never(working)
