"""Why a player has their place in a season: who is ahead and behind, and which evenings count."""

from collections.abc import Iterable
from fractions import Fraction

from tournament.event.format import SeasonCount, SeasonRules, SeasonUnit
from tournament.language import Average, Text, listed, mark, mark_count, signed_text, verbatim
from tournament.standings.explanation import ordinal
from tournament.standings.season import SeasonRow, SeasonStandings

_TENTH = Fraction(1, 10)


def worth_text(worth: Fraction, rules: SeasonRules) -> Text:
    """Return the value by which a player is ranked as text: ``+120``, or ``26.7`` for an average."""
    if rules.count is SeasonCount.AVERAGE:
        return listed((Average(worth),))
    if rules.count is SeasonCount.PLACES:
        return listed((worth,))
    return verbatim(signed_text(worth))


def _distance(points: Fraction, rules: SeasonRules) -> Text:
    """Return the difference of two values as text. It is exact if one decimal would show 0."""
    shown = Average(points) if rules.count is SeasonCount.AVERAGE and points >= _TENTH else points
    return listed((shown,))


def season_explanation(season: SeasonStandings, number: int) -> tuple[Text, ...]:
    """Explain why player ``number`` has their place; raise KeyError for a player who has not played."""
    own = season.row(number)
    if own is None:
        raise KeyError(number)
    if own.rank is None:
        played = mark_count(
            "Not ranked yet: {count} evening played, {least} needed.",
            "Not ranked yet: {count} evenings played, {least} needed.",
            len(own.evenings),
            least=season.rules.least,
        )
        games = mark_count(
            "Not ranked yet: {count} game played, {least} needed.",
            "Not ranked yet: {count} games played, {least} needed.",
            own.games,
            least=season.rules.least_games,
        )
        return (*((played,) if own.missing else ()), *((games,) if own.missing_games else ()), *_evenings(season, own))
    return (*_neighbours(season, own, own.rank), *_evenings(season, own))


def _neighbours(season: SeasonStandings, own: SeasonRow, rank: int) -> Iterable[Text]:
    index = season.rows.index(own)
    before = [row for row in season.rows[:index] if row.worth > own.worth]
    behind = [row for row in season.rows[index:] if row.worth < own.worth]
    shared = [row for row in season.rows if row.rank == rank and row is not own]
    if shared:
        named = verbatim(shared[0].player.name)
        if len(shared) > 1:
            named = mark_count("{name} and {count} other", "{name} and {count} others", len(shared) - 1, name=named)
        yield mark(
            "Shares the place with {names}: {worth} each.", names=named, worth=worth_text(own.worth, season.rules)
        )
    if before:
        other = before[-1]
        points = _distance(other.worth - own.worth, season.rules)
        yield mark("{points} behind {name}, {place}.", points=points, name=other.player.name, place=_place(other))
    elif behind:
        other = behind[0]
        points = _distance(own.worth - other.worth, season.rules)
        yield mark("{points} ahead of {name}, {place}.", points=points, name=other.player.name, place=_place(other))


def _place(row: SeasonRow) -> Text:
    return ordinal(row.rank or 0)


def _evenings(season: SeasonStandings, own: SeasonRow) -> Iterable[Text]:
    counted = sorted(own.counted)
    scores = tuple(_shown(own, session, season.rules) for session in counted)
    values = {"evenings": tuple(counted), "scores": scores, "worth": worth_text(own.worth, season.rules)}
    if len(counted) == 1:
        yield mark("Evening {evening} counts: {score}.", evening=counted[0], score=scores[0])
    elif season.rules.count is SeasonCount.AVERAGE:
        yield mark("Evenings {evenings} count: {scores}, average {worth}.", **values)
    else:
        yield mark("Evenings {evenings} count: {scores}, total {worth}.", **values)
    left = sorted(own.evenings.keys() - own.counted)
    if left:
        yield mark_count(
            "Evening {evenings} does not count: {scores}.",
            "Evenings {evenings} do not count: {scores}.",
            len(left),
            evenings=tuple(left),
            scores=tuple(_shown(own, session, season.rules) for session in left),
        )
    partly = len(own.counted_games)
    if season.rules.per is SeasonUnit.GAME and partly < own.games:
        yield mark("{count} of {games} games count.", count=partly, games=own.games)
    handicap = dict(season.rules.handicaps).get(own.player.number)
    if handicap and season.rules.count is not SeasonCount.PLACES:
        yield mark("Handicap: {points} for each game that counts.", points=signed_text(handicap))


def _shown(own: SeasonRow, session: int, rules: SeasonRules) -> Text | str:
    """Return what an evening adds without the handicap."""
    worth = own.shown_worth(session, rules)
    return listed((worth,)) if rules.count is SeasonCount.PLACES else signed_text(worth)
