"""The gold hands are complete and well formed by themselves."""

from tests.examples.gold import GOLD


def test_each_of_the_81_fan_and_the_mixed_kong_pair_has_its_hand() -> None:
    assert len({gold.fan for gold in GOLD}) == len(GOLD) == 82


def test_each_list_holds_the_fan_that_it_shows() -> None:
    for gold in GOLD:
        for count in (gold.mcr, gold.guobiao or gold.mcr):
            assert gold.fan in [name.partition("*")[0] for name in count.fans.split()], gold
