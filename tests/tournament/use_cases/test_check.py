"""Checking a journal: silent on a good one, loud on everything that can be wrong with one."""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest
from msgspec import structs

from tests.tournament.use_cases.events import BY, A, B, C, D, drawn, punish, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.language import ENGLISH
from tournament.ledger.codec import decode
from tournament.ledger.entry import Record, hash_of, table_stream
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.ledger.journal import Journal
from tournament.ledger.sheet import build_sheet
from tournament.rules.payment import Outcome
from tournament.use_cases import CancelPenalty, CloseSheet, CorrectHand, RecordTotals, View, carry_out
from tournament.use_cases.chain import chain_problems, continuation_problems, fingerprint_of, next_problems
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import Redo, Undo


@pytest.fixture
def records() -> list[Record]:
    """An event with a bit of everything."""
    store = FakeStore()
    book = drawn(store)
    win(book, 1, A, B, 8)
    win(book, 2, C, None, 20)
    punish(book, D, "false-hu-short", hand=3)
    given = punish(book, B, "late", minutes=12).entries[-1]
    win(book, 3, None)
    carry_out(book, CorrectHand(1, 1, 2, Outcome(C, A, 20), "wrong column"), by=BY)
    carry_out(book, CancelPenalty(given.id, "was in time"), by=BY)
    carry_out(book, Undo(), by=BY)
    carry_out(book, Redo(), by=BY)
    win(book, 4, D, A, 30)
    carry_out(book, Undo(), by=BY)
    carry_out(book, CloseSheet(1, 1), by=BY)
    carry_out(book, RecordTotals(1, 2, (50, 20, 20, -90)), by=BY)
    return store.records


def sealed(records: list[Record]) -> list[Record]:
    """The records with a chain that fits, as somebody who knows how would forge it."""
    last: dict[str, str] = {}
    found: list[Record] = []
    for record in records:
        open_ = structs.replace(
            record,
            position=len(found) + 1,
            previous=last.get(record.stream, "0" * 64),
            before=found[-1].hash if found else "0" * 64,
        )
        if record.kind == "heads-chained":
            content = json.loads(record.content)
            for head in content["heads"]:
                head["hash"] = last[head["stream"]]
            open_ = structs.replace(open_, content=json.dumps(content, sort_keys=True, separators=(",", ":")))
        found.append(structs.replace(open_, hash=hash_of(open_)))
        last[record.stream] = found[-1].hash
    return found


def codes(records: list[Record]) -> list[str]:
    return [problem.code for problem in check_records(records).problems]


def changed(records: list[Record], kind: str, change: Callable[[dict], object]) -> list[Record]:
    """The records with the content of the first of ``kind`` changed, and the chain forged to fit."""
    place = next(place for place, record in enumerate(records) if record.kind == kind)
    content = json.loads(records[place].content)
    change(content)
    return sealed(
        [*records[:place], structs.replace(records[place], content=json.dumps(content)), *records[place + 1 :]]
    )


def test_a_good_event_has_no_problem(records):
    checked = check_records(records)
    assert checked.problems == ()
    assert (checked.players, checked.hands, checked.entries) == (8, 3, len(records))


def test_forging_the_chain_alone_changes_nothing(records):
    assert codes(sealed(records)) == []


def test_an_altered_entry_is_found(records):
    place = next(place for place, record in enumerate(records) if record.kind == "hand-recorded")
    altered = structs.replace(records[place], content=records[place].content.replace('"points":8', '"points":80'))
    assert altered != records[place]
    assert codes([*records[:place], altered, *records[place + 1 :]]) == ["entry-altered"]


@pytest.mark.parametrize("role", ["", "referee", "viewer"])
def test_another_role_is_an_altered_entry(records, role):
    assert records[7].role == "organiser"
    assert "entry-altered" in codes([*records[:7], structs.replace(records[7], role=role), *records[8:]])


def test_a_role_that_there_is_not_cannot_be_read(records):
    assert codes(sealed([*records[:7], structs.replace(records[7], role="king"), *records[8:]])) == ["entry-unreadable"]


def of_an_early_version(records: list[Record]) -> list[Record]:
    """As versions before the first that is kept wrote them: a hash over a list in JSON, the previous hash in it."""
    last: dict[str, str] = {}
    found = []
    for record in records:
        content = record.content
        if record.kind == "heads-chained":
            heads = json.loads(content)
            heads["heads"] = [head | {"hash": last[head["stream"]]} for head in heads["heads"]]
            content = json.dumps(heads, separators=(",", ":"))
        previous = last.get(record.stream, "0" * 64)
        members = [
            *(record.id, record.stream, record.number, record.kind, record.version, record.author, record.desk),
            *(record.time, content, previous),
        ]
        text = json.dumps(members, ensure_ascii=False, separators=(",", ":"))
        last[record.stream] = sha256(text.encode()).hexdigest()
        found.append(
            structs.replace(record, content=content, previous=previous, before="", role="", hash=last[record.stream])
        )
    return found


def test_hashes_of_an_unknown_form_are_of_another_version_and_not_altered(records):
    early = of_an_early_version(records)
    (problem,) = check_records(early).problems
    assert (problem.code, problem.field) == ("hash-form-unknown", "version")
    assert "Another version of Quatre Vents wrote this event" in ENGLISH.render(problem.text)
    altered = [*early[:5], structs.replace(early[5], previous="1" * 64), *early[6:]]
    assert set(codes(altered)) >= {"entry-altered"}
    assert "entry-altered" in codes([structs.replace(records[0], content=early[1].content), *records[1:]])


def test_a_check_says_what_it_does_not_prove_where_no_end_is_recorded(records):
    fingerprint = View(Journal(decode(record) for record in records)).fingerprint
    assert fingerprint_of(records) == fingerprint
    assert check_records(records, fingerprint).unproven == ()
    (text,) = check_records(records).unproven
    assert "does not record where its journal ends" in ENGLISH.render(text)


@pytest.mark.parametrize("place", range(4, 12))
def test_a_missing_entry_is_found(records, place):
    assert set(codes([*records[:place], *records[place + 1 :]])) & {"entry-missing", "stream-cut"}


def test_an_event_that_was_never_created():
    assert codes([]) == ["no-event"]


def test_an_unreadable_entry_is_reported(records):
    assert codes(sealed([structs.replace(records[0], kind="horoscope"), *records[1:]])) == ["made-by-newer"]
    assert codes(sealed([structs.replace(records[0], content="{}"), *records[1:]])) == ["entry-unreadable"]


@pytest.mark.parametrize(
    "damaged",
    [{"kind": "event-treated"}, {"content": '{"fettings":{}}'}, {"version": 9}],
    ids=lambda each: next(iter(each)),
)
def test_what_damage_made_of_an_entry_was_written_by_no_newer_version(records, damaged):
    altered = [structs.replace(records[0], **damaged), *records[1:]]
    assert codes(altered) == ["entry-altered", "entry-unreadable"]


def test_rules_that_are_not_known(records):
    forged = changed(records, "event-created", lambda content: content["settings"].update(rules="poker"))
    assert codes(forged) == ["not-audited"]


def test_a_seat_taken_twice(records):
    def swap(content):
        content["seating"]["sessions"][1][1] = [5, 6, 3, 8]

    assert set(codes(changed(records, "draw-published", swap))) == {"entry-unreadable"}


def test_a_player_who_does_not_exist_in_the_draw(records):
    def swap(content):
        content["seating"]["sessions"][1][1] = [99, 6, 3, 8]

    assert set(codes(changed(records, "draw-published", swap))) == {"draw-fault", "entry-refers"}


def test_one_person_twice_among_the_players(records):
    def twice(content):
        content["players"][1].update(first_name="First1", last_name="Sample1")

    assert codes(changed(records, "players-added", twice)) == ["player-twice"]


def test_totals_that_do_not_balance(records):
    def wrong(content):
        content["totals"] = [50, 20, 20, -80]

    assert codes(changed(records, "totals-recorded", wrong)) == ["unbalanced"]


def test_totals_that_were_accepted_are_no_problem(records):
    def wrong(content):
        content.update(totals=[50, 20, 20, -80], accept_difference="signed so")

    assert codes(changed(records, "totals-recorded", wrong)) == []


def test_a_sheet_with_other_scores_is_reported(records, monkeypatch):
    """As if the sheet had a fault: the second account does not follow it."""

    def wrong(*, session, table, **known):
        sheet = build_sheet(session=session, table=table, **known)
        return replace(sheet, scores=(1, 0, 0, -1)) if (session, table) == (1, 1) else sheet

    monkeypatch.setattr("tournament.use_cases.view.build_sheet", wrong)
    assert "sheet-differs" in codes(records)
    assert "standings-differ" in codes(records)


def test_other_table_points_are_reported(records, monkeypatch):
    def wrong(**known):
        sheet = build_sheet(**known)
        return replace(sheet, table_points=tuple(reversed(sheet.table_points))) if sheet.counts else sheet

    monkeypatch.setattr("tournament.use_cases.view.build_sheet", wrong)
    assert "sheet-differs" in codes(records)


def cut(records: list[Record], last: int) -> list[str]:
    """What is found when the file says how many entries were written, and the ``last`` of them are gone."""
    end = Fingerprint(len(records), records[-1].hash)
    return [problem.code for problem in check_records(records[: len(records) - last], end).problems]


def test_every_cut_of_the_end_is_found(records):
    assert cut(records, 0) == []
    for last in range(1, len(records)):
        assert "journal-cut" in cut(records, last)


def test_two_entries_exchanged_are_found(records):
    one, other = (next(n for n, each in enumerate(records) if each.stream == stream)
                  for stream in (table_stream(1, 1), table_stream(1, 2)))  # fmt: skip
    exchanged = list(records)
    exchanged[one], exchanged[other] = exchanged[other], exchanged[one]
    assert "entry-missing" in codes(exchanged)
    renumbered = [structs.replace(record, position=n) for n, record in enumerate(exchanged, start=1)]
    assert "entry-altered" in codes(renumbered)
    resealed = [structs.replace(record, hash=hash_of(record)) for record in renumbered]
    assert "order-altered" in codes(resealed)


def test_the_lost_end_of_one_stream_is_found(records):
    table = table_stream(1, 2)
    ours = [n for n, record in enumerate(records) if record.stream == table]
    for first in range(len(ours)):
        lost = [record for n, record in enumerate(records) if n not in ours[first:]]
        assert "entry-missing" in codes(lost)
        closed_up = [structs.replace(record, position=n) for n, record in enumerate(lost, start=1)]
        assert {"entry-altered", "journal-cut"} & {
            problem.code for problem in check_records(closed_up, Fingerprint(len(records), records[-1].hash)).problems
        }


def test_a_row_with_a_right_hash_of_its_own_does_not_fit(records):
    place = next(place for place, record in enumerate(records) if record.kind == "hand-recorded")
    other = structs.replace(records[place], content=records[place].content.replace('"points":8', '"points":80'))
    forged = [*records[:place], structs.replace(other, hash=hash_of(other)), *records[place + 1 :]]
    assert {"entry-altered", "order-altered"} & set(codes(forged))


def test_the_last_entry_forged_is_found_by_what_the_file_says(records):
    last = structs.replace(records[-1], author="Somebody Else")
    forged = [*records[:-1], structs.replace(last, hash=hash_of(last))]
    end = Fingerprint(len(records), records[-1].hash)
    assert [problem.code for problem in check_records(forged, end).problems] == ["journal-altered"]


def test_an_entry_of_the_first_version_behind_one_of_the_second(records):
    last = structs.replace(records[-1], before="")
    assert "order-altered" in codes([*records[:-1], structs.replace(last, hash=hash_of(last))])


def test_of_what_cannot_be_read_nothing_is_counted():
    checked = check_records([])
    assert (checked.players, checked.hands, checked.entries, checked.fingerprint) == (0, 0, 0, NO_ENTRIES)


def without_before(records: list[Record]) -> list[Record]:
    """As the first version wrote them, which named only the entry before in the same stream."""
    last: dict[str, str] = {}
    found: list[Record] = []
    for record in records:
        content = record.content
        if record.kind == "heads-chained":
            heads = json.loads(content)
            heads["heads"] = [head | {"hash": last[head["stream"]]} for head in heads["heads"]]
            content = json.dumps(heads, sort_keys=True, separators=(",", ":"))
        open_ = structs.replace(record, content=content, previous=last.get(record.stream, "0" * 64), before="")
        found.append(structs.replace(open_, hash=hash_of(open_)))
        last[record.stream] = found[-1].hash
    return found


def one_by_one(records: list[Record]) -> list[str]:
    """The problems of each record as the next one of a journal, as a follower of a shared event finds them."""
    journal, found = Journal(), list[str]()
    for record in records:
        found += [problem.code for problem in next_problems(journal, record)]
        journal.append(decode(record))
    return found


def test_entries_of_the_first_version_may_be_continued_by_ones_that_name_all_before_them_and_not_the_reverse(records):
    old = without_before(records)
    assert codes(old) == one_by_one(old) == []
    before = fingerprint_of(old)
    last = next(record for record in reversed(records) if record.kind != "heads-chained")
    stream = [record for record in old if record.stream == last.stream]
    open_ = structs.replace(
        last, id="another", position=len(old) + 1, number=len(stream) + 1, previous=stream[-1].hash, before=before.hash
    )
    newer = structs.replace(open_, hash=hash_of(open_))
    assert one_by_one([*old, newer]) == []
    assert "order-altered" not in codes([*old, newer])
    open_ = structs.replace(
        open_, id="third", position=len(old) + 2, number=len(stream) + 2, previous=newer.hash, before=""
    )
    older = structs.replace(open_, hash=hash_of(open_))
    assert one_by_one([*old, newer, older]) == ["order-altered"]
    assert "order-altered" in codes([*old, newer, older])


@pytest.mark.parametrize("place", [0, 1, 5])
def test_one_altered_entry_is_not_taken_for_another_version(records, place):
    forged = [*records[:place], structs.replace(records[place], author="Somebody Else"), *records[place + 1 :]]
    assert "hash-form-unknown" not in codes(forged)
    assert "entry-altered" in codes(forged)


def test_each_fault_of_the_next_entry_is_named_as_in_the_whole_journal(records):
    *before, last = records
    journal = Journal(decode(record) for record in before)
    faults = {
        "position": ["entry-missing"],
        "number": ["entry-missing", "entry-altered"],
        "previous": ["entry-altered"],
        "before": ["order-altered"],
    }
    for field, expected in faults.items():
        value = getattr(last, field)
        other = structs.replace(last, **{field: value + 1 if isinstance(value, int) else "f" * 64})
        sealed_other = other if field == "number" else structs.replace(other, hash=hash_of(other))
        found = [problem.code for problem in next_problems(journal, sealed_other)]
        assert found == expected, field
        assert [problem.code for problem in chain_problems([*before, sealed_other])] == expected, field


@pytest.mark.parametrize(
    ("heads", "code"),
    [
        ([{"stream": "session-1/table-1", "number": 0, "hash": "0" * 64}], "entry-unreadable"),
        ([{"stream": "session-1/table-1", "number": "1", "hash": "0" * 64}], "entry-unreadable"),
        ([{"stream": 1, "number": 1, "hash": "0" * 64}], "entry-unreadable"),
        ([{"stream": "session-1/table-1", "number": 1}], "entry-unreadable"),
        ({}, None),
        (None, "entry-unreadable"),
        ([{"stream": "session-1/table-1", "number": 1, "hash": "f" * 64}], "stream-cut"),
        ([{"stream": "session-1/table-1", "number": 1000, "hash": "f" * 64}], "stream-cut"),
        ([{"stream": "session-9/table-9", "number": 1, "hash": "f" * 64}], "stream-cut"),
    ],
)
def test_heads_that_name_no_entry_of_their_stream(records, heads, code):
    """The last entry of all is replaced by one of heads, so that nothing else depends on it."""
    *before, last = records
    journal = Journal(decode(record) for record in before)
    open_ = structs.replace(
        last, kind="heads-chained", content=json.dumps({"moment": "end", "session": 1, "heads": heads})
    )
    forged = structs.replace(open_, hash=hash_of(open_))
    expected = [code] if code else []
    assert [problem.code for problem in next_problems(journal, forged)] == expected
    assert [problem.code for problem in chain_problems([*before, forged])] == expected


def test_a_whole_journal_continues_each_of_its_beginnings_and_no_other(records):
    for count in (0, 1, len(records) - 1, len(records)):
        assert continuation_problems(records, fingerprint_of(records[:count])) == ()
    (shorter,) = continuation_problems(records[:-1], fingerprint_of(records))
    assert ENGLISH.render(shorter.text).startswith(f"This event has {len(records) - 1} entries, but ")
    (other,) = continuation_problems(records, Fingerprint(2, "f" * 64))
    assert ENGLISH.render(other.text).startswith("The first 2 entries of this event are not those of ")
