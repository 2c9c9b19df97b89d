"""Two computers and an event for tests of joining, with random bytes that are the same in every run."""

import hashlib
from base64 import b64decode
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from typing import TypeVar
from uuid import UUID

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.language import LANGUAGES
from tournament.sharing.joining import JoiningDesk, JoiningMessage, Welcome, joining_desk, read_signed, signed_request
from tournament.sharing.keys import ComputerKey, read_key
from tournament.sharing.messages import decode_as
from tournament.sharing.statements import Signed

NOW = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)
EVENT, OTHER_EVENT = UUID(int=7), UUID(int=8)


def _key(number: int, certificate: str) -> ComputerKey:
    """The key with this private number, and a certificate of it in DER and Base64."""
    read = x509.load_der_x509_certificate(b64decode(certificate))
    secret = ec.derive_private_key(number, ec.SECP256R1())
    pem = secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + read.public_bytes(Encoding.PEM)
    found = read_key(pem.decode())
    assert found is not None
    return found


# Certificates that `made_key` made once: new ones are random.
HOST = _key(
    7,
    "MIIBqDCCAU6gAwIBAgIUSlZZmWBIXkwiySgDHNIIF05oNOUwCgYIKoZIzj0EAwIwSzFJMEcGA1UEAwxAMTEwODY2NDljZDNlNWQxODkyMjAw"
    "YTQyMDBiMTY1YmJlYTVjOWY5YjQ3Y2E4Mzc5MmQ0ZjlhMWVmMGRjODkyMTAeFw0yNjExMjYwOTAwMDBaFw0zNjExMjgwOTAwMDBaMEsxSTBH"
    "BgNVBAMMQDExMDg2NjQ5Y2QzZTVkMTg5MjIwMGE0MjAwYjE2NWJiZWE1YzlmOWI0N2NhODM3OTJkNGY5YTFlZjBkYzg5MjEwWTATBgcqhkjO"
    "PQIBBggqhkjOPQMBBwNCAASOUztvoL97RiW7MGZ8Aftgfvn4uKgP71swBihwMYeyo3PrHb3gMxg2bQafg6b1kABTxzYzywQbIcVeGobB9AC0"
    "oxAwDjAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0gAMEUCIF07rFonSj/fF/2EDtAah6RLYp+wXjVosSiylMUax5JgAiEA13N6jPNqY8N9"
    "V9Mx6/DJSUcRYOpSOOHt2bmhDfljZsw=",
)
NORTH = _key(
    8,
    "MIIBpzCCAU6gAwIBAgIUEEVeBWRokHCbw2g2F28HLb2N7gYwCgYIKoZIzj0EAwIwSzFJMEcGA1UEAwxAODQ0OTExMTk4NWM0ZTAxNWQxMmUy"
    "YzBiNDg0NzI3OGM5ZDllNWY4NGEzODNmZDQwNTZhNmQ4OWJhYjc5NWM1ZDAeFw0yNjExMjYwOTAwMDBaFw0zNjExMjgwOTAwMDBaMEsxSTBH"
    "BgNVBAMMQDg0NDkxMTE5ODVjNGUwMTVkMTJlMmMwYjQ4NDcyNzhjOWQ5ZTVmODRhMzgzZmQ0MDU2YTZkODliYWI3OTVjNWQwWTATBgcqhkjO"
    "PQIBBggqhkjOPQMBBwNCAARi2XedvumwU0BCdC06tUytwdI4mA/Ol9u03Z3B22+zk61azL2R6dgkT/FddxFnzuCi7VH2u+dqeNpUCmoPCZV+"
    "oxAwDjAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0cAMEQCICeDHfzgdFN0xfqIzlDlbz4hfWwObtVshU44WF30Sru/AiBbuK/DE5F+WnwY"
    "EcbVIyxIG/P7MmsTC5iCO0hjRSKOwg==",
)
SOUTH = _key(
    9,
    "MIIBpzCCAU6gAwIBAgIUft0MLHWqzQ4IRRg8eMixvjGUzS0wCgYIKoZIzj0EAwIwSzFJMEcGA1UEAwxAZTM2MTVmZmYzNzQ3NGM1NjFjMDY4"
    "ZDFmNTZmNWVjMzc1MWNkN2ViMmVhNzA0NmMwMTZhMTQyYzkzMjg2NTQ5NjAeFw0yNjExMjYwOTAwMDBaFw0zNjExMjgwOTAwMDBaMEsxSTBH"
    "BgNVBAMMQGUzNjE1ZmZmMzc0NzRjNTYxYzA2OGQxZjU2ZjVlYzM3NTFjZDdlYjJlYTcwNDZjMDE2YTE0MmM5MzI4NjU0OTYwWTATBgcqhkjO"
    "PQIBBggqhkjOPQMBBwNCAATqaNe2/t8LcYeJONUdcfhyngrLjCxt+LPXnopLkJSe4ConRMlyyfznhwFKlkqOoMhNcU/qpN6CP+haIkpN0Ej6"
    "oxAwDjAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0cAMEQCIEBNmQJGLOEBc1UJKQFSmjRZ90B4NPKsA2sSVdb4qdH5AiAnbLrqYdNnIyzU"
    "bjt5n8g97SpRqsrM3lxeEHxpjFNzzg==",
)
STRANGER = _key(
    10,
    "MIIBqDCCAU6gAwIBAgIUDydAMhMKFuh4GwH9JNKx79pCv7EwCgYIKoZIzj0EAwIwSzFJMEcGA1UEAwxAZjBmNmEwMDAzZmQ5ZTk0ZmZiMTZl"
    "MjIwNmNmZGYyNzJlZjJlODg2MGQ3M2YzMjcwNGI1ZjM2NWI0NTUwNTEzODAeFw0yNjExMjYwOTAwMDBaFw0zNjExMjgwOTAwMDBaMEsxSTBH"
    "BgNVBAMMQGYwZjZhMDAwM2ZkOWU5NGZmYjE2ZTIyMDZjZmRmMjcyZWYyZTg4NjBkNzNmMzI3MDRiNWYzNjViNDU1MDUxMzgwWTATBgcqhkjO"
    "PQIBBggqhkjOPQMBBwNCAATO9m1rKjqZPlkSFNHqIj+1RcpsRxxIMG5MNgaUBMVyP4eGYqIpqq6QbhI83Z07TBBZDe0p/nUe7so0u6pErwdz"
    "oxAwDjAMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0gAMEUCIFZc1IUoD+qbHHqdywhQRCX8X0ZjYQcEu2I/6B+Hd6DBAiEArn9KFlew90oT"
    "pgkAcJRFimDjrpB59aFoNUZn/RPGbfM=",
)


class Numbers:
    """Bytes that look random and follow from a seed."""

    def __init__(self, seed: object = 0) -> None:
        self._seed, self._next = seed, count()

    def __call__(self, size: int) -> bytes:
        return hashlib.shake_256(f"{self._seed} {next(self._next)}".encode()).digest(size)


def desk(name: str = "North", certificate: bytes = NORTH.certificate) -> JoiningDesk:
    return joining_desk(certificate, name, "Ada")


def welcome(name: str = "North") -> Welcome:
    return Welcome(name, EventRole.REFEREE, HOST.certificate, (Signed(b"\x00content", b"signature"),))


def code_of(refused: Refused) -> str:
    """The code of a refusal that can be said in every language."""
    (problem,) = refused.problems
    assert all(language.render(problem.text).strip() for language in LANGUAGES)
    return problem.code


def changed(content: bytes, every: int = 1) -> Iterator[bytes]:
    """``content`` with one byte changed: each ``every``th of them, in turn."""
    for place in range(0, len(content), every):
        yield content[:place] + bytes((content[place] ^ 1,)) + content[place + 1 :]


Request = TypeVar("Request", bound=JoiningMessage)


def request_in(content: bytes, kind: type[Request]) -> Request:
    """The request that was signed in ``content``."""
    found: Request = decode_as(read_signed(content).request, kind)
    return found


def signed_anew(request: JoiningMessage, key: ComputerKey = NORTH, host: bytes = HOST.id) -> bytes:
    """``request`` signed with ``key`` for ``host``."""
    return signed_request(request, host, key.sign)[1]
