"""Invitations as codes and files: nothing that was copied badly is taken for another one."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path
from uuid import UUID
from zlib import crc32

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.systems import needs_modes
from tournament.event.problem import Refused
from tournament.language import LANGUAGES, language_of
from tournament.language.harmless import steers_a_line
from tournament.sharing.invitation import (
    Invitation,
    _spelled,
    decode,
    encode,
    is_invitation,
    joined_address,
    read,
    short_name,
    split_address,
    write_text,
)

END = datetime(2026, 11, 28, 22, 30, tzinfo=UTC)
OF_VERSION_1 = (
    "qv1-c20g000000000000000000000000e001081g81860w40j2gb1g6gw3rg2491650n2rbhg68t3ce1t7gzndspjy3mcnjpw83k"
    "cnhq4sbmedngpnf8030ag08m44b46vvne1jj0s3541762vkmcnsn7ae844"
)
"""The same as `HALL`, as version 1 of the program wrote it."""
HALL = Invitation(("192.168.1.20:8470",), UUID(int=7), "Coupe de Nantes", bytes(range(32)), b"\xabsixteen secrets")
CODE = encode(HALL)
SAME = {"o": "0", "i": "1", "l": "1"}
WRITTEN = "0123456789abcdefghijklmnopqrstuvwxyz"

_hosts = (
    st.ip_addresses(v=4).map(str)
    | st.ip_addresses(v=6).map(str)
    | st.from_regex(r"[a-z][a-z0-9-]{0,20}[a-z0-9](\.local)?", fullmatch=True)
)
_addresses = st.builds(joined_address, _hosts, st.integers(1, 65535))
invitations = st.builds(
    Invitation,
    st.lists(_addresses, min_size=1, max_size=4).map(tuple),
    st.uuids(),
    st.text(),
    st.binary(min_size=32, max_size=32),
    st.binary(min_size=16, max_size=16),
)


def code_of(text: str) -> str:
    """Why ``text`` is refused."""
    with pytest.raises(Refused) as refused:
        decode(text)
    assert all(language.render(problem.text) for language in LANGUAGES for problem in refused.value.problems)
    return refused.value.problems[0].code.removeprefix("invitation-")


@pytest.mark.thorough
@given(invitations)
def test_a_code_says_all_of_the_invitation(invitation: Invitation) -> None:
    code = encode(invitation)
    assert decode(code) == replace(invitation, name=short_name(invitation.name))
    assert is_invitation(code)
    assert code.isascii()


@given(invitations)
def test_one_ipv4_address_takes_160_characters_at_most(invitation: Invitation) -> None:
    assert len(encode(replace(invitation, addresses=("255.255.255.255:65535",)))) <= 160


@given(
    st.lists(st.integers(4, len(CODE) - 1), max_size=9).map(sorted),
    st.sampled_from(["-", " ", "\r\n> ", "\u200b", "–", "\u00ad", "\n", "- "]),
    st.sampled_from(["{}", " “{}”.", "<{}>\n", "\ufeff{}"]),
    st.sampled_from(
        [str, str.upper, lambda code: code.replace("qv2-", "ｑｖ２－"), lambda code: code.replace("0", "O")]
    ),
)
def test_mails_and_people_may_change_how_a_code_is_laid_out(places, between, around, written) -> None:
    parts = [CODE[begin:end] for begin, end in pairwise([0, *places, len(CODE)])]
    text = around.format(between.join(map(written, parts)))
    assert is_invitation(text)
    assert decode(text) == HALL


@given(st.integers(4, len(CODE) - 1), st.sampled_from(WRITTEN))
def test_every_wrong_character_is_found(place: int, letter: str) -> None:
    if SAME.get(letter, letter) != CODE[place]:
        assert code_of(CODE[:place] + letter + CODE[place + 1 :]) in ("mistyped", "cut")


@given(invitations)
def test_every_swap_of_neighbours_is_found(invitation: Invitation) -> None:
    code = encode(invitation)
    for place in range(len(code) - 1):
        a, b = code[place], code[place + 1]
        if a != b:
            code_of(f"{code[:place]}{b}{a}{code[place + 2 :]}")


@given(st.integers(4, len(CODE) - 1))
def test_a_code_that_is_cut_off_is_called_incomplete(length: int) -> None:
    assert code_of(CODE[:length]) == "cut"
    assert is_invitation(CODE[:length])


@given(st.text() | st.text(alphabet=WRITTEN).map("qv2-{}".format) | st.binary(min_size=1, max_size=255))
@example("qv2-")
@example("qv2-08")
@example(bytes([7, 0x8F]))
@example(bytes([71, 0]) + bytes(64) + b"x")
def test_whatever_comes_is_read_or_refused(found: str | bytes) -> None:
    """Also content that somebody gave a right length and checksum."""
    if isinstance(found, bytes):
        content = bytes([min(len(found) + 4, 255)]) + found[1:251]
        found = f"qv2-{_spelled(content + crc32(content).to_bytes(4, 'little'))}"
    try:
        invitation = decode(found)
    except Refused:
        return
    assert not steers_a_line(invitation.name)
    assert all(joined_address(*split_address(address)) == address for address in invitation.addresses)


def test_codes_of_other_versions_are_distinguished_from_other_texts() -> None:
    for version, why in ((0, "old"), (1, "old"), (3, "newer"), (999, "newer")):
        assert code_of(f"qv{version}-{CODE[4:]}") == why
        assert is_invitation(f"qv{version}-{CODE[4:]}")
    assert code_of(OF_VERSION_1) == code_of(OF_VERSION_1[:60]) == "old"
    assert is_invitation(OF_VERSION_1)
    assert code_of(CODE + "0") == "mistyped"
    assert code_of("hall.qv") == code_of("") == code_of(CODE[4:]) == "unknown"
    for path in ("hall.qv", "", "-", "qv2-club.qv", "./qv2-club", "qv2-2026/club", r"qv2-a\b.qv", "qv", "C:\\qv2-x"):
        assert not is_invitation(path), path


@pytest.mark.parametrize(
    "addresses",
    [
        ("h:1",),
        ("ab:65535",),
        ("hall.local:8470",),
        ("192.168.1.20:8470",),
        ("[fe80::1]:8470",),
        ("0.0.0.1:1", "[::1]:255", "h:256"),
        ("192.168.1.20:8470",) * 10,
    ],
)
def test_addresses_of_every_kind_come_back_in_their_order(addresses: tuple[str, ...]) -> None:
    assert decode(encode(replace(HALL, addresses=addresses))).addresses == addresses


@pytest.mark.parametrize(
    "address",
    ["", "hall", "hall:", "hall:0", "hall:65536", "hall:٣", ":80", "fe80::1%eth0:80", "a b:80", "hé:80"],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Refused):
        encode(replace(HALL, addresses=(address,)))


def test_more_than_fits_is_refused() -> None:
    for addresses in ((), HALL.addresses * 16, ("h" * 150 + ":1", "i" * 150 + ":1")):
        with pytest.raises(Refused):
            encode(replace(HALL, addresses=addresses))


def test_the_ticket_is_never_shown() -> None:
    assert "secret" not in repr(HALL)
    assert repr(HALL.ticket) not in repr(HALL)


@needs_modes
def test_the_file_is_for_its_owner(tmp_path: Path) -> None:
    write_text(tmp_path / "hall.qv-invitation", HALL, language_of("en"))
    assert (tmp_path / "hall.qv-invitation").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_has_the_code_and_says_what_it_is(language, tmp_path: Path) -> None:
    path = tmp_path / "hall.qv-invitation"
    write_text(path, HALL, language, END.astimezone(timezone(timedelta(hours=1), "CET")))
    text = path.read_text(encoding="utf-8")
    assert text.splitlines()[0] == CODE
    assert "Coupe de Nantes" in text
    assert "192.168.1.20:8470" in text
    assert "23:30" in text
    assert "CET" in text
    assert read(path) == replace(HALL, name=short_name(HALL.name))
    write_text(path, HALL, language)
    assert "23:30" not in path.read_text(encoding="utf-8")


def test_a_file_that_another_program_saved_is_read(tmp_path: Path) -> None:
    path = tmp_path / "hall.txt"
    for data in (f"\ufeff{CODE[:80]}\r\n{CODE[80:]}\r\n\r\nwords".encode(), CODE.encode("utf-16")):
        path.write_bytes(data)
        assert decode(encode(read(path))) == decode(CODE)
    path.write_bytes(b"\xff\x00\x80" * 9000)
    with pytest.raises(Refused):
        read(path)


def named(*lengths: int) -> Invitation:
    """With addresses of names of these lengths, and nothing that could be left out."""
    addresses = tuple(f"{'abcdefghijklmno'[place] * length}:80" for place, length in enumerate(lengths))
    return Invitation(addresses, HALL.event, "", HALL.first_host, HALL.ticket)


def test_a_code_has_up_to_255_bytes_and_15_addresses() -> None:
    """70 bytes are taken by the event, the first host, the ticket and the frame; a name of n letters takes n + 3."""
    full = named(100, 79)
    assert decode(encode(full)) == full
    with pytest.raises(Refused) as refused:
        encode(named(100, 80))
    assert refused.value.problems[0].code == "invitation-addresses"
    with pytest.raises(Refused):
        encode(replace(full, name="x"))
    many = named(*[1] * 15)
    assert decode(encode(many)) == many
    with pytest.raises(Refused):
        encode(replace(many, addresses=(*many.addresses, "p:80")))


@pytest.mark.parametrize("length", [0, 1, 2, 3, 50, len(CODE) - 5])
def test_a_code_that_is_cut_off_says_how_much_arrived(length: int) -> None:
    with pytest.raises(Refused) as refused:
        decode(CODE[: 4 + length])
    needed = length + 1 if length < 2 else len(CODE) - 4
    text = refused.value.problems[0].text
    assert language_of("en").render(text) == (
        f"The invitation is incomplete: {length} of {needed} characters arrived. Copy all of it."
    )


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("x" * 16, "x" * 16),
        ("x" * 17, "x" * 13 + "…"),
        ("é" * 8, "é" * 8),
        ("é" * 9, "é" * 6 + "…"),
        ("xxxxxxxxxxxx yyyy", "xxxxxxxxxxxx…"),
        ("  Cup  ", "Cup"),
        ("麻将比赛一", "麻将比赛一"),
        ("麻将比赛一二", "麻将比赛…"),
    ],
)
def test_a_name_is_shortened_to_16_bytes(name: str, short: str) -> None:
    assert short_name(name) == short
    assert len(short.encode()) <= 16


@pytest.mark.parametrize(("spaces", "whole"), [(0, True), (16_000, True), (16_384 - len(CODE), True), (16_384, False)])
def test_of_a_file_16_kilobytes_are_read(tmp_path: Path, spaces: int, *, whole: bool) -> None:
    path = tmp_path / "hall.txt"
    path.write_text(" " * spaces + CODE, encoding="utf-8")
    if whole:
        assert read(path) == decode(CODE)
        return
    with pytest.raises(Refused):
        read(path)
    path.write_text(" " * (16_385 - len(CODE)) + CODE, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read(path)
    assert refused.value.problems[0].code == "invitation-cut"
