"""``recover FILE --to NEW``: a whole event from a damaged one, and what is missing."""

import json
from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call, hand, lines
from ui.cli.bootstrap import make_sample

PAGE = 4096


@pytest.fixture
def played(event: Path, call: Call) -> Path:
    """An event with hands at several tables."""
    for table in (1, 2, 3):
        many = lines(*({**hand(number, "A", "C", 12), "table": table} for number in range(1, 9)))
        assert call("record", event, "--jsonl", stdin=many).code == 0
    return event


def test_a_whole_event_is_copied_and_nothing_is_missing(tmp_path: Path, played: Path, call: Call):
    new = tmp_path / "new.qv"
    answer = call("recover", played, "--to", new)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.endswith("Nothing is missing.\n")
    assert call("log", new, "--json").json == call("log", played, "--json").json
    assert call("check", new, "--since", call("check", played, "--json").json["fingerprint"]).code == 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_a_cut_event_and_what_is_missing(tmp_path: Path, played: Path, call: Call, language: str):
    alone = tmp_path / "alone"  # Beside it there would be its entries, in the event that was cut.
    alone.mkdir()
    new, cut = tmp_path / "new.qv", alone / "cut.qv"
    cut.write_bytes(played.read_bytes()[: -2 * PAGE])
    assert call("check", cut).code == 1
    before = cut.read_bytes()
    answer = call("--lang", language, "recover", cut, "--to", new)
    assert answer.code == 1
    assert answer.errors == answer.err.splitlines() != []
    assert call("check", new).code == 0
    assert cut.read_bytes() == before
    told = call("recover", cut, "--to", tmp_path / "again.qv", "--json")
    assert told.code == 1
    assert (told.json["entries"], told.json["to"]) == (
        call("check", new, "--json").json["entries"],
        str(tmp_path / "again.qv"),
    )
    assert len(told.json["missing"]) == len(answer.errors)
    *before_it, last = call("log", new, "--json").json
    assert (last["kind"], last["content"]["kept"]) == ("event-recovered", len(before_it))
    assert last["content"]["lost"] > 0


def test_it_never_overwrites(tmp_path: Path, played: Path, call: Call):
    there = tmp_path / "there.qv"
    there.write_text("somebody's")
    for new in (there, played, tmp_path):
        answer = call("recover", played, "--to", new)
        assert (answer.code, answer.out) == (1, "")
        assert "already exists" in answer.err
    assert there.read_text() == "somebody's"
    assert call("recover", played, "--to", ":memory:").code == 1
    assert call("recover", played, "--to", tmp_path / "nowhere" / "new.qv").code == 3
    assert call("recover", played).code == 2


def test_what_has_no_entry_makes_no_file(tmp_path: Path, call: Call):
    new, none = tmp_path / "new.qv", tmp_path / "none.qv"
    none.write_bytes(bytes(20_000))
    answer = call("recover", none, "--to", new)
    assert (answer.code, answer.out) == (1, "")
    assert "No entry in" in answer.err
    assert not new.exists()


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The sample event, played to its end."""
    path = tmp_path_factory.mktemp("sample") / "sample.qv"
    make_sample(path)
    return path.read_bytes()


def zeroed(content: bytes, first: bytes, length: int, path: Path) -> Path:
    """A file in which ``length`` bytes are zero, from where ``first`` begins."""
    place = content.index(first)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content[:place] + bytes(length) + content[place + length :])
    return path


def test_one_changed_bit_in_the_draw_loses_nothing(tmp_path: Path, sample: bytes, call: Call) -> None:
    path, new = tmp_path / "damaged.qv", tmp_path / "new.qv"
    damaged = bytearray(sample)
    damaged[sample.index(b'{"seating":') + 60] ^= 4
    path.write_bytes(damaged)
    assert call("check", path).code == 1
    answer = call("recover", path, "--to", new)
    assert answer.code == 0
    assert "1 damaged entry was corrected by one bit or byte, and agrees with its hash again: 3." in answer.err
    assert answer.out.endswith("Nothing is missing.\n")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["damaged.qv", "new.qv"]
    whole = tmp_path / "whole.qv"
    whole.write_bytes(sample)
    assert call("log", new, "--json").json == call("log", whole, "--json").json


def test_lost_entries_come_from_an_event_in_the_same_folder(tmp_path: Path, sample: bytes, call: Call) -> None:
    path = zeroed(sample, b'{"seating":', 300, tmp_path / "damaged" / "cup.qv")
    other = path.with_name("other.qv")
    other.write_bytes(sample)
    answer = call("recover", path, "--to", tmp_path / "new.qv")
    assert (answer.code, answer.err) == (
        0,
        f"remark: 1 lost entry is taken from “{other}”, since other entries name its hash: 3.\n",
    )
    assert call("check", tmp_path / "new.qv", "--since", call("check", other, "--json").json["fingerprint"]).code == 0


def test_nothing_is_taken_from_another_event(tmp_path: Path, sample: bytes, played: Path, call: Call) -> None:
    path = zeroed(sample, b'{"seating":', 300, tmp_path / "damaged" / "cup.qv")
    path.with_name("other.qv").write_bytes(played.read_bytes())
    answer = call("recover", path, "--to", tmp_path / "new.qv", "--json")
    assert (answer.code, answer.json["remarks"], answer.json["kept"]) == (1, [], 2)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", ["en", "fr", "zh"])
def test_after_the_draw_is_published_again_the_lines_record_everything_that_depended_on_it(
    tmp_path: Path, sample: bytes, call: Call, language: str
) -> None:
    path = zeroed(sample, b'{"seating":', 310, tmp_path / "damaged" / "cup.qv")
    whole, new, seating = tmp_path / "whole.qv", tmp_path / "new.qv", tmp_path / "seating.csv"
    whole.write_bytes(sample)
    assert call("export", whole, "--what", "seating-file", "--to", "csv", "--out", seating).code == 0
    answer = call("--lang", language, "recover", path, "--to", new, "--json")
    found = answer.json
    assert (answer.code, found["intact"], found["kept"], found["listed"]) == (1, 290, 2, 288)
    words = Path(found["list"]).read_text(encoding="utf-8")
    for line in call("log", whole, "--json").json:
        if line["kind"] == "hand-recorded":
            assert f"\n{line['position']} · {line['time'][:16].replace('T', ' ')} · {line['author']} · " in words
    written = Path(found["lines"]).read_text(encoding="utf-8").splitlines()
    assert len({json.loads(line)["id"] for line in written}) == len(written)
    assert call("draw", new, "--import", seating).code == 0
    assert call("record", new, found["lines"]).code == 0
    assert call("standings", new, "--json").json == call("standings", whole, "--json").json
    entries = call("check", new, "--json").json["entries"]
    assert call("record", new, found["lines"]).code == 0
    assert call("check", new, "--json").json["entries"] == entries, "a line that is recorded again writes nothing"
