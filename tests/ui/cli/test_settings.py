"""``settings FILE``: what the event is, where and when; shown and changed."""

from pathlib import Path

import pytest

from tests.examples.logos import drawn, written
from tests.ui.cli.conftest import Call


@pytest.fixture
def event(tmp_path: Path, call: Call) -> Path:
    path = tmp_path / "cup.qv"
    assert call("new", path, "--name", "Harbour Open 2026", "--sessions", 2, "--place", "Town hall").code == 0
    return path


def test_what_is_given_changes_and_the_rest_stays(event: Path, call: Call):
    assert call("settings", event, "--city", " Utrecht ", "--host-country", "the Netherlands").code == 0
    assert call("settings", event, "--starts", "2026-05-09", "--ends", "2026-05-10").code == 0
    assert call("settings", event, "--short-name", "HO26", "--level", "championship").code == 0
    shown = call("settings", event, "--json").json
    assert shown == {
        "name": "Harbour Open 2026", "place": "Town hall", "starts": "2026-05-09", "ends": "2026-05-10",
        "organiser": "", "city": "Utrecht", "host_country": "NL", "short_name": "HO26", "level": "championship",
        "web_address": "", "streamed": [],
        "format": "tournament", "rules": "mcr", "sessions": 2, "minutes": 120, "language": "en", "options": {},
        "logo": None, "late_points": "nothing", "late_fixed": {"table_points": "0", "score": 0},
        "sit_out_points": None, "sit_out_fixed": {"table_points": "0", "score": 0}, "country_size": 3, "team_size": 0,
        "final_ranks": "finalists", "officials": [], "certificate_words": "", "certificate_signatures": [],
    }  # fmt: skip
    assert call("settings", event, "--short-name", "").code == 0
    assert call("settings", event, "--json").json["short_name"] == ""
    assert "Utrecht" in call("settings", event).out


def test_what_federations_ask_is_not_shown_of_a_club_that_has_not_entered_it(tmp_path: Path, call: Call):
    path = tmp_path / "club.qv"
    assert call("new", path, "--name", "Friday", "--format", "club", "--city", "Lyon").code == 0
    names = [line.split()[0] for line in call("settings", path).out.splitlines()]
    assert "city" in names
    assert not {"level", "short_name", "host_country"} & {*names}
    assert call("settings", path, "--json").json["level"] == "tournament"


@pytest.mark.parametrize("written", ["NL", "NED", "NLD", "ned", "Netherlands", "Pays-Bas", "Holland"])
def test_a_country_is_understood_as_it_is_written(tmp_path: Path, call: Call, written: str):
    path = tmp_path / "cup.qv"
    assert call("new", path, "--name", "Cup", "--sessions", 1, "--host-country", written).code == 0
    assert call("settings", path, "--json").json["host_country"] == "NL"


def test_a_country_that_is_none_is_refused_and_nothing_changes(event: Path, call: Call):
    before = event.read_bytes()
    answer = call("settings", event, "--host-country", "Atlantis", "--city", "Utrecht")
    assert answer.code == 1
    assert answer.errors == ["error: “Atlantis” is not a known country: enter its name or its code, such as FR."]
    assert event.read_bytes() == before
    assert call("new", event.with_name("b.qv"), "--name", "B", "--sessions", 1, "--host-country", "EU").code == 1
    assert not event.with_name("b.qv").exists()


def test_tables_are_streamed_and_no_longer(event: Path, call: Call):
    assert call("settings", event, "--streamed", "4,1").code == 0
    assert call("settings", event, "--json").json["streamed"] == [1, 4]
    assert "streamed      1, 4" in call("settings", event).out
    assert "1, 4" in call("log", event).out
    before = event.read_bytes()
    for wrong in ("one", "0", "1,1001"):
        answer = call("settings", event, "--streamed", wrong)
        assert answer.code == 1
        assert "does not name tables" in answer.errors[0]
    assert event.read_bytes() == before
    assert call("settings", event, "--streamed", "").code == 0
    assert call("settings", event, "--json").json["streamed"] == []


def test_what_is_wrong_with_the_dates_is_refused(event: Path, call: Call):
    answer = call("settings", event, "--starts", "2026-05-10", "--ends", "2026-05-09")
    assert answer.code == 1
    assert call("settings", event, "--starts", "soon").code == 2


def test_a_logo_is_put_on_exchanged_and_taken_away(event: Path, call: Call):
    picture = event.with_name("logo.jpg")
    picture.write_bytes(written(drawn(2400, 400)))
    assert call("settings", event, "--logo", picture, "--city", "Utrecht").code == 0
    shown = call("settings", event, "--json").json
    assert shown["city"] == "Utrecht"
    assert shown["logo"].pop("bytes") > 100
    assert shown["logo"] == {"format": "png", "width": 1200, "height": 200}
    assert "PNG, 1200 × 200" in call("settings", event).out
    before = event.read_bytes()
    assert call("settings", event, "--logo", picture).code == 0
    assert event.read_bytes() == before, "the same picture again is no change"
    assert call("settings", event, "--no-logo").code == 0
    assert call("settings", event, "--json").json["logo"] is None
    log = [line["what"] for line in call("log", event, "--json").json]
    assert log == ["Event created", "Settings changed", "Logo changed", "Logo removed"]
    assert call("undo", event).code == 0
    assert call("settings", event, "--json").json["logo"]["width"] == 1200


def test_a_picture_that_cannot_be_read_is_refused_and_nothing_changes(event: Path, call: Call):
    before = event.read_bytes()
    answer = call("settings", event, "--logo", event, "--city", "Utrecht")
    assert (answer.code, len(answer.errors)) == (1, 1)
    assert "is not a picture that can be read here" in answer.errors[0]
    assert event.read_bytes() == before
    assert call("settings", event, "--logo", event.with_name("none.png")).code == 1
    assert call("settings", event, "--logo", event, "--no-logo").code == 2
    assert call("new", event.with_name("b.qv"), "--name", "B", "--sessions", 1, "--logo", event).code == 1
    assert not event.with_name("b.qv").exists()


def test_a_logo_goes_wherever_the_event_goes(tmp_path: Path, call: Call):
    picture, path, json = tmp_path / "logo.png", tmp_path / "cup.qv", tmp_path / "cup.json"
    picture.write_bytes(written(drawn(600, 300)))
    assert call("new", path, "--name", "Cup", "--sessions", 1, "--logo", picture).code == 0
    had = call("settings", path, "--json").json["logo"]
    assert had["width"] == 600
    assert call("export", path, "--what", "event", "--to", "json", "--out", json).code == 0
    assert call("new", tmp_path / "again.qv", "--from", json).code == 0
    assert call("settings", tmp_path / "again.qv", "--json").json["logo"] == had
    assert call("check", path).code == 0
    damaged = tmp_path / "damaged.qv"
    damaged.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    assert call("recover", damaged, "--to", tmp_path / "recovered.qv").code == 0
    assert call("settings", tmp_path / "recovered.qv", "--json").json["logo"] == had


def test_officials_and_the_texts_of_certificates_are_settings(event: Path, call: Call):
    officials = ("--official", "Head referee; Ada Bamboo; ada@example.org", "--official", "Referee; Bo Dragon")
    texts = ("--words", "Well played\nand thank you", "--signature", "Ada Bamboo", "--signature", "Bo Dragon")
    assert call("settings", event, *officials, *texts).code == 0
    shown = call("settings", event, "--json").json
    assert shown["officials"] == [
        {"role": "Head referee", "name": "Ada Bamboo", "contact": "ada@example.org"},
        {"role": "Referee", "name": "Bo Dragon", "contact": ""},
    ]
    assert shown["certificate_words"] == "Well played\nand thank you"
    assert shown["certificate_signatures"] == ["Ada Bamboo", "Bo Dragon"]
    assert "Head referee; Ada Bamboo; ada@example.org · Referee; Bo Dragon" in call("settings", event).out
    refused = call("settings", event, "--official", "Ada Bamboo")
    assert refused.code == 1
    assert "“Ada Bamboo” does not name an official: write role; name; contact" in refused.err
    assert "up to 3 signatures" in call("settings", event, "--signature", "A; B; C; D").err
    assert call("settings", event, "--official", "", "--signature", "", "--words", "").code == 0
    assert call("settings", event, "--json").json["officials"] == []
    assert call("settings", event, "--json").json["certificate_signatures"] == []
