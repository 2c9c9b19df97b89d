"""TLS of a server: it shows its own certificate, and accepts those of the computers that it knows."""

import ssl
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from tournament.files.writing import write_new
from tournament.sharing.keys import ComputerKey, is_certificate
from ui.joining.pinned import IGNORED_BY_PINNING


class ServerTls:
    """The `context` of a server with this ``key``.

    A client may show a certificate. One that is not known ends the handshake; without one it can only ask what needs
    none.
    """

    def __init__(self, key: ComputerKey) -> None:
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_3
        self.context.num_tickets = 0  # a resumed connection would show the certificate of before
        with TemporaryDirectory() as folder:  # it is read from files alone
            file = Path(folder, "key.pem")
            write_new(file, key.pem.encode())
            self.context.load_cert_chain(file)
        self.context.verify_mode = ssl.CERT_OPTIONAL
        self.context.verify_flags |= IGNORED_BY_PINNING
        self._known = set[bytes]()
        self._lock = Lock()

    def know(self, certificates: Iterable[bytes]) -> None:
        """Accept these certificates in DER from now on. Any thread may call it."""
        with self._lock:
            for each in certificates:
                if each not in self._known and is_certificate(each):
                    self.context.load_verify_locations(cadata=each)
                    self._known.add(each)
