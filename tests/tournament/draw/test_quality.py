"""Measures of a seating, against counts made by hand."""

from tests.tournament.draw import recount
from tournament.draw import ApartGroup, AvoidedPair, Wishes, make_plan, quality_of

TWICE = (((1, 2, 3, 4), (5, 6, 7, 8)), ((2, 1, 5, 6), (3, 4, 7, 8)))


def test_repeats_name_who_meets_how_often():
    quality = quality_of(8, TWICE)
    assert quality.repeats == 4
    assert quality.repeated_pairs == ((1, 2, 2), (3, 4, 2), (5, 6, 2), (7, 8, 2))


def test_visits_to_tables():
    quality = quality_of(8, TWICE)
    assert quality.table_revisits == 4  # 1 and 2 at table 1, 7 and 8 at table 2
    assert quality.fewest_table_revisits == 0
    assert quality.most_visits == 2
    assert quality.frequent_visits == 4


def test_start_winds_of_everyone():
    quality = quality_of(8, TWICE)
    assert quality.winds[0] == (1, 1, 0, 0)
    assert quality.winds[6] == (0, 0, 2, 0)
    # 7 is twice West and 8 twice North where once at most would be even: one of each would have to change.
    assert quality.wind_imbalance == 2


def test_meetings_in_groups_and_pairs():
    wishes = Wishes(groups=(ApartGroup("Club", (1, 2, 5)),), pairs=(AvoidedPair(7, 8), AvoidedPair(1, 8)))
    quality = quality_of(8, TWICE, wishes)
    assert quality.groups[0].meetings == 2 + 1 + 1
    assert quality.groups[0].fewest == 2  # three players at two tables: one pair a session
    assert [found.meetings for found in quality.pairs] == [2, 0]


def test_strangers_share_no_opponent():
    quality = quality_of(8, TWICE[:1])
    assert quality.strangers == 16  # the two tables know nothing of each other
    assert quality.fewest_strangers == 8 * (8 - 1 - 3) // 2
    assert quality.common_opponents == (0, 0)


def test_everyone_who_has_not_met_has_a_common_opponent():
    quality = make_plan(players=20, sessions=5, seed=1).quality
    assert quality.strangers == quality.fewest_strangers == 0
    assert quality.common_opponents[0] > 0


def test_a_plan_reports_what_a_recount_finds():
    plan = make_plan(players=24, sessions=9, seed=4)
    assert plan.quality.repeats == recount.repeats(plan.sessions)
    assert plan.quality.table_revisits == recount.revisits(plan.sessions)
    assert plan.quality.most_visits == recount.most_visits(plan.sessions)
