"""The order of the roles, and the PINs that protect them."""

from dataclasses import replace

import pytest

from tournament.event import role as roles
from tournament.event.role import NEW_COST, RIGHTS, Act, EventRole, PinHash, hash_pin, may, pin_problems
from tournament.language import ENGLISH

VIEWER, REFEREE, HEAD, ORGANISER = EventRole


def test_each_role_may_what_those_before_it_may() -> None:
    assert [role.rank for role in (VIEWER, REFEREE, HEAD, ORGANISER)] == [0, 1, 2, 3]
    for role in EventRole:
        assert [role.includes(other) for other in EventRole] == [other.rank <= role.rank for other in EventRole]


@pytest.mark.parametrize(
    ("act", "roles"),
    [
        (Act.HANDS, (REFEREE, HEAD, ORGANISER)),
        (Act.VERIFIED_SHEETS, (HEAD, ORGANISER)),
        (Act.SETTINGS, (ORGANISER,)),
    ],
)
def test_an_act_is_open_to_its_first_role_and_those_after_it(act: Act, roles: tuple[EventRole, ...]) -> None:
    assert tuple(role for role in EventRole if may(role, act)) == roles


def test_every_act_has_a_role_and_a_heading_and_viewers_may_nothing() -> None:
    assert set(RIGHTS) == set(Act)
    assert not any(may(VIEWER, act) for act in Act)
    assert len({ENGLISH.render(act.label) for act in Act}) == len(Act)
    assert [ENGLISH.render(role.label) for role in EventRole] == ["viewer", "referee", "head referee", "organiser"]


def test_a_pin_is_known_by_its_hash_alone() -> None:
    kept = hash_pin("1234")
    assert kept.matches("1234")
    assert not kept.matches("1235")
    assert "1234" not in f"{kept}"
    other = hash_pin("1234")
    assert (other.salt, other.hash) != (kept.salt, kept.hash), "the same PIN is kept in another way each time"
    assert not replace(kept, salt=other.salt).matches("1234")


def test_a_pin_that_was_kept_is_known_for_ever() -> None:
    """RFC 7914, 12: scrypt of “pleaseletmein” with the salt “SodiumChloride”, N 16384, r 8, p 1; its first half."""
    kept = PinHash("SodiumChloride", "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2", 2**14)
    assert kept.matches("pleaseletmein")


def test_digits_of_another_width_are_the_same_pin() -> None:
    assert hash_pin("1234").matches("１２３４")


def test_a_new_pin_costs_what_is_recommended(monkeypatch: pytest.MonkeyPatch) -> None:
    """With r = 8, N·p of OWASP's recommendations is at least 3 · 2¹⁵; the last of them is N 2¹³, p 10, of 8 MB."""
    monkeypatch.setattr(roles, "NEW_COST", NEW_COST)
    kept = hash_pin("482913")
    assert kept.cost >= 2**15
    assert kept.cost * kept.parallel >= 3 * 2**15
    assert kept.matches("482913")
    assert not replace(kept, parallel=1).matches("482913"), "the hash depends on both"


@pytest.mark.parametrize("role", EventRole)
def test_a_pin_has_least_digits_of_its_role_to_forty_digits_or_letters(role: EventRole) -> None:
    least = {REFEREE: 4, HEAD: 6, ORGANISER: 6}.get(role, 4)
    assert role.least_digits == least
    for pin in ("12345678"[:least], "a b c d e", "x" * 40, "éé麻将éé"):
        assert pin_problems(pin, role) == ()
    for pin in ("", "12345678"[: least - 1], "x" * 41, " 1234567", "1234567 ", "1234\n567", "1234\u202e567"):
        (found,) = pin_problems(pin, role)
        assert (found.code, found.field) == ("pin-form", "pin")
        assert ENGLISH.render(found.text) == (
            f"Choose {least} to 40 digits or letters as the PIN of the role {ENGLISH.render(role.label)}, "
            "without a space at either end."
        )
