"""Every action of a club evening and of a league in any order: the same promises as those of a tournament."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from tests.tournament.use_cases.any_commands import COMMANDS, GAME_COMMANDS, REPAIRS
from tests.tournament.use_cases.as_sent import carry_out
from tests.tournament.use_cases.events import BY, codes
from tests.tournament.use_cases.machine import RANDOMS, Machine, some_of
from tests.tournament.use_cases.random_commands import PREPARING, Action, change_game, sit_down
from tournament.event.format import EventFormat, SeasonCount, SeasonRules, SeasonUnit
from tournament.event.player import PlayerState
from tournament.event.seating import Seating
from tournament.event.settings import SecondReading, Settings
from tournament.rules.payment import Net
from tournament.use_cases import (
    Changes,
    Command,
    GameCommand,
    OpenEvening,
    Refused,
    SeatGame,
    free_players,
    game_of,
    plan_by_ranking,
)
from tournament.use_cases.commands import ChangeSettings, DrawLot, PublishDraw, ReplacePlayer, SwapPlayers

RULES = st.builds(SeasonRules, st.none() | st.integers(0, 3), st.sampled_from(SeasonCount), st.integers(0, 3),
                  st.integers(0, 3), st.sampled_from(SeasonUnit), st.sampled_from(((), ((1, -3), (2, 5)))))  # fmt: skip


PLAYED = ("mcr", "mcr", "hong-kong", "french-classical-simple")
"""Rules of a fixed and of an open number of hands, of one value and of four."""


class GameMachine(Machine):
    """One club evening or league of nine players and more."""

    @initialize(
        format=st.sampled_from((EventFormat.CLUB, EventFormat.LEAGUE)),
        rules=RULES,
        game=st.sampled_from(PLAYED),
        second=st.sampled_from(SecondReading),
        begun=st.booleans(),
    )
    def begin(self, format: EventFormat, rules: SeasonRules, game: str, second: SecondReading, begun: bool) -> None:
        season = rules if rules.best != 0 and rules.least else SeasonRules()
        self.create(Settings("Club", rules=game, format=format, season=season, second_reading=second))
        if format is EventFormat.LEAGUE:
            self.do(OpenEvening(date(2026, 6, 6)))
        if begun:
            self.do(SeatGame(1, (1, 2, 3, 4)), SeatGame(1, (5, 6, 7, 8)))

    @rule(command=GAME_COMMANDS, confirmed=st.booleans())
    def open_and_change(self, command: GameCommand, confirmed: bool) -> None:
        self.do(command, confirmed=confirmed)

    @rule(actions=some_of(sit_down, change_game, *PREPARING), chance=RANDOMS)
    def come_and_sit_down(self, actions: list[Action], chance: Random) -> None:
        self.take(actions, chance)

    @rule(data=st.data())
    def seat_four(self, data: st.DataObject) -> None:
        """Four who are free."""
        view = self.view
        evening = len(view.drawn_sessions)
        free = [number for number in view.players if evening and game_of(view, evening, number) is None]
        if len(free) < 4 or evening in view.state.closed:
            return
        a, b, c, d = data.draw(st.permutations(free))[:4]
        carried = len(self.store.records)
        self.do(SeatGame(None, (a, b, c, d)))
        assert len(self.store.records) == carried + 1
        assert not {a, b, c, d} & {player.number for player in free_players(self.view, evening)}
        assert {a, b, c, d} <= self.view.state.present

    @rule(commands=st.lists(COMMANDS | REPAIRS | GAME_COMMANDS, min_size=2, max_size=4))
    def several_at_once(self, commands: list[Command | GameCommand]) -> None:
        self.do(*commands)

    @rule(season=RULES, format=st.sampled_from(EventFormat))
    def change_the_settings(self, season: SeasonRules, format: EventFormat) -> None:
        if format.is_drawn:  # where the other machine goes on
            return
        changed = replace(self.view.settings, season=season, format=format)
        self.do(ChangeSettings(changed))

    @rule(which=st.integers(0, 4))
    def what_belongs_to_a_draw(self, which: int) -> None:
        book, records = self.book, list(self.store.records)
        actions: tuple[Callable[[], Changes], ...] = (
            lambda: carry_out(book, PublishDraw(Seating((((1, 2, 3, 4),),))), by=BY),
            lambda: carry_out(book, SwapPlayers(1, 5, (1,)), by=BY),
            lambda: carry_out(book, ReplacePlayer(1, 9, 1), by=BY),
            lambda: carry_out(book, DrawLot(1, 1), by=BY),
            lambda: carry_out(book, plan_by_ranking(book.view, 1).command, by=BY),
        )
        with pytest.raises(Refused) as refused:
            actions[which]()
        assert codes(refused) == ["format-not-drawn"]
        assert self.store.records == records

    @invariant()
    def the_ranking_is_that_of_the_sheets(self) -> None:
        """Counted by hand: every sheet of every player, evening by evening."""
        view = self.view
        evenings: dict[int, dict[int, list[tuple[int, Net]]]] = {}
        for session in view.drawn_sessions:
            for sheet in view.sheets(session):
                assert set(sheet.players) <= set(view.players)
                if sheet.played or sheet.closed is not None:
                    for number, score in zip(sheet.players, sheet.scores, strict=True):
                        evenings.setdefault(number, {}).setdefault(session, []).append((score, sheet.scores))
        rules, season = view.settings.season, view.season()
        apart = {row.player.number: row.status.state for row in season.unranked}
        worth: dict[int, Fraction] = {}
        for number, own in evenings.items():
            row = season.row(number)
            assert row is not None
            assert row.games == sum(map(len, own.values()))
            assert row.score == sum(score for games in own.values() for score, _ in games)
            handicap = dict(rules.handicaps).get(number, 0)
            values = [[_worth(*each, rules.count, handicap) for each in games] for games in own.values()]
            units = (
                map(sum, values) if rules.per is SeasonUnit.EVENING else (each for games in values for each in games)
            )
            best = sorted(units, reverse=True)[: rules.best]
            count = len(best) if rules.count is SeasonCount.AVERAGE else 1
            lost = apart.get(number) is PlayerState.DISQUALIFIED
            assert row.worth == (0 if lost else sum(best, Fraction(0)) / count)
            if number in apart:
                continue
            assert row.missing == max(0, rules.least - len(own))
            assert row.missing_games == max(0, rules.least_games - row.games)
            if not row.missing and not row.missing_games:
                worth[number] = row.worth
        assert {row.player.number: row.rank for row in season.rows} == {
            number: 1 + sum(other > own for other in worth.values()) for number, own in worth.items()
        }
        assert len(season.rows) + len(season.waiting) == len(evenings.keys() - apart.keys())


def _worth(score: int, scores: Net, count: SeasonCount, handicap: int) -> Fraction:
    """What a game adds in a season."""
    if count is not SeasonCount.PLACES:
        return Fraction(score + handicap)
    first, same = sum(other > score for other in scores), scores.count(score)
    return Fraction(sum((4, 2, 1, 0)[first : first + same]), same)


TestGames = GameMachine.TestCase
TestGames.settings = hypothesis_settings(stateful_step_count=30, deadline=None)
