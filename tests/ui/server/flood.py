"""Sends one request to a server again and again, as fast as it is answered, until it is ended.

Its arguments are host, port, the file with key and certificate, the file with the content of ``POST /sync``, and the
number of connections.
"""

import ssl
import sys
import threading
from http.client import HTTPException, HTTPSConnection
from pathlib import Path


def main() -> None:
    """Flood the server."""
    host, port, key, content, connections = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.load_cert_chain(key)
    body = Path(content).read_bytes()

    def flood() -> None:
        while True:
            connection = HTTPSConnection(host, int(port), context=context)
            try:
                while True:
                    connection.request("POST", "/sync", body)
                    connection.getresponse().read()
            except (OSError, HTTPException):
                connection.close()

    for _ in range(int(connections)):
        threading.Thread(target=flood).start()
    print("ready", flush=True)


if __name__ == "__main__":
    main()
