"""The prizes of the event: add, change and remove them, and find who wins them by the standings."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from tournament.event.country import country_code
from tournament.event.player import Player
from tournament.event.prizes import CategoryKind, PrizeCategory, PrizeLot, Prizes, PrizeTies, places_text
from tournament.event.problem import Gravity, Problem, Refused
from tournament.language import Text, listed, mark, verbatim
from tournament.standings.awards import Award, Entrant, awards, unclaimed
from tournament.standings.teams import TeamStanding, countries, teams
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import ChangePrizes, DecideTie, PrizeCommand, RemovePrize, SetPrize
from tournament.use_cases.draft import Draft
from tournament.use_cases.event_setup import change_settings
from tournament.use_cases.view import View

UNDECIDED = "prize-undecided"
"""The code of the remark that names tied players who must draw lots."""
_NAMED = 8
"""Maximum number of tied players that a remark names."""


@dataclass(frozen=True, slots=True)
class CategoryAwards:
    """One category with a prize: who wins what, and which places remain without a winner."""

    category: PrizeCategory
    awards: tuple[Award, ...]
    unclaimed: tuple[range, ...]


def write_prizes(draft: Draft, command: PrizeCommand) -> Remarks:
    """Change the prizes of the event."""
    said = draft.view.settings.prizes
    match command:
        case ChangePrizes():
            prizes = command.prizes
        case SetPrize():
            prizes = said.with_prize(command.prize, command.instead_of)
        case RemovePrize():
            prizes = _without(said, command.category, command.place)
        case DecideTie():
            prizes = said.with_lot(_lot(draft.view, command.category, command.order))
        case _:
            assert_never(command)
    change_settings(draft, replace(draft.view.settings, prizes=prizes))
    return ()


def _without(prizes: Prizes, category: PrizeCategory, place: int) -> Prizes:
    found = next((line for line in prizes.of(category) if place in line.places), None)
    if found is None:
        text = mark("{category}: place {place} has no prize.", category=category.label, place=place)
        raise Refused(Problem("prize-missing", text, "place"))
    return prizes.without(found)


def _lot(view: View, category: PrizeCategory, order: Sequence[str]) -> PrizeLot:
    """Return the order in which the lots put tied players.

    Raise Refused unless ``order`` contains exactly the players who are tied.
    """
    ranked = ranking(view, category, view.last_session)
    if category.kind is CategoryKind.COUNTRIES:
        order = [country_code(key) or key for key in order]
    level = {entrant.key: (entrant.group, entrant.rank) for entrant in ranked}
    unknown = [key for key in order if key not in level]
    if unknown:
        text = mark("{category}: {unknown} is not in its ranking.", category=category.label, unknown=listed(unknown))
        raise Refused(Problem("prize-lot", text, "lots"))
    tied = tuple(key for key, place in level.items() if order and place == level[order[0]])
    if len(tied) < 2 or sorted(order) != sorted(tied):
        text = mark("The drawing of lots must order exactly those who share the place: {tied}.",
                    tied=tied)  # fmt: skip
        raise Refused(Problem("prize-lot", text, "lots"))
    return PrizeLot(category, tuple(order))


def categories_of(view: View) -> tuple[PrizeCategory, ...]:
    """Return the categories in which somebody can be ranked, given the format and the data of the players."""
    players = view.players.values()
    kinds = [CategoryKind.PLAYERS]
    if view.settings.format.is_drawn:
        kinds += [CategoryKind.TEAMS] if any(player.team for player in players) else []
        kinds += [CategoryKind.COUNTRIES] if any(player.country for player in players) else []
    found = [PrizeCategory(kind) for kind in kinds]
    for kind in (CategoryKind.COUNTRY, CategoryKind.CLUB):
        named = {group_of(player, kind) for player in players} - {""}
        groups = sorted(named, key=lambda group: (group.casefold(), group))
        found += [PrizeCategory(kind), *(PrizeCategory(kind, group) for group in groups)] if groups else []
    return (*found, PrizeCategory(CategoryKind.BEST_HAND), PrizeCategory(CategoryKind.HANDS_WON))


def group_of(player: Player, kind: CategoryKind) -> str:
    """Return the country or the club of ``player``; empty if there is none."""
    return player.country if kind is CategoryKind.COUNTRY else " ".join(player.club.split())


def ranking(view: View, category: PrizeCategory, after: int | None) -> tuple[Entrant, ...]:
    """Return who is ranked in ``category`` after session ``after``, best first; one group after another.

    Players without a place in the standings, such as substitutes, have none here either, nor do teams and countries
    with too few members. Empty before the first result.
    """
    return _ranking(view, category, after) if view.standings(after).after else ()


def _ranking(view: View, category: PrizeCategory, after: int | None) -> tuple[Entrant, ...]:
    """Return the same as :func:`ranking`, but also before the first result, when everybody is tied."""
    match category.kind:
        case CategoryKind.PLAYERS:
            return tuple(_players(view, after))
        case CategoryKind.TEAMS | CategoryKind.COUNTRIES if not view.settings.format.is_drawn:
            return ()
        case CategoryKind.TEAMS:
            ranked = teams(view.standings(after), view.settings)
            return tuple(_groups(ranked, lambda each: each.table_points))
        case CategoryKind.COUNTRIES:
            ranked = countries(view.standings(after), view.settings)
            return tuple(_groups(ranked, lambda each: each.average))
        case CategoryKind.COUNTRY | CategoryKind.CLUB:
            return _by_group(view, category, after)
        case CategoryKind.BEST_HAND:
            return _by_figures(view, after, best=True)
        case CategoryKind.HANDS_WON:
            return _by_figures(view, after, best=False)
        case _:
            assert_never(category.kind)


def prize_list(view: View, after: int | None) -> tuple[CategoryAwards, ...]:
    """Return each category that has a prize, with who wins what after session ``after``."""
    prizes = view.settings.prizes
    found = []
    for category in prizes.categories:
        ranked, lines = ranking(view, category, after), prizes.of(category)
        found.append(CategoryAwards(category, awards(ranked, lines, prizes), unclaimed(ranked, lines)))
    return tuple(found)


def prizes_remarks(view: View) -> tuple[Problem, ...]:
    """Return remarks on the prizes by the current standings: prizes nobody can win, and ties that need lots."""
    prizes, remarks = view.settings.prizes, list[Problem]()
    for category in prizes.categories if view.players else ():
        of_figures = category.kind in (CategoryKind.BEST_HAND, CategoryKind.HANDS_WON)
        ranked = tuple(_players(view, None)) if of_figures else _ranking(view, category, None)
        for places in unclaimed(ranked, prizes.of(category)):
            text = mark("{category}: no one is eligible for the prize for {places}.", category=category.label,
                        places=places_text(places))  # fmt: skip
            remarks.append(Problem("prize-unclaimed", text, "prizes", Gravity.REMARK))
    for category, tied in undecided_ties(view):
        names: list[object] = [_key_text(category, award.entrant) for award in tied[:_NAMED]]
        names += ["…"] if len(tied) > _NAMED else []
        text = mark("{category}: draw lots for {places} among {names}.", category=category.label,
                    places=places_text(range(tied[0].place, tied[0].last + 1)), names=listed(names))  # fmt: skip
        remarks.append(Problem(UNDECIDED, text, "prizes", Gravity.REMARK))
    return tuple(remarks)


def undecided_ties(view: View) -> tuple[tuple[PrizeCategory, tuple[Award, ...]], ...]:
    """Return the ties that need lots by the current standings; none if tied players share their prizes."""
    found: list[tuple[PrizeCategory, tuple[Award, ...]]] = []
    if view.settings.prizes.ties is PrizeTies.SHARED:
        return ()
    for each in prize_list(view, None):
        places: dict[tuple[str, int], list[Award]] = {}
        for award in each.awards:
            if award.undecided:
                places.setdefault((award.entrant.group, award.place), []).append(award)
        found += [(each.category, tuple(tied)) for tied in places.values()]
    return tuple(found)


def _key_text(category: PrizeCategory, entrant: Entrant) -> Text:
    if category.kind in (CategoryKind.TEAMS, CategoryKind.COUNTRIES):
        return verbatim(entrant.name)
    return mark("{name} (no. {number})", name=entrant.name, number=entrant.key)


def _players(view: View, after: int | None) -> Iterable[Entrant]:
    if view.settings.format.is_drawn:
        for row in view.standings(after).rows:
            yield Entrant(row.rank, str(row.player.number), row.player.name, row.table_points, granted=row.granted)
        return
    for ranked in view.season(after).rows:
        if ranked.rank is not None:
            yield Entrant(ranked.rank, str(ranked.player.number), ranked.player.name, ranked.worth)


def _groups(groups: Iterable[TeamStanding], worth: Callable[[TeamStanding], Fraction]) -> Iterable[Entrant]:
    for group in groups:
        if group.rank is not None:
            yield Entrant(group.rank, group.name, group.name, worth(group))


def _by_group(view: View, category: PrizeCategory, after: int | None) -> tuple[Entrant, ...]:
    """Return the players of the group of ``category``, or of each group in turn, ranked within their group."""
    groups: dict[str, list[Entrant]] = {}
    wanted = category.of.casefold()
    for entrant in _players(view, after):
        group = group_of(view.players[int(entrant.key)], category.kind)
        if group and wanted in ("", group.casefold()):
            groups.setdefault(group if not wanted else category.of, []).append(entrant)
    found = []
    for name in sorted(groups, key=str.casefold):
        ranks = [entrant.rank for entrant in groups[name]]
        found += [replace(each, rank=1 + ranks.index(each.rank), group=name) for each in groups[name]]
    return tuple(found)


def _by_figures(view: View, after: int | None, *, best: bool) -> tuple[Entrant, ...]:
    """Return the players by their best hand, or by how many hands they won; without players who won no hand."""
    last = view.last_session if after is None else after
    worth: dict[str, int] = {}
    for session in (each for each in view.drawn_sessions if each <= last):
        for number, played in view.figures(session).items():
            key, before = str(number), worth.get(str(number), 0)
            worth[key] = max(before, played.best) if best else before + played.wins
    ranked = sorted(
        (replace(each, worth=worth[each.key]) for each in _players(view, after) if worth.get(each.key)),
        key=lambda each: -each.worth,
    )
    values = [each.worth for each in ranked]
    return tuple(replace(each, rank=1 + values.index(each.worth)) for each in ranked)
