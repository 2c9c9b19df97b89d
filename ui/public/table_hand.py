"""Reads a hand from the form of a phone into the draft that desks use, and computes what its tiles are worth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import assert_never

from tournament.event.problem import Gravity, Problem
from tournament.event.seating import LETTERS
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.notation import format_hand, format_meld
from tournament.hand.situation import Situation
from tournament.language import mark
from tournament.ledger.checks import claim_of, hand_problems
from tournament.rules.hand_answers import answers_text
from tournament.rules.payment import Answer, Net, Outcome, net_of
from tournament.rules.question import QuestionKind, RuleQuestion, answer_problem, read_answer
from tournament.tiles.tile import FIRST_WIND, TILES, Tile
from tournament.tiles.wind import Wind
from ui.entry.arrangement import FLOWERS, Arrangement, line_of, parse_line
from ui.entry.hand_draft import HandDraft, HandOnSheet, questions_of
from ui.entry.table_sheet import TableSheet
from ui.entry.table_tiles import TableTiles
from ui.entry.typing_order import AnswerField, HandField, TypedField, ValueField
from ui.entry.verdict import HandContext, Verdict, judge

Fields = Mapping[str, Sequence[str]]
"""The values of a form, by the names of its controls."""
DRAWN, SELF_DRAW = "drawn", "self"
FLAGS = ("last_of_kind", "last_of_wall", "kong")
"""The controls for how the winning tile came, in the order of the notation."""
BACK = "back"
"""The tile key that removes the last tile."""
SETS = ("tile", "chow", "pung", "kong", "concealed")
"""What a tap on a tile can add: the tile, or a declared set of it."""
_MOST_DIGITS, _MOST_CHARACTERS = 7, 200


def first(fields: Fields, name: str) -> str:
    """The value of the control ``name``; empty if it has none."""
    return next(iter(fields.get(name, ())), "").strip()[:_MOST_CHARACTERS]


def tapped(tile: Tile, kind: str) -> str:
    """What a tap on ``tile`` adds to the notation if ``kind`` of :data:`SETS` is chosen."""
    melds = {"pung": MeldKind.PUNG, "kong": MeldKind.KONG, "concealed": MeldKind.CONCEALED_KONG}
    if kind == "chow" and tile < FIRST_WIND and tile % 9 <= 6:
        return format_meld(Meld(MeldKind.CHOW, tile, 1))
    return format_meld(Meld(melds[kind], tile, 0 if kind == "concealed" else 1)) if kind in melds else tile.text


def typed_draft(fields: Fields, hand: int, table: TableSheet) -> HandDraft:
    """The draft of a hand from ``fields``; invalid values are treated as if they were not typed."""
    winner, source = _column(first(fields, "winner")), first(fields, "source")
    a, b, c, d = (first(fields, f"value{column}")[:_MOST_DIGITS] for column in range(4))
    draft = HandDraft(
        hand,
        winner,
        first(fields, "winner") == DRAWN,
        _column(source),
        source == SELF_DRAW,
        first(fields, "points")[:_MOST_DIGITS],
        values=(a, b, c, d),
    )
    if draft.drawn or draft.discarder == winner:
        draft = replace(draft, discarder=None, self_draw=draft.self_draw and not draft.drawn)
    for question in questions_of(table.rules):
        answer = _answer(question, fields, f"ask-{question.name}")
        draft = draft.with_answer(question.name, answer)
        if question.gives is not None and answer not in (None, "0"):
            draft = _filled(draft, *question.gives)
    return draft


def _filled(draft: HandDraft, name: str, worth: int) -> HandDraft:
    """The draft, completed by what follows from an answer wherever nothing is typed."""
    if name != HandField.POINTS.value:
        return draft if draft.answer(name) is not None else draft.with_answer(name, str(worth))
    return draft if draft.points or draft.drawn else draft.with_points(str(worth))


def draft_fields(draft: HandDraft) -> dict[str, list[str]]:
    """The fields of a form for ``draft``, without its tiles."""
    source = SELF_DRAW if draft.self_draw else "" if draft.discarder is None else str(draft.discarder)
    winner = DRAWN if draft.drawn else "" if draft.winner is None else str(draft.winner)
    answers = {f"ask-{name}": _written(answer) for name, answer in draft.answers}
    values = {f"value{column}": [value] for column, value in enumerate(draft.values)}
    return {"winner": [winner], "source": [source], "points": [draft.points]} | values | answers


def _column(text: str) -> int | None:
    return int(text) if text in ("0", "1", "2", "3") else None


def _answer(question: RuleQuestion, fields: Fields, name: str) -> Answer:
    """The answer of a control to ``question``; None if there is none."""
    text, answer = first(fields, name), None
    match question.kind:
        case QuestionKind.TICK:
            return True if text else None
        case QuestionKind.NUMBER:
            return text[:_MOST_DIGITS] or None
        case QuestionKind.PLAYER:
            return _column(text)
        case QuestionKind.PLAYERS:
            columns = (_column(each) for each in fields.get(name, ()))
            return tuple(sorted({column for column in columns if column is not None})) or None
        case QuestionKind.CHOICE:
            answer = text or None
            return answer if answer_problem(question, answer) is None else None
        case QuestionKind.TILES:
            return _tiles(question, text[:_MOST_CHARACTERS])
        case QuestionKind.PLACES | QuestionKind.HANDS:
            return None
        case _:
            assert_never(question.kind)


def _tiles(question: RuleQuestion, text: str) -> Answer:
    """The tiles in ``text``; invalid text is returned unchanged, and refused when it is read."""
    try:
        return read_answer(question, text)
    except ValueError:
        return text.replace(",", "").replace("|", "")


def _written(answer: Answer) -> list[str]:
    if isinstance(answer, tuple):
        return [str(each) for each in answer]
    return ["yes"] if answer is True else [str(answer)]


@dataclass(frozen=True)
class TypedHand:
    """One hand in a form, at ``table``, which is the sheet with the hands before it."""

    table: TableSheet
    hand: int
    fields: Fields

    @cached_property
    def typed(self) -> HandOnSheet:
        """The hand from the form alone, without values that follow from its tiles."""
        return HandOnSheet(self.table, typed_draft(self.fields, self.hand, self.table))

    @property
    def keys(self) -> tuple[str, ...]:
        """The suffixes of the controls for tiles, one for each player whose tiles count.

        The column if all four hands are paid, and for a further winner; empty for the winner, whoever that is.
        """
        rules = self.table.rules
        if rules.four_values:
            return tuple("0123") if rules.counter is not None else ()
        if rules.scorer is None and rules.counter is None:
            return ()
        return ("", *map(str, self.typed.winners[1:]))

    @cached_property
    def bodies(self) -> dict[str, str]:
        """The typed tiles by suffix, including a tile that was just tapped."""
        bodies = {key: first(self.fields, f"tiles{key}").partition("|")[0] for key in self.keys}
        key, _, tapped_last = first(self.fields, "tap").partition(":")
        if key in bodies and tapped_last == BACK:
            found = parse_line(bodies[key], Situation()).arrangement.without_last()
            bodies[key] = line_of(found, found.situation)
        elif key in bodies and tapped_last in {tile.text for tile in TILES}:
            tile = next(tile for tile in TILES if tile.text == tapped_last)
            bodies[key] += tapped(tile, first(self.fields, f"set{key}"))
        return bodies

    def arrangement(self, key: str) -> Arrangement:
        """The tiles of one suffix, as far as they can be read."""
        verdict = self.verdicts.get(key)
        return verdict.arrangement if verdict is not None else parse_line(self.bodies[key], Situation()).arrangement

    def line(self, key: str, column: int) -> str:
        """The notation of the tiles of ``column``; empty if none are typed."""
        body = self.bodies[key]
        if not body:
            return ""
        state, counter = self.table.state(self.hand), self.table.rules.counter
        won, draft = column in self.typed.winners, self.typed.draft
        prevalent = "-" if state.prevalent is None else state.prevalent.letter
        flags = (won and draft.self_draw, *(won and bool(first(self.fields, f"{flag}{key}")) for flag in FLAGS))
        ways = "".join("01"[flag] for flag in flags)
        flowers = "".join(sorted({*FLOWERS} & {*self.fields.get(f"flower{key}", ())}))
        line = f"{body}|{prevalent}{state.winds[column].letter}{ways}|{flowers}"
        if counter is None:
            return line
        asked = ((each, _answer(each, self.fields, f"tell{key}-{each.name}")) for each in self.asked_of_tiles(won=won))
        return f"{line}|{answers_text(tuple((each.name, answer) for each, answer in asked if answer is not None))}"

    def asked_of_tiles(self, *, won: bool) -> tuple[RuleQuestion, ...]:
        """The questions about the tiles of one player, without those about the hand as a whole."""
        counter = self.table.rules.counter
        if counter is None:
            return ()
        asked = {question.name for question in self.table.rules.shared_questions} | {counter.nobody_won}
        return tuple(each for each in counter.asked_of(won=won) if each.name not in asked)

    @cached_property
    def _tiles(self) -> TableTiles | None:
        """The tiles of the table, under rules that count tiles; otherwise None."""
        typed = self.typed
        if self.table.rules.counter is None or typed.missing in (HandField.WINNER, HandField.SOURCE):
            return None
        if not self.table.rules.four_values and typed.draft.winner is None:
            return None
        lines = ["", "", "", ""]
        for key in self.keys:
            column = int(key) if key else typed.draft.winner
            assert column is not None
            lines[column] = self.line(key, column)
        a, b, c, d = lines
        return TableTiles(typed, typed.draft.winner or 0, (a, b, c, d))

    @cached_property
    def verdicts(self) -> dict[str, Verdict]:
        """What the tiles of each suffix are worth, as far as they are typed and the winner is known."""
        winner, tiles, scorer = self.typed.draft.winner, self._tiles, self.table.rules.scorer
        if tiles is not None:
            columns = {key: int(key) if key else winner for key in self.keys if self.bodies[key]}
            return {key: tiles.looking_at(column).verdict for key, column in columns.items() if column is not None}
        if scorer is None or winner is None or not any(self.bodies.values()):
            return {}
        state = self.table.state(self.hand)
        situation = Situation(state.prevalent or Wind.EAST, state.winds[winner], self.typed.draft.self_draw)
        return {"": judge(self.line("", winner), HandContext(situation, True, scorer))}

    @cached_property
    def counted(self) -> HandOnSheet:
        """The hand with its tiles; values that follow from them are filled in where none are typed."""
        draft, tiles, verdict = self.typed.draft, self._tiles, self.verdicts.get("")
        found = draft
        if tiles is not None and any(self.bodies.values()):
            found = tiles.counted
        elif verdict is not None and verdict.hand is not None and verdict.points is not None:
            found = replace(draft, points=str(verdict.points), tiles=format_hand(verdict.hand))
        a, b, c, d = (typed or given for typed, given in zip(draft.values, found.values, strict=True))
        answers = tuple(sorted({**dict(found.answers), **dict(draft.answers)}.items()))
        points = draft.points or found.points
        return HandOnSheet(self.table, replace(found, points=points, values=(a, b, c, d), answers=answers))

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended; None while something is missing."""
        return self.counted.outcome

    @property
    def tiles(self) -> str:
        """The tiles to be recorded; empty if none are typed."""
        return self.counted.draft.tiles

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is missing or impossible, in words for the players; empty: it can be proposed."""
        found = [*self._faults(), *(self._missing(field) for field in self.counted.fields if self._lacks(field))]
        outcome = self.outcome
        if found or outcome is None:
            return tuple(found)
        return tuple(each for each in self._checked(outcome) if each.gravity is Gravity.BLOCKS)

    @cached_property
    def doubts(self) -> tuple[Problem, ...]:
        """What is improbable, and needs one confirmation."""
        outcome = self.outcome
        if self.problems or outcome is None:
            return ()
        return tuple(each for each in self._checked(outcome) if each.gravity is Gravity.ASKS)

    @cached_property
    def moved(self) -> Net | None:
        """What the hand moves; None while it cannot be settled."""
        if self.problems or self.outcome is None:
            return None
        return net_of(self.table.rules.settle(self.outcome, self.table.state(self.hand).stakes))

    def _checked(self, outcome: Outcome) -> Iterator[Problem]:
        sheet, rules = self.table.sheet, self.table.rules
        claim = claim_of(rules, sheet.state_before(self.hand), outcome, tiles=self.tiles, overrule="")
        found = (*hand_problems(sheet, rules, self.hand, outcome), *claim.problems)
        return map(self.table.named, found)

    def _lacks(self, field: TypedField) -> bool:
        return not self.counted.answered(field)

    def _faults(self) -> Iterator[Problem]:
        """Problems of tiles that are typed but are not a hand that counts."""
        for key in self.keys:
            verdict = self.verdicts.get(key)
            if not self.bodies[key] or (verdict is not None and verdict.points is not None):
                continue
            faults = verdict.faults if verdict is not None else ()
            fault = faults[0].message if faults else mark("These tiles are no complete hand: add the others, or none.")
            yield Problem("tiles-faulty", fault, f"tiles{key}")

    def _missing(self, field: TypedField) -> Problem:
        match field:
            case HandField.WINNER:
                return Problem("winner-missing", mark("Choose who won, or a drawn hand."), "winner")
            case HandField.SOURCE:
                return Problem("source-missing", mark("Choose self-draw, or who gave the tile."), "source")
            case ValueField():
                name = self.table.names[field.column]
                text = mark("Enter what the hand of {player} is worth.", player=name)
                return Problem("value-missing", text, f"values.{LETTERS[field.column]}")
            case AnswerField():
                question, draft = self.counted.question(field), self.counted.draft
                wrong = answer_problem(question, draft.answer(field.name), called=question.short)
                missing = mark("Not answered yet: {question}.", question=question.text)
                return Problem("answer-wrong", wrong or missing, field.name)
            case HandField.POINTS | HandField.REASON:
                return Problem("points-missing", mark("Enter what the hand is worth."), "points")
            case _:
                assert_never(field)
