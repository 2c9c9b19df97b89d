"""Keys of computers for tests, which are made once: the same name always has the same key."""

import ssl
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tournament.sharing.keys import ComputerKey, made_key


@cache
def key_of(name: str) -> ComputerKey:
    """The key of the computer with this name."""
    return made_key(datetime(2026, 11, 27, tzinfo=UTC))


@cache
def tls_of(name: str) -> ssl.SSLContext:
    """TLS of a client that shows the certificate of the computer with this name, or none if that is empty.

    It believes every server.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if name:
        with TemporaryDirectory() as folder:
            file = Path(folder, "key.pem")
            file.write_text(key_of(name).pem)
            context.load_cert_chain(file)
    return context
