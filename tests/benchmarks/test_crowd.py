"""What a hall full of phones costs that ask whether anything is new: 3,000 a second, 200 pairs × 5 rounds.

The load comes from the same cores, so the server's own processor time is told too."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.test_public import STANDINGS, hall
from tests.hall import file_database
from tests.served import Served, free_port, serving
from tournament.models import PublicView

PHONES, SECONDS = 64, 5
CROWD = Path(__file__).with_name("crowd.py")


@pytest.fixture(scope="module")
def served(
    tmp_path_factory: pytest.TempPathFactory, django_db_setup: Any, django_db_blocker: Any
) -> Iterator[Served]:
    with django_db_blocker.unblock(), file_database(tmp_path_factory.mktemp("hall")):
        hall(PublicView.PUBLISHED)
        with serving(free_port()) as server:
            yield server


@pytest.mark.parametrize("kind", ["304", "204"])
def test_unchanged_page_through_the_server(benchmark: BenchmarkFixture, served: Served, kind: str) -> None:
    etag = urlopen(served.url + STANDINGS).headers["ETag"]
    revision = etag.strip('"').split("-")[1]
    path, held = (STANDINGS, f"If-None-Match: {etag}\r\n")
    if kind == "204":
        path, held = f"{STANDINGS}?part=1&since={revision}", ""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n{held}\r\n".encode()
    command = [sys.executable, str(CROWD), str(served.port), str(PHONES), str(SECONDS)]

    def crowd() -> dict[str, Any]:
        before = served.seconds_of_processor()
        told = subprocess.run(command, input=request, capture_output=True, check=True)
        found: dict[str, Any] = json.loads(told.stdout)
        return found | {"used": served.seconds_of_processor() - before}

    found = benchmark.pedantic(crowd, rounds=1)
    assert set(found["answers"]) == {kind}
    answers = found["answers"][kind]
    benchmark.extra_info.update(
        a_second=round(answers / found["seconds"]),
        server_microseconds=round(found["used"] / answers * 1e6),
        crowd_microseconds=round(found["own"] / answers * 1e6),
    )
    print(f"\n{kind}: {benchmark.extra_info}")
