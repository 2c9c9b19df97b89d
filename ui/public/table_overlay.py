"""What a stream shows of a table: who sits there, how the session stands, and the last hand; from what is public."""

from dataclasses import dataclass
from fractions import Fraction

from reports.document import SlipFan
from reports.sheets.ruling_slip import hand_slips
from tournament.hand.hand import Hand
from tournament.hand.player_hand import PlayerHand
from tournament.language import Text, mark
from tournament.ledger.sheet import HandLine, Sheet
from tournament.rules.payment import Outcome
from tournament.rules.table_state import hand_texts, round_text
from tournament.rules.written_hand import value_text
from tournament.tiles.wind import Wind
from tournament.use_cases.public_view import PublicView


@dataclass(frozen=True, slots=True)
class OverlaySeat:
    """A player at the table."""

    name: str
    country: str
    """Its code, or empty."""
    wind: Wind
    """In the hand being played."""
    score: int | None
    """None: not public."""
    points: Fraction | None
    """Table points, were the session to end now; None before the first hand, and where nobody counts them."""


@dataclass(frozen=True, slots=True)
class OverlayHand:
    """A hand that was played."""

    number: int
    winner: str
    """Empty: nobody won."""
    source: Text | None
    """From whom the winning tile came, or that it was drawn."""
    worth: int
    value: Text | None
    """The worth as players say it; None: ``worth`` is all that there is."""
    named: str
    """The special hand that the event added, if it was one."""
    values: tuple[tuple[str, int], ...]
    """By rules that pay all four hands: each player with the value of theirs."""
    tiles: Hand | PlayerHand | None
    """The winner's; None: they were not entered, or are not a win."""
    counted: tuple[SlipFan, ...]
    """What makes the worth; nothing where the tiles are worth something else than was paid."""
    sum: Text | None
    """How it is computed, if it is more than a sum."""


_LARGE = 10_000
"""From here on numbers need wide columns."""


@dataclass(frozen=True, slots=True)
class TableOverlay:
    """A table in the session being played."""

    session: int
    table: int
    state: tuple[Text, ...]
    """The round, and the number of the hand; or that play has ended."""
    seats: tuple[OverlaySeat, ...]
    """In the order of the sheet: East of the first hand first."""
    last: OverlayHand | None
    """The last hand recorded."""
    value_name: Text
    """What the value of a hand is called."""

    @property
    def has_large_numbers(self) -> bool:
        """Whether points and scores need wide columns."""
        numbers = (number or 0 for seat in self.seats for number in (seat.score, seat.points))
        return not all(-_LARGE < number < _LARGE for number in numbers)


def table_overlay(view: PublicView, table: int) -> TableOverlay | None:
    """What is shown of ``table``; None if it is not streamed."""
    sheet = view.streamed_sheet(table)
    if sheet is None:
        return None
    ended = sheet.over or sheet.closed is not None or sheet.totals_only
    now = sheet.hands[(sheet.last_played if ended else sheet.next_hand or sheet.last_played or 1) - 1]
    last = sheet.hands[sheet.last_played - 1] if sheet.last_played else None
    return TableOverlay(
        session=sheet.session,
        table=table,
        state=(mark("Play has ended"),) if ended else (_round(view, now), _hand_text(sheet, now.hand)),
        seats=tuple(_seat(view, sheet, now, column) for column in range(4)),
        last=_hand(view, sheet, last, last.outcome) if last is not None and last.outcome is not None else None,
        value_name=view.rules.value_name,
    )


def _round(view: PublicView, now: HandLine) -> Text:
    return hand_texts(now.state)[0] if view.rules.on_table else round_text(now.state)


def _hand_text(sheet: Sheet, hand: int) -> Text:
    if sheet.length is None:
        return mark("Hand {hand}", hand=hand)
    return mark("Hand {hand} of {hands}", hand=hand, hands=sheet.length)


def _seat(view: PublicView, sheet: Sheet, now: HandLine, column: int) -> OverlaySeat:
    player, held = view.player_at(sheet, column), sheet.session == view.state.publication.held
    points = sheet.table_points[column] if sheet.counts and view.counts_points else None
    score = None if held else sheet.scores[column]
    return OverlaySeat(player.name, player.country, now.state.winds[column], score, points)


def _hand(view: PublicView, sheet: Sheet, line: HandLine, outcome: Outcome) -> OverlayHand:
    names = [view.player_at(sheet, column).name for column in range(4)]
    slips = hand_slips(view, sheet, line, outcome) if line.tiles and outcome.winner is not None else ()
    first = None if outcome.winner is None else names[outcome.winner]
    slip = next((each for each in slips if each.tiles.winning is not None and each.player == first), None)
    source = None
    if outcome.winner is not None:
        giver = outcome.discarder
        source = mark("self-draw") if giver is None else mark("from {player}", player=names[giver])
    agreed = slip is not None and slip.points == outcome.worth
    return OverlayHand(
        number=line.hand,
        winner=", ".join(names[column] for column in outcome.winners),
        source=source,
        worth=outcome.worth,
        value=value_text(view.rules, outcome, line.state.dealer),
        named=outcome.own_hand,
        values=tuple(zip(names, outcome.values, strict=True)) if outcome.values is not None else (),
        tiles=slip.tiles if slip is not None else None,
        counted=slip.counted if slip is not None and agreed else (),
        sum=slip.sum if slip is not None and agreed else None,
    )
