"""Phones at tables: ``python -m tests.proof.tables_driver ORDER``, where ORDER is a line of JSON.

At each table four phones listen. One proposes a hand, another confirms it, hand after hand; what was saved is noted in
the log with its id, and how long it took until it was, and until all four phones were told.
"""

import asyncio
import json
import os
import re
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

_PATIENCE = 30.0
_PROPOSAL = re.compile(r'name="proposal" value="([^"]+)"')


class TableOfPhones:
    """One table, by its code."""

    def __init__(self, order: dict[str, Any], token: str, note: Callable[..., None]) -> None:
        self._host, self._port, self._note, self._token = order["host"], order["port"], note, token
        self._chance, self._pause, self._hands = Random(token), order["pause"], order["hands"]
        self._told = [asyncio.Event() for _ in range(4)]

    async def run(self) -> None:
        """Play until all hands are proposed and confirmed; twelve at most may wait for a desk."""
        async with asyncio.TaskGroup() as group:
            listening = [group.create_task(self._listen(told)) for told in self._told]
            for told in self._told:
                await told.wait()
            for hand in range(1, self._hands + 1):
                await asyncio.sleep(self._pause * self._chance.uniform(0.5, 1.5))
                await self._play(hand)
            for task in listening:
                task.cancel()
        self._note("done")

    async def _play(self, hand: int) -> None:
        seat, other, winner = hand % 4, (hand + 1) % 4, self._chance.randrange(4)
        source, points = (winner + 1) % 4, self._chance.randrange(8, 60)
        said = {"seat": seat, "hand": hand, "winner": winner, "source": source, "points": points, "sure": "yes"}
        for told in self._told:
            told.clear()
        began = time.time()
        await self._save("propose", said)
        async with asyncio.timeout(_PATIENCE):
            for told in self._told:
                await told.wait()
        self._note("heard", took=time.time() - began)
        page = await self._ask("GET", "", phone=other)
        proposal = _PROPOSAL.search(page[1])
        if proposal is None:
            self._note("failed", what_failed=f"no proposal to confirm: {page[0]}")
            return
        await self._save("confirm", {"seat": other, "proposal": proposal[1]})

    async def _save(self, what: str, said: dict[str, object]) -> None:
        id, began = str(UUID(int=self._chance.getrandbits(128), version=4)), time.time()
        status, answer = await self._ask("POST", f"/{what}", urlencode({"id": id, **said}), phone=said["seat"])
        if status == 303:
            self._note("saved", id=id, took=time.time() - began)
        else:
            self._note("failed", what_failed=f"{what}: {status} {answer[:300]}")

    async def _ask(self, method: str, path: str, form: str = "", *, phone: object) -> tuple[int, str]:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        try:
            async with asyncio.timeout(_PATIENCE):
                writer.write(self._request(method, path, form, phone))
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                return int(head.split()[1]), (await reader.read()).decode()
        finally:
            writer.close()

    def _request(self, method: str, path: str, form: str = "", phone: object = "") -> bytes:
        host = f"{self._host}:{self._port}"
        lines = (f"{method} /t/{self._token}{path} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}",
                 "Connection: close", f"Cookie: quatre-vents-phone={phone!s:_>22}",
                 "Content-Type: application/x-www-form-urlencoded",
                 f"Content-Length: {len(form)}", "", form)  # fmt: skip
        return "\r\n".join(lines).encode()

    async def _listen(self, told: asyncio.Event) -> None:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        writer.write(self._request("GET", "/events"))
        while line := await reader.readline():
            if line.startswith(b"data: "):
                told.set()
        self._note("failed", what_failed="a stream ended")


async def main(order: dict[str, Any]) -> None:
    """Let all tables play; wait until standard input ends."""
    log = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def note(what: str, **more: object) -> None:
        os.write(log, (json.dumps({"what": what, "at": time.time(), **more}) + "\n").encode())

    await asyncio.gather(*(TableOfPhones(order, token, note).run() for token in order["tokens"]))
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
