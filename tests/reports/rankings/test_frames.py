"""A season as data frames: pandas groups, ranks and joins it exactly."""

from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.frames import with_exact_parts
from reports.ranking_rules import RANKINGS
from reports.rankings.frames import COUNTRY_COLUMNS, RANKING_COLUMNS, RESULT_COLUMNS, read_season, season_frames
from tests.tournament.rankings.test_ranking import DAY, seasons
from tournament.rankings import rank_events

MERS, LEAGUE = RANKINGS.called("mers"), RANKINGS.called("league")


@given(seasons(), st.sampled_from((MERS, LEAGUE)))
@settings(max_examples=25, deadline=None)
def test_pandas_ranks_as_the_rules_do(season, rules):
    ranking = rank_events(season, rules, DAY)
    frames = season_frames({"mcr": ranking})
    assert [list(frame.columns) for frame in (frames.results, frames.ranking, frames.countries)] == [
        [column.name for column in columns] for columns in (RESULT_COLUMNS, RANKING_COLUMNS, COUNTRY_COLUMNS)
    ]
    results, shown = frames.results, frames.ranking
    assert results.groupby("person").size().to_dict() == shown.set_index("person")["results"].to_dict()
    ranked = shown[shown["rank"].notna()]
    if len(ranked):
        order = ranked["value"].map(lambda value: int(value * 10**30))  # exact enough to part all values
        assert order.rank(ascending=False, method="min").astype(int).tolist() == ranked["rank"].tolist()
    if rules is LEAGUE:
        counted = results[results["parts"] > 0]
        points = (counted["base_rank"] * counted["weight"] * counted["age_factor"]).groupby(counted["person"]).sum()
        assert points.to_dict() == shown.set_index("person")["value"].to_dict()


def test_a_folder_is_read(tmp_path: Path):
    head = "Tournament name,Place,First name,Last name,EMA number,Country,Date,NbDays,rules\n"
    begun = date(2026, 5, 9)
    for number, rules in enumerate(("MCR", "MCR", "Riichi"), 1):
        day = begun + timedelta(days=number)
        rows = "".join(
            f"Open {number},{place},Ada{place},Bamboo,0900000{place},SE,{day},1,{rules}\n" for place in (1, 2, 3)
        )
        (tmp_path / f"{number}.csv").write_text(head + rows, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no event", encoding="utf-8")
    season = read_season(tmp_path, on=date(2026, 11, 30))
    assert season.ranking["game"].tolist() == ["mcr"] * 3 + ["riichi"] * 3
    assert season.ranking["rank"].tolist()[:3] == [1, 2, 3]
    assert season.ranking["rank"].isna().tolist()[3:] == [True] * 3
    assert season.results["base_rank"].tolist()[:2] == [Fraction(1000)] * 2
    exact = with_exact_parts(season.ranking)
    assert exact["value_denominator"].tolist()[0] == season.ranking["value"][0].denominator
    assert season.countries["country"].tolist() == ["SE"]
    with pytest.raises(KeyError):
        read_season(tmp_path, rules="none")
