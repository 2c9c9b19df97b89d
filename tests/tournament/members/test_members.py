"""The directory of people: completing, matching, merging with undo, erasing."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples.events import LedgerWriter
from tournament.catalogue import DEFAULT
from tournament.event.player import Player, PublicName
from tournament.event.problem import Refused
from tournament.event.settings import Settings
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import EventCreated
from tournament.members.joining import NEW, ListedPerson, compare
from tournament.members.matching import MatchReason, MemberIndex
from tournament.members.member import EMA, DirectoryMember, FederationNumber, completed, member_of
from tournament.storage import write_event
from tournament.storage.members import member_directory
from tournament.use_cases.ports import StoreDamaged


def person(first: str, last: str, ema: str = "", number: int = 0, **others: object) -> DirectoryMember:
    numbers = (FederationNumber(EMA, ema),) if ema else ()
    return DirectoryMember(number, first, last, numbers=numbers, **others)  # type: ignore[arg-type]


ADA = person("Ada", "Bamboo", "09990001", 1, country="SE", club="Harbour")
BEN = person("Ben", "Circle", "04990002", 2, country="FR", club="Bridge")
BO = person("Bo", "Dragon", "", 3, country="DK", former_names=("Bo Flower",))


def found(*members: DirectoryMember, **of: object) -> tuple[int | None, list[tuple[int, MatchReason]]]:
    match = MemberIndex(members).find(person(**of))  # type: ignore[arg-type]
    return match.sure.member.number if match.sure else None, [(each.member.number, each.reason) for each in match.asked]


@pytest.mark.parametrize(
    "of",
    [
        {"first": "Ada", "last": "Bamboo"},
        {"first": "ADA", "last": "bamboo", "country": "SWE"},
        {"first": "Bamboo", "last": "Ada"},
        {"first": "Adá", "last": "Bämboo"},
        {"first": "Ada", "last": "Bambo", "ema": "09990001"},
        {"first": "Adda", "last": "Bamboo", "country": "SE", "club": "harbour"},
        {"first": "Aad", "last": "Bamboo", "country": "SE", "club": "Harbour"},
    ],
)
def test_the_same_person_is_known(of):
    assert found(ADA, BEN, BO, **of) == (1, [])


@pytest.mark.parametrize(
    ("of", "asked"),
    [
        ({"first": "Ada", "last": "Bamboo", "ema": "09990009"}, [(1, MatchReason.OTHER_NUMBER)]),
        ({"first": "Ada", "last": "Bamboo", "country": "FR"}, [(1, MatchReason.OTHER_COUNTRY)]),
        ({"first": "Zoë", "last": "Winter", "ema": "09990001"}, [(1, MatchReason.OTHER_NAME)]),
        ({"first": "Adda", "last": "Bamboo", "country": "SE"}, [(1, MatchReason.SLIP)]),
        ({"first": "A.", "last": "Bamboo"}, [(1, MatchReason.PART)]),
        ({"first": "Ada Maria", "last": "Bamboo"}, [(1, MatchReason.PART)]),
    ],
)
def test_who_may_be_the_same_is_asked(of, asked):
    assert found(ADA, BEN, BO, **of) == (None, asked)


def test_a_former_name_is_known():
    match = MemberIndex((ADA, BEN, BO)).find(person("Bo", "Flower"))
    assert match.sure is not None
    assert (match.sure.member, match.sure.reason) == (BO, MatchReason.FORMER_NAME)


def test_of_namesakes_none_is_guessed():
    other = replace(ADA, number=4, numbers=(), club="Bridge")
    assert found(ADA, other, first="Ada", last="Bamboo", country="SE") == (
        None,
        [(1, MatchReason.NAMESAKES), (4, MatchReason.NAMESAKES)],
    )
    abroad = replace(other, country="FR")
    assert found(ADA, abroad, first="Ada", last="Bamboo", country="SE") == (1, [])


def test_two_members_with_one_number_are_asked_about():
    twice = replace(ADA, number=4)
    assert found(ADA, twice, first="Ada", last="Bamboo", ema="09990001") == (
        None,
        [(1, MatchReason.NAMESAKES), (4, MatchReason.NAMESAKES)],
    )


def test_strangers_are_strangers():
    assert found(ADA, BEN, BO, first="Zoë", last="Winter", country="SE", club="Harbour") == (None, [])


def test_duplicates_are_named_once_each():
    again = person("Bamboo", "Ada", number=7)
    ((later, candidate),) = MemberIndex((ADA, BEN, again)).duplicates()
    assert (later, candidate.member, candidate.reason) == (again, ADA, MatchReason.NAME)


def test_what_only_the_other_has_is_added():
    other = person("Ada", "Winter", "-", country="FR", club="Bridge", nickname="Pearl", public=PublicName.HIDDEN)
    after = completed(ADA, other)
    assert (after.country, after.club, after.nickname) == ("SE", "Harbour", "Pearl")
    assert (after.former_names, after.ema_number, after.public) == (("Ada Winter",), "09990001", PublicName.HIDDEN)
    assert completed(after, other) == after


def test_a_name_in_another_order_is_no_former_name():
    assert completed(ADA, person("BAMBOO", "Ada")) == ADA


names = st.text(st.characters(categories=("Lu", "Ll", "Lo"), include_characters=" -'’"), min_size=1, max_size=20)


@given(names, names, names, st.sampled_from(("", "-", "09990001", "12")))
def test_a_member_is_found_again_by_what_it_was_made_of(first, last, club, number):
    member = replace(member_of(Player(3, first, last, "SE", number, club)), number=1)
    assert replace(member.player, number=3) == Player(3, first, last, "SE", number, club)
    match = MemberIndex((member,)).find(replace(member, number=0))
    if member.name.strip("-'’ "):
        assert match.sure is not None or number == "09990001"


def test_a_list_is_compared_and_answers_decide():
    listed = [
        ListedPerson(2, person("Ada", "Bamboo", country="SE", nickname="Pearl")),
        ListedPerson(3, person("Adda", "Bamboo")),
        ListedPerson(4, person("Zoë", "Winter")),
        ListedPerson(5, person("Bamboo", "Ada")),
    ]
    joining = compare(listed, (ADA, BEN), {})
    assert [each.line for each in joining.new] == [4]
    assert [(each.listed.line, each.after.nickname) for each in joining.joined] == [(2, "Pearl")]
    assert [each.line for each, _match in joining.asked] == [3, 5]
    answered = compare(listed, (ADA, BEN), {3: NEW, 5: 2})
    assert [each.line for each in answered.new] == [3, 4]
    assert [(each.listed.line, each.after.number) for each in answered.joined] == [(2, 1), (5, 2)]
    assert answered.joined[1].after.former_names == ("Bamboo Ada",)
    with pytest.raises(Refused):
        compare(listed, (ADA, BEN), {9: NEW, 3: 99})


def test_what_is_written_is_read_again(tmp_path: Path):
    path = tmp_path / "members.db"
    with member_directory(path) as directory:
        ada, bo = directory.write([replace(ADA, number=0), replace(BO, number=0)])
        assert (ada.number, bo.number) == (1, 2)
    with member_directory(path) as directory:
        assert directory.members() == (ada, bo)
        directory.write([replace(ada, club="Bridge")])
        assert directory.member(1).club == "Bridge"
        with pytest.raises(Refused):
            directory.member(9)
        with pytest.raises(Refused):
            directory.write([replace(BEN, number=0), replace(ADA, number=9)])
        assert len(directory.members()) == 2


def test_a_merge_is_undone(tmp_path: Path):
    with member_directory(tmp_path / "members.db") as directory:
        ada, other, _ben = directory.write([replace(each, number=0) for each in (ADA, person("Ada", "Winter"), BEN)])
        merged = directory.merge(1, 2)
        assert merged.former_names == ("Ada Winter",)
        assert [each.number for each in directory.members()] == [1, 3]
        assert directory.undo_merge() == (ada, other)
        assert [each.number for each in directory.members()] == [1, 2, 3]
        with pytest.raises(Refused):
            directory.undo_merge()
        directory.merge(1, 2)
        directory.write([replace(directory.member(1), club="Bridge")])
        with pytest.raises(Refused):
            directory.undo_merge()
        with pytest.raises(Refused):
            directory.merge(1, 1)


def test_nothing_of_an_erased_person_stays_in_the_file(tmp_path: Path):
    path = tmp_path / "members.db"
    with member_directory(path) as directory:
        directory.write([replace(each, number=0) for each in (ADA, person("Ada", "Wintergreen"), BEN)])
        directory.merge(1, 2)
        directory.write([replace(directory.member(1), notes="prefers mornings")])
        directory.erase(1)
        assert [each.number for each in directory.members()] == [3]
    content = path.read_bytes()
    assert [word for word in (b"Ada", b"Bamboo", b"Wintergreen", b"mornings") if word in content] == []
    assert b"Circle" in content


def test_a_person_who_came_by_a_merge_of_a_merge_is_erased_too(tmp_path: Path):
    path = tmp_path / "members.db"
    with member_directory(path) as directory:
        directory.write([person("Ada", "Bamboo"), person("Ada", "Wintergreen"), person("Ada", "Springtime")])
        directory.merge(1, 2)
        directory.merge(3, 1)
        directory.erase(3)
    assert b"Wintergreen" not in path.read_bytes()


def test_only_the_user_may_read_the_file(tmp_path: Path):
    with member_directory(tmp_path / "members.db"):
        pass
    assert (tmp_path / "members.db").stat().st_mode & 0o077 == 0


def test_a_file_that_is_no_directory_is_refused(tmp_path: Path):
    (tmp_path / "members.db").write_bytes(b"no database" * 100)
    with pytest.raises(StoreDamaged), member_directory(tmp_path / "members.db"):
        pass


def test_an_event_is_no_directory_and_stays_as_it_is(tmp_path: Path):
    ledger = LedgerWriter()
    ledger.write(EVENT_STREAM, EventCreated(Settings(name="Cup", rules=DEFAULT.id, sessions=2)))
    write_event(tmp_path / "cup.qv", [entry.record for entry in ledger.view.journal])
    before = (tmp_path / "cup.qv").read_bytes()
    with pytest.raises(StoreDamaged, match="no directory of people"), member_directory(tmp_path / "cup.qv"):
        pass
    assert (tmp_path / "cup.qv").read_bytes() == before


def test_a_damaged_row_is_refused(tmp_path: Path):
    path = tmp_path / "members.db"
    with member_directory(path) as directory:
        directory.write([replace(ADA, number=0)])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE members SET content = '{'")
    with pytest.raises(StoreDamaged, match="damaged"), member_directory(path) as directory:
        directory.members()


def test_an_error_of_the_caller_is_their_own(tmp_path: Path):
    with pytest.raises(OSError, match="full"), member_directory(tmp_path / "members.db"):
        raise OSError("full")


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(tmp_path: Path):
    with member_directory(tmp_path / "members.db") as one, member_directory(tmp_path / "members.db") as other:
        (seen,) = one.write([replace(ADA, number=0)])
        (changed,) = other.write([replace(seen, club="Bridge")], [seen])
        with pytest.raises(Refused):
            one.write([replace(BEN, number=0), replace(seen, country="FR")], [seen])
        assert one.members() == (changed,)
