"""A page goes only to a computer with the secret of its host, and a proof of a phone is good for its table alone."""

from dataclasses import replace

import pytest

from ui.server.public_hosts import HeldPhone, PublicHosts, public_places

SECRET = bytes(range(32))
HOST = PublicHosts(SECRET, ("10.0.0.2:8480", "[fd00::3]:8480"))
NEXT = PublicHosts(SECRET)
PHONE = HeldPhone("k3m9x2q7", 2)


def test_only_a_host_with_the_secret_answers_and_only_for_the_address_at_which_it_is_reached() -> None:
    first, second = HOST.questions()
    assert (first.host, second.host) == ("http://10.0.0.2:8480", "http://[fd00::3]:8480")
    assert NEXT.answer("10.0.0.2:8480", first.question) == first.answer
    assert NEXT.answer("[fd00::3]:8480", second.question) == second.answer
    others = (
        NEXT.answer("10.0.0.9:8480", first.question),  # a stranger at 10.0.0.2 has passed the question on
        NEXT.answer("10.0.0.2:8481", first.question),
        NEXT.answer("10.0.0.2:8480", second.question),
        PublicHosts(bytes(32)).answer("10.0.0.2:8480", first.question),
    )
    assert first.answer not in others
    assert replace(NEXT, hosting=False).answer("10.0.0.2:8480", first.question) is None
    assert PublicHosts().answer("10.0.0.2:8480", first.question) is None


def test_every_page_gets_questions_of_its_own() -> None:
    assert len({each.question for _ in range(20) for each in HOST.questions()}) == 40
    assert list(replace(HOST, secret=b"").questions()) == []


def test_a_proof_of_a_phone_is_good_at_its_table_and_at_hosts_of_the_event() -> None:
    proof = HOST.held_phone("event 1 7", PHONE)
    assert NEXT.proved_phone("event 1 7", proof) == PHONE
    assert NEXT.proved_phone("event 1 8", proof) is None
    assert PublicHosts(bytes(32)).proved_phone("event 1 7", proof) is None
    assert PublicHosts().held_phone("event 1 7", PHONE) == ""


@pytest.mark.parametrize("place", range(len(HOST.held_phone("event 1 7", PHONE)) - 1))
def test_no_letter_of_a_proof_can_be_changed(place: int) -> None:
    """The last one has bits that mean nothing, so it is compared as text."""
    proof = HOST.held_phone("event 1 7", PHONE)
    for letter in "0AZ._é":
        if letter != proof[place]:
            changed = proof[:place] + letter + proof[place + 1 :]
            assert NEXT.proved_phone("event 1 7", changed) is None, changed


@pytest.mark.parametrize("proof", ["", "a", ".2.", "a.4." + "x" * 22, "a.2." + "x" * 21, "a" * 10_000])
def test_what_is_no_proof_proves_nothing(proof: str) -> None:
    assert NEXT.proved_phone("event 1 7", proof) is None


def test_the_public_of_a_deputy_is_at_the_port_of_its_host() -> None:
    desks = [
        "10.0.0.2:8470",
        "hall.example.org:8470",
        "10.0.0.2:8471",
        "10.0.0.1:8470",
        "[fd00::3]:8470",
        "",
        "nonsense",
    ]
    assert public_places(desks, 8480, ("10.0.0.1:8480",)) == ("10.0.0.2:8480", "[fd00::3]:8480")
