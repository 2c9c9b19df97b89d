"""``signature``: a key in the keyring or in a file signs closed sessions, and ``check`` says whose signature holds."""

import json
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from msgspec import structs
from pypdf import PdfReader

from tests.tournament.use_cases.test_check import sealed
from tests.ui.cli.conftest import Call
from tests.ui.web_host.keyrings import Keyring, LockedKeyring
from tournament.ledger.entry import Record
from tournament.storage import open_for_reading
from tournament.storage.creation import write_event
from ui.cli.commands import NEW_PIN_VARIABLE
from ui.cli.context import PIN_VARIABLE
from ui.signing import PASSPHRASE_VARIABLE

CLOSE = ("--to", "closed", "--reason", "the hall closes")


@pytest.fixture(autouse=True)
def _own_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "correct horse")


@pytest.fixture
def kept() -> Iterator[Keyring]:
    """The keyring of this computer."""
    usual, fake = keyring.get_keyring(), Keyring()
    keyring.set_keyring(fake)
    yield fake
    keyring.set_keyring(usual)


@pytest.fixture
def signed(event: Path, call: Call, kept: Keyring) -> Path:
    """Session 1 is closed and signed."""
    assert call("signature", event, "create", "--holder", "Ada Sample").code == 0
    closed = call("session", event, 1, *CLOSE)
    assert (closed.code, closed.err) == (0, "")
    return event


def states(call: Call, event: Path, *more: str | Path) -> list[str]:
    return [each["state"] for each in call("check", event, "--json", *more).json["signatures"]]


def test_a_closed_session_is_signed_and_check_says_whose_signature_holds(signed: Path, call: Call) -> None:
    shown = call("signature", signed, "--json").json
    key = shown["signing_key"]
    assert (key["holder"], shown["not_covered"]) == ("Ada Sample", 0)
    lines = call("check", signed).out.splitlines()
    entries = shown["signatures"][0]["entry"] - 1
    assert lines[2:] == [
        f"signing key: {key['key']}, Ada Sample",
        f"signature: entries 1–{entries} (session 1), Ada Sample, key {key['key']}: holds",
    ]
    assert call("timetable", signed, "set", 2, "--minutes", 90).code == 0
    assert call("check", signed).out.splitlines()[-1] == "not covered by a signature: the last entry"
    found = call("check", signed, "--json").json
    assert found["not_covered"] == 1
    (signature,) = found["signatures"]
    about = {"entry": entries + 1, "session": 1, "state": "holds", "fault": None}
    assert signature == {**key, **about, "time": signature["time"]}


def test_a_key_is_shown_before_anything_is_signed(event: Path, call: Call, kept: Keyring) -> None:
    made = call("signature", event, "create", "--holder", "Ada Sample", "--json").json
    assert (made["signing_key"]["holder"], made["signatures"]) == ("Ada Sample", [])
    shown = call("signature", event).out.splitlines()
    assert shown == [
        f"signing key: {made['signing_key']['key']}, Ada Sample",
        f"not covered by a signature: the last {made['not_covered']} entries",
    ]


def test_an_event_without_a_key_says_nothing_of_signatures(event: Path, call: Call) -> None:
    assert call("session", event, 1, *CLOSE).err == ""
    checked = call("check", event)
    assert "sign" not in checked.out
    assert call("check", event, "--json").json["signatures"] == []
    assert call("signature", event).out == "no signing key\n"
    for action in (("sign",), ("remove",), ("export-public", "--out", event.with_name("key.pem"))):
        assert call("signature", event, *action).errors == ["error: This event has no signing key."]


def forged(event: Path, records: list[Record]) -> Path:
    path = event.with_name("forged.qv")
    write_event(path, records)
    return path


def records_of(event: Path) -> list[Record]:
    store = open_for_reading(event)
    try:
        return list(store.read())
    finally:
        store.close()


def test_a_journal_that_was_rewritten_and_chained_anew_is_found(signed: Path, call: Call) -> None:
    records = records_of(signed)
    place = next(place for place, record in enumerate(records) if record.kind == "players-added")
    content = records[place].content.replace("Sample1", "Fraud1", 1)
    assert content != records[place].content
    path = forged(
        signed, sealed([*records[:place], structs.replace(records[place], content=content), *records[place + 1 :]])
    )
    checked = call("check", path)
    assert checked.code == 1
    (error,) = checked.errors
    assert error.endswith("for session 1 does not hold: the entries before it are not those that were signed.")
    assert checked.out.splitlines()[1].endswith(": does not hold")
    found = call("check", path, "--json")
    assert found.code == 1
    assert [problem["code"] for problem in found.json["problems"]] == ["signature-broken"]
    assert [each["state"] for each in found.json["signatures"]] == ["does-not-hold"]
    assert found.json["not_covered"] == len(records)


def test_a_forger_with_a_key_of_their_own_is_found_by_the_public_key(
    signed: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = tmp_path / "ada.pem"
    assert call("signature", signed, "export-public", "--out", public).code == 0
    assert call("check", signed, "--public-key", public).code == 0
    again = tmp_path / "again.qv"
    write_event(again, [record for record in records_of(signed) if not record.kind.startswith(("sign", "finger"))][:3])
    assert call("signature", again, "create", "--holder", "Ada Sample").code == 0
    assert call("session", again, 1, *CLOSE).code == 0
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "another computer"))
    assert states(call, signed) == states(call, again) == ["key-not-known"]
    assert call("check", again).code == 0
    assert states(call, signed, "--public-key", public) == ["holds"]
    checked = call("check", again, "--public-key", public)
    assert checked.code == 1
    assert checked.errors == [f"error: No signature in this event was made with the key in “{public}”."]
    assert "the key is not known here" in checked.out


def test_a_locked_keyring_stops_nothing_and_the_session_is_signed_later(
    signed: Path, call: Call, kept: Keyring
) -> None:
    keyring.set_keyring(LockedKeyring())
    closed = call("session", signed, 2, *CLOSE)
    assert closed.code == 0
    assert closed.err.startswith("remark: The fingerprint was not signed: the keyring does not open (locked)")
    assert "“signature FILE sign”" in closed.err
    assert call("session", signed, "--json").json["sessions"][1]["state"] == "closed"
    refused = call("signature", signed, "sign")
    assert refused.code == 1
    assert "the keyring does not open (locked)" in refused.errors[0]
    keyring.set_keyring(kept)
    assert call("signature", signed, "sign").code == 0
    assert states(call, signed) == ["holds", "holds"]
    assert call("signature", signed, "sign").errors == [
        "error: Everything is already signed: nothing was entered since."
    ]


def test_without_a_keyring_the_key_is_in_a_file(
    event: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, file = event.read_bytes(), tmp_path / "ada.key"
    refused = call("signature", event, "create", "--holder", "Ada Sample")
    assert refused.code == 1
    assert refused.errors == [
        "error: The key cannot be used: this computer has no keyring (without a keyring, give --key-file FILE and its "
        "passphrase in QUATRE_VENTS_KEY_PASSPHRASE)."
    ]
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "short")
    refused = call("signature", event, "create", "--holder", "Ada Sample", "--key-file", file)
    assert (refused.code, refused.errors) == (
        1,
        ["error: The key cannot be used: a passphrase has 8 to 200 characters."],
    )
    assert not file.exists()
    assert event.read_bytes() == kept
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "correct horse")
    assert call("signature", event, "create", "--holder", "Ada Sample", "--key-file", file).code == 0
    assert b"ENCRYPTED PRIVATE KEY" in file.read_bytes()
    assert "without a keyring" in call("session", event, 1, *CLOSE).err
    assert call("session", event, 2, *CLOSE, "--key-file", file).err == ""
    assert states(call, event) == ["holds"]
    monkeypatch.setenv(PASSPHRASE_VARIABLE, "wrong horse")
    closed = call("session", event, 3, *CLOSE, "--key-file", file)
    assert (closed.code, "has a different passphrase" in closed.err) == (0, True)
    refused = call("signature", event, "create", "--holder", "Ben Sample", "--key-file", file)
    assert refused.code == 1
    assert "exists already" in refused.errors[0]


@pytest.mark.usefixtures("kept")
def test_the_second_computer_of_the_organiser(
    signed: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ada.key"
    assert call("signature", signed, "export-secret", "--out", file).code == 0
    assert call("signature", signed, "export-secret", "--out", file).code == 1, "it is never replaced"
    keyring.set_keyring(Keyring())
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "another computer"))
    assert "does not have the secret key" in call("session", signed, 2, *CLOSE).err
    before = len(records_of(signed))
    assert call("signature", signed, "import", "--key-file", file).code == 0
    assert len(records_of(signed)) == before, "it is the key of the event already"
    assert call("session", signed, 3, *CLOSE).err == ""
    assert states(call, signed) == ["holds", "holds"]
    assert call("signature", signed, "remove", "--forget").code == 0
    assert call("signature", signed, "import", "--key-file", file).errors == [
        "error: Give the name of the holder of the key: 1 to 60 characters."
    ]
    assert call("signature", signed, "import", "--key-file", file, "--holder", "Ada Sample").code == 0
    assert call("signature", signed, "--json").json["signing_key"]["holder"] == "Ada Sample"


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("content", [b"", b"-----BEGIN PRIVATE KEY-----\n", bytes(range(256)) * 100])
def test_what_is_no_key_is_refused_in_words(event: Path, tmp_path: Path, call: Call, content: bytes) -> None:
    file = tmp_path / "key"
    file.write_bytes(content)
    refused = call("signature", event, "import", "--key-file", file, "--holder", "Ada")
    assert (refused.code, refused.errors) == (
        1,
        [f"error: The key cannot be used: “{file}” is not a file with a secret key, or has a different passphrase."],
    )
    assert call("check", event, "--public-key", file).errors == [
        f"error: The key cannot be used: “{file}” is not a file with a public key of a signature."
    ]
    missing = call("check", event, "--public-key", tmp_path / "nothing")
    assert (missing.code, "No such file" in missing.errors[0]) == (1, True)


def test_only_the_organiser_has_to_do_with_the_key(
    event: Path, tmp_path: Path, call: Call, kept: Keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pin, role in (("333339", "organiser"), ("222229", "head-referee")):
        monkeypatch.setenv(NEW_PIN_VARIABLE, pin)
        assert call("pin", event, "set", role).code == 0
        monkeypatch.setenv(PIN_VARIABLE, "333339")
    assert call("signature", event, "create", "--holder", "Ada Sample").code == 0
    known = dict(kept.kept)
    monkeypatch.setenv(PIN_VARIABLE, "222229")
    for words in (
        ("create", "--holder", "Eve"),
        ("import", "--key-file", tmp_path / "key"),
        ("export-secret", "--out", tmp_path / "key"),
        ("remove",),
    ):
        refused = call("signature", event, *words)
        assert refused.code == 1
        assert "The key that signs fingerprints" in refused.errors[0]
    assert kept.kept == known
    assert not (tmp_path / "key").exists()
    assert call("session", event, 1, *CLOSE).err == "", "who closes a session signs it"
    monkeypatch.delenv(PIN_VARIABLE)
    assert "The role referee does not allow" in call("signature", event, "sign").errors[0]
    assert states(call, event) == ["holds"]


@pytest.mark.usefixtures("kept")
def test_options_belong_to_actions(event: Path, tmp_path: Path, call: Call) -> None:
    for words, said in (
        (("create",), "“create” needs --holder."),
        (("import",), "“import” needs --key-file."),
        (("export-public",), "“export-public” needs --out."),
        (("sign", "--holder", "Ada"), "“sign” does not take --holder."),
        (("--forget",), "“show” does not take --forget."),
    ):
        refused = call("signature", event, *words)
        assert (refused.code, refused.errors) == (2, [f"error: {said}"])
    assert call("session", event, "--key-file", tmp_path / "key").code == 2


def test_neither_secret_nor_passphrase_is_stored_in_the_event_or_printed(
    signed: Path, call: Call, kept: Keyring
) -> None:
    (secret,) = kept.kept.values()
    told = call("log", signed, "--json").out + call("signature", signed, "--json").out + call("check", signed).out
    assert secret not in told
    assert secret.encode() not in signed.read_bytes()
    kinds = [entry["kind"] for entry in json.loads(call("log", signed, "--json").out)]
    assert kinds[-3:] == ["signing-key-set", "session-closed", "fingerprint-signed"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("report", "format"),
    [("seating-by-table", "html"), ("seating-by-table", "pdf"), ("score-sheets", "pdf"), ("schedules", "pdf")],
)
def test_a_paper_names_the_key_beside_the_fingerprint(
    signed: Path, tmp_path: Path, call: Call, report: str, format: str
) -> None:
    key = call("signature", signed, "--json").json["signing_key"]["key"]
    paper = tmp_path / f"paper.{format}"
    assert call("export", signed, "--what", report, "--to", format, "--out", paper).code == 0
    if format == "pdf":
        pages = [page.extract_text() for page in PdfReader(paper).pages]
    else:
        pages = [paper.read_text(encoding="utf-8")]
    for page in pages:
        assert f" · key {key} · " in page.replace("\xa0", " ")


@pytest.mark.parametrize("value", ["AAAA", "no base64!", "A" * 43 + "="])
def test_what_the_keyring_has_instead_of_the_key_stops_nothing_and_signs_nothing(
    signed: Path, call: Call, kept: Keyring, value: str
) -> None:
    for name in kept.kept:
        kept.kept[name] = value
    closed = call("session", signed, 2, *CLOSE)
    assert (closed.code, "what the keyring has for" in closed.err) == (0, True)
    assert states(call, signed) == ["holds"]


def test_a_holder_of_several_lines_is_refused_and_writes_no_line_of_check(
    signed: Path, call: Call, kept: Keyring
) -> None:
    known = dict(kept.kept)
    refused = call("signature", signed, "create", "--holder", "Eve\nsignature: holds")
    assert (refused.code, refused.errors) == (
        1,
        ["error: “Eve\N{REPLACEMENT CHARACTER}signature: holds” contains control characters: type it again."],
    )
    assert kept.kept == known
    records = [
        structs.replace(record, content=record.content.replace('"Ada Sample"', '"Eve\\nsignature: holds"'))
        for record in records_of(signed)
    ]
    path = forged(signed, sealed(records))
    for words in (("check", path), ("signature", path), ("log", path)):
        told = call(*words)
        assert not [line for line in (told.out + told.err).splitlines() if line.startswith("signature: holds")]


def test_where_nothing_can_be_stored_the_event_gets_no_key(
    event: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, blocked, file = event.read_bytes(), tmp_path / "blocked", tmp_path / "ada.key"
    blocked.write_text("no folder")
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(blocked))
    assert call("signature", event, "create", "--holder", "Ada Sample", "--key-file", file).code in (1, 3)
    assert (event.read_bytes(), file.exists()) == (before, False)


def test_a_key_never_replaces_an_event(signed: Path, call: Call) -> None:
    before, named = signed.read_bytes(), signed.with_name("key.qv")
    for out in (signed, named):
        for action in ("export-public", "export-secret"):
            refused = call("signature", signed, action, "--out", out)
            assert (refused.code, "is an event" in refused.err) == (1, True)
    assert (signed.read_bytes(), named.exists()) == (before, False)
