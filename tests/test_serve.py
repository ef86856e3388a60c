"""`manage.py serve`: what it prints and whom it lets in (field case F73)."""

import os

import pytest

from tournament.management import addresses
from tournament.management.commands import serve


@pytest.mark.parametrize(
    ("host", "address"),
    [
        pytest.param("0.0.0.0", "http://127.0.0.1:8000/", id="everywhere"),
        pytest.param("127.0.0.1", "http://127.0.0.1:8000/", id="this computer only"),
        pytest.param("192.168.8.109", "http://192.168.8.109:8000/", id="one network"),
        pytest.param("::1", "http://[::1]:8000/", id="IPv6"),
    ],
)
def test_the_address_for_this_computer(host: str, address: str) -> None:
    assert serve.local_address(host, 8000) == address


def test_lan_addresses_are_those_that_others_can_use(monkeypatch: pytest.MonkeyPatch) -> None:
    towards = {"10.255.255.255": "192.168.8.109", "192.0.2.1": "192.168.8.109"}
    monkeypatch.setattr(addresses, "_address_towards", towards.__getitem__)
    own = ["127.0.1.1", "169.254.7.7", "192.168.8.109", "10.8.0.2"]
    monkeypatch.setattr(addresses, "_addresses_of_own_name", lambda: own)

    assert addresses.lan_addresses() == ["192.168.8.109", "10.8.0.2"]


def test_without_a_network_there_is_no_lan_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_address_towards", lambda _probe: "")
    monkeypatch.setattr(addresses, "_addresses_of_own_name", lambda: ["127.0.0.1"])

    assert addresses.lan_addresses() == []


def test_the_qr_code_is_square_and_fits_a_terminal() -> None:
    lines = addresses.qr_lines("http://192.168.8.109:8000/")

    assert {len(line) for line in lines} == {len(lines[0])}
    assert len(lines[0]) <= 60
    assert len(lines) * 2 - len(lines[0]) in {0, 1}  # half blocks: two modules a line


def test_the_printed_addresses_are_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANSAI_HOSTS", "")
    serve.welcome(["202.120.1.9"])

    assert os.environ["GUANSAI_HOSTS"].split(",") == ["lan", *serve.settings.KNOWN_HOSTS, "202.120.1.9"]


@pytest.mark.parametrize(
    ("engine", "processes", "threads"),
    [
        pytest.param("django.db.backends.sqlite3", 1, 8, id="a laptop"),
        pytest.param("django.db.backends.postgresql", os.cpu_count(), 4, id="a server"),
    ],
)
def test_processes_and_threads_for_the_database(
    engine: str, processes: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(serve.settings.DATABASES, "default", {"ENGINE": engine})
    server = serve.make_server("127.0.0.1", 8000, None, None)

    assert (server.workers, server.blocking_threads) == (processes, threads)
