"""Servers on loopback with a chosen behaviour."""

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

Behaviour = Callable[[socket.socket], None]


@contextmanager
def serving(behaviour: Behaviour, port: int = 0) -> Iterator[str]:
    """The address of a server that meets each connection so."""
    with socket.create_server(("127.0.0.1", port)) as listening:

        def accept() -> None:
            while True:
                with suppress(OSError):
                    connection, _ = listening.accept()
                    with connection:
                        accepted.append(connection)
                        if ended:
                            return
                        connection.settimeout(5)
                        behaviour(connection)

        ended, accepted = list[bool](), list[socket.socket]()
        thread = Thread(target=accept)
        thread.start()
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        try:
            yield address
        finally:
            ended.append(True)
            for connection in accepted:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            socket.create_connection(listening.getsockname()).close()
            thread.join()


def tls(certificate: Path, answer: bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi") -> Behaviour:
    """Shows ``certificate``, and answers the first request with ``answer``."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)

    def behave(connection: socket.socket) -> None:
        with context.wrap_socket(connection, server_side=True) as secured:
            if secured.recv(4096):
                secured.sendall(answer)

    return behave


def plain(answer: bytes) -> Behaviour:
    """Sends ``answer`` without TLS."""

    def behave(connection: socket.socket) -> None:
        connection.recv(4096)
        connection.sendall(answer)

    return behave


def silent(connection: socket.socket) -> None:
    """Takes everything and never answers."""
    while connection.recv(4096):
        pass
