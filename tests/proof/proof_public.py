"""Random orders of publishing, holding back, withdrawing and everything else: nothing public shows what is withheld."""

from dataclasses import replace
from functools import partial
from random import Random

from reports.catalogue import Audience, ReportGroup, all_reports
from tests.examples.events import LedgerWriter
from tests.proof.covered import EVENT
from tests.proof.part import Outcome, Part
from tests.proof.random_event import RandomEvent
from tests.proof.random_phones import type_at_the_table
from tests.public_surfaces import OVERLAY, overlays_of, public_surfaces, streamed_place, without_withheld
from tests.tournament.use_cases.fake_store import FakeStore
from tests.tournament.use_cases.random_commands import (
    change_game,
    correct_hand,
    publish_results,
    redraw_sessions,
    reopen_sheet,
    swap_players,
)
from tournament.event.player import PublicName
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PlayerChanged, SettingsChanged
from tournament.use_cases import View

_ROUNDS = 3
"""Moments of an order at which every surface is asked."""
_REFUSED = "refused: "
_SECRET = "Wexlarch"
"""Begins the last name of every player who does not show theirs."""
_RESULTS = tuple(
    report.name
    for report in all_reports()
    if report.audience in (Audience.ASKED, Audience.WALL) and report.group is ReportGroup.RESULTS
)


def run(seed: int) -> Outcome:
    """One order, asked at some moments."""
    return order(seed, rounds=_ROUNDS, slow=seed % 4 == 0)


def order(seed: int, *, rounds: int, slow: bool = False) -> Outcome:
    """Play an event on and publish at random, and ask every surface after each of ``rounds``."""
    outcome, chance = Outcome(), Random(f"public/{seed}")
    event = RandomEvent(f"public/{seed}", FakeStore(), players=chance.choice((8, 8, 12, 16)))
    drawn = event.book.view.settings.format.is_drawn
    others = (swap_players, redraw_sessions) if drawn else (change_game,)
    for asked in range(rounds):
        event.play(chance.randint(3, 9))
        if event.book.view.drawn_sessions:
            type_at_the_table(event)
        for _ in range(chance.randint(1, 3)):
            event.take(publish_results)
            correct, redraw = partial(event.take, correct_hand), partial(event.take, *others)
            chance.choice((correct, event.take_back, redraw, lambda: _reopen(event, chance)))()
        choices = Random(f"streams/{seed}/{asked}")
        _ask(seed, _unnamed(_streaming(event.book.view, choices), choices), outcome, slow=slow)
    outcome.counts.update(event.counts)
    outcome.failures.extend(f"seed {seed}: {failure}" for failure in event.failures)
    return outcome


def _streaming(view: View, chance: Random) -> View:
    """The same event, of which some tables or none are streamed."""
    ledger = LedgerWriter(view.journal.fork())
    tables = chance.choice(((), (1,), (2,), (1, 2), (2, 4)))
    ledger.write(EVENT_STREAM, SettingsChanged(replace(view.settings, streamed=tables)))
    return ledger.view


def _unnamed(view: View, chance: Random) -> View:
    """The same event, of which some players have a name that no surface may have."""
    ledger = LedgerWriter(view.journal.fork())
    for player in chance.sample(list(view.players.values()), k=len(view.players) // 2):
        public = chance.choice(list(PublicName)[1:])
        first, last = f"Quillona{player.number}", f"{_SECRET}{player.number}"
        shy = replace(player, first_name=first, last_name=last, public=public, nickname=f"Tiger {player.number}")
        ledger.write(EVENT_STREAM, PlayerChanged(shy))
    return ledger.view


def _reopen(event: RandomEvent, chance: Random) -> None:
    """A sheet is taken up again, or a whole session that was closed."""
    event.take(reopen_sheet)
    sessions = event.book.view.drawn_sessions
    if sessions:
        event.close_and_reopen(chance.choice(sessions))


def _ask(seed: int, view: View, outcome: Outcome, *, slow: bool) -> None:
    publication = view.state.publication
    withheld = [each for each in view.drawn_sessions if each > publication.session and view.tally(each).sheets]
    outcome.count("moments asked")
    outcome.count("moments at which some results were public and others not", bool(withheld and publication.session))
    outcome.count("moments at which results were kept for the ceremony", publication.held is not None)
    shown, others = public_surfaces(view, slow=slow), public_surfaces(without_withheld(view), slow=slow)
    outcome.count("surfaces asked", len(shown))
    for name, text in shown.items():
        named = _SECRET in text or "Quillona" in text
        outcome.expect(not named, f"seed {seed}, after {len(view.journal)} entries: {name} names who is not named")
    for table in view.settings.streamed:
        place, name = streamed_place(view, table), f"{OVERLAY}{table}"
        outcome.count("moments at which a table was streamed", place is not None)
        others[name] = dict(overlays_of(without_withheld(view, place))).get(name, "")
    for name in shown.keys() | others.keys():
        same = shown.get(name) == others.get(name)
        outcome.expect(same, f"seed {seed}, after {len(view.journal)} entries: {name} depends on what is withheld")
    for session in withheld:
        for name in (f"{report} {session}" for report in _RESULTS):
            refused = shown.get(name, _REFUSED).startswith(_REFUSED)
            outcome.expect(refused, f"seed {seed}, after {len(view.journal)} entries: {name} was made")


def _enough(whole: Outcome, cases: int) -> tuple[str, ...]:
    if cases < PART.cases:
        return ()
    wanted = (
        "results-withdrawn",
        "undone",
        "sessions-redrawn",
        "session-reopened",
        "moments at which results were kept for the ceremony",
        "moments at which a table was streamed",
    )
    never = tuple(f"never: {what}" for what in wanted if not whole.counts[what])
    few = whole.counts["moments at which some results were public and others not"] < cases // 4
    return (*never, *(("too few moments with something to hide",) if few else ()))


PART = Part(
    name="public",
    title="What is not public",
    brief="Nothing is shown before it is published.",
    covers=(*EVENT, "reports", "tournament/draw", "ui/hall", "ui/public"),
    promise="Results are played, corrected, undone, reopened, redrawn, published, held and withdrawn in random "
    "orders. After that, each public surface (every report made for the public, the web page, the "
    "standings, every screen of the hall, a ceremony before its first place) is the same to the last "
    "letter as in an event in which nothing was entered on the sheets of the sessions that are not "
    "public. Only the overlay of a streamed table also shows its own sheet in the session being played, "
    "unless its results are held. A report of such a session is refused. No surface has the name of a "
    "player who shows a nickname, initials or only their number.",
    cases=500,
    short=15,
    run=run,
    counted="orders",
    enough=_enough,
)
