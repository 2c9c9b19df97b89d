"""What a command needs the right to, known before anything of the event is told to who sends it.

What is written is looked at once more, entry by entry (:func:`tournament.use_cases.rights.acts_of`): that decides. But
a command may be refused for much else first, with names and scores in the answer.
"""

from typing import assert_never

from tournament.event.role import Act
from tournament.ledger.entry import table_stream
from tournament.use_cases import commands
from tournament.use_cases.changes import Acting
from tournament.use_cases.rights import act_of_correction, acts_of_phone, acts_of_undo
from tournament.use_cases.view import View


def acts_of_command(view: View, command: commands.Command, acting: Acting) -> tuple[Act, ...]:
    """What ``command`` surely is; nothing for an undo where there is nothing to undo."""
    if isinstance(command, commands.TableCommand):
        return (_act_at_table(view, command),)
    if isinstance(command, commands.TableEntryCommand):
        return _acts_of_table_entry(command, acting)
    if isinstance(command, commands.ClockCommand):
        return (_act_on_clock(command),)
    if isinstance(command, commands.PlanCommand):
        return (Act.PLAN,)
    match command:
        case commands.Undo():
            target = view.journal.find(command.entry) if command.entry else view.journal.undo_order.to_undo
            return acts_of_undo(view.journal, target, acting) if target is not None else ()
        case commands.Redo():
            target = view.journal.undo_order.to_redo
            return acts_of_undo(view.journal, target, acting) if target is not None else ()
        case commands.SetPin() | commands.RemovePin():
            return (Act.PINS,)
        case commands.SetSigningKey() | commands.RemoveSigningKey():
            return (Act.SIGNING_KEY,)
        case commands.SignFingerprint():
            return (Act.SESSIONS,)
        case commands.NotePaper():
            return (Act.PAPERS,)
        case commands.TakeOver():
            return (Act.HOSTING,)
        case _:
            return (_act_of_event(command),)


def _act_at_table(view: View, command: commands.TableCommand) -> Act:
    match command:
        case (
            commands.RecordHand()
            | commands.TypeTotals()
            | commands.RecordTotals()
            | commands.CloseSheet()
            | commands.ConfirmSheet()
            | commands.RejectSheet()
        ):
            return Act.HANDS
        case (
            commands.CorrectHand()
            | commands.InsertHand()
            | commands.DeleteHand()
            | commands.MoveHand()
            | commands.ExchangeColumns()
            | commands.MoveSheet()
        ):
            return act_of_correction(view.journal, table_stream(command.session, command.table))
        case commands.GivePenalty():
            return Act.PENALTIES
        case commands.CancelPenalty():
            return Act.PENALTIES_CANCELLED
        case commands.ReopenSheet():
            return Act.VERIFIED_SHEETS
        case _:
            assert_never(command)


def _act_on_clock(command: commands.ClockCommand) -> Act:
    if isinstance(command, commands.SetSessionTime):
        return Act.SETTINGS
    return Act.TABLE_MINUTES if isinstance(command, commands.AddMinutes) and command.tables else Act.CLOCK


def _acts_of_table_entry(command: commands.TableEntryCommand, acting: Acting) -> tuple[Act, ...]:
    match command:
        case commands.ProposeHand() | commands.ConfirmProposal() | commands.CallReferee():
            return acts_of_phone(acting, command.session, command.table)
        case commands.DismissProposal() | commands.AnswerCall() | commands.RevokeTableLink():
            return (Act.HANDS,)
        case commands.AllowTableEntry() | commands.EndTableEntry():
            return (Act.TABLE_ENTRY,)
        case _:
            assert_never(command)


def _act_of_event(
    command: commands.GameCommand
    | commands.ReplacementCommand
    | commands.PeopleCommand
    | commands.SetupCommand
    | commands.DrawCommand
    | commands.SessionCommand
    | commands.PublicationCommand
    | commands.PrizeCommand
    | commands.ApplyRegister,
) -> Act:
    match command:
        case commands.NoteAttendance() | commands.DrawLot() | commands.GiveLots():
            return Act.ATTENDANCE
        case commands.SeatGame() | commands.ReseatGame() | commands.TakeBackGame():
            return Act.GAMES
        case commands.OpenEvening() | commands.ChangeEvening():
            return Act.EVENINGS
        case (
            commands.ReplacePlayer()
            | commands.LeaveToSubstitute()
            | commands.SubstitutePlayer()
            | commands.SwapPlayers()
            | commands.AddTable()
            | commands.LeaveTableOut()
        ):
            return Act.SEATS
        case commands.ChangePlayerState() | commands.MergePlayers():
            return Act.PEOPLE
        case commands.PublishSession() | commands.StartSession() | commands.CloseSession():
            return Act.SESSIONS
        case commands.ReopenSession():
            return Act.CLOSED_SESSIONS
        case commands.PublishResults() | commands.WithdrawResults():
            return Act.RESULTS
        case (
            commands.AddPlayers()
            | commands.ChangePlayer()
            | commands.RemovePlayer()
            | commands.ApplyRegister()
            | commands.GiveTeams()
        ):
            return Act.PLAYERS
        case commands.PublishDraw() | commands.RedrawSessions() | commands.SeatSession():
            return Act.DRAW
        case (
            commands.CreateEvent()
            | commands.CopyEvent()
            | commands.ChangeSettings()
            | commands.ChangeLogo()
            | commands.ChangePrizes()
            | commands.SetPrize()
            | commands.RemovePrize()
            | commands.DecideTie()
        ):
            return Act.SETTINGS
        case _:
            assert_never(command)
