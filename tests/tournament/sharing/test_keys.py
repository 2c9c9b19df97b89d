"""The key of a computer in an event: only its holder signs with it, and nothing malformed is taken for one."""

from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given
from hypothesis import strategies as st

from tournament.sharing.keys import ID_BYTES, ComputerKey, id_of, is_certificate, is_signed, made_key, read_key

NOW = datetime(2026, 11, 27, tzinfo=UTC)
ONE, OTHER = made_key(NOW), made_key(NOW)
SIGNATURE = ONE.sign(b"content")


def foreign(key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey) -> bytes:
    """A certificate of a key that this program does not make."""
    name = x509.Name([])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(NOW).not_valid_after(NOW + timedelta(days=1))
    algorithm = None if isinstance(key, ed25519.Ed25519PrivateKey) else SHA256()
    return builder.sign(key, algorithm).public_bytes(Encoding.DER)


def test_a_certificate_serves_both_ends_and_no_authority() -> None:
    read = x509.load_der_x509_certificate(ONE.certificate)
    constraints = read.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (constraints.critical, constraints.value.ca, constraints.value.path_length) == (True, False, None)
    assert len(read.extensions) == 1  # no extended key usage, which would leave one end out
    assert read.not_valid_before_utc == NOW - timedelta(days=2)
    assert read.not_valid_after_utc == NOW.replace(year=2036)
    assert is_certificate(ONE.certificate)


def test_no_two_certificates_have_the_same_subject() -> None:
    subjects = {x509.load_der_x509_certificate(each.certificate).subject for each in (ONE, OTHER)}
    assert len(subjects) == 2


def test_the_id_is_that_of_the_certificate() -> None:
    assert len(ONE.id) == ID_BYTES
    assert ONE.id == id_of(ONE.certificate) == x509.load_der_x509_certificate(ONE.certificate).fingerprint(SHA256())
    assert ONE.id != OTHER.id


def test_the_private_key_is_not_shown() -> None:
    assert "BEGIN" not in repr(ONE)


def test_only_the_key_of_the_certificate_signs() -> None:
    assert is_signed(ONE.certificate, b"content", SIGNATURE)
    assert not is_signed(OTHER.certificate, b"content", SIGNATURE)
    assert not is_signed(ONE.certificate, b"other", SIGNATURE)
    assert not is_signed(ONE.certificate, b"content", OTHER.sign(b"content"))


@given(
    certificate=st.just(ONE.certificate) | st.binary(max_size=500),
    content=st.just(b"content") | st.binary(max_size=20),
    signature=st.just(SIGNATURE) | st.binary(max_size=80),
)
def test_nothing_else_is_signed_and_nothing_fails(certificate: bytes, content: bytes, signature: bytes) -> None:
    genuine = (certificate, content, signature) == (ONE.certificate, b"content", SIGNATURE)
    assert is_signed(certificate, content, signature) == genuine


@given(st.integers(0, len(ONE.certificate) - 1), st.integers(1, 255))
def test_a_changed_certificate_has_another_id(place: int, change: int) -> None:
    changed = bytearray(ONE.certificate)
    changed[place] ^= change
    assert id_of(bytes(changed)) != ONE.id


@pytest.mark.parametrize(
    "certificate",
    [
        ONE.certificate + b"\0",
        foreign(ec.generate_private_key(ec.SECP256R1())),  # its subject is not that of its key
        foreign(ec.generate_private_key(ec.SECP384R1())),
        foreign(ed25519.Ed25519PrivateKey.generate()),
        b"",
        bytes(100_000),
    ],
)
def test_other_certificates_are_none(certificate: bytes) -> None:
    assert not is_certificate(certificate)
    assert not is_signed(certificate, b"content", SIGNATURE)


def test_a_key_is_read_again() -> None:
    assert read_key(ONE.pem) == ONE
    again = read_key(ONE.pem)
    assert isinstance(again, ComputerKey)
    assert is_signed(ONE.certificate, b"content", again.sign(b"content"))


def test_what_is_no_key_with_its_certificate_is_not_read() -> None:
    begin = ONE.pem.index("-----BEGIN CERT")
    secret, certificate = ONE.pem[:begin], ONE.pem[begin:]
    other = OTHER.pem[OTHER.pem.index("-----BEGIN CERT") :]
    encrypted = secret.replace("PRIVATE", "ENCRYPTED PRIVATE") + certificate
    large = ec.generate_private_key(ec.SECP384R1())
    for pem in ("", "é", secret, certificate, secret + other, encrypted, ONE.pem[:200] + "\0" + ONE.pem[201:]):
        assert read_key(pem) is None, pem
    pem = large.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    assert read_key(pem + certificate) is None


@pytest.mark.filterwarnings("ignore:Parsed a serial number")
def test_no_changed_byte_of_a_certificate_raises_anything() -> None:
    for place in range(len(ONE.certificate)):
        for bit in range(8):
            changed = bytearray(ONE.certificate)
            changed[place] ^= 1 << bit
            is_certificate(bytes(changed))
