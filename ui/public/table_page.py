"""The page of one score sheet on a phone: what the players of a table see, and what they can propose."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never
from uuid import uuid4

from assets.tiles import file_name
from reports.writers.site_page import template
from reports.writers.wording import one_line
from tournament.event.problem import Problem
from tournament.language import LANGUAGES, Language, Text, integer_text, listed, mark, signed_text
from tournament.ledger.facts import HandCorrected, ProposalDismissed
from tournament.ledger.sheet import HandLine
from tournament.ledger.state import final_name
from tournament.ledger.table_phones import Proposal, ProposalState, RefereeCall, TablePhones
from tournament.rules.item import Unit, worth_text
from tournament.rules.payment import NO_NET, SECOND, THIRD, Net
from tournament.rules.player_counter import Circumstance
from tournament.rules.question import QuestionKind, RuleQuestion, Turn
from tournament.rules.table_state import hand_texts, round_text
from tournament.tiles.bonus import BonusTile
from tournament.tiles.names import face_of, tile_name
from tournament.tiles.tile import TILES, Tile
from tournament.tiles.wind import Wind
from tournament.use_cases import View
from tournament.use_cases.table_entry import LinkState
from ui.entry.hand_draft import HandDraft, questions_of, recorded_draft
from ui.entry.sheet_lines import LineKind, figures_of, lines_of, notes_of, result_of, value_of, without_marks
from ui.entry.table_sheet import TableSheet, table_sheet
from ui.entry.verdict import Verdict
from ui.public.resources import stamps
from ui.public.table_hand import SETS, Fields, TypedHand, draft_fields, tapped
from ui.public.table_questions import numbers_of, when_asked

if TYPE_CHECKING:
    from markupsafe import Markup

_SETS = {
    "tile": mark("A tile"), "chow": mark("Chow from"), "pung": mark("Pung"), "kong": mark("Kong"),
    "concealed": mark("Concealed kong"),
}  # fmt: skip
_FLAGS = {"last_of_kind": mark("Last tile of its kind"), "last_of_wall": mark("Last tile of the wall"),
          "kong": mark("After a kong, or robbing one")}  # fmt: skip
_NEWS = 900.0
"""Seconds for which the page shows what happened to a proposal, and who answered a call."""
_WORDS = {
    "players": mark("Players"), "you": mark("holds this phone"), "who_holds": mark("Who holds this phone?"),
    "taken": mark("has another phone"),
    "disputed": mark("Two different results are proposed. Agree on one and confirm it, or call a referee."),
    "confirm": mark("Confirm"), "confirm_for": mark("Confirm on this phone for"),
    "differently": mark("Propose something else"), "who_won": mark("Who won?"), "drawn": mark("Drawn hand"),
    "from_whom": mark("Self-draw, or from whom?"), "self_draw": mark("Self-draw"),
    "each_worth": mark("What each hand is worth"),
    "pad": mark("Digits"), "back": mark("Delete the last one"), "counted": mark("Counted"),
    "tap_adds": mark("A tap adds"), "tiles": mark("Tiles"), "notation": mark("Tiles as text, the winning one last"),
    "flowers": mark("Flowers"), "sure": mark("This is correct"), "worth": mark("What is it worth?"),
    "hands": mark("All hands"), "hand": mark("Hand"), "parts": mark("Parts of the page"), "sheet": mark("Sheet"),
    "calculator": mark("Calculator"), "change": mark("Change player"), "call": mark("Call a referee"),
    "minutes": mark("{minutes} min", minutes="#"), "not_sent": mark("Not sent yet. It will be sent."),
    "away": mark("Not connected: this may be out of date"),
    "alone": mark(
        "Not connected for a while. What you type stays on this phone and is sent later. If another computer has taken "
        "over, this page looks for it; if it finds none, ask a referee for its address."
    ),
    "plain": mark(
        "“Not secure” in your browser: this page is sent without encryption. A referee checks what you type here."
    ),
    "moved_on": mark("This hand was proposed or recorded in the meantime. Reload to enter the next one."),
    "unsent": mark("Not sent"), "change_hand": mark("Change it"),
    "remove": mark("Remove it"), "remove_sure": mark("Remove it? Nothing of it was saved."),
    "further": mark("Another winner"), "language": mark("Language"),
    "slow": mark("The desk is busy: it will be sent in a moment."),
}  # fmt: skip


class _Player(NamedTuple):
    column: int
    name: str
    full: str
    wind: Wind
    total: str
    expected: str | None
    """The total including the proposed hands; None if there are none."""


class _Part(NamedTuple):
    text: Text
    differs: bool


class _Version(NamedTuple):
    """One of several different proposals for a hand."""

    id: str
    by: Text
    parts: tuple[_Part, ...]
    moved: Net | None
    status: Text
    confirmed: bool
    confirmers: tuple[int, ...]


class _Proposed(NamedTuple):
    hand: int
    versions: tuple[_Version, ...]


class _News(NamedTuple):
    kind: str
    text: Text


class _Call(NamedTuple):
    text: Text
    since: str
    minutes: Text | None


class _Row(NamedTuple):
    hand: int | None
    text: Text
    totals: tuple[str, ...]
    open: bool
    note: Text | None


class _Block(NamedTuple):
    """The controls for the tiles of one player, or of the winner."""

    key: str
    title: Text
    open: bool
    body: str
    rack: tuple[tuple[dict[str, Any], ...], ...]
    faults: tuple[Text, ...]
    rows: tuple[tuple[str, str], ...]
    total: Text | None
    flags: tuple[tuple[str, Text], ...]
    questions: tuple[RuleQuestion, ...]


@dataclass(frozen=True)
class TablePage:
    """The page of ``session`` and ``table``, at ``address``, for the player in the column ``seat``; None: not chosen.

    ``device`` is the name of the phone, ``asked`` the hand to be typed if it is not the next one, ``fields`` what was
    typed of it, and ``problems`` why that was refused. With ``calculating`` it is the calculator, which sends nothing.
    """

    view: View
    session: int
    table: int
    address: str
    language: Language
    seat: int | None = None
    asked: int | None = None
    device: str = field(default="", kw_only=True)
    fields: Fields = field(default_factory=dict)
    problems: Sequence[Problem] = ()
    calculating: bool = False
    proof: str = field(default="", repr=False)
    """What proves to another host which phone it is and which seat it has; empty if it has none."""

    @property
    def html(self) -> str:
        """The whole page."""
        return template("table.html").render(self._values())

    @cached_property
    def _recorded(self) -> TableSheet:
        return table_sheet(self.view, self.session, self.table)

    @cached_property
    def _proposed(self) -> TableSheet:
        """The sheet, continued by the proposed hands."""
        return replace(self._recorded, sheet=self.view.sheet_as_proposed(self.session, self.table))

    @cached_property
    def _phones(self) -> TablePhones:
        return self.view.phones(self.session, self.table)

    @cached_property
    def hand(self) -> int | None:
        """The hand that can be typed here; None if none can be."""
        if self._recorded.sheet.closed is not None:
            return None
        open_hands = {each.hand for each in self._phones.open}
        return self.asked if self.asked in open_hands else self._proposed.sheet.next_hand

    @cached_property
    def typed(self) -> TypedHand | None:
        """The hand in the form; None if no hand can be typed."""
        if self.hand is None:
            return None
        return self.typed_before(self.hand)

    def typed_before(self, hand: int) -> TypedHand:
        """The hand in the form as hand number ``hand``, which may be on the sheet already."""
        before = self.view.sheet_as_proposed(self.session, self.table, below=hand)
        return TypedHand(replace(self._recorded, sheet=before), hand, self.fields or self._earlier(hand))

    @property
    def _has_form(self) -> bool:
        return self.hand is not None and (self.seat is not None or self.calculating)

    def _earlier(self, hand: int) -> Fields:
        """The fields of a form for an existing proposal: that of the phone's own player, otherwise another's."""
        if self.asked is None:
            return {}
        said = sorted(
            (each for each in self._phones.open if each.hand == hand), key=lambda each: each.seat != self.seat
        )
        return draft_fields(proposed_draft(said[0], self._recorded)) if said else {}

    def _values(self) -> Mapping[str, Any]:
        rules, typed = self.view.rules, self.typed
        fields = dict(typed.fields) if typed is not None else {}
        return {
            "stamp": stamps(),
            "code": self.language.code, "languages": LANGUAGES, "words": _WORDS, "say": self._say,
            "own": self._own, "signed": signed_text,
            "event": one_line(self.view.settings.name), "address": self.address, "seat": self.seat,
            "home": self.address.rpartition("t/")[0], "length": self._recorded.sheet.length,
            "taken": self._taken, "title": self._title,
            "proof": self.proof,
            "page": "calculate" if self.calculating else "", "calculating": self.calculating,
            "new_id": lambda: str(uuid4()), "players": self._players, "news": tuple(self._news()),
            "calls": tuple(self._calls()), "proposals": self._proposals(), "closing": self._closing(),
            "open": self._recorded.sheet.closed is None, "rows": tuple(self._rows()),
            "hand_name": lambda hand: mark("Hand {hand}", hand=hand),
            "expected": lambda total: mark("{total} with proposed hands", total=total),
            "hand": self.hand, "hand_title": self._hand_title(), "typed": fields,
            "next_title": mark("Enter hand {hand}", hand="#"), "next_send": mark("Propose hand {hand}", hand="#"),
            "form_title": mark("What is it worth?") if self.calculating else mark("Enter hand {hand}", hand=self.hand),
            "send": mark("Propose hand {hand}", hand=self.hand), "four_values": rules.four_values,
            "draws_paid": rules.draws_paid, "value_name": rules.value_name, "questions": self._questions(further=False),
            "further": self._questions(further=True),
            "when": lambda question: when_asked(question, rules), "unit": self._unit(),
            "options": self._options, "problems": self.problems, "in_form": bool(self.fields) and self._has_form,
            "doubts": typed.doubts if typed is not None and fields.get("winner") and not self.calculating else (),
            "forecast": typed.moved if typed is not None and self.fields else None,
            "worth": typed.counted.draft if typed is not None else None,
            "blocks": tuple(self._blocks(typed)) if typed is not None else (),
            "sets": [(key, _SETS[key]) for key in SETS], "faces": _faces(self.language),
            "flowers": self._flowers() if rules.flowers or (rules.counter and rules.counter.bonus_tiles) else (),
        }  # fmt: skip

    def _say(self, text: Text | str) -> str:
        return one_line(without_marks(self.language.render(text)))

    def _own(self, words: str) -> "Markup":
        """A name, with the direction of its letters."""
        from markupsafe import Markup

        return Markup("<bdi>{}</bdi>").format(one_line(words))

    @property
    def _taken(self) -> frozenset[int]:
        """The columns whose seat another phone has."""
        return frozenset(seat for seat, device in enumerate(self._phones.seats) if device not in ("", self.device))

    @property
    def _title(self) -> Text:
        name = final_name(self.view.state, self.session, self.table)
        if name is None:
            return mark("Session {session}, table {table}", session=self.session, table=self.table)
        return mark("Session {session}, table {table} · {name}", session=self.session, table=self.table, name=name)

    def _hand_title(self) -> Text | None:
        if self.typed is None or self.hand is None:
            return None
        state, length = self.typed.table.state(self.hand), self._recorded.sheet.length
        where = hand_texts(state)[0] if self.view.rules.on_table else round_text(state)
        values = {"hand": self.hand, "round": where, "player": self._recorded.names[state.dealer]}
        if length is None:
            return mark("Hand {hand} · {round} · East: {player}", **values)
        return mark("Hand {hand} of {hands} · {round} · East: {player}", hands=length, **values)

    @cached_property
    def _players(self) -> tuple[_Player, ...]:
        sheet, proposed = self._recorded.sheet, self._proposed.sheet
        state = self.typed.table.state(self.hand) if self.typed is not None and self.hand else sheet.hands[-1].state
        more, start = proposed.played > sheet.played, figures_of(self._recorded, sheet.hands).start

        def total(points: int) -> str:
            return integer_text(points + start) if start else signed_text(points)

        return tuple(
            _Player(column, name, player.name, state.winds[column], total(sheet.computed[column]),
                    total(proposed.computed[column]) if more else None)
            for column, (name, player) in enumerate(zip(self._recorded.names, self._recorded.players, strict=True))
        )  # fmt: skip

    def _closing(self) -> Text | None:
        sheet = self._proposed.sheet
        if self._recorded.sheet.closed is not None:
            return mark("This sheet is signed.")
        if sheet.next_hand is not None:
            return None
        if sheet.played > self._recorded.sheet.played:
            return mark("All hands are entered. A referee will record what was proposed.")
        return mark("All hands are recorded. Hand in the sheet.")

    # what was said

    def _proposals(self) -> tuple[_Proposed, ...]:
        by_hand: dict[int, list[Proposal]] = {}
        for each in self._phones.open:
            by_hand.setdefault(each.hand, []).append(each)
        return tuple(_Proposed(hand, tuple(self._versions(said))) for hand, said in sorted(by_hand.items()))

    def _versions(self, said: Sequence[Proposal]) -> Iterator[_Version]:
        names, every = self._recorded.names, [self._parts(each) for each in said]
        lines = {line.hand: line for line in self._proposed.sheet.hands}
        for proposal, parts in zip(said, every, strict=True):
            differs = [any(part not in other for other in every) for part in parts]
            line = lines.get(proposal.hand)
            counted = line is not None and line.outcome == proposal.outcome
            by = [names[seat] for seat in proposal.confirmed]
            status = self._status(proposal)
            yield _Version(
                proposal.id,
                mark("Proposed by {player}", player=names[proposal.seat]),
                tuple(map(_Part, parts, differs)),
                line.settlement if line is not None and counted else None,
                status,
                bool(by),
                () if by and len(said) == 1 else tuple(self._confirmers(proposal)),
            )

    def _status(self, proposal: Proposal) -> Text:
        names = self._recorded.names
        by, same = (listed(names[seat] for seat in seats) for seats in (proposal.confirmed, proposal.same_phone))
        if not proposal.same_phone:
            waits = mark("Another player of the table has to confirm it.")
            return (
                mark("Confirmed by {players}. A referee will record it.", players=by) if proposal.confirmed else waits
            )
        if not proposal.confirmed:
            return mark("Confirmed by {players} on the same phone. Another phone, or a referee, has to confirm it.",
                        players=same)  # fmt: skip
        return mark("Confirmed by {players}, and by {others} on the same phone as another player. A referee will "
                    "record it.", players=by, others=same)  # fmt: skip

    def _confirmers(self, proposal: Proposal) -> Iterator[int]:
        """The columns that can confirm ``proposal`` on this phone: its own, and those that have no phone."""
        seats = self._phones.seats
        for seat in range(4):
            mine = seat == self.seat and seat != proposal.seat and not proposal.is_word_of(seat, self.device)
            if mine or (seat not in proposal.supporters and seats[seat] in ("", self.device)):
                yield seat

    def _parts(self, proposal: Proposal) -> tuple[Text, ...]:
        """The parts of a proposal, so that two proposals can be compared part by part."""
        outcome, rules, names = proposal.outcome, self.view.rules, self._recorded.names
        parts = [result_of(outcome, names)]
        if outcome.values is not None and (outcome.winner is not None or rules.draws_paid):
            parts += [
                mark("{player}: {value}", player=name, value=integer_text(value))
                for name, value in zip(names, outcome.values, strict=True)
            ]
        elif outcome.winner is not None and rules.written_name is not None:
            parts.append(rules.written_wins(outcome)[0].value)
        elif outcome.winner is not None:
            parts.append(mark("{question}: {answer}", question=rules.value_name, answer=outcome.points))
        parts += [note.text for note in notes_of(outcome, rules, names)]
        return (*parts, *([mark("with its tiles")] if proposal.fact.tiles else []))

    def _news(self) -> Iterator[_News]:
        """What happened to the latest proposals, and which of them were corrected."""
        for line in self._recorded.sheet.hands:
            last = line.entries[-1] if line.entries else None
            if last is not None and isinstance(last.fact, HandCorrected) and self._fresh(last.time):
                text = mark("Hand {hand} was corrected: {reason}", hand=line.hand, reason=last.fact.reason)
                yield _News("bad", text)
        latest = self._phones.proposals[-6:]
        accepted = {each.hand for each in latest if each.state is ProposalState.ACCEPTED}
        mine = {each.hand for each in latest if each.state is ProposalState.CORRECTED and each.seat == self.seat}
        for each in latest:
            if each.settled is None or not self._fresh(each.settled.time):
                continue
            others = each.seat != self.seat if each.hand in mine else each.state is ProposalState.CORRECTED
            if each.hand in accepted and others:
                continue  # two differed: a player is told what became of their own, the others what was accepted
            if each.state is ProposalState.ACCEPTED:
                yield _News("good", mark("Hand {hand} was accepted.", hand=each.hand))
            elif each.state is ProposalState.CORRECTED:
                line = self._recorded.sheet.hands[each.hand - 1]
                if line.outcome is not None:
                    result = result_of(line.outcome, self._recorded.names)
                    if self.view.rules.written_name is not None:
                        yield _News("bad", mark("Hand {hand} was recorded differently: {result}, {value}.",
                                                hand=each.hand, result=result,
                                                value=value_of(line.outcome, self.view.rules)))  # fmt: skip
                        continue
                    yield _News("bad", mark("Hand {hand} was recorded differently: {result}, {points} points.",
                                            hand=each.hand, result=result, points=line.outcome.worth))  # fmt: skip
            elif each.state is ProposalState.DISMISSED:
                reason = each.settled.fact.reason if isinstance(each.settled.fact, ProposalDismissed) else ""
                text = mark("What was proposed for hand {hand} was dismissed.", hand=each.hand)
                if reason:
                    text = mark("What was proposed for hand {hand} was dismissed: {reason}", hand=each.hand,
                                reason=reason)  # fmt: skip
                yield _News("bad", text)

    def _calls(self) -> Iterator[_Call]:
        for call in self._phones.calls[-1:]:
            if call.answered is None:
                seat = call.seat
                text = (
                    mark("Somebody at this table called a referee.")
                    if seat is None
                    else mark("{player} called a referee.", player=self._recorded.names[seat])
                )
                yield _Call(text, str(int(call.entry.time.timestamp())), self._minutes(call))
            elif self._fresh(call.answered.time):
                yield _Call(mark("{referee} is coming.", referee=call.answered.record.author), "", None)

    def _minutes(self, call: RefereeCall) -> Text:
        waited = max(int((self.view.now - call.entry.time).total_seconds() // 60), 0)
        return mark("{minutes} min", minutes=waited)

    def _fresh(self, time: datetime) -> bool:
        return (self.view.now - time).total_seconds() < _NEWS

    def _rows(self) -> Iterator[_Row]:
        """The rows of the sheet, then those of the proposed hands."""
        recorded = {line.hand for line in self._recorded.sheet.hands if line.outcome is not None}
        for line in lines_of(self._proposed):
            totals = tuple(cell.total for cell in line.cells)
            if line.kind is LineKind.PENALTY:
                yield _Row(line.hand, line.result, totals, False, None)
            elif line.kind is LineKind.HAND and any(totals):
                result = line.result  # with several winners it has their values
                if line.points:
                    result = mark("{result}, {points}", result=result, points=line.points)
                for each in line.notes if line.place is not None else ():
                    result = mark("{first} · {second}", first=result, second=each.text)
                is_open = line.hand not in recorded
                note = mark("corrected: {reason}", reason=line.corrected) if line.corrected else None
                yield _Row(line.hand, result, totals, is_open, mark("proposed") if is_open else note)

    # the form

    def _questions(self, *, further: bool) -> tuple[RuleQuestion, ...]:
        """The questions about further winners, or without ``further`` all others; those that are typed in turn come
        first."""
        asked = sorted(questions_of(self.view.rules), key=lambda each: each.turn is not Turn.IN_TURN)
        return tuple(each for each in asked if each.name.startswith((SECOND, THIRD)) == further)

    def _unit(self) -> Text | None:
        """The unit of the totals of the sheet; None for points."""
        unit = figures_of(self._proposed, self._proposed.sheet.hands).unit
        return mark("in units of {unit} points", unit=unit) if unit > 1 else None

    def _options(self, question: RuleQuestion) -> list[tuple[str, str]]:
        if question.kind is QuestionKind.PLAYER:
            return [(str(column), name) for column, name in enumerate(self._recorded.names)]
        if question.kind is QuestionKind.NUMBER:
            numbers = (number for number in numbers_of(question, self.view.rules) if number != question.default)
            return [(str(number), integer_text(number)) for number in numbers]
        return [(choice.key, self._say(choice.text)) for choice in question.choices]

    def _blocks(self, typed: TypedHand) -> Iterator[_Block]:
        rules, names = self.view.rules, self._recorded.names
        counts = rules.counter.circumstances if rules.counter is not None else frozenset(Circumstance)
        for key in typed.keys:
            verdict, won = typed.verdicts.get(key), not key or int(key) in typed.typed.winners
            flags = {
                "last_of_kind": Circumstance.LAST_OF_KIND in counts,
                "last_of_wall": Circumstance.LAST_OF_WALL in counts,
                "kong": bool({Circumstance.REPLACEMENT, Circumstance.ROBBED_KONG} & counts),
            }
            title = mark("Tiles of {player}", player=names[int(key)]) if key else mark("Tiles of the winner")
            yield _Block(
                key,
                title,
                bool(typed.bodies[key]) or (self.calculating and not key),
                typed.bodies[key],
                self._rack(typed, key),
                tuple(each.message for each in verdict.faults) if verdict is not None else (),
                tuple(self._counted(verdict)) if verdict is not None else (),
                _total(verdict)
                if verdict is not None
                else mark("Choose who won, and how.")
                if typed.bodies[key]
                else None,
                tuple((name, text) for name, text in _FLAGS.items() if flags[name] and won),
                typed.asked_of_tiles(won=won),
            )

    def _counted(self, verdict: Verdict) -> Iterator[tuple[str, str]]:
        code = self.language.code
        if verdict.count is not None:
            for each in verdict.count.counted:
                times = f"{each.repeated} × " if each.repeated > 1 else ""
                worth = f"×{each.worth}" if each.item.unit is Unit.TIMES else worth_text(each.item.unit, each.worth)
                yield f"{times}{each.item.name.of(code)}", self._say(worth) if isinstance(worth, Text) else str(worth)
        elif verdict.explanation is not None:
            for present in verdict.explanation.counted:
                count = max(len(present.instances), 1)
                times = f"{count} × " if count > 1 else ""
                yield f"{times}{present.pattern.name.of(code)}", str(present.pattern.points * count)

    def _rack(self, typed: TypedHand, key: str) -> tuple[tuple[dict[str, Any], ...], ...]:
        found = typed.arrangement(key)
        groups: list[tuple[Tile, ...]] = [meld.tiles for meld in found.melds]
        groups += [(tile,) for tile in found.tiles]
        groups += [(found.winning,)] if found.winning is not None else []
        return tuple(tuple(_face(tile, self.language) for tile in group) for group in groups)

    def _flowers(self) -> list[tuple[str, str, str]]:
        return [(each.letter, self._say(each.label), file_name(each.letter)) for each in BonusTile]


def _face(tile: Tile, language: Language) -> dict[str, Any]:
    """The drawing of a tile, and its name in words."""
    return {"file": file_name(face_of(tile, language)), "name": language.render(tile_name(tile))}


@cache
def _faces(language: Language) -> list[dict[str, Any]]:
    """Every kind of tile, with what a tap on it adds to the notation."""
    return [
        _face(tile, language) | {"text": tile.text, "sets": [(kind, tapped(tile, kind)) for kind in SETS[1:]]}
        for tile in TILES
    ]


def proposed_draft(proposal: Proposal, table: TableSheet) -> HandDraft:
    """The draft of a hand with the content of ``proposal``."""
    line = HandLine(proposal.hand, table.state(1), proposal.outcome, NO_NET, (), NO_NET)
    return recorded_draft(line, table.rules)


def _total(verdict: Verdict) -> Text | None:
    """The line below the items that count."""
    if verdict.points is None:
        found = verdict.arrangement
        if found.complete and not verdict.faults:
            return mark("Not a winning hand")
        return mark("{held} of {whole} tiles", held=found.count, whole=found.whole)
    if verdict.player is not None and verdict.count is not None:
        return verdict.player.counter.sum_text(verdict.count)
    assert verdict.explanation is not None
    score = verdict.explanation.score
    if not score.minimum_met:
        return mark("{points} without flowers: below {minimum}", points=score.basic, minimum=verdict.scorer.minimum)
    return mark("{points} points", points=score.points)


def gone_page(view: View, address: str, language: Language, state: LinkState) -> str:
    """The page for a code that is no longer valid, with the reason. ``address`` is that of its sheet."""
    values = {"address": address, "words": _WORDS, "code": language.code, "languages": LANGUAGES,
              "event": one_line(view.settings.name), "say": language.render,
              "reason": _gone_text(state), "results": mark("Standings"), "stamp": stamps(),
              "title": mark("This code is no longer valid")}  # fmt: skip
    return template("table_gone.html").render(values)


def _gone_text(state: LinkState) -> Text:
    match state:
        case LinkState.SIGNED:
            return mark("The sheet of this table is signed: nothing more can be entered. A referee can correct it.")
        case LinkState.CLOSED:
            return mark("This session is closed. The sheet of your next table has another code.")
        case LinkState.CANCELLED:
            return mark("This session is cancelled. The sheet of your next table has another code.")
        case LinkState.REPLACED:
            return mark("The table was drawn again, or its code was replaced. Use the code on the new sheet.")
        case LinkState.ENDED:
            return mark("Players no longer enter hands on their phones in this event. Use the paper sheet.")
        case LinkState.OPEN:
            return mark("Reload the page.")
        case _:
            assert_never(state)
