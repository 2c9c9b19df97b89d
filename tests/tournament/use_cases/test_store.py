"""The contract of a store, on each implementation."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres_server import PostgresServer
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.store_contract import StoreContract
from tournament.storage import create
from tournament.storage.postgres import create_event, create_tables
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


class TestPostgresStore(StoreContract):
    @pytest.fixture
    def store(self, postgres: PostgresServer) -> Iterator[Store]:
        url = postgres.new_database()
        create_tables(url)
        store = create_event(url)
        yield store
        store.close()
