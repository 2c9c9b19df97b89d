"""Careers over many events, against the frames of each event and against one another."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from reports.catalogue import Format, write
from reports.frames.hands import fan_frame, hands_frame
from reports.frames.penalties import penalties_frame
from reports.frames.seats import seats_frame, seats_records
from reports.frames.standings import statistics_frame
from reports.ranking_rules import RATINGS
from reports.rankings.careers import (
    Career,
    EventCareers,
    best_of,
    career_document,
    career_records,
    careers_of,
    careers_records,
    fan_of,
    meetings,
    participations_in,
    same_in_all,
)
from tests.examples.events import PRINTED, sample_event
from tests.examples.full_event import full_event
from tournament.language import LANGUAGES, language_of
from tournament.rankings import RankedPerson
from tournament.rankings.rating import rate_games
from tournament.use_cases.view import View

ELO = RATINGS.called("elo")
EVENTS: dict[str, Callable[[], View]] = {"sample": sample_event, "full": full_event}


def careers(*events: EventCareers) -> tuple[Career, ...]:
    same = same_in_all(events)
    games = {event.game for event in same}
    assert len(games) == 1
    return careers_of(same, games.pop(), rate_games([event.games for event in same], ELO))


def again(event: EventCareers, name: str) -> EventCareers:
    """The same games as those of another event."""
    games = replace(event.games, id=name, name=name)
    return replace(
        event, id=name, games=games, participations=tuple(replace(each, event=games) for each in event.participations)
    )


@pytest.fixture(params=EVENTS, scope="module")
def view(request: pytest.FixtureRequest) -> View:
    return EVENTS[request.param]()


def test_places_points_and_hands_are_those_of_the_frames_of_the_event(view: View) -> None:
    found = {each.person.name: each for each in careers(participations_in(view, "one.qv"))}
    records = seats_records(view).only(sheet_state="verified")
    seats = [dict(zip(records.names, row, strict=True)) for row in records.rows]
    assert found.keys() == {seat["name"] for seat in seats}
    for name, career in found.items():
        own = [seat for seat in seats if seat["name"] == name]
        assert career.places == Counter(seat["place"] for seat in own)
        assert career.table_points == sum((seat["table_points"] for seat in own), Fraction(0))
        assert career.score == sum(seat["score"] for seat in own)
    hands, final = hands_frame(view), {(seat["session"], seat["table"]) for seat in seats}
    hands = hands.loc[[place in final for place in zip(hands["session"], hands["table"], strict=True)]]
    counted = statistics_frame(seats=seats_frame(view), hands=hands, penalties=penalties_frame(view))
    for row in counted.to_dict("records"):
        played = found[str(row["name"])].played
        expected = (played.hands, played.wins, played.self_draws, played.deal_ins, played.points, played.best)
        assert expected == tuple(
            row[name] for name in ("hands", "wins", "self_draws", "deal_ins", "points_won", "best")
        )
        assert found[str(row["name"])].given == row["average_given"]
    fan = fan_frame(view)
    fan = fan.loc[[place in final for place in zip(fan["session"], fan["table"], strict=True)]]
    times = fan.groupby("name", observed=True)["times"].sum().to_dict()
    assert {
        name: sum(each.times for each in fan_of(career)) for name, career in found.items() if fan_of(career)
    } == times


def test_who_meets_whom_is_the_same_from_both_sides(view: View) -> None:
    found = careers(participations_in(view, "one.qv"))
    sides = {(career.person.id, each.other.id): each for career in found for each in meetings(career)}
    for (one, other), each in sides.items():
        back = sides[other, one]
        assert (each.games, each.ahead, each.level, each.behind, each.margin) == (
            back.games, back.behind, back.level, back.ahead, -back.margin,
        )  # fmt: skip
        assert each.games == each.ahead + each.level + each.behind
    assert all(sum(each.games for each in meetings(career)) == 3 * career.games for career in found)


def test_two_events_add_up(view: View) -> None:
    one = participations_in(view, "one.qv")
    single = {each.person.id: each for each in careers(one)}
    for career in careers(one, again(one, "Bridge Open")):
        own = single[career.person.id]
        assert (career.games, career.score, len(career.participations)) == (2 * own.games, 2 * own.score, 2)
        assert career.played == own.played + own.played
        assert career.average_place == own.average_place
        assert len(best_of(career)) == 2 * len(best_of(own))
        assert [each.times for each in fan_of(career)] == [2 * each.times for each in fan_of(own)]
        assert len(career.steps) == career.games


def test_somebody_without_a_number_is_who_has_it_elsewhere() -> None:
    one = participations_in(sample_event(), "one.qv")
    plain = next(each for each in one.participations if each.person.number)
    renamed = RankedPerson(f"{plain.person.name}/", plain.person.name)

    def anonymous(event: EventCareers) -> EventCareers:
        def name(person: RankedPerson) -> RankedPerson:
            return renamed if person.id == plain.person.id else person

        def of_game(game):
            return replace(game, people=tuple(map(name, game.people)))

        games = replace(event.games, games=tuple(map(of_game, event.games.games)))
        own = (replace(each, event=games, person=name(each.person), games=tuple(map(of_game, each.games)))
               for each in event.participations)  # fmt: skip
        return replace(event, games=games, participations=tuple(own))

    both = careers(one, anonymous(again(one, "Bridge Open")))
    (found,) = (each for each in both if each.person.name == plain.person.name)
    assert found.person.number == plain.person.number
    assert len(found.participations) == 2


def test_a_career_is_written_in_every_format(view: View, tmp_path: Path) -> None:
    career = max(careers(participations_in(view, "one.qv")), key=lambda each: each.played.wins)
    for language in LANGUAGES:
        document = career_document([career], ELO.name, PRINTED, language)
        for format in (Format.PDF, Format.HTML, Format.EXCEL, Format.CSV):
            path = tmp_path / f"{language.code}.{format.value}"
            write(document, path, format, language_of(language.code))
            assert path.stat().st_size > 500
    parts = career_records(career)
    assert set(parts) == {"career", "events", "opponents", "hands", "fan"}
    frame = careers_records([career]).frame()
    assert frame["games"].tolist() == [career.games]
    assert frame["average_place"].tolist() == [career.average_place]
