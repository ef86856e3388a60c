"""A hall full of phones, as a program: `python crowd.py PORT PHONES SECONDS` with the request on stdin.

Every phone keeps its connection and asks again as soon as it is answered. Prints how many answers came, by
their status, as JSON. A process of its own and plain sockets: nothing here may be slower than the server.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter


class Phone(asyncio.Protocol):
    """One connection; answers without a body, so that a blank line ends each."""

    def __init__(self, request: bytes, answers: Counter[str], until: float) -> None:
        self.request, self.answers, self.until = request, answers, until
        self.held = b""
        self.gone = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.line = transport
        self.line.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.held += data
        if not self.held.endswith(b"\r\n\r\n"):
            return
        self.answers[self.held[9:12].decode()] += 1
        self.held = b""
        if time.perf_counter() < self.until:
            self.line.write(self.request)
        else:
            self.line.close()

    def connection_lost(self, _error: Exception | None) -> None:
        self.gone.set_result(None)


async def crowd(port: int, phones: int, seconds: float, request: bytes) -> Counter[str]:
    """Ask for `seconds`; the answers by their status."""
    answers: Counter[str] = Counter()
    until, loop = time.perf_counter() + seconds, asyncio.get_running_loop()
    made = [
        await loop.create_connection(lambda: Phone(request, answers, until), "127.0.0.1", port)
        for _ in range(phones)
    ]
    await asyncio.gather(*(phone.gone for _line, phone in made))
    return answers


if __name__ == "__main__":
    asked = sys.stdin.buffer.read()
    began = time.perf_counter()
    came = asyncio.run(crowd(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), asked))
    print(json.dumps({"answers": came, "seconds": time.perf_counter() - began, "own": time.process_time()}))
