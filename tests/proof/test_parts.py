"""Each part of the proof, on a few of its cases: nothing against the promise, and red once a fault is planted."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.proof import (
    histories,
    proof_bits,
    proof_crashes,
    proof_damaged,
    proof_desks,
    proof_earlier,
    proof_events,
    proof_garbage,
    proof_imports,
    proof_networks,
    proof_planted,
    proof_races,
    proof_rescued,
    proof_shared,
    proof_succession,
    proof_take_over,
)
from tests.proof.calling import Answer
from tests.proof.crash_driver import SCENARIOS
from tests.proof.flipped_window import opening_window
from tests.proof.part import Outcome, Part
from tests.proof.recovered_entries import never_entered
from tests.proof.sqlite_pages import readable_rows
from tournament.event.player import Player
from tournament.sharing.host import TakeOverLoss
from tournament.storage import SqliteStore, open_for_reading, write_event
from tournament.use_cases import assembly
from tournament.use_cases.rebuilding import RebuiltDraw, Remains
from tournament.use_cases.recovery import _in_order

pytestmark = pytest.mark.thorough

Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def one_base(monkeypatch: Patch) -> None:
    """Faults are planted into one event: making it is most of the time."""
    monkeypatch.setattr(proof_planted, "BASES", 1)
    monkeypatch.setattr(proof_damaged, "BASES", 1)


def tried(part: Part, seeds: Iterable[int]) -> Outcome:
    """What the cases of ``seeds`` come to together."""
    whole = Outcome()
    for seed in seeds:
        outcome = part.run(seed)
        whole.counts.update(outcome.counts)
        whole.remarks.update(outcome.remarks)
        whole.failures.extend(outcome.failures)
    return whole


def changed(function: Callable[..., Any], change: Callable[[Any], Any]) -> Callable[..., Any]:
    """``function`` with another answer."""

    def answer(*values: Any, **named: Any) -> Any:
        return change(function(*values, **named))

    return answer


def test_random_events_agree_with_the_second_account() -> None:
    whole = tried(proof_events.PART, (36, 48))
    assert whole.failures == []
    assert whole.counts["recomputed"] == 6
    assert whole.counts["exports read back"] == 3


def test_a_wrong_payment_is_seen(monkeypatch: Patch) -> None:
    from tournament.ledger.sheet import settled

    wrong = changed(settled, lambda net: (net[0] + 1, *net[1:3], net[3] - 1))
    monkeypatch.setattr("tournament.ledger.sheet.settled", wrong)
    assert "the second count gives" in tried(proof_events.PART, [36]).failures[0]


def test_an_export_with_another_number_is_seen(monkeypatch: Patch) -> None:
    from reports.writers import csv
    from reports.writers.wording import exact_field

    wrong = changed(exact_field, lambda text: text.replace("4", "5"))
    monkeypatch.setitem(csv._FIELDS, csv.CsvFor.SCRIPTS, wrong)
    assert "csv" in tried(proof_events.PART, [48]).failures[0]


def test_tiles_counted_wrongly_are_seen(monkeypatch: Patch) -> None:
    from tests.second_counter.counter import points

    monkeypatch.setattr("tests.second_counter.counter.points", changed(points, lambda worth: worth + 1))
    assert any("were refused" in failure for failure in tried(proof_events.PART, range(19, 21)).failures)


def test_a_kind_that_was_never_written_is_seen() -> None:
    whole = Outcome()
    whole.count("kind: event-created")
    (missing,) = proof_events.PART.enough(whole, proof_events.PART.cases)
    assert "hand-recorded" in missing


def planted(*names: str) -> list[int]:
    """The seeds of the kinds so called."""
    kinds = [kind.name for kind in proof_planted.KINDS]
    return [kinds.index(name) for name in names]


def test_planted_faults_are_found() -> None:
    names = ("author changed", "last entries cut off", "replaced by an old copy", "one more table")
    whole = tried(proof_planted.PART, planted(*names))
    assert whole.failures == []
    assert whole.counts["faults found"] == whole.counts["faults planted"] == len(names)
    assert whole.counts["found by check with a fingerprint noted before"] == 1


def test_a_check_that_does_not_look_is_seen(monkeypatch: Patch) -> None:
    monkeypatch.setattr("tournament.use_cases.check.chain_problems", lambda *_values: ())
    whole = tried(proof_planted.PART, planted("author changed", "workstation changed"))
    (missing,) = proof_planted.PART.enough(whole, 2)
    assert missing.startswith("2 of 2")


def damaged(name: str, count: int = 12) -> range:
    """``count`` seeds of the damage so called."""
    kinds = list(proof_damaged.DAMAGES)
    return range(kinds.index(name), count * len(kinds), len(kinds))


def test_damaged_files_are_refused_or_read_unchanged() -> None:
    whole = tried(proof_damaged.PART, range(len(proof_damaged.DAMAGES)))
    assert whole.failures == []
    assert whole.counts["refused"] > 4


def test_a_damage_that_is_read_over_is_seen(monkeypatch: Patch) -> None:
    for module in ("check", "book"):
        monkeypatch.setattr(f"tournament.use_cases.{module}.chain_problems", lambda *_values: ())
    found = (failure for seed in damaged("a digit changed", 60) for failure in proof_damaged.PART.run(seed).failures)
    assert any("answers otherwise" in failure for failure in found), "the digit may fall into an id"


def test_a_command_that_reads_over_a_damaged_index_is_seen(monkeypatch: Patch) -> None:
    def without_indexes(path: Path, *, examining: bool = False) -> SqliteStore:
        return open_for_reading(path, examining=examining, indexes=examining)

    monkeypatch.setattr("tournament.storage.open_for_reading", without_indexes)
    failures = (failure for seed in damaged("a digit changed", 60) for failure in proof_damaged.PART.run(seed).failures)
    assert any("log FILE --json: ends with 0, check with 1" in failure for failure in failures)


def test_what_is_valid_is_read_without_the_program() -> None:
    content, rows, _ = proof_damaged._base(0)
    assert sorted(readable_rows(content), key=lambda row: row["position"]) == list(rows)
    assert proof_damaged.valid_rows(content, rows) == list(rows)
    first = content.replace(rows[0]["id"].encode(), rows[0]["id"].upper().encode())
    assert proof_damaged.valid_rows(first, rows) == []


def test_a_recovery_that_leaves_something_out_is_seen(monkeypatch: Patch) -> None:
    monkeypatch.setattr(proof_damaged, "call", lambda *_words, **_more: Answer(1, "", "error: event"))
    failures = tried(proof_damaged.PART, damaged("bytes put behind")).failures
    assert any("recover left out" in failure for failure in failures)


def test_what_depends_on_a_damaged_draw_is_saved_or_listed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(proof_rescued, "BASES", 1)
    whole = tried(proof_rescued.PART, range(1, 16))
    assert whole.failures == []
    for name in proof_rescued.DAMAGED:
        assert whole.counts[f"{name}: whole entries"] > whole.counts[f"files with a damaged {name}"] > 0


def test_an_entry_that_is_neither_saved_nor_listed_is_seen(monkeypatch: Patch) -> None:
    monkeypatch.setattr(proof_rescued, "BASES", 1)
    monkeypatch.setattr("tournament.use_cases.recovery._in_order", changed(_in_order, lambda found: found[:-1]))
    failures = tried(proof_rescued.PART, range(1, 4)).failures
    assert any("entries are said to be whole" in failure for failure in failures)


def _seated_otherwise(draw: RebuiltDraw) -> RebuiltDraw:
    """The first two tables of session 1 with their first players exchanged."""
    (one, other, *tables), *sessions = draw.seating.sessions
    exchanged = ((other[0], *one[1:]), (one[0], *other[1:]), *tables)
    return replace(draw, seating=replace(draw.seating, sessions=(exchanged, *sessions)))


def _named_otherwise(remains: Remains) -> Remains:
    return replace(remains, players={number: Player(number, "Ada", f"Bamboo{number}") for number in remains.players})


def _with_other_settings(remains: Remains) -> Remains:
    settings = remains.settings and replace(remains.settings, minutes=77)
    return replace(remains, settings=settings)


@pytest.mark.parametrize(
    ("name", "change", "kind", "fault"),
    [
        ("rebuilt_draw", _seated_otherwise, "draw", "at table 1 of session 1, where"),
        ("remains_of", _named_otherwise, "players", "names player"),
        ("remains_of", _with_other_settings, "settings", "has minutes: 77"),
    ],
)
def test_a_rebuilt_entry_that_says_something_else_is_seen(
    name: str, change: Callable[[Any], Any], kind: str, fault: str, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(proof_rescued, "BASES", 1)
    seeds = [seed for seed in range(1, 16) if list(proof_rescued.DAMAGED)[seed % 3] == kind]
    whole = tried(proof_rescued.PART, seeds)
    assert whole.failures == []
    assert whole.counts[f"{kind}: entries rebuilt"] > 0
    unchanged = getattr(assembly, name)
    monkeypatch.setattr(assembly, name, changed(unchanged, change))
    failures = tried(proof_rescued.PART, seeds).failures
    assert any("wrote what was never entered" in failure and fault in failure for failure in failures)


def test_an_entry_that_is_marked_as_rebuilt_without_any_loss_is_seen() -> None:
    content, rows, _ = proof_damaged._base(0)
    strange = {**rows[-1], "id": "another", "stream": "event", "desk": "recovery", "kind": "player-removed"}
    strange["content"] = '{"number":1}'
    assert never_entered(rows, rows, content) == []
    found = " ".join(never_entered([*rows, strange], rows, content))
    assert "no entry about the event is lost" in found
    assert "is by another than the note of the recovery" in found
    assert "no draw follows" in found
    other = {**rows[-1], "desk": "recovery", "content": "{}"}
    assert "is not as it was entered" in " ".join(never_entered([*rows[:-1], other], rows, content))


@pytest.fixture
def few_bits(monkeypatch: Patch) -> Iterator[None]:
    """Of a case, a bit of the header and one of the layout."""
    papers = next(number for number, file in enumerate(proof_bits.FILES) if file.name == "papers.qv")
    monkeypatch.setattr(proof_bits, "flips", lambda _seed: (papers, [8 * 18, 19424]))
    yield
    opening_window().end()
    opening_window.cache_clear()


@pytest.mark.usefixtures("few_bits")
def test_files_with_one_bit_changed_are_refused_or_as_they_were() -> None:
    whole = tried(proof_bits.PART, [1])
    assert whole.failures == []
    assert whole.counts["bits changed"] == 2


@pytest.mark.usefixtures("few_bits")
def test_damage_that_is_taken_for_a_fault_of_the_disk_is_seen(monkeypatch: Patch) -> None:
    monkeypatch.setattr("tournament.storage.refusals._DAMAGED", ("SQLITE_NOTADB",))
    assert any("check: ended with 3" in failure for failure in tried(proof_bits.PART, [1]).failures)


def test_two_writers_at_once_are_reported() -> None:
    whole = tried(proof_races.PART, range(len(proof_races.RACES)))
    assert whole.failures == []


def test_an_entry_that_is_acknowledged_and_not_there_is_seen(monkeypatch: Patch) -> None:
    proof_races._drawn()  # kept, and made by a store that writes
    monkeypatch.setattr("tournament.storage.sqlite.SqliteStore.write", lambda *_values: None)
    failures = tried(proof_races.PART, [5]).failures
    assert any("were acknowledged, 0 are there" in failure for failure in failures)


@pytest.mark.parametrize(
    ("fault", "seen"),
    [
        ("tournament.use_cases.carrying_out.written_by", "nothing written twice"),
        ("tournament.sharing.shared_book.SharedBook._put", "an order that is not kept"),
    ],
)
def test_an_order_that_is_lost_or_written_twice_is_seen(fault: str, seen: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(histories, "PHASES", histories.PHASES[:1])
    monkeypatch.setattr(fault, lambda *_values: ())
    assert tried(proof_desks.PART, [1]).failures, seen


@pytest.mark.parametrize(
    ("fault", "instead"),
    [
        ("_is_genuine", lambda _claimed: True),  # anybody signs for anybody
        ("_kept", lambda _first, newest: newest.items()),  # what is no longer named remains
    ],
)
def test_a_computer_that_is_led_away_or_keeps_too_much_is_seen(fault: str, instead: object, monkeypatch: Patch) -> None:
    monkeypatch.setattr(histories, "PHASES", histories.PHASES[:1])
    monkeypatch.setattr(f"tournament.sharing.statements.{fault}", instead)
    assert tried(proof_succession.PART, [1]).failures


def test_an_acknowledged_order_that_is_gone_and_a_replica_of_its_own_are_seen(tmp_path: Path) -> None:
    day = proof_shared.Day(1, tmp_path, proof_shared.Scale(players=8, sessions=1, desks=2, pause=0.001, both=1))
    try:
        day.link.faulty = False
        honest = Outcome()
        proof_shared.enter_everything("honest", day, honest, faults=False)
    finally:
        day.end()
    proof_shared.judge("honest", day, honest)
    assert honest.failures == []
    with day.log_of("Desk 1").open("a", encoding="utf-8") as log:
        for what in ("typed", "acknowledged"):
            log.write(json.dumps({"what": what, "id": what, "command": "RecordHand", "position": 9}) + "\n")
    replica = day.replica("Desk 2")
    store = open_for_reading(replica)
    records = list(store.read())
    store.close()
    replica.unlink()
    write_event(replica, records[:-1])
    found = Outcome()
    proof_shared.judge("planted", day, found)
    proof_take_over.judge_loss("planted", day, day.file, found)
    day.loss = TakeOverLoss(1, (), acknowledged=False)
    proof_take_over.judge_loss("planted", day, day.file, found)
    for said in (
        "acknowledged was acknowledged", "typed is neither", "the replica of Desk 2 is not", "nobody took over",
        "0 lost, said: at least 1", "lost without a word", "said that nothing is lost",
    ):  # fmt: skip
        assert any(said in failure for failure in found.failures), (said, found.failures)


def test_garbage_is_refused_in_words() -> None:
    assert tried(proof_garbage.PART, [1]).failures == []


def test_an_error_that_escapes_is_seen(monkeypatch: Patch) -> None:
    def fail(*_values: object) -> None:
        raise RuntimeError("escaped")

    monkeypatch.setattr("tournament.use_cases.view.View.sheets", fail)
    assert any("RuntimeError" in failure for failure in tried(proof_garbage.PART, range(2, 4)).failures)


def test_a_hostile_list_is_read_within_its_limits() -> None:
    assert tried(proof_imports.PART, [1]).failures == []


def test_a_list_that_takes_too_much_is_seen(monkeypatch: Patch) -> None:
    monkeypatch.setattr(proof_imports, "MEGABYTES", 1)
    assert any("MB" in failure for failure in tried(proof_imports.PART, [1]).failures)


@pytest.fixture(scope="module")
def impatient() -> Iterator[proof_crashes.Driver]:
    opened = proof_crashes.Driver(proof_crashes.library(), word="impatient")
    yield opened
    opened.close()


@pytest.fixture
def no_waiting(impatient: proof_crashes.Driver, monkeypatch: Patch) -> None:
    """A lock that is not to be had is waited for a moment instead of five seconds."""
    monkeypatch.setattr(proof_crashes, "driver", lambda: impatient)


needs_shim = pytest.mark.skipif(not proof_crashes.COMPILES, reason=proof_crashes.NO_COMPILER)


@needs_shim
@pytest.mark.usefixtures("no_waiting")
def test_who_was_killed_lost_nothing() -> None:
    whole = tried(proof_crashes.PART, range(1, 2 * len(SCENARIOS), 2))
    assert whole.failures == []
    assert whole.counts["kills"] == len(SCENARIOS)


@needs_shim
@pytest.mark.usefixtures("no_waiting")
def test_an_answer_that_was_not_waited_for_is_not_that_of_the_next_case(
    impatient: proof_crashes.Driver, tmp_path: Path, monkeypatch: Patch
) -> None:
    def wait_no_longer() -> str:
        raise TimeoutError

    answers = impatient._process.stdout
    assert answers is not None
    monkeypatch.setattr(impatient._process, "stdout", SimpleNamespace(readline=wait_no_longer, close=answers.close))
    with pytest.raises(TimeoutError):
        impatient.try_case(tmp_path, "new")
    assert tried(proof_crashes.PART, [1, 3]).failures == []


@needs_shim
@pytest.mark.usefixtures("no_waiting")
def test_a_full_disk_is_reported_and_changes_nothing() -> None:
    assert tried(proof_crashes.PART, range(0, 2 * len(SCENARIOS), 2)).failures == []


@needs_shim
@pytest.mark.usefixtures("no_waiting")
def test_what_failed_when_all_was_written_is_not_called_refused() -> None:
    """The folder could not be synced, the journal not removed, the event that was made not be locked."""
    assert tried(proof_crashes.PART, (30, 34, 64, 66, 90, 170)).failures == []


@needs_shim
@pytest.mark.usefixtures("no_waiting")
def test_what_was_committed_is_saved_though_no_lock_is_to_be_had_any_more() -> None:
    """Seed 506 fails the last call for a lock, when all is on the disk; the answer was once “refused”."""
    assert tried(proof_crashes.PART, [506]).failures == []


@needs_shim
def test_an_entry_that_a_kill_took_is_seen(monkeypatch: Patch) -> None:
    """The program acknowledges here what never came to the disk."""
    calls = proof_crashes._undisturbed("entry", proof_crashes.ALL)
    monkeypatch.setattr(proof_crashes, "_undisturbed", lambda *_values: calls)
    opened = proof_crashes.Driver(proof_crashes.library(), word="lost")
    monkeypatch.setattr(proof_crashes, "driver", lambda: opened)
    failures = tried(proof_crashes.PART, [1]).failures
    opened.close()
    assert any("should have left" in failure for failure in failures)


def test_a_program_that_ends_badly_is_seen_and_its_account_is_read() -> None:
    (failure,) = proof_earlier.program("tests.proof.no_such_program", lambda _seed: [])(1).failures
    assert "No module named" in failure
    outcome = Outcome()
    for line in ("mcr, second counter: 2 differences in 300 hands", "zung-jung: 250 hands, 1 differences, 0 s"):
        proof_earlier.read_account(line, outcome)
    assert sum(count for what, count in outcome.counts.items() if what.startswith("differences")) == 3


def test_an_entry_that_is_missing_after_a_series_in_networks_is_seen(monkeypatch: Patch) -> None:
    if why := proof_networks.why_not():
        pytest.skip(why)
    monkeypatch.setattr(proof_networks, "_STEPS", 1)
    whole = tried(proof_networks.PART, [1])
    assert (whole.failures, whole.counts["entries acknowledged"] > 0) == ([], True)
    monkeypatch.setattr(proof_networks, "records_of", changed(proof_shared.records_of, lambda found: found[:-4]))
    assert any("acknowledged and lost" in failure for failure in tried(proof_networks.PART, [1]).failures)


def test_where_no_networks_can_be_made_it_is_said_that_nothing_was_tried(monkeypatch: Patch) -> None:
    monkeypatch.setattr(proof_networks, "why_not", lambda: "needs root")
    assert tried(proof_networks.PART, [1]).remarks == {"not tried: needs root": 1}
