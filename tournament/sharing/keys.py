"""The key of a computer in a shared event, and the certificate that shows it.

Each computer makes one key for each event. Its id, the SHA-256 of the certificate, is what others recognise it by.
Names, addresses and dates in certificates mean nothing here. cryptography is imported when a key is used.
"""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey
    from cryptography.x509 import Certificate, Name

ID_BYTES = 32
MOST_BYTES = 1024
"""The largest certificate that is read, in bytes; one of `made_key` has about 320."""
_VALID = timedelta(days=3653)
_BEFORE = timedelta(days=2)
"""How long before now the certificate becomes valid, since the clock of another computer may be slow."""


@dataclass(frozen=True, slots=True)
class ComputerKey:
    """A private P-256 key with its self-signed certificate."""

    certificate: bytes
    """In DER."""
    pem: str = field(repr=False)
    """Private key and certificate in PEM, as Python's ``ssl`` loads them from one file."""

    @property
    def id(self) -> bytes:
        """The id of the computer in the event: 32 bytes."""
        return id_of(self.certificate)

    def sign(self, content: bytes) -> bytes:
        """Return the signature of ``content``: ECDSA with SHA-256, in DER."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.hashes import SHA256

        return _private_key(self.pem).sign(content, ec.ECDSA(SHA256()))


@lru_cache(16)
def _private_key(pem: str) -> "EllipticCurvePrivateKey":
    """The key in ``pem``, which takes longer to read than to sign with: a host signs each of its answers."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key = load_pem_private_key(pem.encode(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey), "`made_key` and `read_key` accept no other"
    return key


@lru_cache(1024)
def id_of(certificate: bytes) -> bytes:
    """Return the id of the computer with this ``certificate`` in DER: 32 bytes."""
    return hashlib.sha256(certificate).digest()


def made_key(now: datetime) -> ComputerKey:
    """Make a key, and a certificate that serves for both ends of a connection and for signatures."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    name = _name_of(key.public_key())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _BEFORE)
        .not_valid_after(now + _VALID)
        # No extended key usage: a certificate for servers alone is refused as that of a client.
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    pem = secret + certificate.public_bytes(Encoding.PEM)
    return ComputerKey(certificate.public_bytes(Encoding.DER), pem.decode())


def read_key(pem: str) -> ComputerKey | None:
    """Return the key in ``pem``; None if there is none, or one that does not belong to the certificate."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
    from cryptography.x509 import load_pem_x509_certificate

    try:
        certificate = load_pem_x509_certificate(pem.encode())
        key = load_pem_private_key(pem.encode(), None)
        fits = _can_sign(certificate) and certificate.public_key() == key.public_key()
    except (ValueError, TypeError, UnsupportedAlgorithm):  # TypeError: the key is encrypted
        return None
    return ComputerKey(certificate.public_bytes(Encoding.DER), pem) if fits else None


def is_certificate(certificate: bytes) -> bool:
    """Return whether ``certificate`` is one in DER as `made_key` makes them, whoever made it."""
    return _read(certificate) is not None


def is_signed(certificate: bytes, content: bytes, signature: bytes) -> bool:
    """Return whether ``signature`` of ``content`` was made with the key of ``certificate`` in DER.

    It is False as well if one of them is malformed.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256

    found = _read(certificate)
    if found is None:
        return False
    key = found.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey), "`_read` accepts no other"
    try:
        key.verify(signature, content, ec.ECDSA(SHA256()))
    except InvalidSignature:
        return False
    return True


def _read(certificate: bytes) -> "Certificate | None":
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import Encoding
    from cryptography.x509 import InvalidVersion, load_der_x509_certificate

    if len(certificate) > MOST_BYTES:
        return None
    try:
        found = load_der_x509_certificate(certificate)
        # Bytes after the certificate would give it a second id.
        same = found.public_bytes(Encoding.DER) == certificate
        return found if same and _can_sign(found) else None
    except (ValueError, UnsupportedAlgorithm, InvalidVersion):
        return None


def _can_sign(certificate: "Certificate") -> bool:
    from cryptography.hazmat.primitives.asymmetric import ec

    key = certificate.public_key()
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        return False
    return certificate.subject == certificate.issuer == _name_of(key)


def _name_of(key: "EllipticCurvePublicKey") -> "Name":
    """Return the name of the subject of a certificate: the SHA-256 of its public key.

    OpenSSL looks for trusted certificates by this name and compares only the first that it finds. If two had the same,
    one of the two computers could not connect.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    content = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, hashlib.sha256(content).hexdigest())])
