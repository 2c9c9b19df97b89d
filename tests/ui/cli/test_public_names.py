"""Names in public on the command line: set, shown, refused, and used by what is public."""

from pathlib import Path

import pytest

from tests.ui.cli.conftest import Call
from tests.ui.cli.test_sitting_out import new_event


@pytest.fixture
def path(tmp_path: Path, call: Call) -> Path:
    return new_event(tmp_path, call, 4, 2)


def test_each_choice_is_set_shown_and_undone(path: Path, call: Call) -> None:
    said = call("players", path, "set", 1, "--public", "nickname", "--nickname", " Tiger ")
    assert (said.code, said.out.splitlines()[0]) == (0, "1 Ada Bamboo: playing")
    assert "In public: Tiger" in said.err
    assert "In public: B. C." in call("players", path, "set", 2, "--public", "initials").err
    assert "In public: #3" in call("players", path, "set", "Cleo Wind", "--public", "hidden").err
    listed = call("players", path, "list", "--json").json
    assert [(each["first_name"], each["public"], each["nickname"]) for each in listed] == [
        ("Ada", "nickname", "Tiger"), ("Ben", "initials", ""), ("Cleo", "hidden", ""), ("Dan", "name", ""),
    ]  # fmt: skip
    assert call("undo", path).code == 0
    assert call("players", path, "list", "--json").json[2]["public"] == "name"


def test_papers_for_walls_have_public_names_and_lists_the_full_ones(path: Path, tmp_path: Path, call: Call) -> None:
    call("players", path, "set", 1, "--public", "nickname", "--nickname", "Tiger")
    call("draw", path, "--seed", 1)
    found = {}
    for what in ("seating-by-player", "players", "seating-file"):
        out = tmp_path / f"{what}.csv"
        assert call("export", path, "--what", what, "--to", "csv", "--out", out).code == 0
        found[what] = out.read_text(encoding="utf-8-sig")
    assert "Tiger" in found["seating-by-player"]
    assert "Bamboo" not in found["seating-by-player"]
    assert "Bamboo" in found["players"]
    assert "Bamboo" in found["seating-file"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--public", "nickname"), "has no nickname: enter one, or choose initials or the number."),
        (("--public", "nickname", "--nickname", "tíger"), "is also a name of player 2 (Ben Circle)"),
        (("--public", "nickname", "--nickname", "Dan Dragon"), "is also a name of player 4 (Dan Dragon)"),
        (("--nickname", "a\u2028b"), "the nickname contains control characters. Type it again."),
        (("--nickname", "x" * 61), "the nickname has 61 characters; the limit is 60. Shorten it."),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_is_written(
    path: Path, call: Call, options: tuple[str, ...], said: str
) -> None:
    call("players", path, "set", 2, "--public", "nickname", "--nickname", "Tiger")
    before = call("players", path, "list", "--json").json
    refused = call("players", path, "set", 1, *options)
    assert refused.code == 1
    assert said in refused.err
    assert call("players", path, "list", "--json").json == before


def test_a_nickname_that_is_not_shown_is_kept_with_a_remark(path: Path, call: Call) -> None:
    said = call("players", path, "set", 1, "--nickname", "Tiger")
    assert "In public: Ada Bamboo" in said.err
    assert "The nickname is not shown: --public nickname shows it." in said.err


def test_a_new_player_cannot_have_a_nickname_as_their_name(path: Path, tmp_path: Path, call: Call) -> None:
    call("players", path, "set", 1, "--public", "nickname", "--nickname", "Kim Chow")
    listed = tmp_path / "more.csv"
    listed.write_text("first_name,last_name\nKim,Chow\n", encoding="utf-8")
    refused = call("players", path, "import", listed)
    assert refused.code == 1
    assert "The nickname “Kim Chow” of player 1" in refused.err
