"""``results`` writes the package, names what is missing, and is refused where there is nothing to write."""

import zipfile
from pathlib import Path

from tests.ui.cli.conftest import Call, hand, lines


def played(call: Call, event: Path) -> None:
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", "B", 24))).code == 0


def test_the_package_is_a_folder_or_a_zip(event: Path, call: Call, tmp_path: Path):
    played(call, event)
    folder = call("results", event, "--out", tmp_path / "results")
    assert folder.code == 0, folder.err
    names = sorted(path.name for path in (tmp_path / "results").iterdir())
    assert folder.out.splitlines()[:-2] == [name for name in folder.out.splitlines() if name in names]
    assert {"standings.pdf", "statistics.xlsx", "mail-en.txt", "mail-fr.txt", "mail-zh.txt"} <= set(names)
    assert "remark: Not included: index.html. No results are public yet" in folder.err
    assert "remark: These results can still change." in folder.err
    zipped = call("results", event, "--out", tmp_path / "results.zip", "--json", "--paper", "letter")
    assert zipped.code == 0
    with zipfile.ZipFile(tmp_path / "results.zip") as archive:
        assert sorted(archive.namelist()) == names == sorted(each["name"] for each in zipped.json["files"])
    left_out = {each["name"]: each for each in zipped.json["left_out"]}
    assert left_out["index.html"]["problems"][0]["code"] == "results-withheld"
    assert len(left_out["ema-results.xlsx"]["problems"]) > 1
    assert zipped.json["final"] is False


def test_held_results_are_left_out(event: Path, call: Call, tmp_path: Path):
    played(call, event)
    scores = {"A": 40, "B": 20, "C": -20, "D": -40}
    totals: list[dict[str, object]] = [
        {"type": "totals", "session": 1, "table": table, "totals": scores} for table in (2, 3, 4)
    ]
    totals.append({"type": "close", "session": 1, "table": 1})
    assert call("record", event, "--jsonl", stdin=lines(*totals)).code == 0
    assert call("publish", event, "--session", 1, "--hold-last").code == 0
    refused = call("results", event, "--out", tmp_path / "results", "--json")
    assert refused.code == 1
    assert not (tmp_path / "results").exists()


def test_nothing_played_and_bad_places_are_refused(event: Path, call: Call, tmp_path: Path):
    nothing = call("results", event, "--out", tmp_path / "results")
    assert (nothing.code, len(nothing.errors)) == (1, 1)
    assert list(tmp_path.glob("results*")) == []
    played(call, event)
    before = event.read_bytes()
    assert call("results", event, "--out", event).code == 1
    assert event.read_bytes() == before
    assert call("results", event, "--out", tmp_path / "no" / "folder").code == 3
    assert call("results", event).code == 2
