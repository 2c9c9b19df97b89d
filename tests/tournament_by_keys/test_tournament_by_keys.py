"""A riichi tournament by keys and the same by lines give one account, and planted faults are reported."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.tournament_by_keys.account import Tournament, game_of, tournament_of
from tests.tournament_by_keys.tournament_keys import TournamentKeys, differences, record_lines, tournament_faults
from tests.ui.desktop.conftest import dressed, own_preferences, shown, styled, unhurried  # noqa: F401
from tournament.rules.payment import Net
from ui.desktop import bootstrap
from ui.desktop.window import Window

pytestmark = [pytest.mark.thorough, pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")]
WHOLE = tournament_of(392, rules="riichi-ema-2025", tables=2, sessions=2)
EARLIER = tournament_of(241, rules="riichi-ema-2016", tables=2, sessions=1)
"""By these numbers everything happens in few hands: ties, three winners, liability, a chombo, the gong."""


def with_another_number(tournament: Tournament) -> Tournament:
    """The same, but that A of the first game got 100 points more."""
    (game, *others), *sessions = tournament.sessions
    final = {**game.counted.final, "A": game.counted.final["A"] + 100}
    game = replace(game, counted=game.counted._replace(final=final))
    return replace(tournament, sessions=((game, *others), *sessions))


def with_another_payment(tournament: Tournament, table: int) -> Tournament:
    """The same, but that somebody won a haneman at a table of the first session, and not what was written there."""
    games = list(tournament.sessions[0])
    game = games[table - 1]
    at = max(at for at, hand in enumerate(game.hands) if hand["winners"] and hand["winners"][0].get("han", 6) < 6)
    first, *others = game.hands[at]["winners"]
    won = {**game.hands[at], "winners": [{"player": first["player"], "han": 6}, *others]}
    games[table - 1] = game_of(tournament.rules, (*game.hands[:at], won, *game.hands[at + 1 :]), game.chombo)
    return replace(tournament, sessions=(tuple(games), *tournament.sessions[1:]))


@pytest.mark.usefixtures("dressed", "own_preferences")
@pytest.mark.parametrize("tournament", [WHOLE, EARLIER], ids=lambda tournament: tournament.rules)
def test_a_tournament_by_keys_is_that_by_lines_and_that_of_the_account(
    qapp: QApplication, tmp_path: Path, tournament: Tournament
) -> None:
    """Forty players and eight sessions are a part of the proof (tests.tournament_by_keys.proof_tournament)."""
    assert all(tournament.counts.values()), "everything happens"
    with shown(Window(bootstrap.make_controller("Referee")), qapp) as window:
        keys = TournamentKeys(window, tournament)
        assert tournament_faults(keys, tmp_path) == []

        keys.tournament = with_another_number(tournament)
        (wrong, *_), *_ = keys.seats[0]
        found = keys.faults_of_standings(len(tournament.sessions))
        assert any(f"First{wrong} " in fault for fault in found)


def test_a_different_payment_in_a_file_is_reported(tmp_path: Path) -> None:
    one, other = tmp_path / "one.qv", tmp_path / "other.qv"
    record_lines(EARLIER, one)
    record_lines(with_another_payment(EARLIER, 2), other)
    found = differences(one, other, EARLIER, tmp_path)
    told = ("sheet 1-2", "standings 1", "hands", "ema-results")
    assert {f"{part} by keys is not that by lines" for part in told} <= {*found}
    assert "sheet 1-1 by keys is not that by lines" not in found


def test_a_wrongly_paid_hand_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tournament.ledger import sheet

    settled = sheet.settled

    def wrong(*values: object) -> Net:
        a, b, c, d = settled(*values)
        return b, a, c, d

    monkeypatch.setattr(sheet, "settled", wrong)
    with pytest.raises(AssertionError, match="differ"):
        record_lines(EARLIER, tmp_path / "wrong.qv")
