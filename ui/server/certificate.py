"""The server's own certificate: made once in a folder, and recognised by its fingerprint instead of an authority.

Key and certificate are in one file, so neither can be there without the other.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tournament.event.problem import Gravity, Problem
from tournament.files.writing import set_aside, write_whole
from tournament.language import mark

if TYPE_CHECKING:
    from cryptography.x509 import GeneralName

NAME = "server.pem"
_VALID = timedelta(days=3653)
_BEFORE = timedelta(days=2)
"""How long before now the certificate becomes valid, since the clock of a desk may be slow."""
_MOST_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class ServerCertificate:
    """The certificate of the server, with its private key."""

    file: Path
    """Private key and certificate in PEM, as ``ssl_certfile`` of uvicorn without ``ssl_keyfile``."""
    certificate: bytes
    """In DER."""
    remarks: tuple[Problem, ...] = ()
    """Which damaged file was set aside for a new certificate."""

    @property
    def fingerprint(self) -> bytes:
        """The fingerprint of the certificate."""
        return fingerprint(self.certificate)


def fingerprint(certificate: bytes) -> bytes:
    """SHA-256 of a ``certificate`` in DER: 32 bytes."""
    import hashlib

    return hashlib.sha256(certificate).digest()


def kept_certificate(folder: Path, hosts: Iterable[str], now: datetime) -> ServerCertificate:
    """The certificate in ``folder``; if there is none, a new one for ``hosts`` (names and addresses). Raises OSError.

    A damaged certificate, or one without its key, is renamed; desks that knew it then need a new invitation. An
    existing certificate is used whatever ``hosts`` are, since desks compare only its fingerprint.
    """
    path = folder / NAME
    remarks = tuple[Problem, ...]()
    if path.exists():
        if (certificate := _read(path)) is not None:
            return ServerCertificate(path, certificate)
        text = mark(
            "The certificate of the server was damaged: it is now “{file}”, and a new one was made. Send new "
            "invitations to all desks, or put the file back from a copy.",
            file=str(set_aside(path)),
        )
        remarks = (Problem("certificate-damaged", text, "certificate", Gravity.REMARK),)
    certificate, pem = _made(hosts, now)
    write_whole(path, pem)
    return ServerCertificate(path, certificate, remarks)


def _read(path: Path) -> bytes | None:
    """The certificate in DER; None if the file contains none, or a key that does not belong to it. Raises OSError."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
    from cryptography.x509 import load_pem_x509_certificate

    with path.open("rb") as file:
        data = file.read(_MOST_BYTES)
    try:
        certificate = load_pem_x509_certificate(data)
        key = load_pem_private_key(data, None)
        whole = certificate.public_key() == key.public_key()
    except (ValueError, TypeError, UnsupportedAlgorithm):  # TypeError: the key is encrypted
        return None
    return certificate.public_bytes(Encoding.DER) if whole else None


def _made(hosts: Iterable[str], now: datetime) -> tuple[bytes, str]:
    """Make a certificate; return it in DER, and the content of the file with its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Quatre Vents")])
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _BEFORE)
        .not_valid_after(now + _VALID)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )
    if names := list(dict.fromkeys(_general_name(host) for host in hosts if host.isascii() and host)):
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    certificate = builder.sign(key, SHA256())
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    pem = secret + certificate.public_bytes(Encoding.PEM)
    return certificate.public_bytes(Encoding.DER), pem.decode()


def _general_name(host: str) -> "GeneralName":
    from ipaddress import ip_address

    from cryptography import x509

    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)
