"""Random events in which sessions are cancelled show what they would show had they been planned so."""

from dataclasses import replace
from datetime import date
from itertools import count
from random import Random

from tests.proof.covered import EVENT
from tests.proof.part import Outcome, Part
from tests.proof.random_event import RandomEvent
from tests.proof.reshaped_event import NotPlannable, differences, planned_so
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.language import ENGLISH
from tournament.ledger.sheet import SheetState
from tournament.use_cases import RecordTotals, View
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    CancelSessions,
    ChangePlayer,
    ChangeSettings,
    CloseSession,
    CloseSheet,
    PlanSessions,
    PublishResults,
)


def run(seed: int) -> Outcome:
    """Play an event, cancel sessions of it, play on, and compare it with the event planned so."""
    return reshaped(seed, slow=seed % 4 == 0)


def reshaped(seed: int, *, slow: bool = False) -> Outcome:
    """The same; ``slow`` surfaces too."""
    outcome, chance = Outcome(), Random(f"reshaped/{seed}")
    event = _tournament(seed, chance.choice((8, 8, 12, 16)))
    if chance.random() < 0.5:
        _complete_for_a_federation(event)
    event.play(chance.choice((0, 5, 10, 25)))
    kind = _cancel(event, chance)
    event.play(chance.choice((0, 0, 10)))
    if chance.random() < 0.5:
        _finish(event)
    view = event.book.view
    if not view.state.cancelled or view.seating is None:
        outcome.count("events in which nothing could be cancelled")
        return outcome
    outcome.count(kind)
    outcome.count("sessions cancelled", len(view.state.cancelled))
    outcome.count("events that are over", all(view.tally(each).final for each in view.session_numbers))
    _compare(seed, view, outcome, slow=slow)
    outcome.counts.update(event.counts)
    outcome.failures.extend(f"seed {seed}: {failure}" for failure in event.failures)
    return outcome


def _tournament(seed: int, players: int) -> RandomEvent:
    """The first random event of this seed that is a tournament of several sessions."""
    events = (RandomEvent(f"reshaped/{seed}/{attempt}", FakeStore(), players=players) for attempt in count(1))
    settings = ((event, event.book.view.settings) for event in events)
    return next(event for event, its in settings if its.format.is_drawn and its.sessions > 1)


def _complete_for_a_federation(event: RandomEvent) -> None:
    """Everything that a federation asks of the event and its players."""
    settings = event.book.view.settings
    where = replace(settings, starts=date(2026, 6, 13), ends=date(2026, 6, 14), city="Lyon", host_country="FR")
    event.do(ChangeSettings(replace(where, organiser="Club")))
    for player in event.book.view.players.values():
        event.do(ChangePlayer(replace(player, country="FR", ema_number=f"{11000000 + player.number}")))


def _cancel(event: RandomEvent, chance: Random) -> str:
    """Cancel the last sessions that have not begun, or any one or two; says which."""
    numbers = event.book.view.session_numbers
    if len(numbers) > 1 and chance.random() < 0.4:
        event.do(PlanSessions(chance.randint(1, len(numbers) - 1), "the hall closes"))
        return "events with fewer sessions"
    for session in chance.sample(numbers, min(chance.randint(1, 2), len(numbers) - 1)):
        event.do(CancelSessions((session,), "power cut"))
    return "events with a session cancelled by its number"


def _finish(event: RandomEvent) -> None:
    """Play what is left to its end, and publish the results."""
    for session in event.book.view.session_numbers:
        for sheet in event.book.view.sheets(session):
            if sheet.state is not SheetState.VERIFIED:
                place = session, sheet.table
                event.do(CloseSheet(*place, sheet.computed, "agreed")) if sheet.counts else event.do(
                    RecordTotals(*place, (60, 20, -20, -60), "x")
                )
        event.do(CloseSession(session, "the end"))
    event.do(PublishResults(event.book.view.sessions))


def _compare(seed: int, view: View, outcome: Outcome, *, slow: bool) -> None:
    try:
        planned = planned_so(view)
    except NotPlannable:
        outcome.count("events that nobody could have planned so")
        return
    where = f"seed {seed}, after {len(view.journal)} entries"
    for name, found in (("reshaped", view), ("planned so", planned)):
        for problem in check_records([entry.record for entry in found.journal]).problems:
            outcome.failures.append(f"{where}, the event {name}: {ENGLISH.render(problem.text)}")
    outcome.failures.extend(f"{where}: {each}" for each in differences(view, planned, slow=slow))
    outcome.count("events compared with the event planned so")


def _enough(whole: Outcome, cases: int) -> tuple[str, ...]:
    if cases < PART.cases:
        return ()
    wanted = {
        "events compared with the event planned so": cases // 2,
        "events with fewer sessions": cases // 8,
        "events with a session cancelled by its number": cases // 4,
        "events that are over": cases // 10,
    }
    return tuple(f"too few: {what}" for what, least in wanted.items() if whole.counts[what] < least)


PART = Part(
    name="reshaped",
    title="Events that are cut short",
    brief="A cancelled session leaves no trace in any result.",
    covers=(*EVENT, "reports", "ui/hall", "ui/public"),
    promise="Sessions of random events are cancelled before, during and after their play, the last ones or others. "
    "Afterwards every report, federation file, data frame, public page, screen and list says the same as in the event "
    "that was planned without these sessions from the start and has the same entries otherwise. Only the numbers of "
    "the sessions may differ. The second count finds nothing wrong with either.",
    cases=500,
    short=30,
    run=run,
    counted="events",
    enough=_enough,
)
