"""Uploads to a real OpenSSH server: the page arrives whole, or the old page stays whole and the reason is reported."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from tests.ui.web_host.sshd import Proxy, Sshd, running_sshd
from tournament.language import ENGLISH
from ui.web_host import sftp
from ui.web_host.failures import ChangedHost, LoginRefused, SiteNotWritten, UnknownHost
from ui.web_host.place import Login, SftpPlace
from ui.web_host.sftp import accept, accepted_file, known_keys, upload, users_file

pytestmark = pytest.mark.thorough

OLD, NEW = b"<p>old</p>", b"<p>new</p>" * 30_000
BIG = b"0123456789abcdef" * 250_000


@pytest.fixture(scope="module")
def server() -> Iterator[Sshd]:
    with running_sshd() as found:
        yield found


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))


@pytest.fixture
def known(server: Sshd) -> Sshd:
    """The server, with a key that is known and the old page in its place."""
    return made_known(server)


def made_known(server: Sshd) -> Sshd:
    accept(server.place, server.host_key)
    for each in server.folder.iterdir():
        each.unlink()
    server.page.write_bytes(OLD)
    os.chown(server.page, server.uid, -1)
    return server


def page_of(folder: Path, data: bytes = NEW) -> Path:
    path = folder / "page"
    path.write_bytes(data)
    return path


def names_in(server: Sshd) -> list[str]:
    return sorted(each.name for each in server.folder.iterdir())


def told(error: pytest.ExceptionInfo[SiteNotWritten]) -> str:
    return ENGLISH.render(error.value.message)


@contextmanager
def refusing(kind: type[SiteNotWritten], words: str) -> Iterator[None]:
    """What is done meanwhile is refused, in these words among others."""
    with pytest.raises(kind) as refused:
        yield
    assert words in told(refused)


def test_a_page_takes_the_place_of_the_old_one(known: Sshd, tmp_path: Path) -> None:
    known.page.chmod(0o664)
    steps = list[tuple[int, int]]()
    upload(page_of(tmp_path), known.place, Login(key=known.key), lambda done, steps_: steps.append((done, steps_)))
    assert known.page.read_bytes() == NEW
    assert names_in(known) == ["index.html"]
    assert known.page.stat().st_mode & 0o777 == 0o664, "whoever could read the page still can"
    assert all(0 <= done <= all_ == len(NEW) for done, all_ in steps)


def test_a_symbolic_link_is_refused_and_left_alone(known: Sshd, tmp_path: Path) -> None:
    real = known.folder / "release-1.html"
    known.page.rename(real)
    known.page.symlink_to(real.name)
    with refusing(SiteNotWritten, "is a symbolic link"):
        upload(page_of(tmp_path), known.place, Login(key=known.key))
    assert known.page.is_symlink()
    assert real.read_bytes() == OLD
    assert names_in(known) == ["index.html", "release-1.html"]


def test_a_first_page_can_be_read_by_everybody_and_lies_where_a_login_begins(known: Sshd, tmp_path: Path) -> None:
    known.page.unlink()
    upload(page_of(tmp_path), known.place, Login(key=known.key))
    assert known.page.stat().st_mode & 0o777 == 0o644
    way = os.path.relpath(known.folder, known.home)
    below = SftpPlace(known.user, "127.0.0.1", known.port, f"~/{way}/", "b.html")
    upload(page_of(tmp_path), below, Login(key=known.key))
    assert (known.folder / "b.html").read_bytes() == NEW


def test_an_unknown_host_receives_nothing_until_its_key_is_accepted(server: Sshd, tmp_path: Path) -> None:
    fingerprint = server.host_key.fingerprint
    with pytest.raises(UnknownHost) as unknown:
        upload(page_of(tmp_path), server.place, Login(key=server.key))
    assert unknown.value.fingerprint == fingerprint
    assert fingerprint in told(unknown)
    assert not isinstance(unknown.value, ChangedHost)
    assert not accepted_file().exists()
    with refusing(ChangedHost, "a different key"):
        upload(page_of(tmp_path), server.place, Login(key=server.key, accepted="SHA256:" + "A" * 43))
    assert not accepted_file().exists()
    upload(page_of(tmp_path), server.place, Login(key=server.key, accepted=f" {fingerprint}= \n"))
    upload(page_of(tmp_path), server.place, Login(key=server.key))
    assert server.page.read_bytes() == NEW


def test_a_host_that_openssh_knows_is_known(server: Sshd, tmp_path: Path) -> None:
    users_file().parent.mkdir(parents=True)
    key, other = server.host_key, "AAAAC3NzaC1lZDI1NTE5AAAAIA" + "A" * 42
    lines = f"# mine\n[127.0.0.1]:{server.port} {key.get_name()} {key.get_base64()} desk\n"
    lines += f"|1|bad|line ssh-ed25519 {other}\nx\n"
    users_file().write_text(lines)
    upload(page_of(tmp_path), server.place, Login(key=server.key))
    assert users_file().read_text() == lines, "nothing is written into it"
    users_file().write_text(f"@revoked [127.0.0.1]:* {key.get_name()} {key.get_base64()}\n{lines}")
    with pytest.raises(ChangedHost):
        upload(page_of(tmp_path), server.place, Login(key=server.key, accepted=key.fingerprint))


def test_a_changed_key_is_refused_until_the_new_one_is_accepted(tmp_path: Path) -> None:
    with running_sshd() as server:
        made_known(server)
        server.stop()
        server.make_host_key()
        server.start()
        new = server.host_key.fingerprint
        with pytest.raises(ChangedHost) as changed:
            upload(page_of(tmp_path), server.place, Login(key=server.key))
        assert f"has changed; it is now {new}" in told(changed)
        assert "by another way" in told(changed)
        assert server.page.read_bytes() == OLD
        upload(page_of(tmp_path), server.place, Login(key=server.key, accepted=new))
        assert known_keys(server.place).keys == (server.host_key,)
        assert server.page.read_bytes() == NEW


def test_a_wrong_password_or_key_is_reported_without_repeating_it(known: Sshd, tmp_path: Path) -> None:
    with pytest.raises(LoginRefused) as refused:
        upload(page_of(tmp_path), known.place, Login(password="pass1234"))
    assert f"refused the login of {known.user} with this password" in told(refused)
    assert "pass1234" not in f"{told(refused)} {refused.value!r} {Login(password='pass1234')!r}"
    with refusing(LoginRefused, "keys of this user"):
        upload(page_of(tmp_path), known.place, Login())
    other = tmp_path / "other"
    os.system(f"ssh-keygen -q -t ecdsa -N geheim -f {other}")
    for login, words in (
        (Login(key=other), "has its own password"),
        (Login(key=other, password="pass1234"), "not a private key, or it has a different password"),
        (Login(key=other, password="geheim"), "with the key"),
        (Login(key=tmp_path / "none"), "cannot be read"),
        (Login(key=page_of(tmp_path)), "not a private key"),
    ):
        with pytest.raises(LoginRefused) as refused:
            upload(page_of(tmp_path), known.place, login)
        assert words in told(refused)
    assert known.page.read_bytes() == OLD
    assert names_in(known) == ["index.html"]


def test_the_keys_of_this_user_let_in(known: Sshd, tmp_path: Path) -> None:
    folder = Path.home() / ".ssh"
    folder.mkdir(parents=True)
    (folder / "id_ed25519").write_bytes(known.key.read_bytes())
    os.system(f"ssh-keygen -q -t ecdsa -N geheim -f {folder / 'id_ecdsa'}")
    upload(page_of(tmp_path), known.place, Login())
    assert known.page.read_bytes() == NEW


def test_a_missing_or_read_only_folder_is_reported(known: Sshd, tmp_path: Path) -> None:
    gone = known.place_in(known.root / "gone")
    with refusing(SiteNotWritten, "There is no folder"):
        upload(page_of(tmp_path), gone, Login(key=known.key))
    closed = known.root / "closed"
    closed.mkdir(exist_ok=True)
    os.chown(closed, known.uid, -1)
    closed.chmod(0o555)
    with refusing(SiteNotWritten, "may not write to"):
        upload(page_of(tmp_path), known.place_in(closed), Login(key=known.key))
    with refusing(SiteNotWritten, "There is no folder"):
        upload(page_of(tmp_path), known.place_in(known.page), Login(key=known.key))


def test_a_full_disk_leaves_the_old_page(tmp_path: Path) -> None:
    with running_sshd(largest_file=100_000) as server:
        made_known(server)
        with refusing(SiteNotWritten, "disk may be full"):
            upload(page_of(tmp_path), server.place, Login(key=server.key))
        assert server.page.read_bytes() == OLD
        assert names_in(server) == ["index.html"]


def test_a_host_that_does_not_exchange_files_at_once_gets_the_page_too(tmp_path: Path) -> None:
    with running_sshd("Subsystem sftp internal-sftp -P posix-rename", largest_file=len(NEW)) as server:
        made_known(server)
        upload(page_of(tmp_path), server.place, Login(key=server.key))
        assert (server.page.read_bytes(), names_in(server)) == (NEW, ["index.html"])
        server.page.unlink()
        upload(page_of(tmp_path), server.place, Login(key=server.key))
        server.page.rename(server.folder / ".quatre-vents-old-index.html")  # as a cut between two names leaves it
        with refusing(SiteNotWritten, "disk may be full"):
            upload(page_of(tmp_path, BIG), server.place, Login(key=server.key))
        assert server.page.read_bytes() == NEW, "brought back before anything else"


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[TimeoutError]:
    """The answers that did not come in time."""
    from paramiko import Channel

    found = list[TimeoutError]()
    receive = Channel.recv

    def received(channel: Channel, size: int) -> bytes:
        try:
            return receive(channel, size)
        except TimeoutError as error:
            found.append(error)
            raise

    monkeypatch.setattr(Channel, "recv", received)
    return found


def raising_after(seconds: float) -> Callable[[int, int], None]:
    until = time.monotonic() + seconds

    def progress(done: int, all_: int) -> None:
        if time.monotonic() >= until:
            raise KeyboardInterrupt

    return progress


def test_a_server_killed_in_the_middle_leaves_the_old_page_and_the_next_upload_tidies_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sftp, "_BEAT", 0.002)
    with running_sshd() as server:
        made_known(server)

        def kill(done: int, all_: int) -> None:
            if done:
                server.stop()

        with pytest.raises(SiteNotWritten) as broken:
            upload(page_of(tmp_path, BIG), server.place, Login(key=server.key), kill)
        assert "The old page is still there: try again" in told(broken)
        assert server.page.read_bytes() == OLD
        cut = [name for name in names_in(server) if name != "index.html"]
        assert len(cut) == 1
        assert (server.folder / cut[0]).stat().st_size < len(BIG)
        server.start()
        upload(page_of(tmp_path), server.place, Login(key=server.key))
        assert (server.page.read_bytes(), names_in(server)) == (NEW, ["index.html"])


@pytest.mark.parametrize(
    ("passes", "cuts"), [(10, True), (1_000, False), (4_000, True), (100_000, False), (1_000_000, True)]
)
def test_a_line_that_is_cut_or_falls_silent_leaves_the_old_page(
    known: Sshd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waits: list[TimeoutError], passes: int, cuts: bool
) -> None:
    """In the greeting, in the exchange of keys, at the login, in the page; and is waited for once."""
    monkeypatch.setattr(sftp, "PATIENCE", 0.4)
    proxy = Proxy(known.port, passes=passes, cuts=cuts)
    place = known.place_in(known.folder, port=proxy.port)
    accept(place, known.host_key)
    began = time.monotonic()
    try:
        with pytest.raises(SiteNotWritten) as error:
            upload(page_of(tmp_path, BIG), place, Login(key=known.key))
    finally:
        proxy.close()
    assert "127.0.0.1" in told(error)
    assert "The old page is still there" in told(error)
    assert time.monotonic() - began < 5
    assert len(waits) <= 1
    assert known.page.read_bytes() == OLD
    monkeypatch.setattr(sftp, "PATIENCE", 20.0)
    upload(page_of(tmp_path), known.place, Login(key=known.key))
    assert (known.page.read_bytes(), names_in(known)) == (NEW, ["index.html"])


def test_cancelling_ends_it_at_once_wherever_it_is(
    known: Sshd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sftp, "_BEAT", 0.02)
    for passes in (10, 1_000, 200_000):
        proxy = Proxy(known.port, passes=passes, cuts=False)
        place = known.place_in(known.folder, port=proxy.port)
        accept(place, known.host_key)
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            upload(page_of(tmp_path, BIG), place, Login(key=known.key), raising_after(0.1))
        proxy.close()
        assert time.monotonic() - began < 5
        assert known.page.read_bytes() == OLD


def test_a_name_that_nobody_answers_for_can_be_cancelled_and_ends(
    known: Sshd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sftp, "_BEAT", 0.02)
    answer = Event()
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: answer.wait(10) and [])
    nowhere = SftpPlace("desk", "web.invalid", 22, "/www/")
    with pytest.raises(KeyboardInterrupt):
        upload(page_of(tmp_path), nowhere, Login(key=known.key), raising_after(0.1))
    monkeypatch.setattr(sftp, "PATIENCE", 0.1)
    with refusing(SiteNotWritten, "does not respond"):
        upload(page_of(tmp_path), nowhere, Login(key=known.key))
    answer.set()


def test_a_host_that_does_not_answer_is_reported(known: Sshd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running_sshd() as other:
        other.stop()
        with refusing(SiteNotWritten, "does not offer SFTP on port"):
            upload(page_of(tmp_path), other.place, Login(key=known.key))
    nowhere = SftpPlace("desk", "web.invalid", 22, "/www/")
    with refusing(SiteNotWritten, "web host web.invalid was not found"):
        upload(page_of(tmp_path), nowhere, Login(key=known.key))


def test_names_of_hosts_are_read_as_openssh_writes_them(tmp_path: Path, server: Sshd) -> None:
    """Hashed by ssh-keygen itself; patterns, and what is taken out of them."""
    place, key = SftpPlace("desk", "web.example", 2222, "/"), server.host_key
    path = users_file()
    path.parent.mkdir(parents=True)
    for names, there in (
        ("[web.example]:2222", True),
        ("other.example,[web.example]:2222", True),
        ("web.example", False),
        ("[*.example]:2222", True),
        ("[*.example]:2222,![web.example]:2222", False),
        ("[web.?xample]:*", True),
    ):
        path.write_text(f"{names} {key.get_name()} {key.get_base64()}\n")
        assert bool(known_keys(place).keys) is there, names
        if "*" not in names and "?" not in names:
            os.system(f"ssh-keygen -q -H -f {path} >/dev/null 2>&1")
            assert path.read_text().startswith("|1|")
            assert bool(known_keys(place).keys) is there, f"{names}, hashed"
    assert known_keys(SftpPlace("desk", "web.example", 22, "/")).keys == ()
