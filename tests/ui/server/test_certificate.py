"""The certificate of the server: made once, whole, and never replaced without a word."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509

from tests.systems import needs_modes
from tournament.event.problem import Gravity
from tournament.language import LANGUAGES
from ui.server.certificate import NAME, fingerprint, kept_certificate

NOW = datetime(2026, 11, 27, tzinfo=UTC)
HOSTS = ("192.168.1.20", "::1", "hall.local", "hall.local", "", "hé")


def test_it_is_made_once_and_read_again(tmp_path: Path) -> None:
    made = kept_certificate(tmp_path / "new", HOSTS, NOW)
    again = kept_certificate(tmp_path / "new", ("elsewhere",), NOW + timedelta(days=400))
    assert again == made
    assert made.remarks == ()
    assert made.fingerprint == fingerprint(made.certificate)
    assert len(made.fingerprint) == 32
    assert [path.name for path in (tmp_path / "new").iterdir()] == [NAME]
    read = x509.load_der_x509_certificate(made.certificate)
    names = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["hall.local"]
    assert names.get_values_for_type(x509.IPAddress) == [ip_address("192.168.1.20"), ip_address("::1")]
    constraints = read.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (constraints.critical, constraints.value.ca, constraints.value.path_length) == (True, False, None)
    usage = read.extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    assert (usage.critical, list(usage.value)) == (False, [x509.oid.ExtendedKeyUsageOID.SERVER_AUTH])
    assert read.not_valid_before_utc == NOW - timedelta(days=2)
    assert read.not_valid_after_utc == NOW.replace(year=2036)


@needs_modes
def test_its_key_is_for_its_owner(tmp_path: Path) -> None:
    assert kept_certificate(tmp_path, (), NOW).file.stat().st_mode & 0o777 == 0o600


def test_uvicorn_serves_with_it(tmp_path: Path) -> None:
    from uvicorn import Config

    made = kept_certificate(tmp_path, HOSTS, NOW)
    config = Config(lambda: None, ssl_certfile=made.file)
    config.load()
    assert config.ssl is not None
    assert "BEGIN" not in repr(made)


@pytest.mark.parametrize("harm", ["empty", "bytes", "key", "certificate", "other key", "encrypted"])
def test_a_damaged_certificate_is_set_aside_with_a_remark(harm: str, tmp_path: Path) -> None:
    made = kept_certificate(tmp_path, HOSTS, NOW)
    pem = made.file.read_text()
    key, rest = pem[: pem.index("-----BEGIN CERT")], pem[pem.index("-----BEGIN CERT") :]
    if harm == "other key":
        other = kept_certificate(tmp_path / "other", HOSTS, NOW).file.read_text()
        rest = other[other.index("-----BEGIN CERT") :]
    damaged = {
        "empty": "",
        "bytes": pem[:300] + "\0" + pem[301:],
        "key": rest,
        "certificate": key,
        "other key": key + rest,
        "encrypted": key.replace("PRIVATE", "ENCRYPTED PRIVATE") + rest,
    }[harm]
    made.file.write_text(damaged)
    again = kept_certificate(tmp_path, HOSTS, NOW)
    assert again.fingerprint != made.fingerprint
    (remark,) = again.remarks
    assert remark.gravity is Gravity.REMARK
    assert all("server.damaged" in language.render(remark.text) for language in LANGUAGES)
    assert (tmp_path / "server.damaged").read_text() == damaged
    assert kept_certificate(tmp_path, HOSTS, NOW).remarks == ()
