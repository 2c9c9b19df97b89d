"""The ceremony: places announced from the last shown to the first, with figures of the event between them.

This is the only module that takes results which are not public to a screen, and it does so place by place: a slide
contains only what was announced. Only the desk sees who comes next.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from itertools import groupby

from tournament.event.prizes import GROUPED, CategoryKind, PrizeCategory, country_names, prize_text, read_category
from tournament.language import Text, integer_text, listed, mark, signed_text
from tournament.standings.awards import Entrant
from tournament.standings.teams import countries, teams
from tournament.use_cases.prizes import categories_of, prize_list, ranking
from tournament.use_cases.public_view import with_public_names
from tournament.use_cases.view import View
from ui.hall.hall_state import Ceremony, CeremonyPlan
from ui.hall.lists import LINES, figure_rows, winner_pages
from ui.hall.slides import BlankSlide, FigureSlide, MessageSlide, RevealedPlace, RevealSlide, Slide

_FIGURES_BEFORE = 3
"""With a single category, the figures are shown before this place is announced."""


@dataclass(frozen=True, slots=True)
class CeremonyStep:
    """What one press of the key does: begin a category, announce places, or show a figure."""

    category: PrizeCategory
    told: int = 0
    """The best place announced after this step; 0 if the category begins."""
    entrants: tuple[Entrant, ...] = ()
    """The players or groups that it announces; several if they share a place."""
    figure: int = 0
    """The number of the figure that it shows, from 1; 0 if it shows none."""


def ceremony_categories(view: View) -> tuple[PrizeCategory, ...]:
    """The categories that can be announced: those with one ranking each."""
    return tuple(each for each in categories_of(view) if each.kind not in GROUPED or each.of)


def begin_ceremony(view: View, plan: CeremonyPlan) -> Ceremony:
    """The ceremony before its first step."""
    return Ceremony(plan, seen=ranking_mark(view, plan))


def ceremony_steps(view: View, plan: CeremonyPlan) -> tuple[CeremonyStep, ...]:
    """All steps in their order. A category in which nobody is ranked has none."""
    ranked = [(category, _ranked(view, category, plan)) for category in _categories(plan)]
    ranked = [(category, entrants) for category, entrants in ranked if entrants]
    figures = len(figure_rows(view)) if plan.figures else 0
    steps: list[CeremonyStep] = []
    shown = 0
    for number, (category, entrants) in enumerate(ranked, start=1):
        steps.append(CeremonyStep(category))
        alone = len(ranked) == 1
        for place, together in groupby(reversed(entrants), key=lambda entrant: entrant.rank):
            if alone and place <= _FIGURES_BEFORE and not shown:
                steps += _figure_steps(steps[-1], 1, figures)
                shown = figures
            steps.append(CeremonyStep(category, place, tuple(reversed(list(together)))))
        # Spread the figures evenly over the gaps between the categories. None follows the last category, whose first
        # place ends the ceremony.
        until = figures * number // (len(ranked) - 1) if number < len(ranked) else shown
        steps += _figure_steps(steps[-1], shown + 1, until)
        shown = max(shown, until)
    return tuple(steps)


def step_index(steps: Sequence[CeremonyStep], ceremony: Ceremony) -> int | None:
    """The index of the current step; None before the first one.

    If a correction removed that step, this is the last step that announces no more than was announced.
    """
    found = None
    for index, step in enumerate(steps):
        if step.category.key != ceremony.category:
            continue
        if (step.told, step.figure) == (ceremony.told, ceremony.figure):
            return index
        if not step.told or step.told > ceremony.told > 0:
            found = index
    return found


def forward(view: View, ceremony: Ceremony) -> Ceremony:
    """The ceremony after the next step; unchanged at the end."""
    steps = ceremony_steps(view, ceremony.plan)
    index = step_index(steps, ceremony)
    return _at(view, ceremony, steps, 0 if index is None else index + 1)


def back(view: View, ceremony: Ceremony) -> Ceremony:
    """The ceremony one step back."""
    steps = ceremony_steps(view, ceremony.plan)
    index = step_index(steps, ceremony)
    if not index:
        return replace(begin_ceremony(view, ceremony.plan), covered=ceremony.covered, could_win=ceremony.could_win)
    return _at(view, ceremony, steps, index - 1)


def jump(view: View, ceremony: Ceremony, index: int) -> Ceremony:
    """The ceremony at the step ``index``, with all earlier ones announced."""
    return _at(view, ceremony, ceremony_steps(view, ceremony.plan), index)


def corrected_since(view: View, ceremony: Ceremony) -> bool:
    """Whether the ranking has changed since the last step."""
    return ceremony.seen != ranking_mark(view, ceremony.plan)


def ranking_mark(view: View, plan: CeremonyPlan) -> str:
    """A hash of the rankings that the plan announces; it differs after any change of them."""
    ranked = [
        [(entrant.rank, entrant.key, str(entrant.worth)) for entrant in _ranked(view, category, plan)]
        for category in _categories(plan)
    ]
    return sha256(repr(ranked).encode()).hexdigest()[:16]


def ceremony_slide(view: View, ceremony: Ceremony) -> Slide:
    """What the screens show: only what was announced.

    If the ranking has changed since the last step, the screens ask for a moment until the next key, so that the person
    at the desk can look first.
    """
    if ceremony.covered:
        return BlankSlide()
    if corrected_since(view, ceremony):
        return MessageSlide(None, mark("One moment, please."))
    view = with_public_names(view)  # only now, since by their public names tied players can be in another order
    steps = ceremony_steps(view, ceremony.plan)
    index = step_index(steps, ceremony)
    if index is None:
        return RevealSlide(mark("Ceremony"), (), ())
    step = steps[index]
    if step.figure:
        label, worth, names = figure_rows(view)[step.figure - 1]
        assert not isinstance(label.text, str | Fraction), "what a figure is called"
        assert isinstance(worth.text, str), "how much it is"
        assert not isinstance(names.text, Fraction), "whose it is"
        return FigureSlide(label.text, worth.text, names.text)
    entrants = _ranked(view, step.category, ceremony.plan)
    best = step.told or min(ceremony.plan.first_place, len(entrants)) + 1
    told = [_place(view, step.category, entrant) for entrant in entrants if entrant.rank >= best]
    covered = [RevealedPlace(integer_text(place)) for place in range(1, best)]
    lines = [*covered, *told]
    first = max(0, min(len(covered) - LINES // 2, len(lines) - LINES))
    newest = tuple(_place(view, step.category, entrant) for entrant in step.entrants)
    return RevealSlide(step.category.label, newest, tuple(lines[first : first + LINES]))


def ceremony_slides(view: View, ceremony: Ceremony) -> tuple[Slide, ...]:
    """What the screens show in turn: before the first step also who could win, and else one slide."""
    slide = ceremony_slide(view, ceremony)
    if not ceremony.could_win or ceremony.category or not isinstance(slide, RevealSlide):
        return (slide,)
    return slide, *winner_pages(with_public_names(view), ceremony.could_win)


def prize_texts(view: View, step: CeremonyStep) -> tuple[Text, ...]:
    """The prizes that the step announces, for the desk. Winners who are tied share those of all their places."""
    keys = {entrant.key for entrant in step.entrants}
    found = (each for each in prize_list(view, None) if each.category == step.category)
    won = [award for each in found for award in each.awards if award.entrant.key in keys]
    prizes = dict.fromkeys(prize for award in won for prize in award.prizes)
    return tuple(prize_text(prize, view.settings.prizes.currency) for prize in prizes)


def announced(view: View, step: CeremonyStep) -> tuple[RevealedPlace, ...]:
    """The places with names that ``step`` announces, for the desk."""
    return tuple(_place(view, step.category, entrant) for entrant in step.entrants)


def step_text(view: View, step: CeremonyStep) -> Text:
    """“Players: 4th place, Ada Muster” for the list at the desk."""
    if step.figure:
        label = figure_rows(view)[step.figure - 1][0].text
        return mark("Figure: {figure}", figure=label)
    if not step.told:
        return mark("{category}: the beginning", category=step.category.label)
    names = listed(_name(step.category, entrant) for entrant in step.entrants)
    return mark("Place {place}: {names}", place=step.told, names=names)


def _at(view: View, ceremony: Ceremony, steps: Sequence[CeremonyStep], index: int) -> Ceremony:
    if not steps:
        return ceremony
    step = steps[max(0, min(index, len(steps) - 1))]
    return replace(
        ceremony, category=step.category.key, told=step.told, figure=step.figure, seen=ranking_mark(view, ceremony.plan)
    )


def _categories(plan: CeremonyPlan) -> tuple[PrizeCategory, ...]:
    found = (read_category(key) for key in plan.categories)
    return tuple(each for each in found if each is not None)


def _ranked(view: View, category: PrizeCategory, plan: CeremonyPlan) -> tuple[Entrant, ...]:
    """Who is announced, best first: everybody ranked from the first place of the plan up, ties included."""
    return tuple(each for each in ranking(view, category, None) if each.rank <= plan.first_place)


def _figure_steps(after: CeremonyStep, first: int, last: int) -> list[CeremonyStep]:
    return [CeremonyStep(after.category, after.told, (), figure) for figure in range(first, last + 1)]


def _place(view: View, category: PrizeCategory, entrant: Entrant) -> RevealedPlace:
    points, score = Fraction(entrant.worth), ""
    note: str | Text = ""
    if category.kind in (CategoryKind.TEAMS, CategoryKind.COUNTRIES):
        ranked = teams if category.kind is CategoryKind.TEAMS else countries
        group = next(each for each in ranked(view.standings(), view.settings) if each.name == entrant.key)
        score = signed_text(group.score)
        note = ", ".join(member.player.name for member in group.members)
    else:
        player = view.players[int(entrant.key)]
        note = country_text(player.country) if player.country else player.club
        if view.settings.format.is_drawn and category.kind not in (CategoryKind.BEST_HAND, CategoryKind.HANDS_WON):
            row = next(each for each in view.standings().rows if each.player.number == player.number)
            score = signed_text(row.score)
    return RevealedPlace(integer_text(entrant.rank), _name(category, entrant), points, score, note)


def _name(category: PrizeCategory, entrant: Entrant) -> str | Text:
    if category.kind is not CategoryKind.COUNTRIES:
        return entrant.name
    return country_text(entrant.name)


def country_text(code: str) -> Text:
    """“France (FR)”."""
    return mark("{country} ({code})", country=country_names(code), code=code)
