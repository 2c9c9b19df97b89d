"""What a correction changes in the standings, and which papers show it otherwise: told before it is made."""

from PySide6.QtWidgets import QWidget

from tournament.language import Text, integer_text, listed, mark, mark_count, verbatim
from tournament.rules.payment import Outcome
from tournament.use_cases import CorrectHand, View
from tournament.use_cases.entry_effect import EntryEffect, PlayerChange
from tournament.use_cases.papers import noted_papers
from tournament.use_cases.sheet_actions import effect_of_command
from ui.desktop.widgets.announcing import announce
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.entry.hand_draft import HandOnSheet

_MOST = 3
"""So many players and papers are named."""


class CorrectionEffect(Notice):
    """In view while a recorded hand is another one than was recorded, and nothing of it is missing."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(NoticeKind.INFO, parent=parent)
        self._tried: tuple[View, int, int, int, Outcome] | None = None
        self.setVisible(False)

    def show_hand(self, hand: HandOnSheet) -> None:
        """Try the correction, when it is another than the one shown."""
        outcome, view = hand.outcome, hand.table.view
        if hand.recorded is None or not hand.changed or outcome is None:
            self._tried = None
            self.setVisible(False)
            return
        tried = (view, *hand.table.place, hand.draft.hand, outcome)
        if self._tried == tried:
            return
        self._tried = tried
        effect = effect_of_command(
            view, CorrectHand(*hand.table.place, hand.draft.hand, outcome, "–", hand.draft.tiles)
        )
        self.setVisible(effect is not None)
        if effect is not None:
            self.show_notice(NoticeKind.INFO, standings_text(effect), _papers_text(view, hand.table.sheet.session))
            announce(self, self.text())


def standings_text(effect: EntryEffect) -> Text:
    """How many change rank, and the first of those whose rank or table points change, old and new."""
    text = moved_text(effect)
    if not effect.standings:
        return text
    first = sorted(effect.standings, key=lambda change: not change.moved)[:_MOST]
    return mark("{text} {players}", text=text, players=listed(_change_text(change) for change in first))


def moved_text(effect: EntryEffect) -> Text:
    """How many change rank."""
    if not effect.standings:
        return mark("The standings after session {session} do not move.", session=effect.after)
    if not effect.moved:
        return mark("Nobody changes rank after session {session}; table points do.", session=effect.after)
    return mark_count(
        "{count} of {players} players changes rank after session {session}.",
        "{count} of {players} players change rank after session {session}.",
        effect.moved,
        players=effect.players,
        session=effect.after,
    )


def _change_text(change: PlayerChange) -> Text:
    """“Ada Sample 3 → 1”."""
    old, new = change.number
    return mark("{player} {old} → {new}", player=change.player.name, old=integer_text(old), new=integer_text(new))


def _papers_text(view: View, session: int) -> Text | str:
    """Which papers are out of date then; nothing where none was printed or saved."""
    if not noted_papers(view):
        return ""
    from reports.papers import papers_showing

    papers = papers_showing(view, session)
    if not papers:
        return ""
    named = [verbatim(f"{each.fact.title} ({each.entry.time.astimezone():%H:%M})") for each in papers[:_MOST]]
    if len(papers) > _MOST:
        return mark("Out of date then: {papers} and {count} more", papers=listed(named), count=len(papers) - _MOST)
    return mark("Out of date then: {papers}", papers=listed(named))
