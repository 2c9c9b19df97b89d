"""The contract of a store, on each implementation."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.store_contract import StoreContract
from tournament.storage import create
from tournament.use_cases import Store


class TestFakeStore(StoreContract):
    @pytest.fixture
    def store(self) -> Store:
        return FakeStore()


class TestSqliteStore(StoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        store = create(tmp_path / "event.qv")
        yield store
        store.close()
