"""Every way in which an entry can be described, compared with reviewed lines; ``--update-golden`` writes them again."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, time
from pathlib import Path
from typing import get_args

from tests.examples.events import LedgerWriter, begun, players, seating
from tests.examples.logos import plain
from tests.reviewed import Reviewed
from tournament.event.player import Player, PlayerState, SubstituteCase
from tournament.event.prizes import CategoryKind, Prize, PrizeCategory, PrizeLot, Prizes, PrizeTies
from tournament.event.role import EventRole
from tournament.event.seating import Final, Seats
from tournament.event.settings import AfterGong, FederationLevel, Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import language_of
from tournament.ledger import check_in_facts, facts
from tournament.ledger.description import describe, name_of
from tournament.ledger.entry import EVENT_STREAM, phones_stream, table_stream
from tournament.ledger.fact import HallDraw

GOLDEN = Path(__file__).parent / "history.txt"
TILES = "[234p,1]234m23456s88p7s|ES0000"
TABLE = table_stream(2, 3)


def everything() -> LedgerWriter:
    """Return facts of every kind and shape. Whether they are possible in an event does not matter here."""
    ledger = begun(12, 4)
    settings = ledger.view.settings
    for fact in _about_the_event(ledger):
        ledger.write(EVENT_STREAM, fact)
    ledger.write(EVENT_STREAM, facts.SettingsChanged(replace(settings, place="", ends=date(2026, 6, 14))))
    ledger.write(TABLE, facts.HandRecorded(1, 0, None, 8))
    ledger.write(TABLE, facts.HandRecorded(2, 1, 3, 13, TILES, "flowers were seen"))
    ledger.write(TABLE, facts.HandRecorded(3, None))
    ledger.write(TABLE, facts.HandCorrected(2, 2, 3, 13, "wrong column"))
    again = ledger.write(TABLE, facts.HandCorrected(2, None, None, 0, "it was drawn", "", ""))
    ledger.write(TABLE, facts.Undone(again.id))
    self_draw = ledger.write(TABLE, facts.HandCorrected(2, 1, None, 24, "a self-draw"))
    ledger.write(TABLE, facts.Undone(self_draw.id))
    ledger.write(TABLE, facts.Redone(self_draw.id))
    given = [
        ledger.write(TABLE, penalty)
        for penalty in (
            facts.PenaltyGiven(1, 1, "false-hu-short", 10, (0, 2, 3), no_hu=True),
            facts.PenaltyGiven(2, None, "", 20, (), reason="rude"),
            facts.PenaltyGiven(3, None, "late", 10, (), minutes=7),
            facts.PenaltyGiven(0, 5, "claim-changed", 0),
            facts.PenaltyGiven(0, 5, "wall-broken", 30, (1,), closes_hand=True),
        )
    ]
    cancelled = [ledger.write(TABLE, facts.PenaltyCancelled(each.id, "it was another one")) for each in given[:3]]
    ledger.write(TABLE, facts.Undone(cancelled[-1].id))
    removed = ledger.write(EVENT_STREAM, facts.PlayerRemoved(13))
    ledger.write(EVENT_STREAM, facts.Undone(removed.id))
    ledger.write(EVENT_STREAM, facts.Redone(removed.id))
    ledger.write(TABLE, facts.TotalsTyped((32, -16, -8, -8)))
    ledger.write(TABLE, facts.SheetClosed(None, ""))
    ledger.write(TABLE, facts.SheetReopened("closed too early"))
    ledger.write(TABLE, facts.SheetClosed((32, -16, -8, -7), "a paper lost"))
    column = facts.PaperReading(points=(8, 0, None))
    ledger.write(TABLE, facts.SheetRejected("Second Reader", facts.PaperReading((32, -16, -8, -8)), "misread"))
    ledger.write(TABLE, facts.SheetRejected("Second Reader", column))
    ledger.write(TABLE, facts.SheetConfirmed("Second Reader", column))
    ledger.write(table_stream(2, 1), facts.TotalsRecorded((60, 20, -20, -60), ""))
    ledger.write(table_stream(2, 2), facts.TotalsRecorded((60, 20, -20, -50), "nobody finds ten"))
    ledger.write(TABLE, facts.HandInserted(2, 3, None, 13, "row 2 was skipped", TILES, "flowers were seen"))
    ledger.write(TABLE, facts.HandCorrected(3, 1, None, 25, "the row below, once row 2"))
    ledger.write(TABLE, facts.HandMoved(3, 4, "out of order"))
    ledger.write(TABLE, facts.HandCorrected(4, 1, None, 26, "still the same"))
    ledger.write(TABLE, facts.HandDeleted(4, "typed twice"))
    for hands in (None, (3, 3), (1, 6)):
        ledger.write(TABLE, facts.ColumnsExchanged(0, 2, hands, "each other's seat"))
    ledger.write(TABLE, facts.HandCorrected(2, 3, None, 14, "after the exchange"))
    ledger.write(TABLE, facts.SheetMoved(3, 1, "wrong session"))
    ledger.write(table_stream(3, 1), facts.HandCorrected(2, 3, None, 15, "where it was moved"))
    ledger.write(table_stream(3, 1), facts.HandRecorded(16, None))
    ledger.write(table_stream(3, 2), facts.SheetMoved(3, 3, "wrong table"))
    again = ledger.write(table_stream(3, 3), facts.SheetMoved(3, 2, "right after all"))
    ledger.write(table_stream(3, 3), facts.Undone(again.id))
    _about_phones(ledger)
    return ledger


def _about_phones(ledger: LedgerWriter) -> None:
    phones = phones_stream(2, 1)
    ledger.write(EVENT_STREAM, facts.TableEntryAllowed("http://192.168.1.20:8080", bytes(32)))
    won = ledger.write(phones, facts.HandProposed(1, 0, 2, (1, 2, 3, 4), 1, 13, TILES))
    drawn = ledger.write(phones, facts.HandProposed(2, None, 3, (1, 2, 3, 4)))
    ledger.write(phones, facts.ProposalConfirmed(won.id, 1))
    ledger.write(phones, facts.ProposalDismissed(won.id, "another winner"))
    ledger.write(phones, facts.ProposalDismissed(drawn.id))
    ledger.write(phones, facts.ProposalConfirmed("no entry", 1))
    ledger.write(phones, facts.ProposalDismissed("no entry"))
    call = ledger.write(phones, facts.RefereeCalled(0))
    ledger.write(phones, facts.CallAnswered(call.id))
    ledger.write(phones, facts.TableLinkRevoked())
    ledger.write(phones, facts.SeatTaken(1, "k3m9x2q7", (1, 2, 3, 4)))
    ledger.write(phones, facts.HandProposed(1, 0, 1, (1, 2, 3, 4), 1, 13, device="k3m9x2q7"))
    ledger.write(phones, facts.ProposalConfirmed(drawn.id, 1, "k3m9x2q7"))
    ledger.write(phones, facts.RefereeCalled(1, "k3m9x2q7"))
    ledger.write(phones, facts.RefereeCalled(None, "k3m9x2q7"))
    ledger.write(phones, facts.RefereeCalled(None))
    ledger.write(phones, facts.SeatsFreed())
    ledger.write(EVENT_STREAM, facts.TableEntryEnded())
    ledger.write(EVENT_STREAM, check_in_facts.PhoneCheckInSet(True, "http://192.168.1.20:8080", bytes(32)))
    ledger.write(EVENT_STREAM, check_in_facts.CheckedInByPhone(3))
    ledger.write(EVENT_STREAM, check_in_facts.PhoneCheckInSet(False, "http://192.168.1.20:8080", bytes(32)))


def _about_people() -> Iterator[facts.Fact]:
    yield facts.PlayerReplaced(6, Player(17, "Rita", "Reserve"), (1, 2), "missed the train", SubstituteCase.ABSENT)
    yield facts.PlayerReplaced(7, Player(18, "Ned", "Next"), (3,), "", SubstituteCase.ILL)
    yield facts.PlayerReplaced(8, Player(19, "Olga", "Other"), (3, 4), "cheated", SubstituteCase.DISQUALIFIED)
    yield facts.PlayersSwapped(9, 10, (1,), "sat in each other's seat")
    yield facts.PlayerStateChanged(6, PlayerState.WITHDRAWN, 3, "went home")
    yield facts.PlayerStateChanged(6, PlayerState.PLAYING, 2, "", (2,))
    yield facts.PlayerStateChanged(17, PlayerState.SUBSTITUTE)
    yield facts.PlayerStateChanged(9, PlayerState.DISQUALIFIED, 1, "cheated")
    yield facts.PlayersMerged(Player(11, "First11", "Sample11", "FR"), 12, "registered twice")
    yield from _about_the_plan()


def _about_the_plan() -> Iterator[facts.Fact]:
    yield facts.PlayersAdded((Player(20, "Lea", "Late"),), "late.csv", 3)
    yield facts.TableAdded(3, 4, (17, 18, 19, 20))
    yield facts.TableLeftOut(3, 4)
    yield facts.SessionsCancelled((4,), "the hall closes")
    yield facts.SessionsAdded((4,), 1, "it stays open")
    yield facts.SessionsCancelled((4, 5), "the hall closes")
    yield facts.SessionsAdded((4,))
    yield facts.SessionsAdded((), 1)


def _finals(tables: tuple[Seats, ...]) -> Iterator[facts.Fact]:
    yield facts.SessionSeated(3, tables[:2], "straight", Final(3, (1, 2, 3, 4, 5, 6, 7, 8)))
    yield facts.SessionSeated(4, tables[:1], "straight", Final(4, (1, 2, 3, 4), carried=False))
    yield facts.SessionSeated(4, tables, "straight", Final(4, tables[0], beside=True), (), "lot")


def _about_the_event(ledger: LedgerWriter) -> Iterator[facts.Fact]:
    known = players(12)
    yield facts.SettingsChanged(replace(ledger.view.settings, place="", minutes=100, rules="guobiao"))
    yield facts.PlayersAdded((Player(13, "Nova", "Newcomer", "FR"),))
    yield facts.PlayersAdded((Player(14, "A", "B"), Player(15, "C", "D")), "list.csv")
    yield facts.PlayerChanged(replace(known[1], club="Les Quatre Vents", country="", team=""))
    yield facts.PlayerChanged(replace(known[1], country="LU"))
    yield facts.PlayerChanged(replace(known[1], country="FR"), (replace(known[2], ema_number="04009902"),))
    yield facts.PlayerRemoved(14)
    yield facts.PlayerChanged(Player(99, "No", "Body"))
    yield facts.AttendanceNoted((3,))
    yield facts.AttendanceNoted((3, 4, 5))
    yield facts.AttendanceNoted((4,), present=False)
    yield facts.AttendanceNoted((99,))
    yield facts.LotDrawn(2, 7)
    yield facts.LotDrawn(2, 0)
    yield facts.LotDrawn(2, 7, ((1, 3), (4, 8)), HallDraw(1234))
    yield facts.PlayerChanged(replace(known[1], team="East"), (replace(known[2], team="West"),), HallDraw(99, 2))
    yield facts.PlayersSwapped(1, 2, (3,))
    yield facts.PlayersSwapped(1, 2, (2, 3, 4))
    yield facts.PlayersSwapped(1, 2, (1, 3))
    yield facts.PlayerReplaced(5, Player(16, "Sub", "Stitute"), (2, 3), "ill")
    yield facts.PlayerChanged(replace(Player(16, "Sub", "Stitute"), club="Elsewhere"))
    yield facts.PlayerReplaced(16, known[4], (4,), "")
    yield from _about_people()
    yield facts.SessionsRedrawn(2, seating(12, 4).sessions[1:], "redrawn", 11)
    yield facts.SessionsRedrawn(4, seating(12, 4).sessions[3:], "redrawn", 12)
    tables = seating(12, 4).sessions[0]
    yield facts.SessionSeated(2, tables, "straight")
    yield facts.SessionSeated(3, tables, "swiss")
    yield from _finals(tables)
    yield facts.HeadsChained(1, "start", ())
    yield facts.HeadsChained(1, "end", (facts.Head("event", 1, "abc"), facts.Head("other", 2, "def")))
    yield from _about_the_clock(ledger)
    yield from _about_the_pins()
    yield from _about_sessions()
    yield facts.LogoChanged(plain())
    yield facts.LogoChanged(plain(120, 20))
    yield facts.LogoChanged()
    yield facts.EveningOpened(5)
    yield facts.EveningOpened(6, date(2026, 6, 20), "Club")
    yield facts.EveningChanged(6, date(2026, 6, 21))
    yield facts.EveningChanged(6, None, "Elsewhere")
    yield facts.GameSeated(6, 1, (1, 2, 3, 4))
    yield facts.GameReseated(6, 1, (1, 2, 3, 6), "Table 7")
    yield facts.GameSeated(6, 2, (9, 10, 11, 12), "Table 8")
    yield facts.GameReseated(6, 2, (12, 11, 10, 9), "Table 8", "sat the other way round")
    yield facts.GameTakenBack(6, 1)
    yield from _about_evenings()
    yield facts.DrawPublished(replace(seating(12, 4), seed=5))


def _about_the_clock(ledger: LedgerWriter) -> Iterator[facts.Fact]:
    yield facts.ClockStarted(1, 120)
    yield facts.ClockPaused(1)
    yield facts.ClockPaused(1, "fire drill")
    yield facts.ClockResumed(1)
    yield facts.MinutesAdded(1, 3)
    yield facts.MinutesAdded(1, 5, (2,), "wall rebuilt")
    yield facts.MinutesAdded(1, -5, (2, 3), "given by mistake")
    yield facts.ClockStopped(1)
    times = Timetable((SessionTime(1, date(2026, 6, 13), time(10, 0)), SessionTime(2, minutes=90)))
    yield facts.SettingsChanged(replace(ledger.view.settings, timetable=times, after_gong=AfterGong.FINISHED))
    host = replace(ledger.view.settings, city="Utrecht", host_country="NL", short_name="HO26")
    yield facts.SettingsChanged(replace(host, level=FederationLevel.CHAMPIONSHIP))
    yield from _about_the_prizes(replace(host, level=FederationLevel.CHAMPIONSHIP))


def _about_the_prizes(settings: Settings) -> Iterator[facts.Fact]:
    """Yield changes of prizes. Each entry describes what was added and removed, not all prizes again."""
    said = [Prizes((Prize(what="Trophy", amount=15050), Prize(PrizeCategory(CategoryKind.TEAMS), 1, 3, "Medals")))]
    said.append(replace(said[-1], currency="EUR", ties=PrizeTies.SPLIT))
    said.append(said[-1].with_prize(Prize(PrizeCategory(CategoryKind.COUNTRY, "FR"), 1, 1, "Book")))
    said.append(said[-1].without(said[-1].lines[0]))
    said.append(said[-1].with_lot(PrizeLot(PrizeCategory(CategoryKind.TEAMS), ("Pandas", "Dragons"))))
    yield from (facts.SettingsChanged(replace(settings, prizes=prizes)) for prizes in said)


def _about_sessions() -> Iterator[facts.Fact]:
    yield facts.SessionPublished(2)
    yield facts.SessionStarted(2)
    yield facts.SessionStarted(3, (1, 2))
    yield facts.SessionClosed(1)
    yield facts.SessionClosed(2, (3,), "the paper is lost")
    yield facts.SessionClosed(3, (1, 2), "a power cut")
    yield facts.PaperNoted("standings", "Standings after session 3", "pdf", 40, 3)
    yield facts.PaperNoted("seating-by-table", "Placement par table", "print", 41)
    yield facts.PaperNoted("standings", "Standings", "print", 42, public=True)
    yield facts.SessionReopened(1, "table 2 was read wrong")
    yield facts.ResultsPublished(2)
    yield facts.ResultsPublished(3, held=True)
    yield facts.ResultsWithdrawn(3)


def _about_evenings() -> Iterator[facts.Fact]:
    yield facts.SessionPublished(6)
    yield facts.SessionStarted(6)
    yield facts.SessionClosed(6)
    yield facts.SessionClosed(6, (2, 3), "they went home")
    yield facts.SessionReopened(6, "they came back")
    yield facts.ResultsPublished(5)
    yield facts.ResultsPublished(6, held=True)
    yield facts.ResultsWithdrawn(6)


def _about_the_pins() -> Iterator[facts.Fact]:
    yield from (facts.RolePinSet(role, "salt", "hash", 2) for role in EventRole)
    yield facts.RolePinRemoved(EventRole.HEAD_REFEREE)
    yield facts.EventRecovered(312, 4)
    yield facts.SigningKeySet(bytes(32), "Ada Sample")
    yield facts.FingerprintSigned(2, 312, "ab" * 32, bytes(32), "Ada Sample", bytes(64))
    yield facts.SigningKeyRemoved()
    yield facts.EventRestored("Cup 2026.qv", 312, "312-9f3a7c21b4", 4)
    yield facts.EventRestored("Cup 2026.qv", None, "", None)
    yield facts.HostTakenOver("desk 2", "192.168.1.20:7411", 312, ())
    yield facts.HostTakenOver("desk 3", "", 320, ("desk 1", "desk 2"))


def lines(code: str) -> Iterator[str]:
    language = language_of(code)
    journal = everything_journal()
    for entry in journal:
        line = describe(journal, entry)
        words = (language.render(text) for text in (name_of(journal, entry), line.what, line.where, line.old, line.new))
        yield " | ".join((*words, line.reason)).rstrip()


def everything_journal():
    return everything().view.journal


def test_every_entry_is_described_as_reviewed(reviewed: Reviewed) -> None:
    made = "\n".join(line for code in ("en", "fr") for line in lines(code)) + "\n"
    reviewed(GOLDEN, made)


def test_every_kind_of_fact_is_among_them() -> None:
    assert {type(entry.fact) for entry in everything_journal()} == set(get_args(facts.Fact))
