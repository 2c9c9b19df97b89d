"""``site FILE --to DIR_OR_SFTP_URL``: the page of what is public, into a folder and to a web host."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest

from tests.ui.cli.conftest import Call, hand, lines
from tests.ui.web_host.keyrings import Keyring, LockedKeyring
from tests.ui.web_host.sshd import Sshd, running_sshd
from ui.cli import site as command


@pytest.fixture
def played(event: Path, call: Call) -> Path:
    """Session 1 has a hand, which is not public."""
    assert call("record", event, "--jsonl", stdin=lines(hand(1, "A", "B", 47))).code == 0
    return event


def test_the_page_of_what_is_public_is_written(played: Path, call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "www"
    first = call("site", played, "--to", folder, "--json")
    page = folder / "index.html"
    assert (first.code, first.err) == (0, "")
    fingerprint = call("check", played, "--json").json["fingerprint"]
    assert first.json == {"written": str(page), "bytes": page.stat().st_size, "fingerprint": fingerprint}
    assert "No results are public yet." in page.read_text(encoding="utf-8")
    assert call("publish", played, "--session", 1).code == 0
    second = call("site", played, "--to", folder)
    assert (second.code, second.out.splitlines()[0]) == (0, f"Written: {page}")
    assert "Results after session 1" in page.read_text(encoding="utf-8")
    assert [each.name for each in folder.iterdir()] == ["index.html"]
    assert call("--lang", "fr", "site", played, "--to", folder / "page.html").code == 0
    assert '<html lang="fr">' in (folder / "page.html").read_text(encoding="utf-8")


def test_a_folder_that_is_gone_or_an_event_is_told_and_nothing_made(event: Path, call: Call, tmp_path: Path) -> None:
    gone = tmp_path / "stick" / "www"
    answer = call("site", event, "--to", gone)
    assert answer.code == 3
    assert answer.errors == [
        f"error: The folder {gone} does not exist, nor does the folder above it: "
        "is the USB stick or the network share connected?"
    ]
    assert not gone.parent.exists()
    (tmp_path / "file").touch()
    assert call("site", event, "--to", tmp_path / "file").code == 3
    before = event.read_bytes()
    renamed = event.rename(event.with_name("cup.html"))
    assert call("site", renamed, "--to", renamed).code == 3
    assert renamed.read_bytes() == before


@pytest.mark.parametrize(("to", "code"), [("ftp://desk@web.example/", 1), ("sftp://desk:pass1234@web.example/", 1)])
def test_what_is_no_place_is_refused_without_a_secret(event: Path, call: Call, to: str, code: int) -> None:
    answer = call("site", event, "--to", to)
    assert answer.code == code
    assert "pass1234" not in answer.err
    assert call("site", event).code == 2


def test_what_reaches_a_host_is_loaded_for_a_host_alone(played: Path, tmp_path: Path) -> None:
    heavy = ("paramiko", "keyring", "cryptography")
    code = (
        "import sys\nfrom ui.cli.__main__ import run\n"
        f"assert run(['site', {str(played)!r}, '--to', {str(tmp_path)!r}]) == 0\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert found.stdout.splitlines()[-1] == "[]"


@pytest.fixture
def kept() -> Iterator[Keyring]:
    usual, fake = keyring.get_keyring(), Keyring()
    keyring.set_keyring(fake)
    yield fake
    keyring.set_keyring(usual)


@pytest.fixture(scope="module")
def server() -> Iterator[Sshd]:
    """A host that lets in by a key with the password “geheim”."""
    with running_sshd() as found:
        subprocess.run(
            ["ssh-keygen", "-q", "-p", "-a", "1", "-P", "", "-N", "geheim", "-f", str(found.key)],
            check=True,
            capture_output=True,
        )
        yield found


@pytest.fixture
def to(server: Sshd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    return f"sftp://{server.user}@127.0.0.1:{server.port}{server.folder}/"


def test_a_host_is_reached_once_its_key_is_accepted(
    played: Path, call: Call, server: Sshd, to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUATRE_VENTS_SFTP_PASSWORD", "geheim")
    fingerprint = server.host_key.fingerprint
    unknown = call("site", played, "--to", to, "--key", server.key)
    assert (unknown.code, unknown.out) == (3, "")
    assert unknown.err.splitlines() == [
        f"remark: If the web host gives the same fingerprint: --accept-host-key {fingerprint}",
        f"error: This computer has not connected to 127.0.0.1 before. The key of the web host is {fingerprint}: "
        "compare it with the fingerprint that the web host publishes, and accept it if they match. Nothing was sent.",
    ]
    written = call("site", played, "--to", to, "--key", server.key, "--accept-host-key", fingerprint, "--json")
    assert (written.code, written.err) == (0, "")
    assert written.json["written"] == f"{to}index.html"
    assert written.json["bytes"] == server.page.stat().st_size
    assert "No results are public yet." in server.page.read_text(encoding="utf-8")
    assert call("site", played, "--to", to, "--key", server.key).code == 0
    gone = call("site", played, "--to", f"{to}none/", "--key", server.key)
    assert gone.code == 3
    assert gone.errors[0].startswith("error: There is no folder ")
    assert call("site", played, "--to", played.parent, "--key", server.key).code == 2


def test_a_password_is_asked_for_once_and_kept_where_the_system_keeps_secrets(
    played: Path, call: Call, server: Sshd, to: str, kept: Keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, account = list[str](), ("Quatre Vents", f"sftp://{server.user}@127.0.0.1:{server.port}")

    def answer(text: str, **_: object) -> str:
        asked.append(text)
        return "geheim"

    monkeypatch.setattr("click.prompt", answer)
    words = ("site", played, "--to", to, "--key", server.key, "--accept-host-key", server.host_key.fingerprint)
    nobody = call(*words)
    assert nobody.code == 3
    assert "has its own password: enter it" in nobody.errors[0]
    assert "QUATRE_VENTS_SFTP_PASSWORD" in nobody.err
    assert not asked, "nobody sits there"
    monkeypatch.setattr(command, "_at_terminal", lambda: True)
    answers = [call(*words), call(*words)]
    assert [answer.code for answer in answers] == [0, 0]
    assert asked == [f"Password of the key {server.key}"]
    assert kept.kept == {account: "geheim"}
    kept.kept[account] = "pass1234"
    answers += [call(*words), call(*words)]
    assert [answer.code for answer in answers] == [0] * 4
    assert (len(asked), kept.kept) == (2, {account: "geheim"}), "a wrong one is forgotten, and the right one kept"
    keyring.set_keyring(LockedKeyring())
    locked = call(*words)
    assert (locked.code, len(asked)) == (0, 3)
    assert "the password is not stored" in locked.err
    everything = "".join(answer.out + answer.err for answer in (*answers, nobody, locked))
    assert "geheim" not in everything
    assert "pass1234" not in everything
    assert b"geheim" not in played.read_bytes()
