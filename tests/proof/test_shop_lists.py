"""Random lists of ticket shops and forms: who is to play is in, nobody else, and who is left out has a reason."""

import pytest

from tests.proof.part import Outcome
from tests.proof.proof_imports import check_shop_list
from tests.proof.shop_lists import SHOPS, shop_list


@pytest.mark.sampled(1)
@pytest.mark.parametrize("shop", SHOPS)
def test_lists_of_shops(shop: str) -> None:
    outcome = Outcome()
    for seed in range(1, 9):
        check_shop_list(seed, shop_list(shop, seed), outcome)
    assert outcome.failures == []
