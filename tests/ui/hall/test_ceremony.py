"""The ceremony announces place by place, forward and back, and never shows a place that was not announced."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples.events import begun, play, sample_event, sample_league
from tests.slide_words import words_of
from tournament.event.prizes import OVERALL, Prize, Prizes
from tournament.language import ENGLISH
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import HandCorrected, SettingsChanged, SheetReopened
from tournament.use_cases.prizes import ranking
from tournament.use_cases.view import View
from ui.hall.ceremony import (
    announced,
    back,
    begin_ceremony,
    ceremony_categories,
    ceremony_slide,
    ceremony_steps,
    corrected_since,
    forward,
    jump,
    prize_texts,
    step_index,
    step_text,
)
from ui.hall.hall_state import Ceremony, CeremonyPlan, HallState
from ui.hall.hall_store import read_hall, written_hall
from ui.hall.slides import BlankSlide, FigureSlide, MessageSlide, RevealSlide

PLAYERS_ALONE = CeremonyPlan(figures=False)
WHOLE = CeremonyPlan(("teams", "players"), first_place=5)


@pytest.fixture(scope="module")
def view() -> View:
    ledger = begun(40, 2)
    play(ledger, [1, 2])
    return ledger.view


def told(view: View, ceremony: Ceremony) -> str:
    return " | ".join(words_of(ceremony_slide(view, ceremony), ENGLISH))


def whole(view: View, plan: CeremonyPlan) -> list[Ceremony]:
    """The ceremony after each press of the key, from before the first."""
    found = [begin_ceremony(view, plan)]
    for _step in ceremony_steps(view, plan):
        found.append(forward(view, found[-1]))
    return found


def test_places_come_from_below_to_the_first(view: View) -> None:
    ranked = ranking(view, OVERALL, None)
    newest = []
    for ceremony in whole(view, PLAYERS_ALONE):
        slide = ceremony_slide(view, ceremony)
        assert isinstance(slide, RevealSlide)
        newest += [str(place.name) for place in slide.newest]
    assert newest[-1] == ranked[0].name
    by_place = {entrant.name: entrant.rank for entrant in ranked}
    places = [by_place[name] for name in newest]
    assert all(before >= after for before, after in pairwise(places)), places
    assert sorted(newest) == sorted(entrant.name for entrant in ranked if entrant.rank <= 10)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("plan", [PLAYERS_ALONE, CeremonyPlan(), WHOLE, CeremonyPlan(first_place=25)])
def test_no_slide_has_a_name_of_a_place_that_is_covered(view: View, plan: CeremonyPlan) -> None:
    for ceremony in whole(view, plan):
        slide = ceremony_slide(view, ceremony)
        if isinstance(slide, FigureSlide):
            continue
        category = next((each for each in ceremony_categories(view) if each.key == ceremony.category), OVERALL)
        covered = [each for each in ranking(view, category, None) if each.rank < (ceremony.told or 10**6)]
        for entrant in covered:
            assert entrant.name not in told(view, ceremony), (entrant, ceremony)


def test_what_is_covered_changes_nothing_that_is_shown() -> None:
    """Two events that differ in the places above only, not even in how many share one."""
    one, other = sample_event(), sample_event()
    renamed = {each.key for each in ranking(one, OVERALL, None) if each.rank <= 3}
    for number in renamed:
        player = other.state.players[int(number)]
        other.state.players[int(number)] = replace(player, last_name="Sentinel")  # type: ignore[index]
    assert "Sentinel" in told(other, whole(other, PLAYERS_ALONE)[-1])
    for before, after in zip(whole(one, PLAYERS_ALONE), whole(other, PLAYERS_ALONE), strict=True):
        if before.told == 0 or before.told > 3:
            assert told(one, before) == told(other, after)


def test_back_is_the_way_forward_in_reverse(view: View) -> None:
    steps = whole(view, WHOLE)
    ceremony = steps[-1]
    assert forward(view, ceremony) == ceremony, "the end"
    for before in reversed(steps[:-1]):
        ceremony = back(view, ceremony)
        assert ceremony == before
    assert back(view, ceremony) == ceremony


def test_every_step_can_be_gone_to_and_is_kept(view: View) -> None:
    plan = CeremonyPlan(("countries", "teams", "players"), 12)
    steps = ceremony_steps(view, plan)
    for index, step in enumerate(steps):
        ceremony = jump(view, begin_ceremony(view, plan), index)
        assert step_index(steps, ceremony) == index
        assert read_hall(written_hall(HallState("e", ceremony=ceremony))).ceremony == ceremony
        assert ENGLISH.render(step_text(view, step))
        assert bool(announced(view, step)) is bool(step.entrants)


def test_players_who_share_a_place_are_announced_together() -> None:
    view = sample_event()
    shared = [step for step in ceremony_steps(view, CeremonyPlan(first_place=16)) if len(step.entrants) > 1]
    for step in shared:
        assert len({entrant.rank for entrant in step.entrants}) == 1
        slide = ceremony_slide(view, jump(view, begin_ceremony(view, CeremonyPlan(first_place=16)),
                                          ceremony_steps(view, CeremonyPlan(first_place=16)).index(step)))  # fmt: skip
        assert isinstance(slide, RevealSlide)
        assert len(slide.newest) == len(step.entrants)
    groups = [entrant.rank for entrant in ranking(view, OVERALL, None)]
    assert sum(groups.count(rank) > 1 for rank in set(groups)) == len(shared)


def test_figures_come_before_the_third_place_or_between_the_categories(view: View) -> None:
    alone = ceremony_steps(view, CeremonyPlan())
    first = next(index for index, step in enumerate(alone) if step.figure)
    assert alone[first - 1].told == 4
    assert alone[first + 4].told == 3
    assert [step.figure for step in alone if step.figure] == [1, 2, 3, 4]
    both = ceremony_steps(view, WHOLE)
    assert [step.category.key for step in both if step.figure] == ["teams"] * 4
    assert not any(step.figure for step in ceremony_steps(view, PLAYERS_ALONE))


def test_a_figure_says_what_it_is_and_whose(view: View) -> None:
    steps = ceremony_steps(view, CeremonyPlan())
    index = next(index for index, step in enumerate(steps) if step.figure)
    slide = ceremony_slide(view, jump(view, begin_ceremony(view, CeremonyPlan()), index))
    assert isinstance(slide, FigureSlide)
    assert (ENGLISH.render(slide.title), slide.figure) == ("Biggest hand", "88")


def test_a_correction_in_the_middle_shows_nothing_until_the_next_key() -> None:
    ledger = begun(16, 1)
    play(ledger, [1])
    before = View(ledger.view.journal.fork())
    ceremony = jump(before, begin_ceremony(before, PLAYERS_ALONE), 6)
    worst = before.standings().rows[-1].player.number
    sheet = next(sheet for sheet in before.sheets(1) if worst in sheet.players)
    stream, column = table_stream(1, sheet.table), sheet.players.index(worst)
    ledger.write(stream, SheetReopened("misread"))
    ledger.write(stream, HandCorrected(16, column, None, 500, "misread"))
    after = ledger.view
    assert not corrected_since(before, ceremony)
    assert corrected_since(after, ceremony)
    assert isinstance(ceremony_slide(after, ceremony), MessageSlide)
    assert after.players[worst].name not in told(after, forward(after, ceremony)), "that player is first now"
    assert not corrected_since(after, forward(after, ceremony))


SAMPLE = sample_event()


@given(st.integers(1, 16), st.integers(1, 16))
def test_if_a_place_disappears_no_better_place_is_announced(first: int, told: int) -> None:
    steps = ceremony_steps(SAMPLE, CeremonyPlan(first_place=first, figures=False))
    index = step_index(steps, Ceremony(CeremonyPlan(first_place=first), "players", told))
    assert index is not None
    assert steps[index].told == 0 or steps[index].told >= told


def test_covered_for_a_moment_it_is_dark(view: View) -> None:
    ceremony = replace(whole(view, PLAYERS_ALONE)[3], covered=True)
    assert ceremony_slide(view, ceremony) == BlankSlide()
    assert forward(view, ceremony).covered


def test_before_play_there_is_nothing_to_announce() -> None:
    view = begun(8, 1).view
    assert ceremony_steps(view, WHOLE) == ()
    ceremony = begin_ceremony(view, WHOLE)
    assert forward(view, ceremony) == back(view, ceremony) == ceremony
    assert told(view, ceremony) == "Ceremony"


def test_a_season_can_be_announced_too() -> None:
    view = sample_league()
    last = whole(view, CeremonyPlan())[-1]
    assert ranking(view, OVERALL, None)[0].name in told(view, last)


def test_no_more_than_ten_lines(view: View) -> None:
    for ceremony in whole(view, CeremonyPlan(first_place=25, figures=False)):
        slide = ceremony_slide(view, ceremony)
        assert isinstance(slide, RevealSlide)
        assert len(slide.places) <= 10
        assert set(slide.newest) <= set(slide.places) or not slide.newest


def test_the_desk_reads_what_is_won() -> None:
    ledger = begun(16, 1)
    play(ledger, [1])
    prizes = Prizes((Prize(OVERALL, 1, 1, "a cup", 15_000),), currency="EUR")
    ledger.write(EVENT_STREAM, SettingsChanged(replace(ledger.view.settings, prizes=prizes)))
    last = ceremony_steps(ledger.view, PLAYERS_ALONE)[-1]
    said = " ".join(ENGLISH.render(text) for text in prize_texts(ledger.view, last))
    assert "a cup" in said
    assert "150 EUR" in said
    assert prize_texts(ledger.view, ceremony_steps(ledger.view, PLAYERS_ALONE)[1]) == ()
