"""TLS of a server: it shows its own certificate, and accepts those of the computers that it knows."""

import ssl
from collections.abc import Callable, Iterable
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
        self._key = key
        self._known = set[bytes]()
        self._lock = Lock()
        self._now = self._made()
        """What new connections use: a context cannot forget certificates, so it is replaced then."""
        self.context = self._made()
        self.context.sni_callback = self._use_newest

    def know(self, certificates: Iterable[bytes]) -> None:
        """Accept these certificates in DER from now on. Any thread may call it."""
        with self._lock:
            for each in certificates:
                if each not in self._known and is_certificate(each):
                    self._now.load_verify_locations(cadata=each)
                    self._known.add(each)

    def keep(self, certificates: Callable[[], Iterable[bytes]]) -> None:
        """Forget all certificates but these, so that no new connection can show them. Any thread may call it.

        They are asked for while nothing else changes: whoever calls `know` must know them by then.
        """
        with self._lock:
            left = self._known.intersection(certificates())
            if left != self._known:
                now = self._made()
                for each in left:
                    now.load_verify_locations(cadata=each)
                self._now, self._known = now, left

    def _use_newest(self, connection: ssl.SSLObject, _name: str | None, _context: ssl.SSLContext) -> None:
        connection.context = self._now

    def _made(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.num_tickets = 0  # a resumed connection would show the certificate of before
        with TemporaryDirectory() as folder:  # it is read from files alone
            file = Path(folder, "key.pem")
            write_new(file, self._key.pem.encode())
            context.load_cert_chain(file)
        context.verify_mode = ssl.CERT_OPTIONAL
        context.verify_flags |= IGNORED_BY_PINNING
        return context
