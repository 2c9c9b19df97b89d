"""Where a page goes: folders and SFTP addresses as they are typed."""

from pathlib import Path

import pytest

from tournament.event.problem import Refused
from ui.web_host.place import FolderPlace, SftpPlace, read_place


def test_a_folder_gets_an_index_page(tmp_path: Path) -> None:
    assert read_place(str(tmp_path)) == FolderPlace(tmp_path / "index.html")
    assert read_place(f" {tmp_path}/open.html ") == FolderPlace(tmp_path / "open.html")
    (tmp_path / "old.html").mkdir()
    assert read_place(f"{tmp_path}/old.html") == FolderPlace(tmp_path / "old.html" / "index.html")
    assert read_place("~/www") == FolderPlace(Path.home() / "www" / "index.html")


@pytest.mark.parametrize(
    ("typed", "place", "shown", "account", "folder"),
    [
        (
            "sftp://desk@web.example/var/www/",
            SftpPlace("desk", "web.example", 22, "/var/www/"),
            "sftp://desk@web.example/var/www/index.html",
            "desk@web.example",
            "/var/www/",
        ),
        (
            "SFTP://desk@Web.Example:2222/open",
            SftpPlace("desk", "web.example", 2222, "/open/"),
            "sftp://desk@web.example:2222/open/index.html",
            "desk@web.example:2222",
            "/open/",
        ),
        (
            "sftp://desk@web.example/~/www/open.html",
            SftpPlace("desk", "web.example", 22, "~/www/", "open.html"),
            "sftp://desk@web.example/~/www/open.html",
            "desk@web.example",
            "www/",
        ),
        (
            "sftp://desk@web.example",
            SftpPlace("desk", "web.example", 22, "~/"),
            "sftp://desk@web.example/~/index.html",
            "desk@web.example",
            ".",
        ),
        (
            "sftp://desk%40club@[2001:db8::1]:22/a%20b/",
            SftpPlace("desk@club", "2001:db8::1", 22, "/a b/"),
            "sftp://desk@club@[2001:db8::1]/a b/index.html",
            "desk@club@[2001:db8::1]",
            "/a b/",
        ),
    ],
)
def test_an_address_for_sftp(typed: str, place: SftpPlace, shown: str, account: str, folder: str) -> None:
    found = read_place(typed)
    assert found == place
    assert (str(place), place.account, place.remote_folder) == (shown, account, folder)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "place-missing"),
        ("a\nb", "place-missing"),
        ("ftp://desk@web.example/", "place-unknown"),
        ("https://web.example/", "place-unknown"),
        ("sftp://web.example/var/www/", "place-unknown"),
        ("sftp://desk@/var/www/", "place-unknown"),
        ("sftp://desk@web.example:99999/", "place-unknown"),
        ("sftp://desk@web.example:0/", "place-unknown"),
        ("sftp://desk@web.example/?a=b", "place-unknown"),
        ("sftp://desk@web.example/a%0Ab/", "place-unknown"),
        ("sftp://desk@[::1/", "place-unknown"),
        ("sftp://desk:pass1234@web.example/", "place-secret"),
    ],
)
def test_what_is_no_place_is_refused_and_no_password_repeated(typed: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_place(typed)
    (problem,) = refused.value.problems
    assert problem.code == code
    assert "pass1234" not in f"{problem.text.message} {problem.text.values}"
