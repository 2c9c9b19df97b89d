"""The tiles of the players at a table as they are typed: what each hand is worth, and whether they fit together.

Under rules that pay all four hands there are four hands; under others only those of the winners.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from tournament.hand.problem import HandProblem
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.rules.hand_answers import read_answers
from tournament.rules.payment import Answer
from tournament.rules.player_counter import PlayerCounter
from tournament.rules.question import Chosen
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_hands import answers_of, write_hand, written_hands
from tournament.tiles.wind import Wind
from ui.entry.arrangement import Arrangement, PlayerContext, parse_line
from ui.entry.hand_draft import HandDraft, HandOnSheet, typed_answer
from ui.entry.verdict import HandContext, Sources, Verdict, judge

Lines = tuple[str, str, str, str]
"""The text typed for the tiles of each column, A to D; empty if none."""


@dataclass(frozen=True)
class TableTiles:
    """The tiles of one hand of the sheet. The sheet says who won, and how."""

    hand: HandOnSheet
    current: int
    """The column of the player whose tiles are shown."""
    lines: Lines = ("", "", "", "")

    @classmethod
    def begin(cls, hand: HandOnSheet, kept: str) -> "TableTiles":
        """Begin with the winner's tiles, or East's in a drawn hand; ``kept`` are the tiles typed before."""
        winner = hand.draft.winner
        a, b, c, d = (_unknown(line, hand.draft) for line in _read(kept, hand))
        return cls(hand, hand.dealer if winner is None else winner, (a, b, c, d))

    @property
    def kept(self) -> str:
        """The typed tiles as a text to be kept until they are recorded; empty if nothing is typed."""
        return json.dumps(self.lines, ensure_ascii=False) if any(self.lines) else ""

    @property
    def rules(self) -> RuleSet:
        """The rules of the event."""
        return self.hand.rules

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns of the players whose tiles count, East first."""
        if not self.rules.four_values:
            return self.hand.winners
        state = self.hand.table.state(self.hand.draft.hand)
        return tuple(state.column(wind) for wind in Wind)

    def looking_at(self, column: int) -> "TableTiles":
        """Return the same tiles, with those of the player in ``column`` shown."""
        return replace(self, current=column)

    def beside(self, step: int) -> "TableTiles":
        """Return the same tiles, with those of the player ``step`` places further shown (1 is next, -1 previous)."""
        index = self.columns.index(self.current)
        return self.looking_at(self.columns[(index + step) % len(self.columns)])

    def with_line(self, typed: str) -> "TableTiles":
        """Return the same tiles, with the text of the player shown replaced by ``typed``."""
        a, b, c, d = (typed if column == self.current else line for column, line in enumerate(self.lines))
        return replace(self, lines=(a, b, c, d))

    def context(self, column: int) -> HandContext:
        """Return what is known of the hand of the player in ``column`` before any of its tiles is typed."""
        table, draft = self.hand.table, self.hand.draft
        state = table.state(draft.hand)
        own = state.winds[column]
        left, opposite, right = (table.names[state.column(Wind((own + step) % 4))] for step in (3, 2, 1))
        sources: Sources = (left, opposite, right)
        won = column in self.hand.winners
        situation = Situation(state.prevalent or Wind.EAST, own, won and draft.self_draw)
        known = tuple(each for each in self._known if each not in self._typed_answers(column))
        others = [laid for other, laid in self._laid_out.items() if other != column]
        if won:
            others = [replace(laid, winning=None) if laid.won else laid for laid in others]
        elsewhere = tuple(tile for laid in others for tile in laid.all_tiles)
        flowers = "".join(laid.flowers for laid in others)
        player = PlayerContext(self.rules, won, state.prevalent is not None, known, elsewhere, flowers)
        return HandContext(situation, True, sources=sources, player=player)

    @cached_property
    def _laid_out(self) -> dict[int, Arrangement]:
        """The tiles typed so far, by column."""
        players = {column: PlayerContext(self.rules, column in self.hand.winners) for column in self.columns}
        return {column: parse_line(self.lines[column], EAST_BY_DISCARD, player=player).arrangement
                for column, player in players.items()}  # fmt: skip

    @cached_property
    def verdicts(self) -> dict[int, Verdict]:
        """The verdict on each hand that counts, by column."""
        return {column: judge(self.lines[column], self.context(column)) for column in self.columns}

    @cached_property
    def shared_faults(self) -> dict[int, tuple[HandProblem, ...]]:
        """The contradictions between hands, such as a fifth copy of a tile, by the column of the later of two hands."""
        there = [(column, hand) for column, verdict in self.verdicts.items()
                 if (hand := verdict.player_hand) is not None]  # fmt: skip
        found: dict[int, tuple[HandProblem, ...]] = {}
        hands = [(hand, self.verdicts[column].arrangement.answers) for column, hand in there]
        for place, problem in self._counter.table_problems(hands):
            column = there[place][0]
            found[column] = (*found.get(column, ()), problem)
        return found

    @property
    def verdict(self) -> Verdict:
        """The verdict on the tiles shown. Nothing is counted if they contradict the other hands."""
        verdict = self.verdicts[self.current]
        return replace(verdict, player_hand=None, count=None) if self.current in self.shared_faults else verdict

    def value(self, column: int) -> int | None:
        """The value of a player's tiles; None while they are missing or impossible."""
        return None if column in self.shared_faults else self.verdicts[column].points

    def claimed(self, column: int) -> int | None:
        """Return the value that is typed on the sheet for the player in ``column``; None if there is none."""
        typed = self.hand.written_value(column)
        return int(typed) if typed.isascii() and typed.isdigit() else None

    def first_uncountable(self) -> tuple[int, HandProblem | None] | None:
        """Return the first column whose typed tiles cannot be counted, and the problem if one is known.

        Return None if all typed tiles can be counted.
        """
        for column in self.columns:
            faults = (*self.verdicts[column].faults, *self.shared_faults.get(column, ()))
            if faults or (self.lines[column].strip() and self.verdicts[column].count is None):
                return column, faults[0] if faults else None
        return None

    @property
    def counted(self) -> HandDraft:
        """The draft with the tiles and all counted values. A player without tiles keeps the typed value."""
        draft = self.hand.draft
        for name, answer in self._found_answers():
            draft = draft.with_answer(name, answer)
        for column in self.columns:
            value = self.value(column)
            if value is not None:
                draft = replace(self.hand, draft=draft).with_counted(column, value)
        return replace(draft, tiles=" ".join(self._written()))

    def _written(self) -> Iterator[str]:
        """Yield the text to record for each hand that has a value."""
        for column in self.columns:
            verdict = self.verdicts[column]
            if verdict.player_hand is not None and self.value(column) is not None:
                answers = (each for each in verdict.arrangement.answers if each[0] not in self._shared_names)
                yield write_hand(verdict.player_hand, tuple(answers))

    @property
    def _counter(self) -> PlayerCounter:
        assert self.rules.counter is not None, "only rules that count the tiles of any player come here"
        return self.rules.counter

    @cached_property
    def _known(self) -> Chosen:
        """The answers that hold for the whole table: from the sheet, or from the tiles of one player."""
        counter, draft = self._counter, self.hand.draft
        known: dict[str, Answer] = {}
        if counter.nobody_won:
            known[counter.nobody_won] = draft.drawn
        for name in self._shared_names:
            answer = draft.answer(name)
            typed = (dict(self._typed_answers(column)).get(name) for column in self.columns)
            found = answer if answer is not None else next((each for each in typed if each is not None), None)
            if found is not None:
                known[name] = found
        return tuple(sorted(known.items()))

    @property
    def _shared_names(self) -> frozenset[str]:
        """The names of the questions about tiles that the sheet also asks. They have one answer for the whole table."""
        return frozenset(question.name for question in self.rules.shared_questions)

    def _typed_answers(self, column: int) -> Chosen:
        """Return the answers for the whole table that are typed in ``column`` and are not on the sheet."""
        parts = self.lines[column].split("|", 3)
        written = read_answers(parts[3], self._counter.questions).answers if len(parts) > 3 else ()
        return tuple(each for each in written
                     if each[0] in self._shared_names and self.hand.draft.answer(each[0]) is None)  # fmt: skip

    def _found_answers(self) -> Iterator[tuple[str, Answer]]:
        """Yield the questions about the whole hand that the tiles answer, each name with its answer.

        Players are given by column; None is the default answer.
        """
        yield from (each for each in self._known if each[0] in self._shared_names)
        state = self.hand.table.state(self.hand.draft.hand)
        counts = {column: verdict.count for column, verdict in self.verdicts.items() if verdict.count is not None}
        questions = {question.name: question for question in self.rules.questions}
        for _, name, answer in answers_of(self.rules, state, self.hand.winners, counts):
            if name in questions:
                yield name, typed_answer(questions[name], answer)


def _read(kept: str, hand: HandOnSheet) -> Lines:
    """Return the four lines of ``kept``: as :attr:`TableTiles.kept` writes them, or of tiles that are recorded."""
    try:
        lines = json.loads(kept) if kept else []
    except ValueError:
        there = written_hands(kept, hand.table.state(hand.draft.hand))
        lines = [there.get(column, "") for column in range(4)]
    if not (isinstance(lines, list) and len(lines) == 4 and all(isinstance(line, str) for line in lines)):
        return "", "", "", ""
    a, b, c, d = lines
    return a, b, c, d


def _unknown(line: str, draft: HandDraft) -> str:
    """Return ``line`` without the answers that are on the sheet in the meantime."""
    *hand, answers = line.split("|", 3) if line.count("|") > 2 else (line, "")
    left = ",".join(each for each in answers.split(",") if draft.answer(each.partition("=")[0].strip().lower()) is None)
    if left == answers:
        return line
    return "|".join((*hand, left)) if left else "|".join(hand).rstrip("|")
