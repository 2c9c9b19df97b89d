"""The rows of the list of players and the contents of their columns."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from reports.document import Emphasis, Kind
from tournament.event.ema import player_remarks
from tournament.event.player import PLAYS, Player, PlayerState, PlayerStatus
from tournament.event.problem import Problem
from tournament.event.roster import FIELDS, field_label
from tournament.language import Text, mark
from tournament.standings.state_words import joins_text
from ui.desktop.kit.table import CellStyle, TableColumn
from ui.desktop.pages.players.delegates import CellDelegate, FieldDelegate, PlayerNumberDelegate, RemarkDelegate
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.signs import StatusIcon

NUMBER, HERE, FIRST_NAME, LAST_NAME, COUNTRY, EMA_NUMBER, CLUB, TEAM, REMARKS = range(9)
_WIDTHS = {"country": 78, "ema_number": 112}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Text that was typed into a cell and refused. It stays in the cell to be corrected."""

    number: int
    """The player's number; 0 for the player being added."""
    field: str
    typed: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in the list. The last row is the player being added, with number 0."""

    player: Player
    present: bool = False
    refusal: Refusal | None = None
    """The refused text in one of the cells of the row."""
    status: PlayerStatus = PLAYS
    """The player's state in the event."""
    federation: bool = True
    """Whether a missing country or EMA number is a remark."""
    joined: int = 1
    """The session from which the player takes part."""

    @property
    def remarks(self) -> tuple[Problem, ...]:
        """What is missing or odd, and prevents nothing."""
        return player_remarks(self.player, federation=self.federation)

    @property
    def is_new(self) -> bool:
        """Whether this is the row for the next player."""
        return not self.player.number

    @property
    def is_waiting(self) -> bool:
        """Whether nothing has been typed into it yet."""
        return self.player == NOBODY

    def refused(self, field: str) -> Refusal | None:
        """The refused text in the cell of ``field``, or None."""
        return self.refusal if self.refusal is not None and self.refusal.field == field else None

    def editable_text(self, field: str) -> str:
        """The text with which editing a cell starts."""
        refusal = self.refused(field)
        return refusal.typed if refusal is not None else str(getattr(self.player, field))


NOBODY = Player(0, "", "")


def player_rows(
    players: Iterable[Player],
    present: Collection[int],
    new: Player | None,
    refusal: Refusal | None,
    status: Callable[[int], PlayerStatus] = lambda _number: PLAYS,
    *,
    federation: bool = True,
    joined: Mapping[int, int] | None = None,
) -> list[PlayerRow]:
    """A row for each player, then one for the ``new`` one if players can still be added."""
    everybody = [*players, *([new] if new is not None else [])]
    refused = refusal.number if refusal is not None else None
    return [
        PlayerRow(
            each,
            each.number in present,
            refusal if each.number == refused else None,
            status(each.number) if each.number else PLAYS,
            federation,
            (joined or {}).get(each.number, 1),
        )
        for each in everybody
    ]


def field_of(column: int) -> str:
    """The field of a player that the column edits; empty for a computed column."""
    return FIELDS[column - FIRST_NAME] if FIRST_NAME <= column <= TEAM else ""


def player_columns() -> list[TableColumn[PlayerRow]]:
    """Number, presence, the fields of the player, remarks."""
    return [
        TableColumn(mark("No."), lambda row: row.player.number or None, Kind.INTEGER, width=56,
                    style=lambda _row: CellStyle(tone=Tone.TEXT3), delegate=PlayerNumberDelegate),
        TableColumn(mark("Present"), _state_here, width=104, style=_presence, delegate=CellDelegate,
                    sort_key=lambda row: row.present),
        *(_typed_column(field) for field in FIELDS),
        TableColumn(mark("State, remarks"), _remarks, wish=220, style=_remark_style, delegate=RemarkDelegate,
                    sort_key=lambda row: (row.status.state is PlayerState.PLAYING, not row.remarks)),
    ]  # fmt: skip


def _state_here(row: PlayerRow) -> Text | None:
    """The state of a player, or None for one who simply plays."""
    return None if row.status.state is PlayerState.PLAYING else row.status.state.label


def _presence(row: PlayerRow) -> CellStyle:
    if row.is_new:
        return CellStyle()
    text = mark("checked in") if row.present else mark("not checked in")
    if row.status.state is not PlayerState.PLAYING:
        text = mark("{before}, {text}", before=text, text=state_remark(row.status))
    sign = StatusIcon.DONE if row.present else StatusIcon.EMPTY
    return CellStyle(sign=sign, accessible_text=text, tone=Tone.TEXT2, type=Type.DENSE)


def _typed_column(field: str) -> TableColumn[PlayerRow]:
    is_name = field in ("first_name", "last_name")

    def text(row: PlayerRow) -> Text | str:
        return mark("Type a name") if row.is_waiting and field == "first_name" else row.editable_text(field)

    def style(row: PlayerRow) -> CellStyle:
        kind, refusal = Type.NAME if is_name and not row.is_new else Type.BODY, row.refused(field)
        if refusal is not None:
            return CellStyle(sign=StatusIcon.DIFFERS, type=kind, tone=Tone.DANGER, ground="danger_soft",
                             tooltip=refusal.problem.text)  # fmt: skip
        return CellStyle(type=kind, tone=Tone.TEXT3 if row.is_waiting else None if is_name else Tone.TEXT2)

    return TableColumn(
        field_label(field),
        text,
        emphasis=Emphasis.NAME if is_name else Emphasis.PLAIN,
        width=_WIDTHS.get(field, 0),
        style=style,
        delegate=lambda: FieldDelegate(field),
    )


def _remarks(row: PlayerRow) -> str:
    if row.is_new:
        return ""
    texts = [remark.text for remark in row.remarks]
    if row.status.state is not PlayerState.PLAYING:
        texts.insert(0, state_remark(row.status))
    elif row.joined > 1:
        texts.insert(0, joins_text(row.joined))
    return " · ".join(map(translator.translate, texts))


def state_remark(status: PlayerStatus) -> Text:
    """The state of a player, and from which session if that matters."""
    if status.first == 1:
        return status.state.label
    return mark("{state} from session {session} on", state=status.state.label, session=status.first)


def _remark_style(row: PlayerRow) -> CellStyle:
    if row.status.state is not PlayerState.PLAYING:
        return CellStyle(sign=StatusIcon.INFO, type=Type.DENSE)
    if row.is_new or not (row.remarks or row.joined > 1):
        return CellStyle()
    return CellStyle(sign=StatusIcon.INFO, tone=Tone.TEXT2, type=Type.DENSE)
